// SPDX-License-Identifier: MIT
// The files of a match: its games as records, which say all that is needed to go on after a stop
// and to count what several machines have played.
#include "cli/enginematch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/outofmemory.h"
#include "record/collection.h"

enum { FIRST_CAPACITY = 64 };

static void write_file(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

static size_t read_file(void *to, char *bytes, size_t capacity)
{
    return fread(bytes, 1, capacity, to);
}

// ---------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------

char *match_record_text(const struct engine_match *m, const struct match *played,
                        const struct crosstable_game *g)
{
    struct record r;
    struct error e;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    struct output out = {write_file, file};

    record_init(&r);
    if (!file || !record_of_match(&r, played, RECORD_ALL, &e) || !matchtags_add(&r, g, m->settings))
        cli_out_of_memory(); // it is shorter than what is allowed
    memcpy(r.date, m->date, sizeof r.date);
    for (int seat = 0; seat < record_seats(&r); seat++) {
        // What thinks as long as its clock allows has no words that others could play it by.
        if (m->contest.players[g->players[seat]].shares)
            r.setup.seats[seat] = (struct match_seat){.who = MATCH_REMOTE};
        memcpy(r.setup.seats[seat].name, m->contest.players[g->players[seat]].name,
               MATCH_NAME_BYTES);
    }
    record_write(&r, &out);
    output_add(&out, "\n");
    fclose(file);
    record_clear(&r);
    return text;
}

// ---------------------------------------------------------------------------------------------
// Games that were read
// ---------------------------------------------------------------------------------------------

struct games {
    struct crosstable_game *list;
    size_t count, capacity;
};

static bool add_game(struct games *all, const struct crosstable_game *g, struct error *e)
{
    if (all->count == all->capacity) {
        size_t capacity = all->capacity ? 2 * all->capacity : FIRST_CAPACITY;
        struct crosstable_game *list = realloc(all->list, capacity * sizeof *list);
        if (!list)
            return error_set(e, "matchfile.memory", "there is no memory for the games of a file");
        all->list = list;
        all->capacity = capacity;
    }
    all->list[all->count] = *g;
    all->list[all->count++].failure = NULL; // the record's
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct crosstable_game *first = a, *second = b;

    return (first->number > second->number) - (first->number < second->number);
}

static bool same_game(const struct crosstable_game *a, const struct crosstable_game *b)
{
    return !memcmp(a->players, b->players, sizeof a->players) &&
           !memcmp(a->half_points, b->half_points, sizeof a->half_points) &&
           a->actions == b->actions && a->end == b->end;
}

// Sorts the games and drops those that are there twice; two different ones cannot have a number.
static bool sort_games(struct games *all, struct error *e)
{
    size_t kept = 0;

    if (all->count > 0)
        qsort(all->list, all->count, sizeof *all->list, compare);
    for (size_t i = 0; i < all->count; i++) {
        if (kept == 0 || all->list[kept - 1].number != all->list[i].number)
            all->list[kept++] = all->list[i];
        else if (!same_game(&all->list[kept - 1], &all->list[i]))
            return error_set(e, "matchfile.twice:game",
                             "game %llu is there twice, with different ends",
                             (unsigned long long)all->list[i].number + 1);
    }
    all->count = kept;
    return true;
}

static bool same_match(const char *path, const char *ours, const char *theirs, struct error *e)
{
    char word[MATCHTAGS_SETTINGS];

    if (!matchtags_differ(ours, theirs, word))
        return true;
    if (strncmp(word, "who=", 4) == 0) // a hash: no use to people
        return error_set(e, "matchfile.players:file",
                         "file '%s' is of another match: the players, their names or what is set "
                         "of them are not the same in both",
                         error_quote(path).text);
    return error_set(e, "matchfile.other:file,word",
                     "file '%s' is of another match: '%s' is not the same in both",
                     error_quote(path).text, error_quote(word).text);
}

// ---------------------------------------------------------------------------------------------
// Going on
// ---------------------------------------------------------------------------------------------

// Whether a game of the file is what the schedule would play; of rounds that are not paired yet
// that is found out later.
static bool fits_schedule(const struct engine_match *m, const struct crosstable_game *g)
{
    unsigned table = m->contest.table, players[GAME_MAX_SEATS];
    uint64_t group = g->number / table, deal;

    if (group >= schedule_groups(&m->schedule))
        return false;
    for (unsigned seat = 0; seat < GAME_MAX_SEATS; seat++) {
        if (g->players[seat] >= m->contest.count)
            return false;
    }
    if (!schedule_knows(&m->schedule, group))
        return true;
    schedule_group(&m->schedule, group, players, &deal);
    for (unsigned seat = 0; seat < table; seat++) {
        if (g->players[seat] != players[(seat + g->number % table) % table])
            return false;
    }
    return true;
}

static bool read_known(struct engine_match *m, FILE *file, struct games *all, uint64_t *whole,
                       struct error *e)
{
    const char *path = m->chosen->resume, *settings;
    struct collection c;
    struct crosstable_game g;
    struct record r;
    bool good = true;

    record_init(&r);
    collection_init(&c, read_file, file);
    while (good && collection_next(&c, &r, e)) {
        good = (matchtags_read(&r, &g, &settings, e) || cli_in_file(path, e)) &&
               same_match(path, m->settings, settings, e) && add_game(all, &g, e) &&
               (fits_schedule(m, &g) ||
                error_set(e, "matchfile.number:file,game",
                          "file '%s': game %llu is none that this match would play",
                          error_quote(path).text, (unsigned long long)g.number + 1));
    }
    // A game that the stop has cut off is played again; anything else that is wrong is not ours to
    // throw away.
    if (good && e->message.text[0] && !c.cut)
        good = cli_in_file(path, e);
    *whole = c.offset;
    collection_clear(&c);
    record_clear(&r);
    return good;
}

static bool resume_file(struct engine_match *m, struct error *e)
{
    FILE *file = fopen(m->chosen->resume, "r+b");
    struct games all = {0};
    uint64_t whole;

    if (!file)
        return cli_unread(m->chosen->resume, e);
    bool good = read_known(m, file, &all, &whole, e) && sort_games(&all, e);
    m->known = all.list;
    m->known_count = all.count;
    if (good && (fflush(file) != 0 || ftruncate(fileno(file), (off_t)whole) != 0 ||
                 fseeko(file, 0, SEEK_END) != 0 || (whole > 0 && fputs("\n\n", file) < 0)))
        good = cli_unwritten(m->chosen->resume, e);
    if (good)
        m->record = file;
    else
        fclose(file);
    return good;
}

// An earlier match is not written over: it may have taken days.
static bool begin_file(struct engine_match *m, const char *path, struct error *e)
{
    struct stat old;

    if (stat(path, &old) == 0 && S_ISREG(old.st_mode) && old.st_size > 0)
        return error_set(e, "match.record-there:file",
                         "file '%s' has games already: --resume goes on with its match",
                         error_quote(path).text);
    m->record = fopen(path, "wb");
    return m->record || cli_unwritten(path, e);
}

bool match_open_file(struct engine_match *m, struct error *e)
{
    const struct match_options *chosen = m->chosen;

    if (chosen->record && chosen->resume)
        return error_set(e, "match.resume", "--resume goes on in its own file: leave --record out");
    if (chosen->resume)
        return resume_file(m, e);
    return !chosen->record || begin_file(m, chosen->record, e);
}

const struct crosstable_game *match_known(const struct engine_match *m, uint64_t number)
{
    struct crosstable_game key = {.number = number};

    return m->known_count ? bsearch(&key, m->known, m->known_count, sizeof *m->known, compare)
                          : NULL;
}

// ---------------------------------------------------------------------------------------------
// Merging
// ---------------------------------------------------------------------------------------------

struct merging {
    struct games games;
    char settings[MATCHTAGS_SETTINGS]; // of the first game
    char names[SCHEDULE_PLAYERS][MATCH_NAME_BYTES];
    const struct game *game;
    struct game_options options;
    uint64_t players, table, wanted, seed;
};

static bool begin_merging(struct merging *all, const struct record *r, const char *settings,
                          struct error *e)
{
    struct text t;

    text_init(&t, all->settings, sizeof all->settings);
    text_add(&t, settings);
    all->game = r->setup.game;
    all->options = r->setup.options;
    if (!matchtags_number(settings, "players", &all->players) ||
        !matchtags_number(settings, "table", &all->table) ||
        !matchtags_number(settings, "all", &all->wanted) ||
        !matchtags_number(settings, "seed", &all->seed) || all->players > SCHEDULE_PLAYERS ||
        all->table < 2 || all->table > GAME_MAX_SEATS || all->table > all->players)
        return error_set(e, "matchfile.settings:settings", "settings '%s' are not of a match",
                         error_quote(settings).text);
    for (unsigned i = 0; i < all->players; i++) {
        text_init(&t, all->names[i], sizeof all->names[i]);
        text_format(&t, "player %u", i + 1);
    }
    return true;
}

static bool merge_game(struct merging *all, const char *path, const struct record *r,
                       struct error *e)
{
    struct crosstable_game g;
    const char *settings;

    if (!matchtags_read(r, &g, &settings, e))
        return cli_in_file(path, e);
    if (!all->game && !begin_merging(all, r, settings, e))
        return false;
    if (!same_match(path, all->settings, settings, e))
        return false;
    for (int seat = 0; seat < record_seats(r); seat++) {
        if (g.players[seat] >= all->players)
            return error_set(e, "matchfile.player:file,player",
                             "file '%s': there is no player %u in this match",
                             error_quote(path).text, g.players[seat] + 1);
        memcpy(all->names[g.players[seat]], r->setup.seats[seat].name, MATCH_NAME_BYTES);
    }
    return add_game(&all->games, &g, e);
}

static bool merge_file(struct merging *all, const char *path, struct error *e)
{
    bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "rb");
    struct collection c;
    struct record r;
    bool good = true;

    if (!file)
        return cli_unread(path, e);
    record_init(&r);
    collection_init(&c, read_file, file);
    while (good && collection_next(&c, &r, e))
        good = merge_game(all, path, &r, e);
    if (good && e->message.text[0])
        good = cli_in_file(path, e);
    if (good && ferror(file))
        good = cli_unread(path, e);
    collection_clear(&c);
    record_clear(&r);
    if (!standard)
        fclose(file);
    return good;
}

