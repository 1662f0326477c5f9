"""Blinsky's toys, which are bought with the tickets of Barovian Boneyard (BB-16, BB-R3)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.errors import BadAmount

TICKETS = "tickets"
"""The unit of tickets: a score in each server, which is no money and never exchanged."""

PRIZES: Mapping[str, int] = {
    "one-eyed bat": 10,
    "headless doll": 25,
    "weeping rabbit": 50,
    "clockwork raven": 100,
    "wolf with human teeth": 250,
    "life-size double of a player": 500,
}
"""Each prize to its price in tickets. Prizes have no effect, may be bought twice, and cannot be returned."""

LOOKS: Mapping[str, str] = {
    "one-eyed bat": "It looks past you, at somebody else.",
    "headless doll": "She nods when you are right.",
    "weeping rabbit": "Keep it off the rug.",
    "clockwork raven": "Wind it up and it says your name, a little too early.",
    "wolf with human teeth": "They have been brushed.",
    "life-size double of a player": "It sits where you left it. Mostly.",
}
"""Each prize to a sentence about it, which is flavour only."""


def tickets_after(tickets: int, prize: str) -> int:
    """Return the tickets left after buying a prize.

    Raises `BadAmount` if the prize is unknown or costs more than the tickets.
    """
    if prize not in PRIZES:
        raise BadAmount("Blinsky has no '{prize}'. He has: {known}.", prize=prize, known=", ".join(PRIZES))
    if PRIZES[prize] > tickets:
        raise BadAmount(
            "{prize}: {cost} tickets; you have {tickets}.", prize=prize, cost=PRIZES[prize], tickets=tickets
        )
    return tickets - PRIZES[prize]
