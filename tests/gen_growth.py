"""Random programs about concurrent maps whose tables grow while others go through them, count them, empty them or take keys
out: two or three threads with a call or two each, and the order of the keys at the end.

Used without an oracle of their own: listed calls as one step must have the outcomes of fine steps."""

from __future__ import annotations

import random

from tests.gen_workers import Workers

# {k}, {j}: a key, {c}: a small number
CHANGES = [
    "M.put({k}, {c});",
    "M.put({k}, {c});",
    "M.put({k}, {c}); M.put({j}, {c});",
    "obs(M.putIfAbsent({k}, {c}) == null ? 1 : 2);",
    "M.computeIfAbsent({k}, l -> {c});",
    "M.merge({k}, 1, Integer::sum);",
    "M.compute({k}, (l, v) -> v == null ? 1 : null);",
    "M.put({k}, {c}); M.remove({k});",
    "obs(M.remove({k}) == null ? 1 : 2);",
    "M.remove({k});",
    "M.keySet().remove({k});",
    "M.keySet({c}).add({k});",
    "M.clear();",
    "M.replaceAll((l, v) -> v + 1);",
    "M.values().removeIf(v -> v == 1);",
    "M.putAll(Map.of({k}, {c}));",
]
LOOKS = [
    "for (Object l : M.keySet()) obs(l.hashCode() & 7);",
    "for (Object l : M.keySet()) obs(l.hashCode() & 7);",
    "for (int v : M.values()) obs(v + 1);",
    "M.forEach((l, v) -> obs(v + 1));",
    "obs(M.size());",
    "obs(M.size()); obs(M.containsKey({k}) ? 1 : 2);",
    "obs(M.containsKey({k}) ? 1 : 2); obs(M.size());",
    "obs(M.containsKey({k}) ? 1 : 2); obs(M.containsKey({j}) ? 1 : 2);",
    "obs(M.reduceValues(9, Integer::sum) == null ? 1 : 2);",
    "M.forEachKey(9, l -> obs(l.hashCode() & 7));",
    "if (M.get({k}) != null) M.put({j}, {c});",
    "for (Iterator<Integer> i = M.keySet().iterator(); i.hasNext();) if (i.next() == {k}) i.remove();",
]
KEYS = [[1, 4, 2, 3], [0, 2, 4, 6], [1, 3, 5, 0], [0, 4, 8, 12], [7, 8, 9, 16], [16, 0, 32, 1]]


class Program(Workers):
    name_of = "Growth"

    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"{self.name_of}{seed}"
        n = r.choice([2, 2, 2, 3])
        self.keys = r.choice(KEYS)
        most = 2 if n == 2 else 1
        self.bodies = [" ".join(self.stmt(r) for _ in range(r.randint(1, most))) for _ in range(n)]
        self.child = False
        self.joins = "all"
        self.between = [""] * n
        self.check = ""
        self.size = r.choice([0, 1, 1, 1, 2, 2, 4])
        self.there = r.sample(self.keys, r.choice([0, 1, 1, 2, 2]))
        self.shown = "M" if r.random() < 0.8 else '" " + M.size() + sorted()'

    def stmt(self, r: random.Random) -> str:
        text = r.choice(CHANGES if r.random() < 0.65 else LOOKS)
        return text.format(k=r.choice(self.keys), j=r.choice(self.keys), c=r.randint(0, 2))

    def java(self) -> str:
        fields = """    static ConcurrentHashMap<Integer, Integer> M;
    static String sorted() {
        String out = "";
        for (int k = 0; k < 33; k++) if (M.containsKey(k)) out += k + "=" + M.get(k) + " ";
        return out;
    }"""
        made = f"        M = new ConcurrentHashMap<>({self.size});\n        " + " ".join(
            f"M.put({k}, 0);" for k in self.there
        )
        return self.program("import java.util.*;\nimport java.util.concurrent.*;\n", fields, self.shown, made)
