// SPDX-License-Identifier: MIT
// `abax puzzles`: lists the puzzles of a file and proves them by the rules alone. `abax-lab` finds
// and rates puzzles.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/labparts.h"
#include "cli/program.h"
#include "cli/puzzles.h"
#include "coach/puzzletheme.h"
#include "protocol/answerjson.h"

enum { PROGRESS_EVERY = 5000000 };

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

// All of them, or this many, spread over the whole file; the seed says where it begins.
static bool check_all(const struct puzzle_file *f, const struct arguments *a, struct output *out,
                      struct error *e)
{
    const struct puzzles_options *chosen = a->chosen;
    unsigned count = chosen->count && chosen->count < f->count ? (unsigned)chosen->count : f->count;
    struct puzzle_check check;
    struct puzzle z;
    void *memory = malloc(PUZZLES_CHECK_BYTES);
    uint64_t nodes = 0, shown = cli_clock();
    bool good = memory || error_set(e, "puzzles.memory", "there is no memory for puzzles");

    if (good)
        puzzle_check_init(&check, memory, PUZZLES_CHECK_BYTES);
    for (unsigned i = 0; i < count && good; i++) {
        unsigned number = (unsigned)(((uint64_t)i * f->count / count + a->seed) % f->count);
        struct error wrong;
        good = puzzle_file_read(f, number, &z, e);
        if (!good)
            break;
        enum puzzle_verdict verdict = puzzle_prove(&check, &z, &wrong);
        nodes += check.nodes;
        if (verdict != PUZZLE_PROVEN)
            good = error_set(e, "puzzles.unproven:number,reason", "puzzle %u is not proven: %s",
                             number + 1, wrong.message.text);
        if (cli_clock() - shown > PROGRESS_EVERY) {
            shown = cli_clock();
            fprintf(stderr, "%u of %u puzzles\n", i + 1, count);
        }
    }
    free(memory);
    if (good)
        output_format(out, "%s: %u puzzles proven, %llu positions\n", f->game->name, count,
                      (unsigned long long)nodes);
    return good;
}

static void show_themes(const struct puzzle *z, struct output *out)
{
    const char *between = "";

    for (unsigned theme = 0; theme < 32; theme++) {
        if (!(z->themes >> theme & 1) || !puzzle_theme_id(z->game, theme))
            continue;
        output_format(out, "%s%s", between, puzzle_theme_id(z->game, theme));
        between = ",";
    }
    if (!*between)
        output_add(out, "-");
}

// What a row of the list tells, as texts.
struct puzzle_row {
    char position[GAME_TEXT_BYTES], options[80];
    const char *goal;
    char line[PUZZLE_MOST_LINE][GAME_ACTION_BYTES];
};

static void write_row(const struct puzzle *z, struct puzzle_row *row)
{
    struct game_position p;
    struct text t;

    row->goal = puzzle_goal_name(z->goal);
    puzzle_position(z, &p);
    text_init(&t, row->position, sizeof row->position);
    z->game->write(&p, &t);
    text_init(&t, row->options, sizeof row->options);
    game_options_text(z->game, &z->options, &t);
    for (unsigned i = 0; i < z->length; i++) {
        game_write_action(z->game, &p, z->line[i], row->line[i]);
        z->game->apply(&p, z->line[i], &p);
    }
}

static void show_one(const struct puzzle *z, unsigned number, struct output *out)
{
    struct puzzle_row row;

    write_row(z, &row);
    output_format(out, "%u\t%s\t%s", number + 1, row.position, row.goal);
    if (z->goal == PUZZLE_LEAD)
        output_format(out, ":%d", z->lead);
    if (z->within)
        output_format(out, "/%u", z->within);
    output_format(out, "\t%s\t", row.options);
    for (unsigned i = 0; i < z->length; i++)
        output_format(out, "%s%s", i ? " " : "", row.line[i]);
    output_format(out, "\t%u\t", z->rating);
    show_themes(z, out);
    output_add(out, "\n");
}

static void answer_one(const struct puzzle *z, unsigned number, struct output *out)
{
    struct puzzle_row row;
    struct json_writer j;

    write_row(z, &row);
    answer_begin(&j, out);
    json_write_number(&j, "number", number + 1);
    json_write_string(&j, "position", row.position);
    json_write_string(&j, "goal", row.goal);
    if (z->goal == PUZZLE_LEAD)
        json_write_number(&j, "lead", z->lead);
    if (z->within)
        json_write_number(&j, "within", z->within);
    json_write_string(&j, "options", row.options);
    json_write_array(&j, "line");
    for (unsigned i = 0; i < z->length; i++)
        json_write_string(&j, NULL, row.line[i]);
    json_write_end_array(&j);
    json_write_number(&j, "rating", z->rating);
    json_write_array(&j, "themes");
    for (unsigned theme = 0; theme < 32; theme++) {
        if (z->themes >> theme & 1 && puzzle_theme_id(z->game, theme))
            json_write_string(&j, NULL, puzzle_theme_id(z->game, theme));
    }
    json_write_end_array(&j);
    answer_end(&j);
}

