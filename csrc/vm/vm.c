/* vm.c -- makes and frees a JPF; configuration getters; explore and run. JPF: gov.nasa.jpf.JPF, VM. */
#include "vm/crew.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "native/verify/settings.h"
#include "search/kind.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The stress build: collect at every allocation, repeat and check every transition, an exact set
 * whose hashes collide. Each part can be had alone by its property jpf.stress.*. */
/* --- host callbacks --- */

static Status poll_hook(void *user) {
    JPF *j = user;
    return j->user && (j->user->mask & HE_POLL) ? j->user->poll(j->user->user) : ST_OK;
}

/* What a search prints that has begun again, and had printed before, is not told again. Where it begins to differ, the
 * line is told whole. */
static Status tell_output(JPF *j, int fd, const char *bytes, u32 n) {
    size_t at = j->output.n - n, line = at;
    const Host *h = j->user;
    if (!h || !(h->mask & HE_OUTPUT)) return ST_OK;
    if (!j->otherwise && at < j->before.n) {
        size_t same = j->before.n - at < n ? j->before.n - at : n;
        if (mem_cmp(j->before.v + at, bytes, same) == 0)
            return same < n ? h->output(h->user, fd, bytes + same, n - (u32)same) : ST_OK;
        j->otherwise = true;
        while (line && j->output.v[line - 1] != '\n') line--;
        if (line < at && h->output(h->user, fd, j->output.v + line, (u32)(at - line)) != ST_OK) return ST_ERROR;
    }
    return h->output(h->user, fd, bytes, n);
}

/* The path's own output is cut back with the state, and printed again with a path that is only executed again;
 * what was printed on the way is kept once. */
static Status print_hook(KernelState *ks, int fd, const char *bytes, u32 n) {
    JPF *j = ks->vm;
    if (!j->booted && fd == 2) {
        text_put(&j->booting, bytes, n);
        return j->booting.failed ? ST_ERROR : ST_OK;
    }
    if (ks->search) {
        if (ks->booted && nat_printed(ks, bytes, n) != ST_OK) return ST_ERROR;
        if (vec_reserve(&j->cx, &ks->out, n) != ST_OK) return ST_ERROR;
        mem_copy(ks->out.v + ks->out.n, bytes, n);
        ks->out.n += n;
        if (j->have_search && (j->search.rec.on || j->search.silent || j->search.settle.on)) {
            hub_nothing_yet(ks, false); /* what it prints is to be told */
            return ST_OK;
        }
        text_put(&j->output, bytes, n);
        if (j->output.failed) return ST_ERROR;
        return j->have_search && j->search.cfg.aside ? ST_OK : tell_output(j, fd, bytes, n);
    }
    if (j->user && (j->user->mask & HE_OUTPUT)) return j->user->output(j->user->user, fd, bytes, n);
    return ST_OK;
}

static int peer_native(ThreadInfo *ti, const u32 *a, u32 *r) {
    const Host *h = ((JPF *)ti->ks->vm)->user;
    ti->ks->saw.names = true;
    /* What it does and looks at is unknown; a step of a b-thread in Python follows from its arguments. */
    if (!(ti->native_mi->ci->known & KC_MIXED)) ti->ks->fp.lost = true;
    return h->peer(h->cg_user, ti, a, r);
}

/* A peer of the user's comes before the engine's own natives. */
static NativeFn find_hook(Classes *cs, MethodInfo *mi) {
    const JPF *j = ((KernelState *)cs->user)->vm;
    char key[700];
    if (j && j->user && j->user->peer_methods) {
        int n = snprintf(key, sizeof key, " %s.%s%s ", mi->ci->name->s, mi->name->s, mi->desc->s);
        if (n > 0 && (size_t)n < sizeof key && strstr(j->user->peer_methods, key)) return peer_native;
    }
    return native_find(cs, mi);
}

static const char *configured_hook(KernelState *ks, const char *key) { return jpf_set(ks->vm, key); }

static const char *config_hook(KernelState *ks, const char *key) {
    const char *v = settings_find(ks, key), *at = strchr(key, '@');
    char name[256];
    if (!v && at) { /* where a key was set */
        snprintf(name, sizeof name, "%.*s", (int)(at - key), key);
        if (settings_find(ks, name)) return "Verify.setProperties";
    }
    return v ? v : configured_hook(ks, key);
}

