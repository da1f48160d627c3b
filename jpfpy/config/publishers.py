"""Which publishers `report.publisher` names, and where each writes."""

from __future__ import annotations

import os

from ..errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .config import Config

DEFAULT_FILES = {
    "json": "report.json",
    "html": "report.html",
    "xml": "report.xml",
    "junit": "junit.xml",
    "sarif": "report.sarif",
}
SUFFIXES = {"json": ".json", "html": ".html", "xml": ".xml", "junit": ".junit.xml", "sarif": ".sarif"}
JPF_CLASSES = {"ConsolePublisher": "console", "XMLPublisher": "xml", "HTMLPublisher": "html"}


def kind_of(config: Config, name: str) -> str | type:
    """What report.publisher's `name` stands for: a shipped publisher's name, or a class of the user's.

    Raises ConfigError for one that is not known."""
    cls = config.get(f"report.{name}.class")
    if ":" in cls:
        from ..usercode import load_class

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


def outputs_of(config: Config) -> tuple[dict[str, tuple[str | type, str]], bool]:
    """({publisher: (its kind, the file that it writes)} of all but the console, whether the console is asked for).

    Raises ConfigError for a publisher that is not known, and where two of the shipped ones write to one file."""
    kinds = {n: kind_of(config, n) for n in config.get_list("report.publisher")}
    for name in DEFAULT_FILES:  # a file that is named is written, in the list or not
        if config.get(f"report.{name}.file"):
            kinds.setdefault(name, name)
    outputs = {n: (k, file_of(config, n, k)) for n, k in kinds.items() if k != "console"}
    names: dict[str, str] = {}
    for name, (kind, file) in outputs.items():
        if isinstance(kind, str) and (other := names.setdefault(os.path.expanduser(file), name)) != name:
            where = "standard output" if file == "-" else file
            raise ConfigError(
                f"report.{other}.file and report.{name}.file: both name {where}; give one of them another file"
            )
    return outputs, "console" in kinds.values()
