/* views.c -- questions about the stopped VM, by number: thread id, frame from the top, reference, class and
 * method id. Values travel as (descriptor character, number); jpfpy/views/ makes objects of them. */
#include "py/listen.h"

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
    bool en = ti->status != TS_NEW && ti->status != TS_TERMINATED && (ti->id == ks->cur || ti_enabled(ti));
    Ref lock = 0;
    if (ti->status == TS_RUNNABLE && !en && ti->pend.action == AC_LOCK) st = "BLOCKED", lock = ti->pend.obj;
    else if (ti->status == TS_RUNNABLE && !en) st = "WAITING";
    if (ti->wait_obj) lock = ti->wait_obj;
    u32 depth = ti->top ? ti->top->depth + 1 : 0;
    PyObject *n = utf8(name, strlen(name));
    return Py_BuildValue("NsIOIIKsIOOI", n, st, ti->obj, ti->daemon ? Py_True : Py_False, ti->priority, depth,
                         (unsigned long long)ti->insns, action_name(ti->pend.action), lock,
                         ti->interrupted ? Py_True : Py_False, en ? Py_True : Py_False, ti->atomic);
}

PyObject *view_frame(VMObject *vm, PyObject *args) {
    u32 tid, n;
    PARSE("II", &tid, &n);
    LIVE();
    StackFrame *f = frame_at(ks, tid, n);
    if (!f) return gone("frame");
    i32 at = f->mi->code && f->pc ? (i32)(f->pc - f->mi->code) : -1;
    i32 words = f->mi->code ? (i32)(f->sp - fr_stack(f)) : 0;
    return Py_BuildValue("IiIiIO", f->mi->id, at, f->depth, words, f->lock, f->mi->step ? Py_True : Py_False);
}

