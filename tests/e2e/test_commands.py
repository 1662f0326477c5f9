"""Every command beside the tables, once through the real client: good input and bad."""

from __future__ import annotations

import json
import logging
import math
import re
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.verify import verify_export
from db import CloseMatch, NotSaved, SaveTable
from games.catalogue import GAMES
from playground import CommandRefused
from tests.e2e.clicking import Player, at_play, play_out
from tests.e2e.conftest import Evening

ADMIN_ONLY = {"doctor"} | {
    f"house {name}"
    for name in (
        "audit",
        "base",
        "channels",
        "funds",
        "games",
        "grant",
        "clock",
        "helpline",
        "uncurse",
        "limits",
        "refund",
        "reset",
    )
}


@pytest.fixture
def tavern(evening: Evening) -> Any:
    return evening.playground.guild.channel("tavern")


@pytest.fixture
def ann(evening: Evening) -> Any:
    """The owner of the server."""
    return evening.playground.member("Ann")


@pytest.fixture
def bob(evening: Evening) -> Any:
    """A member like any other."""
    return evening.playground.member("Bob")


async def suspended(evening: Evening, tavern: Any) -> None:
    """The table's match is suspended, as if its record and the rules disagreed."""
    table = evening.table(tavern)
    assert table.state.match_id is not None
    await evening.store.commit(
        CloseMatch(table.state.match_id, "suspended", {}), SaveTable(table.state.id, phase="suspended")
    )
    table.state.phase, table.playing = "suspended", None


# ---- who is offered what


