// SPDX-License-Identifier: MIT
// Replaces protocol/lessons.c, sessionpuzzle.c and sessionpractice.c in the module that the page
// loads for playing: it has no lessons, puzzles, explorer and statistics and so loads faster. Their
// screens load the whole module.
#include "protocol/command.h"
#include "protocol/session.h"

bool protocol_lesson(const struct arguments *a, struct output *out, struct error *e)
{
    (void)out;
    return error_set(e, "lesson.none:game,name",
                     "game '%s' has no lesson yet; 'abax rules %s' tells its rules", a->game->name,
                     a->game->name);
}

bool protocol_try(const struct arguments *a, struct output *out, struct error *e)
{
    return protocol_lesson(a, out, e);
}

const struct session_row session_study_rows[1] = {{0}};
const unsigned session_study_row_count = 0;

void session_end_puzzle(struct session *s)
{
    (void)s;
}

void session_puzzle_json(const struct session *s, struct json_writer *j)
{
    (void)s;
    (void)j;
}

bool session_puzzle_hint(struct session *s, const struct session_call *c)
{
    (void)s;
    (void)c;
    return false;
}
