// SPDX-License-Identifier: MIT
// The tree of a study: lines that are added, taken away, put first. Positions are not kept; a line
// of play is replayed to where one is needed.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/study/internal.h"

static_assert(STUDY_NODES < UINT16_MAX, "nodes are numbered in 16 bits");

struct study_node *study_new_node(struct study *s)
{
    void *list = s->nodes;
    bool good = study_grow(&list, s->node_count, &s->node_capacity, sizeof *s->nodes);

    s->nodes = list;
    if (!good)
        return NULL;
    s->nodes[s->node_count] = (struct study_node){.seat = -1};
    return &s->nodes[s->node_count++];
}

bool study_has(const struct study *s, unsigned node)
{
    return node < s->node_count && !s->nodes[node].gone;
}

// ---------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------

// Lets the line stand at a node.
bool study_stand(struct study *s, unsigned node, struct error *e)
{
    uint16_t path[STUDY_NODES];
    unsigned length = 0;

    if (s->stands == node)
        return true;
    for (unsigned at = node; at; at = s->nodes[at].parent)
        path[length++] = (uint16_t)at;
    history_clear(&s->line);
    history_init(&s->line, s->game, &s->options, &s->first);
    s->stands = STUDY_NOWHERE;
    while (length--) {
        if (!history_play(&s->line, s->nodes[path[length]].played))
            return study_no_memory(e);
    }
    s->stands = node;
    return true;
}

static unsigned child_of(const struct study *s, unsigned node, const char *action)
{
    unsigned child = s->nodes[node].child;

    while (child && strcmp(s->nodes[child].action, action) != 0)
        child = s->nodes[child].next;
    return child;
}

// Puts a node behind its siblings.
static void hang(struct study *s, unsigned node, unsigned parent)
{
    uint16_t *link = &s->nodes[parent].child;

    s->nodes[node].parent = (uint16_t)parent;
    s->nodes[node].next = 0;
    while (*link)
        link = &s->nodes[*link].next;
    *link = (uint16_t)node;
}

static void unhang(struct study *s, unsigned node)
{
    uint16_t *link = &s->nodes[s->nodes[node].parent].child;

    while (*link != node)
        link = &s->nodes[*link].next;
    *link = s->nodes[node].next;
}

// The next word of a line; false at its end. A word that is too long for an action is cut, and so
// is none.
static bool next_action(const char **at, char action[GAME_ACTION_BYTES])
{
    struct text t;

    while (**at == ' ')
        (*at)++;
    text_init(&t, action, GAME_ACTION_BYTES);
    *at += text_until(&t, *at, " ");
    return action[0] != 0;
}

static bool add_node(struct study *s, unsigned parent, const char *action, struct error *e)
{
    game_action played;

    if (!study_stand(s, parent, e))
        return false;
    int seat = s->game->to_act(&s->line.position);
    if (s->line.repeated || !game_find(s->game, &s->line.position, action, &played))
        return error_set(e, "study.illegal:action", "action %s of this study is not legal",
                         error_quote(action).text);
    struct study_node *n = s->node_count < STUDY_NODES ? study_new_node(s) : NULL;
    s->stands = STUDY_NOWHERE;
    if (!n || !history_play(&s->line, played))
        return study_no_memory(e);
    memcpy(n->action, action, sizeof n->action);
    n->played = played;
    n->seat = (int8_t)seat;
    s->stands = s->node_count - 1;
    hang(s, s->stands, parent);
    return true;
}

bool study_apply_add(struct study *s, unsigned at, const char *text, struct study_change *c,
                     struct error *e)
{
    char action[GAME_ACTION_BYTES];

    c->first = s->node_count;
    while (next_action(&text, action)) {
        if (!add_node(s, at, action, e))
            return false;
        at = s->node_count - 1;
        c->count++;
    }
    c->at = at;
    return true;
}

// The part of a line that is there already is walked; the rest must be legal.
bool study_check_add(struct study *s, const struct study_request *request, struct text *note,
                     unsigned *at, bool *same, struct error *e)
{
    const char *text = request->text;
    char action[GAME_ACTION_BYTES];
    unsigned count = 0, fresh = 0;

    while (next_action(&text, action))
        count++;
    if (count > STUDY_LINE)
        return error_set(e, "study.line:most", "at most %d actions are added at once", STUDY_LINE);
    text = request->text;
    while (next_action(&text, action)) {
        unsigned there = fresh ? 0 : child_of(s, *at, action);
        if (there) {
            *at = there;
            continue;
        }
        if (s->node_count + ++fresh > STUDY_NODES)
            return error_set(e, "study.full:most", "a study has at most %d moves", STUDY_NODES - 1);
        if (fresh == 1 && !study_stand(s, *at, e))
            return false;
        if (fresh == 1)
            text_format(note, "%u", *at);
        s->stands = STUDY_NOWHERE;
        if (!history_play_text(&s->line, action, e))
            return false;
        text_format(note, " %s", action);
    }
    *at = fresh ? s->node_count + fresh - 1 : *at;
    *same = !fresh;
    return count || error_set(e, "study.nothing", "no move was given");
}

// ---------------------------------------------------------------------------------------------
// Taking away, and putting first
// ---------------------------------------------------------------------------------------------

// A parent has a smaller number than its children: one walk finds all that is below.
void study_apply_drop(struct study *s, unsigned at)
{
    unhang(s, at);
    s->nodes[at].gone = true;
    for (unsigned i = at + 1; i < s->node_count; i++)
        s->nodes[i].gone = s->nodes[i].gone || s->nodes[s->nodes[i].parent].gone;
    if (s->stands < s->node_count && s->nodes[s->stands].gone)
        s->stands = STUDY_NOWHERE;
    study_forget_gone(s);
}

bool study_leads(const struct study *s, unsigned at)
{
    for (; at; at = s->nodes[at].parent) {
        if (s->nodes[s->nodes[at].parent].child != at)
            return false;
    }
    return true;
}

void study_apply_lead(struct study *s, unsigned at)
{
    for (; at; at = s->nodes[at].parent) {
        struct study_node *parent = &s->nodes[s->nodes[at].parent];
        unhang(s, at);
        s->nodes[at].next = parent->child;
        parent->child = (uint16_t)at;
    }
}
