// SPDX-License-Identifier: MIT
// livebench [FIELDS [ACTIONS]]: what one online action costs the server's event loop. Games of all
// kinds are played at random in one process, one action in every game per round. The message of the
// player to act goes in, the messages to both players and a spectator come out, without sockets.
// Every client joins with FIELDS in addition, such as ',"actions":true'.
//
// Time depends on the machine. To count the loop's instructions:
//
// valgrind --tool=callgrind --toggle-collect=loop_hears --toggle-collect=loop_wakes livebench
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "games/registry.h"
#include "play/history.h"
#include "server/api/callbacks.h"
#include "server/live/clients.h"

enum { GAMES_EACH = 4, ACTIONS = 24, PLAYERS = 2, CLIENTS = 3, MOST_GAMES = 64 };

struct played {
    char id[STORE_ID];
    char token[PLAYERS][TOKEN_TEXT];
    struct history history;
    struct client *clients[CLIENTS]; // the players, and a spectator
};

static struct {
    struct live_registry registry;
    sem_t woken;
    struct played games[MOST_GAMES];
    unsigned count;
    bool plays; // all have joined: from now on it is measured
    unsigned long actions, messages, bytes;
    double seconds; // of the loop's thread
} bench;

static void fail(const char *sentence)
{
    fprintf(stderr, "livebench: %s\n", sentence);
    exit(1);
}

// ---------------------------------------------------------------------------------------------
// What the transport does
// ---------------------------------------------------------------------------------------------

static void wake(void *to)
{
    (void)to;
    sem_post(&bench.woken);
}

static void writable(void *to, struct client *c)
{
    (void)to, (void)c;
}

static void answered(void *to, struct request *r)
{
    (void)to, (void)r;
}

static double processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void loop_hears(struct client *c, const char *text);
void loop_wakes(void);

// The event loop's work, under names that callgrind can be told.
__attribute__((noinline)) void loop_hears(struct client *c, const char *text)
{
    double began = processor_time();

    client_says(&bench.registry, c, text, strlen(text), live_registry_now(&bench.registry));
    bench.seconds += processor_time() - began;
}

__attribute__((noinline)) void loop_wakes(void)
{
    double began = processor_time();

    live_registry_wake(&bench.registry);
    bench.seconds += processor_time() - began;
}

// Takes a client's messages; how many are about its game having gone on.
static unsigned take_messages(struct client *c)
{
    struct payload *p;
    unsigned news = 0;

    while ((p = client_next(c))) {
        const char *text = (const char *)payload_bytes(p);
        news +=
            !strncmp(text, "{\"type\":\"state\"", 15) || !strncmp(text, "{\"type\":\"event", 14);
        if (!strncmp(text, "{\"type\":\"refused\"", 17))
            fail("a message was refused");
        bench.messages++;
        bench.bytes += p->length;
        payload_drop(p);
    }
    if (c->doomed)
        fail(c->why);
    return news;
}

