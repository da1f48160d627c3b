/* seal.c -- the boot image: sealing, writing, reading, mapping. Layer 4.
 *
 * Layout: one header page; the region [0, boot_top), page-aligned so that it can be mapped where it
 * stands; the references of the immortals; the intern table with its texts. A checksum covers all. */
#include "heap/heap_int.h"
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#define IMAGE_MAGIC 0x31474D494650A4FDull
#define IMAGE_PAGE 4096u

typedef struct ImageHeader {
    u64 magic, checksum;
    u64 region_bytes, total_bytes;
    u64 live_bytes, n_objects;
    u32 n_immortals, n_intern;
    u32 header_size, off_vmclass, off_vminit, mirror_class;
} ImageHeader;

typedef struct ImageIntern {
    u64 hash;
    u32 literal, cur, len, next;
} ImageIntern;

typedef struct Sealer {
    Heap *h;
    u64 end; /* of the last object seen */
    Status st;
} Sealer;

static void seal_object(void *arg, Ref r) {
    Sealer *s = arg;
    Heap *h = s->h;
    ElementInfo *e = ei(h, r);
    u64 off = (u64)r * GRANULE;
    mem_fill(h->base + s->end, 0, off - s->end); /* the image is a function of its objects */
    s->end = off + ei_bytes(h, e);
    e->birth = IMMORTAL_BIRTH;
    e->hf |= EF_IMMORTAL | EF_SHARED | EF_BOOT;
    if (s->st == ST_OK && vec_push(h->cx, &h->in->immortals, r)) s->st = ST_ERROR;
}

Status heap_seal_boot(Heap *h) {
    if (h->trailing) return cx_fail(h->cx, ERR_INTERNAL, "the boot image is sealed before a search");
    if (heap_collect(h)) return ST_ERROR;
    alloc_seal(h);
    u64 top = (h->top + IMAGE_PAGE - 1) & ~(u64)(IMAGE_PAGE - 1);
    if (alloc_grow(h, top)) return ST_ERROR;
    Sealer s = {h, 0, ST_OK};
    h->in->immortals.n = 0;
    alloc_mark(h, false);
    heap_each(h, seal_object, &s);
    if (s.st) return ST_ERROR;
    mem_fill(h->base + s.end, 0, top - s.end);
    alloc_mark(h, true);
    h->young.n = 0;
    h->young_bytes = h->in->gc_next = h->in->reach_old = 0;
    h->boot_top = top;
    for (u32 i = 0; i < h->intern.n; i++)
        if (!h->intern.v[i].literal) h->intern.v[i].literal = h->intern.v[i].cur;
    map_free(&h->in->seeds); /* inside the image the reference itself is the label */
    map_init(&h->in->seeds, h->cx);
    return ST_OK;
}

/* --- writing --- */

typedef struct Out {
    u8 *p;
    u64 n;
} Out;

static void put(Out *o, const void *p, u64 n) {
    if (o->p && n) mem_copy(o->p + o->n, p, n);
    o->n += n;
}

static void put_tables(const Heap *h, Out *o) {
    static const u8 zero[8];
    put(o, h->in->immortals.v, (u64)h->in->immortals.n * 4);
    put(o, zero, (8 - o->n % 8) % 8);
    for (u32 i = 0; i < h->intern.n; i++) {
        const InternEntry *e = &h->intern.v[i];
        ImageIntern x = {e->hash, e->literal, e->cur, e->len, e->next};
        put(o, &x, sizeof x);
        put(o, e->text, (u64)e->len * 2);
        put(o, zero, (8 - o->n % 8) % 8);
    }
}

static u64 image_checksum(const ImageHeader *hd, const u8 *region, const u8 *tables, u64 n) {
    ImageHeader c = *hd;
    c.checksum = 0;
    u64 s = hash_bytes(&c, sizeof c, 1);
    s = hash_bytes(region, hd->region_bytes, s);
    return hash_bytes(tables, n, s);
}

