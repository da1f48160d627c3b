"""Heuristics: how promising a state is, said in Python. The queue and the search are the engine's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, SupportsFloat, overload

if TYPE_CHECKING:
    from .config import Config

ACTIONS = (  # enum Action of csrc/kernel/kernel.h
    "",
    "start of thread",
    "get",
    "put",
    "get static",
    "put static",
    "load",
    "store",
    "lock",
    "unlock",
    "wait",
    "reacquire",
    "notify",
    "notify all",
    "park",
    "unpark",
    "sleep",
    "yield",
    "join",
    "start",
    "interrupt",
    "exit",
    "class initialization",
    "atomic",
    "library",
    "break",
    "other",
    "begin atomic",
    "invoke",
    "output",
    "bsync",
)


class Candidate(NamedTuple):
    """A state that waits for its value, as it was when the search came to it.

    Numbers that a path adds up are those of the path that led to the state. The words stand in the order of
    csrc/search/kinds/heuristic.h, so that they can be read without being copied."""

    state_id: int
    depth: int  # transitions from the start
    thread: int  # id of the thread that ran last
    threads: int  # alive: started and not ended
    runnable: int  # of these, those that can go on
    locking: int  # those that wait for a monitor of another one
    waiting: int  # those in wait, park or join that cannot go on
    locks: int  # monitors that are held
    shared: int  # transitions of the path that end before an access to something shared
    preemptions: int  # transitions of the path that took the turn from a thread that could go on
    coverage: int  # transitions of the path that ended at an instruction where none of the search had ended
    choices: int  # that can be made in the state
    value: int  # Verify.setHeuristicSearchValue
    interesting: int  # 1: Verify.interesting was called; then no heuristic changes that the state comes first
    boring: int  # 1: Verify.boring was called; the state comes last
    doing: bytes  # what each thread is about to do, by id: places in ACTIONS

    @property
    def blocked(self) -> int:
        """Threads that cannot go on."""
        return self.threads - self.runnable

    @property
    def pending(self) -> dict[int, str]:
        """What each thread that lives is about to do, by its id: "lock", "get", "put", "wait", "join" ..."""
        return {i: ACTIONS[a] for i, a in enumerate(self.doing) if a}


FIELDS = Candidate._fields[:-1]  # the words
WIDTH = len(FIELDS)


class Candidates(Sequence[Candidate]):
    """States that wait for their values: a sequence of Candidate, and columns for numpy."""

    def __init__(self, words: bytes, doing: list[bytes]) -> None:
        self._words = memoryview(words).cast("q")
        self._doing = doing

    def __len__(self) -> int:
        return len(self._doing)

    @overload
    def __getitem__(self, i: int) -> Candidate: ...
    @overload
    def __getitem__(self, i: slice) -> list[Candidate]: ...
    def __getitem__(self, i: int | slice) -> Candidate | list[Candidate]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        k = i + len(self) if i < 0 else i
        if not 0 <= k < len(self):
            raise IndexError(i)
        return Candidate._make((*self._words[k * WIDTH : (k + 1) * WIDTH], self._doing[k]))

    def __iter__(self) -> Iterator[Candidate]:
        words, at = self._words.tolist(), 0
        for doing in self._doing:
            yield Candidate._make((*words[at : at + WIDTH], doing))
            at += WIDTH

    def column(self, name: str) -> memoryview:
        """One number of all states, as np.asarray(states.column("depth")) takes it; KeyError for an unknown name."""
        if name not in FIELDS:
            raise KeyError(f"{name}: no column (there are {', '.join(FIELDS)})")
        return self._words[FIELDS.index(name) :: WIDTH]

    @property
    def matrix(self) -> memoryview:
        """All of them, a row for each state: np.asarray(states.matrix) copies nothing. The columns are FIELDS."""
        return self._words.cast("b").cast("q", (len(self), WIDTH))


class Heuristic:
    """Base of `verify(..., search=Mine)` and `search.class=module:Mine`: which state is left next.

    The state with the smallest value comes first, of equal ones the one that was reached first; an infinite value is
    one. The constructor takes nothing, or the configuration. A value that is no number, and an exception, end the
    search with a ConfigError that names the state. JPF: SimplePriorityHeuristic.computeHeuristicValue."""

    batch: int | None = None
    """How many states are left between two calls. 1: the best one each time. None: 1 where only evaluate is defined;
    with evaluate_many a sixteenth of the states that wait, so that calls grow with the queue."""

    def __init__(self, config: Config | None = None) -> None:
        self.config = config

    def evaluate(self, state: Candidate) -> SupportsFloat:
        raise NotImplementedError(f"{type(self).__qualname__} defines neither evaluate nor evaluate_many")

    def evaluate_many(self, states: Candidates) -> Sequence[SupportsFloat]:
        """A number for each of up to 1,000 states: a sequence, or a numpy array."""
        return [self.evaluate(state) for state in states]
