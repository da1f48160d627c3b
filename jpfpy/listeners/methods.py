"""Which methods were called on the path to an error, and which overlapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..listener import Listener
from ._base import JDK, Logging

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, MethodInfo, Search, ThreadInfo

RULE = "-" * 42


class Op(NamedTuple):
    type: str  # CALL_EXECUTE, RETURN, or CALL_EXEC_RETURN for both in a row
    thread: int
    name: str  # of the thread
    method: str
    obj: str  # the receiver, empty for static methods
    depth: int


CODES = {"CALL_EXECUTE": ">- ", "RETURN": "  <", "CALL_EXEC_RETURN": ">-<"}


class MethodAnalyzer(Logging, Listener):
    """The calls and returns on the path to each error: `>-` entered, `<` returned, `>-<` both, a rule where the
    thread changes. JPF: MethodAnalyzer.

    method.include, method.exclude (patterns over a.b.C.name and a.b.C.name(I)V; default: not the JDK's);
    method.max_history; method.skip_init (true: not those of the first transition); method.show_depth;
    method.show_transition."""

    topic_name = "method ops"

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.wanted = self.patterns("method.include", "method.exclude", JDK, "member")
        self.max = self.number("method.max_history", 1 << 30)
        self.skip_init = self.flag("method.skip_init", True)

    def _note(self, kind: str, vm: VM, thread: ThreadInfo, method: MethodInfo) -> None:
        if not self.wanted(method.full_name, method.class_name + "." + method.unique_name) or (
            self.skip_init and vm.search.depth == 0
        ):
            return
        frame = thread.top_frame
        this = frame.this if frame and frame.method.id == method.id and not method.is_static else None
        args = ",".join(a.rpartition(".")[2] for a in method.argument_types)
        name = f"{method.name}({args})"
        depth = thread.stack_depth + (kind == "RETURN")
        self.log.add(Op(kind, thread.id, thread.name, f"{method.class_name}.{name}", str(this) if this else "", depth))

    def method_entered(self, vm: VM, thread: ThreadInfo, method: MethodInfo) -> None:
        self._note("CALL_EXECUTE", vm, thread, method)

    def method_exited(self, vm: VM, thread: ThreadInfo, method: MethodInfo) -> None:
        self._note("RETURN", vm, thread, method)

    def history(self) -> list[tuple[int, Op]]:
        """Operations with their transition, the receiver also at the return."""
        out: list[tuple[int, Op]] = []
        open_calls: dict[int, list[Op]] = {}
        for i, op in self.log.numbered():
            stack = open_calls.setdefault(op.thread, [])
            if op.type == "RETURN":
                while stack and stack[-1].depth > op.depth:
                    stack.pop()
                if stack and stack[-1].method == op.method:
                    op = op._replace(obj=stack.pop().obj)
            else:
                stack.append(op)
            out.append((i, op))
        return out[-self.max :]

    def chosen(self, ops: list[tuple[int, Op]]) -> list[tuple[int, Op]]:
        return ops

    def property_violated(self, search: Search) -> None:
        ops = merged(self.chosen(self.history()))
        self.topic(f"{self.topic_name} #{search.n_errors}")
        transitions, depth = self.flag("method.show_transition"), self.flag("method.show_depth")
        last: int | None = None
        for i, op in ops:
            now = i if transitions else op.thread
            if now != last and (transitions or last is not None):
                self.say(f"{RULE} #{i}" if transitions else RULE)
            last = now
            dots = "." * op.depth + " " if depth else ""
            owner, _, name = op.method.rpartition("(")[0].rpartition(".")
            call = f"{name}({op.method.rpartition('(')[2]}"
            target = op.obj if op.obj.startswith(owner + "@") else f"{owner}<{op.obj}>" if op.obj else owner
            self.say(f"{op.thread}: {CODES[op.type]} {dots}{target}.{call}")

    def publish(self) -> list[list[Any]]:
        return [[i, *op] for i, op in self.history()]


def merged(ops: list[tuple[int, Op]]) -> list[tuple[int, Op]]:
    """A call and its return right behind it become one."""
    out: list[tuple[int, Op]] = []
    for i, op in ops:
        last = out[-1][1] if out else None
        if last and op.type == "RETURN" and last == op._replace(type="CALL_EXECUTE"):
            out[-1] = (out[-1][0], op._replace(type="CALL_EXEC_RETURN"))
        else:
            out.append((i, op))
    return out


class OverlappingMethodAnalyzer(MethodAnalyzer):
    """Of these only calls that overlap, on one object, with a call of another thread that had not returned. JPF:
    OverlappingMethodAnalyzer."""

    topic_name = "overlapping method ops"

    def chosen(self, ops: list[tuple[int, Op]]) -> list[tuple[int, Op]]:
        ends = self._ends([op for _, op in ops])
        spans = [
            (k, ends.get(k, len(ops)), op) for k, (_, op) in enumerate(ops) if op.type == "CALL_EXECUTE" and op.obj
        ]
        keep: set[int] = set()
        for k, end, op in spans:
            for k2, end2, other in spans:
                if k < k2 < end and other.obj == op.obj and other.thread != op.thread:
                    keep |= {k, end, k2, end2}
        return [x for k, x in enumerate(ops) if k in keep]

    def _ends(self, ops: list[Op]) -> dict[int, int]:
        """Index of a call: index of its return."""
        out: dict[int, int] = {}
        open_calls: dict[int, list[int]] = {}
        for k, op in enumerate(ops):
            stack = open_calls.setdefault(op.thread, [])
            if op.type == "RETURN":
                while stack and ops[stack[-1]].depth > op.depth:
                    stack.pop()
                if stack and ops[stack[-1]].method == op.method:
                    out[stack.pop()] = k
            else:
                stack.append(k)
        return out
