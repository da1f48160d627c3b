/* spreadpy.c -- carriers in Python (jpfpy/spread), and sets of the keys that tasks have claimed. Layer 13. */
#include "py/spreadpy.h"
#include "base/json.h"
#include "py/json.h"
#include "vm/jpf.h"

/* --- the carrier: take() -> bytes | None, ask(bytes), answer() -> bytes | None, deliver(dict, [dict], bytes, bytes,
 * bytes), again() --- */

static Status left(VMObject *vm, bool saved, bool ok) {
    if (!ok) choicepy_failed(&vm->cg);
    if (saved) vm->ts = PyEval_SaveThread();
    return ok ? ST_OK : ST_ERROR;
}

static Status cb_take(void *user, const u8 **v, size_t *n) {
    VMObject *vm = user;
    bool saved = choicepy_enter(&vm->cg), ok;
    Py_CLEAR(vm->task);
    vm->task = PyObject_CallMethod(vm->carrier, "take", NULL);
    ok = vm->task && (vm->task == Py_None || PyBytes_Check(vm->task));
    if (vm->task && !ok) PyErr_SetString(PyExc_TypeError, "take() answers with bytes or None");
    *v = ok && vm->task != Py_None ? (const u8 *)PyBytes_AS_STRING(vm->task) : NULL;
    *n = *v ? (size_t)PyBytes_GET_SIZE(vm->task) : 0;
    return left(vm, saved, ok);
}

static Status cb_ask(void *user, const H128 *keys, u32 n) {
    VMObject *vm = user;
    bool saved = choicepy_enter(&vm->cg);
    PyObject *r = PyObject_CallMethod(vm->carrier, "ask", "y#", (const char *)keys, (Py_ssize_t)(n * sizeof *keys));
    bool ok = r != NULL;
    Py_XDECREF(r);
    return left(vm, saved, ok);
}

static Status cb_answer(void *user, u8 *mask, u32 n, bool *on) {
    VMObject *vm = user;
    bool saved = choicepy_enter(&vm->cg);
    PyObject *r = PyObject_CallMethod(vm->carrier, "answer", NULL);
    bool ok = r && (r == Py_None || (PyBytes_Check(r) && PyBytes_GET_SIZE(r) == (Py_ssize_t)n));
    if (r && !ok) PyErr_SetString(PyExc_TypeError, "answer() answers with a byte for each key, or None");
    *on = ok && r != Py_None;
    if (*on) mem_copy(mask, PyBytes_AS_STRING(r), n);
    Py_XDECREF(r);
    return left(vm, saved, ok);
}

static void texts(Json *w, const char *key, char *const *v, u32 n) {
    json_key_array(w, key);
    for (u32 i = 0; i < n; i++) json_z(w, v[i]);
    json_end(w);
}

static PyObject *figures(JPF *j, const TaskResult *r) {
    const Search *s = &j->search;
    Text t;
    Json w;
    text_init(&t, &j->cx);
    json_begin(&w, &t);
    json_object(&w);
    json_key_bool(&w, "begun", r->begun);
    json_key_bool(&w, "over", r->over);
    json_key_z(&w, "alone", r->alone);
    json_key_bool(&w, "again", r->again);
    json_key_bool(&w, "stray", r->stray);
    json_key_uint(&w, "expanded", r->expanded);
    json_key_array(&w, "errors");
    for (u32 i = 0; i < s->found.errors.n; i++)
        if (s->found.errors.v[i].json) json_raw(&w, s->found.errors.v[i].json, strlen(s->found.errors.v[i].json));
    json_end(&w);
    json_key_array(&w, "signs"); /* equal: errors that say the same */
    for (u32 i = 0; i < s->found.errors.n; i++)
        if (s->found.errors.v[i].json) json_uint(&w, s->found.errors.v[i].hash);
    json_end(&w);
    if (r->erred != UINT64_MAX) json_key_uint(&w, "erred", r->erred);
    json_key_array(&w, "stored_traces");
    for (u32 i = 0; i < s->found.stored.n; i++)
        json_raw(&w, s->found.stored.v[i].json, strlen(s->found.stored.v[i].json));
    json_end(&w);
    texts(&w, "constraints", s->found.constraints.v, s->found.constraints.n);
    texts(&w, "notes", s->found.notes.v, s->found.notes.n);
    json_key_bool(&w, "ended", s->ended);
    json_key_bool(&w, "interrupted", s->interrupted);
    json_key(&w, "statistics");
    report_statistics(j, &w, jpf_elapsed(j));
    json_end(&w);
    PyObject *o = json_done(&w) == ST_OK ? json_read(t.v, t.n) : PyErr_NoMemory();
    text_free(&t);
    return o;
}

