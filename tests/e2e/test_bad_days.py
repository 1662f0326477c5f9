"""Bad days of a host: a fault is put into a bot that runs, as a process with its command line, while a hand is played.

Each is told in sentences of JSON, without a traceback; raises one alert by the figures that the bot served, and no
other; ends the process with the status that `docs/hosting.md` gives, or not at all; and loses nothing that was
acknowledged.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.settings import BAD_TOKEN
from db.opening import Location, open_store
from db.sqlite.migrate import known_steps, migrate
from playground import Playground
from tests.helpers.hosted_bot import HostedBot, hosted
from tests.helpers.postgres import Server, own_server
from tests.helpers.promtool import HOUR, check_served
from tests.helpers.store import raw

pytestmark = pytest.mark.in_english

GAME = "rogues_and_warriors"
NOT_SAVED = "That wasn't saved. Press again."
RUN = ("run", "--discord")
BACKUP = ("backup", "copies", "--keep", "1")
FILE = "data/dicenight.db"
LAST_COPY = "dicenight_backup_last_success_timestamp_seconds"


class Hand:
    """Ann and Bob in the midst of a hand, with what was acknowledged to them."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._tavern = playground.guild.channel("tavern")
        self._people = [playground.member(name) for name in ("Ann", "Bob")]
        self._acknowledged: list[Any] = []

    async def begin(self) -> None:
        """Open a table for gembones, sit down, start, and open both hands."""
        ann, bob = self._people
        await ann.slash(self._tavern, "house first-evening", for_points=False)
        await ann.slash(self._tavern, "table open", game=GAME)
        await self._press(bob, "Sit down")
        await self._press(ann, "Start")
        await self.takes_up()

    async def _press(self, person: Any, label: str) -> None:
        def board() -> Any:
            shown = (m for m in self._tavern.messages if any(each.label == label for each in m.buttons))
            return next(shown, None)

        await person.press(await self._playground.wait_for(board), label)

    async def takes_up(self) -> None:
        """Open both hands again, as members do after a restart: older panels don't follow."""
        for person in self._people:
            await self._press(person, "My hand")

    def _asked(self) -> Any:
        """Return who is asked, on which panel, and the first answer that it has."""
        for person in self._people:
            panels = [
                m for m in person.ephemerals(self._tavern) if any(b.label == "More…" for b in m.buttons)
            ]
            for button in panels[-1].buttons if panels else ():
                if (button.custom_id or "").startswith("p:") and not button.disabled:
                    return person, panels[-1], button.custom_id
        return None

    async def goes_on(self) -> None:
        """Answer the open question, and see the next one asked."""
        person, panel, button = await self._playground.wait_for(self._asked)

        def asked_next() -> bool:
            asked = self._asked()
            return asked is not None and asked[2] != button

        reply = await person.press_raw(self._tavern, panel.id, button)
        await self._playground.wait_for(asked_next)
        self._acknowledged.append(reply)

    async def stands_still(self) -> None:
        """Answer the open question, and read that the answer isn't saved."""
        person, panel, button = await self._playground.wait_for(self._asked)
        read = {message.id for message in person.ephemerals(self._tavern)}

        def told() -> bool:
            new = [m for m in person.ephemerals(self._tavern) if m.id not in read]
            return any(NOT_SAVED in message.text for message in new)

        await person.press_raw(self._tavern, panel.id, button)
        await self._playground.wait_for(told)

    async def is_all_in(self, location: Location) -> None:
        """Fail unless each acknowledged answer stands in the journal once, and the books add up."""
        assert self._acknowledged
        async with await open_store(location) as store:
            assert await store.audit() == []
        with raw(location) as db:
            rows = [press for (press,) in db.execute("SELECT press FROM rows WHERE press IS NOT NULL")]
            assert db.execute("SELECT count(*) FROM legs").fetchone() != (0,)
        assert sorted(rows) == sorted(reply.id for reply in self._acknowledged)


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A playground that stays while bots come and go."""
    async with Playground() as here:
        yield here


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that this test may stop."""
    with own_server() as own:
        with closing(own.connect()) as db:
            db.execute("CREATE DATABASE night")
        yield own


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the bot runs, with an empty one for its data, and in which commands are typed."""
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in filter(lambda name: name.startswith("DICENIGHT_"), list(os.environ)):
        if name not in ("DICENIGHT_PROMTOOL", "DICENIGHT_POSTGRES", "DICENIGHT_TEST_RUN"):
            monkeypatch.delenv(name)
    return tmp_path


async def served(bot: HostedBot) -> None:
    """Wait until a bot serves its members."""
    await bot.until_told("Dicenight is connected")


async def dicenight(
    playground: Playground, folder: Path, *words: str, **others: Any
) -> tuple[int, list[str]]:
    """Type a command in a folder, and return its status and what it told."""
    async with hosted(playground, folder, *words, **others) as typed:
        return await typed.ends(), typed.plain


@pytest.mark.timeout(600)
async def test_faults_that_a_bot_on_a_file_lives_through(playground: Playground, folder: Path) -> None:
    async with hosted(playground, folder, *RUN) as bot:
        await served(bot)
        hand = Hand(playground)
        await hand.begin()
        well = await bot.figures()
        check_served(None, well, well)
        await full_disk(bot, hand)
        await locked_file(bot, hand, folder)
        await backup_without_room(bot, playground, folder)
        await no_gateway(bot, playground)
        await hand.goes_on()
        assert await bot.stop() == 0
    await hand.is_all_in(folder / FILE)
    await start_without_room(playground, folder)
    await start_of_a_new_version(playground, folder)


async def start_without_room(playground: Playground, folder: Path) -> None:
    """It is worth a restart: room may have been made by then."""
    async with hosted(playground, folder, *RUN, full_disk=True) as bot:
        assert await bot.ends() == 1
    [sentence] = bot.told
    assert sentence.startswith(f"{FILE} cannot be written, since its disk is full")


async def start_of_a_new_version(playground: Playground, folder: Path) -> None:
    """It copies the file first, and says so in a line."""
    forget_starts(folder)
    file = Path("data/old.db")
    migrate(file, known_steps()[:-1])
    async with hosted(playground, folder, *RUN, settings={"DICENIGHT_DATABASE": str(file)}) as bot:
        await served(bot)
        [copy] = (folder / "data/before-updates").iterdir()
        await bot.until_told(f"before the update {file} is copied to {copy.relative_to(folder)}")
        assert await bot.stop() == 0
    assert bot.told == []


async def full_disk(bot: HostedBot, hand: Hand) -> None:
    well = await bot.figures()
    bot.let_no_file_grow()
    await hand.stands_still()
    full = await bot.figures()
    bot.let_no_file_grow(False)
    assert all("not saved" in line for line in bot.told)
    bot.lines.clear()
    await hand.goes_on()
    check_served("DicenightNotSaved", well, full)


async def locked_file(bot: HostedBot, hand: Hand, folder: Path) -> None:
    """Another program holds the file for longer than a press waits."""
    well = await bot.figures()
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await hand.stands_still()
        locked = await bot.figures()
    assert all("locked" in line for line in bot.told)
    bot.lines.clear()
    await hand.goes_on()
    check_served("DicenightNotSaved", well, locked)


async def backup_without_room(bot: HostedBot, playground: Playground, folder: Path) -> None:
    """It deletes no older copy, and leaves no part of a new one."""
    assert main(BACKUP) == 0
    [good] = (folder / "copies").iterdir()
    well = await bot.until_figure_is(LAST_COPY, lambda n: n > 0)
    status, [sentence] = await dicenight(playground, folder, *BACKUP, full_disk=True)
    assert status != 0
    assert sentence.startswith("copies/dicenight-")
    assert list((folder / "copies").iterdir()) == [good]
    check_served("DicenightBackupOld", well, await bot.figures(), after=40 * HOUR)
    assert bot.told == []


async def no_gateway(bot: HostedBot, playground: Playground) -> None:
    """Discord's gateway refuses the bot for a while."""
    well = await bot.figures()
    playground.faults.refuse_connections()
    playground.faults.drop_gateway()
    gone = await bot.until_figure_is('dicenight_gateway_connected{shard="0"}', lambda n: n == 0)
    await bot.until_told("the connection to Discord is lost")
    playground.faults.refuse_connections(False)
    await bot.until_figure_is('dicenight_gateway_connected{shard="0"}', lambda n: n == 1)
    assert bot.told
    check_served("DicenightNoGateway", well, gone)


