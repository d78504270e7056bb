// SPDX-License-Identifier: MIT
// The engine's commands, as rows of a table. Every line is answered at once; a search is a job of
// the host, so the session stays responsive and `stop` works. While a job runs, commands that would
// change what it works on are refused. Bad input gets an error line and never ends the session.
#include "protocol/ugi.h"

#include <assert.h>
#include <string.h>

#include "base/version.h"
#include "protocol/command.h"
#include "render/text.h"
#include "protocol/scenejson.h"

enum {
    WORDS = 8192, // in a line: a start position and a game of four thousand actions
    DEFAULT_MEGABYTES = 64,
};

// The words after a command's name, where its answer goes, and what is wrong with it.
struct call {
    const char **words;
    unsigned count;
    struct output *out;
    struct error *e;
};

// A command as a row. A function that fails has changed nothing.
struct ugi_command {
    const char *name, *usage, *help;
    unsigned least, most; // words after the name
    bool changes;         // refused while a job runs
    bool (*run)(struct ugi *u, const struct call *c);
};

// ---------------------------------------------------------------------------------------------
// The session
// ---------------------------------------------------------------------------------------------

bool ugi_begin(struct ugi *u, const struct match_setup *setup, struct error *e)
{
    if (!driver_begin(&u->driver, setup, NULL, e))
        return false;
    u->setup = *setup;
    // To forget an earlier game takes a while, which is no time to search.
    return !u->driver.helps || driver_helper(&u->driver, e);
}

bool ugi_init(struct ugi *u, const struct ugi_host *host, think_clock *clock, const struct game *g,
              const struct game_options *options, struct error *e)
{
    struct match_setup setup = {.game = g, .options = *options, .from_view = true};

    *u = (struct ugi){.host = host, .megabytes = DEFAULT_MEGABYTES, .threads = 1, .lines = 1};
    driver_init(&u->driver, clock);
    return ugi_begin(u, &setup, e);
}

void ugi_clear(struct ugi *u)
{
    driver_clear(&u->driver);
}

static const struct history *history_of(const struct ugi *u)
{
    return &u->driver.match.history;
}

static int seat_to_act(const struct ugi *u)
{
    return u->setup.game->to_act(&history_of(u)->position);
}

static bool is_over(const struct ugi *u)
{
    struct game_actions list;

    history_list(history_of(u), &list); // views have lists, but no results
    return list.count == 0;
}

// ---------------------------------------------------------------------------------------------
// Commands of the published protocol
// ---------------------------------------------------------------------------------------------

static bool run_ugi(struct ugi *u, const struct call *c)
{
    output_format(c->out, "id name Abax %s\nid author the Abax developers\n", version_text);
    ugi_list_options(u, c->out);
    output_add(c->out, "ugiok\n");
    return true;
}

// The table with which the helper begins; ugi_prepare then makes it as large as Hash says. When that
// does not fit in memory, searches go on with this one.
static uint64_t first_megabytes(const struct ugi *u)
{
    return u->megabytes < DEFAULT_MEGABYTES ? u->megabytes : DEFAULT_MEGABYTES;
}

// All slow work is done here and not in the search that follows: memory is allocated and cleared.
// While a search runs, there is nothing to do.
static bool make_ready(struct ugi *u, struct error *e)
{
    if (!u->host->idle(u->host->to))
        return true;
    u->driver.helper_megabytes = first_megabytes(u);
    struct thinker *t = driver_helper(&u->driver, e);
    return t && ugi_prepare(t, (unsigned)u->threads, u->megabytes, e) &&
           thinker_ready(t, u->setup.game, e);
}

static bool run_isready(struct ugi *u, const struct call *c)
{
    if (!make_ready(u, c->e)) // searches go on with what there is
        output_format(c->out, "info string error %s\n", c->e->message.text);
    output_add(c->out, "readyok\n");
    return true;
}

static bool run_uginewgame(struct ugi *u, const struct call *c)
{
    return ugi_begin(u, &u->setup, c->e);
}

