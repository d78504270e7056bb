// SPDX-License-Identifier: MIT
// The disk under SQLite: files in memory, with what is written and what is synced kept apart. A
// process can die in the middle of a write; a power cut leaves any part, by sectors, of what was
// not synced. Writes and syncs take time, in which other threads run. Locks of a process go with
// it. What SQLite does with real files stays with the tests of kills.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "tests/fuzz/vfs.h"
#include "tests/sim/sim.h"

enum { FILES = 8, NAME = 32, SECTOR = 512, REGIONS = 8, SLOTS = SQLITE_SHM_NLOCK };

struct file {
    char name[NAME];
    bool there;
    struct vfs_bytes now, safe;
    struct range {
        size_t from, length;
    } * dirty;
    unsigned count, capacity;
    struct handle *handles;
    void *regions[REGIONS]; // of the index that connections share
};

struct handle {
    sqlite3_file base;
    struct file *file;
    struct handle *next;
    int process;
    int lock;
    unsigned shared, exclusive; // slots of the shared index
    bool maps;
};

static struct {
    sqlite3_vfs vfs;
    struct file files[FILES];
    unsigned faults;
    int64_t faulty_until;
    int64_t slow, slow_until;
    struct crash {
        unsigned writes;
        bool power;
        uint64_t draw;
    } crash[SIM_PROCESSES];
} disk;

static struct handle *handle_of(sqlite3_file *file)
{
    return (struct handle *)file;
}

// ---------------------------------------------------------------------------------------------
// Bytes
// ---------------------------------------------------------------------------------------------

static void soil(struct file *f, size_t from, size_t length)
{
    if (f->count == f->capacity) {
        f->capacity = f->capacity ? f->capacity * 2 : 64;
        f->dirty = realloc(f->dirty, f->capacity * sizeof *f->dirty);
        if (!f->dirty)
            sim_fail("no memory for the disk");
    }
    f->dirty[f->count++] = (struct range){from, length};
}

static void make_safe(struct file *f)
{
    for (unsigned i = 0; i < f->count; i++) {
        struct range r = f->dirty[i];
        if (r.from >= f->now.size)
            continue;
        if (r.from + r.length > f->now.size)
            r.length = f->now.size - r.from;
        vfs_put(&f->safe, f->now.at + r.from, r.length, r.from);
    }
    vfs_grow(&f->safe, f->now.size);
    f->safe.size = f->now.size;
    f->count = 0;
}

// ---------------------------------------------------------------------------------------------
// Faults
// ---------------------------------------------------------------------------------------------

static bool fails(enum disk_fault fault)
{
    return fiber_process() >= 0 && sim_now() < disk.faulty_until && (disk.faults & fault);
}

void disk_set_fault(unsigned faults, int64_t until)
{
    disk.faults = faults;
    disk.faulty_until = until;
}

void disk_set_slow(int64_t microseconds, int64_t until)
{
    disk.slow = microseconds;
    disk.slow_until = until;
}

void disk_set_crash(int process, unsigned writes, bool power, uint64_t draw)
{
    disk.crash[process] = (struct crash){writes, power, draw};
}

bool disk_well(void)
{
    return sim_now() >= disk.faulty_until;
}

static void take_time(bool sync)
{
    if (fiber_process() < 0)
        return;
    if (sim_now() < disk.slow_until)
        fiber_sleep(sim_draw(&sim.chance, 0, disk.slow));
    else if (sync)
        fiber_sleep(sim_draw(&sim.chance, 50, sim_one_in(&sim.chance, 50) ? 80 * SIM_MS : 3000));
    else if (sim_one_in(&sim.chance, 8))
        fiber_sleep(sim_draw(&sim.chance, 1, 300));
}

void disk_wait(void)
{
    bool waits = fiber_process() >= 0;

    if (waits && sim_now() < disk.slow_until)
        fiber_sleep(sim_draw(&sim.chance, 0, disk.slow * (sim_one_in(&sim.chance, 8) ? 10 : 1)));
    else if (waits && sim_one_in(&sim.chance, 4))
        fiber_sleep(sim_draw(&sim.chance, 10, sim_one_in(&sim.chance, 20) ? 40000 : 800));
}

