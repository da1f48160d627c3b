#!/usr/bin/env python3
"""Compare the JDK's native methods with the engine's tables (csrc/native/*/natives.def).

    tools/natives_check.py [--all] [JDK ...]

For each JDK (default: those under /usr/lib/jvm that have lib/modules and bin/javap) the native
methods of the classes that either table mentions, or of the list below, are read with javap.
Printed: what is missing; entries that name a method of no JDK given; duplicate entries.
Exit status 1 if a class of CORE lacks one or there are duplicates.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "csrc" / "native"

# Classes whose natives must all be there (reference: boot.md section 2).
CORE = """
java.lang.Class java.lang.ClassLoader java.lang.Module java.lang.Object java.lang.Runtime
java.lang.String java.lang.StringUTF16 java.lang.System java.lang.Thread java.lang.Throwable
java.lang.StackTraceElement java.lang.StackStreamFactory
java.lang.StackStreamFactory$AbstractStackWalker java.lang.StackFrameInfo java.lang.Shutdown
java.lang.NullPointerException java.lang.Float java.lang.Double java.lang.StrictMath
java.lang.ref.Reference java.lang.ref.PhantomReference java.lang.ref.Finalizer
java.lang.reflect.Array java.lang.reflect.Executable java.lang.reflect.Field
java.lang.invoke.MethodHandleNatives java.security.AccessController java.lang.VirtualThread
jdk.internal.misc.Unsafe jdk.internal.misc.CDS jdk.internal.misc.VM jdk.internal.misc.Signal
jdk.internal.misc.PreviewFeatures jdk.internal.misc.ScopedMemoryAccess
jdk.internal.reflect.Reflection jdk.internal.reflect.ConstantPool
jdk.internal.reflect.NativeMethodAccessorImpl jdk.internal.reflect.NativeConstructorAccessorImpl
jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor
jdk.internal.reflect.DirectConstructorHandleAccessor$NativeAccessor
jdk.internal.loader.BootLoader jdk.internal.loader.NativeLibraries
jdk.internal.loader.NativeLibrary jdk.internal.vm.ContinuationSupport
jdk.internal.vm.Continuation jdk.internal.util.SystemProps$Raw
jdk.internal.jimage.NativeImageBuffer java.util.concurrent.atomic.AtomicLong
java.io.FileDescriptor java.io.FileInputStream java.io.FileOutputStream java.io.UnixFileSystem
sun.nio.fs.UnixNativeDispatcher java.util.TimeZone
""".split()

# Not modelled on purpose: a run that meets one ends as "not modelled".
OPTIONAL = {
    ("jdk/internal/misc/Unsafe", "getUncompressedObject"),
    ("sun/nio/fs/UnixNativeDispatcher", "getlinelen"),  # the mount table
    ("sun/nio/fs/UnixNativeDispatcher", "rewind"),
}

ENTRY = re.compile(r'^\s*JPF_NATIVE\(\s*"([^"]+)",\s*"([^"]+)",\s*"([^"]+)",\s*(\w+),', re.M)


def table() -> tuple[dict[tuple[str, str, str], str], list[str]]:
    out: dict[tuple[str, str, str], str] = {}
    twice = []
    for path in sorted(NATIVE.rglob("natives.def")):
        for cls, name, desc, fn in ENTRY.findall(path.read_text()):
            key = (cls, name, desc)
            if key in out:
                twice.append(".".join(key[:2]) + desc)
            out[key] = fn
    return out, twice


def jdk_natives(jdk: Path, classes: list[str]) -> tuple[set[tuple[str, str, str]], set[tuple[str, str, str]]]:
    """(native methods, all methods) of those of the classes that this JDK has."""
    native: set[tuple[str, str, str]] = set()
    every: set[tuple[str, str, str]] = set()
    run = subprocess.run(
        [str(jdk / "bin" / "javap"), "-p", "-s", "--module", "java.base", *classes],
        capture_output=True,
        text=True,
        check=False,
    )
    cls, line = "", ""
    for text in run.stdout.splitlines():
        head = re.match(r"^(?:[a-z].*?\b)?(?:class|interface) ([\w.$]+)", text)
        if head and text.rstrip().endswith("{"):
            cls = head[1].replace(".", "/")
        elif "descriptor: " in text and "(" in line:
            found = re.search(r"([\w$]+)\(", line)
            if found:
                name = "<init>" if found[1] == cls.split("/")[-1] else found[1]
                key = (cls, name, text.split("descriptor: ")[1].strip())
                every.add(key)
                if " native " in line:
                    native.add(key)
        line = text
    return native, every


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("--all", action="store_true", help="also list what classes outside CORE lack")
    ap.add_argument("jdk", nargs="*", type=Path)
    args = ap.parse_args()
    jdks = args.jdk or [
        p
        for p in sorted(Path("/usr/lib/jvm").glob("*"))
        if not p.is_symlink() and (p / "lib" / "modules").exists() and (p / "bin" / "javap").exists()
    ]
    entries, twice = table()
    classes = sorted(set(CORE) | {c.replace("/", ".") for c, _, _ in entries})
    bad = bool(twice)
    known: set[tuple[str, str, str]] = set()
    for key in twice:
        print(f"twice: {key}")
    for jdk in jdks:
        native, every = jdk_natives(jdk, classes)
        known |= every
        for key in sorted(native - entries.keys()):
            cls, name, desc = key
            if name in ("registerNatives", "initIDs") or key[:2] in OPTIONAL:
                continue
            core = cls.replace("/", ".") in CORE
            if core or args.all:
                print(f"{jdk.name}: missing{'' if core else ' (optional)'}: {cls}.{name}{desc}")
            bad = bad or core
    for cls, name, desc in sorted(entries.keys() - known):
        if args.all and not cls.startswith(("gov/", "bp/")):
            print(f"in no JDK given: {cls}.{name}{desc}")
    print(f"{len(entries)} entries, {len(jdks)} JDKs")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
