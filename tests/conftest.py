"""Reports that several test modules look at: a deadlock, and a whole search without an error."""

from __future__ import annotations

import pytest

import jpfpy
from tests import support

CONFIG = {"vm.jdk": support.default_jdk(), "vm.cache": support.cache_dir()}


@pytest.fixture(scope="session")
def deadlock() -> jpfpy.Report:
    return jpfpy.verify(support.TESTS / "java" / "conc" / "DiningDeadlock.java", config=CONFIG)


@pytest.fixture(scope="session")
def whole() -> jpfpy.Report:
    return jpfpy.verify("DiningOrdered", classpath=[support.compiled("conc")], config=CONFIG)
