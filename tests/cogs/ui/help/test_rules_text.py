"""The rules of every game in three layers, as Discord can show them."""

from __future__ import annotations

import re

import pytest

from cogs.ui.components import Json
from cogs.ui.help.markdown import flowing
from cogs.ui.rules_text import LAYERS, PREFIX, find_page, in_short, rules_note, rules_text, variants_text
from games.primers import find_primer
from games.registry import GAMES
from tests.helpers.small_games import changed
from tests.test_voice import faults

SOURCE_WIDTH = 120


def content(payload: Json) -> str:
    [container] = payload["components"]
    return str(container["components"][0]["content"])


def ids(payload: Json) -> list[str]:
    [container] = payload["components"]
    return [each["custom_id"] for row in container["components"][1:] for each in row["components"]]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_told_in_three_lines_and_an_example(key: str) -> None:
    shown = content(in_short(GAMES[key]))
    head, *lines = shown.split("\n")
    assert head == f"## How to play {GAMES[key].title}", "without a primer.toml it shows the rules"
    assert [line[:3] for line in lines] == ["1. ", "2. ", "3. ", "**F"]
    assert all(len(line) <= 180 for line in lines[:3]), "a line is a sentence or two on a phone"
    assert faults(shown) == []


@pytest.mark.parametrize("key", GAMES)
def test_no_layer_has_tables_or_line_breaks_of_the_source(key: str) -> None:
    game = GAMES[key]
    for text in (rules_text(game), variants_text(game)):
        assert "|" not in text.replace("||", ""), "Discord has no tables"
        paragraphs = [line for line in text.split("\n") if line and not re.match(r"[-#\d*]|\(", line)]
        lowercase = [line for line in paragraphs if line[0].islower()]
        assert not lowercase, "a line that goes on with a sentence"


@pytest.mark.parametrize("key", GAMES)
def test_the_layers_lose_nothing(key: str) -> None:
    game = GAMES[key]
    both = f"{rules_text(game)} {variants_text(game)}"
    words = set(re.findall(r"[\w']+", both))
    # the heading of the list of variants, and headings of columns whose cells speak for themselves
    missing = set(re.findall(r"[\w']+", game.rules)) - words - {"Variants", "Variant"}
    heads = set(re.findall(r"[\w']+", " ".join(re.findall(r"^\|.*\|(?=\n\|[\s|:-]+\|$)", game.rules, re.M))))
    assert missing <= heads


@pytest.mark.parametrize("key", GAMES)
def test_every_page_and_button_leads_somewhere(key: str) -> None:
    game = GAMES[key]
    seen, waiting = set[str](), [in_short(game)]
    while waiting:
        for custom_id in ids(waiting.pop()):
            prefix, _, rest = custom_id.partition(":")
            if prefix != PREFIX or custom_id in seen:
                continue
            seen.add(custom_id)
            found = find_page(rest)
            assert found is not None, custom_id
            where, layer, page = found
            if where == key:
                waiting.append(rules_note(game, page, layer))
    assert {f"{PREFIX}:{key}:{layer}.0" for layer in LAYERS} <= seen


def test_a_game_without_a_primer_shows_its_rules() -> None:
    bare = changed(GAMES["threes"], key="bare")
    assert content(in_short(bare)) == content(rules_note(bare, 0, "short")) == content(rules_note(bare))
    assert ids(in_short(bare)) == ["rules:bare:variants.0"]


def test_a_page_of_an_older_message_is_found() -> None:
    assert find_page("threes:2") == ("threes", "all", 2)
    assert find_page("threes:nonsense.0") is None
    assert find_page("threes:all.x") is None


def test_only_games_with_bets_offer_the_page_about_betting() -> None:
    offering = {key for key, game in GAMES.items() if "rules:betting:0" in ids(in_short(game))}
    assert offering == {
        key for key, game in GAMES.items() if (primer := find_primer(game)) and primer.betting
    }
    assert "threes" in offering
    assert "dragon_hordes" not in offering


def test_lists_and_tables_flow() -> None:
    source = "One\ntwo.\n\n1. Three\n   four\n2. Five\n\n| A | B | C |\n|---|---|---|\n| x | y | 3 |\n\nSix"
    assert flowing(source) == "One two.\n\n1. Three four\n2. Five\n\n- **x**: y, c 3\n\nSix"


@pytest.mark.parametrize(("key", "marked"), [("the_wheel", True), ("tiamat", False), ("rolled_gold", False)])
def test_cards_with_bars_and_numbers_are_explained_beside_their_game(key: str, marked: bool) -> None:
    assert ("left is red, middle green, right blue" in rules_text(GAMES[key])) is marked
