"""Pauses before a request is sent again that may succeed later."""

from __future__ import annotations

import math

import discord

from bot.language import _
from cogs.requests import http

FIRST = 2.0
"""Seconds before the second try; each further pause is twice as long."""
LONGEST = 60.0
"""The longest pause, in seconds, that Discord has not asked for."""
MOST = 10
"""The most tries of a request that only tidies up: about five minutes in all."""


def is_transient(error: Exception) -> bool:
    """Return whether the same request may succeed later: after a rate limit, or a fault of the network or Discord."""
    if isinstance(error, discord.HTTPException):
        passes = error.status == 429 or error.status >= 500
        # a token that is really invalid also ends the connection to the gateway, and with it the process
        return passes or error.code == http.BLOCKED_ON_THE_WAY or (error.status == 401 and error.code == 0)
    return isinstance(error, (discord.RateLimited, *http.NETWORK))


def pause(error: Exception, failures: int) -> float:
    """Return the seconds before the next try, after a number of `failures` in a row."""
    growing = min(FIRST * float(1 << min(failures - 1, 10)), LONGEST)
    return max(growing, _asked_for(error))


def trouble(error: Exception, seconds: float, noun: str) -> str:
    """Return the sentence for members who wonder why a message, called `noun`, is out of date."""
    again = _("I'll try again in {n} s; the game goes on meanwhile.").format(n=math.ceil(seconds))
    if isinstance(error, discord.RateLimited) or (
        isinstance(error, discord.HTTPException) and error.status == 429
    ):
        why = _("Discord has asked me to slow down, so the {message} is out of date.")
    else:
        why = _("I can't reach Discord just now, so the {message} is out of date.")
    return f"{why.format(message=_(noun))} {again}"


def _asked_for(error: Exception) -> float:
    """Return the pause that Discord asks for, in seconds; 0 if it asks for none."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == 429:
        try:
            return float(error.response.headers.get("Retry-After", 0))
        except ValueError:
            return 0.0
    return 0.0
