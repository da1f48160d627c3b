/* choice.c -- the ChoiceGenerators: made, freed, asked for their i-th choice. */
#include "choice/choice.h"

#include <stdio.h>

const char *cg_text_kept(KernelState *ks, const char *id) {
    Sym *s = sym_z(&ks->cs->syms, id);
    return s ? s->s : NULL;
}

Status cg_threads(Ctx *cx, ChoiceGenerator *cg, const u32 *ids, u32 n, u8 action) {
    memset(cg, 0, sizeof *cg);
    cg->kind = CK_THREAD;
    cg->action = action;
    cg->at = -1;
    cg->n = cg->n_full = n;
    u32 *dst = cg->u.small;
    if (n > 4) {
        dst = cx_alloc(cx, n * sizeof *dst);
        if (!dst) return ST_ERROR;
        cg->u.threads = dst;
    }
    mem_copy(dst, ids, n * sizeof *ids);
    cg->id = action_name(action);
    return ST_OK;
}

Status cg_from_request(Ctx *cx, ChoiceGenerator *cg, ChoiceReq *req, ThreadInfo *ti) {
    memset(cg, 0, sizeof *cg);
    cg->kind = req->kind;
    cg->flags = CGF_REQUEST;
    cg->at = -1;
    cg->thread = ti->id;
    cg->first_step = ti->first_step;
    cg->lo = req->lo;
    cg->delta = req->delta ? req->delta : 1;
    if (!(cg->id = cg_text_kept(ti->ks, req->id))) return ST_ERROR;
    switch (req->kind) {
    case CK_NAMED: return cg_named(cx, cg, req, ti);
    case CK_BOOL: cg->n = 2; break;
    case CK_NOTIFY:
        cg->lo = 0;
        cg->delta = 1;
        cg->n = (u64)(req->hi + 1);
        break;
    case CK_INT_INTERVAL: {
        i64 span = cg->delta > 0 ? req->hi - req->lo : req->lo - req->hi;
        i64 step = cg->delta > 0 ? cg->delta : -cg->delta;
        cg->n = span < 0 ? 0 : (u64)(span / step) + 1;
        break;
    }
    default:
        cg->n = req->n;
        cg->u.list = req->list;
        req->list = NULL;
        req->n = 0;
    }
    cg->n_full = cg->n;
    return ST_OK;
}

bool cg_has_list(const ChoiceGenerator *cg) {
    return (cg->kind >= CK_INT_LIST && cg->kind <= CK_FLOAT_LIST) || cg->kind == CK_REF_LIST || cg->kind == CK_EVENT;
}

void cg_free(Ctx *cx, ChoiceGenerator *cg) {
    if (cg->kind == CK_THREAD && cg->n_full > 4) cx_free(cx, cg->u.threads, cg->n_full * sizeof(u32));
    if (cg_has_list(cg)) cx_free(cx, cg->u.list, (cg->flags & CGF_RANKED ? 2 : 1) * cg_all(cg) * sizeof(i64));
    if (cg->host && cx->host->cg_free) cx->host->cg_free(cx->host->cg_user, cg->host);
    cg->host = 0;
    cg->n = cg->n_full = 0;
}

static u64 place(const ChoiceGenerator *cg, u64 i) {
    return JPF_UNLIKELY(cg->seed != 0) ? permute_index(cg->seed, cg->n, i) : i;
}

void cg_randomize(ChoiceGenerator *cg, u64 seed) {
    if (cg->n < 2 || cg->kind == CK_CUSTOM || cg->seed || (cg->flags & CGF_GIVEN)) return;
    if (cg->kind != CK_THREAD) {
        cg->seed = seed | 1;
        return;
    }
    u32 *v = cg->n_full > 4 ? cg->u.threads : cg->u.small; /* a reduction reorders them afterwards */
    for (u64 k = cg->n; k > 1; k--) {
        seed = mix64(seed, k);
        u64 j = seed % k;
        u32 t = v[k - 1];
        v[k - 1] = v[j];
        v[j] = t;
    }
}

u32 cg_thread(const ChoiceGenerator *cg, u64 i) { return cg->n_full > 4 ? cg->u.threads[i] : cg->u.small[i]; }

u64 cg_rank(const ChoiceGenerator *cg) {
    if (cg->flags & CGF_RANKED) return (u64)cg->u.list[cg->n_full + (u64)cg->at];
    if (cg->kind != CK_THREAD) return place(cg, (u64)cg->at);
    if (cg->flags & CGF_GIVEN) return (u64)cg->at;
    u32 id = cg_thread(cg, (u64)cg->at), r = 0;
    for (u64 i = 0; i < cg->n_full; i++) r += cg_thread(cg, i) < id;
    return r;
}

u64 cg_at_rank(const ChoiceGenerator *cg, u64 rank) {
    u64 at = rank;
    if (cg->flags & CGF_RANKED)
        for (at = 0; at < cg->n_full && (u64)cg->u.list[cg->n_full + at] != rank;) at++;
    return at;
}

