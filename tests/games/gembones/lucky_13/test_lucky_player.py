"""Computer players of Lucky No. 13: the answers of the best one and of a guest, blessings among them."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Chance, Choose, OpenAsk, Scene, Seed
from games.gembones.lucky_13 import GAME
from games.gembones.lucky_13.options import BLESSINGS


def answer(kind: str, options: str, policy: str = "shark", **says: Any) -> str:
    """The answer to a choice; the default is the last of the options."""
    keys = tuple(options.split())
    ask = OpenAsk(1, 0, kind, "turn", Choose(kind, keys, keys[-1], says=says), False, {})
    chosen: str = GAME.policies[policy](Scene(0, (), (), over=False), ask, Chance(Seed("answers")))
    assert chosen in keys
    return chosen


def rolls(options: str, total: int, best: int, later: int = 0, *, flips: bool = False) -> str:
    """Return the answer in its own turn."""
    return answer("roll", options, total=total, best=best, later=later, flips=flips)


def test_it_flips_where_the_coin_wins_more_often_than_a_gembone() -> None:
    assert rolls("g4 flip stop", 12, 12, flips=True) == "flip", "1/2 against 1/4"
    assert rolls("g4 stop", 12, 12) == "g4", "12 does not beat 12"
    assert rolls("g4 flip stop", 12, 11, flips=True) == "stop", "it has won already"
    assert rolls("flip stop", 12, 0, later=7, flips=True) == "flip", "12 does not survive seven players"
    assert rolls("g4 stop", 12, 11, later=7) == "g4"


@pytest.mark.parametrize(
    ("options", "total", "best", "says"),
    [
        ("true up down", 12, 12, "up"),
        ("true up down", 14, 0, "down"),
        ("true up down", 13, 0, "true"),
        ("true up down", 9, 9, "up"),
        ("up down", 13, 0, "down"),
    ],
)
def test_it_says_what_makes_the_best_total(options: str, total: int, best: int, says: str) -> None:
    assert answer("say", options, total=total, best=best, later=0, flips=False) == says


@pytest.mark.parametrize(
    ("options", "without", "best", "later", "takes"),
    [
        ("g4 g8 bust", 9, 0, 0, "g4"),
        ("g4 g10 bust", 3, 10, 0, "g10"),
        ("g6 g8 bust", 7, 10, 0, "g6"),
        ("g4 g6 bust", 6, 10, 0, "g6"),
        ("g6 g8 bust", 5, 0, 5, "g8"),
    ],
)
def test_it_replaces_the_last_roll_by_what_wins_most_often(
    options: str, without: int, best: int, later: int, takes: str
) -> None:
    says: dict[str, Any] = {
        "total": 99,
        "best": best,
        "later": later,
        "flips": False,
        "size": "g10",
        "without": without,
    }
    assert answer("swap", options, **says) == takes


@pytest.mark.parametrize(
    ("options", "total", "past", "gives"),
    [
        ("g4 g6 g10 keep", 12, True, "g10"),
        ("g4 keep", 12, True, "keep"),
        ("g6 keep", 12, True, "g6"),
        ("g10 keep", 5, True, "keep"),
        ("g4 keep", 4, True, "keep"),
        ("g4 g6 g10 keep", 12, False, "keep"),
    ],
)
def test_it_gives_only_to_bust_somebody_when_its_own_turn_is_past(
    options: str, total: int, past: bool, gives: str
) -> None:
    assert answer("gift", options, total=total, seat=1, past=past) == gives


@pytest.mark.rule("PTY-R2", "L13-R5")
@pytest.mark.parametrize("policy", ["newcomer", "regular", "shark", "guest"])
def test_it_plays_and_champions_the_first_that_is_left(policy: str) -> None:
    assert answer("stake", "stake pass", policy) == "stake"
    # a new draft is for members to decide: whoever does not count agrees to it (L13-R5)
    assert answer("stake", "stake stake_anew pass", policy) == "stake_anew"
    assert answer("blessing", " ".join(BLESSINGS), policy) == next(iter(BLESSINGS))
    assert answer("gift", "g4 keep", policy, total=12, seat=1, past=False) == "keep"


@pytest.mark.rule("PTY-R2")
def test_a_guest_says_what_it_sees_takes_no_bust_and_gives_nothing() -> None:
    says: dict[str, Any] = {"total": 12, "best": 0, "later": 0, "flips": False}
    assert answer("say", "true up down", "guest", **says) == "true"
    assert answer("swap", "g4 bust", "guest", **says) == "g4"
    assert answer("gift", "g10 keep", "guest", total=12, seat=1, past=True) == "keep"
