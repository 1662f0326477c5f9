"""Every refusal is a sentence that says what to do instead, and changes nothing."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from cogs.requests import http
from cogs.ui import custom_ids
from db import SaveSetting
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, sets

GAME = "rogues_and_warriors"


@pytest.fixture
async def table(evening: Evening) -> dict[str, Player]:
    """Ann's table; Bob is seated, Cid and Dot watch."""
    tavern = evening.playground.guild.channel("tavern")
    players = {name: Player(evening, name, tavern) for name in ("Ann", "Bob", "Cid", "Dot")}
    await players["Ann"].person.slash(tavern, "table open", game=GAME)
    await evening.quiet()
    await players["Bob"].press("Sit down")
    await evening.quiet()
    return players


async def start(evening: Evening, table: dict[str, Player]) -> tuple[Player, Player]:
    """Start; gives who is to act and who is not."""
    await table["Ann"].press("Start")
    await evening.quiet()
    actor = evening.table(table["Ann"].channel)
    assert actor.session is not None
    [ask] = actor.session.match.open.values()
    first, second = table["Ann"], table["Bob"]
    seat = actor.state.seat_of(first.person.id)
    assert seat is not None
    return (first, second) if ask.seat == seat.number else (second, first)


async def rows(evening: Evening) -> int:
    return len((await evening.store.match(1)).rows)


async def test_not_your_turn(evening: Evening, table: dict[str, Player]) -> None:
    acting, waiting = await start(evening, table)
    reply = await waiting.press("Check")
    assert reply.ephemeral
    assert f"It's {acting.name}'s turn. You're next." in reply.text
    assert await rows(evening) == 0


async def test_old_button_shows_the_present_question(evening: Evening, table: dict[str, Player]) -> None:
    acting, _ = await start(evening, table)
    panel = acting.panel
    check = next(b for b in panel.buttons if b.label == "Check")
    await acting.press("Check")
    await evening.quiet()
    reply = await acting.person.press_raw(acting.channel, panel.id, check.custom_id)
    assert "Too late, the game has moved on. Here's where we are." in reply.text
    assert "Your hand" in reply.text
    assert await rows(evening) == 1


async def test_not_seated(evening: Evening, table: dict[str, Player]) -> None:
    await start(evening, table)
    reply = await table["Cid"].press("Check")
    assert "You're watching. Sit down to play the next hand." in reply.text
    assert [b.label for b in reply.message.buttons] == ["Sit down"]
    assert await rows(evening) == 0


