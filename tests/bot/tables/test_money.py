"""The money of a table, without Discord: buy-ins, wagers, pots that are carried."""

from __future__ import annotations

import pytest

from bot.person import Person
from bot.tables.money.outcomes import without
from bot.user_errors import UserError
from games.engine import money as gems
from games.engine import money_changer
from games.parlour import rogues_and_warriors
from tests.helpers.tables import ANN, BOB, GUILD, Room, answers, ask_of, defaults

RW, BB = "rogues_and_warriors", "barovian_boneyard"


async def test_a_buy_in_is_taken_only_when_a_hand_begins(room: Room) -> None:
    """A stake is never taken without a game: it is set aside in the unit that opens the match."""
    table = await room.open(RW, ANN, BOB)
    assert gems.worth(gems.of_base("copper", await room.purse(ANN))) == 160
    await table.start(ANN)
    assert gems.worth(gems.of_base("copper", await room.purse(ANN))) == 110
    assert gems.worth(gems.of_base("copper", await room.owned(ANN))) == 160


@pytest.mark.rule("GEM-R1", "GEM-R2", "GEM-R3")
async def test_a_buy_in_is_made_up_from_gembones_and_paid_back_as_gembones(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.start(ANN)
    stake = await room.store.balances(table.state.seats[0].stake)
    assert stake == {"copper.piece": 50}
    await defaults(room, table)
    paid = await table.leave(ANN)
    purse = await room.purse(ANN)
    assert gems.worth(gems.of_base("copper", purse)) in (159, 161, 160)
    assert purse.get("copper.piece", 0) < 4
    assert "g" in paid


async def test_alone_with_computers_is_for_fun(room: Room) -> None:
    table = await room.open(RW, ANN, computers=2)
    await table.start(ANN)
    assert table.session is not None
    assert table.session.free
    await defaults(room, table)
    assert gems.worth(gems.of_base("copper", await room.owned(ANN))) == 160
    assert (await room.store.leaderboard(GUILD, "winnings"))[0] in ([], [None]) or all(
        line.value == 0 for line in (await room.store.leaderboard(GUILD, "winnings"))[0]
    )


async def test_computer_players_put_up_gembones_of_the_house_on_the_first_evening_too(room: Room) -> None:
    """Nobody has played for a pot yet, which fills the fund for guests: they play all the same."""
    table = await room.open("tripledip", ANN, computers=2)
    await table.start(ANN)
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
    await table.start(ANN)
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
    await table.start(ANN)
    before = await room.purse(ANN)
    with pytest.raises(UserError, match="your purse in copper is worth 8"):
        await answers(table, ANN, 5)
    assert (await room.store.match(1)).rows == ()
    assert await room.purse(ANN) == before
    assert ask_of(table, ANN).prompt.kind == "wager"


@pytest.mark.rule("GEM-R9")
async def test_a_wager_that_the_house_cannot_cover_is_refused(room: Room) -> None:
    from db import Move, Transfer

    table = await room.open(BB, ANN)
    await table.start(ANN)
    await room.store.top_up(GUILD, "copper", BB, 10_000)
    fund, mint = await room.store.fund(GUILD, "copper", BB), await room.store.mint(GUILD)
    await room.store.commit(Transfer("drain", "drain", [Move(fund, mint, "copper.piece", 9_990)]))
    with pytest.raises(UserError, match="The house cannot cover that now"):
        await answers(table, ANN, 1)
    assert (await room.store.match(1)).rows == ()
    await answers(table, ANN, "pass")


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
    await table.close(ANN)
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
    """`Cashier.open_match` looks it up by name to know whether purses matter."""
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
    from games.catalogue import find_game

    return option in find_game(BB).options.model_fields
