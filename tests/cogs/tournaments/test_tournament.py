"""Tournaments over real tables and a real store, without Discord; computer players sit in for everyone absent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.clock import HOUR
from bot.due_work import Schedule
from bot.economy.accounts import MemberAccounts
from bot.person import Person
from bot.tables.kinds import KINDS
from bot.user_errors import UserError
from cogs.tournaments import rows as tournament_rows
from cogs.tournaments.formats import FORMATS, Format, Stage
from cogs.tournaments.painter import board, how_note, joined_note
from cogs.tournaments.round_table import RoundTable
from cogs.tournaments.service import Tournaments
from cogs.tournaments.state import order_of
from cogs.tournaments.tournament import Tournament
from cogs.tournaments.venue import NullVenue
from db import Move, NotSaved, SaveBlock, Transfer, Write
from db.backend.names import Name
from db.opening import open_store
from games.engine import money as gems
from tests.e2e.conftest import HandClock
from tests.helpers.random_matches import SOAK
from tests.helpers.tables import AT_ONCE, CHANNEL, GUILD, Room

GAME = "rogues_and_warriors"
MEMBERS = [Person(number, Name(f"Member {number}")) for number in range(1, 17)]
ADMIN = Person(99, Name("Admin"), admin=True)


class Hall:
    """A room with tournaments."""

    def __init__(self, room: Room) -> None:
        KINDS["tournament"] = RoundTable
        self.room, self.store = room, room.store
        self.tournaments = Tournaments(
            MemberAccounts(room.store, room.clock), room.registry, Schedule(room.clock)
        )
        room.registry.context.hooks.match_over.append(self.tournaments.match_over)

    async def open(self, members: Sequence[Person], game: str = GAME, **chosen: Any) -> Tournament:
        """Open a tournament that these members join."""
        found = await self.tournaments.open(GUILD, CHANNEL, members[0], game, chosen)
        for member in members:
            await found.join(member)
        return found

    async def quiet(self) -> None:
        """Wait until nothing is left to do but to wait."""
        for _ in range(3):
            await self.tournaments.wait_idle()
            await self.room.quiet()

    async def play(self, found: Tournament, *, until: str = "ended", steps: int = 400) -> None:
        """Let time pass until the tournament is in a phase."""
        await self.quiet()
        for _ in range(steps):
            if found.record.phase == until:
                return
            self.room.clock.advance(20)
            await self.quiet()
        raise AssertionError(f"the tournament stays in phase {found.record.phase}: {found.record}")

    async def worth(self) -> int:
        """All that members own, in pieces of copper."""
        total = 0
        for member in MEMBERS:
            account = await self.store.find_member(GUILD, member.user_id)
            if account is not None:
                total += gems.worth(gems.of_base("copper", await self.store.owned(account)))
        return total


@asynccontextmanager
async def a_hall(path: Path, clock: HandClock | None = None) -> AsyncIterator[Hall]:
    """A hall over a store at `path`, with its tournaments taken up."""
    clock = clock or HandClock()
    async with await open_store(path, clock=clock.now) as store:
        hall = Hall(Room(store, clock, AT_ONCE))
        await hall.room.registry.resume()
        await hall.tournaments.resume()
        yield hall
        # in the order in which the bot stops
        await hall.tournaments.stop()
        for table in hall.room.registry:
            await table.stop()


class OneRound(Format):
    """One round for everyone, and no final: a format of somebody else's."""

    title = "One round"
    takes_rounds = False

    def stage_of(self, played: int, active: Sequence[int]) -> Stage:
        return Stage("over" if played else "round")

    def round_title(self, number: int) -> str:
        return "The only round"

    def summary(self, matches: str) -> str:
        return f"One round at tables of {self.seats}, {matches}."


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with a_hall(tmp_path / "hall.db") as found:
        yield found


