"""A blueprint follows a match in its tree, says nothing off it, and is played by the shark."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.computer.habits import Habit, remembering
from games.engine import Answer, Choose, Header, Match, Seed
from games.parlour.players.betting_tree import Node, Tree
from games.parlour.players.blueprint import SHAPES, WHOLE, BlueprintPlayer, blueprint
from games.parlour.shared.computer import hand_of
from games.registry import GAMES
from tests.helpers.random_matches import luck_of

GAME = GAMES["rogues_and_warriors"]


def begin(seats: int, number: int, *, pieces: int = 50, options: Mapping[str, bool] = {}) -> Match:
    ring = tuple(range(seats))
    header = Header(
        GAME.key, GAME.version, dict(options), ring, Seed("blueprint", number), dict.fromkeys(ring, pieces)
    )
    return Match(GAME, header, digests=False)


def shark() -> BlueprintPlayer:
    found = GAME.policy("shark")
    assert isinstance(found, BlueprintPlayer)
    return found


@pytest.mark.parametrize("seats", SHAPES)
def test_sharks_among_themselves_hardly_ever_leave_the_tree(seats: int) -> None:
    solved, asked, off = blueprint(seats), 0, 0
    assert solved is not None
    for number in range(60):
        match, luck = begin(seats, number), luck_of("blueprint", number)
        while not match.over:
            ask = next(ask for ask in match.open.values() if not ask.answered)
            scene = match.scene(ask.seat)
            own = next(each for each in scene.asks if each.id == ask.id)
            if own.kind in ("bet", "reveal"):
                moment = solved.follow(scene)
                asked += 1
                off += moment is None
                if moment is not None and own.kind == "bet":
                    assert moment.order[moment.node.seat] == ask.seat
            match.answer(ask.id, ask.seat, shark()(scene, own, luck), "computer")
    assert asked > 150
    assert off <= asked // 50


def every(node: Node) -> list[Node]:
    return [node, *(found for child in node.children for found in every(child))]


@pytest.mark.parametrize("seats", SHAPES)
def test_a_tree_pays_out_what_was_paid_in(seats: int) -> None:
    shape = SHAPES[seats][0]
    for node in every(Tree(shape).root):
        assert max(node.paid) <= shape.stack
        assert len(node.actions) == len(node.children) or node.kind == "reveal"
        if node.kind == "end" and len(node.live) > 1:
            assert len({node.paid[seat] for seat in node.live}) == 1, "a showdown is between equal bets"


def first_answer(match: Match, player: BlueprintPlayer, number: int) -> Answer:
    scene = match.scene(next(iter(match.open.values())).seat)
    return player(scene, scene.mine()[0], luck_of("first", number))


@pytest.mark.parametrize("options", [{"exchange": True}, {"dragon_cards": True}, {"minimum_raise": False}])
def test_it_plays_variants_as_before(options: Mapping[str, bool]) -> None:
    for number in range(4):
        match = begin(2, number, options=options)
        assert first_answer(match, shark(), number) == first_answer(match, shark().shark, number)  # type: ignore[arg-type]


@pytest.mark.parametrize(("seats", "pieces"), [(5, 50), (2, 12)])
def test_it_plays_at_other_tables_as_before(seats: int, pieces: int) -> None:
    match = begin(seats, 1, pieces=pieces)
    assert first_answer(match, shark(), 1) == first_answer(match, shark().shark, 1)  # type: ignore[arg-type]


def test_who_is_known_to_call_everything_is_not_met_with_a_blueprint() -> None:
    caller = dict.fromkeys((0, 1), Habit(0.95, 0.04, 0.2))
    known = remembering(shark(), caller)
    assert isinstance(known, BlueprintPlayer)
    for number in range(4):
        match = begin(2, number)
        assert first_answer(match, known, number) == first_answer(match, known.shark, number)  # type: ignore[arg-type]


def test_a_choice_adds_up_to_all_of_the_cases() -> None:
    solved = blueprint(2)
    assert solved is not None
    for number in range(40):
        match = begin(2, number)
        scene = match.scene(next(iter(match.open.values())).seat)
        hand = hand_of(scene, scene.viewer)
        assert hand is not None
        choice = solved.bets(scene, hand.items)
        assert choice is not None
        assert abs(sum(choice.parts) - WHOLE) <= len(choice.parts)
        assert isinstance(scene.mine()[0].prompt, Choose)
