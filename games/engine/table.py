"""The table as the rules see it: seats, luck, what lies on it, and the ways to ask.

`ask`, `ask_each` and `ask_any` are small loops over `wait`, the only place that pauses. A game inside a game gets a
table of its own (`sub`) with its own ring; luck, log, comings and goings are shared.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from games.engine.asks import OUTSIDE, Ask, Reply, pause
from games.engine.chance import Chance
from games.engine.plays import Play
from games.engine.prompts import NOTHING, Answer, Prompt
from games.engine.result import HOUSE
from games.engine.scene import (
    BACK,
    Block,
    Header,
    Hint,
    Invitation,
    Line,
    Log,
    Names,
    OpenAsk,
    Scene,
    SeatRow,
    Seats,
    Zone,
)

LOG_LINES = 40
"""How many lines of the log a scene holds; painters show fewer."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `to` is None for all, else the seats that may know; `text` tells it, if anything."""

    kind: str
    values: Mapping[str, Any]
    to: frozenset[int] | None = None
    text: str | None = None


class Thing(Protocol):
    """Whatever lies on the table and can be looked at."""

    def block(self, viewer: int) -> Block | None:
        """What `viewer` sees of it; None if nothing."""


class Lasting:
    """A thing that stays on the table when it is cleared for the next game of a night."""

    __slots__ = ()


class Hand:
    """Cards of one seat: its own to see, others see the backs, or the faces of those in `open`."""

    __slots__ = ("cards", "name", "open", "owner", "put_down")

    def __init__(self, owner: int, cards: list[str], name: str = "hand") -> None:
        self.owner, self.cards, self.name = owner, cards, name
        self.open: set[int] = set()
        self.put_down = False

    def show(self) -> None:
        """Turn every card face up."""
        self.open = set(range(len(self.cards)))

    def fold(self) -> None:
        """Turn all face down; they leave the table's view, the owner may still look."""
        self.open = set()
        self.put_down = True

    def block(self, viewer: int) -> Block | None:
        """Faces to the owner, else what is open and the backs of the rest."""
        shown = tuple(place in self.open for place in range(len(self.cards)))
        if viewer == self.owner:
            return Zone(self.name, self.owner, tuple(self.cards), shown)
        if self.put_down:
            return None
        faces = tuple(card if up else BACK for card, up in zip(self.cards, shown, strict=True))
        return Zone(self.name, self.owner, faces, shown)


class Open:
    """Cards or dice that everybody sees; `owner` is None for those of the table or the house."""

    __slots__ = ("items", "layout", "name", "owner", "put_down")

    def __init__(self, name: str, items: list[str], owner: int | None = None, layout: str = "row") -> None:
        self.name, self.items, self.owner, self.layout = name, items, owner, layout
        self.put_down = False

    def fold(self) -> None:
        """They leave the table's view."""
        self.put_down = True

    def block(self, viewer: int) -> Block | None:
        """The same to all."""
        if self.put_down:
            return None
        return Zone(self.name, self.owner, tuple(self.items), (), self.layout)


class Worth:
    """What a seat's things are worth to it now, worked out when it looks: a hint for its own eyes."""

    __slots__ = ("line", "owner")

    def __init__(self, owner: int, line: Callable[[], Line | None]) -> None:
        self.owner, self.line = owner, line

    def block(self, viewer: int) -> Block | None:
        """The hint, to the owner only; None while there is nothing to say."""
        line = self.line() if viewer == self.owner else None
        return None if line is None else Hint(line)


class Nicknames:
    """What seats are called as long as it lies there; names that come later count too."""

    __slots__ = ("names",)

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def block(self, viewer: int) -> Block | None:
        """The same to all."""
        return Names(tuple(sorted(self.names.items())))


class Welcome:
    """While it lies on the table spectators may come to the rail, until there are `most` of them.

    `kind`: what for, in the words of `rail:<kind>`.
    """

    __slots__ = ("kind", "most", "table")

    def __init__(self, table: Table, kind: str, most: int) -> None:
        self.table, self.kind, self.most = table, kind, most

    def block(self, viewer: int) -> Block | None:
        """The same to all, as long as there is room."""
        there = [seat for seat in self.table.rail if seat not in self.table.gone]
        line = Line(self.table.words.get(f"rail:{self.kind}", self.kind))
        return Invitation(self.kind, line) if len(there) < self.most else None


