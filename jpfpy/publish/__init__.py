"""Publishers: the finished report in the forms that other tools read. `report.publisher` names them; each has
report.NAME.file (a file name, - for standard output)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from ..raw import RawReport

DEFAULT_FILES = {
    "json": "report.json",
    "html": "report.html",
    "xml": "report.xml",
    "junit": "junit.xml",
    "sarif": "report.sarif",
}


def render(name: str, report: RawReport) -> str:
    if name == "json":
        import json

        return json.dumps(report, indent=2) + "\n"
    if name == "html":
        from ..html import page

        return page(report)
    return cast("Callable[[RawReport], str]", import_module(f".{name}", __name__).render)(report)
