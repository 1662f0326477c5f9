"""Words and pixels that a member reads: of every game, on the table message and in the hand panel, at each decision.

One member sits with computer players at a table without Discord, and is shown what the bot would send. A word is a
run of letters or digits, or an emoji, in a text, on a button or in a closed select; pictures count nothing. Pixels are
those of the playground's page on a phone, at the first question and at the result, where there is a Chromium.

`DICENIGHT_WORDS` names the games to play, all by default. `DICENIGHT_WORDS_SHOWN=1` prints what was counted.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from PIL import Image
from playwright.async_api import ViewportSize

from benchmarks.figures import Figure
from bot.clock import SystemClock
from bot.face.art import emoji
from bot.face.text import emoji_text
from bot.face.text.emoji_text import EmojiRef
from bot.tables.table_actor import TableActor
from bot.tables.view import TableView
from cogs.live.drawing_queue import DrawingQueue
from cogs.live.table_pictures import PictureCache
from cogs.ui.components import Json, picture
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.pictures.table_picture import picture_of
from cogs.ui.table.table_message import table_message
from games.engine import RAIL, Chance, Scene, Seed
from games.registry import GAMES
from playground import Playground
from tests.helpers.chromium import chromium, find_chromium
from tests.helpers.luck import seeds_from
from tests.helpers.tables import ANN, Room, a_room

SEATS = 4
BOARD, PANEL = 110, 60
"""Words that a decision may take, on average."""
SCREEN = 686
"""Pixels that a phone shows of a conversation, held upright."""
RESULT = 1.3
"""Screens that a result may take."""
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = 5_000
"""Steps after which a match is taken for endless."""

_EMOJI = re.compile(r"<a?:\w+:\d+>")
_TIME = re.compile(r"<t:\d+(:\w)?>")
_WORD = re.compile(r"\S*\w\S*")
_BLANK = emoji.png(Image.new("RGBA", (1, 1)))

Shown = tuple[Json, bytes | None]
"""A message, and the picture that goes with it."""
Ruler = Callable[[Shown], Awaitable[float]]
"""Measures the height of a message in pixels."""


@dataclass(slots=True)
class Reading:
    """All that a member had to read in one match."""

    board: list[int] = field(default_factory=list)
    panel: list[int] = field(default_factory=list)
    result: int = 0
    pixels: dict[str, float] = field(default_factory=dict)


def texts(part: Json) -> list[str]:
    """Return the texts of a message that are in sight, in order."""
    own = [part[name] for name in ("content", "label", "placeholder") if part.get(name)]
    below = [*part.get("components", []), *([part["accessory"]] if "accessory" in part else [])]
    return [*own, *(each for child in below for each in texts(child))]


def words(message: Json) -> int:
    """Count the words in sight."""
    return sum(len(_WORD.findall(_TIME.sub("time", _EMOJI.sub(" emoji ", each)))) for each in texts(message))


async def read(room: Room, key: str, measured: int, ruler: Ruler | None) -> Reading:
    """Play one match and read it; only the first `measured` decisions are counted."""
    game, reading = GAMES[key], Reading()
    low, high = game.limits(game.parse_options({}))
    computers = max(low, min(SEATS, high)) - 1
    table = await room.open(key, ANN, computers=computers, free=game.money == "pieces")
    await table.lifecycle.start(ANN)
    policy, luck = game.policy("regular"), Chance(Seed(f"words {key}"))
    waited = False
    for _ in range(MOST):
        await room.quiet()
        if table.session is None:
            break
        view = await table.view(table.viewer_of(ANN.user_id))
        asked = _asked(view.scene)
        if asked is None or (asked.clock == "race" and not waited):
            # in a race the house calls whether anyone presses or not
            room.clock.advance(4.0)
            waited = True
            continue
        waited = False
        if asked.clock != "pause" and len(reading.board) < measured:
            await _read_decision(table, view, reading, ruler)
        assert view.scene is not None
        own = next(each for each in view.scene.asks if each.id == asked.id)
        await table.press(ANN, table.session.id, asked.id, policy(view.scene, own, luck))
    else:
        raise RuntimeError(f"{key} does not end")
    room.clock.advance(3.0)
    await room.quiet()
    message, picture = await _board(table)
    reading.result = words(message)
    _show(f"{key}: result", message)
    if ruler is not None:
        reading.pixels["result"] = await ruler((message, picture))
    return reading


def _asked(scene: Scene | None) -> Any:
    """Return the question that the member is to answer first."""
    mine = scene.mine() if scene is not None else ()
    return next((ask for ask in mine if ask.prompt is not None and ask.clock != "none"), None)


async def _read_decision(table: TableActor, view: TableView, reading: Reading, ruler: Ruler | None) -> None:
    board, panel = await _board(table), _panel(view)
    reading.board.append(words(board[0]))
    reading.panel.append(words(panel[0]))
    _show(f"{table.state.game}: board, decision {len(reading.board)}", board[0])
    _show(f"{table.state.game}: panel, decision {len(reading.board)}", panel[0])
    if ruler is not None and "board" not in reading.pixels:
        reading.pixels["board"] = await ruler(board)
        reading.pixels["panel"] = await ruler(panel)


async def _board(table: TableActor) -> Shown:
    view = await table.view(RAIL)
    sent = await PictureCache(True, DrawingQueue(), SystemClock()).dress(
        view, lambda pictured: table_message(view, pictured=pictured), is_new=True
    )
    return sent.payload, sent.file.content if sent.file is not None else None


def _panel(view: TableView) -> Shown:
    wanted = picture_of(view)
    if wanted is None:
        return hand_panel(view), None
    return hand_panel(view, picture=picture("hand.png", wanted.alt)), wanted.drawn()


def _show(title: str, message: Json) -> None:
    if os.environ.get("DICENIGHT_WORDS_SHOWN"):
        lines = "\n".join(_EMOJI.sub("", each) for each in texts(message))
        print(f"--- {title} ({words(message)} words)\n{lines}")


# ---- the page as a ruler


@asynccontextmanager
async def page_ruler() -> AsyncIterator[Ruler | None]:
    """Open the playground's page on a phone, and measure messages in it; None without a Chromium."""
    if find_chromium() is None:
        yield None
        return
    async with Playground(port=0) as ground, chromium() as browser:
        page = await browser.new_page(viewport=PHONE, locale="en-GB", timezone_id="UTC")
        await page.route(
            lambda url: "/emojis/" in url, lambda route: route.fulfill(body=_BLANK, content_type="image/png")
        )
        await page.goto(f"{ground.page_url}#{ground.member('Ann').id}/{ground.guild.channel('tavern').id}")

        async def height(shown: Shown) -> float:
            payload, picture = shown
            url = "data:image/png;base64," + base64.b64encode(picture or _BLANK).decode()
            return float(await page.evaluate(MEASURE, [payload["components"], url]))

        yield height


