"""Hand panels that can still be edited: each is repainted when something changes for its owner.

A panel is private and can be repainted only by the token of the press that showed it, for a quarter of an hour. It
belongs to the member who opened it, even if another takes the seat later. By the same token it is posted again at the
end of the chat, when it asks something and other messages have pushed it up.

A press is answered at once. While nothing has begun for its owner the picture that is there stays, and the new one
follows; else the answer waits a moment for its picture, and without one says everything in words.
"""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import blake2b
from typing import NamedTuple

import discord
import msgspec

from bot.face.art.drawing import Drawing
from bot.language import N_, _, listed
from bot.pressed import PressedMessage
from bot.requests.budget import Turn, Urgency
from bot.tables.view import ShownTable, TableView
from cogs.live.chat_below import ChatBelow
from cogs.live.drawing_queue import FAULTS, REPAINT_PATIENCE, DrawingQueue
from cogs.live.live_message import MOST_LOOKS, LiveMessage, LiveMessages
from cogs.live.message_channels import PrivateChannel
from cogs.live.plain_messages import bare_message, plain_message
from cogs.live.table_pictures import RefusedPictures
from cogs.requests import http
from cogs.requests.responder import Plain
from cogs.ui.components import AttachmentFile, Json, picture
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.pictures.table_picture import has_picture, picture_of
from games.engine.prompts import Answer

log = logging.getLogger(__name__)

SPACING = 1.0
"""Seconds between two automatic edits of a hand panel: changes in between share an edit."""
QUIET_SPACING = 3.0
"""The same for a panel that asks nothing."""
LATER = 1.0
"""Seconds before the panel of a seat without a question is repainted: often its next question comes first."""
PRESS_PATIENCE = 0.05
"""Seconds that the answer to a press waits for a new picture: less than anyone sees."""
FILE = re.compile(r"hand-\w+\.png")
"""Names of the files that are pictures of hands."""
PANEL = re.compile(r"t:(\d+):(?:more|panel)")
"""Custom ids of the last button of every hand panel, and of every page of one."""
LATELY = 60.0
"""Seconds after the last press for which a panel is assumed to be on its member's screen.

Discord tells nobody that a private message was dismissed, or was lost with the app's restart or on another device, and
lets it be edited all the same.
"""
NO_HAND = N_("Discord won't let me show your hand here. Its buttons still work:")
"""The only text of a panel whose full body Discord has refused."""


class SentHand(NamedTuple):
    """The picture that a panel has: its file's name, which tells what is drawn, Discord's id of it, and its words."""

    name: str
    file_id: str
    alt: str


class PanelMessage(NamedTuple):
    """A hand panel with the picture of the hand, if it has one; `plain` makes the same without it."""

    payload: Json
    file: AttachmentFile | None = None
    plain: Plain | None = None
    unchanged: SentHand | None = None
    """The picture that the message has already, and keeps."""
    alt: str = ""
    """The words of the picture that is sent with it."""
    follows: bool = False
    """True if the message shows an earlier picture or none, and the new one is to follow."""

    @property
    def plainer(self) -> tuple[Plain, ...]:
        """The same panel in plainer and plainer forms, for when Discord refuses it."""
        pictureless = self.plain or (lambda: self.payload)
        return (
            *([self.plain] if self.plain is not None else []),
            lambda: plain_message(pictureless()),
            lambda: bare_message(pictureless(), _(NO_HAND)),
        )

    def plainness(self, refusals: int) -> int:
        """Return the plainness, as `LiveMessage` counts it, after a number of refusals."""
        return min(max(refusals - (self.plain is not None), 0), 2)


