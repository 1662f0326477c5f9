"""Discord's time, as its ids tell it: the clock of the host may be wrong by hours.

Every id of Discord's holds the moment in which it was made. The id of an interaction arrives at once, so the least
distance of the last ones from the host's clock is how far that clock is ahead.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable

import discord

log = logging.getLogger(__name__)

RECENT = 16
"""Interactions from which the distance is taken: the quickest of them counts."""
WORTH_A_WARNING = 60.0
"""Seconds by which a clock may be wrong before the log says so."""


class DiscordTime:
    """The distance of the host's clock from Discord's, and ages of messages without that error."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._distances: deque[float] = deque(maxlen=RECENT)
        self._warned = False

    def heard(self, interaction_id: int) -> None:
        """Compare the host's clock with the id of an interaction that has just arrived."""
        self._distances.append(self._now() - _moment_of(interaction_id))
        if abs(self.ahead) > WORTH_A_WARNING and not self._warned:
            self._warned = True
            log.warning(
                "this machine's clock is %.0f seconds %s Discord's: set it right, or times in messages are wrong",
                abs(self.ahead),
                "ahead of" if self.ahead > 0 else "behind",
            )

    @property
    def ahead(self) -> float:
        """The seconds by which the host's clock is ahead of Discord's; 0 until an interaction has arrived."""
        return min(self._distances, default=0.0)

    def age(self, message_id: int) -> float:
        """Return the seconds since a message was posted."""
        return self._now() - self.ahead - _moment_of(message_id)


def _moment_of(snowflake: int) -> float:
    return ((snowflake >> 22) + discord.utils.DISCORD_EPOCH) / 1000
