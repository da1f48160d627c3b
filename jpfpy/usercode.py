"""Modules of the user's that properties name (`module:Class`)."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from types import ModuleType

from .errors import ConfigError


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
    frames = traceback.extract_tb(failure.__traceback__)
    own = [f for f in frames if f.filename.endswith(f"{module.rpartition('.')[2]}.py")]
    at = (own or frames)[-1]
    where = f"{at.filename}:{at.lineno}"
    if isinstance(failure, SyntaxError) and failure.filename:
        where = f"{failure.filename}:{failure.lineno}"
    raise ConfigError(f"{asked}: importing {module} raised {type(failure).__name__}: {failure} ({where})") from failure