class HandPanel(LiveMessage):
    """A hand panel that was shown, for as long as its token lives."""

    noun = N_("hand panel")
    bare_words = NO_HAND

    def __init__(
        self,
        panels: HandPanels,
        table: ShownTable,
        view: TableView,
        handle: http.Handle,
        hand: SentHand | None,
        at: int,
    ) -> None:
        super().__init__(panels.live, f"a hand panel at table {table.state.id}")
        self._panels, self._table, self._seat = panels, table, view.viewer
        self.owner = view.owner
        """The owner of the panel: a seat may change hands, a panel never does."""
        self.pressed = float("-inf")
        """When its member pressed something on it."""
        self.covered = False
        """True once a private message was sent to its owner after it."""
        self.drawn = float("-inf")
        """When a new picture was last sent, by the monotonic clock."""
        self.view: TableView | None = None
        self.painted: PanelMessage | None = None
        self.begin(view, handle, hand, at)

    def begin(self, view: TableView, handle: http.Handle, hand: SentHand | None, at: int) -> None:
        """Go on from what the answer to a press has shown."""
        self.at = at
        """The place of the message in the chat: its id, or that of the interaction it answers."""
        self.page: Page | None = None
        """The page that the panel shows in place of the hand."""
        self.told = moment_of(view)
        """What its owner was told last."""
        self._stays = self.moving = False
        self._channel = PrivateChannel(self._panels.client, handle)
        self.opened = self.shared.clock.now()
        """When it was shown as a message of its own."""
        self.hand = hand
        """The picture that the panel has, if known."""
        self.reply, self.reply_version = "", -1
        """The words with which a press was answered, and the version of the table: until more happens they stay."""
        # it is found by its token: the id only says that it is there
        self.message_id = 0
        self.painted_by_press()
        # by the new token it has never been edited
        self._last = float("-inf")

    @property
    def channel(self) -> PrivateChannel:
        """The channel of the panel."""
        return self._channel

    @property
    def is_out_of_sight(self) -> bool:
        """Return whether other messages have come after it, so that it is not wholly on its owner's screen."""
        return self.covered or self.is_above_table or self._panels.below(self._table, self.at) > 0

    @property
    def is_above_table(self) -> bool:
        """Return whether the table's message was posted after it."""
        return (self._table.state.message_id or 0) > self.at

    def language(self) -> str:
        """Return the language of its owner."""
        return self.shared.languages.of_person(self.owner)

    def moves(self) -> bool:
        """Return whether it goes to the end of the chat."""
        return self.moving

    async def posted(self) -> None:
        """Note its new place in the chat."""
        self.at, self.covered = self.message_id or self.at, False

    async def replace(self, turn: Turn) -> None:
        """Post the panel again at the end of the chat; where its token allows no more, it stays where it is."""
        try:
            await super().replace(turn)
        except http.OutOfReach:
            self._stays = True
            self.changed()
        else:
            if self.over and self.message_id is not None:
                # a press has brought a fresh panel meanwhile
                self.take_away(self.message_id)

    @property
    def handle(self) -> http.Handle:
        """The token by which it is repainted."""
        return self._channel.handle

    @property
    def lives(self) -> bool:
        """True while it can be repainted."""
        return not self.over and self._channel.reaches(self.message_id)

    def is_wanted(self) -> bool:
        """Return whether it is repainted by itself now: not while a press of its owner is about to show it."""
        return not self._panels.is_pressing(self._table, self.owner)

    def comes_back(self) -> bool:
        """Return False: only a press can create a private message."""
        return False

    def urgency(self) -> Urgency:
        """Return how urgent a repaint is: most of all for a member who is asked something."""
        return Urgency.HAND if self._table.has_open_question(self._seat) else Urgency.WAITED_FOR

    def spacing(self) -> float:
        """Return the seconds between two automatic edits: a changed picture flickers, so few where nothing is asked."""
        return SPACING if self._table.has_open_question(self._seat) else QUIET_SPACING

    def delay(self) -> float:
        """Return the seconds after which it follows a change."""
        return super().delay() if self._table.has_open_question(self._seat) else LATER

    async def look(self) -> None:
        """Paint the panel; a member who has left must not see the hand of the seat's next owner."""
        for _look in range(MOST_LOOKS):
            await self._look()
            if self.over or (self.view is not None and self._shows_now(self.view)):
                # else something else is to be seen by now
                break

    async def _look(self) -> None:
        view = await self._table.view(self._seat)
        if view.owner != self.owner:
            self._panels.drop(self._table, self)
            return
        if self.page is not None:
            # an edit that was on its way when it was opened may have come after it
            self.view, self.painted, self.moving = view, self.page.message, False
            return
        pictured = self.plainness == 0
        # what others have written stands below it until something begins for its owner, but from the first match on
        # nothing of ours does
        pushed_up = moment_of(view).begins(self.told) and self.is_out_of_sight
        above_table = self.is_above_table and view.scene is not None
        self.moving = not self._stays and (above_table or pushed_up)
        has = None if self.moving else self.hand
        reply = self.reply if view.version == self.reply_version else ""
        lead = "\n".join(filter(None, [reply, self._panels.lead(self._table, view)]))
        self.view, self.painted = (
            view,
            await self._panels.paint(
                view, lead=lead, has=has, pictured=pictured, is_wanted=lambda: self._shows_now(view)
            ),
        )

    def _shows_now(self, view: TableView) -> bool:
        """Return whether a view is still what the panel is to show."""
        return self._table.version == view.version and not self.over

    async def send(self, turn: Turn) -> None:
        """Repaint the panel; without its picture, if Discord does not take that."""
        painted = self.painted
        if self.over or self.view is None or painted is None:
            return
        if not self._shows_now(self.view):
            # Something happened while the hand was drawn, and a press may have shown it already.
            self.changed()
            return
        had, self.hand = self.hand, None
        if self.page is not None:
            await self.deliver(painted.payload, painted.file)
            return
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
            self.hand = had if sent is None else sent_hand(painted, sent.files)
            self.told = moment_of(self.view)
            if sent is not None:
                self.shows(painted, self.hand)
            if painted.follows:
                self.changed()

    def shows(self, painted: PanelMessage, hand: SentHand | None) -> None:
        """Note what the panel shows, so that the same is not sent again, nor a new picture too soon."""
        payload = painted.payload
        if painted.file is not None:
            self.drawn = time.monotonic()
            payload = {**payload, "attachments": [] if hand is None else [_attachment(hand)]}
        # a plain one says less
        self.sent = payload if self.plainness == 0 else None

    def tried(self, error: Exception | None) -> None:
        """Forget a panel that Discord won't let us edit."""
        if error is not None:
            self.end()


