/* checkpoint.c -- what stands before the search in a checkpoint: who wrote it, of what. Layer 12. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "classfile/source.h"
#include "vm/jpf.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A hash of the engine's own file: what is written are the values of its structs. 0: it cannot be read. */
static u64 engine_hash(void) {
    Dl_info di;
    struct stat st;
    if (!dladdr((void *)(uintptr_t)jpf_new, &di) || !di.dli_fname) return 0;
    int fd = open(di.dli_fname, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    void *p = fstat(fd, &st) == 0 ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (p == MAP_FAILED) return 0;
    u64 h = hash_bytes(p, (size_t)st.st_size, sizeof(JPF));
    munmap(p, (size_t)st.st_size);
    return h ? h : 1;
}

static Status engine_pack(Ctx *cx, Pack *p) {
    u64 is = engine_hash();
    u64 was = pack_u64(p, is);
    char *version = NULL;
    if (!p->reading) version = (char *)(uintptr_t)JPF_VERSION;
    pack_string(p, &version);
    Status st = ST_OK;
    if (p->reading && (was != is || !is))
        st = cx_fail(cx, ERR_CONFIG,
                     "%s: the checkpoint was written by another build of jpfpy (%.40s; this one is " JPF_VERSION
                     "): only the build that wrote it goes on with it",
                     p->file, version ? version : "?");
    if (p->reading && version) cx_free(cx, version, strlen(version) + 1);
    return st;
}

char *checkpoint_config(Ctx *cx, const char *file) {
    Pack p;
    char *text = NULL;
    if (pack_open(&p, cx, file) != ST_OK) return NULL;
    if (engine_pack(cx, &p) == ST_OK) pack_string(&p, &text);
    pack_close(&p);
    if (!text && cx->err.kind == ERR_NONE) cx_fail(cx, ERR_CONFIG, "%s: the checkpoint has no configuration", file);
    return text;
}

/* What the search is made of: the program, the JDK, the booted heap. */
static Status made_pack(JPF *j, Pack *p) {
    Text made;
    char *was = NULL;
    u64 boot = mix64(j->heap.boot_top, j->n_booted);
    text_init(&made, &j->cx);
    Status st = ST_OK;
    if (!p->reading) {
        st = identity_text(j, &made);
        was = made.v;
    }
    if (st == ST_OK) pack_string(p, &was);
    u64 booted = pack_u64(p, boot);
    if (p->reading && st == ST_OK && was) {
        Text why;
        text_init(&why, &j->cx);
        st = identity_unlike(j, was, false, &why);
        if (st == ST_OK && why.n)
            st = cx_fail(&j->cx, ERR_CONFIG, "%s: the checkpoint does not fit: it was made %.400s", p->file, why.v);
        if (st == ST_OK && booted != boot)
            st = cx_fail(&j->cx, ERR_CONFIG, "%s: the checkpoint does not fit: its JDK has booted otherwise", p->file);
        text_free(&why);
        cx_free(&j->cx, was, strlen(was) + 1);
    }
    text_free(&made);
    return st;
}

static Status keys_pack(JPF *j, Pack *p) {
    u32 n = pack_u32(p, j->set_keys.n);
    for (u32 i = 0; i < n && !p->failed; i++) {
        char *key = p->reading ? NULL : (char *)(uintptr_t)j->set_keys.v[i];
        pack_string(p, &key);
        if (!p->reading || !key) continue;
        const char *own = arena_strndup(&j->arena, key, strlen(key));
        cx_free(&j->cx, key, strlen(key) + 1);
        if (!own || vec_push(&j->cx, &j->set_keys, own) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* Listeners decide what is left out: some reductions are not made where somebody hears of what they leave out. */
static Status heard_pack(JPF *j, Pack *p) {
    bool heard = j->ks.hub->n_sinks != 0, was = heard;
    pack_it(p, was);
    if (p->failed || was == heard) return ST_OK;
    return cx_fail(&j->cx, ERR_CONFIG, "%s: the search began %s listeners, and goes on %s only", p->file,
                   was ? "with" : "without", was ? "with them (jpfpy.resume: listeners=)" : "without");
}

/* What the host's own code, listeners above all, keeps of the search. */
static Status host_pack(JPF *j, Pack *p) {
    if (heard_pack(j, p) != ST_OK) return ST_ERROR;
    const Host *h = j->user;
    Text own;
    text_init(&own, &j->cx);
    Status st = ST_OK;
    if (!p->reading && h && h->keep) st = h->keep(h->user, &own);
    pack_text(p, &own);
    if (st == ST_OK && p->reading && !p->failed && h && h->kept) st = h->kept(h->user, own.v, own.n);
    text_free(&own);
    return st;
}

Status checkpoint_heading(void *user, Pack *p) {
    JPF *j = user;
    const char *given = jpf_set(j, "-checkpoint");
    char *config = p->reading ? NULL : (char *)(uintptr_t)(given ? given : "");
    if (engine_pack(&j->cx, p) != ST_OK) return ST_ERROR;
    pack_string(p, &config);
    if (p->reading && config) cx_free(&j->cx, config, strlen(config) + 1);
    if (made_pack(j, p) != ST_OK) return ST_ERROR;
    double elapsed = jpf_elapsed(j), cpu = cx_cpu() - j->cpu0;
    pack_it(p, elapsed);
    pack_it(p, cpu);
    if (p->reading) {
        j->started -= elapsed;
        j->cpu0 -= cpu;
        j->elapsed_before = elapsed;
        j->cpu_before = cpu;
    }
    pack_text(p, &j->output);
    return keys_pack(j, p) == ST_OK ? host_pack(j, p) : ST_ERROR;
}
