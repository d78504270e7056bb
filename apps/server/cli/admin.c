// SPDX-License-Identifier: MIT
// What whoever runs a server does to its database, while it runs or not.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/program.h"
#include "server/cli/server.h"
#include "server/live/liveread.h"
#include "server/store/store.h"
#include "server/study/study.h"

static int64_t time_now(void)
{
    return (int64_t)time(NULL) * 1000;
}

// Who does this, for the record: somebody who became root is still himself.
static void name_self(char who[STORE_NAME])
{
    const char *name = getenv("SUDO_USER");
    struct text t;

    text_init(&t, who, STORE_NAME);
    if (!name || !name[0])
        name = getenv("USER");
    if (name && name[0] && text_utf8(name, strlen(name)) == strlen(name))
        text_add(&t, name);
    else
        text_format(&t, "user-%u", (unsigned)getuid());
}

// A change, and in the same transaction the note of who made it.
static bool write_one(struct store *s, struct store_write w, const char *did, const char *about,
                      const struct sentence *missing, struct error *e)
{
    struct store_write both[2] = {w, {.kind = STORE_ADD_AUDIT, .with_last = true}};
    struct store_audit *audit = &both[1].audit;

    audit->at = time_now();
    name_self(audit->who);
    snprintf(audit->did, sizeof audit->did, "%s", did);
    snprintf(audit->about, sizeof audit->about, "%s", about);
    if (!store_write(s, both, 2, e))
        return false;
    return both[0].answer == STORE_DONE || error_row(e, missing);
}

static bool stats(struct store *s, const char *unused, const struct catalogue *messages,
                  struct output *out, struct error *e)
{
    struct store_counts counts;

    (void)unused, (void)messages;
    if (!store_counts(s, &counts, e))
        return false;
    output_format(out, "games %lld\nplaying %lld\nentries %lld\naccounts %lld\n",
                  (long long)counts.games, (long long)counts.playing, (long long)counts.entries,
                  (long long)counts.accounts);
    return true;
}

static bool find_account(struct store *s, const char *name, struct store_account *account,
                         struct error *e)
{
    bool found;

    return store_account_named(s, name, account, &found, e) &&
           (found || error_set(e, "account.unknown:name", "there is no account '%s'",
                               error_quote(name).text));
}

static const struct sentence account_gone =
    SENTENCE("admin.account-gone", "the account has gone meanwhile");

static bool set_ban(struct store *s, const char *name, bool banned,
                    const struct catalogue *messages, struct output *out, struct error *e)
{
    struct store_write w = {.kind = STORE_SET_BAN};

    if (!find_account(s, name, &w.account, e))
        return false;
    w.account.banned = banned;
    if (!write_one(s, w, banned ? "ban" : "unban", w.account.name, &account_gone, e))
        return false;
    if (banned)
        output_say(out, messages, "admin.banned:name", "%s is banned", w.account.name);
    else
        output_say(out, messages, "admin.unbanned:name", "%s is not banned", w.account.name);
    output_add(out, "\n");
    return true;
}

static bool ban(struct store *s, const char *name, const struct catalogue *messages,
                struct output *out, struct error *e)
{
    return set_ban(s, name, true, messages, out, e);
}

static bool unban(struct store *s, const char *name, const struct catalogue *messages,
                  struct output *out, struct error *e)
{
    return set_ban(s, name, false, messages, out, e);
}

static bool set_mute(struct store *s, const char *name, bool muted,
                     const struct catalogue *messages, struct output *out, struct error *e)
{
    struct store_write w = {.kind = STORE_SET_MUTE};

    if (!find_account(s, name, &w.account, e))
        return false;
    w.account.muted = muted;
    if (!write_one(s, w, muted ? "mute" : "unmute", w.account.name, &account_gone, e))
        return false;
    if (muted)
        output_say(out, messages, "admin.muted:name", "%s can say nothing any more",
                   w.account.name);
    else
        output_say(out, messages, "admin.unmuted:name", "%s can talk", w.account.name);
    output_add(out, "\n");
    return true;
}

