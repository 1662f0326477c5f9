"""Every kind of live message, and everything that can keep one from being up to date: after the fault it is right."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.requests.budget import Urgency
from cogs.calls import rows as call_rows
from cogs.live.hand_panels import NO_HAND
from cogs.live.live_message import DELETED_WITHIN, MOST_DELETED, PLAIN_FOR, SAVED_AGAIN, LiveMessage
from cogs.live.message_channels import BotChannel
from cogs.live.table_messages import TableMessage, table_messages
from cogs.requests import http
from cogs.tournaments.service import Tournaments
from db import NotSaved, Store, tables
from playground import Playground
from playground.members.command_parser import find
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.e2e.test_planned_nights import allow_events
from tests.e2e.test_today import play as play_today
from tests.helpers.at_rest import idle
from tests.helpers.clicking import Player, acting, sat_down, with_panels

GAME = "rogues_and_warriors"
HOUR = 3_600


class Kind:
    """A kind of live message: how it gets there, and what changes it without repainting it at once."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.tavern: Any = evening.playground.guild.channel("tavern")
        self.ann, self.bob = (Player(evening, name, self.tavern) for name in ("Ann", "Bob"))

    @property
    def edits(self) -> str:
        """The requests that repaint it."""
        return rf"^/channels/\d+/messages/{self.message.id}$"

    async def begin(self) -> None:
        """Let the message be posted."""
        await self.ann.person.slash(self.tavern, "table open", game=GAME)
        await self.settle()

    async def change(self) -> None:
        """Let something happen that the message is to show."""
        raise NotImplementedError

    @property
    def message(self) -> Any:
        """The message as it stands."""
        raise NotImplementedError

    def is_right(self) -> bool:
        """Return whether the message shows what `change` did."""
        raise NotImplementedError

    async def settle(self) -> None:
        """Wait until everything is shown."""
        await self.evening.bot.service(Tournaments).wait_idle()
        await self.evening.quiet()
        await self.evening.quiet()

    async def later(self, seconds: float = 3.0) -> None:
        """Let time pass."""
        self.evening.clock.advance(seconds)
        await self.settle()

    def public(self, words: str) -> Any:
        """The newest message in the channel that begins with these words and stands."""
        return [m for m in self.tavern.messages if words in m.text and not m.deleted and not m.ephemeral][-1]


class Table(Kind):
    """The table message, as a seat is taken by command."""

    async def change(self) -> None:
        sit = f"t:{self.evening.table(self.tavern).state.id}:sit"
        await self.bob.person.press_raw(self.tavern, self.message.id, sit)

    @property
    def message(self) -> Any:
        return self.ann.board

    def is_right(self) -> bool:
        return "Bob" in self.message.text


class ClosedTable(Kind):
    """The table message, as the table closes."""

    async def begin(self) -> None:
        await super().begin()
        self.board = self.ann.board

    async def change(self) -> None:
        await self.ann.person.slash(self.tavern, "table close")

    @property
    def message(self) -> Any:
        return self.board

    def is_right(self) -> bool:
        return "The luck of this table is open now" in self.board.text and not self.board.buttons


class Hand(Kind):
    """A hand panel, as the other player acts."""

    @property
    def edits(self) -> str:
        table = self.evening.table(self.tavern)
        seat = table.state.seat_of(self.owner.person.id)
        assert seat is not None
        handle = table_messages(self.evening.bot).panels.of(table)[seat.number].handle
        return rf"^/webhooks/\d+/{handle.token}/messages/{handle.message}$"

    async def begin(self) -> None:
        await super().begin()
        await self.bob.press("Sit down")
        await self.ann.press("Start")
        await self.settle()
        players = [self.ann, self.bob]
        for player in players:
            await player.opens_hand()
        await self.settle()
        self.actor = acting(self.evening, players)
        self.owner = next(each for each in players if each is not self.actor)
        self.before = self.owner.panel.text

    async def change(self) -> None:
        await self.actor.press("Check")

    @property
    def message(self) -> Any:
        return self.owner.panel

    def is_right(self) -> bool:
        return bool(self.owner.choices(self.message))


class Call(Kind):
    """A call for players, as its table closes."""

    async def begin(self) -> None:
        await super().begin()
        await self.ann.press("Call players")
        await self.settle()
        self.call = self.public("Players wanted")

    async def change(self) -> None:
        await self.ann.person.slash(self.tavern, "table close")

    @property
    def message(self) -> Any:
        return self.call

    def is_right(self) -> bool:
        return "The table has closed." in self.call.text and not self.call.buttons


