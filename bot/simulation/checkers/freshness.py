"""Once nobody presses, every message shows what its table knows: nothing that has happened waits to be painted."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.app import App
from bot.language import speaking
from bot.simulation.host.machine import MACHINE
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import MESSAGES
from cogs.live.hand_panels import HandPanel
from cogs.live.table_messages import table_messages
from cogs.ui.components import Json
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.engine import RAIL
from playground import Playground
from playground.world import components as parts
from playground.world.state import Message

if TYPE_CHECKING:
    from bot.simulation.pages import Page
    from bot.simulation.world import World

PAINTED_WITHIN = 20.0
"""Seconds in which every message must have been up to date once: more than the longest pause between two edits."""
LOOKED_EVERY = 0.25
MINUTES = re.compile(r"about (?:a minute|\d+ minutes)")
"""Words that time changes, for which nothing is repainted."""


class LiveText(NamedTuple):
    """A message that the bot repaints: what it shows, and what its table knows."""

    name: str
    shows: str
    knows: str
    may_lead: bool = False
    """True for a hand, above which words may stand that answer a press."""

    @property
    def is_fresh(self) -> bool:
        """True if all that is known is shown."""
        return self.shows.endswith(self.knows) if self.may_lead else self.shows == self.knows

    @property
    def asks_again(self) -> bool:
        """True if it asks to press again: a process that was overtaken has answered before the other did."""
        return self.shows == MESSAGES["restarting"]


async def check_freshness(world: World, pages: Sequence[Page]) -> None:
    """Wait until each message and each page has been up to date once."""
    until, fresh, behind = MACHINE.at + PAINTED_WITHIN, set[str](), list(pages)
    while True:
        behind = [page for page in behind if not await page.is_fresh()]
        # in a race something happens all the time
        tables = [
            (bot, table) for bot in world.bots() for table in bot.service(TableRegistry) if not table.racing
        ]
        found = [text for bot, table in tables async for text in live_texts(bot, table, world.playground)]
        fresh.update(text.name for text in found if text.is_fresh or text.asks_again)
        outdated = [text for text in found if text.name not in fresh]
        if not outdated and not behind:
            return
        if MACHINE.at > until:
            for text in outdated:
                world.fail(f"{text.name} shows {text.shows!r}, not {text.knows!r}")
            for page in behind:
                world.fail(f"the page of {page.person.name} in {page.channel.guild.name} is behind")
            return
        await asyncio.sleep(LOOKED_EVERY)


async def live_texts(bot: App, table: TableActor, playground: Playground) -> AsyncIterator[LiveText]:
    """Yield the message of a table and the hand panels of members who sit at it, where both may be read."""
    messages = table_messages(bot)
    if table.state.phase == "closed" or not table.state.kind.in_channel:
        return
    channel = playground.world.channels[table.state.channel_id]
    board = channel.message(table.state.message_id or 0)
    # a trouble stands in the message, and lasts until it can be painted again
    if messages.trouble(table) is None and board is not None and not board.deleted:
        view = await table.view(RAIL)
        with speaking(messages.of(table).language()):
            knows = _words(table_message(view))
        yield LiveText(f"the message of table {table.state.id}", board.text, knows)
    for seat, panel in [*messages.panels.of(table).items()]:
        sits, shown = table.state.everyone.get(seat), shown_by(playground, panel)
        if sits is None or sits.left or sits.user_id != panel.owner or shown is None:
            continue
        # while its owner reads a page there is no hand on it
        if panel.page is None:
            view = await table.view(seat)
            with speaking(panel.language()):
                knows = _words(hand_panel(view)).partition("\n")[2]
            shows, knows = (MINUTES.sub("", words) for words in (shown.text, knows))
            yield LiveText(f"the hand of seat {seat} at table {table.state.id}", shows, knows, may_lead=True)


def shown_by(playground: Playground, panel: HandPanel) -> Message | None:
    """Return the message of a panel; None if it is gone, or a move is begun on it.

    What is chosen so far is known to the press alone.
    """
    made = playground.interactions.by_token.get(panel.handle.token)
    if made is None or str(made.data.get("custom_id", "")).startswith("d:"):
        return None
    # a message that was still thinking is filled in by the first follow-up, and known by its id then
    answers = [*([made.original] if made.original else []), *made.followups]
    stands = {str(message.id): message for message in answers} | {"@original": made.original}
    message = stands[panel.handle.message]
    return None if message is None or message.deleted else message


def _words(payload: Json) -> str:
    """Return the words of a message as they would be read."""
    return "\n".join(parts.texts(payload["components"]))