static PyObject *chunk_list(const TaskResult *r) {
    PyObject *list = PyList_New((Py_ssize_t)r->n);
    size_t from = 0;
    for (u32 i = 0; list && i < r->n; i++) {
        const Chunk *c = &r->chunks[i];
        PyObject *one = Py_BuildValue("{sy#sI}", "prefixes", (const char *)r->v + from, (Py_ssize_t)(c->end - from),
                                      "states", c->states);
        if (one) PyList_SET_ITEM(list, (Py_ssize_t)i, one);
        else Py_CLEAR(list);
        from = c->end;
    }
    return list;
}

static Status cb_deliver(void *user, const TaskResult *r) {
    VMObject *vm = user;
    bool saved = choicepy_enter(&vm->cg), ok = false;
    PyObject *told = figures(vm->running, r), *chunks = told ? chunk_list(r) : NULL;
    if (chunks) {
        PyObject *done = PyObject_CallMethod(
            vm->carrier, "deliver", "OOy#y#y#", told, chunks, (const char *)&r->initial, (Py_ssize_t)sizeof r->initial,
            r->facts ? (const char *)r->facts : "", (Py_ssize_t)r->n_facts, r->drawn ? (const char *)r->drawn : "",
            (Py_ssize_t)(r->n_drawn * sizeof(Drawn)));
        ok = done != NULL;
        Py_XDECREF(done);
    }
    Py_XDECREF(told);
    Py_XDECREF(chunks);
    return left(vm, saved, ok);
}

static Status cb_again(void *user) {
    VMObject *vm = user;
    bool saved = choicepy_enter(&vm->cg);
    PyObject *r = PyObject_CallMethod(vm->carrier, "again", NULL);
    bool ok = r != NULL;
    Py_XDECREF(r);
    return left(vm, saved, ok);
}

const Carrier *spreadpy_carrier(VMObject *vm, Carrier *c) {
    *c = (Carrier){vm, cb_take, cb_ask, cb_answer, cb_deliver, cb_again};
    return vm->carrier ? c : NULL;
}

/* --- KeySet --- */

/* Keys and whose each is. Tasks are numbered from 1 on; 0: of one that is done and never done over. */
typedef struct KeySetObject {
    PyObject_HEAD Ctx cx;
    StateSet *set;
    VEC(u32) owner; /* by the key's number */
} KeySetObject;

enum { KEY_BYTES = sizeof(H128) };

static const H128 *keys_of(PyObject *o, Py_ssize_t *n) {
    if (!PyBytes_Check(o) || PyBytes_GET_SIZE(o) % KEY_BYTES) {
        PyErr_SetString(PyExc_TypeError, "keys are bytes, 16 for each");
        return NULL;
    }
    *n = PyBytes_GET_SIZE(o) / KEY_BYTES;
    return (const H128 *)(const void *)PyBytes_AS_STRING(o);
}

static H128 key_at(const H128 *v, Py_ssize_t i) {
    H128 k;
    memcpy(&k, v + i, sizeof k); /* bytes need not be aligned */
    return k;
}

/* Is it the task's now? */
static Status claim(KeySetObject *o, H128 key, u32 task, bool *own) {
    bool is_new;
    u32 id;
    if (stateset_add(o->set, NULL, key, &is_new, &id) != ST_OK) return ST_ERROR;
    if (is_new && vec_push(&o->cx, &o->owner, task) != ST_OK) return ST_ERROR;
    *own = o->owner.v[id] == task;
    return ST_OK;
}

