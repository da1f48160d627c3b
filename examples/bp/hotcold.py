"""Three times hot and three times cold water: python hotcold.py [mix]"""

import sys

from jpfpy import bp

HOT, COLD = bp.Event("HOT"), bp.Event("COLD")


@bp.bthread(priority=1.0)
def add_hot():
    for _ in range(3):
        yield bp.sync(request=HOT)


@bp.bthread(priority=1.5)
def add_cold():
    for _ in range(3):
        yield bp.sync(request=COLD)


@bp.bthread(priority=3.0)
def mix():
    while True:
        yield bp.sync(wait_for=HOT, block=COLD)
        yield bp.sync(wait_for=COLD, block=HOT)


@bp.bthread(priority=9.0)
def twice_hot():
    hot = 0
    while True:
        event = yield bp.sync(wait_for=bp.ALL, bad="hot water twice in a row" if hot == 2 else False)
        hot = hot + 1 if event == HOT else 0


def program(mixed: bool) -> bp.BProgram:
    return bp.BProgram([add_hot, add_cold, *([mix] if mixed else []), twice_hot], epsilon=1.0, name="hotcold")


if __name__ == "__main__":
    report = program("mix" in sys.argv).verify(config={"bp.suppress_deadlock": True})
    print(report)
    for error in report.errors:
        print(bp.view(error))
