/* views.c -- questions about the stopped VM, by number: thread id, frame from the top, reference, class and
 * method id. Values travel as (descriptor character, number); jpfpy/views/ makes objects of them. */
#include "py/listen.h"
#include "py/rows.h"

#include <stdio.h>

#define LIVE()                                                                                                         \
    if (!listen_live(vm)) return NULL;                                                                                 \
    KernelState *ks = vm->ks;                                                                                          \
    (void)ks
#define PARSE(...)                                                                                                     \
    if (!PyArg_ParseTuple(args, __VA_ARGS__)) return NULL

static PyObject *gone(const char *what) {
    PyErr_Format(PyExc_IndexError, "no such %s", what);
    return NULL;
}
static ThreadInfo *thread_at(KernelState *ks, u32 id) { return id < ks->n_threads ? ks->threads.v[id] : NULL; }
static StackFrame *frame_at(KernelState *ks, u32 tid, u32 n) {
    ThreadInfo *ti = thread_at(ks, tid);
    StackFrame *f = ti ? ti->top : NULL;
    while (f && n--) f = f->prev;
    return f;
}
static ElementInfo *object_at(KernelState *ks, u32 r) {
    return r && heap_is_object(ks->heap, r) ? ei(ks->heap, r) : NULL;
}
static ClassInfo *class_at(KernelState *ks, u32 id) { return id < ks->cs->by_id.n ? ks->cs->by_id.v[id] : NULL; }
static MethodInfo *method_at(KernelState *ks, u32 id) { return id < ks->cs->methods.n ? ks->cs->methods.v[id] : NULL; }
static PyObject *utf8(const char *s, size_t n) { return PyUnicode_DecodeUTF8(s, (Py_ssize_t)n, "surrogateescape"); }
static PyObject *text_of(const Sym *s) {
    if (!s) Py_RETURN_NONE;
    return utf8(s->s, s->len);
}
static PyObject *ext_name(const ClassInfo *ci) {
    char buf[1024];
    const char *s = ci_external_name(ci, buf, sizeof buf);
    return utf8(s, strlen(s));
}

/* A value in memory: its width is that of a field or element. */
static PyObject *load(u8 type, const u8 *p) {
    i64 l;
    double d;
    float f;
    switch (type) {
    case T_BOOLEAN: return PyBool_FromLong(*p);
    case T_BYTE: return PyLong_FromLong(*(const i8 *)p);
    case T_CHAR: return PyLong_FromLong(*(const u16 *)(const void *)p);
    case T_SHORT: return PyLong_FromLong(*(const i16 *)(const void *)p);
    case T_INT: return PyLong_FromLong(*(const i32 *)(const void *)p);
    case T_LONG: return memcpy(&l, p, 8), PyLong_FromLongLong(l);
    case T_FLOAT: return memcpy(&f, p, 4), PyFloat_FromDouble((double)f);
    case T_DOUBLE: return memcpy(&d, p, 8), PyFloat_FromDouble(d);
    default: return PyLong_FromUnsignedLong(*(const u32 *)(const void *)p);
    }
}

/* Bits of a Python value for a Java type. False: an exception is set. */
static bool bits_of(u8 type, PyObject *o, u64 *out) {
    float f;
    double d;
    if (type == T_FLOAT || type == T_DOUBLE) {
        d = PyFloat_AsDouble(o);
        if (d == -1.0 && PyErr_Occurred()) return false;
        f = (float)d;
        *out = 0;
        if (type == T_FLOAT) memcpy(out, &f, 4);
        else memcpy(out, &d, 8);
        return true;
    }
    *out = PyLong_AsUnsignedLongLongMask(o);
    if (*out == (u64)-1 && PyErr_Occurred()) return false;
    if (type == T_BOOLEAN) *out = *out != 0;
    return true;
}

