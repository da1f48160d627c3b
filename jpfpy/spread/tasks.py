"""Tasks and their results as they travel."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

ROOT, FORGET = 1, 2  # csrc/search/spread.h
HEAD = struct.Struct("<IIQII16s")
VERSION = 1


@dataclass
class Task:
    """States to be left. `budget`, `batch` and `chunk` stay what they are when the task is done over: its result
    depends on them."""

    id: int
    prefixes: bytes  # behind their number
    states: int
    budget: int  # states
    batch: int  # keys of one question
    chunk: int  # states of one piece of what goes back
    initial: bytes = b"\0" * 16  # key of the initial state
    root: bool = False
    attempts: int = 0

    def words(self, forget: bool) -> bytes:
        """What the engine reads. forget: some of the keys that it has met may be the task's, or nobody's."""
        flags = (ROOT if self.root else 0) | (FORGET if forget else 0)
        head = HEAD.pack(VERSION, flags, self.budget, self.batch, self.chunk, self.initial)
        return head + struct.pack("<I", self.states) + self.prefixes


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
