"""Standing asks and orders: "Play a card" at any time, and answers given in advance (TIM-R11, TIM-R12).

Each seat has its asks for the whole match, so that neither their number nor their ids reveal what a seat holds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Answer, Choose, Range
from games.engine.questions import Ask, Reply
from games.tavern.cards import Trigger
from games.tavern.items import DrinkServing, GearCard, Item, PlayedCard
from games.tavern.player import StandingAsks, StandingOrders
from games.tavern.rules.moves import ORDERS, legal_moves
from games.tavern.rules.triggers import DRINK_CHANGES, PlayContext
from games.tavern.state import Tavern

PLAY, STANDING, REORDER, NOTHING_NOW = "play_card", "standing", "reorder", "nothing"
PASS, PASS_ON = "pass", "pass_on"
UNTIL_TURN, ONLY_HITS, GAMBLING, ASK_ALL = "until_turn", "only_hits", "pass_gambling", "ask_all"
MOST_AC = 6
"""The largest limit that may be chosen for Drinks to pass; few Drinks have more AC."""

HITS: frozenset[Trigger] = frozenset({"hit.fort", "hit.alc", "hit.gold", "drink.mine"})


def open_standing_asks(game: Tavern, seat: int) -> StandingAsks:
    """Return the standing asks of a seat, for the whole match."""
    words = game.table.words
    asks = StandingAsks(
        Ask(seat, PlayCard(PLAY, (NOTHING_NOW,), (), NOTHING_NOW, "none", quiet=True), words),
        Ask(seat, orders_prompt(StandingOrders()), words),
        Ask(seat, PlayCard(REORDER, (), (), None, "none", quiet=True), words),
    )
    # the match never waits for these
    asks.play.answered = asks.orders.answered = asks.reorder.answered = True
    return asks


def refresh(game: Tavern, seat: int) -> None:
    """Update the moves of "Play a card" if the hand or the participants have changed."""
    player, asks = game.players[seat], game.standing_asks[seat]
    state = (
        tuple(player.hand.cards),
        player.mood,
        player.brew,
        game.participant_seats,
        seat in game.gold_payers,
    )
    # this runs before every wait, and working out the moves is the costly part
    if state != asks.offered_for:
        asks.offered_for = state
        # cards that answer something are played in its window; here are only those that need no event (TIM-R12)
        offered = tuple(legal_moves(game, PlayContext(seat), player.in_hand))
        asks.play.prompt = PlayCard(PLAY, (NOTHING_NOW,), offered, NOTHING_NOW, "none", quiet=True)


def orders_prompt(orders: StandingOrders) -> Choose:
    """Return the question with the switches, and the AC below which others' Drinks are passed."""
    says = {
        UNTIL_TURN: orders.until_turn,
        ONLY_HITS: orders.only_hits,
        GAMBLING: orders.gambling,
        ASK_ALL: orders.asked,
        "amount": orders.drinks_below,
    }
    return Choose(
        STANDING,
        (UNTIL_TURN, ONLY_HITS, GAMBLING, ASK_ALL),
        ASK_ALL,
        Range(0, MOST_AC, (0, 2, 3)),
        clock="none",
        quiet=True,
        says=says,
    )


def all_standing_asks(game: Tavern, without: Collection[int] = ()) -> list[Ask]:
    """Return the standing asks of all participants.

    Seats in `without` are not offered "Play a card": they have another ask for their cards.
    """
    asks: list[Ask] = []
    for seat, asks_of_seat in game.standing_asks.items():
        if game.participates(seat) and seat not in game.table.gone:
            refresh(game, seat)
            if seat not in without:
                asks.append(asks_of_seat.play)
            asks.append(asks_of_seat.orders)
            if game.order_plan is not None and seat == game.active:
                plan = game.order_plan
                aim = Aim(ORDERS, tuple(game.others(seat)), 1, plan.drinks, again=True)
                asks_of_seat.reorder.prompt = PlayCard(
                    REORDER, (), (Move("", 0, (aim,)),), ["", 0, [list(plan.recipients)]], "none", quiet=True
                )
                asks.append(asks_of_seat.reorder)
    return asks


