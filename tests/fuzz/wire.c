// SPDX-License-Identifier: MIT
// Fuzz target: any bytes as a message of a client. What is read is what a game on the server is
// asked for; it may refuse, but not fall over, and a refusal changes nothing.
#include <stdlib.h>
#include <string.h>

#include "server/live/livejson.h"
#include "server/live/wire.h"
#include "tests/fuzz/pick.h"

enum { AT = 5000 };

static void count_bytes(void *to, const char *bytes, size_t count)
{
    (void)bytes;
    *(size_t *)to += count;
}

static void begin(struct live_state *l, unsigned which)
{
    static const char *const games[] = {"tiku", "masker"};
    static const char *const clocks[] = {"none", "60+1", "2d"};
    struct store_game row = {.id = "abcdefghijk", .phase = STORE_PLAYING, .seats = 2};
    struct error e;

    memcpy(row.game, games[which % 2], strlen(games[which % 2]) + 1);
    memcpy(row.clock, clocks[which / 2 % 3], strlen(clocks[which / 2 % 3]) + 1);
    memcpy(row.options, "-", 2);
    memcpy(row.seat[0].kind, "person", 7);
    memcpy(row.seat[1].kind, "person", 7);
    require(live_init(l, &row, &e));
}

// As the server would ask for it, from either seat.
static void use(struct live_state *l, const struct wire_message *m)
{
    static const char *const kinds[WIRE_KINDS] = {
        [WIRE_ACT] = "act",       [WIRE_RESIGN] = "resign",         [WIRE_OFFER] = "offer-draw",
        [WIRE_AGREE] = "agree",   [WIRE_DECLINE] = "decline",       [WIRE_ABORT] = "abort",
        [WIRE_PHRASE] = "phrase", [WIRE_REMATCH] = "offer-rematch",
    };
    struct live_change change;
    struct error e;

    for (int seat = 0; seat < 2; seat++) {
        unsigned number = l->journal.number;
        struct live_command command = {seat, kinds[m->what], m->text, m->ply, AT, 0};
        if (!command.kind || !live_make(l, &command, &change, &e)) {
            require(l->journal.number == number);
            continue;
        }
        require(live_apply_change(l, &change, &e));
        require(l->journal.number == number + 1);
    }
    char lines[STORE_PLAN];
    struct text t;
    text_init(&t, lines, sizeof lines);
    for (unsigned i = 0; i < m->lines.count; i++)
        text_format(&t, "%s%s", i ? "\n" : "", m->lines.at[i]);
    if (m->what == WIRE_PLAN && live_set_plans(l, 0, (unsigned)m->ply, lines, &e))
        live_planned(l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wire_message m;
    struct error e;
    struct live_state l;
    size_t written = 0;

    if (size < 1)
        return 0;
    if (!wire_read((const char *)data + 1, size - 1, &m, &e)) {
        require(e.message.text[0]);
        return 0;
    }
    require(strlen(m.game) < sizeof m.game && strlen(m.text) < sizeof m.text);
    begin(&l, data[0]);
    use(&l, &m);
    use(&l, &m);
    struct livejson_viewpoint eyes = {.seat = GAME_PUBLIC, .scene = true, .now = AT};
    livejson_state(&l, &eyes, NULL, 0, NULL, &(struct said){0},
                   &(struct output){count_bytes, &written});
    require(written > 0);
    live_clear(&l);
    return 0;
}
