"""Keywords of the fixture and of the mark as property keys."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..config.jpf_keys import LISTENER_KEYS, NO_EFFECT
from ..config.keys import SUPPORTED
from ..errors import ConfigError

SHORT = {"budget": "search.budget", "search": "search.class"}
Values = dict[str, Any]


def key_of(name: str) -> str:
    """`search_depth_limit` and `search__depth_limit` are search.depth_limit. Raises ConfigError for what is no key."""
    if name in SHORT:
        return SHORT[name]
    name = name.replace("__", ".")
    if "." in name or name in SUPPORTED:
        return name
    known = {k.replace(".", "_"): k for k in [*SUPPORTED, *LISTENER_KEYS, *NO_EFFECT]}
    if name in known:
        return known[name]
    from difflib import get_close_matches

    near = get_close_matches(name, [*known, *SHORT, "allow_incomplete", "classpath"], 1)
    way = f" (nearest: {near[0]}=)" if near else "; a key of your own goes into config={...}"
    raise ConfigError(f"{name}=: no such setting{way}")


def values_of(keywords: Mapping[str, Any], config: Mapping[str, Any] | None = None) -> Values:
    """Property keys and values; lists become lists between commas, None is no setting."""
    out: Values = dict(config or {})
    for name, value in keywords.items():
        if value is None:
            continue
        if isinstance(value, Iterable) and not isinstance(value, str | type):
            value = ",".join(map(str, value))
        out[key_of(name)] = value
    return out


def located(path: str | os.PathLike[str], places: Iterable[str | os.PathLike[str]]) -> str:
    """A relative path in the first of these folders where it is; as it was given where it is in none."""
    text = os.path.expanduser(os.fspath(path))
    for place in places:
        there = os.path.join(place, text)
        if os.path.exists(there[:-2] if there.endswith("/*") else there):
            return there
    return text
