// SPDX-License-Identifier: MIT
// The public library with every single allocation failing once, and with all failing from some
// point on: each call answers with ABAX_MEMORY and a sentence, changes nothing, and gives back what
// it took. Linked so that allocations of the library come here.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "bindings/c/batch.h"
#include "tests/unit/outsider.h"

// NOLINTBEGIN(bugprone-reserved-identifier): names that the linker gives to wrapped functions
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *s);
void __real_free(void *p);
void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __real_munmap(void *at, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *s);
void __wrap_free(void *p);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __wrap_munmap(void *at, size_t size);

enum { NEAR_END = 3 };

// When allocations fail. Threads of the library do not allocate, so nothing here is locked.
static struct {
    bool on;
    bool for_good;    // all that follow fail too
    unsigned after;   // so many work first
    unsigned asked;   // since it was switched on
    unsigned refused; // of them
    long live;        // allocations not given back
    long mapped;      // bytes of large tables not given back
    unsigned maps;    // large tables that were asked for
} memory;

static bool refuses(void)
{
    if (!memory.on)
        return false;
    bool refused = memory.for_good ? memory.asked >= memory.after : memory.asked == memory.after;
    memory.asked++;
    memory.refused += refused;
    return refused;
}

static void *counted(void *p)
{
    memory.live += p != NULL;
    return p;
}

void *__wrap_malloc(size_t size)
{
    return refuses() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuses() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (refuses())
        return NULL;
    void *p = __real_realloc(old, size);
    memory.live += p && !old;
    return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuses() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *s)
{
    return refuses() ? NULL : counted(__real_strdup(s));
}

void __wrap_free(void *p)
{
    memory.live -= p != NULL;
    __real_free(p);
}

// Large tables are mapped (base/pages.h); they are given back in parts.
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    memory.maps++;
    if (refuses())
        return MAP_FAILED;
    void *p = __real_mmap(at, size, protection, flags, fd, offset);
    memory.mapped += p != MAP_FAILED ? (long)size : 0;
    return p;
}

int __wrap_munmap(void *at, size_t size)
{
    memory.mapped -= (long)size;
    return __real_munmap(at, size);
}
// NOLINTEND(bugprone-reserved-identifier)

// ---------------------------------------------------------------------------------------------
// What is tried
// ---------------------------------------------------------------------------------------------

// What a trial works with; made while memory is there.
struct trial {
    const struct subject *subject;
    const abax_history *history; // of a game that was played to its end
    const abax_history *midst;   // of one that goes on
    char *texts[3];              // the first as text, JSON and link
    abax_error error;
};

// Does something with the library; false when a call failed, which `error` then tells. All is freed
// either way.
typedef bool try_it(struct trial *t);

// A history that grows: what fails changes nothing, and works when there is memory again.
static bool try_history(struct trial *t)
{
    const struct subject *s = t->subject;
    abax_position start, before, after;
    abax_action action;

    abax_history_start(t->history, &start);
    abax_history *h = abax_history_new(&start, &t->error), *copy = NULL;
    bool fine = h;
    for (unsigned i = 0; fine && i < abax_history_length(t->history); i++) {
        abax_history_action(t->history, i, &action, NULL);
        abax_history_position(h, &before);
        fine = abax_history_apply(h, action, &t->error);
        abax_history_position(h, &after);
        assert_int_equal(abax_history_length(h), i + fine);
        assert_true(fine || abax_position_equal(&before, &after));
        if (!fine) {
            memory.on = false;
            if (!abax_history_apply(h, action, NULL))
                fail_msg("%s: an action that memory refused cannot be played later", s->name);
            memory.on = true;
        }
    }
    fine = fine && (copy = abax_history_copy(h, &t->error));
    if (fine) {
        unsigned length = abax_history_length(h);
        fine = abax_history_undo(h, 2, &t->error);
        assert_int_equal(abax_history_length(h), fine ? length - 2 : length);
    }
    abax_history_free(copy);
    abax_history_free(h);
    return fine;
}

static bool try_shown(struct trial *t)
{
    static char text[1 << 18];
    abax_position p;

    abax_history_position(t->midst, &p);
    return abax_history_status(t->midst, "de", text, sizeof text, &t->error) &&
           abax_history_show(t->midst, ABAX_ALL, ABAX_FORM_SVG, "fr", text, sizeof text,
                             &t->error) &&
           abax_position_show(&p, ABAX_PUBLIC, ABAX_FORM_TEXT, NULL, text, sizeof text, &t->error);
}

static bool try_record(struct trial *t)
{
    static const abax_record_form forms[] = {ABAX_RECORD_TEXT, ABAX_RECORD_JSON, ABAX_RECORD_LINK,
                                             ABAX_RECORD_ACTIONS};
    static char text[1 << 18];
    abax_history *back = NULL;
    abax_record *r = abax_record_of(t->history, ABAX_ALL, &t->error);
    bool fine = r && abax_record_set_name(r, 0, "Ada", &t->error) &&
                abax_record_set_date(r, "2026-11-15", &t->error);

    for (unsigned i = 0; fine && i < sizeof forms / sizeof *forms; i++)
        fine = abax_record_text(r, forms[i], text, sizeof text, &t->error);
    fine = fine && (back = abax_record_history(r, abax_record_length(r), &t->error));
    abax_history_free(back);
    abax_record_free(r);
    return fine;
}

static bool try_reading(struct trial *t)
{
    for (unsigned i = 0; i < sizeof t->texts / sizeof *t->texts; i++) {
        abax_record *r = abax_record_read(t->texts[i], strlen(t->texts[i]), &t->error);
        if (!r)
            return false;
        abax_record_free(r);
    }
    return true;
}

