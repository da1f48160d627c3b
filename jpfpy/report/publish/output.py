"""Where the reports of one run of the command go: the console's sections, and a file or standard output for each of
the other publishers."""

from __future__ import annotations

import os
import sys
import time

from ...config.publishers import outputs_of
from ...errors import ConfigError
from ...target.paths import cache_dir, private_dir
from . import render, render_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...config import Config
    from ...engine import Job
    from ...raw import Progress, RawReport
    from ..console import Console


class Reports:
    """`text` writes to standard output. Raises ConfigError, before anything is run, for a publisher that is not known
    or a file that cannot be written."""

    def __init__(self, job: Job, quiet: bool, text: Callable[[str], object]) -> None:
        config = self.config = job.config
        self.job, self.text = job, text
        self.outputs, console = outputs_of(config)
        self.console_file = config.get("report.console.file")
        if self.console_file == "-":  # as for the others: standard output, where it is written anyway
            self.console_file = ""
        check_writable(*(f for _, f in self.outputs.values()), self.console_file)
        # A shipped publisher on standard output has it alone: the program's output stands in its report.
        self.owns_stdout = any(f == "-" and isinstance(k, str) for k, f in self.outputs.values())
        config.listeners_aside = self.owns_stdout or quiet
        self.console: Console | None = None
        self.kept: list[str] = []
        if console and not quiet and (self.console_file or not self.owns_stdout):
            from ..console import Console

            self.console = Console(config, self.kept.append)
            plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("", "dumb")
            self.console.colour = not self.console_file and not plain and sys.stdout.isatty()
            self.console.replays = replays_folder(config)
            if sections := self.console.live_sections():
                job.listen(sections)
        self.probe = config.get_duration("report.probe_interval", 0)
        self.probed = time.monotonic()

    def begin(self) -> str:
        """What stands on standard output before the search begins."""
        if self.console is None:
            return ""
        self.console.started(self.job)
        if self.console_file:
            return ""
        header = "".join(self.kept)
        self.kept.clear()
        self.console.write = self.text
        return header

    def to_files(self) -> bool:
        """Is any report written elsewhere than to standard output?"""
        return bool(self.console_file) or any(file != "-" for _, file in self.outputs.values())

    def watch(self, progress: Progress) -> None:
        """Every report.probe_interval seconds the sections of report.console.probe."""
        if self.probe and self.console is not None and time.monotonic() - self.probed >= self.probe:
            self.probed = time.monotonic()
            self.console.probe(progress)

    def failed(self, message: str) -> None:
        """The engine failed: the JSON report says so."""
        for kind, file in self.outputs.values():
            if kind == "json":
                import json

                report = error_report(message, self.job, self.job.given_target, self.job.args)
                self.put(file, json.dumps(report, indent=2) + "\n")

    def finish(self, report: RawReport) -> None:
        if self.console is not None:
            self.console.finished(report)
            if self.console_file:
                write_file(self.console_file, "".join(self.kept))
        failed: ConfigError | None = None
        for kind, file in self.outputs.values():
            try:
                if isinstance(kind, str):
                    self.put(file, render(kind, report, self.config))
                else:
                    self.put(file, render_with(kind, self.config, report))
            except ConfigError as e:  # the others are written all the same
                failed = failed or e
        if failed is not None:
            raise failed

    def put(self, file: str, text: str) -> None:
        if file == "-":
            self.text(text)
        else:
            write_file(file, text)


def check_writable(*files: str) -> None:
    """A report that could not be written is known before an hour of search, not after it."""
    for file in files:
        if file == "-" and sys.__stdout__ is None:
            raise ConfigError("standard output is closed, where a report was asked for (a file in place of - has it)")
        if file and file != "-":
            folder = os.path.dirname(os.path.abspath(os.path.expanduser(file)))
            if not os.path.isdir(folder):
                raise ConfigError(f"{file}: no such directory {folder}")
            if os.path.isdir(os.path.expanduser(file)) or not os.access(folder, os.W_OK):
                raise ConfigError(f"{file}: cannot be written")


def write_file(file: str, text: str) -> None:
    try:
        with open(os.path.expanduser(file), "w", encoding="utf-8", errors="backslashreplace") as f:
            f.write(text)
    except OSError as e:
        raise ConfigError(f"{file}: {e.strerror or e}") from None


def error_report(message: str, job: Job | None, target: str, args: list[str]) -> dict[str, Any]:
    """The report of a search that failed for a reason of its own."""
    from ... import __version__

    notes: dict[str, Any] = {"notes": list(job.notes)} if job and job.notes else {}
    return {
        "schema": 1,
        "jpfpy": __version__,
        "jdk": job.jdk.version if job else "",
        "target": target,
        "args": args,
        "result": "error",
        "complete": False,
        "interrupted": False,
        "message": message,
        "errors": [],
        "statistics": None,
        "output": "",
        "config": job.shown_config() if job else {},
        "seed": 0,
        **notes,
    }


def replays_folder(config: Config) -> str:
    """Where long replay strings are kept; "": nowhere."""
    cache = cache_dir(config.values.get("vm.cache"))
    folder = os.path.join(cache, "replays") if cache else ""
    return folder if folder and private_dir(folder) else ""
