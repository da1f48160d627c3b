"""Listeners: classes whose methods the engine calls, by JPF's names in snake_case.

    class Deposits(jpfpy.Listener):
        @jpfpy.on(opcodes="PUTFIELD", field="Account.balance")
        def execute_instruction(self, vm, thread, insn): ...

What a class overrides, and its filters, become a native mask when it is registered: nothing else is called."""

from __future__ import annotations

import fnmatch
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from . import views
from .errors import ConfigError
from .usercode import constructed, load_module

F = TypeVar("F", bound=Callable[..., Any])

SEARCH_EVENTS = (
    "search_started state_advanced state_processed state_backtracked state_restored state_purged state_stored "
    "property_violated search_constraint_hit search_probed search_finished search_restarted"
).split()
BETWEEN = ("state_advanced", "choice_generator_set", "choice_generator_advanced")
THREAD_EVENTS = "thread_started thread_waiting thread_notified thread_interrupted thread_terminated thread_scheduled"
OBJECT_EVENTS = "object_created object_released object_locked object_unlocked object_wait object_notify"
VM_EVENTS = (
    f"vm_initialized execute_instruction instruction_executed {THREAD_EVENTS} thread_blocked load_class class_loaded "
    f"{OBJECT_EVENTS} object_notify_all object_exposed object_shared gc_begin gc_end exception_thrown "
    "exception_bailout exception_handled choice_generator_registered choice_generator_set "
    "choice_generator_advanced choice_generator_processed method_entered method_exited"
).split()


def on(
    *,
    opcodes: str | Iterable[str] | None = None,
    method: str | None = None,
    field: str | None = None,
    cls: str | None = None,
    thread: str | None = None,
) -> Callable[[F], F]:
    """Filters of a callback (or of a whole listener class): shell patterns, alternatives between commas, ! excludes.

    `opcodes` are JVM instructions ("GETFIELD,PUTFIELD", "INVOKE*"); `method` and `field` are Class.name with or without
    the package; `cls` the class of the object or class the event is about; `thread` the thread's name."""

    def mark(f: F) -> F:
        names = opcodes if isinstance(opcodes, str) or opcodes is None else ",".join(opcodes)
        f.__jpf_filter__ = (names, method, field, cls, thread)  # type: ignore[attr-defined]
        return f

    return mark


class Listener:
    """A listener in which every notification does nothing. Any class will do: this one only saves the names.

    Set `config_keys` to property names a listener reads; a constructor takes nothing, or the Config."""


def _nothing(self: Any, *args: Any) -> None:
    """Override this."""


for _name in (*SEARCH_EVENTS, *VM_EVENTS):
    if not hasattr(Listener, _name):
        setattr(Listener, _name, _nothing)


class Property:
    """check is asked after every transition; False is a violation with `error_message`."""

    kind = "property"
    error_message: Any = ""

    def check(self, search: views.Search, vm: views.VM) -> bool:
        return True

    def reset(self) -> None:
        """Called after a violation was reported."""


class PropertyListener(Property, Listener):
    """A property that listens."""


# JPF's names of the two
ListenerAdapter = Listener
PropertyListenerAdapter = PropertyListener


def opcode_bits(names: str | None) -> bytes | None:
    """32 bytes with a bit for each opcode the patterns mean; ILOAD means iload_0 too."""
    if names is None:
        return None
    from . import _jpf

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

    __slots__ = ("call", "listener", "sub")

    def __init__(self, listener: Any, call: Callable[..., Any], sub: int) -> None:
        self.listener, self.call, self.sub = listener, call, sub


