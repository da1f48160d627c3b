"""Random programs about fields: private, final, written once, immutable objects, objects that escape from their constructor,
arrays, and locks of every kind (the object's own, one in a field, a static one, a class, the owner's around a part of it).

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

# $ is an expression for a Box that may be null, {c} a small number
BOX = [
    "$.inc()",
    "$.incLocked()",
    "$.incPlain()",
    "$.incJuc()",
    "$.incClass()",
    "obs($.get())",
    "obs($.getLocked())",
    "obs($.f)",
    "obs($.once)",
    "obs($.pair.a + $.pair.b)",
    "$.pair = new Pair({c}, {c})",
    "$.cells[{c} & 1]++",
    "obs($.cells[{c} & 1])",
    "$.fill({c})",
    "synchronized ($) {{ obs($.getPlain()); $.incPlain(); }}",
    "synchronized ($) {{ $.cells[0] += {c}; }}",
    "synchronized ($.lock) {{ obs($.n); $.n += {c}; }}",
    "obs(Arrays.hashCode($.cells))",
    "obs($.cells.clone()[{c} & 1])",
    "System.arraycopy($.cells, 0, $.cells, 1, 1)",
    "synchronized ($) {{ Arrays.fill($.cells, {c}); }}",
    # without the lock, but not on every path
    "if (s == {c}) {{ $.v++; s++; }}",
    "if (s > {c}) obs($.w)",
    "if (s == {c}) $.n++",
    "if (bumps > {c}) $.cells[0]++",
    "if (me.q > {c}) {{ obs($.v); $.k++; }}",
]
OTHER = [
    "OWNER.add({c})",
    "obs(OWNER.sum())",
    "OWNER.box.incPlain()",
    "obs(OWNER.box.getPlain())",
    "OWNER.cell({c})",
    "g = new Box({c})",
    "g = new Sub({c})",
    "new Leaky({c})",
    "{{ Leaky l = leaked; if (l != null) obs(l.f * 4 + l.v); }}",
    "synchronized (LOCK) {{ s += {c}; }}",
    "synchronized (LOCK) {{ obs(s); }}",
    "obs(s)",
    "s = {c}",
    "obs(once)",
    "obs(K.length())",
    "me.own += {c}",
    "obs(me.own)",
    "{{ T o = other(me); if (o != null) obs(o.own); }}",
    "{{ Box b = me.mine; b.incPlain(); obs(b.getPlain()); }}",
    "g = me.mine",
    "bump({c})",
    "obs(bump(1))",
    "synchronized (OWNER) {{ OWNER.box.incPlain(); }}",
    "Thread.yield()",
]

STATICS = ["synchronized (LOCK) {{ s += {c}; }}", "synchronized (LOCK) {{ obs(s); s++; }}", "bump({c})", "s = {c}"]

CLASSES = """
    static final class Pair {
        final int a, b;
        Pair(int a, int b) { this.a = a; this.b = b; }
    }
    static class Box {
        private int v, w, j, k;
        private int plain;
        int n, once;
        final int f;
        final Object lock = new Object();
        private final ReentrantLock juc = new ReentrantLock();
        final int[] cells = new int[2];
        Pair pair;
        Box(int c) { f = c; once = c + 1; pair = new Pair(c, c); }
        synchronized void inc() { v++; }
        void incLocked() { synchronized (lock) { w++; } }
        void incPlain() { plain++; }
        void incJuc() { juc.lock(); try { j++; } finally { juc.unlock(); } }
        void incClass() { synchronized (Box.class) { k++; } }
        synchronized int get() { return v; }
        int getLocked() { synchronized (lock) { return w; } }
        int getPlain() { return plain; }
        synchronized void fill(int c) { for (int i = 0; i < cells.length; i++) cells[i] = c; }
        int all() { return (((v * 3 + w) * 3 + j) * 3 + k) * 3 + plain + n * 5 + cells[0] * 7 + cells[1] * 11 + pair.a; }
    }
    static class Sub extends Box {
        int extra;
        Sub(int c) { super(c); extra = c; }
        @Override void incPlain() { super.incPlain(); extra++; }
        @Override int all() { return super.all() + extra; }
    }
    static class Leaky {
        final int f;
        int v;
        Leaky(int c) { leaked = this; f = c; v = c + 1; }
    }
    static class Owner {
        final Box box = new Box(1);
        final int[] cells = new int[2];
        synchronized void add(int c) { for (int i = 0; i < 1 + (c & 1); i++) box.n++; }
        synchronized int sum() { return box.n; }
        synchronized void cell(int c) { cells[c & 1]++; }
    }
"""


class Program:
    def __init__(self, seed: int) -> None:
        r = random.Random(seed)
        self.name = f"Field{seed}"
        self.threads = r.choice([2, 2, 2, 3])
        # few statements, so that threads meet
        self.menu = [self.filled(r, s) for s in r.sample(BOX, 4)] + [self.filled(r, s) for s in r.sample(OTHER, 3)]
        self.menu += [self.filled(r, s) for s in r.sample(STATICS, 1)]
        length = 3 if self.threads == 2 else 2
        self.bodies = [[r.choice(self.menu) for _ in range(r.randint(1, length))] for _ in range(self.threads)]
        self.between = [r.choice(self.menu) if r.random() < 0.4 else "" for _ in range(self.threads)]
        self.check = r.choice(["", "", f"if (q == {r.randint(1, 9)}) throw new IllegalStateException();"])
        self.own = r.random() < 0.5

    @staticmethod
    def filled(r: random.Random, text: str) -> str:
        text = text.format(c=r.randint(0, 3))
        if "$" not in text:
            return text + ";"
        return f"{{ Box b = {r.choice(['g', 'FIX', 'FIX', 'OWNER.box', 'me.mine'])}; {text.replace('$', 'b')}; }}"

    def java(self) -> str:
        n = range(self.threads)
        cases = "\n".join(f"            case {i}: {' '.join(self.bodies[i])} break;" for i in n)
        starts = "\n".join(f"        ts[{i}].start(); {self.between[i]}" for i in n)
        mine = "new Box(2)" if self.own else "FIX"
        return f"""import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

public class {self.name} {{{CLASSES}
    static final Box FIX = new Box(0);
    static final Owner OWNER = new Owner();
    static final Object LOCK = new Object();
    static final String K = new String("abc");
    static Box g = new Box(1);
    static Leaky leaked;
    static int s, once;
    static T[] ts;
    private static int bumps;
    private static synchronized int bump(int c) {{ return bumps += c; }}
    static T other(T me) {{ return ts[0] == me ? ts[1] : ts[0]; }}
    static class T extends Thread {{
        int own, q;
        final int id;
        final Box mine = {mine};
        T(int id) {{ this.id = id; }}
        void obs(int z) {{ q = q * 5 + z & 255; }}
        @Override public void run() {{
            T me = this;
            switch (id) {{
{cases}
            }}
            {self.check}
        }}
    }}
    public static void main(String[] args) throws Exception {{
        T me = new T(9);
        ts = new T[] {{{", ".join(f"new T({i})" for i in n)}}};
        once = 2;
{starts.replace("obs(", "me.obs(")}
        for (T t : ts) t.join();
        String out = "R " + FIX.all() + " " + OWNER.box.all() + " " + OWNER.cells[0] + " " + OWNER.cells[1] + " " + g.all() + " " + s
            + " " + bumps + " " + me.q + " " + me.own + " " + (leaked == null ? 0 : leaked.f * 8 + leaked.v);
        for (T t : ts) out += " " + t.q + "," + t.own + "," + t.mine.all();
        System.out.println(out);
    }}
}}
"""
