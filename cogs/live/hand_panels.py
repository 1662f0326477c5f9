"""Hand panels that can still be reached: each is repainted unasked when something changes for its owner.

A panel is private and can be repainted only by the token of the press that showed it, for a quarter of an hour. It
belongs to the member who opened it, even if another takes the seat later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2b
from typing import NamedTuple

import discord

from bot.clock import Clock, Timer
from bot.face.art.board import Board
from bot.face.art.chart import Lines
from bot.requests.budget import Pace, Urgency
from bot.tables.view import ShownTable, TableView
from cogs.interactions import http
from cogs.interactions.responder import Plain
from cogs.live import retries
from cogs.live.background import BackgroundTasks
from cogs.ui.components import Json, picture
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.hand_picture import hand_picture
from cogs.ui.hand.move_draft import NO_DRAFTS
from games.engine import Answer

log = logging.getLogger(__name__)

SPACING = 1.0
"""Seconds between two unasked edits of one hand panel: what changes in between is shown together."""
SOON = 0.05
"""Seconds after which a hand panel follows what has happened: the answer to the press that did it goes first."""
LATER = 1.0
"""The same for a seat that has nothing to answer: often its next question comes before."""
FILE = re.compile(r"hand-\w+\.png")
"""Names of the files that are pictures of hands."""
TOKEN_LIFE = 14 * 60.0
"""Seconds for which a hand panel can be repainted unasked."""
LATELY = 60.0
"""Seconds for which a panel that was opened or pressed is taken to be before its member's eyes.

Discord tells nobody that a private message was dismissed, or was lost with the app's restart or on another device, and
lets it be edited all the same.
"""


class SentHand(NamedTuple):
    """The picture that a panel has: its file's name, which tells what is drawn, and Discord's id of it."""

    name: str
    file_id: str


class PanelMessage(NamedTuple):
    """A hand panel with the picture of the hand, if it has one; `plain` makes the same without it."""

    payload: Json
    file: http.AttachmentFile | None = None
    plain: Plain | None = None
    unchanged: SentHand | None = None
    """The picture that is there already, and stays."""


@dataclass(slots=True)
class HandPanel:
    """A hand panel that was shown."""

    handle: http.Handle
    owner: int | None
    """Whose panel it is: a seat may become someone else's, a panel never does."""
    until: float
    opened: float
    """When it was shown as a message of its own."""
    pressed: float = float("-inf")
    """When its member pressed something on it."""
    last: float = 0.0
    failures: int = 0
    """The repaints in a row that failed for a while only."""
    retry: Timer | None = None
    """The next try, while one is waited for."""
    hand: SentHand | None = None
    """The picture that it has, if that is known."""
    editing: bool = False
    """An unasked edit is on its way."""


