// SPDX-License-Identifier: MIT
// How a match stands, as a page: what small windows have no room for beside the board, and everything that is known where
// something is hidden.
#include <stdlib.h>

#include "render/legend.h"
#include "tui/gameview.h"

enum { PAGE_BYTES = 8192, ENTRY_BYTES = GAME_NAMED_BYTES + PROMPT_NAME_BYTES + 16 };

static void add_heading(struct text *t, const char *heading)
{
    text_format(t, "\n# %s\n", heading);
}

static void add_counters(const struct game_view *view, struct text *t)
{
    const struct match *m = &view->local.driver.match;
    struct legend l = {m->setup.game, view->app->words};
    char line[PROMPT_BYTES];
    struct text one;

    for (int owner = SCENE_NOBODY; owner < match_seats(m); owner++) {
        text_init(&one, line, sizeof line);
        if (legend_counters(&l, &view->scene, owner, &one))
            text_format(t, "- %s\n", line);
    }
}

static void add_desk(const struct game_view *view, struct text *t)
{
    const struct match_setup *setup = &view->local.driver.match.setup;
    struct legend l = {setup->game, view->app->words};
    char line[PROMPT_BYTES];
    struct text one;

    if (view->scene.clues.things)
        add_heading(t, sentence_text(view->app->words, "paint.desk", "What is known:"));
    for (unsigned at = 0; text_init(&one, line, sizeof line),
                  legend_desk(&l, &setup->options, &view->scene, at, &one);
         at++)
        text_format(t, "- %s\n", line);
}

// Up to the position that is shown.
static void add_played(const struct game_view *view, struct text *t)
{
    const struct match *m = &view->local.driver.match;
    struct prompts prompts = game_view_prompts(view);
    unsigned played = view->variation ? view->shown - 1 : view->shown;

    if (played)
        add_heading(t, sentence_text(view->app->words, "sitting.was-played", "What was played"));
    for (unsigned i = 0; i < played; i++) {
        char named[GAME_NAMED_BYTES], name[PROMPT_NAME_BYTES];
        struct text one;
        text_init(&one, named, sizeof named);
        match_add_named(m, i, view->app->words, &one);
        text_format(t, "%u. %s: %s\n", i + 1, prompts_name(&prompts, m->entries[i].seat, name),
                    named);
    }
}

void game_view_show_summary(struct game_view *view)
{
    size_t room = PAGE_BYTES + view->shown * ENTRY_BYTES;
    char *page = malloc(room);
    struct text t;

    if (!page)
        return;
    text_init(&t, page, room);
    if (view->message[0])
        text_format(&t, "%s\n\n", view->message);
    game_view_status(view, &t);
    text_char(&t, '\n');
    text_char(&t, '\n');
    add_counters(view, &t);
    add_desk(view, &t);
    add_played(view, &t);
    match_pause(&view->local.driver.match, app_now(view->app));
    app_show_page(view->app, sentence_text(view->app->words, "sitting.table", "How it stands"),
                  page);
    match_resume(&view->local.driver.match, app_now(view->app));
    free(page);
}
