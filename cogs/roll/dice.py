"""Rolling for `/table roll`: gembones as `2g6 + 1g8`, and ordinary dice as `2d20kh1 + 5`.

The notation of ordinary dice:

- `2d6` is two dice of six sides, `d6` one, and `d%` a hundred-sided one.
- `4d6kh3` keeps the highest three, `kl3` the lowest three; `dh1` drops the highest one, `dl1` the lowest. Without a
  number it is one.
- Numbers and dice are added with `+`, subtracted with `-`, multiplied with `*` and divided with `/`, which rounds down;
  `*` and `/` go first, and parentheses before them.

Every roll has a seed of its own, and nothing is ever staked on one.
"""

from __future__ import annotations

import operator
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

from bot.language import _, number, pgettext
from bot.user_errors import UserError, told
from games.engine import money as gems
from games.engine.chance import Chance, Seed
from games.engine.errors import BadAmount

MOST = 100
"""The most dice in one roll."""
SIDES = 1_000_000
"""The most sides of a die."""
LENGTH = 100
"""The most characters of an expression, which also keeps its numbers small."""

_GEMBONES = re.compile(r"\s*[0-9]*\s*g", re.IGNORECASE)


def roll(asked: str, *, coin: AbstractContextManager[None] | None = None) -> str:
    """Return the result of a roll in one line of Markdown; what a coin shows is said in the language of `coin`.

    Raises `UserError` with a sentence for what cannot be rolled.
    """
    if len(asked) > LENGTH:
        raise UserError("roll", sentence=_("That's too long: up to {n} characters.").format(n=LENGTH))
    chance = Chance(Seed(secrets.token_hex(32)))
    return (
        _roll_gembones(asked, chance, coin or nullcontext())
        if _GEMBONES.match(asked)
        else _roll_dice(asked, chance)
    )


def _roll_gembones(asked: str, chance: Chance, coin: AbstractContextManager[None]) -> str:
    """Roll gembones, and the coin `g2` as heads or tails."""
    try:
        dice = gems.parse_roll(asked, MOST)
    except BadAmount as wrong:
        raise UserError("roll", sentence=told(wrong)) from wrong
    fallen = gems.roll(chance, dice.items())
    parts = []
    for die, count in dice.items():
        faces = [int(key.partition(":")[2]) for key in fallen if key.startswith(f"{die}:")]
        if die == gems.COIN:
            with coin:
                shown = [
                    pgettext("a coin", "heads") if face == 1 else pgettext("a coin", "tails")
                    for face in faces
                ]
            parts.append(f"{count}{die} ({', '.join(shown)})")
        else:
            parts.append(f"{count}{die} ({', '.join(map(str, faces))})")
    line = f"`{' + '.join(parts)}`"
    if set(dice) == {gems.COIN}:
        return line
    return f"{line} = **{sum(int(key.partition(':')[2]) for key in fallen)}**"


def _roll_dice(asked: str, chance: Chance) -> str:
    try:
        rolled = parse(asked).roll(chance)
    except ZeroDivisionError as wrong:
        raise UserError("roll", sentence=_("I can't divide by zero.")) from wrong
    return f"`{rolled.shown}` = **{number(rolled.total)}**"


