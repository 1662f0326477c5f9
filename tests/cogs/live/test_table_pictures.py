"""The picture of a table message: sent once, kept by later repaints, and never in the way of a press."""

from __future__ import annotations

from typing import Any

import pytest

from bot.clock import SystemClock
from bot.face.art.drawing import Drawing
from bot.tables.view import TableView
from cogs.live.drawing_queue import DrawingQueue
from cogs.live.table_pictures import PictureCache
from cogs.ui.components import container, message, separator, text
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import picture_of
from games.engine import RAIL
from tests.cogs.ui.pictures.test_table_picture import moments
from tests.cogs.ui.test_painted_secrets import view_of


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine draws slowly, and no picture is late for that."""
    monkeypatch.setattr("cogs.live.table_pictures.REPAINT_PATIENCE", None)


def pictures(key: str, steps: int = 12) -> list[tuple[TableView, Picture]]:
    """The pictures of a match, for spectators."""
    found: list[tuple[TableView, Picture]] = []
    for match in moments(key, most=steps):
        view = view_of(match, RAIL)
        picture = picture_of(view)
        if picture is not None and (not found or found[-1][1] != picture):
            found.append((view, picture))
    return found


def table_payload() -> Any:
    return message(container([text("seats"), separator(), text("log")], 0))


def unchanged(pictured: bool) -> Any:
    return table_payload()


def kinds(payload: Any) -> list[int]:
    return [part["type"] for part in payload["components"][0]["components"]]


async def test_a_picture_is_sent_once_and_kept_by_later_repaints() -> None:
    hall = PictureCache(True, DrawingQueue(), SystemClock())
    view, _ = pictures("city_square")[-1]
    first = await hall.dress(view, unchanged, is_new=True)
    assert kinds(first.payload) == [12, 10, 14, 10], "at the head"
    assert first.file is not None
    assert first.payload["attachments"][0]["description"]
    shown = hall.sent(view.table.id, first, {"table.png": "77"})
    again = await hall.dress(view, unchanged, is_new=False)
    assert again.file is None
    assert [each["id"] for each in again.payload["attachments"]] == ["77"]
    assert again.payload == shown, "nothing is left to send"
    assert hall.picture_for_press(view, unchanged) == again.payload
    assert not hall.behind(view)


async def test_the_answer_to_a_press_keeps_the_picture_that_is_there() -> None:
    hall = PictureCache(True, DrawingQueue(), SystemClock())
    shown = pictures("city_square")
    before, after = shown[0][0], shown[-1][0]
    hall.sent(1, await hall.dress(before, unchanged, is_new=True), {"table.png": "77"})
    answer = hall.picture_for_press(after, unchanged)
    assert answer is not None
    assert answer["attachments"] == [{"id": "77", "filename": "table.png", "description": shown[0][1].alt}]
    assert answer["components"][0]["components"][0]["items"][0]["description"] == shown[0][1].alt
    assert hall.behind(after)


async def test_a_press_never_refers_to_a_picture_that_was_not_sent() -> None:
    hall = PictureCache(True, DrawingQueue(), SystemClock())
    view, _ = pictures("city_square")[-1]
    await hall.dress(view, unchanged, is_new=True)
    assert kinds(hall.picture_for_press(view, unchanged)) == [10, 14, 10]


async def test_while_a_picture_is_on_its_way_no_press_touches_the_message() -> None:
    hall = PictureCache(True, DrawingQueue(), SystemClock())
    shown = pictures("city_square")
    first = await hall.dress(shown[0][0], unchanged, is_new=True)
    hall.sent(1, first, {"table.png": "77"})
    second = await hall.dress(shown[-1][0], unchanged, is_new=False)
    with hall.sending(1, second):
        assert hall.picture_for_press(shown[-1][0], unchanged) is None
    assert hall.picture_for_press(shown[-1][0], unchanged) is not None


async def test_a_picture_without_an_id_is_sent_again() -> None:
    hall = PictureCache(True, DrawingQueue(), SystemClock())
    view, _ = pictures("city_square")[-1]
    hall.sent(view.table.id, await hall.dress(view, unchanged, is_new=True), {})
    assert (await hall.dress(view, unchanged, is_new=False)).file is not None
    answer = hall.picture_for_press(view, unchanged)
    assert answer is not None
    assert answer["attachments"] == []


async def test_the_picture_goes_with_its_match() -> None:
    hall = PictureCache(True, DrawingQueue(), SystemClock())
    view, _ = pictures("city_square")[-1]
    hall.sent(1, await hall.dress(view, unchanged, is_new=True), {"table.png": "77"})
    view.table.match_id = 2
    answer = hall.picture_for_press(view, unchanged)
    assert answer is not None
    assert answer["attachments"] == []
    bare, _ = pictures("city_square")[0]
    bare.table.settings = bare.table.settings.model_copy(update={"pictures": False})
    dressed = await hall.dress(bare, unchanged, is_new=False)
    assert dressed.payload["attachments"] == []
    assert kinds(dressed.payload) == [10, 14, 10]


async def test_a_picture_that_cannot_be_drawn_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Drawing) -> bytes:
        raise OSError("no room")

    monkeypatch.setattr("cogs.live.drawing_queue.draw", fails)
    view, _ = pictures("city_square")[-1]
    dressed = await PictureCache(True, DrawingQueue(), SystemClock()).dress(view, unchanged, is_new=False)
    assert kinds(dressed.payload) == [10, 14, 10]
    assert dressed.file is None
