"""search.spill: what does not fit into memory goes to the disk, and the search comes to what it comes to with enough
memory, count for count."""

from __future__ import annotations

import os
import re
import resource
import subprocess
from pathlib import Path
from typing import Any

import pytest

from jpfpy import _jpf
from tests import gen, support
from tests.support import CONC, JPF, NIGHTLY, compiled, seeds

PROGRAMS = seeds(2, 200)
OWN = {"elapsed_s", "startup_s", "cpu_s", "peak_bytes", "peak_rss_bytes", "boot_image", "state_bytes"} | {
    *("states_on_disk", "disk_bytes", "disk_reads"),
}
ALL = {"search__multiple_errors": "true", "search__transition_limit": "20000"}
SEARCHES: dict[str, dict[str, str]] = {
    "default": {},
    "dfs": {"search__class": "dfs", **ALL},
    "no reduction": {"search__class": "dfs", "vm__por": "false", **ALL},
    "no symmetry": {"search__class": "dfs", "vm__por__symmetry": "false", **ALL},
    "matched depth": {"search__class": "dfs", "search__match_depth": "true", "search__depth_limit": "30", **ALL},
    "dynamic": {"search__class": "dfs", "vm__por": "dynamic", **ALL},
    "turns": {"jpf__stress__turns": "15"},
    "bfs no reduction": {"search__class": "bfs", "vm__por": "false", **ALL},
    "bfs by execution": {"search__class": "bfs", "jpf__stress__execute": "true", **ALL},
    **{k: {"search__class": k, **ALL} for k in ("bfs", "RandomHeuristic", "beam", "iddfs", "preemptions", "delays")},
    "random": {"search__class": "random", "vm__storage__class": "keys", "search__RandomSearch__path_limit": "40"},
}
CONCURRENT = ("LostWakeup", "NotifyChoice", "SpinCloses", "VerifyValues")


def bench(name: str) -> Path:
    text = (support.ROOT / "tests" / "bench" / "java" / f"{name}.java").read_text()
    return support.compile_texts({f"{name}.java": text})


def counter() -> Path:
    return bench("Counter")


def told(report: dict[str, Any]) -> dict[str, Any]:
    errors = [(e["kind"], e["message"], e["replay"]) for e in report["errors"]]
    same = {k: report.get(k) for k in ("result", "complete", "output", "portfolio")}
    same["notes"] = [n for n in report.get("notes", ()) if "search.spill" not in n and "--resume" not in n]
    return {**same, "errors": errors, **{k: v for k, v in report["statistics"].items() if k not in OWN}}


def spilling(folder: Path, states: int = 5) -> dict[str, str]:
    return {"search__spill": str(folder), "jpf__stress__spill": str(states)}


def same_on_disk(name: str, classes: Path, extra: dict[str, str], folder: Path) -> int:
    whole = support.explore(name, classes, **extra)
    spilled = support.explore(name, classes, **extra, **spilling(folder))
    assert told(spilled) == told(whole)
    assert not list(folder.iterdir())
    on_disk: int = spilled["statistics"]["states_on_disk"]
    return on_disk


@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_found(search: str, tmp_path: Path) -> None:
    random = support.compile_texts({f"{g.name}.java": g.java() for g in map(gen.Generator, PROGRAMS)})
    names = sorted(p.stem for p in CONC.glob("*.java")) if NIGHTLY else CONCURRENT
    programs = [(f"Conc{seed}", random) for seed in PROGRAMS] + [(n, compiled("conc")) for n in names]
    on_disk = [same_on_disk(name, classes, SEARCHES[search], tmp_path) for name, classes in programs]
    assert any(on_disk)


