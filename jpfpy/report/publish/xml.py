"""The XML report, with the elements of JPF's XMLPublisher and in its order: what report.xml.start names, then for each
error its trace, output and live threads, then result and statistics. What JPF's does not have (attributes that tie
them together, choices, the replay string, constraints) is added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape as _escape
from xml.sax.saxutils import quoteattr as _quoteattr

from ..console import full_property, method, place, platform, user

if TYPE_CHECKING:
    from ...config import Config
    from ...raw import RawError, RawReport, RawStatistics

BAD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    return _escape(BAD.sub("\ufffd", str(text)))


def quoteattr(text: object) -> str:
    return _quoteattr(BAD.sub("\ufffd", str(text)))


def render(r: RawReport, config: Config | None = None) -> str:
    from ...config import Config

    config = config or Config()
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<jpfreport>"]
    for item in config.get_list("report.xml.start"):
        out += start(r, item)
    for e in r["errors"]:
        for item in config.get_list("report.xml.property_violation"):
            out += of_error(e, item)
    if "constraint" in config.get_list("report.xml.constraint"):
        out += [f"  <constraint>{escape(c)}</constraint>" for c in (r["statistics"] or {}).get("constraints", ())]
    for item in config.get_list("report.xml.finished"):
        match item:
            case "result":
                out += result(r)
                out += [f"  <note>{escape(n)}</note>" for n in r.get("notes", ())]
            case "statistics":
                out += statistics(r["statistics"]) if r["statistics"] else []
            case "output":
                out.append(f"  <output>{escape(r['output'])}</output>")
    out.append("</jpfreport>")
    return "\n".join(out) + "\n"


def start(r: RawReport, item: str) -> Iterator[str]:
    match item:
        case "jpf":
            yield f"  <jpf-version>jpfpy {escape(r['jpfpy'])}</jpf-version>"
        case "platform":
            yield "  <platform>"
            yield from (f"    <{k}>{escape(v)}</{k}>" for k, v in platform(r["jdk"]).items())
            yield "  </platform>"
        case "user":
            yield f"  <user>{escape(user())}</user>"
        case "dtg":
            from ..console import timestamp

            yield f"  <started>{timestamp()}</started>"
        case "config":
            yield "  <jpf-properties>"
            yield from (f"    <entry key={quoteattr(k)} value={quoteattr(v)}/>" for k, v in r["config"].items())
            yield "  </jpf-properties>"
        case "sut":
            yield f"  <sut jdk={quoteattr(r['jdk'])}>"
            yield f"    <source>{escape(r['target'])}</source>"
            yield from (f"    <arg>{escape(a)}</arg>" for a in r["args"])
            yield "  </sut>"


def of_error(e: RawError, item: str) -> Iterator[str]:
    tie = f'error="{e["id"]}"'
    match item:
        case "trace":
            yield f"  <trace {tie}>"
            for i, t in enumerate(e["trace"]):
                c = t["choice"]
                yield f'    <transition id="{i}" thread="{t["thread_id"]}" name={quoteattr(t["thread"])}>'
                yield (
                    f'      <cg class={quoteattr(c["type"])} id={quoteattr(c["id"])} choice="{c["index"] + 1}"'
                    f' total="{c["total"]}" value={quoteattr(c["value"])}/>'
                )
                for s in t["steps"]:
                    yield f"      <insn src={quoteattr(place(s))}>{escape(s.get('source') or method(s))}</insn>"
                for lock in (x for x in e.get("locks", ()) if x["transition"] == i):
                    by = f'op="{lock["op"]}" thread="{lock["thread_id"]}"'
                    yield f"      <lock {by} object={quoteattr(lock['lock'])}/>"
                yield "    </transition>"
            yield "  </trace>"
        case "output":
            yield f"  <output {tie}>{escape(e.get('output', ''))}</output>"
        case "snapshot":
            yield f"  <live-threads {tie}>"
            for th in e["snapshot"]:
                yield (f'    <thread id="{th["id"]}" name={quoteattr(th["name"])} status={quoteattr(th["status"])}>')
                yield from (f"      <lock-owned object={quoteattr(o['id'])}/>" for o in th["owned"])
                if th["waiting_for"]:
                    yield f"      <lock-request object={quoteattr(th['waiting_for']['id'])}/>"
                for f in th["frames"]:
                    yield f'      <frame line="{f["line"] or ""}">{escape(f"{method(f)}({place(f)})")}</frame>'
                yield "    </thread>"
            yield "  </live-threads>"


def result(r: RawReport) -> Iterator[str]:
    more = f'value={quoteattr(r["result"])} complete="{str(r["complete"]).lower()}"'
    if not r["errors"]:
        yield f'  <result findings="none" {more}/>'
        return
    yield f'  <result findings="errors" {more}>'
    for e in r["errors"]:
        yield f'    <error id="{e["id"]}" kind={quoteattr(e["kind"])}>'
        yield f"      <property>{escape(full_property(e['property']))}</property>"
        yield f"      <details>{escape(e['message'])}</details>"
        if e["location"]:
            yield f"      <location>{escape(place(e['location']))}</location>"
        yield f"      <replay>{escape(e['replay'])}</replay>"
        if "note" in e:
            yield f"      <note>{escape(e['note'])}</note>"
        yield "    </error>"
    yield "  </result>"


def statistics(st: RawStatistics) -> Iterator[str]:
    t = int(st["elapsed_s"])
    yield "  <statistics>"
    hms = f"{t // 3600:02}:{t // 60 % 60:02}:{t % 60:02}"
    yield f'    <elapsed-time seconds="{st["elapsed_s"]:.3f}">{hms}</elapsed-time>'
    rows = {
        "new-states": st["states_new"],
        "visited-states": st["states_visited"],
        "backtracked-states": st["states_backtracked"],
        "end-states": st["end_states"],
        "max-depth": st["max_depth"],
        "instructions": st["instructions"],
        "loaded-classes": st["loaded_classes"],
        "loaded-methods": st["loaded_methods"],
    }
    yield from (f"    <{k}>{v}</{k}>" for k, v in rows.items())
    yield f'    <max-memory unit="MB" bytes="{st["peak_rss_bytes"]}">{st["peak_rss_bytes"] >> 20}</max-memory>'
    yield "  </statistics>"
