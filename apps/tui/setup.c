// SPDX-License-Identifier: MIT
// The form before a game: every row is a question with a value that left and right change.
#include <string.h>

#include "games/registry.h"
#include "play/levels.h"
#include "tui/adaptivefile.h"
#include "tui/menu.h"

enum {
    MOST_ROWS = 24,
    VALUE_COLUMN = 30,
    VALUE_CAPACITY = 36,
    FIRST_ROW = 9,
    DEFAULT_LEVEL = 3,
    MOST_GAMES = 9
};

enum { LIKE_ME = LEVELS + 1, RANDOM, WHOS };

enum row_kind {
    ROW_START,
    ROW_OPTION,
    ROW_SEAT,
    ROW_CLOCK,
    ROW_GAMES,
    ROW_DECIDE,
    ROW_BEGINS,
    ROW_SEAT_DRAW
};

struct row {
    enum row_kind kind;
    int index; // of the option or the seat
};

struct setup_form {
    struct app *app;
    const struct game *game;
    struct match_setup setup;
    int who[GAME_MAX_SEATS]; // 0: a person, 1 to LEVELS: a level, then LIKE_ME and RANDOM
    int like;                // the level that plays like the person
    unsigned clock;
    int games;
    bool by_score;
    enum series_begins begins;
    bool lots;
    struct row rows[MOST_ROWS];
    int first_row; // on the screen
    int count, at;
};

static const char *const clocks[] = {"none",  "60",  "180+2",  "300",
                                     "300+5", "600", "900+10", "1800"};

enum { CLOCKS = sizeof clocks / sizeof *clocks };

// ---------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------

static void add_row(struct setup_form *f, enum row_kind kind, int index)
{
    f->rows[f->count++] = (struct row){kind, index};
}

static bool only_people(const struct setup_form *f)
{
    for (int seat = 0; seat < game_seats(f->game, &f->setup.options); seat++) {
        if (f->who[seat] != 0)
            return false;
    }
    return true;
}

static void list_rows(struct setup_form *f)
{
    f->count = 0;
    add_row(f, ROW_START, 0);
    for (unsigned i = 0; i < game_option_count(f->game); i++)
        add_row(f, ROW_OPTION, (int)i);
    for (int seat = 0; seat < game_seats(f->game, &f->setup.options); seat++)
        add_row(f, ROW_SEAT, seat);
    add_row(f, ROW_CLOCK, 0);
    add_row(f, ROW_GAMES, 0);
    if (f->game->points && f->games > 1)
        add_row(f, ROW_DECIDE, 0);
    if (f->game->next == GAME_LOSER_FIRST && f->games > 1)
        add_row(f, ROW_BEGINS, 0);
    if (only_people(f))
        add_row(f, ROW_SEAT_DRAW, 0);
    f->at = f->at < f->count ? f->at : f->count - 1;
}

static const char *begins_text(const struct setup_form *f)
{
    const struct catalogue *messages = f->app->messages;

    if (f->begins == SERIES_CHOICE)
        return sentence_text(messages, "setup.begins-choice", "the loser, or whom the loser lets");
    return f->begins == SERIES_LOSER ? sentence_text(messages, "setup.begins-loser", "the loser")
                                     : sentence_text(messages, "setup.begins-turns", "by turns");
}

static void seat_text(const struct setup_form *f, int seat, struct text *t)
{
    const struct catalogue *messages = f->app->messages;
    const char *name = f->setup.seats[seat].name;
    char player[120];
    struct text who;

    text_init(&who, player, sizeof player);
    if (f->who[seat] == 0)
        text_say(&who, messages, "setup.person", "person");
    else if (f->who[seat] <= LEVELS)
        text_say(&who, messages, "setup.level:level,called", "computer, level %d: %s", f->who[seat],
                 level_name((unsigned)f->who[seat]));
    else if (f->who[seat] == LIKE_ME)
        text_say(&who, messages, "setup.like:level,called", "computer like me, now level %d: %s",
                 f->like, level_name((unsigned)f->like));
    else
        text_say(&who, messages, "setup.random", "computer that plays at random");
    if (name[0])
        text_say(t, messages, "setup.called:player,name", "%s, called %s", player, name);
    else
        text_add(t, player);
}

