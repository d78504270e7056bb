// SPDX-License-Identifier: MIT
// Renders a game: the board on the left, players and moves on the right, two rows for messages, one
// for keys.
#include <stdlib.h>
#include <string.h>

#include "render/legend.h"
#include "tui/gameview.h"

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

// What an action of this position touches: the letter of the piece that will lie there, an arrow
// where one leaves, a star beside the board. The scene that is shown may be another one: spots are
// found by their names.
static void mark_action(struct game_view *view, const struct game_position *p, game_action action)
{
    const struct game *g = view->local.driver.match.setup.game;
    struct game_position next;
    struct game_path path;
    struct scene before, after;

    g->action_path(p, action, &path);
    g->apply(p, action, &next);
    game_scene(g, p, local_game_viewpoint(&view->local), &before);
    game_scene(g, &next, local_game_viewpoint(&view->local), &after);
    for (unsigned i = 0; i < path.count; i++) {
        const struct scene_spot *spot = &before.spots[path.at[i]];
        int shown = scene_find(&view->scene, spot->name);
        bool leaves = i == 0 && before.status.gesture == SCENE_CARRY;
        uint32_t letter = leaves ? 0 : letter_on(&after, spot->name);
        if (shown < 0)
            continue;
        if (spot->use != SCENE_PLACE)
            view->marks.hints[shown] = '*';
        else
            view->marks.hints[shown] = letter ? letter : glyphs_sign(&view->glyphs, SIGN_ARROW);
    }
}

// Whether the review explains_shown_ply of the action that led here.
static bool explains_shown_ply(const struct game_view *view)
{
    return view->explains_ply && view->message[0];
}

// The better action beside a mistake that the review explains_shown_ply of.
static void mark_better(struct game_view *view)
{
    const struct review_ply *ply = game_view_mistake(view);
    struct game_position p;

    if (!ply || !explains_shown_ply(view))
        return;
    match_position_at(&view->local.driver.match, view->shown - 1, &p);
    mark_action(view, &p, ply->better.actions[0]);
}

// What the step of the count is about.
static void mark_count(struct game_view *view)
{
    const struct scene_verdict *step = prompts_count_step(&view->scene, view->counted - 1);

    for (unsigned i = 0; step && i < step->count; i++)
        view->marks.hints[view->scene.deciding[step->first + i]] = '*';
}

static void mark_hint(struct game_view *view)
{
    const struct local_game *local = &view->local;
    game_action best;

    memset(view->marks.hints, 0, sizeof view->marks.hints);
    if (view->counted)
        mark_count(view);
    else
        mark_better(view);
    if (local->hint_level == 0 || view->looking_back || match_over(&local->driver.match))
        return;
    if (local_game_best_action(local, &best)) {
        mark_action(view, &local->driver.match.history.position, best);
        return;
    }
    for (unsigned i = 0; i < local->hint.area.count; i++) {
        int spot = scene_find(&view->scene, local->hint.area.spots[i]);
        if (spot >= 0)
            view->marks.hints[spot] = ':';
    }
}

static void make_scene(struct game_view *view)
{
    int you = match_you(&view->local.driver.match);

    if (view->looking_back)
        history_scene_for(&view->past, local_game_viewpoint(&view->local), you, &view->scene);
    else
        match_scene(&view->local.driver.match, local_game_viewpoint(&view->local), you,
                    &view->scene);
    legend_translate(&(struct legend){view->local.driver.match.setup.game, view->app->messages},
                     &view->scene);
    memset(view->marks.targets, 0, sizeof view->marks.targets);
    if (local_game_person_acts(&view->local) && !view->looking_back)
        touch_targets(&view->local.driver.touch, &view->local.driver.match.history,
                      view->marks.targets);
    view->marks.staged = view->local.driver.touch.path;
    mark_hint(view);
}

static void find_cursor(struct game_view *view)
{
    view->marks.cursor = scene_find(&view->scene, view->cursor);
    if (view->marks.cursor >= 0)
        return;
    view->marks.cursor = board_step(&view->board, &view->scene, BOARD_NOWHERE, 0, 0);
    if (view->marks.cursor >= 0)
        memcpy(view->cursor, view->scene.spots[view->marks.cursor].name, sizeof view->cursor);
}

