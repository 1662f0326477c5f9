"""The table as the rules see it: seats, luck, what lies on it, and the ways to ask.

`ask`, `ask_each` and `ask_any` are small loops over `wait`, the only place that pauses. A game inside a game gets a
table of its own (`sub`) with its own ring; luck, log, comings and goings are shared.
"""

from __future__ import annotations

import types
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any

from games.engine.card_prompts import PlayCard
from games.engine.chance import Chance
from games.engine.match_state import Event, MatchState, ShownGame
from games.engine.prompts import NOTHING, Answer, Prompt
from games.engine.questions import OUTSIDE, Ask, Reply, pause
from games.engine.result import HOUSE
from games.engine.scene import Block, Line, Log, OpenAsk, Scene, SceneHeader
from games.engine.table_objects import InvitationOnTable, Persistent, SeatList, told


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
        root: MatchState | None = None,
    ) -> None:
        self.ring = list(ring)
        self.chance = chance
        self.stakes = dict(stakes)
        self.carry = carry
        self.key, self.title, self.words = key, title, words
        self._root = root or MatchState(facts)

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
        self._root.shown_game = ShownGame(self.key, self.title, self.ring)
        self._root.phase = None

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
        self.show(
            InvitationOnTable(kind, Line(self.words.get(f"rail:{kind}", kind)), most, self.rail, self.gone)
        )

    def take_off(self, *kinds: type) -> None:
        """Take the things of these kinds off the table."""
        self._root.stage = [thing for thing in self._root.stage if not isinstance(thing, kinds)]

    def clear(self) -> None:
        """Take everything off the table but what is `Persistent`, and every note from the seats."""
        self._root.stage[:] = [thing for thing in self._root.stage if isinstance(thing, Persistent)]
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
            self._root.news(*reply.answer)
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
        self._root.news(*reply.answer)
        return None

    @types.coroutine
    def ask(
        self, seat: int, prompt: Prompt | Callable[[], Prompt]
    ) -> Generator[Sequence[Ask], Reply, Answer]:
        """Ask one seat, or the house, for which whoever drives the match answers.

        A callable makes the prompt anew when something from outside has come between.
        """
        ask = Ask(seat, prompt() if callable(prompt) else prompt, self.words)
        if not self._root.gone:
            # the common way, short for speed: `pause` itself, nobody has left, and no news come between
            reply = yield (ask,)
            if reply.ask is ask:
                return reply.answer
            self._root.news(*reply.answer)
        return (yield from self._ask_anew(ask, prompt).__await__())

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
        phase = root.phase and told("phase", *root.phase)
        front = root.shown_game or self
        blocks: list[Block] = [SceneHeader(front.key, front.title, phase, root.head)]
        blocks.append(root.seats.block(self.ring, front.ring, asked))
        for thing in root.stage:
            block = thing.block(viewer)
            if block is not None:
                blocks.append(block)
        blocks.append(Log(root.log(viewer)))
        if result is not None:
            blocks.append(result)
        return Scene(viewer, tuple(blocks), tuple(seen), result is not None)


def _face(prompt: Prompt) -> Prompt:
    """A public question as others see it: without the cards from which one may play."""
    return prompt.face() if isinstance(prompt, PlayCard) else prompt


def _keep(old: Sequence[Ask], new: list[Ask]) -> list[Ask]:
    """An ask that came out equal keeps its identity, and with it its button and its remaining time."""
    kept = []
    for ask in new:
        twin = next((o for o in old if o.seat == ask.seat and o.prompt == ask.prompt), None)
        kept.append(twin or ask)
    return kept
