/* unsafe_memory.c -- memory outside the Java heap, as Unsafe.allocateMemory and friends see it.
 *
 * A block is a byte[] in the VM's root array, so undo, state key and collector need nothing more; that of a
 * mapped file is the file's node (fs.h), and the offset is the one in the file. An
 * address is (block number + 1) << 32 | offset: never a host pointer, the lowest free number first, so
 * that the same path gives the same addresses. Blocks are zeroed. A block of the VM's own (a stream of zlib, full of
 * host pointers) is a long[]: Unsafe does not reach it. */
#include "native/io/fs.h"

static int fault(ThreadInfo *ti) {
    return throw_new(ti, "java/lang/InternalError", "a fault occurred in an unsafe memory access operation");
}

/* A free table slot for what is held by the caller. */
static int new_slot(ThreadInfo *ti, Ref block, i64 *addr) {
    Heap *h = nat_heap(ti);
    Ref table, bigger;
    NAT_TRY(nat_root_get(ti, NR_BLOCKS, &table));
    u32 n = table ? arr_len(h, table) : 0, i = 0;
    while (i < n && ei_words(ei(h, table))[i]) i++;
    if (i == n) {
        NAT_TRY(nat_new_array(ti, ti->ks->cs->object, n ? 2 * n : 16, &bigger));
        if (n) mem_copy(arr_data(h, bigger), arr_data(h, table), 4u * n);
        NAT_TRY(nat_root_set(ti, NR_BLOCKS, bigger));
        table = bigger;
    }
    ElementInfo *e = ei(h, table);
    heap_put_ref(h, e, ei_words(e) + i, block);
    *addr = (i64)((u64)(i + 1) << 32);
    return NAT_OK;
}

static int new_block(ThreadInfo *ti, Ref block, i64 *addr) {
    u32 mark = handle_mark(nat_heap(ti));
    int r = nat_hold(ti, block);
    if (r == NAT_OK) r = new_slot(ti, block, addr);
    handle_release(nat_heap(ti), mark);
    return r;
}

static int alloc_as(ThreadInfo *ti, u8 type, u64 bytes, i64 *addr) {
    Ref block;
    ClassInfo *arr;
    *addr = 0;
    if (bytes > 0x7ffffff0u) return NAT_OK;
    if (ci_array_of(ti->ks->cs, ti->ks->cs->prim[type], &arr) != ST_OK) return NAT_ERROR;
    u32 n = (u32)(bytes + type_size(type) - 1) >> arr->elem_shift;
    if (heap_new_array(nat_heap(ti), arr, n, &block) != ST_OK) return NAT_ERROR;
    return block ? new_block(ti, block, addr) : NAT_OK;
}
int offheap_alloc(ThreadInfo *ti, u64 bytes, i64 *addr) { return alloc_as(ti, T_BYTE, bytes, addr); }
int offheap_alloc_own(ThreadInfo *ti, u64 bytes, i64 *addr) { return alloc_as(ti, T_LONG, bytes, addr); }

int offheap_map(ThreadInfo *ti, Ref node, u32 pos, i64 *addr) {
    NAT_TRY(new_block(ti, node, addr));
    *addr |= pos;
    return NAT_OK;
}

/* The table slot of an address, NULL if there is no such block. */
static u32 *slot_of(ThreadInfo *ti, i64 addr, ElementInfo **table) {
    Heap *h = nat_heap(ti);
    Ref t;
    Natives *N = natives(ti);
    u32 id = (u32)((u64)addr >> 32);
    if (!N->roots || !id) return NULL;
    t = ei_words(ei(h, N->roots))[NR_BLOCKS];
    if (!t || id > arr_len(h, t)) return NULL;
    *table = ei(h, t);
    u32 *s = ei_words(*table) + id - 1;
    return *s ? s : NULL;
}

/* T_BYTE: the program's; T_LONG: the VM's own; T_REF: a mapped file's node. */
static u8 block_type(ThreadInfo *ti, Ref block) { return ei_class(nat_heap(ti), ei(nat_heap(ti), block))->elem_type; }

int offheap_free(ThreadInfo *ti, i64 addr) {
    ElementInfo *t;
    u32 *s = slot_of(ti, addr, &t);
    if (!addr) return NAT_OK;
    if (!s || ((u32)addr && block_type(ti, *s) != T_REF)) return fault(ti);
    heap_put_ref(nat_heap(ti), t, s, 0);
    return NAT_OK;
}

u8 *offheap_rw(ThreadInfo *ti, i64 addr, u64 n, ElementInfo **owner) {
    Heap *h = nat_heap(ti);
    ElementInfo *t;
    u32 off = (u32)addr, *s = slot_of(ti, addr, &t);
    if (!s || n > UINT32_MAX) return NULL;
    Ref block = *s;
    if (JPF_UNLIKELY(block_type(ti, block) == T_REF)) { /* what was truncated away is a fault, as on the host */
        Ref node = block;
        block = fs_slot(ti, node, 1);
        if (!block || (u64)off + n > (u64)fs_meta(ti, node, FM_SIZE)) return NULL;
    }
    *owner = ei(h, block);
    return arr_at(h, block, T_BYTE, off, (i64)n);
}

const u8 *offheap_at(ThreadInfo *ti, i64 addr, u64 n) {
    ElementInfo *owner;
    if (addr < OFFHEAP_IMAGE) return offheap_rw(ti, addr, n, &owner);
    size_t len = 0;
    u64 o = (u64)(addr - OFFHEAP_IMAGE);
    const u8 *p = ti->ks->cs->image ? jimage_map(ti->ks->cs->image, &len) : NULL;
    return p && o <= len && n <= len - o ? p + o : NULL;
}

