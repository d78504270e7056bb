// SPDX-License-Identifier: MIT
// A spot in words, for the line below the board.
#include "tui/board.h"

#include <string.h>

#include "tui/face.h"

static const char *word_of_letter(char letter)
{
    static const char letters[] = "rygbpw";
    static const char *const words[] = {"red ", "yellow ", "green ", "blue ", "purple ", "white "};
    const char *found = letter ? strchr(letters, letter) : NULL;

    return found ? words[found - letters] : "";
}

static void describe_piece(const struct scene_piece *piece, const char *const *seat_names,
                           struct text *t)
{
    if (piece->owner == SCENE_NOBODY)
        text_format(t, "%s%s", strcmp(piece->kind, "cross") ? "" : word_of_letter(piece->glyph),
                    piece->kind);
    else
        text_format(t, "%s's %s", seat_names[piece->owner], piece->kind);
    if (piece->value)
        text_format(t, " %u", piece->value);
}

static void describe_marks(const struct scene *s, unsigned spot, struct text *t)
{
    for (unsigned i = 0; i < s->mark_count; i++) {
        const char *kind = s->marks[i].kind;
        bool again = false;
        for (unsigned j = 0; j < i; j++)
            again |= s->marks[j].spot == spot && !strcmp(s->marks[j].kind, kind);
        if (s->marks[i].spot != spot || again)
            continue;
        text_add(t, "; ");
        for (const char *at = strcmp(kind, "last") ? kind : "last action"; *at; at++)
            text_char(t, *at == '-' ? ' ' : *at);
    }
}

void board_describe(const struct scene *s, unsigned spot, const char *const *seat_names,
                    struct text *t)
{
    const struct scene_spot *place = &s->spots[spot];
    enum scene_style style = s->panels[place->panel].style;
    struct pile pile;

    text_add(t, place->label);
    pile_of(s, spot, &pile);
    if (style == SCENE_FLAT || style == SCENE_PILES) {
        for (unsigned i = pile.count; i-- > 0;) {
            text_add(t, i + 1 == pile.count ? ": " : " on ");
            describe_piece(pile.at[i], seat_names, t);
        }
    }
    if (style == SCENE_PILES && pile.count > 1)
        text_format(t, " (height %u)", pile.count);
    describe_marks(s, spot, t);
}
