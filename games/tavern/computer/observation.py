"""What a computer player sees of the tavern: read from the scene of its seat, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.engine import Line, Pots, Scene, Seats, Sheet, Stack, StackItem, Zone
from games.tavern.cards import Decks
from games.tavern.text import WORDS

_ROWS = {WORDS[f"sheet:{name}"]: name for name in ("fort", "ac", "gold")}


class ObservedItem(NamedTuple):
    """What lies on the stack: who has played or revealed it, and at whom."""

    key: str
    seat: int | None
    targets: frozenset[int] = frozenset()


class ObservedDrink(NamedTuple):
    """A Drink that somebody is about to drink."""

    drinker: int
    ac: int
    fort: int


class Observation(NamedTuple):
    """What a seat sees: values by seat of those who are in, the stack, the Drinks on the table, the own cards."""

    me: int
    decks: Decks
    fort: Mapping[int, int]
    ac: Mapping[int, int]
    gold: Mapping[int, int]
    piety: int | None
    pot: int
    stack: tuple[ObservedItem, ...]
    drinks: tuple[ObservedDrink, ...]
    """Those of the topmost Drinks, in their order: an answer names a Drink by its place."""
    hand: tuple[str, ...]
    shown: tuple[str, ...]
    """What the own seat has on show."""

    @property
    def others(self) -> list[int]:
        """Everybody else who is in."""
        return [seat for seat in self.fort if seat != self.me]


def observe(scene: Scene, decks: Decks) -> Observation:
    """Read the scene."""
    values: dict[str, dict[int, int]] = {}
    out: set[int] = set()
    piety = None
    hand: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    layers: tuple[StackItem, ...] = ()
    pot = 0
    for block in scene.blocks:
        match block:
            case Seats(rows=seats):
                out = {row.seat for row in seats if row.out}
                notes = (row.note for row in seats if row.seat == scene.viewer)
                piety = next((note.values.get("piety") for note in notes if note is not None), None)
            case Sheet(name="values"):
                for row in block.rows:
                    if row.head.text in _ROWS:
                        cells = zip(block.seats, row.cells, strict=True)
                        values[_ROWS[row.head.text]] = {
                            seat: cell.values["n"] for seat, cell in cells if seat not in out
                        }
            case Zone(name="hand", owner=scene.viewer):
                hand = block.items
            case Zone(name="on show", owner=scene.viewer):
                shown = block.items
            case Stack():
                layers = block.items
            case Pots(unit="gold"):
                pot = block.pots[0][0]
    stack = tuple(map(_observed_item, layers))
    poured = [layer for layer in layers if layer.items[0] in decks.drinks]
    drinks = tuple(_observed_drinks(poured[-1].line)) if poured else ()
    fort, ac, gold = (values.get(name, {}) for name in ("fort", "ac", "gold"))
    return Observation(scene.viewer, decks, fort, ac, gold, piety, pot, stack, drinks, hand, shown)


def _observed_item(layer: StackItem) -> ObservedItem:
    says = layer.line.values
    return ObservedItem(layer.items[0], says.get("seat"), frozenset(says.get("targets", ())))


def _observed_drinks(line: Line) -> Iterator[ObservedDrink]:
    for portion in line.values.values():
        if isinstance(portion, Line):
            ignored = portion.text == WORDS["layer:ignored"]
            ac, fort = (0, 0) if ignored else (portion.values["ac"], portion.values["fort"])
            yield ObservedDrink(portion.values["seat"], ac, fort)
