"""What can go wrong in a b-program by its own fault."""

from __future__ import annotations

import math

from ..errors import JPFError


class BPError(JPFError):
    """The b-program is not one: duplicate priorities, a third level, a generator that yields something else ..."""


class Prune(Exception):
    """Raised inside a b-thread: the step that led here is not explored any further, and is no state."""


def real(v: object, what: str) -> float:
    """A finite number. `what` names it in the BPError that anything else gives."""
    try:
        number = float(v)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if isinstance(v, str) or not math.isfinite(number):
        raise BPError(f"{what}={v!r}: a finite number expected")
    return number
