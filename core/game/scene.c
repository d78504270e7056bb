// SPDX-License-Identifier: MIT
// Filling and finding things in scenes.
#include "game/scene.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

const struct scene_mark_kind scene_last = {"last", "last turn", SCENE_LAST};
const struct scene_mark_kind scene_chosen = {"chosen", "chosen", SCENE_CHOSEN};
const struct scene_mark_kind scene_deciding = {"deciding", "decides", SCENE_DECIDING};

const struct scene_step scene_endings[SCENE_ENDINGS] = {
    [SCENE_OVER] = {"over", "The game is over."},
    [SCENE_REPEATED] = {"repeated",
                        "The game is drawn: the position stood for the last time allowed."},
    [SCENE_BROKEN_OFF] = {"broken-off", "The game was broken off."},
};

void scene_init(struct scene *s)
{
    memset(s, 0, sizeof *s);
    s->you = SCENE_NOBODY;
}

unsigned scene_board(struct scene *s, const char *id, const char *title, enum scene_style style,
                     enum scene_ground ground)
{
    assert(s->panel_count < SCENE_MAX_PANELS);
    s->panels[s->panel_count] =
        (struct scene_panel){.id = id, .title = title, .style = style, .ground = ground};
    return s->panel_count++;
}

unsigned scene_panel(struct scene *s, const char *id, const char *title, enum scene_style style)
{
    return scene_board(s, id, title, style, SCENE_PLAIN);
}

game_spot scene_spot(struct scene *s, unsigned panel, enum scene_use use, int column, int row,
                     const char *name)
{
    assert(s->spot_count < SCENE_MAX_SPOTS && panel < s->panel_count);
    struct scene_spot *spot = &s->spots[s->spot_count];
    struct text t;

    text_init(&t, spot->name, sizeof spot->name);
    text_add(&t, name);
    assert(!t.cut);
    text_init(&t, spot->label, sizeof spot->label);
    text_add(&t, name);
    spot->panel = (uint8_t)panel;
    spot->use = (uint8_t)use;
    spot->x = (int16_t)(column * SCENE_UNIT + SCENE_UNIT / 2);
    spot->y = (int16_t)(row * SCENE_UNIT + SCENE_UNIT / 2);
    return (game_spot)s->spot_count++;
}

void scene_set_label(struct scene *s, game_spot spot, const char *label)
{
    struct text t;

    assert(spot < s->spot_count);
    text_init(&t, s->spots[spot].label, sizeof s->spots[spot].label);
    text_add(&t, label);
}

// Returns where the bytes stand, counted from 1; 0 when they did not fit.
static uint16_t keep_args(struct scene *s, const char *bytes, size_t size)
{
    unsigned at = s->sentences_length;

    assert(size > 1 && at + size <= sizeof s->sentences);
    if (at + size > sizeof s->sentences)
        return 0;
    memcpy(s->sentences + at, bytes, size);
    s->sentences_length += (unsigned)size;
    return (uint16_t)(at + 1);
}

void scene_say_label(struct scene *s, game_spot spot, const char *id, const char *format, ...)
{
    assert(spot < s->spot_count);
    char args[128];
    va_list arguments;
    struct text t;

    text_init(&t, s->spots[spot].label, sizeof s->spots[spot].label);
    va_start(arguments, format);
    sentence_keep(&t, args, sizeof args, id, format, arguments);
    va_end(arguments);
    assert(!t.cut);
    s->spots[spot].args = keep_args(s, args, sentence_size(args));
}

// The last event or label has an argument that is a word.
static void refer(struct scene *s, unsigned place, const char *argument, const char *id)
{
    assert(place);
    char *args = s->sentences + place - 1, name[24];
    struct text t;

    assert(args + sentence_size(args) == s->sentences + s->sentences_length);
    text_init(&t, name, sizeof name);
    text_format(&t, "@%s", argument);
    if (sentence_add(args, (size_t)(s->sentences + sizeof s->sentences - args), name, id))
        s->sentences_length = (unsigned)(args - s->sentences + (ptrdiff_t)sentence_size(args));
}

