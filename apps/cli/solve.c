// SPDX-License-Identifier: MIT
// `abax solve`: proves who wins. Games with `canonical_key` or `undominated` are solved by
// proof-number search (solveproof.c), the others by alpha-beta search to the end.
#include <sys/mman.h>
#include <time.h>

#include "base/jsonwrite.h"
#include "cli/ranks.h"
#include "cli/solve.h"
#include "play/solver.h"
#include "search/search.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 // Linux 6.1; older ones refuse it
#endif

enum {
    REPORT_SECONDS = 10,
    LARGE_NODES = 50000, // of a longer search
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// A short proof touches a little of the table here and there: with large pages the system would
// have to clear nearly all of it. A long one is read all over the place and gains by them.
static void use_large_pages(struct solve *s)
{
    s->large = true;
    madvise(s->memory, s->bytes, MADV_HUGEPAGE);
    madvise(s->memory, s->bytes, MADV_COLLAPSE); // what has been touched already
}

bool solve_poll(struct solve *s, uint64_t nodes, const char *words)
{
    double seconds = now() - s->began;

    if (!s->large && nodes >= LARGE_NODES)
        use_large_pages(s);
    if (seconds - s->reported >= REPORT_SECONDS) {
        s->reported = seconds;
        fprintf(stderr, "%.0f s, %llu positions%s\n", seconds, (unsigned long long)nodes, words);
    }
    return s->chosen->patience && seconds >= (double)s->chosen->patience;
}

// ---------------------------------------------------------------------------------------------
// Alpha-beta
// ---------------------------------------------------------------------------------------------

struct deepening {
    struct solve *solve;
    const struct search *search;
    unsigned depth;
};

static bool poll_search(void *to)
{
    struct deepening *d = to;
    char words[40];
    struct text t;

    text_init(&t, words, sizeof words);
    text_format(&t, ", depth %u", d->depth);
    return solve_poll(d->solve, d->search->nodes, words);
}

static void note_depth(void *to, const struct search_report *report)
{
    ((struct deepening *)to)->depth = report->depth;
}

static void take_line(struct solve *s, const struct search_report *report)
{
    const struct search_line *best = &report->lines[0];
    const struct game *g = s->history->game;
    int seat = g->to_act(&s->history->position),
        value = best->value < 0 ? -best->value : best->value;

    s->nodes = report->nodes;
    s->proven = best->exact || (search_counts_plies(g) && best->proven);
    s->winner = best->value == 0 ? -1 : best->value > 0 ? seat : !seat;
    s->margin = !search_counts_plies(g) && s->winner >= 0 ? value - SEARCH_WON : 0;
    for (; s->length < best->length && s->length < SOLVE_MAX_LINE; s->length++)
        s->actions[s->length] = best->actions[s->length];
}

static bool solve_by_search(struct solve *s, struct error *e)
{
    size_t size = (sizeof(struct search) + 63) / 64 * 64;
    struct search *search = aligned_alloc(64, size);
    struct deepening d = {.solve = s, .search = search};
    struct search_report report;
    struct tt table;

    if (!search)
        return error_set(e, "solve.memory", "there is not enough memory for the search");
    tt_init_zeroed(&table, s->memory, tt_bytes(s->bytes >> 20));
    struct search_task task = {
        .game = s->history->game,
        .root = &s->history->position,
        .history = history_keys(s->history),
        .history_count = s->history->game->repetition ? s->history->length : 0,
        .table = &table,
        .limits = {.exact = true},
        .poll = poll_search,
        .progress = note_depth,
        .to = &d,
    };
    search_run(search, &task, &report);
    take_line(s, &report);
    free(search);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

static void print_actions(const struct solve *s, struct output *out)
{
    const struct game *g = s->history->game;
    struct game_position p = s->history->position;

    output_add(out, "line");
    for (unsigned i = 0; i < s->length; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(g, &p, s->actions[i], storage);
        output_format(out, " %s", storage);
        g->apply(&p, s->actions[i], &p);
    }
    output_add(out, "\n");
}

static void print_answer(const struct solve *s, struct output *out)
{
    if (!s->proven) {
        output_add(out, "not proven");
        if (s->chosen->patience)
            output_format(out, " within %llu second%s", (unsigned long long)s->chosen->patience,
                          s->chosen->patience == 1 ? "" : "s");
        output_add(out, "\n");
    } else if (s->denied >= 0) {
        output_format(out, "seat %d cannot force a win\n", s->denied + 1);
    } else if (s->winner < 0) {
        output_add(out, "draw\n");
    } else {
        output_format(out, "seat %d wins", s->winner + 1);
        if (s->margin)
            output_format(out, " by %d", s->margin);
        output_add(out, "\n");
    }
    if (s->length > 0)
        print_actions(s, out);
    if (s->known)
        output_add(out, "known from the book; --search proves it again\n");
    output_format(out, "positions %llu\n", (unsigned long long)s->nodes);
}

static void write_line(const struct solve *s, struct json_writer *j)
{
    const struct game *g = s->history->game;
    struct game_position p = s->history->position;

    json_write_array(j, "line");
    for (unsigned i = 0; i < s->length; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(g, &p, s->actions[i], storage);
        json_write_string(j, NULL, storage);
        g->apply(&p, s->actions[i], &p);
    }
    json_write_end_array(j);
}

// Seats count from 0, as in everything that is JSON.
static void write_answer(const struct solve *s, struct output *out)
{
    struct json_writer j;

    json_write_init(&j, out);
    json_write_object(&j, NULL);
    json_write_bool(&j, "proven", s->proven);
    if (s->proven && s->denied >= 0)
        json_write_number(&j, "denied", s->denied);
    else if (s->proven)
        json_write_number(&j, "winner", s->winner);
    if (s->proven && s->margin)
        json_write_number(&j, "margin", s->margin);
    write_line(s, &j);
    json_write_bool(&j, "book", s->known);
    json_write_number(&j, "nodes", (long long)s->nodes);
    json_write_end_object(&j);
    output_add(out, "\n");
}

// A game that is over needs no search.
static bool is_over(struct solve *s)
{
    struct game_result result;

    history_result(s->history, &result);
    if (!result.over)
        return false;
    s->proven = true;
    s->winner = result.outcome[0] == GAME_WIN ? 0 : result.outcome[1] == GAME_WIN ? 1 : -1;
    if (s->winner >= 0 && s->history->game->scores)
        s->margin = result.score[s->winner] - result.score[!s->winner];
    return true;
}

// What the book knows needs no search; a command that writes a proof, or asks about one seat,
// gets a search.
static bool is_in_book(struct solve *s)
{
    static const struct solver_budget nothing;
    int seat = s->history->game->to_act(&s->history->position);
    struct solver solver = {0};
    game_action action;

    if (s->chosen->search || s->chosen->certificate || s->chosen->book ||
        s->arguments->seat != SEES_ALL)
        return false;
    enum solver_word word = solver_here(&solver, s->history, &nothing, &action);
    if (word == SOLVER_OPEN)
        return false;
    s->proven = s->known = true;
    s->winner = word == SOLVER_DRAW ? -1 : word == SOLVER_WIN ? seat : !seat;
    if (word != SOLVER_LOSS)
        s->actions[s->length++] = action;
    return true;
}

// Zero pages, which cost nothing until they are touched.
static bool map_memory(struct solve *s, struct error *e)
{
    size_t megabytes = s->chosen->memory;

    s->bytes = megabytes << 20;
    // cppcheck-suppress invalidFunctionArg ; anonymous memory has no file
    s->memory = mmap(NULL, s->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (s->memory == MAP_FAILED)
        return error_set(e, "solve.megabytes:megabytes", "there are no %zu MB of memory to be had",
                         megabytes);
    madvise(s->memory, s->bytes, MADV_NOHUGEPAGE); // yet
    return true;
}

static bool solve_position(struct solve *s, struct error *e)
{
    const struct game *g = s->history->game;
    bool by_proof = (game_ai(g)->canonical_key || game_ai(g)->undominated) && !g->repetition;

    if (game_seats(g, &s->history->options) != 2)
        return error_set(e, "solve.seats", "only games of two seats can be solved");
    if (s->arguments->seat == GAME_PUBLIC)
        return error_set(e, "solve.public", "seat '0' is the public, which cannot win");
    if (!by_proof && ranks_count() > 1)
        return error_set(e, "solve.ranks:game",
                         "ranks share proofs, and there is no proof search for '%s': use 'abax "
                         "solve'",
                         g->name);
    if (!by_proof && s->arguments->seat != SEES_ALL)
        return error_set(e, "solve.seat-option",
                         "option '--seat' is only for games that are solved by proofs");
    if (!by_proof && (s->chosen->certificate || s->chosen->book))
        return error_set(e, "solve.no-certificate:game",
                         "there are no certificates and no books for '%s'", g->name);
    // Rank 0 writes for all.
    bool ready = ranks_rank() > 0 ||
                 ((!s->chosen->certificate || cli_may_write(s->chosen->certificate, e)) &&
                  (!s->chosen->book || cli_may_write(s->chosen->book, e)));
    if (ready && (is_over(s) || (by_proof && is_in_book(s))))
        return true;
    if (!ranks_begin(ready && map_memory(s, e), game_canonical_key(g, &s->history->position), e))
        return false;
    bool solved = by_proof ? solve_by_proof(s, e) : solve_by_search(s, e);
    munmap(s->memory, s->bytes);
    return solved;
}

static bool run_solve(const struct arguments *a, struct output *out, struct error *e)
{
    struct game_position start;
    struct history history;

    if (!arguments_complete_start(a, &start, e) ||
        !arguments_history(a, a->rest_count, &history, e))
        return false;
    struct solve s = {.arguments = a,
                      .chosen = a->chosen,
                      .history = &history,
                      .began = now(),
                      .winner = -1,
                      .denied = -1};
    bool solved = solve_position(&s, e);
    if (solved && a->json)
        write_answer(&s, out);
    else if (solved)
        print_answer(&s, out);
    history_clear(&history);
    return solved;
}

static const struct solve_options defaults = {.memory = 1024};
static const struct option options[] = {
    {OPTION("--seat", "N", SEAT), OPTION_SHARED(seat),
     .help = SENTENCE("option.solve.seat", "ask only whether seat N can force a win")},
    {OPTION("--seconds", "N", NUMBER), OPTION_LOCAL(solve_options, patience), .least = 1,
     .most = 1000000, .help = SENTENCE("option.solve.seconds", "give up after so long")},
    {OPTION("--memory", "MB", NUMBER), OPTION_LOCAL(solve_options, memory), .least = 1,
     .most = 1000000,
     .help = SENTENCE("option.solve.memory", "memory for the table (1024 if not given)")},
    {OPTION("--certificate", "FILE", WORD), OPTION_LOCAL(solve_options, certificate),
     .help = SENTENCE("option.solve.certificate", "write the proof, for 'abax check'")},
    {OPTION("--book", "FILE", WORD), OPTION_LOCAL(solve_options, book),
     .help = SENTENCE("option.solve.book", "write the heaviest part of the proof, for players")},
    {OPTION("--search", "", FLAG), OPTION_LOCAL(solve_options, search),
     .help = SENTENCE("option.solve.search", "do not ask the book of solved positions")},
    OPTION_END,
};

const struct command cli_solve_command = {
    .name = "solve",
    .usage = "GAME [-o key=value]... [-p POSITION] [OPTION...] [ACTION...]",
    .help = SENTENCE("cli.command.solve", "find out who wins, for certain"),
    .more = SENTENCE(
        "cli.command.solve.more",
        "Plays the actions, then searches until the result is proven; progress goes to standard\n"
        "error. Prints who wins, a line of best play and how many positions it took, or \"not\n"
        "proven\"; the exit status is 0 either way."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(OPTIONS_START, options, options_json),
    .most = ANY_NUMBER,
    .run = run_solve,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
