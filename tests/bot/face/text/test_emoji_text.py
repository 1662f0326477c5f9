"""Drawn emoji in messages: within Discord's limits, never in a label, and gone as a whole where they do not fit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.face.art.emoji import DRAWN, names
from bot.face.text import emoji_text
from bot.face.text.card_names import item_alone, item_text, items_text
from bot.face.text.emoji_text import MOST_EMOJI, EmojiRef, count_emoji_and_letters, fits, render_within_limits
from cogs.ui.blocks.grids import map_text
from cogs.ui.components import button, container, message, option, text
from cogs.ui.table.table_message import closed_message
from games.engine import RAIL, Match
from games.parlour.shared.card_faces import ICONS
from games.parlour.shared.deck import PLAIN, RANK_NAMES
from games.registry import GAMES
from games.tavern.card_faces import MARKS
from games.tavern.decks.builtin import BUILT_IN
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.random_matches import finish, luck_of, random_header


@pytest.fixture(autouse=True)
def all_drawn() -> Iterator[None]:
    """Everything has its emoji."""
    emoji_text.use({key: EmojiRef(name, 10**18 + at) for at, (key, name) in enumerate(names().items())})
    yield
    emoji_text.forget()


@pytest.mark.rule("DECK-13")
def test_a_drawn_card_still_tells_its_rank_by_number_and_name() -> None:
    for card in PLAIN:
        said = item_text(card)
        assert said.startswith(f"<:{names()[card]}:")
        assert RANK_NAMES[card[0]] + "¹²³⁴⁵"["WLBMR".index(card[0])] in said
        assert not any(icon in said for icon in ICONS.values())


def test_dice_stand_alone_and_close_together() -> None:
    assert items_text(["d6:3", "d6:4"]) == f"{emoji_text.emoji_for('d6:3')} {emoji_text.emoji_for('d6:4')}"
    assert items_text(["W.hawk", "L.owl"]).count(", ") == 1
    assert item_alone("d6:3") == "3"
    assert item_alone("W.hawk") == ""


@pytest.mark.parametrize("key", DRAWN)
def test_labels_hold_no_markup_and_are_never_empty(key: str) -> None:
    for made in (button(item_text(key), "x"), option(item_text(key), "x")):
        assert made["label"]
        assert "<" not in made["label"]
        assert made["emoji"]["name"] == names()[key]


def test_a_label_with_several_items_says_them_in_words() -> None:
    made = button(f"Keep {items_text(['d6:3', 'd6:5'])}", "x")
    assert made["label"] == "Keep 3 5"
    assert "emoji" not in made
    assert button(f"Play {item_text('W.hawk')} and {item_text('d6:2')}", "x")["label"] == (
        "Play Warrior¹ of Hawks and 2"
    )


def test_an_emoji_costs_a_message_few_letters() -> None:
    assert max(len(f"<:{name}:{10**18}>") for name in names().values()) <= 45
    assert MOST_EMOJI * 45 < 4_000


@pytest.mark.parametrize(("count", "shown"), [(80, True), (81, False)])
def test_too_many_are_painted_as_plain_signs(count: int, shown: bool) -> None:
    payload = render_within_limits(lambda: message(container([text(items_text(["d6:3"] * count))], 0)))
    emoji, letters = count_emoji_and_letters(payload)
    assert (emoji == count) is shown
    assert letters < 4_000
    assert emoji_text.emoji_for("d6:3") is not None


def test_a_message_that_grows_too_long_is_painted_as_plain_signs() -> None:
    payload = render_within_limits(lambda: message(text(item_text("W.hawk") + "x" * 3_700), text("y" * 180)))
    assert count_emoji_and_letters(payload)[0] == 0


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_table_that_closes_keeps_its_last_result_within_the_limits(key: str) -> None:
    game, luck = GAMES[key], luck_of("closing", key)
    most = max(
        (random_header(game, luck) for _ in range(20)),
        key=lambda header: (len(header.ring), str(header.options)),
    )
    view = view_of(finish(Match(game, most), luck), RAIL)
    emoji, letters = count_emoji_and_letters(closed_message(view, "Everyone has their stake back. " * 3))
    assert emoji <= MOST_EMOJI
    assert letters <= 4_000


def test_of_a_long_score_sheet_a_closing_table_keeps_the_latest_rows() -> None:
    emoji_text.forget()
    game, luck = GAMES["conclave_of_wyrms"], luck_of("long sheet")
    view = view_of(finish(Match(game, random_header(game, luck)), luck), RAIL)
    short = count_emoji_and_letters(closed_message(view, "x"))[1]
    word = "x" * (3_902 - short)
    assert count_emoji_and_letters(closed_message(view, word[1:]))[1] == 3_900
    assert count_emoji_and_letters(closed_message(view, word))[1] < 3_900


def test_cards_of_the_tavern_share_an_emoji_for_each_kind() -> None:
    for key, card in BUILT_IN.cards.items():
        assert item_text(key) == f"{emoji_text.emoji_for('tavern.' + card.types[0])} {card.title}"
        made = button(item_text(key), "x")
        assert made["label"] == card.title
    assert {f"tavern.{kind}" for kind in MARKS} <= {*DRAWN}
    assert all(item_text(drink).startswith(f"<:{names()['tavern.drink']}:") for drink in BUILT_IN.drinks)


def test_a_map_is_drawn_in_emoji_and_told_in_words() -> None:
    piles = ((0, 0, ("W.hawk",)), (1, 1, ("L.owl", "M.hare")))
    rows = map_text(piles, [(2, 1)]).split("\n")
    assert [row.count("<:") for row in rows] == [4, 4, 4, 0]
    assert rows[1].startswith(f"{emoji_text.emoji_for('place.1')}{emoji_text.emoji_for('W.hawk')}")
    assert rows[2].endswith(f"{emoji_text.emoji_for('M.hare')}{emoji_text.emoji_for('place.open')}")
    assert rows[3] == "A1 Warrior of Hawks; B2 Merchant of Hares on Lady of Owls"


def test_a_map_that_is_too_wide_for_its_letters_is_written() -> None:
    piles = tuple((column, 0, ("W.hawk",)) for column in range(11))
    assert "```" in map_text(piles)


def test_emoji_stay_as_long_as_a_bot_of_the_process_does() -> None:
    """A process has a bot for each of its shards, and each of them comes and goes."""
    for _ in range(2):
        emoji_text.keep()
    emoji_text.use({"card.bard": EmojiRef("bard", 1)})
    emoji_text.forget()
    assert emoji_text.emoji_for("card.bard") == "<:bard:1>"
    emoji_text.forget()
    assert emoji_text.emoji_for("card.bard") is None


def test_lines_fit_by_their_emoji_and_letters() -> None:
    assert fits(["A short line."] * 20)
    assert not fits(["x" * 200] * 20)
    assert not fits(["<:d6_3:1234567890123456789>"] * (MOST_EMOJI + 1))
