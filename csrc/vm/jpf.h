/* jpf.h -- the whole C interface of the engine. Layer 12.
 *
 * A JPF is one virtual machine: its classes, heap, threads and one search. Make one, explore or
 * run one program, free it. Errors: ST_ERROR and jpf_error(). One thread at a time in each. */
#ifndef JPF_JPF_H
#define JPF_JPF_H
#include "search/search.h"

#define JPF_VERSION "0.1.0"

typedef struct JPF JPF;
typedef struct Crew Crew; /* vm/crew.h */

/* Configuration: n pairs of strings, JPF's property keys and values; also
 *   vm.jdk      directory of the JDK (lib/modules inside); required
 *   classpath   the program's class path, entries separated by ':'
 *   vm.cache    directory of boot images; empty: none */
JPF *jpf_new(const Host *host, const char *const *kv, u32 n);
void jpf_free(JPF *j);
const Err *jpf_error(const JPF *j);

/* Boot java.base, from a cached image when there is a good one. Called by the others if needed. */
Status jpf_boot(JPF *j);

/* Explore every interleaving and choice of target's main. *report: the JSON report (docs/reports.md)
 * (without "target", "args", "config", which the caller knows); valid until jpf_free. */
Status jpf_explore(JPF *j, const char *target, const char *const *args, u32 n, const char *replay, const Text **report);
/* One schedule, as `java` would: output to the host as it comes, *exit_status as java's. The JSON
 * has result, exit_status, not_modelled. */
Status jpf_run(JPF *j, const char *target, const char *const *args, u32 n, const Text **report);

/* --- what follows is for vm/ itself and tests --- */
typedef VEC(const char *) VecProps; /* name, value, name, value ... */

struct JPF {
    Ctx cx;
    Host host;        /* the engine's: it polls the flag for Ctrl-C, then asks the user's host */
    const Host *user;
    Classes cs;
    Heap heap;
    KernelState ks;
    StateEngine se;
    Search search;
    Sched attr; /* names library calls while classes are linked */
    Source *image;
    Map config; /* Sym* -> char* */
    VEC(const char *) config_keys; /* keys as they were given */
    VEC(const char *) set_keys;    /* by the program (Verify.setProperties), on any path */
    const char *target; /* the target and arguments of the search; the caller owns them */
    const char *main_class; /* the target's */
    const char *const *args;
    u32 n_args;
    SymTab keys;
    Arena arena;
    Text report, output;
    VEC(FieldRule) rules; /* vm/rules.c */
    VEC(FieldRule) method_rules; /* vm.shared.never_break_methods */
    VEC(FieldRule) atomic_rules; /* vm.por.atomic_methods */
    bool booted, have_search, from_cache;
    VecProps boot_props, late_props; /* system properties: those the JDK may read while it boots, and the others */
    bool boots_alone; /* java's options change the boot: no image is read or written */
    Text before;      /* what was printed before the search began again, as far as the host was told it; see `told` */
    bool otherwise;   /* it prints something else now */
    Text booting;     /* what the JDK writes on standard error while it boots */
    const char *refused; /* --run: the first thing that was refused; NULL: nothing */
    double startup_s, started; /* seconds; by the monotonic clock */
    double elapsed_before, cpu_before; /* in the processes that the search goes on from */
    u32 n_booted; /* classes that exist when the JDK has booted */
    double cpu0; /* cx_cpu when the search was asked for */
    double cpu_others; /* of other threads that have searched */
    Crew *crew; /* NULL: one thread has searched so far */
    u32 first_class; /* classes that exist before anything is loaded */
    char jdk_version[64];
    const char *jdk_home;
};

/* config.c. The value of a key; NULL: it is not set. */
const char *jpf_set(JPF *j, const char *key);
/* The same, or what it means then (vm/keys.def); never NULL. */
const char *jpf_get(JPF *j, const char *key);
/* What it means where it is not set; never NULL. */
const char *jpf_default(const char *key);
bool jpf_is(JPF *j, const char *key, const char *value);
bool jpf_get_bool(JPF *j, const char *key);
i64 jpf_get_int(JPF *j, const char *key); /* units k, m, g (binary) allowed */
/* Does its list hold that name? Classes go by their simple names. */
bool jpf_lists(JPF *j, const char *key, const char *name);
/* These read the configuration into the structs that hold its values: before booting, before the program starts, and
 * before a search. */
void config_kernel(JPF *j);
void config_program(JPF *j);
void config_seal(JPF *j); /* vm.state.seal */
Status config_search(JPF *j, SearchConfig *c);
/* One thread searches again, where several have had so many seconds. */
void config_alone(SearchConfig *c, double gone);
/* vm.c: everything up to the search of a JPF that explores the lead's space with it (vm/crew.c). */
Status jpf_beside(JPF *j, const JPF *lead, const SearchConfig *cfg);
void config_checkpoint(JPF *j, Search *s);
/* Seconds and work (search/shrink.h) that a replay's path may be made plainer; 0 seconds: it is replayed. */
double config_shrinks(JPF *j, u64 *work);
bool config_prefers(JPF *j); /* only threads of the highest priority run */

/* vm/javaargs.c: java's own options */
Status java_args_read(JPF *j);
bool java_args_have(JPF *j, const char *property); /* was it set for the boot? */

/* vm/boot.c */
Status boot_java(JPF *j);
/* Call a method to its end on the main thread with no search on; *ret gets its words. An exception that
 * leaves it is ERR_INTERNAL with its text. */
Status vm_call(JPF *j, MethodInfo *mi, const u32 *args, u32 *ret);
Status vm_load(JPF *j, u32 loader, const char *name, ClassInfo **out);
Status vm_init_class(JPF *j, ClassInfo *ci);
/* vm/bootimage.c */
Status image_load(JPF *j, bool *loaded);
Status image_save(JPF *j); /* best effort: no error if it cannot be written */
/* vm/launch.c: main class, arguments, properties that vary from run to run */
Status launch_prepare(JPF *j, const char *target, const char *const *args, u32 n, bool search);
/* vm/rules.c */
Status rules_read(JPF *j);
Status rules_constraints(JPF *j);
void rules_notes(JPF *j, Json *w); /* members of a JSON array */
/* vm/identity.c: what a search is made with, for replay strings. refuse: only what a replay is refused for. */
Status identity_text(void *user, Text *t);
Status identity_unlike(void *user, const char *made, bool refuse, Text *why);
/* vm/checkpoint.c: SearchHooks.heading. The other: the configuration that stands in a checkpoint, cx_alloc'd, once it
 * is known to be whole and of this engine; NULL: an error is pending. */
Status checkpoint_heading(void *user, Pack *p);
char *checkpoint_config(Ctx *cx, const char *file);
/* vm/report.c */
Status report_json(JPF *j, Text *t, double elapsed);
void report_set_keys(const JPF *j, Json *w);
/* Writes the object "statistics" alone, with the figures of this moment. */
void report_statistics(JPF *j, Json *w, double elapsed);
/* vm/vm.c: seconds since the start of the running call. */
double jpf_elapsed(const JPF *j);

#endif
