"""One search over several engines that have no memory in common: verdicts, errors and counts are those of one, whoever
dies. Workers and shards are in this process here; test_ray has the same over Ray."""

from __future__ import annotations

import random
import socket
import struct
import threading
from pathlib import Path
from typing import Any

import pytest

from jpfpy import _jpf
from jpfpy.errors import ConfigError
from jpfpy.spread.coordinator import Coordinator, Sizes
from jpfpy.spread.files import digest, packed, stage, staged
from jpfpy.spread.local import Local, LocalClaims
from jpfpy.spread.rays import reach
from jpfpy.spread.search import Search, refused, with_api
from jpfpy.spread.shard import Shard
from jpfpy.spread.tasks import HEAD, Result, Task
from jpfpy.spread.worker import Worker, difference
from tests import support
from tests.test_threads import DRAWN, EXACT, OFF, errors, programs, search
from tools.cluster_sim import Plan, simulate

SMALL = Sizes(batch=60, first=60, least=25, most=150)


class Faulty(Local):
    """Kills by a seed: workers, and shards with the claims that they have."""

    def __init__(self, seed: int, most: int, *rest: Any) -> None:
        super().__init__(*rest)
        self.random, self.left, self.killed = random.Random(seed), most, []
        self.chance = 0.03

    def fault(self, n: int, worker: str) -> None:
        if not self.left or self.random.random() > self.chance:
            return
        self.left -= 1
        if self.random.random() < 0.6:
            self.kill_worker(worker)
            self.killed.append("worker")
        else:
            self.kill_shard(self.random.randrange(len(self.shards)))
            self.killed.append("shard")


def made(name: str, *args: str, sizes: Sizes = SMALL, **extra: str) -> tuple[Search, dict[str, str]]:
    values = support.dotted(
        support.config(programs()[0], **{"search__multiple_errors": "true", "vm__por": "false"} | extra)
    )
    values["classpath"] = str(programs()[0])
    one = Search(values, name, list(args), sizes=sizes)
    return one, with_api(one.values)


def run(one: Search, cluster: Any) -> dict[str, Any]:
    """The report of a search that comes to its end on this cluster, which is closed."""
    try:
        report = one.run(cluster)
    finally:
        cluster.close()
    assert not isinstance(report, str), report
    return dict(report)


def spread(name: str, *args: str, seed: int = -1, **extra: Any) -> tuple[dict[str, Any], Faulty]:
    one, values = made(name, *args, **extra)
    cluster = Faulty(seed, 8 if seed >= 0 else 0, 3, 2, values, name, list(args))
    if "search__class" in extra:  # results are few
        cluster.chance = 0.3
    return run(one, cluster), cluster


def test_counts_are_exact_whoever_dies() -> None:
    deaths: list[str] = []
    tasks = over = 0
    for i, name in enumerate(programs()[1]):
        one = search(name, 1, search__state_limit="3000", **OFF)
        if not one["complete"]:
            continue
        for seed in (-1, i):
            many, cluster = spread(name, seed=seed)
            stats, want = many["statistics"], one["statistics"]
            assert {k: stats[k] for k in EXACT} == {k: want[k] for k in EXACT}, (name, seed, cluster.killed)
            assert errors(many) == errors(one), (name, seed, cluster.killed)
            assert (many["result"], many["complete"]) == (one["result"], one["complete"])
            assert sorted(many["output"].splitlines()) == sorted(one["output"].splitlines())
            assert None in cluster.shards or many["spread"]["keys"] == sum(n for n, _, _ in cluster.figures())
            deaths += cluster.killed
            tasks += many["spread"]["tasks"]
            over += many["spread"]["done_over"]
    assert deaths.count("worker") > 3 and deaths.count("shard") > 3 and tasks > 100 and over > 5


