"""Where things of ours live on this machine."""

from __future__ import annotations

import os

HERE = os.path.dirname(os.path.abspath(__file__))
API_JAR = os.path.join(HERE, "java", "jpf-api.jar")


def private_dir(path: str) -> bool:
    """Make `path` for this user alone; False if it cannot be had (or is somebody else's)."""
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
        return os.stat(path).st_uid == os.getuid() and os.access(path, os.W_OK | os.X_OK)
    except OSError:
        return False


def cache_dir(configured: str | None) -> str:
    """Directory of boot images and compiled sources. "" (configured so, or nothing is writable): no cache."""
    if configured is not None:
        if not configured:
            return ""
        path = os.path.abspath(os.path.expanduser(configured))
        return path if private_dir(path) else ""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    temp = os.environ.get("TMPDIR") or "/tmp"
    for path in (os.path.join(base, "jpfpy"), os.path.join(temp, f"jpfpy-{os.getuid()}")):
        if os.path.isabs(path) and private_dir(path):
            return path
    return ""
