// SPDX-License-Identifier: MIT
// The bot's engine: tried before the bot goes online, and asked for actions.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "server/cli/bot.h"
#include "play/match.h"

// ---------------------------------------------------------------------------------------------
// Asking
// ---------------------------------------------------------------------------------------------

// The start of a hidden game with what the seat knows now, so that its actions can be sent; false when that cannot be.
static bool recall_start(const struct bot_place *p, struct text *t)
{
    struct game_position then, now, seen;
    struct error e;

    if (!game_hidden(p->game)->replay_view || !p->game->read(&p->options, p->start, &then, &e) ||
        !p->game->read(&p->options, p->position, &now, &e))
        return false;
    game_hidden(p->game)->replay_view(&then, &now, &seen);
    p->game->write(&seen, t);
    return true;
}

// UGI's line for the position: from the start, or as the seat sees it where that cannot be.
static char *position_line(const struct bot_place *p)
{
    size_t capacity = 2 * GAME_TEXT_BYTES + (size_t)p->ply * (GAME_ACTION_BYTES + 1) + 32;
    char *line = malloc(capacity);
    struct text t;

    if (!line)
        return NULL;
    text_init(&t, line, capacity);
    text_add(&t, "position fen ");
    bool whole = !p->game->hidden || recall_start(p, &t);
    if (!p->game->hidden || !whole)
        text_add(&t, whole ? p->start : p->position);
    if (whole && p->ply)
        text_add(&t, " moves");
    for (unsigned i = 0; whole && i < p->ply; i++)
        text_format(&t, " %s", p->actions[i]);
    return line;
}

// Stops the engine that has waited longest when there are too many: memory for tables is not endless.
static void make_way(struct bot *b)
{
    struct bot_place *oldest = NULL;
    unsigned count = 0;

    for (unsigned i = 0; i < BOT_PLACES; i++) {
        struct bot_place *p = &b->places[i];
        if (!p->engine.pid)
            continue;
        count++;
        if (!oldest || p->used < oldest->used)
            oldest = p;
    }
    if (count >= BOT_ENGINES)
        child_stop(&oldest->engine);
}

static bool is_legal(const struct bot_place *p, const char *action)
{
    struct game_position now;
    struct error e;
    game_action found;

    return p->game->read(&p->options, p->position, &now, &e) &&
           game_find(p->game, &now, action, &found);
}

bool bot_choose(struct bot *b, struct bot_place *p, uint64_t milliseconds,
                char action[GAME_ACTION_BYTES], struct error *e)
{
    char *position = position_line(p), go[48];

    if (!position)
        return error_set(e, "bot.memory-game", "there is no memory for a game");
    if (!p->engine.pid)
        make_way(b);
    p->used = ++b->moment;
    snprintf(go, sizeof go, "go movetime %llu", (unsigned long long)milliseconds);
    bool good = (p->engine.pid || child_new_game(&p->engine, p->game, &p->options, e)) &&
                child_ask(&p->engine, position, go, milliseconds + BOT_SLACK, action, e);
    free(position);
    return good && (is_legal(p, action) ||
                    error_set(e, "engine.illegal:engine,action",
                              "engine '%s' answers '%s', which is not a legal action",
                              error_quote(b->engine).text, error_quote(action).text));
}

// ---------------------------------------------------------------------------------------------
// Trying
// ---------------------------------------------------------------------------------------------

bool bot_greet_engine(struct bot *b, struct error *e)
{
    struct child *engine = malloc(sizeof *engine);

    if (!engine)
        return error_set(e, "engine.memory", "there is no memory for an engine");
    child_init(engine, b->engine);
    bool good = child_greet(engine, e);
    child_stop(engine);
    free(engine);
    return good;
}

// A place at the start of a game, for the seat to act there.
static bool set_up(struct bot *b, struct bot_place *p, const char *name, struct error *e)
{
    struct match_setup setup = {.seed = 1};
    struct game_position seen;
    struct match m;
    struct text t;

    if (!command_game(name, &setup.game, e))
        return false;
    if (!match_init(&m, &setup, e)) {
        match_clear(&m);
        return false;
    }
    *p = (struct bot_place){.game = setup.game, .options = m.setup.options};
    p->seat = match_to_act(&m);
    text_init(&t, p->start, sizeof p->start);
    setup.game->write(&m.start, &t);
    game_view(setup.game, &m.start, p->seat, &seen);
    text_init(&t, p->position, sizeof p->position);
    setup.game->write(&seen, &t);
    match_clear(&m);
    child_init(&p->engine, b->engine);
    return true;
}

// The engine took this long to start, to be ready and to choose an action, while nobody waited.
static void note_readiness(struct bot *b, uint64_t milliseconds)
{
    uint64_t patience = milliseconds * BOT_READY_TIMES;

    patience = patience < BOT_READY_LEAST ? BOT_READY_LEAST : patience;
    patience = patience > BOT_READY_MOST ? BOT_READY_MOST : patience;
    if (patience > b->ready_patience)
        b->ready_patience = (unsigned)patience;
}

static bool try_game(struct bot *b, const char *name, struct error *e)
{
    struct bot_place *p = malloc(sizeof *p);
    char action[GAME_ACTION_BYTES];
    struct error why;

    if (!p)
        return error_set(e, "engine.memory", "there is no memory for an engine");
    bool good = set_up(b, p, name, &why);
    if (good) {
        uint64_t began = cli_clock();
        good = bot_choose(b, p, b->movetime < BOT_LEAST ? BOT_LEAST : b->movetime, action, &why);
        note_readiness(b, (cli_clock() - began) / 1000);
        child_stop(&p->engine);
    }
    free(p);
    return good || error_set(e, "bot.cannot-play:game,why", "the engine does not play '%s': %s",
                             error_quote(name).text, why.message.text);
}

bool bot_try_engine(struct bot *b, bool strict, struct error *e)
{
    unsigned count = 0;

    for (unsigned i = 0; i < b->accept_count; i++) {
        if (try_game(b, b->accepts[i], e))
            memmove(b->accepts[count++], b->accepts[i], sizeof *b->accepts);
        else if (strict)
            return false;
        else
            output_format(b->out, "%s\n", e->message.text);
    }
    b->accept_count = count;
    return count > 0 ||
           error_set(e, "bot.plays-none", "the engine plays none of the server's games");
}
