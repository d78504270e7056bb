// SPDX-License-Identifier: MIT
// Describes the position: in the draft ten columns and both hands, in play six columns of stacks
// and the choice of how many tiles to carry. The spots change with the phase.
#include "base/bits.h"
#include "game/scene.h"
#include "games/tokan/tokan.h"

const struct sentence tokan_tile_names[TOKAN_KINDS] = {
    SENTENCE("tokan.tile.red mouse", "red mouse"),
    SENTENCE("tokan.tile.red jackal", "red jackal"),
    SENTENCE("tokan.tile.red lion", "red lion"),
    SENTENCE("tokan.tile.black mouse", "black mouse"),
    SENTENCE("tokan.tile.black jackal", "black jackal"),
    SENTENCE("tokan.tile.black lion", "black lion"),
};

const struct scene_kind tokan_animals[TOKAN_ANIMALS] = {
    {"mouse", "mouse", SCENE_TILE, SCENE_MOUSE},
    {"jackal", "jackal", SCENE_TILE, SCENE_JACKAL},
    {"lion", "lion", SCENE_TILE, SCENE_LION},
};

static const struct scene_mark_kind taboo = {"taboo", "may not be covered", SCENE_BARRED};

static struct scene_look look_of(unsigned kind)
{
    unsigned animal = kind % TOKAN_ANIMALS;

    return (struct scene_look){.kind = &tokan_animals[animal],
                               .glyph = tokan_letters[kind],
                               .value = (uint8_t)(animal + 1)};
}

static void add_tile(struct scene *s, unsigned kind, game_spot spot, unsigned level)
{
    scene_put(s, spot, level, (int)(kind / TOKAN_ANIMALS), look_of(kind));
}

// ---------------------------------------------------------------------------------------------
// The draft
// ---------------------------------------------------------------------------------------------

static void add_hand_spot(struct scene *s, unsigned panel, unsigned kind, unsigned count)
{
    unsigned animal = kind % TOKAN_ANIMALS;
    char name[2] = {tokan_letters[kind], 0};
    game_spot spot = scene_spot(s, panel, SCENE_HAND, (int)animal, 0, name);

    scene_say_label(s, spot, "tokan.left:tile@tokan.tile,count", "%s, %u left",
                    tokan_tile_names[kind].english, count);
}

// The hands come behind the squares, so that a kind's spot is TOKAN_SPOT_HAND plus its number.
static void add_hands(struct scene *s, const struct tokan_draft *d)
{
    unsigned red = scene_panel(s, "red-hand", "Red's tiles", SCENE_TRAY);
    unsigned black = scene_panel(s, "black-hand", "Black's tiles", SCENE_TRAY);

    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++)
        add_hand_spot(s, kind < TOKAN_ANIMALS ? red : black, kind, d->hand[kind]);
}

static void add_laid_tiles(struct scene *s, const struct tokan_draft *d)
{
    for (unsigned square = 0; square < TOKAN_DRAFT_SQUARES; square++) {
        for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
            if (d->laid[kind] & BIT(square))
                add_tile(s, kind, (game_spot)square, 1);
        }
    }
}

static void add_tiles_in_hand(struct scene *s, const struct tokan_draft *d)
{
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++) {
        for (unsigned level = 1; level <= d->hand[kind]; level++)
            add_tile(s, kind, (game_spot)(TOKAN_SPOT_HAND + kind), level);
    }
}

void tokan_left_scene(const uint8_t left[TOKAN_KINDS], struct scene *s)
{
    static const char *const ids[TOKAN_ANIMALS] = {"mice", "jackals", "lions"};
    static const char *const titles[TOKAN_ANIMALS] = {"mice left", "jackals left", "lions left"};

    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++)
        scene_counts(scene_counter(s, ids[kind % TOKAN_ANIMALS], titles[kind % TOKAN_ANIMALS],
                                   (int)(kind / TOKAN_ANIMALS), left[kind]),
                     look_of(kind));
}

