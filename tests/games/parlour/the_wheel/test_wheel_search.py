"""The search of The Wheel's shark: it counts as the rules do, and finds plays that win more often."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pytest

from games.computer import Thoughts
from games.engine import Header, Match, Seed
from games.parlour.shared.computer import hand_of
from games.parlour.shared.deck import rogues_and_warriors_deck
from games.parlour.the_wheel import GAME
from games.parlour.the_wheel.board import CIRCLE, Wheel, points, strongest
from games.parlour.the_wheel.computer import View, best_play, quick_play
from games.parlour.the_wheel.search import (
    CLOSED,
    RANK,
    Seen,
    WheelWorld,
    counted,
    leader,
    points_of,
    turn,
)
from tests.helpers.random_matches import cases, luck_of, questions


def in_counts(hand: Sequence[str]) -> list[int]:
    """A hand by how many it has of each rank."""
    return counted([RANK[card[0]] for card in hand])


@pytest.mark.rule("WH-13", "WH-14", "WH-15", "WH-16")
def test_it_counts_points_and_the_strongest_spoke_as_the_rules_do() -> None:
    luck = luck_of("counts")
    for _ in range(300):
        hand = luck.deal(rogues_and_warriors_deck(dragons=True), 7)
        strengths = {spoke: luck.below(4) for spoke in CIRCLE if luck.below(6)} or {"L": 1}
        by_number = [strengths.get(spoke, CLOSED) for spoke in CIRCLE]
        assert CIRCLE[leader(by_number)] == strongest(strengths)
        for spoke in CIRCLE:
            assert points_of(in_counts(hand), RANK[spoke]) == sum(points(hand, spoke))


def test_it_imagines_turns_as_a_regular_plays_them() -> None:
    """The spoke is the same wherever only one suits; which of several cards that serve alike goes is left open."""
    luck, same = luck_of("turns"), 0
    for _ in range(300):
        hand = luck.deal(rogues_and_warriors_deck(), 8)
        strengths = {spoke: luck.below(5) for spoke in CIRCLE}
        place, spoke = quick_play(hand, strengths)
        counts, by_number = in_counts(hand), [strengths[each] for each in CIRCLE]
        before = list(by_number)
        turn(counts, by_number)
        assert sum(counts) == 7
        [(at, added)] = [
            (at, n - m) for at, (n, m) in enumerate(zip(by_number, before, strict=True)) if n > m
        ]
        assert added in (1, 2)
        wheel = Wheel()
        wheel.lay(hand[place], spoke)
        assert wheel.strength(spoke) in (1, 2)
        same += CIRCLE[at] == spoke and added == wheel.strength(spoke)
    assert same > 240


def test_no_turn_goes_to_a_closed_spoke() -> None:
    luck = luck_of("closed")
    for _ in range(300):
        hand = in_counts(luck.deal(rogues_and_warriors_deck(dragons=True), 8))
        strengths = [luck.below(5) for _ in CIRCLE]
        closed = {luck.below(5), luck.below(5)}
        for spoke in closed:
            strengths[spoke] = CLOSED
        turn(hand, strengths)
        assert all(strengths[spoke] == CLOSED for spoke in closed)


def gains_of(number: int) -> list[float]:
    """How much more often the play that a shark searches wins in fresh deals, at each turn of a seat."""
    stakes = dict.fromkeys(range(4), 50)
    match = Match(GAME, Header(GAME.key, GAME.version, {}, tuple(stakes), Seed("search", number), stakes))
    luck, found = luck_of("search", number), list[float]()
    for scene, ask in questions(match):
        zone, mine = hand_of(scene, ask.seat), ask.seat == number % 4
        answer = GAME.policy("shark" if mine and ask.kind != "bet" else "regular")(scene, ask, luck)
        if mine and ask.kind == "play" and zone is not None:
            seen, thoughts = Seen(scene, zone.items), Thoughts(luck)
            place, spoke = best_play(View.of(scene), zone.items, range(8), clock=False)
            plain = RANK[zone.items[place][0]], RANK[spoke]
            ways = [
                (RANK[zone.items[answer[0]][0]], RANK[s]) for s in Wheel().spokes_for(zone.items[answer[0]])
            ]
            worlds = [WheelWorld(seen, thoughts) for _ in range(200)]
            won = [fmean(world.outcome(way, thoughts) for world in worlds) for way in (*ways, plain)]
            found.append(max(won[:-1]) - won[-1])
        match.answer(ask.id, ask.seat, answer, "computer")
    return found


class TakenCards(list[int]):
    """Cards that remember how many of them were taken."""

    taken = 0

    def __getitem__(self, at: Any) -> Any:
        self.taken += 1
        return super().__getitem__(at)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_sampled_deal_has_just_the_cards_that_the_rest_of_the_round_takes(seats: int) -> None:
    stakes = dict.fromkeys(range(seats), 50)
    match = Match(GAME, Header(GAME.key, GAME.version, {}, tuple(stakes), Seed("coming", seats), stakes))
    luck, laps = luck_of("coming", seats), set[int]()
    for scene, ask in questions(match):
        zone = hand_of(scene, ask.seat)
        if ask.kind == "play" and zone is not None:
            seen, thoughts = Seen(scene, zone.items), Thoughts(luck)
            world = WheelWorld(seen, thoughts)
            world.cards = cards = TakenCards(world.cards)
            card = zone.items[0]
            world.outcome((RANK[card[0]], RANK[Wheel().spokes_for(card)[0]]), thoughts)
            assert cards.taken == len(cards)
            laps.add(seen.laps)
        match.answer(ask.id, ask.seat, GAME.policy("regular")(scene, ask, luck), "computer")
    assert len(laps) > 2


def test_plays_that_are_searched_win_more_often_than_those_of_a_thought() -> None:
    gains = [gain for number in cases(6, most=40) for gain in gains_of(number)]
    assert len(gains) >= 10
    assert fmean(gains) > 0.01


@pytest.mark.parametrize(
    "options", [{}, {"dragon_cards": True}, {"successive_games": True}, {"unwound_clock": True}]
)
def test_a_shark_plays_every_variant(options: dict[str, bool]) -> None:
    stakes = dict.fromkeys(range(3), 50)
    header = Header(
        GAME.key, GAME.version, options, tuple(stakes), Seed("variants"), stakes, carry={"marked": ["L", "R"]}
    )
    match, luck = Match(GAME, header), luck_of("variants")
    for scene, ask in questions(match):
        strength = "shark" if ask.seat == 0 and ask.kind != "bet" else "regular"
        match.answer(ask.id, ask.seat, GAME.policy(strength)(scene, ask, luck), "computer")
    assert match.result is not None
