// SPDX-License-Identifier: MIT
// Themes of puzzles: each is a question to the rules or to the checker.
#include <string.h>

#include "base/hash.h"
#include "coach/deduce.h"
#include "coach/puzzletheme.h"

enum { MOST_WINS = 200, LONG_OWN = 4 };

// An id is the English name with hyphens, found beside the games' own by the
// page.
static const struct sentence names[PUZZLE_THEMES] = {
    [PUZZLE_WIN_IN_1] = SENTENCE("game.theme.win-in-one", "win in one"),
    [PUZZLE_WIN_IN_2] = SENTENCE("game.theme.win-in-two", "win in two"),
    [PUZZLE_WIN_IN_3] = SENTENCE("game.theme.win-in-three", "win in three"),
    [PUZZLE_WIN_IN_MORE] = SENTENCE("game.theme.win-in-four-or-more", "win in four or more"),
    [PUZZLE_DOUBLE_THREAT] = SENTENCE("game.theme.double-threat", "double threat"),
    [PUZZLE_ZUGZWANG] = SENTENCE("game.theme.zugzwang", "zugzwang"),
    [PUZZLE_ONLY_DEFENCE] = SENTENCE("game.theme.only-defence", "only defence"),
    [PUZZLE_SACRIFICE] = SENTENCE("game.theme.sacrifice", "sacrifice"),
    [PUZZLE_LONG] = SENTENCE("game.theme.long-line", "long line"),
    [PUZZLE_SAVED] = SENTENCE("game.theme.save-the-draw", "save the draw"),
    [PUZZLE_BY_POINTS] = SENTENCE("game.theme.win-by-points", "win by points"),
    [PUZZLE_ONE_DEAL] = SENTENCE("game.theme.only-one-deal-left", "only one deal left"),
    [PUZZLE_ANY_DEAL] = SENTENCE("game.theme.whatever-they-hold", "whatever they hold"),
    [PUZZLE_NOTHING_LOST] = SENTENCE("game.theme.nothing-lost", "nothing lost"),
};

static unsigned own_count(const struct game *g)
{
    unsigned count = 0;

    while (game_coach(g)->themes && game_coach(g)->themes[count].id)
        count++;
    return count;
}

const char *puzzle_theme_id(const struct game *g, unsigned theme)
{
    if (theme < PUZZLE_THEMES)
        return names[theme].id + strlen("game.theme.");
    if (theme < PUZZLE_OWN_THEMES || theme - PUZZLE_OWN_THEMES >= own_count(g))
        return NULL;
    return game_coach(g)->themes[theme - PUZZLE_OWN_THEMES].id;
}

bool puzzle_theme_name(const struct game *g, unsigned theme, struct message *message)
{
    char id[64];
    struct text t;

    if (!puzzle_theme_id(g, theme))
        return false;
    if (theme < PUZZLE_THEMES) {
        message_row(message, &names[theme]);
        return true;
    }
    const struct game_theme *own = &game_coach(g)->themes[theme - PUZZLE_OWN_THEMES];
    text_init(&t, id, sizeof id);
    text_format(&t, "%s.theme.%s", g->name, own->id);
    struct sentence row = {id, own->name};
    message_row(message, &row);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Single questions
// ---------------------------------------------------------------------------------------------

static bool wins_at_once(const struct game *g, const struct game_position *p, game_action action,
                         int seat)
{
    struct game_position next;
    struct game_result result;

    g->apply(p, action, &next);
    g->result(&next, &result);
    return result.over && result.outcome[seat] == GAME_WIN;
}

// The actions that win at once for the seat to act, by their texts.
static unsigned wins(const struct game *g, const struct game_position *p, uint64_t *texts)
{
    struct game_actions list;
    unsigned count = 0;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count && count < MOST_WINS; i++) {
        char text[GAME_ACTION_BYTES];
        if (!wins_at_once(g, p, list.at[i], g->to_act(p)))
            continue;
        game_write_action(g, p, list.at[i], text);
        texts[count++] = hash_bytes(text, strlen(text));
    }
    return count;
}

// Of `count` texts those that are among the others stay.
static unsigned keep_common(uint64_t *texts, unsigned count, const uint64_t *others, unsigned other)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < other && others[k] != texts[i])
            k++;
        if (k < other)
            texts[kept++] = texts[i];
    }
    return kept;
}

