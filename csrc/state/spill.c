/* spill.c -- sorted runs of keys on the disk. Layer 10. */
#include "state/spill.h"

enum {
    PAGE_BYTES = 4096,
    PAGE_KEYS = PAGE_BYTES / sizeof(SpillKey),
    RUNS = 64,
    FILTER_BITS = 10, /* for each key */
    FILTER_TESTS = 6,
    LINE_WORDS = 8,
    BUFFER_PAGES = 64, /* written and merged at once, where there is room */
    KEY_WORK = 8
};
_Static_assert(sizeof(SpillKey) == 20, "20 bytes a key");

typedef struct Page {
    SpillKey k[PAGE_KEYS];
    u8 pad[PAGE_BYTES - PAGE_KEYS * sizeof(SpillKey)];
} Page;

typedef struct Run {
    DiskFile file;
    u64 n, pages, lines;
    u64 *fence; /* by page: the sign of its first key */
    u64 *filter;
} Run;

struct Spill {
    Ctx *cx;
    Disk *disk;
    Run run[RUNS]; /* the longest ones first */
    u32 n_runs, buffer; /* pages of a buffer */
    u64 n;
};

struct SpillReader {
    Ctx *cx;
    Disk *disk;
    u64 reads;
    Page page;
};

static u64 word(const u32 w[2]) { return (u64)w[1] << 32 | w[0]; }

SpillKey spill_key(H128 k, u32 id) {
    u64 sign = spill_sign(k);
    return (SpillKey){{(u32)sign, (u32)(sign >> 32)}, {(u32)k.hi, (u32)(k.hi >> 32)}, id};
}

H128 spill_h128(const SpillKey *k) {
    u64 hi = word(k->hi);
    return (H128){word(k->sign) ^ (hi >> 7), hi};
}

static bool before(const SpillKey *a, const SpillKey *b) {
    u64 x = word(a->sign), y = word(b->sign);
    return x != y ? x < y : word(a->hi) < word(b->hi);
}

/* Shell's sort: it takes no memory, and keys come nearly in order (stateset.c), which makes it quick. */
static void sort(SpillKey *v, u64 n) {
    u64 gap = 1;
    while (gap < n / 3) gap = gap * 9 / 4 + 1;
    for (; gap; gap = gap == 1 ? 0 : gap * 4 / 9 < 1 ? 1 : gap * 4 / 9) {
        for (u64 i = gap; i < n; i++) {
            SpillKey k = v[i];
            u64 j = i;
            for (; j >= gap && before(&k, &v[j - gap]); j -= gap) v[j] = v[j - gap];
            v[j] = k;
        }
    }
}

Spill *spill_new(Ctx *cx, Disk *d) {
    Spill *s = cx_alloc(cx, sizeof *s);
    if (!s) return NULL;
    s->cx = cx;
    s->disk = d;
    return s;
}

static void run_free(Spill *s, Run *r) {
    disk_close(s->disk, &r->file);
    cx_free(s->cx, r->fence, r->pages * sizeof *r->fence);
    cx_free(s->cx, r->filter, r->lines * LINE_WORDS * sizeof *r->filter);
}

void spill_free(Spill *s) {
    if (!s) return;
    for (u32 i = 0; i < s->n_runs; i++) run_free(s, &s->run[i]);
    cx_free(s->cx, s, sizeof *s);
}

u64 spill_count(const Spill *s) { return s ? s->n : 0; }

SpillReader *spill_reader(Ctx *cx, const Disk *d) {
    SpillReader *r = cx_alloc(cx, sizeof *r);
    if (!r) return NULL;
    r->cx = cx;
    if ((r->disk = disk_beside(cx, d))) return r;
    spill_reader_free(r);
    return NULL;
}

void spill_reader_free(SpillReader *r) {
    if (!r) return;
    disk_free(r->disk);
    cx_free(r->cx, r, sizeof *r);
}

