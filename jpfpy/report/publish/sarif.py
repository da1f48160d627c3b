"""SARIF 2.1.0: each error at its source line, the trace as a code flow with a thread flow for each thread."""

from __future__ import annotations

import json
import os
import pathlib
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ..console import not_whole

if TYPE_CHECKING:
    from ...raw import RawError, RawReport

RULES = {
    "deadlock": "Threads that can never go on",
    "uncaught_exception": "An exception leaves its thread",
    "race": "Unordered accesses, one of them a write",
    "livelock": "A thread never gets on",
    "property": "A property is violated",
}


def render(r: RawReport) -> str:
    rules = [{"id": k, "name": k, "shortDescription": {"text": v}} for k, v in RULES.items()]
    notes = []
    if broken := not_whole(r):
        notes.append({"level": "warning", "message": {"text": broken}})
    for n in r.get("notes", ()):
        notes.append({"level": "warning" if n.startswith("warning: ") else "note", "message": {"text": n}})
    run = {
        "tool": {"driver": {"name": "jpfpy", "version": r["jpfpy"], "rules": rules}},
        "invocations": [{"executionSuccessful": r["result"] != "error", "toolExecutionNotifications": notes}],
        "results": [result(e) for e in r["errors"]],
        "columnKind": "utf16CodeUnits",
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def result(e: RawError) -> dict[str, Any]:
    sources = e.get("sources", {})
    flows: dict[str, list[dict[str, Any]]] = {}
    order = 0
    for t in e["trace"]:
        for s in t["steps"]:
            where = location(s, sources)
            if where:
                order += 1
                where["message"] = {"text": s.get("source") or f"{s['class']}.{s['method']}"}
                flows.setdefault(t["thread"], []).append({"location": where, "executionOrder": order})
    at = location(e["location"], sources) if e["location"] else None
    if at is None:
        at = next((flow[-1]["location"] for flow in flows.values() if flow), None)
    out: dict[str, Any] = {
        "ruleId": e["kind"],
        "level": "error",
        "message": {"text": e["message"] + (f"\nnote: {e['note']}" if "note" in e else "")},
        "locations": [at] if at else [],
        "partialFingerprints": {"replay": e["replay"]},
    }
    if flows:
        out["codeFlows"] = [{"threadFlows": [{"id": k, "locations": v} for k, v in flows.items()]}]
    return out


def location(s: Any, sources: dict[str, str]) -> dict[str, Any] | None:
    if not s["file"]:
        return None
    package = s["class"].rpartition(".")[0].replace(".", "/")
    name = f"{package}/{s['file']}" if package else s["file"]
    path = sources.get(name)
    artifact: dict[str, Any] = {"uri": name}
    if path is not None and os.path.isabs(path):
        artifact = {"uri": pathlib.Path(path).as_uri()}
    elif path is not None:
        artifact = {"uri": quote(path.replace(os.sep, "/")), "uriBaseId": "%SRCROOT%"}
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if s["line"]:
        physical["region"] = {"startLine": s["line"]}
    return {"physicalLocation": physical, "logicalLocations": [{"fullyQualifiedName": f"{s['class']}.{s['method']}"}]}
