// SPDX-License-Identifier: MIT
// Fuzz target: any bytes as a draft, a line end, and then as touches. A draft that is read is what
// would be written, edits keep it one, and what is sound can be used as a position.
#include "game/edit.h"
#include "tests/fuzz/pick.h"

static void check(const struct picked *k, const struct game_position *draft)
{
    char text[GAME_TEXT_BYTES], again[GAME_TEXT_BYTES];
    struct game_position read;
    struct error e;
    struct text t;

    text_init(&t, text, sizeof text);
    k->game->write(draft, &t);
    require(edit_read(k->game, &k->options, text, &read, &e));
    text_init(&t, again, sizeof again);
    k->game->write(&read, &t);
    require(strcmp(text, again) == 0);
    if (edit_sound(k->game, &k->options, draft, &read, &e))
        use_position(k, &read);
}

static void touch(const struct picked *k, struct game_position *draft, const uint8_t *data,
                  size_t size)
{
    static struct scene scene;
    struct game_path path = {0};
    struct error e;

    for (size_t i = 0; i < size; i++) {
        edit_scene(k->game, &k->options, draft, &scene);
        path.at[path.count++] = data[i] % scene.spot_count;
        enum edit_answer answer = edit_apply(k->game, &k->options, draft, &path, &e);
        if (answer == EDIT_DONE)
            check(k, draft);
        if (answer != EDIT_MORE || path.count == GAME_MAX_PATH)
            path.count = 0;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[1024];
    struct game_position draft;
    struct error e;

    if (size < 2 || size > sizeof text)
        return 0;
    struct picked k = pick(data[0]);
    const uint8_t *end = memchr(data + 1, '\n', size - 1);
    if (!end || !k.game->ui->editor)
        return 0;
    size_t length = (size_t)(end - data - 1);
    memcpy(text, data + 1, length);
    text[length] = 0;
    if (length == 0)
        k.game->start(&k.options, 1, &draft);
    else if (!edit_read(k.game, &k.options, text, &draft, &e))
        return 0;
    check(&k, &draft);
    touch(&k, &draft, end + 1, size - length - 2);
    return 0;
}