void scene_label_word(struct scene *s, game_spot spot, const char *argument, const char *id)
{
    assert(spot < s->spot_count);
    refer(s, s->spots[spot].args, argument, id);
}

void scene_verdict_word(struct scene *s, const char *argument, const char *id)
{
    assert(s->verdict_count);
    refer(s, s->verdicts[s->verdict_count - 1].args, argument, id);
}

void scene_event_word(struct scene *s, const char *argument, const char *id)
{
    assert(s->event_count);
    refer(s, s->events[s->event_count - 1].args, argument, id);
}

const char *scene_label_args(const struct scene *s, const struct scene_spot *spot)
{
    return spot->args ? s->sentences + spot->args - 1 : "";
}

const char *scene_event_english(const struct scene *s, const struct scene_event *event)
{
    return event->english ? s->sentences + event->english - 1 : "";
}

const char *scene_event_args(const struct scene *s, const struct scene_event *event)
{
    return event->args ? s->sentences + event->args - 1 : "";
}

const char *scene_verdict_english(const struct scene *s, const struct scene_verdict *verdict)
{
    return verdict->english ? s->sentences + verdict->english - 1 : "";
}

const char *scene_verdict_args(const struct scene *s, const struct scene_verdict *verdict)
{
    return verdict->args ? s->sentences + verdict->args - 1 : "";
}

static void name_cell(char *name, size_t size, int column, int row)
{
    struct text t;

    text_init(&t, name, size);
    text_format(&t, "%c%d", 'a' + column, row + 1);
}

void scene_label(struct scene *s, struct scene_label label)
{
    assert(s->label_count < SCENE_MAX_LABELS && label.panel < s->panel_count);
    struct scene_label *to = &s->labels[s->label_count++];

    memcpy(to->text, label.text, sizeof to->text);
    to->panel = label.panel;
    to->row = label.row;
    to->x = label.x;
    to->y = label.y;
    to->to_x = label.to_x;
    to->to_y = label.to_y;
}

// The ends of column 0 and row 0 are given; each further line is moved by the steps.
static void label_lines(struct scene *s, struct scene_label label, int count, int step_x,
                        int step_y)
{
    for (int i = 0; i < count; i++) {
        struct text t;

        memset(label.text, 0, sizeof label.text);
        text_init(&t, label.text, sizeof label.text);
        if (label.row)
            text_number(&t, i + 1);
        else
            text_char(&t, (char)('a' + i));
        scene_label(s, label);
        label.x = (int16_t)(label.x + step_x);
        label.y = (int16_t)(label.y + step_y);
        label.to_x = (int16_t)(label.to_x + step_x);
        label.to_y = (int16_t)(label.to_y + step_y);
    }
}

// Draws a column or row of squares in to the outermost that are there.
static void end_at_cells(const struct scene *s, struct scene_label *label)
{
    const int half = SCENE_UNIT / 2;
    int16_t *from = label->row ? &label->x : &label->y,
            *to = label->row ? &label->to_x : &label->to_y;
    int least = *to, most = *from;

    for (unsigned i = 0; i < s->spot_count; i++) {
        const struct scene_spot *spot = &s->spots[i];
        int at = label->row ? spot->x : spot->y;
        if (spot->panel != label->panel || (label->row ? spot->y != label->y : spot->x != label->x))
            continue;
        least = at - half < least ? at - half : least;
        most = at + half > most ? at + half : most;
    }
    if (least < most) {
        *from = (int16_t)least;
        *to = (int16_t)most;
    }
}

