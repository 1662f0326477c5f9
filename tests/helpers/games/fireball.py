"""FIREBALL, roll by roll, as the rulebook tells it.

s = play_rolls("A 33355126  B 11223344", "A 36314", "B 44456")     # the first roll, then who presses, and what falls
s = play_rolls("A 66661234 =20  B ...", wall_of_fire=True)         # =20: a roll of a g20 (or of the g4 after it)
s = play_rolls("A ...  B ...", "A! 123", wall_of_fire=True)        # A!: placed carefully

The seats of the first roll put gembones up. In rounds all seats that roll are named, in seat order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.engine import Seats
from games.gembones.fireball import GAME
from tests.helpers.script import Script


def faces_of(text: str) -> str:
    """Return all dice of a line, in the order in which they fall."""
    words = [word for word in text.split() if not re.fullmatch("[A-H]!?", word)]
    return " ".join(word[1:] if word[0] == "=" else " ".join(word) for word in words)


def start_game(
    *rolls: str, seats: str = "", ways: Mapping[str, str] | None = None, rail: str = "", **options: object
) -> Script:
    """Return a game in which all have put up and rolled once. The first spectator at the rail calls."""
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
    """Press for the seats that are named, in that order."""
    for text in rolls:
        for name, careful in re.findall("([A-H])(!?)", text):
            if script.match.options.wall_of_fire:  # type: ignore[attr-defined]
                script.does(**{name: "careful" if careful else "quick"})
            else:
                script.does(**{name: "roll"})
    return script


def play_rolls(
    *rolls: str, seats: str = "", ways: Mapping[str, str] | None = None, rail: str = "", **options: object
) -> Script:
    """Play all rolls that are named; the game may go on."""
    script = press(start_game(*rolls, seats=seats, ways=ways, rail=rail, **options), *rolls[1:])
    assert script.rigged.rolls == [], "dice that nobody rolled"
    return script


def locked(script: Script, name: str) -> str:
    """Return the locked gembones of a player, as all see them: `333`."""
    return "".join(item.partition(":")[2] for item in script.sees(None, name, "locked") or ())


def locked_note(script: Script, name: str) -> tuple[int, str]:
    """Return the number of locked gembones and their targets from the note beside a seat."""
    block: Seats = script.scene_block(Seats)
    note = next(row.note for row in block.rows if row.seat == script.names[name])
    assert note is not None
    return note.values["locked"], " and ".join(die.partition(":")[2] for die in note.values["targets"])


def net(script: Script, unit: str = "g6") -> dict[str, int]:
    """Return what each player won or lost in gembones of one size, in seat order."""
    change = script.net
    return {name: change[name].get(unit, 0) for name in script.names if name in change}