Status spill_told(SpillReader *r, const Err *e) { return cx_fail(r->cx, e->kind, "%s", e->msg); }

u64 spill_reads(const SpillReader *r) { return r ? __atomic_load_n(&r->reads, __ATOMIC_RELAXED) : 0; }

u64 spill_bytes(const Spill *s) {
    u64 n = 0;
    for (u32 i = 0; s && i < s->n_runs; i++) n += (s->run[i].pages + s->run[i].lines * LINE_WORDS) * 8;
    return n;
}

/* --- filter --- */

static u64 *filter_line(const Run *r, u64 hi) {
    return r->filter + (u64)((unsigned __int128)hi * r->lines >> 64) * LINE_WORDS;
}

/* The bits of a key within its line: 9 bits of the hash for each. */
static u64 filter_hash(u64 sign, u64 hi) { return mix_fold(sign ^ 0x9E3779B97F4A7C15ull, hi | 1); }

static void filter_add(Run *r, u64 sign, u64 hi) {
    u64 *l = filter_line(r, hi), h = filter_hash(sign, hi);
    for (u32 i = 0; i < FILTER_TESTS; i++, h >>= 9) l[h >> 6 & 7] |= (u64)1 << (h & 63);
}

static bool filter_has(const Run *r, u64 sign, u64 hi) {
    const u64 *l = filter_line(r, hi);
    u64 h = filter_hash(sign, hi), all = 1;
    for (u32 i = 0; i < FILTER_TESTS; i++, h >>= 9) all &= l[h >> 6 & 7] >> (h & 63);
    return all & 1;
}

/* --- writing --- */

typedef struct SpillWriter {
    Spill *s;
    Run r;
    u64 at;
    Page *pages; /* s->buffer */
} Writer;

static Status writer_begin(Writer *w, Spill *s, u64 n) {
    *w = (Writer){.s = s, .r = {.n = n, .pages = (n + PAGE_KEYS - 1) / PAGE_KEYS}};
    w->r.lines = n * FILTER_BITS / (LINE_WORDS * 64) + 1;
    if (disk_open(s->disk, &w->r.file) != ST_OK) return ST_ERROR;
    w->pages = cx_alloc(s->cx, s->buffer * sizeof *w->pages);
    w->r.fence = w->pages ? cx_alloc(s->cx, w->r.pages * sizeof *w->r.fence) : NULL;
    w->r.filter = w->r.fence ? cx_alloc(s->cx, w->r.lines * LINE_WORDS * sizeof *w->r.filter) : NULL;
    return w->r.filter ? ST_OK : ST_ERROR;
}

static Status writer_put(Writer *w, const SpillKey *k) {
    u64 page = w->at / PAGE_KEYS, in = w->at % PAGE_KEYS, sign = word(k->sign);
    if (!in) w->r.fence[page] = sign;
    w->pages[page % w->s->buffer].k[in] = *k;
    filter_add(&w->r, sign, word(k->hi));
    w->at++;
    bool last = w->at == w->r.n;
    if (!last && w->at % ((u64)PAGE_KEYS * w->s->buffer)) return ST_OK;
    cx_worked(w->s->cx, (u64)KEY_WORK * PAGE_KEYS * w->s->buffer);
    return disk_append(w->s->disk, &w->r.file, w->pages, (page % w->s->buffer + 1) * PAGE_BYTES);
}

static void writer_end(Writer *w, bool kept) {
    if (w->pages) cx_free(w->s->cx, w->pages, w->s->buffer * sizeof *w->pages);
    if (!kept) run_free(w->s, &w->r);
}

/* --- merging --- */

typedef struct Reader {
    Run *r;
    Page *pages; /* as many as the writer's */
    u64 at;
} Reader;

static const SpillKey *reader_key(const Spill *s, const Reader *x) {
    return &x->pages[x->at / PAGE_KEYS % s->buffer].k[x->at % PAGE_KEYS];
}

