/* user_load.c -- classes that a program's own loader finds: a frame that calls its loadClass. JVMS 5.3.2. */
#include "interp/interp_int.h"

enum { LD_LOADER, LD_NAME, LD_FAILS, LD_SHOWN /* array class that is wanted */, LD_LOCALS };

/* --- what it has found on this path ---
 *
 * A class is known to the VM for good; that a loader of the program's has found it is state. What Loader.classes says,
 * and what instructions and pools of the loader's classes have become by that, is made anew when the state says
 * something else than it was made for: undoing, and images, change the state only. */

static u32 in_loader(const KernelState *ks, u32 *offset, const char *name) {
    const FieldInfo *fi = !*offset && ks->cs->class_loader ? ci_find_field(ks->cs->class_loader, name) : NULL;
    if (fi) *offset = fi->offset;
    return *offset;
}

Ref loader_object(const KernelState *ks, u32 loader) {
    const Classes *cs = ks->cs;
    const Heap *h = ks->heap;
    Ref o = loader < cs->loaders.n ? cs->loaders.v[loader].obj : 0;
    u32 index = in_loader(ks, &ks->interp->off_loader, "vmLoader");
    bool is = o && index && heap_is_object(h, o) && ci_is_subclass(ei_class(h, ei(h, o)), cs->class_loader) &&
              get_u32(h, o, index) == loader + 1;
    return is ? o : 0;
}

static u32 list_at(const KernelState *ks) { return in_loader(ks, &ks->interp->off_list, "vmClasses"); }
static u32 nth(u32 i) { return OBJ_HEADER + 4 * i; }

static u64 name_sum(const ClassInfo *ci) { return mix64(hash_bytes(ci->name->s, ci->name->len, 0), ci->key) | 1; }

static u32 n_found(const Heap *h, Ref list) {
    u32 n = 0, cap = list ? arr_len(h, list) : 0;
    while (n < cap && arr_ref(h, list, n)) n++;
    return n;
}

static u64 found_sum(const KernelState *ks, Ref loader) {
    const Heap *h = ks->heap;
    Interp *in = ks->interp;
    u32 low = in_loader(ks, &in->off_found, "vmFound"), high = in_loader(ks, &in->off_found_high, "vmFoundHigh");
    return low && high ? (u64)get_u32(h, loader, high) << 32 | get_u32(h, loader, low) : 0;
}

/* Room for one more behind the n that there are. */
static Status more_room(KernelState *ks, Ref obj, u32 n, Ref *list) {
    Heap *h = ks->heap;
    ClassInfo *objects;
    Ref more;
    if (*list && n < arr_len(h, *list)) return ST_OK;
    if (ci_array_of(ks->cs, ks->cs->object, &objects) != ST_OK) return ST_ERROR;
    if (heap_new_array(h, objects, n ? 2 * n : 8, &more) != ST_OK) return ST_ERROR;
    if (!more) return cx_fail(ks->cx, ERR_NOMEM, "no room for the classes of a loader"), ST_ERROR;
    for (u32 i = 0; i < n; i++) put_ref(h, more, nth(i), arr_ref(h, *list, i));
    put_ref(h, obj, list_at(ks), more);
    *list = more;
    return ST_OK;
}

/* The mirrors are in an order that does not follow from the path. */
Status user_record(ThreadInfo *ti, u32 loader, ClassInfo *ci) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    Loader *l = &ks->cs->loaders.v[loader];
    Ref obj = loader > 2 ? loader_object(ks, loader) : 0;
    if (loader_record(ks->cs, loader, ci->name, ci) != ST_OK) return ST_ERROR;
    if (!obj || !list_at(ks)) return ST_OK;
    Ref list = get_ref(h, obj, list_at(ks));
    u32 n = n_found(h, list), at = n;
    for (u32 i = 0; i < n; i++)
        if (arr_ref(h, list, i) == ci->mirror) return ST_OK;
    if (more_room(ks, obj, n, &list) != ST_OK) return ST_ERROR;
    for (; at && name_sum(mirror_class(h, arr_ref(h, list, at - 1))) > name_sum(ci); at--)
        put_ref(h, list, nth(at), arr_ref(h, list, at - 1));
    put_ref(h, list, nth(at), ci->mirror);
    l->found = found_sum(ks, obj) + name_sum(ci);
    put_u32(h, obj, ks->interp->off_found, (u32)l->found);
    put_u32(h, obj, ks->interp->off_found_high, (u32)(l->found >> 32));
    return ST_OK;
}

