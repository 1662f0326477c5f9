"""The five spokes of The Wheel: the legal plays, the strength of each spoke, and the score of a hand (WH).

A spoke is named by its rank: `W`, `M`, `B`, `L`, `R`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.engine.scene import BACK, Circle, CirclePlace, Part, Scene, Zone
from games.parlour.shared.deck import NUMBER, RANK_NAMES
from games.parlour.shared.texts import POT_TEXTS
from games.phrases import N_
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""
HAND = 7
CIRCLE = "WMBLR"
"""The spokes, clockwise, and so round to the first (WH-01)."""
ADDS: Mapping[str, int] = {N_("allies"): 1, N_("companions"): 2, N_("Dragons"): 3}
"""The strength that a card adds to a spoke, by its role (WH-03, WH-04, WH-21).

The roles are in clockwise order: allies counter-clockwise of the spoke, companions in line with it, Dragons clockwise
of it (WH-05, WH-23)."""
TEXTS = read_texts(
    "games.parlour.the_wheel", POT_TEXTS, ante=ANTE, spoke={spoke: RANK_NAMES[spoke] for spoke in CIRCLE}
)
PLAYS = TEXTS.words["plays"]
"""The template of the log line for a play."""
CLOSED = N_("closed")
"""The note on a marked spoke."""
OWN, BESIDE = 2, 1
"""The score of a card in hand whose rank is the strongest spoke's, or a neighbour's (WH-15, WH-16)."""


def clockwise_of(spoke: str, steps: int = 1) -> str:
    """Return the spoke this many steps clockwise; -1 is the neighbour counter-clockwise."""
    return CIRCLE[(CIRCLE.index(spoke) + steps) % len(CIRCLE)]


def part_of(card: str, spoke: str) -> str:
    """Return the role of a card on a spoke: companion, ally or Dragon (WH-02, WH-20)."""
    return "Dragons" if card[0] == "D" else "companions" if card[0] == spoke else "allies"


def strongest(strengths: Mapping[str, int]) -> str:
    """Return the strongest of some spokes; a tie goes to the rarer one (WH-13, WH-14, WH-19)."""
    return max(strengths, key=lambda spoke: (strengths[spoke], -NUMBER[spoke]))


def points(cards: Iterable[str], spoke: str) -> list[int]:
    """Return the score of each card in hand if that spoke is the strongest; Dragons score 0 (WH-15 to WH-17)."""
    worth = {spoke: OWN, clockwise_of(spoke): BESIDE, clockwise_of(spoke, -1): BESIDE}
    return [worth.get(card[0], 0) for card in cards]


class Wheel:
    """The cards on the spokes. `marked`: the spokes that are closed in this game (WH-26)."""

    __slots__ = ("cards", "marked")

    def __init__(self, marked: Iterable[str] = ()) -> None:
        self.marked = tuple(marked)
        self.cards: dict[str, dict[str, list[str]]] = {}
        self.clear()

    def clear(self) -> None:
        """Remove all cards; markers stay (WH-25, WH-R7)."""
        self.cards = {spoke: {part: [] for part in ADDS} for spoke in CIRCLE}

    def spokes_for(self, card: str) -> tuple[str, ...]:
        """Return the spokes for a card: its own, the next one clockwise, then the other neighbour (WH-02).

        A Dragon goes anywhere (WH-20). A marked spoke takes none (WH-26); at least one is always open (WH-R2).
        """
        own = card[0]
        spokes = tuple(CIRCLE) if own == "D" else (own, clockwise_of(own), clockwise_of(own, -1))
        return tuple(spoke for spoke in spokes if spoke not in self.marked)

    def default_for(self, card: str) -> str:
        """Return the spoke for a seat out of time: the first possible one, for a Dragon the strongest (WH-R9)."""
        return self.strongest() if card[0] == "D" else self.spokes_for(card)[0]

    def clock_spoke(self, card: str) -> str | None:
        """Return the spoke for a card of the Clock: the next one clockwise from its rank (WH-09).

        None if it's discarded: a Dragon (WH-24), or a card for a marked spoke (WH-27).
        """
        if card[0] == "D":
            return None
        spoke = clockwise_of(card[0])
        return None if spoke in self.marked else spoke

    def lay(self, card: str, spoke: str) -> int:
        """Put a card on a spoke, and return the spoke's new strength."""
        self.cards[spoke][part_of(card, spoke)].append(card)
        return self.strength(spoke)

    def strength(self, spoke: str) -> int:
        """Return the strength of a spoke: the sum of its companions, allies and Dragons (WH-03, WH-04, WH-21)."""
        return sum(ADDS[part] * len(cards) for part, cards in self.cards[spoke].items())

    def strengths(self) -> dict[str, int]:
        """Return the strength of each unmarked spoke; a marked one can't be the strongest (WH-R5)."""
        return {spoke: self.strength(spoke) for spoke in CIRCLE if spoke not in self.marked}

    def strongest(self) -> str:
        """Return the currently strongest spoke."""
        return strongest(self.strengths())

    def empty(self) -> bool:
        """Tell whether no spoke has any strength."""
        return not any(self.strengths().values())


class Clock:
    """The face-down cards of the Clock (WH-07); everyone sees their number (UC-R7)."""

    __slots__ = ("cards",)

    def __init__(self, cards: list[str]) -> None:
        self.cards = cards

    def block(self, viewer: int) -> Zone:
        """Return the backs, the same to every viewer."""
        return Zone("clock", None, (BACK,) * len(self.cards))


class Face:
    """The Wheel, open to all, with the Clock in its middle; it points at the strongest spoke (WH-05, WH-13).

    `dragons`: the deck has Dragons.
    """

    __slots__ = ("clock", "parts", "wheel")

    def __init__(self, wheel: Wheel, clock: Clock, *, dragons: bool) -> None:
        self.wheel, self.clock = wheel, clock
        self.parts = [part for part in ADDS if dragons or part != "Dragons"]

    def block(self, viewer: int) -> Circle:
        """Return the same block to every viewer."""
        wheel = self.wheel
        pointed = None if wheel.empty() else CIRCLE.index(wheel.strongest())
        return Circle(
            "wheel", tuple(map(self._stand, CIRCLE)), pointed, N_("strongest"), self.clock.block(viewer)
        )

    def _stand(self, spoke: str) -> CirclePlace:
        wheel = self.wheel
        parts = (Part(part, f"+{ADDS[part]}", tuple(wheel.cards[spoke][part])) for part in self.parts)
        note = CLOSED if spoke in wheel.marked else ""
        return CirclePlace(RANK_NAMES[spoke], f"{spoke}.grey", wheel.strength(spoke), tuple(parts), note)


def wheel_seen(scene: Scene) -> Circle:
    """Return the Wheel as a viewer sees it, with its places in the order of `CIRCLE`."""
    return scene.every(Circle)[0]
