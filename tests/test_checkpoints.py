"""Searches that are ended and gone on with, at moments that are counted, and killed at some that are not: they come to
what the search that was never ended comes to, count for count."""

from __future__ import annotations

import functools
import json
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy import _jpf, bp
from jpfpy.config import Config
from jpfpy.engine import Job
from tests import bp_programs, gen, support
from tests.bp_tables import random_table, table_text
from tests.support import CONC, JPF, KILLS, NIGHTLY, compiled, seeds

PROGRAMS = seeds(6, 300)
# Of the process, and what it takes of memory.
OWN = {
    *("elapsed_s", "startup_s", "cpu_s", "peak_bytes", "peak_rss_bytes", "boot_image", "state_bytes", "constraints"),
    *("loaded_classes", "loaded_methods"),
}
ALL = {"search__multiple_errors": "true", "search__transition_limit": "20000"}
PATHS = {"search__multiple_errors": "true", "search__RandomSearch__path_limit": "60"}
# States are gone back to by executing their paths once more: bytecodes, and what they met.
AGAIN = {
    "instructions",
    "restored_by_execution",
    "restored_by_execution_why",
    "restarted_instructions",
    "objects_exposed",
    "boundaries_met",
    "boundaries_skipped",
    "fields_assumed",
}
QUEUES = {"bfs", "RandomHeuristic", "beam"}
SEARCHES: dict[str, dict[str, str]] = {
    "default": {},
    "dfs": {"search__class": "dfs", **ALL},
    "no reduction": {"search__class": "dfs", "vm__por": "false", **ALL},
    "no symmetry": {"search__class": "dfs", "vm__por__symmetry": "false", **ALL},
    "exact": {"search__class": "dfs", "vm__storage__class": "exact", **ALL},
    "bits": {"search__class": "dfs", "vm__storage__class": "bitstate:20", **ALL},
    "any order": {"search__class": "dfs", "cg__randomize_choices": "VAR_SEED", "cg__seed": "3"},
    "turns": {"jpf__stress__turns": "15"},
    **{k: {"search__class": k, **ALL} for k in ("bfs", "RandomHeuristic", "beam", "iddfs", "preemptions", "delays")},
    **{k: {"search__class": k, **PATHS} for k in ("random", "pct", "pos", "coverage", "mixed", "path")},
    "dpor": {"search__class": "dpor", **ALL, "search__transition_limit": "1500"},
    "dynamic": {"vm__por": "dynamic", "search__class": "dfs", **ALL},
    "dynamic auto": {"vm__por": "dynamic"},
    "livelock": {"search__class": "dfs", "search__properties": "LivelockProperty", **ALL},
    "depths": {"search__class": "dfs", "search__match_depth": "true", "search__depth_limit": "25", **ALL},
    "locks": {"search__class": "dfs", "vm__por__sync_detection__threshold": "1", "vm__por__persistent": "false", **ALL},
}
CONCURRENT = (
    "AtomicSection",
    "ByteViewRace",
    "LostWakeup",
    "NotifyChoice",
    "PrintUnderLock",
    "SpinCloses",
    "VerifyValues",
)


def told(report: dict[str, Any], again: bool = False) -> dict[str, Any]:
    """What two searches that are one in the end have in common."""
    errors = [(e["kind"], e["message"], e["replay"]) for e in report["errors"]]
    same = {k: report.get(k) for k in ("result", "complete", "output", "portfolio")}
    same["notes"] = [n for n in report.get("notes", ()) if "--resume" not in n]
    return {
        **same,
        "errors": errors,
        **{k: v for k, v in report["statistics"].items() if k not in (OWN | AGAIN if again else OWN)},
    }


def in_parts(
    config: dict[str, str], target: str, args: list[str], file: Path, rng: random.Random, transitions: int
) -> dict[str, Any]:
    """The search, ended up to three times and gone on with."""
    config = {**config, "search.checkpoint": str(file)}
    report: dict[str, Any] = {}
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(1, transitions)
        report = _jpf.VM({**config, "jpf.stress.checkpoint": str(at)}).explore(target, args)
        if not file.exists():  # it came to its end before
            return report
        config["jpf.resume"] = str(file)
    return _jpf.VM(config).explore(target, args)


