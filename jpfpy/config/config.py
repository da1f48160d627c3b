"""Properties, in JPF's order of precedence: site.properties (with the jpf.properties of the extensions it names),
default.properties and jpf.properties in the working directory, mode files, the .jpf file, the command line. Later ones
win; `key+=` appends, `+key=` prepends, ${key} is replaced when the value is read."""

from __future__ import annotations

import copy
import os

from ..errors import ConfigError
from ..javaargs import ENV
from .keys import ENGINE_KEYS, NAMESPACES, SAME, SUPPORTED
from .values import (
    FALSE,
    MAX,
    TRUE,
    check_value,
    engine_value,
    has_no_effect,
    joined,
    seconds,
    size,
    without_effect,
    words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

# What JPF's documents called things before; a class's package, then single classes and keys.
OLD_NAMES = (
    ("gov.nasa.jpf.jvm.choice.", "gov.nasa.jpf.vm.choice."),
    ("gov.nasa.jpf.jvm.", "gov.nasa.jpf.vm."),
    ("gov.nasa.jpf.tools.", "gov.nasa.jpf.listener."),
)
OLD_CLASSES = {
    "DefaultSchedulerFactory": "gov.nasa.jpf.vm.AllRunnablesSyncPolicy",
    "SchedulerFactory": "gov.nasa.jpf.vm.AllRunnablesSyncPolicy",
    "StatisticFieldLockInfo": "gov.nasa.jpf.vm.StatisticFieldLockInfoFactory",
    "PrioritySchedulerFactory": "gov.nasa.jpf.vm.PriorityRunnablesSyncPolicy",
}
OLD_KEYS = {
    "vm.scheduler_factory.class": "vm.scheduler.sync.class",
    "cg.boolean.falseFirst": "cg.boolean.false_first",
    "vm.insn_factory.class": "jvm.insn_factory.class",
}
NEVER_EMPTY = frozenset(
    ("search.class", "search.heuristic", "search.always", "jpf.replay", "jpf.shrink")
)  # unless that clears one
SELF = "jpf-core"  # the project that @using and @requires may name without its being configured: us


def parse_properties(text: str) -> Iterator[tuple[str, str]]:
    """Key and value of each logical line, as java.util.Properties reads them."""
    return ((key, value) for key, value, _ in parse_lines(text))


def parse_lines(text: str) -> Iterator[tuple[str, str, int]]:
    """The same with the number of the line where the key stands."""
    import re

    numbered = iter(enumerate(text.splitlines(), 1))
    for number, line in numbered:
        line = line.lstrip(" \t\f")
        if not line or line[0] in "#!":
            continue
        while (len(line) - len(line.rstrip("\\"))) % 2:
            line = line[:-1] + next(numbered, (0, ""))[1].lstrip(" \t\f")
        # The key ends at the first unescaped separator: '=', ':' or blank.
        match = re.match(r"((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*(.*)", line, re.DOTALL)
        if match is None:
            continue
        key, value = unescape(match[1]), unescape(match[2])
        # `key += value` and `@using name` with blanks: the operator belongs to the key
        if value.startswith("+=") or value.startswith("+ ="):
            key, value = key + "+", value.split("=", 1)[1]
        yield key, value.strip(), number


def unescape(s: str) -> str:
    if "\\" not in s:
        return s
    import re

    plain = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}

    def one(m: re.Match[str]) -> str:
        return chr(int(m[1][1:], 16)) if len(m[1]) == 5 else plain.get(m[1], m[1])

    return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", one, s, flags=re.DOTALL)


def system_property(key: str) -> str | None:
    match key:
        case "user.home":
            return os.path.expanduser("~")
        case "user.dir":
            return os.getcwd()
        case "user.name":
            return os.environ.get("USER", "")
        case "java.io.tmpdir":
            return os.environ.get("TMPDIR") or "/tmp"
        case "file.separator":
            return os.sep
        case "path.separator":
            return os.pathsep
    return None


