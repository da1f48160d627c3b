/* java_lang_stackstream.c -- StackWalker (java.lang.StackStreamFactory) and StackFrameInfo.
 *
 * callStackWalk fills the first batch and calls doStackWalk above the walked frames, which do not change
 * while the walk is open. The walk's position is kept in the walker's own `anchor` field:
 * 2 * depth of the next frame to look at + 2, and 1 more at the native behind it (1: none left; Java
 * reserves 0 and -1). */
#include "native/world.h"

enum {
    WALK_GET_CALLER_CLASS = 0x04, /* up to 21 */
    WALK_SHOW_HIDDEN = 0x20,
    WALK_CLASS_ONLY = 0x02,
    MEMBER_CALLER_SENSITIVE = 0x00100000,
    MEMBER_HIDDEN = 0x00400000,
};

/* Is c StackWalker, AbstractStackWalker or a direct subclass of the latter? */
static bool walker_class(const ClassInfo *c) {
    if (c->loader != 0) return false;
    if (!strcmp(c->name->s, "java/lang/StackWalker")) return true;
    const char *w = "java/lang/StackStreamFactory$AbstractStackWalker";
    return !strcmp(c->name->s, w) || (c->super && !strcmp(c->super->name->s, w));
}

static i32 frame_bci(const StackFrame *f) {
    const MethodInfo *mi = f->mi;
    if (!mi->code || !mi->bci || !f->pc) return -1;
    u32 i = (u32)(f->pc - mi->code);
    return i < mi->n_code ? (i32)mi->bci[i] : -1;
}

/* Member flags of ClassFrameInfo.flags and MemberName.flags. */
static u32 member_flags(ThreadInfo *ti, const MethodInfo *mi) {
    u32 f = mi->flags & 0x1DFF;
    if (mi->attrs & MA_CALLER_SENSITIVE) f |= MEMBER_CALLER_SENSITIVE;
    if (ti->ks->cs->jdk >= 22 && ((mi->attrs & MA_HIDDEN) || (mi->ci->attrs & CA_HIDDEN))) f |= MEMBER_HIDDEN;
    return f;
}

static int resolved_method(ThreadInfo *ti, const MethodInfo *mi, Ref *out) {
    ClassInfo *rc;
    NAT_TRY(nat_class(ti, NC_RESOLVEDMETHOD, &rc));
    NAT_TRY(nat_new(ti, rc, out));
    nat_set_int(ti, *out, NF_RMN_TARGET, (i32)(mi->id + 1));
    nat_set_ref(ti, *out, NF_RMN_HOLDER, mi->ci->mirror);
    return NAT_OK;
}

/* Where a walk stands: at a frame, or at the native method behind it, which has pushed it and has no frame of
 * its own. f == NULL: at the end. */
typedef struct Pos {
    StackFrame *f;
    bool native;
} Pos;

static const MethodInfo *method_at(const ThreadInfo *ti, Pos p) {
    return p.native ? ti->ks->cs->methods.v[p.f->native - 1] : p.f->mi;
}

static Pos next_pos(Pos p) {
    if (!p.native && p.f->native) return (Pos){p.f, true};
    return (Pos){p.f->prev, false};
}

/* Fill element `slot` of the frames buffer with what stands at p. */
static int fill(ThreadInfo *ti, Ref frames, u32 slot, Pos p) {
    Heap *h = nat_heap(ti);
    Classes *cs = ti->ks->cs;
    ElementInfo *fe = ei(h, frames);
    const MethodInfo *mi = method_at(ti, p);
    i32 bci = p.native ? -1 : frame_bci(p.f);
    Ref o, rm;
    if (ei_class(h, fe)->elem == cs->class_) { /* up to 21: Class[] */
        heap_put_ref(h, fe, ei_words(fe) + slot, mi->ci->mirror);
        return NAT_OK;
    }
    o = arr_ref(h, frames, slot);
    if (!o) return throw_new(ti, "java/lang/InternalError", "%s", "stack walk: no frame object");
    ClassInfo *oc = ei_class(h, ei(h, o));
    Ref mn = nat_get_ref(ti, o, NF_SFI_MEMBER);
    if (nat_off(natives(ti), NF_SFI_MEMBER) && mn) { /* up to 21: a MemberName */
        NAT_TRY(resolved_method(ti, mi, &rm));
        u32 ref = (mi->flags & ACC_STATIC) ? 6 : 7;
        bool init = !strcmp(mi->name->s, "<init>");
        nat_set_ref(ti, mn, NF_MN_CLAZZ, mi->ci->mirror);
        nat_set_ref(ti, mn, NF_MN_METHOD, rm);
        nat_set_int(ti, mn, NF_MN_FLAGS, (i32)(member_flags(ti, mi) | (init ? 0x20000u : 0x10000u) | ref << 24));
        nat_set_int(ti, o, NF_SFI_BCI, bci);
        return NAT_OK;
    }
    FieldInfo *cf = ci_find_field(oc, "classOrMemberName"), *ff = ci_find_field(oc, "flags"),
              *bf = ci_find_field(oc, "bci");
    if (!cf || !ff) return throw_new(ti, "java/lang/InternalError", "%s", "stack walk: unknown frame class");
    put_u32(h, o, ff->offset, get_u32(h, o, ff->offset) | member_flags(ti, mi));
    if (!bf) { /* ClassFrameInfo: classes only */
        put_ref(h, o, cf->offset, mi->ci->mirror);
        return NAT_OK;
    }
    NAT_TRY(resolved_method(ti, mi, &rm));
    put_ref(h, o, cf->offset, rm);
    put_u32(h, o, bf->offset, (u32)bci);
    return NAT_OK;
}

