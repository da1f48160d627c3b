"""Programs that compare the library's steps (csrc/classes/jdk/steps.def) with fine ones, from one table.

Each entry of `tests/tables_steps.py` becomes one class. Its arguments say what runs: the number of the setup, then the calls
of each thread by their numbers, main's first ("0 3 1,2": main makes call 3 while a thread makes calls 1 and 2). It prints
what each call answered or threw, and what the observer sees in the end."""

from __future__ import annotations

import dataclasses
import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Entry:
    """One shared thing. A call is an expression, statements that end with ';', or a block that returns. "25: ..." needs that JDK."""

    name: str
    declare: str  # static fields
    setups: tuple[str, ...]
    calls: tuple[str, ...]
    observe: str
    config: tuple[tuple[str, str], ...] = ()  # of the side that is compared with steps, beside vm.por.library=fine
    ordered: bool = False  # main is not as good as the other thread: it owns a lock by a setup, say
    fine: str = ""  # why the other side cannot be fine steps all the way down

    def here(self, release: int) -> list[tuple[int, str]]:
        """Number and text of the calls that this JDK has."""
        found = []
        for k, call in enumerate(self.calls):
            since, text = re.fullmatch(r"(?:(\d+): )?(.*)", call, re.S).groups()  # type: ignore[union-attr]
            if release >= int(since or 17):
                found.append((k, text))
        return found


def source(e: Entry, release: int) -> str:
    cases = []
    for k, text in e.here(release):
        how = text if text[0] == "{" else f'{text} return "-";' if text[-1] == ";" else f"return {text};"
        cases.append(f"      case {k}: {how}")
    setups = "\n".join(f"      case {k}: {s.replace('@', e.name)}; break;" for k, s in enumerate(e.setups))
    main = "T0 = Thread.currentThread();" if "other()" in "".join(e.calls) else ""
    return f"""import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.lang.invoke.*;
public class Steps{e.name} {{
  static Thread T0, T1, T2; static String R1 = "", R2 = "";
  {e.declare}
  static Thread other() {{ return Thread.currentThread() == T1 ? T0 : T1; }}
  static void setup(int k) throws Throwable {{
    switch (k) {{
{setups}
    }}
  }}
  static Object call(int number) throws Throwable {{
    switch (number) {{
{chr(10).join(cases)}
    }}
    throw new Error("no call " + number);
  }}
  static String show(Object x) {{
    if (x == null || x instanceof String || x instanceof Number || x instanceof Boolean || x instanceof Enum
        || x instanceof Collection || x instanceof Map || x instanceof Map.Entry) return "" + x;
    if (x instanceof int[] a) return Arrays.toString(a);
    if (x instanceof Object[] a) return Arrays.toString(a);
    return x.getClass().getSimpleName();
  }}
  static String run(String calls) {{
    String s = "";
    for (String c : calls.split(",")) {{
      String r;
      try {{ r = show(call(Integer.parseInt(c))); }} catch (Throwable t) {{ r = t.getClass().getSimpleName(); }}
      s += r + " ";
    }}
    return s;
  }}
  public static void main(String[] a) throws Throwable {{
    {main}
    setup(Integer.parseInt(a[0]));
    String c1 = a[2];
    T1 = new Thread(() -> R1 = run(c1));
    if (a.length > 3) {{
      String c2 = a[3];
      T2 = new Thread(() -> R2 = run(c2));
    }}
    T1.start();
    if (T2 != null) T2.start();
    String r0 = run(a[1]);
    while (T1.isAlive()) try {{ T1.join(); }} catch (InterruptedException e) {{ }}
    if (T2 != null) while (T2.isAlive()) try {{ T2.join(); }} catch (InterruptedException e) {{ }}
    String end;
    try {{ end = show({e.observe}); }} catch (Throwable t) {{ end = t.getClass().getSimpleName(); }}
    System.out.println("R " + r0 + "| " + R1 + "| " + R2 + "| " + end);
  }}
}}
"""


def pairs(e: Entry, release: int) -> Iterator[tuple[str, ...]]:
    """Every pair of calls in two threads, in every setup: arguments of the program."""
    numbers = [k for k, _ in e.here(release)]
    both = itertools.product(numbers, repeat=2) if e.ordered else itertools.combinations_with_replacement(numbers, 2)
    for (a, b), s in itertools.product(both, range(len(e.setups))):
        yield str(s), str(a), str(b)


def triples(e: Entry, release: int, count: int, seed: int) -> list[tuple[str, ...]]:
    """Some of the programs with three calls in two threads or three."""
    r = random.Random(f"{e.name} {seed}")
    numbers = [k for k, _ in e.here(release)]
    found = []
    for _ in range(count):
        a, b, c = (r.choice(numbers) for _ in range(3))
        s = str(r.randrange(len(e.setups)))
        found.append((s, str(a), str(b), str(c)) if r.random() < 0.4 else (s, f"{a},{b}", str(c)))
    return found


ASKS = re.compile(
    r"[.](get\w*|is[A-Z]\w*|has[A-Z]\w*|toString|size|contains\w*|peek\w*|element|first\w*|last\w*|sum|mappingCount|state"
    r"|remainingCapacity|availablePermits|resultNow|exceptionNow|validate|toArray|hashCode|indexOf|length|charAt|floor\w*"
    r"|ceiling\w*|higher\w*|lower\w*|values|\w+Iterator|capacity|search|reduceValues|copy|sub[A-Z]\w*|codePointAt|\w+Value"
    r"|elementAt|empty)[(]|: o\)|^d$"
)
CHANGES = re.compile(
    r"getAnd|ndGet|ThenReset|(lock|Lock|unlock|run|set|cancel|interrupt|complete|submit|invoke|fork|await\w*|signal\w*|join"
    r"|schedule|shutdownNow|\w+Submit|remove\w*|poll\w*|tryUnfork|[of]\.get)\(\)|\.remove|schedule\("
)


def observed(e: Entry, release: int) -> Iterator[tuple[str, ...]]:
    """A call that changes the thing in one thread, beside two that ask in another: what the two tell together may be seen
    half-way of the call only. Then the same with two threads that change it."""
    here = e.here(release)
    asks = [str(k) for k, text in here if ASKS.search(text) and not CHANGES.search(text)]
    changes = [str(k) for k, _ in here if str(k) not in asks]
    for setup, a, b, c in itertools.product(range(len(e.setups)), asks, asks, changes):
        yield str(setup), f"{a},{b}", c
        if e.ordered:
            yield str(setup), c, f"{a},{b}"
        for d in changes:
            yield str(setup), f"{a},{b}", c, d
            yield str(setup), f"{d},{a},{b}", c


LISTED = re.compile(r"LIB(ATOMIC|ALONE|LEFT|MOVER)\(\s*\"([^\"]+)\",\s*(?:[GP]_\w+,\s*)?((?:\"[^\"]*\"\s*)+)\)")


def listed(table: Path) -> dict[str, set[str]]:
    """Class -> names of the methods that steps.def lists as steps or movers of their own."""
    found: dict[str, set[str]] = {}
    for match in LISTED.finditer(table.read_text()):
        names = " ".join(re.findall(r"\"([^\"]*)\"", match[3])).split()
        found.setdefault(match[2].replace("/", "."), set()).update(n.split("(")[0] for n in names if n[0] != "!")
    return found