@pytest.mark.timeout(600)
async def test_a_loop_that_hangs_and_a_token_that_is_reset(playground: Playground, folder: Path) -> None:
    """The watchdog ends the process, and the next one goes on where it was, until its token is worth nothing."""
    async with hosted(playground, folder, *RUN) as bot:
        await served(bot)
        hand = Hand(playground)
        await hand.begin()
        await hand.goes_on()
        well = await bot.figures()
        bot.signal(signal.SIGUSR1)
        hung = await bot.until_figure_is("dicenight_event_loop_lag_seconds", lambda n: n > 30)
        assert "the event loop has hung" in await bot.get("/livez")
        bot.signal(signal.SIGUSR2)
        assert await bot.ends() == 1, "worth a restart"
        [line] = bot.told
        assert "the event loop has hung for 120 seconds, in " in line
        assert "hosted_process.py, line " in line
    check_served("DicenightHung", well, hung)
    forget_starts(folder)
    async with hosted(playground, folder, *RUN) as bot:
        await served(bot)
        await hand.takes_up()
        await hand.goes_on()
        again = await bot.figures()
        await playground.faults.close_gateway(4004)
        assert await bot.ends() == 2, "not worth a restart"
        assert bot.told == [BAD_TOKEN]
    await hand.is_all_in(folder / FILE)
    check_served(None, well, None, again)
    check_served("DicenightGone", again, None)


