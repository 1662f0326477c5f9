"""The Nine Bells: High Stakes Tripledip, one player against the house, until 3g20 show 20, 20, 20 (TD-40, TD-42).

The contract is one match that stays open as long as the player likes; each press makes thirteen rolls, and a day has a
number of them that begins anew when the driver says that it is another day: `facts[seat]["day"]`, any number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.engine import HOUSE, Choose, Cost, Line, Open, Pay, PrivateMatch, Result, Table
from games.engine.money import SIZES, die_keys
from games.gembones.shared.stakes import rows_of

DIE = "g20"
STAKE, ODDS = 3, 9
"""Three gembones are staked; they win nine times as many, and come back (TD-40, TD-R10)."""
ROLLS_A_PRESS, ROLLS_A_DAY = 13, 666
INTERVAL = 10
"""Seconds between two presses: for who drives it."""
DAY = 86_400
SECONDS = {"ring": 13 * DAY}
"""Without a press for thirteen days the contract is torn up, so that it does not block the fund for ever."""

PRIVATE = PrivateMatch(
    options={"nine_bells": True},
    question="ring",
    expiry="tear_up",
    expired="nobody has rung the Nine Bells for thirteen days: your contract is torn up, and its 3g20 are gone.",
    called_off="an admin has called your contract off, and what you paid for it is back.",
)

WORDS: Mapping[str, str] = {
    "sign": "All bets are paid nine to one. Sign the contract for 3g20?",
    "sign:sign": "Sign",
    "sign:pass": "Leave it",
    "sign:sign?": "The small print: ||you roll until 20, 20, 20, or for ever||. Tearing it up costs the 3g20. Sign?",
    "ring": "{rolled} rolls so far, {left} left today.",
    "ring:roll": "Roll on",
    "ring:tear_up": "Tear up the contract",
    "ring:tear_up?": "That costs the 3g20. Tear it up?",
    "signs": "{seat:seat} signs, and is a guest of the Nine Bells.",
    "bells": "{seat:seat} rolls {n} times; the last shows {dice:items}.",
    "nine_bells": "Nine bells! {seat:seat} rolls {dice:items}.",
    "phase:contract": "Guest of the Nine Bells",
    "result:unsigned": "The contract stays unsigned.",
    "result:torn": "The contract is torn up after {rolled} rolls.",
    "result:fulfilled": "The contract is fulfilled after {rolled} rolls.",
}


async def contract(table: Table) -> Result:
    """From the signature to 20, 20, 20, or until the contract is torn up (TD-42, TD-R10)."""
    table.clear()
    [seat] = table.ring
    risk = Cost({DIE: STAKE}, {DIE: STAKE * ODDS})
    offer = Choose("sign", ("sign", "pass"), "pass", public=True, costs={"sign": risk}, confirm=("sign",))
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

    while await table.ask(seat, question) == "roll":
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
    """Only three twenties end the contract well (TD-42)."""
    return set(faces) == {SIZES[DIE]}


def _end(table: Table, how: str, rolled: int, *pays: Pay) -> Result:
    headline = Line(table.words[f"result:{how}"], {"rolled": rolled})
    winners = table.ring if how == "fulfilled" else ()
    # a patient player cannot lose, so it counts on no leaderboard
    rows = rows_of(table.ring, pays, {}, winners)
    return Result(headline, rows, pays, dict(table.carry), ranked=False)
