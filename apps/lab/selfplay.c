// SPDX-License-Identifier: MIT
// Games of the search against itself, for fitting evaluations: every position after the random
// opening with what the search found and how the game ended, all for the seat to act. With
// --varied, whole games for the opening explorer instead (varied.h). Games are written in the order
// of their numbers, whichever thread was faster, so that threads and ranks change nothing but the
// time.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/ranks.h"
#include "cli/outofmemory.h"
#include "cli/program.h"
#include "lab/lab.h"
#include "lab/varied.h"
#include "play/opening.h"
#include "play/sequence.h"
#include "play/think.h"

enum { TABLE_MEGABYTES = 1, LONGEST_GAME = 1000, DEFAULT_PLIES = 6, DEFAULT_NODES = 1000 };

struct selfplay_options {
    uint64_t positions, games; // of which one is wanted, the other 0
    struct {
        unsigned long long rank, ranks; // from 1
    } share;
    uint64_t threads, random_plies;
    uint64_t proof_nodes; // for each question about a position; 0: nothing is proven
    uint64_t varied; // actions of each game that are drawn from the best; 0: positions are wanted
};

struct selfplay {
    const struct arguments *arguments;
    struct selfplay_options chosen;
    struct output *out;
    pthread_mutex_t lock; // over what follows, and the output
    uint64_t written, next;
    struct sequence done; // games that ended before an earlier one did
};

// A position of the game in play.
struct sample {
    struct game_position position;
    int value;
    bool expects_margin;
    int margin;            // in tenths
    enum solver_word word; // proven for the seat to act, or open
};

struct selfplay_worker {
    struct selfplay *all;
    unsigned channel; // of other ranks: where it hears from rank 0
    pthread_t thread;
    struct thinker thinker;
    struct varied varied;
    unsigned count;
    struct sample samples[LONGEST_GAME];
};

// A game that was played, as lines.
struct game_text {
    char *text;
    size_t size;
};

// `outcome` is for the seat to act: what was proven at this position or later in the game, or how
// the game ended.
static void write_sample(const struct selfplay *all, const struct sample *s,
                         const struct game_result *result, enum game_outcome outcome,
                         struct output *out)
{
    static const char *const points[] = {"0", "0.5", "1"};
    const struct game *g = all->arguments->game;
    int seat = g->to_act(&s->position);
    char position[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, position, sizeof position);
    g->write(&s->position, &t);
    output_format(out, "%s\t%d\t%s", position, s->value, points[outcome]);
    if (g->scores && result->outcome[seat] == outcome)
        output_format(out, "\t%d\t", game_lead(g, &all->arguments->options, result, seat));
    else if (g->scores) // played on to another end
        output_add(out, "\t-\t");
    if (g->scores && s->expects_margin)
        output_format(out, "%.1f", s->margin / 10.0);
    else if (g->scores)
        output_add(out, "-");
    output_add(out, "\n");
}

// The outcome for the first seat that each sample is labelled with. The last proof of a game tells
// more about what came before than what was played afterwards.
static void label_samples(const struct game *g, const struct selfplay_worker *w,
                          const struct game_result *result,
                          enum game_outcome outcomes[LONGEST_GAME])
{
    enum game_outcome now = result->outcome[0];

    for (unsigned i = w->count; i-- > 0;) {
        const struct sample *s = &w->samples[i];
        if (s->word == SOLVER_DRAW)
            now = GAME_DRAW;
        else if (s->word != SOLVER_OPEN)
            now = (s->word == SOLVER_WIN) == (g->to_act(&s->position) == 0) ? GAME_WIN : GAME_LOSS;
        outcomes[i] = now;
    }
}

