"""What can go wrong, and whose fault it was.

    GameError
    ├── IllegalAnswer     the player's: refused, and nothing has changed
    ├── BadOptions        the host's: options that make no sense together
    ├── BadAmount         a player's: an amount or an exchange that cannot be
    ├── RulesBug          ours: a rule broke a promise of the engine
    └── ReplayDiverged    the journal's: it does not fit these rules

`IllegalAnswer` says what was asked, what was got and what is allowed.
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
    """An amount that cannot be read, or an exchange that is not fair; a sentence for the player who wrote it."""


class RulesBug(GameError):
    """A rule broke a promise of the engine, such as money that does not add up."""


class ReplayDiverged(GameError):
    """Row `index` of a journal does not fit: `expected` is what these rules ask, `got` what stands there."""

    def __init__(self, index: int, expected: Any, got: Any) -> None:
        super().__init__(f"row {index} of the journal: the rules ask {expected}, it says {got}")
        self.index, self.expected, self.got = index, expected, got
