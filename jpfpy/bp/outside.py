"""The data that b-threads share, or keep outside their frames, as a part of the state.

What a b-thread can reach (reach.py) is looked at after each of its steps. If it has changed, that is another state of
its region: b-threads that can reach a common object are in one region. A region's state is put back, in place, before
a b-thread runs in a state of the b-program that has it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .content import MISSING, Var, content, put_back, same
from .freeze import Freezer, Key, Unfreezable
from .reach import Walk, may_change, name_of, ours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .bthread import BThread
    from .events import Event, Sync


class RegionState:
    """Contents of a region's nodes. `id` is the engine's number."""

    __slots__ = ("id", "snapshot", "fresh")

    def __init__(self, snapshot: list[tuple[object, list[Any]]], fresh: set[int]) -> None:
        self.id = -1
        self.snapshot = snapshot
        self.fresh = fresh  # ids of objects that were not there at the beginning


class Numbers:
    """For a Freezer: nodes by number."""

    def __init__(self, outside: Outside, fresh: dict[int, int]) -> None:
        self.outside, self.fresh = outside, fresh

    def number(self, v: object) -> int | None:
        n = self.outside.numbers.get(id(v))
        return n if n is not None else self.fresh.get(id(v))

    def watched(self, v: object) -> bool:
        return True


class Region:
    def __init__(self, outside: Outside, number: int) -> None:
        self.outside, self.number = outside, number
        self.nodes: list[object] = []
        self.first = self.current = RegionState([], set())
        self.by_key: dict[Key, RegionState] = {}
        self.alive: list[object] = []
        self.fresh: set[int] = set()  # after the last step: objects outside that came during the exploration

    def begin(self) -> None:
        self.first = self.current = RegionState([(v, content(v)) for v in self.nodes], set())
        self.by_key[self._key(self.nodes, {})] = self.first

    def set(self, state: RegionState) -> None:
        if state is self.current:
            return
        for v, was in state.snapshot:
            if not put_back(v, was):
                self.outside.notes[f"{name_of(v)} changes, and can not be put back"] = None
        self.current = state

    def disturbed(self) -> str:
        """What is not as the current state has it; empty: nothing."""
        return next((name_of(v) for v, was in self.current.snapshot if not same(content(v), was)), "")

    def after(self, own: list[tuple[object, list[Any]]]) -> RegionState:
        """The state after a step of a b-thread that can reach `own` to begin with."""
        looked = own if self.current is self.first else self.current.snapshot
        self.fresh = self.current.fresh
        if all(same(content(v), was) for v, was in looked):
            return self.current
        walk = Walk(self.outside.places, self.outside.nodes)
        for v in self.nodes:
            walk.go([x for x in content(v) if id(x) not in walk.seen])
        first = len(self.outside.nodes)
        fresh = {id(v): first + i for i, v in enumerate(walk.nodes)}
        nodes = [*self.nodes, *walk.nodes]
        key = self._key(nodes, fresh)
        state = self.by_key.get(key)
        if state is None:
            state = self.by_key[key] = RegionState([(v, content(v)) for v in nodes], set(fresh))
            self._look(walk)
            self.current = state
        else:
            # equal, but of other objects: those of the state are what the others of its b-threads hold
            self.set(state)
        self.fresh = state.fresh | fresh.keys()
        self.alive.extend(walk.nodes)
        return state

    def _key(self, nodes: list[object], fresh: dict[int, int]) -> Key:
        freezer = Freezer(Numbers(self.outside, fresh))
        out: list[Key] = []
        for v in nodes:
            held = content(v)
            out.append(len(held))
            for x in held:
                try:
                    out.append(("missing",) if x is MISSING else freezer.key(x))
                except Unfreezable:
                    self.alive.append(x)
                    out.append(("object", id(x)))
        self.alive.extend(freezer.alive)
        return tuple(out)

    def _look(self, walk: Walk) -> None:
        notes = self.outside.notes
        for v, was in self.first.snapshot:
            if v is random._inst and content(v) != was:
                notes["random numbers are drawn: only one outcome of them was explored"] = None
        mine = set(map(id, self.nodes))
        for v in self.nodes:
            for x in content(v):
                if id(x) in self.outside.numbers and id(x) not in mine:
                    notes[f"{name_of(x)} comes to be shared by b-threads that did not know it"] = None
        for note in walk.notes:
            notes[note] = None


class Outside:
    """The regions of a program; `notes` says what could not be followed."""

    def __init__(self, bthreads: Sequence[BThread]) -> None:
        self.places: dict[tuple[int, str], Var] = {}
        self.nodes: list[object] = []
        self.numbers: dict[int, int] = {}
        self.notes: dict[str, None] = {}
        self.keep: dict[int, object] = {}  # nodes by id
        self.known: set[int] = set()  # classes and code that were walked
        self.alive: list[object] = []
        self.regions: list[Region] = []
        self.region_of: list[Region] = []
        self.own: list[list[tuple[object, list[Any]]]] = []
        self.holder, self.fresh = "", set[int]()
        self.sent: dict[int, Event] = {}  # by id: requested, with data that can change
        walks: dict[int, Walk] = {}  # of functions: many b-threads may be made of one
        self._divide([self._reach(bt, walks) for bt in bthreads])

    def _reach(self, bt: BThread, walks: dict[int, Walk]) -> list[object]:
        walk = walks.get(id(bt.function))
        if walk is None:
            walk = walks[id(bt.function)] = Walk(self.places)
            walk.go([bt.function])
            self._keep(walk, bt.name)
        given = [*bt.args, *bt.kwargs.values()]
        more = Walk(self.places, before=walk)
        more.go(given)
        self._keep(more, bt.name)
        return walk.nodes + more.nodes

    def _keep(self, walk: Walk, name: str) -> None:
        for note in walk.notes:
            self.notes[f"b-thread {name!r}: {note}"] = None
        self.known.update(map(id, walk.codes))
        self.known.update(id(v) for v in (*walk.nodes, *walk.alive) if isinstance(v, type))
        self.alive += (*walk.alive, *walk.codes)

    def _divide(self, reached: list[list[object]]) -> None:
        parent = list(range(len(reached)))

        def top(i: int) -> int:
            while parent[i] != i:
                parent[i] = parent[parent[i]]
                i = parent[i]
            return i

        owner: dict[int, int] = {}
        contents: dict[int, list[Any]] = {}
        for i, nodes in enumerate(reached):
            for v in nodes:
                if id(v) in owner:
                    parent[top(i)] = top(owner[id(v)])
                else:
                    owner[id(v)] = i
                    self.numbers[id(v)] = len(self.nodes)
                    self.nodes.append(v)
                    self.keep[id(v)] = v
                    contents[id(v)] = content(v)
        by_top: dict[int, Region] = {}
        for i, nodes in enumerate(reached):
            region = by_top.get(top(i))
            if region is None:
                region = by_top[top(i)] = Region(self, len(self.regions))
                self.regions.append(region)
            self.region_of.append(region)
            self.own.append([(v, contents[id(v)]) for v in nodes])
        for v in self.nodes:
            self.region_of[owner[id(v)]].nodes.append(v)
        for region in self.regions:
            region.begin()

    # --- for Freezers of b-threads' frames

    def held_by(self, name: str, region: Region) -> None:
        """What comes next is the frame of that b-thread, after a step in that region."""
        self.holder, self.fresh = name, region.fresh

    def number(self, v: object) -> int | None:
        if self.fresh and id(v) in self.fresh:
            self.notes[f"b-thread {self.holder!r} holds {name_of(v)} that it also put outside: not followed"] = None
        return self.numbers.get(id(v))

    def send(self, said: Sync) -> None:
        """A b-thread, or one that is made again, says so: others may get the events' data."""
        for event in (e for group in said.groups for e in group):
            hash(event)  # BPError: it is no event yet
            if may_change(event.data):
                self.sent[id(event)] = event

    def look_at_sent(self, name: str) -> None:
        """After a step of that b-thread."""
        for event in self.sent.values():
            if event.changed():
                self.notes[f"b-thread {name!r} changes the data of event {event}"] = None

    def watched(self, v: object) -> bool:
        return id(v) in self.known or (isinstance(v, type) and not ours(v.__module__))

    def restore(self) -> None:
        """As it was before the exploration."""
        for region in self.regions:
            for v, was in region.first.snapshot:
                put_back(v, was)
            region.current = region.first
