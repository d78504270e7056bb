// SPDX-License-Identifier: MIT
// The threads that play a match. Each takes the next group when it is free; groups are counted in
// the order of their numbers, so table, records and the sequential test do not depend on which
// thread was faster. The first thread waits for signals: Ctrl+C aborts the games that are being
// played, and every finished game is counted and saved.
#include "cli/enginematch.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ranks.h"
#include "cli/outofmemory.h"
#include "play/opening.h"

enum { DONE = SIGUSR1 }; // the last thread has ended

// A group that is to be played, as far as it depends on anything but the words of the command.
struct match_task {
    uint64_t number, deal;
    unsigned players[GAME_MAX_SEATS];
    unsigned known; // a bit for each of its games that is known already
    bool last;      // nothing to play: there is no more
};

// A group that was played.
struct match_group {
    unsigned count;
    struct crosstable_game games[GAME_MAX_SEATS];
    char *texts[GAME_MAX_SEATS]; // their records; NULL: a game that was known before
    struct error failures[GAME_MAX_SEATS];
};

// The number of a group in the whole match.
static uint64_t group_number(const struct engine_match *m, uint64_t index)
{
    return index * m->chosen->share.ranks + m->chosen->share.rank - 1;
}

// ---------------------------------------------------------------------------------------------
// Handing on
// ---------------------------------------------------------------------------------------------

static void report_failure(struct engine_match *m, const struct crosstable_game *g,
                           const struct error *failure)
{
    const struct catalogue *messages = m->arguments->host->messages;
    char sentence[CLI_SENTENCE], line[CLI_SENTENCE];
    struct text t;

    text_init(&t, sentence, sizeof sentence);
    message_write(&failure->message, messages, &t);
    text_init(&t, line, sizeof line);
    text_say(&t, messages, "matchplay.forfeit:game,player,reason", "game %llu: %s loses: %s",
             (unsigned long long)g->number + 1, m->contest.players[g->players[g->seat]].name,
             sentence);
    if (m->lines) // above the table, which is drawn again
        fprintf(stderr, "\r\x1b[%uA\x1b[J", m->lines);
    m->lines = 0;
    fprintf(stderr, "%s\n", line);
}

static void keep_game(struct engine_match *m, struct match_group *group, unsigned i)
{
    const struct crosstable_game *g = &group->games[i];
    const char *names[GAME_MAX_SEATS];
    unsigned seats = (unsigned)game_seats(m->contest.game, &m->contest.options);

    if (m->record && fputs(group->texts[i], m->record) < 0)
        m->unwritten = errno;
    if (g->seat >= 0)
        report_failure(m, g, &group->failures[i]);
    for (unsigned seat = 0; seat < seats; seat++)
        names[seat] = m->contest.players[g->players[seat]].name;
    if (m->arguments->json)
        match_game_json(g, seats, names, m->out);
}

// Pairs the next round of the Swiss system when the one before is whole.
static void pair_round(struct engine_match *m)
{
    struct schedule *s = &m->schedule;
    uint64_t points[SCHEDULE_PLAYERS];

    if (s->kind != SCHEDULE_SWISS || s->paired == s->rounds ||
        m->done.next < schedule_round_begins(s, s->paired))
        return;
    // A bye counts as a won meeting.
    for (unsigned i = 0; i < s->players; i++)
        points[i] = crosstable_half_points(&m->table, i) + schedule_byes(s, i) * 4 * s->each;
    if (!schedule_pair(s, points))
        cli_out_of_memory();
}

// Counts a group: the games of one deal or opening are one observation for the statistics.
static void hand_on(struct engine_match *m, struct match_group *group)
{
    const struct match_options *chosen = m->chosen;
    const struct score *first = &m->table.rows[0].score;

    for (unsigned i = 0; i < group->count; i++) {
        if (!m->decided && group->texts[i])
            keep_game(m, group, i);
        free(group->texts[i]);
    }
    if (m->record && fflush(m->record) != 0)
        m->unwritten = errno;
    if (!m->decided)
        crosstable_add(&m->table, group->games, group->count);
    free(group);
    if (chosen->sprt.given &&
        score_sprt(score_likelihood(first, chosen->sprt.elo[0], chosen->sprt.elo[1])) != SCORE_OPEN)
        m->decided = true;
    pair_round(m);
    if (m->decided || m->unwritten)
        atomic_store(&m->stop, true);
    match_show_progress(m, false);
}

// ---------------------------------------------------------------------------------------------
// A group
// ---------------------------------------------------------------------------------------------

