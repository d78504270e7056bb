// SPDX-License-Identifier: MIT
// Diagrams of rules pages: every page of a game quotes each of its diagrams once and no other,
// their positions are sound, their actions legal, and what is claimed of them is true by the rules.
#include <string.h>

#include "game/diagram.h"
#include "game/scene.h"
#include "games/registry.h"
#include "render/rules.h"
#include "tests/unit/subjects.h"

enum { LEAST = 5, MOST = 24, WORD = 160 };

static const char *const languages[] = {"en", "de", "fr"};

// Takes the next word of a claim; false when none is left.
static bool next_word(const char **list, char word[WORD])
{
    struct text t;

    *list += strspn(*list, " ");
    text_init(&t, word, WORD);
    *list += text_until(&t, *list, " ");
    return word[0];
}

static int number_in(const char *word)
{
    unsigned long long number = 0;

    assert_true(text_read_number(word, 1000, &number));
    return (int)number;
}

// ---------------------------------------------------------------------------------------------
// Claims. Each answers what is wrong, or nothing.
// ---------------------------------------------------------------------------------------------

typedef bool claim(const struct diagram *d, const struct game_position *p, const char *words,
                   struct text *wrong);

static bool claim_legal(const struct diagram *d, const struct game_position *p, const char *words,
                        struct text *wrong)
{
    char word[WORD];
    game_action action;

    while (next_word(&words, word)) {
        if (!game_find(d->game, p, word, &action)) {
            text_format(wrong, "%s is not legal", word);
            return false;
        }
    }
    return true;
}

static bool claim_refused(const struct diagram *d, const struct game_position *p, const char *words,
                          struct text *wrong)
{
    char rule[WORD], word[WORD];

    next_word(&words, rule);
    while (next_word(&words, word)) {
        struct attempt_answer answer;
        diagram_attempt(d->game, p, word, &answer);
        if (answer.verdict != ATTEMPT_REFUSED || strcmp(answer.rule, rule) != 0) {
            text_format(wrong, "%s: %s", word,
                        answer.verdict == ATTEMPT_REFUSED ? answer.rule : "legal");
            return false;
        }
    }
    return true;
}

// The number of legal actions.
static bool claim_moves(const struct diagram *d, const struct game_position *p, const char *words,
                        struct text *wrong)
{
    struct game_actions list;

    game_list(d->game, p, &list);
    text_format(wrong, "%u legal actions", list.count);
    return list.count == (unsigned)number_in(words);
}

static bool claim_result(const struct diagram *d, const struct game_position *p, const char *words,
                         struct text *wrong)
{
    char is[WORD];
    struct game_result result;
    struct text t;

    d->game->result(p, &result);
    text_init(&t, is, sizeof is);
    game_result_text(d->game, &d->options, &result, &t);
    text_add(wrong, is);
    return !strcmp(is, words);
}

static bool claim_position(const struct diagram *d, const struct game_position *p,
                           const char *words, struct text *wrong)
{
    char is[GAME_TEXT_BYTES];
    struct text t;

    text_init(&t, is, sizeof is);
    d->game->write(p, &t);
    text_add(wrong, is);
    return !strcmp(is, words);
}

// "counter SEAT ID NUMBER"; seat 0 is nobody.
static bool claim_counter(const struct diagram *d, const struct game_position *p, const char *words,
                          struct text *wrong)
{
    static struct scene s;
    char seat[WORD], id[WORD], number[WORD];

    next_word(&words, seat);
    next_word(&words, id);
    next_word(&words, number);
    game_scene(d->game, p, GAME_PUBLIC, &s);
    for (unsigned i = 0; i < s.counter_count; i++) {
        const struct scene_counter *c = &s.counters[i];
        int owner = number_in(seat) ? number_in(seat) - 1 : SCENE_NOBODY;
        if (c->owner != owner || strcmp(c->id, id) != 0)
            continue;
        text_format(wrong, "%d", c->value);
        return c->value == number_in(number);
    }
    text_add(wrong, "there is no such counter");
    return false;
}

// "says TEXT": a verdict of the finished game says so, in English.
static bool claim_says(const struct diagram *d, const struct game_position *p, const char *words,
                       struct text *wrong)
{
    static struct scene s;

    game_scene(d->game, p, GAME_PUBLIC, &s);
    for (unsigned i = 0; i < s.verdict_count; i++) {
        const char *said = scene_verdict_english(&s, &s.verdicts[i]);
        if (strstr(said, words))
            return true;
        text_format(wrong, "%s ", said);
    }
    return false;
}

