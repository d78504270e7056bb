// SPDX-License-Identifier: MIT
// Keys and mouse in a game. Capital letters are commands; small ones are too, unless a spot on the
// board begins with the letter: then it is typed.
#include <ctype.h>
#include <string.h>

#include "games/registry.h"
#include "tui/gameview.h"

enum { ANSWER = 480, SAVE_NAME = 48 };

// The page of '?', before the rules.
static const char *keys_page(const struct catalogue *messages)
{
    return sentence_text(
        messages, "gameview.keys-page",
        "# Playing\n"
        "- Arrows move the cursor. Enter, Space or a click touches a spot; what can be touched "
        "next is "
        "marked. "
        "Touch the last spot again, or press Esc, to take the touch back.\n"
        "- Tab goes to the next spot that can be touched.\n"
        "- Or type an action, such as those in the list of moves, and press Enter. Tab completes "
        "it.\n"
        "- An attempt that the rules forbid is answered with the rule.\n"
        "\n"
        "# Commands\n"
        "Capital letters work everywhere; small ones too, as long as no spot begins with them.\n"
        "\n"
        "    U  undo your last decision           R  redo\n"
        "    H  hint; press again for more        V  review the game when it is over\n"
        "    [  look back, ] go on, Esc return    F  flip the board\n"
        "    N  new game, or the next one         S  save under a name\n"
        "    D  offer or accept a draw            G  give up\n"
        "    C  count step by step at the end     M  next mistake of the review\n"
        "    K  how it stands, what is known of secrets, and what was played\n"
        "    W  how much you are warned of before a move stands\n"
        "    P  play it in spite of a warning     B  what is better, or was\n"
        "    ?  this page                         Q  menu; the game is kept\n"
        "\n"
        "A click on the list of moves looks back there. While a computer thinks, Space makes it "
        "move "
        "at "
        "once and Esc makes it wait.\n"
        "\n"
        "# Signs on the board\n"
        "    < >  or  a dot    can be touched next\n"
        "    [ ]               touched\n"
        "    ( )  or  a tint   last turn\n"
        "    two dots          the help looks here\n"
        "    a letter above    what the best action, or the better one, puts there; an arrow: "
        "what leaves\n"
        "    !  x  *           taboo, barred, special: see the line below the board\n"
        "\n");
}

static struct backdrop backdrop_of(struct game_view *view)
{
    return (struct backdrop){game_view_render, view};
}

static void report_result(struct game_view *view, bool good, const struct error *e)
{
    if (good)
        view->message[0] = 0;
    else
        game_view_show_error(view, e);
}

// ---------------------------------------------------------------------------------------------
// Commands
// ---------------------------------------------------------------------------------------------

static void undo_turn(struct game_view *view)
{
    struct error e;

    game_view_drop_review(view);
    bool good = local_game_undo(&view->local, app_now(view->app), &e);

    report_result(view, good, &e);
    game_view_position_changed(view);
    game_view_show_news(view);
    view->paused = good && local_game_people(&view->local) == 0;
}

static void redo_turn(struct game_view *view)
{
    struct error e;

    game_view_drop_review(view);
    report_result(view, local_game_redo(&view->local, app_now(view->app), &e), &e);
    game_view_position_changed(view);
    game_view_show_news(view);
}

static void flip_board(struct game_view *view)
{
    view->flipped = !view->flipped;
}

static void go_to_menu(struct game_view *view)
{
    view->done = true;
}

static void show_keys(struct game_view *view)
{
    const struct catalogue *messages = view->app->messages;

    match_pause(&view->local.driver.match, app_now(view->app));
    app_show_rules(view->app, sentence_text(messages, "gameview.keys-title", "Keys and rules"),
                   view->local.driver.match.setup.game,
                   view->puzzle ? puzzle_view_help(messages) : keys_page(messages));
    match_resume(&view->local.driver.match, app_now(view->app));
}

static void save_game(struct game_view *view)
{
    char name[SAVE_NAME], answer[ANSWER];
    struct text t;
    struct error e;

    text_init(&t, name, sizeof name);
    text_format(&t, "%s %u", view->local.driver.match.setup.game->name,
                view->local.driver.match.history.length);
    if (!app_ask_text(view->app, backdrop_of(view),
                      sentence_text(view->app->messages, "gameview.save", "Save as:"), name,
                      sizeof name))
        return;
    if (saves_has(&view->app->saves, name) &&
        !app_confirm(view->app, backdrop_of(view),
                     sentence_text(view->app->messages, "gameview.overwrite",
                                   "There is a game of this name. Write over it?")))
        return;
    if (!saves_write_name(&view->app->saves, name, &view->local.driver.match,
                          &view->local.driver.series, app_now(view->app), &e)) {
        game_view_show_error(view, &e);
        return;
    }
    text_init(&t, answer, sizeof answer);
    text_say(&t, view->app->messages, "gameview.saved:name",
             "Saved as %s. The menu opens it again.", name);
    game_view_show_message(view, COLOUR_GOOD, answer);
}

