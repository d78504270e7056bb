// SPDX-License-Identifier: MIT
// Questions at the keyboard, and the answers to some that people ask back.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

bool cli_ask(struct output *out, const char *question, char word[CLI_WORD])
{
    output_format(out, "%s ", question);
    fflush(stdout);
    if (!fgets(word, CLI_WORD, stdin)) {
        output_add(out, "\n");
        return false;
    }
    size_t length = strcspn(word, "\r\n");
    if (!word[length]) {
        int c;
        while ((c = getchar()) != '\n' && c != EOF)
            ;
    }
    word[length] = 0;
    return true;
}

void cli_tell(struct output *out, const struct catalogue *messages, const struct error *e,
              const char *end)
{
    char sentence[CLI_SENTENCE];
    struct text t;

    text_init(&t, sentence, sizeof sentence);
    message_write(&e->message, messages, &t);
    output_format(out, "%s%s", sentence, end);
}

bool cli_choose_game(const struct arguments *a, struct output *out, const struct game **g)
{
    const struct command *games = command_find(protocol_commands, protocol_command_count, "games");
    const struct catalogue *messages = a->host->messages;
    char word[CLI_WORD];
    struct error e;

    output_format(out, "%s\n", sentence_text(messages, "ask.which", "Which game?"));
    command_run(games, NULL, 0, a->host, out, &e);
    while (cli_ask(out, sentence_text(messages, "ask.game", "Game:"), word)) {
        if (!strcmp(word, "quit"))
            return false;
        if (command_game(word, g, &e))
            return true;
        cli_tell(out, messages, &e, "\n");
    }
    return false;
}

void cli_print_actions(const struct history *history, struct output *out)
{
    struct game_actions list;

    history_list(history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(history->game, &history->position, list.at[i], storage);
        output_format(out, "%s%s", i ? " " : "", storage);
    }
    output_add(out, "\n");
}
