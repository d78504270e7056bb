// SPDX-License-Identifier: MIT
// What a computer player plays, without keeping the player: the page's worker asks so.
#include "play/player.h"
#include "protocol/command.h"

static bool print_choice(const struct history *history, const struct player_spec *spec,
                         const struct arguments *a, struct output *out, struct error *e)
{
    struct game_actions list;
    struct player player;
    char storage[GAME_ACTION_BYTES];

    history_list(history, &list);
    if (list.count == 0)
        return error_say(e, "the game is over: there is nothing to choose");
    if (!player_init(&player, spec, a->host->clock, e))
        return false;
    // Every action of a game is drawn anew: what a weak player overlooks must not be the same each time.
    player_new_game(&player, a->seed * 1000003 + history->length);
    game_write_action(history->game, &history->position, player_choose(&player, history), storage);
    output_format(out, "%s\n", storage);
    player_clear(&player);
    return true;
}

bool protocol_choose(const struct arguments *a, struct output *out, struct error *e)
{
    struct arguments actions = *a;
    struct player_spec spec;
    struct history history;

    actions.rest++;
    actions.rest_count--;
    if (!player_read(a->rest[0], &spec, e) ||
        !arguments_history(&actions, actions.rest_count, &history, e))
        return false;
    bool good = print_choice(&history, &spec, a, out, e);
    history_clear(&history);
    return good;
}
