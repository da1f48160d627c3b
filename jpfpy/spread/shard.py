"""A part of the set of keys."""

from __future__ import annotations

from ..extension import extension


class Shard:
    def __init__(self, epoch: int = 0) -> None:
        self.keys = extension().KeySet()
        self.epoch = epoch
        self.asked = 0

    def claim(self, epoch: int, task: int, keys: bytes) -> bytes | None:
        """A byte for each key of 16 bytes: 1 if it is the task's. None: the epoch is over."""
        if epoch != self.epoch:
            return None
        self.asked += len(keys) // 16
        mask: bytes = self.keys.claim(keys, task)
        return mask

    def renew(self, epoch: int, released: list[int]) -> None:
        """A new epoch: claims of these tasks are given up."""
        self.keys.release(released)
        self.epoch = epoch

    def reset(self, epoch: int) -> None:
        """It has no keys."""
        self.keys = extension().KeySet()
        self.epoch = epoch

    def release(self, task: int) -> None:
        self.keys.release([task])

    def load(self, keys: bytes) -> None:
        """Keys of tasks that are done."""
        self.keys.claim(keys, 0)

    def figures(self) -> tuple[int, int, int]:
        """Keys; bytes that they take; keys asked for so far."""
        return len(self.keys), self.keys.room(), self.asked
