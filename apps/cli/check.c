// SPDX-License-Identifier: MIT
// `abax check`: walks a certificate (its format is described in lab/certificate.c) and believes
// nothing. It shares no code with the search. The listed keys only say which action to try: every
// position is played out with `actions`, `apply` and `result`, every reply of the other seat
// included, and positions count as seen by their whole key, not by the canonical one. So a wrong
// key, or a wrong `canonical_key` of a game, can make it refuse a claim but never accept a false
// one.
#include "cli/check.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/labparts.h"
#include "cli/program.h"
#include "protocol/answerjson.h"

// What the options of `abax check` say.
struct check_options {
    const char *book; // a file, or NULL
};

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

struct bytes {
    unsigned char *at;
    size_t count, next;
};

// Reads a line that begins with `word`; what follows it goes to `rest`.
static bool read_line(struct bytes *b, const char *word, char *rest, size_t capacity,
                      struct error *e)
{
    const unsigned char *from = b->at + b->next;
    size_t left = b->count - b->next, length = strlen(word);
    const unsigned char *end = left ? memchr(from, '\n', left) : NULL;

    if (!end || (size_t)(end - from) < length || memcmp(from, word, length) != 0 ||
        (size_t)(end - from) - length >= capacity)
        return error_set(e, "certificate.missing:word",
                         "certificate: a line '%s...' is missing or damaged", word);
    size_t count = (size_t)(end - from) - length;
    memcpy(rest, from + length, count);
    rest[count] = 0;
    b->next += length + count + 1;
    if (strlen(rest) != count)
        return error_set(e, "certificate.line:word", "certificate: the line '%s...' is damaged",
                         word);
    return true;
}

static bool read_options(char *text, struct certificate_claim *c, struct error *e)
{
    if (strcmp(text, "-") == 0)
        return true;
    while (text) {
        char *comma = strchr(text, ',');
        if (comma)
            *comma++ = 0;
        if (!game_set_option(c->game, &c->options, text, e))
            return false;
        text = comma;
    }
    return true;
}

static bool read_head(struct bytes *b, struct certificate_claim *c, unsigned long long *count,
                      struct error *e)
{
    char rest[GAME_TEXT_BYTES];

    if (!read_line(b, "abax certificate 1", rest, sizeof rest, e) ||
        !read_line(b, "game ", rest, sizeof rest, e) || !command_game(rest, &c->game, e) ||
        !read_line(b, "options ", rest, sizeof rest, e) || !read_options(rest, c, e) ||
        !read_line(b, "position ", rest, sizeof rest, e) ||
        !c->game->read(&c->options, rest, &c->position, e) ||
        !read_line(b, "claim seat ", rest, sizeof rest, e))
        return false;
    c->seat = rest[0] - '1';
    c->wins = strcmp(rest + (rest[0] != 0), " wins") == 0;
    if (c->seat < 0 || c->seat > 1 || (!c->wins && strcmp(rest + 1, " does not lose") != 0))
        return error_set(e, "certificate.claim:claim", "certificate: claim 'seat %s' is unknown",
                         error_quote(rest).text);
    if (c->game->repetition || game_seats(c->game, &c->options) != 2 ||
        !game_complete(c->game, &c->position))
        return error_set(e, "certificate.game:game", "certificate: game '%s' cannot be checked so",
                         c->game->name);
    if (!read_line(b, "keys ", rest, sizeof rest, e))
        return false;
    if (!text_read_number(rest, UINT64_MAX, count))
        return error_set(e, "certificate.keys:keys", "certificate: keys '%s' is not a number",
                         error_quote(rest).text);
    return true;
}

