// SPDX-License-Identifier: MIT
// Finds what has changed since the last answer, by hashes of the JSON of every member, and writes
// that as numbered events. So no call says what it changes, and none can forget to: folding the
// events into the state before always gives the state that `state` would answer
// (tests/check-events).
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "protocol/matchjson.h"
#include "protocol/statejson.h"
#include "protocol/touches.h"

// ---------------------------------------------------------------------------------------------
// Hashes of what would be written
// ---------------------------------------------------------------------------------------------

static void add_to_hash(void *to, const char *bytes, size_t count)
{
    uint64_t *hash = to;

    *hash = hash_word(*hash, hash_bytes(bytes, count));
}

// A writer inside an object; what it writes goes into `hash` alone.
static void begin_hash(struct json_writer *j, struct output *out, uint64_t *hash)
{
    *hash = 0;
    *out = (struct output){add_to_hash, hash};
    json_write_init(j, out);
    json_write_object(j, NULL);
    *hash = 0;
}

static uint64_t hash_group(const struct session *s, const struct state_group *group, int touched)
{
    struct json_writer j;
    struct output out;
    uint64_t hash;

    begin_hash(&j, &out, &hash);
    group->write(s, touched, &j);
    return hash;
}

static uint64_t hash_setup(const struct session *s)
{
    const struct match *m = &s->driver.match;
    struct json_writer j;
    struct output out;
    uint64_t hash;

    begin_hash(&j, &out, &hash);
    state_setup_json(s, &j);
    hash = hash_word(hash, s->puzzle != SESSION_NO_PUZZLE);
    return hash_word(hash, hash_bytes(&m->start, sizeof m->start));
}

static uint64_t hash_action(const struct match_entry *entry)
{
    uint64_t flags = entry->seat | (uint64_t)entry->hints << 8 | (uint64_t)entry->timed << 16;

    return hash_word(hash_word(hash_word(1, entry->action), flags),
                     entry->timed ? entry->spent : 0);
}

static uint64_t hash_part(const struct scene_subject *subject, const struct scene_part *part)
{
    struct json_writer j;
    struct output out;
    uint64_t hash;

    begin_hash(&j, &out, &hash);
    part->write(subject, &j);
    return hash;
}

static void hash_list(const struct scene *s, const struct scene_list *list, uint64_t *hashes)
{
    for (unsigned i = 0; i < scene_list_count(list, s); i++) {
        struct json_writer j;
        struct output out;
        begin_hash(&j, &out, &hashes[i]);
        list->write(s, i, &j);
    }
}

static void hash_scene(const struct scene_subject *subject, struct scene_hashes *hashes)
{
    memset(hashes, 0, sizeof *hashes);
    for (unsigned i = 0; i < SCENE_PARTS; i++)
        hashes->parts[i] = hash_part(subject, &scene_parts[i]);
    for (unsigned i = 0; i < SCENE_LISTS; i++) {
        hashes->counts[i] = scene_list_count(&scene_lists[i], subject->scene);
        hash_list(subject->scene, &scene_lists[i], hashes->lists[i]);
    }
}

// ---------------------------------------------------------------------------------------------
// Writing events
// ---------------------------------------------------------------------------------------------

struct update {
    struct session *s;
    struct json_writer *j;
    int touched;
};

static void begin_event(struct update *u, const char *type)
{
    json_write_object(u->j, NULL);
    json_write_number(u->j, "number", ++u->s->seen.number);
    json_write_string(u->j, "type", type);
}

static bool reserve_actions(struct seen *seen, unsigned count)
{
    unsigned capacity = count + count / 2 + 16;

    if (count <= seen->capacity)
        return true;
    uint64_t *grown = realloc(seen->actions, capacity * sizeof *grown);
    if (!grown)
        return false;
    seen->actions = grown;
    seen->capacity = capacity;
    return true;
}

