// SPDX-License-Identifier: MIT
// Batches of games. Each game keeps its position, the mask of its legal actions and a stream of
// random numbers, all in memory allocated at the start. One thread at a time works on a part of a
// few dozen games, so games need no locks, and results do not depend on the number of threads.
#include "bindings/c/batch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "game/learn.h"
#include "bindings/c/thread_pool.h"
#include "bindings/c/inner.h"

enum {
    PART = 64,
    USUAL_LIMIT = 1000,
    MOST_GAMES = 1 << 24,
    MOST_THREADS = 256,
    MOST_LIMIT = 65535
};

// What a game keeps beside its position and its mask.
struct state {
    struct random random;
    uint64_t round;  // games begun before this one
    uint32_t length; // actions played in this game
    uint16_t count;  // legal actions
    int8_t seat;     // to act
    uint8_t end;     // enum abax_batch_end, of the last step
};

enum { BLOCK = 16, ENDINGS = 512 };

struct endings {
    alignas(64) uint64_t set[ENDINGS / 64];
};

struct abax_batch {
    const struct game *game;
    struct game_options options;
    struct learn_space space;
    uint32_t games, threads, words, limit;
    int seats;
    bool restart;
    bool counts_bits; // this machine does, in one instruction
    uint64_t seed;
    struct thread_pool *pool;
    pthread_mutex_t lock;
    struct state *states;
    struct game_position *positions;
    uint64_t *masks; // [games][words]
    // Where the game counts how often a position has stood: keys of all positions of a game, in
    // blocks, the first blocks of all games side by side, since most games are short; and for each
    // game a set of what its keys end on, which tells of nearly every new position that it is new.
    uint64_t *keys; // [limit / BLOCK + 1][games][BLOCK]
    struct endings *endings;
};

// ---------------------------------------------------------------------------------------------
// One game
// ---------------------------------------------------------------------------------------------

// Legal actions of a game as they are found, for the answers.
struct found {
    game_action list[GAME_MAX_ACTIONS + GAME_ACTION_SLACK];
    uint16_t numbers[GAME_MAX_ACTIONS];
};

uint64_t abax_batch_seed(uint64_t seed, uint32_t game, uint64_t round)
{
    return hash_mix(hash_word(hash_word(seed, game + UINT64_C(1)), round + 1));
}

static uint64_t *mask_of(const abax_batch *b, uint32_t i)
{
    return b->masks + (size_t)i * b->words;
}

static void set_mask(const abax_batch *b, uint32_t i, struct found *f)
{
    struct state *s = &b->states[i];
    uint64_t *mask = mask_of(b, i);

    memset(mask, 0, b->words * sizeof *mask);
    b->game->learning->number(&b->positions[i], f->list, s->count, f->numbers);
    for (unsigned n = 0; n < s->count; n++)
        mask[f->numbers[n] >> 6] |= BIT(f->numbers[n] & 63);
}

static void begin_game(const abax_batch *b, uint32_t i, struct found *f)
{
    struct state *s = &b->states[i];

    b->game->start(&b->options, abax_batch_seed(b->seed, i, s->round), &b->positions[i]);
    s->length = 0;
    s->count = (uint16_t)b->game->actions(&b->positions[i], f->list);
    s->seat = (int8_t)b->game->to_act(&b->positions[i]);
}

static uint64_t *key_at(const abax_batch *b, uint32_t i, uint32_t length)
{
    return b->keys + ((size_t)(length / BLOCK) * b->games + i) * BLOCK + length % BLOCK;
}

static unsigned times_stood(const abax_batch *b, uint32_t i, uint32_t length, uint64_t key)
{
    unsigned times = 0;

    for (uint32_t k = 0; k < length; k++)
        times += *key_at(b, i, k) == key;
    return times;
}

