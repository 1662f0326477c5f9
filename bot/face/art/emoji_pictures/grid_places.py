"""Places of a map in text: empty ones, ones where a card may go, and the labels of rows and columns."""

from __future__ import annotations

from bot.face.art.canvas import Canvas
from bot.face.art.emoji_pictures.palette import GOLD

MIDDLE = "#868a93"
"""A grey that is readable on Discord's dark and light backgrounds."""
COLUMNS = "ABCDEFGHIJ"
ROWS = range(1, 11)


def empty(pen: Canvas) -> None:
    """Draw an empty place."""
    pen.box((14, 12, 114, 116), "#00000000", radius=14, edge="#868a9370", width=5)


def open_place(pen: Canvas) -> None:
    """Draw a place where the card may go."""
    pen.box((8, 6, 120, 122), "#00000000", radius=16, edge=GOLD, width=9)
    pen.box((58, 38, 70, 90), GOLD, radius=4)
    pen.box((38, 58, 90, 70), GOLD, radius=4)


def label(pen: Canvas, text: str) -> None:
    """Draw the label of a row or a column."""
    pen.text((64, 64), text, 52, MIDDLE, widest=100)


def nothing(pen: Canvas) -> None:
    """Draw the empty corner of a map."""
