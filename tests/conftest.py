"""Reports that several test modules look at: a deadlock, and a whole search without an error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import jpfpy
from tests import support
from tests.support import CONFIG, Run

# Processes of the tests buffer what they write, as those of users do.
os.environ.pop("PYTHONUNBUFFERED", None)

# Their first comments say what is to come out for the tests here, which run them in several ways.
collect_ignore = ["java"]


@pytest.fixture(scope="session")
def deadlock() -> jpfpy.Report:
    return jpfpy.verify(support.TESTS / "java" / "conc" / "DiningDeadlock.java", config=CONFIG)


@pytest.fixture(scope="session")
def whole() -> jpfpy.Report:
    return jpfpy.verify("DiningOrdered", classpath=[support.compiled("conc")], config=CONFIG)


HELLO = """public class Hello {
    public static void main(String[] args) {
        System.out.println("hello " + String.join("|", args));
        System.err.println("to err");
    }
}"""


@pytest.fixture(scope="session")
def hello(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Directory of a class Hello."""
    return support.compile_class(tmp_path_factory.mktemp("hello"), "Hello", HELLO)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """(report, what was printed) of a search with a listener."""

    def go(listener: str, target: str, *args: str, **config: str) -> tuple[jpfpy.Report, str]:
        values = {"listener": listener, "sourcepath": str(support.TESTS / "java" / "listeners"), **config}
        capsys.readouterr()
        report = support.verify(target, *args, classes="listeners", **values)
        return report, capsys.readouterr().out

    return go


def pytest_sessionfinish() -> None:
    support.HOTSPOTS.shutdown(wait=False, cancel_futures=True)
