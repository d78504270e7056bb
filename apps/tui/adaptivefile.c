// SPDX-License-Identifier: MIT
// One file per game with three numbers: the level's place, the games counted, and the seed of the
// last one, so that no game counts twice when its end is undone or it is opened again. A damaged
// file counts as none.
#include "tui/adaptivefile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "play/adaptive.h"

enum { NOBODY = -1 };

struct adaptive_file {
    struct adaptive_level like;
    uint64_t last;
};

static bool adaptive_file_path(const struct saves *saves, const struct game *g, const char *ending,
                               char path[DATA_PATH_BYTES])
{
    struct text t;

    text_init(&t, path, DATA_PATH_BYTES);
    text_format(&t, "%s/like.%s%s", saves->folder, g->name, ending);
    return saves->folder[0] && !t.cut;
}

static void read_adaptive_file(const struct saves *saves, const struct game *g,
                               struct adaptive_file *adaptive_file)
{
    char path[DATA_PATH_BYTES], line[80];
    FILE *file = adaptive_file_path(saves, g, "", path) ? fopen(path, "re") : NULL;

    *adaptive_file = (struct adaptive_file){0};
    if (!file)
        return;
    // Any numbers will do: adaptive_level_now clamps them.
    if (fgets(line, sizeof line, file)) {
        char *rest = line;
        adaptive_file->like.place = (unsigned)strtoul(rest, &rest, 10);
        adaptive_file->like.games = (unsigned)strtoul(rest, &rest, 10);
        adaptive_file->last = strtoull(rest, &rest, 10);
        if (*rest != '\n')
            *adaptive_file = (struct adaptive_file){0};
    }
    fclose(file);
}

static void write_adaptive_file(const struct saves *saves, const struct game *g,
                                const struct adaptive_file *adaptive_file)
{
    char path[DATA_PATH_BYTES], beside[DATA_PATH_BYTES];
    FILE *file =
        adaptive_file_path(saves, g, "", path) && adaptive_file_path(saves, g, ".new", beside)
            ? fopen(beside, "we")
            : NULL;

    if (!file)
        return;
    bool good = fprintf(file, "%u %u %" PRIu64 "\n", adaptive_file->like.place,
                        adaptive_file->like.games, adaptive_file->last) > 0;
    if (fclose(file) == 0 && good)
        rename(beside, path);
}

unsigned adaptive_file_level(const struct saves *saves, const struct game *g)
{
    struct adaptive_file adaptive_file;

    read_adaptive_file(saves, g, &adaptive_file);
    return adaptive_level_now(&adaptive_file.like);
}

// The seat of the one person who plays against an adaptive level, or NOBODY.
static int person_followed(const struct match *m)
{
    int person = NOBODY;
    unsigned persons = 0, followers = 0;

    for (int seat = 0; seat < match_seats(m); seat++) {
        const struct match_seat *s = &m->setup.seats[seat];
        struct player_spec spec;
        struct error ignored;
        if (s->who == MATCH_PERSON) {
            person = seat;
            persons++;
        }
        followers +=
            s->who == MATCH_COMPUTER && player_read(s->player, &spec, &ignored) && spec.adaptive;
    }
    return persons == 1 && followers > 0 ? person : NOBODY;
}

bool adaptive_file_count(const struct saves *saves, const struct match *m)
{
    int person = person_followed(m);
    struct game_result result;
    struct adaptive_file adaptive_file;

    if (!match_over(m) || m->end.how == MATCH_ABORTED || person == NOBODY)
        return false;
    read_adaptive_file(saves, m->setup.game, &adaptive_file);
    if (adaptive_file.like.games > 0 && adaptive_file.last == m->setup.seed)
        return false;
    match_result(m, &result);
    adaptive_level_count(&adaptive_file.like, result.outcome[person]);
    adaptive_file.last = m->setup.seed;
    write_adaptive_file(saves, m->setup.game, &adaptive_file);
    return true;
}
