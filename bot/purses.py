"""What members do with their purses: look, exchange, give, claim, read what has happened (GEM).

A service over the store, with no word of Discord in it. Whatever cannot be done raises `Refusal` and changes nothing.
What writes runs one after the other, so that two gifts at once cannot both count the same gembones as what is kept.
Every transfer's key is made from the press that asked for it: a press that arrives twice pays once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.house import house_settings, purse_of
from bot.keeping import FORM, PRANK
from bot.tables import carried
from bot.tables.actor import Person, TableActor
from bot.tables.floor import Floor
from bot.tables.mailbox import Mailbox
from bot.tables.refusals import Refusal
from db import (
    GUESTS,
    AlreadyDone,
    BadMove,
    Fact,
    HistoryLine,
    Move,
    NotEnough,
    SaveAbout,
    Tally,
    Transfer,
)
from games.engine import BadAmount
from games.engine import money as gems
from games.gembones import pranks

LEAST = 28
"""Whoever owns fewer pieces in every base may claim a set (GEM-R8)."""
DAY = 86_400
"""Seconds; days are counted in UTC."""
SCORES = ("points", "shares", "tickets")
"""What is won beside money."""

Holdings = dict[str, dict[str, int]]
"""Base to gembones and loose pieces; bases of which there is nothing are left out."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What a member owns. `copper` is the net worth for comparing (GEM-R6), `tables` what lies at tables."""

    held: Holdings
    tables: Holdings
    scores: Mapping[str, int]
    copper: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A set that was claimed, and when the next claim is possible."""

    base: str
    again: float


class Purses:
    """See the module's text."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._store, self._clock = floor.house.store, floor.house.clock
        self.mailbox = Mailbox()
        """One thing after the other; there is one `Purses` a process."""

    # ---- looking

    async def show(self, guild_id: int, person: Person) -> Purse:
        """What a member owns; a new member has their welcome set."""
        account = await self._account(guild_id, person)
        purse, owned = await self._store.balances(account), await self._store.owned(account)
        aside = Counter(owned)
        aside.subtract(purse)
        return Purse(
            by_base(purse),
            by_base(aside),
            {unit: owned[unit] for unit in SCORES if owned.get(unit)},
            gems.worth_in_copper(by_base(owned)),
        )

    async def history(
        self, guild_id: int, person: Person, *, limit: int, before: int | None = None
    ) -> list[HistoryLine]:
        """What has come and gone, newest first."""
        account = await self._account(guild_id, person)
        return await self._store.history(account, limit=limit, before=before)

    # ---- moving

    async def exchange(
        self, guild_id: int, person: Person, give: str, get: str, base: str | None, press: int
    ) -> tuple[gems.Amount, gems.Amount]:
        """Swap gembones of one base for others of the same worth (GEM-10); gives both sides as understood."""
        return await self.mailbox.run(lambda: self._exchange(guild_id, person, give, get, base, press))

    async def _exchange(
        self, guild_id: int, person: Person, give: str, get: str, base: str | None, press: int
    ) -> tuple[gems.Amount, gems.Amount]:
        giving, getting = await self._read(guild_id, give, base), await self._read(guild_id, get, base)
        try:
            swap = gems.exchange(giving, getting)
        except BadAmount as wrong:
            raise Refusal("amount", sentence=wrong) from wrong
        account = await self._account(guild_id, person)
        held = gems.of_base(giving.base, await self._store.balances(account))
        if any(held.get(unit, 0) < n for unit, n in giving.what.items()):
            asked = gems.amount_text(giving.what)
            raise Refusal("not_owned", held=gems.amount_text(held), base=giving.base, asked=asked)
        if not swap.give:
            raise Refusal("same_amount")
        mint = await self._store.mint(guild_id)
        moves = [
            *_moves(account, mint, giving.base, swap.give),
            *_moves(mint, account, giving.base, swap.get),
        ]
        await self._commit(Transfer(f"exchange:{press}", "exchange", moves))
        return giving, getting

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
        if not any(table.won_last(person.user_id) for table in self._floor.of_guild(guild_id)):
            raise Refusal("no_win")
        mint = await self._store.mint(guild_id)
        await self._hand_over("offering", guild_id, giver, mint, gift, swap, press, Tally(giver, FORM, 1))
        return gift

    async def donate(self, guild_id: int, person: Person, amount: str, press: int) -> tuple[int, int]:
        """Burn gembones of the base concerned to end a curse (CODE-R4); gives pieces still owed, and given now."""
        return await self.mailbox.run(lambda: self._donate(guild_id, person, amount, press))

    async def _donate(self, guild_id: int, person: Person, amount: str, press: int) -> tuple[int, int]:
        curse = (await self._store.about(await self._account(guild_id, person))).get(PRANK)
        if curse is None:
            raise Refusal("no_curse")
        giver, gift, swap = await self._whole(guild_id, person, amount, curse["base"], None)
        if gift.base != curse["base"]:
            raise Refusal("curse_base", base=curse["base"])
        given = gems.worth(gift.what)
        owed: int = pranks.price(curse["accused"]) - curse["donated"] - given
        kept = {**curse, "donated": curse["donated"] + given} if owed > 0 else None
        mint = await self._store.mint(guild_id)
        await self._hand_over(
            "donation", guild_id, giver, mint, gift, swap, press, SaveAbout(giver, PRANK, kept)
        )
        return max(0, owed), given

    async def _whole(
        self, guild_id: int, person: Person, amount: str, base: str | None, to: Person | None
    ) -> tuple[int, gems.Amount, gems.Swap]:
        """Whole gembones that `person` may hand to `to` (None: the house, the church) now: whose, which, what for."""
        if to is not None and to.user_id == person.user_id:
            raise Refusal("to_oneself")
        gift = await self._read(guild_id, amount, base)
        if gift.what.get(gems.PIECE):
            raise Refusal("pieces_given")
        if self._at_a_hand(guild_id, person.user_id):
            raise Refusal("gift_playing")
        if to is not None and self._at_a_hand(guild_id, to.user_id):
            raise Refusal("gift_to_player")
        giver = await self._account(guild_id, person)
        held = gems.of_base(gift.base, await self._store.balances(giver))
        swap = gems.cover(held, gift.what)
        if swap is None:
            asked = gems.amount_text(gift.what)
            raise Refusal("not_owned", held=gems.amount_text(held), base=gift.base, asked=asked)
        return giver, gift, swap

    async def _hand_over(
        self,
        kind: str,
        guild_id: int,
        giver: int,
        taker: int,
        gift: gems.Amount,
        swap: gems.Swap,
        press: int,
        *with_it: Fact,
    ) -> None:
        mint = await self._store.mint(guild_id)
        moves = [
            *_moves(giver, mint, gift.base, swap.give),
            *_moves(mint, giver, gift.base, swap.get),
            *_moves(giver, taker, gift.base, gift.what),
        ]
        await self._commit(Transfer(f"{kind}:{press}", kind, moves, {"from": giver, "to": taker}), *with_it)

    async def _check_floor(self, guild_id: int, giver: int, gift: gems.Amount) -> None:
        """Whoever gives keeps the worth of a full set, or claims could be passed on for ever (GEM-R14)."""
        start = (await house_settings(self._store, guild_id)).start_base
        floor = gems.worth_in_copper({start: gems.FULL_SET})
        owned = gems.worth_in_copper(by_base(await self._store.owned(giver)))
        given = gems.worth_in_copper({gift.base: gift.what})
        if not gems.may_give(owned, given, floor):
            raise Refusal("gift_floor", left=max(owned - given, 0), floor=floor, base=start)

    def _at_a_hand(self, guild_id: int, user_id: int) -> bool:
        """Whether a member is in a match that is being played, or in one that is suspended."""
        for actor in self._floor.of_guild(guild_id):
            seat = actor.state.seat_of(user_id)
            if seat is None or actor.state.match_id is None:
                continue
            if actor.playing is None or seat.number in actor.playing.match.table.ring:
                return True
        return False

    # ---- claiming

    async def claim(self, guild_id: int, person: Person) -> Claimed:
        """A fresh full set for whoever has next to nothing, once a day (GEM-R8)."""
        return await self.mailbox.run(lambda: self._claim(guild_id, person))

    async def _claim(self, guild_id: int, person: Person) -> Claimed:
        account = await self._account(guild_id, person)
        today = int(self._clock.now() // DAY)
        tomorrow = float((today + 1) * DAY)
        for base, holding in (await self._all_of(guild_id, account)).items():
            if gems.worth(holding) >= LEAST:
                raise Refusal("claim_rich", held=gems.worth(holding), base=base, least=LEAST)
        when = f"<t:{int(tomorrow)}:R>"
        if await self._store.forgotten_today(guild_id, person.user_id):
            raise Refusal("claim_done", when=when)
        base = (await house_settings(self._store, guild_id)).start_base
        moves = _moves(await self._store.mint(guild_id), account, base, gems.FULL_SET)
        try:
            await self._store.commit(Transfer(f"claim:{account}:{today}", "claim", moves))
        except AlreadyDone as done:
            raise Refusal("claim_done", when=when) from done
        return Claimed(base, tomorrow)

    async def _all_of(self, guild_id: int, account: int) -> Holdings:
        """All that counts as owned: purse, stakes and escrows, and the member's part of unclaimed pots."""
        owned = Counter(await self._store.owned(account))
        for actor in self._floor.of_guild(guild_id):
            owned.update(_part_of_pot(actor, account))
        return by_base(owned)

    # ---- small things

    async def _account(self, guild_id: int, person: Person) -> int:
        return await purse_of(self._store, guild_id, person.user_id, person.name)

    async def _read(self, guild_id: int, text: str, base: str | None) -> gems.Amount:
        """An amount as it was written; of the server's starting base where neither text nor option names one."""
        start = base or (await house_settings(self._store, guild_id)).start_base
        try:
            return gems.parse_amount(text, start)
        except BadAmount as wrong:
            raise Refusal("amount", sentence=wrong) from wrong

    async def _commit(self, *facts: Fact) -> None:
        try:
            await self._store.commit(*facts)
        except AlreadyDone as done:
            raise Refusal("done_already") from done
        except BadMove as wrong:
            raise Refusal("too_large") from wrong
        except NotEnough as short:
            raise Refusal("spent_meanwhile") from short


def by_base(balances: Mapping[str, int]) -> Holdings:
    """The ledger's units by base, in the order of the bases' worth."""
    found = {base: gems.of_base(base, balances) for base in gems.BASES}
    return {base: holding for base, holding in found.items() if holding}


def _moves(giver: int, taker: int, base: str, units: Mapping[str, int]) -> list[Move]:
    return [Move(giver, taker, unit, n) for unit, n in gems.in_base(base, units).items()]


def _part_of_pot(actor: TableActor, member: int) -> dict[str, int]:
    """What a member would get of a table's carried pots if it closed now."""
    state = actor.state
    former = state.settings.former
    due = carried.due(state.carry, state.seats, former)
    mine = [number for number, seat in state.seats.items() if seat.member == member]
    mine += [number for number, who in former.items() if who == member and number not in state.seats]
    part = sum((due.get(number, Counter()) for number in mine), Counter[str]())
    return gems.in_base(state.settings.base, part)
