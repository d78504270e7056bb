// SPDX-License-Identifier: MIT
// Writes and checks the proof of a deal. The check needs nothing but the record.
#include "record/dealproof.h"

#include <string.h>

#include "record/recordparts.h"

enum { TAG_BYTES = 32 + 2 * SHA256_TEXT };

static bool add_share(struct record *r, const char *name, const char *before, const char *share)
{
    char value[TAG_BYTES], commitment[SHA256_TEXT];
    struct text t;

    deal_commitment(share, commitment);
    text_init(&t, value, sizeof value);
    text_format(&t, "%s%s %s", before, commitment, share);
    return record_add_tag(r, name, value);
}

static void tag_name(char name[8], int seat)
{
    struct text t;

    text_init(&t, name, 8);
    text_format(&t, "Deal%d", seat + 1);
}

bool dealproof_add(struct record *r, const struct deal *d)
{
    char before[32], name[8];
    struct text t;

    text_init(&t, before, sizeof before);
    text_format(&t, "%s ", d->game);
    bool good = add_share(r, "Deal", before, d->dealer);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        tag_name(name, seat);
        if (d->share[seat][0])
            good = good && add_share(r, name, "", d->share[seat]);
    }
    char silent[4 * GAME_MAX_SEATS];
    text_init(&t, silent, sizeof silent);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (d->silent >> seat & 1)
            text_format(&t, "%s%d", t.length ? " " : "", seat + 1);
    }
    return good && (!t.length || record_add_tag(r, "Silent", silent));
}

// The next word of a text; empty at its end, or when it is too long.
static const char *next_word(const char *at, char *word, size_t capacity)
{
    struct text t;

    text_init(&t, word, capacity);
    size_t length = text_until(&t, at, " ");
    if (t.cut)
        word[0] = 0;
    return at + length + (at[length] == ' ');
}

// "COMMITMENT SHARE" of a tag.
static bool read_share(const struct record_tag *tag, const char *value, char share[SHA256_TEXT],
                       struct error *e)
{
    char commitment[SHA256_TEXT], kept[SHA256_TEXT];
    const char *rest =
        next_word(next_word(value, commitment, sizeof commitment), share, SHA256_TEXT);
    bool server = !strcmp(tag->name, "Deal");

    if (!sha256_is_text(commitment))
        return record_error(e, tag->line, "dealproof.form:tag",
                            "the promise in tag '%s' is not written as 64 hexadecimal digits",
                            tag->name);
    if (!share[0])
        return record_error(e, tag->line, "dealproof.missing:tag",
                            "the part that tag '%s' promises is missing", tag->name);
    deal_commitment(share, kept);
    if (!strcmp(kept, commitment) && !*rest)
        return true;
    return server ? record_error(e, tag->line, "dealproof.server",
                                 "the server's part was not what the server promised")
                  : record_error(e, tag->line, "dealproof.seat:seat",
                                 "the part of seat %c was not what it promised", tag->name[4]);
}

// The seats of "Silent": each is one of the game's, and has no share.
static bool read_silent(const struct record *r, const struct deal *d, uint8_t *silent,
                        struct error *e)
{
    const struct record_tag *tag = record_find_tag(r, "Silent");
    char word[4];

    *silent = 0;
    for (const char *at = tag ? tag->value : ""; *at;) {
        unsigned long long seat;
        at = next_word(at, word, sizeof word);
        if (!text_read_number(word, (unsigned)record_seats(r), &seat) || seat == 0 ||
            d->share[seat - 1][0])
            return record_error(e, tag->line, "dealproof.silent",
                                "tag 'Silent' names a seat that the game does not have, or one "
                                "that gave its part");
        *silent |= (uint8_t)(1U << (seat - 1));
    }
    return true;
}

static bool read_deal(const struct record *r, const struct record_tag *tag, struct deal *d,
                      int *shares, struct error *e)
{
    const char *rest = next_word(tag->value, d->game, sizeof d->game);

    if (!read_share(tag, rest, d->dealer, e))
        return false;
    *shares = 0;
    for (int seat = 0; seat < record_seats(r); seat++) {
        char name[8];
        tag_name(name, seat);
        const struct record_tag *own = record_find_tag(r, name);
        if (own && !read_share(own, own->value, d->share[seat], e))
            return false;
        *shares += own != NULL;
    }
    return true;
}

bool dealproof_check(const struct record *r, struct dealproof *p, struct error *e)
{
    const struct record_tag *tag = record_find_tag(r, "Deal");
    struct deal d = {.game = ""};
    struct game_position start;
    uint64_t board, secrets;
    char text[GAME_TEXT_BYTES];
    struct text t;

    *p = (struct dealproof){.shares = -1};
    if (!tag || record_is_view(r))
        return true;
    if (!read_deal(r, tag, &d, &p->shares, e) || !read_silent(r, &d, &p->silent, e))
        return false;
    deal_seeds(&d, &board, &secrets);
    deal_start(r->setup.game, &r->setup.options, board, secrets, &start);
    text_init(&t, text, sizeof text);
    r->setup.game->write(&start, &t);
    return !strcmp(text, r->setup.start) ||
           record_error(e, record_tag_line(r, "Start"), "dealproof.start",
                        "the start does not follow from the parts of the deal");
}