static PyObject *slot_value(u8 type, const u32 *w) {
    switch (type) {
    case T_BOOLEAN: return PyBool_FromLong((long)*w);
    case T_BYTE: return PyLong_FromLong((i8)*w);
    case T_CHAR: return PyLong_FromLong((u16)*w);
    case T_SHORT: return PyLong_FromLong((i16)*w);
    default: return load(type, (const u8 *)w);
    }
}

/* --- threads and frames --- */

PyObject *view_threads(VMObject *vm, PyObject *args) {
    LIVE();
    return PyLong_FromUnsignedLong(ks->n_threads);
}

PyObject *view_thread(VMObject *vm, PyObject *args) {
    u32 id;
    char name[300];
    PARSE("I", &id);
    LIVE();
    ThreadInfo *ti = thread_at(ks, id);
    if (!ti) return gone("thread");
    thread_name(ks, ti, name, sizeof name);
    static const char *const names[] = {"NEW", "RUNNING", "WAITING", "TIMEOUT_WAITING", "NOTIFIED", "TERMINATED"};
    const char *st = names[ti->status];
    /* between two transitions nobody runs, whoever ran last, perhaps in one that was taken back */
    bool runs = ti->id == ks->cur && !(vm->running && vm->running->have_search && vm->running->search.told.at_rest);
    bool en = ti->status != TS_NEW && ti->status != TS_TERMINATED && (runs || ti_enabled(ti));
    Ref lock = 0;
    if (ti->status == TS_RUNNABLE && !en && ti->pend.action == AC_LOCK) st = "BLOCKED", lock = ti->pend.obj;
    else if (ti->status == TS_RUNNABLE && !en) st = "WAITING";
    if (ti->wait_obj) lock = ti->wait_obj;
    u32 depth = ti->top ? ti->top->depth + 1 : 0;
    return ROW_NEW(vm, ThreadRow, .name = utf8(name, strlen(name)), .status = st, .object = ti->obj,
                   .daemon = ti->daemon, .priority = (i32)ti->priority, .frames = depth, .instructions = ti->insns,
                   .pending = action_name(ti->pend.action), .lock = lock, .interrupted = ti->interrupted,
                   .runnable = en, .atomic = ti->atomic);
}

PyObject *view_frame(VMObject *vm, PyObject *args) {
    u32 tid, n;
    PARSE("II", &tid, &n);
    LIVE();
    StackFrame *f = frame_at(ks, tid, n);
    if (!f) return gone("frame");
    i32 at = f->mi->code && f->pc ? (i32)(f->pc - f->mi->code) : -1;
    i32 words = f->mi->code ? (i32)(f->sp - fr_stack(f)) : 0;
    return ROW_NEW(vm, FrameRow, .method = f->mi->id, .insn = at, .depth = (i32)f->depth, .operands = words,
                   .lock = f->lock, .internal = f->mi->step != NULL);
}

/* [LocalRow] of the variables in scope. */
PyObject *view_locals(VMObject *vm, PyObject *args) {
    u32 tid, n;
    PARSE("II", &tid, &n);
    LIVE();
    StackFrame *f = frame_at(ks, tid, n);
    if (!f) return gone("frame");
    PyObject *out = PyList_New(0);
    if (!out || !f->mi->code) return out;
    u32 at = (u32)(f->pc - f->mi->code);
    for (u32 w = 0; out && w < f->mi->max_locals; w++) {
        const CfLocal *lv = mi_local(f->mi, at, w);
        if (!lv) continue;
        u8 t = type_of_desc(lv->desc->s[0]);
        row_append(&out, ROW_NEW(vm, LocalRow, .name = text_of(lv->name), .descriptor = text_of(lv->desc), .slot = w,
                                 .value = slot_value(t, f->slots + w)));
    }
    return out;
}

PyObject *view_slot(VMObject *vm, PyObject *args) {
    u32 tid, n, k;
    const char *desc;
    PARSE("IIIs", &tid, &n, &k, &desc);
    LIVE();
    StackFrame *f = frame_at(ks, tid, n);
    if (!f || !f->mi->code || k >= (u32)f->mi->max_locals + f->mi->max_stack) return gone("slot");
    return slot_value(type_of_desc(*desc), f->slots + k);
}

