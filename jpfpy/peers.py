"""Native peers and instruction overrides (what they get and may answer), and the bases of sync policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .choice import ChoiceGenerator
from .system_state import SystemState

if TYPE_CHECKING:
    from .config import Config
    from .dispatch.registry import Registry
    from .views import VM, ThreadInfo


class Throw(Exception):
    """Raised by a peer: the Java exception of this class is thrown in the program."""

    def __init__(self, java_class: str, message: str = "") -> None:
        super().__init__(java_class, message)


RE_EXECUTE = object()  # an answer: run me again when the registered generators have chosen
BYTECODE = object()  # an answer: this one is none of mine, do what the program says


class Env:
    """What a native peer or instruction override gets first. JPF: MJIEnv."""

    RE_EXECUTE = RE_EXECUTE
    BYTECODE = BYTECODE

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.system_state = SystemState(registry)

    @property
    def config(self) -> Config:
        return self._registry.view.config

    @property
    def vm(self) -> VM:
        return self._registry.view

    @property
    def thread(self) -> ThreadInfo:
        """The thread that runs it."""
        return self._registry.view.current_thread

    def is_first_step_insn(self) -> bool:
        """The bottom half: the same once more, with the choices made."""
        return self.system_state.is_first_step_insn()

    def set_next_choice_generator(self, cg: ChoiceGenerator[Any]) -> bool:
        return self.system_state.set_next_choice_generator(cg)

    def get_choice_generator(
        self, id: str | None = None, kind: type[Any] = ChoiceGenerator
    ) -> ChoiceGenerator[Any] | None:
        """Of the choices made for this instruction the last one with this id and of this kind."""
        return self.system_state.get_current_choice_generator(id, kind)

    def throw(self, java_class: str, message: str = "") -> None:
        raise Throw(java_class, message)


Peer = Callable[..., Any]


class SyncPolicy:
    """Base of `vm.scheduler.sync.class=module:Class`: asked at every boundary which threads the choice is over."""

    vm: VM  # what can be looked at during the call

    def __init__(self, config: Config) -> None:
        self.config = config

    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        """Some or all of `runnable` (ids), in the order to be tried; None: no choice here, the thread goes on.

        `thread` stands before `action` ("LOCK", "SHARED_OBJECT", "START" ...); None: it has ended."""
        return runnable


class Scheduler(SyncPolicy):
    """Base of `vm.scheduler.class=module:Class`. JPF's Scheduler is a SyncPolicy and a SharednessPolicy: schedule() is
    asked at synchronization and at accesses to shared objects (actions SHARED_OBJECT, SHARED_CLASS, SHARED_ARRAY)
    alike. A vm.scheduler.sync.class of yours is asked in its place."""
