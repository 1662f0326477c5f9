"""Faults of decks beside a character's own, and of the Drink Deck: file and line, and what is allowed instead."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from games.tavern.decks.builtin import with_own
from games.tavern.decks.deck_file import DeckFault
from games.tavern.decks.loader import load
from tests.helpers.games.tavern_small_deck import changed, told

# ---- decks beside the character's


def with_extra(system: str, cards: str, extra: str = "grum_extra") -> str:
    """The small file with an extra deck of its own."""
    return changed(("[[card]]", f'system = "{system}"\nextra = "{extra}"\n\n[[card]]')) + cards


def extra_card(count: int, kind: str, effects: str, more: str = "") -> str:
    """One kind of card of that deck."""
    return (
        f'\n[[card]]\nid = "grum_extra.one"\ndeck = "grum_extra"\ntitle = "One"\ncount = {count}\n'
        f'type = "{kind}"\neffects = "{effects}"\n{more}'
    )


@pytest.mark.parametrize(
    ("system", "size", "kind", "effects", "more"),
    [
        ("gear", 20, "gear", "fort T -1; tune +1", ""),
        ("potion", 20, "anytime", "fort me +1; brew", 'when = ["any"]\n'),
        ("mood", 12, "mood", "onwolf fort T -1", ""),
    ],
)
def test_an_extra_deck_of_ones_own(system: str, size: int, kind: str, effects: str, more: str) -> None:
    decks = with_own({"grum.toml": with_extra(system, extra_card(size, kind, effects, more))})
    assert decks.characters["grum"].extra == (("grum_extra.one", size),)
    assert decks.cards["grum_extra.one"].types == (kind,)
    for wrong in (size - 1, size + 1):
        said = told(with_extra(system, extra_card(wrong, kind, effects, more)))
        assert said == f"grum.toml:27: the deck 'grum_extra' has {wrong} cards; there must be {size}"


def test_without_one_of_its_own_the_system_brings_its_deck() -> None:
    decks = with_own({"grum.toml": changed(("[[card]]", 'system = "gear"\n\n[[card]]'))})
    assert decks.characters["grum"].extra == decks.characters["wizgille"].extra


@pytest.mark.parametrize(
    ("system", "kind", "effects", "more", "said"),
    [
        ("gear", "action", "fort T -1", "", "have the type 'gear', and no other"),
        ("gear", "gear", "fort T -1", 'when = ["act"]\n', "are not played, so they have no 'when'"),
        ("gear", "gear", "fort T -1 or none", "", "so they give no choice with 'or'"),
        ("gear", "gear", "fort hitter -1", "", "answer nothing, so there is no 'hitter'"),
        (
            "gear",
            "gear",
            "negate",
            "",
            "'negate' has no meaning in the gear deck 'grum_extra'; it is for cards that",
        ),
        (
            "gear",
            "gear",
            "none",
            'marks = ["gear"]\n',
            "the mark 'gear' is for characters with system = 'gear'",
        ),
        ("mood", "mood", "fort T -1", "", "'fort' has no meaning in the mood deck 'grum_extra'"),
        (
            "mood",
            "mood",
            "onwolf tune +1",
            "",
            "'onwolf' adds one of: fort, alc, pay, draw, drop, serve, drinkup",
        ),
        ("mood", "mood", "onwolf fort hitter -1", "", "'onwolf' adds one of"),
        ("potion", "mood", "none", "", "type 'mood' is for Gear and mood decks"),
    ],
)
def test_cards_that_an_extra_deck_does_not_take(
    system: str, kind: str, effects: str, more: str, said: str
) -> None:
    assert said in told(with_extra(system, extra_card(20, kind, effects, more)))


def test_an_extra_deck_that_is_not_there_or_is_another() -> None:
    assert told(with_extra("gear", "")).startswith("grum.toml:7: there are no cards of deck = 'grum_extra'")
    said = told(with_extra("gear", "", "mood"))
    assert said.startswith("grum.toml:7: 'mood' cannot be a gear deck: it is the mood deck 'mood'")


# ---- the decks of the program


def built_in() -> Mapping[str, str]:
    """A house without characters: shared cards, and a Drink Deck."""
    drink = '[[card]]\nid = "drink.ale"\ndeck = "drink"\ntitle = "Ale"\ncount = 30\ntype = "drink"\nac = 1\n'
    return {"drink.toml": drink}


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("count = 30", "count = 29", 1, "the Drink Deck has 29 cards; there must be 30"),
        ("ac = 1", "ac = 21", 7, "ac: input should be less than or equal to 20 (got 21)"),
        ("ac = 1", "", 1, "a card needs 'ac'"),
        ("ac = 1", "ac = 1\nchasers = true", 8, "unknown key 'chasers'; did you mean 'chaser'?"),
        ('"drink"\nac', '"action"\nac', 6, "type 'action' in the Drink Deck; there it is 'drink' or 'event'"),
        ('"drink"\nac = 1', '"event"\neffects = "party"', 7, "unknown effects 'party'"),
    ],
)
def test_drinks_that_are_not_right(old: str, new: str, line: int, said: str) -> None:
    text = built_in()["drink.toml"]
    assert old in text
    with pytest.raises(DeckFault, match=re.escape(said)) as refused:
        load({"drink.toml": text.replace(old, new)})
    assert (refused.value.file, refused.value.line) == ("drink.toml", line)


def test_a_house_needs_a_drink_deck() -> None:
    assert load(built_in()).drink_deck == (("drink.ale", 30),)
    with pytest.raises(DeckFault, match=r"there are no cards of deck = 'drink'; there must be 30"):
        load({})
