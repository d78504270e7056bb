// SPDX-License-Identifier: MIT
// Judging attempts: legal actions by their paths; refusals by the game's own `why`, and when the
// attempt is too short for a rule to speak, by the rule that comes nearest to allowing any of its
// continuations.
#include "game/attempt.h"

#include <assert.h>
#include <string.h>

#include "base/catalogue.h"

const struct game_rule attempt_rules[ATTEMPT_RULES] = {
    [ATTEMPT_UNREADABLE] = {"unreadable", "That does not have the form of an action of this game."},
    [ATTEMPT_SPOT_COUNT] = {"spot-count", "An attempt is one to four spots."},
    [ATTEMPT_NO_SUCH_SPOT] = {"no-such-spot", "There is no such spot."},
    [ATTEMPT_PICTURE] = {"picture", "That spot only shows the position; it cannot be played on."},
    [ATTEMPT_TOO_LONG] = {"too-long", "The action is complete before the last touch."},
    [ATTEMPT_UNKNOWN] = {"unknown", "That is not a legal action here."},
    [ATTEMPT_OVER] = {"over", "The game is over."},
};

const char *attempt_reason(const struct attempt_answer *answer, const struct catalogue *messages)
{
    return catalogue_text(messages, answer->sentence, "%s.rule.%s", answer->capacity, answer->rule);
}

static void refuse_attempt(struct attempt_answer *answer, const struct game_rule *rule)
{
    answer->verdict = ATTEMPT_REFUSED;
    answer->rule = rule->id;
    answer->sentence = rule->sentence;
    answer->capacity = "game";
}

static bool begins_with(const struct game_path *path, const struct game_path *beginning)
{
    return path->count >= beginning->count &&
           memcmp(path->at, beginning->at, beginning->count * sizeof *path->at) == 0;
}

// Narrows the legal actions by the path. True when at least one begins so.
static bool match_actions(const struct game *g, const struct game_position *p,
                          const struct game_path *path, struct attempt_answer *answer)
{
    struct game_actions list;

    game_list(g, p, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct game_path other;
        g->action_path(p, list.at[i], &other);
        assert(other.count >= 1 && other.count <= g->max_path && g->max_path <= GAME_MAX_PATH);
        if (!begins_with(&other, path))
            continue;
        if (answer->matches++ == 0)
            answer->action = list.at[i];
        answer->verdict = other.count == path->count ? ATTEMPT_LEGAL : ATTEMPT_INCOMPLETE;
    }
    // No path begins with the whole of another, so an action whose path is complete is alone.
    assert(answer->matches <= 1 || answer->verdict == ATTEMPT_INCOMPLETE);
    return answer->matches > 0;
}

// The rule that forbids the path, or the nearest to legal among those that forbid its
// continuations.
static unsigned nearest_rule(const struct game *g, const struct game_position *p,
                             const struct scene *scene, const struct game_path *path)
{
    assert(path->count >= 1 && path->count <= g->max_path);
    unsigned rule = g->why(p, path), best = GAME_RULE_NONE;

    assert(rule < g->rule_count);
    if (rule != GAME_RULE_NONE || path->count == g->max_path)
        return rule;
    struct game_path longer = *path;
    longer.count++;
    for (unsigned i = 0; i < scene->spot_count; i++) {
        if (scene->spots[i].use == SCENE_PICTURE)
            continue;
        longer.at[path->count] = (game_spot)i;
        rule = nearest_rule(g, p, scene, &longer);
        if (rule > best)
            best = rule;
    }
    return best;
}

static void refuse_by_rule(const struct game *g, const struct game_position *p,
                           const struct scene *scene, const struct game_path *path,
                           struct attempt_answer *answer)
{
    struct game_path part = *path;

    // A path that goes on after a complete action says so; one that went wrong before is judged by
    // as much of it as the game's longest path holds.
    for (part.count = 1; part.count < path->count; part.count++) {
        struct attempt_answer beginning = {0};
        if (match_actions(g, p, &part, &beginning) && beginning.verdict == ATTEMPT_LEGAL) {
            refuse_attempt(answer, &attempt_rules[ATTEMPT_TOO_LONG]);
            return;
        }
    }
    if (part.count > g->max_path)
        part.count = g->max_path;
    unsigned rule = nearest_rule(g, p, scene, &part);
    if (rule == GAME_RULE_NONE || rule >= g->rule_count) {
        refuse_attempt(answer, &attempt_rules[ATTEMPT_UNKNOWN]);
        return;
    }
    refuse_attempt(answer, &g->rules[rule]);
    answer->capacity = g->name;
}

void attempt_path(const struct game *g, const struct game_position *p, const struct game_path *path,
                  struct attempt_answer *answer)
{
    static const struct attempt_answer empty;
    struct scene scene;

    *answer = empty;
    game_scene(g, p, GAME_PUBLIC, &scene);
    if (path->count == 0 || path->count > GAME_MAX_PATH) {
        refuse_attempt(answer, &attempt_rules[ATTEMPT_SPOT_COUNT]);
        return;
    }
    for (unsigned i = 0; i < path->count; i++) {
        if (path->at[i] >= scene.spot_count) {
            refuse_attempt(answer, &attempt_rules[ATTEMPT_NO_SUCH_SPOT]);
            return;
        }
        if (scene.spots[path->at[i]].use == SCENE_PICTURE) {
            refuse_attempt(answer, &attempt_rules[ATTEMPT_PICTURE]);
            return;
        }
    }
    if (match_actions(g, p, path, answer))
        return;
    if (g->actions(p, (game_action[GAME_MAX_ACTIONS + GAME_ACTION_SLACK]){0}) == 0)
        refuse_attempt(answer, &attempt_rules[ATTEMPT_OVER]);
    else
        refuse_by_rule(g, p, &scene, path, answer);
}

// Reads names of spots, one after the other without separators, as a path: the default of a game's
// `attempt`. The longest name that fits is taken first.
static bool read_spots(const struct game *g, const struct game_position *p, const char *text,
                       struct game_path *path)
{
    struct scene scene;

    game_scene(g, p, GAME_PUBLIC, &scene);
    path->count = 0;
    while (*text) {
        size_t longest = 0;
        for (unsigned i = 0; i < scene.spot_count; i++) {
            size_t length = strlen(scene.spots[i].name);
            if (length <= longest || strncmp(scene.spots[i].name, text, length) != 0)
                continue;
            longest = length;
            if (path->count < GAME_MAX_PATH)
                path->at[path->count] = (game_spot)i;
        }
        if (longest == 0 || path->count == GAME_MAX_PATH)
            return false;
        path->count++;
        text += longest;
    }
    return path->count > 0;
}

void attempt_text(const struct game *g, const struct game_position *p, const char *text,
                  struct attempt_answer *answer)
{
    struct game_path path = {0};

    *answer = (struct attempt_answer){0};
    if (game_find(g, p, text, &answer->action)) {
        answer->verdict = ATTEMPT_LEGAL;
        answer->matches = 1;
        return;
    }
    bool readable = g->ui->attempt ? g->ui->attempt(p, text, &path) : read_spots(g, p, text, &path);
    if (!readable) {
        refuse_attempt(answer, &attempt_rules[ATTEMPT_UNREADABLE]);
        return;
    }
    attempt_path(g, p, &path, answer);
}
