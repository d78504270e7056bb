// SPDX-License-Identifier: MIT
// News between processes. They are rows of a table, written with what they tell of and numbered by
// writer; whoever listens reads, a writer after the other, what comes after the last number that it
// has seen. NOTIFY is only a hint that there is something to be read, given after the commit and
// outside of it (inside, it would make all commits of the cluster wait for each other): a hint that
// is lost costs a second. Numbers begin with 1 and have no gaps. A gap means that news were deleted
// before they were read, and everything has to be read again. So it has after a process did not
// look for almost as long as news are kept: writers may have come and gone.
//
// Whoever waits for news has one file descriptor for good: an epoll that holds the socket of the
// connection, whichever it is, and a signal of our own for what libpq read along with an answer.
#include <sodium.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/store/postgres.h"

enum {
    LOOK = 1000,          // milliseconds between looks without a hint
    PRUNE = 20 * 1000,    // between two times that old news are taken away
    AT_ONCE = 256,        // rows of a writer that are read at once
    MOST_SEEN = 512,      // writers, most of them long gone
    TOO_LATE = 50 * 1000, // between two looks by the database's clock; news are kept for a minute
};

// In milliseconds.
#define NOW "(extract(epoch FROM now()) * 1000)::bigint"

// Writers, one after the other by the index: their number is small, that of their news is not.
#define WRITERS                                                                                    \
    "WITH RECURSIVE w AS ("                                                                        \
    "(SELECT writer FROM abax_news ORDER BY writer LIMIT 1) UNION ALL "                            \
    "SELECT (SELECT n.writer FROM abax_news n WHERE n.writer > w.writer"                           \
    " ORDER BY n.writer LIMIT 1) FROM w WHERE w.writer IS NOT NULL) "

// Every connection of this process has the same tag and no other process has it: from the random
// bytes that the kernel gives every program, hashed because they also guard the stack.
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

// Random letters for a terminated text of POSTGRES_TAG bytes.
static void random_letters(char tag[POSTGRES_TAG])
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
    free(n->seen);
}

void postgres_news_name(struct postgres *p)
{
    char own[POSTGRES_TAG];

    random_letters(own);
    snprintf(p->writer, sizeof p->writer, "%s.%s", p->news.tag, own);
    p->number = 0;
}

#define SIGN                                                                                       \
    "INSERT INTO abax_writers (writer, batch, at) VALUES ($1, $2, now())"                          \
    " ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, at = excluded.at"
#define PUBLISH "INSERT INTO abax_news (writer, number, words, at) VALUES ($1, $3, $4, now())"