Status loaders_follow(KernelState *ks) {
    Classes *cs = ks->cs;
    const Heap *h = ks->heap;
    for (u32 i = 3; i < cs->loaders.n; i++) {
        Ref obj = loader_object(ks, i), list = obj && list_at(ks) ? get_ref(h, obj, list_at(ks)) : 0;
        u64 sum = obj ? found_sum(ks, obj) : 0;
        if (sum == cs->loaders.v[i].found) continue;
        loader_forget(cs, i);
        for (u32 k = 0, n = n_found(h, list); k < n; k++) {
            ClassInfo *ci = mirror_class(h, arr_ref(h, list, k));
            if (loader_record(cs, i, ci->name, ci) != ST_OK) return ST_ERROR;
        }
        cs->loaders.v[i].found = sum;
    }
    return ST_OK;
}

static Ref throwable_message(ThreadInfo *ti, Ref exc) {
    FieldInfo *fi = ci_find_field(ti->ks->cs->throwable, "detailMessage");
    return fi ? get_ref(ti->ks->heap, exc, fi->offset) : 0;
}

/* NoClassDefFoundError with the internal name, as HotSpot words it. */
static int not_found(ThreadInfo *ti, Ref name, Ref cause) {
    size_t n;
    char *s = string_utf8(ti->ks->heap, name, &n);
    if (!s) return STEP_ERROR;
    for (size_t i = 0; i < n; i++)
        if (s[i] == '.') s[i] = '/';
    int r = cause ? throw_msg_cause(ti, "java/lang/NoClassDefFoundError", s, cause)
                  : throw_new(ti, "java/lang/NoClassDefFoundError", "%s", s);
    cx_free(ti->ks->cx, s, n + 1);
    return r == NAT_ERROR ? STEP_ERROR : STEP_AGAIN;
}

static int loaded(ThreadInfo *ti, StackFrame *f) {
    KernelState *ks = ti->ks;
    Ref mirror = f->sp > fr_stack(f) ? f->sp[-1] : 0;
    ClassInfo *ci = mirror ? mirror_class(ks->heap, mirror) : NULL;
    size_t n;
    char *s = string_utf8(ks->heap, f->slots[LD_NAME], &n);
    if (!s) return STEP_ERROR;
    for (size_t i = 0; i < n; i++)
        if (s[i] == '.') s[i] = '/';
    Sym *name = sym(&ks->cs->syms, s, n);
    cx_free(ks->cx, s, n + 1);
    f->sp = fr_stack(f);
    if (!name) return STEP_ERROR;
    f->step = 2;
    if (!ci || ci->name != name || f->slots[LD_FAILS]) return not_found(ti, f->slots[LD_NAME], 0);
    if (user_record(ti, f->slots[LD_LOADER], ci) != ST_OK) return STEP_ERROR;
    return STEP_RETURN;
}

