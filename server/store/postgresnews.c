// SPDX-License-Identifier: MIT
// LISTEN and NOTIFY. Whoever waits for news has one file descriptor for good: an epoll that holds the socket of
// the connection, whichever it is, and a signal of our own for what libpq read along with an answer.
#include <sodium.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/store/postgres.h"

// Every connection of this process has the same tag and no other process has it: from the random bytes that the
// kernel gives every program, hashed because they also guard the stack.
static void process_tag(char tag[POSTGRES_TAG])
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    crypto_generichash_state state;
    const unsigned char *given = (const unsigned char *)getauxval(AT_RANDOM);
    pid_t pid = getpid();

    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    if (given)
        crypto_generichash_update(&state, given, 16);
    crypto_generichash_update(&state, (const unsigned char *)&pid, sizeof pid);
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(tag, POSTGRES_TAG, hash, (POSTGRES_TAG - 1) / 2);
}

void postgres_random(char tag[POSTGRES_TAG])
{
    unsigned char bytes[(POSTGRES_TAG - 1) / 2];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(tag, POSTGRES_TAG, bytes, sizeof bytes);
}

bool postgres_news_init(struct postgres_news *n, struct error *e)
{
    n->fd = epoll_create1(EPOLL_CLOEXEC);
    n->signal = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    n->queue = calloc(POSTGRES_QUEUE, sizeof *n->queue);
    struct epoll_event readable = {.events = EPOLLIN};
    if (n->fd < 0 || n->signal < 0 || !n->queue ||
        epoll_ctl(n->fd, EPOLL_CTL_ADD, n->signal, &readable) != 0)
        return error_set(e, "store.news-memory", "no memory for news of the database");
    process_tag(n->tag);
    return true;
}

void postgres_news_clear(struct postgres_news *n)
{
    if (n->fd >= 0)
        close(n->fd);
    if (n->signal >= 0)
        close(n->signal);
    free(n->queue);
}

static void signal_news(struct postgres_news *n)
{
    uint64_t one = 1;

    // It fails only when the counter is full, and then the descriptor is readable.
    (void)!write(n->signal, &one, sizeof one);
}

static void clear_signal(struct postgres_news *n)
{
    uint64_t count;

    (void)!read(n->signal, &count, sizeof count);
}

static void miss(struct postgres_news *n)
{
    n->missed = true;
    n->first = n->count = 0;
    signal_news(n);
}

bool postgres_news_listen(struct postgres *p)
{
    struct epoll_event readable = {.events = EPOLLIN};

    if (!p->news.wanted)
        return true;
    PGresult *result = PQexec(p->connection, "LISTEN abax_games");
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK &&
                epoll_ctl(p->news.fd, EPOLL_CTL_ADD, PQsocket(p->connection), &readable) == 0;
    PQclear(result);
    if (good)
        miss(&p->news);
    return good;
}

// "WORD TAG", as postgres.c tells it.
static void take(struct postgres_news *n, const char *payload)
{
    const char *space = strchr(payload, ' ');

    if (!space || space - payload >= POSTGRES_WORD || !strcmp(space + 1, n->tag) || n->missed)
        return;
    if (n->count == POSTGRES_QUEUE) {
        miss(n);
        return;
    }
    snprintf(n->queue[(n->first + n->count++) % POSTGRES_QUEUE], POSTGRES_WORD, "%.*s",
             (int)(space - payload), payload);
    signal_news(n);
}

void postgres_news_collect(struct postgres *p)
{
    PGnotify *note;

    while (p->news.wanted && (note = PQnotifies(p->connection))) {
        take(&p->news, note->extra);
        PQfreemem(note);
    }
}

int postgres_news_fd(struct database *db)
{
    struct postgres *p = (struct postgres *)db;
    struct error ignored;

    if (!p->news.wanted) {
        // Without a connection, or when it fails, the next one listens.
        bool connected = postgres_connect(p, &ignored);
        p->news.wanted = true;
        if (connected && !postgres_news_listen(p)) {
            PQfinish(p->connection);
            p->connection = NULL;
        }
        p->news.missed = false; // nobody has looked at anything yet
        clear_signal(&p->news);
    }
    return p->news.fd;
}

bool postgres_heard(struct database *db, char *word, size_t room)
{
    struct postgres *p = (struct postgres *)db;
    struct postgres_news *n = &p->news;
    struct error ignored;

    clear_signal(n);
    if (postgres_connect(p, &ignored)) {
        // A connection that has died leaves the epoll with its socket; the next call finds it gone.
        if (!PQconsumeInput(p->connection)) {
            PQfinish(p->connection);
            p->connection = NULL;
            postgres_connect(p, &ignored);
        }
        if (p->connection)
            postgres_news_collect(p);
    }
    if (n->missed) {
        n->missed = false;
        word[0] = 0;
        return true;
    }
    if (n->count == 0)
        return false;
    snprintf(word, room, "%s", n->queue[n->first]);
    n->first = (n->first + 1) % POSTGRES_QUEUE;
    if (--n->count > 0)
        signal_news(n);
    return true;
}
