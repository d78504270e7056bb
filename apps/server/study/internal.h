// SPDX-License-Identifier: MIT
// What the files of a study share. A `check` writes the text of the event that is wanted, and says
// with `same` that nothing is to be written because it is so already; an `apply` does what a stored
// event says.
#ifndef ABAX_SERVER_STUDY_INTERNAL_H
#define ABAX_SERVER_STUDY_INTERNAL_H

#include "server/study/study.h"

enum { STUDY_NOWHERE = STUDY_NODES };

// Sentences, and false.
bool study_no_memory(struct error *e);
bool study_unread(struct error *e);

// Room for one more in a list that may move.
bool study_grow(void **list, unsigned count, unsigned *capacity, size_t size);

// The tree (tree.c).
struct study_node *study_new_node(struct study *s);
bool study_stand(struct study *s, unsigned node, struct error *e); // lets the line stand there
bool study_check_add(struct study *s, const struct study_request *request, struct text *note,
                     unsigned *at, bool *same, struct error *e);
bool study_apply_add(struct study *s, unsigned at, const char *text, struct study_change *c,
                     struct error *e);
void study_apply_drop(struct study *s, unsigned at);
bool study_leads(const struct study *s, unsigned at); // it comes first wherever its line forks
void study_apply_lead(struct study *s, unsigned at);

// What stands at its nodes (annotations.c).
bool study_check_say(const struct study *s, const struct study_request *request, struct text *note,
                     struct error *e);
bool study_apply_say(struct study *s, const struct store_event *event, const char *text,
                     struct study_change *c, struct error *e);
bool study_check_draw(struct study *s, const struct study_request *request, struct text *note,
                      bool *same, struct error *e);
bool study_apply_draw(struct study *s, const char *text, struct study_change *c, struct error *e);
void study_forget_gone(struct study *s);

#endif
