"""Scenarios of The Wheel: hands are dealt from A on, then the Clock, then what is drawn, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import RAIL, Choose, CirclePlace, Pick
from games.parlour.the_wheel import GAME
from games.parlour.the_wheel.board import CIRCLE, CLOSED, wheel_seen
from tests.helpers.script import Script

ONE = "W.hawk L.hawk B.hawk M.hawk M.hawk R.hawk R.hawk"
TWO = "W.owl L.owl B.owl M.owl M.owl R.owl R.owl"
THREE = "W.hare L.hare B.hare M.hare M.hare R.hare R.hare"
CLOCK = "R.wolf R.wolf R.wolf"
"""All go to the Warrior spoke."""


def night(*cards: str, seats: str = "AB", **more: Any) -> Script:
    """A game; A starts. `cards`: the hands, the Clock, and what is drawn."""
    return Script(GAME, seats, cards=" ".join(cards), **more)


def plays(s: Script, name: str, card: str, to: str) -> Script:
    """A turn in its two presses: the card, then its spoke (or `clock`)."""
    prompt = s.ask(name).prompt
    assert isinstance(prompt, Pick)
    return s.does(**{name: [prompt.items.index(card)]}).does(**{name: to})


def turns(s: Script, *moves: str) -> Script:
    """Turns in a row, each written `A R.hawk L`; what is drawn must be rigged."""
    for move in moves:
        plays(s, *move.split())
    return s


def idle(s: Script) -> Script:
    """Answer every question by default until bets are made or the game is over."""
    return s.defaults("bet")


def checked(s: Script) -> Script:
    """All check this round."""
    while not s.match.over and s.kind() == "bet":
        s.each(s.asked(), "check")
    return s


def to_the_end(s: Script) -> Script:
    """Defaults and checks until the game is over."""
    s.defaults()
    assert s.match.over
    return s


def stands(s: Script, viewer: int = RAIL) -> dict[str, CirclePlace]:
    """Return the visible places of the Wheel, by spoke."""
    return {stand.name[0]: stand for stand in wheel_seen(s.match.scene(viewer)).places}


def rows(s: Script, viewer: int = RAIL) -> dict[str, list[str]]:
    """Return the cards on the Wheel, by spoke and part: `{"L companions": ["L.hawk"]}`, where anything does."""
    parts = [(spoke, part) for spoke, stand in stands(s, viewer).items() for part in stand.parts]
    return {f"{spoke} {part.name}": list(part.items) for spoke, part in parts if part.items}


def strengths(s: Script, viewer: int = RAIL) -> dict[str, int]:
    """Return the strengths of the spokes, read off the table; those at 0 are left out."""
    read = {spoke: stand.total for spoke, stand in stands(s, viewer).items()}
    assert "".join(read) == CIRCLE
    return {spoke: n for spoke, n in read.items() if n}


def closed(s: Script) -> str:
    """The marked spokes, clockwise."""
    return "".join(spoke for spoke, stand in stands(s).items() if stand.note == CLOSED)


def totals(s: Script) -> dict[str, int]:
    """Return the scores of the hands at the end."""
    return {s.name(row.seat): row.reason.values["total"] for row in s.result.rows if row.reason and row.place}


def spokes(s: Script, name: str) -> str:
    """The spokes that a seat is offered, in order."""
    prompt = s.ask(name).prompt
    assert isinstance(prompt, Choose)
    return "".join(option for option in prompt.options if option in CIRCLE)


def drawn(s: Script) -> list[Mapping[str, Any]]:
    """Return the cards drawn so far."""
    return [event.values for event in s.told("drew")]