static int step_load(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    if (thrown) {
        if (f->step == 1 && (ei_class(ks->heap, ei(ks->heap, thrown))->known & KC_NOT_FOUND)) {
            f->step = 2;
            Ref msg = throwable_message(ti, thrown);
            if (f->slots[LD_SHOWN]) msg = f->slots[LD_SHOWN];
            return not_found(ti, msg ? msg : f->slots[LD_NAME], thrown);
        }
        ti->exception = thrown;
        return STEP_THROW;
    }
    if (f->step == 1) return loaded(ti, f);
    Ref loader = ks->cs->loaders.v[f->slots[LD_LOADER]].obj;
    MethodInfo *mi = ci_find_method(ks->cs->class_loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    if (!mi || !loader) return cx_fail(ks->cx, ERR_INTERNAL, "no ClassLoader.loadClass"), STEP_ERROR;
    u32 args[2] = {loader, f->slots[LD_NAME]};
    f->step = 1;
    return call_java(ti, mi, args, true) == NAT_ERROR ? STEP_ERROR : STEP_AGAIN;
}

static bool leaves(ClassInfo *ci, const ClassInfo *loader, const char *name, const char *desc) {
    const MethodInfo *mi = ci_find_method(ci, name, desc);
    return mi && mi->ci == loader;
}

/* A loader of the program's that leaves loadClass as it is asks its parent first, and if that is one of the VM's,
 * nobody can tell whether Java code does so. So none has to. */
Status load_from_parent(ThreadInfo *ti, u32 loader, const Sym *named, bool *found) {
    Classes *cs = ti->ks->cs;
    const Heap *h = ti->ks->heap;
    Ref obj = loader < cs->loaders.n ? cs->loaders.v[loader].obj : 0;
    ClassInfo *lc = cs->class_loader, *ci = obj ? ei_class(h, ei(h, obj)) : NULL;
    const FieldInfo *fi = lc ? ci_find_field(lc, "parent") : NULL;
    Sym *name = sym(&cs->syms, named->s, named->len);
    *found = false;
    if (!name) return ST_ERROR;
    if (loader <= 2 || !ci || !fi || !leaves(ci, lc, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;") ||
        !leaves(ci, lc, "loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;") ||
        !leaves(ci, lc, "getClassLoadingLock", "(Ljava/lang/String;)Ljava/lang/Object;"))
        return ST_OK;
    Ref parent = get_ref(h, obj, fi->offset);
    u32 of = 0;
    while (parent && of <= 2 && cs->loaders.v[of].obj != parent) of++;
    JErr je = {0};
    ClassInfo *c = NULL;
    if (of > 2) return ST_OK;
    if (ci_load(cs, of, name, &c, &je) != ST_OK) return ST_ERROR;
    if (!c || (c->origin && strcmp(c->origin, "__defined__") == 0)) return ST_OK; /* on this path or not */
    *found = true;
    return user_record(ti, loader, c);
}

int push_load(ThreadInfo *ti, u32 loader, const char *name, bool fails) {
    KernelState *ks = ti->ks;
    size_t n = strlen(name);
    char *dotted = cx_strndup(ks->cx, name, n);
    if (!dotted) return NAT_ERROR;
    for (size_t i = 0; i < n; i++)
        if (dotted[i] == '/') dotted[i] = '.';
    u32 locals[LD_LOCALS] = {loader, 0, fails, 0};
    Status st = string_new(ks->heap, dotted, n, &locals[LD_NAME]);
    cx_free(ks->cx, dotted, n + 1);
    if (st != ST_OK) return NAT_ERROR;
    if (!locals[LD_NAME]) return throw_new(ti, "java/lang/OutOfMemoryError", "Java heap space");
    return push_vm_frame(ti, ks->interp->k_load, locals, LD_LOCALS) ? NAT_RETRY : stack_overflow(ti);
}

int array_link_failed(ThreadInfo *ti, u32 loader, const Sym *array, const JErr *je) {
    StackFrame *before = ti->top;
    int r = link_failed(ti, loader, je);
    if (r != NAT_RETRY || ti->top == before || ti->top->mi != ti->ks->interp->k_load) return r;
    Ref s;
    if (string_new(ti->ks->heap, array->s, array->len, &s) != ST_OK) return NAT_ERROR;
    ti->top->slots[LD_SHOWN] = s;
    return r;
}

int load_class(ThreadInfo *ti, u32 loader, Sym *name, ClassInfo **out) {
    JErr je = {0};
    bool again = false;
    *out = NULL;
    do {
        if (ci_load(ti->ks->cs, loader, name, out, &je) != ST_OK) return NAT_ERROR;
        if (*out) return NAT_OK;
        again = false;
        if (je.cls == JERR_LOAD && load_from_parent(ti, loader, je.name, &again) != ST_OK) return NAT_ERROR;
    } while (again);
    return link_failed(ti, loader, &je);
}

Status user_load_init(Interp *in) {
    in->k_load = vm_make(in, "load", step_load, LD_LOCALS, 2, 1u << LD_NAME | 1u << LD_SHOWN, T_VOID, 3);
    return in->k_load ? ST_OK : ST_ERROR;
}
