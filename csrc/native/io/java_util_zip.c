/* java_util_zip.c -- CRC32, Adler32, Inflater, Deflater on zlib.
 *
 * zlib keeps pointers into its own memory. The state of one stream is one block of memory that is valid
 * only at the address of the VM's scratch arena: each call copies the stream's off-heap block there,
 * works, and copies it back, so that streams are undone and collected like all off-heap memory. The program does not
 * reach the block (offheap_own), for it is full of pointers. The block is part of the state's key, which must not
 * depend on where the host has put things: it has no addresses but distances (Room). */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "kernel/events.h"
#include "native/world.h"

#include <link.h>
#include <stdio.h>
#include <sys/mman.h>
#include <zlib.h>

enum { ARENA = 512 * 1024, INFLATE_BYTES = 64 * 1024, DEFLATE_BYTES = 300 * 1024 };

typedef struct ZBlock { /* at the start of the arena and of each block */
    u64 used, cap;
    u64 deflates; /* an address of the other kind is no stream */
    z_stream z;
} ZBlock;

/* Addresses in [at, at + bytes) stand in blocks as those in [as, as + bytes), where no memory is; numbers that look
 * like the latter the other way round, so that nothing is lost. */
typedef struct Room {
    u64 at, as, bytes;
} Room;
#define NOWHERE (0xA5ull << 56)
typedef struct Rooms {
    Room arena, library; /* the arena; zlib's own tables */
} Rooms;

static inline u64 swapped(const Room *r, u64 w) {
    return w - r->at < r->bytes ? w - r->at + r->as : w - r->as < r->bytes ? w - r->as + r->at : w;
}
static void as_distances(const Rooms *r, void *to, const void *from, u64 bytes) {
    for (u64 i = 0; i < bytes; i += 8) {
        u64 w;
        memcpy(&w, (const u8 *)from + i, 8);
        w = swapped(&r->library, swapped(&r->arena, w));
        memcpy((u8 *)to + i, &w, 8);
    }
}
static void as_addresses(const Rooms *r, void *to, const void *from, u64 bytes) {
    for (u64 i = 0; i < bytes; i += 8) {
        u64 w;
        memcpy(&w, (const u8 *)from + i, 8);
        w = swapped(&r->arena, swapped(&r->library, w));
        memcpy((u8 *)to + i, &w, 8);
    }
}

/* The image that zlib lies in. */
static int find_library(struct dl_phdr_info *info, size_t size, void *to) {
    u64 low = UINT64_MAX, high = 0;
    for (u32 i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        u64 at = info->dlpi_addr + h->p_vaddr;
        if (h->p_type != PT_LOAD) continue;
        if (at < low) low = at;
        if (at + h->p_memsz > high) high = at + h->p_memsz;
    }
    u64 here = (u64)(uintptr_t)deflate;
    if (here < low || here >= high) return 0;
    *(Room *)to = (Room){.at = low, .bytes = high - low};
    return 1;
}

static voidpf z_alloc(voidpf opaque, uInt n, uInt size) {
    ZBlock *b = opaque;
    u64 want = ((u64)n * size + 15) & ~15ull;
    if (b->used + want > b->cap) return Z_NULL;
    voidpf p = (u8 *)b + b->used;
    b->used += want;
    return p;
}
static void z_free(voidpf opaque, voidpf p) {}

static const Rooms *rooms(const ZBlock *b) { return (const Rooms *)(const void *)((const u8 *)b + ARENA); }

static ZBlock *arena(ThreadInfo *ti) {
    Natives *N = natives(ti);
    if (!N->zarena) {
        void *p = mmap(NULL, ARENA + sizeof(Rooms), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) {
            cx_fail(ti->ks->cx, ERR_NOMEM, "no memory for zlib");
            return NULL;
        }
        N->zarena = p;
        Rooms *r = (Rooms *)(void *)((u8 *)p + ARENA);
        r->arena = (Room){.at = (u64)(uintptr_t)p, .bytes = ARENA};
        (void)dl_iterate_phdr(find_library, &r->library);
        r->arena.as = NOWHERE;
        r->library.as = NOWHERE | 1ull << 48;
    }
    return N->zarena;
}
void zip_free(void *zarena) {
    if (zarena) munmap(zarena, ARENA + sizeof(Rooms));
}

