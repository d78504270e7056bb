// SPDX-License-Identifier: MIT
// Another engine as a child process with two pipes: `abax match` and `abax bot` start it, ask,
// and read with a time limit. It may be any program, so nothing is believed: lines are bounded,
// silence and early ends are errors, and its whole process group is killed at the end. It is
// started by the shell, since people type commands.
#include "cli/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

enum { GREETING_PATIENCE = 20000, SLICE = 50, READ_END = 0, WRITE_END = 1 }; // milliseconds
// `isready` is where an engine allocates and clears its tables: gigabytes take minutes on a slow
// machine. An engine that ends meanwhile is noticed at once.
enum { READY_PATIENCE = 300000 };
enum { END_PATIENCE = 2000, END_SLICE = 10 }; // milliseconds, for a process whose pipes have closed
// Exit statuses of the shell (POSIX): 128 and more is a signal.
enum { SHELL_NOT_EXECUTABLE = 126, SHELL_NOT_FOUND = 127, SHELL_SIGNAL = 128, SHELL_SIGNALS = 64 };
enum { GREETING_LINES = 10000 }; // more than any engine has options
enum { SCORE_WON = 30000 };      // hundredths

extern char **environ;

void child_init(struct child *c, const char *command)
{
    c->command = command;
    c->stop = NULL;
    c->settings = NULL;
    c->setting_count = 0;
    c->ready_patience = READY_PATIENCE;
    c->scored = false;
    c->has_game = false;
    c->pid = 0;
    c->filled = 0;
    c->complaint[0] = 0;
}

void child_stop(struct child *c)
{
    if (!c->pid)
        return;
    close(c->to);
    close(c->from);
    kill(-c->pid, SIGKILL); // the shell and what it started
    waitpid(c->pid, NULL, 0);
    c->pid = 0;
    c->filled = 0;
}

// An engine that fails once is not asked again.
static bool stopped(struct child *c, bool good)
{
    child_stop(c);
    return good;
}

// ---------------------------------------------------------------------------------------------
// How it ended
// ---------------------------------------------------------------------------------------------

// Waits a moment for a process whose pipes have closed; false when it still runs.
static bool reap(struct child *c, int *status)
{
    for (int waited = 0; waited <= END_PATIENCE; waited += END_SLICE) {
        pid_t pid = waitpid(c->pid, status, WNOHANG);
        if (pid == c->pid)
            return true;
        if (pid < 0 && errno != EINTR)
            return false;
        cli_sleep(END_SLICE);
    }
    return false;
}

static const char *signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
                 {SIGHUP, "SIGHUP"},   {SIGILL, "SIGILL"},   {SIGINT, "SIGINT"},
                 {SIGKILL, "SIGKILL"}, {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"},
                 {SIGSEGV, "SIGSEGV"}, {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].number == number)
            return names[i].name;
    }
    return NULL;
}

static bool killed(const struct child *c, int number, struct error *e)
{
    const char *name = signal_name(number);
    char storage[24];
    struct text t;

    text_init(&t, storage, sizeof storage);
    if (name)
        text_add(&t, name);
    else
        text_format(&t, "signal %d", number);
    return error_set(e, "engine.killed:engine,signal", "engine '%s' was killed by %s",
                     error_quote(c->command).text, storage);
}

// The sentence for an exit status of the shell, which is that of the command.
static bool exited(const struct child *c, int status, struct error *e)
{
    if (status == SHELL_NOT_FOUND)
        return error_set(e, "engine.not-found:engine",
                         "engine '%s' cannot be started: not found (exit status 127)",
                         error_quote(c->command).text);
    if (status == SHELL_NOT_EXECUTABLE)
        return error_set(e, "engine.not-executable:engine",
                         "engine '%s' cannot be started: not executable (exit status 126)",
                         error_quote(c->command).text);
    if (status > SHELL_SIGNAL && status <= SHELL_SIGNAL + SHELL_SIGNALS)
        return killed(c, status - SHELL_SIGNAL, e);
    return error_set(e, "engine.ended:engine,status", "engine '%s' has ended with exit status %d",
                     error_quote(c->command).text, status);
}

