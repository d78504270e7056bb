// SPDX-License-Identifier: MIT
// The first screen: unfinished games, all games, and the list of saved ones. It only chooses; tui.c
// acts. The list is read again whenever a game was removed, so it always shows the folder.
#include "tui/menu.h"

#include <string.h>

#include "games/registry.h"
#include "render/legend.h"

enum {
    MOST_ITEMS = SAVES_MOST + 20,
    MOST_KEPT = 6,
    LIST_WIDTH = 34,
    ITEM_BYTES = 96,
    FILE_BYTES = 200
};

enum item_kind { ITEM_CONTINUE, ITEM_GAME, ITEM_SAVED, ITEM_QUIT };

struct item {
    enum item_kind kind;
    char title[ITEM_BYTES];
    const struct game *game;
    unsigned entry; // in the list of kept games
};

struct menu {
    struct app *app;
    struct item items[MOST_ITEMS];
    int count, at, top;
    int first_row; // where the list stands
    char note[APP_ERROR_BYTES];
    uint8_t tone; // the colour of the note
    struct saved_game kept[SAVES_MOST];
    unsigned kept_count;
    bool saved; // the list of kept games is shown
};

static void show_note(struct menu *m, uint8_t tone, const char *sentence)
{
    struct text t;

    text_init(&t, m->note, sizeof m->note);
    text_add(&t, sentence);
    text_capital(m->note);
    m->tone = tone;
}

static void show_error_note(struct menu *m, const struct error *e)
{
    char text[APP_ERROR_BYTES];

    app_error_text(m->app, e, text);
    show_note(m, COLOUR_BAD, text);
}

// ---------------------------------------------------------------------------------------------
// Items
// ---------------------------------------------------------------------------------------------

static struct item *add_item(struct menu *m, enum item_kind kind, const char *title)
{
    struct item *item = &m->items[m->count++];
    struct text t;

    *item = (struct item){.kind = kind};
    text_init(&t, item->title, sizeof item->title);
    text_add(&t, title);
    return item;
}

// A saved game in a few words: the game, its length or when it was played.
static void entry_title(const struct menu *m, const struct saved_game *entry,
                        char title[ITEM_BYTES])
{
    const struct catalogue *messages = m->app->messages;
    struct text t;

    text_init(&t, title, ITEM_BYTES);
    if (entry->damaged)
        text_say(&t, messages, "menu.damaged:name", "%s, damaged", entry->name);
    else if (!entry->slot)
        text_add(&t, entry->name); // a person gave it
    else if (entry->over)
        text_say(&t, messages, "menu.finished:game,date", "%s, %.10s",
                 app_game_title(m->app, entry->game), entry->date);
    else
        text_say_count(&t, messages, entry->length, "menu.running:game,n", "%s, %u played",
                       "%s, %u played", app_game_title(m->app, entry->game), entry->length);
}

static void add_kept(struct menu *m, bool running, int most)
{
    for (unsigned i = 0; i < m->kept_count && m->count < most; i++) {
        const struct saved_game *entry = &m->kept[i];
        char title[ITEM_BYTES];
        struct text t;
        if (running && (!entry->slot || entry->over || entry->damaged))
            continue;
        text_init(&t, title, sizeof title);
        if (running)
            text_say_count(&t, m->app->messages, entry->length, "menu.continue:game,n",
                           "Continue %s, %u played", "Continue %s, %u played",
                           app_game_title(m->app, entry->game), entry->length);
        else
            entry_title(m, entry, title);
        struct item *item = add_item(m, ITEM_CONTINUE, title);
        item->game = entry->game;
        item->entry = i;
    }
}

// Reports newly damaged files at once, not only in the list.
static void report_damaged(struct menu *m)
{
    for (unsigned i = 0; i < m->kept_count; i++) {
        if (m->kept[i].found)
            show_note(m, COLOUR_BAD, m->kept[i].summary);
    }
}

static void fill_menu(struct menu *m)
{
    m->kept_count = saves_list(&m->app->saves, m->kept);
    report_damaged(m);
    m->count = 0;
    if (m->saved) {
        add_kept(m, false, MOST_ITEMS);
        return;
    }
    add_kept(m, true, MOST_KEPT);
    for (unsigned i = 0; i < registry_count() && m->count < MOST_ITEMS - 2; i++) {
        const struct game *g = registry_game(i);
        if (!g->unlisted)
            add_item(m, ITEM_GAME, app_game_title(m->app, g))->game = g;
    }
    if (m->kept_count > 0)
        add_item(m, ITEM_SAVED, sentence_text(m->app->messages, "menu.kept", "All kept games"));
    add_item(m, ITEM_QUIT, sentence_text(m->app->messages, "menu.leave", "Leave"));
}

// ---------------------------------------------------------------------------------------------
// Rendering
// ---------------------------------------------------------------------------------------------

