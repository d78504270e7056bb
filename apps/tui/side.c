// SPDX-License-Identifier: MIT
// The column beside the board: title, players, clocks, counters, moves. It renders from match and
// scene alone and leaves out first what the board tells too (minor counters) when room is short.
#include "tui/side.h"

#include <string.h>

#include "render/legend.h"
#include "play/levels.h"
#include "tui/palette.h"

enum { LEAST_MOVE_ROWS = 4, TURN_BYTES = 240, LEAST_WORDS = 40, CLUES_BYTES = 600 };

// What is said of players: all of it, no titles of what they know, no levels either, so that all
// has one row.
enum detail { DETAIL_ALL, DETAIL_WORDS, DETAIL_NAMES, DETAILS };

static const struct pen ink = {COLOUR_INK, COLOUR_GROUND, 0};
static const struct pen quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
static const struct pen bold = {COLOUR_INK, COLOUR_GROUND, WEIGHT_BOLD};

// Writes at the right end of a row; returns the columns used.
static int text_right(struct canvas *c, struct rect r, int row, const char *text, struct pen pen)
{
    int width = canvas_width(text);

    canvas_text(c, row, r.column + r.columns - width, width, text, pen);
    return width;
}

// ---------------------------------------------------------------------------------------------
// The game
// ---------------------------------------------------------------------------------------------

static void series_text(const struct side *side, struct text *t)
{
    const struct series *s = side->series;

    text_say(t, side->messages, "side.game:game,games", "game %u of %u",
             s->played + 1 < s->games ? s->played + 1 : s->games, s->games);
    // In the order of the seats, as the players stand below.
    for (int seat = 0; s->played && seat < match_seats(side->match); seat++) {
        int player = 0;
        while (player + 1 < match_seats(side->match) && s->place[player] != seat)
            player++;
        text_add(t, seat ? " : " : ", ");
        if (s->by_score)
            text_number(t, s->scores[player]);
        else
            text_format(t, "%u%s", s->half_points[player] / 2,
                        s->half_points[player] % 2 ? ".5" : "");
    }
}

// The chosen variants in words; what changes the number of seats is shown as that number, since its
// name is often only a digit.
static void variants_text(const struct side *side, struct text *t)
{
    const struct match_setup *setup = &side->match->setup;
    const struct game *g = setup->game;
    unsigned seats = (unsigned)match_seats(side->match);

    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        unsigned value = setup->options.value[i];
        struct game_options without = setup->options;
        without.value[i] = 0;
        if (!value)
            continue;
        if (t->length)
            text_add(t, ", ");
        if (game_seats(g, &without) != (int)seats)
            text_say_count(t, side->messages, seats, "side.seats:n", "%u player", "%u players",
                           seats);
        else
            text_add(t, catalogue_text(side->messages, game_value_name(option, value),
                                       "%s.option.%s.%s", g->name, option->key,
                                       option->values[value]));
    }
}

static int render_title(struct side *side, struct canvas *c, struct rect r)
{
    const struct match_setup *setup = &side->match->setup;
    char storage[128];
    struct text t;
    struct pen title = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD};
    int used = canvas_text(
        c, r.row, r.column, r.columns,
        catalogue_text(side->messages, setup->game->title, "%s.title", setup->game->name), title);

    text_init(&t, storage, sizeof storage);
    variants_text(side, &t);
    if (t.length)
        canvas_text(c, r.row, r.column + used + 1, r.columns - used - 1, storage, quiet);
    if (!side->series || side->series->games < 2)
        return 1;
    text_init(&t, storage, sizeof storage);
    series_text(side, &t);
    canvas_text(c, r.row + 1, r.column, r.columns, storage, quiet);
    return 2;
}

// ---------------------------------------------------------------------------------------------
// The players
// ---------------------------------------------------------------------------------------------

static const struct scene_counter *find_counter(const struct scene *s, const char *id, int owner)
{
    for (unsigned i = 0; i < s->counter_count; i++) {
        if (s->counters[i].owner == owner && !strcmp(s->counters[i].id, id))
            return &s->counters[i];
    }
    return NULL;
}

// What a seat knows in words, such as a colour: "secret colour blue, standing in play", or only the
// words.
static void words_text(const struct scene *s, int seat, bool titles, struct text *t)
{
    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        if (counter->owner != seat || !counter->word || counter->minor)
            continue;
        text_format(t, "%s%s%s%s", t->length ? ", " : "", titles ? counter->title : "",
                    titles ? " " : "", counter->word);
    }
}

