"""Bargains of a person who deals for the hag: on any faces of one die, at odds that never favour a player (HH-R6).

The dealer is a spectator at the rail, or a player who does not wager in this game (GEN-18). What they name is seen by
nobody; the offer by its player alone; the bargain, once it is struck, by all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from games.engine import Choose, Cost, Pick, Range, Table
from games.engine.money import SIZES, die_keys, make_up, profit
from games.gembones.hags_haggle.codes import MOST_TO_ONE, may_offer
from games.gembones.shared.wagers import MOST

MOST_PLAYERS = 8
USUAL = (1, 2, 3, 5, MOST_TO_ONE)

WORDS: Mapping[str, str] = {
    "rail:deal": "Be the dealer",
    "wager:deal": "Deal instead",
    "deals": "{seat:seat} deals for the hag.",
    "deals_already": "Somebody else deals already.",
    "note:deals": "deals",
    "deal": "Before the rolls: a bargain, for whom?",
    "deal_again": "The rolls are settled. Another gembone, on another roll: for whom?",
    **{f"{kind}:done": "No bargain now" for kind in ("deal", "deal_again")},
    **{f"{kind}:who{n}": f"{{who{n}:seat}}" for kind in ("deal", "deal_again") for n in range(MOST_PLAYERS)},
    "deal_roll": "On which of the dice of {seat:seat}?",
    **{f"deal_roll:{n}": f"Die {n}" for n in range(1, MOST + 1)},
    "deal_faces": "Which numbers of the {die} win? Not all of them.",
    "deal_odds": "What do you pay if it shows {faces}? At most {most} to 1.",
    "deal_odds:amount": "{n} to 1",
    "deal_odds:per": "Other odds",
    "deal_per": "Odds such as 5 to 2, in two steps: to how many?",
    "deal_per:amount": "… to {n}",
    "deal_to": "How many to {per}? At most {most}.",
    "deal_to:amount": "{n} to {per}",
    **{f"deal_{what}:none": "No bargain" for what in ("roll", "faces", "odds", "per", "to")},
    "bargain": "{dealer:seat} offers: {wins} to {per} for one more {die}, if your die {roll} shows {faces}.",
    "bargain_again": "{dealer:seat} offers: roll one more {die}; {wins} to {per} if it shows {faces}, else it is lost.",
    **{f"{kind}:take": "Strike the bargain" for kind in ("bargain", "bargain_again")},
    **{f"{kind}:decline": "No, thank you" for kind in ("bargain", "bargain_again")},
    "declines": "{seat:seat} declines.",
    "strikes": "{seat:seat} strikes a bargain: {wins} to {per} for a {die}, if die {roll} shows {faces}.",
    "strikes_again": "{seat:seat} strikes a bargain: {wins} to {per} for another {die}, if it shows {faces}.",
    "bargain_rolls": "{seat:seat} rolls {die:item} for the bargain.",
    "bargain_won": "The bargain of {seat:seat} holds: {won}.",
    "bargain_lost": "The bargain of {seat:seat} does not hold: a {die} goes to the dealer.",
    "bargain_off": "The bargain of {seat:seat} is off: luck alone did not roll that die.",
}

SECONDS: Mapping[str, float] = {"deal": 30, "deal_again": 30, "bargain": 20, "bargain_again": 20}
"""A dealer's whole offer has one clock; an offer is open for 20 seconds (HH-R6)."""


class Bargain(NamedTuple):
    """One more gembone of `seat` on die number `roll` (from 1), at `to` to `per` that it shows one of `faces`."""

    seat: int
    roll: int
    faces: tuple[int, ...]
    to: int
    per: int

    def pays(self, die: str) -> dict[str, int]:
        """What the house gives if it holds, beside the stake; a fraction of a piece is dropped (GEM-R10)."""
        return make_up(profit(SIZES[die], self.to, self.per))


def most_to(die: str, faces: Collection[int], per: int) -> int:
    """The most to `per` that a dealer may offer on these faces; 0 if nothing (HH-R6)."""
    return max((to for to in range(1, MOST_TO_ONE * per + 1) if may_offer(die, faces, to, per)), default=0)


