// SPDX-License-Identifier: MIT
// The clues of a scene in words: what each seat can have, whose partner it is and what it took.
#include "base/sentence.h"
#include "render/legend.h"

enum { LIST_BYTES = 240, NAME_BYTES = 160 };

static const char *item_name(const struct legend *l, const struct scene *s, unsigned item)
{
    return legend_text(l, "word", s->clues.item[item].word, s->clues.item[item].word);
}

// "First (you)", "Third (your partner)", "Fourth (partner of Second)".
static void add_seat(const struct legend *l, const struct game_options *options,
                     const struct scene *s, int seat, struct text *t)
{
    const char *name = legend_seat_name(l, seat);
    int partner = SCENE_NOBODY, seats = (int)s->clues.rows;

    for (int other = 0; other < seats; other++) {
        if (other != seat &&
            game_team(l->game, options, other) == game_team(l->game, options, seat))
            partner = other;
    }
    if (seat == s->clues.seat)
        text_say(t, l->messages, "paint.desk-you:seat", "%s (you)", name);
    else if (partner != SCENE_NOBODY && partner == s->clues.seat)
        text_say(t, l->messages, "paint.desk-partner:seat", "%s (your partner)", name);
    else if (partner != SCENE_NOBODY)
        text_say(t, l->messages, "paint.desk-with:seat,other", "%s (partner of %s)", name,
                 legend_seat_name(l, partner));
    else
        text_add(t, name);
}

// "red, green or blue": what the seat can have by the rules.
static void add_items(const struct legend *l, const struct scene *s, int seat, struct text *t)
{
    char list[LIST_BYTES];
    const char *last = NULL;
    struct text all;

    text_init(&all, list, sizeof list);
    for (unsigned i = 0; i < s->clues.items; i++) {
        enum scene_clue clue = s->clues.row[seat].clue[i];
        if (clue != SCENE_POSSIBLE && clue != SCENE_CERTAIN)
            continue;
        if (last)
            text_format(&all, "%s%s", all.length ? ", " : "", last);
        last = item_name(l, s, i);
    }
    if (all.length)
        text_say(t, l->messages, "paint.desk-or:things,last", "%s or %s", list, last);
    else if (last)
        text_add(t, last);
}

static void add_taken(const struct legend *l, const struct scene *s, int seat, struct text *t)
{
    const char *separator = "";

    for (unsigned i = 0; i < s->clues.items; i++) {
        unsigned taken = s->clues.row[seat].taken[i];
        if (!taken)
            continue;
        text_format(t, "%s%s %u", separator, item_name(l, s, i), taken);
        separator = ", ";
    }
}

// Whether it is known for each missing item who took it. In a game that starts from a later
// position it is not.
static bool all_are_known(const struct scene *s)
{
    unsigned gone = 0, taken = 0;

    for (unsigned i = 0; i < s->clues.items; i++) {
        gone += s->clues.item[i].all - s->clues.item[i].left;
        for (unsigned seat = 0; seat < s->clues.rows; seat++)
            taken += s->clues.row[seat].taken[i];
    }
    return gone == taken;
}

static void seat_line(const struct legend *l, const struct game_options *options,
                      const struct scene *s, int seat, struct text *t)
{
    char name[NAME_BYTES], has[LIST_BYTES], took[LIST_BYTES];
    struct text n, h, k;

    text_init(&n, name, sizeof name);
    text_init(&h, has, sizeof has);
    text_init(&k, took, sizeof took);
    add_seat(l, options, s, seat, &n);
    add_items(l, s, seat, &h);
    add_taken(l, s, seat, &k);
    bool known = all_are_known(s);
    if (k.length && known)
        text_say(t, l->messages, "paint.desk-took:seat,has,taken", "%s: %s; took %s", name, has,
                 took);
    else if (k.length)
        text_say(t, l->messages, "paint.desk-least:seat,has,taken", "%s: %s; took at least %s",
                 name, has, took);
    else if (known)
        text_say(t, l->messages, "paint.desk-nothing:seat,has", "%s: %s; took nothing", name, has);
    else
        text_say(t, l->messages, "paint.desk-has:seat,has", "%s: %s", name, has);
}

static void left_line(const struct legend *l, const struct scene *s, struct text *t)
{
    legend_list(l, sentence_text(l->messages, "paint.desk-left", "Left on the board"), t);
    for (unsigned i = 0; i < s->clues.items; i++) {
        const struct scene_clue_item *item = &s->clues.item[i];
        text_add(t, i ? ", " : " ");
        text_say(t, l->messages, "paint.desk-of:thing,left,all", "%s %u of %u", item_name(l, s, i),
                 item->left, item->all);
    }
}

bool legend_clues(const struct legend *l, const struct game_options *options, const struct scene *s,
                  unsigned at, struct text *t)
{
    if (!s->clues.items || at > s->clues.rows)
        return false;
    if (at < s->clues.rows)
        seat_line(l, options, s, (int)at, t);
    else
        left_line(l, s, t);
    return true;
}
