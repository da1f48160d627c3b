"""jpfpy.config: JPF's property files, precedence, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jpfpy import config as configs
from jpfpy.config import Config
from jpfpy.config.config import parse_properties
from jpfpy.config.jpf_keys import NO_EFFECT
from jpfpy.config.keys import READ_BY, SUPPORTED
from jpfpy.config.values import search_name, seconds, size
from jpfpy.errors import ConfigError
from tests import support


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory and home without anybody's properties."""
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def pairs(text: str) -> list[tuple[str, str]]:
    return list(parse_properties(text))


def test_lines_are_read_as_java_reads_them() -> None:
    assert pairs("# c\n! c\n\na=1\nb: 2\n c 3\nd\n") == [("a", "1"), ("b", "2"), ("c", "3"), ("d", "")]
    assert pairs("a = one, \\\n    two, \\\n  three") == [("a", "one, two, three")]
    assert pairs(r"a\:b=c\u0041\tx\\") == [("a:b", "cA\tx\\")]
    assert pairs("a=b=c") == [("a", "b=c")]
    assert pairs("a\\=b=c") == [("a=b", "c")]


def test_append_and_prepend() -> None:
    c = Config()
    for key, value in pairs("p=b\np+=,c\n+p=a,\nq += d\nq += e\n@using jpf-core\n"):
        if not key.startswith("@"):
            c.put(key, value, "test")
    assert c.get("p") == "a,b,c"
    assert c.get("q") == "de"


def test_append_to_a_list() -> None:
    c = Config()
    c.put("search.properties+", "ExitStatusProperty", "test")
    assert c.get("search.properties").endswith("NoUncaughtExceptionsProperty,ExitStatusProperty,ExitStatusProperty")
    c.put("report.publisher+", ",xml", "test")
    c.put("+report.publisher", "json", "test")
    assert c.get("report.publisher") == "json,console,xml"


def test_expansion_looks_back_only() -> None:
    c = Config({"base": "/b", "x": "${base}/x", "gone": "[${nowhere}]", "x2": "${x}:${x}", "open": "${base"})
    assert c.get("x") == "/b/x"
    assert c.get("gone") == "[]"
    assert c.get("x2") == "/b/x:/b/x"
    assert c.get("open") == "${base"
    c.put("x", "${x}/more", "test")
    assert c.get("x") == "/b/x/more"


def test_precedence(alone: Path) -> None:
    site = alone / "home" / ".jpf"
    site.mkdir()
    ext = alone / "ext"
    ext.mkdir()
    (site / "site.properties").write_text(f"proj={ext}\nextensions=${{proj}}\na=site\nb=site\nc=site\nd=site\ne=site\n")
    (ext / "jpf.properties").write_text("a=ext\nb=ext\nc=ext\nd=ext\nhere=${config_path}\n")
    (alone / "work" / "jpf.properties").write_text("a=cwd\nb=cwd\nc=cwd\n")
    app = alone / "app.jpf"
    app.write_text("a=app\nb=app\ntarget=T\n")
    c = configs.load([("a", "line")], str(app))
    assert [c.get(k) for k in "abcde"] == ["line", "app", "cwd", "ext", "site"]
    assert c.get("here") == str(ext)
    assert c.origin["a"] == "command line"


def test_include_using_requires(alone: Path) -> None:
    (alone / "inc.properties").write_text("x=1\nwhere=${config_path}\n")
    app = alone / "app.jpf"
    app.write_text(
        "@using = jpf-core\n@include = inc.properties\n@include = ?missing.properties\n@requires = x\ny=${x}2\n"
    )
    c = configs.load([], str(app))
    assert (c.get("x"), c.get("y"), c.get("where")) == ("1", "12", str(alone))
    for text, word in (
        ("@requires = nothing\n", "@requires nothing"),
        ("@using = other\n", "@using other"),
        ("@include = missing.properties\n", "missing.properties"),
        ("@include = app.jpf\n", "include each other"),
        ("@nonsense = 1\n", "unknown directive"),
    ):
        app.write_text(text)
        with pytest.raises(ConfigError, match=word):
            configs.load([], str(app))


