"""The jpf command. Nothing is imported before it is needed: start-up counts."""

from __future__ import annotations

import gc
import os
import sys

from .errors import ConfigError, EngineError, JPFError
from .javaargs import ENV
from .options import PROGRAMS, apart, is_option, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from .config import Config
    from .engine import Job
    from .raw import Progress, RawReport
    from .report.progress import ProgressLine

USAGE = """\
usage: jpf [options] [+key=value ...] TARGET [args ...]

Explores every thread interleaving and every choice of a Java program.
TARGET is a class name, a .java file, a .jar, or a .jpf file (mode .jpf files may come before it,
and +key=value after it too).

  -cp, --classpath PATH   directories and jars of the program
  --json FILE             write the JSON report (- for standard output)
  --html FILE             write the report as one HTML page
  --quiet                 standard output carries the program's output only; the verdict goes
                          to standard error
  --replay STRING         take the choices of a replay string (@FILE: of the string in a file)
  --shrink STRING         the same on a plainer path to the same error
  --resume FILE           go on with a search that was ended (+search.checkpoint=FILE)
  --ray local|HOST:PORT   search with the workers of a Ray cluster (pip install 'jpfpy[ray]')
  --junit CLASS[#method]  explore JUnit tests, each on its own (repeatable; a pattern or a folder
                          of test classes, too)
  java's own options      -Dkey=value -ea:... -da:... --add-opens m/p=ALL-UNNAMED -p PATH
                          -m module/Class --enable-preview @file ... (docs/command.md)
  --run                   no search: one schedule, as java would run it
  --progress, --no-progress
                          progress line on standard error (default: on a terminal)
  --doctor                show what was found on this machine, and try it
  --version, --help
  +key=value              any property (docs/configuration.md); +key+=value appends

  jpf Account.java                          one file, compiled here
  jpf -cp build/classes com.example.Main 3  compiled classes, with an argument
  jpf --html report.html app.jar            the trace as a page for the browser
  jpf +report.publisher=console,junit,sarif +search.time_limit=5m app.jpf
  jpf +listener=CoverageAnalyzer Account.java
  jpf --junit .                             the tests of the Maven or Gradle project that is here

Exit status: 0 explored whole, no error; 1 error found; 2 usage or configuration
error, or standard output could not be written; 3 not complete and no error found;
130 interrupted; 143 terminated, 129 hung up, with the report like 130.
"""


