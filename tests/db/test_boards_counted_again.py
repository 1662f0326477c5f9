"""The step to boards of what matches paid: a file of the step before, with matches of each kind."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.leaderboard.rows import Board, leaderboard
from db.opening import open_store
from db.sqlite.migrate import known_steps, migrate
from tests.helpers.store import GUILD, raw

pytestmark = pytest.mark.only_on("sqlite")

ANN, BOB, GONE, MINT, POT = 1, 2, 3, 4, 5
OLD = 3
"""The last step before."""

Net = tuple[int, int | None, int, int, int, int, int]
"""Member, place, and what the old columns held: against members, the house, points, shares, won."""


class OldFile:
    """A store as it was before, written by hand."""

    def __init__(self, path: Path) -> None:
        self.path, self.matches = path, 0
        migrate(path, [step for step in known_steps() if step.number <= OLD])
        with raw(path) as file:
            for account, kind in (
                (ANN, "member"),
                (BOB, "member"),
                (GONE, "member"),
                (MINT, "mint"),
                (POT, "pot"),
            ):
                file.execute(
                    "INSERT INTO accounts (id, kind, guild_id, may_owe, opened) VALUES (?, ?, ?, ?, 0)",
                    (account, kind, GUILD, kind == "mint"),
                )
            file.executemany(
                "INSERT INTO members VALUES (?, ?, ?, ?, 0)", [(ANN, GUILD, 1, "Ann"), (BOB, GUILD, 2, "Bob")]
            )
            file.execute(
                "INSERT INTO tables VALUES (1, ?, 7, NULL, 1, 'threes', '{}', ?, ?, 'lobby', '{}', 's', NULL, 0, NULL)",
                (GUILD, json.dumps({"base": "silver"}), POT),
            )

    def played(
        self, game: str, *nets: Net, header: object = "{}", paid: tuple[tuple[int, int, str, int], ...] = ()
    ) -> None:
        """Add a match that has ended."""
        self.matches += 1
        text = header if isinstance(header, str) else json.dumps(header)
        with closing(sqlite3.connect(self.path, isolation_level=None)) as file:
            file.execute(
                "INSERT INTO matches VALUES (?, 1, ?, 1, ?, 'ended', '{}', 0, 1)", (self.matches, game, text)
            )
            file.executemany(
                "INSERT INTO outcomes (match, member, guild_id, game, at, place, net_players, net_house, points,"
                " shares, won) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)",
                [(self.matches, member, GUILD, game, *rest) for member, *rest in nets],
            )
            if paid:
                cursor = file.execute(
                    "INSERT INTO transfers (key, kind, at, memo) VALUES (?, 'result', 1, '{}')",
                    (f"end:{self.matches}",),
                )
                file.executemany(
                    "INSERT INTO legs VALUES (?, ?, ?, ?, ?, ?)",
                    [(cursor.lastrowid, n, *leg) for n, leg in enumerate(paid)],
                )

    async def boards(self) -> dict[Board, dict[str, tuple[int, int]]]:
        """All boards after the step: name to value and matches."""
        boards: tuple[Board, ...] = ("winnings", "house", "points", "shares", "crowns", "wins")
        async with await open_store(self.path) as store:
            assert await store.audit() == []
            found = {board: await store.report(leaderboard, GUILD, board) for board in boards}
        return {
            board: {line.name: (line.value, line.matches) for line in page.lines}
            for board, page in found.items()
            if page.lines
        }


@pytest.fixture
def old(path: Path) -> OldFile:
    return OldFile(path)


@pytest.mark.rule("GEM-R7")
async def test_won_is_to_come_out_ahead(old: OldFile) -> None:
    old.played("threes", (ANN, 1, -5, 0, 0, 0, 1), (BOB, 2, 5, 0, 0, 0, 0))
    assert await old.boards() == {"winnings": {"Ann": (-5, 1), "Bob": (5, 1)}, "wins": {"Bob": (1, 1)}}


@pytest.mark.rule("GEM-R7")
async def test_points_are_won_by_the_most_that_nobody_was_ahead_of(old: OldFile) -> None:
    old.played("village", (ANN, 1, 0, 0, 9, 0, 1), (BOB, 2, 0, 0, 4, 0, 0))
    old.played("village", (ANN, 2, 0, 0, 9, 0, 0), (BOB, 3, 0, 0, 4, 0, 0))  # a computer player was first
    assert await old.boards() == {"points": {"Ann": (18, 2), "Bob": (8, 2)}, "wins": {"Ann": (1, 2)}}


@pytest.mark.rule("GEM-R7")
async def test_a_match_for_fun_counts_what_the_ledger_says_it_paid(old: OldFile) -> None:
    free = {"free": True}
    old.played("tavern", (ANN, 1, 0, 0, 1, 0, 0), (BOB, 2, 0, 0, 0, 0, 0), header=free)
    assert await old.boards() == {}


async def test_points_of_a_match_for_fun_that_were_paid_count(old: OldFile) -> None:
    points = ((MINT, ANN, "points", 6),)
    old.played(
        "village", (ANN, 1, 0, 0, 6, 0, 1), (BOB, 2, 0, 0, 0, 0, 0), header={"free": True}, paid=points
    )
    assert await old.boards() == {"points": {"Ann": (6, 1)}, "wins": {"Ann": (1, 1)}}


@pytest.mark.rule("GEM-R7", "SPOT-R1")
async def test_the_spotlight_and_the_lonely_are_off_the_boards(old: OldFile) -> None:
    lit = {"options": {"spotlight": "full"}}
    old.played("tripledip", (ANN, 1, 20, 0, 0, 0, 1), (BOB, 2, -20, 0, 0, 0, 0), header=lit)
    old.played("tripledip", (ANN, 1, 0, 0, 0, 0, 1))  # computer players only
    assert await old.boards() == {}


async def test_the_house_and_nights_and_shares_and_the_forgotten(old: OldFile) -> None:
    old.played("barovian_boneyard", (ANN, None, 0, 12, 0, 0, 0), (GONE, None, 0, 0, 0, 0, 0))
    old.played("adventurers_choice", (ANN, 1, 8, 0, 0, 0, 1), (GONE, 2, -8, 0, 0, 0, 0))
    old.played("threes", (BOB, 1, 3, 0, 0, 2, 1), (GONE, 2, -3, 0, 0, 0, 0))
    assert await old.boards() == {
        "winnings": {"Ann": (8, 1), "Bob": (3, 1)},
        "house": {"Ann": (12, 1)},
        "shares": {"Bob": (2, 1)},
        "crowns": {"Ann": (1, 1)},
        "wins": {"Ann": (2, 2), "Bob": (1, 1)},
    }


@pytest.mark.rule("GEM-R6")
async def test_the_base_is_that_in_which_the_match_paid(old: OldFile) -> None:
    gold = ((MINT, ANN, "gold.piece", 4),)
    old.played("threes", (ANN, 1, 400, 0, 0, 0, 1), (BOB, 2, -400, 0, 0, 0, 0), paid=gold)
    old.played("threes", (ANN, 1, 30, 0, 0, 0, 1), (BOB, 2, -30, 0, 0, 0, 0))
    async with await open_store(old.path) as store:
        boards = {
            base: await store.report(leaderboard, GUILD, "winnings", base=base)
            for base in ("gold", "silver", "copper")
        }
    assert {base: [line.value for line in page.lines] for base, page in boards.items()} == {
        "gold": [4, -4],
        "silver": [3, -3],
        "copper": [],
    }


async def test_a_header_that_is_damaged_stops_nothing(old: OldFile) -> None:
    old.played("threes", (ANN, 1, 5, 0, 0, 0, 1), (BOB, 2, -5, 0, 0, 0, 0), header="no JSON at all")
    async with await open_store(old.path) as store:
        assert await store.audit() == ["1 times matches.header is not JSON"]
        page = await store.report(leaderboard, GUILD, "winnings")
    assert [line.value for line in page.lines] == [5, -5]


async def test_what_was_before_a_reset_stays_off(old: OldFile) -> None:
    old.played("threes", (ANN, 1, 5, 0, 0, 0, 1), (BOB, 2, -5, 0, 0, 0, 0))
    with raw(old.path) as file:
        file.execute("INSERT INTO guilds VALUES (?, 1, 2, 2)", (GUILD,))
    old.played("threes", (ANN, 1, -1, 0, 0, 0, 0), (BOB, 2, 1, 0, 0, 0, 0))
    assert await old.boards() == {"winnings": {"Bob": (1, 1), "Ann": (-1, 1)}, "wins": {"Bob": (1, 1)}}
