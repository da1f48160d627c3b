"""JPF's example of cascaded generators: a listener puts an int choice of its own on top of each Verify.getInt.

python examples/cascades/extra_ints.py MyProgram.java"""

from __future__ import annotations

import sys
from typing import Any

import jpfpy
from jpfpy.choice import IntIntervalGenerator


class ExtraInts(jpfpy.Listener):
    def choice_generator_registered(self, vm: Any, cg: Any, thread: Any, insn: Any) -> None:
        if cg.id.startswith("verifyGetInt"):
            vm.system_state.set_next_choice_generator(IntIntervalGenerator("extra", 0, 2))


if __name__ == "__main__":
    jpf = jpfpy.JPF({"target": sys.argv[1]})
    jpf.add_listener(ExtraInts())
    print(jpf.run())
