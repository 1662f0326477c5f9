"""A table: one actor, one thing after the other; rules, then save, then announce.

Everything that happens at a table (presses, joins, timers) runs through its `Mailbox`, so nothing here needs a lock.
For every answer the order is: the rules take it (nothing is changed if they refuse), the row and all money that it
moves are saved in one unit, and only then is anybody told. Until that commit returns the match is dirty: `look` waits
and the next answer waits. If the commit fails the match is thrown away and rebuilt from the journal.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.clock import Clock, Timer
from bot.tables.announce import Announcer, View
from bot.tables.cashier import Cashier
from bot.tables.mailbox import Mailbox
from bot.tables.playing import Playing
from bot.tables.refusals import Refusal
from bot.tables.state import PACE, Seat, TableSettings, TableState
from db import (
    AlreadyDone,
    AppendRow,
    Audit,
    CloseMatch,
    DropSeat,
    Fact,
    NotEnough,
    NotSaved,
    OpenMatch,
    SaveSeat,
    SaveTable,
    SetDeadlines,
    Store,
)
from games.catalogue import find_game
from games.engine import (
    RAIL,
    Ask,
    BadOptions,
    By,
    Chance,
    Game,
    GameError,
    Header,
    IllegalAnswer,
    Match,
    Policy,
    Row,
    Seed,
    random_legal,
)

T = TypeVar("T")

log = logging.getLogger(__name__)

NUDGE_AFTER = 30.0
"""Seconds after which a person whose turn it is gets their one mention."""
WARN_BEFORE = 15.0
"""Seconds before the default is played at which that is said."""
GATHER = 4.0
"""Seconds in which others may still join the next match after its start is due."""
IDLE = 1800.0
"""Seconds after which a table where nothing happens closes, and stakes go home."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks for something."""

    user_id: int
    name: str
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Pacing:
    """How long computer players seem to think, in seconds; luck of its own, never the match's."""

    shortest: float = 0.7
    longest: float = 1.6

    def thinking(self) -> float:
        """A time between the two."""
        if self.longest <= 0:
            return 0.0
        return self.shortest + (self.longest - self.shortest) * secrets.randbelow(1000) / 1000


@dataclass(frozen=True, slots=True)
class House:
    """What all tables of the process share."""

    store: Store
    clock: Clock
    announcer: Announcer
    pacing: Pacing = Pacing()
    release: str = ""
    gather: float = GATHER


