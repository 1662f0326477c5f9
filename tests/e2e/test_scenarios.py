"""The list of what may go wrong between Discord and the bot, each scenario with the test that plays it."""

from __future__ import annotations

from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.startup.errors import CannotRun
from bot.startup.run import _plain_errors
from playground.world.events import Event, Intent
from tests.e2e import test_faults as faults
from tests.e2e.conftest import Evening
from tests.helpers.clicking import play_out, with_panels

ROOT = Path(__file__).parents[2]
REQUESTS = {
    "an edit fails three times": "PATCH 500 0 x3",
    "an edit meets a page in HTML": "PATCH 503 in HTML",
    "an edit meets Cloudflare's ban": "PATCH 429 in HTML",
    "an edit is done but answered 502": "PATCH 502 but done",
    "an edit is limited for this bot": "PATCH 429 user 0",
    "an edit is limited for the channel": "PATCH 429 shared 0",
    "an edit is limited for everything": "PATCH 429 global 0",
    "the channel's write rate is used up": "PATCH 429 user 20028",
    "an old message was edited too often": "PATCH 429 user 30046",
    "an edit has no access": "PATCH 403 50001",
    "an edit lacks a permission": "PATCH 403 50013",
    "an edit is refused by 40333": "PATCH 403 40333",
    "the message is unknown": "PATCH 404 10008",
    "the body of an edit is refused": "PATCH 400 50035",
    "an edit is stopped by AutoMod": "PATCH 400 200000",
    "an edit is too large": "PATCH 413",
    "an edit is unauthorized": "PATCH 401",
    "an edit arrives, and its answer doesn't": "PATCH answer lost",
    "an edit doesn't arrive": "PATCH request lost",
    "an edit is answered with an odd body": "PATCH answered {}",
    "a first answer is limited": "POST 429 user 0",
    "a first answer fails": "POST 500 0",
    "a first answer is done but answered 502": "POST 502 but done",
    "a first answer comes late": "POST 404 10062",
    "a first answer was given already": "POST 400 40060",
    "a first answer meets an outage": "POST 503 0 x2",
    "a first answer is refused": "POST 400 50035",
    "the webhook of a token is unknown": "PATCH 404 10015",
    "a token is over": "PATCH 401 50027",
    "all of REST is unauthorized": "PATCH 401 0 x2",
    "every post of a table is refused": "POST 400 50035",
    "a post is stopped by AutoMod": "POST 400 200000",
    "a post is answered with an odd body": "POST answered {}",
}
"""Troubles of a request, each with the beginning of the name of its row in `test_faults.py`."""
LOST_GATEWAY = "test_faults.py::test_a_press_counts_once_after_every_way_to_lose_the_gateway"
DELETED = "test_live_messages.py::test_a_message_that_was_deleted_comes_back_once"
CLOSES = {f"the gateway closes with {code}": code for code in faults.CLOSES}
TESTED = {
    "the gateway asks for a reconnect": LOST_GATEWAY,
    "a session is invalid and may be resumed": LOST_GATEWAY,
    "a session is invalid and is over": LOST_GATEWAY,
    "a connection that is dead without a word": "test_troubles.py::test_a_lost_gateway",
    "a press is brought by RESUME": "test_gateway.py::test_a_resumed_session_brings_what_was_missed",
    "an interaction is delivered again": "test_refusals.py::test_what_is_delivered_twice_counts_once",
    "a press comes before its server": "test_gateway.py::test_a_shard_whose_ready_comes_late_keeps_its_tables",
    "an outage with presses": "test_gateway.py::test_an_outage_in_the_middle_of_a_hand_voids_nothing",
    "an outage without presses": "test_troubles.py::test_an_outage_waits",
    "a start in an outage": "test_gateway.py::test_a_start_in_an_outage_keeps_the_tables",
    "the channel is deleted": "test_troubles.py::test_channel_or_server_gone",
    "the bot is removed": "test_troubles.py::test_channel_or_server_gone",
    "the bot is removed and invited again": "test_scenarios.py::test_a_purse_stays_while_the_bot_is_away",
    "the table message is deleted in the lobby": DELETED,
    "messages are deleted in bulk": DELETED,
    "emoji are gone where a hand uses them": "test_rate_limits.py::test_a_hand_that_is_refused_is_shown_ever_plainer",
    "emoji are gone where a table uses them": (
        "test_live_messages.py::test_a_table_whose_body_is_refused_is_shown_plainly"
    ),
    "a kept picture can't be resolved": "test_pictures.py::test_a_picture_that_is_no_longer_there_is_sent_again",
    "no file may be attached": (
        "test_pictures.py::test_where_no_file_may_be_attached_the_table_is_painted_without"
    ),
    "a limit of 40 seconds": "test_rate_limits.py::test_a_long_rate_limit_is_waited_out",
    "a first answer hangs": "test_troubles.py::test_a_press_counts_though_its_answer_is_lost",
    "a machine's clock is hours ahead": "test_troubles.py::test_a_clock_that_is_hours_ahead_makes_no_message_look_old",
    "an interaction without its channel or permissions": (
        "test_troubles.py::test_an_interaction_without_what_is_documented_as_optional_is_answered"
    ),
    "a server with too many threads": "test_troubles.py::test_a_server_with_too_many_threads_says_so",
    "odd members": "test_odd_members.py::test_an_odd_member_plays_like_any_other",
    "unknown components and a partial message": (
        "test_odd_events.py::test_a_press_on_a_message_with_unknown_components_counts"
    ),
    "events that can't be read": "test_odd_events.py::test_what_cannot_be_read_is_dropped_and_counted",
    "frames that can't be read": "test_gateway.py::test_a_frame_that_cannot_be_read_is_a_lost_connection",
    "an unknown kind of interaction": "test_scenarios.py::test_an_interaction_of_an_unknown_kind_changes_nothing",
    "a slow store": "test_troubles.py::test_slow_saving_is_acknowledged_in_time",
    "a player leaves the server": "test_troubles.py::test_leaving_in_the_middle",
    "close codes that end the process": "test_scenarios.py::test_a_close_that_is_final_ends_with_a_sentence",
}
"""The rest, each with its test in this folder."""


