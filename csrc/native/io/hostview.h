/* hostview.h -- what the host lends to a program: its working directory, who runs it, environment
 * variables, and which files it may read. Layer 7.
 *
 * What must hold: no word of the host is in the booted heap, which other surroundings use again. While
 * booting, the properties that name the host are placeholders (host_placeholder); host_fill puts the
 * values in when a program is prepared, and from then on they stay as they are: what is asked of the host
 * later is asked of this snapshot. */
#ifndef JPF_NATIVE_HOSTVIEW_H
#define JPF_NATIVE_HOSTVIEW_H
#include "native/io/fs.h"

#define HOST_ENV_KEY "vm.env"
#define HOST_READ_KEY "vm.fs.read"
#define HOST_ENV_DEFAULT "PATH,HOME,USER,LOGNAME,SHELL,PWD,LANG,LANGUAGE,LC_*,TZ,TMPDIR,JAVA_HOME,CI"
#define HOST_READ_DEFAULT "cwd,classpath,jdk,system,args"

typedef struct HostView {
    char cwd[FS_PATH];
    const char *env_rule, *read_rule; /* the keys' values */
    bool read_all;
    bool jdk, jdk_links; /* the JDK's files may be read; where its own links lead is in the roots */
    VEC(char *) roots;    /* absolute; the program may read them and what is below */
    VEC(char *) env;      /* NAME=value */
    VEC(char *) withheld; /* names the host has and the program does not see */
} HostView;

/* What stands in the boot image for the property `name`: an absolute path, as user.dir is one. */
const char *host_placeholder(const char *name);

/* Take the snapshot. ERR_CONFIG: a key's value. args: the program's. */
Status host_view_open(KernelState *ks, const char *const *args, u32 n);
void host_view_free(Ctx *cx, HostView *v);
/* For a boot that reads the module path: everything may be read. Ends with host_view_close. */
Status host_view_lend(KernelState *ks);
void host_view_close(KernelState *ks);
/* The values into the heap, where the placeholders stand. class_path: the property's value. */
Status host_fill(KernelState *ks, const char *class_path);

const char *host_cwd(const ThreadInfo *ti);
/* May the program read the host's file or directory `at` (resolved)? `via`: the host's own symbolic link that
 * led there from a place it may read ("": none). */
bool host_may_read(const ThreadInfo *ti, const char *at, const char *via);
bool host_withholds(const ThreadInfo *ti, const char *name);

/* contained.c: the program is refused something: the result is incomplete and names it with the place in the
 * program. NAT_OK or NAT_ERROR. */
int contained_tell(ThreadInfo *ti, const char *fmt, ...) JPF_PRINTF(2, 3);
/* The same, and an exception or a failure tells the program so: what follows on this path rests on it. The path knows:
 * that is part of its state. */
int contained_refuse(ThreadInfo *ti, const char *fmt, ...) JPF_PRINTF(2, 3);
bool contained_before(const KernelState *ks);
int contained_library(ThreadInfo *ti, const char *path, bool throws); /* a native library is not loaded */
/* Was exc, or what caused it, thrown because the checker refused something? */
bool contained_threw(KernelState *ks, Ref exc);
#endif
