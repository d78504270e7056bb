// SPDX-License-Identifier: MIT
// `abax record`: records in files, checked, shown, listed, chosen from, and turned into other
// forms.
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/newfile.h"
#include "cli/recordfiles.h"
#include "record/dealproof.h"

enum { PATH = 1024 };

static void write_file(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

static void tell_proof(const struct dealproof *p, const struct catalogue *messages,
                       struct output *out)
{
    char said[CLI_SENTENCE];
    struct text t;

    text_init(&t, said, sizeof said);
    if (p->shares == 0)
        text_say(&t, messages, "record.word",
                 "the deal rests on the server's word: no seat had a part in it");
    else
        text_say_count(&t, messages, (unsigned)p->shares, "record.proven:n",
                       "the deal is proven: the server and %u seat had parts in it",
                       "the deal is proven: the server and %u seats had parts in it",
                       (unsigned)p->shares);
    output_format(out, "%s\n", said);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (!(p->silent >> seat & 1))
            continue;
        text_init(&t, said, sizeof said);
        text_say(&t, messages, "record.silent:seat",
                 "seat %d was asked for a part of the deal and gave none in time: for it the deal "
                 "rests on the server's word",
                 seat + 1);
        output_format(out, "%s\n", said);
    }
}

bool record_tell(const struct record *r, const struct catalogue *messages, struct output *out,
                 struct error *e)
{
    static const struct form_request request = {.form = FORM_CHECK};
    struct dealproof proof;

    if (!dealproof_check(r, &proof, e) || !form_write(r, &request, out, e))
        return false;
    if (proof.shares >= 0)
        tell_proof(&proof, messages, out);
    return true;
}

// ---------------------------------------------------------------------------------------------
// One game
// ---------------------------------------------------------------------------------------------

// The game to work on: the only one of the file, or number --nth of those that pass the filter.
static bool find_one(const char *path, uint64_t nth, const struct filter *filter, struct record *r,
                     struct error *e)
{
    struct record_source source;
    struct record next;
    uint64_t found = 0;

    if (!record_source_open(&source, path, e))
        return false;
    record_init(&next);
    while (found < (nth ? nth : 2) && record_source_next(&source, &next, e)) {
        if (!filter_passes(filter, &next))
            continue;
        found++;
        if (found == (nth ? nth : 1)) {
            record_clear(r);
            *r = next;
            record_init(&next);
        }
    }
    bool empty = source.collection.games == 0;
    record_clear(&next);
    record_source_close(&source);
    if (e->message.text[0])
        return false;
    if (empty)
        return error_set(e, "record.empty", "line 1: the record is empty");
    if (nth ? found == nth : found == 1)
        return true;
    if (found == 0 && !nth)
        return error_set(e, "record.none:file", "file '%s' has no such game",
                         error_quote(path).text);
    return nth ? error_set(e, "record.nth:file,games,nth",
                           "file '%s' has %llu such games, and no game %llu",
                           error_quote(path).text, (unsigned long long)found,
                           (unsigned long long)nth)
               : error_set(e, "record.several:file",
                           "file '%s' has several games: choose one with --nth K",
                           error_quote(path).text);
}

bool cli_read_record(const char *path, uint64_t nth, struct record *r, struct error *e)
{
    static const struct filter all = {0};

    return find_one(path, nth, &all, r, e);
}

// ---------------------------------------------------------------------------------------------
// Converting
// ---------------------------------------------------------------------------------------------

bool record_write_to(const struct record *r, const struct form_request *request, const char *path,
                     struct error *e)
{
    struct newfile file;

    if (!newfile_open(&file, path, e))
        return false;
    struct output out = {write_file, file.file};
    return newfile_close(&file, form_write(r, request, &out, e), e);
}

// One picture for each position of the main line: 000.svg, 001.svg and so on.
static bool write_pictures(const struct record *r, struct form_request *request, const char *folder,
                           struct output *out, struct error *e)
{
    unsigned length = record_length(r), written = 0;
    char said[CLI_SENTENCE];
    struct text t;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(e, "folder.unmade:folder,reason", "folder '%s' cannot be made: %s",
                         error_quote(folder).text, strerror(errno));
    for (unsigned ply = 0; ply <= length; ply++) {
        char path[PATH];
        if (record_is_view(r) && ply != 0 && ply != length)
            continue;
        text_init(&t, path, sizeof path);
        text_format(&t, "%s/%03u.svg", folder, ply);
        request->ply = ply;
        if (t.cut)
            return error_set(e, "path.long:path", "path '%s' is too long",
                             error_quote(folder).text);
        if (!record_write_to(r, request, path, e))
            return false;
        written++;
    }
    text_init(&t, said, sizeof said);
    text_say_count(&t, request->messages, written, "record.pictures:n,folder", "%u picture in %s",
                   "%u pictures in %s", written, error_quote(folder).text);
    output_format(out, "%s\n", said);
    return true;
}

static bool convert(const struct arguments *a, const struct record *r, struct form_request *request,
                    struct output *out, struct error *e)
{
    const char *to = ((const struct record_options *)a->chosen)->to;

    if (request->form == FORM_SVG && a->ply == UNSET) {
        if (!to)
            return error_set(e, "record.svg", "svg needs --out FOLDER, or --ply N for one picture");
        return write_pictures(r, request, to, out, e);
    }
    return to ? record_write_to(r, request, to, e) : form_write(r, request, out, e);
}

