"""Tasks and their results as they travel."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

ROOT, FORGET, LAST = 1, 2, 4  # csrc/search/spread.h
HEAD = struct.Struct("<IIQII16sII")
VERSION = 2


@dataclass
class Task:
    """States to be left. `budget`, `batch` and `chunk` stay what they are when the task is done over: its result
    depends on them. Of a search that draws executions: `prefixes` says which (csrc/search/spread.h, DrawTask)."""

    id: int
    prefixes: bytes  # behind their number
    states: int
    budget: int  # states
    batch: int  # keys of one question
    chunk: int  # states of one piece of what goes back
    initial: bytes = b"\0" * 16  # key of the initial state
    root: bool = False
    attempts: int = 0
    facts: bytes = b""  # what is known of the program, packed (pack)
    beginning: int = 0  # of the search; each has engines of its own
    drawn: bool = False
    last: bool = False

    def words(self, forget: bool) -> bytes:
        """What the engine reads. forget: some of the keys that it has met may be the task's, or nobody's."""
        flags = (ROOT if self.root else 0) | (FORGET if forget else 0) | (LAST if self.last else 0)
        facts = unpacked(self.facts)
        head = HEAD.pack(VERSION, flags, self.budget, self.batch, self.chunk, self.initial, len(facts), 0) + facts
        return head + (self.prefixes if self.drawn else struct.pack("<I", self.states) + self.prefixes)


def packed(facts: bytes) -> bytes:
    """As they travel: most of it says that nothing is known."""
    return zlib.compress(facts, 1) if facts else b""


def unpacked(facts: bytes) -> bytes:
    return zlib.decompress(facts) if facts else b""


@dataclass
class Result:
    """What came of a task. Figures are of this task alone."""

    task: int
    epoch: int
    chunks: list[tuple[bytes, int]] = field(default_factory=list)  # prefixes behind their number, and how many
    keys: list[bytes] = field(default_factory=list)  # claimed, by shard
    initial: bytes = b""
    statistics: dict[str, Any] = field(default_factory=dict)
    errors: list[dict[str, Any]] = field(default_factory=list)
    traces: list[dict[str, Any]] = field(default_factory=list)  # Verify.storeTrace
    constraints: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    output: bytes = b""
    expanded: int = 0
    asked: int = 0  # keys, at the shards
    seconds: float = 0.0
    waited: float = 0.0  # seconds of it, for answers
    over: bool = False  # the search ends here
    ended: bool = False  # the program asked for that
    alone: str = ""  # why it can only be searched on one machine
    again: bool = False  # nothing of it counts: the search begins again with what was learned
    stray: bool = False  # because a path led elsewhere
    facts: bytes = b""  # packed
    drawn: bytes = b""  # executions that have ended (csrc/search/kinds/draws.h, Drawn)
    erred: int | None = None  # the one that an error has ended, and the search with it
    signs: list[int] = field(default_factory=list)  # of the errors: equal ones say the same


class Given(Exception):
    """The task was given up: its epoch is over."""


class ShardLost(Exception):
    """No answer from this shard."""

    def __init__(self, shard: int) -> None:
        super().__init__(shard)
        self.shard = shard


def prefixes(chunk: bytes) -> bytes:
    """A chunk of the engine's without the number that stands before."""
    return chunk[4:]
