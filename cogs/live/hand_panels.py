"""Hand panels that can still be edited: each is repainted when something changes for its owner.

A panel is private and can be repainted only by the token of the press that showed it, for a quarter of an hour. It
belongs to the member who opened it, even if another takes the seat later.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from typing import NamedTuple

import discord

from bot.face.art.drawing import Drawing
from bot.requests.budget import Turn, Urgency
from bot.tables.view import ShownTable, TableView
from cogs.live.live_message import LiveMessage, LiveMessages
from cogs.live.message_channels import PrivateChannel
from cogs.live.plain_messages import bare_message, plain_message
from cogs.requests import http
from cogs.requests.responder import Plain
from cogs.ui.components import AttachmentFile, Json, picture
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.pictures import picture_of
from games.engine import Answer

log = logging.getLogger(__name__)

SPACING = 1.0
"""Seconds between two automatic edits of a hand panel: changes in between share an edit."""
LATER = 1.0
"""Seconds before the panel of a seat without a question is repainted: often its next question comes first."""
FILE = re.compile(r"hand-\w+\.png")
"""Names of the files that are pictures of hands."""
LATELY = 60.0
"""Seconds after the last press for which a panel is assumed to be on its member's screen.

Discord tells nobody that a private message was dismissed, or was lost with the app's restart or on another device, and
lets it be edited all the same.
"""
NO_HAND = "Discord won't let me show your hand here. Its buttons still work:"
"""The only text of a panel whose full body Discord has refused."""


class SentHand(NamedTuple):
    """The picture that a panel has: its file's name, which tells what is drawn, and Discord's id of it."""

    name: str
    file_id: str


class PanelMessage(NamedTuple):
    """A hand panel with the picture of the hand, if it has one; `plain` makes the same without it."""

    payload: Json
    file: AttachmentFile | None = None
    plain: Plain | None = None
    unchanged: SentHand | None = None
    """The picture that the message has already, and keeps."""

    @property
    def plainer(self) -> tuple[Plain, ...]:
        """The same panel in plainer and plainer forms, for when Discord refuses it."""
        pictureless = self.plain or (lambda: self.payload)
        return (
            *([self.plain] if self.plain is not None else []),
            lambda: plain_message(pictureless()),
            lambda: bare_message(pictureless(), NO_HAND),
        )

    def plainness(self, refusals: int) -> int:
        """Return the plainness, as `LiveMessage` counts it, after a number of refusals."""
        return min(max(refusals - (self.plain is not None), 0), 2)


class HandPanel(LiveMessage):
    """A hand panel that was shown, for as long as its token lives."""

    noun = "hand panel"
    bare_words = NO_HAND

    def __init__(
        self,
        panels: HandPanels,
        table: ShownTable,
        view: TableView,
        handle: http.Handle,
        hand: SentHand | None,
    ) -> None:
        super().__init__(panels.live, f"a hand panel at table {table.state.id}")
        self._panels, self._table, self._seat = panels, table, view.viewer
        self._channel = PrivateChannel(panels.client, handle)
        self.owner = view.owner
        """The owner of the panel: a seat may change hands, a panel never does."""
        self.opened = self.shared.clock.now()
        """When it was shown as a message of its own."""
        self.pressed = float("-inf")
        """When its member pressed something on it."""
        self.hand = hand
        """The picture that the panel has, if known."""
        self.editing = False
        """True while an automatic edit is being sent."""
        self.view: TableView | None = None
        self.painted: PanelMessage | None = None
        # it is found by its token: the id only says that it is there
        self.message_id = 0

    @property
    def channel(self) -> PrivateChannel:
        """The channel of the panel."""
        return self._channel

    @property
    def handle(self) -> http.Handle:
        """The token by which it is repainted."""
        return self._channel.handle

    @property
    def lives(self) -> bool:
        """True while it can be repainted."""
        return not self.over and self._channel.reaches(self.message_id)

    def comes_back(self) -> bool:
        """Return False: only a press can create a private message."""
        return False

    def urgency(self) -> Urgency:
        """Return how urgent a repaint is: most of all for a member who is asked something."""
        return Urgency.HAND if self._table.has_open_question(self._seat) else Urgency.WAITED_FOR

    def spacing(self) -> float:
        """Return the seconds between two automatic edits."""
        return SPACING

    def delay(self) -> float:
        """Return the seconds after which it follows a change."""
        return super().delay() if self._table.has_open_question(self._seat) else LATER

    async def look(self) -> None:
        """Paint the panel; a member who has left must not see the hand of the seat's next owner."""
        view = await self._table.view(self._seat)
        if view.owner != self.owner:
            self._panels.drop(self._table, self)
            return
        lead = self._panels.trouble(self._table) or ""
        pictured = self.plainness == 0
        self.view, self.painted = (
            view,
            await self._panels.paint(view, lead=lead, has=self.hand, pictured=pictured),
        )

    async def send(self, turn: Turn) -> None:
        """Repaint the panel; without its picture, if Discord does not take that."""
        painted = self.painted
        if self.over or self.view is None or painted is None:
            return
        if self._table.version != self.view.version:
            # Something happened while the hand was drawn, and a press may have shown it already.
            self.changed()
            return
        self.hand, self.editing = None, True
        try:
            sent = await self.deliver(painted.payload, painted.file)
        except discord.HTTPException as error:
            if painted.plain is None or error.status not in http.NO_PICTURE:
                raise
            if painted.unchanged is not None:
                # the picture that was to stay is no longer there: a press has brought another meanwhile
                self.changed()
                return
            await turn.another()
            await self.deliver(painted.plain())
            self._panels.refuse(self._table.state.id)
        else:
            self.hand = sent_hand(painted, sent.files if sent is not None else {})
        finally:
            self.editing = False

    def tried(self, error: Exception | None) -> None:
        """Forget a panel that Discord won't let us edit."""
        if error is not None:
            self.end()


