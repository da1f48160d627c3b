/* java_lang_class.c -- java.lang.Class: what a class is, its names, nests and relations.
 * Members are in java_lang_class_members.c, lookup by name in java_lang_classloader.c. */
#include "native/util.h"

static ClassInfo *self(ThreadInfo *ti, const u32 *a) { return jclass_ci(ti, a[0]); }
static const ClassFile *file_of(const ClassInfo *ci) { return ci->kind == CK_CLASS ? ci->cf : NULL; }

/* --- kinds and relations --- */

int class_isInstance(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    return ret_int(r, a[1] && ci_is_subclass(ei_class(h, ei(h, a[1])), self(ti, a)));
}

int class_isAssignableFrom(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *to = self(ti, a), *from = jclass_ci(ti, a[1]);
    if (to->kind == CK_PRIM || from->kind == CK_PRIM) return ret_int(r, to == from);
    return ret_int(r, ci_is_subclass(from, to));
}

int class_isInterface(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a);
    return ret_int(r, ci->kind == CK_CLASS && (ci->access & ACC_INTERFACE));
}
int class_isArray(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, self(ti, a)->kind == CK_ARRAY); }
int class_isPrimitive(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, self(ti, a)->kind == CK_PRIM); }
int class_isHidden(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, (self(ti, a)->attrs & CA_HIDDEN) != 0); }
int class_isRecord0(ThreadInfo *ti, const u32 *a, u32 *r) {
    const ClassFile *cf = file_of(self(ti, a));
    return ret_int(r, cf && cf->is_record);
}
int class_getModifiers(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, self(ti, a)->flags & ~ACC_SUPER); }
int class_getClassAccessFlagsRaw0(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, self(ti, a)->access); }
int class_getClassFileVersion0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a);
    const ClassFile *cf = file_of(ci);
    return ret_int(r, cf ? (i32)((u32)cf->minor << 16 | cf->major) : 44 + ti->ks->cs->jdk);
}

int class_getSuperclass(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a);
    if (ci->kind == CK_ARRAY) return ret_ref(r, ti->ks->cs->object->mirror);
    if (ci->kind == CK_PRIM || (ci->access & ACC_INTERFACE) || !ci->super) return ret_ref(r, 0);
    return ret_ref(r, ci->super->mirror);
}

static int class_array(ThreadInfo *ti, ClassInfo *const *v, u32 n, u32 *r) {
    Ref arr;
    NAT_TRY(nat_new_array(ti, ti->ks->cs->class_, n, &arr));
    u32 *w = ei_words(ei(nat_heap(ti), arr));
    for (u32 i = 0; i < n; i++) w[i] = v[i]->mirror;
    return ret_ref(r, arr);
}

int class_getInterfaces0(ThreadInfo *ti, const u32 *a, u32 *r) {
    Classes *cs = ti->ks->cs;
    ClassInfo *ci = self(ti, a), *both[2] = {cs->cloneable, cs->serializable};
    if (ci->kind == CK_ARRAY) return class_array(ti, both, 2, r);
    return class_array(ti, ci->ifaces, ci->n_ifaces, r);
}

static const struct {
    const char *name;
    u8 type;
} prims[] = {
    {"boolean", T_BOOLEAN}, {"char", T_CHAR}, {"float", T_FLOAT}, {"double", T_DOUBLE}, {"byte", T_BYTE},
    {"short", T_SHORT},     {"int", T_INT},   {"long", T_LONG},   {"void", T_VOID},
};

int class_getPrimitiveClass(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    for (u32 i = 0; i < sizeof prims / sizeof *prims; i++)
        if (string_equals_z(nat_heap(ti), a[0], prims[i].name))
            return ret_ref(r, ti->ks->cs->prim[prims[i].type]->mirror);
    return throw_no_msg(ti, "java/lang/ClassNotFoundException");
}

/* --- names --- */

int class_initClassName(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a);
    size_t n = ci->name->len + 1u;
    char stack[256], *buf = n <= sizeof stack ? stack : cx_alloc(ti->ks->cx, n);
    if (!buf) return NAT_ERROR;
    nat_java_name(ci, buf, n);
    Ref s;
    int res = nat_intern_z(ti, buf, n - 1, &s);
    if (buf != stack) cx_free(ti->ks->cx, buf, n);
    NAT_TRY(res);
    nat_set_ref(ti, a[0], NF_CLASS_NAME, s);
    return ret_ref(r, s);
}

int class_getGenericSignature0(ThreadInfo *ti, const u32 *a, u32 *r) {
    const ClassFile *cf = file_of(self(ti, a));
    if (!cf || !cf->signature) return ret_ref(r, 0);
    return nat_intern(ti, cf->signature, r);
}

