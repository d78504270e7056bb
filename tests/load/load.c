// SPDX-License-Identifier: MIT
// Load: GAMES games between two sockets each, one action per game every few seconds, on a server
// that runs already. Measures from sending an action to each of the two clients hearing of it.
//
// load PORT[,PORT...] PID[,PID...] GAMES SECONDS PERIOD [together]
//
// The two clients of a game are on different processes, or, together, on the same.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "games/registry.h"
#include "play/history.h"

enum {
    MOST_PROCESSES = 8,
    MAKERS = 48,
    BUFFER = 8192,
    MOST_SAMPLES = 4000000,
    EVENTS = 512,
    FRAME_HEAD = 14
};

struct player {
    int fd;
    unsigned game;
    char token[32];
    unsigned char *buffer; // what came and is no whole frame yet
    size_t filled, capacity;
};

struct game_of_load {
    const struct game *rules;
    struct history history;
    char id[16];
    struct player players[2];
    double sent;  // when the last action went out; 0: nothing is under way
    unsigned due; // clients that have not heard of it
    double next;  // when to act
    bool over;
};

struct load {
    unsigned ports[MOST_PROCESSES], processes, count;
    bool together;
    struct game_of_load *games;
    unsigned next_to_make, makers;
    pthread_mutex_t lock;
    float *samples;
    size_t sample_count, sent, refused, lost;
    int epoll;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

// ---------------------------------------------------------------------------------------------
// Making games, by plain requests from several threads
// ---------------------------------------------------------------------------------------------

static int dial(unsigned port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
        fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void send_all(int fd, const void *bytes, size_t count)
{
    const char *at = bytes;

    while (count) {
        ssize_t sent = write(fd, at, count);
        if (sent <= 0)
            fail("write");
        at += sent;
        count -= (size_t)sent;
    }
}

// One request on a connection of its own; the answer's body is in `answer`.
static void post(unsigned port, const char *path, const char *body, char *answer, size_t capacity)
{
    int fd = dial(port);
    char request[512];
    size_t filled = 0;
    char *end = NULL;

    snprintf(request, sizeof request,
             "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\n\r\n%s",
             path, strlen(body), body);
    send_all(fd, request, strlen(request));
    do {
        ssize_t got = read(fd, answer + filled, capacity - filled - 1);
        if (got <= 0)
            fail("read");
        filled += (size_t)got;
        answer[filled] = 0;
        end = strstr(answer, "\r\n\r\n");
    } while (!end || !strchr(end, '}'));
    memmove(answer, end + 4, strlen(end + 4) + 1);
    close(fd);
}

static void field(const char *json, const char *name, char *value, size_t capacity)
{
    char quoted[32];
    const char *at;

    snprintf(quoted, sizeof quoted, "\"%s\":\"", name);
    at = strstr(json, quoted);
    if (!at) {
        fprintf(stderr, "load: no %s in %s\n", name, json);
        exit(1);
    }
    at += strlen(quoted);
    size_t length = strcspn(at, "\"");
    if (length >= capacity)
        length = capacity - 1;
    memcpy(value, at, length);
    value[length] = 0;
}

static void make_game(struct load *l, unsigned port, unsigned index)
{
    struct game_of_load *g = &l->games[index];
    char body[128], path[64], answer[BUFFER];

    do
        g->rules = registry_game(index++ % registry_count());
    while (g->rules->unlisted || g->rules->hidden || g->rules->random_start);
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"clock\":\"3600+5\",\"lots\":false}",
             g->rules->name);
    post(port, "/api/games", body, answer, sizeof answer);
    field(answer, "game", g->id, sizeof g->id);
    field(answer, "token", g->players[0].token, sizeof g->players[0].token);
    snprintf(path, sizeof path, "/api/games/%s/sit", g->id);
    post(port, path, "{}", answer, sizeof answer);
    field(answer, "token", g->players[1].token, sizeof g->players[1].token);
}

static void *maker(void *to)
{
    struct load *l = to;
    pthread_mutex_lock(&l->lock);
    unsigned port = l->ports[l->makers++ % l->processes];
    pthread_mutex_unlock(&l->lock);

    for (;;) {
        pthread_mutex_lock(&l->lock);
        unsigned index = l->next_to_make++;
        pthread_mutex_unlock(&l->lock);
        if (index >= l->count)
            break;
        make_game(l, port, index);
    }
    return NULL;
}

static void make_games(struct load *l)
{
    pthread_t threads[MAKERS];

    for (unsigned i = 0; i < MAKERS; i++)
        pthread_create(&threads[i], NULL, maker, l);
    for (unsigned i = 0; i < MAKERS; i++)
        pthread_join(threads[i], NULL);
}

// ---------------------------------------------------------------------------------------------
// Sockets
// ---------------------------------------------------------------------------------------------

static void send_text(int fd, const char *text)
{
    unsigned char frame[BUFFER];
    size_t length = strlen(text), head = length < 126 ? 6 : 8;

    frame[0] = 0x81;
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[2] = (unsigned char)(length >> 8);
        frame[3] = (unsigned char)length;
    }
    memset(frame + head - 4, 0, 4); // a mask of zeros changes nothing
    // NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes of a frame, no string
    memcpy(frame + head, text, length);
    send_all(fd, frame, head + length);
}

