"""PreciseRaceDetector: data races by happens-before (vector clocks) over the explored path.

Two accesses of one field or array element, one of them a write, by different threads race if neither happens before
the other. Happens-before comes from monitors, volatile fields, thread start, end and join, class initialization, and
from the atomic memory actions (Unsafe, VarHandle) and parking that java.util.concurrent is made of. Clocks backtrack
with the search. Properties: race.include, race.exclude (fields or classes of arrays, default: not those of the JDK)."""

from __future__ import annotations

from typing import Any

from ..listener import PropertyListener, on
from ._base import Patterns, Printing

ACCESS = "GETFIELD,PUTFIELD,GETSTATIC,PUTSTATIC,*ALOAD,*ASTORE"
Clock = dict[int, int]


class PreciseRaceDetector(Printing, PropertyListener):
    kind = "race"

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        default_exclude = "java.*,javax.*,jdk.*,sun.*"
        self.wanted = Patterns(self.names("race.include"), self.names("race.exclude", default_exclude))
        self.threads: dict[int, Clock] = {}
        self.locks: dict[Any, Clock] = {}
        self.vars: dict[Any, tuple[Any, dict[int, Any]]] = {}  # last write, reads since by thread
        self.pending: dict[int, Any] = {}
        self.undo: list[tuple[dict[Any, Any], Any, Any]] = []
        self.marks: list[int] = []
        self.saved: dict[int, Any] = {}
        self.found: tuple[Any, Any, str] | None = None
        self.reported: set[Any] = set()

    # --- state that backtracks: every change is logged, nothing is changed in place ---

    def put(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        self.undo.append((table, key, table.get(key)))
        table[key] = value

    def state_advanced(self, search: Any) -> None:
        self.marks.append(len(self.undo))

    def state_backtracked(self, search: Any) -> None:
        if self.marks:
            self.marks.pop()
        self._undo_to(self.marks[-1] if self.marks else 0)

    def _undo_to(self, n: int) -> None:
        while len(self.undo) > n:
            table, key, old = self.undo.pop()
            if old is None:
                table.pop(key, None)
            else:
                table[key] = old

    def state_stored(self, search: Any) -> None:
        self.saved[search.state_id] = (dict(self.threads), dict(self.locks), dict(self.vars))

    def state_restored(self, search: Any) -> None:
        kept = self.saved.get(search.state_id)
        self.undo.clear()
        self.marks = [0] * search.depth
        if kept:
            tables: tuple[Any, ...] = (self.threads, self.locks, self.vars)
            for table, old in zip(tables, kept, strict=True):
                table.clear()
                table.update(old)

    def search_restarted(self, search: Any) -> None:
        self.__init__(self.config)  # type: ignore[misc]

    # --- happens-before ---

    def clock(self, tid: int) -> Clock:
        return self.threads.get(tid) or {tid: 1}

    def acquire(self, tid: int, key: Any) -> None:
        other = self.locks.get(key)
        if other:
            mine = self.clock(tid)
            self.put(self.threads, tid, {t: max(mine.get(t, 0), other.get(t, 0)) for t in mine.keys() | other.keys()})

    def release(self, tid: int, key: Any) -> None:
        mine = self.clock(tid)
        other = self.locks.get(key, {})
        self.put(self.locks, key, {t: max(mine.get(t, 0), other.get(t, 0)) for t in mine.keys() | other.keys()})
        self.put(self.threads, tid, {**mine, tid: mine.get(tid, 0) + 1})

    def object_locked(self, vm: Any, thread: Any, obj: Any) -> None:
        self.acquire(thread.id, ("m", obj.ref))

    def object_unlocked(self, vm: Any, thread: Any, obj: Any) -> None:
        self.release(thread.id, ("m", obj.ref))

    def thread_started(self, vm: Any, thread: Any) -> None:
        parent = vm.running_thread_id
        self.release(parent, ("start", thread.id))
        self.put(self.threads, thread.id, {thread.id: 1})
        self.acquire(thread.id, ("start", thread.id))

    def thread_terminated(self, vm: Any, thread: Any) -> None:
        self.release(thread.id, ("end", thread.id))

    def thread_interrupted(self, vm: Any, thread: Any) -> None:
        self.release(vm.running_thread_id, ("interrupt", thread.id))
        self.acquire(thread.id, ("interrupt", thread.id))

    @on(method="java.lang.Thread.join*,java.lang.Thread.isAlive*,jdk.internal.misc.Unsafe.*,*.<clinit>")
    def method_exited(self, vm: Any, thread: Any, method: Any) -> None:
        tid = thread.id
        if method.name == "<clinit>":
            self.release(tid, ("class", method.class_name))
            return
        frame = thread.top_frame
        words = frame.operands if frame else []
        args = words[-method.args :] if method.args and len(words) >= method.args else []
        if method.class_name == "java.lang.Thread":
            refs = {args[0]} if args else set()
            if frame and frame.method.class_name == "java.lang.Thread" and frame.this:
                refs.add(frame.this.ref)
            for other in vm.threads:
                if other.object_ref in refs and other.status == "TERMINATED":
                    self.acquire(tid, ("end", other.id))
        elif method.name == "unpark" and len(args) > 1:
            self.release(tid, ("park", args[1]))
        elif method.name == "park":
            self.acquire(tid, ("park", thread.object_ref))
        elif len(args) > 2 and method.descriptor.startswith("(Ljava/lang/Object;J") and args[1]:
            key = ("v", args[1], args[2])
            name = method.name
            if name.startswith(("compareAnd", "getAnd", "weakCompare")):
                self.acquire(tid, key)
                self.release(tid, key)
            elif name.startswith("get") and name.endswith(("Volatile", "Acquire", "Opaque")):
                self.acquire(tid, key)
            elif name.startswith("put") and name.endswith(("Volatile", "Release", "Opaque")):
                self.release(tid, key)

    # --- accesses: known before the instruction (operands), counted once it is done ---

    @on(opcodes=ACCESS)
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        self.pending[thread.id] = self._target(vm, thread, insn)

    @on(opcodes=ACCESS)
    def instruction_executed(self, vm: Any, thread: Any, next_insn: Any, insn: Any) -> None:
        target = self.pending.pop(thread.id, None)
        if target is None:
            return
        tid = thread.id
        key, name, how, write = target
        if how == "class":
            cls = name.rpartition(".")[0]
            if ("class", cls) in self.locks:
                self.acquire(tid, ("class", cls))
        elif how == "volatile":
            vkey = ("v", *key)
            if write:
                self.release(tid, vkey)
            else:
                self.acquire(tid, vkey)
            return
        if not self.wanted(name):
            return
        clock = self.clock(tid)
        now = (tid, clock.get(tid, 0), thread.name, insn, write, None)
        last, reads = self.vars.get(key, (None, {}))
        against = last if last and last[0] != tid and last[1] > clock.get(last[0], 0) else None
        if write and not against:
            for r in reads.values():
                if r[0] != tid and r[1] > clock.get(r[0], 0):
                    against = r
        entry = (*now[:5], thread.stack_trace())
        self.put(self.vars, key, (entry, {}) if write else (last, {**reads, tid: entry}))
        if against and not self.found:
            where = frozenset(((against[3].method_id, against[3].index), (insn.method_id, insn.index)))
            if where not in self.reported:
                self.reported.add(where)
                self.found = (against, entry, name)

    def _target(self, vm: Any, thread: Any, insn: Any) -> Any:
        if insn.is_field:
            f = insn.field_info
            if f is None:
                return None
            if f.is_static:
                key: Any = (f.class_info.mirror, f.offset)
            else:
                e = insn.last_this
                if e is None:
                    return None
                key = (e.ref, f.offset)
            if f.is_final and insn.is_read and not f.is_static:
                return None
            how = "volatile" if f.is_volatile else "class" if f.is_static else "field"
            return key, f.full_name, how, insn.is_write
        if insn.op in (0x19, 0x3A) or 0x2A <= insn.op <= 0x2D or 0x4B <= insn.op <= 0x4E:
            return None  # ALOAD and ASTORE of local variables
        method = insn.method
        if method.class_info is None or method.class_info.is_system:
            return None
        array = insn.array
        if array is None:
            return None
        i = insn.array_index
        return ("a", array.ref, i), f"{array.class_name}[{i}]", "element", insn.is_array_store

    # --- property ---

    def check(self, search: Any, vm: Any) -> bool:
        return self.found is None

    @property
    def error_message(self) -> str:
        if not self.found:
            return ""
        one, two, name = self.found
        lines = [f"data race on {name}"]
        for who in (one, two):
            lines.append(f"  {who[2]} {'writes' if who[4] else 'reads'} at {who[3].location}")
            lines += [f"    at {frame}" for frame in who[5]]
        return "\n".join(lines)

    def reset(self) -> None:
        self.found = None
