"""Evenings of Adventurer's Choice, told in a few words."""

from __future__ import annotations

from typing import Any

from games.engine import SceneHeader
from games.parlour.adventurers_choice import GAME
from tests.helpers.script import Script

BETWEEN = ("game", "terms", "loan")
"""Kinds of the questions between two games."""


def evening(seats: str = "ABC", **settings: Any) -> Script:
    """A night in which A starts; of its settings `stakes`, `carry`, `cards` and `rolls` are those of the script."""
    script = {name: settings.pop(name) for name in ("stakes", "carry", "cards", "rolls") if name in settings}
    return Script(GAME, seats, settings=settings, **script)


def all_press_next(s: Script) -> Script:
    """Everyone has read how the last game ended."""
    while not s.match.over and s.kind() == "next":
        ask = next(ask for ask in s.match.open.values() if not ask.answered)
        s.match.answer(ask.id, ask.seat, "next")
    return s


def chooses(s: Script, game: str, *terms: str) -> Script:
    """The Starting Player chooses a game and what is added to it."""
    all_press_next(s)
    who = s.asked("game")
    s.does(**{who: game})
    for term in terms:
        s.does(**{who: term})
    return s.does(**{who: "play"}) if not s.match.over and s.asked("terms") else s


def plays_out(s: Script) -> Script:
    """The game goes on by defaults until something is asked between two games."""
    while not s.match.over and s.kind() not in BETWEEN:
        ask = next(ask for ask in s.match.open.values() if not ask.answered)
        s.match.answer(ask.id, ask.seat, ask.prompt.default, "timeout")
    return s


def plays(s: Script, game: str = "rogues_and_warriors", *terms: str) -> Script:
    """A game is chosen and played by defaults."""
    return plays_out(chooses(s, game, *terms))


def idles(s: Script) -> Script:
    """A game for shares of 0 is played: no money moves. Only in nights with `share=0`."""
    before = s.money
    plays(s, "rogues_and_warriors", "shares")
    assert s.match.over or s.money == before
    return s


def starters(s: Script) -> str:
    """Return the Starting Player of each game so far."""
    return "".join(s.name(event.values["seat"]) for event in s.told("chooses"))


def chosen(s: Script) -> list[str]:
    """Return the games played so far, with their additions."""
    return [event.values["title"] for event in s.told("chooses")]


def head(s: Script) -> SceneHeader:
    """The head of what spectators see."""
    block: SceneHeader = s.scene_block(SceneHeader)
    return block


def markers(s: Script) -> dict[str, str]:
    """Loan Markers (`+1`) and Debt Markers (`-1`) of each seat, as the head of the table tells them."""
    found: dict[str, str] = {}
    for line in head(s).facts:
        if "markers" in line.values:
            name, sign = s.name(line.values["seat"]), "+" if "Loan" in line.values["markers"].text else "-"
            found[name] = f"{found.get(name, '')}{sign}{line.values['n']}"
    return found
