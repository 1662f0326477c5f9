"""A message that shows something which changes: it is repainted, through faults and refusals, until it's up to date.

A kind of message says what it shows now (`payload`) and keeps its id, if that is to outlive the process (`posted`).
Everything else is here, once: changes that come together share an edit, edits keep their distance and wait for
their turn (`bot.requests.budget`), transient faults are retried with growing pauses, a deleted message is posted again,
and a body that Discord refuses is replaced by a plainer one. A lasting fault leaves a sentence (`trouble`).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot.clock import Clock, Timer
from bot.language import N_, _, speaking
from bot.members.languages import Languages
from bot.requests.budget import Pace, Turn, Urgency
from bot.user_errors import UserError
from cogs.live.background import BackgroundTasks, PlannedTask
from cogs.live.message_channels import MessageChannel
from cogs.live.plain_messages import bare_message, plain_message
from cogs.requests import http, retries
from cogs.ui.components import AttachmentFile, Json
from db.errors import NotSaved, StoreAway

log = logging.getLogger(__name__)

Step = Callable[[Turn], Awaitable[None]]

SPACING = 1.1
"""Seconds between two edits of one message; Discord allows about five requests in five seconds a channel."""
SOON = 0.05
"""Seconds between a change and the repaint: the answer to the press that made the change goes first."""
SAVED_AGAIN = 5.0
"""Seconds until the place of a message is saved again that the store has refused."""
PLAIN_FOR = 600.0
"""Seconds for which a message stays plain after a refusal; the next repaint then tries the full body again."""
PLAINEST = 2
MOST_DELETED = 3
"""After this many deletions within `DELETED_WITHIN` seconds a message isn't posted again: a moderator means it."""
DELETED_WITHIN = 600.0
MOST_LOOKS = 2
"""How often a repaint looks at its table: again if that has changed while a picture was to be drawn, then no more."""
MOST_REMEDIES = 5
"""The most refusals in a row that one try recovers from: more would be a loop."""


class LiveMessages:
    """The tools that live messages share, and the live messages by message id."""

    def __init__(self, clock: Clock, pace: Pace, tasks: BackgroundTasks, languages: Languages) -> None:
        self.clock, self.pace, self.tasks, self.languages = clock, pace, tasks, languages
        self.by_id: WeakValueDictionary[int, LiveMessage] = WeakValueDictionary()

    def deleted(self, message_ids: Iterable[int]) -> None:
        """Note that messages were deleted; live ones are posted again."""
        for message_id in message_ids:
            message = self.by_id.pop(message_id, None)
            if message is not None and message.message_id == message_id:
                message.deleted()

    def until_done(self, send: Callable[[], Awaitable[object]], urgency: Urgency, about: str) -> None:
        """Send a request in the background, and retry it after transient faults.

        `about` says in the log what remains undone if it fails for good.
        """
        self._begin(send, urgency, about, 1)

    def _begin(self, send: Callable[[], Awaitable[object]], urgency: Urgency, about: str, tries: int) -> None:
        self.tasks.begin(self._send(send, urgency, about, tries))

    async def _send(
        self, send: Callable[[], Awaitable[object]], urgency: Urgency, about: str, tries: int
    ) -> None:
        try:
            async with self.pace.turn(urgency):
                await send()
        except http.FAILURES as error:
            log.info("%s: %s", about, error)
            if retries.is_transient(error) and tries < retries.MOST:
                again = partial(self._begin, send, urgency, about, tries + 1)
                self.clock.later(retries.pause(error, tries), again)


