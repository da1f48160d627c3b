"""Random programs about class initialization: threads that come to classes for the first time, whose initializers do
nothing that others could tell, read and write each other's statics and the threads' variables, wait, fail, or use each
other in a circle; superclasses, interfaces, enums, nested holders, and uses within atomic sections.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

# {me}: the class itself, {k}: a class, {c}: a small number. Of an initializer:
CLOSED = [
    "a = {c};",
    "b = a + {c};",
    "t = new int[] {{ {c}, a }};",
    "o = new Cell(a);",
    "{{ Cell z = new Cell({c}); z.v++; o = z; }}",
    "b = help(a);",
    "t[0] += t.length;",
    "a = TABLE[{i}];",
    "a = Color.values()[{i}].n;",
    "a = once;",
    "a = pair.v;",
    "synchronized (o) {{ a++; }}",
    "m.put({c}, a); b = m.size();",
    "o = new Sub{me}();",
    "o = new Sub{me}(); a = Sub{me}.T0;",
    "a = Shade.values()[{i}].rank();",
    's = "t" + a;',
]
OPEN = [
    "a = x;",
    "x = {c};",
    "x += a;",
    "a = {k}.a;",
    "a = {k}.T0 + {c};",
    "{k}.b = {c};",
    "b = {k}.get();",
    "o = new {k}();",
    "A[{i}] = a + 1;",
    "a = A[{i}];",
    "synchronized (L) {{ x++; }}",
    "if (x == {c}) throw new IllegalStateException();",
    "a = 6 / x;",
    "a = Thread.currentThread() == ts[0] ? 1 : 2;",
    "a = me();",
    "n.v++;",
    "shared.add({c});",
    "a = count.incrementAndGet();",
]
# Of a thread:
USES = [
    "obs({k}.a);",
    "obs({k}.get());",
    "obs({k}.T0);",
    "{k}.b = {c};",
    "obs(new {k}().mine);",
    "obs({k}.t[0]);",
    "obs({k}.o == null ? 1 : 2);",
    "obs(new Sub{k}().mine);",
    "obs(Sub{k}.get());",
    "obs({k}Holder.IT.v);",
    "obs(Shade.B.rank());",
    "obs(new Does{k}().mine);",
    "Verify.beginAtomic(); {u} x++; Verify.endAtomic();",
    "synchronized (L) {{ {u} }}",
    "synchronized (L) {{ x = {c}; {u} }}",
]
DATA = [
    "x = {c};",
    "x++;",
    "obs(x);",
    "A[{i}] = {c};",
    "obs(A[{i}]);",
    "n.v = {c};",
    "once = {c};",
    "obs(pair.v);",
    "synchronized (L) {{ x++; }}",
    "obs(shared.size());",
]
CLASSES = ["K0", "K1", "K2"]


class Program:
    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"Inits{seed}"
        self.n = r.choice([2, 2, 2, 3, 3, 4])
        self.classes = CLASSES[: r.choice([2, 3])]
        openness = r.choice([0.0, 0.15, 0.4])
        self.inits = {k: self.init(k, openness) for k in self.classes}
        self.super = {
            k: r.choice(self.classes[:i]) if i and r.random() < 0.4 else "" for i, k in enumerate(self.classes)
        }
        length = {2: 3, 3: 2, 4: 1}[self.n]
        self.menu = r.sample(USES, 5)
        self.data = r.sample(DATA, 3)
        self.bodies = [" ".join(self.use() for _ in range(r.randint(1, length))) for _ in range(self.n)]
        self.before = self.use() if r.random() < 0.15 else ""
        self.between = [self.use() if r.random() < 0.15 else "" for _ in range(self.n)]
        self.caught = r.random() < 0.8

    def fill(self, text: str, me: str = "") -> str:
        r = self.r
        others = [k for k in self.classes if k != me] or self.classes
        used = r.choice(["obs({k}.a);", "obs({k}.get());", "{k}.b = {c};"]) if "{u}" in text else ""
        if used:
            used = used.format(k=r.choice(self.classes), c=r.randint(1, 3))
        return text.format(me=me, k=r.choice(others), c=r.randint(0, 3), i=r.randint(0, 1), u=used)

    def init(self, me: str, openness: float) -> str:
        r = self.r
        return " ".join(
            self.fill(r.choice(OPEN if r.random() < openness else CLOSED), me) for _ in range(r.randint(1, 3))
        )

    def use(self) -> str:
        r = self.r
        return self.fill(r.choice(self.menu if r.random() < 0.65 else self.data))

    def guarded(self, body: str, who: str) -> str:
        if not self.caught:
            return body
        return (
            f"try {{ {body} }} catch (ExceptionInInitializerError e) {{ {who}obs(5); }} "
            f"catch (NoClassDefFoundError e) {{ {who}obs(6); }}"
        )

    def java_class(self, k: str) -> str:
        above = f" extends {self.super[k]}" if self.super[k] else ""
        return f"""    static class {k}{above} {{
        static int a, b;
        static int[] t = new int[1];
        static Object o = new Cell(0);
        static String s;
        static final java.util.HashMap<Integer, Integer> m = new java.util.HashMap<>();
        static final int T0 = "{k}".length();
        final int mine = a + 1;
        static {{ {self.inits[k]} }}
        static int help(int i) {{ return i + T0; }}
        static int me() {{ return Thread.currentThread() instanceof W ? ((W) Thread.currentThread()).id : 7; }}
        static int get() {{ return a + b; }}
    }}
    static class Sub{k} extends {k} {{ }}
    static class {k}Holder {{ static final Cell IT = new Cell({k}.T0); }}
    interface Says{k} {{ Cell C = new Cell({k}.T0 + 1); default int say() {{ return C.v; }} }}
    static class Does{k} implements Says{k} {{ int mine = say(); }}