static bool convert_one(const struct arguments *a, enum form form, struct output *out,
                        struct error *e)
{
    const struct record_options *chosen = a->chosen;
    struct form_request request = {.form = form,
                                   .ply = a->ply == UNSET ? FORM_LAST : (unsigned)a->ply,
                                   .seat = a->seat == SEES_ALL ? RECORD_ALL : a->seat,
                                   .messages = a->host->messages};
    struct record r;

    if (a->rest_count > 2)
        return error_set(e, "record.one-file:file", "'%s' is one file too many",
                         error_quote(a->rest[2]).text);
    record_init(&r);
    bool fine = find_one(a->rest[1], chosen->nth, &chosen->filter, &r, e) &&
                convert(a, &r, &request, out, e);
    record_clear(&r);
    return fine;
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

static bool run_record(const struct arguments *a, struct output *out, struct error *e)
{
    static const char *const tasks[] = {"check",  "show",  "convert", "list",
                                        "filter", "merge", "split"};
    enum { CHECK, SHOW, CONVERT, LIST, FILTER, MERGE, SPLIT, TASKS };
    const struct record_options *chosen = a->chosen;
    enum form form = FORM_TEXT;
    unsigned task = 0;

    while (task < TASKS && strcmp(a->rest[0], tasks[task]) != 0)
        task++;
    if (task == TASKS)
        return error_set(e, "record.task:task",
                         "'%s' is none of: check, show, convert, list, filter, merge, split",
                         error_quote(a->rest[0]).text);
    if ((a->form && !form_find(a->form, &form, e)) || !filter_check(&chosen->filter, e))
        return false;
    if (a->json && task != LIST)
        return error_set(e, "record.json",
                         "--json is for 'record list' alone; --to json writes whole games");
    if (task == CONVERT && !a->form)
        return error_set(e, "record.convert",
                         "convert needs --to with one of: text, json, actions, link, svg");
    switch (task) {
    case CHECK:
        return record_check(a, out, e);
    case SHOW:
        return convert_one(a, FORM_SHOW, out, e);
    case CONVERT: // pictures and boards are of one game; the others can stand one after the other
        return form == FORM_SVG || form == FORM_SHOW || chosen->nth
                   ? convert_one(a, form, out, e)
                   : record_select(a, form, false, out, e);
    case LIST:
        return record_list(a, out, e);
    case SPLIT:
        return record_split(a, form, out, e);
    default:
        return record_select(a, form, task == MERGE, out, e);
    }
}

static const struct record_options defaults = {.to = NULL};
static const struct option options[] = {
    {OPTION("--out", "PATH", WORD), OPTION_LOCAL(record_options, to),
     .help = SENTENCE("option.record.out", "write to this file, or pictures to this folder")},
    {OPTION("--nth", "K", NUMBER), OPTION_LOCAL(record_options, nth), .least = 1,
     .most = 1000000000,
     .help = SENTENCE("option.record.nth", "only game K of those that are meant")},
    {OPTION("--player", "NAME", WORD), OPTION_LOCAL(record_options, filter.player),
     .help = SENTENCE("option.record.player", "only games of this player")},
    {OPTION("--result", "WORD", WORD), OPTION_LOCAL(record_options, filter.result),
     .help = SENTENCE("option.record.result", "that ended so for it, or for seat 1: win, loss or "
                                              "draw; or ongoing, none")},
    {OPTION("--game", "GAME", WORD), OPTION_LOCAL(record_options, filter.game),
     .help = SENTENCE("option.record.game", "only of this game")},
    {OPTION("--variant", "key=value", WORD), OPTION_LOCAL(record_options, filter.variant),
     .help = SENTENCE("option.record.variant", "only with this option")},
    {OPTION("--opening", "ACTIONS", WORD), OPTION_LOCAL(record_options, filter.opening),
     .help = SENTENCE("option.record.opening", "only those that begin with these actions")},
    {OPTION("--since", "DATE", WORD), OPTION_LOCAL(record_options, filter.since),
     .help = SENTENCE("option.record.since", "only from this day on")},
    {OPTION("--until", "DATE", WORD), OPTION_LOCAL(record_options, filter.until),
     .help = SENTENCE("option.record.until", "only up to this day")},
    {OPTION("--least", "N", NUMBER), OPTION_LOCAL(record_options, filter.least),
     .most = RECORD_MOST, .help = SENTENCE("option.record.least", "only with at least N actions")},
    {OPTION("--most", "N", NUMBER), OPTION_LOCAL(record_options, filter.most), .least = 1,
     .most = RECORD_MOST, .help = SENTENCE("option.record.most", "only with at most N actions")},
    OPTION_END,
};

const struct command cli_record_command = {
    .name = "record",
    .usage = "check|show|convert|list|filter|merge|split FILE... [OPTION...]",
    .help = SENTENCE("cli.command.record",
                     "check, show, convert, list or merge records of games (docs/records.md)"),
    .more = SENTENCE(
        "cli.command.record.more",
        "FILE holds games as text, JSON or links, one after the other; '-' is standard input. A "
        "link may stand\n"
        "for a file. 'show' and pictures are of one game: --nth chooses it. 'filter' writes the "
        "games that are\n"
        "meant, 'merge' those of all files without what is there twice, 'split' each to a file in "
        "the folder of\n"
        "--out; --to chooses the form. 'convert --to svg' writes one picture a position."),
    .options = COMMAND_OPTIONS(options_form, options, options_json),
    .least = 2,
    .most = ANY_NUMBER,
    .run = run_record,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
