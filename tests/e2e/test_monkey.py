"""Any members, any tables, any controls, in any order: nothing breaks, nothing is lost, nothing is shown.

Set DICENIGHT_SOAK to let hundreds of evenings go by, DICENIGHT_MONKEY to the seed of one to see that alone.
"""

from __future__ import annotations

import gc
import logging
import os
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bot.simulation.checkers.freshness import live_texts, shown_by
from bot.tables.match_session import MatchSession
from bot.tables.state import TableState
from bot.tables.table_actor import TableActor
from cogs.live.table_messages import table_messages
from games.engine import RAIL
from playground import Playground
from tests.helpers.monkey import Monkey
from tests.helpers.random_matches import cases

SEEDS = [os.environ["DICENIGHT_MONKEY"]] if "DICENIGHT_MONKEY" in os.environ else [str(n) for n in cases(4)]
STRETCHES, DOINGS = 4, 40
ERROR_ID = re.compile(r"\(id [0-9A-F]{4}\)")
ENDLESS = 1500
"""A match that goes on for longer than so many of its own moments is stuck."""


@pytest.mark.in_english
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_anything_goes(
    playground: Playground,
    tmp_path: Path,
    seed: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.INFO)
    luck = random.Random(seed)
    monkeypatch.setattr("cogs.requests.retries.FIRST", 0.0)
    if luck.random() < 0.3:
        # a slow disk: every press is acknowledged first and answered later
        monkeypatch.setattr("cogs.requests.responder.PATIENCE", 0.0)
    async with Monkey(playground, tmp_path / "monkey.db", seed) as monkey:
        try:
            for stretch in range(STRETCHES):
                await monkey.plays(DOINGS)
                await monkey.evening.quiet()
                await check(monkey, caplog)
                if stretch % 2:
                    await monkey.restart()
                    await monkey.evening.quiet()
                    await check(monkey, caplog)
            monkey.restore()
            await everybody_goes(monkey)
            await check(monkey, caplog)
        except BaseException:
            sys.stdout.write("\n".join([*monkey.told, playground.describe()]) + "\n")
            raise
    gc.collect()
    assert errors(caplog) == []


NAMES = {
    "Aqa": "**Aqa**[x](https://e.example/a)",
    "Bqb": "\u202e_Bqb_ @everyone <@&1>",
    "Cqc": "Cqc\n# zq9 `c` \u2028\n> zq9",
    "Dqd": "||Dqd|| ~~s~~ <#5> <t:0:R>",
    "Eqe": "Eqe\u2066\u200b\u3164 https://e.ex",
}
"""Names that format, link, mention, hide and turn round, as far as Discord allows them, by what is seen of them."""
RAW = (
    "**Aqa", "[x](", "://e.ex", "_Bqb_", "@everyone", "<@&1>", "# zq9", "> zq9", "`c`", "||Dqd", "~~s", "<#5>",
    "<t:0:R>",
)  # fmt: skip
CODE = re.compile(r"```[^`]*```")
UNSEEN = ("\u202e", "\u2066", "\u200b", "\u2028", "\u3164")


@pytest.mark.in_english
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS[:1])
async def test_no_name_is_shown_as_it_was_typed(playground: Playground, tmp_path: Path, seed: str) -> None:
    """In whatever the bot sends while members with such names do anything: no text formats, and nothing is hidden."""
    async with Monkey(playground, tmp_path / "names.db", f"names {seed}") as monkey:
        for person, name in zip(monkey.people, NAMES.values(), strict=True):
            person.user.name = name
        sent: list[tuple[str, str]] = []
        for _ in range(STRETCHES * 2):
            await monkey.plays(DOINGS)
            await monkey.evening.quiet()
            sent += [found for request in playground.requests for found in strings(request.json)]
            playground.requests.clear()
        # nothing formats in a block of code, but an accent of a name would end it
        shown = [CODE.sub("", text) for key, text in sent if key == "content"]
        assert [seen for seen in NAMES if not any(seen in text for text in shown)] == [], (
            "nothing is told of them"
        )
        assert [(raw, text) for text in shown for raw in RAW if raw in text] == []
        assert [(letter, text) for _, text in sent for letter in UNSEEN if letter in text] == []


