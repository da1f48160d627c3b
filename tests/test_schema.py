"""The JSON report is schema 1 (docs/reports.md), field by field, whatever the verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.support import BFS, jpf

OPTIONAL = object()
COUNT = int
PLACE = {"class": str, "method": str, "file": (str, None), "line": (int, None), "source": (str, None)}
LOCK = {"class": str, "id": str, "owner": (str, None)}
FRAME = {**PLACE, "locals": dict}
THREAD = {
    "id": COUNT,
    "name": str,
    "status": str,
    "daemon": bool,
    "waiting_for": (LOCK, None),
    "waits": (str, None),
    "owned": [LOCK],
    "frames": [FRAME],
}
CHOICE = {"id": str, "type": str, "value": str, "index": COUNT, "total": COUNT}
SHRUNK = {
    **dict.fromkeys("transitions_before transitions switches_before switches executions".split(), COUNT),
    "cut": bool,
    "fewest": bool,
    "why": (str, None),
}
ERROR = {
    "id": COUNT,
    "property": str,
    "kind": {"deadlock", "uncaught_exception", "race", "livelock", "property"},
    "exception": (str, None),
    "message": str,
    "thread": str,
    "location": (PLACE, None),
    "replay": str,
    "shrunk": SHRUNK,
    "trace": [{"thread": str, "thread_id": COUNT, "choice": CHOICE, "steps": [PLACE]}],
    "snapshot": [THREAD],
}
CONTRACT_STATISTICS = {
    "elapsed_s": float,
    "startup_s": float,
    "choice_generators": {"thread": COUNT, "data": COUNT},
    "constraints": [str],
    **dict.fromkeys(
        """states_new states_visited states_backtracked states_restored end_states max_depth transitions
        instructions state_bytes peak_rss_bytes loaded_classes loaded_methods""".split(),
        COUNT,
    ),
}
REPORT = {
    "schema": COUNT,
    "jpfpy": str,
    "jdk": str,
    "target": str,
    "args": [str],
    "result": {"no_errors", "violation", "incomplete", "error"},
    "complete": bool,
    "interrupted": bool,
    "errors": [ERROR],
    "statistics": CONTRACT_STATISTICS,
    "output": str,
    "config": dict,
    "seed": COUNT,
}


def fits(value: Any, shape: Any, at: str) -> None:
    """`value` has the shape; only statistics and errors may have fields besides (docs/reports.md)."""
    if isinstance(shape, tuple):
        if value is not None:
            fits(value, shape[0], at)
    elif isinstance(shape, list):
        assert isinstance(value, list), at
        for i, x in enumerate(value):
            fits(x, shape[0], f"{at}[{i}]")
    elif isinstance(shape, set):
        assert value in shape, (at, value)
    elif isinstance(shape, dict):
        assert isinstance(value, dict), at
        assert set(shape) <= set(value), (at, set(shape) - set(value))
        if shape is not CONTRACT_STATISTICS and shape is not ERROR:
            assert set(value) == set(shape), (at, set(value) - set(shape))
        for key, inner in shape.items():
            fits(value[key], inner, f"{at}.{key}")
    elif shape is int:
        assert type(value) is int and value >= 0, (at, value)
    else:
        assert isinstance(value, shape), (at, value)


def coherent(r: dict[str, Any]) -> None:
    """What the fields must say together."""
    s = r["statistics"]
    assert r["schema"] == 1
    assert (r["result"] == "violation") == bool(r["errors"])
    assert (r["result"] == "no_errors") <= r["complete"] and (r["result"] == "incomplete") <= (not r["complete"])
    assert (r["result"] == "incomplete") == bool(s["constraints"] and not r["errors"])
    assert 0 <= s["startup_s"] <= s["elapsed_s"]
    assert s["max_depth"] <= s["states_new"] + max(0, s["setup_transitions"] - 1)
    assert s["transitions"] == s["states_new"] + s["states_visited"] - (s["setup_transitions"] > 0)
    assert s["end_states"] <= s["transitions"] and s["states_new"] <= s["transitions"]
    assert s["peak_rss_bytes"] > 1 << 20 and s["loaded_classes"] > 100 and s["loaded_methods"] > s["loaded_classes"]
    assert [e["id"] for e in r["errors"]] == list(range(1, len(r["errors"]) + 1))
    for e in r["errors"]:
        assert (e["kind"] == "uncaught_exception") == (e["exception"] is not None) == ("stack" in e)
        assert e["replay"].startswith("j1:") and e["message"]
        assert e["trace"][0]["choice"]["id"] == "ROOT"
        now, was = ([e["shrunk"][k + b] for k in ("switches", "transitions")] for b in ("", "_before"))
        assert now <= was and now[1] == len(e["trace"]) and not (e["shrunk"]["why"] and now != was)
        for t in e["trace"]:
            assert t["choice"]["index"] < t["choice"]["total"]
            assert t["choice"]["type"] != "ThreadChoiceFromSet" or t["choice"]["value"] == t["thread"]
        for t in e["snapshot"]:
            if t["waiting_for"]:
                assert t["waiting_for"]["id"] in t["waits"]
            for lock in t["owned"]:
                assert lock["owner"] == t["name"]
            if e["kind"] == "deadlock" and not t["daemon"]:
                assert t["waits"], "a thread of a deadlock waits for something"


CASES: list[tuple[str, str, tuple[str, ...]]] = [
    ("DiningOrdered", "no_errors", ()),
    ("DiningDeadlock", "violation", ()),
    ("RacyAccount", "violation", ("+search.multiple_errors=true",)),
    ("ClinitDeadlock", "violation", ("+search.multiple_errors=true",)),
    ("LostWakeup", "violation", ("+search.class=BFSearch",)),
    ("JoinSelf", "violation", ()),
    ("ParkForever", "violation", ()),
    ("VerifyValues", "no_errors", ()),
    ("ExitEndsPath", "violation", ()),
    ("DiningOrdered", "incomplete", ("+search.state_limit=3",)),
    ("DiningOrdered", "incomplete", ("+search.depth_limit=4", "+vm.por=false")),
]


@pytest.mark.parametrize(("name", "result", "options"), CASES, ids=lambda x: x if isinstance(x, str) else "")
@pytest.mark.slow
def test_report_fits_the_schema(name: str, result: str, options: tuple[str, ...], tmp_path: Path) -> None:
    options = tuple(o.replace("BFSearch", BFS) for o in options)
    file = tmp_path / "r.json"
    source = support.TESTS / "java" / "conc" / f"{name}.java"
    done = jpf("--quiet", "--json", file, *options, source, "an arg", "")
    r = json.loads(file.read_text(encoding="utf-8"))
    assert (r["result"], r["args"], r["target"]) == (result, ["an arg", ""], str(source))
    assert done.returncode == {"no_errors": 0, "violation": 1, "incomplete": 3}[result]
    fits(r, REPORT, "report")
    coherent(r)
    for e in r["errors"]:
        for place in [e["location"], *(s for t in e["trace"] for s in t["steps"])]:
            text = source.read_text().splitlines()[place["line"] - 1].strip()
            assert (place["file"], place["source"]) == (source.name, text)
