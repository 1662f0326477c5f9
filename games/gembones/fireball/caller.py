"""What is called at a game of FIREBALL: when to begin, and who was first where several were (FB-04, FB-11, FB-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import HOUSE, Choose, InvitationOnTable, Table
from games.engine.money import die_keys
from games.engine.questions import Ask

TIE_DIE = 20
MOST_TIED = 8
CALL = Choose("call", ("call",), "call", clock="quick", public=True)
"""To a volunteer, who shouts when they like."""
HOUSE_CALL = Choose("call", ("call",), "call", clock="call")
"""To the house, which lets everybody wait for a while that nobody can foresee."""

WORDS: Mapping[str, str] = {
    "rail:call": "Be the caller",
    "call": "All hold their gembones and wait for your call.",
    "call:call": "Cast!",
    "cast": "Cast! Everybody rolls.",
    "tie": "A tie: {seats:seats}.",
    "first": "Who was first?",
    **{f"first:who{place}": f"{{who{place}:seat}}" for place in range(MOST_TIED)},
    "first:pass": "I could not tell",
    "vote": "The others say: {seat:seat} was first.",
    "called": "The caller says: {seat:seat} was first.",
    "roll_off": "{seat:seat} rolls {dice:items}.",
    "phase:call": "Hold and shake",
    "phase:tie": "Tie",
}


def caller_of(table: Table) -> int | None:
    """The spectator who has volunteered, and has no gembones in the game; None: then the house calls (FB-R6)."""
    return next((seat for seat in table.rail if seat not in table.gone), None)


async def call(table: Table) -> None:
    """Wait for the caller; until then nobody else has anything to press (FB-04, FB-R6)."""
    table.phase("call")

    def asks() -> list[Ask]:
        caller = caller_of(table)
        if caller is None:
            return [Ask(HOUSE, HOUSE_CALL, table.words)]
        return [Ask(caller, CALL, table.words)]

    await table.wait(asks)
    table.take_off(InvitationOnTable)
    table.tell("cast")


async def decide(table: Table, tied: Sequence[int], players: Sequence[int]) -> int:
    """Who of the `tied` was first: the other `players` vote, then the caller decides, then a g20 (FB-R3).

    Takes one seat or more, and gives one of them. A majority is one of the votes that were given.
    """
    if len(tied) == 1:
        return tied[0]
    table.phase("tie")
    table.tell("tie", seats=tuple(tied))
    names = {f"who{place}": seat for place, seat in enumerate(tied)}
    question = Choose("first", (*names, "pass"), "pass", clock="quick", public=True, says=names)
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
    """A g20 each until one is highest."""
    while len(tied) > 1:
        faces = dict(zip(tied, table.chance.roll(len(tied), TIE_DIE), strict=True))
        for seat, face in faces.items():
            table.tell("roll_off", seat=seat, dice=tuple(die_keys(f"g{TIE_DIE}", [face])))
        tied = [seat for seat, face in faces.items() if face == max(faces.values())]
    return tied[0]
