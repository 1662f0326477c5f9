"""Prompts: what is legal, what is refused, what an answer costs, and the digest of a question."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.engine import Chance, Choose, Cost, IllegalAnswer, Pick, Prompt, Range, Seed, digest
from games.engine.prompts import FREE
from games.engine.questions import ExternalEvent

BET = Choose("bet", ("call", "fold"), "fold", Range(3, 40, (3, 10)))
SHOW = Choose("show", ("keep", "show"), "keep")
HAND = ("W.hawk", "R.owl", "R.owl")
WRONG: list[Any] = [None, True, False, 1.0, -1, "", "Call", {}, {"a": 1}, [[0]], ["0"], [0.0], [True], "0"]


def pick(low: int, high: int, n: int = 3) -> Pick:
    """So many of n cards."""
    return Pick("discard", (HAND * 4)[:n], low, high, list(range(low)))


PINNED = ["63693dc2462b", "b83381a95b3a"]
PROMPTS: list[Prompt] = [BET, SHOW, pick(0, 3), pick(1, 1), pick(2, 3), pick(0, 4, 7), pick(5, 7, 9)]


@pytest.mark.parametrize("prompt", PROMPTS, ids=str)
def test_all_that_is_offered_and_the_default_are_legal(prompt: Prompt) -> None:
    for seed in range(20):
        for answer in (*prompt.legal(Chance(Seed(str(seed)))), prompt.default):
            prompt.check(answer)


@pytest.mark.parametrize("prompt", PROMPTS, ids=str)
def test_what_is_not_offered_is_refused_with_a_sentence(prompt: Prompt) -> None:
    for answer in WRONG:
        with pytest.raises(IllegalAnswer, match=rf"^asked {prompt.kind}, got .*, allowed ") as refused:
            prompt.check(answer)
        assert refused.value.asked == prompt.kind
        assert refused.value.got == answer


def test_an_amount_is_a_whole_number_in_the_range() -> None:
    for amount in (3, 17, 40):
        BET.check(amount)
    wrong: list[Any] = [2, 41, 3.0, "3"]
    for answer in wrong:
        with pytest.raises(IllegalAnswer, match="'call', 'fold', '3 to 40'"):
            BET.check(answer)
    with pytest.raises(IllegalAnswer):
        SHOW.check(0)


def test_offered_amounts_are_steps_both_ends_and_one_between_in_order() -> None:
    seen = set()
    for seed in range(60):
        call, fold, *amounts = BET.legal(Chance(Seed(str(seed))))
        assert (call, fold) == ("call", "fold")
        assert amounts == sorted(set(amounts))
        assert {3, 10, 40} <= set(amounts)
        seen |= set(amounts)
    assert len(seen) > 20


def test_all_sets_of_few_cards_are_offered_and_a_sample_of_many() -> None:
    chance = Chance(Seed("x"))
    assert pick(1, 1).legal(chance) == [[0], [1], [2]]
    assert pick(2, 3).legal(chance) == [[0, 1], [0, 2], [1, 2], [0, 1, 2]]
    assert len(pick(0, 3).legal(chance)) == 8
    sample = pick(0, 7, 7).legal(chance)
    assert 10 < len(sample) <= 22
    assert len({len(places) for places in sample}) > 3


@pytest.mark.parametrize("answer", [[], [0], [0, 1, 2, 3], [1, 0], [0, 0], [0, 3], [-1, 0], 0])
def test_places_are_different_ascending_and_as_many_as_allowed(answer: Any) -> None:
    with pytest.raises(IllegalAnswer, match="2 to 3 of the places 0, 1, 2"):
        pick(2, 3).check(answer)


def test_some_items_may_be_barred() -> None:
    some = replace(pick(0, 2, 5), allowed=(1, 4))
    assert some.legal(Chance(Seed("x"))) == [[], [1], [4], [1, 4]]
    for answer in ([0], [1, 2], [5], [4, 1], [True]):
        with pytest.raises(IllegalAnswer, match="0 to 2 of the places 1, 4"):
            some.check(answer)
    assert digest(0, some) != digest(0, replace(some, allowed=(1, 3))) != digest(0, pick(0, 2, 5))
    none = replace(pick(0, 0, 5), allowed=())
    assert none.legal(Chance(Seed("x"))) == [[]]


def test_what_an_answer_costs() -> None:
    assert SHOW.cost("show") is FREE
    assert pick(1, 1).cost([0]) is FREE
    wager = Choose(
        "wager",
        ("none", "all"),
        "none",
        Range(1, 5),
        costs={"amount": Cost({"g6": 1}, {"g6": 2}), "all": Cost({"g20": 1})},
    )
    assert wager.cost("none") == FREE
    assert wager.cost("all") == Cost({"g20": 1})
    assert wager.cost(3) == Cost({"g6": 3}, {"g6": 6})


def test_a_digest_says_which_question_it_was() -> None:
    assert digest(2, BET) == digest(2, replace(BET))
    assert len(digest(2, BET)) == 12
    others: list[tuple[int, Prompt]] = [
        (1, BET),
        (2, replace(BET, kind="raise")),
        (2, replace(BET, options=("call",))),
        (2, replace(BET, options=("fold", "call"))),
        (2, replace(BET, amount=Range(3, 41))),
        (2, replace(BET, amount=Range(2, 40))),
        (2, replace(BET, amount=None)),
        (2, pick(1, 1)),
        (2, pick(1, 2)),
        (2, pick(1, 1, 4)),
    ]
    assert len({digest(seat, prompt) for seat, prompt in [*others, (2, BET)]}) == len(others) + 1


def test_a_digest_is_of_the_legal_answers_and_never_of_words_or_manners() -> None:
    same = replace(
        BET, default="call", clock="quick", quiet=True, public=True, says={"pot": 9}, confirm=("fold",)
    )
    assert digest(2, same) == digest(2, BET)
    assert digest(2, replace(BET, amount=Range(3, 40, (5,)))) == digest(2, BET)


def test_digests_are_pinned() -> None:
    assert [digest(0, BET), digest(3, pick(1, 1))] == PINNED


@pytest.mark.parametrize(
    "news",
    [
        ["leave", 0],
        ["join", 3],
        ["handover", 1],
        ["time_up", None],
        ["time_up", True],
        ["facts", [2, {"n": 1}]],
    ],
)
def test_news_from_outside(news: Any) -> None:
    ExternalEvent().check(news)
    assert ExternalEvent().cost(news) is FREE


@pytest.mark.parametrize(
    "news",
    [
        "leave", None, [], ["leave"], ["leave", None], ["leave", "A"], ["leave", True], ["leave", -1],
        ["leave", 0, 1], ["facts", 3], ["facts", [2, 3]], ["facts", ["2", {}]], ["burn", 1], [["leave"], 0],
    ],
)  # fmt: skip
def test_news_that_make_no_sense_are_refused(news: Any) -> None:
    with pytest.raises(IllegalAnswer):
        ExternalEvent().check(news)