async def test_who_cannot_afford_a_seat_plays_for_points(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = Player(evening, "Ann", tavern), Player(evening, "Bob", tavern)
    await ann.person.slash(tavern, "table open", game=GAME, stake=500)
    await evening.quiet()
    reply = await bob.press("Sit down")
    assert "You're 340 short for this table, so you play for points this time." in reply.text
    assert len(evening.table(tavern).state.seats) == 2


async def test_bot_restarting(evening: Evening, table: dict[str, Player]) -> None:
    acting, _ = await start(evening, table)
    evening.bot.stopping = True
    reply = await acting.press("Check")
    assert "The bot's restarting. Press again in a few seconds." in reply.text
    reply = await acting.person.slash(acting.channel, "table leave")
    assert "The bot's restarting" in reply.text
    assert await rows(evening) == 0


async def test_the_same_interaction_twice_counts_once(evening: Evening, table: dict[str, Player]) -> None:
    acting, _ = await start(evening, table)
    await acting.press("Check")
    await evening.quiet()
    evening.playground.replay_last_interaction()
    await evening.quiet()
    assert await rows(evening) == 1


async def test_fold_where_a_check_is_free_is_asked_once(evening: Evening, table: dict[str, Player]) -> None:
    """BET-R23: the client asks whether it is meant."""
    acting, _ = await start(evening, table)
    reply = await acting.press("Fold")
    assert "You can check for free. Fold anyway?" in reply.text
    assert await rows(evening) == 0
    await acting.person.press(reply.message, "Fold")
    await evening.quiet()
    assert (await evening.store.match(1)).rows[0].answer == "fold"


async def test_amounts_by_modal(evening: Evening, table: dict[str, Player]) -> None:
    acting, waiting = await start(evening, table)
    reply = await waiting.press("Other amount")
    assert f"It's {acting.name}'s turn." in reply.text
    reply = await acting.press("Other amount")
    assert reply.modal is not None
    bad = await acting.person.submit(reply.modal, {"value": "many"})
    assert bad.text.startswith("Please type a whole number from 1 to ")
    bad = await acting.person.submit(reply.modal, {"value": "5000"})
    assert bad.text.startswith("Please type a whole number from 1 to ")
    assert await rows(evening) == 0
    await acting.person.submit(reply.modal, {"value": "7"})
    await evening.quiet()
    assert (await evening.store.match(1)).rows[0].answer == 7


@pytest.mark.parametrize(
    "custom_id",
    [
        "x:1",
        "p:1:1:1",
        "p:1:1:2:",
        "p:999:1:2:1",
        "t:1:nothing",
        "o:1:nothing",
        "s:1:1:x",
        "p:1:1:2:{}",
        "t:z:sit",
    ],
)
async def test_forged_controls(evening: Evening, table: dict[str, Player], custom_id: str) -> None:
    acting, _ = await start(evening, table)
    reply = await acting.person.press_raw(acting.channel, acting.board.id, custom_id)
    assert reply.acknowledged
    assert reply.text
    assert "Something went wrong" not in reply.text
    assert await rows(evening) == 0


async def test_other_peoples_settings(evening: Evening, table: dict[str, Player]) -> None:
    refused = await table["Bob"].sets({"Game": "threes"})
    assert "Only the host, Ann, can do that." in refused.text
    assert evening.table(table["Bob"].channel).state.game == GAME


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("base", "mithril"),
        ("pace", ""),
        ("venue", "street"),
        ("computers", "cheating"),
        ("buy_in", "-5"),
        ("buy_in", "a lot"),
        ("buy_in", "51"),
        ("stakes", "51"),
        ("stakes", "nothing"),
        ("clock.turn", "1"),
        ("clock.none", "60"),
        ("option.none", "x"),
        ("game", "chess"),
        ("nothing", "x"),
    ],
)
async def test_forged_settings(
    evening: Evening, table: dict[str, Player], field: str, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann = table["Ann"]
    actor = evening.table(ann.channel)
    before = actor.state.settings
    reply = await ann.person.press_raw(
        ann.channel, ann.board.id, f"o:{actor.state.id}:{field}", values=[value]
    )
    assert reply.ephemeral
    assert "Something went wrong" not in reply.text
    assert reply.text
    assert actor.state.settings == before
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    ("form", "field", "value"),
    [
        ("Game and stakes", "Game", "chess"),
        ("Game and stakes", "Stakes", "51"),
        ("Game and stakes", "Stakes", "nothing"),
        ("Game and stakes", "Pace", "warp"),
        ("Game and stakes", "Computer players", "cheating"),
        ("Variants", "Variants", "magic"),
        ("Variants", "Split rule", "none"),
        ("Table", "Base", "wood"),
        ("Table", "At the table", "free"),
    ],
)
async def test_forms_with_forged_values(
    evening: Evening,
    table: dict[str, Player],
    form: str,
    field: str,
    value: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A client sends a value that its form didn't offer."""
    ann = table["Ann"]
    state = evening.table(ann.channel).state
    before = state.settings, state.options, state.game
    opened = await ann.person.press(await ann.opens_settings(), form)
    assert opened.modal is not None
    [forged] = [each["component"] for each in opened.modal.components if each["label"] == field]
    forged["options"].append({"label": value, "value": value})
    reply = await ann.person.submit(opened.modal, {field: value})
    assert "Too late, the game has moved on." in reply.text
    assert (state.settings, state.options, state.game) == before
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


async def test_a_form_that_is_sent_as_it_was_changes_nothing(
    evening: Evening, table: dict[str, Player]
) -> None:
    ann = table["Ann"]
    state = evening.table(ann.channel).state
    before = state.settings, state.options, state.game
    menu = await ann.opens_settings()
    for form in [each.custom_id for each in menu.buttons if (each.custom_id or "").startswith("o:")]:
        opened = await ann.person.press(menu, custom_id=form)
        saved = await ann.person.submit(opened.modal)
        assert "Saved." in saved.text
        assert (state.settings, state.options, state.game) == before


async def test_settings_menu_of_the_host(evening: Evening, table: dict[str, Player]) -> None:
    ann = table["Ann"]
    await ann.sets({"Variants": ["minimum_raise", "table_stakes", "dragon_cards"], "Split rule": "king"})
    state = evening.table(ann.channel).state
    assert state.options == {"dragon_cards": True, "split_rule": "king"}
    await sets(ann.person, ann.channel, {"Game": "threes"})
    assert evening.table(ann.channel).state.game == "threes"
    record = await evening.store.table(1)
    assert (record.game, record.options) == ("threes", {})


async def test_senseless_options_are_refused_with_a_sentence(
    evening: Evening, table: dict[str, Player]
) -> None:
    ann = table["Ann"]
    await ann.sets({"Game": "threes"})
    refused = await ann.sets({"Variants": ["minimum_raise", "table_stakes", "dragon_cards"]})
    assert "Hidden Fate" in refused.text
    assert evening.table(ann.channel).state.options == {}


async def test_one_table_a_channel(evening: Evening, table: dict[str, Player]) -> None:
    reply = await table["Cid"].person.slash(table["Cid"].channel, "table open", game=GAME)
    assert "This channel already has a table." in reply.text
    reply = await table["Cid"].person.slash(
        evening.playground.guild.channel("cellar"), "table open", game="chess"
    )
    assert "I don't know that game." in reply.text


async def test_no_table_here(evening: Evening) -> None:
    cellar = evening.playground.guild.channel("cellar")
    reply = await evening.playground.member("Ann").slash(cellar, "hand")
    assert "There's no table in this channel." in reply.text


async def test_a_thread_of_an_allowed_channel_is_allowed(evening: Evening) -> None:
    guild = evening.playground.guild
    tavern, ann = guild.channel("tavern"), evening.playground.member("Ann")
    world = evening.playground.world
    thread = world.add_thread(tavern, "back room", 11, world.bot)
    await evening.store.commit(SaveSetting(guild.id, "channels", [tavern.id]))
    refused = await ann.slash(guild.channel("cellar"), "table open", game=GAME)
    assert f"You can open tables in: <#{tavern.id}>." in refused.text
    opened = await ann.slash(thread, "table open", game=GAME)
    assert "Your table is open." in opened.text


@pytest.mark.parametrize("kind", ["p", "c", "w", "d"])
async def test_half_of_an_answer_is_no_answer(evening: Evening, table: dict[str, Player], kind: str) -> None:
    acting, _ = await start(evening, table)
    reply = await acting.person.press_raw(acting.channel, acting.board.id, f'{kind}:1:1:1:"che')
    assert "That button is no longer in use." in reply.text
    assert await rows(evening) == 0


@pytest.mark.parametrize("what", ["Add computer", "word", "doover"])
async def test_what_is_delivered_twice_counts_once(
    evening: Evening, table: dict[str, Player], what: str
) -> None:
    """Discord delivers again what it sent before a session was resumed."""
    host = table["Ann"]
    match what:
        case "Add computer":
            await host.press("Add computer")
        case "word":
            asked = await host.person.press(await host.opens_settings(), "Add a word to the luck")
            await host.person.submit(asked.modal, {"value": "owl"})
        case _:
            await host.person.slash(host.channel, "gembones prank", prank="doover")
    await evening.quiet()
    before = await seen_of(evening, host)
    evening.playground.replay_last_interaction()
    await evening.quiet()
    assert await seen_of(evening, host) == before


async def seen_of(evening: Evening, player: Player) -> tuple[int, str, int, str]:
    """Return what a second delivery could change: seats, words, private messages, form."""
    actor = evening.table(player.channel)
    ephemerals = player.person.ephemerals(player.channel)
    stored = await evening.store.export_member(player.channel.guild.id, player.person.id)
    words = str({seat.number: seat.word for seat in actor.state.seats.values()})
    return len(actor.state.seats), words, len(ephemerals), str(stored)


async def test_a_forged_id_lets_nobody_sit_at_a_table_elsewhere(
    evening: Evening, table: dict[str, Player]
) -> None:
    """Neither from another server nor from another channel, whatever the custom id says."""
    playground, actor = evening.playground, evening.table(table["Ann"].channel)
    elsewhere = playground.add_guild("The Rusty Anchor")
    zed = playground.add_member("Zed", elsewhere)
    await evening.quiet()
    forged = [
        custom_ids.verb(actor.state.id, verb)
        for verb in ("sit", "rail", "hand", "settings", "log", "computer")
    ]
    forged += [f"guest:{actor.state.id}:{what}" for what in ("me", "hand", "invite")]
    before = len(actor.state.seats)
    for custom_id in forged:
        reply = await zed.press_raw(elsewhere.channel("tavern"), 1, custom_id)
        assert "This table has closed." in reply.text, custom_id
        cellar = playground.guild.channel("cellar")
        reply = await playground.member("Dot").press_raw(cellar, 1, custom_id)
        assert "This table has closed." in reply.text, custom_id
    assert len(actor.state.seats) == before
    assert await evening.store.find_member(elsewhere.id, zed.id) is None


async def test_an_answer_whose_thinking_was_deleted_is_told_to_who_asked(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moderator has deleted the message that said the bot was thinking."""
    tavern, ann = evening.playground.guild.channel("tavern"), evening.playground.member("Ann")
    monkeypatch.setattr("cogs.requests.responder.PATIENCE", 0.0)
    edit = http.edit_by_token

    async def edit_late(*given: Any) -> Any:
        for message in [message for message in tavern.messages if message.loading]:
            evening.playground.world.delete_message(message)
        return await edit(*given)

    monkeypatch.setattr(http, "edit_by_token", edit_late)
    await ann.slash(tavern, "leaderboard", show=True)
    await evening.quiet()
    assert "Nobody yet" in ann.ephemerals(tavern)[-1].text
