"""What is wrong with a listener, a filter, a peer or the configuration is told: an error, or a note in the report."""

from __future__ import annotations

import json
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.publish import render
from tests import support
from tests.conftest import CONFIG
from tests.test_cli_engine import jpf

CONC = support.TESTS / "java" / "conc"


def verify(*listeners: Any, **config: str) -> jpfpy.Report:
    return jpfpy.verify(
        "SafeAccount",
        classpath=support.compiled("conc"),
        config={**CONFIG, **{k.replace("__", "."): v for k, v in config.items()}},
        listeners=listeners,
    )


class Misnamed(jpfpy.Listener):
    def stateAdvanced(self, search: Any) -> None: ...


WARNING = "warning: Misnamed.stateAdvanced is never called: the notification is state_advanced"


def test_notes_are_in_every_form_of_the_report() -> None:
    with pytest.warns(jpfpy.JPFWarning, match="^Misnamed.stateAdvanced is never called") as caught:
        report = verify(Misnamed())
    assert [w.filename for w in caught] == [__file__]
    assert report.ok and report.notes == [WARNING]
    assert WARNING in str(report) and WARNING in report.to_html() and WARNING in repr(report.__rich__().renderables[1])
    assert json.loads(report.to_json())["notes"] == [WARNING]
    assert [n.text for n in ET.fromstring(render("xml", report.raw)).iter("note")] == [WARNING]
    assert ET.fromstring(render("junit", report.raw)).findtext(".//system-err") == WARNING
    (said,) = json.loads(render("sarif", report.raw))["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert said == {"level": "warning", "message": {"text": WARNING}}


def test_a_report_without_notes_has_none() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = verify()
    assert report.notes == [] and "notes" not in report.raw and "note:" not in str(report)


def test_notes_of_the_configuration_are_those_of_one_run() -> None:
    jpf = jpfpy.JPF(
        {**CONFIG, "target": "SafeAccount", "classpath": support.compiled("conc"), "vm.tree_output": "true"}
    )
    jpf.add_listener(Misnamed())
    for _ in range(2):
        with pytest.warns(jpfpy.JPFWarning):
            report = jpf.run()
        assert report.notes == ["note: vm.tree_output has no effect here", WARNING]


def test_the_command_shows_notes(tmp_path: Path) -> None:
    done = jpf(
        "+vm.tree_output=true", "+listener=tests.test_misuse:Misnamed", CONC / "SafeAccount.java", cwd=support.ROOT
    )
    results = done.stdout.split(" results\n")[1].split("\n\n")[0].splitlines()
    assert results[1:] == ["note: vm.tree_output has no effect here", WARNING]
    assert f"jpf: {WARNING}" in done.stderr
