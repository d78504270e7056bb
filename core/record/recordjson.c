// SPDX-License-Identifier: MIT
// Writes a record as JSON by the same walk as the text (record_walk), so that both have the same
// order and nesting. Page, server and `abax record` call it. Its reader (recordjsonread.c) must
// accept everything that this writes: the unit test goes there and back.
#include "record/recordjson.h"

#include "base/jsonwrite.h"
#include "record/recordparts.h"

enum { MEMBER = 2, ITEM = 4 }; // how far lines are indented

static void write_tag(void *to, const char *name, const char *value)
{
    json_write_line(to, ITEM);
    json_write_string(to, name, value);
}

static void write_hints(struct json_writer *j, unsigned hints)
{
    json_write_array(j, "hints");
    for (unsigned level = 1; level <= MATCH_HINT_LEVELS; level++) {
        if (hints >> (level - 1) & 1)
            json_write_number(j, NULL, level);
    }
    json_write_end_array(j);
}

// The object of an action, still open.
static void write_action(struct json_writer *j, const struct record_node *node)
{
    json_write_object(j, NULL);
    json_write_string(j, "action", node->action);
    json_write_number(j, "turn", node->turn);
    json_write_number(j, "seat", node->seat + 1);
    if (node->note)
        json_write_string(j, "note", record_note_text(node->note));
    if (node->timed)
        json_write_number(j, "spent", (long long)node->spent);
    if (node->hints)
        write_hints(j, node->hints);
    if (node->comment)
        json_write_string(j, "comment", node->comment);
}

// An action that has variations stays open until the last of them is closed.
static void write_step(struct json_writer *j, const struct record_walk *walk,
                       enum record_step before)
{
    const struct record_node *nodes = walk->record->nodes, *node = &nodes[walk->node];

    switch (walk->step) {
    case RECORD_ACTION:
        if (before != RECORD_OPEN)
            json_write_line(j, ITEM);
        write_action(j, node);
        if (nodes[node->parent].child == walk->node && node->next)
            json_write_array(j, "variations");
        else
            json_write_end_object(j);
        break;
    case RECORD_OPEN:
        json_write_array(j, NULL);
        break;
    case RECORD_CLOSE:
        json_write_end_array(j);
        if (!node->next) {
            json_write_end_array(j);
            json_write_end_object(j);
        }
        break;
    case RECORD_END:
        break;
    }
}

void recordjson_write(const struct record *r, struct output *out)
{
    struct json_writer j;
    struct record_walk walk;
    enum record_step before = RECORD_END;

    json_write_init(&j, out);
    j.spaced = true;
    json_write_object(&j, NULL);
    json_write_line(&j, MEMBER);
    json_write_object(&j, "tags");
    record_each_tag(r, write_tag, &j);
    json_write_line(&j, MEMBER);
    json_write_end_object(&j);
    json_write_line(&j, MEMBER);
    if (r->nodes[RECORD_START].comment)
        json_write_string(&j, "comment", r->nodes[RECORD_START].comment);
    json_write_line(&j, MEMBER);
    json_write_array(&j, "actions");
    record_walk_init(&walk, r);
    while (record_walk_next(&walk) != RECORD_END) {
        write_step(&j, &walk, before);
        before = walk.step;
    }
    if (r->count > 1)
        json_write_line(&j, MEMBER);
    json_write_end_array(&j);
    json_write_line(&j, 0);
    json_write_end_object(&j);
    output_add(out, "\n");
}
