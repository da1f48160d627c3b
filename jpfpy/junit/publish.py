"""Reports of a suite for other tools: one file for all of its tests."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..config.publishers import outputs_of
from ..errors import ConfigError
from ..report.publish import render, render_with
from ..report.publish.output import check_writable, write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..config import Config
    from ..raw import RawReport
    from .run import Result


class SuiteReports:
    """Raises ConfigError, before a test is run, for a publisher that is not known or a file that cannot be written."""

    def __init__(self, config: Config, text: Callable[[str], object]) -> None:
        self.config, self.text = config, text
        self.outputs, console = outputs_of(config)
        check_writable(*(f for _, f in self.outputs.values()))
        self.owns_stdout = any(f == "-" for _, f in self.outputs.values())
        self.console = console and not config.get_bool("jpf.quiet") and not self.owns_stdout

    def finish(self, report: RawReport, results: Sequence[Result]) -> None:
        failed: ConfigError | None = None
        for kind, file in self.outputs.values():
            try:
                if kind == "html":
                    from .page import page

                    text = page(report, results, self.config)
                elif kind == "junit":
                    text = junit_xml(results)
                elif isinstance(kind, str):
                    text = render(kind, report, self.config)
                else:
                    text = render_with(kind, self.config, report)
                if file == "-":
                    self.text(text)
                else:
                    write_file(file, text)
            except ConfigError as e:  # the others are written all the same
                failed = failed or e
        if failed is not None:
            raise failed


def junit_xml(results: Sequence[Result]) -> str:
    """A test suite for each class, a test case for each test; what was not explored whole is an error."""
    from ..report.publish.junit import text as error_text
    from ..report.publish.xml import escape, quoteattr

    started = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for n, cls in enumerate(dict.fromkeys(r.test.cls for r in results)):
        mine = [r for r in results if r.test.cls == cls]
        number = {o: sum(r.outcome in names for r in mine) for o, names in XML_COUNTS.items()}
        counts = " ".join(f'{o}="{k}"' for o, k in number.items())
        package, _, name = cls.rpartition(".")
        out.append(
            f'  <testsuite id="{n}" package={quoteattr(package)} name={quoteattr(name)} timestamp="{started}"'
            f' hostname="localhost" tests="{len(mine)}" {counts} time="{sum(r.seconds for r in mine):.3f}">'
        )
        out.append("    <properties/>")
        for r in mine:
            method = r.name.partition("#")[2]
            out.append(f'    <testcase classname={quoteattr(cls)} name={quoteattr(method)} time="{r.seconds:.3f}">')
            message = quoteattr(r.message.split("\n")[0])
            if r.outcome == "failed":
                text = "\n\n".join(error_text(e) for e in r.report["errors"]) if r.report else r.message
                kind = r.report["errors"][0]["kind"] if r.report and r.report["errors"] else "failure"
                out.append(f"      <failure type={quoteattr(kind)} message={message}>{escape(text)}</failure>")
            elif r.outcome == "skipped":
                out.append("      <skipped/>")
            elif r.outcome != "passed":
                out.append(f'      <error type="{r.outcome}" message={message}>{escape(r.message)}</error>')
            out.append("    </testcase>")
        printed = "".join(r.report["output"] for r in mine if r.report)
        notes = "\n".join(n for r in mine for n in r.notes)
        out += [f"    <system-out>{escape(printed)}</system-out>", f"    <system-err>{escape(notes)}</system-err>"]
        out.append("  </testsuite>")
    return "\n".join([*out, "</testsuites>"]) + "\n"


XML_COUNTS = {"failures": ("failed",), "errors": ("incomplete", "error"), "skipped": ("skipped",)}
