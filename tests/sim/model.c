// SPDX-License-Identifier: MIT
// The journal as it was really committed, and the checks against it.
#include "tests/sim/model.h"

#include <stdlib.h>
#include <string.h>

#include "server/store/store.h"

struct model model;

struct model_game *model_game(const char *id)
{
    for (unsigned i = 0; i < model.game_count; i++) {
        if (!strcmp(model.games[i]->id, id))
            return model.games[i];
    }
    if (model.game_count == MODEL_GAMES)
        sim_fail("too many games");
    struct model_game *g = calloc(1, sizeof *g);
    snprintf(g->id, sizeof g->id, "%s", id);
    memset(g->sitter, -1, sizeof g->sitter);
    model.games[model.game_count++] = g;
    return g;
}

struct command *model_command(int64_t ref)
{
    for (unsigned i = model.command_count; i-- > 0;) {
        if (model.commands[i].ref == ref)
            return &model.commands[i];
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Entries
// ---------------------------------------------------------------------------------------------

static void keep_moment(struct model_game *g)
{
    struct moment *m = &g->moments[g->count];

    m->position = g->state.match.history.position;
    m->ply = g->state.match.history.length;
    m->to_act = match_to_act(&g->state.match);
    m->over = match_over(&g->state.match);
}

static void make_room(struct model_game *g)
{
    if (g->count + 1 < g->capacity)
        return;
    g->capacity = g->capacity ? g->capacity * 2 : 64;
    g->entries = realloc(g->entries, g->capacity * sizeof *g->entries);
    g->moments = realloc(g->moments, g->capacity * sizeof *g->moments);
    g->stored = realloc(g->stored, g->capacity * sizeof *g->stored);
    if (!g->entries || !g->moments || !g->stored)
        sim_fail("no memory for a journal");
}

static bool read_row(struct store *s, struct model_game *g)
{
    struct store_game row;
    struct error e;
    bool found = false;

    if (!store_game(s, g->id, &row, &found, &e))
        sim_fail("the row of game %s cannot be read: %s", g->id, e.message.text);
    if (!found)
        return false;
    if (!live_init(&g->state, &row, &e))
        sim_fail("the row of game %s makes no sense: %s", g->id, e.message.text);
    g->known = true;
    make_room(g);
    keep_moment(g);
    return true;
}

static void compare_game(struct store *s, struct model_game *g, bool learn);

static struct store *open_copy(void)
{
    struct error e;

    sim.observes = true;
    // What a database shared by several holds is what they see; a file is read as it would be after
    // a crash. Time stands here: no process can wait for a lock.
    struct store *s = store_open(sim.cluster && !disk_locked() ? database_name : disk_copy(), &e);

    if (!s)
        sim_fail("the database cannot be opened again: %s", e.message.text);
    return s;
}

static void close_copy(struct store *s)
{
    store_close(s);
    sim.observes = false;
}

bool model_row(struct model_game *g)
{
    // A deal may be made later than the game, but before its first entry.
    if (g->known && g->count == 0 && g->state.match.setup.game->hidden && !sim.observes) {
        live_clear(&g->state);
        g->known = false;
    }
    if (g->known)
        return true;
    struct store *s = open_copy();
    bool found = read_row(s, g);
    // A game that was not announced before a process died may have entries already. In a file that
    // no process has recovered they may still go with the power.
    if (found)
        compare_game(s, g, sim.cluster || process_up(0));
    close_copy(s);
    return found;
}

static bool same(const struct store_entry *a, const struct store_entry *b)
{
    return a->number == b->number && a->seat == b->seat && a->at == b->at &&
           !strcmp(a->kind, b->kind) && !strcmp(a->text, b->text);
}

void model_stored(const struct store_entry *entry)
{
    struct model_game *g = model_game(entry->game);
    struct error e;

    if (!model_row(g))
        sim_fail("game %s has an entry and no row", entry->game);
    if (entry->number > g->count && g->known)
        model_learn(); // a commit in which the process died, or whose sync failed, was stored after all
    if (entry->number < g->count && same(entry, &g->entries[entry->number]))
        return;
    if (entry->number != g->count)
        sim_fail("game %s: entry %u was stored where %u should come", g->id, entry->number,
                 g->count);
    make_room(g);
    sim_note("stored game %s %u %s seat %d '%s' at %lld", g->id, entry->number, entry->kind,
             entry->seat, entry->text, (long long)(entry->at - SIM_EPOCH));
    clocks_check(g, entry);
    if (!live_apply(&g->state, entry, &e))
        sim_fail("game %s: entry %u (%s %s of seat %d) does not fit the game: %s", g->id,
                 entry->number, entry->kind, entry->text, entry->seat, e.message.text);
    g->entries[g->count] = *entry;
    g->stored[g->count++] = sim_now();
    keep_moment(g);
}

// ---------------------------------------------------------------------------------------------
// The files
// ---------------------------------------------------------------------------------------------

static void compare_game(struct store *s, struct model_game *g, bool learn)
{
    struct store_entry *entries = NULL;
    struct store_game row;
    unsigned count = 0;
    bool found = false;
    struct error e;

    if (!g->known && !read_row(s, g))
        return;
    if (!store_game(s, g->id, &row, &found, &e) || !found)
        sim_fail("game %s was stored and is lost", g->id);
    if (!store_journal(s, g->id, 0, &entries, &count, &e))
        sim_fail("the journal of game %s cannot be read: %s", g->id, e.message.text);
    for (unsigned i = 0; i < g->count; i++) {
        if (i >= count || !same(&entries[i], &g->entries[i]))
            sim_fail("game %s: entry %u (%s) was stored and is lost", g->id, i, g->entries[i].kind);
    }
    for (unsigned i = g->count; learn && i < count; i++)
        model_stored(&entries[i]);
    if (count == g->count && match_over(&g->state.match) != (row.phase == STORE_OVER))
        sim_fail("game %s: the journal says that it is %s, its row has phase %d", g->id,
                 match_over(&g->state.match) ? "over" : "not over", (int)row.phase);
    free(entries);
}

static void compare(bool learn)
{
    struct store *s = open_copy();

    for (unsigned i = 0; i < model.game_count; i++)
        compare_game(s, model.games[i], learn);
    close_copy(s);
}

void model_compare(void)
{
    compare(false);
}

void model_learn(void)
{
    compare(true);
}

// ---------------------------------------------------------------------------------------------
// Commands and entries
// ---------------------------------------------------------------------------------------------

static const char *plain(const char *kind)
{
    return !strcmp(kind, "undo") ? "offer-undo" : !strcmp(kind, "rematch") ? "offer-rematch" : kind;
}

static bool has_text(const char *kind)
{
    return !strcmp(kind, "act") || !strcmp(kind, "agree") || !strcmp(kind, "decline");
}

static bool fits(const struct command *c, const struct model_game *g, unsigned number)
{
    const struct store_entry *entry = &g->entries[number];

    // It has the time at which it came.
    bool after = entry->at >= SIM_EPOCH + c->sent / SIM_MS - sim_wrong();

    return after && c->game == g && c->enters && c->fate != FATE_REFUSED &&
           c->seat == entry->seat && number >= c->from && number < c->to &&
           !strcmp(c->kind, plain(entry->kind)) &&
           (!has_text(c->kind) || !strcmp(c->text, entry->text)) &&
           (c->ply < 0 || c->ply == (int64_t)g->moments[number].ply);
}

// The action before an entry; those that were taken back do not count.
static const char *action_before(const struct model_game *g, unsigned number)
{
    unsigned ply = g->moments[number].ply;

    while (number-- > 0) {
        if (!strcmp(g->entries[number].kind, "act") && g->moments[number].ply + 1 == ply)
            return g->entries[number].text;
    }
    return "";
}

// Whether a command leaves the line by which an entry was made: what was expected came just before,
// and this is the answer.
static bool plans(const struct command *c, const struct model_game *g, unsigned number)
{
    const struct store_entry *entry = &g->entries[number];
    char line[2 * sizeof c->text];

    if (c->game != g || strcmp(c->kind, "plan") != 0 || c->seat != entry->seat ||
        c->fate == FATE_REFUSED || c->sent > g->stored[number] ||
        c->ply + 1 != (int64_t)g->moments[number].ply)
        return false;
    snprintf(line, sizeof line, "%s %s", action_before(g, number), entry->text);
    return !strcmp(line, c->text);
}

// Whether what a command left was replaced before an entry was made, and a person was notified.
static bool is_replaced(const struct command *c, const struct model_game *g, unsigned number)
{
    for (unsigned i = 0; i < model.command_count; i++) {
        const struct command *o = &model.commands[i];
        if (o->game == g && o->seat == c->seat && !strcmp(o->kind, "plan") &&
            o->fate == FATE_DONE && o->sent >= c->answered && o->answered < g->stored[number])
            return true;
    }
    return false;
}

static bool is_planned(const struct model_game *g, unsigned number)
{
    for (unsigned i = 0; i < model.command_count; i++) {
        if (plans(&model.commands[i], g, number) && !is_replaced(&model.commands[i], g, number))
            return true;
    }
    return false;
}

// An entry that the server makes by itself.
static bool is_own(const struct model_game *g, unsigned number)
{
    const struct store_entry *entry = &g->entries[number];

    if (entry->seat < 0 || !strcmp(entry->kind, "time"))
        return true;
    if (!strcmp(entry->kind, "resign"))
        return tournaments_has(g);
    if (strcmp(entry->kind, "act") != 0)
        return false;
    return live_seat_computer(&g->state, entry->seat) || is_planned(g, number);
}

// Gives every entry the command that must be served first: with intervals that is the best there
// is.
static void match_game(const struct model_game *g, bool *used)
{
    for (unsigned n = 0; n < g->count; n++) {
        unsigned best = MODEL_COMMANDS;
        for (unsigned i = 0; i < model.command_count; i++) {
            if (!used[i] && fits(&model.commands[i], g, n) &&
                (best == MODEL_COMMANDS || model.commands[i].to < model.commands[best].to))
                best = i;
        }
        if (best < MODEL_COMMANDS)
            used[best] = true;
        else if (!is_own(g, n))
            sim_fail("game %s: entry %u (%s '%s' of seat %d) is there, and no person sent it then",
                     g->id, n, g->entries[n].kind, g->entries[n].text, g->entries[n].seat);
    }
}

void model_finish(void)
{
    static bool used[MODEL_COMMANDS];

    model_learn();
    struct store *s = open_copy();
    ratings_check(s);
    deals_check(s);
    tournaments_check(s);
    close_copy(s);
    for (unsigned i = 0; i < model.game_count; i++)
        match_game(model.games[i], used);
    for (unsigned i = 0; i < model.command_count; i++) {
        const struct command *c = &model.commands[i];
        if (c->enters && c->fate == FATE_DONE && !used[i])
            sim_fail("game %s: '%s %s' of seat %d was acknowledged and is not among entries %u to "
                     "%u",
                     c->game->id, c->kind, c->text, c->seat, c->from, c->to);
    }
}
