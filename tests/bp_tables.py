"""B-programs as tables of steps, in both languages: those with known figures, and random ones."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from jpfpy import bp

FIGURES = json.loads((Path(__file__).parent / "bp_figures.json").read_text())["programs"]


def table(t: dict[str, Any]) -> bp.BProgram:
    events: dict[str, bp.Event] = {}

    def event(name: str) -> bp.Event:
        return events.setdefault(name, bp.Event(name))

    def events_of(x: Any) -> Any:
        return bp.ALL if x == "*" else None if x is None else [event(n) for n in x]

    shared = [0, 0]

    def act(what: str, b: dict[str, Any], at: int, e: bp.Event) -> None:
        if what == "prune":
            raise bp.Prune
        assert what != "fail", f"{b['name']} {at} {e}"
        if what == "share":
            mine = int(b["name"][1:]) % 2
            shared[mine] = (shared[mine] + 1) % 3
            assert shared != [2, 2], "both are two"

    def bthread(b: dict[str, Any]) -> bp.BThread:
        steps = []
        for s in b["steps"]:
            request = [[event(y) for y in x] if isinstance(x, list) else event(x) for x in s.get("request", [])]
            said = bp.sync(request=request, wait_for=events_of(s.get("wait_for")), block=events_of(s.get("block")),
                           label=s.get("label"), hot=s.get("hot", False), bad=s.get("bad", False),
                           prune_at_next=s.get("prune", False))  # fmt: skip
            steps.append((said, s.get("next", {})))

        def run() -> Any:
            at = b["start"]
            while True:
                e = yield steps[at][0]
                act(b["steps"][at].get("do", {}).get(e.name, ""), b, at, e)
                at = steps[at][1].get(e.name, steps[at][1].get("*", at))
                if at == len(steps):
                    return

        return bp.BThread(run, name=b["name"], priority=b["priority"])

    return bp.BProgram([bthread(b) for b in t["bthreads"]], epsilon=t["epsilon"])


def table_text(t: dict[str, Any]) -> str:
    lines = [repr(t["epsilon"])]
    for b in t["bthreads"]:
        steps = []
        for s in b["steps"]:
            request = " ".join("+".join(x) if isinstance(x, list) else x for x in s.get("request", []))
            flags = "".join(c for c, what in (("h", "hot"), ("b", "bad"), ("p", "prune")) if s.get(what))
            following = " ".join(f"{e}={k}" for e, k in s.get("next", {}).items())
            wait = s.get("wait_for", [])
            parts = [request, wait if isinstance(wait, str) else " ".join(wait), " ".join(s.get("block", []))]
            acts = " ".join(f"{e}={what}" for e, what in s.get("do", {}).items())
            steps.append("/".join([*parts, flags, following, acts]))
        lines.append("\t".join([b["name"], repr(b["priority"]), str(b["start"]), "|".join(steps)]))
    return "\n".join(lines)


def random_table(seed: int, extras: bool = True, more: tuple[str, ...] = ()) -> dict[str, Any]:
    """A few b-threads that share some events and keep some to themselves. extras: exceptions, pruning and data that
    b-threads share; `more` of what only the tables of Java can do."""
    dice = random.Random(seed)
    n = dice.randint(2, 6)
    common = [f"e{i}" for i in range(dice.randint(2, 8))]
    everyone = [*common, *(f"{c}{i}" for c in "pq" for i in range(n))]
    loose = dice.random() < 0.6
    sharing, pruning = extras and dice.random() < 0.3, extras and dice.random() < 0.2
    gap = dice.choice([0.5, 1.0])

    def some(events: list[str], least: int, chance: float) -> list[str]:
        return dice.sample(events, dice.randint(least, min(2, len(events)))) if dice.random() < chance else []

    def step(b: int, i: int, of: int) -> dict[str, Any]:
        mine = [f"p{b}", dice.choice(common), f"q{b}"] if loose else dice.sample(common, min(len(common), 3))
        request: list[Any] = some(mine, int(loose), 1.0)
        if len(request) == 2 and dice.random() < 0.5:
            request = [request]
        jump = 0.1 if loose else 0.4
        following = {e: dice.randrange(of + 1) if dice.random() < jump else min(i + 1, of) for e in everyone}
        acts = ["fail", *more, *["share"] * 3 * sharing, *["prune"] * pruning] if extras else []
        return {
            "request": request,
            "wait_for": "*" if dice.random() < 0.04 else some(mine, 1, 0.4),
            "block": dice.sample(common, 1) if dice.random() < (0.1 if loose else 0.25) else [],
            "hot": dice.random() < 0.15,
            "bad": f"bad {b} {i}" if dice.random() < 0.03 else False,
            "prune": pruning and dice.random() < 0.02,
            "next": following,
            "do": {e: dice.choice(acts) for e in everyone if acts and dice.random() < 0.06},
        }

    def bthread(b: int) -> dict[str, Any]:
        of = dice.randint(1, 5)
        steps = [step(b, i, of) for i in range(of)]
        return {"name": f"b{b}", "priority": 1.0 + b * gap, "start": 0, "steps": steps}

    return {"epsilon": dice.choice([0.0, 1.0, 99.0, 99.0, 99.0]), "bthreads": [bthread(b) for b in range(n)]}
