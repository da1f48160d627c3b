/* accesses.c -- what a recorded path reads and writes of what threads share, and what it prints: for the traces.
 *
 * An access is looked at before its instruction and told after it, when the thread's next one is recorded: by then it
 * is done, and no other thread has run. An instruction that was put off (a scheduling point comes first) has not moved
 * its thread and is forgotten; it is recorded again when it is executed. */
#include "search/report/namer.h"
#include "search/search.h"

#include <string.h>

enum { ACCESSES_KEPT = 5000, PRINTS_KEPT = 5000, PRINT_MAX = 2000 };

static bool is_wide(u8 type) { return type == T_LONG || type == T_DOUBLE; }

/* A word of the heap as the operand stack would hold it. */
static u64 word_at(const Heap *h, Ref obj, u32 off, u8 type) {
    u32 w;
    switch (type) {
    case T_LONG:
    case T_DOUBLE: return get_u64(h, obj, off);
    case T_BOOLEAN:
    case T_BYTE:
    case T_CHAR:
    case T_SHORT:
        w = get_u32(h, obj, off & ~3u) >> (off & 3u) * 8;
        return type == T_BOOLEAN ? w & 1 : type == T_BYTE ? (u32)(i8)w : type == T_CHAR ? (u16)w : (u32)(i16)w;
    default: return get_u32(h, obj, off);
    }
}

/* The field or element that the instruction is about to access, if threads share it. */
static bool found_access(Search *s, const ThreadInfo *ti, const Insn *pc, AccessRec *a) {
    const StackFrame *f = ti->top;
    const Heap *h = s->ks->heap;
    u8 op = insn_opcode(f->mi, pc);
    u32 at = (u32)(pc - f->mi->code);
    if (op_elem(op)) {
        i32 words = op_info[op].pops;
        Ref obj = f->sp[-words];
        u32 index = f->sp[1 - words];
        if (!obj || index >= ei(h, obj)->len) return false;
        const ClassInfo *ci = ei_class(h, ei(h, obj));
        u32 size = type_size(ci->elem_type);
        *a = (AccessRec){.obj = obj,
                         .ci = ci,
                         .index = index,
                         .off = OBJ_HEADER + index * size,
                         .type = ci->elem_type,
                         .write = op_elem_store(op)};
    } else if (op >= OP_GETSTATIC && op <= OP_PUTFIELD) {
        const u8 *c = f->mi->cf->code->code + f->mi->bci[at];
        const FieldInfo *fi = f->mi->ci->rt ? f->mi->ci->rt[c[1] << 8 | c[2]].fi : NULL;
        if (!fi || fi->flags & ACC_FINAL) return false;
        bool write = op == OP_PUTSTATIC || op == OP_PUTFIELD;
        Ref obj = fi->ci->mirror;
        if (op >= OP_GETFIELD) obj = f->sp[-(1 + (write ? 1 + is_wide(fi->type) : 0))];
        if (!obj) return false;
        *a = (AccessRec){.obj = obj, .ci = fi->ci, .fi = fi, .off = fi->offset, .type = fi->type, .write = write};
        if (op <= OP_PUTSTATIC) return true;
    } else {
        return false;
    }
    return ei(h, a->obj)->hf & EF_SHARED;
}

/* The last access, if it was executed, and what was printed since. */
Status access_settle(Search *s) {
    Recording *r = &s->rec;
    AccessRec *a = &r->about;
    if (a->ti) {
        const StackFrame *f = a->ti->top;
        bool done = !f || f->depth != a->depth || f->mi != a->mi || f->pc != a->pc;
        a->ti = NULL;
        if (done && heap_is_object(s->ks->heap, a->obj)) {
            a->after = word_at(s->ks->heap, a->obj, a->off, a->type);
            if (r->accesses.n < ACCESSES_KEPT && vec_push(s->cx, &r->accesses, *a) != ST_OK) return ST_ERROR;
        }
    }
    size_t n = s->ks->out.n;
    if (n > r->printed && r->steps.n && r->prints.n < PRINTS_KEPT) {
        const StepRec *at = &r->steps.v[r->steps.n - 1];
        PrintRec p = {.level = at->level, .step = r->steps.n - 1, .from = r->printed, .to = n};
        PrintRec *last = r->prints.n ? &r->prints.v[r->prints.n - 1] : NULL;
        if (last && last->step == p.step && last->to == p.from) last->to = n;
        else if (vec_push(s->cx, &r->prints, p) != ST_OK) return ST_ERROR;
    }
    r->printed = n;
    return ST_OK;
}

Status access_record(Search *s, ThreadInfo *ti, const Insn *pc) {
    AccessRec a;
    const StackFrame *f = ti->top;
    if (s->ks->n_threads < 2 || !f || !of_program(f->mi) || !s->rec.steps.n || !found_access(s, ti, pc, &a))
        return ST_OK;
    a.ti = ti;
    a.mi = f->mi;
    a.pc = pc;
    a.depth = f->depth;
    a.thread = ti->id;
    a.level = s->rec.level;
    a.step = s->rec.steps.n - 1;
    a.before = word_at(s->ks->heap, a.obj, a.off, a.type);
    s->rec.about = a;
    return ST_OK;
}

