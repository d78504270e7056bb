// SPDX-License-Identifier: MIT
// Vacations: days of an account on which its clocks stand still in games of days. So many a year of
// the world's calendar; one that begins takes its days at once, one that is ended early gives back
// those that did not begin. An action in a game of days ends it.
#include <stdlib.h>
#include <time.h>

#include "server/api/handlers.h"
#include "server/api/reading.h"
#include "server/live/logins.h"

#define A_DAY INT64_C(86400000)

struct reading_vacation {
    struct reading base;
    struct store_vacation vacation;
    int64_t days; // that are wanted
};

static unsigned year_of(int64_t now)
{
    time_t seconds = now / 1000;
    struct tm tm;

    gmtime_r(&seconds, &tm);
    return (unsigned)tm.tm_year + 1900;
}

static unsigned used_now(const struct store_vacation *v, int64_t now)
{
    return v->year == year_of(now) ? v->used : 0;
}

static bool read_vacation(struct store *s, struct reading *t, struct error *e)
{
    struct store_vacation *v = &((struct reading_vacation *)t)->vacation;

    return store_vacation(s, v->account, v, e);
}

static void write_vacation(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct store_vacation *v = &((struct reading_vacation *)t)->vacation;
    int64_t now = live_registry_now(reg);
    struct json_writer j;

    request_begin(r, &j);
    json_write_number(&j, "days", VACATION_DAYS);
    json_write_number(&j, "left", VACATION_DAYS - used_now(v, now));
    json_write_number(&j, "until", v->until > now ? v->until : 0);
    request_end(reg, r, &j, REQUEST_OK);
}

static void look_up_vacation(struct live_registry *reg, struct request *r, int64_t account,
                             int64_t days, reading_answer *answer)
{
    struct reading_vacation *v = reading(reg, r, sizeof *v, read_vacation, answer);

    if (!v)
        return;
    v->vacation.account = account;
    v->days = days;
    reading_go(reg, r, &v->base, READER_GAMES);
}

void api_vacation(struct live_registry *reg, struct request *r, int64_t now)
{
    struct store_account account;

    (void)now;
    if (request_account(reg, r, &account))
        look_up_vacation(reg, r, account.id, 0, write_vacation);
}

static void vacation_stored(struct live_registry *reg, struct inbox_item *item)
{
    struct writer_task *t = (struct writer_task *)item;
    struct request *r = request_stored(reg, t);
    bool good = !t->failed && t->writes[0].answer == STORE_DONE;

    if (good)
        login_check(reg, t->writes[0].outbox.vacation.account); // its games look again
    if (r && !good)
        request_refuse_with(reg, r, REQUEST_CONFLICT, "vacation.changed",
                            "your vacation has just been changed: look again");
    else if (r)
        look_up_vacation(reg, r, t->writes[0].outbox.vacation.account, 0, write_vacation);
    writer_task_free(t);
}

static void send_vacation(struct live_registry *reg, struct request *r, enum outbox_write what,
                          const struct store_vacation *v, int64_t now)
{
    struct writer_task *t = request_task(reg, r, 1, vacation_stored);

    if (!t)
        return;
    t->writes[0].kind = STORE_OUTBOX;
    t->writes[0].outbox = (struct store_outbox){.what = what, .vacation = *v, .at = now};
    writer_submit(reg->writer, t);
}

static void begin_vacation(struct live_registry *reg, struct request *r, struct reading *t)
{
    const struct reading_vacation *asked = (struct reading_vacation *)t;
    struct store_vacation v = asked->vacation;
    int64_t now = live_registry_now(reg);
    unsigned used = used_now(&v, now);

    if (v.until > now) {
        request_refuse_with(reg, r, REQUEST_CONFLICT, "vacation.on", "you are on vacation already");
    } else if (used + asked->days > VACATION_DAYS) {
        request_refuse_with(reg, r, REQUEST_CONFLICT, "vacation.days:left",
                            "%u days of vacation are left this year", VACATION_DAYS - used);
    } else {
        v.since = now;
        v.until = now + asked->days * A_DAY;
        v.year = year_of(now);
        v.used = used + (unsigned)asked->days;
        send_vacation(reg, r, OUTBOX_SET_VACATION, &v, now);
    }
}

struct vacation_request {
    int64_t days;
};

static const struct schema_field vacation_request_shape[] = {
    {"days", SCHEMA_NUMBER, offsetof(struct vacation_request, days), VACATION_DAYS, true},
    {0},
};

void api_set_vacation(struct live_registry *reg, struct request *r, int64_t now)
{
    struct vacation_request request = {0};
    struct store_account account;
    struct error e;

    if (!request_account(reg, r, &account))
        return;
    if (account.bot)
        request_refuse_with(reg, r, REQUEST_FORBIDDEN, "vacation.bot", "bots have no vacations");
    else if (!schema_read(vacation_request_shape, r->body, r->length, &request, &e))
        request_refuse(reg, r, REQUEST_BAD, &e);
    else if (request.days)
        look_up_vacation(reg, r, account.id, request.days, begin_vacation);
    else
        send_vacation(reg, r, OUTBOX_END_VACATION, &(struct store_vacation){.account = account.id},
                      now);
}