class Dispatcher:
    """From the engine's events to the listeners' methods, in the order of their registration."""

    def __init__(
        self, raw: Any, config: Any, sources: Any = None, note: Callable[..., None] = lambda *lines: None
    ) -> None:
        from . import _jpf

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
        self.in_event = False
        self.makers = [self._maker(n) for n in self.names]

    # --- registration ---

    def add(self, listener: Any) -> None:
        if any(x is listener for x in self.listeners):
            return
        self.listeners.append(listener)
        self.note(*misnamed(listener))
        self.update()

    def remove(self, listener: Any) -> None:
        self.listeners = [x for x in self.listeners if x is not listener]
        self.update()

    def update(self) -> None:
        """Filters and masks of all listeners to the engine; at once, or after the running notification."""
        if self.in_event:
            self.dirty = True
            return
        subs: dict[tuple[Any, ...], int] = {(None,) * 5: 0}
        masks = [0]
        self.by_kind = [[] for _ in self.names]
        for listener in self.listeners:
            whole = getattr(type(listener), "__jpf_filter__", None)
            for kind, name in enumerate(self.names):
                call = getattr(listener, name, None)
                if name == "property_check":
                    call = self._checker(listener) if callable(getattr(listener, "check", None)) else None
                if call is None or not overridden(listener, name):
                    continue
                key = getattr(call, "__jpf_filter__", None) or whole or (None,) * 5
                if key not in subs:
                    subs[key] = len(subs)
                    masks.append(0)
                masks[subs[key]] |= 1 << kind
                self.by_kind[kind].append(Handler(listener, call, subs[key]))
        if str(self.vm.config.values.get("vm.store_steps", "")).lower() == "true":
            self.raw._probe("steps", "", "")
        for listener in self.listeners:
            probe = getattr(listener, "native_probe", None)
            if probe is not None:
                self.vm.probes[probe] = self.raw._probe(*probe)
            if names_steps(listener):
                self.raw._probe("steps", "", "")
        if self.autoload:
            masks[0] |= 1 << self.number["class_loaded"]
        if len(masks) > 63:
            raise ConfigError("listeners with more than 63 different filters")
        self.raw._subscribe([(m, opcode_bits(k[0]), *k[1:]) for k, m in zip(subs, masks, strict=True)])

    def _checker(self, listener: Any) -> Callable[..., None]:
        def ask(search: views.Search, vm: views.VM) -> None:
            if not listener.check(search, vm):
                message = listener.error_message
                message = message() if callable(message) else message
                self.raw._control(
                    "violation", property_name(listener), getattr(listener, "kind", "property"), message or ""
                )
                getattr(listener, "reset", lambda: None)()

        return ask

    # --- events ---

    def event(self, kind: int, mask: int, tid: int, ref: int, mid: int, insn: int, cid: int, text: str | None) -> bool:
        vm = self.vm
        vm.serial += 1
        vm.thread_id, vm._object, vm._class = tid, ref, cid
        vm._method = mid
        vm._insn = (mid, insn) if insn >= 0 else None
        vm._next = None
        vm.executed = vm._insn if self.names[kind] == "instruction_executed" else None
        self.in_event = True
        vm.is_replaying = replaying = bool(mask >> 63)
        try:
            if self.autoload and self.names[kind] == "class_loaded":
                self._autoload(cid)
            args = None
            for h in self.by_kind[kind]:
                if mask >> h.sub & 1:
                    if replaying and not self._hears_again(h.listener, kind):
                        continue
                    if args is None:
                        args = self.makers[kind](vm, tid, ref, mid, insn, cid, text)
                    vm.listener = h.listener
                    changes = len(vm.meddlers)
                    h.call(*args)
                    if len(vm.meddlers) > changes:
                        self.changed.add((id(h.listener), kind))
                    if vm.moved_operands and tid >= 0:
                        self._operands_fit(tid)
                    if vm.meddlers and vm.meddlers[-1] is h.listener:
                        self._meddled()
            return True
        except BaseException as e:  # it ends the search in order and is raised at its end
            self.failure = e
            return False
        finally:
            self.in_event = False
            if self.dirty and self.failure is None:
                self.dirty = False
                self.update()
            vm.serial += 1

    def _hears_again(self, listener: object, kind: int) -> bool:
        """Where a path is only executed again; of what is told of between transitions only those do who made a change
        there: others count paths with it."""
        if kind in self.between:
            return (id(listener), kind) in self.changed
        return any(x is listener for x in self.vm.meddlers)

    def _operands_fit(self, tid: int) -> None:
        self.vm.moved_operands = False
        have, need, bad = self.raw._stack_fits(tid)
        if have == need and bad < 0:
            return
        pc = views.ThreadInfo(self.vm, tid).pc
        where = f"before {pc} at {pc.location if pc else '?'}"
        if have != need:
            raise ValueError(
                f"the operand stack has {have} words where {need} are expected, {where}: "
                "what a skipped instruction gives is the listener's to push"
            )
        raise ValueError(f"slot {bad} holds no reference where one is expected, {where}")

    def _meddled(self) -> None:
        last = self.vm.meddlers.pop()
        if not any(x is last for x in self.vm.meddlers):
            self.vm.meddlers.insert(0, last)

    def _maker(self, name: str) -> Callable[..., tuple[Any, ...]]:
        """Arguments of a callback, as jpf-core's."""
        if name == "property_check":
            return lambda vm, *_: (vm.search, vm)
        if name in SEARCH_EVENTS:
            return lambda vm, *_: (vm.search,)
        if name == "execute_instruction":
            return lambda vm, t, r, m, i, c, x: (vm, views.ThreadInfo(vm, t), vm.instruction_at(m, i))
        if name == "instruction_executed":
            return self._executed
        if name in ("load_class", "class_loaded"):
            return lambda vm, t, r, m, i, c, x: (vm, vm.class_by_id(c))
        if name in ("vm_initialized", "gc_begin", "gc_end"):
            return lambda vm, *_: (vm,)
        if name in ("method_entered", "method_exited"):
            return self._method
        if name in ("exception_bailout", "exception_handled"):
            return lambda vm, t, *_: (vm, views.ThreadInfo(vm, t))
        if name == "choice_generator_registered":
            return lambda vm, t, *_: (vm, self._cg(), thread_or_none(vm, t), vm.last_instruction)
        if name.startswith("choice_generator"):
            return lambda vm, *_: (vm, self._cg())
        if name == "object_exposed":
            return lambda vm, t, r, *_: (vm, thread_or_none(vm, t), vm.element(r), vm.element(r))
        if name.startswith("object_") or name == "exception_thrown" or name == "thread_blocked":
            return lambda vm, t, r, *_: (vm, thread_or_none(vm, t), vm.element(r))
        return lambda vm, t, *_: (vm, thread_or_none(vm, t))

    def _executed(self, vm: views.VM, t: int, r: int, m: int, i: int, c: int, x: object) -> tuple[Any, ...]:
        thread = views.ThreadInfo(vm, t)
        vm._next = thread.pc
        return vm, thread, vm._next, vm.instruction_at(m, i)

    def _method(self, vm: views.VM, t: int, r: int, m: int, i: int, c: int, x: object) -> tuple[Any, ...]:
        info = vm.method_by_id(m)
        vm.executed_method_name = info.unique_name
        return vm, views.ThreadInfo(vm, t), info

    def _cg(self) -> object:
        return self.vm.registry.now()

    # --- autoload by annotation ---

    def _autoload(self, cid: int) -> None:
        """A class carries an annotation if its constant pool has the annotation's descriptor."""
        for entry in list(self.autoload):
            if self.raw._mentions(cid, f"L{entry[0].replace('.', '/')};"):
                self.autoload.remove(entry)
                self.add(make(entry[1], self.vm.config))


