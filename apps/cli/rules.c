// SPDX-License-Identifier: MIT
// `abax rules`: the rules of a game with their diagrams. The page has its own way to show both, so
// the module has no such command.
#include "cli/cli.h"
#include "games/registry.h"
#include "render/rules.h"
#include "protocol/answerjson.h"

void cli_print_rules(const struct game *g, const struct catalogue *messages, struct output *out)
{
    render_rules(g, registry_rules(g, messages ? messages->language : "en"), registry_diagrams(g),
                 messages, out, out);
}

static void write_rules(const struct game *g, const struct catalogue *messages, struct output *out)
{
    struct answer_lines page;
    struct json_writer j;

    answer_begin(&j, out);
    json_write_string(&j, "game", g->name);
    json_write_string(&j, "title", catalogue_text(messages, g->title, "%s.title", g->name));
    json_write_string(&j, "language", messages ? messages->language : "en");
    json_write_array(&j, "rules");
    for (unsigned i = 1; i < g->rule_count; i++) {
        const struct game_rule *rule = &g->rules[i];
        json_write_object(&j, NULL);
        json_write_string(&j, "id", rule->id);
        json_write_string(
            &j, "sentence",
            catalogue_text(messages, rule->sentence, "%s.rule.%s", g->name, rule->id));
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    answer_lines_begin(&page, &j, "lines");
    cli_print_rules(g, messages, &page.out);
    answer_lines_end(&page);
    answer_end(&j);
}

static bool run_rules(const struct arguments *a, struct output *out, struct error *e)
{
    (void)e;
    if (a->json)
        write_rules(a->game, a->host->messages, out);
    else
        cli_print_rules(a->game, a->host->messages, out);
    return true;
}

const struct command cli_rules_command = {
    .name = "rules",
    .usage = "GAME [--json]",
    .help =
        SENTENCE("cli.command.rules", "print the rules of a game, with examples on small boards"),
    .game = COMMAND_GAME,
    .options = COMMAND_OPTIONS(options_json),
    .run = run_rules,
};