/* [(name, descriptor, slot, value)] of the variables in scope. */
PyObject *view_locals(VMObject *vm, PyObject *args) {
    u32 tid, n;
    PARSE("II", &tid, &n);
    LIVE();
    StackFrame *f = frame_at(ks, tid, n);
    if (!f) return gone("frame");
    PyObject *out = PyList_New(0);
    if (!out || !f->mi->code) return out;
    u32 at = (u32)(f->pc - f->mi->code);
    for (u32 w = 0; w < f->mi->max_locals; w++) {
        const CfLocal *lv = mi_local(f->mi, at, w);
        if (!lv) continue;
        u8 t = type_of_desc(lv->desc->s[0]);
        PyObject *v = slot_value(t, f->slots + w);
        PyObject *item = v ? Py_BuildValue("NNIN", text_of(lv->name), text_of(lv->desc), w, v) : NULL;
        if (!item || PyList_Append(out, item) < 0) {
            Py_XDECREF(item);
            Py_DECREF(out);
            return NULL;
        }
        Py_DECREF(item);
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
    ks->hub->meddled = true;
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
    PyObject *out = PyList_New(k);
    for (Py_ssize_t i = 0; out && i < k; i++) PyList_SetItem(out, i, PyLong_FromUnsignedLong(fr_stack(f)[i]));
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
    ks->hub->meddled = true;
    for (u32 *p = f->sp; p < sp; p++) *p = 0;
    f->sp = sp;
    Py_RETURN_NONE;
}

/* (words on the top frame's operand stack, words that its next instruction expects, a word that ought to be a
 * reference and is none, or -1). What a listener has moved must add up before the frame goes on: instructions neither
 * look for what is missing nor ask whether a reference is one. What an instruction that was skipped has left over is
 * dropped. */
PyObject *view_stack_fits(VMObject *vm, PyObject *args) {
    u32 tid;
    PARSE("I", &tid);
    LIVE();
    StackFrame *f = frame_at(ks, tid, 0);
    if (!f || !f->mi->code) return Py_BuildValue("iii", 0, 0, -1);
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
    return Py_BuildValue("iii", have, fm ? (int)fm->stack : have, bad);
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
    return Py_BuildValue("IIiIOOKiI", e->ci, e->len, (int)mon_owner(e) - 1, mon_count(e),
                         e->hf & EF_SHARED ? Py_True : Py_False, e->hf & EF_IMMORTAL ? Py_True : Py_False,
                         has ? (unsigned long long)label : 0ull, mirror ? (int)mirror->id : -1, e->hf >> 8);
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
    ks->hub->meddled = true;
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
    if (!rs.failed && vm->now && vm->now_kind == EV_object_created && vm->now->obj) add_ref(&rs, vm->now->obj);
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
        PyObject *o =
            Py_BuildValue("NNIIII", text_of(f->name), text_of(f->desc), f->flags, f->offset, f->type, f->attrs);
        ok = o && PyList_Append(fs, o) == 0;
        Py_XDECREF(o);
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
    return Py_BuildValue("NiINIINNNiOIII", ext_name(ci), ci->super ? (int)ci->super->id : -1, ci->flags,
                         text_of(ci->cf ? ci->cf->source_file : NULL), ci->loader, ci->mirror, ifs, fs, ms,
                         ci->elem ? (int)ci->elem->id : -1, ci->attrs & CA_SYSTEM ? Py_True : Py_False, ci->kind,
                         ci->mirror_p ? ci->mirror_p[0] : 0u, ci->elem_type);
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
    if (!mi) { /* a VM frame's own */
        return Py_BuildValue("isssIIII", -1, "vm", "", "", 0, 0, 0, 0);
    }
    return Py_BuildValue("iNNNIIII", (int)mi->ci->id, text_of(mi->name), text_of(mi->desc), text_of(mi->signature),
                         mi->flags | (mi->native ? ACC_NATIVE : 0), mi->n_args, mi->max_locals, mi->n_code);
}

/* [(bytecode index, opcode, line)]; None while the method has not run. */
PyObject *view_code(VMObject *vm, PyObject *args) {
    u32 id;
    PARSE("I", &id);
    LIVE();
    MethodInfo *mi = method_at(ks, id);
    if (!mi) return gone("method");
    if (!mi->code && mi->cf && mi->cf->code && mi_predecode(ks->cs, mi) != ST_OK) return PyErr_NoMemory();
    if (!mi->code) Py_RETURN_NONE;
    PyObject *out = PyList_New(mi->n_code);
    for (u32 i = 0; out && i < mi->n_code; i++)
        PyList_SetItem(out, i, Py_BuildValue("IIi", mi->bci[i], insn_opcode(mi, mi->code + i), mi_line(mi, i)));
    return out;
}

static u32 be16(const u8 *p) { return (u32)p[0] << 8 | p[1]; }
static i32 be32(const u8 *p) { return (i32)((u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3]); }

/* (opcode, bytecode index, line, kind, a, b, c): kind "field"/"method" (class, name, descriptor), "class"
 * (name), "local" (index), "int" (value), "branch" (bytecode index), "switch" (default, [(value, bytecode index)]), "const" (value) or
 * "". */
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
    const CpEntry *cp = mi->ci->cf->cp, *e;
    const char *kind = "";
    PyObject *a = NULL, *b = NULL, *d = NULL;
    char buf[1024];
    if (op >= OP_GETSTATIC && op <= OP_INVOKEDYNAMIC) {
        kind = op <= OP_PUTFIELD ? "field" : "method";
        e = &cp[be16(c + 1)];
        const CpEntry *nt = &cp[e->b];
        if (op != OP_INVOKEDYNAMIC) {
            snprintf(buf, sizeof buf, "%s", cp[cp[e->a].a].u.sym->s);
            for (char *p = buf; *p; p++)
                if (*p == '/') *p = '.';
            a = utf8(buf, strlen(buf));
        }
        b = text_of(cp[nt->a].u.sym);
        d = text_of(cp[nt->b].u.sym);
    } else if (op == OP_NEW || op == OP_ANEWARRAY || op == OP_CHECKCAST || op == OP_INSTANCEOF ||
               op == OP_MULTIANEWARRAY) {
        kind = "class";
        snprintf(buf, sizeof buf, "%s", cp[cp[be16(c + 1)].a].u.sym->s);
        for (char *p = buf; *p; p++)
            if (*p == '/') *p = '.';
        a = utf8(buf, strlen(buf));
    } else if ((op >= OP_ILOAD && op <= OP_ALOAD) || (op >= OP_ISTORE && op <= OP_ASTORE) || op == OP_RET ||
               op == OP_IINC) {
        kind = "local";
        a = PyLong_FromUnsignedLong(wide ? be16(c + 1) : c[1]);
        if (op == OP_IINC) b = PyLong_FromLong(wide ? (i16)be16(c + 3) : (i8)c[2]);
    } else if (op >= OP_ILOAD_0 && op <= OP_ALOAD_3) {
        kind = "local";
        a = PyLong_FromUnsignedLong((op - OP_ILOAD_0) & 3);
    } else if (op >= OP_ISTORE_0 && op <= OP_ASTORE_3) {
        kind = "local";
        a = PyLong_FromUnsignedLong((op - OP_ISTORE_0) & 3);
    } else if (op == OP_BIPUSH || op == OP_SIPUSH) {
        kind = "const";
        a = PyLong_FromLong(op == OP_BIPUSH ? (i8)c[1] : (i16)be16(c + 1));
    } else if (op >= OP_ICONST_M1 && op <= OP_ICONST_5) {
        kind = "const";
        a = PyLong_FromLong((long)op - OP_ICONST_0);
    } else if (op == OP_LDC || op == OP_LDC_W || op == OP_LDC2_W) {
        e = &cp[op == OP_LDC ? c[1] : be16(c + 1)];
        kind = "const";
        if (e->tag == CP_Integer) a = PyLong_FromLong(e->u.i);
        else if (e->tag == CP_Long) a = PyLong_FromLongLong(e->u.l);
        else if (e->tag == CP_Float) a = PyFloat_FromDouble((double)e->u.f);
        else if (e->tag == CP_Double) a = PyFloat_FromDouble(e->u.d);
        else if (e->tag == CP_String) a = text_of(e->u.sym);
    } else if ((op >= OP_IFEQ && op <= OP_JSR) || op == OP_IFNULL || op == OP_IFNONNULL) {
        kind = "branch";
        a = PyLong_FromLong((long)mi->bci[i] + (i16)be16(c + 1));
    } else if (op == OP_GOTO_W || op == OP_JSR_W) {
        kind = "branch";
        a = PyLong_FromLong((long)mi->bci[i] + be32(c + 1));
    } else if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
        kind = "switch";
        const u8 *p = mi->cf->code->code + ((mi->bci[i] + 4) & ~3u);
        bool table = op == OP_TABLESWITCH;
        i32 low = be32(p + 4), n = table ? be32(p + 8) - low + 1 : low;
        a = PyLong_FromLong((long)mi->bci[i] + be32(p));
        b = PyList_New(0);
        p += table ? 12 : 8;
        for (i32 k = 0; b && k < n; k++, p += table ? 4 : 8) {
            PyObject *o = table ? Py_BuildValue("ii", low + k, (i32)mi->bci[i] + be32(p))
                                : Py_BuildValue("ii", be32(p), (i32)mi->bci[i] + be32(p + 4));
            if (!o || PyList_Append(b, o) < 0) Py_CLEAR(b);
            Py_XDECREF(o);
        }
        if (!a || !b) {
            Py_XDECREF(a);
            Py_XDECREF(b);
            return NULL;
        }
    }
    return Py_BuildValue("IIisNNN", op, mi->bci[i], mi_line(mi, i), kind, a ? a : Py_NewRef(Py_None),
                         b ? b : Py_NewRef(Py_None), d ? d : Py_NewRef(Py_None));
}

