"""Random programs about stages: who completes a future, who registers a dependent one, and who runs it in the end.

Used without an oracle of their own: searches with different switches must have the same outcomes."""

from __future__ import annotations

import random

# {f}, {g}: futures, {l}: a letter of its own; say() tells the letter and the thread
ENDS = [
    '{f}.complete("v");',
    '{f}.completeExceptionally(new RuntimeException("x"));',
    'say({f}.complete("w") ? "{l}y" : "{l}n");',
    "{f}.cancel(false);",
    '{f}.complete("v"); say("{l}");',
]
STAGES = [
    '{f}.thenRun(() -> say("{l}"))',
    '{f}.thenAccept(v -> say("{l}" + v))',
    '{f}.whenComplete((v, e) -> say(e == null ? "{l}" + v : "{l}e"))',
    '{f}.exceptionally(e -> "{l}").thenAccept(v -> say(v))',
    '{f}.thenCombine({g}, (v, w) -> "{l}" + v + w).thenAccept(v -> say(v))',
    '{f}.applyToEither({g}, v -> v + "{l}").exceptionally(e -> "{l}e").thenAccept(v -> say(v))',
    '{f}.runAfterEither({g}, () -> say("{l}"))',
    '{f}.runAfterBoth({g}, () -> say("{l}"))',
    '{f}.thenCompose(v -> {g}).thenRun(() -> say("{l}"))',
    '{f}.handle((v, e) -> {{ {g}.complete("h"); return "{l}"; }}).thenRun(() -> say("{l}"))',
    'CompletableFuture.allOf({f}, {g}).whenComplete((v, e) -> say(e == null ? "{l}" : "{l}e"))',
    'CompletableFuture.anyOf({f}, {g}).thenRun(() -> say("{l}"))',
    '{f}.copy().thenRun(() -> say("{l}"))',
]
LOOKS = [
    'say({f}.isDone() ? "{l}d" : "{l}u");',
    'say("{l}" + {f}.getNumberOfDependents());',
    'say({f}.isCompletedExceptionally() ? "{l}x" : "{l}o");',
    '{f}.obtrudeValue("o");',
]


class Program:
    """`name` is its class. It prints "R " and what was said, in order."""

    def __init__(self, seed: int) -> None:
        self.name = f"Stages{seed}"
        r = self.random = random.Random(seed)
        self.letters = iter("abcdefghijklmnop")
        self.before = [self.one(STAGES) + ";" for _ in range(r.randrange(3))]
        self.meanwhile = [self.one(STAGES) + ";" for _ in range(r.choice((0, 1, 1, 2)))]
        self.threads = [self.acts() for _ in range(r.choice((1, 2)))]

    def one(self, of: list[str]) -> str:
        f, g = self.random.sample(("F", "G"), 2)
        return self.random.choice(of).format(f=f, g=g, l=next(self.letters))

    def acts(self) -> list[str]:
        r = self.random
        acts = [self.one(ENDS)]
        if r.random() < 0.3:
            acts.insert(r.randrange(2), self.one(STAGES) + ";")
        if r.random() < 0.3:
            acts.insert(r.randrange(2), self.one(LOOKS))
        return acts

    def java(self) -> str:
        def lines(acts: list[str], deep: int) -> str:
            return "\n".join(" " * deep + a for a in acts)

        starts = "\n".join(
            f"        (T[{i}] = new Thread(() -> {{\n{lines(acts, 12)}\n        }})).start();"
            for i, acts in enumerate(self.threads)
        )
        return f"""import java.util.concurrent.CompletableFuture;

public class {self.name} {{
    static final CompletableFuture<String> F = new CompletableFuture<>(), G = new CompletableFuture<>();
    static final StringBuffer S = new StringBuffer();
    static final Thread[] T = new Thread[{len(self.threads)}];

    static void say(String what) {{
        Thread t = Thread.currentThread();
        S.append(what + (t == T[0] ? "0 " : t == T[T.length - 1] ? "1 " : "m "));
    }}

    public static void main(String[] args) throws Exception {{
{lines(self.before, 8)}
{starts}
{lines(self.meanwhile, 8)}
        for (Thread t : T) t.join();
        System.out.println("R " + S);
    }}
}}
"""