static void clock_text(const struct setup_form *f, struct text *t)
{
    const struct catalogue *messages = f->app->messages;
    struct clock_rule rule;
    struct error ignored;
    char base[80];
    struct text first;

    if (f->clock == 0 || !clock_read(clocks[f->clock], &rule, &ignored)) {
        text_say(t, messages, "setup.no-clock", "none");
        return;
    }
    unsigned minutes = (unsigned)(rule.base / 60000), seconds = (unsigned)(rule.increment / 1000);
    text_init(&first, base, sizeof base);
    text_say_count(&first, messages, minutes, "setup.minutes:n", "%u minute", "%u minutes",
                   minutes);
    if (seconds)
        text_say_count(t, messages, seconds, "setup.seconds:minutes,n", "%s and %u second a turn",
                       "%s and %u seconds a turn", base, seconds);
    else
        text_add(t, base);
}

static void row_text(const struct setup_form *f, const struct row *row, struct text *title,
                     struct text *value)
{
    const struct game_option *option = &f->game->options[row->index];

    switch (row->kind) {
    case ROW_START:
        text_add(title, sentence_text(f->app->messages, "setup.begin", "Begin the game"));
        break;
    case ROW_OPTION:
        text_add(title, app_option_title(f->app, f->game, option));
        text_add(value,
                 app_value_title(f->app, f->game, option, f->setup.options.value[row->index]));
        break;
    case ROW_SEAT:
        text_add(title, legend_seat_name(&(struct legend){f->game, f->app->messages}, row->index));
        seat_text(f, row->index, value);
        break;
    case ROW_CLOCK:
        text_add(title, sentence_text(f->app->messages, "setup.clock", "clock"));
        clock_text(f, value);
        break;
    case ROW_GAMES:
        text_add(title, sentence_text(f->app->messages, "setup.games", "games"));
        text_number(value, f->games);
        break;
    case ROW_DECIDE:
        text_add(title, sentence_text(f->app->messages, "setup.won-by", "the series is won by"));
        text_add(value,
                 f->by_score
                     ? sentence_text(f->app->messages, "setup.by-scores", "the sum of the scores")
                     : sentence_text(f->app->messages, "setup.by-games", "games won"));
        break;
    case ROW_BEGINS:
        text_add(title,
                 sentence_text(f->app->messages, "setup.begins", "the next game is begun by"));
        text_add(value, begins_text(f));
        break;
    case ROW_SEAT_DRAW:
        text_add(title, sentence_text(f->app->messages, "setup.lots", "who sits where"));
        text_add(value, f->lots ? sentence_text(f->app->messages, "setup.lots-drawn", "by lot")
                                : sentence_text(f->app->messages, "setup.lots-fixed", "as above"));
        break;
    }
}

static const char *seat_note(const struct setup_form *f, int who)
{
    const struct catalogue *messages = f->app->messages;

    if (who >= 1 && who <= LEVELS)
        return level_about(messages, (unsigned)who);
    if (who == LIKE_ME)
        return sentence_text(messages, "setup.about-like",
                             "Follows your results: stronger after a win of yours, weaker after a "
                             "loss, so that you win about every other game.");
    return sentence_text(messages, "setup.about-seat",
                         "A person at this screen, or a computer: level 1 is for beginners, "
                         "level 10 plays as well as it can.");
}

// What the chosen row is about.
static const char *row_note(const struct setup_form *f, const struct row *row)
{
    switch (row->kind) {
    case ROW_OPTION:
        return app_option_title(f->app, f->game, &f->game->options[row->index]);
    case ROW_SEAT:
        return seat_note(f, f->who[row->index]);
    case ROW_CLOCK:
        return sentence_text(f->app->messages, "setup.about-clock",
                             "Time for all turns of a player. If it runs out, the player loses.");
    case ROW_GAMES:
        return sentence_text(f->app->messages, "setup.about-games",
                             "How many games the series has. The seats change between them.");
    default:
        return "";
    }
}

// ---------------------------------------------------------------------------------------------
// Changing
// ---------------------------------------------------------------------------------------------

static int cycle_value(int value, int step, int count)
{
    return (value + step + count) % count;
}

