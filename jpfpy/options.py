"""A command line as properties, target and arguments."""

from __future__ import annotations

from .errors import ConfigError
from .javaargs import NEEDS, expanded, pair_of, take

VALUES = {
    "--json": "report.json.file",
    "--html": "report.html.file",
    "--replay": "jpf.replay",
    "--shrink": "jpf.shrink",
    "--junit": "jpf.junit",
    "--resume": "jpf.resume",
    "--ray": "jpf.ray",
}
FLAGS = {
    "--quiet": ("jpf.quiet", "true"),
    "-q": ("jpf.quiet", "true"),
    "--run": ("jpf.run", "true"),
    "--progress": ("jpf.progress", "true"),
    "--no-progress": ("jpf.progress", "false"),
}
# Those that ask for something else than a search; -version is java's word.
OTHERS = {"--version": "--version", "-version": "--version", "--help": "--help", "-h": "--help", "--doctor": "--doctor"}


# Properties, by the options that set them, of which the second does nothing beside the first, and why.
APART = (
    ("jpf.run", "jpf.junit", "--run takes one schedule of a program with main, and --junit explores tests"),
    ("jpf.run", "jpf.replay", "--run takes a schedule of its own, and --replay the one that was found"),
    ("jpf.run", "jpf.resume", "--run makes no search"),
    ("jpf.run", "jpf.ray", "--run makes no search"),
    ("jpf.run", "report.json.file", "--run makes no search, and so no report"),
    ("jpf.run", "report.html.file", "--run makes no search, and so no report"),
    ("jpf.run", "report.junit.file", "--run makes no search, and so no report"),
    ("jpf.run", "report.sarif.file", "--run makes no search, and so no report"),
    ("jpf.run", "search.class", "--run makes no search"),
)
PROGRAMS = (".java", ".jar", ".class", ".jpf")


def parse(argv: list[str]) -> tuple[list[tuple[str, str]], list[str], str]:
    """(properties in order, target and its arguments, one of OTHERS or "")."""
    pairs: list[tuple[str, str]] = []
    files: list[str] = []
    what = ""
    i = 0
    top = len(argv)  # so many of the last words come from no argument file: those of a file name no further files
    while i < len(argv):
        arg = argv[i]
        if arg.startswith("@") and not files and top >= len(argv) - i:
            top = len(argv) - i - 1
            argv = expanded(argv, i)
            continue
        i += 1
        if arg.startswith("+-"):
            raise ConfigError(f"{arg}: java's options are given without +, or as +vm.args='{arg[1:]}'")
        if arg.startswith("+"):
            key, eq, value = arg[1:].partition("=")
            if not key.strip("+ "):
                raise ConfigError(f"{arg}: +key=value expected")
            pairs.append((key, value if eq else "true"))
        elif arg == "--":
            return pairs, [*files, *argv[i:]], what
        elif arg.startswith("-") and arg != "-" and not files:
            name, eq, value = arg.partition("=")
            java = take(argv, i - 1) if name not in VALUES and arg not in FLAGS else None
            if java is not None:
                option, value, i = java
                if option == "--disable-@files":
                    top = -1
                elif option in ("-jar", "--module"):
                    if option == "--module":
                        pairs.append(pair_of(option, value))
                    return pairs, [value, *argv[i:]], what
                else:
                    pairs.append(pair_of(option, value))
            elif name in VALUES:
                if not eq:
                    if i >= len(argv):
                        raise ConfigError(f"{name} needs a value (jpf --help)")
                    value = argv[i]
                    i += 1
                if name in ("--replay", "--resume") and value.endswith(PROGRAMS) and not value.startswith("@"):
                    what = "the replay string of a report (or @FILE)" if name == "--replay" else "a checkpoint"
                    raise ConfigError(f"{name} {value}: {name} takes {what}, not a program")
                if VALUES[name].startswith("report.") and value.endswith(PROGRAMS):
                    raise ConfigError(
                        f"{name} {value}: {name} takes the name of the file that it writes, not a program"
                    )
                again = name == "--junit" and any(k.startswith(VALUES[name]) for k, _ in pairs)
                pairs.append((VALUES[name] + "+", ";" + value) if again else (VALUES[name], value))
            elif arg in FLAGS:
                pairs.append(FLAGS[arg])
            elif arg in OTHERS:
                what = what or OTHERS[arg]
            else:
                raise ConfigError(unknown_option(name, value if eq else (argv[i] if i < len(argv) else "")))
        elif arg.endswith(".jpf"):
            files.append(arg)  # a mode file, or the application; properties may follow it, as in JPF
        else:
            return pairs, [*files, *argv[i - 1 :]], what
    return pairs, files, what


def apart(pairs: list[tuple[str, str]]) -> None:
    """Raises ConfigError where two options are given that cannot work together."""
    given = {k.strip("+"): v for k, v in pairs}
    for one, other, why in APART:
        if given.get(other, "") not in ("", "false") and given.get(one, "").lower() in ("true", "yes", "1"):
            names = [next((o for o, k in VALUES.items() if k == p), f"+{p}") for p in (one, other)]
            names = [("--run" if p == "jpf.run" else n) for p, n in zip((one, other), names, strict=True)]
            raise ConfigError(f"{names[0]} and {names[1]}: {why}; leave out one of them")


def is_option(arg: str) -> bool:
    """One of ours that a program is not likely to have too."""
    name = arg.partition("=")[0]
    return name in VALUES or (arg in FLAGS and arg.startswith("--")) or arg == "--doctor"


# What other tools call something that is a property here; keys are found by their own last words besides.
WORDS = {
    **dict.fromkeys(("timeout", "time", "max-time"), "search.time_limit"),
    "budget": "search.budget",
    **dict.fromkeys(("search", "strategy", "algorithm", "scheduler"), "search.class"),
    **dict.fromkeys(("depth", "max-depth", "bound"), "search.depth_limit"),
    **dict.fromkeys(("states", "max-states"), "search.state_limit"),
    **dict.fromkeys(("memory", "max-memory"), "search.memory_limit"),
    **dict.fromkeys(("all", "all-errors", "keep-going", "multiple"), "search.multiple_errors"),
    **dict.fromkeys(("listeners", "l"), "listener"),
    **dict.fromkeys(("src", "source", "sources", "source-path"), "sourcepath"),
    **dict.fromkeys(("java-home", "java", "jvm"), "vm.jdk"),
    **dict.fromkeys(("xml", "junit-xml"), "report.junit.file"),
    "sarif": "report.sarif.file",
}


def unknown_option(name: str, value: str = "") -> str:
    """The complaint, with the option or the property that is meant; `value` is what stands behind it."""
    from difflib import get_close_matches

    from .config.keys import SUPPORTED

    near = get_close_matches(name, [*VALUES, *FLAGS, *OTHERS, *NEEDS], 1, 0.75)
    if near:
        return f"unknown option {name} (nearest: {near[0]})"
    word = name.lstrip("-").lower()
    ends = word.replace("-", "_")
    key = WORDS.get(word) or next((k for k in SUPPORTED if k == word or k.endswith("." + ends)), None)
    if key is None:
        return f"unknown option {name} (jpf --help)"
    if SUPPORTED[key].type == "bool":
        return f"unknown option {name}; the property for it: +{key}=true"
    is_value = value and not value.startswith(("-", "+")) and not value.endswith(PROGRAMS)
    return f"unknown option {name}; the property for it: +{key}={value if is_value else 'VALUE'}"
