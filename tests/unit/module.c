// SPDX-License-Identifier: MIT
// What the page's module has instead of the C library: formatting, held against the library's own,
// and memory.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tests/unit/subjects.h"
#include "bindings/js/wasm/format.h"
#include "bindings/js/wasm/heap.h"

// The same call of both, into room for `capacity` bytes.
static __attribute__((format(printf, 2, 3))) void both(size_t capacity, const char *format, ...)
{
    char wanted[64], found[64];
    va_list arguments;

    memset(wanted, '#', sizeof wanted);
    memset(found, '#', sizeof found);
    va_start(arguments, format);
    int length = vsnprintf(wanted, capacity, format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    assert_int_equal(format_text(found, capacity, format, arguments), length);
    va_end(arguments);
    assert_memory_equal(found, wanted, capacity);
    assert_int_equal(found[capacity], '#');
}

static void formats_as_the_library_does(void **state)
{
    (void)state;
    for (size_t capacity = 0; capacity < 48; capacity++) {
        both(capacity, "no conversion, 100 %%");
        both(capacity, "%s and %s", "one", "");
        both(capacity, "%c%c|%3c|%-3c|", 'a', '%', 'b', 'c');
        both(capacity, "%d %d %d %u", 0, -1, INT32_MIN, UINT32_MAX);
        both(capacity, "%lld %llu", LLONG_MIN, ULLONG_MAX);
        both(capacity, "%ld %lu %zu", -7L, 7UL, (size_t)12);
        both(capacity, "%5d|%-5d|%05d|%2d|", -12, -12, -12, 12345);
        both(capacity, "%04llu-%02llu-%02llu %03d", 2026ULL, 1ULL, 31ULL, 7);
        both(capacity, "%x %04x %4x", 0xabcdefu, 0x1fu, 0u);
        both(capacity, "%-8s|%8s|%-2s|", "tiku", "tiku", "tiku");
        both(capacity, "%.3s|%.*s|%*s|%-*s|", "abcdef", 2, "xyz", 4, "r", 4, "l");
        both(capacity, "%.0s%.*s", "abc", 0, "abc");
    }
    both(32, "%.*s", 3, (const char[3]){'a', 'b', 'c'}); // no terminator, none needed
}

static __attribute__((format(printf, 3, 4))) int format_here(char *to, size_t capacity,
                                                             const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = format_text(to, capacity, format, arguments);
    va_end(arguments);
    return length;
}

static void ends_where_it_does_not_know(void **state)
{
    char storage[16];

    (void)state;
    assert_int_equal(format_here(storage, sizeof storage, "end%g%d", 1.5, 2), 3);
    assert_string_equal(storage, "end");
}

enum { ARENA = 1 << 20, PIECES = 200 };

static _Alignas(4096) char arena[ARENA];
static size_t used;

// Gives out the arena in parts, most of them right behind each other.
static char *from_arena(size_t least, size_t *found)
{
    size_t rounded = (least + 4095) & ~(size_t)4095;

    if (used + rounded > ARENA)
        return NULL;
    char *at = arena + used;
    used += rounded;
    *found = rounded;
    return at;
}

struct piece {
    char *at;
    size_t size;
    char mark;
};

static void is_whole(const struct piece *p)
{
    for (size_t i = 0; i < p->size; i++)
        assert_int_equal(p->at[i], p->mark);
}

// Pieces taken and given back at random keep what was written to them, lie where they should, and
// all come together again in the end.
static void pieces_do_not_touch(void **state)
{
    struct heap heap = {.more = from_arena};
    struct piece pieces[PIECES] = {0};
    struct random r = random_from_seed(7);

    (void)state;
    used = 0;
    for (unsigned round = 0; round < 20000; round++) {
        struct piece *p = &pieces[random_below(&r, PIECES)];
        size_t alignment = (size_t)HEAP_UNIT << (random_below(&r, 8) ? 0 : random_below(&r, 6));
        if (p->at) {
            is_whole(p);
            heap_give(&heap, p->at);
            p->at = NULL;
            continue;
        }
        p->size = random_below(&r, random_below(&r, 10) ? 200 : 20000);
        p->at = heap_take(&heap, p->size, alignment);
        if (!p->at)
            continue;
        assert_int_equal((uintptr_t)p->at % alignment, 0);
        assert_true(heap_size(p->at) >= p->size);
        p->mark = (char)round;
        memset(p->at, p->mark, p->size);
    }
    for (unsigned i = 0; i < PIECES; i++) {
        if (pieces[i].at)
            is_whole(&pieces[i]);
        heap_give(&heap, pieces[i].at);
    }
    size_t before = used;
    assert_non_null(heap_take(&heap, before - HEAP_UNIT, HEAP_UNIT));
    assert_int_equal(used, before);
}

// A table that is given back and taken again needs no new memory, though small pieces were taken
// between.
static void room_is_used_again(void **state)
{
    struct heap heap = {.more = from_arena};

    (void)state;
    used = 0;
    void *small = heap_take(&heap, 100, HEAP_UNIT), *kept = heap_take(&heap, 100, HEAP_UNIT);
    void *large = heap_take(&heap, ARENA / 2, 64);
    void *behind = heap_take(&heap, 100, HEAP_UNIT);
    assert_true(small && kept && large && behind);
    heap_give(&heap, small);
    heap_give(&heap, large);
    size_t before = used;
    assert_non_null(heap_take(&heap, 90, HEAP_UNIT));
    assert_ptr_equal(heap_take(&heap, ARENA / 2, 64), large);
    assert_int_equal(used, before);
}

static void too_much_is_refused(void **state)
{
    struct heap heap = {.more = from_arena};

    (void)state;
    used = 0;
    assert_null(heap_take(&heap, ARENA, HEAP_UNIT));
    assert_null(heap_take(&heap, SIZE_MAX, HEAP_UNIT));
    assert_null(heap_take(&heap, SIZE_MAX - 20, 64));
    heap_give(&heap, NULL);
    assert_non_null(heap_take(&heap, 0, HEAP_UNIT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_as_the_library_does),
        cmocka_unit_test(ends_where_it_does_not_know),
        cmocka_unit_test(pieces_do_not_touch),
        cmocka_unit_test(room_is_used_again),
        cmocka_unit_test(too_much_is_refused),
    };
    return cmocka_run_group_tests_name("module", tests, NULL, NULL);
}
