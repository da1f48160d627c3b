"""One search at a time writes a checkpoint's file: who writes it holds a lock on a file beside it (docs/checkpoints.md).

The checkpoint itself cannot be what is locked, since each new one takes its place. The system takes a lock away from a
process that ends, however it ends, so that one that was killed leaves the file beside and no lock. The file's name goes
only while its lock is held, and who has locked a file whose name is gone by then begins again: otherwise two could hold
a lock each, on two files that had the name in turn."""

from __future__ import annotations

import errno
import os
import time

from ..errors import ConfigError

MARK = b"jpf "  # nothing else is taken for a file of ours
PATIENCE = 1.0  # seconds: a process that was killed may take a moment to give its memory and its locks back
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)  # of a file system that has none


class Claim:
    """The right to write `file`, until release(). Raises ConfigError, `who` first, where another search has it."""

    def __init__(self, file: str, who: str) -> None:
        self.name, self.fd, self.lacking = file + ".lock", -1, ""
        end = time.monotonic() + PATIENCE
        while (by := self.take(who)) and time.monotonic() < end:
            time.sleep(0.02)
        if by:
            raise ConfigError(f"{who}: {by} writes this file: let it end, end it, or name another file")

    def take(self, who: str) -> str:
        """Who has it; "": this one."""
        from fcntl import LOCK_EX, LOCK_NB, flock

        while True:
            try:
                fd = os.open(self.name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
            except OSError as e:
                raise ConfigError(f"{who}: {self.name} cannot be written: {e.strerror or e}") from None
            try:
                held = os.pread(fd, 300, 0)
                if held and not held.startswith(MARK):
                    raise ConfigError(f"{who}: there is a file {self.name}, and it is no lock of jpf's")
                flock(fd, LOCK_EX | LOCK_NB)
                if not self.named(fd):
                    os.close(fd)
                    continue
                os.ftruncate(fd, 0)
                os.pwrite(fd, MARK + f"{os.getpid()} {os.uname().nodename}\n".encode(), 0)
            except BlockingIOError:
                os.close(fd)
                return holder(held)
            except OSError as e:
                os.close(fd)
                if e.errno not in NO_LOCKS:
                    raise ConfigError(f"{who}: {self.name}: {e.strerror or e}") from None
                self.lacking = e.strerror or str(e)
                return ""
            except BaseException:
                os.close(fd)
                raise
            self.fd = fd
            return ""

    def named(self, fd: int) -> bool:
        try:
            return os.path.samestat(os.fstat(fd), os.stat(self.name, follow_symlinks=False))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self.fd < 0:
            return
        from contextlib import suppress

        with suppress(OSError):
            os.unlink(self.name)
        os.close(self.fd)
        self.fd = -1

    __del__ = release  # of a search whose report could not be told


def holder(held: bytes) -> str:
    """What stands in a file that another one has locked: it may be about to be written."""
    pid, _, host = held.removeprefix(MARK).decode("ascii", "replace").strip().partition(" ")
    if not pid:
        return "another search"
    return f"process {pid}" if host == os.uname().nodename else f"process {pid} of {host}"
