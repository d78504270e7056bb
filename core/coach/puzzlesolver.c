// SPDX-License-Identifier: MIT
// Follows a person who solves a puzzle. The line has the solution; refutations of all other actions
// come from the search and, where that proves nothing, from trying every action: what is shown as a
// refutation is one.
#include "coach/puzzlesolver.h"

#include <stdlib.h>
#include <string.h>

#include "coach/deduce.h"
#include "coach/reasons.h"

enum {
    NODES = 300000,        // of the search
    CHECK_BYTES = 2 << 20, // for trying everything
    MOST_CHECKED = 600000  // positions of it
};

// ---------------------------------------------------------------------------------------------
// The line
// ---------------------------------------------------------------------------------------------

static unsigned own_actions(const struct puzzle *z, int solver)
{
    struct game_position p;
    unsigned count = 0;

    puzzle_position(z, &p);
    for (unsigned i = 0; i < z->length; i++) {
        count += z->game->to_act(&p) == solver;
        z->game->apply(&p, z->line[i], &p);
    }
    return count;
}

void puzzle_solver_init(struct puzzle_solver *s, const struct puzzle *z)
{
    *s = (struct puzzle_solver){.puzzle = *z};
    puzzle_position(z, &s->position);
    s->mirrored = s->position;
    s->seat = z->game->to_act(&s->position);
    s->to_find = own_actions(z, s->seat);
}

bool puzzle_solver_match(const struct puzzle *z, int solver, struct match *m, struct error *e)
{
    struct match_setup setup = {.game = z->game, .options = z->options, .seed = z->seed};
    bool good;

    for (int seat = 0; seat < game_seats(z->game, &z->options); seat++)
        setup.seats[seat].who = seat == solver ? MATCH_PERSON : MATCH_REMOTE;
    good = match_init(m, &setup, e);
    for (unsigned i = 0; i < z->past_length && good; i++)
        good = match_play(m, z->past[i], 0, e);
    if (!good)
        match_clear(m);
    return good;
}

bool puzzle_solver_done(const struct puzzle_solver *s)
{
    return s->done == s->puzzle.length;
}

// What the next action of the line leads to, as a key that mirrors share.
static uint64_t next_key(const struct puzzle_solver *s)
{
    struct game_position next;

    s->puzzle.game->apply(&s->mirrored, s->puzzle.line[s->done], &next);
    return game_canonical_key(s->puzzle.game, &next);
}

static bool is_wanted(const struct puzzle_solver *s, game_action action, uint64_t key)
{
    struct game_position next;

    s->puzzle.game->apply(&s->position, action, &next);
    return game_canonical_key(s->puzzle.game, &next) == key;
}

// The line's next action as people see it: itself where the line is no mirror, or else the first
// that leads to the same game.
game_action puzzle_solver_solution(const struct puzzle_solver *s)
{
    const struct game *g = s->puzzle.game;
    struct game_actions list;
    uint64_t key = next_key(s);

    game_list(g, &s->position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (list.at[i] == s->puzzle.line[s->done] && is_wanted(s, list.at[i], key))
            return list.at[i];
    }
    for (unsigned i = 0; i < list.count; i++) {
        if (is_wanted(s, list.at[i], key))
            return list.at[i];
    }
    return s->puzzle.line[s->done];
}

static void play_next(struct puzzle_solver *s, game_action action)
{
    const struct game *g = s->puzzle.game;

    s->found += g->to_act(&s->position) == s->seat;
    s->played[s->played_count++] = action;
    g->apply(&s->mirrored, s->puzzle.line[s->done++], &s->mirrored);
    g->apply(&s->position, action, &s->position);
}

enum puzzle_attempt puzzle_solver_try(struct puzzle_solver *s, game_action action)
{
    const struct game *g = s->puzzle.game;

    if (!is_wanted(s, action, next_key(s)))
        return PUZZLE_ATTEMPT_WRONG;
    play_next(s, action);
    while (!puzzle_solver_done(s) && g->to_act(&s->position) != s->seat)
        play_next(s, puzzle_solver_solution(s));
    return puzzle_solver_done(s) ? PUZZLE_ATTEMPT_SOLVED : PUZZLE_ATTEMPT_RIGHT;
}

