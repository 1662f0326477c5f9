"""A disk that takes longer than Discord waits: whatever is asked, it is acknowledged in time and answered later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from cogs.interactions import press
from cogs.requests.responder import TOO_LATE_TO_ASK
from cogs.ui import custom_ids
from db.backend.group_commit import Writer
from db.postgres.database import PostgresDatabase
from db.sqlite.database import SqliteDatabase
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, with_panels
from tests.helpers.games.tavern import Sits
from tests.helpers.tavern_evening import TavernNight

GAME = "rogues_and_warriors"
CUTE, NO = "Don't call me cute!", "I don't think so!"
OPTIONS: dict[str, dict[str, Any]] = {
    "table open": {"game": GAME},
    "night plan": {"when": "in 2 hours"},
    "tournament open": {"game": GAME},
    "house grant": {"amount": "1g4"},
    "house limits": {"min": 5, "max": 50},
    "house base": {"base": "copper"},
    "house generous": {"allow": True},
    "house first-evening": {"for_points": True},
    "house clock": {"offset": 1},
    "purse exchange": {"give": "1g100", "get": "5g20"},
    "purse give": {"amount": "1g4"},
    "purse tip": {"amount": "1g4"},
    "gembones prank": {"prank": "gifts"},
    "table roll": {"dice": "1d6"},
    "gembones guest": {"name": "Mo"},
    "table verify": {"match": 1},
}
"""What is typed into commands that require something."""


@contextmanager
def stuck_disk() -> Iterator[Callable[[], None]]:
    """Let nothing be read or saved until the callable that is given has been called."""
    free = asyncio.Event()

    def slowly(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def slow(*args: Any, **kwargs: Any) -> Any:
            await free.wait()
            return await work(*args, **kwargs)

        return slow

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writer, "do", slowly(Writer.do))
        for database in (SqliteDatabase, PostgresDatabase):
            for name in ("read", "report", "read_aside"):
                patch.setattr(database, name, slowly(getattr(database, name)))
        patch.setattr("cogs.requests.responder.PATIENCE", 0.0)
        yield free.set
        free.set()


async def answered(evening: Evening, ask: Callable[[], Awaitable[Any]]) -> Any:
    """Ask something of a bot with a stuck disk; give the interaction once it was acknowledged, and then answered."""
    with stuck_disk() as free:
        reply = await ask()
        await evening.playground.wait_for(lambda: reply.acknowledged)
        free()
        tavern = reply.channel
        await evening.playground.wait_for(lambda: not any(each.loading for each in tavern.history.values()))
        await evening.quiet()
    assert reply.refused == []
    return reply


@pytest.fixture
async def players(evening: Evening) -> list[Player]:
    """Ann and Bob in the middle of a hand, each with a panel."""
    return await with_panels(evening, GAME)


@pytest.mark.in_english
async def test_every_command(evening: Evening, players: list[Player]) -> None:
    ann, tavern = players[0].person, players[0].channel
    listed = evening.playground.commands.get_slash_commands(tavern.guild.id)
    for command in ann.commands(tavern):
        if command in ("table leave", "table close", "house refund"):
            continue  # the other commands need the table
        options = {**required(listed, command, players[1]), **OPTIONS.get(command, {})}
        reply = await answered(evening, partial(ann.slash, tavern, command, wait=False, **options))
        assert reply.message is not None or reply.modal is not None, command
    assert await evening.store.audit() == []


def required(commands: list[Any], words: str, other: Player) -> dict[str, Any]:
    """Return the options that a command requires, as far as they are a member or one of a few choices."""
    name, *rest = words.split()
    [node] = [each for each in commands if each["name"] == name]
    for word in rest:
        [node] = [each for each in node["options"] if each["name"] == word]
    needed = [each for each in node.get("options", ()) if each.get("required")]
    members = {each["name"]: other.person.user for each in needed if each["type"] == 6}
    chosen = {each["name"]: each["choices"][0]["value"] for each in needed if each.get("choices")}
    switches = {each["name"]: True for each in needed if each["type"] == 5}
    return {**members, **chosen, **switches}


@pytest.mark.parametrize("surface", ["table", "panel"])
async def test_every_verb(evening: Evening, players: list[Player], surface: str) -> None:
    ann = players[0]
    table = evening.table(ann.channel)
    for verb in sorted({*press._verbs, "take.1", "gone"} - {"close", "leave"}):
        if ann.panel is None:
            await ann.opens_hand()
        message = ann.board if surface == "table" else ann.panel
        custom_id = custom_ids.verb(table.state.id, verb)
        await answered(evening, partial(ann.person.press_raw, ann.channel, message.id, custom_id, wait=False))
        assert "Your hand" not in ann.board.text, f"{verb} has painted a hand on the table"


async def test_a_modal_that_comes_too_late_is_a_sentence(evening: Evening, players: list[Player]) -> None:
    """Discord opens no modal after an acknowledgement; the next press does."""
    table = evening.table(players[0].channel)
    who = acting(evening, players)
    panel: Any = who.panel
    table.live.saved.clear()
    with stuck_disk():
        reply = await who.person.press(panel, "Other amount", wait=False)
        await evening.playground.wait_for(lambda: reply.acknowledged)
        table.live.saved.set()
        await evening.quiet()
    assert reply.modal is None
    assert TOO_LATE_TO_ASK in reply.followups[-1].text
    assert (await who.person.press(panel, "Other amount")).modal is not None


async def test_a_press_in_a_window_that_was_asked_to_wait_is_told_that_it_counts(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silent acknowledgement said "please wait" and "it counts" alike, and a kill lost the first."""
    seats = {"Ann": Sits(hand=[CUTE]), "Bob": Sits(hand=[]), "Cid": Sits(hand=[]), "Dot": Sits(hand=[NO])}
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Ann")
    await night.ann.plays(CUTE, at="Bob")
    await evening.quiet()
    [passes] = [b.custom_id for b in night.board.buttons if b.label == "Let it happen"]
    for guest in (night.dot, night.cid):
        await guest.person.press(guest.panel, "Skip more…")
    quick = await night.dot.person.press(night.board, "Let it happen")
    assert quick.followups == [], "at once, the panel in sight says it"
    slow = await answered(
        evening,
        partial(night.cid.person.press_raw, night.cid.channel, night.board.id, str(passes), wait=False),
    )
    assert "Your answer: **Let it happen**" in slow.followups[-1].text
