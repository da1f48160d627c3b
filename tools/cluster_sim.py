"""How long a search over a cluster takes: a discrete-event simulation of workers that ask shards for keys.

    python tools/cluster_sim.py --states 1e9 --workers 64

Each worker leaves states, a round at a time, and asks all shards for the keys that the round has reached; the answer
is on its way while it makes the next round (csrc/search/kinds/spread.c). A shard answers one question after the other.
Now and then a worker is slow for a round (another process, a garbage collection, a lost packet). What is simulated is
some rounds of each worker in the middle of a search; the rate is taken for the whole. The figures that are assumed are
those that docs/cluster.md has measured. What it leaves out: the beginning and the end, where tasks are few, and the
coordinator, which is told as a load of bytes."""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass


@dataclass
class Plan:
    states: float = 1e9
    workers: int = 64
    shards: int = 8
    batch: int = 4096  # keys of a question
    rate: float = 100_000.0  # states that a core leaves in a second
    asked: float = 1.36  # keys asked for, for each state
    shard_rate: float = 3e6  # keys that a shard answers in a second
    question: float = 0.0005  # seconds that a question costs a shard besides (a call of Ray)
    latency: float = 0.001  # seconds, there and back
    slow_share: float = 0.01  # of the rounds
    slow_times: float = 10.0  # so many times as long
    key_room: float = 28.0  # bytes of memory
    key_log: float = 16.0  # bytes on the coordinator's disk
    rounds: int = 200
    seed: int = 1


@dataclass
class Figures:
    rate: float  # states a second, of all workers
    efficiency: float  # of the workers' time: spent on states
    busiest: float  # of the busiest shard's time: spent on answers
    seconds: float
    shard_bytes: float  # of each
    log_bytes: float
    wire: float  # bytes a state: question, answer, log


def simulate(p: Plan) -> Figures:
    rng = random.Random(p.seed)
    free = [0.0] * p.shards  # when each has answered what it was asked
    busy = [0.0] * p.shards
    work = p.batch / p.asked / p.rate  # seconds of a round
    answer = p.question + p.batch / p.shards / p.shard_rate
    events = [(rng.random() * work, w) for w in range(p.workers)]  # a round ends
    heapq.heapify(events)
    before = [0.0] * p.workers  # when the answer to the question before is there
    left = [p.rounds] * p.workers
    spent = end = 0.0
    while events:
        now, w = heapq.heappop(events)
        there = max(now, before[w])  # the answer is taken first, then the next question is asked
        done = there
        for i in range(p.shards):
            begin = max(free[i], there + p.latency / 2)
            free[i] = begin + answer
            busy[i] += answer
            done = max(done, free[i] + p.latency / 2)
        before[w] = done
        left[w] -= 1
        end = max(end, there)
        if left[w]:
            takes = work * (p.slow_times if rng.random() < p.slow_share else 1.0)
            spent += work
            heapq.heappush(events, (there + takes, w))
    rate = p.workers * (p.rounds - 1) * p.batch / p.asked / end
    return Figures(
        rate=rate,
        efficiency=rate / (p.workers * p.rate),
        busiest=max(busy) / end,
        seconds=p.states / rate,
        shard_bytes=p.states * p.key_room / p.shards,
        log_bytes=p.states * p.key_log,
        wire=17 * p.asked + 16,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, value in vars(Plan()).items():
        kind = int if isinstance(value, int) else float
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=value)
    p = Plan(**vars(parser.parse_args()))
    f = simulate(p)
    print(f"{f.rate:,.0f} states/s, {f.seconds / 3600:.2f} h; {f.efficiency:.0%} of the workers' time is work")
    print(f"busiest shard {f.busiest:.0%}; {f.shard_bytes / 1e9:.1f} GB in each; log {f.log_bytes / 1e9:,.0f} GB")
    print(f"{f.wire:.0f} bytes a state on the wire, {f.wire * f.rate / 1e6:,.0f} MB/s in all")


if __name__ == "__main__":
    main()
