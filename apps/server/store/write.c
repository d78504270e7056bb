// SPDX-License-Identifier: MIT
// Writing, one at a time; batch.c makes batches of them. A write is refused by what its statement
// finds, never by an error of the database, so that one refused write leaves the others alone.
#include <math.h>

#include "base/text.h"
#include "server/store/store.h"
#include "server/store/internal.h"

// ---------------------------------------------------------------------------------------------
// Sound data
// ---------------------------------------------------------------------------------------------

static bool is_seat(const struct store_seat *seat)
{
    return store_is_text(seat->kind, sizeof seat->kind) &&
           store_is_text(seat->name, sizeof seat->name) &&
           store_is_text(seat->commitment, sizeof seat->commitment) &&
           store_is_text(seat->share, sizeof seat->share);
}

static bool is_phase(enum store_phase phase)
{
    return phase == STORE_OPEN || phase == STORE_PLAYING || phase == STORE_OVER;
}

static bool is_game(const struct store_game *g)
{
    bool good =
        store_is_id(g->id) && store_is_text(g->game, sizeof g->game) &&
        store_is_text(g->options, sizeof g->options) && store_is_text(g->start, sizeof g->start) &&
        store_is_text(g->clock, sizeof g->clock) && store_is_text(g->before, sizeof g->before) &&
        store_is_text(g->series, sizeof g->series) && g->draw <= STORE_DRAW_DONE &&
        is_phase(g->phase) && g->seats <= GAME_MAX_SEATS;

    for (unsigned i = 0; good && i < g->seats; i++)
        good = is_seat(&g->seat[i]);
    return good;
}

static bool is_entry(const struct store_entry *entry)
{
    return store_is_id(entry->game) && entry->number <= INT32_MAX && entry->seat >= GAME_PUBLIC &&
           entry->seat < GAME_MAX_SEATS && store_is_text(entry->kind, sizeof entry->kind) &&
           store_is_text(entry->text, sizeof entry->text);
}

// A new one has a name; of another what is empty stays.
static bool is_account(const struct store_write *w)
{
    const struct store_account *account = &w->account;

    return store_is_text(account->name, sizeof account->name) &&
           (account->name[0] || w->kind == STORE_SET_ACCOUNT) &&
           store_is_text(account->password, sizeof account->password);
}

// Of an account or of a player, not of both.
static bool is_rating(const struct store_rating *r)
{
    return store_is_text(r->player, sizeof r->player) && store_is_text(r->game, sizeof r->game) &&
           (r->account != 0) == (r->player[0] == 0) && isfinite(r->rating) &&
           isfinite(r->deviation) && isfinite(r->volatility) && r->games <= INT32_MAX &&
           store_is_text(r->by, sizeof r->by) && isfinite(r->former);
}

// Names of games and blanks.
static bool is_ready(const struct store_ready *ready)
{
    return ready->account != 0 && store_is_text(ready->games, sizeof ready->games);
}

