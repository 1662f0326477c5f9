"""People who ask for matches that were played."""

from __future__ import annotations

from bot.matches.access import Reader
from bot.person import Person


def reader(person: Person, *channels: int) -> Reader:
    """Return a person as a reader who can read these channels; all of them if none is named."""
    return Reader(person.user_id, lambda channel: not channels or channel in channels, person.admin)
