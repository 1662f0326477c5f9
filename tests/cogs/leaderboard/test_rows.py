"""Leaderboards: sums, windows, ties and pages."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.clock import DAY
from cogs.leaderboard.rows import (
    BOARDS,
    Board,
    BoardLine,
    CloseSeason,
    OpenSeason,
    SaveRating,
    kept_ratings,
    leaderboard,
    ratings,
)
from db import CloseMatch, Move, OpenMatch, SaveSetting, SeatOutcome, Store, Transfer, personal_data
from db.backend.names import Name
from db.members import persons
from db.postgres.database import REPORTERS
from tests.helpers.store import GUILD, SEED, Clock, pay, purse_with


class Evening:
    """A table without seats, where matches are over as soon as they begin."""

    def __init__(self, store: Store, table: int) -> None:
        self._store, self._table = store, table

    async def played(self, game: str, *outcomes: SeatOutcome) -> None:
        match = await self._store.next_match_id()
        await self._store.commit(
            OpenMatch(match, self._table, game, 1, {}), CloseMatch(match, "ended", {}, outcomes)
        )


@pytest.fixture
async def people(store: Store) -> list[int]:
    return [await store.member(GUILD, n, name) for n, name in enumerate("ABCDEF")]


@pytest.fixture
async def evening(store: Store, people: list[int]) -> Evening:
    table = await store.create_table(GUILD, 1, people[0], "duel", {}, {}, SEED)
    return Evening(store, table.id)


async def board(store: Store, name: Board, **narrowed: object) -> list[tuple[int, str, int]]:
    lines, *_ = await store.report(leaderboard, GUILD, name, **narrowed)  # type: ignore[arg-type]
    return [(line.rank, line.name, line.value) for line in lines]


@pytest.mark.rule("GEM-R7")
async def test_each_board_sums_its_own_column(store: Store, people: list[int], evening: Evening) -> None:
    a, b, c, *_ = people
    await evening.played(
        "duel",
        SeatOutcome(a, 1, 30, -4, points=2, shares=7, won=True),
        SeatOutcome(b, 2, -30, 9, points=5),
        SeatOutcome(c, 3, 0, 0),
    )
    await evening.played("dragon", SeatOutcome(a, 2, -10, -1, shares=1), SeatOutcome(b, 1, 10, 0, won=True))
    assert await board(store, "winnings") == [(1, "A", 20), (2, "C", 0), (3, "B", -20)]
    assert await board(store, "house") == [(1, "B", 9), (2, "A", -5)]
    assert await board(store, "points") == [(1, "B", 5), (2, "A", 2)]
    assert await board(store, "shares") == [(1, "A", 8)]
    assert await board(store, "wins") == [(1, "A", 1), (1, "B", 1)]


async def test_a_line_says_whom_to_name(store: Store, people: list[int], evening: Evening) -> None:
    await evening.played("duel", SeatOutcome(people[3], 1, 5, 0))
    await store.member(GUILD, 3, "Dora")
    lines, total, _ = await store.report(leaderboard, GUILD, "winnings")
    assert lines == [BoardLine(1, people[3], 3, Name("Dora"), 5, 1)]
    assert total == 1


async def test_boards_may_be_narrowed_to_a_game_and_a_time(
    store: Store, people: list[int], evening: Evening, clock: Clock
) -> None:
    a, b, *_ = people
    await evening.played("duel", SeatOutcome(a, 1, 5, 0), SeatOutcome(b, 2, -5, 0))
    clock.now += DAY
    later = int(clock.now // DAY)
    await evening.played("duel", SeatOutcome(a, 2, -1, 0), SeatOutcome(b, 1, 1, 0))
    await evening.played("dragon", SeatOutcome(a, 1, 50, 0))
    assert await board(store, "winnings", first_day=later) == [(1, "A", 49), (2, "B", 1)]
    assert await board(store, "winnings", first_day=later, game="duel") == [(1, "B", 1), (2, "A", -1)]
    assert await board(store, "winnings", game="duel") == [(1, "A", 4), (2, "B", -4)]
    assert await board(store, "winnings", first_day=later + 1) == []
    assert await board(store, "winnings", game="chess") == []


async def test_ties_share_a_rank_across_pages(store: Store, people: list[int], evening: Evening) -> None:
    values = [7, 9, 7, 1, 7, 1]
    await evening.played(
        "duel", *(SeatOutcome(who, None, value, 0) for who, value in zip(people, values, strict=True))
    )
    pages = [await store.report(leaderboard, GUILD, "winnings", page=page, size=2) for page in range(4)]
    assert [total for _, total, _ in pages] == [6] * 4
    assert [[(x.rank, x.name, x.value) for x in lines] for lines, _, _ in pages] == [
        [(1, "B", 9), (2, "A", 7)],
        [(2, "C", 7), (2, "E", 7)],
        [(5, "D", 1), (5, "F", 1)],
        [],
    ]


async def test_servers_and_the_deleted_do_not_show(store: Store, people: list[int], evening: Evening) -> None:
    elsewhere = await store.member(GUILD + 1, 0, "Z")
    await evening.played("duel", SeatOutcome(people[0], 1, 5, 0), SeatOutcome(people[1], 2, -5, 0))
    await store.delete_member(GUILD, 0)
    for name in ("winnings", "worth"):
        lines, total, _ = await store.report(leaderboard, GUILD, name)
        assert not {people[0], elsewhere} & {line.member for line in lines}
        assert total == len(lines)
    assert await store.report(leaderboard, GUILD + 2, "winnings") == ([], 0, 0)


@pytest.mark.rule("GEM-R6", "GEM-X8")
@pytest.mark.parametrize(
    ("base", "worth"),
    [("copper", 160), ("silver", 1_600), ("gold", 16_000), ("platinum", 160_000), ("gems", 1_600_000)],
)
async def test_a_full_set_counts_by_its_base(store: Store, base: str, worth: int) -> None:
    sizes = ("g4", "g6", "g8", "g10", "g12", "g20", "g100")
    await store.member(GUILD, 9, "A", welcome={f"{base}.{size}": 1 for size in sizes})
    assert await board(store, "worth") == [(1, "A", worth)]


@pytest.mark.rule("GEM-R6", "GEM-R7", "GEM-X8")
async def test_worth_is_all_that_is_owned_and_no_scores(store: Store) -> None:
    rich = await purse_with(store, 1, silver=3)
    mint = await store.mint(GUILD)
    contract = await store.new_account("escrow", GUILD, rich)
    await store.commit(
        Transfer(
            "k",
            "test",
            [
                Move(mint, rich, "silver.g10", 1),
                Move(mint, rich, "points", 500),
                Move(mint, rich, "shares", 500),
            ],
        ),
        pay("wager", rich, contract, 2, "silver.piece"),
    )
    await purse_with(store, 2)
    assert await board(store, "worth") == [(1, "user 1", 290), (2, "user 2", 160)]


async def test_who_owns_nothing_is_worth_nothing(store: Store) -> None:
    await store.member(GUILD, 1, "A", welcome={})
    assert await board(store, "worth") == [(1, "A", 0)]


async def test_a_board_that_is_not_there_is_refused(store: Store) -> None:
    for name in BOARDS:
        assert await store.report(leaderboard, GUILD, name) == ([], 0, 0)
    with pytest.raises(ValueError, match="there is no board"):
        await store.report(leaderboard, GUILD, "fame; DROP TABLE rows")  # type: ignore[arg-type]


async def test_a_purse_never_waits_for_a_board(store: Store, people: list[int]) -> None:
    """A board that is being read, and others behind it, hold up neither reads nor writes."""
    go_on = threading.Event()
    # as many as the database has connections for them
    busy = [asyncio.create_task(store._database.report(lambda db: go_on.wait(60))) for _ in range(REPORTERS)]
    boards = [asyncio.create_task(store.report(leaderboard, GUILD, "worth")) for _ in range(20)]
    await asyncio.sleep(0)
    try:
        assert await store.find_member(GUILD, 0) == people[0]
        await store.commit(SaveSetting(GUILD, "x", 1))
        assert not any(board.done() for board in boards)
    finally:
        go_on.set()
    assert all(await asyncio.gather(*busy))
    assert {page.total for page in await asyncio.gather(*boards)} == {6}


# ---- ratings


async def moved_of(store: Store, member: int) -> dict[str, float]:
    [record] = [each for each in await store.read(ratings, GUILD, 1, "duel") if each.member == member]
    return dict(record.moved)


async def test_an_opponent_who_deletes_their_data_and_comes_back_is_the_same(store: Store) -> None:
    """Ratings were farmed with helpers who were new opponents after each deletion."""
    ann, bob = await store.member(GUILD, 1, "Ann"), await store.member(GUILD, 2, "Bob")
    [person] = (await store.read(persons, [bob])).values()
    await store.commit(
        OpenSeason(GUILD, 1, 0.0, 10.0), SaveRating(GUILD, 1, "duel", ann, 25.0, 8.0, 1, 0.0, {person: 2.5})
    )
    await store.delete_member(GUILD, 2)
    back = await store.member(GUILD, 2, "Bob")
    assert back != bob
    assert (await store.read(persons, [back]))[back] in await moved_of(store, ann)


async def test_opponents_of_an_earlier_release_are_recognised(store: Store) -> None:
    ann, bob, cid = [await store.member(GUILD, n, name) for n, name in enumerate(("Ann", "Bob", "Cid"), 1)]
    await store.commit(
        OpenSeason(GUILD, 1, 0.0, 10.0),
        SaveRating(GUILD, 1, "duel", ann, 25.0, 8.0, 1, 0.0, {str(bob): 1.0, str(cid): 2.0}),
    )
    await store.delete_member(GUILD, 3)
    [person] = (await store.read(persons, [bob])).values()
    assert await moved_of(store, ann) == {person: 1.0, str(cid): 2.0}


async def test_a_season_that_is_over_knows_no_opponents_any_more(store: Store) -> None:
    ann, bob = await store.member(GUILD, 1, "Ann"), await store.member(GUILD, 2, "Bob")
    [person] = (await store.read(persons, [bob])).values()
    await store.commit(
        OpenSeason(GUILD, 1, 0.0, 10.0), SaveRating(GUILD, 1, "duel", ann, 25.0, 8.0, 1, 0.0, {person: 2.5})
    )
    await store.commit(CloseSeason(GUILD, 1, 10.0))
    assert await moved_of(store, ann) == {"#1": 2.5}


async def test_a_season_that_nobody_closes_knows_no_people_once_it_is_over(
    store: Store, clock: Clock
) -> None:
    """Where nothing is played any more, no match comes to close it."""
    ann, bob = await store.member(GUILD, 1, "Ann"), await store.member(GUILD, 2, "Bob")
    hashes = await store.read(persons, [ann, bob])
    await store.commit(
        OpenSeason(GUILD, 1, 0.0, clock.now + 10.0),
        *(
            SaveRating(GUILD, 1, "duel", me, 25.0, 8.0, 1, 0.0, {hashes[by]: 2.5}, "")
            for me, by in ((ann, bob), (bob, ann))
        ),
    )
    await store.delete_member(GUILD, 2)
    await store.run(personal_data.purge)
    assert await moved_of(store, ann) == {hashes[bob]: 2.5}
    assert await kept(store, hashes[bob])
    clock.now += 10.0
    await store.run(personal_data.purge)
    assert await moved_of(store, ann) == {"#1": 2.5}
    assert not await kept(store, hashes[bob])


async def kept(store: Store, person: str) -> list[tuple[float, int]]:
    found = await store.read(kept_ratings, GUILD, 1, "duel", [person])
    return [(each.mu, each.matches) for each in found.values()]


async def test_a_rating_outlives_a_deletion_until_its_season_is_over(store: Store) -> None:
    """A bad one could be thrown away by deleting, as often as one liked."""
    ann = await store.member(GUILD, 1, "Ann")
    [person] = (await store.read(persons, [ann])).values()
    await store.commit(
        OpenSeason(GUILD, 1, 0.0, 10.0),
        SaveRating(GUILD, 1, "duel", ann, 19.0, 5.0, 7, 0.0, {"x": -2.5}, person),
        SaveRating(GUILD, 1, "chess", ann, 30.0, 5.0, 7, 0.0, {}, person),
    )
    assert await kept(store, person) == []
    await store.delete_member(GUILD, 1)
    assert await kept(store, person) == [(19.0, 7)]
    assert await kept(store, "another") == []
    assert await store.read(ratings, GUILD, 1, "duel") == [], "nobody else sees it"
    back = await store.member(GUILD, 1, "Ann")
    await store.delete_member(GUILD, 1)
    assert await kept(store, person) == [(19.0, 7)], "an account that played nothing replaces nothing"
    back = await store.member(GUILD, 1, "Ann")
    await store.commit(SaveRating(GUILD, 1, "duel", back, 20.0, 5.0, 8, 1.0, {"x": -2.5}, person))
    assert await kept(store, person) == []
    await store.delete_member(GUILD, 1)
    assert await kept(store, person) == [(20.0, 8)]
    await store.commit(CloseSeason(GUILD, 1, 10.0))
    assert await kept(store, person) == []
    assert await store.audit() == []
