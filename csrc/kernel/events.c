/* events.c -- telling listeners. */
#include "kernel/events.h"

static void told(KernelState *ks) {
    EventHub *h = ks->hub;
    u64 heap = 0;
    h->replaying = h->paused && h->meddled && h->begun && !h->settling;
    ks->events = h->stopped || !h->begun ? 0
                 : h->replaying          ? (h->want & EV_REPLAYED) | h->always
                 : h->nothing_yet        ? h->always | (h->want & EV_EXECUTED_BITS)
                 : h->paused             ? h->always
                                         : h->want;
    heap = ks->events & EV_HEAP_BITS;
    ks->heap->tell = heap != 0;
}

/* heap/ tells of objects; numbers of enum HeapTold. */
static void from_heap(void *user, u32 what, Ref r) {
    KernelState *ks = user;
    EventHub *h = ks->hub;
    static const u8 kinds[] = {EV_object_created, EV_object_released, EV_object_shared, EV_gc_begin, EV_gc_end};
    ThreadInfo *ti = ks->cur < ks->n_threads ? ks->threads.v[ks->cur] : NULL;
    EventData d = {.ti = ti, .obj = r};
    (void)h;
    if (what == HT_SHARED && (ks->events & EV_BIT(object_exposed))) ev_fire(ks, EV_object_exposed, &d);
    if (ks->events >> kinds[what] & 1) ev_fire(ks, kinds[what], &d);
}

Status hub_init(KernelState *ks) {
    if (!(ks->hub = cx_alloc(ks->cx, sizeof *ks->hub))) return ST_ERROR;
    ks->hub->ks = ks;
    ks->hub->all_ops = true;
    ks->hub->paused = 1; /* until the search begins */
    ks->heap->tell_user = ks;
    ks->heap->on_tell = from_heap;
    return ST_OK;
}

void hub_free(KernelState *ks) {
    EventHub *h = ks->hub;
    if (!h) return;
    vec_free(ks->cx, &h->m_stack);
    for (u32 i = 0; i < h->violations.n; i++) violation_free(ks, &h->violations.v[i]);
    vec_free(ks->cx, &h->violations);
    for (u32 i = 0; i < h->n_sinks; i++) {
        if (h->sinks[i]->done) h->sinks[i]->done(h->sinks[i]->user);
        cx_free(ks->cx, h->sinks[i], sizeof **h->sinks);
    }
    cx_free(ks->cx, h, sizeof *h);
    ks->hub = NULL;
    ks->events = 0;
}

int hub_add(KernelState *ks, const EventSink *sink) {
    EventHub *h = ks->hub;
    if (h->n_sinks == sizeof h->sinks / sizeof *h->sinks) return -1;
    EventSink *s = cx_alloc(ks->cx, sizeof *s);
    if (!s) return -1;
    *s = *sink;
    h->sinks[h->n_sinks++] = s;
    hub_mask(ks, (int)h->n_sinks - 1, s->mask, s->all_ops ? NULL : s->ops);
    return (int)h->n_sinks - 1;
}

void hub_mask(KernelState *ks, int sink, u64 mask, const u8 *ops) {
    EventHub *h = ks->hub;
    EventSink *s = h->sinks[sink];
    s->mask = mask;
    s->all_ops = !ops;
    if (ops && ops != s->ops) memcpy(s->ops, ops, sizeof s->ops);
    h->want = h->always = 0;
    h->all_ops = false;
    memset(h->ops, 0, sizeof h->ops);
    for (u32 i = 0; i < h->n_sinks; i++) {
        s = h->sinks[i];
        h->want |= s->mask;
        if (s->always) h->always |= s->mask;
        if (s->mask & (EV_BIT(method_entered) | EV_BIT(method_exited))) h->all_ops = true;
        if (!(s->mask & (EV_BIT(execute_instruction) | EV_BIT(instruction_executed)))) continue;
        if (s->all_ops) h->all_ops = true;
        for (u32 v = 0; v < 256; v++) h->ops[v] |= s->ops[v];
    }
    h->n_ops = 0;
    for (u32 v = 0; v < 256; v++)
        if (h->ops[v] && op_info[v].name) h->op_list[h->n_ops++] = (u8)v;
    h->turned = true;
    h->fresh = false;
    told(ks);
}

void hub_pause(KernelState *ks) {
    ks->hub->paused++;
    told(ks);
}

void hub_resume(KernelState *ks) {
    ks->hub->paused--;
    ks->hub->begun = true;
    told(ks);
}

void hub_nothing_yet(KernelState *ks, bool on) {
    EventHub *h = ks->hub;
    if (h->nothing_yet == on) return;
    h->nothing_yet = on;
    told(ks);
    h->turned = true;
}

