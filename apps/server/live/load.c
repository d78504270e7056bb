// SPDX-License-Identifier: MIT
// Loads a game from the database in a reader's thread: as a whole, or the entries that other
// processes wrote. A game has at most one load at a time. Those who want the game wait for it;
// requests that arrive during a load wait for the next one. The event loop goes on meanwhile, so
// the game may have moved on, or be gone, when a load is back.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/live/dealing.h"
#include "server/live/registry.h"
#include "server/live/processes.h"
#include "server/live/livegames.h"
#include "server/live/liveread.h"
#include "server/live/lobby.h"
#include "server/log.h"

enum {
    AGAIN = 1000,             // milliseconds until the next load after one that failed
    OTHERS_FIRST = 10 * 1000, // milliseconds that another process has to let its computer act
    AT_ONCE = 64,             // games that are woken up at once
};

// What a thread reads; the loop keeps away from it until it is back.
struct load_task {
    struct reader_task task;
    char id[STORE_ID];
    bool whole;             // the game is not in memory: all of it
    bool with_row;          // else: not only its entries
    unsigned from;          // the first entry that is wanted
    struct live_game *game; // loaded
    struct store_game row;
    bool found;
    struct store_entry *entries;
    unsigned count;
    bool with_plans; // conditional lines too
    struct store_plan plans[GAME_MAX_SEATS];
    unsigned plan_count;
    unsigned plan_turn; // of the live game, when it began
    bool good;
    bool bad; // the game: there is none, or it cannot be read. Else an error is the database's
    struct error error;
};

struct load {
    struct load *next;
    char id[STORE_ID];
    struct load_task *task; // on its way, or NULL
    bool again;             // something happened after it had begun
    bool serves;            // those who wanted it
    uint64_t turn;          // counts loads
    struct load_waiter *first, *last;
};

// ---------------------------------------------------------------------------------------------
// In a thread
// ---------------------------------------------------------------------------------------------

static void apply_plans(struct live_state *l, const struct load_task *t)
{
    struct error why;

    for (unsigned seat = 0; seat < l->row.seats; seat++)
        live_set_plans(l, (int)seat, 0, "", &why);
    for (unsigned i = 0; i < t->plan_count; i++) {
        if (t->plans[i].seat < l->row.seats)
            live_set_plans(l, (int)t->plans[i].seat, t->plans[i].at, t->plans[i].text, &why);
    }
}

static bool load_plans(struct load_task *t, struct store *s)
{
    struct live_state *l = &t->game->state;

    if (match_over(&l->match) || !live_is_slow(l))
        return true;
    if (!store_plans(s, t->id, t->plans, &t->plan_count, &t->error))
        return false;
    apply_plans(l, t);
    return true;
}

static bool load_game(struct load_task *t, struct store *s)
{
    if (!store_game(s, t->id, &t->row, &t->found, &t->error))
        return false;
    t->bad = !t->found;
    if (!t->found)
        return error_set(&t->error, "live.no-game:game", "there is no game %s",
                         error_quote(t->id).text);
    t->game = calloc(1, sizeof *t->game);
    if (!t->game)
        return error_set(&t->error, "live.memory:game", "game %s cannot be opened: out of memory",
                         t->id);
    if (!store_journal(s, t->id, 0, &t->entries, &t->count, &t->error) ||
        !live_reread(s, &t->row, t->count, &t->found, &t->error))
        return false;
    t->bad = !live_init(&t->game->state, &t->row, &t->error) ||
             !live_replay(&t->game->state, t->entries, t->count, &t->error);
    return !t->bad && load_plans(t, s);
}

static bool load_news(struct load_task *t, struct store *s)
{
    return (!t->with_row || store_game(s, t->id, &t->row, &t->found, &t->error)) &&
           store_journal(s, t->id, t->from, &t->entries, &t->count, &t->error) &&
           (!t->found || live_reread(s, &t->row, t->count, &t->found, &t->error)) &&
           (!t->with_plans || store_plans(s, t->id, t->plans, &t->plan_count, &t->error));
}

static void load_work(struct reader_task *task, struct store *s)
{
    struct load_task *t = (struct load_task *)task;

    t->good = t->whole ? load_game(t, s) : load_news(t, s);
}

// ---------------------------------------------------------------------------------------------
// Back in the loop
// ---------------------------------------------------------------------------------------------

static void load_task_free(struct load_task *t)
{
    if (t->game) {
        live_clear(&t->game->state);
        free(t->game);
    }
    free(t->entries);
    free(t);
}

