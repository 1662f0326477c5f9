"""Commands through the real client: who is offered which, what is told of them, and what is said when they fail."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.language import closest, found, speaking
from bot.places import registered_commands
from bot.places.command_names import NAME, CommandTranslator, is_name
from db import NotSaved
from games.registry import GAMES
from playground import CommandRefused, Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, at_play

ADMIN_ONLY = {
    f"house {name}"
    for name in (
        "audit",
        "base",
        "channels",
        "funds",
        "games",
        "grant",
        "clock",
        "doctor",
        "helpline",
        "uncurse",
        "limits",
        "refund",
        "reset",
    )
}


async def test_admins_commands_are_offered_to_admins(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert set(ann.commands(tavern)) >= ADMIN_ONLY
    assert not ADMIN_ONLY & set(bob.commands(tavern))
    with pytest.raises(CommandRefused):
        await bob.slash(tavern, "house funds")
    assert set(bob.commands(tavern)) >= {
        "purse show", "purse exchange", "purse give", "purse history", "purse claim", "leaderboard", "rules",
        "table roll", "my limits", "privacy export", "privacy delete", "table verify",
    }  # fmt: skip


@pytest.mark.in_english
async def test_rules_of_a_game_and_of_all(evening: Evening, tavern: Any, bob: Any) -> None:
    every = await bob.slash(tavern, "rules")
    [menu] = every.message.selects
    lines = {line.value: line for line in menu.options}
    assert set(lines) == {*GAMES, "betting"}
    assert all(lines[key].label == game.title and game.rulebook in every.text for key, game in GAMES.items())
    assert lines["rogues_and_warriors"].description == "3 min · 2 to 10 players · two cards, one good lie"
    chosen = await bob.select(every.message, menu.custom_id, ["conclave_of_wyrms"])
    assert chosen.kind == "message", "the list stays"
    assert chosen.text.count("A Conclave of Wyrms") == 1
    assert "Side pots" in (await bob.select(every.message, menu.custom_id, ["betting"])).text
    forged = await bob.press_raw(tavern, every.message.id, menu.custom_id)
    assert "I don't know that game." in forged.text
    for key, game in GAMES.items():
        reply = await bob.slash(tavern, "rules", game=key)
        assert reply.ephemeral
        assert game.title in reply.text
        seen, message = reply.text, reply.message
        for layer in ("All the rules", "Variants"):
            message = (await bob.press(message, layer)).message
            seen += message.text
            while any(b.label == "More" for b in message.buttons):
                message = (await bob.press(message, "More")).message
                seen += message.text
        for field in game.options.model_fields.values():
            assert f"**{field.title}**" in seen
    assert "I don't know that game." in (await bob.slash(tavern, "rules", game="chess")).text
    assert [value for _, value in await bob.autocomplete(tavern, "rules", focused="game", value="rogue")] == [
        "rogues_and_warriors"
    ]


async def test_dice_are_rolled_for_all_to_see(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "table roll", dice="2g6 + 1g8")
    assert not reply.ephemeral
    assert re.fullmatch(
        r"\*\*Bob\*\* rolls `2g6 \([1-6], [1-6]\) \+ 1g8 \([1-8]\)` = \*\*\d+\*\*", reply.text
    )
    reply = await bob.slash(tavern, "table roll", dice="2d20kh1 + 5")
    assert re.search(r"`2d20kh1 \(.+\) \+ 5` = \*\*\d+\*\*", reply.text)
    for dice in ("99999999d6", "1d6 [@everyone]", "3g7", "1/0", "whatever"):
        reply = await bob.slash(tavern, "table roll", dice=dice)
        assert reply.ephemeral
        assert "@everyone" not in reply.text


async def test_an_unforeseen_error_has_an_id_that_the_log_has_too(
    evening: Evening, tavern: Any, bob: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def breaks(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the chandelier came down")

    monkeypatch.setattr(evening.store, "balances", breaks)
    with caplog.at_level(logging.ERROR):
        reply = await bob.slash(tavern, "purse show")
    found = re.search(
        r"Something went wrong on my side, but nothing is lost\. \(id ([0-9A-F]{4})\)", reply.text
    )
    assert found is not None, reply.text
    assert reply.ephemeral
    assert f"something failed ({found[1]})" in caplog.text
    assert "the chandelier came down" in caplog.text


async def test_what_could_not_be_saved_may_be_tried_again(
    evening: Evening, tavern: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*facts: object) -> None:
        raise NotSaved("the disk is full")

    await bob.slash(tavern, "purse show")
    with monkeypatch.context() as patch:
        patch.setattr(evening.store, "commit", full)
        reply = await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")
    assert re.search(r"That wasn't saved\. Press again\. \(id [0-9A-F]{4}\)", reply.text)
    assert "You swapped" in (await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")).text


async def test_a_slow_refusal_takes_the_place_of_the_waiting_note(
    evening: Evening, tavern: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.requests.responder.PATIENCE", 0.0)
    reply = await bob.slash(tavern, "purse claim")
    await evening.playground.wait_for(lambda: not bob.ephemerals(tavern)[-1].loading)
    assert reply.kind == "deferred"
    assert "You still have 160 copper" in bob.ephemerals(tavern)[-1].text


async def test_a_slow_refusal_of_a_public_command_is_seen_by_who_asked_alone(
    evening: Evening, tavern: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord would fill it into the note that everyone sees thinking."""
    before = len(tavern.messages)
    monkeypatch.setattr("cogs.requests.responder.PATIENCE", 0.0)
    reply = await bob.slash(tavern, "purse tip", member=evening.playground.member("Ann").user, amount="9g100")
    await evening.playground.wait_for(lambda: bob.ephemerals(tavern))
    await evening.quiet()
    assert reply.kind == "deferred"
    assert "You have 1g100" in bob.ephemerals(tavern)[-1].text
    assert [message.text for message in tavern.messages[before:] if not message.ephemeral] == []


