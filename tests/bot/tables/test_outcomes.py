"""What a match counts on the boards: what it paid, and nothing for its places."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.money.outcomes import outcomes
from bot.tables.state import Seat
from cogs.leaderboard.rows import BOARDS, leaderboard
from db import SeatOutcome
from db.backend.names import Name
from games.engine import HOUSE, POT, Game, Line, Options, Pay, Result, ResultRow
from games.registry import GAMES
from tests.helpers.small_games import game_of
from tests.helpers.tables import ANN, BOB, GUILD, Room, defaults

Rows = list[tuple[int | None, int, int]]
"""By seat: place, points, shares."""


async def nothing(table: Any) -> str:
    return ""


def counted(
    rows: Rows,
    *pays: Pay,
    money: str = "pieces",
    computers: tuple[int, ...] = (),
    free: bool = False,
    base: str = "copper",
    ranked: bool = True,
    game: Game | None = None,
    options: Options | None = None,
) -> dict[int, SeatOutcome]:
    """The outcomes by seat; member 10 sits in seat 0."""
    seats = {
        n: Seat(n, Name(), None, None if n in computers else 10 + n, 0, "random" if n in computers else None)
        for n in range(len(rows))
    }
    told = tuple(
        ResultRow(n, place, {}, None, points=points, shares=shares)
        for n, (place, points, shares) in enumerate(rows)
    )
    result = Result(Line("Over."), told, pays, ranked=ranked)
    found = outcomes(
        result, seats, base, game or game_of(nothing, money=money), options or Options(), free=free
    )
    return {line.member - 10: line for line in found}


TWO: Rows = [(1, 0, 0), (2, 0, 0)]


@pytest.mark.rule("GEM-R7")
def test_the_first_place_that_lost_money_has_not_won() -> None:
    lines = counted(TWO, Pay(0, POT, "piece", 9), Pay(POT, 1, "piece", 9))
    assert [(lines[n].net_players, lines[n].won) for n in (0, 1)] == [(-9, False), (9, True)]
    assert [(lines[n].net_house, lines[n].points, lines[n].shares, lines[n].crowns) for n in (0, 1)] == [
        (None,) * 4
    ] * 2
    assert all(line.ranked for line in lines.values())


@pytest.mark.rule("GEM-R7", "DH-R1")
def test_everybody_ahead_has_won() -> None:
    lines = counted([(1, 0, 0), (2, 0, 0), (3, 0, 0)], Pay(2, 0, "piece", 5), Pay(2, 1, "piece", 2))
    assert [lines[n].won for n in range(3)] == [True, True, False]


@pytest.mark.rule("GEM-R7", "GEM-R6")
def test_the_house_is_apart_and_counts_by_the_base() -> None:
    lines = counted([(None, 0, 0)], Pay(HOUSE, 0, "g6", 2), base="gold")
    assert (lines[0].net_players, lines[0].net_house, lines[0].won, lines[0].base) == (
        None,
        1200,
        True,
        "gold",
    )
    together = counted([(None, 0, 0), (None, 0, 0)], Pay(HOUSE, 0, "g6", 1), Pay(1, HOUSE, "g6", 1))
    assert [(line.net_players, line.net_house) for line in together.values()] == [(None, 6), (None, -6)]


@pytest.mark.rule("GEM-R7")
def test_money_of_computer_players_is_no_win() -> None:
    lines = counted(TWO, Pay(1, 0, "piece", 30), computers=(1,))
    assert lines == {0: SeatOutcome(10, 1, None, None, ranked=False)}, "nothing could be won from a member"
    lines = counted(
        [(1, 0, 0), (2, 0, 0), (3, 0, 0)], Pay(2, 0, "piece", 30), Pay(0, 1, "piece", 4), computers=(2,)
    )
    assert [(lines[n].net_players, lines[n].won) for n in (0, 1)] == [(0, False), (0, False)]


@pytest.mark.rule("GEM-R7", "PTS-05")
def test_the_most_points_win_and_not_the_place() -> None:
    lines = counted([(1, 3, 0), (2, 8, 0), (3, -2, 0)], money="points")
    assert [(lines[n].points, lines[n].won, lines[n].net_players) for n in range(3)] == [
        (3, False, None),
        (8, True, None),
        (0, False, None),
    ]
    ahead = counted([(1, 3, 0), (2, 8, 0), (3, 9, 0)], money="points", computers=(2,))
    assert not any(line.won for line in ahead.values()), "a computer player had more"
    alone = counted([(1, 3, 0), (2, 1, 0)], money="points", computers=(1,))
    assert (alone[0].points, alone[0].won) == (3, False)


@pytest.mark.rule("GEM-R7")
def test_a_match_for_fun_pays_points_at_most() -> None:
    for_fun = counted([(1, 1, 2), (2, 0, 0)], Pay(1, 0, "piece", 9), free=True)
    assert for_fun[0] == SeatOutcome(10, 1, None, None, ranked=False)
    for_points = counted([(1, 1, 0), (2, 0, 0)], money="points", free=True)
    assert (for_points[0].points, for_points[0].won, for_points[0].ranked) == (1, True, True)


@pytest.mark.rule("GEM-R7")
def test_the_first_of_a_night_is_crowned() -> None:
    night = game_of(nothing, money="pieces", crowned=True)
    assert [line.crowns for line in counted(TWO, game=night).values()] == [1, 0]
    assert [line.crowns for line in counted(TWO, game=night, computers=(1,)).values()] == [None]
    assert [line.crowns for line in counted(TWO, game=night, free=True).values()] == [None, None]
    assert [game.key for game in GAMES.values() if game.crowned] == ["adventurers_choice"]


@pytest.mark.rule("SPOT-R1", "BB-R9", "HH-R1")
def test_a_result_or_options_that_bend_the_odds_are_unranked() -> None:
    pay = Pay(1, 0, "piece", 9)
    assert not any(line.ranked for line in counted(TWO, pay, ranked=False).values())
    lit = GAMES["tripledip"].parse_options({"spotlight": "rerolls"})
    lines = counted(TWO, pay, options=lit)
    assert [(line.net_players, line.ranked) for line in lines.values()] == [(9, False), (-9, False)]


@pytest.mark.rule("SPOT-R1", "GEM-R7")
@pytest.mark.parametrize("level", ["off", "full"])
async def test_a_table_with_the_spotlight_on_is_off_the_boards(room: Room, level: str) -> None:
    table = await room.open("tripledip", ANN, BOB, options={"spotlight": level})
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    assert table.last_match is not None
    assert (await room.store.report(leaderboard, GUILD, "winnings")).matches == int(level == "off")
    for board in BOARDS[:-1]:
        page = await room.store.report(leaderboard, GUILD, board)
        if level == "full":
            assert page == ([], 0, 0)
    (kept,) = (await room.store.export_member(GUILD, ANN.user_id))["outcomes"]
    assert (kept["ranked"], kept["net_players"] is None) == (int(level == "off"), False)
