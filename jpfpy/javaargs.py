"""java's own options: what its launcher and virtual machine take before the main class, read by their rules.

The key vm.args has them as one text, words apart by blanks and quoted as in JDK_JAVA_OPTIONS; the options of the
command, the variable and the key meet there. Java: launcher's args.c and java.c, HotSpot's Arguments."""

from __future__ import annotations

from .errors import ConfigError

ENV = "JDK_JAVA_OPTIONS"

PROPERTIES = {  # options with a value: the property that the boot layer is made from, and whether it is numbered
    "--add-exports": ("jdk.module.addexports", True),
    "--add-modules": ("jdk.module.addmods", True),
    "--add-opens": ("jdk.module.addopens", True),
    "--add-reads": ("jdk.module.addreads", True),
    "--enable-native-access": ("jdk.module.enable.native.access", True),
    "--limit-modules": ("jdk.module.limitmods", False),
    "--module-path": ("jdk.module.path", False),
}
CLASS_PATH = ("-cp", "-classpath", "--class-path")
LONG = {"-p": "--module-path", "-m": "--module", "--classpath": "--class-path"}
NEEDS = {  # what java says is missing
    **dict.fromkeys(PROPERTIES, "modules to be specified"),
    **dict.fromkeys((*CLASS_PATH, "--classpath"), "class path specification"),
    "--module-path": "module path specification",
    "-p": "module path specification",
    "--module": "module name",
    "-m": "module name",
    "-jar": "jar file specification",
    "--source": "source version",
}
ASSERTIONS = {
    "-enableassertions": "-ea",
    "-disableassertions": "-da",
    "-enablesystemassertions": "-esa",
    "-disablesystemassertions": "-dsa",
}
# They change how java runs a program and not what the program does, or are about what is not here.
IDLE = tuple(
    "-XX: -verbose -splash: -Xlog -Xshare: -Xverify -Xloggc: -XshowSettings -Xms -Xmx -Xmn -Xss -Xcheck: -Xdiag "
    "-Xdebug --illegal-access= --illegal-native-access= --finalization= --sun-misc-unsafe-memory-access=".split()
)
IDLE_WORDS = (
    "-Xint -Xcomp -Xmixed -Xbatch -Xrs -Xnoclassgc -Xinternalversion -Xfuture -server -client -showversion "
    "--show-version --show-module-resolution".split()
)
REFUSED = {
    "-javaagent:": "agents are not run here",
    "-agentlib:": "agents are not run here",
    "-agentpath:": "agents are not run here",
    "-Xrun": "agents are not run here",
    "-Xbootclasspath": "classes cannot be added to the boot loader's here",
    "--patch-module": "modules cannot be patched here",
    "--upgrade-module-path": "the JDK's modules cannot be replaced here",
}
ONLY_COMMAND = (
    "-jar -m --module --dry-run -h -? -help --help -X --help-extra -version --version -fullversion --full-version "
    "--list-modules --describe-module -d --validate-modules --source".split()
)
RESERVED = tuple(
    "addexports addmods addopens addreads enable.native.access limitmods path upgrade.path patch main".split()
)


