"""Publishers: XML, JUnit XML, SARIF and the HTML page, the sections of report.*, and how the command writes them."""

from __future__ import annotations

import copy
import itertools
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.config import Config
from jpfpy.config.publishers import DEFAULT_FILES
from jpfpy.report.html.theme import HUES
from jpfpy.report.json_text import json_text
from jpfpy.report.publish import render
from tests import support
from tests.support import CONC, CONFIG, jpf

REPORTS = support.TESTS / "java" / "reports"


@pytest.fixture(scope="module")
def cut() -> jpfpy.Report:
    config = {**CONFIG, "search.state_limit": "3"}
    return jpfpy.verify("DiningOrdered", classpath=[support.compiled("conc")], config=config)


@pytest.fixture(scope="module")
def locks() -> jpfpy.Report:
    return jpfpy.verify(REPORTS / "Locks.java", config=CONFIG)


# --- XML


def test_xml_has_jpfs_elements(deadlock: jpfpy.Report) -> None:
    root = ET.fromstring(render("xml", deadlock.raw))
    tags = ["jpf-version", "jpf-properties", "sut", "trace", "live-threads", "output", "result", "statistics", "output"]
    assert root.tag == "jpfreport" and [e.tag for e in root] == tags
    error = root.find("result[@findings='errors']/error")
    assert error is not None and error.findtext("property") == "gov.nasa.jpf.vm.NotDeadlockedProperty"
    assert len(root.findall("trace/transition")) == len(deadlock.errors[0].trace)
    assert root.find("trace/transition/cg[@class='ThreadChoiceFromSet']") is not None
    assert [i.get("src") for i in root.findall("trace/transition/insn")][-1] == "DiningDeadlock.java:14"
    assert len(root.findall("live-threads/thread/lock-request")) == 3
    assert len(root.findall("live-threads/thread/lock-owned")) == 3
    assert root.findtext("statistics/new-states") == str(deadlock.statistics.states_new)
    assert re.fullmatch(r"\d\d:\d\d:\d\d", root.findtext("statistics/elapsed-time", ""))


def test_xml_parts_as_configured(deadlock: jpfpy.Report, whole: jpfpy.Report) -> None:
    config = Config(
        {
            "report.xml.start": "sut,platform,user",
            "report.xml.property_violation": "snapshot",
            "report.xml.finished": "result",
        }
    )
    root = ET.fromstring(render("xml", deadlock.raw, config))
    assert [e.tag for e in root] == ["sut", "platform", "user", "live-threads", "result"]
    assert [e.tag for e in root.iter() if e.tag in ("hostname", "arch", "os", "java")] == [
        "hostname",
        "arch",
        "os",
        "java",
    ]
    none = ET.fromstring(render("xml", whole.raw)).find("result")
    assert none is not None and none.get("findings") == "none" and len(none) == 0


def test_xml_takes_any_text(deadlock: jpfpy.Report) -> None:
    raw = json.loads(deadlock.to_json())
    raw["output"] = "\x00 ]]> <a> \ud800 \x1b"
    for name, tag in (("xml", "output"), ("junit", "system-out")):
        root = ET.fromstring(render(name, raw).encode("utf-8", "replace"))
        said = "".join(e.text or "" for e in root.iter(tag))
        assert " ]]> <a> " in said and "\x1b" not in said


# --- JUnit XML: what JUnit.xsd of the Ant task asks for (the whole schema was run over these files by hand)

SUITE = {"id", "package", "name", "timestamp", "hostname", "tests", "failures", "errors", "time"}


def check_junit(text: str) -> ET.Element:
    root = ET.fromstring(text)
    assert root.tag == "testsuites" and not root.attrib
    (suite,) = root
    assert suite.tag == "testsuite" and set(suite.attrib) == SUITE
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.attrib["timestamp"])
    cases = suite.findall("testcase")
    order = ["properties", *["testcase"] * len(cases), "system-out", "system-err"]
    assert [e.tag for e in suite] == order
    assert all(set(p.attrib) == {"name", "value"} for p in suite.iter("property"))
    for case in cases:
        assert set(case.attrib) == {"classname", "name", "time"} and float(case.attrib["time"]) >= 0
        assert len(case) <= 1 and all(x.tag in ("failure", "error") and x.get("type") for x in case)
    assert int(suite.attrib["tests"]) == len(cases)
    assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
    assert int(suite.attrib["errors"]) == len(suite.findall("testcase/error"))
    return suite


