"""The most that several accounts of one person carry to one of them in a day, way by way (docs/economy.md).

Money comes to members from the mint only with a welcome, a claim and a grant, and from the house only out of its funds.
Everything else moves it between them. So no way carries more than the other accounts own and may claim.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY
from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.economy.wallet import WalletService
from bot.person import Person
from bot.tables.money.accounts import FUND
from bot.user_errors import UserError
from cogs.leaderboard.rows import leaderboard
from db import GUESTS
from games.engine import HOUSE, Ask, Chance, Choose, Game
from games.engine import money as gems
from games.engine.money import FULL_SET
from games.registry import GAMES
from tests.helpers.odds import SOAK
from tests.helpers.random_matches import luck_of
from tests.helpers.tables import ANN, BOB, GUILD, Room, a_room
from tests.helpers.three_members import PEOPLE, Answer, anything, generous, match

SET = gems.worth(FULL_SET)
FEEDERS = PEOPLE[1:]
"""All three are one person: Ann is the account that is to be rich, the others feed it."""


async def owned(room: Room, *people: Person) -> int:
    """Return what accounts own together, at tables and in carried pots too, in pieces of copper."""
    total = 0
    for person in people:
        total += gems.worth(gems.of_base("copper", await room.owned(person)))
    for table in room.registry:
        total += gems.worth(gems.of_base("copper", await room.store.balances(table.state.pot)))
    return total


async def fund(room: Room, purpose: str) -> int:
    """Return what a fund of the house holds."""
    account = await room.store.fund(GUILD, "copper", purpose)
    return gems.worth(gems.of_base("copper", await room.store.balances(account)))


WAYS: Sequence[tuple[str, dict[str, Any]]] = (
    ("rogues_and_warriors", {}),
    ("threes", {}),
    ("tripledip", {"machaes_golden_pot": True}),
    ("tripledip", {"spotlight": "full", "dc": 30}),
    ("lucky_13", {"spotlight": "full", "dc": 30, "masks_shadow_swindle": True}),
    ("fireball", {"mode": "rounds"}),
    ("tiamat", {"dueling_dragons": True}),
)
"""Tables at which nothing is played for but the members' own money."""


@pytest.mark.rule("GEM-R8", "GEM-R14")
@pytest.mark.parametrize(("game", "options"), WAYS, ids=str)
@pytest.mark.parametrize("answer", [anything, generous])
async def test_no_table_between_players_makes_money(
    tmp_path: Path, game: str, options: dict[str, Any], answer: Answer
) -> None:
    """Folding, losing on purpose, pots, being caught: together the accounts never own more than before."""
    luck = luck_of("carrying", game)
    async with a_room(tmp_path / "carry.db") as room:
        table = await room.open(game, *PEOPLE, options=options)
        tips = 4 * len(PEOPLE) if game == "tiamat" else 0
        before, feeding = await owned(room, *PEOPLE), await owned(room, *FEEDERS)
        rich = await owned(room, ANN)
        assert await match(room, table, answer, luck)
        for _ in range(2 * SOAK):
            await match(room, table, answer, luck)
            assert await owned(room, *PEOPLE) <= before + tips
        await table.lifecycle.close(ANN)
        await room.quiet()
        assert await owned(room, ANN) - rich <= feeding + tips


@pytest.mark.rule("GEM-R8")
async def test_a_claim_a_day_is_all_that_a_feeder_adds(tmp_path: Path) -> None:
    """Day by day each other account hands on what it owned that morning, and one set: never more."""
    luck = luck_of("claims")
    async with a_room(tmp_path / "claims.db") as room:
        wallet = WalletService(MemberAccounts(room.store, room.clock), room.registry)
        table = await room.open("lucky_13", *PEOPLE)
        for _ in range(2 * SOAK):
            morning, rich = await owned(room, *FEEDERS), await owned(room, ANN)
            claimed = 0
            for number in range(6):
                played = await match(room, table, generous, luck)
                assert played or number
                for person in FEEDERS:
                    claimed += await claims(wallet, person)
            assert claimed <= len(FEEDERS)
            assert await owned(room, ANN) - rich <= morning + SET * len(FEEDERS)
            room.clock.advance(DAY)
            await room.quiet()
            if table.state.phase == "closed":
                table = await room.open("lucky_13", *PEOPLE)
            for person in PEOPLE:
                await table.seating.sit(person)


async def claims(wallet: WalletService, person: Person) -> int:
    """Claim a set if the house gives one, and return how many it gave; twice at once is one claim."""
    given = await asyncio.gather(*(wallet.claim(GUILD, person) for _ in range(2)), return_exceptions=True)
    assert all(isinstance(each, UserError) for each in given if isinstance(each, BaseException))
    return sum(not isinstance(each, BaseException) for each in given)