static bool run_setoption(struct ugi *u, const struct call *c)
{
    const struct game *before = u->setup.game;

    if (c->count != 4 || strcmp(c->words[0], "name") != 0 || strcmp(c->words[2], "value") != 0)
        return error_say(c->e, "setoption is: setoption name NAME value VALUE");
    if (!ugi_set_option(u, c->words[1], c->words[3], c->e))
        return false;
    if (u->setup.game != before)
        ugi_list_options(u, c->out);
    return true;
}

// Joins the words of a position text, up to `moves`; returns how many there are, or 0 with a
// sentence.
static unsigned join_fen(const char **words, unsigned count, struct text *t, struct error *e)
{
    unsigned used = 0;

    for (; used < count && strcmp(words[used], "moves") != 0; used++)
        text_format(t, "%s%s", used ? " " : "", words[used]);
    if (used == 0 || t->cut) {
        error_say(e, used ? "position text is too long" : "position text is missing after fen");
        return 0;
    }
    return used;
}

static bool run_position(struct ugi *u, const struct call *c)
{
    char start[GAME_TEXT_BYTES];
    struct text t;
    unsigned used = 1;

    text_init(&t, start, sizeof start);
    if (!strcmp(c->words[0], "fen")) {
        used = join_fen(c->words + 1, c->count - 1, &t, c->e);
        if (used++ == 0)
            return false;
    } else if (strcmp(c->words[0], "startpos") != 0) {
        return error_say(c->e, "position '%s' is neither startpos nor fen",
                         error_quote(c->words[0]).text);
    }
    if (used < c->count && strcmp(c->words[used], "moves") != 0)
        return error_say(c->e, "'%s' stands where 'moves' is expected",
                         error_quote(c->words[used]).text);
    used += used < c->count;
    return driver_set(&u->driver, start, c->words + used, c->count - used, 0, c->e);
}

// The arguments of `go`.
struct clocks {
    uint64_t time[GAME_MAX_SEATS], increment[GAME_MAX_SEATS];
    uint64_t movetime, nodes, depth;
    bool timed; // a time was given
    bool infinite, ponder;
    unsigned only; // how many actions were named
};

enum { DAY = 86400000 }; // milliseconds

static const struct {
    const char *name;
    size_t place;
    uint64_t least, most;
    bool timed;
} go_numbers[] = {
    {"movetime", offsetof(struct clocks, movetime), 1, DAY, false},
    {"nodes", offsetof(struct clocks, nodes), 1, 1000000000000, false},
    {"depth", offsetof(struct clocks, depth), 1, SEARCH_MAX_PLY - 1, false},
    {"p1time", offsetof(struct clocks, time[0]), 0, DAY, true},
    {"p2time", offsetof(struct clocks, time[1]), 0, DAY, true},
    {"p3time", offsetof(struct clocks, time[2]), 0, DAY, true},
    {"p4time", offsetof(struct clocks, time[3]), 0, DAY, true},
    {"p1inc", offsetof(struct clocks, increment[0]), 0, DAY, false},
    {"p2inc", offsetof(struct clocks, increment[1]), 0, DAY, false},
    {"p3inc", offsetof(struct clocks, increment[2]), 0, DAY, false},
    {"p4inc", offsetof(struct clocks, increment[3]), 0, DAY, false},
};

// A runner that waits for a move would wait for ever if `movetime 0`, or a clock that has run out,
// were refused: then the least is searched.
static bool read_go(const char *name, const char *value, struct clocks *c, struct error *e)
{
    unsigned long long n;

    for (unsigned i = 0; i < sizeof go_numbers / sizeof *go_numbers; i++) {
        if (strcmp(name, go_numbers[i].name) != 0)
            continue;
        bool below = value && value[0] == '-';
        if (!value || !text_read_number(value + below, go_numbers[i].most, &n))
            return error_say(e, "%s needs a number up to %llu", name,
                             (unsigned long long)go_numbers[i].most);
        if (below || n < go_numbers[i].least)
            n = go_numbers[i].least;
        c->timed |= go_numbers[i].timed;
        memcpy((char *)c + go_numbers[i].place, &(uint64_t){n}, sizeof(uint64_t));
        return true;
    }
    return error_say(e, "go '%s' is unknown", error_quote(name).text);
}

