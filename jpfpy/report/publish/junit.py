"""JUnit XML: one test case a checked property; an exploration that is not whole is an error, not a pass. Both schemas
in use accept it (JUnit.xsd of the Ant task, and the one of Jenkins)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..console import JPFS_OWN, not_whole, place, stack_lines
from .xml import escape, quoteattr

if TYPE_CHECKING:
    from ...raw import RawError, RawReport


def render(r: RawReport) -> str:
    s = r["statistics"]
    seconds = s["elapsed_s"] if s else 0.0
    broken = not_whole(r)  # then nothing is known of a property that was not violated
    names = {e["property"] for e in r["errors"]} | set(JPFS_OWN)
    failed = len({e["property"] for e in r["errors"]})
    started = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - seconds))
    package, _, name = r["target"].rpartition(".") if "/" not in r["target"] else ("", "", r["target"])
    head = (
        f'<testsuite id="0" package={quoteattr(package)} name={quoteattr("jpf " + name)} timestamp="{started}"'
        f' hostname="localhost" tests="{len(names)}" failures="{failed}"'
        f' errors="{len(names) - failed if broken else 0}" time="{seconds:.3f}">'
    )
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", "  " + head, "    <properties>"]
    if s:
        for key in ("states_new", "states_visited", "transitions", "max_depth", "end_states", "instructions"):
            out.append(f'      <property name="{key}" value="{s[key]}"/>')  # type: ignore[literal-required]
    out += [f'      <property name="complete" value="{str(r["complete"]).lower()}"/>', "    </properties>"]
    for name in sorted(names):
        out.append(f"    <testcase classname={quoteattr(r['target'])} name={quoteattr(name)} time=\"{seconds:.3f}\">")
        mine = [e for e in r["errors"] if e["property"] == name]
        if mine:
            message = mine[0]["message"].split("\n")[0]
            out.append(f"      <failure type={quoteattr(mine[0]['kind'])} message={quoteattr(message)}>")
            out.append(escape("\n\n".join(text(e) for e in mine)) + "</failure>")
        elif broken:
            out.append(f'      <error type="incomplete" message={quoteattr(broken)}>{escape(broken)}</error>')
        out.append("    </testcase>")
    out.append(f"    <system-out>{escape(r['output'])}</system-out>")
    notes = escape("\n".join(r.get("notes", ())))
    out += [f"    <system-err>{notes}</system-err>", "  </testsuite>", "</testsuites>"]
    return "\n".join(out) + "\n"


def text(e: RawError) -> str:
    lines = [e["message"]]
    lines += stack_lines(e, "    ")
    lines += ["", "trace:"]
    for t in e["trace"]:
        for s in t["steps"]:
            lines.append(f"  {t['thread']:<14} {place(s):<24} {s.get('source') or s['method']}")
    lines += ["", f"replay: {e['replay']}"]
    if "note" in e:
        lines.append(f"note: {e['note']}")
    return "\n".join(lines)