Status heap_image_write(Heap *h, Status (*w)(void *u, const void *p, size_t n), void *u) {
    if (!h->boot_top || h->top != h->boot_top || h->log.n || h->trailing)
        return cx_fail(h->cx, ERR_INTERNAL, "only a sealed boot image can be written");
    Out size = {NULL, 0};
    put_tables(h, &size);
    u8 page[IMAGE_PAGE] = {0};
    Out o = {cx_alloc(h->cx, size.n + 8), 0};
    if (!o.p) return ST_ERROR;
    put_tables(h, &o);
    ImageHeader hd = {.magic = IMAGE_MAGIC,
                      .region_bytes = h->boot_top,
                      .total_bytes = IMAGE_PAGE + h->boot_top + o.n,
                      .live_bytes = h->live_bytes,
                      .n_objects = h->n_objects,
                      .n_immortals = h->in->immortals.n,
                      .n_intern = h->intern.n,
                      .header_size = OBJ_HEADER,
                      .off_vmclass = h->in->off_vmclass,
                      .off_vminit = h->in->off_vminit,
                      .mirror_class = h->in->mirror_ci ? h->in->mirror_ci->id : UINT32_MAX};
    alloc_mark(h, false);
    hd.checksum = image_checksum(&hd, h->base, o.p, o.n);
    memcpy(page, &hd, sizeof hd);
    Status st = w(u, page, sizeof page);
    if (st == ST_OK) st = w(u, h->base, h->boot_top);
    if (st == ST_OK) st = w(u, o.p, o.n);
    alloc_mark(h, true);
    cx_free(h->cx, o.p, size.n + 8);
    return st;
}

/* --- reading --- */

static Status bad_image(Heap *h, const char *what) { return cx_fail(h->cx, ERR_FORMAT, "boot image: %s", what); }

static Status header_check(Heap *h, const ImageHeader *hd, u64 len) {
    if (h->young.n || h->intern.n || h->boot_top || h->trailing) return bad_image(h, "the heap is in use");
    if (hd->magic != IMAGE_MAGIC || hd->header_size != OBJ_HEADER) return bad_image(h, "not one of this version");
    if (hd->region_bytes % IMAGE_PAGE || hd->region_bytes < FIRST_OFFSET || hd->region_bytes > h->reserved ||
        hd->total_bytes > len || hd->total_bytes < IMAGE_PAGE + hd->region_bytes)
        return bad_image(h, "truncated");
    return ST_OK;
}

/* Mirrors of the core classes may exist already: the image's take their place (heap_image_bind). */
static Status make_way(Heap *h, u64 region_bytes) {
    u64 old = h->top;
    alloc_mark(h, false);
    alloc_seal(h);
    mem_fill(h->in->starts, 0, (old / GRANULE + 63) / 64 * 8);
    h->in->immortals.n = h->in->mirrors.n = 0;
    if (old > region_bytes) mem_fill(h->base + region_bytes, 0, old - region_bytes);
    if (alloc_grow(h, region_bytes)) return ST_ERROR;
    alloc_mark(h, false);
    return ST_OK;
}

/* The region is in place; t are the n table bytes. */
static Status tables_read(Heap *h, const ImageHeader *hd, const u8 *t, u64 n) {
    struct HeapInner *in = h->in;
    u64 at = (u64)hd->n_immortals * 4;
    if (image_checksum(hd, h->base, t, n) != hd->checksum) return bad_image(h, "checksum");
    if (at > n) return bad_image(h, "immortals");
    if (vec_reserve(h->cx, &in->immortals, hd->n_immortals)) return ST_ERROR;
    u64 last = FIRST_OFFSET;
    for (u32 i = 0; i < hd->n_immortals; i++) {
        Ref r;
        memcpy(&r, t + (u64)i * 4, 4);
        if ((u64)r * GRANULE < last || (u64)r * GRANULE + OBJ_HEADER > hd->region_bytes)
            return bad_image(h, "immortals");
        last = (u64)r * GRANULE + OBJ_HEADER;
        in->immortals.v[in->immortals.n++] = r;
        start_set(h, r);
    }
    at = (at + 7) & ~(u64)7;
    for (u32 i = 0; i < hd->n_intern; i++) {
        ImageIntern x;
        if (at + sizeof x > n) return bad_image(h, "strings");
        memcpy(&x, t + at, sizeof x);
        at += sizeof x;
        u64 bytes = (u64)x.len * 2;
        if (bytes > n || at + bytes > n || x.next > i) return bad_image(h, "strings");
        if ((x.literal && !heap_is_object(h, x.literal)) || (x.cur && !heap_is_object(h, x.cur)))
            return bad_image(h, "strings");
        u16 *copy = arena_alloc(&in->arena, bytes + 2);
        if (!copy) return ST_ERROR;
        mem_copy(copy, t + at, bytes);
        InternEntry e = {x.literal, x.cur, x.hash, copy, x.len, x.next};
        if (vec_push(h->cx, &h->intern, e) || map_put(&h->interned, x.hash, i)) return ST_ERROR;
        at = (at + bytes + 7) & ~(u64)7;
    }
    h->boot_top = hd->region_bytes;
    h->live_bytes = hd->live_bytes;
    h->n_objects = hd->n_objects;
    return h->cs->class_ && h->cs->class_->linked ? heap_image_bind(h) : ST_OK;
}