// Plays a game of a group; false when it was broken off.
static bool play_game(const struct engine_match *m, struct contestants *all,
                      const struct bout_start *start, uint64_t number, struct match_group *group)
{
    struct bout b = {.game.number = number};

    bout_play(all, start, &b);
    if (!b.dropped) {
        unsigned i = group->count++;
        group->texts[i] = match_record_text(m, &all->driver.match, &b.game);
        group->games[i] = b.game;
        group->games[i].number = number;
        group->failures[i] = b.failure;
        group->games[i].failure = b.game.failure ? group->failures[i].message.text : NULL;
    }
    bool dropped = b.dropped;
    bout_clear(&b);
    return !dropped;
}

// The deal or opening of a group.
static void begin_group(const struct engine_match *m, const struct match_task *task,
                        struct bout_start *start)
{
    const struct game *g = m->contest.game;
    struct game_position position;
    struct error e;
    uint64_t plies = m->chosen->random_plies == UNSET ? 0 : m->chosen->random_plies;

    memcpy(start->players, task->players, sizeof start->players);
    start->seed =
        m->arguments->seed + task->deal; // the first deal is that of --seed, as everywhere
    start->position = m->openings.count ? m->openings.texts[task->deal % m->openings.count] : "";
    if (!start->position[0])
        g->start(&m->contest.options, start->seed, &position);
    else if (!g->read(&m->contest.options, start->position, &position, &e))
        cli_end(&e); // unreachable: it was read before
    start->count = opening_draw(g, &position, (unsigned)plies, start->seed, start->opening);
}

static struct match_group *play_group(const struct engine_match *m, struct contestants *all,
                                      const struct match_task *task)
{
    struct match_group *group = calloc(1, sizeof *group);
    struct bout_start start;

    if (!group)
        cli_out_of_memory();
    begin_group(m, task, &start);
    for (start.first = 0; start.first < m->contest.table; start.first++) {
        uint64_t game = task->number * m->contest.table + start.first;
        if (!(task->known >> start.first & 1) && !play_game(m, all, &start, game, group))
            break;
    }
    return group;
}

// Puts the games that were known among those that were played, up to one that is missing.
static void add_known(const struct engine_match *m, const struct match_task *task,
                      struct match_group *group)
{
    struct match_group played = *group;
    unsigned next = 0;

    group->count = 0;
    for (unsigned i = 0; i < m->contest.table; i++) {
        uint64_t game = task->number * m->contest.table + i;
        unsigned at = group->count;
        if (task->known >> i & 1) {
            group->games[at] = *match_known(m, game);
            group->texts[at] = NULL;
        } else if (next < played.count && played.games[next].number == game) {
            group->games[at] = played.games[next];
            group->texts[at] = played.texts[next];
            group->failures[at] = played.failures[next++];
            if (group->games[at].failure)
                group->games[at].failure = group->failures[at].message.text;
        } else {
            break;
        }
        group->count++;
    }
}

// ---------------------------------------------------------------------------------------------
// Ranks (cli/ranks.h): rank 0 has a thread for every thread of another rank. It sends a task and
// waits for the games, so that order, table, sequential test and pairing are those of one process.
// A group is sent as the struct, followed by the records with their terminators: all ranks are the
// same program on like machines.
// ---------------------------------------------------------------------------------------------

static void send_group(unsigned channel, struct match_group *group)
{
    size_t size = sizeof *group;

    for (unsigned i = 0; i < group->count; i++)
        size += strlen(group->texts[i]) + 1;
    char *bytes = malloc(size);
    if (!bytes)
        cli_out_of_memory();
    memcpy(bytes, group, sizeof *group);
    size_t at = sizeof *group;
    for (unsigned i = 0; i < group->count; i++) {
        size_t length = strlen(group->texts[i]) + 1;
        memcpy(bytes + at, group->texts[i], length);
        at += length;
        free(group->texts[i]);
    }
    free(group);
    ranks_here()->send(0, channel, bytes, size);
    free(bytes);
}

static struct match_group *empty_group(void)
{
    struct match_group *group = calloc(1, sizeof *group);

    if (!group)
        cli_out_of_memory();
    return group;
}

static struct match_group *read_group(const char *bytes)
{
    struct match_group *group = empty_group();
    const char *text = bytes + sizeof *group;

    memcpy(group, bytes, sizeof *group);
    for (unsigned i = 0; i < group->count; i++) {
        group->texts[i] = strdup(text);
        if (!group->texts[i])
            cli_out_of_memory();
        if (group->games[i].failure)
            group->games[i].failure = group->failures[i].message.text;
        text += strlen(text) + 1;
    }
    return group;
}