def complain(message: str) -> None:
    try:
        sys.stderr.write(f"jpf: {message}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def to_nowhere(stream: object) -> None:
    """What could not be written is given up: the interpreter would complain about it at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
        stream.flush()  # type: ignore[attr-defined]
    except (OSError, ValueError):
        pass


def say(text: str) -> None:
    """What the command itself has to say. Raises ConfigError where nobody can read it."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, ValueError) as e:
        to_nowhere(sys.stdout)
        raise ConfigError(f"standard output: {getattr(e, 'strerror', None) or e}") from None


class Streams:
    """Standard output and error as bytes. A reader that goes away ends the output, and the search too where
    `unread` is set: nobody would see what it finds."""

    checkpoint_state = None

    def __init__(self) -> None:
        self.closed: set[int] = set()
        self.nowhere: set[int] = set()  # closed, and what was left of it given up: nothing reaches a reader any more
        self.trouble: OSError | ValueError | None = None  # why standard output could not be written
        self.written = 0  # bytes, of standard output
        self.delivered = False  # some of them have reached the reader
        self.unread: Callable[[], object] | None = None  # called once when standard output has no reader any more
        self.progress: ProgressLine | None = None
        self.header = ""  # printed once the program really runs: a target that cannot be started gives one line
        self.shared = False  # listeners print too, through sys.stdout: what they printed goes first

    def put(self, fd: int, data: bytes) -> None:
        if self.header:
            self.begin()
        if fd in self.closed:
            return
        stream = sys.stderr.buffer if fd == 2 else sys.stdout.buffer
        try:
            if self.shared:
                (sys.stderr if fd == 2 else sys.stdout).flush()
            if self.progress and stream.isatty():
                self.progress.make_room(data)
            stream.write(data)
            if fd == 1:
                self.written += len(data)
                if not self.delivered:  # whether there is a reader at all shows at once
                    stream.flush()
                    self.delivered = True
            if b"\n" in data and stream.isatty():
                stream.flush()
        except (OSError, ValueError) as e:
            self.lost(fd, e)

    def lost(self, fd: int, why: OSError | ValueError) -> None:
        self.closed.add(fd)
        if fd != 1:
            return
        self.trouble = self.trouble or why
        if self.unread:
            self.unread()

    def status(self, status: int, elsewhere: bool = False) -> int:
        """The exit status, where that of a run whose output was seen is `status`. A reader that has seen enough
        (head -1) goes without a word; `elsewhere`: so does one that a file has the report for."""
        if self.trouble is None:
            return status
        gone = isinstance(self.trouble, BrokenPipeError)
        if gone and (self.delivered or elsewhere):
            return status
        complain(f"standard output: {getattr(self.trouble, 'strerror', None) or self.trouble}")
        return 2

    def begin(self) -> None:
        """It goes out at once: from here on it is known whether there is a reader."""
        header, self.header = self.header, ""
        if header:
            self.text(header)
            self.flush()

    def vm_initialized(self, vm: object) -> None:
        """As the first of the listeners: the header stands above what the others print."""
        self.begin()

    def watch(self, p: Progress) -> None:
        """A tick of the search: who reads through a pipe need not wait for its end to see what was printed."""
        self.begin()
        self.flush()
        if self.progress:
            self.progress.update(p)

    def text(self, text: str) -> None:
        self.put(1, text.encode("utf-8", "backslashreplace"))

    def flush(self) -> None:
        for fd, stream in ((1, sys.stdout), (2, sys.stderr)):
            if fd in self.nowhere:
                continue
            try:
                stream.flush()
                self.delivered |= fd == 1 and self.written > 0 and fd not in self.closed
            except (OSError, ValueError) as e:
                self.lost(fd, e)
                self.nowhere.add(fd)
                to_nowhere(stream)


def main(argv: list[str]) -> int:
    try:
        return guarded(argv)
    except ConfigError as e:
        complain(str(e))
        return 2
    except EngineError as e:
        complain(f"internal error: {e}")
        return 3
    except JPFError as e:
        complain(str(e))
        return 2
    except KeyboardInterrupt:
        return was_interrupted()
    except MemoryError:
        complain("out of memory")
        return 3


def guarded(argv: list[str]) -> int:
    pairs, rest, what = parse(argv)
    apart(pairs)
    resume = dict(pairs).get("jpf.resume", "")
    if not resume and (java := os.environ.get(ENV, "").strip()):  # a checkpoint has those of then
        from .javaargs import of_environment

        pairs = [*of_environment(java), *pairs]
        complain(f"NOTE: Picked up {ENV}: {java}")
    if what == "--help":
        say(USAGE)
        return 0
    if what == "--version":
        from . import __version__

        say(f"jpfpy {__version__}\n")
        return 0
    from .config import load
    from .config.values import is_ours

    while len(rest) > 1 and rest[0].endswith(".jpf") and rest[1].endswith(".jpf"):  # mode files, then the application
        modes = [v for k, v in pairs if k == "mode"]
        pairs = [*(p for p in pairs if p[0] != "mode"), ("mode", ",".join([*modes, rest.pop(0)]))]
    target = rest[0] if rest else ""
    if resume:
        from .config.checkpoint import resumed

        found = resumed(resume, pairs)
        if rest:
            raise ConfigError(f"--resume {resume} and {rest[0]}: the checkpoint says what is explored, and with what")
        found.enter()
        config, target = found.config, found.target
        rest = [target, *found.args]
    elif target.endswith(".jpf"):
        config = load(pairs, target)
        target = config.get("target")
        if not target and what != "--doctor":
            raise ConfigError(f"{rest[0]}: no target in it (target = CLASS, or a second .jpf file that has one)")
    else:
        config = load(pairs)
        target = target or config.get("target")
    quiet = config.get_bool("jpf.quiet")
    notes = config.check() + [
        f"note: {arg} stands behind the target: it is an argument of the program (options come before the target)"
        for arg in rest[1:]
        if (arg.startswith("+") and is_ours(arg.strip("+").partition("=")[0].rstrip("+"))) or is_option(arg)
    ]
    notes += [
        f"note: {arg} stands behind the target {target}: it is an argument of the program (one program is explored)"
        for arg in rest[1:]
        if target.endswith(PROGRAMS) and arg.endswith(PROGRAMS) and os.path.isfile(arg)
    ]
    for note in notes:
        if not quiet:
            complain(note)
    if config.values.pop("show", ""):
        say(config.show())
    if what == "--doctor":
        from .doctor import examine

        return examine(config, say)
    if config.get("jpf.junit"):
        if target:
            raise ConfigError(f"--junit explores tests, and {target} is a target of its own: name one of them")
        return junit(config, quiet)
    if target and os.path.isdir(target):
        from .target.project import describe

        complain(describe(target))
        return 2
    if not target:
        complain(f"no target: name a class, a .java, .jar or .jpf file (jpf --help){with_main(config)}")
        return 2
    from .engine import Job

    job = Job(config, target, rest[1:] if len(rest) > 1 or resume else config.get_list("target.args"))
    for note in job.notes[len(config.notes) :] if not quiet else ():
        complain(note)
    if config.get_bool("jpf.run"):
        return run(job)
    return search(job, quiet)


def with_main(config: Config) -> str:
    """Classes that could be the target, where a class path is given."""
    from .target.advice import classes_with_main

    names = classes_with_main(config.get_path("classpath"))
    return f"; with main on the class path: {', '.join(names)}" if names else ""


def was_interrupted() -> int:
    """As a shell counts it: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP."""
    complain(ENDED_BY[received[0]] if received else "interrupted")
    return 128 + received[0] if received else 130


def run(job: Job) -> int:
    streams = Streams()
    streams.unread = job.vm.interrupt
    told = len(job.notes)
    try:
        result = job.run(streams.put)
    finally:
        streams.flush()
    for note in job.notes[told:]:
        complain(note)
    if streams.trouble is not None:
        return streams.status(result["exit_status"])
    if result["not_modelled"] == "interrupted":
        return was_interrupted()
    if why := result["not_modelled"]:
        complain(why if why.startswith("contained, ") else f"not modelled: {why}")
    elif result["result"] == "violation":
        complain(result["message"])
    return result["exit_status"]


def search(job: Job, quiet: bool) -> int:
    from .engine import ListenerFailed
    from .report.publish.output import Reports

    config = job.config
    known = set(job.notes)  # of the command and its keys, which --quiet does not show
    streams = Streams()
    reports = Reports(job, quiet, streams.text)
    streams.header = reports.begin()
    if job.dispatcher is not None:
        streams.shared = True
        job.dispatcher.listeners.insert(0, streams)
    streams.progress = wanted_progress(config)
    if not reports.to_files():
        streams.unread = job.vm.interrupt
    failure = None

    def watch(progress: Progress) -> None:
        streams.watch(progress)
        reports.watch(progress)

    ending.searching = job.tells = True
    try:
        report = job.explore(None if reports.owns_stdout else streams.put, watch, config.get("jpf.replay"))
        ending.reporting = True
    except ListenerFailed as e:
        if isinstance(e.cause, ConfigError):  # what is wrong shows in the program's states only
            raise e.cause from None
        failure, report = e.cause, e.report
    except (EngineError, MemoryError) as e:
        reports.failed(str(e) or "out of memory")
        raise
    except JPFError:
        raise
    except Exception as e:  # of a generator, peer or policy in Python
        if job.registry is None:
            raise
        note = "; ".join(getattr(e, "__notes__", ())) or "Python code called by the search"
        reports.failed(f"{note}: {type(e).__name__}: {e}")
        return listener_failed(e, config, note)
    finally:
        if streams.progress:
            streams.progress.stop()
        streams.flush()
    reports.finish(report)
    streams.flush()
    job.told()
    if quiet:
        from .report.console import in_short

        for line in in_short(report):
            if line not in known:
                complain(line)
    unread = streams.trouble is not None
    if failure is not None and not (unread and isinstance(failure, BrokenPipeError)):
        return listener_failed(failure, config)
    return streams.status(exit_status(report, unread), reports.to_files())


def junit(config: Config, quiet: bool) -> int:
    """The tests that jpf.junit names. With --quiet standard output carries what they print, else it has the report."""
    from .junit.command import Suite

    streams = Streams()
    suite = Suite(config, streams.text)
    streams.progress = wanted_progress(config)
    ending.searching = True
    try:
        report = suite.run(streams.put if quiet else None, streams.watch)
    finally:
        if streams.progress:
            streams.progress.stop()
        streams.flush()
    if quiet:
        from .junit.text import in_short

        for line in in_short(suite.results):
            complain(line)
    return streams.status(exit_status(report, False), bool(suite.reports.outputs))


def listener_failed(failure: BaseException, config: Config, who: str = "a listener") -> int:
    """The user's own traceback, without our frames."""
    import traceback

    if isinstance(failure, KeyboardInterrupt):
        return was_interrupted()
    if config.get_bool("jpf.print_exception_stack"):
        tb = failure.__traceback__
        while tb is not None and tb.tb_frame.f_globals.get("__name__", "").startswith("jpfpy."):
            tb = tb.tb_next
        if tb is not None:
            sys.stderr.write("".join(traceback.format_exception(type(failure), failure, tb)))
    complain(f"{who} raised {type(failure).__name__}: {failure}")
    return 3


def exit_status(report: RawReport, unread: bool) -> int:
    if (report["interrupted"] or received) and not unread:
        return was_interrupted()
    if report["result"] == "violation":
        return 1
    return 0 if report["result"] == "no_errors" and report["complete"] else 3


def wanted_progress(config: Config) -> ProgressLine | None:
    setting = config.get("jpf.progress")
    if setting == "false" or (setting != "true" and (config.get_bool("jpf.quiet") or not sys.stderr.isatty())):
        return None
    try:
        from .report.progress import ProgressLine
    except ImportError:
        return None
    return ProgressLine()


ENDED_BY = {2: "interrupted", 15: "terminated", 1: "hung up"}
received: list[int] = []  # the signals, of ENDED_BY, that are to end the command


class Ending:
    """What a signal ends. The search ends in order, and then its report is written: a second signal does not lose it,
    and neither does one that comes when the search has ended by itself. The signal after that ends the command."""

    searching = False
    reporting = False
    told = False

    def end(self, number: int, frame: object) -> None:
        received.append(number)
        if not self.reporting:
            self.reporting = self.searching
            raise KeyboardInterrupt
        if self.told:
            raise KeyboardInterrupt
        self.told = True
        os.write(2, b"jpf: the report is being written; another signal ends at once\n")


ending = Ending()


def take_signals() -> None:
    """What is ignored (nohup) stays so. _signal: the module `signal` takes time to import."""
    signal = __import__("_signal")
    for number in ENDED_BY:
        try:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, ending.end)
        except (OSError, ValueError):  # not the main thread
            pass


def entry() -> NoReturn:
    for name in ("stdin", "stdout", "stderr"):  # closed by who started us (>&-): nothing is shown there
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))
    gc.set_threshold(20_000)  # start-up makes thousands of lasting objects and hardly a cycle
    take_signals()
    status = main(sys.argv[1:])
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as e:
        if not isinstance(e, BrokenPipeError):
            complain(f"standard output: {getattr(e, 'strerror', None) or e}")
        status = 2
        to_nowhere(sys.stdout)
    leave(status)


def leave(status: int) -> NoReturn:
    """Exit without taking the interpreter apart, where that would do nothing: no code of the user's was loaded, which
    may have left files to be closed, and nobody has registered for the end."""
    import atexit

    ours_only = not sys.modules.keys() & {"jpfpy.usercode", "threading"}
    if ours_only and not atexit._ncallbacks():
        try:
            sys.stderr.flush()
        except (OSError, ValueError):
            pass
        os._exit(status)
    sys.exit(status)
