// SPDX-License-Identifier: MIT
// Each transfer has a handle and a connection of its own, so that threads share nothing.
#include "server/notify/transfer.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/notify/publicaddress.h"

enum {
    POST_MS = 10 * 1000,
    EMAIL_MS = 30 * 1000,
    ANSWER_BYTES = 64 * 1024, // at most, headers included
    URL_BYTES = 512,
};

struct transfer {
    CURL *curl;
    bool anywhere;
    const atomic_bool *stop;
    bool met_private; // an address was refused
    size_t received;
    // Of SMTP: the status of the last reply, whether it answers RCPT, and whether all is over.
    int status;
    bool is_rcpt, quits;
};

bool transfer_setup(struct error *e)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ||
           error_set(e, "start.memory", "the server cannot start: out of memory");
}

// ---------------------------------------------------------------------------------------------
// Callbacks
// ---------------------------------------------------------------------------------------------

// The address is the one that will be connected to, so a name that resolves differently the next
// time leads nowhere else.
static curl_socket_t open_socket(void *to, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct transfer *t = to;

    if (purpose != CURLSOCKTYPE_IPCXN || (!t->anywhere && !address_is_public(&address->addr))) {
        t->met_private = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Counts what the other server says and drops it.
static size_t receive(char *bytes, size_t size, size_t count, void *to)
{
    struct transfer *t = to;

    (void)bytes;
    t->received += size * count;
    return t->received <= ANSWER_BYTES ? size * count : 0;
}

static int is_stopped(void *to, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
                      curl_off_t up)
{
    const struct transfer *t = to;

    (void)down_total, (void)down, (void)up_total, (void)up;
    return atomic_load(t->stop);
}

// Follows the dialogue of SMTP, to know which command was refused.
static int watch(CURL *curl, curl_infotype type, char *line, size_t length, void *to)
{
    struct transfer *t = to;

    (void)curl;
    if (length < 4 || t->quits)
        return 0;
    if (type == CURLINFO_HEADER_OUT) {
        t->quits = !memcmp(line, "QUIT", 4);
        t->is_rcpt = t->quits ? t->is_rcpt : !memcmp(line, "RCPT", 4);
    } else if (type == CURLINFO_HEADER_IN) {
        t->status = (int)strtol((char[]){line[0], line[1], line[2], 0}, NULL, 10);
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Running
// ---------------------------------------------------------------------------------------------

static bool transfer_open(struct transfer *t, const char *url, const char *protocols,
                          long milliseconds, const struct transfer_rules *rules)
{
    const char *certificates = getenv("SSL_CERT_FILE"), *folder = getenv("SSL_CERT_DIR");
    CURL *c = curl_easy_init();

    *t = (struct transfer){.curl = c, .anywhere = rules->anywhere, .stop = rules->stop};
    return c && !curl_easy_setopt(c, CURLOPT_URL, url) &&
           !curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, protocols) &&
           !curl_easy_setopt(c, CURLOPT_PATH_AS_IS, 1L) &&
           !curl_easy_setopt(c, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) &&
           !curl_easy_setopt(c, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2) &&
           !(certificates && curl_easy_setopt(c, CURLOPT_CAINFO, certificates)) &&
           !(folder && curl_easy_setopt(c, CURLOPT_CAPATH, folder)) &&
           !curl_easy_setopt(c, CURLOPT_PROXY, "") && // none from the environment
           !curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) &&
           !curl_easy_setopt(c, CURLOPT_TIMEOUT_MS, milliseconds) &&
           // For the reply to QUIT too, to which the other limit does not apply.
           !curl_easy_setopt(c, CURLOPT_SERVER_RESPONSE_TIMEOUT, milliseconds / 1000) &&
           !curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L) &&
           !curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, is_stopped) &&
           !curl_easy_setopt(c, CURLOPT_XFERINFODATA, t) &&
           !curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket) &&
           !curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, t) &&
           !curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, receive) &&
           !curl_easy_setopt(c, CURLOPT_HEADERDATA, t) &&
           !curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, receive) &&
           !curl_easy_setopt(c, CURLOPT_WRITEDATA, t);
}

static bool explain(const struct transfer *t, CURLcode code, struct error *e)
{
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return error_set(e, "outgoing.unknown", "the name of the other side is not known");
    case CURLE_COULDNT_CONNECT:
        if (t->met_private)
            return error_set(e, "outgoing.inside", "the address is not one of the world");
        return error_set(e, "outgoing.silent", "the other side does not answer");
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_ABORTED_BY_CALLBACK:
        return error_set(e, "outgoing.late", "the other side takes too long");
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
        return error_set(e, "outgoing.untrusted",
                         "the other side cannot be trusted, or does not speak TLS");
    case CURLE_SSL_CACERT_BADFILE:
        return error_set(e, "outgoing.no-tls", "no secure connection can be set up");
    case CURLE_USE_SSL_FAILED:
        return error_set(e, "mail.clear", "the mail relay offers no TLS");
    case CURLE_WRITE_ERROR:
        return error_set(e, "outgoing.long", "the other side says too much");
    case CURLE_OUT_OF_MEMORY:
        return error_set(e, "outgoing.memory", "there is no memory for a connection");
    default:
        return error_set(e, "outgoing.closed", "the other side has closed the connection");
    }
}