void scene_grid_labels(struct scene *s, unsigned panel, int columns, int rows)
{
    const int half = SCENE_UNIT / 2;
    struct scene_label column = {
        .panel = (uint8_t)panel, .x = half, .to_x = half, .to_y = (int16_t)(rows * SCENE_UNIT)};
    struct scene_label row = {.panel = (uint8_t)panel,
                              .row = true,
                              .y = half,
                              .to_x = (int16_t)(columns * SCENE_UNIT),
                              .to_y = half};

    unsigned first = s->label_count;
    label_lines(s, column, columns, SCENE_UNIT, 0);
    label_lines(s, row, rows, 0, SCENE_UNIT);
    for (unsigned i = first; i < s->label_count; i++)
        end_at_cells(s, &s->labels[i]);
}

void scene_grid(struct scene *s, unsigned panel, int columns, int rows)
{
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            char name[12];
            name_cell(name, sizeof name, column, row);
            scene_spot(s, panel, SCENE_PLACE, column, row, name);
        }
    }
    scene_grid_labels(s, panel, columns, rows);
}

// How far a row of a rhombus stands to the right, so that no cell is left of the panel.
static int rhombus_shift(int row, int rows, int lean)
{
    return (lean < 0 ? rows - 1 - row : row) * SCENE_UNIT / 2;
}

void scene_rhombus(struct scene *s, unsigned panel, int columns, int rows, int lean)
{
    const int half = SCENE_UNIT / 2;
    int bottom = rhombus_shift(0, rows, lean), top = rhombus_shift(rows - 1, rows, lean);

    assert(panel < s->panel_count);
    s->panels[panel].form = SCENE_HEXAGON;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            char name[12];
            name_cell(name, sizeof name, column, row);
            game_spot spot = scene_spot(s, panel, SCENE_PLACE, column, row, name);
            s->spots[spot].x = (int16_t)(s->spots[spot].x + rhombus_shift(row, rows, lean));
        }
    }
    // A column goes on half a cell further in its own direction, to the outer corners.
    struct scene_label column = {.panel = (uint8_t)panel,
                                 .x = (int16_t)(bottom + half - lean * half / 2),
                                 .to_x = (int16_t)(top + half + lean * half / 2),
                                 .to_y = (int16_t)(rows * SCENE_UNIT)};
    struct scene_label row = {.panel = (uint8_t)panel,
                              .row = true,
                              .x = (int16_t)bottom,
                              .y = half,
                              .to_x = (int16_t)(bottom + columns * SCENE_UNIT),
                              .to_y = half};
    label_lines(s, column, columns, SCENE_UNIT, 0);
    label_lines(s, row, rows, lean * half, SCENE_UNIT);
}

void scene_edge(struct scene *s, game_spot spot, unsigned sides, int owner)
{
    assert(s->edge_count < SCENE_MAX_EDGES && spot < s->spot_count);
    s->edges[s->edge_count++] =
        (struct scene_edge){.spot = spot, .sides = (uint8_t)sides, .owner = (int8_t)owner};
}

// Member by member: what lies between them stays zero, and scenes that look alike have equal bytes.
static void copy_look(struct scene_look *to, const struct scene_look *from)
{
    to->kind = from->kind;
    to->glyph = from->glyph;
    to->colour = from->colour;
    to->value = from->value;
}

void scene_piece(struct scene *s, struct scene_piece piece)
{
    assert(s->piece_count < SCENE_MAX_PIECES);
    assert(piece.look.kind && piece.spot < s->spot_count && piece.other < s->spot_count);
    struct scene_piece *to = &s->pieces[s->piece_count++];

    copy_look(&to->look, &piece.look);
    to->owner = piece.owner;
    to->level = piece.level;
    to->rise = piece.rise;
    to->spot = piece.spot;
    to->other = piece.other;
}

void scene_put(struct scene *s, game_spot spot, unsigned level, int owner, struct scene_look look)
{
    scene_piece(s, (struct scene_piece){.look = look,
                                        .owner = (int8_t)owner,
                                        .level = (uint8_t)level,
                                        .rise = 1,
                                        .spot = spot,
                                        .other = spot});
}