def test_junit(deadlock: jpfpy.Report, whole: jpfpy.Report, cut: jpfpy.Report) -> None:
    suites = [check_junit(render("junit", r.raw)) for r in (deadlock, whole, cut)]
    assert [(s.get("failures"), s.get("errors")) for s in suites] == [("1", "1"), ("0", "0"), ("0", "2")]
    failure = suites[0].find("testcase/failure")
    assert failure is not None and failure.text and "replay: j1:" in failure.text
    assert "ended at its first error" in (suites[0].findtext("testcase/error") or "")
    assert "state limit" in (suites[2].findtext("testcase/error") or "")


# --- SARIF 2.1.0: what its schema requires of the parts that are written


def check_sarif(text: str) -> dict[str, Any]:
    log = json.loads(text)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    assert set(run) == {"tool", "invocations", "results", "columnKind"}
    rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
    assert run["tool"]["driver"]["name"] == "jpfpy" and len(set(rules)) == len(rules)
    for result in run["results"]:
        assert result["ruleId"] in rules and result["level"] == "error" and result["message"]["text"]
        flows = [loc for c in result.get("codeFlows", ()) for f in c["threadFlows"] for loc in f["locations"]]
        for where in [*result["locations"], *(x["location"] for x in flows)]:
            physical = where["physicalLocation"]
            assert physical["region"]["startLine"] >= 1 and "\\" not in physical["artifactLocation"]["uri"]
        orders = [x["executionOrder"] for x in flows]
        assert sorted(orders) == list(range(1, len(orders) + 1))
    return dict(run)


def test_sarif(deadlock: jpfpy.Report, cut: jpfpy.Report) -> None:
    (result,) = check_sarif(render("sarif", deadlock.raw))["results"]
    assert result["ruleId"] == "deadlock"
    where = result["locations"][0]["physicalLocation"]["artifactLocation"]
    file = Path.cwd() / where["uri"] if "uriBaseId" in where else Path(where["uri"].removeprefix("file://"))
    assert file.samefile(CONC / "DiningDeadlock.java")
    notes = check_sarif(render("sarif", cut.raw))["invocations"][0]["toolExecutionNotifications"]
    assert "state limit" in notes[0]["message"]["text"]


def test_sarif_says_what_was_not_explored_beside_errors(deadlock: jpfpy.Report) -> None:
    def told(report: jpfpy.Report) -> list[str]:
        notes = check_sarif(render("sarif", report.raw))["invocations"][0]["toolExecutionNotifications"]
        return [n["message"]["text"] for n in notes]

    def search(**config: str) -> jpfpy.Report:
        given = {**CONFIG, **support.dotted(config)}
        return jpfpy.verify("DiningDeadlock", classpath=[support.compiled("conc")], config=given)

    first = "not explored whole: the search ended at its first error (search.multiple_errors goes on)"
    assert told(deadlock) == [first]
    assert told(search(jpf__replay=deadlock.errors[0].replay)) == ["not explored whole: one path was replayed"]
    assert told(search(search__multiple_errors="true")) == []
    cut = search(search__multiple_errors="true", search__state_limit=str(deadlock.statistics.states_new))
    (said,) = told(cut)
    assert cut.errors and said.startswith("not explored whole: ") and "state limit" in said


# --- locks along the trace


def test_a_trace_tells_who_takes_which_lock_where(locks: jpfpy.Report) -> None:
    held: dict[str, list[str]] = {}
    lines: dict[str, set[int | None]] = {}
    for t in locks.errors[0].trace:
        for event in t.locks:
            short = event.lock.rpartition(".")[2]
            if event.op == "acquired":
                held.setdefault(event.thread, []).append(short)
                lines.setdefault(short, set()).add(t.steps[event.step].line)
            else:
                held[event.thread].remove(short)
    # the monitor, the ReentrantLock (a synchronizer inside it), and a static synchronized method that was left again
    assert held == {"main": ["Object@1"], "Thread-0": ["ReentrantLock$NonfairSync@1"]}
    assert lines == {"Object@1": {24}, "ReentrantLock$NonfairSync@1": {14}, "class Locks": {16, 25}}
    owned = {t.name: [o.id.rpartition(".")[2] for o in t.owned] for t in locks.errors[0].snapshot}
    assert owned == held


