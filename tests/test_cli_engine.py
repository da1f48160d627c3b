"""The jpf command as a user meets it: exit status, reports, one clear line for each thing that cannot be."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.support import CONC, compile_class, environment, jpf

VERDICT = "no errors detected: every interleaving and every choice was explored"


def conc(*args: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    return jpf("-cp", support.compiled("conc"), *args, **env)


def report(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(done.stdout)
    return data


# --- verdicts and reports ---


def test_no_error_is_0() -> None:
    done = conc("DiningOrdered")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no errors detected: every interleaving" in done.stdout
    sections = [line.split("= ")[-1].split(":")[0] for line in done.stdout.splitlines() if line.startswith("====")]
    assert sections == ["system under test", "search started", "results", "statistics", "search finished"]


def test_a_deadlock_is_1_and_says_who_waits_for_whom() -> None:
    done = jpf(CONC / "DiningDeadlock.java")
    assert (done.returncode, done.stderr) == (1, "")
    trace = done.stdout.split(" trace #1\n")[1].split("\n\n")[0].splitlines()
    assert any(line.startswith("  DiningDeadlock.java:13 ") and "synchronized (left) {" in line for line in trace)
    for line in trace[-3:]:
        assert "waits to lock DiningDeadlock$Fork@" in line and ", held by Thread-" in line
    snapshot = done.stdout.split(" snapshot #1\n")[1].split("\n\n")[0]
    assert snapshot.count("owned locks: DiningDeadlock$Fork@") == 3
    assert "NotDeadlockedProperty" in done.stdout.split(" results\n")[1]


def test_sections_can_be_chosen() -> None:
    done = conc("+report.console.property_violation=error", "+report.console.finished=", "DiningDeadlock")
    assert done.returncode == 1
    assert "error 1" in done.stdout and "trace #1" not in done.stdout and "statistics" not in done.stdout


def test_json_report_keeps_the_contract(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    done = jpf("--quiet", "--json", file, CONC / "RacyAccount.java", "an arg")
    assert done.returncode == 1
    r = json.loads(file.read_text())
    assert (r["schema"], r["target"], r["args"]) == (1, str(CONC / "RacyAccount.java"), ["an arg"])
    assert (r["result"], r["complete"], r["jdk"].split(".")[0]) == ("violation", False, str(min(support.jdks())))
    (error,) = r["errors"]
    assert {"id", "property", "kind", "exception", "message", "thread", "location", "replay", "trace"} <= set(error)
    assert (error["kind"], error["exception"]) == ("uncaught_exception", "java.lang.AssertionError")
    assert error["location"]["file"] == "RacyAccount.java" and "balance" in error["location"]["source"]
    steps = [s for t in error["trace"] for s in t["steps"]]
    assert all({"class", "method", "file", "line", "source"} == set(s) for s in steps)
    assert all(s["source"] for s in steps)
    assert all({"id", "type", "value"} <= set(t["choice"]) for t in error["trace"])
    numbers = """elapsed_s startup_s states_new states_visited states_backtracked states_restored end_states max_depth
        transitions instructions state_bytes peak_rss_bytes loaded_classes loaded_methods"""
    assert all(isinstance(r["statistics"][k], int | float) for k in numbers.split())
    assert set(r["statistics"]["choice_generators"]) == {"thread", "data"}
    assert r["statistics"]["constraints"] == [] and r["seed"] == 42


def test_json_on_standard_output_is_alone_there() -> None:
    for extra in ((), ("--quiet",)):
        done = conc("--json", "-", *extra, "VerifyValues")
        r = report(done)
        assert done.returncode == 0 and r["result"] == "no_errors"
        assert sorted(set(r["output"].splitlines()))[0] == "false 1"


def test_quiet_tells_the_verdict_with_what_qualifies_it(tmp_path: Path) -> None:
    """On standard error, as the report has it; standard output is the program's."""
    source = tmp_path / "Spin.java"
    source.write_text(
        """public class Spin {
    static boolean go;
    public static void main(String[] args) {
        new Thread(() -> { while (!go) Thread.yield(); }).start();
        while (!go) Thread.yield();
    }
}"""
    )
    note = "note: never ends: 2 threads loop for ever at Spin.java:5, Spin.java:4"
    done = jpf("--quiet", source)
    assert (done.returncode, done.stdout) == (0, "")
    assert [line.removeprefix("jpf: ") for line in done.stderr.splitlines()] == [VERDICT, note]
    assert note in jpf(source).stdout
    cut = jpf("--quiet", "+search.depth_limit=2", CONC / "DiningOrdered.java")
    assert (cut.returncode, cut.stdout) == (3, "") and "jpf: not whole: depth limit" in cut.stderr