// In little room a level is its name and its number, which would be cut first.
static void level_text(const struct side *side, const char *name, unsigned level, int capacity,
                       struct text *t)
{
    text_say(t, side->messages, "side.level:name,called,level", "%s, %s, level %u", name,
             level_name(level), level);
    if (canvas_width(t->at) <= capacity)
        return;
    text_init(t, t->at, t->capacity);
    text_format(t, "%s, %s %u", name, level_name(level), level);
}

static void player_text(const struct side *side, int seat, int capacity, struct text *t)
{
    const struct match_seat *s = &side->match->setup.seats[seat];
    const char *name = match_name_in(side->match, side->messages, seat), *player = s->player;
    struct player_spec spec;
    struct error ignored;

    if (s->who != MATCH_COMPUTER || !player_read(player, &spec, &ignored))
        text_add(t, name);
    else if (spec.kind == PLAYER_LEVEL)
        level_text(side, name, spec.level, capacity, t);
    else if (spec.kind == PLAYER_RANDOM)
        text_say(t, side->messages, "side.random:name", "%s, random", name);
    else
        text_format(t, "%s, %s", name, player);
}

// What fills a seat's blocks, so that without colours one sees whose they are; a blank where
// nothing does.
static uint32_t texture_of(const struct side *side, int seat)
{
    struct glyph glyph;

    for (unsigned i = 0; i < side->scene->piece_count; i++) {
        if (side->scene->pieces[i].owner != seat)
            continue;
        glyphs_piece(side->glyphs, &side->scene->pieces[i], &glyph);
        if (glyph.shape == SHAPE_BRICK)
            return glyph.texture;
    }
    return ' ';
}

static int render_player(struct side *side, struct canvas *c, struct rect r, int row, int seat,
                         enum detail detail)
{
    const struct match *m = side->match;
    bool acts = !side->scene->status.over && side->scene->status.to_act == seat;
    uint8_t body = side->glyphs->seat_colour[seat];
    char storage[128];
    struct text t;
    int clock = 0;

    canvas_put(c, row, r.column, acts ? glyphs_sign(side->glyphs, SIGN_ARROW) : ' ',
               (struct pen){COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD});
    struct pen swatch = {palette_contrast(body), body, WEIGHT_BOLD};
    canvas_fill(c, (struct rect){row, r.column + 2, 1, 3}, texture_of(side, seat), swatch);
    canvas_put(c, row, r.column + 3, glyphs_seat(side->glyphs, seat), swatch);
    text_init(&t, storage, sizeof storage);
    if (m->setup.clock.base) {
        clock_show(clock_left(&m->clock, seat, side->now), &t);
        clock = 1 + text_right(c, r, row, storage, acts ? bold : ink);
    }
    text_init(&t, storage, sizeof storage);
    if (detail == DETAIL_NAMES)
        text_add(&t, match_name_in(m, side->messages, seat));
    else
        player_text(side, seat, r.columns - 6 - clock, &t);
    int name = canvas_text(c, row, r.column + 6, r.columns - 6 - clock, storage, acts ? bold : ink);
    text_init(&t, storage, sizeof storage);
    words_text(side->scene, seat, detail == DETAIL_ALL, &t);
    if (!storage[0])
        return 1;
    if (detail != DETAIL_ALL && canvas_width(storage) <= r.columns - clock - name - 8) {
        text_right(c, (struct rect){r.row, r.column, 1, r.columns - clock}, row, storage, quiet);
        return 1;
    }
    return 1 +
           canvas_wrap(c, (struct rect){row + 1, r.column + 6, 3, r.columns - 6}, storage, quiet);
}

static void value_text(const struct scene_counter *counter, struct text *t)
{
    if (counter)
        text_number(t, counter->value);
}

