"""Purses: look, exchange, give, claim, read what has happened."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.leaderboard.rows import leaderboard
from db import CloseMatch, Move, OpenMatch, SaveSetting, SaveTable, SeatOutcome, Transfer
from games.engine import Line, Result, ResultRow, Table
from games.engine import money as gems
from games.registry import GAMES
from tests.helpers.club import ANN, BOB, CHIEF, CID, DAY, GUILD, NOON, Club
from tests.helpers.small_games import game_of

FULL_SET = "1g100 + 1g20 + 1g12 + 1g10 + 1g8 + 1g6 + 1g4"


def why(caught: pytest.ExceptionInfo[UserError]) -> str:
    return caught.value.key


# ---- looking


@pytest.mark.rule("GEM-R1")
async def test_a_purse_counts_sizes_and_loose_pieces_by_base(club: Club) -> None:
    account = await club.hold(ANN, copper_g4=2, copper_g20=1, copper_piece=3, gold_g100=1)
    mint = await club.store.mint(GUILD)
    await club.store.commit(Transfer("won", "result", [Move(mint, account, "points", 4)]))
    purse = await club.wallet.show(GUILD, ANN)
    assert purse.held == {"copper": {"g4": 2, "g20": 1, "piece": 3}, "gold": {"g100": 1}}
    assert purse.tables == {}
    assert purse.scores == {"points": 4}
    assert purse.copper == 8 + 20 + 3 + 100 * 100


@pytest.mark.rule("GEM-R1")
async def test_a_purse_shows_what_lies_at_tables_and_is_one_for_all_of_them(club: Club) -> None:
    for channel in (1, 2):
        table = await club.registry.open(
            GUILD, channel, ANN, "rogues_and_warriors", settings={"buy_in": 20 * channel}
        )
        await table.seating.sit(BOB)
        await table.lifecycle.start(ANN)
    purse = await club.wallet.show(GUILD, ANN)
    assert gems.worth(purse.tables["copper"]) == 60
    assert gems.worth(purse.held["copper"]) == 100
    assert purse.copper == 160


@pytest.mark.rule("GEM-R1", "GEM-R8")
async def test_a_new_member_finds_a_full_set_of_the_starting_base(club: Club) -> None:
    assert (await club.wallet.show(GUILD, ANN)).held == {"copper": dict(gems.FULL_SET)}
    await club.store.commit(SaveSetting(GUILD, "start_base", "silver"))
    assert (await club.wallet.show(GUILD, BOB)).held == {"silver": dict(gems.FULL_SET)}
    assert (await club.wallet.show(GUILD + 1, BOB)).held == {"copper": dict(gems.FULL_SET)}
    table = await club.registry.open(GUILD, 1, CID, "threes", settings={"base": "silver"})
    await table.seating.sit(CHIEF)
    assert await club.holds(CID, "silver") == FULL_SET
    assert await club.holds(CHIEF, "silver") == FULL_SET


# ---- exchanging


@pytest.mark.rule("GEM-10", "GEM-X2", "GEM-X4")
@pytest.mark.parametrize(
    ("give", "get", "then"),
    [("1g12", "3g4", "3g4"), ("g12", "1g8 + 1g4", "1g8 + 1g4"), ("1g12", "12 pieces", "12 pieces")],
)
async def test_an_exchange_of_the_same_worth(club: Club, give: str, get: str, then: str) -> None:
    await club.hold(ANN, copper_g12=1)
    await club.wallet.exchange(GUILD, ANN, give, get, None, club.press())
    assert await club.holds(ANN) == then


async def test_a_worth_is_an_amount(club: Club) -> None:
    await club.hold(ANN, copper_g100=3)
    await club.wallet.exchange(GUILD, ANN, "100", "5g20", None, club.press())
    assert await club.holds(ANN) == "2g100 + 5g20"
    await club.gifts.give(GUILD, ANN, BOB, "50", None, club.press())
    assert await club.holds(ANN) == "2g100 + 2g20 + 1g10"


@pytest.mark.rule("GEM-R1")
async def test_loose_pieces_combine_into_gembones(club: Club) -> None:
    await club.hold(ANN, copper_piece=9)
    await club.wallet.exchange(GUILD, ANN, "8 pieces", "1g8", None, club.press())
    assert await club.holds(ANN) == "1g8 + 1 piece"


@pytest.mark.rule("GEM-10", "GEM-11", "GEM-X4")
@pytest.mark.parametrize(
    ("give", "get", "base", "sentence"),
    [
        ("1g12", "2g8", None, "1g12 is worth 12 pieces, 2g8 is worth 16: both sides must be equal."),
        ("silver 1g20", "gold 2g10", None, "Silver is not exchanged for gold: only within one base."),
        ("1g20", "2g10", "gold", "You have nothing in gold, not 1g20."),
        ("2g12", "1g20 + 1g4", None, "You have 1g12 in copper, not 2g12."),
        ("twelve", "3g4", None, "I can't read 'twelve'. Write it like: 2g6 + 1g8, or: 50."),
        ("1g7", "7 pieces", None, "'g7' is no gembone."),
        ("0g12", "0g4", None, "None of something is nothing: leave it out."),
        ("1g12", "1g12", None, "Both sides are the same, so there's nothing to swap."),
    ],
)
async def test_an_exchange_that_cannot_be_is_refused_with_a_sentence(
    club: Club, give: str, get: str, base: str | None, sentence: str
) -> None:
    await club.hold(ANN, copper_g12=1)
    with pytest.raises(UserError) as caught:
        await club.wallet.exchange(GUILD, ANN, give, get, base, club.press())
    assert caught.value.sentence.startswith(sentence)
    assert await club.holds(ANN) == "1g12"


async def test_a_press_that_arrives_twice_pays_once(club: Club) -> None:
    await club.hold(ANN, copper_g12=2)
    await club.wallet.exchange(GUILD, ANN, "1g12", "3g4", None, 7)
    with pytest.raises(UserError) as caught:
        await club.wallet.exchange(GUILD, ANN, "1g12", "3g4", None, 7)
    assert why(caught) == "done_already"
    assert await club.holds(ANN) == "1g12 + 3g4"


# ---- giving


@pytest.mark.rule("GEM-R14", "GEM-X9")
async def test_whoever_gives_keeps_a_full_sets_worth(club: Club) -> None:
    await club.hold(ANN, copper_g100=1, copper_g12=5, copper_g10=1)
    with pytest.raises(UserError) as caught:
        await club.gifts.give(GUILD, ANN, BOB, "1g12", None, club.press())
    assert caught.value.sentence == (
        "That would leave you 158 copper's worth. Keep at least 160, a full set of copper."
    )
    await club.gifts.give(GUILD, ANN, BOB, "1g10", None, club.press())
    assert await club.holds(ANN) == "1g100 + 5g12"
    assert await club.holds(BOB) == "1g100 + 1g20 + 1g12 + 2g10 + 1g8 + 1g6 + 1g4"


@pytest.mark.rule("GEM-R14")
async def test_worth_is_counted_over_all_bases_and_tables(club: Club) -> None:
    await club.hold(ANN, copper_g100=1, silver_g6=1, copper_g10=1)
    await club.gifts.give(GUILD, ANN, BOB, "1g10", None, club.press())
    with pytest.raises(UserError) as caught:
        await club.gifts.give(GUILD, ANN, BOB, "1g6", "silver", club.press())
    assert why(caught) == "gift_floor"


@pytest.mark.rule("GEM-R14")
async def test_the_floor_is_a_set_of_the_servers_starting_base(club: Club) -> None:
    await club.hold(ANN, copper_g100=10)
    await club.store.commit(SaveSetting(GUILD, "start_base", "silver"))
    with pytest.raises(UserError, match=r"at least 1600, a full set of silver"):
        await club.gifts.give(GUILD, ANN, BOB, "copper 1g100", None, club.press())


@pytest.mark.rule("GEM-R14", "GEM-R3")
async def test_a_size_that_is_missing_is_changed_by_the_house(club: Club) -> None:
    await club.hold(ANN, copper_g100=2)
    await club.gifts.give(GUILD, ANN, BOB, "1g8", None, club.press())
    assert await club.holds(ANN) == "1g100 + 4g20 + 1g12"
    assert (await club.holds(BOB)).count("2g8") == 1


@pytest.mark.rule("GEM-R14")
async def test_two_gifts_at_once_do_not_both_count_what_is_kept(club: Club) -> None:
    await club.hold(ANN, copper_g100=1, copper_g10=7)
    gifts = [club.gifts.give(GUILD, ANN, to, "1g10", None, club.press()) for to in (BOB, CID)]
    told = await asyncio.gather(*gifts, return_exceptions=True)
    assert [isinstance(each, UserError) for each in told] == [False, True]


@pytest.mark.rule("GEM-R14")
@pytest.mark.parametrize(
    ("amount", "reason"), [("3 pieces", "pieces_given"), ("9g100", "not_owned"), ("gold", "amount")]
)
async def test_a_gift_is_whole_gembones_that_are_there(club: Club, amount: str, reason: str) -> None:
    await club.hold(ANN, copper_g100=4, copper_piece=3)
    with pytest.raises(UserError) as caught:
        await club.gifts.give(GUILD, ANN, BOB, amount, None, club.press())
    assert why(caught) == reason


async def test_nobody_gives_to_themselves(club: Club) -> None:
    with pytest.raises(UserError) as caught:
        await club.gifts.give(GUILD, ANN, ANN, "1g4", None, club.press())
    assert why(caught) == "to_oneself"


@pytest.mark.rule("GEM-R14")
async def test_gifts_are_made_between_games_only(club: Club) -> None:
    for person in (ANN, BOB, CID):
        await club.hold(person, copper_g100=4)
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    await table.seating.sit(BOB)
    await club.gifts.give(GUILD, ANN, CID, "1g100", None, club.press())
    await table.lifecycle.start(ANN)
    for giver, taker, reason in ((ANN, CID, "gift_playing"), (CID, BOB, "gift_to_player")):
        with pytest.raises(UserError) as caught:
            await club.gifts.give(GUILD, giver, taker, "1g100", None, club.press())
        assert why(caught) == reason
    await table.seating.sit(CID)
    await club.gifts.give(GUILD, CID, CHIEF, "1g100", None, club.press())


# ---- claiming


@pytest.mark.rule("GEM-R8")
async def test_fewer_than_50_pieces_in_every_base_may_claim_once_a_day(club: Club) -> None:
    await club.hold(ANN, copper_g20=1, copper_piece=29, silver_piece=49)
    claimed = await club.wallet.claim(GUILD, ANN)
    assert (claimed.base, claimed.next_at) == ("copper", NOON + DAY / 2)
    await club.hold(ANN)
    with pytest.raises(UserError, match=rf"You can claim again <t:{int(NOON + DAY / 2)}:R>\.") as caught:
        await club.wallet.claim(GUILD, ANN)
    assert why(caught) == "claim_done"
    club.clock.at = NOON + DAY / 2 - 1
    with pytest.raises(UserError):
        await club.wallet.claim(GUILD, ANN)
    club.clock.at = NOON + DAY / 2
    await club.wallet.claim(GUILD, ANN)
    assert await club.holds(ANN) == FULL_SET


@pytest.mark.rule("GEM-R8")
@pytest.mark.parametrize("unit", ["copper_piece", "gold_piece"])
async def test_50_pieces_of_any_base_are_too_many(club: Club, unit: str) -> None:
    await club.hold(ANN, **{unit: 50})
    with pytest.raises(UserError, match=r"You still have 50 (copper|gold), counting"):
        await club.wallet.claim(GUILD, ANN)


@pytest.mark.rule("GEM-R8")
@pytest.mark.parametrize(
    ("low", "high", "poor"), [(10, 40, 49), (5, 1_000, 49), (80, 1_000, 79), (500, 1_000, 159)]
)
async def test_nobody_is_left_between_a_seat_and_a_claim(club: Club, low: int, high: int, poor: int) -> None:
    await club.store.commit(SaveSetting(GUILD, "min_stake", low), SaveSetting(GUILD, "max_stake", high))
    await club.hold(ANN, copper_piece=poor + 1)
    with pytest.raises(UserError, match=f"a fresh set below {poor + 1}"):
        await club.wallet.claim(GUILD, ANN)
    await club.hold(ANN, copper_piece=poor)
    await club.wallet.claim(GUILD, ANN)
    assert await club.holds(ANN) == f"1g100 + 1g20 + 1g12 + 1g10 + 1g8 + 1g6 + 1g4 + {poor} pieces"


@pytest.mark.rule("GEM-R8", "GEM-X9")
async def test_what_is_set_aside_counts_as_owned(club: Club) -> None:
    account = await club.hold(ANN, copper_g20=4)
    escrow = await club.store.new_account("escrow", GUILD, account)
    await club.store.commit(Transfer("bells", "set aside", [Move(account, escrow, "copper.g20", 3)]))
    with pytest.raises(UserError, match="You still have 80 copper, counting"):
        await club.wallet.claim(GUILD, ANN)


@pytest.mark.rule("GEM-R8")
async def test_a_stake_at_a_table_counts_as_owned(club: Club) -> None:
    await club.hold(ANN, copper_g20=3)
    table = await club.registry.open(GUILD, 1, ANN, "threes", settings={"buy_in": 30})
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    assert await club.holds(ANN) == "1g20 + 1g10"
    with pytest.raises(UserError, match="You still have 60 copper, counting"):
        await club.wallet.claim(GUILD, ANN)


async def with_pot(club: Club, pieces: int) -> TableActor:
    """Ann's table; all that she had lies in a pot for which she has tied."""
    account = await club.hold(ANN, copper_piece=pieces)
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    carry = {"game": "threes", "pot": {"piece": pieces}, "tied": [0]}
    await club.store.commit(
        Transfer("pot", "result", [Move(account, table.state.pot, "copper.piece", pieces)]),
        SaveTable(table.state.id, carry=carry),
    )
    table.state.carry = carry
    return table