// The loser may begin, and is asked.
static bool asks_other_to_begin(struct game_view *view)
{
    int seat = local_game_chooser(&view->local);
    char question[ANSWER];
    struct text t;

    if (seat == NOBODY)
        return false;
    text_init(&t, question, sizeof question);
    text_say(&t, view->app->messages, "gameview.lets:name",
             "%s lost and may begin. Let the other begin instead?",
             game_view_seat_name(view, seat));
    return app_confirm(view->app, backdrop_of(view), question);
}

static void new_game(struct game_view *view)
{
    bool over = match_over(&view->local.driver.match);

    if (!over && view->local.driver.match.history.length > 0 &&
        !app_confirm(view->app, backdrop_of(view),
                     sentence_text(view->app->messages, "gameview.another",
                                   "Begin another game? This one is kept in the menu.")))
        return;
    struct series_request request = {.second = asks_other_to_begin(view)};
    request.revenge =
        local_game_may_repeat(&view->local) &&
        app_confirm(view->app, backdrop_of(view),
                    sentence_text(view->app->messages, "gameview.revenge",
                                  "Revenge: the same deal again, with sides swapped?"));
    game_view_next_game(view, &request);
}

static void give_up(struct game_view *view)
{
    char question[ANSWER];
    struct text t;
    struct error e;
    int seat = local_game_speaker(&view->local);

    text_init(&t, question, sizeof question);
    if (seat != NOBODY)
        text_say(&t, view->app->messages, "gameview.give-up:name", "Does %s give up?",
                 game_view_seat_name(view, seat));
    bool possible = seat != NOBODY && !match_over(&view->local.driver.match);
    if (possible && !app_confirm(view->app, backdrop_of(view), question))
        return;
    report_result(view, local_game_resign(&view->local, seat, app_now(view->app), &e), &e);
    if (possible)
        game_view_position_changed(view);
    game_view_show_news(view);
}

static void offer_draw(struct game_view *view)
{
    int accepts = local_game_draw_acceptor(&view->local);
    char question[ANSWER];
    struct error e;
    struct text t;

    text_init(&t, question, sizeof question);
    if (accepts != NOBODY)
        text_say(&t, view->app->messages, "gameview.accept:name", "Does %s accept the draw?",
                 game_view_seat_name(view, accepts));
    if (accepts != NOBODY && !app_confirm(view->app, backdrop_of(view), question))
        return;
    report_result(view, local_game_offer_draw(&view->local, app_now(view->app), &e), &e);
    if (match_over(&view->local.driver.match))
        game_view_position_changed(view);
    game_view_show_news(view);
}

static const struct letter_command {
    char letter;
    void (*run)(struct game_view *view);
} commands[] = {
    {'U', undo_turn},
    {'R', redo_turn},
    {'H', game_view_hint},
    {'F', flip_board},
    {'S', save_game},
    {'N', new_game},
    {'D', offer_draw},
    {'G', give_up},
    {'Q', go_to_menu},
    {'?', show_keys},
    {'V', game_view_review},
    {'M', game_view_next_mistake},
    {'C', game_view_step_count},
    {'K', game_view_show_summary},
    {'W', game_view_next_warnings},
    {'P', game_view_play_anyway},
    {'B', game_view_show_better},
};

// In a puzzle some letters mean something else.
static void run_command(struct game_view *view, const struct letter_command *command)
{
    if (!view->puzzle || !puzzle_view_command(view, command->letter))
        command->run(view);
}

static const struct letter_command *find_command(uint32_t letter)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        if ((uint32_t)commands[i].letter == letter)
            return &commands[i];
    }
    return NULL;
}

bool game_view_is_command(uint32_t character)
{
    return character < 128 && find_command((uint32_t)toupper((int)character));
}

// ---------------------------------------------------------------------------------------------
// The cursor and touches
// ---------------------------------------------------------------------------------------------

static void set_cursor(struct game_view *view, int spot)
{
    if (spot >= 0 && spot < (int)view->scene.spot_count)
        memcpy(view->cursor, view->scene.spots[spot].name, sizeof view->cursor);
}

void game_view_move_cursor(struct game_view *view, int down, int right)
{
    set_cursor(view, board_step(&view->board, &view->scene, view->marks.cursor, down, right));
}

