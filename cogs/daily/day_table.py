"""The table of one day: its game, its luck and its computer players, the same for everyone.

A try is the member's own answers and nothing else: the cards follow from the day's seed, and so does what the computer
players answer. So equal answers give equal results in any process, and a try that was broken off goes on.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.user_errors import UserError
from games.deeds.predicate import net_pieces
from games.engine.chance import Chance, Seed
from games.engine.errors import GameError
from games.engine.game import REGULAR, Game
from games.engine.match import Header, Match
from games.engine.prompts import Answer
from games.engine.questions import Ask
from games.engine.result import HOUSE
from games.registry import GAMES

ME = 0
"""The member's seat."""
STAKE = 50
"""Pieces that every seat begins with; they are worth nothing outside this table."""


class _Table(BaseModel):
    """One table of the file: a game and its options."""

    model_config = ConfigDict(extra="forbid")

    game: str
    options: dict[str, Any] = {}


class _Tables(BaseModel):
    """The file of tables, checked."""

    model_config = ConfigDict(extra="forbid")

    others: list[str]
    table: list[_Table]


TABLES = _Tables.model_validate(tomllib.loads((files("cogs.daily") / "daily.toml").read_text("utf-8")))


@dataclass(frozen=True, slots=True)
class DailyTable:
    """The table of one day."""

    day: int
    game: Game
    options: Mapping[str, Any]
    seed: str

    @classmethod
    def of(cls, day: int, seed: str) -> DailyTable:
        """Return the table of a day, counted from 1970-01-01."""
        chosen = TABLES.table[day % len(TABLES.table)]
        return cls(day, GAMES[chosen.game], chosen.options, seed)

    @property
    def fingerprint(self) -> str:
        """The hash of the seed, published before the day to prove that it was fixed in advance."""
        return fingerprint_of(self.seed)

    @property
    def names(self) -> list[str]:
        """The names of the computer players."""
        return TABLES.others

    @property
    def for_points(self) -> bool:
        """True if the score is points; else it is pieces won."""
        return self.game.money_kind(self.game.parse_options(self.options)) == "points"

    def play(self, answers: Sequence[Answer]) -> Match:
        """Return the match after the member's answers and those of the other seats that follow.

        Raises `UserError` if the rules have changed since the answers were given.
        """
        ring = tuple(range(1 + len(TABLES.others)))
        pieces = self.game.money_kind(self.game.parse_options(self.options)) == "pieces"
        stakes = dict.fromkeys(ring, STAKE) if pieces else {}
        match = Match(
            self.game, Header(self.game.key, self.game.version, self.options, ring, Seed(self.seed), stakes)
        )
        return self.go_on(match, answers)

    def go_on(self, match: Match, answers: Sequence[Answer]) -> Match:
        """Return a match of this day after more answers from the member. Raises `UserError` like `play`."""
        try:
            self._let_others_play(match)
            for answer in answers:
                match.answer(match.asks_of(ME)[0].id, ME, answer)
                self._let_others_play(match)
        except (IndexError, GameError) as changed:
            raise UserError("daily_changed") from changed
        return match

    def _let_others_play(self, match: Match) -> None:
        """Let computer players and the house answer until the member is asked, or the match is over."""
        while not match.over:
            waiting = [ask for ask in match.open.values() if not ask.answered and ask.seat != ME]
            if not waiting or match.asks_of(ME):
                return
            ask = waiting[0]
            match.answer(ask.id, ask.seat, self._answer(match, ask), "computer")

    def _answer(self, match: Match, ask: Ask) -> Answer:
        if ask.seat == HOUSE:
            return ask.prompt.default
        return self.regular_answer(match, ask, "others")

    def regular_answer(self, match: Match, ask: Ask, luck: str) -> Answer:
        """Return what a regular computer player would answer; `luck` is a word for its random numbers."""
        scene = match.scene(ask.seat)
        shown = next(each for each in scene.asks if each.id == ask.id)
        chance = Chance(Seed(self.seed, match=len(match.rows), words=(luck,)))
        return self.game.policy(self.game.strength(REGULAR))(scene, shown, chance)


def fingerprint_of(seed: str) -> str:
    """Return the hash of a seed that is shown before the seed itself."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def score_of(match: Match) -> int:
    """Return the member's score in a finished match: pieces won, or points."""
    assert match.result is not None
    row = next(row for row in match.result.rows if row.seat == ME)
    for_points = match.game.money_kind(match.options) == "points"
    return row.points if for_points else net_pieces(row)
