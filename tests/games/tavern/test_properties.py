"""Invariants over random play with interruptions, changed answers and resignations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from games.engine import OUTSIDE, RAIL, Chance, Header, Match, Seed
from games.tavern import GAME
from games.tavern.cards import copies
from games.tavern.items import DrinkServing, GearCard, PlayedCard, RevealedEvent
from games.tavern.player import MAX_VALUE
from games.tavern.state import Tavern
from tests.helpers.games.tavern import cards_of, state
from tests.helpers.random_matches import cases, luck_of

ENDLESS = 8000
NIGHTS = 720
"""In a long run, at each number of seats: five thousand in all."""


def begun(luck: Chance, seats: int) -> Match:
    """A match of so many seats, free of charge."""
    ring = tuple(range(seats))
    return Match(
        GAME, Header("tavern", GAME.version, {}, ring, Seed(str(luck.below(1 << 30)))), digests=False
    )


def wild(match: Match, luck: Chance, *, leaves: int = 0) -> Iterator[Match]:
    """Random play that also interrupts, changes sealed answers, and now and then resigns."""
    while not match.over:
        yield match
        assert len(match.rows) < ENDLESS
        if leaves and luck.below(leaves) == 0:
            match.answer(0, OUTSIDE, ["leave", luck.choice(match.header.ring)], "table")
            continue
        everything = list(match.open.values())
        waited = [ask for ask in everything if not ask.answered]
        ask = luck.choice(everything if luck.below(4) == 0 else waited)
        answers = ask.prompt.legal(luck)
        # cards rather than passes: a night in which something happens
        cards = [answer for answer in answers if isinstance(answer, list)]
        match.answer(ask.id, ask.seat, luck.choice(cards if cards and luck.below(2) else answers))
    yield match


def everything(game: Tavern) -> Counter[str]:
    """Every card that is somewhere: decks, discards, hands, piles, on show, stack; not what has left the game."""
    found: Counter[str] = Counter(cards_of(game.drinks))
    for player in game.players.values():
        found.update(player.pile)
        if not player.out:
            found.update([*cards_of(player.deck), *cards_of(player.extra), *player.hand.cards])
            found.update(key for key in (player.brew, player.new_potion, player.mood) if key is not None)
    for item in game.stack:
        if isinstance(item, DrinkServing):
            found.update(item.keys)
        elif isinstance(item, PlayedCard | GearCard | RevealedEvent):
            found[item.key] += 1
            if isinstance(item, PlayedCard) and item.gear is not None and item.gear not in game.stack:
                found[item.gear.key] += 1
    return found


def expected(game: Tavern) -> Counter[str]:
    """The Drink Deck, and the decks of those who are in the game."""
    cards: Counter[str] = Counter(copies(game.decks.drink_deck))
    for player in game.players.values():
        if not player.out:
            cards.update(copies(player.character.deck))
            cards.update(copies(player.character.extra))
    return cards


@pytest.mark.rule("SET-R5", "LIM-01", "LIM-02", "LIM-03", "LIM-05", "SET-06", "TURN-R2", "DRK-R12")
@pytest.mark.parametrize("seats", range(2, 9))
def test_gold_and_cards_are_accounted_for_at_every_step(seats: int) -> None:
    for case in cases(3, long=NIGHTS):
        luck = luck_of("tavern accounts", seats, case)
        match = begun(luck, seats)
        start = sum(player.gold for player in state(match).players.values())
        for now in wild(match, luck, leaves=120 if case % 3 == 2 else 0):
            game = state(now)
            pot = game.round.pot if game.round else 0
            assert sum(player.gold for player in game.players.values()) + pot + game.inn_gold == start
            assert everything(game) == expected(game)
            for player in game.players.values():
                assert 0 <= player.fort <= MAX_VALUE
                assert 0 <= player.ac <= MAX_VALUE
                assert player.gold >= 0
                assert player.piety is None or 0 <= player.piety <= 15
        assert match.result is not None


@pytest.mark.rule("SET-R6")
def test_a_wild_night_replays() -> None:
    for case in cases(4):
        luck = luck_of("tavern replay", case)
        match = begun(luck, 2 + case % 7)
        for _ in wild(match, luck, leaves=150):
            pass
        again = Match.replay(GAME, match.header, match.rows, digests=False)
        assert again.result == match.result
        assert [again.scene(seat) for seat in match.header.ring] == [
            match.scene(seat) for seat in match.header.ring
        ]


@pytest.mark.rule("SET-R4", "OUT-13")
def test_every_night_ends_with_a_winner_or_a_tie() -> None:
    for case in cases(30):
        luck = luck_of("tavern ends", case)
        match = begun(luck, 2 + case % 7)
        for _ in wild(match, luck):
            pass
        assert match.result is not None
        best = [row for row in match.result.rows if row.place == 1]
        game = state(match)
        assert len(game.seats_in_game()) <= 1
        assert len(best) == 1 or not game.seats_in_game()


@pytest.mark.rule("TIM-R5", "TIM-R3", "TIM-R21")
def test_questions_and_their_order_do_not_depend_on_hands() -> None:
    """Passing all the way, two nights that differ only in what is in the hands ask the same, in the same order."""
    for case in cases(6):
        seats = 2 + case % 7
        asked = []
        for world in range(2):
            luck = luck_of("tavern questions", case)
            match = begun(luck, seats)
            game = state(match)
            if world:
                # the hands are exchanged for other cards of the own decks
                for player in game.players.values():
                    pool = [*player.deck.rest, *player.hand.cards]
                    luck_of("other hands", case).shuffle(pool)
                    n = len(player.hand.cards)
                    player.hand.cards, player.deck.rest[:] = pool[:n], pool[n:]
            told = []
            for _ in range(120):
                if match.over:
                    break
                told.append(
                    [
                        (a.id, a.seat, a.prompt.kind, a.auto_answer, a.answered, a.silence, a.brief)
                        for a in match.open.values()
                    ]
                )
                ask = next(ask for ask in match.open.values() if not ask.answered)
                # nothing is discarded, so no hand shows; nobody plays a card
                match.answer(ask.id, ask.seat, ask.prompt.default)
            asked.append(told)
        assert asked[0] == asked[1]


@pytest.mark.rule("SET-R3", "TIM-R3", "TIM-R5")
def test_one_players_hidden_cards_change_nothing_that_anybody_else_sees() -> None:
    """Two nights that differ in one hand and its deck alone, with that player's answers by default: the same scenes."""
    for case in cases(4):
        seen = []
        for world in range(2):
            seats = 2 + case % 4
            match = begun(luck_of("tavern hidden", case), seats)
            # the same luck for the answers of both worlds, whatever was drawn from the match's own
            luck = luck_of("tavern answers", case)
            hider = state(match).players[case % seats]
            if world:
                pool = [*hider.deck.rest, *hider.hand.cards]
                luck_of("other hand", case).shuffle(pool)
                n = len(hider.hand.cards)
                hider.hand.cards, hider.deck.rest[:] = pool[:n], pool[n:]
            told = []
            for _ in range(150):
                if match.over:
                    break
                others = [*(set(match.header.ring) - {hider.seat}), RAIL]
                told.append(
                    (
                        [match.scene(viewer) for viewer in others],
                        [
                            (ask.id, ask.seat, ask.prompt.kind, ask.auto_answer, ask.silence, ask.brief)
                            for ask in match.open.values()
                        ],
                    )
                )
                ask = next(ask for ask in match.open.values() if not ask.answered)
                mine = ask.seat == hider.seat
                answer = ask.prompt.default if mine else luck.choice(ask.prompt.legal(luck))
                if ask.prompt.kind == "discard" and not mine:
                    answer = ask.prompt.default
                doubt = hider.piety is not None and hider.piety < 5
                if mine and (ask.prompt.kind == "drop" or (ask.prompt.kind == "discard" and doubt)):
                    # a card that has to go is seen by all
                    break
                match.answer(ask.id, ask.seat, answer)
            seen.append(told)
        assert seen[0] == seen[1]
