"""jpfpy.verify and jpfpy.JPF: a search from Python."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .arguments import TARGET, Paths, callback, called, joined, mapping, path, several, text, texts
from .config import Config, load
from .engine import Job, ListenerFailed
from .errors import ConfigError, EngineError, JPFWarning
from .made import Given, hearers
from .report.report import Report
from .strategy import Heuristic, Search

if TYPE_CHECKING:
    from .dispatch.dispatcher import Dispatcher
    from .raw import Progress, RunResult
    from .report.notebook import NotebookProgress

Value = str | int | float | bool | os.PathLike[str] | type | Heuristic | Search
LISTENER_KEYS = ("listener", "listeners", "jpf.listener")


class JPF:
    """One configuration, for embedding: JPF({"target": "Account", "classpath": "build"}).run().

    The keys are those of docs/configuration.md; where a value may be module:Class, a class may be given itself. A .jpf
    file can be given as `app`; `files=True` also reads site.properties and jpf.properties, as the command does."""

    def __init__(
        self,
        config: Mapping[str, Value] | Config | None = None,
        *,
        app: str | os.PathLike[str] | None = None,
        files: bool = False,
    ) -> None:
        if not isinstance(config, Config):
            mapping(config, "config")
        given = {} if isinstance(config, Config) else dict(config or {})
        classes = {k: v for k, v in given.items() if isinstance(v, type | Heuristic | Search)}
        pairs = [(k, text(v)) for k, v in given.items() if k not in classes]
        app_file = path(app, "app", "a .jpf file") if app is not None else None
        self._dispatcher: Dispatcher | None = None
        self._running = threading.Lock()
        if isinstance(config, Config):
            self.config = config
        elif files:
            self.config = load(pairs, app_file)
        else:
            self.config = Config()
            if app_file is not None:
                self.config.load_file(app_file, app_file)
            for key, value in pairs:
                self.config.put(key, value, "config")
        for key, cls in classes.items():
            if key not in LISTENER_KEYS:
                self.config.put_class(key, cls)
        self.config.check()
        self.peers: dict[str, Callable[..., object]] = {}
        self.overrides: list[tuple[Callable[..., object], dict[str, str | None]]] = []
        self.listeners: list[object] = []
        self._given: list[object] = []  # listeners and properties as they came
        self.add_listener(*(cls for key, cls in classes.items() if key in LISTENER_KEYS))

    @classmethod
    def create_config(cls, args: Sequence[str] = ()) -> Config:
        """The configuration a command line would give: ["+listener=...", "Target", "arg"] (JPF.createConfig)."""
        from .options import parse

        pairs, rest, _ = parse(texts(args, "args", '"+key=value", "Target"'))
        app = rest[0] if rest and rest[0].endswith(".jpf") else None
        config = load(pairs, app)
        if rest and app is None:
            config.put("target", rest[0], "command line")
        if len(rest) > 1:
            config.put("target.args", ",".join(rest[1:]), "command line")
        return config

    def add_listener(self, *listeners: object) -> None:
        """Search and VM listeners, properties: one instance serves every interface. Also during a run.

        Each is an object, a class of one (its constructor takes nothing, or the Config), or a name as +listener takes
        it. Raises ConfigError for what can be no listener."""
        if not listeners:
            return
        from .dispatch.given import listener_of

        self._add([listener_of(x, self.config) for x in listeners])
        self._given += listeners

    add_search_listener = add_vm_listener = add_listener  # JPF's

    def add_search_property(self, *properties: object) -> None:
        """The same for what has check(search, vm) and error_message (jpfpy.Property); ConfigError for what has not."""
        if not properties:
            return
        from .dispatch.given import property_of

        self._add([property_of(x, self.config) for x in properties])
        self._given += properties

    add_property_listener = add_search_property  # JPF's

    def _add(self, found: list[object]) -> None:
        for one in found if self._dispatcher is not None else ():
            if getattr(one, "engine_values", None):
                raise ConfigError(f"{one!r} comes too late: the search is one with reductions; add it before run()")
        self.listeners += [x for x in found if not any(x is y for y in self.listeners)]
        if self._dispatcher is not None:
            for one in found:
                self._dispatcher.add(one)

    def remove_listener(self, listener: object) -> None:
        """The object, or all of the class that was given."""
        self._given = [x for x in self._given if x is not listener and type(x) is not listener]
        for one in [x for x in self.listeners if x is listener or type(x) is listener]:
            self.listeners = [x for x in self.listeners if x is not one]
            if self._dispatcher is not None:
                self._dispatcher.remove(one)

    def register_peer(self, method: str, peer: Callable[..., object]) -> None:
        """Run `peer(env, *args)` instead of `package.Class.name(I)V`, native or not (docs/choices.md)."""
        self.peers[path(method, "method", "package.Class.name(I)V")] = called(peer, f"the peer of {method}")

    def register_instruction(
        self,
        opcodes: str,
        handler: Callable[..., object],
        *,
        method: str | None = None,
        field: str | None = None,
        thread: str | None = None,
    ) -> None:
        """Run `handler(env, thread, insn)` instead of these instructions ("GETFIELD", "IADD,ISUB"); the filters are
        those of jpfpy.on. It makes the instruction's effect on thread.top_frame (pop, push) and answers None, or
        env.RE_EXECUTE (call me again, with the generators I have set), or env.BYTECODE (do what it says)."""
        path(opcodes, "opcodes", "names of JVM instructions")
        self.overrides.append(
            (
                called(handler, f"the override of {opcodes}"),
                {"opcodes": opcodes, "method": method, "field": field, "thread": thread},
            )
        )

    def _job(self) -> Job:
        target, args = self.config.get("target"), self.config.get_list("target.args")
        return Job(self.config, target, args, self.peers, self.overrides, self.listeners)

    def run(
        self,
        *,
        on_output: Callable[[int, bytes], object] | None = None,
        on_progress: Callable[[Progress], object] | None = None,
    ) -> Report:
        """Explore the target. `on_output(fd, data)` sees what the program prints, as it is printed.

        Raises EngineError while this object runs already, be it in another thread or because a callback of it calls."""
        with self._alone():
            return self._explore(self._job(), on_output, on_progress)

    def run_once(self, *, on_output: Callable[[int, bytes], object] | None = None) -> RunResult:
        """No search: one schedule, as `jpf --run` has it; exit status and outcome. Raises EngineError as `run` does."""
        callback(on_output, "on_output")
        with self._alone():
            return self._job().run(on_output)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._running.acquire(blocking=False):
            raise EngineError(
                "this JPF is running: until run() has returned, a callback or another thread needs a JPF of its own"
            )
        try:
            yield
        finally:
            self._running.release()

    def _explore(
        self,
        job: Job,
        on_output: Callable[[int, bytes], object] | None = None,
        on_progress: Callable[[Progress], object] | None = None,
    ) -> Report:
        callback(on_output, "on_output")
        callback(on_progress, "on_progress")
        if self.listeners:
            job.listen(*self.listeners)
        self._dispatcher = job.dispatcher
        try:
            return explore(job, on_output, on_progress, Given(tuple(self._given), self.peers, self.overrides))
        finally:
            self._dispatcher = None


def shown_progress(config: Config) -> NotebookProgress | None:
    """In a notebook, unless jpf.progress=false: what there is of the search, below the cell."""
    if "ipykernel" not in sys.modules or config.get("jpf.progress") == "false":
        return None
    if threading.current_thread() is not threading.main_thread():  # an explorer's: it shows itself
        return None
    from .report.notebook import notebook_progress

    return notebook_progress()


def explore(
    job: Job,
    on_output: Callable[[int, bytes], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    given: Given | None = None,
) -> Report:
    """Ctrl-C ends the search in order: the report says `interrupted` and is not ok."""
    progress = shown_progress(job.config) if on_progress is None else None
    if progress is not None:
        on_progress = progress.update
    try:
        raw = job.explore(on_output, on_progress, replay=job.config.get("jpf.replay"))
        report = Report.from_raw(raw, given)
    except ListenerFailed as e:
        e.cause.report = Report.from_raw(e.report)  # type: ignore[attr-defined]
        raise e.cause from None
    finally:
        if progress is not None:
            progress.stop()
    for note in report.notes:
        if note.startswith("warning: "):
            warnings.warn(note.removeprefix("warning: "), JPFWarning, stacklevel=outside())
    for hear in tuple(hearers):
        hear(report)
    return report


def outside() -> int:
    """The stack level, for warnings.warn in the caller, of the code that has called this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "jpfpy":
        level, frame = level + 1, frame.f_back
    return level


