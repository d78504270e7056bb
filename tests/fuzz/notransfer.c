// SPDX-License-Identifier: MIT
// A network without push services and SMTP servers, for programs that do not link libcurl.
#include "server/notify/transfer.h"

bool transfer_setup(struct error *e)
{
    (void)e;
    return true;
}

int transfer_post(const char *url, const char *const headers[], const void *body, size_t length,
                  const struct transfer_rules *rules, struct error *e)
{
    (void)url, (void)headers, (void)body, (void)length, (void)rules;
    error_set(e, "outgoing.silent", "the other side does not answer");
    return 0;
}

enum transfer_answer transfer_email(const struct smtp *smtp, const char *to, const char *email,
                                    const struct transfer_rules *rules, struct error *e)
{
    (void)smtp, (void)to, (void)email, (void)rules;
    error_set(e, "outgoing.silent", "the other side does not answer");
    return TRANSFER_FAILED;
}
