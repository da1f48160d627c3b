"""What traces tell beside their lines: setup that is folded, data that lines read and write, what they print."""

from __future__ import annotations

import os
import re
import select
import subprocess
from pathlib import Path

import pytest

import jpfpy
from jpfpy.report.told import Told, folded_frames, setup
from tests import support
from tests.support import jpf

ACCOUNT = support.ROOT / "examples" / "account" / "Account.java"
KINDS = """
public class Kinds {
    static long total = -5_000_000_000L;
    byte small = -3;
    char letter = 'a';
    double part = 1.5;
    boolean flag;
    String text = "x";
    int[] table = {7, 8, 9};
    short[] words = {1, -2};
    final int fixed = 4;

    public static void main(String[] args) throws InterruptedException {
        Kinds k = new Kinds();
        Thread t = new Thread(() -> {
            total++;
            k.small--;
            k.letter = 'b';
            k.part *= 2;
            k.flag = true;
            k.text = null;
            k.table[1] = k.fixed;
            k.words[1] += 1;
            System.out.println("one");
            System.out.println("two");
            throw new IllegalStateException("end of " + k.part);
        });
        t.start();
        t.join();
    }
}
"""


@pytest.fixture(scope="module")
def account() -> jpfpy.Report:
    return jpfpy.verify(ACCOUNT)


@pytest.fixture(scope="module")
def kinds() -> jpfpy.Report:
    return jpfpy.verify("Kinds", classpath=support.compile_texts({"Kinds.java": KINDS}))


def test_data_that_lines_read_and_write(account: jpfpy.Report) -> None:
    raw = account.raw["errors"][0]
    told = Told(raw)
    texts = [text for rows in told.data.values() for text, _ in rows]
    assert texts == ["balance is 0", "balance is 0", "balance: 0 -> 5", "balance: 5 -> 10", "balance is 10"]
    assert all(about for rows in told.data.values() for _, about in rows)  # it is what the assertion reads
    for a in raw["accesses"]:
        t = raw["trace"][a["transition"]]
        assert t["thread_id"] == a["thread_id"] and a["object"] == "Account@1" and a["name"] == "Account.balance"
        assert t["steps"][a["step"]]["line"] in (10, 11, 20)


def test_values_of_all_types(kinds: jpfpy.Report) -> None:
    raw = kinds.raw["errors"][0]
    written = {a["name"]: (a["before"], a["after"]) for a in raw["accesses"] if a["op"] == "write"}
    assert written == {
        "Kinds.total": ("-5000000000", "-4999999999"),
        "Kinds.small": ("-3", "-4"),
        "Kinds.letter": ("'a'", "'b'"),
        "Kinds.part": ("1.5", "3"),
        "Kinds.flag": ("false", "true"),
        "Kinds.text": ('"x"', "null"),
        "int[1]": ("8", "4"),
        "short[1]": ("-2", "-1"),
    }
    assert "Kinds.fixed" not in {a["name"] for a in raw["accesses"]}
    assert {a["object"] for a in raw["accesses"] if a["name"] == "Kinds.total"} == {None}
    about = {a for rows in Told(raw).data.values() for a, yes in rows if yes}
    assert about == {"part is 1.5", "part: 1.5 -> 3", "part is 3"}


def test_what_lines_print(kinds: jpfpy.Report) -> None:
    raw = kinds.raw["errors"][0]
    printed = {raw["trace"][p["transition"]]["steps"][p["step"]]["line"]: p["text"] for p in raw["prints"]}
    assert printed == {24: "one\n", 25: "two\n"}
    text, page = str(kinds), kinds.to_html()
    assert "  prints: one\n" in text and "<div class='out'>two</div>" in page
    assert "text: &quot;x&quot; -&gt; null" in page and "data about" in page


def test_setup_is_folded(account: jpfpy.Report) -> None:
    raw = account.raw["errors"][0]
    n = setup(raw["trace"])
    other = next(i for i, t in enumerate(raw["trace"]) if t["thread"] == "teller")
    assert 0 < n == other and not Told(raw).folded(n, raw["trace"][n])
    left = sum(Told(raw).folded(i, raw["trace"][i]) for i in range(n))
    assert left >= 5
    text = str(account)
    assert f"({left} lines before another thread runs: +report.console.show_setup=true)" in text
    assert "Account account = new Account();" not in text.partition("transition #1")[0]
    assert f"{left} lines before another thread runs</label>" in account.to_html()
    whole = jpf("+report.console.show_setup=true", ACCOUNT).stdout
    assert "Account account = new Account();" in whole and "lines before another" not in whole


def test_traces_of_one_thread_are_whole() -> None:
    report = jpfpy.verify(support.ROOT / "examples" / "velocity" / "Velocity.jpf")
    assert setup(report.raw["errors"][0]["trace"]) == 0 and "lines before another" not in str(report)