/* The InnerClasses entry that is about ci itself. */
static const CfInner *own_inner(const ClassInfo *ci) {
    const ClassFile *cf = file_of(ci);
    if (!cf || (ci->attrs & CA_HIDDEN)) return NULL;
    for (u32 i = 0; i < cf->n_inner; i++) {
        const CfInner *in = &cf->inner[i];
        if (in->inner && cf->cp[in->inner].u.sym == ci->name) return in;
    }
    return NULL;
}

int class_getSimpleBinaryName0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a);
    const CfInner *in = own_inner(ci);
    if (!in || !in->name) return ret_ref(r, 0);
    return nat_intern(ti, ci->cf->cp[in->name].u.sym, r);
}

int class_getDeclaringClass0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a), *outer;
    const CfInner *in = own_inner(ci);
    if (!in || !in->outer) return ret_ref(r, 0);
    NAT_TRY(nat_pool_class(ti, ci, in->outer, &outer));
    /* both classes have to agree on it (JVMS 4.7.6) */
    const ClassFile *of = file_of(outer);
    char b1[300], b2[300];
    for (u32 i = 0; of && i < of->n_inner; i++)
        if (of->inner[i].inner && of->cp[of->inner[i].inner].u.sym == ci->name && of->inner[i].outer &&
            of->cp[of->inner[i].outer].u.sym == outer->name)
            return ret_ref(r, outer->mirror);
    return throw_new(ti, "java/lang/IncompatibleClassChangeError", "%s and %s disagree on InnerClasses attribute",
                     nat_java_name(outer, b1, sizeof b1), nat_java_name(ci, b2, sizeof b2));
}

int class_getDeclaredClasses0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a);
    const ClassFile *cf = file_of(ci);
    u32 n = 0;
    ClassInfo **v = cf && cf->n_inner ? cx_alloc(ti->ks->cx, cf->n_inner * sizeof *v) : NULL;
    if (cf && cf->n_inner && !v) return NAT_ERROR;
    int res = NAT_OK;
    for (u32 i = 0; cf && i < cf->n_inner && res == NAT_OK; i++) {
        const CfInner *in = &cf->inner[i];
        if (!in->outer || !in->inner || cf->cp[in->outer].u.sym != ci->name || cf->cp[in->inner].u.sym == ci->name)
            continue;
        res = nat_pool_class(ti, ci, in->inner, &v[n]);
        if (res == NAT_OK) n++;
    }
    if (res == NAT_OK) res = class_array(ti, v, n, r);
    if (v) cx_free(ti->ks->cx, v, cf->n_inner * sizeof *v);
    return res;
}

static int enclosing_method(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a), *outer;
    const ClassFile *cf = file_of(ci);
    Ref arr, s;
    if (!cf || !cf->has_enclosing) return ret_ref(r, 0);
    NAT_TRY(nat_pool_class(ti, ci, cf->enclosing_class, &outer));
    NAT_TRY(nat_new_array(ti, ti->ks->cs->object, 3, &arr));
    NAT_TRY(nat_hold(ti, arr));
    ei_words(ei(nat_heap(ti), arr))[0] = outer->mirror;
    if (cf->enclosing_method) {
        const CpEntry *nt = &cf->cp[cf->enclosing_method];
        NAT_TRY(nat_intern(ti, cf->cp[nt->a].u.sym, &s));
        ei_words(ei(nat_heap(ti), arr))[1] = s;
        NAT_TRY(nat_intern(ti, cf->cp[nt->b].u.sym, &s));
        ei_words(ei(nat_heap(ti), arr))[2] = s;
    }
    return ret_ref(r, arr);
}
int class_getEnclosingMethod0(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, enclosing_method(ti, a, r)); }

/* --- nests, sealed hierarchies --- */

int class_getNestHost0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a), *host = ci;
    if (ci->kind == CK_CLASS && ci_nest(ti->ks->cs, ci, &host) != ST_OK) return NAT_ERROR;
    return ret_ref(r, (host ? host : ci)->mirror);
}

/* Classes of pool indices v[0..n), `first` in front; a class that cannot be loaded is left out
 * when `lenient`. */
