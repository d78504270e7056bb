// SPDX-License-Identifier: MIT
// Finds puzzles in games that computers play. A game is played, searched and its puzzles proven
// from its number alone, by whichever thread is free; what was found is then taken in the order of
// the numbers, so that equal seeds give equal files whatever the threads and however often a run
// was broken off.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach/puzzlecopies.h"
#include "lab/puzzles.h"
#include "play/sequence.h"
#include "search/search.h"

enum {
    TABLE_MEGABYTES = 8,
    CHECK_BYTES = 16 << 20,
    DEFAULT_NODES = 15000, // for each action that is decided
    MOST_CHECKED = 100000, // positions of a proof; what takes more is left out
    UNDECIDED = 3,         // positions in a row that could not be decided: before them nothing can
    MOST_A_GAME = 6,
    MOST_FOUND = 200, // puzzles of a game among which the best are chosen
    FEW = 16,         // so few, and it is searched beside the game too
    CHEAP_PART = 4, // a position that takes less than this part of the nodes of an action is cheap,
    ASIDE_SHARE = 4, // and all that could follow may take this many times those
    WITHIN = 7,      // actions of both in which a game that can go round in circles must be won
    PROGRESS_EVERY = 5000000,
    USUAL_COUNT = 10,
    PLAIN_SHARE = 8, // one in this many may be over after one action,
    KEPT_SHARE = 3,  // and one in this many may ask to lose nothing: those are found in every game
};

// What a game gave.
struct game_found {
    uint64_t number;
    unsigned count;
    uint64_t candidates, played, searched, proven; // and how long each part took, in microseconds
    struct puzzle puzzles[MOST_A_GAME];
};

struct making {
    const struct arguments *arguments;
    const struct puzzles_options *chosen;
    uint64_t wanted, found, plain, kept, shown;
    uint64_t candidates, played, searched, proven;
    struct puzzle_core *cores; // of everything that was kept
    size_t core_capacity;
    char *rows;
    size_t length, capacity;
    struct puzzle_origin origin;

    pthread_mutex_t lock; // over everything above once the threads run, and what follows
    struct sequence done;
    uint64_t next; // game
    bool stop, failed;
    struct error error; // of `failed`
};

struct finder {
    struct making *all;
    pthread_t thread;
    struct puzzle_maker maker;
    struct puzzle_check check;
    struct tt table;
    void *table_memory, *check_memory;
    size_t table_size;
    struct puzzle game;           // the whole game as its past
    struct puzzles_raters raters; // where what is found is rated
};

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

// Levels 3 to 7 against each other, and three times as often, since it is cheap, the search against
// itself.
static void player_text(uint64_t number, int seat, struct text *t)
{
    if (number % 4)
        text_format(t, "nodes:%d", 300 << (number + (uint64_t)seat) % 3);
    else
        text_format(t, "level:%d", 3 + (int)((number / 4 + (uint64_t)seat * (1 + number % 4)) % 5));
}

static bool seat_players(struct player *players, int seats, uint64_t number, uint64_t seed,
                         struct error *e)
{
    for (int seat = 0; seat < seats; seat++) {
        char spec_text[32];
        struct player_spec spec;
        struct text t;
        text_init(&t, spec_text, sizeof spec_text);
        player_text(number, seat, &t);
        if (!player_read(spec_text, &spec, e) || !player_init(&players[seat], &spec, NULL, e)) {
            while (seat-- > 0)
                player_clear(&players[seat]);
            return false;
        }
        player_new_game(&players[seat], seed * 2 + (uint64_t)seat);
    }
    return true;
}

// Those of the game with this number: what was asked for, or all variants in turn.
static struct game_options options_of(const struct arguments *a, uint64_t number)
{
    const struct puzzles_options *chosen = a->chosen;
    struct game_options options = {{0}};
    unsigned sets = 1;

