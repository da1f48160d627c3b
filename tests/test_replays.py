"""Every error replays to itself, its trace ends at what it tells of, and a replay that meets none is its own result."""

from __future__ import annotations

import functools
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf
from jpfpy.report.publish import render
from tests import support
from tests.bp_tables import table
from tests.support import BFS
from tests.test_bp import FIGURES

CONFIG = {**support.CONFIG, "search.state_limit": "2000"}
RACES = {"listener": "PreciseRaceDetector", "search.multiple_errors": "true"}
SEARCHES = {"first": {}, "races": RACES, "bfs": {**RACES, "search.class": BFS}, "whole": {"vm.por": "false"}}
FOLDERS = ["conc", "outcomes", "por", "threads", "listeners", "reports", "choice", "bp"]
ACCOUNT = support.ROOT / "examples" / "account" / "Account.java"
ERRORS_EACH = 5  # of a program and a search


def told(error: jpfpy.report.ErrorInfo) -> dict[str, Any]:
    """All of it but its number and what its path was before. What the string says of fields grows as a search learns more of them."""
    assert error.raw is not None
    raw: dict[str, Any] = {k: v for k, v in error.raw.items() if k not in ("id", "sources", "shrunk")}
    raw["replay"] = re.sub(r":u[0-9a-f.,]+:", ":", error.replay)
    return raw


def ends_there(error: jpfpy.report.ErrorInfo) -> None:
    """The trace comes to the lines that the error names, and the threads concerned stop at them."""

    def last(thread: str | int) -> Any:
        steps = [t.steps for t in error.trace if thread in (t.thread, t.thread_id)][-1]
        return (steps[-1].file, steps[-1].line) if steps else None

    if any(t.choice.type == "EventChoice" for t in error.trace):
        return  # a step of a b-program is one transition of several threads
    if error.kind == "race":
        places = re.findall(r"\n  (\S.*?) (?:writes|reads) at (\S+):(\d+)(?=\n)", error.message + "\n")
        thread, file, line = places[-1]
        assert last(thread) == (file, int(line)), error
        assert error.location is not None and (error.location.file, error.location.line) == (file, int(line))
    elif error.kind == "deadlock":
        for thread in error.snapshot:
            own = [f.location for f in thread.frames if not f.location.class_name.startswith(("java.", "jdk.", "bp."))]
            if own and thread.status != "NEW" and any(t.thread_id == thread.id for t in error.trace):
                assert last(thread.id) == (own[0].file, own[0].line), (thread, error)
    elif error.kind == "uncaught_exception" and error.location and error.trace and error.location.line:
        lines = {(s.file, s.line) for t in error.trace for s in t.steps}
        assert (error.location.file, error.location.line) in lines or error.location.class_name.startswith(
            "java."
        ), error


def replays(target: str | Path, *args: str, config: dict[str, Any], **more: Any) -> int:
    """How many errors there were."""
    given = {**CONFIG, **config}
    report = jpfpy.verify(target, *args, config=given, **more)
    for error in report.errors[:ERRORS_EACH]:
        assert error.raw is not None and "note" not in error.raw
        again = jpfpy.verify(target, *args, config=given, replay=error.replay, **more)
        assert again.result == "violation" and not again.complete
        assert told(error) in [told(e) for e in again.errors], (target, error, again.errors)
        ends_there(error)
    return len(report.errors)


def mains(folder: str) -> Iterator[str]:
    for path in sorted((support.TESTS / "java" / folder).glob("*.java")):
        if " main(" in path.read_text():
            yield path.stem


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_programs(folder: str, search: str) -> None:
    classes = support.compiled(folder)
    found = 0
    for name in mains(folder):
        try:
            found += replays(name, config=SEARCHES[search], classpath=[classes])
        except jpfpy.ConfigError as e:  # a choice generator that the program wants configured
            assert folder == "choice" and "replay string" not in str(e), e
    assert found or folder in ("choice", "bp")


