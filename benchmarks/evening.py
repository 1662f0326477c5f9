"""An evening on phones: what every question and every result shows the members at a table, in a real Chromium.

    python -m benchmarks evening                                     all games with one, two and five members
    python -m benchmarks.evening threes --people 1 5 -o build/evening   one of them, with its pictures in that folder

A line a game and company: the questions, those whose hand panel was not wholly in sight, the facts that only the table
message told, the highest panel in pixels, the words a question (mean, most) of table message and panel, the most
controls of a message, and of the results those out of sight, the highest, and the most controls. `!` marks what misses
its aim. Then five friends press *Again* three times, one of them for all; and a newcomer plays ten games.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean
from typing import Any

from playwright.async_api import Browser

from benchmarks.figures import Figure
from bot.clock import HOUR
from bot.discord_time import DiscordTime
from games.engine import money
from games.registry import GAMES
from playground import Playground
from tests.browser.evening import (
    MOST_CONTROLS,
    MOST_PANEL,
    MOST_RESULT_CONTROLS,
    Walk,
    walk,
)
from tests.e2e.conftest import Evening, HandClock, bot_on, unpaced
from tests.helpers.as_discord import as_discord
from tests.helpers.chromium import chromium
from tests.helpers.clicking import NAMES, play_out, sat_down

PEOPLE = (1, 2, 5)
"""Members at a table: a newcomer with computer players, a pair with two of them, five friends."""
BOARD_WORDS, PANEL_WORDS = 60, 40
"""Words a question, on average."""
AGAIN_GAMES = ("rogues_and_warriors", "threes", "tiamat", "lucky_13")
"""Quick games in which five friends stay together."""
PURSE_GAMES = (
    "rogues_and_warriors",
    "threes",
    "tiamat",
    "hags_haggle",
    "barovian_boneyard",
    "the_wheel",
    "dragon_hordes",
    "rolled_gold",
    "tripledip",
    "jack_of_all_trades",
)
"""A newcomer's ten games."""
QUICK_GAMES = ("rogues_and_warriors", "threes", "tiamat")
QUICK_QUESTIONS = 6
"""What `--quick` plays, and how many questions of each member it measures on the page."""
HEAD = (
    f"{'game':21}{'people':>6}{'asked':>7}{'out of sight':>13}{'first':>7}{'board only':>11}{'highest':>9}"
    f"{'board words':>15}{'panel words':>15}{'controls':>9}   {'result:':8}{'unseen':>6}{'highest':>9}{'controls':>9}"
)


def line(walked: Walk) -> str:
    """Return what a company saw as a line of the table."""
    asked, endings = walked.questions, walked.endings
    board, panel = [q.board for q in asked], [q.panel for q in asked]
    return (
        f"{walked.key:21}{walked.people:6}{len(asked):7}"
        f"{_most(sum(not q.in_sight for q in asked), 0, 13)}"
        f"{_most(sum(not q.in_sight for q in walked.firsts), 0, 7)}"
        f"{_most(sum(bool(q.only_on_board) for q in asked), 0, 11)}"
        f"{_most(max((q.height for q in asked), default=0), MOST_PANEL, 9)}"
        f"{_most(fmean(board), BOARD_WORDS, 10)}{max(board):5}"
        f"{_most(fmean(panel), PANEL_WORDS, 10)}{max(panel):5}"
        f"{_most(max(q.controls for q in asked), MOST_CONTROLS, 9)}   {'':8}"
        f"{_most(sum(not each.in_sight for each in endings), 0, 6)}"
        f"{_most(max(each.height for each in endings), MOST_PANEL, 9)}"
        f"{_most(max(each.controls for each in endings), MOST_RESULT_CONTROLS, 9)}"
    )


def _most(number: float, most: float, width: int) -> str:
    return f"{number:.0f}{'!' if number > most else ' '}".rjust(width)


def figures(walks: Sequence[Walk], seats: Sequence[int] = (), purses: Sequence[float] = ()) -> list[Figure]:
    """Return the figures of all walks together, the seats of each hand among friends, and what purses kept."""
    asked = [q for each in walks for q in each.questions]
    firsts = [q for each in walks for q in each.firsts]
    endings = [each for one in walks for each in one.endings]
    made = [
        _share("questions with the panel wholly in sight", [q.in_sight for q in asked]),
        _share("first questions of a member", [q.in_sight for q in firsts]),
        _share("questions answered from the panel alone", [not q.only_on_board for q in asked]),
        _share("results with their headline in sight", [each.in_sight for each in endings]),
        _at_most("highest panel", "px", max(q.height for q in asked), MOST_PANEL),
        _at_most("highest result", "px", max(each.height for each in endings), MOST_PANEL),
        _at_most("controls at a question", "", max(q.controls for q in asked), MOST_CONTROLS),
        _at_most("controls at a result", "", max(each.controls for each in endings), MOST_RESULT_CONTROLS),
        _at_most("words a question: table", "", fmean(q.board for q in asked), BOARD_WORDS),
        _at_most("words a question: panel", "", fmean(q.panel for q in asked), PANEL_WORDS),
    ]
    if seats:
        made.append(_at_least("five friends, Again: fewest seats", "", min(seats), 5))
    if purses:
        made.append(_at_least("a purse after ten games: least", "of it", min(purses), 0.5))
    return made


def _share(what: str, met: Iterable[bool]) -> Figure:
    return _at_least(what, "%", fmean(met) * 100, 100)