static void apply_entries(struct live_registry *reg, struct live_game *live,
                          const struct load_task *t)
{
    unsigned taken = 0;
    struct error e;

    for (unsigned i = 0; i < t->count; i++) {
        const struct store_entry *entry = &t->entries[i];
        if (entry->number < live->state.journal.number) // it came by itself meanwhile
            continue;
        if (entry->number != live->state.journal.number || !live_replay(&live->state, entry, 1, &e))
            break;
        if (live->state.journal.paused && !live->state.journal.vacation)
            live_game_paused(
                live,
                live_registry_now(reg)); // by another process, which may not live to let it go on
        live_game_send_event(reg, live, entry);
        taken++;
    }
    if (taken || !reg->outage) // while nothing can be stored, computers are slow
        live->think_at = live_registry_now(reg) + (taken ? OTHERS_FIRST : 0);
}

// A live game learns what others wrote.
static void apply_load(struct live_registry *reg, struct live_game *live, const struct load_task *t)
{
    if (!t->good) {
        live->next_read_at = live_registry_now(reg) + AGAIN;
        live->stale_row = live->stale_row || t->with_row;
        return;
    }
    if (t->with_row && !t->found) {
        live->stale = false;
        live->removed = true; // the next tick drops it
        return;
    }
    if (t->with_row) {
        seat_draw_follow(reg, live, &t->row);
        live->dirty = true;
    }
    apply_entries(reg, live, t);
    if (t->with_plans && t->plan_turn == live->plan_turn) // else somebody left some here meanwhile
        apply_plans(&live->state, t);
    live->stale = live->stale_row;
    if (t->with_row)
        live_game_settle_phase(reg, live);
}

static struct load **load_slot(struct live_registry *reg, const char *id)
{
    struct load **at = &reg->loads[hash_bytes(id, strlen(id)) % REGISTRY_LOADS];

    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

// Those who came before the load began have what they want.
static void serve_waiters(struct live_registry *reg, struct load *load, uint64_t turn,
                          struct live_game *live, bool bad, const struct error *e)
{
    struct load_waiter *served = NULL, **end = &served, **at = &load->first;

    load->serves = true; // whoever is served may want the same game at once: that waits in line
    load->last = NULL;
    while (*at) {
        struct load_waiter *waiter = *at;
        if (waiter->turn > turn) {
            load->last = waiter;
            at = &waiter->next;
            continue;
        }
        *at = waiter->next;
        waiter->next = NULL;
        *end = waiter;
        end = &waiter->next;
    }
    while (served) {
        struct load_waiter *waiter = served;
        served = waiter->next;
        waiter->bad = bad;
        waiter->ready(reg, waiter, live, e);
    }
    load->serves = false;
}

static void load_done(struct live_registry *reg, struct inbox_item *item);

static bool load_begin(struct live_registry *reg, struct load *load, struct error *e)
{
    struct load_task *t = calloc(1, sizeof *t);
    struct live_game *live = live_game_find(reg, load->id);
    bool patient = true;

    if (!t)
        return error_set(e, "memory.this", "there is no memory for this");
    t->task = (struct reader_task){.item.done = load_done, .work = load_work};
    memcpy(t->id, load->id, sizeof t->id);
    t->whole = !live;
    if (live) {
        t->with_row = live->stale_row || live_undealt(&live->state.row);
        t->with_plans =
            t->with_row && live_is_slow(&live->state) && !match_over(&live->state.match);
        t->plan_turn = live->plan_turn;
        t->from = live->state.journal.number;
    }
    for (const struct load_waiter *waiter = load->first; waiter; waiter = waiter->next)
        patient = patient && waiter->patient;
    if (!live_registry_read(reg, patient && load->first ? READER_LISTS : READER_GAMES, &t->task,
                            e)) {
        free(t);
        return false;
    }
    if (live)
        live->stale_row = false;
    load->task = t;
    load->again = false;
    load->turn++;
    return true;
}

// Loads again where that is wanted; else the load is over.
static void load_continue(struct live_registry *reg, struct load *load)
{
    const struct live_game *live = live_game_find(reg, load->id);
    struct error e;

    if (load->serves)
        return; // it goes on behind that
    while (!load->task && (load->first || (load->again && live)) && !load_begin(reg, load, &e)) {
        load->again = false; // the live game's own load is the next tick's business
        serve_waiters(reg, load, UINT64_MAX, NULL, false, &e);
    }
    if (load->task)
        return;
    struct load **at = load_slot(reg, load->id);
    assert(*at == load);
    *at = load->next;
    free(load);
}

static void load_done(struct live_registry *reg, struct inbox_item *item)
{
    struct load_task *t = (struct load_task *)item;
    struct load *load = *load_slot(reg, t->id);
    struct live_game *live = live_game_find(reg, t->id);

    assert(load && load->task == t && !(t->whole && live));
    load->task = NULL;
    if (t->task.undone)
        error_set(&t->error, "request.stopping", "the server is stopping");
    if (t->whole && t->good) {
        live = t->game;
        t->game = NULL;
        live->stale = live->stale_row = load->again; // it changed when it was half read
        live_game_add(reg, live);
        if (match_over(&live->state.match) && t->row.phase != STORE_OVER)
            phase_mend(reg, live);
    } else if (live) {
        apply_load(reg, live, t);
    }
    if (t->whole || live)
        serve_waiters(reg, load, load->turn, live, t->bad, &t->error);
    else // it was dropped meanwhile, and is wanted again
        for (struct load_waiter *waiter = load->first; waiter; waiter = waiter->next)
            waiter->turn = load->turn + 1;
    load_continue(reg, load);
    if ((live = live_game_find(reg, t->id)) && !live->stale) {
        client_command_follow(reg, live, live_registry_now(reg));
        client_command_go(reg, live);
    }
    load_task_free(t);
}

// ---------------------------------------------------------------------------------------------
// Asking for it
// ---------------------------------------------------------------------------------------------

static struct load *load_of(struct live_registry *reg, const char *id)
{
    struct load **at = load_slot(reg, id);

