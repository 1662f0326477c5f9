"""Lucky No. 13 for money: what each choice of a turn wins or loses on average, against players who choose the best too.

Who wins gets a gembone of every loser, so the best chance to win isn't worth most: it counts how many have lost already
and with which gembones, who shares the best total pays nothing, and a 13 takes the loser's highest result. The rest of
a game after a turn depends on the best total, the number of its gembones, and the players before and after. It was
solved backwards by `python -m games.blueprints lucky_13`, which writes `money.xz`; the turn itself, of 1,595 states, is
worked out from it at the table.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from struct import unpack
from typing import NamedTuple

from games.engine.money import SIZES
from games.engine.prompts import Choose
from games.engine.scene import OpenAsk, Scene, SceneHeader, Zone
from games.gembones.lucky_13.options import DICE, LUCKY, Options

SEATS = 8
"""The most players of a game."""
FINE = 4096
"""The fineness of the numbers in the table."""
TABLE = "money.xz"

Dice = tuple[tuple[str, int], ...]
"""Gembones that were rolled, by size and face."""


class After(NamedTuple):
    """The rest of a game after a turn, as it comes on average.

    `lucky`: how often someone makes 13. `rises`: how often the best total rises to less than that. `keeps`: how often
    it stays the winner's. `collects`: what the winner gets from those who lose to it yet, in pieces.
    """

    lucky: float
    rises: float
    keeps: float
    collects: float


OVER = After(0.0, 0.0, 1.0, 0.0)


class Rivals(NamedTuple):
    """The players before this one: the best total with the dice of its holder, and what they owe to a winner.

    `low`, `high`: what everyone before owes to a total below 13, and to a 13. `shared`: the part of `low` of those who
    share the best total.
    """

    best: int
    holder: Dice
    low: int
    high: int
    shared: int
    before: int


def place_of(best: int, dice: int, later: int, before: int) -> int:
    """Return the place of a moment in the table; with nobody in the lead, `best` and `dice` are 0."""
    lead = 1 + 4 * (best - 1) + (dice - 1) if best else 0
    return (lead * SEATS + later) * SEATS + before


PLACES = (1 + 4 * (LUCKY - 1)) * SEATS * SEATS


# read now: an update may have put a file of another version in its place by the first match
_PACKED = files("games.gembones.lucky_13").joinpath(TABLE).read_bytes()


@cache
def table() -> Sequence[int]:
    """Return the numbers of the table, four for each moment."""
    return unpack(f"<{4 * PLACES}i", lzma.decompress(_PACKED))


def after(best: int, dice: int, later: int, before: int) -> After:
    """Return what follows once a best total stands, with so many players later and before."""
    if not later:
        return OVER
    at = 4 * place_of(best, dice, later, before)
    return After(*(number / FINE for number in table()[at : at + 4]))


def owed(dice: Dice, *, lucky: bool = False) -> int:
    """Return the pieces of the gembone that a loser owes: of its lowest result, or to a 13 of its highest."""
    results = [(face, SIZES[size]) for size, face in dice]
    return (max(results) if lucky else min(results))[1]


def tie_break(dice: Dice) -> tuple[int, list[int]]:
    """Return the key by which equal totals compare: fewer gembones win, then higher results (L13-R6)."""
    return -len(dice), sorted((face for _, face in dice), reverse=True)


class Turn:
    """A turn of one player: what every state of it is worth, in pieces."""

    def __init__(self, rivals: Rivals, later: int) -> None:
        self.rivals, self.later = rivals, later
        self._known: dict[frozenset[tuple[str, int]], float] = {}
        best, holder = rivals.best, rivals.holder
        self._behind = after(best, len(holder), later, rivals.before + 1) if best else None
        self._leads: Mapping[tuple[int, int], After] = {
            (total, dice): after(total, dice, later, rivals.before + 1)
            for total in range(max(best, 1), LUCKY)
            for dice in range(1, len(DICE) + 1)
        }
        self._nobody = after(0, 0, later, rivals.before + 1)

    def stop(self, dice: Dice) -> float:
        """Return what it is worth to end the turn with these."""
        rivals, total = self.rivals, sum(face for _, face in dice)
        if total == LUCKY:
            return float(rivals.high)
        low, high = owed(dice), owed(dice, lucky=True)
        if total > LUCKY or total < rivals.best:
            # nobody is paid if all are bust
            rest = self._behind
            if rest is None:
                return -low * self._nobody.rises - high * self._nobody.lucky if self.later else 0.0
            return -low * (1 - rest.lucky) - high * rest.lucky
        rest = self._leads[total, len(dice)]
        wins = 1.0
        if total == rivals.best:
            mine, theirs = tie_break(dice), tie_break(rivals.holder)
            wins = 0.5 if mine == theirs else float(mine > theirs)
        pile = rivals.low - (rivals.shared if total == rivals.best else 0)
        return wins * (pile * rest.keeps + rest.collects) - low * rest.rises - high * rest.lucky

    def worth(self, dice: Dice) -> float:
        """Return what the turn is worth now with the best choices."""
        key = frozenset(dice)
        if key not in self._known:
            if sum(face for _, face in dice) >= LUCKY or len(dice) == len(DICE):
                self._known[key] = self.stop(dice)
            else:
                self._known[key] = max(worth for _, worth in self.ways(dice))
        return self._known[key]

    def ways(self, dice: Dice) -> list[tuple[str, float]]:
        """Return every choice with what it is worth."""
        rolled = {size for size, _ in dice}
        found = [("stop", self.stop(dice))] if dice else []
        for size in DICE:
            if size not in rolled:
                faces = range(1, SIZES[size] + 1)
                found.append((size, sum(self.worth((*dice, (size, face))) for face in faces) / SIZES[size]))
        return found


def ways_for_money(scene: Scene, ask: OpenAsk) -> list[tuple[str, float]] | None:
    """Return what may be rolled, and the stop, each with its worth in pieces; None where it isn't known.

    It isn't under blessings, with a talent in play, and for points, which only the winner scores.
    """
    options = next((block.options for block in scene.every(SceneHeader)), None)
    if not isinstance(ask.prompt, Choose) or not isinstance(options, Options) or not _plain(options):
        return None
    says = ask.prompt.says
    rolled = {
        block.owner: tuple(map(_rolled, block.items))
        for block in scene.every(Zone)
        if block.name == "dice" and block.owner is not None
    }
    mine: Dice = rolled.pop(scene.viewer, ())
    if sum(face for _, face in mine) != says["total"]:
        return None
    rivals = _rivals(says["best"], rolled.values())
    if rivals is None or rivals.before + says["later"] >= SEATS:
        return None
    ways = Turn(rivals, says["later"]).ways(mine)
    return [each for each in ways if each[0] in ask.prompt.options]


def _plain(options: Options) -> bool:
    blessed = options.blessings_of_the_tricksters or options.common_blessings
    return not (blessed or options.for_points or options.spotlight != "off")


def _rolled(key: str) -> tuple[str, int]:
    size, _, face = key.partition(":")
    return size, int(face)


def _rivals(best: int, before: Iterable[Dice]) -> Rivals | None:
    """Return what the players before have left; None if the best total isn't among theirs."""
    players = list(before)
    tied = [dice for dice in players if sum(face for _, face in dice) == best]
    if bool(tied) != bool(best):
        return None
    return Rivals(
        best,
        max(tied, key=tie_break) if tied else (),
        sum(map(owed, players)),
        sum(owed(dice, lucky=True) for dice in players),
        sum(map(owed, tied)),
        len(players),
    )
