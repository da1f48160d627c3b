"""The state graph as a GraphViz file: SimpleDot and StateSpaceDot.

dot.file (default jpf-state-space.dot), dot.print_file, dot.max_states (default 20000: what GraphViz still draws; the
rest is left out and a node says so)."""

from __future__ import annotations

from typing import Any

from ..listener import Listener
from ._base import Printing


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class SimpleDot(Printing, Listener):
    """One node a state, one edge a transition with thread and choice."""

    details = False

    def __init__(self, config: Any = None) -> None:
        super().__init__(config)
        self.file = self.setting("dot.file", "jpf-state-space.dot") or "jpf-state-space.dot"
        self.limit = int(self.setting("dot.max_states", "20000"))
        self.node_attr = self.setting("dot.node_attr", "shape=box,fontsize=10")
        self.edges: list[str] = []
        self.nodes: dict[int, str] = {}
        self.left_out = 0
        self.path = [-1]

    def label(self, search: Any, cg: Any) -> str:
        return f"{cg.value}" if cg and cg.kind == "thread" else f"{cg.id}={cg.value}" if cg else ""

    def mark(self, state: int, style: str) -> None:
        if len(self.nodes) < self.limit or state in self.nodes:
            self.nodes[state] = style
        else:
            self.left_out += 1

    def state_advanced(self, search: Any) -> None:
        parent, state = self.path[-1], search.state_id
        self.path.append(state)
        style = ""
        if search.is_error_state:
            style = "color=red,style=filled,fillcolor=mistyrose"
        elif search.is_end_state:
            style = "peripheries=2"
        if search.is_new_state or state not in self.nodes:
            self.mark(state, style)
        if state in self.nodes and (parent in self.nodes or parent == -1):
            cg = search.vm.choice_generator
            extra = "" if search.is_new_state else ",style=dashed"
            self.edges.append(f"  {node(parent)} -> {node(state)} [label={quoted(self.label(search, cg))}{extra}];")

    def state_backtracked(self, search: Any) -> None:
        del self.path[search.depth + 1 :]

    def state_restored(self, search: Any) -> None:
        self.path = [-1] * search.depth + [search.state_id]

    def property_violated(self, search: Any) -> None:
        error = search.last_error or {}
        label = quoted(f"{search.state_id}\n{error.get('property', '')}")
        self.nodes[search.state_id] = f"color=red,style=filled,fillcolor=mistyrose,label={label}"

    def search_restarted(self, search: Any) -> None:
        self.__init__(self.config)  # type: ignore[misc]

    def search_finished(self, search: Any) -> None:
        with open(self.file, "w", encoding="utf-8") as f:
            f.write(f"digraph jpf {{\n  rankdir=TB;\n  node [{self.node_attr}];\n  edge [fontsize=9];\n")
            f.write("  start [shape=point];\n")
            for state, style in self.nodes.items():
                f.write(f"  {node(state)} [label={quoted(str(state))}{',' + style if style else ''}];\n")
            f.write("\n".join(self.edges))
            if self.left_out:
                text = f"{self.left_out} more states; set dot.max_states, or search.depth_limit for a part"
                f.write(f"\n  more [shape=note,label={quoted(text)}];")
            f.write("\n}\n")
        if self.left_out:
            self.say(f"{self.file}: {self.left_out} states left out (dot.max_states={self.limit})")
        if self.flag("dot.print_file"):
            with open(self.file, encoding="utf-8") as f:
                self.say(f.read())


class StateSpaceDot(SimpleDot):
    """The same with where each transition's choice was made."""

    def label(self, search: Any, cg: Any) -> str:
        where = ""
        thread = cg.thread if cg else None
        frame = thread.user_frame if thread else None
        if frame:
            where = "\n" + frame.location
        return super().label(search, cg) + (f" ({cg.id})" if cg and cg.kind == "thread" else "") + where


def node(state: int) -> str:
    return "start" if state < 0 else f"s{state}"
