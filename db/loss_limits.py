"""Limits that members set for themselves: a cap on their losses in a day, and a pause (GEN-R7).

A tighter limit applies at once, a looser one a day later. The store itself enforces them at the end of each unit: a
unit that moves money from a purse to a stake or an escrow of the same member is refused if that breaks a limit,
whatever game or command it comes from. They bind the person: what is lost in one place counts in every other. Days are
counted in UTC, amounts in pieces of copper worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from db.backend.connection import Connection
from db.backend.unit_of_work import Unit
from db.errors import OverLimit
from db.members import DAY, member_hash, person_hash

NO_PLAY = ("welcome", "claim", "grant", "gift", "tip", "donation", "offering", "reset")
"""Kinds of transfer that are not won or lost in play; all others count."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one member. `cap` is None for no cap; at `later_at` it changes to `later_cap`."""

    cap: int | None = None
    paused_until: float | None = None
    later_at: float | None = None
    later_cap: int | None = None

    def in_force(self, now: float) -> Limits:
        """Return the limits that apply at `now`: with changes that have come due, and without a pause that is over."""
        limits = self
        if limits.later_at is not None and limits.later_at <= now:
            limits = replace(limits, cap=limits.later_cap, later_at=None, later_cap=None)
        if limits.paused_until is not None and limits.paused_until <= now:
            limits = replace(limits, paused_until=None)
        return limits

    def with_cap(self, cap: int | None, now: float) -> Limits:
        """Return the limits with another cap: a tighter one at once, a looser one a day later."""
        limits = self.in_force(now)
        if limits.cap is None or (cap is not None and cap <= limits.cap):
            return replace(limits, cap=cap, later_at=None, later_cap=None)
        return replace(limits, later_at=now + DAY, later_cap=cap)

    def with_pause(self, until: float, now: float) -> Limits:
        """Return the limits with a pause until a moment; a longer pause is kept."""
        limits = self.in_force(now)
        return replace(limits, paused_until=max(until, limits.paused_until or until))

    def with_pause_ending(self, now: float) -> Limits:
        """Return the limits with a pause that ends in a day at the latest."""
        limits = self.in_force(now)
        if limits.paused_until is None:
            return limits
        return replace(limits, paused_until=min(limits.paused_until, now + DAY))


@dataclass(frozen=True, slots=True)
class LimitStatus:
    """A member's limits and today's losses. `lost` is negative after a win; `at_risk` is in stakes and escrows."""

    limits: Limits
    lost: int
    at_risk: int

    @property
    def room(self) -> int | None:
        """The amount that may still be put at risk, or None without a cap. Negative if too much is at risk already."""
        return None if self.limits.cap is None else self.limits.cap - self.lost - self.at_risk


# ---- queries


def limits(db: Connection, now: float, member: int) -> Limits:
    """Return the limits that apply to a member now; an unknown member has none."""
    return saved_limits(db, member).in_force(now)


def limit_status(db: Connection, now: float, member: int) -> LimitStatus:
    """Return a member's limits, with today's losses and the amount at risk."""
    return LimitStatus(limits(db, now, member), _lost_today(db, now, member), _at_risk(db, member))


def saved_limits(db: Connection, member: int) -> Limits:
    """Return a member's limits as saved, before changes that have come due."""
    keys = _keys_of(db, member)
    return Limits() if keys is None else _load(db, keys)


# ---- writes


def cap_losses(unit: Unit, member: int, cap: int | None) -> None:
    """Cap a member's losses in a day, in pieces of copper worth; a looser cap applies a day later."""
    _change(unit.db, member, lambda limits: limits.with_cap(cap, unit.now))


def pause(unit: Unit, member: int, until: float) -> None:
    """Stop a member from staking anything until a moment; a longer pause is kept."""
    _change(unit.db, member, lambda limits: limits.with_pause(until, unit.now))