// ---------------------------------------------------------------------------------------------
// Sentences
// ---------------------------------------------------------------------------------------------

// A computer's opinion of its chances is shown only on request, and never if it would reveal hidden
// information.
static void thinking_text(const struct game_view *view, struct text *t)
{
    const struct catalogue *messages = view->app->messages;
    const struct match *m = &view->local.driver.match;
    const struct thinking *k = &view->thinking;
    struct prompts prompts = game_view_prompts(view);
    char seconds[PROMPT_TENTHS_BYTES], margin[PROMPT_TENTHS_BYTES], storage[PROMPT_NAME_BYTES];
    const char *name = local_game_person_acts(&view->local)
                           ? sentence_text(messages, "gameview.help", "The help")
                           : prompts_name(&prompts, match_to_act(m), storage);
    bool open = view->app->open && game_is_duel(m->setup.game, &m->setup.options);
    int chance = (k->chance + 5) / 10;

    prompts_tenths(messages, (int)((app_now(view->app) - k->began) / 100), seconds);
    prompts_tenths(messages, k->margin, margin);
    if (k->depth && open && k->expects_margin)
        text_say(t, messages, "gameview.margin:name,depth,chance,sign,margin,seconds",
                 "%s thinks, depth %u, chance %d %%, margin %s%s, %s s", name, k->depth, chance,
                 k->margin < 0 ? "-" : "+", margin, seconds);
    else if (k->depth && open)
        text_say(t, messages, "gameview.depth:name,depth,chance,seconds",
                 "%s thinks, depth %u, chance %d %%, %s s", name, k->depth, chance, seconds);
    else
        text_say(t, messages, "gameview.thinks:name,seconds", "%s thinks, %s s", name, seconds);
}

static void say_offer(const struct game_view *view, struct text *t)
{
    text_add(t, " ");
    text_say(t, view->app->messages, "gameview.offer:name", "%s offers a draw: D accepts.",
             game_view_seat_name(view, view->local.driver.match.draw_offer));
}

// Whose turn it is and what they can do, who is thinking, which past position is shown, or how the
// game ended.
static void add_status(const struct game_view *view, struct text *t)
{
    const struct match *m = &view->local.driver.match;
    struct prompts prompts = game_view_prompts(view);
    int seat = match_to_act(m);
    char storage[PROMPT_NAME_BYTES];

    if (view->thinking.active && view->thinking.checks_move)
        text_add(t, sentence_text(view->app->messages, "gameview.judging", "Looking at the move…"));
    else if (view->thinking.active)
        thinking_text(view, t);
    else if (view->variation)
        game_view_variation_status(view, t);
    else if (view->looking_back)
        prompts_past(&prompts, view->shown, &view->scene, t);
    else if (view->puzzle)
        puzzle_view_status(view, t);
    else if (seat == NOBODY)
        prompts_end(&prompts, &view->scene, t);
    else if (!local_game_person_acts(&view->local)) {
        prompts_events(&prompts, &view->scene, t);
        text_say(t, view->app->messages, "gameview.waits:name",
                 "%s waits. Space lets the computer go on.", prompts_name(&prompts, seat, storage));
    } else {
        // Not a message: that would stand in the prompt's place.
        if (prompts_seat_draw(&prompts, t))
            text_char(t, ' ');
        prompts_last_turn(&prompts, m->history.length, t);
        prompts_next(&prompts, &view->scene, &view->local.driver.touch, view->marks.targets, t);
    }
    if (m->draw_offer != NOBODY && seat != NOBODY)
        say_offer(view, t);
}

// ---------------------------------------------------------------------------------------------
// Typing
// ---------------------------------------------------------------------------------------------

static void list_completions(const struct game_view *view, struct text *t)
{
    struct game_actions list;
    size_t typed = strlen(view->typed);

    history_list(&view->local.driver.match.history, &list);
    for (unsigned i = 0; i < list.count && t->length < 400; i++) {
        char storage[GAME_ACTION_BYTES];
        struct text action;
        text_init(&action, storage, sizeof storage);
        view->local.driver.match.setup.game->action_text(&view->local.driver.match.history.position,
                                                         list.at[i], &action);
        if (!strncmp(storage, view->typed, typed))
            text_format(t, " %s", storage);
    }
}

