"""A full disk, a lost gateway, a deleted message, a revoked permission: play goes on, nothing is lost."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.discord_time import DiscordTime
from bot.person import Person
from bot.tables.scheduler import UNSEEN
from cogs.live.table_messages import table_messages
from db.backend.names import Name
from playground.world.clock import PATIENCE
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, at_play, play_out
from tests.helpers.postgres import location_for
from tests.helpers.store import clear_disk, fill_disk, hold

GAME = "rogues_and_warriors"
CALLBACK = r"^/interactions/\d+/.+/callback$"


@pytest.fixture
async def players(evening: Evening) -> list[Player]:
    """Ann and Bob in the middle of a hand."""
    return await at_play(evening, GAME)


async def test_a_full_disk(evening: Evening, players: list[Player]) -> None:
    """Not saved, press again; and after that it is saved once."""
    tavern = players[0].channel
    for player in players:
        await player.opens_hand()
    await fill_disk(evening.store, location_for(evening.path))
    refused = False
    while not refused:
        if evening.table(tavern).session is None:
            for player in players:
                await player.press("Again")
            await evening.quiet()
            refused = _not_saved(players)
            continue
        who = acting(evening, players)
        reply = await who.acts()
        assert reply.acknowledged
        await evening.quiet()
        refused = _not_saved(players)
    await clear_disk(evening.store, location_for(evening.path))
    if evening.table(tavern).session is None:
        for player in players:
            await player.press("Again")
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert await evening.store.audit() == []


def _not_saved(players: list[Player]) -> bool:
    return any(
        "That wasn't saved. Press again." in m.text for p in players for m in p.person.ephemerals(p.channel)
    )


async def test_a_locked_database(evening: Evening, players: list[Player]) -> None:
    who = acting(evening, players)
    other = hold(location_for(evening.path))
    reply = await who.press("Check")
    assert "That wasn't saved. Press again." in (
        reply.text + "".join(m.text for m in who.person.ephemerals(who.channel))
    )
    assert (await evening.store.match(1)).rows == ()
    other.execute("ROLLBACK")
    other.close()
    await who.press("Check")
    await evening.quiet()
    assert len((await evening.store.match(1)).rows) == 1
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert await evening.store.audit() == []


@pytest.mark.parametrize("trouble", ["unheard", "unanswered", "late", "refused", "away", "hanging"])
async def test_a_press_counts_though_its_answer_is_lost(
    evening: Evening,
    players: list[Player],
    trouble: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table message shows it all the same, and nobody is told that something went wrong."""
    who, faults = acting(evening, players), evening.playground.faults
    match trouble:
        case "unheard":
            faults.lose_request("POST", CALLBACK)
        case "unanswered":
            faults.lose_answer("POST", CALLBACK)
        case "late":
            faults.fail_next("POST", CALLBACK, 404, 10062)
        case "refused":
            faults.lose_request("POST", CALLBACK, times=3)
        case "away":
            faults.fail_next("POST", CALLBACK, 503, 0, times=2)
        case "hanging":
            monkeypatch.setattr("cogs.requests.responder.HANGS", 0.01)
            faults.latency(600.0, CALLBACK)
    before = who.board.text
    await who.person.press(who.panel, "Check", wait=False)
    await evening.playground.wait_for(lambda: who.board.text != before)
    await evening.bot.handling.wait_none(PATIENCE)
    faults.clear()
    await evening.quiet()
    assert len((await evening.store.match(1)).rows) == 1
    seen = "".join(m.text for m in who.person.messages(who.channel))
    assert "Something went wrong" not in seen
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("trouble", ["away", "unanswered", "hanging"])
async def test_an_answer_that_was_held_up_once_arrives_at_the_second_try(
    evening: Evening, players: list[Player], trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, faults = acting(evening, players), evening.playground.faults
    match trouble:
        case "away":
            faults.fail_next("POST", CALLBACK, 503, 0)
        case "unanswered":
            faults.lose_answer("POST", CALLBACK)
        case "hanging":
            monkeypatch.setattr("cogs.requests.responder.HANGS", 0.5)
            end = faults.latency(600.0, CALLBACK)
            asyncio.get_running_loop().call_later(0.4, end)
    reply = await who.person.press(who.panel, "Check")
    await evening.quiet()
    assert reply.acknowledged
    assert len((await evening.store.match(1)).rows) == 1
    assert "only my reply got lost" not in "".join(m.text for m in who.person.messages(who.channel))


async def test_an_answer_that_arrives_after_2_9_seconds_is_in_time(
    evening: Evening, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By then it was sent again, and the second one is refused as a repetition."""
    who, playground = acting(evening, players), evening.playground
    faults, hold_up, sent = playground.faults, playground.faults.hold, 0

    async def count(path: str) -> None:
        nonlocal sent
        if re.search(CALLBACK, path):
            sent += 1
            if sent == 2:
                monkeypatch.setattr("cogs.requests.responder.HANGS", PATIENCE)
                monkeypatch.setattr(playground.interactions, "answer_within", 3.0)
                assert playground.interactions.last is not None
                at = playground.interactions.last.created + 2.9
                monkeypatch.setattr(playground.world, "clock", lambda: at)
                end()
        await hold_up(path)

    monkeypatch.setattr(faults, "hold", count)
    monkeypatch.setattr("cogs.requests.responder.HANGS", 0.01)
    end = faults.latency(600.0, CALLBACK)
    before = who.board.text
    reply = await who.person.press(who.panel, "Check")
    await playground.wait_for(lambda: who.board.text != before)
    await evening.quiet()
    assert sent == 2
    assert reply.acknowledged
    assert len((await evening.store.match(1)).rows) == 1
    assert "only my reply got lost" not in "".join(m.text for m in who.person.messages(who.channel))


@pytest.mark.parametrize("body", ["{}", "[]", '"<html>"', '{"id": "x"}', "null"])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_an_answer_that_says_nothing_leaves_one_table_message(
    evening: Evening, method: str, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A proxy in between answers 200 in Discord's place, or Discord something odd."""
    evening.playground.faults.garble(method, r"/channels/\d+/messages", body)
    ann = Player(evening, "Ann", evening.playground.guild.channel("tavern"))
    await ann.person.slash(ann.channel, "table open", game=GAME)
    await evening.quiet()
    await ann.press("Add computer")
    await evening.quiet()
    live = [m for m in ann.channel.messages if not m.ephemeral and not m.deleted and m.buttons]
    assert [message.id for message in live] == [ann.board.id]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_clock_that_is_hours_ahead_makes_no_message_look_old(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = datetime.now(UTC) + timedelta(hours=2)
    monkeypatch.setattr("discord.utils.utcnow", lambda: ahead)
    monkeypatch.setattr(evening.bot.service(DiscordTime), "_now", ahead.timestamp)
    ann = Player(evening, "Ann", evening.playground.guild.channel("tavern"))
    await ann.person.slash(ann.channel, "table open", game=GAME)
    await evening.quiet()
    board = ann.board
    for name in ("Bob", "Cid"):
        await evening.playground.member(name).press(ann.board, "Sit down")
        await evening.quiet()
    assert ann.board.id == board.id


@pytest.mark.in_english
async def test_an_interaction_without_what_is_documented_as_optional_is_answered(
    evening: Evening, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsers = evening.bot._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def parse_less(data: dict[str, Any]) -> None:
        for key in ("channel", "app_permissions", "attachment_size_limit", "guild", "locale", "context"):
            data.pop(key, None)
        parse(data)

    monkeypatch.setitem(parsers, "INTERACTION_CREATE", parse_less)
    assert "Your hand" in (await players[0].person.slash(players[0].channel, "hand")).text
    await acting(evening, players).acts()
    opened = await evening.playground.member("Dot").slash(
        evening.playground.guild.channel("cellar"), "table open", game="threes"
    )
    assert "missing" not in opened.text
    await play_out(evening, players)


async def test_a_server_with_too_many_threads_says_so(evening: Evening) -> None:
    ann = Player(evening, "Ann", evening.playground.guild.channel("tavern"))
    await ann.person.slash(ann.channel, "table open", game=GAME)
    evening.playground.faults.fail_next("POST", "/threads$", 400, 160006)
    refused = await ann.person.slash(ann.channel, "table private")
    assert "Discord allows no more open threads on this server" in refused.text
    assert "Ask an admin" not in refused.text


async def test_a_lost_gateway(evening: Evening, players: list[Player]) -> None:
    evening.playground.faults.drop_gateway()
    await evening.playground.wait_for(lambda: evening.playground.connected)
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert await evening.store.audit() == []


async def test_a_deleted_message_is_posted_anew(evening: Evening, players: list[Player]) -> None:
    board = players[0].board
    evening.playground.world.delete_message(board)
    for player in players:
        await player.opens_hand()
    await acting(evening, players).acts()
    await evening.quiet()
    assert players[0].board.id != board.id
    await play_out(evening, players)


async def test_a_message_that_is_lost_while_it_is_posted_anew_is_tried_again(
    evening: Evening, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.requests.retries.FIRST", 0.0)
    table, who = evening.table(players[0].channel), acting(evening, players)
    old = who.board
    await who.opens_hand()
    evening.playground.world.delete_message(old)
    evening.playground.faults.lose_request("POST", "/messages$")
    await who.acts()
    await evening.quiet()
    assert table.state.message_id != old.id
    assert not who.board.deleted
    assert "Rogues and Warriors" in who.board.text


async def test_a_revoked_permission(evening: Evening, players: list[Player]) -> None:
    """Play goes on in the hand panels, and the table message comes back with the permission."""
    tavern = players[0].channel
    for player in players:
        await player.opens_hand()
    evening.playground.revoke(tavern, "view_channel")
    await acting(evening, players).acts()
    await evening.quiet()
    assert len((await evening.store.match(1)).rows) == 1
    assert table_messages(evening.bot).trouble(evening.table(tavern))
    evening.playground.grant(tavern, "view_channel")
    await play_out(evening, players, on_board=False)
    await evening.quiet()
    assert table_messages(evening.bot).trouble(evening.table(tavern)) is None
    assert await evening.store.audit() == []


async def test_nobody_is_out_of_time_while_the_table_cannot_be_shown(
    evening: Evening, players: list[Player]
) -> None:
    """The clocks stand still; when the permission is back, so are the table message and the time."""
    tavern, table = players[0].channel, evening.table(players[0].channel)
    evening.playground.revoke(tavern, "view_channel")
    await acting(evening, players).press("Check")
    await evening.quiet()
    for _ in range(20):
        evening.clock.advance(60)
        await evening.quiet()
    assert len((await evening.store.match(1)).rows) == 1
    evening.playground.grant(tavern, "view_channel")
    evening.clock.advance(60)
    await evening.quiet()
    assert table.live.unseen_since is None
    assert table.session is not None
    [ask] = table.session.match.open.values()
    assert table.session.deadlines[ask.id] > evening.clock.now()
    until = f"<t:{int(table.session.deadlines[ask.id])}:"
    assert until in players[0].board.text
    assert until in players[ask.seat].panel.text
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert await evening.store.audit() == []


async def test_a_day_without_permission_voids_the_match(evening: Evening, players: list[Player]) -> None:
    """Stakes go back, the table closes, and both logs say so."""
    tavern, table = players[0].channel, evening.table(players[0].channel)
    for player in players:
        await player.opens_hand()
    evening.playground.revoke(tavern, "send_messages")
    evening.playground.revoke(tavern, "view_channel")
    await acting(evening, players).acts()
    await evening.quiet()
    evening.clock.advance(UNSEEN - 100)
    await evening.quiet()
    assert table.session is not None
    evening.clock.advance(200)
    await evening.quiet()
    assert evening.bot.registry.find_in_channel(tavern.id) is None
    assert (await evening.store.match(1)).state == "void"
    [line] = await evening.store.audit_log(tavern.guild.id, limit=5)
    assert line.action == "match void"
    for player in players:
        member = await evening.store.find_member(tavern.guild.id, player.person.id)
        assert member is not None
        assert await evening.store.balances(member) == await evening.store.owned(member)
    assert await evening.store.audit() == []


async def test_missing_permission_to_begin_with(evening: Evening) -> None:
    cellar = evening.playground.guild.channel("cellar")
    evening.playground.revoke(cellar, "send_messages")
    reply = await evening.playground.member("Ann").slash(cellar, "table open", game=GAME)
    assert 'the permission "Send Messages" is missing' in reply.text
    assert evening.bot.registry.find_in_channel(cellar.id) is None


@pytest.mark.parametrize("what", ["channel", "guild"])
async def test_channel_or_server_gone(evening: Evening, players: list[Player], what: str) -> None:
    """Stakes go back, and the log says so."""
    tavern = players[0].channel
    if what == "channel":
        evening.playground.world.delete_channel(tavern)
    else:
        evening.playground.world.remove_bot(tavern.guild)
    await evening.playground.wait_for(lambda: evening.bot.registry.find_in_channel(tavern.id) is None)
    await evening.quiet()
    assert await evening.store.audit() == []
    for player in players:
        member = await evening.store.find_member(tavern.guild.id, player.person.id)
        assert member is not None
        assert await evening.store.balances(member) == await evening.store.owned(member)
    assert (await evening.store.match(1)).state == "void"


async def test_an_outage_waits(evening: Evening, players: list[Player]) -> None:
    tavern = players[0].channel
    evening.playground.world.begin_outage(tavern.guild)
    evening.playground.world.end_outage(tavern.guild)
    await evening.quiet()
    assert evening.table(tavern).session is not None
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)


async def test_slow_saving_is_acknowledged_in_time(
    evening: Evening, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the commit is not back in time, the press is deferred and answered later."""
    monkeypatch.setattr("cogs.requests.responder.PATIENCE", 0.0)
    who = acting(evening, players)
    reply = await who.press("Check")
    assert reply.kind == "deferred_update"
    await evening.quiet()
    assert len((await evening.store.match(1)).rows) == 1


async def test_leaving_in_the_middle(evening: Evening, players: list[Player]) -> None:
    ann, bob = players
    reply = await bob.person.slash(bob.channel, "table leave")
    assert "Your seat finishes the hand by itself" in reply.text
    await evening.quiet()
    table = evening.table(ann.channel)
    if table.session is not None:
        await ann.opens_hand()
        await play_out(evening, [ann])
    assert evening.table(ann.channel).state.seat_of(bob.person.id) is None
    member = await evening.store.find_member(ann.channel.guild.id, bob.person.id)
    assert member is not None
    assert await evening.store.balances(member) == await evening.store.owned(member)


async def test_a_panel_says_that_its_owner_has_left_until_the_hand_is_over(
    evening: Evening, players: list[Player]
) -> None:
    _, bob = players
    await bob.opens_hand()
    left = "You've left the table. Your seat finishes the hand by itself; then your stake comes back."
    assert left in (await bob.press("Leave")).text
    await evening.quiet()
    panel = bob.person.ephemerals(bob.channel)[-1]
    assert left in panel.text
    assert not panel.buttons, "the panel that follows the hand offers nothing more"


async def test_a_computer_takes_over_and_gives_back(evening: Evening, players: list[Player]) -> None:
    ann, bob = players
    reply = await bob.opens_hand()
    reply = await bob.press("Let a computer play")
    assert "playing for you, with your own money: what it wins or loses is yours." in reply.text
    await evening.quiet()
    await ann.opens_hand()
    await play_out(evening, [ann])
    rows = (await evening.store.match(1)).rows
    seat = evening.table(ann.channel).state.seat_of(bob.person.id)
    assert seat is not None
    assert any(row.by == "computer" and row.seat == seat.number for row in rows)
    between = await bob.opens_hand()
    assert "playing for you, with your own money" in between.text
    assert "The computer stays in for the next game." in between.text
    assert "Take my seat back" in [button.label for button in between.message.buttons]
    await ann.press("Again")
    await evening.quiet()
    assert evening.table(ann.channel).session is not None
    back = await bob.opens_hand()
    back = await bob.person.press(back.message, "Take my seat back")
    assert "playing for you" not in back.text
    await evening.quiet()
    await play_out(evening, players)
    assert await evening.store.audit() == []


async def test_a_computer_that_plays_for_fun_costs_nothing(evening: Evening) -> None:
    [ann] = await at_play(evening, GAME, ["Ann"], computers=2)
    reply = await ann.opens_hand()
    reply = await ann.press("Let a computer play")
    assert "A computer is playing for you." in reply.text


async def test_a_member_takes_the_seat_back_between_two_games(
    evening: Evening, players: list[Player]
) -> None:
    ann, bob = players
    await bob.opens_hand()
    await bob.press("Let a computer play")
    await evening.quiet()
    await ann.opens_hand()
    await play_out(evening, [ann])
    between = await bob.opens_hand()
    back = await bob.person.press(between.message, "Take my seat back")
    assert "You have your seat back." in back.text
    assert "Play again?" in back.text
    await ann.press("Again")
    await evening.quiet()
    assert evening.table(ann.channel).session is None, "Bob decides for himself again"


async def test_a_thread_that_was_archived_is_opened_again(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    world = evening.playground.world
    thread = world.add_thread(tavern, "back room", 11, world.bot)
    ann, bob = Player(evening, "Ann", thread), Player(evening, "Bob", thread)
    await ann.person.slash(thread, "table open", game=GAME)
    await evening.quiet()
    seated = await ann.opens_hand()
    evening.playground.world.archive_thread(thread)
    await evening.bot.registry.get_in_channel(thread.id).seating.add_computer(person_of(ann))
    await evening.quiet()
    assert not thread.archived
    assert "Old Marn" in ann.board.text
    assert seated.acknowledged
    await bob.press("Sit down")


def person_of(player: Player) -> Person:
    """A player as the tables know them."""
    return Person(player.person.id, Name(player.name))


async def test_a_locked_thread_returns_the_stakes(evening: Evening, players: list[Player]) -> None:
    tavern = players[0].channel
    evening.playground.faults.fail_next("PATCH", rf"/channels/{tavern.id}/messages/", 403, 160005, times=9)
    await players[0].opens_hand()
    await players[1].opens_hand()
    await acting(evening, players).acts()
    await evening.playground.wait_for(lambda: evening.bot.registry.find_in_channel(tavern.id) is None)
    await evening.quiet()
    assert await evening.store.audit() == []
    assert (await evening.store.match(1)).state == "void"