def same_in_parts(
    target: str,
    classes: Path,
    extra: dict[str, str],
    file: Path,
    seed: int,
    times: int = 1,
    args: list[str] | None = None,
) -> None:
    args = args or []
    whole = support.explore(target, classes, *args, **extra)
    if extra.get("cg__randomize_choices") == "VAR_SEED":
        extra = {**extra, "cg__randomize_choices": "FIXED_SEED", "cg__seed": str(whole["seed"])}
        whole = support.explore(target, classes, *args, **extra)
    statistics = whole["statistics"]
    transitions = statistics["transitions"] + statistics["restarted_transitions"]
    rng = random.Random(seed)
    for _ in range(times if transitions > 1 else 0):
        file.unlink(missing_ok=True)
        parts = in_parts(support.config(classes, **extra), target, args, file, rng, transitions)
        again = extra.get("search__class") in QUEUES
        if "jpf__stress__turns" in extra:  # whose turn it was when it ended is told, and what that one had not counted
            assert (parts["result"], parts["complete"]) == (whole["result"], whole["complete"])
            assert bool(parts["errors"]) == bool(whole["errors"])
        else:
            assert told(parts, again) == told(whole, again)


@functools.cache
def programs() -> Path:
    return support.compile_texts({f"{g.name}.java": g.java() for g in map(gen.Generator, PROGRAMS)})


@pytest.mark.parametrize("search", SEARCHES)
def test_random_programs(search: str, tmp_path: Path) -> None:
    for seed in PROGRAMS:
        same_in_parts(f"Conc{seed}", programs(), SEARCHES[search], tmp_path / "c", seed, 4 if NIGHTLY else 1)


@pytest.mark.parametrize("search", SEARCHES)
def test_programs(search: str, tmp_path: Path) -> None:
    names = sorted(p.stem for p in CONC.glob("*.java")) if NIGHTLY else CONCURRENT
    for name in names:
        same_in_parts(name, compiled("conc"), SEARCHES[search], tmp_path / "c", len(name), 4 if NIGHTLY else 1)


@pytest.mark.parametrize("search", ["dfs", "exact", "bfs", "dynamic"])
@pytest.mark.parametrize("how", ["array 5", "rounds 3", "after 3", "twice 3"])
def test_static_fields_that_forms_leave_out(how: str, search: str, tmp_path: Path) -> None:
    """Who goes on knows where main was seen to use them, and that states rest on it."""
    same_in_parts("Statics", compiled("por"), SEARCHES[search], tmp_path / "c", 7, 4, how.split())


BP_SEARCHES = (
    *(
        "default",
        "dfs",
        "bfs",
        "RandomHeuristic",
        "beam",
        "iddfs",
        "delays",
        "random",
        "pct",
        "pos",
        "coverage",
        "mixed",
    ),
    *("path", "any order", "exact"),
)
FEATURES: list[tuple[list[str], dict[str, str]]] = [
    (["turns"], {}),
    (["fair", "sometimes", "strong", "b"], {}),
    (["fair", "sometimes", "weak", "b"], {}),
    (["hotsteps", "choice"], {}),
    (["alarm"], {}),
    (["labels", "wrong"], {"bp__labels": "true"}),
    (["interrupting"], {}),
    (["pruned"], {}),
    (["choices"], {}),
]


@pytest.mark.parametrize("search", BP_SEARCHES)
def test_b_programs(search: str, tmp_path: Path) -> None:
    """With the cycles of hot states that lie on both sides of the moment where they were ended."""
    more = {"bp__suppress_deadlock": "true"}
    if "search__RandomSearch__path_limit" in SEARCHES[search]:
        more |= {"search__RandomSearch__path_limit": "12", "search__depth_limit": "60"}
    for i, (args, keys) in enumerate(FEATURES if NIGHTLY or search in ("dfs", "bfs") else FEATURES[::3]):
        same_in_parts("Features", compiled("bp"), {**SEARCHES[search], **keys, **more}, tmp_path / "c", i, 3, args)
    for seed in range(40 if NIGHTLY else 2):
        text = table_text(random_table(seed))
        same_in_parts("Tables", compiled("bp"), {**SEARCHES[search], **more}, tmp_path / "c", seed, 3, [text])


