"""Errors that keep the process from running."""

from __future__ import annotations


class CannotRun(Exception):
    """The process cannot run. The message gives the reason and a remedy; `status` is the exit status."""

    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


class DiscordAway(CannotRun):
    """Discord cannot be reached now."""