class TableActor:
    """See the module's text. Made by `Floor`; every public coroutine may raise `Refusal`."""

    def __init__(self, state: TableState, house: House) -> None:
        self.state = state
        self.house = house
        self.cashier = Cashier(house.store, state)
        self.playing: Playing | None = None
        self.last: Match | None = None
        """The match that has ended last, for its result to be seen."""
        self.last_free = False
        self.gather_until: float | None = None
        self.closing = False
        self._mailbox = Mailbox()
        self._clean = asyncio.Event()
        self._clean.set()
        self._timer: Timer | None = None
        self._timer_at: float | None = None
        self._idle_at = house.clock.now() + IDLE
        self._active: dict[int, float] = {}
        self._nudged: set[int] = set()
        self._warned: set[int] = set()
        self._faults = 0
        self._luck = Chance(Seed(secrets.token_hex(16)))

    # ---- looking

    @property
    def game(self) -> Game:
        """The game of this table."""
        return find_game(self.state.game)

    @property
    def idle(self) -> bool:
        """Whether nothing waits to be done."""
        return self._clean.is_set()

    async def look(self, viewer: int = RAIL) -> View:
        """What `viewer` may be shown, once all that has happened is saved."""
        await self._clean.wait()
        return self._view(viewer)

    def _view(self, viewer: int) -> View:
        playing = self.playing
        match = playing.match if playing else self.last
        return View(
            self.state,
            self.game,
            viewer,
            match.scene(viewer) if match is not None else None,
            dict(playing.due) if playing else {},
            self.gather_until,
            playing.free if playing else self.last_free,
        )

    def viewer_of(self, user_id: int) -> int:
        """The seat of a person as viewer, or the rail."""
        seat = self.state.seat_of(user_id)
        return RAIL if seat is None else seat.number

    def wake(self) -> None:
        """Let time run at a table that was taken up in its lobby."""
        self._set_timer()

    async def settled(self) -> None:
        """Wait until nothing is left to do but to wait for people."""
        await self._mailbox.idle()

    # ---- sitting down and leaving

    async def sit(self, person: Person) -> Seat:
        """Take the lowest free seat; who sits already is made ready for the next match."""
        return await self._mailbox.run(lambda: self._sit(person))

    async def _sit(self, person: Person) -> Seat:
        self._open()
        state = self.state
        seat = state.seat_of(person.user_id)
        if seat is not None:
            if seat.left:
                raise Refusal("left")
            return await self._ready(seat)
        bar = state.settings.bars.get(person.user_id, 0.0)
        if bar > self.house.clock.now():
            raise Refusal("barred", when=f"<t:{int(bar)}:R>")
        high = self.game.limits(self.game.parse_options(state.options))[1]
        if len(state.seats) >= high:
            raise Refusal("full", n=high)
        member = await self.house.store.member(state.guild_id, person.user_id, person.name)
        if state.members():
            await self.cashier.check_can_sit(self.game, member)
        stake = await self.house.store.new_account("stake", state.guild_id, member)
        number = state.free_number()
        seat = Seat(number, person.name, person.user_id, member, stake, ready=True)
        await self._commit(SaveSeat(state.id, seat.record()))
        state.seats[number] = seat
        self._touch(seat)
        self._tell({number})
        return seat

    async def _ready(self, seat: Seat) -> Seat:
        seat.ready, seat.away = True, False
        await self._commit(SaveSeat(self.state.id, seat.record()))
        self._touch(seat)
        if self.playing is not None:
            self.playing.relax(seat.number, self._pace(), self.house.clock.now())
        self._tell({seat.number})
        return seat

    async def leave(self, person: Person) -> str:
        """Give up the seat, now or (from the match) when the hand is over; gives what was paid back, in words."""
        return await self._mailbox.run(lambda: self._leave(person))

    async def _leave(self, person: Person) -> str:
        seat = self.state.seat_of(person.user_id)
        if seat is None:
            raise Refusal("not_seated")
        if self.playing is not None and seat.number in self.playing.match.table.ring and not seat.left:
            seat.left = True
            await self._row(
                lambda playing: playing.news("leave", seat.number), SaveSeat(self.state.id, seat.record())
            )
            return "Your seat plays on by itself to the end of the hand; then your stake comes back."
        if seat.left:
            raise Refusal("left")
        await self._depart(seat)
        paid = await self._drop(seat)
        if not self.state.members() and self.playing is None:
            await self._close("Everybody has left.")
        return paid

    async def _depart(self, seat: Seat) -> None:
        """Some games hold a seat between two matches; leaving then has its price (BB-R6)."""
        game, state = self.game, self.state
        if game.departs is None or state.carry.get("game") != game.key or state.settings.free:
            return
        staying = [other.number for other in state.in_order() if other is not seat]
        carry = self.cashier.carry_in(game)
        departure = game.departs(game.parse_options(state.options), carry, seat.number, staying)
        transfers = await self.cashier.pay_departure(departure, game)
        kept = {**state.carry, **departure.carry}
        kept = {key: value for key, value in kept.items() if key in departure.carry or key not in carry}
        settings = self._bars(departure.barred, departure.lifts)
        await self._commit(
            *transfers, SaveTable(state.id, carry=kept, settings=settings.model_dump(mode="json"))
        )
        state.carry, state.settings = kept, settings

    def _bars(self, barred: Mapping[int, int], lifts: bool) -> TableSettings:
        """The settings with the bars of members who have left the castle: earlier ones first ended, if so."""
        now = self.house.clock.now()
        bars = {} if lifts else {who: at for who, at in self.state.settings.bars.items() if at > now}
        for number, seconds in barred.items():
            seat = self.state.seats.get(number)
            if seat is not None and seat.user_id is not None:
                bars[seat.user_id] = now + seconds
        return self.state.settings.model_copy(update={"bars": bars})

    async def _drop(self, seat: Seat) -> str:
        transfers, words = await self.cashier.cash_out(seat)
        host = self._next_host(seat)
        await self._commit(*transfers, DropSeat(self.state.id, seat.number), *host)
        del self.state.seats[seat.number]
        self._tell(set())
        return words

    def _next_host(self, leaving: Seat) -> list[Fact]:
        """The next member at the table becomes host when the host leaves."""
        if leaving.member != self.state.host:
            return []
        others = [seat for seat in self.state.members() if seat is not leaving and not seat.left]
        if not others or others[0].member is None:
            return []
        self.state.host = others[0].member
        return [SaveTable(self.state.id, host=self.state.host)]

    # ---- computer players

    async def add_computer(self, person: Person, policy: str | None = None) -> Seat:
        """A computer player sits down."""
        return await self._mailbox.run(lambda: self._add_computer(person, policy))

    async def _add_computer(self, person: Person, policy: str | None) -> Seat:
        self._open()
        self._seated(person)
        if self.playing is not None:
            raise Refusal("playing")
        state = self.state
        high = self.game.limits(self.game.parse_options(state.options))[1]
        if len(state.seats) >= high:
            raise Refusal("full", n=high)
        stake = await self.house.store.new_account("stake", state.guild_id)
        taken = {seat.name for seat in state.seats.values()}
        name = next(name for name in COMPUTERS if name not in taken)
        number = state.free_number()
        seat = Seat(number, name, None, None, stake, policy or self._default_policy(), ready=True)
        await self._commit(SaveSeat(state.id, seat.record()))
        state.seats[number] = seat
        self._tell(set())
        return seat

    def _default_policy(self) -> str:
        return next(iter(self.game.policies), "random")

    async def remove_computer(self, person: Person) -> str:
        """The computer player who sat down last gets up; gives its name."""
        return await self._mailbox.run(lambda: self._remove_computer(person))

    async def _remove_computer(self, person: Person) -> str:
        self._seated(person)
        if self.playing is not None:
            raise Refusal("playing")
        computers = [seat for seat in self.state.in_order() if seat.computer]
        if not computers:
            raise Refusal("no_computer")
        await self._drop(computers[-1])
        return computers[-1].name

    async def hand_over(self, person: Person, to_computer: bool) -> Seat:
        """A member's seat is played by a computer from now on, or by them again. The money stays theirs."""
        return await self._mailbox.run(lambda: self._hand_over(person, to_computer))

    async def _hand_over(self, person: Person, to_computer: bool) -> Seat:
        seat = self._seated(person)
        if seat.left:
            raise Refusal("left")
        if (seat.policy is not None) == to_computer:
            raise Refusal("not_computer")
        seat.policy = self._default_policy() if to_computer else None
        seat.away = False
        fact = SaveSeat(self.state.id, seat.record())
        if self.playing is not None and seat.number in self.playing.match.table.ring:
            await self._row(
                lambda playing: playing.news("handover", [seat.number, seat.policy or "player"]), fact
            )
        else:
            await self._commit(fact)
            self._tell({seat.number})
        return seat

    # ---- the host's table

    async def set_up(
        self,
        person: Person,
        *,
        game: str | None = None,
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Change game, options or settings between matches. Only the host."""
        await self._mailbox.run(lambda: self._set_up(person, game, options, settings))

    async def _set_up(
        self,
        person: Person,
        game: str | None,
        options: Mapping[str, Any] | None,
        settings: Mapping[str, Any] | None,
    ) -> None:
        self._open()
        self._host(person)
        if self.playing is not None:
            raise Refusal("playing")
        state = self.state
        key = game or state.game
        found = find_game(key)
        chosen = dict(options) if options is not None else ({} if key != state.game else state.options)
        try:
            found.parse_options(chosen)
        except BadOptions as wrong:
            raise Refusal("options", sentence=wrong) from wrong
        changed = state.settings.model_copy(update=dict(settings or {}))
        changed = type(changed).model_validate(changed.model_dump())
        await self.cashier.check_change(changed)
        await self._commit(
            SaveTable(state.id, game=key, options=chosen, settings=changed.model_dump(mode="json"))
        )
        if key != state.game:
            self.last = None
            for seat in state.seats.values():
                if seat.policy is not None:
                    seat.policy = next(iter(found.policies), "random")
        state.game, state.options, state.settings = key, chosen, changed
        self._tell(set())

    async def add_word(self, person: Person, word: str) -> None:
        """A member adds a word of their own to the luck of the matches to come."""
        await self._mailbox.run(lambda: self._add_word(person, word))

    async def _add_word(self, person: Person, word: str) -> None:
        self._seated(person)
        settings = self.state.settings.model_copy(update={"words": [*self.state.settings.words, word][-20:]})
        await self._commit(SaveTable(self.state.id, settings=settings.model_dump(mode="json")))
        self.state.settings = settings

    # ---- starting

    async def start(self, person: Person) -> None:
        """Start a match with all who are seated (first match), or who are ready (later ones)."""
        await self._mailbox.run(lambda: self._start_by(person))

    async def _start_by(self, person: Person) -> None:
        self._open()
        seat = self._seated(person)
        if self.playing is not None:
            raise Refusal("playing")
        seat.ready, seat.away = True, False
        self._touch(seat)
        await self._start()

    async def again(self, person: Person) -> None:
        """Ready for the next match; it starts when two are ready or the host is, after a moment for the others."""
        await self._mailbox.run(lambda: self._again(person))

    async def _again(self, person: Person) -> None:
        self._open()
        seat = self._seated(person)
        if self.playing is not None:
            raise Refusal("playing")
        if not seat.ready:
            await self._ready(seat)
        members = [seat for seat in self.state.members() if not seat.left]
        ready = [seat for seat in members if seat.ready or seat.policy is not None]
        if len(ready) == len(members):
            await self._start()
        elif (len(ready) > 1 or seat.member == self.state.host) and self.gather_until is None:
            self.gather_until = self.house.clock.now() + self.house.gather
            self._set_timer()
            self._tell(set())

    def _players(self) -> list[Seat]:
        """Who is in the next match: whoever is ready, and seats that the game holds (BB-18)."""
        held = set(self.cashier.carry_in(self.game).get("held", ()))
        return [
            seat
            for seat in self.state.in_order()
            if seat.number in held
            or (not seat.left and not seat.away and (seat.ready or seat.policy is not None))
        ]

    async def _start(self) -> None:
        state, store, game = self.state, self.house.store, self.game
        self.gather_until = None
        players = self._players()
        low, high = game.limits(game.parse_options(state.options))
        if len(players) < low:
            raise Refusal("too_few", title=game.title, low=low)
        if len(players) > high:
            raise Refusal("too_many", title=game.title, high=high, n=len(players))
        match_id = store.next_match_id()
        stakes = await self.cashier.open_match(game, players, match_id)
        header = Header(
            game=game.key,
            version=game.version,
            options=state.options,
            ring=tuple(seat.number for seat in players),
            seed=Seed(state.seed, match_id, tuple(state.settings.words)),
            stakes=stakes.stakes,
            carry=self.cashier.carry_in(game),
            facts=stakes.facts,
            release=self.house.release,
        )
        playing = Playing(match_id, Match(game, header), free=stakes.free)
        for seat in state.seats.values():
            seat.ready = False
        facts: list[Fact] = [
            *stakes.transfers,
            OpenMatch(match_id, state.id, game.key, game.version, playing.header()),
            *(SaveSeat(state.id, seat.record()) for seat in state.in_order()),
            SaveTable(state.id, phase="playing", settings=state.settings.model_dump(mode="json")),
        ]
        self.playing = playing
        self._nudged.clear()
        self._warned.clear()
        self._reckon()
        try:
            if playing.match.over:
                await self._end(playing, facts)
            else:
                facts.append(SetDeadlines(match_id, playing.due))
                await self._commit(*facts, rebuild=False)
                state.phase, state.match_id, self.last = "playing", match_id, None
        except (Refusal, NotSaved):
            self.playing = None
            raise
        self._faults = 0
        self._set_timer()
        self._tell(set(header.ring))

    # ---- answers

    async def press(
        self,
        person: Person,
        match_id: int,
        which: int | str,
        answer: Any,
        press_id: int | None = None,
        viewer: int | None = None,
    ) -> View:
        """A member answers an open question of theirs; gives what `viewer` (themselves by default) sees then.

        `which` is an ask's id, or `kind@first` for a control that several seats share. `press_id` is the id of the
        interaction: the same one counts once. Raises `Refusal`; then nothing has changed.
        """
        return await self._mailbox.run(lambda: self._press(person, match_id, which, answer, press_id, viewer))

    async def _press(
        self,
        person: Person,
        match_id: int,
        which: int | str,
        answer: Any,
        press_id: int | None,
        viewer: int | None,
    ) -> View:
        seat = self.state.seat_of(person.user_id)
        playing = self.playing
        if self.state.phase == "suspended":
            raise Refusal("suspended")
        if self.state.phase == "closed":
            raise Refusal("table_closed")
        if seat is None:
            raise Refusal("not_seated")
        if playing is None or playing.id != match_id:
            raise Refusal("passed")
        self._touch(seat)
        ask = self._ask_of(playing, seat, which)
        if seat.away:
            seat.away = False
            playing.relax(seat.number, self._pace(), self.house.clock.now())
        await self._answer(playing, ask, answer, "player", press_id, except_table=viewer == RAIL)
        return self._view(seat.number if viewer is None else viewer)

    def _ask_of(self, playing: Playing, seat: Seat, which: int | str) -> Ask:
        asks = playing.match.asks_of(seat.number)
        if isinstance(which, int):
            found = [ask for ask in playing.match.open.values() if ask.id == which]
            if found and found[0].seat == seat.number:
                return found[0]
            if found:
                mine = "You're next." if self._is_next(playing, seat) else "Your turn comes."
                raise Refusal("not_your_turn", who=self.state.seats[found[0].seat].name, you=mine)
            raise Refusal("passed")
        kind, _, first = which.partition("@")
        span = range(int(first or 0), int(first or 0) + len(playing.match.table.ring))
        for ask in asks:
            if ask.prompt.kind == kind and ask.id in span:
                return ask
        raise Refusal("passed")

    def _is_next(self, playing: Playing, seat: Seat) -> bool:
        ring = playing.match.table.ring
        asked = [ask.seat for ask in playing.match.open.values() if not ask.answered]
        if len(asked) != 1 or seat.number not in ring or asked[0] not in ring:
            return False
        return ring[(ring.index(asked[0]) + 1) % len(ring)] == seat.number

    async def _answer(
        self,
        playing: Playing,
        ask: Ask,
        answer: Any,
        by: By,
        press_id: int | None = None,
        *,
        except_table: bool = False,
    ) -> None:
        """One answer: rules, then save, then announce."""
        seat = self.state.seats[ask.seat]
        try:
            ask.prompt.check(answer)
        except IllegalAnswer as wrong:
            raise Refusal("illegal", allowed=_allowed(wrong)) from wrong
        facts: list[Fact] = []
        if not playing.free:
            facts = await self.cashier.reserve(
                playing.id, len(playing.match.rows), seat, self.game, ask.prompt.cost(answer)
            )
        await self._row(
            lambda now: now.match.answer(ask.id, ask.seat, answer, by),
            *facts,
            press_id=press_id,
            except_table=except_table,
        )

    async def _row(
        self,
        step: Callable[[Playing], Row],
        *facts: Fact,
        press_id: int | None = None,
        except_table: bool = False,
    ) -> None:
        """Take one step of the match, save it with `facts`, and tell."""
        playing = self.playing
        if playing is None:
            raise Refusal("not_playing")
        before = set(playing.match.open)
        self._clean.clear()
        try:
            row = step(playing)
        except GameError:
            log.exception("rules failed at table %s, match %s", self.state.id, playing.id)
            await self._recover(NotSaved("the rules failed"))
        unit: list[Fact] = [
            *facts,
            AppendRow(
                playing.id,
                len(playing.match.rows),
                row.ask,
                row.seat,
                row.digest,
                row.answer,
                row.by,
                press_id,
            ),
        ]
        self._reckon()
        if playing.match.over:
            await self._end(playing, unit)
        else:
            unit.append(SetDeadlines(playing.id, playing.due))
            await self._commit(*unit)
        self._faults = 0
        self._set_timer()
        fresh = {ask.seat for ask in playing.match.open.values() if ask.id not in before}
        self.house.announcer.calm(self)
        self._tell(fresh | {row.seat} if row.seat >= 0 else fresh, except_table=except_table)

    async def _end(self, playing: Playing, unit: list[Fact]) -> None:
        """The match is over: result and money are saved together with its last row."""
        state = self.state
        result = playing.match.result
        assert result is not None
        settled = await self.cashier.settle(playing, self.game)
        carry = self.cashier.carry_out(self.game, result, playing)
        settings = self._bars(result.barred, result.lifts)
        told = {"pays": [list(pay) for pay in result.pays], "carry": dict(result.carry)}
        unit += [
            *settled.transfers,
            CloseMatch(playing.id, "ended", told, settled.outcomes),
            SaveTable(state.id, phase="lobby", carry=carry, settings=settings.model_dump(mode="json")),
        ]
        for seat in state.in_order():
            seat.chips = settled.chips.get(seat.number, seat.chips)
            unit.append(SaveSeat(state.id, seat.record()))
        await self._commit(*unit)
        state.phase, state.match_id, state.carry, state.settings = "lobby", None, carry, settings
        self.last, self.last_free, self.playing = playing.match, playing.free, None
        self._idle_at = self.house.clock.now() + IDLE
        for seat in [seat for seat in state.in_order() if seat.left]:
            await self._drop(seat)
        if self.closing or not state.members():
            await self._close("The table has closed after its last hand.")

    # ---- saving, and what happens when it fails

    async def _commit(self, *facts: Fact, rebuild: bool = True) -> None:
        """Save a unit. A failure is told as a `Refusal`, and the match is rebuilt from the journal."""
        self._clean.clear()
        try:
            await self.house.store.commit(*facts)
        except AlreadyDone as done:
            await self._rebuild(rebuild)
            raise Refusal("done_already" if done.what == "press" else "passed") from done
        except NotEnough as short:
            await self._rebuild(rebuild)
            raise Refusal("cannot_wager", need="more", base="this base", held=short.held) from short
        except NotSaved as failed:
            code = secrets.token_hex(2).upper()
            log.error("not saved (%s) at table %s: %s", code, self.state.id, failed)
            await self._rebuild(rebuild)
            raise Refusal("not_saved", id=code) from failed
        finally:
            self._clean.set()

    async def _recover(self, cause: Exception) -> None:
        """The rules failed: once is forgiven (rebuilt, press again), twice suspends the table."""
        self._faults += 1
        if self._faults > 1:
            await self._suspend()
            raise Refusal("suspended") from cause
        await self._rebuild(True)
        self._clean.set()
        raise Refusal("not_saved", id=secrets.token_hex(2).upper()) from cause

    async def _rebuild(self, wanted: bool) -> None:
        """Throw the match away and play it again from the journal, seats and all."""
        if not wanted:
            return
        record = await self.house.store.table(self.state.id)
        self.state = TableState.load(record)
        self.cashier.state = self.state
        self.playing = None
        if record.match is not None:
            await self.resume()

    async def resume(self) -> None:
        """Take up the match that the store holds. A journal that does not fit suspends the table."""
        assert self.state.match_id is not None
        record = await self.house.store.match(self.state.match_id)
        if record.state == "suspended":
            self.state.phase = "suspended"
            return
        try:
            self.playing = Playing.load(find_game(record.game), record, self.house.clock.now())
        except GameError:
            log.exception("match %s cannot be replayed", record.id)
            await self._suspend()
            return
        self._reckon()
        self._set_timer()

    async def _suspend(self) -> None:
        state = self.state
        assert state.match_id is not None
        log.error("table %s is suspended at match %s; its stakes are held", state.id, state.match_id)
        await self.house.store.commit(
            CloseMatch(state.match_id, "suspended", {}),
            SaveTable(state.id, phase="suspended"),
            Audit(state.guild_id, None, "table suspended", {"table": state.id, "match": state.match_id}),
        )
        self.playing, state.phase = None, "suspended"
        self._clean.set()
        self._tell(set())

    # ---- closing

    async def close(self, person: Person) -> str:
        """Close the table, or after the hand being played. Only the host or an admin; gives the sentence."""
        return await self._mailbox.run(lambda: self._close_by(person))

    async def _close_by(self, person: Person) -> str:
        self._open()
        if not person.admin:
            self._host(person)
        if self.playing is not None:
            self.closing = True
            return "The table closes when this hand is over."
        await self._close("The host has closed the table.")
        return "The table is closed; all stakes are back in their purses."

    async def shut(self, sentence: str) -> None:
        """Close at once, whatever goes on: a match being played is void and stakes go back."""
        await self._mailbox.run(lambda: self._shut(sentence))

    async def _shut(self, sentence: str) -> None:
        if self.state.phase != "closed":
            if self.state.match_id is not None:
                await self._void()
            await self._close(sentence)

    async def refund(self, person: Person) -> None:
        """An admin ends a suspended table's match: nothing counts, stakes go back."""
        await self._mailbox.run(lambda: self._refund(person))

    async def _refund(self, person: Person) -> None:
        if self.state.match_id is None:
            raise Refusal("not_playing")
        await self._void()
        self._tell(set())

    async def _void(self) -> None:
        state = self.state
        assert state.match_id is not None
        transfers = await self.cashier.give_back(state.match_id, self.game)
        await self._commit(
            *transfers,
            CloseMatch(state.match_id, "void", {}),
            SaveTable(state.id, phase="lobby"),
            Audit(state.guild_id, None, "match void", {"table": state.id, "match": state.match_id}),
            rebuild=False,
        )
        state.phase, state.match_id, self.playing = "lobby", None, None

    async def _close(self, sentence: str) -> None:
        state = self.state
        transfers = await self.cashier.close(self.game, self.last)
        await self._commit(*transfers, SaveTable(state.id, phase="closed"))
        state.phase = "closed"
        if self._timer is not None:
            self._timer.cancel()
        log.info("table %s closed: %s", state.id, sentence)
        self.house.announcer.gone(self, sentence)

    # ---- time

    def _pace(self) -> float:
        return PACE[self.state.settings.pace]

    def _reckon(self) -> None:
        assert self.playing is not None
        self.playing.reckon(
            self.state.seats, self._pace(), self.house.clock.now(), self.house.pacing.thinking()
        )

    def _touch(self, seat: Seat) -> None:
        now = self.house.clock.now()
        self._active[seat.number] = now
        self._idle_at = now + IDLE

    def _set_timer(self) -> None:
        """One timer a table: for whatever comes first."""
        moments = [self._idle_at] if self.playing is None else []
        if self.gather_until is not None:
            moments.append(self.gather_until)
        if self.playing is not None:
            first = self.playing.next_moment()
            if first is not None:
                moments.append(first)
            moments += [at for at, _, _ in self._notices()]
        if self.state.phase == "closed" or not moments:
            return
        at = min(moments)
        if self._timer is not None:
            if self._timer_at is not None and self._timer_at <= at:
                return
            self._timer.cancel()
        self._timer_at = at
        self._timer = self.house.clock.later(at - self.house.clock.now(), self._ring)

    def _ring(self) -> None:
        self._timer = self._timer_at = None
        task = asyncio.ensure_future(self._mailbox.run(self._tick))
        task.add_done_callback(_log_failure)

    def _notices(self) -> list[tuple[float, str, Ask]]:
        """When who is to be nudged or warned."""
        assert self.playing is not None
        notices = []
        for ask in self.playing.match.open.values():
            due = self.playing.due.get(ask.id)
            seat = self.state.seats.get(ask.seat)
            if due is None or seat is None or seat.user_id is None or seat.away:
                continue
            opened = max(self.playing.opened.get(ask.id, due), self._active.get(ask.seat, 0.0))
            if ask.id not in self._nudged and opened + NUDGE_AFTER < due - WARN_BEFORE / 2:
                notices.append((opened + NUDGE_AFTER, "nudge", ask))
            if ask.id not in self._warned and due - self.playing.opened.get(ask.id, due) > 2 * WARN_BEFORE:
                notices.append((due - WARN_BEFORE, "warn", ask))
        return notices

    async def _tick(self) -> None:
        """Whatever is due now: notices, computer players, defaults of those out of time, the next match."""
        now = self.house.clock.now()
        playing = self.playing
        try:
            if playing is not None:
                self._notify(now)
                await self._due(playing, now)
            elif self.gather_until is not None and self.gather_until <= now:
                self.gather_until = None
                await self._start()
            elif self.state.phase == "lobby" and self._idle_at <= now:
                await self._close(
                    "Nobody has played here for half an hour; all stakes are back in their purses."
                )
        except Refusal as refusal:
            log.warning("table %s: %s", self.state.id, refusal)
            if refusal.why == "not_saved":
                self._timer_at = now + 5.0
                self._timer = self.house.clock.later(5.0, self._ring)
        self._set_timer()

    def _notify(self, now: float) -> None:
        for at, what, ask in self._notices():
            if at > now or self.playing is None:
                continue
            seat = self.state.seats[ask.seat]
            if what == "nudge":
                self._nudged.add(ask.id)
                self.house.announcer.nudge(self, seat, self.playing.due[ask.id])
            else:
                self._warned.add(ask.id)
                self.house.announcer.warn(self, seat, self.playing.due[ask.id])

    async def _due(self, playing: Playing, now: float) -> None:
        ready = sorted((at, ask_id) for ask_id, at in playing.think.items() if at <= now)
        for _, ask_id in ready:
            ask = playing.match.open.get(ask_id)
            if ask is not None and not ask.answered and self.playing is playing:
                await self._think(playing, ask)
        late = sorted((at, ask_id) for ask_id, at in playing.due.items() if at <= now)
        for _, ask_id in late:
            ask = playing.match.open.get(ask_id)
            if ask is None or ask.answered or self.playing is not playing:
                continue
            seat = self.state.seats[ask.seat]
            if not seat.away:
                seat.away = True
                playing.hurry(seat.number, now)
            await self._answer(playing, ask, ask.prompt.default, "timeout")

    async def _think(self, playing: Playing, ask: Ask) -> None:
        """A computer player answers: from its scene and the question, never from the match."""
        seat = self.state.seats[ask.seat]
        scene = playing.match.scene(seat.number)
        mine = next(open_ask for open_ask in scene.asks if open_ask.id == ask.id)
        policies: Mapping[str, Policy] = self.game.policies
        policy = policies.get(seat.policy or "", random_legal)
        answer = policy(scene, mine, self._luck)
        try:
            await self._answer(playing, ask, answer, "computer")
        except Refusal as refusal:
            if refusal.why not in ("cannot_wager", "house_broke", "illegal"):
                raise
            log.info("computer player %s plays the default: %s", seat.name, refusal)
            await self._answer(playing, ask, ask.prompt.default, "computer")

    # ---- small things

    def _tell(self, seats: set[int], *, except_table: bool = False) -> None:
        self.house.announcer.changed(self, seats, except_table=except_table)

    def _open(self) -> None:
        if self.state.phase == "closed":
            raise Refusal("table_closed")
        if self.state.phase == "suspended":
            raise Refusal("suspended")

    def _seated(self, person: Person) -> Seat:
        seat = self.state.seat_of(person.user_id)
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def _host(self, person: Person) -> None:
        seat = self.state.seat_of(person.user_id)
        if seat is None or seat.member != self.state.host:
            host = self.state.host_seat()
            raise Refusal("not_host", host=host.name if host else "who has left")


COMPUTERS = (
    "Old Marn", "Widow Pell", "Tam the Tinker", "Sister Quill", "Grub", "Lady Ashdown", "Nine-Finger Jory",
    "Brother Oat", "Captain Sorrel", "Miss Fennimore", "The Stranger", "Little Hob",
)  # fmt: skip
"""Names of the house's computer players."""


def _allowed(wrong: IllegalAnswer) -> str:
    allowed = wrong.allowed
    return ", ".join(map(str, allowed)) if isinstance(allowed, list | tuple) else str(allowed)


def _log_failure(task: asyncio.Future[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a timer of a table failed", exc_info=error)
