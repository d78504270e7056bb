// SPDX-License-Identifier: MIT
// See broken.h. After a fault the real transaction is taken back, as the contract of a database has
// it.
#include "tests/unit/broken.h"

#include <stdatomic.h>
#include <stdlib.h>

static bool fails(struct broken *b, struct error *e)
{
    if (b->failed || b->calls-- > 0)
        return false;
    b->failed = true;
    b->base.again = b->again;
    *e = (struct error){{.text = "broken"}};
    return true;
}

static bool faulty_begin(struct database *db, bool lock, struct error *e)
{
    struct broken *b = (struct broken *)db;

    return !fails(b, e) && b->real->kind->begin(b->real, lock, e);
}

static bool faulty_commit(struct database *db, struct error *e)
{
    struct broken *b = (struct broken *)db;

    if (!fails(b, e))
        return b->real->kind->commit(b->real, e);
    b->real->kind->rollback(b->real);
    return false;
}

static void faulty_rollback(struct database *db)
{
    struct broken *b = (struct broken *)db;

    b->real->kind->rollback(b->real);
}

static bool faulty_script(struct database *db, const char *sql, struct error *e)
{
    struct broken *b = (struct broken *)db;

    return !fails(b, e) && b->real->kind->script(b->real, sql, e);
}

static bool faulty_start(struct database *db, unsigned statement, const char *sql,
                         const struct value *values, unsigned count, struct error *e)
{
    struct broken *b = (struct broken *)db;

    return !fails(b, e) && b->real->kind->start(b->real, statement, sql, values, count, e);
}

static enum database_step faulty_step(struct database *db, struct error *e)
{
    struct broken *b = (struct broken *)db;

    return fails(b, e) ? DATABASE_ERROR : b->real->kind->step(b->real, e);
}

static int64_t faulty_changed(struct database *db)
{
    struct broken *b = (struct broken *)db;

    return b->real->kind->changed(b->real);
}

static void faulty_finish(struct database *db)
{
    struct broken *b = (struct broken *)db;

    b->real->kind->finish(b->real);
}

static int64_t faulty_number(struct database *db, int column)
{
    struct broken *b = (struct broken *)db;

    return b->real->kind->number(b->real, column);
}

static double faulty_real(struct database *db, int column)
{
    struct broken *b = (struct broken *)db;

    return b->real->kind->real(b->real, column);
}

static const char *faulty_text(struct database *db, int column)
{
    struct broken *b = (struct broken *)db;

    return b->real->kind->text(b->real, column);
}

static const unsigned char *faulty_bytes(struct database *db, int column, size_t *length)
{
    struct broken *b = (struct broken *)db;

    return b->real->kind->bytes(b->real, column, length);
}

static bool faulty_backup(struct database *db, const char *path, struct error *e)
{
    struct broken *b = (struct broken *)db;

    return !fails(b, e) && b->real->kind->backup(b->real, path, e);
}

static bool faulty_claim(struct database *db, int64_t *began, struct error *e)
{
    struct broken *b = (struct broken *)db;

    return b->real->kind->claim(b->real, began, e);
}

static bool faulty_alive(struct database *db)
{
    struct broken *b = (struct broken *)db;

    return b->real->kind->alive(b->real);
}

static bool faulty_publish(struct database *db, const char *word, struct error *e)
{
    struct broken *b = (struct broken *)db;

    return !fails(b, e) && b->real->kind->publish(b->real, word, e);
}

void broken_begin(struct broken *b, struct store *s)
{
    *b = (struct broken){.real = s->db, .kind = {DATABASE_FUNCTIONS(faulty)}, .failed = true};
    b->kind.tables = s->db->kind->tables;
    b->base.kind = &b->kind;
    s->db = &b->base;
}

void broken_end(struct broken *b, struct store *s)
{
    s->db = b->real;
}

void broken_after(struct broken *b, unsigned calls)
{
    b->calls = calls;
    b->failed = false;
}

// ---------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------

// NOLINTBEGIN(bugprone-reserved-identifier): names that the linker gives to wrapped functions
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

static atomic_int allocations = -1; // that still work; -1: all, -2: one has failed

static bool is_spent(void)
{
    int left = allocations;

    if (left >= 0)
        allocations = left ? left - 1 : -2;
    return left == 0;
}

void *__wrap_malloc(size_t size)
{
    return is_spent() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_spent() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return is_spent() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return is_spent() ? NULL : __real_strdup(text);
}

// NOLINTEND(bugprone-reserved-identifier)

void broken_memory_after(int count)
{
    allocations = count;
}

bool broken_memory(void)
{
    return allocations == -2;
}
