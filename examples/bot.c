// SPDX-License-Identifier: MIT
// cc -O2 -o bot bot.c -lcrypto && ./bot HOST PORT TOKEN GAME: a bot that plays legal actions at random, with plain sockets; libcrypto
// (Debian: libssl-dev) for its share in deals.
//
// It says that it is ready, takes every challenge, plays to the end and waits for the next;
// docs/api.md tells the whole interface. TOKEN comes from POST /api/bots. It reads the few members
// it needs by looking for their names: enough for messages whose texts have no quotes in them. Put
// your own idea into `choose`; for a real engine use `abax bot`, or a library for JSON.
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <openssl/sha.h>

enum { BYTES = 1 << 20, SEATS = 64, DIGITS = 2 * SHA256_DIGEST_LENGTH + 1 };

static const char *host, *port, *token;
static struct seat {
    char game[16];
    int seat;
    int acted;            // at which number: the same state may be told again
    int committed, given; // of the deal
} seats[SEATS];
static unsigned seat_count, chance;
static char secret[DIGITS]; // from which the parts in deals follow

static void fail(const char *why)
{
    fprintf(stderr, "bot: %s\n", why);
    exit(1);
}

// A number below `limit`, by Marsaglia's xorshift: enough for a bot that does not care.
static unsigned below(unsigned limit)
{
    chance ^= chance << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return chance % limit;
}

static int dial(void)
{
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};

    if (getaddrinfo(host, port, &hints, &found))
        fail("no such host");
    int s = socket(found->ai_family, SOCK_STREAM, 0);
    if (s < 0 || connect(s, found->ai_addr, found->ai_addrlen))
        fail("nobody answers");
    freeaddrinfo(found);
    return s;
}

static void read_bytes(int s, void *to, size_t bytes)
{
    for (ssize_t got; bytes; to = (char *)to + got, bytes -= (size_t)got) {
        if ((got = read(s, to, bytes)) <= 0)
            fail("the server has gone");
    }
}

static void write_bytes(int s, const void *from, size_t bytes)
{
    if (write(s, from, bytes) != (ssize_t)bytes)
        fail("the server has gone");
}

