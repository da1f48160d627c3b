"""Heuristics, which say how promising a state is, and whole searches in Python. Running, matching, undoing and queues
are the engine's."""

from __future__ import annotations

import sys
from _thread import get_ident
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsFloat, overload

from .views.base import Answer

if TYPE_CHECKING:
    from . import _jpf
    from .config import Config
    from .report import ErrorInfo
    from .views import VM

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
    values: Mapping[str, Any] = {}  # of Heuristic.expressions, by their texts; None: no value there

    @property
    def blocked(self) -> int:
        """Threads that cannot go on."""
        return self.threads - self.runnable

    @property
    def pending(self) -> dict[int, str]:
        """What each thread that lives is about to do, by its id: "lock", "get", "put", "wait", "join" ..."""
        return {i: ACTIONS[a] for i, a in enumerate(self.doing) if a}


FIELDS = Candidate._fields[:-2]  # the words
WIDTH = len(FIELDS)
NOTHING: Mapping[str, Any] = {}


class Candidates(Sequence[Candidate]):
    """States that wait for their values: a sequence of Candidate, and columns for numpy."""

    def __init__(self, words: bytes, doing: list[bytes], values: Sequence[Mapping[str, Any]] = ()) -> None:
        self._words = memoryview(words).cast("q")
        self._doing = doing
        self._values = values

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
        values = self._values[k] if self._values else NOTHING
        return Candidate._make((*self._words[k * WIDTH : (k + 1) * WIDTH], self._doing[k], values))

    def __iter__(self) -> Iterator[Candidate]:
        words, at = self._words.tolist(), 0
        for doing, values in zip(self._doing, self._values or repeat(NOTHING)):  # noqa: B905
            yield Candidate._make((*words[at : at + WIDTH], doing, values))
            at += WIDTH

    def column(self, name: str) -> memoryview:
        """One number of all states, as np.asarray(states.column("depth")) takes it; KeyError for an unknown name."""
        if name not in FIELDS:
            raise KeyError(f"{name}: no column (there are {', '.join(FIELDS)})")
        return self._words[FIELDS.index(name) :: WIDTH]

    def values(self, expression: str) -> list[Any]:
        """The values of one of Heuristic.expressions; KeyError: it is none of them."""
        if not all(expression in v for v in self._values or [NOTHING]):
            raise KeyError(f"{expression}: not among the heuristic's expressions")
        return [v[expression] for v in self._values]

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

    expressions: Sequence[str] = ()
    """What the program's values are read by (docs/graphs.md), as `state.values["Account.balance"]`. Each is evaluated
    once for each state, when the search comes to it."""

    def __init__(self, config: Config | None = None) -> None:
        self.config = config

    def evaluate(self, state: Candidate) -> SupportsFloat:
        raise NotImplementedError(f"{type(self).__qualname__} defines neither evaluate nor evaluate_many")

    def evaluate_many(self, states: Candidates) -> Sequence[SupportsFloat]:
        """A number for each of up to 1,000 states: a sequence, or a numpy array."""
        return [self.evaluate(state) for state in states]


REFUSED_MOST = 10_000


def whole(what: str, value: object) -> int:
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what}({value!r}): a whole number expected") from None


class Ended(BaseException):
    """The engine's search is over, or begins again, within a move: what unwinds Search.search()."""


def of_stand(field: str) -> property:
    return property(lambda self: Answer(getattr(self._stand, field)))


