"""Random programs where threads join others, and look at what these have to themselves before, between and behind the
joins: one after the other, in loops over arrays and lists, in calls, by main and by others.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

from tests.gen_workers import worker

# {j}: a thread; {c}: a small number. Of threads: `this` is the thread.
ALONE = ["cells[{c} & 1]++", "list.add({c})", "v = {c}", "obs(cells[0])", "obs(list.size())", "v++"]
TOGETHER = [
    "x++",
    "obs(x)",
    "synchronized (LOCK) {{ y++; }}",
    "synchronized (LOCK) {{ obs(y); y += 2; }}",
    "A.addAndGet({c})",
]
OTHERS = ["ts[{j}].cells[0]++", "obs(ts[{j}].list.size())", "obs(ts[{j}].v)", "synchronized (ts[{j}]) {{ x++; }}"]
ENDS = ["ts[{j}].join()", "ts[{j}].join()", "await(ts[{j}])"]
RARE = ["ts[{j}].interrupt()", "obs(ts[{j}].isAlive() ? 1 : 0)", "ts[{j}].join(5)", "obs(ts[{j}].getState().ordinal())"]
# Of main: `me` has what it has seen, `own` the threads.
LOOKS = [
    "me.obs(ts[{j}].cells[0])",
    "me.obs(ts[{j}].list.size())",
    "me.obs(ts[{j}].v)",
    "ts[{j}].v += 2",
    "ts[{j}].cells[1]++",
    "me.obs(x)",
    "x++",
    "synchronized (LOCK) {{ me.obs(y); }}",
    "me.v++",
    "me.list.add({c})",
]
ALL = [
    "for (W t : ts) t.join();",
    "for (W t : own) t.join();",
    "for (W t : all) t.join();",
    "for (int i = own.length - 1; i >= 0; i--) own[i].join();",
    "await(own);",
    "for (W t : own) await(t);",
    "all.forEach(t -> await(t));",
    "for (W t : own) {{ t.join(); me.obs(t.v); }}",
]
MEMBERS = """        final int[] cells = new int[2];
        final ArrayList<Integer> list = new ArrayList<>();
        int v;"""


class Program:
    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"Awaits{seed}"
        self.n = n = r.choice([2, 2, 3, 3, 4])
        self.menu = r.sample(ALONE, 3) + r.sample(TOGETHER, 2)
        if r.random() < 0.5:
            self.menu += r.sample(OTHERS, 1)
        self.rare = r.random() < 0.25
        self.joiner = r.choice([None, None, *range(n)])
        length = {2: 4, 3: 3, 4: 2}[n]
        self.bodies = [self.body(i, r.randint(1, length)) for i in range(n)]
        starts = r.sample(range(n), n) if r.random() < 0.3 else list(range(n))
        self.main = [f"ts[{i}].start();" for i in starts]
        if r.random() < 0.3:
            self.main.insert(r.randint(0, n), self.look())
        self.main += self.ends()

    def pick(self, menu: list[str], but: int = -1) -> str:
        others = [j for j in range(self.n) if j != but]
        return self.r.choice(menu).format(j=self.r.choice(others), c=self.r.randint(0, 2)) + ";"

    def look(self) -> str:
        return self.pick(LOOKS)

    def body(self, i: int, length: int) -> str:
        body = [self.pick(self.menu, i) for _ in range(length)]
        if self.joiner == i:
            for _ in range(self.r.randint(1, 2)):
                body.insert(self.r.randint(0, len(body)), self.pick(ENDS, i))
        if self.rare and self.r.random() < 0.4:
            body.insert(self.r.randint(0, len(body)), self.pick(RARE, i))
        return " ".join(body)

    def ends(self) -> list[str]:
        """How main joins the threads, or some of them, and looks at them."""
        r = self.r
        if r.random() < 0.5:
            ends = [r.choice(ALL).format()]
            if r.random() < 0.4:
                ends.insert(0, f"ts[{r.randrange(self.n)}].join();")
        else:
            ends = [f"ts[{j}].join();" for j in r.sample(range(self.n), r.randint(1, self.n))]
        for _ in range(r.randint(0, 2)):
            ends.insert(r.randint(0, len(ends)), self.look())
        if self.rare and r.random() < 0.3:
            ends.insert(r.randint(0, len(ends)), self.pick(RARE).replace("obs(", "me.obs("))
        return ends

    def joined(self) -> str:
        """The threads that main has joined."""
        text = " ".join(self.main)
        if any(way.format() in text for way in ALL):
            return "own"
        whom = [f"ts[{j}]" for j in range(self.n) if f"ts[{j}].join()" in text]
        return f"new W[] {{{', '.join(whom)}}}"

    def java(self) -> str:
        new = ", ".join(f"new W({i})" for i in range(self.n))
        main = "\n".join(f"        {line}" for line in self.main)
        # isAlive is a look that some of the reductions are not made with
        alive = self.rare and self.r.random() < 0.3
        whom = "Arrays.stream(own).filter(t -> !t.isAlive()).toArray(W[]::new)" if alive else self.joined()
        return f"""import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class {self.name} {{
    static final Object LOCK = new Object();
    static final AtomicInteger A = new AtomicInteger();
    static int x, y;
    static W[] ts;
{worker(self.bodies, MEMBERS, "z + 1")}
    static void await(W... ws) {{
        try {{
            for (W w : ws) w.join();
        }} catch (InterruptedException e) {{
            x += 7;
        }}
    }}
    public static void main(String[] args) throws Exception {{
        W me = new W(9);
        ts = new W[] {{{new}}};
        W[] own = ts.clone();
        List<W> all = new ArrayList<>(Arrays.asList(own));
{main}
        String out = "R " + me.q + " " + x + " " + y + " " + A.get();
        for (W t : {whom}) out += " " + t.q + "," + t.v + t.list + t.cells[0] + t.cells[1];
        System.out.println(out);
    }}
}}
"""
