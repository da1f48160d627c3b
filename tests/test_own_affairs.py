"""Which of the JDK's classes come apart where two threads meet, and which see to that by themselves.

A class of the JDK is taken to be unsafe unless a row says why it is not (csrc/classes/jdk/breaks.def): so what no table
names has its races found. What the library does for itself the first time it is needed, by initializers, caches and
tables of its own (csrc/classes/jdk/steps.def: LIBOWN), is nothing that a program could tell apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import support

HEAD = """import java.util.*;
import java.util.stream.*;
public class {name} {{
"""
MEETS = (
    HEAD
    + """
    static final {kind} v = {make};
    {result};
    public static void main(String[] args) throws Exception {{
        Thread t = new Thread(() -> {{ {other} }});
        t.start();
        {main}
        t.join();
        System.out.println("R " + {end});
    }}
}}
"""
)
FACTORY = "java.util.random.RandomGeneratorFactory.of"
# Of two numbers that are drawn, both are the same one: what, how it is made, whether there may be none.
DRAWN = {
    "Chars": '"ab".chars().iterator()',
    "CharsOfBuilder": 'new StringBuilder("ab").chars().iterator()',
    "Range": "IntStream.range(0, 2).iterator()",
    "Concat": "IntStream.concat(IntStream.of(1), IntStream.of(2)).iterator()",
    "Mixed": f'{FACTORY}("L32X64MixRandom").create(1)',
    "Xoroshiro": f'{FACTORY}("Xoroshiro128PlusPlus").create(1)',
    "Split": f'{FACTORY}("SplittableRandom").create(1)',
}
# A mutable object that no table names: its class, how it is made, what one reads of it twice, how the other sets it.
OBJECTS = {
    "Record": (
        "java.util.logging.LogRecord",
        'new java.util.logging.LogRecord(java.util.logging.Level.INFO, "0")',
        "getMessage()",
        'setMessage("1")',
    ),
    "Cookie": ("java.net.HttpCookie", 'new java.net.HttpCookie("n", "0")', "getValue()", 'setValue("1")'),
    "Stamp": ("java.sql.Timestamp", "new java.sql.Timestamp(0)", "getNanos()", "setNanos(1)"),
    "Packet": (
        "java.net.DatagramPacket",
        "new java.net.DatagramPacket(new byte[1], 0)",
        "getOffset()",
        "setData(new byte[2], 1, 1)",
    ),
    "Collator": (
        "java.text.RuleBasedCollator",
        "(java.text.RuleBasedCollator) java.text.Collator.getInstance(Locale.US)",
        "getDecomposition()",
        "setDecomposition(1)",
    ),
    "Decoder": (
        "java.nio.charset.CharsetDecoder",
        "java.nio.charset.StandardCharsets.UTF_8.newDecoder()",
        'replacement().equals("1") ? 1 : 0',
        'replaceWith("1")',
    ),
    "Locales": (
        "Locale.Builder",
        "new Locale.Builder()",
        'build().getLanguage().equals("de") ? 1 : 0',
        'setLanguage("de")',
    ),
    "Entry": (
        "java.util.zip.ZipEntry",
        'new java.util.zip.ZipEntry("0")',
        "getTime() < 0 ? 0 : 1",
        "setTime(1L << 40)",
    ),
}


def drawn(name: str) -> str:
    kind = "PrimitiveIterator.OfInt" if "iterator" in DRAWN[name] else "java.util.random.RandomGenerator"
    draw = "try {{ {} = v.nextInt(); }} catch (NoSuchElementException e) {{ }}"
    return MEETS.format(
        name=f"Drawn{name}",
        kind=kind,
        make=DRAWN[name],
        result="static int a = -1, b = -1",
        main=draw.format("a"),
        other=draw.format("b"),
        end="(a == b)",
    )


def held(name: str) -> str:
    kind, make, read, write = OBJECTS[name]
    return MEETS.format(
        name=f"Held{name}",
        kind=kind,
        make=make,
        result="static Object a, b",
        main=f"a = v.{read}; b = v.{read};",
        other=f"v.{write};",
        end="a + b",
    )


MODES: list[dict[str, str]] = [
    {"search__class": "dfs"},
    {"search__class": "bfs"},
    {"search__class": "dpor"},
    {"search__class": "dfs", "vm__por": "dynamic"},
]


def outcomes(where: Path, name: str) -> list[set[str]]:
    found = []
    for how in MODES:
        report = support.explore(name, where, **how)
        assert report["complete"] and not report["errors"], how
        found.append(support.outcomes(report))
    return found


@pytest.fixture(scope="module")
def meetings() -> Path:
    texts = {f"Drawn{n}.java": drawn(n) for n in DRAWN} | {f"Held{n}.java": held(n) for n in OBJECTS}
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", DRAWN)
def test_a_position_that_two_threads_share_comes_apart(name: str, meetings: Path) -> None:
    assert outcomes(meetings, f"Drawn{name}") == [{"true", "false"}] * len(MODES)


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_that_no_table_names_changes_between_two_looks(name: str, meetings: Path) -> None:
    assert outcomes(meetings, f"Held{name}") == [{"00", "01", "11"}] * len(MODES)


FIRST = (
    HEAD
    + """
    static String[] r = new String[2];
    static String go() throws Exception {{ return {what}; }}
    public static void main(String[] args) throws Exception {{
        Thread t = new Thread(() -> {{ try {{ r[0] = go(); }} catch (Exception e) {{ throw new Error(e); }} }});
        t.start();
        r[1] = go();
        t.join();
        System.out.println("R " + r[0].equals(r[1]));
    }}
}}
"""
)
# What two threads do at once, both for the first time; states on JDK 17.
FIRSTS = {
    "Format": ('String.format("%d %5.2f %s", 3, 2.5, "x")', 4),
    "Number": ("java.text.NumberFormat.getInstance(Locale.US).format(1234.5)", 4),
    "Uuid": ("UUID.nameUUIDFromBytes(new byte[] {1, 2}).toString()", 4),
    "Digest": ('Arrays.toString(java.security.MessageDigest.getInstance("SHA-256").digest(new byte[] {1}))', 5),
    "Url": ('new java.net.URL("http://a.b/c?d#e").getQuery()', 4),
    "Calendar": ('"" + Calendar.getInstance(TimeZone.getTimeZone("GMT")).get(Calendar.ERA)', 4),
    "Date": ('new java.text.SimpleDateFormat("yyyy-MM-dd").format(new Date(0))', 22),
    "Locale": ('new Locale.Builder().setLanguage("de").setRegion("CH").build().toLanguageTag()', 4),
    "Big": ('new java.math.BigDecimal("12345678901234567890.5").pow(3).toString()', 4),
    "Pattern": ('java.util.regex.Pattern.compile("(a+)b?c").matcher("aabc").replaceAll("$1")', 4),
}


@pytest.fixture(scope="module")
def firsts() -> Path:
    texts = {f"First{n}.java": FIRST.format(name=f"First{n}", what=what) for n, (what, _) in FIRSTS.items()}
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", FIRSTS)
def test_who_is_the_first_to_need_the_library_makes_no_difference(name: str, firsts: Path) -> None:
    report = support.explore(f"First{name}", firsts, search__class="dfs")
    assert report["complete"] and not report["errors"]
    assert support.outcomes(report) == {"true"}
    if support.default_jdk() == support.jdks().get(17):
        assert report["statistics"]["states_new"] == FIRSTS[name][1]


# What the library's own affairs go by is changed beside them: one of the two's order counts.
CHANGED = {
    "Factory": (
        'URL.setURLStreamHandlerFactory(p -> p.equals("none") ? H : null)',
        "url() + url()",
        {"00", "01", "11"},
    ),
    "Zone": (
        'System.setProperty("user.timezone", "GMT+01:00")',
        "TimeZone.getDefault().getRawOffset() / 3600000",
        {"0", "1"},
    ),
    "Language": (
        "Locale.setDefault(Locale.GERMANY)",
        'String.format("%.1f", 1.5).charAt(1) + "" + java.text.NumberFormat.getInstance().format(1.5).charAt(1)',
        {"..", ".,", ",,"},
    ),
}
CHANGE = """import java.net.*;
import java.util.*;
public class Change{name} {{
    static final URLStreamHandler H = new URLStreamHandler() {{
        protected URLConnection openConnection(URL u) {{ return null; }}
    }};
    static String url() {{
        try {{
            new URL("none:x");
            return "1";
        }} catch (MalformedURLException e) {{
            return "0";
        }}
    }}
    public static void main(String[] args) throws Exception {{
        Thread t = new Thread(() -> {{ {change}; }});
        t.start();
        Object o = {look};
        t.join();
        System.out.println("R " + o);
    }}
}}
"""


@pytest.fixture(scope="module")
def changes() -> Path:
    texts = {f"Change{n}.java": CHANGE.format(name=n, change=c, look=e) for n, (c, e, _) in CHANGED.items()}
    return support.compile_texts(texts, 0, ("-g", "-Xlint:none"))


@pytest.mark.parametrize("name", CHANGED)
def test_a_change_beside_the_librarys_own_affairs_is_seen(name: str, changes: Path) -> None:
    for how in ({"search__class": "dfs"}, {"search__class": "bfs"}, {"search__class": "dfs", "vm__por": "dynamic"}):
        report = support.explore(f"Change{name}", changes, **({"search__budget": "30s"} | how))
        assert support.outcomes(report) == CHANGED[name][2], how