struct scene_counter *scene_counter(struct scene *s, const char *id, const char *title, int owner,
                                    int value)
{
    assert(s->counter_count < SCENE_MAX_COUNTERS);
    struct scene_counter *counter = &s->counters[s->counter_count++];

    counter->id = id;
    counter->title = title;
    counter->owner = (int8_t)owner;
    counter->value = (int16_t)value;
    counter->panel = SCENE_NOWHERE;
    counter->spot = SCENE_NOWHERE;
    return counter;
}

void scene_counts(struct scene_counter *counter, struct scene_look look)
{
    copy_look(&counter->look, &look);
}

void scene_carry(struct scene *s)
{
    s->status.gesture = SCENE_CARRY;
}

void scene_lay(struct scene *s, struct scene_look look)
{
    assert(look.kind);
    s->status.gesture = SCENE_LAY;
    copy_look(&s->status.lays, &look);
}

void scene_lead(struct scene *s, game_spot spot)
{
    assert(spot < s->spot_count);
    s->status.gesture = SCENE_LEAD;
    s->status.leads = spot;
}

void scene_mark(struct scene *s, const struct scene_mark_kind *kind, game_spot spot, unsigned level)
{
    assert(s->mark_count < SCENE_MAX_MARKS && spot < s->spot_count);
    struct scene_mark *mark = &s->marks[s->mark_count++];

    mark->kind = kind;
    mark->spot = spot;
    mark->level = (uint8_t)level;
}

void scene_outline(struct scene *s, const char *id, const char *name, int owner)
{
    assert(s->outline_count < SCENE_MAX_OUTLINES);
    struct scene_outline *outline = &s->outlines[s->outline_count++];

    outline->id = id;
    outline->name = name;
    outline->owner = (int8_t)owner;
    outline->first = (uint16_t)s->outlined_count;
}

void scene_outlined(struct scene *s, game_spot spot)
{
    assert(s->outline_count > 0 && s->outlined_count < SCENE_MAX_OUTLINED && spot < s->spot_count);
    s->outlined[s->outlined_count++] = spot;
    s->outlines[s->outline_count - 1].count++;
}

// A sentence and where its English and its parts stand.
static void keep_sentence(struct scene *s, uint16_t *said, uint16_t *parts, const char *id,
                          const char *format, va_list arguments)
{
    char english[160], args[160];
    struct text t;

    text_init(&t, english, sizeof english);
    sentence_keep(&t, args, sizeof args, id, format, arguments);
    assert(!t.cut);
    *said = keep_args(s, english, t.length + 1);
    *parts = keep_args(s, args, sentence_size(args));
}

static void add_verdict(struct scene *s, bool step, const char *id, const char *format,
                        va_list arguments)
{
    assert(s->verdict_count < SCENE_MAX_VERDICTS);
    struct scene_verdict *verdict = &s->verdicts[s->verdict_count++];

    keep_sentence(s, &verdict->english, &verdict->args, id, format, arguments);
    verdict->first = (uint16_t)s->deciding_count;
    verdict->step = step;
}

void scene_verdict(struct scene *s, const char *id, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    add_verdict(s, false, id, format, arguments);
    va_end(arguments);
}

void scene_count(struct scene *s, const char *id, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    add_verdict(s, true, id, format, arguments);
    va_end(arguments);
}

void scene_decides(struct scene *s, const struct scene_mark_kind *kind, game_spot spot)
{
    assert(s->verdict_count > 0 && s->deciding_count < SCENE_MAX_DECIDING && spot < s->spot_count);
    bool marked = !kind;

    for (unsigned i = 0; i < s->mark_count; i++)
        marked |= s->marks[i].kind == kind && s->marks[i].spot == spot;
    if (!marked)
        scene_mark(s, kind, spot, 0);
    s->deciding[s->deciding_count++] = spot;
    s->verdicts[s->verdict_count - 1].count++;
}

void scene_event(struct scene *s, const char *id, const char *format, ...)
{
    va_list arguments;

    assert(s->event_count < SCENE_MAX_EVENTS);
    struct scene_event *event = &s->events[s->event_count++];
    va_start(arguments, format);
    keep_sentence(s, &event->english, &event->args, id, format, arguments);
    va_end(arguments);
}

