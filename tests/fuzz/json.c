// SPDX-License-Identifier: MIT
// Fuzz target: any bytes as JSON. What is read is written again by the one writer, and that is read
// to the same tokens; what is refused gets a sentence with its place. No array of tokens is too
// small to be safe.
#include "base/jsonread.h"
#include "base/jsonwrite.h"
#include "tests/fuzz/pick.h"

enum { MOST = 4096 };

// Writes a value; numbers and what no C string can hold as their bytes in a string. As deep as the
// reader allows.
static void write_value(struct json_writer *j, const char *name, const struct json_token *t)
{
    static char word[1 << 16];
    bool object = t->kind == JSON_OBJECT;

    if (json_read_string(t, word, sizeof word)) {
        json_write_string(j, name, word);
    } else if (t->kind >= JSON_OBJECT) {
        object ? json_write_object(j, name) : json_write_array(j, name);
        for (const struct json_token *i = json_read_first(t); i; i = json_read_next(t, i)) {
            char key[256];
            json_read_string(i, key, sizeof key);
            write_value(j, object ? key : NULL, object ? json_read_value(i) : i);
        }
        object ? json_write_end_object(j) : json_write_end_array(j);
    } else if (t->kind <= JSON_TRUE) {
        t->kind == JSON_NULL ? json_write_string(j, name, NULL)
                             : json_write_bool(j, name, t->kind == JSON_TRUE);
    } else {
        json_write_begin_string(j, name);
        json_write_part(j, t->at, t->length);
        json_write_end_string(j);
    }
}

static void check_again(const struct json_token *root)
{
    static struct json_token again[MOST];
    static char bytes[1 << 16];
    struct json_writer j;
    struct text t;
    struct error e;

    text_init(&t, bytes, sizeof bytes);
    struct output out = output_to_text(&t);
    json_write_init(&j, &out);
    write_value(&j, NULL, root);
    if (t.cut)
        return;
    require(json_read(t.at, t.length, again, MOST, &e) != NULL);
    require(again[0].span == root->span);
    for (unsigned i = 0; i < root->span; i++) {
        require(again[i].kind == root[i].kind || root[i].kind == JSON_NUMBER);
        require(again[i].span == root[i].span);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct json_token tokens[MOST];
    const char *text = (const char *)data;
    struct error e = {0};
    size_t capacity = json_read_capacity(text, size);

    if (capacity > MOST)
        return 0;
    const struct json_token *root = json_read(text, size, tokens, (unsigned)capacity, &e);
    if (!root) {
        require(!strncmp(e.message.text, "line ", 5) && !strchr(e.message.text, '\n'));
        return 0;
    }
    require(root->span <= capacity);
    check_again(root);
    for (unsigned less = 0; less < root->span; less++) {
        struct json_token *exact =
            malloc(less ? less * sizeof *exact : 1); // so that a step too far is seen
        require(exact && !json_read(text, size, exact, less, &e));
        free(exact);
    }
    return 0;
}