void access_clear(Search *s) {
    s->rec.accesses.n = s->rec.prints.n = 0;
    s->rec.about.ti = NULL;
    s->rec.printed = 0;
}

void access_cut(Search *s, u32 step) {
    Recording *r = &s->rec;
    while (r->accesses.n && r->accesses.v[r->accesses.n - 1].step >= step) r->accesses.n--;
    if (!step) r->prints.n = 0;
    for (u32 i = 0; i < r->prints.n; i++) /* what is printed later than the last line is shown there */
        if (r->prints.v[i].step >= step) r->prints.v[i].step = step - 1;
}

void access_shift(Search *s, u32 level) {
    for (u32 i = 0; i < s->rec.accesses.n; i++) s->rec.accesses.v[i].step += s->rec.accesses.v[i].level > level;
    for (u32 i = 0; i < s->rec.prints.n; i++) s->rec.prints.v[i].step += s->rec.prints.v[i].level > level;
}

void access_free(Search *s) {
    vec_free(s->cx, &s->rec.accesses);
    vec_free(s->cx, &s->rec.prints);
}

static char type_char(const AccessRec *a) {
    static const char of[] = {[T_BOOLEAN] = 'Z', [T_CHAR] = 'C',  [T_FLOAT] = 'F', [T_DOUBLE] = 'D',
                              [T_BYTE] = 'B',    [T_SHORT] = 'S', [T_INT] = 'I',   [T_LONG] = 'J'};
    return a->type < sizeof of && of[a->type] ? of[a->type] : 'L';
}

static void json_value(Namer *nm, Json *j, const char *key, const AccessRec *a, u64 value) {
    Text t;
    u32 w[2] = {(u32)value, (u32)(value >> 32)};
    char c = type_char(a);
    text_init(&t, nm->s->cx);
    if (c == 'L' && w[0] && !heap_is_object(nm->s->ks->heap, w[0])) text_z(&t, "(an object that is gone)");
    else value_text(nm, c, w, &t);
    json_key(j, key);
    json_take(j, &t);
}

/* int[][2]: of an int[][] the element 2. */
static void element_name(Text *t, const AccessRec *a) {
    static const char *const basic[] = {
        [T_BOOLEAN] = "boolean", [T_CHAR] = "char",   [T_FLOAT] = "float", [T_DOUBLE] = "double",
        [T_BYTE] = "byte",       [T_SHORT] = "short", [T_INT] = "int",     [T_LONG] = "long"};
    const char *d = a->ci->name->s;
    u32 dims = 0, n = a->ci->name->len;
    while (d[dims] == '[') dims++;
    if (d[dims] == 'L') {
        for (u32 i = dims + 1; i + 1 < n; i++) text_f(t, "%c", d[i] == '/' ? '.' : d[i]);
    } else {
        const char *codes = "ZCFDBSIJ", *at = strchr(codes, d[dims]);
        text_z(t, at ? basic[T_BOOLEAN + (at - codes)] : "?");
    }
    for (u32 i = 1; i < dims; i++) text_z(t, "[]");
    text_f(t, "[%u]", a->index);
}

static void json_name(Json *j, const AccessRec *a) {
    Text t;
    text_init(&t, j->t->cx);
    if (a->fi) {
        text_class(&t, a->ci);
        text_f(&t, ".%s", a->fi->name->s);
    } else {
        element_name(&t, a);
    }
    json_key(j, "name");
    json_take(j, &t);
}

void accesses_json(Search *s, Json *j) {
    char object[300];
    Namer nm;
    u32 step = 0;
    namer_init(&nm, s);
    json_array(j);
    for (u32 i = 0; i < s->rec.accesses.n; i++) {
        const AccessRec *a = &s->rec.accesses.v[i];
        if (a->level >= s->rec.traced) break;
        json_object(j);
        json_recorded_at(s, j, a->level, a->step, &step);
        json_key_uint(j, "thread_id", a->thread);
        json_name(j, a);
        json_key(j, "object");
        if ((a->fi && a->fi->flags & ACC_STATIC) || !heap_is_object(s->ks->heap, a->obj)) {
            json_null(j);
        } else {
            object_name(&nm, a->obj, object, sizeof object);
            json_z(j, object);
        }
        json_key_z(j, "op", a->write ? "write" : "read");
        json_value(&nm, j, "before", a, a->before);
        json_value(&nm, j, "after", a, a->after);
        json_end(j);
    }
    json_end(j);
    namer_free(&nm);
}

void prints_json(Search *s, Json *j) {
    u32 step = 0;
    json_array(j);
    for (u32 i = 0; i < s->rec.prints.n; i++) {
        const PrintRec *p = &s->rec.prints.v[i];
        size_t to = p->to < s->ks->out.n ? p->to : s->ks->out.n, from = p->from;
        if (from >= to || p->level >= s->rec.traced) continue;
        if (to - from > PRINT_MAX) to = from + PRINT_MAX;
        while (to < p->to && to > from && (s->ks->out.v[to] & 0xC0) == 0x80) to--; /* whole characters */
        json_object(j);
        json_recorded_at(s, j, p->level, p->step, &step);
        json_key(j, "text");
        json_str(j, s->ks->out.v + from, to - from);
        json_end(j);
    }
    json_end(j);
}
