// SPDX-License-Identifier: MIT
// What a sitting shows: the board left, players and moves right, two rows for what there is to say, one for keys.
#include <string.h>

#include "paint/legend.h"
#include "tui/sitting.h"

enum { LOW_ROWS = 3, GAP = 2, SAID = 480 };

// The letter of what lies on top of a spot in a scene, found by its name; 0 when nothing does.
static uint32_t letter_on(const struct scene *s, const char *name)
{
    uint32_t letter = 0;
    int spot = scene_find(s, name);

    for (unsigned i = 0; i < s->piece_count; i++) {
        if (s->pieces[i].spot == spot || s->pieces[i].other == spot)
            letter = (uint32_t)(unsigned char)s->pieces[i].look.glyph;
    }
    return letter;
}

// What the best action touches: the letter of the piece that will lie there, an arrow where one leaves, a star beside the
// board.
static void mark_best(struct sitting *s)
{
    const struct game *g = s->driver.match.setup.game;
    const struct game_position *p = &s->driver.match.history.position;
    struct game_position next;
    struct game_path path;
    struct scene after;

    g->action_path(p, s->hint.best, &path);
    g->apply(p, s->hint.best, &next);
    game_scene(g, &next, sitting_eyes(s), &after);
    for (unsigned i = 0; i < path.count; i++) {
        const struct scene_spot *spot = &s->scene.spots[path.at[i]];
        bool leaves = i == 0 && s->scene.status.gesture == SCENE_CARRY;
        uint32_t letter = leaves ? 0 : letter_on(&after, spot->name);
        if (spot->use != SCENE_PLACE)
            s->marks.hints[path.at[i]] = '*';
        else
            s->marks.hints[path.at[i]] = letter ? letter : look_sign(&s->look, SIGN_ARROW);
    }
}

static void mark_hint(struct sitting *s)
{
    memset(s->marks.hints, 0, sizeof s->marks.hints);
    if (s->rung == 0 || s->looking_back || match_over(&s->driver.match))
        return;
    if (s->rung >= HINT_BEST) {
        mark_best(s);
        return;
    }
    for (unsigned i = 0; i < s->hint.area.count; i++) {
        int spot = scene_find(&s->scene, s->hint.area.spots[i]);
        if (spot >= 0)
            s->marks.hints[spot] = ':';
    }
}

static void make_scene(struct sitting *s)
{
    if (s->looking_back)
        history_scene(&s->past, sitting_eyes(s), &s->scene);
    else
        match_scene(&s->driver.match, sitting_eyes(s), &s->scene);
    legend_translate(&(struct legend){s->driver.match.setup.game, s->house->words}, &s->scene);
    memset(s->marks.targets, 0, sizeof s->marks.targets);
    if (sitting_person_acts(s) && !s->looking_back)
        touch_targets(&s->driver.touch, &s->driver.match.history, s->marks.targets);
    s->marks.staged = s->driver.touch.path;
    mark_hint(s);
}

static void find_cursor(struct sitting *s)
{
    s->marks.cursor = scene_find(&s->scene, s->cursor);
    if (s->marks.cursor >= 0)
        return;
    s->marks.cursor = board_step(&s->board, &s->scene, BOARD_NOWHERE, 0, 0);
    if (s->marks.cursor >= 0)
        memcpy(s->cursor, s->scene.spots[s->marks.cursor].name, sizeof s->cursor);
}

// ---------------------------------------------------------------------------------------------
// Sentences
// ---------------------------------------------------------------------------------------------

