"""The gift service: gembones that members give away.

Members give to each other, tip the house or a member, bring an offering to an altar after a win, or donate to the
church to end a curse. A refused gift raises `UserError` and changes nothing.
"""

from __future__ import annotations

from bot.economy.accounts import MemberAccounts, MemberTables, by_base, moves_of
from bot.members.profile_keys import FORM, PRANK
from bot.members.standing import Standing
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.serial_queue import serialized
from bot.user_errors import UserError
from db.backend.unit_of_work import Write
from db.ledger import Transfer
from db.members import SaveAbout, Tally
from db.places import GUESTS
from games.engine import money as gems
from games.engine import money_changer


class GiftService:
    """Gifts, tips, offerings and donations. `press` is the id of the interaction, so that a repeated one pays once."""

    def __init__(self, accounts: MemberAccounts, tables: MemberTables) -> None:
        self._accounts, self._tables = accounts, tables
        self._store, self.queue = accounts.store, accounts.queue

    @serialized
    async def give(
        self, place_key: int, person: Person, to: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Give whole gembones to another member, between games (GEM-R14), and return the parsed amount."""
        giver, gift, swap = await self._check_gift(place_key, person, amount, base, to)
        await self._check_remainder(place_key, giver, gift)
        taker = await self._accounts.get_or_create(place_key, to)
        await self._hand_over("gift", place_key, giver, taker, gift, swap, press)
        return gift

    @serialized
    async def tip(
        self, place_key: int, person: Person, to: Person | None, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Tip a member, or the house if `to` is None, and return the parsed amount.

        A tip is good form (CODE-R5). The house may be tipped down to the last gembone; for a member the limit is that
        of a gift (GEM-R14).
        """
        giver, gift, swap = await self._check_gift(place_key, person, amount, base, to)
        if to is None:
            taker = await self._store.fund(place_key, gift.base, GUESTS)
        else:
            await self._check_remainder(place_key, giver, gift)
            taker = await self._accounts.get_or_create(place_key, to)
        await self._hand_over("tip", place_key, giver, taker, gift, swap, press, Tally(giver, FORM, 1))
        return gift

    @serialized
    async def offer(
        self, place_key: int, person: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Burn gembones on an altar after a win, and return the parsed amount; it changes no luck (L13-R12)."""
        giver, gift, swap = await self._check_gift(place_key, person, amount, base, None)
        if not self._tables.won_last(place_key, person.user_id):
            raise UserError("no_win")
        mint = await self._store.mint(place_key)
        await self._hand_over("offering", place_key, giver, mint, gift, swap, press, Tally(giver, FORM, 1))
        return gift

    @serialized
    async def donate(self, place_key: int, person: Person, amount: str, press: int) -> tuple[int, int]:
        """Burn gembones to end a curse; return the pieces still owed, and the pieces given now.

        They must be of the base in which the member was caught cheating (CODE-R4).
        """
        profile = await self._store.about(await self._accounts.get_or_create(place_key, person))
        curse = profile.get(PRANK)
        if curse is None:
            raise UserError("no_curse")
        giver, gift, swap = await self._check_gift(place_key, person, amount, curse["base"], None)
        if gift.base != curse["base"]:
            raise UserError("curse_base", base=curse["base"])
        donated = gems.worth(gift.holding)
        owed = Standing.of(profile).owed - donated
        remaining = {**curse, "donated": curse["donated"] + donated} if owed > 0 else None
        mint = await self._store.mint(place_key)
        await self._hand_over(
            "donation", place_key, giver, mint, gift, swap, press, SaveAbout(giver, PRANK, remaining)
        )
        return max(0, owed), donated

    async def _check_gift(
        self, place_key: int, person: Person, amount: str, base: str | None, to: Person | None
    ) -> tuple[int, gems.Amount, money_changer.Swap]:
        """Check that `person` may give these whole gembones to `to` now (None for the house or the church).

        Return the giver's account, the gift, and the swap that makes change for it. Raises `UserError`.
        """
        if to is not None and to.user_id == person.user_id:
            raise UserError("to_oneself")
        gift = await self._accounts.parse_amount(place_key, amount, base)
        if gift.holding.get(gems.PIECE):
            raise UserError("pieces_given")
        if self._tables.is_playing(place_key, person.user_id):
            raise UserError("gift_playing")
        if to is not None and self._tables.is_playing(place_key, to.user_id):
            raise UserError("gift_to_player")
        giver = await self._accounts.get_or_create(place_key, person)
        held = gems.of_base(gift.base, await self._store.balances(giver))
        swap = money_changer.cover(held, gift.holding)
        if swap is None:
            asked = gems.amount_text(gift.holding)
            raise UserError("not_owned", held=gems.amount_text(held), base=gift.base, asked=asked)
        return giver, gift, swap

    async def _hand_over(
        self,
        kind: str,
        place_key: int,
        giver: int,
        taker: int,
        gift: gems.Amount,
        swap: money_changer.Swap,
        press: int,
        *with_it: Write,
    ) -> None:
        """Save the exchange, the gift, and the facts that go with it in one unit."""
        mint = await self._store.mint(place_key)
        transfers = [
            *moves_of(giver, mint, gift.base, swap.give),
            *moves_of(mint, giver, gift.base, swap.get),
            *moves_of(giver, taker, gift.base, gift.holding),
        ]
        transfer = Transfer(f"{kind}:{press}", kind, transfers, {"from": giver, "to": taker})
        await self._accounts.commit(transfer, *with_it)

    async def _check_remainder(self, place_key: int, giver: int, gift: gems.Amount) -> None:
        """Raise `UserError` unless the giver keeps the worth of a full set (GEM-R14).

        Otherwise members could pass their daily claims on to one of them forever.
        """
        start = (await load_place_settings(self._store, place_key)).start_base
        floor = gems.worth_in_copper({start: gems.FULL_SET})
        owned = gems.worth_in_copper(by_base(await self._store.owned(giver)))
        worth = gems.worth_in_copper({gift.base: gift.holding})
        if not gems.may_give(owned, worth, floor):
            raise UserError("gift_floor", left=max(owned - worth, 0), floor=floor, base=start)
