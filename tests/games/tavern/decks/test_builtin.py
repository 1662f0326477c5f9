"""The decks that come with the program: every card is the one that the house's list gives."""

from __future__ import annotations

import pytest

from games.tavern.cards import Condition, Step, copies
from games.tavern.decks.balance import balance, mean_drink
from games.tavern.decks.builtin import BUILT_IN
from games.tavern.decks.effect_parser import parse
from tests.helpers.games.tavern_house_decks import CARDS, DRINKS


def listed(table: str) -> list[list[str]]:
    """The lines of a table, by columns."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


OWN = {"serena": (29, 11), "wizgille": (29, 11), "phrenk": (29, 11), "kaylin": (31, 9)}
EXTRA = {"serena": None, "wizgille": ("gear", 20), "phrenk": ("potion", 20), "kaylin": ("mood", 12)}


def in_play(deck: str) -> list[tuple[str, int]]:
    """The cards of a deck with their counts, as the characters that play with it have them."""
    if deck in BUILT_IN.characters:
        return [(key, n) for key, n in BUILT_IN.characters[deck].deck if key.startswith(f"{deck}.")]
    if deck == "shared":
        return [(key, n) for key, n in BUILT_IN.characters["serena"].deck if key.startswith("shared.")]
    [owner] = [c for c in BUILT_IN.characters.values() if c.extra and c.extra[0][0].startswith(f"{deck}.")]
    return list(owner.extra)


@pytest.mark.parametrize("deck", CARDS)
def test_every_card_is_as_listed(deck: str) -> None:
    rows = listed(CARDS[deck])
    cards = [(BUILT_IN.cards[key], n) for key, n in in_play(deck)]
    assert [card.title for card, _ in cards] == [title for _, title, *_ in rows]
    for (card, n), (count, _, types, when, mark, effects) in zip(cards, rows, strict=True):
        assert n == int(count), card.title
        assert card.deck == deck
        assert card.types == tuple(types.split("+")), card.title
        assert card.when == tuple(when.split()), card.title
        assert card.marks == tuple(mark.split()), card.title
        assert card.alternatives == parse(effects), card.title


def test_every_drink_is_as_listed() -> None:
    rows = listed(DRINKS)
    assert [n for _, n in BUILT_IN.drink_deck] == [int(count) for count, *_ in rows]
    for (key, _), (_, title, kind, ac, fort, chaser, draw, split) in zip(
        BUILT_IN.drink_deck, rows, strict=True
    ):
        if kind == "event":
            event = BUILT_IN.events[key]
            assert (event.title, event.verb) == (title, "contest" if "Contest" in title else "house")
            continue
        drink = BUILT_IN.drinks[key]
        numbers = (drink.title, drink.ac, drink.fort, drink.chaser, drink.draw, drink.drop, drink.split)
        assert numbers == (title, int(ac), int(fort), chaser == "chaser", int(draw or 0), 0, split == "split")


def test_decks_have_their_sizes() -> None:
    for key, (own, shared) in OWN.items():
        cards = copies(BUILT_IN.characters[key].deck)
        assert len(cards) == 40
        assert sum(card.startswith(f"{key}.") for card in cards) == own
        assert sum(card.startswith("shared.") for card in cards) == shared
    for key, extra in EXTRA.items():
        cards = copies(BUILT_IN.characters[key].extra)
        assert ((cards[0].partition(".")[0], len(cards)) if cards else None) == extra
    assert {key: character.system for key, character in BUILT_IN.characters.items()} == {
        "serena": "faith",
        "wizgille": "gear",
        "phrenk": "potion",
        "kaylin": "mood",
    }


def test_the_drink_deck_has_26_drinks_of_20_kinds_and_4_events() -> None:
    cards = copies(BUILT_IN.drink_deck)
    drinks = [BUILT_IN.drinks[key] for key in cards if key in BUILT_IN.drinks]
    assert (len(cards), len(drinks), len(BUILT_IN.drinks)) == (30, 26, 20)
    assert sorted(key for key in cards if key in BUILT_IN.events) == sorted([*BUILT_IN.events] * 2)
    assert sum(drink.ac > 0 for drink in BUILT_IN.drinks.values()) == 15
    assert (sum(drink.ac for drink in drinks), sum(drink.fort for drink in drinks)) == (43, -1)
    assert (sum(drink.chaser for drink in drinks), sum(drink.draw > 0 for drink in drinks)) == (5, 1)
    assert round(mean_drink(BUILT_IN), 2) == 1.65


def test_only_kaylin_has_no_use_for_the_common_answer() -> None:
    have = {key for key, one in BUILT_IN.characters.items() if "shared.i_dont_think_so" in dict(one.deck)}
    assert have == {"serena", "wizgille", "phrenk"}
    assert all("shared.her_tip" in dict(one.deck) for one in BUILT_IN.characters.values())


# ---- which alternative goes with what


@pytest.mark.parametrize(
    ("card", "first", "second"),
    [
        ("shared.gambling_im_in", ("act",), ("round.turn",)),
        ("kaylin.feeding_wulfric", ("drink.mine",), ("round.start", "round.in")),
        ("serena.a_quiet_prayer", ("any",), ("any",)),
    ],
)
def test_a_choice_is_offered_only_when_it_can_be_made(
    card: str, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    assert BUILT_IN.cards[card].alternative_when == (first, second)


def test_a_card_with_one_effect_has_it_on_all_of_its_triggers() -> None:
    assert BUILT_IN.cards["kaylin.poof"].alternative_when == (("hit.fort", "hit.alc", "hit.gold"),)


# ---- effects


def test_effects_are_read_into_steps() -> None:
    assert parse("fort T -2; [piety>=10] fort T -1; piety +1") == (
        (
            Step("fort", "T", amount=-2),
            Step("fort", "T", amount=-1, condition=Condition(">=", 10)),
            Step("piety", amount=1),
        ),
    )
    assert parse("pay T inn 1") == ((Step("pay", "T", "inn", 1),),)
    assert parse("fort me +2 or alc me -2") == (
        (Step("fort", "me", amount=2),),
        (Step("alc", "me", amount=-2),),
    )
    assert parse("peek deck 3; draw me 1") == ((Step("peek", amount=3), Step("draw", "me", amount=1)),)
    assert parse("cut fort 2") == ((Step("cut", amount=2),),)
    assert parse("onwolf pay inn me 1") == ((Step("onwolf", inner=Step("pay", "inn", "me", 1)),),)
    assert parse("wolf.fort -1") == ((Step("wolf.fort", amount=-1),),)
    assert parse("control; oust T") == ((Step("control"), Step("oust", "T")),)


@pytest.mark.parametrize(
    ("condition", "track", "holds"),
    [(">=", 10, True), (">=", 9, False), ("<=", 10, True), ("<=", 11, False)],
)
def test_a_condition_counts_its_own_number_in(condition: str, track: int, holds: bool) -> None:
    [[step]] = parse(f"[piety{condition}10] ignore")
    assert step.condition is not None
    assert step.condition.holds(track) is holds


# ---- words


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("serena.blasphemer", "Target loses 3 Fort. Piety +1."),
        ("serena.faith_is_my_shield", "With Piety 8 or more: ignore a card that costs you Fort. "
         "With Piety 7 or less: you lose 1 Fort less."),
        ("serena.stand_in_the_light_all_of_you", "Everyone else loses 1 Fort. Piety +1."),
        ("kaylin.poof", "Ignore a card that costs you Fort or Gold or raises your AC."),
        ("kaylin.asleep_in_his_fur", "You gain 2 Fort. Or: You lose 2 AC. A wolf card."),
        ("wizgille.not_supposed_to_do_that", "Target loses 2 Fort. Turn up a Gear card with it."),
        ("gear.too_much_steam", "Two targets lose 1 Fort each."),
        ("gear.the_coin_slot_jammed", "Target pays the inn 1 Gold."),
        ("gear.shoot_sparks", "Every number of the card it belongs to is 1 less."),
        ("potion.partial_antidote", "A Drink gets −1 AC."),
        ("mood.begging_at_the_next_table", "With every wolf card: the inn pays you 1 Gold."),
        ("mood.off_his_dinner", "Wolf cards cost others 1 less Fort."),
    ],
)  # fmt: skip
def test_a_card_says_in_words_what_it_does(card: str, text: str) -> None:
    assert BUILT_IN.cards[card].text == text


def test_drinks_and_events_say_what_they_do() -> None:
    assert BUILT_IN.drinks["drink.elven_wine_chaser"].text == "3 AC, with a chaser."
    assert BUILT_IN.drinks["drink.scalding_chicory"].text == "−2 AC, −1 Fort."
    assert BUILT_IN.drinks["drink.gnomish_inspirational_ale"].text == "2 AC, draw 2 cards."
    assert BUILT_IN.drinks["drink.mead"].text == "3 AC, may be split with another player."
    assert BUILT_IN.events["drink.round_on_the_house"].text.startswith("One Drink is turned up")


# ---- balance


@pytest.mark.parametrize(
    ("key", "deck", "extra"),
    [
        ("serena", (25.3, 7.4, 11.5, 13.2, 4.3, 8.0), (0, 0, 0, 0, 1.9, 0)),
        ("wizgille", (22.0, 7.0, 11.5, 14.0, 4.0, 8.0), (4.0, 0.7, 0.7, 0, -0.9, 0)),
        ("phrenk", (22.0, 7.0, 7.5, 11.5, 2.0, 8.0), (1.2, 0.9, 0.6, 1.0, 1.2, 0.3)),
        ("kaylin", (25.0, 7.0, 12.5, 12.0, 2.0, 9.0), (1.0, 0, 1.0, 0, 0.3, 0)),
    ],
)
def test_the_four_are_worth_what_the_list_says(
    key: str, deck: tuple[float, ...], extra: tuple[float, ...]
) -> None:
    mine, more = balance(BUILT_IN, key)
    assert list(mine) == pytest.approx(deck, abs=0.051)
    assert list(more) == pytest.approx(extra, abs=0.051)


@pytest.mark.parametrize(("key", "n"), [("serena", 16), ("wizgille", 15), ("phrenk", 15), ("kaylin", 17)])
def test_each_has_about_as_many_action_cards(key: str, n: int) -> None:
    cards = copies(BUILT_IN.characters[key].deck)
    assert sum("action" in BUILT_IN.cards[card].types for card in cards) == n