// Its pipes have closed: says how the process ended.
static bool ended(struct child *c, struct error *e)
{
    int status = 0;

    if (!reap(c, &status))
        error_set(e, "engine.closed:engine", "engine '%s' has closed its output",
                  error_quote(c->command).text);
    else if (WIFSIGNALED(status))
        killed(c, WTERMSIG(status), e);
    else
        exited(c, WEXITSTATUS(status), e);
    return stopped(c, false);
}

// ---------------------------------------------------------------------------------------------
// Starting
// ---------------------------------------------------------------------------------------------

// Starts the shell with these ends of the pipes, in a process group of its own.
static bool spawn(struct child *c, int input, int output)
{
    char *words[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)(uintptr_t)c->command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none;

    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none); // what this program waits for is not theirs
    posix_spawnattr_setpgroup(&attributes, 0);
    bool good = posix_spawn(&c->pid, "/bin/sh", &files, &attributes, words, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return good;
}

static bool start_process(struct child *c, struct error *e)
{
    int down[2], up[2];

    if (pipe2(down, O_CLOEXEC) != 0)
        return error_set(e, "engine.pipe:engine", "engine '%s' cannot be given a pipe",
                         error_quote(c->command).text);
    if (pipe2(up, O_CLOEXEC) != 0) {
        close(down[READ_END]);
        close(down[WRITE_END]);
        return error_set(e, "engine.pipe:engine", "engine '%s' cannot be given a pipe",
                         error_quote(c->command).text);
    }
    bool good = spawn(c, down[READ_END], up[WRITE_END]);
    close(down[READ_END]);
    close(up[WRITE_END]);
    c->to = down[WRITE_END];
    c->from = up[READ_END];
    c->filled = 0;
    fcntl(c->to, F_SETFL, O_NONBLOCK);
    if (good)
        return true;
    close(c->to);
    close(c->from);
    c->pid = 0;
    return error_set(e, "engine.start:engine", "engine '%s' cannot be started",
                     error_quote(c->command).text);
}

// ---------------------------------------------------------------------------------------------
// Talking
// ---------------------------------------------------------------------------------------------

// Waits until a pipe can be used; false when the time is over, or when nothing is waited for any
// more.
static bool wait_for(const struct child *c, int file, short events, uint64_t deadline)
{
    struct pollfd look = {.fd = file, .events = events};

    for (;;) {
        uint64_t now = cli_clock();
        int milliseconds = now >= deadline ? 0 : (int)((deadline - now + 999) / 1000);
        if (c->stop && milliseconds > SLICE)
            milliseconds = SLICE;
        int ready = poll(&look, 1, milliseconds);
        if (ready > 0)
            return true;
        if ((ready == 0 && now >= deadline) || (ready < 0 && errno != EINTR) ||
            (c->stop && atomic_load(c->stop)))
            return false;
    }
}

static bool send_bytes(struct child *c, const char *bytes, size_t count, uint64_t deadline,
                       struct error *e)
{
    while (count) {
        if (!wait_for(c, c->to, POLLOUT, deadline))
            return stopped(c, error_set(e, "engine.deaf:engine",
                                        "engine '%s' does not read what it is sent",
                                        error_quote(c->command).text));
        ssize_t sent = write(c->to, bytes, count);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return ended(c, e);
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        }
    }
    return true;
}

static bool send_line(struct child *c, const char *line, uint64_t deadline, struct error *e)
{
    return send_bytes(c, line, strlen(line), deadline, e) && send_bytes(c, "\n", 1, deadline, e);
}

