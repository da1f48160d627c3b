"""What the text of a property means: its value in the engine's units, or why it can be none."""

from __future__ import annotations

from .. import memory
from ..errors import ConfigError
from .keys import (
    ATTRIBUTORS,
    DFS,
    HEURISTICS,
    LOCK_INFOS,
    POLICIES,
    PROPERTIES,
    READ_BY,
    SCHEDULERS,
    SEARCHES,
    SHAREDNESS,
    STORAGE,
    SUPPORTED,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

HEURISTIC_CLASSES = tuple(f"gov.nasa.jpf.search.heuristic.{h}" for h in HEURISTICS)
TRUE = frozenset(("true", "yes", "on", "t", "1"))
FALSE = frozenset(("false", "no", "off", "f", "0"))


def joined(key: str, first: str, second: str) -> str:
    """What `key+=value` makes of two texts: entries of a list stay apart, with or without a comma between them."""
    kind = SUPPORTED[key].type if key in SUPPORTED else ""
    if key == "vm.args":
        return " ".join(filter(None, (first.strip(), second.strip())))
    if not kind.startswith(("list", "patterns", "properties", "items:")):
        return first + second
    apart = not first or not second or first[-1] in ",; " or second[0] in ",; "
    return first + second if apart else f"{first},{second}"


def long_name(name: str, full_names: tuple[str, ...]) -> str | None:
    """The full name meant by `name`: itself, JPF's leading-dot short form, or the simple name."""
    if name.startswith("."):
        name = "gov.nasa.jpf" + name
    for full in full_names:
        if name == full or ("." not in name and name == full.rsplit(".", 1)[-1]):
            return full
    return None


def search_name(name: str) -> str | None:
    """The full name of a search, given that, JPF's leading-dot form, or one of its other names."""
    if name.startswith("."):
        name = "gov.nasa.jpf" + name
    return next((full for full, (others, _) in SEARCHES.items() if name == full or name in others), None)


def short_search_name(name: str) -> str:
    """A short one of a full one."""
    others = SEARCHES[name][0]
    return next((n for n in others if n.islower()), others[0])


NUMBERS = ("int", "count", "limit")
MAX = "MAX"  # JPF's word for the greatest int


def engine_value(key: str, value: str) -> str:
    kind = SUPPORTED[key].type
    if kind.startswith("bool|") and value.lower() == kind.removeprefix("bool|"):
        return value.lower()
    if kind == "bool" or kind.startswith("bool|"):
        return "true" if value.lower() in TRUE else "false"
    if kind == "count|cores|auto" and value.lower() in ("cores", "auto"):
        return {"cores": "", "auto": "auto:"}[value.lower()] + str(memory.cores())
    if kind in NUMBERS and value.upper() == MAX:
        return "2147483647"
    if kind == "size":
        return str(size(value))
    if kind == "duration":
        return repr(seconds(value))
    if kind == "search":
        return search_name(value) or ("python" if is_python_name(value) else DFS)
    if kind == "heuristic":
        return long_name(value, HEURISTIC_CLASSES) or ("python" if is_python_name(value) else value)
    if kind == "storage":
        return long_name(value, STORAGE) or value
    if kind == "properties":
        return ",".join(long_name(v, PROPERTIES) or v for v in words(value))
    return value


def words(text: str) -> list[str]:
    """What commas, semicolons and blanks separate."""
    return text.replace(",", " ").replace(";", " ").split()


def is_bitstate(text: str) -> bool:
    kind, colon, bits = text.partition(":")
    return kind == "bitstate" and (not colon or bits.isdecimal())


def is_python_name(text: str) -> bool:
    """module:Class"""
    module, _, name = text.partition(":")
    return all(s and s.replace(".", "_").replace("_", "a").isalnum() for s in (module, name))


def size(text: str) -> int | None:
    """Bytes: 4096, 512k, 64M, 2g (binary units)."""
    text = text.strip().lower().removesuffix("b").removesuffix("i")
    power = "kmgt".find(text[-1:] or "?") + 1
    digits = text[:-1].rstrip() if power else text.rstrip()
    return int(digits) << 10 * power if digits.isdecimal() else None


def seconds(text: str) -> float | None:
    """Seconds: 30, 1.5s, 500ms, 5m, 2h, 00:01:30."""
    import re

    text = text.strip().lower()
    if m := re.fullmatch(r"(?:(\d+):)?(\d+):(\d+)", text):
        return int(m[1] or 0) * 3600.0 + int(m[2]) * 60 + int(m[3])
    m = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|sec|m|min|h)?", text)
    return float(m[1]) * {"ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}.get(m[2] or "s", 1.0) if m else None


def is_ours(key: str) -> bool:
    return key in SUPPORTED


def has_no_effect(key: str) -> bool:
    if "." not in key and key not in ("shell", "pass_exceptions", "peer_packages"):
        return False
    from .jpf_keys import NO_EFFECT

    return key in NO_EFFECT


def without_effect(key: str, search: str) -> str:
    """What is said of a key that this search (its value) does not read: who does; "": it may."""
    readers, name = READ_BY.get(key), search_name(search)
    if readers is None or name is None or name in map(search_name, readers):
        return ""
    *most, last = readers
    who = f"{', '.join(most)} and {last} read" if most else f"{last} reads"
    return f"{key} has no effect with search.class={short_search_name(name)}: {who} it"


def nearest(value: str, known: Iterable[str]) -> str:
    """For messages: what was meant, whatever the case."""
    from difflib import get_close_matches

    by_case = {k.lower(): k for k in known}
    near = get_close_matches(value.lower(), by_case, 1, 0.5)
    return f"; nearest: {by_case[near[0]]}" if near else ""


def check_value(key: str, value: str) -> None:
    kind, value = SUPPORTED[key].type, value.strip()
    if value == "":
        return

    def fail(expected: str) -> ConfigError:
        blank = "; the value stands behind =, without a blank" if value == "true" else ""
        return ConfigError(f"{key}={value}: {expected}{blank}")

    if kind == "bool" and value.lower() not in TRUE | FALSE:
        raise fail("true or false expected")
    if kind.startswith("bool|"):
        word = kind.removeprefix("bool|")
        if value.lower() not in TRUE | FALSE | {word}:
            raise fail(f"true, false or {word} expected")
        return
    if kind == "count|cores|auto":
        if value.lower() in ("cores", "auto"):
            return
        kind = "count"
    if kind in NUMBERS and value.upper() == MAX:
        return
    if kind in NUMBERS and not (0 < len(digits := value.removeprefix("-")) <= 18 and digits.isdecimal()):
        raise fail("a whole number expected")
    if kind == "count" and value.startswith("-"):
        raise fail("0 or more expected")
    if kind == "size" and ((bytes_ := size(value)) is None or bytes_ >= 1 << 62):
        raise fail("a size expected (512m, 4g)")
    if kind == "duration" and seconds(value) is None:
        raise fail("a duration expected (30s, 5m, 1h)")
    if kind == "limit" and int(value) != -1 and int(value) < 1:
        raise fail("1 or more expected, or -1 for none")
    if "|" in kind and value not in kind.split("|"):
        raise fail("one of " + ", ".join(kind.split("|")) + " expected")
    if kind == "search" and not is_python_name(value) and search_name(value) is None:
        short = [short_search_name(name) for name in SEARCHES]
        near = nearest(value, [n for full, (others, _) in SEARCHES.items() for n in (*others, full)])
        raise fail(f"no such search{near} (there are {', '.join(short)}, and module:Class in Python)")
    if kind == "heuristic" and not is_python_name(value) and long_name(value, HEURISTIC_CLASSES) is None:
        near = nearest(value, HEURISTICS)
        raise fail(f"no such heuristic{near} (there are {', '.join(HEURISTICS)}, and module:Class in Python)")
    if kind == "storage" and not is_bitstate(value) and long_name(value, STORAGE) is None:
        raise fail("no such state set (there are " + ", ".join((*STORAGE, "bitstate:N")) + ")")
    if kind == "policy" and not is_python_name(value) and long_name(value, POLICIES) is None:
        raise fail("no such sync policy (there are " + " and ".join(POLICIES) + ", and module:Class in Python)")
    named = {
        "attributor": ("attributor", ATTRIBUTORS),
        "fieldlockinfo": ("field lock policy", LOCK_INFOS),
        "sharedness": ("sharedness policy", SHAREDNESS),
    }.get(kind)
    if named and not is_python_name(value) and long_name(value, named[1]) is None:
        raise fail(f"no such {named[0]} (there are {' and '.join(named[1])}, and module:Class in Python)")
    if kind == "scheduler" and not is_python_name(value) and long_name(value, SCHEDULERS) is None:
        raise fail(f"no such scheduler (there is {SCHEDULERS[0]}, and module:Class in Python)")
    if kind == "properties":
        for name in words(value):
            if long_name(name, PROPERTIES) is None:
                raise ConfigError(f"{key}: no property named {name} (there are {' and '.join(PROPERTIES)})")
    if kind.startswith("items:"):
        known = kind[6:].split(",")
        for item in words(value):
            if item not in known:
                raise ConfigError(f"{key}: no {item} (there are {', '.join(known)})")
