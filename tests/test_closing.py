"""ExecutorService.close(): a wait of a day that begins anew for ever has no limit, and has an end in each search."""

from __future__ import annotations

from typing import Any

import pytest

from tests import support

SOURCE = """
import java.util.concurrent.*;

public class Closing {
    static volatile int done;

    static class Own extends ThreadPoolExecutor {
        boolean again;

        Own() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        @Override
        public boolean awaitTermination(long t, TimeUnit u) throws InterruptedException {
            boolean ended = super.awaitTermination(t, u);
            again |= !ended;
            return ended;
        }
    }

    static Object run(String how) throws Exception {
        Thread main = Thread.currentThread();
        Object[] seen = {"-"};
        switch (how) {
            case "one": try (ExecutorService e = Executors.newFixedThreadPool(1)) { e.submit(() -> done++); } break;
            case "two":
                try (ExecutorService e = Executors.newFixedThreadPool(2)) {
                    e.submit(() -> done++);
                    e.submit(() -> done++);
                }
                break;
            case "virtual": try (ExecutorService e = Executors.newVirtualThreadPerTaskExecutor()) { e.submit(() -> done++); } break;
            case "state":
                try (ExecutorService e = Executors.newFixedThreadPool(1)) { e.submit(() -> seen[0] = main.getState()); }
                return seen[0];
            case "interrupt":
                try (ExecutorService e = Executors.newFixedThreadPool(1)) { e.submit(() -> { main.interrupt(); done++; }); }
                return Thread.interrupted();
            case "stuck":
                try (ExecutorService e = Executors.newFixedThreadPool(1)) {
                    e.submit(() -> { new CountDownLatch(1).await(); return 1; });
                }
                break;
            case "own": Own own = new Own(); own.submit(() -> done++); own.close(); return own.again;
            default: throw new IllegalArgumentException(how);
        }
        return "-";
    }

    public static void main(String[] args) throws Exception {
        System.out.println("R " + run(args[0]));
    }
}
"""
OUTCOMES = {
    "one": {"-"},
    "two": {"-"},
    "virtual": {"-"},
    # who asks is told of a wait with a limit, as ever
    "state": {"RUNNABLE", "TIMED_WAITING"},
    "interrupt": {"true"},
    # the program's own code stands between, and can tell
    "own": {"true", "false"},
}
TRANSITIONS = {"one": 39, "two": 5125, "virtual": 91}  # of dpor, which had no end


def verify(case: str, **more: Any) -> Any:
    if 25 not in support.jdks():
        pytest.skip("no JDK 25")
    classes = support.compile_texts({"Closing.java": SOURCE}, 25)
    return support.verify("Closing", case, classes=classes, jdk=25, **more)


@pytest.mark.parametrize("case", OUTCOMES)
def test_close_has_an_end(case: str) -> None:
    for search in ("dfs", "bfs", "dpor"):
        if case == "own" and search == "dpor":
            continue  # turns that the program counts have no end without states
        report = verify(case, search=search)
        assert report.ok and support.outcomes(report) == OUTCOMES[case], search
        if search == "dpor" and case in TRANSITIONS:
            assert report.statistics.transitions == TRANSITIONS[case]


def test_close_without_reductions() -> None:
    report = verify("one", search="dfs", vm__por=False)
    assert report.ok


def test_a_pool_that_never_ends_is_a_deadlock() -> None:
    """Whether or not the wait may end: a turn of it leads nowhere but to the next one."""
    searches: list[dict[str, Any]] = [{"search": s} for s in ("dfs", "bfs", "dpor")]
    for more in [*searches, {"search": "dfs", "vm__por": False}]:
        report = verify("stuck", **more)
        assert [e.kind for e in report.errors] == ["deadlock"], more
        assert "ExecutorService.close" in report.errors[0].message
        por = {k: v for k, v in more.items() if k == "vm__por"}
        again = verify("stuck", replay=report.errors[0].replay, **por)
        assert [e.kind for e in again.errors] == ["deadlock"], more
