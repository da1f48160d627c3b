"""The report on a terminal, in JPF's sections."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from ..config import Config
    from ..engine import Job
    from ..raw import Progress, RawError, RawLock, RawReport, RawStatistics, RawStep, RawThread, RawTransition
    from .publish.extensions import LiveSections
    from .told import Told

WIDTH = 54
BESIDE = " " * 32  # before what is told beside a line
REPLAY_SHOWN = 200  # characters


class Console:
    """Sections in the order in which `report.console.*` names them (JPF: ConsolePublisher)."""

    def __init__(self, config: Config, write: Callable[[str], object]) -> None:
        self.write = write
        self.sections_start = config.get_list("report.console.start")
        self.sections_error = config.get_list("report.console.property_violation")
        self.sections_constraint = config.get_list("report.console.constraint")
        self.sections_transition = config.get_list("report.console.transition")
        self.sections_probe = config.get_list("report.console.probe")
        self.sections_end = config.get_list("report.console.finished")
        self.show_steps = config.get_bool("report.console.show_steps")
        self.show_cg = config.get_bool("report.console.show_cg")
        self.show_source = config.get_bool("report.console.show_source")
        self.show_setup = config.get_bool("report.console.show_setup")
        self.show_location = config.get_bool("report.console.show_location")
        self.show_method = config.get_bool("report.console.show_method")
        self.colour = False  # for a terminal
        self.replays = ""  # the folder for long replay strings; "": they are shown
        self.told_constraints = False  # while the search went on

    def line(self, text: str = "") -> None:
        self.write((painted(text) if self.colour else text) + "\n")

    def title(self, text: str, mark: str = "=") -> None:
        if mark == "=":
            self.line()
        self.line(f"{mark * WIDTH} {text}")

    def started(self, job: Job) -> None:
        for section in self.sections_start:
            match section:
                case "jpf":
                    from .. import __version__

                    self.line(f"jpfpy {__version__} on the class library of JDK {job.jdk.version} ({job.jdk.home})")
                case "platform":
                    self.title("platform")
                    self.rows(platform(job.jdk.version).items())
                case "user":
                    self.line(f"user: {user()}")
                case "dtg":
                    self.line(f"started: {timestamp()}")
                case "sut":
                    self.title("system under test")
                    self.line(f"{job.target}.main({', '.join(quoted(a) for a in job.args)})")
                case "config":
                    self.title("configuration")
                    for key, value in job.shown_config().items():
                        self.line(f"{key}={value}")
        if self.sections_start:
            self.title(f"search started: {timestamp()}")

    def live_sections(self) -> LiveSections | None:
        """The listener that sections of the running search need; None: they need none."""
        if not self.sections_transition and not set(self.sections_constraint) - {"constraint"}:
            return None
        from .publish.extensions import LiveSections

        return LiveSections(self)

    def probe(self, progress: Progress) -> None:
        if "statistics" in self.sections_probe:
            self.statistics_so_far(progress)

    def statistics_so_far(self, s: Mapping[str, Any]) -> None:
        """Of a search that is going on."""
        self.title("statistics")
        rows = [("states", f"new={s['states_new']}, visited={s['states_visited']}")]
        rows.append(("search", f"max depth={s['max_depth']}, transitions={s['transitions']}"))
        self.rows([*rows, ("memory", amount(s["bytes"]))])

    def finished(self, report: RawReport) -> None:
        from .told import alike, times

        added = report.get("extensions", {})
        self.write(added.get("start", ""))
        for group in alike(report["errors"]):
            self.error(group[0], report, times(group))
            for error in group:
                self.write(added.get(f"error {error['id']}", ""))
        if "constraint" in self.sections_constraint and not self.told_constraints:
            for constraint in report["statistics"]["constraints"] if report["statistics"] else []:
                self.title("search constraint")
                self.line(constraint)
        self.write(added.get("finished", ""))
        for section in self.sections_end:
            match section:
                case "output":
                    self.title("output")
                    self.write(report["output"])
                case "result":
                    self.results(report)
                case "statistics":
                    self.statistics(report)
        if self.sections_end:
            self.title(f"search finished: {timestamp()}")

    def error(self, error: RawError, report: RawReport, times: str = "") -> None:
        n = error["id"]
        for section in self.sections_error:
            match section:
                case "error":
                    self.what(error, times)
                case "trace":
                    self.trace(error)
                case "snapshot":
                    self.title(f"snapshot #{n}")
                    for thread in error["snapshot"]:
                        self.thread(thread)
                    if not error["snapshot"]:
                        self.line("no live threads")
                case "output":
                    self.title(f"output #{n}")
                    self.write(error.get("output") or "no output\n")
                case "statistics":
                    self.statistics(report)

    def what(self, error: RawError, times: str = "") -> None:
        """`times`: how often it was found, in words."""
        from .told import expired

        self.title(f"error {error['id']}{times}")
        self.line(full_property(error["property"]))
        if error["kind"] == "deadlock" and error["snapshot"]:
            self.line(error["message"] if error.get("pools") else "deadlock: no thread can run")
            self.waits(error["snapshot"])
        else:
            self.line(error["message"])
        for line in stack_lines(error):
            self.line(line)
        if limit := expired(error):
            self.line(limit)

    def trace(self, error: RawError) -> None:
        self.title(f"trace #{error['id']}")
        if "note" in error:
            self.line(f"note: {error['note']}")
        from .told import FEW, Told, idle

        told = Told(error)
        trace, i = error["trace"], 0
        while i < len(trace):
            n = idle(trace, i) if self.show_steps else 0
            if n > FEW:
                threads = ", ".join(dict.fromkeys(t["thread"] for t in trace[i : i + n]))
                self.title(f"transitions #{i} to #{i + n - 1} threads: {threads}", "-")
                self.line("  (no steps in the program's own code)")
            else:
                self.transition(i, trace[i], told)
            i += n if n > FEW else 1
        if error["kind"] == "deadlock":
            self.title("no thread can run", "-")
            for pool in error.get("pools", ()):
                self.line(f"  {pool['call']} at {place(pool)}, never ended")
            self.waits(error["snapshot"])
        else:
            self.title(f"thread: {error['thread']}", "-")
            self.line("  " + error["message"].replace("\n", "\n  "))

    def rows(self, rows: Iterable[tuple[str, str]]) -> None:
        for name, value in rows:
            self.line(f"{name + ':':<20}{value}")

    def waits(self, threads: list[RawThread]) -> None:
        for thread in threads:
            self.line(f"  {thread['name']} {standing(thread)}")

    def transition(self, i: int, t: RawTransition, told: Told) -> None:
        self.title(f"transition #{i} thread: {t['thread']}", "-")
        if self.show_cg:
            c = t["choice"]
            value = "" if c["type"] in ("ThreadChoiceFromSet", "BreakGenerator") else f" value:{c['value']}"
            self.line(f'{c["type"]} {{id:"{c["id"]}", {c["index"] + 1}/{c["total"]}}}{value}')
            for lane in t.get("lanes", ()):
                self.line(f"  {lane_text(**lane)}")
        for comment in t.get("comments", ()):
            self.line(f"  comment: {comment}")
        if self.show_steps:
            if not t["steps"] and not t.get("comments"):
                self.line("  (no steps in the program's own code)")
            left = 0 if self.show_setup else told.folded(i, t)
            if left:
                self.line(f"  ({left} lines before another thread runs: +report.console.show_setup=true)")
            for k, step in enumerate(t["steps"]):
                if k >= left:
                    self.line(self.step(step))
                    self.beside(told, i, k)

    def beside(self, told: Told, i: int, k: int) -> None:
        """What the line does to data that threads share, and what it prints. * is about the error."""
        for text, about in told.data.get((i, k), ()):
            self.line(f"{BESIDE}{'*' if about else ' '} {text}")
        for text in told.prints.get((i, k), ()):
            self.line(f"{BESIDE}  prints: {text}")

    def step(self, s: RawStep) -> str:
        parts = []
        if self.show_location:
            parts.append(f"{place(s):<30}:")
        if self.show_method:
            parts.append(f"[{method(s)}]")
        if self.show_source:
            parts.append(s.get("source") or method(s))
        return "  " + " ".join(parts)

    def thread(self, t: RawThread) -> None:
        daemon = ", daemon" if t["daemon"] else ""
        self.line(f"thread {t['name']} (id {t['id']}, {t['status']}{daemon})")
        if t["owned"]:
            self.line("  owned locks: " + ", ".join(lock["id"] for lock in t["owned"]))
        if t["waiting_for"]:
            word = "blocked on" if t["waiting_for"]["owner"] and t["status"] != "WAITING" else "waiting on"
            self.line(f"  {word}: {held(t['waiting_for'])}")
        elif t.get("waits"):
            self.line(f"  {t['waits']}")
        if t["frames"]:
            self.line("  call stack:")
        from .told import folded_frames, more_frames

        for frame in folded_frames(t["frames"]):
            if isinstance(frame, int):
                self.line(f"\t{more_frames(frame)}")
                continue
            self.line(f"\tat {method(frame)}({place(frame)})")
            values = ", ".join(f"{k}={v}" for k, v in frame["locals"].items())
            if values:
                self.line(f"\t   {values}")

    def results(self, report: RawReport) -> None:
        self.title("results")
        self.line(verdict(report))
        if text := races_unseen(report):
            self.line(text)
        from .told import again, alike, expired, shrunk_text

        for group in alike(report["errors"]):
            error = group[0]
            self.line(error_line(group))
            if limit := expired(error):
                self.line(f"  {limit}")
            self.replay(error["replay"])
            if text := shrunk_text(error.get("shrunk")):
                self.line(f"  {text}")
            if text := again(group):
                self.line(f"  {text}")
            if "note" in error:
                self.line(f"  note: {error['note']}")
        for line in qualified(report):
            self.line(line)

    def replay(self, text: str) -> None:
        """The string, or where a long one is: a line that --replay takes as it stands."""
        given = self.replay_given(text)
        self.line(f"  replay: {given}")
        if given != text:
            self.line(f"  (that file has the string's {len(text):,} characters; --replay takes @FILE)")

    def replay_given(self, text: str) -> str:
        """What --replay takes: the string, or @FILE of a long one, where the command keeps it in a file."""
        if len(text) <= REPLAY_SHOWN or not self.replays:
            return text
        from hashlib import blake2b

        name = f"{self.replays}/{blake2b(text.encode(), digest_size=8).hexdigest()}.replay"
        try:
            with open(name, "w", encoding="utf-8") as f:
                f.write(text + "\n")
        except OSError:
            return text
        return f"@{name}"

    def statistics(self, report: RawReport) -> None:
        if report["statistics"]:
            self.title("statistics")
            self.rows(statistics_rows(report["statistics"]))


def painted(text: str) -> str:
    """A line of the report in the terminal's colours."""
    if not text:
        return text
    beside = text.startswith(BESIDE)
    if text.startswith("====="):
        style = "1"
    elif text.startswith("-----"):
        style = "36"
    elif text.startswith("no errors detected: "):
        style = "1;32"
    elif " found" in text and text[0].isdigit() or text.startswith("error #"):
        style = "1;31"
    elif text.startswith(("warning: ", "not whole: ", "no errors detected so far")):
        style = "33"
    elif beside and text[len(BESIDE)] == "*":
        style = "1;33"
    elif beside:
        style = "33"
    elif text.startswith("  ("):
        style = "2"
    else:
        return text
    return f"\x1b[{style}m{text}\x1b[0m"