static int ks_begin(PyObject *self, PyObject *args, PyObject *kw) {
    KeySetObject *o = (KeySetObject *)self;
    PyObject *keys = NULL;
    Py_ssize_t n = 0;
    if (!PyArg_ParseTuple(args, "|O", &keys)) return -1;
    const H128 *v = keys ? keys_of(keys, &n) : NULL;
    if (keys && !v) return -1;
    Status st = o->set ? ST_OK : stateset_new(&o->cx, "", &o->set);
    for (Py_ssize_t i = 0; st == ST_OK && i < n; i++) {
        bool own;
        st = claim(o, key_at(v, i), 0, &own);
    }
    if (st == ST_OK) return 0;
    PyErr_NoMemory();
    return -1;
}

static void ks_dealloc(PyObject *self) {
    KeySetObject *o = (KeySetObject *)self;
    PyTypeObject *tp = Py_TYPE(self);
    if (o->set) stateset_free(o->set);
    vec_free(&o->cx, &o->owner);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *ks_claim(PyObject *self, PyObject *args) {
    KeySetObject *o = (KeySetObject *)self;
    PyObject *keys;
    unsigned int task;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OI", &keys, &task)) return NULL;
    const H128 *v = keys_of(keys, &n);
    PyObject *mask = v ? PyBytes_FromStringAndSize(NULL, n) : NULL;
    for (Py_ssize_t i = 0; mask && i < n; i++) {
        bool own;
        if (claim(o, key_at(v, i), task, &own) != ST_OK) {
            Py_CLEAR(mask);
            PyErr_NoMemory();
        } else {
            PyBytes_AS_STRING(mask)[i] = (char)own;
        }
    }
    return mask;
}

static int by_value(const void *a, const void *b) {
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return x < y ? -1 : x > y;
}

static Status keep_others(KeySetObject *o, const u32 *tasks, u32 n) {
    u64 all = stateset_count(o->set);
    H128 *keys = cx_alloc(&o->cx, all * sizeof *keys + 1);
    StateSet *set = NULL;
    Status st = keys ? stateset_new(&o->cx, "", &set) : ST_ERROR;
    u32 kept = 0;
    if (st == ST_OK) stateset_keys(o->set, keys);
    for (u64 i = 0; i < all && st == ST_OK; i++) {
        bool is_new;
        if (mem_search(&o->owner.v[i], tasks, n, sizeof *tasks, by_value)) continue;
        st = stateset_add(set, NULL, keys[i], &is_new, NULL);
        o->owner.v[kept++] = o->owner.v[i];
    }
    cx_free(&o->cx, keys, all * sizeof *keys + 1);
    if (st != ST_OK) { /* the old one does not go with its owners any more, and neither does this one */
        if (set) stateset_free(set);
        return ST_ERROR;
    }
    o->owner.n = kept;
    stateset_free(o->set);
    o->set = set;
    return ST_OK;
}

static PyObject *ks_release(PyObject *self, PyObject *list) {
    KeySetObject *o = (KeySetObject *)self;
    Py_ssize_t n = PyList_Check(list) ? PyList_GET_SIZE(list) : -1;
    if (n < 0) {
        PyErr_SetString(PyExc_TypeError, "release(tasks: list[int])");
        return NULL;
    }
    u32 *tasks = PyMem_Malloc(((size_t)n + 1) * sizeof *tasks);
    if (!tasks) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n; i++) tasks[i] = (u32)PyLong_AsUnsignedLong(PyList_GET_ITEM(list, i));
    bool ok = !PyErr_Occurred();
    mem_sort(tasks, (size_t)n, sizeof *tasks, by_value);
    if (ok && n && keep_others(o, tasks, (u32)n) != ST_OK) {
        ok = false;
        PyErr_NoMemory();
    }
    PyMem_Free(tasks);
    if (!ok) return NULL;
    Py_RETURN_NONE;
}

static PyObject *ks_room(PyObject *self, PyObject *Py_UNUSED(x)) {
    const KeySetObject *o = (const KeySetObject *)self;
    return PyLong_FromUnsignedLongLong(stateset_bytes(o->set) + o->owner.cap * sizeof *o->owner.v);
}

