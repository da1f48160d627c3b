"""Which instruction made an operand: a walk back through straight-line code by the instructions' stack effects (JVMS
6.5). Words, so that a long or double counts twice."""

from __future__ import annotations

from typing import Any

from ..views.base import type_names

# Words popped and pushed, by opcode range; what is not here (jumps, stack shuffling) ends the walk.
_TABLE = """0:0,0 1-8:0,1 9-10:0,2 11-13:0,1 14-15:0,2 16-19:0,1 20:0,2 21:0,1 22:0,2 23:0,1 24:0,2 25-29:0,1 30-33:0,2
34-37:0,1 38-41:0,2 42-45:0,1 46:2,1 47:2,2 48:2,1 49:2,2 50-53:2,1 54:1,0 55:2,0 56:1,0 57:2,0 58-62:1,0 63-66:2,0
67-70:1,0 71-74:2,0 75-78:1,0 79:3,0 80:4,0 81:3,0 82:4,0 83-86:3,0 87:1,0 88:2,0 116:1,1 117:2,2 118:1,1 119:2,2
120:2,1 121:3,2 122:2,1 123:3,2 124:2,1 125:3,2 126:2,1 127:4,2 128:2,1 129:4,2 130:2,1 131:4,2 132:0,0 133:1,2 134:1,1
135:1,2 136-137:2,1 138:2,2 139:1,1 140-141:1,2 142:2,1 143:2,2 144:2,1 145-147:1,1 148:4,1 149-150:2,1 151-152:4,1
187:0,1 188-190:1,1 193:1,1"""
EFFECTS: dict[int, tuple[int, int]] = {}
for _entry in _TABLE.split():
    _range, _, _effect = _entry.partition(":")
    _low, _, _high = _range.partition("-")
    for _op in range(int(_low), int(_high or _low) + 1):
        EFFECTS[_op] = (int(_effect[0]), int(_effect[2]))
for _op in range(96, 116):  # add sub mul div rem, each for int long float double
    EFFECTS[_op] = (4, 2) if _op % 2 else (2, 1)


def words(type_name: str) -> int:
    return 0 if type_name == "void" else 2 if type_name in ("long", "double") else 1


def effect(insn: Any) -> tuple[int, int] | None:
    if insn.is_field:
        n = 2 if insn.descriptor[0] in "JD" else 1
        return {0xB2: (0, n), 0xB3: (n, 0), 0xB4: (1, n), 0xB5: (n + 1, 0)}[insn.op]
    if insn.is_invoke:
        from ..views.base import type_name

        receiver = 0 if insn.op in (0xB8, 0xBA) else 1
        arguments = sum(words(t) for t in type_names(insn.descriptor))
        return receiver + arguments, words(type_name(insn.descriptor.rpartition(")")[2]))
    return EFFECTS.get(insn.op)


def producer(method: Any, index: int, depth: int) -> Any:
    """The instruction that made the operand `depth` words below the top (1: the top) as it is before instruction
    `index`; None where that cannot be told."""
    for i in range(index - 1, -1, -1):
        insn = method.instruction(i)
        if insn.op == 0x59 and depth <= 2:  # dup
            depth = 1
            continue
        if insn.op == 0xC0 and depth == 1:  # checkcast
            continue
        found = effect(insn)
        if found is None:
            return None
        popped, pushed = found
        if depth <= pushed:
            return insn
        depth += popped - pushed
    return None
