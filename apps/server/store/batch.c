// SPDX-License-Identifier: MIT
// A batch of writes as one transaction: in which order, what hangs on what, what others are told,
// and what is tried again.
#include <assert.h>

#include "server/store/store.h"
#include "server/store/internal.h"

enum { TRIES = 3, KEY_BYTES = 2 * STORE_WORD + 32 };

// The game that a write changes, or NULL.
static const char *game_of(const struct store_write *w)
{
    switch (w->kind) {
    case STORE_ADD_ENTRY:
        return w->entry.game;
    case STORE_SET_PLAN:
        return w->plan.game;
    case STORE_ADD_GAME:
    case STORE_TAKE_SEAT:
    case STORE_SET_PHASE:
    case STORE_SET_SHARE:
    case STORE_SET_DEAL:
    case STORE_DRAW_SEATS:
    case STORE_DROP_GAME:
        return w->game.id;
    default:
        return NULL;
    }
}

// The document that a write changes, or NULL.
static const char *document_of(const struct store_write *w)
{
    switch (w->kind) {
    case STORE_ADD_EVENT:
        return w->event.document;
    case STORE_ADD_DOCUMENT:
    case STORE_SET_DOCUMENT:
    case STORE_DROP_DOCUMENT:
        return w->document.id;
    default:
        return NULL;
    }
}

// Tells the other processes what a write has changed: a game, a document, or what an account may
// do; or just tells.
static bool publish_write(struct store *s, const struct store_write *w, struct error *e)
{
    const char *document = document_of(w);
    const char *game = w->kind == STORE_SET_RATING ? w->rating.by : game_of(w);
    char word[STORE_NEWS] = "";

    if (game)
        snprintf(word, sizeof word, "%s%s", game, w->kind == STORE_ADD_ENTRY ? "." : "");
    else if (document)
        snprintf(word, sizeof word, "#%s%s", document, w->kind == STORE_ADD_EVENT ? "." : "");
    else if (w->kind == STORE_PUBLISH)
        memcpy(word, w->word, sizeof word);
    else if (w->kind == STORE_SET_ACCOUNT || w->kind == STORE_SET_BAN ||
             w->kind == STORE_SET_MUTE || w->kind == STORE_DROP_ACCOUNT ||
             w->kind == STORE_DROP_SESSION || w->kind == STORE_END_SESSIONS)
        snprintf(word, sizeof word, "@%lld", (long long)w->account.id);
    else if (w->kind == STORE_OUTBOX && w->outbox.what >= OUTBOX_SET_VACATION)
        snprintf(word, sizeof word, "@%lld", (long long)w->outbox.vacation.account);
    return !word[0] || s->db->kind->publish(s->db, word, e);
}

// The write on which this one hangs; itself when it hangs on none.
static const struct store_write *head_of(const struct store_write *w)
{
    while (w->with_last) // the first of a batch never says so
        w--;
    return w;
}

static bool write_in_batch(struct store *s, struct store_write *w, struct error *e)
{
    const struct store_write *head = head_of(w);

    if (head->outrun)
        w->answer = STORE_RATING_CHANGED;
    else if (head != w && head->answer != STORE_DONE)
        w->answer = head->answer;
    else if (!store_is_sound(w))
        w->answer = STORE_FAILED;
    else
        return store_write_one(s, w, e) && (w->answer != STORE_DONE || publish_write(s, w, e));
    return true;
}

// The end of a game and its ratings are stored together or not at all: records which ends are not.
static bool is_outrun(struct store_write **order, size_t count)
{
    bool any = false;

    for (size_t i = 0; i < count; i++) {
        const struct store_write *head = head_of(order[i]);
        if (head != order[i] && head->answer == STORE_DONE && !head->outrun &&
            order[i]->kind == STORE_SET_RATING && order[i]->answer == STORE_TAKEN)
            order[i][head - order[i]].outrun = any = true;
    }
    return any;
}

static bool write_batch(struct store *s, struct store_write **order, size_t count, struct error *e)
{
    const struct database_kind *kind = s->db->kind;
    bool good = kind->begin(s->db, false, e);

    if (!good)
        return false;
    for (size_t i = 0; i < count && good; i++)
        good = write_in_batch(s, order[i], e);
    bool outrun = good && is_outrun(order, count);
    if (good && !outrun)
        return kind->commit(s->db, e);
    kind->rollback(s->db);
    // Once more without them: every time there are fewer.
    return outrun && write_batch(s, order, count, e);
}

// Two processes that lock the same rows lock them in the same order, or they would wait for each
// other: documents by id, games by id, then the rest. Writes to the same one keep theirs. What
// hangs on a write to a game or a document comes behind it; a game that is new with it is nobody
// else's yet.
static void lock_key(const struct store_write *w, char key[KEY_BYTES])
{
    const struct store_write *head = head_of(w);
    const char *game = game_of(w) ? game_of(head) : NULL;
    const char *document = game_of(w) || document_of(w) ? document_of(head) : NULL;

    if (document)
        snprintf(key, KEY_BYTES, "0 %.*s", STORE_ID, document);
    else if (game)
        snprintf(key, KEY_BYTES, "1 %.*s", STORE_ID, game);
    else if (w->kind == STORE_SET_RATING)
        snprintf(key, KEY_BYTES, "3 %020lld %.*s %.*s", (long long)w->rating.account, STORE_WORD,
                 w->rating.player, STORE_WORD, w->rating.game);
    else if (w->kind == STORE_OUTBOX)
        snprintf(key, KEY_BYTES, "4 %020lld", (long long)store_outbox_account(&w->outbox));
    else
        snprintf(key, KEY_BYTES, w->kind == STORE_PUZZLE ? "5" : "2");
}

static int compare_lock_keys(const void *a, const void *b)
{
    const struct store_write *first = *(struct store_write *const *)a;
    const struct store_write *second = *(struct store_write *const *)b;
    char key[2][KEY_BYTES];

    lock_key(first, key[0]);
    lock_key(second, key[1]);
    int order = strcmp(key[0], key[1]);
    return order ? order : (first > second) - (first < second);
}

bool store_write(struct store *s, struct store_write *writes, size_t count, struct error *e)
{
    // NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what is sorted
    struct store_write **order = malloc((count + 1) * sizeof *order);
    bool done = count == 0;

    assert(count == 0 || !writes[0].with_last);
    if (!order)
        return error_set(e, "store.batch-memory", "no memory for a batch of writes");
    for (size_t i = 0; i < count; i++) {
        order[i] = &writes[i];
        writes[i].outrun = false;
    }
    qsort(order, count, sizeof *order, compare_lock_keys); // NOLINT(bugprone-sizeof-expression)
    for (int tries = 0; tries < TRIES && !done; tries++) {
        s->db->again = false;
        done = write_batch(s, order, count, e);
        if (!done && !s->db->again)
            break;
    }
    for (size_t i = 0; i < count && !done; i++)
        writes[i].answer = STORE_FAILED;
    free(order);
    assert(done || e->message.text[0]); // a failed database always has a sentence
    return done;
}
