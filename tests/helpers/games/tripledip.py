"""Tripledip, round by round, as the rulebook tells it.

t = play_rounds("A 224  B 333  C 114")           # one string a round: who rolls, and what
assert t.net == {"A": {"g4": -3}, "B": {"g4": +6}, "C": {"g4": -3}}
t = play_rounds("A x  B 112  C 334", tray=1)     # x: a gembone leaves the tray
t = play_rounds("A 112 114 556  B ...", mordenkainens_madness=True)     # a group for each unlocked trio

The seats of a round must be the ones that roll in it, and the last round must end the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.engine import RAIL, Zone
from games.gembones.tripledip import GAME
from tests.helpers.script import Script

WHOLE, CRACKED = 99, 0
"""Numbers below 100 with which a gembone stays in the tray, and with which it leaves it."""


def read_round(text: str) -> dict[str, list[str]]:
    """Parse `A 224  B x` into `{"A": ["224"], "B": ["x"]}`."""
    rolls: dict[str, list[str]] = {}
    for word in re.split(r"\s+", text.strip()):
        if re.fullmatch("[A-H]", word):
            rolls[word] = []
        else:
            rolls[[*rolls][-1]].append(word)
    return rolls


def start_game(
    *rounds: str, seats: str = "", carry: Mapping[str, Any] | None = None, **options: Any
) -> Script:
    """Return a game before its stakes; its rolls are those of `rounds`."""
    read_rounds = [read_round(text) for text in rounds]
    groups = [group for rolls in read_rounds for name in rolls for group in rolls[name]]
    faces = [face for group in groups if group != "x" for face in re.findall(r"\d", group)]
    numbers = []
    if options.get("tray"):
        for group in groups:
            numbers += [CRACKED] if group == "x" else [WHOLE] * 3
    names = seats or "".join(read_rounds[0])
    return Script(GAME, names, rolls=" ".join(faces), numbers=numbers, carry=carry or {}, **options)


def play_rounds(
    *rounds: str, seats: str = "", carry: Mapping[str, Any] | None = None, **options: Any
) -> Script:
    """Play a whole game; seats that are not named in the first round sit it out."""
    script = start_game(*rounds, seats=seats, carry=carry, **options)
    for number, text in enumerate(rounds):
        rolling = "".join(read_round(text))
        if number == 0:
            for name in script.names:
                script.does(**{name: "stake" if name in rolling else "pass"})
        else:
            assert script.asked() == rolling, f"round {number + 1}"
            script.each(rolling, "roll")
    assert script.match.over, f"after the last round {script.asked()} still roll"
    assert script.rigged.rolls == [], "dice that nobody rolled"
    return script


def net(script: Script, unit: str = "g4") -> dict[str, int]:
    """Return what each seat won or lost in gembones of one size, in seat order."""
    return {name: script.net[name].get(unit, 0) for name in script.names}


def pot(script: Script) -> dict[str, int]:
    """Return the golden pot that is carried to the next game."""
    return dict(script.result.carry.get("pot", {}))


def zone(script: Script, name: str) -> list[str]:
    """Return the items of a table zone, as a spectator sees them."""
    blocks = script.match.scene(RAIL).blocks
    return next(list(block.items) for block in blocks if isinstance(block, Zone) and block.name == name)
