/* console.c -- System.out and System.err.
 *
 * The bytes that reach descriptors 1 and 2 go to ks->up.print. Printing on the stream that System.out was
 * at the end of the boot is done at once in the private methods of PrintStream that all print and
 * println end in: no lock, no encoder, no scheduling point, one chunk a call. A stream that the program
 * made, closed, or wrote to in another way before (its buffer is not empty) runs its own code. So it does where
 * somebody looks at output and another thread has the stream's lock, and, from the search's beginning on, if the
 * program holds a stream's lock in code of its own (LIB_STREAM). */
#include "kernel/footprint.h"
#include "native/world.h"

#include <strings.h>

static bool is_exactly(const Heap *h, Ref r, const char *cls) {
    return r && !strcmp(ei_class(h, ei(h, r))->name->s, cls);
}

/* 1 or 2 if `ps` is one of the boot's streams and in order, else 0. */
static int std_fd(ThreadInfo *ti, Ref ps) {
    Heap *h = ti->ks->heap;
    Natives *N = natives(ti);
    ElementInfo *e = ei(h, ps);
    if (!(e->hf & (EF_BOOT | EF_IMMORTAL)) && ti->ks->booted && h->boot_top) return 0;
    if (N->utf8_out == 0) {
        N->utf8_out = 1;
        for (u32 i = 0; i < ti->ks->cfg.n_props; i++) {
            const char *k = ti->ks->cfg.props[2 * i], *v = ti->ks->cfg.props[2 * i + 1];
            if ((!strcmp(k, "stdout.encoding") || !strcmp(k, "stderr.encoding") || !strcmp(k, "sun.stdout.encoding") ||
                 !strcmp(k, "sun.stderr.encoding") || (!strcmp(k, "file.encoding") && ti->ks->cs->jdk < 18) ||
                 !strcmp(k, "line.separator")) &&
                strcasecmp(v, "UTF-8") != 0)
                N->utf8_out = -1;
        }
    }
    if (N->utf8_out < 0) return 0;
    Ref buf = nat_get_ref(ti, ps, NF_FILTER_OUT);
    if (!buf || !is_exactly(h, buf, "java/io/BufferedOutputStream") || nat_get_int(ti, buf, NF_BOS_COUNT) != 0)
        return 0;
    if (N->std_stream[0] == ps) return 1;
    if (N->std_stream[1] == ps) return 2;
    if (!is_exactly(h, ps, "java/io/PrintStream")) return 0;
    Ref fos = nat_get_ref(ti, buf, NF_FILTER_OUT);
    /* later releases have a class of their own for these two */
    if (!fos || (!is_exactly(h, fos, "java/io/FileOutputStream") && !is_exactly(h, fos, "java/lang/System$Out")))
        return 0;
    Ref fd = nat_get_ref(ti, fos, NF_FOS_FD);
    int n = fd ? nat_get_int(ti, fd, NF_FD_FD) : 0;
    if (n != 1 && n != 2) return 0;
    if (ti->ks->booted && h->boot_top) N->std_stream[n - 1] = ps;
    return n;
}

/* Has another thread the stream's lock (its monitor, or in some releases a ReentrantLock in field `lock`)? Then it is
 * in the middle of printf, or of a section of the program's, which println waits for. */
static bool taken(ThreadInfo *ti, Ref ps) {
    Heap *h = ti->ks->heap;
    static const char *const path[] = {"lock", "lock", "sync", "exclusiveOwnerThread"};
    u32 owner = mon_owner(ei(h, ps));
    fp_read(ti->ks, ei(h, ps), &ei(h, ps)->lock, 1);
    if (owner && owner != ti->id + 1) return true;
    Ref o = ps;
    for (size_t i = 0; i < sizeof path / sizeof *path && o; i++) {
        FieldInfo *fi = ci_find_field(ei_class(h, ei(h, o)), path[i]);
        o = fi && fi->type == T_REF && !(fi->flags & ACC_STATIC) ? get_u32(h, o, fi->offset) : 0;
    }
    return o && o != ti->obj;
}

/* Print text and maybe a newline as one chunk. */
static int put(ThreadInfo *ti, Ref ps, int fd, const char *s, size_t n, bool nl) {
    char small[1024], *p = small;
    if (ti->ks->looks.seen & LIB_STREAM) return NAT_BYTECODE;
    if (ti->ks->search) ti->ks->looks.used |= LIB_STREAM;
    if (ti->ks->looks.seen & LIB_OUTPUT) {
        if (bd_output(ti)) return NAT_BLOCK;
        if (taken(ti, ps)) return NAT_BYTECODE;
    }
    if (!nl) return nat_print(ti, fd, s, n);
    if (n + 1 > sizeof small && !(p = cx_alloc(ti->ks->cx, n + 1))) return NAT_ERROR;
    mem_copy(p, s, n);
    p[n] = '\n';
    int res = nat_print(ti, fd, p, n + 1);
    if (p != small) cx_free(ti->ks->cx, p, n + 1);
    return res;
}

static int print_string(ThreadInfo *ti, Ref ps, Ref str, bool nl) {
    int fd = std_fd(ti, ps);
    if (!fd) return NAT_BYTECODE;
    if (!str) return put(ti, ps, fd, "null", 4, nl);
    size_t n;
    char *s = nat_utf8(ti, str, &n);
    if (!s) return NAT_ERROR;
    int res = put(ti, ps, fd, s, n, nl);
    nat_utf8_free(ti, s, n);
    return res;
}
int PrintStream_writeString(ThreadInfo *ti, const u32 *a, u32 *r) { return print_string(ti, a[0], a[1], false); }
int PrintStream_writelnString(ThreadInfo *ti, const u32 *a, u32 *r) { return print_string(ti, a[0], a[1], true); }

int PrintStream_newLine(ThreadInfo *ti, const u32 *a, u32 *r) {
    int fd = std_fd(ti, a[0]);
    return fd ? put(ti, a[0], fd, "\n", 1, false) : NAT_BYTECODE;
}

static int print_chars(ThreadInfo *ti, Ref ps, Ref arr, bool nl) {
    Heap *h = ti->ks->heap;
    int fd = arr ? std_fd(ti, ps) : 0;
    Ref str;
    if (!fd) return NAT_BYTECODE;
    if (string_new_utf16(h, (const u16 *)(const void *)arr_data(h, arr), arr_len(h, arr), &str) != ST_OK)
        return NAT_ERROR;
    if (!str) return nat_oom(ti);
    return print_string(ti, ps, str, nl);
}
int PrintStream_writeChars(ThreadInfo *ti, const u32 *a, u32 *r) { return print_chars(ti, a[0], a[1], false); }
int PrintStream_writelnChars(ThreadInfo *ti, const u32 *a, u32 *r) { return print_chars(ti, a[0], a[1], true); }

/* --- java.io.Console: there is no terminal --- */

int Console_encoding(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_ref(r, 0); }
