"""A guest of the host's: a character who plays for the house where a variant has a seat for one (PTY-02, PTY-R1).

Who answers for it is the host's choice before each game: themself, beside their own seat, or a computer player of few
and fixed ideas, whose stake and result are the house's (PTY-R2). The table shows who plays it. What the host plays with
two hands is for fun: else they could lose the house's gembones to themself.
"""

from __future__ import annotations

from bot.person import Person
from bot.tables.guest_variants import party_variants, takes_guest
from bot.tables.seating import Seating
from bot.tables.state import Seat
from bot.user_errors import UserError
from games.engine import GUEST


class Guests(Seating):
    """See the module's text."""

    async def add_guest(self, person: Person, name: str, *, by_host: bool = False) -> Seat:
        """A character called `name` sits down; the host answers for it if they will."""
        return await self._queue.run(lambda: self._add_guest(person, name, by_host))

    async def _add_guest(self, person: Person, name: str, by_host: bool) -> Seat:
        self._may_invite(person)
        return await self._add_computer(person, GUEST, name, guest=person.user_id if by_host else None)

    async def check_can_invite(self, person: Person) -> None:
        """Refuse whoever could not bring a guest to this table now."""
        await self._queue.run(lambda: self._look_whether(person))

    async def _look_whether(self, person: Person) -> None:
        self._may_invite(person)

    def _may_invite(self, person: Person) -> None:
        self._must_be_open()
        self._must_host(person)
        if not takes_guest(self.game, self.options):
            raise UserError(
                "no_guest", variants=", ".join(v.title for v in party_variants() if v.against == "guest")
            )
        if self.state.invited() is not None:
            raise UserError("guest_here")
        self._must_have_room()

    async def play_guest(self, person: Person, by_host: bool) -> Seat:
        """The host answers for their guest from now on, or lets the house's computer player do it.

        The house takes over at any moment; the host only between games, before anything hidden is dealt.
        """
        return await self._queue.run(lambda: self._play_guest(person, by_host))

    async def _play_guest(self, person: Person, by_host: bool) -> Seat:
        self._must_be_open()
        self._must_host(person)
        guest = self.state.invited()
        if guest is None:
            raise UserError("guest_away")
        if by_host and self.session is not None:
            raise UserError("playing")
        if by_host:
            guest.guest, guest.policy, guest.away = person.user_id, None, False
        else:
            guest.to_computer(GUEST)
        await self._changes_hands(guest)
        return guest