static void thinking_text(const struct sitting *s, struct text *t)
{
    const struct catalogue *words = s->house->words;
    const struct thinking *k = &s->thinking;
    const char *name = sitting_person_acts(s) ? sentence_text(words, "sitting.help", "The help")
                                              : sitting_name(s, match_to_act(&s->driver.match));
    int chance = (k->chance + 5) / 10;
    char seconds[SITTING_TENTHS], margin[SITTING_TENTHS];

    sitting_tenths(s, (int)((house_now(s->house) - k->began) / 100), seconds);
    sitting_tenths(s, k->margin, margin);
    // What a computer thinks of its chances would tell about its secret; trials have no depth.
    if (k->depth && !game_is_duel(s->driver.match.setup.game, &s->driver.match.setup.options))
        text_say_count(t, words, k->nodes, "sitting.trials:name,n,seconds",
                       "%s thinks, %llu trial, %s s", "%s thinks, %llu trials, %s s", name,
                       (unsigned long long)k->nodes, seconds);
    else if (k->depth && k->expects_margin)
        text_say(t, words, "sitting.margin:name,depth,chance,sign,margin,seconds",
                 "%s thinks, depth %u, chance %d %%, margin %s%s, %s s", name, k->depth, chance,
                 k->margin < 0 ? "-" : "+", margin, seconds);
    else if (k->depth)
        text_say(t, words, "sitting.depth:name,depth,chance,seconds",
                 "%s thinks, depth %u, chance %d %%, %s s", name, k->depth, chance, seconds);
    else
        text_say(t, words, "sitting.thinks:name,seconds", "%s thinks, %s s", name, seconds);
}

// How the game ended and by which rule.
static void end_text(const struct sitting *s, struct text *t)
{
    const struct match *m = &s->driver.match;

    match_status(m, s->house->words, t);
    text_char(t, ' ');
    legend_verdicts(&(struct legend){m->setup.game, s->house->words}, &s->scene, t);
}

static void over_text(const struct sitting *s, struct text *t)
{
    const struct catalogue *words = s->house->words;
    struct series after = s->driver.series;
    struct match_setup unused;
    char status[SAID];
    struct text told;

    if (s->driver.series.games < 2) {
        end_text(s, t);
        return;
    }
    text_init(&told, status, sizeof status);
    end_text(s, &told);
    bool goes_on = series_next(&after, &s->driver.match, 0, &unused);
    int leader = series_leader(&after, match_seats(&s->driver.match));
    if (goes_on)
        text_say(t, words, "sitting.next:status", "%s N begins the next game.", status);
    else if (leader >= 0)
        text_say(t, words, "sitting.won:status,name", "%s The series is over: %s wins it.", status,
                 sitting_name(s, s->driver.series.place[leader]));
    else
        text_say(t, words, "sitting.drawn:status", "%s The series is over: it is a draw.", status);
}

// "Black: figure c5 to c2, lays 3 discs. ": what the seat before has just done.
static void answer_text(const struct sitting *s, struct text *t)
{
    const struct match *m = &s->driver.match;
    unsigned length = m->history.length, from = length;

    while (from > 0 && m->entries[from - 1].seat == m->entries[length - 1].seat)
        from--;
    if (length == 0 || m->entries[length - 1].seat == match_to_act(m))
        return;
    const char *name = sitting_name(s, m->entries[from].seat);
    char actions[SAID];
    struct game_position p;
    struct text list;
    text_init(&list, actions, sizeof actions);
    for (; from < length; from++) {
        text_add(&list, list.length ? "; " : "");
        match_position_at(m, from, &p);
        game_add_words(m->setup.game, &p, m->entries[from].action, s->house->words, &list);
    }
    text_say(t, s->house->words, "sitting.played:name,actions", "%s: %s.", name, actions);
    text_add(t, " ");
}

// Where one is, and the action that led there.
static void back_text(const struct sitting *s, struct text *t)
{
    const struct match *m = &s->driver.match;
    char action[GAME_NAMED_BYTES];
    struct text named;

    text_say(t, s->house->words, "sitting.back:shown,all", "Looking back: %u of %u played.",
             s->shown, m->history.length);
    if (s->shown == 0)
        return;
    text_init(&named, action, sizeof action);
    match_add_named(m, s->shown - 1, s->house->words, &named);
    text_char(t, ' ');
    text_say(t, s->house->words, "sitting.played:name,actions", "%s: %s.",
             sitting_name(s, m->entries[s->shown - 1].seat), action);
}

