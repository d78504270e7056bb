// SPDX-License-Identifier: MIT
#include "base/output.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void output_add(struct output *out, const char *s)
{
    out->write(out->to, s, strlen(s));
}

void output_format(struct output *out, const char *format, ...)
{
    char storage[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(storage, sizeof storage, format, arguments);
    va_end(arguments);
    output_add(out, storage);
}