static bool mute(struct store *s, const char *name, const struct catalogue *messages,
                 struct output *out, struct error *e)
{
    return set_mute(s, name, true, messages, out, e);
}

static bool unmute(struct store *s, const char *name, const struct catalogue *messages,
                   struct output *out, struct error *e)
{
    return set_mute(s, name, false, messages, out, e);
}

// ---------------------------------------------------------------------------------------------
// Reports, and what was done
// ---------------------------------------------------------------------------------------------

// A time as people write it, in the world's.
static void add_time(struct output *out, int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm parts;
    char text[32] = "-";

    if (gmtime_r(&seconds, &parts))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    output_add(out, text);
}

static void add_word(struct output *out, const char *word)
{
    output_format(out, " %s", word[0] ? word : "-");
}

static bool reports(struct store *s, const char *unused, const struct catalogue *messages,
                    struct output *out, struct error *e)
{
    struct store_report list[STORE_LIST];
    unsigned count = 0;

    (void)unused, (void)messages;
    if (!store_reports(s, list, &count, e))
        return false;
    for (unsigned i = 0; i < count; i++) {
        output_format(out, "%lld ", (long long)list[i].number);
        add_time(out, list[i].at);
        add_word(out, list[i].by);
        add_word(out, list[i].reason);
        add_word(out, list[i].name);
        add_word(out, list[i].game);
        output_format(out, " %s\n", error_quote(list[i].text).text);
    }
    return true;
}

static bool close_report(struct store *s, const char *number, const struct catalogue *messages,
                         struct output *out, struct error *e)
{
    static const struct sentence missing =
        SENTENCE("admin.no-report", "no report of this number waits");
    struct store_write w = {.kind = STORE_CLOSE_REPORT, .at = time_now()};
    char *end;

    w.report.number = strtoll(number, &end, 10);
    if (*end || w.report.number <= 0)
        return error_set(e, "admin.number:number", "'%s' is not the number of a report",
                         error_quote(number).text);
    if (!write_one(s, w, "close", number, &missing, e))
        return false;
    output_say(out, messages, "admin.closed:number", "report %s is closed", number);
    output_add(out, "\n");
    return true;
}

static bool audit(struct store *s, const char *unused, const struct catalogue *messages,
                  struct output *out, struct error *e)
{
    struct store_audit list[STORE_LIST];
    unsigned count = 0;