@pytest.mark.parametrize("search", ["first", "races"])
def test_programs_of_java_util_concurrent(search: str) -> None:
    if 25 not in support.jdks():
        pytest.skip("no JDK 25")
    classes = support.compiled("juc", 25)
    config = {**SEARCHES[search], "vm.jdk": str(support.jdks()[25]), "search.state_limit": "400"}
    found = 0
    for path in sorted((support.TESTS / "java" / "juc").glob("*.java")):
        if "violation" in (support.header(path, "expect") or ""):
            found += replays(path.stem, config=config, classpath=[classes])
    assert found > 20


@pytest.mark.parametrize("search", ["first", "races", "bfs"])
def test_examples(search: str) -> None:
    found = 0
    for path in support.examples():
        if path.parent.name != "strategies":  # Ring: tests of searches
            found += replays(path, config={**SEARCHES[search], "search.state_limit": "1000"})
    assert found >= 3


@pytest.mark.parametrize("search", ["DFSearch", "BFSearch"])
def test_b_programs_in_python(search: str) -> None:
    found = 0
    for figures in FIGURES.values():
        program = table(figures["program"])
        config = {"search.multiple_errors": True, "search.state_limit": 2000}
        for error in program.verify(search=search, config=config).errors[:ERRORS_EACH]:
            again = program.verify(search=search, config=config, replay=error.replay)
            assert told(error)["message"] in [e.message for e in again.errors] and not again.complete
            assert "not explored whole: one path was replayed" in render("sarif", again.raw)
            assert [t.choice for t in error.trace] in [[t.choice for t in e.trace] for e in again.errors]
            found += 1
    assert found


@pytest.mark.parametrize(
    "args", [("turns",), ("fair", "always"), ("hotsteps", "choice"), ("hotsteps", "long"), ("alarm",)]
)
def test_b_programs_in_java(args: tuple[str, ...]) -> None:
    config = {"vm.max_transition_length": "1000"}
    assert replays("Features", *args, config=config, classpath=[support.compiled("bp")])


class Never(jpfpy.PropertyListener):
    """A property of states."""

    error_message = "two threads and more"

    def check(self, search: Any, vm: Any) -> bool:
        return len([t for t in vm.live_threads if t.is_alive]) < 2


class Livelocked(Never):
    kind = "livelock"


class InTheMiddle(jpfpy.Listener):
    """An error within a transition, which goes on."""

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        if method.name == "deposit" and thread.name == "teller":
            vm.search.error("InTheMiddle", "the teller deposits")


@pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
@pytest.mark.parametrize("listener", [Never, Livelocked, InTheMiddle])
def test_errors_of_listeners(listener: Any, search: str) -> None:
    config = {**CONFIG, "search.class": search}
    error = jpfpy.verify(ACCOUNT, listeners=[listener()], config=config).errors[0]
    again = jpfpy.verify(ACCOUNT, listeners=[listener()], config=config, replay=error.replay)
    assert [told(e) for e in again.errors] == [told(error)]
    assert error.kind == getattr(listener, "kind", "property")
    if listener is InTheMiddle:
        assert error.location is not None and error.location.method == "deposit"
        assert error.trace[-1].steps[-1].line == error.location.line


def test_a_race_at_the_first_instruction_of_its_line() -> None:
    """The line stands in the trace, though nothing of it was executed."""
    report = jpfpy.verify("Standing", classpath=[support.compiled("replays")], config={**CONFIG, **RACES})
    assert report.errors
    for error in report.errors:
        ends_there(error)


def test_a_deadlock_at_the_first_instruction_of_its_line() -> None:
    report = jpfpy.verify("Standing", "lock", classpath=[support.compiled("replays")], config=CONFIG)
    assert [e.kind for e in report.errors] == ["deadlock"]
    ends_there(report.errors[0])


# --- what is no part of the state


@pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
@pytest.mark.parametrize("what", ["counter", "many", "get"])
def test_counters_of_verify(what: str, search: str) -> None:
    """The trace and the replay see them as they were when the error was found."""
    config = {"search.class": search}
    classes = [support.compiled("replays")]
    assert replays("Counted", what, config=config, classpath=classes) == 1
    error = jpfpy.verify("Counted", what, config={**CONFIG, **config}, classpath=classes).errors[0]
    assert error.kind == "uncaught_exception" and error.message.startswith(
        "java.lang.IllegalStateException: second path"
    )


