"""What a class file says of tests: its name, its supertypes, its methods, and the types of their annotations (JVMS 4).
Nothing else of it is looked at, and no code of it is run."""

from __future__ import annotations

import os
import struct
import zipfile
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import ConfigError

PUBLIC, PRIVATE, STATIC, INTERFACE, ABSTRACT, SYNTHETIC = 1, 2, 8, 0x200, 0x400, 0x1000
BRIDGE = 0x40  # of methods
WIDE_CONSTANTS = {5, 6}  # long and double take two places
SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}


@dataclass(slots=True)
class Method:
    name: str
    descriptor: str
    access: int
    annotations: list[str] = field(default_factory=list)  # of types: org/junit/Test


@dataclass(slots=True)
class ClassFile:
    """`name`, `super_name` and `interfaces` are as in the file: p/C$D."""

    name: str
    super_name: str | None
    interfaces: list[str]
    access: int
    methods: list[Method] = field(default_factory=list)
    annotations: list[str] = field(default_factory=list)
    inner: dict[str, tuple[str | None, int]] = field(default_factory=dict)  # of InnerClasses: outer class, access

    @property
    def abstract(self) -> bool:
        return bool(self.access & (ABSTRACT | INTERFACE))


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(">" + form, self.data, self.at)
        self.at += struct.calcsize(">" + form)
        return values

    def u2(self) -> int:
        return int(self.take("H")[0])


def parse(data: bytes) -> ClassFile:
    """Raises ValueError for what is no class file."""
    try:
        return _parse(data)
    except (struct.error, IndexError, KeyError, TypeError, UnicodeDecodeError) as e:
        raise ValueError(f"not a class file: {e}") from None


def _parse(data: bytes) -> ClassFile:
    r = Reader(data)
    magic, _, _, count = r.take("IHHH")
    if magic != 0xCAFEBABE:
        raise ValueError("not a class file")
    constants: list[str | int | None] = [None] * count
    i = 1
    while i < count:
        (tag,) = r.take("B")
        if tag == 1:
            n = r.u2()
            constants[i] = data[r.at : r.at + n].decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")
            r.at += n
        elif tag == 7:
            constants[i] = r.u2()
        else:
            r.at += SIZES[tag]
        i += 2 if tag in WIDE_CONSTANTS else 1

    def text(index: int) -> str:
        value = constants[index]
        return value if isinstance(value, str) else ""

    def class_name(index: int) -> str | None:
        value = constants[index] if index else None
        return text(value) if isinstance(value, int) else None

    access, this, above = r.take("HHH")
    out = ClassFile(class_name(this) or "", class_name(above), [], access)
    out.interfaces = [class_name(r.u2()) or "" for _ in range(r.u2())]
    for methods in (False, True):
        for _ in range(r.u2()):
            flags, name, descriptor = r.take("HHH")
            found = attributes(r, text)
            if methods:
                out.methods.append(Method(text(name), text(descriptor), flags, found.get("annotations", [])))
    inner: list[tuple[int, int, int]] = []
    out.annotations = attributes(r, text, inner).get("annotations", [])
    for cls, outer, flags in inner:
        out.inner[class_name(cls) or ""] = (class_name(outer), flags)
    return out


def attributes(r: Reader, text: object, inner: list[tuple[int, int, int]] | None = None) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for _ in range(r.u2()):
        name, length = r.take("HI")
        end = r.at + length
        match text(name):  # type: ignore[operator]
            case "RuntimeVisibleAnnotations":
                out["annotations"] = [annotation(r, text) for _ in range(r.u2())]
            case "InnerClasses" if inner is not None:
                for _ in range(r.u2()):
                    cls, outer, _, flags = r.take("HHHH")
                    inner.append((cls, outer, flags))
        r.at = end
    return out


def annotation(r: Reader, text: object) -> str:
    kind: str = text(r.u2())  # type: ignore[operator]
    for _ in range(r.u2()):
        r.u2()
        element(r, text)
    return kind[1:-1]


def element(r: Reader, text: object) -> None:
    (tag,) = r.take("c")
    match tag:
        case b"e":
            r.at += 4
        case b"@":
            annotation(r, text)
        case b"[":
            for _ in range(r.u2()):
                element(r, text)
        case _:
            r.at += 2


class ClassPath:
    """Class files by their names, in directories and jars. What is not there, or no class file, is None."""

    def __init__(self, entries: list[str]) -> None:
        self.entries = entries
        self.jars: dict[str, zipfile.ZipFile | None] = {}
        self.load = lru_cache(maxsize=None)(self._load)

    def _load(self, name: str) -> ClassFile | None:
        for entry in self.entries:
            data = self.read(entry, name + ".class")
            if data is not None:
                try:
                    return parse(data)
                except ValueError:
                    return None
        return None

    def read(self, entry: str, file: str) -> bytes | None:
        if os.path.isdir(entry):
            try:
                with open(os.path.join(entry, file), "rb") as f:
                    return f.read()
            except (OSError, ValueError):
                return None
        jar = self.jar(entry)
        try:
            return jar.read(file) if jar is not None else None
        except (KeyError, zipfile.BadZipFile, OSError, RuntimeError, ValueError):
            return None

    def jar(self, entry: str) -> zipfile.ZipFile | None:
        if entry not in self.jars:
            try:
                self.jars[entry] = zipfile.ZipFile(entry)
            except (OSError, zipfile.BadZipFile, ValueError):
                self.jars[entry] = None
        return self.jars[entry]

    def close(self) -> None:
        for jar in self.jars.values():
            if jar is not None:
                jar.close()
        self.jars.clear()

    def names(self, entry: str) -> list[str]:
        """The classes (p/C$D) of a directory or jar, in order. Raises ConfigError where it cannot be read."""
        if os.path.isdir(entry):
            found = []
            for folder, folders, files in os.walk(entry):
                folders.sort()
                inside = os.path.relpath(folder, entry)
                found += [os.path.normpath(os.path.join(inside, f))[:-6] for f in files if f.endswith(".class")]
            return sorted(found)
        jar = self.jar(entry)
        if jar is None:
            raise ConfigError(f"{entry}: neither a directory nor a jar")
        return sorted(n[:-6] for n in jar.namelist() if n.endswith(".class") and not n.startswith("META-INF/"))
