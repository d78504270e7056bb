// SPDX-License-Identifier: MIT
// The ladder of help: from where to look, over a few good actions, to the best one and its reasons.
// Page, terminal and command line ask for it in one thought and show a level at a time. The area
// must hold the best action but not betray it: where in the area it lies follows from the
// position's key, so asking again does not narrow it. A candidate is never worse than it is called.
#include "coach/hint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "coach/hintparts.h"
#include "coach/reasons.h"
#include "play/levels.h"

enum { LINES = HINT_MOST_CANDIDATES + 1 }; // one more shows whether all others lose

struct think_limits hint_limits(const struct game *g, const struct game_options *options)
{
    return (struct think_limits){.search = {.nodes = level_parameters(g, options, LEVELS)->nodes}};
}

// ---------------------------------------------------------------------------------------------
// Where to look
// ---------------------------------------------------------------------------------------------

struct box {
    int left, right, bottom, top;
};

static bool is_inside(const struct box *b, const struct scene_spot *spot)
{
    return spot->x >= b->left && spot->x <= b->right && spot->y >= b->bottom && spot->y <= b->top;
}

// Around all places of a panel.
static struct box panel_box(const struct scene *s, unsigned panel)
{
    struct box b = {INT16_MAX, INT16_MIN, INT16_MAX, INT16_MIN};

    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        if (spot->panel != panel || spot->use != SCENE_PLACE)
            continue;
        b.left = spot->x < b.left ? spot->x : b.left;
        b.right = spot->x > b.right ? spot->x : b.right;
        b.bottom = spot->y < b.bottom ? spot->y : b.bottom;
        b.top = spot->y > b.top ? spot->y : b.top;
    }
    return b;
}

// Two fifths of a side (chosen by hand: about a sixth of a board), at least two squares, laid
// around `at` such that `at` can be anywhere in it.
static void choose_span(int *low, int *high, int at, uint64_t choice)
{
    int squares = (*high - *low) / SCENE_UNIT + 1, span = (2 * squares + 4) / 5;

    if (span < 2)
        span = 2;
    int from = at - (int)(choice % (unsigned)span) * SCENE_UNIT, reach = (span - 1) * SCENE_UNIT;
    if (from + reach > *high)
        from = *high - reach;
    if (from < *low)
        from = *low;
    assert(*low <= at && at <= *high);
    *low = from;
    *high = from + reach < *high ? from + reach : *high;
}

// What lies between two thirds belongs to the outer one: else every part of a board of three
// squares would be its middle.
static const char *third_of(int low, int high, int at, const struct sentence names[3])
{
    int size = high - low + SCENE_UNIT, from = at - low + SCENE_UNIT / 2;

    return names[from * 3 <= size ? 0 : from * 3 >= size * 2 ? 2 : 1].english;
}

static void describe_area(struct hint_area *area, const struct scene *s, unsigned panel,
                          const struct box *all, const struct box *part)
{
    static const struct sentence rows[] = {SENTENCE("hint.row.lower", "lower"),
                                           SENTENCE("hint.row.middle", "middle"),
                                           SENTENCE("hint.row.upper", "upper")};
    static const struct sentence columns[] = {SENTENCE("hint.column.left", "left"),
                                              SENTENCE("hint.column.middle", "middle"),
                                              SENTENCE("hint.column.right", "right")};
    int x = (part->left + part->right) / 2, y = (part->bottom + part->top) / 2, nearest = INT16_MAX;

    area->row = third_of(all->bottom, all->top, y, rows);
    area->column = third_of(all->left, all->right, x, columns);
    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        // Of places that are equally near one that the words fit.
        int distance = 2 * (abs(spot->x - x) + abs(spot->y - y)) +
                       (third_of(all->bottom, all->top, spot->y, rows) != area->row ||
                        third_of(all->left, all->right, spot->x, columns) != area->column);
        if (spot->panel != panel || spot->use != SCENE_PLACE || distance >= nearest)
            continue;
        nearest = distance;
        memcpy(area->near, spot->name, sizeof area->near);
    }
}