static void count_games(const struct merging *all, struct crosstable *table)
{
    crosstable_init(table, (unsigned)all->players, (unsigned)all->table);
    for (size_t i = 0, next; i < all->games.count; i = next) {
        const struct crosstable_game *g = &all->games.list[i];
        for (next = i + 1; next < all->games.count &&
                           all->games.list[next].number / all->table == g->number / all->table;)
            next++;
        crosstable_add(table, g, (unsigned)(next - i));
    }
}

static void print_merged(const struct merging *all, bool json, struct output *out)
{
    struct crosstable table;
    struct match_summary s = {.game = all->game,
                              .options = &all->options,
                              .kind = match_kind(all->settings),
                              .seed = all->seed,
                              .wanted = all->wanted,
                              .table = &table,
                              .timed = strstr(all->settings, " clock=") != NULL};

    count_games(all, &table);
    for (unsigned i = 0; i < all->players; i++)
        s.names[i] = all->names[i];
    if (json)
        match_print_json(&s, out);
    else
        match_print(&s, out);
}

bool match_merge(const struct arguments *a, struct output *out, struct error *e)
{
    struct merging all = {0};
    bool good = a->rest_count > 0 ||
                error_set(e, "match.merge", "--merge needs files: abax match --merge FILE...");

    for (unsigned i = 0; good && i < a->rest_count; i++)
        good = merge_file(&all, a->rest[i], e);
    good = good && (all.game || error_set(e, "matchfile.none", "the files have no games")) &&
           sort_games(&all.games, e);
    if (good)
        print_merged(&all, a->json, out);
    free(all.games.list);
    return good;
}
