// SPDX-License-Identifier: MIT
// Rules pages with their diagrams as text.
#include "render/rules.h"

#include <string.h>

#include "game/diagram.h"
#include "render/legend.h"
#include "render/text.h"

enum { SAID = 512 };

static void render_board(const struct legend *l, const struct game_position *p, struct output *out)
{
    struct scene s;

    game_scene(l->game, p, GAME_PUBLIC, &s);
    output_add(out, "\n");
    render_text_boards(l->game, &s, l->messages, out);
}

// Plays an action of the example and says it in words.
static bool render_action(const struct legend *l, struct game_position *p, const char *action,
                          struct output *out)
{
    const struct game *g = l->game;
    struct game_position after;
    char said[SAID];
    game_action found;
    struct text t;

    if (!game_find(g, p, action, &found))
        return false;
    text_init(&t, said, sizeof said);
    game_add_named(g, p, found, l->messages, &t);
    output_format(out, "- %s: %s\n", legend_seat_name(l, g->to_act(p)), said);
    g->apply(p, found, &after);
    *p = after;
    return true;
}

static void render_refusal(const struct legend *l, const struct game_position *p, const char *tried,
                           struct output *out)
{
    struct attempt_answer answer;

    diagram_attempt(l->game, p, tried, &answer);
    output_format(out, "x %s: %s\n", tried, attempt_reason(&answer, l->messages));
}

// Why the game is over, where the example ends it.
static void render_verdicts(const struct legend *l, const struct game_position *p,
                            struct output *out)
{
    char said[4 * SAID];
    struct scene s;
    struct text t;

    game_scene(l->game, p, GAME_PUBLIC, &s);
    text_init(&t, said, sizeof said);
    if (s.verdict_count)
        legend_verdicts(l, &s, &t);
    if (said[0])
        output_format(out, "%s\n", said);
}

static void render_diagram(const struct legend *l, struct diagram *d, struct output *out,
                           struct output *boards)
{
    struct game_position p = d->start;
    struct diagram_line line;
    bool played = false;
    struct error e;

    render_board(l, &p, boards);
    while (diagram_next(d, &line, &e)) {
        if (line.kind == DIAGRAM_PLAY)
            played |= render_action(l, &p, line.words, out);
        else if (line.kind == DIAGRAM_REFUSED)
            render_refusal(l, &p, line.words, out);
    }
    if (played)
        render_board(l, &p, boards);
    render_verdicts(l, &p, out);
}

// The caption stands in the page as a quotation, a sign before each of its lines.
static void render_caption(const char *text, size_t length, struct output *out)
{
    output_add(out, "  ");
    for (size_t i = 0; i < length; i++) {
        bool sign = text[i] == '>' && i && text[i - 1] == '\n';
        out->write(out->to, sign ? " " : text + i, 1);
    }
}

void render_rules(const struct game *g, const char *page, const char *diagrams,
                  const struct catalogue *messages, struct output *out, struct output *boards)
{
    struct legend l = {g, messages};

    while (*page) {
        size_t length = strcspn(page, "\n"), caption, quotation;
        char id[DIAGRAM_ID];
        struct diagram d;
        struct error e;

        length += page[length] == '\n';
        if (diagram_quoted(page, id, &caption, &quotation) &&
            diagram_find(g, diagrams, id, &d, &e)) {
            render_caption(page + caption, quotation - caption, out);
            render_diagram(&l, &d, out, boards);
            length = quotation;
        } else {
            out->write(out->to, page, length);
        }
        page += length;
    }
}
