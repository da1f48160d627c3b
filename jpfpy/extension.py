"""The C engine's module."""

from __future__ import annotations

from .errors import EngineError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def extension() -> ModuleType:
    """jpfpy._jpf. Raises EngineError where it is not built."""
    try:
        from . import _jpf
    except ImportError as e:
        raise EngineError(f"the engine is not built for this Python ({e}); run tools/setup or pip install") from None
    return _jpf
