/* link.h -- between the files of classes/ that load and link. Not for other layers.
 *
 * Functions that can meet a Java error answer ST_OK and fill je (je->cls != NULL). */
#ifndef JPF_LINK_H
#define JPF_LINK_H
#include "classes/classes.h"

enum { N_BUILTIN = 3, LOADER_BOOT = 0, LOADER_PLATFORM = 1, LOADER_APP = 2 };
enum { MAX_LOAD_DEPTH = 1000 }; /* superclass chain while loading: bounds the C stack */
enum { OBJ_BYTES = 24 };            /* object header: heap.h's OBJ_HEADER */
enum { MAX_PAYLOAD_WORDS = 65536 }; /* reference words are u16 indices */

/* link.c: from a filled name/loader/cf to a class with members, layout and vtable. Supers are
 * loaded through ci_load. Nothing is registered yet. */
Status link_class(Classes *cs, ClassInfo *ci, JErr *je);
Status link_super(Classes *cs, ClassInfo *ci, ClassInfo *super, ClassInfo **ifaces, u32 n,
                  JErr *je); /* the part after loading: checks, displays, members ... */
/* Number the class and its methods, enter it into its loader, make mirrors. */
Status link_register(Classes *cs, ClassInfo *ci);
ClassInfo *ci_new(Classes *cs, u8 kind, u32 loader, Sym *name);
u64 class_key(const Classes *cs, u32 loader, const Sym *name);

/* layout.c */
Status layout_instance(Classes *cs, ClassInfo *ci, JErr *je);
Status layout_mirror(Classes *cs, ClassInfo *ci, JErr *je); /* java.lang.Class must be linked */

Status link_mirrors(Classes *cs);

/* vtable.c */
MethodInfo *lookup_imethod_max(ClassInfo *ci, const Sym *name, const Sym *desc);
Status vtable_build(Classes *cs, ClassInfo *ci, JErr *je);
Status mtab_build(Classes *cs, ClassInfo *ci);

/* annot.c: MethodAttr bits from RuntimeVisibleAnnotations of a JDK method. */
u16 annot_attrs(const ClassFile *cf, const Attr *a);

/* derived.c */
u8 field_attrs(const Classes *cs, const ClassInfo *ci, const FieldInfo *fi);

/* names.c. relation: joint text for the same module, else both, as access errors say it. */
void msg_relation(Classes *cs, const ClassInfo *a, const ClassInfo *b, char *buf, size_t n);
void msg_loader(Classes *cs, u32 loader, char *buf, size_t n);
char *msg_type(const char *desc, char *buf, size_t n);
const char *ci_module_name(const ClassInfo *ci);

/* query.c */
FieldInfo *lookup_field(ClassInfo *ci, const Sym *name, const Sym *desc);

/* access.c */
/* `why`: of modules, HotSpot's text; empty where the class is not public. */
bool class_access_ok(const Classes *cs, const ClassInfo *from, const ClassInfo *to, char *why, size_t n);
Status nest_prepare(Classes *cs, ClassInfo *a, ClassInfo *b);

static inline bool sym_is(const Sym *s, const char *z) {
    size_t n = strlen(z);
    return s->len == n && mem_cmp(s->s, z, n) == 0;
}
static inline bool starts_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }
/* Length of the package part of an internal name, 0 for the unnamed package. */
static inline size_t pkg_len(const Sym *name) {
    for (size_t n = name->len; n > 0; n--)
        if (name->s[n - 1] == '/') return n - 1;
    return 0;
}
#endif