MEASURE = """
async ([components, picture]) => {
  const { messageItem } = await import("/page/components.js");
  const drawn = JSON.parse(JSON.stringify(components), (key, value) =>
    key === "url" && String(value).startsWith("attachment://") ? picture : value);
  const message = {
    id: "1", author: { id: "1" }, author_name: "Dicenight", bot: true, timestamp: new Date().toISOString(),
    mentions: [], embeds: [], attachments: [], content: "", components: drawn,
  };
  const item = messageItem(message, { me: "2", users: {}, roles: {}, channels: {}, may: {} }, {}, null);
  document.getElementById("messages").replaceChildren(item);
  await Promise.all([...item.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
  return item.getBoundingClientRect().height;
}
"""


# ---- figures


async def _read_all(keys: list[str], measured: int) -> dict[str, Reading]:
    readings = {}
    numbers = itertools.count(1)
    names = emoji.names()
    emoji_text.use({key: EmojiRef(name, at) for at, (key, name) in enumerate(names.items(), 10**17)})
    try:
        async with AsyncExitStack() as stack:
            stack.enter_context(seeds_from(lambda size: next(numbers).to_bytes(size, "big")))
            ruler = await stack.enter_async_context(page_ruler())
            for key in keys:
                folder = stack.enter_context(tempfile.TemporaryDirectory())
                async with a_room(Path(folder) / "words.db") as room:
                    readings[key] = await read(room, key, measured, ruler)
    finally:
        emoji_text.forget()
    return readings


def run(quick: bool) -> list[Figure]:
    """Measure every game, and the mean of them all."""
    chosen = [key for key in os.environ.get("DICENIGHT_WORDS", "").split() if key] or list(GAMES)
    return figures(asyncio.run(_read_all(chosen, 10 if quick else 100)))


def figures(readings: Mapping[str, Reading]) -> list[Figure]:
    """Return the means of all games, then what each game has to be read."""
    every = list(readings.values())
    made = [
        _at_most("all games: board", "words a decision", fmean(fmean(each.board) for each in every), BOARD),
        _at_most("all games: panel", "words a decision", fmean(fmean(each.panel) for each in every), PANEL),
        _at_most("all decisions: board", "words", fmean(n for each in every for n in each.board), BOARD),
        _at_most("all decisions: panel", "words", fmean(n for each in every for n in each.panel), PANEL),
    ]
    for key, reading in readings.items():
        title = GAMES[key].title
        made.append(Figure(f"{title}: board", "words a decision", fmean(reading.board)))
        made.append(Figure(f"{title}: panel", "words a decision", fmean(reading.panel)))
        made.append(Figure(f"{title}: result", "words", reading.result))
        for what, pixels in reading.pixels.items():
            most = SCREEN * (RESULT if what == "result" else 1.0)
            made.append(_at_most(f"{title}: {what}", "px", pixels, most))
    return made


def _at_most(what: str, unit: str, ours: float, most: float) -> Figure:
    return Figure(what, unit, ours, most, "the most", goal=1.0, want="at most")
