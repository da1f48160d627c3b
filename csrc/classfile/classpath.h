/* classpath.h -- where class bytes come from: directories, .jar, .jmod, lib/modules. Layer 2. */
#ifndef JPF_CLASSPATH_H
#define JPF_CLASSPATH_H
#include "base/arena.h"

/* Bytes of one resource. `owned` bytes are released by res_free; others are mmapped and
 * live as long as the source does. */
typedef struct Resource {
    const u8 *p;
    size_t n;
    bool owned;
    Ctx *cx;
    const char *origin; /* file it came from, for messages and code sources */
} Resource;
void res_free(Resource *r);

typedef struct Source Source; /* one directory, archive or image */

/* Open by what the path is: a directory, a zip (.jar, .jmod: entries under classes/), or a
 * jimage. A path that does not exist is ST_ERROR/ERR_CONFIG; a .jar that is no zip:
 * "jpf: lib.jar is not a zip file". */
Status source_open(Ctx *cx, const char *path, Source **out);
void source_close(Source *s);
/* found=false is no error. `name` is a resource path: java/lang/Object.class. */
Status source_find(Source *s, const char *name, Resource *out, bool *found);
/* jimage only: resource /module/name; module may be NULL (then looked up by package). */
Status jimage_find(Source *s, const char *module, const char *name, Resource *out, bool *found);
/* jimage only: the module that holds a package ("java/lang" -> "java.base"), or NULL. */
const char *jimage_module_of(Source *s, const char *package);
/* jimage only: the mapped file itself (jdk.internal.jimage.NativeImageBuffer). */
const u8 *jimage_map(Source *s, size_t *n);
const char *source_path(const Source *s);
bool source_is_jimage(const Source *s);
/* Visit every entry name (resource path). */
Status source_each(Source *s, Status (*fn)(void *u, const char *name), void *u);
/* A value of a jar's manifest (main section), continuation lines joined; *out is NULL if it is not
 * there, else cx_free(cx, *out, *bytes) releases it. Directories and images have no manifest. */
Status jar_manifest_get(Ctx *cx, Source *s, const char *key, char **out, size_t *bytes);
/* Answer like a run time of that release (META-INF/versions/N of multi-release jars); classpath_open
 * does it for its sources. */
Status source_set_release(Source *s, int release);

/* A class path: sources in order. A missing entry is remembered, not an error (as java does);
 * jar manifests' Class-Path entries are appended; multi-release jars answer for `release`. */
typedef struct ClassPath {
    Ctx *cx;
    VEC(Source *) src;
    VEC(char *) missing;
    char *text; /* the class path as it was given */
    int release;
} ClassPath;
Status classpath_open(ClassPath *cp, Ctx *cx, const char *text /* a:b:c */, int release);
void classpath_close(ClassPath *cp);
Status classpath_find(ClassPath *cp, const char *name, Resource *out, bool *found);

#endif
