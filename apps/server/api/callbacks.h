// SPDX-License-Identifier: MIT
// The callbacks that live games get from this layer (live_registry_open).
#ifndef ABAX_SERVER_API_CALLBACKS_H
#define ABAX_SERVER_API_CALLBACKS_H

#include "server/live/registry.h"

extern const struct live_registry_callbacks api_callbacks;

#endif
