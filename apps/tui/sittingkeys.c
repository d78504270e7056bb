// SPDX-License-Identifier: MIT
// What keys and the mouse do in a sitting. Capital letters are commands; so are small ones, unless something on the
// board begins with them: then they are typed.
#include <ctype.h>
#include <string.h>

#include "games/registry.h"
#include "tui/sitting.h"

enum { ANSWER = 480, SAVE_NAME = 48 };

// The page of '?', before the rules.
static const char *keys_page(const struct catalogue *words)
{
    return sentence_text(
        words, "sitting.keys-page",
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

static struct backdrop backdrop_of(struct sitting *s)
{
    return (struct backdrop){sitting_paint, s};
}

static void report(struct sitting *s, bool good, const struct error *e)
{
    if (good)
        s->message[0] = 0;
    else
        sitting_refuse(s, e);
}

// ---------------------------------------------------------------------------------------------
// Commands
// ---------------------------------------------------------------------------------------------

static void undo(struct sitting *s)
{
    struct error e;

    sitting_drop_review(s);
    bool good = local_game_undo(&s->local, app_now(s->app), &e);

    report(s, good, &e);
    sitting_changed(s);
    sitting_news(s);
    s->paused = good && local_game_people(&s->local) == 0;
}

static void redo(struct sitting *s)
{
    struct error e;

    sitting_drop_review(s);
    report(s, local_game_redo(&s->local, app_now(s->app), &e), &e);
    sitting_changed(s);
    sitting_news(s);
}

static void flip(struct sitting *s)
{
    s->flipped = !s->flipped;
}

static void go_to_menu(struct sitting *s)
{
    s->done = true;
}

static void show_keys(struct sitting *s)
{
    const struct catalogue *words = s->app->words;

    match_pause(&s->local.driver.match, app_now(s->app));
    app_show_rules(s->app, sentence_text(words, "sitting.keys-title", "Keys and rules"),
                   s->local.driver.match.setup.game,
                   s->puzzle ? sitting_puzzle_page(words) : keys_page(words));
    match_resume(&s->local.driver.match, app_now(s->app));
}

static void save(struct sitting *s)
{
    char name[SAVE_NAME], answer[ANSWER];
    struct text t;
    struct error e;

    text_init(&t, name, sizeof name);
    text_format(&t, "%s %u", s->local.driver.match.setup.game->name,
                s->local.driver.match.history.length);
    if (!app_ask_text(s->app, backdrop_of(s),
                      sentence_text(s->app->words, "sitting.save", "Save as:"), name, sizeof name))
        return;
    if (shelf_has(&s->app->shelf, name) &&
        !app_confirm(s->app, backdrop_of(s),
                     sentence_text(s->app->words, "sitting.overwrite",
                                   "There is a game of this name. Write over it?")))
        return;
    if (!shelf_write_name(&s->app->shelf, name, &s->local.driver.match, &s->local.driver.series,
                          app_now(s->app), &e)) {
        sitting_refuse(s, &e);
        return;
    }
    text_init(&t, answer, sizeof answer);
    text_say(&t, s->app->words, "sitting.saved:name", "Saved as %s. The menu opens it again.",
             name);
    sitting_say(s, COLOUR_GOOD, answer);
}

// The loser may begin, and is asked.
static bool lets_begin(struct sitting *s)
{
    int seat = local_game_chooser(&s->local);
    char question[ANSWER];
    struct text t;

    if (seat == NOBODY)
        return false;
    text_init(&t, question, sizeof question);
    text_say(&t, s->app->words, "sitting.lets:name",
             "%s lost and may begin. Let the other begin instead?", sitting_name(s, seat));
    return app_confirm(s->app, backdrop_of(s), question);
}

static void new_game(struct sitting *s)
{
    bool over = match_over(&s->local.driver.match);

    if (!over && s->local.driver.match.history.length > 0 &&
        !app_confirm(s->app, backdrop_of(s),
                     sentence_text(s->app->words, "sitting.another",
                                   "Begin another game? This one is kept in the menu.")))
        return;
    struct series_request wish = {.second = lets_begin(s)};
    wish.revenge = local_game_may_repeat(&s->local) &&
                   app_confirm(s->app, backdrop_of(s),
                               sentence_text(s->app->words, "sitting.revenge",
                                             "Revenge: the same deal again, with sides swapped?"));
    sitting_next_game(s, &wish);
}

static void give_up(struct sitting *s)
{
    char question[ANSWER];
    struct text t;
    struct error e;
    int seat = local_game_speaker(&s->local);

    text_init(&t, question, sizeof question);
    if (seat != NOBODY)
        text_say(&t, s->app->words, "sitting.give-up:name", "Does %s give up?",
                 sitting_name(s, seat));
    bool possible = seat != NOBODY && !match_over(&s->local.driver.match);
    if (possible && !app_confirm(s->app, backdrop_of(s), question))
        return;
    report(s, local_game_resign(&s->local, seat, app_now(s->app), &e), &e);
    if (possible)
        sitting_changed(s);
    sitting_news(s);
}

static void offer_draw(struct sitting *s)
{
    int accepts = local_game_draw_acceptor(&s->local);
    char question[ANSWER];
    struct error e;
    struct text t;

    text_init(&t, question, sizeof question);
    if (accepts != NOBODY)
        text_say(&t, s->app->words, "sitting.accept:name", "Does %s accept the draw?",
                 sitting_name(s, accepts));
    if (accepts != NOBODY && !app_confirm(s->app, backdrop_of(s), question))
        return;
    report(s, local_game_offer_draw(&s->local, app_now(s->app), &e), &e);
    if (match_over(&s->local.driver.match))
        sitting_changed(s);
    sitting_news(s);
}

static const struct command {
    char letter;
    void (*run)(struct sitting *s);
} commands[] = {
    {'U', undo},
    {'R', redo},
    {'H', sitting_hint},
    {'F', flip},
    {'S', save},
    {'N', new_game},
    {'D', offer_draw},
    {'G', give_up},
    {'Q', go_to_menu},
    {'?', show_keys},
    {'V', sitting_review},
    {'M', sitting_next_mistake},
    {'C', sitting_count},
    {'K', sitting_show_table},
    {'W', sitting_next_warnings},
    {'P', sitting_act_anyway},
    {'B', sitting_tell_better},
};

// In a puzzle some letters mean something else.
static void run_command(struct sitting *s, const struct command *command)
{
    if (!s->puzzle || !sitting_puzzle_command(s, command->letter))
        command->run(s);
}

static const struct command *find_command(uint32_t letter)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        if ((uint32_t)commands[i].letter == letter)
            return &commands[i];
    }
    return NULL;
}