@pytest.mark.rule("GEM-R8")
async def test_the_part_of_an_unclaimed_pot_counts_as_owned(club: Club) -> None:
    await with_pot(club, 60)
    with pytest.raises(UserError, match="You still have 60 copper, counting"):
        await club.wallet.claim(GUILD, ANN)


@pytest.mark.rule("GEM-R8")
async def test_the_pot_of_a_table_that_has_closed_is_in_the_purse_and_counts_once(club: Club) -> None:
    table = await with_pot(club, 30)
    await table.lifecycle.close(ANN)
    assert club.registry.in_place(GUILD) == []
    assert (await club.wallet.claim(GUILD, ANN)).base == "copper", "30 pieces, not 60"


@pytest.mark.rule("GEM-R8")
async def test_forgetting_oneself_is_no_way_to_a_second_set(club: Club) -> None:
    await club.hold(ANN)
    await club.wallet.claim(GUILD, ANN)
    await club.store.delete_member(GUILD, ANN.user_id)
    with pytest.raises(UserError) as caught:
        await club.wallet.claim(GUILD, ANN)
    assert why(caught) == "claim_done"
    club.clock.at += DAY
    await club.wallet.claim(GUILD, ANN)


async def test_a_claim_is_of_the_starting_base(club: Club) -> None:
    await club.store.commit(SaveSetting(GUILD, "start_base", "gold"))
    await club.hold(ANN)
    assert (await club.wallet.claim(GUILD, ANN)).base == "gold"
    assert await club.holds(ANN, "gold") == FULL_SET


