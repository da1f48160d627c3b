"""What the host lends a program: nothing of it stands in a boot image, what vm.env and vm.fs.read keep back and what the
checker refuses is told and makes the result incomplete."""

from __future__ import annotations

import functools
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.support import compile_class, environment
from tests.test_everyday import CONTAINED

RELEASES = sorted(support.jdks())


# --- nothing of the host stands in an image ---


@functools.cache
def surroundings() -> Path:
    return support.compiled("host")


def learn(
    release: int, cache: Path, cwd: Path, prefix: tuple[str, ...] = (), jdk: Path | None = None, **env: str
) -> str:
    """What tests/java/host/Surroundings prints."""
    command = [*prefix, *support.JPF, "--run", f"+vm.cache={cache}", "+vm.env=all", "+vm.fs.read=all"]
    command += [f"+vm.jdk={jdk or support.jdks()[release]}", "-cp", str(surroundings()), "Surroundings"]
    given = {k: v for k, v in environment(**env).items() if k not in ("TZ", "LANG", "LC_ALL", "PYTEST_CURRENT_TEST")}
    given["PYTHONPATH"] = str(support.PACKAGE)
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=given | env, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def boots(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.glob("boot-*")}


ELSEWHERE: dict[str, tuple[tuple[str, ...], dict[str, str], str]] = {
    "directory": ((), {}, "property user.dir="),
    "environment": ((), {"JPFPY_ELSEWHERE": "yes"}, "env JPFPY_ELSEWHERE=yes"),
    "zone": ((), {"TZ": "Asia/Tokyo"}, "zone Asia/Tokyo"),
    "locale": ((), {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "locale en 1,234.50"),
    "encoding": ((), {"LC_ALL": "C", "PYTHONUTF8": "0"}, "charset UTF-8"),
    "temp": ((), {"TMPDIR": "/var/tmp"}, "temp /tmp"),
    "options": ((), {"JAVA_TOOL_OPTIONS": "-Dx=y", "JDK_JAVA_OPTIONS": "-Dx=y", "CLASSPATH": "/x"}, "processors 1"),
    "processors": (("taskset", "-c", "0"), {}, "processors 1"),
    "umask": (("sh", "-c", 'umask 077; exec "$@"', "sh"), {}, "mode rw-r--r--"),
    "kernel": (("setarch", "--uname-2.6"), {}, "property os.version=2.6."),
    "host": (("unshare", "--uts", "sh", "-c", 'hostname elsewhere; exec "$@"', "sh"), {}, "host localhost"),
    "user": (("unshare", "--user", "--map-user=1"), {}, "property user.name=daemon"),
}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", sorted(ELSEWHERE))
def test_boots_here_and_runs_there(what: str, release: int, tmp_path: Path) -> None:
    prefix, env, line = ELSEWHERE[what]
    if prefix and subprocess.run([*prefix, "true"], capture_output=True).returncode:
        pytest.skip(f"{prefix[0]} does not work here")
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, text in ((here, "h"), (there, "there")):
        folder.mkdir()
        (folder / "here.txt").write_text(text)
    cache = tmp_path / "cache"
    first = learn(release, cache, here)
    image = boots(cache)
    assert len(image) == 1 and f"property user.dir={here}\n" in first and "read h\n" in first
    moved = learn(release, cache, there, prefix, **env)
    assert boots(cache) == image  # it was used
    fresh = tmp_path / "fresh"
    assert moved == learn(release, fresh, there, prefix, **env)
    assert line in moved and "read there\n" in moved and str(here) not in moved
    assert boots(fresh) == image


@pytest.mark.parametrize("release", RELEASES)
def test_a_jdk_behind_a_link(release: int, tmp_path: Path) -> None:
    link = tmp_path / "jdk"
    link.symlink_to(support.jdks()[release])
    cache = tmp_path / "cache"
    first = learn(release, cache, tmp_path)
    assert learn(release, cache, tmp_path, jdk=link) == first
    assert len(boots(cache)) == 1


@pytest.mark.parametrize("release", RELEASES)
def test_one_process_moves(release: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    got = {}
    jdk = support.jdks()[release]
    extra = {"vm__cache": str(tmp_path / "cache"), "vm__env": "all", "vm__fs__read": "all"}
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "here.txt").write_text(name)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("JPFPY_MOVES", name)
        monkeypatch.setenv("TZ", f"Etc/GMT+{len(got) + 1}")
        status, out, err, _ = support.run("Surroundings", surroundings(), jdk=jdk, **extra)
        assert status == 0, err
        got[name] = out.decode()
    for i, name in enumerate(got, 1):
        assert f"property user.dir={tmp_path / name}\n" in got[name] and f"read {name}\n" in got[name]
        assert f"env JPFPY_MOVES={name}\n" in got[name] and f"zone Etc/GMT+{i} " in got[name]


def test_the_directory_of_a_run_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Python does about its own directory while a search runs is not the program's."""
    from jpfpy import _jpf

    code = """public class Stays { public static void main(String[] a) throws Exception {
        System.out.println("first");
        System.out.println(new java.io.File("f").getCanonicalPath());
        System.out.println(new java.io.File("f").exists() + " " + java.nio.file.Files.exists(java.nio.file.Path.of("f")));
    } }"""
    out = compile_class(tmp_path, "Stays", code)
    (tmp_path / "f").write_text("")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    printed = bytearray()

    def on_output(fd: int, data: bytes) -> None:
        printed.extend(data)
        os.chdir(tmp_path / "other")

    _jpf.VM(support.config(out)).run("Stays", [], on_output)
    assert printed.decode() == f"first\n{tmp_path / 'f'}\ntrue true\n"


# --- what the checker refuses ---


def told(report: dict[str, Any], *words: str) -> None:
    assert report["result"] == "incomplete" and not report["complete"] and not report["errors"], report["errors"]
    text = "\n".join(report["statistics"]["constraints"])
    assert all(word in text for word in words), text


REFUSED = {
    what: (code, "no native libraries: " if "Link" in e else "no processes: " if what in ("process", "exec") else "")
    for what, (code, e) in CONTAINED.items()
    if what not in ("library", "libname")  # there is no such file: the JDK's own answer
}
REFUSED["pipeline"] = (REFUSED["pipeline"][0], "no processes: ")
REFUSED["load"] = ('System.load(System.getProperty("java.home") + "/lib/libjsig.so")', "no native libraries: ")
REFUSED["interfaces"] = ("java.net.NetworkInterface.getNetworkInterfaces()", "no network: java.net.NetworkInterface.")
REFUSED["unix"] = (
    "java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)",
    "no network: sun.nio.ch.UnixDomainSockets.",
)
REFUSED["loopback"] = ("loopback()", "no network: sun.nio.ch.")
REFUSED["wrapped"] = (
    'try { new java.net.ServerSocket(0); } catch (java.io.IOException e) { throw new RuntimeException("no", e); }',
    "no network: ",
)
REFUSED["http"] = (
    "com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress(0), 0).start()",
    "no network: ",
)


def set_option(name: str, value: str) -> str:
    bean = "java.lang.management.ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)"
    return f'{bean}.setVMOption("{name}", "{value}")'


REFUSED["option_boolean"] = (
    set_option("HeapDumpOnOutOfMemoryError", "true"),
    "no VM option is set: HeapDumpOnOutOfMemoryError",
)
REFUSED["option_long"] = (set_option("MinHeapFreeRatio", "30"), "no VM option is set: MinHeapFreeRatio")
REFUSED["option_double"] = (
    set_option("G1PeriodicGCSystemLoadThreshold", "1.5"),
    "no VM option is set: G1PeriodicGCSystemLoadThreshold",
)
REFUSED["option_text"] = (set_option("HeapDumpPath", "/tmp/x"), "no VM option is set: HeapDumpPath")


@functools.cache
def refusals() -> Path:
    cases = "\n".join(f'case "{what}": {{ {code}; break; }}' for what, (code, _) in sorted(REFUSED.items()))
    text = f"""public class Refused {{
    static void loopback() throws Exception {{
        var server = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
        Thread client = new Thread(() -> {{
            try (var s = new java.net.Socket(server.getInetAddress(), server.getLocalPort())) {{ s.getOutputStream().write(1); }}
            catch (java.io.IOException e) {{ throw new java.io.UncheckedIOException(e); }}
        }});
        client.start();
        assert server.accept().getInputStream().read() == 1;
        client.join();
    }}
    static void attempt(String what) throws Exception {{
        switch (what) {{
        {cases}
        }}
    }}
    public static void main(String[] a) throws Exception {{
        if (a.length == 1) attempt(a[0]);
        else try {{ attempt(a[0]); }} catch (Exception | LinkageError e) {{
            if (a[1].equals("fail")) throw new IllegalStateException("own");
        }}
    }}
}}"""
    return compile_class(support.scratch("refused"), "Refused", text)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("what", sorted(REFUSED))
def test_refused(what: str, release: int) -> None:
    """Caught or not: incomplete, with what was refused, the class and the line. The same under --run."""
    jdk = support.jdks()[release]
    for args in ([what], [what, "caught"]):
        told(support.explore("Refused", refusals(), *args, jdk=jdk), "contained, ", REFUSED[what][1], "(Refused.")
    status, _, _, report = support.run("Refused", refusals(), what, jdk=jdk)
    assert (status, report["result"]) == (3, "incomplete") and "Refused.java:" in report["not_modelled"]


@pytest.mark.parametrize("release", RELEASES)
def test_searches_of_preferences_end(release: int, tmp_path: Path) -> None:
    """The JDK's timer that writes them every 30 seconds makes no states for ever; what the program puts is there."""
    code = (
        'java.util.logging.Logger.getLogger("java.util.prefs").setLevel(java.util.logging.Level.OFF);'
        ' var p = java.util.prefs.Preferences.userRoot().node("x"); p.put("k", "v"); assert p.get("k", "-").equals("v");'
    )
    out = compile_class(tmp_path, "Main", f"public class Main {{ public static void main(String[] a) {{ {code} }} }}")
    report = support.explore("Main", out, jdk=support.jdks()[release], search__time_limit="300s")
    assert report["result"] == "no_errors" and report["complete"]


def test_an_error_of_its_own_stays_one() -> None:
    report = support.explore("Refused", refusals(), "server", "fail")
    assert report["result"] == "violation" and not report["complete"]
    assert report["errors"][0]["message"] == "java.lang.IllegalStateException: own"
    assert "contained, no network: sun.nio.ch.Net.socket0" in report["statistics"]["constraints"][0]


AFTER = """public class After {
    static boolean refused;
    static void ask() { try { new java.net.ServerSocket(0); } catch (java.io.IOException e) { refused = true; } }
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> {});
        t.start();
        boolean first = t.isAlive();
        if (first || a[1].equals("always")) ask();
        switch (a[0]) {
        case "exit": System.exit(refused || a[1].equals("some") ? 3 : 0);
        case "deadlock": synchronized (After.class) { After.class.wait(); }
        case "throw": throw new IllegalStateException("own");
        }
    }
}"""


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_class(tmp_path_factory.mktemp("after"), "After", AFTER)


@pytest.mark.parametrize("search", ["gov.nasa.jpf.search.DFSearch", "gov.nasa.jpf.search.heuristic.BFSHeuristic"])
@pytest.mark.parametrize(
    ("what", "words"), [("exit", "exit status 3 after a refusal"), ("deadlock", "a deadlock after a refusal")]
)
def test_what_rests_on_a_refusal_is_no_error(after: Path, what: str, words: str, search: str) -> None:
    """On its own path; another path that comes to the same without one has it proved."""
    told(support.explore("After", after, what, "always", search__class=search), "contained, ", words)
    report = support.explore("After", after, what, "some", search__class=search, search__multiple_errors="true")
    assert [e["kind"] for e in report["errors"]] == ["property" if what == "exit" else "deadlock"]
    assert any(words in c for c in report["statistics"]["constraints"]) and "note" not in report["errors"][0]


def test_an_exception_after_a_refusal_says_so(after: Path) -> None:
    report = support.explore("After", after, "throw", "always")
    assert report["errors"][0]["message"] == "java.lang.IllegalStateException: own"
    assert "after the checker had refused" in report["errors"][0]["note"]


def test_the_status_of_main_is_mains(tmp_path: Path) -> None:
    """Under --run: a thread that was refused something does not hide what main has thrown itself."""
    code = """public class Both { public static void main(String[] a) {
        Thread t = new Thread(() -> {
            try { Thread.sleep(50); new java.net.ServerSocket(0); }
            catch (Exception e) { throw new RuntimeException(e); }
        });
        t.start();
        throw new IllegalStateException("own");
    } }"""
    status, _, err, report = support.run("Both", compile_class(tmp_path, "Both", code))
    assert (status, report["result"]) == (1, "incomplete")
    assert b"IllegalStateException: own" in err and b"the checker contains" in err


def test_a_library_that_is_not_there_is_no_refusal(tmp_path: Path) -> None:
    code = 'System.loadLibrary("jpfpy-none")'
    out = compile_class(tmp_path, "No", f"public class No {{ public static void main(String[] a) {{ {code}; }} }}")
    report = support.explore("No", out)
    assert report["result"] == "violation" and "UnsatisfiedLinkError" in report["errors"][0]["message"]


# --- vm.env and vm.fs.read ---


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    code = """import java.io.*; import java.nio.file.*;
public class Reader {
    public static void main(String[] a) throws Exception {
        switch (a[0]) {
        case "env": System.out.print(System.getenv(a[1])); break;
        case "map": System.out.print(System.getenv().get(a[1])); break;
        case "has": System.out.print(System.getenv().containsKey(a[1])); break;
        case "all": System.out.print(new java.util.TreeMap<>(System.getenv())); break;
        case "file": System.out.print(new BufferedReader(new FileReader(new File(a[1], a[2]))).readLine()); break;
        case "path": System.out.print(Files.readAllLines(Path.of(a[1], a[2])).get(0)); break;
        case "list": System.out.print(new File(a[1], a[2]).list().length > 0); break;
        case "stream": try (var s = Files.list(Path.of(a[1], a[2]))) { System.out.print(s.count() > 0); } break;
        case "exists": System.out.print(new File(a[1], a[2]).exists()); break;
        case "rename": System.out.print(new File(a[1], a[2]).renameTo(new File("/tmp/jpfpy-other"))); break;
        case "link": Path p = Path.of("/tmp/jpfpy-link"); Files.createSymbolicLink(p, Path.of(a[1], a[2]));
            System.out.print(Files.readAllLines(p).get(0)); break;
        case "append": try (var w = new FileWriter(new File(a[1], a[2]), true)) { w.write("x"); } break;
        case "replace": Path q = Path.of(a[1], a[2]); Files.writeString(q, "new"); System.out.print(Files.readString(q)); break;
        case "resource": System.out.print(Reader.class.getResourceAsStream("Reader.class").read()); break;
        case "logging": java.util.logging.LogManager.getLogManager(); System.out.print("ok"); break;
        }
    }
}"""
    return compile_class(tmp_path_factory.mktemp("reader"), "Reader", code)


@pytest.mark.parametrize(
    ("rule", "how", "name", "want", "kept"),
    [
        ("", "env", "HOME", os.environ.get("HOME"), False),
        ("", "env", "JPFPY_SECRET", "null", True),
        ("", "map", "JPFPY_SECRET", "null", True),
        ("", "has", "JPFPY_SECRET", "false", True),
        ("", "env", "JPFPY_ABSENT", "null", False),
        ("", "has", "JPFPY_ABSENT", "false", False),
        ("none", "env", "HOME", "null", True),
        ("none", "all", "", "{}", True),
        ("JPFPY_SECRET", "env", "JPFPY_SECRET", "s=e", False),
        ("JPFPY_SECRET", "env", "HOME", "null", True),
        ("X, JPFPY_* ,Y", "env", "JPFPY_SECRET", "s=e", False),
        ("JPFPY_SECRET", "all", "", "{JPFPY_SECRET=s=e}", True),
        ("all", "map", "JPFPY_SECRET", "s=e", False),
    ],
)
@pytest.mark.parametrize("release", RELEASES)
def test_environment(
    rule: str, how: str, name: str, want: str, kept: bool, release: int, reader: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JPFPY_SECRET", "s=e")
    jdk = support.jdks()[release]
    report = support.explore("Reader", reader, how, name, jdk=jdk, vm__env=rule)
    assert report["output"] == want
    if kept:
        told(report, "contained, vm.env: ", name, "(Reader.main, Reader.java:5)" if how == "env" else "Reader.main")
    else:
        assert report["result"] == "no_errors" and report["complete"]
    status, out, _, _ = support.run("Reader", reader, how, name, jdk=jdk, vm__env=rule)
    assert (status, out.decode()) == (3 if kept else 0, want)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "mine").write_text("mine")
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "other").write_text("other")
    (tmp_path / "work" / "linked").symlink_to(tmp_path / "else" / "other")
    (tmp_path / "work" / "folder").symlink_to(tmp_path / "else")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