@pytest.mark.slow
def test_locks_given_up_by_wait() -> None:
    report = jpfpy.verify("Waits", classpath=[support.compiled("reports")], config=CONFIG)
    events = [(e.thread, e.op) for t in report.errors[0].trace for e in t.locks if e.lock == "java.lang.Object@1"]
    assert events[:2] == [("Thread-0", "acquired"), ("Thread-0", "released")]
    assert len([1 for _, op in events if op == "acquired"]) == len([1 for _, op in events if op == "released"])


# --- HTML


def test_html_is_one_file_with_lanes_and_the_cycle(deadlock: jpfpy.Report) -> None:
    page = render("html", deadlock.raw)
    assert "http://" not in page.replace("http://www.w3.org/", "") and "https://" not in page
    assert "<svg" in page and "deadlock cycle" in page
    for name in ("Thread-0", "Thread-1", "Thread-2"):
        assert name in page
    assert "color-scheme:light dark" in page and "tabindex" in page
    assert page.count("class='bar from") == 3 and page.count("class='lock wait'") == 3


def test_html_parts_as_configured(deadlock: jpfpy.Report, cut: jpfpy.Report) -> None:
    config = Config(
        {
            "report.html.start": "platform",
            "report.html.property_violation": "error",
            "report.html.finished": "statistics",
        }
    )
    page = render("html", deadlock.raw, config)
    assert "Platform" in page and "<table class='lanes'" not in page and "<h1>" not in page
    assert "class='verdict" not in page and "Statistics" in page
    assert "not whole: state limit" in render("html", cut.raw)


def test_html_of_a_trace_that_is_too_long_says_so(deadlock: jpfpy.Report, monkeypatch: pytest.MonkeyPatch) -> None:
    from jpfpy.report.html import lanes

    monkeypatch.setattr(lanes, "SHOWN", 2)
    n = len(deadlock.errors[0].trace) - 4
    assert f"{n} transitions are left out here" in render("html", deadlock.raw)


def test_html_shows_what_errors_share_once() -> None:
    """The errors of one search have most of their paths in common."""

    class Never(jpfpy.Property):
        asked = 0

        def check(self, search: Any, vm: Any) -> bool:
            self.asked += 1
            return False

        def error_message(self) -> str:
            return f"no state pleases, {self.asked} least of all"

    config = {**CONFIG, "search.multiple_errors": "true", "vm.por": "false"}
    report = jpfpy.verify("RacyAccount", classpath=[support.compiled("conc")], config=config, properties=[Never()])
    page = report.to_html()
    errors = page.split("<h2 class='bad'")[1:]
    assert len(errors) == len(report.errors) > 100 and len(page) < 5000 * len(errors)
    shared = 0
    for e, text in zip(report.errors, errors, strict=True):
        first = re.search(r"transitions 0 to ([\d,]+) are those of error (\d+)", text)
        n = int(first[1].replace(",", "")) + 1 if first else 0
        assert text.count("<tbody class='t'") == len(e.trace) - n + bool(e.snapshot)
        if first:
            other = report.errors[int(first[2]) - 1]
            assert [str(t) for t in other.trace[:n]] == [str(t) for t in e.trace[:n]]
            assert other.id < e.id and n <= len(e.trace) - 3
            shared += 1
    assert shared > 50


chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
browser = pytest.mark.skipif(not chromium, reason="no chromium here")


def browse(*args: str) -> bytes:
    run = [str(chromium), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *args]
    ours = {k: v for k, v in os.environ.items() if k not in ("LD_PRELOAD", "PYTHONMALLOC")}  # of make sanitize
    return subprocess.run(run, check=True, capture_output=True, timeout=120, env=ours).stdout


