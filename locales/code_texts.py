"""The texts that Python and the page mark: by `_("…")` and its like, and by what is made of whole texts."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
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
    "spelled": Marker(template=True),
    "BadAmount": Marker(),
    "BadChoice": Marker(),
    "Odds": Marker(template=True),
}
NAMED = {
    "Circle": 0,
    "Gauge": 0,
    "Hand": 2,
    "Open": 0,
    "Strip": 0,
    "Timeline": 0,
    "Track": 0,
    "Trick": 0,
    "Zone": 0,
}
"""What has a name over it on the table, in the code of the games, with the place of the name among its arguments."""


class Control(NamedTuple):
    """An argument of a function that makes a control: its place, what it is for, and how many letters Discord shows."""

    argument: int
    use: str
    most: int


CONTROLS: Mapping[str, tuple[Control, ...]] = {
    "button": (Control(0, "a button", 80),),
    "link": (Control(0, "a button", 80),),
    "option": (Control(0, "a line of a select", 100), Control(2, "below a line of a select", 100)),
    "select": (Control(0, "a select", 150),),
    "channel_select": (Control(0, "a select", 150),),
    "user_select": (Control(0, "a select", 150),),
    "role_select": (Control(0, "a select", 150),),
    "form": (Control(0, "the title of a modal", 45),),
    "labelled": (Control(0, "over a field of a modal", 45),),
    "modal": (
        Control(0, "the title of a modal", 45),
        Control(2, "over a field of a modal", 45),
        Control(3, "below a field of a modal", 100),
    ),
}
"""The functions of `cogs.ui` that make controls. A text within their arguments is read there."""


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
    """Add what the code of all packages marks, then what the page marks; and where a text stands on a control."""
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    for path, tree in trees.items():
        add_file_texts(entries, path, tree)
    add_page_texts(entries)
    for tree in trees.values():
        for text, control in texts_on_controls(tree):
            entries.limit(text, control.use, control.most)


def texts_on_controls(tree: ast.AST) -> Iterator[tuple[str, Control]]:
    """Yield every text of a file that stands on a control, or in the variable that does in the same function."""
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        assigned = {
            target.id: node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(scope):
            if not isinstance(call, ast.Call):
                continue
            for control in CONTROLS.get(_name_of(call), ()):
                if control.argument < len(call.args):
                    node = call.args[control.argument]
                    if isinstance(node, ast.Name):
                        node = assigned.get(node.id, node)
                    for text in _said_in(node):
                        yield text, control


def _said_in(node: ast.expr) -> Iterator[str]:
    """Yield the texts of an expression that is shown: its own, and those that it marks; none that are only values."""
    yield from _texts(node)
    if isinstance(node, ast.IfExp):
        yield from (*_said_in(node.body), *_said_in(node.orelse))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        yield from _said_in(node.func.value)
    elif isinstance(node, ast.Call) and (marker := MARKERS.get(_name_of(node))) is not None:
        for place in (marker.text, marker.plural):
            if place is not None and place < len(node.args):
                yield from _said_in(node.args[place])


def _name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def add_file_texts(entries: Entries, path: Path, tree: ast.AST) -> None:
    """Add what one file marks."""
    file = path.relative_to(ROOT).as_posix()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            _add_names(entries, file, node.keywords, {"group_name"})
        if not isinstance(node, ast.Call):
            continue
        name = _name_of(node)
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
        named = name in NAMED and file.startswith("games/")
        marker = Marker(NAMED[name]) if named else MARKERS.get(name)
        if marker is None or len(node.args) <= marker.text:
            continue
        plural = _one(node, marker.plural)
        context = _one(node, marker.context)
        for text in _texts(node.args[marker.text]):
            if marker.template:
                entries.add_template(text, file)
            else:
                entries.add(
                    text,
                    file,
                    "a name over cards, dice or numbers" if named else "",
                    plural=plural,
                    context=context,
                )


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
