// SPDX-License-Identifier: MIT
// Scenes in words. Everything that is named has its name from the scene; the sentences around the
// names are here.
#include "render/legend.h"

#include <ctype.h>
#include <string.h>

#include "base/sentence.h"

enum { NAME_BYTES = 120, PILE_BYTES = 480, WHY_BYTES = 800 };

const char *legend_text(const struct legend *l, const char *kind, const char *id,
                        const char *english)
{
    const char *shared = catalogue_text(l->messages, english, "game.%s.%s", kind, id);

    return catalogue_text(l->messages, shared, "%s.%s.%s", l->game->name, kind, id);
}

const char *legend_seat_name(const struct legend *l, int seat)
{
    return legend_text(l, "seat", (const char[]){(char)('1' + seat), 0}, l->game->seat_names[seat]);
}

char legend_seat(const struct legend *l, int seat)
{
    if (seat == SCENE_NOBODY)
        return '#';
    char letter = legend_seat_name(l, seat)[0];
    for (int other = 0; other < GAME_MAX_SEATS && l->game->seat_names[other]; other++) {
        if (other != seat && legend_seat_name(l, other)[0] == letter)
            return (char)('1' + seat);
    }
    return isalpha((unsigned char)letter) ? letter : (char)('1' + seat);
}

static const struct sentence everybody = SENTENCE("paint.all", "All");

// "Names:", as the language writes it.
void legend_list(const struct legend *l, const char *name, struct text *t)
{
    text_say(t, l->messages, "paint.list:name", "%s:", name);
}

static const char *plain_label(const struct legend *l, const struct scene_spot *spot)
{
    if (spot->use == SCENE_PLACE || spot->use == SCENE_PICTURE)
        return spot->label;
    return legend_text(l, "spot", spot->name, spot->label);
}

void legend_label(const struct legend *l, const struct scene *s, unsigned spot, struct text *t)
{
    const struct scene_spot *place = &s->spots[spot];

    if (!sentence_tell(t, l->messages, scene_label_args(s, place)))
        text_add(t, plain_label(l, place));
}

void legend_translate(const struct legend *l, struct scene *s)
{
    char label[sizeof s->spots->label];
    struct text t;

    if (!l->messages)
        return;
    for (unsigned i = 0; i < s->panel_count; i++)
        s->panels[i].title = legend_text(l, "panel", s->panels[i].id, s->panels[i].title);
    for (unsigned i = 0; i < s->spot_count; i++) {
        text_init(&t, label, sizeof label);
        legend_label(l, s, i, &t);
        scene_set_label(s, (game_spot)i, label);
    }
    for (unsigned i = 0; i < s->counter_count; i++) {
        struct scene_counter *counter = &s->counters[i];
        counter->title = legend_text(l, "counter", counter->id, counter->title);
        if (counter->word)
            counter->word = legend_text(l, "word", counter->word, counter->word);
    }
    s->status.prompt = legend_text(l, "step", s->status.step, s->status.prompt);
}

// "White's figure", or the name alone.
static void add_owned(const struct legend *l, int owner, const char *name, struct text *t)
{
    if (owner == SCENE_NOBODY)
        text_add(t, name);
    else
        text_say(t, l->messages, "paint.owned:seat,name", "%s's %s", legend_seat_name(l, owner),
                 name);
}

// ---------------------------------------------------------------------------------------------
// Spots
// ---------------------------------------------------------------------------------------------

// "red cross", "White's piece worth 3".
static void legend_piece(const struct legend *l, const struct scene_piece *piece, struct text *t)
{
    static const char mark[] = "{value}";
    const struct scene_kind *kind = piece->look.kind;
    const char *name = legend_text(l, "piece", kind->id, kind->name), *value = strstr(name, mark);
    char filled[NAME_BYTES];
    struct text f;

    text_init(&f, filled, sizeof filled);
    if (value)
        text_format(&f, "%.*s%u%s", (int)(value - name), name, piece->look.value,
                    value + strlen(mark));
    else
        text_add(&f, name);
    add_owned(l, piece->owner, filled, t);
}

// "lion on jackal on mouse", from the top down.
static void add_pile(const struct legend *l, const struct pile *pile, struct text *t)
{
    char written[2][PILE_BYTES], name[NAME_BYTES];
    struct text one, all;

    text_init(&all, written[0], PILE_BYTES);
    legend_piece(l, pile->at[0], &all);
    for (unsigned i = 1; i < pile->count; i++) {
        text_init(&one, name, sizeof name);
        legend_piece(l, pile->at[i], &one);
        text_init(&all, written[i % 2], PILE_BYTES);
        text_say(&all, l->messages, "paint.on:top,below", "%s on %s", name, written[(i + 1) % 2]);
    }
    text_add(t, written[(pile->count + 1) % 2]);
}