@cache
def source(file: str) -> str:
    return (ROOT / "tests" / "e2e" / file).read_text("utf-8")


def test_each_scenario_is_played_by_a_test() -> None:
    rows = [trouble.name for trouble in chain(*faults.GROUPS.values(), faults.POSTS)]
    missing = [name for name, begins in REQUESTS.items() if not any(row.startswith(begins) for row in rows)]
    for name, place in TESTED.items():
        file, _, test = place.partition("::")
        if f"def {test}(" not in source(file):
            missing.append(name)
    assert missing == []
    assert len(REQUESTS) + len(CLOSES) + len(TESTED) >= 69


async def test_a_purse_stays_while_the_bot_is_away(evening: Evening, tavern: Any, ann: Any) -> None:
    before = (await ann.slash(tavern, "purse show")).text
    evening.playground.world.remove_bot(tavern.guild)
    await evening.quiet()
    evening.playground.world.invite_bot(tavern.guild)
    await evening.quiet()
    assert (await ann.slash(tavern, "purse show")).text == before


async def test_an_interaction_of_an_unknown_kind_changes_nothing(evening: Evening) -> None:
    players = await with_panels(evening, "rogues_and_warriors")
    parsers = evening.bot._connection.parsers
    for kind in (0, 6, 99):
        parsers["INTERACTION_CREATE"]({"id": str(10**18 + kind), "type": kind, "token": "t", "version": 1})
    event = Event(
        "INTERACTION_CREATE",
        {"id": "5", "type": 99},
        next(iter(evening.playground.world.guilds)),
        Intent.GUILDS,
    )
    evening.playground.world.emit(event)
    await evening.quiet()
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"


class Closed:
    """A websocket that Discord has closed."""

    def __init__(self, code: int) -> None:
        self.close_code = code


def closed_with(code: int) -> discord.ClientException:
    """Return the error of the library for a close; it has one of its own for intents that are not granted."""
    websocket: Any = Closed(code)
    if code == 4014:
        return discord.PrivilegedIntentsRequired(0)
    return discord.ConnectionClosed(websocket, shard_id=0, code=code)


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
def test_a_close_that_is_final_ends_with_a_sentence(code: int) -> None:
    with pytest.raises(CannotRun, match=r"\.$"), _plain_errors():
        raise closed_with(code)
