"""The computer player that counts: it scores more than random players, and hits its predictions more often."""

from __future__ import annotations

from statistics import fmean, mean, stdev

import pytest

from games.computer import Search
from games.engine import Header, Log, Match, Seed, random_legal
from games.wyrms import GAME
from games.wyrms.cards import COLOR, playable
from games.wyrms.computer.counting import card_to_play, counting, outlook, present_gathering, strength
from games.wyrms.computer.memory import Memory, Rules, remember, zone
from games.wyrms.computer.packed import BIT, CARD, each_bit
from games.wyrms.computer.playout import dealing, packed
from games.wyrms.computer.shark import World, determinise
from tests.helpers.games.wyrms import key, keys, plays, predicts, short, wyrms
from tests.helpers.random_matches import cases, luck_of

SEATS = 4


def duel(case: int) -> tuple[dict[int, int], dict[int, int], int]:
    """A match with one counting seat among random ones: totals, exact predictions, and which seat counts."""
    seats = tuple(range(SEATS))
    match = Match(GAME, Header(GAME.key, GAME.version, {}, seats, Seed(f"counting {case}")), digests=False)
    luck, clever = luck_of("counting", case), case % SEATS
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        policy = counting if ask.seat == clever else random_legal
        match.answer(ask.id, ask.seat, policy(scene, scene.mine()[0], luck))
    assert match.result is not None
    says = {row.seat: row.reason.values for row in match.result.rows if row.reason is not None}
    return (
        {seat: each["total"] for seat, each in says.items()},
        {seat: each["exact"] for seat, each in says.items()},
        clever,
    )


def test_it_scores_more_than_random_players_and_is_exact_far_more_often() -> None:
    ahead, hits, others = [], 0, 0
    played = cases(30, most=500)
    for case in played:
        totals, exact, clever = duel(case)
        ahead.append(totals.pop(clever) - mean(totals.values()))
        hits += exact.pop(clever)
        others += sum(exact.values())
    # the whole 99 % interval lies above nothing
    assert mean(ahead) - 2.58 * stdev(ahead) / len(ahead) ** 0.5 > 0
    assert hits > 1.5 * others / (SEATS - 1)


def test_it_stops_at_its_prediction_with_a_hand_that_can() -> None:
    def gains_by_a_further_one(needed: int, more: float) -> bool:
        """Whether a further gathering with 15 points is better than another player's."""
        return outlook(needed - 1, more, 15, 6, 50) > outlook(needed, more, 0, 6, 50)

    assert [gains_by_a_further_one(0, more) for more in (0.1, 0.4, 3.0, 5.0)] == [False, False, True, True]
    assert gains_by_a_further_one(1, 0.5)
    assert gains_by_a_further_one(-1, 0.5)


def test_falling_short_makes_what_was_taken_worthless() -> None:
    assert outlook(3, 2.0, 60, 2, 50) == 0
    assert outlook(3, 2.0, -10, 2, 50) < 0
    assert outlook(2, 0.5, 60, 5, 50) < outlook(0, 0.5, 60, 5, 50)


@pytest.mark.parametrize(
    ("gathering", "predicted", "card"),
    [
        # it has more than it predicted: drakes are worth a further one, two Knights are not
        ("R3 R4 P5", 1, "R8"),
        ("R4 K K", 1, "RT"),
        # it has what it predicted, and can stop
        ("R3 R4 P5", 2, "RT"),
        # it needs this one, whatever it costs
        ("R4 K K", 4, "R8"),
    ],
)
def test_it_takes_what_is_worth_taking(gathering: str, predicted: int, card: str) -> None:
    memory = Memory(
        Rules((None,) * 4, personal=False, powerful_lair=False, scoring="standard"),
        me=3,
        hand=tuple(keys("R8 RT")),
        lead=0,
        gathering=tuple(keys(gathering)),
        predicted=(0, 0, 0, predicted),
        counts=(0, 0, 0, 2),
        taken=((), (), (), tuple(keys("R1 R2 B1 Q B6 P4"))),
        played=((),) * 4,
        aside=None,
        voids=(frozenset(),) * 4,
        unseen=tuple(keys("B3 G5 G7 P1 P6 P7")),
    )
    legal = playable(memory.hand, memory.gathering)
    assert short(card_to_play(memory, legal, luck_of("worth it"))) == card


def test_it_counts_what_has_been_played() -> None:
    """Red is dominant. When red 9 and the Queen are gone, nothing that B may hold beats A's red 8."""
    s = predicts(wyrms("RT R8", "R9", "Q B1"), 1, 1, 1)
    plays(s, "RT R9 Q B1")
    scene = s.match.scene(s.names["A"])
    ask = scene.mine()[0]
    assert "red.8" in s.offered("A")[0]
    at = packed(remember(scene, ask))
    deal = dealing(at, len(s.sees("A", "A") or []))
    for case in range(50):
        hands = deal(luck_of("counts", case))
        _, takes = present_gathering(at, hands, BIT["red.8"], (1, 1, 1))
        assert takes


