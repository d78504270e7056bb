// SPDX-License-Identifier: MIT
// Requests and messages of a bot, written and read as JSON.
#include "server/cli/botconnection.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER = 1 << 18 };

struct bot_text bot_text(const struct json_token *object, const char *name)
{
    struct bot_text word = {0};

    json_read_string(json_read_member(object, name), word.text, sizeof word.text);
    return word;
}

bool bot_says(const struct json_token *object, const char *name, const char *meaning)
{
    return json_read_is(json_read_member(object, name), meaning);
}

int bot_number(const struct json_token *object, const char *name, int missing)
{
    int64_t n;

    return json_read_number(json_read_member(object, name), &n) && n >= INT_MIN && n <= INT_MAX
               ? (int)n
               : missing;
}

void bot_answer_clear(struct bot_answer *a)
{
    json_read_free(a->root);
    free(a->bytes);
}

static bool read_answer(struct bot_answer *a, int status, struct error *e)
{
    struct error why;

    a->root = json_read_new(a->bytes, strlen(a->bytes), &why);
    if (a->root && status < 300)
        return true;
    return error_set(e, "bot.server:sentence", "the server says: %.200s",
                     a->root ? bot_text(a->root, "error").text : "nothing");
}

bool bot_ask(const struct bot_connection *connection, const char *path, const char *body,
             struct bot_answer *a, struct error *e)
{
    int status;

    *a = (struct bot_answer){.bytes = malloc(ANSWER)};
    if (!a->bytes)
        return error_set(e, "bot.answer-memory", "there is no memory for an answer");
    if (dial_request(&connection->address, path, connection->token, body, a->bytes, ANSWER, &status,
                     e) &&
        read_answer(a, status, e))
        return true;
    bot_answer_clear(a);
    return false;
}

struct json_writer *bot_message_begin(struct bot_message *m, const char *what)
{
    text_init(&m->text, m->bytes, sizeof m->bytes);
    m->out = output_to_text(&m->text);
    json_write_init(&m->json, &m->out);
    json_write_object(&m->json, NULL);
    json_write_string(&m->json, "do", what);
    return &m->json;
}

bool bot_send(const struct bot_connection *connection, struct bot_message *m, struct error *e)
{
    json_write_end_object(&m->json);
    return m->text.cut ? error_set(e, "bot.message-long", "a message to the server is too long")
                       : dial_say(connection->socket, m->bytes, e);
}
