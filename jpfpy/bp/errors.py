"""What can go wrong in a b-program by its own fault."""

from __future__ import annotations

from ..errors import JPFError


class BPError(JPFError):
    """The b-program is not one: duplicate priorities, a third level, a generator that yields something else ..."""


class Prune(Exception):
    """Raised inside a b-thread: the step that led here is not explored any further, and is no state."""