ALLOWED = [
    ("", "file", "work", "mine", "mine"),
    ("", "path", "work", "mine", "mine"),
    ("", "list", "work", ".", "true"),
    ("", "stream", "work", ".", "true"),
    ("", "file", "work", "linked", "other"),
    ("", "path", "work/folder", "other", "other"),
    ("", "exists", "else", "other", "true"),
    ("", "exists", "else", "absent", "false"),
    ("", "replace", "else", "other", "new"),
    ("", "resource", "", "", "202"),
    ("", "logging", "", "", "ok"),
    ("none", "replace", "else", "new", "new"),
    ("all", "file", "else", "other", "other"),
    ("cwd,../else", "file", "else", "other", "other"),
    ("tmp", "file", "else", "other", "other"),
]
KEPT_BACK = [
    ("", "file", "else", "other"),
    ("", "path", "else", "other"),
    ("", "stream", "else", "."),
    ("", "link", "else", "other"),
    ("", "append", "else", "other"),
    ("", "path", "work/..", "else/other"),
    ("none", "file", "work", "mine"),
    ("classpath", "file", "work", "mine"),
    ("cwd,jdk", "path", "else", "other"),
]


@pytest.mark.parametrize(("rule", "how", "folder", "name", "want"), ALLOWED)
def test_files_that_may_be_read(
    rule: str, how: str, folder: str, name: str, want: str, reader: Path, disk: Path
) -> None:
    config = support.config(reader, vm__fs__read=rule)
    for jdk in support.jdks().values():
        config["vm.jdk"] = str(jdk)
        report = explore_at(config, how, disk / folder, name)
        assert (report["result"], report["output"]) == ("no_errors", want), report["statistics"]["constraints"]