def test_past_the_memory_limit(tmp_path: Path) -> None:
    config = {"search__class": "dfs", "vm__por": "false", **support.LARGE}
    whole = support.explore("Counter", counter(), "3", "4", **config)
    base = support.explore("Counter", counter(), "3", "1", **config)["statistics"]["peak_bytes"]
    assert whole["statistics"]["peak_bytes"] > base + (5 << 20)
    config["search__memory_limit"] = str(limit := base + (4 << 20))
    short = support.verify("Counter", "3", "4", classes=counter(), **config)
    assert short.result == "incomplete" and any("search.spill" in n for n in short.notes)
    spilled = support.explore("Counter", counter(), "3", "4", **config, search__spill=str(tmp_path))
    assert told(spilled) == told(whole) and spilled["complete"]
    s = spilled["statistics"]
    assert s["peak_bytes"] <= 1.05 * limit and s["states_on_disk"] > s["states_new"] / 2 and s["disk_reads"]
    assert 20 * s["states_on_disk"] <= s["disk_bytes"] <= 60 * s["states_on_disk"]
    assert any("search.spill" in note for note in spilled["notes"])


def test_what_stays_in_memory_of_the_disk_takes_from_the_table(tmp_path: Path) -> None:
    """Runs have filters, which grow with what is on the disk, and twice as much while they are merged."""
    config = {"search__class": "dfs", "vm__por": "false", **support.LARGE}
    base = support.explore("Growth", bench("Growth"), "states", "10000", **config)["statistics"]["peak_bytes"]
    config |= {"search__memory_limit": str(limit := base + (3 << 20)), "search__min_free": "0"}
    report = support.explore("Growth", bench("Growth"), "states", "250000", **config, search__spill=str(tmp_path))
    s = report["statistics"]
    assert report["complete"] and s["states_new"] == 1_004_035 and s["transitions"] == 2_006_035
    assert s["peak_bytes"] <= limit and 20 * s["states_on_disk"] <= s["disk_bytes"] <= 60 * s["states_on_disk"]


