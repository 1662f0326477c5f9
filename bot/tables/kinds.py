"""Kinds of tables, by the people who play at them and decide about them.

Most are ordinary: they are in a channel, and a host and the players decide about them. A feature defines a kind of its
own if it decides instead: it enters the class under a key in `KINDS`, and passes one when it opens a table. The fields
of a kind are saved with the settings of the table; a table is of the kind whose key has a value there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict

from games.engine.game import Game, PrivateMatch


class TableKind(BaseModel):
    """An ordinary table. Other kinds override what differs."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    in_channel: ClassVar[bool] = True
    """It is in a channel, where others find it and the house may speak."""
    for_company: ClassVar[bool] = True
    """Several people play here: computer players chat, reveals are slow, and matches wait for the public beacon."""
    ends_with_match: ClassVar[bool] = False
    """It closes when its match is over."""
    hosted: ClassVar[bool] = True
    """Its host and players decide about seats, settings and matches, and stake their own money."""
    stakes_words: ClassVar[str] = ""
    """The stakes in words, if the settings do not give them."""

    @property
    def chairs(self) -> int:
        """The number of seats that computer players fill if members are missing; 0 if players add them one by one."""
        return 0

    def check_hosted(self) -> None:
        """Refuse a decision that the members of this table do not make."""

    def check_seat(self, user_id: int) -> None:
        """Refuse a seat to a member not allowed here, whatever the host says."""

    def private_match(self, game: Game) -> PrivateMatch | None:
        """Return how one member plays this game here alone; None if several play."""
        return None

    def standing_line(self, gather_until: float | None) -> str:
        """Return the line of the table message about the event that the table belongs to, if any."""
        return ""

    def without_people(self) -> Self:
        """Return the kind without its members, to be saved when the table has closed."""
        return self


class PrivateTable(TableKind):
    """A member's private table, which is in no channel and lasts for days (TD-R10)."""

    in_channel: ClassVar[bool] = False
    for_company: ClassVar[bool] = False
    ends_with_match: ClassVar[bool] = True

    private: Literal[True] = True
    notices: int | None = None
    """The channel in which the bot posts the few messages about it."""

    def private_match(self, game: Game) -> PrivateMatch | None:
        """Return how its member plays this game alone."""
        return game.private


KINDS: dict[str, type[TableKind]] = {"private": PrivateTable}
"""All kinds but the ordinary one, by the key of their data."""


def load_kind(saved: Mapping[str, Any]) -> TableKind:
    """Return the kind of a table from its saved settings."""
    for key, kind in KINDS.items():
        if saved.get(key):
            return kind.model_validate(saved)
    return TableKind()
