/* stacks.c -- where the frames of threads lie. Layer 5.
 *
 * Frames never move, so each stack has a range of addresses that is as long as its limit asks. Address space may be
 * scarce (ulimit -v) where memory is not: of a range only what frames have come to is mapped. The ranges of one VM
 * lie side by side, far from where the host maps anything by itself; where they cannot lie there a stack is mapped
 * whole. */
#include "kernel/kernel.h"
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000 /* Linux 4.17; older kernels take the address as a hint */
#endif

#define STACK_BEYOND ((u64)2 << 20) /* the limit: the reserve for StackOverflowError, and a frame that goes over it */
#define STACK_FIRST ((u64)64 << 10)
#define LEFT_FREE ((u64)64 << 20) /* address space that threads do not take: it serves to tell what they did */
#define AREA_FIRST ((u64)1 << 45)
#define AREA_SIZE ((u64)1 << 38)
#define AREAS 256u

static u8 *map_at(u8 *at, u64 bytes) {
    void *p = mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                   -1, 0);
    if (p == at) return at;
    if (p != MAP_FAILED) munmap(p, bytes);
    return NULL;
}

/* The first part of range `i`; the first stack of a VM finds an area where no other VM's are. */
static u8 *map_range(KernelState *ks, u32 i, u64 range) {
    if ((u64)(i + 1) * range > AREA_SIZE) return NULL;
    if (ks->stack_area) return map_at(ks->stack_area + i * range, STACK_FIRST);
    for (u32 k = 0; !i && k < AREAS; k++) {
        u8 *at = map_at((u8 *)(uintptr_t)(AREA_FIRST + k * AREA_SIZE), STACK_FIRST);
        if (at) return ks->stack_area = at;
    }
    return NULL;
}

bool stack_new(KernelState *ks, ThreadInfo *ti, u32 i) {
    u64 range = ks->cfg.stack_limit + STACK_BEYOND;
    void *spare = mmap(NULL, LEFT_FREE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (spare == MAP_FAILED) return false;
    u64 first = STACK_FIRST;
    u8 *p = map_range(ks, i, range);
    if (!p) {
        first = range;
        p = mmap(NULL, range, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    munmap(spare, LEFT_FREE);
    if (p == MAP_FAILED) return false;
    ti->stack = ti->stack_paid = p;
    ti->stack_mapped = p + first;
    ti->stack_end = p + range;
    return true;
}

bool stack_grow(ThreadInfo *ti, const u8 *end) {
    u64 more = (u64)(ti->stack_mapped - ti->stack); /* twice as much as there was */
    while (ti->stack_mapped + more < end) more *= 2;
    if (more > (u64)(ti->stack_end - ti->stack_mapped)) more = (u64)(ti->stack_end - ti->stack_mapped);
    if (!map_at(ti->stack_mapped, more)) {
        cx_fail(ti->ks->cx, ERR_NOMEM, "the host refused %llu KiB of address space for a thread's stack",
                (unsigned long long)(more >> 10));
        return false;
    }
    ti->stack_mapped += more;
    return true;
}

void stack_free(ThreadInfo *ti) {
    munmap(ti->stack, (size_t)(ti->stack_mapped - ti->stack));
    ti->ks->cx->bytes -= (u64)(ti->stack_paid - ti->stack);
}