@pytest.mark.parametrize("kind", ["random", "pct", "pos"])
def test_executions_are_those_of_one_machine(kind: str) -> None:
    """The same are drawn, whoever dies: what they show is the same, to the replay strings and the estimates."""
    deaths: list[str] = []
    for i, (name, args) in enumerate([("Sum", ("12",)), (programs()[1][0], ())]):
        for por in ("false", "true"):
            keys = {"vm__por": por, "search__class": kind, "search__RandomSearch__path_limit": "200"}
            one = search(name, 1, *args, **keys)
            for seed in (-1, i):
                many, cluster = spread(name, *args, seed=seed, **keys)
                assert many["errors"] == one["errors"]
                stats, want = many["statistics"], one["statistics"]
                shown = EXACT + DRAWN if por == "false" else ("executions", "executions_blocked", "transitions")
                assert {k: stats[k] for k in shown} == {k: want[k] for k in shown}, (name, por)
                assert stats["constraints"] == want["constraints"]
                assert many["notes"] == one["notes"]
                assert (many["result"], many["complete"]) == (one["result"], one["complete"])
                assert sorted(many["output"].splitlines()) == sorted(one["output"].splitlines())
                assert many["spread"]["tasks"] > 3
                deaths += cluster.killed
    assert deaths


def test_the_error_of_the_first_execution_that_has_one() -> None:
    """It ends the search where it ends on one machine; so does a row of executions that show nothing new."""
    keys = {"vm__por": "false", "search__class": "pct", "search__multiple_errors": "false"}
    shown = (*EXACT, *DRAWN, "constraints")
    for wrong, extra in (("12", {}), ("8", {}), ("99", {"search__stale_limit": "70"})):
        one, (many, _) = search("Sum", 1, wrong, **keys, **extra), spread("Sum", wrong, **keys, **extra)
        assert many["errors"] == one["errors"] and bool(one["errors"]) == (wrong != "99")
        assert {k: many["statistics"][k] for k in shown} == {k: one["statistics"][k] for k in shown}
        assert (many["notes"], many["complete"]) == (one["notes"], one["complete"])


def test_reductions_keep_verdicts_whoever_dies() -> None:
    """Errors, outputs and verdict are those of one machine, wherever tasks are cut and whatever was learned late."""
    deaths: list[str] = []
    began = backs = less = 0
    for i, name in enumerate([*programs()[1], "Round", "TwoLocks", "Deque"]):
        one = search(name, 1, search__class="dfs", search__state_limit="1200")
        if not one["complete"]:
            continue
        for first, seed in ((40, -1), (3, i)):
            sizes = Sizes(batch=60, first=first, least=30, most=200, cuts=0.2)
            single, values = made(name, sizes=sizes, vm__por="true")
            cluster = Faulty(seed, 4 if seed >= 0 else 0, 3, 2, values, name, [])
            many = run(single, cluster)
            # which thread moved last before a deadlock is a matter of who came there first
            said = [{(e["kind"], e["message"]) for e in r["errors"]} for r in (many, one)]
            assert said[0] == said[1], (name, first, cluster.killed)
            assert (many["result"], many["complete"]) == (one["result"], one["complete"]), (name, first)
            assert {*many["output"].splitlines()} == {*one["output"].splitlines()}
            for error in many["errors"][:1]:
                assert support.replay(name, programs()[0], error["replay"])["errors"]
            assert single.coordinator is not None
            began += single.coordinator.beginning
            backs += single.coordinator.backs
            less += many["statistics"].get("reduced", 0) > 0
            deaths += cluster.killed
    assert deaths and backs and began


@pytest.mark.parametrize("how", ["array 6", "rounds 3", "after 3", "twice 3"])
def test_where_static_fields_are_used_is_known_to_all(how: str) -> None:
    """A form that leaves one out counts on what other engines see of it."""
    classes, args = support.compiled("por"), how.split()
    one = support.explore("Statics", classes, *args, search__class="dfs")
    for seed in range(3):
        values = support.dotted(support.config(classes, vm__por="true", search__multiple_errors="true"))
        single = Search(values | {"classpath": str(classes)}, "Statics", args, sizes=Sizes(batch=9, first=3, least=5))
        many = run(single, Faulty(seed, 2, 3, 2, with_api(single.values), "Statics", args))
        assert many["complete"] and support.outcomes(many) == support.outcomes(one)