@pytest.mark.rule("CODE-R2", "SPOT-R1")
async def test_a_caught_cheater_hands_nothing_on(room: Room) -> None:
    """A bump against a DC of 30 is caught for certain: once it made a claim a day the friend's."""
    table = await room.open("tripledip", ANN, BOB, options={"spotlight": "full", "dc": 30})
    rich, poor = await owned(room, ANN), await owned(room, BOB)

    def cheat(ask: Ask, luck: Chance) -> Any:
        options = ask.prompt.options if isinstance(ask.prompt, Choose) else ()
        cheats = "deception" if ask.seat == 1 else "keep"
        return next((o for o in ("stake", cheats, "roll") if o in options), ask.prompt.default)

    for _ in range(3):
        await match(room, table, cheat, luck_of("cheat"))
    assert await owned(room, ANN) == rich
    assert await owned(room, BOB) == poor - 3 * 12
    assert await fund(room, "tripledip") == 3 * 12
    for board in ("winnings", "house", "wins"):
        assert (await room.store.report(leaderboard, GUILD, board))[0] in ([], ())


@pytest.mark.rule("GEN-R4")
async def test_leaving_on_purpose_costs_no_more_than_the_stake(room: Room) -> None:
    table = await room.open("rogues_and_warriors", ANN, BOB)
    rich = await owned(room, ANN)
    await table.lifecycle.start(ANN)
    await table.seating.leave(BOB)
    await room.quiet()
    while table.session is not None:
        room.clock.advance(100)
        await room.quiet()
    assert await owned(room, ANN) - rich <= 50
    assert await owned(room, ANN, BOB) == 2 * SET


@pytest.mark.rule("GEM-R14")
async def test_a_gift_leaves_a_full_set_behind(room: Room) -> None:
    gifts = GiftService(MemberAccounts(room.store, room.clock), room.registry)
    await owned(room, *PEOPLE)
    with pytest.raises(UserError) as refused:
        await gifts.give(GUILD, BOB, ANN, "1g4", None, press=1)
    assert refused.value.key == "gift_floor"
    assert await owned(room, BOB) == SET


@pytest.mark.rule("PTY-R1")
async def test_a_party_guest_whom_the_host_plays_is_for_fun(room: Room) -> None:
    """Otherwise the host would hand the house's dice to the seat beside it."""
    table = await room.open("lucky_13", ANN, BOB, options={"blessings_of_the_tricksters": True})
    await table.seating.add_guest(ANN, "Garl", by_host=True)
    before = await owned(room, ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert table.session.free
    while table.session is not None:
        room.clock.advance(100)
        await room.quiet()
    assert await owned(room, ANN, BOB) == before


@pytest.mark.rule("GEM-R9", "GEM-R7")
async def test_computer_players_lose_no_more_than_their_fund(room: Room) -> None:
    """Beaten, or played by a knocked-out friend: what they lose is the house's, and is on no board of players."""
    luck = luck_of("computers")
    table = await room.open("rogues_and_warriors", ANN, BOB, computers=2)
    before = await owned(room, ANN, BOB)
    assert await match(room, table, generous, luck)
    for _ in range(2 * SOAK):
        await match(room, table, generous, luck)
    await table.lifecycle.close(ANN)
    await room.quiet()
    gain = await owned(room, ANN, BOB) - before
    assert gain == FUND - await fund(room, GUESTS)
    assert gain <= FUND == 10_000
    assert sum(line.value for line in (await room.store.report(leaderboard, GUILD, "winnings"))[0]) <= 0


@pytest.mark.rule("OUT-R8")
async def test_a_seat_taken_over_by_a_knocked_out_friend_stays_the_houses(room: Room) -> None:
    """Bob plays on for Ann in a computer player's seat: what it wins is the fund's, what it loses was the fund's."""
    table = await room.open("tavern", ANN, BOB, computers=2, buy_in=20)
    await table.lifecycle.start(ANN)
    before = 2 * SET
    taken = table.state.seats[2]
    # as `take_over` leaves the seat
    taken.policy, taken.guest = None, BOB.user_id
    assert await table.cashier.accounts.home(taken) == await room.store.fund(GUILD, "copper", GUESTS)
    while table.session is not None:
        room.clock.advance(100)
        await room.quiet()
    await table.lifecycle.close(ANN)
    await room.quiet()
    gain = await owned(room, ANN, BOB) - before
    assert gain == FUND - await fund(room, GUESTS)
    assert gain <= 2 * 20, "two computer players' stakes, and no more"


@pytest.mark.rule("GEM-R5")
def test_only_the_house_is_owed_more_than_was_set_aside() -> None:
    """A debt to a friend beyond the stake would be a way past the table."""
    from games.gembones.barovian_boneyard.storming_castle import Castle

    castle = Castle({"held": [0], "empty_windows": 0}, "g6", [0, 1, 2])
    castle.leave(0)
    assert [(pay.taker, pay.if_able) for pay in castle.departure().pays] == [(HOUSE, True)]
    _, fines = Castle({"held": [0]}, "g6", [0, 1]).storm({1: "mist"}, {"mist": -1, "ravenloft": 2})
    assert fines == {0: 3}
    leaving = {key for key, game in GAMES.items() if type(game).departs is not Game.departs}
    assert leaving == {"lucky_13", "rolled_gold", "barovian_boneyard", "hags_haggle"}
