// SPDX-License-Identifier: MIT
// What clients are told about a game, as JSON for one pair of eyes: a seat, or GAME_PUBLIC.
// Positions leave here and nowhere else, always through the game's view. docs/api.md lists the
// fields.
#ifndef ABAX_SERVER_LIVE_LIVEJSON_H
#define ABAX_SERVER_LIVE_LIVEJSON_H

#include "base/jsonwrite.h"
#include "server/live/entriesjson.h"
#include "server/live/live.h"
#include "server/live/sayings.h"

struct livejson_viewpoint {
    int seat;     // or GAME_PUBLIC
    bool scene;   // wants the scene
    bool actions; // wants the legal actions, where they are nobody's secret
    uint8_t here; // seats whose people are connected, as bits
    int64_t now;
    bool late; // what is shown is over: its clocks stand as they stood then
};

// The whole state: "state". `entries` are those that are told, in order; `made` may have them as
// text, or be NULL.
void livejson_state(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                    const struct store_entry *entries, unsigned count,
                    const struct entries_json *made, const struct said *said, struct output *out);

// One entry that was just applied: "event".
void livejson_event(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                    const struct store_entry *entry, struct output *out);

// Something that was said: "said".
void livejson_said(const struct live_state *l, const struct saying *saying, struct output *out);

// Who declined an invitation: "declined".
void livejson_declined(const struct live_state *l, const struct declining *declined,
                       struct output *out);

// Who sits where and is connected: "seats".
void livejson_seats(const struct live_state *l, const struct livejson_viewpoint *viewpoint,
                    struct output *out);

// A row of a list of games; `name` as a member of an object, NULL in a list.
void livejson_row(const struct store_game *row, struct json_writer *j, const char *name);

// Whether every pair of eyes gets the same text about this game.
bool livejson_same_for_all(const struct live_state *l);

#endif
