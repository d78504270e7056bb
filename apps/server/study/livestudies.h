// SPDX-License-Identifier: MIT
// Studies: boards that several people look at and change together (livestudies.c, edits.c,
// people.c).
#ifndef ABAX_SERVER_STUDY_LIVESTUDIES_H
#define ABAX_SERVER_STUDY_LIVESTUDIES_H

#include "server/live/clients.h"

// A client looks at a study, or no longer; answered later. It requests a change, which is answered
// when it is stored. It stands elsewhere.
bool studies_join(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  int64_t now, struct error *e);
bool studies_edit(struct live_registry *reg, struct client *c, const struct wire_message *m,
                  int64_t now, struct error *e);
bool studies_stand(struct live_registry *reg, struct client *c, const struct wire_message *m,
                   int64_t now, struct error *e);
void studies_forget(struct client *c);

// Returns the login of the client's i-th study, or NULL after the last.
const struct login *studies_login_at(const struct client *c, unsigned i);

// A study changed; with an empty id any may have changed.
void studies_changed(struct live_registry *reg, const char *id);

// News of other processes: "#STUDY", "$STUDY" with who is there, or "" when some were lost.
void studies_news(struct live_registry *reg, const char *word);
void studies_account_changed(struct live_registry *reg, int64_t account);
void studies_process_lost(struct live_registry *reg, const char *process);
void studies_tick(struct live_registry *reg, int64_t now);
void studies_close(struct live_registry *reg);

#endif
