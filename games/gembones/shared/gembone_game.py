"""The common part of the data sheets of the gembone games: they are played for gembones, or for points."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from games.engine.game import Game, GameCoroutine, Money, Odds
from games.engine.result import Result
from games.engine.table import Table
from games.gembones.shared.options import GemboneOptions
from games.gembones.shared.point_race import Goal, Race, points_won


class GemboneGame(Game):
    """A game for gembones; in a match for points it is repeated until a seat has the target (PTS-01, PTS-02)."""

    rulebook = "Glittergold's Guide to Gambling"
    money = "gembones"
    theme = "gembones"

    @abstractmethod
    def play_once(self, table: Table, options: Any) -> GameCoroutine:
        """Play one game, for gembones or as a part of a match for points."""

    @abstractmethod
    def goal(self, table: Table, options: Any) -> Goal:
        """Return the score that wins a match for points; asked once, when the match starts (PTS-R6)."""

    def score(self, result: Result) -> Mapping[int, int]:
        """Return the points of each seat in one game: the gembones that it won, by their size."""
        return points_won(result.pays)

    @abstractmethod
    def exact_odds(self, options: Any) -> Iterator[Odds]:
        """Yield exact chances and means under these options, from the tables that the game itself uses."""

    def odds(self, options: GemboneOptions) -> Iterator[Odds]:
        """Yield the odds on request: each line is exact, or names the variant with which it isn't computed."""
        yield from self.exact_odds(options)
        yield from options.uncounted_odds()

    def play(self, table: Table, options: GemboneOptions) -> GameCoroutine:
        """Play for gembones or for points, as the options say (PTS-01)."""
        if not options.for_points:
            return self.play_once(table, options)
        fewest, _ = self.limits(options)
        return Race(table, self.goal(table, options), self.score).run(self.play_once, options, fewest)

    def money_kind(self, options: GemboneOptions) -> Money:
        """Return the kind of stakes under these options."""
        return "points" if options.for_points else "gembones"

    def generous(self, options: GemboneOptions, base: str) -> Collection[str]:
        """Return the titles of chosen options that would let players win from the house at will."""
        return options.generous(base)
