/* choice.c -- the native ChoiceGenerators. */
#include "choice/choice.h"

#include <stdio.h>

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
    memcpy(dst, ids, n * sizeof *ids);
    snprintf(cg->id, sizeof cg->id, "%s", action_name(action));
    return ST_OK;
}

Status cg_from_request(Ctx *cx, ChoiceGenerator *cg, ChoiceReq *req, ThreadInfo *ti) {
    (void)cx;
    memset(cg, 0, sizeof *cg);
    cg->kind = req->kind;
    cg->at = -1;
    cg->thread = ti->id;
    cg->first_step = ti->first_step;
    cg->lo = req->lo;
    cg->delta = req->delta ? req->delta : 1;
    snprintf(cg->id, sizeof cg->id, "%.39s", req->id);
    switch (req->kind) {
    case CK_BOOL: cg->n = 2; break;
    case CK_NOTIFY:
        cg->lo = 0;
        cg->delta = 1;
        cg->n = (u32)(req->hi + 1);
        break;
    case CK_INT_INTERVAL: {
        i64 span = cg->delta > 0 ? req->hi - req->lo : req->lo - req->hi;
        i64 step = cg->delta > 0 ? cg->delta : -cg->delta;
        cg->n = span < 0 ? 0 : (u32)(span / step + 1);
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

static bool is_list(const ChoiceGenerator *cg) {
    return cg->kind >= CK_INT_LIST && cg->kind <= CK_FLOAT_LIST;
}

void cg_free(Ctx *cx, ChoiceGenerator *cg) {
    if (cg->kind == CK_THREAD && cg->n_full > 4) cx_free(cx, cg->u.threads, cg->n_full * sizeof(u32));
    if (is_list(cg)) cx_free(cx, cg->u.list, cg->n * sizeof(i64));
    cg->n = cg->n_full = 0;
}

u32 cg_thread(const ChoiceGenerator *cg, u32 i) {
    return cg->n_full > 4 ? cg->u.threads[i] : cg->u.small[i];
}

u32 cg_rank(const ChoiceGenerator *cg) {
    if (cg->kind != CK_THREAD) return (u32)cg->at;
    u32 id = cg_thread(cg, (u32)cg->at), r = 0;
    for (u32 i = 0; i < cg->n_full; i++) r += cg_thread(cg, i) < id;
    return r;
}

i64 cg_value(const ChoiceGenerator *cg, u32 i) {
    if (cg->kind == CK_BOOL) return cg->lo ? (i64)i : 1 - (i64)i;
    if (is_list(cg)) return cg->u.list[i];
    return cg->lo + (i64)i * cg->delta;
}

const char *cg_type_name(const ChoiceGenerator *cg) {
    switch (cg->kind) {
    case CK_THREAD: return cg->action == AC_BREAK ? "BreakGenerator" : "ThreadChoiceFromSet";
    case CK_BOOL: return "BooleanChoiceGenerator";
    case CK_INT_LIST: return "IntChoiceFromSet";
    case CK_LONG_LIST: return "LongChoiceFromList";
    case CK_DOUBLE_LIST: return "DoubleChoiceFromList";
    case CK_FLOAT_LIST: return "FloatChoiceFromList";
    case CK_NOTIFY: return "NotifyChoice";
    default: return "IntIntervalGenerator";
    }
}

void cg_value_text(const ChoiceGenerator *cg, u32 i, char *buf, size_t n) {
    if (cg->kind == CK_THREAD) {
        snprintf(buf, n, "%u", cg_thread(cg, i));
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
    } else {
        snprintf(buf, n, "%lld", (long long)v);
    }
}
