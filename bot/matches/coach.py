"""The coach: what the best answer at a member's own decisions would have been, and what theirs gave away.

It asks the game's best computer player, which goes by what the member could see and nothing else, and only about
matches that are over. Where that player doesn't weigh its answers, the coach says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import inf
from statistics import fmean
from typing import Any, NamedTuple

from db.journal import MatchSummary
from games.computer.weighed import Unit, Weighed, weigh
from games.engine.chance import Chance, Seed
from games.engine.errors import GameError, ReplayDiverged
from games.engine.game import Game
from games.engine.match import Header, Match, Row
from games.engine.prompts import Answer
from games.registry import rules_of

LUCK = "coach"
"""The seed of the samples, fixed so that the same decision is always judged alike."""
TIMES = 3
"""The times that a decision is weighed; the mean of them is what an answer is worth."""
NOISE = 0.03
"""The part of what is at stake below which two answers count as equally good, since the worths are sampled."""
MISTAKE = 0.1
"""The part from which an answer is a mistake."""
BETS: Unit = "pieces"
"""The unit of bets, which are weighed against rivals as they usually play."""
LATER = 0.6
"""The part that later errors of a match really cost in bets, as far as it's known: see docs/computer-players.md."""
CHUNK = 8
"""The decisions of one job: searches of computer players wait for it."""
NIGHT_GAP = 3 * 3600.0
"""The seconds without a match after which the next one belongs to another night."""


class Judged(NamedTuple):
    """A decision of a member, as the coach sees it.

    `best`: the best answer. `cost`: what the member's own gave away, in `unit`, 0 if it was as good as any. `stake`:
    how much was at stake. `ways`: all answers that were weighed, always in the same order, with what each gives away.
    """

    step: int
    best: Answer
    cost: float
    stake: float
    unit: Unit
    ways: tuple[tuple[Answer, float], ...] = ()

    @property
    def mistake(self) -> bool:
        """True if the answer gave away much of what was at stake."""
        return self.cost >= MISTAKE * self.stake


def judge(game: Game, match: Match, row: Row, step: int) -> Judged | None:
    """Judge the answer that a seat gave at this moment of a match; None where the coach cannot say."""
    scene = match.scene(row.seat)
    ask = next((each for each in scene.asks if each.id == row.ask), None)
    if ask is None or ask.prompt is None:
        return None
    best = game.policy(game.strengths()[-1])
    weighed = list[Weighed]()
    for time in range(TIMES):
        found = weigh(best, scene, ask, Chance(Seed(f"{LUCK} {step}", time)))
        if found is None or len(found.ways) < 2:
            return None
        weighed.append(found)
    worths = {_key(answer): answer for found in weighed for answer, _ in found.ways}
    samples = [{_key(answer): worth for answer, worth in found.ways} for found in weighed]
    means = {key: _mean(samples, key) for key in worths}
    key = _given(row.answer, worths)
    if key is None:
        return None
    top = max(means, key=means.__getitem__)
    stake, unit = weighed[0].stake, weighed[0].unit
    fair = min(means[top], _fair(samples))
    # as cheap as noise is as good as anything
    costs = {each: cost if (cost := fair - means[each]) >= NOISE * stake else 0.0 for each in means}
    ways = tuple((worths[each], costs[each]) for each in sorted(costs, key=str))
    return Judged(step, worths[top if costs[key] else key], costs[key], stake, unit, ways)


def surely(costs: Sequence[float]) -> float:
    """Return what the errors of a match gave away at least, from what each of them did by itself.

    After an error the table is one that sound players seldom see, and further ones cost less than they seem to.
    """
    return costs[0] + LATER * sum(costs[1:])


def _mean(samples: Sequence[Mapping[Any, float]], key: Any) -> float:
    """Return what an answer is worth on average in the samples that have it."""
    return fmean([sample[key] for sample in samples if key in sample] or [-inf])


def _fair(samples: Sequence[Mapping[Any, float]]) -> float:
    """Return what the best answer is worth: each sample tells the worth of the one that is best in the others.

    The best by the samples themselves looks better than it is.
    """
    found = []
    for at, sample in enumerate(samples):
        others = [*samples[:at], *samples[at + 1 :]]
        found.append(sample[max(sample, key=partial(_mean, others))])
    return fmean(found)


def _key(answer: Answer) -> Any:
    """Return a key by which equal answers are found, whatever lists they came in."""
    return tuple(map(_key, answer)) if isinstance(answer, list | tuple) else answer


def _given(answer: Answer, known: dict[Any, Answer]) -> Any:
    """Return the key of a member's answer, or of the amount nearest to it; None if none like it was weighed."""
    key = _key(answer)
    if key in known:
        return key
    amounts = [each for each in known if type(each) is int]
    if type(answer) is int and amounts:
        return min(amounts, key=lambda each: abs(each - answer))
    return None


def judge_steps(
    game: str, version: int, header: Header, rows: Sequence[Row], steps: Sequence[int]
) -> list[Judged]:
    """Judge the decisions at some steps of a match, as a job for another process.

    Those that it cannot judge are left out; all of them if the rules have changed since.
    """
    known = rules_of(game, version)
    try:
        return list(_judged(known, header, rows, steps))
    except (ReplayDiverged, GameError):
        return []


def _judged(game: Game, header: Header, rows: Sequence[Row], steps: Sequence[int]) -> Iterator[Judged]:
    match, at = Match.replay(game, header, rows[: steps[0]], digests=False), steps[0]
    for step in steps:
        for row in rows[at:step]:
            match.answer(row.ask, row.seat, row.answer, row.by)
        at = step
        judged = judge(game, match, rows[step], step)
        if judged is not None:
            yield judged


def night_of(matches: Sequence[MatchSummary], number: int) -> list[int]:
    """Return the matches of the night to which one belongs, of a member's matches from the latest on."""
    night = list[int]()
    later: MatchSummary | None = None
    for match in matches:
        if later is not None and later.opened - (match.closed or match.opened) > NIGHT_GAP:
            if number in night:
                return night
            night = []
        night.append(match.id)
        later = match
    return night if number in night else [number]
