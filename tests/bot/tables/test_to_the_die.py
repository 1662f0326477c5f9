"""Random rounds of every gembone game at a real table: purses are right to the die (ten thousand rounds in a soak).

Each purse is reckoned twice: by the ledger, and here from the answers' costs and the result's payments alone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.clock import DAY
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import Move, Transfer
from games.engine import HOUSE, BadOptions, Chance, Choose, Match, Result, money_changer
from games.engine import money as gems
from games.registry import GAMES
from tests.helpers.random_matches import cases, luck_of
from tests.helpers.tables import ANN, BOB, CID, GUILD, Room

ROUNDS = len(cases(20, long=10_000))
A_TABLE = 20
"""So many rounds are played by the same rules."""
PEOPLE = (ANN, BOB, CID)
GEMBONES = [key for key, game in GAMES.items() if game.money == "gembones"]


def variants(key: str, luck: Chance) -> dict[str, Any]:
    """Some variants that go together; no race against the clock, no contract, no characters."""
    while True:
        fields = GAMES[key].options.model_fields
        chosen: dict[str, Any] = {
            name: bool(luck.below(2))
            for name, field in fields.items()
            if field.annotation is bool and name != "nine_bells" and luck.below(3) == 0
        }
        if key == "fireball":
            chosen["mode"] = "rounds"
        try:
            options = GAMES[key].parse_options(chosen)
        except BadOptions:
            continue
        low, high = GAMES[key].limits(options)
        if low <= len(PEOPLE) <= high:
            return chosen


class Book:
    """Purses, reckoned beside the ledger."""

    def __init__(self, room: Room, tipped: set[tuple[int, int]]) -> None:
        """`tipped`: who has had a tip of the house on which day."""
        self.room, self.tipped = room, tipped
        self.held: dict[int, Counter[str]] = {}
        self.aside: dict[int, Counter[str]] = {}

    async def open(self) -> None:
        """Purses as they are; whoever has little gets a hundred-sided one of each size that matters."""
        for seat, person in enumerate(PEOPLE):
            account, mint = await self.room.account(person), await self.room.store.mint(GUILD)
            if gems.worth(gems.of_base("copper", await self.room.purse(person))) < 400:
                key = f"grant:{seat}:{await self.room.store.next_match_id()}:{id(self)}"
                move = Move(mint, account, "copper.g100", 10)
                await self.room.store.commit(Transfer(key, "grant", [move]))
            self.held[seat] = Counter(gems.of_base("copper", await self.room.purse(person)))
            self.aside[seat] = Counter()

    def follow(self, match: Match) -> None:
        """Set aside what answers have put at risk since, changed where a size is missing (GEM-R3, GEM-R4)."""
        for seat in self.held:
            units = Counter(match.risked.get(seat, {})) - self.aside[seat]
            swap = money_changer.cover(self.held[seat], dict(units))
            assert swap is not None
            self.held[seat].update(swap.get)
            self.held[seat].subtract(swap.give)
            self.held[seat].subtract(units)
            self.aside[seat].update(units)

    def settle(self, result: Result) -> None:
        """Pay what is won and lost, send home what was set aside, pay debts last (GEM-R5), then tips (TM-40)."""
        owed = [pay for pay in result.pays if pay.if_able]
        for pay in result.pays:
            if not pay.if_able:
                for seat, sign in ((pay.giver, -1), (pay.taker, 1)):
                    if seat >= 0 and pay.unit != "tickets":
                        self.aside[seat][pay.unit] += sign * pay.amount
        for seat, units in self.aside.items():
            assert all(n >= 0 for n in units.values())
            self.held[seat].update(units)
            units.clear()
        for seat in {pay.giver for pay in owed}:
            debts = [{pay.unit: pay.amount} for pay in owed if pay.giver == seat]
            for paid in money_changer.settle_debts(+self.held[seat], debts):
                self.held[seat].update(paid.swap.get)
                self.held[seat].subtract(paid.swap.give)
                self.held[seat].subtract(paid.paid)
        for seat in result.tips:
            day = (seat, int(self.room.clock.now() // DAY))
            self.held[seat]["g4"] += day not in self.tipped
            self.tipped.add(day)

    async def check(self) -> None:
        """The ledger says the same, die by die."""
        for seat, person in enumerate(PEOPLE):
            assert gems.of_base("copper", await self.room.purse(person)) == dict(+self.held[seat])


async def play(room: Room, table: TableActor, book: Book, luck: Chance) -> None:
    """One round by random answers; what a purse cannot pay is answered by default."""
    assert table.session is not None
    match, number = table.session.match, table.session.id
    await room.quiet()  # what the table answers by itself, such as a buy in that stays
    book.follow(match)
    while match.result is None:
        asks = [ask for ask in match.open.values() if not ask.answered and ask.seat != HOUSE]
        if not asks:
            room.clock.advance(30)
            await room.quiet()
            continue
        ask = luck.choice(asks)
        prompt = ask.prompt
        answer = luck.choice(prompt.legal(luck))
        if isinstance(prompt, Choose) and prompt.amount is not None and luck.below(3):
            low, high = prompt.amount.low, prompt.amount.high
            answer = low + luck.below(min(3, high - low + 1))
        try:
            await table.press(PEOPLE[ask.seat], number, ask.id, answer)
        except UserError as refused:
            if refused.key not in ("cannot_wager", "house_broke"):
                raise
            await table.press(PEOPLE[ask.seat], number, ask.id, prompt.default)
        book.follow(match)
        await room.quiet()
    book.settle(match.result)


@pytest.mark.parametrize("key", GEMBONES)
async def test_purses_are_right_to_the_die(room: Room, key: str) -> None:
    luck = luck_of("to the die", key)
    tipped: set[tuple[int, int]] = set()
    for start in range(0, ROUNDS, A_TABLE):
        book = Book(room, tipped)
        await book.open()
        options = variants(key, luck)
        table = await room.open(key, *PEOPLE, options=options)
        for _ in range(min(A_TABLE, ROUNDS - start)):
            for person in PEOPLE:
                await table.seating.sit(person)
            await table.lifecycle.start(ANN)
            await play(room, table, book, luck)
            await book.check()
        await table.lifecycle.close(ANN)
        await room.quiet()
