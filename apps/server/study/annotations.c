// SPDX-License-Identifier: MIT
// What stands at the nodes of a study: remarks, arrows and rings.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/names.h"
#include "server/study/internal.h"

static_assert((int)STUDY_SPOT == sizeof((struct scene_spot *)0)->name, "as in a scene");

static struct study_remark *remark_of(const struct study *s, unsigned number)
{
    for (unsigned i = 0; i < s->remark_count; i++) {
        if (s->remarks[i].number == number)
            return &s->remarks[i];
    }
    return NULL;
}

bool study_check_say(const struct study *s, const struct study_request *request, struct text *note,
                     struct error *e)
{
    unsigned here = 0;

    if (strlen(request->text) >= STUDY_TEXT)
        return error_set(e, "study.remark-long:most", "a remark has at most %d bytes",
                         STUDY_TEXT - 1);
    if (!name_seen(request->text))
        return error_set(e, "study.unseen", "a remark has only characters that can be seen");
    for (unsigned i = 0; i < s->remark_count; i++)
        here += s->remarks[i].at == request->at;
    const struct study_remark *old = request->remark ? remark_of(s, request->remark) : NULL;
    if (request->remark && (!old || old->at != request->at))
        return error_set(e, "study.remark-gone", "this remark is not there any more");
    if (!request->remark && !request->text[0])
        return error_set(e, "study.remark-empty", "the remark is empty");
    if (!request->remark && (here >= STUDY_REMARKS || s->remark_count >= STUDY_REMARKS_ALL))
        return error_set(e, "study.remarks:most,all",
                         "a move has at most %d remarks, and a study %d", STUDY_REMARKS,
                         STUDY_REMARKS_ALL);
    text_format(note, "%u %u\n%s\n%s", request->at, request->remark,
                request->account ? "" : request->name, request->text);
    return true;
}

static void drop_remark(struct study *s, struct study_remark *r)
{
    memmove(r, r + 1, (size_t)(s->remarks + --s->remark_count - r) * sizeof *r);
}

bool study_apply_say(struct study *s, const struct store_event *event, const char *text,
                     struct study_change *c, struct error *e)
{
    struct study_remark *r;
    char *end;
    unsigned number = (unsigned)strtoul(text, &end, 10);
    struct text t;

    if (*end++ != '\n')
        return study_unread(e);
    c->remark = number ? number : event->number;
    r = remark_of(s, number);
    if (!number) {
        void *list = s->remarks;
        bool good = study_grow(&list, s->remark_count, &s->remark_capacity, sizeof *s->remarks);
        s->remarks = list;
        if (!good)
            return study_no_memory(e);
        r = &s->remarks[s->remark_count++];
        *r = (struct study_remark){.number = event->number, .at = c->at};
    }
    if (!r)
        return study_unread(e);
    c->at = r->at;
    r->account = event->account;
    r->time = event->at;
    text_init(&t, r->name, sizeof r->name);
    end += text_until(&t, end, "\n");
    if (event->account) {
        text_init(&t, r->name, sizeof r->name);
        text_add(&t, event->name);
    }
    text_init(&t, r->text, sizeof r->text);
    text_add(&t, *end ? end + 1 : end);
    if (!r->text[0])
        drop_remark(s, r);
    return true;
}

static struct study_mark *mark_of(const struct study *s, const struct study_mark *mark)
{
    for (unsigned i = 0; i < s->mark_count; i++) {
        struct study_mark *m = &s->marks[i];
        if (m->at == mark->at && !strcmp(m->from, mark->from) && !strcmp(m->to, mark->to))
            return m;
    }
    return NULL;
}

bool study_check_draw(struct study *s, const struct study_request *request, struct text *note,
                      bool *same, struct error *e)
{
    struct study_mark mark = {.at = request->at};
    const char *ends[] = {request->from, request->to};
    struct scene scene;
    unsigned here = 0;

    if (!study_stand(s, request->at, e))
        return false;
    game_scene(s->game, &s->line.position, GAME_PUBLIC, &scene);
    for (unsigned i = 0; i < 2; i++) {
        if (scene_find(&scene, ends[i]) < 0)
            return error_set(e, "study.spot:spot", "there is no place '%s' here",
                             error_quote(ends[i]).text);
    }
    memcpy(mark.from, request->from, sizeof mark.from);
    memcpy(mark.to, request->to, sizeof mark.to);
    *same = !mark_of(s, &mark) == !request->on;
    for (unsigned i = 0; i < s->mark_count; i++)
        here += s->marks[i].at == request->at;
    if (request->on && !*same && (here >= STUDY_MARKS || s->mark_count >= STUDY_MARKS_ALL))
        return error_set(e, "study.marks:most,all",
                         "a move has at most %d arrows and rings, and a study %d", STUDY_MARKS,
                         STUDY_MARKS_ALL);
    text_format(note, "%u %s %s %d", request->at, request->from, request->to, request->on);
    return true;
}

bool study_apply_draw(struct study *s, const char *text, struct study_change *c, struct error *e)
{
    struct study_mark mark = {.at = c->at};
    struct text t;

    text_init(&t, mark.from, sizeof mark.from);
    text += text_until(&t, text, " ");
    text_init(&t, mark.to, sizeof mark.to);
    text += *text == ' ';
    text += text_until(&t, text, " ");
    c->on = !strcmp(text, " 1");
    c->mark = mark;
    struct study_mark *there = mark_of(s, &mark);
    if (!c->on && there)
        *there = s->marks[--s->mark_count];
    if (!c->on || there)
        return true;
    void *list = s->marks;
    bool good = study_grow(&list, s->mark_count, &s->mark_capacity, sizeof *s->marks);
    s->marks = list;
    if (!good)
        return study_no_memory(e);
    s->marks[s->mark_count++] = mark;
    return true;
}

void study_forget_gone(struct study *s)
{
    for (unsigned i = s->remark_count; i--;) {
        if (s->nodes[s->remarks[i].at].gone)
            drop_remark(s, &s->remarks[i]);
    }
    for (unsigned i = s->mark_count; i--;) {
        if (s->nodes[s->marks[i].at].gone)
            s->marks[i] = s->marks[--s->mark_count];
    }
}
