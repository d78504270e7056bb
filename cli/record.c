// SPDX-License-Identifier: MIT
// `abax record`: records in files, checked, shown, and turned into other forms.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "protocol/form.h"

enum { PATH = 1024 };

static void write_file(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

bool cli_read_record(const char *path, struct record *r, struct error *e)
{
    size_t count;

    if (form_is_link(path))
        return form_read(r, path, strlen(path), e);
    char *text = cli_read_file(path, CLI_MOST_RECORDS, &count, e);
    if (!text)
        return false;
    bool fine = form_read(r, text, count, e);
    free(text);
    return fine;
}

// ---------------------------------------------------------------------------------------------
// Checking
// ---------------------------------------------------------------------------------------------

// Checks the games of a text one after the other, and all of them before anything is printed.
static bool check_games(const char *text, size_t length, struct output *out, struct error *e)
{
    static const struct form_wish wish = {.form = FORM_CHECK};
    struct record r;
    unsigned games = 0;

    record_init(&r);
    for (int pass = 0; pass < 2; pass++) {
        const char *at = text;
        size_t left = length;
        unsigned line = 1;
        while (record_read_next(&r, &at, &left, &line, e)) {
            games++;
            if (pass && !form_write(&r, &wish, out, e))
                break;
        }
        record_clear(&r);
        if (e->text[0])
            return false;
    }
    return games > 0 || error_set(e, "record.empty", "line 1: the record is empty");
}

static bool check_one(const char *text, size_t length, struct output *out, struct error *e)
{
    static const struct form_wish wish = {.form = FORM_CHECK};
    struct record r;

    record_init(&r);
    bool fine = form_read(&r, text, length, e) && form_write(&r, &wish, out, e);
    record_clear(&r);
    return fine;
}

static bool check(const char *path, struct output *out, struct error *e)
{
    size_t length;

    if (form_is_link(path))
        return check_one(path, strlen(path), out, e);
    char *text = cli_read_file(path, CLI_MOST_RECORDS, &length, e);
    if (!text)
        return false;
    bool one = form_is_link(text) || text[strspn(text, " \t\r\n")] == '{';
    bool fine = one ? check_one(text, length, out, e) : check_games(text, length, out, e);
    free(text);
    return fine;
}

// ---------------------------------------------------------------------------------------------
// Converting
// ---------------------------------------------------------------------------------------------

static bool write_to(const struct record *r, const struct form_wish *wish, const char *path,
                     struct error *e)
{
    FILE *file = fopen(path, "wb");
    struct output out = {write_file, file};

    if (!file)
        return error_set(e, "file.unwritten:file", "file '%s' cannot be written",
                         error_quote(path).text);
    bool made = form_write(r, wish, &out, e), kept = !ferror(file);
    kept &= fclose(file) == 0;
    if (made && kept)
        return true;
    remove(path);
    return made ? error_set(e, "file.unwritten:file", "file '%s' cannot be written",
                            error_quote(path).text)
                : false;
}

// One picture for each position of the main line: 000.svg, 001.svg and so on.
static bool write_pictures(const struct record *r, struct form_wish *wish, const char *folder,
                           struct output *out, struct error *e)
{
    unsigned length = record_length(r), written = 0;
    char said[CLI_SENTENCE];
    struct text t;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(e, "folder.unmade:folder", "folder '%s' cannot be made",
                         error_quote(folder).text);
    for (unsigned ply = 0; ply <= length; ply++) {
        char path[PATH];
        if (record_is_view(r) && ply != 0 && ply != length)
            continue;
        text_init(&t, path, sizeof path);
        text_format(&t, "%s/%03u.svg", folder, ply);
        wish->ply = ply;
        if (t.cut)
            return error_set(e, "path.long:path", "path '%s' is too long",
                             error_quote(folder).text);
        if (!write_to(r, wish, path, e))
            return false;
        written++;
    }
    text_init(&t, said, sizeof said);
    text_say_count(&t, wish->words, written, "record.pictures:n,folder", "%u picture in %s",
                   "%u pictures in %s", written, error_quote(folder).text);
    output_format(out, "%s\n", said);
    return true;
}

struct record_own {
    const char *to; // a file or folder, or NULL
};

static bool convert(const struct arguments *a, const struct record *r, struct form_wish *wish,
                    struct output *out, struct error *e)
{
    const char *to = ((const struct record_own *)a->own)->to;

    if (wish->form == FORM_SVG && a->ply == UNSET) {
        if (!to)
            return error_set(e, "record.svg", "svg needs --out FOLDER, or --ply N for one picture");
        return write_pictures(r, wish, to, out, e);
    }
    return to ? write_to(r, wish, to, e) : form_write(r, wish, out, e);
}

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    struct form_wish wish = {.ply = a->ply == UNSET ? FORM_LAST : (unsigned)a->ply,
                             .seat = a->seat == SEES_ALL ? RECORD_ALL : a->seat,
                             .words = a->host->words};
    const char *what = a->rest[0];
    struct record r;

    if (!strcmp(what, "check"))
        return check(a->rest[1], out, e);
    if (strcmp(what, "show") != 0 && strcmp(what, "convert") != 0)
        return error_set(e, "record.task:task", "'%s' is none of: check, show, convert",
                         error_quote(what).text);
    if (a->form && !form_find(a->form, &wish.form, e))
        return false;
    if (what[0] == 's')
        wish.form = FORM_SHOW;
    else if (!a->form)
        return error_set(e, "record.convert",
                         "convert needs --to with one of: text, json, actions, link, svg");
    record_init(&r);
    bool fine = cli_read_record(a->rest[1], &r, e) && convert(a, &r, &wish, out, e);
    record_clear(&r);
    return fine;
}

static const struct record_own defaults = {.to = NULL};
static const struct option options[] = {
    {OPTION("--out", "PATH", WORD), OPTION_OWN(record_own, to),
     .help = SENTENCE("option.record.out", "write to this file, or pictures to this folder")},
    OPTION_END,
};

const struct command cli_record_command = {
    .name = "record",
    .usage = "check|show|convert FILE [--to FORM] [--ply N] [--out PATH]",
    .help = SENTENCE("cli.command.record",
                     "check, show or convert the record of a game (docs/records.md)"),
    .more = SENTENCE(
        "cli.command.record.more",
        "FILE is a record as text or JSON, '-' for standard input, or a link. 'check' takes a file "
        "of\n"
        "several games. 'convert --to svg' writes one picture a position to the folder of --out."),
    .options = COMMAND_OPTIONS(options_form, options),
    .least = 2,
    .most = 2,
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
