/* choiceview.c -- ChoiceGenerators as listeners, peers and policies see them: rows by level and place in the cascade.
 *
 * Level path.n stands for what is registered and not set yet. jpfpy/system_state.py makes objects of the rows. */
#include "native/bp/bprog.h"
#include "py/listen.h"
#include "py/rows.h"

static Search *search_of(VMObject *vm) {
    JPF *j = choicepy_searching(&vm->cg);
    return j ? &j->search : NULL;
}

/* Levels of the path, up to the one whose transition runs: all, or those executed again so far for a trace. */
static u32 levels(const Search *s) { return s->path.n ? search_level(s) + 1 : 0; }

/* The generator `place` of the cascade, in order of registration; NULL: none. *cascaded: another one follows it. */
static const ChoiceGenerator *at(Search *s, u32 level, u32 place, bool *cascaded) {
    if (level < levels(s)) {
        if (tree_hollow(&s->tree, level) && tree_fill(s) != ST_OK) return NULL;
        const Level *l = level_at(s, level);
        *cascaded = place < l->n_up;
        return place <= l->n_up ? level_cg(l, l->n_up - place) : NULL;
    }
    if (level > levels(s)) return NULL;
    if (s->cascade.next.n) {
        *cascaded = place + 1 < s->cascade.next.n;
        return place < s->cascade.next.n ? &s->cascade.next.v[place] : NULL;
    }
    if (s->told.at_rest || !s->told.now.next) return NULL;
    *cascaded = place < s->told.now.n_next_up;
    return place < s->told.now.n_next_up    ? &s->told.now.next_up[place]
           : place == s->told.now.n_next_up ? s->told.now.next
                                            : NULL;
}

static PyObject *text(KernelState *ks, const ChoiceGenerator *cg, u64 i) {
    char buf[300] = "";
    if (cg->kind == CK_THREAD) thread_name(ks, ks->threads.v[cg_thread(cg, i)], buf, sizeof buf);
    else if (cg->kind == CK_EVENT) snprintf(buf, sizeof buf, "%s", bp_event_name(ks, (u32)(cg_value(cg, i) >> 32)));
    else if (cg->kind != CK_CUSTOM) cg_value_text(ks->cx, cg, i, buf, sizeof buf);
    return PyUnicode_DecodeUTF8(buf, (Py_ssize_t)strlen(buf), "replace");
}

/* A value as Python has it: the number of a thread or object, bits, the numbers of a permutation, the name of an event.
 * Those of a Python kind are with the registry. */
static PyObject *value(KernelState *ks, const ChoiceGenerator *cg, u64 i) {
    if (cg->kind == CK_CUSTOM) Py_RETURN_NONE;
    if (cg->kind == CK_THREAD) return PyLong_FromUnsignedLong(cg_thread(cg, i));
    if (cg->kind == CK_EVENT) return text(ks, cg, i);
    i64 v = cg_value(cg, i);
    if (cg->kind != CK_PERM) return PyLong_FromLongLong(v);
    u32 n = perm_size(cg), *p = cx_alloc(ks->cx, n * sizeof *p + 4);
    if (!p) return PyErr_NoMemory();
    perm_at(cg, (u64)v, p);
    PyObject *t = PyTuple_New(n);
    for (u32 k = 0; t && k < n; k++) {
        PyObject *one = PyLong_FromUnsignedLong(p[k]);
        if (!one) Py_CLEAR(t);
        else PyTuple_SetItem(t, k, one);
    }
    cx_free(ks->cx, p, n * sizeof *p + 4);
    return t;
}

PyObject *choice_levels(VMObject *vm, PyObject *Py_UNUSED(x)) {
    bool c;
    Search *s = search_of(vm);
    if (!s) return NULL;
    return ROW_NEW(vm, LevelsRow, .levels = levels(s), .at_rest = s->told.at_rest,
                   .has_next = at(s, levels(s), 0, &c) != NULL);
}