def test_quiet_leaves_the_programs_output(hello: Path) -> None:
    done = jpf("--quiet", "-cp", hello, "Hello", "a", "b c")
    verdict = "jpf: no errors detected: every interleaving and every choice was explored\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "hello a|b c\n", "to err\n" + verdict)


def test_html_page_is_whole(tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    assert jpf("--quiet", "--html", page, CONC / "DiningDeadlock.java").returncode == 1
    text = page.read_text()
    assert text.startswith("<!doctype html>") and "synchronized (left)" in text and "waits to lock" in text
    assert "http" not in text and " src=" not in text  # one file: nothing is fetched


def test_console_report_to_a_file(tmp_path: Path, hello: Path) -> None:
    file = tmp_path / "report.txt"
    done = jpf(f"+report.console.file={file}", "-cp", hello, "Hello")
    assert done.stdout == "hello \n"
    assert "system under test" in file.read_text() and "statistics" in file.read_text()


def test_replay_takes_the_same_path() -> None:
    first = report(conc("--json", "-", "CheckThenAct"))["errors"][0]
    done = conc("--json", "-", "--replay", first["replay"], "CheckThenAct")
    again = report(done)["errors"][0]
    assert done.returncode == 1
    assert {k: again[k] for k in ("trace", "message", "location", "replay")} == {
        k: first[k] for k in ("trace", "message", "location", "replay")
    }


@pytest.mark.parametrize("text", ["nonsense", "j1:", "j1:00000000:99", "j1:zzzzzzzz:0", "j1:00000000:0x99999999999"])
def test_a_replay_string_that_does_not_fit(text: str) -> None:
    done = conc("--quiet", "--replay", text, "CheckThenAct")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("jpf: ") and "replay string" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "limit", ["search.depth_limit=3", "search.state_limit=10", "search.time_limit=1ms", "search.memory_limit=1m"]
)
def test_a_limit_ends_as_incomplete_3(limit: str) -> None:
    done = conc("--json", "-", "+search.max=1", f"+{limit}", "DiningOrdered")
    assert done.returncode == 2, "a misspelt key beside it"
    done = conc("--json", "-", "+vm.por=false", f"+{limit}", "DiningOrdered")
    r = report(done)
    assert (done.returncode, r["result"], r["complete"]) == (3, "incomplete", False)
    assert len(r["statistics"]["constraints"]) == 1 and "limit" in r["statistics"]["constraints"][0]
    assert limit != "search.depth_limit=3" or r["statistics"]["max_depth"] == 3
    console = conc("+vm.por=false", f"+{limit}", "DiningOrdered")
    assert "NOT complete" in console.stdout and r["statistics"]["constraints"][0].split(":")[0] in console.stdout


def test_jpf_files(tmp_path: Path) -> None:
    app = tmp_path / "dining.jpf"
    app.write_text("target = ${config_path}/DiningDeadlock.java\nsearch.multiple_errors = true\n")
    shutil.copy(CONC / "DiningDeadlock.java", tmp_path)
    done = jpf("--json", "-", app)
    assert done.returncode == 1 and len(report(done)["errors"]) >= 1
    assert report(done)["config"]["search.multiple_errors"] == "true"
    over = report(jpf("--json", "-", "+search.multiple_errors=false", app))
    assert len(over["errors"]) == 1
    app.write_text("search.multiple_errors = true\n")
    assert jpf(app).stderr == f"jpf: {app}: no target in it (target = CLASS, or a second .jpf file that has one)\n"


def test_properties_may_follow_a_jpf_file(tmp_path: Path, hello: Path) -> None:
    """As JPF's users write it; behind any other target they are arguments, and a line says so."""
    (tmp_path / "x.jpf").write_text(f"target = Hello\nclasspath = {hello}\n")
    assert jpf("--quiet", tmp_path / "x.jpf", "+target.args=3,7").stdout == "hello 3|7\n"
    done = jpf("-cp", hello, "Hello", "+search.depth_limit=3", "+mine")
    assert "hello +search.depth_limit=3|+mine\n" in done.stdout
    assert done.stderr.startswith("jpf: note: +search.depth_limit=3 stands behind the target")


