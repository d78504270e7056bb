// SPDX-License-Identifier: MIT
// Touches as JSON, for front ends that only report which spot was touched.
#ifndef ABAX_PROTOCOL_TOUCHES_H
#define ABAX_PROTOCOL_TOUCHES_H

#include "base/jsonwrite.h"
#include "play/touch.h"

enum { TOUCHES_NONE = -1 };

// Writes into an open object:
//   staged   spots that were touched, by number
//   targets  spots that can be touched next; none unless `may_act`
//   touch    {answer, action, rule, sentence}: the answer of touch_spot; not with TOUCHES_NONE
void touches_json(const struct touch *touch, const struct history *history, bool may_act,
                  int touched, struct json_writer *j);

#endif