static void open_socket(struct load *l, unsigned index, unsigned seat)
{
    static const char hello[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    struct game_of_load *g = &l->games[index];
    struct player *p = &g->players[seat];
    struct epoll_event look = {.events = EPOLLIN, .data.ptr = p};
    char answer[1024];
    size_t filled = 0;

    p->fd = dial(l->ports[(index + (l->together ? 0 : seat)) % l->processes]);
    p->game = index;
    send_all(p->fd, hello, sizeof hello - 1);
    do { // byte by byte, so that nothing after the head is taken
        if (read(p->fd, answer + filled, 1) != 1)
            fail("handshake");
        answer[++filled] = 0;
    } while (filled < sizeof answer - 1 && !strstr(answer, "\r\n\r\n"));
    snprintf(answer, sizeof answer, "{\"do\":\"join\",\"game\":\"%s\",\"token\":\"%s\"}", g->id,
             p->token);
    send_text(p->fd, answer);
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, p->fd, &look) != 0)
        fail("epoll");
}

static void heard_event(struct load *l, struct game_of_load *g)
{
    if (g->due == 0)
        return;
    l->samples[l->sample_count++] = (float)(now() - g->sent);
    g->due--;
}

static void take_message(struct load *l, struct player *p, const unsigned char *text, size_t length)
{
    struct game_of_load *g = &l->games[p->game];
    static const char event[] = "{\"type\":\"event\"", refused[] = "{\"type\":\"refused\"";

    if (length > sizeof event && !memcmp(text, event, sizeof event - 1))
        heard_event(l, g);
    else if (length > sizeof refused && !memcmp(text, refused, sizeof refused - 1)) {
        if (l->refused++ < 3)
            fprintf(stderr, "load: %.*s\n", (int)length, text);
    }
}

// Takes whole frames out of the buffer.
static void take_frames(struct load *l, struct player *p)
{
    size_t at = 0;

    while (p->filled - at >= 2) {
        const unsigned char *f = p->buffer + at;
        size_t length = f[1] & 127, head = 2;
        if (length == 126) {
            if (p->filled - at < 4)
                break;
            length = (size_t)f[2] << 8 | f[3];
            head = 4;
        }
        if (p->filled - at < head + length)
            break;
        if ((f[0] & 15) == 9) {
            static const unsigned char pong[] = {0x8a, 0x80, 0, 0, 0, 0};
            send_all(p->fd, pong, sizeof pong);
        } else if ((f[0] & 15) == 1) {
            take_message(l, p, f + head, length);
        }
        at += head + length;
    }
    memmove(p->buffer, p->buffer + at, p->filled - at);
    p->filled -= at;
}

static void receive(struct load *l, struct player *p)
{
    if (!p->buffer && !(p->buffer = malloc(p->capacity = BUFFER)))
        fail("memory");
    ssize_t got = read(p->fd, p->buffer + p->filled, p->capacity - p->filled);
    if (got == 0 || (got < 0 && errno != EAGAIN)) {
        l->lost++;
        epoll_ctl(l->epoll, EPOLL_CTL_DEL, p->fd, NULL);
        return;
    }
    if (got > 0)
        p->filled += (size_t)got;
    take_frames(l, p);
    if (p->filled == 0) { // a client costs nothing between two messages
        free(p->buffer);
        p->buffer = NULL;
    }
}

static void serve_sockets(struct load *l, int milliseconds)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(l->epoll, events, EVENTS, milliseconds);

    for (int i = 0; i < count; i++)
        receive(l, events[i].data.ptr);
}

// ---------------------------------------------------------------------------------------------
// Playing
// ---------------------------------------------------------------------------------------------

