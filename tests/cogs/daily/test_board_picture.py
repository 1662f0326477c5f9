"""The closing picture of a day: the moment at which the tries parted is drawn, once that helps nobody's try."""

from __future__ import annotations

import pytest

from bot.clock import DAY, HOUR
from bot.face.art.drawing import MOST_BYTES
from cogs.daily.board_picture import board_pictures
from cogs.daily.day_table import DailyTable, score_of
from cogs.daily.days import Hour, PlaceDay, Streak
from cogs.daily.painter import parted_choices, parting_picture, yesterday_note
from cogs.daily.parting import find_parting
from cogs.daily.rows import DailyResult, OpenBoard, SetEvent
from cogs.daily.service import DayOfPlace
from db.backend.names import Name
from tests.cogs.daily.test_service import (
    DAYS,
    ELSEWHERE,
    finish,
    room,
    seed_of,
    tables_of,
    today,
    tried,
)
from tests.helpers.tables import ANN, BOB, GUILD, Room

__all__ = ["room"]
SHOWN_WHOLE = 960
"""The height of a picture that a phone still shows at its full width."""
PARTED = DAYS[:7]
"""Days on which four random tries part."""


def day_of(number: int) -> DayOfPlace:
    """Return a day that four members have played at random, with where their tries parted."""
    table = DailyTable.of(number, seed_of(number))
    tries = [(name, *tried(table, name)) for name in ("Ann", "Bob", "Cid", "Dot")]
    results = sorted(
        (
            DailyResult(at + 1, at + 1, Name(name), at + 1, answers, score_of(match), "bcm", None)
            for at, (name, answers, match) in enumerate(tries)
        ),
        key=lambda result: -result.score,
    )
    tomorrow, day = DailyTable.of(number + 1, seed_of(number + 1)), PlaceDay(number, (number + 1) * DAY)
    parting = find_parting(table, results)
    return DayOfPlace(day, table, tomorrow, results, {}, Streak(2, 2), day.ends, True, parting)


@pytest.mark.parametrize("number", PARTED)
def test_the_moment_of_the_parting_is_drawn(number: int) -> None:
    board = day_of(number)
    assert board.parting is not None
    [plain] = board_pictures(board, over=False)
    crowned, parted = board_pictures(board, over=True)
    moment = parting_picture(board)
    assert moment is not None
    assert parted.drawing.tall > moment.drawing.tall
    for drawn in (plain, crowned, parted):
        assert drawn.drawing.tall <= SHOWN_WHOLE
        assert len(drawn.drawn()) <= MOST_BYTES
    for choice in parted_choices(board.table, board.parting):
        assert choice.split()[0] in parted.alt
    assert "parted" in parted.alt
    assert "parted" not in plain.alt + crowned.alt


@pytest.mark.usefixtures("room")
async def test_moves_wait_until_the_day_is_over_in_every_place(room: Room) -> None:
    daily = tables_of(room)
    member = await room.account(ANN)
    day = PlaceDay(await today(daily), (await today(daily) + 1) * DAY)
    for person in (ANN, BOB):
        await finish(daily, person=person)
    await room.store.commit(
        OpenBoard(7, day.number, ELSEWHERE, 0.0), SetEvent(ELSEWHERE, 7, Hour(16 * HOUR), member)
    )
    room.clock.advance(day.ends - room.clock.now())
    assert await today(daily, ELSEWHERE) == day.number, "it goes on elsewhere"
    closed, early = await daily.board(GUILD, day, over=True), await daily.yesterday(GUILD, BOB.user_id)
    assert closed.parting is None
    assert not early.moves
    assert len(board_pictures(closed, over=True)) == 1
    assert f"how it was played here <t:{int(day.ends) + 16 * HOUR}:R>" in str(yesterday_note(early))
    room.clock.advance(16 * HOUR)
    assert (await daily.board(GUILD, day, over=True)).parting is not None
    told = await daily.yesterday(GUILD, BOB.user_id)
    assert told.moves
    assert "how it was played here" not in str(yesterday_note(told))
    assert (await daily.board(GUILD, day)).parting is None
