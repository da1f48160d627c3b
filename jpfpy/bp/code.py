"""What is alive in a generator that stands at a yield, from its bytecode: which locals, how many stacked values."""

from __future__ import annotations

import dis
import gc
import inspect
import re
from collections.abc import Generator
from functools import cache
from types import CellType, CodeType, GeneratorType
from typing import Any, NamedTuple

from .freeze import ITERATORS, Freezer, Key, Unfreezable

# With one of these names in a function, every local may be read at any time.
REFLECTIVE = {"locals", "vars", "eval", "exec", "dir", "_getframe", "currentframe"}
UNCONDITIONAL = re.compile(
    r"^(RETURN_VALUE|RETURN_CONST|RERAISE|RAISE_VARARGS|JUMP_FORWARD|JUMP_BACKWARD\w*|INTERPRETER_EXIT)$"
)


class YieldPoint(NamedTuple):
    live: frozenset[str]  # locals that may be read later
    stack: int  # values below the yielded one: iterators of for loops, with blocks, half-built expressions


class CodeInfo(NamedTuple):
    points: dict[int, YieldPoint]  # by offset of the yield
    known: bool


def _fast_names(ins: dis.Instruction) -> list[tuple[str, str]]:
    """(action, name) of an instruction on fast locals, in order; superinstructions have two."""
    actions = re.findall(r"(LOAD|STORE|DELETE)_FAST", ins.opname)
    names = ins.argval if isinstance(ins.argval, tuple) else (ins.argval,)
    if len(actions) != len(names):
        return [("LOAD", str(n)) for n in names]
    return list(zip(actions, map(str, names), strict=True))


@cache
def analyse(code: CodeType) -> CodeInfo:
    try:
        return _analyse(code)
    except Exception:  # an instruction of a Python we do not know: the received events are the state then
        return CodeInfo({}, False)


def _analyse(code: CodeType) -> CodeInfo:
    instructions = list(dis.get_instructions(code))
    at = {ins.offset: i for i, ins in enumerate(instructions)}
    handlers: list[tuple[int, int, int, int, bool]] = []
    for entry in getattr(dis.Bytecode(code), "exception_entries", None) or ():
        handlers.append((entry.start, entry.end, at[entry.target], entry.depth, entry.lasti))
    n = len(instructions)
    succ: list[list[int]] = []
    for i, ins in enumerate(instructions):
        out = []
        if not UNCONDITIONAL.match(ins.opname) and i + 1 < n:
            out.append(i + 1)
        if ins.opcode in dis.hasjrel or ins.opcode in dis.hasjabs:
            out.append(at[ins.argval])
        succ.append(out)
    caught = [[h for s, e, h, _, _ in handlers if s <= ins.offset < e] for ins in instructions]

    # Stack depth, forward. A handler starts with the table's depth, the offset if it asks for it, and the exception.
    depth: list[int | None] = [None] * n
    work = [(0, 0)]
    for _, _, h, d, lasti in handlers:
        work.append((h, d + int(lasti) + 1))
    while work:
        i, d = work.pop()
        if depth[i] is not None:
            if depth[i] != d:
                return CodeInfo({}, False)
            continue
        depth[i] = d
        ins = instructions[i]
        arg = ins.arg if ins.opcode >= dis.HAVE_ARGUMENT else None
        for s in succ[i]:
            jump = s != i + 1 or (ins.opcode in dis.hasjrel and ins.argval == instructions[s].offset)
            effect = 1 if ins.opname == "RETURN_GENERATOR" else dis.stack_effect(ins.opcode, arg, jump=jump)
            work.append((s, d + effect))

    # Live locals, backward.
    every = frozenset(code.co_varnames)
    cells = frozenset(code.co_cellvars) | frozenset(code.co_freevars)
    live: list[frozenset[str]] = [frozenset()] * n
    changed = True
    while changed:
        changed = False
        for i in range(n - 1, -1, -1):
            before: frozenset[str] = frozenset().union(*(live[s] for s in succ[i]))
            if "FAST" in instructions[i].opname:
                for action, name in reversed(_fast_names(instructions[i])):
                    if action == "LOAD":
                        before = before | {name}
                    else:
                        before = before - {name}
            before = before.union(*(live[h] for h in caught[i]))
            if before != live[i]:
                live[i] = before
                changed = True
    whole = bool(REFLECTIVE & set(code.co_names))
    points = {}
    for i, ins in enumerate(instructions):
        below = depth[i]
        if ins.opname == "YIELD_VALUE" and below is not None:
            after = frozenset().union(*(live[s] for s in succ[i]), *(live[h] for h in caught[i]))
            points[ins.offset] = YieldPoint((every if whole else after) | cells, below - 1)
    return CodeInfo(points, True)


Gen = Generator[Any, Any, Any]
ON_STACK = {*ITERATORS, GeneratorType}


def _stack(gen: Gen, n: int) -> list[object]:
    """The last n values on the stack of a suspended generator: what its traversal visits last."""
    return gc.get_referents(gen)[-n:] if n else []


def _probe() -> bool:
    """Does the traversal of this Python end with the stack?"""

    def sample(letters: str = "c") -> Gen:
        first = "local"
        for x in ("a", "b"):
            for y in list(letters):
                yield x + y + first

    gen = sample()
    next(gen)
    _ = gen.gi_frame.f_lineno
    types = [type(v) for v in _stack(gen, 2)]
    return types == [type(iter(())), type(iter([]))]


_STACK_VISIBLE = _probe()


def position(gen: Gen, freezer: Freezer, inner: bool = False) -> Key:
    """Code position, live locals, cells and what is on the stack (loop iterators, generators that are delegated to) as
    a key. Unfreezable: something else is alive. Free variables of a b-thread's own function lie outside it."""
    frame = gen.gi_frame
    if frame is None:
        return ("finished",)
    code = gen.gi_code
    values = frame.f_locals
    if inspect.getgeneratorstate(gen) == inspect.GEN_CREATED:
        return ("created", *[(n, freezer.key(values[n])) for n in sorted(values)])
    info = analyse(code)
    offset = frame.f_lasti
    point = info.points.get(offset) or info.points.get(offset - 2)
    if not info.known or point is None:
        raise Unfreezable("bytecode")
    cells = {*code.co_cellvars, *code.co_freevars}
    key: list[Key] = [offset]
    for name in sorted(point.live - cells):
        if name in values:
            key.append((name, freezer.key(values[name])))
    if code.co_cellvars or (inner and code.co_freevars):
        free = len(code.co_freevars)
        held = [v for v in gc.get_referents(gen) if type(v) is CellType]
        if len(held) != len(cells):
            raise Unfreezable("cells")
        key.extend(freezer.key(c) for c in (held if inner else held[: len(held) - free]))
    if point.stack:
        stack = _stack(gen, point.stack)
        if not _STACK_VISIBLE or len(stack) != point.stack or any(type(v) not in ON_STACK for v in stack):
            raise Unfreezable("values on the stack")
        key.extend(freezer.key(v) for v in stack)
    return tuple(key)


@cache
def cleans_up(code: CodeType) -> bool:
    """Does the code do something when a generator of it is thrown away (finally, with, except)?"""
    try:
        body = dis.Bytecode(code)
        entries = getattr(body, "exception_entries", None) or ()
        at = {ins.offset: ins for ins in body}
        return any(at[e.target].opname != "CALL_INTRINSIC_1" for e in entries)
    except Exception:
        return True
