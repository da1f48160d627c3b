/* pools.c -- who waits for work that never comes: threads of pools and timers that nobody has shut down. Layer 11.
 *
 * Where a path is executed again for its trace, each pool and timer is noted with the program's line that made it. A
 * deadlock in which all that is left are their idle threads is told by these lines. */
#include "search/search.h"

static bool is_init(const StackFrame *f) { return strcmp(f->mi->name->s, "<init>") == 0; }

Status pools_record(Search *s, ThreadInfo *ti) {
    StackFrame *f = ti->top;
    const u32 known = f->mi->ci->known;
    if (!(known & (KC_POOL | KC_TIMER)) || !is_init(f)) return ST_OK;
    PoolRec r = {.obj = f->slots[0], .api = f->mi, .timer = (known & KC_TIMER) != 0};
    StackFrame *user = user_frame(ti);
    for (; f != user && f; f = f->prev)
        if (f->mi->code && !(f->mi->attrs & MA_SYNTHETIC_VM)) r.api = f->mi;
    while (f && f->prev && is_init(f) && f->slots[0] == r.obj) { /* of the program's own class */
        r.api = f->mi;
        f = f->prev;
    }
    if (!f || !f->mi->code) return ST_OK;
    r.mi = f->mi;
    r.line = mi_line(f->mi, (u32)(f->pc - f->mi->code));
    if (s->rec.pools.n && s->rec.pools.v[s->rec.pools.n - 1].obj == r.obj)
        s->rec.pools.n--; /* one constructor calls another */
    return vec_push(s->cx, &s->rec.pools, r);
}

/* The pool or timer that the thread idles for; NULL: it does not, or nobody knows what made that. */
static const PoolRec *idles_for(const Search *s, const ThreadInfo *ti) {
    Ref obj = 0;
    if (user_frame(ti)) return NULL;
    for (const StackFrame *f = ti->top; f && !obj; f = f->prev) {
        if (f->mi->known & KM_IDLES) obj = f->slots[0];
        else if (strncmp(f->mi->name->s, "run", 3) == 0) return NULL; /* a task of the library's */
    }
    for (u32 i = s->rec.pools.n; obj && i-- > 0;)
        if (s->rec.pools.v[i].obj == obj) return &s->rec.pools.v[i];
    return NULL;
}

enum { TOLD = 8 };

/* Those that all that is left waits for, at most TOLD of them; 0: something else is left. */
static u32 forgotten(const Search *s, const PoolRec **told) {
    const KernelState *ks = s->ks;
    u32 n = 0;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *ti = ks->threads.v[i];
        if (ti->daemon || ti->status == TS_NEW || ti->status == TS_TERMINATED) continue;
        const PoolRec *r = idles_for(s, ti);
        if (!r) return 0;
        u32 k = 0;
        while (k < n && told[k] != r) k++;
        if (k == n && n < TOLD) told[n++] = r;
    }
    return n;
}

static void call_text(const PoolRec *r, Text *t) {
    char cls[300];
    const char *name = ci_external_name(r->api->ci, cls, sizeof cls), *dot = strrchr(name, '.');
    name = dot ? dot + 1 : name;
    if (strcmp(r->api->name->s, "<init>") == 0) text_f(t, "new %s", name);
    else text_f(t, "%s.%s", name, r->api->name->s);
}

const PoolRec *pools_forgotten(const Search *s, Text *t) {
    const PoolRec *told[TOLD];
    u32 n = forgotten(s, told);
    for (u32 k = 0; k < n; k++) {
        const PoolRec *r = told[k];
        const Sym *file = r->mi->ci->cf ? r->mi->ci->cf->source_file : NULL;
        text_z(t, k ? "; " : "deadlock: ");
        text_z(t, r->timer ? "a timer was never cancelled: " : "a thread pool was never shut down: ");
        call_text(r, t);
        text_f(t, " at %s:%d", file ? file->s : "?", r->line);
    }
    return n ? told[0] : NULL;
}

void pools_json(const Search *s, Json *j) {
    const PoolRec *told[TOLD];
    u32 n = forgotten(s, told);
    json_array(j);
    for (u32 k = 0; k < n; k++) {
        Text call;
        text_init(&call, s->cx);
        call_text(told[k], &call);
        json_object(j);
        json_key_take(j, "call", &call);
        json_method(j, told[k]->mi, told[k]->line);
        json_end(j);
    }
    json_end(j);
}
