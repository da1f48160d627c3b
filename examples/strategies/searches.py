"""Searches in Python: depth first and breadth first, and walks that prefer threads that have not run for long."""

import jpfpy


class DepthFirst(jpfpy.Search):
    def search(self) -> None:
        while not self.done:
            if not self.is_new_state or self.is_end_state or self.is_ignored_state:
                if not self.backtrack():
                    break
            self.forward()


class BreadthFirst(jpfpy.Search):
    def search(self) -> None:
        self.forward()
        queue = [self.state_id]
        while queue and not self.done:
            self.restore(queue.pop(0))
            while self.forward():
                if self.is_new_state and not self.is_end_state and not self.is_ignored_state:
                    queue.append(self.state_id)
                self.backtrack()


class TakingTurns(jpfpy.Search):
    """Fifty paths; each goes on with the thread that has waited longest for its turn."""

    def search(self) -> None:
        for start in range(50):
            last: dict[str, int] = {}
            while not self.done and (choices := self.choices()):
                who = min(choices, key=lambda c: (last.get(c, -1), (choices.index(c) + start) % len(choices)))
                last[who] = self.depth
                if not self.forward(choices.index(who)):
                    break
            while self.depth > 1 and self.backtrack():
                pass
