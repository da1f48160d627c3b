"""What the engine calls in Python besides listeners: generators, native peers, sync policies, instruction overrides."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any

from ..attributor import Attributor, FieldLockInfo, SharednessPolicy, applied
from ..choice import BASES, ENCODE, WANT, ChoiceGenerator, by_protocol, value_text
from ..errors import ConfigError
from ..listener import on
from ..peers import BYTECODE, RE_EXECUTE, Env, Peer, SyncPolicy, Throw
from ..system_state import generator
from ..usercode import constructed, load_module
from .given import is_true
from .strategies import Driver, Evaluator

if TYPE_CHECKING:
    from .. import _jpf
    from .._jpf import AnswerRow, AttributeRow, DrawnRow
    from ..config import Config
    from ..views import VM, Instruction, ThreadInfo


class Override:
    """A listener that executes instructions in the program's place (jpfpy.JPF.register_instruction)."""

    def __init__(self, env: Env, handler: Peer) -> None:
        self.env, self.handler = env, handler
        self.shown_name = f"the instruction override {getattr(handler, '__qualname__', handler)}"

    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        # What it reads may be another thread's: a scheduling point first, unless the transition begins here.
        if len(vm.live_threads) > 1 and thread.reschedule("instruction override"):
            return
        try:
            answer = self.handler(self.env, thread, insn)
        except Throw as e:
            thread.throw(e.args[0], e.args[1])
            return
        if answer is RE_EXECUTE:
            if self.env.system_state.get_next_choice_generator() is None:
                raise RuntimeError(f"{insn}: re-executed without a choice generator")
            thread.skip_instruction(insn)
        elif answer is not BYTECODE:
            thread.skip_instruction()


def override(env: Env, handler: Peer, where: dict[str, str | None]) -> Override:
    """The same with the filters of jpfpy.on."""
    one = type("Override", (Override,), {"__module__": __name__})
    return on(**where)(one)(env, handler)  # type: ignore[arg-type,no-any-return]


class _Entry:
    __slots__ = ("cg", "custom", "done", "drawn", "encode", "label", "place", "protocol", "refs", "want")

    def __init__(self, cg: ChoiceGenerator[Any], want: int, place: int | None) -> None:
        self.cg, self.want, self.place, self.refs = cg, want, place, 1
        self.encode = ENCODE.get(want, lambda v: int(v) if isinstance(v, int) else 0)
        self.protocol = by_protocol(type(cg))
        self.custom = True  # values are drawn from it
        self.drawn: list[Any] = [] if self.protocol else cg._values
        self.done = False
        self.label = f"{type(cg).__module__}:{type(cg).__qualname__}"