// The last place that the action touches, or else the first spot.
static const struct scene_spot *target_spot(const struct scene *s, const struct game_path *path)
{
    const struct scene_spot *spot = &s->spots[path->at[0]];

    for (unsigned i = 0; i < path->count; i++) {
        if (s->spots[path->at[i]].use == SCENE_PLACE)
            spot = &s->spots[path->at[i]];
    }
    return spot;
}

static void find_area(struct hint *h, const struct game_position *seen)
{
    const struct game *g = h->game;
    struct hint_area *area = &h->area;
    struct game_path path;
    struct scene s;

    game_scene(g, seen, h->seat, &s);
    g->action_path(seen, h->best, &path);
    const struct scene_spot *spot = target_spot(&s, &path);
    bool place = spot->use == SCENE_PLACE;
    *area =
        (struct hint_area){.panel = s.panels[spot->panel].id, .title = s.panels[spot->panel].title};
    struct box all = panel_box(&s, spot->panel), part = all;
    if (place) {
        uint64_t choice = game_key(g, seen);
        choose_span(&part.left, &part.right, spot->x, choice >> 8 & 0xff);
        choose_span(&part.bottom, &part.top, spot->y, choice >> 16 & 0xff);
        describe_area(area, &s, spot->panel, &all, &part);
    }
    for (unsigned i = 0; i < s.spot_count && area->count < HINT_MOST_SPOTS; i++) {
        if (s.spots[i].panel == spot->panel && s.spots[i].use == spot->use &&
            (!place || is_inside(&part, &s.spots[i])))
            memcpy(area->spots[area->count++], s.spots[i].name, sizeof *area->spots);
    }
}

// ---------------------------------------------------------------------------------------------
// Good actions
// ---------------------------------------------------------------------------------------------

// A candidate is as certain as the best action and costs little.
static bool is_good(const struct game *g, const struct hint *h, const struct search_line *other)
{
    const struct search_line *best = &h->found;

    if (best->proven && best->value > 0)
        return other->proven && other->value > 0;
    if (other->proven && other->value < 0 && !(best->proven && best->value < 0))
        return false;
    return search_chance(g, best->value) - search_chance(g, other->value) < HINT_GOOD;
}

static void choose_candidates(const struct history *history, const struct search_report *lines,
                              struct hint *h)
{
    h->candidates[0] = h->named;
    h->candidate_count = 1;
    for (unsigned i = 0; i < lines->line_count && h->candidate_count < HINT_MOST_CANDIDATES; i++) {
        const struct search_line *other = &lines->lines[i];
        if (!search_begins_with(other, h->best) && is_good(h->game, h, other))
            hint_name_action(history, other, &h->candidates[h->candidate_count++]);
    }
    hint_sort_candidates(h);
}

// ---------------------------------------------------------------------------------------------
// Thinking
// ---------------------------------------------------------------------------------------------

// Keeps the last completed depth, whose lines are all from one search.
struct keeper {
    const struct think_watch *watch;
    struct search_report *kept;
};

static bool stop_asked(void *to)
{
    const struct keeper *k = to;

    return k->watch && k->watch->stop && k->watch->stop(k->watch->to);
}

static void keep_report(void *to, const struct search_report *report)
{
    const struct keeper *k = to;

    *k->kept = *report;
    if (k->watch && k->watch->progress)
        k->watch->progress(k->watch->to, report);
}

// The best action with all that the engine has, then the best lines of a depth, from the same
// table.
static void think_twice(struct thinker *t, const struct history *history,
                        const struct think_limits *limits, const struct think_watch *watch,
                        struct search_line *best, struct search_report *lines)
{
    struct keeper keeper = {watch, lines};
    struct think_watch keeping = {.stop = stop_asked, .progress = keep_report, .to = &keeper};
    struct think_limits several = *limits;
    bool duel = game_is_duel(history->game, &history->options);
    struct search_report report;

