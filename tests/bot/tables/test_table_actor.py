"""A table in time and trouble, without Discord."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.person import Person
from bot.tables.question_clocks import BotPacing
from bot.tables.table_actor import TableActor
from bot.tables.view import ShownTable, TableListener
from bot.user_errors import UserError
from db import AppendRow, NotEnough, Write
from db.seed_chain import match_seed
from games.engine import Match, RulesBug, Table
from games.engine import money as gems
from games.registry import GAMES
from tests.helpers.small_games import changed
from tests.helpers.tables import ANN, BOB, CID, Room, a_room, answers, ask_of, defaults

RW, BB = "rogues_and_warriors", "barovian_boneyard"


async def test_the_same_press_counts_once(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    who = _to_act(table)
    match, ask = table.session.id, ask_of(table, who).id  # type: ignore[union-attr]
    await table.press(who, match, ask, "check", 5)
    with pytest.raises(UserError, match="moved on"):
        await table.press(who, match, ask, "check", 5)
    other = _to_act(table)
    with pytest.raises(UserError, match="Got it already"):
        await table.press(other, match, ask_of(table, other).id, "check", 5)
    assert len((await room.store.match(1)).rows) == 1
    assert len(table.session.match.rows) == 1  # type: ignore[union-attr]


async def test_players_gather_for_the_next_hand(room: Room) -> None:
    """One press begins the countdown, and whoever sits is in, whether they press or not."""
    table = await room.open(RW, ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    for seat in table.state.in_order():
        seat.away = False
    await table.lifecycle.again(BOB)
    assert table.live.gather_until == room.clock.now() + 30
    await table.lifecycle.again(CID)
    assert table.session is None
    assert (await table.view()).missed == ("Ann",)
    room.clock.advance(30)
    await room.quiet()
    assert table.session is not None
    assert list(table.session.match.header.ring) == [0, 1, 2]


async def test_a_stop_begins_no_match_for_a_press_that_still_waits(room: Room) -> None:
    """With a beacon each match takes seconds to begin, and members press on meanwhile: a stop must not wait for all."""
    table = await room.open(RW, ANN, BOB)
    waiting, stopping = asyncio.create_task(table.lifecycle.start(ANN)), asyncio.create_task(table.stop())
    with pytest.raises(UserError, match="restarting"):
        await waiting
    await stopping
    assert table.session is None


async def test_an_absent_player_is_sat_out_and_not_waited_for(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    assert all(seat.away for seat in table.state.in_order())
    await table.lifecycle.again(ANN)
    assert (await table.view()).too_few == 1
    with pytest.raises(UserError, match="Not here right now: Bob"):
        await table.lifecycle.start(ANN)


async def test_a_table_where_nothing_happens_closes(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    room.clock.advance(1801)
    await room.quiet()
    assert table.state.phase == "closed"
    assert room.registry.find(table.state.id) is None


@pytest.mark.parametrize("fault", [RulesBug("a planted fault", 1, 2), KeyError("a planted fault")])
async def test_rules_that_fail_once_are_forgiven_and_twice_suspend(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    who = _to_act(table)
    report = Table.report

    def fails(self: Table, seat: int, kind: str, **values: Any) -> None:
        if kind == "checks":
            raise fault
        report(self, seat, kind, **values)

    monkeypatch.setattr(Table, "report", fails)
    with pytest.raises(UserError, match="That wasn't saved") as refusal:
        await answers(table, who, "check")
    assert f"rules failed ({refusal.value.values['id']})" in caplog.text, "the member's id leads to the fault"
    assert table.session is not None
    assert (await room.store.match(1)).rows == ()
    with pytest.raises(UserError, match="This hand can't go on: its"):
        await answers(table, who, "check")
    assert table.state.phase == "suspended"
    assert (await room.store.match(1)).state == "suspended"
    await table.lifecycle.refund()


async def test_a_computer_whose_wager_the_store_refuses_plays_the_default(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal rebuilds the match, so that the default is an answer to a question of the new one."""
    table = await room.open(BB, ANN, computers=1)
    commit, refused = room.store.commit, list[Any]()

    async def short(*writes: Write) -> None:
        answers = [
            write.answer for write in writes if isinstance(write, AppendRow) and write.by == "computer"
        ]
        if answers and not refused:
            refused.extend(answers)
            raise NotEnough(1, "copper.g4", 0, 1)
        await commit(*writes)

    monkeypatch.setattr(room.store, "commit", short)
    await table.lifecycle.start(ANN)
    before = table.session
    await room.quiet()
    assert refused
    assert table.session is not None
    assert table.session is not before
    rows = [(row.seat, row.answer) for row in table.session.match.rows if row.by == "computer"]
    assert rows == [(1, "pass")]
    assert [row.seq for row in (await room.store.match(1)).rows] == [1]