bool postgres_news_leave(struct postgres *p, bool signs, bool publishes, struct error *e)
{
    const struct value values[] = {{VALUE_TEXT, .text = p->writer},
                                   {VALUE_TEXT, .text = p->batch},
                                   {VALUE_NUMBER, .number = p->number + 1},
                                   {VALUE_TEXT, .text = p->words}};

    if (publishes)
        p->words[p->words_length - 1] = 0; // the last space
    if (signs) {
        random_letters(p->batch);
        p->signed_once = true;
    }
    if (signs && publishes)
        return postgres_run(p, "WITH told AS (" PUBLISH ") " SIGN, values, 4, e);
    return (!signs || postgres_run(p, SIGN, values, 2, e)) &&
           (!publishes ||
            postgres_run(p,
                         "INSERT INTO abax_news (writer, number, words, at)"
                         " VALUES ($1, $2, $3, now())",
                         (const struct value[]){values[0], values[2], values[3]}, 3, e));
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

static struct postgres_seen *find_writer(struct postgres_news *n, const char *writer)
{
    for (unsigned i = 0; i < n->seen_count; i++) {
        if (!strcmp(n->seen[i].writer, writer))
            return &n->seen[i];
    }
    if (n->seen_count == n->seen_capacity) {
        unsigned capacity = n->seen_capacity ? n->seen_capacity * 2 : 16;
        struct postgres_seen *more = realloc(n->seen, capacity * sizeof *more);
        if (!more)
            return NULL;
        n->seen = more;
        n->seen_capacity = capacity;
    }
    struct postgres_seen *s = &n->seen[n->seen_count++];
    *s = (struct postgres_seen){.number = 0};
    snprintf(s->writer, sizeof s->writer, "%s", writer);
    return s;
}

// From now on: what is there already was seen by whoever looks at everything. Writers that have
// told nothing for a minute may be there, too.
static bool news_begin(struct postgres *p)
{
    struct postgres_news *n = &p->news;
    PGresult *result =
        PQexec(p->connection, WRITERS
               "SELECT w.writer, (SELECT n.number FROM abax_news n WHERE n.writer = w.writer"
               " ORDER BY n.number DESC LIMIT 1), " NOW " FROM w WHERE w.writer IS NOT NULL"
               " UNION ALL (SELECT s.writer, -1, " NOW " FROM abax_writers s"
               " WHERE at > now() - interval '1 day'"
               " AND NOT EXISTS (SELECT 1 FROM abax_news n WHERE n.writer = s.writer)"
               " ORDER BY at DESC LIMIT 256)");
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK;

    n->seen_count = 0;
    n->seen_at = 0; // unknown if there is no writer, until the first look
    for (int row = 0; good && row < PQntuples(result); row++) {
        struct postgres_seen *s = find_writer(n, PQgetvalue(result, row, 0));
        if (s)
            s->number = strtoll(PQgetvalue(result, row, 1), NULL, 10);
        n->seen_at = strtoll(PQgetvalue(result, row, 2), NULL, 10);
        good = s != NULL;
    }
    PQclear(result);
    n->looked = postgres_now();
    n->hinted = false;
    return good;
}

bool postgres_news_listen(struct postgres *p)
{
    struct epoll_event readable = {.events = EPOLLIN};

    if (!p->news.wanted)
        return true;
    PGresult *result = PQexec(p->connection, "LISTEN abax_news");
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK && news_begin(p) &&
                epoll_ctl(p->news.fd, EPOLL_CTL_ADD, PQsocket(p->connection), &readable) == 0;
    PQclear(result);
    if (good)
        miss(&p->news);
    return good;
}

void postgres_news_hint(struct postgres *p)
{
    char sql[128];

    // Without waiting for the disk, and as one transaction; the answer is thrown away by the next
    // statement.
    snprintf(sql, sizeof sql,
             "SET LOCAL synchronous_commit = off; SELECT pg_notify('abax_news', '%s')",
             p->news.tag);
    if (p->connection)
        PQsendQuery(p->connection, sql);
}

void postgres_news_collect(struct postgres *p)
{
    PGnotify *note;

    while (p->news.wanted && (note = PQnotifies(p->connection))) {
        if (strcmp(note->extra, p->news.tag) != 0) {
            p->news.hinted = true;
            signal_news(&p->news);
        }
        PQfreemem(note);
    }
}

static void take_words(struct postgres_news *n, const char *words)
{
    while (*words && !n->missed) {
        int length = (int)strcspn(words, " ");
        if (n->count == POSTGRES_QUEUE) {
            miss(n);
            return;
        }
        snprintf(n->queue[(n->first + n->count++) % POSTGRES_QUEUE], POSTGRES_WORD, "%.*s", length,
                 words);
        words += length + (words[length] == ' ');
    }
}

static void take_row(struct postgres_news *n, const char *writer, int64_t number, const char *words)
{
    struct postgres_seen *s = find_writer(n, writer);

    if (!s || (s->number >= 0 && number != s->number + 1)) {
        miss(n);
        if (s)
            s->number = number;
        return;
    }
    s->number = number;
    take_words(n, words);
}

// Who was read how far, as two lists with blanks.
static bool write_seen(const struct postgres_news *n, char **writers, char **numbers)
{
    size_t capacity = n->seen_count * (size_t)(POSTGRES_WRITER + 1) + 1, at[2] = {0, 0};

    *writers = calloc(1, capacity);
    *numbers = calloc(1, capacity);
    for (unsigned i = 0; *writers && *numbers && i < n->seen_count; i++) {
        const char *blank = i ? " " : "";
        at[0] +=
            (size_t)snprintf(*writers + at[0], capacity - at[0], "%s%s", blank, n->seen[i].writer);
        at[1] += (size_t)snprintf(*numbers + at[1], capacity - at[1], "%s%lld", blank,
                                  (long long)n->seen[i].number);
    }
    return *writers && *numbers;
}

// Every row has the time; without news there is one row with nothing else.
static void read_rows(struct postgres_news *n, const PGresult *result)
{
    int rows = PQntuples(result);
    int64_t now = rows ? strtoll(PQgetvalue(result, 0, 3), NULL, 10) : n->seen_at;

    if (n->seen_at && now - n->seen_at > TOO_LATE)
        miss(n);
    n->seen_at = now;
    for (int row = 0; row < rows && !PQgetisnull(result, row, 0); row++)
        take_row(n, PQgetvalue(result, row, 0), strtoll(PQgetvalue(result, row, 1), NULL, 10),
                 PQgetvalue(result, row, 2));
    n->hinted = rows >= AT_ONCE; // there may be more
}

static void catch_up(struct postgres *p)
{
    static const char sql[] =
        WRITERS ", found AS ("
                "SELECT w.writer, n.number, n.words FROM w LEFT JOIN"
                " unnest(string_to_array($1, ' '), string_to_array($2, ' ')::bigint[]) AS k "
                "(writer, number)"
                " ON k.writer = w.writer CROSS JOIN LATERAL ("
                "SELECT number, words FROM abax_news WHERE writer = w.writer"
                " AND number > coalesce(k.number, 0) ORDER BY number LIMIT 256) n"
                " WHERE w.writer IS NOT NULL AND split_part(w.writer, '.', 1) <> $3)"
                " SELECT f.writer, f.number, f.words, t.now"
                " FROM (SELECT " NOW ") AS t (now) LEFT JOIN found f ON true";
    struct postgres_news *n = &p->news;
    char *writers = NULL, *numbers = NULL;

    n->looked = postgres_now();
    n->hinted = false;
    if (write_seen(n, &writers, &numbers)) {
        const char *values[] = {writers, numbers, n->tag};
        PGresult *result = PQexecParams(p->connection, sql, 3, NULL, values, NULL, NULL, 0);
        if (PQresultStatus(result) == PGRES_TUPLES_OK)
            read_rows(n, result);
        PQclear(result);
        postgres_news_collect(p);
    }
    free(writers);
    free(numbers);
}

// Everybody who listens has read what is a minute old.
static void prune(struct postgres *p)
{
    p->news.pruned = postgres_now();
    PQclear(PQexec(p->connection, "DELETE FROM abax_news WHERE at < now() - interval '1 minute'"));
    if (p->news.seen_count > MOST_SEEN && news_begin(p))
        miss(&p->news);
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

bool postgres_heard(struct database *db, char *word, size_t capacity)
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
        if (p->connection && !n->count && !n->missed &&
            (n->hinted || postgres_now() - n->looked >= LOOK))
            catch_up(p);
        if (p->connection && postgres_now() - n->pruned >= PRUNE)
            prune(p);
    }
    if (n->missed) {
        n->missed = false;
        word[0] = 0;
        return true;
    }
    if (n->count == 0)
        return false;
    snprintf(word, capacity, "%s", n->queue[n->first]);
    n->first = (n->first + 1) % POSTGRES_QUEUE;
    if (--n->count > 0 || n->hinted)
        signal_news(n);
    return true;
}