class EveryThird(jpfpy.Listener):
    """Changes the program by a count of its own, until an error is thrown: executed again, it is another program."""

    def __init__(self) -> None:
        self.calls = 0
        self.thrown = False

    def exception_thrown(self, vm: Any, thread: Any, exception: Any) -> None:
        self.thrown = True

    @jpfpy.on(method="Turns.value", opcodes="ICONST_1")
    def execute_instruction(self, vm: Any, thread: Any, insn: Any) -> None:
        self.calls += 1
        if self.calls % 3 == 0 and not self.thrown:
            thread.top_frame.push(6)
            thread.skip_instruction(insn.next)


# The stress build would execute paths once more to compare their states, and each call counts.
COUNTED = {"jpf.stress.restore": "false"}


@pytest.mark.parametrize("multiple", ["false", "true"])
@pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
def test_a_path_that_cannot_be_executed_again(search: str, multiple: str) -> None:
    """The error is told as it was found, and the report says that its trace is none of it."""
    config = {**CONFIG, **COUNTED, "search.class": search, "search.multiple_errors": multiple}
    report = jpfpy.verify("Turns", classpath=[support.compiled("replays")], listeners=[EveryThird()], config=config)
    assert report.errors
    for error in report.errors:
        assert (error.kind, error.exception) == ("uncaught_exception", "java.lang.AssertionError")
        assert error.message == "java.lang.AssertionError: x is 7"
        assert error.raw is not None and "another way" in error.raw.get("note", "")
        assert error.note == error.raw["note"]
    forms = [str(report), report.to_html(), *(render(form, report.raw) for form in ("xml", "junit", "sarif"))]
    for form in forms:
        assert form.count("another way") >= len(report.errors)
    notes = [e.text for e in ET.fromstring(forms[2]).findall("result/error/note")]
    assert notes == [e.note for e in report.errors]
    with pytest.raises(jpfpy.VerificationError, match="another way"):
        report.raise_on_error()


class ThirdDeposit(jpfpy.Listener):
    """Finds an error once, by a count of its own."""

    def __init__(self) -> None:
        self.calls = 0

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        self.calls += method.name == "deposit"
        if method.name == "deposit" and self.calls == 2:
            vm.search.error("ThirdDeposit", "the second deposit of all")


class ThirdSaying(jpfpy.Listener):
    """There are two on a path."""

    def __init__(self) -> None:
        self.calls = 0

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        self.calls += method.name == "says"
        if method.name == "says" and self.calls == 3:
            vm.search.error("ThirdSaying", "the third of all")


def test_an_error_that_is_found_once_is_told() -> None:
    report = jpfpy.verify(ACCOUNT, listeners=[ThirdDeposit()], config=CONFIG)
    (error,) = report.errors
    assert (error.kind, error.message) == ("property", "the second deposit of all")
    assert error.location is not None and error.location.method == "deposit"


def test_a_replay_names_what_rested_on_more_than_the_path() -> None:
    """A listener that starts anew finds nothing; who is not there neither."""
    config = {**CONFIG, "vm.por": "false"}
    classes = [support.compiled("replays")]
    (error,) = jpfpy.verify("Says", classpath=classes, listeners=[ThirdSaying()], config=config).errors
    for listeners in ([ThirdSaying()], []):
        again = jpfpy.verify("Says", classpath=classes, listeners=listeners, config=config, replay=error.replay)
        assert again.result == "replayed" and "the string's error (ThirdSaying) is not here, or goes by more" in str(
            again
        )


@pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
def test_a_replay_of_a_path_that_cannot_be_executed_again(search: str) -> None:
    config = {**CONFIG, **COUNTED, "search.class": search}
    classes = [support.compiled("replays")]
    error = jpfpy.verify("Turns", classpath=classes, listeners=[EveryThird()], config=config).errors[0]
    try:
        again = str(jpfpy.verify("Turns", classpath=classes, config=config, replay=error.replay))
    except jpfpy.ConfigError as e:
        again = str(e)
    assert "string's error (NoUncaughtExceptionsProperty) depends on what is no part of the state" in again