async def test_who_has_more_time_since_the_store_refused_an_answer_sees_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal rebuilds the match as a restart does, so that every question has a minute at least."""
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    room.clock.advance(50)
    commit, told = room.store.commit, list[Collection[int]]()

    async def short(*writes: Write) -> None:
        if any(isinstance(write, AppendRow) for write in writes):
            raise NotEnough(1, "copper.g4", 0, 1)
        await commit(*writes)

    monkeypatch.setattr(room.store, "commit", short)
    monkeypatch.setattr(table.context.listener, "changed", lambda table, seats, **_: told.append(seats))
    before, who = (await table.view()).deadlines, _to_act(table)
    with pytest.raises(UserError):
        await answers(table, who, "check")
    after = (await table.view()).deadlines
    assert [*before] == [*after]
    assert all(after[ask] > before[ask] for ask in before)
    assert told == [{0, 1}]


async def test_a_journal_that_does_not_fit_suspends_and_an_admin_refunds(tmp_path: Path) -> None:
    path = tmp_path / "diverged.db"
    async with a_room(path) as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        await answers(table, _to_act(table), "check")
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER rows_no_edit")
        db.execute("UPDATE rows SET digest = 'feedfacecafe'")
    async with a_room(path) as room:
        [table] = room.registry
        assert table.state.phase == "suspended"
        with pytest.raises(UserError, match="This hand can't go on: its"):
            await table.press(ANN, 1, 1, "check")
        await table.lifecycle.refund()
        assert (await room.store.table(table.state.id)).phase == "lobby"
        assert await room.store.audit() == []
        for person in (ANN, BOB):
            assert gems.worth(gems.of_base("copper", await room.owned(person))) == 160


async def test_a_match_of_older_rules_is_called_off_with_stakes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "older.db"
    async with a_room(path) as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        await answers(table, _to_act(table), "check")
    monkeypatch.setitem(GAMES, RW, changed(GAMES[RW], version=GAMES[RW].version + 1))
    async with a_room(path) as room:
        [table] = room.registry
        assert (table.state.phase, (await room.store.match(1)).state) == ("lobby", "void")
        assert [line.values["game"] for line in (await table.view()).remarks] == ["Rogues and Warriors"]
        for person in (ANN, BOB):
            assert gems.worth(gems.of_base("copper", await room.owned(person))) == 160
        assert await room.store.audit() == []
        await table.lifecycle.start(ANN)
        assert table.session is not None


async def test_a_suspended_match_goes_on_once_the_rules_fit_its_journal_again(tmp_path: Path) -> None:
    path = tmp_path / "resumed.db"
    async with a_room(path) as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        await answers(table, _to_act(table), "check")
        with pytest.raises(UserError, match="Nothing is stuck here"):
            await table.persistence.resume_suspended()
    with sqlite3.connect(path) as db:
        [(digest,)] = db.execute("SELECT digest FROM rows")
        db.execute("DROP TRIGGER rows_no_edit")
        db.execute("UPDATE rows SET digest = 'feedfacecafe'")
    async with a_room(path) as room:
        [table] = room.registry
        with pytest.raises(UserError, match="This hand still can't go on:"):
            await table.persistence.resume_suspended()
        assert (table.state.phase, (await room.store.match(1)).state) == ("suspended", "suspended")
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE rows SET digest = ?", (digest,))
        await table.persistence.resume_suspended()
        assert (table.state.phase, (await room.store.match(1)).state) == ("playing", "playing")
        assert table.session is not None
        assert min(table.session.deadlines.values()) >= room.clock.now() + 60, "nobody is out of time at once"
        await answers(table, _to_act(table), "check")
        await defaults(room, table)
        assert table.last_match is not None
        assert await room.store.audit() == []


async def test_a_host_who_leaves_hands_the_table_on(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.seating.leave(ANN)
    assert table.state.host == await room.account(BOB)
    await table.lifecycle.set_up(BOB, options={"dragon_cards": True})
    await table.seating.leave(BOB)
    assert table.state.phase == "closed"


async def test_words_of_members_are_part_of_the_luck(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.add_word(BOB, "wolfsbane")
    await table.lifecycle.start(ANN)
    header = (await room.store.match(1)).header
    assert header["seed"]["words"] == ["wolfsbane"]
    assert table.state.seats[1].word == "", "it entered by this Start alone"


def _to_act(table: TableActor) -> Person:
    assert table.session is not None
    [ask] = table.session.match.open.values()
    user = table.state.seats[ask.seat].user_id
    return next(person for person in (ANN, BOB, CID) if person.user_id == user)


@pytest.mark.rule("BET-05")
async def test_games_are_played_once_again_or_mixed_at_one_table(room: Room) -> None:
    """Each game stands alone; a carried pot and the next Starting Player go along between games with a pot."""
    table = await room.open(RW, ANN, BOB)
    starters = []
    for game in (RW, RW, "threes", RW):
        await table.lifecycle.set_up(ANN, game=game)
        for person in (ANN, BOB):
            await table.seating.sit(person)
        await table.lifecycle.start(ANN)
        await defaults(room, table)
        assert table.last_match is not None
        assert table.last_match.game.key == game
        starters.append(table.state.carry["last_starter"])
    assert starters in ([0, 1, 0, 1], [1, 0, 1, 0])


@pytest.mark.rule("ADV-01", "ADV-R6")
async def test_a_night_by_time_ends_when_time_is_up(room: Room) -> None:
    """Everybody starts with 50; the agreed time is news to the rules, saved like any answer."""
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    await table.lifecycle.set_up(ANN, game="adventurers_choice", options={"length": "time", "minutes": 30})
    for person in (ANN, BOB):
        await table.seating.sit(person)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert set(table.session.match.header.stakes.values()) == {50}
    match_id = table.session.id
    while table.session is not None:
        room.clock.advance(60)
        await room.quiet()
    rows = (await room.store.match(match_id)).rows
    assert [row.answer for row in rows if row.by == "table" and row.answer != "next"] == [["time_up", None]]


async def test_no_press_but_an_answer_wins_time(room: Room) -> None:
    """Sitting down again, or handing the seat over and back, leaves the deadline where it was."""
    table = await room.open("burn_my_village", ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    [first] = table.session.match.open.values()
    person = (ANN, BOB)[first.seat]
    due = dict(table.session.deadlines)
    room.clock.advance(30)
    await table.seating.sit(person)
    assert table.session.deadlines == due
    table.live.context = replace(table.context, pacing=BotPacing(5, 5))
    await table.seating.hand_over(person, True)
    assert table.session.deadlines == {}
    await table.seating.hand_over(person, False)
    assert table.session.deadlines == due


@pytest.mark.rule("GEN-R10", "GEN-R9")
async def test_a_venue_changes_nothing_of_the_rules(room: Room) -> None:
    headers = []
    for venue in ("tavern", "house", "nugget"):
        table = await room.open(BB, ANN, venue=venue, options={"size": "g8"})
        assert table.state.settings.venue == venue
        await table.lifecycle.start(ANN)
        assert table.session is not None
        headers.append({**table.session.match.header.to_json(), "seed": None})
        await table.force_close("next venue")
        await room.quiet()
    assert headers[0] == headers[1] == headers[2]
    table = await room.open(BB, ANN)
    assert table.state.settings.venue == "nugget"


class Watching(TableListener):
    """At each change that may be shown: how many rows the rules have taken, and how many the journal's file holds."""

    def __init__(self, path: Path) -> None:
        self.path, self.seen = path, list[tuple[int, int]]()

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        assert isinstance(table, TableActor)
        match = table.session.match if table.session is not None else table.last_match
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as file:
            [(saved,)] = file.execute("SELECT count(*) FROM rows")
        self.seen.append((len(match.rows) if match is not None else 0, saved))