static bool dies(void) // now; what is left of a write is up to the step
{
    int p = fiber_process();

    return p >= 0 && disk.crash[p].writes && --disk.crash[p].writes == 0;
}

static void die(void)
{
    int p = fiber_process();
    struct random r = random_from_seed(disk.crash[p].draw);
    int64_t again = sim_now() + sim_draw(&r, 200, 12000) * SIM_MS;

    if (disk.crash[p].power)
        disk_power(&r);
    process_crash(p, again); // does not return
}

// What a power cut leaves: of everything that was not synced any sectors.
void disk_power(struct random *r)
{
    for (unsigned i = 0; i < FILES; i++) {
        struct file *f = &disk.files[i];
        bool most = sim_one_in(r, 2);
        for (unsigned k = 0; k < f->count; k++) {
            size_t from = f->dirty[k].from / SECTOR * SECTOR;
            size_t end = f->dirty[k].from + f->dirty[k].length;
            for (; from < end && from < f->now.size; from += SECTOR) {
                size_t length = f->now.size - from < SECTOR ? f->now.size - from : SECTOR;
                if (random_below(r, 8) < (most ? 7U : 3U))
                    vfs_put(&f->safe, f->now.at + from, length, from);
            }
        }
        f->count = 0;
        f->now.size = 0;
        if (f->safe.size)
            vfs_put(&f->now, f->safe.at, f->safe.size, 0);
    }
    sim_note("disk power cut");
}

// ---------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------

static void forget_index(struct file *f)
{
    for (struct handle *h = f->handles; h; h = h->next) {
        if (h->maps)
            return;
    }
    for (unsigned i = 0; i < REGIONS; i++) {
        free(f->regions[i]);
        f->regions[i] = NULL;
    }
}

static int disk_close(sqlite3_file *file)
{
    struct handle *h = handle_of(file), **at;

    for (at = &h->file->handles; *at && *at != h;)
        at = &(*at)->next;
    if (*at)
        *at = h->next;
    forget_index(h->file);
    return SQLITE_OK;
}

static int disk_read(sqlite3_file *file, void *to, int length, sqlite3_int64 at)
{
    if (fails(DISK_READ) && sim_one_in(&sim.chance, 4))
        return SQLITE_IOERR_READ;
    return vfs_read(&handle_of(file)->file->now, to, length, at);
}

static int disk_write(sqlite3_file *file, const void *from, int length, sqlite3_int64 at)
{
    struct file *f = handle_of(file)->file;
    size_t count = (size_t)length, place = (size_t)at;

    take_time(false);
    if (fails(DISK_FULL) && place + count > f->now.size)
        return SQLITE_FULL;
    if (fails(DISK_WRITE) && sim_one_in(&sim.chance, 2))
        return SQLITE_IOERR_WRITE;
    bool last = dies();
    if (last)
        count = random_below(&sim.chance, (uint32_t)count + 1);
    if (count) {
        vfs_put(&f->now, from, count, place);
        soil(f, place, count);
    }
    if (last)
        die();
    return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct file *f = handle_of(file)->file;

    if ((size_t)size < f->now.size)
        f->now.size = (size_t)size;
    return SQLITE_OK;
}

static int disk_sync(sqlite3_file *file, int flags)
{
    struct file *f = handle_of(file)->file;

    (void)flags;
    take_time(true);
    if (dies())
        die();
    if (fails(DISK_SYNC))
        return SQLITE_IOERR_FSYNC;
    if (sim.mutation != MUTATION_UNSYNCED || fiber_process() < 0)
        make_safe(f);
    return SQLITE_OK;
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = (sqlite3_int64)handle_of(file)->file->now.size;
    return SQLITE_OK;
}

