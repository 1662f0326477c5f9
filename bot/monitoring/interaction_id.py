"""The id of the interaction that is being handled, which all its lines in the log carry."""

from __future__ import annotations

from contextvars import ContextVar

INTERACTION: ContextVar[str] = ContextVar("interaction", default="")
"""Empty for what no interaction has caused: a clock, a repaint, the start of the process."""