def test_the_first_error_ends_it_and_replays() -> None:
    report, _ = spread("Sum", "3", search__multiple_errors="false")
    (error,) = report["errors"]
    assert (report["result"], error["id"]) == ("violation", 1)
    assert error["message"] == "java.lang.AssertionError: sum is 3"
    again = support.replay("Sum", programs()[0], error["replay"], "3", vm__por="false")
    assert again["errors"][0]["message"] == error["message"]


def test_limits_and_what_keeps_a_search_on_one_machine() -> None:
    for key in ("state", "transition"):
        text = f"{key} limit reached: 900 (search.{key}_limit)"
        report, _ = spread("Sum", "99", **{f"search__{key}_limit": "900"})
        assert (report["result"], report["complete"]) == ("incomplete", False)
        assert report["statistics"]["constraints"] == [text]
    one, values = made("Sum", "99", search__depth_limit="5000")
    assert one.run(Local(1, 1, values, "Sum", ["99"])) == "the depths of states count"
    assert refused({"search.class": "gov.nasa.jpf.search.DFSearch"}) == ""
    assert refused({"search.class": "gov.nasa.jpf.search.heuristic.MostBlocked"})
    assert refused({"vm.storage.class": "exact"}) and refused({"search.checkpoint": "x"})


def test_a_task_done_over_comes_to_the_same() -> None:
    """Though the worker has met keys meanwhile, and other tasks have claimed some."""
    _, values = made("Sum")
    home = Local(0, 2, values, "Sum", ["99"])
    c = Coordinator(2, 2, SMALL)
    a, b = (Worker(values, "Sum", ["99"], LocalClaims(home, n)) for n in "ab")
    assert c.done(a.run(1, c.root()))
    assert c.done(a.run(1, c.next() or c.root()))
    task, other = c.next(), c.next()
    assert task is not None and other is not None
    first = a.run(1, task)
    assert c.done(b.run(1, other))
    c.lost(task.id, 1)
    again = c.next()
    assert again is task and task.attempts == 2
    second = b.run(1, task)
    assert (first.keys, first.chunks, first.expanded) == (second.keys, second.chunks, second.expanded)
    assert first.statistics["transitions"] == second.statistics["transitions"]
    assert c.done(second) and not c.done(first)  # once
    for worker in (a, b):
        worker.end()


def test_an_engine_of_another_program_is_refused() -> None:
    _, values = made("Sum")
    home = Local(0, 1, values, "Sum", ["99"])
    worker = Worker(values, "Sum", ["99"], LocalClaims(home, "w"))
    with pytest.raises(_jpf.ConfigError, match="the initial state is another one here"):
        worker.run(1, Task(1, b"", 0, 10, 10, 10, b"x" * 16))
    worker = Worker(values, "Sum", ["99"], LocalClaims(home, "w"))
    with pytest.raises(_jpf.JPFError, match="another version"):
        worker.run(1, BadTask(1, b"", 0, 10, 10, 10))


class BadTask(Task):
    def words(self, forget: bool) -> bytes:
        return HEAD.pack(99, 1, 1, 1, 1, bytes(16), 0, 0) + struct.pack("<I", 0)


