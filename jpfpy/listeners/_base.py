"""What the shipped listeners share: reading their properties, printing, class patterns."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from typing import Any


class Printing:
    """Prints to standard output, or to `out` (a function of one line)."""

    def __init__(self, config: Any = None) -> None:
        self.config = config
        self.out: Any = None

    def setting(self, key: str, default: str = "") -> str:
        return str(self.config.get(key, default)) if self.config is not None else default

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.setting(key, "true" if default else "false").strip().lower()
        return value in ("true", "yes", "on", "t", "1")

    def names(self, key: str, default: str = "") -> list[str]:
        return self.setting(key, default).replace(",", " ").replace(";", " ").split()

    def say(self, text: str = "") -> None:
        if self.out is not None:
            self.out(text)
            return
        sys.stdout.write(text + "\n")


class Patterns:
    """include and exclude lists of shell patterns over full names; JPF's `a.b.*` and `!a.b.*`."""

    def __init__(self, include: list[str], exclude: list[str]) -> None:
        self.include = [p for p in include if not p.startswith("!")]
        self.exclude = [*exclude, *(p[1:] for p in include if p.startswith("!"))]

    def __call__(self, name: str) -> bool:
        if any(fnmatchcase(name, p) for p in self.exclude):
            return False
        return not self.include or any(fnmatchcase(name, p) for p in self.include)


def is_system(method: Any) -> bool:
    return method.class_info is None or bool(method.class_info.is_system)