static void render_typing(const struct game_view *view, struct canvas *c)
{
    struct pen pen = {COLOUR_INK, COLOUR_PAPER, WEIGHT_BOLD},
               quiet = {COLOUR_QUIET, COLOUR_PAPER, 0};
    const struct catalogue *messages = view->app->messages;
    char storage[440];
    struct text t;

    app_render_message(c, "", pen);
    int column = 2 + canvas_text(c, c->rows - 3, 1, c->columns,
                                 sentence_text(messages, "gameview.action", "Action:"), quiet);
    column += canvas_text(c, c->rows - 3, column, c->columns, view->typed, pen);
    c->cursor_row = c->rows - 3;
    c->cursor_column = column;
    text_init(&t, storage, sizeof storage);
    list_completions(view, &t);
    if (!storage[0])
        text_format(&t, " %s",
                    sentence_text(messages, "gameview.no-beginning", "no legal action begins so"));
    canvas_text(c, c->rows - 2, 0, c->columns - 1, storage, quiet);
    app_render_keys(c, sentence_text(messages, "gameview.type-keys",
                                     "Enter play it  Tab complete  Esc leave it"));
}

// ---------------------------------------------------------------------------------------------
// The frame
// ---------------------------------------------------------------------------------------------

static const char *keys_for(const struct game_view *view)
{
    const struct catalogue *messages = view->app->messages;

    if (view->thinking.active && local_game_person_acts(&view->local))
        return sentence_text(messages, "gameview.keys-help",
                             "Space that is enough  Esc leave it  Arrows cursor  Q menu");
    if (view->thinking.active)
        return sentence_text(messages, "gameview.keys-think",
                             "Space move now  Esc pause  Arrows cursor  ? help  Q menu");
    if (view->variation)
        return sentence_text(messages, "gameview.keys-line",
                             "[ back  ] on  Esc return to the game  ? help  Q menu");
    if (explains_shown_ply(view) && game_view_mistake(view))
        return sentence_text(
            messages, "gameview.keys-better",
            "[ back  ] on  B better line  M next mistake  Esc end  ? help  Q menu");
    if (view->looking_back && view->notes)
        return sentence_text(messages, "gameview.keys-mistakes",
                             "[ back  ] on  M next mistake  Esc return to the end  ? help  Q menu");
    if (view->looking_back)
        return sentence_text(messages, "gameview.keys-back",
                             "[ back  ] on  Home start  Esc return to the game  ? help  Q menu");
    if (view->puzzle)
        return puzzle_view_keys(view);
    if (match_to_act(&view->local.driver.match) == NOBODY && prompts_count_step(&view->scene, 0))
        return sentence_text(messages, "gameview.keys-counted",
                             "N new game  V review  C count  [ look back  S save  ? help  Q menu");
    if (match_to_act(&view->local.driver.match) == NOBODY)
        return sentence_text(messages, "gameview.keys-over",
                             "N new game  V review  U undo  [ look back  S save  ? help  Q menu");
    if (view->narrow || view->scene.clues.items)
        return sentence_text(messages, "gameview.keys-table",
                             "Enter touch  U undo  H hint  K table  ? help  Q menu");
    return sentence_text(
        messages, "gameview.keys-play",
        "Enter touch  U undo  H hint  F flip  S save  [ look back  ? help  Q menu");
}

// What there is to say now, and how.
static struct pen current_message(const struct game_view *view, char said[GAME_VIEW_MESSAGE_BYTES])
{
    struct text t;

    text_init(&t, said, GAME_VIEW_MESSAGE_BYTES);
    if (view->message[0] && !view->thinking.active) {
        text_add(&t, view->message);
        return (struct pen){view->message_colour, COLOUR_GROUND, WEIGHT_BOLD};
    }
    add_status(view, &t);
    return (struct pen){COLOUR_INK, COLOUR_GROUND, 0};
}

// A key shows the rest of a message that has no room.
static void render_more(const struct game_view *view, struct canvas *c)
{
    const char *more = sentence_text(view->app->messages, "gameview.rest", "... K: the rest");
    int width = canvas_width(more), row = c->rows - 2, column = c->columns - width - 1;

    canvas_put(c, row, column - 1, ' ', (struct pen){COLOUR_QUIET, COLOUR_GROUND, 0});
    canvas_text(c, row, column, width, more, (struct pen){COLOUR_ACCENT, COLOUR_GROUND, 0});
}

