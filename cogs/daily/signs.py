"""The signs of a try, which tell how good each decision was, worked out once it is over.

What a decision brought is told on the same cards: after each answer that was possible a regular computer player goes on
in the member's place, and the score that it reaches is what the answer was worth. For the answer that was given the
member's own score counts too, and whatever a better answer later would have brought. So a decision is only missed if
another answer brings more than anything that is known to follow the one that was given.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from bot.user_errors import UserError
from cogs.daily.day_table import ME, DailyTable, score_of
from db.backend.json_text import encode
from games.engine.chance import Chance, Seed
from games.engine.prompts import Answer

BEST, CLOSE, MISSED = "b", "c", "m"
"""The letters of a row of signs."""
NEAR = 4
"""A decision is close if it lost at most this part (a quarter) of what hung on it."""
MOST_ANSWERS = 4
"""The most answers of one decision that are tried, beside the one that was given."""
MOST_SIGNS = 12
"""The most signs of a try: half of them for the decisions that lost most, the others for those on which most hung."""
LONGEST = 400
"""A try that a computer player has not ended after this many answers is given up."""


class Worth(NamedTuple):
    """The worth of the answers to one decision: of the one that was given, and of others."""

    given: int
    others: tuple[int, ...]


class Measured(NamedTuple):
    """The signs of a try, and the best score that was found on its cards."""

    signs: str
    best: int


class _Decision(NamedTuple):
    """A decision on which so much hung, what it lost of that, and its sign."""

    stake: int
    at: int
    lost: int
    sign: str


class Work(Protocol):
    """Runs the work of one decision, in another process if there is one."""

    async def __call__(self, day: int, seed: str, answers: Sequence[Answer], at: int) -> Worth:
        """Return what `worth_of` returns."""


def worth_of(day: int, seed: str, answers: Sequence[Answer], at: int) -> Worth:
    """Return the worth of decision `at` of a try, counted from 0. Raises `UserError` under changed rules."""
    table = DailyTable.of(day, seed)
    before = list(answers[:at])
    match = table.play(before)
    ask = match.asks_of(ME)[0]
    luck = Chance(Seed(seed, match=at, words=("measured",)))
    legal = [ask.prompt.default, *ask.prompt.legal(luck)]
    luck.shuffle(legal)
    # the way that the regular player would have gone on is always tried: whatever a try lost of it has its sign
    sound = table.regular_answer(match, ask, "measured")
    found = {encode(answer): answer for answer in (sound, *legal)}
    found.pop(encode(answers[at]), None)
    tried = list(found.values())[:MOST_ANSWERS]
    return Worth(
        _known_score(day, seed, encode([*before, answers[at]])),
        tuple(_known_score(day, seed, encode([*before, other])) for other in tried),
    )


@lru_cache(maxsize=4096)
def _known_score(day: int, seed: str, answers: str) -> int:
    """Return the score if a regular computer player goes on after some answers; many tries begin alike."""
    table = DailyTable.of(day, seed)
    match = table.play(json.loads(answers))
    for _ in range(LONGEST):
        if match.over:
            break
        [ask, *_] = match.asks_of(ME)
        table.go_on(match, [table.regular_answer(match, ask, "measured")])
    if not match.over:
        raise UserError("daily_changed")
    return score_of(match)


async def measure(table: DailyTable, answers: Sequence[Answer], score: int, work: Work) -> Measured:
    """Return the signs of a finished try with this score. Raises `UserError` under changed rules."""
    decisions, best = list[_Decision](), score
    for at in reversed(range(len(answers))):
        worth = await work(table.day, table.seed, answers, at)
        given = max(worth.given, best)
        values = (given, *worth.others)
        best, least = max(values), min(values)
        if best > least:
            lost = best - given
            sign = BEST if not lost else CLOSE if lost * NEAR <= best - least else MISSED
            decisions.append(_Decision(best - least, at, lost, sign))
    # early decisions have most at stake, and would hide what was lost later
    dearest = sorted(decisions, key=lambda each: (each.lost, each), reverse=True)
    chosen = [each for each in dearest if each.lost][: MOST_SIGNS // 2]
    chosen += sorted((each for each in decisions if each not in chosen), reverse=True)[
        : MOST_SIGNS - len(chosen)
    ]
    return Measured("".join(each.sign for each in sorted(chosen, key=lambda each: each.at)), best)
