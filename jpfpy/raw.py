"""The JSON report, schema 1, as types. For type checkers only."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Result = Literal["no_errors", "violation", "incomplete", "replayed", "error"]

# "class" is no identifier, so these two come in the functional form.
RawStep = TypedDict(
    "RawStep", {"class": str, "method": str, "file": str | None, "line": int | None, "source": NotRequired[str | None]}
)
RawFrame = TypedDict(
    "RawFrame",
    {
        "class": str,
        "method": str,
        "file": str | None,
        "line": int | None,
        "source": NotRequired[str | None],
        "locals": dict[str, str],
    },
)
RawLock = TypedDict("RawLock", {"class": str, "id": str, "owner": str | None})


class RawChoice(TypedDict):
    id: str
    type: str
    value: str
    index: int
    total: int


class RawLockEvent(TypedDict):
    """In which transition and which of its steps (0: the first) a monitor or a lock of java.util.concurrent changed
    hands."""

    transition: int
    step: int
    thread_id: int
    lock: str
    op: Literal["acquired", "released"]


class RawAccess(TypedDict):
    """A read or write of a field or array element that threads share, by a line of the program: in which transition and
    which of its steps. Values are texts, as in Java; of a read both are what was read."""

    transition: int
    step: int
    thread_id: int
    name: str  # Account.balance, int[][2]
    object: str | None  # Account@1; None: a static field
    op: Literal["read", "write"]
    before: str
    after: str


class RawPrint(TypedDict):
    """What the program printed in a step."""

    transition: int
    step: int
    text: str


class RawLane(TypedDict):
    bthread: str
    requested: str
    waited_for: str
    blocked: str
    selected: bool
    resumed: bool


class RawTransition(TypedDict):
    comments: NotRequired[list[str]]  # Verify.addComment
    thread: str
    thread_id: int
    choice: RawChoice
    cascade: NotRequired[list[RawChoice]]
    lanes: NotRequired[list[RawLane]]
    expired: NotRequired[str]  # the wait whose limit passed there, though others could run; "": begun by no line
    steps: list[RawStep]


class RawThread(TypedDict):
    id: int
    name: str
    status: str
    daemon: bool
    waiting_for: RawLock | None
    waits: NotRequired[str | None]
    owned: list[RawLock]
    frames: list[RawFrame]


class RawCause(TypedDict):
    message: str
    stack: list[RawStep]


class RawPool(RawStep):
    call: str  # "Executors.newFixedThreadPool", "new Timer"; where it stands


class RawShrunk(TypedDict):
    """What search.shrink did to the path of an error: its length before and now, and what it took."""

    transitions_before: int
    transitions: int
    switches_before: int  # context switches: transitions of another thread than the one before
    switches: int
    executions: int  # that were tried
    cut: bool  # time was over before all was tried
    fewest: bool  # all paths with fewer context switches were tried
    why: str | None  # nothing was tried, for this reason


class RawError(TypedDict):
    id: int
    property: str
    kind: Literal["deadlock", "uncaught_exception", "race", "livelock", "property"]
    exception: str | None
    message: str
    thread: str
    location: RawStep | None
    stack: NotRequired[list[RawStep]]
    causes: NotRequired[list[RawCause]]
    lanes: NotRequired[list[RawLane]]  # b-programs: in the state that the error was found in
    replay: str
    shrunk: NotRequired[RawShrunk]
    note: NotRequired[str]  # why the trace is not the path that was found, or there is none
    output: NotRequired[str]
    locks: NotRequired[list[RawLockEvent]]
    accesses: NotRequired[list[RawAccess]]
    prints: NotRequired[list[RawPrint]]
    pools: NotRequired[list[RawPool]]  # a deadlock of pools and timers that nobody has ended: what made them
    sources: NotRequired[dict[str, str]]  # package/File.java: the file, relative where it can be
    trace: list[RawTransition]
    snapshot: list[RawThread]


class RawStatistics(TypedDict):
    elapsed_s: float
    startup_s: float
    cpu_s: float
    states_new: int
    states_visited: int
    states_backtracked: int
    states_restored: int
    end_states: int
    max_depth: int
    transitions: int
    instructions: int
    pruned: int
    executions: NotRequired[int]
    executions_blocked: NotRequired[int]
    executions_cut: NotRequired[int]
    setup_transitions: NotRequired[int]
    restored_by_execution: NotRequired[int]
    restored_by_execution_why: NotRequired[str | None]
    restarted_states: NotRequired[int]
    restarted_transitions: NotRequired[int]
    restarted_instructions: NotRequired[int]
    por_reduced_states: NotRequired[int]
    por_expanded_states: NotRequired[int]
    por_escaped_states: NotRequired[int]
    por_fair_states: NotRequired[int]
    por_begun_states: NotRequired[int]
    por_raced_choices: NotRequired[int]
    por_asleep_choices: NotRequired[int]
    por_states_again: NotRequired[int]
    por_symmetric_states: NotRequired[int]
    por_alike_choices: NotRequired[int]
    por_restarts: NotRequired[int]
    por_ended_by: NotRequired[str | None]
    objects_exposed: NotRequired[int]
    choice_generators: dict[str, int]
    boundaries_met: dict[str, int]
    boundaries_chosen: dict[str, int]
    boundaries_skipped: NotRequired[dict[str, int]]
    fields_assumed: NotRequired[dict[str, int]]
    warnings: NotRequired[list[str]]
    state_bytes: int
    states_on_disk: NotRequired[int]
    disk_bytes: NotRequired[int]
    disk_reads: NotRequired[int]
    peak_bytes: NotRequired[int]
    peak_rss_bytes: int
    loaded_classes: int
    loaded_methods: int
    collision_bound: float
    boot_image: str
    constraints: list[str]


class RawBProgram(TypedDict):
    """bp.por in the VM: states where events were left out; why none were."""

    reduced_states: int
    not_reduced: str | None


class StoredChoice(TypedDict):
    index: int
    type: str
    id: str
    value: str


class StoredTrace(TypedDict):
    """Verify.storeTrace"""

    file: str
    comment: str
    replay: str
    choices: list[StoredChoice]
    error: NotRequired[str]


class RawTurns(TypedDict):
    search: str  # dfs, mixed, bfs, preemptions, dpor
    turns: int
    transitions: int
    states: int
    executions: int
    why: str
    said: str | None


class RawWorkers(TypedDict):
    threads: int
    parts: int  # of the space that went from one thread to another
    transitions: list[int]  # by thread


class RawSpread(TypedDict):
    workers: int
    nodes: int
    shards: int
    tasks: int  # done
    done_over: int  # of tasks whose worker, or whose shard, was lost
    epochs: int  # one more for each time that shards were lost
    keys: int  # in the shards
    asked: int  # keys that the shards were asked for
    bytes: int  # of tasks, results, keys and answers
    busy_s: float  # of all workers together
    waited_s: float  # of that: for answers of the shards


class RawPortfolio(TypedDict):
    ended_by: str
    searches: list[RawTurns]


class RawReport(TypedDict):
    schema: int
    jpfpy: str
    jdk: str
    target: str
    args: list[str]
    result: Result
    complete: bool
    interrupted: bool
    message: NotRequired[str]
    errors: list[RawError]
    statistics: RawStatistics
    output: str
    config: dict[str, str]
    seed: int
    listeners: NotRequired[dict[str, object]]
    extensions: NotRequired[dict[str, str]]
    stored_traces: NotRequired[list[StoredTrace]]
    notes: NotRequired[list[str]]  # what a reader should know: "note: ..." or "warning: ..."; none: not there
    assumptions: NotRequired[list[str]]  # what the verdict supposes; none: not there
    bp: NotRequired[RawBProgram]
    portfolio: NotRequired[RawPortfolio]  # where several searches took turns
    workers: NotRequired[RawWorkers]  # where several threads searched
    spread: NotRequired[RawSpread]  # where several processes or machines did


class RunResult(TypedDict):
    jpfpy: str
    jdk: str
    result: str
    exit_status: int
    message: str
    not_modelled: str | None
    set_keys: NotRequired[list[str]]
    instructions: int


class Progress(TypedDict):
    executions: int  # of searches that take one after the other: all of them
    executions_blocked: int  # those of them that ended in a deadlock or an error, or were pruned
    executions_cut: int  # and those that had been executed before
    states_new: int
    states_visited: int
    transitions: int
    depth: int
    max_depth: int
    errors: int
    bytes: int
    state_bytes: int  # of the set of states, in memory
    disk_bytes: int  # of what went to the disk (search.spill)
    waiting: int  # choices of the path that were not tried yet; breadth first and best first: states
    to_come: float | None  # new states that are likely to be found yet (docs/watching.md); None: no estimate
    to_come_low: float | None
    to_come_high: float | None
    checkpoint_s: float | None  # seconds until the next one is due (search.checkpoint)
    workers: list[int]  # states that each thread has reached, new or not; empty: one searches
    search: str | None  # whose turn it is, where several searches take turns
