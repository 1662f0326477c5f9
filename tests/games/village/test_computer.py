"""The computer player: it wins against none, finishes what it began, and leaves what it would not have begun."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import Header, Match, Seed, random_legal
from games.village import GAME
from games.village.cards import kind_of
from games.village.computer.lookahead import newcomer, observe, plans, sensible
from games.village.computer.playout import Table
from games.village.computer.shark import Shark, hidden_cards
from tests.helpers.games.village import Situation, keys, village
from tests.helpers.random_matches import cases, luck_of


def duel(seed: int, options: dict[str, Any]) -> bool:
    """Return whether the sensible seat of two wins outright against a random one; it sits elsewhere each time."""
    match = Match(GAME, Header(GAME.key, GAME.version, options, (0, 1), Seed(f"duel {seed}")), digests=False)
    luck, clever = luck_of("village duel", seed), seed % 2
    while not match.over:
        seat = next(ask.seat for ask in match.open.values())
        scene = match.scene(seat)
        policy = sensible if seat == clever else random_legal
        match.answer(scene.mine()[0].id, seat, policy(scene, scene.mine()[0], luck), "computer")
    assert match.result is not None
    return [row.seat for row in match.result.rows if row.place == 1] == [clever]


@pytest.mark.parametrize("options", [{}, {"five_types": True}], ids=str)
def test_it_beats_random_play(options: dict[str, Any]) -> None:
    won = [duel(seed, options) for seed in cases(60, most=1000)]
    assert sum(won) >= 0.6 * len(won)


def thinks(v: Situation, name: str = "A") -> Any:
    """Return the computer player's answer for a seat now."""
    scene = v.match.scene(v.names[name])
    return sensible(scene, scene.mine()[0], luck_of("thinks"))


def plays(v: Situation, name: str = "A") -> Situation:
    """It takes the whole turn of a seat."""
    while not v.match.over and v.asked() == name:
        v.does(**{name: thinks(v, name)})
    return v


def test_it_bribes_with_what_counts_most() -> None:
    # two Feathers and the Wild bring the Feather to the 4 space; a third in hand counts as much
    v = plays(village("F F F W A", "C"))
    assert v.track == "A C G M S F"
    assert v.bribe("A", "F") == "F F W"


def test_it_pays_with_what_is_least_worth_and_curses_a_rival() -> None:
    v = village("A S", "C", market=("-", "-", "S S W", "-"), bribes={"A": "S S", "B": "M M M M"})
    v.does(A="draw").does(B="draw")
    best = max(plans(observe(v.match.scene(0))), key=lambda plan: plan.value).steps
    assert best[0] != "draw"
    plays(v)
    assert v.asked() == "B"


def test_it_goes_back_from_what_it_would_not_have_begun() -> None:
    v = village("F F F W A", "C", market=("A", "-", "-", "-"))
    v.does(A="stall_3").does(A="feather")
    assert thinks(v) == "back"
    v.does(A="back").does(A="bribe_axe")
    assert thinks(v) == "back"
    plays(v)
    assert v.bribe("A", "F") == "F F W"


def test_it_knows_only_what_it_sees() -> None:
    one, other = village("A S", "C C W", deck="S S S"), village("A S", "M F F", deck="A W A")
    assert [*plans(observe(one.match.scene(0)))] == [*plans(observe(other.match.scene(0)))]
    assert observe(one.match.scene(0)).deck == 3


def test_the_shark_wins_more_than_its_share_even_with_little_thought() -> None:
    won, hasty, played = 0, Shark(60), cases(8, most=100)
    for case in played:
        match = Match(
            GAME, Header(GAME.key, GAME.version, {}, (0, 1, 2), Seed(f"shark {case}")), digests=False
        )
        luck, shark = luck_of("village shark", case), case % 3
        while not match.over:
            seat = next(ask.seat for ask in match.open.values())
            scene = match.scene(seat)
            [ask] = scene.mine()
            answer = (hasty if seat == shark else sensible)(scene, ask, luck)
            assert seat != shark or answer != "back", "what it begins it carries out"
            match.answer(ask.id, seat, answer, "computer")
        assert match.result is not None
        won += [row.seat for row in match.result.rows if row.place == 1] == [shark]
    # a third would be its share
    assert won > len(played) / 3


def test_the_shark_counts_every_card_that_it_does_not_see() -> None:
    luck = luck_of("counts")
    match = Match(GAME, Header(GAME.key, GAME.version, {}, (0, 1, 2), Seed("counts")), digests=False)
    for _ in range(60):
        seat = next(ask.seat for ask in match.open.values())
        scene = match.scene(seat)
        position = observe(scene)
        sizes, unseen = hidden_cards(scene, position, 3)
        assert len(unseen) == position.deck + sum(sizes.values())
        match.answer(scene.mine()[0].id, seat, random_legal(scene, scene.mine()[0], luck))


def kinds(letters: str) -> Counter[str]:
    """Count the cards of each type among some by letter."""
    return Counter(map(kind_of, keys(letters)))


FEW, MANY = 10, 11
"""Cards in the deck: so few that a quick player no longer draws, and one more."""


@pytest.mark.parametrize(
    ("hand", "bribe", "stalls", "deck", "action"),
    [
        # the Feather stands at the dragon's favour: two cards there are worth more than any draw
        ("F F", "-", {}, MANY, ("bribe_feather", "x2w0")),
        # and a Wild with them counts as much as a third
        ("F F W", "-", {}, MANY, ("bribe_feather", "x2w1")),
        # one Axe at the other end is worth nothing, until the deck runs low and a card in hand is a burden
        ("A", "-", {}, MANY, ("draw",)),
        ("A", "-", {}, FEW, ("bribe_axe", "x1w0")),
        # a free card is better than an unknown one, as long as there is time to use it
        ("A", "-", {0: "A"}, MANY, ("stall_0",)),
        ("A", "-", {0: "A A"}, FEW, ("bribe_axe", "x1w0")),
        # paid for with the card that is worth least, but none of a type that is bribed
        ("C G", "-", {1: "A A A"}, MANY, ("stall_1", "crown")),
        ("G C", "C", {1: "A A A"}, MANY, ("stall_1", "gem")),
        ("-", "-", {1: "A A A"}, MANY, ("draw",)),
    ],
)
def test_a_quick_player_takes_what_is_worth_most(
    hand: str, bribe: str, stalls: dict[int, str], deck: int, action: tuple[str, ...]
) -> None:
    favor = observe(village("A", "A", track="A C G M S F").match.scene(0)).favor
    hands, bribes = ({0: kinds(cards)} for cards in (hand, bribe))
    market = {cost: kinds(cards) for cost, cards in stalls.items()}
    assert Table(favor, hands, bribes, market, ["axe"] * deck).quick_action(0) == action


@pytest.mark.parametrize(
    ("hand", "deck", "answer"),
    [
        ("F F", 30, "bribe_feather"),
        ("F A", 30, "draw"),
        ("F A", 11, "bribe_feather"),
        ("F A", 12, "draw"),
    ],
)
def test_a_newcomer_bribes_with_a_pair_until_the_deck_runs_low(hand: str, deck: int, answer: str) -> None:
    v = village(hand, "C", track="A C G M S F", deck=" ".join("C" * deck))
    scene = v.match.scene(0)
    assert newcomer(scene, scene.mine()[0], luck_of("newcomer")) == answer