static Py_ssize_t ks_len(PyObject *self) { return (Py_ssize_t)stateset_count(((KeySetObject *)self)->set); }

static PyMethodDef ks_methods[] = {
    {"claim", ks_claim, METH_VARARGS,
     "claim(keys, task) -> bytes\n\nA byte for each key: 1 if it is the task's, now or from before."},
    {"release", ks_release, METH_O, "release(tasks)\n\nThe keys of these tasks are nobody's."},
    {"room", ks_room, METH_NOARGS, "room() -> int\n\nThe bytes of memory that it takes."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot ks_slots[] = {
    {Py_tp_init, ks_begin},
    {Py_tp_dealloc, ks_dealloc},
    {Py_tp_methods, ks_methods},
    {Py_mp_length, ks_len},
    {Py_tp_doc, "KeySet(keys=b'')\n\n128-bit keys, and the task that has claimed each; 0: `keys`."},
    {0, NULL},
};
static PyType_Spec ks_spec = {"jpfpy._jpf.KeySet", sizeof(KeySetObject), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, ks_slots};

/* --- keys on their way to the shards, and answers on their way back --- */

/* Bits that neither the shard's table nor the check of a prefix goes by. */
static u32 shard_of(H128 k, u32 shards) { return (u32)((u64)(u32)k.hi * shards >> 32); }

static PyObject *mod_split(PyObject *m, PyObject *args) {
    PyObject *keys, *list = NULL;
    unsigned int shards;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OI", &keys, &shards)) return NULL;
    const H128 *v = keys_of(keys, &n);
    if (!v || !shards) return v ? PyErr_Format(PyExc_ValueError, "no shards") : NULL;
    Py_ssize_t *count = PyMem_Calloc(shards, sizeof *count);
    if (!count) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n; i++) count[shard_of(key_at(v, i), shards)]++;
    list = PyList_New((Py_ssize_t)shards);
    for (u32 k = 0; list && k < shards; k++) {
        PyObject *part = PyBytes_FromStringAndSize(NULL, count[k] * KEY_BYTES);
        if (part) PyList_SET_ITEM(list, (Py_ssize_t)k, part);
        else Py_CLEAR(list);
        count[k] = 0;
    }
    for (Py_ssize_t i = 0; list && i < n; i++) {
        u32 k = shard_of(key_at(v, i), shards);
        memcpy(PyBytes_AS_STRING(PyList_GET_ITEM(list, (Py_ssize_t)k)) + count[k]++ * KEY_BYTES, v + i, KEY_BYTES);
    }
    PyMem_Free(count);
    return list;
}

static PyObject *mod_join(PyObject *m, PyObject *args) {
    PyObject *keys, *masks, *out;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OO!", &keys, &PyList_Type, &masks)) return NULL;
    const H128 *v = keys_of(keys, &n);
    u32 shards = (u32)PyList_GET_SIZE(masks);
    Py_ssize_t *at = v && shards ? PyMem_Calloc(shards, sizeof *at) : NULL;
    if (!at) return v ? PyErr_NoMemory() : NULL;
    out = PyBytes_FromStringAndSize(NULL, n);
    for (Py_ssize_t i = 0; out && i < n; i++) {
        u32 k = shard_of(key_at(v, i), shards);
        PyObject *mask = PyList_GET_ITEM(masks, (Py_ssize_t)k);
        if (PyBytes_Check(mask) && at[k] < PyBytes_GET_SIZE(mask)) {
            PyBytes_AS_STRING(out)[i] = PyBytes_AS_STRING(mask)[at[k]++];
        } else {
            Py_CLEAR(out);
            PyErr_SetString(PyExc_ValueError, "an answer that does not fit its question");
        }
    }
    PyMem_Free(at);
    return out;
}

static PyObject *mod_chosen(PyObject *m, PyObject *args) {
    PyObject *keys, *mask, *out;
    Py_ssize_t n, k = 0;
    if (!PyArg_ParseTuple(args, "OS", &keys, &mask)) return NULL;
    const H128 *v = keys_of(keys, &n);
    if (!v) return NULL;
    if (PyBytes_GET_SIZE(mask) != n) return PyErr_Format(PyExc_ValueError, "a byte for each key");
    const char *is = PyBytes_AS_STRING(mask);
    for (Py_ssize_t i = 0; i < n; i++) k += is[i] != 0;
    if (!(out = PyBytes_FromStringAndSize(NULL, k * KEY_BYTES))) return NULL;
    char *at = PyBytes_AS_STRING(out);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!is[i]) continue;
        memcpy(at, v + i, KEY_BYTES);
        at += KEY_BYTES;
    }
    return out;
}

