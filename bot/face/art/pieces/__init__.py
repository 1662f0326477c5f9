"""The pieces of which every picture is made: cards, dice, money, seats, tables, words.

Each function returns parts of a drawing; x and y are pixels of a picture 780 wide. Nothing here knows a game's rules.
"""

from bot.face.art.palette import person_hue
from bot.face.art.pieces.cards import card, card_back, field, titled_card, token
from bot.face.art.pieces.charts import chart, spread
from bot.face.art.pieces.dice import die
from bot.face.art.pieces.grounds import band, ground, head, rays, tray, watermark
from bot.face.art.pieces.marks import arrow, count, gauge, panel, pips, plaque, shape, tag
from bot.face.art.pieces.money import bet, heap
from bot.face.art.pieces.seats import badge, face_disc, seat, seat_places
from bot.face.art.pieces.signs import colour_disc, crown, emblem, medal, sign
from bot.face.art.pieces.words import TooSmall, clause, fit, length, lines, name, text, wrapped

__all__ = [
    "TooSmall",
    "arrow",
    "badge",
    "band",
    "bet",
    "card",
    "card_back",
    "chart",
    "clause",
    "colour_disc",
    "count",
    "crown",
    "die",
    "emblem",
    "face_disc",
    "field",
    "fit",
    "gauge",
    "ground",
    "head",
    "heap",
    "length",
    "lines",
    "medal",
    "name",
    "panel",
    "person_hue",
    "pips",
    "plaque",
    "rays",
    "seat",
    "seat_places",
    "shape",
    "sign",
    "spread",
    "tag",
    "text",
    "titled_card",
    "token",
    "tray",
    "watermark",
    "wrapped",
]
