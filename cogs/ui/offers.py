"""Buttons and lines that features offer on messages of the shared rooms.

A shared message names a place for such buttons, and a feature registers its own when it is imported, as it does its
handlers of presses. So a message has the buttons of the features that are there, and knows none of them:

    @about_game
    def teach_button(game: Game) -> Iterable[Json]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, ParamSpec

from bot.language import _
from bot.tables.view import TableView
from cogs.ui.components import Json
from games.engine.game import Game

P = ParamSpec("P")


class Offers(Generic[P]):
    """A place on a message for the buttons of features. `P` is what they are told about the message."""

    def __init__(self) -> None:
        self._sources: list[Callable[P, Iterable[Json]]] = []

    def __call__(self, source: Callable[P, Iterable[Json]]) -> Callable[P, Iterable[Json]]:
        """Register the buttons of a feature."""
        self._sources.append(source)
        return source

    def buttons(self, *args: P.args, **kwargs: P.kwargs) -> list[Json]:
        """Return the buttons of all features for one message."""
        return [button for source in self._sources for button in source(*args, **kwargs)]


about_game: Offers[[Game]] = Offers()
"""Wherever a game is explained, and in the lobby of a table that plays it."""
on_table: Offers[[TableView]] = Offers()
"""On the message of a table in play or in its lobby, and behind *More…*: other ways to see the table."""
in_lobby: Offers[[TableView]] = Offers()
"""In the lobby of a table that a host decides about. Words have no such place."""
below_result: Offers[[TableView]] = Offers()
"""About a match that is over, behind *More…*."""
to_share: Offers[[TableView]] = Offers()
"""Below a result: the button that shows it to everyone."""


class Leads:
    """Lines of features that lead beyond the table. A message shows one of them, in turn, and never two."""

    def __init__(self) -> None:
        self._lines: list[_Lead] = []

    def add(self, line: str, *, anywhere: bool = True, another_day: bool = False) -> None:
        """Register the line of a feature: one short sentence that names its command.

        `anywhere`: the command also works in places without the bot. `another_day`: it brings people together again.
        """
        self._lines.append(_Lead(line, anywhere, another_day))

    def line(self, turn: int, *, has_bot: bool = True, another_day: bool = False) -> str:
        """Return the line for the message with this number, such as that of its match; empty if no feature has one.

        `another_day`: only one that brings people together again.
        """
        lines = [
            lead.line
            for lead in self._lines
            if (lead.anywhere or has_bot) and (lead.another_day or not another_day)
        ]
        return _(lines[turn % len(lines)]) if lines else ""


class _Lead(NamedTuple):
    line: str
    anywhere: bool
    another_day: bool


leads_on = Leads()
"""Below a result, in a newcomer's welcome, and at the end of an evening."""
