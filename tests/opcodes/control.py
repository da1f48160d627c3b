"""Branches, switches, returns."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from tests.asm import PUBLIC, STATIC, Class, Code
from tests.opcodes.base import DESC, IMAX, IMIN, INTS, PREFIX, SAMPLE, VALUES, case, load, show


# -- branches -------------------------------------------------------------------------------------
def branch(k: Class, c: Code, name: str, args: str, rows: list[tuple[Any, ...]]) -> None:
    """forward: static int f(args); backward: the same with the target before the branch."""
    for direction in ("fwd", "back"):
        m = k.method(f"{direction}_{name}", f"({''.join(DESC.get(a, a) for a in args)})I")
        yes = "yes"

        def operands(m: Code = m) -> None:
            for i, a in enumerate(args):
                load(m, a, i)

        if direction == "fwd":
            operands()
            m.op(name, yes).op("iconst_0").op("ireturn")
            m.label(yes)
            m.op("iconst_1").op("ireturn")
        else:
            m.op("goto", "test")
            m.label(yes)
            m.op("iconst_1").op("ireturn")
            m.label("test")
            operands()
            m.op(name, yes).op("iconst_0").op("ireturn")
        for row in rows:
            for kind, v in zip(args, row, strict=True):
                c.push(kind, v)
            c.static(k.name, f"{direction}_{name}", f"({''.join(DESC.get(a, a) for a in args)})I")
            show(c, "I")


for _o in ("eq", "ne", "lt", "ge", "gt", "le"):

    def _if(k: Class, c: Code, name: str) -> None:
        branch(k, c, name, "I", [(v,) for v in INTS])

    def _ificmp(k: Class, c: Code, name: str) -> None:
        branch(k, c, name, "II", list(itertools.product(INTS, repeat=2)))

    case(f"if{_o}")(_if)
    case(f"if_icmp{_o}")(_ificmp)


@case("if_acmpeq", "if_acmpne")
def ifacmp(k: Class, c: Code, name: str) -> None:
    branch(k, c, name, "AA", list(itertools.product(["a", "b", None], repeat=2)))


@case("ifnull", "ifnonnull")
def ifnull(k: Class, c: Code, name: str) -> None:
    branch(k, c, name, "A", [("a",), (None,)])


@case("goto", "goto_w")
def goto(k: Class, c: Code, name: str) -> None:
    m = k.method("loop", "()I")
    m.op("iconst_0").op("istore_0").op(name, "test")
    m.label("body")
    m.op("iinc", 0, 3)
    m.label("test")
    m.op("iload_0").push("I", 100).op("if_icmpge", "out").op(name, "body")
    m.label("out")
    m.op("iload_0").op("ireturn")
    c.static(k.name, "loop", "()I")
    show(c, "I")
    if name == "goto_w":  # further than 16 bits
        far = k.method("far", "(I)I")
        far.op("iload_0").op("ifeq", "near").op("goto_w", "end")
        far.label("near")
        for _ in range(40000):
            far.op("nop")
        far.label("end")
        far.op("iconst_5").op("ireturn")
        for v in (0, 1):
            c.push("I", v).static(k.name, "far", "(I)I")
            show(c, "I")


@case("jsr", "jsr_w", "ret")
def jsr(k: Class, c: Code, name: str) -> None:
    jump = "jsr_w" if name == "jsr_w" else "jsr"
    m = k.method("sub", "(I)I")
    # called from two places, nested, with different types in the other locals
    m.op("iconst_1").op("istore", 2).op(jump, "s1").op("ldc_w", k.pool.string("x")).op("astore", 5).op(jump, "s1")
    m.op("iload_0").op("ifeq", "skip").op(jump, "s2").op("aload", 5).op("pop")
    m.label("skip")
    m.op("iload", 2).op("ireturn")
    m.label("s1")
    m.op("astore", 3).op("iload", 2).op("iconst_3").op("imul").op("istore", 2).op("ret", 3)
    m.label("s2")
    m.op("astore", 4).op(jump, "s3").op("iinc", 2, 1).op(jump, "s3").op("ret", 4)
    m.label("s3")
    m.op("astore", 3).op("iinc", 2, 50).op("ret", 3)
    for v in (0, 1):
        c.push("I", v).static(k.name, "sub", "(I)I")
        show(c, "I")
    # finally the old way: an exception runs the subroutine too
    f = k.method("fin", "(I)I")

    def body() -> None:
        f.op("bipush", 10).op("iload_0").op("idiv").op("istore", 1).op(jump, "fin")

    def handler() -> None:
        f.op("astore", 6).op(jump, "fin").op("iconst_m1").op("istore", 1)

    f.catch(body, handler)
    f.op("iload", 1).op("ireturn")
    f.label("fin")
    f.op("astore", 7).op("iload_0")
    show(f, "I")
    f.op("ret", 7)
    for v in (3, 0):
        c.push("I", v).static(k.name, "fin", "(I)I")
        show(c, "I")


def switch(k: Class, c: Code, tag: str, emit: Callable[[Code, list[str]], None], n: int, values: list[int]) -> None:
    m = k.method(tag, "(I)I")
    labels = [f"t{i}" for i in range(n)]
    m.op("iload_0")
    emit(m, labels)
    for i, t in enumerate(labels):
        m.label(t)
        m.push("I", i + 1).op("ireturn")
    m.label("dflt")
    m.op("iconst_0").op("ireturn")
    for v in values:
        c.push("I", v).static(k.name, tag, "(I)I")
        show(c, "I")


@case("tableswitch")
def tableswitch(k: Class, c: Code, name: str) -> None:
    for pad in range(4):
        switch(
            k,
            c,
            f"pad{pad}",
            lambda m, t, pad=pad: ([m.op("nop") for _ in range(pad)], m.tableswitch(-2, "dflt", t)) and None,
            4,
            [-3, -2, -1, 0, 1, 2, IMIN, IMAX],
        )
    switch(
        k, c, "low", lambda m, t: m.tableswitch(IMIN, "dflt", t) and None, 3, [IMIN, IMIN + 2, IMIN + 3, 0, IMAX, -1]
    )
    switch(
        k, c, "high", lambda m, t: m.tableswitch(IMAX - 2, "dflt", t) and None, 3, [IMAX, IMAX - 2, IMAX - 3, IMIN, 0]
    )
    switch(k, c, "one", lambda m, t: m.tableswitch(7, "dflt", t) and None, 1, [6, 7, 8])
    m = k.method("same", "(I)I")
    m.op("goto", "go")
    m.label("back")
    m.push("I", 42).op("ireturn")
    m.label("go")
    m.op("iload_0").tableswitch(0, "back", ["back", "on", "back"])
    m.label("on")
    m.push("I", 43).op("ireturn")
    for v in (-1, 0, 1, 2, 3):
        c.push("I", v).static(k.name, "same", "(I)I")
        show(c, "I")


@case("lookupswitch")
def lookupswitch(k: Class, c: Code, name: str) -> None:
    for pad in range(4):
        switch(
            k,
            c,
            f"pad{pad}",
            lambda m, t, pad=pad: (
                [m.op("nop") for _ in range(pad)],
                m.lookupswitch("dflt", list(zip((IMIN, -5, 0, 1000000, IMAX), t, strict=True))),
            )
            and None,
            5,
            [IMIN, IMIN + 1, -5, -4, 0, 1, 999999, 1000000, IMAX, IMAX - 1],
        )
    switch(k, c, "none", lambda m, t: m.lookupswitch("dflt", []) and None, 0, [0, 5, IMIN])
    switch(k, c, "one", lambda m, t: m.lookupswitch("dflt", [(9, t[0])]) and None, 1, [8, 9, 10])
    switch(
        k,
        c,
        "many",
        lambda m, t: m.lookupswitch("dflt", [(i * i * 7 - 50, x) for i, x in enumerate(t)]) and None,
        40,
        [i * i * 7 - 50 for i in range(42)] + [1, 2],
    )


# -- returns --------------------------------------------------------------------------------------
@case("ireturn")
def ireturn(k: Class, c: Code, name: str) -> None:
    for kind in "ZBCSI":
        for v in (0, 1, 2, 300, -1, 65536, 32768, IMIN):
            m = k.method(f"r{kind}{v & 0xFFFFFFFF}", f"(){kind}")
            m.push("I", 99).push("I", v).op(name)
            c.static(k.name, f"r{kind}{v & 0xFFFFFFFF}", f"(){kind}")
            show(c, "I")


for _kind in "JFDA":

    def _ret(k: Class, c: Code, name: str, kind: str = _kind) -> None:
        for i, v in enumerate([*VALUES.get(kind, []), *SAMPLE[kind]]):
            desc = DESC.get(kind, kind)
            m = k.method(f"r{i}", f"(){desc}")
            m.push("I", 99).push(kind, v).op(name)
            c.push("I", i).static(k.name, f"r{i}", f"(){desc}")
            show(c, kind)
            show(c, "I")

    case(PREFIX[_kind] + "return")(_ret)


@case("return")
def void_return(k: Class, c: Code, name: str) -> None:
    m = k.method("v", "(JI)V", PUBLIC | STATIC | 0x20)
    m.op("iload_2")
    show(m, "I")
    m.push("J", 5).op(name)
    c.push("I", 7).push("J", 1).push("I", 3).static(k.name, "v", "(JI)V")
    show(c, "I")
