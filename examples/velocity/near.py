"""The same choice in Python: `jpf +velocity.class=near:Near +velocity.middle=13200 Velocity.java`."""

from collections.abc import Iterator

import jpfpy
from jpfpy.config import Config


class Near(jpfpy.DoubleChoiceGenerator):
    def __init__(self, config: Config, id: str) -> None:
        super().__init__(config, id)
        self.middle = config.get_double(f"{id}.middle")

    def choices(self) -> Iterator[float]:
        for off in (-1.0, 0.0, 1.0):
            yield self.middle + off
