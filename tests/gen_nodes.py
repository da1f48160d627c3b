"""Random programs about objects that threads make and hang into what is there: nodes, arrays and collections under
holders that main has made, read, moved, copied and taken out by whoever comes.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

from tests.gen_workers import Workers

# {i}, {j}: a holder; {c}: a small number; {s}: another statement
NODES = [
    "H[{i}].head = new Node(H[{i}].head, {c})",
    "H[{i}].head = new Node(null, {c})",
    "obs(H[{i}].head.v)",
    "H[{i}].head.v++",
    "H[{i}].head.next.v++",
    "obs(H[{i}].head.next.v)",
    "H[{i}].head = H[{i}].head.next",
    "H[{i}].head = H[{j}].head",
    "H[{i}].head.next = H[{j}].head",
    "own.head = H[{i}].head",
    "own.head = new Node(own.head, {c})",
    "obs(own.head.v)",
    "own.head.v++",
    "H[{i}].head = own.head",
    "synchronized (H[{i}].head) {{ {s} }}",
    "Node m = H[{i}].head; H[{j}].head = null; m.v += {c}; obs(m.v)",
]
ARRAYS = [
    "H[{i}].all = new Node[] {{new Node(null, {c}), H[{j}].all[0]}}",
    "H[{i}].all[0] = H[{j}].all[1]",
    "obs(H[{i}].all[0].v)",
    "H[{i}].all[1].v++",
    "H[{i}].all = H[{j}].all.clone()",
    "H[{i}].all = Arrays.copyOf(H[{j}].all, 2)",
    "System.arraycopy(H[{i}].all, 0, H[{j}].all, 1, 1)",
    "own.all = H[{i}].all",
    "own.all[{c} & 1].v++",
    "obs(own.all[0].v)",
]
KEPT = [
    "H[{i}].list.add({c})",
    "H[{i}].list.add({c})",
    "obs(H[{i}].list.size())",
    "obs(H[{i}].list.get(0))",
    "H[{i}].list.set(0, {c})",
    "own.list.add({c})",
    "obs(own.list.get(0))",
    "own.list = H[{i}].list",
    "H[{i}].list = new ArrayList<>(H[{j}].list)",
    "obs(((ArrayList<?>) H[{i}].list.clone()).size())",
    "synchronized (H[{i}]) {{ H[{i}].list.add({c}); }}",
    "synchronized (H[{i}]) {{ obs(H[{i}].list.size()); }}",
]
TEXTS = [
    "H[{i}].text.append({c})",
    "obs(H[{i}].text.length())",
    "obs(H[{i}].text.charAt(0))",
    "own.text.append({c})",
    "obs(own.text.toString().hashCode())",
    "H[{i}].text.setLength(0)",
]
ROUND = [
    "obs(((Node) F.get(H[{i}])).v)",
    "F.set(H[{i}], own.head)",
    "obs(((Node) V.getVolatile(H[{i}])).v)",
    "V.setVolatile(H[{i}], new Node(own.head, {c}))",
    "V.compareAndSet(H[{i}], own.head, H[{j}].head)",
    "obs(H[{i}].copy().head.v)",
    "H[{i}].copy().head.v++",
    "own = H[{i}]",
    "own = H[{i}].copy()",
]
THEMES = {"arrays": ARRAYS, "kept": KEPT, "texts": TEXTS, "round": ROUND}


IMPORTS = """import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
"""
FIELDS = """    static final class Node {
        Node next;
        int v;
        Node(Node next, int v) { this.next = next; this.v = v; }
        @Override public String toString() { return v + (next == null || next == this ? "" : "," + next.v); }
    }
    static final class Holder implements Cloneable {
        Node head = new Node(new Node(null, 1), 2);
        Node[] all = {new Node(null, 3), head};
        ArrayList<Integer> list = new ArrayList<>(Arrays.asList(1));
        StringBuilder text = new StringBuilder("a");
        Holder copy() {
            try {
                return (Holder) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
        @Override public String toString() { return head + " " + Arrays.toString(all) + list + text; }
    }
    static final Field F;
    static final VarHandle V;
    static {
        try {
            F = Holder.class.getDeclaredField("head");
            V = MethodHandles.lookup().findVarHandle(Holder.class, "head", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    static final Holder[] H = {new Holder(), new Holder()}, OWN = {new Holder(), new Holder(), new Holder()};"""
WHOLE = "Arrays.toString(H) + Arrays.toString(OWN)"


class Program(Workers):
    def __init__(self, seed: int) -> None:
        r = self.r = random.Random(seed)
        self.name = f"Nodes{seed}"
        n = r.choice([2, 2, 2, 3])
        self.menu = r.sample(NODES, 3)
        for theme in r.sample(sorted(THEMES), 1):
            self.menu += r.sample(THEMES[theme], 3)
        length = 3 if n == 2 else 2
        self.bodies = [self.body(i, r.randint(1, length)) for i in range(n)]
        self.child = r.random() < 0.2
        if self.child:
            who = r.randrange(n - 1)
            self.bodies[who] = f"ts[{n - 1}].start(); {self.bodies[who]}"
        self.joins = r.choice(["all", "all", "all", "first"])
        self.between = [""] * n
        self.check = ""

    def body(self, i: int, n: int) -> str:
        own = f"Holder own = OWN[{i}];"
        caught = "catch (Exception e) { obs(e.getClass().getName().length()); }"
        return f"{{ {own} {' '.join(f'try {{ {self.stmt()} }} {caught}' for _ in range(n))} }}"

    def stmt(self, depth: int = 0) -> str:
        r = self.r
        text = r.choice(self.menu if not depth else [s for s in self.menu if "{s}" not in s])
        c = r.randint(0, 2)
        inner = self.stmt(1) if "{s}" in text else ""
        return text.format(i=r.randint(0, 1), j=r.randint(0, 1), c=c, s=inner) + ";"

    def java(self) -> str:
        return self.program(IMPORTS, FIELDS, WHOLE)