static void write_file(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

// The lines of a game; none when it did not end.
static struct game_text *write_game_text(const struct selfplay *all,
                                         const struct selfplay_worker *w,
                                         const struct game_result *result)
{
    const struct game *g = all->arguments->game;
    enum game_outcome outcomes[LONGEST_GAME];
    struct game_text *game = calloc(1, sizeof *game);
    FILE *file = game ? open_memstream(&game->text, &game->size) : NULL;
    struct output out = {write_file, file};

    if (!file)
        cli_out_of_memory();
    if (result->over)
        label_samples(g, w, result, outcomes);
    for (unsigned i = 0; result->over && i < w->count; i++) {
        bool first = g->to_act(&w->samples[i].position) == 0;
        write_sample(all, &w->samples[i], result, first ? outcomes[i] : GAME_WIN - outcomes[i],
                     &out);
    }
    fclose(file);
    return game;
}

static struct game_text *play_varied(struct selfplay_worker *w, uint64_t number)
{
    struct game_text *game = calloc(1, sizeof *game);
    FILE *file = game ? open_memstream(&game->text, &game->size) : NULL;
    struct output out = {write_file, file};

    if (!file)
        cli_out_of_memory();
    varied_play(&w->varied, w->all->arguments->seed + number);
    varied_tell(&w->varied, &out);
    fclose(file);
    return game;
}

// Writes the lines of a game, as many as are wanted.
static void write_game(struct selfplay *all, struct game_text *game)
{
    const char *line = game->text, *end;

    while ((!all->chosen.positions || all->written < all->chosen.positions) &&
           (end = memchr(line, '\n', game->size - (size_t)(line - game->text))) != NULL) {
        all->out->write(all->out->to, line, (size_t)(end + 1 - line));
        line = end + 1;
        all->written++;
    }
    free(game->text);
    free(game);
}

static void begin_game(const struct selfplay *all, uint64_t seed, struct history *history)
{
    const struct arguments *a = all->arguments;
    const struct game *g = a->game;
    struct game_position start;
    game_action opening[OPENING_MOST];

    g->start(&a->options, seed, &start);
    history_init(history, g, &a->options, &start);
    unsigned plies = opening_draw(g, &start, (unsigned)all->chosen.random_plies, seed, opening);
    for (unsigned i = 0; i < plies && !history->repeated; i++) {
        if (!history_play(history, opening[i]))
            cli_out_of_memory();
    }
}

// Replaces a sample's value by what can be proven about its position, if anything can.
static void prove_sample(struct selfplay_worker *w, const struct history *history, struct sample *s)
{
    struct solver_budget budget = {.nodes = w->all->chosen.proof_nodes, .win = true, .loss = true};
    game_action action;

    if (!budget.nodes)
        return;
    s->word = solver_here(&w->thinker.solver, history, &budget, &action);
    if (s->word == SOLVER_OPEN)
        return;
    s->expects_margin = false;
    if (!search_decided(s->value))
        s->value = s->word == SOLVER_DRAW ? 0 : s->word == SOLVER_WIN ? SEARCH_WON : -SEARCH_WON;
}

// Games that do not end are left out.
static struct game_text *play_game(struct selfplay_worker *w, uint64_t number)
{
    const struct arguments *a = w->all->arguments;
    // The players ask for no proofs: these cost several times what a short search does, and tell
    // nothing of an evaluation.
    struct think_limits limits = {.search = {.nodes = a->nodes}, .no_certainty = true};
    struct game_result result;
    uint64_t seed = a->seed + number; // the first game has the deal of --seed, as everywhere
    struct history history;

    if (w->all->chosen.varied)
        return play_varied(w, number);
    begin_game(w->all, seed, &history);
    thinker_forget(&w->thinker, seed);
    w->count = 0;
    history_result(&history, &result);
    while (!result.over && w->count < LONGEST_GAME) {
        struct search_report report;
        think(&w->thinker, &history, &limits, NULL, &report);
        const struct search_line *found = &report.lines[0];
        struct sample *s = &w->samples[w->count++];
        *s = (struct sample){history.position, found->value, found->expects_margin, found->margin,
                             SOLVER_OPEN};
        prove_sample(w, &history, s);
        if (!history_play(&history, found->actions[0]))
            cli_out_of_memory();
        history_result(&history, &result);
    }
    history_clear(&history);
    return write_game_text(w->all, w, &result);
}

// Whether another game is wanted.
static bool is_wanted(const struct selfplay *all)
{
    if (all->chosen.positions)
        return all->written < all->chosen.positions;
    return all->next * all->chosen.share.ranks + all->chosen.share.rank <= all->chosen.games;
}

// Takes the number of the next game and its place among those that are played here; false when no
// more are wanted.
static bool take_game(struct selfplay *all, uint64_t *index, uint64_t *number)
{
    pthread_mutex_lock(&all->lock);
    bool wanted = is_wanted(all);
    *index = all->next;
    *number = *index * all->chosen.share.ranks + all->chosen.share.rank - 1;
    all->next += wanted;
    pthread_mutex_unlock(&all->lock);
    return wanted;
}

// Writes a game as soon as all before it are written.
static void put_game(struct selfplay *all, uint64_t index, struct game_text *game)
{
    pthread_mutex_lock(&all->lock);
    if (!sequence_put(&all->done, index, game))
        cli_out_of_memory();
    while ((game = sequence_take(&all->done)) != NULL)
        write_game(all, game);
    pthread_mutex_unlock(&all->lock);
}

static void *play_games(void *to)
{
    struct selfplay_worker *w = to;
    uint64_t index, number;

    while (take_game(w->all, &index, &number))
        put_game(w->all, index, play_game(w, number));
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Ranks (cli/ranks.h): a game's number goes out, its lines come back
// ---------------------------------------------------------------------------------------------

static const uint64_t no_game = UINT64_MAX; // there is no more

// On rank 0, a thread of another rank.
struct far {
    struct selfplay *all;
    unsigned rank, channel;
    pthread_t thread;
};

static void *ask_rank(void *to)
{
    const struct far *f = to;
    uint64_t index, number;

    while (take_game(f->all, &index, &number)) {
        struct game_text *game = calloc(1, sizeof *game);
        if (!game)
            cli_out_of_memory();
        ranks_here()->send(f->rank, f->channel, &number, sizeof number);
        game->text = ranks_wait(f->rank, f->channel, &game->size, NULL, NULL);
        put_game(f->all, index, game);
    }
    return NULL;
}

// On other ranks: plays what is asked for.
static void *play_for_rank(void *to)
{
    struct selfplay_worker *w = to;
    uint64_t number = no_game;
    size_t count;

    do {
        void *bytes = ranks_wait(0, w->channel, &count, NULL, NULL);
        memcpy(&number, bytes, sizeof number);
        free(bytes);
        if (number == no_game)
            break;
        struct game_text *game = play_game(w, number);
        ranks_here()->send(0, w->channel, game->text, game->size);
        free(game->text);
        free(game);
    } while (true);
    return NULL;
}

// Begins to hand out games to the threads of all other ranks. NULL when there is no memory.
static struct far *begin_asking(struct selfplay *all, unsigned *count)
{
    unsigned threads = (unsigned)all->chosen.threads, wanted = (ranks_count() - 1) * threads;
    struct far *list = calloc(wanted + 1, sizeof *list);

    for (*count = 0; list && *count < wanted; ++*count) {
        struct far *f = &list[*count];
        *f = (struct far){
            .all = all, .rank = 1 + *count / threads, .channel = RANKS_WORK + *count % threads};
        if (pthread_create(&f->thread, NULL, ask_rank, f) != 0)
            break;
    }
    return list;
}

static void end_asking(const struct selfplay *all, struct far *list, unsigned count)
{
    unsigned threads = (unsigned)all->chosen.threads;

    for (unsigned i = 0; i < count; i++)
        pthread_join(list[i].thread, NULL);
    for (unsigned rank = 1; rank < ranks_count(); rank++) {
        for (unsigned i = 0; i < threads; i++)
            ranks_here()->send(rank, RANKS_WORK + i, &no_game, sizeof no_game);
    }
    free(list);
}

// A worker with its memory, or NULL.
static struct selfplay_worker *hire(struct selfplay *all, struct error *e)
{
    struct selfplay_worker *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);
    struct varied_choice *slots =
        all->chosen.varied ? calloc(VARIED_SLOTS, sizeof(struct varied_choice)) : NULL;

    if (!w || (all->chosen.varied && !slots)) {
        error_set(e, "selfplay.memory:threads", "there is no memory for %llu threads",
                  (unsigned long long)all->chosen.threads);
    } else if (thinker_init(&w->thinker, TABLE_MEGABYTES, NULL, e)) {
        w->all = all;
        w->varied = (struct varied){.game = all->arguments->game,
                                    .options = all->arguments->options,
                                    .nodes = all->arguments->nodes,
                                    .plies = (unsigned)all->chosen.varied,
                                    .thinker = &w->thinker,
                                    .slots = slots};
        return w;
    }
    free(slots);
    free(w);
    return NULL;
}

static void dismiss(struct selfplay_worker *w)
{
    thinker_clear(&w->thinker);
    free(w->varied.slots);
    free(w);
}

static bool check_options(const struct arguments *a, const struct selfplay_options *chosen,
                          struct error *e)
{
    if (chosen->varied &&
        (chosen->positions || chosen->proof_nodes || chosen->random_plies != UNSET))
        return error_set(e, "selfplay.varied",
                         "--varied writes games: --positions, --prove and --random-plies do not go "
                         "with it");
    if (chosen->varied && !game_is_duel(a->game, &a->options))
        return error_set(e, "selfplay.varied-open",
                         "--varied is for games of two who see everything");
    if (ranks_here() && chosen->share.ranks > 1)
        return ranks_are_given(e);
    if (!chosen->positions && !chosen->games)
        return error_set(e, "selfplay.positions", "--positions or --games is missing");
    if (chosen->positions && chosen->games)
        return error_set(e, "selfplay.both", "--positions and --games are two limits: give one");
    // Which game has the last position is known only when all games before it are played.
    return !chosen->positions || chosen->share.ranks == 1 ||
           error_set(e, "selfplay.rank", "--rank splits games: give --games, not --positions");
}

// Lets all workers work, the first in this thread; fewer threads than wanted only take longer, but
// for ranks that are asked.
static bool play_all(struct selfplay *all, struct selfplay_worker **workers, struct error *e)
{
    unsigned count = (unsigned)all->chosen.threads, started = 1, far_count = 0;
    void *(*job)(void *) = ranks_rank() > 0 ? play_for_rank : play_games;
    struct far *far = ranks_rank() > 0 ? NULL : begin_asking(all, &far_count);

    while (started < count &&
           pthread_create(&workers[started]->thread, NULL, job, workers[started]) == 0)
        started++;
    if (ranks_rank() > 0 && started < count)
        return error_set(e, "selfplay.memory:threads", "there is no memory for %llu threads",
                         (unsigned long long)count);
    job(workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i]->thread, NULL);
    if (ranks_rank() == 0)
        end_asking(all, far, far_count);
    for (struct game_text *game; (game = sequence_drain(&all->done)) != NULL;)
        write_game(all, game); // beyond what was wanted
    sequence_clear(&all->done);
    return true;
}

