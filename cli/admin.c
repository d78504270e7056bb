// SPDX-License-Identifier: MIT
// What whoever runs a server does to its database, while it runs or not.
#include <string.h>

#include "cli/cli.h"
#include "server/store/store.h"

static bool write_one(struct store *s, struct store_write *w, const struct sentence *missing,
                      struct error *e)
{
    if (!store_write(s, w, 1, e))
        return false;
    return w->answer == STORE_DONE || error_row(e, missing);
}

static bool stats(struct store *s, const char *unused, const struct catalogue *words,
                  struct output *out, struct error *e)
{
    struct store_counts counts;

    (void)unused, (void)words;
    if (!store_counts(s, &counts, e))
        return false;
    output_format(out, "games %lld\nplaying %lld\nentries %lld\naccounts %lld\n",
                  (long long)counts.games, (long long)counts.playing, (long long)counts.entries,
                  (long long)counts.accounts);
    return true;
}

static bool set_ban(struct store *s, const char *name, bool banned, const struct catalogue *words,
                    struct output *out, struct error *e)
{
    struct store_write w = {.kind = STORE_SET_BAN};
    bool found;

    if (!store_account_named(s, name, &w.account, &found, e))
        return false;
    if (!found)
        return error_set(e, "account.unknown:name", "there is no account '%s'",
                         error_quote(name).text);
    w.account.banned = banned;
    if (!write_one(
            s, &w,
            &(struct sentence)SENTENCE("admin.account-gone", "the account has gone meanwhile"), e))
        return false;
    if (banned)
        output_say(out, words, "admin.banned:name", "%s is banned", w.account.name);
    else
        output_say(out, words, "admin.unbanned:name", "%s is not banned", w.account.name);
    output_add(out, "\n");
    return true;
}

static bool ban(struct store *s, const char *name, const struct catalogue *words,
                struct output *out, struct error *e)
{
    return set_ban(s, name, true, words, out, e);
}

static bool unban(struct store *s, const char *name, const struct catalogue *words,
                  struct output *out, struct error *e)
{
    return set_ban(s, name, false, words, out, e);
}

static bool remove_game(struct store *s, const char *id, const struct catalogue *words,
                        struct output *out, struct error *e)
{
    struct store_write w = {.kind = STORE_DROP_GAME};

    if (strlen(id) != STORE_ID - 1)
        return error_set(e, "admin.game:game", "'%s' is not the name of a game",
                         error_quote(id).text);
    memcpy(w.game.id, id, STORE_ID);
    if (!write_one(s, &w, &(struct sentence)SENTENCE("admin.no-game", "there is no such game"), e))
        return false;
    output_say(out, words, "admin.removed:game", "game %s is removed", id);
    output_add(out, "\n");
    return true;
}

static bool backup(struct store *s, const char *path, const struct catalogue *words,
                   struct output *out, struct error *e)
{
    if (!store_backup(s, path, e))
        return false;
    output_say(out, words, "admin.written:file", "written to %s", path);
    output_add(out, "\n");
    return true;
}

static const struct {
    const char *name;
    unsigned words; // after the name
    bool (*run)(struct store *s, const char *word, const struct catalogue *words,
                struct output *out, struct error *e);
} tasks[] = {
    {"stats", 0, stats},        {"ban", 1, ban},       {"unban", 1, unban},
    {"remove", 1, remove_game}, {"backup", 1, backup},
};

static bool run(const struct arguments *a, struct output *out, struct error *e)
{
    for (unsigned i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        if (strcmp(tasks[i].name, a->rest[0]) != 0)
            continue;
        if (a->rest_count != tasks[i].words + 1)
            return tasks[i].words
                       ? error_set(e, "admin.one-word:task", "'%s' takes one word", tasks[i].name)
                       : error_set(e, "admin.no-word:task", "'%s' takes no word", tasks[i].name);
        char path[CLI_PATH];
        struct store *s = store_open(cli_database(a->own, path), e);
        if (!s)
            return false;
        bool good = tasks[i].run(s, a->rest_count > 1 ? a->rest[1] : NULL, a->host->words, out, e);
        store_close(s);
        return good;
    }
    return error_set(e, "admin.task:task", "'%s' is none of: stats, ban, unban, remove, backup",
                     error_quote(a->rest[0]).text);
}

static const struct cli_place defaults = {.database = NULL};

const struct command cli_admin_command = {
    .name = "admin",
    .usage = "stats | ban NAME | unban NAME | remove GAME | backup FILE [--db WHERE]",
    .help = SENTENCE("cli.command.admin", "look after the database of a server"),
    .options = COMMAND_OPTIONS(cli_place_options),
    .least = 1,
    .most = 2,
    .run = run,
    .own = &defaults,
    .own_bytes = sizeof defaults,
};
