"""Builds jpfpy._jpf from csrc/. JPFPY_SANITIZE=1: ASan and UBSan; JPFPY_STRESS=1: the stress build;
JPFPY_DEBUG=1: no optimization. Each variant has its own build directory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
APT = "apt-get install -y gcc pkg-config libxxhash-dev libzip-dev zlib1g-dev python3-dev"


def flag(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


SANITIZE, STRESS, DEBUG = flag("JPFPY_SANITIZE"), flag("JPFPY_STRESS"), flag("JPFPY_DEBUG")
VARIANT = "-".join(n for n, on in (("sanitize", SANITIZE), ("stress", STRESS), ("debug", DEBUG)) if on) or "release"


def pkg_config(*packages: str) -> list[str]:
    tool = shutil.which("pkg-config")
    if tool is None:
        sys.exit(f"jpfpy: pkg-config is missing; as root: {APT}")
    out = subprocess.run([tool, "--cflags", *packages], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(f"jpfpy: {' and '.join(packages)} not found; as root: {APT}\n{out.stderr.strip()}")
    return out.stdout.split()


class Build(build_ext):
    """Compiles only what changed, in parallel; headers count too."""

    def build_extension(self, ext: Extension) -> None:
        from concurrent.futures import ThreadPoolExecutor

        build = ROOT / "build" / f"{VARIANT}-{sys.version_info.major}.{sys.version_info.minor}"
        cc = (os.environ.get("CC") or "cc").split()
        include = subprocess.run(
            [sys.executable, "-c", "import sysconfig; print(sysconfig.get_paths()['include'])"],
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        base = [*cc, *ext.extra_compile_args, f"-I{include}"]

        def fresh(obj: Path, src: Path) -> bool:
            deps = obj.with_suffix(".d")
            if not obj.exists() or not deps.exists():
                return False
            stamp = obj.stat().st_mtime
            names = deps.read_text().replace("\\\n", " ").split(":", 1)[-1].split()
            return all(Path(n).exists() and Path(n).stat().st_mtime <= stamp for n in [*names, str(ROOT / "setup.py")])

        def compile_one(name: str) -> str:
            src = ROOT / name
            obj = build / Path(name).with_suffix(".o")
            if not fresh(obj, src):
                obj.parent.mkdir(parents=True, exist_ok=True)
                done = subprocess.run([*base, "-MMD", "-c", str(src), "-o", str(obj)], capture_output=True, text=True)
                if done.stderr:
                    print(done.stderr, file=sys.stderr)
                if done.returncode != 0:
                    raise SystemExit(f"jpfpy: compiling {name} failed")
            return str(obj)

        with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            objects = list(pool.map(compile_one, ext.sources))
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*cc, "-shared", *ext.extra_link_args, *objects, "-o", str(target), "-lzip", "-lz", "-lm", "-ldl"], check=True)


cflags = ["-std=gnu11", "-O0" if DEBUG else "-O2", "-g", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing",
          "-fno-semantic-interposition", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unused-parameter", "-DXXH_INLINE_ALL",
          f"-I{ROOT / 'csrc'}", *pkg_config("libxxhash", "libzip")]
ldflags: list[str] = []
if SANITIZE:
    san = ["-fsanitize=address,undefined", "-fno-sanitize=alignment", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
    cflags += ["-O1", *san]
    ldflags += san
if STRESS:
    cflags += ["-DJPF_STRESS"]

setup(
    ext_modules=[
        Extension(
            "jpfpy._jpf",
            sources=sorted(str(p.relative_to(ROOT)) for p in (ROOT / "csrc").rglob("*.c")),
            extra_compile_args=cflags,
            extra_link_args=ldflags,
        )
    ],
    cmdclass={"build_ext": Build},
)