def paths_of(text: str) -> list[str]:
    """Entries of a class or source path; ':', ';' and ',' separate, `dir/*` stands for the jars in dir."""
    entries: list[str] = []
    for entry in text.replace(";", ":").replace(",", ":").split(":"):
        entry = os.path.expanduser(entry.strip())
        if entry == "*" or entry.endswith(os.sep + "*"):
            folder = entry[:-1] or "."
            names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
            entries += [os.path.join(folder, n) for n in names if n.lower().endswith(".jar")]
        elif entry:
            entries.append(entry)
    return entries


class MissingRequired(Exception):
    pass


class Config:
    """Property values as strings, and where each came from."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self.values: dict[str, str] = {}
        self.origin: dict[str, str] = {}
        self.place: dict[str, str] = {}  # file:line, or where else a value came from
        self.spelled: dict[str, dict[str, str]] = {}  # of keys with several names: what each name was set to
        self.notes: list[str] = []  # what check() has found
        self.cleared: set[str] = set()  # keys that had a value before an empty one
        self.asked: set[str] = set()  # keys whose values somebody wanted
        self.classes: dict[
            str, Any
        ] = {}  # those that were given as such, and objects, by the text that stands for them
        self.states_wait = ""  # how, where the search is one in Python (SEARCHES in keys.py)
        self.listeners_aside = False  # shipped listeners print to standard error: standard output is another's
        self.renamed: dict[str, str] = {}  # notes on names that JPF's documents still use
        for key, value in (values or {}).items():
            self.put(key, value, "config")

    # --- reading ---

    def get(self, key: str, default: str | None = None) -> str:
        self.asked.add(key)
        value = self.values.get(key)
        if value is not None:
            return value
        if default is not None:
            return default
        return SUPPORTED[key].default if key in SUPPORTED else ""

    def get_bool(self, key: str) -> bool:
        return self.get(key).strip().lower() in TRUE

    def place_text(self, key: str) -> str:
        """ " (file:line)" for messages; empty if the key is not set."""
        return f" ({self.place[key]})" if key in self.place else ""

    def typed(self, key: str, default: object, expected: str, convert: Callable[[str], Any]) -> Any:
        self.asked.add(key)
        value = self.values.get(key)
        if value is None or not value.strip():
            if default is None:
                raise ConfigError(f"{key}: {expected} is needed here, and it is not set")
            return default
        try:
            converted = convert(value.strip())
        except ValueError:
            converted = None
        if converted is None:
            raise ConfigError(f"{key}={value}: {expected} expected{self.place_text(key)}")
        return converted

    def get_int(self, key: str, default: int | None = None) -> int:
        return int(self.typed(key, default, "a whole number", lambda v: 0x7FFFFFFF if v.upper() == MAX else int(v, 0)))

    get_long = get_int

    def get_double(self, key: str, default: float | None = None) -> float:
        return float(self.typed(key, default, "a number", float))

    def get_boolean(self, key: str, default: bool | None = None) -> bool:
        known = {**dict.fromkeys(TRUE, True), **dict.fromkeys(FALSE, False)}
        return bool(self.typed(key, default, "true or false", lambda v: known.get(v.lower())))

    def get_string(self, key: str, default: str | None = None) -> str:
        return str(self.typed(key, default, "a value", str))

    def get_size(self, key: str, default: int | None = None) -> int:
        """Bytes, or a count: 512, 64k, 1M."""
        return int(self.typed(key, default, "a size (512k, 1M)", size))

    def get_duration(self, key: str, default: float | None = None) -> float:
        """Seconds: 10s, 500ms, 2m."""
        return float(self.typed(key, default, "a duration (10s, 5m)", seconds))

    get_memory_size = get_size

    def get_int_array(self, key: str) -> list[int]:
        return [
            int(v) for v in self.typed(key, None, "whole numbers", lambda _: [int(v, 0) for v in self.get_list(key)])
        ]

    get_long_array = get_int_array

    def get_double_array(self, key: str) -> list[float]:
        return [float(v) for v in self.typed(key, None, "numbers", lambda _: [float(v) for v in self.get_list(key)])]

    def get_string_list(self, key: str) -> list[str]:
        return self.get_list(key)

    get_string_array = get_string_list

    def set_property(self, key: str, value: str) -> None:
        self.put(key, value, "program")

    def get_list(self, key: str) -> list[str]:
        return words(self.get(key))

    def get_path(self, key: str) -> list[str]:
        """Entries of a class or source path; ':', ';' and ',' separate, `dir/*` stands for the jars in dir."""
        return paths_of(self.get(key))

    def overlaid(self, pairs: list[tuple[str, str]]) -> Config:
        """This, or a copy with what the program has set on its path."""
        if not pairs:
            return self
        other = copy.copy(self)
        other.values, other.place = {**self.values, **dict(pairs)}, dict(self.place)
        other.place.update((key, "Verify.setProperties") for key, _ in pairs)
        return other

    # --- writing ---

    def expand(self, key: str, value: str) -> str:
        """${name}: another property (this one's old value for its own name), else a system property, else nothing."""
        at = 0
        while (start := value.find("${", at)) >= 0 and (end := value.find("}", start)) > 0:
            name = value[start + 2 : end]
            text = self.values.get(name)
            if text is None:
                text = system_property(name) or ""
            value = value[:start] + text + value[end + 1 :]
            at = start + len(text)
        return value

    def put_class(self, key: str, value: object) -> None:
        """A class where module:Class may stand, or an object of one."""
        cls = value if isinstance(value, type) else type(value)
        text = base = f"{cls.__module__}:{cls.__qualname__}".replace("<locals>", "locals")
        n = 1
        while self.classes.get(text, value) is not value:
            n += 1
            text = f"{base}_{n}"
        self.classes[text] = value
        self.put(key, text, "config")

    def put(self, key: str, value: str, origin: str, line: int = 0) -> None:
        key = self.expand("", key.strip())
        if key.endswith("+") and len(key) > 1:
            key = key[:-1].rstrip()
            value = joined(key, self.get(key), self.expand(key, value))
        elif key.startswith("+") and len(key) > 1:
            key = key[1:].lstrip()
            value = joined(key, self.expand(key, value), self.get(key))
        else:
            value = self.expand(key, value)
        key, value = self.current_names(key, value)
        name, key = key, SAME.get(key, key)
        if key in SAME.values():
            self.spelled.setdefault(key, {})[name] = value
            if name == "vm.sync_detection":  # of JPF's older documents; the others are today's names elsewhere
                self.renamed[name] = f"note: {name} is called {key} now"
        if self.values.get(key, "").strip() and not value.strip():
            self.cleared.add(key)
        self.values[key] = value
        self.origin[key] = origin
        self.place[key] = f"{self.values.get('config', origin)}:{line}" if line else origin

    def current_names(self, key: str, value: str) -> tuple[str, str]:
        """Names of JPF's older documents become today's; each is noted once."""
        if key in OLD_KEYS:
            self.renamed[key] = f"note: {key} is called {OLD_KEYS[key]} now"
            key = OLD_KEYS[key]
        if "gov.nasa.jpf." in value or "SchedulerFactory" in value:
            import re

            for old, new in OLD_CLASSES.items():
                if re.fullmatch(rf"(gov\.nasa\.jpf\.[\w.]*)?{old}", value):
                    self.renamed[value] = f"note: {value} is called {new} now"
                    value = new
            for old, new in OLD_NAMES:
                text = re.sub(rf"(?<![\w.]){re.escape(old)}(?=[A-Z]\w*\b)", new, value)
                if text != value:
                    self.renamed[value] = f"note: {value} is called {text} now"
                    value = text
        return key, value

    def load_file(self, path: str, origin: str, depth: int = 0) -> None:
        """A properties file with JPF's @include, @using and @requires."""
        try:
            with open(path, "rb") as f:
                data = f.read()
        except OSError as e:
            raise ConfigError(f"{path}: {e.strerror or e}") from None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        if "\0" in text:
            raise ConfigError(f"{path}: not a properties file")
        if depth > 20:
            raise ConfigError(f"{path}: files include each other without end")
        outer = {k: self.values.get(k) for k in ("config_path", "config")}

        def here() -> None:
            self.values["config_path"] = os.path.dirname(os.path.abspath(path))
            self.values["config"] = os.path.abspath(path)

        here()
        try:
            for key, value, line in parse_lines(text):
                if key.startswith("@"):
                    self.directive(key, self.expand("", value), path, origin, depth)
                    here()
                else:
                    self.put(key, value, origin, line)
        finally:
            for k, v in outer.items():
                if v is None:
                    self.values.pop(k, None)
                else:
                    self.values[k] = v

    def directive(self, key: str, value: str, path: str, origin: str, depth: int) -> None:
        names = words(value)
        folder = os.path.dirname(os.path.abspath(path))
        if key == "@include":
            for name in names:
                optional = name.startswith("?")
                file = os.path.join(folder, os.path.expanduser(name.lstrip("?")))
                if not optional or os.path.exists(file):
                    self.load_file(file, origin, depth + 1)
        elif key in ("@using", "@import"):
            for name in names:
                if name == SELF:
                    continue
                project = self.values.get(name)
                if project is None:
                    raise ConfigError(f"{path}: @using {name}: no property {name} says where that project is")
                file = os.path.join(os.path.expanduser(project), "jpf.properties")
                if os.path.exists(file):
                    self.load_file(file, "site", depth + 1)
        elif key == "@requires":
            for name in names:
                if name != SELF and name not in self.values:
                    raise MissingRequired(f"{path}: @requires {name}, which is not configured")
        else:
            raise ConfigError(f"{path}: unknown directive {key} (there are @include, @using and @requires)")

    def load_site(self, site: str, must_exist: bool) -> None:
        path = os.path.expanduser(site)
        if not os.path.exists(path):
            if must_exist:
                raise ConfigError(f"{path}: no such file (named by +site)")
            return
        self.load_optional(path, "site")
        for folder in self.get_list("extensions"):
            file = os.path.join(os.path.expanduser(folder), "jpf.properties")
            same = os.path.abspath(os.path.expanduser(self.values.get(SELF, "/nonexistent")))
            if os.path.abspath(os.path.dirname(file)) != same and os.path.exists(file):
                self.load_optional(file, "site")

    def load_optional(self, path: str, origin: str) -> None:
        try:
            self.load_file(path, origin)
        except MissingRequired:
            pass

    def show(self) -> str:
        """Every property that is set and where its value came from (+show)."""
        keys = sorted(k for k in self.values if k not in ("config", "config_path"))
        return "".join(f"{k} = {self.values[k]}  [{self.place.get(k, 'config')}]\n" for k in keys)

    # --- checking ---

    def check(self) -> list[str]:
        """Raise ConfigError for a key or value that cannot be meant; the notes returned are worth a line each."""
        notes = list(self.renamed.values())
        parts = [k.split(".") for k in self.values if k.startswith("report.")]
        publishers = {p[1] for p in parts if len(p) == 3 and p[1] and p[2] == "class"}
        for key, names in self.spelled.items():
            meant = {n: engine_value(key, v.strip()) for n, v in names.items()}
            for name in names:
                if meant[name] != engine_value(key, self.values[key].strip()):
                    other = next(n for n in names if meant[n] != meant[name])
                    raise ConfigError(
                        f"{name}={names[name]} contradicts {other}={names[other]}: these are names of one switch"
                    )
        for key, origin in self.origin.items():
            if key == "show":
                continue
            if origin == "site":
                if unknown := self.unknown(key):
                    notes.append(f"warning: {unknown}{self.place_text(key)}")
                continue
            if key in ("listener", "listeners", "jpf.listener"):
                from ..usercode import load_class, split_names

                for name in split_names(self.values[key]):
                    load_class(name, key)
            elif key in NEVER_EMPTY and not self.values[key].strip() and key not in self.cleared:
                raise ConfigError(f"{key}: no value{self.place_text(key) if self.in_file(key) else ''}")
            elif key in SUPPORTED:
                try:
                    check_value(key, self.values[key])
                except ConfigError as e:
                    raise ConfigError(f"{e}{self.place_text(key) if self.in_file(key) else ''}") from None
            elif key.startswith("report.") and key.count(".") == 2 and key.split(".")[1] in publishers:
                continue  # what a publisher of the user's reads
            elif unknown := self.unknown(key):
                if not self.in_file(key):
                    raise ConfigError(unknown)
                notes.append(f"warning: {unknown}{self.place_text(key)}")
            elif has_no_effect(key):
                notes.append(f"note: {key} has no effect here")
            if not self.in_file(key) and (idle := without_effect(key, self.get("search.class").strip())):
                notes.append(f"note: {idle}")
        from .publishers import kind_of

        for name in {*self.get_list("report.publisher"), *publishers}:
            kind_of(self, name)
        self.notes = notes
        return notes

    def in_file(self, key: str) -> bool:
        """Was it set in a property file, where a key that is not known is a warning only?"""
        return self.origin.get(key) not in (None, "config", "command line", "program", "default")

    def unknown(self, key: str) -> str | None:
        """The complaint about a key that is misspelt or not ours; None if it is known or may be the user's own."""
        first = key.split(".")[0]
        if first == "listener" or has_no_effect(key):
            return None
        import difflib

        from .jpf_keys import LISTENER_KEYS, NO_EFFECT

        if key.rstrip("0123456789") in LISTENER_KEYS:  # ssa.sort_order2 ...
            return None
        known = [*SUPPORTED, *NO_EFFECT, *LISTENER_KEYS]
        near = difflib.get_close_matches(key, known, 1, 0.6)
        if first not in NAMESPACES:
            spaces = [n for n in NAMESPACES if len(n) > 3]
            if "." not in key or not difflib.get_close_matches(first, spaces, 1, 0.75):
                # of as many parts: a listener's range.a.field is no range.fields
                alike = [*SUPPORTED, *(k for k in LISTENER_KEYS if k.count(".") == key.count("."))]
                near = difflib.get_close_matches(key, alike, 1, 0.88)
                if not near:
                    return None
        return f"unknown property {key}" + (f" (nearest: {near[0]})" if near else "")

    def mistyped(self) -> list[str]:
        """A warning for each key that nobody has asked for, where one that is not set was asked for that is written
        nearly so: which keys the user's own listeners, generators and publishers have is known from their asking."""
        import difflib

        missed = sorted(self.asked.difference(self.values, SUPPORTED))
        lines = []
        for key in self.values:
            if key in self.asked or key in SUPPORTED or "." not in key or key == "config_path":
                continue
            alike = [k for k in missed if k.count(".") == key.count(".")]
            near = difflib.get_close_matches(key, alike, 1, 0.88)
            if near and near[0].rstrip("0123456789") != key.rstrip("0123456789"):  # the end of a numbered list
                place = self.place_text(key) if self.in_file(key) else ""
                lines.append(f"warning: nobody asked for {key} (nearest: {near[0]}){place}")
        return lines

    def engine_values(self) -> dict[str, str]:
        """What the engine reads, in its own units."""
        out = {}
        for key in ENGINE_KEYS:
            value = self.values.get(key)
            if value is not None and value.strip() != "":
                out[key] = engine_value(key, value.strip())
        # the user's own keys, for the program's Verify.getProperty and the like
        for key, value in self.values.items():
            if key not in SUPPORTED and key not in ("config", "config_path") and not key.startswith("-"):
                out.setdefault(key, value)
                if key in self.place:
                    out[key + "@origin"] = self.place[key]
        return out


def load(
    command_line: list[tuple[str, str]], app_file: str | None = None, defaults: Mapping[str, str] | None = None
) -> Config:
    """The whole chain. `command_line` holds (key, value) in order; `defaults` come before every file."""
    config = Config()
    for key, value in (defaults or {}).items():
        config.put(key, value, "default")
    given = dict(command_line)
    config.load_site(given.get("site") or SUPPORTED["site"].default, "site" in given)
    for name in ("default.properties", "jpf.properties"):
        if os.path.exists(name):
            config.load_optional(name, name)
    for file in [*words(given.get("mode", "")), app_file]:
        if not file:
            continue
        try:
            config.load_file(os.path.expanduser(file), file)
        except MissingRequired as e:
            raise ConfigError(str(e)) from None
    for key, value in command_line:
        if key not in (ENV, "-java"):
            config.put(key, value, "command line")
    java = [[v for k, v in command_line if k == source] for source in (ENV, "-java")]
    if java[0] or java[1]:  # as they stand: no ${} in them
        config.values["vm.args"] = " ".join([*java[0], *filter(None, [config.get("vm.args")]), *java[1]])
        config.origin["vm.args"] = config.place["vm.args"] = "command line"
    return config
