"""A scene: everything that one viewer sees now, as a tuple of a few kinds of block.

A scene is made by `Match.scene(viewer)` and by nothing else. Blocks hold no hidden fact of another seat: a card that
the viewer may not see is a `BACK`. They hold no words either but `Line`s: a template of the game's data sheet and the
values for it, which a painter renders with names and pictures of its own. In a template `{seat}` is a plain value, and
a value may be marked: `{who:seat}`, `{card:item}`, `{cards:items}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeVar

from msgspec import Struct

from games.engine.prompts import Answer, Clock, Pile, Prompt

B = TypeVar("B")
BACK: Final = "back"
RAIL: Final = -2
"""The viewer without a seat: spectators see what everyone may see."""


class Line(Struct, frozen=True, gc=False):
    """A sentence to be rendered: a template and its values."""

    text: str
    values: Mapping[str, Any] = {}


class SceneHeader(NamedTuple):
    """The name of the game, and the part of it that is being played."""

    game: str
    title: str
    phase: Line | None
    facts: tuple[Line, ...] = ()
    options: Any = None
    """The options of the game that is shown; everyone at the table knows them."""


class SeatRow(NamedTuple):
    """A seat as the table shows it."""

    seat: int
    money: int | None
    note: Line | None
    out: bool
    """Folded, or sitting out."""
    asked: bool
    """A question is open to it that everyone may know of."""
    badge: Line | None = None
    """What the seat is in this game, such as its character; unlike a note it stays."""


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
    """For the eyes of those who see more than others: True for each item that everyone sees. Empty: all alike."""
    layout: str = "row"
    """`row`; `pile`: many cards, the last one on top; `heap`: many of few kinds, shown by their numbers; `stock`: many
    that are put aside, shown by their number alone; `stack`: cards that wait, the newest last and on top."""
    price: int | None = None
    """The cards or pieces that one pays to take it, where it is for sale."""


class District(NamedTuple):
    """A place of a grid as its game reads it: column, row, what stands there, its sign, and its points."""

    column: int
    row: int
    name: str
    sign: str
    points: int


class Grid(NamedTuple):
    """Cards laid out in rows and columns, such as a city."""

    name: str
    owner: int | None
    piles: tuple[Pile, ...]
    districts: tuple[District, ...] = ()
    """The places with cards and their points, which add up to what the grid is worth."""


class Track(NamedTuple):
    """An amount on each of some cards; `unit` is `piece` where that is money."""

    name: str
    counts: tuple[tuple[str, int], ...]
    unit: str = "piece"
    toward: str = ""
    """The sign of what stands at the end of a road on which the cards move, if they do; the last card is nearest."""


class Gauge(NamedTuple):
    """A number of a seat on a scale from 0 to `most`.

    `shape`: `pips`, what is left of `most`; `goal`, what is reached of `most`; `gap`, what is left before it meets
    `mark`, another number of the seat by the name `mark_name`.
    """

    name: str
    value: int
    most: int
    shape: Literal["pips", "goal", "gap"] = "pips"
    mark: int | None = None
    mark_name: str = ""


class SeatGauges(NamedTuple):
    """The gauges of a seat, and other numbers of it, each with the name of what is counted."""

    seat: int
    gauges: tuple[Gauge, ...]
    counts: tuple[tuple[str, int], ...] = ()


class Gauges(NamedTuple):
    """Numbers of the seats that decide the game, such as their lives."""

    name: str
    seats: tuple[SeatGauges, ...]


class StripField(NamedTuple):
    """A field of a strip: the face that a die shows there, what it pays in short, and what that is called.

    `fate`: what happens to a wager there: `lost`, `even` for a small win, or `won` for the best.
    """

    face: int
    pays: str
    zone: str
    fate: Literal["lost", "even", "won"]


class Strip(NamedTuple):
    """The numbers that dice may show, in a line, with what each of them pays now."""

    name: str
    fields: tuple[StripField, ...]


class Trick(NamedTuple):
    """The cards of a trick in the order played, each with its seat.

    `led`, `dominant`: colours, or nothing. `leading`: the place in `played` of the card that would take it now.
    A zone of the same name has the same cards.
    """

    name: str
    played: tuple[tuple[int, str], ...]
    led: str = ""
    dominant: str = ""
    leading: int | None = None


class Prospect(NamedTuple):
    """An answer with its gain, the number of remaining cards that bring it, and its cost if it is wrong."""

    answer: str
    name: str
    gain: int
    hits: int
    of: int
    cost: int


class Prospects(NamedTuple):
    """The best answers to the viewer's own question, the most promising first."""

    kind: str
    rows: tuple[Prospect, ...]


class Part(NamedTuple):
    """Items at a place of a circle: their role there, and in short what each of them adds."""

    name: str
    adds: str
    items: tuple[str, ...]


class CirclePlace(NamedTuple):
    """A place of a circle: its name, the item that is its sign, its total, and its parts.

    `note`: a remark for everyone, such as that the place is closed.
    """

    name: str
    sign: str
    total: int
    parts: tuple[Part, ...]
    note: str = ""


class Circle(NamedTuple):
    """Places in a circle, clockwise from the top, and the zone in its middle.

    `pointed`: the number of the place pointed at, if any; `meaning` says in a word what that means.
    """

    name: str
    places: tuple[CirclePlace, ...]
    pointed: int | None
    meaning: str
    middle: Zone | None = None


class Pots(NamedTuple):
    """The pots: the amount and the claimants of each; `bets` are the bets of this round, apart.

    `aside`: the pieces are no part of the play. They wait for the winner, and those of the seats are not needed either.
    """

    pots: tuple[tuple[int, tuple[int, ...]], ...]
    bets: tuple[tuple[int, int], ...] = ()
    unit: str = "piece"
    aside: bool = False


