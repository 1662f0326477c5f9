"""Seasons: rated matches move ratings, the calendar or an admin closes them, medals stay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from bot.person import Person
from bot.tables.table_actor import TableActor
from cogs.leaderboard import rows as season_rows
from cogs.leaderboard.rating import MU
from cogs.leaderboard.seasons import known_ratings, season_end
from db.outcomes import of_match, of_matches_with, outcomes
from games.engine import Chance
from games.registry import GAMES
from tests.helpers.luck import seeds_from
from tests.helpers.random_matches import luck_of
from tests.helpers.tables import ANN, BOB, CID, DOT, GUILD, Room, a_room

FOUR = (ANN, BOB, CID, DOT)


def moment(year: int, month: int, day: int) -> float:
    """Return a moment at midnight, UTC."""
    return datetime(year, month, day, tzinfo=UTC).timestamp()


def test_the_calendar_ends_a_season_with_the_quarter() -> None:
    assert season_end(moment(2026, 11, 22)) == moment(2027, 1, 1)
    assert season_end(moment(2026, 1, 1)) == moment(2026, 4, 1)
    assert season_end(moment(2026, 6, 28)) == moment(2026, 10, 1), "three days are no season"
    assert season_end(moment(2026, 12, 30)) == moment(2027, 4, 1)


async def play_on(room: Room, table: TableActor, luck: Chance, people: Sequence[Person] = FOUR) -> None:
    """Let everybody press at random until the match is over."""
    for person in FOUR:
        if table.session is None:
            await table.lifecycle.again(person)
    assert table.session is not None
    number = table.session.id
    while table.session is not None:
        for person in people:
            session = table.session
            asks = session.match.asks_of(table.viewer_of(person.user_id)) if session is not None else []
            if asks:
                await table.press(person, number, asks[0].id, luck.choice(asks[0].prompt.legal(luck)))
        await room.quiet()


async def press_once(room: Room, table: TableActor, luck: Chance) -> None:
    """Let everybody press at random until Ann has answered."""
    assert table.session is not None
    match = table.session.match
    while not any((row.seat, row.by) == (0, "player") for row in match.rows):
        for person in FOUR:
            asks = match.asks_of(table.viewer_of(person.user_id))
            if asks:
                await table.press(
                    person, table.session.id, asks[0].id, luck.choice(asks[0].prompt.legal(luck))
                )
        await room.quiet()


async def test_rated_matches_move_ratings_and_leave_medals(tmp_path: Path) -> None:
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "seasons.db") as room:
            seasons, luck = room.seasons, luck_of("seasons")
            table = await room.open("burn_my_village", *FOUR, rated=True)
            await table.lifecycle.start(ANN)
            for _ in range(7):
                await play_on(room, table, luck)
            season = await seasons.current(GUILD, room.clock.now())
            assert season.number == 1
            records = await room.store.read(season_rows.ratings, GUILD, 1, "burn_my_village")
            assert len(records) == 4
            assert max(record.matches for record in records) == 7
            known = known_ratings(records, GAMES["burn_my_village"], room.clock.now())
            assert [record.mu for record in known] == sorted((record.mu for record in known), reverse=True)
            worth = await room.owned(ANN)
            assert await seasons.end(GUILD, room.clock.now()) == (1, 3)
            assert await room.owned(ANN) == worth, "the money is not reset"
            medals = {r.member: await room.store.read(season_rows.medals, r.member) for r in records}
            assert sorted(medal.place for won in medals.values() for medal in won) == [1, 2, 3]
            assert medals[known[0].member][0].place == 1
            assert await room.store.read(season_rows.ratings, GUILD, 2, "burn_my_village") == []
            exported = await room.store.export_member(GUILD, ANN.user_id)
            assert exported["ratings"]
            await table.lifecycle.close(ANN)
            await room.quiet()
            member = await room.account(ANN)
            await room.store.delete_member(GUILD, ANN.user_id)
            assert await room.store.read(season_rows.medals, member) == []
            assert member not in {
                record.member
                for record in await room.store.read(season_rows.ratings, GUILD, 1, "burn_my_village")
            }
            assert await room.store.audit() == []


async def test_a_computer_that_plays_for_a_member_wins_no_rating_for_them(tmp_path: Path) -> None:
    """And it may lose one, so that nobody hands over only their bad hands."""
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "seasons.db") as room:
            luck, wins, seen = luck_of("seasons"), 0, [MU]
            table = await room.open("burn_my_village", *FOUR, rated=True)
            ann = await room.account(ANN)
            await table.lifecycle.start(ANN)
            for number in range(1, 8):
                if table.session is None:
                    for person in FOUR:
                        await table.lifecycle.again(person)
                if table.state.seats[0].policy is None:
                    await table.seating.hand_over(ANN, True)
                await play_on(room, table, luck, FOUR[1:])
                won = {each.member: each.won for each in await room.store.read(outcomes, of_match(number))}
                wins += won[ann]
                records = await room.store.read(season_rows.ratings, GUILD, 1, "burn_my_village")
                seen.append(next(record.mu for record in records if record.member == ann))
            assert wins
            assert seen == sorted(seen, reverse=True), "it never goes up"
            assert any(record.mu != MU for record in records if record.member != ann), "others' move as ever"


@pytest.mark.parametrize("how", ["one answer", "a kick"])
async def test_neither_one_answer_nor_a_kick_earns_a_rating(tmp_path: Path, how: str) -> None:
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "seasons.db") as room:
            luck, ann, seen = luck_of("seasons"), await room.account(ANN), [MU]
            for _ in range(9):
                table = await room.open("burn_my_village", *FOUR, rated=True)
                await table.lifecycle.start(ANN)
                if how == "a kick":
                    await table.hosting.kick(ANN, DOT.user_id)
                    await play_on(room, table, luck, FOUR[:3])
                else:
                    await press_once(room, table, luck)
                    await table.seating.hand_over(ANN, True)
                    await play_on(room, table, luck, FOUR[1:])
                await table.force_close("Enough.")
                records = await room.store.read(season_rows.ratings, GUILD, 1, "burn_my_village")
                seen.append(next(record.mu for record in records if record.member == ann))
            played = await room.store.read(outcomes, of_matches_with(ann))
            places = [each.place or 0 for each in played if each.member == ann]
            assert min(places) < 3, "she plays better than some"
            assert len(places) == 9
            assert seen == sorted(seen, reverse=True), "it never goes up"


async def test_a_member_who_deletes_their_data_goes_on_with_their_rating(tmp_path: Path) -> None:
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "seasons.db") as room:
            luck = luck_of("seasons")
            for round_of in (1, 2):
                table = await room.open("burn_my_village", *FOUR, rated=True)
                await table.lifecycle.start(ANN)
                await play_on(room, table, luck)
                await table.lifecycle.close(ANN)
                await room.quiet()
                member = await room.account(ANN)
                records = await room.store.read(season_rows.ratings, GUILD, 1, "burn_my_village")
                assert [each.matches for each in records if each.member == member] == [round_of]
                await room.store.delete_member(GUILD, ANN.user_id)


async def test_only_rated_tables_of_games_of_skill_are_rated(tmp_path: Path) -> None:
    async with a_room(tmp_path / "seasons.db") as room:
        for game, rated in (("threes", False), ("dragon_hordes", True)):
            table = await room.open(game, *FOUR, rated=rated)
            await table.lifecycle.start(ANN)
            await play_on(room, table, luck_of("unrated"))
            await table.lifecycle.close(ANN)
            await room.quiet()
        assert await room.store.read(season_rows.seasons, GUILD) == []


async def test_the_calendar_closes_a_season_by_itself(tmp_path: Path) -> None:
    async with a_room(tmp_path / "seasons.db") as room:
        seasons = room.seasons
        first = await seasons.current(GUILD, moment(2026, 11, 22))
        assert (first.number, first.ends) == (1, moment(2027, 1, 1))
        assert (await seasons.current(GUILD, moment(2026, 12, 31))).number == 1
        second = await seasons.current(GUILD, moment(2027, 1, 2))
        assert second.number == 2
        [closed, _] = await room.store.read(season_rows.seasons, GUILD)
        assert closed.closed == moment(2027, 1, 1)