static bool prepare(struct selfplay *all, struct arguments *filled, struct error *e)
{
    const struct arguments *a = all->arguments;

    if (!check_options(a, &all->chosen, e))
        return false;
    if (all->chosen.proof_nodes && !solver_serves(a->game))
        return error_set(e, "selfplay.prove:game",
                         "there is no proof search for '%s'; the search proves its ends itself",
                         a->game->name);
    filled->nodes = a->nodes ? a->nodes : DEFAULT_NODES;
    if (all->chosen.random_plies == UNSET)
        all->chosen.random_plies = DEFAULT_PLIES;
    assert(all->chosen.threads > 0);
    return true;
}

static bool run_selfplay(const struct arguments *a, struct output *out, struct error *e)
{
    struct arguments filled = *a;
    struct selfplay all = {.arguments = &filled,
                           .chosen = *(const struct selfplay_options *)a->chosen,
                           .out = out,
                           .lock = PTHREAD_MUTEX_INITIALIZER};
    struct selfplay_worker *workers[256] = {0};
    unsigned count = 0;

    bool ready = prepare(&all, &filled, e);
    while (ready && count < all.chosen.threads && (workers[count] = hire(&all, e)) != NULL) {
        workers[count]->channel = RANKS_WORK + count;
        count++;
    }
    ready = ready && count == all.chosen.threads;
    bool good = ranks_begin(ready, filled.seed, e) && play_all(&all, workers, e);
    while (count-- > 0)
        dismiss(workers[count]);
    return good;
}