/* --- what is learned of the program, as bytes on the way (search/meet.h) --- */

static Facts *facts_of(const char *v, Py_ssize_t n) {
    Facts *f = facts_read(v, (size_t)n);
    if (!f) PyErr_SetString(PyExc_ValueError, "facts that are damaged");
    return f;
}

/* f, which is freed, as bytes. */
static PyObject *facts_bytes(Facts *f) {
    FactBytes out = {0};
    PyObject *o = facts_write(f, &out) == ST_OK ? PyBytes_FromStringAndSize((const char *)out.v, (Py_ssize_t)out.n)
                                                : PyErr_NoMemory();
    facts_drop_bytes(f, &out);
    facts_free(f);
    return o;
}

static PyObject *mod_learn(PyObject *m, PyObject *args) {
    const char *a, *b;
    Py_ssize_t n_a, n_b;
    bool wrong;
    if (!PyArg_ParseTuple(args, "y#y#", &a, &n_a, &b, &n_b)) return NULL;
    Facts *all = facts_of(a, n_a), *more = all ? facts_of(b, n_b) : NULL;
    if (!more) {
        facts_free(all);
        return NULL;
    }
    Status st = facts_put(all, more, &wrong);
    facts_free(more);
    if (st == ST_OK) return facts_bytes(all);
    facts_free(all);
    return PyErr_NoMemory();
}

static PyObject *mod_wrong(PyObject *m, PyObject *args) {
    const char *v;
    Py_ssize_t n;
    Facts *f = PyArg_ParseTuple(args, "y#", &v, &n) ? facts_of(v, n) : NULL;
    if (!f) return NULL;
    bool wrong = facts_wrong(f);
    facts_free(f);
    return PyBool_FromLong(wrong);
}

static PyObject *mod_anew(PyObject *m, PyObject *args) {
    const char *v;
    Py_ssize_t n;
    Facts *f = PyArg_ParseTuple(args, "y#", &v, &n) ? facts_of(v, n) : NULL;
    if (!f) return NULL;
    facts_renew(f);
    return facts_bytes(f);
}

static PyMethodDef functions[] = {
    {"split_keys", mod_split, METH_VARARGS, "split_keys(keys, shards) -> list[bytes]\n\nThe keys of each shard."},
    {"join_masks", mod_join, METH_VARARGS,
     "join_masks(keys, masks) -> bytes\n\nThe shards' answers, in the order of the keys."},
    {"chosen_keys", mod_chosen, METH_VARARGS, "chosen_keys(keys, mask) -> bytes\n\nThose whose byte is not 0."},
    {"learn", mod_learn, METH_VARARGS,
     "learn(facts, more) -> bytes\n\nWhat is known of the program, and what another engine has come to know. b'': "
     "nothing."},
    {"facts_wrong", mod_wrong, METH_VARARGS,
     "facts_wrong(facts) -> bool\n\nHas an engine relied on what another one has seen to be otherwise?"},
    {"facts_anew", mod_anew, METH_VARARGS,
     "facts_anew(facts) -> bytes\n\nThe search begins again: what was relied upon counts no more."},
    {NULL, NULL, 0, NULL},
};

int spreadpy_add(PyObject *m) {
    PyObject *t = PyType_FromModuleAndSpec(m, &ks_spec, NULL);
    int r = t ? PyModule_AddType(m, (PyTypeObject *)t) : -1;
    Py_XDECREF(t);
    return r < 0 ? r : PyModule_AddFunctions(m, functions);
}
