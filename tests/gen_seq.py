"""Random sequential Java programs: arithmetic of all types, control flow, arrays, exceptions, strings,
objects with virtual calls. They always end: loops count, calls go to later methods only."""

from __future__ import annotations

import random

NUM = ["int", "long", "float", "double", "byte", "short", "char"]
ARRAY = {t: "ya" if t == "byte" else f"{t[0]}a" for t in [*NUM, "boolean"]}
WIDE = {"byte": "int", "short": "int", "char": "int"}
INT_LITERALS = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "31",
    "33",
    "255",
    "-128",
    "65536",
    "46341",
    "Integer.MAX_VALUE",
    "Integer.MIN_VALUE",
]
LITERALS = {
    "int": INT_LITERALS,
    "long": ["0L", "1L", "-1L", "63L", "4294967296L", "-9000000000L", "Long.MAX_VALUE", "Long.MIN_VALUE"],
    "float": ["0f", "-0f", "1.5f", "1e30f", "-3.25f", "Float.NaN", "Float.MIN_VALUE", "(1f/0)"],
    "double": ["0.0", "-0.0", "0.1", "1e300", "-2.5", "1e18", "Double.NaN", "(1/0.0)"],
    "byte": ["(byte) 5", "(byte) -128"],
    "short": ["(short) 300", "(short) -32768"],
    "char": ["'a'", "(char) 65535"],
    "boolean": ["true", "false"],
    "String": ['"s"', '""', '"\\u00e9x"', "((String) null)", '"abc"'],
}


