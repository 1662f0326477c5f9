"""The page says everything in its reader's language: the views of all games, and its own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from activity.frames import PageState
from activity.messages import Hello, read
from activity.view import without_table
from activity.words import PageWords, accepted
from bot import language
from bot.language import PSEUDO, speaking
from games.registry import GAMES
from tests.helpers.activity_views import NAMES, frame_of, lesson_frames, moments
from tests.helpers.pseudo import Pseudo, bare_words

WORDS = PageWords(
    json.dumps(
        [["", "Close", ""], ["", "{n} seat is free", "{n} seats are free"], ["a seat", "free", ""]]
    ).encode()
)
KEYS = {
    "about",
    "answer",
    "art",
    "card",
    "chosen",
    "degree",
    "emblem",
    "fate",
    "game",
    "hue",
    "id",
    "item",
    "items",
}
KEYS |= {
    "kind",
    "layout",
    "marks",
    "name",
    "order",
    "phase",
    "place",
    "shape",
    "sign",
    "src",
    "t",
    "theme",
}
KEYS |= {"unit", "user", "value", "wanted", "what", "with"}
"""Fields that nobody reads, and names: those of cards and blocks are looked at by `words_in`."""


ITEM = re.compile(r"[\w]+[.:][\w.:]+|-?\d+")
"""The key of a card or of a block, alone or as the first of a row that has it with its place or its number."""


def words_in(json: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield what is read of a view, with where it stands."""
    if isinstance(json, str):
        if not ITEM.fullmatch(json):
            yield path, json
    elif isinstance(json, list) and not ITEM.fullmatch(str(json[0] if json else "")):
        for each in json:
            yield from words_in(each, path)
    elif isinstance(json, dict):
        named = json.keys().isdisjoint({"seat", "high", "answer"})  # neither a person nor a field or an aim
        for key, value in json.items():
            if key == "with":
                continue
            if key not in KEYS or (key == "name" and named) or isinstance(value, dict):
                yield from words_in(value, f"{path}.{key}")


@pytest.mark.parametrize("key", list(GAMES))
def test_no_letter_of_a_view_is_left_in_english(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "catalogue", {PSEUDO: Pseudo()}.get)
    with speaking(PSEUDO):
        made = [
            *(frame_of(view) for _, view in moments(GAMES[key])),
            *(frame for _, frame in lesson_frames(GAMES[key])),
        ]
        frames = [json.loads(frame) for frame in made]
    assert len(frames) > 3
    names = re.compile(
        "|".join(map(re.escape, [*NAMES, *(game.title for game in GAMES.values()), "Widow Pell"]))
    )
    found = {
        (path, words)
        for frame in frames
        for path, words in words_in({"view": frame["view"], "art": list(frame["art"].values())})
        if bare_words(names.sub("", words))
    }
    assert found == set()


def test_a_text_has_all_plural_forms_by_their_names() -> None:
    with speaking("pl"):
        words = WORDS.in_language()
    assert words["language"] == "pl"
    assert words["texts"]["Close"] == "Zamknij"
    assert words["texts"]["a seat\u0004free"] == "wolne"
    forms = words["texts"]["{n} seat is free"]
    assert forms == {"one": "{n} wolne miejsce", "few": "{n} wolne miejsca", "many": "{n} wolnych miejsc"}


def test_english_needs_no_words() -> None:
    assert WORDS.in_language() == {"language": "en", "texts": {}}
    assert WORDS.in_page(b'<html lang="en">') == b'<html lang="en">'


def test_the_page_is_in_the_browsers_language_before_anything_is_known() -> None:
    page = b'<html lang="en"><meta name="dicenight:words" content=""><p>Opening the table \xe2\x80\xa6</p>'
    with speaking(accepted("it, de-AT;q=0.9, en;q=0.5")):
        said = WORDS.in_page(page).decode()
    assert '<html lang="de">' in said
    assert "Der Tisch wird geöffnet …" in said
    assert "{&quot;language&quot;: &quot;de&quot;" in said


@pytest.mark.parametrize(
    ("header", "expected"),
    [("", "en"), ("pl", "pl"), ("en-US,fr;q=0.3", "en"), ("xx,fr-CA;q=0.4", "fr"), ("*", "en")],
)
def test_the_first_language_of_ours_is_taken(header: str, expected: str) -> None:
    assert accepted(header) == expected


def test_whoever_chooses_another_language_gets_everything_again() -> None:
    state = PageState(WORDS)
    view = without_table()
    first = json.loads(state.frame(view, 0.0) or b"{}")
    assert first["t"] == "whole"
    assert "words" not in first
    with speaking("fr"):
        again = json.loads(state.frame(view, 0.0) or b"{}")
    assert (again["t"], again["words"]["language"]) == ("whole", "fr")


def test_a_page_says_what_it_reads() -> None:
    hello = read('{"t": "hello", "session": "x", "locale": "pl", "reads": "en"}')
    assert isinstance(hello, Hello)
    assert (hello.locale, hello.reads) == ("pl", "en")
    assert read('{"t": "hello", "session": "x", "locale": "' + "x" * 17 + '"}') is None
