// SPDX-License-Identifier: MIT
// A search against a level, by the installed library: cc library.c $(pkg-config --cflags --libs abax) && ./a.out GAME
#include <abax/abax.h>
#include <stdio.h>

int main(int count, char **words)
{
    abax_error error;
    abax_position now;
    abax_report report;
    const abax_limits limits = {5000, 0, 0, 1, {0}}; // nodes
    char text[400];
    const abax_game *game = abax_game_find(count > 1 ? words[1] : "", &error);
    if (!game || !abax_position_start(game, "-", 7, &now, &error))
        return fprintf(stderr, "%s\n", error.sentence), 2;
    abax_history *history = abax_history_new(&now, NULL);
    abax_player *level = abax_player_new("level:3", 1, NULL);
    abax_engine *engine = abax_engine_new(16, 1, NULL);
    for (int seat; (seat = abax_history_seat(history)) >= 0; printf("%s ", text)) {
        abax_action action = 0;
        if (seat > 0)
            abax_player_choose(level, history, &action, NULL);
        else if (abax_engine_search(engine, history, &limits, NULL, &report, NULL))
            action = report.lines[0].actions[0];
        abax_history_position(history, &now);
        abax_position_action_text(&now, action, text, sizeof text, NULL);
        abax_history_apply(history, action, NULL);
    }
    printf("\n%s\n", abax_history_status(history, "en", text, sizeof text, NULL) ? text : "");
}
