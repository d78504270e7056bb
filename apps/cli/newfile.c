// SPDX-License-Identifier: MIT
// Writes a file beside the one that it replaces (cli/newfile.h). Called by the commands that take
// --out.
#include "cli/newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"

enum { TAIL = 32, MODE = 0666 };

static bool cannot_write(struct newfile *n, const char *path, struct error *e)
{
    cli_unwritten(path, e);
    free(n->path);
    free(n->beside);
    *n = (struct newfile){0};
    return false;
}

// A new file with the rights of the one that it will replace.
static FILE *create_beside(struct newfile *n, const struct stat *old)
{
    size_t capacity = strlen(n->path) + TAIL;
    struct text t;

    n->beside = malloc(capacity);
    if (!n->beside)
        return NULL;
    text_init(&t, n->beside, capacity);
    text_format(&t, "%s.%ld.new", n->path, (long)getpid());
    int fd = open(n->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, MODE);
    if (fd >= 0 && old && fchmod(fd, old->st_mode & 07777) != 0) {
        // Then it has those of any new file.
    }
    return fd < 0 ? NULL : fdopen(fd, "wb");
}

bool newfile_open(struct newfile *n, const char *path, struct error *e)
{
    struct stat old;
    bool there = stat(path, &old) == 0, plain = there && S_ISREG(old.st_mode);

    *n = (struct newfile){.path = plain ? realpath(path, NULL) : strdup(path)};
    if (!n->path || (there && access(path, W_OK) != 0))
        return cannot_write(n, path, e);
    if (there && !plain)
        n->file = fopen(path, "wb");
    else
        n->file = create_beside(n, there ? &old : NULL);
    return n->file || cannot_write(n, path, e);
}

bool newfile_close(struct newfile *n, bool wanted, struct error *e)
{
    bool kept = !ferror(n->file);

    kept &= fclose(n->file) == 0;
    if (wanted && kept && n->beside)
        kept = rename(n->beside, n->path) == 0;
    if (wanted && !kept)
        cli_unwritten(n->path, e);
    if (n->beside && !(wanted && kept))
        remove(n->beside);
    free(n->path);
    free(n->beside);
    *n = (struct newfile){0};
    return wanted && kept;
}
