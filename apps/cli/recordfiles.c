// SPDX-License-Identifier: MIT
// Files of many games for `abax record`. Games are read one by one, so that a file may be larger
// than the memory; what is remembered of all of them is a number each, to find those that are there
// twice.
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/jsonwrite.h"
#include "base/keys.h"
#include "cli/newfile.h"
#include "cli/recordfiles.h"
#include "record/dealproof.h"

enum { PATH = 1024, HASHED = 1 << 12 };

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

static size_t read_some(void *to, char *bytes, size_t capacity)
{
    struct record_source *s = to;
    size_t length;

    if (s->file)
        return fread(bytes, 1, capacity, s->file);
    length = strlen(s->link);
    length = length < capacity ? length : capacity;
    memcpy(bytes, s->link, length);
    s->link += length;
    return length;
}

bool record_source_open(struct record_source *s, const char *path, struct error *e)
{
    *s = (struct record_source){.path = path, .link = form_is_link(path) ? path : NULL};
    collection_init(&s->collection, read_some, s);
    if (!s->link)
        s->file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    return s->link || s->file || cli_unread(path, e);
}

void record_source_close(struct record_source *s)
{
    collection_clear(&s->collection);
    if (s->file && s->file != stdin)
        fclose(s->file);
}

bool record_source_next(struct record_source *s, struct record *r, struct error *e)
{
    if (collection_next(&s->collection, r, e))
        return true;
    if (!e->message.text[0] && s->file && ferror(s->file))
        cli_unread(s->path, e);
    return false;
}

// Calls `take` with every game of all files that is meant, and its number among them; false with a
// sentence at the first error.
static bool each_game(const struct arguments *a,
                      bool (*take)(void *to, const struct record *r, uint64_t number,
                                   struct error *e),
                      void *to, struct error *e)
{
    const struct record_options *chosen = a->chosen;
    struct record_source source;
    struct record r;
    uint64_t number = 0;
    bool fine = true;

    record_init(&r);
    for (unsigned i = 1; fine && i < a->rest_count; i++) {
        fine = record_source_open(&source, a->rest[i], e);
        while (fine && record_source_next(&source, &r, e)) {
            if (filter_passes(&chosen->filter, &r) && (++number == chosen->nth || !chosen->nth))
                fine = take(to, &r, number, e);
        }
        // With several files a line alone does not say where.
        if (fine && e->message.text[0])
            fine = a->rest_count > 2 && cli_in_file(a->rest[i], e);
        record_source_close(&source);
    }
    record_clear(&r);
    return fine;
}

// ---------------------------------------------------------------------------------------------
// Checking
// ---------------------------------------------------------------------------------------------

struct checking {
    const struct catalogue *messages;
    struct output *out; // or NULL: only checked
    uint64_t games;
};

static bool check_game(void *to, const struct record *r, uint64_t number, struct error *e)
{
    struct checking *c = to;
    struct dealproof proof;

    (void)number;
    c->games++;
    return c->out ? record_tell(r, c->messages, c->out, e) : dealproof_check(r, &proof, e);
}

// All games are checked before anything is printed, unless they can be read only once.
bool record_check(const struct arguments *a, struct output *out, struct error *e)
{
    struct checking c = {.messages = a->host->messages};
    bool again = true;

    for (unsigned i = 1; i < a->rest_count; i++) {
        struct stat about;
        again &=
            form_is_link(a->rest[i]) || (stat(a->rest[i], &about) == 0 && S_ISREG(about.st_mode));
    }
    if (again && !each_game(a, check_game, &c, e))
        return false;
    c.out = out;
    c.games = 0;
    if (!each_game(a, check_game, &c, e))
        return false;
    return c.games > 0 || error_set(e, "record.empty", "line 1: the record is empty");
}

// ---------------------------------------------------------------------------------------------
// Listing
// ---------------------------------------------------------------------------------------------

struct listing {
    bool json;
    struct output *out;
};

