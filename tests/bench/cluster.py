"""A search over a cluster of one, two and three nodes on this machine, a core for each, beside one engine.

    python -m tests.bench.cluster [CLASS ARG ...]

Needs Ray. `cpu s` is that of the engines alone, as they count it; `states/cpu s` is what a core would leave in a second
if it had nothing else to do, so the quotient of two rows says what more workers cost each, and nothing of how long it
takes: nodes share the cores of this machine. Keys and bytes are those of docs/cluster.md. The first line says what a
shard takes in a second of its core, in batches as large as a worker's."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from jpfpy.spread.rays import Rays
from jpfpy.spread.search import Search
from jpfpy.spread.shard import Shard
from jpfpy.target import jdk
from tests import support

from .__main__ import compile_programs

BFS = {"search__class": "bfs", "search__multiple_errors": "true"}


def shard(keys: int = 4_000_000, batch: int = 4096) -> str:
    one, draw, rates = Shard(), random.Random(1), []
    batches = [draw.randbytes(16 * batch) for _ in range(keys // batch)]
    for task in (1, 2):  # new ones, then the same ones for another task
        before = time.process_time()
        for some in batches:
            one.claim(0, task, some)
        rates.append(keys / (time.process_time() - before))
    return f"a shard: {rates[0]:,.0f} new and {rates[1]:,.0f} known keys in a CPU second, {one.figures()[1] / keys:.1f} B a key"


def over_nodes(nodes: int, folders: str, target: str, args: list[str], por: str) -> str:
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(nodes - 1):
        cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    values = support.dotted(support.config(Path(folders), vm__por=por, **BFS)) | {"classpath": folders}
    try:
        report = Search(values, target, args).over_ray(Rays, cluster.address)
    finally:
        if ray.is_initialized():
            ray.shutdown()
        cluster.shutdown()
    if isinstance(report, str):
        sys.exit(f"cluster: {report}")
    s, w = report["statistics"], report["spread"]
    n, cpu = s["states_new"], s["cpu_s"]
    per = f"{w['asked'] / n:>8.2f} {w['bytes'] / n:>8.1f} {w['waited_s'] / (w['busy_s'] or 1):>7.1%}"
    return (
        f"{n:>10,} {s['transitions']:>12,} {cpu:>8.2f} {n / cpu:>12,.0f} {per} {w['tasks']:>6} {s['elapsed_s']:>8.1f}"
    )


def main() -> int:
    target, *args = sys.argv[1:] or ["Counter", "3", "5"]
    java = jdk.find()
    print(shard())
    print(
        f"{'':10} {'por':5} {'states':>10} {'transitions':>12} {'cpu s':>8} {'states/cpu s':>12} {'keys/st':>8} "
        f"{'bytes/st':>8} {'waiting':>7} {'tasks':>6} {'wall s':>8}"
    )
    with tempfile.TemporaryDirectory() as out:
        compile_programs(Path(__file__).parent, java, out)
        for por in ("false", "true"):
            for kind in ("dfs", "bfs"):
                keys = BFS | {"search__class": kind, "vm__por": por, "vm__por__symmetry": "false"}
                s = support.explored(target, Path(out), *args, **keys)["statistics"]
                n, cpu = s["states_new"], s["cpu_s"]
                row = f"{n:>10,} {s['transitions']:>12,} {cpu:>8.2f} {n / cpu:>12,.0f}"
                print(f"{'one ' + kind:10} {por:5} {row}", flush=True)
            for nodes in (1, 2, 3):
                print(f"{nodes} nodes    {por:5} {over_nodes(nodes, out, target, args, por)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
