"""jpf-core, from a build directory that the user names."""

from __future__ import annotations

import re
from pathlib import Path

from jpfpy.target.jdk import JDK

from .measure import Sample, timed

RUN = "gov.nasa.jpf.tool.RunJPF"
EVERYTHING = "+vm.scheduler.sharedness.class=.vm.GlobalSharednessPolicy"


def explore(
    name: str,
    build: str,
    java: JDK,
    classes: str,
    cls: str,
    args: list[str],
    properties: dict[str, str],
    timeout: float = 600,
) -> Sample:
    home = Path(build)
    jars = [p for p in (home / "build" / "jpf.jar", home / "jpf.jar") if p.exists()]
    if not jars:
        return Sample(name, "jpf-core", 0, 0, 0, note=f"no jpf.jar in {build}")
    base = jars[0].parent.parent if jars[0].parent.name == "build" else home
    java_command = [f"{java.home}/bin/java", "-Xmx4g", f"-Djpf.app={base}", "-cp", str(jars[0]), RUN]
    command = [*java_command, f"+classpath={classes}", "+report.console.start="]
    full = properties.get("vm.por", "true") != "true"
    s = timed(name, "jpf-core", [*command, *([EVERYTHING] if full else []), cls, *args], 1, timeout)
    s.less(timed(name, "jpf-core", [*command, "JpfpyHello"], 1))
    s.reduction = "global sharedness" if full else "its own"
    match = re.search(r"new=(\d+),visited=(\d+)", s.extra["output"])
    if match:
        s.states_new, s.states_visited = int(match[1]), int(match[2])
        s.transitions = s.states_new + s.states_visited
    fine = "no errors detected" in s.extra["output"]
    s.note = s.note or ("no errors detected" if fine else "see output")
    return s
