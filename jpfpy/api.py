"""jpfpy.verify and jpfpy.JPF: a search from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from .config import Config, load
from .engine import Job
from .errors import ConfigError
from .report import Report

if TYPE_CHECKING:
    from .raw import Progress

Value = str | int | float | bool | os.PathLike[str]
Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def joined(paths: Paths) -> str:
    if isinstance(paths, str | os.PathLike):
        return os.fspath(paths)
    return ":".join(os.fspath(p) for p in paths)


class JPF:
    """One configuration, for embedding: JPF({"target": "Account", "classpath": "build"}).run().

    The keys are those of docs/configuration.md. A .jpf file can be given as `app`; `files=True` also reads
    site.properties and jpf.properties, as the command does."""

    def __init__(
        self,
        config: Mapping[str, Value] | None = None,
        *,
        app: str | os.PathLike[str] | None = None,
        files: bool = False,
    ) -> None:
        pairs = [(k, text(v)) for k, v in (config or {}).items()]
        app_file = os.fspath(app) if app is not None else None
        if files:
            self.config = load(pairs, app_file)
        else:
            self.config = Config()
            if app_file is not None:
                self.config.load_file(app_file, app_file)
            for key, value in pairs:
                self.config.put(key, value, "config")
        self.config.check()

    def _job(self) -> Job:
        return Job(self.config, self.config.get("target"), self.config.get_list("target.args"))

    def run(
        self,
        *,
        on_output: Callable[[int, bytes], object] | None = None,
        on_progress: Callable[[Progress], object] | None = None,
    ) -> Report:
        """Explore the target. `on_output(fd, data)` sees what the program prints, as it is printed."""
        return explore(self._job(), on_output, on_progress)


def explore(
    job: Job,
    on_output: Callable[[int, bytes], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Report:
    """Ctrl-C ends the search in order: the report says `interrupted` and is not ok."""
    return Report.from_raw(job.explore(on_output, on_progress, replay=job.config.get("jpf.replay")))


def verify(
    target: str | os.PathLike[str],
    *args: str,
    classpath: Paths | None = None,
    sourcepath: Paths | None = None,
    config: Mapping[str, Value] | None = None,
    search: str | None = None,
    jdk: str | os.PathLike[str] | None = None,
    replay: str | None = None,
    on_output: Callable[[int, bytes], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Report:
    """Explore every interleaving and choice of `target` (class name, .java, .jar or .jpf file) with `args`.

    `config` takes JPF's property keys. Raises ConfigError where nothing could be run; what was found in the program is
    in the report (`report.ok`, `report.errors`, `report.raise_on_error()`)."""
    name = os.fspath(target)
    values: dict[str, Value] = dict(config or {})
    for key, value in (("classpath", classpath), ("sourcepath", sourcepath)):
        if value is not None:
            values[key] = joined(value)
    for key, one in (("search.class", search), ("vm.jdk", jdk), ("jpf.replay", replay)):
        if one is not None:
            values[key] = one
    app = name if name.endswith(".jpf") else None
    jpf = JPF(values, app=app)
    if app is not None:
        name = jpf.config.get("target")
        if not name:
            raise ConfigError(f"{app}: no target in it")
    given = [text(a) for a in args] or (jpf.config.get_list("target.args") if app else [])
    return explore(Job(jpf.config, name, given), on_output, on_progress)