    (void)unused, (void)messages;
    if (!store_audits(s, list, &count, e))
        return false;
    for (unsigned i = 0; i < count; i++) {
        add_time(out, list[i].at);
        add_word(out, list[i].who);
        add_word(out, list[i].did);
        add_word(out, list[i].about);
        output_add(out, "\n");
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Games and copies
// ---------------------------------------------------------------------------------------------

// A study has a name like a game's, and goes the same way.
static bool remove_study(struct store *s, const char *id, const struct catalogue *messages,
                         struct output *out, struct error *e)
{
    struct store_write w = {.kind = STORE_DROP_DOCUMENT};

    memcpy(w.document.id, id, DOCUMENT_ID);
    if (!write_one(s, w, "remove", id,
                   &(struct sentence)SENTENCE("admin.no-study", "there is no such study"), e))
        return false;
    output_say(out, messages, "admin.study-removed:study", "study %s is removed", id);
    output_add(out, "\n");
    return true;
}

static bool remove_game(struct store *s, const char *id, const struct catalogue *messages,
                        struct output *out, struct error *e)
{
    struct store_write w = {.kind = STORE_DROP_GAME};
    struct store_document document;
    bool study = false;

    if (strlen(id) != STORE_ID - 1)
        return error_set(e, "admin.game:game", "'%s' is not the name of a game",
                         error_quote(id).text);
    if (!store_document(s, id, &document, &study, e))
        return false;
    if (study && !strcmp(document.kind, STUDY_KIND))
        return remove_study(s, id, messages, out, e);
    memcpy(w.game.id, id, STORE_ID);
    if (!write_one(s, w, "remove", id,
                   &(struct sentence)SENTENCE("admin.no-game", "there is no such game"), e))
        return false;
    output_say(out, messages, "admin.removed:game", "game %s is removed", id);
    output_add(out, "\n");
    return true;
}

// Plays one game again, from its first entry to its last.
static bool replay(struct store *s, const char *id, int64_t *entries, struct error *e)
{
    struct store_game row;
    struct live_state state;
    bool found;

    if (!store_game(s, id, &row, &found, e))
        return false;
    if (!found)
        return true; // removed meanwhile
    bool good = live_read(&state, s, &row, e);
    *entries += state.journal.number;
    live_clear(&state);
    return good;
}

// The same with all studies.
static bool replay_studies(struct store *s, struct error *e)
{
    char(*ids)[DOCUMENT_ID] = NULL;
    unsigned count = 0;
    bool good = store_documents_now(s, STUDY_KIND, &ids, &count, e);

    for (unsigned i = 0; good && i < count; i++) {
        struct store_event *events = NULL;
        struct study study = {.number = 0};
        struct store_document row;
        unsigned length = 0;
        bool found;
        good = store_document(s, ids[i], &row, &found, e) &&
               store_events(s, ids[i], 0, &events, &length, e) &&
               (!found || study_read(&study, &row, events, length, e));
        study_clear(&study);
        free(events);
    }
    free(ids);
    return good;
}

// A copy is worth something when every game in it can be played on.
static bool replay_all(struct store *s, const struct catalogue *messages, struct output *out,
                       struct error *e)
{
    char ids[STORE_LIST][STORE_ID], last[STORE_ID] = "";
    long long games = 0;
    int64_t entries = 0;
    unsigned count;

    if (!store_check(s, e))
        return false;
    do {
        if (!store_ids(s, last, ids, &count, e))
            return false;
        for (unsigned i = 0; i < count; i++) {
            if (!replay(s, ids[i], &entries, e))
                return false;
            memcpy(last, ids[i], sizeof last);
        }
        games += count;
    } while (count == STORE_LIST);
    if (!replay_studies(s, e))
        return false;
    output_say(out, messages, "admin.sound:games,entries",
               "sound: %lld games with %lld entries were played again", games, (long long)entries);
    output_add(out, "\n");
    return true;
}

static bool verify(struct store *s, const char *unused, const struct catalogue *messages,
                   struct output *out, struct error *e)
{
    (void)unused;
    return replay_all(s, messages, out, e);
}

static bool backup(struct store *s, const char *path, const struct catalogue *messages,
                   struct output *out, struct error *e)
{
    struct store *copy = store_backup(s, path, e) ? store_open(path, e) : NULL;

    if (!copy)
        return false;
    output_say(out, messages, "admin.written:file", "written to %s", path);
    output_add(out, "\n");
    bool good = replay_all(copy, messages, out, e);
    store_close(copy);
    return good;
}

// ---------------------------------------------------------------------------------------------
// Tournaments
// ---------------------------------------------------------------------------------------------

static bool tournaments(struct store *s, const char *unused, const struct catalogue *messages,
                        struct output *out, struct error *e)
{
    char(*ids)[DOCUMENT_ID] = NULL;
    unsigned count = 0;
    bool good = store_documents_now(s, "tournament", &ids, &count, e);

    (void)unused, (void)messages;
    for (unsigned i = 0; good && i < count; i++) {
        struct store_document row;
        bool found;
        good = store_document(s, ids[i], &row, &found, e);
        if (!good || !found)
            continue;
        add_time(out, row.created);
        add_word(out, row.id);
        add_word(out, row.phase == STORE_OPEN ? "open" : "playing");
        add_word(out, row.owner_name);
        add_word(out, row.title);
        output_add(out, "\n");
    }
    free(ids);
    return good;
}

// The note is the end; somebody who writes one at the same moment is first, and it is tried again.
static bool cancel(struct store *s, const char *id, const struct catalogue *messages,
                   struct output *out, struct error *e)
{
    struct store_write w[3] = {
        {.kind = STORE_ADD_EVENT, .event = {.kind = "end", .text = "cancelled"}},
        {.kind = STORE_SET_DOCUMENT, .with_last = true},
        {.kind = STORE_ADD_AUDIT, .with_last = true}};
    bool found = false;

    for (int tries = 0; tries < 10; tries++) {
        if (!store_document(s, id, &w[1].document, &found, e))
            return false;
        if (!found || strcmp(w[1].document.kind, "tournament") != 0 ||
            w[1].document.phase == STORE_OVER)
            return error_set(e, "admin.no-tournament:id", "no tournament '%s' goes on",
                             error_quote(id).text);
        memcpy(w[0].event.document, w[1].document.id, sizeof w[0].event.document);
        w[0].event.number = w[1].document.events;
        w[0].event.at = w[1].document.changed = w[2].audit.at = time_now();
        w[1].document.phase = STORE_OVER;
        name_self(w[2].audit.who);
        snprintf(w[2].audit.did, sizeof w[2].audit.did, "cancel");
        snprintf(w[2].audit.about, sizeof w[2].audit.about, "%s", w[1].document.id);
        if (!store_write(s, w, 3, e))
            return false;
        if (w[0].answer == STORE_DONE)
            break;
    }
    if (w[0].answer != STORE_DONE)
        return error_set(e, "admin.crowded", "too much happens at this tournament: try again");
    output_say(out, messages, "admin.cancelled:id", "tournament %s is cancelled", id);
    output_add(out, "\n");
    return true;
}

static const struct {
    const char *name;
    unsigned words; // after the name
    bool (*run)(struct store *s, const char *word, const struct catalogue *messages,
                struct output *out, struct error *e);
} tasks[] = {
    {"stats", 0, stats},        {"ban", 1, ban},       {"unban", 1, unban},
    {"mute", 1, mute},          {"unmute", 1, unmute}, {"reports", 0, reports},
    {"close", 1, close_report}, {"audit", 0, audit},   {"remove", 1, remove_game},
    {"backup", 1, backup},      {"verify", 0, verify}, {"tournaments", 0, tournaments},
    {"cancel", 1, cancel},
};

// To look at a server that is not there shall not make one.
static bool is_there(const char *where, struct error *e)
{
    return strstr(where, "://") || access(where, F_OK) == 0 ||
           error_set(e, "admin.no-database:file", "there is no database '%s'",
                     error_quote(where).text);
}

static bool admin_run(const struct arguments *a, struct output *out, struct error *e)
{
    for (unsigned i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        if (strcmp(tasks[i].name, a->rest[0]) != 0)
            continue;
        if (a->rest_count != tasks[i].words + 1)
            return tasks[i].words
                       ? error_set(e, "admin.one-word:task", "'%s' takes one word", tasks[i].name)
                       : error_set(e, "admin.no-word:task", "'%s' takes no word", tasks[i].name);
        char path[CLI_PATH];
        const char *where = cli_database(a->chosen, path);
        struct store *s = is_there(where, e) ? store_open(where, e) : NULL;
        if (!s)
            return false;
        bool good =
            tasks[i].run(s, a->rest_count > 1 ? a->rest[1] : NULL, a->host->messages, out, e);
        store_close(s);
        return good;
    }
    return error_set(e, "admin.task:task",
                     "'%s' is none of: stats, ban, unban, mute, unmute, reports, close, audit, "
                     "remove, backup, verify, tournaments, cancel",
                     error_quote(a->rest[0]).text);
}

static const struct cli_place defaults = {.database = NULL};

const struct command cli_admin_command = {
    .name = "admin",
    .usage = "stats | ban NAME | unban NAME | mute NAME | unmute NAME | reports | close NUMBER | "
             "audit | remove GAME | backup FILE | verify | tournaments | cancel TOURNAMENT "
             "[--db WHERE]",
    .help = SENTENCE("cli.command.admin", PROGRAM_HELP_ADMIN),
    .options = COMMAND_OPTIONS(cli_place_options),
    .least = 1,
    .most = 2,
    .run = admin_run,
    .defaults = &defaults,
    .options_bytes = sizeof defaults,
};