static void list_json(const struct listing *l, const struct record *r, uint64_t number,
                      const char *options, const char *result)
{
    struct json_writer j;

    json_write_init(&j, l->out);
    json_write_object(&j, NULL);
    json_write_number(&j, "number", (long long)number);
    json_write_string(&j, "game", r->setup.game->name);
    json_write_string(&j, "options", options);
    json_write_string(&j, "date", r->date[0] ? r->date : NULL);
    json_write_array(&j, "seats");
    for (int seat = 0; seat < record_seats(r); seat++) {
        const struct match_seat *s = &r->setup.seats[seat];
        json_write_object(&j, NULL);
        json_write_string(&j, "name", s->name[0] ? s->name : NULL);
        json_write_string(&j, "player",
                          s->who == MATCH_COMPUTER ? s->player
                          : s->who == MATCH_REMOTE ? "remote"
                                                   : "person");
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    json_write_number(&j, "actions", record_length(r));
    json_write_string(&j, "result", result);
    json_write_end_object(&j);
    output_add(l->out, "\n");
}

static bool list_game(void *to, const struct record *r, uint64_t number, struct error *e)
{
    const struct listing *l = to;
    char options[120], result[120];
    struct text t;

    (void)e;
    text_init(&t, options, sizeof options);
    game_options_text(r->setup.game, &r->setup.options, &t);
    text_init(&t, result, sizeof result);
    if (r->end.how == MATCH_ABORTED)
        text_add(&t, "none");
    else
        game_result_text(r->setup.game, &r->setup.options, &r->result, &t);
    if (l->json) {
        list_json(l, r, number, options, result);
        return true;
    }
    output_format(l->out, "%llu\t%s\t%s %s\t", (unsigned long long)number,
                  r->date[0] ? r->date : "-", r->setup.game->name, options);
    for (int seat = 0; seat < record_seats(r); seat++) {
        const struct match_seat *s = &r->setup.seats[seat];
        const char *name = s->name[0] ? s->name : s->who == MATCH_COMPUTER ? s->player : "-";
        output_format(l->out, "%s%s", seat ? " | " : "", name);
    }
    output_format(l->out, "\t%u\t%s\n", record_length(r), result);
    return true;
}

bool record_list(const struct arguments *a, struct output *out, struct error *e)
{
    struct listing l = {a->json, out};

    return each_game(a, list_game, &l, e);
}

// ---------------------------------------------------------------------------------------------
// Choosing and merging
// ---------------------------------------------------------------------------------------------

struct selecting {
    struct form_request request;
    struct output *out;
    bool once; // what is there twice is written once
    struct keys seen;
    uint64_t written;
};

// A running hash of what is written.
struct hashing {
    uint64_t hash;
    size_t filled;
    char bytes[HASHED];
};

static void hash_some(void *to, const char *bytes, size_t count)
{
    struct hashing *h = to;

    for (size_t i = 0; i < count; i++) {
        h->bytes[h->filled++] = bytes[i];
        if (h->filled == sizeof h->bytes) {
            h->hash = hash_word(h->hash, hash_bytes(h->bytes, h->filled));
            h->filled = 0;
        }
    }
}

// Two records are the same when their texts are.
static uint64_t hash_game(const struct record *r)
{
    struct hashing h = {0};
    struct output out = {hash_some, &h};

    record_write(r, &out);
    return hash_mix(hash_word(h.hash, hash_bytes(h.bytes, h.filled)));
}

static bool select_game(void *to, const struct record *r, uint64_t number, struct error *e)
{
    struct selecting *s = to;
    enum keys_added added = s->once ? keys_add(&s->seen, hash_game(r)) : KEYS_NEW;

    (void)number;
    if (added == KEYS_NO_MEMORY)
        return error_set(e, "record.many", "there is no memory for this many games");
    if (added == KEYS_OLD)
        return true;
    if (s->written++ && s->request.form == FORM_TEXT)
        output_add(s->out, "\n");
    return form_write(r, &s->request, s->out, e);
}

static void write_file(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

// Writes to the file of --out, which may be one of those that are read.
bool record_select(const struct arguments *a, enum form form, bool once, struct output *out,
                   struct error *e)
{
    const struct record_options *chosen = a->chosen;
    struct newfile file = {0};

    if (chosen->to && !newfile_open(&file, chosen->to, e))
        return false;
    struct output to = {write_file, file.file};
    struct selecting s = {.request = {.form = form,
                                      .ply = a->ply == UNSET ? FORM_LAST : (unsigned)a->ply,
                                      .seat = RECORD_ALL,
                                      .messages = a->host->messages},
                          .out = chosen->to ? &to : out,
                          .once = once};
    bool fine = each_game(a, select_game, &s, e);
    keys_clear(&s.seen);
    return chosen->to ? newfile_close(&file, fine, e) : fine;
}

// ---------------------------------------------------------------------------------------------
// Splitting
// ---------------------------------------------------------------------------------------------

struct splitting {
    struct form_request request;
    const char *folder;
    unsigned files;
};

static bool split_game(void *to, const struct record *r, uint64_t number, struct error *e)
{
    struct splitting *s = to;
    const char *ending = s->request.form == FORM_JSON  ? "json"
                         : s->request.form == FORM_SVG ? "svg"
                                                       : "txt";
    char path[PATH];
    struct text t;

    text_init(&t, path, sizeof path);
    text_format(&t, "%s/%06llu.%s", s->folder, (unsigned long long)number, ending);
    s->files++;
    return t.cut ? error_set(e, "path.long:path", "path '%s' is too long",
                             error_quote(s->folder).text)
                 : record_write_to(r, &s->request, path, e);
}

// A file of the folder could be written over before it is read.
static bool outside(const struct arguments *a, const char *folder, struct error *e)
{
    struct stat ours, theirs;
    char path[PATH];
    struct text t;

    for (unsigned i = 1; i < a->rest_count; i++) {
        const char *end = strrchr(a->rest[i], '/');
        text_init(&t, path, sizeof path);
        text_format(&t, "%.*s.", end ? (int)(end + 1 - a->rest[i]) : 0, a->rest[i]);
        if (!form_is_link(a->rest[i]) && strcmp(a->rest[i], "-") != 0 && stat(path, &theirs) == 0 &&
            stat(folder, &ours) == 0 && ours.st_dev == theirs.st_dev &&
            ours.st_ino == theirs.st_ino)
            return error_set(e, "record.split-inside:file",
                             "file '%s' lies in the folder of --out: name another folder",
                             error_quote(a->rest[i]).text);
    }
    return true;
}

bool record_split(const struct arguments *a, enum form form, struct output *out, struct error *e)
{
    const struct record_options *chosen = a->chosen;
    struct splitting s = {.request = {.form = form,
                                      .ply = a->ply == UNSET ? FORM_LAST : (unsigned)a->ply,
                                      .seat = RECORD_ALL,
                                      .messages = a->host->messages},
                          .folder = chosen->to};
    char said[CLI_SENTENCE];
    struct text t;

    if (!chosen->to)
        return error_set(e, "record.split", "split needs --out FOLDER");
    if (mkdir(chosen->to, 0777) != 0 && errno != EEXIST)
        return error_set(e, "folder.unmade:folder,reason", "folder '%s' cannot be made: %s",
                         error_quote(chosen->to).text, strerror(errno));
    if (!outside(a, chosen->to, e) || !each_game(a, split_game, &s, e))
        return false;
    text_init(&t, said, sizeof said);
    text_say_count(&t, a->host->messages, s.files, "record.split-into:n,folder", "%u game in %s",
                   "%u games in %s", s.files, error_quote(chosen->to).text);
    output_format(out, "%s\n", said);
    return true;
}
