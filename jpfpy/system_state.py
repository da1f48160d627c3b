"""The generators of the running search, for peers, listeners and policies (JPF: SystemState, KernelState)."""

from __future__ import annotations

import copy
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from . import choice as kinds
from .choice import MOST, WANT, ChoiceGenerator, SchedulingPoint, native_spec, value_text
from .rows import of_row

if TYPE_CHECKING:
    from ._jpf import ChoiceRow
    from .dispatch.registry import Registry
    from .views import VM, ElementInfo, Instruction, ThreadInfo, Transition

C = TypeVar("C", bound=ChoiceGenerator[Any])
CK_THREAD, CK_BOOL, CK_DOUBLE, CK_FLOAT = 0, 1, 5, 6


class Bound:
    """Where a generator stands in the running search; a row of csrc/py/choiceview.c and what can be asked further."""

    __slots__ = ("registry", "row", "serial")
    id: str = of_row("id")
    type: str = of_row("type")
    kind: int = of_row("kind")
    at: int = of_row("at")
    n: int = of_row("tried")
    total: int = of_row("total")
    host: int = of_row("host")
    thread_id: int = of_row("thread")
    state_id: int = of_row("state")
    level: int = of_row("level")
    place: int = of_row("place")
    cascaded: bool = of_row("cascaded")

    def __init__(self, registry: Registry, row: ChoiceRow) -> None:
        self.registry, self.row = registry, row
        self.serial = registry.view.serial

    @property
    def text(self) -> str:
        drawn = self.registry.drawn(self.host) if self.row.value is None else None
        return value_text(drawn[self.at]) if drawn is not None and 0 <= self.at < len(drawn) else self.row.text

    @property
    def value(self) -> Any:
        """The current choice, None before the first."""
        if self.row.value is not None:
            return self.decode(self.row.value)
        drawn = self.registry.drawn(self.host)
        return drawn[self.at] if drawn is not None and 0 <= self.at < len(drawn) else None

    @property
    def key(self) -> tuple[object, ...]:
        return self.host, self.state_id, self.level, self.place, self.id, self.type

    def live(self) -> Any:
        """The engine, while the moment lasts."""
        if self.serial != self.registry.view.serial:
            from .views import StaleViewError

            raise StaleViewError("this generator was shown in a notification that is over")
        return self.registry.vm

    def decode(self, value: Any) -> Any:
        if self.kind == CK_THREAD:
            self.live()
            return self.registry.view.thread(value)
        if self.kind == CK_BOOL:
            return bool(value)
        if self.kind == CK_DOUBLE:
            return struct.unpack("<d", struct.pack("<q", value))[0]
        if self.kind == CK_FLOAT:
            return struct.unpack("<f", struct.pack("<I", value & 0xFFFFFFFF))[0]
        return value

    def choice(self, index: int) -> Any:
        if (drawn := self.registry.drawn(self.host)) is not None:
            if self.registry.count(self.host, index + 1)["known"] <= index:
                raise IndexError(f"{self.id}: there is no choice {index}")
            return drawn[index]
        found = self.live()._cg_all(self.level, self.place, index, 1)
        if not found:
            raise IndexError(f"{self.id}: there is no choice {index}")
        return self.decode(found[0].value)

    def texts(self) -> list[str]:
        if (drawn := self.registry.drawn(self.host)) is not None:
            return [value_text(v) for v in drawn[:MOST]]
        return [option.text for option in self.live()._cg_all(self.level, self.place, 0, MOST)]

    def parent(self) -> ChoiceGenerator[Any] | None:
        if not self.place:
            return None
        self.live()
        return self.registry.generator(self.level, self.place - 1)

    def previous(self) -> ChoiceGenerator[Any] | None:
        if self.place:
            return self.parent()
        self.live()
        here = self.registry.cascade(self.level - 1) if self.level else []
        return here[-1] if here else None

    def thread(self) -> ThreadInfo | None:
        self.live()
        return self.registry.view.thread(self.thread_id) if self.thread_id >= 0 else None

    def instruction(self) -> Instruction | None:
        if self.row.method < 0 or self.row.insn < 0:
            return None
        return self.registry.view.instruction_at(self.row.method, self.row.insn)


