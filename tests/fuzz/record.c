// SPDX-License-Identifier: MIT
// Fuzz target: any bytes as a record: its text, its JSON, a link, or the bytes of a link with the
// right checksum. What is read is written and read again, in every form that it has.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "record/link.h"
#include "record/recordjson.h"
#include "tests/fuzz/pick.h"

enum { ROOM = 1 << 16, LINK_HEAD = 4 };

struct buffer {
    char at[ROOM];
    struct text text;
};

typedef bool reader(struct record *r, const char *text, size_t length, struct error *e);

static struct output into(struct buffer *b)
{
    text_init(&b->text, b->at, sizeof b->at);
    return output_to_text(&b->text);
}

static void check_form(const struct record *r, const struct buffer *form, reader *read)
{
    static struct buffer first, second;
    struct output out = into(&first), again_out = into(&second);
    struct record again;
    struct error e;

    if (form->text.cut)
        return;
    record_init(&again);
    require(read(&again, form->at, form->text.length, &e));
    if (read != link_read) {
        record_write(r, &out);
        record_write(&again, &again_out);
        require(first.text.cut || strcmp(first.at, second.at) == 0);
    }
    record_clear(&again);
}

// A record that was read is sound: all its forms can be read, and it can be resumed unless it is a
// view.
static void use_record(const struct record *r)
{
    static struct buffer form;
    static struct scene scene;
    struct output out = into(&form);
    struct match m;
    struct error e;

    record_write(r, &out);
    check_form(r, &form, record_read);
    out = into(&form);
    recordjson_write(r, &out);
    check_form(r, &form, recordjson_read);
    out = into(&form);
    if (link_write(r, &out, &e))
        check_form(r, &form, link_read);
    require(record_scene(r, record_length(r), RECORD_ALL, &scene, &e));
    require(record_match(r, &m, &e) != record_is_view(r));
    match_clear(&m);
}

// The letters of these bytes as a link.
static size_t make_link(const uint8_t *data, size_t size, char *letters)
{
    static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint8_t bytes[LINK_HEAD + 700] = {1};
    uint64_t h = hash_bytes(data, size);
    size_t count = 0, bits = (LINK_HEAD + size) * 8;

    for (int i = 1; i < LINK_HEAD; i++)
        bytes[i] = (uint8_t)(h >> (8 * (i - 1)));
    memcpy(bytes + LINK_HEAD, data, size);
    for (size_t at = 0; at < bits; at += 6) {
        unsigned value = 0;
        for (size_t bit = at; bit < at + 6; bit++)
            value = value * 2 + (bit < bits ? bytes[bit / 8] >> (7 - bit % 8) & 1 : 0);
        letters[count++] = all[value];
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static reader *const readers[] = {record_read, recordjson_read, link_read, link_read};
    char letters[1000];
    const char *text = (const char *)data + 1;
    struct record r;
    struct error e = {0};

    if (size < 1 || size > 700)
        return 0;
    size_t length = size - 1;
    if (data[0] % 4 == 3) {
        length = make_link(data + 1, length, letters);
        text = letters;
    }
    record_init(&r);
    if (readers[data[0] % 4](&r, text, length, &e))
        use_record(&r);
    else
        require(e.message.text[0] && !strchr(e.message.text, '\n') && r.count == 0 &&
                r.tag_count == 0);
    record_clear(&r);
    return 0;
}
