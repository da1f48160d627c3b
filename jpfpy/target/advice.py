"""What somebody may have meant whose target cannot be started, whose class path lacks something, or whose name is not
there: said behind the error. It looks at the class path itself, and only when there is an error to be told."""

from __future__ import annotations

import os
import struct
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from ..errors import ConfigError
from . import jdk as jdks
from .classfile import ClassFile, ClassFiles, parsed
from .jdk import JDK

MOST = 20_000  # files that are looked at
OUTPUTS = (  # where build tools put class files
    *("target/classes", "target/test-classes", "build/classes/java/main", "build/classes/java/test"),
    *("build/classes/kotlin/main", "build/classes", "bin", "out", "classes", "build"),
)
SOURCES = ("src/main/java", "src/test/java", "src", ".")
LIBRARIES = (  # beginning of a class's name, and the jar that has it
    ("kotlinx.coroutines.", "kotlinx-coroutines-core-jvm.jar"),
    ("kotlin.", "kotlin-stdlib.jar"),
    ("scala.", "scala-library.jar"),
    ("groovy.", "groovy.jar"),
    ("org.junit.jupiter.", "junit-jupiter-api.jar"),
    ("org.junit.platform.", "junit-platform-commons.jar"),
    ("org.junit", "junit-4.13.2.jar, and hamcrest-core-1.3.jar"),
    ("junit.framework", "junit-4.13.2.jar, and hamcrest-core-1.3.jar"),
    ("org.hamcrest", "hamcrest-core-1.3.jar"),
    ("org.slf4j", "slf4j-api.jar"),
)


def nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `names` that is written most like it, capitals aside."""
    known = {n.lower(): n for n in names}
    near = get_close_matches(name.lower(), known, 1, cutoff)
    return known[near[0]] if near else None


def nearest_file(path: str, suffixes: tuple[str, ...] = ()) -> str | None:
    """Of the same folder; of the nearest folder where that is misspelt."""
    folder, name = os.path.split(path.rstrip(os.sep))
    if folder and not os.path.isdir(folder):
        other = nearest_file(folder)
        if other is None or not os.path.isdir(other):
            return None
        folder = other
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return None
    near = nearest(name, (n for n in names if not suffixes or n.endswith(suffixes)))
    return os.path.join(folder, near) if near else None


def no_such_file(path: str, suffixes: tuple[str, ...] = ()) -> str:
    """ " (nearest: ...)", or nothing."""
    near = nearest_file(path, suffixes)
    return f" (nearest: {near})" if near else ""


def nearest_exception(name: str, config: Mapping[str, str]) -> str | None:
    """The class of the JDK's or the program's that is written like the name of one that neither has; None: there is
    such a class, or nothing is like it. By its simple name where that is what was given."""
    simple = "." not in name
    classpath = config.get("classpath", "").split(":")
    known = {n.replace("$", ".") if simple else n for n in (*jdk_classes(config), *class_names(classpath, inner=True))}
    names = {n.rpartition(".")[2] for n in known} if simple else known
    if name in names or not jdk_classes(config):
        return None
    return nearest(name, (n for n in names if n.endswith(("Exception", "Error", "Throwable"))), 0.75)


def jdk_classes(config: Mapping[str, str]) -> frozenset[str]:
    """Public classes of the JDK, by what its compiler keeps of them; none where it has no compiler."""
    try:
        with zipfile.ZipFile(os.path.join(jdks.find(config.get("vm.jdk", "")).home, "lib", "ct.sym")) as symbols:
            files = (f for f in symbols.namelist() if f.endswith(".sig"))
            return frozenset(f.split("/", 2)[-1][:-4].replace("/", ".") for f in files)
    except (OSError, zipfile.BadZipFile, ValueError, ConfigError):
        return frozenset()


# --- the class path


def missing_entries(classpath: Iterable[str]) -> list[str]:
    """A line for each entry that is not there."""
    return [f"{e} does not exist{no_such_file(e)}" for e in classpath if not os.path.exists(e)]


def class_names(classpath: Iterable[str], inner: bool = False) -> Iterator[str]:
    """Of the classes on it, `inner` ones too; of MOST files."""
    left = MOST
    for entry in classpath:
        for file in files_of(entry):
            left -= 1
            if left < 0:
                return
            if file.endswith(".class") and (inner or "$" not in file) and not file.endswith("-info.class"):
                yield file.removesuffix(".class").replace("/", ".")


def files_of(entry: str) -> Iterator[str]:
    """With / between the parts, from the entry on."""
    if os.path.isdir(entry):
        for place, _, files in os.walk(entry):
            inside = os.path.relpath(place, entry)
            prefix = "" if inside == "." else inside.replace(os.sep, "/") + "/"
            yield from (prefix + f for f in sorted(files))
    elif os.path.isfile(entry):
        try:
            with zipfile.ZipFile(entry) as jar:
                yield from jar.namelist()
        except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
            return


def class_file(name: str, classpath: list[str]) -> ClassFile | None:
    """What lies on the class path where a class of that name has to lie."""
    return ClassFiles(classpath).at_place_of(name)


def classes_with_main(classpath: list[str], most: int = 5) -> list[str]:
    found = []
    for name in class_names(classpath):
        c = class_file(name, classpath)
        if c is not None and c.has_main:
            found.append(name)
            if len(found) == most:
                break
    return found


def jar_of(name: str) -> str | None:
    """The library that is known to have this class."""
    return next((jar for prefix, jar in LIBRARIES if name.startswith(prefix)), None)


def lacking(name: str, classpath: list[str]) -> str | None:
    """What is to be done where the program asked for a class that is not on the class path; None: it is there, or
    nobody can say."""
    name = name.replace("/", ".").strip()
    if not name or set(name) & set(" [:/") or class_file(name, classpath) is not None:
        return None
    jar = jar_of(name)
    if jar is None and name.startswith(("java.", "javax.", "jdk.", "sun.")):
        return None
    way = f"add {jar} with -cp" if jar else "add the jar or directory that has it with -cp"
    return f"class {name} is not on the class path: {way}"


def by_name(path: str, classpath: list[str]) -> str:
    """ ": jpf -cp DIR p.C" for the class file that this path means, by itself or on the class path."""
    for file in (path, *(os.path.join(e, path) for e in classpath)):
        try:
            with open(file, "rb") as f:
                name = parsed(f.read()).name
        except (OSError, struct.error, IndexError, KeyError, UnicodeDecodeError):
            continue
        place = file.removesuffix(name.replace(".", os.sep) + ".class")
        if place != file:
            return f": jpf -cp {place.rstrip(os.sep) or '.'} {name}"
    return ""


def for_folder(folder: str) -> str:
    """What can be run of a folder that was given as the target; empty if there is nothing in it."""
    files = [os.path.join(folder, f) for f, _ in zip(files_of(folder), range(MOST), strict=False)]
    classes = [f for f in files if f.endswith(".class") and "$" not in os.path.basename(f)]
    roots = dict.fromkeys(way.split()[3] for f in classes[:500] if (way := by_name(f, [])))
    for root in roots:
        if names := classes_with_main([root]):
            others = f" (and {', '.join(names[1:])})" if names[1:] else ""
            return f"name a class: jpf -cp {root} {names[0]}{others}"
    sources = [f for f in files if f.endswith(".java")]
    with_main = [f for f in sources[:2000] if " main(" in text_of(f)]
    if with_main:
        return f"name one of its files: jpf {os.path.normpath(with_main[0])}"
    for root in roots:
        for name, _ in zip(class_names([root]), range(500), strict=False):
            if (c := class_file(name, [root])) is not None and c.has_tests:
                return f"explore its JUnit tests: jpf -cp {root} --junit {name}"
    if roots:
        return f"name a class: jpf -cp {next(iter(roots))} CLASS (none with main was found)"
    return "none of its .java files has a main method" if sources else ""


def text_of(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read(1_000_000)
    except OSError:
        return ""


# --- a target that cannot be started


def for_target(given: str, name: str, classpath: list[str], jdk: JDK) -> str:
    """What stands behind the engine's refusal of class `name`, which was `given`; empty if there is nothing to say."""
    found = class_file(name, classpath)
    if found is None and ClassFiles(classpath).lies_there(name):
        return ""  # it is the right file; the engine has said what is wrong with it
    parts = [] if found is not None else missing_entries(classpath)
    if found is not None:
        parts += about_class(given, name, found, classpath, jdk)
    else:
        parts += about_missing(given, name, classpath)
    return "; ".join(parts)


