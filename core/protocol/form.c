// SPDX-License-Identifier: MIT
// One place for all shapes of a record: which form a text is in, reading it, and writing it as
// text, JSON, link, picture or scene. `abax record`, sessions and the command `convert` use it. It
// opens no files (the module has none): callers bring the bytes. What a seat may not know is hidden
// before a form is chosen, by the record.
#include "protocol/form.h"

#include <stdlib.h>
#include <string.h>

#include "record/link.h"
#include "record/recordjson.h"
#include "protocol/command.h"
#include "render/text.h"
#include "render/svg.h"

static const char *const names[] = {"text", "json", "actions", "link", "svg", "show", "check"};

enum { NAMES = sizeof names / sizeof *names };

static bool is_drawn(enum form form)
{
    return form == FORM_SVG || form == FORM_SHOW;
}

bool form_find(const char *name, enum form *form, struct error *e)
{
    for (unsigned i = 0; i < NAMES; i++) {
        if (!strcmp(names[i], name) && !(COMMAND_ONLY_JSON && is_drawn((enum form)i))) {
            *form = (enum form)i;
            return true;
        }
    }
    return error_set(e, "form.unknown:form",
                     "form '%s' is none of: text, json, actions, link, svg, show, check",
                     error_quote(name).text);
}

// ---------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------

bool form_is_link(const char *text)
{
    return link_letters(text) != NULL;
}

bool form_read(struct record *r, const char *text, size_t length, struct error *e)
{
    size_t blanks = 0;
    const char *letters = link_letters(text);

    if (letters) {
        size_t count = strlen(letters);
        while (count > 0 && strchr(" \r\n", letters[count - 1]))
            count--;
        return link_read(r, letters, count, e);
    }
    while (blanks < length && text[blanks] && strchr(" \t\r\n", text[blanks]))
        blanks++;
    if (blanks < length && text[blanks] == '{')
        return recordjson_read(r, text, length, e);
    return record_read(r, text, length, e);
}

// Whether every character is one that an address has; then '%' begins an escape.
static bool is_escaped(const char *word)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()%";

    return word[strspn(word, plain)] == 0;
}

static int hex_digit(char c)
{
    const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;

    return found ? (int)(found - digits) % 16 : -1;
}

// Takes the escapes out of a word, in place; false when one is wrong.
static bool unescape(char *word)
{
    char *to = word;

    for (; *word; word++) {
        *to = *word;
        if (*word == '%') {
            int high = hex_digit(word[1]), low = high < 0 ? -1 : hex_digit(word[2]);
            if (low < 0 || high + low == 0)
                return false;
            *to = (char)(high * 16 + low);
            word += 2;
        }
        to++;
    }
    *to = 0;
    return true;
}

bool form_read_word(struct record *r, const char *word, struct error *e)
{
    char *copy = strdup(word);

    if (!copy)
        return error_set(e, "record.memory", "the record is too long for the memory");
    bool fine = !is_escaped(copy) || unescape(copy) ||
                error_set(e, "form.percent", "the record has a '%%' without two digits behind it");
    fine = fine && form_read(r, copy, strlen(copy), e);
    free(copy);
    return fine;
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

static void write_actions(const struct record *r, struct output *out)
{
    for (unsigned n = r->nodes[RECORD_START].child; n; n = r->nodes[n].child)
        output_format(out, "%s\n", r->nodes[n].action);
}

static void write_check(const struct record *r, struct output *out)
{
    unsigned length = record_length(r), others = r->count - 1 - length;
    char words[120];
    struct text t;

    text_init(&t, words, sizeof words);
    game_options_text(r->setup.game, &r->setup.options, &t);
    output_format(out, "%s %s: %u actions", r->setup.game->name, words, length);
    if (others)
        output_format(out, " and %u in variations", others);
    text_init(&t, words, sizeof words);
    game_result_text(r->setup.game, &r->setup.options, &r->result, &t);
    if (record_is_view(r))
        output_add(out, ", one seat's view, checked as far as it tells\n");
    else if (r->end.how == MATCH_ABORTED)
        output_add(out, ", broken off\n");
    else
        output_format(out, ", %s\n", words);
}

static void write_seats(const struct record *r, struct output *out)
{
    for (int seat = 0; seat < record_seats(r); seat++) {
        const struct match_seat *s = &r->setup.seats[seat];
        output_format(out, "%s%s", seat ? ", " : "", r->setup.game->seat_names[seat]);
        if (s->name[0])
            output_format(out, " %s", s->name);
        if (s->who == MATCH_COMPUTER)
            output_format(out, " (%s)", s->player);
    }
    output_add(out, "\n");
}

static bool make_scene(const struct record *r, const struct form_request *request, struct scene *s,
                       struct error *e)
{
    if (request->seat >= record_seats(r))
        return error_set(e, "seat.none:seat,seats", "seat '%d' is not in this game, which has %d",
                         request->seat + 1, record_seats(r));
    if (record_is_view(r) && request->seat != RECORD_ALL && request->seat != r->owner)
        return error_set(e, "form.view", "the record is another seat's view");
    return record_scene(r, request->ply == FORM_LAST ? record_length(r) : request->ply,
                        request->seat, s, e);
}

static bool write_scene(const struct record *r, const struct form_request *request,
                        struct output *out, struct error *e)
{
    struct scene scene;

    if (!make_scene(r, request, &scene, e))
        return false;
    if (request->form == FORM_SVG) {
        render_svg(r->setup.game, &r->setup.options, &scene, request->messages, out);
        return true;
    }
    output_format(out, "%s%s%s\n", r->setup.game->title, r->date[0] ? ", " : "", r->date);
    write_seats(r, out);
    if (record_is_view(r))
        output_format(out, "As %s sees it\n",
                      r->owner < 0 ? "the public" : r->setup.game->seat_names[r->owner]);
    output_add(out, "\n");
    render_text(r->setup.game, &r->setup.options, &scene, request->messages, out);
    output_add(out, "\n");
    record_write_actions(r, out);
    return true;
}

bool form_write(const struct record *r, const struct form_request *request, struct output *out,
                struct error *e)
{
    switch (request->form) {
    case FORM_TEXT:
        record_write(r, out);
        return true;
    case FORM_JSON:
        recordjson_write(r, out);
        return true;
    case FORM_ACTIONS:
        write_actions(r, out);
        return true;
    case FORM_LINK:
        if (!link_write(r, out, e))
            return false;
        output_add(out, "\n");
        return true;
    case FORM_SVG:
    case FORM_SHOW:
        return !COMMAND_ONLY_JSON && write_scene(r, request, out, e);
    case FORM_CHECK:
        write_check(r, out);
        return true;
    }
    return false;
}

bool protocol_convert(const struct arguments *a, struct output *out, struct error *e)
{
    struct form_request request = {.messages = a->host->messages,
                                   .ply = a->ply == UNSET ? FORM_LAST : (unsigned)a->ply,
                                   .seat = a->seat == SEES_ALL ? RECORD_ALL : a->seat};
    struct record r;

    if (a->form && !form_find(a->form, &request.form, e))
        return false;
    record_init(&r);
    bool fine = form_read_word(&r, a->rest[0], e) && form_write(&r, &request, out, e);
    record_clear(&r);
    return fine;
}
