"""The caller of FIREBALL: the call to begin, and the decision of a tie (FB-04, FB-11, FB-12)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.money import die_keys
from games.engine.prompts import Choose
from games.engine.questions import Ask
from games.engine.result import HOUSE
from games.engine.table import Table
from games.engine.table_objects import InvitationOnTable

TIE_DIE = 20
MOST_TIED = 8
CALL = Choose("call", ("call",), "call", clock="quick", public=True)
"""The question to a volunteer, who calls at a time of their own choice."""
HOUSE_CALL = Choose("call", ("call",), "call", clock="call")
"""The question to the house; its clock is drawn by chance, so that no player can foresee the call."""


def caller_of(table: Table) -> int | None:
    """Return the spectator who calls, or None if the house does (FB-R6)."""
    return next((seat for seat in table.rail if seat not in table.gone), None)


async def wait_for_call(table: Table) -> None:
    """Wait for the caller; until then no other seat has anything to press.

    If the volunteer leaves, the house calls instead (FB-R6).
    """
    table.phase("call")

    def asks() -> list[Ask]:
        caller = caller_of(table)
        if caller is None:
            return [Ask(HOUSE, HOUSE_CALL, table.words)]
        return [Ask(caller, CALL, table.words)]

    await table.wait(asks)
    table.take_off(InvitationOnTable)
    table.tell("cast")


async def decide_tie(table: Table, tied: Sequence[int], players: Sequence[int]) -> int:
    """Return the seat of `tied` that was first: the other `players` vote, then the caller decides, then a g20 (FB-R3).

    A seat wins the vote with more than half of the votes that were given. A single seat in `tied` is returned at once.
    """
    if len(tied) == 1:
        return tied[0]
    table.phase("tie")
    table.tell("tie", seats=tuple(tied))
    names = {f"who{place}": seat for place, seat in enumerate(tied)}
    question = Choose(
        "first", (*names, "pass"), "pass", clock="quick", public=True, says=names, harmless=True
    )
    voters = [seat for seat in players if seat not in tied]
    answers = await table.ask_each(dict.fromkeys(voters, question))
    votes = [answer for answer in answers.values() if answer != "pass"]
    for name, seat in names.items():
        if votes.count(name) * 2 > len(votes):
            table.tell("vote", seat=seat)
            return seat
    caller = caller_of(table)
    if caller is not None:
        called = await table.ask(caller, question)
        if called != "pass":
            table.tell("called", seat=names[called])
            return names[called]
    return _roll_off(table, tied)


def _roll_off(table: Table, tied: Sequence[int]) -> int:
    """Roll a g20 for each of the `tied` until one is highest, and return that seat."""
    while len(tied) > 1:
        faces = dict(zip(tied, table.chance.roll(len(tied), TIE_DIE), strict=True))
        for seat, face in faces.items():
            table.tell("roll_off", seat=seat, dice=tuple(die_keys(f"g{TIE_DIE}", [face])))
        tied = [seat for seat, face in faces.items() if face == max(faces.values())]
    return tied[0]