static PyObject *not_yet(void) {
    PyErr_SetString(PyExc_RuntimeError, "the instruction is executed again: its operands are not its result yet "
                                        "(thread.will_re_execute_instruction)");
    return NULL;
}

/* Frames are saved by copy: the top one when its transition begins, others when they are uncovered. */
PyObject *view_set_slot(VMObject *vm, PyObject *args) {
    u32 tid, n, k;
    const char *desc;
    PyObject *o;
    u64 v;
    PARSE("IIIsO", &tid, &n, &k, &desc, &o);
    LIVE();
    StackFrame *f = frame_at(ks, tid, n);
    u8 t = type_of_desc(*desc);
    u32 words = t == T_LONG || t == T_DOUBLE ? 2 : 1;
    if (!f || !f->mi->code || k + words > (u32)f->mi->max_locals + f->mi->max_stack) return gone("slot");
    if (n || tid != ks->cur) {
        PyErr_SetString(PyExc_RuntimeError, "only the top frame of the running thread can be changed");
        return NULL;
    }
    if (ks->hub->in_half && k >= f->mi->max_locals) return not_yet();
    if (!bits_of(t, o, &v)) return NULL;
    if (!listen_changes(vm)) return NULL;
    if (t == T_REF && v && !object_at(ks, (u32)v)) return gone("object");
    if (t == T_BYTE) v = (u64)(i64)(i8)v;
    else if (t == T_SHORT) v = (u64)(i64)(i16)v;
    else if (t == T_CHAR) v = (u16)v;
    mem_copy(f->slots + k, &v, 4 * words);
    Py_RETURN_NONE;
}

PyObject *view_words(VMObject *vm, PyObject *args) {
    u32 tid, n;
    PARSE("II", &tid, &n);
    LIVE();
    StackFrame *f = frame_at(ks, tid, n);
    if (!f || !f->mi->code) return gone("frame");
    Py_ssize_t k = f->sp - fr_stack(f);
    PyObject *out = PyList_New(0);
    for (Py_ssize_t i = 0; out && i < k; i++) row_append(&out, PyLong_FromUnsignedLong(fr_stack(f)[i]));
    return out;
}

/* The top frame's operand stack grows (its new words are 0) or shrinks by `words`. */
PyObject *view_stack(VMObject *vm, PyObject *args) {
    u32 tid;
    i32 words;
    PARSE("Ii", &tid, &words);
    LIVE();
    StackFrame *f = frame_at(ks, tid, 0);
    if (!f || !f->mi->code || tid != ks->cur) return gone("frame of the running thread");
    if (ks->hub->in_half) return not_yet();
    u32 *sp = f->sp + words;
    if (sp < fr_stack(f) || sp > fr_stack(f) + f->mi->max_stack) {
        PyErr_SetString(PyExc_IndexError, words < 0 ? "the operand stack is empty" : "the operand stack is full");
        return NULL;
    }
    if (!listen_changes(vm)) return NULL;
    for (u32 *p = f->sp; p < sp; p++) *p = 0;
    f->sp = sp;
    Py_RETURN_NONE;
}

/* The top frame's operand stack, what its next instruction expects there, and a word that ought to be a reference and
 * is none. What a listener has moved must add up before the frame goes on: instructions neither look for what is
 * missing nor ask whether a reference is one. What an instruction that was skipped has left over is dropped. */
PyObject *view_stack_fits(VMObject *vm, PyObject *args) {
    u32 tid;
    PARSE("I", &tid);
    LIVE();
    StackFrame *f = frame_at(ks, tid, 0);
    if (!f || !f->mi->code) return ROW_NEW(vm, StackRow, .bad = -1);
    const FrameMap *fm = fr_map(ks->cs, f, true);
    int have = (int)(f->sp - fr_stack(f)), bad = -1;
    if (fm && have > fm->stack) {
        have = fm->stack;
        f->sp = fr_stack(f) + have;
    }
    for (u32 k = 0; fm && k < fm->n_live_ref && bad < 0; k++) {
        Ref r = f->slots[fm->ref[k]];
        if (f->slots + fm->ref[k] < f->sp && r && !heap_is_object(ks->heap, r)) bad = fm->ref[k];
    }
    return ROW_NEW(vm, StackRow, .words = have, .expected = fm ? (int)fm->stack : have, .bad = bad);
}

