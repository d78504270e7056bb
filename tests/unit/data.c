// SPDX-License-Identifier: MIT
// Data from elsewhere: perft counts (games/GAME/perft.tsv), whole games of an independent program
// (tests/data/games/GAME.txt) and texts that must be refused (games/GAME/refused.tsv).
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "play/history.h"
#include "play/playout.h"
#include "tests/unit/subjects.h"

enum { LINE = 8192, PERFT_LIMIT = 25 * 1000 * 1000 };

struct reader {
    FILE *file;
    unsigned number;
    char line[LINE];
    const char *path;
};

static bool next_line(struct reader *r)
{
    while (fgets(r->line, LINE, r->file)) {
        r->number++;
        r->line[strcspn(r->line, "\n")] = 0;
        if (r->line[0] && r->line[0] != '#')
            return true;
    }
    fclose(r->file);
    return false;
}

// Opens the file whose name is a game's between two parts.
static void open_data(struct reader *r, char path[160], const char *before, const struct game *g,
                      const char *after)
{
    struct text t;

    text_init(&t, path, 160);
    text_format(&t, "%s%s%s", before, g->name, after);
    *r = (struct reader){.file = subject_open(path), .path = path};
}

static void set_options(const struct game *g, struct game_options *options, char *list)
{
    struct error e;

    memset(options, 0, sizeof *options);
    if (!strcmp(list, "-"))
        return;
    for (char *next, *word = list; word; word = next) {
        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        if (!game_set_option(g, options, word, &e))
            fail_msg("%s", e.message.text);
    }
}

// Takes the next tab-separated field.
static char *field(char **rest)
{
    char *start = *rest, *tab = start ? strchr(start, '\t') : NULL;

    if (tab)
        *tab++ = 0;
    *rest = tab;
    return start;
}

static void perft_line(const struct game *g, struct reader *r)
{
    char *rest = r->line, *list = field(&rest), *position = field(&rest), *count;
    struct game_options options;
    struct game_position p;
    struct error e;

    assert_non_null(rest);
    set_options(g, &options, list);
    if (!g->read(&options, position, &p, &e))
        fail_msg("%s:%u: %s", r->path, r->number, e.message.text);
    for (unsigned depth = 1; (count = field(&rest)); depth++) {
        unsigned long long wanted;
        assert_true(text_read_number(count, UINT64_MAX, &wanted));
        if (wanted > PERFT_LIMIT)
            break;
        uint64_t found = playout_perft(g, &p, depth);
        if (found != wanted)
            fail_msg("%s:%u: depth %u gives %llu instead of %llu", r->path, r->number, depth,
                     (unsigned long long)found, wanted);
    }
}

static void perft_file(void **state)
{
    const struct game *g = *state;
    char path[160];
    struct reader r;
    unsigned lines = 0;

    open_data(&r, path, "games/", g, "/perft.tsv");
    for (; next_line(&r); lines++)
        perft_line(g, &r);
    assert_true(lines > 0);
}

// The rest of the line after a word, if the line begins with the word.
static char *rest_after(struct reader *r, const char *word)
{
    size_t length = strlen(word);

    return strncmp(r->line, word, length) == 0 && r->line[length] == ' ' ? r->line + length + 1
                                                                         : NULL;
}

// Plays the actions and remembers the position text after each.
struct played {
    struct history history;
    unsigned count;
    char (*texts)[GAME_TEXT_BYTES];
};

static void play_actions(struct played *played, struct reader *r, char *actions)
{
    enum { MOST = 400 };
    struct error e;

    played->texts = calloc(MOST, sizeof *played->texts);
    for (char *next, *word = actions; word; word = next) {
        struct text t;
        next = strchr(word, ' ');
        if (next)
            *next++ = 0;
        assert_true(played->count < MOST);
        if (!history_play_text(&played->history, word, &e))
            fail_msg("%s:%u: %s", r->path, r->number, e.message.text);
        text_init(&t, played->texts[played->count++], GAME_TEXT_BYTES);
        played->history.game->write(&played->history.position, &t);
    }
}