// The sentence in this many rows above the keys, and the spot under the cursor: in the last of
// them, or above when there is room for it.
static void render_low(struct game_view *view, struct canvas *c, int down, int said_rows)
{
    struct pen quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    char storage[GAME_VIEW_MESSAGE_BYTES];
    struct text t;

    app_render_keys(c, keys_for(view));
    struct pen pen = current_message(view, storage);
    int used = canvas_lines(storage, c->columns - 2), top = c->rows - 1 - said_rows;
    view->cut = used > said_rows;
    canvas_wrap(c, (struct rect){top, 1, said_rows, c->columns - 2}, storage, pen);
    if (view->cut)
        render_more(view, c);
    int row = used < said_rows ? c->rows - 2 : top - 1;
    if (view->marks.cursor < 0 || (used >= said_rows && view->board.rows + down >= row + 1))
        return;
    text_init(&t, storage, sizeof storage);
    legend_spot(&(struct legend){view->local.driver.match.setup.game, view->app->messages},
                &view->scene, (unsigned)view->marks.cursor, &t);
    canvas_text(c, row, 1, used < said_rows ? c->columns - 2 : view->board.columns, storage, quiet);
}

static void render_cover(const struct game_view *view, struct canvas *c)
{
    struct pen pen = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD},
               quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    const struct catalogue *messages = view->app->messages;
    char storage[SAID];
    struct text t;

    text_init(&t, storage, sizeof storage);
    text_say(&t, messages, "gameview.pass:name", "Pass the screen to %s.",
             game_view_seat_name(view, match_to_act(&view->local.driver.match)));
    canvas_text(c, c->rows / 2 - 2, (c->columns - canvas_width(storage)) / 2, c->columns, storage,
                pen);
    const char *how =
        sentence_text(messages, "gameview.unseen", "Press Enter when nobody else is looking.");
    canvas_text(c, c->rows / 2, (c->columns - canvas_width(how)) / 2, c->columns, how, quiet);
    app_render_keys(c,
                    sentence_text(messages, "gameview.cover-keys", "Enter show the board  Q menu"));
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

// Lays the board where what is said leaves it room: a long sentence makes it smaller, as long as it
// has room at all.
static bool lay_board(struct game_view *view, const struct canvas *c, int columns, int *said_rows)
{
    char said[GAME_VIEW_MESSAGE_BYTES];

    current_message(view, said);
    *said_rows = canvas_lines(said, c->columns - 2);
    *said_rows = *said_rows > c->rows / 2 ? c->rows / 2 : *said_rows;
    for (; *said_rows > SAID_ROWS; --*said_rows) {
        if (board_lay(&view->board, &view->scene, &view->glyphs, view->flipped,
                      c->rows - 1 - *said_rows, columns))
            return true;
    }
    *said_rows = SAID_ROWS;
    return board_lay(&view->board, &view->scene, &view->glyphs, view->flipped,
                     c->rows - 1 - SAID_ROWS, columns);
}

static void render_side(struct game_view *view, struct canvas *c, struct rect r)
{
    view->side.match = &view->local.driver.match;
    view->side.series = &view->local.driver.series;
    view->side.scene = &view->scene;
    view->side.glyphs = &view->glyphs;
    view->side.messages = view->app->messages;
    view->side.shown = view->shown;
    view->side.notes = view->notes;
    view->side.now = app_now(view->app);
    view->side.hit_count = 0;
    if (!view->narrow)
        side_render(&view->side, c, r);
}

static void render_no_room(const struct game_view *view, struct canvas *c, int rows)
{
    canvas_wrap(c, (struct rect){1, 1, rows - 1, c->columns - 2},
                sentence_text(view->app->messages, "gameview.no-room",
                              "This window is too small for this board: make it larger, or play "
                              "line by line with 'abax play --plain --resume'."),
                (struct pen){COLOUR_BAD, COLOUR_GROUND, WEIGHT_BOLD});
}

