"""Hooks of mkdocs.yml: the pages of the site that lie outside docs/, and links between them and the others."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = {  # of the repository: of the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "csrc/README.md": "engine.md",
    "examples/README.md": "examples.md",
}
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def source_of(page: str) -> str:
    """Path in the repository of a page of the site."""
    return next((source for source, name in PAGES.items() if name == page), f"docs/{page}")


def relinked(text: str, source: str) -> str:
    """Links to files of the repository lead to their pages; a file that has none is named only."""

    def one(m: re.Match[str]) -> str:
        words, target = m[1], m[2]
        path, hash_, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return m[0]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if file in PAGES:
            return f"[{words}]({PAGES[file]}{hash_}{anchor})"
        if file.startswith("docs/"):
            return f"[{words}]({file.removeprefix('docs/')}{hash_}{anchor})"
        return f"{words} (`{file}`)" if words.strip("`") != file else f"`{file}`"

    return LINK.sub(one, text)


def language(code: str) -> str:
    """Of a block, by its first line and what it is made of."""
    first = code.split("\n")[0]
    if re.match(r"(\.venv/bin/)?(jpf|make|python|mvn) ", first):
        return "sh"
    if first.startswith("{"):
        return "json"
    if re.match(r"// \w+\.java$|(int|boolean|public|import java)\b", first):
        return "java"
    python = r"# \w+\.py$|(import|from|def|class|for|with|report|graph|program|rule|whole|searches|ss|jpf) ?\b"
    if re.match(python, first) and not re.search(r";$|\{$", code, re.MULTILINE):
        return "python"
    return "properties" if re.match(r"# \w+\.jpf$|[\w.]+ = ", first) else "text"


def wider(text: str) -> str:
    """A list whose items go on at their own column, for a Markdown that wants four."""
    out: list[str] = []
    width = 2
    for line in text.split("\n"):
        if m := re.match(r"(?:[-*]|\d+\.) ", line):
            width = len(m[0])
            if width > 2 and out and out[-1].strip():
                out.append("")
        elif line.startswith("  ") and (width == 2 or (len(line) - len(line.lstrip())) % 4 == 3):
            line = " " * (4 - width) + line  # of numbered items some go on at the fourth column as they are
        out.append(line)
    return "\n".join(out)


def fenced(text: str) -> str:
    """Indented code gets a fence with its language, within a list it is indented as the site wants it."""

    def one(m: re.Match[str]) -> str:
        code = re.sub(r"(?m)^    ", "", m[0]).strip("\n")
        return f"\n```{language(code)}\n{code}\n```\n\n"

    def listed(part: str) -> str:
        return part if part.startswith("```") else wider(part)

    parts = re.split(r"(?ms)^(```.*?^```$|(?:[-*]|\d+\.) .*?(?=^(?![ \n])(?![-*] |\d+\. )|\Z))", text)
    code = re.compile(r"(?:^    .*\n|^\n(?=\n*    ))+", re.MULTILINE)
    return "".join(listed(part) if i % 2 else code.sub(one, part) for i, part in enumerate(parts))


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for source, name in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    return fenced(relinked(markdown, source_of(page.file.src_uri)))