static int pool_classes(ThreadInfo *ti, ClassInfo *ci, ClassInfo *first, const u16 *v, u32 n, u32 *r) {
    u32 k = 0;
    size_t bytes = (n + 1u) * sizeof(ClassInfo *);
    ClassInfo **out = cx_alloc(ti->ks->cx, bytes);
    if (!out) return NAT_ERROR;
    int res = NAT_OK;
    if (first) out[k++] = first;
    for (u32 i = 0; i < n && res == NAT_OK; i++) {
        res = nat_pool_class(ti, ci, v[i], &out[k]);
        if (res == NAT_OK && out[k] != first) k++;
    }
    if (res == NAT_OK) res = class_array(ti, out, k, r);
    cx_free(ti->ks->cx, out, bytes);
    return res;
}

int class_getNestMembers0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a), *host = ci;
    if (ci->kind == CK_CLASS && ci_nest(ti->ks->cs, ci, &host) != ST_OK) return NAT_ERROR;
    if (!host) host = ci;
    const ClassFile *cf = file_of(host);
    return pool_classes(ti, host, host, cf ? cf->nest_members : NULL, cf ? cf->n_nest_members : 0, r);
}

int class_getPermittedSubclasses0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a);
    const ClassFile *cf = file_of(ci);
    if (!cf || !cf->n_permitted) return ret_ref(r, 0);
    return pool_classes(ti, ci, NULL, cf->permitted, cf->n_permitted, r);
}

/* --- attributes --- */

int class_getRawAnnotations(ThreadInfo *ti, const u32 *a, u32 *r) {
    const ClassFile *cf = file_of(self(ti, a));
    if (!cf || !cf->annotations.p) return ret_ref(r, 0);
    return nat_bytes(ti, cf->annotations.p, cf->annotations.n, r);
}
int class_getRawTypeAnnotations(ThreadInfo *ti, const u32 *a, u32 *r) {
    const ClassFile *cf = file_of(self(ti, a));
    if (!cf || !cf->type_annotations.p) return ret_ref(r, 0);
    return nat_bytes(ti, cf->type_annotations.p, cf->type_annotations.n, r);
}

int class_getConstantPool(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *cp;
    if (!file_of(self(ti, a))) return ret_ref(r, 0);
    NAT_TRY(nat_class(ti, NC_CONSTANTPOOL, &cp));
    NAT_TRY(nat_new(ti, cp, r));
    nat_set_ref(ti, *r, NF_CP_OOP, a[0]);
    return NAT_OK;
}

/* Classes of the class path: their loader makes (and keeps) a domain of the place they come from, as
 * it would have at defineClass. Locals: 0 loader, 1 CodeSource. Others have none: Class answers its
 * all-permissions one. */
static int step_domain(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    u32 *l = fr_locals(f);
    ClassInfo *ci;
    MethodInfo *mi;
    if (thrown) return ti->exception = thrown, STEP_THROW;
    if (f->step == 0) { /* a URL lies on the stack */
        int r = nat_class_named(ti, "java/security/CodeSource", &ci);
        if (r == NAT_OK) r = ensure_init(ti, ci);
        if (r == NAT_OK) r = nat_new(ti, ci, &l[1]);
        if (r != NAT_OK) return nat_step(ti, f, r);
        u32 args[3] = {l[1], *--f->sp, 0};
        mi = ci_find_method(ci, "<init>", "(Ljava/net/URL;[Ljava/security/CodeSigner;)V");
        f->step = 1;
        return mi ? nat_step(ti, f, call_java(ti, mi, args, false)) : STEP_ERROR;
    }
    if (f->step == 1) {
        ci = ei_class(nat_heap(ti), ei(nat_heap(ti), l[0]));
        mi = ci_find_method(ci, "getProtectionDomain", "(Ljava/security/CodeSource;)Ljava/security/ProtectionDomain;");
        u32 args[2] = {l[0], l[1]};
        f->step = 2;
        return mi ? nat_step(ti, f, call_java(ti, mi, args, false)) : STEP_ERROR;
    }
    return STEP_RETURN;
}
/* 17: native getProtectionDomain0. Later: the Java method, whose field is never set here. */
int class_getProtectionDomain0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = jclass_ci(ti, a[0]), *cl;
    Ref loader = ci && ci->loader == 2 ? ti->ks->cs->loaders.v[2].obj : 0;
    bool none = !loader || ci->kind != CK_CLASS || !ci->origin || !*ci->origin || *ci->origin == '_';
    if (none) return ti->ks->cs->jdk >= 22 && !(ti->native_mi->flags & ACC_NATIVE) ? NAT_BYTECODE : ret_ref(r, 0);
    u32 locals[2] = {loader, 0}, url;
    NAT_TRY(nat_class_named(ti, "jdk/internal/loader/ClassLoaders", &cl));
    NAT_TRY(ensure_init(ti, cl));
    MethodInfo *mi = ci_find_method(cl, "toFileURL", "(Ljava/lang/String;)Ljava/net/URL;");
    MethodInfo *vm = vm_method(ti->ks, "domain", step_domain, 2, 2, 3, T_REF);
    if (!mi || !vm) return NAT_ERROR;
    NAT_TRY(nat_string_z(ti, ci->origin, &url));
    NAT_TRY(nat_hold(ti, url));
    if (!push_vm_frame(ti, vm, locals, 2)) return throw_no_msg(ti, "java/lang/StackOverflowError");
    return nat_call_above(ti, mi, &url, false);
}
int class_getProtectionDomain(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ti->ks->cs->jdk < 22 ? NAT_BYTECODE : class_getProtectionDomain0(ti, a, r);
}
/* From 22 on a field of the class has them. Up to then the VM had, and this one keeps none. */
int class_getSigners(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ti->native_mi->flags & ACC_NATIVE ? ret_ref(r, 0) : NAT_BYTECODE;
}
int class_setSigners(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!(ti->native_mi->flags & ACC_NATIVE)) return NAT_BYTECODE;
    return a[1] ? nat_not_modelled(ti, "ClassLoader.setSigners of this JDK") : NAT_OK;
}