def test_arguments_in_a_jpf_file(tmp_path: Path, hello: Path) -> None:
    app = tmp_path / "hello.jpf"
    app.write_text(f"target = Hello\ntarget.args = x, y\nclasspath = {hello}\n")
    assert jpf("--quiet", app).stdout == "hello x|y\n"
    assert jpf("--quiet", app, "z").stdout == "hello z\n"


def test_jar_target(tmp_path: Path, hello: Path) -> None:
    file = tmp_path / "hello.jar"
    with zipfile.ZipFile(file, "w") as z:
        z.write(hello / "Hello.class", "Hello.class")
        z.writestr("META-INF/MANIFEST.MF", "Main-Class: Hello\n")
    assert jpf("--quiet", file, "jar").stdout == "hello jar\n"


def test_the_working_directory_is_the_class_path_when_none_is_given(hello: Path) -> None:
    assert jpf("--quiet", "Hello", cwd=hello).stdout == "hello \n"


# --- --run, --doctor and the like ---


def test_run_is_like_java(tmp_path: Path, hello: Path) -> None:
    done = jpf("--run", "-cp", hello, "Hello", "x")
    assert (done.returncode, done.stdout, done.stderr) == (0, "hello x\n", "to err\n")
    text = """public class Exit { public static void main(String[] a) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println("out"); System.exit(7); } }"""
    done = jpf("--run", "-cp", compile_class(tmp_path, "Exit", text), "Exit")
    assert (done.returncode, done.stdout) == (7, "out\nhook\n")
    text = 'public class Boom { public static void main(String[] a) { throw new IllegalStateException("b"); } }'
    done = jpf("--run", "-cp", compile_class(tmp_path, "Boom", text), "Boom")
    assert done.returncode == 1
    assert done.stderr.startswith('Exception in thread "main" java.lang.IllegalStateException: b\n\tat Boom.main(Boom')


LEFT_BEHIND = """public class Left { public static void main(String[] a) {
    Thread daemon = new Thread(() -> { while (true) { try { Thread.sleep(100); } catch (InterruptedException e) { } } });
    daemon.setDaemon(true);
    daemon.start();
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e.getMessage()));
    throw new IllegalStateException("b"); } }"""


def test_a_run_ends_without_its_daemons_and_with_the_status_of_main(tmp_path: Path) -> None:
    """`java` says 1 for an exception of main's, whoever handles it."""
    done = jpf("--run", "-cp", compile_class(tmp_path, "Left", LEFT_BEHIND), "Left")
    assert (done.returncode, done.stdout, done.stderr) == (1, "main b\n", "")


def test_doctor() -> None:
    done = jpf("--doctor")
    assert done.returncode == 0, done.stdout
    assert "a racy counter is caught" in done.stdout and str(support.default_jdk()) in done.stdout
    done = jpf("--doctor", "+vm.jdk=/nonexistent")
    assert done.returncode == 2 and "NOT FOUND" in done.stdout


def test_help_and_version() -> None:
    assert jpf("--help").stdout.startswith("usage: jpf")
    import jpfpy

    for option in ("--version", "-version"):
        assert jpf(option).stdout == f"jpfpy {jpfpy.__version__}\n"


def test_progress_on_demand() -> None:
    done = conc("--progress", "+vm.por=false", "--quiet", "DiningOrdered")
    assert done.returncode == 0 and done.stdout == ""


# --- what cannot be: one line, exit status 2 ---


def one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("jpf: ") and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


def test_usage_errors(tmp_path: Path) -> None:
    one_line(jpf(), "no target")
    one_line(jpf("--jason", "x", "Y"), "--jason", "nearest: --json")
    one_line(jpf("-cp"), "-cp requires class path specification")
    one_line(jpf("+=x", "Y"), "+key=value")
    one_line(conc("+serach.class=x", "DiningOrdered"), "serach.class", "search.class")
    for value in ("x", "-3", "1.5", "9" * 20):
        one_line(conc(f"+search.depth_limit={value}", "DiningOrdered"), f"search.depth_limit={value}")
    one_line(conc("+search.memory_limit=99999999999999999999g", "DiningOrdered"), "a size expected")
    one_line(conc(tmp_path), f"{tmp_path}: a folder", "-cp")
    one_line(conc("[I"), "neither a class name nor")
    one_line(conc("--json", "/nonexistent/r.json", "DiningOrdered"), "/nonexistent")
    one_line(conc("--json", tmp_path, "DiningOrdered"), "cannot be written")


