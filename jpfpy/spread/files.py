"""The JDK and the program on each node: where they lie already, or brought there once, to the same path on each.

What a program may ask for (java.home, java.class.path) is part of its state, so the paths must be the same."""

from __future__ import annotations

import getpass
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterable, Iterator

from ..errors import ConfigError
from ..target.paths import private_dir

JDK_PARTS = ("release", "conf", "lib")
NOT_READ = (".so", ".zip", ".sym", ".jsa", ".a")  # of a JDK's lib: machine code, sources
SKIPPED = frozenset({"server", "jfr"})
ENDS = 1 << 20  # of a large file its ends and its length stand for it


def files_below(path: str, jdk: bool = False) -> Iterator[str]:
    """Relative to the folder, in an order that is everywhere the same; of a file its name alone."""
    if not os.path.isdir(path):
        yield ""
        return
    for top, dirs, names in os.walk(path, followlinks=jdk):
        inner = os.path.relpath(top, path)
        if jdk:
            dirs[:] = [d for d in dirs if (inner != "." or d in JDK_PARTS) and d not in SKIPPED]
            names = [n for n in names if (inner != "." or n in JDK_PARTS) and not n.endswith(NOT_READ)]
        dirs.sort()
        for name in sorted(names):
            yield os.path.normpath(os.path.join(inner, name))


def digest(path: str, jdk: bool = False) -> str:
    """Of what is in the file or folder; "" where there is none."""
    if not os.path.exists(path):
        return ""
    h = hashlib.blake2b(digest_size=16)
    for name in files_below(path, jdk):
        one = os.path.join(path, name) if name else path
        try:
            with open(one, "rb") as f:
                size = os.fstat(f.fileno()).st_size
                h.update(f"{name}\0{size}\0".encode())
                h.update(f.read(ENDS))
                if size > 2 * ENDS and jdk:
                    f.seek(size - ENDS)
                while block := f.read(ENDS):
                    h.update(block)
        except OSError:
            h.update(f"{name}\0-\0".encode())
    return h.hexdigest()


def digests(jdk: str, classpath: Iterable[str]) -> dict[str, str]:
    return {jdk: digest(jdk, jdk=True), **{p: digest(p) for p in classpath}}


def packed(path: str, jdk: bool = False) -> bytes:
    """A tar of the file (named `file` there) or folder."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", dereference=True) as tar:
        for name in files_below(path, jdk):
            one = os.path.join(path, name) if name else path
            if os.path.isfile(one):
                tar.add(one, name or "file", recursive=False)
    return out.getvalue()


def staging() -> str:
    """The folder that has the same name on each node."""
    return f"/tmp/jpfpy-ray-{getpass.getuser()}"


def staged(root: str, path: str, key: str) -> str:
    """Where the file or folder with this digest lies; a jar keeps its ending."""
    whole = os.path.join(root, key)
    return whole if os.path.isdir(path) else os.path.join(whole, "file")


def stage(root: str, key: str, tar: bytes) -> None:
    """Written once, whole. Raises ConfigError where the folder is not ours to write."""
    if not private_dir(root):
        raise ConfigError(f"--ray: {root} is not a folder of this user alone, to put the program and its JDK into")
    there = os.path.join(root, key)
    if os.path.isdir(there):
        return
    part = tempfile.mkdtemp(prefix=f".{key}.", dir=root)
    with tarfile.open(fileobj=io.BytesIO(tar)) as t:
        t.extractall(part, filter="data")
    try:
        os.rename(part, there)
    except OSError:  # another worker of the node was first
        shutil.rmtree(part, ignore_errors=True)
        if not os.path.isdir(there):
            raise