def statistics_rows(s: RawStatistics) -> list[tuple[str, str]]:
    """Name and value of each line of the statistics section."""
    cg = s["choice_generators"]
    kinds = ", ".join(f"{k.lower()}={v}" for k, v in s.get("boundaries_chosen", {}).items())
    skipped = ", ".join(f"{k}={v}" for k, v in s.get("boundaries_skipped", {}).items())
    return [
        ("elapsed time", f"{s['elapsed_s']:.3f} s (of it start-up: {s['startup_s']:.3f} s)"),
        (
            "states",
            f"new={s['states_new']}, visited={s['states_visited']}, "
            f"backtracked={s['states_backtracked']}, end={s['end_states']}",
        ),
        ("search", f"max depth={s['max_depth']}, transitions={s['transitions']}, constraints={len(s['constraints'])}"),
        *([("executions", executions(s))] if s.get("executions") or s.get("executions_blocked") else []),
        *([("begun again", begun_again(s))] if s.get("restarted_transitions") else []),
        ("choice generators", f"thread={cg['thread']}" + (f" ({kinds})" if kinds else "") + f", data={cg['data']}"),
        *([("no choice because", skipped)] if skipped else []),
        (
            "state set",
            f"{amount(s['state_bytes'])}, chance of a lost state at most {s.get('collision_bound', 0):.1g}",
        ),
        *([("on the disk", on_disk(s))] if s.get("disk_bytes") else []),
        ("instructions", f"{s['instructions']}"),
        ("peak memory", amount(s["peak_rss_bytes"])),
        ("loaded code", f"classes={s['loaded_classes']}, methods={s['loaded_methods']}"),
    ]