bool sitting_is_command(uint32_t character)
{
    return character < 128 && find_command((uint32_t)toupper((int)character));
}

// ---------------------------------------------------------------------------------------------
// The cursor and touches
// ---------------------------------------------------------------------------------------------

static void set_cursor(struct sitting *s, int spot)
{
    if (spot >= 0 && spot < (int)s->scene.spot_count)
        memcpy(s->cursor, s->scene.spots[spot].name, sizeof s->cursor);
}

void sitting_move_cursor(struct sitting *s, int down, int right)
{
    set_cursor(s, board_step(&s->board, &s->scene, s->marks.cursor, down, right));
}

static void next_target(struct sitting *s, int step)
{
    int count = (int)s->scene.spot_count, at = s->marks.cursor < 0 ? 0 : s->marks.cursor;

    for (int i = 0; i < count; i++) {
        at = (at + step + count) % count;
        if (s->marks.targets[at]) {
            set_cursor(s, at);
            return;
        }
    }
}

static void refuse(struct sitting *s, const struct attempt_answer *why)
{
    const struct catalogue *words = s->app->words;
    char answer[ANSWER];
    struct text t;

    text_init(&t, answer, sizeof answer);
    text_say(&t, words, "sitting.refused:reason,rule", "%s (rule: %s)",
             why->rule ? attempt_reason(why, words)
                       : sentence_text(words, "sitting.no-action", "that is no action here"),
             why->rule ? why->rule : "unreadable");
    sitting_say(s, COLOUR_BAD, answer);
}

