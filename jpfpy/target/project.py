"""Maven and Gradle projects: where their class files are, and the jars that they depend on. Nothing is compiled here:
where class files are missing, the command that makes them is named."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from ..errors import ConfigError

MAVEN_FILE = os.path.join("target", "jpf.classpath")  # what Maven has answered, for this pom.xml
GRADLE_FILE = os.path.join("build", "jpf.classpath")  # what the task of GRADLE_TASK has written
# For every Gradle since 4: nothing of the project is asked once tasks run, as the configuration cache wants it.
GRADLE_TASK = (
    "allprojects { plugins.withId('java') { tasks.create('jpfClasspath') { "
    "def path = sourceSets.test.runtimeClasspath; def out = new File(projectDir, 'build/jpf.classpath'); "
    "doLast { out.parentFile.mkdirs(); out.text = path.asPath } } } }"
)
# What jars depend on, beside the files that make a folder a project.
GRADLE_INPUTS = ("gradle.properties", os.path.join("gradle", "libs.versions.toml"))
MAVEN_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:build-classpath"


@dataclass(frozen=True)
class Layout:
    """Where a build tool puts things, from the project's folder."""

    tool: str
    files: tuple[str, ...]
    classes: tuple[str, ...]
    tests: str
    resources: tuple[str, ...]
    sources: tuple[str, ...]
    wrapper: str
    compile: str


MAVEN = Layout(
    "Maven",
    ("pom.xml",),
    (os.path.join("target", "classes"),),
    os.path.join("target", "test-classes"),
    (),
    ("src/main/java", "src/test/java"),
    "mvnw",
    "mvn -q test-compile",
)
GRADLE = Layout(
    "Gradle",
    ("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"),
    (os.path.join("build", "classes", "java", "main"),),
    os.path.join("build", "classes", "java", "test"),
    (os.path.join("build", "resources", "test"), os.path.join("build", "resources", "main")),
    ("src/main/java", "src/test/java"),
    "gradlew",
    "gradle -q testClasses",
)


@dataclass
class Tests:
    """What --junit runs with: `tests` is the directory of the test classes."""

    classpath: list[str]
    sources: list[str]
    tests: str