// Each kind once.
static void add_marks(const struct legend *l, const struct scene *s, unsigned spot, struct text *t)
{
    for (unsigned i = 0; i < s->mark_count; i++) {
        const struct scene_mark_kind *kind = s->marks[i].kind;
        bool again = false;
        for (unsigned j = 0; j < i; j++)
            again |= s->marks[j].spot == spot && s->marks[j].kind == kind;
        if (s->marks[i].spot == spot && !again)
            text_format(t, ", %s", legend_text(l, "mark", kind->id, kind->name));
    }
}

static void add_edges(const struct legend *l, const struct scene *s, unsigned spot, struct text *t)
{
    for (unsigned i = 0; i < s->edge_count; i++) {
        if (s->edges[i].spot != spot || s->edges[i].owner == SCENE_NOBODY)
            continue;
        text_add(t, ", ");
        text_say(t, l->messages, "paint.edge:seat", "%s's edge",
                 legend_seat_name(l, s->edges[i].owner));
    }
}

void legend_spot(const struct legend *l, const struct scene *s, unsigned spot, struct text *t)
{
    enum scene_style style = s->panels[s->spots[spot].panel].style;
    char label[NAME_BYTES];
    struct text named;
    struct pile pile;

    text_init(&named, label, sizeof label);
    legend_label(l, s, spot, &named);
    pile_of(s, spot, &pile);
    if ((style == SCENE_FLAT || style == SCENE_PILES) && pile.count > 0) {
        legend_list(l, label, t);
        text_char(t, ' ');
        add_pile(l, &pile, t);
    } else {
        text_add(t, label);
    }
    if (style == SCENE_PILES && pile.count > 1) {
        text_char(t, ' ');
        text_say(t, l->messages, "paint.height:height", "(height %u)", pile.count);
    }
    add_marks(l, s, spot, t);
    add_edges(l, s, spot, t);
}

// ---------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------

void legend_events(const struct legend *l, const struct scene *s, struct text *t)
{
    for (unsigned i = 0; i < s->event_count; i++) {
        const struct scene_event *event = &s->events[i];
        if (!sentence_tell(t, l->messages, scene_event_args(s, event)))
            text_add(t, scene_event_english(s, event));
        text_char(t, ' ');
    }
}

void legend_verdicts(const struct legend *l, const struct scene *s, struct text *t)
{
    if (s->verdict_count)
        legend_events(l, s, t);
    size_t begun = t->length;

    for (unsigned i = 0; i < s->verdict_count; i++) {
        const struct scene_verdict *verdict = &s->verdicts[i];
        if (verdict->step)
            continue;
        if (t->length > begun)
            text_char(t, ' ');
        if (!sentence_tell(t, l->messages, scene_verdict_args(s, verdict)))
            text_add(t, scene_verdict_english(s, verdict));
    }
}

// Whether a piece before this one has the same sign: then the sign is explained already.
static bool is_explained(const struct scene *s, unsigned index)
{
    for (unsigned i = 0; i < index; i++) {
        if (s->pieces[i].look.glyph == s->pieces[index].look.glyph &&
            s->panels[s->spots[s->pieces[i].spot].panel].style != SCENE_TRAY)
            return true;
    }
    return false;
}

bool legend_signs(const struct legend *l, const struct scene *s, struct text *t)
{
    const char *separator = NULL;

    for (unsigned i = 0; i < s->piece_count; i++) {
        const struct scene_piece *piece = &s->pieces[i];
        if (s->panels[s->spots[piece->spot].panel].style == SCENE_TRAY || is_explained(s, i))
            continue;
        if (!separator)
            legend_list(l, sentence_text(l->messages, "paint.signs", "Signs"), t);
        text_format(t, "%s %c ", separator ? separator : "", piece->look.glyph);
        legend_piece(l, piece, t);
        separator = ",";
    }
    return separator != NULL;
}

// "Black wins, 43 : 56" or "a draw".
static void say_result(const struct legend *l, const struct game_options *options,
                       const struct game_result *result, struct text *t)
{
    char names[NAME_BYTES];
    unsigned winners = 0;
    struct text list;

    text_init(&list, names, sizeof names);
    for (int seat = 0; seat < game_seats(l->game, options); seat++) {
        if (result->outcome[seat] == GAME_WIN)
            text_format(&list, "%s%s", winners++ ? ", " : "", legend_seat_name(l, seat));
    }
    if (winners)
        text_say_count(t, l->messages, winners, "paint.wins:names", "%s wins", "%s win", names);
    else
        text_say(t, l->messages, "paint.draw", "a draw");
    for (int seat = 0; l->game->scores && seat < game_seats(l->game, options); seat++)
        text_format(t, "%s%d", seat ? " : " : ", ", result->score[seat]);
}