def pixels(png: bytes) -> list[bytes]:
    """Rows of RGB pixels of an 8-bit PNG as Chromium writes it."""
    at, data, head = 8, b"", b""
    while at < len(png):
        size, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        if kind == b"IHDR":
            head = png[at + 8 : at + 8 + size]
        if kind == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    width, height, channels = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big"), {2: 3, 6: 4}[head[9]]
    raw, stride = zlib.decompress(data), width * channels
    out, last = [], bytearray(stride)
    for y in range(height):
        how, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for x in range(stride if how else 0):
            a, b = row[x - channels] if x >= channels else 0, last[x]
            c = last[x - channels] if x >= channels else 0
            if how == 4:
                p = a + b - c
                d = (abs(p - a), abs(p - b), abs(p - c))
                row[x] = row[x] + (a if d[0] <= d[1] and d[0] <= d[2] else b if d[1] <= d[2] else c) & 255
            else:
                row[x] = row[x] + (a, b, (a + b) // 2)[how - 1] & 255
        last = row
        out.append(b"".join(row[i : i + 3] for i in range(0, stride, channels)))
    return out


@browser
@pytest.mark.parametrize("dark", [False, True])
def test_screenshot(locks: jpfpy.Report, tmp_path: Path, dark: bool) -> None:
    """The page as drawn: its background, and each lock's bar in its colour, several lines long."""
    file, shot = tmp_path / "report.html", tmp_path / "shot.png"
    file.write_text(render("html", locks.raw))
    scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    browse(*scheme, f"--screenshot={shot}", "--window-size=900,2200", file.as_uri())
    rows = pixels(shot.read_bytes())
    background = bytes.fromhex("121212" if dark else "ffffff")
    assert rows[2][:3] == background and sum(r.count(background) for r in rows) > 100_000
    for colour in ("l0", "l1", "l2"):
        hue, share, _ = HUES[colour]
        mixed = [c * share / 100 + (255 if dark else 0) * (1 - share / 100) for c in bytes.fromhex(hue[1:])]
        want = {bytes(t) for t in itertools.product(*((int(c), int(c) + 1) for c in mixed))}
        columns = [{i // 3 for i in range(0, len(r), 3) if r[i : i + 3] in want} for r in rows]
        assert max(sum(x in c for c in columns) for x in set().union(*columns)) > 20, colour


@browser
def test_keys(locks: jpfpy.Report, tmp_path: Path) -> None:
    """j and k go through the transitions, n to the error; what has the focus is asked of the browser."""
    presses = "jjjkn"
    probe = (
        "<script>var seen=[];for(const k of '" + presses + "'){document.activeElement.dispatchEvent(new KeyboardEvent("
        "'keydown',{key:k,bubbles:true}));var a=document.activeElement;"
        "seen.push(a.getAttribute('aria-label')||a.textContent)}document.title=seen.join('|')</script>"
    )
    file = tmp_path / "report.html"
    file.write_text(render("html", locks.raw).replace("</body>", probe + "</body>"))
    dom = browse("--dump-dom", file.as_uri()).decode()
    names = [f"transition {i} of {t.thread}" for i, t in enumerate(locks.errors[0].trace)]
    error = "Error 1: gov.nasa.jpf.vm.NotDeadlockedProperty"
    want = "|".join([names[0], names[1], names[2], names[1], error])
    assert f"<title>{want}</title>" in dom


# --- the command, and report.*


def test_a_hundred_errors_that_say_the_same_keep_their_traces() -> None:
    text = """import gov.nasa.jpf.vm.Verify;
    public class Same {
        public static void main(String[] a) {
            int i = Verify.getInt(0, 129);
            if (i == 7) throw new IllegalStateException("other");
            throw new IllegalStateException();
        }
    }"""
    classes = support.compile_texts({"Same.java": text})
    report = jpfpy.verify("Same", classpath=str(classes), config={**CONFIG, "search.multiple_errors": "true"})
    same = [e for e in report.errors if e.message == "java.lang.IllegalStateException"]
    assert len(report.errors) == 130 and len(same) == 129
    assert [bool(e.trace) for e in same] == [True] * 100 + [False] * 29
    assert next(e for e in report.errors if e not in same).trace
    assert "not kept" in (same[-1].note or "") and not any(e.note for e in same[:100])
    assert same[-1].snapshot and "(129 times)" in render("html", report.raw)
    again = jpfpy.verify("Same", classpath=str(classes), config=CONFIG, replay=same[-1].replay)
    assert again.errors[0].message == same[-1].message and again.errors[0].trace


def test_command_writes_all(tmp_path: Path) -> None:
    args = ["-cp", str(support.compiled("conc")), "+report.publisher=json,html,xml,junit,sarif", "DiningDeadlock"]
    done = jpf(*args, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(DEFAULT_FILES.values())
    done = jpf("+report.file=out", *args, cwd=tmp_path)
    made = {p.name for p in tmp_path.iterdir()} - set(DEFAULT_FILES.values())
    assert made == {"out.json", "out.html", "out.xml", "out.junit.xml", "out.sarif"}


def topics(text: str) -> list[str]:
    return re.findall(r"^=+ ([a-z ]+\d*|[a-z]+ #\d)(?::.*)?$", text, re.M)


# properties -> the topics of the console report, in their order
CONSOLE: list[tuple[list[str], list[str]]] = [
    ([], ["system under test", "search started", "error 1", "trace #1", "snapshot #1", "results", "statistics"]),
    (["+report.console.start=", "+report.console.property_violation=", "+report.console.finished="], []),
    (
        ["+report.console.start=platform,config", "+report.console.property_violation=snapshot,error"],
        ["platform", "configuration", "search started", "snapshot #1", "error 1", "results", "statistics"],
    ),
    (
        ["+report.console.property_violation=output,statistics", "+report.console.finished=statistics,output,result"],
        ["system under test", "search started", "output #1", "statistics", "statistics", "output", "results"],
    ),
]


@pytest.mark.parametrize(("properties", "expected"), CONSOLE)
def test_console_sections_in_their_order(tmp_path: Path, properties: list[str], expected: list[str]) -> None:
    done = jpf("-cp", str(support.compiled("conc")), *properties, "DiningDeadlock", cwd=tmp_path)
    assert [t for t in topics(done.stdout) if t != "search finished"] == expected
    assert done.returncode == 1 and not done.stderr


def test_console_to_a_file_and_user_and_date(tmp_path: Path) -> None:
    args = ["+report.console.file=r.txt", "+report.console.start=user,dtg", "-cp", str(support.compiled("conc"))]
    done = jpf(*args, "DiningOrdered", cwd=tmp_path)
    text = (tmp_path / "r.txt").read_text()
    assert done.stdout == "" and re.search(r"^user: \w+\nstarted: \d{4}-", text) and "no errors detected" in text


def test_what_a_trace_shows(tmp_path: Path) -> None:
    def trace(*properties: str) -> str:
        args = ["-cp", str(support.compiled("conc")), "+report.console.property_violation=trace", *properties]
        return jpf(*args, "+sourcepath=" + str(CONC), "DiningDeadlock", cwd=tmp_path).stdout

    text = trace()
    assert "synchronized (left)" in text and "DiningDeadlock.java:13" in text and '{id:"LOCK"' in text
    assert '{id:"' not in trace("+report.console.show_cg=false")
    assert "DiningDeadlock.java:13" not in trace("+report.console.show_steps=false")
    assert "DiningDeadlock.java:13" not in trace("+report.console.show_location=false")
    assert "synchronized (left)" not in trace("+report.console.show_source=false")
    assert "[DiningDeadlock$1.run]" in trace("+report.console.show_method=true")


@pytest.mark.slow
def test_transition_constraint_and_probe_sections(tmp_path: Path) -> None:
    args = ["-cp", str(support.compiled("conc")), "+report.console.start=", "+report.console.finished="]
    done = jpf(*args, "+report.console.transition=statistics", "DiningOrdered", cwd=tmp_path)
    assert topics(done.stdout).count("statistics") > 20
    done = jpf(*args, "+search.depth_limit=3", "DiningOrdered", cwd=tmp_path)
    assert done.stdout.splitlines()[1:] == [
        "=" * 54 + " search constraint",
        "depth limit reached: 3 (search.depth_limit)",
    ]
    constraint = "+report.console.constraint=constraint,snapshot,trace,output,statistics"
    done = jpf(*args, "+search.depth_limit=3", constraint, "DiningOrdered", cwd=tmp_path)
    assert topics(done.stdout) == ["search constraint", "snapshot", "trace", "output", "statistics"]
    assert "depth limit reached: 3" in done.stdout and "thread Thread-0 (id 1" in done.stdout
    busy = ["+report.probe_interval=100ms", "+vm.por=false", "+search.class=dfs", "+search.state_limit=300000"]
    done = jpf("-cp", str(support.compiled("reports")), *args[2:], *busy, "Busy", cwd=tmp_path)
    found = [int(n) for n in re.findall(r"states: +new=(\d+)", done.stdout)]
    assert found and found == sorted(found)


def test_listeners_extend_the_console_report(tmp_path: Path) -> None:
    (tmp_path / "ext.py").write_text(
        "class Ext:\n"
        "    def publish_start(self, p):\n        p.publish_topic_start('mine'); p.out.write('begun\\n')\n"
        "    def publish_property_violation(self, p):\n"
        "        p.publish_topic_start('looked at ' + p.get_last_error_id()); print('cause', file=p.get_out())\n"
        "    def publish_finished(self, p):\n        p.publish_topic_start('the end')\n"
    )
    done = jpf("-cp", str(support.compiled("conc")), "+listener=ext:Ext", "DiningDeadlock", cwd=tmp_path)
    assert "==== mine\nbegun\n" in done.stdout and "==== looked at #1\ncause\n" in done.stdout, done.stderr
    text = done.stdout
    order = [
        text.index(x) for x in ("==== mine", "==== snapshot #1", "==== looked at #1", "==== the end", "==== results")
    ]
    assert order == sorted(order)


def test_a_publisher_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "pub.py").write_text(
        "import jpfpy\n"
        "class Line(jpfpy.Publisher):\n"
        "    def publish(self, report):\n"
        "        return f\"{self.config.get('report.line.mark')} {report.result} {len(report.errors)}\\n\"\n"
    )
    args = ["-cp", str(support.compiled("conc")), "+report.line.class=pub:Line", "+report.line.mark=##"]
    done = jpf(*args, "+report.publisher=line", "DiningDeadlock", cwd=tmp_path)
    assert done.stdout == "## violation 1\n" and done.returncode == 1, done.stderr
    jpf(*args, "+report.publisher=console,line", "+report.line.file=x.txt", "DiningDeadlock", cwd=tmp_path)
    assert (tmp_path / "x.txt").read_text() == "## violation 1\n"
    # JPF's own classes by name
    named = ["+report.publisher=a,b", "+report.a.class=gov.nasa.jpf.report.ConsolePublisher"]
    done = jpf(
        *args[:2],
        *named,
        "+report.b.class=.report.XMLPublisher",
        "+report.b.file=b.xml",
        "DiningDeadlock",
        cwd=tmp_path,
    )
    assert "results" in done.stdout and ET.parse(tmp_path / "b.xml").getroot().tag == "jpfreport", done.stderr


@pytest.mark.parametrize(
    ("properties", "complaint"),
    [
        (["+report.publisher=pdf"], "report.publisher: no publisher named pdf (there are console, json"),
        (["+report.publisher=x", "+report.x.class=a.b.MyPublisher"], "Java publishers are not run"),
        (["+report.publisher=x", "+report.x.class=nowhere:X"], "report.x.class: nowhere:X: no module nowhere"),
        (["+report.console.start=sutt"], "report.console.start: no sutt (there are jpf, platform"),
        (["+report.html.file=/nowhere/x.html"], "/nowhere/x.html: no such directory /nowhere"),
        (["+report.consol.start=sut"], "unknown property report.consol.start (nearest: report.console.start)"),
        (["+report.probe_interval=often"], "report.probe_interval=often: a duration expected"),
    ],
)
def test_what_cannot_be_meant_is_one_line(tmp_path: Path, properties: list[str], complaint: str) -> None:
    done = jpf("-cp", str(support.compiled("conc")), *properties, "DiningOrdered", cwd=tmp_path)
    assert done.returncode == 2 and complaint in done.stderr and len(done.stderr.splitlines()) == 1 and not done.stdout


@pytest.mark.parametrize("key", ["report.console.port", "report.console.show_code", "report.show_repository"])
def test_what_has_no_effect_is_said(tmp_path: Path, key: str) -> None:
    done = jpf("-cp", str(support.compiled("conc")), f"+{key}=1", "DiningOrdered", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == f"jpf: note: {key} has no effect here\n"


def test_of_many_errors_each_has_a_line_in_the_json_report(deadlock: jpfpy.Report) -> None:
    raw = copy.deepcopy(deadlock.raw)
    raw["config"] = {"like": '\n  "errors": []', "errors": ""}
    for times in (1, 100, 101, 3000):
        raw["errors"] = deadlock.raw["errors"] * times
        text = json_text(raw)
        assert json.loads(text) == raw
        assert text.count("\n") < times + 500 if times > 100 else text == json.dumps(raw, indent=2)
