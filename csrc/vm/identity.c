/* identity.c -- what a search was made with, as it stands in replay strings: one that does not fit is refused, and the
 * part that differs is named.
 *
 *   p<program>,j<JDK>-<its version>[,k<key>=<value>]...:
 *
 * The program: its class files, found from the main class through the constants that name classes, and its arguments.
 * The numbers of lines do not count, so that a comment may change. Of the JDK its version and the size of its image; of
 * the configuration each key that is not as if it were not set, with a hash of its value.
 *
 * A string is refused before anything runs if the program, the JDK or a key that decides paths differs. Other keys,
 * those of listeners above all, may differ: to look at an error more closely is what a replay is for. They are named
 * where the choices do not fit after all, or no error is met. */
#include "vm/jpf.h"

#include <stdio.h>
#include <stdlib.h>

enum { CLASSES_MAX = 4096, NAME_MAX_ = 512 };

typedef struct Walk {
    JPF *j;
    Arena arena;
    SymTab names;
    VEC(Sym *) todo;
    Map seen;
    u32 sum;
} Walk;

static Status meet(Walk *w, const char *name, size_t n) {
    Sym *s = sym(&w->names, name, n);
    if (!s) return ST_ERROR;
    if (map_get(&w->seen, (u64)(uintptr_t)s, NULL) || w->todo.n >= CLASSES_MAX) return ST_OK;
    return map_put(&w->seen, (u64)(uintptr_t)s, 1) == ST_OK ? vec_push(&w->j->cx, &w->todo, s) : ST_ERROR;
}

static u32 be16(const u8 *p) { return (u32)p[0] << 8 | p[1]; }

static u64 content(const u8 *file, size_t size, const u32 *at, u32 count, size_t pool_end);

/* Classes that the constants of a class file name (JVMS 4.4). What is no class file names none. */
static Status constants(Walk *w, const u8 *p, size_t n, u64 *hash) {
    static const u8 size[] = {[3] = 4,  [4] = 4,  [5] = 8,  [6] = 8,  [7] = 2,  [8] = 2,  [9] = 4,  [10] = 4,
                              [11] = 4, [12] = 4, [15] = 3, [16] = 2, [17] = 4, [18] = 4, [19] = 2, [20] = 2};
    *hash = hash_bytes((const char *)p, n, 2);
    if (n < 10) return ST_OK;
    u32 count = be16(p + 8);
    u32 *at = cx_alloc(&w->j->cx, (count + 1) * sizeof *at);
    if (!at) return ST_ERROR;
    Status st = ST_OK;
    size_t pos = 10;
    for (u32 i = 1; i < count && pos + 3 <= n; i++) {
        u8 tag = p[pos];
        at[i] = (u32)pos;
        if (tag == 1) pos += 3 + be16(p + pos + 1);
        else if (tag < sizeof size && size[tag]) pos += 1u + size[tag];
        else break;
        if (tag == 5 || tag == 6) i++;
    }
    for (u32 i = 1; i < count && st == ST_OK; i++) {
        if (!at[i] || at[i] + 3 > n || p[at[i]] != 7) continue;
        u32 k = be16(p + at[i] + 1);
        if (k >= count || !at[k] || p[at[k]] != 1 || at[k] + 3 > n) continue;
        size_t len = be16(p + at[k] + 1);
        if (at[k] + 3 + len <= n && len && p[at[k] + 3] != '[') st = meet(w, (const char *)p + at[k] + 3, len);
    }
    *hash = content(p, n, at, count, pos);
    cx_free(&w->j->cx, at, (count + 1) * sizeof *at);
    return st;
}

/* What is left to be read of a class file; a file that ends too early gives zeros. */
typedef struct Bytes {
    const u8 *p, *end;
    u64 h; /* of what was read and counts */
} Bytes;

static void eat(Bytes *b, size_t n, bool counts) {
    size_t left = (size_t)(b->end - b->p);
    if (n > left) n = left;
    if (counts) b->h = mix64(b->h, hash_bytes((const char *)b->p, n, 2));
    b->p += n;
}

static u32 peek16(const Bytes *b) { return b->end - b->p < 2 ? 0 : be16(b->p); }
static u32 peek32(const Bytes *b, size_t at) {
    return (size_t)(b->end - b->p) < at + 4 ? 0 : be16(b->p + at) << 16 | be16(b->p + at + 2);
}

static bool named(const u8 *file, size_t size, const u32 *at, u32 count, u32 i, const char *name) {
    size_t n = strlen(name);
    return i < count && at[i] && at[i] + 3 + n <= size && file[at[i]] == 1 && be16(file + at[i] + 1) == n &&
           mem_cmp((const char *)file + at[i] + 3, name, n) == 0;
}