// Remembers the position that came now; whether it has stood so often that the game ends.
static bool is_repeated(const abax_batch *b, uint32_t i, uint32_t length)
{
    uint64_t key = game_key(b->game, &b->positions[i]);
    uint64_t *set = &b->endings[i].set[key / 64 % (ENDINGS / 64)], ending = BIT(key % 64);
    bool stood = *set & ending && times_stood(b, i, length, key) + 1 >= b->game->repetition;

    *set |= ending;
    *key_at(b, i, length) = key;
    return stood;
}

static enum abax_batch_end end_of(const abax_batch *b, uint32_t i)
{
    const struct state *s = &b->states[i];

    if (s->count == 0)
        return ABAX_BATCH_OVER;
    if (b->keys && is_repeated(b, i, s->length))
        return ABAX_BATCH_REPEATED;
    return s->length >= b->limit ? ABAX_BATCH_CUT : ABAX_BATCH_ON;
}

static void tell_result(const abax_batch *b, uint32_t i, const struct abax_batch_out *out)
{
    struct game_result r = {0};

    if (b->states[i].end == ABAX_BATCH_OVER)
        b->game->result(&b->positions[i], &r);
    for (int seat = 0; seat < b->seats; seat++) {
        size_t at = (size_t)i * (size_t)b->seats + (size_t)seat;
        if (out->rewards)
            out->rewards[at] = r.over ? (float)r.outcome[seat] - (float)GAME_DRAW : 0;
        if (out->scores)
            out->scores[at] = r.over ? r.score[seat] : 0;
    }
}

static void remember_start(const abax_batch *b, uint32_t i)
{
    if (!b->keys)
        return;
    memset(&b->endings[i], 0, sizeof b->endings[i]);
    is_repeated(b, i, 0);
}

// Plays an action, ends or restarts the game and lists the legal actions; true: a game ended.
static bool play(const abax_batch *b, uint32_t i, unsigned number, struct found *f,
                 const struct abax_batch_out *out)
{
    struct state *s = &b->states[i];
    struct game_position *p = &b->positions[i];

    b->game->apply(p, b->game->learning->numbered(p, number), p);
    s->length++;
    s->count = (uint16_t)b->game->actions(p, f->list);
    s->seat = (int8_t)b->game->to_act(p);
    s->end = (uint8_t)end_of(b, i);
    if (out)
        tell_result(b, i, out);
    if (s->end != ABAX_BATCH_ON) {
        s->count = 0;
        s->seat = -1;
        s->round++;
        if (b->restart) {
            begin_game(b, i, f);
            remember_start(b, i);
        }
    }
    set_mask(b, i, f);
    return s->end != ABAX_BATCH_ON;
}

// A member of the mask, all with equal chance.
static inline __attribute__((always_inline)) unsigned pick_anywhere(const abax_batch *b, uint32_t i)
{
    const uint64_t *word = mask_of(b, i);
    struct state *s = &b->states[i];
    unsigned skip = random_below(&s->random, s->count), here;

    for (; skip >= (here = (unsigned)bits_count(*word)); word++)
        skip -= here;
    uint64_t set = *word;
    while (skip--)
        set &= set - 1;
    return (unsigned)(word - mask_of(b, i)) * 64 + (unsigned)bits_first(set);
}

// Nearly all machines count bits in one instruction, but not all: two versions.
#ifdef __x86_64__
#define COUNTING __attribute__((target("popcnt")))
#else
#define COUNTING
#endif

COUNTING static unsigned pick_counting(const abax_batch *b, uint32_t i)
{
    return pick_anywhere(b, i);
}

static unsigned pick(const abax_batch *b, uint32_t i)
{
    return b->counts_bits ? pick_counting(b, i) : pick_anywhere(b, i);
}

// ---------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------

static void tell_bytes(const abax_batch *b, uint32_t i, uint8_t *bytes)
{
    const uint64_t *mask = mask_of(b, i);

    memset(bytes, 0, b->space.actions);
    for (uint32_t word = 0; word < b->words; word++) {
        for (uint64_t set = mask[word]; set;)
            bytes[word * 64 + (unsigned)bits_pop(&set)] = 1;
    }
}

static int looking_seat(const abax_batch *b, uint32_t i)
{
    return b->states[i].seat < 0 ? b->game->to_act(&b->positions[i]) : b->states[i].seat;
}

