"""From a configuration to a run of the C engine and back to a finished report. The command and the API meet here."""

from __future__ import annotations

import os

from .config import Config, paths_of
from .config.keys import SUPPORTED
from .config.values import FALSE, TRUE, engine_value, is_ours
from .errors import ConfigError, EngineError
from .extension import extension
from .javaargs import JavaArgs
from .memory import default_limit
from .target import jdk as jdks
from .target import source
from .target.paths import API_JAR, cache_dir
from .target.resolve import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from .bp.mixed import Host
    from .config.claim import Claim
    from .dispatch.beside import Beside
    from .dispatch.dispatcher import Dispatcher
    from .dispatch.registry import Registry
    from .dispatch.strategies import Driver, Evaluator
    from .raw import Progress, RawReport, RunResult, StoredTrace
    from .views import VM

    OnOutput = Callable[[int, bytes], object]
    OnProgress = Callable[[Progress], object]


LACKING = ("java.lang.NoClassDefFoundError", "java.lang.ClassNotFoundException")
READ_LATE = frozenset({"cg.boolean.false_first", "cg.seed"})  # keys of ours that choices ask for when they are made


class ListenerFailed(Exception):
    """A listener raised; what was found until then is in `report`."""

    def __init__(self, cause: BaseException, report: RawReport) -> None:
        super().__init__(str(cause))
        self.cause, self.report = cause, report


class LateRegistry:
    """Stands for the registry where nothing in Python is configured: a program may still name a generator of the host's
    on its path (Verify.setProperties), and the registry is made when it asks for it."""

    late = True  # the engine need not tell it anything
    peer_classes = ""
    policy = attributor = lock_info = sharedness = batch = None
    reads = False

    def __init__(self, job: Job) -> None:
        self.job = job

    def forget(self, handle: int) -> None:
        if self.job.registry is not None:
            self.job.registry.forget(handle)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.job.registry or self.job.make_registry(), name)


def connected(registry: Registry, view: VM, raw: Any) -> Registry:
    """With the VM that asks it."""
    registry.view = view
    view.system_state = registry.env.system_state
    view.registry = registry
    registry.vm = raw
    return registry