static bool is_double_threat(const struct puzzle *z, const struct game_position *p, game_action own)
{
    const struct game *g = z->game;
    int solver = g->to_act(p);
    uint64_t common[MOST_WINS], found[MOST_WINS];
    unsigned count = 0;
    struct game_position after;
    struct game_actions list;

    g->apply(p, own, &after);
    game_list(g, &after, &list);
    if (list.count < 2 || g->to_act(&after) == solver)
        return false;
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position next;
        struct game_result result;
        g->apply(&after, list.at[i], &next);
        g->result(&next, &result);
        if (result.over || g->to_act(&next) != solver)
            return false;
        unsigned now = wins(g, &next, i ? found : common);
        if (now == 0)
            return false;
        count = i ? keep_common(common, count, found, now) : now;
    }
    return count == 0;
}

// The word for the seat to act stands second in every position's text.
static bool seat_word(const char *text, char word[8], const char **end)
{
    const char *at = strchr(text, ' ');
    size_t length = at ? strcspn(at + 1, " ") : 0;

    if (length == 0 || length >= 8)
        return false;
    memcpy(word, at + 1, length);
    word[length] = 0;
    *end = at + 1 + length;
    return true;
}

// Reads a position's text with another word for the seat to act. Where more stands behind that
// word, the last of it is what the action before forbids the seat to act now: where nothing was
// done, nothing is forbidden.
static bool read_turned(const struct puzzle *z, const char *text, size_t before, const char *seat,
                        const char *rest, struct game_position *turned)
{
    char other[GAME_TEXT_BYTES];
    const char *last = strrchr(rest, ' ');
    struct error ignored;
    struct text t;

    text_init(&t, other, sizeof other);
    text_format(&t, "%.*s%s", (int)before, text, seat);
    if (last)
        text_format(&t, "%.*s -", (int)(last - rest), rest);
    return z->game->read(&z->options, other, turned, &ignored);
}

// The same position with the solver to act, as if the other seat had passed; false when that cannot
// be written.
static bool passed(const struct puzzle *z, const struct game_position *solver_acts,
                   const struct game_position *p, struct game_position *turned)
{
    char before[GAME_TEXT_BYTES], now[GAME_TEXT_BYTES], own[8], other[8];
    const char *end;
    struct text t;

    text_init(&t, before, sizeof before);
    z->game->write(solver_acts, &t);
    text_init(&t, now, sizeof now);
    z->game->write(p, &t);
    if (!seat_word(before, own, &end) || !seat_word(now, other, &end) || !strcmp(own, other))
        return false;
    return read_turned(z, now, (size_t)(end - now) - strlen(other), own, end, turned) &&
           z->game->to_act(turned) == z->game->to_act(solver_acts);
}

static bool is_zugzwang(struct puzzle_check *c, const struct puzzle *z,
                        const struct game_position *p, game_action own)
{
    const struct game *g = z->game;
    int solver = g->to_act(p);
    struct game_position after, turned;
    struct game_result result;

    g->apply(p, own, &after);
    g->result(&after, &result);
    if (z->within || result.over || g->to_act(&after) == solver || !passed(z, p, &after, &turned))
        return false;
    g->result(&turned, &result);
    return !result.over && puzzle_forces(c, z, solver, &turned, 0) == PUZZLE_WRONG;
}

// ---------------------------------------------------------------------------------------------
// The whole line
// ---------------------------------------------------------------------------------------------

static bool ends_with_game(const struct puzzle *z)
{
    struct game_position p;
    struct game_result result;

    puzzle_position(z, &p);
    for (unsigned i = 0; i < z->length; i++)
        z->game->apply(&p, z->line[i], &p);
    z->game->result(&p, &result);
    return result.over;
}

static bool forced_within(struct puzzle_check *c, const struct puzzle *z,
                          const struct game_position *p, unsigned actions,
                          enum puzzle_verdict wanted)
{
    struct puzzle bounded = *z;

    bounded.within = actions;
    return puzzle_forces(c, &bounded, z->game->to_act(p), p, actions) == wanted;
}

static unsigned win_in(struct puzzle_check *c, const struct puzzle *z,
                       const struct game_position *p, unsigned own)
{
    if (z->goal != PUZZLE_WIN || !ends_with_game(z) ||
        !forced_within(c, z, p, z->length, PUZZLE_PROVEN) ||
        (z->length > 1 && !forced_within(c, z, p, z->length - 1, PUZZLE_WRONG)))
        return 0;
    return 1u << (own == 1   ? PUZZLE_WIN_IN_1
                  : own == 2 ? PUZZLE_WIN_IN_2
                  : own == 3 ? PUZZLE_WIN_IN_3
                             : PUZZLE_WIN_IN_MORE);
}

