"""What a running search tells those who watch it: the line, the bar, and the estimate of what is to come."""

from __future__ import annotations

from typing import Any

from jpfpy.report.notebook import bar
from jpfpy.report.watching import Watch, fitted, short, to_come
from tests import support

TICK: Any = {
    **{"executions": 0, "executions_blocked": 0, "executions_cut": 0, "search": None, "errors": 0},
    **{"states_new": 1_234_567, "states_visited": 3_000_000, "transitions": 4_234_566, "depth": 120, "max_depth": 456},
    **{"bytes": 210 << 20, "state_bytes": 45 << 20, "disk_bytes": 0, "waiting": 523, "checkpoint_s": 12.3},
    **{"to_come": 2.1e6, "to_come_low": 1.2e6, "to_come_high": 3.4e6, "workers": []},
}


def line(width: int, seconds: float = 12.3, **more: Any) -> str:
    watch = Watch(0.5)
    watch.rate = 812_345
    watch.rates = more.pop("rates", [])
    tick: Any = dict(TICK, **more)
    return fitted(watch.parts(tick, seconds), width)


def test_three_digits() -> None:
    assert [short(n) for n in (0, 7, 999, 999.7, 1234, 81_234, 812_345, 1_234_567, 2.5e9, 3e12)] == [
        *("0", "7", "999", "1k", "1.23k", "81.2k", "812k", "1.23M", "2.5G", "3000G"),
    ]


def test_what_has_no_room_is_left_out_by_weight() -> None:
    whole = line(400)
    assert whole == (
        "12.3 s  1,234,567 states (812k/s)  ~2.1M to come (1.2M..3.4M)  depth 120/456  523 open  210.0 MiB  "
        "set 45.0 MiB  checkpoint in 12 s"
    )
    assert line(79) == "12.3 s  1,234,567 states (812k/s)  ~2.1M to come (1.2M..3.4M)  210.0 MiB"
    assert "2 threads: 400k + 412k/s" in line(100, rates=[4e5, 4.12e5])
    for width in range(1, 160):
        assert len(line(width, errors=3)) <= width
    assert "3 errors" in line(50, errors=3)


def test_nothing_is_guessed_at_once_or_out_of_nothing() -> None:
    assert "to come" not in line(400, seconds=1.0)
    none: Any = dict(TICK, **dict.fromkeys(("to_come", "to_come_low", "to_come_high")))
    assert to_come(none) == "" and bar(none) == ""
    some: Any = dict(TICK, to_come_low=1_234_567.0, to_come_high=3.45e6)
    assert "26 to 50 % of the states" in bar(some)


def ticks(search: str, **config: str) -> tuple[int, list[Any]]:
    from jpfpy import _jpf

    told: list[Any] = []
    text = (support.ROOT / "tests" / "bench" / "java" / "Counter.java").read_text()
    classes = support.compile_texts({"Counter.java": text})
    config = {"search__class": search, "vm__por": "false", **support.LARGE, **config}
    vm = _jpf.VM(support.config(classes, None, **config))
    report = vm.explore("Counter", ["3", "4"], None, told.append)
    return report["statistics"]["states_new"], told


def test_estimates_of_a_search() -> None:
    """Depth first and breadth first: there is an estimate in time, with its spread, and it is none of another kind."""
    for search in ("dfs", "bfs"):
        states, told = ticks(search)
        guesses = [p for p in told if p["to_come"] is not None and p["states_new"] > states / 3]
        for p in guesses:
            assert 0 <= p["to_come_low"] <= p["to_come"] <= p["to_come_high"]
            assert p["states_new"] + p["to_come_low"] < 3 * states and p["states_new"] + p["to_come_high"] > states / 3
        assert any(p["waiting"] > 0 for p in told) and all(p["checkpoint_s"] is None for p in told)


def test_estimates_of_several_threads() -> None:
    """Each says what it expects of its own path, and the sum is told while they search."""
    states, told = ticks("dfs", search__threads="2", jpf__stress__join="500")
    beside = [p for p in told if p["workers"]]
    assert all(p["to_come"] is not None for p in beside if p["states_new"] > states / 3)
    for p in beside:
        assert p["to_come"] is None or 0 <= p["to_come_low"] <= p["to_come"] <= p["to_come_high"]
    # the memory of all of them, beside the states that they share
    alone = ticks("dfs")[1][-1]
    assert beside[-1]["bytes"] - beside[-1]["state_bytes"] > 1.5 * (alone["bytes"] - alone["state_bytes"])


def test_time_to_the_next_checkpoint(tmp_path: Any) -> None:
    _, told = ticks("dfs", search__checkpoint=str(tmp_path / "c"), search__checkpoint_interval="600s")
    assert told and all(0 < p["checkpoint_s"] <= 600 for p in told)
