"""A match for points: a game is repeated until somebody has the target (PTS-02).

`by_points` makes of a game's coroutine one that plays for either: once for gembones, or again and again for points.
The games themselves know nothing of the race; their results say who has scored what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.engine import Line, PlayFunction, Result, ResultRow, Table
from games.gembones.shared.points import GemboneOptions, scored

IDLE_GAMES = 3
"""So many games in a row for which too few put anything up, and the match is over: nobody is there any more."""

NOTHING_ROLLED = "result:nothing"
"""The headline of every gembone game in which too few put anything up."""

WORDS: Mapping[str, str] = {
    "race": "For points: the first to {target} wins.",
    "race:wins": "For points: the first to win {target} of at most {games} games wins.",
    "race:game": "Game {n}: {how:line} {gained:line}.",
    "race:head": "game {n}, to {target}: {scores:line}",
    "race:nothing": "No points",
    "race:play_off": "Equal at the top: {seats:seats} play on alone.",
    "result:race": "{seats:seats} won the match, with {score} of {target} after {games:line}.",
    "result:race_alone": "{seats:seats} reached {target} after {games:line}, with {score}.",
    "result:race_left": "{seats:seats} stayed to the end and won the match, with {score} of {target}.",
    "result:race_over": "The match ends early: nobody has reached {target}.",
    "why:race": "{score} of {target}",
    "race:one": "one game",
    "race:games": "{n} games",
}
"""Added to each game's words."""

UNSTAKED: Mapping[str, str] = {
    "stake": "The next game: do you roll {dice}? Nothing is lost in points.",
    "stake:stake": "Roll",
    "stake:lowest": "Roll, lowest target",
    "stake:stake_anew": "Roll, and draft anew if all agree",
    "stakes": "{seat:seat} plays.",
}
"""Where nothing is put up, the games say it like this."""


class Goal(NamedTuple):
    """When a match for points is won: with so many points, or so many games won if `games` are played at most.

    `sides`: the side for which each seat plays, where that is not itself alone; then wins are the side's (TM-R13).
    """

    target: int
    games: int | None = None
    sides: Mapping[int, int] = {}


Score = Callable[[Result], Mapping[int, int]]
"""What each seat scores in one game."""


def by_pays(result: Result) -> Mapping[int, int]:
    """As usual: by the gembones that change hands (PTS-03)."""
    return scored(result.pays)


def by_rows(result: Result) -> Mapping[int, int]:
    """Where points are reckoned otherwise: the game itself says them in its rows."""
    return {row.seat: row.points for row in result.rows if row.points}


def by_points(
    play: PlayFunction,
    goal: Callable[[Table, Any], Goal],
    fewest: Callable[[Any], int],
    score: Score = by_pays,
) -> PlayFunction:
    """A game that is played for gembones, or for points, by its option `played_for` (PTS-01).

    `goal` is asked once, when a match for points starts (PTS-R6); `fewest` are the seats that the game needs.
    """

    async def either(table: Table, options: GemboneOptions) -> Result:
        if not options.for_points:
            return await play(table, options)
        return await Race(table, goal(table, options), score).run(play, options, fewest(options))

    return either


class Race:
    """The score of one match, game after game."""

    def __init__(self, table: Table, goal: Goal, score: Score) -> None:
        self.table, self.goal, self.score = table, goal, score
        self.points: Counter[int] = Counter()
        self.wins: Counter[int] = Counter()
        self.games = 0
        self.ranked = True

    @property
    def standing(self) -> Counter[int]:
        """What decides: games won, or points."""
        return self.wins if self.goal.games is not None else self.points

    def side(self, seat: int) -> int:
        """For whom a seat plays: itself, or its team."""
        return self.goal.sides.get(seat, seat)

    async def run(self, play: PlayFunction, options: GemboneOptions, fewest: int) -> Result:
        """Repeat the game until one side leads at the target, or nobody is left to play with."""
        table, goal = self.table, self.goal
        table.tell("race" if goal.games is None else "race:wins", target=goal.target, games=goal.games)
        words = {**table.words, **UNSTAKED}
        playing, carry, idle = [*table.ring], {}, 0  # type: list[int], Mapping[str, Any], int
        while True:
            self._head(self.games + 1)
            there = [seat for seat in playing if seat not in table.gone]
            if self.games and len({self.side(seat) for seat in there}) == 1 < len(playing):
                return self._finish(there, "left")
            if len(there) < fewest or idle == IDLE_GAMES:
                return self._finish([], "over")
            result = await play(table.sub(there, carry=carry, words=words), options)
            carry = result.carry
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
        """A game is settled: only now are scores looked at (PTS-R1)."""
        self.games += 1
        self.ranked = self.ranked and result.ranked
        winners = {self.side(row.seat) for row in result.rows if row.place == 1}
        self.wins.update(seat for seat in self.table.ring if self.side(seat) in winners)
        points = self.score(result)
        self.points.update(points)
        gained = {seat: f"+{n}" for seat, n in points.items()}
        said = self._named(gained) if gained else Line(self.table.words["race:nothing"])
        self.table.tell("race:game", n=self.games, how=result.headline, gained=said)

    def _leaders(self, playing: list[int]) -> list[int]:
        """Who stands highest, once somebody has the target or the last game is over; until then nobody."""
        best = max(self.standing[seat] for seat in playing)
        over = self.goal.games is not None and self.games >= self.goal.games
        if best < self.goal.target and not over:
            return []
        return [seat for seat in playing if self.standing[seat] == best]

    def _head(self, number: int) -> None:
        """What stands beside the title: which game it is, and the score."""
        scores = self._named({seat: self.standing[seat] for seat in self.table.ring})
        values = {"n": number, "target": self.goal.target, "scores": scores}
        self.table.head(Line(self.table.words["race:head"], values))

    @staticmethod
    def _named(numbers: Mapping[int, object]) -> Line:
        """Seats and something about each: `Ann 6, Bob 2`."""
        places = {f"s{place}": seat for place, seat in enumerate(numbers)}
        said = ", ".join(f"{{{name}:seat}} {numbers[seat]}" for name, seat in places.items())
        return Line(said, places)

    def _finish(self, winners: list[int], how: str) -> Result:
        """The result of the match: all that was scored counts, whoever won (PTS-R4)."""
        table, standing = self.table, self.standing
        table.to_front()
        self._head(self.games)
        games = Line(table.words["race:one" if self.games == 1 else "race:games"], {"n": self.games})
        values = {"target": self.goal.target, "games": games, "seats": tuple(winners)}
        kind = {"won": "race", "alone": "race_alone", "left": "race_left", "over": "race_over"}[how]
        score = standing[winners[0]] if winners else 0
        order = sorted(table.ring, key=lambda seat: (seat not in winners, -standing[seat]))
        rows = []
        for seat in order:
            place = 1 if seat in winners else None
            why = Line(table.words["why:race"], {"score": standing[seat], "target": self.goal.target})
            rows.append(ResultRow(seat, place, {}, why, points=self.points[seat]))
        headline = Line(table.words[f"result:{kind}"], {**values, "score": score})
        # what lies on the table from games for gembones stays there
        return Result(headline, tuple(rows), carry=dict(table.carry), ranked=self.ranked)
