// SPDX-License-Identifier: MIT
// Fuzz target: the whole server but its sockets and threads. An input is a list of steps: what
// several clients send at the same time, raw or as requests and messages, in whatever pieces; how
// they read; when they go; how time passes. Whatever comes, every answer and frame is well formed,
// a request runs at most once, and nothing is left when all have gone. tests/fuzz/seeds.py writes
// inputs to begin with.
//
// A step is a byte, the client in its lowest two bits and what it does above (enum step), and what
// that needs; texts are a byte of length and as many bytes. In requests and messages "~g" is the
// newest game and "~0" to "~3" are the newest tokens.
//
// One server is kept over all inputs, with its files in memory that are put back after each
// (memory.c). What this loses: the registry's own tables (the lobby, sessions, what was asked of
// whom) and the clock go on from one input to the next, so that a fault may need what came before;
// and SQLite's memory is its own, so that reading past the end of a row's text is not seen. With
// SERVED=anew in the environment every input has a server of its own on real files and in watched
// memory: a tenth as fast.
#include <sqlite3.h>
#include <unistd.h>

#include "server/api/callbacks.h"
#include "server/log.h"
#include "server/http/transport.h"
#include "server/live/clients.h"
#include "server/live/livegames.h"
#include "tests/fuzz/atonce.h"
#include "tests/fuzz/heard.h"
#include "tests/fuzz/memory.h"
#include "tests/fuzz/pick.h"

int LLVMFuzzerInitialize(int *count, char ***words);
const char *
__asan_default_options(void); // NOLINT(bugprone-reserved-identifier): the sanitizer's name

// What was freed is watched for long enough to outlast some inputs, and memory stays with the
// process.
const char *__asan_default_options(void) // NOLINT(bugprone-reserved-identifier)
{
    return "quarantine_size_mb=16:allocator_release_to_os_interval_ms=-1";
}

enum { CLIENTS = 4, STEPS_MOST = 64, TEXT = 1024, PUMPS_MOST = 1000 };

enum step {
    STEP_BYTES,  // a text, sent as it is
    STEP_PIECES, // a byte, and a text that is sent in pieces of so many bytes
    STEP_REQUEST, // a text: "2POST /path" and the body in the next line; a digit in front is the token that it shows
    STEP_SAY,   // a text, as a message of a WebSocket
    STEP_FRAME, // a byte and a text, as a frame that begins with this byte
    STEP_TIME,  // a byte: tenths of a second, above 127 minutes
    STEP_READ,  // a byte: reads so many bytes and then no more; 255: everything from now on
    STEP_LEAVE, // goes away
    STEPS,
};

struct talker {
    struct connection *c;
    struct heard heard;
    size_t reads;  // bytes that it still takes
    char first[5]; // bytes that it sent
    size_t sent;
};

// The parts of an input that are left.
struct input {
    const uint8_t *at, *end;
};

static struct world {
    struct server server;
    char file[64];
    bool anew;
    struct talker talkers[CLIENTS];
    struct heard_words words;
    unsigned asked; // requests that could have run
    bool woken;
} * w;

// ---------------------------------------------------------------------------------------------
// The server
// ---------------------------------------------------------------------------------------------

static void wake(void *to)
{
    ((struct world *)to)->woken = true;
}

static void writable(void *to, struct client *c)
{
    connection_changed(&((struct world *)to)->server, c->link);
}

static void answered(void *to, struct request *r)
{
    if (r->link)
        connection_changed(&((struct world *)to)->server, r->link);
}

static void remove_files(void)
{
    char beside[80];

    unlink(w->file);
    snprintf(beside, sizeof beside, "%s-wal", w->file);
    unlink(beside);
    snprintf(beside, sizeof beside, "%s-shm", w->file);
    unlink(beside);
}

static void open_server(void)
{
    const struct live_registry_host host = {wake, writable, answered, w, &api_callbacks};
    struct error e;

    w->server = (struct server){.ping = 15000, .slow = 20000, .open = true, .proxy = true};
    atonce_chance();
    atonce_begin();
    if (!live_registry_open(&w->server.registry, w->file, 1, false, &host, &e)) {
        fprintf(stderr, "served: %s\n", e.message.text);
        exit(1);
    }
    atonce_chance();
}

// All that was stored is in the file, and the log is empty. The connection stays: as there are no
// locks, it would take itself for the last one and take the log along.
static void empty_log(void)
{
    sqlite3 *raw;

    require(sqlite3_open(w->file, &raw) == SQLITE_OK);
    require(sqlite3_exec(raw, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) == SQLITE_OK);
}

