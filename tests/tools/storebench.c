// SPDX-License-Identifier: MIT
// storebench [DATABASE [WRITERS]]: how many entries a second are stored for good, in batches of 1, 10 and 100 for as many games. By
// default in a new file in the current folder, whose disk is what counts. With WRITERS: how many commits a second that many
// connections come to together, each with a thread of its own and one entry a commit.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "server/store/store.h"

enum { GAMES = 5000, SECONDS = 3, MOST = 100 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;

    return (first > second) - (first < second);
}

static bool write_all(struct store *s, struct store_write *writes, unsigned count)
{
    struct error e;

    if (!store_write(s, writes, count, &e)) {
        fprintf(stderr, "storebench: %s\n", e.message.text);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (writes[i].answer != STORE_DONE) {
            fprintf(stderr, "storebench: write %u was refused\n", i);
            return false;
        }
    }
    return true;
}

static void name_game(char id[STORE_ID], unsigned run, unsigned game)
{
    // Spread over the key as random names are.
    snprintf(id, STORE_ID, "%08x%x", game * 2654435761u, run & 0xfff);
}

static bool add_games(struct store *s, unsigned run)
{
    static struct store_write writes[MOST];

    for (unsigned game = 0; game < GAMES; game++) {
        struct store_write *w = &writes[game % MOST];
        *w = (struct store_write){.kind = STORE_ADD_GAME};
        name_game(w->game.id, run, game);
        snprintf(w->game.game, STORE_WORD, "bench");
        w->game.seats = 2;
        if (game % MOST == MOST - 1 && !write_all(s, writes, MOST))
            return false;
    }
    return true;
}

// Every game in turn gets its next entry.
static bool measure(struct store *s, unsigned run, unsigned batch)
{
    static struct store_write writes[MOST];
    static double times[1 << 18];
    double start = now(), before = start;
    unsigned batches = 0, entry = 0;

    while (before - start < SECONDS && batches < sizeof times / sizeof *times) {
        for (unsigned i = 0; i < batch; i++, entry++) {
            writes[i] = (struct store_write){.kind = STORE_ADD_ENTRY};
            name_game(writes[i].entry.game, run, entry % GAMES);
            writes[i].entry.number = entry / GAMES;
            snprintf(writes[i].entry.kind, sizeof writes[i].entry.kind, "act");
            snprintf(writes[i].entry.text, sizeof writes[i].entry.text, "a2a4");
        }
        if (!write_all(s, writes, batch))
            return false;
        double after = now();
        times[batches++] = after - before;
        before = after;
    }
    qsort(times, batches, sizeof *times, compare);
    printf("batches of %3u: %7.0f entries/s, a batch takes %.2f ms, 99 %% under %.2f ms\n", batch,
           entry / (before - start), 1000 * times[batches / 2], 1000 * times[batches * 99 / 100]);
    return true;
}

struct hand {
    const char *where;
    unsigned number;
    unsigned commits;
    bool good;
    pthread_t thread;
};

static void *write_alone(void *to)
{
    struct hand *hand = to;
    unsigned run = (unsigned)time(NULL);
    struct store_write w = {.kind = STORE_ADD_GAME};
    struct error e;
    struct store *s = store_open(hand->where, &e);

    name_game(w.game.id, run, hand->number);
    snprintf(w.game.game, STORE_WORD, "bench");
    w.game.seats = 2;
    hand->good = s && write_all(s, &w, 1);
    for (double end = now() + SECONDS; hand->good && now() < end; hand->commits++) {
        w = (struct store_write){.kind = STORE_ADD_ENTRY};
        name_game(w.entry.game, run, hand->number);
        w.entry.number = hand->commits;
        snprintf(w.entry.kind, sizeof w.entry.kind, "act");
        snprintf(w.entry.text, sizeof w.entry.text, "a2a4");
        hand->good = write_all(s, &w, 1);
    }
    store_close(s);
    return NULL;
}

static bool measure_writers(const char *where, unsigned count)
{
    static struct hand hands[MOST];
    unsigned commits = 0;
    bool good = count <= MOST;

    for (unsigned i = 0; i < count && good; i++) {
        hands[i] = (struct hand){.where = where, .number = i};
        good = pthread_create(&hands[i].thread, NULL, write_alone, &hands[i]) == 0;
    }
    for (unsigned i = 0; i < count && good; i++) {
        pthread_join(hands[i].thread, NULL);
        good = hands[i].good;
        commits += hands[i].commits;
    }
    if (good)
        printf("%u writers: %u commits/s\n", count, commits / SECONDS);
    return good;
}

int main(int count, char **words)
{
    static const unsigned sizes[] = {1, 10, 100};
    const char *where = count > 1 ? words[1] : "storebench.db";
    struct error e;

    if (count > 2)
        return measure_writers(where, (unsigned)strtoul(words[2], NULL, 10)) ? 0 : 1;
    struct store *s = store_open(where, &e);
    bool good = s != NULL;

    if (!s)
        fprintf(stderr, "storebench: %s\n", e.message.text);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && good; i++) {
        unsigned run = (unsigned)time(NULL) * 3 + i;
        good = add_games(s, run) && measure(s, run, sizes[i]);
    }
    store_close(s);
    if (count < 2)
        unlink(where);
    return good ? 0 : 1;
}
