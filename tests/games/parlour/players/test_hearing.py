"""Hearing: what bets say of hidden hands, and estimates that fit what comes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from statistics import fmean
from typing import Any

import pytest

from games.engine import Chance, Header, Line, Log, Match, Scene, SeatRow, Seats, Seed, Zone
from games.parlour import (
    den_of_thieves,
    jack_of_all_trades,
    kings_council,
    rogues_and_warriors,
    three_kingdoms,
    threes,
)
from games.parlour.city_square import computer as city_square
from games.parlour.players.drawing import dealt_by
from games.parlour.players.hearing import Belief, Deal, Dealer, actions, likelihood
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS
from games.parlour.the_wheel import computer as the_wheel
from games.registry import GAMES
from tests.helpers.random_matches import cases, luck_of, questions

READERS: dict[str, Callable[[Scene], Dealer | None]] = {
    "rogues_and_warriors": rogues_and_warriors.read_dealer,
    "threes": threes.read_dealer,
    "jack_of_all_trades": jack_of_all_trades.read_dealer,
    "city_square": city_square.read_dealer,
    "the_wheel": the_wheel.read_dealer,
    "kings_council": partial(dealt_by, read=kings_council.read_hands),
    "three_kingdoms": partial(dealt_by, read=three_kingdoms.read_hands),
    "den_of_thieves": partial(dealt_by, read=den_of_thieves.read_hands),
}


def scene_of(*said: tuple[str, dict[str, Any]], seats: int = 2) -> Scene:
    """A scene in which this was told, as seat 0 sees it."""
    rows = tuple(SeatRow(seat, 40, None, out=False, asked=False) for seat in range(seats))
    lines = tuple(Line(POT_TEXTS.words[kind], values) for kind, values in said)
    return Scene(0, (Seats(rows), Log(lines)), (), over=False)


def coin(luck: Chance) -> Deal:
    """The viewer has a 3, the rival any number from 0 to 5."""
    held = {0: 3, 1: luck.below(6)}
    return Deal(held, held)


def belief(*said: tuple[str, dict[str, Any]], ear: float = 1.0) -> float:
    """The chance to win after this was told."""
    return Belief(scene_of(("ante", {"n": 4}), *said), coin, luck_of("coin"), 600, ear=ear).win()


def test_a_bet_lowers_the_own_hopes_and_a_larger_one_lowers_them_more() -> None:
    nothing = belief()
    assert nothing == pytest.approx(3.5 / 6, abs=0.05)
    small, large = (belief(("bets", {"seat": 1, "n": n, "total": n})) for n in (1, 4))
    assert large < small - 0.05 < nothing - 0.1
    assert belief(("checks", {"seat": 1})) > nothing
    assert belief(("bets", {"seat": 1, "n": 4, "total": 4}), ear=0.0) == nothing


def test_the_own_bets_say_nothing_to_oneself() -> None:
    assert belief(("bets", {"seat": 0, "n": 4, "total": 4})) == belief()


def test_only_the_game_being_played_counts() -> None:
    """What was bet before the last ante belongs to another game of the night."""
    earlier = ("bets", {"seat": 1, "n": 9, "total": 9})
    assert actions(scene_of(earlier, ("ante", {"n": 1}))) == {}
    assert len(actions(scene_of(("ante", {"n": 1}), earlier, ("calls", {"seat": 0, "n": 9})))[1]) == 1


def test_nobody_is_believed_altogether() -> None:
    """A bluff stays possible, and a likelihood is 1 on average."""
    for action in (-0.25, 0.4, 1.6, 5.0):
        at = [likelihood((n + 0.5) / 1000, action) for n in range(1000)]
        assert min(at) > 0.1
        assert fmean(at) == pytest.approx(1, abs=0.01)


def rounds(key: str, number: int) -> list[dict[int, float]]:
    """The chances that all seats see for themselves whenever a Betting Round of a match begins."""
    game, ring = GAMES[key], range(4)
    header = Header(key, game.version, {}, tuple(ring), Seed("calibrated", number), dict.fromkeys(ring, 50))
    match, luck = Match(game, header, digests=False), luck_of("calibrated", key, number)
    found: list[dict[int, float]] = []
    before = ""
    for scene, own in questions(match):
        if own.kind == "bet" and before != "bet":
            seats = [
                row.seat
                for block in scene.blocks
                if isinstance(block, Seats)
                for row in block.rows
                if not row.out
            ]
            found.append({})
            for seat in seats:
                view = match.scene(seat)
                dealer = READERS[key](view)
                assert dealer is not None
                found[-1][seat] = Belief(view, dealer, luck, 40).win()
        before = own.kind
        match.answer(own.id, own.seat, game.policy("regular")(scene, own, luck), "computer")
    return found


@pytest.mark.parametrize("key", sorted(READERS))
def test_the_chances_of_all_seats_come_to_one(key: str) -> None:
    """From hand to hand they differ, since hands are hidden; on average they come to one in every round."""
    sums: dict[int, list[float]] = defaultdict(list)
    for number in cases(6, most=300):
        for at, chances in enumerate(rounds(key, number)):
            sums[at].append(sum(chances.values()))
    for at, found in sums.items():
        if len(found) >= 6:
            spread = 1.3 / len(found) ** 0.5  # three deviations of the mean
            assert 0.9 - spread <= fmean(found) <= 1.1 + spread, (at, found)


def told_of_a_hand(*lines: Line) -> float:
    """The chance to win of a middling hand in King's Council, after a rival has drawn as these lines tell."""
    rows = tuple(SeatRow(seat, 40, None, out=False, asked=False) for seat in range(2))
    own = ("M.wolf", "M.horse", "R.owl", "L.hare", "B.hawk")
    mine = Line(DRAW_TEXTS.words["discards"], {"seat": 0, "n": 1})
    told = [each for line in lines for each in (mine, line)]
    blocks = (Seats(rows), Zone("king", None, ("L.wolf",)), Zone("hand", 0, own), Log(tuple(told)))
    dealer = dealt_by(Scene(0, blocks, (), over=False), kings_council.read_hands)
    assert dealer is not None
    return Belief(Scene(0, blocks, (), over=False), dealer, luck_of("drawn"), 200).win()


def test_one_who_keeps_all_cards_is_believed_to_have_good_ones() -> None:
    keeps = Line(DRAW_TEXTS.words["keeps_all"], {"seat": 1, "n": 0})
    draws = Line(DRAW_TEXTS.words["discards"], {"seat": 1, "n": 2})
    assert told_of_a_hand(draws, keeps) < told_of_a_hand(draws, draws) - 0.08


def test_a_bet_before_an_exchange_is_heard_of_the_hand_as_it_was() -> None:
    """The hand before tells the winner here, and the one after it does not."""

    def dealer(luck: Chance) -> Deal:
        strong = luck.below(2)
        return Deal({0: 1, 1: luck.below(2)}, {0: 0.5, 1: strong}, then=[{1: strong}])

    scene = scene_of(("ante", {"n": 4}), ("bets", {"seat": 1, "n": 4, "total": 4}))
    seats, log = scene.blocks
    assert isinstance(log, Log)
    swaps = Line(DRAW_TEXTS.words["discards"], {"seat": 1, "n": 1})
    scene = scene._replace(blocks=(seats, Log((*log.lines, swaps))))
    [signal] = actions(scene)[1]
    assert signal.since == 1
    assert Belief(scene, dealer, luck_of("then"), 400).win() < 0.25
    assert Belief(scene, dealer, luck_of("then"), 400, ear=0.0).win() == pytest.approx(0.5, abs=0.1)
