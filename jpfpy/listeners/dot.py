"""The state graph as a GraphViz file, written while the search goes on: SimpleDot and StateSpaceDot.

dot.file; dot.print_file (shows the file at the end); dot.max_states (default 2000, 0: no limit): the graph is cut off
there, a note in it and a line at the end say how many states are missing and how to have more or less of them.
GraphViz's dot draws some hundred states, its sfdp the 2000 (a quarter of a minute for four threads); more are for
other tools."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any, TextIO

from ..errors import ConfigError
from ..listener import Listener
from ._base import Printing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..config import Config
    from ..views import Search

ADVICE = "set dot.max_states for more of them, or search.depth_limit or a smaller program for fewer"
DRAWN_BY_DOT = 300  # states; more take dot longer than anybody waits


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class _Graph(Printing):
    """The file, and which states are in it."""

    default_file = "jpf-state-space.dot"

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.limit = self.number("dot.max_states", 2000)
        self.file = self.setting("dot.file")
        self.graph: TextIO = StringIO()
        self.known: set[int] = set()  # states in the graph
        self.left_out: set[int] = set()
        self.last = -1

    def begin(self, search: Search) -> None:
        self.file = self.file or self.name(search)
        try:
            self.graph = open(self.file, "w", encoding="utf-8")
        except OSError as e:
            raise ConfigError(f"dot.file={self.file}: {e.strerror or e}") from None
        self.known.clear()
        self.left_out.clear()
        self.last = -1

    def name(self, search: Search) -> str:
        return self.default_file

    def write(self, text: str) -> None:
        self.graph.write(text + "\n")

    def fits(self, state: int) -> bool:
        """Is the state in the graph, or is there room for it?"""
        if state in self.known:
            return True
        if self.limit and len(self.known) >= self.limit:
            self.left_out.add(state)
            return False
        self.known.add(state)
        return True

    def finish(self) -> None:
        if self.left_out:
            text = f"{len(self.left_out)} more states"
            self.write(f"  more [shape=note,label={quoted(text)}];")
        self.write("}")
        self.graph.close()
        tool = "dot" if len(self.known) <= DRAWN_BY_DOT else "sfdp"
        self.say(f"dot file generated: {self.file} ({len(self.known)} states); {tool} -Tsvg -O {self.file} draws it")
        if self.left_out:
            self.say(f"{len(self.left_out)} states are left out (dot.max_states={self.limit}): {ADVICE}")
        if self.flag("dot.print_file"):
            with open(self.file, encoding="utf-8") as f:
                self.say(f.read())

    def publish(self) -> dict[str, Any]:
        return {"file": self.file, "states": len(self.known), "left out": len(self.left_out)}


# What JPF's SimpleDot draws unless the keys say otherwise.
ATTRIBUTES = {
    "graph_attr": "pad=0.5",
    "node_attr": "shape=circle,style=filled,fillcolor=white",
    "edge_attr": "fontsize=10,fontname=Helvetica,fontcolor=blue,color=cadetblue,"
    'style="setlinewidth(0.5)",arrowhead=empty',
    "start_node_attr": "fillcolor=green",
    "end_node_attr": "shape=doublecircle,fillcolor=cyan",
    "error_node_attr": "color=red,fillcolor=lightcoral",
    "new_edge_attr": "arrowhead=normal",
    "visited_edge_attr": "arrowhead=vee",
    "bt_edge_attr": 'arrowhead=onormal,color=gray52,style="dotted"',
    "restore_edge_attr": 'arrowhead=onormal,color=red,style="dotted"',
}


def opening(name: str, a: Mapping[str, str]) -> str:
    """The first lines of a graph, by attributes like ATTRIBUTES; S is the start."""
    text = f"digraph {quoted(name)} {{\nnode [{a['node_attr']}]\nedge [{a['edge_attr']}]\n{a['graph_attr']}\n"
    return f"{text}\nlabel={quoted(name)}\nS [{a['start_node_attr']}]  // start state"


class SimpleDot(_Graph, Listener):
    """For papers: states by number, end states with two circles, start, end and error states coloured; an edge has the
    choice at its beginning and what comes next at its end; backtracking as dotted edges. JPF: SimpleDot, with its keys
    dot.graph_attr, node_attr, edge_attr, start_node_attr, end_node_attr, error_node_attr, new_edge_attr,
    visited_edge_attr, bt_edge_attr, restore_edge_attr and dot.show_target (the object, too); dot.file: TARGET.dot."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.attr = {k: self.setting(f"dot.{k}", v) for k, v in ATTRIBUTES.items()}
        self.target = self.flag("dot.show_target")
        self.seen: set[tuple[int, int]] = set()
        self.error = ""

    def name(self, search: Search) -> str:
        import os

        app = os.path.basename(self.setting("target") or "jpf").removesuffix(".java").removesuffix(".jar")
        return app.replace("+", "__").replace(".", "_") + ".dot"

    def search_started(self, search: Search) -> None:
        self.begin(search)
        self.seen.clear()
        app = self.setting("target") or "jpf"
        self.write(opening(app, self.attr))

    search_restarted = search_started

    def _node(self, state: int) -> str:
        return "S" if state < 0 else str(state)

    def _edge(self, to: str, attr: str, head: str = "", search: Search | None = None) -> None:
        label = f"label={quoted(self._choice(search))}," if search is not None else ""
        more = f",headlabel={quoted(head)}" if head else ""
        self.write(f"{self._node(self.last)} -> {to} [{label}{attr}{more}]")

    def _choice(self, search: Search) -> str:
        cg = search.vm.choice_generator
        if cg is None:
            return ""
        return f"T{cg.thread_id}" if cg.kind == "thread" else str(cg.value)

    def _next(self, search: Search) -> str:
        """What the state's choice is about: the field, lock or method its thread stands at."""
        cg = search.vm.next_choice_generator
        insn = cg.insn if cg else None
        if insn is None:
            return ""
        if insn.is_field:
            what = f"{'put' if insn.is_write else 'get'} {insn.name}"
            owner = insn.owner.rpartition(".")[2]
        elif insn.is_invoke:
            what, owner = f"{insn.name}()", insn.owner.rpartition(".")[2]
        else:
            return "sync" if insn.op == 0xC2 else str(insn.mnemonic)
        return f"{owner}.{what}" if self.target and owner else what

    def state_advanced(self, search: Search) -> None:
        state, edge = search.state_id, (self.last, search.state_id)
        if search.is_error_state or edge in self.seen or not self.fits(state):
            self.last = state
            return
        a = self.attr
        self.seen.add(edge)
        if search.is_new_state and not search.is_end_state:
            self._edge(str(state), a["new_edge_attr"], self._next(search), search)
        elif search.is_end_state:
            self._edge(str(state), a["new_edge_attr"], "return", search)
            self.write(f"{state} [{a['end_node_attr']}]  // end state")
        else:
            self._edge(str(state), a["visited_edge_attr"], "", search)
        self.last = state

    def property_violated(self, search: Search) -> None:
        error = search.last_error
        self.error = f"e{search.n_errors}"
        what = ""
        if error is not None:
            what = "deadlock" if error.kind == "deadlock" else error.exception or error.property
        path = search.vm.path
        parent = search.parent_state_id if path else -1
        last, self.last = self.last, parent
        self._edge(self.error, self.attr["new_edge_attr"], str(what).rpartition(".")[2], search)
        self.write(f"{self.error} [{self.attr['error_node_attr']}]  // error state")
        self.last = last

    def _back(self, search: Search, attr: str, comment: str) -> None:
        state = search.state_id
        if (self.last, state) not in self.seen and (self.last in self.known or self.last < 0) and state in self.known:
            self.seen.add((self.last, state))
            source = self.error or self._node(self.last)
            self.write(f"{source} -> {self._node(state)} [{self.attr[attr]}]  // {comment}")
        self.error = ""
        self.last = state

    def state_backtracked(self, search: Search) -> None:
        self._back(search, "bt_edge_attr", "backtrack")

    def state_restored(self, search: Search) -> None:
        self._back(search, "restore_edge_attr", "restored")

    def search_finished(self, search: Search) -> None:
        self.finish()