def take(words: list[str], i: int) -> tuple[str, str, int] | None:
    """(option, value, index behind it) of the option at words[i]; None: it is none of java's. `option` is its long
    name, for those without a value the whole word. Raises ConfigError in java's words."""
    word = words[i]
    name, eq, value = word.partition("=")
    for prefix, why in REFUSED.items():
        if word.startswith(prefix):
            raise ConfigError(f"{word}: {why}; leave the option out")
    if name == "--source":
        raise ConfigError(
            f"{word}: a .java file is compiled for the JDK that runs it (+vm.jdk=HOME); leave the option out"
        )
    if name in NEEDS:
        long = LONG.get(name, name)
        if eq and name.startswith("--"):
            if not value and long not in PROPERTIES:
                raise ConfigError(f"{name} requires {NEEDS[name]}")
            return long, value, i + 1
        if eq and name in CLASS_PATH:  # as jpf has it
            return long, value, i + 1
        if eq:
            return None
        if i + 1 >= len(words) or (words[i + 1].startswith("-") and NEEDS[name] == "modules to be specified"):
            raise ConfigError(f"{name} requires {NEEDS[name]}")
        return long, words[i + 1], i + 2
    if word.startswith("-D") or word in ("--enable-preview", "--disable-@files"):
        return word, "", i + 1
    head, colon, rest = word.partition(":")
    head = ASSERTIONS.get(head, head)
    if head in ("-ea", "-da") or (head in ("-esa", "-dsa") and not colon):
        return head + colon + rest, "", i + 1
    if word.startswith(IDLE) or word in IDLE_WORDS:
        return word, "", i + 1
    return None


def quote(word: str) -> str:
    if word and not any(c.isspace() or c in "\"'" for c in word):
        return word
    return "".join(f"'{part}'" if i == 0 else f"\"'\"'{part}'" for i, part in enumerate(word.split("'")))


def split(text: str, where: str) -> list[str]:
    """Words apart by white space; quotes of either kind keep it (JDK_JAVA_OPTIONS). Raises ConfigError."""
    words: list[str] = []
    word: str | None = None
    open_quote = ""
    for c in text:
        if open_quote:
            if c == open_quote:
                open_quote = ""
            else:
                word = (word or "") + c
        elif c in "\"'":
            open_quote, word = c, word or ""
        elif c.isspace():
            words += [word] if word is not None else []
            word = None
        else:
            word = (word or "") + c
    if open_quote:
        raise ConfigError(f"Unmatched quote in {where}")
    return words + ([word] if word is not None else [])