class Search:
    """Base of `verify(..., search=Mine)` and `search.class=module:Mine`: a strategy of one's own.

    search() moves with forward(), backtrack() and restore(). Listeners are told of each move, properties are checked
    and states are matched as in any other search. A search that leaves choices untried makes the result `incomplete`.

    As long as it goes depth first (it backtracks from visited states, and calls forward() until it answers False), the
    engine leaves out what depth-first search may leave out. Where it goes on from a visited state, picks a choice or
    restores a state for the first time, the search begins again, and search() is called again: of a class on a new
    object. From then on choices are left out of restored states only. JPF: Search."""

    vm: VM  # what can be looked at where the search stands

    def __init__(self, config: Config | None = None) -> None:
        self.config = config

    def search(self) -> None:
        raise NotImplementedError(f"{type(self).__qualname__} does not define search()")

    # --- moves

    def forward(self, choice: int | None = None) -> bool:
        """Make the next choice here, or that one of choices(). False: there is none left, or the path ends here.

        The search then stands at what the transition led to, whatever that is; backtrack() goes back from it."""
        place = -1 if choice is None else self._place(whole("forward", choice))
        return not self._over() and self._moved(self._raw._forward, place)

    def backtrack(self) -> bool:
        """Back to the state before. False: this is the first one."""
        return not self._over() and self._moved(self._raw._backtrack)

    def restore(self, state_id: int) -> bool:
        """Stand at a state that was reached before, with all its choices. False: it has none, as an end of the program,
        an error or an ignored state. IndexError: no state of that id was reached."""
        number = whole("restore", state_id)
        if self._over():
            return False
        if not 0 <= number <= self._last:
            known = f"there are 0 to {self._last}" if self._last >= 0 else "there is none yet"
            raise IndexError(f"restore({number}): no such state was reached ({known})")
        return self._moved(self._raw._restore, number)

    def choices(self) -> list[str]:
        """The choices here, as reports name them: threads, or values. At most 100,000 are listed."""
        return self._raw._choices()

    # --- where it stands

    is_new_state = of_stand("is_new")
    is_end_state = of_stand("is_end")
    is_error_state = of_stand("is_error")
    is_ignored_state = of_stand("is_ignored")

    @property
    def is_visited_state(self) -> Answer:
        return Answer(not self._stand.is_new)

    @property
    def state_id(self) -> int:
        """-1 before the program's first transition."""
        return self._stand.state_id

    @property
    def depth(self) -> int:
        """Transitions from the start. The engine counts: what is assigned, as JPF's searches do, is ignored."""
        return self._stand.depth

    @depth.setter
    def depth(self, value: int) -> None:
        pass

    @property
    def done(self) -> Answer:
        """The search is over: an error without search.multiple_errors, a limit, or terminate(). No move is made."""
        return Answer(self._done or self._stand.done)

    @done.setter
    def done(self, value: bool) -> None:
        self._done = bool(value)

    is_done = done

    @property
    def n_errors(self) -> int:
        return self._stand.errors

    @property
    def current_error(self) -> ErrorInfo | None:
        """The error that the last transition led to."""
        return self.vm.search.last_error if self._stand.is_error else None

    @property
    def depth_limit(self) -> int:
        """search.depth_limit, which the engine keeps to by itself; where none is set, more than any depth."""
        return self.vm.config.get_int("search.depth_limit", 0) or sys.maxsize

    # --- what JPF's searches call besides: the engine does it by itself

    def terminate(self) -> None:
        self._done = True

    def has_property_termination(self) -> bool:
        return bool(self.done)

    def check_state_space_limit(self) -> bool:
        return not self._stand.done

    def request_backtrack(self) -> bool:
        self._backtrack = True
        return True

    def check_and_reset_backtrack_request(self) -> bool:
        asked, self._backtrack = self._backtrack, False
        return asked

    def notify_search_started(self) -> None: ...
    def notify_state_advanced(self) -> None: ...
    def notify_state_processed(self) -> None: ...
    def notify_state_backtracked(self) -> None: ...
    def notify_state_stored(self) -> None: ...
    def notify_state_restored(self) -> None: ...
    def notify_property_violated(self) -> None: ...
    def notify_search_constraint_hit(self, constraint: str = "") -> None: ...
    def notify_search_finished(self) -> None: ...

    # --- the engine behind it

    _raw: _jpf.VM
    _stand: _jpf.StandRow
    _failure: BaseException | None = None  # what generators, peers and the like in Python have raised in a move
    _done = False
    _backtrack = False
    _refused = 0
    _thread = 0
    _last = -1  # the greatest id of a state that was reached

    def _over(self) -> bool:
        """Is the engine's search over? Whoever goes on asking for moves for long does not look at `done`."""
        if get_ident() != self._thread:
            raise RuntimeError("only the thread that called search() may move the search, while search() runs")
        over = bool(self._done or self._stand.done)
        self._refused += over
        if self._refused > REFUSED_MOST:
            raise Ended
        return over

    def _place(self, choice: int) -> int:
        n = len(self.choices())
        if not 0 <= choice < n:
            raise IndexError(f"forward({choice}): there are {n} choices here")
        return choice

    def _moved(self, move: Callable[..., _jpf.StandRow | None], *args: int) -> bool:
        try:
            stand = move(*args)
        except BaseException as e:
            self._failure = e
            raise
        finally:
            self.vm.serial += 1
        if stand is None:
            raise Ended
        self._stand = stand
        self._last = max(self._last, stand.state_id)
        return stand.moved
