// SPDX-License-Identifier: MIT
// A session's match as a record, and back: what a front end shares, and what it keeps to go on later.
#include <string.h>

#include "base/jsonwrite.h"
#include "protocol/form.h"
#include "protocol/session.h"

static const char series_tag[] = "Series";

// Bytes on their way into a JSON string. Nothing is written before the first of them, so that a form that cannot
// be written leaves no trace.
struct quoting {
    struct json_writer json;
    bool begun;
};

static void write_quoted(void *to, const char *bytes, size_t count)
{
    struct quoting *q = to;

    if (!q->begun) {
        json_write_object(&q->json, NULL);
        json_write_begin_string(&q->json, "record");
    }
    q->begun = true;
    json_write_part(&q->json, bytes, count);
}

// "all", which keeps everything for going on later, or a seat, 0 being the public; without a word, whoever looks.
static bool read_eyes(const struct session *s, const char *word, int *seat, struct error *e)
{
    unsigned long long n;

    if (!word) {
        *seat = s->eyes == SESSION_TO_ACT && !match_over(&s->driver.match)
                    ? match_to_act(&s->driver.match)
                    : s->eyes;
        if (*seat == SESSION_TO_ACT)
            *seat = GAME_PUBLIC;
        return true;
    }
    if (!strcmp(word, "all")) {
        *seat = RECORD_ALL;
        return true;
    }
    if (!text_read_number(word, (unsigned long long)match_seats(&s->driver.match), &n))
        return error_set(e, "session.save-eyes:eyes,most",
                         "eyes '%s' are none of: all, 0 (the public), 1 to %d",
                         error_quote(word).text, match_seats(&s->driver.match));
    *seat = (int)n - 1;
    return true;
}

static bool add_series(const struct session *s, struct record *r, struct error *e)
{
    char storage[SERIES_TEXT_BYTES];
    struct text t;

    text_init(&t, storage, sizeof storage);
    series_write(&s->driver.series, s->driver.match.setup.game, match_seats(&s->driver.match), &t);
    return record_add_tag(r, series_tag, storage) ||
           error_set(e, "session.memory", "out of memory");
}

bool session_record(const struct session *s, const char *const *words, unsigned count,
                    struct output *out, struct error *e)
{
    struct form_wish wish = {.form = FORM_TEXT, .ply = FORM_LAST};
    struct quoting quoting = {.begun = false};
    struct output quoted = {write_quoted, &quoting};
    struct record r;
    int seat = GAME_PUBLIC;

    if (count > 0 && !form_find(words[0], &wish.form, e))
        return false;
    if (!read_eyes(s, count > 1 ? words[1] : NULL, &seat, e))
        return false;
    wish.seat = seat == RECORD_ALL && match_over(&s->driver.match) ? GAME_PUBLIC : seat;
    record_init(&r);
    json_write_init(&quoting.json, out);
    bool good = record_of_match(&r, &s->driver.match, seat, e) &&
                (s->driver.series.games == 1 || add_series(s, &r, e)) &&
                form_write(&r, &wish, &quoted, e);
    if (good) {
        json_write_end_string(&quoting.json);
        json_write_end_object(&quoting.json);
        output_add(out, "\n");
    }
    record_clear(&r);
    return good;
}

static bool load_series(const struct record *r, struct series *series, struct error *e)
{
    for (unsigned i = 0; i < r->tag_count; i++) {
        if (!strcmp(r->tags[i].name, series_tag))
            return series_read(series, r->setup.game, record_seats(r), r->tags[i].value, e);
    }
    return series_init(series, r->setup.game, 1, false, e);
}

bool session_load(const char *record, struct match *m, struct series *series, struct error *e)
{
    struct record r;

    memset(m, 0, sizeof *m);
    record_init(&r);
    bool good =
        form_read_word(&r, record, e) && load_series(&r, series, e) && record_match(&r, m, e);
    if (!good)
        match_clear(m);
    record_clear(&r);
    return good;
}