Status heap_image_read(Heap *h, const u8 *p, size_t n) {
    ImageHeader hd;
    if (n < IMAGE_PAGE) return bad_image(h, "truncated");
    memcpy(&hd, p, sizeof hd);
    if (header_check(h, &hd, n) || make_way(h, hd.region_bytes)) return ST_ERROR;
    mem_copy(h->base, p + IMAGE_PAGE, hd.region_bytes);
    return tables_read(h, &hd, p + IMAGE_PAGE + hd.region_bytes, hd.total_bytes - IMAGE_PAGE - hd.region_bytes);
}

static Status read_at(Heap *h, int fd, void *p, u64 n, u64 off) {
    for (u64 got = 0; got < n;) {
        ssize_t k = pread(fd, (u8 *)p + got, n - got, (off_t)(off + got));
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return cx_fail(h->cx, ERR_IO, "boot image: %s", k ? strerror(errno) : "truncated");
        got += (u64)k;
    }
    return ST_OK;
}

Status heap_image_map(Heap *h, int fd, u64 off, u64 len) {
    ImageHeader hd;
    if (len < IMAGE_PAGE) return bad_image(h, "truncated");
    if (read_at(h, fd, &hd, sizeof hd, off) || header_check(h, &hd, len) || make_way(h, hd.region_bytes))
        return ST_ERROR;
    /* A file that shrinks while it is mapped would raise SIGBUS: the cache replaces files, never cuts. */
    bool mapped = off % IMAGE_PAGE == 0 && sysconf(_SC_PAGESIZE) == (long)IMAGE_PAGE &&
                  mmap(h->base, hd.region_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd,
                       (off_t)(off + IMAGE_PAGE)) != MAP_FAILED;
    if (!mapped && read_at(h, fd, h->base, hd.region_bytes, off + IMAGE_PAGE)) return ST_ERROR;
    u64 n = hd.total_bytes - IMAGE_PAGE - hd.region_bytes;
    u8 *t = cx_alloc(h->cx, n + 8);
    if (!t) return ST_ERROR;
    Status st = read_at(h, fd, t, n, off + IMAGE_PAGE + hd.region_bytes);
    if (st == ST_OK) st = tables_read(h, &hd, t, n);
    cx_free(h->cx, t, n + 8);
    return st;
}

Status heap_image_bind(Heap *h) {
    struct HeapInner *in = h->in;
    Classes *cs = h->cs;
    ClassInfo *c = cs->class_;
    FieldInfo *vmclass = field_named(c, "vmClass"), *vminit = field_named(c, "vmInit");
    if (!c || !c->linked || !vmclass || !vminit) return bad_image(h, "java.lang.Class is not linked");
    in->mirror_ci = c;
    in->off_vmclass = vmclass->offset;
    in->off_vminit = vminit->offset;
    in->mirrors.n = 0;
    for (u32 i = 0; i < cs->by_id.n; i++)
        if (cs->by_id.v[i]) cs->by_id.v[i]->mirror = 0, cs->by_id.v[i]->mirror_p = NULL;
    for (u32 i = 0; i < in->immortals.n; i++) {
        Ref r = in->immortals.v[i];
        u64 end = i + 1 < in->immortals.n ? (u64)in->immortals.v[i + 1] * GRANULE : h->top;
        const ElementInfo *e = ei(h, r);
        if (e->ci >= cs->by_id.n || !cs->by_id.v[e->ci]) return bad_image(h, "unknown class");
        if (e->ci == c->id) {
            if ((u64)r * GRANULE + c->inst_size > end) return bad_image(h, "object sizes");
            ClassInfo *of = mirror_class(h, r);
            if (!of || of->mirror) return bad_image(h, "mirrors");
            if (vec_push(h->cx, &in->mirrors, r)) return ST_ERROR;
            of->mirror = r;
            of->mirror_p = &EI_AT(h, r, in->off_vminit, u32);
        }
        if ((u64)r * GRANULE + ei_bytes(h, e) > end) return bad_image(h, "object sizes");
    }
    alloc_mark(h, true);
    return ST_OK;
}
