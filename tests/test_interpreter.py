"""The engine inside a Python process that does odd things: sub-interpreters, forks, ends in the middle, no memory."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap

import pytest

from jpfpy import _jpf

from . import support

CLASSES = str(support.compiled("limits"))
plain_build = pytest.mark.skipif(_jpf.build_info()["sanitize"], reason="allocates outside Python's allocators")
HEAD = f"""
import gc, os, random, sys, threading, time
import jpfpy
def verify(target="FailSmall", listeners=(), **config):
    config = {{k.replace("__", "."): v for k, v in config.items()}} | {{"vm.cache": {str(support.cache_dir())!r}}}
    return jpfpy.verify(target, classpath={CLASSES!r}, config=config, listeners=listeners)
"""


def python(code: str, timeout: float = 120, status: int = 0) -> str:
    """What a process of its own prints."""
    code = f"HEAD = {HEAD!r}" + HEAD + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        capture_output=True,
        text=True,
        cwd=support.ROOT,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def test_sub_interpreters() -> None:
    pytest.importorskip("_testcapi")
    out = python("""
        import _testcapi
        verify()
        for _ in range(2):
            assert _testcapi.run_in_subinterp(HEAD + "print(verify().result)") == 0
        print(verify().result)
        """)
    assert out.split() == ["violation"] * 3


def test_a_fork_while_a_search_runs() -> None:
    """In another thread, and in a callback: the child has a search of its own, the parent's goes on."""
    out = python("""
        begun = threading.Event()
        class Told(jpfpy.Listener):
            def state_advanced(self, search):
                begun.set()
        def child(text):
            pid = os.fork()
            if not pid:
                print(text, verify().result, flush=True)
                os._exit(0)
            assert os.waitpid(pid, 0)[1] == 0
        verify()
        t = threading.Thread(target=lambda: print("thread", verify("Counters", [Told()], search__time_limit="3").result))
        t.start()
        begun.wait()
        child("child")
        t.join()
        sys.stdout.flush()
        class Forks(jpfpy.Listener):
            done = False
            def state_advanced(self, search):
                if not Forks.done:
                    Forks.done = True
                    child("within")
        print("parent", verify(listeners=[Forks()]).result)
        """)
    expected = ["child violation", "thread incomplete", "within violation", "parent violation"]
    assert sorted(out.splitlines()) == sorted(expected)


@pytest.mark.parametrize("listens", [False, True])
def test_the_process_ends_while_daemons_search(listens: bool) -> None:
    out = python(f"""
        begun = threading.Event()
        class Told(jpfpy.Listener):
            def state_advanced(self, search):
                begun.set()
        listeners = [Told()] if {listens} else []
        for _ in range(3):
            threading.Thread(target=verify, args=("Counters", listeners), daemon=True).start()
        begun.wait(5)
        print("ends")
        """)
    assert out == "ends\n"


def test_exit_within_a_callback() -> None:
    out = python("""
        class Leaves(jpfpy.Listener):
            def state_advanced(self, search):
                sys.exit(9)
        try:
            verify(listeners=[Leaves()])
        except SystemExit as e:
            print(e.code, e.report.result)
        print(verify().result)
        """)
    assert out.split() == ["9", "incomplete", "violation"]
    python(
        "class L(jpfpy.Listener):\n" "    def state_advanced(self, search): sys.exit(9)\n" "verify(listeners=[L()])",
        status=9,
    )


def test_views_are_collected_in_the_middle() -> None:
    out = python("""
        class Keeps(jpfpy.Listener):
            kept = []
            def state_advanced(self, search):
                self.kept.append((search, search.vm, search.vm.current_thread, self))
                if len(self.kept) % 5 == 0:
                    del self.kept[:]
                gc.collect()
        print(verify(listeners=[Keeps()], search__depth_limit="30").result)
        del Keeps
        gc.collect()
        """)
    assert out == "violation\n"


@plain_build
@pytest.mark.parametrize("listens", [False, True])
def test_python_has_no_memory(listens: bool) -> None:
    """The n-th allocation of Python's own, and some after it, fail: a MemoryError, or the whole report; and the next call
    is as ever.

    The extension module alone, with a callback that makes no function and raises nothing: without memory CPython 3.13
    itself crashes where a closure is made, and 3.11 and 3.13 lose the exception of a `raise ... from None`.
    """
    pytest.importorskip("_testcapi")
    seed = random.randrange(1 << 30) if support.NIGHTLY else 7
    config = support.config(CLASSES, search__depth_limit="20")
    out = python(
        f"""
        import _testcapi
        from jpfpy import _jpf
        random.seed({seed})
        failed = False
        def event(kind, mask, thread, obj, method, insn, cls, text):
            global failed
            try:
                vm._search(), vm._output(), vm._stats(), vm._cg_levels(), vm._cg_now(), vm._heap()
                for t in range(vm._threads()):
                    row = vm._thread(t)
                    if row.object:
                        vm._class(vm._object(row.object).cls)
                    for i in range(row.frames):
                        if vm._frame(t, i).insn >= 0:
                            vm._locals(t, i), vm._words(t, i)
                return True
            except MemoryError:
                failed = True
                return False
        events = sum(1 << i for i, name in enumerate(_jpf.events()) if name in ("state_advanced", "state_backtracked"))
        heard = dict(events=events, opcodes=None, method=None, field=None, cls=None, thread=None)
        def told():
            global failed, vm
            vm = None
            failed = False
            vm = _jpf.VM({config!r})
            if {listens}:
                vm._on_event(event)
                vm._subscribe([heard])
            report = vm.explore("FailSmall", [])
            if failed:
                return "MemoryError"
            return report["result"], len(report["errors"]), report["statistics"]["transitions"]
        expected = told()
        seen = set()
        for i in range({3000 if support.NIGHTLY else 60}):
            n = random.randint(1, random.choice([30, 300, 3000, 300000]))
            _testcapi.set_nomemory(n, n + random.choice([1, 3, 20]))
            try:
                got = told()
            except MemoryError:
                got = "MemoryError"
            finally:
                _testcapi.remove_mem_hooks()
            assert got in (expected, "MemoryError"), (n, got)
            seen.add(got)
            if i % 20 == 0:
                assert told() == expected
        print(len(seen))
        """,
        timeout=3600 if support.NIGHTLY else 240,
    )
    assert out == "2\n"


def test_states_with_streams_of_zlib_are_the_same_in_each_process() -> None:
    """zlib keeps addresses in its memory; a bit set that is much too small shows every difference of a key."""
    counts = {
        python("""
            s = verify("Packed", vm__storage__class="bitstate:10").statistics
            print(s.states_new, s.states_visited, s.transitions)
            """)
        for _ in range(3)
    }
    assert len(counts) == 1


@plain_build
def test_a_javac_that_does_not_start_says_why() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))\n"
        "try:\n"
        "    jpfpy.verify('tests/java/limits/FailSmall.java')\n"
        "except jpfpy.ConfigError as e:\n"
        "    print(len(str(e).splitlines()) > 1, 'Error occurred' in str(e))\n"
    )
    assert python(code) == "True True\n"
