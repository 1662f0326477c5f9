"""A match for points: a game is repeated until a seat has the target (PTS-02).

The games know nothing of the race; their results have each seat's score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.game import GameCoroutine
from games.engine.result import Pay, Result
from games.engine.scene import Line, ResultRow
from games.engine.table import Table
from games.gembones.shared.options import GemboneOptions
from games.phrases import N_

POINT_VALUES: Mapping[str, int] = {"g4": 1, "g6": 2, "g8": 3, "g10": 4, "g12": 5, "g20": 6, "g100": 10}
"""The points of each gembone that is won (PTS-04)."""

IDLE_GAMES = 3
"""After this many games in a row with too few wagers the match is over, since nobody is there."""

NOTHING_ROLLED = "result:nothing"
"""The headline of every gembone game that was not played, since too few seats put anything up."""


FOR_POINTS = "points:"
"""Prefix for the keys of sentences that are shown only in games for points, such as `points:wagers`."""

UNSTAKED: Mapping[str, str] = {
    "stake": N_("Next game: roll {dice:gembones}? You can't lose points."),
    "stake:stake": N_("Roll"),
    "stake:lowest": N_("Roll, lowest target"),
    "stake:stake_anew": N_("Roll, and draft again if everyone agrees"),
    "stakes": N_("{seat:seat} plays."),
}
"""Words that replace a game's own in a race, where nothing is put up."""


def words_for_points(words: Mapping[str, str]) -> dict[str, str]:
    """Return a game's words for matches for points, by the keys of the words that they replace."""
    return {key.removeprefix(FOR_POINTS): text for key, text in words.items() if key.startswith(FOR_POINTS)}


class Goal(NamedTuple):
    """The score that wins a match for points: `target` points, or `target` games won if `games` is set.

    `games`: the most games that are played. `sides`: the side of each seat where seats do not play for themselves;
    then wins are counted by side (TM-R13).
    """

    target: int
    games: int | None = None
    sides: Mapping[int, int] = {}


def points_won(pays: Sequence[Pay]) -> dict[int, int]:
    """Return the points of each seat: the gembones that it won, by their size. A loss costs no points (PTS-R3)."""
    points: Counter[int] = Counter()
    for pay in pays:
        if pay.taker >= 0:
            points[pay.taker] += POINT_VALUES.get(pay.unit, 0) * pay.amount
    return {seat: n for seat, n in points.items() if n}


Score = Callable[[Result], Mapping[int, int]]
"""A function that returns the points of each seat in one game."""


def by_rows(result: Result) -> Mapping[int, int]:
    """Score a game by the points in its result rows, for games that count points in their own way."""
    return {row.seat: row.points for row in result.rows if row.points}


class Race:
    """The score of one match for points, game after game."""

    def __init__(self, table: Table, goal: Goal, score: Score) -> None:
        self.table, self.goal, self.score = table, goal, score
        self.points: Counter[int] = Counter()
        self.wins: Counter[int] = Counter()
        self.games = 0
        self.ranked = True

    @property
    def standing(self) -> Counter[int]:
        """The count that decides the match: games won, or points."""
        return self.wins if self.goal.games is not None else self.points

    def side(self, seat: int) -> int:
        """Return the side that a seat plays for: its team, or itself."""
        return self.goal.sides.get(seat, seat)

    async def run(
        self, play: Callable[[Table, Any], GameCoroutine], options: GemboneOptions, fewest: int
    ) -> Result:
        """Repeat the game until one side leads at the target, or too few seats are left to play."""
        table, goal = self.table, self.goal
        table.tell("race" if goal.games is None else "race:wins", target=goal.target, games=goal.games)
        words = {**table.words, **UNSTAKED, **words_for_points(table.words)}
        playing, carry, idle = [*table.ring], {}, 0  # type: list[int], Mapping[str, Any], int
        while True:
            self._show_score(self.games + 1)
            present = [seat for seat in playing if seat not in table.gone]
            # all other sides have left: the side that stayed wins, but only once a game has been played
            if self.games and len({self.side(seat) for seat in present}) == 1 < len(playing):
                return self._finish(present, "left")
            if len(present) < fewest or idle == IDLE_GAMES:
                return self._finish([], "over")
            result = await play(table.sub(present, carry=carry, words=words), options)
            carry = result.carry
            # only the headline shows that nothing was rolled; such a game does not count
            if result.headline.text == words[NOTHING_ROLLED]:
                idle += 1
                continue
            idle = 0
            self._count(result)
            leaders = self._leaders(playing)
            if leaders and len({self.side(seat) for seat in leaders}) == 1:
                return self._finish(leaders, "alone" if len(table.ring) == 1 else "won")
            if leaders and leaders != playing:
                table.tell("race:play_off", seats=tuple(leaders))
            playing = leaders or playing

    def _count(self, result: Result) -> None:
        """Count a game once it is settled, so that scores are only compared between games (PTS-R1)."""
        self.games += 1
        self.ranked = self.ranked and result.ranked
        winners = {self.side(row.seat) for row in result.rows if row.place == 1}
        self.wins.update(seat for seat in self.table.ring if self.side(seat) in winners)
        points = self.score(result)
        self.points.update(points)
        self.table.standing({seat: self.standing[seat] for seat in self.table.ring})
        gained = {seat: f"+{n}" for seat, n in points.items()}
        line = _numbers_line(gained) if gained else Line(self.table.words["race:nothing"])
        self.table.tell("race:game", n=self.games, how=result.headline, gained=line)

    def _leaders(self, playing: list[int]) -> list[int]:
        """Return the highest seats once one has the target or the last game is over; until then none."""
        best = max(self.standing[seat] for seat in playing)
        over = self.goal.games is not None and self.games >= self.goal.games
        if best < self.goal.target and not over:
            return []
        return [seat for seat in playing if self.standing[seat] == best]

    def _show_score(self, number: int) -> None:
        """Show the number of the game and the score next to the table's title."""
        scores = _numbers_line({seat: self.standing[seat] for seat in self.table.ring})
        values = {"n": number, "target": self.goal.target, "scores": scores}
        self.table.head(Line(self.table.words["race:head"], values))

    def _finish(self, winners: list[int], outcome: str) -> Result:
        """Return the result of the match; the points of every seat count, not only the winner's (PTS-R4)."""
        table, standing = self.table, self.standing
        table.to_front()
        self._show_score(self.games)
        games = Line(table.words["race:one" if self.games == 1 else "race:games"], {"n": self.games})
        values = {"target": self.goal.target, "games": games, "seats": tuple(winners)}
        kind = {"won": "race", "alone": "race_alone", "left": "race_left", "over": "race_over"}[outcome]
        score = standing[winners[0]] if winners else 0
        order = sorted(table.ring, key=lambda seat: (seat not in winners, -standing[seat]))
        rows = []
        for seat in order:
            place = 1 if seat in winners else None
            reason = Line(table.words["why:race"], {"score": standing[seat], "target": self.goal.target})
            rows.append(ResultRow(seat, place, {}, reason, points=self.points[seat]))
        headline = Line(table.words[f"result:{kind}"], {**values, "score": score})
        # the carry of games for gembones is returned as it came: points never touch what the table keeps, such as a pot
        return Result(headline, tuple(rows), carry=dict(table.carry), ranked=self.ranked)


def _numbers_line(numbers: Mapping[int, object]) -> Line:
    """Return seats with a number each as a line: `Ann 6, Bob 2`."""
    seats = {f"s{place}": seat for place, seat in enumerate(numbers)}
    text = ", ".join(f"{{{name}:seat}} {numbers[seat]}" for name, seat in seats.items())
    return Line(text, seats)
