"""Matches by letter through the real client: chosen in the lobby, told once a turn, over weeks and restarts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY, HOUR
from cogs.ui.components import SILENT
from playground import Playground
from playground.world.clock import PATIENCE
from tests.e2e.conftest import UNPACED, Evening, HandClock, bot_on
from tests.helpers.as_discord import as_discord
from tests.helpers.clicking import Player, play_out, sat_down
from tests.helpers.games.tavern import Sits
from tests.helpers.tavern_evening import TavernNight

GAME = "rogues_and_warriors"
STEP = 6
"""Hours that pass at once."""


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, clock: HandClock) -> AsyncIterator[Playground]:
    """A playground whose time is the test's, so that messages and tokens grow old in it."""
    async with as_discord(Playground(rate_limits=False, clock=clock.now, answer_within=PATIENCE)) as found:
        # every message is old here, and the playground limits nothing
        for name, value in (UNPACED | {"cogs.live.table_messages.OLD_SPACING": 0.0}).items():
            monkeypatch.setattr(name, value)
        yield found


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def evening(playground: Playground, clock: HandClock, tmp_path: Path) -> AsyncIterator[Evening]:
    path = tmp_path / "letters.db"
    async with bot_on(playground, path, clock) as bot:
        yield Evening(playground, path, clock, bot)


async def by_letter(players: list[Player], pace: str) -> None:
    """Let the host choose a pace in the lobby's settings."""
    host = players[0]
    await host.sets({"Pace": pace})
    await host.evening.quiet()


