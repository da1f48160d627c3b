/* store.c -- traces that the program asks for (Verify.storeTrace), and its comments on transitions. */
#include "search/search.h"

#include <stdio.h>

static void lines(Search *s, Text *t) {
    char buf[300];
    for (u32 i = 0; i < s->path.n; i++) {
        const ChoiceGenerator *cg = &s->path.v[i].cg;
        if (cg->kind == CK_THREAD) thread_name(s->ks, s->ks->threads.v[cg_thread(cg, (u64)cg->at)], buf, sizeof buf);
        else cg_value_text(s->cx, cg, (u64)cg->at, buf, sizeof buf);
        text_comma(t);
        text_z(t, "{");
        text_key(t, "index");
        text_f(t, "%llu", (unsigned long long)level_rank(&s->path.v[i]));
        text_key(t, "type");
        text_json_z(t, cg_type_name(cg));
        text_key(t, "id");
        text_json_z(t, cg->id);
        text_key(t, "value");
        text_json_z(t, buf);
        text_z(t, "}");
    }
}

/* The path up to the running transition, under the name of a file; a later one of that name replaces it, as the file
 * itself would be (jpfpy writes it when the search has ended). */
Status search_store_trace(Search *s, const char *file, const char *comment) {
    if (s->silent || s->rec.on) return ST_OK;
    size_t n, bytes = strlen(file) + 1;
    char *replay = replay_text(s, true, &n), *name;
    if (!replay) return ST_ERROR;
    Text t;
    text_init(&t, s->cx);
    text_z(&t, "{");
    text_key(&t, "file");
    text_json_z(&t, file);
    text_key(&t, "comment");
    text_json_z(&t, comment);
    text_key(&t, "replay");
    text_json_z(&t, replay);
    text_key(&t, "choices");
    text_z(&t, "[");
    lines(s, &t);
    text_z(&t, "]}");
    cx_free(s->cx, replay, n);
    if (t.failed || !(name = cx_strndup(s->cx, file, bytes - 1))) goto fail;
    for (u32 i = 0; i < s->found.stored.n; i++) {
        StoredTrace *old = &s->found.stored.v[i];
        if (strcmp(old->file, file) != 0) continue;
        cx_free(s->cx, old->json, old->bytes);
        old->json = t.v;
        old->bytes = t.cap;
        cx_free(s->cx, name, bytes);
        return ST_OK;
    }
    if (vec_push(s->cx, &s->found.stored, ((StoredTrace){name, t.v, t.cap})) == ST_OK) return ST_OK;
    cx_free(s->cx, name, bytes);
fail:
    text_free(&t);
    return ST_ERROR;
}

Status search_comment(Search *s, const char *text) {
    if (!s->rec.on) return ST_OK;
    char *copy = cx_strndup(s->cx, text, strlen(text));
    if (!copy) return ST_ERROR;
    if (vec_push(s->cx, &s->rec.comments, ((Comment){copy, s->rec.level})) == ST_OK) return ST_OK;
    cx_free(s->cx, copy, strlen(copy) + 1);
    return ST_ERROR;
}

void search_comments_json(const Search *s, Text *t, u32 level) {
    bool any = false;
    for (u32 i = 0; i < s->rec.comments.n; i++) {
        if (s->rec.comments.v[i].level != level) continue;
        if (!any) {
            text_key(t, "comments");
            text_z(t, "[");
        }
        any = true;
        text_comma(t);
        text_json_z(t, s->rec.comments.v[i].text);
    }
    if (any) text_z(t, "]");
}

void search_drop_comments(Search *s) {
    for (u32 i = 0; i < s->rec.comments.n; i++)
        cx_free(s->cx, s->rec.comments.v[i].text, strlen(s->rec.comments.v[i].text) + 1);
    s->rec.comments.n = 0;
}
