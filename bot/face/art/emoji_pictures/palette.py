"""The colours of everything drawn: quiet, warm, and legible on Discord's dark and light grounds alike."""

from __future__ import annotations

CREAM = "#fbf3e2"
"""Paper of cards, and ink on anything dark."""
INK = "#2d2621"
"""Ink on paper."""
EDGE = "#d9c9ab"
"""The rim of paper."""
GOLD = "#d9a441"

TABLE = "#2f3b35"
"""The cloth under cards, visible on a dark and on a light page."""
CLOTH = "#3a4840"
"""A field on the cloth."""
SEAM = "#51625a"
"""Lines on the cloth."""
CHALK = "#e9e2d0"
"""Writing on the cloth."""
DUST = "#a9b5a9"
"""Less important writing on the cloth."""

SUITS = {
    "red": "#b4413c",
    "green": "#3f7d4f",
    "blue": "#3a69a8",
    "grey": "#75706a",
    "yellow": "#c99a24",
    "purple": "#7b539c",
    "black": "#332f35",
    "white": "#efe9dc",
    "none": "#8d8478",
}
"""The hues of cards, by the names that the games use."""
TREASURES = {
    "axe": "#7d5a3c",
    "crown": "#a9791c",
    "feather": "#4b8077",
    "gem": "#a33e62",
    "scroll": "#8a6d3b",
    "sword": "#54697f",
    "wild": "#6a4a86",
}
"""The grounds of the village's cards."""
TIMINGS = {
    "action": "#a8443f",
    "sometimes": "#3a69a8",
    "anytime": "#2f7f86",
    "gambling": "#3f7d4f",
    "cheating": "#6a4a86",
    "gear": "#6b6459",
    "mood": "#4a4f6e",
    "drink": "#b5741f",
    "event": "#8a5a3c",
}
"""The grounds of the tavern's cards."""
BASES = {
    "copper": "#b8693c",
    "silver": "#9aa3ab",
    "gold": "#d9a441",
    "platinum": "#7f9fa8",
    "gems": "#3f8f6e",
}
"""The materials of gembones and coins."""
DICE = {4: "#8c5a9e", 6: "#3f7d4f", 8: "#3a69a8", 10: "#a8443f", 12: "#b5741f", 20: "#2f7f86", 100: "#5c5470"}
"""A gembone's hue by size; its shape shows the size too."""

SERIES = (
    "#c2703d",
    "#3f8f86",
    "#8a62ad",
    "#b0862a",
    "#4d7fbf",
    "#b5506b",
    "#5f8f3e",
    "#7a7268",
    "#a3552f",
    "#4a9a6c",
)
"""The hues of lines and bars in charts, in order; each has its name as well."""
