// SPDX-License-Identifier: MIT
// Settling a record that was read: every action is replayed by the rules, and what the record
// declares (turns, result, end) must be what the rules say.
#include <stdlib.h>
#include <string.h>

#include "record/recordparts.h"

enum { WORDS = 120 };

// ---------------------------------------------------------------------------------------------
// Replay
// ---------------------------------------------------------------------------------------------

struct replay {
    struct record *record;
    struct game_position *at; // after each node
    uint64_t *keys;           // of these
    uint64_t *before;         // room for those that led to a node
    bool *over;
    uint8_t *nested; // how many variations a node lies in
};

// Notes what stands after a node: over by the rules, or because it stood so before often enough.
static void note_position(struct replay *p, unsigned node)
{
    const struct record *r = p->record;
    const struct game *g = r->setup.game;
    struct game_result result;
    size_t count = 0;

    p->keys[node] = game_key(g, &p->at[node]);
    for (unsigned n = node; n != RECORD_START && g->repetition;) {
        n = r->nodes[n].parent;
        p->before[count++] = p->keys[n];
    }
    g->result(&p->at[node], &result);
    p->over[node] = result.over || history_repeats(g, p->before, count, p->keys[node]);
}

// The same action beside it, read before it.
static bool stands_twice(const struct record *r, unsigned node)
{
    unsigned n = r->nodes[r->nodes[node].parent].child;

    for (; n != node; n = r->nodes[n].next) {
        if (!strcmp(r->nodes[n].action, r->nodes[node].action))
            return true;
    }
    return false;
}

static bool count_nested(struct replay *p, unsigned number, struct error *e)
{
    const struct record_node *node = &p->record->nodes[number];
    bool opens = p->record->nodes[node->parent].child != number;

    p->nested[number] = (uint8_t)(p->nested[node->parent] + opens);
    return p->nested[number] <= RECORD_NESTED_MOST ||
           record_error(e, node->line, "record.depth:most",
                        "variations are nested more than %d deep", RECORD_NESTED_MOST);
}

// Gives a node the seat and the turn that it has; what was written must agree.
static bool settle_turn(struct record *r, unsigned number, int seat, struct error *e)
{
    struct record_node *node = &r->nodes[number];
    const struct record_node *before = &r->nodes[node->parent];
    unsigned turn = before->turn + (node->parent == RECORD_START || before->seat != seat);

    if (node->seat && node->seat != seat + 1)
        return record_error(e, node->line, "record.seat:action,seat,wanted",
                            "action '%s' is of seat %d, not of seat %d",
                            error_quote(node->action).text, seat + 1, node->seat);
    if (node->turn && node->turn != turn)
        return record_error(e, node->line, "record.turn:action,number",
                            "the number before '%s' must be %u", error_quote(node->action).text,
                            turn);
    node->seat = (uint8_t)seat;
    node->turn = turn;
    return true;
}

static bool replay_action(struct replay *p, unsigned number, struct error *e)
{
    struct record *r = p->record;
    const struct record_node *node = &r->nodes[number];
    struct error_quote action = error_quote(node->action);
    const struct game_position *before = &p->at[node->parent];
    struct error inner;
    struct history history;

    if (p->over[node->parent])
        return record_error(e, node->line, "action.late:action",
                            "action '%s' comes after the end of the game", action.text);
    if (stands_twice(r, number))
        return record_error(e, node->line, "record.twice:action", "action '%s' stands here twice",
                            action.text);
    if (!count_nested(p, number, e) || !settle_turn(r, number, r->setup.game->to_act(before), e))
        return false;
    history_init(&history, r->setup.game, &r->setup.options, before);
    bool played = history_play_text(&history, node->action, &inner);
    p->at[number] = history.position;
    history_clear(&history);
    if (!played)
        return record_error_within(e, node->line, &inner);
    note_position(p, number);
    return true;
}

static bool read_start_position(const struct record *r, struct game_position *start,
                                struct error *e)
{
    const struct match_setup *setup = &r->setup;
    struct error inner;

