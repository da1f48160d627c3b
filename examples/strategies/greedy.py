"""Heuristics for deadlocks: states come first where many threads wait, and many monitors are held."""

import jpfpy


class Greedy(jpfpy.Heuristic):
    """A number for each state."""

    def evaluate(self, state: jpfpy.Candidate) -> float:
        return -10 * state.blocked - state.locks


class GreedyInColumns(jpfpy.Heuristic):
    """The same for up to 1,000 states in one call; with numpy, lines of the same kind work on whole columns."""

    def evaluate_many(self, states: jpfpy.Candidates) -> list[float]:
        blocked = zip(states.column("threads"), states.column("runnable"), states.column("locks"), strict=True)
        return [-10 * (threads - runnable) - locks for threads, runnable, locks in blocked]
