// SPDX-License-Identifier: MIT
// Putting boards together. There is always one colourless cross. Crosses that leave the board go to
// the seat that holds the fewest, and those that come are taken from the one that holds the most,
// so that the numbers fit.
#include "game/edit.h"
#include "games/masker/masker.h"

// Crosses by colour from 1, then the star and the other tools. Buttons for each seat and side come
// last.
enum { STAR = MASKER_KINDS - 1, MOVE, ERASE, CLEAR, FREE, CAPTURES, TOOLS };

static const struct edit_tool tools[TOOLS] = {
    {"r", "red cross", &masker_kinds[1], SCENE_NOBODY, .colour = PALETTE_RED},
    {"y", "yellow cross", &masker_kinds[2], SCENE_NOBODY, .colour = PALETTE_YELLOW},
    {"g", "green cross", &masker_kinds[3], SCENE_NOBODY, .colour = PALETTE_GREEN},
    {"b", "blue cross", &masker_kinds[4], SCENE_NOBODY, .colour = PALETTE_BLUE},
    {"p", "purple cross", &masker_kinds[5], SCENE_NOBODY, .colour = PALETTE_PURPLE},
    {"w", "white cross", &masker_kinds[6], SCENE_NOBODY, .colour = PALETTE_WHITE},
    [STAR] = {"*", "colourless cross", &masker_kinds[0], SCENE_NOBODY, .colour = PALETTE_BARE},
    [MOVE] = EDIT_MOVE,
    [ERASE] = EDIT_ERASE,
    [CLEAR] = EDIT_CLEAR,
    [FREE] = {"free", "free capture", .button = true},
    [CAPTURES] = {"captures", "one more capture", .button = true},
};

static const struct edit_tool seat_tools[MASKER_SEATS] = {
    {"held-1", "cross to seat 1", .button = true},
    {"held-2", "cross to seat 2", .button = true},
    {"held-3", "cross to seat 3", .button = true},
    {"held-4", "cross to seat 4", .button = true},
};

static const struct edit_tool side_tools[MASKER_SEATS - 1] = {
    {"colour-1", "other colour for side 1", .button = true},
    {"colour-2", "other colour for side 2", .button = true},
    {"colour-3", "other colour for side 3", .button = true},
};

static void edit_scene_of(const struct game_position *draft, struct scene *s)
{
    const struct masker_position *p = masker_of(draft);
    struct edit_tool all[TOOLS + 2 * MASKER_SEATS];
    unsigned count = 0;

    for (unsigned i = 0; i < TOOLS; i++)
        all[count++] = tools[i];
    for (int seat = 0; seat < p->players; seat++)
        all[count++] = seat_tools[seat];
    for (int side = 0; side < masker_sides(p); side++)
        all[count++] = side_tools[side];
    masker_board_scene(p, s);
    game_spot first = edit_tools(s, all, count);
    if (masker_free(p))
        edit_chosen(s, (game_spot)(first + FREE));
}

static enum edit_answer refuse_edit(struct error *e, const char *id, const char *format)
{
    error_set(e, id, "%s", format);
    return EDIT_REFUSED;
}

// ---------------------------------------------------------------------------------------------
// Crosses come and go
// ---------------------------------------------------------------------------------------------

// The seat with the most crosses but this one, if any has some; the last of several.
static int fullest(const struct masker_position *p, int but)
{
    int found = -1;

    for (int seat = 0; seat < p->players; seat++) {
        if (seat != but && masker_held(p, seat) > 0 &&
            (found < 0 || masker_held(p, seat) >= masker_held(p, found)))
            found = seat;
    }
    return found;
}

static int emptiest(const struct masker_position *p)
{
    int found = 0;

    for (int seat = 1; seat < p->players; seat++) {
        if (p->capacity[seat] > p->capacity[found])
            found = seat;
    }
    return found;
}

static void take_from_seat(struct masker_position *p)
{
    int seat = fullest(p, -1);

    if (seat >= 0)
        p->capacity[seat]++;
}

// Takes the top cross off a pile that has one.
static void lift(struct masker_position *p, int square)
{
    int seat = emptiest(p);

    p->pile[square] >>= 4;
    if (p->capacity[seat] > 0)
        p->capacity[seat]--;
}

static bool is_star(const struct masker_position *p, int square)
{
    return masker_star(p) == square;
}

// A square of the flat board has room for one cross, a pile for four; the star counts.
static bool has_space(const struct masker_position *p, int square)
{
    int most = p->tower ? MASKER_LEVELS : 1;

    return masker_height(p, square) + is_star(p, square) < most;
}

// Whether a cross may come to a square: on the flat board it takes the place of another, which is
// lifted.
static bool vacate_square(struct masker_position *p, int square, struct error *e)
{
    if (!p->tower && is_star(p, square))
        return error_set(e, "masker.edit.star", "the colourless cross is there");
    if (!p->tower && p->pile[square])
        lift(p, square);
    return has_space(p, square) ||
           error_set(e, "masker.edit.four", "a pile has at most four crosses");
}