static void act(struct load *l, struct game_of_load *g, struct random *r)
{
    struct game_actions list;
    char text[GAME_ACTION_BYTES], message[160];
    struct text t;

    if (g->due || g->over)
        return; // the last one has not been heard yet
    history_list(&g->history, &list);
    if (list.count == 0) {
        g->over = true;
        return;
    }
    game_action action = list.at[random_below(r, list.count)];
    int seat = g->rules->to_act(&g->history.position);
    text_init(&t, text, sizeof text);
    g->rules->action_text(&g->history.position, action, &t);
    snprintf(message, sizeof message,
             "{\"do\":\"act\",\"game\":\"%s\",\"ply\":%u,\"action\":\"%s\"}", g->id,
             g->history.length, text);
    history_play(&g->history, action);
    g->sent = now();
    g->due = 2;
    l->sent++;
    send_text(g->players[seat].fd, message);
}

static void play(struct load *l, double seconds, double period)
{
    struct random r = random_from_seed(1);
    double began = now();

    for (unsigned i = 0; i < l->count; i++)
        l->games[i].next = began + period * i / l->count;
    // NOLINTNEXTLINE(cert-flp30-c): no sum that could drift
    for (double t = began; t < began + seconds; t = now()) {
        unsigned acted = 0;
        for (unsigned i = 0; i < l->count; i++) {
            if (l->games[i].next > t)
                continue;
            l->games[i].next += period;
            act(l, &l->games[i], &r);
            if (++acted % 8 == 0)
                serve_sockets(l, 0);
        }
        serve_sockets(l, 1);
    }
    for (double end = now() + 3; now() < end;)
        serve_sockets(l, 10);
}

// ---------------------------------------------------------------------------------------------
// Figures
// ---------------------------------------------------------------------------------------------

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static double percentile(const struct load *l, double part)
{
    return l->sample_count
               ? 1000.0 * (double)l->samples[(size_t)((double)(l->sample_count - 1) * part)]
               : 0;
}

// The memory of all processes of a list, in kilobytes.
static long resident(const char *pids)
{
    long sum = 0;

    for (const char *at = pids; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        char path[64], line[256];
        long kilobytes = 0;
        snprintf(path, sizeof path, "/proc/%.*s/status", (int)strcspn(at, ","), at);
        FILE *f = fopen(path, "r");
        while (f && fgets(line, sizeof line, f)) {
            if (!strncmp(line, "VmRSS:", 6))
                kilobytes = strtol(line + 6, NULL, 10);
        }
        if (f)
            fclose(f);
        sum += kilobytes;
    }
    return sum;
}

int main(int count, char **words)
{
    struct load l = {.lock = PTHREAD_MUTEX_INITIALIZER};

    l.together = count == 7 && !strcmp(words[6], "together");
    if (count != 6 && !l.together) {
        fprintf(stderr, "load PORT[,PORT...] PID[,PID...] GAMES SECONDS PERIOD [together]\n");
        return 2;
    }
    for (char *at = words[1]; *at && l.processes < MOST_PROCESSES; at += *at == ',')
        l.ports[l.processes++] = (unsigned)strtoul(at, &at, 10);
    l.count = (unsigned)strtoul(words[3], NULL, 10);
    l.games = calloc(l.count, sizeof *l.games);
    l.samples = calloc(MOST_SAMPLES, sizeof *l.samples);
    l.epoll = epoll_create1(0);
    long before = resident(words[2]);
    double began = now();
    make_games(&l);
    printf("%u games made in %.1f s\n", l.count, now() - began);
    began = now();
    for (unsigned i = 0; i < l.count; i++) {
        struct game_of_load *g = &l.games[i];
        struct game_options options = {0};
        struct game_position start;
        g->rules->start(&options, 0, &start);
        history_init(&g->history, g->rules, &options, &start);
        open_socket(&l, i, 0);
        open_socket(&l, i, 1);
        serve_sockets(&l, 0);
    }
    printf("%u sockets joined in %.1f s\n", 2 * l.count, now() - began);
    for (double end = now() + 2; now() < end;)
        serve_sockets(&l, 10);
    play(&l, strtod(words[4], NULL), strtod(words[5], NULL));
    long after = resident(words[2]);
    qsort(l.samples, l.sample_count, sizeof *l.samples, compare);
    printf("%zu actions sent, %zu heard of, %zu missing, %zu refused, %zu sockets lost\n", l.sent,
           l.sample_count, 2 * l.sent - l.sample_count, l.refused, l.lost);
    printf("from action to client: p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, most %.1f ms\n",
           percentile(&l, 0.5), percentile(&l, 0.9), percentile(&l, 0.99), percentile(&l, 1));
    printf("server memory: %ld MB, %.1f kB a game\n", after / 1024,
           (double)(after - before) / l.count);
    return l.lost || l.refused || 2 * l.sent != l.sample_count;
}
