"""Texts of games are read from the files beside them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from games.engine import Texts
from games.parlour import kings_council
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS
from games.registry import GAMES
from games.texts import find_text, read_shared, read_texts, spell_out


def test_a_game_in_a_file_has_its_texts_beside_it_and_one_in_a_folder_has_them_in_it() -> None:
    assert read_texts("games.parlour.threes").title == "Threes"
    assert read_texts("games.gembones.tiamat").title == "Tiamat"


def test_a_folder_that_python_names_for_a_file_is_not_taken_for_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python 3.12 and later name the folder around a module that is no package; 3.11 raises `TypeError`."""

    def files_of_312(module: str) -> Path:
        file = sys.modules[module].__file__
        assert file is not None
        return Path(file).parent

    before = find_text(kings_council.__name__, "texts.toml")
    assert before is not None
    find_text.cache_clear()
    monkeypatch.setattr("games.texts.files", files_of_312)
    assert find_text(kings_council.__name__, "texts.toml") == before
    assert find_text("games.parlour.the_wheel", "texts.toml") is not None
    assert find_text("games.parlour.shared.deck", "texts.toml") is None
    find_text.cache_clear()


def test_a_game_without_texts_is_named() -> None:
    with pytest.raises(
        FileNotFoundError, match=re.escape("no texts.toml belongs to games.parlour.shared.deck")
    ):
        read_texts("games.parlour.shared.deck")
    assert find_text("games.parlour.shared.deck", "primer.toml") is None


def test_shared_words_give_way_to_the_games_own_and_shared_rules_follow_them() -> None:
    shared = Texts(rules="\nAnd this.\n", words={"king": "another King", "pot": "the pot"})
    texts = read_texts("games.parlour.kings_council", shared, ante=3)
    assert texts.words["king"] == "The King is {card:item}."
    assert texts.words["pot"] == "the pot"
    assert texts.rules.endswith("\n\nAnd this.\n")
    assert "1. Everyone antes 3 and gets five cards." in texts.rules


def test_a_family_reads_each_part_of_its_file() -> None:
    assert read_shared("games.parlour.shared", "draw") == DRAW_TEXTS
    assert kings_council.GAME.words.items() >= {**POT_TEXTS.words, **DRAW_TEXTS.words}.items()


def test_a_key_stands_for_one_key_of_each_value() -> None:
    words = {
        "roll:{size}": "Roll the {size}",
        "bonus:{bonus}": "{bonus.name} ({bonus}): {{bonus}_n}",
        "no": "{size}",
    }
    assert spell_out(words, {"size": ("g4", "g6"), "bonus": {"g8": "Superiority"}}) == {
        "roll:g4": "Roll the g4",
        "roll:g6": "Roll the g6",
        "bonus:g8": "Superiority (g8): {g8_n}",
        "no": "{size}",
    }


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_left_open(key: str) -> None:
    game = GAMES[key]
    assert not [name for name in game.words if "{" in name]
    assert not re.search(r"\{\w+\}", game.rules)
    assert game.title
    assert game.pitch
    assert all(f"feat:{feat.key}" in game.words for feat in game.feats)
