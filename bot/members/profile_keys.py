"""Keys of a member's profile, the JSON values that the store keeps about them (`db.SaveAbout`)."""

from __future__ import annotations

FORM = "form"
"""The tally of form, a number (CODE-R1)."""
OFFER = "offer"
"""A prank item that the house has offered and that waits for an answer: `item`, `accused`, `base`."""
PRANK = "prank"
"""The prank item that they carry: as `OFFER`, and `donated`, `hidden`, `wished` (CODE-R3, CODE-R4)."""
SHEET = "sheet"
"""The character sheet, and the day on which it was changed last (SPOT-R2)."""
TOYS = "toys"
"""Blinsky's toys: name to number (BB-R3)."""
USES = "uses"
"""Uses of the talents left today (SPOT-R3)."""
INSPIRED = "inspired"
"""True if they have inspiration (SPOT-R8)."""