class Job:
    """One target, ready to be explored, replayed or run."""

    def __init__(
        self,
        config: Config,
        target: str,
        args: list[str],
        peers: dict[str, Any] | None = None,
        overrides: Sequence[tuple[Any, Any]] = (),
        listeners: Sequence[object] = (),
    ) -> None:
        if not target:
            raise ConfigError("no target: name a class, a .java, .jar or .jpf file (jpf --help)")
        for text in (target, *args):
            if "\0" in text:
                raise ConfigError("a null character in the target or its arguments")
        self.config = config
        self.notes = list(config.notes)  # what the report's reader should know: lines, "note: ..." or "warning: ..."
        # A checkpoint of a search that has come to its end goes once the report is told: with `tells` by who tells it.
        self.tells = self.useless = False
        config.values.setdefault("target", target)
        self.given_target, self.args = target, args
        java = JavaArgs(config.get("vm.args").strip())
        self.note(*java.notes)
        if java.module is None and "jdk.module.path" in java.properties and target.count("/") == 1:
            java.set_module(target)  # module/Class, as after -m
        self.jdk = jdks.find(config.get("vm.jdk"))
        cache = cache_dir(config.values.get("vm.cache"))
        configured = config.get_path("classpath")
        if java.class_path is not None and config.origin.get("classpath") != "command line":
            configured = paths_of(java.class_path)
        sourcepath = [*config.get_path("sourcepath"), *config.get_path("vm.sourcepath")]
        try:
            resolved = resolve(target, self.jdk, configured, sourcepath, cache, java)
        except ConfigError as e:
            if not target.endswith(".jar"):
                raise
            from .target.advice import unquoted

            raise ConfigError(f"{e}{unquoted(target, configured)}") from None
        self.target = resolved.name
        if not configured and not resolved.classpath and java.module is None:
            configured = ["."]
        self.classpath = [*resolved.classpath, *configured]
        self.sources = source.Sources(source.folders(sourcepath, resolved.sources, self.classpath))
        values = {k: v for k, v in config.engine_values().items() if "\0" not in k + v}
        named = [
            config.values.get(k, "").strip() for k in ("listener", "listeners", "jpf.listener", "listener.autoload")
        ]
        if any(named):
            values["listener"] = ",".join(
                n for n in named if n
            )  # the engine names it where a replay string does not fit
        if "search.memory_limit" not in values:
            values["search.memory_limit"] = str(default_limit())
        values.setdefault("search.threads", engine_value("search.threads", SUPPORTED["search.threads"].default))
        if spill := values.get("search.spill", "").strip():
            values["search.spill"] = spill_folder(spill)
        self.strategy: Evaluator | Driver | None = None
        if any(":" in config.values.get(k, "") for k in ("search.class", "search.heuristic")):
            from .dispatch.strategies import strategy

            self.strategy = strategy(config)
            if self.strategy is not None and values.get("search.class") == "python":
                values["search.class"] = self.strategy.engine_name
        values.pop("vm.args", None)
        values.update(java.engine_values())
        if target.endswith(".jar"):
            values["-command"] = target
        self.claim: Claim | None = None
        self.checkpoint = ""
        if checkpoint := values.get("search.checkpoint", "").strip():
            from .config.checkpoint import kept, real, writable

            writable(checkpoint)
            values["search.checkpoint"] = self.checkpoint = real(checkpoint)
            values["-checkpoint"] = kept(config, target, args, self.jdk.home)
        if resume := config.get("jpf.resume").strip():
            values["jpf.resume"] = resume
        values["vm.jdk"] = self.jdk.home
        values["vm.cache"] = cache
        values["classpath"] = ":".join([*self.classpath, API_JAR])
        if overrides:
            values["vm.por.persistent"] = "false"  # what they read and write is not known to it
        found: list[object] = []
        auto: list[tuple[str, str]] = []
        if any(named):
            from .dispatch.given import autoloads
            from .dispatch.given import configured as instances

            found, auto = instances(config), autoloads(config)
        if config.values.get("search.always", "").strip():
            from .properties import configured as properties

            found += properties(config)
        curious: list[Any] = [x for x in (*found, *listeners, self.strategy) if callable(getattr(x, "meets", None))]
        if curious:
            from .target.classfile import ClassFiles

            classes = ClassFiles(self.classpath)
            for one in curious:
                one.meets(classes, config)
        self.forced = self.needs([*found, *listeners])
        self.values = {**values, **self.forced}
        self.vm = self.call(lambda jpf: jpf.VM(self.values))
        self.dispatcher: Dispatcher | None = None
        if found or auto:
            self.listen(*found).autoload += auto
        self.bp_host: Host | None = None
        if spec := config.values.get("bp.python", "").strip():
            from .bp.mixed import Host, load

            self.bp_host = Host(load(spec), merge=not config.get_bool("jpf.run"))
            peers = {**(peers or {}), **self.bp_host.peers()}
        self.registry: Registry | None = None
        # The program may do something else where it is executed without this search's Python code.
        self.recorders = [k for k, p in (peers or {}).items() if getattr(p, "only_hears", False)]
        self.led = bool(len(peers or ()) > len(self.recorders) or overrides or self.bp_host) or any(
            ":" in v for k, v in config.values.items() if k.endswith(".class") and k != "search.class"
        )
        if (
            peers
            or overrides
            or self.strategy is not None
            or any(":" in v for k, v in config.values.items() if k.endswith(".class"))
        ):
            from .dispatch.registry import registry

            self.registry = registry(config, peers, self.strategy)
        if overrides:
            from .dispatch.registry import override

            assert self.registry is not None
            self.listen(*(override(self.registry.env, handler, where) for handler, where in overrides))

    def needs(self, listeners: Iterable[object]) -> dict[str, str]:
        """Values of keys without which these could not judge, whatever is configured."""
        out: dict[str, str] = {}
        for one in listeners:
            values: dict[str, str] = getattr(one, "engine_values", {})
            for key, value in values.items():
                if key == "vm.por.include_fields":
                    before = out.get(key, self.config.get(key))
                    out[key] = ",".join(dict.fromkeys([*before.split(","), *value.split(",")])).strip(",")
                    continue
                out[key] = value
            if changed := [f"{k}={v}" for k, v in values.items() if self.config.get(k) != v]:
                self.note(f"note: {', '.join(changed)}: {one!r} is judged between any two accesses to what it reads")
        return out

    def call(self, what: Callable[[Any], Any]) -> Any:
        """Run something of the extension module; its errors become ours."""
        _jpf = extension()
        try:
            return what(_jpf)
        except _jpf.ConfigError as e:
            raise ConfigError(str(e).replace(":" + API_JAR, "")) from None
        except _jpf.JPFError as e:
            raise EngineError(str(e)) from None
        except UnicodeEncodeError:
            raise ConfigError("the target, an argument or a property is not valid Unicode") from None

    def advised(self, message: str) -> str:
        """The engine's refusal of the target, with what may have been meant."""
        if not message.startswith((f"class {self.target} ", f"class {self.target}: ")):
            return message
        from .target.advice import for_target

        more = for_target(self.given_target, self.target, self.classpath, self.jdk)
        return f"{message}; {more}" if more else message

    def listen(self, *listeners: object) -> Dispatcher:
        if self.dispatcher is None:
            from .dispatch.dispatcher import Dispatcher

            self.dispatcher = self.call(lambda _: Dispatcher(self.vm, self.config, self.sources, self.note))
            self.dispatcher.classpath = self.classpath
        for one in listeners:
            self.dispatcher.add(one)
        return self.dispatcher

    def note(self, *lines: str) -> None:
        """Each line once, in the report's notes."""
        self.notes += [n for n in dict.fromkeys(lines) if n not in self.notes]

    def search(self, what: Callable[[Any], Any]) -> Any:
        """The same with generators, peers and policies in Python at hand."""
        used = LateRegistry(self) if self.registry is None and self.dispatcher is None else self.make_registry()
        self.vm.set_choices(used)
        try:
            return self.call(what)
        except ConfigError as e:
            raise ConfigError(self.advised(str(e))) from None
        finally:
            if self.registry is not None:
                self.registry.entries.clear()
                self.registry.places.clear()
            self.vm._beside(None, "")
            self.vm._on_checkpoint(None, None)
            self.vm._on_event(None)  # they refer to the VM: what they refer to must go when it goes
            self.vm.set_choices(None)

    def make_registry(self) -> Registry:
        registry = self.registry
        if registry is None:
            from .dispatch.registry import Registry

            registry = self.registry = Registry(self.config)  # listeners may register generators
        if self.dispatcher is not None:
            view = self.dispatcher.vm
        else:
            from .views import VM

            view = VM(self.vm, self.config, self.sources)
        return connected(registry, view, self.vm)

    def another(self) -> Dispatcher:
        """For listeners of another thread of the search, with an engine of its own."""
        from .dispatch.dispatcher import Dispatcher
        from .dispatch.registry import Registry

        vm = self.call(lambda jpf: jpf.VM(self.values))
        dispatcher = Dispatcher(vm, self.config, self.sources)
        vm.set_choices(connected(Registry(self.config), dispatcher.vm, vm))
        return dispatcher

    def beside(self, first: Dispatcher) -> Beside | None:
        """Several threads are asked for: can each have listeners of its own?"""
        if self.config.get("search.threads").strip() in ("", "0", "1", "auto"):
            return None
        from .dispatch.beside import Beside, alone

        why = alone(first)
        beside = None if why else Beside(first, self.another)
        self.vm._beside(beside, why)
        return beside

    def checkpoints(self) -> None:
        """What looks on says what it has seen where the search is written, and gets it back where it goes on."""
        if not {"search.checkpoint", "jpf.resume"} & self.values.keys():
            return
        from .dispatch.kept import Keeper

        keeper = Keeper(
            lambda: [
                *(self.dispatcher.listeners if self.dispatcher is not None else ()),
                self.strategy,
                self.bp_host,
            ],
            self.note,
        )
        if "jpf.resume" not in self.values:
            keeper.begins()
        self.vm._on_checkpoint(keeper.keep, keeper.kept)

    def explore(
        self, on_output: OnOutput | None = None, on_progress: OnProgress | None = None, replay: str = ""
    ) -> RawReport:
        """With `tells` the file of a checkpoint is this search's until told()."""
        if self.checkpoint:
            from .config.claim import Claim

            self.claim = Claim(self.checkpoint, f"search.checkpoint={self.config.get('search.checkpoint')}")
            if self.claim.lacking:
                self.note(
                    f"warning: search.checkpoint: {self.checkpoint}: {self.claim.lacking}: nobody notices where "
                    "another search writes it, too"
                )
        try:
            return self.explored(on_output, on_progress, replay)
        except ListenerFailed:
            raise
        except BaseException:
            self.released()
            raise

    def explored(self, on_output: OnOutput | None, on_progress: OnProgress | None, replay: str) -> RawReport:
        extensions = beside = None
        if self.dispatcher is not None:
            from .report.publish.extensions import Extensions

            extensions = Extensions(self.dispatcher.listeners)
            if not extensions.empty:
                self.dispatcher.add(extensions)
            self.vm._on_event(self.dispatcher.event)
            self.dispatcher.update()
            beside = self.beside(self.dispatcher)
        self.checkpoints()
        replay = replay_string("--replay", replay)
        if shrink := replay_string("--shrink", self.config.get("jpf.shrink")):
            if replay:
                raise ConfigError(
                    "--replay and --shrink take a string each, and one path is told: leave one of them out"
                )
            replay = self.plainer(shrink)
        if replay:
            raw = self.search(lambda _: self.vm.replay(self.target, self.args, replay, on_output))
        else:
            raw = self.spread(on_output, on_progress) if self.config.get("jpf.ray").strip() else None
            if raw is None:
                raw = self.search(lambda _: self.vm.explore(self.target, self.args, on_output, on_progress))
            for callers in (self.dispatcher, self.registry):
                if callers is not None:
                    self.note(*callers.unmatched())
            if self.dispatcher is not None or self.registry is not None:
                self.note(*self.config.mistyped())
            if raw["errors"] and not raw["interrupted"] and self.config.get_bool("search.shrink"):
                self.shrink(raw)
            self.judged(raw)
        if beside is not None:
            beside.over()
        report = self.finish(raw)
        if self.bp_host is not None:
            self.bp_host.finish(report)
        d = self.dispatcher
        if d is not None:
            if extensions is not None and extensions.texts:
                report["extensions"] = extensions.texts
            for one in d.listeners:
                if callable(getattr(one, "publish", None)):
                    report.setdefault("listeners", {})[type(one).__name__] = one.publish()
            if d.failure is not None:
                report["message"] = f"{type(d.vm.listener).__name__} raised {d.failure!r}"
                if not self.tells:
                    self.told()
                raise ListenerFailed(d.failure, report)
        if not self.tells:
            self.told()
        return report

    def told(self) -> None:
        """The report is where it is to be: nothing needs to be gone on with."""
        if self.useless:
            from contextlib import suppress

            with suppress(OSError):
                os.unlink(self.checkpoint)
        self.released()

    def released(self) -> None:
        if self.claim is not None:
            self.claim.release()

    def spread(self, on_output: OnOutput | None, on_progress: OnProgress | None) -> RawReport | None:
        """jpf.ray: the report of the search over a cluster. None: this machine searches alone, and a note says why."""
        from .spread.rays import Rays, imported
        from .spread.search import REDUCED, Search, draws, refused

        imported()
        address = self.config.get("jpf.ray").strip()
        why = refused(self.values)
        if self.dispatcher is not None or self.strategy is not None or self.led or self.recorders:
            why = "code in Python listens to the search or decides in it"
        if not why:
            values = {**self.values, "classpath": ":".join(self.classpath)}
            search = Search(values, self.target, self.args, on_output, on_progress)
            came: RawReport | str = self.call(lambda _: search.over_ray(Rays, address))
            if not isinstance(came, str):
                if self.values.get("vm.por") != "false" and not draws(self.values):
                    self.note(REDUCED)
                return came
            why = came
        self.note(f"note: --ray: one machine searches, because {why}")
        return None

    def judged(self, raw: RawReport) -> None:
        """The search is not whole where a property had a value in no state, as one that is mistyped has."""
        listeners = self.dispatcher.listeners if self.dispatcher is not None else ()
        asked = [one.judged_nothing() for one in listeners if hasattr(one, "judged_nothing")]
        if raw["statistics"] and (nothing := [why for why in asked if why]):
            raw["statistics"]["constraints"] += nothing
            raw["complete"] = False
            if raw["result"] == "no_errors":
                raw["result"] = "incomplete"

    def aside(self, values: dict[str, str]) -> Any:
        """A VM for executions that nobody hears of."""
        vm = extension().VM(values)
        if self.recorders:
            from .dispatch.registry import registry
            from .views import VM

            deaf = registry(self.config, dict.fromkeys(self.recorders, lambda *heard: None))
            deaf.view, deaf.vm = VM(vm, self.config, self.sources), vm
            deaf.view.system_state, deaf.view.registry = deaf.env.system_state, deaf
            vm.set_choices(deaf)
        return vm

    def plainer(self, replay: str) -> str:
        """A replay string of a plainer path to the same error, or this one. A note says what came of it."""
        from .report.told import shrunk_text, untried
        from .shrinking import LED, shrunk

        error, told, why = None, None, LED
        if not self.led:
            seconds = self.config.get_duration("search.shrink.time", 2)
            error, told, why, _ = shrunk(self.aside, self.values, self.target, self.args, None, replay, seconds)
        if told is None:
            self.note(f"note: not shrunk: {why}")
        elif (text := shrunk_text(told)).startswith("shrunk"):
            self.note(f"note: {text}")
        else:
            now = f"{told['transitions']} transitions, {told['switches']} context switches"
            self.note(f"note: no plainer path was found ({now}){untried(told)}")
        return error["replay"] if error is not None else replay

    def shrink(self, raw: RawReport) -> None:
        """search.shrink: the errors of the report, in place."""
        from .shrinking import shrink_all

        key = "search.shrink.time"
        seconds, timed = self.config.get_duration(key, 2), bool(self.config.get(key) and key in self.config.values)
        if not shrink_all(self.aside, self.values, self.target, self.args, raw, seconds, timed, self.led):
            raw["interrupted"] = True

    def run(self, on_output: OnOutput | None = None) -> RunResult:
        result: RunResult = self.search(lambda _: self.vm.run(self.target, self.args, on_output))
        self.late(result.pop("set_keys", ()))
        self.missing()
        return result

    def late(self, keys: Iterable[str]) -> None:
        """Of keys that the program has set, a warning for each that nothing asks for any more then."""
        keys = [k for k in keys if k not in READ_LATE]
        if keys:
            from .config.jpf_keys import LISTENER_KEYS, NO_EFFECT

            late = (k for k in keys if is_ours(k) or k in NO_EFFECT | LISTENER_KEYS or k.startswith("listener."))
            self.note(*(f"warning: Verify.setProperties: {k} has no effect once the program runs" for k in late))

    def finish(self, raw: dict[str, Any]) -> RawReport:
        """What the engine does not know: names as given, the configuration, the source text."""
        self.late(raw.pop("set_keys", ()))
        self.useless = raw.pop("checkpoint_useless", False)
        head = {"schema": raw.pop("schema", 1), "jpfpy": raw.pop("jpfpy"), "jdk": raw.pop("jdk")}
        whole: Any = {**head, "target": self.given_target, "args": self.args, **raw, "config": self.shown_config()}
        report: RawReport = whole
        self.sources.fill_in(report)
        self.missing()
        for error in report["errors"]:
            if error["exception"] in LACKING or any(c["message"].startswith(LACKING) for c in error.get("causes", ())):
                self.lacking(error["message"], *(c["message"] for c in error.get("causes", ())))
        ours = tuple(f"warning: {key}: `{p}`" for key, v in self.forced.items() for p in v.split(",") if "*" in p)
        self.note(*(n for n in whole.pop("notes", ()) if not (ours and n.startswith(ours))))
        if self.notes:
            report["notes"] = list(self.notes)
        for trace in report.get("stored_traces", ()):
            write_trace(trace, self.given_target)
        return report

    def missing(self) -> None:
        """A note for each entry of the class path that is not there: java passes over it in silence."""
        if not all(map(os.path.exists, self.classpath)):
            from .target.advice import missing_entries

            self.note(*(f"warning: class path: {line}" for line in missing_entries(self.classpath)))

    def lacking(self, *messages: str) -> None:
        """A note on the class that the program asked for in vain: the last part of one of these messages."""
        from .target.advice import lacking

        for message in messages:
            name, _, what = message.partition(": ")
            if name in LACKING and (advice := lacking(what, self.classpath)):
                self.note(f"note: {advice}")
                return

    def shown_config(self) -> dict[str, str]:
        """What was configured, with the JDK and the class path that it came to."""
        values = {k: v for k, v in self.config.values.items() if k not in ("config", "config_path")}
        values.update({"vm.jdk": self.jdk.home, "classpath": ":".join(self.classpath), **self.forced})
        return dict(sorted(values.items()))


