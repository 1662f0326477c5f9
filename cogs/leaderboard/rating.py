"""Ratings: how well a member plays one game, from what rated matches paid.

The model is Weng and Lin's Plackett-Luce by `openskill`. Around it stand three rules, so that a rating says something
and is not worth cheating for:

- A rating is shown only once it is known: after enough matches of the game, against three opponents or more.
- An opponent moves a rating only while they have met three opponents of their own, and by `PAIR` points a season at
  most. A second account that loses on purpose moves nothing by itself, and little with helpers; and what it moved is
  played back against everyone else, since a member who stands too high loses more than they win. An opponent is a
  person: one who deletes their data and comes back is the same one.
- A member who stays away becomes unknown again, and not worse.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from openskill.models import PlackettLuce

from bot.clock import DAY

MU, SIGMA = 25.0, 25.0 / 3
"""Everyone's first rating: the middle of the scale, and the full uncertainty."""
OPPONENTS = 3
"""Different opponents after whom a rating is known, and moves those of others."""
PAIR = 2.5
"""The most that one opponent may move a rating in a season, up or down."""
FADES = 0.35
"""The growth of the uncertainty for each day away."""
LEAST = 5
"""The least number of matches before a rating is shown."""
AWAY = 60 * DAY
"""Seconds without a rated match after which a rating is no longer shown."""


@cache
def _model(needed: int) -> PlackettLuce:
    """Return the model of a game in which skill shows after `needed` matches: the more luck, the smaller the steps."""
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=SIGMA / 2 * math.sqrt(needed))


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of one member in one game and season. `moved` is by opponent."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    at: float = 0.0
    moved: Mapping[str, float] = field(default_factory=dict)

    def faded(self, now: float) -> Rating:
        """Return the rating with the uncertainty that some days away have added."""
        days = max(0.0, now - self.at) / DAY if self.matches else 0.0
        return replace(self, sigma=min(SIGMA, math.sqrt(self.sigma**2 + FADES**2 * days)))

    def is_known(self, needed: int, now: float) -> bool:
        """Return whether the rating may be shown, given the number of matches after which skill shows in the game."""
        enough = self.matches >= max(LEAST, needed) and len(self.moved) >= OPPONENTS
        return enough and now - self.at < AWAY

    @property
    def points(self) -> int:
        """The rating as people read it: 1000 for everyone at first."""
        return round(1000 + (self.mu - MU) * 40)


def rate(
    before: Mapping[str, Rating], score: Mapping[str, float], now: float, needed: int
) -> dict[str, Rating]:
    """Return the ratings after a match, from those before and what each member scored; more is better.

    Members are known by the hash of the person, which deleting an account does not change. Every member meets all the
    others, even those who move no rating.
    """
    faded = {member: rating.faded(now) for member, rating in before.items()}
    met = {
        member: {
            **rating.moved,
            **{other: rating.moved.get(other, 0.0) for other in faded if other != member},
        }
        for member, rating in faded.items()
    }
    return {member: _rated(member, faded, met, score, now, _model(needed)) for member in faded}


def _rated(
    member: str,
    ratings: Mapping[str, Rating],
    met: Mapping[str, Mapping[str, float]],
    score: Mapping[str, float],
    now: float,
    model: PlackettLuce,
) -> Rating:
    own = ratings[member]
    movers = [
        other
        for other in ratings
        if other != member and len(met[other]) >= OPPONENTS and abs(met[member][other]) < PAIR
    ]
    played = replace(own, matches=own.matches + 1, at=now, moved=met[member])
    if not movers:
        return played
    players = [member, *movers]
    teams = [[model.rating(mu=ratings[each].mu, sigma=ratings[each].sigma)] for each in players]
    [[rated], *_] = model.rate(teams, ranks=[-score[each] for each in players])
    share = (rated.mu - own.mu) / len(movers)
    moved = dict(met[member])
    mu = own.mu
    for other in movers:
        after = min(PAIR, max(-PAIR, moved[other] + share))
        mu += after - moved[other]
        moved[other] = after
    return replace(played, mu=mu, sigma=rated.sigma, moved=moved)