u8 *offheap_own(ThreadInfo *ti, i64 addr, u64 n, ElementInfo **owner) {
    ElementInfo *t;
    u32 *s = (u32)addr ? NULL : slot_of(ti, addr, &t);
    if (!s || n > UINT32_MAX) return NULL;
    *owner = ei(nat_heap(ti), *s);
    return arr_at(nat_heap(ti), *s, T_LONG, 0, (i64)((n + 7) / 8));
}

/* --- natives: a[0] is the Unsafe --- */

int unsafe_allocateMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 n = getw_long(a + 1), addr;
    NAT_TRY(offheap_alloc(ti, n < 0 ? UINT64_MAX : (u64)n, &addr));
    return ret_long(r, addr);
}

int unsafe_freeMemory0(ThreadInfo *ti, const u32 *a, u32 *r) { return offheap_free(ti, getw_long(a + 1)); }

int unsafe_reallocateMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    i64 old = getw_long(a + 1), n = getw_long(a + 3), addr;
    ElementInfo *t, *ne;
    u32 *s = old ? slot_of(ti, old, &t) : NULL;
    if (old && (!s || (u32)old || block_type(ti, *s) != T_BYTE)) return fault(ti); /* only what allocateMemory gave */
    Ref block = s ? *s : 0;
    NAT_TRY(offheap_alloc(ti, n < 0 ? UINT64_MAX : (u64)n, &addr));
    if (!addr || !old) return ret_long(r, addr);
    u32 k = arr_len(h, block) < n ? arr_len(h, block) : (u32)n;
    u8 *dst = offheap_rw(ti, addr, k, &ne);
    if (!dst) return fault(ti);
    heap_log_range(h, ne, dst, k);
    mem_copy(dst, arr_data(h, block), k);
    NAT_TRY(offheap_free(ti, old));
    return ret_long(r, addr);
}

/* Bytes [off, off + n) of a primitive array, or off-heap. */
static const u8 *source(ThreadInfo *ti, Ref o, i64 off, i64 n) {
    const ElementInfo *e = ei(nat_heap(ti), o);
    if (n < 0) return NULL;
    if (!o) return offheap_at(ti, off, (u64)n);
    return ei_class(nat_heap(ti), e)->kind == CK_ARRAY ? ei_open(nat_heap(ti), e, (u64)off, (u64)n, false) : NULL;
}
static u8 *target(ThreadInfo *ti, Ref o, i64 off, i64 n, ElementInfo **e) {
    if (n < 0) return NULL;
    if (!o) return offheap_rw(ti, off, (u64)n, e);
    *e = ei(nat_heap(ti), o);
    return ei_class(nat_heap(ti), *e)->kind == CK_ARRAY ? ei_open(nat_heap(ti), *e, (u64)off, (u64)n, false) : NULL;
}

int unsafe_setMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ElementInfo *e;
    i64 n = getw_long(a + 4);
    if (!n) return NAT_OK;
    u8 *p = target(ti, a[1], getw_long(a + 2), n, &e);
    if (!p) return fault(ti);
    if (a[1] && elements_point(ti, a[1], true) && nat_boundary(ti, AC_ATOMIC, a[1], 0)) return NAT_BLOCK;
    heap_log_range(nat_heap(ti), e, p, (u64)n);
    cx_worked(ti->ks->cx, (u64)n / 16);
    mem_fill(p, (int)(u8)a[6], (size_t)n);
    return NAT_OK;
}

/* copyMemory0(this, src, soff, dst, doff, bytes) */
int unsafe_copyMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ElementInfo *de;
    i64 n = getw_long(a + 7);
    if (!n) return NAT_OK;
    const u8 *s = source(ti, a[1], getw_long(a + 2), n);
    u8 *d = target(ti, a[4], getw_long(a + 5), n, &de);
    if (!s || !d) return fault(ti);
    bool reads = a[1] && elements_point(ti, a[1], false), writes = a[4] && elements_point(ti, a[4], true);
    if ((reads || writes) && nat_boundary(ti, AC_ATOMIC, writes ? a[4] : a[1], 0)) return NAT_BLOCK;
    heap_log_range(nat_heap(ti), de, d, (u64)n);
    cx_worked(ti->ks->cx, (u64)n / 16);
    mem_move(d, s, (size_t)n);
    return NAT_OK;
}

/* copySwapMemory0(this, src, soff, dst, doff, bytes, elemSize) */
int unsafe_copySwapMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ElementInfo *de;
    i64 n = getw_long(a + 7), size = getw_long(a + 9);
    if ((size != 2 && size != 4 && size != 8) || n % size) return fault(ti);
    NAT_TRY(unsafe_copyMemory0(ti, a, r));
    u8 *d = n ? target(ti, a[4], getw_long(a + 5), n, &de) : NULL;
    if (!d) return NAT_OK;
    for (i64 i = 0; i < n; i += size)
        for (i64 x = 0; x < size / 2; x++) {
            u8 t = d[i + x];
            d[i + x] = d[i + size - 1 - x];
            d[i + size - 1 - x] = t;
        }
    return NAT_OK;
}

int unsafe_nop(ThreadInfo *ti, const u32 *a, u32 *r) { return NAT_OK; }