// The actions that were played since, each an event, and where the game stands among them.
// False without memory for them.
static bool write_actions(struct update *u)
{
    struct seen *seen = &u->s->seen;
    const struct match *m = &u->s->driver.match;
    struct game_position p = m->start;
    unsigned same = 0;

    if (!reserve_actions(seen, m->count))
        return false;
    while (same < m->count && same < seen->count &&
           hash_action(&m->entries[same]) == seen->actions[same])
        m->setup.game->apply(&p, m->entries[same++].action, &p);
    for (unsigned i = same; i < m->count; i++) {
        begin_event(u, "played");
        json_write_number(u->j, "at", i);
        state_action_json(m, i, &p, u->j, "action");
        json_write_end_object(u->j);
        m->setup.game->apply(&p, m->entries[i].action, &p);
        seen->actions[i] = hash_action(&m->entries[i]);
        seen->length = seen->count = i + 1;
    }
    if (seen->length != m->history.length || seen->count != m->count) {
        begin_event(u, m->history.length < seen->length ? "undone" : "redone");
        json_write_number(u->j, "length", m->history.length);
        json_write_number(u->j, "count", m->count);
        json_write_end_object(u->j);
    }
    seen->length = m->history.length;
    seen->count = m->count;
    return true;
}

static void write_groups(struct update *u)
{
    for (unsigned i = 0; i < STATE_GROUPS; i++) {
        uint64_t hash = hash_group(u->s, &state_groups[i], u->touched);
        if (hash == u->s->seen.groups[i])
            continue;
        u->s->seen.groups[i] = hash;
        if (!hash) // there is nothing to say: another event tells that it ended
            continue;
        begin_event(u, state_groups[i].type);
        state_groups[i].write(u->s, u->touched, u->j);
        json_write_end_object(u->j);
    }
}

// ---------------------------------------------------------------------------------------------
// Scenes
// ---------------------------------------------------------------------------------------------

// A list before and after.
struct lists {
    const uint64_t *old, *new;
    unsigned old_count, new_count;
};

// Whether the two lists go on alike from there.
static bool lists_meet(const struct lists *l, unsigned i, unsigned k)
{
    if (i >= l->old_count || k >= l->new_count)
        return i == l->old_count && k == l->new_count;
    return l->old[i] == l->new[k];
}

// The fewest elements to remove and to add until they do.
static void next_splice(const struct lists *l, unsigned i, unsigned k, unsigned *remove,
                        unsigned *add)
{
    for (unsigned together = 1;; together++) {
        for (*remove = 0; *remove <= together; ++*remove) {
            *add = together - *remove;
            if (lists_meet(l, i + *remove, k + *add))
                return;
        }
    }
}

static void write_splice(const struct scene *s, const struct scene_list *list, unsigned at,
                         unsigned remove, unsigned add, struct json_writer *j)
{
    json_write_object(j, NULL);
    json_write_number(j, "at", at);
    json_write_number(j, "remove", remove);
    json_write_array(j, "add");
    for (unsigned i = at; i < at + add; i++) {
        json_write_object(j, NULL);
        list->write(s, i, j);
        json_write_end_object(j);
    }
    json_write_end_array(j);
    json_write_end_object(j);
}

static void write_splices(const struct scene *s, const struct scene_list *list,
                          const struct lists *l, struct json_writer *j)
{
    unsigned i = 0, k = 0;

    json_write_array(j, list->name);
    while (i < l->old_count || k < l->new_count) {
        unsigned remove = 0, add = 0;
        if (lists_meet(l, i, k)) {
            i++, k++;
            continue;
        }
        next_splice(l, i, k, &remove, &add);
        write_splice(s, list, k, remove, add, j);
        i += remove;
        k += add;
    }
    json_write_end_array(j);
}

// A scene, what it looks like in JSON, and what the caller knows.
struct scene_difference {
    struct scene_subject subject;
    struct scene_hashes now;
    const struct scene_hashes *old;
};

static void write_lists(const struct scene_difference *c, struct json_writer *j)
{
    json_write_object(j, "lists");
    for (unsigned i = 0; i < SCENE_LISTS; i++) {
        struct lists l = {c->old->lists[i], c->now.lists[i], c->old->counts[i], c->now.counts[i]};
        if (l.old_count != l.new_count || memcmp(l.old, l.new, l.new_count * sizeof *l.new) != 0)
            write_splices(c->subject.scene, &scene_lists[i], &l, j);
    }
    json_write_end_object(j);
}

