"""Tournaments on Discord: the board, tables in threads, a stop in mid-round, the crown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.tournaments import painter as ui
from cogs.tournaments import rows as tournament_rows
from cogs.tournaments.boards import TournamentBoards
from cogs.tournaments.service import Tournaments
from cogs.tournaments.tournament import Tournament
from playground import Playground
from playground.world.state import PRIVATE_THREAD, Channel
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.at_rest import idle
from tests.helpers.clicking import is_panel

GAME = "rogues_and_warriors"
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Finn", "Gus", "Hal")
MORE = tuple(f"Player {number}" for number in range(9, 17))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.live.live_message.SPACING", 0.0)


def boards(evening: Evening) -> TournamentBoards:
    """The boards of the bot."""
    found = getattr(evening.bot.get_cog("TournamentCog"), "boards", None)
    assert isinstance(found, TournamentBoards)
    return found


async def settle(evening: Evening) -> None:
    """Wait until tables, tournaments and boards have done all that is due."""
    for _ in range(3):
        await evening.bot.service(Tournaments).wait_idle()
        await evening.quiet()
        await boards(evening).wait_idle()


def board(evening: Evening, channel: Any) -> Any:
    """The tournament's board as it stands in a channel."""
    message = boards(evening).message_in(channel.id)
    assert message is not None, [each.text for each in channel.messages]
    return channel.message(message)


def running(evening: Evening, channel: Any) -> Tournament:
    """The tournament of a channel."""
    return evening.bot.service(Tournaments).get_in_channel(channel.id)


async def opened(evening: Evening, channel: Channel, names: tuple[str, ...], **options: Any) -> None:
    """Ann opens a tournament, and these members press Join."""
    playground = evening.playground
    reply = await playground.member("Ann").slash(channel, "tournament open", game=GAME, **options)
    assert "Your tournament is open." in reply.text
    await settle(evening)
    for name in names:
        reply = await playground.member(name).press(board(evening, channel), "Join")
        assert "You're in!" in reply.text
    await settle(evening)


async def passing(evening: Evening, channel: Channel, steps: int = 200) -> None:
    """Let time pass until the tournament is over."""
    for _ in range(steps):
        if evening.bot.service(Tournaments).find_in_channel(channel.id) is None:
            return
        evening.clock.advance(20)
        await settle(evening)
    raise AssertionError(board(evening, channel).text)


async def test_sixteen_members_with_a_stop_in_mid_round(playground: Playground, tmp_path: Path) -> None:
    """Nobody is there, so computers play for everyone; the bot is stopped while four tables play."""
    clock, path = HandClock(), tmp_path / "tournament.db"
    tavern = playground.guild.channel("tavern")
    for name in MORE:
        playground.add_member(name)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await opened(evening, tavern, NAMES + MORE, rounds=2, stake=20)
        assert "**16** players so far" in board(evening, tavern).text
        assert "The pot, 320 now, pays 40, 27, 19 and 14 percent by place." in board(evening, tavern).text
        await playground.member("Ann").press(board(evening, tavern), "Start")
        await settle(evening)
        shown = board(evening, tavern)
        assert "Round 1 of 2" in shown.text
        assert len(shown.pings) == 15, "all but the host, who pressed Start"
        clock.advance(181)
        await settle(evening)
        threads = [thread for thread in playground.guild.threads.values() if thread.parent is tavern]
        assert sorted(thread.name for thread in threads) == [
            f"Round 1, table {number}" for number in (1, 2, 3, 4)
        ]
        assert all(f"<#{thread.id}>" in board(evening, tavern).text for thread in threads)
        clock.advance(5)
        for actor in bot.registry:
            await actor.queue.idle()
        assert any(actor.session is not None for actor in bot.registry), "the round is being played"
        before = board(evening, tavern).id
    clock.advance(60)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await settle(evening)
        assert running(evening, tavern).record.phase == "playing"
        assert board(evening, tavern).id == before, "the same board, not another one"
        await passing(evening, tavern)
        record = await bot.store.read(tournament_rows.tournament, 1)
        assert [(table.round, len(table.members)) for table in record.tables] == [
            *[(1, 4)] * 4,
            *[(2, 4)] * 4,
            (3, 4),
        ]
        met = {frozenset(table.members) for table in record.tables if table.round == 1}
        for table in record.tables[4:8]:
            assert all(len(set(table.members) & others) == 1 for others in met), "they all meet new people"
        [winner] = [entrant for entrant in record.entrants if entrant.place == 1]
        shown = board(evening, tavern)
        assert f"👑 {winner.name} wins the Rogues and Warriors tournament!" in shown.text
        assert tavern.messages[-1].id == shown.id, "the end stands at the bottom of the chat"
        profile = await playground.member(winner.name or "").slash(tavern, "my profile")
        assert "Crowns: 1 tournament won" in profile.text
        places = await playground.member("Bob").slash(tavern, "tournament standings")
        assert "You're in place" in places.text
        assert places.text.count("points") >= 16
        assert await bot.store.audit() == []
        clock.advance(60)
        await settle(evening)
        assert not evening.bot.registry.in_place(playground.guild.id)


