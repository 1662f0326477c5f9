"""Pictures through the real client: they come with the table message, follow presses, and go with the match."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from cogs.live.live_message import PLAIN_FOR
from cogs.live.table_messages import table_messages
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, at_play, play_one, play_out, sat_down


def picture(board: Any) -> Any:
    """The gallery of a message; None if it has none."""
    [box] = [part for part in board.components if part["type"] == 17]
    return next((part for part in box["components"] if part["type"] == 12), None)


async def test_a_city_grows_in_the_picture(gallery: Evening) -> None:
    ann, bob = await at_play(gallery, "city_square", computers=1)
    for _ in range(30):
        table = gallery.table(ann.channel)
        assert table.session is not None
        asked = {ask.seat for ask in table.session.match.open.values() if not ask.answered}
        await (ann if 0 in asked else bob).acts()
        await gallery.quiet()
        if "city worth" in picture(ann.board)["items"][0]["description"]:
            break
    shown = picture(ann.board)
    assert shown is not None
    [attachment] = ann.board.attachments
    assert attachment.content.startswith(b"\x89PNG")
    words = shown["items"][0]["description"]
    assert "city worth" in words
    assert attachment.description == words


async def test_the_best_bribe_is_told_in_the_picture_and_each_in_the_list(gallery: Evening) -> None:
    [ann] = await at_play(gallery, "burn_my_village", ("Ann",), computers=1)
    for _ in range(40):
        await ann.opens_hand()
        await gallery.quiet()
        words = picture(ann.panel)["items"][0]["description"]
        lines = [option.description or option.label for menu in ann.panel.selects for option in menu.options]
        lines += [button.label for button in ann.panel.buttons]
        if "Bribe, buy or draw?" in words and re.search(r"Bribe .*: −?\d+ → −?\d+ points", words):
            break
        await ann.acts()
        await gallery.quiet()
    best = re.search(r"Bribe [^.]*: (−?\d+) → (−?\d+) points", words)
    assert best is not None, words
    assert any(f"{best[1]} → {best[2]} points" in line for line in lines), lines


async def test_beside_a_picture_the_automatic_passes_stand_behind_more(gallery: Evening) -> None:
    [ann] = await at_play(gallery, "tavern", ("Ann",), computers=2)
    await ann.opens_hand()
    await gallery.quiet()
    assert "Skip more…" not in [button.label for button in ann.panel.buttons]
    page = (await ann.person.press(ann.panel, "More…")).message
    assert page is not None
    opened = (await ann.person.press(page, "Skip more…")).message
    assert opened is not None
    assert "Back" in [button.label for button in opened.buttons]
    await ann.person.press(opened, "Back")
    await gallery.quiet()
    assert picture(ann.panel) is not None


async def test_a_match_with_pictures_is_played_to_its_end(gallery: Evening) -> None:
    players = await at_play(gallery, "three_kingdoms", computers=1)
    await play_out(gallery, players)
    shown = picture(players[0].board)
    assert shown is not None, "the showdown is shown"
    assert len(players[0].board.attachments) == 1
    failed = [each for each in gallery.playground.requests if each.status >= 400]
    assert failed == []


@pytest.mark.in_english
async def test_the_details_tell_in_words_what_the_picture_shows(gallery: Evening) -> None:
    players = await at_play(gallery, "three_kingdoms", computers=1)
    board = players[0].board
    assert picture(board) is not None
    assert "Red war: 🟥" not in board.text
    told = await players[1].press("Details")
    assert "Red war: 🟥" in told.text
    assert told.message is not None
    assert told.message.ephemeral
    assert players[0].board.components == board.components


@pytest.mark.parametrize("game", ["tripledip"])
async def test_presses_on_the_table_message_keep_its_picture(gallery: Evening, game: str) -> None:
    """Discord keeps what the answer lists by id, and nothing else."""
    players = await at_play(gallery, game)
    pressed = 0
    for presses in range(24):
        table = gallery.table(players[0].channel)
        if table.session is None:
            break
        before = gallery.playground.interactions.last
        await play_one(gallery, players, presses | 1)
        last = gallery.playground.interactions.last
        assert last is not before or last is None or last.acknowledged
        if last is not None and last.message is players[0].board and last.kind == "update":
            pressed += 1
            assert picture(last.message) is not None
        await gallery.quiet()
    assert pressed
    refused = [f"{each.status} {each.path}" for each in gallery.playground.requests if each.status >= 400]
    assert refused == []


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
    players = await at_play(gallery, "burn_my_village", computers=1)
    ann = players[0]
    assert picture(ann.board) is not None
    gallery.playground.world.delete_message(ann.board)
    for player in players:
        await player.opens_hand()
    # An answer of which the table message shows nothing repaints nothing, and so finds nothing missing.
    for _ in range(6):
        session = gallery.table(ann.channel).session
        if ann.board is None and session is not None:
            asked = next(ask.seat for ask in session.match.open.values() if not ask.answered)
            await players[asked].acts()
            await gallery.quiet()
    assert picture(ann.board) is not None
    assert len(ann.board.attachments) == 1


@pytest.mark.in_english
async def test_where_no_file_may_be_attached_the_table_is_painted_without(gallery: Evening) -> None:
    tavern = gallery.playground.guild.channel("tavern")
    ann = Player(gallery, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="burn_my_village")
    await gallery.quiet()
    await ann.press("Add computer")
    await gallery.quiet()
    gallery.playground.faults.fail_next("PATCH", r"^/channels/\d+/messages/\d+$", 403, 50013)
    before = len(gallery.playground.requests)
    await ann.press("Start")
    await gallery.quiet()
    assert "Favour" in ann.board.text, "the message says it all"
    assert picture(ann.board) is None
    assert table_messages(gallery.bot).trouble(gallery.table(tavern)) is None
    await play_out(gallery, [ann])
    assert ann.board.attachments == []
    files = [each.path for each in list(gallery.playground.requests)[before:] if each.files]
    assert sum(path.startswith("/channels") for path in files) == 1, "tried once"


async def test_a_hand_is_drawn_in_its_panel_and_follows_presses(gallery: Evening) -> None:
    players = await at_play(gallery, "kings_council")
    for player in players:
        await player.opens_hand()
    for _ in range(3):
        for player in players:
            assert "You: " in picture(player.panel)["items"][0]["description"]
            [attachment] = player.panel.attachments
            assert attachment.content.startswith(b"\x89PNG")
        asked = next(each for each in players if player_is_asked(gallery, each))
        await asked.acts()
        await gallery.quiet()
    assert [each for each in gallery.playground.requests if each.status >= 400] == []


async def test_a_panel_keeps_the_picture_of_a_hand_that_has_not_changed(gallery: Evening) -> None:
    """It is neither drawn nor sent again for each bet, by the answer to a press as little as by an edit."""
    players = await at_play(gallery, "rogues_and_warriors")
    for player in players:
        await player.opens_hand()
    await gallery.quiet()
    for presses in range(4):
        await play_one(gallery, players, presses | 1)
        await gallery.quiet()
        for player in players:
            if gallery.table(player.channel).session is not None:
                assert "You: " in picture(player.panel)["items"][0]["description"]
                [attachment] = player.panel.attachments
                assert attachment.content.startswith(b"\x89PNG")
    requests = gallery.playground.requests
    edits = [each for each in requests if each.method == "PATCH" and each.path.startswith("/webhooks/")]
    answers = [
        each for each in requests if each.path.endswith("/callback") and each.json and each.json["type"] == 7
    ]
    repaints = [each for each in [*edits, *answers] if "hand-" in str(each.json)]
    assert len(repaints) > 6
    sent = Counter(name for each in repaints for name in each.files)
    assert set(sent.values()) <= {1}, "each picture once"
    assert [each for each in gallery.playground.requests if each.status >= 400] == []


@pytest.mark.in_english
async def test_a_picture_that_is_no_longer_there_is_sent_again(gallery: Evening) -> None:
    players = await at_play(gallery, "rogues_and_warriors")
    for player in players:
        await player.opens_hand()
    await gallery.quiet()
    await play_one(gallery, players, 1)
    await gallery.quiet()
    gallery.playground.faults.fail_next("PATCH", r"^/webhooks/", 400, 50035)
    table, panels = gallery.table(players[0].channel), table_messages(gallery.bot).panels
    panels.tell(table.state.id, ["New words above the same picture"])
    panels.outdated(table, [0])
    await gallery.quiet()
    refused = [each for each in gallery.playground.requests if each.status == 400]
    assert [each.files for each in refused] == [[]], "it was to stay"
    for player in players:
        [attachment] = player.panel.attachments
        assert attachment.content.startswith(b"\x89PNG")


def player_is_asked(evening: Evening, player: Player) -> bool:
    """Whether a player has an open question."""
    table = evening.table(player.channel)
    assert table.session is not None
    seat = table.state.seat_of(player.person.id)
    return any(ask.seat == seat.number for ask in table.session.match.open.values()) if seat else False


async def test_where_discord_takes_no_picture_a_hand_is_told_in_words(gallery: Evening) -> None:
    players = await at_play(gallery, "kings_council")
    gallery.playground.faults.fail_next("POST", r"^/interactions/.*/callback$", 403, 50013)
    await players[1].opens_hand()
    await gallery.quiet()
    panel = players[1].panel
    assert picture(panel) is None
    assert "Your hand: " in panel.text
    await players[1].opens_hand()
    await gallery.quiet()
    assert picture(players[1].panel) is None, "it is not tried again at this table"


def answers(evening: Evening, since: int) -> list[Any]:
    """The answers to presses that repaint what was pressed."""
    requests = list(evening.playground.requests)[since:]
    return [each for each in requests if each.path.endswith("/callback") and each.json["type"] == 7]


async def test_a_press_is_answered_with_the_picture_that_is_there_and_the_new_one_follows(
    gallery: Evening,
) -> None:
    players = await at_play(gallery, "rogues_and_warriors")
    for player in players:
        await player.opens_hand()
    await gallery.quiet()
    asked = next(each for each in players if player_is_asked(gallery, each))
    [before] = asked.panel.attachments
    since = len(gallery.playground.requests)
    await asked.acts()
    [answer] = answers(gallery, since)
    assert answer.files == []
    assert [each["filename"] for each in answer.json["data"]["attachments"]] == [before.filename]
    await gallery.quiet()
    [after] = asked.panel.attachments
    assert after.filename != before.filename
    assert "is thinking" in picture(asked.panel)["items"][0]["description"]


async def test_a_question_whose_picture_is_late_is_asked_in_words(
    gallery: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier picture under a new question would mislead, so there is none until the new one is drawn."""
    players = await at_play(gallery, "rogues_and_warriors")
    for player in players:
        await player.opens_hand()
    await gallery.quiet()
    asked = next(each for each in players if player_is_asked(gallery, each))
    other = next(each for each in players if each is not asked)
    [before] = other.panel.attachments
    monkeypatch.setattr("cogs.live.hand_panels.REPAINT_PATIENCE", 0)
    since = len(gallery.playground.requests)
    await asked.acts()
    await gallery.quiet()
    edits = [
        each
        for each in list(gallery.playground.requests)[since:]
        if each.method == "PATCH" and each.path.startswith("/webhooks/") and "Fold" in str(each.json)
    ]
    first, *later = edits
    assert first.json["attachments"] == []
    assert "Your hand" in str(first.json), "the words say it all"
    assert any("hand-" in name for each in later for name in each.files)
    [after] = other.panel.attachments
    assert after.filename != before.filename
    assert [each for each in gallery.playground.requests if each.status >= 400] == []


