"""The source lines of a trace: found on the source path, beside the .java target, or near the class files."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..raw import RawError, RawReport

# Where build tools put class files, and where the sources lie from there.
BUILD_LAYOUTS = (
    (("target", "classes"), "src/main/java"),
    (("target", "test-classes"), "src/test/java"),
    (("build", "classes", "java", "main"), "src/main/java"),
    (("build", "classes", "java", "test"), "src/test/java"),
    (("build", "classes"), "src"),
    (("bin",), "src"),
    (("out",), "src"),
    (("classes",), "src"),
    (("build",), "src"),
)


def folders(sourcepath: list[str], beside_target: list[str], classpath: list[str]) -> list[str]:
    out = [*sourcepath, *beside_target]
    for entry in classpath:
        if not os.path.isdir(entry):
            continue
        entry = os.path.abspath(entry)
        out.append(entry)
        parts = entry.split(os.sep)
        for tail, src in BUILD_LAYOUTS:
            if tuple(parts[-len(tail) :]) == tail:
                out.append(os.path.join(os.sep.join(parts[: -len(tail)]) or os.sep, src))
    seen: dict[str, None] = {}
    for folder in out:
        if os.path.isdir(folder):
            seen.setdefault(folder)
    return list(seen)


def near(path: str) -> str:
    """Relative to the working directory where it lies below it, as CI systems want it."""
    inside = os.path.relpath(path)
    return os.path.abspath(path) if inside.startswith(os.pardir) else inside


class Sources:
    def __init__(self, places: list[str]) -> None:
        self.places = places
        self.files: dict[tuple[str, str], list[str] | None] = {}
        self.found: dict[str, str] = {}  # package/File.java: the file that was read

    def lines(self, class_name: str, file: str) -> list[str] | None:
        package = class_name.rpartition(".")[0].replace(".", os.sep)
        key = (package, file)
        if key not in self.files:
            self.files[key] = self.read(package, os.path.basename(file))
        return self.files[key]

    def read(self, package: str, file: str) -> list[str] | None:
        for place in self.places:
            for path in (os.path.join(place, package, file), os.path.join(place, file)):
                try:
                    if os.path.getsize(path) > 50_000_000:
                        continue
                    with open(path, encoding="utf-8", errors="replace") as f:
                        text = f.read()
                    self.found["/".join((*package.split(os.sep), file)).lstrip("/")] = near(path)
                    return text.split("\n")
                except (OSError, ValueError):
                    continue
        return None

    def text(self, class_name: str, file: str | None, line: int | None) -> str | None:
        lines = self.lines(class_name, file) if file and line else None
        return lines[line - 1].strip() if lines and line and 0 < line <= len(lines) else None

    def fill_in(self, report: RawReport) -> None:
        """ "source" of every step, frame and location."""
        for error in report["errors"]:
            self.fill_error(error)

    def fill_error(self, error: RawError) -> None:
        for transition in error["trace"]:
            self.fill_steps(transition["steps"])
        for thread in error.get("snapshot", ()):
            self.fill_steps(thread["frames"])
        if error["location"]:
            self.fill_steps([error["location"]])
        if self.found:
            error["sources"] = dict(sorted(self.found.items()))

    def fill_steps(self, steps: list[Any]) -> None:
        for step in steps:
            step["source"] = self.text(step["class"], step["file"], step["line"])
