"""Names and messages that are longer than any buffer: nothing of them is cut, with the JDK's loaders and the program's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import jpfpy
from tests import support

PART = "p" * 200
PACKAGE = ".".join([PART] * 6)
CLASS = f"{PACKAGE}.{'C' * 200}"
METHOD, FIELD = "m" * 3000, "f" * 3000
TARGET = f"""package {PACKAGE};
public class {"C" * 200} {{
    public static int {FIELD} = 3;
    public static int {METHOD}() {{
        return {FIELD} + 4;
    }}
    public static class In {{ }}
    public static void main(String[] args) {{
        System.out.println(In.class.getName());
        if (args.length > 0) throw new IllegalStateException("z".repeat(70000));
    }}
}}
"""
MAIN = f"""import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class LongNames {{
    static final String NAME = "{CLASS}";

    static InputStream file(String name) {{
        return LongNames.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class");
    }}

    static class Own extends ClassLoader {{
        Own() {{
            super(null);
        }}

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {{
            System.out.println("asked for " + name);
            try (InputStream in = file(name)) {{
                if (in == null) throw new ClassNotFoundException(name);
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            }} catch (IOException e) {{
                throw new ClassNotFoundException(name, e);
            }}
        }}
    }}

    interface Body {{
        Object run() throws Throwable;
    }}

    static void show(Body body) {{
        try {{
            System.out.println(body.run());
        }} catch (Throwable e) {{
            System.out.println(e);
        }}
    }}

    public static void main(String[] args) {{
        Own own = new Own();
        show(() -> {CLASS}.{METHOD}());
        show(() -> Class.forName(NAME).getName());
        show(() -> Class.forName("[L" + NAME + ";").getName());
        show(() -> Class.forName(NAME).getPackage().getName());
        show(() -> Class.forName(NAME, true, own).getName());
        show(() -> Class.forName("[[L" + NAME + ";", true, new Own()).getName());
        show(() -> Class.forName(NAME, true, own).getMethod("{METHOD}").invoke(null));
        show(() -> Class.forName(NAME, true, own).getField("{FIELD}").get(null));
        show(() -> Class.forName(NAME + "$In", true, own).getDeclaringClass().getName());
        show(() -> Class.forName(NAME, true, own).getClasses()[0].getName());
        show(() -> Class.forName(NAME + "x"));
        show(() -> Class.forName("[L" + NAME + "x;"));
        show(() -> Class.forName(NAME + "x", true, own));
        show(() -> own.loadClass(NAME + "y"));
        show(() -> Class.forName(NAME).getMethod("{METHOD}x"));
        show(() -> Class.forName(NAME).getField("{FIELD}x"));
        show(() -> MethodHandles.lookup()
                .findStatic(Class.forName(NAME), "{METHOD}x", MethodType.methodType(int.class)));
        show(() -> {{
            MethodHandles.Lookup in = MethodHandles.privateLookupIn(Class.forName(NAME), MethodHandles.lookup());
            Class<?> first = in.defineHiddenClass(file(NAME).readAllBytes(), true).lookupClass();
            Class<?> second = in.defineHiddenClass(file(NAME).readAllBytes(), true).lookupClass();
            return first.getName().startsWith(NAME + "/") && !first.getName().equals(second.getName());
        }});
        show(() -> ({CLASS}) (Object) "x");
        show(() -> {{
            Thread t = new Thread(() -> {{ }}, "t".repeat(5000));
            t.start();
            t.join();
            return t.getName();
        }});
    }}
}}
"""
SOURCES: dict[str, str | bytes] = {f"{CLASS.replace('.', '/')}.java": TARGET, "LongNames.java": MAIN}


@pytest.mark.parametrize("jdk", sorted(support.jdks()))
def test_as_java_prints_them(jdk: int) -> None:
    classes = support.compile_texts(SOURCES, jdk)
    java = support.process(support.tool("java", jdk), "-cp", classes, "LongNames")
    status, out, err, _ = support.run("LongNames", classes, jdk=support.jdks()[jdk])
    assert (status, err) == (0, b"") and java.returncode == 0
    assert out.decode().splitlines() == java.stdout.splitlines()


def test_assertions_of_packages_and_of_classes_inside_others() -> None:
    source = (
        f"package {PACKAGE};\npublic class Says {{\n"
        + """    static class In {
        static boolean on() {
            boolean on = false;
            assert on = true;
            return on;
        }
    }
    public static void main(String[] args) {
        System.out.println(In.on());
    }
}
"""
    )
    classes = support.compile_texts({f"{PACKAGE.replace('.', '/')}/Says.java": source})
    for off in (f"{PART}.{PART}...", f"{PACKAGE}...", f"{PACKAGE}.Says"):
        report = support.verify(f"{PACKAGE}.Says", classes=Path(classes), vm__disable_assertions=off)
        assert report.output == "false\n", off
    assert support.verify(f"{PACKAGE}.Says", classes=Path(classes)).output == "true\n"


def test_the_target_and_its_message() -> None:
    classes = support.compile_texts(SOURCES)
    report: jpfpy.Report = support.verify(CLASS, "fail", classes=Path(classes))
    assert report.output == f"{CLASS}$In\n"
    assert report.errors[0].message == f"java.lang.IllegalStateException: {'z' * 70000}"
    assert report.errors[0].location is not None and report.errors[0].location.class_name == CLASS
