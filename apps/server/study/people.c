// SPDX-License-Identifier: MIT
// Who is at a study, and where each one stands. Those of this process are told one by one; of
// others it is known how many there are: a proxy that goes by the study's name (docs/hosting.md)
// lets all meet in one. Processes tell each other in words: "$STUDY", four digits, the process, and
// a '?' behind them that asks.
#include <stdlib.h>
#include <string.h>

#include "server/study/livestudy.h"
#include "server/live/clients.h"
#include "server/study/livestudies.h"

enum {
    PAUSE = 300,      // milliseconds between two times that it is told
    PEOPLE_MOST = 32, // that are told one by one
    DIGITS = 4,
};

struct study_elsewhere {
    struct study_elsewhere *next;
    char process[PROCESS_NAME];
    unsigned count;
};

static unsigned count_here(const struct live_study *study)
{
    unsigned count = 0;

    for (const struct study_watch *w = study->watches; w; w = w->next_of_study)
        count++;
    return count;
}

unsigned study_people_here(const struct live_study *study)
{
    unsigned count = count_here(study);

    for (const struct study_elsewhere *e = study->elsewhere; e; e = e->next)
        count += e->count;
    return count;
}

void study_people_clear(struct live_study *study)
{
    while (study->elsewhere) {
        struct study_elsewhere *gone = study->elsewhere;
        study->elsewhere = gone->next;
        free(gone);
    }
}

static void publish_people(struct live_registry *reg, struct live_study *study, bool ask)
{
    char word[STORE_NEWS];
    unsigned count = count_here(study);

    study->present = count;
    snprintf(word, sizeof word, "$%s%04x%s%s", study->id, count < 0xffff ? count : 0xffff,
             reg->process, ask ? "?" : "");
    live_registry_publish(reg, word);
}

static void send_people(struct live_registry *reg, const struct live_study *study)
{
    struct payload_draft d;
    struct json_writer j;
    unsigned count = 0;

    client_begin(&d, &j, "studying", -1);
    json_write_string(&j, "study", study->id);
    json_write_number(&j, "here", study_people_here(study));
    json_write_array(&j, "people");
    for (const struct study_watch *w = study->watches; w && count++ < PEOPLE_MOST;
         w = w->next_of_study) {
        json_write_object(&j, NULL);
        json_write_number(&j, "id", w->id);
        json_write_string(&j, "name", w->name);
        json_write_bool(&j, "edits", w->edits);
        json_write_number(&j, "at", study_has(&study->state, w->at) ? w->at : 0);
        json_write_end_object(&j);
    }
    json_write_end_array(&j);
    json_write_end_object(&j);
    struct payload *p = payload_end(&d);
    for (const struct study_watch *w = study->watches; w && p; w = w->next_of_study)
        client_send(reg, w->client, p);
    payload_drop(p);
}

void study_people_tick(struct live_registry *reg, struct live_study *study, int64_t now)
{
    if (!reg->alone && !reg->stopping && !reg->outage && study->present != count_here(study))
        publish_people(reg, study, study->present == UINT32_MAX);
    if (!study->dirty || now - study->sent_at < PAUSE)
        return;
    study->dirty = false;
    study->sent_at = now;
    send_people(reg, study);
}

static void note_elsewhere(struct live_study *study, const char *process, unsigned count)
{
    struct study_elsewhere **at = &study->elsewhere, *e;

    while (*at && strcmp((*at)->process, process) != 0)
        at = &(*at)->next;
    study->dirty = study->dirty || (*at ? (*at)->count : 0) != count;
    if ((e = *at) && !count) {
        *at = e->next;
        free(e);
    } else if (count) {
        if (!e && !(e = *at = calloc(1, sizeof *e)))
            return; // told again when it changes
        memcpy(e->process, process, PROCESS_NAME);
        e->count = count;
    }
}

static void study_people_news(struct live_registry *reg, const char *word)
{
    char id[DOCUMENT_ID], digits[DIGITS + 1], process[PROCESS_NAME];

    if (strlen(word) < DOCUMENT_ID + DIGITS + PROCESS_NAME - 1)
        return;
    snprintf(id, sizeof id, "%.*s", DOCUMENT_ID - 1, word + 1);
    snprintf(digits, sizeof digits, "%.*s", DIGITS, word + DOCUMENT_ID);
    snprintf(process, sizeof process, "%.*s", PROCESS_NAME - 1, word + DOCUMENT_ID + DIGITS);
    struct live_study *study = live_study_find(reg, id);
    if (!study || !strcmp(process, reg->process))
        return;
    note_elsewhere(study, process, (unsigned)strtoul(digits, NULL, 16));
    if (word[strlen(word) - 1] == '?')
        publish_people(reg, study, false);
}

void studies_news(struct live_registry *reg, const char *word)
{
    char id[DOCUMENT_ID];

    if (word[0] == '$') {
        study_people_news(reg, word);
        return;
    }
    snprintf(id, sizeof id, "%.*s", (int)strcspn(word + (*word == '#'), "."),
             word + (*word == '#'));
    if (id[0] || !word[0])
        studies_changed(reg, id);
}

void studies_process_lost(struct live_registry *reg, const char *process)
{
    for (unsigned i = 0; i < REGISTRY_STUDIES; i++) {
        for (struct live_study *study = reg->studies[i]; study; study = study->next) {
            note_elsewhere(study, process, 0);
            study->present = UINT32_MAX; // one that was thought dead is told anew
        }
    }
}