static bool list_all(const struct puzzle_file *f, const struct arguments *a, struct output *out,
                     struct error *e)
{
    for (unsigned i = 0; i < f->count; i++) {
        struct puzzle z;
        if (!puzzle_file_read(f, i, &z, e))
            return false;
        if (a->json)
            answer_one(&z, i, out);
        else
            show_one(&z, i, out);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

static const struct puzzles_part readers[] = {{"check", check_all}, {"list", list_all}};

static puzzles_work *find_part(const struct puzzles_part *parts, unsigned count, const char *word)
{
    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(parts[i].word, word))
            return parts[i].run;
    }
    return NULL;
}

static puzzles_work *work_of(const char *word)
{
    const struct lab_parts *lab = cli_program.lab;
    puzzles_work *found = find_part(readers, sizeof readers / sizeof *readers, word);

    return found || !lab ? found : find_part(lab->puzzles, lab->puzzles_count, word);
}

static bool run_puzzles(const struct arguments *a, struct output *out, struct error *e)
{
    puzzles_work *work = !a->game && a->rest_count == 2 ? work_of(a->rest[0]) : NULL;
    struct puzzle_file f;
    size_t count;

    if (a->json && (a->rest_count != 2 || strcmp(a->rest[0], "list") != 0))
        return error_set(e, "puzzles.json", "--json is for 'puzzles list FILE' alone");
    if (a->game && a->rest_count == 0 && cli_program.lab)
        return cli_program.lab->find_puzzles(a, out, e);
    if (!work)
        return error_set(e, "puzzles.words",
                         "puzzles wants a game, or 'check', 'list', 'copies', 'themes', 'rate' or "
                         "'try' and a file");
    char *bytes = cli_read_file(a->rest[1], PUZZLES_MOST_FILE, &count, e);
    bool good = bytes && puzzle_file_open(&f, bytes, count, e) && work(&f, a, out, e);
    free(bytes);
    return good;
}

static const struct puzzles_options defaults = {.threads = 1};
static const struct option options[] = {
    {OPTION("--count", "N", NUMBER), OPTION_LOCAL(puzzles_options, count), .least = 1,
     .most = 100000,
     .help = SENTENCE("option.puzzles.count",
                      "find N puzzles (10 if not given), or check, rate or try only N")},
    {OPTION("--least", "RATING", NUMBER), OPTION_LOCAL(puzzles_options, least), .least = 1,
     .most = 3000,
     .help = SENTENCE("option.puzzles.least",
                      "rate what is found and keep only what is rated so or higher")},
    {OPTION("--out", "FILE", WORD), OPTION_LOCAL(puzzles_options, to),
     .help =
         SENTENCE("option.puzzles.out",
                  "write them to this file as they are found; one that is there is gone on with")},
    {OPTION("--player", "PLAYER", WORD), OPTION_LOCAL(puzzles_options, player),
     .help = SENTENCE("option.puzzles.player", "who tries puzzles (level:5 if not given)")},
    {OPTION("--threads", "N", NUMBER), OPTION_LOCAL(puzzles_options, threads), .least = 1,
     .most = 64,
     .help = SENTENCE("option.puzzles.threads",
                      "search or rate with N threads (1 if not given); the result is the same")},
    {OPTION("--variants", "", FLAG), OPTION_LOCAL(puzzles_options, variants),
     .help = SENTENCE("option.puzzles.variants", "take games of all variants in turn")},
    OPTION_END,
};

const struct command cli_puzzles_command = {
    .name = "puzzles",
    .usage = "GAME [--count N] [--seed N] [OPTION...] | check|list|copies|themes|rate|try FILE",
    .help =
        SENTENCE("cli.command.puzzles", "find puzzles that are proven, or prove those of a file"),
    .more =
        SENTENCE("cli.command.puzzles.more",
                 "Games of computers are searched for positions in which one action alone keeps "
                 "what can be\nforced; 'check' proves every puzzle of a file again by the rules "
                 "alone, 'list' writes number,\nposition, goal, options, line, rating and themes "
                 "of each, 'copies' those that are near copies of an\nearlier one, 'themes' and "
                 "'rate' write these into the file, and 'try' lets a player solve some."),
    .game = COMMAND_GAME_OR_WORD,
    .options = COMMAND_OPTIONS(options_setting, options_seed, options_nodes, options, options_json),
    .most = 2,
    .run = run_puzzles,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