static bool read_number(struct bytes *b, uint64_t *number)
{
    *number = 0;
    for (unsigned shift = 0; shift < 64 && b->next < b->count; shift += 7) {
        unsigned byte = b->at[b->next++];
        *number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

static bool read_keys(struct bytes *b, struct certificate_claim *c, unsigned long long count,
                      struct error *e)
{
    uint64_t key = 0, step;

    for (unsigned long long i = 0; i < count; i++) {
        if (!read_number(b, &step) || step == 0 || key + step < key)
            return error_set(e, "certificate.key:key,count",
                             "certificate: key %llu of %llu is damaged", i + 1, count);
        key += step;
        if (keys_add(&c->keys, key) == KEYS_NO_MEMORY)
            return error_set(e, "certificate.memory:count",
                             "there is not enough memory for %llu keys", count);
    }
    return true;
}

static bool read_sum(struct bytes *b, size_t from, struct error *e)
{
    uint64_t sum = 0xcbf29ce484222325u;
    char wanted[17], rest[17];
    struct text t;

    for (size_t i = from; i < b->next; i++)
        sum = (sum ^ b->at[i]) * 0x100000001b3u;
    text_init(&t, wanted, sizeof wanted);
    text_format(&t, "%016llx", (unsigned long long)sum);
    if (!read_line(b, "sum ", rest, sizeof rest, e))
        return false;
    if (strcmp(rest, wanted) != 0)
        return error_set(e, "certificate.sum:wanted,given",
                         "certificate: the sum is %s, not %s: the file is damaged", wanted,
                         error_quote(rest).text);
    return true;
}

static bool read_claim(struct bytes *b, struct certificate_claim *c, struct error *e)
{
    unsigned long long count;
    size_t from = b->next;

    return read_head(b, c, &count, e) && read_keys(b, c, count, e) && read_sum(b, from, e);
}

// ---------------------------------------------------------------------------------------------
// Walking
// ---------------------------------------------------------------------------------------------

struct walk {
    const struct certificate_claim *claim;
    struct keys seen;
    uint64_t finished; // games that ended
    time_t reported;
    struct error *error;
};

static const char *position_text(const struct walk *w, const struct game_position *p,
                                 char storage[GAME_TEXT_BYTES])
{
    struct text t;

    text_init(&t, storage, GAME_TEXT_BYTES);
    w->claim->game->write(p, &t);
    return storage;
}

static bool keeps_claim(const struct certificate_claim *c, const struct game_result *result)
{
    return c->wins ? result->outcome[c->seat] == GAME_WIN : result->outcome[c->seat] != GAME_LOSS;
}

bool claim_choose(const struct certificate_claim *c, const struct game_position *p,
                  const struct game_actions *list, struct game_position *after)
{
    struct game_result result;

    for (unsigned i = 0; i < list->count; i++) {
        c->game->apply(p, list->at[i], after);
        c->game->result(after, &result);
        if (result.over && keeps_claim(c, &result))
            return true;
    }
    for (unsigned i = 0; i < list->count; i++) {
        c->game->apply(p, list->at[i], after);
        c->game->result(after, &result);
        if (!result.over && keys_has(&c->keys, game_canonical_key(c->game, after)))
            return true;
    }
    return false;
}

static void show_progress(struct walk *w)
{
    time_t now = time(NULL);

    if (now - w->reported >= 5)
        fprintf(stderr, "%zu positions\n", w->seen.count);
    if (now - w->reported >= 5)
        w->reported = now;
}

// Whether the claim holds from here on. A position that was seen is not walked again: no position
// can come back in these games, so it has been walked to its end already, or the walk has failed.
static bool holds(struct walk *w, const struct game_position *p)
{
    const struct certificate_claim *c = w->claim;
    struct game_result result;
    struct game_actions list;
    struct game_position after;

    c->game->result(p, &result);
    if (result.over) {
        w->finished++;
        return keeps_claim(c, &result) ||
               error_set(w->error, "certificate.broken:position",
                         "certificate refused: the claim is broken at %.200s",
                         position_text(w, p, (char[GAME_TEXT_BYTES]){0}));
    }
    enum keys_added added = keys_add(&w->seen, game_key(c->game, p));
    if (added != KEYS_NEW)
        return added == KEYS_OLD ||
               error_set(w->error, "check.memory", "there is not enough memory to go on");
    if (w->seen.count % 65536 == 0)
        show_progress(w);
    game_list(c->game, p, &list);
    if (c->game->to_act(p) == c->seat) {
        if (!claim_choose(c, p, &list, &after))
            return error_set(w->error, "certificate.unlisted:position",
                             "certificate refused: no listed action at %.200s",
                             position_text(w, p, (char[GAME_TEXT_BYTES]){0}));
        return holds(w, &after);
    }
    for (unsigned i = 0; i < list.count; i++) {
        c->game->apply(p, list.at[i], &after);
        if (!holds(w, &after))
            return false;
    }
    return true;
}

static void say_accepted(const struct walk *w, struct text *answer)
{
    const struct certificate_claim *c = w->claim;

    text_format(answer, "accepted: %s, position ", c->game->name);
    c->game->write(&c->position, answer);
    text_format(answer, ": seat %d %s; %zu keys, %zu positions, %llu games\n", c->seat + 1,
                c->wins ? "wins" : "does not lose", c->keys.count, w->seen.count,
                (unsigned long long)w->finished);
}

static void add_text(void *to, const char *bytes, size_t count)
{
    text_bytes(to, bytes, count);
}

static void write_accepted(const struct walk *w, struct text *answer)
{
    const struct certificate_claim *c = w->claim;
    struct output out = {add_text, answer};
    char storage[GAME_TEXT_BYTES], options[80];
    struct json_writer j;
    struct text t;

    text_init(&t, options, sizeof options);
    game_options_text(c->game, &c->options, &t);
    answer_begin(&j, &out);
    json_write_string(&j, "game", c->game->name);
    json_write_string(&j, "options", options);
    json_write_string(&j, "position", position_text(w, &c->position, storage));
    json_write_number(&j, "seat", c->seat);
    json_write_string(&j, "claim", c->wins ? "wins" : "does not lose");
    json_write_number(&j, "keys", (long long)c->keys.count);
    json_write_number(&j, "positions", (long long)w->seen.count);
    json_write_number(&j, "games", (long long)w->finished);
    answer_end(&j);
}

static bool check_claim(const struct certificate_claim *c, bool json, struct text *answer,
                        struct error *e)
{
    struct walk w = {.claim = c, .reported = time(NULL), .error = e};
    bool accepted = holds(&w, &c->position);

    if (accepted && json)
        write_accepted(&w, answer);
    else if (accepted)
        say_accepted(&w, answer);
    keys_clear(&w.seen);
    return accepted;
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

static bool check_file(struct bytes *b, const struct arguments *a, struct keys *safe,
                       struct text *answer, struct error *e)
{
    const struct check_options *chosen = a->chosen;
    bool accepted;

    do {
        struct certificate_claim c = {0};
        accepted = read_claim(b, &c, e) && check_claim(&c, a->json, answer, e);
        if (accepted && chosen->book && !c.wins && !cli_program.lab->add_safe(&c, safe))
            accepted = error_set(e, "check.memory", "there is not enough memory to go on");
        keys_clear(&c.keys);
    } while (accepted && b->next < b->count);
    return accepted;
}

static bool run_check(const struct arguments *a, struct output *out, struct error *e)
{
    enum { MOST_CLAIMS = 2 };
    const struct check_options *chosen = a->chosen;
    char storage[MOST_CLAIMS * (2 * GAME_TEXT_BYTES + 400)]; // as JSON it is longer
    struct text answer;
    struct bytes b = {0};
    struct keys safe = {0};

    text_init(&answer, storage, sizeof storage);
    b.at = (unsigned char *)cli_read_file(a->rest[0], CLI_MOST_PROOF, &b.count, e);
    bool accepted = b.at && check_file(&b, a, &safe, &answer, e) &&
                    (!chosen->book || cli_program.lab->write_safe(chosen->book, &safe, e));
    if (accepted)
        output_add(out, storage);
    keys_clear(&safe);
    free(b.at);
    return accepted;
}

static const struct check_options defaults;
static const struct option options[] = {
    {OPTION("--book", "FILE", WORD), OPTION_LOCAL(check_options, book),
     .help = SENTENCE("option.check.book", "add what does not lose to a book, for players")},
    OPTION_END,
};

const struct command cli_check_command = {
    .name = "check",
    .usage = "FILE [OPTION...]",
    .help =
        SENTENCE("cli.command.check", "check the proof that 'abax-lab solve --certificate' wrote"),
    .more = SENTENCE(
        "cli.command.check.more",
        "Walks every reply with the rules alone and accepts the claim or says where it fails."),
    .options = COMMAND_OPTIONS(options, options_json),
    .least = 1,
    .most = 1,
    .run = run_check,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
