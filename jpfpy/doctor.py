"""jpf --doctor: what was found on this machine, and whether a run works."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable

from . import __version__
from .config import Config
from .errors import JPFError
from .target import jdk
from .target.paths import API_JAR, cache_dir

SELF_TEST = "jpfpy.doctor.RacyCounter"  # in jpf-api.jar


def examine(config: Config, write: Callable[[str], object]) -> int:
    """0 if a search would work, 2 otherwise."""

    def line(name: str, value: str) -> None:
        write(f"{name + ':':<14}{value}\n")

    ok = whole = True
    line("jpfpy", f"{__version__} ({os.path.dirname(os.path.abspath(__file__))})")
    line("Python", f"{platform.python_version()} ({sys.executable})")
    line("system", f"{platform.system()} {platform.release()} {platform.machine()}")
    try:
        from . import _jpf

        info = _jpf.build_info()
        extra = "".join(f", {k}" for k in ("sanitize", "stress") if info.get(k))
        line("engine", f"{info['version']} (compiler {info['compiler']}{extra})")
    except ImportError as e:
        line("engine", f"NOT FOUND: {e} (run tools/setup, or pip install jpfpy again)")
        ok = False
    found = None
    try:
        found = jdk.find(config.get("vm.jdk"))
        line("JDK", f"{found.version} at {found.home} (found by {found.found_by})")
        path, feature = jdk.find_javac(found)
        line("javac", f"{path} ({feature})")
    except JPFError as e:
        line("javac" if found else "JDK", f"NOT FOUND: {e}")
        ok = ok and found is not None  # compiled classes need no javac
        whole = False
    for home, found_by in jdk.candidates():
        other = jdk.usable(home, found_by)
        if other and found and os.path.realpath(home) != os.path.realpath(found.home):
            line("also there", f"{other.version} at {other.home} ({found_by})")
    cache = cache_dir(config.values.get("vm.cache"))
    line("cache", cache or "none (each run boots the class library anew)")
    if os.path.isfile(API_JAR):
        line("API jar", API_JAR)
    else:
        line("API jar", f"NOT FOUND: {API_JAR}")
        ok = False
    if ok:
        ok = self_test(config, line)
    if ok and not whole:
        write("a search works on compiled classes; .java files need a JDK with javac\n")
    else:
        write("everything is there: a search works\n" if ok else "something is missing: see above\n")
    return 0 if ok else 2


def self_test(config: Config, line: Callable[[str, str], None]) -> bool:
    from .engine import Job

    try:
        values = {k: config.values[k] for k in ("vm.jdk", "vm.cache") if k in config.values}
        report = Job(Config(values), SELF_TEST, []).explore()
    except JPFError as e:
        line("self-test", f"FAILED: {e}")
        return False
    if report["result"] == "violation" and report["errors"][0]["exception"] == "java.lang.AssertionError":
        s = report["statistics"]
        line("self-test", f"a racy counter is caught ({s['states_new']} states, {s['elapsed_s'] * 1000:.0f} ms)")
        return True
    line("self-test", f"FAILED: the racy counter was not caught ({report['result']})")
    return False
