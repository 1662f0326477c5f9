"""Bargains of a person who deals for the hag: on any faces of one die, at odds that never favour a player (HH-R6).

The dealer is a spectator at the rail, or a player who does not wager in this game (GEN-18). No one sees the terms while
the dealer names them. Only the player sees the offer; everyone sees the bargain once it is struck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from games.engine.money import SIZES, die_keys, make_up, profit
from games.engine.prompts import Choose, Cost, Pick, Range
from games.engine.table import Table
from games.phrases import N_, joined, spelled

MOST_TO_ONE = 10
"""The best odds of any bargain (HH-R6)."""
USUAL = (1, 2, 3, 5, MOST_TO_ONE)

SECONDS: Mapping[str, float] = {"deal": 30, "deal_again": 30, "bargain": 20, "bargain_again": 20}
"""How long questions stay open. The dealer's steps of one offer share the clock of the first (HH-R6)."""


class Bargain(NamedTuple):
    """A side wager: one more gembone of `seat`, at `to` to `per`, that die number `roll` shows one of `faces`.

    Dice are numbered from 1.
    """

    seat: int
    roll: int
    faces: tuple[int, ...]
    to: int
    per: int

    def winnings(self, die: str) -> dict[str, int]:
        """Return the gembones that the house pays if the bargain is won; a fraction of a piece is dropped."""
        return make_up(profit(SIZES[die], self.to, self.per))


def may_offer(die: str, faces: Collection[int], to: int, per: int = 1) -> bool:
    """Return True if a dealer may offer `to` to `per` on these faces: never in the player's favour (HH-R6)."""
    if not faces or to > MOST_TO_ONE * per:
        return False
    chance = Fraction(len(set(faces)), SIZES[die])
    return chance * Fraction(to, per) <= 1 - chance


def most_to(die: str, faces: Collection[int], per: int) -> int:
    """Return the best odds to `per` that a dealer may offer on these faces, or 0 if there are none."""
    return max((to for to in range(1, MOST_TO_ONE * per + 1) if may_offer(die, faces, to, per)), default=0)


async def offer_bargains(
    table: Table,
    dealer: Callable[[], int | None],
    die: str,
    rolls: Mapping[int, int],
    on_struck: Callable[[Bargain], None],
    *,
    again: bool = False,
) -> None:
    """Let the dealer offer one bargain to each seat.

    `dealer` returns the seat that deals, or None once nobody does. `rolls`: the number of dice of each seat. `again`:
    the bargain is on a further roll, of the gembone that is staked. `on_struck` is called with each bargain at once.
    """
    left = dict(rolls)
    kind = "deal_again" if again else "deal"
    while left and (dealing := dealer()) is not None:
        names = {f"who{place}": seat for place, seat in enumerate(left)}
        question = Choose(kind, ("done", *names), "done", clock="quick", says=names, harmless=True)
        answer = await table.ask(dealing, question)
        if answer == "done":
            return
        seat = names[answer]
        bargain = await _name_terms(table, dealing, die, seat, left.pop(seat))
        if bargain is not None and await _is_struck(table, dealing, die, bargain, again=again):
            on_struck(bargain)


async def _name_terms(table: Table, dealing: int, die: str, seat: int, dice: int) -> Bargain | None:
    """Ask the dealer for the terms, step by step on one clock: a die, faces, odds; None if they change their mind."""
    roll = "1"
    if dice > 1:
        numbers = tuple(str(n) for n in range(1, dice + 1))
        ask = Choose("deal_roll", ("none", *numbers), "none", clock="same", says={"seat": seat})
        roll = await table.ask(dealing, ask)
        if roll == "none":
            return None
    keys = tuple(die_keys(die, range(1, SIZES[die] + 1)))
    # one face less than the die has, since all of them would be no wager
    places = await table.ask(
        dealing, Pick("deal_faces", keys, 0, SIZES[die] - 1, [], clock="same", says={"die": die})
    )
    faces = tuple(place + 1 for place in places)
    odds = await _name_odds(table, dealing, die, faces) if faces else None
    return None if odds is None else Bargain(seat, int(roll), faces, *odds)


async def _name_odds(table: Table, dealing: int, die: str, faces: tuple[int, ...]) -> tuple[int, int] | None:
    """Ask the dealer for odds on these faces; only odds that do not favour the player are offered (HH-R6)."""
    most, per = most_to(die, faces, 1), 1
    if most:
        steps = (*(n for n in USUAL if n < most), most)
        says = {"faces": faces_text(faces), "most": most}
        ask = Choose("deal_odds", ("per", "none"), "none", Range(1, most, steps), clock="same", says=says)
        to = await table.ask(dealing, ask)
        if to != "per":
            return None if to == "none" else (to, 1)
    fair = [n for n in range(1, SIZES[die]) if most_to(die, faces, n)]
    ask = Choose("deal_per", ("none",), "none", Range(fair[0], fair[-1], (*fair[:5],)), clock="same")
    per = await table.ask(dealing, ask)
    if per == "none":
        return None
    most = most_to(die, faces, per)
    steps = tuple(dict.fromkeys((1, most)))
    ask = Choose(
        "deal_to", ("none",), "none", Range(1, most, steps), clock="same", says={"per": per, "most": most}
    )
    to = await table.ask(dealing, ask)
    return None if to == "none" else (to, per)


async def _is_struck(table: Table, dealing: int, die: str, bargain: Bargain, *, again: bool) -> bool:
    """Ask the player to take the bargain, and return True if they do.

    The stake, and the most that it may win, are set aside with the answer.
    """
    seat, roll, faces, to, per = bargain
    terms: Mapping[str, Any] = {"die": die, "roll": roll, "faces": faces_text(faces), "wins": to, "per": per}
    offer = Choose(
        "bargain_again" if again else "bargain",
        ("decline", "take"),
        "decline",
        clock="quick",
        says={"dealer": dealing, **terms},
        costs={"take": Cost({die: 1}, bargain.winnings(die))},
        harmless=True,
    )
    if await table.ask(seat, offer) == "decline":
        table.tell("declines", [dealing, seat], seat=seat)
        return False
    table.tell("strikes_again" if again else "strikes", seat=seat, **terms)
    return True


OR = N_(" or ")


def faces_text(faces: Collection[int]) -> str:
    """Return numbers in words, neighbours together: `7 or 11 to 20`."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    texts = [
        text
        for run in runs
        for text in (
            [spelled("{low} to {high}", low=run[0], high=run[-1])] if len(run) > 2 else map(str, run)
        )
    ]
    return joined(*[part for text in texts for part in (OR, text)][1:])
