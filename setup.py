"""Builds jpfpy._jpf from csrc/.

JPFPY_SANITIZE=1: ASan and UBSan; JPFPY_STRESS=1: the stress build; JPFPY_DEBUG=1: no optimization. Objects are kept in
build/<variant>-<python>; the release build goes into the package, the others into build/<variant>-<python>/lib, a
package of links beside it (put that on PYTHONPATH). JPFPY_STATIC=PREFIX: for wheels, with the libraries that
tools/wheel_libraries made below PREFIX built in, and stripped."""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
APT = "apt-get install -y gcc libc6-dev pkg-config libxxhash-dev libzip-dev zlib1g-dev python3-dev"


def flag(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


SANITIZE, STRESS, DEBUG = flag("JPFPY_SANITIZE"), flag("JPFPY_STRESS"), flag("JPFPY_DEBUG")
STATIC = os.environ.get("JPFPY_STATIC", "")
VARIANT = "-".join(n for n, on in (("sanitize", SANITIZE), ("stress", STRESS), ("debug", DEBUG)) if on) or "release"
BUILD = ROOT / "build" / f"{VARIANT}{'-static' if STATIC else ''}-{sys.version_info.major}.{sys.version_info.minor}"


def pkg_config(*packages: str) -> list[str]:
    tool = shutil.which("pkg-config")
    if tool is None:
        sys.exit(f"jpfpy: pkg-config is missing; as root: {APT}")
    out = subprocess.run([tool, "--cflags", *packages], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(f"jpfpy: the development files of {' and '.join(packages)} are missing; as root: {APT}")
    return out.stdout.split()


def compiler_flags() -> tuple[list[str], list[str]]:
    include = sysconfig.get_paths()["include"]
    if not (Path(include) / "Python.h").exists():
        sys.exit(f"jpfpy: Python.h is missing in {include}; as root: {APT}")
    c = ["-std=gnu11", "-O0" if DEBUG else "-O2", "-g", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing"]
    c += ["-fno-semantic-interposition", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unused-parameter", "-pthread"]
    found = [f"-I{STATIC}/include"] if STATIC else pkg_config("libxxhash", "libzip", "zlib")
    c += ["-Icsrc", *found, f"-I{include}"]
    ld: list[str] = ["-shared", "-pthread", *(["-s", "-Wl,--exclude-libs,ALL"] if STATIC else [])]
    if SANITIZE:
        # Undefined behaviour is a trap, which ASan reports (handle_sigill, Makefile). Beside ASan the runtime of UBSan
        # writes to standard error alone, whatever its log_path says, and pytest catches that of the tests.
        san = ["-fsanitize=address,undefined", "-fno-sanitize=alignment", "-fno-sanitize-recover=all"]
        san += ["-fsanitize-undefined-trap-on-error"]
        c += ["-O1", "-fno-omit-frame-pointer", *san]
        ld += san
    if STRESS:
        c += ["-DJPF_STRESS"]
    return c, ld


class Build(build_ext):
    """Compiles only what changed (headers and flags count), in parallel; the package's Python files too, for those
    who run with PYTHONDONTWRITEBYTECODE."""

    def run(self) -> None:
        super().run()
        if self.inplace and VARIANT == "release":
            compileall.compile_dir(ROOT / "jpfpy", quiet=2)

    def copy_extensions_to_source(self) -> None:
        """The package holds the release build alone."""
        if VARIANT == "release":
            super().copy_extensions_to_source()

    def build_extension(self, ext: Extension) -> None:
        cc = (os.environ.get("CC") or "cc").split()
        if shutil.which(cc[0]) is None:
            sys.exit(f"jpfpy: no C compiler ({cc[0]}); as root: {APT}")
        cflags, ldflags = compiler_flags()
        command = [*cc, *cflags]
        BUILD.mkdir(parents=True, exist_ok=True)
        stamp = BUILD / "command"
        same = stamp.exists() and stamp.read_text() == "\n".join(command)
        objects = [BUILD / Path(name).with_suffix(".o") for name in ext.sources]
        todo = [(n, o) for n, o in zip(ext.sources, objects, strict=True) if not (same and fresh(o))]
        with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            failed = [name for name, ok in pool.map(lambda job: compile_one(command, *job), todo) if not ok]
        if failed:
            sys.exit(f"jpfpy: the compiler failed on {', '.join(failed)}")
        stamp.write_text("\n".join(command))
        target = Path(self.get_ext_fullpath(ext.name)) if VARIANT == "release" else linked_package(self, ext.name)
        newest = max(o.stat().st_mtime for o in objects)
        if not todo and target.exists() and target.stat().st_mtime >= newest:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        # Replaced in one step: a process that has the old one mapped keeps it.
        part = target.with_name(f".{target.name}.{os.getpid()}")
        libraries = [f"{STATIC}/lib/libzip.a", f"{STATIC}/lib/libz.a"] if STATIC else ["-lzip", "-lz"]
        link = [*cc, *ldflags, *map(str, objects), "-o", str(part), *libraries, "-lm", "-ldl"]
        if subprocess.run(link, cwd=ROOT).returncode != 0:
            part.unlink(missing_ok=True)
            sys.exit("jpfpy: linking the engine failed")
        os.replace(part, target)


def fresh(obj: Path) -> bool:
    deps = obj.with_suffix(".d")
    if not obj.exists() or not deps.exists():
        return False
    stamp = obj.stat().st_mtime
    names = deps.read_text().replace("\\\n", " ").split(":", 1)[-1].split()
    paths = [ROOT / n for n in names]
    return all(p.exists() and p.stat().st_mtime <= stamp for p in paths)


def compile_one(command: list[str], name: str, obj: Path) -> tuple[str, bool]:
    obj.parent.mkdir(parents=True, exist_ok=True)
    args = [*command, "-MMD", "-MF", str(obj.with_suffix(".d")), "-c", name, "-o", str(obj)]
    done = subprocess.run(args, capture_output=True, text=True, cwd=ROOT)
    if done.stderr:
        print(done.stderr, end="", file=sys.stderr)
    if done.returncode != 0:
        obj.unlink(missing_ok=True)
    return name, done.returncode == 0


def linked_package(command: build_ext, name: str) -> Path:
    """The variant's own package directory: links to the sources, and a place for its extension."""
    package = BUILD / "lib" / "jpfpy"
    package.mkdir(parents=True, exist_ok=True)
    for path in (ROOT / "jpfpy").iterdir():
        link = package / path.name
        if path.suffix != ".so" and path.name != "__pycache__" and not link.is_symlink():
            link.symlink_to(path)
    return package / Path(command.get_ext_filename(name)).name


setup(
    ext_modules=[
        Extension(
            "jpfpy._jpf",
            sources=sorted(str(p.relative_to(ROOT)) for p in (ROOT / "csrc").rglob("*.c")),
            depends=sorted(
                str(p.relative_to(ROOT)) for p in (ROOT / "csrc").rglob("*") if p.suffix in (".h", ".def", ".inc")
            ),
        )
    ],
    cmdclass={"build_ext": Build},
)
