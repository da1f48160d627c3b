"""The keys of the tasks that are done, by shard, in files without names: what a shard is made anew from."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import IO

BLOCK = 1 << 22  # bytes; a multiple of a key's 16


class Log:
    def __init__(self, shards: int, folder: str | None = None) -> None:
        self.files: list[IO[bytes]] = [tempfile.TemporaryFile(dir=folder) for _ in range(shards)]

    def write(self, keys: list[bytes]) -> None:
        for f, part in zip(self.files, keys, strict=False):
            f.write(part)

    def read(self, shard: int) -> Iterator[bytes]:
        f = self.files[shard]
        f.seek(0)
        while block := f.read(BLOCK):
            yield block

    def cut(self, lengths: list[int]) -> None:
        """Back to what it was when `lengths` was said of it."""
        for f, n in zip(self.files, lengths, strict=True):
            f.flush()
            f.truncate(n)
            f.seek(0, 2)

    def lengths(self) -> list[int]:
        return [f.seek(0, 2) for f in self.files]

    def keys(self) -> list[int]:
        """How many, by shard."""
        return [f.seek(0, 2) // 16 for f in self.files]

    def close(self) -> None:
        for f in self.files:
            f.close()
