"""Cards of all decks, by key: letter, number or sign tell them apart, so nobody needs to see the hue.

A card is 1.4 times as high as wide. The smaller it is, the less is on it: first the rank's name goes, then the number;
letter and sign grow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import cos, radians, sin

from bot.face.art import svg
from bot.face.art.drawing import LEAST_TEXT, Part, Stamp
from bot.face.art.palette import (
    BACK,
    CREAM,
    GOLD,
    HUES,
    INK,
    NIGHT,
    PAPER,
    TIMINGS,
    TREASURES,
    ink_on,
)
from bot.face.art.pieces.signs import emblem_svg, kinds, sign_svg
from bot.face.art.pieces.words import fit, length, lines, text
from bot.language import N_, _, kept_by_language

RATIO = 1.4
SMALL, NAMED = 72, 112
"""Widths under which a card has no number, and from which it has the name of its rank."""
TITLES, TITLE_LINE = (27, 25, 23, 21, LEAST_TEXT), 1.15
"""The sizes of a title on a card of the tavern, the largest first, and the distance of its lines in sizes."""
CLOSE_LINE = 1.0
"""The distance of the lines of a title that fits no other way."""
BAND, SMALL_BAND = 42, 26
"""Where the band with the sign ends on a card of the tavern, and where above a title that fits no other way."""
VEIL = 0.42
"""The cover of a card that may not be played now; it can still be read."""
RANKS = {
    "W": N_("Warrior"),
    "L": N_("Lady"),
    "B": N_("Bard"),
    "M": N_("Merchant"),
    "R": N_("Rogue"),
    "D": N_("Dragon"),
}
NUMBERS = {"W": "1", "L": "2", "B": "3", "M": "4", "R": "5"}
"""The number of a rank, which is on the card beside its letter."""
SUITS = {"hawk": "red", "wolf": "red", "owl": "green", "horse": "green", "wren": "blue", "hare": "blue"}
"""The animal suits and their hues."""
BARS = {"red": 0, "green": 1, "blue": 2}
"""The place of the mark that tells a parlour card's colour: left, in the middle, right."""
DRAGON_LETTERS = {"red": "R", "green": "G", "blue": "Bu", "black": "Bk", "white": "W"}
TIMING_SIGNS = {
    "action": "fist",
    "sometimes": "shield",
    "anytime": "bolt",
    "gambling": "dice",
    "cheating": "mask",
    "gear": "cog",
    "mood": "wolf",
    "drink": "cup",
    "event": "bell",
}
"""The signs of the times at which a tavern card may be played."""
STEEL, BRASS = TREASURES["sword"], TREASURES["crown"]

Face = Callable[..., str]


@kept_by_language(2048)
def card(
    x: float,
    y: float,
    w: float,
    key: str,
    *,
    turn: float = 0,
    gold: bool = False,
    dim: bool = False,
    seen: float = 0,
) -> tuple[Part, ...]:
    """Return a card with its upper left corner at x, y; a key that no deck knows is written on paper.

    `gold`: it is the one to look at. `dim`: it may not be played now. `seen`: the part of its width that the next card
    leaves free.
    """
    return (_placed(card_svg(key, w, seen), x, y, w, w * RATIO, turn=turn, gold=gold, dim=dim),)


def card_back(x: float, y: float, w: float, *, turn: float = 0) -> tuple[Part, ...]:
    """Return a card face down."""
    return card(x, y, w, "back", turn=turn)


def titled_card(
    x: float,
    y: float,
    w: float,
    h: float,
    title: str,
    key: str,
    *,
    short: str = "",
    gold: bool = False,
    dim: bool = False,
) -> tuple[Part, ...]:
    """Return a card of the tavern with its title below the sign of its time, which is small above a long title.

    `short`: a title for where the card has no room for all of the first. Under 90 px there is room for the sign alone.
    """
    kind = key.rpartition(".")[2]
    hue = TIMINGS[kind]
    inner = svg.rect(0, 0, w, h, 10, fill=CREAM)
    if w < 90:
        inner += svg.rect(5, 5, w - 10, h - 10, 7, fill=hue)
        inner += sign_svg(TIMING_SIGNS[kind], w / 2, h / 2, w * 0.6, CREAM, hue)
        return (_placed(inner, x, y, w, h, gold=gold, dim=dim),)
    size, shown, bold = _title_lines(title, w, h)
    if short and _is_cut(shown, title):
        size, shown, bold = _title_lines(short, w, h)
    band = BAND if bold else SMALL_BAND
    inner += svg.path(
        f"M5,14 Q5,5 14,5 H{w - 14:.1f} Q{w - 5:.1f},5 {w - 5:.1f},14 V{band} H5 Z",
        fill=hue,
    )
    inner += sign_svg(TIMING_SIGNS[kind], w / 2, band / 2 + 2, band - 10, CREAM, hue)
    parts: list[Part] = [_placed(inner, x, y, w, h, gold=gold, dim=dim)]
    for at, line in enumerate(shown):
        down = band + (3 if bold else -2) + size + round(size * (TITLE_LINE if bold else CLOSE_LINE)) * at
        parts += text(x + w / 2, y + down, line, size, INK, bold=bold, anchor="middle")
    return tuple(parts)