static int load(ThreadInfo *ti, i64 addr, bool deflates, ZBlock **out) {
    ZBlock *b = arena(ti);
    ElementInfo *owner;
    const ZBlock *s = (const ZBlock *)(const void *)offheap_own(ti, addr, sizeof *s, &owner);
    if (!b) return NAT_ERROR;
    const u8 *all = s && s->deflates == deflates ? offheap_own(ti, addr, s->used, &owner) : NULL;
    if (!all || s->used > ARENA) return throw_new(ti, "java/lang/NullPointerException", "stream closed");
    as_addresses(rooms(b), b, all, s->used);
    b->z.zalloc = z_alloc;
    b->z.zfree = z_free;
    *out = b;
    return NAT_OK;
}

/* Write back what changed: the trail pays by the word. */
static int save(ThreadInfo *ti, i64 addr) {
    Heap *h = ti->ks->heap;
    ZBlock *b = arena(ti);
    ElementInfo *owner;
    u8 *p = offheap_own(ti, addr, b->used, &owner);
    if (!p) return throw_no_msg(ti, "java/lang/InternalError");
    b->z.next_in = NULL; /* no host pointers of this call in the state */
    b->z.next_out = NULL;
    b->z.zalloc = NULL;
    b->z.zfree = NULL;
    for (u64 i = 0; i < b->used; i += 64) {
        u64 k = b->used - i < 64 ? b->used - i : 64, now[8];
        as_distances(rooms(b), now, (u8 *)b + i, k);
        if (mem_cmp(p + i, now, k) == 0) continue;
        heap_log_range(h, owner, p + i, k);
        mem_copy(p + i, now, k);
    }
    return NAT_OK;
}

static int new_stream(ThreadInfo *ti, u64 cap, bool deflates, i64 *addr, ZBlock **out) {
    ZBlock *b = arena(ti);
    if (!b) return NAT_ERROR;
    NAT_TRY(offheap_alloc_own(ti, cap, addr));
    if (!*addr) return nat_oom(ti);
    mem_fill(b, 0, cap);
    b->used = (sizeof *b + 15) & ~15ull;
    b->cap = cap;
    b->deflates = deflates;
    b->z.zalloc = z_alloc;
    b->z.zfree = z_free;
    b->z.opaque = b;
    *out = b;
    return NAT_OK;
}

/* Bytes of an array argument, bounds checked by Java already but not trusted. */
static u8 *array_at(ThreadInfo *ti, Ref arr, i32 off, i32 len) { return arr_at(ti->ks->heap, arr, T_BYTE, off, len); }
static int bad_range(ThreadInfo *ti) { return throw_no_msg(ti, "java/lang/ArrayIndexOutOfBoundsException"); }

static int pack(u32 *r, u64 in, u64 out, bool finished, bool last) {
    return ret_long(r, (i64)(in | out << 31 | (u64)finished << 62 | (u64)last << 63));
}

/* inflate or deflate with the output taken in pieces, which changes nothing of it: a call with much to do can be
 * broken off (then an error is pending). */
enum { PIECE = 16384, BYTE_WORK = 4 };
static int paced(Ctx *cx, z_stream *z, int (*step)(z_stream *, int), int flush) {
    u32 left = z->avail_out;
    bool first = true;
    for (;;) {
        u32 piece = left < PIECE ? left : PIECE, in = z->avail_in;
        z->avail_out = piece;
        int res = step(z, flush);
        u32 made = piece - z->avail_out;
        left -= made;
        bool full = !z->avail_out;
        z->avail_out = left;
        if (res == Z_BUF_ERROR && !first) return Z_OK; /* all was done before */
        if (res != Z_OK || !full || !left) return res;
        if (!cx_work(cx, (u64)BYTE_WORK * (made + (in - z->avail_in)))) return res;
        first = false;
    }
}

