"""The cards of the wyrms, which of them may be played, and who takes a gathering (CW-01 to CW-07, CW-31 to CW-56).

A card is `colour.7`, `colour.lair`, `colour.treasure`, `knight` or `queen`; a dominant-colour card is
`dominant.colour` or `dominant.none`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

COLORS = ("red", "blue", "yellow", "green", "purple")
NUMBERS = range(1, 10)
KNIGHT, QUEEN = "knight", "queen"
KNIGHTS = 5
GREAT_WYRM = NUMBERS[-1]
NO_COLOR = "none"

_FACES = ("lair", "treasure", *map(str, NUMBERS))
"""The cards of a colour, lowest first (CW-46)."""
FACES = (*(f"{color}.{face}" for color in COLORS for face in _FACES), KNIGHT, QUEEN)
"""The 57 different cards, in the order in which a hand is sorted."""
DECK = (*FACES, *(KNIGHT,) * (KNIGHTS - 1))
"""All 61 cards (CW-06)."""

COLOR: dict[str, str | None] = {card: card.partition(".")[0] if "." in card else None for card in FACES}
"""A card's colour; Knights and the Queen have none (CW-04, CW-05)."""
RANK = {card: _FACES.index(card.partition(".")[2]) for card in FACES if "." in card}
"""A coloured card's rank within its colour (CW-46)."""
NUMBER = {f"{color}.{n}": n for color in COLORS for n in NUMBERS}
"""The number of a numbered card."""
SORTED = {card: at for at, card in enumerate(FACES)}
_LOW = {card: at for at, card in enumerate(sorted(FACES, key=lambda card: RANK.get(card, len(_FACES))))}
_OF_COLOR = {color: frozenset(card for card in FACES if COLOR[card] == color) for color in COLORS}
_COLORLESS = frozenset({KNIGHT, QUEEN})
_LAIRS = frozenset(f"{color}.lair" for color in COLORS)
_TREASURES = {f"{color}.treasure": f"{color}.{GREAT_WYRM}" for color in COLORS}
"""Each Treasure, and the Great Wyrm that it catches."""


def led_color(gathering: Sequence[str]) -> str | None:
    """The colour to follow: that of the first coloured card, None while there is none (CW-36, CW-37, CW-R7)."""
    for card in gathering:
        if COLOR[card] is not None:
            return COLOR[card]
    return None


def playable(hand: Sequence[str], gathering: Sequence[str]) -> tuple[str, ...]:
    """The different cards of a hand that may be played, in the order of the hand (CW-31 to CW-36)."""
    led, cards = led_color(gathering), tuple(dict.fromkeys(hand))
    if led is None or _OF_COLOR[led].isdisjoint(cards):
        return cards
    allowed = _OF_COLOR[led] | _COLORLESS
    return tuple([card for card in cards if card in allowed])


def all_dominant(gathering: Sequence[str], color: str | None) -> list[bool]:
    """Which cards are of the cycle's dominant colour; none if it has none (CW-18, CW-20)."""
    return [color is not None and COLOR[card] == color for card in gathering]


def own_dominant(gathering: Sequence[str], colors: Sequence[str | None]) -> list[bool]:
    """Which cards were played as dominant, `colors` being the players' own (CW-PD-04, CW-PD-07, CW-R23).

    Another colour than the led one is legal only where the player has none of the led colour.
    """
    led = led_color(gathering)
    return [
        COLOR[card] == color and COLOR[card] not in (led, None)
        for card, color in zip(gathering, colors, strict=True)
    ]


def lowest(cards: Iterable[str]) -> str:
    """The lowest card: by rank, then by colour, then a Knight, then the Queen (CW-R30)."""
    return min(cards, key=_LOW.__getitem__)


Step = Literal["queen", "lair", "treasure", "dominant", "led", "knights"]


class Ruling(NamedTuple):
    """Whose card decides a gathering (its place in the order played), and by which step. A Lair discards it."""

    place: int
    step: Step


def decide(gathering: Sequence[str], dominant: Sequence[bool], *, powerful_lair: bool = False) -> Ruling:
    """Who takes a complete gathering, or whose Lair discards it; the first step that applies (CW-43, CW-R5)."""
    if QUEEN in gathering:
        return Ruling(gathering.index(QUEEN), "queen")
    colored = [at for at, card in enumerate(gathering) if card != KNIGHT]
    if not colored:
        return Ruling(len(gathering) - 1, "knights")
    pairs = []
    for at in colored:
        card = gathering[at]
        if card in _LAIRS and _discards(card, [gathering[i] for i in colored], powerful_lair):
            return Ruling(at, "lair")
        if card in _TREASURES and _TREASURES[card] in gathering:
            pairs.append(at)
    if pairs:
        return Ruling(([at for at in pairs if dominant[at]] or pairs)[-1], "treasure")
    strong = [at for at in colored if dominant[at]]
    if strong:
        # of equal ones the last played (CW-PD-06)
        return Ruling(max(strong, key=lambda at: (RANK[gathering[at]], at)), "dominant")
    led = COLOR[gathering[colored[0]]]
    following = [at for at in colored if COLOR[gathering[at]] == led]
    return Ruling(max(following, key=lambda at: RANK[gathering[at]]), "led")


def _discards(lair: str, colored: Sequence[str], powerful: bool) -> bool:
    """All coloured cards are of the Lair's colour, or with Powerful Lair most (CW-48, CW-50, CW-PL-02, CW-R20)."""
    own = sum(COLOR[card] == COLOR[lair] for card in colored)
    return own * 2 > len(colored) if powerful else own == len(colored)
