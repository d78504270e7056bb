// SPDX-License-Identifier: MIT
// What the fuzz targets share: the first byte picks a game and its options, and a position that was
// reached or read is used in every way the contract allows.
#ifndef ABAX_TESTS_FUZZ_PICK_H
#define ABAX_TESTS_FUZZ_PICK_H

#include <stdlib.h>
#include <string.h>

#include "game/attempt.h"
#include "game/scene.h"
#include "games/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct picked {
    const struct game *game;
    struct game_options options;
};

static inline struct picked pick(uint8_t byte)
{
    struct picked p = {registry_game(byte % registry_count()), {{0}}};

    for (unsigned steps = byte / registry_count(); steps; steps--)
        game_next_options(p.game, &p.options);
    return p;
}

static inline void require(bool held)
{
    if (!held)
        abort();
}

// Reads its own text back, describes it, judges some attempts, and steps through some actions.
static inline void use_position(const struct picked *k, const struct game_position *p)
{
    static struct scene scene;
    static struct game_actions list;
    char text[GAME_TEXT_BYTES], again[GAME_TEXT_BYTES];
    struct game_position read, after;
    struct game_result result = {0};
    struct attempt_answer answer;
    struct error e;
    struct text t;

    text_init(&t, text, sizeof text);
    k->game->write(p, &t);
    require(!t.cut && k->game->read(&k->options, text, &read, &e));
    text_init(&t, again, sizeof again);
    k->game->write(&read, &t);
    require(strcmp(text, again) == 0);
    game_list(k->game, p, &list);
    for (int seat = GAME_PUBLIC; seat < game_seats(k->game, &k->options); seat++)
        game_scene(k->game, p, seat, &scene);
    for (unsigned i = 0; list.count && i < scene.spot_count; i += 7) {
        struct game_path path = {k->game->max_path, {(game_spot)i, 0, (game_spot)(i / 3)}};
        attempt_path(k->game, p, &path, &answer);
        require(answer.verdict != ATTEMPT_REFUSED || strcmp(answer.rule, "unknown") != 0);
    }
    if (!game_complete(k->game, p))
        return;
    require(game_key(k->game, p) == game_key(k->game, &read));
    k->game->result(p, &result);
    require(result.over == (list.count == 0));
    for (unsigned i = 0; i < list.count; i += 1 + list.count / 5)
        k->game->apply(p, list.at[i], &after);
}

#endif
