"""What one viewer sees now: a tuple of a few kinds of block.

A scene is made by `Match.scene(viewer)` and by nothing else. Blocks hold no hidden fact of another seat: where a card
is not the viewer's to see, its place holds `BACK`. They hold no words either but `Line`s: a template of the game's
data sheet and the values for it, which a painter says with names and pictures of its own. In a template `{seat}` is a
value as it stands, and a value may be marked: `{who:seat}`, `{card:item}`, `{cards:items}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from games.engine.prompts import Answer, Clock, Pile, Prompt

BACK = "back"
RAIL = -2
"""The viewer who sits nowhere: spectators see what everybody may see."""


class Line(Struct, frozen=True, gc=False):
    """A sentence still to be said: a template and its values."""

    text: str
    values: Mapping[str, Any] = {}


class SceneHeader(NamedTuple):
    """Which game, and where in it."""

    game: str
    title: str
    phase: Line | None
    facts: tuple[Line, ...] = ()


class SeatRow(NamedTuple):
    """A seat as the table shows it."""

    seat: int
    money: int | None
    note: Line | None
    out: bool
    """Folded, or sitting out."""
    asked: bool
    """A question is open to it that everybody may know of."""


class Seats(NamedTuple):
    """All seats, in their order, which never changes in a match."""

    rows: tuple[SeatRow, ...]


class Zone(NamedTuple):
    """Cards or dice that belong together: a hand, a keep, a discard pile."""

    name: str
    owner: int | None
    items: tuple[str, ...]
    """Card and die keys, or `BACK`."""
    shown: tuple[bool, ...] = ()
    """For the owner's eyes: which of the items everybody sees. Empty: all alike."""
    layout: str = "row"
    """`row`; `pile`: many cards, of which the last is on top; `heap`: many of few kinds, told by their number;
    `stock`: many that lie aside, told by their number alone; `stack`: what waits, the newest last and on top."""


class Grid(NamedTuple):
    """Cards laid out in rows and columns, such as a city."""

    name: str
    owner: int | None
    piles: tuple[Pile, ...]


class Track(NamedTuple):
    """How much lies on each of some cards; `unit` is `piece` where that is money."""

    name: str
    counts: tuple[tuple[str, int], ...]
    unit: str = "piece"


class Part(NamedTuple):
    """Items that lie together at a place of a circle: what they are there, and in short what each of them adds."""

    name: str
    adds: str
    items: tuple[str, ...]


class CirclePlace(NamedTuple):
    """A place of a circle: its name, the item that is its sign, what it comes to, and what lies there.

    `note`: what else everybody should know of it, such as that it is closed.
    """

    name: str
    sign: str
    total: int
    parts: tuple[Part, ...]
    note: str = ""


class Circle(NamedTuple):
    """Places that stand in a circle, clockwise from the top, and what lies in the middle.

    `pointed` is the place pointed at, if any, and `meaning` says in a word what that means.
    """

    name: str
    places: tuple[CirclePlace, ...]
    pointed: int | None
    meaning: str
    middle: Zone | None = None


class Pots(NamedTuple):
    """The pots: amount and who may win each; `bets` are the bets of this round, apart."""

    pots: tuple[tuple[int, tuple[int, ...]], ...]
    bets: tuple[tuple[int, int], ...] = ()
    unit: str = "piece"


class StackItem(NamedTuple):
    """One thing on a stack: its cards, what is said of it, and what it does by its text."""

    items: tuple[str, ...]
    line: Line
    text: str = ""


class Stack(NamedTuple):
    """What waits to be carried out, the newest last: that is the one being answered."""

    name: str
    items: tuple[StackItem, ...]


class Window(NamedTuple):
    """What is on top of a stack may be answered now, in secret, by all who are asked; the same to every viewer.

    `first` is the smallest id of its asks. `answers` are the words that everybody may say. `asked`: who is asked, and
    by which fact that everybody knows. Nothing tells who has answered.
    """

    kind: str
    first: int
    answers: tuple[str, ...]
    asked: tuple[tuple[int, Line], ...]
    words: Mapping[str, str]


class LegendEntry(NamedTuple):
    """What a card does, and what each way of playing it does."""

    item: str
    text: str
    ways: tuple[str, ...]


class Legend(NamedTuple):
    """What the viewer's own cards do, in the order of the hand."""

    entries: tuple[LegendEntry, ...]


class SheetRow(NamedTuple):
    """A line of a score sheet: what it is about, and what stands there for each seat."""

    head: Line
    cells: tuple[Line, ...]


class Sheet(NamedTuple):
    """A score sheet: a column a seat, or `upright` a line a seat."""

    name: str
    seats: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    upright: bool = False


class Timeline(NamedTuple):
    """How counts of the seats have gone, step by step: what a chart shows when somebody asks for one."""

    name: str
    steps: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    """What a step is called, and what each seat had after it."""


class Hint(NamedTuple):
    """Something worked out for the viewer alone, such as what the hand would be worth now."""

    line: Line


class Nicknames(NamedTuple):
    """What seats are called here, in place of their own names."""

    names: tuple[tuple[int, str], ...]


class Invitation(NamedTuple):
    """Spectators may come to the rail now, for what the line says."""

    kind: str
    line: Line


class Log(NamedTuple):
    """What happened, oldest first."""

    lines: tuple[Line, ...]


class ResultRow(Struct, frozen=True, gc=False):
    """How the match ended for a seat."""

    seat: int
    place: int | None
    change: Mapping[str, int]
    why: Line | None
    points: int = 0
    shares: int = 0


class SceneOutcome(NamedTuple):
    """How the match ended."""

    headline: Line
    rows: tuple[ResultRow, ...]
    notes: tuple[Line, ...] = ()


Block = (
    SceneHeader
    | Seats
    | Zone
    | Grid
    | Track
    | Circle
    | Pots
    | Stack
    | Window
    | Legend
    | Sheet
    | Timeline
    | Hint
    | Nicknames
    | Invitation
    | Log
    | SceneOutcome
)


class OpenAsk(NamedTuple):
    """A question that is open. `prompt` is None unless the viewer may see it."""

    id: int
    seat: int
    kind: str
    clock: Clock
    prompt: Prompt | None
    answered: bool
    words: Mapping[str, str]
    """The words of the game that asks."""
    given: Answer = None
    """What the viewer has answered so far, while it may still be changed."""


class Scene(NamedTuple):
    """What one viewer sees now."""

    viewer: int
    blocks: tuple[Block, ...]
    asks: tuple[OpenAsk, ...]
    over: bool

    def mine(self) -> tuple[OpenAsk, ...]:
        """The questions open to the viewer that are not answered yet."""
        return tuple(ask for ask in self.asks if ask.seat == self.viewer and not ask.answered)

    def open_to_me(self) -> tuple[OpenAsk, ...]:
        """The questions that the viewer need not answer, or has answered and may answer anew."""
        return tuple(ask for ask in self.asks if ask.seat == self.viewer and ask.answered)