class LooksOnce(jpfpy.Listener):
    """Finds an error once, and makes the search begin again in the same moment."""

    def __init__(self) -> None:
        self.calls = 0

    def method_entered(self, vm: Any, thread: Any, method: Any) -> None:
        self.calls += method.name == "says"
        if method.name == "says" and self.calls == 2:
            assert "one" in vm.path_output
            vm.search.error("LooksOnce", "the second call of all")


@pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
def test_an_error_of_a_search_that_began_again_keeps_its_place(search: str) -> None:
    config = {**CONFIG, "search.class": search}
    report = jpfpy.verify("Says", classpath=[support.compiled("replays")], listeners=[LooksOnce()], config=config)
    (error,) = report.errors
    assert error.note is not None and "began again" in error.note
    assert error.location is not None and (error.location.method, error.location.line) == ("says", 4)
    assert error.thread == "speaker"


@pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
@pytest.mark.parametrize("por", ["true", "false"])
@pytest.mark.parametrize("program", ["Past", "Copies"])
def test_a_race_with_the_past_shows_the_threads_as_they_stood(program: str, por: str, search: str) -> None:
    config = {**CONFIG, **RACES, "vm.por": por, "search.class": search}
    (error,) = jpfpy.verify(program, classpath=[support.compiled("replays")], config=config).errors
    assert error.location is not None
    tops = [t.frames[0].location for t in error.snapshot if t.frames]
    assert (error.location.file, error.location.line) in [(at.file, at.line) for at in tops]
    ends_there(error)


# --- replays without an error, and strings that do not fit


def test_a_replay_without_an_error() -> None:
    """Its own result: one path was explored, so nothing is said of the others."""
    race = jpfpy.verify(ACCOUNT, config={**CONFIG, "listener": "PreciseRaceDetector"}).errors[0]
    again = jpfpy.verify(ACCOUNT, config=CONFIG, replay=race.replay)
    assert again.result == "replayed" and not again.complete and not again.ok and not again.errors
    assert "replayed: no error on this path" in str(again) and "every interleaving" not in str(again)
    assert "with listener, which is not set now" in str(again)
    with pytest.raises(jpfpy.VerificationError, match="replayed: no error on this path"):
        again.raise_on_error()


def test_a_replay_without_an_error_on_the_command_line(tmp_path: Path) -> None:
    jpf = functools.partial(support.jpf, cwd=tmp_path)
    race = json.loads(jpf("--json", "-", "+listener=PreciseRaceDetector", str(ACCOUNT)).stdout)["errors"][0]["replay"]
    done = jpf("--replay", race, "+report.publisher=console,junit", str(ACCOUNT))
    assert done.returncode == 3 and "replayed: no error on this path" in done.stdout
    assert (
        "replayed" in (tmp_path / "junit.xml").read_text() and 'errors="0"' not in (tmp_path / "junit.xml").read_text()
    )


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return support.javac(tmp_path_factory.mktemp("account"), ACCOUNT, flags=())


@pytest.mark.parametrize(
    ("part", "config", "words"),
    [
        ("target", {}, "with another program"),
        ("key", {"vm.por": "false"}, "without vm.por, which is set now"),
        ("gone", {"cg.enable_atomic": None}, "with cg.enable_atomic, which is not set now"),
        ("value", {"cg.enable_atomic": "true"}, "with another cg.enable_atomic"),
        ("jdk", {"vm.jdk": "newest"}, f"with JDK {support.default_release()}"),
        ("listener", {"race.include": "Account"}, "without race.include, which is set now"),
        ("nothing", {}, "damaged"),
    ],
)
def test_a_string_that_does_not_fit_says_which_part(
    part: str, config: dict[str, Any], words: str, classes: Path
) -> None:
    if part == "jdk" and len(support.jdks()) < 2:
        pytest.skip(f"needs another JDK beside {support.default_release()}")
    made = {**CONFIG, "cg.enable_atomic": "false"}
    string = jpfpy.verify("Account", classpath=[classes], config=made).errors[0].replay
    wrong = string if part == "target" else "j1:00000000" + string[11:]
    now = {**made, **config}
    newest = str(support.jdks()[max(support.jdks())])
    now = {k: newest if v == "newest" else v for k, v in now.items() if v is not None}
    where = [support.compiled("replays")] if part == "target" else [classes]
    with pytest.raises(jpfpy.ConfigError) as e:
        jpfpy.verify("Turns" if part == "target" else "Account", classpath=where, config=now, replay=wrong)
    assert "the replay string does not fit" in str(e.value) and words in str(e.value)
    others = {"with another program", "without", "which is not set", "with another cg", "with JDK", "damaged"}
    named = {o for o in others if o in str(e.value)}
    assert named == {o for o in others if o in words}, str(e.value)