def unquoted(target: str, classpath: list[str]) -> str:
    """What a shell makes of -cp lib/*: the first jar is the class path, the second one the target."""
    folder = os.path.dirname(target)
    if len(classpath) == 1 and classpath[0].endswith(".jar") and os.path.dirname(classpath[0]) == folder:
        return f"; a pattern of jars is quoted: -cp '{os.path.join(folder, '*')}'"
    return ""


def about_class(given: str, name: str, found: ClassFile, classpath: list[str], jdk: JDK) -> list[str]:
    """Of a class that is there, or another one in its place."""
    if found.name != name:
        file = name.replace(".", os.sep) + ".class"
        ways = (by_name(os.path.abspath(os.path.join(entry, file)), []) for entry in classpath)
        return [f"it is {found.name}{next(filter(None, ways), '')}"]
    if found.release > jdk.feature:
        fitting = jdk_for(found.release)
        way = f"+vm.jdk={fitting.home} has Java {fitting.feature}" if fitting else "no JDK here is as new"
        return [f"it was compiled for Java {found.release}: {way}; or compile with --release {jdk.feature}"]
    if found.has_main:
        return []
    if found.has_tests and given.endswith(".java"):
        return [f"its tests are explored once they are compiled: javac -cp JARS -d DIR {given}, and --junit {name}"]
    if found.has_tests:
        return [f"its tests are explored by --junit {name}"]
    if found.has_instance_main:
        fitting = jdk_for(25)
        way = f"+vm.jdk={fitting.home}" if fitting else "none is here"
        return [f"JDK 25 starts one that is not static or has no parameters ({way})"]
    others = classes_with_main(classpath)
    return [f"with main there: {', '.join(others)}"] if others else []


def jdk_for(release: int) -> JDK | None:
    """One on this machine that runs class files of this release."""
    homes = (jdks.usable(home, by) for home, by in jdks.candidates())
    return next((j for j in homes if j is not None and j.feature >= release), None)


COMPILERS = {".kt": "kotlinc", ".scala": "scalac", ".groovy": "groovyc"}


