// SPDX-License-Identifier: MIT
// The callbacks that live games get from this layer (hub_open).
#ifndef ABAX_SERVER_API_CALLBACKS_H
#define ABAX_SERVER_API_CALLBACKS_H

#include "server/live/hub.h"

extern const struct hub_callbacks api_callbacks;

#endif
