"""Modules of the user's that properties name (`module:Class`)."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from types import ModuleType
from typing import Any

from .errors import ConfigError, JPFError


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
