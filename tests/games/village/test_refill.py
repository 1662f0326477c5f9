"""The market is filled after a bribe, until the bribed type or a Wild comes up (PV-25 to PV-31)."""

from __future__ import annotations

import pytest

from tests.helpers.games.village import Situation, village


def refilled(cards: str, deck: str, market: tuple[str, ...] = ("-", "-", "-", "-")) -> Situation:
    """A has bribed with `cards`; B holds nothing but a Sword."""
    return village(f"{cards} S", "S", deck=deck, market=market).bribes("A", cards)


@pytest.mark.parametrize(
    ("cards", "deck", "market", "left"),
    [
        pytest.param(
            "C",
            "A F S C G M",
            "A / F / S / C",
            2,
            marks=pytest.mark.rule("PV-X30", "PV-25", "PV-26", "PV-28"),
        ),
        pytest.param("A", "A F S", "A / - / - / -", 2, marks=pytest.mark.rule("PV-X31", "PV-28")),
        pytest.param("A", "W F S", "W / - / - / -", 2, marks=pytest.mark.rule("PV-X32", "PV-28")),
        pytest.param(
            "A", "C F G M S A W", "C S / F A / G / M", 1, marks=pytest.mark.rule("PV-X33", "PV-27", "PV-28")
        ),
        pytest.param(
            "A",
            "C C C C C C C C W F",
            "C C W / C C / C C / C C",
            1,
            marks=pytest.mark.rule("PV-X34", "PV-27", "PV-28"),
        ),
        pytest.param("A", "F A", "F / A / - / -", 0, marks=pytest.mark.rule("PV-X36", "PV-31")),
        pytest.param("A", "F W", "F / W / - / -", 0, marks=pytest.mark.rule("PV-X37", "PV-31")),
    ],
)
def test_the_game_goes_on_when_the_right_card_came_up(cards: str, deck: str, market: str, left: int) -> None:
    v = refilled(cards, deck)
    assert " / ".join(v.market) == market
    assert (v.deck, v.match.over, v.asked()) == (left, False, "B")


@pytest.mark.parametrize(
    ("deck", "market"),
    [
        pytest.param(
            "F G", "F / G / - / -", marks=pytest.mark.rule("PV-X35", "PV-30", "PV-53", "PV-R14", "PV-R19")
        ),
        pytest.param("-", "- / - / - / -", marks=pytest.mark.rule("PV-X38", "PV-30", "PV-53", "PV-R14")),
    ],
)
def test_the_game_ends_when_the_deck_runs_out_first(deck: str, market: str) -> None:
    v = refilled("A", deck)
    assert v.match.over
    assert " / ".join(v.market) == market
    # cards in the stalls score for nobody: A has an Axe, now on the second space, and a Sword in hand
    assert v.points == {"A": 1 - 4, "B": -4}


@pytest.mark.rule("PV-X39", "PV-26", "PV-R8")
def test_every_refill_starts_at_the_3_stall() -> None:
    v = village("A S", "C S", deck="A F C")
    assert v.bribes("A", "A").market == ("A", "-", "-", "-")
    assert v.bribes("B", "C").market == ("A F", "C", "-", "-")
    assert (v.deck, v.match.over) == (0, False)


@pytest.mark.rule("PV-X88", "PV-15", "PV-28", "PV-R9")
def test_a_wild_added_alone_stops_at_the_type_of_its_bribe() -> None:
    v = village("W", "S", bribes={"A": "C C"}, deck="F G C A").bribes("A", "C+W")
    assert v.market == ("F", "G", "C", "-")
    assert (v.deck, v.match.over) == (1, False)


@pytest.mark.rule("PV-X89", "PV-23", "PV-28")
def test_the_market_is_filled_though_the_token_cannot_move() -> None:
    v = refilled("S", "A S M")
    assert v.track == "A C F G M S"
    assert v.market == ("A", "S", "-", "-")
    assert v.deck == 1


@pytest.mark.rule("PV-X76", "PV-28", "PV-29", "PV-10")
def test_cards_join_what_lies_in_the_stalls() -> None:
    v = refilled("C", "C S", market=("F", "-", "G M", "A"))
    assert v.market == ("F C", "-", "G M", "A")
    assert v.board.deck == ["v:sword"]


@pytest.mark.rule("PV-R22")
def test_with_an_empty_deck_stalls_are_emptied_and_then_the_game_ends() -> None:
    v = village("A A A A A A", "S S S S S S", market=("C", "C", "C", "C"), deck="-")
    v.visits("A", 3, "A A A").visits("B", 2, "S S").visits("A", 1, "A").visits("B", 0)
    assert v.market == ("-", "-", "-", "-")
    assert all(not option.startswith("stall") for option in v.offers("A"))
    assert "draw" in v.offers("A")
    assert v.draws("A").match.over
