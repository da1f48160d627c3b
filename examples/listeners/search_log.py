"""JPF's search log: what the depth-first search does, line by line.

jpf +listener=search_log:SearchLog Bank.java"""

import jpfpy


class SearchLog(jpfpy.Listener):
    def search_started(self, search):
        print("search started")

    def state_advanced(self, search):
        kind = "new" if search.is_new_state else "visited"
        end = ", end" if search.is_end_state else ""
        t = search.transition
        print(f"{'  ' * search.depth}> state {search.state_id} ({kind}{end}) by {t.thread.name}: {t.label}")

    def state_backtracked(self, search):
        print(f"{'  ' * search.depth}< back to {search.state_id}")

    def property_violated(self, search):
        print("error:", search.last_error["message"])

    def search_finished(self, search):
        print("search finished")