class Project:
    def __init__(self, folder: str, layout: Layout) -> None:
        self.folder, self.layout = folder, layout

    def path(self, *names: str) -> str:
        return os.path.normpath(os.path.join(self.folder, *names))

    @property
    def tests(self) -> str:
        return self.path(self.layout.tests)

    @property
    def compile_command(self) -> str:
        command = self.layout.compile
        if os.path.exists(self.path(self.layout.wrapper)):
            command = command.replace(command.split()[0], "./" + self.layout.wrapper, 1)
        return self.inside(command)

    def inside(self, command: str) -> str:
        """The command, to be given in the working directory."""
        return command if self.folder in (".", "") else f"(cd {self.folder} && {command})"

    def modules(self) -> list[str]:
        """Folders of the modules that a project of several ones names."""
        if self.layout is MAVEN:
            text = read(self.path("pom.xml"))
            return [m.strip() for m in re.findall(r"<module>([^<]+)</module>", text)]
        text = read(self.path("settings.gradle")) or read(self.path("settings.gradle.kts"))
        found = re.findall(r"""include\s*\(?\s*((?:["'][^"']+["']\s*,?\s*)+)""", text)
        return [m.lstrip(":").replace(":", "/") for names in found for m in re.findall(r"""["']([^"']+)["']""", names)]

    def check_compiled(self) -> None:
        """Raises ConfigError, with the command that compiles, where there are no test classes."""
        if holds_classes(self.tests):
            return
        if not os.path.isdir(self.path("src", "test")):
            if modules := [m for m in self.modules() if os.path.isdir(self.path(m))]:
                raise ConfigError(
                    f"{self.folder}: a {self.layout.tool} project of several modules; name the folder of one "
                    f"({', '.join(self.path(m) for m in modules[:5])})"
                )
            raise ConfigError(f"{self.folder}: a {self.layout.tool} project without tests (no {self.path('src/test')})")
        raise ConfigError(f"{self.tests}: the tests are not compiled; run this first: {self.compile_command}")

    def stale(self) -> bool:
        """Is a source newer than all class files?"""
        newest = max([*newest_of(self.tests), *(t for c in self.layout.classes for t in newest_of(self.path(c)))])
        return any(t > newest for s in self.layout.sources for t in newest_of(self.path(s), ".java"))

    def classpath(self) -> list[str]:
        """Test classes, classes, resources, jars. Raises ConfigError where the jars cannot be told."""
        own = [self.tests, *(self.path(c) for c in (*self.layout.classes, *self.layout.resources))]
        jars = self.maven_jars() if self.layout is MAVEN else self.gradle_jars()
        return with_engines([p for p in dict.fromkeys([*own, *jars]) if os.path.exists(p)])

    def maven_jars(self) -> list[str]:
        ask = f"{MAVEN_GOAL} -Dmdep.includeScope=test -Dmdep.outputFile={MAVEN_FILE}"
        return self.told_jars(MAVEN_FILE, "mvn", ["-B", *ask.split()], "-o", f"mvn {ask}", "[ERROR]")

    def gradle_jars(self) -> list[str]:
        gradle = "./gradlew" if os.path.exists(self.path("gradlew")) else "gradle"
        write = f'mkdir -p build && echo "{GRADLE_TASK}" > build/jpf.gradle'
        by_hand = f"{write} && {gradle} -q -I build/jpf.gradle jpfClasspath"
        with tempfile.TemporaryDirectory(prefix="jpfpy-gradle-") as place:
            script = os.path.join(place, "jpf.gradle")
            with open(script, "w", encoding="utf-8") as f:
                f.write(GRADLE_TASK + "\n")
            ask = ["-I", script, "jpfClasspath"]
            jars = self.told_jars(GRADLE_FILE, "gradle", ask, "--offline", by_hand, "> ")
        return [p for j in jars for p in (*classes_of_jar(j), j)]

    def told_jars(self, file: str, tool: str, ask: list[str], offline: str, by_hand: str, said: str) -> list[str]:
        """What the build tool has written into the file; it is asked where the build's files are newer. A line of its
        output that begins with `said` says what went wrong."""
        kept, build = self.path(file), self.path(next(f for f in self.layout.files if os.path.exists(self.path(f))))
        inputs = [self.path(f) for f in (*self.layout.files, *(GRADLE_INPUTS if self.layout is GRADLE else ()))]
        newest = max(os.path.getmtime(f) for f in inputs if os.path.exists(f))
        if os.path.exists(kept) and os.path.getmtime(kept) >= newest:
            return split(read(kept))
        wrapper = self.path(self.layout.wrapper)
        program = os.path.abspath(wrapper) if os.path.exists(wrapper) else shutil.which(tool)
        way_out = f"{self.inside(by_hand)}, or give -cp yourself"
        if program is None:
            raise ConfigError(
                f"{build}: its jars are not known, for there is no {tool} here; where there is one: {way_out}"
            )
        say = ""
        for network in ([offline], []):  # without it first: what was compiled has its jars at hand
            done = subprocess.run(
                [program, "-q", *network, *ask],
                cwd=self.folder or ".",
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode == 0 and os.path.exists(kept):
                os.utime(kept)
                return split(read(kept))
            lines = (done.stdout + done.stderr).splitlines()
            say = next((x.strip() for x in lines if x.startswith(said)), say)
        raise ConfigError(
            f"{build}: {self.layout.tool} could not tell its jars ({say[:200]}); the command was: {way_out}"
        )


def classes_of_jar(jar: str) -> list[str]:
    """Of another module's jar, what it would be made of now: `testClasses` may not have built it, or long ago."""
    build = os.path.join(os.path.dirname(jar), os.pardir)
    parts = [os.path.normpath(os.path.join(build, p)) for p in ("classes/java/main", "resources/main")]
    return parts if os.path.basename(os.path.dirname(jar)) == "libs" and os.path.isdir(parts[0]) else []


def find_project(folder: str) -> Project | None:
    """A folder with the files of both tools is a project of the one that has compiled its tests, last if both have."""
    there = [
        Project(folder, layout)
        for layout in (MAVEN, GRADLE)
        if any(os.path.exists(os.path.join(folder, f)) for f in layout.files)
    ]
    return max(there, key=lambda p: max(newest_of(p.tests), default=0.0)) if there else None


def project_of(folder: str) -> Project | None:
    """The project in the folder, or the one whose test classes lie there."""
    if project := find_project(folder):
        return project
    for layout in (MAVEN, GRADLE):
        above = os.path.normpath(os.path.join(folder, *[os.pardir] * (layout.tests.count(os.sep) + 1)))
        found = find_project(above)
        if found is not None and os.path.abspath(found.tests) == os.path.abspath(folder):
            return found
    return None


def tests_here(folders: list[str]) -> Tests:
    """For --junit without a class path: that of the project in the working directory, or in a folder that is wanted.
    Raises ConfigError where a project cannot be used as it stands; without a project it is the working directory."""
    for folder in [*folders, "."]:
        project = project_of(folder)
        if project is not None:
            project.check_compiled()
            if project.stale():
                sys.stderr.write(f"jpf: note: sources are newer than class files: {project.compile_command}\n")
            sources = [project.path(s) for s in project.layout.sources if os.path.isdir(project.path(s))]
            return Tests(project.classpath(), sources, project.tests)
    return Tests([*folders, *([] if folders else ["."])], [], folders[0] if folders else ".")


def describe(folder: str) -> str:
    """What `jpf FOLDER` says: a folder is no target, but a project in it can be run."""
    project = find_project(folder)
    if project is None:
        return described_folder(folder)
    tool, tests = project.layout.tool, project.tests
    lines = [f"{folder}: a {tool} project"]
    try:
        project.check_compiled()
    except ConfigError as e:
        return "\n".join([*lines, f"  {str(e)}"])
    names = "" if folder in (".", "./") else f" {folder}"
    lines += [
        f"  classes      {', '.join(project.path(c) for c in project.layout.classes)}",
        f"  test classes {tests}",
    ]
    try:
        jars = [p for p in project.classpath() if p.endswith(".jar")]
        lines.append(f"  jars         {len(jars)}, as {tool} tells them")
    except ConfigError as e:
        lines.append(f"  jars         {e}")
    lines += [
        "to run:",
        *columns(
            (f"jpf --junit{names or ' .'}", "all JUnit tests, each explored on its own"),
            ("jpf --junit CLASS#method", "one of them" + (f" (in {folder})" if names else "")),
            (f"jpf -cp {project.path(project.layout.classes[0])} CLASS", "a class with main"),
        ),
    ]
    if project.stale():
        lines.append(f"  first, for sources are newer than class files: {project.compile_command}")
    return "\n".join(lines)


def columns(*rows: tuple[str, str]) -> list[str]:
    width = max(len(command) for command, _ in rows)
    return [f"  {command:<{width}}   {what}" for command, what in rows]


def described_folder(folder: str) -> str:
    from .advice import for_folder

    way = for_folder(folder)
    if way:
        return f"{folder}: a folder; {way}"
    return f"{folder}: a folder, and no Maven or Gradle project; name a class and give its directory with -cp"


def with_engines(entries: list[str]) -> list[str]:
    """Builds bring along the engine for tests that depend on the API alone: it lies beside the API's jar, in the
    repository of Maven or Gradle, in the same version."""
    out = list(entries)
    names = [os.path.basename(e) for e in entries]
    if any(n.startswith("junit-jupiter-engine-") for n in names):
        return out
    for entry, name in zip(entries, names, strict=True):
        match = re.fullmatch(r"junit-jupiter-api-(\d[\w.-]*)\.jar", name)
        if match is None:
            continue
        version = match[1]
        platform = version if int(version.split(".")[0]) >= 6 else re.sub(r"^5\.", "1.", version)
        for artifact, of in (("junit-jupiter-engine", version), ("junit-platform-engine", platform)):
            jar = beside(entry, artifact, of)
            if jar is not None and os.path.basename(jar) not in names:
                out.append(jar)
    return out


def beside(api: str, artifact: str, version: str) -> str | None:
    """A jar of JUnit from the repository that the API's jar lies in."""
    group = "org/junit/jupiter" if "jupiter" in artifact else "org/junit/platform"
    file = f"{artifact}-{version}.jar"
    root = api.split("/org/junit/jupiter/")[0]
    maven = os.path.join(root, group, artifact, version, file)
    if root != api and os.path.exists(maven):
        return maven
    root = api.split("/org.junit.jupiter/")[0]
    folder = os.path.join(root, group.replace("/", "."), artifact, version)
    if root != api and os.path.isdir(folder):
        found = [os.path.join(folder, h, file) for h in os.listdir(folder)]
        return next((f for f in found if os.path.exists(f)), None)
    return None


def holds_classes(folder: str) -> bool:
    return any(f.endswith(".class") for _, _, files in os.walk(folder) for f in files)


def newest_of(folder: str, suffix: str = ".class") -> list[float]:
    """The time of the newest file, or none."""
    times = [
        os.path.getmtime(os.path.join(place, f))
        for place, _, files in os.walk(folder)
        for f in files
        if f.endswith(suffix)
    ]
    return [max(times)] if times else []


def read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read()
    except OSError:
        return ""


def split(text: str) -> list[str]:
    return [p for p in text.strip().split(os.pathsep) if p]