def misnamed(listener: object) -> list[str]:
    """A line for each method that looks like a notification, as in Java or misspelt, and is none."""
    from difflib import get_close_matches

    cls = type(listener)
    events = (*SEARCH_EVENTS, *VM_EVENTS)
    own = [n for c in cls.__mro__ if not c.__module__.startswith("jpfpy.") for n, f in vars(c).items() if callable(f)]
    notes = []
    for name in own:
        if name.startswith("_") or name in events or hasattr(Listener, name):
            continue
        snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in name)
        near = [snake] if snake in events else get_close_matches(name, events, 1, 0.9)
        if near and near[0] not in own:
            notes.append(f"warning: {cls.__qualname__}.{name} is never called: the notification is {near[0]}")
    return notes


def thread_or_none(vm: views.VM, tid: int) -> views.ThreadInfo | None:
    return views.ThreadInfo(vm, tid) if tid >= 0 else None


def overridden(listener: Any, name: str) -> bool:
    if name == "property_check":
        return True
    f = getattr(type(listener), name, None)
    return name in getattr(listener, "__dict__", {}) or (f is not None and f is not _nothing)


def names_steps(listener: Any) -> bool:
    """Does its code ask for Transition.steps? Then they are recorded."""
    codes = [f.__code__ for cls in type(listener).__mro__[:-1] for f in vars(cls).values() if hasattr(f, "__code__")]
    while codes:
        code = codes.pop()
        if "steps" in code.co_names or "get_steps" in code.co_names:
            return True
        codes += [c for c in code.co_consts if hasattr(c, "co_names")]
    return False


