// SPDX-License-Identifier: MIT
// How a match stands, as a page: what small windows have no room for beside the board, and everything that is known where
// something is hidden.
#include <stdlib.h>

#include "render/legend.h"
#include "tui/sitting.h"

enum { PAGE_BYTES = 8192, ENTRY_BYTES = GAME_NAMED_BYTES + PROMPT_NAME_BYTES + 16 };

static void add_heading(struct text *t, const char *heading)
{
    text_format(t, "\n# %s\n", heading);
}

static void add_counters(const struct sitting *s, struct text *t)
{
    const struct match *m = &s->local.driver.match;
    struct legend l = {m->setup.game, s->app->words};
    char line[PROMPT_BYTES];
    struct text one;

    for (int owner = SCENE_NOBODY; owner < match_seats(m); owner++) {
        text_init(&one, line, sizeof line);
        if (legend_counters(&l, &s->scene, owner, &one))
            text_format(t, "- %s\n", line);
    }
}

static void add_desk(const struct sitting *s, struct text *t)
{
    const struct match_setup *setup = &s->local.driver.match.setup;
    struct legend l = {setup->game, s->app->words};
    char line[PROMPT_BYTES];
    struct text one;

    if (s->scene.clues.things)
        add_heading(t, sentence_text(s->app->words, "paint.desk", "What is known:"));
    for (unsigned at = 0;
         text_init(&one, line, sizeof line), legend_desk(&l, &setup->options, &s->scene, at, &one);
         at++)
        text_format(t, "- %s\n", line);
}

// Up to the position that is shown.
static void add_played(const struct sitting *s, struct text *t)
{
    const struct match *m = &s->local.driver.match;
    struct prompts prompts = sitting_prompts(s);
    unsigned played = s->line ? s->shown - 1 : s->shown;

    if (played)
        add_heading(t, sentence_text(s->app->words, "sitting.was-played", "What was played"));
    for (unsigned i = 0; i < played; i++) {
        char named[GAME_NAMED_BYTES], name[PROMPT_NAME_BYTES];
        struct text one;
        text_init(&one, named, sizeof named);
        match_add_named(m, i, s->app->words, &one);
        text_format(t, "%u. %s: %s\n", i + 1, prompts_name(&prompts, m->entries[i].seat, name),
                    named);
    }
}

void sitting_show_table(struct sitting *s)
{
    size_t room = PAGE_BYTES + s->shown * ENTRY_BYTES;
    char *page = malloc(room);
    struct text t;

    if (!page)
        return;
    text_init(&t, page, room);
    if (s->message[0])
        text_format(&t, "%s\n\n", s->message);
    sitting_status(s, &t);
    text_char(&t, '\n');
    text_char(&t, '\n');
    add_counters(s, &t);
    add_desk(s, &t);
    add_played(s, &t);
    match_pause(&s->local.driver.match, app_now(s->app));
    app_show_page(s->app, sentence_text(s->app->words, "sitting.table", "How it stands"), page);
    match_resume(&s->local.driver.match, app_now(s->app));
    free(page);
}
