/* hostview.c -- the snapshot of the host, and its way into a booted heap. See hostview.h. */
#include "native/io/hostview.h"

#include <dirent.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char **environ;

static const char *const held[] = {"/jpf-host/user.dir", "/jpf-host/user.home", "/jpf-host/user.name",
                                   "/jpf-host/os.version", "/jpf-host/java.class.path"};
enum { HELD = sizeof held / sizeof *held, TEXT_MAX_BYTES = 32 };

const char *host_placeholder(const char *name) {
    for (u32 i = 0; i < HELD; i++)
        if (strcmp(strrchr(held[i], '/') + 1, name) == 0) return held[i];
    return "?";
}

/* --- rules --- */

/* The next item of a list between commas, blanks around it left out; NULL: there is none. */
static const char *item(const char **p, size_t *n) {
    for (;;) {
        *p += strspn(*p, ", \t");
        if (!**p) return NULL;
        const char *s = *p;
        *n = strcspn(s, ",");
        *p += *n;
        while (*n && (s[*n - 1] == ' ' || s[*n - 1] == '\t')) --*n;
        if (*n) return s;
    }
}

static bool is(const char *s, size_t n, const char *word) { return strlen(word) == n && mem_cmp(s, word, n) == 0; }

/* A name is let through by itself, or by what it begins with: LC_*. */
static bool env_listed(const char *rule, const char *name, size_t len) {
    size_t n;
    for (const char *s; (s = item(&rule, &n));) {
        if (is(s, n, "all")) return true;
        bool prefix = s[n - 1] == '*';
        if (prefix ? len >= n - 1 && mem_cmp(name, s, n - 1) == 0 : len == n && mem_cmp(name, s, n) == 0) return true;
    }
    return false;
}

static Status add_text(Ctx *cx, const char *s, size_t n, char **out) {
    *out = cx_strndup(cx, s, n);
    return *out ? ST_OK : ST_ERROR;
}

/* --- the host that is shown --- */

/* "-host": the host where a search was asked for that has engines on others, too, since what a program sees of it is
 * part of its state. Working directory, home, user, release of the system, then the environment, each ended by this
 * character. NULL: it is this one. */
enum { TOLD_END = '\x1f', TOLD_ENV = 4 };

static const char *told_host(KernelState *ks) { return ks->up.configured ? ks->up.configured(ks, "-host") : NULL; }

/* The text from *p on, and *p behind it; NULL: there is no more. */
static const char *told_next(const char **p, size_t *n) {
    const char *s = *p, *end = strchr(s, TOLD_END);
    if (!end) return NULL;
    *n = (size_t)(end - s);
    *p = end + 1;
    return s;
}

/* The i-th text; whether there is one. */
static bool told(KernelState *ks, u32 i, char *out, size_t room) {
    const char *p = told_host(ks), *s = NULL;
    size_t n = 0;
    for (u32 k = 0; p && k <= i; k++)
        if (!(s = told_next(&p, &n))) return false;
    if (p) snprintf(out, room, "%.*s", (int)n, s);
    return p != NULL;
}

static Status take_variable(KernelState *ks, HostView *v, const char *e, size_t len) {
    size_t from = len && *e == '=';
    const char *eq = mem_find(e + from, '=', len - from);
    char *s;
    if (!eq) return ST_OK;
    size_t n = (size_t)(eq - e);
    bool seen = strcmp(v->env_rule, "none") != 0 && env_listed(v->env_rule, e, n);
    if (add_text(ks->cx, e, seen ? len : n, &s) != ST_OK) return ST_ERROR;
    return seen ? vec_push(ks->cx, &v->env, s) : vec_push(ks->cx, &v->withheld, s);
}