def on_disk(s: RawStatistics) -> str:
    """Of a search with search.spill."""
    held, reads = amount(s.get("disk_bytes", 0)), s.get("disk_reads", 0)
    return f"states={s.get('states_on_disk', 0)}, at most {held}, pages read={reads}"


def executions(s: RawStatistics) -> str:
    """Of a search that takes execution after execution."""
    n, blocked, cut = s.get("executions", 0), s.get("executions_blocked", 0), s.get("executions_cut", 0)
    return f"complete={n}, blocked={blocked}, cut={cut}"


def begun_again(s: RawStatistics) -> str:
    """What was searched before the search that the other lines tell of."""
    return (
        f"restarts={s.get('por_restarts', 0)}, before: states={s.get('restarted_states', 0)}, "
        f"transitions={s.get('restarted_transitions', 0)}, instructions={s.get('restarted_instructions', 0)}"
    )


def error_line(group: list[RawError]) -> str:
    """What one error says, of several that are alike."""
    from .told import times

    error = group[0]
    at = f" at {place(error['location'])}" if error["location"] else ""
    message = shortened(error["message"], RESULT)
    return f'error #{error["id"]}: {full_property(error["property"])} "{message}"{at}{times(group)}'


def in_short(report: RawReport) -> list[str]:
    """The report beside a program's own output: the verdict, the errors, and strings that are no longer than a line."""
    from .told import alike

    lines = [verdict(report)]
    for group in alike(report["errors"]):
        text = group[0]["replay"]
        lines += [
            error_line(group),
            f"replay: {text}" if len(text) <= REPLAY_SHOWN else "replay: --json has its string",
        ]
    return [*lines, *qualified(report)]