/* --- Inflater --- */

int Inflater_init(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 addr;
    ZBlock *b;
    NAT_TRY(new_stream(ti, INFLATE_BYTES, false, &addr, &b));
    if (inflateInit2(&b->z, a[0] ? -MAX_WBITS : MAX_WBITS) != Z_OK) return throw_no_msg(ti, "java/lang/InternalError");
    NAT_TRY(save(ti, addr));
    if (ti->ks->cx->err.kind != ERR_NONE) return NAT_ERROR;
    return ret_long(r, addr);
}

static int inflate_step(ThreadInfo *ti, Ref self, i64 addr, const u8 *in, u32 nin, u8 *out, u32 nout,
                        ElementInfo *owner, u32 *r) {
    ZBlock *b;
    char msg[128];
    NAT_TRY(load(ti, addr, false, &b));
    if (owner && nout) heap_log_range(ti->ks->heap, owner, out, nout);
    b->z.next_in = (Bytef *)(uintptr_t)in;
    b->z.avail_in = nin;
    b->z.next_out = out;
    b->z.avail_out = nout;
    int res = paced(ti->ks->cx, &b->z, inflate, Z_SYNC_FLUSH);
    u32 used = nin - b->z.avail_in, made = nout - b->z.avail_out;
    snprintf(msg, sizeof msg, "%s", b->z.msg ? b->z.msg : "");
    NAT_TRY(save(ti, addr));
    if (ti->ks->cx->err.kind != ERR_NONE) return NAT_ERROR;
    switch (res) {
    case Z_BUF_ERROR: return pack(r, 0, 0, false, false);
    case Z_OK: return pack(r, used, made, false, false);
    case Z_STREAM_END: return pack(r, used, made, true, false);
    case Z_NEED_DICT: return pack(r, used, made, false, true);
    case Z_DATA_ERROR:
        nat_set_int(ti, self, NF_INFLATER_INCONSUMED, (i32)used);
        nat_set_int(ti, self, NF_INFLATER_OUTCONSUMED, (i32)made);
        if (!msg[0]) return throw_no_msg(ti, "java/util/zip/DataFormatException");
        return throw_new(ti, "java/util/zip/DataFormatException", "%s", msg);
    case Z_MEM_ERROR: return nat_oom(ti);
    default: return throw_new(ti, "java/lang/InternalError", "%s", msg);
    }
}

/* Source and target are each a byte[] (array, offset, length) or an address (address, length). */
typedef struct Span {
    u8 *p;
    u32 n;
    ElementInfo *owner; /* NULL: there is nothing to write */
} Span;
static bool span(ThreadInfo *ti, const u32 *a, bool buffer, bool writes, Span *s) {
    static u8 none;
    *s = (Span){.n = a[2]};
    if (!buffer) {
        s->p = array_at(ti, a[0], (i32)a[1], (i32)a[2]);
        s->owner = s->p ? ei(ti->ks->heap, a[0]) : NULL;
    } else if (!s->n) {
        s->p = &none; /* zlib wants no null pointer */
    } else if ((i32)a[2] > 0) {
        s->p = writes ? offheap_rw(ti, getw_long(a), s->n, &s->owner)
                      : (u8 *)(uintptr_t)offheap_at(ti, getw_long(a), s->n);
    }
    return s->p != NULL;
}
static int inflate_any(ThreadInfo *ti, const u32 *a, u32 *r, bool buf_in, bool buf_out) {
    Span i, o;
    const u32 *p = a + 3; /* this, address */
    if (!span(ti, p, buf_in, false, &i) || !span(ti, p + 3, buf_out, true, &o)) return bad_range(ti);
    return inflate_step(ti, a[0], getw_long(a + 1), i.p, i.n, o.p, o.n, o.owner, r);
}
int Inflater_bytesBytes(ThreadInfo *ti, const u32 *a, u32 *r) { return inflate_any(ti, a, r, false, false); }
int Inflater_bytesBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return inflate_any(ti, a, r, false, true); }
int Inflater_bufferBytes(ThreadInfo *ti, const u32 *a, u32 *r) { return inflate_any(ti, a, r, true, false); }
int Inflater_bufferBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return inflate_any(ti, a, r, true, true); }

