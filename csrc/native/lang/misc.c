/* misc.c -- small natives: references, signals, access control, bit conversions, String.intern,
 * virtual-thread notifications, VM identity. */
#include "native/world.h"

#include <signal.h>
#include <unistd.h>

int nat_zero(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 0); }
int nat_one(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 1); }
int nat_zero_long(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 0); }
int nat_minus_one_long(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, -1); }
int nat_minus_one(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, -1); }
int nat_null(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_ref(r, 0); }

/* --- java.lang.ref: references are strong and cleared by the program itself, or by System.gc under --run --- */

int Reference_refersTo(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (nat_setting(ti, a[0], false)) return NAT_BLOCK;
    return ret_int(r, nat_get_ref(ti, a[0], NF_REF_REFERENT) == a[1]);
}
int Reference_clear(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (nat_setting(ti, a[0], true)) return NAT_BLOCK;
    nat_set_ref(ti, a[0], NF_REF_REFERENT, 0);
    return NAT_OK;
}
/* The Reference Handler is never started; whoever asks sleeps for ever. */
int Reference_waitForPending(ThreadInfo *ti, const u32 *a, u32 *r) { return nat_block(ti, AC_PARK, 0, 0, false); }

/* --- raw bits --- */

int Float_toBits(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, (i32)a[0]); }
int Double_toBits(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, getw_long(a)); }

int String_intern(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref s;
    if (intern_string(ti->ks->heap, a[0], &s) != ST_OK) return NAT_ERROR;
    return s ? ret_ref(r, s) : nat_oom(ti);
}

/* --- jdk.internal.misc.Signal: names are known, handlers are never called --- */

int Signal_find(ThreadInfo *ti, const u32 *a, u32 *r) {
    static const struct {
        const char *name;
        int n;
    } sigs[] = {
        {"HUP", SIGHUP},   {"INT", SIGINT},   {"QUIT", SIGQUIT},   {"ILL", SIGILL},   {"ABRT", SIGABRT},
        {"FPE", SIGFPE},   {"KILL", SIGKILL}, {"SEGV", SIGSEGV},   {"PIPE", SIGPIPE}, {"ALRM", SIGALRM},
        {"TERM", SIGTERM}, {"USR1", SIGUSR1}, {"USR2", SIGUSR2},   {"CHLD", SIGCHLD}, {"CONT", SIGCONT},
        {"STOP", SIGSTOP}, {"TSTP", SIGTSTP}, {"TTIN", SIGTTIN},   {"TTOU", SIGTTOU}, {"BUS", SIGBUS},
        {"TRAP", SIGTRAP}, {"URG", SIGURG},   {"WINCH", SIGWINCH},
    };
    if (a[0])
        for (size_t i = 0; i < sizeof sigs / sizeof *sigs; i++)
            if (string_equals_z(ti->ks->heap, a[0], sigs[i].name)) return ret_int(r, sigs[i].n);
    return ret_int(r, -1);
}

/* --- jdk.internal.misc.VM --- */

int VM_uid(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, getuid()); }
int VM_gid(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, getgid()); }

/* The first loader on the stack that is neither boot nor platform. */
int VM_latestUserLoader(ThreadInfo *ti, const u32 *a, u32 *r) {
    for (StackFrame *f = ti->top; f; f = f->prev) {
        if (nat_hidden_frame(f)) continue;
        u32 l = f->mi->ci->loader;
        if (l >= 2) return ret_ref(r, ti->ks->cs->loaders.v[l].obj);
    }
    return ret_ref(r, 0);
}

/* --- java.io.ObjectStreamClass --- */

int ObjectStreamClass_hasClinit(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = a[0] ? jclass_ci(ti, a[0]) : NULL;
    return ret_int(r, ci && ci->clinit != NULL);
}

/* java.lang.SecurityManager.getClassContext: classes of the frames, the caller's first. */
int SecurityManager_classContext(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    u32 n = 0, k = 0;
    Ref arr;
    for (StackFrame *f = ti->top; f; f = f->prev) n += !nat_hidden_frame(f);
    NAT_TRY(nat_new_array(ti, ti->ks->cs->class_, n, &arr));
    for (StackFrame *f = ti->top; f; f = f->prev)
        if (!nat_hidden_frame(f)) put_ref(h, arr, OBJ_HEADER + 4 * k++, f->mi->ci->mirror);
    return ret_ref(r, arr);
}