def verdict(report: RawReport) -> str:
    if report["result"] == "violation":
        n = len(report["errors"])
        what = "1 error" if n == 1 else f"{n} errors"
        return f"{what} found" + ("" if report["complete"] else " (the search was not exhausted)")
    if report["result"] == "no_errors":
        supposed = "".join(f"; supposed: {a}" for a in report.get("assumptions", ()))
        return f"no errors detected: every interleaving and every choice was explored{supposed}"
    if report["result"] == "incomplete":
        return "no errors detected so far, but the exploration is NOT complete"
    if report["result"] == "replayed":
        return report.get("message", "")
    return f"error: {report.get('message', '')}"


def qualified(report: RawReport) -> list[str]:
    """What a verdict has to be read with: assumptions that failed, what was left out, and what was noted."""
    s = report["statistics"]
    lines = [f"warning: {w}" for w in s.get("warnings", ())] if s else []
    lines += [f"not whole: {c}" for c in s["constraints"]] if s else []
    return [*lines, *report.get("notes", ())]


def races_unseen(report: RawReport) -> str:
    """Of a clean verdict of a program with several threads: what it does not cover; else "": the verdict is another
    one, or somebody looked."""
    s = report["statistics"]
    threads = s is not None and s["choice_generators"]["thread"] > 1
    listeners = ",".join(v for k, v in report["config"].items() if "listener" in k)
    if report["result"] != "no_errors" or not threads or "RaceDetector" in listeners:
        return ""
    return "data races were not looked for: +listener=PreciseRaceDetector"