// A request of its own connection; the answer is read to its end.
static void post(const char *path, const char *body)
{
    static char text[4096];
    int s = dial();

    int length =
        snprintf(text, sizeof text,
                 "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: "
                 "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 path, host, token, strlen(body), body);
    write_bytes(s, text, (size_t)length);
    while (read(s, text, sizeof text) > 0)
        ;
    close(s);
}

// A frame of a WebSocket; a mask of zeros hides nothing, and nothing here is to be hidden.
static void frame(int s, int opcode, const char *payload, size_t size)
{
    unsigned char head[8] = {(unsigned char)(0x80 | opcode), (unsigned char)(0x80 | size)};
    size_t length = 6;

    if (size >= 126) {
        head[1] = 0xfe;
        head[2] = (unsigned char)(size >> 8);
        head[3] = (unsigned char)size;
        length = 8;
    }
    write_bytes(s, head, length);
    write_bytes(s, payload, size);
}

static void say(int s, const char *message)
{
    frame(s, 1, message, strlen(message));
}

// The next text that comes; pings are answered on the way.
static char *hear(int s)
{
    static char text[BYTES];

    for (;;) {
        unsigned char head[2], more[8];
        read_bytes(s, head, 2);
        size_t size = head[1];
        unsigned extra = size == 126 ? 2 : size == 127 ? 8 : 0;
        read_bytes(s, more, extra);
        for (unsigned i = 0, first = 1; i < extra; i++, first = 0)
            size = (first ? 0 : size << 8) | more[i];
        if (size >= BYTES)
            fail("too long a message");
        read_bytes(s, text, size);
        text[size] = 0;
        if ((head[0] & 15) == 9)
            frame(s, 10, text, size);
        else if ((head[0] & 15) == 8)
            fail("closed");
        else if ((head[0] & 15) == 1)
            return text;
    }
}

// What stands behind a member's name, or NULL.
static const char *member(const char *message, const char *name)
{
    char quoted[40];

    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    const char *at = strstr(message, quoted);
    return at ? at + strlen(quoted) : NULL;
}

static int number(const char *message, const char *name, int otherwise)
{
    const char *at = member(message, name);

    return at ? (int)strtol(at, NULL, 10) : otherwise;
}

static void word(const char *message, const char *name, char *to, size_t capacity)
{
    const char *at = member(message, name);

    to[0] = 0;
    if (at && *at == '"')
        snprintf(to, capacity, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
}

static struct seat *seat_of(const char *game)
{
    for (unsigned i = 0; i < seat_count; i++) {
        if (!strcmp(seats[i].game, game))
            return &seats[i];
    }
    unsigned at = seat_count < SEATS ? seat_count++ : below(SEATS);
    snprintf(seats[at].game, sizeof seats[at].game, "%s", game);
    seats[at].seat = seats[at].acted = -1;
    seats[at].committed = seats[at].given = 0;
    return &seats[at];
}

static void join(int s, const char *game)
{
    char message[256];

    snprintf(message, sizeof message,
             "{\"do\":\"join\",\"game\":\"%s\",\"token\":\"%s\",\"actions\":true,\"deals\":true}",
             game, token);
    say(s, message);
}

static void write_digits(const unsigned char bytes[SHA256_DIGEST_LENGTH], char digits[DIGITS])
{
    for (unsigned i = 0; i < SHA256_DIGEST_LENGTH; i++)
        snprintf(digits + (size_t)2 * i, 3, "%02x", bytes[i]);
}

static void sha256(const char *text, char digits[DIGITS])
{
    unsigned char bytes[SHA256_DIGEST_LENGTH];

    SHA256((const unsigned char *)text, strlen(text), bytes);
    write_digits(bytes, digits);
}

// The bot's share in the deal of a game with secrets. No one can guess it, and it is the same each
// time.
static void share_of(const char *game, char share[DIGITS])
{
    char text[DIGITS + 16];

    snprintf(text, sizeof text, "%s%s", secret, game);
    sha256(text, share);
}

static void commitment_of(const char *game, char commitment[DIGITS])
{
    char share[DIGITS];

    share_of(game, share);
    sha256(share, commitment);
}

// Whether a list of seats in the message, such as "asked":[0,1], names this one.
static int names(const char *message, const char *list, int seat)
{
    const char *at = member(message, list);

    while (at && (*at == '[' || *at == ',')) {
        char *end;
        if (at[1] != ']' && strtol(at + 1, &end, 10) == seat)
            return 1;
        at = at[1] != ']' ? end : NULL;
    }
    return 0;
}

// Gives what the deal asks of the bot's seat: a commitment, and when all have committed, the share.
// So nobody can choose the deal, and the record proves it (docs/api.md, "Deals"); without this the
// bot plays all the same, after a while.
static void deal(int s, const char *m, const char *game)
{
    char digits[DIGITS], message[192];
    struct seat *seat = seat_of(game);
    int asked = names(m, "asked", seat->seat), missing = names(m, "missing", seat->seat);

    if (!(asked && !seat->committed) && !(missing && !seat->given))
        return;
    if (asked)
        commitment_of(game, digits);
    else
        share_of(game, digits);
    seat->committed |= asked;
    seat->given |= missing;
    snprintf(message, sizeof message, "{\"do\":\"%s\",\"game\":\"%s\",\"%s\":\"%s\"}",
             asked ? "promise" : "reveal", game, asked ? "promise" : "part", digits);
    say(s, message);
}

// One of the legal actions, which stand as "actions":["a","b",...].
static void choose(const char *actions, char *to, size_t capacity)
{
    unsigned seen = 0;

    for (const char *at = strchr(actions, '['); at && *at != ']'; seen++) {
        const char *first = strchr(at, '"') + 1, *end = strchr(first, '"');
        if (below(seen + 1) == 0)
            snprintf(to, capacity, "%.*s", (int)(end - first), first);
        at = end + 1;
    }
}

static void act(int s, const char *m, const char *game)
{
    char action[32] = "", message[160];
    const char *actions = member(m, "actions");
    struct seat *seat = seat_of(game);

    if (strstr(m, "\"over\":true")) {
        puts("over");
        fflush(stdout);
    } else if (actions && number(m, "toAct", -1) == seat->seat &&
               number(m, "number", 0) != seat->acted) {
        seat->acted = number(m, "number", 0);
        choose(actions, action, sizeof action);
        snprintf(message, sizeof message,
                 "{\"do\":\"act\",\"game\":\"%s\",\"ply\":%d,\"action\":\"%s\"}", game,
                 number(m, "ply", 0), action);
        say(s, message);
    }
}

// Takes the seat that is kept for it. The bot's token opens all its seats, so it needs no key.
static void sit_down(int s, const char *game)
{
    char path[80], commitment[DIGITS], body[DIGITS + 32];

    snprintf(path, sizeof path, "/api/games/%s/sit", game);
    commitment_of(game, commitment);
    snprintf(body, sizeof body, "{\"promise\":\"%s\"}", commitment);
    post(path, body);
    join(s, game);
}

static int greet(void)
{
    char text[512], c = 0;
    int s = dial();
    int length = snprintf(text, sizeof text,
                          "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: "
                          "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                          "YSBib3QgaW4gYSBoYXQgIQ==\r\n\r\n",
                          host, port);

    write_bytes(s, text, (size_t)length);
    for (unsigned ends = 0; ends < 2; ends = c == '\n' ? ends + 1 : c == '\r' ? ends : 0)
        read_bytes(s, &c, 1);
    return s;
}

int main(int count, char **words)
{
    char ready[256], type[16], game[16];
    unsigned char bytes[SHA256_DIGEST_LENGTH];

    if (count != 5)
        fail("bot HOST PORT TOKEN GAME");
    host = words[1];
    port = words[2];
    token = words[3];
    chance = ((unsigned)time(NULL) ^ (unsigned)getpid() << 16) | 1;
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        fail("no random numbers");
    write_digits(bytes, secret);
    int s = greet();
    snprintf(ready, sizeof ready, "{\"do\":\"ready\",\"token\":\"%s\",\"games\":[\"%s\"]}", token,
             words[4]);
    say(s, ready);
    for (;;) {
        const char *m = hear(s);
        word(m, "type", type, sizeof type);
        word(m, strcmp(type, "invited") ? "game" : "id", game, sizeof game);
        if (!strcmp(type, "state"))
            seat_of(game)->seat = number(m, "you", -1);
        if (member(m, "deal"))
            deal(s, m, game);
        if (!strcmp(type, "invited"))
            sit_down(s, game);
        else if (!strcmp(type, "seats") && strstr(m, "\"phase\":\"playing\""))
            join(s, game);
        else if (!strcmp(type, "state") || !strcmp(type, "event"))
            act(s, m, game);
    }
}