    if (!chosen->variants)
        return a->options;
    while (game_next_options(a->game, &options))
        sets++;
    options = (struct game_options){{0}};
    for (uint64_t i = number % sets; i > 0; i--)
        game_next_options(a->game, &options);
    return options;
}

// The whole game with this number becomes the past of the puzzle.
static bool play_game(const struct arguments *a, uint64_t number, struct puzzle *z, struct error *e)
{
    struct player players[GAME_MAX_SEATS];
    struct history history;
    struct game_position start;
    struct game_actions list;
    struct random dice = random_from_seed(a->seed + number);

    *z = (struct puzzle){
        .game = a->game, .options = options_of(a, number), .seed = a->seed + number};
    int seats = game_seats(a->game, &z->options);
    if (!seat_players(players, seats, number, z->seed, e))
        return false;
    a->game->start(&z->options, z->seed, &start);
    history_init(&history, a->game, &z->options, &start);
    unsigned random_actions = 2 + random_below(&dice, 5);
    for (history_list(&history, &list); list.count && z->past_length < PUZZLE_MOST_PAST;
         history_list(&history, &list)) {
        game_action action =
            z->past_length < random_actions
                ? list.at[random_below(&dice, list.count)]
                : player_choose(&players[a->game->to_act(&history.position)], &history);
        z->past[z->past_length++] = action;
        if (!history_play(&history, action))
            break;
    }
    history_clear(&history);
    for (int seat = 0; seat < seats; seat++)
        player_clear(&players[seat]);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The puzzles of a game
// ---------------------------------------------------------------------------------------------

// Whether a puzzle is a near copy of one of the same game that was kept.
static bool copies_options(const struct game_found *f, const struct puzzle_core *cores,
                           const struct puzzle_core *core)
{
    for (unsigned i = 0; i < f->count; i++) {
        if (puzzle_copies(&cores[i], core) != CORE_DIFFERS)
            return true;
    }
    return false;
}

// Of all puzzles of a game the longest ones that are no near copies of each other, proven.
static void keep_best(struct finder *w, struct puzzle *found, unsigned count, struct game_found *f)
{
    struct puzzle_core cores[MOST_A_GAME], core;

    while (f->count < MOST_A_GAME) {
        struct puzzle *best = NULL;
        struct error ignored;
        for (unsigned i = 0; i < count; i++) {
            if (found[i].length && (!best || found[i].length > best->length))
                best = &found[i];
        }
        if (!best)
            return;
        puzzle_core(best, &core);
        if (!copies_options(f, cores, &core)) {
            f->candidates++;
            w->check.most = MOST_CHECKED;
            if (puzzle_prove(&w->check, best, &ignored) == PUZZLE_PROVEN) {
                cores[f->count] = core;
                f->puzzles[f->count++] = *best;
            }
        }
        best->length = 0;
    }
}

// With --least, of these the ones that are rated high enough.
static void keep_hard(struct finder *w, struct game_found *f)
{
    unsigned kept = 0;

    if (!w->all->chosen->least)
        return;
    for (unsigned i = 0; i < f->count; i++) {
        f->puzzles[i].rating = puzzles_rating(&w->raters, &f->puzzles[i]);
        if (f->puzzles[i].rating >= w->all->chosen->least)
            f->puzzles[kept++] = f->puzzles[i];
    }
    f->count = kept;
}

// Positions that the game could have had, had one action been another.
static unsigned search_aside(struct finder *w, unsigned past, struct puzzle *found, unsigned count)
{
    const struct game *g = w->game.game;
    struct puzzle z = w->game;
    struct game_position p;
    struct game_actions list;

    z.past_length = past;
    puzzle_position(&z, &p);
    game_list(g, &p, &list);
    uint64_t most = w->maker.spent + w->maker.nodes * ASIDE_SHARE;
    for (unsigned i = 0; i < list.count && count < MOST_FOUND && w->maker.spent < most; i++) {
        struct game_position next;
        g->apply(&p, list.at[i], &next);
        if (list.at[i] == w->game.past[past] || g->to_act(&next) == g->to_act(&p))
            continue;
        found[count] = w->game;
        found[count].past[past] = list.at[i];
        count += puzzle_find(&w->maker, &found[count], past + 1);
    }
    return count;
}

// From the end of the game backwards as long as everything can be decided; where that is cheap and
// the game itself gives little, beside it too.
static bool search_game(struct finder *w, struct game_found *f)
{
    unsigned count = 0, in_vain = 0;
    uint64_t began = cli_clock();
    struct puzzle *found = malloc((MOST_FOUND + 1) * sizeof *found);

    if (!found)
        return false;
    tt_init(&w->table, w->table_memory, w->table_size);
    puzzle_check_init(&w->check, w->check_memory, CHECK_BYTES);
    bool cheap[PUZZLE_MOST_PAST] = {false};
    for (unsigned past = w->game.past_length;
         past-- > 0 && in_vain < UNDECIDED && count < MOST_FOUND;) {
        uint64_t before = w->maker.spent;
        found[count] = w->game;
        count += puzzle_find(&w->maker, &found[count], past);
        in_vain = w->maker.decided ? 0 : in_vain + 1;
        cheap[past] = w->maker.decided && w->maker.spent - before < w->maker.nodes / CHEAP_PART;
    }
    for (unsigned past = w->game.past_length; past-- > 0 && count < FEW;) {
        if (cheap[past])
            count = search_aside(w, past, found, count);
    }
    f->searched = cli_clock() - began;
    keep_best(w, found, count, f);
    f->proven = cli_clock() - began - f->searched;
    keep_hard(w, f);
    free(found);
    return true;
}

static struct game_found *search_number(struct finder *w, uint64_t number, struct error *e)
{
    struct game_found *f = calloc(1, sizeof *f);
    uint64_t began = cli_clock();

    if (!f) {
        error_set(e, "puzzles.memory", "there is no memory for puzzles");
        return NULL;
    }
    f->number = number;
    bool good = play_game(w->all->arguments, number, &w->game, e);
    f->played = cli_clock() - began;
    if (good && !search_game(w, f))
        good = error_set(e, "puzzles.memory", "there is no memory for puzzles");
    if (good)
        return f;
    free(f);
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Keeping
// ---------------------------------------------------------------------------------------------

// One action, and the game is over: there should be some for beginners, but not more.
static bool is_plain(const struct puzzle *z)
{
    struct game_position p;
    struct game_result result;

    puzzle_position(z, &p);
    z->game->apply(&p, z->line[0], &p);
    z->game->result(&p, &result);
    return result.over;
}

static bool is_copy(const struct making *m, const struct puzzle_core *core)
{
    for (uint64_t i = 0; i < m->found; i++) {
        if (puzzle_copies(&m->cores[i], core) != CORE_DIFFERS)
            return true;
    }
    return false;
}

static bool reserve(struct making *m, size_t letters)
{
    if (m->length + letters > m->capacity) {
        size_t capacity = 2 * m->capacity + letters + PUZZLE_LETTERS;
        char *more = realloc(m->rows, capacity);
        if (!more)
            return false;
        m->rows = more;
        m->capacity = capacity;
    }
    if (m->found == m->core_capacity) {
        size_t capacity = 2 * m->core_capacity + 64;
        struct puzzle_core *more = realloc(m->cores, capacity * sizeof *more);
        if (!more)
            return false;
        m->cores = more;
        m->core_capacity = capacity;
    }
    return true;
}

static bool add_row(struct making *m, const struct puzzle *z, const char *letters, size_t count)
{
    if (!reserve(m, count + 1))
        return false;
    memcpy(m->rows + m->length, letters, count);
    m->length += count;
    m->rows[m->length++] = '\n';
    puzzle_core(z, &m->cores[m->found++]);
    m->plain += is_plain(z);
    m->kept += z->goal == PUZZLE_KEEP;
    return true;
}

static bool take_found(struct making *m, const struct game_found *f)
{
    unsigned i = 0;

    for (; i < f->count && m->found < m->wanted; i++) {
        const struct puzzle *z = &f->puzzles[i];
        char letters[PUZZLE_LETTERS];
        struct puzzle_core core;
        puzzle_core(z, &core);
        if (is_copy(m, &core) || (is_plain(z) && m->plain * PLAIN_SHARE >= m->found) ||
            (z->goal == PUZZLE_KEEP && m->kept * KEPT_SHARE > m->found) ||
            !puzzle_write(z, letters))
            continue;
        if (!add_row(m, z, letters, strlen(letters)))
            return false;
    }
    // A game of which there is more to take is searched again when the file is continued.
    m->origin.games = f->number + (i == f->count);
    m->candidates += f->candidates;
    m->played += f->played;
    m->searched += f->searched;
    m->proven += f->proven;
    return true;
}

static struct puzzles_rows all_rows(const struct making *m)
{
    return (struct puzzles_rows){m->arguments->game, (unsigned)m->found, m->rows, m->length,
                                 m->origin};
}

static bool save_rows(const struct making *m, struct error *e)
{
    struct puzzles_rows all = all_rows(m);

    return !m->chosen->to || puzzles_save(m->chosen->to, &all, e);
}

// A file that is there already is gone on with.
static bool load_rows(struct making *m, struct error *e)
{
    struct puzzle_file f;
    struct puzzle z;
    size_t count;
    FILE *file = m->chosen->to ? fopen(m->chosen->to, "rb") : NULL;

    if (!file)
        return true;
    fclose(file);
    char *bytes = cli_read_file(m->chosen->to, PUZZLES_MOST_FILE, &count, e);
    bool good = bytes && puzzle_file_open(&f, bytes, count, e);
    if (good && f.game != m->arguments->game)
        good = error_set(e, "puzzles.other:file,game", "file '%s' holds puzzles of %s",
                         error_quote(m->chosen->to).text, f.game->name);
    const char *row = good ? f.rows : NULL;
    for (unsigned i = 0; good && i < f.count; i++) {
        const char *end = memchr(row, '\n', (size_t)(f.rows + f.bytes - row));
        good = end && puzzle_read(f.game, row, (size_t)(end - row), &z, e);
        if (good && !add_row(m, &z, row, (size_t)(end - row)))
            good = error_set(e, "puzzles.memory", "there is no memory for puzzles");
        row = end + 1;
    }
    if (good && f.origin.games && f.origin.seed == m->origin.seed)
        m->origin = f.origin;
    free(bytes);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Threads
// ---------------------------------------------------------------------------------------------

static void show_progress(struct making *m)
{
    if (cli_clock() - m->shown < PROGRESS_EVERY)
        return;
    m->shown = cli_clock();
    fprintf(stderr,
            "%llu of %llu puzzles, %llu games, %llu candidates; %.0f s playing, %.0f s searching, "
            "%.0f s proving\n",
            (unsigned long long)m->found, (unsigned long long)m->wanted,
            (unsigned long long)m->origin.games, (unsigned long long)m->candidates,
            (double)m->played / 1e6, (double)m->searched / 1e6, (double)m->proven / 1e6);
}

static void stop_failed(struct making *m, const struct error *e)
{
    if (!m->failed)
        m->error = *e;
    m->failed = m->stop = true;
}

// Takes what is whole, in the order of the games. Locked.
static void take_done(struct making *m)
{
    struct error e;

    for (struct game_found *f; (f = sequence_take(&m->done)) != NULL; free(f)) {
        if (m->stop)
            continue;
        uint64_t before = m->found;
        if (!take_found(m, f)) {
            error_set(&e, "puzzles.memory", "there is no memory for puzzles");
            stop_failed(m, &e);
        } else if (m->found > before && !save_rows(m, &e)) {
            stop_failed(m, &e);
        }
        m->stop |= m->found >= m->wanted;
    }
    show_progress(m);
}

static void *search_games(void *argument)
{
    struct finder *w = argument;
    struct making *m = w->all;
    struct error e;

    pthread_mutex_lock(&m->lock);
    while (!m->stop) {
        uint64_t number = m->next++;
        pthread_mutex_unlock(&m->lock);
        struct game_found *f = search_number(w, number, &e);
        pthread_mutex_lock(&m->lock);
        if (f && !sequence_put(&m->done, number, f)) {
            free(f);
            f = NULL;
            error_set(&e, "puzzles.memory", "there is no memory for puzzles");
        }
        if (!f)
            stop_failed(m, &e);
        take_done(m);
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static bool worker_init(struct finder *w, struct making *m)
{
    struct error ignored;

    *w = (struct finder){.all = m, .table_size = tt_bytes(TABLE_MEGABYTES)};
    w->maker =
        (struct puzzle_maker){.search = aligned_alloc(64, (sizeof(struct search) + 63) / 64 * 64),
                              .table = &w->table,
                              .nodes = m->arguments->nodes ? m->arguments->nodes : DEFAULT_NODES,
                              .within = WITHIN};
    w->table_memory = aligned_alloc(64, w->table_size);
    w->check_memory = malloc(CHECK_BYTES);
    return w->maker.search && w->table_memory && w->check_memory &&
           (!m->chosen->least || puzzles_raters_init(&w->raters, &ignored));
}

static void worker_clear(struct finder *w)
{
    free(w->maker.search);
    free(w->table_memory);
    free(w->check_memory);
    puzzles_raters_clear(&w->raters);
}

// The calling thread is the first; fewer threads than wanted only take longer.
static bool make_all(struct making *m, struct error *e)
{
    unsigned count = 0, started = 1, threads = (unsigned)m->chosen->threads;
    struct finder *workers = calloc(threads, sizeof *workers);

    while (workers && count < threads && worker_init(&workers[count], m))
        count++;
    if (workers && count < threads)
        worker_clear(&workers[count]);
    if (count == 0) {
        free(workers);
        return error_set(e, "puzzles.memory", "there is no memory for puzzles");
    }
    pthread_mutex_init(&m->lock, NULL);
    m->done.next = m->next = m->origin.games;
    m->stop = m->found >= m->wanted;
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, search_games, &workers[started]) == 0)
        started++;
    search_games(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (struct game_found *f; (f = sequence_drain(&m->done)) != NULL;)
        free(f); // beyond what was wanted
    sequence_clear(&m->done);
    pthread_mutex_destroy(&m->lock);
    while (count-- > 0)
        worker_clear(&workers[count]);
    free(workers);
    if (m->failed)
        *e = m->error;
    return !m->failed;
}

bool puzzles_find(const struct arguments *a, struct output *out, struct error *e)
{
    const struct puzzles_options *chosen = a->chosen;
    struct making m = {.arguments = a,
                       .chosen = chosen,
                       .wanted = chosen->count ? chosen->count : USUAL_COUNT,
                       .origin = {a->seed, 0},
                       .shown = cli_clock()};
    char head[120];
    struct text t;

    if (!puzzle_suits(a->game, &a->options))
        return error_set(e, "puzzles.game:game", "there are no puzzles of %s with these options",
                         a->game->name);
    bool good = (!chosen->to || cli_may_write(chosen->to, e)) && load_rows(&m, e) &&
                make_all(&m, e) && save_rows(&m, e);
    if (good && chosen->to) {
        output_format(out, "%s: %llu puzzles in %llu games\n", a->game->name,
                      (unsigned long long)m.found, (unsigned long long)m.origin.games);
    } else if (good) {
        struct puzzles_rows all = all_rows(&m);
        text_init(&t, head, sizeof head);
        puzzles_head(&all, &t);
        output_add(out, head);
        out->write(out->to, m.rows, m.length);
    }
    free(m.rows);
    free(m.cores);
    return good;
}
