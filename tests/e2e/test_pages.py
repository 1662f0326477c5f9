"""One living place: pages open in the hand panel and lead back to it, and other answers never hide it for long."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.table.settings import choices
from games.registry import GAMES
from playground.world.components import walk
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, at_play, is_panel, play_out, sat_down

GAME = "rogues_and_warriors"
BACK = "Back to the game"


def private(player: Player) -> list[Any]:
    """The private messages that a player has, in their order in the chat."""
    return [each for each in player.person.ephemerals(player.channel) if not each.deleted]


def labels(message: Any) -> list[str]:
    """The labels of a message's buttons."""
    return [each.label for each in message.buttons]


@pytest.mark.parametrize("page", ["Settings", "Host…", "Teach me", "How to play", "Words", "Fair play"])
async def test_a_page_opens_in_the_panel_and_leads_back(evening: Evening, page: str) -> None:
    [ann] = await sat_down(evening, GAME, ["Ann"])
    panel = (await ann.opens_hand()).message
    await evening.quiet()
    await ann.person.press(panel, "More…")
    shown = await ann.person.press(panel, page)
    await evening.quiet()
    assert shown.kind == "update"
    assert private(ann) == [panel], "nothing stands below the hand"
    assert labels(panel)[-1] == BACK
    back = await ann.person.press(panel, BACK)
    assert back.kind == "update"
    assert "More…" in labels(panel)
    assert private(ann) == [panel]


async def test_settings_on_the_table_message_open_in_the_panel_of_who_has_one(evening: Evening) -> None:
    [ann] = await sat_down(evening, GAME, ["Ann"])
    [old] = private(ann)
    shown = await ann.person.press(ann.board, "Settings")
    await evening.quiet()
    assert old.deleted
    assert private(ann) == [shown.message]
    assert labels(shown.message)[-1] == BACK
    by_command = await ann.person.slash(ann.channel, "table settings")
    await evening.quiet()
    assert private(ann) == [by_command.message]

    bob = Player(evening, "Bob", ann.channel)
    watching = await bob.person.press(bob.board, "Settings")
    assert watching.kind == "message"
    assert BACK not in labels(watching.message), "there is no game to lead back to"


async def test_a_match_that_begins_takes_the_place_of_a_page(evening: Evening) -> None:
    ann, bob = await sat_down(evening, GAME)
    for player in (ann, bob):
        await player.opens_hand()
    await bob.person.press(bob.panel, "More…")
    await bob.person.press(bob.panel, "Teach me")
    page = bob.panel
    assert "step 1 of 3" in page.text
    await ann.press("Start")
    await evening.quiet()
    assert "step 1 of 3" not in bob.panel.text
    assert bob.panel.attachments == []
    assert len(private(bob)) == 1


async def test_a_lesson_in_the_panel_goes_on_while_others_play(evening: Evening) -> None:
    players = await at_play(evening, GAME, ("Ann", "Bob", "Cid"))
    for player in players:
        await player.opens_hand()
    asked = acting(evening, players)
    reader = players[players.index(asked) - 1]
    panel = reader.panel
    await reader.person.press(panel, "More…")
    await reader.person.press(panel, "How to play")
    await reader.person.press(panel, "Teach me")
    await asked.press("Check")
    await evening.quiet()
    assert "step 1 of 3" in panel.text, "nobody asks the reader yet"
    learned = await reader.person.press(panel, "Call 2")
    assert "step 2 of 3" in learned.text
    assert private(reader) == [panel]


@pytest.mark.parametrize(("command", "option"), [("rules", {"game": GAME}), ("help", {}), ("my profile", {})])
async def test_an_answer_to_a_command_hides_the_hand_until_the_next_question(
    evening: Evening, command: str, option: dict[str, Any]
) -> None:
    players = await at_play(evening, GAME)
    for player in players:
        await player.opens_hand()
    asked = acting(evening, players)
    waiting = next(each for each in players if each is not asked)
    old = waiting.panel
    await waiting.person.slash(waiting.channel, command, **option)
    await evening.quiet()
    assert not is_panel(private(waiting)[-1])
    await asked.press("Check")
    await evening.quiet()
    assert old.deleted
    assert private(waiting)[-1] is waiting.panel
    assert is_panel(waiting.panel)


async def test_an_answer_to_a_command_hides_the_hand_until_the_next_press(evening: Evening) -> None:
    players = await at_play(evening, GAME)
    for player in players:
        await player.opens_hand()
    who = acting(evening, players)
    old = who.panel
    await who.person.slash(who.channel, "rules", game="tiamat")
    refused = await who.person.slash(who.channel, "table open", game="threes")
    assert "already" in refused.text
    shown = await who.person.press(old, "More…")
    await evening.quiet()
    assert old.deleted
    assert private(who)[-1] is shown.message
    back = await who.person.press(shown.message, BACK)
    assert back.kind == "update", "there it stays, as long as nothing comes below it"


async def test_a_hand_that_was_opened_by_command_is_hidden_by_nothing(evening: Evening) -> None:
    players = await at_play(evening, GAME)
    for player in players:
        await player.opens_hand()
    who = acting(evening, players)
    panel = who.panel
    checked = await who.person.press(panel, "Check")
    assert checked.kind == "update"
    assert who.panel is panel


async def test_what_is_said_about_the_table_stands_in_the_panel(evening: Evening) -> None:
    ann, bob = await at_play(evening, GAME)
    await play_out(evening, [ann, bob])
    await bob.opens_hand()
    await evening.quiet()
    count = len(private(bob))
    said = await bob.press("Sit out a hand")
    assert said.kind == "update"
    assert "You're sitting out the next hand" in said.text
    assert len(private(bob)) == count


MOST_COMPONENTS = 30
"""The most components of a view of the settings; Discord takes 40 in a message."""


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_settings_of_every_game_are_small(evening: Evening, key: str) -> None:
    [ann] = await sat_down(evening, key, ["Ann"])
    menu: Any = (await ann.person.slash(ann.channel, "table settings")).message
    assert len([*walk(menu.components)]) <= MOST_COMPONENTS
    forms = [each for each in menu.buttons if (each.custom_id or "").startswith("o:")]
    labels = [each.label for each in forms]
    assert labels[0] == "Game and stakes"
    assert len(set(labels)) == len(labels)
    fields = set[str]()
    for each in forms:
        modal = (await ann.person.press(menu, custom_id=each.custom_id)).modal
        assert modal is not None
        assert len([*walk(modal.components)]) <= MOST_COMPONENTS
        fields |= {option["value"] for field in modal.components for option in field["component"]["options"]}
        fields |= {field["component"]["custom_id"].removeprefix("option.") for field in modal.components}
    offered = {name for name, field in GAMES[key].options.menu_fields().items() if choices(field) or
               field.annotation is bool}  # fmt: skip
    assert offered <= fields, "every option of the game is in a form"