/* --- objects --- */

PyObject *view_object(VMObject *vm, PyObject *args) {
    u32 r;
    PARSE("I", &r);
    LIVE();
    ElementInfo *e = object_at(ks, r);
    if (!e) return gone("object");
    u64 label = 0;
    bool has = vm->running && state_label(&vm->running->se, r, &label);
    ClassInfo *mirror = e->ci == ks->cs->class_->id ? mirror_class(ks->heap, r) : NULL;
    return ROW_NEW(vm, ObjectRow, .cls = e->ci, .length = e->len, .owner = (int)mon_owner(e) - 1,
                   .lock_count = mon_count(e), .shared = (e->hf & EF_SHARED) != 0,
                   .immortal = (e->hf & EF_IMMORTAL) != 0, .label = has ? label : 0,
                   .mirrored = mirror ? (int)mirror->id : -1);
}

/* Offset is in bytes from the start of the object; elements: of the element. */
static u8 *place(KernelState *ks, u32 r, u32 off, u8 type, ElementInfo **out) {
    ElementInfo *e = object_at(ks, r);
    if (!e || off < OBJ_HEADER || off - OBJ_HEADER + type_size(type) > ei_payload_bytes(ks->heap, e)) return NULL;
    *out = e;
    return (u8 *)e + off;
}

PyObject *view_get(VMObject *vm, PyObject *args) {
    u32 r, off, type;
    PARSE("III", &r, &off, &type);
    LIVE();
    ElementInfo *e;
    u8 *p = place(ks, r, off, (u8)type, &e);
    return p ? load((u8)type, p) : gone("field");
}

PyObject *view_set(VMObject *vm, PyObject *args) {
    u32 r, off, type;
    u64 v;
    PyObject *o;
    PARSE("IIIO", &r, &off, &type, &o);
    LIVE();
    ElementInfo *e;
    u8 *p = place(ks, r, off, (u8)type, &e);
    if (!p) return gone("field");
    if (!bits_of((u8)type, o, &v)) return NULL;
    if (!listen_changes(vm)) return NULL;
    if (type == T_REF) {
        if (v && !object_at(ks, (u32)v)) return gone("object");
        heap_put_ref(ks->heap, e, (u32 *)(void *)p, (Ref)v);
        Py_RETURN_NONE;
    }
    heap_log_range(ks->heap, e, p, type_size((u8)type));
    mem_copy(p, &v, type_size((u8)type));
    Py_RETURN_NONE;
}

PyObject *view_string(VMObject *vm, PyObject *args) {
    u32 r;
    PARSE("I", &r);
    LIVE();
    ElementInfo *e = object_at(ks, r);
    if (!e || ei_class(ks->heap, e) != ks->cs->string) return gone("string");
    size_t n;
    char *s = string_utf8(ks->heap, r, &n);
    if (!s) return PyErr_NoMemory();
    PyObject *o = utf8(s, n);
    cx_free(ks->cx, s, n + 1);
    return o;
}