def explore_at(config: dict[str, str], how: str, folder: Path, name: str) -> dict[str, Any]:
    """The path comes in two parts, so that no argument names a file: those may be read."""
    from jpfpy import _jpf

    return _jpf.VM(config).explore("Reader", [how, "/", f"{folder}/{name}"[1:]])


@pytest.mark.parametrize(("rule", "how", "folder", "name"), KEPT_BACK)
def test_files_that_may_not(rule: str, how: str, folder: str, name: str, reader: Path, disk: Path) -> None:
    config = support.config(reader, vm__fs__read=rule)
    for jdk in support.jdks().values():
        config["vm.jdk"] = str(jdk)
        report = explore_at(config, how, disk / folder, name)
        told(report, "contained, vm.fs.read: ", "is not read (Reader.main, Reader.java:")


def test_a_file_that_an_argument_names(reader: Path, disk: Path) -> None:
    for args in ([f"{disk}/else", "other"], ["../else", "other"]):
        report = support.explore("Reader", reader, "file", *args)
        assert (report["result"], report["output"]) == ("no_errors", "other")
    told(support.explore("Reader", reader, "file", f"{disk}/else", "other", vm__fs__read="cwd"), "vm.fs.read: ")


def test_what_moves_is_not_read_by_its_new_name(reader: Path, disk: Path) -> None:
    report = explore_at(support.config(reader), "rename", disk / "else", "other")
    assert report["output"] == "false"
    told(report, "contained, vm.fs.read: ")


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="no /proc here")
def test_files_of_the_process(reader: Path, disk: Path) -> None:
    """Under --run vm.fs.read lets a program read them; in a search each reading would be another."""
    for rule in ("", "none"):
        status, out, _, report = support.run("Reader", reader, "file", "/", "proc/self/maps", vm__fs__read=rule)
        assert (status, out) == (3, b"") and "/proc/self/maps is not read (Reader.main" in report["not_modelled"]
    assert support.run("Reader", reader, "file", "/", "proc/self/maps", vm__fs__read="all")[0] == 0
    for rule in ("", "all"):
        told(
            support.explore("Reader", reader, "file", "/", "proc/self/maps", vm__fs__read=rule),
            "/proc/self/maps is not",
        )


def test_a_rule_that_is_none(reader: Path) -> None:
    from jpfpy import _jpf

    with pytest.raises(_jpf.ConfigError, match="vm.fs.read=cwd,diskk: diskk is none of cwd, classpath, jdk, system"):
        support.explore("Reader", reader, "logging", vm__fs__read="cwd,diskk")