static int set_dictionary(ThreadInfo *ti, const u32 *a, bool buf, bool deflating) {
    Span d;
    ZBlock *b;
    if (!span(ti, a + 2, buf, false, &d)) return bad_range(ti);
    NAT_TRY(load(ti, getw_long(a), deflating, &b));
    int res = deflating ? deflateSetDictionary(&b->z, d.p, d.n) : inflateSetDictionary(&b->z, d.p, d.n);
    NAT_TRY(save(ti, getw_long(a)));
    return res == Z_OK
               ? NAT_OK
               : throw_no_msg(ti, res == Z_STREAM_ERROR || res == Z_DATA_ERROR ? "java/lang/IllegalArgumentException"
                                                                               : "java/lang/InternalError");
}
int Inflater_setDictionary(ThreadInfo *ti, const u32 *a, u32 *r) { return set_dictionary(ti, a, false, false); }
int Inflater_setDictionaryBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return set_dictionary(ti, a, true, false); }
int Deflater_setDictionary(ThreadInfo *ti, const u32 *a, u32 *r) { return set_dictionary(ti, a, false, true); }
int Deflater_setDictionaryBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return set_dictionary(ti, a, true, true); }

static int get_adler(ThreadInfo *ti, const u32 *a, u32 *r, bool deflating) {
    ZBlock *b;
    NAT_TRY(load(ti, getw_long(a), deflating, &b));
    return ret_int(r, (i32)b->z.adler);
}
int Inflater_getAdler(ThreadInfo *ti, const u32 *a, u32 *r) { return get_adler(ti, a, r, false); }
int Deflater_getAdler(ThreadInfo *ti, const u32 *a, u32 *r) { return get_adler(ti, a, r, true); }
int Zip_end(ThreadInfo *ti, const u32 *a, u32 *r) { return offheap_free(ti, getw_long(a)); }
static int reset(ThreadInfo *ti, const u32 *a, bool deflating, int (*fn)(z_streamp)) {
    ZBlock *b;
    NAT_TRY(load(ti, getw_long(a), deflating, &b));
    if (fn(&b->z) != Z_OK) return throw_no_msg(ti, "java/lang/InternalError");
    return save(ti, getw_long(a));
}
int Inflater_reset(ThreadInfo *ti, const u32 *a, u32 *r) { return reset(ti, a, false, inflateReset); }
int Deflater_reset(ThreadInfo *ti, const u32 *a, u32 *r) { return reset(ti, a, true, deflateReset); }

/* --- Deflater --- */

int Deflater_init(ThreadInfo *ti, const u32 *a, u32 *r) { /* level, strategy, nowrap */
    i64 addr;
    ZBlock *b;
    NAT_TRY(new_stream(ti, DEFLATE_BYTES, true, &addr, &b));
    if (deflateInit2(&b->z, (int)a[0], Z_DEFLATED, a[2] ? -MAX_WBITS : MAX_WBITS, 8, (int)a[1]) != Z_OK)
        return throw_no_msg(ti, "java/lang/IllegalArgumentException");
    NAT_TRY(save(ti, addr));
    if (ti->ks->cx->err.kind != ERR_NONE) return NAT_ERROR;
    return ret_long(r, addr);
}

