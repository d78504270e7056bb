// SPDX-License-Identifier: MIT
// The opening explorer's answers, see explore.h.
#include <string.h>

#include "base/catalogue.h"
#include "protocol/explore.h"
#include "protocol/form.h"
#include "protocol/matchjson.h"
#include "protocol/session.h"

// ---------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------

static bool start_of(const struct record *r, struct game_position *p)
{
    struct error ignored;

    if (r->setup.start[0])
        return r->setup.game->read(&r->setup.options, r->setup.start, p, &ignored);
    r->setup.game->start(&r->setup.options, r->setup.seed, p);
    return true;
}

bool explore_record(struct explorer_view *v, const struct record *r)
{
    const struct game *g = r->setup.game;
    uint64_t keys[EXPLORE_LONGEST];
    struct game_position p;
    game_action action;
    unsigned count = 0;

    if (g != v->history->game || !r->result.over || record_is_view(r) || !start_of(r, &p))
        return false;
    keys[count++] = explorer_key(g, &p);
    for (unsigned at = r->nodes[RECORD_START].child; at && count < EXPLORE_LONGEST;
         at = r->nodes[at].child) {
        if (!game_find(g, &p, r->nodes[at].action, &action))
            break;
        g->apply(&p, action, &p);
        keys[count++] = explorer_key(g, &p);
    }
    explorer_count(v, keys, count, r->result.outcome[0]);
    return true;
}

// ---------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------

static bool first_acts(const struct explorer_view *v)
{
    return v->history->game->to_act(&v->history->position) == 0;
}

// "win", "draw" or "loss" for who acts, or NULL.
static const char *proven_word(const struct explorer_view *v, enum solver_word word)
{
    bool first = first_acts(v);

    return word == SOLVER_OPEN             ? NULL
           : word == SOLVER_DRAW           ? "draw"
           : (word == SOLVER_WIN) == first ? "win"
                                           : "loss";
}

// The chance of who acts, in thousandths, or -1.
static int chance_of(const struct explorer_view *v, const struct explorer_counts *c)
{
    return c->chance < 0 ? -1 : first_acts(v) ? c->chance : 1000 - c->chance;
}

static void counts_json(const struct explorer_view *v, const struct explorer_counts *c,
                        struct json_writer *j)
{
    const char *proven = proven_word(v, c->proven);
    int chance = chance_of(v, c);

    json_write_number(j, "games", c->games);
    json_write_array(j, "results");
    json_write_number(j, NULL, c->first);
    json_write_number(j, NULL, c->draws);
    json_write_number(j, NULL, c->games - c->first - c->draws);
    json_write_end_array(j);
    if (chance >= 0)
        json_write_decimal(j, "chance", chance, 1000);
    if (proven)
        json_write_string(j, "proven", proven);
}

static bool is_known(const struct explorer_row *row)
{
    return row->counts.games > 0 || row->counts.proven != SOLVER_OPEN;
}

static void row_json(const struct explorer_view *v, unsigned number, struct json_writer *j)
{
    const struct game *g = v->history->game;
    const struct game_position *p = &v->history->position;
    const struct explorer_row *row = &v->rows[number];
    char text[GAME_ACTION_BYTES];

    json_write_object(j, NULL);
    game_write_action(g, p, v->list.at[row->action], text);
    json_write_string(j, "text", text);
    action_words_json(g, p, v->list.at[row->action], j, "words");
    json_write_array(j, "also");
    for (unsigned i = 0; i < v->list.count; i++) {
        if (v->row_of[i] != number || i == row->action)
            continue;
        game_write_action(g, p, v->list.at[i], text);
        json_write_string(j, NULL, text);
    }
    json_write_end_array(j);
    counts_json(v, &row->counts, j);
    json_write_end_object(j);
}

void explore_json(const struct explorer_view *v, const char *source, uint64_t nodes,
                  struct json_writer *j)
{
    json_write_string(j, "source", source);
    json_write_number(j, "total", (long long)v->games);
    json_write_number(j, "nodes", (long long)nodes);
    json_write_object(j, "here");
    counts_json(v, &v->here.counts, j);
    json_write_end_object(j);
    json_write_array(j, "actions");
    for (unsigned i = 0; i < v->count; i++) {
        if (is_known(&v->rows[i]))
            row_json(v, i, j);
    }
    json_write_end_array(j);
}

