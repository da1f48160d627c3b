"""State and path counts that can be derived by hand."""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import Any

import pytest

from tests import support


def straight(n: int) -> str:
    return f"public class Straight{n} {{ static int x; public static void main(String[] a) {{ {' '.join(f'x = {i};' for i in range(n))} }} }}"


def grid(m: int, n: int) -> str:
    """main starts T, then writes y m times; T writes x n times; nobody waits for anybody."""
    ys, xs = " ".join(f"y = {i};" for i in range(m)), " ".join(f"x = {i};" for i in range(n))
    return (
        f"public class Grid{m}{n} {{ static int x, y;"
        f" static class T extends Thread {{ public void run() {{ {xs} }} }}"
        f" public static void main(String[] a) {{ new T().start(); {ys} }} }}"
    )


def data(widths: tuple[int, ...]) -> str:
    sum_of = " ".join(f"s = s * 10 + gov.nasa.jpf.vm.Verify.getInt(1, {w});" for w in widths)
    return f"public class Data{''.join(map(str, widths))} {{ public static void main(String[] a) {{ int s = 0; {sum_of} System.out.println(s); }} }}"


GROWN = """public class Grown { static int s; public static void main(String[] a) {
    s = gov.nasa.jpf.vm.Verify.getInt(1, 300) * 1000; s += gov.nasa.jpf.vm.Verify.getInt(1, 300);
    gov.nasa.jpf.vm.Verify.getBoolean(); gov.nasa.jpf.vm.Verify.getBoolean(); } }"""
GRIDS = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (3, 2)]
WIDTHS = [(2,), (3, 2), (2, 2, 2), (4, 3)]


@functools.cache
def classes() -> Path:
    sources = {f"Straight{n}": straight(n) for n in (0, 1, 5)}
    sources |= {f"Grid{m}{n}": grid(m, n) for m, n in GRIDS}
    sources |= {f"Data{''.join(map(str, w))}": data(w) for w in WIDTHS}
    sources["Grown"] = GROWN
    return support.compile_texts({f"{name}.java": text for name, text in sources.items()})


def count(name: str, key: str = "states_new", **extra: str) -> Any:
    report = support.explore(name, classes(), **extra)
    assert report["result"] == "no_errors" and report["complete"], report["statistics"]["constraints"]
    return report["statistics"][key]


@pytest.mark.parametrize("n", [0, 1, 5])
def test_straight_line(n: int) -> None:
    """n writes of one thread, every reduction off: a state before each write (the boundary comes before the
    action), one before the thread's exit, and the end state: n + 2. With the reductions on one thread has
    nothing to interleave with: no choice, the end state alone, and one path."""
    assert count(f"Straight{n}", vm__por="false") == n + 2
    assert count(f"Straight{n}") == 1
    assert count(f"Straight{n}", "end_states") == 1


@pytest.mark.parametrize(("m", "n"), GRIDS)
def test_grid_of_two_independent_threads(m: int, n: int) -> None:
    """After start, main has m writes and its exit to do, T its start, n writes and its exit. The variables
    are disjoint, so a state is a pair of positions: (m + 2)(n + 3) states. What comes before start is
    the same for all m and n and cancels out against Grid00's 2 * 3."""
    difference = count(f"Grid{m}{n}", vm__por="false") - count("Grid00", vm__por="false")
    assert difference == (m + 2) * (n + 3) - 6


@pytest.mark.parametrize(("m", "n"), GRIDS)
def test_paths_of_two_independent_threads(m: int, n: int) -> None:
    """Without matching every maximal path is its own: the shuffles of m + 1 actions with n + 2."""
    assert count(f"Grid{m}{n}", "end_states", vm__por="false", vm__storage__class="none") == math.comb(m + n + 3, m + 1)


@pytest.mark.parametrize("widths", WIDTHS, ids=str)
def test_data_choices(widths: tuple[int, ...]) -> None:
    """Nothing forgets a choice here: the tree of choices. A state stands before each choice (1, w1, w1 w2,
    ...) and every leaf is a path to the one end state; the output has every combination once."""
    name = f"Data{''.join(map(str, widths))}"
    inner = sum(math.prod(widths[:i]) for i in range(len(widths)))
    assert count(name) == inner + 1
    assert count(name, "end_states") == math.prod(widths)
    report = support.explore(name, classes())
    assert len(set(report["output"].split())) == len(report["output"].split()) == math.prod(widths)


def test_a_set_that_has_grown_finds_what_it_has() -> None:
    """A state before each choice, and those at the end: 1, 300, and three times 90,000, the last ones reached twice
    each. The set of keys is made larger in place, in small steps once it is large."""
    assert count("Grown", **support.LARGE) == 1 + 300 + 3 * 90000
