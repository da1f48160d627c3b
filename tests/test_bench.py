"""The benchmark: its twins are the same programs in both languages, and its figures mean what their heads say."""

from __future__ import annotations

import pytest

import jpfpy
from tests import support
from tests.bench import pages, reductions, spin, twins
from tests.bench.measure import Sample, slope, table
from tests.bench.programs import VISIBLE

needs_spin = pytest.mark.skipif(not spin.there(), reason="spin or cc is not here")


@needs_spin
@pytest.mark.parametrize("model,defines,known", twins.LITERATURE[1::2])
def test_twins_have_the_states_of_the_literature(model, defines, known):
    assert spin.states(model, defines.split()).states_new == known


@needs_spin
@pytest.mark.parametrize("args,model,defines,traces", [s for s in twins.SAME if "2 2 1 2" not in s[0]][::2])
def test_twins_and_java_programs_have_the_same_transitions(args, model, defines, traces, classes):
    theirs = spin.states(model, ["-DSTEPS", *defines.split()])
    config = {"search.class": "dfs", **VISIBLE}
    report = jpfpy.verify("Twins", *args.split(), classpath=classes, config=config)
    found = report.statistics
    before = found.states_new - theirs.states_new
    assert (found.states_visited, before >= 0) == (theirs.states_visited, True)
    assert found.transitions - theirs.transitions == before


@pytest.mark.parametrize("args,traces", [(s[0], s[3]) for s in twins.SAME if s[3] and s[3] < 100])
def test_java_programs_have_the_traces_of_the_literature(args, traces, classes):
    report = jpfpy.verify("Twins", *args.split(), classpath=classes, config={"search.class": "dpor"})
    assert report.ok and report.statistics.executions == traces


@pytest.fixture(scope="module")
def classes():
    source = support.ROOT / "tests/bench/java/Twins.java"
    return str(support.compile_texts({source.name: source.read_bytes()}))


def test_a_slope_is_the_exponent_of_the_size():
    assert slope([(n, 3.0 * n**1.5) for n in (10, 100, 1000)]) == pytest.approx(1.5)
    assert slope([(n, 7.0) for n in (10, 100, 1000)]) == pytest.approx(0)
    assert slope([(10, 1.0)]) is None and slope([(10, 1.0), (100, 0.0)]) is None


def test_start_up_is_taken_off_time_and_memory():
    start = Sample("hello", "spin", 0.25, 0.3, 130)
    s = Sample("x", "spin", 1.25, 1.3, 230, states_new=2**20, transitions=4_000_000).less(start)
    assert (s.work, s.rate, s.state_bytes) == (1.0, 4_000_000, 100.0)
    assert Sample("x", "spin", 0.251, 1, 130, transitions=10).less(start).rate is None
    assert "4,000,000" in table([s], start)


def test_a_table_is_put_where_its_page_has_a_place_for_it(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("a\n\n<!-- t: begin -->\n\nold\n\n<!-- t: end -->\n\nb\n")
    pages.put(page, "t", ["| x |", "|---|"])
    assert page.read_text() == "a\n\n<!-- t: begin -->\n\n| x |\n|---|\n\n<!-- t: end -->\n\nb\n"
    with pytest.raises(ValueError, match="no place for the table u"):
        pages.put(page, "u", [])


@pytest.mark.parametrize("name", [n for n, t in reductions.TABLES.items() if all(c.exact for c in t.columns.values())])
def test_the_counts_of_the_pages_about_reduction_hold(name, tmp_path):
    """`python -m tests.bench.reductions --write` counts them anew."""
    table = reductions.TABLES[name]
    _, *rows = pages.rows_of(support.ROOT / table.page, name)
    if not support.NIGHTLY:
        rows = rows[:2]
    found = list(reductions.filled(table, rows, reductions.Programs(str(tmp_path))))
    assert len(found) == len(rows) and [(row, wrong) for row, wrong in found if wrong] == []
