"""What the first comment of a .java or .jpf file says is to come out of it.

    // expect: no_errors                      or ok: everything is explored, without an error
    // expect: race_free                      and without a data race
    // expect: deadlock                       or race, livelock, uncaught_exception, property
    // expect: java.lang.AssertionError "balance is"
    // expect: violation uncaught_exception java.lang.AssertionError "balance is"
    // expect: prints "a\\nb" "b\\na"           the outputs of all paths
    // expect: incomplete                     the search is not whole, and finds no error
    // args: 3 4                              arguments of the program
    // config: search.time_limit=30s vm.por=false

The comment is the first thing in the file: lines that begin with //, or one /* ... */; # in a .jpf file, which has its
arguments and keys as properties. Each `expect` is a test of its own."""

from __future__ import annotations

import json
import os
import re
import shlex
from dataclasses import dataclass, field

from ..errors import ConfigError

HEAD = 8192  # characters that are read: the comment stands at the beginning
KINDS = ("deadlock", "race", "livelock", "uncaught_exception", "property")
WORDS = ("no_errors", "ok", "race_free", "violation", "prints", "incomplete", *KINDS)
LINE = re.compile(r"[\s*]*(expect|args|config):\s*(.*?)\s*$")
TEXT = re.compile(r'"(?:\\.|[^"\\])*"')
CLASS = re.compile(r"(?:[\w$]+\.)*[A-Z][\w$]*")


@dataclass
class Expectation:
    """One `expect` line. `word` is one of WORDS; `texts` are the message to be found, or the outputs."""

    word: str
    line: int  # in the file, from 1 on
    exception: str | None = None
    texts: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of its test."""
        return self.exception or self.word


@dataclass
class Header:
    expectations: list[Expectation] = field(default_factory=list)
    args: list[str] = field(default_factory=list)
    config: dict[str, str] = field(default_factory=dict)


def first_comment(text: str, jpf: bool) -> list[tuple[int, str]]:
    """Number and content of the lines of the file's first comment; none where it begins with something else."""
    lines = list(enumerate(text.removeprefix("\ufeff").splitlines(), 1))
    while lines and not lines[0][1].strip():
        lines.pop(0)
    if not lines:
        return []
    marks = ("#", "!") if jpf else ("//",)
    out = []
    if not jpf and lines[0][1].lstrip().startswith("/*"):
        for number, line in lines:
            inside, end, _ = line.partition("*/")
            out.append((number, inside.lstrip().removeprefix("/*")))
            if end:
                break
        return out
    for number, line in lines:
        mark = next((m for m in marks if line.lstrip().startswith(m)), None)
        if mark is None:
            break
        out.append((number, line.lstrip().removeprefix(mark)))
    return out


def read(path: str | os.PathLike[str]) -> Header | None:
    """None: the file has no expectation. Raises ConfigError for one that cannot be meant, with its line."""
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read(HEAD)
    if "expect:" not in text:
        return None
    header = Header()
    for number, line in first_comment(text, os.fspath(path).endswith(".jpf")):
        match = LINE.match(line)
        if not match:
            continue
        key, value = match.groups()
        try:
            if key == "expect":
                header.expectations.append(expectation(value, number))
            elif key == "args":
                header.args += shlex.split(value)
            else:
                for word in shlex.split(value):
                    name, eq, given = word.removeprefix("+").partition("=")
                    if not eq:
                        raise ConfigError(f"config: {word}: key=value expected")
                    header.config[name] = given
        except (ConfigError, ValueError) as e:
            raise ConfigError(f"{os.fspath(path)}:{number}: {e}") from None
    return header if header.expectations else None


def expectation(text: str, line: int = 0) -> Expectation:
    """Of what stands behind `expect:`. Raises ConfigError."""
    texts: list[str] = []
    for quoted in TEXT.findall(text):
        try:
            texts.append(json.loads(quoted, strict=False))
        except ValueError:
            raise ConfigError(f"expect: {quoted}: a text with an unknown escape") from None
    first, *rest = TEXT.sub(" ", text).split() or [""]
    if first == "violation" and rest:
        first, *rest = rest
    if first in ("ok", "no_errors"):
        first = "no_errors"
    elif first == "raises" and rest:
        first, *rest = rest
    if first == "uncaught_exception" and rest:
        first, *rest = rest
    if first in WORDS:
        found = Expectation(first, line, None, texts)
    elif CLASS.fullmatch(first):
        found = Expectation("uncaught_exception", line, first, texts)
    else:
        raise ConfigError(f"expect: {first or 'nothing'}: unknown (there are {', '.join(WORDS)}, and classes)")
    if rest:
        raise ConfigError(f"expect: {' '.join(rest)}: not understood behind {first}")
    if found.word == "prints" and not texts:
        raise ConfigError('expect: prints: which outputs? prints "a\\nb" "b\\na"')
    if found.word != "prints" and len(texts) > 1:
        raise ConfigError(f"expect: {texts[1]!r}: one message is enough")
    if texts and found.word in ("no_errors", "race_free", "incomplete"):
        raise ConfigError(f"expect: {found.word} has no message")
    return found
