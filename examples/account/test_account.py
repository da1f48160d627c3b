"""The same question from Python: python -m pytest examples/account"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jpfpy

HERE = Path(__file__).parent


def test_a_deposit_can_be_lost() -> None:
    report = jpfpy.verify(HERE / "Account.java")
    error = report.errors[0]
    assert error.exception == "java.lang.AssertionError"
    assert "balance is" in error.message
    # the path can be taken again, exactly
    again = jpfpy.verify(HERE / "Account.java", replay=error.replay)
    assert again.errors[0].trace == error.trace


def test_the_same_with_the_fixture_of_the_plugin(jpf: Callable[..., Any]) -> None:
    error = jpf("Account.java").raises("java.lang.AssertionError", match="balance is")
    assert error.thread == "main"
