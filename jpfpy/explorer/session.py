"""A search that stands still between two moves: it runs in a thread of its own and does what it is handed.

The engine calls a search and gets an answer when the search is over, so whoever wants to look at a state for as long as
he likes has to be another thread. Everything that asks the engine is handed over (Session.do) and runs there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import ConfigError, EngineError, JPFError
from ..listener import Listener
from ..strategy import Ended, Search

if TYPE_CHECKING:
    from ..api import JPF
    from ..report.report import Report

T = TypeVar("T")
AGAIN_MOST = 50  # new beginnings of the engine's search, within one command


class Watcher(Listener):
    """Makes the engine keep the lines of each transition, and what local variables refer to."""

    record_steps = True
    lists_heap = True
    reads_output = False


class Stepper(Search):
    """The search: it goes where it is told. Where the engine begins again, `came_back` leads to the same place."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def search(self) -> None:
        self.forward()
        self.restore(self.state_id)  # in any order from here on, which the first time makes the search begin again
        self.session.serve(self)

    def restore(self, state_id: int) -> bool:
        """False also of a state that an engine which has begun again has not come to."""
        try:
            return super().restore(state_id)
        except IndexError:
            return False


class Session:
    """One program that stands in a state. Commands run one at a time, in the search's own thread."""

    def __init__(self, jpf: JPF, job: Callable[[], Any], came_back: Callable[[Stepper], None]) -> None:
        self.came_back = came_back
        self.asked: SimpleQueue[tuple[Callable[[Stepper], Any] | None, SimpleQueue[Any]]] = SimpleQueue()
        self.running: tuple[Callable[[Stepper], Any] | None, SimpleQueue[Any]] | None = None
        self.begun = False
        self.times = 0
        self.lock = threading.Lock()
        self.stop = threading.Event()  # asks a command of many moves to end where it is
        self.over: BaseException | str | None = None
        self.closed = False
        self.thread = threading.Thread(target=self._run, args=(jpf, job), name="jpfpy-explorer", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def _run(self, jpf: JPF, job: Callable[[], Any]) -> None:
        try:
            report: Report = jpf._explore(job())
            self.over = "; ".join(report.statistics.constraints) or report.result
        except BaseException as e:
            self.over = e
        finally:
            while True:  # who waits, or asks between this moment and the next
                if self.running is not None:
                    self.running[1].put((False, self.ended()))
                    self.running = None
                if self.asked.empty():
                    break
                self.running = self.asked.get()

    def ended(self) -> BaseException:
        if self.closed:
            return ConfigError(
                "the explorer is closed: what it has seen can be looked at, and jpfpy.Explorer(...) is a new one"
            )
        if isinstance(self.over, JPFError):
            return self.over
        return EngineError(f"the explorer's search is over: {self.over or 'it was closed'}")

    def do(self, what: Callable[[Stepper], T]) -> T:
        """Run it in the search's thread; its value, or what it raised. KeyboardInterrupt here makes a command of many
        moves end where it is, and is raised when it has."""
        if threading.current_thread() is self.thread:
            raise EngineError("the explorer is asked from within its own search")
        with self.lock:
            if self.over is not None:
                raise self.ended()
            self.stop.clear()
            answer: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
            self.asked.put((what, answer))
            interrupted = False
            while True:
                try:
                    ok, value = answer.get(timeout=0.5)
                    break
                except KeyboardInterrupt:
                    interrupted = True
                    self.stop.set()
                except Exception:  # queue.Empty: is there anybody who could answer?
                    if not self.thread.is_alive():
                        ok, value = False, self.ended()
                        break
        if interrupted:
            raise KeyboardInterrupt
        if not ok:
            raise value
        return value  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the search. The explorer's last position can still be looked at."""
        self.closed = True
        if self.thread.is_alive() and threading.current_thread() is not self.thread:
            self.stop.set()
            self.asked.put((None, SimpleQueue()))
            self.thread.join(30)

    def serve(self, search: Stepper) -> None:
        """Within search(): commands, until there is one to end. Where Ended is raised the engine begins again, and this
        is called again: then the command that ran is carried out once more, from where it began."""
        if self.begun:
            self.times += 1
            if self.times > AGAIN_MOST:
                raise EngineError("the explorer's search begins again and again")
            self.came_back(search)
        self.begun = True
        while True:
            if self.running is None:
                self.running = self.asked.get()
            what, answer = self.running
            if what is None:
                self.running = None
                return
            try:
                result = (True, what(search))
            except Ended:
                raise
            except BaseException as e:
                result = (False, e)
            self.running = what = None  # nothing of the explorer's is kept while it waits
            self.times = 0
            answer.put(result)
            del result, answer