/* --- the search --- */

PyObject *view_search(VMObject *vm, PyObject *args) {
    LIVE();
    Search *s = &vm->running->search;
    const StateNow *w = &s->told.now;
    const char *c = s->found.constraints.n ? s->found.constraints.v[s->found.constraints.n - 1] : NULL;
    return Py_BuildValue("iIOOOOOIIzKiO", (int)w->id, w->depth, w->fresh ? Py_True : Py_False,
                         w->end ? Py_True : Py_False, w->error ? Py_True : Py_False, w->ignored ? Py_True : Py_False,
                         w->next || (w->depth + 1 == s->path.n && cg_has_more(&s->path.v[s->path.n - 1].cg)) ? Py_True
                                                                                                             : Py_False,
                         s->found.errors.n, s->last_thread, c, (unsigned long long)s->frontier.queued,
                         (int)s->frontier.expanded, s->done ? Py_True : Py_False);
}

/* What the program printed on this path. */
PyObject *view_output(VMObject *vm, PyObject *args) {
    LIVE();
    return PyUnicode_DecodeUTF8(ks->out.v ? ks->out.v : "", (Py_ssize_t)ks->out.n, "replace");
}

/* The report's statistics, of the moment: a JSON object. */
PyObject *view_statistics(VMObject *vm, PyObject *args) {
    LIVE();
    Text t;
    Json j;
    text_init(&t, ks->cx);
    json_begin(&j, &t);
    report_statistics(vm->running, &j, jpf_elapsed(vm->running));
    PyObject *o = json_done(&j) != ST_OK ? PyErr_NoMemory() : utf8(t.v, t.n);
    text_free(&t);
    return o;
}

PyObject *view_stats(VMObject *vm, PyObject *args) {
    LIVE();
    const Search *s = &vm->running->search;
    typedef unsigned long long ull;
    PyObject *errors = PyList_New(0);
    for (u32 i = 0; errors && i < s->found.errors.n; i++) {
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