int LLVMFuzzerInitialize(int *count, char ***words)
{
    const char *mode = getenv("SERVED");

    (void)count;
    (void)words;
    w = calloc(1, sizeof *w);
    w->anew = mode && !strcmp(mode, "anew");
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(w->file, sizeof w->file, "%s/abax-fuzz-%d.db", folder, (int)getpid());
    atexit(remove_files);
    if (w->anew)
        return 0;
    memory_begin();
    open_server();
    empty_log();
    memory_keep();
    return 0;
}

static struct talker *talker_of(const struct connection *c)
{
    for (unsigned i = 0; i < CLIENTS; i++) {
        if (w->talkers[i].c == c)
            return &w->talkers[i];
    }
    abort();
}

static void gone(struct talker *t)
{
    if (t->c)
        connection_free(&w->server, t->c);
    t->c = NULL;
    heard_clear(&t->heard);
}

// Takes what the server has to say, as far as the client reads.
static void hear(struct talker *t)
{
    struct iovec parts[CONNECTION_PARTS];

    for (;;) {
        unsigned count = connection_output(&w->server, t->c, parts, log_now());
        size_t taken = 0;
        for (unsigned i = 0; i < count && t->reads; i++) {
            size_t some = parts[i].iov_len < t->reads ? parts[i].iov_len : t->reads;
            heard_take(&t->heard, parts[i].iov_base, some, &w->words);
            taken += some;
            if (t->reads != SIZE_MAX)
                t->reads -= some;
        }
        if (!taken)
            return;
        connection_sent(&w->server, t->c, taken, log_now());
    }
}

// Lets the loop go on until nothing changes any more.
static void pump(void)
{
    unsigned turns = 0;

    while (w->woken || w->server.changed) {
        require(++turns < PUMPS_MOST);
        w->woken = false;
        live_registry_wake(&w->server.registry);
        struct connection *c = w->server.changed;
        if (!c)
            continue;
        w->server.changed = c->next_changed;
        c->changed = false;
        if (c->state != CONNECTION_OVER)
            hear(talker_of(c));
        if (c->state == CONNECTION_OVER)
            gone(talker_of(c));
    }
}

// ---------------------------------------------------------------------------------------------
// What clients do
// ---------------------------------------------------------------------------------------------