static Status take_env(KernelState *ks, HostView *v) {
    const char *p = told_host(ks), *s;
    size_t n;
    for (u32 i = 0; p && (s = told_next(&p, &n)); i++)
        if (i >= TOLD_ENV && take_variable(ks, v, s, n) != ST_OK) return ST_ERROR;
    for (char **e = p ? NULL : environ; e && *e; e++)
        if (take_variable(ks, v, *e, strlen(*e)) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* A file or directory with what is below it; by a name of its own, "/" is none (everything is "all"). */
static Status add_root(KernelState *ks, HostView *v, const char *path, bool named) {
    char joined[2 * FS_PATH], *real, *s;
    snprintf(joined, sizeof joined, "%s%s%s", *path == '/' ? "" : v->cwd, *path == '/' ? "" : "/", path);
    if (!(real = realpath(joined, NULL))) return ST_OK; /* there is nothing to read */
    Status st = ST_OK;
    if (named || strcmp(real, "/") != 0) {
        st = add_text(ks->cx, real, strlen(real), &s);
        if (st == ST_OK) st = vec_push(ks->cx, &v->roots, s);
    }
    free(real);
    return st;
}

static Status add_class_path(KernelState *ks, HostView *v) {
    const ClassPath *cp = &ks->cs->app;
    for (u32 i = 0; i < cp->src.n; i++)
        if (add_root(ks, v, source_path(cp->src.v[i]), false) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < ks->cs->path_modules.n; i++)
        if (add_root(ks, v, source_path(ks->cs->path_modules.v[i]->src), false) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static void jdk_home(const KernelState *ks, char *home /* FS_PATH */) {
    snprintf(home, FS_PATH, "%s", ks->cs->image ? source_path(ks->cs->image) : "/");
    char *tail = strstr(home, "/lib/modules");
    if (tail) *tail = 0;
}

static Status add_jdk(KernelState *ks, HostView *v) {
    char home[FS_PATH];
    jdk_home(ks, home);
    v->jdk = true;
    return add_root(ks, v, home, false);
}

/* Debian has parts of a JDK's conf and lib/security elsewhere, behind links, and the JDK opens them by the names
 * behind the links. Asked for when something else is about to be refused. */
static Status add_jdk_links(KernelState *ks, HostView *v) {
    static const char *const folders[] = {"conf", "conf/security", "conf/management", "lib", "lib/security"};
    char home[FS_PATH], path[2 * FS_PATH + 300];
    jdk_home(ks, home);
    v->jdk_links = true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s", home, folders[i]);
        DIR *d = opendir(path);
        Status st = ST_OK;
        for (struct dirent *x; d && st == ST_OK && (x = readdir(d));) {
            if (x->d_type != DT_LNK) continue;
            snprintf(path, sizeof path, "%s/%s/%s", home, folders[i], x->d_name);
            st = add_root(ks, v, path, false);
        }
        if (d) closedir(d);
        if (st != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* An argument that names a file, or does so behind "=". */
static Status add_args(KernelState *ks, HostView *v, const char *const *args, u32 n) {
    for (u32 i = 0; i < n; i++) {
        const char *eq = strchr(args[i], '=');
        if (*args[i] && strlen(args[i]) < FS_PATH && add_root(ks, v, args[i], false) != ST_OK) return ST_ERROR;
        if (eq && eq[1] && strlen(eq) < FS_PATH && add_root(ks, v, eq + 1, false) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static const char *user_home(void) {
    const struct passwd *pw = getpwuid(getuid());
    const char *home = pw && pw->pw_dir && strlen(pw->pw_dir) > 2 ? pw->pw_dir : getenv("HOME");
    return home ? home : "?";
}

/* What any system says of itself to anybody: which one it is, kinds of files, time zones. */
static Status add_system(KernelState *ks, HostView *v) {
    static const char *const files[] = {"/etc/os-release", "/etc/mime.types", "/etc/localtime", "/etc/timezone",
                                        "/usr/share/zoneinfo"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (add_root(ks, v, files[i], false) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static Status take_roots(KernelState *ks, HostView *v, const char *const *args, u32 n) {
    const char *p = v->read_rule;
    size_t len;
    for (const char *s; (s = item(&p, &len));) {
        char path[FS_PATH];
        Status st = ST_OK;
        if (is(s, len, "all")) v->read_all = true;
        else if (is(s, len, "none")) continue;
        else if (is(s, len, "cwd")) st = add_root(ks, v, v->cwd, false);
        else if (is(s, len, "classpath")) st = add_class_path(ks, v);
        else if (is(s, len, "jdk")) st = add_jdk(ks, v);
        else if (is(s, len, "args")) st = add_args(ks, v, args, n);
        else if (is(s, len, "system")) st = add_system(ks, v);
        else if (is(s, len, "tmp")) st = add_root(ks, v, "/tmp", false);
        else if (is(s, len, "home")) st = add_root(ks, v, user_home(), false);
        else if (len < sizeof path && (mem_find(s, '/', len) || *s == '.')) {
            mem_copy(path, s, len);
            path[len] = 0;
            st = add_root(ks, v, path, true);
        } else {
            return cx_fail(ks->cx, ERR_CONFIG,
                           HOST_READ_KEY
                           "=%s: %.*s is none of cwd, classpath, jdk, system, args, tmp, home, all and none, and "
                           "no path (which has a /)",
                           v->read_rule, (int)(len < 200 ? len : 200), s);
        }
        if (st != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

Status host_view_open(KernelState *ks, const char *const *args, u32 n) {
    Natives *N = ks->natives;
    if (!N->host && !(N->host = cx_alloc(ks->cx, sizeof *N->host))) return ST_ERROR;
    HostView *v = N->host;
    const char *env = ks->up.config ? ks->up.config(ks, HOST_ENV_KEY) : NULL,
               *read = ks->up.config ? ks->up.config(ks, HOST_READ_KEY) : NULL;
    v->env_rule = env && *env ? env : HOST_ENV_DEFAULT;
    v->read_rule = read && *read ? read : HOST_READ_DEFAULT;
    if (!told(ks, 0, v->cwd, sizeof v->cwd) && !getcwd(v->cwd, sizeof v->cwd))
        memcpy(v->cwd, "/", 2); /* it was removed */
    if (take_env(ks, v) != ST_OK) return ST_ERROR;
    return take_roots(ks, v, args, n);
}

Status host_view_lend(KernelState *ks) {
    if (host_view_open(ks, NULL, 0) != ST_OK) return ST_ERROR;
    ((Natives *)ks->natives)->host->read_all = true;
    return ST_OK;
}

void host_view_close(KernelState *ks) {
    Natives *N = ks->natives;
    host_view_free(ks->cx, N->host);
    N->host = NULL;
}

static void free_texts(Ctx *cx, char **v, u32 n) {
    for (u32 i = 0; i < n; i++) cx_free(cx, v[i], strlen(v[i]) + 1);
}

void host_view_free(Ctx *cx, HostView *v) {
    if (!v) return;
    free_texts(cx, v->roots.v, v->roots.n);
    free_texts(cx, v->env.v, v->env.n);
    free_texts(cx, v->withheld.v, v->withheld.n);
    vec_free(cx, &v->roots);
    vec_free(cx, &v->env);
    vec_free(cx, &v->withheld);
    cx_free(cx, v, sizeof *v);
}

/* --- questions --- */

const char *host_cwd(const ThreadInfo *ti) {
    const HostView *v = natives(ti)->host;
    return v ? v->cwd : "/";
}

static bool below(const char *path, const char *root) {
    size_t n = strlen(root);
    if (n == 1) return true; /* "/" */
    return strncmp(path, root, n) == 0 && (path[n] == 0 || path[n] == '/');
}

static bool below_roots(const HostView *v, const char *at) {
    for (u32 i = 0; i < v->roots.n; i++)
        if (below(at, v->roots.v[i])) return true;
    return false;
}

bool host_may_read(const ThreadInfo *ti, const char *at, const char *via) {
    HostView *v = natives(ti)->host;
    if (!v || v->read_all || (*via && below(at, via)) || below_roots(v, at)) return true;
    if (!v->jdk || v->jdk_links || add_jdk_links(ti->ks, v) != ST_OK) return false;
    return below_roots(v, at);
}

bool host_withholds(const ThreadInfo *ti, const char *name) {
    const HostView *v = natives(ti)->host;
    for (u32 i = 0; v && i < v->withheld.n; i++)
        if (strcmp(v->withheld.v[i], name) == 0) return true;
    return false;
}

/* --- into the heap --- */

typedef struct Places {
    const KernelState *ks;
    VEC(Ref) strings;     /* placeholders, with the number of each in `which` */
    VEC(u32) which;
    VEC(Ref) bytes;       /* byte arrays that hold a placeholder's text and are no String's */
    VEC(u32) bytes_which;
    Status st;
} Places;

static bool is_bytes(const KernelState *ks, const ElementInfo *e) {
    const ClassInfo *arr = ks->cs->prim[T_BYTE]->array;
    return arr && e->ci == arr->id;
}

/* The placeholder that a byte array holds; HELD: none. */
static u32 holds(const Heap *h, Ref a) {
    u32 n = arr_len(h, a), i = 0;
    if (n > TEXT_MAX_BYTES) return HELD;
    while (i < HELD && (strlen(held[i]) != n || mem_cmp(arr_data(h, a), held[i], n) != 0)) i++;
    return i;
}

static void look(void *arg, Ref r) {
    Places *p = arg;
    Heap *h = p->ks->heap;
    const ElementInfo *e = ei(h, r);
    const ClassInfo *string = p->ks->cs->string;
    if (p->st != ST_OK) return;
    if (e->ci == string->id) {
        Ref a = get_u32(h, r, ci_find_field(p->ks->cs->string, "value")->offset);
        u32 i = a ? holds(h, a) : HELD;
        if (i < HELD && (vec_push(h->cx, &p->strings, r) || vec_push(h->cx, &p->which, i))) p->st = ST_ERROR;
    } else if (is_bytes(p->ks, e)) {
        u32 i = holds(h, r);
        if (i < HELD && (vec_push(h->cx, &p->bytes, r) || vec_push(h->cx, &p->bytes_which, i))) p->st = ST_ERROR;
    }
}

typedef struct Swap {
    const Places *p;
    const Ref *to; /* of each of p->bytes */
} Swap;

static void swap(void *arg, Ref r) {
    const Swap *s = arg;
    const Places *p = s->p;
    Heap *h = p->ks->heap;
    ElementInfo *e = ei(h, r);
    if (e->ci == p->ks->cs->string->id) return; /* its text is its own */
    Shape sh = ei_shape(h, e);
    for (u32 k = 0; k < sh.n_refs; k++) {
        u32 *w = ei_words(e) + (sh.ref_words ? sh.ref_words[k] : k);
        for (u32 i = 0; *w && i < p->bytes.n; i++)
            if (*w == p->bytes.v[i]) heap_put_ref(h, e, w, s->to[i]);
    }
}

/* A String gets another text: the placeholder is nobody's constant and no key of a table. */
static int become(ThreadInfo *ti, Ref s, const char *text) {
    Heap *h = ti->ks->heap;
    ClassInfo *string = ti->ks->cs->string;
    static const char *const fields[] = {"value", "coder", "hash", "hashIsZero"};
    Ref made;
    NAT_TRY(nat_string(ti, text, strlen(text), &made));
    for (u32 i = 0; i < sizeof fields / sizeof *fields; i++) {
        const FieldInfo *f = ci_find_field(string, fields[i]);
        u32 val[2] = {0};
        if (!f) continue;
        nat_load(h, (u8 *)ei(h, made) + f->offset, f->type, val);
        nat_store(h, ei(h, s), (u8 *)ei(h, s) + f->offset, f->type, val);
    }
    return NAT_OK;
}

static int fill(ThreadInfo *ti, const Places *p, const char *const *values) {
    KernelState *ks = ti->ks;
    for (u32 i = 0; i < p->strings.n; i++) NAT_TRY(become(ti, p->strings.v[i], values[p->which.v[i]]));
    Ref to[4 * HELD];
    if (p->bytes.n > sizeof to / sizeof *to) return cx_fail(ks->cx, ERR_INTERNAL, "placeholders"), NAT_ERROR;
    for (u32 i = 0; i < p->bytes.n; i++) {
        const char *v = values[p->bytes_which.v[i]];
        NAT_TRY(nat_bytes(ti, (const u8 *)v, (u32)strlen(v), &to[i]));
        NAT_TRY(nat_hold(ti, to[i]));
    }
    Swap s = {p, to};
    heap_each(ks->heap, swap, &s);
    return NAT_OK;
}

Status host_fill(KernelState *ks, const char *class_path) {
    struct utsname un;
    const struct passwd *pw = getpwuid(getuid());
    ThreadInfo *ti = ks->threads.v[0];
    char name[256], home[FS_PATH], release[256];
    snprintf(name, sizeof name, "%s", pw && pw->pw_name ? pw->pw_name : "?");
    snprintf(home, sizeof home, "%s", user_home());
    snprintf(release, sizeof release, "%s", uname(&un) == 0 ? un.release : "?");
    (void)told(ks, 1, home, sizeof home);
    (void)told(ks, 2, name, sizeof name);
    (void)told(ks, 3, release, sizeof release);
    const char *values[HELD] = {host_cwd(ti), home, name, release, class_path};
    Places p = {.ks = ks};
    heap_each(ks->heap, look, &p);
    u32 mark = handle_mark(ks->heap);
    Status st = p.st == ST_OK && fill(ti, &p, values) == NAT_OK ? ST_OK : ST_ERROR;
    handle_release(ks->heap, mark);
    vec_free(ks->cx, &p.strings);
    vec_free(ks->cx, &p.which);
    vec_free(ks->cx, &p.bytes);
    vec_free(ks->cx, &p.bytes_which);
    return st;
}
