"""The messages that a page sends, in the shape that they must have; anything else is refused."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.language import ENGLISH

PressId = Annotated[str, Meta(pattern=r"^[0-9a-fA-F-]{8,64}$")]
"""A UUID that the page has made."""
MOST_BYTES = 16_384
"""No message is longer: the longest answer places a dozen cards."""


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
