/* classfile.h -- bytes to a parsed class file (JVMS chapter 4). Layer 2.
 *
 * The parser checks all structure (JVMS 4.8): bounds, constant-pool tags and cross references,
 * names and descriptors, flags, duplicate members, code lengths. Bad bytes give ST_ERROR with
 * ERR_FORMAT and a message in HotSpot's words ("Truncated class file", "Incompatible magic
 * value 1 in class file Foo"); the caller turns it into ClassFormatError or
 * UnsupportedClassVersionError (bad_version set). Never a crash on any input. */
#ifndef JPF_CLASSFILE_H
#define JPF_CLASSFILE_H
#include "base/arena.h"

enum CpTag {
    CP_Utf8 = 1,
    CP_Integer = 3,
    CP_Float = 4,
    CP_Long = 5,
    CP_Double = 6,
    CP_Class = 7,
    CP_String = 8,
    CP_Fieldref = 9,
    CP_Methodref = 10,
    CP_InterfaceMethodref = 11,
    CP_NameAndType = 12,
    CP_MethodHandle = 15,
    CP_MethodType = 16,
    CP_Dynamic = 17,
    CP_InvokeDynamic = 18,
    CP_Module = 19,
    CP_Package = 20,
};

enum Acc {
    ACC_PUBLIC = 0x0001,
    ACC_PRIVATE = 0x0002,
    ACC_PROTECTED = 0x0004,
    ACC_STATIC = 0x0008,
    ACC_FINAL = 0x0010,
    ACC_SUPER = 0x0020,
    ACC_SYNCHRONIZED = 0x0020,
    ACC_VOLATILE = 0x0040,
    ACC_BRIDGE = 0x0040,
    ACC_TRANSIENT = 0x0080,
    ACC_VARARGS = 0x0080,
    ACC_NATIVE = 0x0100,
    ACC_INTERFACE = 0x0200,
    ACC_ABSTRACT = 0x0400,
    ACC_STRICT = 0x0800,
    ACC_SYNTHETIC = 0x1000,
    ACC_ANNOTATION = 0x2000,
    ACC_ENUM = 0x4000,
    ACC_MODULE = 0x8000,
};

/* One constant-pool entry, symbolic form. Indices into the pool are kept as they are. */
typedef struct CpEntry {
    u8 tag;    /* 0 for slot 0 and the second half of long/double */
    u8 kind;   /* MethodHandle reference_kind */
    u16 a, b;  /* Class/String/MethodType: a = utf8; refs: a = class, b = NameAndType;
                  NameAndType: a = name, b = descriptor; MethodHandle: b = reference;
                  Dynamic/InvokeDynamic: a = bootstrap index, b = NameAndType */
    union {
        Sym *sym; /* Utf8; for Class: the class name; for String/MethodType: the text */
        i32 i;
        float f;
        i64 l;
        double d;
    } u;
} CpEntry;

typedef struct Attr { /* a raw attribute: bytes stay in the class file */
    Sym *name;
    const u8 *p;
    u32 n;
} Attr;

typedef struct CfHandler {
    u16 start, end, handler, type; /* pool index or 0 */
} CfHandler;
typedef struct CfLine {
    u16 pc, line;
} CfLine;
typedef struct CfLocal {
    u16 pc, len, index;
    Sym *name, *desc;
} CfLocal;

typedef struct CfCode {
    u16 max_stack, max_locals;
    u32 len;
    const u8 *code;
    u16 n_handlers, n_lines, n_locals;
    CfHandler *handlers;
    CfLine *lines;   /* all LineNumberTables, in file order */
    CfLocal *locals; /* LocalVariableTable */
    const u8 *stackmap; /* StackMapTable payload or NULL */
    u32 stackmap_len;
} CfCode;

typedef struct CfMember {
    u16 flags;
    Sym *name, *desc, *signature; /* signature: generic, may be NULL */
    u16 const_value;              /* fields: pool index or 0 */
    CfCode *code;                 /* methods */
    u16 n_exceptions;
    u16 *exceptions;              /* pool indices of class entries */
    Attr annotations, param_annotations, annotation_default, type_annotations, params;
} CfMember;

typedef struct CfInner {
    u16 inner, outer, name, flags;
} CfInner;
typedef struct CfBootstrap {
    u16 ref;
    u16 n;
    u16 *args;
} CfBootstrap;
typedef struct CfRecord {
    Sym *name, *desc, *signature;
    Attr annotations, type_annotations;
} CfRecord;

typedef struct ClassFile {
    u16 minor, major, flags;
    Sym *name, *super; /* super NULL for java/lang/Object */
    u16 n_cp, n_ifaces, n_fields, n_methods;
    CpEntry *cp;
    u16 *ifaces; /* pool indices */
    CfMember *fields, *methods;
    Sym *source_file, *signature, *source_debug;
    u16 n_inner, n_bootstrap, n_record, n_nest_members, n_permitted;
    CfInner *inner;
    CfBootstrap *bootstrap;
    CfRecord *record;
    bool is_record, has_enclosing;
    u16 *nest_members, nest_host, *permitted;
    u16 enclosing_class, enclosing_method; /* EnclosingMethod */
    Attr annotations, type_annotations;
    bool bad_version; /* UnsupportedClassVersionError */
    bool wrong_name;  /* NoClassDefFoundError: "Foo (wrong name: Bar)" */
} ClassFile;

/* Parse. Everything is allocated in `a`; the bytes must outlive the ClassFile. `expected` is the
 * internal name asked for or NULL. */
Status classfile_parse(Arena *a, SymTab *st, const u8 *p, size_t n, const char *expected, ClassFile **out);
/* On ST_ERROR *out is set too (partly filled; for bad_version, wrong_name), or NULL if not even it
 * could be allocated. */

/* The parser takes versions 45..69; this is what a JDK of feature release `jdk` (17..25) refuses
 * in HotSpot's words (bad_version set). preview: minor 65535 of that very release is welcome. */
Status classfile_check_version(Ctx *cx, ClassFile *cf, int jdk, bool preview);

/* Descriptors (JVMS 4.3). */
bool desc_is_field(const char *s, size_t n);
bool desc_is_method(const char *s, size_t n);
bool name_is_class(const char *s, size_t n);       /* java/lang/String; no array */
/* Argument words (long/double count 2), receiver not included. */
int desc_arg_words(const char *s);
char desc_return(const char *s);       /* 'V','I','L','['... of the return type */
const char *desc_return_type(const char *s);
/* Step over one field type; returns the next position. */
const char *desc_skip(const char *s);

#endif
