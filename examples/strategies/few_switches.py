"""A heuristic in numpy for errors late on a path that few switches between threads lead to.

    python few_switches.py [figure.png]

puts it beside other searches on Stack.java, each with the choices in ten orders, and draws the figure."""

import sys

import numpy as np

import jpfpy

PREEMPTIONS, DEPTH = (jpfpy.strategy.FIELDS.index(name) for name in ("preemptions", "depth"))


class FewSwitches(jpfpy.Heuristic):
    """A preemption costs as much as five transitions gain: paths go deep first, and switch seldom."""

    def evaluate_many(self, states: jpfpy.Candidates) -> np.ndarray:
        m = np.asarray(states.matrix)
        return 5.0 * m[:, PREEMPTIONS] - m[:, DEPTH]


def compared() -> jpfpy.Comparison:
    return jpfpy.compare(
        "Stack.java",
        searches=["dfs", "bfs", "random", "MinimizePreemption", FewSwitches],
        budget=50_000,
        seeds=range(10),
        config={"cg.randomize_choices": "FIXED_SEED"},
    )


if __name__ == "__main__":
    table = compared()
    print(table)
    if len(sys.argv) > 1:
        table.plot(sys.argv[1])
