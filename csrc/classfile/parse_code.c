/* parse_code.c -- the Code attribute (JVMS 4.7.3) and the tables inside it. */
#include "classfile/parse.h"

/* More room behind a table in the arena: several LineNumberTables are rare, so copying is fine. */
static void *extend(Parse *ps, const void *old, size_t n_old, size_t n_new, size_t elem) {
    u8 *p = arena_alloc(ps->a, (n_old + n_new) * elem);
    if (p && n_old) mem_copy(p, old, n_old * elem);
    return p;
}

static Status read_lines(Parse *ps, AttrIn *at, CfCode *c) {
    u32 n = rd2(&at->r);
    if (at->len != 2 + n * 4) return bad(ps, "LineNumberTable attribute has wrong length");
    if (at->over) return bad_cut(ps);
    if (n > 0xffffu - c->n_lines) n = 0xffffu - c->n_lines; /* more lines than bytes of code */
    CfLine *v = extend(ps, c->lines, c->n_lines, n, sizeof *v);
    if (!v) return ST_ERROR;
    c->lines = v;
    for (; n; n--) {
        CfLine l = {rd2(&at->r), 0};
        l.line = rd2(&at->r);
        if (l.pc >= c->len) return bad(ps, "Invalid pc in LineNumberTable");
        v[c->n_lines++] = l;
    }
    at->r.p = at->r.end;
    return ST_OK;
}

static Status read_locals(Parse *ps, AttrIn *at, CfCode *c, bool types) {
    const char *what = types ? "LocalVariableTypeTable" : "LocalVariableTable";
    u32 n = rd2(&at->r);
    if (at->len != 2 + n * 10) return bad(ps, "%s has wrong length", what);
    if (at->over) return bad_cut(ps);
    CfLocal *v = NULL;
    if (!types) {
        if (n > 0xffffu - c->n_locals) n = 0xffffu - c->n_locals;
        if (!(v = extend(ps, c->locals, c->n_locals, n, sizeof *v))) return ST_ERROR;
        c->locals = v;
    }
    for (; n; n--) {
        u16 pc = rd2(&at->r), len = rd2(&at->r), name = rd2(&at->r), desc = rd2(&at->r);
        u16 index = rd2(&at->r);
        if (pc >= c->len) return bad(ps, "Invalid start_pc %u in %s", pc, what);
        if ((u32)pc + len > c->len) return bad(ps, "Invalid length %u in %s", len, what);
        if (!cp_is(ps, name, CP_Utf8)) return bad(ps, "Name index %u in %s has bad constant type", name, what);
        if (!cp_is(ps, desc, CP_Utf8)) return bad(ps, "Signature index %u in %s has bad constant type", desc, what);
        Sym *y = cp_at(ps, name)->u.sym, *d = cp_at(ps, desc)->u.sym;
        if (!is_shape(y, SHAPE_NAME)) return bad_name(ps, "field", y);
        u32 words = 1;
        if (!types) {
            if (check_desc(ps, y, d, false) != ST_OK) return ST_ERROR;
            words = d->s[0] == 'J' || d->s[0] == 'D' ? 2 : 1;
        }
        if (index + words > c->max_locals) return bad(ps, "Invalid index %u in %s", index, what);
        if (v) v[c->n_locals++] = (CfLocal){pc, len, index, y, d};
    }
    at->r.p = at->r.end;
    return ST_OK;
}

static Status read_handlers(Parse *ps, Reader *r, CfCode *c) {
    u16 n = rd2(r);
    if (r->cut || 8u * n > (size_t)(ps->r.end - r->p)) return bad_cut(ps);
    if (!n) return ST_OK;
    c->handlers = arena_alloc(ps->a, (size_t)n * sizeof *c->handlers);
    if (!c->handlers) return ST_ERROR;
    c->n_handlers = n;
    for (u16 i = 0; i < n; i++) {
        CfHandler h;
        h.start = rd2(r);
        h.end = rd2(r);
        h.handler = rd2(r);
        h.type = rd2(r);
        if (h.start >= h.end || h.end > c->len) return bad(ps, "Illegal exception table range");
        if (h.handler >= c->len) return bad(ps, "Illegal exception table handler");
        if (h.type && !cp_is(ps, h.type, CP_Class))
            return bad(ps, "Catch type in exception table has bad constant type");
        c->handlers[i] = h;
    }
    return ST_OK;
}

static Status code_attr(Parse *ps, AttrIn *at, CfCode *c) {
    if (attr_is(at, "LineNumberTable")) return read_lines(ps, at, c);
    if (attr_is(at, "LocalVariableTable")) return read_locals(ps, at, c, false);
    if (attr_is(at, "LocalVariableTypeTable") && ps->cf->major >= 49) return read_locals(ps, at, c, true);
    if (attr_is(at, "StackMapTable") && ps->cf->major >= 50) {
        if (c->stackmap) return bad(ps, "Multiple StackMapTable attributes");
        if (at->len < 2 || at->over) return bad(ps, "StackMapTable attribute has wrong length");
        c->stackmap = at->p;
        c->stackmap_len = at->len;
    }
    at->r.p = at->r.end;
    return ST_OK;
}

Status parse_code(Parse *ps, AttrIn *at, const CfMember *m, CfCode **out) {
    Reader *r = &at->r;
    CfCode *c = arena_alloc(ps->a, sizeof *c);
    if (!c) return ST_ERROR;
    /* Before version 45.3 the three sizes were shorter (pre-release javac). */
    bool old = ps->cf->major == 45 && ps->cf->minor <= 2;
    c->max_stack = old ? rd1(r) : rd2(r);
    c->max_locals = old ? rd1(r) : rd2(r);
    c->len = old ? rd2(r) : rd4(r);
    if (r->cut) return bad_cut(ps);
    if (c->len == 0 || c->len > 0xffff) return bad(ps, "Invalid method Code length %u", c->len);
    if (!room(r, c->len)) return bad_cut(ps);
    c->code = r->p;
    r->p += c->len;
    int args = m->desc->arg_words + (m->flags & ACC_STATIC ? 0 : 1);
    if (args > c->max_locals) return bad(ps, "Arguments can't fit into locals");
    if (read_handlers(ps, r, c) != ST_OK) return ST_ERROR;
    u16 n = rd2(r);
    if (r->cut) return bad(ps, "Code segment has wrong length");
    for (; n; n--) {
        AttrIn sub;
        if (next_attr(ps, r, OF_CODE, &sub) != ST_OK || code_attr(ps, &sub, c) != ST_OK || attr_done(ps, &sub) != ST_OK)
            return ST_ERROR;
    }
    if (r->p != r->end) return bad(ps, "Code segment has wrong length");
    *out = c;
    return ST_OK;
}