void hub_leave(KernelState *ks, u8 how) {
    EventHub *h = ks->hub;
    if (h->leave == CTL_END) return;
    h->leave = how;
    for (u32 i = 0; i < OP_COUNT && h->listen; i++) h->table[i] = h->listen; /* the running loop looks there */
    h->fresh = false;
}

void hub_transition(KernelState *ks, ThreadInfo *ti) {
    EventHub *h = ks->hub;
    h->leave = CTL_NONE;
    h->start_pc = ti->top ? ti->top->pc : NULL;
    h->insns = 0;
    h->native_pc = NULL;
    h->after_pc = NULL;
    h->ctl = CTL_NONE;
    h->half = h->redo = h->cg_set = false;
    h->told_mi = NULL;
    h->told_pc = NULL;
    if (!(ks->events & (EV_BIT(method_entered) | EV_BIT(method_exited)))) return;
    h->m_ti = ti;
    h->m_stack.n = 0;
    u32 n = ti->top ? ti->top->depth + 1 : 0;
    if (vec_reserve(ks->cx, &h->m_stack, n) != ST_OK) return;
    h->m_stack.n = n;
    for (StackFrame *f = ti->top; f; f = f->prev) h->m_stack.v[f->depth] = f->mi;
}

Status hub_violation(KernelState *ks, const char *property, const char *kind, const char *message, const CodePlace *at,
                     u32 n) {
    EventHub *h = ks->hub;
    if (h->replaying) return ST_OK;
    size_t a = strlen(property) + 1, b = strlen(kind) + 1, c = strlen(message) + 1;
    Violation v = {.text = cx_alloc(ks->cx, a + b + c), .bytes = (u32)(a + b + c), .n_at = n};
    if (!v.text) return ST_ERROR;
    mem_copy(v.text, property, a);
    mem_copy(v.text + a, kind, b);
    mem_copy(v.text + a + b, message, c);
    for (u32 i = 0; i < n; i++) v.at[i] = at[i];
    for (u32 i = 0; i < h->violations.n; i++) {
        const Violation *old = &h->violations.v[i];
        if (old->bytes != v.bytes || mem_cmp(old->text, v.text, v.bytes) != 0) continue;
        violation_free(ks, &v);
        return ST_OK;
    }
    if (vec_push(ks->cx, &h->violations, v) == ST_OK) return ST_OK;
    violation_free(ks, &v);
    return ST_ERROR;
}

void violation_free(KernelState *ks, Violation *v) {
    cx_free(ks->cx, v->text, v->bytes);
    v->text = NULL;
}

static void tell(KernelState *ks, EventSink *s, u32 kind, const EventData *d) {
    EventHub *h = ks->hub;
    if (!(s->mask >> kind & 1)) return;
    if (h->paused && !s->always && !h->replaying) {
        if (!h->nothing_yet) return;
        hub_nothing_yet(ks, false); /* the loop goes on without listening */
        h->ctl = CTL_RELOAD;
        return;
    }
    if (s->fn(s->user, kind, d) != ST_OK) h->stopped = true;
}

void ev_fire(KernelState *ks, u32 kind, const EventData *d) {
    EventHub *h = ks->hub;
    if (h->in_event) return;
    h->in_event = true;
    cx_worked(ks->cx, EVENT_WORK);
    h->serial++;
    for (u32 i = 0, n = h->n_sinks; i < n; i++) tell(ks, h->sinks[i], kind, d);
    h->serial++;
    h->in_event = false;
    if (h->stopped) told(ks);
}

/* --- instructions --- */

u8 insn_opcode(const MethodInfo *mi, const Insn *pc) {
    u32 i = (u32)(pc - mi->code);
    if (!mi->cf || !mi->cf->code || i >= mi->n_code) return 0;
    const u8 *c = mi->cf->code->code + mi->bci[i];
    return *c == OP_WIDE ? c[1] : *c;
}

/* Does the mnemonic of a JVM opcode belong to an instruction shown as `name`? Predecoding folds
 * iload_0 into iload, bipush into iconst and so on. */
static bool same_insn(const char *jvm, const char *name) {
    size_t n = strlen(name);
    if (strncmp(jvm, name, n) == 0 && (jvm[n] == 0 || jvm[n] == '_')) return true;
    bool push = strcmp(jvm, "bipush") == 0 || strcmp(jvm, "sipush") == 0 || strncmp(jvm, "ldc", 3) == 0;
    return push && (strstr(name, "const") || strncmp(name, "ldc", 3) == 0);
}