"""

    def java(self) -> str:
        n = self.n
        cases = "\n".join(
            f"                case {i}: {self.guarded(body, '')} break;" for i, body in enumerate(self.bodies)
        )
        starts = "\n".join(
            f"        ts[{i}].start(); {self.guarded(self.between[i].replace('obs(', 'me.obs('), 'me.')}"
            for i in range(n)
        )
        shows = " ".join(
            f'try {{ out += " " + {k}.a + {k}.b + {k}.t[0]; }} catch (LinkageError e) {{ out += " -"; }}'
            for k in self.classes
        )
        return f"""import gov.nasa.jpf.vm.Verify;

public class {self.name} {{
    static final class Cell {{ int v; Cell(int v) {{ this.v = v; }} }}
    enum Color {{ RED, GREEN; final int n = ordinal() + 1; }}
    enum Shade {{ A {{ @Override int rank() {{ return 2; }} }}, B; int rank() {{ return ordinal(); }} }}
    static final int[] TABLE = {{ 3, 4 }};
{"".join(map(self.java_class, self.classes))}
    static int x, once = 2;
    static int[] A = new int[2];
    static final Cell n = new Cell(0);
    static Cell pair = new Cell(1);
    static final Object L = new Object();
    static final java.util.ArrayList<Integer> shared = new java.util.ArrayList<>();
    static final java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();
    static W[] ts;
    static class W extends Thread {{
        final int id;
        int q;
        W(int id) {{ this.id = id; }}
        void obs(int z) {{ q = q * 7 + z & 255; }}
        @Override public void run() {{
            switch (id) {{
{cases}
            }}
        }}
    }}
    public static void main(String[] args) throws Exception {{
        W me = new W(9);
        ts = new W[] {{{", ".join(f"new W({i})" for i in range(n))}}};
        {self.guarded(self.before.replace("obs(", "me.obs("), "me.")}
{starts}
        for (W t : ts) t.join();
        String out = "R " + me.q + " " + x + A[0] + A[1] + n.v + once + shared.size() + count;
        for (W t : ts) out += " " + t.q;
        {shows}
        System.out.println(out);
    }}
}}
"""
