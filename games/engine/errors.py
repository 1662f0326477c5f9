"""The errors of the games, as one tree.

    GameError
    ├── IllegalAnswer     of a player: the answer is refused, and nothing has changed
    ├── ToldError         that a person reads
    │   ├── BadOptions    of a host: options that make no sense together
    │   └── BadAmount     of a player: an amount or an exchange that is not possible
    ├── RulesBug          of a game's rules: they broke a promise to the engine
    └── ReplayDiverged    of a journal: it does not fit these rules

`IllegalAnswer`, `RulesBug` and `ReplayDiverged` name three things: `asked`, `got` and `allowed`. `BadOptions` and
`BadAmount` hold sentences that a player reads, in English until they are said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Sentence = tuple[str, Mapping[str, object]]
"""A template and its values."""


class GameError(Exception):
    """Root of all errors of the games."""


class IllegalAnswer(GameError):
    """An answer that the rules refuse. The match is as it was."""

    def __init__(self, asked: str, got: object, allowed: object) -> None:
        super().__init__(f"asked {asked}, got {got!r}, allowed {allowed}")
        self.asked, self.got, self.allowed = asked, got, allowed


class ToldError(GameError):
    """Root of the errors that a person reads. `sentences`: templates with their values, for any language."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.sentences: tuple[Sentence, ...] = ((text, values),)


class BadOptions(ToldError):
    """Options that make no sense, told to the person who chose them."""

    @classmethod
    def of(cls, sentences: Sequence[Sentence]) -> BadOptions:
        """Return one error that says several sentences."""
        error = cls(" ".join(text.format(**values) if values else text for text, values in sentences))
        error.sentences = tuple(sentences)
        return error


class BadChoice(ValueError):
    """Options that don't go together, raised while a model checks them: a sentence, with its values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.sentence: Sentence = (text, values)


class BadAmount(ToldError):
    """An amount that cannot be read, or an unfair exchange, told to the player."""


class RulesBug(GameError):
    """A broken promise of a game's rules, such as money that does not add up.

    `asked`: the step that went wrong. `got`: the value that came. `allowed`: the values that would have been right.
    """

    def __init__(self, asked: str, got: object, allowed: object) -> None:
        super().__init__(f"{asked}: got {got}, allowed {allowed}")


class ReplayDiverged(GameError):
    """A row of a journal that does not fit the rules.

    `index`: place of the row, counted from 0. `asked`: the question that these rules ask there, if the row names one
    of theirs. `got`: the row. `allowed`: the answers or questions that would have fitted.
    """

    def __init__(self, index: int, asked: Any, got: Any, allowed: Any) -> None:
        super().__init__(f"row {index} of the journal: asked {asked}, got {got}, allowed {allowed}")
        self.index, self.asked, self.got, self.allowed = index, asked, got, allowed
