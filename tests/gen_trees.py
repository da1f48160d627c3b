"""Random programs where threads start others and join them, to any depth: what each has to itself is read by who started
it, before or behind the joins, and some of it by its sisters.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

from tests.gen_workers import worker

# {c}: a small number. Of a thread: `up` started it, `next` was started after it by the same one (or null).
DOES = ["v += {c}", "v++", "x++", "obs(x)", "obs(v)", "synchronized (LOCK) {{ y += {c}; }}", "A.incrementAndGet()"]
ELSEWHERE = ["up.v++", "obs(up.v)", "if (next != null) next.v++", "if (next != null) obs(next.v)", "up.list.add({c})"]
RARE = ["if (next != null) obs(next.isAlive() ? 1 : 0)", "up.interrupt()", "if (next != null) next.interrupt()"]
# Of who has started `k` (an array).
LOOKS = ["obs(k[{j}].v)", "k[{j}].v += 2", "obs(x)", "list.add({c})", "obs(k[{j}].list.size())", "v++"]
JOINS = [
    "for (W w : k) w.join();",
    "for (int i = k.length - 1; i >= 0; i--) k[i].join();",
    "for (W w : k) {{ w.join(); obs(w.v); }}",
    "k[0].join();",
    "k[k.length - 1].join(); k[0].join();",
    "await(k);",
]
MEMBERS = """        final ArrayList<Integer> list = new ArrayList<>();
        W up, next;
        int v;
        W[] made(int... numbers) {
            W[] k = new W[numbers.length];
            for (int i = 0; i < k.length; i++) (k[i] = new W(numbers[i])).up = this;
            for (int i = 1; i < k.length; i++) k[i - 1].next = k[i];
            return k;
        }
        static void await(W... ws) throws InterruptedException {
            for (W w : ws) w.join();
        }"""
SHOWS = 'System.out.println("R " + id + " " + q + " " + v + list);'


class Program:
    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"Trees{seed}"
        self.rare = r.random() < 0.2
        self.menu = r.sample(DOES, 3) + (r.sample(ELSEWHERE, 1) if r.random() < 0.5 else [])
        self.bodies: list[str] = []
        self.thread(r.choice([1, 2, 2]), r.choice([2, 2, 3]))

    def pick(self, menu: list[str], children: int = 1) -> str:
        return self.r.choice(menu).format(c=self.r.randint(0, 2), j=self.r.randrange(children)) + ";"

    def thread(self, depth: int, most: int) -> int:
        """Number of a body, which may start others."""
        r = self.r
        me = len(self.bodies)
        self.bodies.append("")
        body = [self.pick(self.menu if me else ["x++", "obs(x)"]) for _ in range(r.randint(0, 1 if depth else 2))]
        if self.rare and me and r.random() < 0.4:
            body.append(self.pick(RARE))
        if depth:
            n = r.randint(2 if not me else 1, most)
            numbers = [self.thread(depth - 1 if r.random() < 0.7 else 0, 2) for _ in range(n)]
            behind = [r.choice(JOINS).format()]
            for _ in range(r.randint(0, 2)):
                behind.insert(r.randint(0, len(behind)), self.pick(LOOKS, n))
            made = "W[] k = made(" + ", ".join(map(str, numbers)) + ");"
            body += ["{", made, "for (W w : k) w.start();", *behind, "}"]
        self.bodies[me] = " ".join(body)
        return me

    def java(self) -> str:
        return f"""import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

public class {self.name} {{
    static final Object LOCK = new Object();
    static final AtomicInteger A = new AtomicInteger();
    static int x, y;

{worker(self.bodies, MEMBERS, "z + 1", SHOWS)}
    public static void main(String[] args) throws Exception {{
        W root = new W(0);
        root.run();
        System.out.println("R " + x + " " + y + " " + A.get());
    }}
}}
"""
