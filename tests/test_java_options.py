"""java's own options on jpf's command line and as vm.args: what the program is told of them is what java tells it."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

import jpfpy
from jpfpy.javaargs import JavaArgs, quote, read_file, split
from tests import support
from tests.support import jdks, jpf, process, tool

TOLD = """
package p.q;
import java.lang.reflect.*;
import java.util.*;
public class Told {
    static class Inner {}
    static void say(Object... what) { System.out.println(Arrays.deepToString(what)); }
    static void open(Class<?> c, String field) {
        try {
            c.getDeclaredField(field).setAccessible(true);
            say(c.getName(), field, "open");
        } catch (Exception e) {
            say(e.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }
    static void status(String name) {
        try {
            say(name, Class.forName(name, false, Told.class.getClassLoader()).desiredAssertionStatus());
        } catch (ClassNotFoundException e) {
            say(e);
        }
    }
    public static void main(String[] args) throws Exception {
        say(args);
        for (String key : new String[] {"x", "y", "empty", "user.language", "line.separator", "jdk.module.addopens.0",
                "jdk.module.path", "java.class.path", "sun.java.command", "java.util.logging.config.file"})
            say(key, System.getProperty(key));
        say(Integer.getInteger("x", -1), Boolean.getBoolean("y"), String.format("%.1f", 1.5));
        for (String c : new String[] {"p.q.Told", "p.q.Told$Inner", "p.r.Other", "Plain", "java.util.ArrayList",
                "java.sql.Driver"})
            status(c);
        ClassLoader mine = new java.net.URLClassLoader(new java.net.URL[0]);
        mine.setPackageAssertionStatus("none", true);
        Module base = Object.class.getModule(), me = Told.class.getModule();
        for (String p : new String[] {"java.lang", "java.util", "jdk.internal.misc", "sun.nio.ch"})
            say(p, base.isOpen(p, me), base.isExported(p, me), base.isOpen(p), base.isExported(p));
        open(String.class, "value");
        open(ArrayList.class, "elementData");
        open(Told.class, "none");
        TreeSet<String> names = new TreeSet<>();
        for (Module m : ModuleLayer.boot().modules()) names.add(m.getName());
        say(names);
        for (String c : new String[] {"jdk.incubator.vector.IntVector", "java.sql.Driver", "sun.misc.Unsafe"})
            try {
                say(Class.forName(c).getModule().toString());
            } catch (ClassNotFoundException e) {
                say(e);
            }
        try {
            assert args.length > 9 : "not so many";
            say("no assertion");
        } catch (AssertionError e) {
            say(e);
        }
    }
}
"""
CLASSES = {
    "p/q/Told.java": TOLD,
    "p/r/Other.java": "package p.r; public class Other {}",
    "Plain.java": "public class Plain {}",
}
MODULES = {
    "lib": {
        "module-info.java": "module lib { exports lib; exports lib.opened; opens lib.opened; uses lib.Service; }",
        "lib/Service.java": """package lib; public interface Service { String name(); static String all() {
            String all = ""; for (Service s : java.util.ServiceLoader.load(Service.class)) all += s.name() + " ";
            return all; } }""",
        "lib/opened/Open.java": "package lib.opened; public class Open { private int x; }",
        "lib/hidden/Hidden.java": "package lib.hidden; public class Hidden { private int x; }",
    },
    "app": {
        "module-info.java": "module app { requires lib; provides lib.Service with app.Mine; }",
        "app/Mine.java": 'package app; public class Mine implements lib.Service { public String name() { return "m"; } }',
        "app/Main.java": """package app;
            import java.util.*;
            public class Main {
                static int shared;
                static void say(Object... what) { System.out.println(Arrays.deepToString(what)); }
                public static void main(String[] args) throws Exception {
                    Module me = Main.class.getModule(), its = lib.Service.class.getModule();
                    say(args, me.getName(), me.getDescriptor().mainClass(), me.getLayer() == ModuleLayer.boot());
                    say(me.canRead(its), its.canRead(me), its.isOpen("lib.opened"), its.isOpen("lib.hidden", me));
                    say(its.isExported("lib.hidden"), its.isExported("lib.hidden", me), lib.Service.all());
                    for (String key : new String[] {"x", "java.class.path", "jdk.module.path", "jdk.module.main",
                            "jdk.module.main.class", "sun.java.command"})
                        say(key, System.getProperty(key));
                    for (String c : new String[] {"lib.opened.Open", "lib.hidden.Hidden", "java.lang.String"})
                        try {
                            Class.forName(c).getDeclaredFields()[0].setAccessible(true);
                            say(c, "open");
                        } catch (Exception e) {
                            say(e.toString());
                        }
                    TreeSet<String> names = new TreeSet<>();
                    for (Module m : ModuleLayer.boot().modules()) names.add(m.getName());
                    say(names);
                    say(Main.class.getPackage().getName(), Main.class.getClassLoader().getClass().getName());
                    say(new Exception().getStackTrace()[0].toString(), Main.class.desiredAssertionStatus());
                    say(new String(Main.class.getResourceAsStream("text.txt").readAllBytes()).trim());
                    Thread t = new Thread(() -> shared++);
                    t.start();
                    if (args.length > 0 && args[0].equals("race")) {
                        shared++;
                        t.join();
                        assert shared == 2 : "lost";
                    }
                }
            }""",
        "app/text.txt": "a resource\n",
    },
}
JARS = ["--main-class", "app.Main"]


@cache
def classes() -> Path:
    return support.compile_texts(CLASSES, min(jdks()))


@cache
def modules() -> Path:
    """A folder with the modules as jars, "plain" with the same as directories."""
    out = support.kept_dir() / f"modules-{support.digest(str(MODULES), support.identity(0))}"
    if out.exists():
        os.utime(out)
        return out
    work = Path(tempfile.mkdtemp(dir=support.kept_dir()))
    for name, files in MODULES.items():
        for file, text in files.items():
            place = work / ("plain" if file.endswith(".txt") else "src") / name / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    sources = [str(p) for p in (work / "src").rglob("*.java")]
    command = [tool("javac"), "-g", "-d", str(work / "plain"), "--module-source-path", str(work / "src")]
    assert process(*command, *sources).returncode == 0
    for name in MODULES:
        main = JARS if name == "app" else []
        jar = process(tool("jar"), "-c", "-f", str(work / f"{name}.jar"), *main, "-C", str(work / "plain" / name), ".")
        assert jar.returncode == 0, jar.stderr
    (work / "jars").mkdir()
    for name in MODULES:
        (work / f"{name}.jar").rename(work / "jars" / f"{name}.jar")
    with contextlib.suppress(OSError):
        work.rename(out)
    return out


def both(options: list[str], jdk: int, cwd: Path, **env: str) -> tuple[str, str]:
    """What java and jpf --run print, standard error behind it."""
    run = process(tool("java", jdk), "-Xshare:auto", "-XX:TieredStopAtLevel=1", *options, cwd=cwd, **env)
    ours = jpf("--run", *options, cwd=cwd, **env, JAVA_HOME=str(jdks()[jdk]))
    assert run.returncode == ours.returncode, run.stderr + ours.stdout + ours.stderr
    return run.stdout + run.stderr, ours.stdout + ours.stderr


PLAIN = [
    "-ea",
    "-D -D=1 -Dx=7 -Dy=true -Dempty -Dx=8 -da",
    "-ea:p... -da:p.q.Told -Duser.language=de",
    "-ea:p.q.Told -ea:... -da:p.r...",
    "-esa -ea -da:java.util... -ea:java.util.ArrayList -da:p",
    "-enableassertions:p.q... -disableassertions:p.q.Told$Inner --limit-modules java.sql",
    "--add-opens java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED -ea",
    "--add-exports java.base/sun.nio.ch=ALL-UNNAMED --add-modules jdk.incubator.vector -ea",
    "--add-opens java.base/nope=ALL-UNNAMED --add-opens none/x=ALL-UNNAMED --add-reads java.base=none -ea",
]


@pytest.mark.parametrize("jdk", sorted(jdks()))
@pytest.mark.parametrize("options", PLAIN)
def test_a_program_is_told_what_java_tells_it(options: str, jdk: int) -> None:
    args = [*options.split(), "-cp", str(classes()), "p.q.Told", "-Dof=the", "program"]
    theirs, ours = both(args, jdk, classes())
    assert ours == theirs


@pytest.mark.parametrize("jdk", sorted(jdks()))
@pytest.mark.parametrize(
    "options",
    [
        "-p jars -ea -Dx=1 -m app one",
        "--module-path=jars -da --add-opens lib/lib.hidden=app --add-opens java.base/java.lang=app -m app/app.Main",
        "-p plain --add-reads lib=app --add-exports lib/lib.hidden=ALL-UNNAMED -da --module app/app.Main",
        "-da -p plain/lib:jars/app.jar --add-modules java.sql --module=app",
        "-da -cp jars/lib.jar -p jars --add-modules ALL-MODULE-PATH -m app",
    ],
)
def test_named_modules_are_run_as_java_runs_them(options: str, jdk: int) -> None:
    theirs, ours = both(options.split(), jdk, modules())
    assert ours == theirs


@pytest.mark.parametrize(
    "options",
    [
        "--add-modules none -cp . p.q.Told",
        "--add-opens java.base -cp . p.q.Told",
        "--limit-modules none -cp . p.q.Told",
        "-p jars -m none",
    ],
)
def test_a_boot_layer_that_cannot_be_says_so_in_the_jdks_words(options: str) -> None:
    jdk = max(jdks())
    theirs = process(tool("java", jdk), *options.split(), cwd=modules())
    ours = jpf(*options.split(), cwd=modules(), JAVA_HOME=str(jdks()[jdk]))
    assert (theirs.returncode, ours.returncode) == (1, 2)
    assert ours.stderr == "jpf: " + " ".join((theirs.stdout + theirs.stderr).split("\n")).strip() + "\n"


@pytest.mark.parametrize(
    "options, env",
    [
        ("-cp", ""),
        ("--module-path", ""),
        ("-p", ""),
        ("--add-opens", ""),
        ("--add-modules -cp .", ""),
        ("-m", ""),
        ("-jar", ""),
        ("@none x", ""),
        ("-p jars -m lib", ""),
        ("x", "-Dx=1 Main"),
        ("x", "-jar x"),
        ("x", "-m x"),
        ("x", "--version"),
        ("x", "-Dx='a b"),
        ("x", "@none"),
    ],
)
def test_what_is_malformed_is_told_in_javas_words(options: str, env: str) -> None:
    more = {"JDK_JAVA_OPTIONS": env} if env else {}
    theirs = process(tool("java"), *options.split(), cwd=modules(), **more)
    ours = jpf(*options.split(), cwd=modules(), **more)
    assert (theirs.returncode, ours.returncode) == (1, 2)
    said = [x for x in (theirs.stdout + theirs.stderr).splitlines() if not x.startswith("NOTE:")][0]
    words = said.removeprefix("Error: ")
    assert ours.stderr.splitlines()[0].startswith(f"jpf: {words}")
    assert ours.stdout == ""


@pytest.mark.parametrize(
    "option, why",
    [
        ("-javaagent:x.jar", "agents are not run here"),
        ("-Xbootclasspath/a:x.jar", "classes cannot be added to the boot loader's here"),
        ("--patch-module", "modules cannot be patched here"),
        ("-Xfoo", "unknown option -Xfoo (jpf --help)"),
        ("--add-open", "unknown option --add-open (nearest: --add-opens)"),
        ("+-Dx=1", "java's options are given without +, or as +vm.args='-Dx=1'"),
    ],
)
def test_what_would_change_the_program_and_is_not_there_is_refused(option: str, why: str) -> None:
    done = jpf(option, "-cp", classes(), "p.q.Told")
    assert done.returncode == 2 and done.stderr.strip().endswith(why) or why in done.stderr
    assert done.stdout == "" and done.stderr.count("\n") == 1


def test_options_of_the_virtual_machine_mean_nothing_and_that_is_said() -> None:
    done = jpf("-Xmx2g", "-XX:+UseZGC", "-verbose:gc", "-Xss1m", "-server", "--run", "-cp", classes(), "p.q.Told")
    assert done.returncode == 0 and done.stdout.startswith("[]")
    assert done.stderr == (
        "jpf: note: -Xmx2g -XX:+UseZGC -verbose:gc -Xss1m -server: no meaning here, where the program runs in no Java VM\n"
    )


def test_argument_files_and_the_variable_are_read_as_java_reads_them(tmp_path: Path) -> None:
    (tmp_path / "opts").write_text('-Dx=5 # a comment\n-Dempty="two \\"words\\" \\\n    and more"\n\'-Dy=a b\' -da\n')
    (tmp_path / "main").write_text(f"-cp {classes()}\np.q.Told @opts\n")
    env = {"JDK_JAVA_OPTIONS": "@opts '-Duser.language=fr' -Dx='1 2'"}
    theirs, ours = both(["-Dx=9", "@main", "@@not", "-Dx=1"], min(jdks()), tmp_path, **env)
    assert "NOTE: Picked up JDK_JAVA_OPTIONS: @opts" in theirs
    assert ours.replace("jpf: NOTE:", "NOTE:") == theirs


def test_the_key_takes_the_same_from_a_file_and_in_python(tmp_path: Path) -> None:
    (tmp_path / "x.jpf").write_text("target = p.q.Told\nvm.args = -Dx=3 '-Dempty=a b' -ea:none\n")
    done = jpf("-Dy=true", "--run", "-cp", classes(), tmp_path / "x.jpf")
    said = done.stdout.splitlines()
    assert {"[x, 3]", "[y, true]", "[empty, a b]", "[no assertion]"} <= set(said)
    report = support.verify("p.q.Told", classes=classes(), vm__args="-Dx=3 '-Dempty=a b' -ea:none")
    assert {"[x, 3]", "[empty, a b]", "[no assertion]"} <= set(report.output.splitlines())
    assert report.config["vm.args"] == "-Dx=3 '-Dempty=a b' -ea:none"
    assert "[x, null]" in support.verify("p.q.Told", classes=classes()).output
    appended = jpf("+vm.args=-Dx=1", "+vm.args+=-Dy=true", "--run", "-cp", classes(), "p.q.Told").stdout
    assert "[x, 1]" in appended and "[y, true]" in appended
    with pytest.raises(jpfpy.ConfigError, match=re.escape("Cannot specify main class in vm.args: p.q.Told")):
        support.verify("p.q.Told", classes=classes(), vm__args="-ea p.q.Told")


def test_a_module_is_explored_and_its_errors_are_replayed() -> None:
    values = {**support.CONFIG, "vm.args": f"-p {modules()}/jars -m app"}
    report = jpfpy.verify("app", "race", config=values)
    assert [e.message for e in report.errors] == ["java.lang.AssertionError: lost"]
    assert report.errors[0].location is not None and report.errors[0].location.class_name == "app.Main"
    replay = report.errors[0].replay
    again = jpfpy.verify("app", "race", config=values, replay=replay)
    assert [e.message for e in again.errors] == ["java.lang.AssertionError: lost"]
    named = jpfpy.verify("app/app.Main", config={**support.CONFIG, "vm.args": f"-p {modules()}/jars"})
    assert named.ok
    idle, other = ({**values, "vm.args": f"{more} {values['vm.args']}"} for more in ("-Xmx1g", "-Dx=1"))
    assert jpfpy.verify("app", "race", config=idle).errors[0].replay == replay
    made = jpfpy.verify("app", "race", config=other).errors[0].replay
    assert "vm.args=" in replay and made != replay and made.rpartition(":")[2] == replay.rpartition(":")[2]


@pytest.mark.parametrize("jdk", sorted(jdks()))
def test_preview_class_files_run_with_enable_preview_only(jdk: int, tmp_path: Path) -> None:
    (tmp_path / "Preview.java").write_text(
        'public class Preview { public static void main(String[] a) { System.out.println("previewed"); } }'
    )
    support.javac(tmp_path, tmp_path / "Preview.java", release=jdk)
    file = tmp_path / "Preview.class"
    file.write_bytes(file.read_bytes()[:4] + b"\xff\xff" + file.read_bytes()[6:])  # the mark of preview features
    theirs, ours = both(["--enable-preview", "-cp", str(tmp_path), "Preview"], jdk, tmp_path)
    assert ours == theirs == "previewed\n"
    without = jpf("-cp", tmp_path, "Preview", JAVA_HOME=str(jdks()[jdk]))
    assert without.returncode == 2 and "--enable-preview" in without.stderr
    source = jpf("--enable-preview", "--run", tmp_path / "Preview.java", JAVA_HOME=str(jdks()[jdk]))
    assert (source.stdout, source.returncode) == ("previewed\n", 0), source.stderr


def test_a_java_file_is_compiled_with_the_same_modules(tmp_path: Path) -> None:
    (tmp_path / "Inside.java").write_text(
        "public class Inside { public static void main(String[] a) {"
        " System.out.println(jdk.internal.misc.Unsafe.getUnsafe().pageSize()); } }"
    )
    refused = jpf("--run", tmp_path / "Inside.java")
    assert refused.returncode == 2 and "package jdk.internal.misc is not visible" in refused.stderr
    opened = jpf("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED", "--run", tmp_path / "Inside.java")
    assert (opened.stdout, opened.returncode) == ("4096\n", 0), opened.stderr


REFUSED = """
public class Refused {
    interface I extends jdk.internal.misc.VM.BufferPool {}
    public static void main(String[] args) {
        Runnable[] all = {
            () -> System.out.println(jdk.internal.misc.Unsafe.class),
            () -> System.out.println(new jdk.internal.misc.Unsafe[1].length),
            () -> System.out.println(jdk.internal.misc.Unsafe.getUnsafe().pageSize()),
            () -> System.out.println(I.class),
            () -> System.out.println(new jdk.internal.util.StaticProperty[1].length),
            () -> System.out.println(sun.security.util.Debug.class),
            () -> System.out.println(sun.misc.Unsafe.class),
            () -> System.out.println(com.sun.net.httpserver.HttpServer.class),
            () -> System.out.println((Object) args instanceof jdk.internal.misc.Unsafe),
        };
        for (Runnable one : all)
            try {
                one.run();
            } catch (Throwable t) {
                System.out.println(t.toString().replaceAll("@\\\\w+", "@"));
            }
    }
}
"""


@pytest.mark.parametrize("jdk", sorted(jdks()))
def test_classes_of_packages_that_are_not_exported_are_refused_when_they_are_linked(jdk: int) -> None:
    packages = [f"java.base/{p}=ALL-UNNAMED" for p in ("jdk.internal.misc", "jdk.internal.util", "sun.security.util")]
    exported = [x for p in packages for x in ("--add-exports", p)]
    out = support.compile_texts({"Refused.java": REFUSED}, min(jdks()), ("-XDignore.symbol.file", *exported))
    for options in ([], exported[:2], ["--limit-modules", "java.base", *exported], exported):
        theirs, ours = both([*options, "-cp", str(out), "Refused"], jdk, out)
        assert ours == theirs
    assert "cannot access" not in ours


def test_a_jar_opens_what_its_manifest_says(tmp_path: Path) -> None:
    shutil.copytree(classes(), tmp_path / "c")
    (tmp_path / "m").write_text("Main-Class: p.q.Told\nAdd-Opens: java.base/java.lang java.base/none\n")
    jar = tmp_path / "x.jar"
    assert process(tool("jar"), "-c", "-f", jar, "-m", tmp_path / "m", "-C", tmp_path / "c", ".").returncode == 0
    theirs, ours = both(["-ea", "-jar", str(jar)], min(jdks()), tmp_path)
    assert ours == theirs and "[java.lang.String, value, open]" in ours


def test_words_are_quoted_so_that_they_are_read_back() -> None:
    words = ["-Dx=a b", "-Dq=it's", '-Dd="x"', "-De=", "-Dt=a\tb", ""]
    assert split(" ".join(map(quote, words)), "here") == words
    assert JavaArgs(" ".join(map(quote, words[:-1]))).properties == dict(w[2:].split("=", 1) for w in words[:-1])
    assert shlex.split(quote("it's")) == ["it's"]


def test_an_argument_file_ends_a_quote_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "f").write_text('a"b c"d \'e\n"f\\tg" h#i\n"j \\\n   k"')
    assert read_file(str(tmp_path / "f")) == ["ab cd", "e", "f\tg", "h", "j k"]


def test_a_boot_of_its_own_leads_to_the_same_states() -> None:
    def counts(args: str) -> tuple[int, int, int]:
        s = support.verify("DiningOrdered", classes="conc", vm__args=args).statistics
        return s.states_new, s.states_visited, s.transitions

    assert counts("") == counts("-Dmine=1") == counts("-Djava.mine=1") == counts("-ea:none --add-modules java.sql")


def test_names_that_java_keeps_for_itself_are_left_out() -> None:
    args = JavaArgs("-Djdk.module.path=x -Djdk.module.addopens.7=y -Djdk.modules=z")
    assert args.properties == {"jdk.modules": "z"}
    assert [n.split(":")[1] for n in args.notes] == [" -Djdk.module.path=x", " -Djdk.module.addopens.7=y"]