def about_missing(given: str, name: str, classpath: list[str]) -> list[str]:
    """Of a class that is not there."""
    if given in ("java", "jpf"):
        return [f"the word {given} is left out: jpf -cp DIR CLASS"]
    owner = name.removesuffix("()").rpartition(".")[0]
    if owner and class_file(owner, classpath) is not None or class_file(name.removesuffix("()"), classpath) is not None:
        return ["the class alone is named: " + (owner if class_file(owner, classpath) else name.removesuffix("()"))]
    if "=" in given:
        return [f"a property is written with a plus: +{given}"]
    if os.path.isfile(given) and (compiler := COMPILERS.get(os.path.splitext(given)[1])):
        way = f"compile it ({compiler} -d DIR {given}), and give DIR and the jar of its library with -cp"
        return [f"{given} is no Java: {way}"]
    if given.endswith(".class") and not os.path.isfile(given) and os.sep not in given:
        return about_missing(given.removesuffix(".class"), name.removesuffix(".class"), classpath)
    if os.path.isfile(given):
        return [f"{given} is a file, and no .java, .jar or .jpf: a class is named, and its jar given with -cp"]
    if os.sep in given or given.endswith((".jav", ".jva", ".JAVA")):
        near = nearest_file(given, (".java", ".jar", ".jpf"))
        if near:
            return [f"nearest file: {near}"]
    names = list(class_names(classpath))
    simple = name.rpartition(".")[2]
    same = []
    for n in (n for n in names if n.rpartition(".")[2].lower() == simple.lower()):
        c = class_file(n, classpath)
        if c is None or c.name == n:
            same.append(n)
        elif c.name == name and n.endswith("." + name):  # its folder is named from further up
            outputs = (os.path.join(e, n.removesuffix("." + name).replace(".", os.sep)) for e in classpath)
            output = next((o for o in outputs if os.path.isdir(o)), None)
            if output is not None and not found_source(name, classpath):
                return [f"it is in {os.path.normpath(output)}: -cp {os.path.normpath(output)}"]
    if same:
        return [f"there is {', '.join(same[:3])}"]
    source = found_source(name, classpath)
    if source is not None:
        compiled = [o for o in OUTPUTS if class_file(name, [o]) is not None]
        way = f"-cp {compiled[0]} has its class file; or " if compiled else ""
        return [f"{way}jpf {source} compiles it"]
    for output in OUTPUTS:
        if class_file(name, [output]) is not None:
            return [f"it is in {output}: -cp {output}"]
    names = [n for n in names if len(names) > 500 or (c := class_file(n, classpath)) is None or c.name == n]
    near = nearest(name, names) or nearest(simple, (n.rpartition(".")[2] for n in names))
    if near is not None and near not in names:
        near = next(n for n in names if n.rpartition(".")[2] == near)
    if near is None:
        package = name.split(".")[:-1]
        folders = [os.path.join(d, *package) for d in (*classpath, *SOURCES)]
        sources = {f.removesuffix(".java"): os.path.join(d, f) for d, f in java_files(folders)}
        file = nearest(simple, sources)
        return [f"nearest file: {os.path.normpath(sources[file])}"] if file else []
    return [f"nearest: {near}"]


def java_files(folders: list[str]) -> Iterator[tuple[str, str]]:
    """The .java files that lie in them, each with its folder."""
    for d in filter(os.path.isdir, dict.fromkeys(folders)):
        yield from ((d, f) for f in os.listdir(d) if f.endswith(".java"))


def found_source(name: str, classpath: list[str]) -> str | None:
    """The .java file that the class may be in."""
    file = name.replace(".", "/") + ".java"
    folders = dict.fromkeys([*(c for c in classpath if os.path.isdir(c)), *SOURCES])
    return next((os.path.normpath(f) for d in folders if os.path.isfile(f := os.path.join(d, file))), None)


# --- names of methods and fields in filters


def nearest_member(pattern: str, classpath: list[str], fields: bool) -> str | None:
    """Class.method or Class.field of the program that is written most like a pattern that has matched nothing."""
    head, _, tail = pattern.rpartition(".")
    if not head or set(head) & set("*?"):
        return None
    if set(tail) & set("*?"):
        names = [n if "." in head else n.rpartition(".")[2] for n in class_names(classpath, inner=True)]
        near = nearest(head, names)
        return f"{near}.{tail}" if near and near != head else None
    simple = pattern.partition("(")[0].count(".") < 2
    members: list[str] = []
    for i, name in enumerate(class_names(classpath, inner=True)):
        if i > 2000:
            break
        c = class_file(name, classpath)
        if c is not None:
            shown = name.rpartition(".")[2] if simple else name
            own = [*c.fields, *c.statics] if fields else [m for _, m, _ in c.methods]
            members += [f"{shown}.{m}" for m in own if not m.startswith(("$", "<")) and "$" not in m]
    near = nearest(pattern.partition("(")[0], members)
    return near if near != pattern else None