static void draft_board(const struct tokan_position *t, struct scene *s)
{
    scene_grid(s, scene_board(s, "layout", "Layout", SCENE_PILES, SCENE_TABLE), TOKAN_DRAFT_COLUMNS,
               TOKAN_ROWS);
    add_laid_tiles(s, &t->draft);
}

static void describe_draft(const struct tokan_position *t, struct scene *s)
{
    draft_board(t, s);
    add_hands(s, &t->draft);
    add_tiles_in_hand(s, &t->draft);
    tokan_left_scene(t->draft.hand, s);
    s->status.step = "lay";
    s->status.prompt = "Lay one of your tiles so that it touches a laid one.";
}

// ---------------------------------------------------------------------------------------------
// The play
// ---------------------------------------------------------------------------------------------

static void add_stack(struct scene *s, const struct tokan_play *play, unsigned square)
{
    uint8_t tiles[TOKAN_TILES];
    unsigned height = play->height[square], tile = play->top[square];

    for (unsigned level = height; level-- > 0; tile = play->below[tokan_slot(tile)])
        tiles[level] = (uint8_t)tile;
    for (unsigned level = 0; level < height; level++)
        add_tile(s, tokan_kind(tiles[level]), (game_spot)square, level + 1);
}

// The choices come behind the squares, so that a choice's spot is TOKAN_SPOT_CARRY plus its number.
static void add_carry_spots(struct scene *s)
{
    static const char *const names[TOKAN_ANIMALS] = {"+0", "+1", "+2"};
    static const char *const labels[TOKAN_ANIMALS] = {"carry nothing", "carry one tile",
                                                      "carry two tiles"};
    unsigned tray = scene_panel(s, "carry", "Carry", SCENE_TRAY);

    for (int i = 0; i < TOKAN_ANIMALS; i++)
        scene_set_label(s, scene_spot(s, tray, SCENE_BUTTON, i, 0, names[i]), labels[i]);
}

static void play_board(const struct tokan_position *t, struct scene *s)
{
    bool towers = t->scoring == TOKAN_SCORING_TOWERS;
    int points[2];

    scene_grid(s, scene_board(s, "board", "Board", SCENE_PILES, SCENE_TABLE), TOKAN_COLUMNS,
               TOKAN_ROWS);
    for (unsigned square = 0; square < TOKAN_SQUARES; square++)
        add_stack(s, &t->play, square);
    tokan_points(t, points);
    for (int seat = 0; seat < 2; seat++)
        scene_counter(s, towers ? "towers" : "heads", towers ? "tiles in towers" : "sum of ranges",
                      seat, points[seat]);
    if (t->taboo != TOKAN_NOWHERE)
        scene_mark(s, &taboo, t->taboo, 0);
}

// One tower after the other: at most fifteen.
static void count_towers(const struct tokan_play *play, int seat, struct scene *s)
{
    int sum = 0;

    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        int height = play->height[square];
        if (height < 2 || (int)tokan_owner(play->top[square]) != seat)
            continue;
        sum += height;
        if (seat)
            scene_count(s, "tokan.count.black:square,height,sum",
                        "Tower on %s: %d for Black, who has %d.", s->spots[square].name, height,
                        sum);
        else
            scene_count(s, "tokan.count.red:square,height,sum",
                        "Tower on %s: %d for Red, who has %d.", s->spots[square].name, height, sum);
        scene_decides(s, &scene_deciding, (game_spot)square);
    }
}

// All that lies on top: single tiles count too.
static void count_heads(const struct tokan_play *play, int seat, int points, struct scene *s)
{
    if (seat)
        scene_count(s, "tokan.heads.black:points", "Ranges of Black's top tiles: %d.", points);
    else
        scene_count(s, "tokan.heads.red:points", "Ranges of Red's top tiles: %d.", points);
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        if (play->height[square] > 0 && (int)tokan_owner(play->top[square]) == seat)
            scene_decides(s, &scene_deciding, (game_spot)square);
    }
}