async def test_the_pages_for_players_and_admins_list_every_command_and_no_other(evening: Evening) -> None:
    docs = Path(__file__).parent.parent.parent / "docs"
    rows = re.findall(r"^\| (`/.+?) \|", (docs / "playing.md").read_text("utf-8"), re.MULTILINE)
    rows += re.findall(r"^\| (`/.+?) \|", (docs / "admins.md").read_text("utf-8"), re.MULTILINE)
    told = set()
    for row in rows:
        group = ""
        for words in re.findall("`(.+?)`", row):
            group = words[1:].split()[0] if words.startswith("/") else group
            told.add(words.removeprefix("/") if words.startswith("/") else f"{group} {words}")
    there = {
        command.qualified_name
        for command in evening.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    assert there - told == set(), (
        "these commands have no row in docs/playing.md, or docs/admins.md for /house"
    )
    assert told - there == set(), "docs/playing.md and docs/admins.md tell of commands that aren't there"


async def test_each_command_says_where_it_is_offered(evening: Evening) -> None:
    """What needs a server with the bot is offered only there; all else follows those who installed the app."""
    registered = evening.playground.commands.get_all(None)
    places = {each["name"]: (each["contexts"], each["integration_types"]) for each in registered}
    only_servers = {name for name, where in places.items() if where == ([0], [0])}
    assert {"house", "notify"} <= only_servers
    everywhere = {name for name, where in places.items() if where == ([0, 1, 2], [0, 1])}
    assert {"table", "hand", "purse", "my", "rules", "help", "privacy", "gembones"} <= everywhere
    assert only_servers | everywhere == set(places)
    for command in evening.bot.tree.walk_commands():
        if command.parent is None:
            assert command.allowed_contexts is not None, command.name
            assert command.allowed_installs is not None, command.name


async def test_an_admin_changes_who_may_use_commands(
    evening: Evening, tavern: Any, ann: Any, bob: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord offers what the admin says; the house stays with those who may manage the server, and tables go on."""
    playground, guild = evening.playground, evening.playground.guild
    await at_play(evening, "threes")
    playground.commands.permit(guild, "table", guild.everyone, False)
    playground.commands.permit(guild, "house", bob.member_of(guild), True)
    await evening.quiet()
    assert "table open" not in bob.commands(tavern)
    assert "house games" in bob.commands(tavern)
    refused = await bob.slash(tavern, "house funds")
    assert "Manage Server" in refused.text
    opened = await ann.slash(guild.channel("cellar"), "table open", game="threes")
    assert "Your table is open." in opened.text
    player = Player(evening, "Bob", tavern)
    assert (await player.opens_hand()).acknowledged
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.in_english
async def test_every_translation_of_a_command_is_taken(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is too long, or called like another beside it, would stay English without a word."""
    dropped: list[tuple[str, str, str]] = []
    translate = CommandTranslator.translate

    async def noted(self: CommandTranslator, string: Any, locale: Any, context: Any) -> str | None:
        said = await translate(self, string, locale, context)
        with speaking(closest(locale.value)):
            words = found(string.message, NAME) if is_name(context) else found(string.message)
        if said is None and words is not None:
            dropped.append((locale.value, string.message, words))
        return said

    monkeypatch.setattr(CommandTranslator, "translate", noted)
    for command in evening.bot.tree.get_commands():
        await registered_commands._payload(command, evening.bot.tree)
    assert dropped == []


async def test_a_start_with_nothing_new_translates_no_command(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    translate = CommandTranslator.translate

    async def counted(self: CommandTranslator, string: Any, locale: Any, context: Any) -> str | None:
        asked.append(string.message)
        return await translate(self, string, locale, context)

    monkeypatch.setattr(CommandTranslator, "translate", counted)
    clock, path = HandClock(), tmp_path / "starts.db"
    async with bot_on(playground, path, clock):
        assert len(asked) > 1_000
    asked.clear()
    async with bot_on(playground, path, clock):
        assert asked == []
    # a catalogue that has changed is another matter
    changed = tmp_path / "dicenight.mo"
    changed.write_bytes(b"new")
    monkeypatch.setattr(registered_commands, "catalogue_files", lambda: [changed])
    async with bot_on(playground, path, clock):
        assert len(asked) > 1_000