static bool is_limit(const char *word)
{
    for (unsigned i = 0; i < sizeof go_numbers / sizeof *go_numbers; i++) {
        if (!strcmp(word, go_numbers[i].name))
            return true;
    }
    return !strcmp(word, "infinite") || !strcmp(word, "ponder") || !strcmp(word, "searchmoves");
}

// The actions up to the next limit: how many words they are, or 0 with a sentence.
static unsigned read_searchmoves(struct ugi *u, const char **words, unsigned count,
                                 struct clocks *clocks, struct error *e)
{
    const struct history *history = history_of(u);
    unsigned used = 0;

    for (; used < count && !is_limit(words[used]); used++) {
        game_action action;
        unsigned i = 0;
        if (!game_find(history->game, &history->position, words[used], &action)) {
            error_say(e, "searchmoves '%s' is not a legal action", error_quote(words[used]).text);
            return 0;
        }
        while (i < clocks->only && u->only[i] != action)
            i++;
        u->only[i] = action;
        clocks->only += i == clocks->only;
    }
    if (used == 0)
        error_say(e, "searchmoves names no action");
    return used;
}

static bool read_limits(struct ugi *u, const struct call *c, struct clocks *clocks)
{
    for (unsigned i = 0; i < c->count; i++) {
        if (!strcmp(c->words[i], "searchmoves")) {
            unsigned used = read_searchmoves(u, c->words + i + 1, c->count - i - 1, clocks, c->e);
            if (used == 0)
                return false;
            i += used;
        } else if (!strcmp(c->words[i], "ponder"))
            clocks->ponder = true;
        else if (!strcmp(c->words[i], "infinite"))
            clocks->infinite = true;
        else if (!read_go(c->words[i], i + 1 < c->count ? c->words[i + 1] : NULL, clocks, c->e))
            return false;
        else
            i++;
    }
    clocks->infinite |= c->count == 0 || (c->count == 1 && clocks->ponder);
    return true;
}

static bool run_go(struct ugi *u, const struct call *c)
{
    struct clocks clocks = {0};

    u->driver.helper_megabytes = first_megabytes(u);
    if (is_over(u))
        return error_say(c->e, "the game is over");
    if (!read_limits(u, c, &clocks))
        return false;
    struct ugi_job job = {.history = history_of(u),
                          .thinker = driver_helper(&u->driver, c->e),
                          .infinite = clocks.infinite,
                          .ponders = clocks.ponder,
                          .megabytes = u->megabytes,
                          .threads = (unsigned)u->threads,
                          .limits = {.milliseconds = clocks.movetime}};
    if (!job.thinker)
        return false;
    job.limits.search = (struct search_limits){.nodes = clocks.nodes,
                                               .depth = (unsigned)clocks.depth,
                                               .lines = (unsigned)u->lines,
                                               .only = u->only,
                                               .only_count = clocks.only};
    if (clocks.timed && !clocks.movetime)
        clock_share(clocks.time[seat_to_act(u)], clocks.increment[seat_to_act(u)],
                    &job.limits.enough, &job.limits.milliseconds);
    u->host->start(u->host->to, &job);
    return true;
}

static bool run_stop(struct ugi *u, const struct call *c)
{
    (void)c;
    u->host->stop(u->host->to);
    return true;
}

static bool run_ponderhit(struct ugi *u, const struct call *c)
{
    if (!u->host->ponderhit(u->host->to))
        return error_say(c->e, "nothing is being pondered");
    return true;
}

static bool run_quit(struct ugi *u, const struct call *c)
{
    (void)c;
    u->quit = true;
    return true;
}

