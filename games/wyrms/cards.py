"""The cards of the wyrms, the legal plays, and the seat that takes a gathering.

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
"""The cards of a colour, lowest first."""
FACES = (*(f"{color}.{face}" for color in COLORS for face in _FACES), KNIGHT, QUEEN)
"""The 57 different cards, in the order in which a hand is sorted."""
CARD_VALUES = {card.replace(".", "_"): card for card in FACES}
"""Every card by a name that templates can use, so that a button can show its card."""
DECK = (*FACES, *(KNIGHT,) * (KNIGHTS - 1))
"""All 61 cards."""

COLOR: dict[str, str | None] = {card: card.partition(".")[0] if "." in card else None for card in FACES}
"""A card's colour; Knights and the Queen have none."""
RANK = {card: _FACES.index(card.partition(".")[2]) for card in FACES if "." in card}
"""A coloured card's rank within its colour."""
NUMBER = {f"{color}.{n}": n for color in COLORS for n in NUMBERS}
"""The number of a numbered card."""
SORTED = {card: place for place, card in enumerate(FACES)}
"""The place of each card in a sorted hand."""
_LOW = {card: place for place, card in enumerate(sorted(FACES, key=lambda card: RANK.get(card, len(_FACES))))}
_OF_COLOR = {color: frozenset(card for card in FACES if COLOR[card] == color) for color in COLORS}
_COLORLESS = frozenset({KNIGHT, QUEEN})
_LAIRS = frozenset(f"{color}.lair" for color in COLORS)
_TREASURES = {f"{color}.treasure": f"{color}.{GREAT_WYRM}" for color in COLORS}
"""Each Treasure, and the Great Wyrm that it catches."""


def led_color(gathering: Sequence[str]) -> str | None:
    """Return the led colour, that of the first coloured card; None if there is none yet (CW-R7)."""
    for card in gathering:
        if COLOR[card] is not None:
            return COLOR[card]
    return None


def playable(hand: Sequence[str], gathering: Sequence[str]) -> tuple[str, ...]:
    """Return the different cards of a hand that may be played, in the order of the hand."""
    led, cards = led_color(gathering), tuple(dict.fromkeys(hand))
    if led is None or _OF_COLOR[led].isdisjoint(cards):
        return cards
    allowed = _OF_COLOR[led] | _COLORLESS
    return tuple([card for card in cards if card in allowed])


def all_dominant(gathering: Sequence[str], color: str | None) -> list[bool]:
    """Tell for each card whether it has the cycle's dominant colour; `color` None: the cycle has none."""
    return [color is not None and COLOR[card] == color for card in gathering]


def own_dominant(gathering: Sequence[str], colors: Sequence[str | None]) -> list[bool]:
    """Return for each card whether it was played as dominant, `colors` being the players' own colours (CW-R23).

    Another colour than the led one is legal only where the player has none of the led colour.
    """
    led = led_color(gathering)
    return [
        COLOR[card] == color and COLOR[card] not in (led, None)
        for card, color in zip(gathering, colors, strict=True)
    ]


def lowest(cards: Iterable[str]) -> str:
    """Return the lowest card: by rank, then by colour, then a Knight, then the Queen (CW-R30)."""
    return min(cards, key=_LOW.__getitem__)


Step = Literal["queen", "lair", "treasure", "dominant", "led", "knights"]


class Ruling(NamedTuple):
    """The card that decides a gathering, by its place in the order played, and the step that applied.

    With the step `lair` the gathering is discarded.
    """

    place: int
    step: Step


def decide(gathering: Sequence[str], dominant: Sequence[bool], *, powerful_lair: bool = False) -> Ruling:
    """Decide a complete gathering by the first step that applies (CW-R5)."""
    if QUEEN in gathering:
        return Ruling(gathering.index(QUEEN), "queen")
    colored = [place for place, card in enumerate(gathering) if card != KNIGHT]
    if not colored:
        return Ruling(len(gathering) - 1, "knights")
    pairs = []
    for place in colored:
        card = gathering[place]
        if card in _LAIRS and _discards(card, [gathering[i] for i in colored], powerful_lair):
            return Ruling(place, "lair")
        if card in _TREASURES and _TREASURES[card] in gathering:
            pairs.append(place)
    if pairs:
        return Ruling(([place for place in pairs if dominant[place]] or pairs)[-1], "treasure")
    strong = [place for place in colored if dominant[place]]
    if strong:
        # of equal cards the last one played decides (CW-PD-06)
        return Ruling(max(strong, key=lambda place: (RANK[gathering[place]], place)), "dominant")
    led = COLOR[gathering[colored[0]]]
    following = [place for place in colored if COLOR[gathering[place]] == led]
    return Ruling(max(following, key=lambda place: RANK[gathering[place]]), "led")


def _discards(lair: str, colored: Sequence[str], powerful: bool) -> bool:
    """Tell whether all coloured cards have the Lair's colour, or most of them with Powerful Lair (CW-R20)."""
    own = sum(COLOR[card] == COLOR[lair] for card in colored)
    return own * 2 > len(colored) if powerful else own == len(colored)
