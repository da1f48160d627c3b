"""What is to be explored: a class name, a .java file, a .jar, or (through a .jpf file) one of these."""

from __future__ import annotations

import os

from ..errors import ConfigError
from ..javaargs import JavaArgs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .jdk import JDK


class Target:
    """The class with main; `classpath` goes before the configured one, `sources` are directories where the sources of
    its classes may lie."""

    __slots__ = ("name", "classpath", "sources")

    def __init__(self, name: str, classpath: list[str], sources: list[str]) -> None:
        self.name, self.classpath, self.sources = name, classpath, sources


def resolve(
    text: str, jdk: JDK, classpath: list[str], sourcepath: list[str], cache: str, java: JavaArgs | None = None
) -> Target:
    """`java`: its options, to which the manifest of a jar may add."""
    java = java or JavaArgs()
    if java.module is not None:
        if text != java.module:
            raise ConfigError(f"{text}: -m in vm.args names another target: {java.module}")
        return Target(text, [], [])
    if text.endswith(".java"):
        from .compile import compile_java

        options = ["--enable-preview", "--release", str(jdk.feature)] if java.preview else []
        return compile_java(text, jdk, classpath, sourcepath, cache, [*options, *java.javac])
    if text.endswith(".jar"):
        manifest = jar_manifest(text)
        java.add_jar(manifest)
        return Target(jar_main(text, manifest), [text], [])
    if text.endswith(".class") and (os.path.exists(text) or os.sep in text):
        from .advice import by_name

        raise ConfigError(f"{text}: give the class by its name, and its directory with -cp{by_name(text, classpath)}")
    name = text.replace("/", ".")
    if not all(part and not set(part) & set(";[") for part in name.split(".")):
        from .advice import nearest_file

        near = None if os.path.isdir(text) else nearest_file(text, (".java", ".jar", ".jpf"))
        what = "a directory" if os.path.isdir(text) else "neither a class name nor a .java, .jar or .jpf file"
        way = f"nearest file: {near}" if near else "name a class and give its directory with -cp"
        raise ConfigError(f"{text}: {what}; {way}")
    return Target(name, [], [])


def jar_main(path: str, manifest: dict[str, str]) -> str:
    """The class that a jar's manifest names; ConfigError where it names none."""
    if name := manifest.get("main-class"):
        return name.replace("/", ".")
    from .advice import classes_with_main

    main = next(iter(classes_with_main([path])), "CLASS")
    raise ConfigError(f"{path}: its manifest has no Main-Class (name the class: jpf -cp {path} {main})")


def jar_manifest(path: str) -> dict[str, str]:
    """Main attributes of a jar's manifest, by their names in small letters."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as jar:
            try:
                manifest = jar.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
            except KeyError:
                raise ConfigError(
                    f"{path}: no manifest with a Main-Class (name the class: jpf -cp {path} CLASS)"
                ) from None
    except FileNotFoundError:
        from .advice import no_such_file

        raise ConfigError(f"{path}: no such file{no_such_file(path, ('.jar',))}") from None
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError, ValueError) as e:
        if isinstance(e, OSError) and e.strerror:
            raise ConfigError(f"{path}: {e.strerror}") from None
        raise ConfigError(f"{path}: not a jar file (no zip archive, or a damaged one)") from None
    except Exception as e:  # zlib.error and the like from a damaged entry
        if isinstance(e, ConfigError):
            raise
        raise ConfigError(f"{path}: its manifest cannot be read ({e})") from None
    # A line of more than 72 bytes goes on in the next one, after a blank.
    rows = (line.partition(":") for line in manifest.replace("\r\n", "\n").replace("\n ", "").split("\n"))
    return {key.strip().lower(): value.strip() for key, _, value in reversed([*rows]) if value.strip()}
