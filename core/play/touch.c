// SPDX-License-Identifier: MIT
// Checks the staged path with game/attempt.c, so that touches and typed text obey the same rules. A
// staged path is empty, or it begins a legal action or, where the game allows it, ends one.
#include "play/touch.h"

#include <assert.h>
#include <string.h>

void touch_cancel(struct touch *t)
{
    *t = (struct touch){0};
}

// From the second touch on, the only remaining action counts as complete, without its last spots. A
// single touch never completes a longer path: that would be a surprise.
static bool is_settled(const struct touch *t, const struct attempt_answer *answer)
{
    return answer->verdict == ATTEMPT_LEGAL || (answer->matches == 1 && t->path.count > 1);
}

static enum touch_answer check_path(struct touch *t, const struct history *history,
                                    struct attempt_answer *answer)
{
    attempt_path(history->game, &history->position, &t->path, answer);
    if (answer->verdict == ATTEMPT_REFUSED || answer->matches == 0)
        return TOUCH_REFUSED;
    if (!is_settled(t, answer))
        return TOUCH_STAGED;
    t->action = answer->action;
    return TOUCH_READY;
}

// The spot that a touched spot stands for after the staged ones.
static game_spot meant(const struct history *history, const struct game_path *staged,
                       game_spot spot)
{
    const struct game *g = history->game;

    return g->ui->resolve_spot ? g->ui->resolve_spot(&history->position, staged, spot) : spot;
}

// Whether a legal path of two spots ends with one.
static bool ends_path(const struct history *history, game_spot spot)
{
    struct game_actions list;

    history_list(history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_path path;
        history->game->action_path(&history->position, list.at[i], &path);
        const struct game_path first = {.count = 1, .at = {path.at[0]}};
        if (path.count == 2 && path.at[1] == meant(history, &first, spot))
            return true;
    }
    return false;
}

// Where the game allows it, the end of a path may be touched first: the staged spot then comes
// second.
static enum touch_answer check_reversed_path(struct touch *t, const struct history *history,
                                             const struct game_path *staged, game_spot spot)
{
    struct attempt_answer answer;

    if (!history->game->ui->either_end || staged->count > 1)
        return TOUCH_REFUSED;
    if (staged->count == 0) {
        t->path = (struct game_path){.count = 1, .at = {spot}};
        return ends_path(history, spot) ? TOUCH_STAGED : TOUCH_REFUSED;
    }
    const struct game_path first = {.count = 1, .at = {spot}};
    t->path = (struct game_path){.count = 2, .at = {spot, meant(history, &first, staged->at[0])}};
    return check_path(t, history, &answer);
}

// ---------------------------------------------------------------------------------------------
// Spots that may be touched at any time
// ---------------------------------------------------------------------------------------------

// Whether touched spots fit a path: the loose spot at any time, the others in order. `next` is the
// index of the next one in order.
static bool fits(const struct game *g, const struct game_path *touched,
                 const struct game_path *path, unsigned *next)
{
    bool held = false;

    *next = 0;
    for (unsigned i = 0; i < touched->count; i++) {
        if (!held && path->count >= g->ui->loose && touched->at[i] == path->at[g->ui->loose - 1]) {
            held = true;
            continue;
        }
        *next += *next == g->ui->loose - 1;
        if (*next >= path->count || path->at[*next] != touched->at[i])
            return false;
        ++*next;
    }
    *next += *next == g->ui->loose - 1;
    return true;
}

static enum touch_answer check_loose_path(struct touch *t, const struct history *history)
{
    struct game_actions list;
    unsigned matches = 0, next;
    bool whole = false;

    if (!history->game->ui->loose)
        return TOUCH_REFUSED;
    history_list(history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_path path;
        history->game->action_path(&history->position, list.at[i], &path);
        if (!fits(history->game, &t->path, &path, &next))
            continue;
        matches++;
        whole = path.count == t->path.count;
        t->action = list.at[i];
    }
    if (matches == 0)
        return TOUCH_REFUSED;
    return whole || (matches == 1 && t->path.count > 1) ? TOUCH_READY : TOUCH_STAGED;
}

static struct game_path without(const struct game_path *path, unsigned spot)
{
    struct game_path rest = {0};

    for (unsigned i = 0; i < path->count; i++) {
        if (i != spot)
            rest.at[rest.count++] = path->at[i];
    }
    return rest;
}

// Explains a refusal as if the loose spot had not been touched yet.
static void explain(const struct history *history, const struct game_path *staged, game_spot spot,
                    struct attempt_answer *answer)
{
    struct touch t = {.path = *staged};
    struct game_actions list;

    history_list(history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_path path;
        history->game->action_path(&history->position, list.at[i], &path);
        for (unsigned k = 0; path.count >= history->game->ui->loose && k < t.path.count; k++) {
            if (t.path.at[k] == path.at[history->game->ui->loose - 1])
                t.path = without(&t.path, k);
        }
    }
    t.path.at[t.path.count++] = spot;
    check_path(&t, history, answer);
}

