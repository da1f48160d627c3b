"""Publishers: XML, JUnit XML, SARIF and the HTML page, and how the command writes them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import jpfpy
from jpfpy.publish import DEFAULT_FILES, render
from tests import support

CONC = support.TESTS / "java" / "conc"
CONFIG = {"vm.jdk": support.default_jdk(), "vm.cache": support.cache_dir()}


@pytest.fixture(scope="module")
def deadlock() -> jpfpy.Report:
    return jpfpy.verify(CONC / "DiningDeadlock.java", config=CONFIG)


@pytest.fixture(scope="module")
def whole() -> jpfpy.Report:
    return jpfpy.verify("DiningOrdered", classpath=[support.compiled("conc")], config=CONFIG)


@pytest.fixture(scope="module")
def cut() -> jpfpy.Report:
    config = {**CONFIG, "search.state_limit": "3"}
    return jpfpy.verify("DiningOrdered", classpath=[support.compiled("conc")], config=config)


def test_xml(deadlock: jpfpy.Report) -> None:
    root = ET.fromstring(render("xml", deadlock.raw))
    assert root.tag == "jpfreport"
    error = root.find("result/error")
    assert error is not None and error.findtext("property") == "NotDeadlockedProperty"
    assert len(error.findall("trace/transition")) == len(deadlock.errors[0].trace)
    assert len(error.findall("live-threads/thread/lock-request")) == 3


def test_xml_takes_any_text(deadlock: jpfpy.Report) -> None:
    raw = json.loads(deadlock.to_json())
    raw["output"] = "\x00 ]]> <a> \ud800 \x1b"
    for name in ("xml", "junit"):
        ET.fromstring(render(name, raw).encode("utf-8", "replace"))


def test_junit(deadlock: jpfpy.Report, whole: jpfpy.Report, cut: jpfpy.Report) -> None:
    suites = [ET.fromstring(render("junit", r.raw)).find("testsuite") for r in (deadlock, whole, cut)]
    assert [(s.get("failures"), s.get("errors")) for s in suites if s is not None] == [
        ("1", "0"),
        ("0", "0"),
        ("0", "2"),
    ]
    assert suites[0] is not None
    failure = suites[0].find("testcase/failure")
    assert failure is not None and failure.text and "replay: j1:" in failure.text


def test_sarif(deadlock: jpfpy.Report, cut: jpfpy.Report) -> None:
    run = json.loads(render("sarif", deadlock.raw))["runs"][0]
    (result,) = run["results"]
    assert result["ruleId"] == "deadlock"
    where = result["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "DiningDeadlock.java" and where["region"]["startLine"] > 0
    orders = [loc["executionOrder"] for f in result["codeFlows"][0]["threadFlows"] for loc in f["locations"]]
    assert sorted(orders) == list(range(1, len(orders) + 1))
    notes = json.loads(render("sarif", cut.raw))["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert "state limit" in notes[0]["message"]["text"]


def test_html_is_one_file_with_lanes_and_the_cycle(deadlock: jpfpy.Report) -> None:
    page = render("html", deadlock.raw)
    assert "http://" not in page.replace("http://www.w3.org/", "") and "https://" not in page
    assert "<svg" in page and "deadlock cycle" in page
    for name in ("Thread-0", "Thread-1", "Thread-2"):
        assert name in page
    assert "prefers-color-scheme:dark" in page and "tabindex" in page


def test_command_writes_all(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "jpfpy", f"+vm.jdk={support.default_jdk()}", "-cp", str(support.compiled("conc"))]
    run += ["+report.publisher=json,html,xml,junit,sarif", "DiningDeadlock"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(DEFAULT_FILES.values())


@pytest.mark.skipif(not shutil.which("chromium"), reason="no chromium here")
def test_screenshot(deadlock: jpfpy.Report, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(render("html", deadlock.raw))
    shot = tmp_path / "shot.png"
    run = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--screenshot={shot}", "--window-size=1200,1600"]
    subprocess.run([*run, file.as_uri()], check=True, capture_output=True, timeout=120)
    assert shot.stat().st_size > 20_000
