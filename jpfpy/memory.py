"""How much memory there is for a search: what the machine has, its cgroup allows, and ulimit -v."""

from __future__ import annotations

import os
import sys

NO_LIMIT = 1 << 60  # cgroup v1 writes nearly 2**63 where there is none


def read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def number(text: str) -> int:
    """Bytes in a file of a cgroup; `max`, or nothing: NO_LIMIT."""
    text = text.strip()
    return int(text) if text.isdecimal() else NO_LIMIT


def machine(root: str = "/") -> int:
    for line in read(os.path.join(root, "proc/meminfo")).splitlines():
        name, _, rest = line.partition(":")
        if name == "MemTotal" and rest.split()[0].isdecimal():
            return int(rest.split()[0]) << 10
    return NO_LIMIT


def cgroup(root: str = "/") -> int:
    """The least limit of the cgroup of this process and of those above it, of version 2 and of version 1."""
    least = NO_LIMIT
    for line in read(os.path.join(root, "proc/self/cgroup")).splitlines():
        hierarchy, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if hierarchy == "0":
            base, name = os.path.join(root, "sys/fs/cgroup"), "memory.max"
        elif "memory" in controllers.split(","):
            base, name = os.path.join(root, "sys/fs/cgroup/memory"), "memory.limit_in_bytes"
        else:
            continue
        parts = [p for p in path.split("/") if p and p != ".."]
        # a container may see its own cgroup as the root of what is mounted
        for i in range(len(parts) + 1):
            least = min(least, number(read(os.path.join(base, *parts[:i], name))))
    return least


def address_space() -> int:
    try:
        import resource
    except ImportError:
        return NO_LIMIT
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    return NO_LIMIT if soft == resource.RLIM_INFINITY else soft


def peak_rss(root: str = "/") -> int:
    """The most bytes of memory this process had. What getrusage tells may be that of the process that started it."""
    for line in read(os.path.join(root, "proc/self/status")).splitlines():
        name, _, rest = line.partition(":")
        if name == "VmHWM" and rest.split()[0].isdecimal():
            return int(rest.split()[0]) << 10
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def default_limit(root: str = "/") -> int:
    """Bytes a search may hold where `search.memory_limit` is not set: three quarters of the least; 0: not known."""
    least = min(machine(root), cgroup(root), address_space())
    return least * 3 // 4 if least < NO_LIMIT else 0
