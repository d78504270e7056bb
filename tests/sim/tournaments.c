// SPDX-License-Identifier: MIT
// A tournament that people play while processes die: one creates it, all join as guests with tokens
// of their own, one starts it, and they join the games that it creates. A person without an answer
// asks again. Its event log must be sound: no joined player is lost or there twice, no player plays
// twice in a round, every game is in one pair with the result that the game has; and all processes
// must show the same standings, also one that died and began again.
#include <stdlib.h>
#include <string.h>

#include "base/jsonread.h"
#include "play/pairing.h"
#include "server/tournament/director.h"
#include "server/live/rating.h"
#include "tests/sim/people.h"

enum { EVERY = 1000, PATIENCE = 60, TEXT = 1 << 16 };

static struct cup {
    bool on; // in this run
    char id[DOCUMENT_ID];
    const char *form;
    int player[PEOPLE]; // as the server said, or -1
    char token[PEOPLE][TOKEN_TEXT];
    bool begun, over;
    char standings[SIM_PROCESSES][TEXT];
    struct random chance;
} cup;

static const struct json_token *read(const char *text)
{
    struct error e;

    return json_read_new(text, strlen(text), &e);
}

static struct question *ask_tournament(int person, const char *what,
                                       void (*answered)(struct question *a, int status,
                                                        const char *text))
{
    char path[64];

    snprintf(path, sizeof path, "/api/tournaments%s%s%s", cup.id[0] ? "/" : "", cup.id, what);
    return question_new(person, path, &cup.chance, answered);
}

// ---------------------------------------------------------------------------------------------
// What people do
// ---------------------------------------------------------------------------------------------

static void founded(struct question *a, int status, const char *text)
{
    const struct json_token *root = status == 201 ? read(text) : NULL;
    char id[DOCUMENT_ID] = "";

    (void)a;
    if (root)
        json_read_string(json_read_member(root, "tournament"), id, sizeof id);
    if (root && cup.id[0] && strcmp(id, cup.id) != 0)
        sim_fail("one key has made two tournaments, %s and %s", cup.id, id);
    if (id[0])
        memcpy(cup.id, id, sizeof id);
    json_read_free(root);
}

static void joined(struct question *a, int status, const char *text)
{
    const struct json_token *root = status == 200 ? read(text) : NULL;
    int64_t player = -1;

    if (root && json_read_number(json_read_member(root, "player"), &player)) {
        if (cup.player[a->person] >= 0 && cup.player[a->person] != player)
            sim_fail("person %d joined as player %d and as player %d", a->person,
                     cup.player[a->person], (int)player);
        cup.player[a->person] = (int)player;
    }
    json_read_free(root);
}

static void begun(struct question *a, int status, const char *text)
{
    (void)a, (void)text;
    cup.begun = cup.begun || status == 200;
}

// Joins a running game of this person.
static void come(int person, const struct json_token *pair)
{
    char id[STORE_ID] = "", result[8] = "";
    int64_t first = -1, second = -1;
    struct person *p = &people.at[person];

    json_read_string(json_read_member(pair, "game"), id, sizeof id);
    json_read_string(json_read_member(pair, "result"), result, sizeof result);
    json_read_number(json_read_member(pair, "first"), &first);
    json_read_number(json_read_member(pair, "second"), &second);
    int own = cup.player[person];
    if (own < 0 || (own != first && own != second) || !id[0] || result[0])
        return;
    struct model_game *g = model_game(id);
    if (!model_row(g))
        sim_fail("game %s of a round is shown and not stored", id);
    if (person_holding(p, g) || !person_add(p, g, cup.token[person], own == first ? 0 : 1))
        return;
    g->sitter[own == first ? 0 : 1] = person;
    struct connection *conn = person_connection(person, NULL, &cup.chance);
    if (conn)
        person_join(conn, g, &cup.chance);
}