def spill_folder(value: str) -> str:
    """The folder that search.spill names: on a disk, where there is a choice. /tmp often is memory."""
    if value.lower() in FALSE:
        return ""
    if value.lower() not in TRUE:
        return os.path.abspath(os.path.expanduser(value))
    return os.environ.get("TMPDIR") or "/var/tmp"


def write_trace(trace: StoredTrace, target: str) -> None:
    """The file that Verify.storeTrace names: what --replay takes, and the choices as listeners print them."""
    lines = [f"# application: {target}", f"# comment: {' '.join(trace['comment'].split())}"]
    lines.append(f"# replay: {trace['replay']}")
    lines += [f"{c['index']} {c['type']} {c['id']} {c['value']}" for c in trace["choices"]]
    try:
        with open(trace["file"], "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
    except OSError as e:
        trace["error"] = f"{trace['file']}: {e.strerror or e}"


def replay_file(option: str, name: str) -> str:
    try:
        with open(name, encoding="utf-8", errors="replace") as f:
            lines = [line.strip().removeprefix("# replay: ") for line in f]
    except OSError as e:
        raise ConfigError(f"{option} @{name}: {e.strerror or e}") from None
    found = next((line for line in lines if line.startswith("j1:")), None)
    if found is None:
        raise ConfigError(f"{option} @{name}: no replay string is in it")
    return found


def replay_string(option: str, text: str) -> str:
    """The replay string that `option` was given, or that of a file: one with a stored trace, or @FILE with the string
    alone."""
    if not text or text.startswith("j1:"):
        return text
    if text.startswith("@"):
        return replay_file(option, text[1:])
    try:
        with open(text, encoding="utf-8", errors="replace") as f:
            for line in f:
                if line.startswith("# replay: "):
                    return line.removeprefix("# replay: ").strip()
    except OSError:
        return text
    raise ConfigError(f"{text}: no stored trace")