# ---- what has happened


async def test_history_is_read_newest_first_in_pages(club: Club) -> None:
    await club.hold(ANN, copper_g100=9)
    for _ in range(3):
        await club.gifts.give(GUILD, ANN, BOB, "1g100", None, club.press())
    first = await club.wallet.history(GUILD, ANN, limit=2)
    second = await club.wallet.history(GUILD, ANN, limit=2, before=first[-1].id)
    assert [line.kind for line in first + second] == ["gift", "gift", "gift", "grant"]
    assert first[0].change == {"copper.g100": -1}
    other = await club.wallet.history(GUILD, BOB, limit=9)
    assert [line.kind for line in other] == ["gift", "gift", "gift", "welcome"]


# ---- bases and boards


@pytest.mark.rule("GEM-X1", "GEM-09")
async def test_a_silver_g10_pays_at_a_table_of_silver_and_at_no_other(club: Club) -> None:
    await club.hold(ANN, silver_g10=1)
    await club.hold(BOB, copper_g100=1, silver_g100=1)
    for channel, base in enumerate(("copper", "gold", "gems")):
        table = await club.registry.open(GUILD, channel, BOB, "threes", settings={"buy_in": 10, "base": base})
        assert (await table.seating.sit(ANN)).for_points == "short"
    table = await club.registry.open(GUILD, 9, BOB, "threes", settings={"buy_in": 10, "base": "silver"})
    assert (await table.seating.sit(ANN)).pays
    await table.lifecycle.start(BOB)
    assert await club.holds(ANN, "silver") == "nothing"


