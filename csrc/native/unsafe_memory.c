/* unsafe_memory.c -- memory outside the Java heap, as Unsafe.allocateMemory and friends see it.
 *
 * A block is a byte[] in the VM's root array, so undo, state key and collector need nothing more; that of a
 * mapped file is the file's node (fs.h), and the offset is the one in the file. An
 * address is (block number + 1) << 32 | offset: never a host pointer, the lowest free number first, so
 * that the same path gives the same addresses. Blocks are zeroed. */
#include "native/fs.h"

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
        if (n) memcpy(arr_data(h, bigger), arr_data(h, table), 4u * n);
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

int offheap_alloc(ThreadInfo *ti, u64 bytes, i64 *addr) {
    Ref block;
    ClassInfo *ba;
    *addr = 0;
    if (bytes > 0x7ffffff0u) return NAT_OK;
    if (ci_array_of(ti->ks->cs, ti->ks->cs->prim[T_BYTE], &ba) != ST_OK) return NAT_ERROR;
    if (heap_new_array(nat_heap(ti), ba, (u32)bytes, &block) != ST_OK) return NAT_ERROR;
    return block ? new_block(ti, block, addr) : NAT_OK;
}

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

static bool is_map(ThreadInfo *ti, Ref block) {
    return ei_class(nat_heap(ti), ei(nat_heap(ti), block))->elem_type == T_REF;
}

int offheap_free(ThreadInfo *ti, i64 addr) {
    ElementInfo *t;
    u32 *s = slot_of(ti, addr, &t);
    if (!addr) return NAT_OK;
    if (!s || ((u32)addr && !is_map(ti, *s))) return fault(ti);
    heap_put_ref(nat_heap(ti), t, s, 0);
    return NAT_OK;
}

u8 *offheap_at(ThreadInfo *ti, i64 addr, u64 n, ElementInfo **owner) {
    Heap *h = nat_heap(ti);
    ElementInfo *t;
    u32 off = (u32)addr;
    if (owner) *owner = NULL;
    if (addr >> 32 >= OFFHEAP_IMAGE >> 32) {
        size_t len = 0;
        u64 o = (u64)(addr - OFFHEAP_IMAGE);
        const u8 *p = ti->ks->cs->image ? jimage_map(ti->ks->cs->image, &len) : NULL;
        return p && o <= len && n <= len - o ? (u8 *)(uintptr_t)(p + o) : NULL;
    }
    u32 *s = slot_of(ti, addr, &t);
    if (!s) return NULL;
    ElementInfo *e = ei(h, *s);
    u64 len = e->len;
    if (JPF_UNLIKELY(is_map(ti, *s))) { /* what was truncated away is a fault, as on the host */
        Ref node = *s, data = fs_slot(ti, node, 1);
        if (!data) return NULL;
        len = (u64)fs_meta(ti, node, FM_SIZE);
        e = ei(h, data);
    }
    if (off > len || n > len - off) return NULL;
    if (owner) *owner = e;
    return ei_data(e) + off;
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
    ElementInfo *oe = NULL, *ne = NULL;
    if (old && !offheap_at(ti, old, 0, &oe)) return fault(ti);
    NAT_TRY(offheap_alloc(ti, n < 0 ? UINT64_MAX : (u64)n, &addr));
    if (addr && old) {
        const u8 *src = offheap_at(ti, old, 0, &oe);
        u8 *dst = offheap_at(ti, addr, 0, &ne);
        if (src && dst && oe && ne) {
            u32 k = oe->len < ne->len ? oe->len : ne->len;
            heap_log_range(h, ne, dst, k);
            memcpy(dst, src, k);
        }
        NAT_TRY(offheap_free(ti, old));
    }
    return ret_long(r, addr);
}

/* Bytes [off, off + n) of a primitive array, of any object's numbers, or off-heap. */
static int range(ThreadInfo *ti, Ref o, i64 off, i64 n, ElementInfo **e, u8 **p) {
    Heap *h = nat_heap(ti);
    if (n < 0) return fault(ti);
    if (!o) {
        *p = offheap_at(ti, off, (u64)n, e);
        return *p ? NAT_OK : fault(ti);
    }
    *e = ei(h, o);
    ClassInfo *ci = ei_class(h, *e);
    if (ci->kind != CK_ARRAY || ci->elem_type == T_REF || off < (i64)OBJ_HEADER ||
        (u64)off + (u64)n > OBJ_HEADER + (u64)ei_payload_bytes(h, *e))
        return fault(ti);
    *p = (u8 *)*e + off;
    return NAT_OK;
}

int unsafe_setMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ElementInfo *e;
    u8 *p;
    i64 n = getw_long(a + 4);
    if (!n) return NAT_OK;
    NAT_TRY(range(ti, a[1], getw_long(a + 2), n, &e, &p));
    if (!e) return fault(ti);
    if (a[1] && elements_point(ti, a[1], true) && nat_boundary(ti, AC_ATOMIC, a[1], 0)) return NAT_BLOCK;
    heap_log_range(nat_heap(ti), e, p, (u64)n);
    memset(p, (int)(u8)a[6], (size_t)n);
    return NAT_OK;
}

/* copyMemory0(this, src, soff, dst, doff, bytes) */
int unsafe_copyMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ElementInfo *se, *de;
    u8 *s, *d;
    i64 n = getw_long(a + 7);
    if (!n) return NAT_OK;
    NAT_TRY(range(ti, a[1], getw_long(a + 2), n, &se, &s));
    NAT_TRY(range(ti, a[4], getw_long(a + 5), n, &de, &d));
    if (!de) return fault(ti);
    bool reads = a[1] && elements_point(ti, a[1], false), writes = a[4] && elements_point(ti, a[4], true);
    if ((reads || writes) && nat_boundary(ti, AC_ATOMIC, writes ? a[4] : a[1], 0)) return NAT_BLOCK;
    heap_log_range(nat_heap(ti), de, d, (u64)n);
    memmove(d, s, (size_t)n);
    return NAT_OK;
}

/* copySwapMemory0(this, src, soff, dst, doff, bytes, elemSize) */
int unsafe_copySwapMemory0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ElementInfo *de;
    i64 n = getw_long(a + 7), size = getw_long(a + 9);
    NAT_TRY(unsafe_copyMemory0(ti, a, r));
    u8 *d;
    if (!n) return NAT_OK;
    if ((size != 2 && size != 4 && size != 8) || n % size) return fault(ti);
    NAT_TRY(range(ti, a[4], getw_long(a + 5), n, &de, &d));
    for (i64 i = 0; i < n; i += size)
        for (i64 x = 0; x < size / 2; x++) {
            u8 t = d[i + x];
            d[i + x] = d[i + size - 1 - x];
            d[i + size - 1 - x] = t;
        }
    return NAT_OK;
}

int unsafe_nop(ThreadInfo *ti, const u32 *a, u32 *r) { return NAT_OK; }
