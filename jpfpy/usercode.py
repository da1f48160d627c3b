"""Modules and classes of the user's that properties name (`module:Class`)."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Iterable
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any

from .errors import ConfigError, JPFError

if TYPE_CHECKING:
    from .config import Config


def load_module(module: str, asked: str) -> ModuleType | None:
    """The module, looked for in the working directory too; None: there is none of that name.

    `asked` is what named it (`key: value`), for the message. Raises ConfigError where the module's own code fails,
    with the exception as its cause."""
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as e:
        if e.name and (module == e.name or module.startswith(e.name + ".")):
            return None
        failure: Exception = e
    except Exception as e:
        failure = e
    raise failed(f"{asked}: importing {module}", failure, f"{module.rpartition('.')[2]}.py") from failure


def failed(what: str, failure: Exception, file: str) -> ConfigError:
    """One line for what the user's own code, in a file that ends so, has raised; with the place of it."""
    frames = traceback.extract_tb(failure.__traceback__)
    own = [f for f in frames if f.filename.endswith(file)]
    at = (own or frames)[-1]
    where = f" ({at.filename}:{at.lineno})" if own or len(frames) > 1 else ""
    if isinstance(failure, SyntaxError) and failure.filename:
        where = f" ({failure.filename}:{failure.lineno})"
    return ConfigError(f"{what} raised {type(failure).__name__}: {failure}{where}")


def constructed(cls: type, *args: Any) -> Any:
    """An instance; what the constructor raises is a ConfigError, with it as the cause."""
    try:
        return cls(*args)
    except JPFError:
        raise
    except Exception as e:
        module = cls.__module__
        name = f"the constructor of {module}:{cls.__qualname__}"
        raise failed(name, e, f"{module.rpartition('.')[2]}.py") from e


def load_class(name: str, key: str = "listener", config: Config | None = None) -> type:
    """`package.module:Class`, JPF's name of a shipped listener, or its simple name; a class that was given as such."""
    if config is not None and name in config.classes:
        given: type = config.classes[name]
        return given
    short = name.rpartition(".")[2]
    if ":" not in name:
        from . import listeners

        if name.startswith((".", "gov.nasa.jpf.")) or "." not in name:
            found = listeners.find(short)
            if found is not None:
                return found
    module, colon, attr = name.partition(":")
    if not colon:
        module, _, attr = name.rpartition(".")
    mine = module and attr and not name.startswith(".")  # .x is JPF's gov.nasa.jpf.x
    home = load_module(module, f"{key}: {name}") if mine else None
    if colon and home is None:
        files = [f[:-3] for f in os.listdir() if f.endswith(".py")]
        raise ConfigError(f"{key}: {name}: no module {module}{near_of(module, files)}")
    value = getattr(home, attr, None)
    if not isinstance(value, type):
        if colon:
            there = [n for n, v in vars(home).items() if isinstance(v, type) and v.__module__ == module]
            raise ConfigError(f"{key}: {name}: no class {attr} in {module}{near_of(attr, there, 0.0)}")
        raise ConfigError(
            f"{key}: no listener {name}{near_of(short, listeners.__all__)}: Java listeners are not run; write it as a "
            "Python class with the same methods in snake_case and name it package.module:Class (docs/listeners.md)"
        )
    return value


def near_of(name: str, names: Iterable[str], cutoff: float = 0.7) -> str:
    """ " (nearest: ...)", or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(names), 1, cutoff)
    return f" (nearest: {near[0]})" if near else ""


def construct(cls: type, config: Any) -> Any:
    """An instance, by a constructor that takes the configuration or nothing."""
    try:
        takes = [
            p
            for p in inspect.signature(cls).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.VAR_POSITIONAL)
        ]
    except (TypeError, ValueError):
        takes = []
    return constructed(cls, config) if takes else constructed(cls)


def split_names(text: str) -> list[str]:
    """Lists between ',' or, as JPF also has them, ':'; the ':' of package.module:Class separates nothing."""
    out: list[str] = []
    for piece in text.replace(";", ",").replace(",", " ").split():
        pending = ""
        for token in piece.split(":"):
            last = pending.rpartition(".")[2]
            if pending and last[:1].islower() and "." not in token:
                out.append(f"{pending}:{token}")
                pending = ""
                continue
            if pending:
                out.append(pending)
            pending = token
        if pending:
            out.append(pending)
    return out


def is_ours(file: str) -> bool:
    return file.startswith(os.path.dirname(os.path.abspath(__file__)) + os.sep)


def frames_without_ours(tb: TracebackType | None) -> TracebackType | None:
    """A traceback of the frames that are not this package's."""
    kept = []
    while tb is not None:
        if not is_ours(tb.tb_frame.f_code.co_filename):
            kept.append(tb)
        tb = tb.tb_next
    out: TracebackType | None = None
    for one in reversed(kept):
        out = TracebackType(out, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return out


def told_without_ours(error: BaseException) -> list[str]:
    """Lines for a notebook: the message; above it the frames that are not this package's or the shell's, unless there
    is one only, of a cell of one line."""
    import linecache
    import traceback

    told = traceback.TracebackException.from_exception(error)
    link: traceback.TracebackException | None = told
    while link is not None:
        link.stack[:] = [f for f in link.stack if not is_ours(f.filename) and "IPython" not in f.filename.split(os.sep)]
        link = link.__cause__ or (link.__context__ if not link.__suppress_context__ else None)
    alone = error.__cause__ is None and (error.__context__ is None or error.__suppress_context__)
    if alone and (not told.stack or (len(told.stack) == 1 and len(linecache.getlines(told.stack[0].filename)) == 1)):
        return "".join(told.format_exception_only()).rstrip().splitlines()
    return "".join(told.format()).rstrip().splitlines()