    if (!*at && (*at = calloc(1, sizeof **at)))
        snprintf((*at)->id, sizeof(*at)->id, "%s", id);
    return *at;
}

static void load_again(struct live_registry *reg, const char *id)
{
    struct load *load = load_of(reg, id);

    if (!load)
        return; // with the next tick
    load->again = true;
    load_continue(reg, load);
}

void live_game_refresh(struct live_registry *reg, struct live_game *live)
{
    live->stale = live->stale_row = true;
    load_again(reg, live->state.row.id);
}

void live_game_catch_up(struct live_registry *reg, struct live_game *live)
{
    live->stale = true;
    load_again(reg, live->state.row.id);
}

void live_game_news_missed(struct live_registry *reg, const char *id)
{
    struct load *one = id ? *load_slot(reg, id) : NULL;

    if (one)
        one->again = true;
    for (unsigned i = 0; !id && i < REGISTRY_LOADS; i++) {
        for (struct load *load = reg->loads[i]; load; load = load->next)
            load->again = true;
    }
}

void live_registry_reload_all(struct live_registry *reg)
{
    presence_missed(reg, live_registry_now(reg));
    live_game_news_missed(reg, NULL);
    for (unsigned i = 0; i < REGISTRY_SLOTS; i++) {
        for (struct live_game *live = reg->games[i]; live; live = live->next) {
            live->stale = live->stale_row = true;
            presence_begin(live);
        }
    }
    reg->host.above->news(reg, "");
    lobby_changed(reg);
}

void live_game_load_later(const struct live_registry *reg, struct live_game *live)
{
    live->stale = live->stale_row = true;
    live->next_read_at = live_registry_now(reg) + AGAIN;
}

void live_game_load_tick(struct live_registry *reg, struct live_game *live, int64_t now)
{
    if (!live->stale || now < live->next_read_at || *load_slot(reg, live->state.row.id))
        return;
    live->next_read_at = now + AGAIN;
    load_again(reg, live->state.row.id);
}

// A game that nobody waits for, but its clock or its computer.
struct sleeper {
    struct load_waiter waiter;
    struct sleeper *next; // of those that could not be read
    char id[STORE_ID];
};

// Wants nothing but that the game be in memory, sooner or later.
static void just_there(struct live_registry *reg, struct load_waiter *waiter,
                       struct live_game *live, const struct error *e)
{
    struct sleeper *s = (struct sleeper *)waiter;

    (void)e;
    if (live || waiter->bad) {
        free(s);
        return;
    }
    s->next = reg->asleep;
    reg->asleep = s;
    reg->asleep_until = live_registry_now(reg) + AGAIN;
}

static struct sleeper *sleeper(const char *id)
{
    struct sleeper *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->waiter.ready = just_there;
    snprintf(s->id, sizeof s->id, "%s", id);
    return s;
}

void live_game_load(struct live_registry *reg, const char *id, bool fresh,
                    struct load_waiter *waiter)
{
    struct live_game *live = live_game_find(reg, id);
    struct error e;