class Night(Kind):
    """A planned night, as it is called off."""

    async def begin(self) -> None:
        await self.ann.person.slash(self.tavern, "night plan", when="in 3 hours", game="threes")
        await self.settle()
        self.last = self.message

    async def change(self) -> None:
        sure = (await self.ann.person.press(self.message, "Call it off")).message
        await self.ann.person.press(sure, "Call it off")

    @property
    def message(self) -> Any:
        return self.public("## Threes")

    def is_right(self) -> bool:
        return "It was called off." in self.message.text and not self.message.buttons


class Board(Kind):
    """The board of a tournament, as a player joins."""

    async def begin(self) -> None:
        await self.ann.person.slash(self.tavern, "tournament open", game=GAME)
        await self.settle()

    async def change(self) -> None:
        await self.bob.person.press(self.message, "Join")

    @property
    def message(self) -> Any:
        return self.public("tournament")

    def is_right(self) -> bool:
        return "Bob" in self.message.text


class DayBoard(Kind):
    """The board of the day, as a member ends their try."""

    async def begin(self) -> None:
        await self.ann.person.slash(self.tavern, "today", here="18")
        await self.settle()

    async def change(self) -> None:
        await play_today(self.bob.person, await self.bob.person.press(self.message, "Play"))

    @property
    def message(self) -> Any:
        return self.public("the table of the day")

    def is_right(self) -> bool:
        return "**Bob**" in self.message.text


KINDS = [Table, ClosedTable, Hand, Call, Night, Board, DayBoard]
STAY = [Table, Board, Night, DayBoard]
"""Those that come back when they are deleted."""


@pytest.fixture
def kind(request: pytest.FixtureRequest, evening: Evening) -> Kind:
    made: Kind = request.param(evening)
    return made


def only_at_change(kind: Kind, status: int, code: int = 0, times: int = 1) -> Callable[[], None]:
    """Let the next repaints fail."""
    return kind.evening.playground.faults.fail_next("PATCH", kind.edits, status, code, times=times)


@pytest.mark.parametrize("kind", KINDS, indirect=True)
@pytest.mark.parametrize(("status", "times"), [(503, 1), (429, 1), (429, 3)])
async def test_what_passes_is_waited_out(kind: Kind, status: int, times: int) -> None:
    await kind.begin()
    only_at_change(kind, status, times=times)
    await kind.change()
    await kind.settle()
    if not (isinstance(kind, Hand) and status == 503):
        # discord.py waits these out by itself where a token is used
        assert not kind.is_right(), "the fault hit what this test is about"
    for _ in range(times):
        await kind.later(20.0)
    assert kind.is_right(), kind.message.text


@pytest.mark.parametrize("kind", KINDS, indirect=True)
async def test_a_lost_connection_is_waited_out(kind: Kind) -> None:
    await kind.begin()
    kind.evening.playground.faults.lose_request("PATCH", kind.edits)
    await kind.change()
    await kind.settle()
    await kind.later()
    assert kind.is_right(), kind.message.text


