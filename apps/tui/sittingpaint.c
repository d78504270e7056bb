// SPDX-License-Identifier: MIT
// What a sitting shows: the board left, players and moves right, two rows for what there is to say, one for keys.
#include <string.h>

#include "render/legend.h"
#include "tui/sitting.h"

enum { SAID_ROWS = 2, GAP = 2, SAID = 480 };

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

// What an action of this position touches: the letter of the piece that will lie there, an arrow where one leaves, a
// star beside the board. The scene that is shown may be another one: spots are found by their names.
static void mark_action(struct sitting *s, const struct game_position *p, game_action action)
{
    const struct game *g = s->local.driver.match.setup.game;
    struct game_position next;
    struct game_path path;
    struct scene before, after;

    g->action_path(p, action, &path);
    g->apply(p, action, &next);
    game_scene(g, p, local_game_viewpoint(&s->local), &before);
    game_scene(g, &next, local_game_viewpoint(&s->local), &after);
    for (unsigned i = 0; i < path.count; i++) {
        const struct scene_spot *spot = &before.spots[path.at[i]];
        int shown = scene_find(&s->scene, spot->name);
        bool leaves = i == 0 && before.status.gesture == SCENE_CARRY;
        uint32_t letter = leaves ? 0 : letter_on(&after, spot->name);
        if (shown < 0)
            continue;
        if (spot->use != SCENE_PLACE)
            s->marks.hints[shown] = '*';
        else
            s->marks.hints[shown] = letter ? letter : look_sign(&s->look, SIGN_ARROW);
    }
}

// Whether the review tells of the action that led here.
static bool tells(const struct sitting *s)
{
    return s->telling && s->message[0];
}

// The better action beside a mistake that the review tells of.
static void mark_better(struct sitting *s)
{
    const struct review_ply *ply = sitting_mistake(s);
    struct game_position p;

    if (!ply || !tells(s))
        return;
    match_position_at(&s->local.driver.match, s->shown - 1, &p);
    mark_action(s, &p, ply->better.actions[0]);
}

// What the step of the count is about.
static void mark_count(struct sitting *s)
{
    const struct scene_verdict *step = prompts_count_step(&s->scene, s->counted - 1);

    for (unsigned i = 0; step && i < step->count; i++)
        s->marks.hints[s->scene.deciding[step->first + i]] = '*';
}

static void mark_hint(struct sitting *s)
{
    const struct local_game *local = &s->local;
    game_action best;

    memset(s->marks.hints, 0, sizeof s->marks.hints);
    if (s->counted)
        mark_count(s);
    else
        mark_better(s);
    if (local->hint_level == 0 || s->looking_back || match_over(&local->driver.match))
        return;
    if (local_game_best_action(local, &best)) {
        mark_action(s, &local->driver.match.history.position, best);
        return;
    }
    for (unsigned i = 0; i < local->hint.area.count; i++) {
        int spot = scene_find(&s->scene, local->hint.area.spots[i]);
        if (spot >= 0)
            s->marks.hints[spot] = ':';
    }
}