async def test_a_member_hosts_one_tournament_at_a_time_and_an_admin_any_number(hall: Hall) -> None:
    tournaments = hall.tournaments
    await tournaments.open(GUILD, CHANNEL, MEMBERS[0], GAME, {})
    with pytest.raises(UserError) as refusal:
        await tournaments.open(GUILD, CHANNEL + 1, MEMBERS[0], GAME, {})
    assert refusal.value.key == "tournament_of_yours"
    assert tournaments.find_in_channel(CHANNEL + 1) is None
    for channel in (CHANNEL + 1, CHANNEL + 2):
        await tournaments.open(GUILD, channel, ADMIN, GAME, {})
    await tournaments.open(GUILD, CHANNEL + 3, MEMBERS[1], GAME, {})


async def test_sixteen_members_play_rounds_and_a_final(hall: Hall) -> None:
    found = await hall.open(MEMBERS, rounds=2, buy_in=20)
    before = await hall.worth()
    await found.start(MEMBERS[0])
    await hall.play(found)
    record = found.record
    assert [(table.round, len(table.members), table.final) for table in record.tables] == [
        *[(1, 4, False)] * 4,
        *[(2, 4, False)] * 4,
        (3, 4, True),
    ]
    assert all(table.done and len(table.scores) == 1 for table in record.tables)
    assert sorted(entrant.place or 0 for entrant in record.entrants) == list(range(1, 17))
    prizes = sorted((entrant.prize for entrant in record.entrants if entrant.prize), reverse=True)
    assert prizes == [130, 86, 60, 44], "40, 27, 19 and 14 percent of 320, and what rounding leaves"
    assert await hall.worth() == before
    assert await hall.store.audit() == []
    winner = next(entrant for entrant in record.entrants if entrant.place == 1)
    assert await hall.store.read(tournament_rows.tournaments_won, winner.member) == 1
    hall.room.clock.advance(30)
    await hall.quiet()
    assert len(hall.room.registry.in_place(GUILD)) == 0, "every table has closed"


async def test_a_format_is_a_class_and_a_line(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "one round", OneRound)
    found = await hall.open(MEMBERS[:6], format="one round", seats=3)
    assert "One round at tables of 3, one match." in str(board(found.record))
    await found.start(MEMBERS[0])
    assert "The only round" in str(board(found.record))
    assert "final" not in str(how_note(found.record))
    await hall.play(found)
    assert [(table.round, table.final) for table in found.record.tables] == [(1, False), (1, False)]
    assert sorted(entrant.place or 0 for entrant in found.record.entrants) == [1, 2, 3, 4, 5, 6]


async def test_a_cut_with_several_matches(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:9], format="cut", seats=3, matches=2, scoring="paid")
    await found.start(MEMBERS[0])
    await hall.play(found)
    record = found.record
    assert [len(table.members) for table in record.tables] == [3, 3, 3, 5, 3]
    assert all(len(table.scores) == 2 for table in record.tables)
    cut = sorted(entrant.cut for entrant in record.entrants if entrant.cut is not None)
    assert cut == [1, 1, 1, 1, 2, 2]
    for table in record.tables:
        for match in table.scores.values():
            paid = sum(points for points, _, _ in match.values())
            assert -len(match) < paid <= 0, "chips go from player to player; a tie may leave some in the pot"
    assert await hall.store.audit() == []


@pytest.mark.parametrize("stop_at", [1, 4])
async def test_a_stop_anywhere_loses_nothing(tmp_path: Path, stop_at: int) -> None:
    """The process is stopped every few steps; the tournament plays on from its rows."""
    clock, path = HandClock(), tmp_path / "hall.db"
    async with a_hall(path, clock) as hall:
        found = await hall.open(MEMBERS[:7], rounds=2, buy_in=10)
        number = found.record.id
        before = await hall.worth()
        await found.start(ADMIN)
    for _ in range(60):
        async with a_hall(path, clock) as hall:
            for _ in range(stop_at):
                await hall.quiet()
                clock.advance(20)
            record = await hall.store.read(tournament_rows.tournament, number)
            assert await hall.worth() == before
            if record.phase == "ended":
                break
    assert record.phase == "ended"
    assert [len(table.members) for table in record.tables] == [4, 3, 4, 3, 4]
    assert all(len(table.scores) == 1 for table in record.tables)
    async with a_hall(path, clock) as hall:
        counted = [match for table in record.tables for match in table.scores]
        assert len(set(counted)) == 5
        assert await hall.store.audit() == []
        assert order_of(record)[0].member == next(each.member for each in record.entrants if each.place == 1)