/* JVMS 4.7. Of a Code attribute the LineNumberTable (4.7.12) is left out. */
static void attributes(Bytes *b, const u8 *file, const u32 *at, u32 count, bool in_code) {
    size_t size = (size_t)(b->end - file);
    u32 n = peek16(b);
    eat(b, 2, !in_code);
    for (u32 i = 0; i < n && b->p < b->end; i++) {
        u32 name = peek16(b), len = peek32(b, 2);
        if (in_code && named(file, size, at, count, name, "LineNumberTable")) {
            eat(b, 6 + (size_t)len, false);
        } else if (!in_code && named(file, size, at, count, name, "Code")) {
            eat(b, 2, true);
            eat(b, 4, false); /* with the lines */
            eat(b, 4, true);
            eat(b, 4 + (size_t)peek32(b, 0), true);
            eat(b, 2 + 8 * (size_t)peek16(b), true);
            attributes(b, file, at, count, true);
        } else {
            eat(b, 6 + (size_t)len, true);
        }
    }
}

/* JVMS 4.1: the hash of what decides what the class does. `at`: where the constants begin. */
static u64 content(const u8 *file, size_t size, const u32 *at, u32 count, size_t pool_end) {
    Bytes b = {file, file + size, 1};
    eat(&b, pool_end + 6, true);
    eat(&b, 2 + 2 * (size_t)peek16(&b), true);
    for (u32 kind = 0; kind < 2; kind++) { /* fields, methods */
        u32 n = peek16(&b);
        eat(&b, 2, true);
        for (u32 i = 0; i < n && b.p < b.end; i++) {
            eat(&b, 6, true);
            attributes(&b, file, at, count, false);
        }
    }
    attributes(&b, file, at, count, false);
    eat(&b, size, true);
    return b.h;
}

static Status one_class(Walk *w, const Sym *name) {
    char path[NAME_MAX_ + 8];
    Resource r;
    bool found = false;
    if (name->len >= NAME_MAX_) return ST_OK;
    snprintf(path, sizeof path, "%s.class", name->s);
    PathModule *module;
    if (app_find(&w->j->cs, name, path, &r, &found, &module) != ST_OK) return ST_ERROR;
    if (!found) return ST_OK;
    u64 hash;
    Status st = constants(w, r.p, r.n, &hash);
    w->sum += (u32)mix64(hash_bytes(name->s, name->len, 1), hash);
    res_free(&r);
    return st;
}

static Status program_hash(JPF *j, u32 *out) {
    Walk w = {.j = j};
    char main[NAME_MAX_];
    snprintf(main, sizeof main, "%s", j->main_class);
    for (char *c = main; *c; c++)
        if (*c == '.') *c = '/';
    arena_init(&w.arena, &j->cx);
    map_init(&w.seen, &j->cx);
    Status st = symtab_init(&w.names, &j->cx);
    w.sum = (u32)hash_bytes(main, strlen(main), 3);
    for (u32 i = 0; i < j->n_args; i++) w.sum = w.sum * 31 + (u32)hash_bytes(j->args[i], strlen(j->args[i]), 4);
    if (st == ST_OK) st = meet(&w, main, strlen(main));
    for (u32 i = 0; i < w.todo.n && st == ST_OK; i++) st = one_class(&w, w.todo.v[i]);
    *out = w.sum;
    vec_free(&j->cx, &w.todo);
    map_free(&w.seen);
    symtab_free(&w.names);
    arena_free(&w.arena);
    return st;
}

static u32 jdk_hash(JPF *j) {
    size_t n = 0;
    if (j->image) (void)jimage_map(j->image, &n);
    return (u32)hash_bytes(j->jdk_version, strlen(j->jdk_version), n);
}

/* Keys that say what is run, how it is searched, told and reported, none of which changes what a path does. */
static bool matters(const char *key) {
    static const char *const without[] = {"report.",
                                          "jpf.",
                                          "classpath",
                                          "sourcepath",
                                          "target",
                                          "target.args",
                                          "vm.jdk",
                                          "vm.cache",
                                          "vm.storage.class",
                                          "vm.sourcepath",
                                          "vm.por.persistent",
                                          "vm.por.places",
                                          "vm.por.max_reduced",
                                          "site",
                                          "mode",
                                          "vm.por.symmetry",
                                          "vm.state.seal",
                                          "vm.store_steps",
                                          "vm.por.sleep_sets",
                                          "log.",
                                          "config",
                                          "config_path",
                                          "search.class",
                                          "search.checkpoint",
                                          "search.checkpoint_interval",
                                          "search.spill",
                                          "search.time_limit",
                                          "search.state_limit",
                                          "javac.",
                                          "search.depth_limit",
                                          "search.memory_limit",
                                          "search.cpu_limit",
                                          "search.transition_limit",
                                          "search.budget",
                                          "search.shrink",
                                          "search.shrink.time",
                                          "search.threads",
                                          "search.deterministic",
                                          "search.bound",
                                          "search.pct.depth",
                                          "search.stale_limit",
                                          "search.RandomSearch.path_limit",
                                          "vm.fs.read"};
    if (strchr(key, '@')) return false; /* where a key was set */
    if (*key == '-') return false;      /* a part of vm.args */
    for (u32 i = 0; i < sizeof without / sizeof *without; i++) {
        size_t n = strlen(without[i]);
        if (without[i][n - 1] == '.' ? strncmp(key, without[i], n) == 0 : strcmp(key, without[i]) == 0) return false;
    }
    return true;
}

