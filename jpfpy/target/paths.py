"""Where things of ours live on this machine."""

from __future__ import annotations

import os

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
API_JAR = os.path.join(PACKAGE, "java", "jpf-api.jar")


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
    home, temp = os.path.expanduser("~"), os.environ.get("TMPDIR") or "/tmp"
    xdg = os.environ.get("XDG_CACHE_HOME")
    places = [(xdg, os.path.join(xdg, "jpfpy"))] if xdg else [(home, os.path.join(home, ".cache", "jpfpy"))]
    for base, path in (*places, (temp, f"{temp}/jpfpy-{os.getuid()}")):
        # a home or a folder for temporary files that is not there is not ours to make; XDG's may be
        if os.path.isabs(path) and (base == xdg or os.path.isdir(base)) and private_dir(path):
            return path
    return ""