class Program:
    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.name = f"Seq{seed}"
        self.fresh = 0
        self.methods = 4

    def new(self, prefix: str) -> str:
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    # -- expressions ----------------------------------------------------------------------------------
    def var(self, t: str, env: dict[str, str]) -> str | None:
        names = [n for n, k in env.items() if k == t]
        return self.r.choice(names) if names else None

    def expr(self, t: str, env: dict[str, str], d: int) -> str:
        r = self.r
        if d <= 0 or r.random() < 0.15:
            v = self.var(t, env)
            return v if v and r.random() < 0.75 else r.choice(LITERALS[t])
        e = lambda k: self.expr(k, env, d - 1)  # noqa: E731
        if t == "boolean":
            k = r.randrange(8)
            n = r.choice(NUM)
            if k < 3:
                return f"({e(n)} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {e(r.choice(NUM))})"
            if k == 3:
                return f"({e(t)} {r.choice(['&&', '||', '^', '&', '|', '==', '!='])} {e(t)})"
            if k == 4:
                return f"!{e(t)}"
            if k == 5:
                return f"(obj({e('int')}) instanceof {r.choice(['A', 'B', 'Object', 'Runnable'])})"
            if k == 6:
                return f"java.util.Objects.equals({e('String')}, {e('String')})"
            return f"ba[({e('int')}) & 3]"
        if t == "String":
            k = r.randrange(8)
            if k < 3:
                return f"({e('String')} + {e(r.choice([*NUM, 'boolean', 'String']))})"
            if k == 3:
                return f"str({e('String')}, {e('int')})"
            if k == 4:
                return f"String.valueOf({e(r.choice(NUM))})"
            if k == 5:
                return f"({e('boolean')} ? {e(t)} : {e(t)})"
            if k == 6:
                return f"obj({e('int')}).name({e('char')})"
            return f"Long.toHexString({e('long')})"
        if t in WIDE:
            return r.choice([f"({t}) ({e(r.choice(NUM))})", f"{ARRAY[t]}[({e('int')}) & 3]"])
        k = r.randrange(14)
        small = (
            [x for x in NUM if NUM.index(x) <= NUM.index(t) or x in WIDE]
            if t != "int"
            else ["int", "byte", "short", "char"]
        )
        if k < 5:
            op = r.choice(["+", "-", "*", "/", "%"])
            # the left operand makes the type; a narrower right one is promoted
            return f"({e(t)} {op} {e(r.choice(small))})"
        if k < 7 and t in ("int", "long"):
            return f"({e(t)} {r.choice(['&', '|', '^'])} {e(r.choice(small))})"
        if k < 9 and t in ("int", "long"):
            return f"({e(t)} {r.choice(['<<', '>>', '>>>'])} {e(r.choice(['int', 'long', 'byte']))})"
        if k == 9:
            return f"(- {e(t)})" if t != "int" or r.random() < 0.5 else f"(~{e(t)})"
        if k == 10:
            return f"(({t}) {e(r.choice(NUM))})"
        if k == 11:
            return f"({e('boolean')} ? {e(t)} : {e(t)})"
        if k == 12:
            return f"{ARRAY[t]}[({e('int')}) & 3]"
        if t == "int":
            return r.choice([f"obj({e('int')}).virt({e('int')})", f"len({e('String')})", f"obj({e('int')}).f"])
        return f"({t}) obj({e('int')}).virt({e('int')})"

    # -- statements -------------------------------------------------------------------------------------
    def block(self, env: dict[str, str], d: int, m: int, loop: bool, pad: str) -> list[str]:
        env = dict(env)
        out: list[str] = []
        for _ in range(self.r.randint(1, 4)):
            out += self.stmt(env, d, m, loop, pad)
        return out

    def stmt(self, env: dict[str, str], d: int, m: int, loop: bool, pad: str) -> list[str]:
        r = self.r
        k = r.randrange(17)
        inner = lambda lp=loop: self.block(env, d - 1, m, lp, pad + "    ")  # noqa: E731
        if k < 3:
            t = r.choice([*NUM, "boolean", "String", "int", "long"])
            v = self.new(t[0])
            line = f"{pad}{t} {v} = {self.expr(t, env, 3)};"
            env[v] = t
            return [line]
        t = r.choice([*NUM, "String", "boolean"])
        v = self.var(t, env)
        if k < 6 and v:
            if t in NUM and r.random() < 0.5:
                op = r.choice(
                    ["+=", "-=", "*=", "/=", "%="]
                    + (["<<=", ">>>=", "^=", "|="] if t not in ("float", "double") else [])
                )
                right = "int" if op in ("<<=", ">>>=", "^=", "|=") else r.choice(NUM)
                return [f"{pad}{v} {op} {self.expr(right, env, 2)};"]
            if t in NUM and r.random() < 0.3:
                return [f"{pad}{v}{r.choice(['++', '--'])};"]
            return [f"{pad}{v} = {self.expr(t, env, 3)};"]
        if k == 6:
            a = r.choice(["int", "long", "float", "double", "byte", "short", "char", "boolean"])
            name = ARRAY[a]
            index = f"({self.expr('int', env, 1)}) & {r.choice([3, 3, 3, 7])}"
            return [f"{pad}{name}[{index}] = {self.expr(a, env, 2)};"]
        if k == 7:
            return [f"{pad}obj({self.expr('int', env, 1)}).f {r.choice(['=', '+=', '^='])} {self.expr('int', env, 2)};"]
        if k == 8:
            return [f"{pad}note({self.expr(r.choice([*NUM, 'String', 'boolean']), env, 2)});"]
        if d <= 0:
            return [f"{pad}note({self.expr('int', env, 2)});"]
        if k == 9:
            out = [f"{pad}if ({self.expr('boolean', env, 3)}) {{", *inner(), f"{pad}}}"]
            return out if r.random() < 0.5 else [*out[:-1], f"{pad}}} else {{", *inner(), f"{pad}}}"]
        if k in (10, 11):
            i = self.new("i")
            env2 = {**env, i: "int"}
            body = [x for _ in range(r.randint(1, 3)) for x in self.stmt(dict(env2), d - 1, m, True, pad + "    ")]
            return [
                f"{pad}for (int {i}_ = 0; {i}_ < {r.randint(1, 5)}; {i}_++) {{",
                f"{pad}    int {i} = {i}_;",
                *body,
                f"{pad}}}",
            ]
        if k == 12 and loop:
            return [f"{pad}if ({self.expr('boolean', env, 2)}) {r.choice(['break', 'continue'])};"]
        if k == 13:
            ex = r.choice(
                [
                    "ArithmeticException",
                    "RuntimeException",
                    "ArrayIndexOutOfBoundsException | NullPointerException",
                    "ClassCastException",
                ]
            )
            c = self.new("e")
            out = [
                f"{pad}try {{",
                *inner(),
                f"{pad}}} catch ({ex} {c}) {{",
                f"{pad}    note({c}.toString());",
                *inner(),
                f"{pad}}}",
            ]
            return out if r.random() < 0.5 else [*out[:-1], f"{pad}}} finally {{", *inner(False), f"{pad}}}"]
        if k == 14:
            cases = sorted(r.sample(range(-3, 12), 3))
            out = [f"{pad}switch (({self.expr('int', env, 2)}) & 7) {{"]
            for c in cases:
                out += [
                    f"{pad}    case {c}: {{",
                    *self.block(env, d - 1, m, False, pad + "        "),
                    f"{pad}    }}",
                ] + ([f"{pad}    break;"] if r.random() < 0.6 else [])
            return [
                *out,
                f"{pad}    default: {{",
                *self.block(env, d - 1, m, False, pad + "        "),
                f"{pad}    }}",
                f"{pad}}}",
            ]
        if k == 15 and m + 1 < self.methods:
            t = ["long", "int", "double", "String"][(m + 1) % 4]
            return [
                f"{pad}note(m{m + 1}({self.expr('int', env, 2)}, {self.expr('long', env, 2)}, {self.expr('String', env, 1)}, {self.expr('double', env, 1)}));"
            ]
        if k == 16:
            return [f"{pad}synchronized (ia) {{", *inner(), f"{pad}}}"]
        if r.random() < 0.3:
            return [
                f"{pad}if ({self.expr('boolean', env, 2)}) throw new {r.choice(['IllegalStateException', 'ArithmeticException', 'RuntimeException'])}({self.expr('String', env, 1)});"
            ]
        return [f"{pad}note({self.expr('String', env, 3)});"]

    def java(self) -> str:
        out = [
            f"public class {self.name} {{",
            '    static class A { int f = 3; int virt(int x) { return x + f; } String name(char c) { return "A" + c; } }',
            '    static class B extends A implements Runnable { int virt(int x) { return super.virt(x) * 31; } String name(char c) { return "B" + (int) c + f; } public void run() { f++; } }',
            "    static final A[] objs = {new A(), new B(), new B() { int virt(int x) { run(); return x ^ f; } }, null};",
            "    static int[] ia = {1, -2, 3, Integer.MIN_VALUE}; static long[] la = {1, -2, 1L << 40, Long.MAX_VALUE}; static float[] fa = {1, -.5f, 1e10f, 0};",
            "    static double[] da = {1, -.5, 1e100, 0}; static byte[] ya = {1, -1, 127, -128}; static short[] sa = {1, -1, 32767, -32768}; static char[] ca = {'a', 0, 65535, 'z'}; static boolean[] ba = {true, false, true, false};",
            "    static int notes; static StringBuilder log = new StringBuilder();",
            "    static A obj(int i) { return objs[i & (i % 7 == 0 ? 3 : 1)]; }",
            "    static String str(String s, int i) { return s.substring(Math.min(s.length(), i & 3)); }",
            "    static int len(String s) { return s == null ? -1 : s.length(); }",
            "    static void note(Object o) { if (notes++ < 60) { String s = String.valueOf(o); log.append(s.length() > 60 ? s.length() + \"#\" + s.hashCode() : s).append(';'); } }",
        ]
        for m in range(self.methods):
            t = ["long", "int", "double", "String"][m % 4]
            env = {"p": "int", "q": "long", "s": "String", "w": "double"}
            out.append(f"    static {t} m{m}(int p, long q, String s, double w) {{")
            for _ in range(self.r.randint(3, 6)):
                out += self.stmt(env, 3, m, False, "        ")
            out += [f"        return {self.expr(t, env, 3)};", "    }"]
        out += ["    public static void main(String[] args) {", f'        System.out.println("== {self.name}");']
        for m in range(self.methods):
            for _ in range(2):
                args = f"{self.r.choice(LITERALS['int'])}, {self.r.choice(LITERALS['long'])}, {self.r.choice(LITERALS['String'])}, {self.r.choice(LITERALS['double'])}"
                out.append(
                    f'        try {{ note(m{m}({args})); }} catch (RuntimeException e) {{ note(e + " " + e.getStackTrace()[0].getMethodName() + e.getStackTrace()[0].getLineNumber()); }}'
                )
                out.append("        System.out.println(log); log.setLength(0); notes = 0;")
        out += [
            '        for (A a : objs) System.out.print((a == null ? 0 : a.f) + " ");',
            "        System.out.println(java.util.Arrays.toString(ia) + java.util.Arrays.toString(la) + java.util.Arrays.toString(fa) + java.util.Arrays.toString(da) + java.util.Arrays.toString(ya) + java.util.Arrays.toString(sa) + java.util.Arrays.hashCode(ca) + java.util.Arrays.toString(ba));",
            "    }",
            "}",
            "",
        ]
        return "\n".join(out)