static void next_target(struct game_view *view, int step)
{
    int count = (int)view->scene.spot_count, at = view->marks.cursor < 0 ? 0 : view->marks.cursor;

    for (int i = 0; i < count; i++) {
        at = (at + step + count) % count;
        if (view->marks.targets[at]) {
            set_cursor(view, at);
            return;
        }
    }
}

static void show_refusal(struct game_view *view, const struct attempt_answer *why)
{
    const struct catalogue *messages = view->app->messages;
    char answer[ANSWER];
    struct text t;

    text_init(&t, answer, sizeof answer);
    text_say(&t, messages, "gameview.refused:reason,rule", "%s (rule: %s)",
             why->rule ? attempt_reason(why, messages)
                       : sentence_text(messages, "gameview.no-action", "that is no action here"),
             why->rule ? why->rule : "unreadable");
    game_view_show_message(view, COLOUR_BAD, answer);
}

static void touch_at(struct game_view *view, int spot)
{
    if (view->looking_back) {
        game_view_position_changed(view);
        return;
    }
    view->message[0] = 0; // when the game is over, the status tells how it ended
    if (match_over(&view->local.driver.match))
        return;
    if (!local_game_person_acts(&view->local)) {
        game_view_show_message(
            view, COLOUR_BAD,
            sentence_text(view->app->messages, "gameview.turn", "it is the computer's turn"));
        return;
    }
    if (spot < 0 || spot >= (int)view->scene.spot_count)
        return;
    switch (driver_touch(&view->local.driver, (game_spot)spot)) {
    case TOUCH_READY:
        game_view_try_action(view, view->local.driver.touch.action);
        break;
    case TOUCH_REFUSED:
        show_refusal(view, &(struct attempt_answer){.rule = view->local.driver.touch.rule,
                                                    .sentence = view->local.driver.touch.sentence,
                                                    .capacity = view->local.driver.touch.capacity});
        break;
    case TOUCH_STAGED:
    case TOUCH_UNDONE:
        break;
    }
}

static void click_at(struct game_view *view, int row, int column)
{
    for (unsigned i = 0; i < view->side.hit_count; i++) {
        if (rect_has(view->side.hits[i].place, row, column)) {
            game_view_go_to(view, view->side.hits[i].length);
            return;
        }
    }
    int spot = board_spot_at(&view->board, &view->scene, row, column);
    if (spot == BOARD_NOWHERE)
        return;
    set_cursor(view, spot);
    touch_at(view, spot);
}

// ---------------------------------------------------------------------------------------------
// Typing
// ---------------------------------------------------------------------------------------------

// Whether a spot, or a legal action, begins with this letter.
static bool can_be_typed(const struct game_view *view, uint32_t letter)
{
    struct game_actions list;

    for (unsigned i = 0; i < view->scene.spot_count; i++) {
        if (view->scene.spots[i].use != SCENE_PICTURE &&
            (uint32_t)(unsigned char)view->scene.spots[i].name[0] == letter)
            return true;
    }
    history_list(&view->local.driver.match.history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(view->local.driver.match.setup.game,
                          &view->local.driver.match.history.position, list.at[i], storage);
        if ((uint32_t)(unsigned char)storage[0] == letter)
            return true;
    }
    return false;
}

// Adds what all legal actions that begin so have in common.
static void complete_action(struct game_view *view)
{
    struct game_actions list;
    size_t typed = strlen(view->typed), common = 0;
    char longest[GAME_ACTION_BYTES] = "";

    history_list(&view->local.driver.match.history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(view->local.driver.match.setup.game,
                          &view->local.driver.match.history.position, list.at[i], storage);
        if (strncmp(storage, view->typed, typed) != 0)
            continue;
        if (!longest[0]) {
            memcpy(longest, storage, sizeof longest);
            common = strlen(longest);
        }
        for (size_t at = 0; at < common; at++) {
            if (storage[at] != longest[at])
                common = at;
        }
    }
    if (common > typed) {
        longest[common] = 0;
        memcpy(view->typed, longest, common + 1);
    }
}

static void play_typed(struct game_view *view)
{
    const struct game *g = view->local.driver.match.setup.game;
    struct attempt_answer answer;
    game_action action;

    view->typing = false;
    if (!view->typed[0])
        return;
    if (match_over(&view->local.driver.match)) {
        game_view_show_message(
            view, COLOUR_BAD,
            sentence_text(view->app->messages, "gameview.over", "the game is over"));
    } else if (game_find(g, &view->local.driver.match.history.position, view->typed, &action)) {
        game_view_try_action(view, action);
    } else {
        attempt_text(g, &view->local.driver.match.history.position, view->typed, &answer);
        if (answer.verdict == ATTEMPT_REFUSED)
            show_refusal(view, &answer);
        else
            game_view_show_message(view, COLOUR_BAD,
                                   sentence_text(view->app->messages, "gameview.beginning",
                                                 "that is only the beginning of an action"));
    }
}

