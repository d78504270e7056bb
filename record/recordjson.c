// SPDX-License-Identifier: MIT
#include "record/recordjson.h"

#include <string.h>

#include "record/recordparts.h"

struct writer {
    const struct record *record;
    struct output *out;
    unsigned tags; // written so far
};

static void write_string(struct output *out, const char *s)
{
    output_add(out, "\"");
    while (*s) {
        size_t plain = 0;
        while ((unsigned char)s[plain] >= ' ' && s[plain] != '"' && s[plain] != '\\')
            plain++;
        out->write(out->to, s, plain);
        s += plain;
        if (*s == '"' || *s == '\\')
            output_format(out, "\\%c", *s++);
        else if (*s)
            output_format(out, "\\u%04x", (unsigned char)*s++);
    }
    output_add(out, "\"");
}

static void write_tag(void *to, const char *name, const char *value)
{
    struct writer *w = to;

    output_add(w->out, w->tags++ ? ",\n    " : "\n    ");
    write_string(w->out, name);
    output_add(w->out, ": ");
    write_string(w->out, value);
}

static void write_hints(struct output *out, unsigned hints)
{
    const char *separator = "";

    output_add(out, ", \"hints\": [");
    for (unsigned rung = 1; rung <= MATCH_HINT_RUNGS; rung++) {
        if (hints >> (rung - 1) & 1) {
            output_format(out, "%s%u", separator, rung);
            separator = ", ";
        }
    }
    output_add(out, "]");
}

// The object of an action, still open.
static void write_action(struct output *out, const struct record_node *node)
{
    output_add(out, "{\"action\": ");
    write_string(out, node->action);
    output_format(out, ", \"turn\": %u, \"seat\": %d", node->turn, node->seat + 1);
    if (node->note)
        output_format(out, ", \"note\": \"%s\"", record_note_text(node->note));
    if (node->timed)
        output_format(out, ", \"spent\": %llu", (unsigned long long)node->spent);
    if (node->hints)
        write_hints(out, node->hints);
    if (node->comment) {
        output_add(out, ", \"comment\": ");
        write_string(out, node->comment);
    }
}

// An action that has variations stays open until the last of them is closed.
static void write_step(const struct writer *w, const struct record_walk *walk,
                       enum record_step before)
{
    const struct record *r = w->record;
    const struct record_node *node = &r->nodes[walk->node];
    bool first = r->nodes[node->parent].child == walk->node;

    switch (walk->step) {
    case RECORD_ACTION:
        output_add(w->out, before == RECORD_END    ? "\n    "
                           : before == RECORD_OPEN ? ""
                                                   : ",\n    ");
        write_action(w->out, node);
        output_add(w->out, first && node->next ? ", \"variations\": [" : "}");
        break;
    case RECORD_OPEN:
        output_add(w->out, before == RECORD_CLOSE ? ", [" : "[");
        break;
    case RECORD_CLOSE:
        output_add(w->out, node->next ? "]" : "]]}");
        break;
    case RECORD_END:
        break;
    }
}

void recordjson_write(const struct record *r, struct output *out)
{
    struct writer w = {.record = r, .out = out};
    struct record_walk walk;
    enum record_step before = RECORD_END;

    output_add(out, "{\n  \"tags\": {");
    record_each_tag(r, write_tag, &w);
    output_add(out, "\n  },\n");
    if (r->nodes[RECORD_START].comment) {
        output_add(out, "  \"comment\": ");
        write_string(out, r->nodes[RECORD_START].comment);
        output_add(out, ",\n");
    }
    output_add(out, "  \"actions\": [");
    record_walk_init(&walk, r);
    while (record_walk_next(&walk) != RECORD_END) {
        write_step(&w, &walk, before);
        before = walk.step;
    }
    output_add(out, r->count > 1 ? "\n  ]\n}\n" : "]\n}\n");
}