/* May the form, by its name in fused.def, hold an instruction with this mnemonic? Rather too often than not. */
static bool in_form(const char *form, const char *jvm) {
    static const struct {
        char letter;
        const char *names[4];
    } letters[] = {
        {'L', {"iload"}}, {'C', {"iconst", "bipush", "sipush", "ldc"}}, {'J', {"lload", "l2i"}},
        {'A', {"aload"}}, {'I', {"iload", "i2l", "iconst", "lcmp"}},    {'S', {"istore", "lstore", "astore"}}};
    char token[24];
    for (const char *p = strchr(form, '_'); p; p = strchr(p, '_')) {
        size_t n = strcspn(++p, "_");
        if (n >= sizeof token) return true;
        for (size_t i = 0; i < n; i++) token[i] = (char)(p[i] | 32);
        token[n] = 0;
        if (strcmp(jvm, token) == 0) return true;
        if (strncmp(token, "getf", 4) == 0 && strcmp(jvm, "getfield") == 0) return true;
        if (strncmp(token, "if", 2) == 0 &&
            (strcmp(jvm, "lcmp") == 0 ||
             (strncmp(jvm, "if", 2) == 0 && strlen(jvm) >= n && strcmp(jvm + strlen(jvm) - (n - 2), token + 2) == 0)))
            return true;
        for (size_t i = 0; n <= 3 && i < n; i++)
            for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
                for (u32 m = 0; letters[k].letter == p[i] && m < 4 && letters[k].names[m]; m++)
                    if (strncmp(jvm, letters[k].names[m], strlen(letters[k].names[m])) == 0) return true;
    }
    return false;
}

bool ev_listened(const EventHub *hub, u32 op) {
    if (hub->all_ops) return true;
    if (op >= OP_FUSED_BASE_) {
        for (u32 i = 0; i < hub->n_ops; i++)
            if (in_form(op_info[op].name, op_info[hub->op_list[i]].name)) return true;
        return false;
    }
    for (u32 i = 0; i < hub->n_ops && op_info[op].name; i++)
        if (same_insn(op_info[hub->op_list[i]].name, op_info[op].name)) return true;
    return false;
}

void ev_methods(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    EventHub *h = ks->hub;
    if (h->m_ti != ti || h->in_event) return;
    u32 n = ti->top ? ti->top->depth + 1 : 0;
    if (n && n == h->m_stack.n && h->m_stack.v[n - 1] == ti->top->mi) return;
    u32 keep = n < h->m_stack.n ? n : h->m_stack.n;
    StackFrame *f = ti->top;
    while (f && f->depth >= keep) f = f->prev;
    /* frames below the watermark of the transition are those of its start */
    for (u32 k = 0; f && k < 64; f = f->prev, k++) {
        if (h->m_stack.v[f->depth] != f->mi) keep = f->depth;
    }
    while (h->m_stack.n > keep) {
        MethodInfo *mi = h->m_stack.v[--h->m_stack.n];
        if (!mi->step) EV(ks, method_exited, .ti = ti, .mi = mi);
    }
    if (vec_reserve(ks->cx, &h->m_stack, n) != ST_OK) return;
    for (f = ti->top; f && f->depth >= keep; f = f->prev) h->m_stack.v[f->depth] = f->mi;
    while (h->m_stack.n < n) {
        MethodInfo *mi = h->m_stack.v[h->m_stack.n++];
        if (!mi->step) EV(ks, method_entered, .ti = ti, .mi = mi);
    }
}

void ev_leaves(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    EventHub *h = ks->hub;
    ev_methods(ti);
    if (h->m_ti != ti || h->in_event || h->m_stack.n != ti->top->depth + 1) return;
    MethodInfo *mi = h->m_stack.v[--h->m_stack.n];
    if (!mi->step) EV(ks, method_exited, .ti = ti, .mi = mi);
}

/* It is entered once and exited once, however often it stops at a boundary, for a class or for a choice in between:
 * the transition then begins with this very call. */
void ev_native(ThreadInfo *ti, MethodInfo *mi, bool done) {
    KernelState *ks = ti->ks;
    EventHub *h = ks->hub;
    const StackFrame *f = ti->top;
    if (h->in_event || !f) return;
    if (done) {
        h->native_pc = NULL;
        EV(ks, method_exited, .ti = ti, .mi = mi);
        return;
    }
    bool again = (h->native_pc == f->pc && h->native_depth == f->depth) || (h->insns <= 1 && h->start_pc == f->pc);
    h->native_pc = f->pc;
    h->native_depth = f->depth;
    if (!again) EV(ks, method_entered, .ti = ti, .mi = mi);
}

/* Of the sinks, those that listen to this opcode. */
static void fire_insn(ThreadInfo *ti, u32 kind, MethodInfo *mi, const Insn *pc, Ref obj) {
    KernelState *ks = ti->ks;
    EventHub *h = ks->hub;
    if (h->in_event) return;
    u8 op = insn_opcode(mi, pc);
    EventData d = {.ti = ti, .mi = mi, .pc = pc, .obj = obj};
    h->in_event = true;
    cx_worked(ks->cx, EVENT_WORK);
    h->serial++;
    for (u32 i = 0, n = h->n_sinks; i < n; i++) { /* listeners may add more */
        /* What follows values (kernel/attr.c) comes last before the instruction and first after it. */
        EventSink *s = h->sinks[kind == EV_execute_instruction ? i : n - 1 - i];
        if ((s->all_ops || s->ops[op]) && (!h->in_half || s->halves)) tell(ks, s, kind, &d);
    }
    h->serial++;
    h->in_event = false;
    if (h->stopped) told(ks);
}

