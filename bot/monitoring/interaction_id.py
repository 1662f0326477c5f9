"""The id of the running interaction, which all its lines in the log carry."""

from __future__ import annotations

from contextvars import ContextVar

INTERACTION: ContextVar[str] = ContextVar("interaction", default="")
"""Empty for work without an interaction: a clock, a repaint, the start of the process."""