// ---------------------------------------------------------------------------------------------
// For callers
// ---------------------------------------------------------------------------------------------

static uint8_t colour_of(const struct game *g, int owner, uint8_t colour)
{
    if (colour != PALETTE_OWN)
        return colour;
    return (uint8_t)(owner < 0 ? PALETTE_WOOD : game_seat_colour(g, owner));
}

void scene_dress(const struct game *g, struct scene *s)
{
    struct scene_look *lays = &s->status.lays;

    if (lays->kind)
        lays->colour = colour_of(g, s->status.to_act, lays->colour);
    for (unsigned i = 0; i < s->piece_count; i++) {
        struct scene_piece *piece = &s->pieces[i];
        piece->look.colour = colour_of(g, piece->owner, piece->look.colour);
    }
    for (unsigned i = 0; i < s->counter_count; i++) {
        struct scene_counter *counter = &s->counters[i];
        counter->look.colour = colour_of(g, counter->owner, counter->look.colour);
    }
    for (unsigned i = 0; i < s->edge_count; i++)
        s->edges[i].colour = colour_of(g, s->edges[i].owner, s->edges[i].colour);
    for (unsigned i = 0; i < s->outline_count; i++)
        s->outlines[i].colour = colour_of(g, s->outlines[i].owner, s->outlines[i].colour);
}

#ifndef NDEBUG
// What renderers take for granted: every piece, counter and mark belongs to something that is
// there, and pieces of a spot come bottom to top.
static bool is_whole(const struct scene *s)
{
    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (piece->owner < SCENE_NOBODY || piece->owner >= GAME_MAX_SEATS)
            return false;
        if (i > 0 && piece[-1].spot == piece->spot && piece[-1].level > piece->level)
            return false;
    }
    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        if (!counter->id || counter->owner < SCENE_NOBODY || counter->owner >= GAME_MAX_SEATS)
            return false;
    }
    return s->status.to_act >= 0 && s->status.to_act < GAME_MAX_SEATS;
}
#endif

void game_scene(const struct game *g, const struct game_position *p, int seat, struct scene *s)
{
    struct game_position seen;

    scene_init(s);
    game_view(g, p, seat, &seen);
    if (game_complete(g, p))
        g->result(p, &s->status.result);
    s->status.to_act = (int8_t)g->to_act(p);
    g->ui->scene(&seen, seat, s);
    scene_dress(g, s);
    assert(s->spot_count > 0 && s->status.step && s->status.prompt && is_whole(s));
    scene_rest_buttons(g, &seen, s);
    if (s->status.result.over)
        scene_end(s, SCENE_OVER);
}

static bool was_told(const struct scene *s, unsigned event)
{
    for (unsigned i = 0; i < event; i++) {
        if (!strcmp(scene_event_english(s, &s->events[i]),
                    scene_event_english(s, &s->events[event])))
            return true;
    }
    return false;
}

void scene_add_events(const struct game *g, const struct game_position *before, game_action action,
                      const struct game_position *after, struct scene *s)
{
    unsigned kept = s->event_count;

    if (!g->ui->add_events)
        return;
    g->ui->add_events(before, action, after, s);
    for (unsigned i = kept; i < s->event_count; i++) {
        s->events[kept] = s->events[i];
        kept += !was_told(s, kept);
    }
    s->event_count = kept;
}

void scene_end(struct scene *s, enum scene_ending ending)
{
    assert(ending < SCENE_ENDINGS);
    s->status.over = true;
    s->status.gesture = SCENE_PRESS;
    s->status.step = scene_endings[ending].id;
    s->status.prompt = scene_endings[ending].prompt;
}

int scene_find(const struct scene *s, const char *name)
{
    for (unsigned i = 0; i < s->spot_count; i++) {
        if (strcmp(s->spots[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}