// All but rewards and scores.
static void write_game(const abax_batch *b, uint32_t i, const struct abax_batch_out *out)
{
    const struct state *s = &b->states[i];
    size_t bytes = (size_t)b->space.planes * b->space.rows * b->space.columns;

    if (out->ends)
        out->ends[i] = s->end;
    if (out->turns)
        out->turns[i] = s->seat;
    if (out->legal)
        memcpy(out->legal + (size_t)i * b->words, mask_of(b, i), b->words * sizeof *b->masks);
    if (out->legal_bytes)
        tell_bytes(b, i, out->legal_bytes + (size_t)i * b->space.actions);
    if (out->planes)
        learn_planes(b->game, &b->space, b->seats, &b->positions[i], looking_seat(b, i),
                     out->planes + i * bytes);
}

// ---------------------------------------------------------------------------------------------
// Jobs
// ---------------------------------------------------------------------------------------------

struct job {
    abax_batch *batch;
    const int32_t *actions; // NULL: at random
    int32_t *sampled;
    const struct abax_batch_out *out;
    uint32_t steps;
    _Atomic uint64_t ended;
};

static uint32_t end_of_part(const struct job *j, unsigned part)
{
    uint32_t end = (part + 1) * PART;

    return end < j->batch->games ? end : j->batch->games;
}

static void step_part(void *context, unsigned part)
{
    struct job *j = context;
    abax_batch *b = j->batch;
    struct found found;
    unsigned ended = 0;

    for (uint32_t step = 1; step <= j->steps; step++) {
        const struct abax_batch_out *out = step == j->steps ? j->out : NULL;
        for (uint32_t i = part * PART; i < end_of_part(j, part); i++) {
            if (b->states[i].count > 0)
                ended += play(b, i, j->actions ? (unsigned)j->actions[i] : pick(b, i), &found, out);
            else if (out)
                tell_result(b, i, out);
            if (out)
                write_game(b, i, out);
        }
    }
    j->ended += ended;
}

static void look_part(void *context, unsigned part)
{
    struct job *j = context;

    for (uint32_t i = part * PART; i < end_of_part(j, part); i++) {
        write_game(j->batch, i, j->out);
        if (j->batch->states[i].count == 0) {
            tell_result(j->batch, i, j->out);
            continue;
        }
        size_t seats = (size_t)j->batch->seats;
        if (j->out->rewards)
            memset(j->out->rewards + i * seats, 0, seats * sizeof *j->out->rewards);
        if (j->out->scores)
            memset(j->out->scores + i * seats, 0, seats * sizeof *j->out->scores);
    }
}

static void sample_part(void *context, unsigned part)
{
    struct job *j = context;

    for (uint32_t i = part * PART; i < end_of_part(j, part); i++)
        j->sampled[i] = j->batch->states[i].count ? (int32_t)pick(j->batch, i) : -1;
}

static void reset_part(void *context, unsigned part)
{
    struct job *j = context;
    abax_batch *b = j->batch;
    struct found found;

    for (uint32_t i = part * PART; i < end_of_part(j, part); i++) {
        b->states[i] = (struct state){
            .random = random_from_seed(~abax_batch_seed(b->seed, i, 0)),
        };
        begin_game(b, i, &found);
        remember_start(b, i);
        set_mask(b, i, &found);
    }
}

static uint64_t run_job(abax_batch *b, thread_pool_work *work, struct job *j)
{
    j->batch = b;
    thread_pool_run(b->pool, work, j, (b->games + PART - 1) / PART);
    return j->ended;
}

// ---------------------------------------------------------------------------------------------
// The calls of the header
// ---------------------------------------------------------------------------------------------

static void copy_error(const struct error *e, char *error, size_t capacity)
{
    struct text t;

    if (!capacity)
        return;
    text_init(&t, error, capacity);
    text_add(&t, e->message.text);
}

static bool read_options(const struct game *g, const char *options, struct game_options *to,
                         struct error *e)
{
    abax_error refused;