static void render_kept(const struct menu *m, const struct saved_game *entry, struct canvas *c,
                        struct rect r)
{
    const struct catalogue *messages = m->app->messages;
    struct pen plain = {COLOUR_INK, COLOUR_GROUND, 0}, quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    struct pen bold = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD};
    const char *keys =
        entry->damaged
            ? sentence_text(messages, "menu.keep-damaged", "E copies the file. Delete removes it.")
        : entry->over
            ? sentence_text(
                  messages, "menu.keep-over",
                  "Enter shows this game, V reviews it, E writes it to a file. Delete removes it.")
            : sentence_text(
                  messages, "menu.keep",
                  "Enter goes on with this game, E writes it to a file. Delete removes it.");

    canvas_text(c, r.row, r.column, r.columns,
                entry->game ? app_game_title(m->app, entry->game) : entry->name, bold);
    canvas_text(c, r.row + 1, r.column, r.columns, entry->date, quiet);
    r.row += 3;
    r.row += canvas_wrap(c, r, entry->summary, plain) + 1;
    canvas_wrap(c, r, keys, quiet);
}

static void render_about(const struct menu *m, struct canvas *c, struct rect r)
{
    const struct item *item = &m->items[m->at];
    struct pen plain = {COLOUR_INK, COLOUR_GROUND, 0}, quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    struct pen bold = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD};

    if (m->count == 0 || item->kind == ITEM_QUIT || item->kind == ITEM_SAVED)
        return;
    if (item->kind == ITEM_CONTINUE) {
        render_kept(m, &m->kept[item->entry], c, r);
        return;
    }
    canvas_text(c, r.row, r.column, r.columns, app_game_title(m->app, item->game), bold);
    int bottom = r.row + r.rows;
    r.row += 2;
    r.rows -= 2;
    r.row +=
        canvas_wrap_short(
            c, r, catalogue_text(m->app->messages, item->game->about, "%s.about", item->game->name),
            plain) +
        1;
    r.rows = bottom - r.row;
    for (unsigned i = 0; i < game_option_count(item->game); i++) {
        const struct game_option *option = &item->game->options[i];
        char line[160];
        struct text t;
        text_init(&t, line, sizeof line);
        legend_list(&(struct legend){item->game, m->app->messages},
                    app_option_title(m->app, item->game, option), &t);
        for (unsigned value = 0; value < game_value_count(option); value++)
            text_format(&t, "%s %s", value ? "," : "",
                        app_value_title(m->app, item->game, option, value));
        r.row += canvas_wrap(c, r, line, quiet);
        r.rows = bottom - r.row;
    }
}

static void render_menu(void *to, struct canvas *c)
{
    struct menu *m = to;
    struct pen title = {COLOUR_ACCENT, COLOUR_GROUND, WEIGHT_BOLD};
    struct pen plain = {COLOUR_INK, COLOUR_GROUND, 0}, quiet = {COLOUR_QUIET, COLOUR_GROUND, 0};
    struct pen chosen = {COLOUR_BLACK, COLOUR_ACCENT, WEIGHT_BOLD};
    int rows = c->rows - 8;

    canvas_text(c, 1, 3, c->columns, "Abax", title);
    canvas_text(c, 1, 9, c->columns,
                m->saved ? sentence_text(m->app->messages, "menu.saved", "kept games")
                         : sentence_text(m->app->messages, "menu.modern", "modern board games"),
                quiet);
    m->first_row = 4;
    if (m->at < m->top)
        m->top = m->at;
    if (m->at >= m->top + rows)
        m->top = m->at - rows + 1;
    for (int i = m->top; i < m->count && i < m->top + rows; i++) {
        bool here = i == m->at;
        struct rect r = {m->first_row + i - m->top, 2, 1, LIST_WIDTH};
        struct pen pen = here ? chosen : plain;
        if (here && c->ascii)
            pen.weight |= WEIGHT_REVERSE;
        canvas_fill(c, r, ' ', pen);
        canvas_put(c, r.row, 2, here ? '>' : ' ', pen);
        canvas_text(c, r.row, 4, LIST_WIDTH - 3, m->items[i].title, pen);
    }
    int width = c->columns - LIST_WIDTH - 8;
    render_about(m, c, (struct rect){m->first_row, LIST_WIDTH + 5, rows, width < 70 ? width : 70});
    if (m->note[0])
        app_render_message(c, m->note, (struct pen){m->tone, COLOUR_GROUND, WEIGHT_BOLD});
    app_render_keys(
        c, m->saved
               ? sentence_text(m->app->messages, "menu.saved-keys",
                               "Up/Down choose  Enter open  V review  E export  Delete remove  "
                               "Esc back")
               : sentence_text(m->app->messages, "menu.keys",
                               "Up/Down choose  Enter open  ? rules  Q leave"));
}

static void draw_menu(struct menu *m)
{
    struct canvas *c = app_begin_frame(m->app);

    if (!c)
        return;
    render_menu(m, c);
    screen_show(&m->app->screen);
}

// ---------------------------------------------------------------------------------------------
// Choosing
// ---------------------------------------------------------------------------------------------