def test_files_that_are_none(alone: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        configs.load([], "missing.jpf")
    (alone / "work" / "binary.jpf").write_bytes(b"\x00\xff\x00")
    with pytest.raises(ConfigError, match="not a properties file"):
        configs.load([], "binary.jpf")
    with pytest.raises(ConfigError, match="named by"):
        configs.load([("site", "missing")])
    (alone / "work" / "latin.jpf").write_bytes(b"target=Caf\xe9\n")
    assert configs.load([], "latin.jpf").get("target") == "Café"


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("serach.class", "search.class"),
        ("search.clas", "search.class"),
        ("search.depth_limt", "search.depth_limit"),
        ("vm.storage.clas", "vm.storage.class"),
        ("reprot.publisher", "report.publisher"),
        ("classpaht", "classpath"),
        ("taget", "target"),
        ("coverage.exclude_handler", "coverage.exclude_handlers"),
        ("dot.max_state", "dot.max_states"),
    ],
)
def test_misspelt_keys_name_the_nearest(key: str, nearest: str) -> None:
    with pytest.raises(ConfigError) as e:
        Config({key: "x"}).check()
    assert str(e.value) == f"unknown property {key} (nearest: {nearest})"


def test_other_peoples_keys_pass() -> None:
    assert (
        Config(
            {
                "my.app.limit": "3",
                "race": "1",
                "colour": "red",
                "x.class": "Y",
                "listener.my.Anno": "Z",
                "ssa.sort_order2": "line",
            }
        ).check()
        == []
    )


def test_keys_of_jpf_without_effect_are_named() -> None:
    assert Config({"vm.heap.class": "gov.nasa.jpf.vm.PSIMHeap"}).check() == ["note: vm.heap.class has no effect here"]
    assert not set(SUPPORTED) & NO_EFFECT


def test_keys_that_the_chosen_search_does_not_read_are_named() -> None:
    bound = {"search.bound": "2"}
    text = "note: search.bound has no effect with search.class={}: preemptions and delays read it"
    assert Config(bound).check() == [text.format("auto")]
    assert Config({**bound, "search.class": "gov.nasa.jpf.search.DFSearch"}).check() == [text.format("dfs")]
    assert Config({"search.deepen_by": "2", "search.class": "pct"}).check() == [
        "note: search.deepen_by has no effect with search.class=pct: iddfs reads it"
    ]
    for key, readers in READ_BY.items():
        assert key in SUPPORTED
        for search in readers:
            value = SUPPORTED[key].default or "3"
            assert search_name(search) and Config({key: value, "search.class": search}).check() == []
    assert Config({**bound, "search.class": "mine:Own"}).check() == []  # nobody knows


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("search.depth_limit", "ten"),
        ("search.multiple_errors", "maybe"),
        ("search.time_limit", "soon"),
        ("search.memory_limit", "lots"),
        ("search.class", "gov.nasa.jpf.search.DFSerach"),
        ("search.properties", "gov.nasa.jpf.vm.NoSuchProperty"),
        ("vm.storage.class", "heaps"),
        ("vm.por.library", "coarse"),
        ("report.publisher", "console,pdf"),
        ("listener", "gov.nasa.jpf.listener.NoSuchListener"),
    ],
)
def test_values_that_cannot_be_meant(key: str, value: str) -> None:
    with pytest.raises(ConfigError, match=key):
        Config({key: value}).check()


def test_short_names_and_units_reach_the_engine_in_its_own_terms() -> None:
    c = Config(
        {
            "search.class": ".search.heuristic.BFSHeuristic",
            "search.properties": ".vm.NotDeadlockedProperty",
            "search.time_limit": "2m",
            "search.memory_limit": "1g",
            "vm.por": "off",
            "search.depth_limit": "",
        }
    )
    c.check()
    assert c.engine_values() == {
        "search.class": "gov.nasa.jpf.search.heuristic.BFSHeuristic",
        "search.properties": "gov.nasa.jpf.vm.NotDeadlockedProperty",
        "search.time_limit": "120.0",
        "search.memory_limit": str(1 << 30),
        "vm.por": "false",
    }