def property_name(listener: Any) -> str:
    return str(getattr(listener, "property_name", None) or type(listener).__name__)


# --- names ---


def load_class(name: str, key: str = "listener") -> type:
    """`package.module:Class`, JPF's name of a shipped listener, or its simple name."""
    short = name.rpartition(".")[2]
    if ":" not in name:
        from . import listeners

        if name.startswith((".", "gov.nasa.jpf.")) or "." not in name:
            found = listeners.find(short)
            if found is not None:
                return found
    module, colon, attr = name.partition(":")
    if not colon:
        module, _, attr = name.rpartition(".")
    home = load_module(module, f"{key}: {name}") if module and attr else None
    if colon and home is None:
        raise ConfigError(f"{key}: {name}: no module {module}")
    value = getattr(home, attr, None)
    if not isinstance(value, type):
        if colon:
            raise ConfigError(f"{key}: {name}: no class {attr} in {module}")
        raise ConfigError(
            f"{key}: no listener {name}: Java listeners are not run; write it as a Python class with the same methods "
            "in snake_case and name it package.module:Class (docs/listeners.md)"
        )
    return value


def make(name: str, config: Any) -> Any:
    return construct(load_class(name), config)


def construct(cls: type, config: Any) -> Any:
    """An instance, by a constructor that takes the configuration or nothing."""
    try:
        takes = [
            p
            for p in inspect.signature(cls).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.VAR_POSITIONAL)
        ]
    except (TypeError, ValueError):
        takes = []
    return constructed(cls, config) if takes else constructed(cls)


def configured(config: Any) -> list[Any]:
    """Instances of all listeners the configuration names."""
    out: list[Any] = []
    seen: set[str] = set()
    for key in ("listener", "listeners", "jpf.listener"):
        for name in split_names(config.values.get(key, "")):
            if name not in seen:
                seen.add(name)
                out.append(make(name, config))
    return out


def split_names(text: str) -> list[str]:
    """Lists between ',' or, as JPF also has them, ':'; the ':' of package.module:Class separates nothing."""
    out: list[str] = []
    for piece in text.replace(";", ",").replace(",", " ").split():
        pending = ""
        for token in piece.split(":"):
            last = pending.rpartition(".")[2]
            if pending and last[:1].islower() and "." not in token:
                out.append(f"{pending}:{token}")
                pending = ""
                continue
            if pending:
                out.append(pending)
            pending = token
        if pending:
            out.append(pending)
    return out


def autoloads(config: Any) -> list[tuple[str, str]]:
    """(annotation, listener) pairs of listener.autoload."""
    out = []
    for annotation in config.get_list("listener.autoload"):
        name = config.values.get(f"listener.{annotation}", "")
        if name:
            out.append((annotation, name))
    return out