@pytest.mark.parametrize("game", ["lucky_13", "burn_my_village"])
async def test_games_for_gembones_and_for_points(hall: Hall, game: str) -> None:
    """Dice that are won for fun, or points, rank the players and are their score."""
    found = await hall.open(MEMBERS[:3], game, rounds=1, scoring="paid")
    await found.start(ADMIN)
    await hall.play(found)
    [table] = found.record.tables
    [match] = table.scores.values()
    assert len(match) == 3
    assert [points for points, _, _ in match.values()] == [paid for _, _, paid in match.values()]
    most = max(points for points, _, _ in match.values())
    assert any(won and points == most for points, won, _ in match.values())
    assert (await hall.worth()) == 3 * 160


SAVED = range(1, 17, 1 if SOAK > 1 else 3)
"""Numbers of units after which the disk takes nothing more; a tournament of three and one match has about twenty."""


@pytest.mark.parametrize("units", SAVED)
async def test_a_crash_between_two_units_loses_nothing(tmp_path: Path, units: int) -> None:
    """What is on the disk after any unit is enough to go on from."""
    clock, path = HandClock(), tmp_path / "hall.db"
    async with a_hall(path, clock) as hall:
        found = await hall.open(MEMBERS[:3], rounds=1, buy_in=10)
        before, commit, left = await hall.worth(), hall.store.commit, units

        async def dying(*unit: Write) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise NotSaved("the process is gone")
            await commit(*unit)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hall.store, "commit", dying)
            with suppress(NotSaved):
                await found.start(ADMIN)
            for _ in range(15):
                clock.advance(20)
                await hall.tournaments.wait_idle()
                for table in hall.room.registry:
                    await table.queue.idle()
        assert left < 0, "fewer units than this"
    async with a_hall(path, clock) as hall:
        again = hall.tournaments.find(1)
        if again is not None and again.record.phase == "open":
            await again.start(ADMIN)
        if again is not None:
            await hall.play(again)
        record = await hall.store.read(tournament_rows.tournament, 1)
        assert record.phase == "ended"
        assert [len(table.scores) for table in record.tables] == [1]
        assert await hall.worth() == before
        assert await hall.store.audit() == []
        clock.advance(30)
        await hall.quiet()
        assert len(hall.room.registry.in_place(GUILD)) == 0


async def test_whoever_is_there_plays_and_the_absent_have_byes(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:7], rounds=1, absent="bye")
    await found.start(MEMBERS[0])
    for member in MEMBERS[1:4]:
        await found.ready(member)
    await hall.play(found, until="playing")
    [table] = found.record.tables
    here = {entrant.member for entrant in found.record.entrants if entrant.ready}
    assert set(table.members) == here
    assert len(here) == 4
    assert {(round_, points) for round_, _, points in found.record.byes} == {(1, 0)}
    assert len(found.record.byes) == 3
    [actor] = hall.room.registry.in_place(GUILD)
    assert {seat.policy for seat in actor.state.seats.values()} == {None}


async def test_two_who_are_there_play_with_a_computer(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:5], rounds=1, absent="bye")
    await found.start(MEMBERS[0])
    await found.ready(MEMBERS[1])
    await hall.play(found, until="playing")
    [actor] = hall.room.registry.in_place(GUILD)
    assert [seat.computer for seat in actor.state.in_order()] == [False, False, True]


