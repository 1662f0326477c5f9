"""The number of messages below each table message, from the gateway's events.

Discord tells a bot of every message, and of each that is deleted, without its content. So the distance to a
table message is counted in messages. Those from before the start of the process are not known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

SCREEN = 8
"""Messages that push a table message off a phone's screen."""
NEAR = 2
"""Fewer messages than this leave the table message where everyone looks."""
MOST = 50
"""The most messages remembered for a channel; more make no difference."""


class ChatBelow:
    """The latest messages of the channels with tables."""

    def __init__(self) -> None:
        self._written: dict[int, deque[int]] = {}

    def note(self, channel: int, message: int) -> None:
        """Note that a message was written in a channel."""
        self._written.setdefault(channel, deque(maxlen=MOST)).append(message)

    def drop(self, channel: int, messages: Iterable[int]) -> None:
        """Note that messages of a channel were deleted."""
        written = self._written.get(channel)
        if written is not None:
            gone = set(messages)
            self._written[channel] = deque((each for each in written if each not in gone), maxlen=MOST)

    def forget(self, channel: int) -> None:
        """Forget a channel, since its table has closed."""
        self._written.pop(channel, None)

    def below(self, channel: int, message: int | None) -> int:
        """Return the number of messages below one; 0 if it is not posted."""
        if message is None:
            return 0
        # ids grow with time, so no order of arrival can be wrong
        return sum(each > message for each in self._written.get(channel, ()))