static enum edit_answer put_piece(struct masker_position *p, int square, unsigned colour,
                                  struct error *e)
{
    if (!p->tower && p->pile[square]) { // nobody holds more or less
        p->pile[square] = (uint16_t)colour;
        return EDIT_DONE;
    }
    if (!vacate_square(p, square, e))
        return EDIT_REFUSED;
    masker_push(p, square, colour);
    take_from_seat(p);
    return EDIT_DONE;
}

// On the flat board the star and a cross change places.
static enum edit_answer put_star(struct masker_position *p, int square, struct error *e)
{
    int from = masker_star(p);

    if (p->tower && square != from && !has_space(p, square))
        return refuse_edit(e, "masker.edit.four", "a pile has at most four crosses");
    if (!p->tower && square != from) {
        p->pile[from] = p->pile[square];
        p->pile[square] = 0;
    }
    p->star[1] = (uint8_t)square;
    return EDIT_DONE;
}

static enum edit_answer move_piece(struct masker_position *p, const struct game_path *path,
                                   struct error *e)
{
    int from = path->at[1];

    if (!is_star(p, from) && !p->pile[from])
        return edit_no_piece(e);
    if (path->count == 2)
        return EDIT_MORE;
    if (is_star(p, from))
        return put_star(p, path->at[2], e);
    unsigned colour = p->pile[from] & 15;
    p->pile[from] >>= 4;
    if (!vacate_square(p, path->at[2], e))
        return EDIT_REFUSED;
    masker_push(p, path->at[2], colour);
    return EDIT_DONE;
}

// A cross put where the same one is is taken away, where there is only one.
static enum edit_answer use(struct masker_position *p, int tool, const struct game_path *path,
                            struct error *e)
{
    int square = path->at[1];
    unsigned colour = (unsigned)tool + 1;

    if (tool == MOVE)
        return move_piece(p, path, e);
    if (tool == STAR)
        return put_star(p, square, e);
    if (tool != ERASE && (p->tower || p->pile[square] != colour))
        return put_piece(p, square, colour, e);
    if (!p->pile[square])
        return is_star(p, square) ? refuse_edit(e, "masker.edit.star-moves",
                                                "the colourless cross can only be moved")
                                  : edit_nothing(e);
    lift(p, square);
    return EDIT_DONE;
}

// ---------------------------------------------------------------------------------------------
// Buttons
// ---------------------------------------------------------------------------------------------

static enum edit_answer give_cross(struct masker_position *p, int seat, struct error *e)
{
    int from = fullest(p, seat);

    if (from < 0 || p->capacity[seat] == 0)
        return refuse_edit(e, "masker.edit.none", "there is no cross to give");
    p->capacity[from]++;
    p->capacity[seat]--;
    return EDIT_DONE;
}

// The next colour that no side has.
static enum edit_answer recolour(struct masker_position *p, int side)
{
    bool taken = true;

    while (taken) {
        p->colour[side] = (uint8_t)(p->colour[side] % MASKER_COLOURS + 1);
        taken = false;
        for (int other = 0; other < masker_sides(p); other++)
            taken |= other != side && p->colour[other] == p->colour[side];
    }
    return EDIT_DONE;
}

static enum edit_answer press(struct masker_position *p, int tool, struct error *e)
{
    int captures = masker_captures(p);

    if (tool >= TOOLS + p->players)
        return recolour(p, tool - TOOLS - p->players);
    if (tool >= TOOLS)
        return give_cross(p, tool - TOOLS, e);
    if (tool == FREE) {
        p->free[1] ^= 1;
    } else if (tool == CAPTURES) {
        p->turn = (uint8_t)(masker_seat(p) << 2 | (captures < 2 ? captures + 1 : 0));
    } else {
        for (int square = 0; square < masker_squares(p); square++) {
            while (p->pile[square])
                lift(p, square);
        }
    }
    return EDIT_DONE;
}

// An isolated star captures freely.
static void settle(struct masker_position *p)
{
    masker_settle(p);
    if (p->crosses & masker_beside[p->tower][masker_star(p)])
        return;
    p->free[1] = 1;
    masker_settle(p);
}

static enum edit_answer edit(struct game_position *draft, const struct game_path *path,
                             struct error *e)
{
    struct masker_position *p = (struct masker_position *)draft->bytes;
    int tool = path->at[0] - masker_squares(p);
    bool button = tool == CLEAR || tool >= FREE;

    if (!button && path->count == 1)
        return EDIT_MORE;
    enum edit_answer answer = button ? press(p, tool, e) : use(p, tool, path, e);
    if (answer == EDIT_DONE)
        settle(p);
    return answer;
}

static void begin_turn(struct game_position *draft, int seat)
{
    struct masker_position *p = (struct masker_position *)draft->bytes;

    p->turn = (uint8_t)(seat << 2);
    settle(p);
}

const struct game_editor masker_editor = {
    .read = masker_draft,
    .scene = edit_scene_of,
    .edit = edit,
    .turn = begin_turn,
};
