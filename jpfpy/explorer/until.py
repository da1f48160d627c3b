"""What Explorer.run(until=...) is to come to, and what is said where it never comes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from itertools import count
from typing import TYPE_CHECKING

from ..arguments import WrongValue
from ..views.expression import Expression, NoValue, compiled

if TYPE_CHECKING:
    from ..views import VM, ClassInfo
    from .position import Move, Position

KINDS = ("error", "end")
LINE = re.compile(r"(?P<file>[^:\s]+\.\w+):\s*(?P<line>\d+)\s*")
WORD = re.compile(r"\s*[A-Za-z_]\w*\s*")


class Until:
    """What is waited for. Raises WrongValue for what can be none."""

    def __init__(self, what: str | Callable[[Position], bool]) -> None:
        self.expression: Expression | None = None
        self.line = ""
        self.why = ""  # of an expression: why it has no value
        self.has_value = False
        if callable(what):
            self.text = getattr(what, "__name__", repr(what))
            self.reached: Callable[[Move], bool] = lambda m: what(m.position)
        elif not isinstance(what, str):
            raise WrongValue(f"run(until={what!r}): a text or a function of a Position expected")
        else:
            self.text = what
            self._read(what)

    def _read(self, text: str) -> None:
        if text in KINDS:
            self.reached = lambda m: m.position.kind == text
        elif found := LINE.fullmatch(text):
            self.line = line = f"{os.path.basename(found['file'])}:{int(found['line'])}"
            self.reached = lambda m: line in m.lines
        elif WORD.fullmatch(text) and text.strip() not in ("true", "True", "false", "False"):
            near = get_close_matches(text.strip().lower(), KINDS, 1)
            raise WrongValue(
                f'run(until={text!r}): "error", "end", a line ("File.java:7") or an expression that is true or false '
                f"expected{f' (nearest: {near[0]!r})' if near else ''}"
            )
        else:
            self.expression = compiled(text)
            key = self.expression.text
            self.reached = lambda m: m.position.values.get(key) is True

    def look(self, vm: VM) -> None:
        """Has the expression a value in this state?"""
        if self.expression is None or self.has_value:
            return
        try:
            self.expression.value(vm)
            self.has_value = True
        except NoValue as e:
            self.why = self.why or str(e)

    def advice(self, vm: VM, path: Iterable[Move]) -> str:
        """Where it came about in no state that follows: what may have been meant, or empty."""
        if self.expression is not None and not self.has_value and self.why:
            return f"; it has a value in none of them: {self.why}"
        if not self.line:
            return ""
        at = [n for n, m in enumerate(path) if self.line in m.lines]
        if at:
            return f"; transition {at[-1]} of the path has come to that line before: at({at[-1]})"
        return no_code(vm, self.line)


def loaded(vm: VM) -> Iterator[ClassInfo]:
    for cid in count():
        try:
            yield vm.class_by_id(cid)
        except IndexError:
            return


def no_code(vm: VM, place: str) -> str:
    """Of a line that no method of the loaded classes has: the nearest one; of a file that none is from, its name."""
    file, _, number = place.rpartition(":")
    lines: dict[str, set[int]] = {}
    for cls in loaded(vm):
        if cls.source_file and not cls.is_system:
            own = lines.setdefault(os.path.basename(cls.source_file), set())
            for method in cls.methods:
                own.update(row.line for row in method.code or () if row.line > 0)
    if file not in lines:
        near = get_close_matches(file, lines, 1) or sorted(lines)[:3]
        return f"; no class that is loaded is from {file}{f' (there are {chr(44).join(near)})' if near else ''}"
    if int(number) in lines[file] or not lines[file]:
        return ""
    nearest = min(sorted(lines[file]), key=lambda n: abs(n - int(number)))
    return f"; there is no code at line {number} (nearest: {file}:{nearest})"