i64 cg_value(const ChoiceGenerator *cg, u64 i) {
    i = place(cg, i);
    if (cg->kind == CK_BOOL) return cg->lo ? (i64)i : 1 - (i64)i;
    if (cg_has_list(cg)) return cg->u.list[i];
    if (cg->kind == CK_PERM) return (i64)i;
    if (cg->kind == CK_RANDOM_INT) { /* lo and delta: bounds; handle: seed */
        u64 span = (u64)(cg->delta - cg->lo) + 1;
        u64 x = mix64(cg->u.seed, i);
        return cg->lo + (i64)(span ? x % span : x);
    }
    return cg->lo + (i64)i * cg->delta;
}

u64 cg_digest(KernelState *ks, const ChoiceGenerator *cg, u64 seed) {
    const char *type = cg_type_name(cg);
    u64 h = mix64(hash_bytes(type, strlen(type), seed), cg->kind == CK_CUSTOM ? 0 : cg->n);
    if (cg->kind == CK_THREAD) {
        for (u64 i = 0; i < cg->n; i++) {
            const ThreadInfo *t = ks->threads.v[cg_thread(cg, i)];
            h = mix64(h, (u64)t->tid_key_hi << 32 | t->tid_key_lo);
        }
    } else if (cg->kind == CK_REF_LIST) {
        h = mix64(h, 0); /* references name no objects; how many there are counts */
    } else if (cg_has_list(cg)) {
        for (u64 i = 0; i < cg->n; i++) h = mix64(h, (u64)cg->u.list[i]);
    } else if (cg->kind != CK_CUSTOM) {
        h = mix64(mix64(h, (u64)cg->lo), (u64)cg->delta);
    }
    return h;
}

Status cg_draw(Ctx *cx, const ChoiceGenerator *cg, u64 i, i64 *v) {
    if (cg->kind == CK_CUSTOM) return cx->host->cg_value(cx->host->cg_user, cg->host, i, v);
    *v = cg_value(cg, i);
    return ST_OK;
}

Status cg_reach(Ctx *cx, ChoiceGenerator *cg, u64 i, bool *there) {
    if (!(cg->flags & CGF_OPEN) || i < cg->n) {
        *there = i < cg->n;
        return ST_OK;
    }
    u64 n = cg->n;
    bool open = true;
    if (cx->host->cg_count(cx->host->cg_user, cg->host, i + 1, &n, &open) != ST_OK) return ST_ERROR;
    cg->n = n;
    if (!open) cg->flags &= (u8)~CGF_OPEN;
    *there = i < n;
    return ST_OK;
}

const char *cg_type_name(const ChoiceGenerator *cg) {
    if (cg->type) return cg->type;
    switch (cg->kind) {
    case CK_THREAD: return cg->action == AC_BREAK ? "BreakGenerator" : "ThreadChoiceFromSet";
    case CK_BOOL: return "BooleanChoiceGenerator";
    case CK_EVENT: return "EventChoice";
    case CK_INT_LIST: return "IntChoiceFromSet";
    case CK_LONG_LIST: return "LongChoiceFromList";
    case CK_DOUBLE_LIST: return "DoubleChoiceFromList";
    case CK_FLOAT_LIST: return "FloatChoiceFromList";
    case CK_REF_LIST: return "TypedObjectChoice";
    case CK_RANDOM_INT: return "RandomIntIntervalGenerator";
    case CK_PERM: return "PermutationCG";
    case CK_CUSTOM: return "ChoiceGenerator";
    case CK_NOTIFY: return "NotifyChoice";
    default: return "IntIntervalGenerator";
    }
}

void cg_value_text(Ctx *cx, const ChoiceGenerator *cg, u64 i, char *buf, size_t n) {
    if (cg->kind == CK_THREAD) {
        snprintf(buf, n, "%u", cg_thread(cg, i));
        return;
    }
    if (cg->kind == CK_CUSTOM) {
        if (cx->host->cg_text(cx->host->cg_user, cg->host, i, buf, n) != ST_OK) snprintf(buf, n, "?");
        return;
    }
    i64 v = cg_value(cg, i);
    if (cg->kind == CK_BOOL) {
        snprintf(buf, n, "%s", v ? "true" : "false");
    } else if (cg->kind == CK_DOUBLE_LIST) {
        double d;
        memcpy(&d, &v, 8);
        snprintf(buf, n, "%.17g", d);
    } else if (cg->kind == CK_FLOAT_LIST) {
        float f;
        memcpy(&f, &v, 4);
        snprintf(buf, n, "%.9g", f);
    } else if (cg->kind == CK_PERM && perm_size(cg) <= 64) {
        u32 p[64];
        size_t k = 0;
        perm_at(cg, (u64)v, p);
        for (u32 j = 0; j < perm_size(cg) && k + 12 < n; j++)
            k += (size_t)snprintf(buf + k, n - k, j ? ",%u" : "%u", p[j]);
    } else {
        snprintf(buf, n, "%lld", (long long)v);
    }
}