/* params: bit 0: change of parameters, strategy << 1, level << 3 */
static int deflate_any(ThreadInfo *ti, const u32 *a, u32 *r, bool buf_in, bool buf_out) {
    Span i, o;
    ZBlock *b;
    const u32 *p = a + 3;
    i64 addr = getw_long(a + 1);
    if (!span(ti, p, buf_in, false, &i) || !span(ti, p + 3, buf_out, true, &o)) return bad_range(ti);
    int flush = (int)p[6];
    i32 params = (i32)p[7];
    NAT_TRY(load(ti, addr, true, &b));
    if (o.owner && o.n) heap_log_range(ti->ks->heap, o.owner, o.p, o.n);
    b->z.next_in = i.p;
    b->z.avail_in = i.n;
    b->z.next_out = o.p;
    b->z.avail_out = o.n;
    int res =
        params & 1 ? deflateParams(&b->z, params >> 3, (params >> 1) & 3) : paced(ti->ks->cx, &b->z, deflate, flush);
    u32 used = i.n - b->z.avail_in, made = o.n - b->z.avail_out;
    NAT_TRY(save(ti, addr));
    if (ti->ks->cx->err.kind != ERR_NONE) return NAT_ERROR;
    if (res != Z_OK && res != Z_BUF_ERROR && (res != Z_STREAM_END || (params & 1)))
        return throw_no_msg(ti, "java/lang/InternalError");
    if (params & 1) return pack(r, used, made, false, res == Z_BUF_ERROR);
    if (res == Z_BUF_ERROR) return pack(r, 0, 0, false, false);
    return pack(r, used, made, res == Z_STREAM_END, false);
}
int Deflater_bytesBytes(ThreadInfo *ti, const u32 *a, u32 *r) { return deflate_any(ti, a, r, false, false); }
int Deflater_bytesBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return deflate_any(ti, a, r, false, true); }
int Deflater_bufferBytes(ThreadInfo *ti, const u32 *a, u32 *r) { return deflate_any(ti, a, r, true, false); }
int Deflater_bufferBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return deflate_any(ti, a, r, true, true); }

/* --- checksums: (value, byte), (value, array, offset, length), (value, address, offset, length) --- */

typedef uLong (*SumFn)(uLong, const Bytef *, uInt);
static int sum_byte(const u32 *a, u32 *r, SumFn f) {
    Bytef b = (Bytef)a[1];
    return ret_int(r, (i32)f(a[0], &b, 1));
}
static int sum_bytes(ThreadInfo *ti, const u32 *a, u32 *r, SumFn f) {
    const u8 *p = array_at(ti, a[1], (i32)a[2], (i32)a[3]);
    if (!p) return bad_range(ti);
    cx_worked(ti->ks->cx, a[3] / 4);
    if (a[3]) EV(ti->ks, memory_action, .ti = ti, .obj = a[1], .index = OBJ_HEADER + a[2], .n = a[3], .how = MEM_READ);
    return ret_int(r, (i32)f(a[0], p, a[3]));
}
static int sum_buffer(ThreadInfo *ti, const u32 *a, u32 *r, SumFn f) {
    const u8 *p = a[4] ? offheap_at(ti, offheap_add(getw_long(a + 1), (i32)a[3]), a[4]) : (const u8 *)"";
    return p ? ret_int(r, (i32)f(a[0], p, a[4])) : bad_range(ti);
}
int CRC32_update(ThreadInfo *ti, const u32 *a, u32 *r) { return sum_byte(a, r, crc32); }
int CRC32_updateBytes(ThreadInfo *ti, const u32 *a, u32 *r) { return sum_bytes(ti, a, r, crc32); }
int CRC32_updateBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return sum_buffer(ti, a, r, crc32); }
int Adler32_update(ThreadInfo *ti, const u32 *a, u32 *r) { return sum_byte(a, r, adler32); }
int Adler32_updateBytes(ThreadInfo *ti, const u32 *a, u32 *r) { return sum_bytes(ti, a, r, adler32); }
int Adler32_updateBuffer(ThreadInfo *ti, const u32 *a, u32 *r) { return sum_buffer(ti, a, r, adler32); }
