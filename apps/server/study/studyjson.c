// SPDX-License-Identifier: MIT
// A study as JSON. Nodes are told in the order of a record: a line, then what branches off;
// siblings stand in their order.
#include "server/study/studyjson.h"

#include <string.h>

static void write_setup(const char *settings, struct json_writer *j)
{
    char game[STORE_WORD];
    struct text t;

    text_init(&t, game, sizeof game);
    settings += text_until(&t, settings, " ");
    json_write_string(j, "name", game);
    json_write_string(j, "options", *settings ? settings + 1 : "-");
}

void studyjson_row(const struct store_document *row, struct json_writer *j)
{
    json_write_object(j, NULL);
    json_write_string(j, "study", row->id);
    json_write_string(j, "title", row->title);
    write_setup(row->settings, j);
    json_write_number(j, "created", row->created);
    json_write_number(j, "number", row->events);
    json_write_end_object(j);
}

void studyjson_about(const struct study *s, struct json_writer *j)
{
    json_write_string(j, "title", s->row.title);
    write_setup(s->row.settings, j);
    json_write_string(j, "start", s->start);
    json_write_string(j, "owner", s->row.owner_name);
    json_write_number(j, "created", s->row.created);
}

// ---------------------------------------------------------------------------------------------
// Nodes, remarks, marks
// ---------------------------------------------------------------------------------------------

static void write_node(const struct study *s, unsigned node, struct json_writer *j)
{
    const struct study_node *n = &s->nodes[node];

    json_write_object(j, NULL);
    json_write_number(j, "id", node);
    json_write_number(j, "parent", n->parent);
    json_write_string(j, "action", n->action);
    json_write_number(j, "seat", n->seat);
    json_write_end_object(j);
}

// The node behind this one: its first child, or the next sibling of the nearest one above that has
// one; 0: none.
static unsigned next_of(const struct study *s, unsigned node)
{
    if (s->nodes[node].child)
        return s->nodes[node].child;
    while (node && !s->nodes[node].next)
        node = s->nodes[node].parent;
    return s->nodes[node].next;
}

static void write_remark(const struct study_remark *r, struct json_writer *j, const char *name)
{
    json_write_object(j, name);
    json_write_number(j, "id", r->number);
    json_write_number(j, "at", r->at);
    json_write_string(j, "text", r->text);
    json_write_string(j, "by", r->name);
    json_write_bool(j, "account", r->account != 0);
    json_write_number(j, "time", r->time);
    json_write_end_object(j);
}

static void write_mark(const struct study_mark *m, struct json_writer *j, const char *name)
{
    json_write_object(j, name);
    json_write_number(j, "at", m->at);
    json_write_string(j, "from", m->from);
    json_write_string(j, "to", m->to);
    json_write_end_object(j);
}

void studyjson_whole(const struct study *s, struct json_writer *j)
{
    studyjson_about(s, j);
    json_write_array(j, "nodes");
    for (unsigned node = next_of(s, 0); node; node = next_of(s, node))
        write_node(s, node, j);
    json_write_end_array(j);
    json_write_array(j, "remarks");
    for (unsigned i = 0; i < s->remark_count; i++)
        write_remark(&s->remarks[i], j, NULL);
    json_write_end_array(j);
    json_write_array(j, "marks");
    for (unsigned i = 0; i < s->mark_count; i++)
        write_mark(&s->marks[i], j, NULL);
    json_write_end_array(j);
}

// ---------------------------------------------------------------------------------------------
// Changes
// ---------------------------------------------------------------------------------------------

static void write_said(const struct study *s, const struct study_change *c, struct json_writer *j)
{
    const struct study_remark *r = NULL;

    for (unsigned i = 0; i < s->remark_count && !r; i++)
        r = s->remarks[i].number == c->remark ? &s->remarks[i] : NULL;
    if (r)
        write_remark(r, j, "remark");
    else
        json_write_number(j, "unsaid", c->remark);
}

void studyjson_change(const struct study *s, const struct study_change *c, struct json_writer *j)
{
    switch (c->what) {
    case STUDY_ADD:
        json_write_array(j, "nodes");
        for (unsigned i = 0; i < c->count; i++)
            write_node(s, c->first + i, j);
        json_write_end_array(j);
        break;
    case STUDY_SAY:
        write_said(s, c, j);
        break;
    case STUDY_DRAW:
        write_mark(&c->mark, j, c->on ? "mark" : "unmarked");
        break;
    case STUDY_DROP:
        json_write_number(j, "dropped", c->at);
        break;
    case STUDY_LEAD:
        json_write_number(j, "leads", c->at);
        break;
    case STUDY_NAME:
        json_write_string(j, "title", s->row.title);
        break;
    case STUDY_KEY:
    case STUDY_KINDS:
        break;
    }
}
