"""PreciseRaceDetector: data races by happens-before (vector clocks) over the explored path; native inside.

Two accesses of one field or array element, one of them a write, by different threads race if neither happens before
the other (JLS 17.4.5). Happens-before comes from monitors, volatile fields and what VarHandle and Unsafe do in their
place, thread start, end and join, interruption, park and unpark, class initialization, and final fields. Besides,
two threads that stand at racing accesses in one state are a race, whatever led there: so none is lost where a state
that was reached before is not explored again (csrc/search/race.c).

Properties: race.include, race.exclude: patterns over the methods whose code accesses (Class.method, or Class), as in
jpf-core, whatever they access; both accesses of a race have to be in such methods. What the program made and the
library accesses for it (an array, a field by reflection) is accessed by the program's method. Default: nothing of the
JDK's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._base import Printing, native_filter

if TYPE_CHECKING:
    from ..config import Config

JDK = "java.*,javax.*,jdk.*,sun.*"


class PreciseRaceDetector(Printing):
    """JPF: PreciseRaceDetector. A race is an error of kind "race"; its message names both accesses with their stacks.
    With search.multiple_errors each pair of places in the program is reported once."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.native_probe = ("race", *native_filter(self, "race", JDK, "C"))