static void write_parts(const struct scene_difference *c, struct json_writer *j)
{
    json_write_object(j, "parts");
    for (unsigned i = 0; i < SCENE_PARTS; i++) {
        if (c->now.parts[i] != c->old->parts[i])
            scene_parts[i].write(&c->subject, j);
    }
    json_write_end_object(j);
    json_write_array(j, "gone");
    for (unsigned i = 0; i < SCENE_PARTS; i++) {
        if (!c->now.parts[i] && c->old->parts[i])
            json_write_string(j, NULL, scene_parts[i].name);
    }
    json_write_end_array(j);
}

static void compare_scene(const struct session *s, const struct scene *scene,
                          struct scene_difference *change)
{
    const struct match_setup *setup = &s->driver.match.setup;

    change->subject = (struct scene_subject){setup->game, &setup->options, scene};
    change->old = &s->seen.scene;
    hash_scene(&change->subject, &change->now);
}

static void write_scene(struct update *u)
{
    struct seen *seen = &u->s->seen;
    struct scene_difference change;
    struct scene scene;

    state_scene(u->s, &scene);
    compare_scene(u->s, &scene, &change);
    if (!memcmp(&change.now, &seen->scene, sizeof seen->scene))
        return;
    begin_event(u, "scene");
    write_lists(&change, u->j);
    write_parts(&change, u->j);
    json_write_end_object(u->j);
    memcpy(&seen->scene, &change.now, sizeof seen->scene);
}

void session_look_json(const struct session *s, const struct scene *scene, struct json_writer *j)
{
    struct scene_difference change;

    compare_scene(s, scene, &change);
    json_write_object(j, "change");
    write_lists(&change, j);
    write_parts(&change, j);
    json_write_end_object(j);
}

// ---------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------

static void drop(void *to, const char *bytes, size_t count)
{
    (void)to, (void)bytes, (void)count;
}

// Notes the present state as known, without a word of it.
static bool note_state(struct session *s, int touched)
{
    struct output nowhere = {drop, NULL};
    struct json_writer j;
    struct update u = {s, &j, touched};
    unsigned number = s->seen.number;

    json_write_init(&j, &nowhere);
    json_write_array(&j, NULL);
    s->seen.count = s->seen.length = 0;
    bool good = write_actions(&u);
    write_groups(&u);
    write_scene(&u);
    s->seen.number = number;
    return good;
}

static void write_began(struct update *u, uint64_t setup)
{
    struct seen *seen = &u->s->seen;

    begin_event(u, "began");
    state_json(u->s, u->touched, u->j, "state");
    json_write_end_object(u->j);
    seen->setup = setup;
    seen->begun = note_state(u->s, u->touched);
}

static void write_events(struct session *s, int touched, struct json_writer *j)
{
    struct update u = {s, j, touched};
    uint64_t setup = hash_setup(s);

    json_write_object(j, NULL);
    json_write_array(j, "events");
    if (!s->seen.begun || setup != s->seen.setup) {
        write_began(&u, setup);
    } else if (write_actions(&u)) {
        write_scene(&u);
        write_groups(&u);
    } else {
        write_began(&u, setup);
    }
    json_write_end_array(j);
    json_write_end_object(j);
}

bool session_answer_touch(struct session *s, int touched, const struct session_call *c)
{
    struct json_writer j;

    json_write_init(&j, c->out);
    if (s->seen.on)
        write_events(s, touched, &j);
    else
        state_json(s, touched, &j, NULL);
    output_add(c->out, "\n");
    return true;
}

bool session_answer(struct session *s, const struct session_call *c)
{
    return session_answer_touch(s, TOUCHES_NONE, c);
}

// From now on calls answer what has changed instead of the whole state.
bool session_events(struct session *s, const struct session_call *c)
{
    s->seen.on = true;
    if (s->driver.begun)
        return session_answer(s, c);
    output_add(c->out, "{\"events\":[]}\n");
    return true;
}

// Everything, with the number of the last event, for a caller that missed some.
bool session_snapshot(struct session *s, const struct session_call *c)
{
    struct json_writer j;

    match_check_time(&s->driver.match, s->now);
    json_write_init(&j, c->out);
    json_write_object(&j, NULL);
    json_write_number(&j, "number", s->seen.number);
    state_json(s, TOUCHES_NONE, &j, "state");
    json_write_end_object(&j);
    output_add(c->out, "\n");
    if (s->seen.on)
        note_state(s, TOUCHES_NONE);
    return true;
}