def strings(body: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string of a body with its key."""
    match body:
        case str():
            yield key, body
        case dict():
            for name, value in body.items():
                yield from strings(value, name)
        case list():
            for value in body:
                yield from strings(value, key)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error."""
    return [
        f"{record.name}: {record.getMessage()}"
        for record in caplog.records
        if record.levelno >= logging.ERROR
    ]


async def check(monkey: Monkey, caplog: pytest.LogCaptureFixture) -> None:
    """All that holds at any moment at which nothing is being done."""
    playground, evening = monkey.playground, monkey.evening
    await playground.wait_for(lambda: not any(message.loading for message in all_seen(monkey)))
    assert errors(caplog) == []
    for message in all_seen(monkey):
        assert not ERROR_ID.search(message.text), message.text
    assert [r for r in playground.requests if r.status == 400] == []
    assert await evening.store.audit() == []
    for table in evening.bot.registry:
        if table.state.phase != "closed":
            await check_table(evening, table)
        async for text in live_texts(evening.bot, table, playground):
            assert text.is_fresh, text


def all_seen(monkey: Monkey) -> list[Any]:
    """Every message that anybody sees."""
    return [m for person in monkey.here for channel in monkey.channels for m in person.messages(channel)]


async def check_table(evening: Any, table: TableActor) -> None:
    """Memory says what the store says, the message what the memory says, and there is a way on."""
    store, state = evening.store, table.state
    record = await store.table(state.id)
    kept = TableState.load(record)
    if state.message_id is None:
        # the message is gone and could not be posted anew yet: a next start finds that out by itself
        kept.message_id = None
    assert known(kept) == known(state)
    assert (table.session is not None) == (state.phase == "playing")
    assert state.phase in ("lobby", "playing"), state.phase
    if table.session is not None:
        moment = table.session.next_moment()
        assert moment is not None, f"nobody and nothing moves table {state.id}"
        assert table.scheduler.timer is not None
        again = MatchSession.load(table.game, await store.match(table.session.id), evening.clock.now()).match
        for viewer in (*table.session.match.table.ring, *state.rail, RAIL):
            assert again.scene(viewer) == table.session.match.scene(viewer)
    for number, panel in table_messages(evening.bot).panels.of(table).items():
        made = evening.playground.interactions.by_token.get(panel.handle.token)
        seat = state.everyone.get(number)
        if made is not None and seat is not None and panel.owner == seat.user_id:
            assert made.user.id == seat.user_id, "a panel is repainted for whoever sits there"
            message = shown_by(evening.playground, panel)
            assert message is None or message.viewer is made.user, "and nobody else reads it"


def known(state: TableState) -> dict[str, Any]:
    """What of a table outlives a stop: all but what was found in purses, and who was late or there since."""
    found = asdict(state)
    for seat in (*found["seats"].values(), *found["rail"].values()):
        del seat["purse"], seat["silent"]
        if state.phase == "playing":
            # the journal shows how often its player was late
            del seat["away"]
    if state.phase != "playing":
        # so that the result can be told
        del found["rail"]
    # a start gives everyone a moment more
    gathers = state.progress.gather_until is not None
    return {**found, "progress": state.progress.model_copy(update={"gather_until": gathers})}


async def everybody_goes(monkey: Monkey) -> None:
    """Nobody presses anything any more: every match ends, every table closes, every stake is back."""
    evening = monkey.evening
    for _ in range(ENDLESS):
        for table in evening.bot.registry:
            await table.wait_idle()
        going = [table for table in evening.bot.registry if table.state.phase != "closed"]
        if all(not table.state.kind.in_channel for table in going):
            break
        monkey.clock.advance(100)
    else:
        raise AssertionError(f"{[(t.state.game, t.state.phase, t.state.options) for t in going]} do not end")
    await evening.quiet()