class LiveMessage:
    """One live message. Kinds override what they need; callers mostly need just `changed`."""

    noun = N_("message")
    """The message's name in its `trouble`."""
    way_back = ""
    """The sentence that says how to get the message back after it was deleted for good."""
    bare_words = N_("Discord won't let me show this as it should look.")
    """The only text of a message whose full body Discord has refused."""

    def __init__(self, shared: LiveMessages, label: str, message_id: int | None = None) -> None:
        self.shared = shared
        self.label = label
        """Its name in the log."""
        self.message_id = message_id
        self.trouble: str | None = None
        """A sentence for members on why the message is outdated or plain; None if all is well."""
        self.sent: Json | None = None
        """The payload that the message shows, if known."""
        self.moving = False
        """True if the message is to be posted again at the end of the chat."""
        self.over = False
        """True after the end: nothing is shown any more."""
        self.stays_away = False
        """True after repeated deletions: the message is posted again only if someone asks for it."""
        self.plainness = 0
        """How plain Discord wants it: 0 as it should look, 1 only words and controls, 2 one sentence and controls."""
        self.posting = asyncio.Lock()
        """Held while it is painted or posted, so that there is never a second one."""
        self.nonce: str | None = None
        """The nonce of a message that may or may not have been posted: the next try goes on with it."""
        self.edits_begun = self.edits_done = 0
        """The numbers of edits that were begun, and that are done, with the answers to presses that `edited` counts."""
        self._next: Json | None = None
        self._plain_until = 0.0
        self._refusal = ""
        self._deletions: list[float] = []
        self._changes = self._painted = 0
        self._since, self._last = 0.0, float("-inf")
        self._planned: PlannedTask | None = None
        """The next repaint, until it is due."""
        self._task: asyncio.Task[None] | None = None
        self._retry: Timer | None = None
        self._failures = 0
        if message_id is not None:
            self.resume(message_id)

    # ---- a kind of message

    @property
    def channel(self) -> MessageChannel:
        """The channel of the message."""
        raise NotImplementedError

    def language(self) -> str:
        """Return the language of its readers: that of its server."""
        return self.shared.languages.of_server(self.channel.server)

    async def payload(self) -> Json | None:
        """Return the current payload; None if there is nothing left to show."""
        raise NotImplementedError

    async def posted(self) -> None:
        """Save the id of the posted message."""

    async def look(self) -> None:
        """Find out what to show, before `moves` and `send`."""
        self._next = await self.payload()

    def moves(self) -> bool:
        """Return whether the message should move to the end of the chat now."""
        return self.moving

    async def send(self, turn: Turn) -> None:
        """Post or repaint the message with what `look` has found. `turn` allows one request."""
        if self._next is None:
            self.end()
        else:
            await self.deliver(self._next)

    def is_wanted(self) -> bool:
        """Return whether there is still something to show, asked before every try."""
        return True

    def comes_back(self) -> bool:
        """Return whether a deleted message is posted again."""
        return True

    def urgency(self) -> Urgency:
        """Return how urgent the next repaint is."""
        return Urgency.BOARD

    def spacing(self) -> float:
        """Return the seconds between two edits."""
        return SPACING

    def delay(self) -> float:
        """Return the seconds between a change and the repaint."""
        return SOON

    async def unarchive(self) -> bool:
        """Unarchive the message's thread; return False if it stays archived."""
        return False

    async def out_of_reach(self) -> None:
        """Handle that no live token can edit the message."""

    def tried(self, error: Exception | None) -> None:
        """Handle the end of a try: None if the message is up to date, else a fault that won't pass by itself."""

    # ---- asked by others

    def changed(self) -> None:
        """Repaint the message soon: what it shows has changed."""
        if self._painted == self._changes:
            self._since = time.monotonic()
        self._changes += 1
        self.wake()

    def spoiled(self) -> None:
        """Repaint the message soon, since its present content is unknown."""
        self.sent = None
        self.changed()

    @contextmanager
    def edited(self) -> Iterator[Callable[[], bool]]:
        """Count an edit, or the answer to a press, while it is under way.

        What it yields tells whether another was under way beside it: then nobody knows which one remains.
        """
        alone = self.edits_done + 1
        self.edits_begun += 1
        try:
            yield lambda: self.edits_begun != alone
        finally:
            self.edits_done += 1

    def painted_by_press(self, *, outdated: bool = False) -> None:
        """Note that the answer to a press has repainted the message.

        `outdated` if more has happened since, or if another edit may have come last.
        """
        self.sent = None
        if outdated:
            self.changed()
        else:
            self.skip()

    def skip(self) -> None:
        """Note a change that the answer to a press shows, so that no repaint is needed."""
        self._changes += 1
        self._painted = self._changes

    def keep_distance(self, edited: float) -> None:
        """Count an edit that was made elsewhere, by the monotonic clock: the next one keeps its distance to it."""
        self._last = max(self._last, edited)

    def repost(self) -> None:
        """Post the message again soon, at the end of the chat."""
        self.welcome()
        self.moving = True
        self.changed()

    async def show_now(self, turn: Turn) -> Exception | None:
        """Show the message at this turn, once; return the failure, if any."""
        with speaking(self.language()):
            error = await self._try(turn)
        if error is None:
            self.note_trouble(self._refusal if self.plainness else None)
        return error

    async def repost_now(self, turn: Turn) -> None:
        """Post the message again at this turn, or as soon as possible.

        Raises `UserError` with the trouble if Discord takes it in no form, and any other fault that won't pass.
        """
        self.welcome()
        self.moving = True
        error = await self.show_now(turn)
        if error is None:
            return
        if retries.is_transient(error):
            log.info("%s is posted again as soon as that works: %s", self.label, error)
            self.changed()
        else:
            self.moving = False
            if isinstance(error, discord.HTTPException):
                raise UserError("options", sentence=self.note_refusal(error)) from error
            raise error

    def resume(self, message_id: int | None) -> None:
        """Continue with a message that was posted earlier, perhaps before a restart."""
        self.message_id = message_id
        if message_id is not None:
            self.shared.by_id[message_id] = self

    def welcome(self) -> None:
        """Allow the message again, however often it was deleted, since someone has asked for it."""
        self._deletions.clear()
        self.stays_away = False

    def deleted(self) -> None:
        """Note that someone has deleted the message: it is posted again, unless this keeps happening."""
        if self.over:
            return
        self._note_deleted()
        if self.comes_back():
            self.changed()
        else:
            self.end()

    def _note_deleted(self) -> None:
        now = self.shared.clock.now()
        self._deletions = [*(at for at in self._deletions if now - at < DELETED_WITHIN), now]
        self.message_id = self.sent = None
        if len(self._deletions) >= MOST_DELETED and self.comes_back():
            log.info("%s stays away: it was deleted %d times", self.label, MOST_DELETED)
            self.stays_away = True
            # an event of Discord says this, which is in no language
            with speaking(self.language()):
                stopped = _("The {message} was deleted here again and again, so I've stopped posting it.")
                self.note_trouble(f"{stopped.format(message=_(self.noun))} {_(self.way_back)}")

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[Turn]:
        """Lock the message for a request that a member waits for; nothing is painted in the meantime."""
        # the turn before the lock, as in painting: nothing that holds the lock may wait for a turn
        async with self.shared.pace.turn(Urgency.HAND) as turn, self.posting:
            yield turn

    def end(self) -> None:
        """Stop showing the message. A request under way is finished."""
        self.over = True
        if self._retry is not None:
            self._retry.cancel()
        self._call_off()

    def retry_now(self) -> None:
        """Start the next try now, if one is waiting."""
        if self._retry is not None:
            self._retry.cancel()
            self._try_again()

    async def finished(self) -> None:
        """Wait until the repaint under way is done; one that is only planned is called off."""
        self._call_off()
        if self._task is not None:
            await asyncio.wait([self._task])

    @property
    def is_idle(self) -> bool:
        """True while it can go on, and is neither being painted nor waits for another try."""
        return not self.over and self._task is None and self._retry is None

    @property
    def lasting_trouble(self) -> str | None:
        """The trouble, unless it will pass within seconds."""
        return self.trouble if self._retry is None else None

    # ---- painting

    def wake(self) -> None:
        """Paint as soon as that is due, if there is something to paint."""
        if self._task is not None or self._retry is not None or not self._is_outdated():
            return
        due = self._due()
        if self._planned is None or due < self._planned.due:
            self._call_off()
            self._planned = self.shared.tasks.plan(due, partial(self._begin, due))

    def _is_outdated(self) -> bool:
        awaited = self._painted != self._changes and not self.over and not self.stays_away
        return awaited and self.is_wanted()

    def _due(self) -> float:
        """Return when the next repaint is due, by the monotonic clock: never faster than Discord likes."""
        if not self.channel.reaches(self.message_id):
            return self._since
        return max(self._since + self.delay(), self._last + self.spacing())

    def _call_off(self) -> None:
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None

    def _begin(self, due: float) -> None:
        self._planned = None
        if not self._is_outdated():
            return
        if self._due() > due:
            # it was edited elsewhere meanwhile
            self.wake()
        else:
            self._task = self.shared.tasks.begin(self._paint())

    async def _paint(self) -> None:
        """Repaint the message at the next turn, and again if it has changed meanwhile."""
        try:
            if not self.channel.reaches(self.message_id):
                await self.out_of_reach()
                return
            async with self.shared.pace.turn(self.urgency(), self._is_outdated) as turn:
                if turn.wanted:
                    async with self.posting:
                        with speaking(self.language()):
                            await self._show(turn)
        finally:
            self._task = None
        self.wake()

    async def _show(self, turn: Turn) -> None:
        """Show the state as of this turn, with everything that changed while waiting for it."""
        changes = self._changes
        if self.plainness and self.shared.clock.now() >= self._plain_until:
            self.plainness = 0
        error = await self._try(turn)
        if isinstance(error, http.OutOfReach):
            # the token expired before the request: the next press brings another
            await self.out_of_reach()
        elif error is not None and retries.is_transient(error):
            self._failures += 1
            pause = retries.pause(error, self._failures)
            self.trouble = retries.trouble(error, pause, self.noun)
            log.info("%s is painted again in %.0f s: %s", self.label, pause, error)
            self._retry = self.shared.clock.later(pause, self._try_again)
            return
        elif error is not None:
            log.info("%s can't be painted: %s", self.label, error)
            self.note_refusal(error)
        elif not self.stays_away:
            self.note_trouble(self._refusal if self.plainness else None)
        self._painted, self._failures = changes, 0
        self.tried(error)

    def _try_again(self) -> None:
        self._retry = None
        self.changed()

    def note_refusal(self, error: Exception) -> str:
        """Note a fault that won't pass by itself as the lasting trouble, and return its sentence."""
        sentence = _("I can't show the {message}: {reason}.").format(
            message=_(self.noun), reason=_words(error)
        )
        self.note_trouble(sentence)
        return sentence

    def note_trouble(self, trouble: str | None) -> None:
        """Note the lasting trouble; None if all is well."""
        self.trouble = trouble

    async def show(self, turn: Turn) -> None:
        """Find out what to show, and post or repaint it. Raises `http.FAILURES`."""
        await self.look()
        if self.message_id is not None and self.moves():
            await self.replace(turn)
        else:
            await self.send(turn)

    async def _try(self, turn: Turn) -> Exception | None:
        """Show the message, and remedy refusals. Return the failure that remains, if any."""
        refusal: discord.HTTPException | None = None
        for _remedies in range(MOST_REMEDIES):
            try:
                step = self.show if refusal is None else await self._remedy(refusal, turn)
                if step is None:
                    break
                if refusal is not None:
                    await turn.another()
                await step(turn)
            except discord.HTTPException as error:
                refusal = error
            except http.FAILURES as failure:
                return failure
            else:
                return None
        return None if self.over or self.stays_away else refusal

    async def _remedy(self, refusal: discord.HTTPException, turn: Turn) -> Step | None:
        """Return the remedy for a refusal that can be tried at once; None if there is none."""
        if refusal.code == http.OLD_EDITS:
            # nobody has used up the edits of a fresh message
            return self.replace
        if retries.is_transient(refusal):
            return None
        if refusal.code == http.UNKNOWN_MESSAGE:
            if self.message_id is not None:
                # else the gateway has told of the same deletion already
                self._note_deleted()
            if not self.comes_back():
                self.end()
            return self.show if not self.over and not self.stays_away else None
        if refusal.code == http.ARCHIVED:
            await turn.another()
            return self.show if await self.unarchive() else None
        # whatever Discord's number for it: it knows others than this program
        if refusal.status in (400, 413) and refusal.code != http.LOCKED and self.plainness < PLAINEST:
            log.warning("%s is refused as it is, and goes plainer: %s", self.label, refusal)
            self.stay_plain(self.plainness + 1)
            self._refusal = _(
                "Discord refuses the {message} as it should look ({reason}), so it's a plain one for now."
            ).format(message=_(self.noun), reason=_words(refusal))
            return self.show
        return None

    async def deliver(self, payload: Json, file: AttachmentFile | None = None) -> http.SentMessage | None:
        """Post or repaint the message, as plain as Discord wants it. Return None if it shows that already."""
        payload = self.simplified(payload)
        if self.message_id is not None and file is None and payload == self.sent:
            # An edit that changes nothing would tell that a seat has answered in secret (TIM-R5).
            return None
        self.sent, self._last = None, time.monotonic()
        with self.edited() as races:
            if self.message_id is not None:
                sent = await self.channel.edit(self.message_id, payload, file)
            else:
                sent = await self._post(payload, file)
            self.sent = None if races() else payload
        return sent

    async def deliver_drawn(self, drawn: Callable[[], Awaitable[object]], plain: Json, turn: Turn) -> bool:
        """Deliver the message with a picture, or plain where Discord takes none. Return whether it has its picture."""
        try:
            await drawn()
        except discord.HTTPException as refusal:
            if refusal.status not in http.NO_PICTURE or refusal.code in http.REFUSED_BODY:
                raise
            # it may be for the picture, as where "Attach Files" is missing
            await turn.another()
            await self.deliver(plain)
            log.warning("%s goes without its picture: %s", self.label, refusal)
            return False
        return True

    async def _post(self, payload: Json, file: AttachmentFile | None) -> http.SentMessage:
        """Post the message, once: a try whose outcome is open isn't followed by a second message."""
        tried, self.nonce = self.nonce is not None, self.nonce or secrets.token_hex(8)
        try:
            sent = await self.channel.post(payload, file, self.nonce)
        except http.FAILURES as fault:
            refused = isinstance(fault, discord.HTTPException) and fault.status < 500
            if refused or not retries.is_transient(fault) or isinstance(fault, discord.RateLimited):
                self.nonce = None
            raise
        self.nonce = None
        self.resume(sent.id)
        self.moving = False
        await self._save_place()
        # an earlier try that did arrive shows what was true then
        return await self.channel.edit(sent.id, payload, file) if tried else sent

    async def _save_place(self) -> None:
        """Save where the message is; later if that can't be now, since a restart has to find it there."""
        if self.over or self.message_id is None:
            return
        try:
            await self.posted()
        except (NotSaved, StoreAway) as fault:
            log.warning("where %s is will be saved in %.0f s: %s", self.label, SAVED_AGAIN, fault)
            self.shared.clock.later(SAVED_AGAIN, self._save_place_again)

    def _save_place_again(self) -> None:
        self.shared.tasks.begin(self._save_place())

    def simplified(self, payload: Json) -> Json:
        """Return a message as plain as Discord wants it."""
        if self.plainness == 0:
            return payload
        return plain_message(payload) if self.plainness == 1 else bare_message(payload, _(self.bare_words))

    def stay_plain(self, plainness: int) -> None:
        """Keep the message this plain for a while, since Discord has refused a richer form."""
        self.plainness = plainness
        self._plain_until = self.shared.clock.now() + PLAIN_FOR

    async def replace(self, turn: Turn) -> None:
        """Post the message again, then delete the old one and its controls."""
        old, self.message_id = self.message_id, None
        try:
            await self.send(turn)
        except BaseException:
            self.message_id = old
            raise
        if old is not None and old != self.message_id:
            self.take_away(old)

    def take_away(self, message_id: int) -> None:
        """Delete a message that another has replaced."""
        about = f"the old message of {self.label} stays"
        self.shared.until_done(partial(self.channel.delete, message_id), Urgency.OTHER, about)


def _words(error: Exception) -> str:
    """Return Discord's own words for a refusal."""
    if isinstance(error, discord.HTTPException):
        return _('it says "{words}", {code}').format(words=error.text, code=error.code)
    return str(error)