static Status property_set_hook(KernelState *ks, const char *key) {
    JPF *j = ks->vm;
    for (u32 i = 0; i < j->set_keys.n; i++)
        if (strcmp(j->set_keys.v[i], key) == 0) return ST_OK;
    const char *own = arena_strndup(&j->arena, key, strlen(key));
    return own ? vec_push(&j->cx, &j->set_keys, own) : ST_ERROR;
}

/* Permutation `index` of the PermutationCG that was asked for; without a search the identity. */
static u32 *perm_hook(KernelState *ks, u64 index, u32 *n) {
    JPF *j = ks->vm;
    const ChoiceGenerator *cg = NULL;
    const Level *l = j->have_search && j->search.path.n ? level_at(&j->search, search_level(&j->search)) : NULL;
    for (u32 i = 0; l && i <= l->n_up && !cg; i++)
        if (level_cg(l, i)->kind == CK_PERM) cg = level_cg(l, i);
    if (cg) *n = perm_size(cg);
    u32 *v = cx_alloc(&j->cx, *n * sizeof *v + 4);
    if (!v) return NULL;
    if (cg) perm_at(cg, index, v);
    else
        for (u32 i = 0; i < *n; i++) v[i] = i;
    return v;
}

static Status note_hook(KernelState *ks, const char *file, const char *text) {
    JPF *j = ks->vm;
    if (!j->have_search) return ST_OK;
    return file ? search_store_trace(&j->search, file, text) : search_comment(&j->search, text);
}

/* What the checker refuses makes the result incomplete; a path that is only executed again says nothing new. */
static Status refused_hook(KernelState *ks, const char *text) {
    JPF *j = ks->vm;
    if (j->have_search) {
        if (j->search.rec.on || j->search.silent || j->search.settle.on) {
            hub_nothing_yet(ks, false);
            return ST_OK;
        }
        return search_constraint(&j->search, "%s", text);
    }
    if (j->refused || !ks->booted) return ST_OK;
    j->refused = arena_strndup(&j->arena, text, strlen(text));
    return j->refused ? ST_OK : ST_ERROR;
}

static Status trace_hook(KernelState *ks, ThreadInfo *ti, const Insn *pc) {
    JPF *j = ks->vm;
    return j->have_search && j->search.rec.on ? search_record(&j->search, ti, pc) : ST_OK;
}

static Status lock_hook(KernelState *ks, ThreadInfo *ti, Ref obj, bool taken) {
    JPF *j = ks->vm;
    return j->have_search && j->search.rec.on ? search_lock(&j->search, ti, obj, taken) : ST_OK;
}

static bool reachable_hook(KernelState *ks, Ref r) {
    JPF *j = ks->vm;
    u64 label;
    return state_label(&j->se, r, &label);
}

static Status linked_hook(Classes *cs, ClassInfo *ci) {
    KernelState *ks = cs->user;
    JPF *j = ks->vm;
    if (heap_make_mirror(&j->heap, ci) != ST_OK) return ST_ERROR;
    EV(ks, load_class, .ci = ci);
    if (sched_attribute(&j->attr, ci) != ST_OK) return ST_ERROR;
    EV(ks, class_loaded, .ci = ci);
    return ST_OK;
}

/* --- life --- */

/* The JDK's feature release and full version from its `release` file. */
static Status read_release(JPF *j) {
    char path[4200], line[512];
    snprintf(path, sizeof path, "%s/release", j->jdk_home);
    FILE *f = fopen(path, "r");
    if (!f) return cx_fail(&j->cx, ERR_CONFIG, "no JDK at %s (no file `release`)", j->jdk_home);
    while (fgets(line, sizeof line, f)) {
        if (strncmp(line, "JAVA_VERSION=\"", 14) != 0) continue;
        line[strcspn(line + 14, "\"\n") + 14] = 0;
        snprintf(j->jdk_version, sizeof j->jdk_version, "%.60s", line + 14);
    }
    fclose(f);
    int v = atoi(j->jdk_version);
    if (v < 17)
        return cx_fail(&j->cx, ERR_CONFIG, "the JDK at %s is version %s; JDK 17 to 25 are supported", j->jdk_home,
                       j->jdk_version[0] ? j->jdk_version : "unknown");
    return ST_OK;
}

