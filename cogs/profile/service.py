"""Profiles: what a member has played on a server, what it paid, and with whom.

Everything is computed from the outcomes of matches. The sums over many of them are kept, and only later matches are
added. A member who hides their profile isn't named in anyone else's either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.economy.accounts import by_base
from bot.economy.wallet import AT_TABLES
from bot.members.profile_keys import HIDDEN
from cogs.interactions.member_pages import Section, Source, Subject, sections
from cogs.profile import rows
from cogs.profile.rows import KeepTotals
from cogs.profile.totals import ProfileTotals
from db.backend.names import Name
from db.members import SaveAbout
from db.store import Store
from games.engine import money as gems

MOST_BEST = 4
"""Games in which a profile shows how often its member wins."""
FAVOURITES = 3
"""Games that a profile names, those played most."""
TOGETHER = 3
"""Matches that two members must have played together before one is named as the other's rival."""


WORTH_KEEPING = 50
"""Matches since the totals were kept after which they are kept again."""


class Rival(NamedTuple):
    """A member played with: their name, the copper won from them (less than 0: lost), and the matches together."""

    name: Name
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

    member: int
    name: Name
    matches: int
    won: int
    counted: int
    """The matches that `won` is counted among: the ranked ones, or all as long as none was ranked."""
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
        totals, new = await self._store.report(rows.totals, member, AT_TABLES)
        if not totals.matches:
            return None
        if new >= WORTH_KEEPING:
            await self._store.commit(KeepTotals(member, totals))
        rivals = await self._rivals(totals.between)
        name = (await self._store.names([member]))[member]
        played = Counter({game: played for game, (_, played) in totals.games.items()})
        won, counted = totals.won_of
        return Profile(
            member=member,
            name=name,
            matches=totals.matches,
            won=won,
            counted=counted,
            net=gems.worth_in_copper(by_base(totals.gained)),
            points=totals.points,
            crowns=totals.crowns,
            best_day=totals.best_day,
            favourites=tuple(played.most_common(FAVOURITES)),
            streak=totals.streak,
            best_streak=totals.best_streak,
            best_at=best_at(totals),
            since=totals.since,
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


def best_at(totals: ProfileTotals) -> tuple[GameRecord, ...]:
    """Return the games with the best shares of matches won, if any was won."""
    won_once = (each for each in totals.games.items() if each[1][0])
    # one lucky match does not beat a long record: each game begins with two matches lost
    games = sorted(won_once, key=lambda each: (-each[1][0] / (each[1][1] + 2), each[0]))
    return tuple(GameRecord(game, won, played) for game, (won, played) in games[:MOST_BEST])