typedef struct Refs {
    VMObject *vm;
    PyObject *list;
    bool failed;
} Refs;
static void add_ref(Refs *rs, Ref r) {
    PyObject *o = rs->failed ? NULL : PyLong_FromUnsignedLong(r);
    rs->failed = !o || PyList_Append(rs->list, o) < 0;
    Py_XDECREF(o);
}
static void one_ref(void *arg, Ref r) {
    Refs *rs = arg;
    if (!(ei(rs->vm->ks->heap, r)->hf & EF_IMMORTAL)) add_ref(rs, r);
}
PyObject *view_heap(VMObject *vm, PyObject *args) {
    LIVE();
    ks_lists_heap(ks);
    Refs rs = {vm, PyList_New(0), false};
    if (rs.list && ks_each_live(ks, one_ref, &rs) != ST_OK) {
        cx_clear(ks->cx);
        PyErr_NoMemory();
        rs.failed = true;
    }
    /* nothing refers to a new object yet when it is told of */
    if (rs.list && !rs.failed && vm->now && vm->now_kind == EV_object_created && vm->now->obj)
        add_ref(&rs, vm->now->obj);
    if (rs.failed) Py_CLEAR(rs.list);
    return rs.list;
}

/* A monitor that was entered and is not left yet lies in a live word of its frame: the instruction that leaves it
 * will read it there, whether or not a variable of the source is meant. */
PyObject *view_held(VMObject *vm, PyObject *args) {
    u32 id;
    PARSE("I", &id);
    LIVE();
    ThreadInfo *ti = thread_at(ks, id);
    if (!ti) return gone("thread");
    Refs rs = {vm, PyList_New(0), false};
    for (StackFrame *f = ti->top; f && rs.list && !rs.failed; f = f->prev) {
        const FrameMap *fm = NULL;
        if (f->mi->code) fm = fr_map(ks->cs, f, f == ti->top);
        for (u32 k = fm ? fm->n_live_ref : 0; k-- > 0;) {
            Ref r = f->slots[fm->ref[k]];
            if (r && heap_is_object(ks->heap, r) && mon_owner(ei(ks->heap, r)) == ti->id + 1) add_ref(&rs, r);
        }
        if (f->lock) add_ref(&rs, f->lock);
    }
    if (rs.failed) Py_CLEAR(rs.list);
    return rs.list;
}

/* --- classes and code --- */

PyObject *view_class_(VMObject *vm, PyObject *args) {
    u32 id;
    PARSE("I", &id);
    LIVE();
    ClassInfo *ci = class_at(ks, id);
    if (!ci) return gone("class");
    PyObject *ifs = PyList_New(0), *fs = PyList_New(0), *ms = PyList_New(0);
    bool ok = ifs && fs && ms;
    for (u32 i = 0; ok && i < ci->n_ifaces; i++) {
        PyObject *o = PyLong_FromUnsignedLong(ci->ifaces[i]->id);
        ok = o && PyList_Append(ifs, o) == 0;
        Py_XDECREF(o);
    }
    for (u32 i = 0; ok && i < ci->n_fields; i++) {
        const FieldInfo *f = &ci->fields[i];
        row_append(&fs, ROW_NEW(vm, FieldRow, .name = text_of(f->name), .descriptor = text_of(f->desc),
                                .flags = f->flags, .offset = f->offset, .type = f->type, .attrs = f->attrs));
        ok = fs != NULL;
    }
    for (u32 i = 0; ok && i < ci->n_methods; i++) {
        PyObject *o = PyLong_FromUnsignedLong(ci->methods[i].id);
        ok = o && PyList_Append(ms, o) == 0;
        Py_XDECREF(o);
    }
    if (!ok) {
        Py_XDECREF(ifs);
        Py_XDECREF(fs);
        Py_XDECREF(ms);
        return NULL;
    }
    return ROW_NEW(vm, ClassRow, .name = ext_name(ci), .super = ci->super ? (int)ci->super->id : -1, .flags = ci->flags,
                   .source_file = text_of(ci->cf ? ci->cf->source_file : NULL), .loader = ci->loader,
                   .mirror = ci->mirror, .interfaces = ifs, .fields = fs, .methods = ms,
                   .component = ci->elem ? (int)ci->elem->id : -1, .system = (ci->attrs & CA_SYSTEM) != 0,
                   .kind = ci->kind, .status = ci->mirror_p ? ci->mirror_p[0] : 0u);
}

