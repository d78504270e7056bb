// SPDX-License-Identifier: MIT
// frame GAME: the board and the side of the terminal game as text, in the middle of a random game and in the
// smallest window, once as with many colours and once in plain letters. A golden is terminal.txt in the folder of the game.
#include <stdio.h>
#include <string.h>

#include "games/registry.h"
#include "play/touch.h"
#include "tui/board.h"
#include "tui/side.h"

enum { SEED = 4, ACTIONS = 14, ROWS = CANVAS_USUAL_ROWS - 3, COLUMNS = CANVAS_USUAL_COLUMNS };

static void print_sign(uint32_t sign)
{
    if (sign < 0x80)
        putchar((int)sign);
    else if (sign < 0x800)
        printf("%c%c", (int)(0xc0 | sign >> 6), (int)(0x80 | (sign & 0x3f)));
    else
        printf("%c%c%c", (int)(0xe0 | sign >> 12), (int)(0x80 | (sign >> 6 & 0x3f)),
               (int)(0x80 | (sign & 0x3f)));
}

static void print_canvas(const struct canvas *c)
{
    for (int row = 0; row < ROWS; row++) {
        int length = c->columns;
        while (length > 0 && c->at[row][length - 1].sign == ' ')
            length--;
        for (int column = 0; column < length; column++)
            print_sign(c->at[row][column].sign);
        putchar('\n');
    }
}

static bool play(struct match *m, struct error *e)
{
    struct random r = random_from_seed(SEED);
    struct game_actions list;

    for (unsigned i = 0; i < ACTIONS; i++) {
        history_list(&m->history, &list);
        if (list.count == 0)
            return true;
        if (!match_play(m, list.at[random_below(&r, list.count)], 0, e))
            return false;
    }
    return true;
}

static void print_frame(struct match *m, bool ascii, enum colour_depth colours)
{
    static struct canvas c;
    static struct side side;
    static struct board b;
    struct board_marks marks = {0};
    struct touch touch = {0};
    struct glyphs glyphs;
    struct scene s;
    int seat = match_to_act(m);

    glyphs_init(&glyphs, &(struct legend){m->setup.game, NULL}, ascii, colours);
    match_scene(m, seat < 0 ? 0 : seat, match_you(m), &s);
    touch_targets(&touch, &m->history, marks.targets);
    board_lay(&b, &s, &glyphs, false, ROWS, COLUMNS - SIDE_LEAST - 2);
    marks.cursor = board_step(&b, &s, BOARD_NOWHERE, 0, 0);
    canvas_clear(&c, CANVAS_USUAL_ROWS, COLUMNS, ascii);
    board_render(&b, &s, &glyphs, &marks, &c);
    side = (struct side){.match = m, .scene = &s, .glyphs = &glyphs, .shown = m->history.length};
    side_render(&side, &c, (struct rect){0, b.columns + 2, ROWS, COLUMNS - b.columns - 2});
    print_canvas(&c);
}

int main(int count, char **words)
{
    const struct game *g = count == 2 ? registry_find(words[1]) : NULL;
    struct match_setup setup = {.game = g, .seed = SEED};
    struct match m;
    struct error e;

    if (!g) {
        fputs("frame: name a game\n", stderr);
        return 2;
    }
    if (!match_init(&m, &setup, &e) || !play(&m, &e)) {
        fprintf(stderr, "frame: %s\n", e.message.text);
        return 2;
    }
    print_frame(&m, false, COLOUR_DEPTH_256);
    print_frame(&m, true, COLOUR_DEPTH_NONE);
    match_clear(&m);
    return 0;
}