class HandPanels:
    """The hand panels of all tables."""

    def __init__(
        self,
        client: discord.Client,
        live: LiveMessages,
        trouble: Callable[[ShownTable], str | None],
        *,
        pictures: bool = True,
    ) -> None:
        self.client, self.live, self.trouble = client, live, trouble
        self._pictures = pictures
        self._tables: dict[int, dict[int, HandPanel]] = {}
        self._refused: set[int] = set()

    def of(self, table: ShownTable) -> dict[int, HandPanel]:
        """Return the known panels of a table by seat."""
        return self._tables.setdefault(table.state.id, {})

    def shown(
        self,
        table: ShownTable,
        view: TableView,
        handle: http.Handle,
        *,
        fresh: bool,
        hand: SentHand | None = None,
        plainness: int = 0,
    ) -> None:
        """A panel shows `view`, and by this handle it can be repainted.

        `fresh`: it is a new message; the one before it is taken away, so that nobody reads a stale hand. `hand` is its
        picture, if that is known.
        """
        panels = self.of(table)
        old = panels.get(view.viewer)
        if old is not None:
            if fresh and old.lives:
                self._take_away(old)
            if old.editing:
                # two edits race, so the picture that remains is unknown
                hand = None
            old.end()
        panel = panels[view.viewer] = HandPanel(self, table, view, handle, hand)
        panel.stay_plain(plainness)
        if not fresh:
            # It was pressed, so its member is looking at it.
            panel.pressed = panel.opened
        if table.version != view.version:
            panel.changed()

    def has(self, table: ShownTable, seat: int) -> bool:
        """Return whether a panel of the seat can be repainted without a press."""
        panel = self._own(table, seat)
        return panel is not None and panel.lives

    def was_opened(self, table: ShownTable, seat: int) -> bool:
        """Return whether the member in that seat has opened a panel, even one that is too old to repaint."""
        return self._own(table, seat) is not None

    def in_sight(self, table: ShownTable, seat: int, *, pressed: bool = False) -> bool:
        """Return whether a panel of the seat is probably on its member's screen.

        `pressed`: only because they pressed something on it.
        """
        panel = self._own(table, seat)
        if panel is None or not self.has(table, seat):
            return False
        last = panel.pressed if pressed else max(panel.pressed, panel.opened)
        return self.live.clock.now() - last < LATELY

    def _own(self, table: ShownTable, seat: int) -> HandPanel | None:
        """Return the panel of the member in that seat."""
        panel, sits = self.of(table).get(seat), table.state.everyone.get(seat)
        return panel if panel is not None and sits is not None and panel.owner == sits.person else None

    def outdated(self, table: ShownTable, seats: Collection[int]) -> None:
        """Repaint the panels of these seats soon."""
        panels = self.of(table)
        for seat in seats:
            if seat in panels and table.state.phase != "closed":
                panels[seat].changed()

    def dismiss(self, table: ShownTable, user_id: int, payload: Json) -> None:
        """Replace a member's panel with something else, as its last edit."""
        for panel in [panel for panel in self.of(table).values() if panel.owner == user_id]:
            if panel.lives:
                request = partial(panel.channel.edit, 0, {**payload, "attachments": []})
                self.live.until_done(request, Urgency.HAND, f"{panel.label} stays as it was")
            self.drop(table, panel)

    def drop(self, table: ShownTable, panel: HandPanel) -> None:
        """Stop repainting a panel."""
        panel.end()
        panels = self.of(table)
        for seat in [seat for seat, each in panels.items() if each is panel]:
            del panels[seat]

    def clear(self, table: ShownTable) -> None:
        """Delete all panels of a table that has moved."""
        for panel in [*self.of(table).values()]:
            if panel.lives:
                self._take_away(panel)
            self.drop(table, panel)

    def _take_away(self, panel: HandPanel) -> None:
        request = partial(panel.channel.delete, 0)
        self.live.until_done(request, Urgency.OTHER, f"{panel.label} stays")

    async def forget(self, table: ShownTable) -> None:
        """Stop repainting the panels of a closed table; edits under way are finished."""
        for panel in self._tables.pop(table.state.id, {}).values():
            panel.end()
            await panel.finished()

    async def paint(
        self,
        view: TableView,
        *,
        lead: str = "",
        drafts: Mapping[int, Answer] = NO_DRAFTS,
        has: SentHand | None = None,
        pictured: bool = True,
    ) -> PanelMessage:
        """Return a hand panel, with a picture of the hand if there is one.

        The picture that it `has` stays if it is the same, and is neither drawn nor sent again.
        """
        plain = partial(hand_panel, view, lead=lead, drafts=drafts)
        if not (self._pictures and pictured) or view.table.id in self._refused:
            return PanelMessage(plain())
        wanted = picture_of(view, drafts)
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
        panel = self._tables.get(view.table.id, {}).get(view.viewer)
        if panel is not None:
            # the new picture replaces the one that the panel had
            panel.hand = None
        try:
            file = AttachmentFile(name, await asyncio.to_thread(wanted.drawn))
        except (OSError, ValueError) as fault:
            log.exception("a hand at table %s is shown without its picture: %s", view.table.id, fault)
            return PanelMessage({**plain(), "attachments": []})
        payload["attachments"] = [{"id": "0", "filename": name, "description": wanted.alt}]
        return PanelMessage(payload, file, plain)

    def refuse(self, table: int) -> None:
        """Show the hands of a table in words until a restart: Discord refuses pictures there."""
        log.warning("the hands at table %s go without pictures", table)
        self._refused.add(table)


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
def _file_name(drawing: Drawing) -> str:
    """Return the name of a drawing's file: the same for the same drawing, in every process."""
    return f"hand-{blake2b(repr(drawing).encode(), digest_size=8).hexdigest()}.png"
