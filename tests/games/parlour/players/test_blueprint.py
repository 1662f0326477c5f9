"""A blueprint follows a match in its tree, says nothing off it, and is played by the shark."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.computer.habits import Habit, remembering
from games.engine import Answer, Choose, Header, Match, Pick, Seed
from games.parlour import den_of_thieves, kings_council
from games.parlour.players.betting_tree import Node, Shape, Tree
from games.parlour.players.blueprint import WHOLE, BlueprintPlayer
from games.parlour.players.drawn_bets import SHAPE
from games.parlour.players.one_shown import SHAPES, blueprint
from games.parlour.players.ranked_draws import ENDS, HANDS
from games.parlour.players.scored_draws import PLACES, end_of
from games.parlour.shared.computer import cards_on, hand_of
from games.registry import GAMES
from tests.helpers.random_matches import cases, luck_of, questions

ROGUES, COUNCIL, DEN = "rogues_and_warriors", "kings_council", "den_of_thieves"
TABLES = [(ROGUES, 2), (ROGUES, 3), (COUNCIL, 2), (DEN, 2)]


def begin(
    key: str, seats: int, number: int, *, pieces: int = 50, options: Mapping[str, object] = {}
) -> Match:
    game, ring = GAMES[key], tuple(range(seats))
    header = Header(
        key, game.version, dict(options), ring, Seed("blueprint", number), dict.fromkeys(ring, pieces)
    )
    return Match(game, header, digests=False)


def shark(key: str) -> BlueprintPlayer:
    found = GAMES[key].policy("shark")
    assert isinstance(found, BlueprintPlayer)
    return found


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_sharks_among_themselves_hardly_ever_leave_the_tree(key: str, seats: int) -> None:
    asked = off = 0
    for number in cases(20, most=60):
        match, luck = begin(key, seats, number), luck_of("blueprint", number)
        for scene, own in questions(match):
            if own.kind in ("bet", "reveal", "discard"):
                solved = shark(key).solved(scene)
                assert solved is not None
                moment = solved.follow(scene)
                asked += 1
                off += moment is None
                if moment is not None and own.kind == "bet":
                    assert moment.order[moment.node.seat] == own.seat
                elif moment is not None:
                    assert moment.node.kind == {"reveal": "reveal", "discard": "draw"}[own.kind]
            match.answer(own.id, own.seat, shark(key)(scene, own, luck), "computer")
    assert asked > 50
    assert off <= asked // 50


def every(node: Node) -> list[Node]:
    return [node, *(found for child in node.children for found in every(child))]


@pytest.mark.parametrize("shape", [*SHAPES.values(), SHAPE])
def test_a_tree_pays_out_what_was_paid_in(shape: Shape) -> None:
    for node in every(Tree(shape).root):
        assert max(node.paid) <= shape.stack
        assert len(node.actions) == len(node.children) or node.kind in ("reveal", "draw")
        if node.kind == "end" and len(node.live) > 1:
            assert len({node.paid[seat] for seat in node.live}) == 1, "a showdown is between equal bets"
            assert node.drawn == shape.exchanges, "nobody misses an exchange, all in or not"


def first_answer(match: Match, player: BlueprintPlayer, number: int) -> Answer:
    scene = match.scene(next(iter(match.open.values())).seat)
    return player(scene, scene.mine()[0], luck_of("first", number))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        (ROGUES, {"exchange": True}),
        (ROGUES, {"dragon_cards": True}),
        (ROGUES, {"minimum_raise": False}),
        (COUNCIL, {"foreign_council": True}),
        (COUNCIL, {"split_rule": "king"}),
        (DEN, {"strong_warriors": True}),
        (DEN, {"dragon_cards": True}),
    ],
)
def test_it_plays_variants_as_before(key: str, options: Mapping[str, object]) -> None:
    for number in range(4):
        match = begin(key, 2, number, options=options)
        assert first_answer(match, shark(key), number) == first_answer(match, shark(key).shark, number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "seats", "pieces"),
    [(ROGUES, 5, 50), (ROGUES, 2, 12), (COUNCIL, 3, 50), (COUNCIL, 2, 200), (DEN, 3, 50), (DEN, 2, 200)],
)
def test_it_plays_at_other_tables_as_before(key: str, seats: int, pieces: int) -> None:
    match = begin(key, seats, 1, pieces=pieces)
    assert first_answer(match, shark(key), 1) == first_answer(match, shark(key).shark, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", [ROGUES, COUNCIL, DEN])
def test_who_is_known_to_call_everything_is_not_met_with_a_blueprint(key: str) -> None:
    caller = dict.fromkeys((0, 1), Habit(0.95, 0.04, 0.2))
    known = remembering(shark(key), caller)
    assert isinstance(known, BlueprintPlayer)
    for number in range(4):
        match = begin(key, 2, number)
        assert first_answer(match, known, number) == first_answer(match, known.shark, number)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", [ROGUES, COUNCIL, DEN])
def test_a_choice_adds_up_to_all_of_the_cases(key: str) -> None:
    for number in range(40):
        match = begin(key, 2, number)
        scene = match.scene(next(iter(match.open.values())).seat)
        hand, solved = hand_of(scene, scene.viewer), shark(key).solved(scene)
        assert hand is not None
        assert solved is not None
        choice = solved.choice(scene, hand.items)
        assert choice is not None
        assert abs(sum(choice.parts) - WHOLE) <= 10 * len(choice.parts)
        assert isinstance(scene.mine()[0].prompt, Choose)


def test_there_is_a_blueprint_for_two_and_three_seats() -> None:
    assert all(blueprint(seats) is not None for seats in SHAPES)
    assert blueprint(4) is None


def test_the_lowest_cards_are_discarded_and_one_colour_is_kept() -> None:
    match = begin(COUNCIL, 2, 0)
    scene = match.scene(0)
    [king] = cards_on(scene, "king")
    solved = kings_council.blueprint(king[0])
    cards = ("W.hawk", "L.wolf", "B.owl", "M.horse", "R.wren")
    scores = kings_council.scored(scene, cards)
    for count in range(3):
        places = solved.picked(count, scene, Pick("discard", cards, 0, 2, []))
        assert len(places) == count
        assert places == sorted(places)
        assert sum(scores[at] for at in places) == sum(sorted(scores)[:count])


def test_hands_are_told_apart_by_the_scores_of_their_cards() -> None:
    assert len(PLACES) == 126
    assert end_of(10, 3, 7) == end_of(10, 2, 7) + 1
    assert end_of(0, 2, 7) == 0


def test_a_table_of_ranks_tells_how_strong_hands_are_at_the_end() -> None:
    solved = den_of_thieves.blueprint()
    places = solved.table[solved.begins[-1] :]
    assert len(places) == len(HANDS)
    by_strength = sorted(range(len(HANDS)), key=lambda at: den_of_thieves.strength(HANDS[at]))
    ordered = [places[at] for at in by_strength]
    assert ordered == sorted(ordered)
    assert set(ordered) == set(range(ENDS))


def test_it_discards_as_the_shark_does_where_a_table_has_bets_alone() -> None:
    match, player = begin(DEN, 2, 3), shark(DEN)
    while (ask := next(iter(match.open.values()))).prompt.kind != "discard":
        match.answer(ask.id, ask.seat, "check", "computer")
    assert first_answer(match, player, 3) == first_answer(match, player.shark, 3)  # type: ignore[arg-type]