async def test_a_panel_that_shows_what_it_should_is_not_sent_again(gallery: Evening) -> None:
    players = await at_play(gallery, "rogues_and_warriors")
    for player in players:
        await player.opens_hand()
    await gallery.quiet()
    before = len(gallery.playground.requests)
    table_messages(gallery.bot).panels.outdated(gallery.table(players[0].channel), [0, 1])
    await gallery.quiet()
    assert len(gallery.playground.requests) == before


async def test_words_to_a_press_stay_while_its_picture_follows(
    gallery: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.live.hand_panels.PRESS_PATIENCE", 0)
    ann, _bob = await at_play(gallery, "rogues_and_warriors")
    cid = Player(gallery, "Cid", ann.channel)
    await cid.press("Sit down")
    await gallery.quiet()
    assert "You're in seat 3." in cid.panel.text
    assert len(cid.panel.attachments) == 1


async def test_pictures_that_were_refused_come_back_after_a_while(gallery: Evening) -> None:
    tavern = gallery.playground.guild.channel("tavern")
    ann, bob, cid = (Player(gallery, name, tavern) for name in ("Ann", "Bob", "Cid"))
    await sat_down(gallery, "threes", ["Ann"])
    assert picture(ann.board) is not None
    gallery.playground.faults.fail_next("PATCH", r"/channels/\d+/messages", 413)
    await bob.press("Sit down")
    await gallery.quiet()
    assert picture(ann.board) is None
    gallery.clock.advance(PLAIN_FOR)
    await cid.press("Sit down")
    await gallery.quiet()
    assert picture(ann.board) is not None