static void shown(struct question *a, int status, const char *text)
{
    const struct json_token *root = status == 200 ? read(text) : NULL;
    const struct json_token *pairs = root ? json_read_member(root, "pairs") : NULL;
    char phase[16] = "";

    if (root)
        json_read_string(json_read_member(root, "phase"), phase, sizeof phase);
    cup.over = cup.over || !strcmp(phase, "over");
    cup.begun = cup.begun || (phase[0] && strcmp(phase, "open") != 0);
    for (const struct json_token *t = pairs ? json_read_first(pairs) : NULL; t;
         t = json_read_next(pairs, t))
        come(a->person, t);
    json_read_free(root);
}

static void found_it(void)
{
    static const char *const forms[] = {"swiss", "robin", "arena"};
    static const char *const games[] = {"tiku", "yoxii", "masker"};
    struct question *a;

    if (!people.at[0].session[0]) {
        ask_account(0, sim_one_in(&cup.chance, 2));
        return;
    }
    struct random same = random_from_seed(sim.seed ^ 0x5eed);
    cup.form = forms[random_below(&same, 3)];
    a = ask_tournament(0, "", founded);
    snprintf(a->token, sizeof a->token, "%s", people.at[0].session);
    snprintf(a->body, sizeof a->body,
             "{\"form\":\"%s\",\"game\":\"%s\",\"clock\":\"15\",\"guests\":true,\"pause\":1,"
             "\"wait\":8,\"minutes\":1,\"key\":\"the-one-of-this-run\"}",
             cup.form, games[random_below(&same, 3)]);
    question_send(a);
}

static void join_it(int person)
{
    struct question *a = ask_tournament(person, "/join", joined);

    snprintf(a->body, sizeof a->body, "{\"name\":\"Guest %d\",\"token\":\"%s\"}", person,
             cup.token[person]);
    question_send(a);
}

static void look(int person)
{
    struct question *a = ask_tournament(person, "", shown);

    a->method = REQUEST_GET;
    question_send(a);
}

static void begin_it(void)
{
    struct question *a = ask_tournament(0, "/begin", begun);

    snprintf(a->token, sizeof a->token, "%s", people.at[0].session);
    snprintf(a->body, sizeof a->body, "{}");
    question_send(a);
}

// Once a second one person does what is due.
static void tick(void *to, uint64_t count)
{
    int person = (int)random_below(&cup.chance, PEOPLE), in = 0;

    (void)to;
    for (int i = 0; i < PEOPLE; i++)
        in += cup.player[i] >= 0;
    if (!cup.id[0])
        found_it();
    else if (cup.player[person] < 0)
        join_it(person);
    else if (!cup.begun && (in >= 4 || count > 12) && sim_one_in(&cup.chance, 2))
        begin_it();
    else
        look(person);
    if (!people.quiet)
        sim_at(sim_now() + EVERY * SIM_MS, tick, NULL, count + 1);
}

void tournaments_begin(void)
{
    cup.chance = random_from_seed(sim.seed ^ 0x3ee75);
    cup.on = sim_one_in(&cup.chance, 2);
    for (int i = 0; i < PEOPLE; i++) {
        cup.player[i] = -1;
        for (unsigned k = 0; k < TOKEN_TEXT - 2; k++)
            cup.token[i][k] = (char)('a' + random_below(&cup.chance, 26));
        cup.token[i][TOKEN_TEXT - 2] = 'A'; // 16 bytes end so
    }
    if (cup.on)
        tick(NULL, 0);
}

// ---------------------------------------------------------------------------------------------
// The end
// ---------------------------------------------------------------------------------------------

static void heard(struct question *a, int status, const char *text)
{
    const char *from = status == 200 ? strstr(text, "\"standings\"") : NULL;

    snprintf(cup.standings[a->process], TEXT, "%s", from ? from : "");
    shown(a, status, text);
}