static void touch(struct sitting *s, int spot)
{
    if (s->looking_back) {
        sitting_changed(s);
        return;
    }
    s->message[0] = 0; // when the game is over, the status tells how it ended
    if (match_over(&s->local.driver.match))
        return;
    if (!local_game_person_acts(&s->local)) {
        sitting_say(s, COLOUR_BAD,
                    sentence_text(s->app->words, "sitting.turn", "it is the computer's turn"));
        return;
    }
    if (spot < 0 || spot >= (int)s->scene.spot_count)
        return;
    switch (driver_touch(&s->local.driver, (game_spot)spot)) {
    case TOUCH_READY:
        sitting_act(s, s->local.driver.touch.action);
        break;
    case TOUCH_REFUSED:
        refuse(s, &(struct attempt_answer){.rule = s->local.driver.touch.rule,
                                           .sentence = s->local.driver.touch.sentence,
                                           .room = s->local.driver.touch.room});
        break;
    case TOUCH_STAGED:
    case TOUCH_UNDONE:
        break;
    }
}

static void click(struct sitting *s, int row, int column)
{
    for (unsigned i = 0; i < s->side.hit_count; i++) {
        if (rect_has(s->side.hits[i].place, row, column)) {
            sitting_look_at(s, s->side.hits[i].length);
            return;
        }
    }
    int spot = board_spot_at(&s->board, &s->scene, row, column);
    if (spot == BOARD_NOWHERE)
        return;
    set_cursor(s, spot);
    touch(s, spot);
}

// ---------------------------------------------------------------------------------------------
// Typing
// ---------------------------------------------------------------------------------------------

// Whether a spot, or a legal action, begins with this letter.
static bool can_be_typed(const struct sitting *s, uint32_t letter)
{
    struct game_actions list;

    for (unsigned i = 0; i < s->scene.spot_count; i++) {
        if (s->scene.spots[i].use != SCENE_PICTURE &&
            (uint32_t)(unsigned char)s->scene.spots[i].name[0] == letter)
            return true;
    }
    history_list(&s->local.driver.match.history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(s->local.driver.match.setup.game, &s->local.driver.match.history.position,
                          list.at[i], storage);
        if ((uint32_t)(unsigned char)storage[0] == letter)
            return true;
    }
    return false;
}

// Adds what all legal actions that begin so have in common.
static void complete(struct sitting *s)
{
    struct game_actions list;
    size_t typed = strlen(s->typed), common = 0;
    char longest[GAME_ACTION_BYTES] = "";

    history_list(&s->local.driver.match.history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(s->local.driver.match.setup.game, &s->local.driver.match.history.position,
                          list.at[i], storage);
        if (strncmp(storage, s->typed, typed) != 0)
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
        memcpy(s->typed, longest, common + 1);
    }
}

static void play_typed(struct sitting *s)
{
    const struct game *g = s->local.driver.match.setup.game;
    struct attempt_answer answer;
    game_action action;

    s->typing = false;
    if (!s->typed[0])
        return;
    if (match_over(&s->local.driver.match)) {
        sitting_say(s, COLOUR_BAD,
                    sentence_text(s->app->words, "sitting.over", "the game is over"));
    } else if (game_find(g, &s->local.driver.match.history.position, s->typed, &action)) {
        sitting_act(s, action);
    } else {
        attempt_text(g, &s->local.driver.match.history.position, s->typed, &answer);
        if (answer.verdict == ATTEMPT_REFUSED)
            refuse(s, &answer);
        else
            sitting_say(s, COLOUR_BAD,
                        sentence_text(s->app->words, "sitting.beginning",
                                      "that is only the beginning of an action"));
    }
}

static void type(struct sitting *s, struct event event)
{
    switch (event.kind) {
    case EVENT_CHARACTER:
        if (event.character > ' ' && event.character < 127)
            app_type_character(s->typed, sizeof s->typed, event.character);
        break;
    case EVENT_BACKSPACE:
        app_delete_character(s->typed);
        s->typing = s->typed[0] != 0;
        break;
    case EVENT_TAB:
        complete(s);
        break;
    case EVENT_ENTER:
        play_typed(s);
        break;
    case EVENT_ESCAPE:
    case EVENT_CLICK:
        s->typing = false;
        break;
    default:
        break;
    }
}

