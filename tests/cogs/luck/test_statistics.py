"""`/luck` counts all matches that are open, once each, and nothing that is sealed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language import speaking
from bot.tables.table_actor import TableActor
from cogs.luck import statistics
from cogs.luck.painter import luck_chart
from cogs.luck.statistics import LuckReport, LuckStatistics
from cogs.luck.tally import Face, cards_of, ranks_of
from tests.helpers.readers import reader
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, GUILD, Room, defaults


async def played(room: Room, table: TableActor, matches: int = 1) -> None:
    for _ in range(matches):
        for person in (ANN, BOB):
            if table.session is None:
                await (
                    table.lifecycle.again(person)
                    if table.state.progress.deals
                    else table.lifecycle.start(person)
                )
        await defaults(room, table)


def drawn(report: LuckReport, pool: str) -> int:
    return sum(face.came for face in report.tally.get(pool, {}).values())


async def test_a_member_reads_of_their_own_rolls_and_a_table_of_all(room: Room) -> None:
    table = await room.open("threes", ANN, BOB)
    await played(room, table, 2)
    luck = LuckStatistics(room.store)
    ann, bob = [await luck.of_member(GUILD, person.user_id) for person in (ANN, BOB)]
    everything = await luck.of_table(table.state.id, reader(ANN))
    assert [report.matches for report in (ann, bob, everything)] == [2, 2, 2]
    assert drawn(ann, "d6") > 0
    assert drawn(ann, "d6") + drawn(bob, "d6") == drawn(everything, "d6")
    nobody = await luck.of_member(GUILD, CID.user_id)
    assert (nobody.tally, nobody.matches) == ({}, 0)
    other = await luck.of_member(GUILD + 1, ANN.user_id)
    assert other.matches == 0


async def test_a_table_tells_those_alone_who_may_see_its_matches(room: Room) -> None:
    """Its number is all that a press brings, and numbers are 1, 2, 3 ..."""
    table = await room.open("threes", ANN, BOB)
    await played(room, table)
    await table.hosting.move(ANN, CHANNEL + 1, hidden_in=CHANNEL)
    await played(room, table)
    luck = LuckStatistics(room.store)
    for person, channels, seen in ((ANN, (), 2), (CID, (), 1), (CID, (CHANNEL + 1,), 0)):
        assert (await luck.of_table(table.state.id, reader(person, *channels))).matches == seen


async def test_hidden_cards_are_counted_once_they_are_open(room: Room) -> None:
    table = await room.open("rogues_and_warriors", ANN, BOB)
    await played(room, table, 2)
    pool, luck = cards_of("rogues_and_warriors"), LuckStatistics(room.store)
    for report in (
        await luck.of_member(GUILD, ANN.user_id),
        await luck.of_table(table.state.id, reader(ANN)),
    ):
        assert (report.tally, report.matches, report.sealed) == ({}, 0, 2)
    await table.lifecycle.agree_to_open(ANN, 1)
    await table.lifecycle.agree_to_open(BOB, 1)
    agreed = await luck.of_member(GUILD, ANN.user_id)
    assert (drawn(agreed, pool), agreed.matches, agreed.sealed) == (2, 1, 1)
    await table.lifecycle.close(ANN)
    report = await luck.of_member(GUILD, ANN.user_id)
    assert (drawn(report, pool), report.matches, report.sealed) == (4, 2, 0)


async def test_a_match_is_played_again_only_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.open("threes", ANN, BOB)
    await played(room, table, 2)
    counted: list[int] = []
    count: Any = statistics._count

    def noted(record: Any) -> Any:
        counted.append(record.id)
        return count(record)

    monkeypatch.setattr(statistics, "_count", noted)
    monkeypatch.setattr(statistics, "KEPT", 2)
    luck = LuckStatistics(room.store)
    for _ in range(3):
        await luck.of_member(GUILD, ANN.user_id)
        await luck.of_table(table.state.id, reader(ANN))
    assert sorted(counted) == [1, 2]
    await played(room, table)
    await luck.of_member(GUILD, BOB.user_id)
    assert len(luck._kept) == 2, "no more than so many are kept"


async def test_only_the_newest_matches_count(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.open("threes", ANN, BOB)
    await played(room, table, 3)
    monkeypatch.setattr(statistics, "MOST", 2)
    assert (await LuckStatistics(room.store).of_member(GUILD, ANN.user_id)).matches == 2
    assert (await LuckStatistics(room.store).of_table(table.state.id, reader(ANN))).matches == 2


async def test_a_match_that_these_rules_cannot_play_is_left_out(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await room.open("threes", ANN, BOB)
    await played(room, table)
    match: Any = room.store.match

    async def older(number: int) -> Any:
        from dataclasses import replace

        record = await match(number)
        rows = [replace(row, digest="0" * 12) for row in record.rows]
        return replace(record, rows=tuple(rows), header={**record.header, "options": {"castling": True}})

    monkeypatch.setattr(room.store, "match", older)
    assert (await LuckStatistics(room.store).of_table(table.state.id, reader(ANN))).matches == 0


def test_ranks_are_told_in_the_reader_s_language() -> None:
    pool = ranks_of("rogues_and_warriors")
    report = LuckReport({pool: {"Bard": Face(1, 1.0, 1.0)}}, matches=1, sealed=0)
    with speaking("de"):
        assert "**Barde** 1" in luck_chart(report, pool, "Ann").lines