void puzzle_solver_reveal(struct puzzle_solver *s)
{
    unsigned found = s->found;

    while (!puzzle_solver_done(s))
        play_next(s, puzzle_solver_solution(s));
    s->found = found;
}

// ---------------------------------------------------------------------------------------------
// Refutations
// ---------------------------------------------------------------------------------------------

// Whether the search result about a wrong action proves that the goal is lost. Never in a puzzle
// with a bound on the actions, which the search does not know.
static bool settles_goal(const struct puzzle *z, const struct search_line *found)
{
    int margin;

    if (!found->proven || z->within)
        return false;
    if (z->goal == PUZZLE_LEAD && found->value > SEARCH_ESTIMATE)
        return search_margin(z->game, found, &margin) && margin < z->lead;
    return z->goal == PUZZLE_DRAW ? found->value < -SEARCH_ESTIMATE
                                  : found->value <= SEARCH_ESTIMATE;
}

// The line that the search found, up to the end of the game.
static void take_line(const struct game *g, struct game_position p, const game_action *actions,
                      unsigned count, struct refutation *r)
{
    struct game_result result;

    for (unsigned i = 0; i < count && r->count < PUZZLE_SOLVER_MAX_REFUTATION; i++) {
        g->result(&p, &result);
        if (result.over)
            return;
        r->actions[r->count++] = actions[i];
        g->apply(&p, actions[i], &p);
    }
}

static bool misses_goal(const struct puzzle_solver *s, const struct game_position *p,
                        game_action action)
{
    struct game_position after;

    s->puzzle.game->apply(p, action, &after);
    return puzzle_stands(&s->puzzle, s->seat, p, &after) == PUZZLE_MISSED;
}

// The action with which the search goes on, or the first that does not miss the goal by itself.
static game_action expected_action(const struct puzzle_solver *s, const struct game_position *p,
                                   const struct search_line *found, unsigned place)
{
    const struct game *g = s->puzzle.game;
    struct game_actions list;
    unsigned first = 0;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count && place < found->length; i++) {
        if (list.at[i] == found->actions[place])
            return list.at[i];
    }
    while (first < list.count && misses_goal(s, p, list.at[first]))
        first++;
    return list.at[first < list.count ? first : 0];
}

// Tries everything: an answer of the opponent after which the goal can no longer be forced.
static bool find_answer(struct puzzle_check *check, const struct puzzle_solver *s,
                        const struct game_position *p, unsigned left, game_action first,
                        game_action *answer)
{
    const struct game *g = s->puzzle.game;
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i <= list.count; i++) {
        *answer = i == 0 ? first : list.at[i - 1];
        if (puzzle_forces_by(check, &s->puzzle, s->seat, p, *answer, left ? left - 1 : 0) ==
            PUZZLE_WRONG)
            return true;
    }
    return false;
}

// The line up to the first such answer or, where the goal is to lose nothing, up to the loss: the
// solver may be to act once more.
static void find_line(const struct puzzle_solver *s, struct game_position p,
                      const struct search_line *found, struct refutation *r)
{
    const struct game *g = s->puzzle.game;
    unsigned left = s->puzzle.within > s->done + 1 ? s->puzzle.within - s->done - 1 : 0;
    void *memory = malloc(CHECK_BYTES);
    struct puzzle_check check;
    enum puzzle_standing stands = PUZZLE_OPEN;

    if (!memory)
        return;
    puzzle_check_init(&check, memory, CHECK_BYTES);
    check.most = MOST_CHECKED;
    while ((!r->proven || s->puzzle.goal == PUZZLE_KEEP) && stands == PUZZLE_OPEN &&
           r->count < PUZZLE_SOLVER_MAX_REFUTATION) {
        struct game_position before = p;
        game_action action = expected_action(s, &p, found, r->count + 1);
        if (g->to_act(&p) != s->seat &&
            !(r->proven = find_answer(&check, s, &p, left, action, &action)))
            break;
        r->actions[r->count++] = action;
        g->apply(&before, action, &p);
        stands = puzzle_stands(&s->puzzle, s->seat, &before, &p);
        left -= left > 0;
    }
    free(memory);
}

