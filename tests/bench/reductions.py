"""The figures of the pages about reduction: counted anew, in the rows that stand there.

    python -m tests.bench.reductions [--write] [table ...]

A table stands between two comments with its name. Its rows say which programs are run; a column that is not counted
here (traces, other tools, what was before) and an empty cell stay as they are. Without --write each cell that no
longer holds is printed, and the exit status is 1 if a count is among them: counts do not depend on the machine, so a
change of them is a change of the engine. CPU seconds do, and are written only."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from jpfpy.target import jdk
from jpfpy.target.paths import API_JAR

from . import ours
from .__main__ import ROOT
from .measure import Sample
from .pages import head, line, put, rows_of

FOLDERS = ("tests/bench/java", "examples/philosophers", "examples", "tests/java/por", "tests/java/rest")
DFS = {"search.class": "dfs"}
EVERYTHING = {**DFS, "vm.por": "false"}
DYNAMIC = {**DFS, "vm.por": "dynamic"}
DPOR = {"search.class": "dpor"}
NAMED = {**DFS, "vm.por.symmetry": "false"}
ALL_ERRORS = {"search.multiple_errors": "true"}  # also where there is an error
UNFILTERED = {**DFS, "vm.por.persistent": "false", "vm.por.sleep_sets": "false"}

Cell = Callable[[Sample, list[str]], str]  # of a run, and the row as far as it is filled


class Column(NamedTuple):
    """Cells with `cell` are counted from a search with `config`."""

    config: dict[str, str]
    cell: Cell
    exact: bool = True


class Table(NamedTuple):
    page: str
    program: Callable[[str, int], str]  # of a row's first cell, and a column: class and arguments
    columns: dict[int, Column]


def statistic(s: Sample, name: str) -> int:
    value = s.extra["statistics"][name]
    assert isinstance(value, int)
    return value


def bound(s: Sample, text: str) -> str:
    return f"more than {text}" if s.note == "incomplete" else text


def count(*names: str) -> Cell:
    return lambda s, _: bound(s, " / ".join(f"{statistic(s, name):,}" for name in names))


STATES, TRANSITIONS, EXECUTIONS = count("states_new"), count("transitions"), count("executions")
BOTH = count("states_new", "transitions")


def whole(cell: Cell, otherwise: str) -> Cell:
    """What stands there instead where the search did not end."""
    return lambda s, row: otherwise if s.note == "incomplete" else cell(s, row)


def left_out(s: Sample, row: list[str]) -> str:
    every = int(row[2].replace("more than", "").replace(",", ""))
    return f"{100 - 100 * statistic(s, 'states_new') / every:.1f} %"


def rate(s: Sample, _: list[str]) -> str:
    return f"{round(statistic(s, 'executions') / s.cpu_s, -2):,.0f}"


def limited(config: dict[str, str], **limits: int) -> dict[str, str]:
    return {**config, **{f"search.{name}_limit": str(value) for name, value in limits.items()}}


def named(first: str, _: int) -> str:
    return first


def behind(cls: str) -> Callable[[str, int], str]:
    return lambda first, _: f"{cls} {first}"


def sized(rows: dict[str, str], sizes: tuple[int, ...]) -> Callable[[str, int], str]:
    """One size in each column."""
    return lambda first, column: f"{rows[first]} {sizes[column - 1]}" if first in rows else ""


def grown(sizes: tuple[int, ...], cell: Cell) -> dict[int, Column]:
    config = limited(DFS, transition=500_000)
    return {1 + i: Column(config, whole(cell, "no end")) for i in range(len(sizes))}


KNOWN_SIZES = {
    "3 threads that each add to a counter twice": "counter 3 2",
    "3 threads that each add to three counters": "cinc 3",
    "CAS in rotation, 9 threads": "casrot 9",
    "LastZero, 13 writers": "lastzero 13",
    "LastZero, 15 writers": "lastzero 15",
    "Readers, 13": "readers 13",
    "Indexer, 15 threads": "indexer 15",
    "FileSystem, 26 threads": "filesystem 26",
    "LastZero, 10 writers": "lastzero 10",
    "Sigma, 5 threads": "sigma 5",
    "Indexer, 12 threads": "indexer 12",
}
CALLS = {
    "`merge`, `compute`, `computeIfAbsent` of one key": "Owed merge",
    "`Phaser.arriveAndAwaitAdvance`": "Owed phaser",
    "`Exchanger.exchange`": "Owed exchange",
    "`reads`: `ReentrantReadWriteLock`": "Owed reads",
}
BEFORE_JOINS = {
    "takes the lock that they take, once": "Keeps sync",
    "twice": "Keeps twice",
    "writes the volatile field that they write": "Keeps volatile",
    "wakes them all up from `wait`": "Keeps wait",
}
ON = Column(DFS, TRANSITIONS)
ON_DYNAMIC = Column(DYNAMIC, TRANSITIONS)
TRACES = {3: ON, 4: ON_DYNAMIC, 5: Column(DPOR, TRANSITIONS)}
TABLES = {
    "all-reductions": Table(
        "docs/por-tables.md",
        named,
        {
            2: Column({**limited(EVERYTHING, state=2_000_000), **ALL_ERRORS}, whole(STATES, "more than 2,000,000")),
            3: Column({**DFS, **ALL_ERRORS}, STATES),
            4: Column({**DFS, **ALL_ERRORS}, left_out),
        },
    ),
    "pairs": Table(
        "docs/por-tables.md",
        behind("Handoff"),
        {1: Column(EVERYTHING, STATES), 2: Column(UNFILTERED, STATES), 3: Column(DFS, STATES)},
    ),
    "literature": Table("docs/por-tables.md", behind("Traces"), TRACES),
    "programs": Table("docs/por.md", behind("Traces"), TRACES),
    "two": Table("docs/por-tables.md", named, {1: ON, 2: ON_DYNAMIC}),
    "structures": Table(
        "docs/por-tables.md",
        behind("Structures"),
        {
            1: Column(limited(EVERYTHING, state=400_000), whole(BOTH, "more than 400,000")),
            2: Column(DFS, BOTH),
            3: Column(DYNAMIC, BOTH),
            4: Column(limited(DPOR, transition=500_000), whole(TRANSITIONS, "more than 500,000")),
            5: Column(limited(DPOR, transition=500_000), whole(EXECUTIONS, "")),
        },
    ),
    "symmetry": Table("docs/por-tables.md", named, {1: Column(NAMED, STATES), 2: Column(DFS, STATES)}),
    "joins": Table("docs/por-tables.md", sized(BEFORE_JOINS, (4, 8, 16)), grown((4, 8, 16), STATES)),
    "calls": Table("docs/por-tables.md", sized(CALLS, (2, 4, 8, 16)), grown((2, 4, 8, 16), TRANSITIONS)),
    "executions": Table(
        "docs/dpor.md",
        lambda first, _: f"Traces {KNOWN_SIZES[first]}",
        {
            1: Column(DPOR, EXECUTIONS),
            2: Column(DPOR, TRANSITIONS),
            3: Column(DPOR, lambda s, _: f"{s.cpu_s:.2g} s", exact=False),
            4: Column(DPOR, rate, exact=False),
        },
    ),
    "beside": Table(
        "docs/dpor.md",
        lambda first, _: f"Traces {KNOWN_SIZES[first]}",
        {2: Column(DPOR, TRANSITIONS), 3: ON},
    ),
}


class Programs:
    """Classes, compiled when they are asked for, and what was run of them."""

    def __init__(self, out: str) -> None:
        self.out, self.java = Path(out), jdk.find()
        self.classes: dict[str, str] = {}
        self.runs: dict[tuple[str, str], Sample] = {}

    def compiled(self, cls: str) -> str:
        if cls not in self.classes:
            found = next(p for f in FOLDERS for p in sorted((ROOT / f).rglob(f"{cls}.java")))
            into = self.out / cls
            into.mkdir()
            assert self.java.javac is not None
            path = ["-cp", API_JAR, "-sourcepath", str(found.parent)]
            subprocess.run([self.java.javac, "-g", "-nowarn", "-proc:none", *path, "-d", into, found], check=True)
            self.classes[cls] = str(into)
        return self.classes[cls]

    def run(self, program: str, config: dict[str, str]) -> Sample:
        key = (program, repr(config))
        if key not in self.runs:
            cls, *args = program.split()
            self.runs[key] = ours.explore(program, self.java, self.compiled(cls), cls, args, config, 1, 1200)
        return self.runs[key]


def filled(table: Table, rows: list[list[str]], programs: Programs) -> Iterator[tuple[list[str], dict[int, Any]]]:
    """Each row anew, with the cells that were counted and do not hold any more: what stood there."""
    for old in rows:
        row, wrong = list(old), {}
        for i, column in table.columns.items():
            program = table.program(old[0], i)
            if not old[i] or not program:
                continue
            row[i] = column.cell(programs.run(program, column.config), row)
            if column.exact and row[i] != old[i]:
                wrong[i] = old[i]
        yield row, wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.reductions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--write", action="store_true", help="put the tables into the pages")
    parser.add_argument("tables", nargs="*", metavar="table", help=f"of {', '.join(TABLES)}")
    options = parser.parse_args()
    if unknown := [t for t in options.tables if t not in TABLES]:
        parser.error(f"no table {unknown[0]}; there are {', '.join(TABLES)}")
    changed = 0
    with tempfile.TemporaryDirectory(prefix="jpfpy-reductions-") as out:
        programs = Programs(out)
        for name in options.tables or TABLES:
            table = TABLES[name]
            first, *rows = rows_of(ROOT / table.page, name)
            new = []
            for row, wrong in filled(table, rows, programs):
                new.append(row)
                changed += len(wrong)
                for i, was in wrong.items():
                    print(f"{name}: {row[0]}, {first[i]}: {row[i]}, and not {was}", flush=True)
            if options.write:
                put(ROOT / table.page, name, [*head(first), *map(line, new)])
    print(f"{changed} counts have changed")
    return 1 if changed and not options.write else 0


if __name__ == "__main__":
    sys.exit(main())