def _at_least(what: str, unit: str, ours: float, least: float) -> Figure:
    return Figure(what, unit, ours, least, "the least", goal=1.0, want="at least")


def _at_most(what: str, unit: str, ours: float, most: float) -> Figure:
    return Figure(what, unit, ours, most, "the most", goal=1.0, want="at most")


async def walks(
    browser: Browser, keys: Sequence[str], people: Sequence[int], folder: Path | None, most: int | None
) -> AsyncIterator[Walk]:
    """Let each company play each game."""
    # its evenings are in 2030, and each bot would say that this machine's clock is wrong
    logging.getLogger(DiscordTime.__module__).setLevel(logging.ERROR)
    for key in keys:
        for n in people:
            yield await walk(browser, key, n, folder=folder, most=most)


# ---- without the page


@asynccontextmanager
async def _tables(*, gather: float = 4.0, first_evening: float = 0.0) -> AsyncIterator[Evening]:
    """Start a playground and a bot without pictures."""
    with tempfile.TemporaryDirectory() as folder:
        path, clock = Path(folder) / "evening.db", HandClock()
        async with as_discord(Playground(rate_limits=False)) as ground:
            # the pace of messages is real time, a second or three a press, and nobody looks on here
            with unpaced():
                async with bot_on(ground, path, clock, gather=gather, first_evening=first_evening) as bot:
                    yield Evening(ground, path, clock, bot)


async def seats_of_friends(key: str) -> list[int]:
    """Let five friends play four matches, of whom only Ann presses *Again*; return the seats of the last three."""
    seats = []
    async with _tables(gather=120.0) as evening:
        players = await sat_down(evening, key, NAMES)
        await players[0].press("Start")
        await evening.quiet()
        for _ in range(3):
            await play_out(evening, players, on_board=False)
            await players[0].press("Again")
            evening.clock.advance(120.0)
            await evening.quiet()
            session = evening.table(players[0].channel).session
            seats.append(len(session.match.header.ring) if session is not None else 0)
    return seats


async def purse_of_newcomer(company: Sequence[str], *, computers: int, first_evening: float) -> float:
    """Let Ann play ten games at the stakes that the bot suggests; return which part of her purse is left."""
    async with _tables(first_evening=first_evening) as evening:
        owned = await _owned(evening)
        for key in PURSE_GAMES:
            players = await sat_down(evening, key, ("Ann", *company), computers=computers)
            await players[0].press("Start")
            await evening.quiet()
            await play_out(evening, players, on_board=False)
            ann = players[0]
            await ann.person.slash(ann.channel, "table close")
            await evening.quiet()
        return await _owned(evening) / owned


async def _owned(evening: Evening) -> int:
    """Return what Ann owns in copper."""
    ann: Any = evening.playground.member("Ann")
    await ann.slash(evening.playground.guild.channel("tavern"), "purse show")
    member = await evening.store.find_member(evening.playground.guild.id, ann.id)
    assert member is not None
    return money.worth(money.of_base("copper", await evening.store.owned(member)))


# ---- the command


async def measured(
    keys: Sequence[str], people: Sequence[int], *, folder: Path | None = None, quick: bool = False
) -> list[Figure]:
    """Walk, print a line for each company, and return the figures of all."""
    found = []
    print(HEAD)
    async with chromium() as browser:
        async for each in walks(browser, keys, people, folder, QUICK_QUESTIONS if quick else None):
            print(line(each), flush=True)
            found.append(each)
    seats = [n for key in AGAIN_GAMES[: 1 if quick else None] for n in await seats_of_friends(key)]
    purses = {
        "alone with computer players": await purse_of_newcomer((), computers=2, first_evening=0.0),
        "first evening, among friends": await purse_of_newcomer(
            ("Bob", "Cid"), computers=0, first_evening=12 * HOUR
        ),
        "later evening, among friends": await purse_of_newcomer(
            ("Bob", "Cid"), computers=0, first_evening=0.0
        ),
    }
    print(f"five friends, Ann presses Again: {', '.join(map(str, seats))} seats in the hands")
    for name, part in purses.items():
        print(f"a purse after ten games, {name}: {part:.0%} of it")
    return figures(found, seats, list(purses.values()))


def run(quick: bool) -> list[Figure]:
    """Walk through all games, and with `quick` through three."""
    return asyncio.run(measured(QUICK_GAMES if quick else list(GAMES), PEOPLE, quick=quick))


def main(arguments: Sequence[str]) -> None:
    """Walk through some games in some companies."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evening", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which ones: {', '.join(GAMES)}")
    parser.add_argument(
        "--people", nargs="+", type=int, default=PEOPLE, metavar="N", help="members at a table"
    )
    parser.add_argument("--quick", action="store_true", help="measure few questions on the page")
    parser.add_argument("--faults", action="store_true", help="print each fault")
    parser.add_argument("-o", "--pictures", type=Path, metavar="FOLDER", help="save pictures there")
    parsed = parser.parse_args(arguments)
    if parsed.pictures is not None:
        parsed.pictures.mkdir(parents=True, exist_ok=True)
    asyncio.run(_some(parsed))


async def _some(parsed: argparse.Namespace) -> None:
    print(HEAD)
    most = QUICK_QUESTIONS if parsed.quick else None
    async with chromium() as browser:
        async for each in walks(browser, parsed.games or list(GAMES), parsed.people, parsed.pictures, most):
            print(line(each), flush=True)
            for fault in each.faults if parsed.faults else ():
                print(f"    {fault}")


if __name__ == "__main__":
    main(sys.argv[1:])
