"""The Nine Bells: High Stakes Tripledip, one player against the house, until 3g20 show 20, 20, 20 (TD-40, TD-42).

The contract is one match that stays open as long as the player likes. Each press makes thirteen rolls. The rolls of a
day are limited; the count starts again when the driver reports another day in `facts[seat]["day"]`, any number.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.engine.game import PrivateMatch
from games.engine.money import SIZES, die_keys
from games.engine.prompts import Choose, Cost
from games.engine.result import HOUSE, Pay, Result
from games.engine.scene import Line
from games.engine.table import Table
from games.engine.table_objects import Open
from games.gembones.shared.stakes import result_rows

DIE = "g20"
STAKE, ODDS = 3, 9
"""Three gembones are staked; a win pays nine times that many, and the stake comes back (TD-40, TD-R10)."""
RISK = Cost({DIE: STAKE}, {DIE: STAKE * ODDS})
ROLLS_A_PRESS, ROLLS_A_DAY = 13, 666
INTERVAL = 10
"""Seconds between two presses, which the driver of the match enforces."""
DAY = 86_400
SECONDS = {"ring": 13 * DAY}
"""After thirteen days without a press the contract is torn up, or it would block the fund for ever."""

PRIVATE = PrivateMatch(
    options={"nine_bells": True},
    question="ring",
    expiry="tear_up",
    expires_soon="thirteen days without a press end your contract {when}. /gembones bells",
    expired="nobody has rung the Nine Bells for thirteen days: your contract is torn up, and its 3g20 are gone.",
    called_off="an admin has called your contract off, and what you paid for it is back.",
)
"""The contract as a match that one member plays alone: its options, its daily question, and its two endings."""


async def contract(table: Table) -> Result:
    """Play from the signature to 20, 20, 20, or until the contract is torn up (TD-42, TD-R10)."""
    table.clear()
    [seat] = table.ring
    offer = Choose("sign", ("sign", "pass"), "pass", public=True, costs={"sign": RISK}, confirm=("sign",))
    if await table.ask(seat, offer) == "pass":
        return _end(table, "unsigned", 0)
    table.phase("contract")
    table.tell("signs", seat=seat)
    dice = Open("dice", [], seat)
    table.show(dice)
    rolled, by_day = 0, Counter[Any]()

    def today() -> Any:
        return table.facts.get(seat, {}).get("day")

    def left() -> int:
        return ROLLS_A_DAY - by_day[today()]

    def question() -> Choose:
        options = ("roll", "tear_up") if left() else ("tear_up",)
        says = {"rolled": rolled, "left": left(), "seconds": INTERVAL}
        return Choose("ring", options, "tear_up", clock="race", says=says, confirm=("tear_up",))

    while await table.ask(seat, question(), question) == "roll":
        for n in range(1, min(ROLLS_A_PRESS, left()) + 1):
            faces = table.chance.roll(STAKE, SIZES[DIE])
            dice.items = die_keys(DIE, faces)
            if wins(faces):
                rolled += n
                table.tell("nine_bells", seat=seat, dice=tuple(dice.items))
                return _end(table, "fulfilled", rolled, Pay(HOUSE, seat, DIE, STAKE * ODDS))
        rolled += n
        by_day[today()] += n
        table.tell("bells", seat=seat, n=n, dice=tuple(dice.items))
    return _end(table, "torn", rolled, Pay(seat, HOUSE, DIE, STAKE))


def wins(faces: list[int]) -> bool:
    """Return True for three twenties, the only roll that fulfils the contract."""
    return set(faces) == {SIZES[DIE]}


def _end(table: Table, outcome: str, rolled: int, *pays: Pay) -> Result:
    headline = Line(table.words[f"result:{outcome}"], {"rolled": rolled})
    winners = table.ring if outcome == "fulfilled" else ()
    # not ranked: a patient player cannot lose
    rows = result_rows(table.ring, pays, {}, winners)
    return Result(headline, rows, pays, dict(table.carry), ranked=False)