class Registry:
    """What the engine calls (csrc/py/choicepy.c). One for each run."""

    vm: _jpf.VM
    view: VM  # what listeners, peers and policies see of it

    def __init__(
        self, config: Config, peers: dict[str, Peer] | None = None, strategy: Evaluator | Driver | None = None
    ) -> None:
        self.config = config
        self.strategy = strategy
        self.entries: dict[int, _Entry] = {}
        self.places: dict[int, int] = {}
        self.names: dict[str, str] = {}
        self.next_handle = 1
        self.in_peer = False
        self.shown: dict[tuple[int, int], ChoiceGenerator[Any]] = {}
        self.shown_at = -1
        self.peers = dict(peers or {})
        self.policy: SyncPolicy | None = None
        for key in ("vm.scheduler.sync.class", "vm.scheduler.class"):
            name = config.get(key)
            if ":" in name and self.policy is None:
                cls = self.load(name, key)
                if not (isinstance(cls, type) and callable(getattr(cls, "schedule", None))):
                    raise ConfigError(f"{key}={name}: that is no SyncPolicy{config.place_text(key)}")
                self.policy = constructed(cls, config)
        self.attributor = self.configured("vm.attributor.class", Attributor)
        self.lock_info = self.configured("vm.por.fieldlockinfo.class", FieldLockInfo)
        self.sharedness = self.configured("vm.scheduler.sharedness.class", SharednessPolicy)
        if self.sharedness is not None:
            self.sharedness = constructed(self.sharedness, config)
        if self.attributor is not None:
            self.attributor = constructed(self.attributor, config)
        if strategy is not None and not (self.peers or self.policy or self.attributor or self.lock_info):
            self.late = True  # a heuristic is nobody who looks on: an order of states changes no state (engine.py)
        self.called: set[str] = set()  # peers
        self.lock_infos: dict[str, FieldLockInfo] = {}
        self.env = Env(self)

    def configured(self, key: str, base: type) -> Any:
        """The class in Python that `key` names; None if it names none."""
        name = self.config.get(key)
        if ":" not in name:
            return None
        cls = self.load(name, key)
        if not (isinstance(cls, type) and issubclass(cls, base)):
            raise ConfigError(f"{key}={name}: that is no {base.__name__}{self.config.place_text(key)}")
        return cls

    @property
    def batch(self) -> int | None:
        """Of a heuristic; None: there is none in Python."""
        return self.strategy.batch if self.strategy is not None else None

    @property
    def reads(self) -> bool:
        """Does a heuristic read values of the program?"""
        return isinstance(self.strategy, Evaluator) and bool(self.strategy.expressions)

    def stored(self, state_id: int) -> None:
        assert isinstance(self.strategy, Evaluator)
        self.view.serial += 1
        self.strategy.stored(state_id, self.view)

    def evaluate(self, words: bytes, doing: list[bytes]) -> bytes:
        assert isinstance(self.strategy, Evaluator)
        return self.strategy.evaluate(words, doing)

    def search(self) -> None:
        assert isinstance(self.strategy, Driver)
        self.strategy.search(self)

    def attribute(self, name: str, sup: str, system: bool, methods: list[Any], fields: list[Any]) -> list[AttributeRow]:
        return applied(self.attributor, name, sup, system, methods, fields)

    def lock_policy(self, field: str, thread: int, locks: str, checks: int) -> bool:
        info = self.lock_infos.get(field)
        if info is None:
            info = self.lock_infos[field] = self.lock_info(self.config, field)
        return said(info.is_protected, thread, locks.split(","), checks)

    def shared_point(self, kind: int, thread: int, name: str) -> bool:
        policy = self.sharedness
        asked = (policy.can_have_shared_object_cg, policy.can_have_shared_class_cg, policy.can_have_shared_array_cg)
        return said(asked[kind], thread, name)

    def unmatched(self) -> list[str]:
        """A line for each peer of the user's that was never called."""
        own = (k for k, f in self.peers.items() if not str(getattr(f, "__module__", "")).startswith("jpfpy."))
        return [
            f"note: the peer of {key.replace('/', '.')} was never called: nothing has called such a method"
            for key in own
            if key not in self.called
        ]

    @property
    def peer_classes(self) -> str:
        return " " + " ".join(self.peers) + " " if self.peers else ""

    # --- generators

    def load(self, name: str, key: str) -> Any:
        if name in self.config.classes:
            return self.config.classes[name]
        module, _, attribute = name.partition(":")
        where = self.config.place_text(key)
        value: Any = load_module(module, f"{key}={name}{where}")
        if value is None:
            raise ConfigError(f"{key}={name}: no module named {module}{where}")
        try:
            for part in attribute.split("."):
                value = getattr(value, part)
        except AttributeError:
            raise ConfigError(f"{key}={name}: module {module} has no {attribute}{where}") from None
        return value

    def make(self, name: str, id: str, want: int, place: int, thread: int) -> int:
        if (known := self.places.get(place)) is not None:
            self.entries[known].refs += 1
            return known
        config = self.view.config
        cls = self.load(name, f"{id}.class")
        where = config.place_text(f"{id}.class")
        if not (isinstance(cls, type) and issubclass(cls, ChoiceGenerator)):
            raise ConfigError(f"{id}.class={name}: that is no ChoiceGenerator{where}")
        base, text = BASES.get(want, (ChoiceGenerator, "a value"))
        typed = next((b for b in cls.__mro__ if b in WANT), None)
        if typed is not None and not issubclass(cls, base):
            raise ConfigError(f"{id}.class={name}: is a {typed.__name__}, and the program asks for {text}{where}")
        view, before = self.view, self.view.thread_id
        view.serial += 1
        view.thread_id = thread
        try:
            cg = cls.__new__(cls)
            cg.vm = view  # what the constructor may look at: objects, threads
            cls.__init__(cg, config, id)
        except ConfigError as e:
            raise ConfigError(str(e) if str(e).endswith(")") else f"{e}{where}") from None
        except Exception as e:
            e.add_note(f"in the constructor of choice generator {id!r} ({name})")
            raise
        finally:
            view.serial += 1
            view.thread_id = before
        if "_values" not in cg.__dict__:  # its constructor has not called super().__init__
            own = dict(cg.__dict__)
            ChoiceGenerator.__init__(cg, config, id)
            cg.__dict__.update(own)
        cg.id = cg.id or id
        return self.add(cg, want, place)

    def add(self, cg: ChoiceGenerator[Any], want: int, place: int | None = None) -> int:
        handle = self.next_handle
        self.next_handle += 1
        self.entries[handle] = _Entry(cg, want, place)
        if place is not None:
            self.places[place] = handle
        return handle

    def forget(self, _: int) -> None:
        """The search begins again: references that were drawn are not those of its objects."""
        self.places.clear()
        for entry in self.entries.values():
            entry.place = None

    def keep(self, handle: int) -> None:
        self.entries[handle].refs += 1

    def drop(self, handle: int) -> None:
        entry = self.entries.get(handle)
        if entry is None:
            return
        entry.refs -= 1
        if not entry.refs:
            del self.entries[handle]
            if entry.place is not None:
                self.places.pop(entry.place, None)

    def count(self, handle: int, want: int) -> DrawnRow:
        """Draw until `want` choices are known: how many are, and whether there may be more."""
        entry = self.entries[handle]
        cg = entry.cg
        try:
            if not entry.protocol:
                n = cg._drawn(want)
                return {"known": n, "more": not cg._done}
            while len(entry.drawn) < want and not entry.done:
                if cg.has_more_choices():
                    cg.advance()
                    entry.drawn.append(cg.get_next_choice())
                else:
                    entry.done = True
            return {"known": len(entry.drawn), "more": not entry.done}
        except ConfigError:
            raise
        except Exception as e:
            e.add_note(f"in choice generator {cg.id!r} ({entry.label}), drawing choice {len(entry.drawn)}")
            raise

    def drawn(self, handle: int) -> list[Any] | None:
        """Values of a generator that draws from Python; None: the engine computes them."""
        entry = self.entries.get(handle) if handle else None
        return entry.drawn if entry is not None and entry.custom else None

    def value(self, handle: int, index: int) -> int:
        entry = self.entries[handle]
        value = entry.drawn[index]
        try:
            return entry.encode(value)
        except Exception:
            expected = BASES.get(entry.want, (None, "a number"))[1]
            text = f"choice {index} is {value!r}, not {expected}"
            raise ConfigError(f"choice generator {entry.cg.id!r} ({entry.label}): {text}") from None

    def text(self, handle: int, index: int) -> str:
        return value_text(self.entries[handle].drawn[index])

    def type_name(self, handle: int) -> str:
        name = type(self.entries[handle].cg).__name__
        return self.names.setdefault(name, name)

    # --- generators as objects

    def generator(self, level: int, place: int) -> ChoiceGenerator[Any] | None:
        """The same object as long as the moment lasts."""
        if self.shown_at != self.view.serial:
            self.shown.clear()
            self.shown_at = self.view.serial
        cg = self.shown.get((level, place))
        if cg is None and (row := self.vm._cg(level, place)):
            cg = self.shown[level, place] = generator(self, row)
        return cg

    def cascade(self, level: int) -> list[ChoiceGenerator[Any]]:
        """Those of a level of the path, in order of registration."""
        here: list[ChoiceGenerator[Any]] = []
        while level >= 0 and (cg := self.generator(level, len(here))) is not None:
            here.append(cg)
        return here

    def now(self) -> ChoiceGenerator[Any] | None:
        """The one that the notification is about."""
        found = self.vm._cg_now()
        return self.generator(found.level, found.place) if found else None

    # --- peers and policies

    def call_peer(self, thread: int, cls: str, name: str, desc: str, args: list[Any]) -> AnswerRow:
        view, before = self.view, self.view.thread_id
        view.serial += 1
        view.thread_id = thread
        self.in_peer = True
        key = f"{cls}.{name}{desc}"
        self.called.add(key)
        try:
            value = self.peers[key](self.env, *args)
        except Throw as e:
            return {"how": "throw", "value": None, "exception": e.args[0].replace(".", "/"), "message": e.args[1]}
        finally:
            self.in_peer = False
            view.serial += 1
            view.thread_id = before
        how = "again" if value is RE_EXECUTE else "bytecode" if value is BYTECODE else "return"
        return {"how": how, "value": value, "exception": None, "message": None}

    def schedule(self, thread: int, action: str, runnable: list[int]) -> list[int]:
        assert self.policy is not None
        view, before = self.view, self.view.thread_id
        view.serial += 1
        view.thread_id = thread
        try:
            self.policy.vm = view
            answer = self.policy.schedule(thread if thread >= 0 else None, action, list(runnable))
        finally:
            view.serial += 1
            view.thread_id = before
        if answer is None:
            return []
        try:
            chosen = [index(getattr(t, "id", t)) for t in answer]
        except TypeError:
            chosen = []
        if not chosen or len(set(chosen)) != len(chosen) or not set(chosen) <= set(runnable):
            raise ConfigError(
                f"{type(self.policy).__qualname__}.schedule answered {answer!r:.100}: threads out of {runnable} (those "
                "that can run), each at most once, or None expected"
            )
        return chosen


def said(question: Callable[..., object], *args: object) -> bool:
    """What a method of the user's answers, which is True or False: the None of a forgotten `return` is no "no"."""
    answer = question(*args)
    yes = is_true(answer)
    if yes is None:
        raise ConfigError(f"{question.__qualname__} answered {answer!r:.100}: True or False expected")
    return yes


def peer_key(method: str) -> str:
    """`pkg.Class.name(desc)` as the engine writes it."""
    head, paren, desc = method.partition("(")
    if not paren or ")" not in desc or "." not in head:
        raise ConfigError(f"{method}: a method is written package.Class.name(I)V")
    cls, _, name = head.rpartition(".")
    return f"{cls.replace('.', '/')}.{name}({desc}"


def registry(
    config: Config, peers: dict[str, Peer] | None = None, strategy: Evaluator | Driver | None = None
) -> Registry:
    return Registry(config, {peer_key(k): v for k, v in (peers or {}).items()}, strategy)