async def offer_bargains(
    table: Table,
    dealer: Callable[[], int | None],
    die: str,
    rolls: Mapping[int, int],
    struck: Callable[[Bargain], None],
    *,
    again: bool = False,
) -> None:
    """Let the dealer offer one bargain to each of the seats in `rolls`, which says how many dice each has (HH-05).

    `again`: on a further roll, of the gembone that is staked. `struck` is told of each bargain at once.
    """
    left = dict(rolls)
    kind = "deal_again" if again else "deal"
    while left and (who := dealer()) is not None:
        names = {f"who{place}": seat for place, seat in enumerate(left)}
        # a quiet dealer is nobody's to wait for: time, or leaving, ends it
        asked = Choose(kind, ("done", *names), "done", clock="quick", says=names)
        answer = await table.ask(who, asked)
        if answer == "done":
            return
        seat = names[answer]
        bargain = await _named(table, who, die, seat, left.pop(seat))
        if bargain is not None and await _struck(table, who, die, bargain, again=again):
            struck(bargain)


async def _named(table: Table, who: int, die: str, seat: int, dice: int) -> Bargain | None:
    """The dealer's terms, step by step on one clock: a roll, faces, odds; None if they think better of it."""
    roll = "1"
    if dice > 1:
        which = tuple(str(n) for n in range(1, dice + 1))
        ask = Choose("deal_roll", ("none", *which), "none", clock="same", says={"seat": seat})
        roll = await table.ask(who, ask)
        if roll == "none":
            return None
    keys = tuple(die_keys(die, range(1, SIZES[die] + 1)))
    # all of them would be no wager
    places = await table.ask(
        who, Pick("deal_faces", keys, 0, SIZES[die] - 1, [], clock="same", says={"die": die})
    )
    faces = tuple(place + 1 for place in places)
    odds = await _odds(table, who, die, faces) if faces else None
    return None if odds is None else Bargain(seat, int(roll), faces, *odds)


async def _odds(table: Table, who: int, die: str, faces: tuple[int, ...]) -> tuple[int, int] | None:
    """X to Y on these faces: only what the house can bear is offered at all (HH-R6)."""
    most, per = most_to(die, faces, 1), 1
    if most:
        steps = (*(n for n in USUAL if n < most), most)
        says = {"faces": faces_text(faces), "most": most}
        ask = Choose("deal_odds", ("per", "none"), "none", Range(1, most, steps), clock="same", says=says)
        to = await table.ask(who, ask)
        if to != "per":
            return None if to == "none" else (to, 1)
    fair = [n for n in range(1, SIZES[die]) if most_to(die, faces, n)]
    ask = Choose("deal_per", ("none",), "none", Range(fair[0], fair[-1], (*fair[:5],)), clock="same")
    per = await table.ask(who, ask)
    if per == "none":
        return None
    most = most_to(die, faces, per)
    steps = tuple(dict.fromkeys((1, most)))
    ask = Choose(
        "deal_to", ("none",), "none", Range(1, most, steps), clock="same", says={"per": per, "most": most}
    )
    to = await table.ask(who, ask)
    return None if to == "none" else (to, per)


async def _struck(table: Table, who: int, die: str, bargain: Bargain, *, again: bool) -> bool:
    """Whether the player takes it; the stake and what it may win are set aside with the answer (HH-18, GEM-R9)."""
    seat, roll, faces, to, per = bargain
    terms: Mapping[str, Any] = {"die": die, "roll": roll, "faces": faces_text(faces), "wins": to, "per": per}
    offer = Choose(
        "bargain_again" if again else "bargain",
        ("decline", "take"),
        "decline",
        clock="quick",
        says={"dealer": who, **terms},
        costs={"take": Cost({die: 1}, bargain.pays(die))},
    )
    if await table.ask(seat, offer) == "decline":
        table.tell("declines", [who, seat], seat=seat)
        return False
    table.tell("strikes_again" if again else "strikes", seat=seat, **terms)
    return True


def faces_text(faces: Collection[int]) -> str:
    """Numbers in words, neighbours together: `7 or 11 to 20`."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    said = [f"{run[0]} to {run[-1]}" if len(run) > 2 else " or ".join(map(str, run)) for run in runs]
    return " or ".join(said)