static void begin_typing(struct sitting *s, uint32_t character)
{
    if (!local_game_person_acts(&s->local) || s->looking_back) {
        sitting_changed(s);
        return;
    }
    s->message[0] = 0;
    s->typing = true;
    s->typed[0] = 0;
    app_type_character(s->typed, sizeof s->typed, character);
}

// ---------------------------------------------------------------------------------------------
// Events
// ---------------------------------------------------------------------------------------------

static void look_further(struct sitting *s, int steps)
{
    if (s->line)
        sitting_step_line(s, steps);
    else if (steps < 0 && s->shown < (unsigned)-steps)
        sitting_look_at(s, 0);
    else
        sitting_look_at(s, (unsigned)((int)s->shown + steps));
}

static void handle_character(struct sitting *s, uint32_t character)
{
    const struct command *command = find_command(character);

    if (character == ' ' && s->paused && !local_game_person_acts(&s->local))
        s->paused = false;
    else if (character == ' ')
        touch(s, s->marks.cursor);
    else if (character == '[')
        look_further(s, -1);
    else if (character == ']')
        look_further(s, 1);
    else if (command && !can_be_typed(s, character))
        run_command(s, command); // NOLINT(bugprone-branch-clone): the key as it is comes first
    else if (character < 128 && islower((int)character) && !can_be_typed(s, character) &&
             (command = find_command((uint32_t)toupper((int)character))))
        run_command(s, command);
    else if (character > ' ' && character < 127)
        begin_typing(s, character);
}

static void escape(struct sitting *s)
{
    s->message[0] = 0;
    s->local.warned = false;
    if (s->line)
        sitting_look_at(s, s->shown);
    else if (s->looking_back || s->local.driver.touch.path.count > 0)
        sitting_changed(s);
    else if (!local_game_person_acts(&s->local) && !match_over(&s->local.driver.match))
        s->paused = true;
}

// The cover hides everything, so only handing on and leaving are possible.
static void handle_covered(struct sitting *s, struct event event)
{
    if (event.kind == EVENT_ENTER)
        s->local.viewer = match_to_act(&s->local.driver.match);
    else if (event.kind == EVENT_CHARACTER && (event.character == 'q' || event.character == 'Q'))
        s->done = true;
}

static void handle_plain(struct sitting *s, struct event event)
{
    switch (event.kind) {
    case EVENT_UP:
    case EVENT_DOWN:
        sitting_move_cursor(s, event.kind == EVENT_DOWN ? 1 : -1, 0);
        break;
    case EVENT_LEFT:
    case EVENT_RIGHT:
        sitting_move_cursor(s, 0, event.kind == EVENT_RIGHT ? 1 : -1);
        break;
    case EVENT_ENTER:
        touch(s, s->marks.cursor);
        break;
    case EVENT_TAB:
    case EVENT_BACK_TAB:
        next_target(s, event.kind == EVENT_TAB ? 1 : -1);
        break;
    case EVENT_PAGE_UP:
    case EVENT_WHEEL_UP:
        look_further(s, -1);
        break;
    case EVENT_PAGE_DOWN:
    case EVENT_WHEEL_DOWN:
        look_further(s, 1);
        break;
    case EVENT_HOME:
        sitting_look_at(s, 0);
        break;
    case EVENT_END:
        sitting_look_at(s, s->local.driver.match.history.length);
        break;
    case EVENT_ESCAPE:
        escape(s);
        break;
    case EVENT_BACKSPACE:
        if (!s->puzzle)
            undo(s);
        break;
    case EVENT_CLICK:
        click(s, event.row, event.column);
        break;
    case EVENT_CHARACTER:
        handle_character(s, event.character);
        break;
    default:
        break;
    }
}

void sitting_handle(struct sitting *s, struct event event)
{
    if (local_game_covered(&s->local))
        handle_covered(s, event);
    else if (s->typing)
        type(s, event);
    else
        handle_plain(s, event);
}