/* Is this text in the class's constant pool? */
PyObject *view_mentions(VMObject *vm, PyObject *args) {
    u32 id;
    const char *text;
    PARSE("Is", &id, &text);
    LIVE();
    const ClassInfo *ci = class_at(ks, id);
    if (ci && ci->cf)
        for (u32 i = 1; i < ci->cf->n_cp; i++)
            if (ci->cf->cp[i].tag == CP_Utf8 && strcmp(ci->cf->cp[i].u.sym->s, text) == 0) Py_RETURN_TRUE;
    Py_RETURN_FALSE;
}

PyObject *view_find_class(VMObject *vm, PyObject *args) {
    const char *name;
    char buf[1024];
    PARSE("s", &name);
    LIVE();
    for (u32 i = 0; i < ks->cs->by_id.n; i++) {
        const ClassInfo *ci = ks->cs->by_id.v[i];
        if (ci && ci->name && strcmp(ci_external_name(ci, buf, sizeof buf), name) == 0)
            return PyLong_FromUnsignedLong(i);
    }
    return PyLong_FromLong(-1);
}

PyObject *view_method(VMObject *vm, PyObject *args) {
    u32 id;
    PARSE("I", &id);
    LIVE();
    MethodInfo *mi = method_at(ks, id);
    if (!mi) /* a VM frame's own */
        return ROW_NEW(vm, MethodRow, .cls = -1, .name = utf8("vm", 2), .descriptor = utf8("()V", 3),
                       .signature = Py_NewRef(Py_None));
    return ROW_NEW(vm, MethodRow, .cls = (int)mi->ci->id, .name = text_of(mi->name), .descriptor = text_of(mi->desc),
                   .signature = text_of(mi->signature), .flags = mi->flags | (mi->native ? ACC_NATIVE : 0u),
                   .args = mi->n_args, .max_locals = mi->max_locals, .length = mi->n_code);
}

/* [CodeRow]; None while the method has not run. */
PyObject *view_code(VMObject *vm, PyObject *args) {
    u32 id;
    PARSE("I", &id);
    LIVE();
    MethodInfo *mi = method_at(ks, id);
    if (!mi) return gone("method");
    if (!mi->code && mi->cf && mi->cf->code && mi_predecode(ks->cs, mi) != ST_OK) return PyErr_NoMemory();
    if (!mi->code) Py_RETURN_NONE;
    PyObject *out = PyList_New(0);
    for (u32 i = 0; out && i < mi->n_code; i++)
        row_append(&out, ROW_NEW(vm, CodeRow, .bytecode_index = mi->bci[i], .opcode = insn_opcode(mi, mi->code + i),
                                 .line = mi_line(mi, i)));
    return out;
}

static u32 be16(const u8 *p) { return (u32)p[0] << 8 | p[1]; }
static i32 be32(const u8 *p) { return (i32)((u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3]); }

static PyObject *external(const Sym *name) {
    PyObject *internal = text_of(name);
    PyObject *o = internal ? PyObject_CallMethod(internal, "replace", "ss", "/", ".") : NULL;
    Py_XDECREF(internal);
    return o;
}

/* The constant of an ldc that Python has a value for; else None. */
static PyObject *loaded(const CpEntry *e) {
    switch (e->tag) {
    case CP_Integer: return PyLong_FromLong(e->u.i);
    case CP_Long: return PyLong_FromLongLong(e->u.l);
    case CP_Float: return PyFloat_FromDouble((double)e->u.f);
    case CP_Double: return PyFloat_FromDouble(e->u.d);
    case CP_String: return text_of(e->u.sym);
    default: Py_RETURN_NONE;
    }
}

/* p: the switch's operands, aligned; at: its own bytecode index. */
static PyObject *cases(VMObject *vm, const u8 *p, bool table, i32 at) {
    PyObject *out = PyList_New(0);
    i32 low = be32(p + 4), n = table ? be32(p + 8) - low + 1 : low;
    p += table ? 12 : 8;
    for (i32 k = 0; out && k < n; k++, p += table ? 4 : 8)
        row_append(&out,
                   ROW_NEW(vm, CaseRow, .value = table ? low + k : be32(p), .target = at + be32(table ? p : p + 4)));
    return out;
}