    return inner_options(g, options, to, &refused) || error_say(e, "%s", refused.sentence);
}

static bool is_sound(const struct game *g, const char *name, uint32_t games, uint32_t threads,
                     uint32_t limit, struct error *e)
{
    if (!g)
        return error_say(e, "there is no game '%s'", error_quote(name).text);
    if (!g->learning)
        return error_say(e, "%s has no numbers of actions, so it cannot be batched", g->title);
    if (games < 1 || games > MOST_GAMES)
        return error_say(e, "a batch has 1 to %d games, not %u", MOST_GAMES, games);
    if (threads > MOST_THREADS)
        return error_say(e, "a batch has at most %d threads, not %u", MOST_THREADS, threads);
    if (limit > MOST_LIMIT)
        return error_say(e, "the limit of steps is at most %d, not %u", MOST_LIMIT, limit);
    return true;
}

static bool allocate_games(abax_batch *b)
{
    size_t games = b->games;

    pthread_mutex_init(&b->lock, NULL);
    b->states = calloc(games, sizeof *b->states);
    b->positions = calloc(games, sizeof *b->positions);
    b->masks = calloc(games * b->words, sizeof *b->masks);
    if (b->game->repetition) {
        b->keys = calloc(games * BLOCK, (b->limit / BLOCK + 1) * sizeof *b->keys);
        b->endings = aligned_alloc(alignof(struct endings), games * sizeof *b->endings);
    }
    b->pool = thread_pool_new(b->threads);
    return b->states && b->positions && b->masks && b->pool &&
           (!b->game->repetition || (b->keys && b->endings));
}

abax_batch *abax_batch_new(const char *game, const char *options, uint32_t games, uint32_t threads,
                           uint64_t seed, uint32_t limit, int restart, char *error, size_t capacity)
{
    const struct game *g = game_named(game);
    struct game_options chosen;
    struct error e;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    if (!is_sound(g, game, games, threads, limit, &e) || !read_options(g, options, &chosen, &e)) {
        copy_error(&e, error, capacity);
        return NULL;
    }
    abax_batch *b = calloc(1, sizeof *b);
    if (b) {
        b->game = g;
        b->options = chosen;
        b->games = games;
        b->threads = threads ? threads : processors > 0 ? (uint32_t)processors : 1;
        b->limit = limit ? limit : USUAL_LIMIT;
        b->restart = restart;
#ifdef __x86_64__
        b->counts_bits = __builtin_cpu_supports("popcnt");
#endif
        b->seats = game_seats(g, &chosen);
        learn_space(g, &chosen, &b->space);
        b->words = (b->space.actions + 63) / 64;
        if (allocate_games(b)) {
            abax_batch_reset(b, seed);
            return b;
        }
    }
    abax_batch_free(b);
    error_say(&e, "there is no memory or no thread for a batch of %u games", games);
    copy_error(&e, error, capacity);
    return NULL;
}

void abax_batch_free(abax_batch *b)
{
    if (!b)
        return;
    thread_pool_free(b->pool);
    pthread_mutex_destroy(&b->lock);
    free(b->states);
    free(b->positions);
    free(b->masks);
    free(b->keys);
    free(b->endings);
    free(b);
}

void abax_batch_shape(const abax_batch *b, struct abax_batch_shape *shape)
{
    *shape = (struct abax_batch_shape){
        .games = b->games,
        .threads = b->threads,
        .seats = (uint32_t)b->seats,
        .actions = b->space.actions,
        .words = b->words,
        .planes = b->space.planes,
        .rows = b->space.rows,
        .columns = b->space.columns,
    };
}

void abax_batch_reset(abax_batch *b, uint64_t seed)
{
    pthread_mutex_lock(&b->lock);
    b->seed = seed;
    run_job(b, reset_part, &(struct job){0});
    pthread_mutex_unlock(&b->lock);
}

void abax_batch_look(abax_batch *b, const struct abax_batch_out *out)
{
    pthread_mutex_lock(&b->lock);
    run_job(b, look_part, &(struct job){.out = out});
    pthread_mutex_unlock(&b->lock);
}