class Page(NamedTuple):
    """A page that a panel shows, and what was going on when it was opened: more than that takes its place."""

    message: PanelMessage
    match: int | None
    asked: bool


class Moment(NamedTuple):
    """A position as a panel has told it: the match, whether it is over, and the questions of the owner."""

    match: int | None
    over: bool
    asked: frozenset[int]

    def begins(self, earlier: Moment) -> bool:
        """Return whether something begins for the owner: a question, a match, or its result."""
        new_match = self.match is not None and self.match != earlier.match
        return new_match or (self.over and not earlier.over) or not self.asked <= earlier.asked


def moment_of(view: TableView) -> Moment:
    """Return the position that a view shows."""
    scene = view.scene
    if scene is None:
        return Moment(view.table.match_id, False, frozenset())
    asked = frozenset(ask.id for ask in scene.mine() if ask.clock != "none")
    return Moment(view.table.match_id, scene.over, asked)


class HandPanels:
    """The hand panels of all tables."""

    def __init__(
        self,
        client: discord.Client,
        live: LiveMessages,
        trouble: Callable[[ShownTable], str | None],
        chat: ChatBelow,
        drawings: DrawingQueue | None,
    ) -> None:
        self.client, self.live, self.trouble = client, live, trouble
        self._chat = chat
        self._drawings = drawings
        """Where the pictures are drawn; None if there are none."""
        self._greetings: dict[int, dict[int, Callable[[TableView], str]]] = {}
        self._news: dict[int, Sequence[str]] = {}
        self._pressing: Counter[tuple[int, int]] = Counter()
        self._tables: dict[int, dict[int, HandPanel]] = {}
        self._refused = RefusedPictures(live.clock)

    def of(self, table: ShownTable) -> dict[int, HandPanel]:
        """Return the known panels of a table by seat."""
        return self._tables.setdefault(table.state.id, {})

    @contextmanager
    def pressed_by(self, table: ShownTable, user_id: int) -> Iterator[None]:
        """Leave a member's panels at a table alone while their press there is handled: its answer shows them, once."""
        pressed = table.state.id, user_id
        self._pressing[pressed] += 1
        try:
            yield
        finally:
            self._pressing[pressed] -= 1
            if not self._pressing[pressed]:
                del self._pressing[pressed]
            for panel in self.of(table).values():
                if panel.owner == user_id:
                    panel.wake()

    def is_pressing(self, table: ShownTable, user_id: int | None) -> bool:
        """Return whether a member's press at a table is being handled."""
        return (table.state.id, user_id) in self._pressing

    def greet(self, table: int, user_id: int, words: Callable[[TableView], str]) -> None:
        """Have a member's panel say this until the game begins, of the table as it stands then."""
        self._greetings.setdefault(table, {})[user_id] = words

    def tell(self, table: int, rules: Sequence[str]) -> None:
        """Have all panels of a table name the rules that are new, during the match that begins."""
        self._news[table] = rules

    def lead(self, table: ShownTable, view: TableView) -> str:
        """Return the lines at the head of a panel: what is wrong with the table, and what is new to its owner."""
        user, over = view.owner, view.scene is not None and view.scene.over
        greets = self._greetings.get(table.state.id, {}).get(user or 0) if view.scene is None else None
        rules = () if view.scene is None or over else self._news.get(table.state.id, ())
        news = None
        if rules:
            news = _("New in this game: {rules}. *More…* explains.").format(
                rules=listed([f"**{_(title)}**" for title in rules])
            )
        return "\n".join(filter(None, [self.trouble(table), greets and greets(view), news]))

    def below(self, table: ShownTable, at: int) -> int:
        """Return the number of messages below a place in a table's channel."""
        return self._chat.below(table.state.channel_id, at)

    def is_out_of_sight(self, table: ShownTable, seat: int) -> bool:
        """Return whether a member's panel stands further up the chat than they look."""
        panel = self._own(table, seat)
        return panel is not None and panel.is_out_of_sight

    def cover(self, table: ShownTable, user_id: int, except_token: str) -> None:
        """Note that a member has got a private message below their panels, but for the one that it answers with."""
        for panel in self.of(table).values():
            if panel.owner == user_id and panel.handle.token != except_token:
                panel.covered = True

    def edits_done(self, table: ShownTable, seat: int) -> int:
        """Return how many automatic edits of a seat's panel are done, for `shown` to find those that came since."""
        panel = self.of(table).get(seat)
        return 0 if panel is None else panel.edits_done

    def shown(
        self,
        table: ShownTable,
        view: TableView,
        handle: http.Handle,
        *,
        at: int,
        fresh: bool,
        edits_done: int,
        page: PanelMessage | None = None,
        hand: SentHand | None = None,
        painted: PanelMessage | None = None,
        reply: str = "",
        plainness: int = 0,
    ) -> None:
        """A panel shows `view`, and by this handle it can be repainted.

        `fresh`: it is a new message; the one before it is taken away, so that nobody reads a stale hand. `at` is its
        place in the chat, `hand` its picture and `painted` what it shows, if that is known; `reply` are words to a
        press. `page`: it shows this in place of the hand. `edits_done`: as it was before the answer was sent.
        """
        panels = self.of(table)
        everyone, mine = table.state.everyone, view.owner
        guests = {number for number, each in everyone.items() if each.invited}
        for seat in [seat for seat, each in panels.items() if each.owner == mine and seat != view.viewer]:
            if view.viewer in everyone and not guests & {seat, view.viewer}:
                # its owner has changed seats, and the same message shows the other one now
                panels.pop(seat).end()
        old = panels.get(view.viewer)
        races = old is not None and not fresh and old.edits_begun != edits_done
        if races:
            # two edits race, so it is unknown which remains
            hand = painted = None
        if old is not None and old.owner == mine and old.is_idle and not fresh:
            # nearly every press is on the panel itself
            panel = old
            panel.begin(view, handle, hand, at)
        else:
            if old is not None:
                if fresh and old.lives:
                    self._take_away(old)
                old.end()
            panel = panels[view.viewer] = HandPanel(self, table, view, handle, hand, at)
            if old is not None and not fresh:
                panel.covered, panel.drawn = old.covered, old.drawn
        panel.stay_plain(plainness)
        panel.reply, panel.reply_version = reply, view.version
        if page is not None:
            asked = view.scene is None or view.scene.over or bool(view.scene.mine())
            panel.page = Page(page, table.state.match_id, asked)
            if table.version != view.version:
                # a question that came meanwhile takes its place
                self.outdated(table, [view.viewer])
        if painted is not None:
            panel.shows(painted, hand)
        panel.keep_distance(panel.drawn)
        if not fresh:
            # It was pressed, so its member is looking at it.
            panel.pressed = panel.opened
        if page is None and (table.version != view.version or (painted is not None and painted.follows)):
            panel.changed()
        if races and old is not None:
            self.live.tasks.begin(self._paint_over(old, table, view.viewer))

    async def _paint_over(self, old: HandPanel, table: ShownTable, seat: int) -> None:
        """Repaint a seat's panel once an edit by an earlier token is done: if it was sent again, it has come last."""
        await old.finished()
        panel = self._own(table, seat)
        if panel is not None:
            panel.spoiled()

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
            if (
                seat in panels
                and table.state.phase != "closed"
                and not self._is_read(table, panels[seat], seat)
            ):
                panels[seat].page = None
                panels[seat].changed()

    def _is_read(self, table: ShownTable, panel: HandPanel, seat: int) -> bool:
        """Return whether its owner reads a page of the panel, which only a new question or match takes away."""
        page, asked = panel.page, table.has_open_question(seat)
        if page is None or page.match != table.state.match_id or (asked and not page.asked):
            return False
        panel.page = page._replace(asked=asked)
        return True

    def dismiss(self, table: ShownTable, user_id: int, payload: Json) -> None:
        """Replace a member's panel with something else, as its last edit."""
        for panel in [panel for panel in self.of(table).values() if panel.owner == user_id]:
            if panel.lives:
                request = partial(panel.channel.edit, panel.message_id or 0, {**payload, "attachments": []})
                self.live.until_done(request, Urgency.HAND, f"{panel.label} stays as it was")
            self.drop(table, panel)

    def drop(self, table: ShownTable, panel: HandPanel) -> None:
        """Stop repainting a panel, and welcome its owner no more."""
        panel.end()
        self._greetings.get(table.state.id, {}).pop(panel.owner or 0, None)
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
        if panel.message_id is None:
            # it is on its way to the end of the chat, and takes both messages away itself
            return
        request = partial(panel.channel.delete, panel.message_id)
        self.live.until_done(request, Urgency.OTHER, f"{panel.label} stays")

    async def forget(self, table: ShownTable) -> None:
        """Stop repainting the panels of a closed table; edits under way are finished."""
        self._greetings.pop(table.state.id, None)
        self._news.pop(table.state.id, None)
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
        is_pressed: bool = False,
        is_wanted: Callable[[], bool],
    ) -> PanelMessage:
        """Return a hand panel, with a picture of the hand if there is one in time.

        The picture that it `has` stays if it is the same, and is neither drawn nor sent again. It also stays while a
        new one is drawn, unless something has begun for the owner since; then the words say everything. `is_pressed`:
        the panel answers a press, which does not wait for pictures that nobody needs. `is_wanted`: whether the table
        still looks like this.
        """
        plain = partial(hand_panel, view, lead=lead, drafts=drafts)
        drawings = self._drawings if pictured and view.table.id not in self._refused else None
        if drawings is None:
            return PanelMessage(plain())
        bare = {"attachments": list[Json]()}
        in_words = not self.live.languages.pictured(view.owner)
        if view.scene is None or in_words or not has_picture(view):
            # before the first match the table message has the poster, and nothing is drawn twice
            return PanelMessage({**plain(), **bare})
        panel = self._tables.get(view.table.id, {}).get(view.viewer)
        may_stay = has is not None and panel is not None and not moment_of(view).begins(panel.told)
        present = partial(_with_picture, plain, has) if has is not None and may_stay else None
        if is_pressed and present is not None and not drafts:
            return present()._replace(follows=True)
        wanted = picture_of(view, drafts)
        if wanted is None:
            return PanelMessage({**plain(), **bare})
        new = SentHand(_file_name(wanted.drawing), "0", wanted.alt)
        if has is not None and has.name == new.name:
            return _with_picture(plain, new._replace(file_id=has.file_id))
        try:
            content = await drawings.drawn(
                wanted.drawing,
                patience=PRESS_PATIENCE if is_pressed else REPAINT_PATIENCE,
                is_wanted=is_wanted,
                at_once=is_pressed,
            )
        except FAULTS as fault:
            log.exception("a hand at table %s is shown without its picture: %s", view.table.id, fault)
            return PanelMessage({**plain(), **bare})
        if content is None:
            shown = present() if present is not None else PanelMessage({**plain(), **bare})
            return shown._replace(follows=True)
        if panel is not None:
            # the new picture replaces the one that the panel had
            panel.hand = None
        return _with_picture(plain, new, AttachmentFile(new.name, content))

    def refuse(self, table: int) -> None:
        """Show the hands of a table in words for a while: Discord refuses pictures there."""
        log.warning("the hands at table %s go without pictures", table)
        self._refused.add(table)