// ---------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------

static void print_percent(struct text *t, uint64_t part, uint64_t whole)
{
    text_format(t, "%4llu %%", (unsigned long long)(whole ? (part * 100 + whole / 2) / whole : 0));
}

static void print_row(const struct explorer_view *v, unsigned number,
                      const struct catalogue *messages, struct output *out)
{
    const struct explorer_row *row = &v->rows[number];
    const struct explorer_counts *c = &row->counts;
    const char *proven = proven_word(v, c->proven);
    char storage[256], action[GAME_ACTION_BYTES];
    int chance = chance_of(v, c);
    struct text t;

    text_init(&t, storage, sizeof storage);
    game_write_action(v->history->game, &v->history->position, v->list.at[row->action], action);
    text_format(&t, "%-12s %8u ", action, c->games);
    print_percent(&t, c->first, c->games);
    print_percent(&t, c->draws, c->games);
    print_percent(&t, c->games - c->first - c->draws, c->games);
    text_add(&t, "  ");
    if (chance >= 0)
        print_percent(&t, (uint64_t)chance, 1000);
    else
        text_add(&t, "     -");
    text_format(&t, "  %s",
                !proven            ? ""
                : proven[0] == 'w' ? sentence_text(messages, "explore.win", "win")
                : proven[0] == 'd' ? sentence_text(messages, "explore.draw", "draw")
                                   : sentence_text(messages, "explore.loss", "loss"));
    while (t.length > 0 && storage[t.length - 1] == ' ')
        storage[--t.length] = '\0';
    output_format(out, "%s\n", storage);
}

void explore_print(const struct explorer_view *v, const struct catalogue *messages,
                   struct output *out)
{
    const struct explorer_counts *c = &v->here.counts;
    unsigned shown = 0;

    output_say(out, messages, "explore.here:games,total,first,draws,second",
               "%u games came here of %llu: seat 1 won %u, %u were drawn, seat 2 won %u\n",
               c->games, (unsigned long long)v->games, c->first, c->draws,
               c->games - c->first - c->draws);
    for (unsigned i = 0; i < v->count; i++) {
        if (!is_known(&v->rows[i]))
            continue;
        if (shown++ == 0)
            output_say(out, messages, "explore.head",
                       "action          games seat 1  draw seat 2  chance  proven\n");
        print_row(v, i, messages, out);
    }
    if (!shown)
        output_say(out, messages, "explore.nothing", "no game went on from here\n");
}

// ---------------------------------------------------------------------------------------------
// Sessions
// ---------------------------------------------------------------------------------------------

// Records that cannot be read, and those of other games, are passed over: a shelf may hold such,
// and the others count.
static void count_words(struct explorer_view *v, const struct session_call *c)
{
    struct error ignored;
    struct record r;

    record_init(&r);
    for (unsigned i = 1; i < c->count; i++) {
        if (form_read_word(&r, c->words[i], &ignored))
            explore_record(v, &r);
    }
    record_clear(&r);
}

// "openings TEXT" asks a file, "games RECORD..." games that were kept.
bool session_explore(struct session *s, const struct session_call *c)
{
    struct explorer_file f = {.nodes = 0};
    struct explorer_view v;
    struct json_writer j;
    bool file = !strcmp(c->words[0], "openings");

    if (!file && strcmp(c->words[0], "games") != 0)
        return error_set(c->e, "session.explore:word",
                         "'explore' asks 'openings' or 'games', not '%s'",
                         error_quote(c->words[0]).text);
    if (file && c->count != 2)
        return error_set(c->e, "session.explore-file", "'explore openings' wants the file's text");
    if (!explorer_begin(&v, &s->driver.match.history, c->e) ||
        (file &&
         !explorer_open(&f, s->driver.match.setup.game, c->words[1], strlen(c->words[1]), c->e)))
        return false;
    if (file)
        explorer_look(&v, &f);
    else
        count_words(&v, c);
    explorer_settle(&v);
    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    explore_json(&v, c->words[0], f.nodes, &j);
    json_write_end_object(&j);
    output_add(c->out, "\n");
    return true;
}
