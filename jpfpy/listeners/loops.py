"""Listeners that look for loops which do not get on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ConfigError
from ..listener import Listener, PropertyListener, on
from ._base import OWN, Printing

if TYPE_CHECKING:
    from ..config import Config
    from ..views import VM, Instruction, Search, ThreadInfo

ACTIONS = ("warn", "break", "yield", "prune", "jump")
GOTO = (0xA7, 0xC8)


class Loop:
    """The loop a thread is in: where it starts and ends, the depth of its frame, its backward jumps in this
    transition."""

    __slots__ = ("cleared", "depth", "end", "jumps", "method", "start")

    def __init__(self, method: int, depth: int, start: int, end: int) -> None:
        self.method, self.depth, self.start, self.end = method, depth, start, end
        self.jumps, self.cleared = 0, False


class Loops(Printing):
    """Counts backward jumps by thread; `suspect` is called for each beyond the limit."""

    default_limit = 500
    clearing = True  # a call or an array store in the loop makes it a loop that does something

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.limit = self.number("idle.max_backjumps", self.default_limit)
        self.loops: dict[int, Loop] = {}
        self.told: set[str] = set()
        self.broke = False

    def state_advanced(self, search: Search) -> None:
        self.loops.clear()
        self.broke = False

    def state_backtracked(self, search: Search) -> None:
        self.loops.clear()

    def state_restored(self, search: Search) -> None:
        self.loops.clear()

    @on(opcodes="GOTO,GOTO_W,IF*,INVOKE*,?ASTORE", method=OWN)
    def execute_instruction(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        loop = self.loops.get(thread.id)
        depth = thread.stack_depth
        if not insn.is_branch:
            # a local array variable's store (astore) is no array store
            if insn.op == 0x3A or 0x4B <= insn.op <= 0x4E or not self.clearing:
                return
            if loop and loop.method == insn.method_id and loop.depth == depth and loop.start <= insn.bytecode_index:
                loop.cleared |= insn.bytecode_index < loop.end
            return
        if not insn.is_backjump:
            return
        if loop is None or (loop.method, loop.depth, loop.start) != (insn.method_id, depth, insn.target):
            self.loops[thread.id] = Loop(insn.method_id, depth, insn.target, insn.bytecode_index)
            return
        loop.jumps += 1
        if loop.jumps > self.limit and not loop.cleared:
            loop.jumps = 0
            self.suspect(vm, thread, insn)

    def suspect(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        raise NotImplementedError

    def warn(self, what: str, thread: ThreadInfo, insn: Instruction) -> None:
        text = f"{what} in thread: {thread.name}\n\tat {insn.method.full_name}({insn.location})"
        if text not in self.told:
            self.told.add(text)
            self.say(f"[WARNING] {text}")


class IdleFilter(Loops, PropertyListener):
    """A thread that jumps back more than idle.max_backjumps (500) times within one transition, in one loop that
    neither calls anything nor stores into an array, seems to be idle. JPF: IdleFilter.

    idle.action: `break` the transition there (the default), so that a state that is seen again ends the path; `yield`
    (the same); `warn` only; `prune` the path; `jump` past the loop. Whatever is left out makes the report
    incomplete."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.action = self.setting("idle.action", "break").lower()
        if self.action not in ACTIONS:
            raise ConfigError(f"idle.action={self.action}: one of {', '.join(ACTIONS)} expected")

    def suspect(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        match self.action:
            case "warn":
                self.warn("detected suspicious loop", thread, insn)
            case "prune":
                self.warn("pruned suspicious loop", thread, insn)
                vm.ignore_state()
            case "jump":
                if insn.op not in GOTO:
                    self.warn("cannot jump past the suspicious loop (its backward jump is a condition)", thread, insn)
                    return
                self.warn("jumped past suspicious loop", thread, insn)
                thread.skip_instruction()
            case _:
                self.warn("breaks transition on suspicious loop", thread, insn)
                self.broke = True
                thread.reschedule("idleFilter")


class SimpleIdleFilter(Loops, Listener):
    """Breaks the transition at every loop that has jumped back more than idle.max_backjumps (1) times in it, whatever
    the loop does. JPF: SimpleIdleFilter."""

    default_limit = 1
    clearing = False

    def suspect(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        self.warn("breaks transition at loop", thread, insn)
        thread.reschedule("idleFilter")


class EndlessLoopDetector(IdleFilter):
    """The transition is broken at a suspicious loop; if the state there has been seen before, the loop never gets on,
    which is an error of kind livelock. A long loop that ends is none. JPF: EndlessLoopDetector."""

    kind = "livelock"

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.action = "break"
        self.where = ""
        self.found = False

    def suspect(self, vm: VM, thread: ThreadInfo, insn: Instruction) -> None:
        self.where = f"{thread.name} at {insn.method.full_name}({insn.location})"
        super().suspect(vm, thread, insn)

    def check(self, search: Search, vm: VM) -> bool:
        if self.broke and search.is_visited_state:
            self.found = True
        return not self.found

    @property
    def error_message(self) -> str:
        return f"endless loop: {self.where}"

    def reset(self) -> None:
        self.found = False


class NoStateCycles(Printing, PropertyListener):
    """A path that comes back to a state of its own is an error (livelock): the program may go on like that for ever.
    JPF: NoStateCycles."""

    kind = "livelock"

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        search = self.setting("search.class")
        if search.rpartition(".")[2] not in ("", "dfs", "DFSearch"):
            raise ConfigError(f"listener NoStateCycles needs search.class=gov.nasa.jpf.search.DFSearch, not {search}")
        self.path: list[int] = []
        self.message = ""

    def state_advanced(self, search: Search) -> None:
        state = search.state_id
        if not search.is_new_state and state in self.path:
            cycle = [*self.path[self.path.index(state) :], state]
            search.error(
                "NoStateCycles", "the path returns to its own state: " + " -> ".join(map(str, cycle)), self.kind
            )
        self.path.append(state)

    def state_backtracked(self, search: Search) -> None:
        del self.path[search.depth :]

    def search_restarted(self, search: Search) -> None:
        self.path.clear()