// The first game whose action is not legal, or -1.
static int64_t first_illegal(const abax_batch *b, const int32_t *actions)
{
    for (uint32_t i = 0; i < b->games; i++) {
        uint32_t action = (uint32_t)actions[i];
        if (b->states[i].count == 0)
            continue;
        if (action >= b->space.actions || !(mask_of(b, i)[action / 64] >> action % 64 & 1))
            return i;
    }
    return -1;
}

int64_t abax_batch_step(abax_batch *b, const int32_t *actions, const struct abax_batch_out *out)
{
    pthread_mutex_lock(&b->lock);
    int64_t illegal = first_illegal(b, actions);
    if (illegal < 0)
        run_job(b, step_part, &(struct job){.actions = actions, .out = out, .steps = 1});
    pthread_mutex_unlock(&b->lock);
    return illegal;
}

void abax_batch_sample(abax_batch *b, int32_t *actions)
{
    pthread_mutex_lock(&b->lock);
    run_job(b, sample_part, &(struct job){.sampled = actions});
    pthread_mutex_unlock(&b->lock);
}

uint64_t abax_batch_rollout(abax_batch *b, uint32_t steps, const struct abax_batch_out *out)
{
    pthread_mutex_lock(&b->lock);
    uint64_t ended = run_job(b, step_part, &(struct job){.out = out, .steps = steps});
    pthread_mutex_unlock(&b->lock);
    return ended;
}

int abax_batch_planes(abax_batch *b, uint32_t game, int seat, uint8_t *planes)
{
    if (game >= b->games || seat < 0 || seat >= b->seats)
        return false;
    pthread_mutex_lock(&b->lock);
    learn_planes(b->game, &b->space, b->seats, &b->positions[game], seat, planes);
    pthread_mutex_unlock(&b->lock);
    return true;
}

int abax_batch_text(abax_batch *b, uint32_t game, char *text, size_t capacity)
{
    struct text t;

    if (game >= b->games || capacity == 0)
        return false;
    text_init(&t, text, capacity);
    pthread_mutex_lock(&b->lock);
    b->game->write(&b->positions[game], &t);
    pthread_mutex_unlock(&b->lock);
    return !t.cut;
}

static bool can_put(const abax_batch *b, uint32_t game, const char *text, struct game_position *p,
                    struct error *e)
{
    if (game >= b->games)
        return error_say(e, "the batch has %u games, so there is no game %u", b->games, game);
    if (!b->game->read(&b->options, text, p, e))
        return false;
    if (!game_complete(b->game, p))
        return error_say(e, "position '%s': a game cannot go on from what one seat sees",
                         error_quote(text).text);
    return true;
}

int abax_batch_put(abax_batch *b, uint32_t game, const char *text, char *error, size_t capacity)
{
    struct game_position p;
    struct found found;
    struct error e;

    if (!can_put(b, game, text, &p, &e)) {
        copy_error(&e, error, capacity);
        return false;
    }
    pthread_mutex_lock(&b->lock);
    struct state *s = &b->states[game];
    b->positions[game] = p;
    s->length = 0;
    s->count = (uint16_t)b->game->actions(&p, found.list);
    s->seat = (int8_t)(s->count ? b->game->to_act(&p) : -1);
    s->end = s->count ? ABAX_BATCH_ON : ABAX_BATCH_OVER;
    remember_start(b, game);
    set_mask(b, game, &found);
    pthread_mutex_unlock(&b->lock);
    return true;
}

uint64_t abax_batch_spent(abax_batch *b)
{
    return thread_pool_cpu_time(b->pool);
}

int abax_batch_plane(const abax_batch *b, uint32_t plane, char *name, size_t capacity)
{
    char whole[LEARN_NAME_BYTES];
    struct text t;

    if (plane >= b->space.planes || capacity == 0)
        return false;
    learn_name(b->game, &b->options, plane, whole);
    text_init(&t, name, capacity);
    text_add(&t, whole);
    return !t.cut;
}