static unsigned take_byte(struct input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

static size_t take_text(struct input *in, uint8_t text[256])
{
    size_t length = take_byte(in), left = (size_t)(in->end - in->at);

    length = length < left ? length : left;
    if (length)
        memcpy(text, in->at, length);
    in->at += length;
    return length;
}

static void come(struct talker *t)
{
    gone(t);
    t->reads = SIZE_MAX;
    t->sent = 0;
    t->c = connection_open(&w->server, "127.0.0.1", log_now());
    require(t->c != NULL);
    w->asked++;
}

static void send_bytes(struct talker *t, const void *bytes, size_t count)
{
    unsigned char copy[2 * TEXT + 256];

    if (!t->c || !connection_reads(t->c) || !count)
        return;
    require(count <= sizeof copy);
    memcpy(copy, bytes, count);
    // Whether it is a HEAD the first bytes tell.
    for (size_t i = 0; i < count && t->sent < sizeof t->first; i++)
        t->first[t->sent++] = (char)copy[i];
    t->heard.bare = t->sent == sizeof t->first && !memcmp(t->first, "HEAD ", sizeof t->first);
    connection_take(&w->server, t->c, copy, count, log_now());
    pump();
}

// Writes names and secrets where "~g" and "~0" stand.
static size_t fill_in(const uint8_t *text, size_t count, char to[TEXT])
{
    struct text t;

    text_init(&t, to, TEXT);
    for (size_t i = 0; i < count; i++) {
        char next = i + 1 < count ? (char)text[i + 1] : 0;
        const char *word = next == 'g' ? w->words.game : NULL;
        if (next >= '0' && next < '0' + HEARD_TOKENS)
            word = w->words.tokens[next - '0'];
        if (text[i] != '~' || !word) {
            text_char(&t, (char)text[i]);
            continue;
        }
        text_add(&t, word);
        i++;
    }
    return t.length;
}

static void ask(struct talker *t, const uint8_t *text, size_t count)
{
    char filled[TEXT], request[2 * TEXT];
    const char *shown = "";
    struct text r;

    if (count && text[0] >= '0' && text[0] < '0' + HEARD_TOKENS) {
        shown = w->words.tokens[text[0] - '0'];
        text++;
        count--;
    }
    size_t length = fill_in(text, count, filled);
    const char *line = memchr(filled, '\n', length);
    size_t first = line ? (size_t)(line - filled) : length;
    size_t body = line ? length - first - 1 : 0;
    come(t);
    text_init(&r, request, sizeof request);
    text_bytes(&r, filled, first);
    text_add(&r, " HTTP/1.1\r\nHost: x\r\n");
    if (shown[0])
        text_format(&r, "Authorization: Bearer %s\r\n", shown);
    if (body)
        text_format(&r, "Content-Type: application/json\r\nContent-Length: %zu\r\n", body);
    text_add(&r, "\r\n");
    if (body)
        text_bytes(&r, line + 1, body);
    send_bytes(t, request, r.length);
}

static void send_frame(struct talker *t, unsigned first, const void *payload, size_t count)
{
    static const char hello[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    static const unsigned char mask[4] = {1, 2, 3, 4};
    unsigned char frame[TEXT + 8] = {(unsigned char)first, (unsigned char)(0x80 | count)};
    size_t head = 2;

    if (!t->c || t->c->state != CONNECTION_SOCKET) {
        come(t);
        send_bytes(t, hello, sizeof hello - 1);
    }
    if (count > 125) {
        frame[1] = 0x80 | 126;
        frame[head++] = (unsigned char)(count >> 8);
        frame[head++] = (unsigned char)count;
    }
    memcpy(frame + head, mask, sizeof mask);
    head += sizeof mask;
    for (size_t i = 0; i < count; i++)
        frame[head + i] = ((const unsigned char *)payload)[i] ^ mask[i % 4];
    send_bytes(t, frame, head + count);
}

static void pass_time(unsigned byte)
{
    atonce_pass(byte < 128 ? byte * 100 : (byte - 127) * INT64_C(60000));
    live_registry_tick(&w->server.registry, log_now());
    for (struct connection *c = w->server.connections; c; c = c->next)
        connection_tick(&w->server, c, log_now());
}

static void read_on(struct talker *t, unsigned byte)
{
    t->reads = byte == 255 ? SIZE_MAX : byte;
    if (t->c)
        connection_changed(&w->server, t->c);
}

static void send_pieces(struct talker *t, const uint8_t *text, size_t count, size_t piece)
{
    if (!t->c)
        come(t);
    for (size_t at = 0; at < count; at += piece)
        send_bytes(t, text + at, count - at < piece ? count - at : piece);
}

static void take_step(struct input *in)
{
    unsigned byte = take_byte(in);
    enum step step = (enum step)((byte >> 2) % STEPS);
    struct talker *t = &w->talkers[byte % CLIENTS];
    uint8_t text[256] = {0};
    char filled[TEXT];
    unsigned more = step == STEP_PIECES || step == STEP_FRAME ? take_byte(in) : 0;

    if (step == STEP_TIME)
        pass_time(take_byte(in));
    else if (step == STEP_READ)
        read_on(t, take_byte(in));
    else if (step == STEP_LEAVE)
        gone(t);
    else if (step == STEP_REQUEST)
        ask(t, text, take_text(in, text));
    else if (step == STEP_SAY)
        send_frame(t, 0x81, filled, fill_in(text, take_text(in, text), filled));
    else if (step == STEP_FRAME)
        send_frame(t, more, text, take_text(in, text));
    else
        send_pieces(t, text, take_text(in, text), step == STEP_PIECES && more ? more : 256);
    atonce_pass(1);
    pump();
}

// ---------------------------------------------------------------------------------------------
// An input
// ---------------------------------------------------------------------------------------------

static void clean_up(uint64_t requests)
{
    struct live_registry *reg = &w->server.registry;

    for (unsigned i = 0; i < CLIENTS; i++)
        gone(&w->talkers[i]);
    pump();
    require(reg->counts.clients == 0 && reg->counts.visitors == 0 && !reg->requests);
    require(reg->counts.requests - requests <= w->asked);
    for (unsigned i = 0; i < REGISTRY_SLOTS && reg->counts.games; i++) {
        while (reg->games[i])
            live_game_drop(reg, reg->games[i]);
    }
    if (!w->anew)
        memory_restore();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, data + size};

    if (w->anew)
        open_server();
    uint64_t requests = w->server.registry.counts.requests;
    atonce_begin();
    w->words = (struct heard_words){0};
    w->asked = 0;
    for (unsigned steps = 0; in.at < in.end && steps < STEPS_MOST; steps++)
        take_step(&in);
    clean_up(requests);
    if (w->anew) {
        live_registry_close(&w->server.registry);
        remove_files();
    }
    return 0;
}
