"""The file of a checkpoint: one search at a time writes it, it takes the place of no other file, names of it mean the
same file wherever the search goes on, and what is damaged is refused."""

from __future__ import annotations

import functools
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import jpfpy
from jpfpy.config.claim import Claim
from tests import support
from tests.support import JPF
from tests.test_checkpoints import BRIEF, COUNT, LONG

KEYS = [f"+{k}={v}" for k, v in {**LONG, "search.checkpoint_interval": "20ms"}.items()]


FEW = COUNT.replace("Count", "Few").replace("i < 3", "i < 2")  # some hundred states with reductions


@functools.cache
def classes() -> Path:
    return support.compile_texts({"Count.java": COUNT, "Few.java": FEW})


def begin(file: str, *more: str) -> list[str]:
    where = ["-cp", str(classes()), f"+vm.cache={support.cache_dir()}"]
    return [*JPF, *KEYS, f"+search.checkpoint={file}", *more, *where, "Count"]


def run(args: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        args, capture_output=True, text=True, check=False, env=support.environment(), timeout=300, cwd=folder
    )


def refused(args: list[str], folder: Path) -> str:
    done = run(args, folder)
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1 and not done.stdout, done
    return done.stderr


@contextmanager
def searching(args: list[str], file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A search of more than a million states that has written one, and is killed at the end."""
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=support.environment())
    try:
        while not file.exists():
            assert process.poll() is None
            time.sleep(0.01)
        yield process
    finally:
        process.kill()
        process.wait(60)


def small(**more: Any) -> jpfpy.Report:
    config = {
        **BRIEF,
        "vm.cache": support.cache_dir(),
        "search.class": "dfs",
        **{k.replace("__", "."): v for k, v in more.items()},
    }
    return jpfpy.verify("Few", classpath=classes(), config=config)


def test_one_search_writes_a_file(tmp_path: Path) -> None:
    file, link = tmp_path / "c", tmp_path / "link"
    link.symlink_to("c")
    with searching(begin(str(file)), file) as first:
        why = f"process {first.pid} writes this file"
        for name in (file, link):
            assert why in refused(begin(str(name)), tmp_path)
            assert refused([*JPF, "--resume", str(name)], tmp_path).startswith(f"jpf: search.checkpoint={file}: {why}")
        with pytest.raises(jpfpy.ConfigError, match=why):
            small(search__checkpoint=str(file))
        with pytest.raises(jpfpy.ConfigError, match=why):
            jpfpy.resume(file)
        # who only reads it, or goes on in another file, takes nothing away
        limits = {"search.transition_limit": 1000}
        assert not jpfpy.resume(file, config={"search.checkpoint": "", **limits}).complete
        other = tmp_path / "other"
        assert not jpfpy.resume(file, config={"search.checkpoint": str(other), **limits}).complete
        assert other.exists() and not Path(f"{other}.lock").exists()
        assert first.poll() is None
    # killed: the file beside is there, and nobody's
    assert Path(f"{file}.lock").exists()
    assert run([*JPF, "--resume", str(file), "+search.transition_limit=1000"], tmp_path).returncode == 3
    assert not Path(f"{file}.lock").exists()


def test_two_searches_of_one_process(tmp_path: Path) -> None:
    """The second one is refused while the first goes on, and not behind it."""
    file, met = tmp_path / "c", []

    def progress(_: Any) -> None:
        if not met:
            with pytest.raises(jpfpy.ConfigError, match=f"process {os.getpid()} writes this file") as e:
                small(search__checkpoint=str(file))
            met.append(e)

    config = {**LONG, "search.checkpoint": str(file), "search.transition_limit": 1000000}
    jpfpy.verify("Count", classpath=classes(), config=config, on_progress=progress)
    assert met and file.exists()
    assert small(search__checkpoint=str(file)).complete


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_the_lock_goes_with_its_search(ends: int, tmp_path: Path) -> None:
    file = tmp_path / "c"
    for _ in range(2):  # the second one over what the first has left
        with searching(begin(str(file)), file) as process:
            process.send_signal(ends)
            process.wait(60)
        assert Path(f"{file}.lock").exists() == (ends == signal.SIGKILL)
    claim = Claim(str(file), "test")
    claim.release()
    assert not Path(f"{file}.lock").exists()


def test_a_search_that_fails_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "c"
    for _ in range(2):
        with pytest.raises(jpfpy.ConfigError, match="NoSuch"):
            jpfpy.verify("NoSuch", classpath=classes(), config={"search.checkpoint": str(file)})

    class Fails(jpfpy.Listener):
        def state_advanced(self, search: Any) -> None:
            raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            jpfpy.verify("Few", classpath=classes(), config={"search.checkpoint": str(file)}, listeners=[Fails()])
    assert not Path(f"{file}.lock").exists()


def test_claims_one_after_the_other(tmp_path: Path) -> None:
    """Of many that ask at once one has it at a time, though the file beside comes and goes."""
    file, inside, most, refusals = str(tmp_path / "c"), [], [], []

    def claims(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(40):
            try:
                claim = Claim(file, "test")
            except jpfpy.ConfigError:
                refusals.append(seed)
                continue
            inside.append(seed)
            time.sleep(rng.random() / 5000)
            most.append(len(inside))
            inside.remove(seed)
            claim.release()

    threads = [threading.Thread(target=claims, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert set(most) == {1} and len(most) + len(refusals) == 160


def test_files_of_others_stay(tmp_path: Path) -> None:
    file = tmp_path / "c"
    for end, why in ((".lock", "is no lock of jpf's"), (".new", "not what a killed search has left")):
        other = Path(f"{file}{end}")
        other.write_text("not to be lost\n")
        with pytest.raises(jpfpy.ConfigError, match=why):
            small(search__checkpoint=str(file))
        assert other.read_text() == "not to be lost\n"
        other.unlink()
        target = tmp_path / "elsewhere"
        target.write_text("")
        other.symlink_to(target)
        with pytest.raises(jpfpy.ConfigError, match=rf"c\{end}"):
            small(search__checkpoint=str(file))
        other.unlink()
    for left in (b"", bytes(32) + b"begun", b"\0JPFJCHK"):  # of a search that was killed while it wrote
        Path(f"{file}.new").write_bytes(left)
        small(search__checkpoint=str(file), search__transition_limit="50")
        assert file.exists() and not Path(f"{file}.new").exists()


def test_a_link_stays_one(tmp_path: Path) -> None:
    """What it leads to is written, gone on with, and removed at the end."""
    (tmp_path / "far").mkdir()
    link, file = tmp_path / "c", tmp_path / "far" / "c"
    link.symlink_to("far/c")
    small(search__checkpoint=str(link), search__transition_limit="50")
    assert link.is_symlink() and file.exists()
    assert jpfpy.resume(link, config={"search.transition_limit": 0}).complete
    assert link.is_symlink() and not file.exists()
    link.unlink()
    link.symlink_to("c")
    with pytest.raises(jpfpy.ConfigError, match="circle"):
        small(search__checkpoint=str(link))


def test_names_are_from_where_they_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search goes on in the folder where it began, and a program's listener may go elsewhere meanwhile."""
    for name in ("here", "there", "gone"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", str(tmp_path / "gone"))

    class Leaves(jpfpy.Listener):
        checkpoint_state = None

        def search_started(self, search: Any) -> None:
            os.chdir(tmp_path / "gone")

    config = {**BRIEF, "search.class": "dfs", "search.checkpoint": "c", "search.transition_limit": 50}
    jpfpy.verify("Few", classpath=classes(), config=config, listeners=[Leaves()])
    assert list(tmp_path.rglob("c*")) == [tmp_path / "here" / "c"]
    monkeypatch.chdir(tmp_path / "here")
    small(search__checkpoint="~/c", search__transition_limit="50")
    assert (tmp_path / "gone" / "c").exists()
    small(search__checkpoint="c", search__transition_limit="50")
    monkeypatch.chdir(tmp_path / "there")
    anew = ["+search.checkpoint=d", "+search.transition_limit=90", "--json", "r.json"]
    assert run([*JPF, "--resume", "../here/c", *anew], tmp_path / "there").returncode in (1, 3)
    assert {p.name for p in (tmp_path / "there").iterdir()} == {"d", "r.json"}


def test_a_pipe_is_no_checkpoint(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not a checkpoint" in refused([*JPF, "--resume", str(tmp_path / "pipe")], tmp_path)


def test_damaged_anywhere(tmp_path: Path) -> None:
    file = tmp_path / "c"
    small(search__checkpoint=str(file), search__transition_limit="30")
    whole = file.read_bytes()
    places = [*range(200), *random.Random(0).sample(range(200, len(whole)), 400), len(whole) - 1]
    for at in places:
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        with pytest.raises(jpfpy.ConfigError, match=r"^--resume .*(damaged|cut off|another version)"):
            jpfpy.resume(file)
    for n in (0, 7, 31, 32, 33, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:n])
        with pytest.raises(jpfpy.ConfigError, match=r"^--resume .*(not a checkpoint|cut off)"):
            jpfpy.resume(file)
    file.write_bytes(whole + b"\0")
    with pytest.raises(jpfpy.ConfigError, match="damaged"):
        jpfpy.resume(file)


def test_the_surroundings_of_then(tmp_path: Path) -> None:
    """The JDK that was found and java's options of the environment are in the file: those of now do not count."""
    for other in map(str, support.jdks().values()):
        file = tmp_path / "c"
        args = [*JPF, "+search.class=dfs", f"+search.checkpoint={file}", "+search.transition_limit=50"]
        where = [f"+vm.cache={support.cache_dir()}", "-cp", str(classes()), "Few"]
        env = {**support.environment(), "JDK_JAVA_OPTIONS": "-ea", "JAVA_HOME": str(support.default_jdk())}
        subprocess.run([*args, *where], env=env, capture_output=True, check=False, timeout=300)
        env |= {"JAVA_HOME": other, "PATH": f"{other}/bin:{env['PATH']}", "JDK_JAVA_OPTIONS": "-da"}
        anew = [*JPF, "--resume", str(file), "+search.transition_limit=0", "+search.checkpoint="]
        done = subprocess.run(anew, env=env, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0 and not done.stderr, done


LIMITS = {
    "search.state_limit": "20",
    "search.transition_limit": "20",
    "search.depth_limit": "3",
    "search.time_limit": "100ms",
    "search.budget": "100ms",
    "search.cpu_limit": "50ms",
    "search.memory_limit": "24m",
    "search.min_free": "1000g",
}


@pytest.mark.parametrize("key", LIMITS)
def test_limits_name_their_key(key: str) -> None:
    """So that who goes on knows what to give anew."""
    report = jpfpy.verify("Count", classpath=classes(), config={**LONG, key: LIMITS[key]})
    assert [c for c in report.statistics.constraints if c.endswith(f" ({key})")], report.statistics.constraints


def test_time_is_given_anew(tmp_path: Path) -> None:
    """It counts from the first beginning, as it is given; a limit takes the place of a budget."""
    file = tmp_path / "c"
    keys = {**LONG, "search.checkpoint": str(file)}
    for key in ("search.budget", "search.time_limit"):
        jpfpy.verify("Count", classpath=classes(), config={**keys, key: "200ms"})
        with pytest.raises(jpfpy.ConfigError, match=rf"has used its time \(.* s; {key}=0\.2 s\); give it more"):
            jpfpy.resume(file)
        for anew in ("search.time_limit", "search.budget"):
            report = jpfpy.resume(file, config={anew: "1h", "search.transition_limit": "20000"})
            assert report.statistics.constraints == ("transition limit reached: 20000 (search.transition_limit)",)
        file.unlink()
    jpfpy.verify("Count", classpath=classes(), config={**keys, "search.transition_limit": "100"})
    report = jpfpy.resume(file, config={"search.transition_limit": "0", "search.time_limit": "700ms"})
    assert report.statistics.constraints == ("time limit reached: 0.7 s (search.time_limit)",)
