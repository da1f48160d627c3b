/* store.c -- traces that the program asks for (Verify.storeTrace), and its comments on transitions. */
#include "search/search.h"

#include <stdio.h>

static void lines(Search *s, Json *j) {
    char buf[300];
    for (u32 i = 0; i < s->path.n; i++) {
        const Level *l = level_hold(s, i);
        const ChoiceGenerator *cg = &l->cg;
        if (cg->kind == CK_THREAD) thread_name(s->ks, s->ks->threads.v[cg_thread(cg, (u64)cg->at)], buf, sizeof buf);
        else cg_value_text(s->cx, cg, (u64)cg->at, buf, sizeof buf);
        json_object(j);
        json_key_uint(j, "index", level_rank(l));
        json_key_z(j, "type", cg_type_name(cg));
        json_key_z(j, "id", cg->id);
        json_key_z(j, "value", buf);
        json_end(j);
    }
}

/* The path up to the running transition, under the name of a file; a later one of that name replaces it, as the file
 * itself would be (jpfpy writes it when the search has ended). */
Status search_store_trace(Search *s, const char *file, const char *comment) {
    if (s->silent || s->rec.on) return ST_OK;
    if (tree_fill(s) != ST_OK) return ST_ERROR;
    size_t n, bytes = strlen(file) + 1;
    char *replay = replay_text(s, NULL, &n), *name;
    if (!replay) return ST_ERROR;
    Text t;
    Json j;
    text_init(&t, s->cx);
    json_begin(&j, &t);
    json_object(&j);
    json_key_z(&j, "file", file);
    json_key_z(&j, "comment", comment);
    json_key_z(&j, "replay", replay);
    json_key_array(&j, "choices");
    lines(s, &j);
    json_end(&j);
    json_end(&j);
    cx_free(s->cx, replay, n);
    if (json_done(&j) != ST_OK || !(name = cx_strndup(s->cx, file, bytes - 1))) goto fail;
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

void search_comments_json(const Search *s, Json *j, u32 level) {
    bool any = false;
    for (u32 i = 0; i < s->rec.comments.n; i++) {
        if (s->rec.comments.v[i].level != level) continue;
        if (!any) {
            json_key_array(j, "comments");
        }
        any = true;
        json_z(j, s->rec.comments.v[i].text);
    }
    if (any) json_end(j);
}

void search_drop_comments(Search *s) {
    for (u32 i = 0; i < s->rec.comments.n; i++)
        cx_free(s->cx, s->rec.comments.v[i].text, strlen(s->rec.comments.v[i].text) + 1);
    s->rec.comments.n = 0;
}