def generator(registry: Registry, row: ChoiceRow) -> ChoiceGenerator[Any]:
    """A generator of the path as an object: the user's own where there is one, else one of the shipped kinds."""
    bound = Bound(registry, row)
    entry = registry.entries.get(bound.host) if bound.host else None
    if entry is not None:
        cg = copy.copy(entry.cg)
    else:
        cls = getattr(kinds, bound.type, kinds.IntChoiceGenerator)
        cg = cls.__new__(cls)
        ChoiceGenerator.__init__(cg, None, bound.id)
    cg.bound = bound
    cg.id = bound.id
    cg._at = bound.at
    if entry is None:
        return cg
    # The user's own methods speak of where drawing has come to, these of the moment.
    for name in ("has_more_choices", "get_next_choice", "get_processed_number_of_choices", "is_done", "choice_at"):
        cg.__dict__[name] = getattr(ChoiceGenerator, name).__get__(cg)
    return cg


class KernelState:
    """Threads and objects of the state at hand."""

    def __init__(self, view: VM) -> None:
        self.view = view

    @property
    def threads(self) -> list[ThreadInfo]:
        return self.view.threads

    @property
    def heap(self) -> list[ElementInfo]:
        return self.view.heap


class SystemState:
    """JPF: SystemState. What it answers is of the moment of the notification or call."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    # --- making generators

    def set_next_choice_generator(self, cg: ChoiceGenerator[Any]) -> bool:
        """One more generator for the state that comes; those set at the same instruction cascade.

        Raises TypeError for what is no ChoiceGenerator, ValueError for threads that cannot run and for a notification
        between two transitions."""
        registry = self._registry
        if not isinstance(cg, ChoiceGenerator):
            raise TypeError(f"{cg!r} is no ChoiceGenerator")
        if cg.bound is not None:
            raise ValueError(f"{cg!r} is set already: it shows a generator of the path")
        view = registry.view
        if view.listener is not None:
            view.meddlers.append(view.listener)  # called again wherever this path is executed again
        spec = native_spec(cg)
        place = registry.vm.next_place()
        known = registry.places.get(place)
        if known is not None:
            handle = known  # the state is being restored: what was drawn then counts
            registry.keep(handle)
        else:
            want = WANT.get(next((b for b in type(cg).__mro__ if b in WANT), object), 0)
            handle = registry.add(cg, want, place)
            registry.entries[handle].custom = spec is None
            if registry.vm.keeps():
                registry.keep(handle)
        if spec is None:
            drawn = registry.count(handle, 2)
            spec = cg._row("custom", registry.type_name(handle), lo=drawn["known"], hi=int(drawn["more"]))
        spec["host"] = handle
        registry.vm.set_next_cg(spec)
        registry.shown.clear()
        return True

    def set_mandatory_next_choice_generator(self, cg: ChoiceGenerator[Any], message: str = "") -> None:
        if not self.set_next_choice_generator(cg):
            raise RuntimeError(message)

    def remove_next_choice_generator(self) -> None:
        """The one registered last is not used; without any the instruction goes on with its first choice, and the
        search is not complete."""
        self._registry.view.meddlers.append(self._registry.view.listener)
        self._registry.vm._cg_remove(False)

    def remove_all_next_choice_generators(self) -> None:
        self._registry.view.meddlers.append(self._registry.view.listener)
        self._registry.vm._cg_remove(True)

    # --- asking for them

    def _current_level(self) -> int:
        path = self._registry.vm._cg_levels()
        return path.levels - 2 if path.at_rest else path.levels - 1

    def _chain(self) -> Iterator[ChoiceGenerator[Any]]:
        """From the current one back to the first."""
        for level in range(self._current_level(), -1, -1):
            yield from reversed(self._registry.cascade(level))

    def get_choice_generator(self, id: str | None = None) -> ChoiceGenerator[Any] | None:
        """Of the running (or last) transition the one registered last; with an id the last of that id on the path."""
        return next((cg for cg in self._chain() if id is None or cg.id == id), None)

    def get_next_choice_generator(self) -> ChoiceGenerator[Any] | None:
        """The one registered last for the state that comes, or that has still to choose."""
        path = self._registry.vm._cg_levels()
        if not path.has_next and not path.at_rest:
            return None
        here = self._registry.cascade(path.levels if path.has_next else path.levels - 1)
        return here[-1] if here else None

    def get_choice_generators(self) -> list[ChoiceGenerator[Any]]:
        """Of the whole path, the first state's first."""
        return [cg for level in range(self._current_level() + 1) for cg in self._registry.cascade(level)]

    def get_choice_generators_of_type(self, kind: type[C]) -> list[C]:
        return [cg for cg in self.get_choice_generators() if isinstance(cg, kind)]

    def get_current_choice_generators(self) -> list[ChoiceGenerator[Any]]:
        """Of the running (or last) transition, in order of registration."""
        return self._registry.cascade(self._current_level())

    def get_current_choice_generator(
        self, id: str | None = None, kind: type[Any] = ChoiceGenerator
    ) -> ChoiceGenerator[Any] | None:
        """The last of the current ones with this id and of this kind or one derived from it; None: there is none."""
        here = reversed(self.get_current_choice_generators())
        return next((cg for cg in here if (id is None or cg.id == id) and isinstance(cg, kind)), None)

    def get_current_choice_generator_of_type(self, kind: type[C]) -> C | None:
        here = reversed(self.get_current_choice_generators())
        return next((cg for cg in here if isinstance(cg, kind)), None)

    def get_current_choice_generator_for_choice_type(
        self, id: str | None, choice_type: type
    ) -> ChoiceGenerator[Any] | None:
        here = reversed(self.get_current_choice_generators())
        return next((c for c in here if id in (None, c.id) and issubclass(c.get_choice_type(), choice_type)), None)

    def get_current_scheduling_point(self) -> SchedulingPoint | None:
        return self.get_current_choice_generator_of_type(SchedulingPoint)

    def get_last_choice_generator_of_type(self, kind: type[C]) -> C | None:
        return next((cg for cg in self._chain() if isinstance(cg, kind)), None)

    def get_last_choice_generator_of_choice_type(self, id: str | None, kind: type) -> ChoiceGenerator[Any] | None:
        return next((c for c in self._chain() if id in (None, c.id) and issubclass(c.get_choice_type(), kind)), None)

    def get_last_choice_generator_in_thread(self, thread: ThreadInfo) -> ChoiceGenerator[Any] | None:
        return next((cg for cg in self._chain() if cg.thread_id == thread.id), None)

    def get_insn_choice_generator_of_type(
        self, kind: type[C], insn: Instruction, previous: ChoiceGenerator[Any] | None = None
    ) -> C | None:
        cg = previous.previous_choice_generator if previous is not None else self.get_choice_generator()
        return cg if cg is not None and isinstance(cg, kind) and cg.insn == insn else None

    # --- the state

    def is_first_step_insn(self) -> bool:
        """In a peer: is it called again, with the choices it has asked for? Else as ThreadInfo.is_first_step_insn."""
        if self._registry.in_peer:
            return self._registry.vm.first_step()
        return self._registry.vm._first_step(max(self._registry.view.thread_id, 0))

    @property
    def id(self) -> int:
        """Number of the state that was reached last, in order of discovery; the same for the same state."""
        return self._registry.view.state_id

    def get_id(self) -> int:
        return self.id

    @property
    def kernel_state(self) -> KernelState:
        return KernelState(self._registry.view)

    def get_kernel_state(self) -> KernelState:
        return self.kernel_state

    @property
    def trail(self) -> Transition | None:
        """The running (or last) transition."""
        return self._registry.view.transition

    def get_trail(self) -> Transition | None:
        return self.trail

    @property
    def is_ignored(self) -> bool:
        return bool(self._registry.view.search.is_ignored_state)

    def set_ignored(self, ignored: bool = True) -> None:
        if ignored:
            self._registry.view.ignore_state()

    @property
    def is_interesting(self) -> bool:
        """Verify.interesting of the running transition."""
        return self._registry.vm._marks().interesting

    @property
    def is_boring(self) -> bool:
        return self._registry.vm._marks().boring

    @property
    def heuristic_value(self) -> int:
        """Verify.setHeuristicSearchValue."""
        return self._registry.vm._marks().heuristic

    @property
    def thread_count(self) -> int:
        return len(self._registry.view.threads)

    def get_thread_count(self) -> int:
        return self.thread_count
