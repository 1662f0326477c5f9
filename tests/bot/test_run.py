"""Start-up and stop: the playground, tokens, signals, and starts that keep failing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from discord.http import Route
from pydantic import SecretStr

from bot.fleet.succession import address_file
from bot.monitoring.probe import ProbeFailed, probe
from bot.settings import Settings
from bot.startup.backoff import LONGEST_WAIT, StartupBackoff, once_back
from bot.startup.errors import CannotRun
from bot.startup.run import run
from db import StoreAway, StoreLocked
from db.opening import open_store
from playground import ManualClock, Playground
from playground.world.clock import PATIENCE
from tests.helpers.as_discord import as_discord

EXTENSIONS = ("cogs.table_messages", "cogs.presses", "cogs.table")


def settings(folder: Path, token: str | None = None, port: int = 0) -> Settings:
    """Settings that look at no environment."""
    return Settings(
        _env_file=None,
        token=None if token is None else SecretStr(token),
        database=folder / "night.db",
        test_guild=None,
        playground_port=port,
        thinking=0,
    )


@asynccontextmanager
async def running(given: Settings, playground: Playground | None = None) -> AsyncIterator[list[str]]:
    """A bot that runs and is ready, until the end of the block; the sentences that it has said."""
    stop, ready, said = asyncio.Event(), asyncio.Event(), list[str]()

    def say(words: str) -> None:
        said.append(words)
        ready.set()

    process = asyncio.create_task(run(given, playground, stop=stop, say=say, extensions=EXTENSIONS))
    try:
        await asyncio.wait_for(ready.wait(), PATIENCE)
        yield said
    finally:
        stop.set()
        await asyncio.wait_for(process, PATIENCE)


@pytest.fixture
async def discord_here() -> AsyncIterator[Playground]:
    """A playground that the bot takes for Discord."""
    async with as_discord(Playground()) as playground:
        yield playground


async def test_the_playground_opens_is_played_and_closes(tmp_path: Path) -> None:
    usual = str(Route.BASE)
    playground = Playground()
    async with running(settings(tmp_path), playground) as said:
        assert playground.page_url in said[0]
        tavern = playground.guild.channel("tavern")
        await playground.member("Ann").slash(tavern, "table open", game="rogues_and_warriors")
        await playground.wait_for(lambda: tavern.messages)
    assert usual == Route.BASE
    assert not playground.connected
    assert os.listdir(tmp_path) == []


async def test_it_connects_and_a_good_stop_is_remembered(tmp_path: Path, discord_here: Playground) -> None:
    async with running(settings(tmp_path, discord_here.token)) as said:
        assert "in 1 server." in said[0]
        assert json.loads((tmp_path / "starts.json").read_text())["failures"] == 1
    assert json.loads((tmp_path / "starts.json").read_text())["failures"] == 0


async def test_discord_is_told_of_the_commands_once(
    tmp_path: Path, discord_here: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.READY_AFTER", 0.05)
    for _ in range(2):
        async with running(settings(tmp_path, discord_here.token)):
            pass
    requests = [request.method for request in discord_here.requests if request.path.endswith("/commands")]
    assert requests.count("PUT") == 1


async def test_a_wrong_token_is_one_sentence_and_no_failed_start(
    tmp_path: Path, discord_here: Playground
) -> None:
    with pytest.raises(CannotRun, match="refuses this token") as refused:
        await run(settings(tmp_path, "no.such.token"), stop=asyncio.Event(), extensions=EXTENSIONS)
    assert refused.value.status == 2
    assert StartupBackoff(tmp_path / "starts.json").wait_time() == 0


async def test_a_beginning_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, discord_here: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    def garbled(_state: object, data: dict[str, object]) -> None:
        data["no such field"]

    monkeypatch.setattr("discord.state.AutoShardedConnectionState.parse_ready", garbled)
    with pytest.raises(CannotRun, match="what Discord says at the beginning") as fault:
        await run(settings(tmp_path, discord_here.token), stop=asyncio.Event(), extensions=EXTENSIONS)
    assert fault.value.status == 1, "it may pass, or a newer release can read it"


async def test_discord_that_is_away_at_the_start_is_waited_for_and_counts_as_no_failure(
    tmp_path: Path, discord_here: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.startup.backoff.SHORTEST_PAUSE", 0.0)
    monkeypatch.setattr("bot.client.READY_AFTER", 0.05)
    discord_here.faults.lose_request("GET", "/users/@me$", times=3)
    async with running(settings(tmp_path, discord_here.token)):
        starts = json.loads((tmp_path / "starts.json").read_text())
        assert starts["failures"] == 1, "the start that goes on"


async def test_a_start_that_waits_for_discord_can_be_stopped(
    tmp_path: Path, discord_here: Playground
) -> None:
    await discord_here.stop()
    stop = asyncio.Event()
    stop.set()
    with pytest.raises(CannotRun, match="cannot be reached") as fault:
        await run(settings(tmp_path, discord_here.token), stop=stop, extensions=EXTENSIONS)
    assert fault.value.status == 1
    assert StartupBackoff(tmp_path / "starts.json").wait_time() == 0


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (400, 30034), (403, 40001)])
async def test_commands_that_discord_refuses_end_no_start(
    tmp_path: Path, discord_here: Playground, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    """It can be played on with the commands that Discord has."""
    monkeypatch.setattr("bot.client.READY_AFTER", 0.05)
    discord_here.faults.fail_next("PUT", "/applications/[0-9]+/commands$", status, code)
    for asked in (1, 2):
        async with running(settings(tmp_path, discord_here.token)):
            pass
        requests = [request.method for request in discord_here.requests if request.path.endswith("/commands")]
        assert requests.count("PUT") == asked, "the next start asks again"


async def test_no_connection_is_made_when_few_are_left(tmp_path: Path, discord_here: Playground) -> None:
    discord_here.gateway.identifies_left = 3
    with pytest.raises(CannotRun, match="only 3 more times"):
        await run(settings(tmp_path, discord_here.token), stop=asyncio.Event(), extensions=EXTENSIONS)
    assert not discord_here.connected


async def test_after_failures_the_next_start_waits_and_can_be_stopped(tmp_path: Path) -> None:
    StartupBackoff(tmp_path / "starts.json").mark_start()
    stop = asyncio.Event()
    stop.set()
    await asyncio.wait_for(run(settings(tmp_path, "a.b.c"), stop=stop, extensions=EXTENSIONS), PATIENCE)


async def test_in_the_place_of_a_process_that_was_killed_it_waits_as_any_start(
    tmp_path: Path, discord_here: Playground
) -> None:
    address_file(tmp_path / "night.db").write_text(json.dumps({"port": 1, "password": "x"}))
    StartupBackoff(tmp_path / "starts.json").mark_start()
    stop = asyncio.Event()
    stop.set()
    here = settings(tmp_path, discord_here.token)
    await asyncio.wait_for(run(here, stop=stop, extensions=EXTENSIONS, replace=True), PATIENCE)
    assert discord_here.gateway.identifies_left == 1000, "Discord's daily limit must last"


async def test_a_second_process_on_the_file_is_turned_away(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "night.db"):
        with pytest.raises(StoreLocked, match="in use by another process"):
            await run(settings(tmp_path, "a.b.c"), stop=asyncio.Event(), extensions=EXTENSIONS)


async def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    async with Playground() as first:
        with pytest.raises(CannotRun, match="DICENIGHT_PLAYGROUND_PORT"):
            await run(settings(tmp_path, port=first.port), Playground(port=first.port), stop=asyncio.Event())


def test_failed_starts_wait_ever_longer_and_a_good_one_forgets_them(tmp_path: Path) -> None:
    clock = ManualClock()
    path = tmp_path / "starts.json"
    assert StartupBackoff(path, clock).wait_time() == 0
    waits = []
    for _ in range(10):
        starts = StartupBackoff(path, clock)
        waits.append(starts.wait_time())
        clock.advance(starts.wait_time())
        assert StartupBackoff(path, clock).wait_time() == 0
        starts.mark_start()
    assert waits[:4] == [0, 5, 10, 20]
    assert waits[-1] == LONGEST_WAIT
    starts.mark_success()
    assert StartupBackoff(path, clock).wait_time() == 0


def test_a_clock_that_was_wrong_holds_nobody_back_for_long(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    StartupBackoff(path, ManualClock(2_000_000_000.0)).mark_start()
    assert StartupBackoff(path, ManualClock(1_000_000_000.0)).wait_time() <= LONGEST_WAIT
    path.write_text("{", "utf-8")
    assert StartupBackoff(path).wait_time() == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_the_process_in_order(tmp_path: Path, number: signal.Signals) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DICENIGHT_")},
        "DICENIGHT_PLAYGROUND_PORT": "0",
        "PYTHONUNBUFFERED": "1",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", "--playground",
        cwd=tmp_path, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        first = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert b"Dicenight is open" in first
        process.send_signal(number)
        _, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0
    assert b"Traceback" not in err
    assert b"never retrieved" not in err


async def test_probes_are_answered_while_it_runs(tmp_path: Path, discord_here: Playground) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        given = settings(tmp_path, discord_here.token).model_copy(update={"monitoring_port": port})
        with pytest.raises(CannotRun, match="DICENIGHT_MONITORING_PORT"):
            await run(given, stop=asyncio.Event(), extensions=EXTENSIONS)
    async with running(given):
        await asyncio.to_thread(probe, "127.0.0.1", port)
    with pytest.raises(ProbeFailed):
        await asyncio.to_thread(probe, "127.0.0.1", port)


async def test_a_database_that_is_away_at_the_start_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.startup.backoff.SHORTEST_PAUSE", 0.0)
    tried = 0

    async def begin() -> str:
        nonlocal tried
        tried += 1
        if tried < 3:
            raise StoreAway("refused")
        return "the store"

    assert await once_back(begin, StoreAway, asyncio.Event()) == "the store"
    assert tried == 3


async def test_a_start_that_waits_for_its_database_can_be_stopped() -> None:
    stop = asyncio.Event()

    async def begin() -> None:
        stop.set()
        raise StoreAway("refused")

    with pytest.raises(StoreAway):
        await once_back(begin, StoreAway, stop)


async def test_what_is_set_wrong_is_not_tried_again() -> None:
    tried = 0

    async def begin() -> None:
        nonlocal tried
        tried += 1
        raise StoreLocked("in use")

    with pytest.raises(StoreLocked):
        await once_back(begin, StoreAway, asyncio.Event())
    assert tried == 1
