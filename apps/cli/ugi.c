// SPDX-License-Identifier: MIT
// The UGI engine: the session answers on the main thread, jobs run on a second one. The two share
// the record below, its lock, and standard output, to which each writes whole lines only.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "protocol/ugi.h"

struct engine {
    atomic_bool stop, ponders; // asked by the search

    pthread_mutex_t lock; // over what follows
    pthread_cond_t change;
    bool running; // a job was given and has not ended
    bool leave;   // the second thread is to end
    struct ugi_job job;
};

static void write_now(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to); // locks the stream for the whole of it
    fflush(to);
}

// ---------------------------------------------------------------------------------------------
// The second thread
// ---------------------------------------------------------------------------------------------

static bool stop_asked(void *to)
{
    struct engine *engine = to;

    return atomic_load_explicit(&engine->stop, memory_order_relaxed);
}

static bool ponders(void *to)
{
    struct engine *engine = to;

    return atomic_load_explicit(&engine->ponders, memory_order_relaxed);
}

static void run_job(struct engine *engine, const struct ugi_job *job)
{
    struct output out = {write_now, stdout};
    char storage[64];
    struct text last;

    text_init(&last, storage, sizeof storage);
    ugi_work(job, stop_asked, ponders, engine, &out, &last);
    pthread_mutex_lock(&engine->lock);
    while ((job->infinite || ponders(engine)) && !stop_asked(engine))
        pthread_cond_wait(&engine->change, &engine->lock);
    // The reader of the last line may ask for the next job at once and must find this one ended.
    engine->running = false;
    output_add(&out, storage);
    pthread_cond_broadcast(&engine->change);
    pthread_mutex_unlock(&engine->lock);
}

static void *run_engine(void *to)
{
    struct engine *engine = to;

    for (;;) {
        pthread_mutex_lock(&engine->lock);
        while (!engine->running && !engine->leave)
            pthread_cond_wait(&engine->change, &engine->lock);
        bool running = engine->running;
        struct ugi_job job = engine->job;
        pthread_mutex_unlock(&engine->lock);
        if (!running)
            return NULL;
        run_job(engine, &job);
    }
}

// ---------------------------------------------------------------------------------------------
// What the session asks of its host
// ---------------------------------------------------------------------------------------------

static void start_job(void *to, const struct ugi_job *job)
{
    struct engine *engine = to;

    pthread_mutex_lock(&engine->lock);
    engine->job = *job;
    engine->running = true;
    atomic_store(&engine->stop, false);
    atomic_store(&engine->ponders, job->ponders);
    pthread_cond_broadcast(&engine->change);
    pthread_mutex_unlock(&engine->lock);
}

static void stop_job(void *to)
{
    struct engine *engine = to;

    pthread_mutex_lock(&engine->lock);
    atomic_store(&engine->stop, true);
    pthread_cond_broadcast(&engine->change);
    pthread_mutex_unlock(&engine->lock);
}

static bool ponderhit(void *to)
{
    struct engine *engine = to;

    pthread_mutex_lock(&engine->lock);
    bool pondered = engine->running && ponders(engine);
    atomic_store(&engine->ponders, false);
    pthread_cond_broadcast(&engine->change);
    pthread_mutex_unlock(&engine->lock);
    return pondered;
}

static bool idle(void *to)
{
    struct engine *engine = to;

    pthread_mutex_lock(&engine->lock);
    while (engine->running && stop_asked(engine))
        pthread_cond_wait(&engine->change, &engine->lock);
    bool running = engine->running;
    pthread_mutex_unlock(&engine->lock);
    return !running;
}

static void end_engine(struct engine *engine, pthread_t thread)
{
    stop_job(engine);
    pthread_mutex_lock(&engine->lock);
    engine->leave = true;
    pthread_cond_broadcast(&engine->change);
    pthread_mutex_unlock(&engine->lock);
    pthread_join(thread, NULL);
}

// ---------------------------------------------------------------------------------------------
// The command
// ---------------------------------------------------------------------------------------------

static void talk(struct ugi *u)
{
    char *line = NULL;
    size_t capacity = 0;

    while (!u->quit && getline(&line, &capacity, stdin) >= 0)
        ugi_line(u, line);
    free(line);
}

static bool run_ugi(const struct arguments *a, struct output *out, struct error *e)
{
    struct engine engine = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
    struct ugi_host host = {.out = {write_now, stdout},
                            .start = start_job,
                            .stop = stop_job,
                            .ponderhit = ponderhit,
                            .idle = idle,
                            .to = &engine};
    pthread_t thread;
    struct ugi u;

    (void)out;
    if (pthread_create(&thread, NULL, run_engine, &engine) != 0)
        return error_set(e, "ugi.thread", "a second thread cannot be started");
    bool good = ugi_init(&u, &host, cli_clock, a->game, &a->options, e);
    if (good)
        talk(&u);
    end_engine(&engine, thread);
    ugi_clear(&u);
    return good;
}

const struct command cli_ugi_command = {
    .name = "ugi",
    .usage = "[GAME] [-o key=value]...",
    .help = SENTENCE("cli.command.ugi", "be an engine that speaks UGI on its standard streams"),
    .more = SENTENCE("cli.command.ugi.more",
                     "docs/protocol.md tells what it understands; so does its own command 'help'."),
    .game = COMMAND_ANY_GAME,
    .options = COMMAND_OPTIONS(options_setting),
    .run = run_ugi,
};