class SeatList:
    """What everybody knows of the seats: money, the last thing done, who is out.

    `aside`: money of seats that have no part in the game being played.
    """

    __slots__ = ("aside", "money", "notes", "out")

    def __init__(self) -> None:
        self.money: Mapping[int, int] = NOTHING  # type: ignore[assignment]
        self.aside: Mapping[int, int] = NOTHING  # type: ignore[assignment]
        self.notes: dict[int, tuple[str, Mapping[str, Any], Mapping[str, str]]] = {}
        self.out: set[int] = set()

    def note(self, seat: int) -> Line | None:
        """What stands beside a seat; put into words only here, since most notes are never looked at."""
        if seat not in self.notes:
            return None
        return _line("note", *self.notes[seat])

    def block(self, ring: Sequence[int], playing: Sequence[int], asked: set[int]) -> Seats:
        """A row a seat of `ring`; who is not one of those `playing` is out."""
        rows = []
        for seat in ring:
            money = self.money.get(seat, self.aside.get(seat))
            out = seat in self.out or seat not in playing
            rows.append(SeatRow(seat, money, self.note(seat), out, seat in asked))
        return Seats(tuple(rows))


class _Root:
    """What all tables of a match share."""

    __slots__ = (
        "arrived",
        "events",
        "facts",
        "front",
        "gone",
        "head",
        "phase",
        "rail",
        "seats",
        "stage",
        "time_up",
    )

    def __init__(self, facts: Mapping[int, Mapping[str, Any]]) -> None:
        self.front: Table | None = None
        self.head: tuple[Line, ...] = ()
        self.events: list[Event] = []
        self.gone: set[int] = set()
        self.arrived: list[int] = []
        self.rail: list[int] = []
        self.time_up = False
        self.facts = {seat: dict(known) for seat, known in facts.items()}
        self.stage: list[Thing] = []
        self.seats = SeatList()
        self.phase: tuple[str, Mapping[str, Any], Mapping[str, str]] | None = None