def end_pause(unit: Unit, member: int) -> None:
    """End a member's pause, in a day at the latest."""
    _change(unit.db, member, lambda limits: limits.with_pause_ending(unit.now))


def keep_after_deletion(unit: Unit, place_key: int, user_id: int, account: int) -> None:
    """Keep a deleted member's limits in force: a pause until its end, a cap for one more day.

    They stay as they are for someone who is still a member elsewhere. What a capped member has lost here today keeps
    counting in any case, everywhere.
    """
    keys = _keys(unit.db, place_key, user_id)
    _purge_losses(unit)
    if _load(unit.db, keys).in_force(unit.now).cap is not None:
        unit.db.execute(
            "INSERT INTO kept_losses (who, day, lost) VALUES (?, ?, ?)"
            " ON CONFLICT (who) DO UPDATE SET lost = kept_losses.lost + excluded.lost",
            (keys.person, int(unit.now // DAY), _lost_by(unit.db, unit.now, _ONE_PURSE, account)),
        )
    elsewhere = unit.db.execute(
        "SELECT 1 FROM members WHERE user_id = ? AND guild_id <> ?", (user_id, place_key)
    ).fetchone()
    if elsewhere is not None:
        return
    _save(unit.db, keys, _load(unit.db, keys).with_cap(None, unit.now))


def purge_expired(unit: Unit) -> None:
    """Delete limits that no longer apply, and losses of days that are over."""
    _purge_losses(unit)
    for (key,) in unit.db.execute("SELECT who FROM limits").fetchall():
        keys = _Keys(key, key)
        _save(unit.db, keys, _load(unit.db, keys).in_force(unit.now))


def check(unit: Unit) -> None:
    """Raise `OverLimit` if this unit stakes more than a member allows themselves."""
    db, now = unit.db, unit.now
    staking = set[int]()
    for pair in unit.paid:  # most pairs are not an account and its owner's purse
        if db.execute("SELECT 1 FROM accounts WHERE id = ? AND owner = ?", pair).fetchone():
            staking.add(pair[1])
    for member in sorted(staking):
        binding = limits(db, now, member)
        if binding.paused_until is not None:
            raise OverLimit(member, paused_until=binding.paused_until)
        # Without a cap nothing needs to be added up, which is the common case of every wager.
        if binding.cap is not None:
            room = limit_status(db, now, member).room
            if room is not None and room < 0:
                raise OverLimit(member, cap=binding.cap)


# ---- rows
#
# Limits are saved under a hash of the user, not under an account: they hold in every place, and outlive the deletion
# of the member's data, which cuts the link between person and account. Earlier ones stand under a hash of server and
# user; they bind there until the member changes something.


class _Keys(NamedTuple):
    """The keys under which a person's limits may stand: their own, and the earlier one of a place."""

    person: bytes
    here: bytes


def _change(db: Connection, member: int, change: Callable[[Limits], Limits]) -> None:
    keys = _keys_of(db, member)
    if keys is not None:
        _save(db, keys, change(_load(db, keys)))


def _keys_of(db: Connection, member: int) -> _Keys | None:
    row = db.execute("SELECT guild_id, user_id FROM members WHERE account = ?", (member,)).fetchone()
    return None if row is None else _keys(db, *row)


def _keys(db: Connection, place_key: int, user_id: int) -> _Keys:
    return _Keys(person_hash(db, user_id), member_hash(db, place_key, user_id))


def _load(db: Connection, keys: _Keys) -> Limits:
    """Return the limits under both keys, the stricter where both say something."""
    rows = db.execute(
        "SELECT cap, paused_until, later_at, later_cap FROM limits WHERE who IN (?, ?)", keys
    ).fetchall()
    found = [Limits(*row) for row in rows] or [Limits()]
    strictest = min(found, key=lambda limits: float("inf") if limits.cap is None else limits.cap)
    pauses = [limits.paused_until for limits in found if limits.paused_until is not None]
    return replace(strictest, paused_until=max(pauses, default=None))


def _save(db: Connection, keys: _Keys, limits: Limits) -> None:
    if keys.here != keys.person:
        db.execute("DELETE FROM limits WHERE who = ?", (keys.here,))
    if limits == Limits():
        db.execute("DELETE FROM limits WHERE who = ?", (keys.person,))
        return
    db.execute(
        "INSERT INTO limits (who, cap, paused_until, later_at, later_cap) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (who) DO UPDATE SET cap = excluded.cap, paused_until = excluded.paused_until,"
        " later_at = excluded.later_at, later_cap = excluded.later_cap",
        (keys.person, limits.cap, limits.paused_until, limits.later_at, limits.later_cap),
    )


def _purge_losses(unit: Unit) -> None:
    unit.db.execute("DELETE FROM kept_losses WHERE day < ?", (int(unit.now // DAY),))


# ---- sums

_PURSES = "SELECT account FROM members WHERE user_id = (SELECT user_id FROM members WHERE account = ?1)"
"""The purses of the person with the purse ?1, in all places."""
_ONE_PURSE = "SELECT id FROM accounts WHERE id = ?1"
"""The purse ?1 alone, also of a member whose data has just been deleted."""
_MARGIN = 60.0
"""The seconds by which the order of transfer numbers may differ from the order of their times."""


def _lost_today(db: Connection, now: float, member: int) -> int:
    """Return a person's net losses in play since midnight, over their purses, stakes and escrows everywhere."""
    lost = _lost_by(db, now, _PURSES, member)
    keys = _keys_of(db, member)
    if keys is None:
        return lost
    before = db.execute(
        "SELECT lost FROM kept_losses WHERE who = ? AND day = ?", (keys.person, int(now // DAY))
    ).fetchone()
    return lost if before is None else lost + int(before[0])


def _lost_by(db: Connection, now: float, purses: str, member: int) -> int:
    """Return the net losses since midnight of the purses that a query selects, with their stakes and escrows."""
    midnight = now // DAY * DAY
    # Added up from the person's own legs of today, so that the cost does not grow with the server. Transfer numbers
    # follow time only up to the length of a group commit, hence the margin.
    no_play = ", ".join(f"?{number}" for number, _ in enumerate(NO_PLAY, 4))
    (gained,) = db.execute(
        f"WITH purses (id) AS ({purses}),"
        " own (id) AS (SELECT id FROM purses UNION ALL SELECT accounts.id FROM accounts"
        " JOIN purses ON accounts.owner = purses.id WHERE closed IS NULL OR closed >= ?2),"
        " today (first) AS (SELECT id FROM transfers WHERE at >= ?3 ORDER BY at, id LIMIT 1),"
        " mine (transfer, unit, amount) AS ("
        " SELECT transfer, unit, -amount FROM legs WHERE giver IN (SELECT id FROM own)"
        " AND transfer >= (SELECT first FROM today)"
        " UNION ALL"
        " SELECT transfer, unit, amount FROM legs WHERE taker IN (SELECT id FROM own)"
        " AND transfer >= (SELECT first FROM today))"
        " SELECT coalesce(sum(mine.amount * units.worth), 0) FROM mine"
        " JOIN transfers ON transfers.id = mine.transfer JOIN units ON units.name = mine.unit"
        f" WHERE transfers.at >= ?2 AND transfers.kind NOT IN ({no_play})",
        (member, midnight, midnight - _MARGIN, *NO_PLAY),
    ).fetchone()
    return -int(gained)


def _at_risk(db: Connection, member: int) -> int:
    (worth,) = db.execute(
        f"WITH purses (id) AS ({_PURSES})"
        " SELECT coalesce(sum(balances.amount * units.worth), 0) FROM accounts"
        " JOIN purses ON accounts.owner = purses.id"
        " JOIN balances ON balances.account = accounts.id JOIN units ON units.name = balances.unit"
        " WHERE accounts.closed IS NULL",
        (member,),
    ).fetchone()
    return int(worth)
