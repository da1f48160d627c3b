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


class NoValues(jpfpy.IntChoiceGenerator):
    pass


class Forgotten(jpfpy.IntChoiceGenerator):
    def choices(self) -> Iterator[int]:
        return None  # type: ignore[return-value]


class Reversed(jpfpy.SyncPolicy):
    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        return runnable[::-1]


class Never(jpfpy.SyncPolicy):
    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        return None


class Even(jpfpy.IntIntervalGenerator):
    """A shipped kind with other choices."""

    def choices(self) -> list[int]:
        return [v for v in super().choices() if v % 2 == 0]


class Doubled(jpfpy.IntIntervalGenerator):
    """A shipped kind with a part of the protocol."""

    def get_next_choice(self) -> int:
        return 2 * super().get_next_choice()


class Plain(jpfpy.IntIntervalGenerator):
    pass


class Listed(jpfpy.IntChoiceFromList):
    pass


class Around(jpfpy.DoubleThresholdGenerator):
    pass


class Steps(jpfpy.DoubleChoiceGenerator):
    """The whole protocol, and no choices()."""

    def __init__(self, config: Config, id: str) -> None:
        super().__init__(config, id)
        self.at, self.low = -1, config.get_double(f"{id}.low")

    def has_more_choices(self) -> bool:
        return self.at < 2

    def advance(self, n: int = 1) -> None:
        self.at += n

    def get_next_choice(self) -> float:
        return self.low + self.at

    def get_total_number_of_choices(self) -> int:
        return 3


class Bare(jpfpy.IntChoiceGenerator):
    def __init__(self, config: Config, id: str) -> None:
        self.values = [4, 5]  # no super().__init__

    def choices(self) -> list[int]:
        return self.values


class Late(jpfpy.IntChoiceGenerator):
    def choices(self) -> Iterator[int]:
        yield 1
        yield 2
        yield 3
        raise OSError("late")


class Unshared(jpfpy.Scheduler):
    """Declines at shared objects."""

    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        return None if action.startswith("SHARED") else runnable


class Named(jpfpy.SyncPolicy):
    """Looks at the VM; in the order of the threads' names."""

    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        threads = [self.vm.thread(t) for t in runnable]
        assert all(t.is_runnable for t in threads)
        return [t.id for t in sorted(threads, key=lambda t: t.name)]


class Unable(jpfpy.SyncPolicy):
    def schedule(self, thread: int | None, action: str, runnable: list[int]) -> list[int] | None:
        return [99]


class Boxes(jpfpy.ReferenceChoiceGenerator):
    """Objects of the program, looked for when it asks."""

    def __init__(self, config: Config, id: str) -> None:
        super().__init__(config, id)
        self.found = [e for e in self.vm.heap if e.class_name == config.get_string(f"{id}.of")]

    def choices(self) -> list[object]:
        return self.found
