"""A match: open questions out, one answer in, events out.

Theory of operation
-------------------
A game is a coroutine that yields its open asks and is resumed with one reply at a time (`Table.wait` and its kin). A
`Match` holds that coroutine, and everything else in it follows from the header and the answers: given the same ones it
is the same match for ever. It never waits, sleeps, saves or sends, so anything can drive it: Discord, a test, a
simulation, a replay.

    states      playing ──answer──▶ playing ──last answer──▶ over
    answer      check it (IllegalAnswer: nothing has changed) → write the row → resume the rules → number new asks

- The open asks are what the rules yielded last. An ask keeps its id as long as the rules yield the same object.
  Ids count from 1 in the order in which asks first appear, so they too are the same in a replay.
- Ask 0 is always open, to events from outside (a seat leaves, time is up). They are rows like any answer.
- A coroutine cannot be copied. Resume, undo and look-ahead are all `Match.replay` with fewer or more rows.
- `risked` sums up what answers have put at stake; the driver must have set it aside before the row counts. A result
  that pays more than that, or loses a piece, raises `RulesBug`: these checks stay on in production.
- Everything that anyone is shown comes from `scene(viewer)`.

The digest of an ask (kind, seat, legal answers) goes into the journal, so that a replay under changed rules stops at
the first question that has changed (`ReplayDiverged`) and does not play on as another game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace as replace_fields

from games.engine.chance import Chance, Seed
from games.engine.endings.ending import Ending, ending_of
from games.engine.errors import IllegalAnswer, ReplayDiverged, RulesBug
from games.engine.match_state import Event
from games.engine.prompts import Answer, Cost, digest
from games.engine.questions import OUTSIDE, Ask, By, ExternalEvent, Reply
from games.engine.result import HOUSE, Result, check
from games.engine.scene import Scene
from games.engine.table import Table

if TYPE_CHECKING:
    from games.engine.game import Game, Options


@dataclass(frozen=True, slots=True)
class Header:
    """Everything that a match depends on beside its answers.

    `stakes`: pieces of each seat. `carry`, `facts`: JSON. `release`: the version of the program that began it.
    """

    game: str
    version: int
    options: Mapping[str, Any]
    ring: tuple[int, ...]
    seed: Seed
    stakes: Mapping[int, int] = field(default_factory=dict)
    carry: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    release: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the header as JSON, with the seed: keep it sealed until the table closes."""
        return {
            "game": self.game,
            "version": self.version,
            "options": dict(self.options),
            "ring": list(self.ring),
            "seed": {"server": self.seed.server, "match": self.seed.match, "words": list(self.seed.words)},
            "stakes": {str(seat): n for seat, n in self.stakes.items()},
            "carry": dict(self.carry),
            "facts": {str(seat): dict(known) for seat, known in self.facts.items()},
            "release": self.release,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Header:
        """Return the header that `to_json` wrote. A missing field raises `KeyError`."""
        seed = data["seed"]
        return cls(
            game=data["game"],
            version=data["version"],
            options=dict(data["options"]),
            ring=tuple(data["ring"]),
            seed=Seed(seed["server"], seed["match"], tuple(seed["words"])),
            stakes={int(seat): n for seat, n in data["stakes"].items()},
            carry=dict(data["carry"]),
            facts={int(seat): dict(known) for seat, known in data["facts"].items()},
            release=data.get("release", ""),
        )


class Row(Struct, frozen=True, gc=False):
    """One answer in the journal. `digest` is empty in matches without digests."""

    ask: int
    seat: int
    digest: str
    answer: Answer
    by: By


_EXTERNAL: Final = Ask(OUTSIDE, ExternalEvent())
_EXTERNAL.id = 0


class Match:
    """One play of a game: open asks out, one answer in.

    `digests=False` leaves the digests out of the rows, for simulations that write no journal.
    """

    __slots__ = (
        "_coroutine",
        "_digests",
        "_ending",
        "_joined",
        "_next",
        "game",
        "header",
        "open",
        "options",
        "result",
        "risked",
        "rows",
        "table",
    )

    def __init__(
        self, game: Game, header: Header, *, chance: Chance | None = None, digests: bool = True
    ) -> None:
        self.game, self.header = game, header
        self.options: Options = game.parse_options(header.options)
        self.rows: list[Row] = []
        self.result: Result | None = None
        self.risked: dict[int, dict[str, int]] = {}
        self.open: dict[int, Ask] = {}
        self._digests = digests
        self._ending: Ending | None = None
        self._joined: list[int] = []
        self._next = 1
        self.table = Table(
            header.ring,
            chance or Chance(header.seed),
            stakes=header.stakes,
            carry=header.carry,
            facts=header.facts,
            key=game.key,
            title=game.title,
            words=game.words,
            options=self.options,
        )
        self.table.chance.watch(self.table.events, self.rows)
        self._coroutine = game.play(self.table, self.options)
        self._resume()

    @property
    def over(self) -> bool:
        """True once the match has ended and has a `result`."""
        return self.result is not None

    @property
    def events(self) -> Sequence[Event]:
        """Everything that has happened, hidden things too: for tests and the process's log, not for people."""
        return self.table.events

    def settle(self, result: Result) -> None:
        """Tell the match as it was paid from now on: with this result in place of that of the rules."""
        self.result, self._ending = result, None

    def asks_of(self, seat: int) -> list[Ask]:
        """Return the questions open to a seat that it has not answered."""
        return [ask for ask in self.open.values() if ask.seat == seat and not ask.answered]

    def find(self, ask_id: int, seat: int) -> Ask:
        """Return the open ask with this id. Raises `IllegalAnswer` if there is none, or it is another seat's."""
        if ask_id == 0 and seat == OUTSIDE and self.result is None:
            return _EXTERNAL
        ask = self.open.get(ask_id)
        if ask is None or ask.seat != seat:
            raise IllegalAnswer("another question", ask_id, sorted(self.open))
        return ask

    def answer(
        self, ask_id: int, seat: int, answer: Answer, by: By = "player", *, cost: Cost | None = None
    ) -> Row:
        """Give `answer` to an open ask and play on to the next question; return the row for the journal.

        `cost` comes from a caller that has checked the answer already and knows what it may cost.
        Raises `IllegalAnswer` if the ask is not open, not the seat's, or the answer not legal; then nothing has
        changed. Any other error is a `RulesBug` or a plain bug, and the match must be thrown away and replayed.
        """
        try:
            ask = self.open[ask_id]
        except KeyError:
            ask = self.find(ask_id, seat)
        if ask.seat != seat:
            ask = self.find(ask_id, seat)
        prompt = ask.prompt
        if cost is None:
            prompt.check(answer)
        row = Row(ask_id, seat, digest(seat, prompt) if self._digests else "", answer, by)
        self._resume(ask, row, cost)
        return row

    def _set_aside(self, seat: int, cost: Cost) -> None:
        """Add to `risked` what an answer of this seat may cost."""
        for party, units in ((seat, cost.seat), (HOUSE, cost.house)):
            for unit, amount in units.items():
                held = self.risked.setdefault(party, {})
                held[unit] = held.get(unit, 0) + amount

    def _resume(self, ask: Ask | None = None, row: Row | None = None, cost: Cost | None = None) -> None:
        """Keep the row of a checked answer and let the rules run on to their next questions, or to the end.

        Without a row, start the rules.
        """
        reply = None
        if ask is not None and row is not None:
            answer = row.answer
            self.rows.append(row)
            if ask.prompt.costs:
                self._set_aside(ask.seat, ask.prompt.cost(answer) if cost is None else cost)
            if ask is _EXTERNAL and answer[0] == "join":
                self._joined.append(answer[1])
            reply = Reply(ask, answer)
        try:
            asks = self._coroutine.send(reply)
        except StopIteration as end:
            result: Result = end.value
            parties = (*self.header.ring, *self._joined, *self.table.rail)
            check(result, parties, self.stakes, self.risked, self.header.carry)
            self.open, self.result = {}, result
            return
        if not asks:
            raise RulesBug("the rules wait for nobody", asks, "one open question or more")
        self.open = opened = {}
        for ask in asks:
            if ask.id < 0:
                ask.id = self._next
                self._next += 1
            opened[ask.id] = ask

    @property
    def stakes(self) -> Mapping[int, int]:
        """Pieces that each seat has paid in, at the start or when it joined."""
        if not self._joined:
            return self.header.stakes
        return {**dict.fromkeys(self._joined, self.game.stake), **self.header.stakes}

    def scene(self, viewer: int) -> Scene:
        """Return the scene of `viewer` (a seat, or `RAIL`): blocks, log lines and open questions."""
        ending = self.ending
        block = ending.block(viewer) if ending is not None else None
        return self.table.scene(viewer, self.open.values(), block)

    @property
    def ending(self) -> Ending | None:
        """The ending as it is told; None while the match is played."""
        if self._ending is None and self.result is not None:
            stakes = self.stakes if self.game.money_kind(self.options) == "pieces" else {}
            self._ending = ending_of(self.game, self.result, self.events, stakes, self.options)
        return self._ending

    @property
    def shown_ending(self) -> Ending | None:
        """The ending that the table tells now: that of the match, or of the game of a night that is just over."""
        ending = self.table.find(Ending)
        return self.ending if ending is None and self.result is not None else ending

    @classmethod
    def replay(
        cls,
        game: Game,
        header: Header,
        rows: Iterable[Row],
        *,
        chance: Chance | None = None,
        digests: bool = True,
    ) -> Match:
        """Return the match that these rows made.

        A row that does not answer an open question of these rules, or whose digest is another question's, raises
        `ReplayDiverged` with its index.
        """
        match = cls(game, header, chance=chance, digests=digests)
        resume = match._resume
        for index, row in enumerate(rows):
            try:
                ask = match.open.get(row.ask)
                if ask is None or ask.seat != row.seat:
                    ask = match.find(row.ask, row.seat)
                expected = digest(row.seat, ask.prompt) if digests or row.digest else ""
                if row.digest and row.digest != expected:
                    raise ReplayDiverged(index, ask, row, expected)
                ask.prompt.check(row.answer)
            except IllegalAnswer as refused:
                raise ReplayDiverged(index, refused.asked, row, refused.allowed) from refused
            wanted = expected if digests else ""
            resume(ask, row if row.digest == wanted else replace_fields(row, digest=wanted))
        return match
