// SPDX-License-Identifier: MIT
// The start page for those who show previews of links: they want whole addresses of page and
// picture, and a page that was built anywhere has none. A browser says on a safe connection what it
// fetches for (Sec-Fetch-Mode); whoever does not say so shows a preview, or is an old browser, for
// which the page is the same, only not packed.
#include <stdlib.h>
#include <string.h>

#include "server/http/transport.h"

static const char start_path[] = "/index.html", relative[] = "content=\"./";
enum { KEPT = sizeof "content=\"" - 1 }; // of what is replaced

// So many addresses of the page are relative.
static size_t count_relative(const char *at, const char *end)
{
    size_t count = 0;

    while ((at = memmem(at, (size_t)(end - at), relative, sizeof relative - 1))) {
        at += sizeof relative - 1;
        count++;
    }
    return count;
}

// With the site, of so many bytes, in their places.
static void write_whole(const char *at, const char *end, const char *site, size_t length, char *to)
{
    const char *found;

    while ((found = memmem(at, (size_t)(end - at), relative, sizeof relative - 1))) {
        memcpy(to, at, (size_t)(found - at) + KEPT);
        to += found - at + KEPT;
        memcpy(to, site, length);
        to += length;
        at = found + sizeof relative - 1;
    }
    memcpy(to, at, (size_t)(end - at));
}

bool preview_make(struct server *s, const char *site)
{
    const struct asset *a = assets;

    while (a->path && strcmp(a->path, start_path) != 0)
        a++;
    if (!site || strncmp(site, "https://", 8) != 0 || !a->path)
        return true;
    const char *at = (const char *)a->plain, *end = (const char *)a->plain_end;
    size_t dropped = sizeof relative - 1 - KEPT, length = strlen(site);
    size_t bytes = (size_t)(end - at) + count_relative(at, end) * (length - dropped);
    struct preview *p = malloc(sizeof *p + bytes);
    if (!p)
        return false;
    write_whole(at, end, site, length, (char *)p->bytes);
    // Another tag: who has kept one of the two must not be told that the other is the same.
    struct text t;
    text_init(&t, p->tag, sizeof p->tag);
    text_format(&t, "\"preview-%s", a->tag + 1);
    p->asset =
        (struct asset){a->path, a->type, p->tag, false, p->bytes, p->bytes + bytes, 0, 0, 0, 0};
    s->preview = p;
    return true;
}

const struct asset *preview_choose(const struct server *s, const struct asset *a,
                                   const struct http_head *head)
{
    bool wanted = s->preview && a && !strcmp(a->path, start_path);

    return wanted && !head->fields[HTTP_FETCH_MODE].at ? &s->preview->asset : a;
}