// Takes a whole line out of what was read ahead; false when there is none yet.
static bool take_line(struct child *c, char *line, size_t capacity)
{
    char *end = memchr(c->ahead, '\n', c->filled);
    struct text t;

    if (!end && c->filled < sizeof c->ahead)
        return false;
    size_t length = end ? (size_t)(end - c->ahead) : c->filled;
    text_init(&t, line, capacity);
    for (size_t i = 0; i < length; i++) {
        if (c->ahead[i] != '\r' && c->ahead[i])
            text_char(&t, c->ahead[i]);
    }
    size_t used = end ? length + 1 : length;
    memmove(c->ahead, c->ahead + used, c->filled - used);
    c->filled -= used;
    return true;
}

// An answer that begins with a word.
struct awaited {
    const char *word;
    uint64_t deadline;
    bool heard; // it has said something since it was asked, so that it is not silent
};

static bool chatters(struct child *c, const struct awaited *a, struct error *e)
{
    return stopped(c, error_set(e, "engine.chatter:engine,word",
                                "engine '%s' talks without answering: no '%s' in time",
                                error_quote(c->command).text, a->word));
}

static bool is_late(struct child *c, const struct awaited *a, struct error *e)
{
    if (a->heard || c->filled)
        return chatters(c, a, e);
    return stopped(c, error_set(e, "engine.silent:engine,word",
                                "engine '%s' is silent: no '%s' in time",
                                error_quote(c->command).text, a->word));
}

static bool read_line(struct child *c, char *line, size_t capacity, struct awaited *a,
                      struct error *e)
{
    while (!take_line(c, line, capacity)) {
        if (!wait_for(c, c->from, POLLIN, a->deadline))
            return is_late(c, a, e);
        ssize_t count = read(c->from, c->ahead + c->filled, sizeof c->ahead - c->filled);
        if (count == 0 || (count < 0 && errno != EINTR))
            return ended(c, e);
        if (count > 0)
            c->filled += (size_t)count;
    }
    a->heard = true;
    return true;
}

static uint64_t in_milliseconds(uint64_t count)
{
    return cli_clock() + count * 1000;
}

// What a line of a search says about the position: the last one stands.
static void note_score(struct child *c, const char *line)
{
    static const char hundredths[] = " score cp ", mate[] = " score mate ";
    const char *at;

    if (strncmp(line, "info ", 5) != 0)
        return;
    if ((at = strstr(line, hundredths)) != NULL) {
        long value = strtol(at + sizeof hundredths - 1, NULL, 10);
        c->score = (int)(value > SCORE_WON ? SCORE_WON : value < -SCORE_WON ? -SCORE_WON : value);
    } else if ((at = strstr(line, mate)) != NULL) {
        c->score = at[sizeof mate - 1] == '-' ? -SCORE_WON : SCORE_WON;
    } else {
        return;
    }
    c->scored = true;
}

// An error that the engine reports, such as a table that does not fit in memory.
static void note_complaint(struct child *c, const char *line)
{
    static const char error[] = "info string error ";
    struct text t;

    if (strncmp(line, error, sizeof error - 1) != 0)
        return;
    text_init(&t, c->complaint, sizeof c->complaint);
    text_add(&t, line + sizeof error - 1);
}

