"""Constants, locals, arrays, the operand stack, arithmetic."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from tests.asm import Class, Code
from tests.opcodes.base import (
    BASE,
    DOUBLES,
    FACE,
    IMAX,
    IMIN,
    INTS,
    LONGS,
    PREFIX,
    SAMPLE,
    VALUES,
    WORDS,
    apply,
    case,
    dbits,
    fbits,
    guarded,
    new_array,
    show,
)


# -- constants ------------------------------------------------------------------------------------
@case("nop")
def nop(k: Class, c: Code, name: str) -> None:
    c.push("I", 1).op("nop").op("nop")
    show(c, "I")


@case("aconst_null")
def aconst_null(k: Class, c: Code, name: str) -> None:
    c.op(name)
    show(c, "A")


for _n, _k in (
    [(f"iconst_{x}", "I") for x in ("m1", 0, 1, 2, 3, 4, 5)]
    + [("lconst_0", "J"), ("lconst_1", "J")]
    + [(f"fconst_{x}", "F") for x in (0, 1, 2)]
    + [("dconst_0", "D"), ("dconst_1", "D")]
):

    def _const(k: Class, c: Code, name: str, kind: str = _k) -> None:
        c.op(name)
        show(c, kind)
        c.op(name).op(name).op({"I": "iadd", "J": "ladd", "F": "fadd", "D": "dadd"}[kind])
        show(c, kind)

    case(_n)(_const)


@case("bipush", "sipush")
def small_push(k: Class, c: Code, name: str) -> None:
    for v in (0, 1, -1, 127, -128) + ((128, -129, 32767, -32768) if name == "sipush" else ()):
        c.op(name, v)
        show(c, "I")


@case("ldc", "ldc_w")
def ldc(k: Class, c: Code, name: str) -> None:
    p = k.pool
    if name == "ldc_w":
        for i in range(300):
            p.int(100000 + i)
    for kind, index in [
        ("I", p.int(IMIN)),
        ("I", p.int(0)),
        ("F", p.float(fbits(0.1))),
        ("F", p.float(0x80000000)),
        ("A", p.string("text \u00e9\0\u4e2d\U0001f600")),
        ("A", p.string("")),
        ("A", p.cls(BASE)),
        ("A", p.cls("[[J")),
    ]:
        c.op(name, index)
        show(c, kind)
    c.op(name, p.string("same")).op(name, p.string("same"))
    c.static("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z")
    show(c, "I")

    def missing() -> None:
        c.op(name, p.cls("no/Such"))
        show(c, "A")

    guarded(c, missing)
    guarded(c, missing)


@case("ldc2_w")
def ldc2_w(k: Class, c: Code, name: str) -> None:
    for v in (*LONGS, 2**31 - 1):
        c.op(name, k.pool.long(v))
        show(c, "J")
    for v in DOUBLES:
        c.op(name, k.pool.double(v))
        show(c, "D")


# -- locals ---------------------------------------------------------------------------------------
def round_trip(c: Code, kind: str, store: Callable[[], None], fetch: Callable[[], None]) -> None:
    for v in SAMPLE[kind]:
        c.push(kind, v)
        store()
        fetch()
        show(c, kind)


for _kind in "IJFDA":
    _p = PREFIX[_kind]
    for _i in range(4):

        def _short_load(k: Class, c: Code, name: str, kind: str = _kind, i: int = _i) -> None:
            round_trip(c, kind, lambda: c.op(PREFIX[kind] + "store", i), lambda: c.op(name))

        def _short_store(k: Class, c: Code, name: str, kind: str = _kind, i: int = _i) -> None:
            round_trip(c, kind, lambda: c.op(name), lambda: c.op(PREFIX[kind] + "load", i))

        case(f"{_p}load_{_i}")(_short_load)
        case(f"{_p}store_{_i}")(_short_store)

    def _full(k: Class, c: Code, name: str, kind: str = _kind) -> None:
        p = PREFIX[kind]
        for i in (0, 3, 4, 127, 128, 253):
            round_trip(c, kind, lambda i=i: c.op(p + "store", i), lambda i=i: c.op(p + "load", i))
        # neighbours are left alone
        c.push("I", 11).op("istore", 10).push("I", 12).op("istore", 10 + 1 + WORDS.get(kind, 1))
        round_trip(c, kind, lambda: c.op(p + "store", 11), lambda: c.op(p + "load", 11))
        c.op("iload", 10)
        show(c, "I")
        c.op("iload", 10 + 1 + WORDS.get(kind, 1))
        show(c, "I")

    case(f"{_p}load", f"{_p}store")(_full)


@case("wide")
def wide(k: Class, c: Code, name: str) -> None:
    for kind in "IJFDA":
        p = PREFIX[kind]
        for i in (0, 255, 256, 290):
            round_trip(c, kind, lambda i=i, p=p: c.wide(p + "store", i), lambda i=i, p=p: c.wide(p + "load", i))
    for i in (1, 270):
        c.push("I", 5).wide("istore", i)
        for delta in (32767, -32768, -1, 128):
            c.wide("iinc", i, delta).wide("iload", i)
            show(c, "I")
    sub, end = c.new_label(), c.new_label()
    c.op("jsr", sub).op("jsr", sub).op("goto", end)
    c.label(sub)
    c.wide("astore", 280).wide("iinc", 270, 1000).wide("iload", 270)
    show(c, "I")
    c.wide("ret", 280)
    c.label(end)


@case("iinc")
def iinc(k: Class, c: Code, name: str) -> None:
    for i in (0, 200):
        c.push("I", IMAX - 100).op("istore", i)
        for d in (127, -128, 0, 1, -1):
            c.op("iinc", i, d).op("iload", i)
            show(c, "I")


# -- arrays ---------------------------------------------------------------------------------------
ELEMENTS = {"i": "I", "l": "J", "f": "F", "d": "D", "b": "B", "c": "C", "s": "S"}


def elem_value(kind: str) -> list[Any]:
    return {
        "B": [127, 128, -1, 256, 0x1FF],
        "C": [65, -1, 65536 + 7],
        "S": [32768, -1, 65536 + 9],
        "Z": [0, 1, 2, 255],
    }.get(kind) or VALUES[kind][:6]


for _l, _t in ELEMENTS.items():

    def _array(k: Class, c: Code, name: str, kind: str = _t, letter: str = _l) -> None:
        push = "I" if kind in "BCSZ" else kind
        for variant in "BZ" if kind == "B" else kind:
            new_array(c, variant, 3)
            c.op("astore", 1)
            for i in (0, 2):
                for v in elem_value(variant):
                    c.op("aload", 1).push("I", i).push(push, v).op(letter + "astore")
                    c.op("aload", 1).push("I", i).op(letter + "aload")
                    show(c, kind)
            c.op("aload", 1).push("I", 1).op(letter + "aload")
            show(c, kind)
            for i in (3, -1, IMIN, IMAX):

                def get(i: int = i) -> None:
                    c.op("aload", 1).push("I", i).op(letter + "aload")
                    show(c, kind)

                def put(i: int = i, variant: str = variant) -> None:
                    c.op("aload", 1).push("I", i).push(push, elem_value(variant)[0]).op(letter + "astore")

                guarded(c, get)
                guarded(c, put)

        def null_get() -> None:
            c.op("aconst_null").push("I", 0).op(letter + "aload")
            show(c, kind)

        def null_put() -> None:
            c.op("aconst_null").push("I", -5).push(push, elem_value(kind)[0]).op(letter + "astore")

        guarded(c, null_get)
        guarded(c, null_put)

    case(f"{_l}aload", f"{_l}astore")(_array)


@case("aaload", "aastore")
def aarray(k: Class, c: Code, name: str) -> None:
    c.op("iconst_2").op("anewarray", k.pool.cls("java/lang/String")).op("astore", 1)
    for v in ("x", None):
        c.op("aload", 1).op("iconst_1").push("A", v).op("aastore").op("aload", 1).op("iconst_1").op("aaload")
        show(c, "A")

    def bad(i: int, what: Callable[[], Any]) -> Callable[[], None]:
        def body() -> None:
            c.op("aload", 1).push("I", i)
            what()
            c.op("aastore")

        return body

    guarded(c, bad(2, lambda: c.push("A", "y")))
    guarded(c, bad(-1, lambda: c.op("aconst_null")))
    guarded(c, bad(0, lambda: c.op("iconst_1").op("newarray", "I")))
    guarded(c, bad(5, lambda: c.op("iconst_1").op("newarray", "I")))
    guarded(c, bad(0, lambda: c.op("ldc_w", k.pool.cls(BASE))))

    def get(i: int) -> Callable[[], None]:
        def body() -> None:
            c.op("aload", 1).push("I", i).op("aaload")
            show(c, "A")

        return body

    for i in (0, 1, 2, -1):
        guarded(c, get(i))
    guarded(c, lambda: (c.op("aconst_null").op("iconst_0").op("aaload"), show(c, "A")) and None)
    guarded(c, lambda: c.op("aconst_null").op("iconst_0").op("aconst_null").op("aastore") and None)
    # an array of arrays takes arrays of subtypes
    c.op("iconst_1").op("anewarray", k.pool.cls("[Ljava/lang/Object;")).op("dup").op("iconst_0").op("aload", 1).op(
        "aastore"
    ).op("iconst_0").op("aaload")
    show(c, "A")


@case("arraylength")
def arraylength(k: Class, c: Code, name: str) -> None:
    for kind in "ZCFDBSIJ":
        for n in (0, 1, 257):
            new_array(c, kind, n)
            c.op(name)
            show(c, "I")
    guarded(c, lambda: (c.op("aconst_null").op(name), show(c, "I")) and None)


@case("newarray")
def newarray(k: Class, c: Code, name: str) -> None:
    for kind in "ZCFDBSIJ":
        new_array(c, kind, 2)
        show(c, "A")
        guarded(c, lambda kind=kind: (new_array(c, kind, -1), show(c, "A")) and None)
    guarded(c, lambda: (new_array(c, "I", IMIN), show(c, "A")) and None)


@case("anewarray")
def anewarray(k: Class, c: Code, name: str) -> None:
    for n, cls in (
        (0, BASE),
        (3, "java/lang/Object"),
        (2, "[I"),
        (1, FACE),
        (4, "[[Ljava/lang/String;"),
        (-1, BASE),
        (-2147483648, "java/lang/Object"),
        (1, "no/Such"),
    ):
        guarded(c, lambda n=n, cls=cls: (c.push("I", n).op(name, k.pool.cls(cls)), show(c, "A")) and None)


@case("multianewarray")
def multianewarray(k: Class, c: Code, name: str) -> None:
    rows = [
        ("[[I", [2, 3]),
        ("[[I", [2]),
        ("[I", [4]),
        ("[[[J", [2, 2]),
        ("[[[J", [1, 2, 3]),
        ("[[[Ljava/lang/String;", [2, 0, 5]),
        ("[[I", [0, -1]),
        ("[[I", [-1, 0]),
        ("[[I", [1, -1]),
        ("[[[Z", [0, 3, -2]),
        ("[[Lno/Such;", [1, 1]),
        ("[[[[[[[[B", [1] * 8),
    ]
    for desc, dims in rows:

        def body(desc: str = desc, dims: list[int] = dims) -> None:
            for d in dims:
                c.push("I", d)
            c.op(name, k.pool.cls(desc), len(dims)).op("dup")
            show(c, "A")
            c.op("checkcast", k.pool.cls("[Ljava/lang/Object;" if desc[1] == "[" or desc[1] == "L" else desc))
            if desc[1] != "[":
                show(c, "A")
                return
            c.static("java/util/Arrays", "deepToString", "([Ljava/lang/Object;)Ljava/lang/String;")
            show(c, "A")

        guarded(c, body)


# -- the operand stack: words pushed from 1 on, then shown from the top -------------------------------
def stack_case(name: str, forms: list[tuple[str, str]]) -> None:
    """forms: (kinds pushed, kinds shown from the top)."""

    def build(k: Class, c: Code, name: str) -> None:
        for pushed, popped in forms:
            for i, kind in enumerate(pushed):
                c.push(
                    kind,
                    {
                        "I": i + 1,
                        "J": (i + 1) << 33 | (i + 1),
                        "F": fbits(i + 0.5),
                        "D": dbits(i + 1e100),
                        "A": f"s{i}",
                    }[kind],
                )
            c.op(name)
            for kind in popped:
                show(c, kind)

    case(name)(build)


stack_case("pop", [("III", "II"), ("JI", "J"), ("DA", "D")])
stack_case("pop2", [("III", "I"), ("IJ", "I"), ("JD", "J"), ("AFA", "A")])
stack_case("dup", [("II", "III"), ("JA", "AAJ"), ("F", "FF")])
stack_case("dup_x1", [("III", "IIII"), ("JAI", "IAIJ"), ("FI", "IFI")])
stack_case("dup_x2", [("IIII", "IIIII"), ("AFI", "IFAI"), ("IJA", "AJAI"), ("DF", "FDF")])
stack_case("dup2", [("III", "IIIII"), ("IJ", "JJI"), ("AF", "FAFA"), ("D", "DD")])
stack_case("dup2_x1", [("IIII", "IIIIII"), ("IAJ", "JAJI"), ("FD", "DFD"), ("AIF", "FIAFI")])
stack_case(
    "dup2_x2", [("IIIII", "IIIIIII"), ("AFIA", "AIFAAI"), ("IFAJ", "JAFJI"), ("IJFA", "AFJAFI"), ("IDJ", "JDJI")]
)
stack_case("swap", [("III", "III"), ("JIA", "IAJ"), ("FA", "FA")])


# -- arithmetic -----------------------------------------------------------------------------------
for _o in ("add", "sub", "mul", "div", "rem"):
    for _kind in "IJFD":

        def _binary(k: Class, c: Code, name: str, kind: str = _kind) -> None:
            apply(k, c, name, kind * 2, kind, list(itertools.product(VALUES[kind], repeat=2)))

        case(PREFIX[_kind] + _o)(_binary)
for _o in ("and", "or", "xor"):
    for _kind in "IJ":

        def _bits(k: Class, c: Code, name: str, kind: str = _kind) -> None:
            apply(k, c, name, kind * 2, kind, list(itertools.product(VALUES[kind], repeat=2)))

        case(PREFIX[_kind] + _o)(_bits)
for _kind in "IJFD":

    def _neg(k: Class, c: Code, name: str, kind: str = _kind) -> None:
        apply(k, c, name, kind, kind, [(v,) for v in VALUES[kind]])

    case(PREFIX[_kind] + "neg")(_neg)
for _o in ("shl", "shr", "ushr"):
    for _kind in "IJ":

        def _shift(k: Class, c: Code, name: str, kind: str = _kind) -> None:
            apply(
                k,
                c,
                name,
                kind + "I",
                kind,
                list(itertools.product(VALUES[kind], [0, 1, 31, 32, 33, 63, 64, -1, IMIN, 5])),
            )

        case(PREFIX[_kind] + _o)(_shift)
for _f, _t in itertools.permutations("IJFD", 2):

    def _conv(k: Class, c: Code, name: str, f: str = _f, t: str = _t) -> None:
        apply(
            k,
            c,
            name,
            f,
            t,
            [(v,) for v in VALUES[f] + ([2**53 + 1, -(2**53) - 3, 0x7FFFFF4000000001, 2**24 + 1] if f == "J" else [])],
        )

    case(f"{PREFIX[_f]}2{PREFIX[_t]}")(_conv)
for _t in "bcs":

    def _narrow(k: Class, c: Code, name: str) -> None:
        apply(k, c, name, "I", "I", [(v,) for v in [*INTS, 127, 128, 32767, 32768, 65535, -32769]])

    case(f"i2{_t}")(_narrow)
for _n, _kind in (("lcmp", "J"), ("fcmpl", "F"), ("fcmpg", "F"), ("dcmpl", "D"), ("dcmpg", "D")):

    def _cmp(k: Class, c: Code, name: str, kind: str = _kind) -> None:
        apply(k, c, name, kind * 2, "I", list(itertools.product(VALUES[kind], repeat=2)))

    case(_n)(_cmp)
