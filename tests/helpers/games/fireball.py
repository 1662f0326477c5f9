"""FIREBALL, roll by roll, as the rulebook tells it.

s = fire("A 33355126  B 11223344", "A 36314", "B 44456")     # the first roll, then who presses, and what falls
s = fire("A 66661234 =20  B ...", wall_of_fire=True)         # =20: a roll of a g20 (or of the g4 after it)
s = fire("A ...  B ...", "A! 123", wall_of_fire=True)        # A!: placed carefully

Who is named in the first roll puts gembones up; in rounds all who roll are named, in seat order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.engine import Seats
from games.gembones.fireball import GAME
from tests.helpers.script import Script


def faces_of(told: str) -> str:
    """All dice of a line, in the order in which they fall."""
    words = [word for word in told.split() if not re.fullmatch("[A-H]!?", word)]
    return " ".join(word[1:] if word[0] == "=" else " ".join(word) for word in words)


def begin(
    *rolls: str, seats: str = "", ways: Mapping[str, str] | None = None, rail: str = "", **options: object
) -> Script:
    """All have put up and rolled once; the other rolls are still to come. The first at the rail calls."""
    session = re.findall("[A-H]", rolls[0])
    script = Script(
        GAME, seats or "".join(session), rolls=" ".join(map(faces_of, rolls)), carry={}, settings=options
    )
    for name in script.names:
        script.does(**{name: (ways or {}).get(name, "stake") if name in session else "pass"})
    if rail:
        script.at_rail(rail).does(**{rail[0]: "call"})
    elif not script.match.over:
        script.house("call")
    return script


def press(script: Script, *rolls: str) -> Script:
    """Whoever is named presses, in that order."""
    for told in rolls:
        for name, careful in re.findall("([A-H])(!?)", told):
            if script.match.options.wall_of_fire:  # type: ignore[attr-defined]
                script.does(**{name: "careful" if careful else "quick"})
            else:
                script.does(**{name: "roll"})
    return script


def fire(
    *rolls: str, seats: str = "", ways: Mapping[str, str] | None = None, rail: str = "", **options: object
) -> Script:
    """A game so far: all rolls that are named."""
    script = press(begin(*rolls, seats=seats, ways=ways, rail=rail, **options), *rolls[1:])
    assert script.rigged.rolls == [], "dice that nobody rolled"
    return script


def locked(script: Script, name: str) -> str:
    """What a player has locked, as everybody sees it: `333`."""
    return "".join(item.partition(":")[2] for item in script.sees(None, name, "locked") or ())


def beside(script: Script, name: str) -> tuple[int, str]:
    """How many a player has locked, and on what, as it stands beside the seat."""
    block: Seats = script.scene_block(Seats)
    note = next(row.note for row in block.rows if row.seat == script.names[name])
    assert note is not None
    return note.values["locked"], note.values["targets"]


def net(script: Script, unit: str = "g6") -> dict[str, int]:
    """What each player won or lost in gembones of one size, in seat order."""
    change = script.net
    return {name: change[name].get(unit, 0) for name in script.names if name in change}