// Reads lines until one begins with a word; the rest of that line goes to `rest`.
static bool expect(struct child *c, const char *word, char *rest, size_t capacity,
                   uint64_t deadline, struct error *e)
{
    char line[256];
    size_t length = strlen(word);
    struct awaited a = {.word = word, .deadline = deadline};

    do {
        if (a.heard && cli_clock() > deadline)
            return chatters(c, &a, e);
        if (!read_line(c, line, sizeof line, &a, e))
            return false;
        note_score(c, line);
        note_complaint(c, line);
    } while (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '));
    if (rest) {
        struct text t;
        text_init(&t, rest, capacity);
        const char *at = line + length + strspn(line + length, " ");
        for (; *at && *at != ' '; at++)
            text_char(&t, *at);
    }
    return true;
}

// Which of the settings a line of the greeting offers, a bit each.
static unsigned offered(const struct child *c, const char *line)
{
    static const char option[] = "option name ";
    unsigned bits = 0;

    if (strncasecmp(line, option, sizeof option - 1) != 0)
        return 0;
    const char *name = line + sizeof option - 1;
    for (unsigned i = 0; i < c->setting_count; i++) {
        size_t length = strcspn(c->settings[i], "=");
        if (strncasecmp(name, c->settings[i], length) == 0 &&
            (!name[length] || name[length] == ' '))
            bits |= 1u << i;
    }
    return bits;
}

// Tells the engine what it was to be set to; what it has not offered is an error.
static bool set_settings(struct child *c, unsigned known, uint64_t deadline, struct error *e)
{
    char line[256], name[64];
    struct text t;

    for (unsigned i = 0; i < c->setting_count; i++) {
        size_t length = strcspn(c->settings[i], "=");
        text_init(&t, name, sizeof name);
        text_bytes(&t, c->settings[i], length);
        if (!(known >> i & 1))
            return stopped(c, error_set(e, "engine.option:engine,option",
                                        "engine '%s' has no option '%s'",
                                        error_quote(c->command).text, error_quote(name).text));
        text_init(&t, line, sizeof line);
        text_format(&t, "setoption name %s value %s", name, c->settings[i] + length + 1);
        if (!send_line(c, line, deadline, e))
            return false;
    }
    return true;
}

// Greets the engine, and notes whether it has an option for the game.
static bool greet(struct child *c, struct error *e)
{
    struct awaited a = {.word = "ugiok", .deadline = in_milliseconds(GREETING_PATIENCE)};
    unsigned known = 0, lines = 0;
    char line[256];

    c->has_game = false;
    if (!send_line(c, "ugi", a.deadline, e))
        return false;
    do {
        if (++lines > GREETING_LINES || cli_clock() > a.deadline)
            return chatters(c, &a, e);
        if (!read_line(c, line, sizeof line, &a, e))
            return false;
        if (strncasecmp(line, "option name Game ", 17) == 0)
            c->has_game = true;
        known |= offered(c, line);
    } while (strcmp(line, "ugiok") != 0);
    return set_settings(c, known, a.deadline, e);
}

static bool set_options(struct child *c, const struct game *g, const struct game_options *options,
                        uint64_t deadline, struct error *e)
{
    char line[128];
    struct text t;

    text_init(&t, line, sizeof line);
    text_format(&t, "setoption name Game value %s", g->name);
    if (!send_line(c, line, deadline, e))
        return false;
    for (unsigned i = 0; i < game_option_count(g); i++) {
        const struct game_option *option = &g->options[i];
        text_init(&t, line, sizeof line);
        text_format(&t, "setoption name %s value %s", option->key,
                    option->values[options->value[i]]);
        if (!send_line(c, line, deadline, e))
            return false;
    }
    return true;
}

bool child_greet(struct child *c, struct error *e)
{
    return start_process(c, e) && greet(c, e);
}

bool child_new_game(struct child *c, const struct game *g, const struct game_options *options,
                    struct error *e)
{
    if (!c->pid) {
        if (!child_greet(c, e))
            return false;
        if (c->has_game && !set_options(c, g, options, in_milliseconds(GREETING_PATIENCE), e))
            return false;
    }
    uint64_t deadline = in_milliseconds(c->ready_patience);
    c->complaint[0] = 0;
    if (!send_line(c, "uginewgame", deadline, e) || !send_line(c, "isready", deadline, e) ||
        !expect(c, "readyok", NULL, 0, deadline, e))
        return false;
    return !c->complaint[0] ||
           stopped(c, error_set(e, "engine.not-ready:engine,why", "engine '%s' is not ready: %s",
                                error_quote(c->command).text, c->complaint));
}

bool child_ask(struct child *c, const char *position, const char *go, uint64_t patience,
               char action[GAME_ACTION_BYTES], struct error *e)
{
    uint64_t deadline = in_milliseconds(patience);

    c->scored = false;
    return send_line(c, position, deadline, e) && send_line(c, go, deadline, e) &&
           expect(c, "bestmove", action, GAME_ACTION_BYTES, deadline, e);
}
