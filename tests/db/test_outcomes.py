"""Outcomes: boards against a model of them, and what is never edited."""

from __future__ import annotations

import asyncio
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from bot.clock import DAY
from cogs.leaderboard.rows import BOARDS, Board, leaderboard
from db import CloseMatch, OpenMatch, SeatOutcome, Store
from db.backend.connection import Connection
from db.opening import Location, open_store
from db.outcomes import Group, of_match, of_matches_with, on_boards, outcomes
from db.postgres.address import is_postgres
from tests.helpers.postgres import fresh_location
from tests.helpers.store import GUILD, SEED, Clock, on_postgres, on_sqlite, raw

EXAMPLES = {"sqlite": 25, "postgres": 6}
"""A new database takes a moment on PostgreSQL."""

PEOPLE = 4
COLUMNS: dict[Board, str] = {
    "winnings": "net_players",
    "house": "net_house",
    "points": "points",
    "shares": "shares",
    "crowns": "crowns",
    "wins": "won",
}

amounts = st.one_of(st.none(), st.integers(-9, 9))
scores = st.one_of(st.none(), st.integers(0, 9))
lines = st.fixed_dictionaries(
    {
        "net_players": amounts,
        "net_house": amounts,
        "points": scores,
        "shares": scores,
        "crowns": st.one_of(st.none(), st.integers(0, 1)),
        "won": st.booleans(),
        "ranked": st.booleans(),
    }
)
matches = st.tuples(
    st.sampled_from(("duel", "dragon")),
    st.sampled_from(("copper", "gold")),
    st.dictionaries(st.integers(0, PEOPLE - 1), lines, min_size=1),
)
steps = st.one_of(
    matches, matches, matches, st.just("a day later"), st.just("reset"), st.integers(0, PEOPLE - 1)
)
"""A match, a day, a reset, or a member whose data is deleted and who comes back as somebody new."""
TODAY = 20_000

Line = tuple[str, str, int, int, SeatOutcome]


class Model:
    """All ranked outcomes since the last reset."""

    def __init__(self) -> None:
        self.kept: list[Line] = []

    def board(
        self, board: Board, game: str | None, base: str | None, first_day: int, known: set[int]
    ) -> dict[int, tuple[int, int]]:
        """By member: the value, and the number of matches that it comes from."""
        found: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for its_game, its_base, day, _, line in self.kept:
            value = getattr(line, COLUMNS[board])
            fits = game in (None, its_game) and base in (None, its_base) and day >= first_day
            if fits and line.member in known and value is not None:
                total, n = found[line.member]
                found[line.member] = (total + value, n + 1)
        return {who: each for who, each in found.items() if each[0] or board == "winnings"}


async def run(path: Location, sequence: list[object]) -> None:
    model, clock = Model(), Clock()
    clock.now = TODAY * DAY + 12.5
    async with await open_store(path, clock=clock) as store:
        host = await store.member(GUILD, 99, "host")
        people = [await store.member(GUILD, n, f"user {n}") for n in range(PEOPLE)]
        table = await store.create_table(GUILD, 1, host, "duel", {}, {}, SEED)
        for step in sequence:
            if step == "reset":
                await store.reset_place(GUILD, None)
                model.kept.clear()
            elif step == "a day later":
                clock.now += DAY
            elif isinstance(step, int):
                await store.delete_member(GUILD, step)
                people[step] = await store.member(GUILD, step, "again")
            else:
                assert isinstance(step, tuple)
                game, base, outcomes = step
                match = await store.next_match_id()
                told = [SeatOutcome(people[n], None, base=base, **line) for n, line in outcomes.items()]
                await store.commit(
                    OpenMatch(match, table.id, game, 1, {}), CloseMatch(match, "ended", {}, told)
                )
                model.kept += [
                    (game, base, int(clock.now // DAY), match, line) for line in told if line.ranked
                ]
        known = {*people, host}
        for board in COLUMNS:
            for game in (None, "duel", "dragon"):
                for base in (None, "copper"):
                    for first_day in (None, TODAY, TODAY + 1, TODAY + 2):
                        page = await store.report(
                            leaderboard, GUILD, board, game=game, base=base, first_day=first_day
                        )
                        expected = model.board(board, game, base, first_day or 0, known)
                        assert {line.member: (line.value, line.matches) for line in page.lines} == expected
        for first_day in (None, TODAY, TODAY + 1):
            counted = {match for _, _, day, match, _ in model.kept if day >= (first_day or 0)}
            assert (await store.report(leaderboard, GUILD, "wins", first_day=first_day)).matches == len(
                counted
            )
        assert await store.audit() == []


def test_boards_are_the_sums_of_the_outcomes(engine: str) -> None:
    @settings(max_examples=EXAMPLES[engine], deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(steps, max_size=8))
    def for_all(sequence: list[object]) -> None:
        with fresh_location(engine) as place:
            asyncio.run(run(place, sequence))

    for_all()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE outcomes SET net_players = 99",
        "DELETE FROM outcomes",
        on_sqlite("REPLACE INTO outcomes SELECT * FROM outcomes"),
        on_postgres("TRUNCATE outcomes"),
    ],
)
async def test_an_outcome_is_never_edited(path: Location, statement: str) -> None:
    async with await open_store(path) as store:
        ann = await store.member(GUILD, 1, "Ann")
        table = await store.create_table(GUILD, 1, ann, "duel", {}, {}, SEED)
        await store.commit(
            OpenMatch(1, table.id, "duel", 1, {}), CloseMatch(1, "ended", {}, [SeatOutcome(ann, 1, 5, None)])
        )
        with raw(path) as file:
            if not is_postgres(path):
                file.execute("PRAGMA recursive_triggers = ON")
            with pytest.raises(Exception, match="an outcome is never"):
                file.execute(statement)
        assert await store.audit() == []