// Lets the loop go on until the players have had this much news.
static void await(unsigned news)
{
    unsigned come = 0;

    while (come < news) {
        while (sem_wait(&bench.woken) != 0) {
        }
        if (bench.plays)
            loop_wakes();
        else
            live_registry_wake(&bench.registry);
        for (unsigned i = 0; i < bench.count; i++) {
            for (unsigned k = 0; k < CLIENTS; k++) {
                unsigned some = take_messages(bench.games[i].clients[k]);
                come += k < PLAYERS ? some : 0; // a spectator may be behind
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

static void add_game(struct store *s, const struct game *g, unsigned number)
{
    struct played *p = &bench.games[bench.count++];
    struct store_write w = {.kind = STORE_ADD_GAME};
    struct game_position start;
    struct error e;

    token_game_id(p->id);
    memcpy(w.game.id, p->id, sizeof w.game.id);
    snprintf(w.game.game, sizeof w.game.game, "%s", g->name);
    snprintf(w.game.options, sizeof w.game.options, "-");
    snprintf(w.game.clock, sizeof w.game.clock, "600+5");
    w.game.seed = number;
    w.game.phase = STORE_PLAYING;
    w.game.created = w.game.changed = number + 1;
    w.game.seats = (unsigned)game_seats(g, &(struct game_options){0});
    for (unsigned seat = 0; seat < w.game.seats; seat++) {
        char other[TOKEN_TEXT], *token = seat < PLAYERS ? p->token[seat] : other;
        token_make(token);
        token_hash(token, w.game.seat[seat].token);
        snprintf(w.game.seat[seat].kind, STORE_WORD, "person");
        snprintf(w.game.seat[seat].name, STORE_NAME, "Player %u", seat);
    }
    if (!store_write(s, &w, 1, &e) || w.answer != STORE_DONE)
        fail("a game cannot be stored");
    g->start(&(struct game_options){0}, number, &start);
    history_init(&p->history, g, &(struct game_options){0}, &start);
}

static void add_games(const char *file)
{
    struct error e;
    struct store *s = token_begin(&e) ? store_open(file, &e) : NULL;

    if (!s)
        fail(e.message.text);
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        bool two = game_seats(g, &(struct game_options){0}) == 2;
        for (unsigned k = 0; two && !g->unlisted && k < GAMES_EACH; k++)
            add_game(s, g, bench.count);
    }
    store_close(s);
}

static void join(struct played *p, const char *fields)
{
    char text[256], token[64];

    for (unsigned i = 0; i < CLIENTS; i++) {
        p->clients[i] = client_open(&bench.registry, NULL, "127.0.0.1", 0);
        token[0] = 0;
        if (i < PLAYERS)
            snprintf(token, sizeof token, ",\"token\":\"%s\"", p->token[i]);
        snprintf(text, sizeof text, "{\"do\":\"join\",\"game\":\"%s\",\"deals\":true%s%s}", p->id,
                 token, fields);
        client_says(&bench.registry, p->clients[i], text, strlen(text), 0);
    }
}

// Whether the game was not over yet.
static bool act(struct played *p, struct random *r)
{
    const struct game *g = p->history.game;
    struct game_actions list;
    char action[GAME_ACTION_BYTES], text[160];

    history_list(&p->history, &list);
    if (list.count == 0)
        return false;
    unsigned index = random_below(r, list.count);
    int seat = g->to_act(&p->history.position);
    game_write_action(g, &p->history.position, list.at[index], action);
    snprintf(text, sizeof text, "{\"do\":\"act\",\"game\":\"%s\",\"ply\":%u,\"action\":\"%s\"}",
             p->id, p->history.length, action);
    loop_hears(p->clients[seat], text);
    history_play(&p->history, list.at[index]);
    bench.actions++;
    return true;
}

int main(int count, char **words)
{
    const struct live_registry_host host = {wake, writable, answered, NULL, &api_callbacks};
    const char *fields = count > 1 ? words[1] : "";
    unsigned rounds = count > 2 ? (unsigned)strtoul(words[2], NULL, 10) : ACTIONS;
    struct random r = random_from_seed(1);
    char folder[] = "/tmp/livebench-XXXXXX", file[64];
    struct error e;

    if (!mkdtemp(folder))
        fail("no folder for the database");
    snprintf(file, sizeof file, "%s/games.db", folder);
    sem_init(&bench.woken, 0, 0);
    add_games(file);
    if (!live_registry_open(&bench.registry, file, 1, false, &host, &e))
        fail(e.message.text);
    for (unsigned i = 0; i < bench.count; i++)
        join(&bench.games[i], fields);
    await(bench.count * PLAYERS);
    bench.plays = true;
    bench.messages = bench.bytes = 0;
    for (unsigned round = 0; round < rounds; round++) {
        unsigned news = 0;
        for (unsigned i = 0; i < bench.count; i++)
            news += act(&bench.games[i], &r) ? PLAYERS : 0;
        await(news);
    }
    printf("%lu actions: %.1f us each in the loop, %.1f messages and %.0f bytes each\n",
           bench.actions, 1e6 * bench.seconds / (double)bench.actions,
           (double)bench.messages / (double)bench.actions,
           (double)bench.bytes / (double)bench.actions);
    live_registry_close(&bench.registry);
    if (unlink(file) != 0 || rmdir(folder) != 0)
        fail("the database cannot be removed");
    return 0;
}