static bool loses_at_once(const struct game *g, const struct game_position *p, int solver)
{
    uint64_t texts[MOST_WINS];
    struct game_result result;

    g->result(p, &result);
    if (result.over)
        return result.outcome[solver] == GAME_LOSS;
    return g->to_act(p) != solver && wins(g, p, texts) > 0;
}

static bool only_defence(const struct puzzle *z, const struct game_position *p)
{
    const struct game *g = z->game;
    struct game_actions list;

    if (wins_at_once(g, p, z->line[0], g->to_act(p)))
        return false;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_position next;
        if (puzzle_same(g, p, z->line[0], list.at[i]))
            continue;
        g->apply(p, list.at[i], &next);
        if (!loses_at_once(g, &next, g->to_act(p)))
            return false;
    }
    return true;
}

// How many points the solver is ahead as they stand.
static int standing(const struct game *g, const struct game_position *p, int solver)
{
    int won[GAME_MAX_SEATS] = {0}, lost[GAME_MAX_SEATS] = {0};

    g->score_at_resignation(p, solver ^ 1, won);
    g->score_at_resignation(p, solver, lost);
    return won[solver] - lost[solver ^ 1];
}

static bool sacrifice(const struct game *g, const struct game_position *p, game_action own)
{
    int solver = g->to_act(p), before;
    struct game_position after;
    struct game_result result;
    struct game_actions list;

    if (!g->score_at_resignation)
        return false;
    g->apply(p, own, &after);
    g->result(&after, &result);
    before = standing(g, p, solver);
    if (result.over || standing(g, &after, solver) >= before)
        return false;
    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        g->apply(p, list.at[i], &after);
        g->result(&after, &result);
        if (!result.over && standing(g, &after, solver) >= before)
            return true;
    }
    return false;
}

static unsigned goal_theme(const struct puzzle *z)
{
    switch (z->goal) {
    case PUZZLE_DRAW:
        return 1u << PUZZLE_SAVED;
    case PUZZLE_LEAD:
        return 1u << PUZZLE_BY_POINTS;
    case PUZZLE_KEEP:
        return 1u << PUZZLE_NOTHING_LOST;
    default:
        return 0;
    }
}

// Of a game with secrets: proofs there are about sets of determinizations, so only themes that need
// no proof are set.
static unsigned themes_of_determinizations(const struct puzzle *z)
{
    const struct game *g = z->game;
    struct deduce_determinizations determinizations;
    struct game_position p;
    unsigned themes, own = 0;

    puzzle_position(z, &p);
    int solver = g->to_act(&p);
    deduce_list(g, &p, solver, &determinizations);
    themes = 1u << (determinizations.count == 1 ? PUZZLE_ONE_DEAL : PUZZLE_ANY_DEAL);
    for (unsigned i = 0; i < z->length; i++) {
        if (g->to_act(&p) == solver) {
            own++;
            themes |= game_coach(g)->theme
                          ? game_coach(g)->theme(&p, z->line[i]) << PUZZLE_OWN_THEMES
                          : 0;
        }
        g->apply(&p, z->line[i], &p);
    }
    themes |= (unsigned)(own >= LONG_OWN) << PUZZLE_LONG;
    return themes | goal_theme(z);
}

unsigned puzzle_themes(struct puzzle_check *c, const struct puzzle *z)
{
    const struct game *g = z->game;
    struct game_position start, p;
    unsigned themes = 0, own = 0;

    if (g->hidden)
        return themes_of_determinizations(z);
    puzzle_position(z, &start);
    p = start;
    int solver = g->to_act(&p);
    for (unsigned i = 0; i < z->length; i++) {
        if (g->to_act(&p) == solver) {
            own++;
            if (z->goal == PUZZLE_WIN && is_double_threat(z, &p, z->line[i]))
                themes |= 1u << PUZZLE_DOUBLE_THREAT;
            if (is_zugzwang(c, z, &p, z->line[i]))
                themes |= 1u << PUZZLE_ZUGZWANG;
            if (sacrifice(g, &p, z->line[i]))
                themes |= 1u << PUZZLE_SACRIFICE;
            if (game_coach(g)->theme)
                themes |= game_coach(g)->theme(&p, z->line[i]) << PUZZLE_OWN_THEMES;
        }
        g->apply(&p, z->line[i], &p);
    }
    themes |= win_in(c, z, &start, own);
    if (only_defence(z, &start))
        themes |= 1u << PUZZLE_ONLY_DEFENCE;
    themes |= (unsigned)(own >= LONG_OWN) << PUZZLE_LONG;
    return themes | goal_theme(z);
}
