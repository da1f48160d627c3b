"""The opcode matrix: a case or more for every opcode."""

from __future__ import annotations

from tests.asm import OPCODES, PUBLIC, SUPER, Class

from . import control as control
from . import objects as objects
from . import values as values
from .base import CASES, SUP


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