def forget_starts(folder: Path) -> None:
    """Let the next start not wait because the last one failed."""
    (folder / "data/starts.json").unlink()


@pytest.mark.skipif("DICENIGHT_SOAK" not in os.environ, reason="four starts take long")
@pytest.mark.timeout(600)
async def test_memory_that_runs_out_again_and_again(playground: Playground, folder: Path) -> None:
    """The kernel kills the process, and whatever watches it starts it again: only the figures tell."""
    figures: list[str | None] = []
    hand = Hand(playground)
    for start in range(4):
        async with hosted(playground, folder, *RUN) as bot:
            await served(bot)
            await (hand.takes_up() if start else hand.begin())
            await hand.goes_on()
            figures.append(await bot.figures())
            await bot.kill()
            assert bot.told == []
        await playground.wait_for(lambda: not playground.connected)
        forget_starts(folder)
    await hand.is_all_in(folder / FILE)
    check_served(None, *figures[:2])
    check_served("DicenightRestarts", *figures)


@pytest.mark.timeout(600)
async def test_a_damaged_page(
    playground: Playground, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its copies count as none, the good one stays, and the next start refuses the file until that is put back."""
    async with hosted(playground, folder, *RUN) as bot:
        await served(bot)
        hand = Hand(playground)
        await hand.begin()
        await hand.goes_on()
        assert main(BACKUP) == 0
        [good] = (folder / "copies").iterdir()
        well = await bot.until_figure_is(LAST_COPY, lambda n: n > 0)
        damage(folder / FILE)
        capsys.readouterr()
        assert main(BACKUP) == 1
        [sentence] = capsys.readouterr().err.splitlines()
        assert "so it does not count, and no older one is deleted:" in sentence
        assert good.exists()
        damaged = await bot.figures()
        await bot.kill()
    check_served("DicenightBackupOld", well, damaged, after=40 * HOUR)
    forget_starts(folder)
    async with hosted(playground, folder, *RUN) as bot:
        assert await bot.ends() == 2, "not worth a restart"
        [line] = bot.told
        assert "is damaged" in line
        assert line.endswith("restore a backup.")
    for path in (folder / "data").glob("dicenight.db*"):
        path.unlink()
    shutil.copy(good, folder / FILE)
    await hand.is_all_in(folder / FILE)


def damage(path: Path) -> None:
    """Write nonsense over the page of a table, which no longer stands in the log beside the file."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(size,)] = db.execute("PRAGMA page_size").fetchall()
        [(page,)] = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'legs'").fetchall()
        with path.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\x42" * size)


@pytest.mark.timeout(600)
async def test_a_database_that_is_away(playground: Playground, folder: Path, server: Server) -> None:
    """At the start; then stopped in the midst of a hand, and frozen with its connections open."""
    place = server.url("night")
    server.stop()
    async with hosted(playground, folder, *RUN, settings={"DICENIGHT_DATABASE": place}) as bot:
        await bot.until_told("trying again in")
        assert not bot.answers_probes, "as one that is gone"
        server.start()
        await served(bot)
        assert all("trying again in" in line for line in bot.told)
        hand = Hand(playground)
        await hand.begin()
        well = await bot.until_figure_is("dicenight_database_up", lambda n: n == 1)
        check_served("DicenightGone", well, None)
        for away in (stopped, Server.frozen):
            with away(server):
                await bot.until_figure_is("dicenight_database_up", lambda n: n == 0)
                await hand.stands_still()
                gone = await bot.figures()
            await bot.until_figure_is("dicenight_database_up", lambda n: n == 1)
            assert bot.told
            await hand.goes_on()
            check_served("DicenightDatabaseAway", well, gone)
            well = await bot.figures()
        assert await bot.stop() == 0
    await hand.is_all_in(place)


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """Let a server be stopped during the block."""
    server.stop()
    yield
    server.start()