PyObject *view_insn(VMObject *vm, PyObject *args) {
    u32 id, i;
    PARSE("II", &id, &i);
    LIVE();
    MethodInfo *mi = method_at(ks, id);
    if (!mi || !mi->code || i >= mi->n_code || !mi->cf) return gone("instruction");
    const u8 *c = mi->cf->code->code + mi->bci[i];
    bool wide = *c == OP_WIDE;
    if (wide) c++;
    u32 op = *c;
    i32 at = (i32)mi->bci[i];
    const CpEntry *cp = mi->ci->cf->cp, *e;
    InsnRow r = {.op = op, .bytecode_index = mi->bci[i], .line = mi_line(mi, i), .kind = "", .slot = -1, .target = -1};
    if (op >= OP_GETSTATIC && op <= OP_INVOKEDYNAMIC) {
        r.kind = op <= OP_PUTFIELD ? "field" : "method";
        e = &cp[be16(c + 1)];
        const CpEntry *nt = &cp[e->b];
        if (op != OP_INVOKEDYNAMIC) r.owner = external(cp[cp[e->a].a].u.sym);
        r.name = text_of(cp[nt->a].u.sym);
        r.descriptor = text_of(cp[nt->b].u.sym);
    } else if (op == OP_NEW || op == OP_ANEWARRAY || op == OP_CHECKCAST || op == OP_INSTANCEOF ||
               op == OP_MULTIANEWARRAY) {
        r.kind = "class";
        r.owner = external(cp[cp[be16(c + 1)].a].u.sym);
    } else if ((op >= OP_ILOAD && op <= OP_ALOAD) || (op >= OP_ISTORE && op <= OP_ASTORE) || op == OP_RET ||
               op == OP_IINC) {
        r.kind = "local";
        r.slot = wide ? (i32)be16(c + 1) : c[1];
        if (op == OP_IINC) r.value = PyLong_FromLong(wide ? (i16)be16(c + 3) : (i8)c[2]);
    } else if (op >= OP_ILOAD_0 && op <= OP_ALOAD_3) {
        r.kind = "local";
        r.slot = (i32)(op - OP_ILOAD_0) & 3;
    } else if (op >= OP_ISTORE_0 && op <= OP_ASTORE_3) {
        r.kind = "local";
        r.slot = (i32)(op - OP_ISTORE_0) & 3;
    } else if (op == OP_BIPUSH || op == OP_SIPUSH) {
        r.kind = "const";
        r.value = PyLong_FromLong(op == OP_BIPUSH ? (i8)c[1] : (i16)be16(c + 1));
    } else if (op >= OP_ICONST_M1 && op <= OP_ICONST_5) {
        r.kind = "const";
        r.value = PyLong_FromLong((long)op - OP_ICONST_0);
    } else if (op == OP_LDC || op == OP_LDC_W || op == OP_LDC2_W) {
        r.kind = "const";
        r.value = loaded(&cp[op == OP_LDC ? c[1] : be16(c + 1)]);
    } else if ((op >= OP_IFEQ && op <= OP_JSR) || op == OP_IFNULL || op == OP_IFNONNULL) {
        r.kind = "branch";
        r.target = at + (i16)be16(c + 1);
    } else if (op == OP_GOTO_W || op == OP_JSR_W) {
        r.kind = "branch";
        r.target = at + be32(c + 1);
    } else if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
        const u8 *p = mi->cf->code->code + ((mi->bci[i] + 4) & ~3u);
        r.kind = "switch";
        r.target = at + be32(p);
        r.cases = cases(vm, p, op == OP_TABLESWITCH, at);
    }
    if (PyErr_Occurred()) {
        PyObject *had[] = {r.owner, r.name, r.descriptor, r.value, r.cases};
        for (u32 k = 0; k < sizeof had / sizeof *had; k++) Py_XDECREF(had[k]);
        return NULL;
    }
    if (!r.cases && !(r.cases = PyList_New(0))) return NULL;
    if (!r.owner) r.owner = utf8("", 0);
    if (!r.name) r.name = utf8("", 0);
    if (!r.descriptor) r.descriptor = utf8("", 0);
    if (!r.value) r.value = Py_NewRef(Py_None);
    return row_new((PyObject *)vm, ROW_InsnRow, &r);
}