@pytest.mark.rule("GEM-R7", "GEM-R6")
async def test_money_of_one_base_is_told_in_pieces_of_it(store: Store) -> None:
    ann, bob = [await store.member(GUILD, n, name) for n, name in enumerate(("Ann", "Bob"))]
    table = await store.create_table(GUILD, 1, ann, "duel", {}, {}, SEED)
    for match, (base, net) in enumerate((("copper", 7), ("gold", -300)), 1):
        await store.commit(
            OpenMatch(match, table.id, "duel", 1, {}),
            CloseMatch(
                match,
                "ended",
                {},
                [SeatOutcome(ann, 1, net, None, base=base), SeatOutcome(bob, 2, -net, None, base=base)],
            ),
        )
    for first_day in (None, 0):
        found = {
            base: [
                (line.name, line.value, line.matches)
                for line in (
                    await store.report(leaderboard, GUILD, "winnings", base=base, first_day=first_day)
                ).lines
            ]
            for base in (None, "copper", "gold", "silver")
        }
        assert found == {
            None: [("Bob", 293, 2), ("Ann", -293, 2)],
            "copper": [("Ann", 7, 1), ("Bob", -7, 1)],
            "gold": [("Bob", 3, 1), ("Ann", -3, 1)],
            "silver": [],
        }


@pytest.mark.rule("SPOT-R1")
async def test_an_unranked_outcome_is_kept_and_counted_nowhere(store: Store) -> None:
    ann = await store.member(GUILD, 1, "Ann")
    table = await store.create_table(GUILD, 1, ann, "duel", {}, {}, SEED)
    line = SeatOutcome(ann, 1, 5, 5, 5, 5, 1, won=True, ranked=False)
    await store.commit(OpenMatch(1, table.id, "duel", 1, {}), CloseMatch(1, "ended", {}, [line]))
    for board in BOARDS:
        if board != "worth":
            assert await store.report(leaderboard, GUILD, board) == ([], 0, 0)
            assert await store.report(leaderboard, GUILD, board, first_day=0) == ([], 0, 0)
    (told,) = (await store.export_member(GUILD, 1))["outcomes"]
    assert (told["net_players"], told["ranked"]) == (5, 0)


async def test_groups_of_outcomes(store: Store) -> None:
    ann, bob, cid = [await store.member(GUILD, n, name) for n, name in enumerate(("Ann", "Bob", "Cid"))]
    for number, members in enumerate(((ann, bob), (bob, cid), (cid, ann)), 1):
        table = await store.create_table(GUILD, number, ann, "duel", {}, {}, SEED)
        told = [SeatOutcome(member, place, None, 5, 9) for place, member in enumerate(members, 1)]
        await store.commit(OpenMatch(number, table.id, "duel", 1, {}), CloseMatch(number, "ended", {}, told))

    async def who(group: Group) -> list[tuple[int, int]]:
        return [(outcome.match, outcome.member) for outcome in await store.read(outcomes, group)]

    assert await who(of_match(2)) == [(2, bob), (2, cid)]
    assert await who(of_matches_with(ann)) == [(1, ann), (1, bob), (3, cid), (3, ann)]
    assert await who(on_boards(GUILD + 1)) == []
    (first, _) = await store.read(outcomes, of_match(1))
    assert (first.place, first.points, first.net_players, first.net) == (1, 9, None, 5)


async def test_each_column_of_an_outcome_is_told_once(store: Store) -> None:
    """A new one is a field of `SeatOutcome` and a migration for each database: it is saved and exported by that."""
    ann = await store.member(GUILD, 1, "Ann")
    table = await store.create_table(GUILD, 1, ann, "duel", {}, {}, SEED)
    line = SeatOutcome(ann, 2, 3, 4, 5, 6, 1, won=True, base="gold", ranked=True)
    await store.commit(OpenMatch(1, table.id, "duel", 1, {}), CloseMatch(1, "ended", {}, [line]))

    def columns(db: Connection) -> set[str]:
        return {column[0] for column in db.execute("SELECT * FROM outcomes").description}

    of_the_match = {"id", "match", "guild_id", "game", "at", "first"}
    assert await store.read(columns) == of_the_match | set(SeatOutcome.__struct_fields__)
    (told,) = (await store.export_member(GUILD, 1))["outcomes"]
    assert {name: told[name] for name in SeatOutcome.__struct_fields__} == asdict(line)