// ---------------------------------------------------------------------------------------------
// Rank 0
// ---------------------------------------------------------------------------------------------

struct asked {
    struct engine_match *match;
    unsigned rank;
    bool stopped; // and the rank knows it
};

// Breaks off what the other rank plays when the match is decided; when this rank got the signal to
// end, it does not wait.
static bool is_told_to_end(void *to)
{
    struct asked *a = to;

    if (atomic_load(&a->match->stop) && !a->stopped) {
        ranks_here()->send(a->rank, RANKS_CONTROL, "stop", 4);
        a->stopped = true;
    }
    return a->match->interrupted;
}

static struct match_group *ask_rank(struct engine_match *m, unsigned rank, unsigned channel,
                                    const struct match_task *task)
{
    struct asked asked = {.match = m, .rank = rank};
    size_t count;

    ranks_here()->send(rank, channel, task, sizeof *task);
    char *bytes = ranks_wait(rank, channel, &count, is_told_to_end, &asked);
    struct match_group *group = bytes ? read_group(bytes) : empty_group();
    free(bytes);
    return group;
}

static void dismiss_rank(unsigned rank, unsigned channel)
{
    struct match_task last = {.last = true};

    ranks_here()->send(rank, channel, &last, sizeof last);
}

// ---------------------------------------------------------------------------------------------
// Threads
// ---------------------------------------------------------------------------------------------

struct match_worker {
    struct engine_match *match;
    struct contestants *all;
    unsigned rank, channel; // 0: plays itself; otherwise has that rank play
    pthread_t thread;
};

// Takes the next group, with who plays in it; waits while that depends on others. False when there
// is none any more.
static bool next_group(struct engine_match *m, uint64_t *index, struct match_task *task)
{
    while (m->next < m->groups && !atomic_load(&m->stop) &&
           !schedule_knows(&m->schedule, group_number(m, m->next)))
        pthread_cond_wait(&m->change, &m->lock);
    if (m->next >= m->groups || atomic_load(&m->stop))
        return false;
    *index = m->next++;
    *task = (struct match_task){.number = group_number(m, *index)};
    schedule_group(&m->schedule, task->number, task->players, &task->deal);
    for (unsigned i = 0; i < m->contest.table; i++)
        task->known |= (unsigned)(match_known(m, task->number * m->contest.table + i) != NULL) << i;
    return true;
}

static void *play_groups(void *to)
{
    struct match_worker *w = to;
    struct engine_match *m = w->match;
    struct match_group *group;
    struct match_task task;
    uint64_t index;

    pthread_mutex_lock(&m->lock);
    while (next_group(m, &index, &task)) {
        pthread_mutex_unlock(&m->lock);
        group = w->rank ? ask_rank(m, w->rank, w->channel, &task) : play_group(m, w->all, &task);
        add_known(m, &task, group);
        pthread_mutex_lock(&m->lock);
        if (!sequence_put(&m->done, index, group))
            cli_out_of_memory();
        while ((group = sequence_take(&m->done)) != NULL)
            hand_on(m, group);
        pthread_cond_broadcast(&m->change);
    }
    if (--m->running == 0)
        pthread_kill(m->main, DONE);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static void free_workers(struct match_worker *workers, unsigned count)
{
    while (count-- > 0) {
        if (workers[count].all)
            contestants_clear(workers[count].all);
        free(workers[count].all);
    }
    free(workers);
}

// As many workers as play here, and one for each thread of another rank. NULL when there is no
// memory.
static struct match_worker *make_workers(struct engine_match *m, unsigned chosen, unsigned *count,
                                         struct error *e)
{
    unsigned far = (ranks_count() - 1) * (unsigned)m->chosen->threads;
    struct match_worker *workers = calloc(chosen + far + 1, sizeof *workers);

    for (*count = 0; workers && *count < chosen + far; ++*count) {
        struct match_worker *w = &workers[*count];
        w->match = m;
        if (*count >= chosen) {
            w->rank = 1 + (*count - chosen) / (unsigned)m->chosen->threads;
            w->channel = RANKS_WORK + (*count - chosen) % (unsigned)m->chosen->threads;
        } else if ((w->all = malloc(sizeof(struct contestants))) != NULL) {
            contestants_init(w->all, &m->contest);
        } else {
            free_workers(workers, *count);
            workers = NULL;
        }
    }
    if (!workers)
        error_set(e, "matchplay.memory:threads", "there is no memory for %u threads", chosen + far);
    return workers;
}

// Waits until all threads have ended. A first signal stops them; a second one ends the program.
static void wait_for_threads(struct engine_match *m, const sigset_t *signals)
{
    int got;

    while ((sigwait(signals, &got) != 0) || got != DONE) {
        if (m->interrupted) {
            signal(got, SIG_DFL);
            pthread_sigmask(SIG_UNBLOCK, signals, NULL);
            raise(got);
        }
        pthread_mutex_lock(&m->lock);
        m->interrupted = true;
        atomic_store(&m->stop, true);
        pthread_cond_broadcast(&m->change);
        pthread_mutex_unlock(&m->lock);
    }
}

static unsigned start_threads(struct engine_match *m, struct match_worker *workers, unsigned count)
{
    unsigned started = 0;

    pthread_mutex_lock(&m->lock);
    m->main = pthread_self();
    // Fewer threads than wanted only take longer.
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, play_groups, &workers[started]) == 0)
        started++;
    m->running = started;
    pthread_mutex_unlock(&m->lock);
    return started;
}

