// SPDX-License-Identifier: MIT
// Players: play/player.h, which chooses as levels do and sees what the seat to act may see.
#include <stdatomic.h>
#include <stdlib.h>

#include "bindings/c/inner.h"
#include "play/levels.h"
#include "play/player.h"

struct abax_player {
    struct player player;
    atomic_bool stop;
};

unsigned abax_level_count(void)
{
    return LEVELS;
}

const char *abax_level_about(unsigned level, const char *language)
{
    return level >= 1 && level <= LEVELS ? level_about(inner_language(language), level) : NULL;
}

static bool must_stop(void *to)
{
    const abax_player *player = to;

    return atomic_load_explicit(&player->stop, memory_order_relaxed);
}

abax_player *abax_player_new(const char *player, uint64_t seed, abax_error *error)
{
    struct player_spec spec;
    struct error e;

    if (!player) {
        inner_missing(error, "player");
        return NULL;
    }
    if (!player_read(player, &spec, &e)) {
        inner_fail(error, ABAX_UNKNOWN, &e);
        return NULL;
    }
    abax_player *p = calloc(1, sizeof *p);
    if (!p) {
        inner_no_memory(error);
        return NULL;
    }
    if (!player_init(&p->player, &spec, inner_clock, &e)) {
        inner_fail(error, ABAX_MEMORY, &e);
        free(p);
        return NULL;
    }
    p->player.watch = (struct think_watch){.stop = must_stop, .to = p};
    abax_player_new_game(p, seed);
    return p;
}

void abax_player_free(abax_player *player)
{
    if (!player)
        return;
    player_clear(&player->player);
    free(player);
}

void abax_player_new_game(abax_player *player, uint64_t seed)
{
    if (!player)
        return;
    player_new_game(&player->player, seed);
    atomic_store(&player->stop, false);
}

bool abax_player_choose(abax_player *player, const abax_history *history, abax_action *action,
                        abax_error *error)
{
    if (!player || !action)
        return inner_missing(error, player ? "action" : "player");
    if (!inner_thinkable(history, error))
        return false;
    *action = player_choose(&player->player, &history->history);
    atomic_store(&player->stop, false);
    return true;
}

void abax_player_stop(abax_player *player)
{
    if (player)
        atomic_store(&player->stop, true);
}