async def test_members_play_their_own_seats(evening: Evening, tavern: Channel) -> None:
    """Three members are there from the first round on: nobody waits, and none has to say so again."""
    names = ("Ann", "Bob", "Cid")
    await opened(evening, tavern, names, rounds=2)
    refused = await evening.playground.member("Bob").press(board(evening, tavern), "Start")
    assert "Only the host, Ann, can do that." in refused.text
    await evening.playground.member("Ann").press(board(evening, tavern), "Start")
    await settle(evening)
    assert "Waiting for Bob and Cid: press" in board(evening, tavern).text
    for name in names[1:]:
        await evening.playground.member(name).press(board(evening, tavern), "I'm here")
    await settle(evening)
    [actor] = evening.bot.registry.in_place(evening.playground.guild.id)
    thread = next(t for t in evening.playground.guild.threads.values() if t.id == actor.state.channel_id)
    assert any("this is round 1, table 1." in message.text for message in thread.messages)
    table = next(message for message in thread.messages if message.id == actor.state.message_id)
    assert "Round 1, table 1 of the tournament" in table.text
    assert [button.label for button in table.buttons] == ["My hand", "More…"]
    refused = await evening.playground.member("Ann").slash(thread, "table close")
    assert "This table belongs to a tournament" in refused.text
    refused = await evening.playground.member("Dot").slash(thread, "tournament leave")
    assert "You're not in this tournament." in refused.text
    evening.clock.advance(5)
    await settle(evening)
    assert actor.session is not None
    assert {seat.policy for seat in actor.state.seats.values()} == {None}
    for _ in range(60):
        if running(evening, tavern).record.round == 2:
            break
        session = actor.session
        if session is not None:
            for ask in list(session.match.open.values()):
                seat = actor.state.seats[ask.seat]
                name = seat.name
                panels = [m for m in evening.playground.member(name).ephemerals(thread) if is_panel(m)]
                if not panels:
                    await evening.playground.member(name).slash(thread, "hand")
                    panels = [m for m in evening.playground.member(name).ephemerals(thread) if is_panel(m)]
                choices = [b for b in panels[-1].buttons if (b.custom_id or "").startswith("p:")]
                plain = [b for b in choices if b.label != "Fold"] or choices
                await evening.playground.member(name).press(panels[-1], custom_id=plain[0].custom_id)
                break
        await settle(evening)
    record = running(evening, tavern).record
    assert (record.round, record.phase) == (2, "playing"), (
        "everyone was there, so the second round began at once"
    )
    assert len(record.tables[0].scores) == 1


async def test_without_threads_the_tables_take_turns_in_the_channel(
    evening: Evening, tavern: Channel
) -> None:
    evening.playground.revoke(tavern, "create_public_threads")
    await idle(evening.playground)
    await opened(evening, tavern, NAMES[:6], seats=3, rounds=1)
    await evening.playground.member("Ann").press(board(evening, tavern), "Start")
    evening.clock.advance(181)
    await settle(evening)
    record = running(evening, tavern).record
    assert [table.channel_id for table in record.tables] == [tavern.id, None]
    assert "Table 2 waits for a free place" in board(evening, tavern).text
    await passing(evening, tavern)
    record = await evening.store.read(tournament_rows.tournament, 1)
    assert [table.channel_id for table in record.tables] == [tavern.id] * 3
    assert record.phase == "ended"


