"""Chains of searches that limits end, each of which goes on from the last one's checkpoint under another limit: each
comes to the counts of the search that one of them would have been."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf
from tests import support
from tests.test_checkpoints import QUEUES, SEARCHES, told

DEQUE = """
import java.util.concurrent.atomic.*;
public class Stolen {
    static int[] items = new int[4];
    static volatile int bottom;
    static AtomicInteger top = new AtomicInteger();
    static AtomicIntegerArray taken = new AtomicIntegerArray(2);
    static void push(int v) { int b = bottom; items[b] = v; bottom = b + 1; }
    static int take() {
        int b = bottom - 1;
        bottom = b;
        int t = top.get();
        if (b < t) { bottom = t; return -1; }
        int v = items[b];
        if (b > t) return v;
        if (!top.compareAndSet(t, t + 1)) v = -1;
        bottom = t + 1;
        return v;
    }
    static int steal() {
        int t = top.get();
        if (t >= bottom) return -1;
        int v = items[t];
        return top.compareAndSet(t, t + 1) ? v : -1;
    }
    static void use(int v) {
        if (v >= 0 && taken.getAndIncrement(v) != 0) throw new AssertionError("twice");
    }
    public static void main(String[] args) throws InterruptedException {
        Thread[] thieves = new Thread[2];
        for (int i = 0; i < 2; i++) (thieves[i] = new Thread(() -> use(steal()))).start();
        for (int i = 0; i < 2; i++) { push(i); if (i == 1) use(take()); }
        for (int v; (v = take()) >= 0;) use(v);
        for (Thread t : thieves) t.join();
    }
}
"""
# Those that a limit of transitions ends in the middle; the others are written between executions (test_checkpoints).
KINDS = ("default", "dfs", "no reduction", "no symmetry", "exact", "locks", "dynamic", "dynamic auto", "dpor")
KINDS += ("bfs", "RandomHeuristic", "beam", "iddfs", "preemptions", "delays")
LIMIT = "search.transition_limit"
FAR = "500000"
PARTS = 12


@functools.cache
def classes() -> Path:
    return support.compile_texts({"Stolen.java": DEQUE})


def config(search: str, **more: str) -> dict[str, str]:
    keys = {k: v for k, v in SEARCHES[search].items() if k != "search__transition_limit"}
    return support.config(classes(), **keys, **more)


def explore(config: dict[str, str]) -> dict[str, Any]:
    return _jpf.VM(config).explore("Stolen", [])


def unlike_limits(report: dict[str, Any], search: str) -> dict[str, Any]:
    # A bound by what was looked at, which a path that is executed again adds to.
    return told(report, search in QUEUES) | {"notes": None, "complete": None, "collision_bound": None}


@pytest.mark.parametrize("search", KINDS)
def test_limits_are_raised(search: str, tmp_path: Path) -> None:
    """Wherever a limit ends it, the last one among them, which is none."""
    file = tmp_path / "c"
    keys = config(search)
    whole = explore({**keys, LIMIT: FAR})
    n = whole["statistics"]["transitions"]
    for chain in ([n * k // PARTS] for k in range(1, PARTS)):
        parts = {**keys, "search.checkpoint": str(file)}
        for at in [chain[0], chain[0] + 1, chain[0] + n // PARTS, 0]:
            done = explore({**parts, LIMIT: str(at)})
            if not file.exists():
                break
            parts["jpf.resume"] = str(file)
        assert unlike_limits(done, search) == unlike_limits(whole, search), chain
        file.unlink(missing_ok=True)


@pytest.mark.parametrize("search", KINDS)
def test_limits_are_given_later(search: str, tmp_path: Path) -> None:
    """To a search that began without one."""
    file = tmp_path / "c"
    keys = {**config(search), "search.checkpoint": str(file)}
    whole = explore(config(search))
    total = whole["statistics"]["transitions"] + whole["statistics"]["restarted_transitions"]
    for part in range(1, 4):
        explore({**keys, "jpf.stress.checkpoint": str(total * part // 4)})
        assert file.exists()
        done = explore({**keys, "jpf.resume": str(file), LIMIT: FAR})
        assert unlike_limits(done, search) == unlike_limits(whole, search), part
        file.unlink(missing_ok=True)


def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    file, keys = tmp_path / "notes.txt", {"search.checkpoint": str(tmp_path / "notes.txt")}
    for text in ("", "not to be lost\n"):
        file.write_text(text)
        with pytest.raises(jpfpy.ConfigError, match=r"^search\.checkpoint=.*notes\.txt: .* is no checkpoint"):
            jpfpy.verify("Stolen", classpath=classes(), config=keys)
        assert file.read_text() == text
    with pytest.raises(jpfpy.ConfigError, match="cannot be written"):
        jpfpy.verify("Stolen", classpath=classes(), config={"search.checkpoint": "/proc/x"})
    file.unlink()
    for _ in range(2):  # what such a search has written is written anew
        jpfpy.verify("Stolen", classpath=classes(), config={**keys, LIMIT: "100"})
        assert file.exists()
        assert not Path(f"{file}.new").exists()
