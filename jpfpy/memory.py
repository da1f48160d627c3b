"""How much memory and how many cores there are for a search: what the machine has, its cgroup allows, and ulimit -v."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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


def groups(root: str, controller: str) -> Iterator[tuple[int, str]]:
    """The folders of the cgroup of this process and of those above it, and of which version (1, 2) each is."""
    for line in read(os.path.join(root, "proc/self/cgroup")).splitlines():
        hierarchy, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if hierarchy == "0":
            version, base = 2, os.path.join(root, "sys/fs/cgroup")
        elif controller in controllers.split(","):
            version, base = 1, os.path.join(root, "sys/fs/cgroup", controller)
        else:
            continue
        parts = [p for p in path.split("/") if p and p != ".."]
        # a container may see its own cgroup as the root of what is mounted
        for i in range(len(parts) + 1):
            yield version, os.path.join(base, *parts[:i])


def cgroup(root: str = "/") -> int:
    """The least limit of the cgroup of this process and of those above it, of version 2 and of version 1."""
    names = {1: "memory.limit_in_bytes", 2: "memory.max"}
    folders = groups(root, "memory")
    return min((number(read(os.path.join(folder, names[version]))) for version, folder in folders), default=NO_LIMIT)


def quota(root: str = "/") -> int:
    """Cores' worth of time that the cgroup of this process and those above it allow, at least 1; NO_LIMIT: any."""
    least = NO_LIMIT
    for version, folder in groups(root, "cpu"):
        names = ("cpu.max",) if version == 2 else ("cpu.cfs_quota_us", "cpu.cfs_period_us")
        words = " ".join(read(os.path.join(folder, name)) for name in names).split()
        if len(words) == 2 and words[0].isdecimal() and words[1].isdecimal() and int(words[1]):
            least = min(least, max(1, int(words[0]) // int(words[1])))
    return least


def cores(root: str = "/") -> int:
    """As many threads as can run at once: the cores that this process may use, and its cgroup's quota."""
    try:
        mine = len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        mine = os.cpu_count() or 1
    return min(mine, quota(root))


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
