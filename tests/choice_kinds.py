"""Generators and policies in Python that tests/test_choice.py configures."""

from __future__ import annotations

from collections.abc import Iterator

import jpfpy
from jpfpy.config import Config

DRAWN: list[object] = []


class Near(jpfpy.DoubleChoiceGenerator):
    def __init__(self, config: Config, id: str) -> None:
        super().__init__(config, id)
        self.middle = config.get_double(f"{id}.middle")

    def choices(self) -> Iterator[float]:
        for off in (-0.5, 0.0, 0.5):
            DRAWN.append(off)
            yield self.middle + off


class Countdown(jpfpy.IntChoiceGenerator):
    """By the protocol."""

    def __init__(self, config: Config, id: str) -> None:
        super().__init__(config, id)
        self.now = config.get_int(f"{id}.start") + 1

    def has_more_choices(self) -> bool:
        return self.now > 0

    def advance(self, n: int = 1) -> None:
        self.now -= n

    def get_next_choice(self) -> int:
        return self.now


class Endless(jpfpy.IntChoiceGenerator):
    def choices(self) -> Iterator[int]:
        n = 0
        while True:
            yield n
            n += 1


class Empty(jpfpy.IntChoiceGenerator):
    def choices(self) -> Iterator[int]:
        return iter(())


class Broken(jpfpy.IntChoiceGenerator):
    def choices(self) -> Iterator[int]:
        yield 1
        raise KeyError("mine")


class Texts(jpfpy.IntChoiceGenerator):
    def choices(self) -> Iterator[int]:
        yield from ("a", "b")  # type: ignore[misc]


class Reversed(jpfpy.SyncPolicy):
    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        return runnable[::-1]


class Never(jpfpy.SyncPolicy):
    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        return None
