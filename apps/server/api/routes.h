// SPDX-License-Identifier: MIT
// The entry point of the API for the transport: hands a request to its handler.
#ifndef ABAX_SERVER_API_ROUTES_H
#define ABAX_SERVER_API_ROUTES_H

#include "server/api/request.h"

// Runs a request whose fields are filled.
void request_run(struct live_registry *reg, struct request *r, int64_t now);

// Whether the body of a POST may be a form: only where no page of another site could do harm with
// it.
bool request_takes_forms(const char *path);

// Answers that the address is used otherwise.
void request_wrong_method(struct live_registry *reg, struct request *r, bool get, bool post);

#endif
