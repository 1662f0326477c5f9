"""Barovian Boneyard, game after game, by computer players and by chance: invariants."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from games.engine import HOUSE, OUTSIDE, Chance, Header, Match, Result, Seed, changes, random_legal
from games.gembones.barovian_boneyard import GAME
from games.gembones.barovian_boneyard.computer import shark
from tests.helpers.odds import SOAK


def play_at_random(match: Match, luck: Chance, seated: list[int]) -> Result:
    """Play with random answers; now and then a seat leaves."""
    while not match.over:
        if luck.below(6) == 0 and seated:
            gone = seated.pop(luck.below(len(seated)))
            match.answer(0, OUTSIDE, ["leave", gone], "table")
            continue
        ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
        match.answer(ask.id, ask.seat, random_legal(match.scene(ask.seat), open_ask(match, ask.id), luck))
    assert match.result is not None
    return match.result


def open_ask(match: Match, ask_id: int) -> Any:
    seat = match.open[ask_id].seat
    return next(ask for ask in match.scene(seat).asks if ask.id == ask_id)


@pytest.mark.rule("BB-R6", "BB-R10")
@pytest.mark.parametrize("blinsky", [False, True])
@pytest.mark.parametrize("madam_eva", [False, True])
def test_nights_at_the_castle(blinsky: bool, madam_eva: bool) -> None:
    luck = Chance(Seed("nights", words=(str(blinsky), str(madam_eva))))
    options = {"storming_the_castle": True, "blinsky": blinsky, "madam_eva": madam_eva}
    captured = freed = 0
    for night in range(40 * SOAK):
        seated = list(range(2 + luck.below(7)))
        carry: dict[str, Any] = {}
        for number in range(12):
            if len(seated) < 2:
                break
            seed = Seed("night", night * 100 + number)
            header = Header(GAME.key, GAME.version, options, tuple(seated), seed, carry=carry)
            match = Match(GAME, header)
            captives = carry.get("held", [])
            result = play_at_random(match, luck, seated)

            again = Match.replay(GAME, header, match.rows)
            assert (again.result, again.events) == (result, match.events)
            for seat, change in changes(result.pays).items():
                if seat >= 0:
                    least = -4 if seat in captives else -3
                    assert least <= change.get("g6", 0) <= max(2, len(header.ring))
            carry = dict(result.carry)
            held = carry.get("held", [])
            assert set(held) < set(seated) or not held, "somebody is left who can free them"
            assert not set(result.barred) & set(seated)
            captured += len(set(held) - set(captives))
            freed += result.lifts
    assert captured > 20
    assert freed > 20


def test_the_bank_never_pays_more_than_was_set_aside() -> None:
    luck = Chance(Seed("bank"))
    for number in range(200 * SOAK):
        options = {
            "size": luck.choice(["g6", "g8", "g10"]),
            "madam_eva": bool(luck.below(2)),
            luck.choice(["wolves_in_the_woods", "vistani_stowaway", "storming_the_castle"]): True,
        }
        ring = tuple(range(2 + luck.below(6)))
        match = Match(GAME, Header(GAME.key, GAME.version, options, ring, Seed("bank", number)))
        result = play_at_random(match, luck, list(ring))
        paid = sum(pay.amount for pay in result.pays if pay.giver == HOUSE)
        assert paid <= sum(match.risked.get(HOUSE, {}).values())


def test_the_computer_player_wins_in_the_long_run() -> None:
    luck = Chance(Seed("computer"))
    won = []
    for number in range(2000 * SOAK):
        match = Match(GAME, Header(GAME.key, GAME.version, {}, (0,), Seed("long run", number)), digests=False)
        scene = match.scene(0)
        [ask] = scene.mine()
        match.answer(ask.id, 0, shark(scene, ask, luck))
        assert match.result is not None
        won.append(changes(match.result.pays).get(0, {}).get("g6", 0))
    mean = sum(won) / len(won)
    error = sqrt(sum((each - mean) ** 2 for each in won)) / len(won)
    assert mean > 2 * error