int transfer_post(const char *url, const char *const headers[], const void *body, size_t length,
                  const struct transfer_rules *rules, struct error *e)
{
    struct transfer t;
    struct curl_slist *list = NULL;
    CURLcode code = CURLE_OUT_OF_MEMORY;
    long status = 0;
    bool good = transfer_open(&t, url, rules->anywhere ? "http,https" : "https", POST_MS, rules);

    for (; good && *headers; headers++) {
        struct curl_slist *longer = curl_slist_append(list, *headers);
        good = longer != NULL;
        list = good ? longer : list;
    }
    if (good && !curl_easy_setopt(t.curl, CURLOPT_HTTPHEADER, list) &&
        !curl_easy_setopt(t.curl, CURLOPT_POSTFIELDS, body) &&
        !curl_easy_setopt(t.curl, CURLOPT_POSTFIELDSIZE, (long)length)) {
        code = curl_easy_perform(t.curl);
        curl_easy_getinfo(t.curl, CURLINFO_RESPONSE_CODE, &status);
    }
    curl_easy_cleanup(t.curl);
    curl_slist_free_all(list);
    // The status is the answer, even if the rest of it did not come or was too long.
    if (status >= 200)
        return (int)status;
    explain(&t, code, e);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// SMTP
// ---------------------------------------------------------------------------------------------

// The path is the name that EHLO says; letters that an SMTP server could not read become '-'.
static void write_url(const struct smtp *smtp, char url[URL_BYTES])
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    char name[256] = "localhost";

    gethostname(name, sizeof name - 1);
    for (char *c = name + strspn(name, letters); *c; c += strspn(c, letters))
        *c = '-';
    snprintf(url, URL_BYTES, "smtp%s://%s:%s/%s", smtp->tls ? "s" : "", smtp->host, smtp->port,
             name);
}

static bool is_this_host(const char *host)
{
    return !strcmp(host, "localhost") || !strncmp(host, "127.", 4);
}

static bool set_email(CURL *c, const struct smtp *smtp, struct curl_slist *to, FILE *email)
{
    return to && email && !curl_easy_setopt(c, CURLOPT_MAIL_FROM, smtp->from) &&
           !curl_easy_setopt(c, CURLOPT_MAIL_RCPT, to) &&
           !curl_easy_setopt(c, CURLOPT_UPLOAD, 1L) &&
           !curl_easy_setopt(c, CURLOPT_READDATA, email) &&
           !curl_easy_setopt(c, CURLOPT_USE_SSL,
                             is_this_host(smtp->host) ? (long)CURLUSESSL_TRY
                                                      : (long)CURLUSESSL_ALL) &&
           !(smtp->user[0] &&
             (curl_easy_setopt(c, CURLOPT_USERNAME, smtp->user) ||
              curl_easy_setopt(c, CURLOPT_PASSWORD, smtp->password) ||
              curl_easy_setopt(c, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN") ||
              curl_easy_setopt(c, CURLOPT_SASL_IR, 1L)));
}

enum transfer_answer transfer_email(const struct smtp *smtp, const char *to, const char *email,
                                    const struct transfer_rules *rules, struct error *e)
{
    // The operator named the SMTP server, so it may be within the own network.
    const struct transfer_rules own = {.anywhere = true, .stop = rules->stop};
    struct curl_slist *list = curl_slist_append(NULL, to);
    FILE *file = fmemopen((char *)email, strlen(email), "r");
    CURLcode code = CURLE_OUT_OF_MEMORY;
    char url[URL_BYTES];
    struct transfer t;

    write_url(smtp, url);
    if (transfer_open(&t, url, smtp->tls ? "smtps" : "smtp", EMAIL_MS, &own) &&
        set_email(t.curl, smtp, list, file) &&
        !curl_easy_setopt(t.curl, CURLOPT_DEBUGFUNCTION, watch) &&
        !curl_easy_setopt(t.curl, CURLOPT_DEBUGDATA, &t) &&
        !curl_easy_setopt(t.curl, CURLOPT_VERBOSE, 1L))
        code = curl_easy_perform(t.curl);
    curl_easy_cleanup(t.curl);
    curl_slist_free_all(list);
    if (file)
        fclose(file);
    if (code == CURLE_OK)
        return TRANSFER_DONE;
    if (t.status >= 400)
        error_set(e, "mail.status:status", "the mail relay answers %d", t.status);
    else
        explain(&t, code, e);
    return t.is_rcpt && t.status / 100 == 5 ? TRANSFER_REFUSED : TRANSFER_FAILED;
}