@pytest.mark.parametrize("files", [True, False])
@pytest.mark.in_english
async def test_the_winners_are_drawn_where_files_are_allowed(gallery: Evening, *, files: bool) -> None:
    tavern = gallery.playground.guild.channel("tavern")
    await opened(gallery, tavern, NAMES[:6], seats=3, rounds=1, stake=20)
    if not files:
        gallery.playground.revoke(tavern, "attach_files")
        await idle(gallery.playground)
    await gallery.playground.member("Ann").press(board(gallery, tavern), "Start")
    await passing(gallery, tavern)
    await settle(gallery)
    shown = tavern.messages[-1]
    assert "wins the Rogues and Warriors tournament!" in shown.text
    assert [each.filename for each in shown.attachments] == (["winners.png"] if files else [])
    told = "wins the Rogues and Warriors tournament! 6 players, 1 round and a final. The pot pays"
    assert (told in str(shown.components)) is files
    # what the picture shows stands in words only where there is none
    assert ("\n1 **" in shown.text) is not files


async def test_in_a_private_thread_the_tables_are_private_too(evening: Evening, tavern: Channel) -> None:
    world, playground = evening.playground.world, evening.playground
    ann, dot = playground.member("Ann"), playground.member("Dot")
    thread = world.add_thread(tavern, "among us", PRIVATE_THREAD, ann.user)
    for user in (world.bot, *(playground.member(name).user for name in NAMES[1:3])):
        world.let_in(thread, user, ann.user)
    await idle(playground)
    await opened(evening, thread, NAMES[:3], rounds=1)
    await ann.press(board(evening, thread), "Start")
    evening.clock.advance(181)
    await settle(evening)
    [table] = [each for each in playground.guild.threads.values() if each is not thread]
    assert table.type == PRIVATE_THREAD
    assert all(playground.member(name).sees(table) for name in NAMES[:3])
    assert not dot.sees(table)


async def test_nobody_enters_or_reads_it_from_elsewhere(evening: Evening, tavern: Channel) -> None:
    """Its number comes from the client: a tournament in a private thread is for those who are there."""
    cellar = evening.playground.guild.channel("cellar")
    ann, dot = evening.playground.member("Ann"), evening.playground.member("Dot")
    await ann.slash(cellar, "tournament open", game="rogues_and_warriors")
    await evening.quiet()
    board = cellar.messages[-1]
    await ann.press(board, "Join")
    await dot.slash(tavern, "help")
    own = dot.ephemerals(tavern)[-1]
    for verb in ("join", "start", "ready", "leave", "sure", "off", "standings", "standings.1", "how"):
        said = (await dot.press_raw(tavern, own.id, f"{ui.PREFIX}:1:{verb}")).text
        assert "This tournament is over" in said, verb
    await ann.slash(tavern, "help")
    theirs = await ann.press_raw(tavern, ann.ephemerals(tavern)[-1].id, f"{ui.PREFIX}:1:standings")
    assert "Ann" in theirs.text, "an entrant may look from anywhere"
    assert "You're in" in (await dot.press(board, "Join")).text


async def test_a_table_that_has_closed_names_no_entrants(evening: Evening, tavern: Channel) -> None:
    """Those who have their data deleted would else be found by their Discord ids."""
    await opened(evening, tavern, NAMES[:3], rounds=1)
    await evening.playground.member("Ann").press(board(evening, tavern), "Start")
    evening.clock.advance(181)
    await settle(evening)
    [table] = running(evening, tavern).record.tables
    assert table.table_id is not None
    assert len((await evening.store.table(table.table_id)).settings["tournament"]["entrants"]) == 3
    await running(evening, tavern).call_off(None)
    await settle(evening)
    closed = await evening.store.table(table.table_id)
    assert closed.phase == "closed"
    assert closed.settings["tournament"]["entrants"] == []