    assert(live_registry_in_loop(reg));
    struct sleeper *s = waiter || live ? NULL : sleeper(id);
    if (s)
        waiter = &s->waiter;
    if (!waiter)
        return;
    if (live && !live->stale && !fresh) {
        waiter->ready(reg, waiter, live, NULL);
        return;
    }
    struct load *load = load_of(reg, id);
    if (!load) {
        error_set(&e, "memory.this", "there is no memory for this");
        waiter->ready(reg, waiter, NULL, &e);
        return;
    }
    if (live && fresh)
        live->stale = live->stale_row = true;
    waiter->next = NULL;
    waiter->turn = load->task && !fresh ? load->turn : load->turn + 1;
    *(load->last ? &load->last->next : &load->first) = waiter;
    load->last = waiter;
    load_continue(reg, load);
}

// ---------------------------------------------------------------------------------------------
// Waking up
// ---------------------------------------------------------------------------------------------

// Games whose clocks run or whose computers have to act need nobody to look at them.
struct waking {
    struct reader_task task;
    char (*ids)[STORE_ID];
    unsigned count, next, under_way, awake;
    int64_t pause; // until then
    bool at_it;    // more are being wanted just now
    bool all;      // also what another process was heard to look after
    bool good;
    struct error error;
};

static void read_running(struct reader_task *task, struct store *s)
{
    struct waking *w = (struct waking *)task;

    w->good = store_running(s, &w->ids, &w->count, &w->error);
}

static void wake_more(struct live_registry *reg, struct waking *w, int64_t now);

static void woken(struct live_registry *reg, struct load_waiter *waiter, struct live_game *live,
                  const struct error *e)
{
    struct sleeper *s = (struct sleeper *)waiter;
    struct waking *w = reg->waking;

    w->under_way--;
    if (live) {
        w->awake++;
    } else if (waiter->bad) {
        log_event("game-skipped", "game=%s sentence=%s", s->id, log_text(e->message.text).text);
    } else { // the database: once more, later
        memcpy(w->ids[--w->next], s->id, sizeof s->id);
        w->pause = live_registry_now(reg) + AGAIN;
    }
    free(s);
    if (!w->at_it && !reg->stopping)
        wake_more(reg, w, live_registry_now(reg));
}

// Some at a time, so that people who come meanwhile are served between them.
static void wake_more(struct live_registry *reg, struct waking *w, int64_t now)
{
    struct sleeper *s;

    w->at_it = true;
    while (w->next < w->count && w->under_way < AT_ONCE && now >= w->pause &&
           (s = sleeper(w->ids[w->next]))) {
        s->waiter = (struct load_waiter){.ready = woken, .patient = true};
        w->next++;
        w->under_way++;
        live_game_load(reg, s->id, false, &s->waiter);
    }
    w->at_it = false;
}

static void running_read(struct live_registry *reg, struct inbox_item *item)
{
    struct waking *w = (struct waking *)item;

    if (w->good && !reg->waking) {
        if (!w->all)
            presence_spare(reg, w->ids, &w->count);
        reg->waking = w;
        return;
    }
    reg->wake_all = reg->wake_all || w->all;
    if (w->good) // those who are just being woken come first
        free(w->ids);
    else if (!w->task.undone)
        log_event("not-awake", "sentence=%s", log_text(w->error.message.text).text);
    reg->wake_at = live_registry_now(reg) + AGAIN;
    free(w);
}

void live_game_wake_end(struct live_registry *reg)
{
    if (reg->waking)
        free(reg->waking->ids);
    free(reg->waking);
    reg->waking = NULL;
}

void live_game_sleepers_end(struct live_registry *reg)
{
    while (reg->asleep) {
        struct sleeper *gone = reg->asleep;
        reg->asleep = gone->next;
        free(gone);
    }
}

static void wake_sleepers(struct live_registry *reg, int64_t now)
{
    struct sleeper *s = now < reg->asleep_until || reg->stopping ? NULL : reg->asleep;

    if (s)
        reg->asleep = NULL;
    while (s) {
        struct sleeper *next = s->next;
        live_game_load(reg, s->id, false, &s->waiter);
        s = next;
    }
}

void live_game_wake_tick(struct live_registry *reg, int64_t now)
{
    struct waking *w = reg->waking;
    struct error e;

    wake_sleepers(reg, now);
    if (w && !reg->stopping) {
        wake_more(reg, w, now);
        if (w->next == w->count && !w->under_way) {
            log_event("awake", "games=%u ms=%lld", w->awake, (long long)(now - reg->started));
            live_game_wake_end(reg);
        }
    }
    if (!reg->wake_at || now < reg->wake_at || !(w = calloc(1, sizeof *w)))
        return;
    w->task = (struct reader_task){.item.done = running_read, .work = read_running};
    w->all = reg->wake_all;
    reg->wake_at = live_registry_read(reg, READER_LISTS, &w->task, &e) ? 0 : now + AGAIN;
    if (reg->wake_at)
        free(w);
    else
        reg->wake_all = false;
}
