"""The names under which something is kept about a member (`db.SaveAbout`)."""

from __future__ import annotations

FORM = "form"
"""The tally of form, a number (CODE-R1)."""
OFFER = "offer"
"""A prank item that the house has offered and that was neither taken nor declined: `item`, `accused`, `base`."""
PRANK = "prank"
"""The item that they carry, with what has been donated, and whether it is hidden (CODE-R3, CODE-R4)."""
SHEET = "sheet"
"""The character sheet, and the day on which it was changed last (SPOT-R2)."""
TOYS = "toys"
"""Blinsky's toys: name to how many (BB-R3)."""
USES = "uses"
"""What is left of a day's uses (SPOT-R3)."""
INSPIRED = "inspired"
"""True: they have inspiration (SPOT-R8)."""
