"""The C engine. Use jpfpy.verify or jpfpy.JPF; this is what they stand on."""

from collections.abc import Callable
from typing import Any, final

from .raw import Progress, RunResult

class JPFError(RuntimeError): ...
class ConfigError(JPFError): ...

@final
class VM:
    def __init__(self, config: dict[str, str]) -> None: ...
    def explore(
        self,
        target: str,
        args: list[str],
        on_output: Callable[[int, bytes], object] | None = None,
        on_progress: Callable[[Progress], object] | None = None,
    ) -> dict[str, Any]: ...
    def run(
        self, target: str, args: list[str], on_output: Callable[[int, bytes], object] | None = None, /
    ) -> RunResult: ...
    def replay(
        self, target: str, args: list[str], replay: str, on_output: Callable[[int, bytes], object] | None = None, /
    ) -> dict[str, Any]: ...
    def interrupt(self) -> None: ...

def version() -> str: ...
def build_info() -> dict[str, Any]: ...