void game_view_render(void *to, struct canvas *c)
{
    struct game_view *view = to;

    if (local_game_covered(&view->local)) {
        render_cover(view, c);
        return;
    }
    make_scene(view);
    int said_rows, rows, columns = c->columns - SIDE_LEAST - GAP;
    bool laid = lay_board(view, c, columns, &said_rows);
    view->narrow = !laid;
    if (view->narrow)
        laid = lay_board(view, c, columns = c->columns, &said_rows);
    rows = c->rows - 1 - said_rows;
    int spare = c->columns - view->board.columns - GAP - (view->narrow ? 0 : SIDE_MOST);
    int right = spare > 1 ? 1 + (spare - 1) / 4 : view->board.columns < columns;
    int down = rows - view->board.rows > 1;
    move_board(&view->board, &view->scene, down, right);
    find_cursor(view);
    if (laid)
        board_render(&view->board, &view->scene, &view->glyphs, &view->marks, c);
    else
        render_no_room(view, c, rows);
    int left = right + view->board.columns + GAP, width = c->columns - left - (right > 0);
    render_side(view, c,
                (struct rect){down, left, rows - down, width < SIDE_MOST ? width : SIDE_MOST});
    render_low(view, c, down, said_rows);
    if (view->typing)
        render_typing(view, c);
}

void game_view_draw(struct game_view *view)
{
    struct canvas *c = app_begin_frame(view->app);

    if (!c)
        return;
    game_view_render(view, c);
    screen_show(&view->app->screen);
}

// ---------------------------------------------------------------------------------------------
// The page of what has no room beside the board in a small window
// ---------------------------------------------------------------------------------------------

enum { PAGE_BYTES = 8192, ENTRY_BYTES = GAME_NAMED_BYTES + PROMPT_NAME_BYTES + 16 };

static void add_heading(struct text *t, const char *heading)
{
    text_format(t, "\n# %s\n", heading);
}

static void add_counters(const struct game_view *view, struct text *t)
{
    const struct match *m = &view->local.driver.match;
    struct legend l = {m->setup.game, view->app->messages};
    char line[PROMPT_BYTES];
    struct text one;

    for (int owner = SCENE_NOBODY; owner < match_seats(m); owner++) {
        text_init(&one, line, sizeof line);
        if (legend_counters(&l, &view->scene, owner, &one))
            text_format(t, "- %s\n", line);
    }
}

static void add_notes_panel(const struct game_view *view, struct text *t)
{
    const struct match_setup *setup = &view->local.driver.match.setup;
    struct legend l = {setup->game, view->app->messages};
    char line[PROMPT_BYTES];
    struct text one;

    if (view->scene.clues.items)
        add_heading(t, sentence_text(view->app->messages, "paint.desk", "What is known:"));
    for (unsigned at = 0; text_init(&one, line, sizeof line),
                  legend_clues(&l, &setup->options, &view->scene, at, &one);
         at++)
        text_format(t, "- %s\n", line);
}

// Up to the position that is shown.
static void add_played(const struct game_view *view, struct text *t)
{
    const struct match *m = &view->local.driver.match;
    struct prompts prompts = game_view_prompts(view);
    unsigned played = view->variation ? view->shown - 1 : view->shown;

    if (played)
        add_heading(t,
                    sentence_text(view->app->messages, "gameview.was-played", "What was played"));
    for (unsigned i = 0; i < played; i++) {
        char named[GAME_NAMED_BYTES], name[PROMPT_NAME_BYTES];
        struct text one;
        text_init(&one, named, sizeof named);
        match_add_named(m, i, view->app->messages, &one);
        text_format(t, "%u. %s: %s\n", i + 1, prompts_name(&prompts, m->entries[i].seat, name),
                    named);
    }
}

void game_view_show_summary(struct game_view *view)
{
    size_t capacity = PAGE_BYTES + view->shown * ENTRY_BYTES;
    char *page = malloc(capacity);
    struct text t;

    if (!page)
        return;
    text_init(&t, page, capacity);
    if (view->message[0])
        text_format(&t, "%s\n\n", view->message);
    add_status(view, &t);
    text_char(&t, '\n');
    text_char(&t, '\n');
    add_counters(view, &t);
    add_notes_panel(view, &t);
    add_played(view, &t);
    match_pause(&view->local.driver.match, app_now(view->app));
    app_show_page(view->app, sentence_text(view->app->messages, "gameview.table", "How it stands"),
                  page);
    match_resume(&view->local.driver.match, app_now(view->app));
    free(page);
}
