"""A stop at any moment: tables, matches and controls are there again."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.due_work import SOON
from bot.requests.connections import HeldBack
from cogs.requests import http
from cogs.tournaments.rows import live_tournaments
from cogs.tournaments.service import Tournaments
from cogs.ui.components import note
from db import NotSaved, Write
from db.errors import StoreAway
from db.opening import back_up, carry_over
from db.store import Store
from db.tables import SaveTable
from games.engine import RAIL
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, at_play, is_panel, play_out
from tests.helpers.postgres import location_for

GAME = "rogues_and_warriors"


async def test_a_match_goes_on_after_a_restart(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "restart.db"
    tavern = playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = [Player(evening, name, tavern) for name in ("Ann", "Bob", "Cid")]
        await players[0].person.slash(tavern, "table open", game=GAME)
        await evening.quiet()
        for player in players[1:]:
            await player.press("Sit down")
        await players[0].press("Start")
        await evening.quiet()
        table = evening.table(tavern)
        [asked] = {ask.seat for ask in table.session.match.open.values()}  # type: ignore[union-attr]
        acting = players[asked]
        await acting.press("Check")
        await evening.quiet()
        seen = [table.session.match.scene(viewer) for viewer in (0, 1, 2, RAIL)]  # type: ignore[union-attr]
        board = acting.board
    clock.advance(3600)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        table = evening.table(tavern)
        assert table.session is not None
        assert [table.session.match.scene(viewer) for viewer in (0, 1, 2, RAIL)] == seen
        assert min(table.session.deadlines.values()) >= clock.now() + 60
        assert table.state.message_id == board.id, "the same message, not another one"
        for player in players:
            player.evening = evening
        reply = await acting.press("Log")
        assert "checks" in reply.text
        for player in players:
            await player.opens_hand()
        await play_out(evening, players)
        assert await evening.store.audit() == []


async def test_the_result_stays_after_a_restart(playground: Playground, tmp_path: Path) -> None:
    """Between two matches the table shows the last one, and who has pressed Again need not press again."""
    clock, path = HandClock(), tmp_path / "result.db"
    tavern = playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = [Player(evening, name, tavern) for name in ("Ann", "Bob", "Cid")]
        ann, bob, cid = players
        await ann.person.slash(tavern, "table open", game=GAME)
        await evening.quiet()
        await bob.press("Sit down")
        await cid.press("Sit down")
        await ann.press("Start")
        await ann.opens_hand()
        await play_out(evening, players)
        await bob.press("Again")
        await evening.quiet()
        table = evening.table(tavern)
        scenes = [(await table.view_for(each.person.id)).scene for each in players]
        shown, buttons = ann.board.text, [button.label for button in ann.board.buttons]
        assert "Bob" in shown
        assert "ready" in shown
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        table = evening.table(tavern)
        assert [(await table.view_for(each.person.id)).scene for each in players] == scenes
        for player in players:
            player.evening = evening
        assert ann.board.text == shown
        assert [button.label for button in ann.board.buttons] == buttons
        await cid.press("Again")
        clock.advance(5)
        await evening.quiet()
        assert table.session is not None
        assert list(table.session.match.header.ring) == [0, 1, 2]
        assert await evening.store.audit() == []


async def test_a_modal_open_across_a_restart_is_answered(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "modal.db"
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        opened = await ann.slash(tavern, "table open", game=GAME)
        assert opened.message is not None
        await ann.press(opened.message, "Start with computer players")
        await evening.quiet()
        [panel] = [each for each in ann.ephemerals(tavern) if is_panel(each)]
        reply = await ann.press(panel, "Other amount")
        assert reply.modal is not None
    async with bot_on(playground, path, clock) as bot:
        before = len((await bot.store.match(1)).rows)
        answered = await ann.submit(reply.modal, {"value": "3"})
        assert answered.acknowledged
        await Evening(playground, path, clock, bot).quiet()
        assert (await bot.store.match(1)).rows[before].answer == 3


async def test_an_answer_out_of_time_is_the_default(evening: Evening) -> None:
    """A warning comes first; the next question is shorter, until any press gives it its time again."""
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = await at_play(evening, GAME)
    table = evening.table(tavern)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    late = (ann, bob)[ask.seat]
    for player in (ann, bob):
        await player.opens_hand()
    evening.clock.advance(31)
    await evening.quiet()
    nudge = tavern.messages[-1]
    assert f"<@{late.person.id}>, it's your turn" in nudge.text
    assert [member.name for member in nudge.pings] == [late.name] or late.person.id in [
        getattr(ping, "id", ping) for ping in nudge.pings
    ]
    evening.clock.advance(45)
    await evening.quiet()
    assert "a few seconds left" in nudge.text
    assert (await evening.store.match(1)).rows == ()
    evening.clock.advance(15)
    await evening.quiet()
    first = (await evening.store.match(1)).rows[0]
    assert (first.answer, first.by) == ("check", "timeout")
    assert not table.state.seats[ask.seat].away, "once is no absence"
    assert nudge.deleted
    shown = "\n".join(message.text for message in late.person.ephemerals(tavern))
    assert "Time ran out, so the table pressed **Check** for you. You're still in." in shown
    other = (bob, ann)[ask.seat]
    while not (asked := table.session.match.asks_of(ask.seat)):
        await other.acts()
        await evening.quiet()
    assert table.session.deadlines[asked[0].id] == evening.clock.now() + 45
    await late.person.press(late.board, "My hand")
    await evening.quiet()
    assert table.session.deadlines[asked[0].id] == evening.clock.now() + 90


async def test_closing_returns_every_stake(evening: Evening) -> None:
    playground = evening.playground
    tavern = playground.guild.channel("tavern")
    ann, bob = await at_play(evening, GAME)
    reply = await ann.person.slash(tavern, "table close")
    assert "The table closes once this hand is over." in reply.text
    await ann.opens_hand()
    await play_out(evening, [ann, bob])
    await evening.quiet()
    assert evening.bot.registry.find_in_channel(tavern.id) is None
    assert await evening.store.audit() == []
    owned = [
        await evening.store.owned((await evening.store.find_member(playground.guild.id, p.person.id)) or 0)
        for p in (ann, bob)
    ]
    assert all("copper.piece" not in o or o["copper.piece"] < 4 for o in owned), "paid back as gembones"


async def test_yesterdays_copy_plays_on(playground: Playground, tmp_path: Path) -> None:
    """The drill of a restore: the copy of a match in play is taken up by another bot, and played to its end."""
    clock, path, copy = HandClock(), tmp_path / "today.db", tmp_path / "yesterday.db"
    tavern = playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = [Player(evening, name, tavern) for name in ("Ann", "Bob")]
        await players[0].person.slash(tavern, "table open", game=GAME)
        await evening.quiet()
        await players[1].press("Sit down")
        await players[0].press("Start")
        await evening.quiet()
        await asyncio.to_thread(back_up, location_for(path), copy)
        await play_out(evening, players)
    clock.advance(86_400)
    if location_for(copy) != copy:
        await asyncio.to_thread(carry_over, copy, location_for(copy), lambda steps: lambda made: None)
    async with bot_on(playground, copy, clock) as bot:
        evening = Evening(playground, copy, clock, bot)
        await evening.quiet()
        assert evening.table(tavern).session is not None, "the match that has ended since is in play again"
        for player in players:
            player.evening = evening
            await player.opens_hand()
        await play_out(evening, players)
        assert await evening.store.audit() == []


async def test_a_lobby_beside_chat_says_so_after_a_restart_too(
    playground: Playground, tmp_path: Path
) -> None:
    """The first repaint comes before Discord has told which channels there are."""
    clock, path = HandClock(), tmp_path / "hint.db"
    tavern = playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await playground.member("Ann").slash(tavern, "table open", game=GAME)
        await evening.quiet()
        board = tavern.message(evening.table(tavern).state.message_id or 0)
        assert board is not None
        before = board.text
        assert "Lots of chat here?" in before
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        assert board.text == before


async def test_a_process_whose_leases_may_be_gone_shows_nothing_of_its_tables(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was frozen and thaws has an old memory: another one may have played on."""
    ann, bob = await at_play(evening, GAME)
    session = evening.table(ann.channel).session
    assert session is not None
    acting = ann if next(iter(session.match.open.values())).seat == 0 else bob
    open_asks = dict(session.match.open)
    hand = acting.panel.text
    monkeypatch.setattr("bot.client.Dicenight.is_cut_off", True)
    reply = await acting.person.press(acting.panel, custom_id=acting.choices(acting.panel)[0].custom_id)
    assert "The bot's restarting. Press again in a few seconds." in reply.text
    command: Any = await acting.person.slash(acting.channel, "hand")
    assert "The bot's restarting." in command.text
    assert dict(session.match.open) == open_asks
    assert acting.panel.text == hand


