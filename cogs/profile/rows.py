"""The kept totals of profiles: sums over a member's matches, which can be added up again at any time."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from cogs.profile.totals import FORM, ProfileTotals
from db import feature_rows, ledger, outcomes
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit
from db.feature_rows import FeatureRows


def totals(db: Connection, member: int, kinds: Sequence[str]) -> tuple[ProfileTotals, int]:
    """Return a member's totals until now, and how many matches of theirs are in them that the kept ones lack.

    `kinds` are the kinds of transfers that tables pay by. A member's matches and transfers are saved by one process at
    a time, so none with a lower number follows later.
    """
    sums = _kept(db, member)
    before = sums.matches
    sums.add(outcomes.outcomes(db, outcomes.of_matches_with(member, after=sums.last_outcome)), member)
    for unit, change in ledger.gained(db, member, kinds, after=sums.last_transfer).items():
        sums.gained[unit] = sums.gained.get(unit, 0) + change
    sums.last_outcome = outcomes.last_of(db, member)
    sums.last_transfer = ledger.last_transfer(db, member)
    return sums, sums.matches - before


def _kept(db: Connection, member: int) -> ProfileTotals:
    row = db.execute("SELECT totals FROM profile_totals WHERE member = ?", (member,)).fetchone()
    if row is not None:
        try:
            sums = msgspec.json.decode(row[0], type=ProfileTotals)
        except msgspec.DecodeError:
            # another version of the program has kept them in another form
            return ProfileTotals()
        if sums.form == FORM:
            return sums
    return ProfileTotals()


class KeepTotals(Struct, frozen=True):
    """A member's totals, kept for the next time; not those of someone whose data is deleted."""

    member: int
    totals: ProfileTotals

    def save(self, unit: Unit) -> None:
        """Replace the member's kept totals."""
        unit.db.execute(
            "INSERT INTO profile_totals (member, totals) SELECT account, ? FROM members WHERE account = ?"
            " ON CONFLICT (member) DO UPDATE SET totals = excluded.totals",
            (msgspec.json.encode(self.totals).decode(), self.member),
        )


feature_rows.register(
    FeatureRows("profile", forgets=("profile_totals",), json_columns={"profile_totals": ("totals",)})
)