// That the solver wins all the same is no reason where it is a matter of points.
static bool praises_solver(const struct puzzle_solver *s, const struct fact *f)
{
    return s->puzzle.goal == PUZZLE_LEAD && f->seat == s->seat &&
           (f->id == FACT_WIN || f->id == FACT_WIN_IN || f->id == FACT_WINS_AT_ONCE ||
            f->id == FACT_BOOK);
}

// In puzzles about points the margin comes first: as the search has proven it, or as the game ends
// with the action.
static void tell_margin(const struct puzzle_solver *s, const struct game_result *result,
                        struct facts *facts)
{
    int lead = result->over ? game_lead(s->puzzle.game, &s->puzzle.options, result, s->seat) : 0;
    struct fact margin = {.id = FACT_MARGIN,
                          .seat = (int8_t)(lead > 0 ? s->seat : s->seat ^ 1),
                          .number = {lead > 0 ? lead : -lead}};
    unsigned at = 0;

    if (s->puzzle.goal != PUZZLE_LEAD)
        return;
    while (at < facts->count && facts->at[at].id != FACT_MARGIN)
        at++;
    if (at < facts->count)
        margin = facts->at[at];
    else if (lead == 0 || facts->count == FACTS_MOST)
        return;
    else
        facts->count++;
    memmove(&facts->at[1], &facts->at[0], at * sizeof margin);
    facts->at[0] = margin;
}

// Of a proven puzzle only certain facts are reported.
static void keep_certain(const struct puzzle_solver *s, struct facts *facts)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < facts->count && kept < PUZZLE_SOLVER_MAX_REASONS; i++) {
        if (fact_row(facts->at[i].id)->grade != FACT_ESTIMATED && !praises_solver(s, &facts->at[i]))
            facts->at[kept++] = facts->at[i];
    }
    facts->count = kept;
}

// Of a game with secrets: the line is one of the deal in which it fails, and ends where the true
// game would look otherwise.
static void cut_line(const struct puzzle_solver *s, struct game_position deal, game_action action,
                     struct refutation *r)
{
    const struct game *g = s->puzzle.game;
    struct game_position p = s->position;

    for (unsigned i = 0; i <= r->count; i++) {
        struct game_position seen[2];
        g->apply(&deal, i == 0 ? action : r->actions[i - 1], &deal);
        g->apply(&p, i == 0 ? action : r->actions[i - 1], &p);
        game_view(g, &deal, s->seat, &seen[0]);
        game_view(g, &p, s->seat, &seen[1]);
        if (game_key(g, &seen[0]) != game_key(g, &seen[1]))
            r->count = i;
    }
}

// Finds a deal in which the action fails, and what the others do then.
static void refute_deal(const struct puzzle_solver *s, game_action action, struct refutation *r)
{
    const struct game *g = s->puzzle.game;
    const struct search_line nothing = {.length = 0};
    void *memory = malloc(CHECK_BYTES);
    struct puzzle_check check;
    struct game_position deal, seen, next;

    if (!memory)
        return;
    puzzle_check_init(&check, memory, CHECK_BYTES);
    check.most = MOST_CHECKED;
    bool found = deduce_refute(&check, &s->puzzle, s->seat, &s->position, action, &deal);
    bool any = found && s->puzzle.goal == PUZZLE_KEEP &&
               deduce_hopeless(&check, &s->puzzle, s->seat, &s->position, action);
    free(memory);
    if (!found)
        return;
    game_view(g, &s->position, s->seat, &seen);
    for (int seat = 0; seat < GAME_MAX_SEATS && seat < game_seats(g, &s->puzzle.options); seat++) {
        bool unseen = game_secret(g, &seen, seat) < 0 && !any;
        r->secret[seat] = (int8_t)(unseen ? game_secret(g, &deal, seat) : -1);
    }
    g->apply(&deal, action, &next);
    if (puzzle_stands(&s->puzzle, s->seat, &deal, &next) == PUZZLE_OPEN)
        find_line(s, next, &nothing, r);
    r->proven = true;
    cut_line(s, deal, action, r);
}