int class_desiredAssertionStatus0(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, ci_assertions_on(ti->ks->cs, jclass_ci(ti, a[0])));
}

/* Class.desiredAssertionStatus() itself: the JDK's locks the loader's assertionLock, a shared object, in
 * every class initializer. Only when the program has set a status on the loader is Java asked. */
int class_desiredAssertionStatus(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = self(ti, a), *lc = ti->ks->cs->class_loader;
    Ref loader = nat_get_ref(ti, a[0], NF_CLASS_LOADER);
    const FieldInfo *fi = lc ? ci_find_field(lc, "classAssertionStatus") : NULL; /* set by each of the setters */
    if (loader && bd_reads_setting(ti, fi, loader)) return NAT_BLOCK;
    if (!loader || !lc || !nat_get_ref(ti, loader, NF_LOADER_CLASSASSERT))
        return ret_int(r, ci_assertions_on(ti->ks->cs, ci));
    MethodInfo *mi = ci_find_method(lc, "desiredAssertionStatus", "(Ljava/lang/String;)Z");
    u32 args[2] = {loader, nat_get_ref(ti, a[0], NF_CLASS_NAME)};
    if (!args[1]) {
        NAT_TRY(class_initClassName(ti, a, r));
        args[1] = r[0];
    }
    return call_java(ti, mi, args, true);
}

/* Those of the options that name packages, or classes, in their order: the loader puts them in a map. */
static int directives(ThreadInfo *ti, Ref o, bool packages, enum NatField names, enum NatField enabled) {
    const Classes *cs = ti->ks->cs;
    u32 n = 0, k = 0;
    Ref arr, on, s;
    for (u32 i = 0; i < cs->assert_options.n; i++) n += cs->assert_options.v[i].package == packages;
    NAT_TRY(nat_new_array(ti, cs->string, n, &arr));
    nat_set_ref(ti, o, names, arr);
    NAT_TRY(nat_new_prims(ti, T_BOOLEAN, n, &on));
    nat_set_ref(ti, o, enabled, on);
    for (u32 i = 0; i < cs->assert_options.n; i++) {
        const AssertOption *x = &cs->assert_options.v[i];
        if (x->package != packages) continue;
        NAT_TRY(nat_string_dotted(ti, x->name, strlen(x->name), &s));
        put_ref(nat_heap(ti), arr, OBJ_HEADER + 4 * k, s);
        ((u8 *)arr_data(nat_heap(ti), on))[k++] = x->on;
    }
    return NAT_OK;
}

/* ClassLoader.retrieveDirectives: -ea and -da as the classes were told. */
static int retrieve_directives(ThreadInfo *ti, u32 *r) {
    ClassInfo *ci;
    Ref o;
    Classes *cs = ti->ks->cs;
    NAT_TRY(nat_class(ti, NC_ASSERTDIRECTIVES, &ci));
    NAT_TRY(nat_new(ti, ci, &o));
    NAT_TRY(nat_hold(ti, o));
    NAT_TRY(directives(ti, o, false, NF_ASSERT_CLASSES, NF_ASSERT_CLASSENABLED));
    NAT_TRY(directives(ti, o, true, NF_ASSERT_PACKAGES, NF_ASSERT_PACKAGEENABLED));
    nat_set_bool(ti, o, NF_ASSERT_DEFLT, cs->assertions_app);
    return ret_ref(r, o);
}
int classloader_retrieveDirectives(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, retrieve_directives(ti, r)); }
