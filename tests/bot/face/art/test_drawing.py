"""Drawings: equal ones give equal files, the files are small, and no colour that matters is lost."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from bot.face.art import letters, pieces, svg
from bot.face.art.drawing import LEAST_TEXT, MOST_BYTES, Drawing, Part, Stamp, Words, draw
from bot.face.art.palette import (
    ALE,
    BADGES,
    BASES,
    CREAM,
    DIM,
    FATES,
    GOLD,
    HUES,
    HURT,
    INK,
    KEEP,
    NIGHT,
    PAPER,
    PEOPLE,
    PLATE,
    SOFT,
    STROKES,
    THEMES,
    TIMINGS,
    TRAY,
    TREASURES,
    WHITE,
    channels,
    contrast,
    ink_on,
    mixed,
)
from bot.face.art.pieces.cards import VEIL, card_svg
from bot.face.art.pieces.dice import VEIL as DICE_VEIL

HAND = [f"{rank}.{suit}" for rank in "WLBMR" for suit in ("hawk", "owl", "wren")]


def crowded(theme: str = "parlour") -> Drawing:
    """A table of ten seats and a hand of fifteen cards, which is the most that there is to draw."""
    parts: list[Part] = [*pieces.head("Eve raises to 125,000", PEOPLE[2], "ten seats")]
    parts += pieces.ground(theme, 30, 116, 720, 330)
    for at, (x, y) in enumerate(pieces.seat_places(9)):
        parts += pieces.seat(
            x,
            y,
            f"Player {at}",
            f"{1234 * at:,}",
            hue=pieces.person_hue(at),
            small=True,
            time=0.4 if at == 2 else None,
            state="folded" if at == 4 else "",
            marks=("computer",) if at % 2 else (),
        )
    parts += pieces.heap(390, 232, 400_000)
    parts += pieces.text(390, 302, "Pot 482,500", 50, GOLD, bold=True, anchor="middle")
    parts += pieces.tray(470, 214, 0.3)
    for at, key in enumerate(HAND):
        parts += pieces.card(20 + 46 * at, 500, 92, key, gold=at == 0, dim=at in (3, 4))
    return Drawing(684, tuple(parts), theme)


@pytest.mark.parametrize("theme", THEMES)
def test_a_crowded_table_is_a_small_file(theme: str) -> None:
    file = draw(crowded(theme))
    assert Image.open(BytesIO(file)).size == (780, 684)
    assert len(file) <= MOST_BYTES


def test_equal_drawings_give_equal_files() -> None:
    one, other = crowded(), crowded()
    assert one is not other
    assert hash(one) == hash(other)
    assert draw(one) == draw(other)


def test_a_file_keeps_the_colours_that_matter() -> None:
    size = 30
    parts = [
        Stamp(svg.rect(0, 0, size, size, fill=hue), size, size, at % 20 * size, 520 + at // 20 * size)
        for at, hue in enumerate(KEEP)
    ]
    whole = crowded()
    image = Image.open(BytesIO(draw(whole._replace(parts=(*whole.parts, *parts))))).convert("RGB")
    for part, hue in zip(parts, KEEP, strict=True):
        assert image.getpixel((int(part.x) + size // 2, int(part.y) + size // 2)) == channels(hue), hue


def test_every_pair_of_writing_and_ground_can_be_read() -> None:
    grounds = (NIGHT, TRAY, PLATE)
    pairs = [(ink, ground) for ground in grounds for ink in (CREAM, SOFT, DIM, GOLD, HURT, ALE)]
    pairs += [(ink, theme.cloth) for theme in THEMES.values() for ink in (CREAM, GOLD)]
    pairs += [(INK, GOLD), (INK, CREAM), (INK, PAPER), (CREAM, FATES["even"]), (SOFT, FATES["lost"])]
    pairs += [(INK, FATES["won"])]
    pairs += [(ink_on(hue), hue) for hue in HUES.values()]
    pairs += [(WHITE, hue) for hue in PEOPLE]
    pairs += [(base.ink, base.face) for base in BASES.values()]
    pairs += [(CREAM, hue) for hue in (*TREASURES.values(), *TIMINGS.values())]
    pairs += [(INK if hue == CREAM else CREAM, hue) for hue in BADGES.values()]
    pairs += [(stroke.hue, ground) for stroke in STROKES for ground in (NIGHT, TRAY)]
    faint = {pair: round(contrast(*pair), 2) for pair in pairs if contrast(*pair) < 4.5}
    assert faint == {}


def test_cards_and_dice_out_of_play_can_still_be_read() -> None:
    grounds = (*HUES.values(), *TREASURES.values(), *TIMINGS.values())
    pairs = [(mixed(ink_on(hue), NIGHT, VEIL), mixed(hue, NIGHT, VEIL)) for hue in grounds]
    for base in BASES.values():
        veiled = mixed(base.face, NIGHT, DICE_VEIL)
        pairs.append((ink_on(veiled), veiled))
    faint = {pair: round(contrast(*pair), 2) for pair in pairs if contrast(*pair) < 3}
    assert faint == {}


def test_the_lines_of_a_chart_differ_without_their_hues() -> None:
    dashes = [stroke.dashes for stroke in STROKES[1:]]
    assert len({*dashes}) == len(dashes)


@pytest.mark.parametrize("w", [33, 46, 54, 72, 84, 92, 112, 140])
def test_letters_on_cards_are_large_enough(w: float) -> None:
    """Only the letter and the number; the sign tells the same."""
    keys = ("W.hawk", "D.red", "M.grey", "dragon.black", "red.9", "queen", "unheard-of")
    for key in keys:
        for size in re.findall(r'font-size="([\d.]+)"', card_svg(key, w)):
            assert float(size) >= LEAST_TEXT, (key, w)


def test_words_of_a_drawing_are_large_enough() -> None:
    assert all(part.size >= LEAST_TEXT for part in crowded().parts if isinstance(part, Words))


def test_a_space_after_a_name_from_right_to_left_stays_between_the_words() -> None:
    assert [text for text, _ in letters.runs("שלום folds")] == ["שלום", " folds"]
    assert [text for text, _ in letters.runs("Ann folds")] == ["Ann folds"]


def test_a_space_before_a_name_from_right_to_left_stays_between_the_words() -> None:
    assert [text for text, _ in letters.runs("Waiting for שלום")] == ["Waiting for ", "שלום"]
    assert [text for text, _ in letters.runs("שלום محمد")] == ["שלום", " ", "محمد"]