def table_of_panel(message: PressedMessage | None) -> int | None:
    """Return the table's number if the message that was pressed is a hand panel, or a page of one."""
    if message is None or not message.is_private:
        return None
    last: Json = {"components": message.components}
    while last.get("components"):
        last = last["components"][-1]
    found = PANEL.fullmatch(last.get("custom_id") or "")
    return None if found is None else int(found[1])


def _with_picture(
    paint: Callable[..., Json], hand: SentHand, file: AttachmentFile | None = None
) -> PanelMessage:
    """Return a panel with a picture: a new file, or the one that it has and keeps; nothing of it if it has no place."""
    shown = picture(hand.name, hand.alt)
    payload = paint(picture=shown)
    if shown not in payload["components"][0]["components"]:
        return PanelMessage({**payload, "attachments": []})
    payload["attachments"] = [_attachment(hand)]
    return PanelMessage(payload, file, paint, hand if file is None else None, hand.alt)


def _attachment(hand: SentHand) -> Json:
    """Return a picture in the form in which an edit lists it."""
    return {"id": hand.file_id, "filename": hand.name, "description": hand.alt[:1024]}


def sent_hand(painted: PanelMessage, files: Mapping[str, str]) -> SentHand | None:
    """Return the picture of a panel that was sent, from Discord's ids of its files; None if it has none."""
    name = painted.file.name if painted.file is not None else ""
    return SentHand(name, files[name], painted.alt) if name in files else painted.unchanged


def pressed_hand(message: PressedMessage) -> SentHand | None:
    """Return the picture of a hand on a message that was pressed; None if it has none."""
    for item in http.pictured(message.components):
        name, file_id = http.file_name(str(item["media"].get("url"))), item["media"].get("attachment_id")
        if file_id is not None and FILE.fullmatch(name):
            return SentHand(name, str(file_id), item.get("description") or "")
    return None


@lru_cache(maxsize=512)
def _file_name(drawing: Drawing) -> str:
    """Return the name of a drawing's file: the same for the same drawing, in every process."""
    return f"hand-{blake2b(msgspec.msgpack.encode(drawing), digest_size=8).hexdigest()}.png"