async def test_nobody_there_is_waited_for_once_more(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:3], rounds=1, absent="bye")
    await found.start(ADMIN)
    await hall.quiet()
    hall.room.clock.advance(181)
    await hall.quiet()
    assert found.record.phase == "gathering"
    assert found.record.due is not None
    assert found.record.due > hall.room.clock.now()
    hall.room.clock.advance(20 * 86_400)
    await hall.quiet()
    assert found.over


async def test_all_there_begin_at_once(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:4], rounds=1)
    await found.start(MEMBERS[0])
    for member in MEMBERS[1:4]:
        await found.ready(member)
    assert found.record.phase == "playing"
    await hall.quiet()
    [actor] = hall.room.registry.in_place(GUILD)
    assert actor.state.settings.free
    assert {seat.policy for seat in actor.state.seats.values()} == {None}


async def test_a_computer_gives_the_seat_back(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:3], rounds=1)
    await found.start(MEMBERS[0])
    await hall.quiet()
    hall.room.clock.advance(181)
    await hall.quiet()
    [actor] = hall.room.registry.in_place(GUILD)
    assert [seat.policy is None for seat in actor.state.in_order()] == [
        seat.user_id == MEMBERS[0].user_id for seat in actor.state.in_order()
    ]
    await found.ready(MEMBERS[1])
    seat = actor.state.seat_of(MEMBERS[1].user_id)
    assert seat is not None
    assert seat.policy is None


@pytest.mark.parametrize("absent", ["computer", "bye"])
async def test_a_player_who_drops_out_of_a_match(hall: Hall, absent: str) -> None:
    """Nobody answers: a computer takes over once the table no longer waits, if the host chose that."""
    found = await hall.open(MEMBERS[:3], rounds=1, matches=2, absent=absent)
    await found.start(MEMBERS[0])
    for member in MEMBERS[1:3]:
        await found.ready(member)
    await hall.play(found, until="playing")
    [actor] = hall.room.registry.in_place(GUILD)
    while not found.record.tables[0].scores:
        hall.room.clock.advance(20)
        await hall.quiet()
    hall.room.clock.advance(20)
    await hall.quiet()
    away = [seat.away or seat.policy is not None for seat in actor.state.in_order()]
    assert any(away)
    taken = [seat.policy is not None for seat in actor.state.in_order()]
    assert taken == (away if absent == "computer" else [False] * 3)
    await hall.play(found)
    assert len(found.record.tables[0].scores) == 2