PyObject *choice_row(VMObject *vm, PyObject *args) {
    u32 level, place;
    bool cascaded = false;
    Search *s = search_of(vm);
    if (!s || !PyArg_ParseTuple(args, "II", &level, &place)) return NULL;
    const ChoiceGenerator *cg = at(s, level, place, &cascaded);
    if (!cg) Py_RETURN_NONE;
    bool set = cg->at >= 0 && (u64)cg->at < (cg->kind == CK_THREAD ? cg->n_full : cg->n);
    i64 thread = cg->thread;
    if (cg->kind == CK_THREAD && !(cg->flags & CGF_GIVEN)) thread = -1;
    if (cg->kind == CK_THREAD && set) thread = cg_thread(cg, (u64)cg->at);
    u32 state = level < levels(s) ? level_at(s, level)->state_id : s->told.now.id;
    return ROW_NEW(
        vm, ChoiceRow, .id = cg->id, .type = cg_type_name(cg), .kind = (i32)cg->kind, .at = cg->at, .tried = cg->n,
        .total = cg_all(cg), .host = cg->host, .value = set ? value(s->ks, cg, (u64)cg->at) : Py_NewRef(Py_None),
        .text = set ? text(s->ks, cg, (u64)cg->at) : PyUnicode_FromString(""), .thread = (i32)thread,
        .state = (i32)state, .level = level, .place = place, .cascaded = cascaded,
        .method = cg->mi ? (i32)cg->mi->id : -1, .insn = cg->mi && cg->pc ? (i32)(cg->pc - cg->mi->code) : -1);
}

/* Of the generator that the notification is about, or None. */
PyObject *choice_now(VMObject *vm, PyObject *Py_UNUSED(x)) {
    Search *s = search_of(vm);
    if (!s) return NULL;
    const ChoiceGenerator *now = vm->now ? vm->now->cg : NULL;
    if (!now) Py_RETURN_NONE;
    if (vm->now_kind == EV_choice_generator_registered) {
        for (u32 i = s->cascade.next.n; i-- > 0;)
            if (s->cascade.next.v[i].flags & CGF_TOLD) return ROW_NEW(vm, PlaceRow, .level = levels(s), .place = i);
        Py_RETURN_NONE;
    }
    for (u32 k = s->path.n; k-- > 0 && !tree_hollow(&s->tree, k);) {
        const Level *l = level_at(s, k);
        for (u32 i = 0; i <= l->n_up; i++)
            if (level_cg(l, i) == now) return ROW_NEW(vm, PlaceRow, .level = k, .place = l->n_up - i);
    }
    Py_RETURN_NONE;
}

/* [OptionRow] of at most `most` choices from `from` on. */
PyObject *choice_all(VMObject *vm, PyObject *args) {
    u32 level, place;
    unsigned long long from, most;
    bool cascaded;
    Search *s = search_of(vm);
    if (!s || !PyArg_ParseTuple(args, "IIKK", &level, &place, &from, &most)) return NULL;
    const ChoiceGenerator *cg = at(s, level, place, &cascaded);
    PyObject *out = PyList_New(0);
    if (!cg) return out;
    u64 n = cg_all(cg);
    for (u64 i = from; out && i < n && i - from < most; i++) {
        row_append(&out, ROW_NEW(vm, OptionRow, .value = value(s->ks, cg, i), .text = text(s->ks, cg, i)));
    }
    return out;
}

PyObject *choice_remove(VMObject *vm, PyObject *args) {
    int all;
    Search *s = search_of(vm);
    if (!s || !PyArg_ParseTuple(args, "p", &all)) return NULL;
    if (!listen_changes(vm)) return NULL;
    search_remove_next(s, all);
    Py_RETURN_NONE;
}

/* JPF: ThreadInfo.isFirstStepInsn. */
PyObject *choice_first_step(VMObject *vm, PyObject *args) {
    u32 id;
    Search *s = search_of(vm);
    if (!s || !PyArg_ParseTuple(args, "I", &id)) return NULL;
    const KernelState *ks = s->ks;
    return PyBool_FromLong(id < ks->n_threads && search_first_step(s, ks->threads.v[id]));
}

PyObject *choice_marks(VMObject *vm, PyObject *Py_UNUSED(x)) {
    Search *s = search_of(vm);
    if (!s) return NULL;
    const KernelState *ks = s->ks;
    return ROW_NEW(vm, MarksRow, .interesting = ks->verify.interesting, .boring = ks->verify.boring,
                   .heuristic = ks->verify.heuristic);
}
