/* source.h -- what the kinds of sources have in common. Private to classfile/. */
#ifndef JPF_SOURCE_H
#define JPF_SOURCE_H
#include "classfile/classpath.h"

typedef struct SourceOps {
    Status (*find)(Source *s, const char *name, Resource *out, bool *found);
    Status (*each)(Source *s, Status (*fn)(void *u, const char *name), void *u);
    void (*close)(Source *s); /* releases everything, the Source itself too */
} SourceOps;

struct Source {
    const SourceOps *ops;
    Ctx *cx;
    char *path; /* the path as it was given */
};

/* Open functions of the kinds; the file's kind is known already. */
Status dir_open(Ctx *cx, const char *path, Source **out);
Status zip_open_source(Ctx *cx, const char *path, bool jmod, Source **out);
Status jimage_open(Ctx *cx, const char *path, Source **out);
bool source_is_zip(const Source *s);
Status zip_set_release(Source *s, int release);

/* Fill base fields; on failure nothing stays allocated. */
Status source_init(Source *s, const SourceOps *ops, Ctx *cx, const char *path);
void source_fini(Source *s);

/* A compressed jimage resource (headers included) to its original bytes. `str` answers an offset in
 * the image's string table, NULL if there is none. */
typedef struct JimageStrings {
    const u8 *p;
    size_t n;
} JimageStrings;
const char *jimage_str(const JimageStrings *t, u64 off, size_t *len);
Status jimage_unpack(Ctx *cx, const JimageStrings *strings, const char *path, const u8 *p, size_t n, Resource *out);

enum { RES_MAX = 0x7fffffff }; /* a Java array holds no more */

/* Could n deflated bytes become `size`? Deflate expands by 1032 at most; without this a forged
 * size field could ask for gigabytes. */
static inline bool plausible_inflate(u64 n, u64 size) { return size <= RES_MAX && size / 1040 <= n; }

#endif