@pytest.mark.rule("GEM-R7")
async def test_boards_keep_members_and_house_apart_and_count_worth(club: Club) -> None:
    ann = await club.hold(ANN, copper_g20=1)
    bob = await club.hold(BOB, silver_g4=1)
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    match = await club.store.next_match_id()
    outcomes = [
        SeatOutcome(ann, 1, net_players=30, net_house=-5, points=2, won=True),
        SeatOutcome(bob, 2, net_players=-30, net_house=12, points=3),
    ]
    await club.store.commit(
        OpenMatch(match, table.state.id, "threes", 1, {}), CloseMatch(match, "ended", {}, outcomes)
    )
    expected = {
        "winnings": [("Ann", 30), ("Bob", -30)],
        "house": [("Bob", 12), ("Ann", -5)],
        "wins": [("Ann", 1)],
        "worth": [("Bob", 40), ("Ann", 20)],
    }
    for board, lines in expected.items():
        found, *_ = await club.store.report(leaderboard, GUILD, board)  # type: ignore[arg-type]
        assert [(line.name, line.value) for line in found] == lines


@pytest.mark.rule("PTS-05")
async def test_points_below_nothing_end_the_match_and_take_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(table: Table) -> Result:
        rows = (ResultRow(0, 1, {}, None, points=3), ResultRow(1, 2, {}, None, points=-2))
        return Result(Line("Over."), rows)

    monkeypatch.setitem(GAMES, "small", game_of(play, seats=(2, 9)))
    table = await club.registry.open(GUILD, 1, ANN, "small")
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    assert table.session is None
    wallet = [await club.wallet.show(GUILD, who) for who in (ANN, BOB)]
    assert [purse.scores for purse in wallet] == [{"points": 3}, {}]
    found, *_ = await club.store.report(leaderboard, GUILD, "points")
    assert [(line.name, line.value) for line in found if line.value] == [("Ann", 3)]
