// SPDX-License-Identifier: MIT
// Finding and becoming the other program.
#include "cli/program.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/catalogue.h"

// Tries a folder; comes back when the program is not there. `folder` may be NULL.
static void try_folder(const char *folder, char **words)
{
    char path[PATH_MAX];
    struct text t;

    if (!folder || !*folder)
        return;
    text_init(&t, path, sizeof path);
    text_format(&t, "%s/%s", folder, cli_program.other);
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

bool program_become_other(const char *const *words, unsigned count,
                          const struct catalogue *language, struct error *e)
{
    enum { OWN = 4 }; // name, --lang, language, end
    char **all = calloc(count + OWN, sizeof *all);
    unsigned filled = 0;

    if (!all)
        return error_set(e, "memory.none", "there is not enough memory");
    all[filled++] = (char *)cli_program.other;
    all[filled++] = (char *)"--lang";
    all[filled++] = (char *)(language ? language->language : "en");
    memcpy(all + filled, words, count * sizeof *all);
    try_beside(all);
    try_folder(getenv("ABAX_EXEC_PATH"), all);
    try_folder(ABAX_LIBEXECDIR, all);
    execvp(cli_program.other, all);
    int cause = errno;
    free(all);
    if (cause != ENOENT && cause != ENOTDIR)
        return error_set(e, "program.fails:program,cause", "%s cannot be run: %s",
                         cli_program.other, strerror(cause));
    return error_set(e, "program.missing:command,program,package",
                     "'%s' is a command of the program %s, which is not here; in Debian it is the "
                     "package %s",
                     error_quote(words[0]).text, cli_program.other, cli_program.other);
}