static void make_scene(struct sitting *s)
{
    int you = match_you(&s->local.driver.match);

    if (s->looking_back)
        history_scene_for(&s->past, local_game_viewpoint(&s->local), you, &s->scene);
    else
        match_scene(&s->local.driver.match, local_game_viewpoint(&s->local), you, &s->scene);
    legend_translate(&(struct legend){s->local.driver.match.setup.game, s->app->words}, &s->scene);
    memset(s->marks.targets, 0, sizeof s->marks.targets);
    if (local_game_person_acts(&s->local) && !s->looking_back)
        touch_targets(&s->local.driver.touch, &s->local.driver.match.history, s->marks.targets);
    s->marks.staged = s->local.driver.touch.path;
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

// What a computer thinks of its chances is told only to those who want to see it, and never where it would tell about a
// secret.
static void thinking_text(const struct sitting *s, struct text *t)
{
    const struct catalogue *words = s->app->words;
    const struct match *m = &s->local.driver.match;
    const struct thinking *k = &s->thinking;
    struct prompts prompts = sitting_prompts(s);
    char seconds[PROMPT_TENTHS_BYTES], margin[PROMPT_TENTHS_BYTES], storage[PROMPT_NAME_BYTES];
    const char *name = local_game_person_acts(&s->local)
                           ? sentence_text(words, "sitting.help", "The help")
                           : prompts_name(&prompts, match_to_act(m), storage);
    bool open = s->app->open && game_is_duel(m->setup.game, &m->setup.options);
    int chance = (k->chance + 5) / 10;

    prompts_tenths(words, (int)((app_now(s->app) - k->began) / 100), seconds);
    prompts_tenths(words, k->margin, margin);
    if (k->depth && open && k->expects_margin)
        text_say(t, words, "sitting.margin:name,depth,chance,sign,margin,seconds",
                 "%s thinks, depth %u, chance %d %%, margin %s%s, %s s", name, k->depth, chance,
                 k->margin < 0 ? "-" : "+", margin, seconds);
    else if (k->depth && open)
        text_say(t, words, "sitting.depth:name,depth,chance,seconds",
                 "%s thinks, depth %u, chance %d %%, %s s", name, k->depth, chance, seconds);
    else
        text_say(t, words, "sitting.thinks:name,seconds", "%s thinks, %s s", name, seconds);
}

static void say_offer(const struct sitting *s, struct text *t)
{
    text_add(t, " ");
    text_say(t, s->app->words, "sitting.offer:name", "%s offers a draw: D accepts.",
             sitting_name(s, s->local.driver.match.draw_offer));
}

void sitting_status(const struct sitting *s, struct text *t)
{
    const struct match *m = &s->local.driver.match;
    struct prompts prompts = sitting_prompts(s);
    int seat = match_to_act(m);
    char storage[PROMPT_NAME_BYTES];

    if (s->thinking.active && s->thinking.judging)
        text_add(t, sentence_text(s->app->words, "sitting.judging", "Looking at the move…"));
    else if (s->thinking.active)
        thinking_text(s, t);
    else if (s->line)
        sitting_line_status(s, t);
    else if (s->looking_back)
        prompts_past(&prompts, s->shown, &s->scene, t);
    else if (s->puzzle)
        sitting_puzzle_status(s, t);
    else if (seat == NOBODY)
        prompts_end(&prompts, &s->scene, t);
    else if (!local_game_person_acts(&s->local)) {
        prompts_events(&prompts, &s->scene, t);
        text_say(t, s->app->words, "sitting.waits:name", "%s waits. Space lets the computer go on.",
                 prompts_name(&prompts, seat, storage));
    } else {
        // Not a message: that would stand in the prompt's place.
        if (prompts_seat_draw(&prompts, t))
            text_char(t, ' ');
        prompts_last_turn(&prompts, m->history.length, t);
        prompts_next(&prompts, &s->scene, &s->local.driver.touch, s->marks.targets, t);
    }
    if (m->draw_offer != NOBODY && seat != NOBODY)
        say_offer(s, t);
}

// ---------------------------------------------------------------------------------------------
// Typing
// ---------------------------------------------------------------------------------------------

static void completions(const struct sitting *s, struct text *t)
{
    struct game_actions list;
    size_t typed = strlen(s->typed);

    history_list(&s->local.driver.match.history, &list);
    for (unsigned i = 0; i < list.count && t->length < 400; i++) {
        char storage[GAME_ACTION_BYTES];
        struct text action;
        text_init(&action, storage, sizeof storage);
        s->local.driver.match.setup.game->action_text(&s->local.driver.match.history.position,
                                                      list.at[i], &action);
        if (!strncmp(storage, s->typed, typed))
            text_format(t, " %s", storage);
    }
}

static void paint_typing(const struct sitting *s, struct canvas *c)
{
    struct pen pen = {COLOUR_INK, COLOUR_PAPER, WEIGHT_BOLD},
               quiet = {COLOUR_QUIET, COLOUR_PAPER, 0};
    const struct catalogue *words = s->app->words;
    char storage[440];
    struct text t;

    app_paint_message(c, "", pen);
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
    app_paint_keys(
        c, sentence_text(words, "sitting.type-keys", "Enter play it  Tab complete  Esc leave it"));
}

// ---------------------------------------------------------------------------------------------
// The frame
// ---------------------------------------------------------------------------------------------

static const char *keys_for(const struct sitting *s)
{
    const struct catalogue *words = s->app->words;

    if (s->thinking.active && local_game_person_acts(&s->local))
        return sentence_text(words, "sitting.keys-help",
                             "Space that is enough  Esc leave it  Arrows cursor  Q menu");
    if (s->thinking.active)
        return sentence_text(words, "sitting.keys-think",
                             "Space move now  Esc pause  Arrows cursor  ? help  Q menu");
    if (s->line)
        return sentence_text(words, "sitting.keys-line",
                             "[ back  ] on  Esc return to the game  ? help  Q menu");
    if (tells(s) && sitting_mistake(s))
        return sentence_text(
            words, "sitting.keys-better",
            "[ back  ] on  B better line  M next mistake  Esc end  ? help  Q menu");
    if (s->looking_back && s->notes)
        return sentence_text(words, "sitting.keys-mistakes",
                             "[ back  ] on  M next mistake  Esc return to the end  ? help  Q menu");
    if (s->looking_back)
        return sentence_text(words, "sitting.keys-back",
                             "[ back  ] on  Home start  Esc return to the game  ? help  Q menu");
    if (s->puzzle)
        return sitting_puzzle_keys(s);
    if (match_to_act(&s->local.driver.match) == NOBODY && prompts_count_step(&s->scene, 0))
        return sentence_text(words, "sitting.keys-counted",
                             "N new game  V review  C count  [ look back  S save  ? help  Q menu");
    if (match_to_act(&s->local.driver.match) == NOBODY)
        return sentence_text(words, "sitting.keys-over",
                             "N new game  V review  U undo  [ look back  S save  ? help  Q menu");
    if (s->narrow || s->scene.clues.things)
        return sentence_text(words, "sitting.keys-table",
                             "Enter touch  U undo  H hint  K table  ? help  Q menu");
    return sentence_text(
        words, "sitting.keys-play",
        "Enter touch  U undo  H hint  F flip  S save  [ look back  ? help  Q menu");
}

// What there is to say now, and how.
static struct pen said_now(const struct sitting *s, char said[SITTING_MESSAGE])
{
    struct text t;

    text_init(&t, said, SITTING_MESSAGE);
    if (s->message[0] && !s->thinking.active) {
        text_add(&t, s->message);
        return (struct pen){s->tone, COLOUR_GROUND, WEIGHT_BOLD};
    }
    sitting_status(s, &t);
    return (struct pen){COLOUR_INK, COLOUR_GROUND, 0};
}

// The end of a sentence that has no room is behind a key.
static void paint_more(const struct sitting *s, struct canvas *c)
{
    const char *more = sentence_text(s->app->words, "sitting.rest", "... K: the rest");
    int width = canvas_width(more), row = c->rows - 2, column = c->columns - width - 1;

    canvas_put(c, row, column - 1, ' ', (struct pen){COLOUR_QUIET, COLOUR_GROUND, 0});
    canvas_text(c, row, column, width, more, (struct pen){COLOUR_ACCENT, COLOUR_GROUND, 0});
}

// The sentence in so many rows above the keys, and the spot under the cursor: in the last of them, or above when there
// is room for it.
static void paint_low(struct sitting *s, struct canvas *c, int down, int said_rows)
{
    struct pen quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    char storage[SITTING_MESSAGE];
    struct text t;

    app_paint_keys(c, keys_for(s));
    struct pen pen = said_now(s, storage);
    int used = canvas_lines(storage, c->columns - 2), top = c->rows - 1 - said_rows;
    s->cut = used > said_rows;
    canvas_wrap(c, (struct rect){top, 1, said_rows, c->columns - 2}, storage, pen);
    if (s->cut)
        paint_more(s, c);
    int row = used < said_rows ? c->rows - 2 : top - 1;
    if (s->marks.cursor < 0 || (used >= said_rows && s->board.rows + down >= row + 1))
        return;
    text_init(&t, storage, sizeof storage);
    legend_spot(&(struct legend){s->local.driver.match.setup.game, s->app->words}, &s->scene,
                (unsigned)s->marks.cursor, &t);
    canvas_text(c, row, 1, used < said_rows ? c->columns - 2 : s->board.columns, storage, quiet);
}

static void paint_cover(const struct sitting *s, struct canvas *c)
{
    struct pen pen = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD},
               quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    const struct catalogue *words = s->app->words;
    char storage[SAID];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_say(&t, words, "sitting.pass:name", "Pass the screen to %s.",
             sitting_name(s, match_to_act(&s->local.driver.match)));
    canvas_text(c, c->rows / 2 - 2, (c->columns - canvas_width(storage)) / 2, c->columns, storage,
                pen);
    const char *how =
        sentence_text(words, "sitting.unseen", "Press Enter when nobody else is looking.");
    canvas_text(c, c->rows / 2, (c->columns - canvas_width(how)) / 2, c->columns, how, quiet);
    app_paint_keys(c, sentence_text(words, "sitting.cover-keys", "Enter show the board  Q menu"));
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

// Lays the board where what is said leaves it room: a long sentence makes it smaller, as long as it has room at all.
static bool lay_board(struct sitting *s, const struct canvas *c, int columns, int *said_rows)
{
    char said[SITTING_MESSAGE];

    said_now(s, said);
    *said_rows = canvas_lines(said, c->columns - 2);
    *said_rows = *said_rows > c->rows / 2 ? c->rows / 2 : *said_rows;
    for (; *said_rows > SAID_ROWS; --*said_rows) {
        if (board_lay(&s->board, &s->scene, &s->look, s->flipped, c->rows - 1 - *said_rows,
                      columns))
            return true;
    }
    *said_rows = SAID_ROWS;
    return board_lay(&s->board, &s->scene, &s->look, s->flipped, c->rows - 1 - SAID_ROWS, columns);
}

static void paint_side(struct sitting *s, struct canvas *c, struct rect r)
{
    s->side.match = &s->local.driver.match;
    s->side.series = &s->local.driver.series;
    s->side.scene = &s->scene;
    s->side.look = &s->look;
    s->side.words = s->app->words;
    s->side.shown = s->shown;
    s->side.notes = s->notes;
    s->side.now = app_now(s->app);
    s->side.hit_count = 0;
    if (!s->narrow)
        side_paint(&s->side, c, r);
}

static void paint_no_room(const struct sitting *s, struct canvas *c, int rows)
{
    canvas_wrap(c, (struct rect){1, 1, rows - 1, c->columns - 2},
                sentence_text(s->app->words, "sitting.no-room",
                              "This window is too small for this board: make it larger, or play "
                              "line by line with 'abax play --plain --resume'."),
                (struct pen){COLOUR_BAD, COLOUR_GROUND, WEIGHT_BOLD});
}

void sitting_paint(void *sitting, struct canvas *c)
{
    struct sitting *s = sitting;

    if (local_game_covered(&s->local)) {
        paint_cover(s, c);
        return;
    }
    make_scene(s);
    int said_rows, rows, columns = c->columns - SIDE_LEAST - GAP;
    bool laid = lay_board(s, c, columns, &said_rows);
    s->narrow = !laid;
    if (s->narrow)
        laid = lay_board(s, c, columns = c->columns, &said_rows);
    rows = c->rows - 1 - said_rows;
    int spare = c->columns - s->board.columns - GAP - (s->narrow ? 0 : SIDE_MOST);
    int right = spare > 1 ? 1 + (spare - 1) / 4 : s->board.columns < columns;
    int down = rows - s->board.rows > 1;
    move_board(&s->board, &s->scene, down, right);
    find_cursor(s);
    if (laid)
        board_paint(&s->board, &s->scene, &s->look, &s->marks, c);
    else
        paint_no_room(s, c, rows);
    int left = right + s->board.columns + GAP, width = c->columns - left - (right > 0);
    paint_side(s, c, (struct rect){down, left, rows - down, width < SIDE_MOST ? width : SIDE_MOST});
    paint_low(s, c, down, said_rows);
    if (s->typing)
        paint_typing(s, c);
}

void sitting_draw(struct sitting *s)
{
    struct canvas *c = app_begin_frame(s->app);

    if (!c)
        return;
    sitting_paint(s, c);
    screen_show(&s->app->screen);
}