// "p1win" and so on: the first seat that won.
static void add_result(const struct ugi *u, struct output *out)
{
    struct game_result result;
    int seat = 0;

    history_result(history_of(u), &result);
    if (!result.over) {
        output_add(out, "response none\n");
        return;
    }
    while (seat < GAME_MAX_SEATS - 1 && result.outcome[seat] == GAME_LOSS)
        seat++;
    if (result.outcome[seat] == GAME_WIN)
        output_format(out, "response p%dwin\n", seat + 1);
    else
        output_add(out, "response draw\n");
}

static bool run_query(struct ugi *u, const struct call *c)
{
    if (!strcmp(c->words[0], "gameover")) {
        output_format(c->out, "response %s\n", is_over(u) ? "true" : "false");
    } else if (!strcmp(c->words[0], "p1turn")) {
        output_format(c->out, "response %s\n", seat_to_act(u) == 0 ? "true" : "false");
    } else if (!strcmp(c->words[0], "result")) {
        add_result(u, c->out);
    } else {
        return error_say(c->e, "query '%s' is none of gameover, p1turn, result",
                         error_quote(c->words[0]).text);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Further commands
// ---------------------------------------------------------------------------------------------

static bool run_legalmoves(struct ugi *u, const struct call *c)
{
    struct game_actions list;

    history_list(history_of(u), &list);
    output_add(c->out, "legalmoves");
    for (unsigned i = 0; i < list.count; i++) {
        char storage[GAME_ACTION_BYTES];
        game_write_action(u->setup.game, &history_of(u)->position, list.at[i], storage);
        output_format(c->out, " %s", storage);
    }
    output_add(c->out, "\n");
    return true;
}

static bool run_why(struct ugi *u, const struct call *c)
{
    char answer[COMMAND_WHY_BYTES];

    if (!command_why(history_of(u), c->words[0], NULL, answer, c->e))
        return false;
    output_format(c->out, "why %s\n", answer);
    return true;
}

static bool run_perft(struct ugi *u, const struct call *c)
{
    unsigned long long depth;

    if (!text_read_number(c->words[0], 99, &depth) || depth == 0)
        return error_say(c->e, "depth '%s' is not a number from 1 to 99",
                         error_quote(c->words[0]).text);
    if (!game_complete(u->setup.game, &history_of(u)->position))
        return error_say(c->e, "position is one seat's view; playing on needs what it hides");
    struct ugi_job job = {.history = history_of(u), .perft = (unsigned)depth};
    u->host->start(u->host->to, &job);
    return true;
}

// Puts "info string " before every line.
struct prefixed {
    struct output *out;
    bool inside; // a line has begun
};

static void write_prefixed(void *to, const char *bytes, size_t count)
{
    struct prefixed *p = to;

    for (size_t i = 0; i < count; i++) {
        if (!p->inside)
            output_add(p->out, "info string ");
        p->inside = bytes[i] != '\n';
        p->out->write(p->out->to, bytes + i, 1);
    }
}

// Drawing and position text are both what the seat to act may know; the program that set a position
// up has its text.
static bool run_show(struct ugi *u, const struct call *c)
{
    struct prefixed prefixed = {.out = c->out};
    struct output lines = {write_prefixed, &prefixed};
    struct game_position seen;
    struct scene scene;
    char position[GAME_TEXT_BYTES];
    struct text t;

    history_scene(history_of(u), seat_to_act(u), &scene);
    render_text(u->setup.game, &u->setup.options, &scene, NULL, &lines);
    text_init(&t, position, sizeof position);
    game_view(u->setup.game, &history_of(u)->position, seat_to_act(u), &seen);
    u->setup.game->write(&seen, &t);
    output_format(c->out, "info string position %s\n", position);
    return true;
}

static bool run_scene(struct ugi *u, const struct call *c)
{
    struct scene scene;
    struct json_writer j;

    history_scene(history_of(u), seat_to_act(u), &scene);
    output_add(c->out, "info scene ");
    json_write_init(&j, c->out);
    scene_json(u->setup.game, &u->setup.options, &scene, &j, NULL);
    output_add(c->out, "\n");
    return true;
}

static bool run_help(struct ugi *u, const struct call *c);

static const struct ugi_command commands[] = {
    {"ugi", "", "name the engine and its options", 0, 0, false, run_ugi},
    {"isready", "", "take and clear the memory for searches, then answer readyok", 0, 0, false,
     run_isready},
    {"uginewgame", "", "forget earlier games", 0, 0, true, run_uginewgame},
    {"setoption", "name NAME value VALUE", "set an option", 1, WORDS, true, run_setoption},
    {"position", "startpos|fen POSITION [moves ACTION...]", "set the position", 1, WORDS, true,
     run_position},
    {"go",
     "[movetime MS] [nodes N] [depth N] [p1time MS p2time MS p1inc MS p2inc MS] [infinite] "
     "[ponder] [searchmoves ACTION...]",
     "search; ends with bestmove", 0, WORDS, true, run_go},
    {"ponderhit", "", "the pondered move was made: time runs from now", 0, 0, false, run_ponderhit},
    {"stop", "", "end the search now", 0, 0, false, run_stop},
    {"query", "gameover|p1turn|result", "ask about the position", 1, 1, false, run_query},
    {"quit", "", "end the program", 0, 0, false, run_quit},
    {"legalmoves", "", "list the legal actions", 0, 0, false, run_legalmoves},
    {"why", "ATTEMPT", "say which rule forbids an attempt", 1, 1, false, run_why},
    {"perft", "N", "count the ways to play N actions", 1, 1, true, run_perft},
    {"show", "", "draw the position", 0, 0, false, run_show},
    {"scene", "", "describe the position as JSON", 0, 0, false, run_scene},
    {"help", "", "list the commands", 0, 0, false, run_help},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static bool run_help(struct ugi *u, const struct call *c)
{
    (void)u;
    for (unsigned i = 0; i < COMMANDS; i++)
        output_format(c->out, "info string %s%s%s: %s\n", commands[i].name,
                      commands[i].usage[0] ? " " : "", commands[i].usage, commands[i].help);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------

static const char *command_name(unsigned index)
{
    return commands[index].name;
}

static const struct ugi_command *find_command(const char *name, struct error *e)
{
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    }
    const char *nearest = command_nearest(name, command_name, COMMANDS);
    if (nearest)
        error_say(e, "command '%s' is unknown; did you mean '%s'?", error_quote(name).text,
                  nearest);
    else
        error_say(e, "command '%s' is unknown; 'help' lists them", error_quote(name).text);
    return NULL;
}

static bool execute_command(struct ugi *u, const char **words, unsigned count, struct output *out,
                            struct error *e)
{
    const struct ugi_command *c = find_command(words[0], e);

    if (!c)
        return false;
    if (count == WORDS)
        return error_say(e, "line has more than %d words", WORDS - 1);
    if (count - 1 < c->least || count - 1 > c->most)
        return error_say(e, "%s is: %s%s%s", c->name, c->name, c->usage[0] ? " " : "", c->usage);
    if (c->changes && !u->host->idle(u->host->to))
        return error_say(e, "%s has to wait: a search is running, stop ends it", c->name);
    return c->run(u, &(struct call){words + 1, count - 1, out, e});
}

static unsigned split_line(char *line, const char **words)
{
    static const char space[] = " \t\r\n";
    unsigned count = 0;

    for (line += strspn(line, space); *line && count < WORDS; line += strspn(line, space)) {
        words[count++] = line;
        line += strcspn(line, space);
        if (*line)
            *line++ = 0;
    }
    return count;
}

// Answers are collected and leave at once, so that no line of a search comes between theirs.
void ugi_line(struct ugi *u, char *line)
{
    const char *words[WORDS];
    char storage[UGI_ANSWER_BYTES];
    struct text answer;
    struct output out = output_to_text(&answer), host = u->host->out;
    struct error e;
    unsigned count = split_line(line, words);

    if (count == 0)
        return;
    text_init(&answer, storage, sizeof storage);
    if (!execute_command(u, words, count, &out, &e))
        output_format(&out, "info string error %s\n", e.message.text);
    if (answer.length)
        output_add(&host, storage);
}
