// SPDX-License-Identifier: MIT
// Which addresses belong to the public internet. A name that users give to the server must not lead
// it into its own network.
#ifndef ABAX_SERVER_NOTIFY_PUBLICADDRESS_H
#define ABAX_SERVER_NOTIFY_PUBLICADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

// False for private, local and special networks, and for address families other than IPv4 and IPv6.
bool address_is_public(const struct sockaddr *address);

#endif