def test_sizes_and_durations() -> None:
    assert [size(s) for s in ("12", "4k", "3M", "2g", "1 GiB", "x", "-1")] == [
        12,
        4096,
        3 << 20,
        2 << 30,
        1 << 30,
        None,
        None,
    ]
    assert [seconds(s) for s in ("12", "1.5s", "500ms", "2m", "1h", "00:01:30", "x")] == [
        12,
        1.5,
        0.5,
        120,
        3600,
        90,
        None,
    ]


def test_paths(tmp_path: Path) -> None:
    (tmp_path / "b.jar").touch()
    (tmp_path / "a.jar").touch()
    (tmp_path / "c.txt").touch()
    c = Config({"classpath": f"x:y;z, {tmp_path}/*"})
    assert c.get_path("classpath") == ["x", "y", "z", str(tmp_path / "a.jar"), str(tmp_path / "b.jar")]


def test_values_say_where_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "a.jpf"
    file.write_text("# first\nx.min = 1\n\nx.max = \\\n  ten\nx.size=2M\nx.wait=10s\n")
    c = Config()
    c.load_file(str(file), str(file))
    assert c.get_int("x.min") == 1 and c.get_size("x.size") == 2 << 20 and c.get_duration("x.wait") == 10.0
    with pytest.raises(ConfigError, match=r"^x.max=ten: a whole number expected \(.*a.jpf:4\)$"):
        c.get_int("x.max")
    with pytest.raises(ConfigError, match="^x.none: a number is needed here"):
        c.get_double("x.none")
    assert c.get_double("x.none", 0.5) == 0.5
    assert f"x.min = 1  [{file}:2]\n" in c.show()
    assert c.engine_values()["x.min@origin"] == f"{file}:2"


def test_names_of_older_documents() -> None:
    c = Config({
        "v.class": "gov.nasa.jpf.jvm.choice.IntIntervalGenerator",
        "vm.scheduler_factory.class": "gov.nasa.jpf.jvm.DefaultSchedulerFactory",
        "x": "gov.nasa.jpf.tools.CoverageAnalyzer",
        "y": "gov.nasa.jpf.jvm.bytecode.GETFIELD",
    })  # fmt: skip
    assert c.get("v.class") == "gov.nasa.jpf.vm.choice.IntIntervalGenerator"
    assert c.get("vm.scheduler.sync.class") == "gov.nasa.jpf.vm.AllRunnablesSyncPolicy"
    assert c.get("x") == "gov.nasa.jpf.listener.CoverageAnalyzer"
    assert c.get("y") == "gov.nasa.jpf.jvm.bytecode.GETFIELD"
    notes = c.check()
    assert any("vm.scheduler_factory.class is called vm.scheduler.sync.class now" in n for n in notes)
    assert len(notes) == 4 and not any("\n" in n for n in notes)


def test_permuted_values_of_randomization() -> None:
    for value in ("NONE", "FIXED_SEED", "VAR_SEED"):
        Config({"cg.randomize_choices": value}).check()
    with pytest.raises(ConfigError):
        Config({"cg.randomize_choices": "SOME"}).check()
    with pytest.raises(ConfigError, match="no such sync policy"):
        Config({"vm.scheduler.sync.class": "Mine"}).check()


SWITCH = ("vm.sync_detection", "vm.por.sync_detection", "vm.shared.sync_detection")


@pytest.mark.parametrize("name", SWITCH)
def test_sync_detection_has_three_names(name: str) -> None:
    config = Config({name: "off"})
    old = name == "vm.sync_detection"  # of JPF's older documents
    assert config.check() == (["note: vm.sync_detection is called vm.por.sync_detection now"] if old else [])
    assert config.engine_values() == {"vm.por.sync_detection": "false"}


