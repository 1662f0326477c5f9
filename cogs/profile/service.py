"""Profiles: what a member has played on a server, what it paid, and with whom.

Everything is computed from the outcomes of matches; nothing is written. A member who hides their profile
isn't named in anyone else's either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.clock import DAY
from bot.economy.accounts import by_base
from bot.economy.wallet import AT_TABLES
from bot.members.profile_keys import HIDDEN
from cogs.interactions.member_pages import Section, Source, Subject, sections
from db import Outcome, SaveAbout, Store, ledger, outcomes
from games.engine import money as gems

MOST_BEST = 4
"""Games in which a profile shows how often its member wins."""
FAVOURITES = 3
"""Games that a profile names, those played most."""
TOGETHER = 3
"""Matches that two members must have played together before one is named as the other's rival."""


class Rival(NamedTuple):
    """A member played with: their name, the copper won from them (less than 0: lost), and the matches together."""

    name: str
    net: int
    matches: int


class GameRecord(NamedTuple):
    """A member's matches of one game, and how many of them they won."""

    game: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A member's time on a server. Money is in copper worth."""

    name: str
    matches: int
    won: int
    ranked: int
    net: int
    """Won or lost at tables, as the purse has seen it: against computer players and the house too."""
    points: int
    crowns: int
    best_day: tuple[float, int] | None
    """A moment of the day with the highest winnings, and the amount."""
    favourites: tuple[tuple[str, int], ...]
    """The most played games, with the number of matches."""
    streak: int
    """Ranked matches won in a row until now; less than 0: lost."""
    best_streak: int
    """The most ranked matches won in a row."""
    best_at: tuple[GameRecord, ...]
    """The games won most often for the times played, best first."""
    since: float
    """When the first match ended."""
    nemesis: Rival | None
    """The member who has won most from them."""
    friend: Rival | None
    """The member from whom they have won most."""
    hidden: bool
    sections: tuple[Section, ...] = ()
    """Sections of other features about the member."""


class Profiles:
    """Computes profiles from the store; `sources` add the sections of other features."""

    def __init__(self, store: Store, sources: Sequence[Source] = ()) -> None:
        self._store, self._sources = store, sources

    async def of(self, place_key: int, user_id: int) -> Profile | None:
        """Return a member's profile, hidden or not; None if they have no finished match here."""
        member = await self._store.find_member(place_key, user_id)
        if member is None:
            return None
        every = await self._store.report(outcomes.outcomes, outcomes.of_matches_with(member))
        own = [outcome for outcome in every if outcome.member == member]
        if not own:
            return None
        gained = await self._store.report(ledger.gained, member, AT_TABLES)
        between = won_from(every, member)
        rivals = await self._rivals(between)
        name = (await self._store.names([member]))[member]
        return Profile(
            name=name,
            matches=len(own),
            won=sum(outcome.won for outcome in own if outcome.ranked),
            ranked=sum(outcome.ranked for outcome in own),
            net=gems.worth_in_copper(by_base(gained)),
            points=sum(outcome.points or 0 for outcome in own if outcome.ranked),
            crowns=sum(outcome.crowns or 0 for outcome in own if outcome.ranked),
            best_day=best_day(own),
            favourites=tuple(Counter(outcome.game for outcome in own).most_common(FAVOURITES)),
            streak=streak(own),
            best_streak=best_streak(own),
            best_at=best_at(own),
            since=own[0].at,
            nemesis=min((rival for rival in rivals if rival.net < 0), key=lambda r: r.net, default=None),
            friend=max((rival for rival in rivals if rival.net > 0), key=lambda r: r.net, default=None),
            hidden=await self.is_hidden(member),
            sections=tuple(await sections(self._sources, Subject(member, user_id))),
        )

    async def _rivals(self, between: Mapping[int, tuple[float, int]]) -> list[Rival]:
        """Return the extreme rivals among members played with often enough who don't hide their profile."""
        often = {other: paid for other, paid in between.items() if paid[1] >= TOGETHER}
        in_order = sorted(often, key=lambda other: often[other][0])
        rivals = []
        for candidates in (in_order, in_order[::-1]):
            for other in candidates:
                if not await self.is_hidden(other):
                    names = await self._store.names([other])
                    if other in names:
                        net, matches = often[other]
                        rivals.append(Rival(names[other], round(net), matches))
                        break
        return rivals

    async def is_hidden(self, member: int) -> bool:
        """Return whether a member hides their profile."""
        return bool((await self._store.about(member)).get(HIDDEN))

    async def hide(self, member: int, hidden: bool) -> None:
        """Save whether a member hides their profile."""
        await self._store.commit(SaveAbout(member, HIDDEN, True if hidden else None))


def won_from(every: Iterable[Outcome], member: int) -> dict[int, tuple[float, int]]:
    """Return for each member the copper won from them, and the number of matches together.

    A loss is split among the winners of the match in proportion to their winnings.
    """
    matches: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for outcome in every:
        if outcome.ranked and outcome.net_players is not None:
            matches[outcome.match][outcome.member] = outcome.net_players
    net: defaultdict[int, float] = defaultdict(float)
    count = Counter[int]()
    for paid in matches.values():
        if member not in paid:
            continue
        own = paid.pop(member)
        gains = sum(max(0, amount) for amount in paid.values()) + max(0, own)
        losses = sum(max(0, -amount) for amount in paid.values()) + max(0, -own)
        for other, amount in paid.items():
            count[other] += 1
            if own > 0 > amount and losses:
                net[other] += own * -amount / losses
            elif own < 0 < amount and gains:
                net[other] -= -own * amount / gains
    return {other: (net[other], times) for other, times in count.items()}


def best_day(own: Sequence[Outcome]) -> tuple[float, int] | None:
    """Return a moment of the best-paid day (UTC) and its amount; None if no day paid anything."""
    days: defaultdict[int, int] = defaultdict(int)
    for outcome in own:
        if outcome.ranked:
            days[int(outcome.at // DAY)] += outcome.net
    best = max(days, key=lambda day: days[day], default=None)
    return None if best is None or days[best] <= 0 else (best * DAY + DAY / 2, days[best])


def streak(own: Sequence[Outcome]) -> int:
    """Return the current streak of ranked matches won; negative for matches lost."""
    run = 0
    for outcome in reversed(own):
        if not outcome.ranked:
            continue
        step = 1 if outcome.won else -1
        if run * step < 0:
            break
        run += step
    return run


def best_streak(own: Sequence[Outcome]) -> int:
    """Return the most ranked matches won in a row."""
    best = run = 0
    for outcome in own:
        if outcome.ranked:
            run = run + 1 if outcome.won else 0
            best = max(best, run)
    return best


def best_at(own: Sequence[Outcome]) -> tuple[GameRecord, ...]:
    """Return the games with the best shares of matches won; a first place counts as won where nothing was at stake."""
    played, won = Counter[str](), Counter[str]()
    for outcome in own:
        played[outcome.game] += 1
        won[outcome.game] += bool(outcome.won or outcome.place == 1)
    # one lucky match does not beat a long record: each game begins with two matches lost
    ranked = sorted(played, key=lambda game: (-won[game] / (played[game] + 2), game))
    return tuple(GameRecord(game, won[game], played[game]) for game in ranked[:MOST_BEST])
