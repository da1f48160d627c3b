"""One or more cases for every opcode, as assembled classes that print what each leaves behind.

A class Op<n>_<opcode> has a method `main`; it calls OpSupport.begin/show/end. The expected output is
HotSpot's. `CASES` maps an opcode to its builder; the builder gets the class and main's code."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable
from typing import Any

from tests.asm import FINAL, OPCODES, PUBLIC, STATIC, SUPER, Class, Code

SUP = "OpSupport"
BASE, SUB, FACE = "OpSupport$Base", "OpSupport$Sub", "OpSupport$Face"
IMIN, IMAX, JMIN, JMAX = -(2**31), 2**31 - 1, -(2**63), 2**63 - 1
Builder = Callable[[Class, Code], None]
CASES: dict[str, Builder] = {}


def fbits(x: float) -> int:
    return struct.unpack(">I", struct.pack(">f", x))[0]


def dbits(x: float) -> int:
    return struct.unpack(">Q", struct.pack(">d", x))[0]


INTS = [0, 1, -1, 5, -7, 31, 33, 255, 65536, -129, IMAX, IMIN]
LONGS = [0, 1, -1, 9, -1000000007, 2**31, -(2**31) - 1, 2**40 + 3, JMAX, JMIN]
FLOATS = [
    0,
    0x80000000,
    *map(fbits, (1.0, -2.5, 0.1, 3e38, 16777217.0, 2147483648.0, -9.5e18)),
    1,
    0x7F800000,
    0xFF800000,
    0x7FC00000,
]
DOUBLES = [
    0,
    1 << 63,
    *map(dbits, (1.0, -2.5, 0.1, 1.7e308, 2147483647.5, -2147483649.0, 9.3e18, 3e-320)),
    1,
    0x7FF << 52,
    0xFFF << 52,
    0x7FF8 << 48,
]
VALUES = {"I": INTS, "J": LONGS, "F": FLOATS, "D": DOUBLES}
SHOWN = {"Z": "I", "B": "I", "C": "I", "S": "I", "I": "I", "J": "J", "F": "F", "D": "D", "A": "Ljava/lang/Object;"}
PREFIX = {"I": "i", "J": "l", "F": "f", "D": "d", "A": "a"}
WORDS = {"J": 2, "D": 2}
DESC = {"A": "Ljava/lang/Object;"}


def show(c: Code, kind: str) -> None:
    c.static(SUP, "show", f"({SHOWN[kind]})V")


def guarded(c: Code, body: Callable[[], None]) -> None:
    c.catch(body, lambda: show(c, "A"))


def case(*names: str) -> Callable[[Any], Any]:
    def register(f: Any) -> Any:
        for name in names:
            assert name in OPCODES, name
            CASES[name] = lambda k, c, name=name: f(k, c, name)
        return f

    return register


def load(c: Code, kind: str, at: int) -> None:
    c.op(PREFIX[kind] + "load", at)


def apply(k: Class, c: Code, name: str, args: str, result: str, rows: list[tuple[Any, ...]]) -> None:
    """A static method with the opcode between its arguments and its return; called with every row."""
    m = k.method(f"do_{name}", f"({args}){result}")
    at = 0
    for a in args:
        load(m, a, at)
        at += WORDS.get(a, 1)
    m.op(name).op(PREFIX[result] + "return")
    for row in rows:

        def call(row: tuple[Any, ...] = row) -> None:
            for kind, value in zip(args, row, strict=True):
                c.push(kind, value)
            c.static(k.name, f"do_{name}", f"({args}){result}")
            show(c, result)

        guarded(c, call)


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
SAMPLE = {
    "I": [IMIN, 77],
    "J": [JMIN + 1, 1 << 40],
    "F": [fbits(1.5), 0x7FC00000],
    "D": [dbits(-0.1), 1],
    "A": ["str", None],
}


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


def new_array(c: Code, kind: str, n: int) -> None:
    c.push("I", n).op("newarray", kind)


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


# -- fields ---------------------------------------------------------------------------------------
FIELDS = {"Z": "fz", "B": "fb", "C": "fc", "S": "fs", "I": "fi", "J": "fj", "F": "ff", "D": "fd", "A": "fa"}
FIELD_VALUES: dict[str, list[Any]] = {
    "Z": [0, 1, 2, 3, 256],
    "B": [127, 128, 255, -1],
    "C": [65, -1, 65536],
    "S": [32768, -1],
    "I": INTS[:4],
    "J": LONGS,
    "F": FLOATS,
    "D": DOUBLES,
    "A": ["obj", None],
}


@case("getstatic", "putstatic")
def statics(k: Class, c: Code, name: str) -> None:
    for kind, f in FIELDS.items():
        ref = k.pool.field(SUP, "s" + f[1], DESC.get(kind, kind))
        c.op("getstatic", ref)
        show(c, kind)
        for v in FIELD_VALUES[kind]:
            c.push(kind, v).op("putstatic", ref).op("getstatic", ref)
            show(c, kind)
    k.field("own", "J", STATIC)
    k.field("fin", "I", STATIC | FINAL)
    ref = k.pool.field(k.name, "own", "J")
    c.push("J", JMIN).op("putstatic", ref).op("getstatic", ref)
    show(c, "J")
    for owner, n, d in (
        (SUP, "nope", "I"),
        (SUP, "si", "J"),
        ("no/Such", "x", "I"),
        (SUP, "fi", "I"),
        ("java/lang/String", "value", "[B"),
    ):
        for _ in range(2):
            guarded(
                c,
                lambda owner=owner, n=n, d=d: (
                    c.op("getstatic", k.pool.field(owner, n, d)),
                    c.op("pop2" if d == "J" else "pop"),
                )
                and None,
            )
    guarded(c, lambda: c.push("I", 1).op("putstatic", k.pool.field(k.name, "fin", "I")) and None)


@case("getfield", "putfield")
def fields(k: Class, c: Code, name: str) -> None:
    c.op("new", k.pool.cls(SUP)).op("dup").op("invokespecial", k.pool.method(SUP, "<init>", "()V")).op("astore", 1)
    for kind, f in FIELDS.items():
        ref = k.pool.field(SUP, f, DESC.get(kind, kind))
        c.op("aload", 1).op("getfield", ref)
        show(c, kind)
        for v in FIELD_VALUES[kind]:
            c.op("aload", 1).push(kind, v).op("putfield", ref).op("aload", 1).op("getfield", ref)
            show(c, kind)
        guarded(
            c,
            lambda ref=ref, kind=kind: (
                c.op("aconst_null").op("checkcast", k.pool.cls(SUP)).op("getfield", ref),
                show(c, kind),
            )
            and None,
        )
        guarded(
            c,
            lambda ref=ref, kind=kind: c.op("aconst_null")
            .op("checkcast", k.pool.cls(SUP))
            .push(kind, FIELD_VALUES[kind][0])
            .op("putfield", ref)
            and None,
        )
    for n, d in (("nope", "I"), ("si", "I"), ("fi", "F")):
        for _ in range(2):
            guarded(c, lambda n=n, d=d: c.op("aload", 1).op("getfield", k.pool.field(SUP, n, d)).op("pop") and None)


# -- calls ----------------------------------------------------------------------------------------
def make(c: Code, k: Class, name: str, at: int) -> None:
    c.op("new", k.pool.cls(name)).op("dup").op("invokespecial", k.pool.method(name, "<init>", "()V")).op("astore", at)


@case("invokevirtual")
def invokevirtual(k: Class, c: Code, name: str) -> None:
    make(c, k, BASE, 1)
    make(c, k, SUB, 2)
    for at in (1, 2, 1):
        c.op("aload", at).push("I", 5).op(name, k.pool.method(BASE, "virt", "(I)I"))
        show(c, "I")
        c.push("I", 77).op("aload", at).push("J", 1 << 33).push("D", dbits(2.5)).push("I", -3).op(
            name, k.pool.method(BASE, "wide", "(JDI)J")
        )
        show(c, "J")
        show(c, "I")
        c.op("aload", at).op(name, k.pool.method("java/lang/Object", "toString", "()Ljava/lang/String;"))
        show(c, "A")
    guarded(
        c,
        lambda: (
            c.op("aconst_null")
            .op("checkcast", k.pool.cls(BASE))
            .push("I", 5)
            .op(name, k.pool.method(BASE, "virt", "(I)I")),
            show(c, "I"),
        )
        and None,
    )
    for n, d in (("nope", "(I)I"), ("virt", "(I)J")):
        for _ in range(2):
            guarded(
                c,
                lambda n=n, d=d: c.op("aload", 1)
                .push("I", 5)
                .op(name, k.pool.method(BASE, n, d))
                .op("pop2" if d.endswith("J") else "pop")
                and None,
            )
    new_array(c, "I", 3)
    c.op(name, k.pool.method("[I", "clone", "()Ljava/lang/Object;"))
    show(c, "A")
    c.op("aload", 1).op(name, k.pool.method(BASE, "dflt", "()Ljava/lang/String;"))
    show(c, "A")


@case("invokespecial")
def invokespecial(k: Class, c: Code, name: str) -> None:
    k.super_name = SUB
    k.constructor()
    m = k.method("virt", "(I)I", PUBLIC)
    m.op("aload_0").op("iload_1").op(name, k.pool.method(SUB, "virt", "(I)I")).op("bipush", 100).op("iadd").op(
        "ireturn"
    )
    m = k.method("grand", "(I)I", PUBLIC)  # ACC_SUPER: selection starts at the direct superclass
    m.op("aload_0").op("iload_1").op(name, k.pool.method(BASE, "virt", "(I)I")).op("ireturn")
    m = k.method("priv", "(I)I", 2)
    m.op("iload_1").op("iconst_2").op("imul").op("ireturn")
    m = k.method("callPriv", "(I)I", PUBLIC)
    m.op("aload_0").op("iload_1").op(name, k.pool.method(k.name, "priv", "(I)I")).op("ireturn")
    make(c, k, k.name, 1)
    for n in ("virt", "grand", "callPriv"):
        c.op("aload", 1).push("I", 5).op("invokevirtual", k.pool.method(k.name, n, "(I)I"))
        show(c, "I")
    guarded(
        c,
        lambda: (
            c.op("aconst_null")
            .op("checkcast", k.pool.cls(k.name))
            .push("I", 5)
            .op(name, k.pool.method(k.name, "priv", "(I)I")),
            show(c, "I"),
        )
        and None,
    )
    c.op("new", k.pool.cls(BASE)).op("dup").push("I", 21).op(name, k.pool.method(BASE, "<init>", "(I)V"))
    show(c, "A")


@case("invokestatic")
def invokestatic(k: Class, c: Code, name: str) -> None:
    c.push("I", 1).push("J", 20).push("F", fbits(300.9)).push("D", dbits(4000.9)).op("aconst_null").op(
        name, k.pool.method(SUP, "stat", "(IJFDLjava/lang/Object;)I")
    )
    show(c, "I")
    c.op("iconst_1").op("iconst_2").op("iconst_3").op(name, k.pool.method(SUP, "order", "(III)I"))
    show(c, "I")
    for owner, n in ((SUP, "nope"), ("no/Such", "m"), (BASE, "toString"), (SUP, "<clinit2>")):
        if n.startswith("<"):
            continue
        for _ in range(2):
            guarded(
                c,
                lambda owner=owner, n=n: c.op(name, k.pool.method(owner, n, "()Ljava/lang/String;")).op("pop") and None,
            )
    rec = k.method("fact", "(J)J")
    rec.op("lload_0").op("lconst_1").op("lcmp").op("ifgt", "go").op("lconst_1").op("lreturn")
    rec.label("go")
    rec.op("lload_0").op("lload_0").op("lconst_1").op("lsub").op(name, k.pool.method(k.name, "fact", "(J)J")).op(
        "lmul"
    ).op("lreturn")
    c.push("J", 20).static(k.name, "fact", "(J)J")
    show(c, "J")


@case("invokeinterface")
def invokeinterface(k: Class, c: Code, name: str) -> None:
    make(c, k, BASE, 1)
    make(c, k, SUB, 2)
    ref = k.pool.method(FACE, "face", "(IJ)I", True)
    for at in (1, 2, 1, 2):
        c.op("aload", at).push("I", 4).push("J", 3).op(name, ref, 4)
        show(c, "I")
        c.op("aload", at).op(name, k.pool.method(FACE, "dflt", "()Ljava/lang/String;", True), 1)
        show(c, "A")
        c.op("aload", at).op(name, k.pool.method(FACE, "toString", "()Ljava/lang/String;", True), 1)
        show(c, "A")
    # the verifier lets any object pass for an interface: the call checks
    guarded(c, lambda: (c.push("A", "str").push("I", 4).push("J", 3).op(name, ref, 4), show(c, "I")) and None)
    guarded(c, lambda: (c.op("aconst_null").push("I", 4).push("J", 3).op(name, ref, 4), show(c, "I")) and None)
    for n, owner in (("nope", FACE), ("face", BASE)):
        guarded(
            c,
            lambda n=n, owner=owner: c.op("aload", 1)
            .push("I", 4)
            .push("J", 3)
            .op(name, k.pool.method(owner, n, "(IJ)I", True), 4)
            .op("pop")
            and None,
        )


@case("invokedynamic")
def invokedynamic(k: Class, c: Code, name: str) -> None:
    k.version = 55
    p = k.pool
    lookup = "Ljava/lang/invoke/MethodHandles$Lookup;"
    concat = p.handle(
        6,
        p.method(
            "java/lang/invoke/StringConcatFactory",
            "makeConcatWithConstants",
            f"({lookup}Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
        ),
    )
    b = k.bootstrap(concat, p.string("<\x01|\x01|\x02>"), p.string("K"))
    c.push("I", -5).push("D", dbits(0.5)).op(name, p.dynamic(18, b, "concat", "(ID)Ljava/lang/String;"))
    show(c, "A")
    meta = p.handle(
        6,
        p.method(
            "java/lang/invoke/LambdaMetafactory",
            "metafactory",
            f"({lookup}Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
        ),
    )
    impl = p.handle(6, p.method(k.name, "impl", "(IJ)I"))
    b2 = k.bootstrap(meta, p.method_type("(J)I"), impl, p.method_type("(J)I"))
    m = k.method("impl", "(IJ)I")
    m.op("iload_0").op("lload_1").op("l2i").op("iadd").op("ireturn")
    c.push("I", 30).op(name, p.dynamic(18, b2, "applyAsInt", "(I)Ljava/util/function/LongToIntFunction;"))
    c.push("J", 12).op(
        "invokeinterface", p.method("java/util/function/LongToIntFunction", "applyAsInt", "(J)I", True), 3
    )
    show(c, "I")


# -- objects --------------------------------------------------------------------------------------
@case("new")
def new(k: Class, c: Code, name: str) -> None:
    make(c, k, SUB, 1)
    c.op("aload", 1)
    show(c, "A")
    for cls in ("java/lang/Number", FACE, "no/Such"):
        for _ in range(2):
            guarded(c, lambda cls=cls: c.op(name, k.pool.cls(cls)).op("pop") and None)
    guarded(c, lambda: c.op(name, k.pool.cls(BASE)).op("pop") and None)


@case("athrow")
def athrow(k: Class, c: Code, name: str) -> None:
    err = "java/lang/IllegalStateException"
    guarded(
        c,
        lambda: c.op("new", k.pool.cls(err))
        .op("dup")
        .push("A", "thrown")
        .op("invokespecial", k.pool.method(err, "<init>", "(Ljava/lang/String;)V"))
        .op(name)
        and None,
    )
    guarded(c, lambda: c.op("aconst_null").op(name) and None)
    # the first matching entry of the table counts, inner before outer
    c.catch(
        lambda: c.catch(
            lambda: c.op("iconst_1").op("iconst_0").op("idiv").op("pop") and None,
            lambda: (show(c, "A"), c.op("aconst_null").op(name)) and None,
            "java/lang/ArithmeticException",
        ),
        lambda: show(c, "A"),
        None,
    )
    c.catch(
        lambda: c.catch(
            lambda: c.op("iconst_1").op("iconst_0").op("idiv").op("pop") and None,
            lambda: (c.op("pop"), c.push("I", -1), show(c, "I")) and None,
            "java/lang/NullPointerException",
        ),
        lambda: show(c, "A"),
    )


TYPES = [
    "java/lang/Object",
    "java/lang/String",
    BASE,
    SUB,
    FACE,
    "java/lang/Comparable",
    "[I",
    "[Ljava/lang/Object;",
    "[[I",
    "java/lang/Cloneable",
    "[LOpSupport$Face;",
    "java/io/Serializable",
    "[Ljava/lang/Cloneable;",
]


@case("checkcast", "instanceof")
def types(k: Class, c: Code, name: str) -> None:
    make(c, k, BASE, 1)
    make(c, k, SUB, 2)
    c.push("A", "s").op("astore", 3)
    new_array(c, "I", 1)
    c.op("astore", 4)
    c.op("iconst_1").op("anewarray", k.pool.cls(SUB)).op("astore", 5)
    c.op("iconst_1").op("iconst_1").op("multianewarray", k.pool.cls("[[I"), 2).op("astore", 6)
    c.op("aconst_null").op("astore", 7)
    for t in TYPES:
        for at in (1, 2, 3, 4, 5, 6, 7, 2, 1):

            def body(t: str = t, at: int = at) -> None:
                c.op("aload", at).op(name, k.pool.cls(t))
                if name == "instanceof":
                    show(c, "I")
                else:
                    c.op("ifnull", nul := c.new_label()).push("I", 1)
                    show(c, "I")
                    c.label(nul)

            guarded(c, body)
    guarded(c, lambda: c.op("aconst_null").op(name, k.pool.cls("no/Such")).op("pop") and None)
    guarded(c, lambda: c.op("aload", 1).op(name, k.pool.cls("no/Such")).op("pop") and None)


@case("monitorenter", "monitorexit")
def monitors(k: Class, c: Code, name: str) -> None:
    c.push("A", "lock").op("astore", 1)
    for _ in range(3):
        c.op("aload", 1).op("monitorenter")
    c.op("aload", 1).static("java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z")
    show(c, "I")
    for _ in range(3):
        c.op("aload", 1).op("monitorexit")
    c.op("aload", 1).static("java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z")
    show(c, "I")
    guarded(c, lambda: c.op("aconst_null").op("monitorenter") and None)
    guarded(c, lambda: c.op("aconst_null").op("monitorexit") and None)
    m = k.method("unlock", "(Ljava/lang/Object;)V")
    m.op("aload_0").op("monitorexit").op("return")
    guarded(c, lambda: c.op("aload", 1).static(k.name, "unlock", "(Ljava/lang/Object;)V") and None)


@case("breakpoint", "impdep1", "impdep2")
def reserved(k: Class, c: Code, name: str) -> None:
    """Reserved opcodes never verify: the class that has one cannot be used."""
    c.raw(OPCODES[name][0])


def build(name: str) -> tuple[str, bytes, set[str]]:
    """Class name, class file, opcodes it holds."""
    k = Class(f"Op{OPCODES[name][0]:03d}_{name}", access=PUBLIC | SUPER)
    c = k.method("main", "([Ljava/lang/String;)V")
    c.op("ldc_w", k.pool.string(name)).static(SUP, "begin", "(Ljava/lang/String;)V")
    CASES[name](k, c)
    if name in ("breakpoint", "impdep1", "impdep2"):
        c.used.add(name)
    c.static(SUP, "end", "()V").op("return")
    return k.name, k.build(), set().union(*(m.used for _, _, _, m in k.methods))