def test_names_of_one_switch_must_not_contradict() -> None:
    assert len(Config(dict.fromkeys(SWITCH, "no") | {SWITCH[0]: "false"}).check()) == 1
    with pytest.raises(ConfigError, match=r"vm\.\w+\.sync_detection=\w+ contradicts vm.*names of one switch"):
        Config({"vm.por.sync_detection": "true", "vm.shared.sync_detection": "false"}).check()


def test_default_and_mode_files(alone: Path) -> None:
    site = alone / "home" / ".jpf"
    site.mkdir()
    work = alone / "work"
    (site / "site.properties").write_text("".join(f"{k}=site\n" for k in "abcdef"))
    (work / "default.properties").write_text("".join(f"{k}=default\n" for k in "abcde"))
    (work / "jpf.properties").write_text("".join(f"{k}=project\n" for k in "abcd"))
    (work / "mode.jpf").write_text("".join(f"{k}=mode\n" for k in "abc"))
    (work / "app.jpf").write_text("a=app\nb=app\ntarget=T\n")
    c = configs.load([("mode", "mode.jpf"), ("a", "line")], "app.jpf")
    assert [c.get(k) for k in "abcdef"] == ["line", "app", "mode", "project", "default", "site"]
    assert [c.place[k].rpartition("/")[2] for k in "abcdef"] == [
        "command line",
        *("app.jpf:2", "mode.jpf:3", "jpf.properties:4", "default.properties:5", "site.properties:6"),
    ]
    with pytest.raises(ConfigError, match="missing.jpf"):
        configs.load([("mode", "missing.jpf")])


def test_keys_of_files_that_are_not_known_warn(alone: Path) -> None:
    (alone / "work" / "app.jpf").write_text("target=T\n\nserach.class=x\nmy.own=1\n")
    c = configs.load([], "app.jpf")
    assert (
        c.check()
        == [f"warning: unknown property serach.class (nearest: search.class) ({alone}/work/app.jpf:3)"]
        == c.notes
    )
    with pytest.raises(ConfigError, match=r"^unknown property serach.class \(nearest: search.class\)$"):
        configs.load([("serach.class", "x")], "app.jpf").check()


def test_wrong_values_of_files_name_file_and_line(alone: Path) -> None:
    (alone / "work" / "app.jpf").write_text("target=T\nsearch.depth_limit = deep\n")
    with pytest.raises(ConfigError, match=r"^search.depth_limit=deep: a whole number expected \(.*/app.jpf:2\)$"):
        configs.load([], "app.jpf").check()


def test_what_keys_mean_to_the_engine_is_what_the_documentation_says() -> None:
    text = (support.ROOT / "csrc" / "vm" / "keys.def").read_text()
    rows = dict(re.findall(r'^JPF_KEY\("([^"]+)",\s*"([^"]*)"\)', text, re.M))
    assert len(rows) == text.count("\nJPF_KEY(") > 20
    assert rows.pop("classpath") == "."  # looked for in Python; an engine by itself takes the folder it is in
    assert rows == {key: SUPPORTED[key].default for key in rows}
    read = {
        key
        for file in ("config", "rules", "vm", "launch", "report")
        for key in re.findall(r'"([a-z]+\.[\w.]+)"', (support.ROOT / "csrc" / "vm" / f"{file}.c").read_text())
    }
    # policies in Python: the engine only names them
    named = {"vm.scheduler.class", "vm.scheduler.sync.class", "vm.scheduler.sharedness.class", "vm.storage.class"}
    read = {key for key in read if not key.startswith("jpf.stress.")}
    left = {key for key in read & SUPPORTED.keys() - rows.keys() if SUPPORTED[key].default not in ("", "false")}
    # without rules every listed call is one step; the others are passed on to the program's view of the host
    assert left - named <= {"vm.por.atomic_methods", "vm.enable_assertions", "vm.cache", "vm.fs.read", "vm.env"}
