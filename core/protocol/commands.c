// SPDX-License-Identifier: MIT
// The commands that need no clock and no keyboard. Each checks everything before it writes.
#include <string.h>

#include "base/catalogue.h"
#include "game/attempt.h"
#include "game/scene.h"
#include "games/registry.h"
#include "play/levels.h"
#include "play/player.h"
#include "play/playout.h"
#include "protocol/answerjson.h"
#include "protocol/command.h"
#include "render/text.h"
#include "protocol/scenejson.h"
#include "render/svg.h"

// The module's few short answers are texts: its sessions tell the rest.
static bool wants_json(const struct arguments *a)
{
    return !COMMAND_ONLY_JSON && a->json;
}

// The longest name of a game.
static int name_width(void)
{
    size_t width = 8;

    for (unsigned i = 0; i < registry_count(); i++)
        width = strlen(registry_game(i)->name) > width ? strlen(registry_game(i)->name) : width;
    return (int)width;
}

static void list_game(const struct game *g, const struct catalogue *messages, struct output *out)
{
    int width = name_width();

    output_format(out, "%-*s ", width, g->name);
    output_wrapped(out, catalogue_text(messages, g->about, "%s.about", g->name),
                   (unsigned)width + 1);
    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        output_format(out, "%*s -o %s=%s", width, "", option->key, option->values[0]);
        for (unsigned v = 1; v < game_value_count(option); v++)
            output_format(out, "|%s", option->values[v]);
        output_format(
            out, "  %s\n",
            catalogue_text(messages, option->title, "%s.option.%s", g->name, option->key));
    }
}

static bool run_games(const struct arguments *a, struct output *out, struct error *e)
{
    (void)e;
    if (COMMAND_ONLY_JSON || a->json) {
        protocol_games_json(out);
        return true;
    }
    for (unsigned i = 0; i < registry_count(); i++) {
        if (!registry_game(i)->unlisted)
            list_game(registry_game(i), a->host->messages, out);
    }
    return true;
}