def verify(
    target: str | os.PathLike[str],
    *args: str,
    classpath: Paths | None = None,
    sourcepath: Paths | None = None,
    config: Mapping[str, Value] | None = None,
    search: str | type | Heuristic | Search | None = None,
    jdk: str | os.PathLike[str] | None = None,
    replay: str | None = None,
    ray: str | None = None,
    listeners: Iterable[object] = (),
    properties: Iterable[object] = (),
    on_output: Callable[[int, bytes], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Report:
    """Explore every interleaving and choice of `target` (class name, .java, .jar or .jpf file) with `args`.

    `listeners` are objects or classes (jpfpy.Listener, or any with its methods), or names as +listener takes them;
    `properties` have check and error_message.
    `search` is a name (docs/strategies.md), or a jpfpy.Heuristic or jpfpy.Search, as a class or an object.
    `ray` is "local" or the address of a Ray cluster, whose workers search then (docs/cluster.md).
    `config` takes JPF's property keys. Raises ConfigError where nothing could be run; what was found in the program is
    in the report (`report.ok`, `report.errors`, `report.raise_on_error()`)."""
    name = path(target, "target", TARGET)
    mapping(config, "config")
    values: dict[str, Value] = dict(config or {})
    for key, value in (("classpath", classpath), ("sourcepath", sourcepath)):
        if value is not None:
            values[key] = joined(value, key)
    for key, one in (("search.class", search), ("vm.jdk", jdk), ("jpf.replay", replay), ("jpf.ray", ray)):
        if isinstance(one, str) and not one.strip():
            raise ConfigError(f"{key}={one!r}: empty; None, or nothing given, is the default")
        if one is not None:
            values[key] = one
    app = name if name.endswith(".jpf") else None
    jpf = JPF(values, app=app)
    if app is not None:
        name = jpf.config.get("target")
        if not name:
            raise ConfigError(f"{app}: no target in it")
    given = [text(a) for a in args] or (jpf.config.get_list("target.args") if app else [])
    jpf.add_listener(*several(listeners, "listeners"))
    jpf.add_search_property(*several(properties, "properties"))
    return jpf._explore(Job(jpf.config, name, given, listeners=jpf.listeners), on_output, on_progress)


def resume(
    file: str | os.PathLike[str],
    *,
    config: Mapping[str, Value] | None = None,
    listeners: Iterable[object] = (),
    properties: Iterable[object] = (),
    on_output: Callable[[int, bytes], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Report:
    """Go on with the search that was written to `file` (search.checkpoint; docs/checkpoints.md).

    The file has the target, its arguments and the whole configuration; `config` takes what may be given anew: limits,
    search.checkpoint and its interval, report.*. Listeners and properties that were given as objects or classes are to
    be given again; one with checkpoint_state() and restore_state(state) gets back what it had seen. The search goes on
    in the folder where it began, which is the process's current one meanwhile. States of listeners are pickled: resume
    only files that you trust. Raises ConfigError for a file that is no checkpoint of this build, program and JDK, and
    for what cannot be given anew."""
    from contextlib import chdir

    from .config.checkpoint import resumed

    mapping(config, "config")
    found = resumed(path(file, "file", "a checkpoint"), [(k, text(v)) for k, v in (config or {}).items()])
    jpf = JPF(found.config)
    with chdir(os.getcwd()):
        found.enter()
        jpf.add_listener(*several(listeners, "listeners"))
        jpf.add_search_property(*several(properties, "properties"))
        return jpf._explore(Job(jpf.config, found.target, found.args, listeners=jpf.listeners), on_output, on_progress)