def in_one_thread(extra: dict[str, str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The random programs that are searched whole, and what one thread reports of them."""
    for seed in PROGRAMS:
        one = support.explore(f"Conc{seed}", programs(), **extra, search__transition_limit="8000")
        if one["complete"] and one["statistics"]["transitions"] >= 3:
            yield seed, one


@pytest.mark.parametrize("search", ["dfs", "no reduction", "no symmetry"])
def test_several_threads_go_on(search: str, tmp_path: Path) -> None:
    """With what one thread has written, at any moment; it does not matter how many are asked for meanwhile."""
    together, file = 0, tmp_path / "c"
    extra = {k: v for k, v in SEARCHES[search].items() if k != "search__transition_limit"}
    for seed, one in in_one_thread(extra):
        transitions = one["statistics"]["transitions"]
        rng = random.Random(seed)
        for threads in (1, 2, 3):
            config = {
                **support.config(programs(), **extra),
                "search.threads": str(1 + seed % 2),
                "jpf.stress.join": "1",
            }
            stop = {"search.checkpoint": str(file), "jpf.stress.checkpoint": str(rng.randrange(1, transitions))}
            _jpf.VM({**config, **stop}).explore(f"Conc{seed}", [])
            if not file.exists():
                continue
            many = _jpf.VM({**config, "jpf.resume": str(file), "search.threads": str(threads)}).explore(
                f"Conc{seed}", []
            )
            file.unlink()
            assert (many["result"], many["complete"]) == (one["result"], one["complete"]), (seed, threads)
            assert {(e["kind"], e["message"]) for e in many["errors"]} == {
                (e["kind"], e["message"]) for e in one["errors"]
            }
            assert {*many["output"].splitlines()} == {*one["output"].splitlines()}
            if search == "no reduction":
                for key in ("states_new", "states_visited", "transitions", "end_states"):
                    assert many["statistics"][key] == one["statistics"][key], (seed, threads, key)
            together += many.get("workers", {}).get("threads", 0) > 1
    assert together > 0


def alike_but_for_order(many: dict[str, Any], one: dict[str, Any], counts: bool, where: object) -> None:
    assert (many["result"], many["complete"]) == (one["result"], one["complete"]), where
    assert {(e["kind"], e["message"]) for e in many["errors"]} == {(e["kind"], e["message"]) for e in one["errors"]}
    assert {*many["output"].splitlines()} == {*one["output"].splitlines()}
    for key in ("states_new", "states_visited", "transitions", "end_states") if counts else ():
        assert many["statistics"][key] == one["statistics"][key], (where, key)


@pytest.mark.parametrize("search", ["dfs", "no reduction", "no symmetry"])
def test_several_threads_write(search: str, tmp_path: Path) -> None:
    """Any number of them goes on, and writes again."""
    parts, file = 0, tmp_path / "c"
    extra = {k: v for k, v in SEARCHES[search].items() if k != "search__transition_limit"}
    for seed, one in in_one_thread(extra):
        transitions = one["statistics"]["transitions"]
        rng = random.Random(seed)
        for _ in range(4 if NIGHTLY else 2):
            config = {**support.config(programs(), **extra), "jpf.stress.join": str(rng.choice((1, 5, 50)))}
            file.unlink(missing_ok=True)
            for _ in range(rng.choice((1, 2, 3))):
                often = {"jpf.stress.checkpoints": str(rng.randrange(1 + transitions // 5, transitions + 2))}
                stop = {"jpf.stress.checkpoint": str(rng.randrange(1, 1 + transitions // 2))}
                config |= {"search.checkpoint": str(file), "search.threads": str(rng.choice((2, 2, 3)))}
                many = _jpf.VM({**config, **rng.choice((often, stop))}).explore(f"Conc{seed}", [])
                parts += many.get("workers", {}).get("parts", 0)
                if not file.exists():
                    break
                config["jpf.resume"] = str(file)
            if file.exists():
                config["search.threads"] = str(rng.choice((1, 2, 3)))
                many = _jpf.VM(config).explore(f"Conc{seed}", [])
            alike_but_for_order(many, one, search == "no reduction", seed)
    assert parts > 0


def test_threads_are_given_anew(tmp_path: Path) -> None:
    file, report = tmp_path / "c", tmp_path / "r.json"
    assert run(begin("no reduction", file, "+jpf.stress.checkpoint=1000")).returncode in (1, 3)
    more = ["+search.checkpoint=", "+search.threads=2", "--json", str(report)]
    whole = long_search("no reduction")
    assert run([*JPF, "--resume", str(file), *more]).returncode == (1 if whole["errors"] else 0)
    many = json.loads(report.read_text())
    assert many["workers"]["threads"] == 2
    assert many["statistics"]["states_new"] == whole["statistics"]["states_new"]
    assert file.exists()


def test_writing_changes_nothing(tmp_path: Path) -> None:
    for name in ("LostWakeup", "NotifyChoice"):
        extra = SEARCHES["dfs"]
        whole = support.explore(name, compiled("conc"), **extra)
        often = {"search__checkpoint": str(tmp_path / "c"), "jpf__stress__checkpoints": "7"}
        assert told(support.explore(name, compiled("conc"), **extra, **often)) == told(whole)


# --- b-threads in Python ---


def wheels(**more: Any) -> jpfpy.Report:
    config = {"bp.python": "tests.bp_programs:wheels", "search.multiple_errors": True, "search.class": "dfs", **more}
    return jpfpy.verify("Mixed", "none", classpath=compiled("bp"), config=config)


def test_b_threads_in_python(tmp_path: Path) -> None:
    """What they are asked is asked again in its order, so that local states have the numbers that keys have of them."""
    file, rng = tmp_path / "c", random.Random(5)
    whole = told(dict(wheels().raw))
    for _ in range(2):
        at = rng.randrange(1, 12000)
        wheels(**{"search.checkpoint": str(file), "jpf.stress.checkpoint": str(at)})
        assert told(dict(jpfpy.resume(file).raw)) == whole


def test_other_b_threads_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, make = tmp_path / "c", bp_programs.wheels
    wheels(**{"search.checkpoint": str(file), "jpf.stress.checkpoint": "900"})
    monkeypatch.setattr(bp_programs, "wheels", lambda: make()[::-1])
    with pytest.raises(jpfpy.JPFError, match=r"--resume: .* in Python does something else than where"):
        jpfpy.resume(file)


def test_b_programs_that_cannot_be_written(tmp_path: Path) -> None:
    """They are refused before anything is searched."""
    file = {"search.checkpoint": str(tmp_path / "c")}
    with pytest.raises(jpfpy.JPFError, match=r"^search\.checkpoint: b-threads that are given as objects"):
        bp.BProgram(bp_programs.wheels()).verify(config=file)
    with pytest.raises(jpfpy.ConfigError, match=r"^search\.checkpoint and bp\.por=true"):
        jpfpy.verify("Features", "turns", classpath=compiled("bp"), config={**file, "bp.por": True})


@pytest.mark.parametrize("search", ["random", "pct", "pos", "mixed"])
def test_several_threads_that_draw_write(search: str, tmp_path: Path) -> None:
    """Between two executions of each: the same ones are made. An engine that joins executes the beginning once more."""
    file, shared = tmp_path / "c", 0
    for errors in ("true", "false"):
        keys = {"vm__por": "false", "search__multiple_errors": errors, "search__RandomSearch__path_limit": "200"}
        extra = {"search__class": search, **keys}
        for seed in PROGRAMS:
            one = support.explore(f"Conc{seed}", programs(), **extra)
            rng, transitions = random.Random(seed), one["statistics"]["transitions"]
            config = {**support.config(programs(), **extra), "jpf.stress.join": str(rng.choice((1, 5, 50)))}
            file.unlink(missing_ok=True)
            for last in (False, False, True):
                often = {"jpf.stress.checkpoints": str(rng.randrange(1 + transitions // 9, transitions + 2))}
                stop = {"jpf.stress.checkpoint": str(rng.randrange(1, 1 + transitions // 3))}
                config |= {"search.checkpoint": str(file), "search.threads": str(rng.choice((1, 2, 2, 3)))}
                many = _jpf.VM({**config, **(often if last else rng.choice((often, stop)))}).explore(f"Conc{seed}", [])
                shared += sum(n > 0 for n in many.get("workers", {}).get("transitions", ())[1:])
                if not file.exists():
                    break
                config["jpf.resume"] = str(file)
            if errors == "true" or not one["errors"]:
                lines = {"output": sorted(one["output"].splitlines())}
                assert sorted(many["output"].splitlines()) == lines["output"], seed
                assert told(many, True) | lines == told(one, True) | lines, seed
            else:  # executions behind that one may have ended by then
                assert [e["replay"] for e in many["errors"]] == [e["replay"] for e in one["errors"]], seed
    assert shared > 0


@pytest.mark.parametrize("search", ["random", "pct", "pos", "mixed"])
def test_the_last_execution_is_the_end(search: str, tmp_path: Path) -> None:
    """Nothing is written behind it: what went on from there took it for one more."""
    file = tmp_path / "c"
    extra = {"search__class": search, "vm__por": "false", "search__RandomSearch__path_limit": "20"}
    one = support.explore("LostWakeup", compiled("conc"), **extra, search__multiple_errors="true")
    config = support.config(compiled("conc"), **extra, search__multiple_errors="true", search__checkpoint=str(file))
    for less in range(3):
        at = {"jpf.stress.checkpoint": str(one["statistics"]["transitions"] - less)}
        report = _jpf.VM({**config, **at}).explore("LostWakeup", [])
        if file.exists():
            report = _jpf.VM({**config, "jpf.resume": str(file)}).explore("LostWakeup", [])
        assert told(report) == told(one), less


def test_engines_that_join_a_mixed_search_draw_as_one_would() -> None:
    """In whatever execution they come, each of which has a depth of its own."""
    extra = {"search__class": "mixed", "vm__por": "false", "search__RandomSearch__path_limit": "60"}
    extra["search__multiple_errors"] = "true"
    one = told(support.explore("LostWakeup", compiled("conc"), **extra), True)
    for at in range(1, 2000, 97):
        more = {"search__threads": "2", "jpf__stress__join": str(at)}
        many = told(support.explore("LostWakeup", compiled("conc"), **extra, **more), True)
        lines = {"output": sorted(many["output"].splitlines())}
        assert many | lines == one | {"output": sorted(one["output"].splitlines())}, at


# --- the command ---


LONG = {
    **{"search.class": "dfs", "vm.por": "false", "search.multiple_errors": "true", "search.shrink": "false"},
    **{k.replace("__", "."): v for k, v in support.LARGE.items()},
}


COUNT = """
public class Count {
    static int x, y, z;
    static void work() { for (int i = 0; i < 3; i++) { x = x * 3 + 1; y = x ^ y; z += y + i; } }
    public static void main(String[] a) { for (int i = 0; i < 3; i++) new Thread(Count::work).start(); }
}
"""
# What is killed: keys, and the command's target. Of CI the first three; make kills: all of them.
BRIEF = {"search.shrink": "false", "search.multiple_errors": "true"}
LONGER = {**BRIEF, "search.RandomSearch.path_limit": "6000"}
KILLED: dict[str, tuple[dict[str, str], list[str]]] = {
    "no reduction": (LONG, ["LostWakeup"]),
    "dpor": ({"search.class": "dpor", **BRIEF}, ["Traces", "readers", "9"]),
    "dynamic": ({"vm.por": "dynamic", **BRIEF}, ["Traces", "lastzero", "10"]),
    "default": (BRIEF, ["Traces", "lastzero", "8"]),
    "million": ({**LONG, "search.transition_limit": "1500000"}, ["Count"]),
    "exact": ({**LONG, "vm.storage.class": "exact"}, ["LostWakeup"]),
    **{k: ({**LONG, "search.class": k}, ["LostWakeup"]) for k in ("bfs", "RandomHeuristic")},
    "beam": (
        {"vm.por": "false", "search.heuristic.queue_limit": "300", **LONG, "search.class": "beam"},
        ["LostWakeup"],
    ),
    **{
        k: ({**LONG, "search.class": k, "search.transition_limit": "90000"}, ["LostWakeup"])
        for k in ("iddfs", "delays", "preemptions")
    },
    **{k: ({"search.class": k, **LONGER}, ["LostWakeup"]) for k in ("random", "pct", "pos", "coverage", "mixed")},
    "threads": ({**LONG, "search.threads": "2", "jpf.stress.join": "3000"}, ["LostWakeup"]),
    "threads, disk": (
        {
            **{**LONG, "search.threads": "2", "jpf.stress.join": "3000"},
            **{"search.spill": tempfile.gettempdir(), "jpf.stress.spill": "2000"},
        },
        ["LostWakeup"],
    ),
    "threads and reductions": ({**BRIEF, "search.threads": "2", "jpf.stress.join": "300"}, ["Traces", "lastzero", "9"]),
    **{
        f"threads, {k}": (
            {"search.class": k, "vm.por": "false", "search.threads": "2", "jpf.stress.join": "300", **LONGER},
            ["LostWakeup"],
        )
        for k in ("random", "pct", "pos", "mixed")
    },
    "b-program": ({"bp.suppress_deadlock": "true", **BRIEF}, ["Philosophers", "9"]),
    "b-threads in Python": ({"bp.python": "tests.bp_programs:wheels", **BRIEF}, ["Mixed", "none"]),
}


@functools.cache
def killed_classes(name: str) -> Path:
    if name == "Count":
        return support.compile_texts({"Count.java": COUNT})
    if name == "Philosophers":
        return support.compile_texts(
            {"Philosophers.java": (support.ROOT / "examples/bp/Philosophers.java").read_text()}
        )
    return compiled({"Traces": "por", "Mixed": "bp"}.get(name, "conc"))


def begin(search: str, file: Path, *more: str) -> list[str]:
    config, target = KILLED[search]
    keys = {
        **config,
        "search.checkpoint": str(file),
        "search.checkpoint_interval": "20ms",
        "vm.cache": support.cache_dir(),
    }
    return [*JPF, *(f"+{k}={v}" for k, v in keys.items()), *more, "-cp", str(killed_classes(target[0])), *target]


def run(args: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(args, capture_output=True, text=True, check=False, env=support.environment(), timeout=900)


@functools.cache
def long_search(search: str) -> dict[str, Any]:
    config, (target, *args) = KILLED[search]
    extra = {k.replace(".", "__"): v for k, v in config.items() if k not in ("search.threads", "jpf.stress.join")}
    if "bp.python" in config:
        values = {**config, "vm.cache": support.cache_dir()}
        return dict(jpfpy.verify(target, *args, classpath=killed_classes(target), config={**values}).raw)
    return support.explore(target, killed_classes(target), *args, **extra)


def ended_by(args: list[str], number: int, after: float) -> int:
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=support.environment())
    try:
        return process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(number)
        return process.wait(60)


def after_kills(search: str, rng: random.Random, file: Path, report: Path) -> int:
    """Killed and gone on with, again and again, until it comes to its end: how often."""
    args, kills = begin(search, file, "--json", str(report)), 0
    most = (0.3 + long_search(search)["statistics"]["elapsed_s"] * 1.2) * rng.choice((0.4, 0.7, 1))
    over = False
    while kills < 8 and not over:
        report.unlink(missing_ok=True)
        over = ended_by(args, signal.SIGKILL, rng.uniform(0.1, most)) != -signal.SIGKILL
        kills += not over
        over |= report.exists() and not file.exists()  # killed when all was told
        args = begin(search, file, "--json", str(report))
        if file.exists():
            args = [*JPF, "--resume", str(file), "--json", str(report)]
    if not over:
        done = run(args)
        assert done.returncode in (0, 1, 3), done.stderr
        assert report.exists(), done.stderr
    return kills


@pytest.mark.parametrize("search", list(KILLED)[: 3 if KILLS == 1 else None])
def test_killed(search: str, tmp_path: Path) -> None:
    """At any moment: what was written last is whole, and goes on to the same end."""
    file, report, rng, kills = tmp_path / "c", tmp_path / "r.json", random.Random(search), 0
    whole, again = long_search(search), search in QUEUES
    limited = any("limit reached" in c for c in whole["statistics"]["constraints"])
    while kills < KILLS:
        kills += after_kills(search, rng, file, report)
        done = json.loads(report.read_text())
        if "threads" in search:
            alike_but_for_order(done, whole, "reductions" not in search, kills)
        else:
            assert told(done, again) | {"notes": None} == told(whole, again) | {"notes": None}
        assert file.exists() == limited  # for whoever raises it
        file.unlink(missing_ok=True)
        report.unlink()


def test_terminated(tmp_path: Path) -> None:
    """SIGTERM writes one, where the search stands; so does the limit that it meets when it goes on."""
    file, report, classes = tmp_path / "c", tmp_path / "r.json", killed_classes("Count")
    keys = {
        **LONG,
        "search.checkpoint": str(file),
        "search.checkpoint_interval": "50ms",
        "vm.cache": support.cache_dir(),
    }
    args = [*JPF, *(f"+{k}={v}" for k, v in keys.items()), "--json", str(report), "-cp", str(classes), "Count"]
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=support.environment())
    while not file.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 143
    first = json.loads(report.read_text())
    assert first["interrupted"]
    assert "interrupted" in first["statistics"]["constraints"]
    for more in (0, 20000):
        end = first["statistics"]["transitions"] + more
        done = run([*JPF, "--resume", str(file), "--json", str(report), f"+search.transition_limit={end}"])
        now = json.loads(report.read_text())
        assert done.returncode == 3, done.stderr
        assert now["statistics"]["constraints"] == [f"transition limit reached: {end} (search.transition_limit)"]
        assert now["statistics"]["transitions"] == end
        config = {**LONG, "search.transition_limit": str(end)}
        whole = support.explore("Count", classes, **{k.replace(".", "__"): v for k, v in config.items()})
        assert told(now) | {"notes": None} == told(whole) | {"notes": None}


@pytest.mark.parametrize("end", ["signal", "transitions", "states", "time"])
def test_several_threads_are_ended(end: str, tmp_path: Path) -> None:
    """Whoever of them meets the limit: all that they had left is written."""
    file, report = tmp_path / "c", tmp_path / "r.json"
    limit = {
        "transitions": "search.transition_limit=20000",
        "states": "search.state_limit=9000",
        "time": "search.time_limit=2s",
    }
    more = [f"+{limit[end]}"] if end in limit else []
    args = begin("threads", file, "--json", str(report), *more)
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=support.environment())
    while end == "signal" and not file.exists() and process.poll() is None:
        time.sleep(0.01)
    if end == "signal":
        process.send_signal(signal.SIGTERM)
    status = process.wait(120)
    if file.exists():
        first = json.loads(report.read_text())
        assert not first["complete"]
        assert status in ((143,) if end == "signal" else (1, 3))
        anew = [f"+{limit[end].split('=')[0]}=0"] if end in limit else []
        done = run([*JPF, "--resume", str(file), "--json", str(report), *anew])
        assert done.returncode in (0, 1), done.stderr
    alike_but_for_order(json.loads(report.read_text()), long_search("threads"), True, end)


def test_ended_before_the_report_is_told(tmp_path: Path) -> None:
    """The file is there until the report is written, and goes on to the same one."""
    file = tmp_path / "c"
    keys = {**support.config(compiled("conc")), **LONG, "search.checkpoint": str(file)}
    job = Job(Config({**keys, "jpf.stress.checkpoints": "20000"}), "LostWakeup", [])
    job.tells = True
    want = told(dict(job.explore())) | {"notes": None}
    assert file.exists()
    assert told(dict(jpfpy.resume(file, config={"search.checkpoint": ""}).raw)) | {"notes": None} == want
    job.told()
    assert not file.exists()


def test_refused(tmp_path: Path) -> None:
    """In one line that says what is wrong."""
    file = tmp_path / "c"
    config = {**support.config(compiled("conc")), **LONG, "search.checkpoint": str(file)}
    kept = json.dumps({"target": "LostWakeup", "args": [], "cwd": str(tmp_path), "values": config})
    _jpf.VM({**config, "-checkpoint": kept, "jpf.stress.checkpoint": "1000"}).explore("LostWakeup", [])
    whole = file.read_bytes()

    def resumed(*more: str) -> str:
        done = run([*JPF, "--resume", str(file), *more])
        assert done.returncode == 2, done
        assert len(done.stderr.splitlines()) == 1
        return done.stderr

    for n in (0, 20, 100, len(whole) - 1):
        file.write_bytes(whole[:n])
        assert "cut off" in resumed() if n >= 32 else "not a checkpoint" in resumed()
    for at in (3, 24, 50, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        assert "damaged" in resumed()
    file.write_bytes(whole)
    assert "+vm.por" in resumed("+vm.por=true")
    assert "what is explored" in resumed("Other")
    file.unlink()
    assert "No such file" in resumed()


def test_another_program(tmp_path: Path) -> None:
    file, text = tmp_path / "c", (CONC / "LostWakeup.java").read_text()
    changed = support.compile_texts({"LostWakeup.java": text.replace("wait()", "wait(0, 0)")})
    config = {**support.config(compiled("conc")), **LONG, "search.checkpoint": str(file)}
    _jpf.VM({**config, "jpf.stress.checkpoint": "1000"}).explore("LostWakeup", [])
    config["jpf.resume"] = str(file)
    with pytest.raises(_jpf.ConfigError, match="with another program"):
        _jpf.VM({**config, "classpath": config["classpath"].replace(str(compiled("conc")), str(changed))}).explore(
            "LostWakeup", []
        )
    with pytest.raises(_jpf.ConfigError, match="with another program"):
        _jpf.VM(config).explore("LostWakeup", ["1"])
    for jdk in support.jdks().values():
        if jdk != support.default_jdk():
            with pytest.raises(_jpf.ConfigError, match="JDK|cannot|does not fit"):
                _jpf.VM({**config, "vm.jdk": str(jdk)}).explore("LostWakeup", [])


class Mine(jpfpy.Search):
    def search(self) -> None:
        while self.forward():
            pass


def test_where_none_can_be_written(tmp_path: Path) -> None:
    target = str(CONC / "LostWakeup.java")
    for file, why in ((tmp_path, "is a folder"), (tmp_path / "no" / "c", "there is no folder")):
        with pytest.raises(jpfpy.ConfigError, match=why):
            jpfpy.verify(target, config={"search.checkpoint": str(file)})
    with pytest.raises(jpfpy.ConfigError, match=r"^search\.checkpoint: .* cannot be written; .* jpfpy\.Heuristic"):
        jpfpy.verify(target, config={"search.checkpoint": str(tmp_path / "c")}, search=Mine)


# --- Python's part ---


class Heard(jpfpy.Listener):
    def __init__(self) -> None:
        self.states: list[int] = []

    def state_advanced(self, search: jpfpy.views.Search) -> None:
        self.states.append(search.state_id)


class Remembers(Heard):
    def checkpoint_state(self) -> object:
        return self.states

    def restore_state(self, state: list[int]) -> None:
        self.states = state


class Unpickled(Heard):
    def checkpoint_state(self) -> object:
        return lambda: None

    def restore_state(self, state: object) -> None: ...


class Needs(Heard):
    checkpoint_state = None


class Deepest(jpfpy.Heuristic):
    expressions = ("Slot.filled",)
    asked = 0

    def evaluate(self, state: jpfpy.Candidate) -> float:
        self.asked += 1
        return -state.depth - len(state.values)

    def checkpoint_state(self) -> int:
        return self.asked

    def restore_state(self, state: int) -> None:
        self.asked = state


def first_part(file: Path, at: int, **given: Any) -> jpfpy.Report:
    config = {
        "search.checkpoint": str(file),
        "search.multiple_errors": True,
        "search.shrink": False,
        "jpf.stress.checkpoint": at,
    }
    given.setdefault("search", "dfs")
    return jpfpy.verify("LostWakeup", classpath=compiled("conc"), config={**config}, **given)


def whole(**given: Any) -> jpfpy.Report:
    given.setdefault("search", "dfs")
    config = {"search.multiple_errors": True, "search.shrink": False}
    return jpfpy.verify("LostWakeup", classpath=compiled("conc"), config=config, **given)


def test_listeners_go_on_with_what_they_have_seen(tmp_path: Path) -> None:
    file = tmp_path / "c"
    want, stats = Remembers(), jpfpy.listeners.SearchStats()
    same = whole(listeners=[want, stats])
    with pytest.warns(jpfpy.JPFWarning, match="Heard sees what follows, not what was before") as warned:
        report = first_part(file, 4000, listeners=[Remembers, Heard, Needs, jpfpy.listeners.SearchStats])
        assert [n for n in report.notes if "checkpoint_state" in n] == [
            f"note: search.checkpoint: {__name__}.Heard has no checkpoint_state: where the search goes on, it sees "
            "what follows, not what was before"
        ]
        listeners = [Remembers(), Heard(), Needs(), jpfpy.listeners.SearchStats()]
        folder = Path.cwd()
        report = jpfpy.resume(file, listeners=listeners)
    assert Path.cwd() == folder
    assert len(warned) == 1
    assert listeners[0].states == want.states
    assert listeners[1].states == want.states[-len(listeners[1].states) :]
    assert 0 < len(listeners[1].states) < len(want.states)
    assert {**listeners[3].publish(), "objects created": 0} == {**stats.publish(), "objects created": 0}
    assert report.statistics.transitions == same.statistics.transitions
    assert [e.replay for e in report.errors] == [e.replay for e in same.errors]
    assert not file.exists()


def test_states_of_listeners_that_are_not_given(tmp_path: Path) -> None:
    file = tmp_path / "c"
    first_part(file, 40, listeners=[Remembers])
    with pytest.raises(jpfpy.ConfigError, match="began with listeners"):
        jpfpy.resume(file)
    with pytest.warns(jpfpy.JPFWarning, match="Remembers has a state in the checkpoint, and was not given"):
        jpfpy.resume(file, listeners=[Needs])
    first_part(file, 40)
    with pytest.raises(jpfpy.ConfigError, match="began without listeners"):
        jpfpy.resume(file, listeners=[Needs])
    with pytest.raises(jpfpy.ConfigError, match="Unpickled: checkpoint_state answered what cannot be pickled"):
        first_part(file, 40, listeners=[Unpickled])


def test_a_heuristic_goes_on(tmp_path: Path) -> None:
    """Values of states that wait are not asked for again, and what it counts goes on."""
    file, one = tmp_path / "c", Deepest()
    same = whole(search=one)
    first_part(file, 40, search=Deepest)
    report = jpfpy.resume(file)
    assert report.statistics.states_new == same.statistics.states_new
    assert [e.replay for e in report.errors] == [e.replay for e in same.errors]


def test_anew(tmp_path: Path) -> None:
    file = tmp_path / "c"
    first_part(file, 40)
    report = jpfpy.resume(file, config={"search.transition_limit": 90})
    assert (report.statistics.transitions, report.complete) == (90, False)
    with pytest.raises(jpfpy.ConfigError, match=r"\+vm.por: the search goes on as it began"):
        jpfpy.resume(file, config={"vm.por": False})
    with pytest.raises(jpfpy.ConfigError, match=r"-cp \(\+classpath\): the search goes on as it began"):
        jpfpy.resume(file, config={"classpath": str(tmp_path)})
    with pytest.raises(jpfpy.ConfigError, match="No such file"):
        jpfpy.resume(tmp_path / "none")


@pytest.mark.parametrize("search", ["random", "pct", "pos", "coverage", "mixed"])
@pytest.mark.parametrize("limit", ["search.transition_limit", "search.state_limit"])
def test_a_count_that_ends_a_random_search_leaves_a_checkpoint(search: str, limit: str, tmp_path: Path) -> None:
    """It is written behind the execution in which the limit was met, and the search goes on from there."""
    file = tmp_path / "ck"
    config = {"search.class": search, "search.checkpoint": str(file), limit: "600", "search.multiple_errors": "true"}
    first = jpfpy.verify("LostWakeup", classpath=[str(compiled("conc"))], config=config)
    assert file.exists() and any("--resume" in n for n in first.notes)
    assert any(f"({limit})" in c for c in first.statistics.constraints)
    more = jpfpy.resume(file, config={limit: "1500"})
    assert more.statistics.executions + more.statistics.executions_blocked > first.statistics.executions
    assert more.statistics.transitions >= 1500
