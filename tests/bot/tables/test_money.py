"""The money of a table, without Discord: buy-ins, wagers, pots that are carried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.clock import DAY
from bot.person import Person
from bot.tables.money.outcomes import without
from bot.tables.money.payout import SettledDebt, with_debts_settled
from bot.user_errors import UserError
from cogs.leaderboard.rows import leaderboard
from db import Move, NotEnough, SaveSetting, Transfer
from games.engine import HOUSE, Line, Pay, Result, ResultRow, money_changer
from games.engine import money as gems
from games.parlour import rogues_and_warriors
from tests.helpers.rigged_rolls import RiggedRolls
from tests.helpers.tables import ANN, BOB, CID, GUILD, Room, answers, ask_of, defaults

RW, BB = "rogues_and_warriors", "barovian_boneyard"


async def test_a_buy_in_is_taken_only_when_a_hand_begins(room: Room) -> None:
    """A stake is never taken without a game: it is set aside in the unit that opens the match."""
    table = await room.open(RW, ANN, BOB)
    assert gems.worth(gems.of_base("copper", await room.purse(ANN))) == 160
    await table.lifecycle.start(ANN)
    assert gems.worth(gems.of_base("copper", await room.purse(ANN))) == 110
    assert gems.worth(gems.of_base("copper", await room.owned(ANN))) == 160


@pytest.mark.rule("GEM-R1", "GEM-R2", "GEM-R3")
async def test_a_buy_in_is_made_up_from_gembones_and_paid_back_as_gembones(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    stake = await room.store.balances(table.state.seats[0].stake)
    assert stake == {"copper.piece": 50}
    await defaults(room, table)
    paid = await table.seating.leave(ANN)
    purse = await room.purse(ANN)
    assert gems.worth(gems.of_base("copper", purse)) in (159, 161, 160)
    assert purse.get("copper.piece", 0) < 4
    assert "g" in paid


async def test_alone_with_computers_is_for_fun(room: Room) -> None:
    table = await room.open(RW, ANN, computers=2)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert table.session.free
    await defaults(room, table)
    assert gems.worth(gems.of_base("copper", await room.owned(ANN))) == 160
    assert (await room.store.report(leaderboard, GUILD, "winnings"))[0] in ([], [None]) or all(
        line.value == 0 for line in (await room.store.report(leaderboard, GUILD, "winnings"))[0]
    )


async def test_computer_players_put_up_gembones_of_the_house_on_the_first_evening_too(room: Room) -> None:
    """Nobody has played for a pot yet, which fills the fund for guests: they play all the same."""
    table = await room.open("tripledip", ANN, computers=2)
    await table.lifecycle.start(ANN)
    await room.quiet()
    assert table.session is not None
    await answers(table, ANN, "stake")
    await room.quiet()
    answered = {row.seat: row.answer for row in (await room.store.match(1)).rows[:3]}
    assert answered == {0: "stake", 1: "stake", 2: "stake"}
    await defaults(room, table)


@pytest.mark.rule("GEM-R4", "GEM-R9")
async def test_a_wager_is_set_aside_with_its_answer_and_the_house_covers_the_worst(room: Room) -> None:
    table = await room.open(BB, ANN)
    await table.lifecycle.start(ANN)
    before = await room.purse(ANN)
    await table.press(ANN, table.session.id, ask_of(table, ANN).id, 2, 77)  # type: ignore[union-attr]
    await room.quiet()
    rows = (await room.store.match(1)).rows
    assert rows[0].answer == 2
    history = await room.store.history(await room.account(ANN))
    [aside] = [line for line in history if line.kind == "set aside"]
    assert sum(gems.worth({unit.split(".")[1]: n}) for unit, n in aside.change.items()) == -12
    assert gems.worth(gems.of_base("copper", before)) == 160


@pytest.mark.rule("GEM-R4")
async def test_a_wager_beyond_the_purse_is_refused_and_changes_nothing(room: Room) -> None:
    table = await room.open(BB, ANN, options={"die": "g10"} if _has("die") else None)
    await _spend_down(room, ANN, keep=8)
    await table.lifecycle.start(ANN)
    before = await room.purse(ANN)
    with pytest.raises(UserError, match="you have 8 in copper"):
        await answers(table, ANN, 5)
    assert (await room.store.match(1)).rows == ()
    assert await room.purse(ANN) == before
    assert ask_of(table, ANN).prompt.kind == "wager"


@pytest.mark.rule("GEM-R9")
async def test_a_wager_that_the_house_cannot_cover_is_refused(room: Room) -> None:
    from db import Move, Transfer

    table = await room.open(BB, ANN)
    await table.lifecycle.start(ANN)
    await room.store.top_up(GUILD, "copper", BB, 10_000)
    fund, mint = await room.store.fund(GUILD, "copper", BB), await room.store.mint(GUILD)
    await room.store.commit(Transfer("drain", "drain", [Move(fund, mint, "copper.piece", 9_990)]))
    with pytest.raises(UserError, match="The house can't cover that right"):
        await answers(table, ANN, 1)
    assert (await room.store.match(1)).rows == ()
    await answers(table, ANN, "pass")


@pytest.mark.rule("GEM-R9")
async def test_the_fund_of_a_house_game_is_full_again_the_next_day(room: Room) -> None:
    # a quarter of an hour before midnight
    room.clock.advance(DAY - room.clock.now() % DAY - 900)
    table = await room.open(BB, ANN)
    fund, mint = await room.store.fund(GUILD, "copper", BB), await room.store.mint(GUILD)

    async def pieces() -> int:
        return gems.worth(gems.of_base("copper", await room.store.balances(fund)))

    await table.lifecycle.start(ANN)
    before = await room.purse(ANN)
    await answers(table, ANN, 1)
    await defaults(room, table)
    won = gems.worth(gems.of_base("copper", await room.purse(ANN))) - gems.worth(
        gems.of_base("copper", before)
    )
    assert await pieces() == 10_000 - won
    held = await room.store.balances(fund)
    await room.store.commit(
        Transfer("drain", "drain", [Move(fund, mint, unit, n) for unit, n in held.items()])
    )
    await table.lifecycle.start(ANN)
    with pytest.raises(UserError, match="The house can't cover that right"):
        await answers(table, ANN, 1)
    await answers(table, ANN, "pass")
    await defaults(room, table)
    room.clock.advance(900)
    await table.lifecycle.start(ANN)
    await answers(table, ANN, 1)
    assert await pieces() > 9_900


@pytest.mark.rule("BET-R20")
async def test_a_carried_pot_is_given_out_when_the_table_closes(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    before = [gems.worth(gems.of_base("copper", await room.owned(person))) for person in (ANN, BOB)]
    mint = await room.store.mint(GUILD)
    from db import Move, SaveTable, Transfer

    await room.store.commit(Transfer("pot", "test", [Move(mint, table.state.pot, "copper.piece", 3)]))
    carry = {"game": RW, "pot": {"piece": 3}, "tied": [0, 1], "last_starter": 1}
    await room.store.commit(SaveTable(table.state.id, carry=carry))
    table.state.carry = carry
    await table.lifecycle.close(ANN)
    after = [gems.worth(gems.of_base("copper", await room.owned(person))) for person in (ANN, BOB)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 2], (
        "the odd piece goes to the Starting Player"
    )


@pytest.mark.rule("GEM-R7")
def test_results_against_computers_stay_off_the_players_boards() -> None:
    assert without(-30, {0: 50, 1: -20}) == {0: 20, 1: -20}
    assert without(30, {0: -10, 1: -20}) == {0: 0, 1: 0}
    assert without(0, {0: 5, 1: -5}) == {0: 5, 1: -5}
    assert sum(without(-7, {0: 9, 1: 4, 2: -6}).values()) == 0


def test_the_table_stakes_option_is_known() -> None:
    """`Cashier.bring_stakes` looks it up by name to know whether purses matter."""
    assert "table_stakes" in rogues_and_warriors.GAME.options.model_fields


async def _spend_down(room: Room, person: Person, keep: int) -> None:
    from db import Move, Transfer

    mint, purse = await room.store.mint(GUILD), await room.account(person)
    swap = money_changer.cover(gems.of_base("copper", await room.purse(person)), {"g8": keep // 8})
    assert swap is not None
    held = await room.purse(person)
    moves = [Move(purse, mint, unit, n) for unit, n in held.items()]
    moves.append(Move(mint, purse, "copper.g8", keep // 8))
    await room.store.commit(Transfer("spend", "test", moves))


def _has(option: str) -> bool:
    from games.registry import find_game

    return option in find_game(BB).options.model_fields


@pytest.mark.rule("GEM-R5", "BB-21")
async def test_a_debt_counts_and_is_told_as_far_as_it_was_paid(room: Room) -> None:
    """Ann is a captive with four pieces, and all who rolled were in the mist: she owes three g6 (BB-R5)."""
    result = Result(
        Line("The house rolled 3 and 4."),
        (
            ResultRow(0, None, {"g6": -3}, None),
            ResultRow(1, None, {"g6": 1}, None),
        ),
        (Pay(0, HOUSE, "g6", 3, if_able=True), Pay(HOUSE, 1, "g6", 1)),
    )
    settled = with_debts_settled(result, [SettledDebt(result.pays[0], {"g4": 1})])
    assert [dict(row.change) for row in settled.rows] == [{"g4": -1}, {"g6": 1}]
    assert settled.pays == (Pay(HOUSE, 1, "g6", 1), Pay(0, HOUSE, "g4", 1, if_able=True))
    [note] = settled.notes
    assert note.text.format(**{**note.values, "seat": Named("Ann")}) == (
        "Ann owed 3g6 and paid 1g4. The rest is written off."
    )
    whole = with_debts_settled(result, [SettledDebt(result.pays[0], {"g6": 3})])
    assert whole == result
    nothing = with_debts_settled(result, [SettledDebt(result.pays[0], {})])
    assert dict(nothing.rows[0].change) == {}
    assert nothing.notes[0].values["paid"] == "nothing"


@pytest.mark.rule("GEM-R5", "BB-R5")
async def test_a_captive_with_four_pieces_is_ranked_by_four(room: Room) -> None:
    table = await room.open(BB, ANN, BOB, CID, options={"storming_the_castle": True})
    table.state.carry = {"game": BB, "held": [0], "empty_windows": 0}
    await _hold(room, ANN, {"g4": 1})
    await table.lifecycle.start(ANN)
    assert table.session is not None
    # luck that sends both who roll into the mist: the house has 3 and 4
    table.session.match.table.chance = RiggedRolls([3, 4, 6, 6])
    await answers(table, BOB, 1)
    await answers(table, CID, 1)
    await room.quiet()
    assert table.last_match is not None
    result = table.last_match.result
    assert result is not None
    rows = {row.seat: dict(row.change) for row in result.rows}
    assert rows == {0: {"g4": -1}, 1: {"g6": -3}, 2: {"g6": -3}}
    assert [note.values.get("owed") for note in result.notes if "owed" in note.values] == ["3g6"]
    assert await room.purse(ANN) == {}
    board = (await room.store.report(leaderboard, GUILD, "house"))[0]
    assert {line.name: line.value for line in board} == {"Ann": -4, "Bob": -18, "Cid": -18}
    record = await room.store.match(1)
    assert record.result is not None
    assert [0, HOUSE, "g6", 3, True] in record.result["pays"], "a replay says what was owed"


@pytest.mark.rule("TD-R8", "GEM-R3")
async def test_the_house_changes_a_pot_that_two_share(room: Room) -> None:
    table = await room.open("tripledip", ANN, BOB, CID, options={"machaes_golden_pot": True})
    mint = await room.store.mint(GUILD)
    await room.store.commit(Transfer("pot", "test", [Move(mint, table.state.pot, "copper.g4", 3)]))
    table.state.carry = {"game": "tripledip", "pot": {"g4": 3}, "paid": [[2, 12]]}
    await table.lifecycle.start(ANN)
    assert table.session is not None
    table.session.match.table.chance = RiggedRolls([1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4])
    before = [gems.worth(gems.of_base("copper", await room.owned(person))) for person in (ANN, BOB, CID)]
    for person in (ANN, BOB, CID):
        await answers(table, person, "stake")
    await defaults(room, table)
    after = [gems.worth(gems.of_base("copper", await room.owned(person))) for person in (ANN, BOB, CID)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [18 - 12, 18 - 12, 0]
    assert await room.store.balances(table.state.pot) == {}


async def _hold(room: Room, person: Person, units: Mapping[str, int]) -> None:
    """Let a member own exactly this copper."""
    mint, purse = await room.store.mint(GUILD), await room.account(person)
    moves = [Move(purse, mint, unit, n) for unit, n in (await room.purse(person)).items()]
    moves += [Move(mint, purse, f"copper.{unit}", n) for unit, n in units.items()]
    await room.store.commit(Transfer(f"hold:{person.name}", "test", moves))


class Named(str):
    """A name that is written as it is, whatever a template asks for."""

    def __format__(self, spec: str) -> str:
        return str(self)


# ---- options by which players win from the house at will


@pytest.mark.rule("RG-R2", "SPOT-R7")
@pytest.mark.parametrize(
    ("game", "options"),
    [("rolled_gold", {"g100_wagers": True}), (BB, {"spotlight": "full", "dc": 9})],
)
async def test_options_that_beat_the_house_need_an_admins_leave(
    room: Room, game: str, options: dict[str, object]
) -> None:
    with pytest.raises(UserError, match=r"An admin can allow that with /house generous") as refused:
        await room.open(game, ANN, BOB, options=options)
    assert refused.value.key == "generous"
    await room.store.commit(SaveSetting(GUILD, "generous", True))
    table = await room.open(game, ANN, BOB, options=options)
    await room.store.commit(SaveSetting(GUILD, "generous", False))
    with pytest.raises(UserError, match="/house generous"):
        await table.lifecycle.start(ANN)
    assert table.session is None
    await table.lifecycle.close(ANN)
    free = await room.open(game, ANN, BOB, options=options, free=True)
    await free.lifecycle.start(ANN)
    assert free.session is not None, "for fun nothing is won from the house"


@pytest.mark.rule("SPOT-R7", "SPOT-11")
async def test_a_dc_of_the_bases_own_or_more_needs_nobodys_leave(room: Room) -> None:
    table = await room.open(BB, ANN, BOB, options={"spotlight": "full", "dc": 10})
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    await table.lifecycle.close(ANN)
    with pytest.raises(UserError, match="A DC of 10 would let players win"):
        await room.open(BB, ANN, BOB, options={"spotlight": "full", "dc": 10}, base="silver")


@pytest.mark.rule("GEM-R16", "GEM-R1")
async def test_the_g100_that_a_buy_in_broke_is_there_again_at_home(room: Room) -> None:
    table = await room.open("threes", ANN, BOB)
    await table.lifecycle.start(ANN)
    account = await room.account(ANN)
    assert "copper.g100" not in await room.store.balances(account)
    await table.force_close("")
    assert gems.of_base("copper", await room.store.balances(account)) == gems.FULL_SET
    assert await room.store.audit() == []


@pytest.mark.rule("GEM-R16")
async def test_leaving_is_not_stopped_by_change_that_another_table_takes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.open("threes", ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    commit = room.store.commit

    async def taken(*unit: Any) -> None:
        if any(isinstance(each, Transfer) and each.kind == "change" for each in unit):
            raise NotEnough(1, "copper.g20", 0, 2)
        await commit(*unit)

    monkeypatch.setattr(room.store, "commit", taken)
    await table.seating.leave(BOB)
    assert table.state.seat_of(BOB.user_id) is None
    assert gems.worth(gems.of_base("copper", await room.owned(BOB)))