void puzzle_solver_refute(const struct puzzle_solver *s, struct thinker *t,
                          const struct history *history, game_action action,
                          const struct think_watch *watch, struct refutation *r)
{
    const struct game *g = s->puzzle.game;
    const struct think_limits limits = {
        .search = {.nodes = NODES, .exact = s->puzzle.goal == PUZZLE_LEAD}};
    struct search_report report;
    struct game_position next;
    struct game_result result;

    *r = (struct refutation){.secret = {-1, -1, -1, -1}};
    if (g->hidden) {
        refute_deal(s, action, r);
        reasons_against(history, action, puzzle_solver_solution(s), &r->reasons);
        keep_certain(s, &r->reasons);
        return;
    }
    g->apply(&history->position, action, &next);
    g->result(&next, &result);
    think_about(t, history, action, &limits, watch, &report);
    const struct search_line *found = &report.lines[0];
    if (result.over) {
        r->proven = true;
    } else if (settles_goal(&s->puzzle, found) && found->length > 1) {
        r->proven = true;
        take_line(g, next, found->actions + 1, found->length - 1, r);
    } else {
        find_line(s, next, found, r);
    }
    struct facts_task task = {.history = history, .action = action, .found = found};
    facts_against(&task, &r->reasons);
    reasons_against(history, action, puzzle_solver_solution(s), &r->reasons);
    tell_margin(s, &result, &r->reasons);
    keep_certain(s, &r->reasons);
}

// ---------------------------------------------------------------------------------------------
// In words
// ---------------------------------------------------------------------------------------------

// The name of a seat is translated where it is the game's.
static void refer_name(const struct puzzle *z, int seat, const char *const names[GAME_MAX_SEATS],
                       struct message *message)
{
    if (names[seat] == z->game->seat_names[seat])
        message_refer(message, "name", "%s.seat.%d", z->game->name, seat + 1);
}

// Of a game with secrets.
static void say_any(const struct puzzle *z, const char *name, struct message *message)
{
    if (z->goal == PUZZLE_KEEP) {
        message_set(message, "puzzle.any.keep:name,keep", "%s to act: %s.", name,
                    game_hidden(z->game)->objective);
        message_refer(message, "keep", "%s.keep", z->game->name);
    } else if (z->goal == PUZZLE_DRAW)
        message_set(message, "puzzle.any.draw:name",
                    "%s to act: do not lose, whatever the others hold.", name);
    else if (z->goal == PUZZLE_LEAD)
        message_count(message, (unsigned long long)z->lead, "puzzle.any.lead:name,n",
                      "%s to act: win by at least %d point, whatever the others hold.",
                      "%s to act: win by at least %d points, whatever the others hold.", name,
                      z->lead);
    else
        message_set(message, "puzzle.any.win:name", "%s to act: win, whatever the others hold.",
                    name);
}

void puzzle_solver_say_goal(const struct puzzle *z, const char *const names[GAME_MAX_SEATS],
                            struct message *message)
{
    struct game_position p;

    puzzle_position(z, &p);
    int solver = z->game->to_act(&p);
    const char *name = names[solver];
    if (z->game->hidden)
        say_any(z, name, message);
    else if (z->goal == PUZZLE_DRAW)
        message_set(message, "puzzle.goal.draw:name", "%s to act: do not lose.", name);
    else if (z->goal == PUZZLE_LEAD)
        message_count(message, (unsigned long long)z->lead, "puzzle.goal.lead:name,n",
                      "%s to act: win by at least %d point.",
                      "%s to act: win by at least %d points.", name, z->lead);
    else if (z->within > 1)
        // Where positions can come back a turn is one action, so every other one is the solver's.
        message_count(message, (z->within + 1) / 2, "puzzle.goal.within:name,n",
                      "%s to act: win with at most %u action of your own.",
                      "%s to act: win with at most %u actions of your own.", name,
                      (z->within + 1) / 2);
    else if (z->within)
        message_set(message, "puzzle.goal.now:name", "%s to act: win at once.", name);
    else
        message_set(message, "puzzle.goal.win:name", "%s to act: win.", name);
    refer_name(z, solver, names, message);
}