static bool try_engine(struct trial *t)
{
    const abax_limits limits = {.nodes = 300, .lines = 2};
    static abax_report report;
    static char text[1 << 14];
    abax_engine *engine = abax_engine_new(2, 2, &t->error); // a table of large pages
    bool fine = engine && abax_engine_search(engine, t->midst, &limits, NULL, &report, &t->error) &&
                abax_engine_hint(engine, t->midst, 4, NULL, text, sizeof text, &t->error);

    abax_engine_free(engine);
    return fine;
}

static bool try_solve(struct trial *t)
{
    const abax_limits limits = {.nodes = 300};
    static abax_report report;
    abax_engine *engine = abax_engine_new(1, 1, &t->error);
    bool fine = engine;

    if (fine && game_is_duel(t->subject->game, &t->subject->options))
        fine = abax_engine_solve(engine, t->midst, &limits, NULL, &report, &t->error);
    abax_engine_free(engine);
    return fine;
}

static bool try_player(struct trial *t)
{
    static const char *const names[] = {"level:1", "random", "nodes:200"};
    abax_action action;

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        abax_player *player = abax_player_new(names[i], 1, &t->error);
        bool fine = player && abax_player_choose(player, t->midst, &action, &t->error);
        abax_player_free(player);
        if (!fine)
            return false;
    }
    return true;
}

// Batches have sentences only, so that is taken for the fault.
static bool try_batch(struct trial *t)
{
    char options[ABAX_OPTIONS_BYTES], fault[200] = "";
    struct text capacity;

    text_init(&capacity, options, sizeof options);
    game_options_text(t->subject->game, &t->subject->options, &capacity);
    abax_batch *batch =
        abax_batch_new(t->subject->game->name, options, 3, 2, 1, 0, 1, fault, sizeof fault);
    t->error = (abax_error){.code = fault[0] ? ABAX_MEMORY : ABAX_OK};
    memcpy(t->error.sentence, fault, sizeof fault);
    if (!batch)
        return false;
    abax_batch_rollout(batch, 50, NULL);
    abax_batch_free(batch);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Trials
// ---------------------------------------------------------------------------------------------

struct row {
    const char *name;
    try_it *try_it;
    bool needs; // every allocation; a search goes on without the memory for proofs
};

static const struct row rows[] = {
    {"history", try_history, true}, {"shown", try_shown, true},    {"record", try_record, true},
    {"reading", try_reading, true}, {"engine", try_engine, false}, {"solve", try_solve, true},
    {"player", try_player, false},  {"batch", try_batch, true},
};

// Once with one allocation refused; true when none was left to refuse.
static bool try_with(struct trial *t, const struct row *row, unsigned after, bool for_good)
{
    long live = memory.live, mapped = memory.mapped;

    t->error = (abax_error){0};
    memory.asked = memory.refused = 0;
    memory.after = after;
    memory.for_good = for_good;
    memory.on = true;
    bool fine = row->try_it(t);
    memory.on = false;
    if (memory.live != live)
        fail_msg("%s, %s: allocation %u: %ld are not given back", t->subject->name, row->name,
                 after, memory.live - live);
    if (memory.mapped != mapped)
        fail_msg("%s, %s: allocation %u: %ld bytes of tables are not given back", t->subject->name,
                 row->name, after, memory.mapped - mapped);
    if (fine ? memory.refused > 0 && row->needs : memory.refused == 0)
        fail_msg("%s, %s: allocation %u: %s", t->subject->name, row->name, after,
                 fine ? "nobody is told" : t->error.sentence);
    if (!fine && (t->error.code != ABAX_MEMORY || strlen(t->error.sentence) < 10))
        fail_msg("%s, %s: allocation %u: code %d, '%s' (%s)", t->subject->name, row->name, after,
                 (int)t->error.code, t->error.sentence, t->error.id);
    return memory.refused == 0;
}

static void make_texts(struct trial *t)
{
    static const abax_record_form forms[] = {ABAX_RECORD_TEXT, ABAX_RECORD_JSON, ABAX_RECORD_LINK};
    abax_record *r = abax_record_of(t->history, ABAX_ALL, NULL);

    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t size = abax_record_text(r, forms[i], NULL, 0, NULL);
        assert_true(size > 1);
        t->texts[i] = malloc(size);
        abax_record_text(r, forms[i], t->texts[i], size, NULL);
    }
    abax_record_free(r);
}

static void test_every_allocation(void **state)
{
    const struct subject *s = *state;

    if (!game_of(s))
        return;
    abax_history *whole = random_history(s, 5, MOST_ACTIONS),
                 *midst = abax_history_copy(whole, NULL);
    struct trial t = {.subject = s, .history = whole, .midst = midst};
    abax_history_undo(midst, NEAR_END, NULL); // where searches are short
    make_texts(&t);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int for_good = 0; for_good <= 1; for_good++) {
            unsigned n = 0;
            while (!try_with(&t, &rows[i], n, for_good))
                n++;
            // Drawing allocates nothing; all else must have been refused something, or nothing was
            // tried here.
            assert_true((n == 0) == (rows[i].try_it == try_shown));
        }
    }
    assert_true(memory.maps > 0); // the tables of engines
    for (unsigned i = 0; i < sizeof t.texts / sizeof *t.texts; i++)
        free(t.texts[i]);
    abax_history_free(whole);
    abax_history_free(midst);
}

int main(void)
{
    return subjects_run("every allocation fails", test_every_allocation);
}