// "acts SEAT": whose turn it is.
static bool claim_acts(const struct diagram *d, const struct game_position *p, const char *words,
                       struct text *wrong)
{
    int seat = d->game->to_act(p) + 1;

    text_format(wrong, "seat %d acts", seat);
    return seat == number_in(words);
}

static const struct {
    const char *name;
    claim *check;
} claims[] = {
    {"legal", claim_legal},       {"refused", claim_refused}, {"moves", claim_moves},
    {"result", claim_result},     {"says", claim_says},       {"acts", claim_acts},
    {"position", claim_position}, {"counter", claim_counter},
};

static void check_claim(const struct diagram *d, const struct game_position *p, const char *words)
{
    char name[WORD], storage[2 * GAME_TEXT_BYTES];
    const char *rest = words;
    struct text wrong;

    next_word(&rest, name);
    rest += strspn(rest, " ");
    text_init(&wrong, storage, sizeof storage);
    for (unsigned i = 0; i < sizeof claims / sizeof *claims; i++) {
        if (strcmp(claims[i].name, name) != 0)
            continue;
        if (!claims[i].check(d, p, rest, &wrong))
            fail_msg("%s, diagram %s: 'expect %s': %s", d->game->name, d->id, words, storage);
        return;
    }
    fail_msg("%s, diagram %s: '%s' is no claim", d->game->name, d->id, name);
}

// ---------------------------------------------------------------------------------------------
// Diagrams
// ---------------------------------------------------------------------------------------------

static void check_line(const struct diagram *d, struct game_position *p,
                       const struct diagram_line *line)
{
    struct game_position after;
    char words[DIAGRAM_LINE + DIAGRAM_ID];
    game_action action;
    struct text t;

    switch (line->kind) {
    case DIAGRAM_PLAY:
        if (!game_find(d->game, p, line->words, &action))
            fail_msg("%s, diagram %s: %s is not legal", d->game->name, d->id, line->words);
        d->game->apply(p, action, &after);
        *p = after;
        break;
    case DIAGRAM_REFUSED:
        text_init(&t, words, sizeof words);
        text_format(&t, "refused %s %s", line->rule, line->words);
        check_claim(d, p, words);
        break;
    case DIAGRAM_EXPECT:
        check_claim(d, p, line->words);
        break;
    }
}

// What a diagram tells is tried or claimed: a picture that nothing is asked of proves nothing.
static void check_diagram(struct diagram d)
{
    struct game_position p = d.start;
    struct diagram_line line;
    unsigned lines = 0;
    struct error e;

    for (; diagram_next(&d, &line, &e); lines++)
        check_line(&d, &p, &line);
    if (e.message.text[0])
        fail_msg("%s: %s", d.game->name, e.message.text);
    if (!lines)
        fail_msg("%s, diagram %s claims nothing", d.game->name, d.id);
}

static void claims_are_true(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        const char *at = registry_diagrams(g);
        unsigned count = 0;
        struct diagram d;
        struct error e;

        if (!subject_wanted(g))
            continue;
        for (; diagram_read(g, &at, &d, &e); count++)
            check_diagram(d);
        if (e.message.text[0])
            fail_msg("%s: %s", g->name, e.message.text);
        if (!*registry_diagrams(g))
            print_message("%s has no diagrams: nothing is claimed\n", g->name);
        else if (count < LEAST || count > MOST)
            fail_msg("%u to %u diagrams needed, %u found: games/%s/diagrams.txt", LEAST, MOST,
                     count, g->name);
    }
}

// Each game has pictures of all its options.
static void every_option_is_shown(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);

        for (unsigned o = 0; subject_wanted(g) && o < game_option_count(g); o++) {
            for (unsigned v = 1; v < game_value_count(&g->options[o]); v++) {
                const char *at = registry_diagrams(g);
                bool shown = false;
                struct diagram d;
                struct error e;
                while (diagram_read(g, &at, &d, &e))
                    shown |= d.options.value[o] == v;
                if (!shown && *registry_diagrams(g))
                    fail_msg("%s: no diagram shows %s=%s", g->name, g->options[o].key,
                             g->options[o].values[v]);
            }
        }
    }
}

