"""What the class files of the class path say of fields and methods, before anything runs (JVMS chapter 4)."""

from __future__ import annotations

import os
import struct
from typing import NamedTuple

SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
UTF8, LONG, DOUBLE, CLASS = 1, 5, 6, 7
PUBLIC, PRIVATE, STATIC = 0x0001, 0x0002, 0x0008
MAIN = "([Ljava/lang/String;)V"
TESTS = ("Lorg/junit/Test;", "Lorg/junit/jupiter/api/", "Lorg/junit/jupiter/params/")  # annotations of JUnit 4 and 5


class ClassFile(NamedTuple):
    name: str  # p.C$D
    parents: tuple[str, ...]  # the superclass, then the interfaces
    fields: dict[str, str]  # descriptors of instance fields
    statics: dict[str, str]
    methods: tuple[tuple[int, str, str], ...] = ()  # access flags, name, descriptor
    release: int = 0  # of Java: class file version 61 is 17
    has_tests: bool = False  # that JUnit runs

    @property
    def has_main(self) -> bool:
        both = PUBLIC | STATIC
        return any(n == "main" and d == MAIN and a & both == both for a, n, d in self.methods)

    @property
    def has_instance_main(self) -> bool:
        """One that JDK 25 starts (JEP 512), if not an older one."""
        return any(n == "main" and d in (MAIN, "()V") and not a & PRIVATE for a, n, d in self.methods)


class ClassFiles:
    """Classes of the program by their names; None where there is none of that name, or it cannot be read: whether it
    can be run is the engine's to tell."""

    def __init__(self, classpath: list[str]) -> None:
        self.classpath = classpath
        self.known: dict[str, ClassFile | None] = {}

    def get(self, name: str) -> ClassFile | None:
        if name not in self.known:
            found = self.at_place_of(name)
            self.known[name] = found if found is not None and found.name == name else None
        return self.known[name]

    def at_place_of(self, name: str) -> ClassFile | None:
        """What lies where a class of this name has to lie; it may be another one."""
        data = self._bytes(name.replace(".", "/") + ".class")
        try:
            return parsed(data) if data else None
        except (struct.error, IndexError, KeyError, UnicodeDecodeError):
            return None

    def lies_there(self, name: str) -> bool:
        """A file where a class of this name has to lie, whatever is in it."""
        return self._bytes(name.replace(".", "/") + ".class") is not None

    def _bytes(self, path: str) -> bytes | None:
        for entry in self.classpath:
            try:
                if os.path.isdir(entry):
                    file = os.path.join(entry, path)
                    if os.path.isfile(file):
                        with open(file, "rb") as f:
                            return f.read()
                elif os.path.isfile(entry):
                    import zipfile

                    with zipfile.ZipFile(entry) as jar:
                        return jar.read(path)
            except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, EOFError):
                continue
            except Exception as e:  # zipfile.BadZipFile, zlib.error
                if type(e).__name__ not in ("BadZipFile", "error"):
                    raise
        return None

    def lineage(self, name: str) -> tuple[list[ClassFile], bool]:
        """The class, its superclasses and interfaces, each before its own (JVMS 5.4.3.2); are these all, but for
        java.lang.Object?"""
        out: dict[str, ClassFile] = {}
        whole, names = True, [name]
        while names:
            cls = self.get(names[0]) if names[0] not in out else None
            if cls is None:
                whole &= names[0] in out or names[0] == "java.lang.Object"
                names.pop(0)
                continue
            out[cls.name] = cls
            names[:1] = cls.parents
        return list(out.values()), whole

    def static(self, name: str, field: str) -> str | None:
        """The descriptor of a static field of the class or one of its parents; None: not known."""
        return next((c.statics[field] for c in self.lineage(name)[0] if field in c.statics), None)

    def field(self, name: str, field: str) -> str | None:
        """The same of an instance field."""
        return next((c.fields[field] for c in self.lineage(name)[0] if field in c.fields), None)

    def beside(self, name: str) -> list[str]:
        """Names of the classes in the same package, of the directories of the class path."""
        package, dot, _ = name.rpartition(".")
        folder = package.replace(".", "/")
        out: list[str] = []
        for entry in self.classpath:
            try:
                out += [package + dot + f[:-6] for f in os.listdir(os.path.join(entry, folder)) if f.endswith(".class")]
            except OSError:
                continue
        return sorted(out)


def parsed(data: bytes) -> ClassFile:
    magic, _, version, n = struct.unpack_from(">IHHH", data)
    if magic != 0xCAFEBABE:
        raise KeyError(magic)
    texts: dict[int, str] = {}
    classes: dict[int, int] = {}
    at, i = 10, 1
    while i < n:
        tag = data[at]
        if tag == UTF8:
            length = struct.unpack_from(">H", data, at + 1)[0]
            texts[i] = data[at + 3 : at + 3 + length].decode("utf-8", "surrogatepass")
            at += 3 + length
        else:
            if tag == CLASS:
                classes[i] = struct.unpack_from(">H", data, at + 1)[0]
            at += 1 + SIZES[tag]
        i += 2 if tag in (LONG, DOUBLE) else 1

    def class_name(index: int) -> str:
        return texts[classes[index]].replace("/", ".")

    _, this, parent, n_interfaces = struct.unpack_from(">HHHH", data, at)
    interfaces = struct.unpack_from(f">{n_interfaces}H", data, at + 8)
    at += 8 + 2 * n_interfaces
    members: list[list[tuple[int, str, str]]] = []  # the fields, and the methods
    while len(members) < 2:
        (n_members,) = struct.unpack_from(">H", data, at)
        at += 2
        members.append([])
        for _ in range(n_members):
            flags, name, descriptor, n_attributes = struct.unpack_from(">HHHH", data, at)
            at += 8
            members[-1].append((flags, texts[name], texts[descriptor]))
            for _ in range(n_attributes):
                at += 6 + struct.unpack_from(">I", data, at + 2)[0]
    parents = tuple(class_name(p) for p in (parent, *interfaces) if p)
    return ClassFile(
        class_name(this),
        parents,
        {name: descriptor for flags, name, descriptor in members[0] if not flags & STATIC},
        {name: descriptor for flags, name, descriptor in members[0] if flags & STATIC},
        tuple(members[1]),
        version - 44,
        parents[:1] == ("junit.framework.TestCase",) or any(t.startswith(TESTS) for t in texts.values()),
    )