async def test_what_fails_is_tried_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full when the round is drawn: a minute later it is drawn after all."""
    found = await hall.open(MEMBERS[:3], rounds=1)
    await found.start(MEMBERS[0])
    tries = 0

    async def full(*unit: object) -> None:
        nonlocal tries
        tries += 1
        raise NotSaved("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "commit", full)
        hall.room.clock.advance(181)
        await hall.quiet()
        hall.room.clock.advance(30)
        await hall.quiet()
    assert tries == 1, "not again and again"
    assert not found.record.tables
    hall.room.clock.advance(60)
    await hall.quiet()
    assert len(found.record.tables) == 1


async def test_a_table_of_a_tournament_is_its_own(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:3], rounds=1)
    await found.start(MEMBERS[0])
    for member in MEMBERS[1:3]:
        await found.ready(member)
    await hall.quiet()
    [actor] = hall.room.registry.in_place(GUILD)
    first = MEMBERS[0]
    for attempt in (
        actor.seating.sit(MEMBERS[9]),
        actor.seating.leave(first),
        actor.lifecycle.start(first),
        actor.lifecycle.again(first),
        actor.seating.add_computer(first),
        actor.seating.remove_computer(first),
        actor.lifecycle.set_up(first, settings={"free": False}),
        actor.lifecycle.close(ADMIN),
    ):
        with pytest.raises(UserError) as refused:
            await attempt
        assert refused.value.key in ("tournament_table", "tournament_seats")
    assert actor.state.phase == "lobby"


async def test_members_who_block_each_other_are_not_seated_together(hall: Hall) -> None:
    for blocking, blocked in ((1, 2), (3, 4), (5, 1)):
        account = await hall.store.member(GUILD, blocking, f"Member {blocking}")
        await hall.store.commit(SaveBlock(account, blocked, True))
    found = await hall.open(MEMBERS[:8], rounds=3)
    await found.start(ADMIN)
    for _ in range(3):
        await hall.play(found, until="playing")
        round_ = found.record.round
        users = {entrant.member: entrant.user_id for entrant in found.record.entrants}
        tables = [{users[m] for m in table.members} for table in found.record.tables if table.round == round_]
        assert not any(pair <= table for table in tables for pair in ({1, 2}, {3, 4}, {1, 5}))
        while found.record.round == round_ and not found.over:
            hall.room.clock.advance(20)
            await hall.quiet()


async def test_a_table_that_is_lost_is_opened_again(hall: Hall) -> None:
    """Its channel was deleted in mid-match: the match is void, and another table plays it."""
    found = await hall.open(MEMBERS[:3], rounds=1)
    await found.start(MEMBERS[0])
    for member in MEMBERS[1:3]:
        await found.ready(member)
    await hall.quiet()
    hall.room.clock.advance(20)
    await hall.quiet()
    [actor] = hall.room.registry.in_place(GUILD)
    assert actor.session is not None
    await hall.room.registry.close_in_channel(actor.state.channel_id)
    await hall.quiet()
    [other] = hall.room.registry.in_place(GUILD)
    assert other.state.id != actor.state.id
    assert found.record.tables[0].table_id == other.state.id


async def test_a_table_of_which_all_players_are_gone_holds_nobody_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They leave and delete their data while it waits for the channel."""

    async def taken(*_: Any) -> None:
        """No channel is free."""

    found = await hall.open(MEMBERS[:6], rounds=1)
    with monkeypatch.context() as patch:
        patch.setattr(NullVenue, "provide_channel", taken)
        await found.start(MEMBERS[0])
        await hall.play(found, until="playing")
        for entrant in found.record.entrants:
            if entrant.member in found.record.tables[0].members:
                [member] = [each for each in MEMBERS if each.user_id == entrant.user_id]
                await found.leave(member)
                await hall.store.delete_member(GUILD, member.user_id)
    await hall.play(found)
    assert found.record.tables[0].scores == {}


@pytest.mark.parametrize("buy_in", [0, 30])
@pytest.mark.parametrize("plays", [True, False])
async def test_no_host_calls_off_what_they_or_a_friend_lose(hall: Hall, buy_in: int, plays: bool) -> None:
    found = await hall.open(MEMBERS[:6], rounds=3, buy_in=buy_in)
    if not plays:
        await found.leave(MEMBERS[0])
    await found.start(MEMBERS[0])
    await hall.play(found, until="playing")
    if buy_in:
        for ask in (found.check_may_call_off(MEMBERS[0]), found.call_off(MEMBERS[0])):
            with pytest.raises(UserError) as refusal:
                await ask
            assert refusal.value.key == "tournament_has_pot"
        await found.call_off(ADMIN)
    else:
        await found.call_off(MEMBERS[0])
    assert found.record.phase == "off"


async def test_called_off_everyone_gets_back_what_they_put_up(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:6], rounds=3, buy_in=30)
    accounts = [entrant.member for entrant in found.record.entrants]
    await found.start(MEMBERS[0])
    await hall.play(found, until="playing")
    hall.room.clock.advance(10)
    await hall.quiet()
    with pytest.raises(UserError):
        await found.call_off(MEMBERS[1])
    await found.call_off(ADMIN)
    await hall.quiet()
    assert found.record.phase == "off"
    for account in accounts:
        assert gems.worth(gems.of_base("copper", await hall.store.balances(account))) == 160
    assert len(hall.room.registry.in_place(GUILD)) == 0
    assert await hall.store.audit() == []
    with pytest.raises(UserError):
        await found.join(MEMBERS[8])


