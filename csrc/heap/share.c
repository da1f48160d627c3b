/* share.c -- which objects two threads may reach (JPF: SharedObjectPolicy). Layer 4.
 *
 * A sticky, trailed bit: set when a reference is stored into a shared object, and from the Thread
 * object when a thread starts. Firewall fields (jdk/fields.def: thread locals ...) do not spread it. */
#include "heap/heap_int.h"

static const u8 no_firewall[1];

/* Payload words of instances of ci behind which nothing becomes shared; no_firewall: none. */
static const u8 *firewall_of(Heap *h, ClassInfo *ci) {
    if (ci->firewall) return ci->firewall;
    u8 *map = NULL;
    ci->firewall = no_firewall;
    for (ClassInfo *c = ci; c; c = c->super)
        for (u32 i = 0; i < c->n_fields; i++) {
            const FieldInfo *f = &c->fields[i];
            if (f->flags & ACC_STATIC || f->type != T_REF || !(f->attrs & FA_FIREWALL)) continue;
            if (!map && !(map = arena_alloc(&h->cs->arena, (ci->inst_size - OBJ_HEADER) / 4 + 1))) return no_firewall;
            map[(f->offset - OBJ_HEADER) / 4] = 1;
        }
    if (map) ci->firewall = map;
    return ci->firewall;
}

static bool firewall_static(const ClassInfo *ci, u32 offset) {
    for (u32 i = 0; ci && i < ci->n_fields; i++)
        if (ci->fields[i].offset == offset && ci->fields[i].flags & ACC_STATIC && ci->fields[i].attrs & FA_FIREWALL)
            return true;
    return false;
}

static void set_flags(Heap *h, ElementInfo *e, u32 set, u32 clear) {
    heap_log(h, e, &e->hf);
    e->hf = (e->hf | set) & ~clear;
}

static void share_one(Heap *h, Ref r) {
    ElementInfo *e = ei(h, r);
    bool frozen = e->hf & EF_FROZEN;
    if (e->hf & EF_SHARED) {
        if ((e->hf & EF_UNSHARED) && !frozen) set_flags(h, e, 0, EF_UNSHARED);
        return;
    }
    set_flags(h, e, EF_SHARED | (frozen ? EF_UNSHARED : 0), 0);
    if (vec_push(h->cx, &h->in->queue, r)) h->in->failed = true;
    heap_tell(h, HT_SHARED, r);
}

/* What a shared object has through a field with an `owner` (all such fields, or the one at an offset) must not have
 * been shared before, or it may have two. */
static void test_owner(Heap *h, const ElementInfo *e, u32 offset) {
    for (const ClassInfo *c = ei_class(h, e); c && c->kind == CK_CLASS; c = c->super)
        for (u32 i = 0; i < c->n_fields; i++) {
            FieldInfo *f = &c->fields[i];
            if (!f->owner || (f->flags & ACC_STATIC) || (offset && f->offset != offset)) continue;
            Ref v = *(const Ref *)(const void *)((const u8 *)e + f->offset);
            if (v && (ei(h, v)->hf & EF_SHARED)) f->owner = OWN_MANY;
        }
}

/* The queue is the collector's: neither runs while the other does. */
void heap_share(Heap *h, Ref r) {
    struct HeapInner *in = h->in;
    if (!r) return;
    in->queue.n = 0;
    share_one(h, r);
    for (u32 i = 0; i < in->queue.n; i++) {
        ElementInfo *e = ei(h, in->queue.v[i]);
        if (JPF_UNLIKELY(h->cs->n_owners)) test_owner(h, e, 0);
        Shape s = ei_shape(h, e);
        const u32 *w = ei_words(e);
        if (!s.ref_words) {
            for (u32 k = 0; k < s.n_refs; k++)
                if (w[k]) share_one(h, w[k]);
            continue;
        }
        if (!s.n_refs) continue;
        const u8 *wall = firewall_of(h, ei_class(h, e));
        for (u32 k = 0; k < s.n_refs; k++) {
            u32 i_word = s.ref_words[k];
            if (w[i_word] && (wall == no_firewall || !wall[i_word])) share_one(h, w[i_word]);
        }
    }
    in->queue.n = 0;
}

void heap_declare_shared(Heap *h, Ref r, bool shared) {
    if (!r) return;
    if (shared) heap_share(h, r);
    ElementInfo *e = ei(h, r);
    if (e->hf & EF_SHARED) set_flags(h, e, shared ? 0 : EF_UNSHARED, shared ? EF_UNSHARED : 0);
}

void heap_freeze_shared(Heap *h, Ref r, bool freeze) {
    if (r) set_flags(h, ei(h, r), freeze ? EF_FROZEN : 0, freeze ? 0 : EF_FROZEN);
}

bool heap_walled(Heap *h, const ElementInfo *e, u32 word) {
    ClassInfo *ci = ei_class(h, e);
    if (ci->kind == CK_ARRAY) return false;
    u32 offset = OBJ_HEADER + word * 4;
    if (offset >= ci->inst_end) return firewall_static(mirror_class(h, ei_ref(h, e)), offset);
    const u8 *wall = firewall_of(h, ci);
    return wall != no_firewall && wall[word];
}

void heap_publish(Heap *h, const ElementInfo *e, const u32 *word, Ref val) {
    u32 offset = (u32)((const u8 *)word - (const u8 *)e);
    if (offset >= OBJ_HEADER && heap_walled(h, e, (offset - OBJ_HEADER) / 4)) return;
    if (h->cs->n_owners && offset >= OBJ_HEADER) test_owner(h, e, offset);
    if (ei_counts_shared(ei(h, val))) return;
    h->exposures += !(ei(h, val)->hf & EF_SHARED);
    heap_share(h, val);
}

void heap_put_ref(Heap *h, ElementInfo *e, u32 *word, Ref val) { heap_put_ref_fast(h, e, word, val); }