async def test_changes_that_come_soon_after_an_edit_share_the_next_one(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = Board(evening)
    await kind.begin()
    await kind.change()
    await kind.settle()
    patches = [each for each in evening.playground.requests if each.method == "PATCH"]
    monkeypatch.setattr("cogs.live.live_message.SPACING", 3_600.0)
    for name in ("Cid", "Dot"):
        await evening.playground.member(name).press(kind.message, "Join")
        await evening.bot.service(Tournaments).wait_idle()
    assert "Cid" not in kind.message.text
    monkeypatch.setattr("cogs.live.live_message.SPACING", 0.0)
    await evening.playground.member("Eve").press(kind.message, "Join")
    await kind.settle()
    assert all(name in kind.message.text for name in ("Cid", "Dot", "Eve"))
    after = [each for each in evening.playground.requests if each.method == "PATCH"]
    assert len(after) == len(patches) + 1


async def test_a_table_message_waits_while_all_who_are_asked_have_their_panels(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await with_panels(evening, GAME)
    table = evening.table(players[0].channel)
    message, panels = table_messages(evening.bot).of(table), table_messages(evening.bot).panels
    monkeypatch.setattr("cogs.live.table_messages.PANELS_SPACING", 3.0)
    assert message.spacing() == 3.0
    [asked] = [each for each in table.state.seats.values() if table.has_open_question(each.number)]
    with monkeypatch.context() as later:
        later.setattr("cogs.live.hand_panels.LATELY", 0.0)
        assert not panels.in_sight(table, asked.number)
        assert message.spacing() == 0.0, "they play through the table message"
        assert message.urgency() is Urgency.WAITED_FOR
    assert message.urgency() is Urgency.BOARD
    monkeypatch.setattr("cogs.live.table_messages.PANELS_SPACING", 0.0)
    while table.state.match_id is not None:
        await acting(evening, players).acts(avoid=("Raise", "Bet"))
        await evening.quiet()
    monkeypatch.setattr("cogs.live.table_messages.PANELS_SPACING", 3.0)
    assert message.spacing() == 0.0, "the result is shown at once"


@pytest.mark.parametrize("in_bulk", [False, True], ids=["alone", "in-bulk"])
@pytest.mark.parametrize("kind", STAY, indirect=True)
async def test_a_message_that_was_deleted_comes_back_once(kind: Kind, in_bulk: bool) -> None:
    await kind.begin()
    old, before = kind.message, len(kind.tavern.messages)
    world = kind.evening.playground.world
    if in_bulk:
        world.delete_messages(old.channel, [old])
    else:
        world.delete_message(old)
    await kind.settle()
    assert kind.message.id != old.id
    assert kind.message.buttons
    assert len(kind.tavern.messages) == before
    await kind.change()
    await kind.settle()
    assert kind.is_right()
    assert not kind.message.deleted


@pytest.mark.parametrize("kind", [Table, Board], indirect=True)
async def test_a_message_whose_deletion_was_not_told_comes_back_with_the_next_change(kind: Kind) -> None:
    await kind.begin()
    old = kind.message
    kind.evening.playground.faults.fail_next("PATCH", kind.edits, 404, 10008)
    await kind.change()
    await kind.settle()
    assert kind.message.id != old.id
    assert kind.is_right()


@pytest.mark.parametrize("kind", STAY, indirect=True)
async def test_a_moderator_who_deletes_it_again_and_again_wins(kind: Kind) -> None:
    await kind.begin()
    for _ in range(MOST_DELETED):
        kind.evening.playground.world.delete_message(kind.message)
        await kind.later(10.0)
    before = len(kind.tavern.messages)
    await kind.later(DELETED_WITHIN)
    assert len(kind.tavern.messages) == before
    assert not [each for each in kind.tavern.messages if each.buttons and not each.deleted]


async def test_deletions_that_are_far_apart_are_accidents(evening: Evening) -> None:
    kind = Board(evening)
    await kind.begin()
    for _ in range(MOST_DELETED + 1):
        evening.playground.world.delete_message(kind.message)
        await kind.later(DELETED_WITHIN / (MOST_DELETED - 1))
        assert kind.message.buttons


async def test_a_call_that_was_deleted_stays_deleted(evening: Evening) -> None:
    kind = Call(evening)
    await kind.begin()
    evening.playground.world.delete_message(kind.message)
    await kind.settle()
    assert await evening.store.read(call_rows.open_calls) == []
    with pytest.raises(IndexError):
        kind.public("Players wanted")


@pytest.mark.parametrize("by", ["command", "button"])
async def test_a_table_that_stays_away_says_how_to_get_it_back(evening: Evening, by: str) -> None:
    kind = Table(evening)
    await kind.begin()
    for _ in range(MOST_DELETED):
        evening.playground.world.delete_message(kind.message)
        await kind.later(10.0)
    assert evening.table(kind.tavern).state.message_id is None
    back = "`/table repost` brings it back."
    assert back in (await kind.ann.opens_hand()).text
    refused = await kind.bob.person.slash(kind.tavern, "table open", game=GAME)
    assert "This channel already has a table." in refused.text
    assert back in refused.text
    if by == "command":
        await kind.ann.person.slash(kind.tavern, "table repost")
    else:
        await kind.ann.press("Bring the table here")
    await kind.settle()
    assert "Rogues and Warriors" in kind.message.text
    assert back not in (await kind.ann.opens_hand()).text
    evening.playground.world.delete_message(kind.message)
    await kind.settle()
    assert not kind.message.deleted, "whoever asks for it may lose it by accident again"


@pytest.mark.parametrize("kind", [Hand, ClosedTable, Call, Night], indirect=True)
async def test_one_that_is_gone_for_good_is_left_alone(kind: Kind) -> None:
    await kind.begin()
    only_at_change(kind, 404, 10008)
    edits = kind.edits
    await kind.change()
    await kind.later(100.0)
    tried = [r for r in kind.evening.playground.requests if r.method == "PATCH" and re.search(edits, r.path)]
    assert [each.status for each in tried if each.status == 404] == [404]
    assert tried[-1].status == 404, "and nothing follows"


@pytest.mark.parametrize("kind", [Table, ClosedTable, Board, Call, Night], indirect=True)
async def test_a_channel_that_is_gone_ends_it_quietly(kind: Kind, caplog: pytest.LogCaptureFixture) -> None:
    await kind.begin()
    only_at_change(kind, 404, 10003)
    await kind.change()
    await kind.later(100.0)
    patches = [r for r in kind.evening.playground.requests if r.method == "PATCH" and r.status == 404]
    assert len(patches) == 1, "nothing is tried again"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("made", [Table, Call, Night, Board])
async def test_a_restart_before_the_next_try(
    playground: Playground, tmp_path: Path, made: type[Kind]
) -> None:
    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock) as bot:
        kind = made(Evening(playground, path, clock, bot))
        await kind.begin()
        only_at_change(kind, 503)
        await kind.change()
        await kind.settle()
        assert not kind.is_right()
    async with bot_on(playground, path, clock) as bot:
        for player in (kind.ann, kind.bob):
            player.evening = kind.evening = Evening(playground, path, clock, bot)
        await kind.settle()
        assert kind.is_right(), kind.message.text
        if made is Call:
            assert await bot.store.read(call_rows.open_calls) == []


@pytest.mark.parametrize("made", STAY)
async def test_a_message_whose_place_was_not_saved_at_once_is_the_only_one_after_a_restart(
    playground: Playground, tmp_path: Path, made: type[Kind], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any, **__: Any) -> Any:
        raise NotSaved("the database is away")

    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock) as bot:
        kind = made(Evening(playground, path, clock, bot))
        await kind.begin()
        with monkeypatch.context() as patch:
            patch.setattr(Store, "commit", away)
            playground.world.delete_message(kind.message)
            await kind.settle()
        again = kind.message
        await kind.later(SAVED_AGAIN)
    async with bot_on(playground, path, clock) as bot:
        for player in (kind.ann, kind.bob):
            player.evening = kind.evening = Evening(playground, path, clock, bot)
        await kind.settle()
        await kind.change()
        await kind.settle()
        assert kind.message.id == again.id
        assert kind.is_right(), kind.message.text
        standing = [m for m in kind.tavern.messages if m.buttons and not m.ephemeral and not m.deleted]
        assert len(standing) <= 1


