// SPDX-License-Identifier: MIT
// Finding and becoming another program.
#include "cli/program.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/catalogue.h"

const struct program_other *program_other_for(const char *const *words, unsigned count)
{
    for (unsigned i = 0; i < cli_program.other_count; i++) {
        const struct program_other *other = &cli_program.others[i];
        if (other->takes && other->takes(words, count))
            return other;
        for (unsigned k = 0; k < other->count; k++) {
            if (!strcmp(other->commands[k]->name, words[0]))
                return other;
        }
    }
    return NULL;
}

// Returns if the program is not in the folder, which may be NULL.
static void try_folder(const char *folder, char **words)
{
    char path[PATH_MAX];
    struct text t;

    if (!folder || !*folder)
        return;
    text_init(&t, path, sizeof path);
    text_format(&t, "%s/%s", folder, words[0]);
    if (!t.cut)
        execv(path, words);
}

static void try_beside(char **words)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    if (length <= 0)
        return;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (slash && slash != path)
        *slash = 0;
    try_folder(path, words);
}

// Returns only if it cannot be run; errno says why.
static bool become(const char *program, const char *const *words, unsigned count,
                   const struct catalogue *language, struct error *e)
{
    enum { OWN = 4 }; // name, --lang, language, end
    char **all = calloc(count + OWN, sizeof *all);
    unsigned filled = 0;

    if (!all)
        return error_set(e, "memory.none", "there is not enough memory");
    all[filled++] = (char *)program;
    all[filled++] = (char *)"--lang";
    all[filled++] = (char *)(language ? language->language : "en");
    memcpy(all + filled, words, count * sizeof *all);
    try_beside(all);
    try_folder(getenv("ABAX_EXEC_PATH"), all);
    try_folder(ABAX_LIBEXECDIR, all);
    execvp(program, all);
    int cause = errno;
    free(all);
    errno = cause;
    return error_set(e, "program.fails:program,cause", "%s cannot be run: %s", program,
                     strerror(cause));
}

static bool is_missing(int cause)
{
    return cause == ENOENT || cause == ENOTDIR;
}

bool program_become(const struct program_other *other, const char *const *words, unsigned count,
                    const struct catalogue *language, struct error *e)
{
    become(other->name, words, count, language, e);
    return is_missing(errno) &&
           error_set(e, "program.missing:command,program,package",
                     "'%s' is a command of the program %s, which is not here; in Debian it is the "
                     "package %s",
                     error_quote(words[0]).text, other->name, other->package);
}

bool program_is_rank(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL;
}

bool program_become_ranks(const char *const *words, unsigned count,
                          const struct catalogue *language, struct error *e)
{
    become(cli_program.ranks_program, words, count, language, e);
    return is_missing(errno) &&
           error_set(e, "program.no-ranks:program",
                     "ranks need the program %s, which is not here: 'make mpi' builds it",
                     cli_program.ranks_program);
}