// One row for each number that seats have: the title, and a column for each seat.
static int render_table(struct side *side, struct canvas *c, struct rect r, int row)
{
    const struct scene *s = side->scene;
    int seats = match_seats(side->match), begun = row, wide = seats > 2 ? 3 : 4;

    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        if (counter->owner != 0 || counter->word)
            continue;
        int capacity = r.columns - seats * wide;
        if (row == begun) {
            for (int seat = 0; seat < seats; seat++)
                canvas_put(c, row, r.column + capacity + (seat + 1) * wide - 1,
                           glyphs_seat(side->glyphs, seat), quiet);
            row++;
        }
        canvas_text(c, row, r.column, capacity, counter->title, quiet);
        for (int seat = 0; seat < seats; seat++) {
            char storage[16];
            struct text t;
            text_init(&t, storage, sizeof storage);
            value_text(find_counter(s, counter->id, seat), &t);
            struct rect column = {row, r.column + capacity + seat * wide, 1, wide};
            text_right(c, column, row, storage, ink);
        }
        row++;
    }
    return row - begun;
}

// A counter without an owner: the sign of the pieces that it counts, as the board shows them, then
// its title and number.
static void common_text(const struct scene_counter *counter, struct text *t)
{
    text_format(t, "%s ", counter->title);
    if (counter->word)
        text_add(t, counter->word);
    else
        value_text(counter, t);
}

static int render_counted(const struct side *side, struct canvas *c, int row, int column,
                          const struct scene_look *look)
{
    struct scene_piece piece = {.look = *look, .owner = SCENE_NOBODY};
    struct glyph glyph;

    if (!look->kind)
        return 0;
    glyphs_piece(side->glyphs, &piece, &glyph);
    canvas_put(c, row, column, glyph.sign,
               side->glyphs->colours == COLOUR_DEPTH_NONE
                   ? bold
                   : (struct pen){glyph.ink, glyph.body, WEIGHT_BOLD});
    return 2;
}

// Numbers without an owner, as many in a row as fit: the legend of the signs, too.
static int render_common(struct side *side, struct canvas *c, struct rect r, int row)
{
    const struct scene *s = side->scene;
    int begun = row, at = 0;
    bool any = false;

    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        char storage[64];
        struct text t;
        if (counter->owner != SCENE_NOBODY)
            continue;
        text_init(&t, storage, sizeof storage);
        common_text(counter, &t);
        int width = canvas_width(storage) + (counter->look.kind ? 2 : 0);
        if (any && at + width > r.columns) {
            row++;
            at = 0;
        }
        int used = render_counted(side, c, row, r.column + at, &counter->look);
        canvas_text(c, row, r.column + at + used, r.columns - at - used, storage, quiet);
        at += (width + 2 + 7) / 8 * 8;
        any = true;
    }
    return any ? row - begun + 1 : 0;
}

static int render_players(struct side *side, struct canvas *c, struct rect r, int row,
                          enum detail detail)
{
    int begun = row;

    for (int seat = 0; seat < match_seats(side->match); seat++)
        row += render_player(side, c, r, row, seat, detail);
    row += render_table(side, c, r, row);
    row += render_common(side, c, r, row);
    return row - begun;
}

// What is known of the seats, a line each; how many are left is counted above. Returns how many
// rows it took, 0 when there is none or no room.
static int render_notes_panel(struct side *side, struct canvas *c, struct rect r)
{
    const struct match_setup *setup = &side->match->setup;
    struct legend l = {setup->game, side->messages};
    int rows = 0;

    for (int pass = 0; pass < 2; pass++) {
        int row = 1;
        for (unsigned at = 0; at < side->scene->clues.rows; at++) {
            char line[CLUES_BYTES];
            struct text t;
            text_init(&t, line, sizeof line);
            legend_clues(&l, &setup->options, side->scene, at, &t);
            if (pass == 1)
                canvas_wrap(c, (struct rect){r.row + row, r.column, r.rows - row, r.columns}, line,
                            ink);
            row += canvas_lines(line, r.columns);
        }
        rows = row;
        if (!side->scene->clues.items || rows > r.rows)
            return 0; // all of it or nothing
    }
    canvas_text(c, r.row, r.column, r.columns,
                sentence_text(side->messages, "paint.desk", "What is known:"), quiet);
    return rows;
}

// ---------------------------------------------------------------------------------------------
// The moves
// ---------------------------------------------------------------------------------------------

// Turns as texts, in order: "12. c1 c2 stop"; in words where these fit: "12. stone on c1 (c1)".
struct turns {
    unsigned count;
    struct {
        unsigned from, to; // actions
        char text[TURN_BYTES];
    } at[SIDE_MOST_HITS];
};

