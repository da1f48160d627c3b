"""A maze of n x n cells without walls: python maze.py [n]"""

import sys

from jpfpy import bp

TRAPPED = bp.Event("TRAPPED")
ENTERS = bp.EventSet(lambda e: e.name == "enter")


def program(n: int = 5) -> bp.BProgram:
    def enter(i: int, j: int) -> bp.Event:
        return bp.Event("enter", (i, j))

    @bp.bthread
    def cell(i: int, j: int):
        around = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
        near = [TRAPPED, *(enter(x, y) for x, y in around if 0 <= x < n and 0 <= y < n)]
        while True:
            event = yield bp.sync(wait_for=near)
            if event != TRAPPED:
                event = yield bp.sync(request=enter(i, j), wait_for=bp.ALL)
            if event == TRAPPED:
                break
        yield bp.sync()

    @bp.bthread
    def start():
        yield bp.sync(request=enter(0, 0))
        yield bp.sync()

    @bp.bthread
    def trap():
        yield bp.sync(wait_for=enter(n - 1, n - 1))
        yield bp.sync(request=TRAPPED, block=ENTERS)
        yield bp.sync()

    cells = [cell(i, j) for i in range(n) for j in range(n)]
    return bp.BProgram([*cells, start, trap], epsilon=1e9, name=f"maze {n}")


if __name__ == "__main__":
    print(program(int(sys.argv[1]) if len(sys.argv) > 1 else 5).verify(config={"bp.suppress_deadlock": True}))
