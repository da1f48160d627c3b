"""The JSON report as text: indented, for it is read, too."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..raw import RawReport

# More errors than somebody reads have a line each: only text without indentation is made by json's C code, which takes
# a tenth of the time, and there may be tens of thousands (search.multiple_errors).
READ = 100
NONE, SOME = '\n  "errors": []', '\n  "errors": [\n    %s\n  ]'


def json_text(report: RawReport, indent: int | None = 2, ascii: bool = True) -> str:
    errors = report.get("errors", [])
    if indent != 2 or len(errors) <= READ:
        return json.dumps(report, indent=indent, ensure_ascii=ascii)
    lines = ",\n    ".join([json.dumps(e, ensure_ascii=ascii) for e in errors])
    before, after = json.dumps({**report, "errors": []}, indent=2, ensure_ascii=ascii).split(NONE)
    return before + SOME % lines + after
