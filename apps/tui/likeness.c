// SPDX-License-Identifier: MIT
// A file a game with three numbers: the place, the games counted, and the seed of the last one, so that none counts twice
// when its end is taken back or it is opened again. A damaged file is as good as none.
#include "tui/likeness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "play/adaptive.h"

enum { NOBODY = -1 };

struct kept {
    struct adaptive_level like;
    uint64_t last;
};

static bool file_of(const struct saves *saves, const struct game *g, const char *ending,
                    char path[DATA_PATH_BYTES])
{
    struct text t;

    text_init(&t, path, DATA_PATH_BYTES);
    text_format(&t, "%s/like.%s%s", saves->folder, g->name, ending);
    return saves->folder[0] && !t.cut;
}

static void read_kept(const struct saves *saves, const struct game *g, struct kept *kept)
{
    char path[DATA_PATH_BYTES], line[80];
    FILE *file = file_of(saves, g, "", path) ? fopen(path, "re") : NULL;

    *kept = (struct kept){0};
    if (!file)
        return;
    // Any numbers will do: adaptive_level_now clamps them.
    if (fgets(line, sizeof line, file)) {
        char *rest = line;
        kept->like.place = (unsigned)strtoul(rest, &rest, 10);
        kept->like.games = (unsigned)strtoul(rest, &rest, 10);
        kept->last = strtoull(rest, &rest, 10);
        if (*rest != '\n')
            *kept = (struct kept){0};
    }
    fclose(file);
}

static void write_kept(const struct saves *saves, const struct game *g, const struct kept *kept)
{
    char path[DATA_PATH_BYTES], beside[DATA_PATH_BYTES];
    FILE *file = file_of(saves, g, "", path) && file_of(saves, g, ".new", beside)
                     ? fopen(beside, "we")
                     : NULL;

    if (!file)
        return;
    bool good =
        fprintf(file, "%u %u %" PRIu64 "\n", kept->like.place, kept->like.games, kept->last) > 0;
    if (fclose(file) == 0 && good)
        rename(beside, path);
}

unsigned likeness_level(const struct saves *saves, const struct game *g)
{
    struct kept kept;

    read_kept(saves, g, &kept);
    return adaptive_level_now(&kept.like);
}

// The seat of the one person who plays against somebody who follows, or NOBODY.
static int followed(const struct match *m)
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

bool likeness_count(const struct saves *saves, const struct match *m)
{
    int person = followed(m);
    struct game_result result;
    struct kept kept;

    if (!match_over(m) || m->end.how == MATCH_ABORTED || person == NOBODY)
        return false;
    read_kept(saves, m->setup.game, &kept);
    if (kept.like.games > 0 && kept.last == m->setup.seed)
        return false;
    match_result(m, &result);
    adaptive_level_count(&kept.like, result.outcome[person]);
    kept.last = m->setup.seed;
    write_kept(saves, m->setup.game, &kept);
    return true;
}
