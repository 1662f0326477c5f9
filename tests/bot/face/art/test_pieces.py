"""The pieces of pictures: seats keep their distance, words fit, and every card and die has a face."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.face.art import pieces, sprites
from bot.face.art.drawing import WIDE, Drawing, Stamp, Words, draw
from bot.face.art.palette import BASES, CREAM, THEMES
from bot.face.art.pieces.cards import DECKS, deck_of
from bot.face.art.pieces.seats import LARGE, LITTLE
from bot.face.art.pieces.signs import kinds
from bot.language import speaking
from games.engine import BACK
from games.engine.money import SIZES
from games.registry import GAMES

NAMES = (
    "Ægir-the-Unreasonably-Long-Named",
    "深夜のサイコロ王国と仲間たち",
    "🎲✨Lucky✨🎲",
    "محمد عبد الرحمن الطويل",
    "ที่รักของฉัน",
    "שלום־הגדול",
    "अनुष्का शर्मा",
    "xX_D4rkL0rd_Xx_the_second_of_his",
    "🎲",
)


@pytest.mark.parametrize("others", range(1, 10))
def test_seats_touch_neither_each_other_nor_the_edge(others: int) -> None:
    (w, h), places = LARGE if others <= 5 else LITTLE, pieces.seat_places(others)
    assert len(places) == others
    assert all(w / 2 + 8 <= x <= WIDE - w / 2 - 8 for x, _ in places)
    for (x, y), (other_x, other_y) in itertools.combinations(places, 2):
        assert abs(x - other_x) >= w + 6 or abs(y - other_y) >= h + 16


def test_seats_go_round_the_table_from_the_left_hand_to_the_right() -> None:
    assert pieces.seat_places(1) == ((390.0, 124.0),)
    left, *_, right = pieces.seat_places(4)
    assert left[0] < WIDE / 2 < right[0]


@given(st.text(max_size=32) | st.sampled_from(NAMES), st.integers(60, 400), st.integers(20, 50))
def test_words_fit_their_room(words: str, widest: int, size: int) -> None:
    shown, used = pieces.fit(words, size, widest, bold=True)
    assert shown
    assert 20 <= used <= size
    if not shown.replace(",", "").lstrip("+-–").replace(".", "").isdigit():
        assert pieces.length(shown, used, bold=True) <= widest or len(shown) <= 2


@pytest.mark.parametrize("name", NAMES)
def test_the_worst_names_stay_on_their_plates(name: str) -> None:
    parts = pieces.seat(390, 200, name, "987,654", hue="#8f3b62", small=True)
    right = 390 + LITTLE[0] / 2
    for part in parts:
        if isinstance(part, Words) and part.anchor == "start":
            assert part.x + pieces.length(part.text, part.size, bold=part.bold) <= right


@pytest.mark.parametrize(
    ("name", "room", "shown"),
    [
        ("Widow Pell", 112, "Widow Pell"),
        ("Widow Pell", 100, "Widow P."),
        ("Widow Pell", 72, "Widow"),
        ("Tam the Tinker", 100, "Tam T."),
        ("The Stranger", 100, "Stranger"),
        ("Christopher", 60, "Chri…"),
        ("", 60, ""),
    ],
)
def test_a_name_without_room_is_told_in_fewer_words(name: str, room: int, shown: str) -> None:
    drawn = pieces.name(0, 0, name, 27, widest=room)
    assert [part.text for part in drawn if isinstance(part, Words)] == ([shown] if shown else [])


def test_a_computers_name_is_whole_on_a_small_plate() -> None:
    parts = pieces.seat(390, 200, "Widow Pell", 49, hue="#8f3b62", small=True)
    assert "Widow Pell" in [part.text for part in parts if isinstance(part, Words)]


def test_a_fixed_space_keeps_words_together() -> None:
    assert pieces.lines("Des paris\u202f? J’en suis\u202f!", 25, 130, 3) == ("Des paris ?", "J’en suis !")
    assert pieces.lines("🎲", 25, 120, 3) == ("?",)
    assert pieces.lines("🎲 Lucky", 25, 120, 3) == ("Lucky",)


def test_what_has_happened_takes_two_lines_rather_than_small_letters() -> None:
    words = "Dot joue La Serveuse trouve que tu devrais arrêter de jouer avec les verres"
    told = [part for part in pieces.head(words, "#8f3b62", "The Tavern") if isinstance(part, Words)]
    assert " ".join(part.text for part in told[:2]) == words
    assert {part.size for part in told[:2]} == {24}


def test_a_name_of_emoji_alone_is_a_question_mark() -> None:
    assert pieces.fit("🎲", 27, 100) == ("?", 27)
    assert pieces.fit("🎲✨Lucky✨🎲", 27, 200) == ("Lucky", 27)


def test_numbers_are_never_cut() -> None:
    assert pieces.fit("125,000,000", 30, 40)[0] == "125,000,000"
    shown, _ = pieces.fit("Ægir-the-Unreasonably-Long-Named raises to 125,000", 30, 300)
    assert shown.endswith("… 125,000")


def test_an_arrow_is_drawn_though_the_fonts_lack_it() -> None:
    assert pieces.fit("Old Marn → Ann", 27, 400)[0] == "Old Marn » Ann"


def test_dots_are_where_the_words_go_on() -> None:
    assert pieces.fit("محمد عبد الرحمن الطويل", 27, 90)[0].startswith("…")
    assert pieces.fit("Ægir-the-Unreasonably-Long-Named", 27, 90)[0].endswith("…")


def test_text_too_small_for_a_phone_is_refused() -> None:
    with pytest.raises(pieces.TooSmall):
        pieces.text(0, 0, "tiny", 19)
    with pytest.raises(pieces.TooSmall):
        pieces.text(0, 0, "tiny", 24, least=12)


def test_long_words_take_lines_and_the_last_is_cut() -> None:
    shown = pieces.wrapped(0, 0, "one two three four five six seven", 20, widest=90, most=2, step=25)
    assert [part.y for part in shown if isinstance(part, Words)] == [0, 25]
    last = shown[-1]
    assert isinstance(last, Words)
    assert last.text.endswith("…")


def test_every_card_of_every_game_has_a_face() -> None:
    keys = {face.drawing or key for game in GAMES.values() for key, face in game.cards.items()} | {BACK}
    assert {key for key in keys if deck_of(key) is None} == set()
    for key in sorted(keys):
        for w in (40, 84, 132):
            (part,) = pieces.card(0, 0, w, key, turn=5, gold=True, dim=True)
            assert isinstance(part, Stamp)
            assert sprites.sprite(part.svg, part.width, part.height).getbbox() is not None


def test_a_card_without_a_drawing_is_written() -> None:
    assert deck_of("the five of cups") is None
    assert pieces.card(0, 0, 84, "the five of cups")


@pytest.mark.parametrize("base", BASES)
def test_every_die_has_a_face(base: str) -> None:
    for size in SIZES.values():
        for key in (f"g{size}", f"g{size}:1", f"g{size}:{size}"):
            assert pieces.die(50, 50, 60, key, base=base, turn=9, gold=True, dim=True)
    for face in range(1, 7):
        assert pieces.die(50, 50, 60, f"d6:{face}")
    with pytest.raises(KeyError):
        pieces.die(50, 50, 60, "W.hawk")


def test_a_turned_card_stays_in_its_box() -> None:
    """Nothing of a sprite is cut off at its edges."""
    for turn in (-9, 0, 4, 30):
        (part,) = pieces.card(0, 0, 132, "W.hawk", turn=turn, gold=True)
        assert isinstance(part, Stamp)
        left, top, right, bottom = sprites.sprite(part.svg, part.width, part.height).getbbox() or (0,) * 4
        assert min(left, top) > 0
        assert right < part.width
        assert bottom < part.height


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_a_table(theme: str) -> None:
    parts = (*pieces.rays(theme), *pieces.ground(theme, 24, 66, 732, 410))
    assert draw(Drawing(500, parts, theme)) != draw(Drawing(500, (), theme))


def test_every_sign_is_drawn_in_its_colours() -> None:
    for kind in kinds():
        (part,) = pieces.sign(kind, 50, 50, 60, CREAM, "#123456")
        assert isinstance(part, Stamp)
        assert CREAM in part.svg
        assert sprites.sprite(part.svg, part.width, part.height).getbbox() is not None


def test_every_deck_knows_its_own_cards_alone() -> None:
    owners = {key: deck_of(key) for key in ("back", "W.hawk", "dragon.red", "queen", "v:axe", "tavern.mood")}
    assert list(owners.values()) == list(DECKS)


def test_a_chart_names_each_line_at_its_end() -> None:
    parts = pieces.chart(
        60, 40, 400, 120, [("Ann", [0, 5, 9], "+9"), ("Bob", [0, None, 9], "+9"), ("Cid", [], "")], zero=True
    )
    names = [part for part in parts if isinstance(part, Words) and part.text in ("Ann", "Bob", "Cid")]
    heights = sorted(part.y for part in names)
    assert len(names) == 3
    assert all(b - a >= 25 for a, b in itertools.pairwise(heights))
    assert pieces.chart(0, 0, 100, 100, [("Ann", [], "")]) == ()


def test_a_large_card_names_its_rank_in_the_readers_language() -> None:
    (english,) = pieces.card(0, 0, 130, "W.horse")
    with speaking("de"):
        (german,) = pieces.card(0, 0, 130, "W.horse")
    assert isinstance(english, Stamp)
    assert isinstance(german, Stamp)
    assert ("Warrior" in english.svg, "Krieger" in german.svg) == (True, True)
