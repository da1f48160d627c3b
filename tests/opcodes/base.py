"""One or more cases for every opcode, as assembled classes that print what each leaves behind.

A class Op<n>_<opcode> has a method `main`; it calls OpSupport.begin/show/end. The expected output is
HotSpot's. `CASES` maps an opcode to its builder; the builder gets the class and main's code."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from tests.asm import OPCODES, Class, Code

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


SAMPLE = {
    "I": [IMIN, 77],
    "J": [JMIN + 1, 1 << 40],
    "F": [fbits(1.5), 0x7FC00000],
    "D": [dbits(-0.1), 1],
    "A": ["str", None],
}


def new_array(c: Code, kind: str, n: int) -> None:
    c.push("I", n).op("newarray", kind)