def test_a_checkpoint_has_what_is_on_the_disk(tmp_path: Path) -> None:
    (folder := tmp_path / "disk").mkdir()
    for extra in (SEARCHES["dfs"], SEARCHES["no reduction"], {"search__class": "iddfs", **ALL}):
        whole = support.explore("LostWakeup", compiled("conc"), **extra)
        config = support.config(compiled("conc"), **extra, **spilling(folder), search__checkpoint=str(tmp_path / "c"))
        at = str(whole["statistics"]["transitions"] // 2)
        first = _jpf.VM({**config, "jpf.stress.checkpoint": at}).explore("LostWakeup", [])
        assert first["statistics"]["states_on_disk"] and (tmp_path / "c").exists()
        second = _jpf.VM({**config, "jpf.resume": str(tmp_path / "c")}).explore("LostWakeup", [])
        assert told(second)["transitions"] == told(whole)["transitions"]
        assert {**told(second), "constraints": 0} == {**told(whole), "constraints": 0}


# --- several threads ---

EXACT = ("states_new", "states_visited", "transitions", "end_states", "choice_generators", "states_backtracked")


def joined(threads: int, at: int) -> dict[str, str]:
    return {"search__threads": str(threads), "jpf__stress__join": str(at)}


def what(report: dict[str, Any]) -> tuple[Any, ...]:
    """Threads that are alike are told under the names that the state was met by first: their numbers are left out."""

    def text(message: str) -> str:
        told = re.sub(r"Thread-\d+", "Thread", message)
        kind, colon, threads = told.partition(": ")
        return kind + colon + "; ".join(sorted(threads.split("; ")))

    errors = {(e["kind"], e["exception"], text(e["message"])) for e in report["errors"]}
    return report["result"], report["complete"], errors, {*report["output"].splitlines()}


@pytest.mark.parametrize("search", ["dfs", "no reduction", "no symmetry", "no sleep sets", "turns"])
def test_several_threads(search: str, tmp_path: Path) -> None:
    """Each of them comes to the table, to its runs, and is let in again when another one has written it."""
    extra = dict(SEARCHES.get(search) or {**SEARCHES["dfs"], "vm__por__sleep_sets": "false"})
    extra.pop("search__transition_limit", None)
    random = support.compile_texts({f"{g.name}.java": g.java() for g in map(gen.Generator, PROGRAMS)})
    programs = [(f"Conc{seed}", random, ()) for seed in PROGRAMS] + [(n, compiled("conc"), ()) for n in CONCURRENT]
    on_disk = parts = 0
    for number, (name, classes, args) in enumerate([*programs, ("Counter", counter(), ("3", "2"))]):
        one = support.explore(name, classes, *args, **extra, search__state_limit="12000")
        if not one["complete"]:
            continue
        for n in (2, 3):
            more = joined(n, (1, 20, 100)[(number + n) % 3]) | spilling(tmp_path, (7, 40, 15)[number % 3])
            many = support.explore(name, classes, *args, **extra, **more)
            assert what(many) == what(one), (name, n)
            if extra.get("vm__por") == "false":
                assert {k: many["statistics"][k] for k in EXACT} == {k: one["statistics"][k] for k in EXACT}, (name, n)
            for error in many["errors"][:1]:
                assert support.replay(name, classes, error["replay"], *args, **extra)["errors"]
            parts += many.get("workers", {}).get("parts", 0)
            on_disk += many["statistics"]["states_on_disk"]
    assert on_disk and parts and not list(tmp_path.iterdir())


def test_several_threads_past_the_memory_limit(tmp_path: Path) -> None:
    """Runs are written, merged and asked because memory is short, whoever of them sees that."""
    config = {"search__class": "dfs", "vm__por": "false", **support.LARGE, **joined(2, 2000)}
    alone = {**config, "search__threads": "1"}
    whole = support.explore("Counter", counter(), "3", "5", **alone)
    base = support.explore("Counter", counter(), "3", "1", **alone)["statistics"]["peak_bytes"]  # of one engine
    config["search__memory_limit"] = str(2 * base + (10 << 20))
    short = support.explore("Counter", counter(), "3", "5", **config)
    assert any("search.spill" in note for note in short["notes"])
    assert short["result"] == "incomplete" and any("memory limit" in c for c in short["statistics"]["constraints"])
    many = support.explore("Counter", counter(), "3", "5", **config, search__spill=str(tmp_path))
    s = many["statistics"]
    assert many["complete"] and many["workers"]["threads"] == 2 and many["workers"]["parts"]
    assert {k: s[k] for k in EXACT} == {k: whole["statistics"][k] for k in EXACT}
    assert s["states_on_disk"] > s["states_new"] / 2 and s["disk_reads"]
    assert 20 * s["states_on_disk"] <= s["disk_bytes"] <= 60 * s["states_on_disk"]


def test_several_threads_are_written_with_what_is_on_the_disk(tmp_path: Path) -> None:
    """And go on in any number, with the disk or without."""
    (folder := tmp_path / "disk").mkdir()
    file, on_disk = tmp_path / "c", 0
    for extra in (SEARCHES["no reduction"], SEARCHES["no symmetry"]):  # under other names an error is told otherwise
        extra = {k: v for k, v in extra.items() if k != "search__transition_limit"}
        whole = support.explore("LostWakeup", compiled("conc"), **extra)
        for first, then in ((2, 3), (3, 1), (2, 2)):
            config = support.config(compiled("conc"), **extra, **joined(first, 50), search__checkpoint=str(file))
            config |= {k.replace("__", "."): v for k, v in spilling(folder, 60).items()}
            at = str(whole["statistics"]["transitions"] // 8)  # of the first thread's own
            begun = _jpf.VM({**config, "jpf.stress.checkpoint": at}).explore("LostWakeup", [])
            assert file.exists()
            on_disk += begun["statistics"]["states_on_disk"]
            config |= {
                "search.threads": str(then),
                "jpf.resume": str(file),
                "search.spill": str(folder) if then > 1 else "",
            }
            done = _jpf.VM(config).explore("LostWakeup", [])
            assert what(done) == what(whole), (first, then)
            if extra.get("vm__por") == "false":
                assert {k: done["statistics"][k] for k in EXACT[:4]} == {k: whole["statistics"][k] for k in EXACT[:4]}
    assert on_disk


def test_what_was_on_the_disk_before_others_join_is_theirs(tmp_path: Path) -> None:
    extra = {"search__class": "dfs", "vm__por": "false", **support.LARGE}
    one = support.explore("Counter", counter(), "3", "3", **extra)
    many = support.explore("Counter", counter(), "3", "3", **extra, **joined(2, 20000), **spilling(tmp_path, 1000))
    assert {k: many["statistics"][k] for k in EXACT} == {k: one["statistics"][k] for k in EXACT}
    assert many["workers"]["threads"] == 2


def run(*args: str, file_size: int = 0) -> subprocess.CompletedProcess[str]:
    def limited() -> None:
        if file_size:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

    return subprocess.run(
        [*JPF, f"+vm.cache={support.cache_dir()}", *args],
        capture_output=True,
        text=True,
        check=False,
        env=support.environment(),
        timeout=300,
        preexec_fn=limited,
    )


def test_a_full_disk(tmp_path: Path) -> None:
    keys = [f"+search.spill={tmp_path}", "+jpf.stress.spill=500", "+search.class=dfs", "+vm.por=false"]
    for search in ("dfs", "bfs"):
        done = run(*keys, f"+search.class={search}", "-cp", str(counter()), "Counter", "3", "3", file_size=1 << 16)
        assert done.returncode == 3, done.stderr
        assert f"the folder of search.spill, {tmp_path}: File too large" in done.stdout
        assert "Traceback" not in done.stderr and not list(tmp_path.iterdir())


@pytest.mark.parametrize("more", [["+vm.por=false"], ["+vm.por.persistent=false"]], ids=["keys", "sleep sets"])
def test_a_full_disk_ends_all_threads(more: list[str], tmp_path: Path) -> None:
    """Whichever of them finds it full: it is said once."""
    keys = [f"+search.spill={tmp_path}", "+jpf.stress.spill=500", "+search.class=dfs", *more]
    keys += ["+search.threads=3", "+jpf.stress.join=300"]
    for size in (1 << 16, *((1 << 18,) if "+vm.por=false" in more else ())):
        done = run(*keys, "-cp", str(counter()), "Counter", "3", "3", file_size=size)
        assert done.returncode == 3, done.stdout + done.stderr
        assert done.stdout.count(f"not whole: the folder of search.spill, {tmp_path}: File too large") == 1, done.stdout
        assert done.stdout.count("the folder of search.spill") == 2, done.stdout
        assert "Traceback" not in done.stderr and not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    where = ["-cp", str(compiled("conc")), "LostWakeup"]
    done = run(f"+search.spill={tmp_path}/none", *where)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert f"search.spill={tmp_path}/none: no file can be written there" in done.stderr
    for storage in ("exact", "bitstate", "none"):
        done = run(f"+search.spill={tmp_path}", f"+vm.storage.class={storage}", *where)
        assert done.returncode == 2 and "leave one of them out" in done.stderr


def test_true_is_a_folder_for_such_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jpfpy.engine import spill_folder

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert spill_folder("true") == str(tmp_path) and spill_folder("no") == ""
    monkeypatch.delenv("TMPDIR")
    assert spill_folder("on") == "/var/tmp" and spill_folder("x") == os.path.abspath("x")


def test_bits_say_what_they_miss() -> None:
    """However many bits there are, a search that keeps bits has not seen that nothing was left out."""
    config = {"search__class": "dfs", "vm__por": "false", **support.LARGE}
    whole = support.explore("Counter", counter(), "3", "3", **config)["statistics"]["states_new"]
    for bits, least in ((30, 0.0), (16, 1.0)):
        report = support.explore("Counter", counter(), "3", "3", **config, vm__storage__class=f"bitstate:{bits}")
        (why,) = report["statistics"]["constraints"]
        assert report["result"] == "incomplete" and not report["complete"]
        assert why.startswith("vm.storage.class=bitstate: ") and "coverage" in why
        missed = float(why.split("about ")[1].split()[0])
        assert least <= missed <= whole
