"""The drawn cards and dice: every item has one, no two look alike, and the build step is up to date."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from bot.face.art import emoji
from bot.face.art.emoji_faces import GRID, MARKS
from bot.face.art.letters import writable
from bot.face.text.card_names import drawn_as
from games.engine import RAIL, Grid, Match, Track, Zone
from games.parlour.shared.deck import COLOR_MARK, DRAGONS, PLAIN, color
from games.registry import GAMES
from tests.helpers.random_matches import luck_of, play, random_header

NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
SEEN_AT = 22
"""Pixels at which an emoji stands in a line of text."""


def grey(key: str, size: int = SEEN_AT) -> Image.Image:
    """An item without its hue, as it is seen in a line of text on a grey ground."""
    ground = Image.new("RGBA", (size, size), "#777777")
    ground.alpha_composite(emoji.picture(key).resize((size, size), Image.Resampling.LANCZOS))
    return ground.convert("L")


def spread(picture: Image.Image) -> Image.Image:
    """A picture with its lightness stretched, so that only shapes differ."""
    return ImageOps.autocontrast(picture)


def alike(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs that can hardly be told apart by shape at 22 pixels."""
    seen = {key: spread(grey(key)) for key in keys}
    found = []
    for one, other in itertools.combinations(seen, 2):
        apart = ImageStat.Stat(ImageChops.difference(seen[one], seen[other])).rms[0]
        if apart < 18:
            found.append((one, other))
    return found


@pytest.mark.parametrize("name", [name for name in emoji.SETS if name != "hundreds"])
def test_items_are_told_apart_by_shape_at_22_pixels(name: str) -> None:
    assert alike(emoji.SETS[name]) == []


@pytest.mark.rule("DECK-06")
def test_a_card_bears_its_mark_left_in_the_middle_or_right() -> None:
    for card in {*PLAIN, *DRAGONS}:
        picture = emoji.picture(card).convert("RGB")
        lit = []
        for where, box in MARKS.items():
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            scale = picture.width / GRID
            pixel = picture.getpixel((int(x * scale), int(y * scale)))
            assert isinstance(pixel, tuple)
            if min(pixel) > 180:
                lit.append(where)
        assert lit == [COLOR_MARK[color(card)]], card


def test_names_are_good_for_discord_and_all_different() -> None:
    names = list(emoji.names().values())
    assert all(NAME.fullmatch(name) for name in names)
    assert len({*names}) == len(names) <= 2000


def test_the_hashes_are_those_of_the_drawings() -> None:
    """Run `dicenight emoji --keep` when this fails: the drawings have changed."""
    stored = emoji.drawings()
    for key in emoji.DRAWN:
        assert stored[key].digest == emoji.digest(key), key


def test_a_new_drawing_gets_a_new_name_and_the_others_keep_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The old emoji stays for old messages, so the new one needs another name."""
    changed = {**emoji.drawings(), "chip": emoji.Drawing("0000", 3)}
    monkeypatch.setattr(emoji, "drawings", lambda: changed)
    written = json.loads(emoji.manifest())
    assert written["chip"] == [emoji.digest("chip"), 4]
    assert {**written, "chip": None} == {**{key: list(each) for key, each in changed.items()}, "chip": None}


def test_names_can_be_said() -> None:
    """A screen reader reads them for dice and coins, which have no words beside them."""
    called = {key: re.sub(r"_v\d+$", "", name) for key, name in emoji.names().items()}
    assert called["g20:17"] == "g20_17"
    assert (called["g2:1"], called["g2:2"]) == ("g2_heads", "g2_tails")
    assert called["d6:3"] == "d6_3"


def test_files_are_small() -> None:
    assert max(len(emoji.png(emoji.picture(key))) for key in emoji.DRAWN) < 8_000


def test_only_older_drawings_of_ours_are_outdated() -> None:
    name = emoji.names()["W.hawk"]
    assert name == f"W_hawk_v{emoji.drawings()['W.hawk'].number}"
    assert emoji.drawn_earlier(name) is None
    assert emoji.drawn_earlier("W_hawk") == "W.hawk"
    assert emoji.drawn_earlier("W_hawk_3fa2") == emoji.drawn_earlier("W_hawk_v99") == "W.hawk"
    assert emoji.drawn_earlier("g2_1_ddfa") == emoji.drawn_earlier("g2_1") == "g2:1"
    assert emoji.drawn_earlier("party_parrot") is None
    assert emoji.drawn_earlier("W_hawk_zzzz") is None


def items_seen(key: str) -> set[str]:
    """The items that two random matches of a game show to spectators."""
    seen: set[str] = set()
    for case in range(2):
        luck = luck_of("art", key, case)
        match = Match(GAMES[key], random_header(GAMES[key], luck))
        for step, _ in enumerate(play(match, luck, leaves=0)):
            if step > 60:
                break
            for block in match.scene(RAIL).blocks:
                if isinstance(block, Zone):
                    seen.update(block.items)
                elif isinstance(block, Track):
                    seen.update(item for item, _ in block.counts)
                elif isinstance(block, Grid):
                    seen.update(item for pile in block.piles for item in pile[2])
    return seen


WORDS = re.compile(r"\d+g\d+|[A-Z].*\.")
"""What lies on a table and is words, not a thing: a stake, a sentence of the hag's."""


@pytest.mark.parametrize("key", GAMES)
def test_every_item_on_a_table_has_an_emoji(key: str) -> None:
    seen = {drawn_as(item) for item in items_seen(key)}
    missing = {item for item in seen - {*emoji.DRAWN} if not WORDS.fullmatch(item)}
    assert missing == set()


def test_names_in_other_scripts_are_known_to_be_unwritable() -> None:
    assert writable("Ann Łukasz Ωμέγα Жук")
    assert writable("日本 김철수 王小明 محمد שרה अनिता สมชาย")
    assert not writable("𒀭")