async def test_boards_of_the_past_are_forgotten(
    evening: Evening, tavern: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.tournaments.boards.MOST_OVER", 1)
    for _ in range(3):
        await opened(evening, tavern, NAMES[:3])
        await evening.bot.service(Tournaments).get_in_channel(tavern.id).call_off(None)
        await settle(evening)
    assert len(boards(evening)) == 2, "one that is over, and the latest"


async def test_called_off_by_its_host(evening: Evening, tavern: Channel) -> None:
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    await opened(evening, tavern, NAMES[:4], stake=50, format="cut")
    refused = await ann.slash(tavern, "tournament open", game=GAME)
    assert "This channel already has a tournament." in refused.text
    refused = await bob.slash(tavern, "tournament close")
    assert "Only the host, Ann, can do that." in refused.text
    purse = await bob.slash(tavern, "purse show")
    assert "50 pieces" in purse.text
    asked = await ann.slash(tavern, "tournament close")
    assert "Everyone gets their 50 copper back" in asked.text
    assert asked.message is not None
    await ann.press(asked.message, "Call it off")
    await settle(evening)
    old = tavern.messages[-1]
    assert "It was called off. Everyone has their buy-in back." in old.text
    late = await bob.slash(tavern, "tournament leave")
    assert "There's no tournament in this channel." in late.text
    account = await evening.store.find_member(evening.playground.guild.id, bob.id)
    assert account is not None
    assert await evening.store.balances(account) == await evening.store.owned(account)
    assert await evening.store.audit() == []


async def test_leaving_with_a_buy_in_takes_a_second_press(evening: Evening, tavern: Channel) -> None:
    ann, dot = evening.playground.member("Ann"), evening.playground.member("Dot")
    await opened(evening, tavern, NAMES[:4], stake=50)
    back = await dot.press(board(evening, tavern), "Leave")
    assert "Your 50 copper are back" in back.text
    again = await dot.press(board(evening, tavern), "Join")
    assert "You're in!" in again.text
    twice = await dot.press(board(evening, tavern), "Join")
    assert "You're in already." in twice.text
    await ann.press(board(evening, tavern), "Start")
    await settle(evening)
    asked = await dot.press(board(evening, tavern), "Leave")
    assert "stay in the pot" in asked.text
    assert asked.message is not None
    await dot.press(asked.message, "Leave and lose it")
    await settle(evening)
    assert "Dot" not in board(evening, tavern).text.split("Waiting for")[1]
    late = await evening.playground.member("Eve").slash(tavern, "tournament standings")
    assert "4 **Dot**" in late.text
    assert "left" in late.text


async def test_bad_input_changes_nothing(evening: Evening, tavern: Channel) -> None:
    ann = evening.playground.member("Ann")
    refused = await ann.slash(tavern, "tournament open", game="poker")
    assert "I don't know that game." in refused.text
    refused = await ann.slash(tavern, "tournament open", game=GAME, format="cut", rounds=3)
    assert "the number of players decides how many rounds there are" in refused.text
    refused = await ann.slash(tavern, "tournament open", game=GAME, stake=2)
    assert "Buy-ins on this server run from" in refused.text
    refused = await ann.slash(tavern, "tournament standings")
    assert "There's no tournament in this channel." in refused.text
    assert await evening.store.read(tournament_rows.live_tournaments) == []


async def test_a_server_that_was_left_meanwhile_calls_it_off(playground: Playground, tmp_path: Path) -> None:
    """The bot was removed while it was stopped: what was put up goes back at the next start."""
    clock, path = HandClock(), tmp_path / "tournament.db"
    ann = playground.member("Ann")
    other = playground.add_guild("Elsewhere", ann)
    channel = playground.world.add_channel(other, "hall")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await opened(evening, channel, ("Ann",), stake=50)
    playground.world.remove_bot(other)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await settle(evening)
        assert (await bot.store.read(tournament_rows.tournament, 1)).phase == "off"
        assert await bot.store.audit() == []


async def test_a_deleted_channel_calls_it_off(evening: Evening) -> None:
    playground = evening.playground
    cellar = playground.guild.channel("cellar")
    await opened(evening, cellar, NAMES[:3], stake=30)
    playground.world.delete_channel(cellar)
    await playground.wait_for(lambda: evening.bot.service(Tournaments).find_in_channel(cellar.id) is None)
    record = await evening.store.read(tournament_rows.tournament, 1)
    assert record.phase == "off"
    assert await evening.store.audit() == []
