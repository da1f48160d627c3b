"""The include order of csrc/ and the import order of jpfpy/: a part takes from itself and those before it, never from
one after it.

Of C also: <Python.h> only in py/, <xxhash.h> only in base/, <zip.h> only in classfile/; no file over 800 lines
(the interpreter loop aside), no line over 120 columns (rows of tables aside); memcpy, qsort and the like with a
constant size only, for what may have no bytes may be at NULL (base.h has mem_copy and the like); no class of the JDK
or of our jar told by its name outside classes/, where classes/jdk/*.def has what is known of which one (and native/,
whose functions belong to classes).

Of Python also: imports inside functions count; those for type checkers alone do not, for nothing is imported by them.
Modules imported by a name that is computed are in listed files only."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

CSRC = Path(__file__).resolve().parent.parent / "csrc"
LAYERS = "base bp classfile classes heap kernel interp native sched choice state search vm py".split()
ONLY_IN = {"Python.h": "py", "xxhash.h": "base", "zip.h": "classfile"}
LONGEST = 800
WIDEST = 120
LONG_BY_NATURE = {"interp/interp.c"}
BLOCKS = re.compile(r"\b(memcpy|memmove|memcmp|memset|memchr|memrchr|qsort|bsearch)\(")
CONSTANT = re.compile(r"(sizeof\s*(\([^()]*\)|[\w.>\-\[\]*]+)|\d+[ul]*|[A-Z][A-Z_0-9]+|\s|[*+\-()])+")
NAMELESS = set("heap kernel interp sched choice state search vm".split())
CLASS_NAME = re.compile(r'"\[*L?(?:java|javax|jdk|sun|com/sun|gov|bp)/')
THROWS = re.compile(r"\b(?:throw_\w+|jerr)\([^\"]*$")  # JVMS names the class of what is thrown
NAMES = {  # files that may name classes, and why
    **dict.fromkeys(
        "indy.c linker.c asm.c concat.c general.c lambda.c record.c switch.c condy.c mh.c lambdaform.c".split(),
        "writes bytecode, which names what it calls, for call sites, which name their bootstrap methods",
    ),
    "boot.c": "boots the class library: what is loaded and initialized, in which order",
    "launch.c": "starts the program as the launcher does, through the library",
}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
ENUM = re.compile(r"\benum\b[^{;()]*\{([^}]*)\}")
NUMBER = r"(?:0x[0-9A-Fa-f]+|\d+)u?l*(?:\s*<<\s*\d+)?"
CONSTANT_OF = re.compile(rf"\b([A-Z]+_[A-Z0-9_]+)\s*=\s*({NUMBER})\s*(?=,|$|\n)")
IMPLICIT = re.compile(r"(?:^|,)\s*[A-Z]\w*\s*(?=,|$)")
MACRO = re.compile(r"^#define ([A-Z]+_[A-Z0-9_]+) \(?(1u?l* ?<< ?\d+)\)?\s*$", re.M)
# Flags that share a bit on purpose, as no word can have both.
SHARED_BITS = {
    frozenset({"EF_FINALIZED", "EF_LOOSE"}),  # arrays have no finalizers
    frozenset({"EF_PROGRAM", "EF_MADE"}),  # of arrays, and of others
    # JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A: of classes, fields or methods
    frozenset({"ACC_SUPER", "ACC_SYNCHRONIZED"}),
    frozenset({"ACC_VOLATILE", "ACC_BRIDGE"}),
    frozenset({"ACC_TRANSIENT", "ACC_VARARGS"}),
}
OTHER_WORDS: set[str] = set()  # prefixes of constants that are no flags
PYTHON = CSRC.parent / "jpfpy"
# What stands on one line may import each other. __init__ is the package itself: of it only __version__ is taken.
PYTHON_LAYERS = [
    "__init__ _jpf arguments errors raw rows made memory extension javaargs usercode".split(),
    ["config", "options"],
    ["target"],
    ["report"],
    ["views", "bytecode"],
    # what users subclass, and what it is given
    "choice system_state attributor peers listener properties strategy".split(),
    ["dispatch"],
    ["listeners"],
    ["shrinking"],
    ["spread"],
    ["engine"],
    ["api"],
    ["graph", "comparison"],
    ["explorer"],
    ["bp"],
    ["junit"],
    ["testing"],
    ["pytest_plugin"],
    ["doctor", "cli", "start", "__main__"],
    ["ipython"],
]
UPWARD = {  # (file, layer): why it may import what comes after it
    ("usercode.py", "listeners"): "a configuration names shipped listeners as it names the user's own classes",
    ("engine.py", "bp"): "bp.python names a b-program; what runs it is loaded for that key alone",
}
BY_NAME = {  # files that import modules by a name that is computed, and why
    "__init__.py": "public names are imported when they are first used",
    "listeners/__init__.py": "so are shipped listeners",
    "report/publish/__init__.py": "so are publishers",
    "usercode.py": "modules of the user's",
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def arguments(text: str) -> list[str]:
    """Of a call, from after its opening parenthesis."""
    out, depth, quote, start = [], 1, "", 0
    at = 0
    while depth:
        c = text[at]
        if quote:
            if c == "\\":
                at += 1
            elif c == quote:
                quote = ""
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if (c == "," and depth == 1 and not quote) or not depth:
            out.append(text[start:at].strip())
            start = at + 1
        at += 1
    return out


def blocks(text: str) -> list[tuple[int, str]]:
    """Calls whose size may be 0: they must not be given NULL then, which nobody can see at the call."""
    out = []
    for match in BLOCKS.finditer(text):
        size = arguments(text[match.end() :])[{"qsort": 1, "bsearch": 2}.get(match[1], -1)]
        if not CONSTANT.fullmatch(size):
            out.append((text.count("\n", 0, match.start()) + 1, match[1]))
    return out


def class_names(layer: str, file: str, line: str) -> list[str]:
    if layer not in NAMELESS or file in NAMES or INCLUDE.match(line):
        return []
    return [m[0][1:] for m in CLASS_NAME.finditer(line) if not THROWS.search(line[: m.start()])]


def flags(text: str) -> Iterator[tuple[int, str, int]]:
    """(line, name, bit) of the enum constants and macros in a header that are written as one bit."""
    bare = COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)
    for body in ENUM.finditer(bare):
        if IMPLICIT.search(body[1]):  # numbers in a row
            continue
        for found in CONSTANT_OF.finditer(body[1]):
            yield bare.count("\n", 0, body.start(1) + found.start(1)) + 1, found[1], number_of(found[2])
    for found in MACRO.finditer(bare):
        yield bare.count("\n", 0, found.start(1)) + 1, found[1], number_of(found[2])


def number_of(text: str) -> int:
    one, _, shift = text.replace("u", "").replace("l", "").partition("<<")
    return int(one, 0) << int(shift or "0")


def shared_bits(csrc: Path = CSRC) -> list[str]:
    """Flags with one prefix stand in one word, in whichever headers they are: no two of them may have the same bit."""
    words: dict[str, dict[int, tuple[str, str]]] = {}
    out = []
    for path in sorted(csrc.rglob("*.h")):
        for number, name, bit in flags(path.read_text(encoding="utf-8")):
            prefix = name.split("_")[0]
            if bit & (bit - 1) or not bit or prefix in OTHER_WORDS:
                continue
            where = f"csrc/{path.relative_to(csrc).as_posix()}:{number}"
            other, there = words.setdefault(prefix, {}).setdefault(bit, (name, where))
            if other != name and frozenset((name, other)) not in SHARED_BITS:
                out.append(f"{where}: {name} has the bit {bit:#x} of {other} ({there})")
    return out


def problems(csrc: Path = CSRC) -> list[str]:
    out = shared_bits(csrc)
    for path in sorted(p for p in csrc.rglob("*") if p.suffix in (".c", ".h", ".def", ".inc")):
        name = path.relative_to(csrc).as_posix()
        layer = name.split("/")[0]
        if layer not in LAYERS:
            out.append(f"csrc/{name}: in no layer")
            continue
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if name != "base/base.h":
            for number, function in blocks(text):
                out.append(
                    f"csrc/{name}:{number}: {function} with a size that may be 0: base.h has mem_copy and the like"
                )
        if len(lines) > LONGEST and name not in LONG_BY_NATURE:
            out.append(f"csrc/{name}: {len(lines)} lines (at most {LONGEST})")
        for number, line in enumerate(lines, 1):
            # clang-format leaves comments and strings alone; rows of tables are as long as they come
            if len(line) > WIDEST and path.suffix != ".def":
                out.append(f"csrc/{name}:{number}: {len(line)} columns (at most {WIDEST})")
            for found in class_names(layer, path.name, line):
                out.append(f"csrc/{name}:{number}: names a class ({found}...): that belongs to classes/jdk/*.def")
            match = INCLUDE.match(line)
            if not match:
                continue
            kind, file = match.groups()
            where = f"csrc/{name}:{number}"
            if file in ONLY_IN and layer != ONLY_IN[file]:
                out.append(f"{where}: {file} belongs to {ONLY_IN[file]}/ alone")
            if kind == "<":
                continue
            target = file.split("/")[0] if "/" in file else layer
            if target not in LAYERS:
                out.append(f"{where}: includes {file}, which is in no layer")
            elif LAYERS.index(target) > LAYERS.index(layer):
                out.append(f"{where}: {layer}/ includes {file}, a later layer")
    return out


def imports(node: ast.AST, package: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Line and full name, as its parts, of what is imported below `node` when the program runs. The last part may be a
    name in a module."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            for other in child.orelse:
                yield from imports(ast.Module([other], []), package)
        elif isinstance(child, ast.ImportFrom):
            base = package[: len(package) - child.level + 1] if child.level else []
            base = base + (child.module.split(".") if child.module else [])
            yield from ((child.lineno, [*base, alias.name]) for alias in child.names)
        elif isinstance(child, ast.Import):
            yield from ((child.lineno, alias.name.split(".")) for alias in child.names)
        else:
            yield from imports(child, package)


def computed(tree: ast.AST) -> Iterator[int]:
    """Lines that import a module whose name is not written there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            function = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if function in ("import_module", "__import__") and not isinstance(node.args[0], ast.Constant):
                yield node.lineno


