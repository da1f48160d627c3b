"""Publishers: the finished report in the forms that other tools read. `report.publisher` names them; each has
report.NAME.file (a file name, - for standard output), or its place beside report.file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...config import Config
    from ...raw import RawReport
    from ..report import Report


class Publisher:
    """Base of a publisher of your own: `+report.publisher=console,mine +report.mine.class=module:Class`.

    Any class with `publish(report)` will do; the text it answers goes to report.mine.file, or to standard output. The
    constructor takes the Config, or nothing. JPF: Publisher."""

    def __init__(self, config: Config | None = None) -> None:
        self.config = config

    def publish(self, report: Report) -> str | None:
        raise NotImplementedError


def render(name: str, report: RawReport, config: Config | None = None) -> str:
    if name == "json":
        from ..json_text import json_text

        return json_text(report) + "\n"
    if name == "html":
        from ..html import page

        return page(report, config)
    from importlib import import_module

    module: Any = import_module(f".{name}", __name__)
    text: str = module.render(report, config) if name == "xml" else module.render(report)
    return text


def render_with(cls: type, config: Config, report: RawReport) -> str:
    """The text of a user's publisher."""
    from ...usercode import construct
    from ..report import Report

    publisher: Any = construct(cls, config)
    return publisher.publish(Report.from_raw(report)) or ""
