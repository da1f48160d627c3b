/* bootimage.c -- the booted heap on disk, one file per JDK and engine build.
 *
 * Layout: header, class table, kernel record, then (page aligned, so that it can be mapped) the
 * heap's own image. Class and method ids are recreated by loading the same classes in the same
 * order. Anything that does not fit -- another build, another JDK, a damaged or foreign file --
 * makes the image absent: the VM boots and writes it anew. Written to a temporary name and renamed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/indy/indy.h"
#include "vm/jpf.h"

#define MAGIC 0x31474D4946504A00ull /* "\0JPFIMG1" */

typedef struct ImageHeader {
    u64 magic, identity;
    u64 heap_off, heap_len;
    u64 table_hash;
    u32 n_classes, first_class, table_bytes, n_methods;
    u64 methods_hash;
    /* kernel record */
    u32 obj, children, hashes, key_lo, key_hi, priority;
    u32 loaders[3]; /* objects of the builtin loaders */
    u32 pad;
} ImageHeader;

/* The engine's own file and the JDK's image, by path, size and time. */
static u64 identity(JPF *j) {
    struct stat st;
    Dl_info di;
    const char *path = source_path(j->image); /* java.home, in the image, comes from it */
    u64 h = hash_bytes(path, strlen(path), MAGIC);
    if (stat(path, &st) != 0) return 0;
    u64 id[4] = {(u64)st.st_size, (u64)st.st_mtim.tv_sec, (u64)st.st_mtim.tv_nsec, (u64)st.st_ino};
    h = hash_bytes(id, sizeof id, h);
    if (!dladdr((void *)(uintptr_t)jpf_new, &di) || !di.dli_fname || stat(di.dli_fname, &st) != 0) return 0;
    u64 me[5] = {(u64)st.st_size, (u64)st.st_mtim.tv_sec, (u64)st.st_mtim.tv_nsec, (u64)st.st_ino, sizeof(KernelState)};
    h = hash_bytes(me, sizeof me, h);
    return h ? h : 1;
}

static bool image_path(JPF *j, u64 id, char *buf, size_t n) {
    const char *dir = jpf_get(j, "vm.cache");
    if (!*dir || !id) return false;
    return snprintf(buf, n, "%s/boot-%s-%016llx.img", dir, j->jdk_version, (unsigned long long)id) < (int)n;
}

static u64 methods_hash(JPF *j) {
    u64 h = MAGIC;
    for (u32 i = 0; i < j->cs.methods.n; i++) h = mix64(h, j->cs.methods.v[i] ? j->cs.methods.v[i]->key : i);
    return h;
}

/* --- reading --- */

static Status no_hook(Classes *cs, ClassInfo *ci) {
    (void)cs;
    (void)ci;
    return ST_OK;
}

/* Load the table's classes. false: they did not come out the same, the image is of no use. */
static Status reload(JPF *j, const u8 *p, size_t n, const ImageHeader *h, bool *ok) {
    size_t at = 0;
    *ok = false;
    for (u32 i = 0; i < h->n_classes; i++) {
        if (at + 6 > n) return ST_OK;
        u32 loader, len = 0;
        memcpy(&loader, p + at, 4);
        memcpy(&len, p + at + 4, 2);
        at += 6;
        if (at + len > n) return ST_OK;
        Sym *name = sym(&j->cs.syms, (const char *)p + at, len);
        at += len;
        ClassInfo *ci;
        JErr je = {0};
        if (!name || ci_load(&j->cs, loader, name, &ci, &je) != ST_OK) return ST_ERROR;
        if (!ci && indy_image_class(&j->ks, loader, name, true, &ci) != ST_OK) return ST_ERROR;
        if (!ci) return ST_OK;
    }
    at = 0;
    for (u32 i = 0; i < h->n_classes; i++) {
        u32 len = 0, id = h->first_class + i;
        memcpy(&len, p + at + 4, 2);
        if (id >= j->cs.by_id.n || j->cs.by_id.v[id]->name->len != len ||
            mem_cmp(j->cs.by_id.v[id]->name->s, p + at + 6, len) != 0)
            return ST_OK;
        at += 6 + len;
    }
    *ok = j->cs.by_id.n == h->first_class + h->n_classes && j->cs.methods.n == h->n_methods &&
          methods_hash(j) == h->methods_hash;
    return ST_OK;
}