def test_frames_of_the_library_are_one_line() -> None:
    frames = [{"class": name, "method": "m", "file": None, "line": None, "locals": {}} for name in
              ("java.A", "java.B", "jdk.C", "Mine", "java.D", "Mine", "java.E", "java.F")]  # fmt: skip
    folded = folded_frames(frames)  # type: ignore[arg-type]
    assert [f if isinstance(f, int) else f["class"] for f in folded] == [
        "java.A",
        2,
        "Mine",
        "java.D",
        "Mine",
        "java.E",
        1,
    ]


def test_races_mark_their_field() -> None:
    report = jpfpy.verify(ACCOUNT, config={"listener": "gov.nasa.jpf.listener.PreciseRaceDetector"})
    race = next(e for e in report.raw["errors"] if e["kind"] == "race")
    assert any(about for rows in Told(race).data.values() for _, about in rows)


def test_quiet_says_the_verdict(tmp_path: Path) -> None:
    done = jpf("--quiet", ACCOUNT)
    assert done.returncode == 1 and "jpf: 1 error found" in done.stderr and not done.stdout.count("error")
    error, replay = done.stderr.splitlines()[1:3]
    assert re.match(r'jpf: error #1: \S+ ".+" at \S+:\d+', error)
    again = jpf("--replay", replay.removeprefix("jpf: replay: "), ACCOUNT)
    assert again.returncode == 1 and error.removeprefix("jpf: ") in again.stdout


def test_replay_from_a_file(account: jpfpy.Report, tmp_path: Path) -> None:
    file = tmp_path / "path.replay"
    file.write_text(account.errors[0].replay + "\n")
    done = jpf("--replay", f"@{file}", ACCOUNT)
    assert done.returncode == 1 and "balance is 10" in done.stdout
    assert jpfpy.verify(ACCOUNT, replay=f"@{file}").errors[0].message == account.errors[0].message
    missing = jpf("--replay", "@nowhere", ACCOUNT)
    assert missing.returncode == 2 and "nowhere" in missing.stderr and "Traceback" not in missing.stderr


def test_a_long_replay_is_in_a_file() -> None:
    """And the command that the report gives takes it from there."""
    source = """public class Long { public static void main(String[] a) throws Exception {
        for (int i = 0; i < 300; i++) if (gov.nasa.jpf.vm.Verify.getInt(i % 3, 4) != 4) return;
        throw new IllegalStateException("all of them"); } }"""
    classes = support.compile_texts({"Long.java": source}, flags=("-g", "-cp", str(support.API_JAR)))
    first = jpf("-cp", classes, "Long")
    told = re.search(
        r"  replay: (@\S+)\n  \(that file has the string's [\d,]+ characters; --replay takes @FILE\)", first.stdout
    )
    assert told is not None, first.stdout[-2000:]
    assert len(Path(told[1][1:]).read_text()) > 200
    again = jpf("-cp", classes, "--replay", told[1], "Long")
    assert again.returncode == 1 and "all of them" in again.stdout


@pytest.mark.parametrize(
    "code", ["System.in.read()", "System.in.available()", "new java.util.Scanner(System.in).hasNext()"]
)
def test_who_reads_standard_input_is_told(code: str, tmp_path: Path) -> None:
    """It is empty in a search; a plain run has the terminal's."""
    text = f"public class Asks {{ public static void main(String[] a) throws Exception {{ {code}; }} }}"
    classes = support.compile_texts({"Asks.java": text})
    said = "the program reads standard input, which is empty in a search: give it arguments or a file"
    with pytest.warns(jpfpy.JPFWarning, match=said):
        report = jpfpy.verify("Asks", classpath=classes)
    assert report.ok and said in report.to_html() and any(said in n for n in report.notes)
    done = jpf("-cp", classes, "Asks")
    assert done.returncode == 0 and f"warning: {said}" in done.stdout
    run = jpf("--run", "-cp", classes, "Asks")
    assert run.returncode == 0 and said not in run.stdout + run.stderr


@pytest.mark.parametrize(("plain", "coloured"), [("", True), ("1", False)])
def test_colour_on_a_terminal_only(plain: str, coloured: bool) -> None:
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": plain}
    done = subprocess.Popen([*support.JPF, "--no-progress", ACCOUNT], stdout=slave, stderr=slave, env=env)
    # A terminal whose last writer goes may forget what nobody has read: this end of it stays open until all is read.
    out = b""
    while done.poll() is None or select.select([master], [], [], 1)[0]:
        if select.select([master], [], [], 0.1)[0]:
            out += os.read(master, 65536)
    os.close(slave)
    os.close(master)
    assert done.returncode == 1 and b"balance: 5 -> 10" in out and (b"\x1b[1;31m1 error found" in out) is coloured
    assert (b"\x1b[" in out) is coloured and "\x1b[" not in jpf(ACCOUNT).stdout
