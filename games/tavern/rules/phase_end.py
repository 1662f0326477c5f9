"""The end of a phase: cards that answer the loss of Gold in it may still be played (TIM-R22)."""

from __future__ import annotations

from games.engine.card_prompts import PlayCard
from games.tavern.cards import Card
from games.tavern.rules.interrupts import ask_seat
from games.tavern.rules.moves import legal_moves, play_card
from games.tavern.rules.standing_orders import PASS
from games.tavern.rules.triggers import PlayContext
from games.tavern.state import Tavern

PHASE_END = "phase_end"


async def end_phase(game: Tavern) -> None:
    """Ask the seats that have lost Gold in the phase, in turn order, before the next phase begins.

    A seat is asked by its published deck list, not by its hand, so that the question reveals nothing. It ends with a
    pass, or when every such card in the list has been played.
    """
    played = dict.fromkeys(game.seats_in_game(), 0)
    passed: set[int] = set()
    while True:
        waiting = [
            seat
            for seat in game.participants()
            if seat in game.gold_payers
            and seat not in passed | game.table.gone
            and played[seat] < _listed(game, seat)
        ]
        if not waiting:
            return
        seat = waiting[0]

        def prompt(seat: int = seat) -> PlayCard:
            moves = legal_moves(game, PlayContext(seat), game.players[seat].in_hand)
            fitting = tuple(move for move in moves if _answers_loss(game.decks.cards[move.card]))
            return PlayCard(
                PHASE_END, (PASS,), fitting, PASS, "window", public=True, says={"decks": game.decks}
            )

        def automatic(seat: int = seat) -> str | None:
            return PASS if game.players[seat].standing_orders.until_turn else None

        answer = await ask_seat(game, seat, prompt, automatic)
        move = prompt().find(answer) if answer is not None else None
        if move is None:
            passed.add(seat)
        else:
            played[seat] += 1
            await game.resolve(play_card(game, PlayContext(seat, game.top), move, answer))


def _listed(game: Tavern, seat: int) -> int:
    """Return the number of cards in the seat's published list that answer a loss of Gold, plus a brew on show."""
    player = game.players[seat]
    cards = [key for key, count in player.character.deck for _ in range(count)]
    if player.brew is not None:
        cards.append(player.brew)
    return sum(_answers_loss(game.decks.cards[key]) for key in cards)


def _answers_loss(card: Card) -> bool:
    return "lost.gold" in card.when
