"""The XML report, with the elements of JPF's XMLPublisher."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape as _escape
from xml.sax.saxutils import quoteattr as _quoteattr

if TYPE_CHECKING:
    from ..raw import RawReport

BAD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    return _escape(BAD.sub("\ufffd", str(text)))


def quoteattr(text: object) -> str:
    return _quoteattr(BAD.sub("\ufffd", str(text)))


def render(r: RawReport) -> str:
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<jpfreport>"]
    out.append(f'  <jpf-version>jpfpy {escape(r["jpfpy"])}</jpf-version>')
    out.append(f"  <jdk>{escape(r['jdk'])}</jdk>")
    out.append("  <configuration>")
    out += [f"    <property name={quoteattr(k)} value={quoteattr(v)}/>" for k, v in r["config"].items()]
    out.append("  </configuration>")
    out.append(f"  <sut><target>{escape(r['target'])}</target>")
    out += [f"    <arg>{escape(a)}</arg>" for a in r["args"]]
    out.append("  </sut>")
    found = "violated" if r["errors"] else "none"
    out.append(f'  <result findings="{found}" complete="{str(r["complete"]).lower()}" value={quoteattr(r["result"])}>')
    for e in r["errors"]:
        out.append(f'    <error id="{e["id"]}" kind={quoteattr(e["kind"])}>')
        out.append(f"      <property>{escape(e['property'])}</property>")
        out.append(f"      <details>{escape(e['message'])}</details>")
        out.append(f"      <replay>{escape(e['replay'])}</replay>")
        out.append("      <trace>")
        for i, t in enumerate(e["trace"]):
            c = t["choice"]
            out.append(f'        <transition id="{i}" thread="{t["thread_id"]}" name={quoteattr(t["thread"])}>')
            out.append(
                f'          <cg class={quoteattr(c["type"])} id={quoteattr(c["id"])} choice={quoteattr(c["value"])}'
                f' index="{c["index"] + 1}" total="{c["total"]}"/>'
            )
            for s in t["steps"]:
                loc = f'{s["file"]}:{s["line"]}' if s["file"] else ""
                text = s.get("source") or f'{s["class"]}.{s["method"]}'
                out.append(f"          <insn src={quoteattr(loc)}>{escape(text)}</insn>")
            out.append("        </transition>")
        out.append("      </trace>")
        out.append("      <live-threads>")
        for th in e["snapshot"]:
            out.append(
                f'        <thread id="{th["id"]}" name={quoteattr(th["name"])} status={quoteattr(th["status"])}>'
            )
            out += [f"          <lock-owned object={quoteattr(o['id'])}/>" for o in th["owned"]]
            if th["waiting_for"]:
                out.append(f"          <lock-request object={quoteattr(th['waiting_for']['id'])}/>")
            for f in th["frames"]:
                name = f'{f["class"]}.{f["method"]}'
                out.append(f'          <frame line="{f["line"] or ""}">{escape(name)}</frame>')
            out.append("        </thread>")
        out.append("      </live-threads>")
        out.append("    </error>")
    out.append("  </result>")
    st = r["statistics"]
    if st:
        out.append("  <statistics>")
        rows = {
            "elapsed-time": f"{st['elapsed_s']:.3f}",
            "new-states": st["states_new"],
            "visited-states": st["states_visited"],
            "backtracked-states": st["states_backtracked"],
            "end-states": st["end_states"],
            "max-depth": st["max_depth"],
            "instructions": st["instructions"],
            "max-memory": st["peak_rss_bytes"],
            "loaded-classes": st["loaded_classes"],
            "loaded-methods": st["loaded_methods"],
        }
        out += [f"    <{k}>{v}</{k}>" for k, v in rows.items()]
        out += [f"    <constraint>{escape(c)}</constraint>" for c in st["constraints"]]
        out.append("  </statistics>")
    out.append(f"  <output>{escape(r['output'])}</output>")
    out.append("</jpfreport>")
    return "\n".join(out) + "\n"
