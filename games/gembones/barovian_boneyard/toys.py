"""Blinsky's toys: what the tickets of Barovian Boneyard buy (BB-16, BB-R3)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import BadAmount

TICKETS = "tickets"
"""The unit in which tickets are counted: a score a server, no money, never exchanged."""

PRIZES: Mapping[str, int] = {
    "one-eyed bat": 10,
    "headless doll": 25,
    "weeping rabbit": 50,
    "clockwork raven": 100,
    "wolf with human teeth": 250,
    "life-size double of a player": 500,
}
"""Prize to tickets. All are keepsakes without effect; the same one may be had twice, and none goes back."""

LOOKS: Mapping[str, str] = {
    "one-eyed bat": "It looks past you, at somebody else.",
    "headless doll": "She nods when you are right.",
    "weeping rabbit": "Keep it off the rug.",
    "clockwork raven": "Wind it up and it says your name, a little too early.",
    "wolf with human teeth": "They have been brushed.",
    "life-size double of a player": "It sits where you left it. Mostly.",
}
"""What is said of each prize: flavour, and nothing that a game takes notice of."""


def trade(tickets: int, prize: str) -> int:
    """The tickets left after a trade. Raises `BadAmount` if the prize is unknown or costs more than there are."""
    if prize not in PRIZES:
        raise BadAmount(f"Blinsky has no {prize!r}. He has: {', '.join(PRIZES)}.")
    if PRIZES[prize] > tickets:
        raise BadAmount(f"The {prize} costs {PRIZES[prize]} tickets; you have {tickets}.")
    return tickets - PRIZES[prize]