async def test_admins_commands_are_offered_to_admins(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert set(ann.commands(tavern)) >= ADMIN_ONLY
    assert not ADMIN_ONLY & set(bob.commands(tavern))
    with pytest.raises(CommandRefused):
        await bob.slash(tavern, "house funds")
    assert set(bob.commands(tavern)) >= {
        "purse show", "purse exchange", "purse give", "purse history", "purse claim", "leaderboard", "rules",
        "roll", "limits", "privacy export", "privacy delete", "verify",
    }  # fmt: skip


# ---- /purse


async def test_a_purse_is_shown_to_its_owner(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "purse show")
    assert reply.ephemeral
    assert "**Copper** · 1g100 + 1g20 + 1g12 + 1g10 + 1g8 + 1g6 + 1g4 · 160 pieces" in reply.text
    assert "worth 160 in copper" in reply.text
    await at_play(evening, "threes")
    shown = (await bob.slash(tavern, "purse show")).text
    assert "At tables · 50 pieces of copper" in shown
    assert "worth 160 in copper" in shown


async def test_gembones_are_exchanged(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")
    assert reply.ephemeral
    assert "1g12 of copper became 3g4." in reply.text
    for give, get, sentence in (
        ("1g20", "2g8", "both sides must be equal"),
        ("lots", "3g4", "I can't read 'lots'."),
        ("silver g4", "silver 4 pieces", "Your purse holds nothing of silver, not 1g4."),
    ):
        assert sentence in (await bob.slash(tavern, "purse exchange", give=give, get=get)).text
    assert "4g4" in (await bob.slash(tavern, "purse show")).text


async def test_an_exchange_that_arrives_twice_is_made_once(evening: Evening, tavern: Any, bob: Any) -> None:
    await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")
    evening.playground.replay_last_interaction()
    await evening.quiet()
    assert "4g4" in (await bob.slash(tavern, "purse show")).text


async def test_a_gift_is_told_to_the_channel_and_mentions_nobody(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await ann.slash(tavern, "house grant", member=bob, amount="2g100")
    reply = await bob.slash(tavern, "purse give", member=ann, amount="1g100")
    assert not reply.ephemeral
    assert reply.text == "**Bob** gives **Ann** 1g100 of copper."
    assert reply.message.pings == []
    assert "2g100" in (await ann.slash(tavern, "purse show")).text


async def test_gifts_that_cannot_be(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    me = evening.playground.guild.members[evening.bot.user.id]  # type: ignore[union-attr]
    for member, amount, sentence in (
        (ann, "1g4", "Whoever gives keeps at least 160"),
        (bob, "1g4", "You can't give to yourself."),
        (me, "1g4", "Bots have no purse."),
        (ann, "5 pieces", "Gifts are whole gembones."),
        (ann, "g7", "'g7' is no gembone."),
    ):
        reply = await bob.slash(tavern, "purse give", member=member, amount=amount)
        assert reply.ephemeral
        assert sentence in reply.text
    await ann.slash(tavern, "house grant", member=bob, amount="2g100")
    await at_play(evening, "threes")
    reply = await bob.slash(tavern, "purse give", member=evening.playground.member("Cid"), amount="1g100")
    assert "You're at a hand. Gifts are made between games." in reply.text


async def test_a_history_is_paged_by_buttons(evening: Evening, tavern: Any, bob: Any) -> None:
    for _ in range(6):
        await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")
        await bob.slash(tavern, "purse exchange", give="3g4", get="1g12")
    first = await bob.slash(tavern, "purse history")
    assert first.text.count("Exchange") == 10
    assert "Exchange · −3g4 +1g12 copper" in first.text
    assert [b.label for b in first.message.buttons] == ["Older"]
    second = await bob.press(first.message, "Older")
    assert second.kind == "update"
    assert "Welcome set" in second.message.text
    assert second.message.text.count("Exchange") == 2
    newest = await bob.press(second.message, "Newest")
    assert newest.message.text.count("Exchange") == 10


async def test_a_claim_says_when_the_next_is_possible(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "purse claim")
    assert "You own 160 copper pieces, tables included." in reply.text
    await emptied(evening, bob)
    reply = await bob.slash(tavern, "purse claim")
    assert "A full set of copper is in your purse, 160 pieces." in reply.text
    midnight = (int(evening.clock.now()) // 86_400 + 1) * 86_400
    assert f"<t:{midnight}:R>" in reply.text
    await emptied(evening, bob)
    assert f"The next claim is possible <t:{midnight}:R>." in (await bob.slash(tavern, "purse claim")).text


async def emptied(evening: Evening, person: Any) -> None:
    from db import Move, Transfer

    store, guild = evening.store, evening.playground.guild.id
    account = await store.find_member(guild, person.id)
    assert account is not None
    mint = await store.mint(guild)
    moves = [Move(account, mint, unit, n) for unit, n in (await store.balances(account)).items()]
    await store.commit(Transfer(f"burnt:{len(await store.history(account, limit=99))}", "burnt", moves))


# ---- /leaderboard


async def test_the_default_board_is_winnings_against_members(evening: Evening, tavern: Any, bob: Any) -> None:
    empty = await bob.slash(tavern, "leaderboard")
    assert empty.ephemeral
    assert "Winnings against members" in empty.text
    assert "Nobody yet." in empty.text
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    reply = await bob.slash(tavern, "leaderboard", game="threes", period="week", show=True)
    assert not reply.ephemeral
    assert "Threes · last 7 days" in reply.text
    assert {"**Ann**", "**Bob**"} <= set(reply.text.split())
    assert "Nobody yet." in (await bob.slash(tavern, "leaderboard", game="rogues_and_warriors")).text
    assert "There is no such game." in (await bob.slash(tavern, "leaderboard", game="chess")).text
    found = await bob.autocomplete(tavern, "leaderboard", focused="game", value="thr")
    assert ("Threes", "threes") in found


async def test_ties_share_a_rank_and_names_are_escaped_and_pages_turn(
    evening: Evening, tavern: Any, bob: Any
) -> None:
    guild = evening.playground.guild.id
    for user in range(1, 13):
        name = "*bold* @everyone <#1>" if user == 1 else f"Guest {user}"
        await evening.store.member(guild, user, name)
    first = await bob.slash(tavern, "leaderboard", board="worth")
    assert r"1 · **\*bold\* everyone 1** 160 copper" in first.text
    assert first.text.count("1 · **") == 10
    second = await bob.press(first.message, "More")
    assert second.message.text.count("1 · **") == 2
    back = await bob.press(second.message, "Back")
    assert back.message.text == first.text


# ---- /rules and /roll


async def test_rules_of_a_game_and_of_all(evening: Evening, tavern: Any, bob: Any) -> None:
    every = await bob.slash(tavern, "rules")
    assert all(game.title in every.text and game.rulebook in every.text for game in GAMES.values())
    for key, game in GAMES.items():
        reply = await bob.slash(tavern, "rules", game=key)
        assert reply.ephemeral
        assert game.title in reply.text
        seen, message = reply.text, reply.message
        while any(b.label == "More" for b in message.buttons):
            message = (await bob.press(message, "More")).message
            seen += message.text
        for field in game.options.model_fields.values():
            assert field.description in seen
    assert "There is no such game." in (await bob.slash(tavern, "rules", game="chess")).text
    assert [value for _, value in await bob.autocomplete(tavern, "rules", focused="game", value="rogue")] == [
        "rogues_and_warriors"
    ]


async def test_dice_are_rolled_for_all_to_see(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "roll", dice="2g6 + 1g8")
    assert not reply.ephemeral
    assert re.fullmatch(
        r"\*\*Bob\*\* rolls `2g6 \([1-6], [1-6]\) \+ 1g8 \([1-8]\)` = \*\*\d+\*\*", reply.text
    )
    reply = await bob.slash(tavern, "roll", dice="2d20kh1 + 5")
    assert re.search(r"`2d20kh1 \(.+\) \+ 5` = \*\*\d+\*\*", reply.text)
    for dice in ("99999999d6", "1d6 [@everyone]", "3g7", "1/0", "whatever"):
        reply = await bob.slash(tavern, "roll", dice=dice)
        assert reply.ephemeral
        assert "@everyone" not in reply.text


# ---- /doctor


async def test_the_doctor_is_green_or_names_what_is_missing(evening: Evening, tavern: Any, ann: Any) -> None:
    await at_play(evening, "threes")
    cellar = evening.playground.guild.channel("cellar")
    reply = await ann.slash(cellar, "doctor")
    assert reply.ephemeral
    assert "All is well" in reply.text
    assert reply.text.count("✅ <#") == 2
    assert "every account adds up" in reply.text
    assert "discord.py 2." in reply.text
    assert "Tables open: 1" in reply.text
    again = await ann.slash(cellar, "doctor")
    assert "Asked a moment ago." in again.text


async def test_the_doctor_finds_a_missing_permission_at_a_table(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    await at_play(evening, "threes")
    evening.playground.revoke(tavern, "attach_files")
    await evening.quiet()
    reply = await ann.slash(evening.playground.guild.channel("cellar"), "doctor")
    assert "Something is missing" in reply.text
    assert f"❌ <#{tavern.id}>: missing **Attach Files**. There: View Channel" in reply.text


@pytest.mark.parametrize(
    ("latency", "title", "told"),
    [
        (0.04, "All is well", "✅ Gateway: 40 ms"),
        (math.inf, "All is well", "⏳ Gateway: no heartbeat yet"),
        (1.4, "Something needs a look", "⚠️ Gateway: 1400 ms, which is slow"),
    ],
)
async def test_the_doctor_calls_nothing_well_above_a_warning(
    evening: Evening,
    tavern: Any,
    ann: Any,
    monkeypatch: pytest.MonkeyPatch,
    latency: float,
    title: str,
    told: str,
) -> None:
    monkeypatch.setattr(type(evening.bot), "latency", property(lambda bot: latency))
    reply = await ann.slash(tavern, "doctor")
    assert reply.text.startswith(f"## {title}")
    assert told in reply.text


async def test_the_doctor_points_at_a_suspended_table(evening: Evening, tavern: Any, ann: Any) -> None:
    await at_play(evening, "threes")
    await suspended(evening, tavern)
    reply = await ann.slash(tavern, "doctor")
    assert reply.text.startswith("## Something needs a look")
    assert "⚠️ Tables open: 1, 1 suspended (/house refund)" in reply.text


# ---- /house


async def test_grants_and_their_audit(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    reply = await ann.slash(tavern, "house grant", member=bob, amount="1g20 + 3 pieces", base="gold")
    assert reply.ephemeral
    assert "Bob has 1g20 + 3 pieces of gold from the mint." in reply.text
    assert "**Gold** · 1g20 + 3 pieces" in (await bob.slash(tavern, "purse show")).text
    assert "I can't read" in (await ann.slash(tavern, "house grant", member=bob, amount="much")).text
    for _ in range(10):
        await ann.slash(tavern, "house base", base="silver")
    first = await ann.slash(tavern, "house audit")
    assert first.text.count("**Ann** set the starting base to silver") == 10
    second = await ann.press(first.message, "Older")
    assert "**Ann** granted 1g20 + 3 pieces of gold to Bob" in second.message.text


async def test_limits_bind_new_tables(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    reply = await ann.run(tavern, "house limits", {"min": 40, "max": 20})
    assert "can't be above the largest: 40 and 20" in reply.text
    reply = await ann.run(tavern, "house limits", {"min": 20, "max": 40})
    assert "from 20 to 40 pieces" in reply.text
    assert "from 20 to 40" in (await bob.slash(tavern, "table open", game="threes")).text
    assert "Your table is open." in (await bob.slash(tavern, "table open", game="threes", stake=30)).text


async def test_games_and_channels_are_chosen_in_menus(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    menu = await ann.slash(tavern, "house games")
    chosen = await ann.select(menu.message, "house:games", ["threes"])
    assert "Saved." in chosen.message.text
    reply = await bob.slash(tavern, "table open", game="rogues_and_warriors")
    assert "is not played on this server" in reply.text
    cellar = evening.playground.guild.channel("cellar")
    menu = await ann.slash(tavern, "house channels")
    assert "Saved." in (await ann.select(menu.message, "house:channels", [cellar])).message.text
    reply = await bob.slash(tavern, "table open", game="threes")
    assert f"Tables are opened in: <#{cellar.id}>." in reply.text
    again = await ann.slash(tavern, "house channels")
    await ann.select(again.message, "house:channels", [])
    assert "Your table is open." in (await bob.slash(tavern, "table open", game="threes")).text


async def test_a_menu_of_the_house_obeys_admins_only(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    menu = await ann.slash(tavern, "house channels")
    reply = await bob.press_raw(tavern, menu.message.id, "house:channels")
    assert "That needs the permission Manage Server." in reply.text


async def test_a_new_member_has_the_starting_base(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    await ann.slash(tavern, "house base", base="silver")
    assert "**Silver** · 1g100" in (await bob.slash(tavern, "purse show")).text
    opened = await bob.slash(tavern, "table open", game="threes")
    assert "Your table is open." in opened.text
    assert evening.table(tavern).state.settings.base == "silver"


async def test_funds_are_reported(evening: Evening, tavern: Any, ann: Any) -> None:
    assert "No fund has been used yet." in (await ann.slash(tavern, "house funds")).text
    await evening.store.top_up(evening.playground.guild.id, "copper", "barovian_boneyard", 10_000)
    text = (await ann.slash(tavern, "house funds")).text
    assert "**Copper**" in text
    assert "Barovian Boneyard: 10,000 pieces" in text


async def test_a_suspended_hand_is_refunded(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    assert "There is no table in this channel." in (await ann.slash(tavern, "house refund")).text
    await at_play(evening, "threes")
    assert "can go on" in (await ann.slash(tavern, "house refund")).text
    await suspended(evening, tavern)
    assert "called off" in (await ann.slash(tavern, "house refund")).text
    await evening.quiet()
    await bob.slash(tavern, "table leave")
    assert "160 pieces" in (await bob.slash(tavern, "purse show")).text
    assert "called off match 1" in (await ann.slash(tavern, "house audit")).text


async def test_a_fresh_start_is_typed(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    await ann.slash(tavern, "house grant", member=bob, amount="3g100")
    await bob.slash(tavern, "table open", game="threes")
    reply = await ann.slash(tavern, "house reset")
    assert f"1 table is open. Close it first: <#{tavern.id}>." in reply.text
    await bob.slash(tavern, "table close")
    asked = await ann.slash(tavern, "house reset")
    reply = await ann.submit(asked.modal, {"value": "no"})
    assert 'Nothing was changed. Type "reset" to confirm.' in reply.text
    asked = await ann.slash(tavern, "house reset")
    reply = await ann.submit(asked.modal, {"value": "Reset"})
    assert "Every member has a full set again" in reply.text
    assert "160 pieces" in (await bob.slash(tavern, "purse show")).text
    assert "started purses and boards anew" in (await ann.slash(tavern, "house audit")).text


# ---- /privacy


async def test_what_is_stored_comes_as_a_file(evening: Evening, tavern: Any, bob: Any) -> None:
    await bob.slash(tavern, "privacy export")
    await evening.playground.wait_for(lambda: "Nothing is stored" in bob.ephemerals(tavern)[-1].text)
    await bob.slash(tavern, "purse show")
    await bob.slash(tavern, "privacy export")
    message = await evening.playground.wait_for(
        lambda: next((m for m in bob.ephemerals(tavern) if m.attachments), None)
    )
    assert message is not None
    [file] = message.attachments
    assert file.filename == "dicenight.json"
    assert json.loads(file.content)["member"]["name"] == "Bob"


async def test_deleting_explains_asks_and_deletes(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    await at_play(evening, "threes")
    asked = await bob.slash(tavern, "privacy delete")
    assert "The purse goes with it" in asked.text
    refused = await bob.press(asked.message, "Delete my data")
    assert "You're at a table" in refused.text
    await ann.slash(tavern, "table close")
    await play_out(evening, [Player(evening, name, tavern) for name in ("Ann", "Bob")])
    done = await bob.press(asked.message, "Delete my data")
    assert "Nothing leads to you any more." in done.message.text
    assert await evening.store.find_member(evening.playground.guild.id, bob.id) is None
    again = await bob.slash(tavern, "privacy delete")
    assert "Nothing is stored" in (await bob.press(again.message, "Delete my data")).text


# ---- /verify


async def test_matches_are_listed_and_verified_once_the_table_has_closed(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert "No table has closed in this channel yet." in (await bob.slash(tavern, "verify")).text
    assert "There is no match 1 on this server." in (await bob.slash(tavern, "verify", match=1)).text
    players = await at_play(evening, "threes")
    sealed = "Match 1 can be checked when its table has closed"
    assert sealed in (await bob.slash(tavern, "verify", match=1)).text
    await play_out(evening, players)
    assert sealed in (await bob.slash(tavern, "verify", match=1)).text
    await ann.slash(tavern, "table close")
    await evening.quiet()
    listed = await ann.slash(tavern, "verify")
    assert "**1** Threes" in listed.text
    reply = await ann.slash(tavern, "verify", match=1)
    answers = len((await evening.store.match(1)).rows)
    assert f"✅ Match 1 agrees: {answers} answers, same result." in reply.text
    assert verify_export(await evening.store.export_match(1)).ok


async def test_matches_of_another_server_are_not_told(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    other = evening.playground.add_guild("Elsewhere")
    await evening.quiet()
    channel = next(iter(other.channels.values())) if isinstance(other.channels, dict) else other.channels[0]
    stranger = next(iter(other.members.values())).user
    person = evening.playground.member(stranger.name)
    reply = await person.slash(channel, "verify", match=1)
    assert "There is no match 1 on this server." in reply.text


# ---- when it goes wrong


async def test_an_unforeseen_error_has_an_id_that_the_log_has_too(
    evening: Evening, tavern: Any, bob: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def breaks(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the chandelier came down")

    monkeypatch.setattr(evening.store, "balances", breaks)
    with caplog.at_level(logging.ERROR):
        reply = await bob.slash(tavern, "purse show")
    found = re.search(r"Something went wrong here; nothing was lost\. \(id ([0-9A-F]{4})\)", reply.text)
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
    assert re.search(r"Not saved, press again\. \(id [0-9A-F]{4}\)", reply.text)
    assert "became" in (await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")).text


async def test_a_slow_refusal_takes_the_place_of_the_waiting_note(
    evening: Evening, tavern: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.wire.PATIENCE", 0.0)
    reply = await bob.slash(tavern, "purse claim")
    await evening.playground.wait_for(lambda: not bob.ephemerals(tavern)[-1].loading)
    assert reply.kind == "deferred"
    assert "You own 160 copper pieces" in bob.ephemerals(tavern)[-1].text


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
    assert told == there
