// SPDX-License-Identifier: MIT
// Reads files of openings, strictly: a match that silently played an opening twice, or skipped one,
// would say less than it seems to.
#include "cli/openingfile.h"

#include <stdlib.h>
#include <string.h>

#include "base/keys.h"
#include "cli/cli.h"

struct opening_reader {
    const struct game *game;
    const struct game_options *options;
    struct keys seen; // canonical
};

static bool no_memory(struct error *e)
{
    return error_set(e, "openings.memory", "there is no memory for the openings");
}

static bool read_one(struct opening_reader *r, const char *text, struct error *e)
{
    const struct game *g = r->game;
    struct game_position p;
    struct game_result result;

    if (!g->read(r->options, text, &p, e))
        return false;
    if (!game_complete(g, &p))
        return error_set(e, "position.view:position",
                         "position '%s' is one seat's view; playing on needs what it hides",
                         error_quote(text).text);
    g->result(&p, &result);
    if (result.over)
        return error_set(e, "openings.over:position", "position '%s' is the end of a game",
                         error_quote(text).text);
    enum keys_added added = keys_add(&r->seen, game_canonical_key(g, &p));
    if (added == KEYS_NO_MEMORY)
        return no_memory(e);
    return added == KEYS_NEW ||
           error_set(e, "openings.twice:position",
                     "position '%s' is one of those before, perhaps in a mirror",
                     error_quote(text).text);
}

static bool add_opening(struct openings *o, const char *text)
{
    // Doubled at every power of two.
    if ((o->count & (o->count - 1)) == 0) {
        const char **more = realloc(o->texts, (o->count ? 2 * (size_t)o->count : 1) * sizeof *more);
        if (!more)
            return false;
        o->texts = more;
    }
    o->texts[o->count++] = text;
    return true;
}

static bool read_lines(struct openings *o, struct opening_reader *r, const char *path,
                       struct error *e)
{
    char *line = o->bytes;
    struct error inner;

    for (unsigned number = 1; line; number++) {
        char *end = strchr(line, '\n'), *next = end ? end + 1 : NULL;
        if (end)
            *end = 0;
        if (*line && *line != '#') {
            if (!read_one(r, line, &inner)) {
                error_set(e, "openings.line:file,line,fault", "file '%s', line %u: %.240s",
                          error_quote(path).text, number, inner.message.text);
                return error_within(e, "fault", &inner);
            }
            if (!add_opening(o, line))
                return no_memory(e);
        }
        line = next;
    }
    return o->count > 0 ||
           error_set(e, "openings.none:file", "file '%s' has no openings", error_quote(path).text);
}

bool openings_read(struct openings *o, const char *path, const struct game *g,
                   const struct game_options *options, struct error *e)
{
    struct opening_reader r = {.game = g, .options = options};
    size_t count;

    *o = (struct openings){.bytes = cli_read_file(path, CLI_MOST_RECORDS, &count, e)};
    if (!o->bytes)
        return false;
    bool good = read_lines(o, &r, path, e);
    keys_clear(&r.seen);
    return good;
}

bool openings_one(struct openings *o, const char *text, const struct game *g,
                  const struct game_options *options, struct error *e)
{
    struct opening_reader r = {.game = g, .options = options};

    *o = (struct openings){0};
    bool good = read_one(&r, text, e) && (add_opening(o, text) || no_memory(e));
    keys_clear(&r.seen);
    return good;
}

void openings_clear(struct openings *o)
{
    free(o->bytes);
    free(o->texts);
    *o = (struct openings){0};
}
