// SPDX-License-Identifier: MIT
// Connections from the moment they come, before anything is known of them: how many an address has, and how long
// each may take for what it is doing.
#include <stdlib.h>

#include "server/log.h"
#include "server/net/serveparts.h"

bool visitor_come(struct server *s, struct lws *wsi)
{
    struct visitor *v = calloc(1, sizeof *v);
    char peer[LIMITS_ADDRESS];

    if (!v)
        return false;
    if (!s->proxy) { // behind a proxy all come from the same address
        lws_get_peer_simple(wsi, peer, sizeof peer);
        limits_address(peer, v->address);
    }
    if (v->address[0] && !limits_connect(s->hub.limits, v->address, LIMITS_VISIT, log_now())) {
        s->hub.counts.turned_away++;
        free(v);
        return false;
    }
    v->wsi = wsi;
    v->until = log_now() + s->slow;
    v->back = &s->visitors;
    v->next = s->visitors;
    if (v->next)
        v->next->back = &v->next;
    s->visitors = v;
    s->hub.counts.visitors++;
    lws_set_opaque_user_data(wsi, v);
    return true;
}

void visitor_go(struct server *s, struct lws *wsi)
{
    struct visitor *v = lws_get_opaque_user_data(wsi);

    if (!v)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    s->hub.counts.visitors--;
    *v->back = v->next;
    if (v->next)
        v->next->back = v->back;
    if (v->address[0] && s->open)
        limits_disconnect(s->hub.limits, v->address, LIMITS_VISIT);
    free(v);
}

void visitor_does(struct lws *wsi, enum visitor_what what)
{
    // A request comes as a whole, however it drips; an answer may be long.
    static const int64_t patience[] = {[VISITOR_ASKS] = 1, [VISITOR_TAKES] = 6};
    const struct server *s = lws_context_user(lws_get_context(wsi));
    struct visitor *v = lws_get_opaque_user_data(wsi);

    // The library allows as long for the answer as for the request, whatever its length.
    if (what != VISITOR_ASKS)
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    if (v)
        v->until = what == VISITOR_WAITS ? INT64_MAX : log_now() + s->slow * patience[what];
}

void visitor_look(struct server *s, int64_t now)
{
    for (struct visitor *v = s->visitors; v; v = v->next) {
        if (v->until > now)
            continue;
        v->until = INT64_MAX;
        s->hub.counts.dropped++;
        lws_set_timeout(v->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    }
}
