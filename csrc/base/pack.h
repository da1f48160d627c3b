/* pack.h -- a file that is written or read by the same code: checkpoints. Layer 1.
 *
 * Each function writes what it is given, or, of a pack that is read, puts what was written there into its place. The
 * bytes are those of this build of the engine on this machine; who makes a pack writes down which build it was.
 *
 * What must hold: a pack is read by the calls that wrote it, in their order. A file that is not whole, or not as it
 * was written, is refused before anything is read of it (pack_open), so that a read that fails afterwards is a mistake
 * of ours. What fails sets `failed`, and later calls do nothing: test once at the end. */
#ifndef JPF_PACK_H
#define JPF_PACK_H
#include "base/arena.h"
#include "base/text.h"

typedef struct Pack {
    Ctx *cx;
    bool reading, failed;
    /* written: to a file beside the one that it becomes */
    const char *file;
    char *beside;
    int fd;
    int error; /* errno of what failed; 0: none did */
    u8 *block;
    u64 sum;
    size_t n; /* bytes in the block */
    u64 bytes; /* written, or there are to be read */
    /* read */
    u8 *map;
    size_t map_bytes;
    u64 at;
} Pack;

/* Begin to write. What keeps the file from being written is no error of the Ctx: pack_why says it. */
void pack_begin(Pack *p, Ctx *cx, const char *file);
/* The file is whole, on the disk, and takes the place of the one that was there. False: nothing has changed there. */
bool pack_end(Pack *p);
void pack_drop(Pack *p); /* what was written goes */
const char *pack_why(const Pack *p);
/* Begin to read. ERR_CONFIG, with the file's name: it is not there, none of ours, damaged, cut off, of another form. */
Status pack_open(Pack *p, Ctx *cx, const char *file);
void pack_close(Pack *p);

void pack_bytes(Pack *p, void *v, size_t n);
#define pack_it(p, x) pack_bytes((p), &(x), sizeof(x))
/* A vector of plain values; what it held before is replaced. */
void pack_vec_(Pack *p, void **v, u32 *n, u32 *cap, size_t elem);
#define pack_vec(p, x) pack_vec_((p), (void **)&(x)->v, &(x)->n, &(x)->cap, sizeof *(x)->v)
void pack_map(Pack *p, Map *m);
void pack_text(Pack *p, Text *t);
/* A string of its own (cx_strndup), or NULL; read: the one before is freed. */
void pack_string(Pack *p, char **s);
u32 pack_u32(Pack *p, u32 v); /* v, or what stands there */
u64 pack_u64(Pack *p, u64 v);
/* Both must agree: a part begins, or a number must be what it was. */
void pack_mark(Pack *p, u64 what);

#endif