    several.search.lines = LINES;
    if (duel) {
        think(t, history, limits, watch, &report);
        *best = report.lines[0];
        // Any loss settles the search; the lost points are to be counted.
        several.search.exact = history->game->points && hint_is_lost(best);
        if (!best->proven && report.depth > 1 && !several.search.depth)
            several.search.depth = report.depth;
    }
    think(t, history, &several, &keeping, &report);
    if (!duel)
        *best = report.lines[0];
}

void hint_think(struct thinker *t, const struct history *history, const struct think_limits *limits,
                const struct think_watch *watch, struct hint *h)
{
    struct search_report lines = {0};
    struct game_position seen;
    const struct game *g = history->game;

    *h = (struct hint){
        .game = g, .position = history->position, .seat = g->to_act(&history->position)};
    think_twice(t, history, limits, watch, &h->found, &lines);
    h->best = h->found.actions[0];
    hint_name_action(history, &h->found, &h->named);
    choose_candidates(history, &lines, h);
    bool poor = hint_is_lost(&h->found) || search_chance(g, h->found.value) < HINT_HOPE;
    bool lost = poor && hint_offer_resistance(history, &lines, h);
    game_view(g, &history->position, h->seat, &seen);
    find_area(h, &seen);
    struct facts_task task = {.history = history,
                              .action = h->best,
                              .found = &h->found,
                              .lines = lost ? NULL
                                            : &lines}; // no beliefs: guessing is the player's part
    facts_for(&task, &h->reasons);
    reasons_among(history, h->best, &h->reasons);
    if (h->reasons.count > HINT_MOST_REASONS)
        h->reasons.count = HINT_MOST_REASONS;
}

void hint_known(const struct history *history, game_action best, struct hint *h)
{
    const struct game *g = history->game;
    struct facts_task task = {.history = history, .action = best};
    struct search_task root = {.game = g, .root = &history->position};
    struct game_position seen;
    unsigned kept = 0;

    *h = (struct hint){.game = g,
                       .position = history->position,
                       .seat = g->to_act(&history->position),
                       .best = best,
                       .found = {.length = 1, .actions = {best}}};
    search_find_symmetric(&root, &h->found);
    hint_name_action(history, &h->found, &h->named);
    h->candidates[0] = h->named;
    h->candidate_count = 1;
    game_view(g, &history->position, h->seat, &seen);
    find_area(h, &seen);
    facts_for(&task, &h->reasons);
    reasons_among(history, best, &h->reasons);
    for (unsigned i = 0; i < h->reasons.count && kept < HINT_MOST_REASONS; i++) {
        if (fact_row(h->reasons.at[i].id)->grade != FACT_ESTIMATED)
            h->reasons.at[kept++] = h->reasons.at[i];
    }
    h->reasons.count = kept;
}

// ---------------------------------------------------------------------------------------------
// In words
// ---------------------------------------------------------------------------------------------

static void say_area(const struct hint *h, const struct catalogue *messages, struct text *t)
{
    const struct hint_area *area = &h->area;
    char title[64];
    struct message message;
    struct text low;

    text_init(&low, title, sizeof title);
    text_add(&low, area->title);
    if (area->row && title[0] >= 'A' && title[0] <= 'Z')
        title[0] = (char)(title[0] - 'A' + 'a');
    if (!area->row)
        message_set(&message, "hint.tray:panel", "Look at \"%s\", not at the board.", title);
    else if (!strcmp(area->row, "middle") && !strcmp(area->column, "middle"))
        message_set(&message, "hint.centre:panel,near", "Look at the middle of the %s, near %s.",
                    title, area->near);
    else
        message_set(&message, "hint.area:row@hint.row,column@hint.column,panel,near",
                    "Look at the %s %s of the %s, near %s.", area->row, area->column, title,
                    area->near);
    message_refer(&message, "panel", "%s.panel.%s", h->game->name, area->panel);
    message_write(&message, messages, t);
}

