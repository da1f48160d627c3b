"""The state graph for GraphViz: a node for each state, an edge for each transition, with its thread and choice.

jpf +listener=state_graph:StateGraph Bank.java; dot -Tsvg -O states.dot

(The shipped SimpleDot and StateSpaceDot do this with more detail.)"""

import jpfpy


class StateGraph(jpfpy.Listener):
    def search_started(self, search):
        self.edges, self.ends, self.last = [], set(), -1

    def state_advanced(self, search):
        t = search.transition
        self.edges.append(f'  {self.last} -> {search.state_id} [label="{t.thread.name}: {t.label}"];')
        if search.is_end_state:
            self.ends.add(search.state_id)
        self.last = search.state_id

    def state_backtracked(self, search):
        self.last = search.state_id

    state_restored = state_backtracked

    def search_finished(self, search):
        nodes = [f"  {state} [shape=doublecircle];" for state in sorted(self.ends)]
        with open("states.dot", "w") as file:
            file.write("\n".join(["digraph states {", *nodes, *self.edges, "}\n"]))
        print(f"states.dot: {len(self.edges)} edges, {len(self.ends)} end states")