def test_keys_of_shards() -> None:
    rng = random.Random(4)
    keys = [rng.randbytes(16) for _ in range(5000)] + [bytes(16)]
    whole = b"".join(keys)
    parts = _jpf.split_keys(whole, 3)
    assert sum(map(len, parts)) == len(whole) and min(map(len, parts)) > 1500 * 16
    shards = [Shard(1) for _ in parts]
    assert {s.claim(1, 7, p) for s, p in zip(shards, parts, strict=False)} == {
        bytes([1]) * (len(p) // 16) for p in parts
    }
    assert shards[0].claim(1, 7, parts[0]) == bytes([1]) * (len(parts[0]) // 16)  # the same task once more
    assert shards[0].claim(1, 8, parts[0]) == bytes(len(parts[0]) // 16)
    assert shards[0].claim(2, 8, parts[0]) is None  # not its epoch
    shards[0].claim(1, 9, whole)
    before = len(shards[0].keys)
    shards[0].renew(2, [9, 3])
    assert len(shards[0].keys) == len(parts[0]) // 16 < before
    assert shards[0].claim(2, 8, parts[1]) == bytes([1]) * (len(parts[1]) // 16)
    assert len(_jpf.KeySet(whole)) == len(keys)
    mask = bytes(i % 3 == 0 for i in range(len(keys)))
    by_shard = [bytes(mask[keys.index(p[i : i + 16])] for i in range(0, len(p), 16)) for p in parts]
    assert _jpf.join_masks(whole, by_shard) == mask
    assert _jpf.chosen_keys(whole, mask) == b"".join(keys[::3])
    with pytest.raises(ValueError, match="does not fit"):
        _jpf.join_masks(whole, [b"", b"", b""])
    with pytest.raises(TypeError, match="16 for each"):
        _jpf.split_keys(b"x", 3)


def test_figures_are_of_one_task_and_results_are_taken_once() -> None:
    assert difference({"a": 5, "max_depth": 7, "n": {"x": 3}, "elapsed_s": 1.0}, {"a": 2, "n": {"x": 1}}) == {
        "a": 3,
        "max_depth": 7,
        "n": {"x": 2},
    }
    c = Coordinator(1, 1, SMALL)
    root = c.root()
    assert c.done(Result(root.id, 1, chunks=[(b"\0\0abcd", 1)], keys=[b"k" * 16], initial=b"i" * 16))
    task = c.next()
    assert task is not None and c.renew() == [task.id] and c.epoch == 2
    assert not c.done(Result(task.id, 1))  # of the epoch before
    assert c.next() is task and c.done(Result(task.id, 2)) and c.finished()
    assert list(c.log.read(0)) == [b"k" * 16]


def test_a_program_is_brought_to_a_node_once(tmp_path: Path) -> None:
    (tmp_path / "classes" / "p").mkdir(parents=True)
    (tmp_path / "classes" / "p" / "A.class").write_bytes(b"a" * 3000)
    jar = tmp_path / "x.jar"
    jar.write_bytes(b"jar")
    root = str(tmp_path / "staging")
    for path in (str(tmp_path / "classes"), str(jar)):
        key = digest(path)
        stage(root, key, packed(path))
        there = staged(root, path, key)
        assert digest(there) == key or Path(there).read_bytes() == b"jar"
        stamp = Path(there).stat().st_mtime_ns
        stage(root, key, b"not read again")
        assert Path(there).stat().st_mtime_ns == stamp
    (tmp_path / "classes" / "p" / "A.class").write_bytes(b"b" * 3000)
    assert digest(str(tmp_path / "classes")) not in {p.name for p in Path(root).iterdir()}
    assert digest(str(tmp_path / "nothing")) == ""


def test_the_simulation_of_a_cluster() -> None:
    """Workers add up as long as shards have time; then the shards' rate is that of the whole."""
    one, ten = (simulate(Plan(workers=n, shards=8, slow_share=0.0)) for n in (1, 10))
    assert 9 * one.rate < ten.rate < 11 * one.rate
    assert one.busiest < ten.busiest < 0.5
    slow = Plan(workers=200, shards=2, batch=4096)
    most = slow.shards / (slow.question * slow.shards / slow.batch + 1 / slow.shard_rate) / slow.asked
    full = simulate(slow)
    assert 0.9 * most < full.rate <= most
    assert full.busiest > 0.9
    assert full.seconds == slow.states / full.rate


@pytest.mark.parametrize("says", [b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", b"", b"\0\0\0"])
def test_an_address_where_something_else_listens(says: bytes) -> None:
    """Ray itself would try for minutes, and complain meanwhile."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            peer, _ = server.accept()
            with peer:
                peer.recv(1000)
                peer.sendall(says)

        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(ConfigError, match=r"^--ray 127\.0\.0\.1:[0-9]+: (what listens there is no Ray|cannot be)"):
            reach(f"127.0.0.1:{server.getsockname()[1]}")
        thread.join()
    with pytest.raises(ConfigError, match="cannot be reached: Connection refused"):
        reach("127.0.0.1:1")
