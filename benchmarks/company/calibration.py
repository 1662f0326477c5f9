"""The chances that computer players of the parlour give themselves, round by round, beside the truth.

A match is played by regulars up to the beginning of one Betting Round. There every seat that is in says how likely it
is to win; then nobody bets any more, and the showdown tells the truth. The chances of all seats should come to one.
The Brier score is the mean square of what they were off; a player that gives everyone the same chance is the measure.
"""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

from benchmarks.company.duels import SEED, begin, seats_of
from games.engine import Answer, Chance, Choose, Game, OpenAsk, Scene, Seats, Seed
from games.parlour.players.bets import Bettor
from games.parlour.players.hearing import Belief


class Round(NamedTuple):
    """The chances at the beginning of a Betting Round; `even` is the Brier score of equal chances."""

    number: int
    sums: float
    brier: float
    even: float
    times: int


class _Said(NamedTuple):
    """The chances that the seats gave themselves in one match, and the part of the win that each had."""

    chances: dict[int, float]
    shares: dict[int, float]


def rounds(game: Game, matches: int) -> list[Round]:
    """Return how true the chances are in each Betting Round of a game; none for a game without bets."""
    shark = game.policies.get("shark")
    if not isinstance(shark, Bettor):
        return []
    found: list[Round] = []
    number = 0
    while True:
        number += 1
        tellings = [each for at in range(matches) if (each := _match(game, shark, at, number)) is not None]
        if len(tellings) < max(2, matches // 10):
            return found
        pairs = [
            (each.chances[seat], each.shares[seat], len(each.chances))
            for each in tellings
            for seat in each.chances
        ]
        found.append(
            Round(
                number,
                fmean(sum(each.chances.values()) for each in tellings),
                fmean((chance - share) ** 2 for chance, share, _ in pairs),
                fmean((1 / seats - share) ** 2 for _, share, seats in pairs),
                len(tellings),
            )
        )


def _match(game: Game, shark: Bettor, at: int, number: int) -> _Said | None:
    """Play a match in which seats tell their chances as a Betting Round begins; None if there is no such round."""
    match = begin(game, seats_of(game), Seed(f"{SEED} chances {game.key}", at))
    luck, regular = Chance(Seed(f"{SEED} chances {game.key} players", at)), game.policy("regular")
    begun, before = 0, ""
    chances: dict[int, float] = {}
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        own = next(each for each in scene.asks if each.id == ask.id)
        if own.kind == "bet" and before != "bet":
            begun += 1
            if begun == number:
                seats = [row.seat for each in scene.every(Seats) for row in each.rows if not row.out]
                chances = {seat: _chance(shark, match.scene(seat), luck) for seat in seats}
        before = own.kind
        answer = _stay(own) if own.kind == "bet" and begun >= number else regular(scene, own, luck)
        match.answer(ask.id, ask.seat, answer, "computer")
    assert match.result is not None
    if not chances:
        return None
    first = [row.seat for row in match.result.rows if row.place == 1]
    return _Said(chances, {seat: (seat in first) / len(first) for seat in chances})


def _chance(shark: Bettor, scene: Scene, luck: Chance) -> float:
    dealer = shark.reader(scene)
    assert dealer is not None
    return Belief(scene, dealer, luck, shark.style.samples, ear=shark.style.ear).win()


def _stay(ask: OpenAsk) -> Answer:
    assert isinstance(ask.prompt, Choose)
    return "check" if "check" in ask.prompt.options else "call"
