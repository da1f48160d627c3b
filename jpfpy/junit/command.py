"""jpf --junit: the tests that are named, one search each."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from ..errors import ConfigError
from ..target import jdk as jdks
from ..target.project import find_project, tests_here
from .find import Finder
from .publish import SuiteReports
from .run import Runner, check_engines
from .suite import combined, find, specs
from .text import SuiteText

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..config import Config
    from ..raw import Progress, RawReport
    from .run import Result

    Put = Callable[[int, bytes], object]
    Watch = Callable[[Progress], object]


class Suite:
    """The tests that jpf.junit names, ready to be run. Raises ConfigError where there are none, or where a framework
    that they need is not on the class path."""

    def __init__(self, config: Config, text: Callable[[str], object]) -> None:
        self.config, self.text = config, text
        self.given = config.get("classpath")
        config, wanted = prepared(config, specs(config))
        for entry in config.get_path("classpath"):
            check_entry(entry)
        self.finder = Finder(config.get_path("classpath"))
        self.tests = find(self.finder, wanted)
        check_engines(self.finder.path, self.tests)
        if config.get("jpf.replay") and len(self.tests) != 1:
            raise ConfigError(f"--replay: one test has to be named ({self.tests[0].name}), not {len(self.tests)}")
        self.reports = SuiteReports(config, text)
        self.results: list[Result] = []
        self.runner: Runner | None = None

    def run(self, put: Put | None, watch: Watch | None) -> RawReport:
        """Explores them. Ctrl-C ends the search that is going on, and the suite with it."""
        shown = SuiteText(self.config, self.text, self.given) if self.reports.console else None
        if shown:
            shown.began(len(self.tests), jdks.find(self.config.get("vm.jdk")).version)
        begun = time.monotonic()
        self.runner = Runner(self.config, on_output=put, on_progress=watch)
        for test in self.tests:
            for result in self.runner.run(test):
                self.results.append(result)
                if shown:
                    shown.result(result)
            if self.runner.stopped:
                break
        self.finder.path.close()
        if shown:
            shown.finished(self.results, time.monotonic() - begun)
        target = " ".join(specs(self.config))
        config = {k: v for k, v in sorted(self.config.values.items()) if k not in ("config", "config_path")}
        report = combined(self.results, target, config, self.runner.stopped)
        self.reports.finish(report, self.results)
        return report


def prepared(config: Config, wanted: list[str]) -> tuple[Config, list[str]]:
    """With the class path of the project where none is given, and with the folders that are wanted on it; a project's
    folder stands for its tests. Raises ConfigError where a project cannot be used as it stands."""
    folders = [w for w in wanted if os.path.isdir(w)]
    have = config.get_path("classpath")
    if not have:
        project = tests_here(folders)
        have = project.classpath
        config.values["sourcepath"] = ":".join([*config.get_path("sourcepath"), *project.sources])
        wanted = [project.tests if w in folders and find_project(w) else w for w in wanted]
        folders = [w for w in wanted if os.path.isdir(w)]
    known = {os.path.abspath(p) for p in have}
    config.values["classpath"] = ":".join([*have, *(f for f in folders if os.path.abspath(f) not in known)])
    return config, wanted


def check_entry(entry: str) -> None:
    if not os.path.exists(entry):
        raise ConfigError(f"classpath: {entry}: no such directory or jar")
