/* attr.c -- attributes and how they flow. */
#include "kernel/attr.h"

typedef struct Cell { /* trailed; never moves */
    u32 id[AT_STORES];
} Cell;
enum { CHUNK = 512 };

typedef struct Word { /* what goes with a word of a frame */
    u32 id[AT_STORES];
} Word;

struct AttrStore {
    KernelState *ks;
    Map at; /* key -> cell */
    Cell **chunk;
    u32 n, n_chunks;
    bool flows;
    /* the instruction that is executed */
    ThreadInfo *ti;
    MethodInfo *mi;
    const Insn *pc;
    u32 depth, n_stack;
    Ref obj;
    u32 index;
    Word value; /* of a store or return */
    u8 op;
};

static u64 key_of(const KernelState *ks, AttrPlace p) {
    u32 birth = p.kind <= AT_ELEMENT && p.a ? ei(ks->heap, p.a)->birth : 0;
    return mix64((u64)p.a << 32 | birth, (u64)p.kind << 32 | p.b);
}

static Cell *cell(const struct AttrStore *s, AttrPlace p) {
    u64 i;
    return s && map_get(&s->at, key_of(s->ks, p), &i) ? &s->chunk[i / CHUNK][i % CHUNK] : NULL;
}

u32 attr_get(KernelState *ks, u32 store, AttrPlace p) {
    const Cell *c = cell(ks->attrs, p);
    return c ? c->id[store] : 0;
}

static Cell *cell_new(struct AttrStore *s, AttrPlace p) {
    Ctx *cx = s->ks->cx;
    if (s->n == s->n_chunks * CHUNK) {
        Cell **v = cx_realloc(cx, s->chunk, s->n_chunks * sizeof *v, (s->n_chunks + 1) * sizeof *v);
        if (!v) return NULL;
        s->chunk = v;
        if (!(v[s->n_chunks] = cx_alloc(cx, CHUNK * sizeof **v))) {
            s->chunk = cx_realloc(cx, v, (s->n_chunks + 1) * sizeof *v, s->n_chunks * sizeof *v);
            return NULL;
        }
        s->n_chunks++;
    }
    if (map_put(&s->at, key_of(s->ks, p), s->n) != ST_OK) return NULL;
    Cell *c = &s->chunk[s->n / CHUNK][s->n % CHUNK];
    s->n++;
    return c;
}

static Status put(KernelState *ks, u32 store, AttrPlace p, u32 id) {
    Cell *c = cell(ks->attrs, p);
    if (!c && !id) return ST_OK;
    if (!c && !(c = cell_new(ks->attrs, p))) return ST_ERROR;
    if (c->id[store] == id) return ST_OK;
    if (ks->heap->trailing && trail_push(ks->heap, c, sizeof *c) != ST_OK) return ST_ERROR;
    c->id[store] = id;
    return ST_OK;
}

Status attr_set(KernelState *ks, u32 store, AttrPlace p, u32 id) {
    if (!ks->attrs) {
        if (!(ks->attrs = cx_alloc(ks->cx, sizeof *ks->attrs))) return ST_ERROR;
        ks->attrs->ks = ks;
        map_init(&ks->attrs->at, ks->cx);
    }
    if (p.kind == AT_SLOT && id) { /* how far the frame has any */
        AttrPlace frame = {AT_FRAME, p.a, 0};
        if (attr_get(ks, 0, frame) <= p.b && put(ks, 0, frame, p.b + 1) != ST_OK) return ST_ERROR;
    }
    if (put(ks, store, p, id) != ST_OK) return ST_ERROR;
    return id && p.kind >= AT_FIELD && p.kind <= AT_SLOT ? attr_flow(ks) : ST_OK;
}

void attr_free(KernelState *ks) {
    struct AttrStore *s = ks->attrs;
    if (!s) return;
    for (u32 i = 0; i < s->n_chunks; i++) cx_free(ks->cx, s->chunk[i], CHUNK * sizeof(Cell));
    cx_free(ks->cx, s->chunk, s->n_chunks * sizeof *s->chunk);
    map_free(&s->at);
    cx_free(ks->cx, s, sizeof *s);
    ks->attrs = NULL;
}

/* --- flow --- */

static Word word_at(struct AttrStore *s, AttrPlace p) {
    const Cell *c = cell(s, p);
    return c ? (Word){{c->id[0], c->id[1]}} : (Word){{0, 0}};
}