class StackItem(NamedTuple):
    """One thing on a stack: its cards, a line about it, and its effect by its text.

    `now`: what it will do as things stand, if nobody answers it any more; `reason`: what has made that differ from its
    text.
    """

    items: tuple[str, ...]
    line: Line
    text: str = ""
    now: Line | None = None
    reason: Line | None = None


class Stack(NamedTuple):
    """The things that wait to be carried out; the newest is last, and the one being answered."""

    name: str
    items: tuple[StackItem, ...]


class Window(NamedTuple):
    """A window in which several seats may answer the top of a stack in secret; the same to every viewer.

    `asks`: the ids of its asks, answered or not. `answers`: the words that every seat may say. `asked`: the seats
    asked, each with the public fact that is the reason. Nothing tells which seats have answered.
    """

    kind: str
    asks: tuple[int, ...]
    answers: tuple[str, ...]
    asked: tuple[tuple[int, Line], ...]
    words: Mapping[str, str]


class LegendEntry(NamedTuple):
    """The effect of a card, and the effects of its ways to be played."""

    item: str
    text: str
    ways: tuple[str, ...]


class Legend(NamedTuple):
    """The effects of the viewer's own cards, in the order of the hand."""

    entries: tuple[LegendEntry, ...]


class SheetRow(NamedTuple):
    """A row of a score sheet: its heading, and a cell for each seat."""

    head: Line
    cells: tuple[Line, ...]


class Sheet(NamedTuple):
    """A score sheet: a column for each seat, or with `upright` a row for each."""

    name: str
    seats: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    upright: bool = False
    legend: Line | None = None
    """What the cells mean."""


class Timeline(NamedTuple):
    """Counts of the seats, step by step, for the chart that a viewer may ask for."""

    name: str
    steps: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    """The name of each step, and the count of each seat after it."""


class Hint(NamedTuple):
    """A hint worked out for the viewer alone, such as the worth of its hand now.

    `short`: the same in two short lines at most, the one to be read first.
    """

    line: Line
    short: tuple[Line, ...] = ()


class Nicknames(NamedTuple):
    """Names of seats in this game, in place of their members' own."""

    names: tuple[tuple[int, str], ...]


class Invitation(NamedTuple):
    """An invitation to spectators to come to the rail, for the purpose in the line."""

    kind: str
    line: Line


class Log(NamedTuple):
    """The last events as lines, the oldest first."""

    lines: tuple[Line, ...]


class ResultRow(Struct, frozen=True, gc=False):
    """The end of the match for one seat."""

    seat: int
    place: int | None
    change: Mapping[str, int]
    reason: Line | None
    points: int = 0
    shares: int = 0


class Highlights(NamedTuple):
    """The decisive moment of a game and its pot, for a result card; all of it is public.

    `moment`: what decided the game; `then`: what came of it; `items`: its cards or dice. `pot`: the pieces that were
    won from it, 0 without one. `course`: the scores of the seats, step by step, where the game has told any.
    """

    moment: Line | None = None
    then: Line | None = None
    items: tuple[str, ...] = ()
    pot: int = 0
    course: tuple[tuple[tuple[int, int], ...], ...] = ()


class SceneOutcome(NamedTuple):
    """The end of the match, or in a scene that is not over, of one game of a night.

    `degree`: how loud it is told (`games.engine.endings`). `personal`: the viewer's own sentence. `title`: the game's.
    """

    headline: Line
    rows: tuple[ResultRow, ...]
    notes: tuple[Line, ...] = ()
    degree: str = "win"
    personal: Line | None = None
    title: str = ""
    highlights: Highlights = Highlights()


Block = (
    SceneHeader
    | Seats
    | Zone
    | Grid
    | Track
    | Gauges
    | Strip
    | Trick
    | Prospects
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
    """The viewer's answer so far, while it may still be changed."""
    silent: bool = False
    """Saying nothing is an answer: nobody is late with it. Known to the viewer alone."""


class Scene(NamedTuple):
    """Everything that one viewer sees now."""

    viewer: int
    blocks: tuple[Block, ...]
    asks: tuple[OpenAsk, ...]
    over: bool

    def first(self, kind: type[B]) -> B | None:
        """Return the first block of a kind; None if there is none."""
        return next((block for block in self.blocks if isinstance(block, kind)), None)

    def every(self, kind: type[B]) -> list[B]:
        """Return the blocks of a kind, in their order."""
        return [block for block in self.blocks if isinstance(block, kind)]

    def mine(self) -> tuple[OpenAsk, ...]:
        """Return the questions open to the viewer that are not answered yet."""
        return tuple(ask for ask in self.asks if ask.seat == self.viewer and not ask.answered)

    def open_to_me(self) -> tuple[OpenAsk, ...]:
        """Return the questions that the viewer need not answer, or may answer again."""
        return tuple(ask for ask in self.asks if ask.seat == self.viewer and ask.answered)


class CardFace(NamedTuple):
    """The names and signs of a card. Pure data: what draws or sends them stands elsewhere."""

    mark: str
    """A short sign, for rows of cards: `🟥W`."""
    name: str
    """The name in words: `Warrior of Wolves`."""
    text: str = ""
    """Sign and name together, where that is not simply the mark and the name."""
    beside: str = ""
    """The words beside a drawn card, where they are not the name."""
    drawing: str = ""
    """The key of the drawing, where several cards share one."""
    short: str = ""
    """The name where a drawn card has no room for all of it."""

    @property
    def full(self) -> str:
        """The sign and the name together: `🟥 ⚔️ Warrior¹ of Wolves`."""
        return self.text or f"{self.mark} {self.name}"