static Status reader_fill(Spill *s, Reader *x) {
    u64 page = x->at / PAGE_KEYS, n = x->r->pages - page;
    if (x->at % ((u64)PAGE_KEYS * s->buffer) || x->at == x->r->n) return ST_OK;
    if (n > s->buffer) n = s->buffer;
    return disk_read(s->disk, &x->r->file, page * PAGE_BYTES, x->pages, n * PAGE_BYTES);
}

static Status merge_into(Writer *w, Reader *x, u32 n) {
    Spill *s = w->s;
    for (u32 i = 0; i < n; i++)
        if (reader_fill(s, &x[i]) != ST_OK) return ST_ERROR;
    while (w->at < w->r.n) {
        Reader *least = NULL;
        for (u32 i = 0; i < n; i++)
            if (x[i].at < x[i].r->n && (!least || before(reader_key(s, &x[i]), reader_key(s, least)))) least = &x[i];
        if (writer_put(w, reader_key(s, least)) != ST_OK) return ST_ERROR;
        least->at++;
        if (reader_fill(s, least) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* The runs from this one on become one. */
static Status merge(Spill *s, u32 from) {
    Reader x[RUNS] = {{0}};
    Writer w;
    u32 n = s->n_runs - from;
    u64 keys = 0;
    for (u32 i = 0; i < n; i++) keys += s->run[from + i].n;
    Status st = writer_begin(&w, s, keys);
    for (u32 i = 0; i < n && st == ST_OK; i++) {
        x[i].r = &s->run[from + i];
        if (!(x[i].pages = cx_alloc(s->cx, s->buffer * sizeof *x[i].pages))) st = ST_ERROR;
    }
    if (st == ST_OK) st = merge_into(&w, x, n);
    for (u32 i = 0; i < n; i++)
        if (x[i].pages) cx_free(s->cx, x[i].pages, s->buffer * sizeof *x[i].pages);
    writer_end(&w, st == ST_OK);
    if (st != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n; i++) run_free(s, &s->run[from + i]);
    s->run[from] = w.r;
    s->n_runs = from + 1;
    return ST_OK;
}

/* Runs that are not twice as long as all behind them are merged with these, so a key is written about as often as the
 * number of runs has bits. */
static u32 alike(const Spill *s, u64 *keys) {
    u32 from = s->n_runs;
    for (*keys = 0; from && (from == s->n_runs || s->run[from - 1].n < 2 * *keys);) *keys += s->run[--from].n;
    return from;
}

bool spill_due(const Spill *s) {
    u64 keys;
    return s->n_runs - alike(s, &keys) > 1;
}

Status spill_merge(Spill *s, u64 room) {
    u64 keys, from = alike(s, &keys), n = s->n_runs - from;
    u64 bytes = keys * sizeof(SpillKey), needs = keys * FILTER_BITS / 8 + keys / PAGE_KEYS * 8;
    if (n < 2) return ST_OK;
    u64 pages = room > needs + needs / 16 ? (room - needs - needs / 16) / ((n + 1) * PAGE_BYTES) : 0;
    if ((!pages || disk_room(s->disk) < bytes + bytes / 16) && s->n_runs < RUNS) return ST_OK;
    s->buffer = pages > BUFFER_PAGES ? BUFFER_PAGES : pages ? (u32)pages : 1;
    return merge(s, (u32)from);
}

SpillWriter *spill_begin(Spill *s, u64 n) {
    Writer *w = cx_alloc(s->cx, sizeof *w);
    s->buffer = BUFFER_PAGES;
    if (!w || writer_begin(w, s, n) == ST_OK) return w;
    spill_end(w, false);
    return NULL;
}

Status spill_add(SpillWriter *w, SpillKey *v, u64 n) {
    sort(v, n);
    for (u64 i = 0; i < n; i++)
        if (writer_put(w, &v[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

void spill_end(SpillWriter *w, bool whole) {
    Spill *s = w->s;
    writer_end(w, whole);
    if (whole) {
        s->run[s->n_runs++] = w->r;
        s->n += w->r.n;
    }
    cx_free(s->cx, w, sizeof *w);
}

Status spill_put(Spill *s, SpillKey *v, u64 n) {
    if (!n) return ST_OK;
    Writer *w = spill_begin(s, n);
    if (!w) return ST_ERROR;
    Status st = spill_add(w, v, n);
    spill_end(w, st == ST_OK);
    return st;
}

/* --- asking --- */

/* The page that the sign would be on. Equal signs are as good as unheard of, but may go over the end of a page. Signs
 * are spread evenly: it is near the page that has its share of them before it. */
static u64 fence_page(const Run *r, u64 sign) {
    enum { NEAR = 32 };
    u64 guess = (u64)((unsigned __int128)sign * r->pages >> 64);
    u64 a = guess > NEAR ? guess - NEAR : 0, b = r->pages - guess > NEAR ? guess + NEAR : r->pages;
    if (r->fence[a] > sign) a = 0;
    if (b < r->pages && r->fence[b] <= sign) b = r->pages;
    /* the first page that begins behind the sign is in (a, b] */
    while (b - a > 1) {
        u64 mid = a + (b - a) / 2;
        if (r->fence[mid] > sign) b = mid;
        else a = mid;
    }
    return a;
}

/* Where in the page: the first key that is not before k. */
static u32 page_seek(const Page *p, u32 n, const SpillKey *k) {
    u32 a = 0, b = n;
    while (a < b) {
        u32 mid = (a + b) / 2;
        if (before(&p->k[mid], k)) a = mid + 1;
        else b = mid;
    }
    return a;
}

static Status page_read(SpillReader *by, const Run *r, u64 page) {
    return disk_read(by->disk, &r->file, page * PAGE_BYTES, &by->page, PAGE_BYTES);
}

static Status run_find(SpillReader *by, const Run *r, const SpillKey *k, bool *found, u32 *id) {
    u64 sign = word(k->sign), page = fence_page(r, sign);
    for (;; page--) {
        u32 n = page + 1 < r->pages ? PAGE_KEYS : (u32)(r->n - page * PAGE_KEYS);
        if (page_read(by, r, page) != ST_OK) return ST_ERROR;
        __atomic_store_n(&by->reads, by->reads + 1, __ATOMIC_RELAXED);
        u32 at = page_seek(&by->page, n, k);
        *found = at < n && memcmp(&by->page.k[at], k, sizeof *k - sizeof k->id) == 0;
        if (*found) *id = by->page.k[at].id;
        if (*found || at || !page || r->fence[page] != sign) return ST_OK;
    }
}

Status spill_find(const Spill *s, SpillReader *r, H128 key, bool *found, u32 *id) {
    SpillKey k = spill_key(key, 0);
    u64 sign = word(k.sign);
    *found = false;
    for (u32 i = 0; i < s->n_runs && !*found; i++)
        if (filter_has(&s->run[i], sign, key.hi) && run_find(r, &s->run[i], &k, found, id) != ST_OK) return ST_ERROR;
    return ST_OK;
}

void spill_prefetch(const Spill *s, H128 key) {
    for (u32 i = 0; i < s->n_runs; i++) __builtin_prefetch(filter_line(&s->run[i], key.hi));
}

Status spill_each(const Spill *s, SpillReader *by, Status (*each)(void *user, const SpillKey *k), void *user) {
    for (u32 i = 0; s && i < s->n_runs; i++) {
        const Run *r = &s->run[i];
        for (u64 page = 0; page < r->pages; page++) {
            u32 n = page + 1 < r->pages ? PAGE_KEYS : (u32)(r->n - page * PAGE_KEYS);
            if (page_read(by, r, page) != ST_OK) return ST_ERROR;
            for (u32 k = 0; k < n; k++)
                if (each(user, &by->page.k[k]) != ST_OK) return ST_ERROR;
        }
    }
    return ST_OK;
}
