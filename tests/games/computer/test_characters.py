"""Tempers of computer players: seen in how they bet, and in nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from games.computer.characters import PLAIN, TEMPERS, characters, temper_of
from games.engine import Choose, Header, Match, Seed
from games.registry import GAMES
from tests.helpers.random_matches import SOAK, hasty, luck_of, questions

GAME = GAMES["rogues_and_warriors"]
WITH_FOLDS = [
    key
    for key, game in GAMES.items()
    if game.money == "pieces"
    and "careful" in game.tempers("regular")
    and key not in ("adventurers_choice", "dragon_hordes")
]
"""A night, which is one of these after the other, hands its temper on; Dragon Hordes knows no fold."""
ENOUGH = 4
"""So many more answers of one kind at the same questions tell tempers apart: without one, all answer alike."""
HOLDS_BACK = {"lucky_13": "stop", "dragon_hordes": "pass"}
"""Games in which careful players give this answer more often than others, and the bold less often."""


def raises(temper: str, strength: str, matches: int) -> list[int]:
    """The sizes of all bets and raises of four players of one temper."""
    policy, ring, found = hasty(GAME.policy(strength, temper)), range(4), list[int]()
    for number in range(matches):
        header = Header(
            GAME.key, GAME.version, {}, tuple(ring), Seed("tempers", number), dict.fromkeys(ring, 50)
        )
        match, luck = Match(GAME, header, digests=False), luck_of("tempers", number)
        for scene, own in questions(match):
            answer = policy(scene, own, luck)
            if isinstance(own.prompt, Choose):
                own.prompt.check(answer)
            if own.kind == "bet" and isinstance(answer, int):
                found.append(answer)
            match.answer(own.id, own.seat, answer, "computer")
    return found


@pytest.mark.parametrize("strength", ["regular", "shark"])
def test_the_bold_bet_more_often_than_the_careful(strength: str) -> None:
    matches = 40
    bold, careful = (len(raises(temper, strength, matches)) for temper in ("bold", "careful"))
    assert bold > 1.2 * careful


def given(key: str, strength: str, tempers: Sequence[str], answer: str, matches: int) -> Iterator[list[int]]:
    """How often each temper would give an answer at the same questions, which four plain regulars face.

    Yields the numbers after each match.
    """
    game, ring, found = GAMES[key], range(4), dict.fromkeys(tempers, 0)
    players = {temper: hasty(game.policy(strength, temper)) for temper in tempers}
    for number in range(matches):
        header = Header(key, game.version, {}, tuple(ring), Seed("careful", number), dict.fromkeys(ring, 50))
        match, luck = Match(game, header, digests=False), luck_of("careful", number)
        for scene, own in questions(match):
            prompt = own.prompt
            # whoever may check for free has nothing to be careful about
            if isinstance(prompt, Choose) and answer in prompt.options and prompt.says.get("need", 1):
                for temper, player in players.items():
                    thinks = luck_of("careful", number, len(match.rows))
                    found[temper] += player(scene, own, thinks) == answer
            match.answer(own.id, own.seat, hasty(game.policy("regular"))(scene, own, luck), "computer")
        yield list(found.values())


@pytest.mark.parametrize("strength", ["regular", "shark"])
@pytest.mark.parametrize("key", WITH_FOLDS)
def test_the_careful_fold_more_than_the_others(key: str, strength: str) -> None:
    for careful, plain, bold in given(key, strength, ("careful", PLAIN, "bold"), "fold", 40):
        if SOAK <= 1 and careful >= plain + ENOUGH and plain >= bold:
            return
    assert careful > plain >= bold


@pytest.mark.parametrize("strength", ["regular", "shark", "5"])
@pytest.mark.parametrize("key", sorted(HOLDS_BACK))
def test_the_careful_hold_back_where_others_dare_more(key: str, strength: str) -> None:
    *_, (careful, plain, bold) = given(key, strength, ("careful", PLAIN, "bold"), HOLDS_BACK[key], 30)
    assert careful > plain > bold


def test_the_careful_make_fewer_wagers() -> None:
    game = GAMES["barovian_boneyard"]
    match = Match(game, Header(game.key, game.version, {}, (0,), Seed("careful")), digests=False)
    scene = match.scene(0)
    ask = next(
        each for each in scene.mine() if isinstance(each.prompt, Choose) and each.prompt.amount is not None
    )
    wagers = [
        game.policy("regular", temper)(scene, ask, luck_of("wagers")) for temper in ("careful", "", "bold")
    ]
    assert wagers == sorted(set(wagers))


@pytest.mark.parametrize("strength", ["regular", "shark"])
def test_the_careful_add_no_second_die(strength: str) -> None:
    game, most = GAMES["rolled_gold"], {"careful": 0, PLAIN: 0}
    for temper in most:
        for number in range(60):
            match = Match(game, Header(game.key, game.version, {}, (0,), Seed("dice", number)), digests=False)
            for scene, own in questions(match):
                assert isinstance(own.prompt, Choose)
                most[temper] = max(most[temper], own.prompt.says.get("added", 0))
                match.answer(
                    own.id, own.seat, game.policy(strength, temper)(scene, own, luck_of("dice")), "computer"
                )
    assert most["careful"] == 1 < most[PLAIN]


def test_the_grand_bet_more_at_once() -> None:
    grand, plain = (raises(temper, "regular", 40) for temper in ("grand", PLAIN))
    assert sum(grand) / len(grand) > 1.2 * sum(plain) / len(plain)


def test_a_plain_temper_and_none_bet_alike() -> None:
    assert raises("", "regular", 5) == raises(PLAIN, "regular", 5)


def test_every_character_has_a_name_of_its_own_and_a_known_temper() -> None:
    names = [each.name for each in characters()]
    assert len(set(names)) == len(names) == 12
    assert {each.temper for each in characters()} == set(TEMPERS)
    assert temper_of("Somebody Else") == PLAIN


@pytest.mark.parametrize("strength", ["newcomer", "regular", "shark"])
def test_one_who_loves_the_g20_buys_in_with_it(strength: str) -> None:
    """It stakes a g20 where it is offered, and plays on as its strength does."""
    game = GAMES["rolled_gold"]
    for minimum in ("g4", "g20"):
        header = Header(game.key, game.version, {"minimum": minimum}, (0, 1), Seed("twenty"))
        match, luck = Match(game, header, digests=False), luck_of("twenty")
        first = {True: "", False: ""}
        while not match.over:
            ask = next(ask for ask in match.open.values() if not ask.answered)
            scene = match.scene(ask.seat)
            own, loving = next(each for each in scene.asks if each.id == ask.id), ask.seat == 1
            answer = game.policy(strength, "twenty" if loving else "")(scene, own, luck)
            if ask.prompt.kind == "buy_in":
                first[loving] = answer
            else:
                assert answer == game.policy(strength)(scene, own, luck)
            match.answer(ask.id, ask.seat, answer, "computer")
        assert first[True] == "g20"
        assert first[False] == minimum or strength == "newcomer"
    assert game.policy(strength, "bold") is game.policy(strength)
    assert "twenty" not in GAME.tempers(strength)


def test_games_without_bets_know_no_temper() -> None:
    game = GAMES["conclave_of_wyrms"]
    assert game.policy("regular", "bold") is game.policy("regular")


def test_a_night_hands_its_temper_on() -> None:
    night = GAMES["adventurers_choice"]
    assert night.policy("regular", "bold") != night.policy("regular", "careful")
