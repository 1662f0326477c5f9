"""Pictures through the real client: they come with the table message, follow presses, and go with the match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from playground import Playground
from tests.e2e.clicking import Player, play_out
from tests.e2e.conftest import Evening, HandClock, bot_on


@pytest.fixture
async def gallery(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """An evening with pictures of tables, without emoji."""
    monkeypatch.setattr("cogs.uploads.SETS", {})
    monkeypatch.setattr("cogs.screen.PICTURE_LATER", 0.0)
    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock, pictures=True) as bot:
        yield Evening(playground, path, clock, bot)


async def opened(evening: Evening, game: str) -> list[Player]:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    await ann.person.slash(tavern, "table open", game=game)
    await evening.quiet()
    await bob.press("Sit down")
    await ann.press("Add computer")
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    return [ann, bob]


def picture(board: Any) -> Any:
    """The gallery of a message; None if it has none."""
    [box] = [part for part in board.components if part["type"] == 17]
    return next((part for part in box["components"] if part["type"] == 12), None)


async def test_a_city_grows_in_the_picture(gallery: Evening) -> None:
    ann, bob = await opened(gallery, "city_square")
    for _ in range(30):
        table = gallery.table(ann.channel)
        assert table.playing is not None
        asked = {ask.seat for ask in table.playing.match.open.values() if not ask.answered}
        await (ann if 0 in asked else bob).acts()
        await gallery.quiet()
        if picture(ann.board) is not None:
            break
    shown = picture(ann.board)
    assert shown is not None
    [attachment] = ann.board.attachments
    assert attachment.content.startswith(b"\x89PNG")
    words = shown["items"][0]["description"]
    assert "city: " in words
    assert attachment.description == words


async def test_a_match_with_pictures_is_played_to_its_end(gallery: Evening) -> None:
    players = await opened(gallery, "three_kingdoms")
    await play_out(gallery, players)
    shown = picture(players[0].board)
    assert shown is not None, "the showdown is shown"
    assert len(players[0].board.attachments) == 1
    failed = [each for each in gallery.playground.requests if each.status >= 400]
    assert failed == []


async def test_a_table_without_pictures_sends_none(gallery: Evening) -> None:
    tavern = gallery.playground.guild.channel("tavern")
    ann = Player(gallery, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="conclave_of_wyrms")
    await gallery.quiet()
    table = gallery.table(tavern)
    table.state.settings = table.state.settings.model_copy(update={"pictures": False})
    for _ in range(2):
        await ann.press("Add computer")
    await gallery.quiet()
    await ann.press("Start")
    await gallery.quiet()
    await play_out(gallery, [ann])
    assert ann.board.attachments == []


async def test_a_deleted_message_comes_back_with_its_picture(gallery: Evening) -> None:
    players = await opened(gallery, "burn_my_village")
    ann = players[0]
    assert picture(ann.board) is not None
    gallery.playground.world.delete_message(ann.board)
    table = gallery.table(ann.channel)
    assert table.playing is not None
    asked = next(ask.seat for ask in table.playing.match.open.values() if not ask.answered)
    await players[asked].opens_hand()
    await players[asked].acts()
    await gallery.quiet()
    assert picture(ann.board) is not None
    assert len(ann.board.attachments) == 1


async def test_where_no_file_may_be_attached_the_table_is_painted_without(gallery: Evening) -> None:
    tavern = gallery.playground.guild.channel("tavern")
    ann = Player(gallery, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="burn_my_village")
    await ann.press("Add computer")
    await gallery.quiet()
    gallery.playground.faults.fail_next("PATCH", r"^/channels/\d+/messages/\d+$", 403, 50013)
    await ann.press("Start")
    await gallery.quiet()
    assert "Favor" in ann.board.text, "the message says it all"
    assert picture(ann.board) is None
    assert gallery.bot.screen.trouble(gallery.table(tavern)) is None
    await play_out(gallery, [ann])
    assert ann.board.attachments == []
    assert sum(bool(each.files) for each in gallery.playground.requests) == 1, "tried once"
