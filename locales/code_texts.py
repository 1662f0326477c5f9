"""The texts that Python and the page mark: by `_("…")` and its like, and by what is made of whole texts."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from bot.places.command_names import NAME
from locales.entries import Entries

ROOT = Path(__file__).parent.parent
PACKAGES = ("activity", "bot", "cogs", "games")
"""The packages that say anything to people who play."""


class Marker(NamedTuple):
    """A function whose arguments are texts, by their places: `text`, the one for many, and the context."""

    text: int = 0
    plural: int | None = None
    context: int | None = None
    template: bool = False
    """True if a renderer fills it, in the second person for the one who reads of a deed of theirs."""


MARKERS = {
    "_": Marker(),
    "N_": Marker(),
    "ngettext": Marker(0, 1),
    "pgettext": Marker(1, context=0),
    "npgettext": Marker(1, 2, 0),
    "button": Marker(),
    "Line": Marker(template=True),
}
BLOCKS = ("Gauge", "Strip", "Timeline", "Track", "Trick", "Zone")
"""The blocks of a scene that have a name over them, in the code of the games."""


PAGE = ROOT / "activity" / "web" / "src"
"""The sources of the page in TypeScript: their texts are marked like Python's, always as plain strings."""
MARKED_ON_PAGE = re.compile(
    r"""(?<![\w.])(_|pgettext|ngettext)\(\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?"""
)


def add_page_texts(entries: Entries) -> None:
    """Add what the page of the Activity marks."""
    for path in sorted(PAGE.glob("*.ts*")):
        for name, *quoted in MARKED_ON_PAGE.findall(path.read_text(encoding="utf-8")):
            first, second = (json.loads(each) if each else "" for each in quoted)
            file = path.relative_to(ROOT).as_posix()
            if name == "pgettext":
                entries.add(second, file, context=first)
            else:
                entries.add(first, file, plural=second if name == "ngettext" else "")


def add_code_texts(entries: Entries) -> None:
    """Add what the code of all packages marks, file by file, then what the page marks."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            add_file_texts(entries, path)
    add_page_texts(entries)


def add_file_texts(entries: Entries, path: Path) -> None:
    """Add what one file marks."""
    file = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            _add_names(entries, file, node.keywords, {"group_name"})
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in ("command", "Group"):
            _add_names(entries, file, node.keywords, {"name"})
            _add_descriptions(entries, file, node.keywords, {"description"})
        elif name == "rename":
            _add_names(entries, file, node.keywords)
        elif name == "describe":
            _add_descriptions(entries, file, node.keywords)
            for option in node.keywords:
                entries.add(option.arg or "", file, "an option of a command", context=NAME)
        elif name == "Choice":
            _add_descriptions(entries, file, node.keywords, {"name"})
        marker = Marker() if name in BLOCKS and file.startswith("games/") else MARKERS.get(name)
        if marker is None or len(node.args) <= marker.text:
            continue
        plural = _one(node, marker.plural)
        context = _one(node, marker.context)
        for text in _texts(node.args[marker.text]):
            if marker.template:
                entries.add_template(text, file)
            else:
                entries.add(text, file, plural=plural, context=context)


def _add_names(
    entries: Entries, file: str, keywords: Iterable[ast.keyword], of: Collection[str] = ()
) -> None:
    """Add the names of commands or options in the arguments of these names; none named: in all."""
    for keyword in keywords:
        for text in _texts(keyword.value) if not of or keyword.arg in of else ():
            entries.add(text, file, "a command", context=NAME)


def _add_descriptions(
    entries: Entries, file: str, keywords: Iterable[ast.keyword], of: Collection[str] = ()
) -> None:
    """Add what Discord says under commands, options and choices."""
    for keyword in keywords:
        for text in _texts(keyword.value) if not of or keyword.arg in of else ():
            entries.add(text, file, "said of a command, 100 letters at most")


def _one(call: ast.Call, place: int | None) -> str:
    return next(_texts(call.args[place]), "") if place is not None and place < len(call.args) else ""


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts of an argument: a constant, or the two of a condition; nothing of what is worked out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
