// SPDX-License-Identifier: MIT
// Describes the position: the board, the pass button, the figures and discs, and what each seat has
// left. The order of the spots is the one that action paths use.
#include "game/scene.h"
#include "games/tiku/tiku.h"

const struct scene_kind tiku_kinds[TIKU_PIECE_KINDS] = {
    [TIKU_FIGURE] = {"figure", "figure", SCENE_FIGURE, SCENE_NO_EMBLEM},
    [TIKU_RINGED] = {"ringed", "figure with a diagonal move left", SCENE_RINGED, SCENE_NO_EMBLEM},
    [TIKU_DISC] = {"disc", "disc", SCENE_DISC, SCENE_NO_EMBLEM},
};

static void add_piece(struct scene *s, int seat, enum tiku_piece_kind kind, game_spot spot)
{
    static const char glyphs[TIKU_PIECE_KINDS][3] = {"wb", "WB", "ox"};

    scene_put(s, spot, 1, seat,
              (struct scene_look){.kind = &tiku_kinds[kind], .glyph = glyphs[kind][seat]});
}

static void add_pieces(struct scene *s, const struct tiku_position *t)
{
    for (game_spot spot = 0; spot < TIKU_PASS_SPOT; spot++) {
        uint64_t square = BIT(tiku_square_of_spot(spot));
        for (int seat = 0; seat < 2; seat++) {
            if (t->figures[seat] & square)
                add_piece(s, seat, t->ringed & square ? TIKU_RINGED : TIKU_FIGURE, spot);
            else if (t->discs[seat] & square)
                add_piece(s, seat, TIKU_DISC, spot);
        }
    }
}

static void add_counters(struct scene *s, const struct tiku_position *t)
{
    for (int seat = 0; seat < 2; seat++)
        scene_counter(s, "discs", "discs left", seat, TIKU_DISCS - bits_count(t->discs[seat]))
            ->look.kind = &tiku_kinds[TIKU_DISC];
    if (!(t->turn & TIKU_TURN_DIAGONAL))
        return;
    for (int seat = 0; seat < 2; seat++)
        scene_counter(s, "diagonals", "diagonal moves left", seat,
                      bits_count(t->figures[seat] & t->ringed));
}

void tiku_board_scene(const struct tiku_position *t, struct scene *s)
{
    scene_grid(s, scene_board(s, "board", "Board", SCENE_FLAT, SCENE_INLAID), TIKU_SIDE, TIKU_SIDE);
    add_pieces(s, t);
    add_counters(s, t);
}

// The fourteen discs of the winner, and what the loser has left to lay: that is the score.
static void add_verdict(const struct tiku_position *t, struct scene *s)
{
    int winner = tiku_has_won(t, TIKU_WHITE) ? TIKU_WHITE : TIKU_BLACK;
    int left = TIKU_DISCS - bits_count(t->discs[winner ^ 1]);

    if (winner == TIKU_WHITE)
        scene_verdict(s, "tiku.end.white:left",
                      "White has all fourteen discs on the board; Black still holds %d.", left);
    else
        scene_verdict(s, "tiku.end.black:left",
                      "Black has all fourteen discs on the board; White still holds %d.", left);
    for (game_spot spot = 0; spot < TIKU_PASS_SPOT; spot++) {
        if (t->discs[winner] & BIT(tiku_square_of_spot(spot)))
            scene_decides(s, &scene_deciding, spot);
    }
}

void tiku_scene(const struct game_position *p, int seat, struct scene *s)
{
    (void)seat;
    tiku_board_scene(tiku_of(p), s);
    scene_spot(s, scene_panel(s, "turn", "Turn", SCENE_TRAY), SCENE_BUTTON, 0, 0, "pass");
    scene_carry(s);
    if (s->status.result.over)
        add_verdict(tiku_of(p), s);
    bool pass = tiku_must_pass(tiku_of(p));
    s->status.step = pass ? "pass" : "move";
    s->status.prompt = pass ? "None of your figures can move: pass." : "Move one of your figures.";
}