class StateSpaceDot(_Graph, Listener):
    """The whole graph for a look at small programs: circles for states (green: end, red diamond: error), boxes for
    transitions, with the thread, the choice and the line that it led to. JPF: StateSpaceDot; dot.file:
    jpf-state-space.dot."""

    def __init__(self, config: Config | None = None) -> None:
        super().__init__(config)
        self.edges = 0

    def search_started(self, search: Search) -> None:
        self.begin(search)
        self.edges = 0
        self.write("digraph jpf_state_space {")
        self.write('  start [label="start",shape=circle,color=black];')

    search_restarted = search_started

    def state_advanced(self, search: Search) -> None:
        last, state = self.last, search.state_id
        self.last = state
        known = state in self.known
        if not self.fits(state) or (last >= 0 and last not in self.known):
            return
        if not known and not search.is_error_state:
            shape = "egg,color=green" if search.is_end_state else "circle,color=black"
            self.write(f"  {node(state)} [label={quoted(str(state))},shape={shape}];")
        n = self.edges
        self.edges += 1
        self.write(f"  {node(last)} -> tr{n};")
        self.write(f"  tr{n} [label={quoted(self._label(search))},shape=box];")
        self.write(f"  tr{n} -> {node(state)};")

    def _label(self, search: Search) -> str:
        t = search.transition
        if t is None or t.choice_generator is None:
            return "-init-"
        cg, thread = t.choice_generator, t.thread
        frame = thread.user_frame if thread else None
        where = frame.location if frame else "ended"
        value = "" if cg.kind == "thread" else f" = {cg.value}"
        return f"Thd{t.thread_index}:{where}\n{cg.id}{value}"

    def property_violated(self, search: Search) -> None:
        error = search.last_error
        if self.fits(search.state_id):
            label = quoted(f"{search.state_id}:{error.property if error else ''}")
            self.write(f"  {node(search.state_id)} [label={label},shape=diamond,color=red];")

    def state_backtracked(self, search: Search) -> None:
        self.last = search.state_id

    state_restored = state_backtracked

    def search_finished(self, search: Search) -> None:
        self.finish()


def node(state: int) -> str:
    return "start" if state < 0 else f"st{state}"
