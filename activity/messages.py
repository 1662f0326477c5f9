"""The messages that a page sends: the shape that they must have, and how fast a member may send them."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.language import ENGLISH

PressId = Annotated[str, Meta(pattern=r"^[0-9a-fA-F-]{8,64}$")]
"""A UUID that the page has made."""
MOST_BYTES = 16_384
"""No message is longer: the longest answer places a dozen cards."""
AT_ONCE = 30
"""Presses that a member may make at once, on all their pages together."""
A_SECOND = 10.0
"""Presses a second that a member may go on with: more than a hand can."""
LEAST_WAIT = 0.001
"""Seconds; what is less is no wait, but the error of a sum."""
MOST_REMEMBERED = 1_000
"""Members after whom those who have not pressed lately are forgotten."""


class Hello(msgspec.Struct, tag_field="t", tag="hello"):
    """The first message: the session.

    `locale`: the language of the member's Discord; `reads`: the language of the words that the page has.
    """

    session: Annotated[str, Meta(max_length=4096)]
    locale: Annotated[str, Meta(max_length=16)] = ""
    reads: Annotated[str, Meta(max_length=16)] = ENGLISH


class Again(msgspec.Struct, tag_field="t", tag="again"):
    """The page has lost its view."""


class Press(msgspec.Struct, tag_field="t", tag="press"):
    """An answer to a question."""

    press: PressId
    match: Annotated[int, Meta(ge=0, lt=1 << 53)]
    ask: Annotated[int, Meta(ge=0, lt=1 << 53)]
    answer: Any = None


class Do(msgspec.Struct, tag_field="t", tag="do", rename={"given": "with"}):
    """A control."""

    press: PressId
    what: Annotated[str, Meta(max_length=32)]
    given: dict[str, Any] = {}


Message = Hello | Again | Press | Do
_decode = msgspec.json.Decoder(Message).decode


def read(text: str | bytes) -> Message | None:
    """Return a message; None if it is malformed."""
    try:
        message: Message = _decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return message


def press_number(user_id: int, press: str) -> int:
    """Return the id of a press for the journal: below 0, where no id of an interaction is, and each user's own."""
    drawn = hashlib.sha256(f"{user_id}:{press.lower()}".encode()).digest()
    return -1 - (int.from_bytes(drawn[:8]) >> 2)


class MemberPace:
    """Lets what comes too fast wait: a page's next message is not read before, so its sender is held back.

    `now` is a monotonic clock in seconds.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._now, self._sleep = now, sleep
        self._paid: dict[int, float] = {}
        """The moment by which each member has made up for what they pressed, at `A_SECOND`."""

    async def turn(self, user_id: int, presses: int = 1) -> None:
        """Wait until a member may do what counts as so many presses."""
        now = self._now()
        paid = max(self._paid.get(user_id, now), now) + presses / A_SECOND
        if len(self._paid) >= MOST_REMEMBERED:
            self._paid = {each: until for each, until in self._paid.items() if until > now}
        self._paid[user_id] = paid
        early = paid - now - AT_ONCE / A_SECOND
        if early > LEAST_WAIT:
            await self._sleep(early)