class Table:
    """See the module's text. `ring` are the seats that are in, clockwise; never write `range(n)` for them."""

    __slots__ = ("_root", "carry", "chance", "key", "ring", "stakes", "title", "words")

    def __init__(
        self,
        ring: Iterable[int],
        chance: Chance,
        *,
        stakes: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
        carry: Mapping[str, Any] = NOTHING,
        facts: Mapping[int, Mapping[str, Any]] = NOTHING,  # type: ignore[assignment]
        key: str = "",
        title: str = "",
        words: Mapping[str, str] = NOTHING,
        root: _Root | None = None,
    ) -> None:
        self.ring = list(ring)
        self.chance = chance
        self.stakes = dict(stakes)
        self.carry = carry
        self.key, self.title, self.words = key, title, words
        self._root = root or _Root(facts)

    # ---- what is shared

    @property
    def gone(self) -> set[int]:
        """Seats that have left for good; their asks are answered by default."""
        return self._root.gone

    @property
    def arrived(self) -> list[int]:
        """Seats that wait to be let in, in order of arrival; who lets them in clears it."""
        return self._root.arrived

    @property
    def rail(self) -> list[int]:
        """Seats of spectators who call or bet, in order of arrival: no hand, but questions and money like any seat."""
        return self._root.rail

    @property
    def time_up(self) -> bool:
        """Whether the agreed time is over."""
        return self._root.time_up

    @property
    def events(self) -> list[Event]:
        """All that has happened in the match."""
        return self._root.events

    @property
    def facts(self) -> Mapping[int, Mapping[str, Any]]:
        """What is known of each seat from outside: uses left today, pieces in the purse."""
        return self._root.facts

    @property
    def seats(self) -> SeatList:
        """Money and notes of the seats, as everybody sees them."""
        return self._root.seats

    def sub(
        self,
        ring: Iterable[int],
        *,
        stakes: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
        carry: Mapping[str, Any] = NOTHING,
        key: str = "",
        title: str = "",
        words: Mapping[str, str] = NOTHING,
    ) -> Table:
        """The table for a game inside this one: the same seats' numbers, luck, log, comings and goings.

        It is the one that scenes show, until the outer game comes `to_front` again.
        """
        table = Table(
            ring,
            self.chance,
            stakes=stakes or self.stakes,
            carry=carry,
            key=key or self.key,
            title=title or self.title,
            words=words or self.words,
            root=self._root,
        )
        table.to_front()
        return table

    def to_front(self) -> None:
        """Scenes show this table's game from now on: its key and title, and as playing the seats of its ring."""
        self._root.front, self._root.phase = self, None

    def from_seat(self, seat: int) -> list[int]:
        """The ring clockwise from `seat`, or from the next seat that is in."""
        at = bisect_left(self.ring, seat)
        return self.ring[at:] + self.ring[:at]

    # ---- showing and telling

    def tell(self, kind: str, to: Iterable[int] | None = None, **values: Any) -> None:
        """Something happened; `to` names the seats that may know, None all. The sentence is `words[kind]`."""
        audience = None if to is None else frozenset(to)
        self._root.events.append(Event(kind, values, audience, self.words.get(kind)))

    def note(self, seat: int, kind: str, **values: Any) -> None:
        """What stands beside a seat until its next note, in the words of `note:<kind>`."""
        self._root.seats.notes[seat] = (kind, values, self.words)

    def phase(self, kind: str, **values: Any) -> None:
        """Where in the game we are, in the words of `phase:<kind>`."""
        self._root.phase = (kind, values, self.words)

    def head(self, *lines: Line) -> None:
        """What stands beside the title until it is set anew, through games inside this one too."""
        self._root.head = lines

    def show(self, *things: Any) -> None:
        """Lay things on the table, where scenes find them."""
        self._root.stage.extend(things)

    def welcome(self, kind: str, most: int) -> None:
        """From now on spectators may come to the rail, until `take_off(Welcome)`."""
        self.show(Welcome(self, kind, most))

    def take_off(self, *kinds: type) -> None:
        """Take the things of these kinds off the table."""
        self._root.stage = [thing for thing in self._root.stage if not isinstance(thing, kinds)]

    def clear(self) -> None:
        """Take everything off the table but what is `Lasting`, and every note from the seats."""
        self._root.stage[:] = [thing for thing in self._root.stage if isinstance(thing, Lasting)]
        self._root.seats.notes.clear()
        self._root.seats.out.clear()

    # ---- asking

    async def wait(self, make: Callable[[], list[Ask]]) -> Reply:
        """Wait for an answer to one of the asks that `make` gives.

        `make` is called again after news from outside, since the world may have changed; an ask that comes out
        equal keeps its identity. A seat that has left answers by default, without a row in the journal: it
        follows from the row of its leaving. So does the house when everybody has left.
        """
        return await self._wait_on(make(), make)

    async def _wait_on(self, asks: list[Ask], make: Callable[[], list[Ask]]) -> Reply:
        """`wait`, with the first asks made already."""
        root = self._root
        while True:
            if root.gone:
                for ask in asks:
                    away = root.gone.issuperset(self.ring) if ask.seat == HOUSE else ask.seat in root.gone
                    if away and not ask.answered:
                        return Reply(ask, ask.prompt.default)
            reply = await pause(asks)
            if reply.ask.seat != OUTSIDE:
                return reply
            self._news(*reply.answer)
            asks = _keep(asks, make())

    async def wait_once(self, asks: Sequence[Ask]) -> Reply | None:
        """`wait`, but None when news from outside have come instead, so that the rules may look what they mean."""
        root = self._root
        for ask in asks if root.gone else ():
            if ask.seat in root.gone and not ask.answered:
                return Reply(ask, ask.prompt.default)
        reply = await pause(asks)
        if reply.ask.seat != OUTSIDE:
            return reply
        self._news(*reply.answer)
        return None

    def _news(self, verb: str, value: Any) -> None:
        root = self._root
        if verb == "leave" and value not in root.gone:
            root.gone.add(value)
            root.events.append(Event("left", {"seat": value}, None, "{seat:seat} leaves."))
        elif verb == "join":
            root.arrived.append(value)
            text = "{seat:seat} sits down for the next game."
            root.events.append(Event("arrived", {"seat": value}, None, text))
        elif verb == "rail":
            root.rail.append(value)
        elif verb == "time_up":
            root.time_up = True
        elif verb == "facts":
            seat, known = value
            root.facts.setdefault(seat, {}).update(known)

    async def ask(self, seat: int, prompt: Prompt | Callable[[], Prompt]) -> Answer:
        """Ask one seat, or the house, for which whoever drives the match answers.

        A callable makes the prompt anew when something from outside has come between.
        """
        ask = Ask(seat, prompt() if callable(prompt) else prompt, self.words)
        if not self._root.gone:
            # the common way, short for speed: nobody has left, and no news come between
            reply = await pause((ask,))
            if reply.ask is ask:
                return reply.answer
            self._news(*reply.answer)
        return await self._ask_anew(ask, prompt)

    async def _ask_anew(self, ask: Ask, prompt: Prompt | Callable[[], Prompt]) -> Answer:
        """`ask` once the world has changed: the prompt is made anew, and keeps its identity if it comes out equal."""

        def make() -> list[Ask]:
            return _keep((ask,), [Ask(ask.seat, prompt() if callable(prompt) else prompt, self.words)])

        return (await self.wait(make)).answer

    async def ask_each(self, prompts: Mapping[int, Prompt], *, change: bool = False) -> dict[int, Answer]:
        """Ask all at once; sealed: nobody learns anything until the last answer is in (BET-R14).

        With `change` an answer may be given anew until then. Gives the answers in the order of `prompts`.
        """
        asks = {seat: Ask(seat, prompt, self.words) for seat, prompt in prompts.items()}
        answers: dict[int, Answer] = {}

        def still_open() -> list[Ask]:
            return [ask for ask in asks.values() if not ask.answered or change]

        while len(answers) < len(asks):
            reply = await self.wait(still_open)
            reply.ask.answered = True
            answers[reply.seat] = reply.answer
        return {seat: answers[seat] for seat in prompts}

    async def ask_any(self, asks: Mapping[int, Ask]) -> Reply:
        """One step of a race: the first answer wins it, and the journal's order is the order of arrival.

        The caller keeps `asks` and replaces only the one that was answered, so that all other buttons stay good.
        """
        return await self.wait(lambda: list(asks.values()))

    # ---- looking

    def scene(self, viewer: int, asks: Iterable[Ask], result: Block | None) -> Scene:
        """What `viewer` sees: the way out for everything that is drawn or written. Use `Match.scene`."""
        root = self._root
        seen: list[OpenAsk] = []
        asked: set[int] = set()
        for ask in asks:
            prompt = ask.prompt
            mine = ask.seat == viewer
            if prompt.quiet and not mine:
                # an answered ask may be gone from the list: to tell of the others would tell of this one
                continue
            if not prompt.quiet and not ask.answered:
                asked.add(ask.seat)
            seen.append(
                OpenAsk(
                    ask.id,
                    ask.seat,
                    prompt.kind,
                    prompt.clock,
                    prompt if mine else _face(prompt) if prompt.public else None,
                    ask.answered,
                    ask.words,
                    ask.given if mine else None,
                )
            )
        phase = root.phase and _line("phase", *root.phase)
        front = root.front or self
        blocks: list[Block] = [Header(front.key, front.title, phase, root.head)]
        blocks.append(root.seats.block(self.ring, front.ring, asked))
        for thing in root.stage:
            block = thing.block(viewer)
            if block is not None:
                blocks.append(block)
        blocks.append(Log(self._log(viewer)))
        if result is not None:
            blocks.append(result)
        return Scene(viewer, tuple(blocks), tuple(seen), result is not None)

    def _log(self, viewer: int) -> tuple[Line, ...]:
        lines: list[Line] = []
        for event in reversed(self._root.events):
            if event.text is not None and (event.to is None or viewer in event.to):
                lines.append(Line(event.text, event.values))
                if len(lines) == LOG_LINES:
                    break
        return tuple(reversed(lines))


def _face(prompt: Prompt) -> Prompt:
    """A public question as others see it: without the cards from which one may play."""
    return prompt.face() if isinstance(prompt, Play) else prompt


def _line(what: str, kind: str, values: Mapping[str, Any], words: Mapping[str, str]) -> Line:
    """A note or a phase in the words of the game that made it."""
    return Line(words.get(f"{what}:{kind}", kind), values)


def _keep(old: Sequence[Ask], new: list[Ask]) -> list[Ask]:
    """An ask that came out equal keeps its identity, and with it its button and its remaining time."""
    kept = []
    for ask in new:
        twin = next((o for o in old if o.seat == ask.seat and o.prompt == ask.prompt), None)
        kept.append(twin or ask)
    return kept
