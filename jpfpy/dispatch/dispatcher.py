"""From the engine's events to the listeners' methods: which are called, with what, and what the report's notes say of
those that never can be."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable
from sys import getrefcount
from typing import TYPE_CHECKING, Any

from .. import views
from ..errors import ConfigError
from ..listener import SEARCH_EVENTS
from .given import has_check, has_fitting_methods, is_true, listens_to_nothing, make, misnamed, overridden

if TYPE_CHECKING:
    from .._jpf import FilterRow

BETWEEN = ("state_advanced", "choice_generator_set", "choice_generator_advanced")
REPLAYING = 1 << 63  # the bit of an event's mask that says so
NO_FILTER: tuple[str | None, ...] = (None,) * 5
STEPS = ("steps", "", "")
OUTPUT = ("output", "", "")


def opcode_bits(names: str | None) -> bytes | None:
    """32 bytes with a bit for each opcode the patterns mean; ILOAD means iload_0 too."""
    if names is None:
        return None
    from .. import _jpf

    bits = bytearray(32)
    for pattern in names.replace(",", " ").split():
        hit = False
        for value, mnemonic in enumerate(_jpf.opcodes()):
            base = mnemonic.partition("_")[0] if mnemonic[:2] not in ("if",) and "_w" not in mnemonic else mnemonic
            if mnemonic and any(fnmatch.fnmatchcase(m, pattern.lower()) for m in (mnemonic, base)):
                bits[value >> 3] |= 1 << (value & 7)
                hit = True
        if not hit:
            raise ConfigError(f"no opcode matches {pattern}")
    return bytes(bits)


class Handler:
    """One bound callback with the number of its filter."""

    __slots__ = ("call", "called", "filter", "listener", "sub")

    def __init__(self, listener: Any, call: Callable[..., Any], sub: int, filter: tuple[str | None, ...]) -> None:
        self.listener, self.call, self.sub, self.filter = listener, call, sub, filter
        self.called = False


class Dispatcher:
    """From the engine's events to the listeners' methods, in the order of their registration."""

    def __init__(
        self, raw: Any, config: Any, sources: Any = None, note: Callable[..., None] = lambda *lines: None
    ) -> None:
        from .. import _jpf

        self.raw, self.note = raw, note
        self.vm = views.VM(raw, config, sources)
        self.names: list[str] = _jpf.events()
        self.number = {n: i for i, n in enumerate(self.names)}
        self.listeners: list[Any] = []
        self.by_kind: list[list[Handler]] = [[] for _ in self.names]
        self.failure: BaseException | None = None
        self.autoload: list[tuple[str, str]] = []
        self.dirty = False
        self.changed: set[tuple[int, int]] = set()  # who has changed the program, in which notification
        self.between = {self.number[n] for n in BETWEEN}
        self.own = {self.number[n] for n in ("class_loaded", "search_finished")}
        self.in_event = False
        self.classpath: list[str] = []  # where what a filter may have meant is looked for
        self.unused: list[str] = []  # lines on patterns of shipped listeners' properties that have meant nothing
        self.search_args: tuple[views.Search] | None = None  # see _search
        self.search_refs = 0
        self.makers = [self._maker(n) for n in self.names]

    # --- registration ---

    def add(self, listener: Any) -> None:
        if any(x is listener for x in self.listeners):
            return
        has_fitting_methods(listener)
        self.listeners.append(listener)
        self.note(*misnamed(listener))
        if listens_to_nothing(listener):
            self.note(f"warning: {type(listener).__qualname__} overrides no notification: it is never called")
        self.update()

    def remove(self, listener: Any) -> None:
        self.listeners = [x for x in self.listeners if x is not listener]
        self.update()

    def update(self) -> None:
        """Filters and masks of all listeners to the engine; at once, or after the running notification."""
        if self.in_event or self.raw._later():
            self.dirty = True
            return
        subs: dict[tuple[str | None, ...], int] = {NO_FILTER: 0}
        masks = [0]
        called = {(id(h.listener), kind) for kind, handlers in enumerate(self.by_kind) for h in handlers if h.called}
        self.by_kind = [[] for _ in self.names]
        for listener in self.listeners:
            whole = getattr(type(listener), "__jpf_filter__", None)
            for kind, name in enumerate(self.names):
                call = getattr(listener, name, None)
                if name == "property_check":
                    call = self._checker(listener) if has_check(listener) else None
                if call is None or not overridden(listener, name):
                    continue
                key = getattr(call, "__jpf_filter__", None) or whole or NO_FILTER
                if key not in subs:
                    subs[key] = len(subs)
                    masks.append(0)
                masks[subs[key]] |= 1 << kind
                handler = Handler(listener, call, subs[key], key)
                handler.called = (id(listener), kind) in called
                self.by_kind[kind].append(handler)
        store = str(self.vm.config.values.get("vm.store_steps", "")).lower() == "true"
        if store or any(getattr(x, "record_steps", False) for x in self.listeners):
            self.raw._probe(*STEPS)
        if any(getattr(x, "reads_output", None) for x in self.listeners):
            self.raw._probe(*OUTPUT)
        if any(map(lists_heap, self.listeners)):
            self.raw._probe("heap", "", "")
        for listener in self.listeners:
            probe = getattr(listener, "native_probe", None)
            if probe is not None:
                self.vm.probes[probe] = self.raw._probe(*probe)
        if any(hasattr(x, "unused") for x in self.listeners):
            masks[0] |= 1 << self.number["search_finished"]
        if self.autoload:
            masks[0] |= 1 << self.number["class_loaded"]
        if len(masks) > 63:
            raise ConfigError("listeners with more than 63 different filters")
        filters: list[FilterRow] = []
        for (opcodes, method, field, cls, thread), events in zip(subs, masks, strict=True):
            row: FilterRow = {
                "events": events,
                "opcodes": opcode_bits(opcodes),
                "method": method,
                "field": field,
                "cls": cls,
                "thread": thread,
            }
            filters.append(row)
        self.raw._subscribe(filters)
        self.raw._heard(self, self.vm, self.vm.meddlers, [self._alone(kind) for kind in range(len(self.names))])

    def _alone(self, kind: int) -> tuple[Handler, Callable[..., Any], Any, tuple[int, ...]] | None:
        """The only handler of what a search tells, which the engine calls itself (csrc/py/heard.c)."""
        handlers = self.by_kind[kind]
        if len(handlers) != 1 or kind in self.own or self.names[kind] not in SEARCH_EVENTS:
            return None
        h = handlers[0]
        return h, h.call, h.listener, (0, -1, -1, -1, kind)

    def _checker(self, listener: Any) -> Callable[..., None]:
        def ask(search: views.Search, vm: views.VM) -> None:
            answer = listener.check(search, vm)
            holds = is_true(answer)
            if holds is None:
                of = type(listener).__qualname__
                raise ConfigError(f"{of}.check answered {shown(answer)}: True or False is expected")
            if not holds:
                kind = getattr(listener, "kind", "property")
                self.raw._control("violation", views.property_name(listener), kind, views.error_message(listener))
                getattr(listener, "reset", lambda: None)()

        return ask

    def unmatched(self) -> list[str]:
        """A line for each filter of the user's that nothing has matched. One on a class counts once."""
        rows: dict[tuple[int, str], list[Handler]] = {}
        for kind, handlers in enumerate(self.by_kind):
            for h in handlers:
                shown = getattr(h.listener, "shown_name", None)  # an instruction override
                if h.filter is NO_FILTER or (not shown and str(h.call.__module__).startswith("jpfpy.")):
                    continue
                own = hasattr(h.call, "__jpf_filter__") and not shown
                name = shown or type(h.listener).__qualname__ + (f".{self.names[kind]}" if own else "")
                rows.setdefault((id(h.listener), name), []).append(h)
        return [
            f"note: {name} was never called: nothing has matched its filter ({filter_text(handlers[0].filter)})"
            + self.nearest(handlers[0].filter)
            for (_, name), handlers in rows.items()
            if not any(h.called for h in handlers)
        ] + self.unused

    def nearest(self, filter: tuple[str | None, ...]) -> str:
        """What a pattern of a method or field may have meant."""
        from ..target.advice import nearest_member

        for pattern, fields in ((filter[1], False), (filter[2], True)):
            if pattern and (near := nearest_member(pattern, self.classpath, fields)):
                return f"; nearest: {near}"
        return ""

    # --- events ---

    def event(
        self, kind: int, mask: int, thread: int, obj: int, method: int, insn: int, cls: int, text: str | None
    ) -> bool:
        """csrc/py/listen.c calls it with the numbers of thread, object, method and class: -1, or object 0, is none."""
        vm = self.vm
        vm.serial += 1
        vm.thread_id = thread
        vm.told = (obj, cls, method, insn, kind)
        self.in_event = True
        try:
            if mask >= REPLAYING or vm.meddlers or kind in self.own:
                self._event(kind, mask, thread, obj, method, insn, cls)
                return True
            args = self.makers[kind](vm, thread, obj, method, insn, cls)
            for h in self.by_kind[kind]:
                if mask >> h.sub & 1:
                    h.called = True
                    vm.listener = h.listener
                    changes = len(vm.meddlers)
                    h.call(*args)
                    if vm.meddlers:
                        self._changed(h, kind, thread, changes)
            if args is self.search_args and getrefcount(args[0]) > self.search_refs:
                args[0].keep()
            return True
        except BaseException as e:  # it ends the search in order and is raised at its end
            self.failure = e
            return False
        finally:
            self._over()

    def afterwards(self, h: Handler, kind: int, raised: BaseException | None) -> bool:
        """The handler was called by the engine, and raised something, or changed the program or who listens."""
        try:
            if raised is not None:
                self.failure = raised
                return False
            if self.vm.meddlers:
                self._changed(h, kind, self.vm.thread_id, 0)
            return True
        except BaseException as e:
            self.failure = e
            return False
        finally:
            self._over()

    def _over(self) -> None:
        self.in_event = False
        if self.dirty and self.failure is None:
            self.dirty = False
            self.update()
        self.vm.serial += 1

    def _event(self, kind: int, mask: int, thread: int, obj: int, method: int, insn: int, cls: int) -> None:
        """The same where a path is executed again, or somebody has changed the program, or there is more to do."""
        vm = self.vm
        vm.is_replaying = replaying = mask >= REPLAYING
        try:
            if self.autoload and self.names[kind] == "class_loaded":
                self._autoload(cls)
            args = None
            for h in self.by_kind[kind]:
                if mask >> h.sub & 1:
                    if replaying and not self._hears_again(h.listener, kind):
                        continue
                    if args is None:
                        args = self.makers[kind](vm, thread, obj, method, insn, cls)
                    h.called = True
                    vm.listener = h.listener
                    changes = len(vm.meddlers)
                    h.call(*args)
                    self._changed(h, kind, thread, changes)
            if self.names[kind] == "search_finished":
                self.unused = [line for x in self.listeners if hasattr(x, "unused") for line in x.unused(vm)]
        finally:
            vm.is_replaying = False

    def _changed(self, h: Handler, kind: int, thread: int, before: int) -> None:
        """What it changed of the program is noted; so often had somebody done so before."""
        vm = self.vm
        if len(vm.meddlers) > before:
            self.changed.add((id(h.listener), kind))
        if vm.moved_operands and thread >= 0:
            self._operands_fit(thread)
        if vm.meddlers and vm.meddlers[-1] is h.listener:
            self._meddled()

    def _hears_again(self, listener: object, kind: int) -> bool:
        """Where a path is only executed again; of what is told of between transitions only those do who made a change
        there: others count paths with it."""
        if kind in self.between:
            return (id(listener), kind) in self.changed
        return any(x is listener for x in self.vm.meddlers)

    def _operands_fit(self, tid: int) -> None:
        self.vm.moved_operands = False
        stack = self.raw._stack_fits(tid)
        if stack.words == stack.expected and stack.bad < 0:
            return
        pc = views.ThreadInfo(self.vm, tid).pc
        where = f"before {pc} at {pc.location if pc else '?'}"
        if stack.words != stack.expected:
            raise ValueError(
                f"the operand stack has {stack.words} words where {stack.expected} are expected, {where}: "
                "what a skipped instruction gives is the listener's to push"
            )
        raise ValueError(f"slot {stack.bad} holds no reference where one is expected, {where}")

    def _meddled(self) -> None:
        last = self.vm.meddlers.pop()
        if not any(x is last for x in self.vm.meddlers):
            self.vm.meddlers.insert(0, last)

    def _maker(self, name: str) -> Callable[..., tuple[Any, ...]]:
        """Arguments of a callback, as jpf-core's, from those of event()."""
        if name == "property_check":
            return lambda vm, *_: (vm.search, vm)
        if name in SEARCH_EVENTS:
            return self._search
        if name == "execute_instruction":
            return lambda vm, thread, obj, method, insn, cls: (
                vm,
                views.ThreadInfo(vm, thread),
                vm.instruction_at(method, insn),
            )
        if name == "instruction_executed":
            return self._executed
        if name in ("load_class", "class_loaded"):
            return lambda vm, thread, obj, method, insn, cls: (vm, vm.class_by_id(cls))
        if name in ("vm_initialized", "gc_begin", "gc_end"):
            return lambda vm, *_: (vm,)
        if name in ("method_entered", "method_exited"):
            return self._method
        if name in ("exception_bailout", "exception_handled"):
            return lambda vm, thread, *_: (vm, views.ThreadInfo(vm, thread))
        if name == "choice_generator_registered":
            return lambda vm, thread, *_: (vm, self._cg(), thread_or_none(vm, thread), vm.last_instruction)
        if name.startswith("choice_generator"):
            return lambda vm, *_: (vm, self._cg())
        if name == "object_exposed":
            return lambda vm, thread, obj, *_: (vm, thread_or_none(vm, thread), vm.element(obj), vm.element(obj))
        if name.startswith("object_") or name == "exception_thrown" or name == "thread_blocked":
            return lambda vm, thread, obj, *_: (vm, thread_or_none(vm, thread), vm.element(obj))
        return lambda vm, thread, *_: (vm, thread_or_none(vm, thread))

    def _executed(self, vm: views.VM, thread: int, obj: int, method: int, insn: int, cls: int) -> tuple[Any, ...]:
        ti = views.ThreadInfo(vm, thread)
        after = ti.pc
        vm.told_next = (vm.told, after)
        return vm, ti, after, vm.instruction_at(method, insn)

    def _search(self, vm: views.VM, *_: object) -> tuple[Any, ...]:
        """One view serves all notifications that nobody keeps it of. It asks the engine when it is asked itself."""
        args = self.search_args
        if args is None or getrefcount(args[0]) > self.search_refs:
            view = vm.search_view(vm, False)
            self.search_args = args = (view,)
            del view
            self.search_refs = getrefcount(args[0])
        else:
            args[0].again()
        return args

    def _method(self, vm: views.VM, thread: int, obj: int, method: int, insn: int, cls: int) -> tuple[Any, ...]:
        info = vm.method_by_id(method)
        vm.executed_method_name = info.unique_name
        return vm, views.ThreadInfo(vm, thread), info

    def _cg(self) -> object:
        return self.vm.registry.now()

    # --- autoload by annotation ---

    def _autoload(self, cid: int) -> None:
        """A class carries an annotation if its constant pool has the annotation's descriptor."""
        for entry in list(self.autoload):
            if self.raw._mentions(cid, f"L{entry[0].replace('.', '/')};"):
                self.autoload.remove(entry)
                self.add(make(entry[1], self.vm.config))


def filter_text(filter: tuple[str | None, ...]) -> str:
    """As jpfpy.on was given it."""
    names = ("opcodes", "method", "field", "cls", "thread")
    return ", ".join(f'{name}="{value}"' for name, value in zip(names, filter, strict=True) if value is not None)


def thread_or_none(vm: views.VM, tid: int) -> views.ThreadInfo | None:
    return views.ThreadInfo(vm, tid) if tid >= 0 else None


def shown(value: object) -> str:
    """Of an answer that was not expected."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def lists_heap(listener: object) -> bool:
    """Does its code name VM.heap, or does it say so itself? Then what dead variables name is alive from the start
    (csrc/kernel/roots.c); a listener that comes to it in another way makes the search begin again."""
    if getattr(listener, "lists_heap", False):
        return True
    codes = [f.__code__ for cls in type(listener).__mro__[:-1] for f in vars(cls).values() if hasattr(f, "__code__")]
    while codes:
        code = codes.pop()
        if "heap" in code.co_names:
            return True
        codes += [c for c in code.co_consts if hasattr(c, "co_names")]
    return False
