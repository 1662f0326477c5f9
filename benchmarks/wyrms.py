"""Speed of A Conclave of Wyrms against OpenSpiel's `oh_hell` (C++): both bid for tricks, four seats, at random.

A decision is an answer of a player; cards dealt are not counted, but both deal them. OpenSpiel leaves the drawing to
its caller, which should draw among `chance_outcomes` by their probabilities: that is the peer. For the second figure it
draws any legal card, without the probabilities, which is right only because all cards are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pyspiel

from benchmarks.figures import Figure, in_turn
from games.engine import Choose, Header, Match, Seed
from games.wyrms import GAME

SEATS = 4
Draw = Callable[[pyspiel.State, Random], int]


def ours(matches: int) -> int:
    """Play whole matches, and return the number of decisions."""
    luck, decisions = Random(1), 0
    for number in range(matches):
        seats = tuple(range(SEATS))
        match = Match(GAME, Header(GAME.key, GAME.version, {}, seats, Seed("bench", number)), digests=False)
        while match.result is None:
            ask = next(ask for ask in match.open.values() if not ask.answered)
            assert isinstance(ask.prompt, Choose)
            options = ask.prompt.options
            match.answer(ask.id, ask.seat, options[int(luck.random() * len(options))])
        decisions += len(match.rows)
    return decisions


def theirs(deals: int, draw: Draw) -> int:
    """Play deals of `oh_hell`, and return the number of decisions."""
    game, luck, decisions = pyspiel.load_game(f"oh_hell(players={SEATS})"), Random(1), 0
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state, luck))
            else:
                options = state.legal_actions()
                state.apply_action(options[int(luck.random() * len(options))])
                decisions += 1
    return decisions


def by_probability(state: pyspiel.State, luck: Random) -> int:
    """Draw a card by the probabilities, as OpenSpiel documents it."""
    cards, chances = zip(*state.chance_outcomes(), strict=True)
    [card] = luck.choices(cards, chances)
    return int(card)


def any_legal(state: pyspiel.State, luck: Random) -> int:
    """Draw any legal card, without its probability."""
    cards = state.legal_actions()
    return int(cards[int(luck.random() * len(cards))])


def run(quick: bool) -> list[Figure]:
    """Measure live play on both sides, in turns."""
    matches, rounds = (10, 3) if quick else (40, 9)
    live, peer, cheap = in_turn(
        rounds,
        lambda: ours(matches),
        lambda: theirs(matches * 12, by_probability),
        lambda: theirs(matches * 12, any_legal),
    )
    what = f"{GAME.title}, {SEATS} seats"
    return [
        Figure(what, "decisions/s", live, peer, "OpenSpiel oh_hell (C++)", 0.4),
        Figure("the same", "decisions/s", live, cheap, "the same, drawing without probabilities"),
    ]
