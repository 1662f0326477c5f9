"""Who is out for good may play on in the seat of a computer player, if the host likes.

The seat's stake and its result stay the house's: only who answers changes, until the match is over.
"""

from __future__ import annotations

from bot.person import Person
from bot.tables.scheduler import Timing
from bot.tables.state import Seat
from bot.user_errors import UserError
from db import SaveSeat
from games.engine import RAIL, Seats


class Takeover(Timing):
    """See the module's text."""

    async def take_over(self, person: Person, number: int) -> Seat:
        """A member who is out answers for the computer player in seat `number` from now on."""
        return await self._queue.run(lambda: self._take_over(person, number))

    async def _take_over(self, person: Person, number: int) -> Seat:
        self._must_be_open()
        self._seated(person)
        if number not in self.free_to_take(person.user_id):
            raise UserError("no_takeover")
        seat = self.state.seats[number]
        seat.policy, seat.guest, seat.away = None, person.user_id, False
        self._touch(seat)
        await self._row(
            lambda now: now.tell_rules("handover", number), SaveSeat(self.state.id, seat.record())
        )
        return seat

    def free_to_take(self, user_id: int) -> list[int]:
        """The seats of computer players that a member may take over: none unless they are out, and the host likes."""
        own, session = self.state.seat_of(user_id), self.session
        if session is None or own is None or own.left or not self.game.drops_out:
            return []
        if not self.state.settings.takeover or self.state.taken_by(user_id) is not None:
            return []
        blocks = session.match.scene(RAIL).blocks
        out = {row.seat: row.out for block in blocks if isinstance(block, Seats) for row in block.rows}
        if not out.get(own.number):
            return []
        seats = self.state.seats
        return [
            number
            for number, gone in out.items()
            if not gone and seats[number].policy and seats[number].computer and not seats[number].invited
        ]

    async def _give_back(self, user_id: int) -> bool:
        """The seat that a member has taken over is a computer player's again; whether there was one."""
        seat = self.state.taken_by(user_id)
        if seat is None or self.session is None:
            return False
        seat.to_computer(self._default_policy())
        number = seat.number
        await self._row(
            lambda now: now.tell_rules("handover", number), SaveSeat(self.state.id, seat.record())
        )
        return True

    def _default_policy(self) -> str:
        return next(iter(self.game.policies), "random")