class Rolled(NamedTuple):
    """The faces of a roll, and its total."""

    shown: str
    total: int


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)

    def roll(self, _: Chance) -> Rolled:
        """Return the number."""
        return Rolled(str(self), self.value)


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of one size. `rule` says which of them count, as `kh3`; all do if it is empty."""

    count: int
    sides: int
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}{self.rule}"

    def roll(self, chance: Chance) -> Rolled:
        """Roll the dice. Those that do not count are shown in brackets."""
        faces = chance.roll(self.count, self.sides)
        counting = self._counting(faces)
        fallen = ", ".join(
            str(face) if place in counting else f"[{face}]" for place, face in enumerate(faces)
        )
        return Rolled(f"{self} ({fallen})", sum(faces[place] for place in counting))

    def _counting(self, faces: list[int]) -> set[int]:
        """Return the indices of the dice that count."""
        places = sorted(range(self.count), key=faces.__getitem__)
        if not self.rule:
            return set(places)
        of = min(int(self.rule[2:]), self.count)
        low, high = places[:of], places[self.count - of :]
        return {
            "kh": set(high),
            "kl": set(low),
            "dh": set(places) - set(high),
            "dl": set(places) - set(low),
        }[self.rule[:2]]


@dataclass(frozen=True, slots=True)
class Negative:
    """An expression with a minus sign before it."""

    of: Expression

    def __str__(self) -> str:
        return f"-{self.of}"

    def roll(self, chance: Chance) -> Rolled:
        """Roll the operand."""
        rolled = self.of.roll(chance)
        return Rolled(f"-{rolled.shown}", -rolled.total)


@dataclass(frozen=True, slots=True)
class Group:
    """An expression in parentheses."""

    inside: Expression

    def __str__(self) -> str:
        return f"({self.inside})"

    def roll(self, chance: Chance) -> Rolled:
        """Roll the expression inside."""
        rolled = self.inside.roll(chance)
        return Rolled(f"({rolled.shown})", rolled.total)


@dataclass(frozen=True, slots=True)
class Operation:
    """Two expressions with an operator between them."""

    left: Expression
    sign: str
    right: Expression

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"

    def roll(self, chance: Chance) -> Rolled:
        """Roll both sides. Raises `ZeroDivisionError`."""
        left, right = self.left.roll(chance), self.right.roll(chance)
        total = _ARITHMETIC[self.sign](left.total, right.total)
        return Rolled(f"{left.shown} {self.sign} {right.shown}", total)


Expression = Number | Dice | Negative | Group | Operation

_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}
_BINDING = ("+-", "*/")
"""Operators of equal precedence, the loosest first."""
_TOKEN = re.compile(
    r"\s*(?:(?P<count>[0-9]*)d(?P<sides>[0-9]+|%)(?:(?P<rule>[kd][hl])(?P<of>[0-9]*))?|(?P<number>[0-9]+)|(?P<sign>[-+*/()]))"
)


def parse(asked: str) -> Expression:
    """Parse a member's expression; `str` of the result is its notation.

    Raises `UserError` with a sentence if it cannot be read, or there are too many dice or sides.
    """
    tokens, text, at = [], asked.strip().lower(), 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _unreadable(asked)
        tokens.append(found)
        at = found.end()
    parser = _Parser(asked, tokens)
    expression = parser.operations()
    if parser.sign():
        raise _unreadable(asked)
    if sum(int(token["count"] or "1") for token in tokens if token["sides"]) > MOST:
        raise UserError("roll", sentence=_("You can roll up to {most} dice at once.").format(most=MOST))
    return expression


class _Parser:
    """A recursive-descent parser."""

    def __init__(self, asked: str, tokens: list[re.Match[str]]) -> None:
        self._asked = asked
        self._left = tokens[::-1]

    def operations(self, binding: int = 0) -> Expression:
        """Read operations that bind at least as tightly as `_BINDING[binding]`."""
        if binding == len(_BINDING):
            return self._single()
        expression = self.operations(binding + 1)
        while (sign := self.sign()) and sign in _BINDING[binding]:
            self._left.pop()
            expression = Operation(expression, sign, self.operations(binding + 1))
        return expression

    def sign(self) -> str:
        """Return the next token's sign: "?" for anything else, empty at the end."""
        return self._left[-1]["sign"] or "?" if self._left else ""

    def _single(self) -> Expression:
        """Read a number, dice, or something in parentheses, with any signs before it."""
        if not self._left:
            raise _unreadable(self._asked)
        token = self._left.pop()
        if token["number"]:
            return Number(int(token["number"]))
        if token["sides"]:
            return _dice(token)
        if token["sign"] == "-":
            return Negative(self._single())
        if token["sign"] == "+":
            return self._single()
        if token["sign"] != "(":
            raise _unreadable(self._asked)
        inside = self.operations()
        if self.sign() != ")":
            raise _unreadable(self._asked)
        self._left.pop()
        return Group(inside)


def _dice(token: re.Match[str]) -> Dice:
    sides = 100 if token["sides"] == "%" else int(token["sides"])
    if not 1 <= sides <= SIDES:
        raise UserError("roll", sentence=_("A die can have 1 to {most} sides.").format(most=number(SIDES)))
    count = int(token["count"] or "1")
    if count == 0:
        raise UserError("roll", sentence=_("No dice is nothing to roll: leave them out."))
    rule = token["rule"] and token["rule"] + str(int(token["of"] or "1"))
    return Dice(count, sides, rule or "")


def _unreadable(asked: str) -> UserError:
    shown = re.sub(r"[^A-Za-z0-9 +*/%().,<>=!-]", "?", asked)[:40]
    sentence = _('I can\'t read "{shown}". Write it like 2d20kh1 + 5, or 2g6 + 1g8 for gembones.').format(
        shown=shown
    )
    return UserError("roll", sentence=sentence)
