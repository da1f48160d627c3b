/* fuzz_source.c -- damaged images and archives: an error or an answer, never a crash.
 *
 *   fuzz_source [-n ITERATIONS] [-s SEED] FILE     FILE: a jimage, .jar or .jmod
 * The file is copied; each round damages some bytes of the copy (mostly in the index: the head of an
 * image, the tail of a zip), opens it, looks up what the sound file has, and repairs it again. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "classfile/classpath.h"

enum { NAMES = 400, DAMAGE = 24 };
static char *names[NAMES];
static u32 n_names, n_offered;
static u64 rng = 0x2545F4914F6CDD1Dull;
static u64 rnd(void) {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    return rng ^= rng << 17;
}
static Status collect(void *u, const char *name) {
    u32 at = n_offered++;
    if (at >= NAMES && (at = (u32)(rnd() % n_offered)) >= NAMES) return ST_OK;
    if (at < n_names) free(names[at]);
    else n_names = at + 1;
    names[at] = strdup(name);
    return ST_OK;
}
static Status count(void *u, const char *name) { return ++*(u32 *)u < 2000 ? ST_OK : ST_ERROR; }

int main(int argc, char **argv) {
    u64 iterations = 2000, sum = 0, hits = 0, opened = 0;
    int i = 1;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        u64 v = strtoull(argv[i + 1], NULL, 0);
        if (argv[i][1] == 'n') iterations = v;
        if (argv[i][1] == 's') rng ^= v * 0xD6E8FEB86659FD93ull;
    }
    if (i >= argc) return fprintf(stderr, "usage: fuzz_source [-n N] [-s SEED] FILE\n"), 2;
    Ctx cx = {0};
    Source *s;
    if (source_open(&cx, argv[i], &s) != ST_OK) return fprintf(stderr, "%s\n", cx.err.msg), 2;
    bool image = source_is_jimage(s);
    source_each(s, collect, NULL);
    source_close(s);
    char copy[] = "/tmp/jpf_fuzz_XXXXXX";
    int out = mkstemp(copy), in = open(argv[i], O_RDONLY);
    static char b[1 << 16];
    ssize_t k;
    off_t size = 0;
    if (out < 0 || in < 0) return 2;
    while ((k = read(in, b, sizeof b)) > 0 && write(out, b, (size_t)k) == k) size += k;
    u32 head[7] = {0};
    if (pread(out, head, sizeof head, 0) != sizeof head) return 2;
    u64 index = image ? 28 + (u64)head[4] * 8 + head[5] + head[6] : 0;
    for (u64 it = 0; it < iterations; it++) {
        off_t at[DAMAGE];
        u8 old[DAMAGE];
        u64 n = 1 + rnd() % (image ? DAMAGE : 3); /* a zip that does not open is soon dull */
        for (u64 d = 0; d < n; d++) {
            u64 r = rnd(), w = rnd() % 4;
            if (w == 0) at[d] = (off_t)(r % (u64)size);
            else if (image) at[d] = (off_t)(w == 1 && it % 4 == 0 ? r % 28 : r % index);
            else at[d] = size - 1 - (off_t)(r % (w == 1 ? 22 : (u64)size / 20 + 22)) % size;
            u8 v = (u8)rnd();
            if (pread(out, &old[d], 1, at[d]) != 1 || pwrite(out, &v, 1, at[d]) != 1) return 2;
        }
        if (source_open(&cx, copy, &s) == ST_OK) {
            opened++;
            source_set_release(s, 17);
            cx_clear(&cx);
            u32 c = 0;
            source_each(s, count, &c);
            for (int q = 0; q < 40 && n_names; q++) {
                Resource res;
                bool found;
                if (source_find(s, names[rnd() % n_names], &res, &found) == ST_OK && found) {
                    hits++;
                    for (size_t z = 0; z < res.n; z++) sum += res.p[z];
                    res_free(&res);
                }
                cx_clear(&cx);
            }
            source_close(s);
        }
        cx_clear(&cx);
        if (cx.bytes) return fprintf(stderr, "leak of %llu bytes\n", (unsigned long long)cx.bytes), 1;
        for (u64 d = n; d-- > 0;)
            if (pwrite(out, &old[d], 1, at[d]) != 1) return 2;
    }
    close(out);
    close(in);
    unlink(copy);
    for (u32 q = 0; q < n_names; q++) free(names[q]);
    printf("ok %llu damaged copies, %llu opened, %llu resources read (%llx)\n", (unsigned long long)iterations,
           (unsigned long long)opened, (unsigned long long)hits, (unsigned long long)sum);
    return 0;
}
