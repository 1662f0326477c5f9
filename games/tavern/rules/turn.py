"""A turn: discard and draw, action, order a Drink, drink."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.questions import TimeBudgetScope
from games.tavern.cards import Card
from games.tavern.player import HAND_SIZE
from games.tavern.rules.character_systems import in_doubt, in_grace, keep_potion, turn_up_potion
from games.tavern.rules.drinks import reveal_and_drink
from games.tavern.rules.gambling import play_round
from games.tavern.rules.interrupts import ask_seat
from games.tavern.rules.moves import ORDERS, legal_moves, play_card
from games.tavern.rules.phase_end import end_phase
from games.tavern.rules.standing_orders import reset_for_turn
from games.tavern.rules.triggers import PlayContext
from games.tavern.state import OrderPlan, Tavern

POTION, DOUBT, DISCARD = "potion", "doubt", "discard"
DRAW_FORM, ACTION_FORM, ORDER_FORM, NO_ACTION = "discard", "action", "order", "no_action"


async def play_turn(game: Tavern, seat: int) -> None:
    """Play the four phases in order. A player who goes out ends the turn, but not a Round (TURN-R5)."""
    game.active, game.time_budget = seat, TimeBudgetScope(game.time_budget.number + 1)
    game.extra_orders, game.order_plan = 0, None
    reset_for_turn(game, seat)
    for phase in (discard_and_draw, action, order_a_drink, drink):
        if game.participates(seat):
            await phase(game, seat)
            await game.check_losses()
            await end_phase(game)


# ---- discard and draw


async def discard_and_draw(game: Tavern, seat: int) -> None:
    """Ask for every decision before drawing on one form, and carry them out together (TURN-R10)."""
    _begin_phase(game, "draw", seat)
    player = game.players[seat]
    doubt = player.piety is not None and in_doubt(player.piety)
    if player.piety is not None and in_grace(player.piety):
        game.move_fort(seat, 1)
        game.table.tell("grace", seat=seat)
    choice = player.character.system == "potion" and turn_up_potion(game, seat)

    def form() -> PlayCard:
        move = Move("", 0, _draw_form_aims(game, seat, choice=choice, doubt=doubt))
        says = {"n": len(player.hand.cards), "decks": game.decks}
        return PlayCard(DRAW_FORM, (), (move,), move.first(), "turn", says=says)

    answer = await ask_seat(game, seat, form)
    if answer is None:
        return
    # the hand may have changed while the form was open, and its aims with it
    chosen = form().moves[0].named(answer)
    keep_potion(game, seat, take=chosen.get(POTION) == [1])
    game.discard(seat, sorted({*chosen.get(DOUBT, ()), *chosen[DISCARD]}))
    game.draw(seat, max(0, HAND_SIZE - len(player.hand.cards)))


def _draw_form_aims(game: Tavern, seat: int, *, choice: bool, doubt: bool) -> tuple[Aim, ...]:
    """Return the aims of the form: Potion to keep, card lost to Doubt, cards to discard.

    Potions are 0 for the one on show and 1 for the new one; cards are named by their places in the hand.
    """
    player = game.players[seat]
    places = tuple(range(len(player.hand.cards)))
    aims = []
    if choice and player.brew is not None:
        aims.append(Aim(POTION, (0, 1), items=(player.brew, player.new_potion or "")))
    cards = tuple(player.hand.cards)
    if doubt and places:
        aims.append(Aim(DOUBT, places, items=cards))
    return (*aims, Aim(DISCARD, places, 0, len(places), items=cards))


# ---- action


async def action(game: Tavern, seat: int) -> None:
    """Ask for one Action card or none, and perhaps for the recipients of Drinks in advance (TURN-R11)."""
    _begin_phase(game, "action", seat)
    context = PlayContext(seat, acting=True)

    # built again for every wait: other cards may be played while the form is open
    def form() -> PlayCard:
        hand = game.players[seat].in_hand
        cards = [
            move._replace(
                aims=(
                    *move.aims,
                    _orders_aim(game, seat, 1 + _extra_drinks(game.decks.cards[move.card], move.alternative)),
                )
            )
            for move in legal_moves(game, context, hand)
            if "act" in game.decks.cards[move.card].alternative_when[move.alternative]
        ]
        only_orders = Move("", 0, (_orders_aim(game, seat, 1, low=1),))
        return PlayCard(
            ACTION_FORM, (NO_ACTION,), (only_orders, *cards), NO_ACTION, "turn", says={"decks": game.decks}
        )

    answer = await ask_seat(game, seat, form)
    move = form().find(answer) if answer is not None else None
    if move is None:
        return
    chosen = move.named(answer)[ORDERS]
    count = 1 + (_extra_drinks(game.decks.cards[move.card], move.alternative) if move.card else 0)
    game.order_plan = OrderPlan(count, chosen) if chosen else None
    if move.card:
        await game.resolve(play_card(game, context, move, answer))
        # the card has only opened a Round: its gambling turns follow
        if game.round is not None:
            await play_round(game)


def _extra_drinks(card: Card, index: int) -> int:
    """Return the number of extra Drinks that the card orders by its text."""
    return sum(step.amount or 0 for step in card.alternatives[index] if step.verb == "order")


def _orders_aim(game: Tavern, seat: int, count: int, low: int = 0) -> Aim:
    return Aim(ORDERS, tuple(game.others(seat)), low, count, again=True)


# ---- order a drink


async def order_a_drink(game: Tavern, seat: int) -> None:
    """Serve the Drinks of the phase one by one; at least one must be ordered (TURN-R4, DRK-R11)."""
    _begin_phase(game, "order", seat)
    count = 1 + max(0, game.extra_orders)
    for target in await _recipients(game, seat, count):
        if game.participates(target) and game.serve(target):
            game.table.tell("orders", seat=seat, target=target)


async def _recipients(game: Tavern, seat: int, count: int) -> Sequence[int]:
    """Return the seats named in advance, if they still fit (TURN-R11), else ask for them."""
    plan, game.order_plan = game.order_plan, None
    if plan is not None and plan.drinks == count and all(map(game.participates, plan.recipients)):
        return plan.recipients

    def form() -> PlayCard:
        others = game.others(seat)
        smallest = min(others, key=lambda other: len(game.players[other].pile))
        aim = _orders_aim(game, seat, count, low=1)
        return PlayCard(
            ORDER_FORM, (), (Move("", 0, (aim,)),), ["", 0, [[smallest]]], "choice", says={"n": count}
        )

    answer = await ask_seat(game, seat, form)
    return answer[2][0] if answer is not None else ()


# ---- drink


async def drink(game: Tavern, seat: int) -> None:
    """Drink the top card of the own pile; with an empty pile the player sobers up (TURN-R6)."""
    _begin_phase(game, "drink", seat)
    if not await reveal_and_drink(game, seat, "drink"):
        game.move_ac(seat, -1)
        game.table.tell("sobers_up", seat=seat)


def _begin_phase(game: Tavern, phase: str, seat: int) -> None:
    game.enter_phase(phase)
    game.table.phase(phase, seat=seat)
