"""Publishers: the finished report in the forms that other tools read. `report.publisher` names them; each has
report.NAME.file (a file name, - for standard output), or its place beside report.file."""

from __future__ import annotations

from ..errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..config import Config
    from ..raw import RawReport
    from ..report import Report

DEFAULT_FILES = {
    "json": "report.json",
    "html": "report.html",
    "xml": "report.xml",
    "junit": "junit.xml",
    "sarif": "report.sarif",
}
SUFFIXES = {"json": ".json", "html": ".html", "xml": ".xml", "junit": ".junit.xml", "sarif": ".sarif"}
JPF_CLASSES = {"ConsolePublisher": "console", "XMLPublisher": "xml", "HTMLPublisher": "html"}


class Publisher:
    """Base of a publisher of your own: `+report.publisher=console,mine +report.mine.class=module:Class`.

    Any class with `publish(report)` will do; the text it answers goes to report.mine.file, or to standard output. The
    constructor takes the Config, or nothing. JPF: Publisher."""

    def __init__(self, config: Config | None = None) -> None:
        self.config = config

    def publish(self, report: Report) -> str | None:
        raise NotImplementedError


def kind_of(config: Config, name: str) -> str | type:
    """What report.publisher's `name` stands for: a shipped publisher's name, or a class of the user's.

    Raises ConfigError for one that is not known."""
    cls = config.get(f"report.{name}.class")
    if ":" in cls:
        from ..listener import load_class

        return load_class(cls, f"report.{name}.class", config)
    short = cls.rpartition(".")[2]
    if short in JPF_CLASSES and cls in (short, f"gov.nasa.jpf.report.{short}", f".report.{short}"):
        return JPF_CLASSES[short]
    if cls:
        raise ConfigError(
            f"report.{name}.class={cls}: Java publishers are not run: write a Python class with publish(report) "
            "and name it module:Class (docs/reports.md)"
        )
    if name == "console" or name in DEFAULT_FILES:
        return name
    known = ", ".join(("console", *DEFAULT_FILES))
    raise ConfigError(f"report.publisher: no publisher named {name} (there are {known}; or set report.{name}.class)")


def file_of(config: Config, name: str, kind: str | type) -> str:
    """Where a publisher that was asked for writes: - is standard output."""
    named = config.get(f"report.{name}.file")
    if named or not isinstance(kind, str):
        return named or "-"
    base = config.get("report.file")
    return base + SUFFIXES[kind] if base else DEFAULT_FILES[kind]


def render(name: str, report: RawReport, config: Config | None = None) -> str:
    if name == "json":
        import json

        return json.dumps(report, indent=2) + "\n"
    if name == "html":
        from ..html import page

        return page(report, config)
    from importlib import import_module

    module: Any = import_module(f".{name}", __name__)
    text: str = module.render(report, config) if name == "xml" else module.render(report)
    return text


def render_with(cls: type, config: Config, report: RawReport) -> str:
    """The text of a user's publisher."""
    from ..listener import construct
    from ..report import Report

    publisher: Any = construct(cls, config)
    return publisher.publish(Report.from_raw(report)) or ""
