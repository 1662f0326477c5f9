"""The language of what people read: everyday English with contractions, and a subject that does something."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.registry import GAMES

ROOT = Path(__file__).parent.parent
SPOKEN = ("activity", "cogs", "bot/tables", "bot/places", "bot/economy", "bot/members")
"""Rooms whose string constants are sentences for members; logs and docstrings are not."""
TELL_TALES = re.compile(
    r"\b(anew|beforehand|in the end|for whom|as many|of (one's|your|their) own|somebody|anybody|everybody)\b"
    r"|\b(is that meant|the most of all|what lies|lies there|stands beside|nothing to do now|it so\b|whoever|whom)\b"
    r"|\bat most\?"
    r"|(^|[.:;] )Who (is|has|was|had|takes|plays|wants|rolls)\b(?![^.]*\?)"
    r"|\b(you|we|they) are\b(?![?.])|\byou have (taken|left|paused|claimed|changed|been)\b"
    r"|\b([Ii]t|[Tt]hat|[Tt]here|[Hh]ere) is (?!\?)"
    # money has a base, and never two words for one thing
    r"|\bmetals?\b"
    r"|\b(can|do|does|did|is|are|was|were|has|have|will|would|could) ?not\b",
    re.IGNORECASE,
)
"""Words and turns by which a translation gives itself away; see the voice of the other sentences for better ones."""
AS_IT_IS = re.compile(r"\bas it is\b|\bif not\b|\bis not offered\b", re.IGNORECASE)
"""Idioms that look like faults."""
ONE_ENGLISH = re.compile(
    r"\b(colors?|favor(s|ed|ite|able)?|honor(s|ed)?|neighbors?|gray|rumors?|armor|center)\b"
    r"|(?<![\w:{.,)\]/-])-\d",
    re.IGNORECASE,
)
"""Spellings of the other English, and a hyphen in place of a minus sign."""
STUMBLED_OVER = (
    "the evening is told",
    "counts {n} now",
    "counts 0 now",
    "by what could be known then",
    "bring it here",
    "new at this table",
    "95 % of honest counts lie",
    "loan markers 0",
    "you're sitting this one out",
    "14 seconds ago",
    "auto-pass",
    "is the fingerprint of the luck in all",
)
"""Sentences that people who played their first evening did not understand, or smiled at."""
ROOMS_WITH_DEADLINES = (
    "bot/face",
    "cogs/ui/hand",
    "cogs/ui/table",
    "cogs/live",
    "cogs/daily",
    "cogs/characters",
)
CLOCK_TIME = re.compile(r"<t:[^>]*:[tT]>")
SHOWN = re.compile(r"\{[^{}]*\}|`[^`]*`")
"""What stands in a template for a value, and what is typed: neither is English."""


def faults(text: str) -> list[str]:
    """Return the tell-tale turns of a text."""
    said = AS_IT_IS.sub("", SHOWN.sub("", text))
    return [found.group().strip() for each in (TELL_TALES, ONE_ENGLISH) for found in each.finditer(said)]


def leaves(value: Any) -> Iterator[str]:
    """Yield every string in a tree of tables and lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each)


def sentences(source: str) -> Iterator[tuple[int, str]]:
    """Yield the string constants of a module with their lines, but for docstrings and what goes into a log."""
    tree = ast.parse(source)
    silent = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "log":
            silent |= {id(below) for below in ast.walk(node)}
        raised = node.exc if isinstance(node, ast.Raise) else None
        if isinstance(raised, ast.Call) and getattr(raised.func, "id", "") != "UserError":
            silent |= {id(below) for below in ast.walk(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)) or id(node) in silent:
            continue
        if " " in node.value.strip():  # a single word is a key
            yield node.lineno, node.value


@pytest.mark.parametrize("key", GAMES)
def test_a_game_speaks_everyday_english(key: str) -> None:
    game = GAMES[key]
    texts = {**game.words, "pitch": game.pitch, "example": game.example, "rules": game.rules}
    for name, option in game.options.model_fields.items():
        extra = option.json_schema_extra if isinstance(option.json_schema_extra, dict) else {}
        texts[f"option {name}"] = f"{option.title} {option.description} {' '.join(leaves(extra))}"
    assert not {name: found for name, text in texts.items() if (found := faults(" ".join(str(text).split())))}


@pytest.mark.parametrize(
    "path",
    [
        "bot/messages.toml",
        "cogs/conduct/texts.toml",
        *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "cogs").rglob("refusals.toml"))),
    ],
)
def test_kept_sentences_speak_everyday_english(path: str) -> None:
    texts = list(leaves(tomllib.loads((ROOT / path).read_text("utf-8"))))
    assert texts
    assert not {text: found for text in texts if (found := faults(text))}


@pytest.mark.parametrize("room", SPOKEN)
def test_the_rooms_that_speak_to_members_do_so_in_everyday_english(room: str) -> None:
    wrong = {
        f"{path.relative_to(ROOT)}:{line}: {text}": found
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.name != "rows.py"  # SQL, and nothing that a member reads
        for line, text in sentences(path.read_text("utf-8"))
        if (found := faults(text))
    }
    assert not wrong


@pytest.mark.parametrize("room", ["games", "cogs", "bot"])
def test_all_texts_have_one_english_and_one_minus_sign(room: str) -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {text}": found.group()
        for path in sorted((ROOT / room).rglob("*.toml"))
        for text in leaves(_told(tomllib.loads(path.read_text("utf-8"))))
        if (found := ONE_ENGLISH.search(SHOWN.sub("", text)))
    }
    assert not wrong


def _told(node: Any) -> Any:
    """Return a tree of texts without what a machine reads: the effects of the tavern's cards."""
    if isinstance(node, dict):
        return {key: _told(value) for key, value in node.items() if key not in ("effects", "when")}
    return [_told(each) for each in node] if isinstance(node, list) else node


def test_signed_numbers_are_never_formatted_by_hand() -> None:
    """Python's own sign is a hyphen: people read `signed`, or what a template makes of a number."""
    wrong = []
    for path in (
        path
        for room in ("cogs", "bot/face", "bot/tables", "bot/economy")
        for path in sorted((ROOT / room).rglob("*.py"))
    ):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FormattedValue) and "+" in ast.unparse(
                node.format_spec or ast.Constant("")
            ):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not wrong


def test_sentences_that_newcomers_stumbled_over_stay_away() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {phrase}"
        for room in ("bot", "cogs", "games", "activity")
        for kind in ("*.py", "*.toml")
        for path in (ROOT / room).rglob(kind)
        for phrase in STUMBLED_OVER
        if phrase in path.read_text("utf-8").lower()
    }
    assert not found


def test_a_deadline_is_told_by_what_is_left_of_it_and_never_by_the_clock() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {shown}"
        for room in ROOMS_WITH_DEADLINES
        for kind in ("*.py", "*.toml")
        for path in (ROOT / room).rglob(kind)
        for shown in CLOCK_TIME.findall(path.read_text("utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "Two colors and a favor.",
        "A score of -25.",
        "Who is out plays on.",
        "Your action, and for whom the Drink is.",
        "You are in seat 3.",
        "That cannot be done here.",
        "Is that meant?",
        "Somebody else deals already.",
        "Which cards do you discard, 4 at most?",
        "The metal you play for.",
    ],
)
def test_tell_tale_turns_are_found(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "Who was first?",
        "Play Threes as it is, or add a twist?",
        "You're after Cid and Dot.",
        "Swap up to 4 cards.",
    ],
)
def test_everyday_english_passes(text: str) -> None:
    assert not faults(text)