/* Words that a PUTFIELD finds on the operand stack. */
static u32 put_words(const MethodInfo *mi, const Insn *pc) {
    const u8 *c = mi->cf->code->code + mi->bci[pc - mi->code];
    const CpEntry *cp = mi->ci->cf->cp, *e = &cp[c[1] << 8 | c[2]];
    char d = cp[cp[e->b].b].u.sym->s[0];
    return d == 'J' || d == 'D' ? 3 : 2;
}

/* Does the transition end here, because a listener has asked for it since the last instruction? Not where it began: it
 * would never get past that. */
static bool leaves(ThreadInfo *ti, const Insn *pc) {
    EventHub *h = ti->ks->hub;
    if (JPF_LIKELY(!h->leave) || (h->leave == CTL_BREAK && pc == h->start_pc)) return false;
    if (h->leave == CTL_END) ti->ks->run_end = RUN_IGNORED;
    h->ctl = h->leave;
    h->leave = CTL_NONE;
    h->after_pc = NULL;
    h->redo = false;
    h->fresh = false;
    return true;
}

void ev_insn(ThreadInfo *ti, const Insn *pc) {
    KernelState *ks = ti->ks;
    EventHub *h = ks->hub;
    MethodInfo *mi = ti->top->mi;
    if (leaves(ti, pc)) return;
    if (ks->events & (EV_BIT(method_entered) | EV_BIT(method_exited))) ev_methods(ti);
    if (leaves(ti, pc)) return; /* a listener wants it to end where the method is entered */
    u8 op = insn_opcode(mi, pc);
    if (!h->all_ops && !h->ops[op]) return;
    h->told_pc = pc;
    h->told_mi = mi;
    if (h->redo) {
        h->redo = false;
    } else {
        h->insns++;
        if (EV_ON(ks, execute_instruction)) fire_insn(ti, EV_execute_instruction, mi, pc, 0);
    }
    if (h->cg_set && h->ctl) {
        h->cg_set = false;
        if (h->ctl == CTL_RELOAD) h->ctl = CTL_CHOICE;
    }
    if ((EV_ON(ks, instruction_executed) || h->cg_set) && !h->ctl) {
        h->after_ti = ti;
        h->after_mi = mi;
        h->after_pc = pc;
        h->after_obj = 0;
        if (EV_ON(ks, instruction_executed) && (op == OP_GETFIELD || op == OP_PUTFIELD)) {
            u32 words = 1;
            if (op == OP_PUTFIELD) words = put_words(mi, pc);
            h->after_obj = ti->top->sp[-(i32)words];
        }
    }
}

void ev_insn_done(ThreadInfo *ti) {
    EventHub *h = ti->ks->hub;
    const Insn *pc = h->after_pc;
    h->after_pc = NULL;
    if (ti->ks->events & (EV_BIT(method_entered) | EV_BIT(method_exited))) ev_methods(ti); /* they come first */
    if (pc && h->after_ti == ti && EV_ON(ti->ks, instruction_executed))
        fire_insn(ti, EV_instruction_executed, h->after_mi, pc, h->after_obj);
    if (!h->cg_set) return;
    h->cg_set = false;
    if (h->ctl == CTL_NONE || h->ctl == CTL_RELOAD) h->ctl = CTL_CHOICE;
}

void ev_insn_left(ThreadInfo *ti, bool ended) {
    EventHub *h = ti->ks->hub;
    const StackFrame *f = ti->top;
    h->half = h->after_pc && h->after_ti == ti && !ended && f && f->mi == h->after_mi && f->pc == h->after_pc;
    if (h->after_pc && !h->half && (ended || ti->pend.action == AC_BREAK)) ev_insn_done(ti);
    h->after_pc = h->half ? h->after_pc : NULL;
    h->cg_set = false; /* what was registered takes part in whatever comes */
    h->ctl = CTL_NONE;
}

void ev_half(KernelState *ks) {
    EventHub *h = ks->hub;
    if (!h->half) return;
    const Insn *pc = h->after_pc;
    h->half = false;
    h->after_pc = NULL;
    h->in_half = true;
    if (EV_ON(ks, instruction_executed)) fire_insn(h->after_ti, EV_instruction_executed, h->after_mi, pc, h->after_obj);
    h->in_half = h->cg_set = false;
}
