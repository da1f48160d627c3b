"""Dining philosophers: python philosophers.py [N] [left]"""

import sys

from jpfpy import bp


def program(n: int = 3, left_handed: bool = False) -> bp.BProgram:
    right = [bp.Event(f"right{i}") for i in range(n)]
    left = [bp.Event(f"left{i}") for i in range(n)]
    down = [bp.Event(f"down{i}") for i in range(n)]

    @bp.bthread
    def philosopher(i: int, left_first: bool):
        mine, other = i, (i + n - 1) % n
        first, second = (left[other], right[mine]) if left_first else (right[mine], left[other])
        while True:
            yield bp.sync(request=first)
            yield bp.sync(request=second)
            yield bp.sync(request=down[mine])
            yield bp.sync(request=down[other])

    @bp.bthread
    def fork(i: int):
        while True:
            event = yield bp.sync(wait_for=[left[i], right[i]])
            yield bp.sync(wait_for=down[i], block=left[i] if event == right[i] else right[i])

    bthreads = []
    for i in range(n):
        bthreads.append(philosopher(i, left_handed and i == n - 1, priority=2.0 * i + 1))
        bthreads.append(fork(i, priority=2.0 * i + 2))
    return bp.BProgram(bthreads, epsilon=100.0, name=f"philosophers {n}")


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(program(n, "left" in sys.argv).verify())
