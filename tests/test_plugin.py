"""The pytest plugin, through pytester: what passes, fails and is incomplete, what is shown, what is collected."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import sys
import xml.etree.ElementTree as ET
from fnmatch import fnmatch
from pathlib import Path

import pytest

import jpfpy.listeners.race  # before the sessions within, each of which would import it again
import jpfpy.testing.outcome
from jpfpy.errors import ConfigError
from jpfpy.report.explain import last_lines
from jpfpy.testing.expectation import expectation, read
from jpfpy.testing.settings import key_of
from tests import support

pytest_plugins = ["pytester"]

RACY = """public class Racy {
    int balance;
    public static void main(String[] args) throws Exception {
        Racy a = new Racy();
        Thread t = new Thread(() -> {
            a.balance = a.balance + 10;
        });
        t.start();
        a.balance = a.balance + 10;
        t.join();
        System.out.println("balance " + a.balance);
        assert a.balance == 20 : "balance is " + a.balance;
    }
}
"""
CLEAN = """public class Clean {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> System.out.println("a"));
        t.start();
        System.out.println("b");
        t.join();
    }
}
"""
LOCKS = """public class Locks {
    public static void main(String[] args) throws Exception {
        Object p = new Object(), q = new Object();
        new Thread(() -> { synchronized (p) { synchronized (q) { } } }, "left").start();
        new Thread(() -> { synchronized (q) { synchronized (p) { } } }, "right").start();
    }
}
"""
SOURCES = {"Racy": RACY, "Clean": CLEAN, "Locks": LOCKS}
JAVA = Path(support.cache_dir()) / "plugin" / "java"  # compiled once for all tests; they write java/Racy.java


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with the three programs; what is compiled and booted is kept from test to test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(support.cache_dir()) / "plugin"))
    monkeypatch.setenv("JAVA_HOME", str(support.default_jdk()))
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("PYTEST_ADDOPTS", "CI", "BUILD_NUMBER"):  # with the last two pytest repeats messages in its summary
        monkeypatch.delenv(name, raising=False)
    Path(support.cache_dir(), "plugin").mkdir(exist_ok=True)
    JAVA.mkdir(parents=True, exist_ok=True)
    for name, text in SOURCES.items():
        file = JAVA / f"{name}.java"
        if not file.exists() or file.read_text() != text:
            part = file.with_suffix(f".{os.getpid()}")  # tests run in several processes
            part.write_text(text)
            part.replace(file)
    return pytester


def test_metadata_of_a_build_that_name_the_tests_bring_no_warning(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A source distribution's metadata name its tests, and lie beside them once a wheel was built there."""
    beside = project.mkdir("jpfpy.egg-info")
    (beside / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: jpfpy\nVersion: 0.1.0\n")
    (beside / "SOURCES.txt").write_text("tests/__init__.py\ntests/support.py\n")
    (beside / "entry_points.txt").write_text("[pytest11]\njpfpy = jpfpy.pytest_plugin\n")
    project.syspathinsert()
    project.makepyfile("def test_nothing(): pass")
    # as beside an installed wheel, whose session began without those metadata
    monkeypatch.setattr(sys.modules["tests"], "__loader__", None)
    assert project.runpytest("-p", "no:xdist").parseoutcomes() == {"passed": 1}


def run(project: pytest.Pytester, body: str, *args: str) -> pytest.RunResult:
    project.makepyfile(f"import pytest, jpfpy\n{body}".replace("java/", f"{JAVA}/"))
    return project.runpytest("-p", "no:xdist", *args)


def test_questions_that_are_answered_with_yes(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
def test_ok(jpf):
    check = jpf("java/Clean.java")
    assert check.ok().ok and check.race_free().ok
    assert check.states == 3 and check.report.complete

def test_raises(jpf):
    check = jpf("java/Racy.java")
    error = check.raises("java.lang.AssertionError", match="balance is 1.")
    assert error.location.line == 12
    assert check.raises("AssertionError") is error
    assert check.fails("balance") is error and check.violates("uncaught_exception") is error
    races = check.races()
    assert len(races) == 3 and {e.kind for e in races} == {"race"}

def test_deadlocks(jpf):
    assert jpf("java/Locks.java").deadlocks().kind == "deadlock"

def test_prints(jpf):
    check = jpf("java/Clean.java")
    assert check.prints("a\\nb", "b\\na") == {"a\\nb\\n", "b\\na\\n"}
    assert check.prints() == check.prints({"a\\nb\\n", "b\\na\\n"})
""",
    )
    result.assert_outcomes(passed=4)
    assert result.ret == 0
    result = project.runpytest("-p", "no:xdist", "-rP", "-k", "test_deadlocks")
    result.stdout.fnmatch_lines(["*- Captured jpf call -*", "*Locks.java: violation, * states, * s"])


def test_another_error_comes_first(project: pytest.Pytester) -> None:
    """A search ends at its first error: a question for another one looks at all."""
    project.makefile(
        ".java",
        Both="""public class Both {
    public static void main(String[] args) throws Exception {
        Object p = new Object(), q = new Object();
        Thread left = new Thread(() -> { synchronized (p) { synchronized (q) { } } });
        left.start();
        Thread.State state = left.getState();
        if (state == Thread.State.TERMINATED) throw new IllegalStateException("too early");
        synchronized (q) { synchronized (p) { } }
    }
}""",
    )
    result = run(
        project,
        """
def test_it(jpf):
    check = jpf("Both.java")
    check.deadlocks()
    check.raises("java.lang.IllegalStateException", match="early")
    assert {e.kind for e in check.report.errors} >= {"deadlock", "uncaught_exception"}
""",
    )
    result.assert_outcomes(passed=1)


def test_a_failure_shows_all_of_it(project: pytest.Pytester) -> None:
    body = """
def test_racy(jpf):
    jpf("java/Racy.java").ok()
"""
    result = run(project, body)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            '>       jpf("*Racy.java").ok()',
            "E       jpfpy.VerificationError: *Racy.java: java.lang.AssertionError: balance is 10",
            "*- jpf *Racy.java -*",
            "NoUncaughtExceptionsProperty: java.lang.AssertionError: balance is 10",
            "  in thread main at Racy.main(Racy.java:12)",
            "the last lines of each thread, in the order of the path:",
            "  Thread-0 *Racy.java:6 *a.balance = a.balance + 10;",
            "  main *Racy.java:12 *assert a.balance == 20*",
            "the path printed:",
            "  balance 10",
            "replay: j1:*",
            "repeat: jpf --replay j1:* *Racy.java",
            "    or: pytest *::test_racy --jpf-replay=j1:*",
        ]
    )
    text = result.stdout.str()
    assert "jpfpy/testing" not in text and "jpfpy/api" not in text  # nothing of ours in the traceback
    # both commands do what they say
    words = shlex.split(re.search(r"repeat: jpf (.*)", text)[1])  # type: ignore[index]
    again = support.process(*support.JPF, *words, cwd=project.path)
    assert again.returncode == 1 and "balance is 10" in again.stdout, again.stderr
    words = shlex.split(re.search(r"or: pytest (.*)", text)[1])  # type: ignore[index]
    replayed = project.runpytest("-p", "no:xdist", *words)
    replayed.assert_outcomes(failed=1)
    replayed.stdout.fnmatch_lines(["E  *Racy.java: java.lang.AssertionError: balance is 10"])


def test_a_deadlock_shows_its_cycle(project: pytest.Pytester) -> None:
    result = run(project, "def test_it(jpf):\n    jpf('java/Locks.java').ok()\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E  *Locks.java: deadlock: left -> right -> left",
            "  left waits to lock java.lang.Object@*, held by right",
            "  right waits to lock java.lang.Object@*, held by left",
            "  left * Locks.java:4 *",
        ]
    )


def test_questions_that_are_answered_with_no(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
def test_raises_nothing(jpf):
    jpf("java/Clean.java").raises("java.lang.AssertionError")
def test_raises_another(jpf):
    jpf("java/Racy.java").raises("java.lang.AssertionError", match="balance is 7")
def test_deadlocks(jpf):
    jpf("java/Racy.java").deadlocks()
def test_races(jpf):
    jpf("java/Clean.java").races()
def test_race_free(jpf):
    jpf("java/Racy.java").race_free()
def test_prints_too_much(jpf):
    jpf("java/Clean.java").prints("a\\nb")
def test_prints_too_little(jpf):
    jpf("java/Clean.java").prints("a\\nb", "b\\na", "c")
def test_prints_and_fails(jpf):
    jpf("java/Racy.java").prints("balance 20")
def test_asks_nothing(jpf):
    jpf("java/Clean.java")
def test_is_no_truth(jpf):
    assert jpf("java/Clean.java")
""",
    )
    result.assert_outcomes(failed=10)
    result.stdout.fnmatch_lines(
        [
            "E  *Clean.java: java.lang.AssertionError was expected; everything was explored, without an error",
            "E  *balance is 10; java.lang.AssertionError that matches 'balance is 7' was expected",
            "E  *balance is 10; a deadlock was expected",
            "E  *Clean.java: a data race was expected; everything was explored, without an error",
            "E  *Racy.java: data race on Racy.balance",
            "E  *Clean.java: prints 'b\\na\\n', which is not expected",
            "E  *Clean.java: no path prints 'c'; what paths print: 'a\\nb\\n', 'b\\na\\n'",
            "E  *balance is 10; paths with no error print: 'balance 20\\n'; paths with an error print: 'balance 10\\n'",
            "*was asked nothing*",
            "E  *ConfigError: jpf('Clean.java') is neither true nor false*",
        ]
    )


MISUSES = {  # of the fixture: what is said, in one line without frames of the package
    "jpf(42)": "ConfigError: target=42: *",
    "jpf(None)": "ConfigError: target=None: *",
    "jpf('java/Clean.java', config='search.class=bfs')": "ConfigError: config='search.class=bfs': *",
    "jpf('java/Clean.java', search_klass='bfs').ok()": "ConfigError: search_klass=: no such setting (nearest: search_class=)",
    "jpf('java/Gone.java').ok()": "ConfigError: *Gone.java*",
    "jpf('java/Clean.java').raises(ValueError)": "ConfigError: raises: exception=<class 'ValueError'>: the name of *",
    "jpf('java/Racy.java').raises('Error', match='(')": "ConfigError: raises: match='(' is no regular expression: *",
    "jpf('java/Racy.java').fails(match=3)": "ConfigError: fails: match=3 is no regular expression: *",
    "jpf('java/Racy.java').violates(7)": "ConfigError: violates: name=7: the name of a property *",
    "jpf('java/Clean.java').prints(12)": "ConfigError: prints: 12: a text that the program prints expected",
    "jpf('java/Clean.java').okay()": "*jpf('Clean.java') has no 'okay' (*ok*",
    "jpf('java/Locks.java').deadlock()": "*jpf('Locks.java') has no 'deadlock' (nearest: deadlocks)*",
    "jpf('java/Racy.java').raises('java.lang.AssertionEror')": "*AssertionEror (nearest: java.lang.AssertionError) was *",
    "jpf('java/Racy.java').violates('NotDeadlockd')": "ConfigError: violates: NotDeadlockd: no such property * (nearest: "
    "*eadlock*; there are deadlock, race, *, ExitStatusProperty, *)",
    "jpf('java/Clean.java').violates('nonsense')": "ConfigError: violates: nonsense: no such property or kind of error "
    "(there are *)",
    "jpf('java/Clean.java').violates('deadlock')": "*VerificationError: Clean.java: deadlock was expected; *",
    "jpf('java/Clean.java').violates('ExitStatusProperty')": "*VerificationError: Clean.java: ExitStatusProperty was *",
    "jpf('java/Clean.java', listener='SearchStats').violates('mine')": "*VerificationError: Clean.java: mine was expected;*",
}


def test_misuse_of_the_fixture_is_told_in_one_line(project: pytest.Pytester) -> None:
    tests = "".join(f"def test_{i}(jpf):\n    {call}\n" for i, call in enumerate(MISUSES))
    result = run(project, tests)
    result.assert_outcomes(failed=len(MISUSES))
    text = result.stdout.str()
    sections = re.split(r"_{3,} test_(\d+) _{3,}", text.partition("= short test summary")[0])[1:]
    for number, body in zip(sections[::2], sections[1::2], strict=True):
        said = [x.removeprefix("E").strip() for x in body.splitlines() if x.startswith("E ")]
        call, want = list(MISUSES.items())[int(number)]
        assert len(said) == 1 and fnmatch(said[0].replace("jpfpy.", ""), want.replace("[", "[[]")), (call, said)
    assert "jpfpy/testing" not in text and "jpfpy/api" not in text and "jpfpy/arguments" not in text


def test_a_file_in_the_place_of_the_pages_is_refused_at_the_start(project: pytest.Pytester) -> None:
    project.path.joinpath("afile").write_text("kept")
    result = run(project, "def test_it(jpf):\n    jpf('java/Racy.java').ok()\n", "--jpf-html=afile")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--jpf-html=afile: * is a file; a folder for the pages is named"])
    deeper = project.runpytest("-p", "no:xdist", "--jpf-html=afile/pages")
    assert deeper.ret == pytest.ExitCode.USAGE_ERROR and (project.path / "afile").read_text() == "kept"


def test_an_unexpected_output_is_repeated(project: pytest.Pytester) -> None:
    result = run(project, "def test_it(jpf):\n    jpf('java/Clean.java').prints('a\\nb')\n")
    assert "repeat: jpf" not in result.stdout.str()  # the command has no such property
    (words,) = re.findall(r"repeat: pytest (.*)", result.stdout.str())
    project.runpytest("-p", "no:xdist", *shlex.split(words)).stdout.fnmatch_lines(["E  *prints 'b\\na\\n', which*"])


def test_assertions_about_reports_are_explained(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
class Holder: pass
def test_report():
    report = jpfpy.verify("java/Racy.java")
    assert report.ok
def test_call():
    assert jpfpy.verify(
        "java/Racy.java").ok
def test_errors():
    errors = jpfpy.verify("java/Racy.java").errors
    assert not errors
def test_held():
    self = Holder()
    self.report = jpfpy.verify("java/Racy.java")
    assert self.report.result == "no_errors"
def test_raise():
    jpfpy.verify("java/Racy.java").raise_on_error()
def test_of_something_else():
    report = jpfpy.verify("java/Racy.java")
    assert 1 == 2
""",
    )
    result.assert_outcomes(failed=6)
    text = result.stdout.str()
    sections = re.split(r"_{3,} (test_\w+) _{3,}", text)[1:]
    found = dict(zip(sections[::2], sections[1::2], strict=True))
    for name, body in found.items():
        expected = 0 if name == "test_of_something_else" else 1
        assert len(re.findall(r"-+ jpf [^ ]*/Racy.java -+", body)) == expected, name
        assert body.count("repeat: jpf --replay j1:") == expected, name
        assert body.count("replay: j1:") == expected, name


def test_incomplete_is_an_outcome_of_its_own(project: pytest.Pytester) -> None:
    body = """
def test_depth(jpf):
    jpf("java/Clean.java", search_depth_limit=2).ok()
@pytest.mark.jpf(search_state_limit=2)
def test_states(jpf):
    assert jpf("java/Clean.java").states == 2
@pytest.mark.jpf(search_state_limit=2, allow_incomplete=True)
def test_allowed(jpf):
    assert jpf("java/Clean.java").report.result == "incomplete"
def test_assert():
    assert jpfpy.verify("java/Clean.java", config={"search.depth_limit": 2}).ok
def test_nothing_found(jpf):
    jpf("java/Clean.java", search_depth_limit=2).deadlocks()
def test_found(jpf):
    jpf("java/Racy.java", search_state_limit=1000).fails()
def test_passes():
    pass
"""
    result = run(project, body, "--junitxml=one.xml")
    assert result.ret == 1
    assert result.parseoutcomes() == {"passed": 3, "incomplete": 4}
    result.stdout.fnmatch_lines(
        [
            "*= incomplete: nothing found, and not everything explored =*",
            "INCOMPLETE *::test_depth - *Clean.java: not explored whole (depth limit reached: 2 (search.depth_limit)); "
            "no error in 2 states, *",
            "INCOMPLETE *::test_states - *state limit reached: 2*",
            "INCOMPLETE *::test_assert - *",
            "INCOMPLETE *::test_nothing_found - *; a deadlock was expected",
        ]
    )
    assert "= FAILURES =" not in result.stdout.str()
    allowed = run(project, body, "--jpf-allow-incomplete", "--junitxml=two.xml")
    assert allowed.ret == 0 and allowed.parseoutcomes() == {"passed": 3, "incomplete": 4}
    for file, tag in (("one.xml", "failure"), ("two.xml", "skipped")):
        cases = ET.parse(project.path / file).getroot().findall(".//testcase")
        bad = {c.get("name") for c in cases if c.find(tag) is not None}
        assert bad == {"test_depth", "test_states", "test_assert", "test_nothing_found"}, file


def test_settings_and_where_they_come_from(project: pytest.Pytester) -> None:
    """A test's own come before its mark's, these before the command line's, these before the file's."""
    project.makeini(f"[pytest]\njpf_budget = 11s\njpf_search = bfs\njpf_classpath = {JAVA}\n")
    body = """
@pytest.fixture
def config(jpf):
    return lambda **k: {k: v for k, v in jpf("java/Clean.java", **k).ok().config.items() if k.startswith("search.")}
def test_defaults(config, request):
    given = request.config.getoption("jpf_budget")
    assert config() == {"search.class": "dfs" if given else "bfs", "search.budget": given or "11s"}
@pytest.mark.jpf(budget="33s", search_depth_limit=1000)
class TestMarked:
    def test_class(self, config):
        assert config() | {"search.class": ""} == \
            {"search.class": "", "search.depth_limit": "1000", "search.budget": "33s"}
    @pytest.mark.jpf(budget=44, config={"search.multiple_errors": True})
    def test_nearest(self, config):
        assert config(search="DFSearch", search_depth_limit=999) == {
            "search.class": "DFSearch", "search.depth_limit": "999", "search.budget": "44",
            "search.multiple_errors": "true"}
def test_class_path(jpf):
    assert jpf("java/Clean.java").ok().config["classpath"].endswith("/java")
"""
    run(project, body).assert_outcomes(passed=4)
    run(project, body, "--jpf-budget=22s", "--jpf-search=dfs").assert_outcomes(passed=4)


def test_mistakes_are_told_in_one_line(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
def test_key(jpf):
    jpf("java/Clean.java", serch_depth_limit=3).ok()
def test_value(jpf):
    jpf("java/Clean.java", budget="soon").ok()
def test_file(jpf):
    jpf("java/Clear.java").ok()
@pytest.mark.jpf(budgt="3s")
def test_mark(jpf):
    pass
@pytest.mark.jpf("3s")
def test_mark_without_a_name(jpf):
    pass
""",
    )
    result.assert_outcomes(failed=3, errors=2)
    result.stdout.fnmatch_lines(
        [
            "@pytest.mark.jpf: budgt=: no such setting (nearest: budget=)",
            "@pytest.mark.jpf takes keywords only: '3s'",
            "E  *ConfigError: serch_depth_limit=: no such setting (nearest: search_depth_limit=)",
            "E  *ConfigError: search.budget=soon: a duration expected (30s, 5m, 1h)",
            "E  *ConfigError: */Clear.java: No such file or directory*",
        ]
    )
    assert "jpfpy/" not in re.sub(r"rootdir.*|plugins.*", "", result.stdout.str())


def test_files_with_an_expectation_are_tests(project: pytest.Pytester) -> None:
    headers = {
        "Yes": '// expect: violation uncaught_exception java.lang.AssertionError "balance is 1"\n// expect: race\n',
        "No": "/* A lost update.\n *\n * expect: no_errors\n */\n",
        "Ended": "// expect: incomplete\n// config: search.depth_limit=3\n",
        "Short": "// expect: ok\n// config: search.depth_limit=3\n",
        "Later": "import java.util.*;\n// expect: no_errors\n",
        "None_": "// What comes out: expect: nothing\n",
        "Typo": "// expect: no_error\n",
    }
    for name, head in headers.items():
        (project.path / f"{name}.java").write_text(head + RACY.replace("Racy", name))
    (project.path / "Locks.java").write_text(LOCKS)
    (project.path / "locks.jpf").write_text("# expect: deadlock\ntarget = ${config_path}/Locks.java\n")
    (project.path / "mode.jpf").write_text("# settings for expect: nothing\nsearch.class = dfs\n")
    (project.path / "Args.java").write_text(
        '// expect: prints "a b|c"\n// args: "a b" c\npublic class Args { public static void main(String[] a) {'
        ' System.out.println(String.join("|", a)); } }\n'
    )
    broken = project.runpytest("-p", "no:xdist")
    assert broken.parseoutcomes() == {"errors": 1}, "collection errors end the session"
    broken.stdout.fnmatch_lines(["*Typo.java:1: expect: no_error: unknown (there are no_errors, *"])
    (project.path / "Typo.java").unlink()
    result = project.runpytest("-p", "no:xdist", "-v")
    result.stdout.fnmatch_lines_random(
        [
            "Args.java::prints PASSED *",
            "Ended.java::incomplete PASSED *",
            "No.java::no_errors FAILED *",
            "Short.java::no_errors INCOMPLETE *",
            "Yes.java::java.lang.AssertionError PASSED *",
            "Yes.java::race PASSED *",
            "locks.jpf::deadlock PASSED *",
            "No.java: java.lang.AssertionError: balance is 10",
            "expected: No.java:3",
            "    or: pytest No.java::no_errors --jpf-replay=j1:*",
        ]
    )
    assert result.parseoutcomes() == {"passed": 5, "failed": 1, "incomplete": 1}
    # one that is named is to have no errors; none at all where they are not wanted
    named = project.runpytest("-p", "no:xdist", "None_.java")
    named.assert_outcomes(failed=1)
    named.stdout.fnmatch_lines(["None_.java: java.lang.AssertionError: balance is 10"])
    assert project.runpytest("-p", "no:xdist", "-o", "jpf_collect=false").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_pages_and_properties(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
def test_racy(jpf):
    jpf("java/Racy.java").ok()
def test_locks(jpf):
    jpf("java/Locks.java").deadlocks()
def test_clean(jpf):
    jpf("java/Clean.java").ok()
""",
        "--jpf-html=pages",
        "--junitxml=out.xml",
    )
    result.assert_outcomes(passed=2, failed=1)
    pages = sorted(p.name for p in (project.path / "pages").iterdir())
    assert len(pages) == 2 and "test_locks" in pages[0] and "test_racy" in pages[1]
    result.stdout.fnmatch_lines([f"page:   pages/{pages[1]}"])
    assert "balance is 10" in (project.path / "pages" / pages[1]).read_text()
    cases = {c.get("name"): c for c in ET.parse(project.path / "out.xml").getroot().iter("testcase")}
    kept = {name: {p.get("name"): p.get("value") for p in c.iter("property")} for name, c in cases.items()}
    assert kept["test_clean"]["jpf.result"] == "no_errors" and kept["test_clean"]["jpf.complete"] == "true"
    assert kept["test_racy"]["jpf.target"] == f"{JAVA}/Racy.java" and kept["test_racy"]["jpf.replay"].startswith("j1:")
    assert int(kept["test_locks"]["jpf.states"]) > 3
    failure = cases["test_racy"].find("failure")
    assert failure is not None and "the last lines of each thread" in (failure.text or "")


def test_long_replays_are_in_files(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jpfpy.testing.outcome, "LONG", 10)
    result = run(project, "def test_it(jpf):\n    jpf('java/Racy.java').ok()\n")
    result.stdout.fnmatch_lines(["replay: .pytest_cache/d/jpf/*.replay"])
    words = shlex.split(re.search(r"repeat: jpf (.*)", result.stdout.str())[1])  # type: ignore[index]
    assert support.process(*support.JPF, *words, cwd=project.path).returncode == 1
    file = words[words.index("--replay") + 1]
    for given in (file, f"@{file}"):
        project.runpytest("-p", "no:xdist", f"--jpf-replay={given}").stdout.fnmatch_lines(["E *balance is 10"])


def test_a_replay_that_meets_no_error_is_no_pass(project: pytest.Pytester) -> None:
    failed = run(project, "def test_it(jpf):\n    jpf('java/Racy.java').ok()\n").stdout.str()
    replay = re.search(r"replay: (j1:\S+)", failed)[1]  # type: ignore[index]
    body = f"def test_it(jpf):\n    jpf('java/Racy.java', replay={replay.rpartition(':')[0] + ':1.0'!r}).ok()\n"
    result = run(project, body)
    assert result.ret == 1 and "passed" not in result.parseoutcomes()


def test_an_interrupt_ends_the_session(project: pytest.Pytester) -> None:
    """And is no result of the test whose search it has met."""
    project.makefile(
        ".java",
        Endless="public class Endless { static volatile long x; public static void main(String[] a) {"
        " new Thread(() -> { while (true) x++; }).start(); while (true) x += 2; } }",
    )
    project.makepyfile(
        "import signal\n"
        "def test_it(jpf):\n"
        "    signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "    check = jpf('Endless.java', vm_por=False)\n"
        "    signal.setitimer(signal.ITIMER_REAL, 2)\n"
        "    check.ok()\n"
    )
    result = project.runpytest_subprocess("-p", "no:xdist", timeout=120)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*!!! KeyboardInterrupt !!!*"])


@pytest.mark.skipif(importlib.util.find_spec("xdist") is None, reason="pytest-xdist is not installed")
def test_with_xdist(project: pytest.Pytester) -> None:
    project.makefile(".java", Fresh=RACY.replace("Racy", "Fresh"))
    project.makepyfile(
        """
import pytest
@pytest.mark.parametrize("n", range(3))
def test_racy(jpf, n):
    jpf("Fresh.java").raises("AssertionError")
def test_fails(jpf):
    jpf("Fresh.java").ok()
def test_incomplete(jpf):
    jpf("Fresh.java", search_depth_limit=2).ok()
"""
    )
    result = project.runpytest_subprocess("-n", "2", "--junitxml=out.xml")
    assert result.ret == 1 and result.parseoutcomes() == {"passed": 3, "failed": 1, "incomplete": 1}
    result.stdout.fnmatch_lines(
        ["  main *Fresh.java:12 *assert a.balance == 20*", "repeat: jpf *", "INCOMPLETE *::test_incomplete - *"]
    )
    properties = ET.parse(project.path / "out.xml").getroot().findall(".//property[@name='jpf.states']")
    assert len(properties) == 5


def test_it_can_be_named_or_left_out(project: pytest.Pytester) -> None:
    test = project.makepyfile(f"def test_it(jpf):\n    jpf('{JAVA}/Clean.java').ok()\n")
    for args in (["-p", "jpfpy.pytest_plugin"], ["-p", "jpfpy"]):
        assert project.runpytest("-p", "no:xdist", *args, test).ret == 0
    project.runpytest("-p", "no:xdist", "-p", "no:jpfpy", test).stdout.fnmatch_lines(["*fixture 'jpf' not found"])
    project.makeconftest("pytest_plugins = ['jpfpy.pytest_plugin']")
    assert project.runpytest("-p", "no:xdist", test).ret == 0
    project.runpytest("--markers").stdout.fnmatch_lines(["@pytest.mark.jpf(budget=TIME, *"])


def test_importing_it_loads_nothing_heavy(project: pytest.Pytester) -> None:
    code = (
        "import sys, pytest; before = set(sys.modules); import jpfpy.pytest_plugin; print(*set(sys.modules) - before)"
    )
    done = support.process(sys.executable, "-P", "-c", code, PYTHONPATH=str(support.PACKAGE))
    assert set(done.stdout.split()) == {"jpfpy", "jpfpy.pytest_plugin"}, done.stderr
    # nor does a session whose tests do not search
    project.makeconftest(
        "import sys\ndef pytest_sessionfinish():\n"
        "    print('loaded:', *sorted(m for m in sys.modules if m.startswith('jpfpy')))\n"
    )
    (project.path / "Plain.java").write_text("class Plain {}")
    project.makepyfile("def test_it(): pass")
    result = project.runpytest_subprocess("-p", "no:xdist", "-s")
    (loaded,) = re.findall("loaded: (.*)", result.stdout.str())
    assert not set(loaded.split()) & {"jpfpy._jpf", "jpfpy.api", "jpfpy.report.report", "jpfpy.testing.check"}


# --- the parts


@pytest.mark.parametrize(
    ("text", "word", "exception", "texts"),
    [
        ("no_errors", "no_errors", None, []),
        ("ok", "no_errors", None, []),
        ("violation deadlock", "deadlock", None, []),
        ('violation uncaught_exception p.X$Y "a \\" b"', "uncaught_exception", "p.X$Y", ['a " b']),
        ('raises AssertionError "x"', "uncaught_exception", "AssertionError", ["x"]),
        ("violation", "violation", None, []),
        ('property "no"', "property", None, ["no"]),
        ('prints "" "a\\n\u00e9"', "prints", None, ["", "a\n\u00e9"]),
    ],
)
def test_expectations(text: str, word: str, exception: str | None, texts: list[str]) -> None:
    found = expectation(text)
    assert (found.word, found.exception, found.texts) == (word, exception, texts)


@pytest.mark.parametrize(
    "text", ["", "deadlok", "ok then", "prints", 'deadlock "a" "b"', 'ok "x"', "violation deadlock p.X", 'race "\\q"']
)
def test_expectations_that_are_none(text: str) -> None:
    with pytest.raises(ConfigError, match="expect: "):
        expectation(text)


def test_every_program_of_ours_has_an_expectation_that_is_understood() -> None:
    """The suite's own convention is the plugin's."""
    said = 0
    for path in (support.TESTS / "java").rglob("*.java"):
        if support.header(path, "expect"):
            header = read(path)
            assert header is not None and len(header.expectations) == 1, path
            result, kind, exception, message = support.expectation(path, 17)
            one = header.expectations[0]
            assert one.word == (kind or result) and one.exception == exception, path
            assert one.texts == ([message] if message else [])
            said += 1
    assert said > 100


def test_names_of_keys() -> None:
    assert key_of("search_depth_limit") == key_of("search__depth_limit") == "search.depth_limit"
    assert key_of("vm_por_sync_detection") == "vm.por.sync_detection" and key_of("budget") == "search.budget"
    assert key_of("my__own") == "my.own"
    with pytest.raises(ConfigError, match="a key of your own goes into config"):
        key_of("xyzzy")


def test_the_last_lines_of_a_thread_are_there_however_long_it_waits(deadlock: object) -> None:
    error = deadlock.errors[0]  # type: ignore[attr-defined]
    lines = last_lines(error, 2)
    names = [line.split()[0] for line in lines if line != "..."]
    assert {n: names.count(n) for n in names} == dict.fromkeys(("main", "Thread-0", "Thread-1", "Thread-2"), 2)
    assert "..." in lines