def python_problems(root: Path = PYTHON) -> list[str]:
    out = []
    place = {name: i for i, layer in enumerate(PYTHON_LAYERS) for name in layer}
    upward = set(UPWARD)
    by_name = set(BY_NAME)
    for path in sorted(p for p in root.rglob("*.py") if "java" not in p.relative_to(root).parts[:1]):
        file = path.relative_to(root).as_posix()
        layer = file.split("/")[0].removesuffix(".py")
        if layer not in place:
            out.append(f"jpfpy/{file}: in no layer (PYTHON_LAYERS in tools/check_layers.py)")
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line in computed(tree):
            by_name.discard(file)
            if file not in BY_NAME:
                out.append(f"jpfpy/{file}:{line}: imports a module by a name that is computed")
        for line, name in imports(tree, ["jpfpy", *path.relative_to(root).parent.parts]):
            if name[0] != "jpfpy":
                continue
            target = name[1] if len(name) > 1 and name[1] != "__version__" else "__init__"
            if target not in place:
                out.append(f"jpfpy/{file}:{line}: imports {'.'.join(name)}, which is in no layer")
            elif place[target] > place[layer]:
                upward.discard((file, target))
                if (file, target) not in UPWARD:
                    out.append(f"jpfpy/{file}:{line}: {layer} imports {'.'.join(name)}, a later layer")
    out += [f"jpfpy/{file}: imports nothing of {target} any more: take it out of UPWARD" for file, target in upward]
    out += [f"jpfpy/{file}: imports nothing by name any more: take it out of BY_NAME" for file in by_name]
    return out


if __name__ == "__main__":
    found = problems() + python_problems()
    print("\n".join(found) if found else "layers: in order")
    sys.exit(1 if found else 0)
