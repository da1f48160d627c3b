"""jpf --ray: workers and shards as actors of a local cluster of three nodes, with kills. Needs Ray: pip install
'jpfpy[ray]'. What needs no Ray is in test_spread."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from tests import support

ray = pytest.importorskip("ray", reason="pip install 'jpfpy[ray]'")

from jpfpy.spread.coordinator import Sizes  # noqa: E402
from jpfpy.spread.rays import Rays  # noqa: E402
from jpfpy.spread.search import REDUCED, Search  # noqa: E402
from tests.test_spread import run  # noqa: E402

KEYS = ("states_new", "states_visited", "transitions", "end_states", "choice_generators")
RACE = """
public class Race {
    static int sum, low, last;
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Thread[] all = new Thread[3];
        for (int k = 0; k < 3; k++) all[k] = new Thread(() -> {
            for (int i = 0; i < n; i++) { sum = sum + 1; last = sum; }
        });
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        if (args.length > 1 && sum == Integer.parseInt(args[1])) throw new AssertionError("sum is " + sum);
    }
}
"""


@pytest.fixture(scope="module")
def race() -> Path:
    return support.compile_texts({"Race.java": RACE})


class Nodes:
    """Three nodes, one core each; more can be added."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self.others = [self.cluster.add_node(num_cpus=1) for _ in range(2)]
        self.cluster.wait_for_nodes()

    def close(self) -> None:
        if ray.is_initialized():
            ray.shutdown()
        self.cluster.shutdown()


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    n = Nodes()
    yield n
    n.close()


def one_machine(race: Path, *args: str) -> dict[str, Any]:
    return support.explored("Race", race, *args, vm__por="false", search__class="dfs", search__multiple_errors="true")


def search(race: Path, address: str, watch: Any, *args: str, **extra: str) -> tuple[dict[str, Any], Rays]:
    values = support.dotted(support.config(race, search__multiple_errors="true", **extra))
    values["classpath"] = str(race)
    sizes = Sizes(batch=512, first=300, least=100, most=2000, seconds=0.3)
    one = Search(values, "Race", list(args), sizes=sizes)
    cluster = Rays(address, one.values, "Race", list(args))
    one.values = cluster.values
    wait = cluster.wait

    def waited(seconds: float) -> Any:
        watch(cluster, one.coordinator)
        return wait(seconds)

    cluster.wait = waited  # type: ignore[method-assign]
    return run(one, cluster), cluster


def test_kills_of_workers_shards_and_a_node(race: Path, nodes: Nodes) -> None:
    rng = random.Random(5)
    killed: list[str] = []

    def kill(cluster: Rays, c: Any) -> None:
        due = len(killed) < 5 and c.done_tasks > 8 * (len(killed) + 1)
        if not due:
            return
        what = ("worker", "shard", "worker", "node", "shard")[len(killed)]
        if what == "worker":
            if not cluster.tasks:
                return
            ray.kill(cluster.workers[rng.choice(sorted(cluster.tasks))])
        elif what == "shard":
            ray.kill(rng.choice(cluster.shards))
        else:
            nodes.cluster.remove_node(nodes.others[0])
        killed.append(what)

    report, _ = search(race, nodes.cluster.address, kill, "3", vm__por="false")
    one = one_machine(race, "3")
    assert killed == ["worker", "shard", "worker", "node", "shard"]
    assert {k: report["statistics"][k] for k in KEYS} == {k: one["statistics"][k] for k in KEYS}
    assert (report["result"], report["complete"], report["errors"]) == ("no_errors", True, [])
    assert report["spread"]["epochs"] > 2 and report["spread"]["done_over"] > 2 and report["spread"]["nodes"] == 3


def test_kills_where_choices_are_left_out_and_where_executions_are_drawn(race: Path, nodes: Nodes) -> None:
    """With reductions the search goes back to where no task ran; a range of executions is made again."""
    killed: list[str] = []

    def kill(cluster: Rays, c: Any) -> None:
        if len(killed) < 2 and c.done_tasks > 4 * (len(killed) + 1) and cluster.tasks:
            ray.kill(cluster.workers[sorted(cluster.tasks)[0]])
            killed.append("worker")

    report, _ = search(race, nodes.cluster.address, kill, "3")
    one = support.explored("Race", race, "3", search__class="dfs", search__multiple_errors="true")
    assert (report["result"], report["complete"], report["errors"]) == (one["result"], True, [])
    assert len(killed) == 2 and report["statistics"]["states_new"] < one_machine(race, "3")["statistics"]["states_new"]
    killed.clear()
    keys = {"search__class": "pct", "search__RandomSearch__path_limit": "2000"}
    report, _ = search(race, nodes.cluster.address, kill, "3", "4", **keys)
    one = support.explore("Race", race, "3", "4", search__multiple_errors="true", **keys)
    assert report["errors"] == one["errors"] and report["notes"] == one["notes"] and one["errors"]
    assert report["statistics"]["transitions"] == one["statistics"]["transitions"]
    assert report["statistics"]["executions"] == 2000 and killed


def test_the_command_and_verify(race: Path, nodes: Nodes) -> None:
    """The first error ends it, on every node; its string replays on one machine. Actors have names."""
    report = support.jpf("--ray", nodes.cluster.address, "--json", "-", "--quiet", "-cp", race, "Race", "2", "4")
    assert report.returncode == 1, report.stderr
    names: set[str] = set()

    def look(p: Any) -> None:
        names.update(x["name"] for x in ray.util.list_named_actors(all_namespaces=True))

    found = jpfpy.verify(
        "Race", "3", classpath=[race], ray=nodes.cluster.address, config=support.CONFIG, on_progress=look
    )
    one = one_machine(race, "3")
    assert found.ok and found.statistics["states_new"] < one["statistics"]["states_new"]
    assert REDUCED in found.notes
    kinds = {name.split("-")[3] for name in names}
    assert kinds == {"worker", "shard"}, names
    wrong = jpfpy.verify("Race", "2", "4", classpath=[race], ray=nodes.cluster.address, config=support.CONFIG)
    (error,) = wrong.errors
    again = jpfpy.verify("Race", "2", "4", classpath=[race], replay=error.replay, config=support.CONFIG)
    assert again.errors[0].message == error.message == "java.lang.AssertionError: sum is 4"
    deadline = time.monotonic() + 60
    while ray.is_initialized() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not ray.is_initialized()


def test_a_cluster_of_this_machine_leaves_no_files(race: Path) -> None:
    before = {*Path("/tmp").glob("jpf-ray-*")}
    found = support.jpf("--ray", "local", "--json", "-", "--quiet", "-cp", race, "Race", "1")
    assert found.returncode == 0, found.stderr
    assert {*Path("/tmp").glob("jpf-ray-*")} <= before