static Status jpf_setup(JPF *j) {
    char path[4200];
    KernelState *ks = &j->ks;
    j->jdk_home = jpf_set(j, "vm.jdk");
    if (!j->jdk_home) return cx_fail(&j->cx, ERR_CONFIG, "vm.jdk is not set");
    if (read_release(j) != ST_OK) return ST_ERROR;
    char *real = realpath(j->jdk_home, NULL); /* java.home is without symbolic links */
    snprintf(path, sizeof path, "%s/lib/modules", real ? real : j->jdk_home);
    free(real);
    if (source_open(&j->cx, path, &j->image) != ST_OK) return ST_ERROR;
    int jdk = atoi(j->jdk_version);
    if (classes_init(&j->cs, &j->cx, j->image, jdk) != ST_OK) return ST_ERROR;
    if (classpath_open(&j->cs.app, &j->cx, jpf_get(j, "classpath"), jdk) != ST_OK) return ST_ERROR;
    j->cs.user = ks;
    j->first_class = j->cs.by_id.n;
    j->cs.on_linked = linked_hook;
    j->cs.assertions_app = true;
    j->cs.assert_on = jpf_set(j, "vm.enable_assertions");
    j->cs.assert_off = jpf_set(j, "vm.disable_assertions");
    if (heap_init(&j->heap, &j->cs, &j->cx, 0) != ST_OK) return ST_ERROR;
    if (ks_init(ks, &j->cx, &j->cs, &j->heap) != ST_OK) return ST_ERROR;
    ks->vm = j;
    ks->up.print = print_hook;
    ks->up.trace_insn = trace_hook;
    ks->up.trace_lock = lock_hook;
    ks->up.note = note_hook;
    ks->up.config = config_hook;
    ks->up.configured = configured_hook;
    ks->up.property_set = property_set_hook;
    ks->up.refused = refused_hook;
    ks->up.perm_at = perm_hook;
    config_kernel(j);
    if (java_args_read(j) != ST_OK) return ST_ERROR;
    if (rules_read(j) != ST_OK) return ST_ERROR;
    sched_init(&j->attr, ks);
    j->attr.jpf_attributor = jpf_lists(j, "vm.attributor.class", "DefaultAttributor");
    j->attr.never_methods = j->method_rules.v;
    j->attr.n_never_methods = j->method_rules.n;
    j->attr.atomic_methods = j->atomic_rules.v;
    j->attr.n_atomic_methods = j->atomic_rules.n;
    ks->cfg.library_whole = ks->cfg.library_atomic && !j->atomic_rules.n;
    if (interp_init(ks) != ST_OK || native_init(ks) != ST_OK) return ST_ERROR;
    j->cs.find_native = find_hook;
    j->cs.peers = j->user && j->user->peer_methods;
    return ST_OK;
}

JPF *jpf_new(const Host *host, const char *const *kv, u32 n) {
    JPF *j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->user = host;
    j->host.user = j;
    j->host.mask = HE_POLL;
    j->host.poll = poll_hook;
    if (host && host->cg_make) { /* generators are asked for through the context */
        u32 mask = j->host.mask;
        void *self = j->host.user;
        j->host = *host;
        j->host.mask = mask;
        j->host.user = self;
        j->host.poll = poll_hook;
    }
    j->host.carrier = host ? host->carrier : NULL;
    j->cx.host = &j->host;
    arena_init(&j->arena, &j->cx);
    map_init(&j->config, &j->cx);
    text_init(&j->report, &j->cx);
    text_init(&j->output, &j->cx);
    text_init(&j->before, &j->cx);
    text_init(&j->booting, &j->cx);
    if (symtab_init(&j->keys, &j->cx) != ST_OK) return j;
    for (u32 i = 0; i < n; i++) {
        Sym *k = sym_z(&j->keys, kv[2 * i]);
        char *v = arena_strndup(&j->arena, kv[2 * i + 1], strlen(kv[2 * i + 1]));
        if (!k || !v || map_put(&j->config, (u64)(uintptr_t)k, (u64)(uintptr_t)v) != ST_OK) return j;
        if (vec_push(&j->cx, &j->config_keys, k->s) != ST_OK) return j;
    }
    jpf_setup(j); /* a failure is pending in cx and met by jpf_boot */
    return j;
}

/* Everything but the configuration and the texts. */
static void teardown(JPF *j) {
    if (j->have_search) search_free(&j->search);
    j->have_search = false;
    crew_free(j);
    vec_free(&j->cx, &j->set_keys);
    vec_free(&j->cx, &j->boot_props);
    vec_free(&j->cx, &j->late_props);
    vec_free(&j->cx, &j->rules);
    vec_free(&j->cx, &j->method_rules);
    vec_free(&j->cx, &j->atomic_rules);
    if (j->ks.cx) {
        if (j->se.ks) state_free(&j->se);
        native_free(&j->ks);
        interp_free(&j->ks);
        ks_free(&j->ks);
    }
    if (j->heap.cx) heap_free(&j->heap);
    if (j->cs.cx) {
        classpath_close(&j->cs.app);
        classes_free(&j->cs);
    }
    if (j->image) source_close(j->image);
    j->image = NULL;
    sched_free(&j->attr);
    memset(&j->se, 0, sizeof j->se);
    memset(&j->ks, 0, sizeof j->ks);
    memset(&j->heap, 0, sizeof j->heap);
    memset(&j->cs, 0, sizeof j->cs);
}