def test_missing_class(hello: Path) -> None:
    one_line(jpf("-cp", hello, "Missing"), "class Missing not found", str(hello))
    one_line(jpf("-cp", hello, "no.such.Missing"), "no.such.Missing")
    one_line(jpf("missing.jar"), "missing.jar")
    one_line(jpf("Missing.java"), "Missing.java")
    one_line(jpf("missing.jpf"), "missing.jpf")


def test_names_that_are_not_ascii(tmp_path: Path) -> None:
    text = "public class Größe { public static void main(String[] a) { assert a.length > 1 : a[0]; } }"
    (tmp_path / "Größe.java").write_text(text, encoding="utf-8")
    for locale in ("C", "C.UTF-8"):
        done = jpf("--json", "-", "Größe.java", "☃", cwd=tmp_path, LC_ALL=locale)
        error = report(done)["errors"][0]
        assert (error["message"], error["location"]["file"]) == ("java.lang.AssertionError: ☃", "Größe.java")
        assert error["location"]["source"] == text


def test_a_main_method_that_is_missing(tmp_path: Path) -> None:
    folder = compile_class(tmp_path, "NoMain", "public class NoMain { static void other() {} }")
    one_line(jpf("-cp", folder, "NoMain"), "NoMain", "main")


def test_truncated_class_files(tmp_path: Path, hello: Path) -> None:
    whole = (hello / "Hello.class").read_bytes()
    for n in (0, 3, 9, len(whole) // 2, len(whole) - 1):
        (tmp_path / "Hello.class").write_bytes(whole[:n])
        one_line(jpf("-cp", tmp_path, "Hello"), "Hello")


def test_a_jar_that_is_no_zip(tmp_path: Path, hello: Path) -> None:
    bad = tmp_path / "bad.jar"
    bad.write_text("this is no zip archive")
    one_line(jpf(bad), "bad.jar")
    one_line(jpf("-cp", f"{bad}:{hello}", "Hello"), "bad.jar")
    with zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as z:
        z.write(hello / "Hello.class", "Hello.class")
    damaged = bytearray(bad.read_bytes())
    damaged[60] ^= 0xFF
    bad.write_bytes(damaged)
    one_line(jpf("-cp", bad, "Hello"), "bad.jar", "Hello.class")


def test_a_jdk_that_is_too_old_or_none(tmp_path: Path, hello: Path) -> None:
    (tmp_path / "release").write_text('JAVA_VERSION="11.0.22"\n')
    one_line(jpf(f"+vm.jdk={tmp_path}", "-cp", hello, "Hello"), "11.0.22", "too old")
    one_line(jpf("-cp", hello, "Hello", JAVA_HOME=str(tmp_path)), "JAVA_HOME", "11.0.22")
    (tmp_path / "release").write_text('JAVA_VERSION="17.0.1"\n')
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "modules").write_bytes(b"no image")
    one_line(jpf(f"+vm.jdk={tmp_path}", "-cp", hello, "Hello"))


def test_javac_messages_are_shown(tmp_path: Path) -> None:
    (tmp_path / "Bad.java").write_text("public class Bad { int x = y; }\n")
    done = jpf(tmp_path / "Bad.java")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Bad.java:1: error: cannot find symbol" in done.stderr and "Traceback" not in done.stderr


# --- signals and pipes ---

SPIN = """public class Spin {
    static long x;
    public static void main(String[] a) { System.out.println("go"); while (true) { x++; } }
}"""


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(command: list[str]) -> tuple[int, str, str]:
    """Exit status and output of a search that gets Ctrl-C while it runs."""
    with tempfile.TemporaryFile("w+") as out:  # a pipe that nobody reads would stop the search
        started = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            cwd="/",
            # a shell that starts the tests in the background ignores it, and so would the children
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        while cpu_seconds(started.pid) < 1.5:  # start-up takes a tenth of that: the search is under way
            time.sleep(0.1)
        started.send_signal(signal.SIGINT)
        try:
            _, err = started.communicate(timeout=120)
        finally:
            started.kill()
        out.seek(0)
        return started.returncode, out.read(), err


@pytest.mark.slow
def test_interrupt_ends_with_a_report(tmp_path: Path) -> None:
    folder = compile_class(tmp_path, "Spin", SPIN)
    command = [*support.JPF, f"+vm.cache={support.cache_dir()}", "--json", str(tmp_path / "r.json")]
    code, out, err = interrupted([*command, "-cp", str(folder), "Spin"])
    assert code == 130
    assert err == "jpf: interrupted\n"
    assert "go\n" in out and "NOT complete" in out and "interrupted" in out
    r = json.loads((tmp_path / "r.json").read_text())
    assert (r["result"], r["complete"], r["interrupted"]) == ("incomplete", False, True)