static void remove_item(struct menu *m)
{
    const struct item *item = &m->items[m->at];
    struct save_slot slot = {.lock = -1};
    struct error e;

    if (m->count == 0 || item->kind != ITEM_CONTINUE)
        return;
    const struct saved_game *entry = &m->kept[item->entry];
    if (!app_confirm(m->app, (struct backdrop){render_menu, m},
                     sentence_text(m->app->messages, "menu.remove", "Remove this game for good?")))
        return;
    bool held = entry->slot && !entry->damaged;
    if ((held && !saves_claim_game(&m->app->saves, entry, &slot, &e)) ||
        !saves_remove(&m->app->saves, entry, &e))
        show_error_note(m, &e);
    save_slot_release(&slot);
    fill_menu(m);
    m->at = m->at >= m->count ? (m->count ? m->count - 1 : 0) : m->at;
}

// Writes the game to a file of the person's choice, as it is kept.
static void export_item(struct menu *m)
{
    const struct item *item = &m->items[m->at];
    char path[FILE_BYTES], answer[APP_ERROR_BYTES];
    struct text t;
    struct error e;

    if (m->count == 0 || item->kind != ITEM_CONTINUE)
        return;
    const struct saved_game *entry = &m->kept[item->entry];
    text_init(&t, path, sizeof path);
    text_format(&t, "%s.txt", entry->name);
    if (!app_ask_text(m->app, (struct backdrop){render_menu, m},
                      sentence_text(m->app->messages, "menu.export", "Write to the file:"), path,
                      sizeof path))
        return;
    if (!saves_export(&m->app->saves, entry, path, &e)) {
        show_error_note(m, &e);
        return;
    }
    text_init(&t, answer, sizeof answer);
    text_say(&t, m->app->messages, "menu.exported:file", "Written to %s.", path);
    show_note(m, COLOUR_GOOD, answer);
}

static void show_saved(struct menu *m, bool saved)
{
    m->saved = saved;
    m->at = m->top = 0;
    fill_menu(m);
}

static void move_by(struct menu *m, int step)
{
    if (m->count > 0)
        m->at = (m->at + step + m->count) % m->count;
}

// True when something was chosen.
static bool choose_item(struct menu *m, struct menu_answer *answer, enum menu_choice *choice)
{
    const struct item *item = &m->items[m->at];

    if (m->count == 0)
        return false;
    if (item->kind == ITEM_SAVED) {
        show_saved(m, true);
        return false;
    }
    if (item->kind == ITEM_CONTINUE && m->kept[item->entry].damaged) {
        show_note(m, COLOUR_BAD, m->kept[item->entry].summary);
        return false;
    }
    *choice = item->kind == ITEM_QUIT ? MENU_LEAVE : item->kind == ITEM_GAME ? MENU_NEW : MENU_KEPT;
    answer->game = item->game;
    if (item->kind == ITEM_CONTINUE)
        answer->entry = m->kept[item->entry];
    return true;
}

// What letters do; true when something was chosen.
static bool handle_letter(struct menu *m, uint32_t letter, struct menu_answer *answer,
                          enum menu_choice *choice)
{
    const struct item *item = &m->items[m->at];

    if (letter == '?' && m->count > 0 && item->game)
        app_show_rules(m->app, sentence_text(m->app->messages, "menu.rules", "Rules"), item->game,
                       "");
    if (letter == 'e' || letter == 'E')
        export_item(m);
    answer->review = (letter == 'v' || letter == 'V') && m->count > 0 &&
                     item->kind == ITEM_CONTINUE && m->kept[item->entry].over;
    if (letter == ' ' || answer->review)
        return choose_item(m, answer, choice);
    *choice = MENU_LEAVE;
    return letter == 'q' || letter == 'Q';
}

static bool handle_key(struct menu *m, struct event event, struct menu_answer *answer,
                       enum menu_choice *choice)
{
    if (event.kind != EVENT_NONE && event.kind != EVENT_RESIZE)
        m->note[0] = 0;
    answer->review = false;
    switch (event.kind) {
    case EVENT_UP:
    case EVENT_WHEEL_UP:
    case EVENT_BACK_TAB:
        move_by(m, -1);
        return false;
    case EVENT_DOWN:
    case EVENT_WHEEL_DOWN:
    case EVENT_TAB:
        move_by(m, 1);
        return false;
    case EVENT_ENTER:
        return choose_item(m, answer, choice);
    case EVENT_CLICK:
        if (event.row < m->first_row || event.row - m->first_row + m->top >= m->count ||
            event.column > LIST_WIDTH + 2)
            return false;
        m->at = event.row - m->first_row + m->top;
        return choose_item(m, answer, choice);
    case EVENT_BACKSPACE:
        remove_item(m);
        return false;
    case EVENT_ESCAPE:
        if (m->saved)
            show_saved(m, false);
        return false;
    case EVENT_CHARACTER:
        return handle_letter(m, event.character, answer, choice);
    default:
        return false;
    }
}

enum menu_choice menu_start(struct app *app, struct menu_answer *answer, const char *note)
{
    struct menu m = {.app = app};
    enum menu_choice choice = MENU_LEAVE;

    fill_menu(&m);
    if (note)
        show_note(&m, COLOUR_BAD, note);
    while (!app->leave) {
        draw_menu(&m);
        if (handle_key(&m, app_read_event(app, -1), answer, &choice))
            return choice;
    }
    return MENU_LEAVE;
}