void jpf_free(JPF *j) {
    if (!j) return;
    teardown(j);
    text_free(&j->report);
    text_free(&j->output);
    text_free(&j->before);
    text_free(&j->booting);
    map_free(&j->config);
    vec_free(&j->cx, &j->config_keys);
    symtab_free(&j->keys);
    arena_free(&j->arena);
    free(j);
}

const Err *jpf_error(const JPF *j) { return &j->cx.err; }

Status jpf_boot(JPF *j) {
    if (j->cx.err.kind != ERR_NONE) return ST_ERROR;
    if (j->booted) return ST_OK;
    bool loaded = false;
    if (!j->boots_alone && image_load(j, &loaded) != ST_OK) {
        if (cx_ends_in_order(&j->cx)) return ST_ERROR;
        /* The image did not fit after all (it is deleted): start over without one. */
        teardown(j);
        cx_clear(&j->cx);
        if (jpf_setup(j) != ST_OK) return ST_ERROR;
    }
    j->from_cache = loaded;
    if (!loaded) {
        if (boot_java(j) != ST_OK) return ST_ERROR;
        if (heap_seal_boot(&j->heap) != ST_OK) return ST_ERROR;
        if (!j->boots_alone && image_save(j) != ST_OK) return ST_ERROR;
    }
    classes_booted(&j->cs);
    j->booted = true;
    j->n_booted = j->cs.by_id.n;
    bool told = j->booting.n && j->user && (j->user->mask & HE_OUTPUT); /* warnings about modules */
    return told ? j->user->output(j->user->user, 2, j->booting.v, (u32)j->booting.n) : ST_OK;
}

static void restart_hook(void *user) {
    JPF *j = user;
    /* What a part of a search over machines has printed is forgotten with it, there. */
    if (!j->host.carrier && (j->otherwise || j->output.n > j->before.n)) {
        Text t = j->before;
        j->before = j->output;
        j->output = t;
    }
    j->output.n = 0;
    j->otherwise = false;
}
static size_t printed_hook(void *user) { return ((JPF *)user)->output.n; }
static void cut_hook(void *user, size_t to) { ((JPF *)user)->output.n = to; }