// Tells all other ranks that there is no more, unless they are given up.
static void release_ranks(const struct engine_match *m, const struct match_worker *workers,
                          unsigned count)
{
    if (ranks_here() && m->interrupted)
        ranks_here()->abandon();
    for (unsigned i = 0; i < count && !m->interrupted; i++) {
        if (workers[i].rank)
            dismiss_rank(workers[i].rank, workers[i].channel);
    }
}

bool match_play_all(struct engine_match *m, struct error *e)
{
    unsigned chosen = (unsigned)(m->chosen->threads < m->groups ? m->chosen->threads : m->groups),
             count;
    struct match_worker *workers = make_workers(m, chosen, &count, e);
    struct match_group *group;
    sigset_t signals, before;

    if (!workers)
        return false;
    pair_round(m);
    m->last_progress = cli_clock();
    signal(SIGPIPE, SIG_IGN); // an engine that ended is noticed when it is written to
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, DONE);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    unsigned started = start_threads(m, workers, count);
    if (started > 0)
        wait_for_threads(m, &signals);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    release_ranks(m, workers, count);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    while ((group = sequence_drain(&m->done)) != NULL)
        hand_on(m, group);
    sequence_clear(&m->done);
    free_workers(workers, count);
    match_show_progress(m, true);
    return started > 0 || count == 0 ||
           error_set(e, "matchplay.threads", "no thread can be started");
}

// ---------------------------------------------------------------------------------------------
// The work of other ranks
// ---------------------------------------------------------------------------------------------

static void *play_for_rank(void *to)
{
    struct match_worker *w = to;
    struct match_task task;
    size_t count;

    do {
        void *bytes = ranks_wait(0, w->channel, &count, NULL, NULL);
        memcpy(&task, bytes, sizeof task);
        free(bytes);
        if (!task.last)
            send_group(w->channel, play_group(w->match, w->all, &task));
    } while (!task.last);
    pthread_mutex_lock(&w->match->lock);
    w->match->running--;
    pthread_mutex_unlock(&w->match->lock);
    return NULL;
}

static bool is_running(struct engine_match *m)
{
    pthread_mutex_lock(&m->lock);
    bool running = m->running > 0;
    pthread_mutex_unlock(&m->lock);
    return running;
}

// Hears that the match is decided while the threads play.
static void listen_for_stop(struct engine_match *m)
{
    size_t count;

    while (is_running(m)) {
        void *bytes = ranks_here()->receive(0, RANKS_CONTROL, &count);
        if (bytes)
            atomic_store(&m->stop, true);
        free(bytes);
        cli_sleep(2);
    }
}

bool match_help(struct engine_match *m, struct error *e)
{
    unsigned wanted = (unsigned)m->chosen->threads, started = 0;
    struct match_worker *workers = calloc(wanted, sizeof *workers);

    signal(SIGPIPE, SIG_IGN);
    m->running = wanted;
    for (; workers && started < wanted; started++) {
        struct match_worker *w = &workers[started];
        *w = (struct match_worker){
            .match = m, .all = malloc(sizeof(struct contestants)), .channel = RANKS_WORK + started};
        if (!w->all)
            break;
        contestants_init(w->all, &m->contest);
        if (pthread_create(&w->thread, NULL, play_for_rank, w) != 0)
            break;
    }
    if (started < wanted) // rank 0 would wait for those that are missing; an error ends all ranks
        return error_set(e, "matchplay.memory:threads", "there is no memory for %u threads",
                         wanted);
    listen_for_stop(m);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    free_workers(workers, started);
    return true;
}
