"""Java's hot and cold water (HotCold.java), watched from Python: python mixed.py [mix]"""

import os
import sys

from jpfpy import bp

HOT = bp.Event("HOT")


@bp.bthread(priority=20.0)
def never_three_hot():
    hot = 0
    while True:
        event = yield bp.sync(wait_for=bp.ALL)
        hot = hot + 1 if event == HOT else 0
        assert hot < 3, "three times hot water in a row"


def program(*args: str) -> bp.BProgram:
    here = os.path.dirname(os.path.abspath(__file__))
    return bp.BProgram([never_three_hot], java=os.path.join(here, "HotCold.java"), args=args)


if __name__ == "__main__":
    print(program(*sys.argv[1:]).verify(config={"bp.suppress_deadlock": True, "search.multiple_errors": True}))
