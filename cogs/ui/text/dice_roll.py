"""Rolling for `/table roll`: gembones as `2g6 + 1g8`, and ordinary dice as `2d20kh1 + 5`.

Ordinary dice are rolled by the d20 library, which takes its luck from Python's shared generator and offers no other.
That generator is seeded from the system's entropy before every roll, so that no roll tells anything of the next; and
nothing is ever staked on one. Gembones use the same `Chance` as the games, with a seed of their own.
"""

from __future__ import annotations

import random
import re
import secrets

import d20

from bot.user_errors import UserError
from games.engine import BadAmount, Chance, Seed
from games.engine import money as gems

MOST = 100
"""Dice in one roll, those rolled again included."""
LENGTH = 100
"""Characters of what is asked for; that also keeps the numbers small enough for arithmetic."""

_GEMBONES = re.compile(r"\s*[0-9]*\s*g", re.IGNORECASE)
_roller = d20.Roller(d20.RollContext(MOST))


class _Plain(d20.SimpleStringifier):  # type: ignore[misc] # the library has no types
    """The dice and what fell, with what does not count in brackets; no Markdown, as `*` is also a sign."""

    def _stringify(self, node: d20.Number) -> str:
        shown: str = super()._stringify(node)
        return shown if node.kept else f"[{shown}]"

    def _str_expression(self, node: d20.Expression) -> str:
        return self._stringify(node.roll)


def roll(asked: str) -> str:
    """Return the result of a roll in one line of Markdown.

    Raises `UserError` with a sentence for what cannot be rolled.
    """
    if len(asked) > LENGTH:
        raise UserError("roll", sentence=f"That's too long: up to {LENGTH} characters.")
    return roll_gembones(asked) if _GEMBONES.match(asked) else roll_dice(asked)


def roll_gembones(asked: str) -> str:
    """Gembones, and the coin `g2`."""
    try:
        dice = gems.parse_roll(asked, MOST)
    except BadAmount as wrong:
        raise UserError("roll", sentence=wrong) from wrong
    fallen = gems.roll(Chance(Seed(secrets.token_hex(32))), dice.items())
    parts = []
    for die, count in dice.items():
        faces = [int(key.partition(":")[2]) for key in fallen if key.startswith(f"{die}:")]
        if die == gems.COIN:
            parts.append(f"{count}{die} ({', '.join('heads' if face == 1 else 'tails' for face in faces)})")
        else:
            parts.append(f"{count}{die} ({', '.join(map(str, faces))})")
    line = f"`{' + '.join(parts)}`"
    if set(dice) == {gems.COIN}:
        return line
    return f"{line} = **{sum(int(key.partition(':')[2]) for key in fallen)}**"


def roll_dice(asked: str) -> str:
    """Ordinary dice, in the notation of the d20 library, without annotations."""
    if not asked.isascii() or "[" in asked:
        raise UserError("roll", sentence=_unreadable(asked))
    random.seed()
    try:
        rolled = _roller.roll(asked.strip().lower(), _Plain())
        # both are worked out only now, and may be a division by zero
        line, total = rolled.result, rolled.total
    except d20.RollSyntaxError as wrong:
        raise UserError("roll", sentence=_unreadable(asked)) from wrong
    except d20.TooManyRolls as wrong:
        raise UserError("roll", sentence=f"You can roll up to {MOST} dice at once.") from wrong
    except d20.RollError as wrong:
        raise UserError("roll", sentence=f"I can't roll that: {str(wrong).rstrip('.').lower()}.") from wrong
    return f"`{line[:1500]}` = **{total}**"


def _unreadable(asked: str) -> str:
    shown = re.sub(r"[^A-Za-z0-9 +*/%().,<>=!-]", "?", asked)[:40]
    return f'I can\'t read "{shown}". Write it like 2d20kh1 + 5, or 2g6 + 1g8 for gembones.'