// ---------------------------------------------------------------------------------------------
// Locks
// ---------------------------------------------------------------------------------------------

static bool is_held(const struct file *f, const struct handle *own, int lock)
{
    for (const struct handle *h = f->handles; h; h = h->next) {
        if (h != own && h->lock >= lock)
            return true;
    }
    return false;
}

static int disk_lock(sqlite3_file *file, int lock)
{
    struct handle *h = handle_of(file);
    int barred = lock == SQLITE_LOCK_SHARED     ? SQLITE_LOCK_PENDING
                 : lock == SQLITE_LOCK_RESERVED ? SQLITE_LOCK_RESERVED
                                                : SQLITE_LOCK_SHARED;

    if (h->lock >= lock)
        return SQLITE_OK;
    if (is_held(h->file, h, barred))
        return SQLITE_BUSY;
    h->lock = lock;
    return SQLITE_OK;
}

static int disk_unlock(sqlite3_file *file, int lock)
{
    if (handle_of(file)->lock > lock)
        handle_of(file)->lock = lock;
    return SQLITE_OK;
}

static int disk_reserved(sqlite3_file *file, int *to)
{
    *to = is_held(handle_of(file)->file, handle_of(file), SQLITE_LOCK_RESERVED);
    return SQLITE_OK;
}

static int disk_sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

static int disk_map(sqlite3_file *file, int region, int size, int extend, void volatile **to)
{
    struct handle *h = handle_of(file);

    *to = NULL;
    if (region >= REGIONS || size != VFS_REGION)
        return SQLITE_IOERR_SHMMAP;
    h->maps = true;
    if (!h->file->regions[region] && extend)
        h->file->regions[region] = calloc(1, VFS_REGION);
    *to = h->file->regions[region];
    return SQLITE_OK;
}

static int disk_lock_index(sqlite3_file *file, int from, int count, int flags)
{
    struct handle *own = handle_of(file);
    unsigned mask = ((1U << count) - 1) << from, held = 0;

    if (flags & SQLITE_SHM_UNLOCK) {
        own->shared &= ~mask;
        own->exclusive &= ~mask;
        return SQLITE_OK;
    }
    for (const struct handle *h = own->file->handles; h; h = h->next) {
        if (h != own)
            held |= h->exclusive | (flags & SQLITE_SHM_EXCLUSIVE ? h->shared : 0);
    }
    if (held & mask)
        return SQLITE_BUSY;
    *(flags & SQLITE_SHM_EXCLUSIVE ? &own->exclusive : &own->shared) |= mask;
    return SQLITE_OK;
}

static int disk_unmap(sqlite3_file *file, int drop)
{
    struct handle *h = handle_of(file);

    (void)drop;
    h->maps = false;
    h->shared = h->exclusive = 0;
    forget_index(h->file);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_reserved,
    .xFileControl = vfs_control,
    .xSectorSize = disk_sector,
    .xDeviceCharacteristics = vfs_characteristics,
    .xShmMap = disk_map,
    .xShmLock = disk_lock_index,
    .xShmBarrier = vfs_barrier,
    .xShmUnmap = disk_unmap,
};

// ---------------------------------------------------------------------------------------------
// The disk
// ---------------------------------------------------------------------------------------------

static struct file *find(const char *name, bool make)
{
    struct file *free_one = NULL;