    if (!setup->start[0]) {
        if (setup->game->random_start && !record_find_tag(r, "Seed"))
            return record_error(e, record_tag_line(r, "Game"), "record.no-start",
                                "a Seed or a Start is missing");
        setup->game->start(&setup->options, setup->seed, start);
        return true;
    }
    if (!setup->game->read(&setup->options, setup->start, start, &inner))
        return record_error_within(e, record_tag_line(r, "Start"), &inner);
    return true;
}

static bool replay_all(struct replay *p, struct error *e)
{
    const struct record *r = p->record;

    if (!read_start_position(r, &p->at[RECORD_START], e))
        return false;
    if (!game_complete(r->setup.game, &p->at[RECORD_START]))
        return record_error(e, record_tag_line(r, "Start"), "record.start-view",
                            "the start is a view, and no Owner says whose");
    if (record_find_tag(r, "View"))
        return record_error(e, record_tag_line(r, "View"), "record.no-owner",
                            "a View needs an Owner");
    note_position(p, RECORD_START);
    for (unsigned node = 1; node < r->count; node++) {
        if (!replay_action(p, node, e))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

static bool check_end(struct record *r, bool over, struct error *e)
{
    unsigned line = record_tag_line(r, "End");
    enum match_how how = r->end.how;

    if (how == MATCH_GOES_ON)
        r->end.how = over ? MATCH_BY_RULES : MATCH_GOES_ON;
    else if (over != (how == MATCH_BY_RULES))
        return over ? record_error(e, line, "record.rules-ended",
                                   "the end is not 'rules', but the rules ended the game")
                    : record_error(e, line, "record.goes-on",
                                   "the end is 'rules', but the game goes on");
    if (how == MATCH_TIME && !r->setup.clock.base)
        return record_error(e, line, "record.no-clock", "time cannot be up without a Clock");
    if (how == MATCH_AGREED && record_seats(r) != 2)
        return record_error(e, line, "match.draw", "a draw can be agreed between two seats only");
    if (r->end.how != MATCH_GOES_ON && (r->draw_offer >= 0 || r->hints))
        return record_error(e, record_tag_line(r, r->hints ? "Hints" : "Offer"),
                            "record.over-offer",
                            "a game that is over has no offer and no hints to come");
    return true;
}

// Until scores were counted when a player resigns, they were written as 0.
static bool is_older_result(const struct record *r, const char *value)
{
    struct record uncounted = *r;
    char words[WORDS];
    struct text t;

    if (r->end.how != MATCH_RESIGNED && r->end.how != MATCH_TIME)
        return false;
    memset(uncounted.result.score, 0, sizeof uncounted.result.score);
    text_init(&t, words, sizeof words);
    record_result_text(&uncounted, &t);
    return !strcmp(value, words);
}

static bool check_result(const struct record *r, struct error *e)
{
    const struct record_tag *tag = record_find_tag(r, "Result");
    char words[WORDS];
    struct text t;

    text_init(&t, words, sizeof words);
    record_result_text(r, &t);
    return !tag || !strcmp(tag->value, words) || is_older_result(r, tag->value) ||
           record_error(e, tag->line, "record.result:result,right",
                        "result '%s' is wrong: the game gives '%s'", error_quote(tag->value).text,
                        words);
}

// Plays the main line as a match, which knows the result of every end.
static bool settle_result(struct record *r, struct error *e)
{
    struct match m;
    struct error inner;
    bool played = record_match(r, &m, &inner);

    if (played)
        match_result(&m, &r->result);
    match_clear(&m);
    return played || record_error_within(e, record_first_line(r), &inner);
}

static bool settle_full(struct record *r, struct error *e)
{
    struct replay p = {.record = r,
                       .at = malloc(r->count * sizeof *p.at),
                       .keys = malloc(r->count * sizeof *p.keys),
                       .before = malloc(r->count * sizeof *p.before),
                       .over = malloc(r->count * sizeof *p.over),
                       .nested = calloc(r->count, sizeof *p.nested)};
    bool fine = p.at && p.keys && p.before && p.over && p.nested;

    if (!fine)
        record_error(e, record_first_line(r), "record.memory",
                     "the record is too long for the memory");
    fine = fine && replay_all(&p, e) && check_end(r, p.over[record_last(r)], e);
    free(p.at);
    free(p.keys);
    free(p.before);
    free(p.over);
    free(p.nested);
    return fine && settle_result(r, e) && check_result(r, e);
}

// ---------------------------------------------------------------------------------------------
// Views
// ---------------------------------------------------------------------------------------------

// A position text must be exactly what the owner may see.
static bool check_view(const struct record *r, const char *tag, const char *text,
                       struct game_position *seen, struct error *e)
{
    const struct game *g = r->setup.game;
    struct error inner;
    char again[GAME_TEXT_BYTES];
    struct text t;

    if (!record_find_tag(r, tag))
        return record_error(e, record_tag_line(r, "Owner"), "record.owner-needs:tag",
                            "a record with an Owner needs a %s", tag);
    if (!g->read(&r->setup.options, text, seen, &inner))
        return record_error_within(e, record_tag_line(r, tag), &inner);
    game_view(g, seen, r->owner, seen);
    text_init(&t, again, sizeof again);
    g->write(seen, &t);
    return !strcmp(text, again) ||
           record_error(e, record_tag_line(r, tag), "record.owner-knows:tag",
                        "the %s tells what its owner may not know", tag);
}

// Rules cannot play on from a view: the seats are those that the numbers name.
static bool settle_view_turn(struct record *r, unsigned number, struct error *e)
{
    struct record_node *node = &r->nodes[number];
    const struct record_node *before = &r->nodes[node->parent];
    int seat = node->seat ? node->seat - 1 : before->seat;
    bool first = node->parent == RECORD_START;

    if (node->parent != number - 1)
        return record_error(e, node->line, "record.owner-variations",
                            "a record with an Owner has no variations");
    if (((first || node->turn) && !node->seat) || seat >= record_seats(r))
        return record_error(
            e, node->line, "record.owner-turns",
            "turns of a record with an Owner begin with number and seat, as in 1:1.");
    if (!first && node->turn && node->turn != before->turn && seat == before->seat)
        return record_error(e, node->line, "record.two-turns:seat",
                            "seat %d cannot have two turns running", seat + 1);
    return settle_turn(r, number, seat, e);
}

static bool check_first_action(const struct record *r, const struct game_position *start,
                               struct error *e)
{
    const struct record_node *node = &r->nodes[1];
    game_action action;

    if (r->count == 1)
        return !strcmp(r->view, r->setup.start) ||
               record_error(e, record_tag_line(r, "View"), "record.nothing",
                            "nothing was played: the View is the Start");
    if (node->seat != r->setup.game->to_act(start) ||
        !game_find(r->setup.game, start, node->action, &action))
        return record_error(e, node->line, "record.illegal:action,seat",
                            "action '%s' of seat %d is not legal", error_quote(node->action).text,
                            node->seat + 1);
    return true;
}

static bool settle_view(struct record *r, struct error *e)
{
    struct game_position start, now;

    if (r->end.how != MATCH_GOES_ON)
        return record_error(e, record_tag_line(r, "End"), "record.over-owner",
                            "a game that is over has no Owner");
    if (!check_view(r, "Start", r->setup.start, &start, e) ||
        !check_view(r, "View", r->view, &now, e))
        return false;
    for (unsigned node = 1; node < r->count; node++) {
        if (!settle_view_turn(r, node, e))
            return false;
    }
    return check_first_action(r, &start, e) && check_result(r, e);
}

bool record_settle(struct record *r, struct error *e)
{
    if (record_read_tags(r, e) && (record_is_view(r) ? settle_view(r, e) : settle_full(r, e))) {
        record_drop_tags(r);
        return true;
    }
    record_clear(r);
    return false;
}
