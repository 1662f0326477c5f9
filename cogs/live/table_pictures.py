"""Pictures on table messages.

A picture goes out with the repaint that is due anyway, unless it takes too long to draw: then it follows. The answer
to a press never waits for one: it keeps the picture that is there, in its place, and the new one follows; so nothing
jumps.

Discord keeps only the files that an edit lists, by the ids that it gave them (discord-api-docs#6277, #7529). So every
edit and every answer to a press lists the picture that stays; one whose id is not known is sent again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from bot.clock import Clock
from bot.face.art.drawing import Drawing
from bot.requests.budget import always
from bot.tables.view import TableView
from cogs.live.drawing_queue import FAULTS, REPAINT_PATIENCE, DrawingQueue
from cogs.live.live_message import PLAIN_FOR
from cogs.ui.components import AttachmentFile, Json, with_picture
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import has_picture, picture_of

log = logging.getLogger(__name__)

NAME = "table.png"


Paint = Callable[[bool], Json]
"""Paints a table message; called with True if a picture goes with it, so that the text needn't repeat it."""


class SentPicture(NamedTuple):
    """The picture that a table's message has."""

    match: int | None
    drawing: Drawing
    alt: str
    file_id: str = ""


class MessageWithPicture(NamedTuple):
    """A table message with its picture: the payload, the file if it must be sent, and the picture it will have."""

    payload: Json
    file: AttachmentFile | None
    picture_sent: SentPicture | None
    follows: bool = False
    """True if a new picture is still being drawn."""


class RefusedPictures:
    """The tables that go without pictures for a while, since Discord has refused one there."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[int, float] = {}

    def __contains__(self, table: int) -> bool:
        return self._until.get(table, 0.0) > self._clock.now()

    def add(self, table: int) -> None:
        """Let a table go without pictures from now on; later the bot may have been given the permission."""
        self._until[table] = self._clock.now() + PLAIN_FOR

    def discard(self, table: int) -> None:
        """Let a table have pictures again."""
        self._until.pop(table, None)


class PictureCache:
    """The picture that the message of each table has. With `on` false there are none."""

    def __init__(self, on: bool, drawings: DrawingQueue, clock: Clock) -> None:
        self.on = on
        self._drawings = drawings
        self._sent: dict[int, SentPicture] = {}
        self._refused = RefusedPictures(clock)
        self._sending: set[int] = set()

    async def dress(
        self,
        view: TableView,
        paint: Paint,
        *,
        is_new: bool,
        pictured: bool = True,
        is_wanted: Callable[[], bool] = always,
    ) -> MessageWithPicture:
        """Return a table message with its picture, if it has one: the present one, if the new one takes too long.

        `is_new`: a new message rather than a repaint. `is_wanted`: whether the table still looks like this.
        """
        table = view.table.id
        if is_new:
            self.forget(table)
        wanted = self._wanted(view) if pictured else None
        if wanted is None:
            return self._bare(view, paint(False), is_new)
        picture_sent = SentPicture(view.table.match_id, wanted.drawing, wanted.alt)
        current = self._sent.get(table)
        if current is not None and current.drawing == wanted.drawing:
            picture_sent = picture_sent._replace(file_id=current.file_id)
            return MessageWithPicture(_with_picture(paint(True), picture_sent), None, picture_sent)
        try:
            content = await self._drawings.drawn(
                wanted.drawing, patience=REPAINT_PATIENCE, is_wanted=is_wanted
            )
        except FAULTS as fault:
            log.exception("table %s is shown without its picture: %s", table, fault)
            return self._bare(view, paint(False), is_new)
        if content is None:
            # a press may have sent another one meanwhile
            current = self._kept(view)
            if current is None:
                return self._bare(view, paint(False), is_new)._replace(follows=True)
            return MessageWithPicture(_with_picture(paint(True), current), None, current, follows=True)
        # "0" is the number of the file in the request; Discord's answer has its id.
        picture_sent = picture_sent._replace(file_id="0")
        file = AttachmentFile(NAME, content)
        return MessageWithPicture(_with_picture(paint(True), picture_sent), file, picture_sent)

    def _kept(self, view: TableView) -> SentPicture | None:
        """Return the picture that a message has and may keep: not that of an earlier match."""
        current, match = self._sent.get(view.table.id), view.table.match_id
        return None if current is None or (match is not None and current.match != match) else current

    @contextmanager
    def sending(self, table: int, sent_message: MessageWithPicture) -> Iterator[None]:
        """Mark a new picture as being sent: Discord's id for it isn't known yet."""
        if sent_message.file is None:
            yield
            return
        self._sending.add(table)
        try:
            yield
        except BaseException:
            # It may have arrived or not.
            self.forget(table)
            raise
        finally:
            self._sending.discard(table)

    def sent(self, table: int, sent_message: MessageWithPicture, files: Mapping[str, str]) -> Json:
        """Note that a message from `dress` was sent; return the form in which it would be sent again."""
        picture_sent = sent_message.picture_sent
        if picture_sent is None:
            return {**sent_message.payload, "attachments": []} if self.on else sent_message.payload
        if sent_message.file is not None:
            if NAME not in files:
                log.warning(
                    "Discord named no id for the picture of table %s: it is sent again each time", table
                )
                self.forget(table)
                return sent_message.payload
            picture_sent = picture_sent._replace(file_id=files[NAME])
        self._sent[table] = picture_sent
        return {**sent_message.payload, "attachments": _listed(picture_sent)}

    def picture_for_press(self, view: TableView, paint: Paint) -> Json | None:
        """Return the answer to a press with the message's present picture, unless that is of an earlier match.

        None while a new picture is being sent: until it has arrived, the message must not be edited.
        """
        if view.table.id in self._sending:
            return None
        current = self._kept(view)
        if current is None or not has_picture(view):
            return self._bare(view, paint(False), False).payload
        return _with_picture(paint(True), current)

    def _bare(self, view: TableView, payload: Json, is_new: bool) -> MessageWithPicture:
        """Return the message without a picture, also one from before a restart; later answers don't refer to one."""
        self.forget(view.table.id)
        return MessageWithPicture(
            payload if is_new or not self.on else {**payload, "attachments": []}, None, None
        )

    def behind(self, view: TableView) -> bool:
        """Return whether the message's picture is outdated."""
        wanted, picture_sent = self._wanted(view), self._sent.get(view.table.id)
        return (wanted.drawing if wanted else None) != (picture_sent.drawing if picture_sent else None)

    def forget(self, table: int) -> None:
        """Forget the picture of a message that is gone or was not sent."""
        self._sent.pop(table, None)

    @contextmanager
    def doing_without(self, table: int) -> Iterator[None]:
        """Try without pictures, as if "Attach Files" were missing; if that helps, keep doing so for a while."""
        self._refused.add(table)
        self.forget(table)
        try:
            yield
        except BaseException:
            # It was not for the picture.
            self._refused.discard(table)
            raise

    def _wanted(self, view: TableView) -> Picture | None:
        return picture_of(view) if self.on and view.table.id not in self._refused else None


def _with_picture(payload: Json, shown: SentPicture) -> Json:
    return with_picture(payload, NAME, shown.file_id, shown.alt)


def _listed(shown: SentPicture) -> list[Json]:
    """Return the files of the message in the form in which an edit lists them."""
    return [{"id": shown.file_id, "filename": NAME, "description": shown.alt[:1024]}]