async def hours(evening: Evening, number: int) -> None:
    """Let hours pass, with time for what happens meanwhile."""
    for passed in (*[STEP] * (number // STEP), number % STEP):
        evening.clock.advance(passed * HOUR)
        await evening.quiet()


def mentions(channel: Any, player: Player) -> list[Any]:
    """The messages in the channel that mention a member."""
    return [
        message for message in channel.messages if player.person.id in [user.id for user in message.pings]
    ]


async def asked(evening: Evening, players: list[Player]) -> Player:
    """Start a match, and return the player who is asked first."""
    await players[0].press("Start")
    await evening.quiet()
    session = evening.table(players[0].channel).session
    assert session is not None
    return players[next(iter(session.match.open.values())).seat]


def told(playground: Playground) -> list[str]:
    """Every mention that was ever posted, in words; each names the end of its turn."""
    posted = [str(each.json) for each in playground.requests if each.method == "POST"]
    return [found[0] for body in posted if (found := re.search(r"<@\d+>, it's your turn[^.]*", body))]


async def test_a_pace_of_a_day_is_chosen_and_each_turn_is_told_once(evening: Evening) -> None:
    players = await sat_down(evening, GAME)
    await by_letter(players, "1 day")
    ann = players[0]
    assert "in your own time, 1 day a turn" in ann.board.text
    await hours(evening, 71)
    assert evening.table(ann.channel).state.phase == "lobby", "it waits for three turns"
    who = await asked(evening, players)
    due = int(evening.clock.now() + DAY)
    assert f"to act, time's up <t:{due}:R>" in ann.board.text
    await hours(evening, 3)
    [mention] = mentions(ann.channel, who)
    assert f"<@{who.person.id}>, it's your turn, time's up <t:{due}:R>." in mention.text
    await who.opens_hand()
    assert f"Time's up <t:{due}:R>." in who.panel.text
    await hours(evening, 19)
    assert "not long left" in mention.text
    assert len(told(evening.playground)) == 1
    await hours(evening, 3)
    assert (await evening.store.match(1)).rows[0].by == "timeout"
    assert mention.deleted


async def test_a_direct_message_or_nothing_and_closed_ones_fall_back_once(evening: Evening) -> None:
    players = await sat_down(evening, GAME)
    await by_letter(players, "4 hours")
    for player in players:
        shown = await player.person.slash(player.channel, "notify turn")
        assert "I mention you beside the table" in shown.text
        saved = await player.person.slash(player.channel, "notify turn", how="dm")
        assert "Saved. I send you a direct message" in saved.text
    who = await asked(evening, players)
    other = next(player for player in players if player is not who)
    board = who.board
    await hours(evening, 1)
    [letter] = who.person.direct_messages
    assert "It's your turn in **Rogues and Warriors**, time's up" in letter.text
    [way] = letter.buttons
    assert way.url == f"https://discord.com/channels/{who.channel.guild.id}/{who.channel.id}/{board.id}"
    assert not mentions(who.channel, who)
    # the next one finds them closed: it comes to the channel, and so do all later ones
    other.person.user.accepts_dms = False
    await who.press("Check")
    await hours(evening, 1)
    assert not other.person.direct_messages
    assert len(mentions(who.channel, other)) == 1
    await evening.quiet()
    told = await other.person.slash(other.channel, "notify turn")
    assert "Your direct messages are closed to me" in told.text
    refused = [request for request in evening.playground.requests if request.status == 403]
    assert len(refused) == 1
    off = await who.person.slash(who.channel, "notify turn", how="off")
    assert "I don't tell you when it's your turn." in off.text
    await other.press("Check")
    await hours(evening, 3)
    assert len(who.person.direct_messages) == 1
    assert not mentions(who.channel, who)


@pytest.mark.rule("TIM-R5")
@pytest.mark.parametrize(
    "gone", ["left the server", "sees the channel no more", "nobody can say", "an odd answer"]
)
async def test_a_turn_is_told_by_dm_to_those_who_may_still_read_of_it(evening: Evening, gone: str) -> None:
    """They have another server in common with the bot, so Discord would deliver all the same."""
    players = await sat_down(evening, GAME, ["Bob", "Cid"])
    await by_letter(players, "4 hours")
    for player in players:
        await player.person.slash(player.channel, "notify turn", how="dm")
    who = await asked(evening, players)
    other = next(player for player in players if player is not who)
    other.person.join_guild(evening.playground.add_guild("Elsewhere"))
    match gone:
        case "left the server":
            other.person.leave_guild()
        case "sees the channel no more":
            evening.playground.revoke(other.channel, "view_channel", of=other.person)
        case "nobody can say":
            evening.playground.faults.fail_next("GET", "/members/", 403, 50001)
        case _:
            evening.playground.faults.garble("GET", "/members/", "{}")
    await who.press("Check")
    await hours(evening, 1)
    assert len(other.person.direct_messages) == (gone in ("nobody can say", "an odd answer"))
    assert not mentions(other.channel, other)


async def test_in_a_window_only_a_direct_message_tells_who_is_asked(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    cute, strike, no = "Don't call me cute!", "How dare you strike a Paladin!", "I don't think so!"
    seats = {"Ann": Sits(hand=[cute]), "Bob": Sits(hand=[strike]), "Cid": Sits(hand=[no])}
    night = await TavernNight.begin(evening, monkeypatch, seats, ["Wine"], {"pace": "1 day"})
    await night.guests["Bob"].person.slash(night.channel, "notify turn", how="dm")
    await night.draws("Ann")
    await night.ann.plays(cute, at="Bob")
    await evening.quiet()
    before = [message.id for message in night.channel.messages if not message.ephemeral]
    evening.clock.advance(600)
    await evening.quiet()
    [letter] = night.guests["Bob"].person.direct_messages
    assert "It's your turn in" in letter.text
    assert [message.id for message in night.channel.messages if not message.ephemeral] == before
    assert not night.guests["Cid"].person.direct_messages, "a mention would tell everyone, so there is none"


async def test_who_has_not_pressed_again_is_told_that_the_next_hand_waits(evening: Evening) -> None:
    players = await sat_down(evening, GAME)
    await by_letter(players, "4 hours")
    who = await asked(evening, players)
    ann, bob = players
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert evening.table(who.channel).session is None
    before = evening.clock.now()
    await ann.press("Again")
    await evening.quiet()
    [mention] = mentions(bob.channel, bob)
    when = f"<t:{int(before + 4 * HOUR)}:R>"
    assert f"<@{bob.person.id}>, the next hand starts {when}. Press *Again* to be in it." in mention.text
    assert not mentions(ann.channel, ann)
    await bob.press("Again")
    await evening.quiet()
    assert evening.table(who.channel).session is not None


async def test_in_quiet_hours_a_turn_is_told_without_a_sound(evening: Evening) -> None:
    players = await sat_down(evening, GAME)
    await by_letter(players, "1 day")
    for player in players:
        panel = await player.person.slash(player.channel, "notify me")
        opened = await player.person.press(panel.message, "Quiet hours")
        # the clock of the tests stands at 8:00 UTC
        await player.person.submit(opened.modal, {"value": "6-10"})
    who = await asked(evening, players)
    await hours(evening, 1)
    [mention] = mentions(who.channel, who)
    assert mention.flags & SILENT


async def test_my_tables_says_where_i_am_waited_for(evening: Evening, ann: Any) -> None:
    nothing = await ann.slash(evening.playground.guild.channel("tavern"), "my tables")
    assert "You're at no table here." in nothing.text
    players = await sat_down(evening, GAME)
    await by_letter(players, "1 day")
    who = await asked(evening, players)
    other = next(player for player in players if player is not who)
    elsewhere = await sat_down(evening, "threes", [who.name], channel="cellar")
    shown = await who.person.slash(who.channel, "my tables")
    assert shown.ephemeral
    first, second = shown.text.splitlines()
    url = f"https://discord.com/channels/{who.channel.guild.id}/{who.channel.id}/{who.board.id}"
    assert first.startswith(
        f"▸ [Rogues and Warriors]({url}) in <#{who.channel.id}> · **your turn**, time's up"
    )
    assert second.startswith("◦ [Threes](")
    assert second.endswith(f"in <#{elsewhere[0].channel.id}> · waiting to start")
    theirs = await other.person.slash(other.channel, "my tables")
    assert f"· {who.name}'s turn" in theirs.text
    await who.press("Check")
    await evening.quiet()
    theirs = await other.person.slash(other.channel, "my tables")
    assert "**your turn**" in theirs.text


async def test_a_vacation_is_told_to_the_table_and_ended_by_a_button(evening: Evening) -> None:
    players = await sat_down(evening, GAME)
    ann = players[0]
    refused = await ann.person.slash(ann.channel, "my vacation", days=3)
    assert "You're at no table that's played in your own time" in refused.text
    await by_letter(players, "12 hours")
    who = await asked(evening, players)
    assert "You aren't on vacation." in (await who.person.slash(who.channel, "my vacation")).text
    begun = await who.person.slash(who.channel, "my vacation", days=14)
    until = int(evening.clock.now() + 14 * DAY)
    assert begun.ephemeral
    assert f"You're on vacation until <t:{until}:D>. Your clock stands still at 1 table." in begun.text
    await evening.quiet()
    assert f"on vacation until <t:{until}:D>" in ann.board.text
    assert f"time's up <t:{until + DAY // 2}:R>" in ann.board.text
    again = await who.person.slash(who.channel, "my vacation", days=2)
    assert "You're on vacation until" in again.text
    assert "`/my vacation` ends it." in (await who.person.slash(who.channel, "my tables")).text
    await hours(evening, 30)
    assert (await evening.store.match(1)).rows == ()
    assert not mentions(who.channel, who)
    shown = await who.person.slash(who.channel, "my vacation")
    back = await who.person.press(shown.message, "I'm back")
    assert "Welcome back! Your clock runs again at 1 table." in back.text
    await evening.quiet()
    assert "vacation" not in ann.board.text
    twice = await who.person.slash(who.channel, "my vacation", days=2)
    assert "Play a turn first" in twice.text
    assert shown.message is not None
    late = await who.person.press_raw(who.channel, shown.message.id, "vacation:back")
    assert "You aren't on vacation." in late.text
    forged = await who.person.press_raw(who.channel, shown.message.id, "vacation:for ever")
    assert "Too late" in forged.text


# ---- two weeks


class Weeks:
    """Two members who look in twice a day, and one who never does."""

    def __init__(self, evening: Evening, players: list[Player]) -> None:
        self.evening, self.players = evening, players
        self.stays_away: set[str] = {players[-1].name}
        self.answers = 0

    async def half_a_day(self) -> None:
        """Let everyone who is there answer what they are asked, once, and twelve hours pass."""
        table = self.evening.table(self.players[0].channel)
        for player in self.players:
            if player.name in self.stays_away or table.session is None:
                continue
            seat = table.viewer_of(player.person.id)
            if table.session.match.asks_of(seat):
                await player.opens_hand()
                await player.acts()
                self.answers += 1
                await self.evening.quiet()
        for passed in (1, 5, 6):
            self.evening.clock.advance(passed * HOUR)
            await self.evening.quiet()


async def test_a_conclave_by_letter_survives_two_weeks(
    playground: Playground, clock: HandClock, tmp_path: Path
) -> None:
    """Three restarts, one absent player, a vacation, and a thread that Discord archives in between."""
    path = tmp_path / "weeks.db"
    thread = playground.world.add_thread(
        playground.guild.channel("tavern"), "by letter", 11, playground.member("Ann").user
    )
    players: list[Player] = []
    weeks: Weeks | None = None
    boards = set[int]()
    for days in (3, 4, 4, 3):
        async with bot_on(playground, path, clock) as bot:
            evening = Evening(playground, path, clock, bot)
            await evening.quiet()
            if weeks is None:
                players = await sat_down(
                    evening, "conclave_of_wyrms", ["Ann", "Bob", "Cid"], channel=thread.name
                )
                await by_letter(players, "1 day")
                await players[0].press("Start")
                await evening.quiet()
                weeks = Weeks(evening, players)
            weeks.evening = evening
            for player in players:
                player.evening = evening
            # nobody looks in at once after a restart: whoever was told before it is not told again
            await hours(evening, 1)
            for _ in range(2 * days):
                await weeks.half_a_day()
                boards.add(players[0].board.id)
            if days == 3:
                # a week without a message, as Discord counts it
                playground.world.archive_thread(thread)
            if weeks.stays_away == {"Cid"}:
                begun = await players[1].person.slash(thread, "my vacation", days=2)
                assert "You're on vacation" in begun.text
                weeks.stays_away.add("Bob")
            elif "Bob" in weeks.stays_away:
                weeks.stays_away.discard("Bob")
            assert (await evening.store.match(1)).state == "playing"
    assert weeks is not None
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        table, record = evening.table(thread), await evening.store.match(1)
        assert clock.now() - 1_800_000_000 >= 14 * DAY
        assert table.session is not None
        assert not thread.archived
        assert len(boards) > 5, "the table message is posted afresh when it is old"
        assert players[0].board is not None
        by = Counter[tuple[str, str]](
            (table.state.seats[row.seat].name, row.by) for row in record.rows if row.seat >= 0
        )
        assert by["Ann", "player"] + by["Bob", "player"] == weeks.answers >= 20
        assert by["Ann", "timeout"] == 0
        assert by["Cid", "timeout"] > 0
        assert by["Cid", "player"] == 0
        assert await evening.store.audit() == []
        await hours(evening, 1)
        waiting = [message for message in thread.messages if "it's your turn" in message.text]
        assert len(waiting) <= len([ask for ask in table.session.match.open.values() if not ask.answered]), (
            "a mention goes with its turn, after a restart too"
        )
        sent = told(playground)
        assert len(set(sent)) == len(sent) > 10, "each turn is told once, restarts or not"