static double now(void) {
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

double jpf_elapsed(const JPF *j) { return now() - j->started; }

/* Everything before the search itself. */
static Status prepare(JPF *j, const char *target, const char *const *args, u32 n, const SearchConfig *cfg) {
    KernelState *ks = &j->ks;
    Search *s = &j->search;
    u32 booted = j->cs.by_id.n;
    if (launch_prepare(j, target, args, n, true) != ST_OK) return ST_ERROR;
    if (state_init(&j->se, ks) != ST_OK) return ST_ERROR;
    config_program(j);
    config_seal(j);
    if (search_init(s, ks, &j->se, cfg) != ST_OK) return ST_ERROR;
    j->have_search = true;
    ks->up.was_reachable = reachable_hook;
    if (rules_constraints(j) != ST_OK) return ST_ERROR;
    s->sched.priority = config_prefers(j);
    s->cfg.break_single = jpf_get_bool(j, "cg.break_single_choice");
    s->sched.break_single = s->cfg.break_single || cfg->kind->traces;
    ks->cfg.traces = cfg->kind->traces;
    ks->cfg.holds = cfg->kind->holds;
    s->hooks.user = j;
    s->hooks.on_restart = restart_hook;
    s->hooks.printed = printed_hook;
    s->hooks.cut_output = cut_hook;
    s->hooks.enlist = crew_enlist;
    s->hooks.dismiss = crew_dismiss;
    s->hooks.pause = crew_pause;
    s->hooks.gather = crew_gather;
    s->hooks.adopt = crew_adopt;
    s->hooks.parts = crew_parts;
    s->hooks.made_with = identity_text;
    s->hooks.unlike = identity_unlike;
    s->hooks.heading = checkpoint_heading;
    config_checkpoint(j, s);
    j->target = target;
    j->args = args;
    j->n_args = n;
    j->startup_s = jpf_elapsed(j);
    ks->search = 1;
    ks->cfg.matching = cfg->matching;
    ks->booted = 1;
    j->heap.trailing = true;
    if (state_begin(&j->se, ks->threads.v[0]) != ST_OK) return ST_ERROR;
    if (j->user && j->user->ready && j->user->ready(j->user->user, ks) != ST_OK) return ST_ERROR;
    hub_resume(ks);
    search_tell_classes(ks, booted);
    EV(ks, vm_initialized, .ti = ks->threads.v[0]);
    return ST_OK;
}

Status jpf_beside(JPF *j, const JPF *lead, const SearchConfig *cfg) {
    j->started = lead->started;
    if (jpf_boot(j) != ST_OK) return ST_ERROR;
    return prepare(j, lead->target, lead->args, lead->n_args, cfg);
}

/* A limit of memory is kept to a few percent: the search ends between two transitions once it is passed, and within
 * one where it is passed by this share. */
enum { MEMORY_SLACK = 32 };

static const char *time_key(const SearchConfig *cfg) { return cfg->budgeted ? "search.budget" : "search.time_limit"; }

static void begin_limits(JPF *j, const SearchConfig *cfg) {
    cx_limits(&j->cx, cfg->time_limit, cfg->cpu_limit);
    j->cx.time_key = time_key(cfg);
    j->cx.told_limit = cfg->memory_limit;
    j->cx.limit = cfg->memory_limit + cfg->memory_limit / MEMORY_SLACK;
}

/* A limit was met before there was a search, or where it cannot simply go back. */
static Status broken_off(JPF *j, const SearchConfig *cfg) {
    Search *s = &j->search;
    if (!cx_ends_in_order(&j->cx)) return ST_ERROR;
    if (!j->have_search) {
        Err why = j->cx.err;
        cx_wind_up(&j->cx);
        if (s->cx) search_free(s);
        if (!j->se.ks && state_init(&j->se, &j->ks) != ST_OK) return ST_ERROR;
        if (search_init(s, &j->ks, &j->se, cfg) != ST_OK) return ST_ERROR;
        j->have_search = true;
        j->cx.err = why;
    }
    return search_torn(s);
}

/* The search that the checkpoint tells of. */
static Status go_on(JPF *j, const SearchConfig *cfg, const char *file) {
    Search *s = &j->search;
    Pack p;
    if (pack_open(&p, &j->cx, file) != ST_OK) return ST_ERROR;
    Status st = checkpoint_heading(j, &p);
    double wall = cfg->time_limit > 0 ? cfg->time_limit - j->elapsed_before : 0;
    double cpu = cfg->cpu_limit > 0 ? cfg->cpu_limit - j->cpu_before : 0;
    if (st == ST_OK && (wall < 0 || cpu < 0))
        st = cx_fail(&j->cx, ERR_CONFIG, "%s: the search has used its time (%.3g s; %s=%g s); give it more", file,
                     wall < 0 ? j->elapsed_before : j->cpu_before, wall < 0 ? time_key(cfg) : "search.cpu_limit",
                     wall < 0 ? cfg->time_limit : cfg->cpu_limit);
    if (st == ST_OK) {
        cx_limits(&j->cx, wall, cpu);
        j->cx.time_limit = cfg->time_limit; /* as it was given, and told of */
        j->cx.cpu_limit = cfg->cpu_limit;
        s->checkpoint.from = &p;
        st = search_run(s);
        s->checkpoint.from = NULL;
    }
    pack_close(&p);
    return st;
}

/* alone: in one thread, where several have searched; gone: the time that they have had. */
static Status explore(JPF *j, const char *target, const char *const *args, u32 n, const char *replay, bool alone,
                      double gone) {
    KernelState *ks = &j->ks;
    SearchConfig cfg;
    if (jpf_boot(j) != ST_OK) return ST_ERROR;
    j->startup_s = jpf_elapsed(j);
    if (config_search(j, &cfg) != ST_OK) return ST_ERROR;
    if (replay) cfg.matching = false;
    cfg.given = replay != NULL;
    if (alone) config_alone(&cfg, gone);
    begin_limits(j, &cfg);
    const char *from = jpf_set(j, "jpf.resume");
    Status st = prepare(j, target, args, n, &cfg);
    if (st == ST_OK) {
        search_event(&j->search, EV_search_started);
        u64 work;
        double shrinks = config_shrinks(j, &work);
        if (from) st = go_on(j, &cfg, from);
        else if (replay && shrinks > 0) st = search_shrink(&j->search, replay, shrinks, work);
        else st = replay ? search_replay(&j->search, replay) : search_run(&j->search);
    }
    if (st != ST_OK) st = broken_off(j, &cfg);
    if (st == ST_OK) {
        cx_wind_up(&j->cx);
        st = search_event_finished(&j->search);
    }
    hub_pause(ks);
    const char *sync = jpf_get(j, "vm.scheduler.sync.class");
    if (st == ST_OK) st = search_tell_storage(&j->search);
    if (st == ST_OK && ks->uses->broke_fast)
        st = search_constraint(&j->search,
                               "vm.por.sync_detection=fast: a field that was assumed to be protected by a lock is not");
    if (st == ST_OK && j->attr.attributed)
        st = search_constraint(&j->search, "vm.attributor.class=%s: attributes left scheduling points out",
                               jpf_get(j, "vm.attributor.class"));
    if (st == ST_OK && j->attr.never.n)
        st = search_constraint(&j->search, "@NeverBreak: these are not scheduling points: %.300s", j->attr.never.v);
    if (st == ST_OK && j->attr.filtered.n)
        st = search_constraint(&j->search, "@FilterField: these are not part of the state: %.300s", j->attr.filtered.v);
    if (st == ST_OK && ks->uses->left_out)
        st = search_constraint(&j->search, "vm.scheduler.sharedness.class=%s: scheduling points left out",
                               jpf_get(j, "vm.scheduler.sharedness.class"));
    if (st == ST_OK && ks->saw.unshared)
        st = search_constraint(&j->search,
                               "Verify.setShared or freezeSharedness: declared unshared, no scheduling points");
    if (st == ST_OK && j->search.cascade.removed)
        st = search_constraint(&j->search, "a listener removed choice generators");
    if (st == ST_OK && j->search.sched.left_out)
        st = search_constraint(&j->search, "the sync policy left threads out: %s",
                               *sync ? sync : jpf_get(j, "vm.scheduler.class"));
    if (st == ST_OK && j->search.cascade.left_out)
        st = search_constraint(&j->search, "a listener's choice left threads out");
    return st;
}

/* search.deterministic: of the errors that several threads find, it depends on who is quicker which one is told, and
 * how it was come to, and so does what was learned of the program by then. */
static bool to_be_repeated(JPF *j) {
    const Search *s = &j->search;
    return jpf_get_bool(j, "search.deterministic") && j->crew && s->found.errors.n && !s->interrupted;
}

/* A machine that knows nothing of the first search searches in one thread. Where that ends without an error (by a
 * limit), what several have found is told. */
static Status explore_alone(JPF *j, const char *target, const char *const *args, u32 n) {
    if (search_note(&j->search,
                    "note: search.deterministic: %u threads have found this; one thread did not within its "
                    "limits",
                    j->search.cfg.threads) != ST_OK ||
        report_json(j, &j->report, jpf_elapsed(j)) != ST_OK)
        return ST_ERROR;
    Text first = j->report;
    text_init(&j->report, &j->cx);
    double gone = jpf_elapsed(j);
    u32 threads = j->search.cfg.threads;
    teardown(j);
    j->output.n = j->before.n = j->booting.n = 0;
    j->otherwise = false;
    j->booted = j->cx.stopped = j->cx.interrupted = false;
    j->cpu_others = 0;
    j->started = now();
    j->cpu0 = cx_cpu();
    Status st = jpf_setup(j);
    if (st == ST_OK) st = explore(j, target, args, n, NULL, true, gone);
    if (st == ST_OK && j->search.found.errors.n)
        st = search_note(&j->search,
                         "note: search.deterministic: %u threads found an error after %.1f s; this is the "
                         "one that one thread finds",
                         threads, gone);
    if (st == ST_OK && j->search.found.errors.n) {
        text_free(&first);
        return report_json(j, &j->report, jpf_elapsed(j));
    }
    text_free(&j->report);
    j->report = first;
    return st;
}

Status jpf_explore(JPF *j, const char *target, const char *const *args, u32 n, const char *replay,
                   const Text **report) {
    j->started = now();
    j->cpu0 = cx_cpu();
    Status st = explore(j, target, args, n, replay, false, 0);
    if (st == ST_OK)
        st = to_be_repeated(j) ? explore_alone(j, target, args, n) : report_json(j, &j->report, jpf_elapsed(j));
    *report = &j->report;
    return st;
}