// "stone on c2 (c2)", or "stone on c2 (c2; also: d2, e2)".
static void say_action(const struct hint *h, const struct hint_action *named,
                       const struct catalogue *messages, struct text *t)
{
    char list[SEARCH_MAX_SYMMETRIC * (GAME_ACTION_BYTES + 2)], worded[GAME_WORDS_BYTES];
    struct text others, message;

    text_init(&others, list, sizeof list);
    for (unsigned i = 0; i < named->also_count; i++)
        text_format(&others, "%s%s", i ? ", " : "", named->also[i]);
    text_init(&message, worded, sizeof worded);
    game_add_words(h->game, &h->position, named->action, messages, &message);
    if (named->also_count && h->game->ui->say)
        text_say(t, messages, "hint.also-worded:words,action,others", "%s (%s; also: %s)", worded,
                 named->text, list);
    else if (named->also_count)
        text_say(t, messages, "hint.also:action,others", "%s (also: %s)", named->text, list);
    else
        game_add_named(h->game, &h->position, named->action, messages, t);
}

const char *hint_standing_id(const struct hint *h)
{
    static const char *const ids[HINT_STANDINGS] = {NULL, "losing", "lost"};

    return ids[h->standing];
}

const char *hint_resists_id(const struct hint *h)
{
    static const char *const ids[HINT_RESISTS] = {"try", "longest", "points"};

    return h->standing == HINT_OPEN ? NULL : ids[h->resists];
}

// Every level says first how it stands where that is bad.
static void say_standing(const struct hint *h, const struct catalogue *messages, struct text *t)
{
    if (h->standing == HINT_LOST)
        text_say(t, messages, "hint.lost", "Every move loses: that is proven. ");
    else if (h->standing == HINT_LOSING)
        text_say(t, messages, "hint.losing", "You are probably lost. ");
}

// What is offered in such a position: the actions of `list`.
static void say_resistance(const struct hint *h, const char *list, unsigned count,
                           const struct catalogue *messages, struct text *t)
{
    if (h->resists == HINT_LONGEST)
        text_say_count(t, messages, count, "hint.longest:actions", "This holds out longest: %s.",
                       "These hold out longest, in no order: %s.", list);
    else if (h->resists == HINT_POINTS)
        text_say_count(t, messages, count, "hint.points:actions",
                       "This loses by the fewest points: %s.",
                       "These lose by the fewest points, in no order: %s.", list);
    else
        text_say_count(t, messages, count, "hint.try:actions", "The best try: %s.",
                       "The best tries, in no order: %s.", list);
}

static void say_candidates(const struct hint *h, const struct catalogue *messages, struct text *t)
{
    char list[HINT_BYTES];
    struct text all;

    text_init(&all, list, sizeof list);
    for (unsigned i = 0; i < h->candidate_count; i++) {
        text_add(&all, i ? "; " : "");
        say_action(h, &h->candidates[i], messages, &all);
    }
    if (h->standing != HINT_OPEN)
        say_resistance(h, list, h->candidate_count, messages, t);
    else if (h->candidate_count > 1)
        text_say(t, messages, "hint.candidates:actions", "Good actions, in no order: %s.", list);
    else
        text_say(t, messages, "hint.candidate:action", "There is only one good action: %s.", list);
}

void hint_why(const struct hint *h, const struct catalogue *messages,
              const char *const names[GAME_MAX_SEATS], struct text *t)
{
    for (unsigned i = 0; i < h->reasons.count; i++) {
        if (i)
            text_char(t, ' ');
        fact_sentence(&h->reasons.at[i], h->game, messages, names, t);
    }
}

void hint_text(const struct hint *h, unsigned level, const struct catalogue *messages,
               const char *const names[GAME_MAX_SEATS], struct text *t)
{
    char best[HINT_BYTES];
    struct text named;

    assert(level >= HINT_AREA && level <= HINT_REASON && h->candidate_count >= 1);
    text_init(&named, best, sizeof best);
    say_action(h, &h->named, messages, &named);
    say_standing(h, messages, t);
    if (level == HINT_AREA)
        say_area(h, messages, t);
    else if (level == HINT_CANDIDATES)
        say_candidates(h, messages, t);
    else if (level == HINT_REASON)
        hint_why(h, messages, names, t);
    else if (h->standing != HINT_OPEN)
        say_resistance(h, best, 1, messages, t);
    else
        text_say(t, messages, "hint.best:action", "The best action: %s.", best);
}