bool store_is_sound(const struct store_write *w)
{
    switch (w->kind) {
    case STORE_ADD_GAME:
        return is_game(&w->game);
    case STORE_TAKE_SEAT:
        return store_is_id(w->game.id) && is_seat(&w->seat) && w->number < GAME_MAX_SEATS;
    case STORE_ADD_ENTRY:
        return is_entry(&w->entry);
    case STORE_SET_PHASE:
        return store_is_id(w->game.id) && is_phase(w->game.phase) &&
               store_is_text(w->game.result, sizeof w->game.result);
    case STORE_SET_SHARE:
    case STORE_SET_DEAL:
    case STORE_DRAW_SEATS:
        return store_is_deal(w);
    case STORE_DROP_GAME:
        return store_is_id(w->game.id);
    case STORE_ADD_ACCOUNT:
    case STORE_SET_ACCOUNT:
        return is_account(w);
    case STORE_ADD_REPORT:
        return w->report.account != 0 && store_is_text(w->report.text, sizeof w->report.text) &&
               store_is_text(w->report.reason, sizeof w->report.reason) &&
               (!w->report.game[0] || store_is_id(w->report.game));
    case STORE_ADD_AUDIT:
        return store_is_text(w->audit.who, sizeof w->audit.who) &&
               store_is_text(w->audit.did, sizeof w->audit.did) &&
               store_is_text(w->audit.about, sizeof w->audit.about);
    case STORE_ADD_FINISHED:
        return store_is_id(w->finished.game) &&
               store_is_text(w->finished.name, sizeof w->finished.name) &&
               store_is_text(w->finished.options, sizeof w->finished.options) &&
               store_is_text(w->finished.opening, sizeof w->finished.opening);
    case STORE_RENEW_PASSWORD:
        return store_is_text(w->account.password, sizeof w->account.password) &&
               store_is_text(w->former, sizeof w->former);
    case STORE_SET_MUTE:
    case STORE_CLOSE_REPORT:
    case STORE_SET_BAN:
    case STORE_DROP_ACCOUNT:
    case STORE_ADD_SESSION:
    case STORE_TOUCH_SESSION:
    case STORE_DROP_SESSION:
    case STORE_END_SESSIONS:
    case STORE_PURGE_SESSIONS:
    case STORE_PURGE_DOCUMENTS:
    case STORE_PROBE:
        return true;
    case STORE_SET_BLOCK:
        return w->block.account != 0 && w->block.other != 0 && w->block.account != w->block.other;
    case STORE_SET_READY:
        return is_ready(&w->ready);
    case STORE_PUBLISH:
        return store_is_text(w->word, sizeof w->word) && w->word[0] && !strchr(w->word, ' ');
    case STORE_SET_RATING:
        return is_rating(&w->rating);
    case STORE_SET_PLAN:
        return store_is_id(w->plan.game) && w->plan.seat < GAME_MAX_SEATS &&
               w->plan.at <= INT32_MAX && store_is_text(w->plan.text, sizeof w->plan.text);
    case STORE_ADD_DOCUMENT:
    case STORE_SET_DOCUMENT:
        return store_is_document(&w->document) && is_phase((enum store_phase)w->document.phase);
    case STORE_DROP_DOCUMENT:
        return store_is_id(w->document.id);
    case STORE_ADD_EVENT:
        return store_is_event(&w->event);
    case STORE_OUTBOX:
        return store_is_outbox(&w->outbox);
    case STORE_PUZZLE:
        return store_is_puzzle(&w->puzzle);
    case STORE_ADD_SEEK:
    case STORE_KEEP_SEEK:
    case STORE_DROP_SEEK:
    case STORE_ADD_PAIR:
    case STORE_ADD_CODE:
        return store_is_pool(w);
    }
    return false;
}

static struct value token_value(const unsigned char token[STORE_HASH])
{
    if (store_blank(token, STORE_HASH))
        return (struct value){.kind = VALUE_NONE};
    return store_bytes(token, STORE_HASH);
}

// ---------------------------------------------------------------------------------------------
// Games
// ---------------------------------------------------------------------------------------------

static bool add_seat(struct store *s, const char *game, unsigned number,
                     const struct store_seat *seat, struct error *e)
{
    const struct value values[] = {store_text(game),
                                   store_number(number),
                                   store_text(seat->kind),
                                   store_text(seat->name),
                                   store_account_value(seat->account),
                                   token_value(seat->token),
                                   store_text(seat->commitment)};

    return store_run(s, SQL_ADD_SEAT, values, 7, NULL, e);
}

// Whether a seat of the game is opened by the token already: then somebody who got no answer asks
// again.
static bool sits_already(struct store *s, struct store_write *w, const unsigned char *token,
                         struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    const struct value values[] = {store_text(w->game.id), token_value(token)};
    enum database_step step;

    if (store_blank(token, STORE_HASH))
        return true;
    if (!kind->start(s->db, SQL_SEAT_OF_TOKEN, NULL, values, 2, e))
        return false;
    while ((step = kind->step(s->db, e)) == DATABASE_ROW) {
        w->number = (unsigned)kind->number(s->db, 0);
        w->answer = STORE_DUPLICATE;
    }
    kind->finish(s->db);
    return step == DATABASE_END;
}

static bool add_game(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_game *g = &w->game;
    const struct value values[] = {
        store_text(g->id),        store_text(g->game),
        store_text(g->options),   store_number((int64_t)g->seed),
        store_text(g->start),     store_text(g->clock),
        store_number(g->listed),  store_number(g->rated),
        store_number(g->guests),  store_number(g->created),
        store_number(g->changed), store_number(g->phase),
        store_text(g->before),    store_text(g->series),
        store_number(g->draw),    store_text(g->dealer),
    };
    int64_t added;
    bool there = true;

    for (unsigned i = 0; i < g->seats && there; i++) {
        if (!store_has_account(s, g->seat[i].account, &there, e))
            return false;
    }
    w->answer = STORE_MISSING;
    if (!there)
        return true;
    if (!store_run(s, SQL_ADD_GAME, values, 16, &added, e))
        return false;
    w->answer = added ? STORE_DONE : STORE_TAKEN;
    for (unsigned i = 0; added && i < g->seats; i++) {
        if (!add_seat(s, g->id, i, &g->seat[i], e))
            return false;
    }
    return added || sits_already(s, w, w->token, e);
}

// Without a time nothing is newer than before.
static bool touch_game(struct store *s, const struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->at), store_text(w->game.id)};

    return w->answer != STORE_DONE || w->at == 0 ||
           store_run(s, SQL_TOUCH_GAME, values, 2, NULL, e);
}