void legend_status(const struct legend *l, const struct game_options *options,
                   const struct scene *s, struct text *t)
{
    const char *prompt = legend_text(l, "step", s->status.step, s->status.prompt);
    char storage[NAME_BYTES], why[WHY_BYTES];
    struct text result;

    if (!s->status.over) {
        legend_events(l, s, t);
        text_say(t, l->messages, "paint.to-act:seat,prompt", "%s to act. %s",
                 legend_seat_name(l, s->status.to_act), prompt);
        return;
    }
    if (s->verdict_count) {
        text_init(&result, why, sizeof why);
        legend_verdicts(l, s, &result);
        prompt = why;
    }
    text_init(&result, storage, sizeof storage);
    say_result(l, options, &s->status.result, &result);
    text_say(t, l->messages, "paint.result:prompt,result", "%s Result: %s", prompt, storage);
}

static bool is_listed(const struct scene *s, const struct scene_mark *mark,
                      const struct scene_mark_kind *kind)
{
    return mark->kind == kind && s->spots[mark->spot].use != SCENE_PICTURE;
}

// All marks of the kind that mark `first` begins; the actions of a turn are set apart.
static bool mark_line(const struct legend *l, const struct scene *s, unsigned first, struct text *t)
{
    const struct scene_mark_kind *kind = s->marks[first].kind;
    unsigned step = 0;

    for (unsigned i = 0; i < first; i++) {
        if (is_listed(s, &s->marks[i], kind))
            return false;
    }
    if (!is_listed(s, &s->marks[first], kind))
        return false;
    legend_list(l, legend_text(l, "mark", kind->id, kind->name), t);
    for (unsigned i = first; i < s->mark_count; i++) {
        const struct scene_mark *mark = &s->marks[i];
        if (!is_listed(s, mark, kind))
            continue;
        text_add(t, step && mark->step != step ? ", " : " ");
        if (mark->level)
            text_say(t, l->messages, "paint.level:spot,level", "%s level %d",
                     s->spots[mark->spot].name, mark->level);
        else
            text_add(t, s->spots[mark->spot].name);
        step = mark->step;
    }
    return true;
}

static bool outline_line(const struct legend *l, const struct scene *s,
                         const struct scene_outline *outline, struct text *t)
{
    char name[NAME_BYTES];
    struct text owned;

    if (outline->count == 0 || s->spots[s->outlined[outline->first]].use == SCENE_PICTURE)
        return false;
    text_init(&owned, name, sizeof name);
    add_owned(l, outline->owner, legend_text(l, "mark", outline->id, outline->name), &owned);
    legend_list(l, name, t);
    for (unsigned i = 0; i < outline->count; i++)
        text_format(t, " %s", s->spots[s->outlined[outline->first + i]].name);
    return true;
}

// The edges of one owner, in the order of the spots, and the letter that a drawing in text has for
// them.
static bool edge_line(const struct legend *l, const struct scene *s, unsigned first, struct text *t)
{
    int owner = s->edges[first].owner;

    for (unsigned i = 0; i < first; i++) {
        if (s->edges[i].owner == owner)
            return false;
    }
    if (owner == SCENE_NOBODY)
        return false;
    text_say(t, l->messages, "paint.edges:seat,letter",
             "%s's edges (%c):", legend_seat_name(l, owner), legend_seat(l, owner));
    for (unsigned i = first; i < s->edge_count; i++) {
        if (s->edges[i].owner == owner)
            text_format(t, " %s", s->spots[s->edges[i].spot].name);
    }
    return true;
}

bool legend_line(const struct legend *l, const struct scene *s, unsigned *at, struct text *t)
{
    while (*at < s->mark_count + s->outline_count + s->edge_count) {
        unsigned i = (*at)++;
        bool written;
        if (i < s->mark_count)
            written = mark_line(l, s, i, t);
        else if (i < s->mark_count + s->outline_count)
            written = outline_line(l, s, &s->outlines[i - s->mark_count], t);
        else
            written = edge_line(l, s, i - s->mark_count - s->outline_count, t);
        if (written)
            return true;
    }
    return false;
}

bool legend_counters(const struct legend *l, const struct scene *s, int owner, struct text *t)
{
    const char *separator = NULL;

    for (unsigned i = 0; i < s->counter_count; i++) {
        const struct scene_counter *counter = &s->counters[i];
        bool dull = counter->minor && (counter->word || counter->value == 0);
        if (counter->owner != owner || dull)
            continue;
        if (!separator)
            legend_list(l,
                        owner == SCENE_NOBODY
                            ? catalogue_text(l->messages, everybody.english, "%s", everybody.id)
                            : legend_seat_name(l, owner),
                        t);
        text_format(t, "%s%s ", separator ? separator : " ",
                    legend_text(l, "counter", counter->id, counter->title));
        if (counter->word)
            text_add(t, legend_text(l, "word", counter->word, counter->word));
        else
            text_number(t, counter->value);
        separator = ", ";
    }
    return separator != NULL;
}