@pytest.mark.parametrize(
    ("dominant", "stronger", "weaker"), [("red", "R5", "B5"), ("red", "R9", "R5"), (None, "B9", "B8")]
)
def test_what_its_cards_are_worth(dominant: str | None, stronger: str, weaker: str) -> None:
    assert strength(key(stronger), dominant, SEATS) > strength(key(weaker), dominant, SEATS)
    assert strength("queen", dominant, SEATS) == 1
    assert strength("knight", dominant, SEATS) == 0


def test_the_shark_remembers_who_took_what_and_who_could_not_follow() -> None:
    """What it works out from the cards played is what has happened."""
    asides = 0
    for case in range(16):
        luck, ring = luck_of("remembers", case), (0, 2, 3, 5)
        options = {"cycles": 1, "personalised_colors": case % 2 == 1}
        match = Match(
            GAME, Header(GAME.key, GAME.version, options, ring, Seed(f"memory {case}")), digests=False
        )
        while not match.over:
            ask = next(ask for ask in match.open.values() if not ask.answered)
            scene = match.scene(ask.seat)
            [own] = scene.mine()
            if own.kind in ("lead", "follow"):
                memory = remember(scene, own)
                taken, aside = what_happened(match, ring)
                asides += aside is not None
                assert [sorted(cards) for cards in memory.taken] == [sorted(taken[seat]) for seat in ring]
                assert memory.aside == aside
                for seat, colors in zip(ring, memory.voids, strict=True):
                    held = zone(match.scene(seat), "hand", seat) or ()
                    assert not {COLOR[card] for card in held} & colors
            match.answer(ask.id, ask.seat, random_legal(scene, own, luck))
    assert asides


def test_a_log_that_has_grown_too_short_is_filled_up_by_the_cards() -> None:
    """One dominant colour for all: the cards alone tell who took what."""
    luck, ring = luck_of("forgets"), (0, 2, 3, 5)
    match = Match(GAME, Header(GAME.key, GAME.version, {"cycles": 1}, ring, Seed("forgets")), digests=False)
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        [own] = scene.mine()
        if own.kind in ("lead", "follow"):
            short = [
                block._replace(lines=block.lines[-2:]) if isinstance(block, Log) else block
                for block in scene.blocks
            ]
            assert remember(scene._replace(blocks=tuple(short)), own) == remember(scene, own)
        match.answer(ask.id, ask.seat, random_legal(scene, own, luck))


def what_happened(match: Match, ring: tuple[int, ...]) -> tuple[dict[int, list[str]], tuple[int, str] | None]:
    """Return the cards that each seat has taken, and the card that waits for its seat, by the match's own events."""
    taken: dict[int, list[str]] = {seat: [] for seat in ring}
    aside, cards = dict[int, str](), list[str]()
    for event in match.events:
        if event.kind == "sets_aside":
            aside[event.values["seat"]] = event.values["card"]
        elif event.kind == "plays":
            cards.append(event.values["card"])
        elif event.kind == "discards":
            cards = []
        elif event.kind.startswith("takes_") and event.kind != "takes_extra":
            seat = event.values["seat"]
            taken[seat] += [*cards, *([aside.pop(seat)] if seat in aside else [])]
            cards = []
    waits = next(((ring.index(seat), card) for seat, card in aside.items()), None)
    return taken, waits


def test_the_shark_scores_more_than_regulars_even_with_little_thought() -> None:
    ahead, hasty = 0.0, Search(determinise, counting, playouts=160)
    for case in cases(8, most=60):
        header = Header(GAME.key, GAME.version, {"cycles": 1}, tuple(range(SEATS)), Seed(f"shark {case}"))
        match, luck, shark = Match(GAME, header, digests=False), luck_of("shark", case), case % SEATS
        while not match.over:
            ask = next(ask for ask in match.open.values() if not ask.answered)
            scene = match.scene(ask.seat)
            policy = hasty if ask.seat == shark else counting
            match.answer(ask.id, ask.seat, policy(scene, scene.mine()[0], luck))
        assert match.result is not None
        totals = {row.seat: row.reason.values["total"] for row in match.result.rows if row.reason is not None}
        ahead += totals.pop(shark) - mean(totals.values())
    assert ahead > 0


def test_the_shark_deals_strong_hands_to_those_who_predict_much() -> None:
    together = 0.0
    for case in cases(8, most=60):
        header = Header(GAME.key, GAME.version, {"cycles": 1}, tuple(range(SEATS)), Seed(f"hears {case}"))
        match, luck = Match(GAME, header, digests=False), luck_of("hears", case)
        while True:
            ask = next(ask for ask in match.open.values() if not ask.answered)
            scene = match.scene(ask.seat)
            [own] = scene.mine()
            if own.kind == "lead":
                break
            match.answer(ask.id, ask.seat, counting(scene, own, luck))
        memory, sampler = remember(scene, own), determinise(scene, own, luck)
        hands = [world.hands for world in (sampler(luck) for _ in range(30)) if isinstance(world, World)]
        rivals = [place for place in range(SEATS) if place != memory.me]
        held = {
            place: fmean(
                sum(
                    (
                        strength(CARD[bit], memory.rules.dominant[place], SEATS)
                        for bit in each_bit(each[place])
                    ),
                    0.0,
                )
                for each in hands
            )
            for place in rivals
        }
        told = mean(memory.predicted[place] for place in rivals)
        together += sum((memory.predicted[place] - told) * held[place] for place in rivals)
    assert together > 0
