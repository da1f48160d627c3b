"""Random small concurrent programs, twice: as Java source and as a list of atomic steps, whose
interleavings `Oracle` enumerates. The oracle shares nothing with the engine, so it can catch both a
reduction that loses behaviour and a model that is wrong without any reduction."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

STATICS = ["x", "y", "v", "o.a", "o.b", "o.c", "o.d", "arr[0]", "arr[1]", "bs[0]", "bs[1]"]
LAZY = ["K0.z", "K1.z"]  # statics of classes that are initialized when they are first used
FLAGS = ["flag0", "flag1", "flagc"]
THEMES = ["data", "monitor", "wait", "atomic", "rlock", "park", "latch", "node", "choice", "error"]
MORE = ["init", "cond", "timed", "static", "interrupt", "map", "spawn", "daemon"]
# a lock that is waited for takes park permits and is woken by interrupts; a thread that is not started has no permit
APART = [
    {"park", "rlock"},
    {"park", "latch"},
    {"park", "cond"},
    {"park", "spawn"},
    {"interrupt", "wait"},
    {"interrupt", "rlock"},
    {"interrupt", "latch"},
    {"interrupt", "cond"},
    {"interrupt", "timed"},
    {"interrupt", "error"},
    {"interrupt", "spawn"},
]
Stmt = tuple[Any, ...]
Op = tuple[Any, ...]


class Generator:
    """One program: `bodies` (main last) of statements."""

    def __init__(self, seed: int, size: int = 4, joins: bool = True) -> None:
        """Without joins nobody waits for anybody and nothing is printed: errors and deadlocks are the outcome."""
        self.rng = random.Random(seed)
        self.name = f"Conc{seed}" if joins else f"Free{seed}"
        self.joins = joins
        r = self.rng
        self.n = r.choice([2, 2, 2, 2, 3, 3, 4])
        self.vars = r.sample(STATICS, 3)
        self.locks = r.choice([1, 2])
        self.caught = r.random() < 0.7
        kinds = THEMES[1:] + MORE
        pair = r.sample(kinds, 2)
        while any(clash <= {*pair, *([] if joins else ["error"])} for clash in APART):
            pair = r.sample(kinds, 2)
        self.themes = ["data", *pair] if joins else ["data", "error", "error", *pair]
        budget = {2: size, 3: max(2, size - 1), 4: 2}[self.n]
        self.bodies = [self.block(r.randint(2 if self.n < 4 else 1, budget), 0, k) for k in range(self.n)]
        self.daemons = {k for k in range(self.n) if "daemon" in pair and r.random() < 0.5}
        spawned = {k for k in range(1, self.n) if "spawn" in pair and r.random() < 0.6}
        for k in spawned:  # by one with a lower number, so that who is started last is not by itself
            body = self.bodies[r.randrange(k)]
            body.insert(r.randrange(len(body) + 1), ("start", k))
        main: list[Stmt] = []
        for k in range(self.n):
            if k not in spawned:
                main.append(("start", k))
            if r.random() < 0.3:
                main.append(self.stmt(0, self.n, started=k + 1))
        main += [("join", k) for k in range(self.n) if joins]
        self.bodies.append(main)

    def block(self, n: int, depth: int, me: int) -> list[Stmt]:
        return [self.stmt(depth, me, started=me) for _ in range(n)]

    def expr(self) -> Any:
        r = self.rng
        return r.choice(
            [
                ("c", r.randint(0, 3)),
                ("v", r.choice(self.vars)),
                ("+", ("v", r.choice(self.vars)), ("c", 1)),
                ("+", ("v", r.choice(self.vars)), ("v", r.choice(self.vars))),
            ]
        )

    def stmt(self, depth: int, me: int, started: int) -> Stmt:
        r = self.rng
        theme = r.choice(self.themes)
        small = lambda: self.block(r.randint(1, 2), depth + 1, me)  # noqa: E731
        if theme == "monitor" and depth < 2:
            return ("sync", r.randrange(self.locks), small())
        if theme == "rlock" and depth < 2:
            return (r.choice(["rlock", "rlock", "trylock"]), 0, small())
        if theme == "wait":
            kind = r.choice(["waitwhile", "waitif", "notify", "notifyall", "notify"])
            return (kind, r.randrange(self.locks))
        if theme == "atomic":
            return r.choice(
                [("inc_at",), ("cas_at", r.randint(0, 2), r.randint(0, 3)), ("get_at",), ("set_at", r.randint(0, 3))]
            )
        if theme == "park":
            if started and r.random() < 0.7:
                return ("unpark", r.randrange(started))
            if me < self.n:
                return ("park",)
        if theme == "latch":
            return r.choice([("count",), ("count",), ("await",)])
        if theme == "node":
            return r.choice(
                [("pub", r.randint(0, 3)), ("pubmut", r.randint(0, 3), r.randint(0, 3)), ("nodeset",), ("nodeget",)]
            )
        if theme == "init":
            return r.choice([("lazyset", r.randrange(2), r.randint(0, 3)), ("lazyget", r.randrange(2))])
        if theme == "cond":
            return (r.choice(["cawaitwhile", "cawaitif", "csignal", "csignalall", "csignal"]),)
        if theme == "timed":
            if started and r.random() < 0.4:
                return ("tjoin", r.randrange(started))
            return r.choice([("twaitif", r.randrange(self.locks)), ("notify", r.randrange(self.locks))])
        if theme == "static" and depth < 2:
            return ("ssync", small())
        if theme == "interrupt":
            if started and r.random() < 0.6:
                return ("interrupt", r.randrange(started))
            return r.choice([("interrupted",), ("iwait", r.randrange(self.locks)), ("notify", r.randrange(self.locks))])
        if theme == "map":
            key = r.randrange(2)
            return r.choice([("merge", key), ("mapput", key, r.randint(0, 3)), ("mapget", key), ("absent", key, 2)])
        if theme == "choice" and depth == 0:
            return ("choose", 2)
        if theme == "error":
            return r.choice(
                [("throwif", r.choice(self.vars), r.randint(1, 3)), ("div", r.choice(self.vars)), ("sleep",)]
            )
        if r.random() < 0.15 and depth < 2:
            return ("if", r.choice(self.vars), r.randint(0, 2), small(), small() if r.random() < 0.4 else [])
        if r.random() < 0.25:
            return ("acc", self.expr())
        if r.random() < 0.3:
            return ("inc", r.choice(self.vars))
        return ("set", r.choice(self.vars), self.expr())

    # -- Java ---------------------------------------------------------------------------------------
    def jexpr(self, e: Any) -> str:
        if e[0] == "c":
            return str(e[1])
        return e[1] if e[0] == "v" else f"({self.jexpr(e[1])} + {self.jexpr(e[2])})"

    def assign(self, var: str, value: str) -> str:
        cast = "(byte) " if var.startswith("bs") or var in ("o.c", "o.d") else ""
        return f"{var} = {cast}({value} & 3);"

    def java_block(self, block: list[Stmt], me: int, pad: str) -> list[str]:
        return [pad + line for s in block for line in self.java_stmt(s, me)]

    def java_stmt(self, s: Stmt, me: int) -> list[str]:
        k = s[0]
        acc = lambda e: f"q{me} = q{me} * 5 + {e} & 1023;"  # noqa: E731
        one = {
            "inc_at": acc("at.incrementAndGet()"),
            "get_at": acc("at.get()"),
            "park": "LockSupport.park();",
            "count": "latch.countDown();",
            "await": "latch.await();",
            "sleep": "Thread.sleep(1);",
            "nodeset": "{ Node n = p; if (n != null) n.val = n.val + 1 & 3; }",
            "nodeget": "{ Node n = p; " + acc("(n == null ? 4 : n.val)") + " }",
            "interrupted": acc("(Thread.interrupted() ? 2 : 1)"),
        }
        cond = {
            "cawaitwhile": "while (flagc == 0) cond.await();",
            "cawaitif": "if (flagc == 0) cond.await();",
            "csignal": "flagc = 1; cond.signal();",
            "csignalall": "flagc = 1; cond.signalAll();",
        }
        if k in cond:
            return [f"rl.lock(); try {{ {cond[k]} }} finally {{ rl.unlock(); }}"]
        if k in one:
            return [one[k]]
        if k == "set":
            return [self.assign(s[1], self.jexpr(s[2]))]
        if k == "inc":
            return [self.assign(s[1], f"({s[1]} + 1)")]
        if k == "acc":
            return [acc(self.jexpr(s[1]))]
        if k == "if":
            out = [f"if ({s[1]} == {s[2]}) {{", *self.java_block(s[3], me, "    "), "}"]
            return out if not s[4] else [*out[:-1], "} else {", *self.java_block(s[4], me, "    "), "}"]
        if k == "sync":
            return [f"synchronized (L{s[1]}) {{", *self.java_block(s[2], me, "    "), "}"]
        if k == "ssync":
            self.methods.append(self.java_block(s[1], me, "        "))
            return [f"s{len(self.methods) - 1}();"]
        if k == "rlock":
            return ["rl.lock();", "try {", *self.java_block(s[2], me, "    "), "} finally {", "    rl.unlock();", "}"]
        if k == "trylock":
            return [
                "if (rl.tryLock()) {",
                "    try {",
                *self.java_block(s[2], me, "        "),
                "    } finally {",
                "        rl.unlock();",
                "    }",
                "}",
            ]
        if k == "waitwhile":
            return [f"synchronized (L{s[1]}) {{ while (flag{s[1]} == 0) L{s[1]}.wait(); }}"]
        if k == "waitif":
            return [f"synchronized (L{s[1]}) {{ if (flag{s[1]} == 0) L{s[1]}.wait(); }}"]
        if k == "twaitif":
            return [f"synchronized (L{s[1]}) {{ if (flag{s[1]} == 0) L{s[1]}.wait(3); }}"]
        if k == "iwait":
            caught = f"catch (InterruptedException e) {{ {acc('3')} }}"
            return [f"synchronized (L{s[1]}) {{ try {{ if (flag{s[1]} == 0) L{s[1]}.wait(); }} {caught} }}"]
        if k in ("notify", "notifyall"):
            return [
                f"synchronized (L{s[1]}) {{ flag{s[1]} = 1; L{s[1]}.{'notifyAll' if k == 'notifyall' else 'notify'}(); }}"
            ]
        if k == "cas_at":
            return [acc(f"(at.compareAndSet({s[1]}, {s[2]}) ? 1 : 0)")]
        if k == "set_at":
            return [acc(f"at.getAndSet({s[1]})")]
        if k == "unpark":
            return [f"LockSupport.unpark(t{s[1]});"]
        if k == "interrupt":
            return [f"t{s[1]}.interrupt();"]
        if k == "tjoin":
            return [f"t{s[1]}.join(2);"]
        if k == "lazyset":
            return [f"K{s[1]}.z = {s[2]};"]
        if k == "lazyget":
            return [acc(f"K{s[1]}.z")]
        if k == "merge":
            return [acc(f"map.merge({s[1]}, 1, (a, b) -> a + b & 3)")]
        if k == "mapput":
            return [acc(f"old(map.put({s[1]}, {s[2]}))")]
        if k == "mapget":
            return [acc(f"old(map.get({s[1]}))")]
        if k == "absent":
            return [acc(f"old(map.putIfAbsent({s[1]}, {s[2]}))")]
        if k == "pub":
            return [f"p = new Node({s[1]});"]
        if k == "pubmut":
            return [f"{{ Node n = new Node({s[1]}); p = n; n.val = {s[2]}; }}"]
        if k == "choose":
            return [acc(f"Verify.getInt(0, {s[1] - 1})")]
        if k == "throwif":
            return [f'if ({s[1]} == {s[2]}) throw new IllegalStateException("t{me}");']
        if k == "div":
            return [self.assign(s[1], f"(3 / {s[1]})")]
        if k == "start":
            return [f"t{s[1]}.start();"]
        assert k == "join", k
        return [f"t{s[1]}.join();"]

    def java(self) -> str:
        n = self.n
        self.methods: list[list[str]] = []
        out = [
            "import gov.nasa.jpf.vm.Verify;",
            "import java.util.concurrent.ConcurrentHashMap;",
            "import java.util.concurrent.CountDownLatch;",
            "import java.util.concurrent.atomic.AtomicInteger;",
            "import java.util.concurrent.locks.*;",
            "",
            f"public class {self.name} {{",
            "    static class Node { int val; Node(int v) { val = v; } }",
            "    static class O { int a, b; byte c, d; }",
            "    static int x, y, flag0, flag1, flagc; static volatile int v; static Node p;",
            "    static class K0 { static int z; static { z = x + 1 & 3; } }",
            "    static class K1 { static int z; static { int k = y; y = k + 1 & 3; z = k; } }",
            "    static int old(Integer i) { return i == null ? 4 : i; }",
            "    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();",
            "    static final O o = new O(); static final int[] arr = new int[2]; static final byte[] bs = new byte[2];",
            "    static final Object L0 = new Object(), L1 = new Object();",
            "    static final AtomicInteger at = new AtomicInteger(); static final ReentrantLock rl = new ReentrantLock();",
            "    static final Condition cond = rl.newCondition();",
            "    static final CountDownLatch latch = new CountDownLatch(2);",
            f"    static int {', '.join(f'q{k}, e{k}' for k in range(n + 1))};",
            f"    static Thread {', '.join(f't{k}' for k in range(n))};",
        ]
        for k in range(n):
            out += [
                f"    static void b{k}() throws Exception {{",
                *self.java_block(self.bodies[k], k, "        "),
                "    }",
            ]
        for k in range(n):
            body = f"try {{ b{k}(); }} catch (RuntimeException e) {{ e{k} = 1; }}" if self.caught else f"b{k}();"
            out += [
                f"    static class T{k} extends Thread {{",
                "        @Override public void run() {",
                f"            try {{ {body} }} catch (RuntimeException e) {{ throw e; }} catch (Exception e) {{ throw new Error(e); }}",
                "        }",
                "    }",
            ]
        starts = self.java_block(self.bodies[n], n, "        ")
        for i, body in enumerate(self.methods):
            out += [f"    static synchronized void s{i}() throws Exception {{", *body, "    }"]
        out += ["    public static void main(String[] args) throws Exception {"]
        out += [f"        t{k} = new T{k}();" for k in range(n)]
        out += [f"        t{k}.setDaemon(true);" for k in sorted(self.daemons)]
        out += starts
        parts = [
            *STATICS,
            *FLAGS,
            *([*LAZY, "old(map.get(0))", "old(map.get(1))"] if {"init", "map"} & set(self.themes) else []),
            "at.get()",
            "(p == null ? 9 : p.val)",
            *(f"q{k}" for k in range(n + 1)),
            *(f"e{k}" for k in range(n)),
        ]
        if self.joins:
            out.append('        System.out.println("R " + ' + ' + " " + '.join(parts) + ");")
        out += ["    }", "}", ""]
        return "\n".join(out)

    # -- steps --------------------------------------------------------------------------------------
    def steps(self) -> list[list[Op]]:
        return [Compiler(self, k).program() for k in range(self.n + 1)]


class Compiler:
    """Statements to steps. Registers: 0 scratch, 1 and 2 operands, 3 the accumulator, 4 a node."""

    def __init__(self, gen: Generator, me: int) -> None:
        self.gen, self.me = gen, me
        self.ops: list[Op] = []
        self.held: list[Op] = []

    def program(self) -> list[Op]:
        self.throws: list[int] = []
        self.block(self.gen.bodies[self.me])
        self.ops.append(("end",))
        return self.ops

    def block(self, stmts: list[Stmt]) -> None:
        for s in stmts:
            self.stmt(s)

    def expr(self, e: Any, reg: int) -> None:
        if e[0] == "c":
            self.ops.append(("const", reg, e[1]))
        elif e[0] == "v":
            self.ops.append(("read", e[1], reg))
        else:
            self.expr(e[1], 1)
            self.expr(e[2], 2)
            self.ops.append(("add", reg))

    def acc(self, reg: int) -> None:
        self.ops.append(("acc", reg))

    def raise_(self, exc: str) -> None:
        """Leaves every lock held here, then the body."""
        self.ops += [("unlock", held[1]) for held in reversed(self.held)]
        if self.gen.caught and self.me < self.gen.n:
            self.ops += [("err",), ("end",)]
        else:
            self.ops.append(("die", exc))

    def stmt(self, s: Stmt) -> None:
        k, ops = s[0], self.ops
        if k == "set":
            self.expr(s[2], 1)
            ops.append(("write", s[1], 1))
        elif k == "inc":
            ops += [("read", s[1], 1), ("const", 2, 1), ("add", 1), ("write", s[1], 1)]
        elif k == "acc":
            self.expr(s[1], 1)
            self.acc(1)
        elif k in ("if", "throwif"):
            ops.append(("read", s[1], 0))
            at = len(ops)
            ops.append(("hole",))
            if k == "if":
                self.block(s[3])
            else:
                self.raise_("java.lang.IllegalStateException")
            end = len(ops)
            if k == "if" and s[4]:
                ops.append(("hole",))
                self.block(s[4])
                ops[end] = ("jmp", len(ops))
                end += 1
            ops[at] = ("jne", 0, s[2], end)
        elif k == "div":
            ops += [("read", s[1], 0), ("hole",)]
            at = len(ops) - 1
            self.raise_("java.lang.ArithmeticException")
            ops[at] = ("jne", 0, 0, len(ops))
            ops += [("div",), ("write", s[1], 1)]
        elif k in ("sync", "rlock", "trylock", "ssync"):
            lock = "class" if k == "ssync" else f"L{s[1]}" if k == "sync" else "rl"
            at = len(ops)
            ops.append(("lock", lock))
            self.held.append(("unlock", lock))
            self.block(s[-1])
            self.held.pop()
            ops.append(("unlock", lock))
            if k == "trylock":
                ops[at] = ("trylock", lock, len(ops))
        elif k in WAITS:
            kind, again = WAITS[k]
            lock, flag = ("rl", "flagc") if kind == "cwait" else (f"L{s[1]}", f"flag{s[1]}")
            ops.append(("lock", lock))
            top = len(ops)
            ops.append(("read", flag, 0))
            ops.append(("jne", 0, 0, len(ops) + (3 if again else 2)))
            ops.append((kind, lock))
            if again:
                ops.append(("jmp", top))
            ops.append(("unlock", lock))
        elif k in ("csignal", "csignalall"):
            ops += [("lock", "rl"), ("const", 1, 1), ("write", "flagc", 1), (k,), ("unlock", "rl")]
        elif k in ("lazyset", "lazyget"):
            cls = LAZY[s[1]]
            at = len(ops)
            ops.append(("hole",))
            if s[1] == 0:
                ops += [("read", "x", 1), ("const", 2, 1), ("add", 1), ("write", cls, 1)]
            else:
                ops += [("read", "y", 1), ("move", 0, 1), ("const", 2, 1), ("add", 1), ("write", "y", 1)]
                ops += [("move", 1, 0), ("write", cls, 1)]
            ops.append(("inited", cls))
            ops[at] = ("init", cls, len(ops))
            if k == "lazyset":
                ops += [("const", 1, s[2]), ("write", cls, 1)]
            else:
                ops.append(("read", cls, 0))
                self.acc(0)
        elif k in ("notify", "notifyall"):
            lock = f"L{s[1]}"
            ops += [("lock", lock), ("const", 1, 1), ("write", f"flag{s[1]}", 1), (k, lock), ("unlock", lock)]
        elif k in ("inc_at", "get_at", "cas_at", "set_at", "merge", "mapput", "mapget", "absent", "interrupted"):
            ops.append((*s,))
            self.acc(0)
        elif k == "pub":
            ops += [("new", s[1]), ("writep",)]
        elif k == "pubmut":
            ops += [("new", s[1]), ("writep",), ("const", 1, s[2]), ("writef",)]
        elif k == "nodeset":
            ops += [("readp",), ("jnull", len(ops) + 6), ("readf", 1), ("const", 2, 1), ("add", 1), ("writef",)]
        elif k == "nodeget":
            ops += [("readp",), ("const", 0, 4), ("jnull", len(ops) + 4), ("readf", 0)]
            self.acc(0)
        elif k == "choose":
            ops.append(s)
            self.acc(0)
        else:
            assert k in ("park", "unpark", "count", "await", "sleep", "start", "join", "tjoin", "interrupt"), k
            ops.append(s)


WAITS = {  # statement: step, and whether it is repeated until the flag is set
    "waitwhile": ("wait", True),
    "waitif": ("wait", False),
    "twaitif": ("twait", False),
    "iwait": ("iwait", False),
    "cawaitwhile": ("cwait", True),
    "cawaitif": ("cwait", False),
}
LOCAL = {"move", "const", "add", "acc", "jne", "jmp", "jnull", "div", "err", "sleep", "new"}


@dataclass
class Result:
    outputs: set[str] = field(default_factory=set)
    deadlock: bool = False
    died: set[str] = field(default_factory=set)
    states: int = 0


class TooBig(Exception):
    pass


class Oracle:
    """All interleavings, by explicit states. A thread: (pc, registers, status, saved lock count, permit ...)."""

    def __init__(self, gen: Generator, limit: int = 30000) -> None:
        self.gen, self.limit = gen, limit
        self.code = gen.steps()
        lazy = [*LAZY, "m0", "m1"] if {"init", "map"} & set(gen.themes) else []
        self.names = [*STATICS, *FLAGS, *lazy]
        self.main = gen.n

    def explore(self) -> Result:
        res = Result()
        n = self.gen.n + 1
        # pc, r0..r3, node, status, saved count, permit, objects made, error flag, interrupted
        idle = (0, 0, 0, 0, 0, None, "new", 0, 0, 0, 0, 0)
        threads = [idle] * n
        threads[self.main] = (*idle[:6], "run", *idle[7:])
        memory = tuple(4 if name in ("m0", "m1") else 0 for name in self.names)
        start = (tuple(threads), memory, (), (), 0, 2, None)
        stack, seen = [start], {start}
        while stack:
            state = stack.pop()
            successors = self.step(state, res)
            for s in successors:
                if s not in seen:
                    if len(seen) >= self.limit:
                        raise TooBig
                    seen.add(s)
                    stack.append(s)
        res.states = len(seen)
        return res

    def step(self, state: Any, res: Result) -> list[Any]:
        out: list[Any] = []
        threads = state[0]
        enabled = False
        users = [t[6] for k, t in enumerate(threads) if k not in self.gen.daemons]
        for t in range(len(threads)):
            if all(s in ("new", "done", "dead") for s in users):
                break  # nothing but daemons is left
            if threads[t][6] in ("new", "done", "dead", "waiting"):
                continue
            moved = self.move(state, t, res)
            if moved is not None:
                enabled = True
                out += moved
        if not enabled:
            if threads[self.main][6] == "done":
                self.finish(state, res)
            if any(s in ("run", "waiting", "reacquire", "thrown") for s in users):
                res.deadlock = True
        return out

    def finish(self, state: Any, res: Result) -> None:
        threads, shared, held, heap, at, _, p = state
        memory = dict(zip(self.names, shared, strict=True))
        if "K0.z" in memory:  # printing them initializes their classes
            ready = {name for name, owner in held if owner == ("ready",)}
            memory |= {"K0.z": memory["x"] + 1 & 3} if "K0.z" not in ready else {}
            memory |= {"K1.z": memory["y"]} if "K1.z" not in ready else {}
        parts = [
            *memory.values(),
            at,
            9 if p is None else dict(heap)[p],
            *(t[4] for t in threads),
            *(t[10] for t in threads[: self.gen.n]),
        ]
        res.outputs.add("R " + " ".join(map(str, parts)))

    def move(self, state: Any, t: int, res: Result) -> list[Any] | None:
        """Successors by one visible step of t and the local ones after it; None: t cannot run."""
        threads, shared, locks, heap, at, latch, p = state
        pc, r0, r1, r2, acc, node, status, saved, permit, made, err, intr = threads[t]
        r = [r0, r1, r2, acc]
        held = dict(locks)
        objs = dict(heap)
        ths = list(threads)
        mem = list(shared)
        visible = False
        forks: list[int] | None = None

        def state_now() -> Any:
            ths[t] = (pc, r[0], r[1], r[2], r[3], node, status, saved, permit, made, err, intr)
            return (tuple(ths), tuple(mem), tuple(sorted(held.items())), tuple(sorted(objs.items())), at, latch, p)

        def leave(queue: str, who: int) -> None:
            held[queue] = tuple(i for i in held[queue] if i != who)
            if not held[queue]:
                del held[queue]

        def wake(i: int, how: str = "reacquire") -> None:
            ths[i] = (*ths[i][:6], how, *ths[i][7:])

        if status in ("reacquire", "thrown"):
            kind, lock = self.code[t][pc - 1]
            first_in_line = kind != "cwait" or held["woken"][0] == t
            if lock in held or not first_in_line:
                return None
            if kind == "cwait":
                leave("woken", t)
            held[lock] = (t, saved)
            if status == "thrown":
                r[3], intr = r[3] * 5 + 3 & 1023, 0
            status, saved = "run", 0
            return [state_now()]
        if status == "twaiting":  # its time is over
            status = "reacquire"
            return [state_now()]
        while True:
            op = self.code[t][pc]
            k = op[0]
            if k not in LOCAL:
                if visible:
                    return [state_now()]
                visible = True
            pc += 1
            if k == "const":
                r[op[1]] = op[2]
            elif k == "add":
                r[op[1]] = r[1] + r[2]
            elif k == "acc":
                r[3] = r[3] * 5 + r[op[1]] & 1023
            elif k == "div":
                r[1] = 3 // r[0]
            elif k == "move":
                r[op[1]] = r[op[2]]
            elif k == "jne":
                pc = op[3] if r[op[1]] != op[2] else pc
            elif k == "jmp":
                pc = op[1]
            elif k == "jnull":
                pc = op[1] if node is None else pc
            elif k == "err":
                err = 1
            elif k == "sleep":
                pass
            elif k == "new":
                node = (t, made)
                made += 1
                objs[node] = op[1]
            elif k == "read":
                r[op[2]] = mem[self.names.index(op[1])]
            elif k == "write":
                mem[self.names.index(op[1])] = r[op[2]] & 3
            elif k == "readp":
                node = p
            elif k == "writep":
                p = node
            elif k == "readf":
                r[op[1]] = objs[node]  # type: ignore[index]
            elif k == "writef":
                objs[node] = r[1] & 3  # type: ignore[index]
            elif k in ("lock", "trylock"):
                owner, count = held.get(op[1], (t, 0))
                if owner != t:
                    if k == "lock":
                        return None
                    pc = op[2]
                else:
                    held[op[1]] = (t, count + 1)
            elif k == "unlock":
                owner, count = held[op[1]]
                assert owner == t
                if count == 1:
                    del held[op[1]]
                else:
                    held[op[1]] = (t, count - 1)
            elif k == "iwait" and intr:
                r[3], intr = r[3] * 5 + 3 & 1023, 0
            elif k in ("wait", "twait", "iwait", "cwait"):
                saved = held.pop(op[1])[1]
                status = "twaiting" if k == "twait" else "waiting"
                if k == "cwait":
                    held["queue"] = (*held.get("queue", ()), t)
                return [state_now()]
            elif k in ("csignal", "csignalall"):
                for i in held.get("queue", ())[: 1 if k == "csignal" else None]:
                    leave("queue", i)
                    held["woken"] = (*held.get("woken", ()), i)
                    wake(i)
            elif k in ("notify", "notifyall"):
                who = [
                    i
                    for i, th in enumerate(ths)
                    if th[6] in ("waiting", "twaiting")
                    and self.code[i][th[0] - 1] in (("wait", op[1]), ("twait", op[1]), ("iwait", op[1]))
                ]
                if k == "notifyall":
                    for i in who:
                        wake(i)
                elif who:
                    forks = who
                    res_states = []
                    for i in forks:
                        keep = ths[i]
                        wake(i)
                        res_states.append(state_now())
                        ths[i] = keep
                    return res_states
            elif k == "interrupted":
                r[0], intr = 2 if intr else 1, 0
            elif k == "interrupt":
                i = op[1]
                if i == t:
                    intr = 1
                elif ths[i][6] == "waiting":
                    wake(i, "thrown")
                elif ths[i][6] not in ("done", "dead"):
                    ths[i] = (*ths[i][:11], 1)
            elif k == "tjoin":
                pass
            elif k == "init":
                state = held.get(op[1])
                if state is None:
                    held[op[1]] = (t,)
                elif state == ("ready",) or state == (t,):
                    pc = op[2]
                else:
                    return None
            elif k == "inited":
                held[op[1]] = ("ready",)
            elif k in ("merge", "mapput", "mapget", "absent"):
                at_key = self.names.index(f"m{op[1]}")
                was = mem[at_key]
                r[0] = was
                if k == "merge":
                    r[0] = mem[at_key] = 1 if was == 4 else was + 1 & 3
                elif k == "mapput" or (k == "absent" and was == 4):
                    mem[at_key] = op[2]
            elif k == "inc_at":
                at += 1
                r[0] = at
            elif k == "get_at":
                r[0] = at
            elif k == "cas_at":
                r[0] = int(at == op[1])
                at = op[2] if r[0] else at
            elif k == "set_at":
                r[0], at = at, op[1]
            elif k == "count":
                latch = max(0, latch - 1)
            elif k == "await":
                if latch:
                    return None
            elif k == "park":
                if not permit and not intr:
                    return None
                permit = 0
            elif k == "unpark":
                if ths[op[1]][6] not in ("done", "dead"):
                    if op[1] == t:
                        permit = 1
                    else:
                        ths[op[1]] = (*ths[op[1]][:8], 1, *ths[op[1]][9:])
            elif k == "choose":
                outs = []
                for value in range(op[1]):
                    r[0] = value
                    outs.append(state_now())
                return outs
            elif k == "start":
                ths[op[1]] = (*ths[op[1]][:6], "run", *ths[op[1]][7:])
            elif k == "join":
                if ths[op[1]][6] not in ("new", "done", "dead"):
                    return None
            elif k == "end":
                status = "done"
                return [state_now()]
            elif k == "die":
                # the search goes on past an error state: the thread is gone, the others live
                res.died.add(op[1])
                status = "dead"
                return [state_now()]
            else:
                raise AssertionError(k)
