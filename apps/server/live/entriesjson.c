// SPDX-License-Identifier: MIT
// One text for all entries that a reader's thread has read, and where each of them ends in it: so
// that the loop can leave some out at either end, for whoever knows the first or may not see the
// last yet, without writing any of them itself. Long ones are kept for a while.
#include "server/live/entriesjson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG = 256,    // entries from which on a journal is kept
    MOST_KEPT = 8, // journals; the longest are some two megabytes each
};

void entries_json_one(const struct store_entry *entry, unsigned seats, bool clocked,
                      struct json_writer *j)
{
    json_write_string(j, "kind", entry->kind);
    json_write_number(j, "seat", entry->seat);
    json_write_string(j, "text", entry->text);
    json_write_number(j, "at", entry->at);
    if (!clocked)
        return;
    json_write_array(j, "leftThen");
    for (unsigned seat = 0; seat < seats; seat++)
        json_write_number(j, NULL, entry->left[seat]);
    json_write_end_array(j);
}

void entries_json_make(struct entries_json *made, const struct store_entry *entries, unsigned count,
                       unsigned seats, bool clocked)
{
    struct payload_draft d;
    struct json_writer j;

    entries_json_clear(made);
    made->ends = malloc((count + 1) * sizeof *made->ends);
    if (!made->ends || !count)
        return;
    made->first = entries[0].number;
    payload_begin(&d);
    json_write_init(&j, &d.out);
    for (unsigned i = 0; i < count; i++) {
        json_write_object(&j, NULL);
        json_write_number(&j, "number", entries[i].number + 1);
        entries_json_one(&entries[i], seats, clocked, &j);
        json_write_end_object(&j);
        made->ends[i] = d.payload ? d.payload->length : 0;
    }
    made->text = payload_end(&d);
    made->count = made->text ? count : 0;
}

void entries_json_clear(struct entries_json *made)
{
    payload_drop(made->text);
    free(made->ends);
    *made = (struct entries_json){0};
}

bool entries_json_add(const struct entries_json *made, unsigned from, unsigned count,
                      struct output *out)
{
    if (!count || from < made->first || from - made->first + count > made->count)
        return false;
    unsigned at = from - made->first;
    size_t begin = at ? made->ends[at - 1] + 1 : 0; // behind the comma

    out->write(out->to, (const char *)payload_bytes(made->text) + begin,
               made->ends[at + count - 1] - begin);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Kept ones
// ---------------------------------------------------------------------------------------------

void entries_kept_drop(struct entries_kept *k)
{
    if (!k || --k->owners)
        return;
    free(k->entries);
    entries_json_clear(&k->made);
    free(k);
}

// Takes one out of the list, whoever else still has it.
static void take_out(struct entries_kept **at)
{
    struct entries_kept *gone = *at;

    *at = gone->next;
    entries_kept_drop(gone);
}

static struct entries_kept **place_of(struct entries_kept **list, const char *game)
{
    while (*list && strcmp((*list)->game, game) != 0)
        list = &(*list)->next;
    return list;
}

struct entries_kept *entries_kept_find(struct entries_kept **list, const char *game, unsigned least)
{
    struct entries_kept **at = place_of(list, game), *k = *at;

    if (!k || k->count < least)
        return NULL;
    *at = k->next; // the last that was used stands first
    k->next = *list;
    *list = k;
    k->used = true;
    k->owners++;
    return k;
}

void entries_kept_add(struct entries_kept **list, const char *game, struct store_entry **entries,
                      unsigned count, struct entries_json *made)
{
    struct entries_kept **old = place_of(list, game);
    struct entries_kept *k = count < LONG || !made->text ? NULL : calloc(1, sizeof *k);

    if (!k)
        return;
    if (*old)
        take_out(old);
    *k = (struct entries_kept){*list, 1, true, .entries = *entries, .count = count, .made = *made};
    snprintf(k->game, sizeof k->game, "%s", game);
    *entries = NULL;
    *made = (struct entries_json){0};
    *list = k;
    unsigned kept = 0;
    while (*list && kept < MOST_KEPT) {
        list = &(*list)->next;
        kept++;
    }
    if (*list)
        take_out(list);
}

void entries_kept_sweep(struct entries_kept **list, bool all)
{
    while (*list) {
        bool used = (*list)->used && !all;
        (*list)->used = false;
        if (used)
            list = &(*list)->next;
        else
            take_out(list);
    }
}
