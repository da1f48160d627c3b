"""Everyday Java (lambdas, strings, collections, files, reflection): programs beside HotSpot, jars, assertions, and what the checker keeps out."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

import pytest

from tests import support

FOLDERS = {"everyday": 17, "everyday25": 25}


@pytest.mark.parametrize(("release", "folder", "name"), support.programs(FOLDERS))
@pytest.mark.slow
def test_same_as_java(release: int, folder: str, name: str) -> None:
    classes = support.compiled(folder, FOLDERS[folder])
    want = support.hotspots(*FOLDERS.items())[release, folder, name].result()
    status, out, err, report = support.run(name, classes, jdk=support.jdks()[release])
    assert report["not_modelled"] is None, report["not_modelled"]
    # A program whose threads race on HotSpot may print something else the first time: ours must be one of its outputs.
    tries = 0
    while (status & 0xFF, out, err) != (want.returncode, want.stdout, want.stderr) and tries < 8:
        want = support.hotspot(name, classes, release=release, again=True)
        tries += 1
    assert out.decode(errors="replace") == want.stdout.decode(errors="replace")
    assert err.decode(errors="replace") == want.stderr.decode(errors="replace")
    assert (status & 0xFF, out, err) == (want.returncode, want.stdout, want.stderr)


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.slow
def test_manifest_class_path(release: int, tmp_path: Path) -> None:
    lib = support.compile_texts(
        {"p/Lib.java": 'package p; public class Lib { public static String s() { return "lib"; } }'},
        release,
    )
    (tmp_path / "lib.txt").write_text("Implementation-Version: 1.2\n")
    args = ["cfm", str(tmp_path / "lib.jar"), str(tmp_path / "lib.txt"), "-C", str(lib), "."]
    subprocess.run([support.tool("jar", release), *args], check=True)
    main = support.compile_texts(
        {
            "Main.java": "public class Main { public static void main(String[] a) { System.out.println(p.Lib.s()"
            ' + Main.class.getResource("/p/Lib.class").getProtocol() + Main.class.getPackage().getImplementationVersion()'
            " + p.Lib.class.getPackage().getImplementationVersion()); } }",
        },
        release,
        ("-cp", str(lib)),
    )
    (tmp_path / "m.txt").write_text("Main-Class: Main\nClass-Path: lib.jar none.jar\nImplementation-Version: 1.3\n")
    jar = tmp_path / "main.jar"
    subprocess.run(
        [support.tool("jar", release), "cfm", str(jar), str(tmp_path / "m.txt"), "-C", str(main), "."], check=True
    )
    want = support.hotspot("Main", jar, release=release)
    status, out, err, _ = support.run("Main", jar, jdk=support.jdks()[release])
    assert (status, out, err) == (0, want.stdout, want.stderr) and out == b"libjarnull1.2\n"


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.slow
def test_multi_release_jar(release: int, tmp_path: Path) -> None:
    text = (
        "public class V {{ public static void main(String[] a) throws Exception {{ System.out.println({0}); "
        'System.out.println(V.class.getResource("V.class").getPath().contains("versions")); }} }}'
    )
    base = support.compile_texts({"V.java": text.format('"base"')}, release, ("--release", "8"))
    args = [support.tool("jar", release), "--create", "--file", str(tmp_path / "v.jar"), "-C", str(base), "."]
    for version in (v for v in (11, 17, 25) if v <= release):
        extra = support.compile_texts({"V.java": text.format(version)}, release, ("--release", str(version)))
        args += ["--release", str(version), "-C", str(extra), "."]
    subprocess.run(args, check=True, capture_output=True)
    want = support.hotspot("V", tmp_path / "v.jar", release=release)
    status, out, err, _ = support.run("V", tmp_path / "v.jar", jdk=support.jdks()[release])
    assert (status, out, err) == (0, want.stdout, want.stderr)
    assert out.startswith(str(25 if release >= 25 else 17).encode())


ASSERTING = {
    "Main.java": """public class Main { public static void main(String[] a) { for (Runnable r : new Runnable[] {new Main.In()::run,
        new p.A()::run, new p.q.B()::run}) { try { r.run(); System.out.print("- "); } catch (AssertionError e) { System.out.print(e.getMessage() + " "); } }
        System.out.println(Main.class.desiredAssertionStatus()); }
        static class In { void run() { assert false : "Main.In"; } } }""",
    "p/A.java": 'package p; public class A { public void run() { assert 1 > 2 : "p.A"; } }',
    "p/q/B.java": 'package p.q; public class B { public void run() { assert 1 > 2 : "p.q.B"; } }',
}


@pytest.mark.parametrize(
    ("flags", "enable", "disable"),
    [
        (["-ea"], None, None),
        (["-da"], None, "*"),
        (["-ea", "-da:p..."], None, "p..."),
        (["-ea", "-da:p.A", "-da:Main"], None, "p.A,Main"),
        (["-da", "-ea:p.q..."], "p.q...", "*"),
    ],
)
@pytest.mark.slow
def test_assertions_by_package(flags: list[str], enable: str | None, disable: str | None, tmp_path: Path) -> None:
    release = min(support.jdks())
    out = support.compile_texts(ASSERTING, release)
    want = support.hotspot("Main", out, release=release, flags=tuple(flags))
    extra = {}
    if enable:
        extra["vm__enable_assertions"] = enable
    if disable:
        extra["vm__disable_assertions"] = disable
    status, got, err, _ = support.run("Main", out, **extra)
    assert (status, got, err) == (0, want.stdout, want.stderr)


def test_custom_bootstraps(tmp_path: Path) -> None:
    """Dynamic constants and call sites with bootstrap methods that javac never emits: the JDK's own linking."""
    release = max(support.jdks())
    if release < 24:
        pytest.skip("the generator needs java.lang.classfile")
    generator = support.TESTS / "java" / "tools" / "GenBootstraps.java"
    subprocess.run([support.tool("java", release), str(generator), str(tmp_path)], check=True, capture_output=True)
    want = support.hotspot("Boots", tmp_path, release=release)
    for jdk in support.jdks().values():
        status, out, err, report = support.run("Boots", tmp_path, jdk=jdk)
        assert report["not_modelled"] is None
        assert (status, out.decode()) == (want.returncode, want.stdout.decode()), err.decode()


