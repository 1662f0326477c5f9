"""Limits that members set for themselves: a cap on what they can lose in a day, a pause (GEN-R7).

A tighter limit binds at once, a looser one a day later. The ledger itself keeps them: a unit that moves
anything from a purse to a stake or an escrow of the same member is refused if that breaks one, whatever game or
command it comes from. Days are counted in UTC, amounts in pieces of copper worth.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace

from db.errors import OverLimit
from db.member_rows import DAY, mark
from db.writes import Transfer

NO_PLAY = ("welcome", "claim", "grant", "gift", "tip", "donation", "offering", "reset")
"""Kinds of transfer that neither win nor lose anything by play; all others count."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one member has set. `cap` is None for no cap; at `later_at` `later_cap` takes its place."""

    cap: int | None = None
    paused_until: float | None = None
    later_at: float | None = None
    later_cap: int | None = None

    def at(self, now: float) -> Limits:
        """What binds at `now`: what has come due has taken its place, what is over is gone."""
        limits = self
        if limits.later_at is not None and limits.later_at <= now:
            limits = replace(limits, cap=limits.later_cap, later_at=None, later_cap=None)
        if limits.paused_until is not None and limits.paused_until <= now:
            limits = replace(limits, paused_until=None)
        return limits

    def capped(self, cap: int | None, now: float) -> Limits:
        """With another cap: a tighter one at once, a looser one a day later."""
        limits = self.at(now)
        if limits.cap is None or (cap is not None and cap <= limits.cap):
            return replace(limits, cap=cap, later_at=None, later_cap=None)
        return replace(limits, later_at=now + DAY, later_cap=cap)

    def paused(self, until: float, now: float) -> Limits:
        """With a pause until then; a longer one stays as it is."""
        limits = self.at(now)
        return replace(limits, paused_until=max(until, limits.paused_until or until))

    def resumed(self, now: float) -> Limits:
        """With the pause over in a day at the latest."""
        limits = self.at(now)
        if limits.paused_until is None:
            return limits
        return replace(limits, paused_until=min(limits.paused_until, now + DAY))

    @property
    def binds(self) -> bool:
        """Whether there is anything to keep."""
        return self != Limits()


@dataclass(frozen=True, slots=True)
class LimitStatus:
    """Where a member stands today. `lost` is less than 0 for who has won; `at_risk` lies in stakes and escrows."""

    limits: Limits
    lost: int
    at_risk: int

    @property
    def room(self) -> int | None:
        """How much more may be put at risk; less than 0 if too much lies at risk already. None: no cap."""
        return None if self.limits.cap is None else self.limits.cap - self.lost - self.at_risk


def limits_of(db: sqlite3.Connection, member: int) -> Limits:
    """What a member has set; nothing, for who is unknown."""
    who = _who(db, member)
    row = (
        who
        and db.execute(
            "SELECT cap, paused_until, later_at, later_cap FROM limits WHERE who = ?", (who,)
        ).fetchone()
    )
    return Limits(*row) if row else Limits()


def standing(db: sqlite3.Connection, member: int, now: float) -> LimitStatus:
    """Where a member stands today."""
    return LimitStatus(limits_of(db, member).at(now), _lost_today(db, member, now), _at_risk(db, member))


def save(db: sqlite3.Connection, member: int, limits: Limits) -> None:
    """Keep what a member has set."""
    who = _who(db, member)
    if who is not None:
        _save(db, who, limits)


def keep_limits_after_deletion(db: sqlite3.Connection, guild_id: int, user_id: int, now: float) -> None:
    """Of somebody who has their data deleted: a pause runs out, a cap ends in a day, as if they had asked for it."""
    who = mark(db, guild_id, user_id)
    row = db.execute(
        "SELECT cap, paused_until, later_at, later_cap FROM limits WHERE who = ?", (who,)
    ).fetchone()
    if row is not None:
        _save(db, who, Limits(*row).capped(None, now))


def purge_expired(db: sqlite3.Connection, now: float) -> None:
    """Throw away what binds nobody any more."""
    rows = db.execute("SELECT who, cap, paused_until, later_at, later_cap FROM limits").fetchall()
    for who, *row in rows:
        _save(db, who, Limits(*row).at(now))


def check(db: sqlite3.Connection, transfers: Iterable[Transfer], now: float) -> None:
    """Raise `OverLimit` if what has just been moved to stakes is more than its owner allows themselves."""
    pairs = {(move.taker, move.giver) for transfer in transfers for move in transfer.moves}
    staking = {
        giver
        for taker, giver in pairs
        if db.execute("SELECT 1 FROM accounts WHERE id = ? AND owner = ?", (taker, giver)).fetchone()
    }
    for member in sorted(staking):
        limits = limits_of(db, member).at(now)
        if limits.paused_until is not None:
            raise OverLimit(member, paused_until=limits.paused_until)
        if limits.cap is not None:
            now_at = standing(db, member, now)
            if now_at.room is not None and now_at.room < 0:
                raise OverLimit(member, cap=limits.cap)


def _who(db: sqlite3.Connection, member: int) -> bytes | None:
    row = db.execute("SELECT guild_id, user_id FROM members WHERE account = ?", (member,)).fetchone()
    return None if row is None else mark(db, *row)


def _save(db: sqlite3.Connection, who: bytes, limits: Limits) -> None:
    if not limits.binds:
        db.execute("DELETE FROM limits WHERE who = ?", (who,))
        return
    db.execute(
        "INSERT INTO limits (who, cap, paused_until, later_at, later_cap) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (who) DO UPDATE SET cap = excluded.cap, paused_until = excluded.paused_until,"
        " later_at = excluded.later_at, later_cap = excluded.later_cap",
        (who, limits.cap, limits.paused_until, limits.later_at, limits.later_cap),
    )


def _lost_today(db: sqlite3.Connection, member: int, now: float) -> int:
    """What has left purse, stakes and escrows by play since midnight, less what has come."""
    midnight = now // DAY * DAY
    # from the member's own legs of today, so that a busy server costs nothing
    (gained,) = db.execute(
        "WITH own (id) AS (SELECT ?1 UNION ALL SELECT id FROM accounts"
        " WHERE owner = ?1 AND (closed IS NULL OR closed >= ?2)),"
        " today (first) AS (SELECT id FROM transfers WHERE at >= ?2 ORDER BY at, id LIMIT 1),"
        " mine (transfer, unit, amount) AS ("
        " SELECT transfer, unit, -amount FROM legs WHERE giver IN (SELECT id FROM own)"
        " AND transfer >= (SELECT first FROM today)"
        " UNION ALL"
        " SELECT transfer, unit, amount FROM legs WHERE taker IN (SELECT id FROM own)"
        " AND transfer >= (SELECT first FROM today))"
        " SELECT coalesce(sum(mine.amount * units.worth), 0) FROM mine"
        " JOIN transfers ON transfers.id = mine.transfer JOIN units ON units.name = mine.unit"
        " WHERE transfers.kind NOT IN (SELECT value FROM json_each(?3))",
        (member, midnight, _NO_PLAY),
    ).fetchone()
    return -int(gained)


_NO_PLAY = "[" + ",".join(f'"{kind}"' for kind in NO_PLAY) + "]"


def _at_risk(db: sqlite3.Connection, member: int) -> int:
    (worth,) = db.execute(
        "SELECT coalesce(sum(balances.amount * units.worth), 0) FROM accounts"
        " JOIN balances ON balances.account = accounts.id JOIN units ON units.name = balances.unit"
        " WHERE accounts.owner = ? AND accounts.closed IS NULL",
        (member,),
    ).fetchone()
    return int(worth)
