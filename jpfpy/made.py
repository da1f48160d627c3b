"""Who wants to hear of each report that jpfpy.verify and JPF.run make. The pytest plugin does, for its explanations."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .report.report import Report

hearers: list[Callable[[Report], object]] = []