static bool skipped(const ThreadInfo *ti, Pos p, i64 mode) {
    const MethodInfo *mi = method_at(ti, p);
    if (mi->attrs & MA_SYNTHETIC_VM) return true;
    return !(mode & WALK_SHOW_HIDDEN) && ((mi->attrs & MA_HIDDEN) || (mi->ci->attrs & CA_HIDDEN));
}

/* Decode up to max frames from *at on. */
static int decode(ThreadInfo *ti, Pos *at, i64 mode, Ref frames, u32 start, u32 max, u32 *n) {
    Heap *h = nat_heap(ti);
    Pos p = *at;
    *n = 0;
    u32 len = arr_len(h, frames);
    for (; p.f && *n < max && start + *n < len; p = next_pos(p)) {
        if (skipped(ti, p, mode)) continue;
        const MethodInfo *mi = method_at(ti, p);
        if ((mode & WALK_GET_CALLER_CLASS) && ti->ks->cs->jdk < 22 && start + *n == start &&
            (mi->attrs & MA_CALLER_SENSITIVE)) {
            char b[400];
            return throw_new(ti, "java/lang/UnsupportedOperationException",
                             "StackWalker::getCallerClass called from @CallerSensitive '%s' method",
                             mi_external_name(mi, b, sizeof b));
        }
        NAT_TRY(fill(ti, frames, start + *n, p));
        ++*n;
    }
    while (p.f && skipped(ti, p, mode)) p = next_pos(p);
    *at = p;
    return NAT_OK;
}

static i64 anchor_of(Pos p) { return p.f ? 2 * (i64)p.f->depth + p.native + 2 : 1; }

static int walk(ThreadInfo *ti, Ref walker, i64 mode, i32 skip, i32 count, i32 start, Ref frames) {
    StackFrame *f = ti->top;
    u32 n;
    if (!frames) return throw_new(ti, "java/lang/NullPointerException", "%s", "frames_array is NULL");
    if (count < 0 || start < 0 || (u64)(u32)start > arr_len(nat_heap(ti), frames))
        return throw_new(ti, "java/lang/IllegalArgumentException", "%s", "not enough space in buffers");
    while (f && (nat_hidden_frame(f) || walker_class(f->mi->ci))) f = f->prev;
    for (; skip > 0 && f; skip--) f = nat_caller(f);
    Pos at = {f, false};
    NAT_TRY(decode(ti, &at, mode, frames, (u32)start, (u32)count, &n));
    if (!n) return throw_new(ti, "java/lang/InternalError", "%s", "stack walk: decode failed");
    ClassInfo *wc;
    NAT_TRY(nat_class(ti, NC_WALKER, &wc));
    MethodInfo *mi = ci_find_method(wc, "doStackWalk", "(JIIII)Ljava/lang/Object;");
    if (!mi) return nat_not_modelled(ti, "StackWalker of this JDK");
    i64 anchor = anchor_of(at);
    u32 args[7] = {walker, 0, 0, (u32)skip, n, (u32)start, (u32)start + n};
    if (ti->ks->cs->jdk < 22) args[4] = (u32)count;
    memcpy(args + 1, &anchor, 8);
    return call_java(ti, mi, args, false);
}

