"""Reports that jpfpy.verify and JPF.run make: what they were made with, and who wants to hear of each. The pytest
plugin does, for its explanations."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .report.report import Report

named: dict[str, str] = {}  # paths of targets that are a cell's of a notebook, and how the notebook calls them
hearers: list[Callable[[Report], object]] = []


def shown_target(target: str) -> str:
    """As messages have it."""
    return named.get(target, target)


class Given:
    """Code of the caller's that a search ran with: a path that it had a hand in is taken again with it alone."""

    __slots__ = ("listeners", "overrides", "peers")

    def __init__(
        self,
        listeners: tuple[object, ...] = (),
        peers: dict[str, Callable[..., object]] | None = None,
        overrides: list[tuple[Callable[..., object], dict[str, str | None]]] | None = None,
    ) -> None:
        self.listeners = listeners  # as they were given, properties too: an object, a class, a name
        self.peers, self.overrides = dict(peers or {}), list(overrides or ())

    def __reduce__(self) -> tuple[type[Given], tuple[()]]:
        """Pickled as nothing: such code need not be of a kind that can be pickled. (It is this class that says so, for
        dataclasses with slots do not keep a __getstate__ of their own before Python 3.11.3.)"""
        return Given, ()

    def __bool__(self) -> bool:
        return bool(self.listeners or self.peers or self.overrides)
