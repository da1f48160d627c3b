"""Which tests there are: JUnit 3, 4 and 5 (Jupiter) test methods of class files, by the annotations that the frameworks
look for, on the methods of a class, its superclasses and its interfaces."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from ..errors import ConfigError
from .classfile import ABSTRACT, BRIDGE, INTERFACE, PRIVATE, PUBLIC, STATIC, SYNTHETIC, ClassFile, ClassPath, Method

JUPITER = "org/junit/jupiter/api/"
ONCE = {JUPITER + "Test"}
SEVERAL = {JUPITER + "TestTemplate", JUPITER + "TestFactory"}
JUNIT4_TEST = "org/junit/Test"
JUNIT3 = "junit/framework/TestCase"
TESTJPF = "gov/nasa/jpf/util/test/TestJPF"
SPEC = re.compile(r"(?P<cls>[^#\[\](]+)(#(?P<method>[^\[\](]+)(\((?P<types>[^)]*)\))?(\[(?P<number>\d+)\])?)?")
PRIMITIVES = dict(zip("BCDFIJSZ", "byte char double float int long short boolean".split(), strict=True))


@dataclass(frozen=True, slots=True)
class Test:
    """A test method. `framework` is jupiter or junit4; `types` are those of its parameters, as Class.getName has them;
    `number`: the invocation (from 1) of a method that is run several times, 0 for the method as a whole."""

    framework: str
    cls: str  # p.C$D
    method: str
    types: str = ""
    several: bool = False  # its annotation says that it is run several times
    host: bool = False  # of a TestJPF: it starts searches of its own
    number: int = 0

    @property
    def name(self) -> str:
        """As --junit takes it."""
        types = f"({self.types})" if self.types and self.framework == "jupiter" else ""
        return f"{self.cls}#{self.method}{types}" + (f"[{self.number}]" if self.number else "")

    def nth(self, number: int) -> Test:
        return replace(self, number=number)


class Finder:
    def __init__(self, classpath: list[str]) -> None:
        self.path = ClassPath(classpath)
        self.kinds: dict[str, str] = {}

    def kind(self, annotation: str, seen: tuple[str, ...] = ()) -> str:
        """ "once", "several" or "": what a method is that has this annotation, or one that has it in its turn."""
        if annotation in ONCE:
            return "once"
        if annotation in SEVERAL:
            return "several"
        if annotation.startswith("java/") or annotation in seen:
            return ""
        if annotation not in self.kinds:
            cls = self.path.load(annotation)
            above = [self.kind(a, (*seen, annotation)) for a in cls.annotations] if cls else []
            self.kinds[annotation] = "several" if "several" in above else "once" if "once" in above else ""
        return self.kinds[annotation]

    def line(self, cls: ClassFile) -> Iterator[ClassFile]:
        """The class, then its superclasses."""
        one: ClassFile | None = cls
        while one is not None:
            yield one
            name = one.super_name
            one = self.path.load(name) if name and not name.startswith("java/") else None

    def interfaces(self, cls: ClassFile) -> Iterator[ClassFile]:
        for one in self.line(cls):
            for name in one.interfaces:
                found = None if name.startswith("java/") else self.path.load(name)
                if found is not None:
                    yield found
                    yield from self.interfaces(found)

    def extends(self, cls: ClassFile, name: str) -> bool:
        return any(c.super_name == name for c in self.line(cls))

    def tests(self, cls: ClassFile) -> list[Test]:
        """Those that a framework would run for this class itself: none where it can have no objects."""
        if cls.abstract or not cls.name:
            return []
        outer, access = cls.inner.get(cls.name, (None, 0))
        host = self.extends(cls, TESTJPF)
        out: dict[tuple[str, str], Test] = {}
        seen: set[tuple[str, str]] = set()
        old = self.extends(cls, JUNIT3) and not any(
            a.startswith("org/junit/runner/RunWith") for c in self.line(cls) for a in c.annotations
        )
        for c in (*self.line(cls), *self.interfaces(cls)):
            for m in c.methods:
                key = (m.name, m.descriptor)
                if m.access & (BRIDGE | SYNTHETIC) or m.name.startswith("<") or key in seen:
                    continue
                seen.add(key)
                test = self.test(cls, m, old)
                if test is not None:
                    out[key] = replace(test, host=host)
        if "$" in cls.name and outer and not access & STATIC:  # Jupiter's @Nested; JUnit 4 makes no objects of it
            out = {k: t for k, t in out.items() if t.framework == "jupiter"}
        return list(out.values())

    def test(self, cls: ClassFile, m: Method, old: bool) -> Test | None:
        name = cls.name.replace("/", ".")
        plain = m.access & PUBLIC and not m.access & (STATIC | ABSTRACT) and m.descriptor == "()V"
        kinds = [self.kind(a) for a in m.annotations]
        if "several" in kinds or "once" in kinds:
            if m.access & (PRIVATE | STATIC | ABSTRACT):
                return None
            return Test("jupiter", name, m.name, parameters(m.descriptor), "several" in kinds)
        if (JUNIT4_TEST in m.annotations and not m.access & (STATIC | ABSTRACT)) or (
            old and m.name.startswith("test") and plain
        ):
            # with parameters too: runners of the user's may have them (Theories)
            return Test("junit4", name, m.name)
        return None

    def within(self, entry: str, pattern: str = "*") -> list[Test]:
        """Of the classes of a directory or jar whose names (p.C) fit; without a dot, whose simple names do."""
        out: list[Test] = []
        for name in self.path.names(entry):
            full = name.replace("/", ".")
            if fnmatchcase(full, pattern) or ("." not in pattern and fnmatchcase(full.rpartition(".")[2], pattern)):
                cls = self.path.load(name)
                tests = self.tests(cls) if cls else []
                public = cls is not None and (cls.inner[name][1] if name in cls.inner else cls.access) & PUBLIC
                # JUnit 4 runs public classes only: others are bases of tests
                out += [t for t in tests if public or t.framework != "junit4"]
        return out

    def of_class(self, name: str) -> list[Test]:
        """Of a class, and the classes nested in it. The package may be left out where one class only has the name."""
        file = name.replace(".", "/")
        cls = self.path.load(file)
        if cls is None:
            known = [n for n in self.known() if n.rpartition(".")[2] == name]
            if len(known) > 1:
                raise ConfigError(f"--junit {name}: there are {' and '.join(sorted(known)[:3])}")
            if known:
                return self.of_class(known[0])
            raise ConfigError(f"--junit {name}: no such class on the class path{self.nearest(name)}")
        out = self.tests(cls)
        for inner, (outer, access) in sorted(cls.inner.items()):
            if outer == file and not access & (STATIC | INTERFACE):
                found = self.path.load(inner)
                if found is not None and found.name == inner:
                    out += self.of_class(inner.replace("/", "."))
        return out

    def known(self) -> list[str]:
        """The classes in the directories of the class path."""
        entries = [e for e in self.path.entries if os.path.isdir(e)]
        return [n.replace("/", ".") for e in entries for n in self.path.names(e)]

    def nearest(self, name: str) -> str:
        """For messages: what may have been meant, or where was looked."""
        from difflib import get_close_matches

        known = self.known()
        owner, _, member = name.replace("::", ".").rpartition(".")
        for n in known:
            if owner and f".{n}".endswith(f".{owner}"):
                return f" (a method is named with #: {n}#{member})"
        simple = name.rpartition(".")[2]
        same = [n for n in known if n.rpartition(".")[2] == simple] or get_close_matches(name, known, 1)
        if not same:  # a simple name that is mistyped
            same = [n for n in known if get_close_matches(name, [n.rpartition(".")[2]])]
        if same:
            return f" (nearest: {same[0]})"
        folders = [e for e in self.path.entries if os.path.isdir(e)]
        return f" ({':'.join(folders)} and jars); give it with -cp" if folders else "; give it with -cp"

    def find(self, spec: str) -> list[Test]:
        """What --junit names: CLASS, CLASS#method, CLASS#method(types)[n], a pattern of classes (com.example.*Test), a
        directory or a jar of test classes. Raises ConfigError where it names nothing."""
        if os.path.isdir(spec) or spec.endswith(".jar"):
            out = self.within(spec)
            if not out:
                raise ConfigError(f"--junit {spec}: no JUnit tests in it")
            return out
        match = SPEC.fullmatch(spec)
        if match is None:
            raise ConfigError(f"--junit {spec}: CLASS, CLASS#method or CLASS#method[n] expected")
        name, method, types, number = match["cls"].strip(), match["method"], match["types"], match["number"]
        if "*" in name or "?" in name:
            out = [t for e in self.path.entries if os.path.isdir(e) for t in self.within(e, name)]
        else:
            out = self.of_class(name)
        if not out:
            what = "no JUnit tests in it"
            if "*" in name or "?" in name:
                what = "no class in a folder of the class path has such a name and JUnit tests"
            raise ConfigError(f"--junit {spec}: {what}")
        if method is None:
            return out
        names = {t.method for t in out}
        wanted = types.replace(" ", "") if types is not None else None
        out = [t for t in out if fnmatchcase(t.method, method) and wanted in (None, t.types)]
        if not out:
            from difflib import get_close_matches

            near = get_close_matches(method, sorted(names), 1) or sorted(names)[:5]
            raise ConfigError(f"--junit {spec}: no such test in {name} (it has: {', '.join(near)})")
        return [t.nth(int(number)) for t in out] if number else out


def parameters(descriptor: str) -> str:
    """(I[Lp/C;) as Class.getName has the types: int,[Lp.C;"""
    out = []
    for dims, kind in re.findall(r"(\[*)([BCDFIJSZ]|L[^;]*;)", descriptor[1 : descriptor.index(")")]):
        if dims:
            out.append(dims + kind.replace("/", "."))
        else:
            out.append(PRIMITIVES.get(kind) or kind[1:-1].replace("/", "."))
    return ",".join(out)