static Status word_put(struct AttrStore *s, AttrPlace p, Word w) {
    for (u32 k = 0; k < AT_STORES; k++)
        if (attr_set(s->ks, k, p, w.id[k]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static Status copy_word(struct AttrStore *s, AttrPlace from, AttrPlace to) { return word_put(s, to, word_at(s, from)); }

Status attr_copy(KernelState *ks, AttrPlace from, AttrPlace to) {
    return ks->attrs ? copy_word(ks->attrs, from, to) : ST_OK;
}

Status attr_copy_elements(KernelState *ks, Ref from, u32 at, Ref to, u32 to_at, u32 n, u8 shift) {
    if (!attr_flows(ks)) return ST_OK;
    bool down = from == to && at < to_at; /* onto itself: from the end */
    for (u32 k = 0; k < n; k++) {
        u32 i = down ? n - 1 - k : k;
        AttrPlace a = {AT_ELEMENT, from, OBJ_HEADER + ((at + i) << shift)};
        AttrPlace b = {AT_ELEMENT, to, OBJ_HEADER + ((to_at + i) << shift)};
        if (copy_word(ks->attrs, a, b) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

Status attr_clone(KernelState *ks, Ref from, Ref to) {
    struct AttrStore *s = ks->attrs;
    if (!s) return ST_OK;
    const ElementInfo *e = ei(ks->heap, from);
    const ClassInfo *ci = ei_class(ks->heap, e);
    if (copy_word(s, (AttrPlace){AT_OBJECT, from, 0}, (AttrPlace){AT_OBJECT, to, 0}) != ST_OK) return ST_ERROR;
    if (ci->kind == CK_ARRAY) return attr_copy_elements(ks, from, 0, to, 0, e->len, ci->elem_shift);
    for (; ci && s->flows; ci = ci->super)
        for (u32 i = 0; i < ci->n_fields; i++) {
            u32 at = ci->fields[i].offset;
            if (ci->fields[i].flags & ACC_STATIC) continue;
            if (copy_word(s, (AttrPlace){AT_FIELD, from, at}, (AttrPlace){AT_FIELD, to, at}) != ST_OK) return ST_ERROR;
        }
    return ST_OK;
}

static AttrPlace slot(u32 frame, u32 i) { return (AttrPlace){AT_SLOT, frame, i}; }

static bool has_any(struct AttrStore *s, u32 frame) { return attr_get(s->ks, 0, (AttrPlace){AT_FRAME, frame, 0}) != 0; }

static Status clear(struct AttrStore *s, u32 frame, u32 from) {
    u32 n = attr_get(s->ks, 0, (AttrPlace){AT_FRAME, frame, 0});
    for (u32 i = from; i < n; i++)
        if (word_put(s, slot(frame, i), (Word){{0, 0}}) != ST_OK) return ST_ERROR;
    return n > from ? put(s->ks, 0, (AttrPlace){AT_FRAME, frame, 0}, from) : ST_OK;
}

static bool loads(u8 op) { return op >= OP_ILOAD && op <= OP_ALOAD_3; }
static bool stores(u8 op) { return op >= OP_ISTORE && op <= OP_ASTORE_3; }
static bool elem_load(u8 op) { return op >= OP_IALOAD && op <= OP_SALOAD; }
static bool elem_store(u8 op) { return op >= OP_IASTORE && op <= OP_SASTORE; }
static bool returns(u8 op) { return op >= OP_IRETURN && op <= OP_RETURN; }
static bool calls(u8 op) { return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC; }

/* Two words of a value: of the operand or local variable of loads, stores, element accesses and returns. */
static u32 width(u8 op) {
    if (op >= OP_ILOAD_0 && op <= OP_ALOAD_3) op = (u8)(OP_ILOAD + ((op - OP_ILOAD_0) >> 2));
    if (op >= OP_ISTORE_0 && op <= OP_ASTORE_3) op = (u8)(OP_ISTORE + ((op - OP_ISTORE_0) >> 2));
    switch (op) {
    case OP_LLOAD:
    case OP_DLOAD:
    case OP_LSTORE:
    case OP_DSTORE:
    case OP_LALOAD:
    case OP_DALOAD:
    case OP_LASTORE:
    case OP_DASTORE:
    case OP_LRETURN:
    case OP_DRETURN: return 2;
    case OP_RETURN: return 0;
    default: return 1;
    }
}

static u32 local_of(const MethodInfo *mi, const Insn *pc) {
    const u8 *c = mi->cf->code->code + mi->bci[pc - mi->code];
    if (*c == OP_WIDE) return (u32)c[2] << 8 | c[3];
    if (*c >= OP_ILOAD_0 && *c <= OP_ALOAD_3) return (*c - OP_ILOAD_0) & 3;
    if (*c >= OP_ISTORE_0 && *c <= OP_ASTORE_3) return (*c - OP_ISTORE_0) & 3;
    return c[1];
}

/* The member that a field instruction or call names. */
static const Sym *desc_of(const MethodInfo *mi, const Insn *pc) {
    const u8 *c = mi->cf->code->code + mi->bci[pc - mi->code];
    const CpEntry *cp = mi->ci->cf->cp, *e = &cp[c[1] << 8 | c[2]];
    return cp[cp[e->b].b].u.sym;
}

static u32 words_of(char c) { return c == 'V' ? 0 : c == 'J' || c == 'D' ? 2 : 1; }

static void before(struct AttrStore *s, const EventData *d) {
    ThreadInfo *ti = d->ti;
    StackFrame *f = ti->top;
    u32 frame = attr_frame(ti, f), top = (u32)(f->sp - f->slots);
    s->ti = ti;
    s->mi = d->mi;
    s->pc = d->pc;
    s->depth = f->depth;
    s->n_stack = top;
    s->op = insn_opcode(d->mi, d->pc);
    s->obj = 0;
    s->value = (Word){{0, 0}};
    u32 w = 0;
    if (stores(s->op) || elem_store(s->op) || returns(s->op)) w = width(s->op);
    else if (s->op == OP_PUTFIELD || s->op == OP_PUTSTATIC) w = words_of(desc_of(d->mi, d->pc)->s[0]);
    if (w) s->value = word_at(s, slot(frame, top - w));
    if (s->op == OP_PUTFIELD || s->op == OP_GETFIELD) s->obj = f->sp[-1 - (i32)w];
    if (elem_store(s->op) || elem_load(s->op)) {
        s->obj = f->sp[-2 - (i32)w];
        s->index = f->sp[-1 - (i32)w];
    }
}

/* The words that a stack instruction leaves, as words it found, counted from the top: bottom first. */
static const char *shuffle(u8 op, u32 *pops) {
    static const struct {
        u8 op, pops;
        const char *out;
    } rows[] = {{OP_DUP, 1, "00"},        {OP_DUP_X1, 2, "010"},     {OP_DUP_X2, 3, "0210"}, {OP_DUP2, 2, "1010"},
                {OP_DUP2_X1, 3, "10210"}, {OP_DUP2_X2, 4, "103210"}, {OP_SWAP, 2, "01"},     {OP_CHECKCAST, 1, "0"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op) return *pops = rows[i].pops, rows[i].out;
    return NULL;
}

static Status shuffled(struct AttrStore *s, u32 frame, const char *out, u32 pops) {
    Word w[6];
    u32 n = 0;
    for (; out[n]; n++) w[n] = word_at(s, slot(frame, s->n_stack - 1 - (u32)(out[n] - '0')));
    for (u32 i = 0; i < n; i++)
        if (word_put(s, slot(frame, s->n_stack - pops + i), w[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static Status called(struct AttrStore *s, StackFrame *f) {
    const char *desc = desc_of(s->mi, s->pc)->s;
    u32 caller = s->ti->id << 16 | (s->depth & 0xffff),
        args = s->op == OP_INVOKESTATIC || s->op == OP_INVOKEDYNAMIC ? 0 : 1;
    for (const char *p = desc + 1; *p != ')'; p = desc_skip(p)) args += words_of(*p);
    u32 from = s->n_stack - args;
    if (f->depth == s->depth + 1 && !f->mi->step) {
        u32 frame = attr_frame(s->ti, f), extra = f->mi->n_args < args ? args - f->mi->n_args : 0;
        if (clear(s, frame, 0) != ST_OK) return ST_ERROR;
        for (u32 i = 0; i + extra < args && has_any(s, caller); i++)
            if (word_put(s, slot(frame, i), word_at(s, slot(caller, from + extra + i))) != ST_OK) return ST_ERROR;
        return ST_OK;
    }
    return clear(s, caller, from); /* a native's result has none */
}

/* A reflective call's VM frame, which boxes the result, is gone already when the return is told of. */
static Status returned(struct AttrStore *s, const StackFrame *f) {
    u32 w = width(s->op), up = s->depth - f->depth;
    if (!w || f->mi->step || up < 1 || up > 2) return ST_OK;
    if (up == 2) {
        const Insn *call = f->pc - 1;
        if (f->pc == f->mi->code || !calls(insn_opcode(f->mi, call))) return ST_OK;
        w = words_of(strchr(desc_of(f->mi, call)->s, ')')[1]);
        if (!w) return ST_OK;
    }
    return word_put(s, slot(attr_frame(s->ti, f), (u32)(f->sp - f->slots) - w), s->value);
}

static Status after(struct AttrStore *s, const EventData *d) {
    ThreadInfo *ti = d->ti;
    StackFrame *f = ti->top;
    KernelState *ks = s->ks;
    if (s->pc != d->pc || s->ti != ti || !f) return ST_OK;
    if (returns(s->op)) {
        if (clear(s, ti->id << 16 | (s->depth & 0xffff), 0) != ST_OK) return ST_ERROR;
        return returned(s, f);
    }
    if (calls(s->op) && (f->depth == s->depth + 1 || (f->depth == s->depth && f->pc == s->pc + 1))) return called(s, f);
    if (f->depth != s->depth || f->mi != s->mi || f->pc != s->pc + 1) return ST_OK;
    u32 frame = attr_frame(ti, f), top = (u32)(f->sp - f->slots), w = width(s->op), pops = 0;
    const char *out;
    bool stat = s->op == OP_GETSTATIC || s->op == OP_PUTSTATIC;
    if (s->op >= OP_GETSTATIC && s->op <= OP_PUTFIELD) {
        const u8 *c = s->mi->cf->code->code + s->mi->bci[s->pc - s->mi->code];
        const FieldInfo *fi = s->mi->ci->rt[c[1] << 8 | c[2]].fi;
        if (!fi) return ST_OK;
        AttrPlace p = {AT_FIELD, stat ? fi->ci->mirror : s->obj, fi->offset};
        if (s->op == OP_PUTFIELD || s->op == OP_PUTSTATIC) return word_put(s, p, s->value);
        return word_put(s, slot(frame, top - words_of(fi->desc->s[0])), word_at(s, p));
    }
    if (elem_load(s->op) || elem_store(s->op)) {
        const ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, s->obj));
        AttrPlace p = {AT_ELEMENT, s->obj, OBJ_HEADER + (s->index << ci->elem_shift)};
        return elem_store(s->op) ? word_put(s, p, s->value) : word_put(s, slot(frame, top - w), word_at(s, p));
    }
    if (!has_any(s, frame)) return ST_OK;
    if (loads(s->op)) return word_put(s, slot(frame, top - w), word_at(s, slot(frame, local_of(s->mi, s->pc))));
    if (stores(s->op)) return word_put(s, slot(frame, local_of(s->mi, s->pc)), s->value);
    if ((out = shuffle(s->op, &pops))) return shuffled(s, frame, out, pops);
    i32 pushes = op_info[s->op].pushes;
    for (i32 i = 1; i <= pushes; i++)
        if (word_put(s, slot(frame, top - (u32)i), (Word){{0, 0}}) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static Status on_event(void *user, u32 kind, const EventData *d) {
    struct AttrStore *s = user;
    const StackFrame *f = d->ti ? d->ti->top : NULL;
    switch (kind) {
    case EV_execute_instruction: before(s, d); return ST_OK;
    case EV_instruction_executed: return after(s, d);
    case EV_exception_bailout: return f ? clear(s, attr_frame(d->ti, f), 0) : ST_OK;
    case EV_exception_handled: return f ? clear(s, attr_frame(d->ti, f), f->mi->max_locals) : ST_OK;
    default: return ST_OK;
    }
}

bool attr_flows(const KernelState *ks) { return ks->attrs && ks->attrs->flows; }

Status attr_flow(KernelState *ks) {
    if (!ks->attrs && attr_set(ks, 0, (AttrPlace){AT_THREAD, 0, 0}, 0) != ST_OK) return ST_ERROR;
    if (ks->attrs->flows) return ST_OK;
    EventSink sink = {.user = ks->attrs, .fn = on_event, .always = true, .all_ops = true};
    sink.mask = EV_BIT(execute_instruction) | EV_BIT(instruction_executed) | EV_BIT(exception_bailout) |
                EV_BIT(exception_handled);
    if (hub_add(ks, &sink) < 0)
        return ks->cx->err.kind ? ST_ERROR : cx_fail(ks->cx, ERR_INTERNAL, "too many listeners");
    ks->attrs->flows = true;
    return ST_OK;
}
