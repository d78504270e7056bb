// SPDX-License-Identifier: MIT
// Runs a throw-away PostgreSQL server for the tests of the storage. It is spawned with a death
// signal, so no server outlives a test that crashed; fsync is off, because the tests crash the
// server and never the machine.
#include "tests/unit/cluster.h"

#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "tests/unit/subjects.h"

enum { PATH = 320, PATIENCE = 300 }; // tenths of a second

// The newest version that is installed.
static void find_programs(struct cluster *c)
{
    glob_t found;

    if (glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) != 0)
        fail_msg("PostgreSQL is not installed");
    const char *path = found.gl_pathv[found.gl_pathc - 1];
    snprintf(c->programs, sizeof c->programs, "%.*s", (int)(strrchr(path, '/') - path), path);
    globfree(&found);
}

// PostgreSQL does not run as root.
static const struct passwd *ordinary_user(void)
{
    const struct passwd *user = NULL;

    if (geteuid() == 0) {
        user = getpwnam("postgres");
        if (!user)
            user = getpwnam("nobody");
        assert_non_null(user);
    }
    return user;
}

static void become(const struct passwd *user)
{
    if (user && (initgroups(user->pw_name, user->pw_gid) != 0 || setgid(user->pw_gid) != 0 ||
                 setuid(user->pw_uid) != 0))
        _exit(126);
}

// Starts one of PostgreSQL's programs, in the folder.
static pid_t spawn(struct cluster *c, const char *words)
{
    const struct passwd *user = ordinary_user();
    char command[2 * PATH], log[PATH];
    pid_t child = fork();

    assert_true(child >= 0);
    if (child > 0)
        return child;
    snprintf(command, sizeof command, "exec %s/%s", c->programs, words);
    snprintf(log, sizeof log, "%s/log", c->folder);
    become(user);
    prctl(PR_SET_PDEATHSIG, SIGQUIT); // after the change of user, which takes it back
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0 ||
        chdir(c->folder) != 0)
        _exit(126);
    execl("/bin/sh", "sh", "-c", command, NULL);
    _exit(127);
}

static int wait_for(pid_t child)
{
    int status = -1;

    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

void cluster_create(struct cluster *c)
{
    const struct passwd *user = ordinary_user();

    *c = (struct cluster){.folder = "/tmp/abax-postgres-XXXXXX"};
    find_programs(c);
    assert_non_null(mkdtemp(c->folder));
    if (user)
        assert_int_equal(chown(c->folder, user->pw_uid, user->pw_gid), 0);
    assert_int_equal(
        wait_for(spawn(c, "initdb -D data -U abax -A trust -E UTF8 --locale=C --no-sync")), 0);
}

static void url_of(const struct cluster *c, const char *name, char *url, size_t capacity)
{
    snprintf(url, capacity, "postgres:///%s?host=%s&user=abax", name, c->folder);
}

void cluster_start(struct cluster *c)
{
    char url[PATH], words[PATH];

    // The server may crash in these tests, the machine does not: no test waits for the disk.
    snprintf(words, sizeof words,
             "postgres -D data -k %s -c listen_addresses='' -c max_connections=30"
             " -c shared_buffers=16MB -c fsync=off",
             c->folder);
    c->server = spawn(c, words);
    url_of(c, "postgres", url, sizeof url);
    for (int tries = 0; PQping(url) != PQPING_OK; tries++) {
        assert_true(tries < PATIENCE);
        assert_int_equal(waitpid(c->server, NULL, WNOHANG), 0);
        usleep(100000);
    }
}

void cluster_stop(struct cluster *c, int signal)
{
    if (c->server > 0) {
        kill(c->server, signal);
        wait_for(c->server);
    }
    c->server = 0;
}

void cluster_remove(struct cluster *c)
{
    char command[PATH];

    cluster_stop(c, SIGQUIT);
    snprintf(command, sizeof command, "rm -rf %s", c->folder);
    assert_int_equal(system(command), 0);
}

void cluster_sql(const char *url, const char *sql)
{
    PGconn *connection = PQconnectdb(url);
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
}

void cluster_database(struct cluster *c, const char *name, char *url, size_t capacity)
{
    char sql[PATH];

    url_of(c, "postgres", url, capacity);
    snprintf(sql, sizeof sql, "CREATE DATABASE %s", name);
    cluster_sql(url, sql);
    url_of(c, name, url, capacity);
}
