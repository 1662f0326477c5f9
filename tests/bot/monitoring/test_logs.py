"""The log's two forms, and the interaction that runs through all its lines."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest

from bot.monitoring.interaction_id import INTERACTION
from bot.monitoring.logs import LimitRepeats, LogFormat, set_up_logging
from bot.serial_queue import SerialQueue
from db import NotSaved, StoreAway

log = logging.getLogger("a.room")

pytestmark = pytest.mark.usefixtures("logging_as_before")


async def work() -> None:
    log.info("saved %s", 7)


async def handle(queue: SerialQueue, interaction: str) -> None:
    INTERACTION.set(interaction)
    log.info("taken")
    await queue.post(work)


async def two_interactions_at_one_table(style: LogFormat) -> None:
    set_up_logging("INFO", style=style)
    log.info("ready")
    queue = SerialQueue()
    await asyncio.gather(
        asyncio.create_task(handle(queue, "41")),
        asyncio.create_task(handle(queue, "42")),
    )


async def test_json_lines_carry_the_interaction(capsys: pytest.CaptureFixture[str]) -> None:
    await two_interactions_at_one_table("json")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["message"], line.get("interaction")) for line in lines] == [
        ("ready", None),
        ("taken", "41"),
        ("taken", "42"),
        ("saved 7", "41"),
        ("saved 7", "42"),
    ]
    assert set(lines[1]) == {"time", "level", "logger", "message", "interaction"}


async def test_plain_lines_end_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    await two_interactions_at_one_table("text")
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("INFO    a.room: ready")
    assert lines[-1].endswith("saved 7 [42]")


def test_an_outage_is_some_lines_a_minute_and_a_count(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    limit = LimitRepeats(lambda: now)

    def fail(number: int) -> list[str]:
        caplog.clear()
        for each in range(number):
            log.error("save %d failed", each)
        log.warning("and this is another line")
        return [record.getMessage() for record in caplog.records if limit.filter(record)]

    caplog.set_level("INFO")
    assert fail(500) == ["save 0 failed", "save 1 failed", "save 2 failed", "and this is another line"]
    now = 59.0
    assert fail(5) == ["and this is another line"]
    now = 60.0
    assert fail(2) == [
        "save 0 failed (and 502 more like this in the minute before)",
        "save 1 failed",
        "and this is another line",
    ]
    log.info("what is no fault is never held back")
    assert limit.filter(caplog.records[-1])


def test_an_outage_of_the_database_is_one_line_a_minute_wherever_it_is_met(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    limit = LimitRepeats(lambda: now)

    def outage() -> list[str]:
        caplog.clear()
        for _ in range(100):
            log.error("table 1 is not saved: %s", NotSaved("the disk is full"))
            log.warning("orders cannot be read: %s", StoreAway("the server is away"))
            try:
                raise NotSaved("the disk is full")
            except NotSaved:
                log.exception("a press failed")
        return [record.getMessage() for record in caplog.records if limit.filter(record)]

    assert outage() == ["table 1 is not saved: the disk is full"]
    now = 59.0
    assert outage() == []
    now = 60.0
    assert outage() == [
        "table 1 is not saved: the disk is full (and 599 more like this in the minute before)"
    ]


def test_a_traceback_stays_in_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("INFO", style="json")
    try:
        raise ValueError("odd")
    except ValueError:
        log.exception("a fault")
    [line] = capsys.readouterr().err.splitlines()
    assert "ValueError: odd" in json.loads(line)["exc_info"]
