// SPDX-License-Identifier: MIT
// A thread between client and PostgreSQL that looks for COMMIT in the bytes and cuts the connection
// before it or before its answer: the two moments at which a writer cannot know what was stored.
#include "tests/unit/proxy.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/unit/subjects.h"

// PostgreSQL names its socket by a port.
enum { SERVER_PORT = 5432, PROXY_PORT = 5433, CHUNK = 65536, TICK = 20 };

static int unix_socket(const struct cluster *c, int port, struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    snprintf(address->sun_path, sizeof address->sun_path, "%s/.s.PGSQL.%d", c->folder, port);
    return fd;
}

static bool pass(int from, int to)
{
    char bytes[CHUNK];
    ssize_t length = read(from, bytes, sizeof bytes);

    return length > 0 && write(to, bytes, (size_t)length) == length;
}

// From the client to the server; false when the connection is to be cut.
static bool pass_words(struct proxy *p, int client, int server)
{
    char bytes[CHUNK];
    ssize_t length = read(client, bytes, sizeof bytes);

    if (length <= 0)
        return false;
    int cut = p->cut;
    bool commit = memmem(bytes, (size_t)length, "COMMIT", sizeof "COMMIT") != NULL;
    if (commit && (cut == PROXY_CUT_COMMIT || cut == PROXY_CUT_ALL)) {
        p->cut = cut == PROXY_CUT_ALL ? PROXY_GONE : PROXY_PASS;
        return false;
    }
    bool passed = write(server, bytes, (size_t)length) == length;
    if (commit && cut == PROXY_CUT_ANSWER) {
        p->cut = PROXY_PASS;
        passed = read(server, bytes, sizeof bytes) < 0; // and keep it
    }
    return passed;
}

static void serve(struct proxy *p, int client)
{
    struct sockaddr_un address;
    int server = unix_socket(p->cluster, SERVER_PORT, &address);
    struct pollfd ends[] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
    bool open =
        p->cut != PROXY_GONE && connect(server, (struct sockaddr *)&address, sizeof address) == 0;

    while (open && !p->stop) {
        poll(ends, 2, TICK);
        if (ends[0].revents)
            open = pass_words(p, client, server);
        if (open && ends[1].revents)
            open = pass(server, client);
    }
    close(client);
    close(server);
}

// One connection after another is all a store needs.
static void *run(void *to)
{
    struct proxy *p = to;
    struct pollfd door = {p->listener, POLLIN, 0};

    while (!p->stop) {
        if (poll(&door, 1, TICK) > 0) {
            int client = accept(p->listener, NULL, NULL);
            if (client >= 0)
                serve(p, client);
        }
    }
    return NULL;
}

void proxy_start(struct proxy *p, struct cluster *c)
{
    struct sockaddr_un address;

    *p = (struct proxy){.cluster = c};
    p->listener = unix_socket(c, PROXY_PORT, &address);
    unlink(address.sun_path);
    assert_int_equal(bind(p->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(p->listener, 4), 0);
    assert_int_equal(pthread_create(&p->thread, NULL, run, p), 0);
}

void proxy_stop(struct proxy *p)
{
    p->stop = true;
    pthread_join(p->thread, NULL);
    close(p->listener);
}

void proxy_url(const struct proxy *p, const char *name, char *url, size_t capacity)
{
    snprintf(url, capacity, "postgres:///%s?host=%s&port=%d&user=abax", name, p->cluster->folder,
             PROXY_PORT);
}