@dataclass(slots=True)
class _TablePanels:
    """The panels of one table."""

    panels: dict[int, HandPanel] = field(default_factory=dict)
    stale: dict[int, float] = field(default_factory=dict)
    """Seats whose panels are out of date, and since when."""
    more_stale: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class HandPanels:
    """The hand panels of all tables."""

    def __init__(
        self,
        client: discord.Client,
        tasks: BackgroundTasks,
        clock: Clock,
        pace: Pace,
        *,
        pictures: bool = True,
    ) -> None:
        self.client, self._tasks, self._clock, self._pace = client, tasks, clock, pace
        self._pictures = pictures
        self._tables: dict[int, _TablePanels] = {}
        self._refused: set[int] = set()

    def of(self, table: ShownTable) -> dict[int, HandPanel]:
        """The panels of a table that can be repainted, by seat."""
        return self._of(table).panels

    def shown(
        self,
        table: ShownTable,
        view: TableView,
        handle: http.Handle,
        *,
        fresh: bool,
        hand: SentHand | None = None,
    ) -> None:
        """A panel shows `view`, and by this handle it can be repainted.

        `fresh`: it is a new message; the one before it is taken away, so that nobody reads a stale hand. `hand` is its
        picture, if that is known.
        """
        table_panels = self._of(table)
        old = table_panels.panels.get(view.viewer)
        if fresh and old is not None and old.until > time.monotonic():
            self._tasks.begin(self._take_away(old))
        if old is not None and old.editing:
            # which of the two arrives last, and with which picture, nobody knows
            hand = None
        now = self._clock.now()
        panel = HandPanel(handle, view.owner, time.monotonic() + TOKEN_LIFE, now, hand=hand)
        if not fresh:
            # It was pressed: where it stands is where its member looks.
            panel.pressed = now
        table_panels.panels[view.viewer] = panel
        if table.version == view.version:
            table_panels.stale.pop(view.viewer, None)
        else:
            self.outdated(table, [view.viewer])

    def has(self, table: ShownTable, seat: int) -> bool:
        """Return whether a panel of the seat can be repainted unasked."""
        panel = self._own(table, seat)
        return panel is not None and panel.until > time.monotonic()

    def was_opened(self, table: ShownTable, seat: int) -> bool:
        """Return whether the member in that seat has had a panel, perhaps one out of sight or too old to repaint."""
        return self._own(table, seat) is not None

    def in_sight(self, table: ShownTable, seat: int, *, pressed: bool = False) -> bool:
        """Return whether a panel of the seat is most likely before its member's eyes.

        `pressed`: only because they pressed something on it.
        """
        panel = self._own(table, seat)
        if panel is None or not self.has(table, seat):
            return False
        last = panel.pressed if pressed else max(panel.pressed, panel.opened)
        return self._clock.now() - last < LATELY

    def _own(self, table: ShownTable, seat: int) -> HandPanel | None:
        """Return the panel of the member in that seat."""
        panel, sits = self._of(table).panels.get(seat), table.state.everyone.get(seat)
        return panel if panel is not None and sits is not None and panel.owner == sits.person else None

    def outdated(self, table: ShownTable, seats: Collection[int]) -> None:
        """The panels of these seats are out of date, at least from now on."""
        table_panels, now = self._of(table), time.monotonic()
        for seat in seats:
            table_panels.stale.setdefault(seat, now)
        table_panels.more_stale.set()
        if table_panels.task is None and table_panels.stale and table.state.phase != "closed":
            table_panels.task = self._tasks.begin(self._paint_all(table, table_panels))

    def dismiss(self, table: ShownTable, user_id: int, payload: Json) -> None:
        """Show a member something else in place of the panel that they have, for the last time."""
        panels = self._of(table).panels
        for seat, panel in [(seat, panel) for seat, panel in panels.items() if panel.owner == user_id]:
            del panels[seat]
            if panel.until > time.monotonic():
                self._tasks.begin(self._replace(panel, payload))

    async def _replace(self, panel: HandPanel, payload: Json) -> None:
        assert self.client.application_id is not None
        try:
            await http.edit_by_token(
                self.client, self.client.application_id, panel.handle, {**payload, "attachments": []}
            )
        except http.FAILURES as error:
            log.info("a hand panel stays as it was: %s", error)

    def clear(self, table: ShownTable) -> None:
        """Take away all panels of a table, which has moved."""
        panels = self._of(table).panels
        for panel in panels.values():
            if panel.until > time.monotonic():
                self._tasks.begin(self._take_away(panel))
        panels.clear()

    async def forget(self, table: ShownTable) -> None:
        """The table has closed; what is being painted is finished."""
        table_panels = self._tables.pop(table.state.id, None)
        if table_panels is not None and table_panels.task is not None:
            await asyncio.wait([table_panels.task])

    def _of(self, table: ShownTable) -> _TablePanels:
        return self._tables.setdefault(table.state.id, _TablePanels())

    async def _paint_all(self, table: ShownTable, table_panels: _TablePanels) -> None:
        """Repaint the panels that are out of date and can still be reached."""
        try:
            await asyncio.sleep(0)
            while table_panels.stale:
                now = time.monotonic()
                table_panels.more_stale.clear()
                due = {seat: _due(table, table_panels, seat) for seat in table_panels.stale}
                ready = [seat for seat, at in due.items() if at <= now]
                if not ready:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(min(due.values()) - now):
                            await table_panels.more_stale.wait()
                for seat in ready:
                    # a press may have shown the panel again while the one before it was painted
                    if table_panels.stale.pop(seat, None) is not None:
                        await self._paint(table, table_panels, seat)
        finally:
            table_panels.task = None

    async def paint(
        self,
        view: TableView,
        *,
        lead: str = "",
        drafts: Mapping[int, Answer] = NO_DRAFTS,
        has: SentHand | None = None,
    ) -> PanelMessage:
        """Return a hand panel, with the picture of the hand if there is one to show.

        The picture that it `has` stays if it is the same, and is neither drawn nor sent again.
        """
        plain = partial(hand_panel, view, lead=lead, drafts=drafts)
        if not self._pictures or view.table.id in self._refused:
            return PanelMessage(plain())
        wanted = hand_picture(view, drafts)
        if wanted is None:
            return PanelMessage({**plain(), "attachments": []})
        name = _file_name(wanted.drawing)
        shown = picture(name, wanted.alt)
        payload = hand_panel(view, lead=lead, drafts=drafts, picture=shown)
        if shown not in payload["components"][0]["components"]:
            payload["attachments"] = []
            return PanelMessage(payload)
        if has is not None and has.name == name:
            payload["attachments"] = [{"id": has.file_id, "filename": name, "description": wanted.alt}]
            return PanelMessage(payload, None, plain, has)
        table_panels = self._tables.get(view.table.id)
        if table_panels is not None and view.viewer in table_panels.panels:
            # what is sent now takes the place of the picture that was there
            table_panels.panels[view.viewer].hand = None
        try:
            file = http.AttachmentFile(name, await asyncio.to_thread(wanted.drawn))
        except (OSError, ValueError) as fault:
            log.exception("a hand at table %s is shown without its picture: %s", view.table.id, fault)
            return PanelMessage({**plain(), "attachments": []})
        payload["attachments"] = [{"id": "0", "filename": name, "description": wanted.alt}]
        return PanelMessage(payload, file, plain)

    async def _paint(self, table: ShownTable, table_panels: _TablePanels, seat: int) -> None:
        application, panel = self.client.application_id, table_panels.panels.get(seat)
        if panel is None or application is None or panel.retry is not None:
            return
        if panel.until < time.monotonic():
            return
        urgency = Urgency.HAND if table.has_open_question(seat) else Urgency.WAITED_FOR
        async with self._pace.turn(urgency, lambda: table_panels.panels.get(seat) is panel) as turn:
            if turn.wanted:
                await self._repaint(table, table_panels, seat, panel, application)

    async def _repaint(
        self, table: ShownTable, table_panels: _TablePanels, seat: int, panel: HandPanel, application: int
    ) -> None:
        view = await table.view(seat)
        if view.owner != panel.owner:
            # The member has left: they may not see the hand of the next one in that seat.
            del table_panels.panels[seat]
            return
        painted = await self.paint(view, has=panel.hand)
        if table_panels.panels.get(seat) is not panel:
            return
        if table.version != view.version:
            # Something happened while the hand was drawn, and a press may have shown it already.
            self.outdated(table, [seat])
            return
        panel.last = time.monotonic()
        try:
            if not await self._edit(table.state.id, application, panel, painted):
                self.outdated(table, [seat])
            panel.failures = 0
        except http.FAILURES as error:
            if retries.is_transient(error):
                panel.failures += 1
                pause = retries.pause(error, panel.failures)
                log.info(
                    "a hand panel at table %s is painted again in %.0f s: %s", table.state.id, pause, error
                )
                panel.retry = self._clock.later(pause, partial(self._retry, table, panel, seat))
                return
            log.info("a hand panel at table %s is gone: %s", table.state.id, error)
            panel.until = 0.0

    def refuse(self, table: int) -> None:
        """Show the hands of a table in words, until a restart: Discord takes no picture there."""
        log.warning("the hands at table %s go without pictures", table)
        self._refused.add(table)

    async def _edit(self, table: int, application: int, panel: HandPanel, painted: PanelMessage) -> bool:
        """Repaint a panel; without its picture, if Discord does not take that.

        Return False if the picture that was to stay is no longer there: a press has brought another meanwhile.
        """
        panel.hand, panel.editing = None, True
        try:
            sent = await http.edit_by_token(
                self.client, application, panel.handle, painted.payload, painted.file
            )
        except discord.HTTPException as error:
            if painted.plain is None or error.status not in http.NO_PICTURE:
                raise
            if painted.unchanged is not None:
                return False
            await http.edit_by_token(self.client, application, panel.handle, painted.plain())
            self.refuse(table)
            return True
        finally:
            panel.editing = False
        panel.hand = sent_hand(painted, sent.files)
        return True

    def _retry(self, table: ShownTable, panel: HandPanel, seat: int) -> None:
        panel.retry = None
        table_panels = self._tables.get(table.state.id)
        if table_panels is not None and table_panels.panels.get(seat) is panel:
            self.outdated(table, [seat])

    async def _take_away(self, panel: HandPanel) -> None:
        assert self.client.application_id is not None
        try:
            await http.delete_by_token(self.client, self.client.application_id, panel.handle)
        except http.FAILURES as error:
            log.info("an old hand panel stays: %s", error)