static bool take_rank(const char **values, void *place, struct error *e)
{
    struct selfplay_options *chosen = place;

    return ranks_read(values[0], &chosen->share.rank, &chosen->share.ranks, e);
}

static const struct selfplay_options defaults = {
    .threads = 1, .random_plies = UNSET, .share = {1, 1}};
static const struct option options[] = {
    {OPTION("--positions", "N", NUMBER), OPTION_LOCAL(selfplay_options, positions), .least = 1,
     .most = 1000000000000, .help = SENTENCE("option.selfplay.positions", "write N positions")},
    {OPTION("--games", "N", NUMBER), OPTION_LOCAL(selfplay_options, games), .least = 1,
     .most = 1000000000, .help = SENTENCE("option.selfplay.games", "or all positions of N games")},
    {OPTION("--rank", "R/N", TAKE), .local = true, .read = take_rank,
     .help = SENTENCE("option.games.rank", "play part R of N, on N machines all of it")},
    {OPTION("--prove", "N", NUMBER), OPTION_LOCAL(selfplay_options, proof_nodes), .least = 1,
     .most = 1000000000000,
     .help = SENTENCE("option.selfplay.prove",
                      "label positions with what a proof of N positions tells")},
    {OPTION("--varied", "K", NUMBER), OPTION_LOCAL(selfplay_options, varied), .least = 1,
     .most = 64,
     .help = SENTENCE("option.selfplay.varied",
                      "write games instead, whose first K actions are drawn from the best")},
    CLI_OPTIONS_GAMES(selfplay_options),
    OPTION_END,
};

const struct command lab_selfplay_command = {
    .name = "selfplay",
    .program = "abax-lab",
    .usage = "GAME --positions N | --games N [--nodes N] [OPTION...]",
    .help = SENTENCE("cli.command.selfplay", PROGRAM_HELP_SELFPLAY),
    .more = SENTENCE(
        "cli.command.selfplay.more",
        "A line is: position, tab, value, tab, result (1, 0.5 or 0), both for the seat to act; "
        "in a\n"
        "game with scores also the points it was ahead in the end, and what the search "
        "expected of\n"
        "that, or '-'. 1000 nodes and 6 random plies if not given.\n"
        "With --prove, in a game that has proofs, value and result are the proven ones where a "
        "proof is\n"
        "found; positions before it get its result too, and the game is played on.\n"
        "With --varied a line is a game: seed, result for seat 1, 'proof' if it stopped there or "
        "'end',\n"
        "actions, and the chances of who was to act in thousandths."),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(options_setting, options_seed, options_nodes, options),
    .run = run_selfplay,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