async def test_leaving_before_it_begins_brings_the_stake_back(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:4], buy_in=50)
    assert await found.leave(MEMBERS[3]) == 50
    assert [entrant.user_id for entrant in found.record.entrants] == [1, 2, 3]
    account = await hall.store.find_member(GUILD, 4)
    assert account is not None
    assert await hall.store.balances(account) == gems.in_base("copper", gems.FULL_SET)
    await found.join(MEMBERS[3])
    assert len(found.record.entrants) == 4


async def test_leaving_later_leaves_the_stake_in_the_pot(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:4], rounds=1, buy_in=50)
    await found.start(MEMBERS[0])
    for member in MEMBERS[1:4]:
        await found.ready(member)
    with pytest.raises(UserError) as refused:
        await found.leave(MEMBERS[3])
    assert refused.value.key == "tournament_forfeit"
    await found.leave(MEMBERS[3], sure=True)
    [actor] = hall.room.registry.in_place(GUILD)
    seat = actor.state.seat_of(4)
    assert seat is not None
    assert seat.policy is not None
    with pytest.raises(UserError):
        await found.leave(MEMBERS[3], sure=True)
    await hall.play(found)
    last = found.record.entrants[3]
    assert (last.place, last.prize) == (4, None)
    assert sum(entrant.prize or 0 for entrant in found.record.entrants) == 200


@pytest.mark.parametrize(("begun", "leavers"), [(False, 2), (True, 3)])
async def test_with_nobody_left_to_play_it_is_off(hall: Hall, begun: bool, leavers: int) -> None:
    """Before a match was played it takes two; later the last one to stay would have won."""
    found = await hall.open(MEMBERS[:3], rounds=1, buy_in=50)
    before = await hall.worth()
    await found.start(MEMBERS[0])
    if begun:
        await hall.play(found, until="playing")
    for member in MEMBERS[:leavers]:
        await found.leave(member, sure=True)
    assert found.record.phase == "off"
    assert await hall.worth() == before
    await hall.quiet()
    assert len(hall.room.registry.in_place(GUILD)) == 0


async def test_refusals_change_nothing(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:2], buy_in=50)
    tournaments = hall.tournaments

    async def refused(attempt: Any) -> str:
        before = found.record
        with pytest.raises(UserError) as error:
            await attempt
        assert found.record == before
        return error.value.key

    assert await refused(found.start(MEMBERS[0])) == "tournament_few"
    assert await refused(found.start(MEMBERS[1])) == "not_host"
    assert await refused(found.join(MEMBERS[1])) == "tournament_entered"
    assert await refused(found.leave(MEMBERS[5])) == "tournament_not_in"
    assert await refused(found.ready(MEMBERS[0])) == "tournament_not_begun"
    assert await refused(tournaments.open(GUILD, CHANNEL, MEMBERS[3], GAME, {})) == "tournament_here"
    assert await refused(tournaments.open(GUILD, 5, MEMBERS[3], "poker", {})) == "unknown_game"
    assert await refused(tournaments.open(GUILD, 5, MEMBERS[3], GAME, {"buy_in": 2})) == "buy_in_limits"
    poor = await hall.store.member(GUILD, 7, "Poor")
    mint = await hall.store.mint(GUILD)
    held = await hall.store.balances(poor)
    await hall.store.commit(
        Transfer("spent", "grant", [Move(poor, mint, unit, n) for unit, n in held.items()])
    )
    assert await refused(found.join(Person(7, Name("Poor")))) == "tournament_price"


