"""A class file assembler: what javac never emits (jsr, nop, wide forms, swap ...), for the tests.

Versions up to 50 need no StackMapTable, so that generated code can branch as it likes; later ones may
be used for straight-line code."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

PUBLIC, PRIVATE, STATIC, FINAL, SUPER, SYNCHRONIZED, INTERFACE, ABSTRACT = 1, 2, 8, 0x10, 0x20, 0x20, 0x200, 0x400
DEF = Path(__file__).resolve().parents[1] / "csrc" / "classes" / "opcodes.def"
OPCODES: dict[str, tuple[int, int]] = {
    m[2]: (int(m[1], 16), int(m[3]))
    for m in re.finditer(r'^OP\((0x[0-9a-f]+), \w+, "(\w+)", (\d+),', DEF.read_text(), re.M)
}
BRANCHES = {n for n in OPCODES if n.startswith("if")} | {"goto", "jsr"}
LOCALS = {t + s for t in "ilfda" for s in ("load", "store")} | {"ret"}
NEWARRAY = {"Z": 4, "C": 5, "F": 6, "D": 7, "B": 8, "S": 9, "I": 10, "J": 11}


class Pool:
    def __init__(self) -> None:
        self.data = bytearray()
        self.count = 1
        self.known: dict[Any, int] = {}

    def add(self, key: Any, data: bytes, slots: int = 1) -> int:
        if key not in self.known:
            self.known[key] = self.count
            self.count += slots
            self.data += data
        return self.known[key]

    def utf8(self, s: str) -> int:
        utf16 = s.encode("utf-16-be", "surrogatepass")  # modified UTF-8 (JVMS 4.4.7)
        units = [chr(int.from_bytes(utf16[i : i + 2], "big")) for i in range(0, len(utf16), 2)]
        b = "".join(units).encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")
        return self.add(("u", s), struct.pack(">BH", 1, len(b)) + b)

    def cls(self, name: str) -> int:
        return self.add(("c", name), struct.pack(">BH", 7, self.utf8(name)))

    def string(self, s: str) -> int:
        return self.add(("s", s), struct.pack(">BH", 8, self.utf8(s)))

    def int(self, v: int) -> int:
        return self.add(("i", v), struct.pack(">Bi", 3, v))

    def float(self, bits: int) -> int:
        return self.add(("f", bits), struct.pack(">BI", 4, bits))

    def long(self, v: int) -> int:
        return self.add(("j", v), struct.pack(">Bq", 5, v), 2)

    def double(self, bits: int) -> int:
        return self.add(("d", bits), struct.pack(">BQ", 6, bits), 2)

    def nat(self, name: str, desc: str) -> int:
        return self.add(("n", name, desc), struct.pack(">BHH", 12, self.utf8(name), self.utf8(desc)))

    def ref(self, tag: int, owner: str, name: str, desc: str) -> int:
        return self.add((tag, owner, name, desc), struct.pack(">BHH", tag, self.cls(owner), self.nat(name, desc)))

    def field(self, owner: str, name: str, desc: str) -> int:
        return self.ref(9, owner, name, desc)

    def method(self, owner: str, name: str, desc: str, interface: bool = False) -> int:
        return self.ref(11 if interface else 10, owner, name, desc)

    def handle(self, kind: int, ref: int) -> int:
        return self.add(("h", kind, ref), struct.pack(">BBH", 15, kind, ref))

    def method_type(self, desc: str) -> int:
        return self.add(("t", desc), struct.pack(">BH", 16, self.utf8(desc)))

    def dynamic(self, tag: int, bootstrap: int, name: str, desc: str) -> int:
        return self.add((tag, bootstrap, name, desc), struct.pack(">BHH", tag, bootstrap, self.nat(name, desc)))


class Code:
    """Instructions by mnemonic; branch targets are label names."""

    def __init__(self, pool: Pool, max_stack: int = 40, max_locals: int = 300) -> None:
        self.pool, self.max_stack, self.max_locals = pool, max_stack, max_locals
        self.b = bytearray()
        self.labels: dict[str, int] = {}
        self.fixups: list[tuple[int, int, int, str]] = []
        self.handlers: list[tuple[str, str, str, str | None]] = []
        self.used: set[str] = set()
        self.fresh = 0

    def label(self, name: str | None = None) -> str:
        if name is None:
            self.fresh += 1
            name = f"L{self.fresh}"
        self.labels[name] = len(self.b)
        return name

    def new_label(self) -> str:
        self.fresh += 1
        return f"L{self.fresh}"

    def target(self, at: int, width: int, label: str) -> None:
        self.fixups.append((at, len(self.b), width, label))
        self.b += bytes(width)

    def raw(self, *data: int) -> Code:
        self.b += bytes(data)
        return self

    def op(self, name: str, *args: Any) -> Code:
        """Operands as in the class file: local, constant, pool index or label."""
        value, length = OPCODES[name]
        at = len(self.b)
        self.used.add(name)
        self.b.append(value)
        if name in BRANCHES:
            self.target(at, 2, args[0])
        elif name in ("goto_w", "jsr_w"):
            self.target(at, 4, args[0])
        elif name == "bipush":
            self.b += struct.pack(">b", args[0])
        elif name == "sipush":
            self.b += struct.pack(">h", args[0])
        elif name == "iinc":
            self.b += struct.pack(">Bb", *args)
        elif name == "newarray":
            self.b.append(NEWARRAY[args[0]])
        elif name in LOCALS or name == "ldc":
            self.b += struct.pack(">B", args[0])
        elif name == "multianewarray":
            self.b += struct.pack(">HB", *args)
        elif name == "invokeinterface":
            self.b += struct.pack(">HBB", args[0], args[1], 0)
        elif name == "invokedynamic":
            self.b += struct.pack(">HH", args[0], 0)
        elif length == 3:
            self.b += struct.pack(">H", args[0])
        else:
            assert length == 1 and not args, name
        return self

    def wide(self, name: str, *args: int) -> Code:
        self.used |= {"wide", name}
        self.b += bytes([OPCODES["wide"][0], OPCODES[name][0]])
        self.b += struct.pack(">Hh", *args) if name == "iinc" else struct.pack(">H", *args)
        return self

    def tableswitch(self, low: int, default: str, targets: list[str]) -> Code:
        at = self.switch_start("tableswitch")
        self.target(at, 4, default)
        self.b += struct.pack(">ii", low, low + len(targets) - 1)
        for t in targets:
            self.target(at, 4, t)
        return self

    def lookupswitch(self, default: str, pairs: list[tuple[int, str]]) -> Code:
        at = self.switch_start("lookupswitch")
        self.target(at, 4, default)
        self.b += struct.pack(">i", len(pairs))
        for key, t in sorted(pairs):
            self.b += struct.pack(">i", key)
            self.target(at, 4, t)
        return self

    def switch_start(self, name: str) -> int:
        at = len(self.b)
        self.used.add(name)
        self.b.append(OPCODES[name][0])
        self.b += bytes(-len(self.b) % 4)
        return at

    # -- conveniences -------------------------------------------------------------------------
    def push(self, kind: str, value: Any) -> Code:
        """A constant through the pool; floats and doubles by their bits."""
        p = self.pool
        if kind in "ZBCSI":
            return self.op("ldc_w", p.int(value))
        if kind == "F":
            return self.op("ldc_w", p.float(value))
        if kind == "J":
            return self.op("ldc2_w", p.long(value))
        if kind == "D":
            return self.op("ldc2_w", p.double(value))
        return self.op("aconst_null") if value is None else self.op("ldc_w", p.string(value))

    def static(self, owner: str, name: str, desc: str) -> Code:
        return self.op("invokestatic", self.pool.method(owner, name, desc))

    def catch(
        self, body: Callable[[], None], handler: Callable[[], None], kind: str | None = "java/lang/Throwable"
    ) -> None:
        start, done = self.label(), self.new_label()
        body()
        end = self.new_label()
        self.labels[end] = len(self.b)
        self.op("goto", done)
        at = self.label()
        handler()
        self.handlers.append((start, end, at, kind))
        self.label(done)

    def build(self) -> bytes:
        b = bytearray(self.b)
        for at, where, width, label in self.fixups:
            b[where : where + width] = struct.pack(">h" if width == 2 else ">i", self.labels[label] - at)
        assert len(b) < 65536
        out = struct.pack(">HHI", self.max_stack, self.max_locals, len(b)) + b + struct.pack(">H", len(self.handlers))
        for start, end, at, kind in self.handlers:
            out += struct.pack(">HHHH", *(self.labels[x] for x in (start, end, at)), self.pool.cls(kind) if kind else 0)
        return bytes(out + struct.pack(">H", 0))


class Class:
    def __init__(
        self, name: str, super_name: str = "java/lang/Object", version: int = 49, access: int = PUBLIC | SUPER
    ) -> None:
        self.name, self.super_name, self.version, self.access = name, super_name, version, access
        self.pool = Pool()
        self.fields: list[tuple[int, str, str]] = []
        self.methods: list[tuple[int, str, str, Code]] = []
        self.bootstraps: list[tuple[int, tuple[int, ...]]] = []

    def field(self, name: str, desc: str, access: int = PUBLIC | STATIC) -> None:
        self.fields.append((access, name, desc))

    def method(self, name: str, desc: str, access: int = PUBLIC | STATIC, **limits: int) -> Code:
        code = Code(self.pool, **limits)
        self.methods.append((access, name, desc, code))
        return code

    def constructor(self) -> None:
        code = self.method("<init>", "()V", PUBLIC)
        code.op("aload_0").op("invokespecial", self.pool.method(self.super_name, "<init>", "()V")).op("return")

    def bootstrap(self, handle: int, *args: int) -> int:
        self.bootstraps.append((handle, args))
        return len(self.bootstraps) - 1

    def build(self) -> bytes:
        p = self.pool
        body = struct.pack(">HHHHH", self.access, p.cls(self.name), p.cls(self.super_name), 0, len(self.fields))
        for access, name, desc in self.fields:
            body += struct.pack(">HHHH", access, p.utf8(name), p.utf8(desc), 0)
        body += struct.pack(">H", len(self.methods))
        for access, name, desc, code in self.methods:
            data = code.build()
            body += struct.pack(">HHHHHI", access, p.utf8(name), p.utf8(desc), 1, p.utf8("Code"), len(data)) + data
        if self.bootstraps:
            table = struct.pack(">H", len(self.bootstraps))
            for handle, args in self.bootstraps:
                table += struct.pack(f">HH{len(args)}H", handle, len(args), *args)
            body += struct.pack(">HHI", 1, p.utf8("BootstrapMethods"), len(table)) + table
        else:
            body += struct.pack(">H", 0)
        return struct.pack(">IHHH", 0xCAFEBABE, 0, self.version, p.count) + bytes(p.data) + body
