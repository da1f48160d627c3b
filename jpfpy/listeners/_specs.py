"""JPF's specifications of types, methods, fields, variables and source locations, as its listeners' properties have
them. `*` stands for any text, a leading `!` inverts, a trailing `+` of a class means its subclasses too.

    x.y.Foo.*   java.util.Map.put(java.lang.Object,int)   Foo.java:42-48   x.y.Foo.bar(int):local"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..views import ClassInfo, FieldInfo, MethodInfo

LAST_LINE = 1 << 31


def glob(pattern: str) -> re.Pattern[str]:
    """As csrc/base/pattern.c: `*` any text, `?` one character, `.` and `/` are one."""
    special = {"*": ".*", "?": ".", ".": "[./]", "/": "[./]"}
    return re.compile("".join(special.get(c) or re.escape(c) for c in pattern), re.DOTALL)


class Spec:
    met = False  # it has meant something
    text = ""


class TypeSpec(Spec):
    """Classes: x.y.Foo, +x.y.Foo or x.y.Foo+ (its subclasses too), x.y.*, !x.y.*"""

    def __init__(self, text: str) -> None:
        self.text = text = text.strip()
        self.inverted = text.startswith("!")
        name = text.lstrip("!").strip()
        self.supers = name.endswith("+") or name.startswith("+")
        self.name = name.strip("+") or "*"
        self.pattern = glob(self.name)

    def matches_name(self, name: str) -> bool:
        """The name, or the part of it behind the package where the specification has none."""
        short = name.rpartition(".")[2] if "." not in self.name else name
        return bool(self.pattern.fullmatch(name) or self.pattern.fullmatch(short))

    def fits(self, cls: ClassInfo | None) -> bool:
        if cls is None:
            return False
        if self.matches_name(cls.name):
            return True
        return self.supers and (self.fits(cls.super_class) or any(self.fits(i) for i in cls.interfaces))

    def matches(self, cls: ClassInfo | None) -> bool:
        hit = self.fits(cls)
        self.met |= hit
        return hit != self.inverted


class _Member(Spec):
    def __init__(self, text: str) -> None:
        self.text = text = text.strip()
        self.inverted = text.startswith("!")
        cls, dot, name = text.lstrip("!").strip().rpartition(".")
        self.type = TypeSpec(cls if dot and cls else "*") if dot else TypeSpec(name or "*")
        self.name = (name or "*") if dot else "*"
        self.pattern = glob(self.name)
        # x.y.* is every member of x.y, and, as JPF's documents have it, of every class in the package x.y
        self.package = glob(cls + ".*") if dot and cls and self.name == "*" and "*" not in cls else None

    def of(self, cls: ClassInfo | None) -> bool:
        return self.type.fits(cls) or (cls is not None and bool(self.package and self.package.fullmatch(cls.name)))


class FieldSpec(_Member):
    """x.y.Foo.bar, x.y.Foo+.bar, *.bar, !x.y.*"""

    def matches(self, field: FieldInfo | None) -> bool:
        if field is None:
            return False
        hit = self.of(field.class_info) and bool(self.pattern.fullmatch(field.name))
        self.met |= hit
        return hit != self.inverted


class MethodSpec(_Member):
    """x.y.Foo.bar, x.y.Foo.bar(int,java.lang.String), *.*(x.y.My), !java.*.*; the arguments may also be a
    descriptor's: bar(ILjava/lang/String;)."""

    def __init__(self, text: str) -> None:
        head, paren, rest = text.strip().partition("(")
        super().__init__(head)
        self.text = text.strip()
        self.args: list[str] | None = None
        if paren:
            body = rest.rpartition(")")[0]
            from ..views.base import type_names

            if re.fullmatch(r"(\[*([BCDFIJSZ]|L[^;.]+;))+", body):
                self.args = type_names(f"({body})V")
            else:
                self.args = [a.strip().lstrip("^") for a in body.split(",") if a.strip()]

    def matches(self, method: MethodInfo | None) -> bool:
        if method is None:
            return False
        hit = self.of(method.class_info) and bool(self.pattern.fullmatch(method.name))
        if hit and self.args is not None and self.args != ["*"]:
            have = method.argument_types
            hit = len(have) == len(self.args) and all(
                a in (b, b.rpartition(".")[2]) or a == "*" for a, b in zip(self.args, have, strict=True)
            )
        self.met |= hit
        return hit != self.inverted


class VarSpec(Spec):
    """x.y.Foo.bar(int):local"""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        method, _, self.name = self.text.rpartition(":")
        self.method = MethodSpec(method or "*.*")

    def matches(self, method: MethodInfo, local: str) -> bool:
        hit = local == self.name and self.method.matches(method)
        self.met |= hit
        return hit


class LocationSpec(Spec):
    """Foo.java, Foo.java:42, :42-48, :42+3, :42- (to the end), x/y/Foo.java:7"""

    def __init__(self, text: str) -> None:
        m = re.fullmatch(r"\s*(?:(.*)/)?([^:/]+?)(?::(\d+)(?:([-+])(\d*))?)?\s*", text.replace("\\", "/"))
        if m is None:
            raise ValueError(f"{text}: FILE.java:LINE or a range of lines expected")
        self.text, self.folder, self.file = text.strip(), m[1], glob(m[2])
        self.first = int(m[3]) if m[3] else -1
        self.last = self.first
        if m[4]:
            self.last = LAST_LINE if not m[5] else int(m[5]) + (self.first if m[4] == "+" else 0)

    @property
    def is_any_line(self) -> bool:
        return self.first < 0

    def matches(self, cls: ClassInfo | None, line: int) -> bool:
        if cls is None or not cls.source_file or not self.file.fullmatch(cls.source_file):
            return False
        if self.folder is not None and not cls.package.replace(".", "/").endswith(self.folder.strip("/")):
            return False
        hit = self.is_any_line or self.first <= line <= self.last
        self.met |= hit
        return hit
