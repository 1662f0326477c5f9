"""Kinds of tables, by who decides about them and who plays there.

Most are ordinary: they stand in a channel, and a host and the players decide about them. A feature brings a kind of its
own where it decides instead: it enters the class under a key in `KINDS`, and hands one in when it opens a table. The
fields of a kind are saved with the settings of the table; the kind is the one whose key has a value there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict

from games.engine import Game, PrivateMatch


class TableKind(BaseModel):
    """An ordinary table. Other kinds override what differs."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    in_channel: ClassVar[bool] = True
    """It stands in a channel, where others find it and the house may speak."""
    for_company: ClassVar[bool] = True
    """Several play here: computers chat, results are revealed slowly, and a public beacon is waited for."""
    ends_with_match: ClassVar[bool] = False
    """It closes when its match is over."""
    hosted: ClassVar[bool] = True
    """Its host and its players decide about seats, settings and matches, and stake their own money."""
    stakes_words: ClassVar[str] = ""
    """What is played for, where the settings do not say it."""

    @property
    def chairs(self) -> int:
        """The seats that computer players fill where members are missing; 0 where players add them one by one."""
        return 0

    def check_hosted(self) -> None:
        """Refuse what its members do not decide."""

    def check_seat(self, user_id: int) -> None:
        """Refuse a seat to a member who gets none here, whatever the host says."""

    def private_match(self, game: Game) -> PrivateMatch | None:
        """Return how a member plays this game here by themselves; None where several play."""
        return None

    def standing_line(self, gather_until: float | None) -> str:
        """Return the line of the table message that says what the table belongs to, if it belongs to something."""
        return ""

    def without_people(self) -> Self:
        """Return the kind as it is saved when the table has closed."""
        return self


class PrivateTable(TableKind):
    """A member's own place, in no channel and for days (TD-R10)."""

    in_channel: ClassVar[bool] = False
    for_company: ClassVar[bool] = False
    ends_with_match: ClassVar[bool] = True

    private: Literal[True] = True
    notices: int | None = None
    """The channel where its few words are said."""

    def private_match(self, game: Game) -> PrivateMatch | None:
        """Return how its member plays this game by themselves."""
        return game.private


KINDS: dict[str, type[TableKind]] = {"private": PrivateTable}
"""The kinds that are not ordinary, by the key of their data."""


def load_kind(saved: Mapping[str, Any]) -> TableKind:
    """Return the kind of a table from what is saved with its settings."""
    for key, kind in KINDS.items():
        if saved.get(key):
            return kind.model_validate(saved)
    return TableKind()
