// SPDX-License-Identifier: MIT
// Studies: boards that several people look at and change together (studies.c, studyedit.c, studypeople.c).
#ifndef ABAX_SERVER_LIVE_STUDIES_H
#define ABAX_SERVER_LIVE_STUDIES_H

#include "server/live/clients.h"

// A client looks at a study, or no longer; answered later. It requests a change, which is answered when it is stored. It stands elsewhere.
bool studies_join(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  struct error *e);
bool studies_edit(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  int64_t now, struct error *e);
bool studies_stand(struct live_registry *reg, struct client *c, const struct wire_message *m,
                   struct error *e);
void studies_forget(struct client *c);

// A study has changed beside us; with an empty id any may have. Something about an account has: its studies may have gone.
void studies_heard(struct live_registry *reg, const char *id);
void studies_account(struct live_registry *reg, int64_t account);

// Words about who is at other processes; one of these has ended.
void studies_heard_people(struct live_registry *reg, const char *word);
void studies_lost(struct live_registry *reg, const char *process);
void studies_tick(struct live_registry *reg, int64_t now);
void studies_close(struct live_registry *reg);

#endif
