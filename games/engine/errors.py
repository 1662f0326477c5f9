"""The errors of the games, as one tree.

    GameError
    ├── IllegalAnswer     of a player: the answer is refused, and nothing has changed
    ├── BadOptions        of a host: options that make no sense together
    ├── BadAmount         of a player: an amount or an exchange that is not possible
    ├── RulesBug          of a game's rules: they broke a promise to the engine
    └── ReplayDiverged    of a journal: it does not fit these rules

`IllegalAnswer`, `RulesBug` and `ReplayDiverged` name three things: `asked`, `got` and `allowed`. The messages of
`BadOptions` and `BadAmount` are sentences that a player reads as they are.
"""

from __future__ import annotations

from typing import Any


class GameError(Exception):
    """Root of all errors of the games."""


class IllegalAnswer(GameError):
    """An answer that the rules refuse. The match is as it was."""

    def __init__(self, asked: str, got: object, allowed: object) -> None:
        super().__init__(f"asked {asked}, got {got!r}, allowed {allowed}")
        self.asked, self.got, self.allowed = asked, got, allowed


class BadOptions(GameError):
    """Options that make no sense; the message is a sentence for the person who chose them."""


class BadAmount(GameError):
    """An amount that cannot be read, or an unfair exchange; the message is a sentence for the player."""


class RulesBug(GameError):
    """A broken promise of a game's rules, such as money that does not add up.

    `asked`: the step that went wrong. `got`: the value that came. `allowed`: the values that would have been right.
    """

    def __init__(self, asked: str, got: object, allowed: object) -> None:
        super().__init__(f"{asked}: got {got}, allowed {allowed}")
        self.asked, self.got, self.allowed = asked, got, allowed


class ReplayDiverged(GameError):
    """A row of a journal that does not fit the rules.

    `index`: place of the row, counted from 0. `asked`: the question that these rules ask there, if the row names one
    of theirs. `got`: the row. `allowed`: the answers or questions that would have fitted.
    """

    def __init__(self, index: int, asked: Any, got: Any, allowed: Any) -> None:
        super().__init__(f"row {index} of the journal: asked {asked}, got {got}, allowed {allowed}")
        self.index, self.asked, self.got, self.allowed = index, asked, got, allowed