# --- what the checker keeps out ---

CONTAINED = {
    "socket": ('new java.net.Socket("127.0.0.1", 9)', "java.net.SocketException"),
    "server": ("new java.net.ServerSocket(0)", "java.net.SocketException"),
    "datagram": ("new java.net.DatagramSocket()", "java.net.SocketException"),
    "channel": ("java.nio.channels.SocketChannel.open()", "java.net.SocketException"),
    "lookup": ('java.net.InetAddress.getByName("example.org")', "java.net.UnknownHostException"),
    "process": ('new ProcessBuilder("true").start()', "java.io.IOException"),
    "exec": ('Runtime.getRuntime().exec("true")', "java.io.IOException"),
    "library": ('System.load("/usr/lib/libnone.so")', "java.lang.UnsatisfiedLinkError"),
    "unconnected": (
        'new java.net.Socket().connect(new java.net.InetSocketAddress("127.0.0.1", 9))',
        "java.net.SocketException",
    ),
    "multicast": ("new java.net.MulticastSocket()", "java.net.SocketException"),
    "datagrams": ("java.nio.channels.DatagramChannel.open()", "java.net.SocketException"),
    "listener": ("java.nio.channels.ServerSocketChannel.open()", "java.net.SocketException"),
    "asynchronous": ("java.nio.channels.AsynchronousSocketChannel.open()", "java.net.SocketException"),
    "selector": ("java.nio.channels.Selector.open()", "java.net.SocketException"),
    "pipe": ("java.nio.channels.Pipe.open()", "java.io.IOException"),
    "url": ('new java.net.URL("http://127.0.0.1:9/").openStream()', "java.net.SocketException"),
    "secure": ('new java.net.URL("https://127.0.0.1:9/").openStream()', "java.net.SocketException"),
    "response": (
        '((java.net.HttpURLConnection) new java.net.URL("http://example.org/").openConnection()).getResponseCode()',
        "java.net.SocketException",
    ),
    "client": (
        "java.net.http.HttpClient.newHttpClient().send(java.net.http.HttpRequest.newBuilder("
        'java.net.URI.create("http://127.0.0.1:9/")).build(), java.net.http.HttpResponse.BodyHandlers.ofString())',
        "java.io.UncheckedIOException",
    ),
    "pipeline": (
        'ProcessBuilder.startPipeline(java.util.List.of(new ProcessBuilder("a"), new ProcessBuilder("b")))',
        "java.io.IOException",
    ),
    "watch": ("java.nio.file.FileSystems.getDefault().newWatchService()", "java.io.IOException"),
    "libname": ('System.loadLibrary("c")', "java.lang.UnsatisfiedLinkError"),
}


@functools.cache
def contained(release: int) -> dict[str, tuple[str, str]]:
    """What each line of CONTAINED throws: class, message and cause."""
    tries = "\n".join(f'attempt("{what}", () -> {{ {code}; }});' for what, (code, _) in sorted(CONTAINED.items()))
    main = (
        "public class Main { interface Body { void run() throws Exception; }"
        ' static void attempt(String what, Body body) { try { body.run(); System.out.println(what + "|reached|"); }'
        " catch (Throwable e) { System.out.println("
        'what + "|" + e.getClass().getName() + "|" + e.getMessage() + " " + e.getCause()); } }'
        f" public static void main(String[] a) {{ {tries} }} }}"
    )
    out = support.compile_texts({"Main.java": main}, release)
    status, got, _, report = support.run("Main", out, jdk=support.jdks()[release])
    assert status == 3 and report["not_modelled"].startswith("contained, ")
    lines = [line.split("|", 2) for line in got.decode().splitlines()]
    return {what: (exception, text) for what, exception, text in lines}


