"""The search or heuristic in Python that a configuration names, and what the engine asks of it."""

from __future__ import annotations

from _thread import get_ident
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ConfigError, JPFError
from ..strategy import Candidates, Ended, Heuristic, Search
from ..usercode import construct, failed, load_class
from ..views.expression import Expression, NoValue, compiled, frozen
from .kept import keeps

if TYPE_CHECKING:
    from ..config import Config
    from ..target.classfile import ClassFiles
    from ..views import VM
    from .registry import Registry

KEYS = ("search.class", "search.heuristic")


class Evaluator:
    """A heuristic as the engine calls it."""

    engine_name = "python"

    def __init__(self, heuristic: Heuristic, name: str) -> None:
        self.heuristic, self.name = heuristic, name
        kind = type(heuristic)
        self.many = kind.evaluate_many is not Heuristic.evaluate_many
        batch = heuristic.batch if heuristic.batch is not None else 0 if self.many else 1
        if not isinstance(batch, int) or isinstance(batch, bool) or not 0 <= batch < 1 << 31:
            raise ConfigError(f"{name}: batch is {batch!r}: a whole number expected, or None")
        self.batch = batch
        texts = heuristic.expressions
        if isinstance(texts, str) or not isinstance(texts, Iterable):
            raise ConfigError(f"{name}: expressions is {texts!r}: a list of texts expected")
        self.expressions = [compiled(text) for text in texts]
        self.seen: dict[int, dict[str, Any]] = {}  # by states that wait for their values

    def checkpoint_state(self) -> object:
        """The values of states that wait, and what the heuristic keeps (dispatch/kept.py)."""
        return self.seen, self.heuristic.checkpoint_state() if keeps(self.heuristic) else None  # type: ignore[attr-defined]

    def restore_state(self, state: Any) -> None:
        self.seen, own = state
        if keeps(self.heuristic):
            self.heuristic.restore_state(own)  # type: ignore[attr-defined]

    def meets(self, classes: ClassFiles, config: Config) -> None:
        for e in self.expressions:
            e.fields_read(classes, False)

    def stored(self, state_id: int, vm: VM) -> None:
        numbers: dict[str, dict[int, int]] = {}
        self.seen[state_id] = {e.text: frozen(value_or_none(e, vm), vm, numbers) for e in self.expressions}

    def evaluate(self, words: bytes, doing: list[bytes]) -> bytes:
        states = Candidates(words, doing)
        if self.expressions:
            states = Candidates(words, doing, [self.seen.pop(i) for i in states.column("state_id")])
        return (self.of_all(states) if self.many else self.of_each(states)).tobytes()

    def of_each(self, states: Candidates) -> array[float]:
        out, evaluate = array("d"), self.heuristic.evaluate
        for state in states:
            try:
                value = evaluate(state)
            except JPFError:
                raise
            except Exception as e:
                raise self.raised("evaluate", f"of state {state.state_id}", e) from e
            number = value if type(value) is float else as_number(value)
            if number is None or number != number:
                raise ConfigError(
                    f"{self.name}: evaluate of state {state.state_id} answered {value!r}: a number expected"
                )
            out.append(number)
        return out

    def of_all(self, states: Candidates) -> array[float]:
        which = f"of {len(states)} states from state {states[0].state_id} on"
        try:
            answer: Any = self.heuristic.evaluate_many(states)
            if isinstance(answer, str | bytes | bytearray | dict) or answer is None:
                raise ConfigError(
                    f"{self.name}: evaluate_many {which} answered {answer!r:.80}: one number for each state expected"
                )
            values: Sequence[Any] = answer.tolist() if hasattr(answer, "tolist") else list(answer)
        except JPFError:
            raise
        except Exception as e:
            raise self.raised("evaluate_many", which, e) from e
        if not isinstance(values, list) or len(values) != len(states):
            n = f"{len(values)} values" if isinstance(values, list) else repr(answer)
            raise ConfigError(f"{self.name}: evaluate_many {which} answered {n}: one number for each state expected")
        out = array("d")
        for state, value in zip(states, values, strict=True) if not plain(values) else ():
            number = as_number(value)
            if number is None or number != number:
                raise ConfigError(
                    f"{self.name}: evaluate_many answered {value!r} for state {state.state_id}: a number expected"
                )
            out.append(number)
        return out if len(out) == len(states) else array("d", values)

    def raised(self, method: str, which: str, e: Exception) -> ConfigError:
        kind = type(self.heuristic)
        return failed(f"{self.name}: {method} {which}", e, f"{kind.__module__.rpartition('.')[2]}.py")


class Driver:
    """A search as the engine calls it: once, or once more where it begins again."""

    engine_name = "given"
    batch: int | None = None

    def __init__(self, given: Any, config: Config, name: str) -> None:
        self.given, self.config, self.name = given, config, name

    def search(self, registry: Registry) -> None:
        new = isinstance(self.given, type)
        one: Search = construct(self.given, self.config) if new else self.given
        stand = registry.vm._stand()
        assert stand is not None
        one.vm, one._raw, one._stand, one._done, one._failure = registry.view, registry.vm, stand, False, None
        one._thread, one._refused, one._last = get_ident(), 0, stand.state_id
        try:
            one.search()
        except Ended:
            pass
        except Exception as e:
            if isinstance(e, JPFError) or e is one._failure:
                raise
            at = f"{self.name}: search() at state {one.state_id}"
            raise failed(at, e, f"{type(one).__module__.rpartition('.')[2]}.py") from e
        if one._failure is not None:
            raise one._failure


def value_or_none(expression: Expression, vm: VM) -> Any:
    try:
        return expression.value(vm)
    except NoValue:
        return None


def plain(values: Sequence[Any]) -> bool:
    """Floats only, and none of them NaN."""
    return all(type(v) is float and v == v for v in values)


def as_number(value: object) -> float | None:
    """None: that is none."""
    if isinstance(value, str | bytes | bytearray):
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")  # type: ignore[operator]


def strategy(config: Config) -> Evaluator | Driver | None:
    """What search.class or search.heuristic names in Python, as the engine calls it."""
    for key in KEYS:
        name = config.get(key)
        if ":" not in name:
            continue
        given: Any = load_class(name, key, config)
        known = given if isinstance(given, type) else type(given)
        where = config.place_text(key)
        if issubclass(known, Heuristic):
            config.states_wait = "queue"
            return Evaluator(construct(given, config) if given is known else given, f"{key}={name}")
        if key == "search.class" and issubclass(known, Search):
            return Driver(given, config, f"{key}={name}")
        expected = "jpfpy.Heuristic" if key == "search.heuristic" else "jpfpy.Heuristic or jpfpy.Search"
        raise ConfigError(f"{key}={name}: that is no {expected}{where}")
    return None