def _title_lines(title: str, w: float, h: float) -> tuple[int, Sequence[str], bool]:
    """Return the largest size in which a title fits whole, its lines, and whether they are bold.

    A title that is cut even in the least is written close, in letters that aren't bold, at last with divided words.
    """
    for size in TITLES:
        shown = lines(title, size, w - 12, int((h - BAND - 12) // round(size * TITLE_LINE)), bold=True)
        if not _is_cut(shown, title):
            return size, shown, True
    most = int((h - SMALL_BAND - 4) // round(LEAST_TEXT * CLOSE_LINE))
    for words in (title, _divided(title, w - 8)):
        shown = lines(words, LEAST_TEXT, w - 8, most)
        if not _is_cut(shown, title):
            break
    return LEAST_TEXT, shown, False


def _is_cut(shown: Sequence[str], title: str) -> bool:
    """Return whether a title has lost letters in its lines."""
    return sum(map(str.isalnum, "".join(shown))) < sum(map(str.isalnum, title))


def _divided(title: str, widest: float) -> str:
    """Return a title with hyphens in those words that are wider than a line, between syllables where that fits."""

    def fits(words: str) -> bool:
        return length(words, LEAST_TEXT) <= widest

    words = []
    for word in title.split():
        parts = []
        while not fits(word):
            fitting = [at for at in range(2, len(word) - 2) if fits(f"{word[:at]}-")]
            if not fitting:
                break
            starts = {found.start() for found in _SYLLABLE.finditer(word.lower())}
            at = max(starts.intersection(fitting) or fitting)
            parts.append(word[:at])
            word = word[at:]
        words.append("-".join([*parts, word]))
    return " ".join(words)


_SYLLABLE = re.compile(
    r"(?:[bcfgkp]l|[bcdfgkptvw]r|sch[lmnrw]?|[cpst]h|qu|[crsd]z|[^\W\daeiou])[aeiouyàáâäąèéêëęìíîïòóôöœùúûü]"
)
"""Where a syllable begins, as a rule that serves our languages well enough: with a consonant before a vowel."""


def field(x: float, y: float, size: float, key: str) -> tuple[Part, ...]:
    """Return the ground of a card that lies on a map: its hue, without anything on it."""
    inner = svg.rect(0, 0, size, size, size * 0.1, fill=CREAM)
    inner += svg.rect(size * 0.05, size * 0.05, size * 0.9, size * 0.9, size * 0.07, fill=hue_of(key))
    slot = BARS.get(_parlour_hue(key))
    if slot is not None:
        inner += svg.rect(
            size * (0.14 + 0.26 * slot), size * 0.87, size * 0.2, max(3.0, size * 0.03), 1, fill=CREAM
        )
    return (Stamp(inner, size, size, x, y),)


def token(x: float, y: float, r: float, key: str, *, gold: bool = False) -> tuple[Part, ...]:
    """Return a card's sign as a disc, with its middle at x, y."""
    kind, hue = key.rpartition(":")[2].rpartition(".")[2], hue_of(key)
    box = r + 3
    inner = svg.circle(
        box, box, r, fill=GOLD if gold else "#3b2c1b", stroke=CREAM if gold else "#b98a2c", stroke_width=3
    )
    inner += svg.circle(box, box, r * 0.82, fill=hue)
    mark = TIMING_SIGNS.get(kind, kind)
    if mark in kinds():
        inner += sign_svg(mark, box, box, r * 1.05, ink_on(hue), hue)
    return (Stamp(inner, 2 * box, 2 * box, x - box, y - box),)


def hue_of(key: str) -> str:
    """Return the ground of a card's face."""
    kind = key.rpartition(":")[2].rpartition(".")[2]
    if key.startswith("v:"):
        return TREASURES.get(kind, PAPER)
    if key.startswith("tavern."):
        return TIMINGS.get(kind, PAPER)
    first = key.partition(".")[0]
    return HUES.get(_parlour_hue(key)) or HUES.get(kind) or HUES.get(first) or PAPER


def _parlour_hue(key: str) -> str:
    rank, _, suit = key.partition(".")
    return SUITS.get(suit, suit) if rank in RANKS else ""


# ---- a card's body


def _placed(
    face: str,
    x: float,
    y: float,
    w: float,
    h: float,
    *,
    turn: float = 0,
    gold: bool = False,
    dim: bool = False,
) -> Stamp:
    """Return a stamp of a face with its shadow, its golden rim and its veil, turned round its middle."""
    drop, r = min(6.0, w * 0.05), min(14.0, w * 0.1)
    inner = svg.rect(1.5, drop, w, h, r, fill="#000000", opacity=0.4)
    if gold:
        inner += svg.rect(-5, -5, w + 10, h + 10, r + 5, fill=GOLD)
    inner += face
    if dim:
        inner += svg.rect(0, 0, w, h, r, fill=NIGHT, opacity=VEIL)
    angle = radians(turn)
    wide = abs((w + 12) * cos(angle)) + abs((h + 12) * sin(angle)) + 8
    tall = abs((h + 12) * cos(angle)) + abs((w + 12) * sin(angle)) + 8
    moved = svg.group(svg.group(inner, x=-w / 2, y=-h / 2), x=wide / 2, y=tall / 2, turn=turn)
    return Stamp(moved, wide, tall, x + w / 2 - wide / 2, y + h / 2 - tall / 2)


@kept_by_language(1024)
def card_svg(key: str, w: float, seen: float = 0) -> str:
    """Return a card of this width as SVG, without shadow; a wyrm has its signs in the part that is free."""
    h = w * RATIO
    paper = svg.rect(0, 0, w, h, w * 0.1, fill=CREAM)
    for deck, faces in DECKS.items():
        for pattern, face in faces:
            if found := pattern.fullmatch(key):
                more = {"seen": seen or w} if deck == "wyrms" else {}
                return paper + face(w, h, **found.groupdict(), **more)
    return paper + _unknown(key, w, h)


def deck_of(key: str) -> str | None:
    """Return the deck whose drawings have this card; None for a card without a drawing."""
    return next(
        (name for name, faces in DECKS.items() if any(each.fullmatch(key) for each, _ in faces)), None
    )


def ground_svg(w: float, h: float, hue: str) -> str:
    """Return the coloured field of a face inside its paper."""
    inset = w * 0.055
    return svg.rect(inset, inset, w - 2 * inset, h - 2 * inset, w * 0.08, fill=hue)


# ---- faces


def _back(w: float, h: float) -> str:
    inner = ground_svg(w, h, BACK)
    thin = max(1.0, w * 0.022)
    inner += svg.rect(
        w * 0.13, w * 0.13, w * 0.74, h - w * 0.26, w * 0.06, stroke=GOLD, stroke_width=thin, opacity=0.75
    )
    s = w * 0.055
    for left, top in ((0.24, 0.17), (0.76, 0.17), (0.24, 0.83), (0.76, 0.83)):
        x, y = w * left, h * top
        inner += svg.polygon([(x, y - s), (x + s, y), (x, y + s), (x - s, y)], fill=GOLD, opacity=0.75)
    return inner + emblem_svg(w * 0.48, h * 0.5, w * 0.48, GOLD, BACK)


def _parlour(w: float, h: float, rank: str, suit: str) -> str:
    """Return letter, number, animal and name; the colour is told again by the place of a bar."""
    colour = SUITS.get(suit, suit)
    hue, animal = HUES[colour], suit if suit in SUITS else "dragon" if rank == "D" else ""
    inner = ground_svg(w, h, hue)
    number = NUMBERS.get(rank, "")
    if w < SMALL:
        inner += svg.letters(w * 0.5, h * (0.43 if animal else 0.62), rank, w * 0.62, CREAM, serif=True)
        if animal:
            inner += sign_svg(animal, w * 0.5, h * 0.66, w * 0.46, CREAM, hue)
    else:
        x, y, r = (0.5, 0.51, 0.305) if w >= NAMED else (0.54, 0.6, 0.33)
        large = w * (0.31 if w >= NAMED else 0.38)
        if animal:
            inner += svg.circle(w * x, h * y, w * r, fill=CREAM)
            inner += sign_svg(animal, w * x, h * y, w * r * 1.42, hue, CREAM)
        top = h * 0.23 if w >= NAMED else h * 0.28
        if animal:
            inner += svg.letters(w * 0.12, top, rank, large, CREAM, serif=True, anchor="start")
        else:
            inner += svg.letters(w * 0.5, h * 0.66, rank, w * 0.62, CREAM, serif=True)
        if number:
            inner += svg.letters(w * 0.87, top, number, max(LEAST_TEXT, w * 0.22), CREAM, anchor="end")
        if w >= NAMED:
            name, size = fit(_(RANKS[rank]), max(LEAST_TEXT, w * 0.15), w * 0.9)
            inner += svg.letters(w * 0.5, h * 0.85, name, size, CREAM)
    if colour in BARS:
        for at in range(3):
            lit = at == BARS[colour]
            left, thick = w * (0.13 + 0.26 * at), max(4.0, h * 0.032)
            inner += svg.rect(
                left,
                h * 0.905,
                w * 0.22,
                thick,
                2,
                fill=CREAM if lit else "#000000",
                opacity=1 if lit else 0.28,
            )
    return inner


def _dragon(w: float, h: float, hue: str) -> str:
    ground = HUES[hue]
    ink = ink_on(ground)
    small = w < SMALL
    size = max(LEAST_TEXT, w * (0.44 if small else 0.28))
    inner = ground_svg(w, h, ground)
    inner += sign_svg("dragon", w * 0.52, h * (0.66 if small else 0.58), w * 0.7, ink, ground)
    if small:
        return inner + svg.letters(w * 0.5, h * 0.38, DRAGON_LETTERS[hue], size, ink, serif=True)
    return inner + svg.letters(w * 0.13, h * 0.23, DRAGON_LETTERS[hue], size, ink, serif=True, anchor="start")


def _wyrm(w: float, h: float, hue: str, face: str, seen: float) -> str:
    ground = HUES[hue]
    ink = ink_on(ground)
    inner = ground_svg(w, h, ground)
    if face.isdecimal():
        inner += svg.letters(seen * 0.5, h * 0.53, face, w * 0.74, ink)
    else:
        inner += sign_svg(face, seen * 0.5, h * 0.33, min(w * 0.6, seen * 0.8), ink, ground)
    return inner + sign_svg(f"colour-{hue}", seen * 0.5, h * 0.76, w * 0.34, ink, ground)


def _dominant(w: float, h: float, hue: str, seen: float) -> str:
    ground = HUES[hue]
    inner = ground_svg(w, h, ground)
    inner += svg.circle(seen * 0.5, h * 0.5, w * 0.36, stroke=GOLD, stroke_width=w * 0.06)
    return inner + sign_svg(f"colour-{hue}", seen * 0.5, h * 0.5, w * 0.4, ink_on(ground), ground)


def _lone(kind: str, letter: str, hue: str) -> Face:
    """Return the face of a card without a colour."""

    def face(w: float, h: float, seen: float) -> str:
        small = w < SMALL
        inner = ground_svg(w, h, PAPER)
        size = min(w * 0.7, seen * 0.86)
        inner += sign_svg(kind, seen * 0.5, h * (0.5 if small else 0.44), size, hue, PAPER)
        return inner if small else inner + svg.letters(seen * 0.5, h * 0.9, letter, w * 0.28, INK, serif=True)

    return face


def _treasure(w: float, h: float, kind: str) -> str:
    hue = TREASURES[kind]
    return ground_svg(w, h, hue) + sign_svg(kind, w * 0.5, h * 0.5, w * 0.62, CREAM, hue)


def _timing(w: float, h: float, kind: str) -> str:
    hue = TIMINGS[kind]
    return ground_svg(w, h, hue) + sign_svg(TIMING_SIGNS[kind], w * 0.5, h * 0.5, w * 0.62, CREAM, hue)


def _unknown(key: str, w: float, h: float) -> str:
    """Return the face of a card that no deck knows: the start of its key, so that it isn't nothing."""
    size = max(LEAST_TEXT, w * 0.3)
    shown = key
    while len(shown) > 1 and length(shown, size, bold=True) > w * 0.84:
        shown = shown[:-1]
    return ground_svg(w, h, PAPER) + svg.letters(w * 0.5, h * 0.55, shown, size, INK)


DECKS: Mapping[str, tuple[tuple[re.Pattern[str], Face], ...]] = {
    "common": ((re.compile(r"back"), _back),),
    "parlour": ((re.compile(r"(?P<rank>[WLBMRD])\.(?P<suit>[a-z]+)"), _parlour),),
    "dragons": ((re.compile(r"dragon\.(?P<hue>\w+)"), _dragon),),
    "wyrms": (
        (re.compile(r"knight"), _lone("sword", "K", STEEL)),
        (re.compile(r"queen"), _lone("crown", "Q", BRASS)),
        (re.compile(r"dominant\.(?P<hue>\w+)"), _dominant),
        (re.compile(r"(?P<hue>red|blue|yellow|green|purple)\.(?P<face>\d|lair|treasure)"), _wyrm),
    ),
    "treasures": ((re.compile(r"v:(?P<kind>\w+)"), _treasure),),
    "timings": ((re.compile(r"tavern\.(?P<kind>\w+)"), _timing),),
}
"""The face of each card of a deck, by a pattern of its key. The pattern's groups are arguments of the face."""
