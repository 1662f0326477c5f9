"""Losing: last chances, players who pass out or go broke, and the division of their Gold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine.card_prompts import PlayCard
from games.tavern.rules.gambling import leave_round
from games.tavern.rules.interrupts import ask_seat
from games.tavern.rules.moves import legal_moves, play_card
from games.tavern.rules.standing_orders import PASS
from games.tavern.rules.triggers import PlayContext
from games.tavern.state import GameOver, Tavern

LAST_CHANCE = "last_chance"


async def check_losses(game: Tavern) -> None:
    """Eliminate the players who have lost, if anything has changed. Raises `GameOver`.

    It is called when nothing waits to resolve (OUT-R1).
    """
    if game.checking or not (game.values_changed or leavers(game)):
        return
    # cards played in last chances resolve too, and must not begin a check of their own
    game.checking = True
    await give_last_chances(game, lambda seat: in_danger(game, seat))
    game.checking = False
    eliminate_losers(game)


def leavers(game: Tavern) -> list[int]:
    """Return the seats that have resigned and are still in the game (OUT-R9)."""
    return [seat for seat in game.seats_in_game() if seat in game.table.gone]


def in_danger(game: Tavern, seat: int) -> bool:
    """Return whether the seat is passing out or has no Gold; the latter counts only outside of a Round."""
    player = game.players[seat]
    return player.passing_out or (player.gold == 0 and game.round is None)


async def give_last_chances(game: Tavern, danger: Callable[[int], bool]) -> None:
    """Let each player in danger play cards until they pass, in turn order (OUT-R2).

    Players who have resigned or are suspended get none (OUT-R9, CONT-R4).
    """
    passed: set[int] = set()
    while True:
        threatened = [seat for seat in game.participants() if danger(seat) and seat not in game.table.gone]
        passed.intersection_update(threatened)
        waiting = [seat for seat in threatened if seat not in passed]
        if not waiting:
            return
        seat = waiting[0]

        def prompt(seat: int = seat) -> PlayCard:
            moves = tuple(legal_moves(game, PlayContext(seat), game.players[seat].in_hand))
            player = game.players[seat]
            says = {"fort": player.fort, "ac": player.ac, "gold": player.gold, "decks": game.decks}
            return PlayCard(LAST_CHANCE, (PASS,), moves, PASS, "choice", public=True, says=says)

        answer = await ask_seat(game, seat, prompt)
        move = prompt().find(answer) if answer is not None else None
        if move is None:
            passed.add(seat)
        else:
            await game.resolve(play_card(game, PlayContext(seat, game.top), move, answer))


def eliminate_losers(game: Tavern) -> None:
    """Eliminate those who pass out, then those without Gold, until nothing changes. Raises `GameOver`."""
    eliminated: list[int] = []
    while True:
        passing = [
            seat
            for seat in game.seats_in_game()
            if game.players[seat].passing_out or seat in game.suspended or seat in game.table.gone
        ]
        if passing:
            game.table.tell("pass_out", seats=tuple(passing))
            divide_gold(game, passing)
        # Gold of those who pass out is divided first: it may save a player without Gold
        losers = passing or [
            seat for seat in game.seats_in_game() if game.players[seat].gold == 0 and game.round is None
        ]
        if not losers:
            break
        if not passing:
            game.table.tell("broke", seats=tuple(losers))
        eliminated += losers
        eliminate(game, losers)
    game.values_changed = False
    if game.suspended:
        game.suspended.clear()
        game.update_participants()
    if eliminated:
        game.eliminated.append(eliminated)
    if len(game.seats_in_game()) < 2:
        raise GameOver


def divide_gold(game: Tavern, passing: Sequence[int]) -> None:
    """Divide the Gold of those who pass out: half, rounded up, to the Inn, the rest in equal parts."""
    heirs = [seat for seat in game.seats_in_game() if seat not in passing]
    for seat in passing:
        gold = game.players[seat].gold
        share = gold // 2 // len(heirs) if heirs else 0
        for heir in heirs:
            game.move_gold(seat, heir, share)
        game.move_gold(seat, None, gold - share * len(heirs))
        game.table.tell("divides", seat=seat, n=gold, share=share)


def eliminate(game: Tavern, seats: Sequence[int]) -> None:
    """Put seats out of the game: their piles are discarded and their other cards leave it (OUT-R6, OUT-R8)."""
    game.mark_out(seats)
    for seat in seats:
        player = game.players[seat]
        pile, player.pile = player.pile, []
        player.hand.cards, player.brew, player.mood = [], None, None
        game.table.seats.out.add(seat)
        if pile:
            game.table.tell("clears", seat=seat, n=len(pile), cards=tuple(pile))
        game.discard_drinks(pile)
    leave_round(game, seats)
