"""The Dragon's Favor: what bribes and curses do to the track (PV-19 to PV-24, PV-42 to PV-46)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.engine import RAIL, Match, Track
from games.village import GAME
from games.village.cards import KINDS, card
from games.village.scoring import Favor
from tests.helpers.games.village import village
from tests.helpers.random_matches import cases, luck_of, play, random_header

PLENTY = "A A A A A A A A A C C F G M M S S S S W W W"
STOCKED = ("A", "A", "A", "A")


@pytest.mark.parametrize(
    ("cards", "track"),
    [
        pytest.param("A", "C A F G M S", marks=pytest.mark.rule("PV-X1", "PV-20", "PV-21", "PV-24")),
        pytest.param("A A A", "C F G A M S", marks=pytest.mark.rule("PV-X2", "PV-20", "PV-21")),
        pytest.param("A A A A A", "C F G M S A", marks=pytest.mark.rule("PV-X3", "PV-20", "PV-22")),
        pytest.param("A A A A A A A A A", "C F G M S A", marks=pytest.mark.rule("PV-X4", "PV-22")),
        pytest.param("M M", "A C F G S M", marks=pytest.mark.rule("PV-X5", "PV-22")),
        pytest.param("S S S S", "A C F G M S", marks=pytest.mark.rule("PV-X6", "PV-23")),
        pytest.param("F W W", "A C G M S F", marks=pytest.mark.rule("PV-X7", "PV-14", "PV-20")),
        pytest.param("F", "A C G F M S", marks=pytest.mark.rule("PV-X81", "PV-24")),
    ],
)
def test_a_bribe_moves_its_token_right_by_every_card_laid(cards: str, track: str) -> None:
    v = village(PLENTY, "S").bribes("A", cards)
    assert v.track == track


@pytest.mark.rule("PV-X8", "PV-15", "PV-20", "PV-R9")
def test_a_wild_alone_added_to_crowns_moves_the_crown() -> None:
    v = village("W", "S", bribes={"A": "C C"}).bribes("A", "C+W")
    assert v.track == "A F C G M S"


@pytest.mark.parametrize(
    ("cost", "paid", "track"),
    [
        pytest.param(1, "S", "A C F G S M", marks=pytest.mark.rule("PV-X9", "PV-43", "PV-44")),
        pytest.param(2, "S A", "A C F S G M", marks=pytest.mark.rule("PV-X10", "PV-43", "PV-44")),
        pytest.param(3, "S A W", "A C S F G M", marks=pytest.mark.rule("PV-X11", "PV-43", "PV-44")),
        pytest.param(3, "C A A", "C A F G M S", marks=pytest.mark.rule("PV-X12", "PV-R12")),
        pytest.param(2, "A A", "A C F G M S", marks=pytest.mark.rule("PV-X13", "PV-R12")),
        pytest.param(3, "M A W", "A M C F G S", marks=pytest.mark.rule("PV-X14", "PV-42", "PV-43")),
        pytest.param(3, "A M W", "A C F G M S", marks=pytest.mark.rule("PV-X15", "PV-42", "PV-R12")),
        pytest.param(0, "-", "A C F G M S", marks=pytest.mark.rule("PV-X16", "PV-46")),
    ],
)
def test_a_curse_moves_its_token_left_by_what_the_stall_costs(cost: int, paid: str, track: str) -> None:
    v = village(PLENTY, "S", market=STOCKED).visits("A", cost, paid)
    assert v.track == track


@pytest.mark.rule("PV-X17", "PV-20", "PV-21", "PV-43", "PV-44")
def test_six_actions_in_a_row() -> None:
    # whatever is bribed, a Wild stops the refill, and every stall is stocked for the visits
    v = village("C C A A A A G", "S S S M A A", market=STOCKED, deck="W W W W W")
    assert v.bribes("A", "C C").track == "A F G C M S"
    assert v.visits("B", 3, "S S S").track == "A F S G C M"
    assert v.bribes("A", "A A A A").track == "F S G C A M"
    assert v.visits("B", 1, "M").track == "F S G C M A"
    assert v.bribes("A", "G").track == "F S C G M A"
    assert v.visits("B", 2, "A A").track == "F S C A G M"


@pytest.mark.parametrize(
    ("cards", "track"),
    [
        pytest.param("A", "C A F M S", marks=pytest.mark.rule("PV-X21", "PV-20", "PV-21")),
        pytest.param("A A", "C F A M S", marks=pytest.mark.rule("PV-X22", "PV-20", "PV-21")),
        pytest.param("A A A A", "C F M S A", marks=pytest.mark.rule("PV-X23", "PV-20", "PV-21")),
        pytest.param("A A A A A A A", "C F M S A", marks=pytest.mark.rule("PV-X24", "PV-22")),
        pytest.param("F", "A C M F S", marks=pytest.mark.rule("PV-X25", "PV-20", "PV-21")),
        pytest.param("S S S", "A C F M S", marks=pytest.mark.rule("PV-X26", "PV-23")),
    ],
)
def test_bribes_on_five_spaces(cards: str, track: str) -> None:
    v = village(PLENTY.replace("G ", ""), "S", track="A C F M S", five_types=True).bribes("A", cards)
    assert v.track == track


@pytest.mark.parametrize(
    ("cost", "paid", "track"),
    [
        pytest.param(1, "S", "A C F S M", marks=pytest.mark.rule("PV-X27", "PV-43")),
        pytest.param(3, "S A A", "A S C F M", marks=pytest.mark.rule("PV-X28", "PV-43", "PV-44")),
        pytest.param(2, "C A", "C A F M S", marks=pytest.mark.rule("PV-X29", "PV-R12")),
    ],
)
def test_curses_on_five_spaces(cost: int, paid: str, track: str) -> None:
    v = village(PLENTY.replace("G ", ""), "S", market=STOCKED, track="A C F M S", five_types=True).visits(
        "A", cost, paid
    )
    assert v.track == track


START = Favor((1, 1, 2, 2, 3, 4), list(KINDS))


@pytest.mark.rule("PV-X18", "PV-20")
@pytest.mark.parametrize("kind", KINDS)
def test_two_bribes_are_as_good_as_one(kind: str) -> None:
    for first in range(8):
        for second in range(8):
            twice = START.after(kind, first).after(kind, second)
            assert twice.tokens == START.after(kind, first + second).tokens


@pytest.mark.rule("PV-X19", "PV-20", "PV-43")
@pytest.mark.parametrize("kind", KINDS)
def test_a_curse_undoes_a_bribe_that_met_no_end(kind: str) -> None:
    at = KINDS.index(kind)
    for n in range(len(KINDS) - at):
        assert START.after(kind, n).after(kind, -n).tokens == list(KINDS)
    # movement beyond the end is lost, so more is not undone but for the lowest token
    beyond = START.after(kind, 9).after(kind, -9).tokens
    assert beyond == [kind, *(other for other in KINDS if other != kind)]


@pytest.mark.rule("PV-X20", "PV-19", "PV-21", "PV-24", "PV-44")
def test_every_track_is_a_permutation_and_who_is_not_passed_stays() -> None:
    for case in cases(20):
        luck = luck_of("track", case)
        tracks = []
        header = random_header(GAME, luck)
        for match in play(Match(GAME, header), luck):
            block = next(block for block in match.scene(RAIL).blocks if isinstance(block, Track))
            tracks.append([token for token, _ in block.counts])
        options = GAME.parse_options(header.options)
        moved = 0
        for before, after in pairwise(tracks):
            assert sorted(after) == sorted(map(card, options.kinds))  # type: ignore[attr-defined]
            changed = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
            if changed:
                moved += 1
                first, last = changed[0], changed[-1]
                # one token went from one end of what changed to the other, and those between made room
                right = [*before[first + 1 : last + 1], before[first]]
                left = [before[last], *before[first:last]]
                assert after[first : last + 1] in (right, left)
        assert moved > 5


@pytest.mark.rule("PV-05")
def test_the_values_stay_with_the_spaces_and_not_with_the_tokens() -> None:
    v = village(PLENTY, "S").bribes("A", "A A A A A")
    block: Track = v.scene_block(Track)
    assert [value for _, value in block.counts] == [1, 1, 2, 2, 3, 4]
    assert block.counts[-1] == ("v:axe", 4)