static void say_offer(const struct sitting *s, struct text *t)
{
    text_add(t, " ");
    text_say(t, s->house->words, "sitting.offer:name", "%s offers a draw: D accepts.",
             sitting_name(s, s->driver.match.draw_offer));
}

static void status_text(const struct sitting *s, struct text *t)
{
    int seat = match_to_act(&s->driver.match);

    if (s->thinking.active)
        thinking_text(s, t);
    else if (s->looking_back)
        back_text(s, t);
    else if (seat == NOBODY)
        over_text(s, t);
    else if (!sitting_person_acts(s))
        text_say(t, s->house->words, "sitting.waits:name",
                 "%s waits. Space lets the computer go on.", sitting_name(s, seat));
    else {
        answer_text(s, t);
        struct legend legend = {s->driver.match.setup.game, s->house->words};
        legend_list(&legend, sitting_name(s, seat), t);
        text_format(t, " %s", s->scene.status.prompt);
    }
    if (s->driver.match.draw_offer != NOBODY && seat != NOBODY)
        say_offer(s, t);
}

// ---------------------------------------------------------------------------------------------
// Typing
// ---------------------------------------------------------------------------------------------

static void completions(const struct sitting *s, struct text *t)
{
    struct game_actions list;
    size_t typed = strlen(s->typed);

    history_list(&s->driver.match.history, &list);
    for (unsigned i = 0; i < list.count && t->length < 400; i++) {
        char storage[GAME_ACTION_BYTES];
        struct text action;
        text_init(&action, storage, sizeof storage);
        s->driver.match.setup.game->action_text(&s->driver.match.history.position, list.at[i],
                                                &action);
        if (!strncmp(storage, s->typed, typed))
            text_format(t, " %s", storage);
    }
}

static void paint_typing(const struct sitting *s, struct canvas *c)
{
    struct pen pen = {COLOUR_INK, COLOUR_PAPER, WEIGHT_BOLD},
               quiet = {COLOUR_QUIET, COLOUR_PAPER, 0};
    const struct catalogue *words = s->house->words;
    char storage[440];
    struct text t;

    house_message(c, "", pen);
    int column = 2 + canvas_text(c, c->rows - 3, 1, c->columns,
                                 sentence_text(words, "sitting.action", "Action:"), quiet);
    column += canvas_text(c, c->rows - 3, column, c->columns, s->typed, pen);
    c->cursor_row = c->rows - 3;
    c->cursor_column = column;
    text_init(&t, storage, sizeof storage);
    completions(s, &t);
    if (!storage[0])
        text_format(&t, " %s",
                    sentence_text(words, "sitting.no-beginning", "no legal action begins so"));
    canvas_text(c, c->rows - 2, 0, c->columns - 1, storage, quiet);
    house_keys(
        c, sentence_text(words, "sitting.type-keys", "Enter play it  Tab complete  Esc leave it"));
}

// ---------------------------------------------------------------------------------------------
// The frame
// ---------------------------------------------------------------------------------------------

static const char *keys_for(const struct sitting *s)
{
    const struct catalogue *words = s->house->words;

    if (s->thinking.active && sitting_person_acts(s))
        return sentence_text(words, "sitting.keys-help",
                             "Space that is enough  Esc leave it  Arrows cursor  Q menu");
    if (s->thinking.active)
        return sentence_text(words, "sitting.keys-think",
                             "Space move now  Esc pause  Arrows cursor  ? help  Q menu");
    if (s->looking_back && s->notes)
        return sentence_text(words, "sitting.keys-mistakes",
                             "[ back  ] on  M next mistake  Esc return to the end  ? help  Q menu");
    if (s->looking_back)
        return sentence_text(words, "sitting.keys-back",
                             "[ back  ] on  Home start  Esc return to the game  ? help  Q menu");
    if (match_to_act(&s->driver.match) == NOBODY)
        return sentence_text(words, "sitting.keys-over",
                             "N new game  V review  U undo  [ look back  S save  ? help  Q menu");
    return sentence_text(
        words, "sitting.keys-play",
        "Enter touch  U undo  H hint  F flip  S save  [ look back  ? help  Q menu");
}