@pytest.mark.rule("GEM-R17")
async def test_on_a_first_evening_an_entry_costs_nothing_and_wins_nothing(hall: Hall) -> None:
    """Three pay 50, the newcomer nothing; the 150 go to the three, whatever place the newcomer has."""
    context, newcomer = hall.room.registry.context, MEMBERS[3]
    found = await hall.open(MEMBERS[:3], rounds=1, buy_in=50, seats=4)
    context.first_evening = 12 * HOUR
    await found.join(newcomer)
    entrants = {entrant.user_id: entrant for entrant in found.record.entrants}
    assert entrants[newcomer.user_id].stake is None
    account = await hall.store.find_member(GUILD, newcomer.user_id)
    assert account is not None
    joined = str(joined_note(found.record, newcomer.user_id))
    assert "It's your first evening, so you play for points: nothing leaves your purse." in joined
    assert "The pot, 150 now" in str(board(found.record))
    assert "Member 4 for points" in str(board(found.record))
    assert await found.leave(newcomer) == 0
    await found.join(newcomer)
    await found.start(MEMBERS[0])
    await hall.play(found)
    assert gems.worth(gems.of_base("copper", await hall.store.owned(account))) == 160
    prizes = {entrant.user_id: entrant.prize or 0 for entrant in found.record.entrants}
    assert prizes.pop(newcomer.user_id) == 0
    assert sum(prizes.values()) == 150
    assert await hall.store.audit() == []


@pytest.mark.rule("GEM-R17")
async def test_a_pot_is_paid_though_only_a_newcomer_stays(hall: Hall) -> None:
    found = await hall.open(MEMBERS[:3], rounds=1, buy_in=50, seats=4)
    before = await hall.worth()
    hall.room.registry.context.first_evening = 12 * HOUR
    await found.join(MEMBERS[3])
    await found.start(MEMBERS[0])
    await hall.play(found, until="playing")
    for member in MEMBERS[:3]:
        await found.leave(member, sure=True)
    await hall.play(found)
    assert await hall.worth() == before + 160, "the newcomer's full set is all that's new"
    assert await hall.store.audit() == []


async def test_limits_hold(hall: Hall) -> None:
    member = await hall.store.member(GUILD, 1, "Member 1")
    await hall.store.cap_losses(member, 25)
    found = await hall.tournaments.open(GUILD, CHANNEL, MEMBERS[1], GAME, {"buy_in": 50})
    with pytest.raises(UserError) as refused:
        await found.join(MEMBERS[0])
    assert refused.value.key == "over_cap"
    assert found.record.entrants == ()


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["join", "leave", "sure", "ready", "start", "off", "wait", "wait", "wait"]),
        st.integers(0, 6),
    ),
    max_size=40,
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS, st.integers(0, 60), st.sampled_from(["computer", "bye"]), st.sampled_from(sorted(FORMATS)))
async def test_money_is_conserved(
    tmp_path_factory: pytest.TempPathFactory,
    acts: list[tuple[str, int]],
    buy_in: int,
    absent: str,
    key: str,
) -> None:
    """Whatever members do and whenever: purses and escrows hold what they held, and the books add up."""
    async with a_hall(tmp_path_factory.mktemp("hall") / "hall.db") as hall:
        for member in MEMBERS[:7]:
            await hall.room.account(member)
        before = await hall.worth()
        price = max(buy_in, 5) if buy_in else 0
        found = await hall.open(MEMBERS[:4], rounds=1, seats=3, buy_in=price, absent=absent, format=key)
        for act, who in acts:
            member = MEMBERS[who]
            try:
                match act:
                    case "join":
                        await found.join(member)
                    case "leave" | "sure":
                        await found.leave(member, sure=act == "sure")
                    case "ready":
                        await found.ready(member)
                    case "start":
                        await found.start(MEMBERS[0])
                    case "off" if who == 0:
                        await found.call_off(MEMBERS[0])
                    case _:
                        hall.room.clock.advance(60)
                        await hall.quiet()
            except UserError:
                pass
            assert await hall.worth() == before
        if not found.over:
            await found.call_off(ADMIN)
        assert await hall.worth() == before
        stakes = [entrant.stake for entrant in found.record.entrants if entrant.stake is not None]
        assert not any((await hall.store.balances_of(stakes)).values())
        assert await hall.store.audit() == []