static void say_proven(const struct puzzle *z, const char *name, struct message *message)
{
    if (z->goal == PUZZLE_KEEP)
        message_set(message, "puzzle.lost.keep:name", "Proven: %s can no longer keep everything.",
                    name);
    else if (z->goal == PUZZLE_DRAW)
        message_set(message, "puzzle.lost.draw:name", "Proven: %s can no longer avoid losing.",
                    name);
    else if (z->goal == PUZZLE_LEAD)
        message_count(message, (unsigned long long)z->lead, "puzzle.lost.lead:name,n",
                      "Proven: %s can no longer force a win by %d point.",
                      "Proven: %s can no longer force a win by %d points.", name, z->lead);
    else if (z->within)
        message_set(message, "puzzle.lost.within:name",
                    "Proven: %s can no longer force a win in time.", name);
    else
        message_set(message, "puzzle.lost.win:name", "Proven: %s can no longer force a win.", name);
}

// Names the deal in which it fails; of partners, who hold the same, the first. False when the
// solver sees everything.
static bool say_deal(const struct puzzle_solver *s, const struct refutation *r,
                     const char *const names[GAME_MAX_SEATS], struct message *message)
{
    const struct puzzle *z = &s->puzzle;
    static const char *const who[] = {"other", "third"}, *const what[] = {"word", "colour"};
    int seats[2], count = 0;

    for (int seat = 0; seat < game_seats(z->game, &z->options) && count < 2; seat++) {
        if (r->secret[seat] >= 0 && !(count && r->secret[seats[0]] == r->secret[seat]))
            seats[count++] = seat;
    }
    if (count == 0)
        return false;
    const char *secrets[2] = {game_hidden(z->game)->secret_names[r->secret[seats[0]]],
                              game_hidden(z->game)->secret_names[r->secret[seats[count - 1]]]};
    if (count == 1)
        message_set(message, "puzzle.lost.deal:name,other,word",
                    "Proven: %s can no longer force the goal if %s has %s.", names[s->seat],
                    names[seats[0]], secrets[0]);
    else
        message_set(message, "puzzle.lost.deals:name,other,word,third,colour",
                    "Proven: %s can no longer force the goal if %s has %s and %s has %s.",
                    names[s->seat], names[seats[0]], secrets[0], names[seats[1]], secrets[1]);
    refer_name(z, s->seat, names, message);
    for (int i = 0; i < count; i++) {
        message_refer(message, what[i], "%s.word.%s", z->game->name, secrets[i]);
        if (names[seats[i]] == z->game->seat_names[seats[i]])
            message_refer(message, who[i], "%s.seat.%d", z->game->name, seats[i] + 1);
    }
    return true;
}

void puzzle_solver_say_lost(const struct puzzle_solver *s, const struct refutation *r,
                            const char *const names[GAME_MAX_SEATS], struct message *message)
{
    if (r->proven && say_deal(s, r, names, message))
        return;
    if (r->proven)
        say_proven(&s->puzzle, names[s->seat], message);
    else
        message_set(message, "puzzle.lost:name",
                    "%s can no longer force the goal: this was proven when the puzzle was made.",
                    names[s->seat]);
    refer_name(&s->puzzle, s->seat, names, message);
}

bool puzzle_solver_say_rest(const struct puzzle_solver *s, const char *const names[GAME_MAX_SEATS],
                            struct message *message)
{
    const struct puzzle *z = &s->puzzle;
    const char *name = names[s->seat];
    struct game_result result;

    z->game->result(&s->position, &result);
    if (result.over || !puzzle_solver_done(s))
        return false;
    if (z->game->hidden)
        message_set(
            message, "puzzle.rest.any:name",
            "From here %s can force the goal whatever the others hold: the rest is not asked.",
            name);
    else if (z->goal == PUZZLE_DRAW)
        message_set(message, "puzzle.rest.draw:name",
                    "From here %s need not lose, whatever is answered: the rest is not asked.",
                    name);
    else if (z->goal == PUZZLE_LEAD)
        message_set(
            message, "puzzle.rest.lead:name",
            "From here %s can force these points, whatever is answered: the rest is not asked.",
            name);
    else
        message_set(message, "puzzle.rest.win:name",
                    "From here %s can force the win, whatever is answered: the rest is not asked.",
                    name);
    refer_name(z, s->seat, names, message);
    return true;
}