async def test_a_process_that_stood_still_after_its_check_is_held_back_when_it_sends(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await at_play(evening, GAME)
    table = evening.table(ann.channel)
    assert table.state.message_id is not None
    checked = itertools.count()
    # the first looks find all in order, as those before a freeze do; the one before the request does not
    monkeypatch.setattr("bot.client.Dicenight.is_cut_off", property(lambda bot: next(checked) >= 2))
    evening.playground.requests.clear()
    reply = await ann.person.slash(ann.channel, "hand")
    assert "The bot's restarting." in reply.text
    with pytest.raises(HeldBack):
        await http.edit(evening.bot, ann.channel.id, table.state.message_id, note("old"))
    with pytest.raises(HeldBack):
        await http.edit_by_token(
            evening.bot, evening.bot.application_id or 0, http.Handle("token"), note("old")
        )
    assert [request.method for request in evening.playground.requests] == ["POST"]
    # the commands are the same whoever registers them, and a slow start must not end at that
    assert await evening.bot.tree.sync()


@pytest.mark.in_english
async def test_a_process_that_is_cut_off_lets_the_one_in_its_place_answer_first(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One that had lost its database alone told everyone for hours to press again, before the other could answer."""
    ann, bob = await at_play(evening, GAME)
    arrived: list[Any] = []

    async def answered_elsewhere(client: Any) -> None:
        last = evening.playground.interactions.last
        assert last is not None
        arrived.append(last)
        url = f"{evening.playground.base_url}/interactions/{last.id}/{last.token}/callback"
        answer = {"type": http.MESSAGE, "data": note("served elsewhere")}
        async with aiohttp.ClientSession() as other, other.post(url, json=answer) as taken:
            assert taken.status in (200, 204)

    monkeypatch.setattr("bot.client.Dicenight.is_cut_off", True)
    monkeypatch.setattr("bot.client.Dicenight.give_way", answered_elsewhere)
    for reply in (
        await bob.person.slash(ann.channel, "hand"),
        await ann.person.press(ann.panel, custom_id=ann.panel.buttons[0].custom_id),
    ):
        assert reply.text == "served elsewhere"
    assert len(arrived) == 2
    await evening.quiet()
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []


async def test_what_goes_on_by_itself_is_taken_up_though_the_store_was_away_at_first(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Features take up nights, boards and tournaments once the servers are known, which may be in an outage."""
    clock, path, tavern = HandClock(), tmp_path / "away.db", playground.guild.channel("tavern")
    async with bot_on(playground, path, clock):
        await playground.member("Ann").slash(tavern, "tournament open", game="threes")
    read, asked = Store.read, list[str]()

    async def read_away(store: Store, query: Any, *given: Any) -> Any:
        if query is live_tournaments and len(asked) < 2:
            asked.append("away")
            raise StoreAway("the database is away")
        return await read(store, query, *given)

    monkeypatch.setattr(Store, "read", read_away)
    async with bot_on(playground, path, clock) as bot:
        tournaments = bot.service(Tournaments)
        await playground.wait_for(lambda: asked)
        assert tournaments.find_in_channel(tavern.id) is None
        for _ in range(2):
            await Evening(playground, path, clock, bot).quiet()
            clock.advance(SOON)
        await playground.wait_for(lambda: tournaments.find_in_channel(tavern.id))


async def test_tables_of_a_server_that_is_gone_close_though_that_was_not_saved_at_first(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, path = HandClock(), tmp_path / "gone.db"
    other = playground.add_guild("Elsewhere", playground.member("Ann"))
    cellar = other.channel("cellar")
    async with bot_on(playground, path, clock) as bot:
        await playground.member("Ann").slash(cellar, "table open", game=GAME)
        await Evening(playground, path, clock, bot).quiet()
    playground.world.remove_bot(other)
    commit, refused = Store.commit, list[Write]()

    async def full(store: Store, *writes: Write) -> None:
        closing = [each for each in writes if isinstance(each, SaveTable) and each.phase == "closed"]
        if closing and not refused:
            refused.extend(closing)
            raise NotSaved("the disk is full")
        await commit(store, *writes)

    monkeypatch.setattr(Store, "commit", full)
    async with bot_on(playground, path, clock) as bot:
        await playground.wait_for(lambda: refused)
        await Evening(playground, path, clock, bot).quiet()
        clock.advance(SOON)
        await playground.wait_for(lambda: bot.registry.find_in_channel(cellar.id) is None)
