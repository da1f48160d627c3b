"""%load_ext jpfpy: the cell magic %%java, the line magic %jpf.

%%java compiles the cell and makes its class a target: a name in the notebook that verify, explore, Explorer and %jpf
take. %jpf takes what the command takes and answers with the report."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tempfile
from typing import TYPE_CHECKING, Any
from weakref import finalize

from .errors import ConfigError, JPFError
from .made import named

if TYPE_CHECKING:
    from .report import Report

TYPE = re.compile(r"\b(?:class|enum|interface|record|@interface)\s+([A-Za-z_$][\w$]*)")
PUBLIC = re.compile(
    r"\bpublic\s+(?:(?:abstract|final|sealed|strictfp)\s+)*(?:class|enum|interface|record)\s+([A-Za-z_$][\w$]*)"
)
PLACE = re.compile(r"^(?:.*[/\\])?([^/\\]+\.java):(\d+): (error|warning): (.*)$")


class JavaClass(os.PathLike[str]):
    """A class that a cell has defined. Where a target is expected it is its file: jpfpy.verify(Account)."""

    def __init__(self, name: str, path: str, classpath: list[str], source: str) -> None:
        self.name, self.path, self.classpath, self.source = name, path, classpath, source

    def __fspath__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return f"<JavaClass {self.name}>"


class CellError(ConfigError):
    """What a magic was given cannot be used: told without a traceback of ours."""

    def __init__(self, message: str) -> None:
        super().__init__(message)

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class JavacError(CellError):
    """javac's messages, each with its line of the cell."""

    def __init__(self, text: str, source: str) -> None:
        self.messages = messages(text, source)
        super().__init__("\n".join(self.messages) or text)


def messages(text: str, source: str) -> list[str]:
    """javac's, with lines of the cell for lines of the file; \"1 error\" is left out."""
    out = []
    for line in text.splitlines()[1:]:
        if found := PLACE.match(line):
            kind = "" if found[3] == "error" else f"{found[3]}: "
            out.append(f"line {found[2]}: {kind}{found[4]}")
        elif not re.fullmatch(r"\d+ (?:errors?|warnings?)", line):
            out.append("    " + line)
    return out


class Magics:
    """The magics of one session; its classes lie in a folder of their own."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.folder = tempfile.mkdtemp(prefix="jpfpy-notebook-")
        finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def java(self, line: str, cell: str) -> None:
        """%%java [-cp PATH]: compile the cell; its class is a target for the cells below.

        The class is the public one, or the first with main, or the first of all. Classes of cells above can be used."""
        from .config import Config
        from .target import jdk as jdks
        from .target.javac import bare, package_of
        from .target.paths import cache_dir
        from .target.resolve import resolve

        options = shlex.split(line)
        config = Config()
        while options:
            name = options.pop(0)
            if name not in ("-cp", "--classpath", "-classpath", "--class-path") or not options:
                raise CellError(f"%%java {line.strip()}: only -cp PATH is taken here")
            config.put("classpath", options.pop(0), "%%java")
        code = bare(cell)
        name = cell_class(code)
        package = package_of(code)
        folder = os.path.join(self.folder, *package.split(".")) if package else self.folder
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, f"{name}.java")
        with open(path, "w", encoding="utf-8") as f:
            f.write(cell if cell.endswith("\n") else cell + "\n")
        classpath = config.get_path("classpath")
        try:
            target = resolve(path, jdks.find(""), classpath, [], cache_dir(None))
        except ConfigError as e:
            os.remove(path)
            raise JavacError(str(e), cell) from None
        named[path] = name
        self.shell.user_ns[name] = JavaClass(target.name, path, [*target.classpath, *classpath], cell)

    def jpf(self, line: str) -> Report | None:
        """%jpf [options] TARGET [args]: what the command does; the report is the answer (report = %jpf ...)."""
        argv = shlex.split(line)
        try:
            return self.command([self.target(arg) for arg in argv])
        except JPFError as e:
            raise CellError(f"jpf: {e}{self.like_a_cell(argv)}") from None

    def like_a_cell(self, argv: list[str]) -> str:
        """The class of a cell that a target is written like, where it is nothing else."""
        from .options import parse
        from .target.advice import nearest

        cells = {name for name, value in self.shell.user_ns.items() if isinstance(value, JavaClass)}
        try:
            target = next(iter(parse(argv)[1]), "")
        except JPFError:
            return ""
        if not target or target in cells or os.path.exists(target):
            return ""
        near = nearest(target.removesuffix(".java"), cells)
        return f" (of this notebook: {near})" if near else ""

    def target(self, arg: str) -> str:
        """The class of a cell goes by its name; everything else is as it was."""
        known = self.shell.user_ns.get(arg.removesuffix(".java"))
        return known.path if isinstance(known, JavaClass) and not os.path.exists(arg) else arg

    def command(self, argv: list[str]) -> Report | None:
        from . import cli
        from .api import explore
        from .config import load
        from .engine import Job
        from .options import apart, parse
        from .report.publish.output import Reports

        pairs, rest, what = parse(argv)
        apart(pairs)
        if what or not rest:
            cli.main(argv or ["--help"])
            return None
        app = rest[0] if rest[0].endswith(".jpf") else None
        config = load(pairs, app)
        target = config.get("target") if app is not None else rest[0]
        config.check()
        if config.get("jpf.junit"):
            cli.main(argv)
            return None
        job = Job(config, target, rest[1:] or config.get_list("target.args"))
        quiet = config.get_bool("jpf.quiet")

        def put(fd: int, data: bytes) -> None:
            stream = sys.stdout if fd == 1 else sys.stderr
            stream.write(data.decode("utf-8", "replace"))

        if config.get_bool("jpf.run"):
            result = job.run(put)
            if result["exit_status"]:
                print(f"exit status {result['exit_status']}", file=sys.stderr)
            return None
        reports = Reports(job, True, sys.stdout.write)  # the files that were asked for; the report itself is shown
        report = explore(job, put if quiet else None)
        reports.finish(report.raw)
        return report


def cell_class(code: str) -> str:
    """The class that a cell is named after."""
    public = PUBLIC.search(code)
    if public:
        return public[1]
    found = list(TYPE.finditer(code))
    if not found:
        raise CellError("%%java: there is no class in this cell")
    main = re.search(r"\bvoid\s+main\s*\(", code)
    before = [t for t in found if main is not None and t.start() < main.start() and depth(code, t.start()) == 0]
    return (before[-1] if before else found[0])[1]


def depth(code: str, at: int) -> int:
    """How many braces are open there."""
    return code.count("{", 0, at) - code.count("}", 0, at)


def load_ipython_extension(shell: Any) -> None:
    """Of %load_ext jpfpy."""
    magics = Magics(shell)
    shell.register_magic_function(magics.java, "cell", "java")
    shell.register_magic_function(magics.jpf, "line", "jpf")


def unload_ipython_extension(shell: Any) -> None:
    for kind, name in (("cell", "java"), ("line", "jpf")):
        shell.magics_manager.magics[kind].pop(name, None)
