"""Objects of wrong classes in verified code. The verifier does not decide whether one class is a subclass of another: what
is done with such an object ends in an error of Java's, whoever does it, and never in an access beyond the object."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from . import asm, support

OBJECT = "java/lang/Object"
STRING = "java/lang/String"
Body = Callable[[asm.Class, asm.Code], None]


def new(c: asm.Class, m: asm.Code, cls: str = OBJECT) -> None:
    m.op("new", c.pool.cls(cls)).op("dup").op("invokespecial", c.pool.method(cls, "<init>", "()V"))


def written(c: asm.Class, folder: Path) -> None:
    (folder / f"{c.name}.class").write_bytes(c.build())


def concat(c: asm.Class, m: asm.Code) -> None:
    m.op("ldc_w", c.pool.string("abc"))
    new(c, m)
    m.op("invokevirtual", c.pool.method(STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;")).op("pop")


def parse(c: asm.Class, m: asm.Code) -> None:
    new(c, m, "java/util/ArrayList")
    m.op("invokestatic", c.pool.method("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I")).op("pop")


def append(c: asm.Class, m: asm.Code) -> None:
    new(c, m, "java/lang/StringBuilder")
    new(c, m)
    d = "(Ljava/lang/StringBuffer;)Ljava/lang/StringBuilder;"
    m.op("invokevirtual", c.pool.method("java/lang/StringBuilder", "append", d)).op("pop")


def thrown(c: asm.Class, m: asm.Code) -> None:
    new(c, m)
    m.op("athrow")


def receiver(c: asm.Class, m: asm.Code) -> None:
    new(c, m)
    m.op("invokevirtual", c.pool.method("java/lang/Throwable", "getMessage", "()Ljava/lang/String;")).op("pop")


def interface(c: asm.Class, m: asm.Code) -> None:
    new(c, m)
    m.op("invokeinterface", c.pool.method("java/util/List", "size", "()I", True), 1).op("pop")


def stored(c: asm.Class, m: asm.Code) -> None:
    c.field("s", "Ljava/lang/String;")
    new(c, m)
    m.op("putstatic", c.pool.field(c.name, "s", "Ljava/lang/String;"))
    m.op("getstatic", c.pool.field(c.name, "s", "Ljava/lang/String;"))
    m.op("invokevirtual", c.pool.method(STRING, "length", "()I")).op("pop")


def put(c: asm.Class, m: asm.Code) -> None:
    new(c, m)
    m.op("ldc_w", c.pool.int(7))
    m.op("putfield", c.pool.field("Evil", "f19", "I"))


def merged(c: asm.Class, m: asm.Code) -> None:
    """An object on one way, an array on the other."""
    m.op("aload_0").op("arraylength").op("ifeq", "other")
    m.op("iconst_5").op("newarray", "I").op("goto", "joined")
    m.label("other")
    new(c, m)
    m.label("joined")
    m.op("getfield", c.pool.field("Evil", "f19", "I")).op("pop")


def an_int(c: asm.Class, m: asm.Code) -> None:
    m.op("ldc_w", c.pool.int(0x1234))
    m.op("invokevirtual", c.pool.method(STRING, "length", "()I")).op("pop")


def int_or_object(c: asm.Class, m: asm.Code) -> None:
    m.op("aload_0").op("arraylength").op("ifeq", "other")
    m.op("ldc_w", c.pool.int(0x1234)).op("goto", "joined")
    m.label("other")
    new(c, m)
    m.label("joined")
    m.op("invokevirtual", c.pool.method(OBJECT, "hashCode", "()I")).op("pop")


VERIFY, CHANGE = "java.lang.VerifyError", "java.lang.IncompatibleClassChangeError"
PROGRAMS: dict[Body, str] = {
    concat: VERIFY,
    parse: VERIFY,
    append: VERIFY,
    thrown: VERIFY,
    receiver: VERIFY,
    interface: CHANGE,
    stored: VERIFY,
    put: VERIFY,
    merged: VERIFY,
    an_int: VERIFY,
    int_or_object: VERIFY,
}


def evil(folder: Path) -> None:
    """A class whose words are anything but references."""
    c = asm.Class("Evil")
    m = c.method("<init>", "()V", asm.PUBLIC)
    m.op("aload_0").op("invokespecial", c.pool.method(OBJECT, "<init>", "()V"))
    for i in range(24):
        c.field(f"f{i}", "I", asm.PUBLIC)
        m.op("aload_0").op("ldc_w", c.pool.int((0x10000001, 0x7FFFFFF1, -3, 0x4001)[i % 4]))
        m.op("putfield", c.pool.field("Evil", f"f{i}", "I"))
    m.op("return")
    written(c, folder)


@pytest.mark.parametrize("body", PROGRAMS, ids=lambda b: b.__name__)
def test_a_wrong_class_is_an_error_of_java(tmp_path: Path, body: Body) -> None:
    evil(tmp_path)
    c = asm.Class("Main")
    m = c.method("main", "([Ljava/lang/String;)V")
    body(c, m)
    m.op("return")
    written(c, tmp_path)
    report = support.explore("Main", tmp_path)
    assert [e["exception"] for e in report["errors"]] == [PROGRAMS[body]]


CALLED = """java.lang.String java.lang.StringBuilder java.lang.Class java.lang.ClassLoader java.lang.Module
java.lang.Thread java.lang.ThreadGroup java.lang.Throwable java.lang.StackTraceElement java.lang.Package java.lang.Math
java.lang.ref.WeakReference java.lang.reflect.Array java.lang.reflect.Field java.lang.reflect.Method
java.lang.reflect.Constructor java.lang.reflect.Proxy java.lang.invoke.MethodHandles java.lang.invoke.MethodType
java.lang.invoke.MethodHandle java.lang.invoke.VarHandle java.util.concurrent.locks.LockSupport
java.util.concurrent.atomic.AtomicReference java.util.zip.CRC32 java.util.zip.Inflater java.util.zip.Deflater
java.nio.ByteBuffer java.io.File java.io.FileInputStream java.io.FileDescriptor java.io.PrintStream java.util.Properties
java.util.TimeZone java.util.Locale java.util.Arrays java.util.Timer java.util.Random""".split()
SKIPPED = {"exit", "halt", "wait", "sleep", "join"}
METHOD = re.compile(r"^  public (?:[\w ]*?)(static )?.*?([\w.$]+)\([^)]*\).*;\n    descriptor: (\(.*\))(.+)$", re.M)


def calls() -> Iterator[tuple[str, str, str, bool]]:
    """Class, name, descriptor of the public methods of these classes; and is it static?"""
    done = subprocess.run(
        [str(support.default_jdk() / "bin" / "javap"), "-public", "-s", *CALLED],
        capture_output=True,
        text=True,
        check=True,
    )
    cls = ""
    for part in re.split(r"(?m)^(?=Compiled from)", done.stdout):
        found = re.search(r"(?:class|interface) ([\w.$]+)", part)
        cls = found[1].replace(".", "/") if found else cls
        for m in METHOD.finditer(part):
            name = "<init>" if m[2].replace(".", "/") == cls else m[2]
            if name not in SKIPPED:
                yield cls, name, m[3] + m[4], bool(m[1])


def push_wrong(c: asm.Class, m: asm.Code, desc: str, what: str) -> None:
    """Arguments: numbers are small, each object is of class `what`, arrays are null."""
    for t in re.findall(r"\[*(?:L[^;]+;|[A-Z])", desc[1 : desc.index(")")]):
        if t[0] == "[":
            m.op("aconst_null")
        elif t[0] == "L":
            new(c, m, what)
        else:
            m.op({"J": "lconst_1", "D": "dconst_1", "F": "fconst_1"}.get(t, "iconst_1"))


@pytest.mark.parametrize("what", ["Evil", OBJECT, "java/util/HashMap"])
def test_the_library_and_its_natives_take_wrong_objects(tmp_path: Path, what: str) -> None:
    evil(tmp_path)
    every = list(calls())
    made = {cls for cls, name, desc, _ in every if name == "<init>" and desc == "()V"}
    assert len(every) > 500 and len(made) > 5
    for start in range(0, len(every), 150):
        c = asm.Class(f"Calls{start}")
        main = c.method("main", "([Ljava/lang/String;)V")
        for i, (cls, name, desc, static) in enumerate(every[start : start + 150]):
            m = c.method(f"t{i}", "()V")
            if name == "<init>":
                m.op("new", c.pool.cls(cls))
            elif not static:
                new(c, m, cls if cls in made else what)
            push_wrong(c, m, desc, what)
            m.op(
                "invokestatic" if static else "invokespecial" if name == "<init>" else "invokevirtual",
                c.pool.method(cls, name, desc),
            )
            m.op("return")
            begin = main.label()
            main.op("invokestatic", c.pool.method(c.name, f"t{i}", "()V"))
            main.op("aconst_null")
            end = main.label()
            main.handlers.append((begin, end, end, None))
            main.op("pop")
        main.op("return")
        written(c, tmp_path)
        report = support.explore(c.name, tmp_path, search__time_limit="30", vm__por="false")
        assert report["statistics"]["instructions"] > 1000