def read_file(path: str) -> list[str]:
    """The words of an argument file: # begins a comment, a backslash within quotes escapes or goes on in the next line,
    and a quote ends with its line."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as f:
            text = f.read()
    except OSError:
        raise ConfigError(f"could not open `{path}'") from None
    words: list[str] = []
    word: str | None = None
    quote_char = ""
    i = 0
    while i < len(text):
        c = text[i]
        i += 1
        if c in "\r\n" or (not quote_char and c in " \t\f"):
            words += [word] if word is not None else []
            word, quote_char = None, ""
        elif quote_char and c == "\\":
            if i < len(text) and text[i] in "\r\n":
                while i < len(text) and text[i] in " \t\f\r\n":
                    i += 1
            elif i < len(text):
                word = (word or "") + {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}.get(text[i], text[i])
                i += 1
        elif c == quote_char:
            quote_char = ""
        elif not quote_char and c in "\"'":
            quote_char, word = c, word or ""
        elif not quote_char and c == "#":
            while i < len(text) and text[i] not in "\r\n":
                i += 1
        else:
            word = (word or "") + c
    return words + ([word] if word is not None else [])


def expanded(words: list[str], i: int) -> list[str]:
    """The words with the argument file at i read in; @@name is the word @name."""
    word = words[i]
    return [*words[:i], *([word[1:]] if word.startswith("@@") else read_file(word[1:])), *words[i + 1 :]]


def of_environment(text: str) -> list[tuple[str, str]]:
    """The options of JDK_JAVA_OPTIONS as properties of ours. Raises ConfigError for what java does not allow there."""
    where = f"environment variable {ENV}"
    return [pair_of(name, value, ENV) for (name, value), _ in checked(split(text, where), where)]


def pair_of(name: str, value: str, source: str = "-java") -> tuple[str, str]:
    """A class path is a property of its own; the others are parts of vm.args, in the order of where they are from."""
    return ("classpath", value) if name in CLASS_PATH else (source, text_of(name, value))


def checked(words: list[str], where: str, module: bool = False) -> list[tuple[tuple[str, str], str]]:
    out = []
    i = 0
    files = True
    top = len(words)  # so many of the last ones come from no argument file: those of a file name no further files
    while i < len(words):
        word = words[i]
        if word.startswith("@") and files and len(words) - i <= top:
            top = len(words) - i - 1
            words = expanded(words, i)
            continue
        if word.split("=")[0] in ONLY_COMMAND and not (module and word.split("=")[0] in ("-m", "--module")):
            raise ConfigError(f"Option {word.split('=')[0]} is not allowed in {where}")
        if not word.startswith("-") or word == "-":
            raise ConfigError(f"Cannot specify main class in {where}: {word}")
        found = take(words, i)
        if found is None:
            raise ConfigError(f"Unrecognized option in {where}: {word}")
        name, value, i = found
        files = files and name != "--disable-@files"
        out.append(((name, value), word))
    return out


def text_of(option: str, value: str) -> str:
    """The option as a part of vm.args."""
    return quote(option) if option not in NEEDS else f"{quote(option)} {quote(value)}"


class JavaArgs:
    """What vm.args says. Raises ConfigError for what is no option of java's, or one that is not supported."""

    def __init__(self, text: str = "") -> None:
        self.properties: dict[str, str] = {}  # as HotSpot hands them to the boot, in their order
        self.assertions: list[str] = []
        self.preview = False
        self.module: str | None = None  # -m
        self.class_path: str | None = None
        self.javac: list[str] = []  # what the compiler of a .java target is to know
        self.jar: dict[str, str] = {}  # from the manifest of the jar that is run
        self.idle: list[str] = []  # options that mean nothing here
        self.notes: list[str] = []
        self.effective: list[str] = []  # all but the idle ones, as they stand in replay strings
        count: dict[str, int] = {}
        for (name, value), word in checked(split(text, "vm.args"), "vm.args", module=True) if text else ():
            if name.startswith("-X") or name.startswith(IDLE) or name in IDLE_WORDS:
                self.idle.append(word)
                continue
            self.effective.append(text_of(name, value))
            if name in PROPERTIES:
                prop, numbered = PROPERTIES[name]
                n = count[prop] = count.get(prop, -1) + 1
                self.properties[f"{prop}.{n}" if numbered else prop] = value
                if name not in ("--add-opens", "--enable-native-access"):
                    self.javac += [name, value]
            elif name == "--module":
                self.module = value
            elif name in CLASS_PATH:
                self.class_path = value
            elif name == "--enable-preview":
                self.preview = True
            elif name.startswith("-D"):
                key, _, value = name[2:].partition("=")
                if not key:  # java takes it, and no program can ask for it by that name
                    continue
                if key.startswith("jdk.module.") and key[11:].startswith(RESERVED):
                    self.notes.append(f"warning: {name}: such names are reserved for java's module options: left out")
                else:
                    self.properties[key] = value
            elif name != "--disable-@files":
                self.assertions.append(name)
        if self.module is not None:
            self.set_module(self.module)
        if self.idle:
            self.notes.append(f"note: {' '.join(self.idle)}: no meaning here, where the program runs in no Java VM")

    def set_module(self, target: str) -> None:
        """The target is module/Class, or a module that names its main class."""
        self.module = target
        self.properties["jdk.module.main"] = target.partition("/")[0]

    def add_jar(self, attributes: dict[str, str]) -> None:
        """Add-Exports and Add-Opens of the manifest of a jar that is run (LauncherHelper)."""
        self.jar = {f"-jar-{k}": attributes[f"add-{k}"] for k in ("exports", "opens") if f"add-{k}" in attributes}

    def engine_values(self) -> dict[str, str]:
        """What csrc/vm/javaargs.c reads."""
        values = {**{f"-D{k}": v for k, v in self.properties.items()}, **self.jar}
        if self.assertions:
            values["-assert"] = "\n".join(self.assertions)
        if self.preview:
            values["-preview"] = "true"
        if self.effective:
            values["vm.args"] = " ".join(self.effective)
        return values