static bool take_seat(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_text(w->seat.kind),
                                   store_text(w->seat.name),
                                   store_account_value(w->seat.account),
                                   token_value(w->seat.token),
                                   store_text(w->seat.commitment),
                                   store_text(w->game.id),
                                   store_number(w->number)};
    int64_t taken;
    bool there;

    if (!store_has_account(s, w->seat.account, &there, e))
        return false;
    w->answer = STORE_MISSING;
    if (!there)
        return true;
    if (!store_run(s, SQL_LOCK_GAME, values + 5, 1, NULL, e) ||
        !sits_already(s, w, w->seat.token, e))
        return false;
    if (w->answer == STORE_DUPLICATE)
        return true;
    return store_run(s, SQL_TAKE_SEAT, values, 7, &taken, e) &&
           store_settle(s, w, taken, SQL_HAS_SEAT, values + 5, 2, e) && touch_game(s, w, e);
}

static bool set_phase(struct store *s, struct store_write *w, struct error *e)
{
    const struct value values[] = {store_number(w->game.phase), store_text(w->game.result),
                                   store_text(w->game.id)};
    int64_t changed;

    return store_run(s, SQL_SET_PHASE, values, 3, &changed, e) &&
           store_settle(s, w, changed, SQL_HAS_GAME, values + 2, 1, e) && touch_game(s, w, e);
}

// ---------------------------------------------------------------------------------------------
// Batches
// ---------------------------------------------------------------------------------------------

bool store_write_one(struct store *s, struct store_write *w, struct error *e)
{
    switch (w->kind) {
    case STORE_ADD_GAME:
        return add_game(s, w, e);
    case STORE_TAKE_SEAT:
        return take_seat(s, w, e);
    case STORE_ADD_ENTRY:
        return store_add_entry(s, w, e);
    case STORE_SET_PHASE:
        return set_phase(s, w, e);
    case STORE_SET_SHARE:
    case STORE_SET_DEAL:
    case STORE_DRAW_SEATS:
        return store_deal(s, w, e);
    case STORE_ADD_ACCOUNT:
        return store_add_account(s, w, e);
    case STORE_SET_ACCOUNT:
        return store_set_account(s, w, e);
    case STORE_SET_BAN:
        return store_set_ban(s, w, e);
    case STORE_ADD_FINISHED:
        return store_add_finished(s, w, e);
    case STORE_SET_MUTE:
        return store_set_mute(s, w, e);
    case STORE_RENEW_PASSWORD:
        return store_renew_password(s, w, e);
    case STORE_ADD_REPORT:
        return store_add_report(s, w, e);
    case STORE_CLOSE_REPORT:
        return store_close_report(s, w, e);
    case STORE_ADD_AUDIT:
        return store_add_audit(s, w, e);
    case STORE_DROP_ACCOUNT:
        return store_drop_account(s, w, e);
    case STORE_ADD_SESSION:
        return store_add_session(s, w, e);
    case STORE_TOUCH_SESSION:
        return store_touch_session(s, w, e);
    case STORE_END_SESSIONS:
        return store_end_sessions(s, w, e);
    case STORE_PURGE_SESSIONS:
        return store_purge_sessions(s, w, e);
    case STORE_SET_BLOCK:
        return store_set_block(s, w, e);
    case STORE_SET_READY:
        return store_set_ready(s, w, e);
    case STORE_PROBE:
        w->answer = STORE_DONE;
        return store_run(s, SQL_PROBE, NULL, 0, NULL, e);
    case STORE_PUBLISH:
        w->answer = STORE_DONE;
        return true;
    case STORE_DROP_SESSION:
        return store_drop(s, w, SQL_DROP_SESSION, store_bytes(w->token, STORE_HASH), e);
    case STORE_SET_RATING:
        return store_set_rating(s, w, e);
    case STORE_SET_PLAN:
        return store_set_plan(s, w, e);
    case STORE_OUTBOX:
        return store_write_outbox(s, w, e);
    case STORE_PUZZLE:
        return store_try_puzzle(s, w, e);
    case STORE_DROP_GAME:
        return store_drop(s, w, SQL_DROP_GAME, store_text(w->game.id), e);
    case STORE_ADD_DOCUMENT:
    case STORE_SET_DOCUMENT:
    case STORE_DROP_DOCUMENT:
    case STORE_PURGE_DOCUMENTS:
    case STORE_ADD_EVENT:
        return store_write_document(s, w, e);
    case STORE_ADD_SEEK:
    case STORE_KEEP_SEEK:
    case STORE_DROP_SEEK:
    case STORE_ADD_PAIR:
    case STORE_ADD_CODE:
        return store_pool(s, w, e);
    }
    return error_set(e, "store.write-kind:kind", "there is no write of kind %d", (int)w->kind);
}