static bool run_levels(const struct arguments *a, struct output *out, struct error *e)
{
    (void)e;
    if (wants_json(a)) {
        answer_levels(a->host->messages, out);
        return true;
    }
    for (unsigned level = 1; level <= LEVELS; level++)
        output_format(out, "level:%-3u %-7s %s\n", level, level_name(level),
                      level_about(a->host->messages, level));
    return true;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool run_moves(const struct arguments *a, struct output *out, struct error *e)
{
    static const size_t width = GAME_ACTION_BYTES;
    char texts[GAME_MAX_ACTIONS][GAME_ACTION_BYTES];
    struct game_actions list;
    struct history history;

    if (!arguments_history(a, a->rest_count, &history, e))
        return false;
    history_list(&history, &list);
    if (wants_json(a)) {
        answer_moves(&history, &list, out);
        history_clear(&history);
        return true;
    }
    for (unsigned i = 0; i < list.count; i++) {
        game_write_action(a->game, &history.position, list.at[i], texts[i]);
    }
    qsort(texts, list.count, width, compare_texts);
    for (unsigned i = 0; i < list.count; i++)
        output_format(out, "%s\n", texts[i]);
    history_clear(&history);
    return true;
}

static void print_position(const struct history *history, const struct game_position *seen,
                           struct output *out)
{
    char position[GAME_TEXT_BYTES], words[120];
    struct game_result result;
    struct text t;

    text_init(&t, position, sizeof position);
    history->game->write(seen, &t);
    history_result(history, &result);
    text_init(&t, words, sizeof words);
    game_result_text(history->game, &history->options, &result, &t);
    output_format(out, "%s\nresult %s\n", position, words);
}

static bool run_position(const struct arguments *a, struct output *out, struct error *e)
{
    struct game_position seen;
    struct history history;

    if (!arguments_history(a, a->rest_count, &history, e))
        return false;
    seen = history.position;
    if (a->seat != SEES_ALL)
        game_view(a->game, &history.position, a->seat, &seen);
    if (wants_json(a))
        answer_position(&history, &seen, out);
    else
        print_position(&history, &seen, out);
    history_clear(&history);
    return true;
}

static bool run_perft(const struct arguments *a, struct output *out, struct error *e)
{
    struct game_position p;
    unsigned long long depth;

    if (!text_read_number(a->rest[0], 99, &depth))
        return error_set(e, "perft.depth:depth", "depth '%s' is not a number from 0 to 99",
                         error_quote(a->rest[0]).text);
    if (!arguments_complete_start(a, &p, e))
        return false;
    unsigned long long count = playout_perft(a->game, &p, (unsigned)depth);
    if (wants_json(a))
        answer_numbers("depth", depth, "count", count, out);
    else
        output_format(out, "%llu\n", count);
    return true;
}

static bool play_scene(const struct arguments *a, struct scene *scene, struct error *e)
{
    struct history history;

    if (!arguments_history(a, a->rest_count, &history, e))
        return false;
    // A viewer who may see everything still needs a seat's viewpoint in games with secrets.
    int seat = a->seat == SEES_ALL ? a->game->to_act(&history.position) : a->seat;
    history_scene(&history, seat, scene);
    history_clear(&history);
    return true;
}

static bool run_scene(const struct arguments *a, struct output *out, struct error *e)
{
    struct scene scene;
    struct json_writer j;

    if (!play_scene(a, &scene, e))
        return false;
    json_write_init(&j, out);
    scene_json(a->game, &a->options, &scene, &j, NULL);
    output_add(out, "\n");
    return true;
}

#ifndef ABAX_NO_HELP // COMMAND_ONLY_JSON
static bool run_show(const struct arguments *a, struct output *out, struct error *e)
{
    struct scene scene;

    if (!play_scene(a, &scene, e))
        return false;
    if (a->json) {
        struct answer_lines drawing;
        struct json_writer j;
        answer_begin(&j, out);
        answer_lines_begin(&drawing, &j, "lines");
        render_text(a->game, &a->options, &scene, a->host->messages, &drawing.out);
        answer_lines_end(&drawing);
        answer_end(&j);
    } else {
        render_text(a->game, &a->options, &scene, a->host->messages, out);
    }
    return true;
}

static bool run_svg(const struct arguments *a, struct output *out, struct error *e)
{
    struct scene scene;

    if (!play_scene(a, &scene, e))
        return false;
    render_svg(a->game, &a->options, &scene, a->host->messages, out);
    return true;
}
#endif

// A path as names of spots with commas between them: "a2,a5"; "a2," is a path of one.
static bool read_path(const struct scene *s, const char *text, struct game_path *path,
                      struct error *e)
{
    path->count = 0;
    for (;;) {
        char name[16];
        struct text t;

        text_init(&t, name, sizeof name);
        size_t length = text_until(&t, text, ",");
        int spot = scene_find(s, name);
        if (spot < 0)
            return error_set(e, "spot.unknown:spot", "spot '%s' is unknown here",
                             error_quote(name).text);
        if (path->count == GAME_MAX_PATH)
            return error_set(e, "attempt.long:most", "attempt has more than %d spots",
                             GAME_MAX_PATH);
        path->at[path->count++] = (game_spot)spot;
        if (!text[length] || !text[length + 1])
            return true;
        text += length + 1;
    }
}

bool command_attempt(const struct history *history, const char *attempt,
                     struct attempt_answer *answer, struct error *e)
{
    struct scene scene;
    struct game_path path;

    if (!strchr(attempt, ',')) {
        attempt_text(history->game, &history->position, attempt, answer);
        return true;
    }
    game_scene(history->game, &history->position, GAME_PUBLIC, &scene);
    if (!read_path(&scene, attempt, &path, e))
        return false;
    attempt_path(history->game, &history->position, &path, answer);
    return true;
}

// Rules do not know that a game is over by repetition.
static bool try_attempt(const struct history *history, const char *attempt,
                        struct attempt_answer *answer, struct error *e)
{
    const struct game_rule *over = &attempt_rules[ATTEMPT_OVER];

    if (!command_attempt(history, attempt, answer, e))
        return false;
    if (history->repeated)
        *answer = (struct attempt_answer){.verdict = ATTEMPT_REFUSED,
                                          .rule = over->id,
                                          .sentence = over->sentence,
                                          .capacity = "game"};
    return true;
}

bool command_why(const struct history *history, const char *attempt,
                 const struct catalogue *language, char words[COMMAND_WHY_BYTES], struct error *e)
{
    struct attempt_answer answer = {0};
    struct text t;

    if (!try_attempt(history, attempt, &answer, e))
        return false;
    text_init(&t, words, COMMAND_WHY_BYTES);
    if (answer.verdict == ATTEMPT_REFUSED)
        text_format(&t, "refused %s: %s", answer.rule, attempt_reason(&answer, language));
    else if (answer.verdict == ATTEMPT_INCOMPLETE)
        text_format(&t, "incomplete: %u legal actions begin so.", answer.matches);
    else
        text_add(&t, "legal");
    return true;
}

static bool run_why(const struct arguments *a, struct output *out, struct error *e)
{
    const char *attempt = a->rest[a->rest_count - 1];
    char words[COMMAND_WHY_BYTES];
    struct attempt_answer answer = {0};
    struct history history;
    bool good;

    if (!arguments_history(a, a->rest_count - 1, &history, e))
        return false;
    if (wants_json(a)) {
        good = try_attempt(&history, attempt, &answer, e);
        if (good)
            answer_attempt(&answer, a->host->messages, out);
    } else {
        good = command_why(&history, attempt, a->host->messages, words, e);
        if (good)
            output_format(out, "%s\n", words);
    }
    history_clear(&history);
    return good;
}

static bool run_random(const struct arguments *a, struct output *out, struct error *e)
{
    struct game_position start;
    struct game_actions list;
    struct history history;
    struct random r = random_from_seed(a->seed);
    struct json_writer j;

    if (!arguments_complete_start(a, &start, e))
        return false;
    history_init(&history, a->game, &a->options, &start);
    if (wants_json(a))
        answer_random_begin(&j, out);
    for (history_list(&history, &list); list.count; history_list(&history, &list)) {
        char storage[GAME_ACTION_BYTES];
        game_action action = list.at[random_below(&r, list.count)];

        game_write_action(a->game, &history.position, action, storage);
        if (wants_json(a))
            json_write_string(&j, NULL, storage);
        else
            output_format(out, "%s\n", storage);
        if (!history_play(&history, action))
            break;
    }
    if (wants_json(a))
        answer_random_end(&j, &history);
    history_clear(&history);
    return true;
}

static bool run_playouts(const struct arguments *a, struct output *out, struct error *e)
{
    struct game_position start;
    struct random r = random_from_seed(a->seed);
    unsigned long long games, actions = 0;

    if (!text_read_number(a->rest[0], 1000000000, &games))
        return error_set(e, "random.count:count", "count '%s' is not a number from 0 to 1000000000",
                         error_quote(a->rest[0]).text);
    if (!arguments_complete_start(a, &start, e))
        return false;
    for (unsigned long long i = 0; i < games; i++) {
        struct game_position p = start;
        actions += playout_random(a->game, &p, &r);
    }
    if (wants_json(a))
        answer_numbers("games", games, "actions", actions, out);
    else
        output_format(out, "%llu\n", actions);
    return true;
}

static const struct option lines[] = {
    {OPTION("--lines", "N", NUMBER), OPTION_SHARED(lines), .least = 1, .most = 8,
     .help = COMMAND_HELP("help.option.lines", "show the best N lines (1 if not given)")},
    OPTION_END,
};
static const struct option machine[] = {
    {OPTION("--threads", "N", NUMBER), OPTION_SHARED(threads), .least = 1, .most = PARALLEL_MOST,
     .help = COMMAND_HELP("help.option.threads", "search with so many threads (1 if not given)")},
    {OPTION("--hash", "N", NUMBER), OPTION_SHARED(hash), .least = 1, .most = 65536,
     .help = COMMAND_HELP("help.option.hash", "remember positions in so many megabytes")},
    OPTION_END,
};
static const struct option options_hint_level[] = {
    {OPTION("--rung", "N", NUMBER), OPTION_SHARED(hint_level), .most = 4,
     .help = COMMAND_HELP("help.option.rung", "how much to tell, 1 to 4 (1 if not given); 0: all")},
    OPTION_END,
};

#define START_WORDS "GAME [-o key=value]... [-p POSITION] [--seed N]"
#ifdef ABAX_NO_HELP
#define OPTIONS_ANSWER OPTIONS_START
#else
#define OPTIONS_ANSWER OPTIONS_START, options_json
#endif

const struct command protocol_commands[] = {
    {"games", "[--json]", COMMAND_HELP("help.games", "list the games and their options"),
     COMMAND_HELP("help.games.more", "As JSON with everything that a menu needs: seats, options, "
                                     "levels, and the sentences of the "
                                     "rules."),
     COMMAND_NO_GAME, COMMAND_OPTIONS(options_json), 0, 0, run_games, COMMAND_NO_DEFAULTS},
    {"levels",
     "[--json]",
     COMMAND_HELP("help.levels", "list the levels of the computer"),
     {0},
     COMMAND_NO_GAME,
     COMMAND_OPTIONS(options_json),
     0,
     0,
     run_levels,
     COMMAND_NO_DEFAULTS},
    {"moves", START_WORDS " [--json] [ACTION...]",
     COMMAND_HELP("help.moves", "play the actions, then list the legal ones"),
     COMMAND_HELP("help.moves.more", "One a line, sorted as bytes; nothing when the game is over."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_ANSWER), 0, ANY_NUMBER, run_moves, COMMAND_NO_DEFAULTS},
    {"position", START_WORDS " [--seat N] [--json] [ACTION...]",
     COMMAND_HELP("help.position", "play the actions, then print position and result"),
     COMMAND_HELP("help.position.more",
                  "With --seat, as that seat may see it; seat 0 is the public."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_ANSWER, options_seat), 0, ANY_NUMBER, run_position,
     COMMAND_NO_DEFAULTS},
    {"scene", START_WORDS " [--seat N] [ACTION...]",
     COMMAND_HELP("help.scene", "play the actions, then describe the board as JSON"),
     COMMAND_HELP(
         "help.scene.more",
         "For renderers and programs: panels, spots, pieces, counters, marks and status, as 'show' "
         "draws them."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_START, options_seat), 0, ANY_NUMBER, run_scene,
     COMMAND_NO_DEFAULTS},
#ifndef ABAX_NO_HELP
    {"show", START_WORDS " [--seat N] [--json] [ACTION...]",
     COMMAND_HELP("help.show", "play the actions, then draw the board"),
     COMMAND_HELP("help.show.more",
                  "Drawn for the seat to act, or with --seat for that seat; seat 0 is the public."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_ANSWER, options_seat), 0, ANY_NUMBER, run_show,
     COMMAND_NO_DEFAULTS},
    {"svg", START_WORDS " [--seat N] [ACTION...]",
     COMMAND_HELP("help.svg", "play the actions, then draw a picture as SVG"),
     COMMAND_HELP("help.svg.more",
                  "Drawn for the seat to act, or with --seat for that seat; seat 0 is the public."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_START, options_seat), 0, ANY_NUMBER, run_svg,
     COMMAND_NO_DEFAULTS},
#endif
    {"why", START_WORDS " [--json] [ACTION...] ATTEMPT",
     COMMAND_HELP("help.why", "say which rule forbids an attempt"),
     COMMAND_HELP("help.why.more",
                  "ATTEMPT is an action text, or names of spots with commas: a2,a5.\n"
                  "Answers \"legal\", \"incomplete: ...\" or \"refused RULE: SENTENCE\"."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_ANSWER), 1, ANY_NUMBER, run_why, COMMAND_NO_DEFAULTS},
    {"edit", START_WORDS " [--json] [TOOL [SPOT...]]",
     COMMAND_HELP("help.edit", "change a position piece by piece"),
     COMMAND_HELP(
         "help.edit.more",
         "Uses a tool on spots, or presses a button; without words, lists the tools. Prints the "
         "position and\n"
         "\"sound\", or \"fault\" and what is wrong with it so far: POSITION may be such a draft. "
         "As "
         "JSON with\n"
         "the draft's scene and the spots that can come next (docs/session.md)."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_START, options_json), 0, ANY_NUMBER, protocol_edit,
     COMMAND_NO_DEFAULTS},
    {"pass", START_WORDS " [ACTION...]",
     COMMAND_HELP("help.pass",
                  "play the actions, then print the position as if the seat to act had passed"),
     COMMAND_HELP("help.pass.more",
                  "Analysing it shows what the other side threatens. Made of what "
                  "the seat to act knows; the "
                  "seed\n"
                  "deals the rest."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_START), 0, ANY_NUMBER, protocol_pass,
     COMMAND_NO_DEFAULTS},
    {"analyse", "GAME [-o key=value]... [-p POSITION] [OPTION...] [ACTION...]",
     COMMAND_HELP("help.analyse", "play the actions, then search and print the best lines"),
     COMMAND_HELP("help.analyse.more",
                  "For a second if no limit is given. Values are for the seat to act."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_START, OPTIONS_LIMITS, lines, machine, options_json), 0,
     ANY_NUMBER, protocol_analyse, COMMAND_NO_DEFAULTS},
    {"best", START_WORDS " [--nodes N] [--depth N] [--lines N] [--json] [ACTION...]",
     COMMAND_HELP("help.best", "play the actions, then search without a clock for the best ones"),
     COMMAND_HELP(
         "help.best.more",
         "100000 nodes if no limit is given. The same words give the same answer everywhere. In a "
         "game\n"
         "with secrets also what the seat to act believes about the others."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_ANSWER, OPTIONS_LIMITS, lines), 0, ANY_NUMBER,
     protocol_best, COMMAND_NO_DEFAULTS},
    {"lesson", "GAME [--json]", COMMAND_HELP("help.lesson", "print the first lesson of a game"),
     COMMAND_HELP(
         "help.lesson.more",
         "'abax learn GAME' leads through it. With --json for programs, such as the page."),
     COMMAND_GAME, COMMAND_OPTIONS(options_json), 0, 0, protocol_lesson, COMMAND_NO_DEFAULTS},
    {"try", "GAME STEP ATTEMPT...",
     COMMAND_HELP("help.try", "say whether attempts meet the goal of a lesson's step"),
     COMMAND_HELP(
         "help.try.more",
         "The attempts are those of the person, one after the other, as action texts or names of "
         "spots\n"
         "with commas; opponents answer by themselves. Prints a JSON object: \"verdict\" is "
         "\"done\",\n"
         "\"again\" (the step begins anew), \"more\" or \"refused\", for the last of them; \"say\" "
         "is "
         "for the\n"
         "person, and \"remarks\" are its parts with ids; \"actions\" and \"position\" tell how "
         "the "
         "step\n"
         "stands, answers included."),
     COMMAND_GAME, COMMAND_NO_OPTIONS, 2, ANY_NUMBER, protocol_try, COMMAND_NO_DEFAULTS},
    {"hint", START_WORDS " [--rung N] [--nodes N] [--json] [ACTION...]",
     COMMAND_HELP("help.hint", "play the actions, then help the seat to act"),
     COMMAND_HELP(
         "help.hint.more",
         "Level 1 tells where to look, 2 names up to three good actions in no order, 3 the best "
         "one, 4 "
         "why\n"
         "it is best. Always from the full engine; the same words give the same hint everywhere."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_START, options_nodes, options_hint_level, options_json),
     0, ANY_NUMBER, protocol_hint, COMMAND_NO_DEFAULTS},
    {"review", "GAME [-o key=value]... [-p POSITION] [--seed N] [OPTION...] ACTION...",
     COMMAND_HELP("help.review", "look back at a game: win chances, mistakes, accuracy"),
     COMMAND_HELP(
         "help.review.more",
         "Each position is searched with 200000 nodes, or 20000 trials, if not told otherwise. "
         "Mistakes "
         "come\n"
         "largest first, with what was better and why; turning points are where a proven result "
         "changed.\n"
         "Games with secrets are judged by what each seat could know. docs/review.md explains the "
         "rest."),
     COMMAND_GAME, COMMAND_OPTIONS(OPTIONS_START, options_nodes, options_json), 1, ANY_NUMBER,
     protocol_review, COMMAND_NO_DEFAULTS},
    {"convert", "RECORD [--to FORM] [--ply N] [--seat N]",
     COMMAND_HELP("help.convert", "turn the record of a game, given as a word, into another form"),
     COMMAND_HELP(
         "help.convert.more",
         "RECORD is the text, the JSON or the link of a game itself, also with % escapes as in an "
         "address;\n'abax record' takes files. Its text if no FORM is given."),
     COMMAND_NO_GAME, COMMAND_OPTIONS(options_form), 1, 1, protocol_convert, COMMAND_NO_DEFAULTS},
    {"random", START_WORDS " [--json]",
     COMMAND_HELP("help.random", "play a random game and print the actions"),
     COMMAND_HELP("help.random.more", "The seed gives the deal and the choices."), COMMAND_GAME,
     COMMAND_OPTIONS(OPTIONS_ANSWER), 0, 0, run_random, COMMAND_NO_DEFAULTS},
    {"perft", "GAME DEPTH [-o key=value]... [-p POSITION] [--seed N] [--json]",
     COMMAND_HELP("help.perft", "count the ways to play DEPTH actions"),
     COMMAND_HELP("help.perft.more", "Repetition is not counted."), COMMAND_GAME,
     COMMAND_OPTIONS(OPTIONS_ANSWER), 1, 1, run_perft, COMMAND_NO_DEFAULTS},
    {"playouts",
     "GAME COUNT [-o key=value]... [-p POSITION] [--seed N] [--json]",
     COMMAND_HELP("help.playouts", "play COUNT random games and print how many actions that took"),
     {0},
     COMMAND_GAME,
     COMMAND_OPTIONS(OPTIONS_ANSWER),
     1,
     1,
     run_playouts,
     COMMAND_NO_DEFAULTS},
};

const unsigned protocol_command_count = sizeof protocol_commands / sizeof *protocol_commands;
