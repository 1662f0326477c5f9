"""A table: one actor, made of layers that each fit on a few screens.

core      state, and what somebody may see of it
saving    units of facts, and what follows when they fail; the table's end
ending    the end of a match: result and money
answers   a press through the rules into the journal
timing    deadlines, computer players
takeover  a member who is out plays on for a computer player
seating   who sits here
guests    a character of the host's at a party's table
actor     settings, starting, closing (this file)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.economy import loss_limits
from bot.person import Person
from bot.tables.guest_variants import takes_guest
from bot.tables.guests import Guests
from bot.tables.match_characters import enter
from bot.tables.match_session import MatchSession
from bot.tables.state import Seat
from bot.user_errors import UserError
from db import (
    NotSaved,
    OpenMatch,
    SaveSeat,
    SaveTable,
    SetDeadlines,
    Write,
)
from games.catalogue import find_game
from games.engine import (
    BadOptions,
    Game,
    Header,
    Match,
    Seed,
)
from games.engine import money as gems


class TableActor(Guests):
    """See `bot.tables.core`. Made by `Floor`; every public coroutine may raise `UserError`."""

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
        await self._queue.run(lambda: self._set_up(person, game, options, settings))

    async def _set_up(
        self,
        person: Person,
        game: str | None,
        options: Mapping[str, Any] | None,
        settings: Mapping[str, Any] | None,
    ) -> None:
        self._must_be_open()
        self._must_host(person)
        if self.session is not None:
            raise UserError("playing")
        state = self.state
        key = game or state.game
        found = find_game(key)
        chosen = dict(options) if options is not None else ({} if key != state.game else state.options)
        try:
            parsed = found.parse_options(chosen)
        except BadOptions as wrong:
            raise UserError("options", sentence=wrong) from wrong
        changed = state.settings.model_copy(update=dict(settings or {}))
        changed = type(changed).model_validate(changed.model_dump())
        await self.cashier.check_change(changed)
        await self._commit(
            SaveTable(state.id, game=key, options=chosen, settings=changed.model_dump(mode="json")),
            *self._replace_computers(found, anew=key != state.game, guests=takes_guest(found, parsed)),
        )
        if key != state.game:
            self.last_match = None
        state.game, state.options, state.settings = key, chosen, changed
        self._notify(set())

    def _replace_computers(self, game: Game, *, anew: bool, guests: bool) -> list[Write]:
        """Computer players who are new to a game play it as it is best known; a guest stays one while there are any."""
        facts: list[Write] = []
        for seat in self.state.in_order():
            if seat.invited and guests:
                continue
            if seat.invited or (anew and seat.policy is not None):
                seat.invited = False
                seat.to_computer(next(iter(game.policies), "random"))
                facts.append(SaveSeat(self.state.id, seat.record()))
        return facts

    async def add_word(self, person: Person, word: str) -> None:
        """A member adds a word of their own to the luck of the matches to come."""
        await self._queue.run(lambda: self._add_word(person, word))

    async def _add_word(self, person: Person, word: str) -> None:
        self._seated(person)
        settings = self.state.settings.model_copy(update={"words": [*self.state.settings.words, word][-20:]})
        await self._commit(SaveTable(self.state.id, settings=settings.model_dump(mode="json")))
        self.state.settings = settings

    # ---- starting

    async def start(self, person: Person) -> None:
        """Start a match with all who are seated (first match), or who are ready (later ones)."""
        await self._queue.run(lambda: self._start_by(person))

    async def _start_by(self, person: Person) -> None:
        self._must_be_open()
        seat = self._seated(person)
        if self.session is not None:
            raise UserError("playing")
        seat.ready, seat.away = True, False
        self._touch(seat)
        await self._start(seat)

    async def again(self, person: Person) -> None:
        """Ready for the next match; it starts when two are ready or the host is, after a moment for the others."""
        await self._queue.run(lambda: self._again(person))

    async def _again(self, person: Person) -> None:
        self._must_be_open()
        seat = self._seated(person)
        if self.session is not None:
            raise UserError("playing")
        await loss_limits.check(self.context.store, seat.member)
        if not seat.ready:
            await self._ready(seat)
        members = [seat for seat in self.state.members() if not seat.left]
        ready = [seat for seat in members if seat.ready or seat.policy is not None]
        if len(ready) == len(members):
            await self._start(seat)
        elif (len(ready) > 1 or seat.member == self.state.host) and self.gather_until is None:
            self.gather_until = self.context.clock.now() + self.context.gather
            self._set_timer()
            self._notify(set())

    def _players(self) -> list[Seat]:
        """Who is in the next match: whoever is ready, and seats that the game holds (BB-18)."""
        held = set(self.cashier.carry_in(self.game).get("held", ()))
        return [
            seat
            for seat in self.state.in_order()
            if seat.number in held
            or (not seat.left and not seat.away and (seat.ready or seat.policy is not None or seat.invited))
        ]

    async def _held_back(self, players: Sequence[Seat]) -> dict[int, UserError]:
        """Seats whose members' own limits keep them out of the next match, and what they read (GEN-R7)."""
        game, settings, held_back = self.game, self.state.settings, dict[int, UserError]()
        members = [seat for seat in players if seat.member is not None]
        stake = 0
        money = game.money_kind(self.options)
        if money == "pieces" and not settings.free and len(members) > 1:
            stake = game.stake or settings.buy_in
        held = set(self.cashier.carry_in(game).get("held", ()))
        for seat in members:
            if seat.number in held:
                continue  # they wager nothing, and leave with the others
            lying = gems.worth(await self.cashier.holding(seat.stake))
            more = stake - lying if game.stake or not lying else 0
            risk = more * gems.BASES[settings.base] if stake else None
            try:
                await loss_limits.check(self.context.store, seat.member, risk)
            except UserError as refusal:
                held_back[seat.number] = refusal
        return held_back

    async def _start(self, by: Seat | None = None) -> None:
        state, store, game = self.state, self.context.store, self.game
        self.gather_until = None
        players = self._players()
        held_back = await self._held_back(players)
        if by is not None and by.number in held_back:
            raise held_back[by.number]
        players = [seat for seat in players if seat.number not in held_back]
        if game.alone(self.options) and not state.settings.private:
            raise UserError("alone", title=game.title)
        low, high = game.limits(self.options)
        if len(players) < low:
            raise UserError("too_few", title=game.title, low=low)
        if len(players) > high:
            raise UserError("too_many", title=game.title, high=high, n=len(players))
        self._announce_rules()
        match_id = store.next_match_id()
        stakes = await self.cashier.open_match(game, players, match_id)
        now = self.context.clock.now()
        cast, kept = await enter(store, self.options, players, state.settings.base, now)
        header = Header(
            game=game.key,
            version=game.version,
            options={**state.options, **self.extras},
            ring=tuple(seat.number for seat in players),
            seed=Seed(state.seed, match_id, tuple(state.settings.words)),
            stakes=stakes.stakes,
            carry=self.cashier.carry_in(game, free=stakes.free),
            facts={**stakes.facts, **cast},
            release=self.context.release,
        )
        session = MatchSession(match_id, Match(game, header), free=stakes.free)
        minutes = game.ends_after(session.match.options)
        if minutes is not None:
            session.until = self.context.clock.now() + 60 * minutes
        for seat in state.seats.values():
            seat.ready = False
        state.rail.clear()
        facts: list[Write] = [
            *stakes.transfers,
            *kept,
            OpenMatch(match_id, state.id, game.key, game.version, session.header()),
            *(SaveSeat(state.id, seat.record()) for seat in state.in_order()),
            SaveTable(state.id, phase="playing", settings=state.settings.model_dump(mode="json")),
        ]
        self.session, self.remarks = session, []
        self._nudged.clear()
        self._warned.clear()
        self._update_deadlines()
        session.take_newly_asked()
        try:
            if session.match.over:
                await self._end(session, facts)
            else:
                facts.append(SetDeadlines(match_id, session.due))
                await self._commit(*facts, rebuild=False)
                state.phase, state.match_id, self.last_match = "playing", match_id, None
        except (UserError, NotSaved):
            self.session = None
            raise
        self._faults = 0
        self._set_timer()
        self._notify(set(header.ring))

    def _announce_rules(self) -> None:
        """Announce the rules of the next game if they are not those of the game before (GEN-13, GEN-R6)."""
        game, state = self.game, self.state
        rules = game.demonstrations(self.options)
        shown = [game.key, *(rule.title for rule in rules)]
        if rules and shown != state.settings.demonstrated:
            # saved with the start of the match
            state.settings = state.settings.model_copy(update={"demonstrated": shown})
            self.context.listener.demonstrate(self, rules)

    # ---- closing

    async def close(self, person: Person) -> str:
        """Close the table, or after the hand being played. Only the host or an admin; gives the sentence."""
        return await self._queue.run(lambda: self._close_by(person))

    async def _close_by(self, person: Person) -> str:
        self._must_be_open()
        if not person.admin:
            self._must_host(person)
        if self.session is not None:
            self.closing = True
            return "The table closes when this hand is over."
        await self._close("The host has closed the table.")
        return "The table is closed; all stakes are back in their purses."

    async def force_close(self, sentence: str) -> None:
        """Close at once, whatever goes on: a match being played is void and stakes go back."""
        await self._queue.run(lambda: self._force_close(sentence))

    async def _force_close(self, sentence: str) -> None:
        if self.state.phase != "closed":
            if self.state.match_id is not None:
                await self._void()
            await self._close(sentence)

    async def refund(self, person: Person) -> None:
        """An admin ends a suspended table's match: nothing counts, stakes go back."""
        await self._queue.run(lambda: self._refund(person))

    async def _refund(self, person: Person) -> None:
        if self.state.match_id is None:
            raise UserError("not_playing")
        await self._void()
        self._notify(set())