CHATTER = """public class Chatter {
    static int a, b;
    public static void main(String[] z) {
        for (int t = 0; t < 4; t++) new Thread(() -> { for (int i = 0; i < 9; i++) { a++; System.out.println("x"); b += a; } }).start();
    }
}"""


@pytest.mark.slow
def test_interrupt_while_output_is_written(tmp_path: Path) -> None:
    """Most of the time is spent in a Python callback here: Ctrl-C there ends the search like anywhere else."""
    folder = compile_class(tmp_path, "Chatter", CHATTER)
    file = tmp_path / "r.json"
    command = [*support.JPF, f"+vm.cache={support.cache_dir()}", "--json", str(file)]
    for _ in range(3):
        code, _, err = interrupted([*command, "+vm.storage.class=none", "-cp", str(folder), "Chatter"])
        assert (code, err) == (130, "jpf: interrupted\n")
        r = json.loads(file.read_text())
        assert (r["result"], r["interrupted"]) == ("incomplete", True)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_streams_that_are_closed(closed: str) -> None:
    classes = support.compiled("conc")
    command = f"{shlex.join(support.JPF)} +vm.cache={support.cache_dir()} -cp {classes} DiningDeadlock"
    done = support.process("sh", "-c", f"{command} {closed}")
    assert done.returncode == 1 and not done.stderr
    assert done.stdout == "" or closed != ">&-"


@pytest.mark.parametrize("kind", ["json", "html", "xml", "junit", "sarif"])
def test_a_report_for_standard_output_that_is_closed(kind: str, tmp_path: Path) -> None:
    """One message, before anything is searched; into a file it is written all the same."""

    def run(file: object, rest: str) -> tuple[int, str]:
        where = f"+vm.cache={support.cache_dir()} -cp {support.compiled('conc')} +report.{kind}.file={file}"
        done = support.process("sh", "-c", f"{shlex.join(support.JPF)} {where} DiningDeadlock {rest}", cwd=tmp_path)
        return done.returncode, done.stderr

    why = "jpf: standard output is closed, where a report was asked for (a file in place of - has it)\n"
    assert run("-", ">&-") == (2, why)
    assert run("-", "> /dev/full") == (2, "jpf: standard output: No space left on device\n")
    assert run("/dev/full", ">&-") == (2, "jpf: /dev/full: No space left on device\n")
    assert run("report", ">&-") == (1, "") and (tmp_path / "report").stat().st_size > 500


def test_the_console_in_a_file_named_minus_is_standard_output(tmp_path: Path) -> None:
    classes = support.compiled("conc")
    done = support.jpf("+report.console.file=-", "-cp", classes, "DiningDeadlock", cwd=tmp_path)
    assert done.returncode == 1 and "error #1" in done.stdout and not list(tmp_path.iterdir())


def test_a_reader_that_goes_away() -> None:
    classes = support.compiled("conc")
    command = f"{shlex.join(support.JPF)} +vm.cache={support.cache_dir()} -cp {classes} DiningDeadlock | head -n 1"
    done = support.process("sh", "-c", command)
    assert done.stderr == "" and done.stdout.startswith("jpfpy")


COUNTER = """public class Count { public static void main(String[] a) {
    for (int i = 0; i < 20; i++) System.out.println("digit " + gov.nasa.jpf.vm.Verify.getInt(0, 9)); } }"""


PRINTS = """import jpfpy
class Prints(jpfpy.Listener):
    def choice_generator_advanced(self, vm, cg): print("advanced", cg.id, flush=True)
"""


def test_without_a_reader_the_search_ends(tmp_path: Path) -> None:
    """10^20 paths: it would never end by itself. A report that goes to a file keeps a search going."""
    folder = compile_class(tmp_path, "Count", COUNTER)
    command = f"{shlex.join(support.JPF)} +vm.cache={support.cache_dir()} +vm.storage.class=none -cp {folder}"
    (tmp_path / "chatter.py").write_text(PRINTS)
    for more in ("", "+listener=chatter:Prints"):
        script = f"{command} {more} Count | head -n 1; exit ${{PIPESTATUS[0]}}"
        done = support.process("bash", "-c", script, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (3, "") and done.stdout.startswith("jpfpy")
    report = tmp_path / "r.json"
    script = f"{command} +search.state_limit=2000 --json {report} Count | head -n 1"
    assert support.process("bash", "-c", script).returncode == 0
    assert json.loads(report.read_text())["statistics"]["states_new"] == 2000