/* A failure after classes were loaded leaves them loaded: harmless, booting finds them. */
Status image_load(JPF *j, bool *loaded) {
    char path[4300];
    struct stat st;
    ImageHeader h;
    u8 *table = NULL;
    Status res = ST_OK;
    *loaded = false;
    u64 id = identity(j);
    if (!image_path(j, id, path, sizeof path)) return ST_OK;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return ST_OK;
    if (fstat(fd, &st) != 0 || st.st_uid != geteuid() || (st.st_mode & 022)) goto out;
    if (pread(fd, &h, sizeof h, 0) != (ssize_t)sizeof h || h.magic != MAGIC || h.identity != id) goto out;
    if (h.table_bytes > (64u << 20) || h.heap_off + h.heap_len != (u64)st.st_size || h.heap_off % 4096) goto out;
    if (h.first_class != j->cs.by_id.n) goto out;
    table = cx_alloc(&j->cx, h.table_bytes + 1);
    if (!table) {
        res = ST_ERROR;
        goto out;
    }
    if (pread(fd, table, h.table_bytes, sizeof h) != (ssize_t)h.table_bytes) goto out;
    if (hash_bytes(table, h.table_bytes, h.methods_hash) != h.table_hash) goto out;

    Status (*hook)(Classes *, ClassInfo *) = j->cs.on_linked;
    bool ok;
    j->cs.on_linked = no_hook;
    res = reload(j, table, h.table_bytes, &h, &ok);
    j->cs.on_linked = hook;
    if (res == ST_OK && !ok) res = cx_fail(&j->cx, ERR_INTERNAL, "stale boot image");
    if (res == ST_OK) res = heap_image_map(&j->heap, fd, h.heap_off, h.heap_len);
    if (res == ST_OK) res = heap_image_bind(&j->heap);
    if (res == ST_OK) res = indy_image_bind(&j->ks);
    if (res != ST_OK) goto out;
    ThreadInfo *ti;
    res = ks_new_thread(&j->ks, NULL, 0, &ti);
    if (res == ST_OK && !ti)
        res = cx_fail(&j->cx, ERR_NOMEM, "the host refused address space for the main thread's stack");
    if (res != ST_OK) goto out;
    ti->status = TS_RUNNABLE;
    ti->obj = h.obj;
    ti->children = h.children;
    ti->hashes = h.hashes;
    ti->tid_key_lo = h.key_lo;
    ti->tid_key_hi = h.key_hi;
    ti->priority = h.priority;
    j->ks.n_live = 1;
    for (u32 i = 1; i < 3; i++) j->cs.loaders.v[i].obj = h.loaders[i];
    res = native_rebind(&j->ks);
    for (u32 i = 0; res == ST_OK && i < j->cs.by_id.n; i++) res = sched_attribute(&j->attr, j->cs.by_id.v[i]);
    *loaded = res == ST_OK;
out:
    if (table) cx_free(&j->cx, table, h.table_bytes + 1);
    close(fd);
    if (res != ST_OK && j->cx.err.kind != ERR_NOMEM) unlink(path); /* the next run boots */
    return res;
}

/* --- writing --- */

typedef struct Sink {
    FILE *f;
    bool failed;
} Sink;

static Status sink_write(void *u, const void *p, size_t n) {
    Sink *s = u;
    if (!s->failed && fwrite(p, 1, n, s->f) != n) s->failed = true;
    return ST_OK;
}

/* The directory is made, 0700, with its parents. */
static bool make_dir(const char *dir) {
    char p[4200];
    if (snprintf(p, sizeof p, "%s", dir) >= (int)sizeof p) return false;
    for (char *s = p + 1; *s; s++) {
        if (*s != '/') continue;
        *s = 0;
        if (mkdir(p, 0700) != 0 && errno != EEXIST) return false;
        *s = '/';
    }
    return mkdir(p, 0700) == 0 || errno == EEXIST;
}

static Status class_table(JPF *j, u32 first, Text *t) {
    for (u32 i = first; i < j->cs.by_id.n; i++) {
        const ClassInfo *ci = j->cs.by_id.v[i];
        u16 len = (u16)ci->name->len;
        text_put(t, (const char *)&ci->loader, 4);
        text_put(t, (const char *)&len, 2);
        text_put(t, ci->name->s, len);
    }
    return t->failed ? ST_ERROR : ST_OK;
}

Status image_save(JPF *j) {
    char path[4300], tmp[4400];
    u64 id = identity(j);
    if (!image_path(j, id, path, sizeof path) || !make_dir(jpf_get(j, "vm.cache"))) return ST_OK;
    snprintf(tmp, sizeof tmp, "%s.%ld.tmp", path, (long)getpid());
    int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return ST_OK;
    FILE *f = fdopen(fd, "wb");
    if (!f) {
        close(fd);
        return ST_OK;
    }
    Sink s = {f, false};
    Text t;
    text_init(&t, &j->cx);
    const ThreadInfo *ti = j->ks.threads.v[0];
    ImageHeader h = {.magic = MAGIC, .identity = id, .first_class = j->first_class};
    h.n_classes = j->cs.by_id.n - h.first_class;
    h.n_methods = j->cs.methods.n;
    h.methods_hash = methods_hash(j);
    Status st = class_table(j, h.first_class, &t);
    h.table_bytes = (u32)t.n;
    h.table_hash = hash_bytes(t.v, t.n, h.methods_hash);
    h.heap_off = (sizeof h + t.n + 4095) & ~4095ull;
    h.obj = ti->obj;
    h.children = ti->children;
    h.hashes = ti->hashes;
    h.key_lo = ti->tid_key_lo;
    h.key_hi = ti->tid_key_hi;
    h.priority = ti->priority;
    for (u32 i = 1; i < 3; i++) h.loaders[i] = j->cs.loaders.v[i].obj;
    if (st == ST_OK) {
        sink_write(&s, &h, sizeof h);
        sink_write(&s, t.v, t.n);
        if (fseek(f, (long)h.heap_off, SEEK_SET) != 0) s.failed = true;
        st = heap_image_write(&j->heap, sink_write, &s);
        long end = ftell(f);
        h.heap_len = (u64)end - h.heap_off;
        if (end < 0 || fseek(f, 0, SEEK_SET) != 0) s.failed = true;
        sink_write(&s, &h, sizeof h);
    }
    text_free(&t);
    if (fclose(f) != 0) s.failed = true;
    if (st != ST_OK || s.failed || rename(tmp, path) != 0) unlink(tmp);
    return st;
}
