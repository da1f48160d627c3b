"""Programs of threads that ask for each other's states (tests/java/por/Shown.java), and their traces by brute force."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

READ, WRITE, ENTER, LEAVE, GIVE = 1, 2, 4, 8, 16
CHANGES = WRITE | ENTER | GIVE
Act = tuple[Any, int]


class Unfit(Exception):
    """What the model leaves out comes up."""


def meets(x: int, y: int) -> bool:
    if (x & CHANGES and y & (CHANGES | READ)) or (y & CHANGES and x & READ):
        return True
    return bool((x & LEAVE and y & READ) or (y & LEAVE and x & READ))


class Thread(NamedTuple):
    status: str  # new, begun (its first step is to come), runs, ended
    at: int = 0
    stands: bool = False  # it has come to what it may wait for
    held: tuple[str, ...] = ()
    told: str = ""
    waits: str = ""  # set: in the wait set; out: it has left that, and has no monitor


class Oracle:
    """Every interleaving of the actions of Shown's threads. What tells traces apart is the order of events that depend
    on each other: a trace is the set of its events with what comes before each of them.

    Who asks for a thread's state reads whether it was started and has ended, where it stands, and what it stands before:
    the monitor, its permit, the end of another thread. Its own arrivals there, and its going on, write where it stands."""

    def __init__(self, codes: list[str]) -> None:
        self.n = len(codes)
        self.codes = [codes[0] + "".join(f"j{i}" for i in range(1, self.n)), *codes[1:]]
        self.asked = "?" in "".join(codes)  # else nobody can tell that a wait is over before the monitor is free
        self.complete: set[Any] = set()
        self.deadlocks: set[Any] = set()
        self.outcomes: set[str] = set()
        threads = [Thread("new")] * self.n
        threads[0] = self.again(0, Thread("runs"))
        todo: list[Any] = [(tuple(threads), frozenset(), ())]
        seen = set()
        while todo:
            threads_now, permits, past = todo.pop()
            key = (threads_now, permits, frozenset(past))
            if key in seen:
                continue
            seen.add(key)
            able = [i for i in range(self.n) if self.enabled(i, threads_now, permits)]
            for i in able:
                threads_next, permits_next, acts = self.step(i, threads_now, permits)
                event = self.event(i, acts, past)
                todo.append((threads_next, permits_next, (*past, event)))
            if not able:
                done = all(t.status == "ended" for t in threads_now)
                (self.complete if done else self.deadlocks).add(frozenset((e[0], e[2]) for e in past))
                if done:
                    self.outcomes.add(" ".join(t.told for t in threads_now).strip())

    def event(self, i: int, acts: list[Act], past: Any) -> Any:
        before: frozenset[Any] = frozenset()
        for name, others, earlier in past:
            if name[0] == i or any(p == q and meets(x, y) for p, x in acts for q, y in others):
                before |= earlier | {name}
        return (i, sum(e[0][0] == i for e in past)), tuple(acts), before

    def word(self, i: int, t: Thread) -> str:
        return self.codes[i][t.at : t.at + 2]

    def again(self, i: int, t: Thread) -> Thread:
        """Who enters again what it holds, or leaves what it holds once more, has done nothing."""
        at, held, code = t.at, t.held, self.codes[i]
        while at < len(code):
            if code[at] == ")" and held[-1] in held[:-1]:
                at, held = at + 1, held[:-1]
            elif code[at] != ")" and code[at + 1] == "(" and code[at] in held:
                at, held = at + 2, (*held, code[at])
            else:
                break
        return t._replace(at=at, held=held)

    def held(self, monitor: str, by: int, threads: Any) -> bool:
        return any(monitor in t.held for k, t in enumerate(threads) if k != by)

    def enabled(self, i: int, threads: Any, permits: Any) -> bool:
        t = threads[i]
        word = self.word(i, t)
        if t.status in ("new", "ended"):
            return False
        if t.waits:
            return (self.asked and t.waits == "set") or not self.held(word[0], i, threads)
        if t.status == "begun" or not word or not t.stands:
            return True
        if word[1] == "(":
            return not self.held(word[0], i, threads)
        return i in permits if word[0] == "p" else word[0] != "j" or threads[int(word[1])].status == "ended"

    def shown(self, k: int, threads: Any, permits: Any) -> tuple[str, list[Act]]:
        t = threads[k]
        word = self.word(k, t)
        if t.status in ("new", "ended"):
            return {"new": "NE", "ended": "TE"}[t.status], []
        if t.waits:
            return {"set": "TI", "out": "BL"}[t.waits], []
        if not t.stands:
            return "RU", []
        if word[1] == "(":
            return "BL" if self.held(word[0], k, threads) else "RU", [(("monitor", word[0]), READ)]
        if word[0] == "p":
            return "RU" if k in permits else "WA", [(("permit", k), READ)]
        if word[0] == "j":
            ended = threads[int(word[1])].status == "ended"
            return "RU" if ended else "WA", [(("end", int(word[1])), READ)]
        return "TI", []

    def step(self, i: int, threads: Any, permits: Any) -> Any:
        t = threads[i]
        word = self.word(i, t)
        acts: list[Act] = []
        others = list(threads)

        def then(mine: Thread, more: Any = permits) -> Any:
            others[i] = self.again(i, mine) if mine.status == "runs" and not mine.stands else mine
            return tuple(others), more, acts

        if t.status == "begun":
            return then(t._replace(status="runs"))
        if not word:
            acts += [(("status", i), WRITE), (("end", i), WRITE)]
            return then(t._replace(status="ended"))
        if word[0] == ")":
            acts.append((("monitor", t.held[-1]), LEAVE))
            return then(t._replace(at=t.at + 1, held=t.held[:-1]))
        if word[1] == "W":
            acts.append((("status", i), WRITE))
            if not t.waits:
                acts.append((("monitor", word[0]), LEAVE))
                return then(t._replace(waits="set", held=tuple(m for m in t.held if m != word[0])))
            if self.held(word[0], i, threads):
                acts.append((("monitor", word[0]), READ))
                return then(t._replace(waits="out"))
            acts.append((("monitor", word[0]), ENTER))
            return then(t._replace(at=t.at + 2, held=(*t.held, word[0]), waits=""))
        what, k = word[0], int(word[1]) if word[1].isdigit() else i
        if word[1] == "(" or what in "psjt":
            if what in "jt" and threads[k].status == "new":
                raise Unfit
            acts.append((("stands", i), WRITE))
            if not t.stands:
                return then(t._replace(stands=True))
        t = t._replace(at=t.at + 2, stands=False)
        if word[1] == "(":
            acts.append((("monitor", what), ENTER))
            return then(t._replace(held=(*t.held, what)))
        if what == "p":
            acts.append((("permit", i), WRITE))
            return then(t, permits - {i})
        if what == "u":
            if threads[k].status in ("new", "ended") or k in permits:
                raise Unfit
            acts.append((("permit", k), GIVE))
            return then(t, permits | {k})
        if what == "+":
            others[k] = others[k]._replace(status="begun")
            acts.append((("status", k), WRITE))
        elif what == "x":
            acts.append(("x", WRITE))
        elif what in "jt":
            acts.append((("end", k), READ))
        elif what == "?":
            told, acts = self.shown(k, threads, permits)
            acts += [(("status", k), READ), (("stands", k), READ)]
            t = t._replace(told=t.told + told)
        elif what == "!":
            # the start writes the status, the end both
            acts += [(("end", k), READ), (("start", k), READ)]
            t = t._replace(told=t.told + ("de" if threads[k].status in ("new", "ended") else "al"))
        if what == "+":
            acts.append((("start", k), WRITE))
        return then(t)


def counted(seed: int) -> list[str]:
    """Two or three threads whose traces are counted; at most one of them parks, and is given one permit."""
    r = random.Random(seed)
    n = r.choice([2, 2, 3])
    parks = r.choice([0, 0, *range(1, n + 1)])
    given = [parks == 0]

    def word(me: int, depth: int) -> str:
        what = r.choice("?????!abbsxju" if depth < 2 else "??x")
        k = r.choice([i for i in range(1, n + 1) if i != me])
        if what in "ab":
            timed = f"{what}W" if depth == 0 and r.random() < 0.3 else ""
            return f"{what}({timed}{word(me, depth + 1) if r.random() < 0.5 else ''})"
        if what == "u":
            if given[0] or me == parks:
                return f"?{k}"
            given[0] = True
            k = parks
        return what + ("." if what in "sx" else str(k))

    starts = r.sample(range(1, n + 1), n)
    codes = ["".join(f"+{k}" + (word(0, 2) if r.random() < 0.2 else "") for k in starts)]
    for i in range(1, n + 1):
        code = "".join(word(i, 0) for _ in range(r.choice([0, 1, 1, 2])))
        codes.append(code if i != parks else f"p.{code}" if r.random() < 0.5 else f"{code}p.")
    return codes


def mixed(seed: int) -> list[str]:
    """States that are asked for beside waits, interrupts, permits and limits, which have no oracle."""
    r = random.Random(seed)
    n = r.choice([2, 2, 3])

    def word(me: int, depth: int) -> str:
        what = r.choice("???!abiiuspwWNtjjxff" if depth < 2 else "??iwWN")
        k = r.choice([i for i in range(1, n + 1) if i != me])
        if what in "ab":
            return f"{what}({''.join(word(me, depth + 1) for _ in range(r.choice([0, 1, 1])))})"
        if what in "wWN":
            return f"a(a{what})"
        return what + ("." if what in "spxf" else str(k))

    codes = [r.choice(["", "~"]) + "".join(f"+{k}" for k in r.sample(range(1, n + 1), n))]
    return codes + ["".join(word(i, 0) for _ in range(r.choice([0, 1, 1, 2]))) for i in range(1, n + 1)]
