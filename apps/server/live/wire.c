// SPDX-License-Identifier: MIT
// The client's messages as tables of fields: reading, bounds and refusals all follow from the table
// (schema.c), so a new kind is a row. clientmessages.c acts on what was read. Bytes come from
// anywhere; nothing is believed beyond its form here, above all not the game's name or a right to a
// seat. A fuzzer reads it too.
#include "server/live/wire.h"

#include <string.h>

#define AT(field)   offsetof(struct wire_message, field)
#define WORD(field) SCHEMA_WORD, AT(field), sizeof((struct wire_message *)0)->field

enum { MOST_NUMBER = 1000000000 };

#define REF                                                                                        \
    {                                                                                              \
        "ref", SCHEMA_NUMBER, AT(ref), MOST_NUMBER, false                                          \
    }
#define GAME                                                                                       \
    {                                                                                              \
        "game", WORD(game), true                                                                   \
    }
#define END                                                                                        \
    {                                                                                              \
        0                                                                                          \
    }

static const struct schema_field hello[] = {
    REF, {"protocol", SCHEMA_NUMBER, AT(protocol), MOST_NUMBER, true}, END};
static const struct schema_field join[] = {
    REF,
    GAME,
    {"token", WORD(token), false},
    {"since", SCHEMA_NUMBER, AT(since), MOST_NUMBER, false},
    {"scene", SCHEMA_FLAG, AT(scene), 0, false},
    {"actions", SCHEMA_FLAG, AT(actions), 0, false},
    {"deals", SCHEMA_FLAG, AT(deals), 0, false},
    END,
};
static const struct schema_field only_game[] = {REF, GAME, END};
static const struct schema_field act[] = {
    REF, GAME, {"ply", SCHEMA_NUMBER, AT(ply), MOST_NUMBER, true}, {"action", WORD(text), true},
    END,
};
static const struct schema_field about[] = {REF, GAME, {"what", WORD(text), true}, END};
static const struct schema_field rematch[] = {REF, GAME, {"wish", WORD(text), false}, END};
static const struct schema_field commitment[] = {REF, GAME, {"promise", WORD(share), true}, END};
static const struct schema_field reveal[] = {REF, GAME, {"part", WORD(share), true}, END};
static const struct schema_field phrase[] = {REF, GAME, {"phrase", WORD(text), true}, END};
static const struct schema_field plan[] = {
    REF,
    GAME,
    {"ply", SCHEMA_NUMBER, AT(ply), MOST_NUMBER, true},
    {"lines", SCHEMA_WORDS, AT(lines), 0, true},
    END,
};
static const struct schema_field lobby[] = {REF, {"on", SCHEMA_FLAG, AT(on), 0, true}, END};
static const struct schema_field watch[] = {
    REF, {"tournament", WORD(game), true}, {"on", SCHEMA_FLAG, AT(on), 0, true}, END};
static const struct schema_field ready[] = {
    REF, {"token", WORD(token), true}, {"games", SCHEMA_WORDS, AT(lines), 0, true}, END};
static const struct schema_field pair[] = {
    REF,
    {"game", WORD(wanted), true},
    {"speed", WORD(text), true},
    {"key", WORD(key), true},
    {"token", WORD(token), false},
    {"name", WORD(name), false},
    {"rated", SCHEMA_FLAG, AT(rated), 0, false},
    END,
};
#define STUDY                                                                                      \
    {                                                                                              \
        "study", WORD(game), true                                                                  \
    }
#define NODE                                                                                       \
    {                                                                                              \
        "at", SCHEMA_NUMBER, AT(at), MOST_NUMBER, true                                             \
    }
static const struct schema_field study[] = {
    REF,
    STUDY,
    {"on", SCHEMA_FLAG, AT(on), 0, true},
    {"since", SCHEMA_NUMBER, AT(since), MOST_NUMBER, false},
    {"key", WORD(key), false},
    {"token", WORD(token), false},
    {"name", WORD(name), false},
    END,
};
static const struct schema_field add[] = {REF, STUDY, NODE, {"actions", WORD(much), true}, END};
static const struct schema_field say[] = {
    REF,
    STUDY,
    NODE,
    {"remark", SCHEMA_NUMBER, AT(remark), MOST_NUMBER, false},
    {"text", WORD(much), true},
    END,
};
static const struct schema_field draw[] = {
    REF,
    STUDY,
    NODE,
    {"from", WORD(from), true},
    {"to", WORD(to), true},
    {"on", SCHEMA_FLAG, AT(on), 0, true},
    END,
};
static const struct schema_field at_node[] = {REF, STUDY, NODE, END};
static const struct schema_field title[] = {REF, STUDY, {"title", WORD(much), true}, END};
static const struct schema_field ping[] = {REF, END};

static const struct {
    const char *name;
    const struct schema_field *fields;
} schemas[WIRE_KINDS] = {
    [WIRE_HELLO] = {"hello", hello},
    [WIRE_JOIN] = {"join", join},
    [WIRE_LEAVE] = {"leave", only_game},
    [WIRE_ACT] = {"act", act},
    [WIRE_RESIGN] = {"resign", only_game},
    [WIRE_OFFER] = {"offer", about},
    [WIRE_AGREE] = {"agree", about},
    [WIRE_DECLINE] = {"decline", about},
    [WIRE_ABORT] = {"abort", only_game},
    [WIRE_REMATCH] = {"rematch", rematch},
    [WIRE_COMMITMENT] = {"promise", commitment},
    [WIRE_REVEAL] = {"reveal", reveal},
    [WIRE_PHRASE] = {"phrase", phrase},
    [WIRE_PLAN] = {"plan", plan},
    [WIRE_LOBBY] = {"lobby", lobby},
    [WIRE_WATCH] = {"watch", watch},
    [WIRE_READY] = {"ready", ready},
    [WIRE_STUDY] = {"study", study},
    [WIRE_ADD] = {"add", add},
    [WIRE_SAY] = {"say", say},
    [WIRE_DRAW] = {"draw", draw},
    [WIRE_DROP] = {"drop", at_node},
    [WIRE_LEAD] = {"lead", at_node},
    [WIRE_TITLE] = {"title", title},
    [WIRE_STAND] = {"stand", at_node},
    [WIRE_PAIR] = {"pair", pair},
    [WIRE_UNPAIR] = {"unpair", ping},
    [WIRE_PING] = {"ping", ping},
};

static const struct schema_field *schema_of(const char *value, void *find_to)
{
    struct wire_message *m = find_to;

    for (unsigned i = 0; i < WIRE_KINDS; i++) {
        if (strcmp(schemas[i].name, value) != 0)
            continue;
        m->what = (enum wire_do)i;
        return schemas[i].fields;
    }
    return NULL;
}

bool wire_read(const char *bytes, size_t length, struct wire_message *m, struct error *e)
{
    *m = (struct wire_message){.ref = -1};
    if (length > WIRE_MOST_BYTES)
        return error_set(e, "wire.bytes:most", "a message has at most %d bytes", WIRE_MOST_BYTES);
    if (!schema_read_tagged("do", schema_of, m, bytes, length, m, e))
        return false;
    if (m->game[0] && !token_is_game_id(m->game))
        return error_set(e, "wire.game:game", "game '%s' is not the name of a game",
                         error_quote(m->game).text);
    if ((m->what == WIRE_OFFER || m->what == WIRE_AGREE || m->what == WIRE_DECLINE) &&
        strcmp(m->text, "draw") != 0 && strcmp(m->text, "undo") != 0)
        return error_set(e, "wire.offer:word", "'%s' is neither 'draw' nor 'undo'",
                         error_quote(m->text).text);
    return true;
}
