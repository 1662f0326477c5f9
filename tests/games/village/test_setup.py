"""Setup, settings and what is kept through the whole game (PV-01 to PV-10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import BACK, RAIL, BadOptions, Header, Match, Seats, Seed, Track, Zone
from games.village import GAME
from games.village.board import HAND_SIZE
from games.village.cards import KINDS, WILD, card, full_deck
from games.village.options import Options
from games.village.scoring import space_values
from tests.helpers.games.village import keys
from tests.helpers.random_matches import cases, luck_of, play, random_header
from tests.helpers.script import Script


def dealt(players: int, market: str = "A C F G", **options: Any) -> Script:
    """A match at its first turn; the market is rigged, the first player is the first seat, tokens lie as listed."""
    kinds = [kind for kind in KINDS if kind != "gem" or "five_types" not in options]
    hands = [card(kind) for kind in kinds for _ in range(HAND_SIZE)][: players * HAND_SIZE]
    cards = " ".join([*hands, *keys(market)])
    numbers = [*range(len(kinds) - 1, 0, -1), 0]
    return Script(GAME, "ABCDE"[:players], cards=cards, numbers=numbers, **options)


@pytest.mark.rule(
    "PV-X73", "PV-02", "PV-03", "PV-04", "PV-07", "PV-08", "PV-09", "PV-R1", "PV-R3", "PV-R5", "PV-R21"
)
@pytest.mark.parametrize(
    ("players", "wilds", "total", "left"),
    [(2, 14, 98, 80), (3, 16, 100, 75), (4, 18, 102, 70), (5, 20, 104, 65)],
)
def test_the_deck_by_players(players: int, wilds: int, total: int, left: int) -> None:
    deck = Counter(full_deck(KINDS, players))
    assert deck == Counter({**{card(kind): 14 for kind in KINDS}, WILD: wilds})
    assert deck.total() == total
    s = dealt(players)
    assert s.match.scene(RAIL).blocks[0].phase.values["deck"] == left  # type: ignore[union-attr]
    for name in s.names:
        assert len(s.sees(name, name) or ()) == 7
        assert s.sees(None, name) == [BACK] * 7
    assert [s.on_table(f"stall {cost}") for cost in (3, 2, 1, 0)] == [[each] for each in keys("A C F G")]


@pytest.mark.rule("PV-X94", "PV-R1", "PV-R3")
@pytest.mark.parametrize(("players", "total", "left"), [(2, 84, 66), (3, 86, 61), (4, 88, 56), (5, 90, 51)])
def test_the_deck_with_five_types(players: int, total: int, left: int) -> None:
    kinds = Options(five_types=True).kinds
    assert kinds == ("axe", "crown", "feather", "scroll", "sword")
    assert len(full_deck(kinds, players)) == total
    s = dealt(players, "A C F M", five_types=True)
    assert s.match.scene(RAIL).blocks[0].phase.values["deck"] == left  # type: ignore[union-attr]


@pytest.mark.rule("PV-X74", "PV-01")
def test_two_to_five_players() -> None:
    assert GAME.limits(GAME.parse_options({})) == (2, 5)


@pytest.mark.rule("PV-X78", "PV-09", "PV-R6")
def test_a_wild_in_the_starting_market_stays_and_stops_nothing() -> None:
    s = dealt(2, "W W A W")
    assert [s.on_table(f"stall {cost}") for cost in (3, 2, 1, 0)] == [[each] for each in keys("W W A W")]


@pytest.mark.rule("PV-06", "PV-R4", "PV-R7")
def test_tokens_and_first_player_are_random() -> None:
    orders, firsts = set(), Counter[int]()
    for at in range(120):
        match = Match(GAME, Header(GAME.key, 1, {}, (0, 2, 3), Seed(f"start {at}")))
        block = next(block for block in match.scene(RAIL).blocks if isinstance(block, Track))
        order = tuple(token for token, _ in block.counts)
        assert sorted(order) == sorted(map(card, KINDS))
        orders.add(order)
        firsts[next(ask.seat for ask in match.open.values())] += 1
    assert len(orders) > 90
    assert sorted(firsts) == [0, 2, 3]
    assert min(firsts.values()) > 20


@pytest.mark.rule("PV-R7", "PV-12")
def test_the_first_player_is_who_was_drawn() -> None:
    s = Script(GAME, "ABC", numbers=[5, 4, 3, 2, 1, 2])
    order = ""
    for _ in range(4):
        order += s.asked()
        s.does(**{s.asked(): "draw"})
    assert order == "CABC"


@pytest.mark.rule("PV-X93", "PV-05", "PV-R2")
def test_which_tracks_there_can_be() -> None:
    assert space_values("1 1 2 2 3 4", 6) == (1, 1, 2, 2, 3, 4)
    assert space_values("0 1 2 2 3 4", 6) == (0, 1, 2, 2, 3, 4)
    wrong = {
        "1 1 2 3 4": "need 6 spaces",
        "1 2 1 2 3 4": "never fall",
        "1 1 2 2 3 3": "worth 4",
        "1 2 3 3 4 4": "no other",
        "-1 0 1 2 3 4": "start at 0",
    }
    for text, reason in wrong.items():
        with pytest.raises(ValueError, match=reason):
            space_values(text, 6)


@pytest.mark.rule("PV-05", "PV-R1", "PV-R2")
def test_the_tracks_of_the_settings() -> None:
    assert Options().values == (1, 1, 2, 2, 3, 4)
    assert Options(five_types=True).values == (0, 1, 2, 3, 4)
    assert Options(track="1 2 2 3 3 4").values == (1, 2, 2, 3, 3, 4)
    assert Options(track="1 1 2 3 4", five_types=True).values == (1, 1, 2, 3, 4)
    with pytest.raises(BadOptions, match="6 types of Treasure need 6 spaces"):
        GAME.parse_options({"track": "0 1 2 3 4"})
    with pytest.raises(BadOptions, match="5 types of Treasure need 5 spaces"):
        GAME.parse_options({"track": "1 1 2 2 3 4", "five_types": True})


@pytest.mark.slow
@pytest.mark.rule("PV-X75", "PV-10", "PV-35", "PV-38")
def test_no_card_is_ever_lost_or_made() -> None:
    for case in cases(20):
        luck = luck_of("cards", case)
        header = random_header(GAME, luck)
        options = GAME.parse_options(header.options)
        assert isinstance(options, Options)
        deck = Counter(full_deck(options.kinds, len(header.ring)))
        least = deck.total()
        for match in play(Match(GAME, header), luck):
            seen: Counter[str] = Counter()
            for block in match.scene(RAIL).blocks:
                if isinstance(block, Zone) and block.name != "hand":
                    seen.update(block.items)
            for seat in header.ring:
                for block in match.scene(seat).blocks:
                    if isinstance(block, Zone) and block.owner == seat and block.name == "hand":
                        seen.update(block.items)
            phase = match.scene(RAIL).blocks[0].phase  # type: ignore[union-attr]
            assert not seen - deck
            if not match.over:
                assert (deck - seen).total() == phase.values["deck"]  # type: ignore[union-attr]
            # the deck never grows
            assert (deck - seen).total() <= least
            least = (deck - seen).total()


def test_nothing_is_staked_and_nobody_is_out() -> None:
    s = Script(GAME, "AB")
    rows: Seats = s.scene_block(Seats)
    assert [(row.money, row.out) for row in rows.rows] == [(None, False)] * 2
    s.defaults()
    assert s.result.pays == ()