// How often a page quotes a diagram.
static unsigned quotations(const char *page, const char *id)
{
    unsigned found = 0;

    while (*page) {
        char quoted[DIAGRAM_ID];
        size_t caption, length;
        if (diagram_quoted(page, quoted, &caption, &length)) {
            assert_true(length > caption + 10); // a caption says something
            found += !id || !strcmp(quoted, id);
        } else {
            length = strcspn(page, "\n");
            length += page[length] == '\n';
        }
        page += length;
    }
    return found;
}

static void pages_quote_each_once(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);

        for (unsigned l = 0; subject_wanted(g) && l < sizeof languages / sizeof *languages; l++) {
            const char *at = registry_diagrams(g), *page = registry_rules(g, languages[l]);
            unsigned count = 0;
            struct diagram d;
            struct error e;
            for (; diagram_read(g, &at, &d, &e); count++) {
                if (quotations(page, d.id) != 1)
                    fail_msg("%s: the rules in '%s' quote diagram %s %u times instead of once",
                             g->name, languages[l], d.id, quotations(page, d.id));
            }
            if (quotations(page, NULL) != count)
                fail_msg("%s: the rules in '%s' quote a diagram that diagrams.txt does not have",
                         g->name, languages[l]);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Reading and drawing
// ---------------------------------------------------------------------------------------------

static void bad_diagrams_are_told(void **state)
{
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"diagram a\n", "diagram 'a' has no position"},
        {"diagram a\noptions speed=9\nposition 7 1\n", "speed"},
        {"diagram a\nposition 99 1\n", "99"},
        {"diagram a\nposition 7 1\nhop 1\n", "'hop' is no line of an example"},
    };
    const struct game *g = registry_find("null");

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].text;
        struct diagram_line line;
        struct diagram d;
        struct error e;
        if (diagram_read(g, &at, &d, &e))
            assert_false(diagram_next(&d, &line, &e));
        if (!strstr(e.message.text, rows[i].fault))
            fail_msg("'%s': %s", rows[i].text, e.message.text);
    }
}

static void pages_are_drawn(void **state)
{
    const struct game *g = registry_find("null");
    char storage[4096];
    struct text t;
    struct output out = output_to_text(&t);

    (void)state;
    text_init(&t, storage, sizeof storage);
    render_rules(g, "# Page\n\n> one: A stone\n> is taken.\n\n> none: x\nEnd.\n",
                 "diagram one\nposition 2 1\nplay 1\nrefused too-few 2\n", NULL, &out, &out);
    assert_non_null(strstr(storage, "# Page\n\n  A stone\n  is taken.\n\n"));
    assert_non_null(strstr(storage, "- First: 1\n"));
    assert_non_null(strstr(storage, "x 2: "));
    assert_non_null(strstr(storage, "\n> none: x\nEnd.\n"));
}

// The longest line of what is written, and how many there are.
struct widest {
    size_t length, most;
    unsigned lines;
};

static void widen(void *to, const char *bytes, size_t count)
{
    struct widest *w = to;

    for (size_t i = 0; i < count; i++) {
        w->length += bytes[i] != '\n' && ((unsigned char)bytes[i] & 0xc0) != 0x80;
        w->most = w->length > w->most ? w->length : w->most;
        w->lines += bytes[i] == '\n';
        w->length = bytes[i] == '\n' ? 0 : w->length;
    }
}

static void ignore(void *to, const char *bytes, size_t count)
{
    (void)to, (void)bytes, (void)count;
}

// A narrow terminal shows them whole: 60 columns, less what stands beside a page.
static void boards_are_narrow(void **state)
{
    (void)state;
    for (unsigned i = 0; i < registry_count(); i++) {
        const struct game *g = registry_game(i);
        struct widest boards = {0};
        struct output text = {ignore, NULL}, out = {widen, &boards};
        render_rules(g, registry_rules(g, "en"), registry_diagrams(g), NULL, &text, &out);
        if (boards.most > 56)
            fail_msg("a board of %s is %zu characters wide", g->name, boards.most);
        if (*registry_diagrams(g) && !boards.lines)
            fail_msg("%s draws no board", g->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_true),       cmocka_unit_test(every_option_is_shown),
        cmocka_unit_test(pages_quote_each_once), cmocka_unit_test(bad_diagrams_are_told),
        cmocka_unit_test(pages_are_drawn),       cmocka_unit_test(boards_are_narrow),
    };

    return cmocka_run_group_tests_name("diagrams", tests, NULL, NULL);
}