def not_whole(report: RawReport) -> str:
    """Why not everything was explored; "" where it was."""
    if report["complete"]:
        return ""
    why = "; ".join(report["statistics"]["constraints"]) if report["statistics"] else report.get("message", "")
    if report["errors"] and not why:
        why = "one path was replayed" if report["config"].get("jpf.replay") else AT_THE_FIRST
    return f"not explored whole: {why or report['result']}"


AT_THE_FIRST = "the search ended at its first error (search.multiple_errors goes on)"


def lane_text(bthread: str, requested: str, waited_for: str, blocked: str, selected: bool, resumed: bool) -> str:
    """A b-thread where an event is selected; * it requested that event, > it goes on with it (jpfpy.report.Lane)."""
    said = (("requests", requested), ("waits for", waited_for), ("blocks", blocked))
    mark = "*" if selected else ">" if resumed else " "
    return f"{mark} {bthread}  " + "; ".join(f"{what} {events}" for what, events in said if events)


JPFS_OWN = ("NotDeadlockedProperty", "NoUncaughtExceptionsProperty")


def full_property(name: str) -> str:
    """A property as JPF's reports name it: those of the VM with their package."""
    return f"gov.nasa.jpf.vm.{name}" if name in JPFS_OWN else name


def platform(jdk: str) -> dict[str, str]:
    """What JPF's platform section tells of the machine."""
    import os
    import platform as machine

    return {
        "hostname": machine.node() or "localhost",
        "arch": f"{machine.machine()}/{os.cpu_count()}",
        "os": f"{machine.system()}/{machine.release()}",
        "java": jdk,
        "python": machine.python_version(),
    }


def user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"


def standing(t: RawThread) -> str:
    """What a thread that cannot go on waits for, and who holds it."""
    return t.get("waits") or t["status"].lower()


def held(lock: RawLock) -> str:
    return lock["id"] + (f", held by {lock['owner']}" if lock["owner"] else "")


def place(step: RawStep) -> str:
    if step["file"] is None:
        return "Unknown Source"
    return step["file"] if step["line"] is None else f"{step['file']}:{step['line']}"


def stack_lines(error: RawError, indent: str = "\t") -> list[str]:
    """Frames of an error's exception and of its causes, as java prints them."""
    lines = [f"{indent}at {method(f)}({place(f)})" for f in error.get("stack", ())]
    outer = error.get("stack", [])
    for cause in error.get("causes", ()):
        stack = cause["stack"]
        common = 0
        while common < min(len(stack), len(outer)) and stack[-1 - common] == outer[-1 - common]:
            common += 1
        lines.append(f"Caused by: {cause['message']}")
        lines += [f"{indent}at {method(f)}({place(f)})" for f in stack[: len(stack) - common]]
        if common:
            lines.append(f"{indent}... {common} more")
        outer = stack
    return lines


def method(step: RawStep) -> str:
    return f"{step['class']}.{step['method']}"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


RESULT = 400  # characters of a message among the results: a ring of a few threads is whole


def shortened(text: str, n: int = 100) -> str:
    text = " ".join(text.split())
    return text if len(text) <= n else text[: n - 3] + "..."


def amount(n: float) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if n < 1024 or unit == "GiB":
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.1f} {unit}"
        n /= 1024
    return ""


def timestamp() -> str:
    import time

    return time.strftime("%Y-%m-%d %H:%M:%S")