@pytest.mark.parametrize("repeated", ["100000001", "4294967295", str((1 << 64) - 2), str((1 << 64) - 1), "9" * 30])
@pytest.mark.parametrize("part", ["choices", "answers"])
def test_numbers_repeated_too_often_are_no_replay_string(part: str, repeated: str, classes: Path) -> None:
    """However often numbers are repeated, and how many stand before them: nothing is laid out that no path has."""
    string = "j1:00000000:a1.0.1xN:0" if part == "answers" else "j1:00000000:1.0.1xN"
    config = support.config(classes, search__memory_limit="100m")
    with pytest.raises(_jpf.ConfigError, match="not a replay string"):
        _jpf.VM(config).replay("Account", [], string.replace("N", repeated))


@pytest.mark.parametrize("before", range(55, 61))
def test_what_is_quoted_of_a_bad_string_may_end_within_a_character(before: int, classes: Path) -> None:
    with pytest.raises(_jpf.ConfigError, match="not a replay string: x+"):
        _jpf.VM(support.config(classes)).replay("Account", [], "x" * before + "\U0001d4b3" * 9)


def test_a_b_program_without_an_error_on_the_path() -> None:
    program = table(FIGURES["phils3"]["program"])
    string = program.verify().errors[0].replay
    again = program.verify(replay=string, config={"bp.suppress_deadlock": True})
    assert again.result == "replayed" and not again.complete and "bp.suppress_deadlock" in str(again)
    with pytest.raises(jpfpy.JPFError, match="with other b-threads"):
        table(FIGURES["phils6"]["program"]).verify(replay=string)


def test_a_replay_takes_no_limits_of_searches() -> None:
    error = jpfpy.verify(ACCOUNT, config=CONFIG).errors[0]
    again = jpfpy.verify(
        ACCOUNT, config={**CONFIG, "search.depth_limit": "2", "search.state_limit": "1"}, replay=error.replay
    )
    assert [told(e) for e in again.errors] == [told(error)]


# --- several errors of one search


@pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
@pytest.mark.parametrize("por", ["true", "false"])
def test_every_kind_of_error_is_told_whole(por: str, search: str) -> None:
    """Not the first error alone: each has its place, thread, trace and a replay that leads to it."""
    config = {**CONFIG, **RACES, "vm.por": por, "search.class": search, "search.state_limit": "20000"}
    config["search.properties+"] = ",LivelockProperty"
    classes = [support.compiled("replays")]
    report = jpfpy.verify("EveryKind", config=config, classpath=classes)
    assert report.complete
    found = {(e.kind, e.property, e.location.method if e.location else None, e.thread) for e in report.errors}
    own = "NoUncaughtExceptionsProperty"
    assert {f for f in found if f[0] != "race"} - {("deadlock", "NotDeadlockedProperty", "deadlock", "main")} == {
        ("deadlock", "NotDeadlockedProperty", "lambda$deadlock$1", "other"),
        ("uncaught_exception", own, "main", "main"),
        ("uncaught_exception", own, "lambda$thrownInAnother$2", "thrower"),
        ("uncaught_exception", own, "asserts", "main"),
        ("property", "ExitStatusProperty", "main", "main"),
        ("property", "BlockedAtomicException", "atomicBlocks", "main"),
        ("livelock", "LivelockProperty", "loops", "main"),
    }
    races = {e.message.split("\n")[0] for e in report.errors if e.kind == "race"}
    assert races == {f"data race on {x}" for x in ("EveryKind.first", "EveryKind.second", "int[1]")}
    for error in report.errors:
        assert error.location is not None and error.location.file == "EveryKind.java" and error.location.line, error
        assert error.raw is not None and "note" not in error.raw
        again = jpfpy.verify("EveryKind", config=config, classpath=classes, replay=error.replay)
        assert told(error) in [told(e) for e in again.errors], error
        ends_there(error)