    for (unsigned i = 0; i < FILES; i++) {
        if (disk.files[i].there && !strcmp(disk.files[i].name, name))
            return &disk.files[i];
        if (!disk.files[i].there && !disk.files[i].handles && !free_one)
            free_one = &disk.files[i];
    }
    if (!make)
        return NULL;
    if (!free_one)
        sim_fail("the disk has too many files");
    snprintf(free_one->name, sizeof free_one->name, "%s", name);
    free_one->there = true;
    free_one->now.size = free_one->safe.size = free_one->count = 0;
    return free_one;
}

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct handle *h = handle_of(file);

    (void)vfs;
    *h = (struct handle){.process = fiber_process()};
    // The shared name is not created: SQLite would truncate it. What has no name is temporary and
    // never needed.
    h->file = find(name ? name : "temporary", flags & SQLITE_OPEN_CREATE || !strchr(name, '-'));
    if (!h->file)
        return SQLITE_CANTOPEN;
    h->base.pMethods = &methods;
    h->next = h->file->handles;
    h->file->handles = h;
    if (out)
        *out = flags;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    struct file *f = find(name, false);

    (void)vfs, (void)sync;
    if (!f)
        return SQLITE_IOERR_DELETE_NOENT;
    f->there = false;
    f->now.size = f->safe.size = f->count = 0;
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *to)
{
    (void)vfs, (void)flags;
    *to = find(name, false) != NULL;
    return SQLITE_OK;
}

static int disk_randomness(sqlite3_vfs *vfs, int count, char *to)
{
    (void)vfs;
    for (int i = 0; i < count; i++)
        to[i] = (char)random_next(&sim.chance);
    return count;
}

static int disk_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    fiber_sleep(microseconds);
    return microseconds;
}

static int disk_time(sqlite3_vfs *vfs, sqlite3_int64 *to)
{
    (void)vfs;
    *to = sim_clock(fiber_process()) + INT64_C(210866760000000);
    return SQLITE_OK;
}

static int disk_last_error(sqlite3_vfs *vfs, int capacity, char *to)
{
    (void)vfs, (void)capacity, (void)to;
    return sim_now() < disk.faulty_until && disk.faults & DISK_FULL ? ENOSPC : EIO;
}

void disk_install(void)
{
    disk.vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = sizeof(struct handle),
        .mxPathname = NAME,
        .zName = "sim",
        .xOpen = disk_open,
        .xDelete = disk_delete,
        .xAccess = disk_access,
        .xFullPathname = vfs_full_name,
        .xRandomness = disk_randomness,
        .xSleep = disk_sleep,
        .xGetLastError = disk_last_error,
        .xCurrentTimeInt64 = disk_time,
    };
    if (sqlite3_vfs_register(&disk.vfs, 1) != SQLITE_OK)
        sim_fail("SQLite does not take the disk");
}

void disk_crash(int process)
{
    disk.crash[process].writes = 0;
    for (unsigned i = 0; i < FILES; i++) {
        for (struct handle **at = &disk.files[i].handles; *at;) {
            if ((*at)->process == process)
                *at = (*at)->next;
            else
                at = &(*at)->next;
        }
        forget_index(&disk.files[i]);
    }
}

bool disk_locked(void)
{
    return is_held(find("/dev/null", true), NULL, SQLITE_LOCK_PENDING);
}

static void copy_one(const char *from, const char *to)
{
    const struct file *f = find(from, false);
    struct file *copy = find(to, true);

    copy->now.size = 0;
    copy->handles = NULL;
    copy->there = f && f->now.size;
    if (copy->there)
        vfs_put(&copy->now, f->now.at, f->now.size, 0);
    forget_index(copy);
}

// After what the log's index says (SQLite's WalIndexHdr) may come a commit that failed after it was
// written: the next one overwrites it, or a process that opens the file again finds it after all.
static void cut_log(struct file *log)
{
    const struct file *f = find("/dev/null", false);
    uint32_t frames;
    uint16_t page;

    if (!f || !f->regions[0] || !log)
        return;
    memcpy(&page, (const char *)f->regions[0] + 14, sizeof page); // 0: the log was empty
    memcpy(&frames, (const char *)f->regions[0] + 16, sizeof frames);
    if (((const char *)f->regions[0])[12] && log->now.size > 32 + frames * ((size_t)page + 24))
        log->now.size = 32 + frames * ((size_t)page + 24);
}

const char *disk_copy(void)
{
    copy_one("/dev/null", "/dev/zero");
    copy_one("/dev/null-wal", "/dev/zero-wal");
    cut_log(find("/dev/zero-wal", false));
    return "/dev/zero";
}