def apply_standing_answer(game: Tavern, reply: Reply) -> Move | None:
    """Apply a standing answer; return the move that it makes, None if it only changed orders."""
    asks_of_seat = game.standing_asks[reply.seat]
    if reply.ask is asks_of_seat.play:
        prompt = asks_of_seat.play.prompt
        assert isinstance(prompt, PlayCard)
        return prompt.find(reply.answer)
    if reply.ask is asks_of_seat.reorder and game.order_plan is not None:
        game.order_plan = game.order_plan._replace(recipients=reply.answer[2][0])
    if reply.ask is asks_of_seat.orders:
        update_orders(game.players[reply.seat].standing_orders, reply.answer)
        asks_of_seat.orders.prompt = orders_prompt(game.players[reply.seat].standing_orders)
    return None


def update_orders(orders: StandingOrders, answer: Answer) -> None:
    """Set or drop a standing order, or drop all of them and be asked every time."""
    orders.asked = answer == ASK_ALL and not orders.asked
    match answer:
        case "until_turn":
            orders.until_turn = not orders.until_turn
        case "only_hits":
            orders.only_hits = not orders.only_hits
        case "pass_gambling":
            orders.gambling = not orders.gambling
        case "ask_all":
            orders.until_turn = orders.only_hits = orders.gambling = False
            orders.drinks_below, orders.event = 0, None
        case int(below):
            orders.drinks_below = below


# ---- automatic answers in windows


def automatic_answer(game: Tavern, seat: int, item: Item, trigger: Trigger) -> Answer:
    """Return the answer that standing orders give in this window; None if the seat has to answer itself."""
    orders = game.players[seat].standing_orders
    if isinstance(item, GearCard):
        # its own player has to name the targets
        return None
    if orders.event is not None and orders.event is root_item(item):
        return PASS_ON
    if orders.until_turn:
        return PASS
    hit = concerns(item, seat, trigger)
    if orders.only_hits and not hit:
        return PASS
    if (
        isinstance(item, DrinkServing)
        and orders.drinks_below
        and not hit
        and all(portion.ac < orders.drinks_below for portion in item.open)
    ):
        return PASS
    return None


def silent_answer(game: Tavern, seat: int) -> Answer:
    """Return the answer that silence gives in a window: a pass, unless the seat asked to be waited for (TIM-R21)."""
    return None if game.players[seat].standing_orders.asked else PASS


def concerns(item: Item, seat: int, trigger: Trigger) -> bool:
    """Return whether the item concerns this seat in particular, by public facts alone."""
    return isinstance(item, GearCard) or trigger in HITS or affects(item, seat)


def affects(item: Item, seat: int) -> bool:
    """Return whether the item would change the seat's values, force it out, or is its Drink."""
    if isinstance(item, DrinkServing):
        return any(portion.drinker == seat for portion in item.open)
    return isinstance(item, PlayedCard) and (
        item.hits(seat) or (item.has_step("oust") and seat in item.targets)
    )


def root_item(item: Item) -> Item:
    """Return the event at the bottom of a chain of answers."""
    while isinstance(item, PlayedCard) and item.answers is not None:
        item = item.answers
    return item.main if isinstance(item, GearCard) else item


def lift_passes(game: Tavern, item: PlayedCard) -> None:
    """Drop a seat's "Pass on this" if this card hits it or changes the event's outcome for it (TIM-R18)."""
    for seat in game.participants():
        if changes_outcome_for(item, seat):
            game.players[seat].standing_orders.event = None


def changes_outcome_for(item: Item | None, seat: int) -> bool:
    """Return whether a card hits the seat, or changes the effect of the event on it."""
    if not isinstance(item, PlayedCard):
        return False
    if affects(item, seat) or (item.has_step("redirect", "passdrink", "splitdrink") and seat in item.targets):
        return True
    if item.has_step(*DRINK_CHANGES):
        return item.portion is not None and item.portion.drinker == seat
    return item.has_step("negate") and item.seat != seat and changes_outcome_for(item.answers, seat)


def reset_for_turn(game: Tavern, seat: int) -> None:
    """End the orders that held until the seat's own turn."""
    player = game.players[seat]
    player.standing_orders.until_turn = False
    game.standing_asks[seat].orders.prompt = orders_prompt(player.standing_orders)


def reset_for_round(players: Iterable[int], game: Tavern) -> None:
    """End the orders to pass the gambling turns of a Round."""
    for seat in players:
        game.players[seat].standing_orders.gambling = False
        game.standing_asks[seat].orders.prompt = orders_prompt(game.players[seat].standing_orders)
