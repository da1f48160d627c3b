"""jpf-core, from a build directory that the user names."""

from __future__ import annotations

import re
from pathlib import Path

from jpfpy.target.jdk import JDK

from .measure import Sample, timed


def explore(
    name: str, build: str, java: JDK, classes: str, cls: str, args: list[str], properties: dict[str, str]
) -> Sample:
    home = Path(build)
    jars = [p for p in (home / "build" / "RunJPF.jar", home / "RunJPF.jar") if p.exists()]
    if not jars:
        return Sample(name, "jpf-core", 0, 0, 0, note=f"no RunJPF.jar in {build}")
    base = jars[0].parent.parent if jars[0].parent.name == "build" else home
    flags = ["-Xmx4g", f"-Djpf.app={base}", "-jar", str(jars[0]), f"+classpath={classes}", "+report.console.start="]
    extra = (
        []
        if properties.get("vm.por", "true") == "true"
        else ["+vm.scheduler.sharedness.class=.vm.GlobalSharednessPolicy"]
    )
    s = timed(name, "jpf-core", [f"{java.home}/bin/java", *flags, *extra, cls, *args], 1)
    empty = timed(name, "jpf-core", [f"{java.home}/bin/java", *flags, "JpfpyHello"], 1)
    s.less(empty)
    match = re.search(r"new=(\d+),visited=(\d+)", s.extra["output"])
    if match:
        s.states_new, s.states_visited = int(match[1]), int(match[2])
    s.note = "no errors detected" if "no errors detected" in s.extra["output"] else "see output"
    return s