static int fetch(ThreadInfo *ti, Ref walker, i64 mode, i64 anchor, i32 count, i32 start, Ref frames, u32 *n) {
    StackFrame *f = ti->top;
    if (!frames) return throw_new(ti, "java/lang/NullPointerException", "%s", "frames_array is NULL");
    if (count < 0 || start < 0 || (u64)(u32)start > arr_len(nat_heap(ti), frames))
        return throw_new(ti, "java/lang/IllegalArgumentException", "%s", "not enough space in buffers");
    u32 off = nat_off(natives(ti), NF_WALKER_ANCHOR);
    if (anchor < 1 || !off) return throw_new(ti, "java/lang/InternalError", "%s", "doStackWalk: corrupted buffers");
    *n = 0;
    if (anchor == 1) return NAT_OK;
    while (f && (i64)f->depth > (anchor - 2) / 2) f = f->prev;
    Pos at = {f, f && (anchor & 1)};
    NAT_TRY(decode(ti, &at, mode, frames, (u32)start, (u32)count, n));
    put_u64(nat_heap(ti), walker, off, (u64)anchor_of(at));
    return NAT_OK;
}

/* --- natives; signatures differ by release --- */

/* 17: (this, J mode, I skip, I batch, I start, frames) */
int walker_callStackWalk17(ThreadInfo *ti, const u32 *a, u32 *r) {
    return walk(ti, a[0], getw_long(a + 1), (i32)a[3], (i32)a[4], (i32)a[5], a[6]);
}
/* 19..21: (this, J mode, I skip, scope, continuation, I batch, I start, frames) */
int walker_callStackWalk21(ThreadInfo *ti, const u32 *a, u32 *r) {
    return walk(ti, a[0], getw_long(a + 1), (i32)a[3], (i32)a[6], (i32)a[7], a[8]);
}
/* 22+: (this, I mode, I skip, scope, continuation, I bufferSize, I start, frames) */
int walker_callStackWalk(ThreadInfo *ti, const u32 *a, u32 *r) {
    return walk(ti, a[0], a[1], (i32)a[2], (i32)(a[5] - a[6]), (i32)a[6], a[7]);
}
/* 17..21: (this, J mode, J anchor, I batch, I start, frames) answers the end index */
int walker_fetchStackFrames17(ThreadInfo *ti, const u32 *a, u32 *r) {
    u32 n;
    NAT_TRY(fetch(ti, a[0], getw_long(a + 1), getw_long(a + 3), (i32)a[5], (i32)a[6], a[7], &n));
    return ret_int(r, (i32)(a[6] + n));
}
/* 22+: (this, I mode, J anchor, I lastBatch, I bufferSize, I start, frames) answers the number */
int walker_fetchStackFrames(ThreadInfo *ti, const u32 *a, u32 *r) {
    u32 n;
    NAT_TRY(fetch(ti, a[0], a[1], getw_long(a + 2), (i32)(a[5] - a[6]), (i32)a[6], a[7], &n));
    return ret_int(r, (i32)n);
}
int walker_setContinuation(ThreadInfo *ti, const u32 *a, u32 *r) { return NAT_OK; }

/* The method a StackFrameInfo was filled with: through its MemberName (up to 21) or directly. */
static MethodInfo *method_of_frame(ThreadInfo *ti, Ref sfi) {
    Ref mn = nat_get_ref(ti, sfi, NF_SFI_MEMBER);
    Ref rm = mn ? nat_get_ref(ti, mn, NF_MN_METHOD) : nat_get_ref(ti, sfi, NF_SFI_CLASSORMEMBER);
    Classes *cs = ti->ks->cs;
    if (!rm || ei_class(nat_heap(ti), ei(nat_heap(ti), rm)) == cs->class_) return NULL;
    u32 id = (u32)nat_get_int(ti, rm, NF_RMN_TARGET);
    return id && id <= cs->methods.n ? cs->methods.v[id - 1] : NULL;
}

/* StackTraceElement.initStackTraceElement(StackTraceElement, StackFrameInfo) */
int stackframeinfo_toElement(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0] || !a[1]) return throw_npe(ti);
    MethodInfo *mi = method_of_frame(ti, a[1]);
    i32 bci = nat_get_int(ti, a[1], NF_SFI_BCI);
    u32 insn = 0;
    if (!mi) return throw_no_msg(ti, "java/lang/InternalError");
    while (mi->bci && insn + 1 < mi->n_code && (i32)mi->bci[insn + 1] <= bci) insn++;
    return ste_fill(ti, a[0], mi, insn);
}

/* StackFrameInfo.expandStackFrameInfo (22+): name and descriptor. */
int stackframeinfo_expand(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref s;
    MethodInfo *mi = method_of_frame(ti, a[0]);
    if (!mi) return NAT_OK;
    NAT_TRY(nat_intern(ti, mi->name, &s));
    nat_set_ref(ti, a[0], NF_SFI_NAME, s);
    NAT_TRY(nat_intern(ti, mi->desc, &s));
    nat_set_ref(ti, a[0], NF_SFI_TYPE, s);
    return NAT_OK;
}
