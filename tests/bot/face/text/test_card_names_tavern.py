"""Cards of the tavern in text: title and a mark for their type; own decks are known once they are read."""

from __future__ import annotations

import pytest

from bot.face.text.card_names import item_mark, item_name, item_text, use_match_cards
from games.tavern.card_faces import DRINK, EVENT, MARKS, card_faces
from games.tavern.decks.builtin import BUILT_IN, with_own
from tests.helpers.games.tavern import GRUM


def test_every_card_has_its_title_and_a_mark() -> None:
    for key, card in BUILT_IN.cards.items():
        assert item_name(key) == card.title
        assert item_text(key) == f"{item_mark(key)} {card.title}"
    assert {item_mark(key) for key in BUILT_IN.cards} == set(MARKS.values())


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("serena.blasphemer", "👊 Blasphemer!"),
        ("kaylin.poof", "↩️ ~ Poof! ~"),
        ("shared.i_raise", "🎲 I raise!"),
        ("phrenk.smoke_over_the_card_table", "🤫 Smoke over the card table"),
        ("phrenk.purely_medicinal", "⏳ Purely medicinal"),
        ("gear.too_much_steam", "⚙️ Too much steam!"),
        ("mood.howling_at_the_rafters", "🐺 Howling at the rafters"),
        ("drink.mead", "🍺 Mead"),
        ("drink.drinking_contest", "📣 Drinking Contest"),
    ],
)
def test_the_mark_tells_the_type(key: str, text: str) -> None:
    assert item_text(key) == text


def test_no_two_marks_are_alike() -> None:
    marks = [*MARKS.values(), DRINK, EVENT]
    assert len(set(marks)) == len(marks)


def test_cards_of_own_decks_are_named_as_their_match_does() -> None:
    use_match_cards({})
    assert item_name("grum.broom") == "grum.broom"
    use_match_cards(card_faces(with_own({"grum.toml": GRUM})))
    assert item_text("grum.broom") == "👊 Broom to the shins"
    assert item_text("kaylin.poof") == "↩️ ~ Poof! ~"
    use_match_cards({})
