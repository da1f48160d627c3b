"""PreciseRaceDetector: data races by happens-before (vector clocks) over the explored path; native inside.

Two accesses of one field or array element, one of them a write, by different threads race if neither happens before
the other (JLS 17.4.5). Happens-before comes from monitors, volatile fields and what VarHandle and Unsafe do in their
place, thread start, end and join, interruption, park and unpark, class initialization, and final fields. Besides,
two threads that stand at racing accesses in one state are a race, whatever led there: so none is lost where a state
that was reached before is not explored again (csrc/search/race.c).

Properties: race.include, race.exclude: shell patterns over classes or Class.field; for elements of arrays, over the
class whose code accesses them. Default: nothing of the JDK's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._base import Printing

if TYPE_CHECKING:
    from ..config import Config

JDK = "java.*,javax.*,jdk.*,sun.*"


class PreciseRaceDetector(Printing):
    """JPF: PreciseRaceDetector. A race is an error of kind "race"; its message names both accesses with their stacks.
    With search.multiple_errors each pair of places in the program is reported once."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        include, exclude = self.names("race.include"), self.names("race.exclude", JDK)
        exclude += [name[1:] for name in include if name.startswith("!")]
        include = [name for name in include if not name.startswith("!")]
        self.native_probe = ("race", ",".join(include), ",".join(exclude))
