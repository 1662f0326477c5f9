"""Every game is painted in a language with an accent on every letter: messages, panels, pictures, alt texts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot import language
from bot.face.art.drawing import Words
from bot.language import PSEUDO, speaking
from cogs.gembones import odds_line
from cogs.ui.hand.hand_panel import hand_panel, log_note
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.result import result_picture
from cogs.ui.pictures.table_picture import picture_of
from cogs.ui.rules_text import rules_note
from cogs.ui.table.table_message import details, table_message
from games.engine import RAIL, Match
from games.registry import GAMES
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.pseudo import Pseudo, bare_words, read_by_people
from tests.helpers.random_matches import cases, luck_of, play, random_header

EVERY = 11
"""Every so many answers a match is painted."""


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "catalogue", {PSEUDO: Pseudo()}.get)
    with speaking(PSEUDO):
        yield


def painted(match: Match) -> Iterator[str]:
    """Yield every text of a match as its seats and everyone else read it now."""
    for viewer in (RAIL, *match.header.ring):
        view = view_of(match, viewer)
        panels = [table_message(view), details(view)] if viewer == RAIL else [hand_panel(view)]
        yield from read_by_people([log_note(view), *panels])
        for picture in (picture_of(view), result_picture(view) if match.over else None):
            yield from drawn_words(picture)


def drawn_words(picture: Picture | None) -> Iterator[str]:
    """Yield the words in a picture and those that say the same."""
    if picture is not None:
        yield picture.alt
        yield from (part.text for part in picture.drawing.parts if isinstance(part, Words))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_game_says_nothing_without_an_accent(key: str) -> None:
    bare: dict[str, str] = {}
    for case in cases(1, 20):
        luck = luck_of("pseudo", key, case)
        match = Match(GAMES[key], random_header(GAMES[key], luck), digests=False)
        for step, now in enumerate(play(match, luck)):
            if now.over or step % EVERY == 0:
                bare |= {word: text for text in painted(now) for word in bare_words(text)}
    assert bare == {}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_its_rules_and_odds_neither(key: str) -> None:
    game = GAMES[key]
    texts = [odds_line(each) for each in game.odds(game.options()) or ()]
    for page in range(9):
        texts += read_by_people(rules_note(game, page))
    assert {word: text for text in texts for word in bare_words(text)} == {}


@pytest.mark.parametrize("id", ["BABC", "1A2B", "4711"])
def test_the_id_of_an_error_is_no_word(id: str) -> None:
    """Ids are hexadecimal, so that one in thirty looks like a word in capitals."""
    assert bare_words(f"«Ťĥáºť ŵáºśń'ťº śáṽºéď. (íď» {id})") == []
