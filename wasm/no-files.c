// SPDX-License-Identifier: MIT
// The C library's formatting drags in its files, which would make the module import system calls. The
// module has no files: these stand in for the library's inner functions, so that it imports nothing.
#include <stdio.h>
#include <sys/types.h>

// NOLINTBEGIN(bugprone-reserved-identifier): names of the library
int __stdio_close(FILE *file);
off_t __stdio_seek(FILE *file, off_t offset, int whence);
size_t __stdio_write(FILE *file, const unsigned char *bytes, size_t count);
size_t __stdout_write(FILE *file, const unsigned char *bytes, size_t count);

int __stdio_close(FILE *file)
{
    (void)file;
    return -1;
}

off_t __stdio_seek(FILE *file, off_t offset, int whence)
{
    (void)file;
    (void)offset;
    (void)whence;
    return -1;
}

size_t __stdio_write(FILE *file, const unsigned char *bytes, size_t count)
{
    (void)file;
    (void)bytes;
    return count;
}

size_t __stdout_write(FILE *file, const unsigned char *bytes, size_t count)
{
    return __stdio_write(file, bytes, count);
}
// NOLINTEND(bugprone-reserved-identifier)