async def test_a_table_that_moves_while_its_place_cannot_be_saved_stands_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any, **__: Any) -> Any:
        raise NotSaved("the database is away")

    kind = Table(evening)
    await kind.begin()
    before = kind.message
    message = table_messages(evening.bot).of(evening.table(kind.tavern))
    with monkeypatch.context() as patch:
        patch.setattr(Store, "commit", away)
        message.repost()
        await kind.settle()
        await kind.later(SAVED_AGAIN)
    await kind.later(SAVED_AGAIN)
    assert kind.message.id != before.id
    assert before.deleted
    record = await evening.store.read(tables.table, evening.table(kind.tavern).state.id)
    assert record.message_id == kind.message.id


async def test_a_night_that_is_off_leaves_the_calendar_after_a_fault(evening: Evening) -> None:
    allow_events(evening.playground, evening.clock)
    await idle(evening.playground)
    kind = Night(evening)
    await kind.begin()
    events = evening.playground.guild.scheduled_events
    assert len(events) == 1
    evening.playground.faults.fail_next("DELETE", "scheduled-events", 503)
    await kind.change()
    await kind.settle()
    assert len(events) == 1
    await kind.later()
    assert not events


async def test_a_nudge_that_cannot_be_taken_away_at_once_goes_later(evening: Evening) -> None:
    kind = Hand(evening)
    await kind.begin()
    evening.clock.advance(31)
    await kind.settle()
    nudge = kind.public("it's your turn")
    evening.playground.faults.fail_next("DELETE", rf"/messages/{nudge.id}$", 503)
    await kind.change()
    await kind.settle()
    assert not nudge.deleted
    await kind.later()
    assert nudge.deleted


