"""The sums over a member's matches. They are kept, so that a profile needs only the matches since then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field

from bot.clock import DAY
from db.outcomes import Outcome

FORM = 1
"""The number of the present form of the totals: kept ones of another are added up again."""


class ProfileTotals(Struct):
    """The sums over a member's matches, oldest first, up to a certain one."""

    form: int = FORM
    last_outcome: int = 0
    """The number of the last outcome that is in these sums."""
    last_transfer: int = 0
    """The number of the last transfer that is in `gained`."""
    gained: dict[str, int] = field(default_factory=dict)
    """What tables have paid, by unit."""
    matches: int = 0
    ranked: int = 0
    won: int = 0
    points: int = 0
    crowns: int = 0
    since: float = 0.0
    """When the first match ended."""
    games: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The matches won and played of each game; a first place counts as won where nothing was at stake."""
    streak: int = 0
    """Ranked matches won in a row until now; less than 0: lost."""
    best_streak: int = 0
    day: int = 0
    """The day of the last ranked match, counted from the epoch (UTC)."""
    day_net: int = 0
    """What that day has paid so far."""
    best_before: tuple[int, int] | None = None
    """The best-paid day before that one, and its amount."""
    between: dict[int, tuple[float, int]] = field(default_factory=dict)
    """The copper won from each member, and the number of matches together."""

    def add(self, outcomes: Sequence[Outcome], member: int) -> None:
        """Add the next matches of a member, each with the outcomes of all who played it, oldest first."""
        for _, of_match in groupby(outcomes, lambda outcome: outcome.match):
            everyone = [*of_match]
            for own in everyone:
                if own.member == member:
                    self._add_own(own)
            for other, net in won_from(everyone, member).items():
                before, times = self.between.get(other, (0.0, 0))
                self.between[other] = before + net, times + 1

    def _add_own(self, own: Outcome) -> None:
        self.since = self.since if self.matches else own.at
        self.matches += 1
        won, played = self.games.get(own.game, (0, 0))
        self.games[own.game] = won + bool(own.won or own.place == 1), played + 1
        if not own.ranked:
            return
        self.ranked += 1
        self.won += own.won
        self.points += own.points or 0
        self.crowns += own.crowns or 0
        step = 1 if own.won else -1
        self.streak = self.streak + step if self.streak * step > 0 else step
        self.best_streak = max(self.best_streak, self.streak)
        day = int(own.at // DAY)
        if day != self.day:
            self.best_before = self._best_of_days()
            self.day, self.day_net = day, 0
        self.day_net += own.net

    def _best_of_days(self) -> tuple[int, int] | None:
        before = self.best_before
        return before if before is not None and before[1] >= self.day_net else (self.day, self.day_net)

    @property
    def won_of(self) -> tuple[int, int]:
        """The matches won, and those they are counted among: the ranked ones, or all as long as none was ranked."""
        if self.ranked:
            return self.won, self.ranked
        # "0 won of 0" would hide what was played for points
        return sum(won for won, _ in self.games.values()), self.matches

    @property
    def best_day(self) -> tuple[float, int] | None:
        """A moment of the best-paid day (UTC) and its amount; None if no day paid anything."""
        day, net = self._best_of_days() or (0, 0)
        return (day * DAY + DAY / 2, net) if net > 0 else None


def won_from(of_match: Sequence[Outcome], member: int) -> Mapping[int, float]:
    """Return the copper that a member won in a match from each other one whose result counts.

    A loss is split among the winners of the match in proportion to their winnings.
    """
    paid = {
        each.member: each.net_players for each in of_match if each.ranked and each.net_players is not None
    }
    if member not in paid:
        return {}
    own = paid.pop(member)
    gains = sum(max(0, amount) for amount in paid.values()) + max(0, own)
    losses = sum(max(0, -amount) for amount in paid.values()) + max(0, -own)
    won: dict[int, float] = {}
    for other, amount in paid.items():
        won[other] = 0.0
        if own > 0 > amount and losses:
            won[other] = own * -amount / losses
        elif own < 0 < amount and gains:
            won[other] = own * amount / gains
    return won