static void check_result(struct played *played, struct reader *r, const char *wanted)
{
    struct history *history = &played->history;
    struct game_result result;
    char words[120];
    struct text t;

    history_result(history, &result);
    text_init(&t, words, sizeof words);
    game_result_text(history->game, &history->options, &result, &t);
    if (strcmp(words, wanted) != 0)
        fail_msg("%s:%u: result '%s' instead of '%s'", r->path, r->number, words, wanted);
    history_clear(history);
    free(played->texts);
    *played = (struct played){0};
}

static void check_position(struct played *played, struct reader *r, char *rest)
{
    char *end;
    unsigned long ply = strtoul(rest, &end, 10);

    assert_true(ply >= 1 && ply <= played->count);
    if (strcmp(played->texts[ply - 1], end + 1) != 0)
        fail_msg("%s:%u: after %lu actions '%s' instead of '%s'", r->path, r->number, ply,
                 played->texts[ply - 1], end + 1);
}

static void games_file(void **state)
{
    const struct game *g = *state;
    struct game_options options = {0};
    struct game_position start;
    struct played played = {0};
    struct reader r;
    struct error e;
    char path[160], *rest;
    unsigned games = 0;

    open_data(&r, path, "tests/data/games/", g, ".txt");
    while (next_line(&r)) {
        if ((rest = rest_after(&r, "options"))) {
            set_options(g, &options, rest);
            g->start(&options, 0, &start);
        } else if ((rest = rest_after(&r, "start"))) {
            if (!g->read(&options, rest, &start, &e))
                fail_msg("%s:%u: %s", r.path, r.number, e.message.text);
        } else if ((rest = rest_after(&r, "actions"))) {
            history_init(&played.history, g, &options, &start);
            play_actions(&played, &r, rest);
        } else if ((rest = rest_after(&r, "at"))) {
            check_position(&played, &r, rest);
        } else if ((rest = rest_after(&r, "result"))) {
            check_result(&played, &r, rest);
            games++;
        } else {
            fail_msg("%s:%u: cannot read '%s'", r.path, r.number, r.line);
        }
    }
    assert_true(games >= 10);
}

// Each refused text names what its sentence must contain.
static void refused_file(void **state)
{
    const struct game *g = *state;
    char path[160];
    struct reader r;
    unsigned lines = 0;

    open_data(&r, path, "games/", g, "/refused.tsv");
    for (; next_line(&r); lines++) {
        char *rest = r.line, *list = field(&rest), *position = field(&rest), *part = field(&rest);
        struct game_options options;
        struct game_position p;
        struct error e = {0};

        assert_non_null(part);
        set_options(g, &options, list);
        if (g->read(&options, position, &p, &e))
            fail_msg("%s:%u: '%s' was accepted", r.path, r.number, position);
        if (!strstr(e.message.text, part))
            fail_msg("%s:%u: '%s' does not say '%s'", r.path, r.number, e.message.text, part);
    }
    assert_true(lines > 0);
}

// A game that nobody else has played yet has no file of games.
static bool has_games(const struct game *g)
{
    char path[160];
    struct text t;

    text_init(&t, path, sizeof path);
    text_format(&t, "tests/data/games/%s.txt", g->name);
    FILE *file = fopen(path, "r");
    if (file)
        fclose(file);
    return file != NULL;
}

static int run_files(const char *group, void (*test)(void **state), unsigned least)
{
    struct CMUnitTest tests[64];
    unsigned count = 0;

    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        if (subject_wanted(g) && (test != games_file || has_games(g)))
            tests[count++] = (struct CMUnitTest){g->name, test, NULL, NULL, (void *)(uintptr_t)g};
    }
    if (count < least && !getenv("GAME")) {
        print_error("%s: only %u games\n", group, count);
        return 1;
    }
    return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}

int main(void)
{
    return run_files("perft files", perft_file, 7) +
           run_files("games of another program", games_file, 6) +
           run_files("refused positions", refused_file, 7);
}
