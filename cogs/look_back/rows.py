"""Cards of finished matches that were posted, and hands that their owners have shown since."""

from __future__ import annotations

from msgspec import Struct

from db import feature_rows
from db.backend.unit_of_work import Unit
from db.errors import AlreadyDone
from db.feature_rows import FeatureRows, selecting


class ShareCard(Struct, frozen=True):
    """A card that is about to be posted: of the end of a match, of a game of a night, or of a step."""

    match: int
    what: str

    def save(self, unit: Unit) -> None:
        """Note that it is posted. Raises `AlreadyDone` if it was before."""
        added = unit.db.execute(
            "INSERT INTO shared_cards (match, what) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING match",
            (self.match, self.what),
        ).fetchone()
        if added is None:
            raise AlreadyDone("card", f"{self.match}:{self.what}")


class ForgetCard(Struct, frozen=True):
    """A card that could not be posted after all."""

    match: int
    what: str

    def save(self, unit: Unit) -> None:
        """Forget that it was to be posted."""
        unit.db.execute("DELETE FROM shared_cards WHERE match = ? AND what = ?", (self.match, self.what))


class ShowHand(Struct, frozen=True):
    """A member's hand of a match that everyone may see from now on."""

    match: int
    member: int

    def save(self, unit: Unit) -> None:
        """Show the hand; a second time changes nothing."""
        unit.db.execute(
            "INSERT INTO shown_hands (match, member) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (self.match, self.member),
        )


feature_rows.register(
    FeatureRows(
        "look_back",
        exports={"shown_hands": selecting("SELECT match FROM shown_hands WHERE member = ? ORDER BY match")},
        forgets=("shown_hands",),
    )
)
