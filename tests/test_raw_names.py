"""A member's name, which they choose themselves, goes into no sentence but through `bot.members.names`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from cogs.characters.cog import Story, story_message

ROOT = Path(__file__).parents[1]
NO_MEMBERS = {
    "aim.name",
    "beside.name",
    "channel.name",
    "database.name",
    "each.name",
    "entry.name",
    "field.name",
}
NO_MEMBERS |= {
    "path.name",
    "Path(command[0]).name",
    "found.name",
    "gauge.name",
    "origin.name",
    "output.name",
    "self.name",
}
"""Expressions that name something else: a setting, a file, a channel, a target of a move."""
PLACES = {
    "bot/simulation/": "simulated members, in the log of a world",
    "bot/tables/live_table.py": "tells people in a seat apart, and is shown to nobody",
    "cogs/ui/table/strength.py": "names of computer players, which are ours",
}
"""Where names are told as they are, each with its reason."""


def told(source: str) -> set[str]:
    """Return the attributes called `name` that a module puts into a text."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        values: list[ast.expr] = []
        if isinstance(node, ast.FormattedValue):
            values = [node.value]
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"
        ):
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node.func).rpartition(".")[2] in ("join", "listed")
            and node.args
            and isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp))
        ):
            # words that are put together without being formatted, as a `Name` can't notice
            values = [node.args[0].elt]
        for value in values:
            if isinstance(value, ast.Attribute) and value.attr in (
                "name",
                "display_name",
                "global_name",
                "nick",
            ):
                found.add(ast.unparse(value))
    return found


def test_no_sentence_tells_a_name_raw() -> None:
    assert told("_('Planned by {name}.').format(name=night.name)") == {"night.name"}
    assert told("f'{seat.name} rolls'") == {"seat.name"}
    assert told("', '.join(each.display_name for each in people)") == {"each.display_name"}
    raw = {
        f"{path}: {name}"
        for folder in ("bot", "cogs", "activity")
        for file in (ROOT / folder).rglob("*.py")
        if not (path := file.relative_to(ROOT).as_posix()).startswith(tuple(PLACES))
        for name in told(file.read_text("utf-8")) - NO_MEMBERS
    }
    assert raw == set()


def test_what_is_known_of_a_member_has_their_name_as_a_name() -> None:
    """A record with a member's id and name carries a `Name`, which no sentence can tell raw."""
    raw = {
        f"{path}: {node.name}"
        for folder in ("activity", "bot", "cogs", "db")
        for file in (ROOT / folder).rglob("*.py")
        if not (path := file.relative_to(ROOT).as_posix()).startswith("bot/simulation/")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and raw_name_of_a_member(node)
    }
    assert raw == set()


def raw_name_of_a_member(record: ast.ClassDef) -> bool:
    """Return whether a class has a member's id, and their name as plain text."""
    fields = {
        ast.unparse(field.target): ast.unparse(field.annotation)
        for field in record.body
        if isinstance(field, ast.AnnAssign)
    }
    return bool(fields.keys() & {"user_id", "member"}) and "str" in fields.get("name", "")


def test_a_story_links_hides_and_mentions_nothing() -> None:
    words = "[a](https://x.y) [b](https://evil.com) \u202eabc https://c.d @everyone <@1> *loud*"
    [box] = story_message("Ann", words, Story(1, 2, 0), "x")["components"]
    said = box["components"][0]["content"]
    assert not re.search(r"(?<!\\)\]\(", said)
    assert not [each for each in ("://", "\u202e", "@everyone", "<@1>", " *loud*") if each in said]
    assert "abc" in said
    long = "once upon a time " * 15
    assert long.strip() in str(story_message("Ann", long, Story(1, 2, 0), "x"))