def sent_hand(painted: PanelMessage, files: Mapping[str, str]) -> SentHand | None:
    """Return the picture of a panel that was sent, from Discord's ids of its files; None if it has none."""
    name = painted.file.name if painted.file is not None else ""
    return SentHand(name, files[name]) if name in files else painted.unchanged


def pressed_hand(message: discord.Message) -> SentHand | None:
    """Return the picture of a hand on a message that was pressed; None if it has none."""
    for component in message.components:
        for item in component.items if isinstance(component, discord.MediaGalleryComponent) else ():
            name = http.file_name(item.media.url)
            if item.media.attachment_id is not None and FILE.fullmatch(name):
                return SentHand(name, str(item.media.attachment_id))
    return None


@lru_cache(maxsize=512)
def _file_name(drawing: Board | Lines) -> str:
    """Return the name of a drawing's file: the same for the same drawing, in every process."""
    return f"hand-{blake2b(repr(drawing).encode(), digest_size=8).hexdigest()}.png"


def _due(table: ShownTable, table_panels: _TablePanels, seat: int) -> float:
    """When a panel may be painted; at once if there is none that could be."""
    panel, since = table_panels.panels.get(seat), table_panels.stale[seat]
    if panel is None:
        return since
    return max(panel.last + SPACING, since + (SOON if table.has_open_question(seat) else LATER))