static void ask_all(void)
{
    for (int p = 0; p < (int)sim.processes; p++) {
        struct question *a = ask_tournament(1, "", heard);
        a->method = REQUEST_GET;
        a->process = p;
        question_send(a);
    }
    sim_run(sim_now() + 3 * SIM_SECOND);
    for (int p = 0; p < (int)sim.processes; p++) {
        if (!cup.standings[p][0])
            sim_fail("process %d does not show the standings", p);
        if (strcmp(cup.standings[p], cup.standings[0]) != 0)
            sim_fail("processes 0 and %d show tournament %s differently: %s and %s", p, cup.id,
                     cup.standings[0], cup.standings[p]);
    }
}

void tournaments_quiet(void)
{
    static char before[TEXT];

    if (!cup.on || !cup.id[0] || !cup.begun)
        return;
    // Flags fall and absent players forfeit: it comes to its end without any person.
    for (unsigned i = 0; i < PATIENCE && !cup.over; i++) {
        look(0);
        sim_run(sim_now() + 10 * SIM_SECOND);
    }
    if (!cup.over)
        sim_fail("tournament %s (%s) does not come to its end", cup.id, cup.form);
    ask_all();
    memcpy(before, cup.standings[0], sizeof before);
    process_crash(0, sim_now() + SIM_SECOND);
    sim_run(sim_now() + 20 * SIM_SECOND);
    ask_all();
    if (strcmp(before, cup.standings[0]) != 0)
        sim_fail("tournament %s has other standings after a crash: %s, and then %s", cup.id, before,
                 cup.standings[0]);
}

static void check_players(const struct tournament *m)
{
    for (int i = 0; i < PEOPLE; i++) {
        unsigned char hash[STORE_HASH];
        unsigned count = 0;
        token_hash(cup.token[i], hash);
        for (unsigned k = 0; k < m->player_count; k++)
            count += !memcmp(m->players[k].token, hash, STORE_HASH);
        if (count > 1)
            sim_fail("person %d is in tournament %s %u times", i, m->row.id, count);
        if (cup.player[i] >= 0 && tournament_player_of(m, 0, hash) != cup.player[i])
            sim_fail("person %d joined as player %d of tournament %s and is not", i, cup.player[i],
                     m->row.id);
    }
}

static bool share(const struct tournament_pair *a, const struct tournament_pair *b)
{
    return a->first == b->first || a->first == b->second ||
           (a->second != PAIRING_BYE && (a->second == b->first || a->second == b->second));
}

// No player ever has two open games. Times prove nothing: the clock of a process alone may be set
// back.
static void check_now(const struct tournament *m)
{
    for (unsigned i = 0; i < m->pair_count; i++) {
        for (unsigned k = 0; k < i; k++) {
            const struct tournament_pair *a = &m->pairs[i], *b = &m->pairs[k];
            if (a->game[0] && b->game[0] && a->result == TOURNAMENT_OPEN &&
                b->result == TOURNAMENT_OPEN && share(a, b))
                sim_fail("a player has games %s and %s at once in tournament %s", a->game, b->game,
                         m->row.id);
        }
    }
}

// No player twice in a round; in a round robin no pair twice; no game twice.
static void check_pairs(const struct tournament *m)
{
    for (unsigned i = 0; i < m->pair_count; i++) {
        for (unsigned k = 0; k < i; k++) {
            const struct tournament_pair *a = &m->pairs[i], *b = &m->pairs[k];
            bool again = (a->first == b->first && a->second == b->second) ||
                         (a->first == b->second && a->second == b->first);
            if (a->game[0] && !strcmp(a->game, b->game))
                sim_fail("game %s stands in two pairs", a->game);
            if (m->settings.form != TOURNAMENT_ARENA && a->round == b->round && share(a, b))
                sim_fail("a player plays twice in round %u of tournament %s", a->round, m->row.id);
            if (m->settings.form == TOURNAMENT_ROBIN && again && a->second != PAIRING_BYE)
                sim_fail("players %d and %d are paired twice", a->first, a->second);
        }
    }
}

