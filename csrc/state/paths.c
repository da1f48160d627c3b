/* paths.c -- objects by a way that leads to them: making, following. Layer 10. */
#include "state/paths.h"
#include "state/state_int.h"

enum { FAR = 24 }; /* references of a way, at most */

void paths_free(Ctx *cx, Paths *p) {
    vec_free(cx, &p->nodes);
    vec_free(cx, &p->ends);
    map_free(&p->index);
    map_free(&p->static_of);
}

void paths_begin(Ctx *cx, Paths *p) {
    paths_free(cx, p);
    map_init(&p->index, cx);
    map_init(&p->static_of, cx);
    p->statics = p->round = 0;
}

static Status node(StateEngine *se, Paths *p, PathNode x, u32 *at) {
    u64 h = hash_bytes(&x, sizeof x, 0x9A7) | 1, i;
    for (; map_get(&p->index, h, &i); h += 2)
        if (mem_cmp(&p->nodes.v[i], &x, sizeof x) == 0) {
            *at = (u32)i;
            return ST_OK;
        }
    if (!p->nodes.n && vec_push(se->cx, &p->nodes, (PathNode){0}) != ST_OK) return ST_ERROR;
    *at = p->nodes.n;
    if (vec_push(se->cx, &p->nodes, x) != ST_OK) return ST_ERROR;
    return map_put(&p->index, h, *at);
}

/* Forms have another frame than such a thread's. */
static bool joins(const ThreadInfo *ti) { return ti->status == TS_RUNNABLE && ti->pend.action == AC_JOIN; }

/* False: a way that begins so is not named. */
static bool root(StateEngine *se, const u8 *number, SlotId id, PathNode *x) {
    u32 i = id & SLOT_INDEX;
    *x = (PathNode){.thread = PATH_NOBODY};
    if (id >> 30 == SLOT_STATIC) {
        const StaticSlot *s = &se->sslots.v[i];
        x->at = s->name;
        return s->kind != SK_SKIPREF && s->kind != SK_KEEP && !omit_may(se, i);
    }
    const RootSlot *s = &se->rslots.v[i];
    const Rec *r = &se->recs.v[s->s.owner];
    const ThreadInfo *ti = se->ks->threads.v[r->thread];
    x->thread = r->thread < PATH_THREADS ? number[r->thread] : PATH_NOBODY;
    if (r->cls == REC_THREAD) return s->word == THREAD_OBJ && x->thread != PATH_NOBODY;
    x->at = (u64)(r->cls - 1) << 32 | s->word; /* 2 + depth is the class */
    return x->thread != PATH_NOBODY && !joins(ti);
}

/* A thread in an array: where a frame alone has that, forms may be without the order of its elements (held.c). */
static bool keeps_thread(const StateEngine *se, u32 owner, u32 of) {
    ClassInfo *array = meta_class(se, owner);
    ClassInfo *element = meta_class(se, of);
    return array->kind == CK_ARRAY && ci_is_subclass(element, se->ks->cs->thread);
}

Status path_to(StateEngine *se, Paths *p, const u8 *number, Ref r, u32 *path) {
    u32 steps[FAR], n = 0, i = ei(se->heap, r)->meta;
    *path = 0;
    if (!i || i >= se->metas.n || se->metas.v[i].obj != r) return ST_OK;
    SlotId id;
    bool kept = false;
    for (; se->metas.v[i].rd < (u64)CLS_LATE << 32; steps[n++] = id - se->metas.v[i].slots) {
        PathNode x;
        id = se->metas.v[i].tree;
        if (id && id >> 30 != SLOT_OBJ) {
            if ((kept && id >> 30 == SLOT_ROOT) || !root(se, number, id, &x)) return ST_OK;
            if (node(se, p, x, path) != ST_OK) return ST_ERROR;
            while (n)
                if (node(se, p, (PathNode){.up = *path, .at = steps[--n]}, path) != ST_OK) return ST_ERROR;
            return ST_OK;
        }
        const u32 of = i;
        i = se->oslots.v[id].owner;
        if (!id || i & SLOT_SKIP || n == FAR || crew_leads(se, i, id)) return ST_OK;
        kept |= keeps_thread(se, i, of);
    }
    return ST_OK;
}

void paths_anew(Paths *p) { p->round++; }

static Status at_static(StateEngine *se, Paths *p, u64 name, Ref *r) {
    u64 i, h;
    for (; p->statics < se->sslots.n; p->statics++)
        if (p->statics && map_put(&p->static_of, se->sslots.v[p->statics].name, p->statics) != ST_OK) return ST_ERROR;
    if (!map_get(&p->static_of, name, &i)) return ST_OK;
    const StaticSlot *s = &se->sslots.v[i];
    if (static_value(se, s, static_read(se, s), &h, r) != SV_OBJECT) *r = 0;
    return ST_OK;
}

static Status at_thread(StateEngine *se, ThreadInfo *ti, u64 at, Ref *r) {
    if (!at) {
        Ref refs[N_THREAD_SLOTS];
        thread_refs(se, ti, refs);
        *r = refs[THREAD_OBJ];
        return ST_OK;
    }
    StackFrame *f = joins(ti) ? NULL : ti->top;
    while (f && f->depth + 1 != at >> 32) f = f->prev;
    if (!f) return ST_OK;
    if (frame_scan(se, ti, f) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < se->refs.n; i++)
        if (se->refs.v[i].word == (u32)at) *r = se->refs.v[i].val;
    return ST_OK;
}

static Ref at_object(const StateEngine *se, Ref owner, u64 at) {
    ElementInfo *e = ei(se->heap, owner);
    Shape s = ei_shape(se->heap, e);
    if (at >= s.n_refs) return 0;
    u32 word = s.ref_words ? s.ref_words[at] : (u32)at;
    return s.kinds && s.kinds[word] != WK_REF ? 0 : ei_words(e)[word];
}

Status path_end(StateEngine *se, Paths *p, const u8 *ids, u32 path, Ref *r) {
    *r = 0;
    if (!path || path >= p->nodes.n) return ST_OK;
    while (p->ends.n <= path)
        if (vec_push(se->cx, &p->ends, ((struct PathEnd){UINT32_MAX, 0})) != ST_OK) return ST_ERROR;
    if (p->ends.v[path].round == p->round) {
        *r = p->ends.v[path].r;
        return ST_OK;
    }
    const PathNode x = p->nodes.v[path];
    Status st = ST_OK;
    if (x.up) {
        Ref owner;
        st = path_end(se, p, ids, x.up, &owner);
        if (owner) *r = at_object(se, owner, x.at);
    } else if (x.thread == PATH_NOBODY) {
        st = at_static(se, p, x.at, r);
    } else if (x.thread < PATH_THREADS && ids[x.thread] < se->ks->n_threads) {
        st = at_thread(se, se->ks->threads.v[ids[x.thread]], x.at, r);
    }
    p->ends.v[path] = (struct PathEnd){p->round, *r};
    return st;
}

void paths_pack(Paths *p, Pack *k) {
    pack_vec(k, &p->nodes);
    pack_map(k, &p->index);
}