/* As if it were not set: "false", 0 and nothing mean the same for keys without a default of their own (vm/keys.def).
 * vm.por=dynamic has the paths of vm.por=true. */
static const char *meant(const char *v) {
    if (strcmp(v, "dynamic") == 0) return "true";
    return !*v || strcmp(v, "0") == 0 ? "false" : v;
}

static u32 value_hash(JPF *j, const char *key) {
    const char *v = meant(jpf_get(j, key));
    return (u32)hash_bytes(v, strlen(v), 5) & 0xffff;
}

static bool as_unset(JPF *j, const char *key) { return strcmp(meant(jpf_get(j, key)), meant(jpf_default(key))) == 0; }

/* Does it decide what a path does, whoever looks on? */
static bool decides(const char *key) {
    static const char *const with[] = {"vm.", "cg.", "bp.epsilon", "bp.python", "search.always"};
    for (u32 i = 0; i < sizeof with / sizeof *with; i++)
        if (strncmp(key, with[i], strlen(with[i])) == 0) return true;
    return false;
}

/* A key that must not break the string up. */
static bool plain(const char *key) {
    for (const char *c = key; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-$", *c)) return false;
    return *key;
}

Status identity_text(void *user, Text *t) {
    JPF *j = user;
    u32 program = 0;
    if (program_hash(j, &program) != ST_OK) return ST_ERROR;
    text_f(t, "p%08x,j%08x-", program, jdk_hash(j));
    for (const char *c = j->jdk_version; *c; c++) text_f(t, "%c", *c == ':' || *c == ',' ? '_' : *c);
    for (u32 i = 0; i < j->config_keys.n; i++) {
        const char *key = j->config_keys.v[i];
        if (matters(key) && plain(key) && !as_unset(j, key)) text_f(t, ",k%s=%04x", key, value_hash(j, key));
    }
    text_z(t, ":");
    return t->failed ? ST_ERROR : ST_OK;
}

static void also(Text *why) {
    if (why->n) text_z(why, ", ");
}

/* `end`: of the string's part. */
static const char *key_in(const char *made, const char *end, const char *key, size_t n) {
    for (const char *p = made; p && p < end; p = mem_find(p, ',', (size_t)(end - p))) {
        if (*p == ',') p++;
        if (*p == 'k' && (size_t)(end - p) > n + 1 && mem_cmp(p + 1, key, n) == 0 && p[n + 1] == '=') return p + n + 2;
    }
    return NULL;
}

Status identity_unlike(void *user, const char *made, bool refuse, Text *why) {
    JPF *j = user;
    u32 program = 0;
    const char *end = strchr(made, ':'), *jdk = strstr(made, ",j"), *p;
    if (!end || !jdk || jdk > end) return ST_OK;
    if (program_hash(j, &program) != ST_OK) return ST_ERROR;
    if (strtoul(made + 1, NULL, 16) != program)
        text_z(why, "with another program (other arguments, or other class files; comments and lines do not count)");
    if (strtoul(jdk + 2, NULL, 16) != jdk_hash(j)) {
        const char *version = mem_find(jdk, '-', (size_t)(end - jdk));
        int n = version ? (int)strcspn(version + 1, ",:") : 0;
        also(why);
        text_f(why, "with JDK %.*s (this one is %s)", n > 60 ? 60 : n, version ? version + 1 : "", j->jdk_version);
    }
    for (u32 i = 0; i < j->config_keys.n; i++) {
        const char *key = j->config_keys.v[i];
        if (!matters(key) || !plain(key) || (refuse && !decides(key))) continue;
        p = key_in(made, end, key, strlen(key));
        if (p ? strtoul(p, NULL, 16) == value_hash(j, key) : as_unset(j, key)) continue;
        also(why);
        text_f(why, p ? "with another %.100s" : "without %.100s, which is set now", key);
    }
    for (p = strstr(made, ",k"); p && p < end; p = strstr(p + 2, ",k")) {
        const char *eq = mem_find(p, '=', (size_t)(end - p));
        char key[128];
        if (!eq || (size_t)(eq - p) - 2 >= sizeof key) continue;
        snprintf(key, sizeof key, "%.*s", (int)(eq - p) - 2, p + 2);
        if (jpf_set(j, key) || (refuse && !decides(key)) || strtoul(eq + 1, NULL, 16) == value_hash(j, key)) continue;
        also(why);
        text_f(why, "with %s, which is not set now", key);
    }
    return why->failed ? ST_ERROR : ST_OK;
}
