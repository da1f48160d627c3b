"""Structured concurrency (java.util.concurrent.StructuredTaskScope, in preview): a scope's threads are counted out."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import support

SCOPES = """
import java.util.concurrent.*;

public class Scopes {
    static volatile int x;

    static <T> T open(boolean platform, StructuredTaskScope.Joiner<Integer, T> joiner) throws Exception {
        var kind = Thread.ofPlatform().factory();
        try (var scope = platform ? StructuredTaskScope.open(joiner, c -> c.withThreadFactory(kind))
                : StructuredTaskScope.open(joiner)) {
            scope.fork(() -> x = 1);
            scope.fork(() -> x + 2);
            return scope.join();
        }
    }

    public static void main(String[] args) throws Exception {
        boolean platform = args[1].equals("platform");
        switch (args[0]) {
            case "all" -> System.out.println("R " + open(platform, StructuredTaskScope.Joiner
                    .<Integer>allSuccessfulOrThrow()).mapToInt(s -> s.get()).sum());
            case "any" -> System.out.println("R " + open(platform, StructuredTaskScope.Joiner
                    .<Integer>anySuccessfulResultOrThrow()));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
"""
OUTCOMES = {"all": {"3", "4"}, "any": {"1", "2", "3"}}


@pytest.mark.skipif(25 not in support.jdks(), reason="needs JDK 25")
@pytest.mark.parametrize("threads", ("virtual", "platform"))
@pytest.mark.parametrize("how", OUTCOMES)
def test_a_scope_waits_for_its_threads(how: str, threads: str, tmp_path: Path) -> None:
    (tmp_path / "Scopes.java").write_text(SCOPES)
    for search in ("dfs", "bfs"):
        report = support.verify(
            tmp_path / "Scopes.java", how, threads, jdk=25, vm__args="--enable-preview", search=search
        )
        assert report.ok and support.outcomes(report) == OUTCOMES[how], search