@pytest.mark.parametrize("release", sorted(support.jdks()))
@pytest.mark.parametrize("what", sorted(CONTAINED))
def test_contained(what: str, release: int) -> None:
    exception, text = contained(release)[what]
    assert exception == CONTAINED[what][1], text
    if exception != "java.lang.UnsatisfiedLinkError":
        assert "checker" in text, text


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_preferences_stay_inside(release: int, tmp_path: Path) -> None:
    """java.util.prefs works on the overlay and leaves the user's own alone."""
    code = (
        'java.util.logging.Logger.getLogger("java.util.prefs").setLevel(java.util.logging.Level.OFF);'
        ' var p = java.util.prefs.Preferences.userRoot().node("jpfpy/test"); p.put("k", "v"); p.putInt("i", 5); p.flush();'
        ' System.out.println(p.get("k", "-") + p.getInt("i", 0) + p.absolutePath() + p.nodeExists("") + p.keys().length);'
        ' System.out.println(new java.io.File(System.getProperty("user.home"), ".java/.userPrefs/jpfpy/test").isDirectory());'
    )
    main = "public class Main { public static void main(String[] a) throws Exception { " + code + " } }"
    out = support.compile_texts({"Main.java": main}, release)
    status, got, err, report = support.run("Main", out, jdk=support.jdks()[release])
    assert report["not_modelled"] is None
    assert (status, got) == (0, b"v5/jpfpy/testtrue2\ntrue\n"), err
    assert not (Path.home() / ".java" / ".userPrefs" / "jpfpy").exists()


MATH = """import java.util.*; import java.util.function.*;
public class Main {
    static void bits(DoubleUnaryOperator f, double from, double to) {
        Random r = new Random(1);
        for (int i = 0; i < 1000; i++)
            System.out.println(Double.doubleToLongBits(f.applyAsDouble(from + (to - from) * r.nextDouble())));
    }
    public static void main(String[] a) {
        bits(Math::sin, -100, 100);
        bits(Math::cos, -100, 100);
        bits(Math::tan, -100, 100);
        bits(Math::exp, -50, 50);
        bits(Math::log, 0, 1000);
        bits(Math::log10, 0, 1000);
        bits(x -> Math.pow(x, x * 0.37 - 3), 0, 50);
        bits(Math::cbrt, -10, 10);
        bits(Math::tanh, -3, 3);
        bits(x -> Math.hypot(x, 3), -10, 10);
    }
}"""


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_math_is_nearly_hotspots(release: int, tmp_path: Path) -> None:
    """Both are almost correctly rounded (docs/command.md has the figures): in the last bit, and seldom."""
    out = support.compile_texts({"Main.java": MATH}, release)
    want = [int(line) for line in support.hotspot("Main", out, release=release).stdout.split()]
    status, printed, _, _ = support.run("Main", out, jdk=support.jdks()[release])
    got = [int(line) for line in printed.split()]
    assert status == 0 and len(got) == len(want) == 10_000
    apart = [abs(a - b) for a, b in zip(got, want, strict=True) if a != b]
    assert len(apart) < 100 and set(apart) <= {1}, len(apart)


@pytest.mark.parametrize("release", sorted(support.jdks()))
def test_missing_native_names_itself(release: int, tmp_path: Path) -> None:
    """A native of the JDK that nobody wrote: the path is not modelled, the run incomplete, with class, method and line."""
    source = """public class Main {
    public static void main(String[] a) {
        System.out.println("before");
        System.out.println(java.lang.management.ManagementFactory.getThreadMXBean().getPeakThreadCount());
    }
}"""
    out = support.compile_texts({"Main.java": source}, min(support.jdks()))
    report = support.explore("Main", out, jdk=support.jdks()[release])
    assert report["result"] == "incomplete" and not report["complete"]
    text = " ".join(report["statistics"]["constraints"])
    assert "native method sun.management.VMManagementImpl.getPeakThreadCount()I is" in text, text
    assert "not modelled (called from sun.management.ThreadImpl.getPeakThreadCount, ThreadImpl.java:" in text, text


@pytest.mark.skipif(not Path("/proc/self/comm").exists(), reason="no /proc here")
def test_files_of_the_kernel(tmp_path: Path) -> None:
    """They say they are empty: --run reads them; a search, where each reading would differ, may not open them."""
    source = """public class Main {
    public static void main(String[] a) throws Exception {
        try (java.io.BufferedReader in = new java.io.BufferedReader(new java.io.FileReader("/proc/self/comm"))) {
            System.out.println(in.readLine().isEmpty());
        }
    }
}"""
    out = support.compile_texts({"Main.java": source}, min(support.jdks()))
    status, got, err, _ = support.run("Main", out, vm__fs__read="all")
    assert (status, got) == (0, b"false\n"), err
    report = support.explore("Main", out, vm__fs__read="all")
    assert report["result"] == "incomplete" and "/proc/self/comm is not read" in report["statistics"]["constraints"][0]