// The actions of a turn in words or as texts, from the position before it.
static void write_turn(const struct side *side, const struct game_position *before, unsigned from,
                       unsigned to, bool worded, struct text *t)
{
    const struct match *m = side->match;
    const struct game *g = m->setup.game;
    struct game_position p = *before;

    for (unsigned i = from; i < to; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(g, &p, m->entries[i].action, storage);
        text_add(t, worded && i > from ? ", " : " ");
        if (worded)
            game_add_named(g, &p, m->entries[i].action, side->messages, t);
        else
            text_add(t, storage);
        if (side->notes && side->notes[i])
            text_add(t, side->notes[i]);
        g->apply(&p, m->entries[i].action, &p);
    }
}

static void list_turns(const struct side *side, int columns, struct turns *turns)
{
    const struct match *m = side->match;
    struct game_position p = m->start;
    unsigned from = 0;

    for (turns->count = 0; from < m->history.length && turns->count < SIDE_MOST_HITS;) {
        char *text = turns->at[turns->count].text;
        unsigned to = from + 1;
        struct text t;
        while (to < m->history.length && m->entries[to].seat == m->entries[from].seat)
            to++;
        turns->at[turns->count].from = from;
        turns->at[turns->count++].to = to;
        for (int worded = columns >= LEAST_WORDS; worded >= 0; worded--) {
            text_init(&t, text, TURN_BYTES);
            text_format(&t, "%u.", turns->count);
            write_turn(side, &p, from, to, worded, &t);
            if (!t.cut && canvas_width(text) <= columns)
                break;
        }
        for (; from < to; from++)
            m->setup.game->apply(&p, m->entries[from].action, &p);
    }
}

static int widest_turn(const struct turns *turns)
{
    int widest = 1;

    for (unsigned i = 0; i < turns->count; i++) {
        int width = canvas_width(turns->at[i].text);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void render_moves(struct side *side, struct canvas *c, struct rect r)
{
    struct turns turns;
    unsigned current = 0;

    list_turns(side, r.columns, &turns);
    int width = widest_turn(&turns) + 1, columns = r.columns / width ? r.columns / width : 1;
    columns = columns > 4 ? 4 : columns;
    columns = columns > 2 ? columns / 2 * 2 : columns; // seats of two stay below one another
    width = r.columns / columns;
    for (unsigned i = 0; i < turns.count; i++) {
        if (turns.at[i].from < side->shown)
            current = i;
    }
    int row = (int)current / columns, first = row >= r.rows ? row - r.rows + 1 : 0;
    for (unsigned i = (unsigned)(first * columns); i < turns.count; i++) {
        int at = (int)i / columns - first;
        if (at >= r.rows)
            return;
        struct rect place = {r.row + at, r.column + (int)i % columns * width, 1, width - 1};
        struct pen pen = turns.at[i].from >= side->shown ? quiet : ink;
        if (i == current && side->shown > 0)
            pen = (struct pen){COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD};
        canvas_text(c, place.row, place.column, place.columns, turns.at[i].text, pen);
        side->hits[side->hit_count++] = (struct side_hit){place, turns.at[i].to};
    }
}

void side_render(struct side *side, struct canvas *c, struct rect r)
{
    int row = r.row + render_title(side, c, r), bottom = r.row + r.rows;
    struct pen line = {COLOUR_LINE, COLOUR_GROUND, 0};

    side->hit_count = 0;
    int used = 0;
    for (enum detail detail = DETAIL_ALL; detail < DETAILS; detail++) {
        int moves = detail == DETAIL_ALL ? LEAST_MOVE_ROWS : LEAST_MOVE_ROWS / 2;
        canvas_fill(c, (struct rect){row, r.column, used, r.columns}, ' ', ink);
        used = render_players(side, c, r, row, detail);
        if (row + used + 1 + moves <= bottom)
            break;
    }
    // What has no room even so is on the page of the table, not below in the row of what is said.
    canvas_fill(c, (struct rect){bottom, r.column, c->rows - bottom, r.columns}, ' ', ink);
    row += used;
    row += render_notes_panel(
        side, c, (struct rect){row, r.column, bottom - row - 1 - LEAST_MOVE_ROWS / 2, r.columns});
    canvas_fill(c, (struct rect){row, r.column, row < bottom, r.columns},
                glyphs_sign(side->glyphs, SIGN_LINE), line);
    render_moves(side, c, (struct rect){row + 1, r.column, bottom - row - 1, r.columns});
}
