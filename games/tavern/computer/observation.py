"""A computer player's observation of the tavern, read from the scene of its seat and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.engine import Line, Pots, Scene, Seats, Sheet, Stack, StackItem, Zone
from games.tavern.cards import Decks
from games.tavern.text import WORDS

_ROWS = {WORDS[f"sheet:{name}"]: name for name in ("fort", "ac", "gold")}


class ObservedItem(NamedTuple):
    """An item of the stack: its player and targets, and what earlier answers have left of it.

    `losses`: by the seat at which it aims a loss of Fort, the seat that now loses it, -1 for none, and how much less.
    `spared`: the seats to which it does nothing any more. `dead`: it was Negated.
    """

    key: str
    seat: int | None
    targets: frozenset[int] = frozenset()
    losses: Mapping[int, tuple[int, int]] = {}
    spared: frozenset[int] = frozenset()
    dead: bool = False


class ObservedDrink(NamedTuple):
    """A Drink that a player is about to drink."""

    drinker: int
    ac: int
    fort: int


class Observation(NamedTuple):
    """The game as one seat sees it; the mappings hold the seats that are still in."""

    me: int
    decks: Decks
    fort: Mapping[int, int]
    ac: Mapping[int, int]
    gold: Mapping[int, int]
    piety: int | None
    pot: int
    stack: tuple[ObservedItem, ...]
    drinks: tuple[ObservedDrink, ...]
    """The portions of the topmost Drinks in order: an answer names one by its place."""
    hand: tuple[str, ...]
    on_show: tuple[str, ...]
    """The cards that the own seat has on show."""

    @property
    def others(self) -> list[int]:
        """All other seats that are still in."""
        return [seat for seat in self.fort if seat != self.me]


def observe(scene: Scene, decks: Decks) -> Observation:
    """Return the observation of the scene's viewer."""
    values: dict[str, dict[int, int]] = {}
    out: set[int] = set()
    piety = None
    hand: tuple[str, ...] = ()
    on_show: tuple[str, ...] = ()
    items: tuple[StackItem, ...] = ()
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
                on_show = block.items
            case Stack():
                items = block.items
            case Pots(unit="gold"):
                pot = block.pots[0][0]
    stack = tuple(map(_observed_item, items))
    # Drinks have no kind of their own in a scene: their cards tell them
    servings = [item for item in items if item.items[0] in decks.drinks]
    drinks = tuple(_observed_drinks(servings[-1].line)) if servings else ()
    fort, ac, gold = (values.get(name, {}) for name in ("fort", "ac", "gold"))
    return Observation(scene.viewer, decks, fort, ac, gold, piety, pot, stack, drinks, hand, on_show)


def _observed_item(item: StackItem) -> ObservedItem:
    says = item.line.values
    return ObservedItem(
        item.items[0],
        says.get("seat"),
        frozenset(says.get("targets", ())),
        {origin: (victim, cut) for origin, victim, cut in says.get("losses", ())},
        frozenset(says.get("spared", ())),
        bool(says.get("dead")),
    )


def _observed_drinks(line: Line) -> Iterator[ObservedDrink]:
    for portion in line.values.values():
        if isinstance(portion, Line):
            ignored = portion.text == WORDS["layer:ignored"]
            ac, fort = (0, 0) if ignored else (portion.values["ac"], portion.values["fort"])
            yield ObservedDrink(portion.values["seat"], ac, fort)