static void change_row(struct setup_form *f, int step)
{
    const struct row *row = &f->rows[f->at];
    uint8_t *value = &f->setup.options.value[row->index];

    switch (row->kind) {
    case ROW_START:
        break;
    case ROW_OPTION:
        *value = (uint8_t)cycle_value(*value, step,
                                      (int)game_value_count(&f->game->options[row->index]));
        break;
    case ROW_SEAT:
        f->who[row->index] = cycle_value(f->who[row->index], step, WHOS);
        break;
    case ROW_CLOCK:
        f->clock = (unsigned)cycle_value((int)f->clock, step, CLOCKS);
        break;
    case ROW_GAMES:
        f->games = 1 + cycle_value(f->games - 1, step, MOST_GAMES);
        break;
    case ROW_DECIDE:
        f->by_score = !f->by_score;
        break;
    case ROW_BEGINS:
        f->begins = (enum series_begins)cycle_value((int)f->begins, step, SERIES_CHOICE + 1);
        break;
    case ROW_SEAT_DRAW:
        f->lots = !f->lots;
        break;
    }
    list_rows(f);
}

static void fill_setup(struct setup_form *f, struct match_setup *setup, struct series *series)
{
    struct error ignored;

    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        struct match_seat *s = &f->setup.seats[seat];
        struct text t;
        s->who = f->who[seat] ? MATCH_COMPUTER : MATCH_PERSON;
        text_init(&t, s->player, sizeof s->player);
        if (f->who[seat] == RANDOM)
            text_add(&t, "random");
        else if (f->who[seat] == LIKE_ME)
            text_format(&t, "like:%d", f->like);
        else if (f->who[seat] > 0)
            text_format(&t, "level:%d", f->who[seat]);
    }
    clock_read(clocks[f->clock], &f->setup.clock, &ignored);
    f->setup.seed = f->app->seed++;
    *setup = f->setup;
    series_init(series, f->game, (unsigned)f->games, f->by_score && f->game->points && f->games > 1,
                &ignored);
    series->begins = f->begins;
    if (f->lots && only_people(f) && series_has_names(setup))
        series_draw_seats(setup, random_next(&f->app->random));
}

// ---------------------------------------------------------------------------------------------
// The screen
// ---------------------------------------------------------------------------------------------

// The column of values: after the widest title, unless they would not fit.
static int value_column(const struct setup_form *f, const struct canvas *c)
{
    int column = VALUE_COLUMN;

    for (int i = 0; i < f->count; i++) {
        char first[120], second[120];
        struct text title, value;
        text_init(&title, first, sizeof first);
        text_init(&value, second, sizeof second);
        row_text(f, &f->rows[i], &title, &value);
        int wanted = canvas_width(first) + 6;
        column = wanted > column ? wanted : column;
    }
    int most = c->columns - VALUE_CAPACITY;
    return column > most && most > VALUE_COLUMN ? most
           : most < VALUE_COLUMN                ? VALUE_COLUMN
                                                : column;
}

static void render_form(void *to, struct canvas *c)
{
    struct setup_form *f = to;
    struct pen title_pen = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD};
    struct pen plain = {COLOUR_INK, COLOUR_GROUND, 0}, quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    struct pen chosen = {COLOUR_BLACK, COLOUR_ACCENT, WEIGHT_BOLD};
    int width = c->columns - 6 < 90 ? c->columns - 6 : 90, values = value_column(f, c);

    canvas_text(c, 1, 3, width, app_game_title(f->app, f->game), title_pen);
    f->first_row = c->rows - 5 - f->count < FIRST_ROW ? c->rows - 5 - f->count : FIRST_ROW;
    canvas_wrap_short(c, (struct rect){3, 3, f->first_row - 4, width},
                      catalogue_text(f->app->messages, f->game->about, "%s.about", f->game->name),
                      quiet);
    for (int i = 0; i < f->count; i++) {
        char first[120], second[120];
        struct text title, value;
        bool here = i == f->at;
        int row = f->first_row + i + (i > 0);
        struct pen pen = here ? chosen : plain;
        if (here && c->ascii)
            pen.weight |= WEIGHT_REVERSE;
        text_init(&title, first, sizeof first);
        text_init(&value, second, sizeof second);
        row_text(f, &f->rows[i], &title, &value);
        canvas_fill(c, (struct rect){row, 2, 1, values - 4}, ' ', pen);
        canvas_put(c, row, 2, here ? '>' : ' ', pen);
        canvas_wrap_short(c, (struct rect){row, 4, 1, values - 6}, first, pen);
        if (second[0] && here)
            canvas_text(c, row, values - 1, 1, "<", title_pen);
        int used = canvas_text(c, row, values + 1, c->columns - values - 3, second, plain);
        if (second[0] && here)
            canvas_text(c, row, values + used + 2, 1, ">", title_pen);
    }
    const struct row *row = &f->rows[f->at];
    app_render_message(c, row_note(f, row), quiet);
    app_render_keys(
        c, row->kind == ROW_START ? sentence_text(f->app->messages, "setup.start-keys",
                                                  "Enter begin  Up/Down choose  ? rules  Esc back")
           : row->kind == ROW_SEAT
               ? sentence_text(f->app->messages, "setup.seat-keys",
                               "Left/Right who plays  Enter give a name  B begin  Esc back")
               : sentence_text(f->app->messages, "setup.keys",
                               "Left/Right change  Up/Down choose  B begin  Esc back"));
}