// A pair's game is that of its players, and its result what happened there.
static void check_game(struct store *s, const struct tournament *m, const struct tournament_pair *p)
{
    const int players[2] = {p->first, p->second};
    struct store_game row;
    struct error e;
    bool found = false;

    if (!store_game(s, p->game, &row, &found, &e) || !found)
        sim_fail("game %s of a pair is not there", p->game);
    for (int seat = 0; seat < 2; seat++) {
        if (memcmp(row.seat[seat].token, m->players[players[seat]].token, STORE_HASH) != 0)
            sim_fail("seat %d of game %s is not player %d's", seat, p->game, players[seat]);
    }
    if (m->phase == STORE_OVER && !m->cancelled && p->result == TOURNAMENT_OPEN)
        sim_fail("tournament %s is over without a result of game %s", m->row.id, p->game);
    if (p->result != TOURNAMENT_OPEN && row.phase != STORE_OVER)
        sim_fail("game %s has a result in its tournament and goes on", p->game);
    if (!p->forfeit && ((p->result == TOURNAMENT_FIRST && row.result[0] != 'w') ||
                        (p->result == TOURNAMENT_SECOND && row.result[1] != 'w') ||
                        (p->result == TOURNAMENT_DRAW && row.result[0] != 'd')))
        sim_fail("game %s ended '%s', and its tournament says %d", p->game, row.result,
                 (int)p->result);
}

static bool is_guests(const struct store_game *row)
{
    unsigned char hash[STORE_HASH];

    for (int i = 0; cup.id[0] && i < PEOPLE; i++) {
        token_hash(cup.token[i], hash);
        if (!memcmp(row->seat[0].token, hash, STORE_HASH))
            return true;
    }
    return false;
}

// Every game that was made for the tournament stands in it: of several processes one pairs, and
// what the others made is not stored.
static void check_all_games(struct store *s, const struct tournament *m)
{
    char ids[STORE_LIST][STORE_ID], after[STORE_ID] = "";
    struct store_game row;
    unsigned count = 0;
    struct error e;
    bool found;

    do {
        if (!store_ids(s, after, ids, &count, &e))
            sim_fail("games cannot be listed: %s", e.message.text);
        for (unsigned i = 0; i < count; i++) {
            memcpy(after, ids[i], sizeof after);
            if (store_game(s, ids[i], &row, &found, &e) && found && !row.before[0] &&
                is_guests(&row) && !tournament_pair_of(m, row.id))
                sim_fail("game %s was made for tournament %s and stands in no pair", row.id,
                         m->row.id);
        }
    } while (count == STORE_LIST);
}

void tournaments_check(struct store *s)
{
    struct store_event *events = NULL;
    struct store_document row;
    unsigned count = 0;
    struct tournament m;
    struct error e;
    bool found = false;

    if (!cup.id[0])
        return;
    if (!store_document(s, cup.id, &row, &found, &e) || !found || !tournament_init(&m, &row))
        sim_fail("tournament %s was acknowledged and is not there", cup.id);
    if (!store_events(s, cup.id, 0, &events, &count, &e))
        sim_fail("the events of tournament %s cannot be read: %s", cup.id, e.message.text);
    for (unsigned i = 0; i < count; i++) {
        if (events[i].number != i || !tournament_apply(&m, &events[i]))
            sim_fail("event %u of tournament %s (%s %s) makes no sense", i, cup.id, events[i].kind,
                     events[i].text);
        check_now(&m);
    }
    check_players(&m);
    check_pairs(&m);
    for (unsigned i = 0; i < m.pair_count; i++) {
        if (m.pairs[i].game[0])
            check_game(s, &m, &m.pairs[i]);
    }
    check_all_games(s, &m);
    model.pairs += m.pair_count;
    tournament_clear(&m);
    free(events);
}

bool tournaments_has(const struct model_game *g)
{
    return is_guests(&g->state.row);
}