static void type_action(struct game_view *view, struct event event)
{
    switch (event.kind) {
    case EVENT_CHARACTER:
        if (event.character > ' ' && event.character < 127)
            app_type_character(view->typed, sizeof view->typed, event.character);
        break;
    case EVENT_BACKSPACE:
        app_delete_character(view->typed);
        view->typing = view->typed[0] != 0;
        break;
    case EVENT_TAB:
        complete_action(view);
        break;
    case EVENT_ENTER:
        play_typed(view);
        break;
    case EVENT_ESCAPE:
    case EVENT_CLICK:
        view->typing = false;
        break;
    default:
        break;
    }
}

static void begin_typing(struct game_view *view, uint32_t character)
{
    if (!local_game_person_acts(&view->local) || view->looking_back) {
        game_view_position_changed(view);
        return;
    }
    view->message[0] = 0;
    view->typing = true;
    view->typed[0] = 0;
    app_type_character(view->typed, sizeof view->typed, character);
}

// ---------------------------------------------------------------------------------------------
// Events
// ---------------------------------------------------------------------------------------------

static void step_shown(struct game_view *view, int steps)
{
    if (view->variation)
        game_view_step_variation(view, steps);
    else if (steps < 0 && view->shown < (unsigned)-steps)
        game_view_go_to(view, 0);
    else
        game_view_go_to(view, (unsigned)((int)view->shown + steps));
}

static void handle_character(struct game_view *view, uint32_t character)
{
    const struct letter_command *command = find_command(character);

    if (character == ' ' && view->paused && !local_game_person_acts(&view->local))
        view->paused = false;
    else if (character == ' ')
        touch_at(view, view->marks.cursor);
    else if (character == '[')
        step_shown(view, -1);
    else if (character == ']')
        step_shown(view, 1);
    else if (command && !can_be_typed(view, character))
        run_command(view, command); // NOLINT(bugprone-branch-clone): the key as it is comes first
    else if (character < 128 && islower((int)character) && !can_be_typed(view, character) &&
             (command = find_command((uint32_t)toupper((int)character))))
        run_command(view, command);
    else if (character > ' ' && character < 127)
        begin_typing(view, character);
}

static void escape_pressed(struct game_view *view)
{
    view->message[0] = 0;
    view->local.warned = false;
    if (view->variation)
        game_view_go_to(view, view->shown);
    else if (view->looking_back || view->local.driver.touch.path.count > 0)
        game_view_position_changed(view);
    else if (!local_game_person_acts(&view->local) && !match_over(&view->local.driver.match))
        view->paused = true;
}

// The cover hides everything, so only handing on and leaving are possible.
static void handle_covered(struct game_view *view, struct event event)
{
    if (event.kind == EVENT_ENTER)
        view->local.viewer = match_to_act(&view->local.driver.match);
    else if (event.kind == EVENT_CHARACTER && (event.character == 'q' || event.character == 'Q'))
        view->done = true;
}

static void handle_plain(struct game_view *view, struct event event)
{
    switch (event.kind) {
    case EVENT_UP:
    case EVENT_DOWN:
        game_view_move_cursor(view, event.kind == EVENT_DOWN ? 1 : -1, 0);
        break;
    case EVENT_LEFT:
    case EVENT_RIGHT:
        game_view_move_cursor(view, 0, event.kind == EVENT_RIGHT ? 1 : -1);
        break;
    case EVENT_ENTER:
        touch_at(view, view->marks.cursor);
        break;
    case EVENT_TAB:
    case EVENT_BACK_TAB:
        next_target(view, event.kind == EVENT_TAB ? 1 : -1);
        break;
    case EVENT_PAGE_UP:
    case EVENT_WHEEL_UP:
        step_shown(view, -1);
        break;
    case EVENT_PAGE_DOWN:
    case EVENT_WHEEL_DOWN:
        step_shown(view, 1);
        break;
    case EVENT_HOME:
        game_view_go_to(view, 0);
        break;
    case EVENT_END:
        game_view_go_to(view, view->local.driver.match.history.length);
        break;
    case EVENT_ESCAPE:
        escape_pressed(view);
        break;
    case EVENT_BACKSPACE:
        if (!view->puzzle)
            undo_turn(view);
        break;
    case EVENT_CLICK:
        click_at(view, event.row, event.column);
        break;
    case EVENT_CHARACTER:
        handle_character(view, event.character);
        break;
    default:
        break;
    }
}

void game_view_handle(struct game_view *view, struct event event)
{
    if (local_game_covered(&view->local))
        handle_covered(view, event);
    else if (view->typing)
        type_action(view, event);
    else
        handle_plain(view, event);
}