/* --- the search --- */

PyObject *view_search(VMObject *vm, PyObject *args) {
    LIVE();
    vm->heard.asked = true;
    Search *s = &vm->running->search;
    const StateNow *w = &s->told.now;
    const char *c = s->found.constraints.n ? s->found.constraints.v[s->found.constraints.n - 1] : NULL;
    bool more = w->next || (w->depth + 1 == s->path.n && cg_has_more(&s->path.v[s->path.n - 1].cg));
    return ROW_NEW(vm, SearchRow, .state_id = (i32)w->id, .depth = w->depth, .is_new = w->fresh, .is_end = w->end,
                   .is_error = w->error, .is_ignored = w->ignored, .has_next = more, .errors = s->found.errors.n,
                   .thread = s->last_thread, .constraint = c, .queued = s->frontier.queued,
                   .expanded = (i32)s->frontier.expanded, .value = PyFloat_FromDouble(s->frontier.value),
                   .stored = PyFloat_FromDouble(s->frontier.stored), .done = s->done);
}

/* What the program printed on this path. */
PyObject *view_output(VMObject *vm, PyObject *args) {
    LIVE();
    return PyUnicode_DecodeUTF8(ks->out.v ? ks->out.v : "", (Py_ssize_t)ks->out.n, "replace");
}

static PyObject *json_taken(Json *j, Text *t) {
    PyObject *o = json_done(j) != ST_OK ? PyErr_NoMemory() : utf8(t->v, t->n);
    text_free(t);
    return o;
}

/* The threads as an error's snapshot has them: a JSON array. */
PyObject *view_snapshot(VMObject *vm, PyObject *args) {
    LIVE();
    Text t;
    Json j;
    text_init(&t, ks->cx);
    json_begin(&j, &t);
    snapshot_json(&vm->running->search, &j);
    return json_taken(&j, &t);
}

/* The report's statistics, of the moment: a JSON object. */
PyObject *view_statistics(VMObject *vm, PyObject *args) {
    LIVE();
    Text t;
    Json j;
    text_init(&t, ks->cx);
    json_begin(&j, &t);
    report_statistics(vm->running, &j, jpf_elapsed(vm->running));
    return json_taken(&j, &t);
}

PyObject *view_stats(VMObject *vm, PyObject *args) {
    LIVE();
    const Search *s = &vm->running->search;
    typedef unsigned long long ull;
    PyObject *errors = PyList_New(0);
    u32 n_errors = s->told.errors ? s->told.errors : s->found.errors.n;
    for (u32 i = 0; errors && i < n_errors; i++) {
        PyObject *o = utf8(s->found.errors.v[i].json, strlen(s->found.errors.v[i].json));
        if (!o || PyList_Append(errors, o) < 0) Py_CLEAR(errors);
        Py_XDECREF(o);
    }
    if (!errors) return NULL;
    return Py_BuildValue(
        "{s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:I,s:I,s:N}", "states_new", (ull)s->st.states_new,
        "states_visited", (ull)s->st.visited, "states_backtracked", (ull)s->st.backtracked, "states_restored",
        (ull)s->st.restored, "end_states", (ull)s->st.end_states, "max_depth", (ull)s->st.max_depth, "transitions",
        (ull)s->st.transitions, "instructions", (ull)(s->instructions - s->insns_before), "objects",
        (ull)ks->heap->n_objects, "allocations", (ull)ks->heap->allocations, "bytes", (ull)ks->cx->bytes,
        "loaded_classes", ks->cs->loaded_classes, "loaded_methods", ks->cs->loaded_methods, "errors", errors);
}