// Undoes one of the touches, or replaces it by this one.
static enum touch_answer touch_loosely(struct touch *t, const struct history *history,
                                       const struct game_path *staged, game_spot spot)
{
    enum touch_answer answer;

    if (!history->game->ui->loose)
        return TOUCH_REFUSED;
    for (unsigned i = 0; i < staged->count; i++) {
        t->path = without(staged, i);
        if (staged->at[i] == spot && check_loose_path(t, history) != TOUCH_REFUSED)
            return TOUCH_UNDONE;
    }
    t->path = *staged;
    if (staged->count < history->game->max_path) {
        t->path.at[t->path.count++] = spot;
        answer = check_loose_path(t, history);
        if (answer != TOUCH_REFUSED)
            return answer;
    }
    for (unsigned i = staged->count; i-- > 0;) {
        t->path = without(staged, i);
        t->path.at[t->path.count++] = spot;
        answer = check_loose_path(t, history);
        if (answer != TOUCH_REFUSED) {
            t->put_back = true;
            return answer;
        }
    }
    return TOUCH_REFUSED;
}

enum touch_answer touch_spot(struct touch *t, const struct history *history, game_spot spot)
{
    assert(t->path.count <= history->game->max_path && !history->repeated);
    struct game_path staged = t->path;
    struct attempt_answer answer, fresh;

    t->rule = t->sentence = NULL;
    t->put_back = false;
    if (staged.count > 0 && staged.at[staged.count - 1] == spot) {
        struct touch twice = *t;
        twice.path.at[twice.path.count++] = spot;
        // Some paths hold a spot twice in a row; only otherwise does a second touch take back the
        // first.
        if (staged.count == history->game->max_path ||
            check_path(&twice, history, &answer) == TOUCH_REFUSED) {
            t->path.count--;
            return TOUCH_UNDONE;
        }
    }
    if (staged.count < history->game->max_path) {
        t->path.at[t->path.count++] = meant(history, &staged, spot);
        enum touch_answer verdict = check_path(t, history, &answer);
        if (verdict != TOUCH_REFUSED)
            return verdict;
    }
    if (check_reversed_path(t, history, &staged, spot) != TOUCH_REFUSED)
        return t->path.count > 1 ? TOUCH_READY : TOUCH_STAGED;
    enum touch_answer verdict = touch_loosely(t, history, &staged, spot);
    if (verdict != TOUCH_REFUSED)
        return verdict;
    t->put_back = staged.count > 0;
    t->path = (struct game_path){.count = 1, .at = {spot}};
    verdict = check_path(t, history, &fresh);
    if (verdict != TOUCH_REFUSED)
        return verdict;
    const struct game_path nothing = {0};
    if (check_reversed_path(t, history, &nothing, spot) != TOUCH_REFUSED)
        return TOUCH_STAGED;
    t->put_back = false;
    if (history->game->ui->loose && staged.count < history->game->max_path)
        explain(history, &staged, spot, &answer);
    const struct attempt_answer *shown =
        staged.count > 0 && staged.count < history->game->max_path ? &answer : &fresh;
    t->path = staged;
    t->rule = shown->rule;
    t->sentence = shown->sentence;
    t->capacity = shown->capacity;
    return TOUCH_REFUSED;
}

static unsigned add_target(bool targets[SCENE_MAX_SPOTS], game_spot spot)
{
    bool is_new = !targets[spot];

    targets[spot] = true;
    return is_new;
}

// Adds the next spots of a path with a loose spot.
static unsigned add_loose(const struct touch *t, const struct game *g, const struct game_path *path,
                          bool targets[SCENE_MAX_SPOTS])
{
    unsigned next, count = 0;

    if (!g->ui->loose || !fits(g, &t->path, path, &next))
        return 0;
    if (next < path->count)
        count += add_target(targets, path->at[next]);
    for (unsigned i = 0; i < t->path.count; i++) {
        if (path->count < g->ui->loose || t->path.at[i] == path->at[g->ui->loose - 1])
            return count;
    }
    return count + add_target(targets, path->at[g->ui->loose - 1]);
}

// The next spot of a path that continues the staged one; false if it does not.
static bool goes_on(const struct touch *t, const struct game_path *path, unsigned *next)
{
    *next = t->path.count;
    return path->count > t->path.count &&
           memcmp(path->at, t->path.at, t->path.count * sizeof *path->at) == 0;
}

// The same for a path whose end was touched first.
static bool goes_back(const struct touch *t, const struct history *history,
                      const struct game_path *path, unsigned *next)
{
    const struct game_path first = {.count = 1, .at = {path->at[0]}};

    *next = t->path.count == 0;
    return history->game->ui->either_end && path->count == 2 && t->path.count < 2 &&
           (t->path.count == 0 || path->at[1] == meant(history, &first, t->path.at[0]));
}

// Adds spots that stand for targets.
static unsigned add_meant(const struct touch *t, const struct history *history,
                          bool targets[SCENE_MAX_SPOTS])
{
    unsigned count = 0;

    for (unsigned spot = 0; history->game->ui->resolve_spot && spot < SCENE_MAX_SPOTS; spot++) {
        if (!targets[spot] && targets[meant(history, &t->path, (game_spot)spot)])
            count += add_target(targets, (game_spot)spot);
    }
    return count;
}

unsigned touch_targets(const struct touch *t, const struct history *history,
                       bool targets[SCENE_MAX_SPOTS])
{
    struct game_actions list;
    unsigned count = 0;

    memset(targets, 0, SCENE_MAX_SPOTS * sizeof *targets);
    history_list(history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_path path;
        history->game->action_path(&history->position, list.at[i], &path);
        assert(path.count >= 1 && path.count <= history->game->max_path);
        unsigned next;
        if (goes_on(t, &path, &next))
            count += add_target(targets, path.at[next]);
        if (goes_back(t, history, &path, &next))
            count += add_target(targets, path.at[next]);
        count += add_loose(t, history->game, &path, targets);
    }
    return count + add_meant(t, history, targets);
}