static void paint_low(struct sitting *s, struct canvas *c, int down)
{
    struct pen pen = {COLOUR_INK, COLOUR_GROUND, 0}, quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    char storage[SAID];
    struct text t;

    house_keys(c, keys_for(s));
    text_init(&t, storage, sizeof storage);
    bool spoken = s->message[0] && !s->thinking.active;
    if (spoken)
        pen = (struct pen){s->tone, COLOUR_GROUND, WEIGHT_BOLD};
    else
        status_text(s, &t);
    const char *sentence = spoken ? s->message : storage;
    int used = canvas_lines(sentence, c->columns - 2);
    house_message(c, sentence, pen);
    // The spot under the cursor has the second row, or one above when there is room for it.
    int row = used < 2 ? c->rows - 2 : c->rows - 4;
    if (s->marks.cursor < 0 || (used >= 2 && s->board.rows + down >= row + 1))
        return;
    text_init(&t, storage, sizeof storage);
    legend_spot(&(struct legend){s->driver.match.setup.game, s->house->words}, &s->scene,
                (unsigned)s->marks.cursor, &t);
    canvas_text(c, row, 1, used < 2 ? c->columns - 2 : s->board.columns, storage, quiet);
}

static void paint_cover(const struct sitting *s, struct canvas *c)
{
    struct pen pen = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD},
               quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    const struct catalogue *words = s->house->words;
    char storage[SAID];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_say(&t, words, "sitting.pass:name", "Pass the screen to %s.",
             sitting_name(s, match_to_act(&s->driver.match)));
    canvas_text(c, c->rows / 2 - 2, (c->columns - canvas_width(storage)) / 2, c->columns, storage,
                pen);
    const char *how =
        sentence_text(words, "sitting.unseen", "Press Enter when nobody else is looking.");
    canvas_text(c, c->rows / 2, (c->columns - canvas_width(how)) / 2, c->columns, how, quiet);
    house_keys(c, sentence_text(words, "sitting.cover-keys", "Enter show the board  Q menu"));
}

// Moves the board down and right, off the edge of the window.
static void move_board(struct board *b, const struct scene *s, int down, int right)
{
    for (unsigned i = 0; i < s->spot_count; i++) {
        b->spots[i].row += down;
        b->spots[i].column += right;
    }
    for (unsigned i = 0; i < s->panel_count; i++) {
        b->panels[i].area.row += down;
        b->panels[i].area.column += right;
    }
}

void sitting_paint(void *sitting, struct canvas *c)
{
    struct sitting *s = sitting;

    if (sitting_covered(s)) {
        paint_cover(s, c);
        return;
    }
    make_scene(s);
    int rows = c->rows - LOW_ROWS, columns = c->columns - SIDE_LEAST - GAP;
    bool laid = board_lay(&s->board, &s->scene, &s->look, s->flipped, rows, columns);
    int spare = c->columns - s->board.columns - GAP - SIDE_MOST;
    int right = spare > 1 ? 1 + (spare - 1) / 4 : s->board.columns < columns;
    int down = rows - s->board.rows > 1;
    move_board(&s->board, &s->scene, down, right);
    find_cursor(s);
    if (laid)
        board_paint(&s->board, &s->scene, &s->look, &s->marks, c);
    s->side.match = &s->driver.match;
    s->side.series = &s->driver.series;
    s->side.scene = &s->scene;
    s->side.look = &s->look;
    s->side.words = s->house->words;
    s->side.shown = s->shown;
    s->side.notes = s->notes;
    s->side.now = house_now(s->house);
    int left = right + s->board.columns + GAP, width = c->columns - left - (right > 0);
    side_paint(&s->side, c,
               (struct rect){down, left, rows - down, width < SIDE_MOST ? width : SIDE_MOST});
    paint_low(s, c, down);
    if (s->typing)
        paint_typing(s, c);
}

void sitting_draw(struct sitting *s)
{
    struct canvas *c = house_begin(s->house);

    if (!c)
        return;
    sitting_paint(s, c);
    screen_show(&s->house->screen);
}