static void edit_name(struct setup_form *f, int seat)
{
    char name[MATCH_NAME_BYTES / 2];
    struct text t;

    text_init(&t, name, sizeof name);
    text_add(&t, f->setup.seats[seat].name);
    if (!app_ask_text(f->app, (struct backdrop){render_form, f},
                      sentence_text(f->app->messages, "setup.name", "Name:"), name, sizeof name))
        return;
    text_init(&t, f->setup.seats[seat].name, MATCH_NAME_BYTES);
    text_add(&t, name);
}

enum answer { STAY, BEGIN, BACK };

static enum answer press_row(struct setup_form *f)
{
    const struct row *row = &f->rows[f->at];

    if (row->kind == ROW_START)
        return BEGIN;
    if (row->kind == ROW_SEAT)
        edit_name(f, row->index);
    else
        change_row(f, 1);
    return STAY;
}

static enum answer click_row(struct setup_form *f, struct event event)
{
    int at = event.row - f->first_row;

    at = at > 1 ? at - 1 : at == 1 ? -1 : at;
    if (at < 0 || at >= f->count)
        return STAY;
    f->at = at;
    if (f->rows[at].kind == ROW_START)
        return BEGIN;
    change_row(f, 1);
    return STAY;
}

static enum answer handle_key(struct setup_form *f, struct event event)
{
    switch (event.kind) {
    case EVENT_UP:
    case EVENT_BACK_TAB:
        f->at = cycle_value(f->at, -1, f->count);
        return STAY;
    case EVENT_DOWN:
    case EVENT_TAB:
        f->at = cycle_value(f->at, 1, f->count);
        return STAY;
    case EVENT_LEFT:
    case EVENT_RIGHT:
        change_row(f, event.kind == EVENT_RIGHT ? 1 : -1);
        return STAY;
    case EVENT_ENTER:
        return press_row(f);
    case EVENT_CLICK:
        return click_row(f, event);
    case EVENT_ESCAPE:
        return BACK;
    case EVENT_CHARACTER:
        if (event.character == '?')
            app_show_rules(f->app, sentence_text(f->app->messages, "menu.rules", "Rules"), f->game,
                           "");
        if (event.character == ' ')
            return press_row(f);
        if (event.character == 'b' || event.character == 'B')
            return BEGIN;
        return event.character == 'q' || event.character == 'Q' ? BACK : STAY;
    default:
        return STAY;
    }
}

bool menu_setup(struct app *app, struct match_setup *setup, struct series *series)
{
    const struct game *g = setup->game;
    struct setup_form f = {.app = app, .game = g, .games = 1, .setup = *setup};
    enum answer answer = STAY;

    f.begins = series_custom(g);
    f.lots = true;
    f.like = (int)adaptive_file_level(&app->saves, g);
    for (int seat = 1; seat < GAME_MAX_SEATS; seat++)
        f.who[seat] = DEFAULT_LEVEL;
    list_rows(&f);
    while (!app->leave && answer == STAY) {
        struct canvas *c = app_begin_frame(app);
        if (c) {
            render_form(&f, c);
            screen_show(&app->screen);
        }
        answer = handle_key(&f, app_read_event(app, -1));
    }
    if (app->leave || answer == BACK)
        return false;
    fill_setup(&f, setup, series);
    return true;
}
