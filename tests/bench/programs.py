"""The programs of the table, and what each one's figures may be compared with.

A row of Twins and its model (spin/) have the same steps, so their states are equal where nothing is left out:
`visible` beside -DNOREDUCE. `all` beside Spin's reduction compares two reductions of one space; what a row compares
stands in its column."""

from __future__ import annotations

from typing import NamedTuple

from . import spin

ALL: dict[str, str] = {}
NONE = {"vm.por": "false"}
VISIBLE = {"vm.por.persistent": "false", "vm.por.sleep_sets": "false", "vm.por.symmetry": "false"}
REDUCTIONS = {"all": ALL, "visible": VISIBLE, "none": NONE}
TOLD = {  # in the table
    "all": "all",
    "visible": "visible steps, all orders",
    "none": "none (vm.por=false)",
}


class Search(NamedTuple):
    cls: str
    args: list[str]
    reduction: str
    model: str = ""  # of spin/
    defines: tuple[str, ...] = ()
    table_bits: int = 20  # of Spin's table at the start: about as many places as states
    gb: float = 0  # memory that has to be free for it

    @property
    def properties(self) -> dict[str, str]:
        return {"search.class": "dfs", **REDUCTIONS[self.reduction]}

    @property
    def spins(self) -> str:
        """Its reduction, to stand beside ours."""
        return spin.REDUCED if self.reduction == "all" else spin.FULL


def twin(reduction: str, args: str, model: str, defines: str, bits: int = 20, gb: float = 0) -> Search:
    return Search("Twins", args.split(), reduction, model, ("-DSTEPS", *defines.split()), bits, gb)


SEARCHES: dict[str, Search] = {
    # what each tool makes of the program as it stands, with all its reductions
    "counter-3x4": Search("Counter", ["3", "4"], "all"),
    "phil-4x2": Search("Phil", ["4", "2"], "all"),
    "prodcons-2-2-2-3": Search("ProdCons", ["2", "2", "2", "3"], "all"),
    "data-8x5": Search("Data", ["8", "5"], "all"),
    "counter-3x4-nopor": Search("Counter", ["3", "4"], "none"),
    "phil-4x2-nopor": Search("Phil", ["4", "2"], "none"),
    "phil-5x2-nopor": Search("Phil", ["5", "2"], "none"),
    # programs that have twins: reduced beside reduced
    "twin-counter-4x3": twin("all", "counter 4 3", "counter.pml", "-DN=4 -DK=3"),
    "twin-phil-5x3": twin("all", "phil 5 3", "phil.pml", "-DN=5 -DR=3"),
    "twin-phil-6x2": twin("all", "phil 6 2", "phil.pml", "-DN=6 -DR=2"),
    "twin-buffer-3-3-2-2": twin("all", "buffer 3 3 2 2", "buffer.pml", "-DP=3 -DC=3 -DCAP=2 -DK=2"),
    "twin-peterson-3x3": twin("all", "peterson 3 3", "peterson.pml", "-DN=3 -DR=3"),
    "twin-lastzero-7": twin("all", "lastzero 7", "lastzero.pml", "-DN=7"),
    "twin-readers-10": twin("all", "readers 10", "readers.pml", "-DN=10"),
    "twin-indexer-12": twin("all", "indexer 12", "indexer.pml", "-DN=12"),
    "twin-choice-7": twin("all", "choice 7", "choice.pml", "-DD=7"),
    # the same states in both tools
    "same-counter-4x3": twin("visible", "counter 4 3", "counter.pml", "-DN=4 -DK=3", 21),
    "same-counter-3x8": twin("visible", "counter 3 8", "counter.pml", "-DN=3 -DK=8", 23),
    "same-phil-5x2": twin("visible", "phil 5 2", "phil.pml", "-DN=5 -DR=2"),
    "same-buffer-3-2-1-2": twin("visible", "buffer 3 2 1 2", "buffer.pml", "-DP=3 -DC=2 -DCAP=1 -DK=2", 21),
    "same-peterson-3x4": twin("visible", "peterson 3 4", "peterson.pml", "-DN=3 -DR=4"),
    "same-lastzero-5": twin("visible", "lastzero 5", "lastzero.pml", "-DN=5"),
    "same-readers-6": twin("visible", "readers 6", "readers.pml", "-DN=6"),
    "nopor-counter-4x3": twin("none", "counter 4 3", "counter.pml", "-DN=4 -DK=3", 21),
}
LARGE: dict[str, Search] = {  # by name or with --large: minutes, and memory
    "same-counter-4x4": twin("visible", "counter 4 4", "counter.pml", "-DN=4 -DK=4", 24, 2),
    "nopor-counter-4x4": twin("none", "counter 4 4", "counter.pml", "-DN=4 -DK=4", 24, 2),
    "same-counter-4x5": twin("visible", "counter 4 5", "counter.pml", "-DN=4 -DK=5", 27, 12),
}
QUICK = ("counter-3x4", "phil-4x2", "prodcons-2-2-2-3", "loop-50M", "sieve-20M", "fib-35")
COMPUTE = {
    "loop-50M": ["loop", "50000000"],
    "sieve-20M": ["sieve", "20000000"],
    "fib-35": ["fib", "35"],
    "map-300k": ["map", "300000"],
    "str-400k": ["str", "400000"],
    "alloc-500k": ["alloc", "500000"],
}
