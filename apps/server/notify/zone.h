// SPDX-License-Identifier: MIT
// The time of day where somebody lives, from the files of the system's time zones (RFC 8536). The C
// library knows one zone a process; here every account has its own.
#ifndef ABAX_SERVER_NOTIFY_ZONE_H
#define ABAX_SERVER_NOTIFY_ZONE_H

#include <stdbool.h>
#include <stdint.h>

// Seconds east of Greenwich in a zone such as "Europe/Berlin" at a time in seconds since 1970; an
// empty name is that of the world. False when the system does not know the zone.
bool zone_offset(const char *zone, int64_t at, int *offset);

// Milliseconds since 1970 at which quiet hours that go on now are over; 0: they do not. Hours are
// minutes of the day; a zone that is not known is Greenwich's.
int64_t zone_quiet_until(const char *zone, unsigned from, unsigned to, int64_t now);

#endif