def test_what_old_strings_tell_of_the_search() -> None:
    """Two bits stood for two things each, and the search went by both. What no version ever told of is refused."""
    error = jpfpy.verify(ACCOUNT).errors[0]
    assert not re.search(":l[0-9a-f]+:", error.replay)
    place = re.search(r"(:p[^:]*):", error.replay)
    assert place

    def with_seen(bits: int) -> str:
        return error.replay.replace(place[1], f"{place[1]}:l{bits:x}", 1)

    for old, now in ((1 << 23, 1 << 20 | 1 << 21), (1 << 26, 1 << 18 | 1 << 29), (1 << 4, 1 << 4)):
        again = jpfpy.verify(ACCOUNT, replay=with_seen(old))
        assert again.errors[0].replay == with_seen(now)
    for bits in (1, 1 << 62, 1 << 60):
        with pytest.raises(jpfpy.ConfigError, match=f"another version of jpf: its part l{bits:x}: .* search again"):
            jpfpy.verify(ACCOUNT, replay=with_seen(bits))


def comes_to_it(name: str, classes: Path, *args: str, **keys: str) -> int:
    """Each error's string is taken, and leads to what it is the string of: how many errors had no whole trace."""
    report = support.explore(name, classes, *args, **keys)
    assert report["errors"], name
    given = {k: v for k, v in keys.items() if "stress" not in k}
    for error in report["errors"]:
        again = support.replay(name, classes, error["replay"], *args, **given)["errors"][-1]
        assert [again[k] for k in ("kind", "message", "location")] == [
            error[k] for k in ("kind", "message", "location")
        ]
    return sum("note" in e for e in report["errors"])


VIOLATIONS = [
    (folder, path.stem)
    for folder in ("conc", "patterns")
    for path in sorted((support.TESTS / "java" / folder).glob("*.java"))
    if (support.header(path, "expect") or "").startswith("violation")
]


BROKEN_OFF_IN: dict[str, dict[str, str]] = {
    "default": {},
    "bfs": {"search__class": BFS},
    "whole": {"vm__por": "false"},
    "on": {"search__multiple_errors": "true"},
    "dynamic on": {"search__multiple_errors": "true", "vm__por": "dynamic"},
    "dpor on": {"search__multiple_errors": "true", "search__class": "dpor"},
}


@pytest.mark.parametrize("keys", BROKEN_OFF_IN.values(), ids=BROKEN_OFF_IN)
def test_a_path_that_is_broken_off_for_its_trace_has_its_string(keys: dict[str, str]) -> None:
    """As by a limit that is met just then: the string is of the path that was found. Where the program would have gone
    on behind the error (`on`), nothing does."""
    torn = 0
    for i, (folder, name) in enumerate(VIOLATIONS):
        torn += comes_to_it(name, support.compiled(folder), jpf__stress__tear=str(i % 5), **keys)
    assert torn > 10
    assert sum(comes_to_it("GoesOn", support.compiled("replays"), jpf__stress__tear=str(i), **keys) for i in range(5))
    for at in ("0", "1", "4"):
        assert comes_to_it("Counted", support.compiled("replays"), "counter", jpf__stress__tear=at, **keys) == 1


def test_paths_that_are_not_kept_have_their_strings() -> None:
    """Of errors that say the same a hundred paths are kept. Breadth first the others were not executed in one go."""
    for search in (BFS, "dfs"):
        keys = {"search__multiple_errors": "true", "search__class": search, "vm__por__sleep_sets": "false"}
        assert comes_to_it("Always", support.compiled("replays"), **keys) > 20


def test_a_search_that_assumes_no_more_has_strings_of_that() -> None:
    report = support.explore("GivesUp", support.compiled("replays"), search__class="dfs")
    assert report["statistics"]["por_restarts"] > 3
    (error,) = report["errors"]
    (again,) = support.replay("GivesUp", support.compiled("replays"), error["replay"])["errors"]
    assert again["message"] == error["message"]
