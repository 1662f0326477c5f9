"""The fixed simple policies of a guest (PTY-R2)."""

from __future__ import annotations

import pytest

from games.engine import Chance, Choose, OpenAsk, Pick, Scene, Seed
from games.gembones.lucky_13 import computer as lucky_player
from games.gembones.lucky_13.options import DICE
from games.gembones.tiamat import computer as tiamat_player
from tests.helpers.games.tiamat import cards

NOWHERE = Scene(0, (), (), over=False)
LUCK = Chance(Seed("guest"))


def thrown(hand: str) -> str:
    """Return the letters of the cards that a guest discards of a hand."""
    ask = OpenAsk(1, 0, "discard", "turn", Pick("discard", tuple(cards(hand)), 0, 4, []), False, {})
    return "".join(hand[place] for place in tiamat_player.guest(NOWHERE, ask, LUCK))


@pytest.mark.rule("PTY-R2")
@pytest.mark.parametrize(
    ("hand", "goes"),
    [
        ("GRUKW", ""),
        ("GGRUK", "G"),
        ("GRUKK", "K"),
        ("GGRRU", "RRU"),
        ("RGRUG", "GUG"),
        ("GGGRU", "RU"),
        ("GGGRR", "RR"),
        ("GGGGR", "R"),
        ("GGGGG", ""),
    ],
)
def test_a_guest_keeps_its_largest_colour_or_four_different_ones(hand: str, goes: str) -> None:
    assert thrown(hand) == goes


def turn(total: int, best: int, unrolled: str) -> str:
    """Return a guest's answer in its turn at Lucky No. 13."""
    options = tuple(unrolled.split()) + (("stop",) if len(unrolled.split()) < len(DICE) else ())
    prompt = Choose("roll", options, "stop", says={"total": total, "best": best, "later": 1, "flips": False})
    answer: str = lucky_player.guest(NOWHERE, OpenAsk(1, 0, "roll", "turn", prompt, False, {}), LUCK)
    return answer


@pytest.mark.rule("PTY-R2")
@pytest.mark.parametrize(
    ("total", "best", "unrolled", "does"),
    [
        (0, 0, "g4 g6 g8 g10", "g10"),
        (3, 0, "g4 g6 g8", "g8"),
        (9, 0, "g4 g6", "g6"),
        (10, 0, "g4 g6", "stop"),
        (10, 12, "g4 g6", "stop"),
        (7, 6, "g4 g6 g8", "stop"),
        (7, 7, "g4 g6 g8", "g8"),
        (9, 0, "", "stop"),
    ],
)
def test_a_guest_rolls_the_largest_until_it_has_10_or_leads(
    total: int, best: int, unrolled: str, does: str
) -> None:
    assert turn(total, best, unrolled) == does
