"""The opcode matrix: every opcode of csrc/classes/opcodes.def runs with its corner values, assembled
class by class, and leaves what HotSpot leaves."""

from __future__ import annotations

import functools
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import asm, opcodes, support

RESERVED = ("breakpoint", "impdep1", "impdep2")
JDKS = sorted(support.jdks())


@functools.cache
def assembled() -> tuple[Path, dict[str, tuple[str, frozenset[str]]]]:
    """Directory, and by opcode the class and the opcodes in it."""
    out = support.scratch("opcodes")
    for path in support.compiled("opcodes").glob("*.class"):
        (out / path.name).write_bytes(path.read_bytes())
    classes = {}
    for name in asm.OPCODES:
        cls, data, used = opcodes.build(name)
        (out / f"{cls}.class").write_bytes(data)
        classes[name] = (cls, frozenset(used))
    return out, classes


@functools.cache
def references(release: int) -> dict[str, subprocess.CompletedProcess[bytes]]:
    """HotSpot on all of them in a few JVMs: a driver calls one class after the other."""
    out, classes = assembled()
    names = [classes[n][0] for n in asm.OPCODES if n not in RESERVED]
    groups = [names[i::2] for i in range(2)]

    def one(group: list[str]) -> list[str]:
        done = subprocess.run(
            [
                str(support.jdks()[release] / "bin" / "java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                str(out),
                "OpDriver",
                *group,
            ],
            capture_output=True,
            timeout=300,
            check=True,
        )
        assert not done.stderr, done.stderr.decode()
        return done.stdout.decode().splitlines()

    with ThreadPoolExecutor(2) as pool:
        lines = [line for part in pool.map(one, groups) for line in part]
    return {line.split(":", 1)[0]: line for line in lines}  # type: ignore[misc]


@pytest.mark.slow
def test_every_opcode_has_a_case() -> None:
    assert set(opcodes.CASES) == set(asm.OPCODES)
    _, classes = assembled()
    for name in asm.OPCODES:
        assert name in classes[name][1], f"the case of {name} does not contain it"


def test_quick_forms_come_from_tested_opcodes() -> None:
    """A quick form carries its source's mnemonic, so its source's case runs it (a site at least twice)."""
    quick = re.findall(r'^QOP\((\w+), "([\w+ ]+)"', asm.DEF.read_text(), re.M)
    assert len(quick) > 40
    families = {"iconst": "iconst_0", "fconst": "fconst_0", "lconst": "lconst_0", "dconst": "dconst_0"}
    for form, mnemonic in quick:
        assert families.get(mnemonic, mnemonic) in asm.OPCODES, form


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("name", [n for n in asm.OPCODES if n not in RESERVED])
@pytest.mark.slow
def test_opcode(name: str, release: int) -> None:
    out, classes = assembled()
    status, got, err, _ = support.run(classes[name][0], out, jdk=support.jdks()[release])
    assert not err, err.decode()
    have = got.decode().rstrip("\n").split(" ")
    want = references(release)[name].split(" ")
    assert have == want
    assert status == 0


@pytest.mark.parametrize("release", JDKS)
@pytest.mark.parametrize("name", RESERVED)
def test_reserved_opcode_does_not_verify(name: str, release: int) -> None:
    out, classes = assembled()
    status, got, err, _ = support.run(classes[name][0], out, jdk=support.jdks()[release])
    assert status == 1 and not got
    assert b"java.lang.VerifyError" in err


@pytest.mark.parametrize("bad", ["underflow", "overflow", "types", "locals", "fall off", "target", "uninit"])
def test_code_that_does_not_verify(bad: str, tmp_path: Path) -> None:
    """What HotSpot refuses is refused here too, with a VerifyError and no crash."""
    k = asm.Class("Bad")
    m = k.method("main", "([Ljava/lang/String;)V", max_stack=2, max_locals=2)
    if bad == "underflow":
        m.op("pop").op("return")
    elif bad == "overflow":
        m.op("iconst_0").op("iconst_0").op("iconst_0").op("return")
    elif bad == "types":
        m.op("iconst_0").op("areturn")
    elif bad == "locals":
        m.op("iload", 5).op("return")
    elif bad == "fall off":
        m.op("nop")
    elif bad == "target":
        m.raw(asm.OPCODES["goto"][0], 0x70, 0).op("return")
    else:
        m.op("iload_1").op("pop").op("return")
    (tmp_path / "Bad.class").write_bytes(k.build())
    ref = subprocess.run(
        [str(support.default_jdk() / "bin" / "java"), "-cp", str(tmp_path), "Bad"], capture_output=True, check=False
    )
    status, _, err, _ = support.run("Bad", tmp_path)
    assert (status, ref.returncode) == (1, 1)
    assert b"VerifyError" in ref.stderr and b"VerifyError" in err
