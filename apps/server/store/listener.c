// SPDX-License-Identifier: MIT
// Waits for news of other processes on a connection and a thread of its own, and puts every word
// into the loop's inbox. It decides nothing: what a word means is the registry's business. A word
// that is lost (no memory, a lost connection) does no harm for long: the next entry of the game, or
// the empty word after a reconnection, makes the registry look again. With SQLite there is no other
// process and no listener.
#include "server/store/listener.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 1000 }; // milliseconds between looks at the connection

struct listener {
    struct store *store;
    struct inbox *box;
    void (*heard)(struct live_registry *reg, const char *word);
};

struct news {
    struct inbox_item item;
    void (*heard)(struct live_registry *reg, const char *word);
    char word[STORE_NEWS];
};

static void deliver(struct live_registry *reg, struct inbox_item *item)
{
    struct news *n = (struct news *)item;

    n->heard(reg, n->word);
    free(n);
}

static void post(const struct listener *listener, const char *word)
{
    struct news *n = calloc(1, sizeof *n);

    if (!n)
        return; // the next entry of the game tells it again
    n->item.done = deliver;
    n->heard = listener->heard;
    memcpy(n->word, word, sizeof n->word);
    inbox_post(listener->box, &n->item);
}

static void *listener_run(void *to)
{
    struct listener *listener = to;
    char word[STORE_NEWS];

    for (;;) {
        struct pollfd look = {.fd = store_news_fd(listener->store), .events = POLLIN};
        if (look.fd < 0)
            poll(NULL, 0, PATIENCE);
        else
            poll(&look, 1, PATIENCE);
        while (store_heard(listener->store, word))
            post(listener, word);
        if (!store_alive(listener->store))
            poll(NULL, 0, PATIENCE);
    }
    return NULL;
}

struct listener *listener_open(const char *where, struct inbox *box,
                               void (*heard)(struct live_registry *reg, const char *word),
                               struct error *e)
{
    struct store *store = store_open(where, e);
    struct listener *listener = NULL;
    pthread_t thread;

    if (!store)
        return NULL;
    e->message.text[0] = 0;
    if (store_news_fd(store) < 0 || !(listener = calloc(1, sizeof *listener))) {
        store_close(store);
        return NULL;
    }
    *listener = (struct listener){store, box, heard};
    if (pthread_create(&thread, NULL, listener_run, listener) != 0) {
        error_set(e, "store.thread", "no thread can be started");
        store_close(store);
        free(listener);
        return NULL;
    }
    pthread_detach(thread);
    return listener;
}