// The height of a seat's n-th tower, the highest first; 0 behind the last.
static int nth_tower(const struct tokan_play *play, int seat, int n)
{
    for (int height = TOKAN_TILES; height >= 2; height--) {
        for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
            if (play->height[square] == height && (int)tokan_owner(play->top[square]) == seat &&
                n-- == 0)
                return height;
        }
    }
    return 0;
}

// With equal sums: the first pair of towers that differ, and where such stand.
static void say_towers(const struct tokan_play *play, struct scene *s)
{
    int n = 0, height[2];

    do {
        for (int seat = 0; seat < 2; seat++)
            height[seat] = nth_tower(play, seat, n);
        n++;
    } while (height[0] == height[1] && height[0] > 0);
    if (height[0] == height[1])
        scene_verdict(s, "tokan.end.same", "The sums are equal, and so are the towers.");
    else if (height[0] && height[1])
        scene_verdict(s, "tokan.end.higher:red,black",
                      "The sums are equal, so the towers decide, the highest first: where they "
                      "differ, Red has one of %d and Black one of %d.",
                      height[0], height[1]);
    else if (height[0])
        scene_verdict(s, "tokan.end.more-red:red",
                      "The sums are equal, so the towers decide, the highest first: Red has one of "
                      "%d where Black has none left.",
                      height[0]);
    else
        scene_verdict(s, "tokan.end.more-black:black",
                      "The sums are equal, so the towers decide, the highest first: Black has one "
                      "of %d where Red has none left.",
                      height[1]);
    for (unsigned square = 0; square < TOKAN_SQUARES; square++) {
        if (play->height[square] > 1 && height[0] != height[1] &&
            play->height[square] == height[tokan_owner(play->top[square])])
            scene_decides(s, NULL, (game_spot)square);
    }
}

static void add_verdict(const struct tokan_position *t, struct scene *s)
{
    bool towers = t->scoring == TOKAN_SCORING_TOWERS;
    int points[2];

    tokan_points(t, points);
    if (t->seat)
        scene_verdict(s, "tokan.end.black", "Black has no legal move, which ends the game.");
    else
        scene_verdict(s, "tokan.end.red", "Red has no legal move, which ends the game.");
    for (int seat = 0; seat < 2; seat++) {
        if (towers)
            count_towers(&t->play, seat, s);
        else
            count_heads(&t->play, seat, points[seat], s);
    }
    if (towers)
        scene_verdict(s, "tokan.end.towers:red,black", "Tiles in towers: Red %d, Black %d.",
                      points[0], points[1]);
    else
        scene_verdict(s, "tokan.end.heads:red,black", "Ranges on top: Red %d, Black %d.", points[0],
                      points[1]);
    if (!towers && points[0] == points[1])
        say_towers(&t->play, s);
}

static void describe_play(const struct tokan_position *t, struct scene *s)
{
    play_board(t, s);
    add_carry_spots(s);
    if (s->status.result.over)
        add_verdict(t, s);
    s->status.step = "move";
    s->status.prompt = "Move the top tile of one of your stacks its full range, and higher.";
}

void tokan_board_scene(const struct tokan_position *t, struct scene *s)
{
    if (t->drafting)
        draft_board(t, s);
    else
        play_board(t, s);
}

void tokan_left(const struct tokan_position *t, uint8_t left[TOKAN_KINDS])
{
    for (unsigned kind = 0; kind < TOKAN_KINDS; kind++)
        left[kind] = t->drafting ? t->draft.hand[kind] : tokan_tiles[kind];
    for (unsigned square = 0; !t->drafting && square < TOKAN_SQUARES; square++) {
        unsigned tile = t->play.top[square];
        for (unsigned i = t->play.height[square]; i > 0;
             i--, tile = t->play.below[tokan_slot(tile)])
            left[tokan_kind(tile)]--;
    }
}

void tokan_scene(const struct game_position *p, int seat, struct scene *s)
{
    const struct tokan_position *t = tokan_of(p);

    (void)seat;
    scene_carry(s);
    if (t->drafting)
        describe_draft(t, s);
    else
        describe_play(t, s);
}