async def test_a_thread_that_cannot_be_opened_at_once_is_opened_later(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    thread = evening.playground.world.add_thread(tavern, "back room", 11, evening.playground.world.bot)
    ann, bob = (Player(evening, name, thread) for name in ("Ann", "Bob"))
    await ann.person.slash(thread, "table open", game=GAME)
    await evening.quiet()
    sit = f"t:{evening.table(thread).state.id}:sit"
    evening.playground.world.archive_thread(thread)
    evening.playground.faults.fail_next("PATCH", rf"^/channels/{thread.id}$", 503)
    await bob.person.press_raw(thread, ann.board.id, sit)
    await evening.quiet()
    assert thread.archived
    evening.clock.advance(3.0)
    await evening.quiet()
    assert not thread.archived
    assert "Bob" in ann.board.text


async def test_a_deletion_that_is_told_while_the_edit_is_refused_counts_once(evening: Evening) -> None:
    kind = Table(evening)
    await kind.begin()
    message = table_messages(evening.bot).of(evening.table(kind.tavern))
    for _ in range(MOST_DELETED - 1):
        old = kind.message
        evening.playground.world.delete_message(old)
        # the edit is on its way before the gateway tells
        message.spoiled()
        await kind.settle()
    assert not message.stays_away
    assert not kind.message.deleted


# ---- Discord refuses the very body


@pytest.fixture
async def table(evening: Evening) -> Table:
    found = Table(evening)
    await found.begin()
    return found


def richness(message: Any) -> set[int]:
    """The kinds of component that a message has."""
    found: set[int] = set()
    parts = list(message.components)
    while parts:
        part = parts.pop()
        found.add(part["type"])
        parts += part.get("components", ())
    return found


BOX = 17


@pytest.mark.parametrize(
    ("status", "code"),
    [(413, 0), (413, 40005), *((400, code) for code in (0, 50046, *sorted(http.REFUSED_BODY)))],
)
async def test_a_table_whose_body_is_refused_is_shown_plainly(table: Table, status: int, code: int) -> None:
    evening = table.evening
    evening.playground.faults.fail_next("PATCH", table.edits, status, code)
    await table.change()
    await table.settle()
    assert table.is_right()
    assert BOX not in richness(table.message)
    assert "Start" in [button.label for button in table.message.buttons]
    words = "Discord refuses the table message as it should look"
    assert words in (await table.ann.opens_hand()).text
    assert words in (await table.bob.press("Sit down")).text, "and with a refusal"
    await table.later(PLAIN_FOR)
    await table.ann.press("Add computer")
    await table.settle()
    assert BOX in richness(table.message), "after a while it's tried as it should look"
    assert table_messages(evening.bot).trouble(evening.table(table.tavern)) is None
    assert words not in (await table.ann.opens_hand()).text


async def test_a_table_that_is_refused_in_plain_words_too_is_one_sentence_with_its_buttons(
    table: Table,
) -> None:
    table.evening.playground.faults.fail_next("PATCH", table.edits, 400, 50035, times=2)
    await table.change()
    await table.settle()
    assert table.message.text.startswith(TableMessage.bare_words)
    assert "Start" in [button.label for button in table.message.buttons]


async def test_a_table_of_which_nothing_is_taken_is_played_by_hand(table: Table) -> None:
    table.evening.playground.faults.fail_next("PATCH", table.edits, 400, 50035, times=3)
    before = table.message.text
    await table.change()
    await table.settle()
    assert table.message.text == before
    reply = await table.ann.opens_hand()
    assert "I can't show the table message: it says" in reply.text


async def test_a_hand_whose_repaint_is_refused_goes_plainer(evening: Evening) -> None:
    kind = Hand(evening)
    await kind.begin()
    evening.playground.faults.fail_next("PATCH", kind.edits, 400, 50035, times=2)
    await kind.change()
    await kind.settle()
    panel = kind.owner.person.ephemerals(kind.tavern)[-1]
    assert panel.text.startswith(NO_HAND)
    check = next(b for b in panel.buttons if (b.custom_id or "").startswith("p:"))
    await kind.owner.person.press(panel, custom_id=check.custom_id)
    await kind.settle()
    assert len((await evening.store.match(1)).rows) == 2


@pytest.mark.parametrize("refusals", [1, 2])
async def test_a_page_that_is_refused_goes_plainer(evening: Evening, refusals: int) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, _ = await sat_down(evening, GAME, ["Ann", "Bob"])
    await ann.opens_hand()
    page = await ann.press("More…")
    assert page.message is not None
    labels = [button.label for button in page.message.buttons]
    assert BOX in richness(page.message)
    await ann.opens_hand()
    evening.playground.faults.fail_next("POST", "/callback$", 400, 50035)
    if refusals == 2:
        evening.playground.faults.fail_next("PATCH", "/webhooks/", 400, 50035)
    plain = await ann.press("More…")
    await evening.quiet()
    [*_, shown] = ann.person.ephemerals(tavern)
    assert BOX not in richness(shown)
    assert [button.label for button in shown.buttons] == labels
    assert shown.text.startswith(LiveMessage.bare_words) == (refusals == 2)
    assert "Something went wrong" not in plain.text


async def test_every_answer_about_a_table_that_cannot_be_shown_says_why(evening: Evening) -> None:
    """Discord refuses every form of the table message, so that the channel shows nothing of a table."""
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    evening.playground.faults.fail_next("POST", r"^/channels/\d+/messages$", 400, 50035, times=999)
    await ann.slash(tavern, "table open", game=GAME)
    await evening.quiet()
    silent = []
    moves_or_ends = {"table close", "table leave", "table private", "table thread", "table dice"}
    names = [name for name in ann.commands(tavern) if name.split()[0] in ("table", "hand")]
    assert len(names) > 15
    for name in names:
        options = find(evening.playground.commands, tavern, name).leaf.get("options") or ()
        if name in moves_or_ends or any(option.get("required") for option in options):
            continue
        for who in (ann, bob):
            before = {message.id for message in who.ephemerals(tavern)}
            reply = await who.run(tavern, name, {})
            await evening.quiet()
            after = [message.text for message in who.ephemerals(tavern) if message.id not in before]
            said = "\n".join([reply.text, *after])
            if "I can't show the table message: it says" not in said:
                silent.append((name, who.name, said))
            assert "Something went wrong" not in said
    assert silent == []
    seat = Player(evening, "Ann", tavern)
    for label in ("More…", "How to play", "Settings", "Fair play", "Host…"):
        page = await seat.press(label)
        if "I can't show the table message: it says" not in page.text:
            silent.append((label, "Ann", page.text))
    assert silent == []
    refused = await bob.slash(tavern, "table open", game=GAME)
    assert "I can't show the table message" in refused.text


async def test_an_edit_that_overtakes_the_answer_to_a_press_is_painted_over(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit was under way before the press; Discord takes it after the answer, which it confirms last."""
    ann, bob = players = await sat_down(evening, GAME)
    await ann.press("Start")
    await evening.quiet()
    table, thinks = evening.table(ann.channel), acting(evening, players)
    # a new picture would follow in an edit of its own
    table.state.settings = table.state.settings.model_copy(update={"pictures": False})
    [check] = [button for button in thinks.panel.buttons if button.label == "Check"]
    under_way, arrives, arrived, answered = (asyncio.Event() for _ in range(4))
    edit, respond, note_painted = BotChannel.edit, http.respond, LiveMessage.painted_by_press

    async def edit_late(channel: BotChannel, *given: Any) -> Any:
        monkeypatch.setattr(BotChannel, "edit", edit)
        under_way.set()
        await arrives.wait()
        sent = await edit(channel, *given)
        arrived.set()
        return sent

    async def respond_late(*given: Any, **also: Any) -> None:
        monkeypatch.setattr(http, "respond", respond)
        await respond(*given, **also)
        arrives.set()
        await arrived.wait()

    def painted_by_press(message: LiveMessage, **given: Any) -> None:
        note_painted(message, **given)
        answered.set()

    monkeypatch.setattr(BotChannel, "edit", edit_late)
    monkeypatch.setattr(http, "respond", respond_late)
    message = table_messages(evening.bot).of(table)
    message.spoiled()
    await under_way.wait()
    with monkeypatch.context() as patch:
        # two edits keep their distance, as always
        patch.setattr(TableMessage, "spacing", lambda message: HOUR)
        patch.setattr(TableMessage, "painted_by_press", painted_by_press)
        await thinks.person.press_raw(ann.channel, ann.board.id, check.custom_id)
        await answered.wait()
    await message.finished()
    message.wake()
    await evening.quiet()
    assert f"{thinks.name} checks." in bob.board.text
