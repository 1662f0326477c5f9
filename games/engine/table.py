"""The table as the rules see it: seats, luck, the things on it, and the ways to ask.

`wait`, `wait_once`, `ask` and `ask_each` are the only places that pause a match: they hand over the open asks and go
on with one reply (`reply_to`). All other ways to ask are loops over them. A game inside a game gets a table of its
own (`sub`) with its own ring; luck, log, comings and goings are shared.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from games.engine.card_prompts import PlayCard
from games.engine.chance import Chance
from games.engine.errors import RulesBug
from games.engine.match_state import STANDING, Event, MatchState, ShownGame
from games.engine.prompts import NOTHING, Answer, Choose, Prompt
from games.engine.questions import OUTSIDE, Ask, Reply, reply_to
from games.engine.result import HOUSE
from games.engine.scene import Block, Line, Log, OpenAsk, Scene, SceneHeader
from games.engine.table_objects import InvitationOnTable, Persistent, SeatList, template_line

T = TypeVar("T")

MOST_DEFAULTS = 20_000
"""A match that has not ended after so many answers by default of seats that have left never ends."""


class Table:
    """The table of one game. `ring` are the seats that are in, clockwise; never write `range(n)` for them."""

    __slots__ = ("_root", "carry", "chance", "key", "options", "ring", "stakes", "title", "words")

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
        options: Any = None,
        root: MatchState | None = None,
    ) -> None:
        self.ring = list(ring)
        self.chance = chance
        self.stakes = dict(stakes)
        self.carry = carry
        self.key, self.title, self.words = key, title, words
        self.options = options
        self._root = root or MatchState(facts)

    # ---- the shared state

    @property
    def gone(self) -> set[int]:
        """Seats that have left for good; their asks are answered by default."""
        return self._root.gone

    @property
    def arrived(self) -> list[int]:
        """Seats that wait to be let in, in order of arrival; the rules that let them in clear it."""
        return self._root.arrived

    @property
    def rail(self) -> list[int]:
        """Seats of spectators that call or bet, in order of arrival: no hand, but questions and money."""
        return self._root.rail

    @property
    def time_up(self) -> bool:
        """True when the agreed time is over."""
        return self._root.time_up

    @property
    def events(self) -> list[Event]:
        """Everything that has happened in the match."""
        return self._root.events

    @property
    def facts(self) -> Mapping[int, Mapping[str, Any]]:
        """Facts of each seat from outside, such as uses left today or pieces in the purse."""
        return self._root.facts

    @property
    def seats(self) -> SeatList:
        """Money and notes of the seats, as everyone sees them."""
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
        options: Any = None,
    ) -> Table:
        """Return the table for a game inside this one, with the same seat numbers, luck, log, comings and goings.

        Scenes show that game until the outer one comes `to_front` again.
        """
        table = Table(
            ring,
            self.chance,
            stakes=stakes or self.stakes,
            carry=carry,
            key=key or self.key,
            title=title or self.title,
            words=words or self.words,
            options=options if options is not None else self.options,
            root=self._root,
        )
        table.to_front()
        return table

    def to_front(self) -> None:
        """Make scenes show this table's game: its key and title, and the seats of its ring as playing."""
        self._root.shown_game = ShownGame(self.key, self.title, self.ring, self.options)
        self._root.phase = None

    def from_seat(self, seat: int) -> list[int]:
        """Return the ring clockwise from `seat`, or from the next seat that is in."""
        place = bisect_left(self.ring, seat)
        return self.ring[place:] + self.ring[:place]

    # ---- showing and telling

    def tell(self, kind: str, to: Iterable[int] | None = None, **values: Any) -> None:
        """Record an event; `to` names the seats that may know, None everyone. Its sentence is `words[kind]`."""
        self._root.events.append(Event(kind, values, None if to is None else frozenset(to), self.words))

    def standing(self, scores: Mapping[int, int]) -> None:
        """Record each seat's score so far, hidden cards included, for the ending; nobody sees it before."""
        self.tell(STANDING, (), scores=dict(scores))

    def note(self, seat: int, kind: str, **values: Any) -> None:
        """Put a note beside a seat until its next one, in the words of `note:<kind>`."""
        self._root.seats.notes[seat] = (kind, values, self.words)

    def take_notes(self, kinds: Collection[str]) -> None:
        """Take the notes of these kinds away from all seats."""
        notes = self._root.seats.notes
        for seat in [seat for seat, (kind, _, _) in notes.items() if kind in kinds]:
            del notes[seat]

    def badge(self, seat: int, kind: str, **values: Any) -> None:
        """Say beside a seat what it is in this game, in the words of `badge:<kind>`; unlike a note it stays."""
        self._root.seats.badges[seat] = (kind, values, self.words)

    def report(self, seat: int, kind: str, **values: Any) -> None:
        """Tell everyone what a seat has done, and note it beside the seat; `{seat}` is one of the values."""
        values["seat"] = seat
        root, words = self._root, self.words
        root.events.append(Event(kind, values, None, words))
        root.seats.notes[seat] = (kind, values, words)

    def phase(self, kind: str, **values: Any) -> None:
        """Set the part of the game that is shown, in the words of `phase:<kind>`."""
        self._root.phase = (kind, values, self.words)

    def head(self, *lines: Line) -> None:
        """Set the lines beside the title; they stay through games inside this one until they are set again."""
        self._root.head = lines

    def show(self, *things: Any) -> None:
        """Put things on the table, where scenes find them."""
        self._root.stage.extend(things)

    def welcome(self, kind: str, most: int) -> None:
        """Let spectators come to the rail, until `take_off(InvitationOnTable)`."""
        self.show(
            InvitationOnTable(kind, Line(self.words.get(f"rail:{kind}", kind)), most, self.rail, self.gone)
        )

    def take_off(self, *kinds: type) -> None:
        """Take the things of these kinds off the table."""
        self._root.stage = [thing for thing in self._root.stage if not isinstance(thing, kinds)]

    def find(self, kind: type[T]) -> T | None:
        """Return the first thing of a kind on the table."""
        for thing in self._root.stage:  # a loop: every answer asks for an ending
            if isinstance(thing, kind):
                return thing
        return None

    def clear(self) -> None:
        """Take everything off the table except `Persistent` things, and every note from the seats."""
        root = self._root
        if root.stage:
            root.stage[:] = [thing for thing in root.stage if isinstance(thing, Persistent)]
        root.seats.notes.clear()
        root.seats.badges.clear()
        root.seats.out.clear()

    # ---- asking

    async def wait(self, make: Callable[[], list[Ask]]) -> Reply:
        """Wait for an answer to one of the asks that `make` returns.

        `make` is called again after news from outside, since the world may have changed; an ask that comes out
        equal keeps its identity. A seat that has left answers by default, without a row in the journal: the row of
        its leaving implies it. So does the house when every seat has left.
        """
        root = self._root
        asks = make()
        while True:
            if root.gone and (reply := self._default_reply(asks)) is not None:
                return reply
            reply = await reply_to(asks)
            if reply.ask.seat != OUTSIDE:
                return reply
            root.apply_external_event(*reply.answer)
            asks = _keep(asks, make())

    async def wait_once(self, asks: Sequence[Ask]) -> Reply | None:
        """Wait like `wait`, but return None after news from outside, so that the rules can decide what to ask now."""
        if self._root.gone and (reply := self._default_reply(asks)) is not None:
            return reply
        reply = await reply_to(asks)
        if reply.ask.seat != OUTSIDE:
            return reply
        self._root.apply_external_event(*reply.answer)
        return None

    async def ask(self, seat: int, prompt: Prompt, remake: Callable[[], Prompt] | None = None) -> Answer:
        """Ask one seat, or the house, for which the driver of the match answers.

        `remake` makes the prompt again after news from outside, for prompts that depend on them.
        """
        root = self._root
        ask = Ask(seat, prompt, self.words)
        while True:
            if root.gone and (reply := self._default_reply((ask,))) is not None:
                return reply.answer
            reply = await reply_to((ask,))
            if reply.ask is ask:
                return reply.answer
            root.apply_external_event(*reply.answer)
            if remake is not None and (prompt := remake()) != ask.prompt:
                ask = Ask(seat, prompt, self.words)

    async def ask_each(self, prompts: Mapping[int, Prompt], *, change: bool = False) -> dict[int, Answer]:
        """Ask several seats at once, sealed: no seat learns anything until the last answer is in (BET-R14).

        With `change` an answer may be changed until then. Returns the answers in the order of `prompts`.
        """
        root, words = self._root, self.words
        asks = [Ask(seat, prompt, words) for seat, prompt in prompts.items()]
        answers: dict[int, Answer] = {}
        open_asks, missing = asks, len(asks)
        while missing:
            reply = self._default_reply(open_asks) if root.gone else None
            if reply is None:
                reply = await reply_to(open_asks)
            ask = reply.ask
            if ask.seat == OUTSIDE:
                root.apply_external_event(*reply.answer)
                continue
            answers[ask.seat] = reply.answer
            if not ask.answered:
                ask.answered = True
                missing -= 1
                if missing and not change:
                    open_asks = [ask for ask in asks if not ask.answered]
        return {seat: answers[seat] for seat in prompts}

    async def pause(self, seats: Iterable[int]) -> None:
        """Let everyone look at the table until the time of a pause is over, or all of `seats` have pressed on.

        The words are `next` and `next:next`.
        """
        prompt = Choose("next", ("next",), "next", clock="pause", public=True)
        await self.ask_each(dict.fromkeys(seats, prompt))

    async def ask_any(self, asks: Mapping[int, Ask]) -> Reply:
        """Ask for one step of a race: the first answer wins it, and the journal's order is the order of arrival.

        The caller keeps `asks` and replaces only the one that was answered, so that all other buttons stay good.
        """
        return await self.wait(lambda: list(asks.values()))

    def _default_reply(self, asks: Sequence[Ask]) -> Reply | None:
        """Return the reply of the first ask whose seat has left; None if all seats are still there."""
        root = self._root
        for ask in asks:
            away = root.gone.issuperset(self.ring) if ask.seat == HOUSE else ask.seat in root.gone
            if away and not ask.answered:
                root.defaults += 1
                if root.defaults > MOST_DEFAULTS:
                    # such rules never pause again: without this the process would hang
                    reason = f"{self.key} does not end within {MOST_DEFAULTS} defaults"
                    raise RulesBug(reason, ask, "a result")
                return Reply(ask, ask.prompt.default)
        return None

    # ---- looking

    def scene(self, viewer: int, asks: Iterable[Ask], result: Block | None) -> Scene:
        """Return the scene of `viewer`, from which everything is drawn and written. Use `Match.scene`."""
        root = self._root
        seen: list[OpenAsk] = []
        asked: set[int] = set()
        for ask in asks:
            prompt = ask.prompt
            mine = ask.seat == viewer
            if prompt.quiet and not mine:
                # an answered ask may be gone from the list: to show the others would tell of this one
                continue
            if not prompt.quiet and not ask.answered:
                asked.add(ask.seat)
            seen.append(
                OpenAsk(
                    ask.id,
                    ask.seat,
                    prompt.kind,
                    prompt.clock,
                    prompt if mine or (prompt.public and not isinstance(prompt, PlayCard)) else _face(prompt),
                    ask.answered,
                    ask.words,
                    ask.given if mine else None,
                    mine and ask.silence is not None,
                )
            )
        phase = root.phase and template_line("phase", *root.phase)
        front = root.shown_game or self
        blocks: list[Block] = [SceneHeader(front.key, front.title, phase, root.head, front.options)]
        blocks.append(root.seats.block(self.ring, front.ring, asked))
        for thing in root.stage:
            block = thing.block(viewer)
            if block is not None:
                blocks.append(block)
        blocks.append(Log(root.log(viewer)))
        if result is not None:
            blocks.append(result)
        return Scene(viewer, tuple(blocks), tuple(seen), result is not None)


def _face(prompt: Prompt) -> Prompt | None:
    """Return a prompt as others see it: not at all, or a public one without the cards that the seat could play."""
    return prompt.face() if prompt.public and isinstance(prompt, PlayCard) else None


def _keep(old: Sequence[Ask], new: list[Ask]) -> list[Ask]:
    """Return `new`, with asks of `old` in place of equal ones: they keep their button and their remaining time."""
    return [
        next((ask for ask in old if ask.seat == made.seat and ask.prompt == made.prompt), made)
        for made in new
    ]
