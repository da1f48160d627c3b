"""Random programs about concurrent maps: keys in a bin of their own and in one with others, tables that grow and that have
just room enough, functions that act on what is shared, and every other way to look at a map or to change it.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

from tests.gen_workers import Workers

# {m}: a map, {k}: a key, {c}: a small number, {s}: a statement
KEYED = [
    "{m}.put({k}, {c}); {s}",
    "obs({m}.putIfAbsent({k}, {c}) == null ? 1 : 2);",
    "obs({m}.getOrDefault({k}, 3));",
    "obs({m}.containsKey({k}) ? 1 : 2); {s}",
    "{m}.merge({k}, 1, Integer::sum); {s}",
    "obs({m}.remove({k}) == null ? 1 : 2);",
    "{m}.computeIfAbsent({k}, l -> 2); {s}",
    "{m}.put({k}, {c}); {m}.remove({k}); {s}",
    "{m}.compute({k}, (l, v) -> v == null ? 1 : null); {s}",
    "obs({m}.replace({k}, {c}, 3) ? 1 : 2);",
    "{m}.computeIfPresent({k}, (l, v) -> v + 1); {s}",
]
FUNCTIONS = [
    "{m}.compute({k}, (l, v) -> {{ {s} return 1; }});",
    "{m}.computeIfAbsent({k}, l -> {{ x++; return x; }});",
    "{m}.merge({k}, 1, (v, w) -> {{ int z = x; x = z + 1; return z; }});",
    "{m}.compute({k}, (l, v) -> {{ synchronized (W.class) {{ return x; }} }});",
    "synchronized (W.class) {{ {m}.put({k}, 1); }}",
    "{m}.compute({k}, (l, v) -> {n}.put({j}, 2));",
    "{m}.compute({k}, (l, v) -> {n}.get({j}));",
    "{m}.compute({k}, (l, v) -> D.getCount() == 0 ? 1 : 2); D.countDown();",
    "{m}.compute({k}, (l, v) -> {{ try {{ D.await(); }} catch (InterruptedException e) {{ }} return 1; }});",
    "{m}.put({k}, 2); D.countDown();",
]
LOOKS = [
    "obs({m}.size());",
    "obs({m}.isEmpty() ? 1 : 2);",
    "for (Object l : {m}.keySet()) obs(l.hashCode() & 7);",
    "for (int v : {m}.values()) obs(v);",
    "obs({m}.toString().length());",
    "obs({m}.containsValue(2) ? 1 : 2);",
    "{m}.forEach((l, v) -> obs(v));",
    "obs((int) {m}.mappingCount());",
    "obs({m}.reduceValues(9, Integer::sum) == null ? 1 : 2);",
    "{m}.forEachEntry(9, e -> obs(e.getValue()));",
]
WHOLES = [
    "{m}.clear(); {s}",
    "{m}.putAll({n}); {s}",
    "{m}.putAll(Map.of({k}, {c}));",
    "for (Map.Entry<Object, Integer> e : {m}.entrySet()) e.setValue({c});",
    "{m}.replaceAll((l, v) -> v + 1);",
    "{m}.keySet().remove({k}); {s}",
    "{m}.keySet({c}).add({k}); {s}",
    "{m}.values().removeIf(v -> v == 1);",
    "obs({m}.equals({n}) ? 1 : 2);",
    "Collections.synchronizedMap({m}).put({k}, {c});",
    "{m} = new ConcurrentHashMap<>({n});",
]
KEYS = [
    ["0", "1", "2", "3"],
    ["0", "16", "32", "48"],
    ["0", "16", "1", "17"],
    ['"a"', '"b"', '"c"', '"q"'],
    ["0L", "1L", "16L", "'a'"],
    ["0", "16L", '"Aa"', '"BB"'],
    ["new K(0)", "new K(1)", "0", "1"],
]
SIMPLE = ["x = {c};", "x++;", "y = x;", "obs(x);", "obs(y);", ""]
THEMES = {"functions": FUNCTIONS, "looks": LOOKS, "wholes": WHOLES, "keyed": KEYED}


class Program(Workers):
    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"Maps{seed}"
        self.n = r.choice([2, 2, 3, 3, 4])
        self.keys = r.choice(KEYS)
        self.menu = r.sample(KEYED, 3)
        for theme in r.sample(sorted(THEMES), r.choice([0, 1, 1, 2])):
            self.menu += r.sample(THEMES[theme], 2)
        length = {2: 3, 3: 2, 4: 1}[self.n]
        self.bodies = [self.body(i, r.randint(1, length)) for i in range(self.n)]
        self.child = r.random() < 0.1
        if self.child:
            who = r.randrange(self.n - 1)
            self.bodies[who] = f"ts[{self.n - 1}].start(); {self.bodies[who]}"
        self.joins = r.choice(["all", "all", "all", "first", "none"])
        self.size = r.choice(["", "", "", "1", "8", "32"])
        # some there before the threads: up to where one more makes the table grow
        step = r.choice([1, 1, 16])
        self.there = [20 + step * i for i in range(r.choice([0, 0, 1, 7, 9, 10, 11, 11]))]
        self.between = [self.simple() if r.random() < 0.2 else "" for _ in range(self.n)]
        self.check = ""
        # The order of elements tells how large the table is, and with fine steps that may be larger than with others: a key
        # that is out of the map is counted a moment longer.
        self.ordered = r.random() < 0.5
        self.shown = 'x + " " + y + M + N' if self.ordered else 'x + " " + y + sorted(M) + sorted(N)'

    def body(self, who: int, length: int) -> str:
        """Most threads have keys of their own."""
        own = [self.keys[who]] if self.r.random() < 0.7 else self.r.sample(self.keys, 2)
        return " ".join(f"{{ {self.stmt(own)} }}" for _ in range(length))

    def fill(self, text: str, own: list[str], inner: str) -> str:
        r = self.r
        m = r.choice(["M", "M", "M", "N"])
        n = r.choice(["M", "N"])
        return text.format(m=m, n=n, k=r.choice(own), j=r.choice(self.keys), c=r.randint(0, 2), s=inner)

    def simple(self) -> str:
        return self.fill(self.r.choice(SIMPLE), self.keys, "")

    def stmt(self, own: list[str]) -> str:
        inner = self.simple()
        text = self.r.choice(self.menu)
        inner = inner.replace("obs(", "x = (") if "-> {{ {s}" in text else inner
        return self.fill(text, own, inner)

    def java(self) -> str:
        fields = """    static ConcurrentHashMap<Object, Integer> M, N = new ConcurrentHashMap<>();
    static final CountDownLatch D = new CountDownLatch(1);
    record K(int i) { }
    static List<String> sorted(Map<Object, Integer> m) {
        List<String> l = new ArrayList<>();
        m.forEach((k, v) -> l.add(k + "=" + v));
        Collections.sort(l);
        return l;
    }"""
        made = f"        M = new ConcurrentHashMap<>({self.size});\n        " + " ".join(
            f"M.put({k}, 0);" for k in self.there
        )
        return self.program(
            "import java.util.*;\nimport java.util.concurrent.*;\n",
            fields,
            self.shown,
            made,
        )
