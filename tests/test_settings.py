"""Verify.setProperties: properties of the path, the same in every search and in replays."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

import jpfpy
from tests import support

both = pytest.mark.parametrize("search", ["DFSearch", "BFSHeuristic"])
por = pytest.mark.parametrize("reduced", ["true", "false"])


def explore(*args: str, replay: str | None = None, **config: Any) -> jpfpy.Report:
    values = {"vm.jdk": str(support.default_jdk()), "vm.cache": support.cache_dir()}
    values |= {k.replace("__", "."): v for k, v in config.items()}
    return jpfpy.verify("Settings", *args, classpath=support.compiled("choice"), config=values, replay=replay)


def lines(*args: str, **config: Any) -> list[str]:
    report = explore(*args, **config)
    assert report.ok, report.errors or report
    return report.output.splitlines()


@both
def test_one_branch(search: str) -> None:
    """The other branch, taken afterwards, knows nothing of it."""
    assert lines("branch", search__class=search) == [
        "false false null",
        "false true null",
        "true true 3",
        "true false 3",
    ]
    assert lines("branch", search__class=search, cg__boolean__false_first="false")[:2] == [
        "false true null",
        "false false null",
    ]


@both
def test_named_choices(search: str) -> None:
    assert sorted(lines("named", search__class=search)) == ["1 1", "1 2", "2 2", "2 3", "2 4"]


@both
def test_replays(search: str) -> None:
    report = explore("error", search__class=search)
    assert [e.message for e in report.errors] == ["java.lang.AssertionError: six"]
    again = explore("error", replay=report.errors[0].replay)
    assert [e.message for e in again.errors] == ["java.lang.AssertionError: six"]
    assert again.errors[0].trace == report.errors[0].trace


@both
@pytest.mark.parametrize("storage", ["JenkinsStateSet", "exact"])
def test_they_are_part_of_the_state(search: str, storage: str) -> None:
    assert sorted(lines("matched", search__class=search, vm__storage__class=storage)) == ["1", "2"]


@both
def test_set_back_is_not_set(search: str) -> None:
    """What is as configured is no state of its own."""
    assert lines("back", search__class=search, mine="0") == ["0"]


@both
@por
def test_threads(search: str, reduced: str) -> None:
    config = {"search__class": search, "vm__por": reduced}
    assert set(lines("threads", **config)) == {"1", "2", "3"}
    assert set(lines("later", **config)) == {"0", "1"}


def test_too_late() -> None:
    def warning(key: str) -> str:
        return f"warning: Verify.setProperties: {key} has no effect once the program runs"

    with pytest.warns(jpfpy.JPFWarning, match="search.depth_limit has no effect"):
        report = explore("late")
    assert report.output.split() == ["true", "false"]
    assert report.notes == [warning(k) for k in ("search.depth_limit", "race.include", "listener")]
    done = subprocess.run(
        [*support.JPF, "--run", "-cp", str(support.compiled("choice")), "Settings", "late"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["true"] and warning("search.depth_limit") in done.stderr


def test_wrong_value() -> None:
    with pytest.raises(jpfpy.ConfigError, match=r"cg\.boolean\.false_first=flase: true or false expected"):
        explore("wrong")


class Look(jpfpy.Listener):
    def __init__(self) -> None:
        self.seen: set[str] = set()

    def choice_generator_set(self, vm: Any, new_cg: Any) -> None:
        self.seen.add(vm.config.get("mine"))


class Between(jpfpy.IntChoiceGenerator):
    def __init__(self, config: Any, id: str) -> None:
        super().__init__(config, id)
        self.low, self.high = config.get_int(f"{id}.low"), config.get_int(f"{id}.high")

    def choices(self) -> Any:
        return range(self.low, self.high + 1)


@both
def test_what_python_sees_of_them(search: str) -> None:
    config: dict[str, Any] = {"vm.jdk": str(support.default_jdk()), "vm.cache": support.cache_dir()}
    config["search.class"] = search
    classes = support.compiled("choice")
    look = Look()
    jpfpy.verify("Settings", "branch", classpath=classes, config=config, listeners=[look])
    assert look.seen == {"", "3"}
    report = jpfpy.verify("Settings", "own", classpath=classes, config={**config, "x.class": Between})
    assert sorted(report.output.splitlines()) == ["1 1", "1 2", "2 2", "2 3", "2 4"]


@both
def test_a_generator_in_python_that_only_the_program_names(search: str) -> None:
    """Nothing in Python is configured when the search begins."""
    assert lines("python", "tests.choice_kinds:Countdown", "start=3", search__class=search) == ["3", "2", "1", "0"]
    for name, why in (("tests.choice_kinds:Nobody", "has no Nobody"), ("nowhere:X", "no module named nowhere")):
        with pytest.raises(jpfpy.ConfigError, match=f"{name}: .*{why}"):
            explore("python", name, "start=3", search__class=search)
