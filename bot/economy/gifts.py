"""What members give away: to each other, to the house, on an altar, to the church (GEM-R14, CODE, L13-R12)."""

from __future__ import annotations

from bot.economy.base import Changes, by_base, moves
from bot.guilds.settings import house_settings
from bot.members.profile_keys import FORM, PRANK
from bot.person import Person
from bot.user_errors import UserError
from db import GUESTS, Fact, SaveAbout, Tally, Transfer
from games.engine import money as gems
from games.engine import money_changer
from games.gembones.shared import prank_items


class Giving(Changes):
    """Gifts, tips, offerings and donations. Whatever cannot be done raises `UserError` and changes nothing."""

    async def give(
        self, guild_id: int, person: Person, to: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Give whole gembones to another member, between games (GEM-R14); gives what was understood."""
        return await self.mailbox.run(lambda: self._give(guild_id, person, to, amount, base, press))

    async def _give(
        self, guild_id: int, person: Person, to: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        giver, gift, swap = await self._whole(guild_id, person, amount, base, to)
        await self._check_floor(guild_id, giver, gift)
        await self._hand_over("gift", guild_id, giver, await self._account(guild_id, to), gift, swap, press)
        return gift

    async def tip(
        self, guild_id: int, person: Person, to: Person | None, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Tip a member, or with None the house, between games: good form (CODE-R5); gives what was understood.

        The house may be tipped to the last gembone; a member as far as gifts go (GEM-R14).
        """
        return await self.mailbox.run(lambda: self._tip(guild_id, person, to, amount, base, press))

    async def _tip(
        self, guild_id: int, person: Person, to: Person | None, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        giver, gift, swap = await self._whole(guild_id, person, amount, base, to)
        if to is None:
            taker = await self._store.house(guild_id, gift.base, GUESTS)
        else:
            await self._check_floor(guild_id, giver, gift)
            taker = await self._account(guild_id, to)
        await self._hand_over("tip", guild_id, giver, taker, gift, swap, press, Tally(giver, FORM, 1))
        return gift

    async def offer(
        self, guild_id: int, person: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Burn gembones on an altar after a win, which changes no luck (L13-R12); gives what was understood."""
        return await self.mailbox.run(lambda: self._offer(guild_id, person, amount, base, press))

    async def _offer(
        self, guild_id: int, person: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        giver, gift, swap = await self._whole(guild_id, person, amount, base, None)
        if not self._floor.won_last(guild_id, person.user_id):
            raise UserError("no_win")
        mint = await self._store.mint(guild_id)
        await self._hand_over("offering", guild_id, giver, mint, gift, swap, press, Tally(giver, FORM, 1))
        return gift

    async def donate(self, guild_id: int, person: Person, amount: str, press: int) -> tuple[int, int]:
        """Burn gembones of the base concerned to end a curse (CODE-R4); gives pieces still owed, and given now."""
        return await self.mailbox.run(lambda: self._donate(guild_id, person, amount, press))

    async def _donate(self, guild_id: int, person: Person, amount: str, press: int) -> tuple[int, int]:
        curse = (await self._store.about(await self._account(guild_id, person))).get(PRANK)
        if curse is None:
            raise UserError("no_curse")
        giver, gift, swap = await self._whole(guild_id, person, amount, curse["base"], None)
        if gift.base != curse["base"]:
            raise UserError("curse_base", base=curse["base"])
        given = gems.worth(gift.what)
        owed: int = prank_items.price(curse["accused"]) - curse["donated"] - given
        kept = {**curse, "donated": curse["donated"] + given} if owed > 0 else None
        mint = await self._store.mint(guild_id)
        await self._hand_over(
            "donation", guild_id, giver, mint, gift, swap, press, SaveAbout(giver, PRANK, kept)
        )
        return max(0, owed), given

    async def _whole(
        self, guild_id: int, person: Person, amount: str, base: str | None, to: Person | None
    ) -> tuple[int, gems.Amount, money_changer.Swap]:
        """Whole gembones that `person` may hand to `to` (None: the house, the church) now: whose, which, what for."""
        if to is not None and to.user_id == person.user_id:
            raise UserError("to_oneself")
        gift = await self._read(guild_id, amount, base)
        if gift.what.get(gems.PIECE):
            raise UserError("pieces_given")
        if self._at_a_hand(guild_id, person.user_id):
            raise UserError("gift_playing")
        if to is not None and self._at_a_hand(guild_id, to.user_id):
            raise UserError("gift_to_player")
        giver = await self._account(guild_id, person)
        held = gems.of_base(gift.base, await self._store.balances(giver))
        swap = money_changer.cover(held, gift.what)
        if swap is None:
            asked = gems.amount_text(gift.what)
            raise UserError("not_owned", held=gems.amount_text(held), base=gift.base, asked=asked)
        return giver, gift, swap

    async def _hand_over(
        self,
        kind: str,
        guild_id: int,
        giver: int,
        taker: int,
        gift: gems.Amount,
        swap: money_changer.Swap,
        press: int,
        *with_it: Fact,
    ) -> None:
        mint = await self._store.mint(guild_id)
        handed = [
            *moves(giver, mint, gift.base, swap.give),
            *moves(mint, giver, gift.base, swap.get),
            *moves(giver, taker, gift.base, gift.what),
        ]
        await self._commit(Transfer(f"{kind}:{press}", kind, handed, {"from": giver, "to": taker}), *with_it)

    async def _check_floor(self, guild_id: int, giver: int, gift: gems.Amount) -> None:
        """Whoever gives keeps the worth of a full set, or claims could be passed on for ever (GEM-R14)."""
        start = (await house_settings(self._store, guild_id)).start_base
        floor = gems.worth_in_copper({start: gems.FULL_SET})
        owned = gems.worth_in_copper(by_base(await self._store.owned(giver)))
        given = gems.worth_in_copper({gift.base: gift.what})
        if not gems.may_give(owned, given, floor):
            raise UserError("gift_floor", left=max(owned - given, 0), floor=floor, base=start)

    def _at_a_hand(self, guild_id: int, user_id: int) -> bool:
        """Whether a member is in a match that is being played, or in one that is suspended."""
        for actor in self._floor.in_guild(guild_id):
            seat = actor.state.seat_of(user_id)
            if seat is None or actor.state.match_id is None:
                continue
            if actor.session is None or seat.number in actor.session.match.table.ring:
                return True
        return False
