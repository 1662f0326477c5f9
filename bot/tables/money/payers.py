"""Decides which seats of a match pay, and which play for points without any money at stake (GEM-R17).

A seat plays for points in a match for fun, on its member's first evening, when its member can't pay for it, and when
they have pressed nothing since the host raised the stakes: nobody pays for what they haven't agreed to. A match
with fewer than two members who pay is for fun, unless its host asked to play for gembones: nobody loses money to
computer players or the house unasked. `among_payers` settles a match in which some pay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.places.settings import PlaceSettings, load_place_settings
from bot.tables.money import carryover
from bot.tables.money.accounts import TableAccounts
from bot.tables.state import PointsReason, Seat
from bot.user_errors import UserError
from games.engine import money as gems
from games.engine.game import Game

SHARE = 10
"""A buy-in that nobody chose is at most this part of the smallest purse."""
STEP = 5
"""It is a multiple of this many pieces."""


class ForPoints(NamedTuple):
    """Why a seat plays for points, and the pieces that it is short of if that is why."""

    reason: PointsReason
    short: int = 0


class Payers:
    """Decides which seats of a table pay in a match, and the buy-in that their purses allow."""

    def __init__(self, accounts: TableAccounts) -> None:
        self.accounts, self.state = accounts, accounts.state

    async def for_points(self, game: Game, players: Sequence[Seat]) -> dict[int, ForPoints]:
        """Return the seats that play the next match for points, and why; all of them in a match for fun.

        Raises `UserError` if the only member who asked to play for gembones can't pay.
        """
        settings = self.state.settings
        for_fun = {seat.number: ForPoints("fun") for seat in players}
        if settings.free or self.state.host_plays_guest:
            return for_fun
        found: dict[int, ForPoints] = {}
        for seat in players:
            if seat.member is not None and (why := await self.of_seat(game, seat)) is not None:
                found[seat.number] = why
        paying = sum(seat.member is not None and seat.number not in found for seat in players)
        if not paying and settings.for_gembones:
            await self._check_host_pays(game, players)
        if paying < (1 if settings.for_gembones else 2):
            return for_fun
        if found and not settings.for_gembones:
            # the pot of such a match is only divided among members, so the house stays out of it
            found |= {seat.number: ForPoints("computer") for seat in players if seat.member is None}
        return found

    async def of_seat(self, game: Game, seat: Seat) -> ForPoints | None:
        """Return why a member's seat would play for points among others who pay; None if it would pay."""
        if game.money_kind(game.parse_options(self.state.options)) == "points":
            return None
        if seat.number in carryover.carry_in(self.state.carry, game).get("held", ()):
            # it pays for the match that holds it, or did not pay in that one either
            return None if seat.for_points is None else ForPoints(seat.for_points, seat.short)
        if await self.on_first_evening(seat) and not self._asked(seat):
            return ForPoints("evening")
        if short := await self._short(game, seat):
            return ForPoints("short", short)
        return None if self._has_agreed(game, seat) else ForPoints("unasked")

    def stakes(self, game: Game) -> tuple[str, int, int, bool, int] | None:
        """Return what a member agrees to by a press; None if no money is at stake.

        Game, pieces of copper to bring and to put up, if alone too, and the seconds of a turn by letter: so long may
        their money lie at the table.
        """
        settings = self.state.settings
        if settings.free or self.state.host_plays_guest:
            return None
        options = game.parse_options(self.state.options)
        if game.money_kind(options) == "points":
            return None
        rate = gems.BASES[settings.base]
        price, unasked = gems.worth(self._price(game)), gems.worth(game.pays_unasked(options))
        return game.key, rate * price, rate * unasked, settings.for_gembones, settings.letter or 0

    def _has_agreed(self, game: Game, seat: Seat) -> bool:
        """Return True if a seat's member has agreed to stakes like these or higher ones in this game."""
        settings, stakes, agreed = self.state.settings, self.stakes(game), seat.agreed
        if stakes is None or not self.state.kind.hosted:
            return True
        if agreed is None or agreed[0] != stakes[0]:
            return False
        if any(before < now for before, now in zip(agreed[2:], stakes[2:], strict=True)):
            return False
        # a buy-in that nobody chose follows the smallest purse, of which it is a small part
        return settings.fits or agreed[1] >= stakes[1]

    async def on_first_evening(self, seat: Seat) -> bool:
        """Return True on the first evening of a seat's member, if the place has first evenings for fun."""
        if seat.newcomer_until <= self.accounts.clock.now():
            return False
        return (await load_place_settings(self.accounts.store, self.state.place_key)).first_evening

    async def fitting_buy_in(self, game: Game, seats: Sequence[Seat], place_settings: PlaceSettings) -> int:
        """Return the usual buy-in, or less if that is more than a tenth of the smallest purse of these seats.

        Purses of members who play for points anyway don't count, and nor do those that can't pay the smallest buy-in.
        """
        ante = gems.worth(game.ante(game.parse_options(self.state.options)))
        least = max(STEP, place_settings.min_stake, ante)
        owned = []
        for seat in seats:
            if seat.member is not None and not await self.on_first_evening(seat):
                held = gems.worth(await self.accounts.holding(seat.member))
                owned.append(held + gems.worth(await self.accounts.holding(seat.stake)))
        smallest = min((n for n in owned if n >= least), default=None)
        if smallest is None:
            return place_settings.usual_buy_in
        fitting = smallest // SHARE // STEP * STEP
        return max(least, min(place_settings.usual_buy_in, fitting))

    def _asked(self, seat: Seat) -> bool:
        """Return True if a seat's member asked to play for gembones: the host of a table that is set so."""
        return self.state.settings.for_gembones and seat.member == self.state.host

    async def _check_host_pays(self, game: Game, players: Sequence[Seat]) -> None:
        """Refuse a match for gembones to a host who can't pay for it."""
        host = next((seat for seat in players if seat.member == self.state.host), None)
        short = 0 if host is None else await self._short(game, host)
        if short and host is not None:
            need = gems.worth(self._price(game))
            raise UserError("cannot_afford", need=need, base=self.accounts.base, held=need - short)

    async def _short(self, game: Game, seat: Seat) -> int:
        """Return the pieces that a member lacks to pay for a match."""
        assert seat.member is not None
        on_table = gems.worth(await self.accounts.holding(seat.stake))
        pot_game = game.money_kind(game.parse_options(self.state.options)) == "pieces"
        if pot_game and on_table and not game.stake:
            return 0  # it plays on with the rest of its buy-in
        held = on_table + gems.worth(await self.accounts.holding(seat.member))
        return max(0, gems.worth(self._price(game)) - held)

    def _price(self, game: Game) -> Mapping[str, int]:
        """Return what a seat must put up to play at all."""
        options = game.parse_options(self.state.options)
        if game.money_kind(options) == "pieces":
            return {gems.PIECE: game.stake or self.state.settings.buy_in}
        return game.ante(options)
