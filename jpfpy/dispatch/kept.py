"""What listeners and heuristics in Python have seen, in a checkpoint (docs/checkpoints.md)."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from typing import Any

from ..errors import ConfigError

STATE = "checkpoint_state"


def name_of(one: object) -> str:
    kind = type(one)
    return f"{kind.__module__}.{kind.__qualname__}"


def keeps(one: object) -> bool:
    return callable(getattr(one, STATE, None)) and callable(getattr(one, "restore_state", None))


def forgets(one: object) -> bool:
    """It has said neither what it keeps nor, by `checkpoint_state = None`, that it keeps nothing."""
    return one is not None and not keeps(one) and getattr(one, STATE, forgets) is not None


class Keeper:
    """The states of those who have one, in the order of their registration."""

    def __init__(self, who: Callable[[], Iterable[object]], note: Callable[..., None]) -> None:
        self.who, self.note = who, note

    def keep(self) -> bytes:
        """Raises ConfigError for a state that cannot be pickled."""
        states: list[tuple[str, bytes]] = []
        for one in filter(keeps, self.who()):
            state: Any = one.checkpoint_state()  # type: ignore[attr-defined]
            try:
                states.append((name_of(one), pickle.dumps(state)))
            except Exception as e:
                raise ConfigError(
                    f"{name_of(one)}: checkpoint_state answered what cannot be pickled: {type(e).__name__}: {e}"
                ) from e
        return pickle.dumps(states)

    def kept(self, data: bytes) -> None:
        """Raises ConfigError for a state that cannot be read here."""
        states: list[tuple[str, bytes]] = pickle.loads(data) if data else []
        for one in self.who():
            name = name_of(one)
            at = next((i for i, (n, _) in enumerate(states) if n == name), None)
            if at is None or not keeps(one):
                if forgets(one) or at is None and keeps(one):
                    self.note(f"warning: --resume: {name} sees what follows, not what was before")
                continue
            try:
                state = pickle.loads(states.pop(at)[1])
            except Exception as e:
                raise ConfigError(f"{name}: its state in the checkpoint cannot be read: {type(e).__name__}: {e}") from e
            one.restore_state(state)  # type: ignore[attr-defined]
        for name, _ in states:
            self.note(f"warning: --resume: {name} has a state in the checkpoint, and was not given")

    def begins(self) -> None:
        """A line for each that will not know, where the search goes on, what it has seen."""
        for one in filter(forgets, self.who()):
            self.note(
                f"note: search.checkpoint: {name_of(one)} has no checkpoint_state: where the search goes on, it sees "
                "what follows, not what was before"
            )
