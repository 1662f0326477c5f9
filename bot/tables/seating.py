"""Sitting down, leaving, computer players, and handing a seat over."""

from __future__ import annotations

import logging

from bot.economy import loss_limits
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.tables.state import Seat
from bot.tables.takeover import Takeover
from bot.user_errors import UserError
from db import SaveSeat, SaveTable, Transfer
from games.engine import GUEST, RAIL, Invitation
from games.engine import money as gems

log = logging.getLogger(__name__)


COMPUTERS = (
    "Old Marn", "Widow Pell", "Tam the Tinker", "Sister Quill", "Grub", "Lady Ashdown", "Nine-Finger Jory",
    "Brother Oat", "Captain Sorrel", "Miss Fennimore", "The Stranger", "Little Hob",
)  # fmt: skip
"""Names of the house's computer players."""


class Seating(Takeover):
    """Who sits at the table."""

    async def sit(self, person: Person) -> Seat:
        """Take the lowest free seat; who sits already is made ready for the next match.

        A match that takes newcomers is joined at once: the seat is let in when the rules do so (ADV-R7).
        """
        return await self._queue.run(lambda: self._sit(person))

    async def _sit(self, person: Person) -> Seat:
        self._must_be_open()
        state = self.state
        if state.rail_of(person.user_id) is not None:
            raise UserError("at_rail")
        seat = state.seat_of(person.user_id)
        if seat is not None:
            if seat.left:
                raise UserError("left")
            return await (self._join(seat) if self._may_join(seat) else self._ready(seat))
        bar = state.settings.bars.get(person.user_id, 0.0)
        if bar > self.context.clock.now():
            raise UserError("barred", when=f"<t:{int(bar)}:R>")
        high = self.game.limits(self.options)[1]
        if sum(not seat.left for seat in state.seats.values()) >= high:
            raise UserError("full", n=high)
        member = await get_or_create_purse(self.context.store, state.guild_id, person.user_id, person.name)
        await loss_limits.check(self.context.store, member)
        if state.members():
            await self.cashier.check_can_sit(self.game, member)
        stake = await self.context.store.new_account("stake", state.guild_id, member)
        number = state.free_number(member)
        seat = Seat(number, person.name, person.user_id, member, stake, ready=True)
        if self._may_join(seat):
            return await self._join(seat)
        await self._commit(SaveSeat(state.id, seat.record()))
        state.seats[number] = seat
        self._touch(seat)
        self._notify({number})
        return seat

    def _may_join(self, seat: Seat) -> bool:
        """Whether the match being played takes newcomers, and the seat has no part in it yet."""
        if self.session is None or not self.game.stake:
            return False
        table = self.session.match.table
        return not table.time_up and seat.number not in (*table.ring, *table.arrived)

    async def _join(self, seat: Seat) -> Seat:
        """Pay the stake and tell the rules who has come, in one unit."""
        session, game = self.session, self.game
        assert session is not None
        transfers: list[Transfer] = []
        if not session.free:
            await loss_limits.check(
                self.context.store, seat.member, game.stake * gems.BASES[self.cashier.base]
            )
            transfers = await self.cashier.join_match(seat, game, session.id)
        seat.ready, seat.away = False, False
        self.state.seats[seat.number] = seat
        self._touch(seat)
        await self._row(
            lambda now: now.tell_rules("join", seat.number),
            SaveSeat(self.state.id, seat.record()),
            *transfers,
        )
        return seat

    def is_waiting_to_join(self, seat: Seat) -> bool:
        """Whether a newcomer has yet to be let in to the match being played."""
        return self.session is not None and seat.number in self.session.match.table.arrived

    async def _ready(self, seat: Seat) -> Seat:
        was_away = seat.away
        seat.ready, seat.away = True, False
        await self._commit(SaveSeat(self.state.id, seat.record()))
        self._touch(seat)
        if self.session is not None and was_away:
            self.session.restore_deadlines(seat.number, self._tempo(), self.context.clock.now())
        self._notify({seat.number})
        return seat

    async def leave(self, person: Person) -> str:
        """Give up the seat, now or (from the match) when the hand is over; gives what was paid back, in words."""
        return await self._queue.run(lambda: self._leave(person))

    async def _leave(self, person: Person) -> str:
        await self._give_back(person.user_id)
        seat = self._place_of(person.user_id)
        if seat is None:
            raise UserError("not_seated")
        inside = self.session is not None and (seat.rail or seat.number in self.session.match.table.ring)
        if inside and not seat.left:
            seat.left = True
            facts = [SaveSeat(self.state.id, seat.record())]
            guest = self.state.guest_of(person.user_id)
            if guest is not None:
                guest.to_computer(GUEST)
                facts.append(SaveSeat(self.state.id, guest.record()))
            await self._row(lambda session: session.tell_rules("leave", seat.number), *facts)
            return "Your seat plays on by itself to the end of the hand; then your stake comes back."
        if self.is_waiting_to_join(seat) and not seat.left:
            # the number stays taken: the rules know it as one that came and went
            seat.left = True
            transfers, paid = await self.cashier.cash_out(seat)
            await self._row(
                lambda session: session.tell_rules("leave", seat.number),
                SaveSeat(self.state.id, seat.record()),
                *transfers,
            )
            return paid
        if seat.left:
            raise UserError("left")
        await self._depart(seat)
        paid = await self._cash_out_seat(seat)
        if not self.state.members() and self.session is None:
            await self._close("Everybody has left.")
        return paid

    async def _depart(self, seat: Seat) -> None:
        """Some games hold a seat between two matches; leaving then has its price (BB-R6)."""
        game, state = self.game, self.state
        if game.departs is None or state.carry.get("game") != game.key or state.settings.free:
            return
        staying = [other.number for other in state.in_order() if other is not seat]
        carry = self.cashier.carry_in(game)
        departure = game.departs(self.options, carry, seat.number, staying)
        transfers = await self.cashier.pay_departure(departure, game)
        kept = {**state.carry, **departure.carry}
        kept = {key: value for key, value in kept.items() if key in departure.carry or key not in carry}
        settings = self._bars(departure.barred, departure.lifts)
        await self._commit(
            *transfers, SaveTable(state.id, carry=kept, settings=settings.model_dump(mode="json"))
        )
        state.carry, state.settings = kept, settings

    # ---- the rail

    async def join_rail(self, person: Person) -> Seat:
        """A spectator takes a place at the rail, for what the game invites them to: to call, to bet."""
        return await self._queue.run(lambda: self._come_to_rail(person))

    async def _come_to_rail(self, person: Person) -> Seat:
        self._must_be_open()
        state, session = self.state, self.session
        there = self._place_of(person.user_id)
        if there is not None:
            if there.rail:
                return there
            raise UserError("seated_already", seat=there.number + 1)
        if session is None:
            raise UserError("not_playing")
        if not any(isinstance(block, Invitation) for block in session.match.scene(RAIL).blocks):
            raise UserError("rail_closed")
        member = await get_or_create_purse(self.context.store, state.guild_id, person.user_id, person.name)
        stake = await self.context.store.new_account("stake", state.guild_id, member)
        seat = Seat(state.free_at_rail(), person.name, person.user_id, member, stake, rail=True)
        state.rail[seat.number] = seat
        self._touch(seat)
        await self._row(lambda now: now.tell_rules("rail", seat.number), SaveSeat(state.id, seat.record()))
        return seat

    # ---- computer players

    async def add_computer(self, person: Person) -> Seat:
        """A computer player sits down."""
        return await self._queue.run(lambda: self._add_computer(person, self._default_policy()))

    async def _add_computer(
        self, person: Person, policy: str, name: str = "", *, guest: int | None = None
    ) -> Seat:
        """`guest`: who answers for it in place of the policy, if it is a guest of the host's."""
        self._must_be_open()
        self._seated(person)
        self._must_have_room()
        state = self.state
        stake = await self.context.store.new_account("stake", state.guild_id)
        taken = {seat.name for seat in state.seats.values()}
        name = name or next(name for name in COMPUTERS if name not in taken)
        number = state.free_number(None)
        seat = Seat(number, name, None, None, stake, policy, ready=True, invited=policy == GUEST)
        if guest is not None:
            seat.guest, seat.policy = guest, None
        await self._commit(SaveSeat(state.id, seat.record()))
        state.seats[number] = seat
        self._notify(set())
        return seat

    def _must_have_room(self) -> None:
        """Refuse a computer player in the middle of a match, or where every seat is taken."""
        if self.session is not None:
            raise UserError("playing")
        high = self.game.limits(self.options)[1]
        if len(self.state.seats) >= high:
            raise UserError("full", n=high)

    async def remove_computer(self, person: Person) -> str:
        """The computer player who sat down last gets up; gives its name."""
        return await self._queue.run(lambda: self._remove_computer(person))

    async def _remove_computer(self, person: Person) -> str:
        self._seated(person)
        if self.session is not None:
            raise UserError("playing")
        computers = [seat for seat in self.state.in_order() if seat.computer]
        if not computers:
            raise UserError("no_computer")
        await self._depart(computers[-1])
        await self._cash_out_seat(computers[-1])
        return computers[-1].name

    async def hand_over(self, person: Person, to_computer: bool) -> Seat:
        """A member's seat is played by a computer from now on, or by them again. The money stays theirs."""
        return await self._queue.run(lambda: self._hand_over(person, to_computer))

    async def _hand_over(self, person: Person, to_computer: bool) -> Seat:
        self._must_be_open()
        seat = self._seated(person)
        if to_computer and await self._give_back(person.user_id):
            return seat
        if seat.left:
            raise UserError("left")
        if (seat.policy is not None) == to_computer:
            raise UserError("not_computer")
        seat.policy = self._default_policy() if to_computer else None
        seat.away = False
        await self._changes_hands(seat)
        return seat

    async def _changes_hands(self, seat: Seat) -> None:
        """Save who answers for a seat, and tell the rules if they play with it."""
        fact = SaveSeat(self.state.id, seat.record())
        if self.session is not None and seat.number in self.session.match.table.ring:
            await self._row(lambda session: session.tell_rules("handover", seat.number), fact)
        else:
            await self._commit(fact)
            self._notify({seat.number})