@pytest.mark.rule("GEN-R1")
async def test_rolls_come_from_the_servers_secret_and_are_in_the_journal_before_they_are_shown(
    tmp_path: Path,
) -> None:
    async with a_room(tmp_path / "watched.db") as room:
        watching = Watching(tmp_path / "watched.db")
        room.registry.context = replace(room.registry.context, listener=watching)
        table = await room.open(BB, ANN, BOB)
        await table.lifecycle.start(ANN)
        for person in (ANN, BOB):
            await answers(table, person, 1)
        assert table.last_match is not None
        assert table.last_match.over
        assert {taken for taken, _ in watching.seen} == {0, 1, 2}
        assert all(taken == saved for taken, saved in watching.seen)
        # the dice follow from the table's seed: 256 bits of the system's own luck, another for each table
        header = table.last_match.header
        assert header.seed.server == match_seed(table.state.seed, 1)
        again = Match.replay(table.game, header, table.last_match.rows)
        assert again.events == table.last_match.events
        await table.lifecycle.close(ANN)
        other = await room.open(BB, ANN)
        assert other.state.seed != table.state.seed
        assert match_seed(other.state.seed, 1) != header.seed.server
        assert all(len(bytes.fromhex(each.state.seed)) == 32 for each in (table, other))


async def test_what_is_refused_when_it_is_due_is_tried_again_later_and_not_at_once(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of the rules or of a computer player must not keep the process from everything else."""
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    ask.auto_answer = "no such answer"
    room.clock.advance(3600)
    for _ in range(50):
        await asyncio.sleep(0)
        await table.wait_idle()
    assert len(caplog.messages) == 1
    assert table.session.match.rows == []
    assert ask.id in table.session.match.open
    ask.auto_answer = None
    room.clock.advance(5)
    await room.quiet()
    assert [row.by for row in table.session.match.rows][:1] == ["timeout"]


async def test_a_seat_of_a_closed_table_is_handed_to_nobody(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.close(ANN)
    with pytest.raises(UserError) as refused:
        await table.seating.hand_over(ANN, True)
    assert refused.value.key == "table_closed"
