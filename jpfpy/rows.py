"""Attributes that read the engine's rows (jpfpy._jpf.ThreadRow ..., csrc/py/rows.def) by the names of their fields."""

from __future__ import annotations

from operator import attrgetter
from typing import Any


def of_row(field: str) -> Any:
    """A property: that field of self.row."""
    return property(attrgetter(f"row.{field}"))
