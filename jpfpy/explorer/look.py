"""Where the engine stands, as plain data: called in the search's thread, while the engine is in that state."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..errors import JPFError
from ..report.report import Location, _thread
from ..views.expression import Expression, NoValue, frozen
from .position import Access, Option, Standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..report.report import ThreadSnapshot
    from ..views import VM, ElementInfo, Instruction, ThreadInfo
    from ..views.frame import StackFrame

VERBS = {
    "SHARED_OBJECT": "", "SHARED_CLASS": "", "SHARED_ARRAY": "", "ROOT": "", "BREAK": "goes on",
    "LOCK": "locks", "WAIT": "waits on", "JOIN": "joins a thread", "PARK": "parks", "UNPARK": "unparks a thread",
    "THREAD_RUN": "begins", "THREAD_START": "starts a thread", "TERMINATE": "ends", "THREAD_SLEEP": "sleeps",
    "SLEEP": "sleeps", "YIELD": "yields", "THREAD_YIELD": "yields", "NOTIFY": "notifies", "NOTIFY_ALL": "notifies all",
}  # fmt: skip


def source_of(vm: VM, cls: str, method: str, file: str | None, line: int | None) -> Location:
    return Location(cls, method, file, line, vm.source(cls, file, line) if line else None)


def standing(vm: VM, snapshot: Iterable[ThreadSnapshot]) -> tuple[Standing, ...]:
    """The threads of an error."""
    out = []
    for t in snapshot:
        own = (f.location for f in t.frames if (c := vm.find_class(f.location.class_name)) is None or not c.is_system)
        out.append(Standing(t, t.waits or "", next(own, None)))
    return tuple(out)


def threads(vm: VM) -> tuple[Standing, ...]:
    out = []
    for raw in json.loads(vm.raw._snapshot()):
        for f in raw["frames"]:
            f["source"] = vm.source(f["class"], f["file"], f["line"] or 0)
        snapshot = _thread(raw)
        info = vm.thread(raw["id"])
        frame = info.user_frame
        line = None
        if frame is not None:
            line = source_of(vm, frame.class_name, frame.method_name, frame.method.source_file_name, frame.line)
        out.append(Standing(snapshot, snapshot.waits or coming(vm, info), line))
    return tuple(out)


def coming(vm: VM, thread: ThreadInfo) -> str:
    """What a thread that can go on does next."""
    frame = thread.top_frame
    insn = frame.pc if frame is not None else None
    if frame is not None and insn is not None:
        target = touched(vm, frame, insn)
        if target is not None:
            return f"{'writes' if target[1] else 'reads'} {target[0]}"
        if insn.op == 0xC2 and frame.operands:
            e = vm.element(frame.operands[-1])
            return f"locks {frozen(e, vm)}" if e is not None else "locks null"
    word = VERBS.get(thread.pending, thread.pending.lower().replace("_", " "))
    if thread.pending == "LOCK" and thread.lock is not None:
        return f"locks {frozen(thread.lock, vm)}"
    if insn is not None and insn.is_invoke and not word:
        word = f"calls {insn.owner.rpartition('.')[2]}.{insn.name}"
    return word


def touched(vm: VM, frame: StackFrame, insn: Instruction) -> tuple[str, bool, ElementInfo | None, Any] | None:
    """The field or element that an instruction is about to access: name, is it written, object, key; None: none."""
    words = frame.operands
    wide = insn.op in (0x50, 0x52)
    if insn.is_field:
        field = insn.field_info
        if field is None:
            return None
        write = bool(insn.is_write)
        size = (2 if field.descriptor[0] in "JD" else 1) if write else 0
        if insn.is_static:
            target: ElementInfo | None = vm.statics(field.class_info)
        else:
            target = vm.element(words[-1 - size]) if len(words) > size else None
        owner = field.class_info.name if insn.is_static else target.class_name if target is not None else insn.owner
        return f"{owner.rpartition('.')[2]}.{field.name}", write, target, field
    if insn.is_array_load or insn.is_array_store:
        at = 1 if insn.is_array_load else 3 if wide else 2
        if len(words) <= at:
            return None
        index = words[-at] & 0xFFFFFFFF
        array = vm.element(words[-at - 1])
        if array is None or not 0 <= index < array.length:
            return None
        return f"{array.class_name.rpartition('.')[2]}[{index}]", bool(insn.is_array_store), array, index
    return None


class Touch:
    """The access that the next transition of a thread begins with, told before and after it."""

    def __init__(self, vm: VM, tid: int) -> None:
        self.where: tuple[str, bool, int, Any, Any] | None = None
        if tid < 0 or tid >= vm.raw._threads():
            return
        frame = vm.thread(tid).top_frame
        insn = frame.pc if frame is not None else None
        found = touched(vm, frame, insn) if frame is not None and insn is not None else None
        if found is None:
            return
        name, write, target, key = found
        if target is not None:
            self.where = name, write, target.ref, key, target
            self.before = frozen(target[key], vm)

    def done(self, vm: VM) -> Access | None:
        if self.where is None:
            return None
        name, write, ref, key, was = self.where
        after = self.before
        if write:
            try:
                now = vm.statics(was.of) if hasattr(was, "of") else vm.element(ref)
                after = frozen(now[key], vm) if now is not None else None
            except (IndexError, KeyError, JPFError):  # the object is gone
                return None
        return Access(name, "write" if write else "read", self.before, after)


def values(vm: VM, watched: Iterable[Expression]) -> dict[str, Any]:
    """By the expressions' texts; None: null, or there is none in this state."""
    out = {}
    numbers: dict[str, dict[int, int]] = {}
    for e in watched:
        try:
            out[e.text] = frozen(e.value(vm), vm, numbers)
        except NoValue:
            out[e.text] = None
    return out


def options(
    vm: VM, texts: list[str], level: int, standing: tuple[Standing, ...]
) -> tuple[tuple[Option, ...], list[int]]:
    """The choices of the state that the path's last level is, and the thread that each of them lets go on."""
    nexts = {t.id: t.next for t in standing}
    names = {t.id: t.name for t in standing}
    cascade = vm.registry.cascade(level)
    out, ids = [], []
    for i, text in enumerate(texts):
        tid, chosen_thread = cascade[-1].thread_id if cascade else -1, False
        rest = i
        for cg in reversed(cascade):
            n = max(len(cg), 1)
            if cg.kind == "thread" and cg.bound is not None:
                chosen = cg.bound.choice(rest % n)
                tid, chosen_thread = chosen.id if hasattr(chosen, "id") else int(chosen), True
            rest //= n
        ids.append(tid)
        out.append(Option(i, text, names.get(tid, ""), nexts.get(tid, "") if chosen_thread else ""))
    return tuple(out), ids


def picks(vm: VM) -> tuple[int | None, ...]:
    """What the generators of the running transition chose, the last registered last."""
    transition = vm.transition
    if transition is None:
        return ()
    return tuple(None if cg.kind == "thread" else cg.index for cg in transition.choice_generator.get_cascade())
