"""Questions to players: decisions that any card may interrupt, and the windows in which items are answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Answer, Prompt
from games.engine.questions import Ask, Reply
from games.engine.response_window import WAIT, Response, WindowRules, respond
from games.tavern.cards import Trigger
from games.tavern.items import DrinkServing, GearCard, Item, PlayedCard, RevealedEvent
from games.tavern.rules.moves import TARGET, legal_moves, play_card, target_aims
from games.tavern.rules.standing_orders import (
    PASS,
    PASS_ON,
    all_standing_asks,
    apply_standing_answer,
    automatic_answer,
    concerns,
    root_item,
    silent_answer,
)
from games.tavern.rules.triggers import PlayContext, trigger_to_ask
from games.tavern.state import Tavern

LEAVE_IT, LATE = "leave_it", "respond_late"


async def ask_seat(
    game: Tavern, seat: int, make: Callable[[], Prompt], automatic: Callable[[], Answer] = lambda: None
) -> Answer | None:
    """Ask one seat for a decision; None if the seat no longer participates.

    `make` returns the prompt, `automatic` an answer that the seat has given in advance. While the question is open any
    player may play a card; then the seat is asked again, as the same question (TIM-R12). With an empty stack a
    resignation takes effect as soon as it comes (OUT-R9).
    """
    ask = Ask(seat, make(), game.table.words)
    while game.participates(seat):
        ask.prompt, ask.auto_answer = make(), automatic()
        reply = await game.table.wait_once([ask, *all_standing_asks(game)])
        if reply is None:
            # no answer, but news from outside: a member may have left
            await check_leavers(game)
        elif reply.ask is ask:
            return reply.answer
        else:
            await handle_interrupt(game, reply)
    return None


async def check_leavers(game: Tavern) -> None:
    """Eliminate players who have left the match, as soon as nothing waits to resolve (OUT-R9)."""
    if any(game.participates(seat) for seat in game.table.gone if seat in game.players):
        game.values_changed = True
        if not game.stack and not game.checking:
            await game.check_losses()


async def handle_interrupt(game: Tavern, reply: Reply) -> None:
    """Play the card of a standing answer outside a window, or set its switch."""
    move = apply_standing_answer(game, reply)
    if move is not None:
        await game.resolve(play_card(game, PlayContext(reply.seat, game.top), move, reply.answer))


# ---- windows


async def open_window(game: Tavern, item: Item) -> PlayedCard | None:
    """Let players answer the item on top of the stack; return the card that is played, None if there is none."""
    reasons = find_respondents(game, item)
    if not reasons:
        return None
    game.window_reasons = reasons
    asks = []
    for seat, trigger in reasons.items():
        ask = Ask(seat, window_prompt(game, seat, item), game.table.words)
        ask.auto_answer = automatic_answer(game, seat, item, trigger)
        ask.time_budget = game.time_budget
        _set_silence(game, ask, item, trigger)
        asks.append(ask)
    open_asks = {ask.seat: ask for ask in asks}
    game.window_asks = asks

    def find_move(response: Response) -> Move | None:
        # seats that the window does not ask put cards in by their standing ask
        ask = open_asks.get(response.seat) or game.standing_asks[response.seat].play
        assert isinstance(ask.prompt, PlayCard)
        return ask.prompt.find(response.answer)

    def rank(response: Response) -> Any:
        move = find_move(response)
        if move is None or not move.card or response.seat in game.table.gone:
            return None
        # Anytime before Sometimes cards, then in turn order
        return ("anytime" not in game.decks.cards[move.card].types, game.participants().index(response.seat))

    def on_standing_answer(reply: Reply) -> bool:
        was_card = reply.ask is game.standing_asks[reply.seat].play
        apply_standing_answer(game, reply)
        for seat, trigger in reasons.items():
            automatic = automatic_answer(game, seat, item, trigger)
            # a seat that has waited is offered no "Pass on this", so its automatic answer is a plain pass
            waited = open_asks[seat].prompt.kind == LATE
            open_asks[seat].auto_answer = PASS if waited and automatic is not None else automatic
            if not waited:
                _set_silence(game, open_asks[seat], item, trigger)
        return was_card

    def late(seat: int) -> PlayCard:
        return window_prompt(game, seat, item, late=True)

    def order(seats: Any) -> list[int]:
        return [seat for seat in game.participants() if seat in seats]

    result = await respond(
        game.table, asks, WindowRules(rank, partial(all_standing_asks, game), on_standing_answer, late, order)
    )
    game.window_reasons, game.window_asks = {}, []
    for seat, answer in result.answers.items():
        _remember(game, seat, item, answer)
    if isinstance(item, GearCard):
        _aim_gear(game, item, open_asks[item.seat], result.answers[item.seat])
    if result.played is None:
        return None
    move = find_move(result.played)
    assert move is not None
    return play_card(game, PlayContext(result.played.seat, item), move, result.played.answer)


def _set_silence(game: Tavern, ask: Ask, item: Item, trigger: Trigger) -> None:
    """Set the answer that silence gives in a window, and a short time for some seats, by public facts (TIM-R21)."""
    # a Gear card has to be aimed by its own player
    ask.silence = None if isinstance(item, GearCard) else silent_answer(game, ask.seat)
    ask.brief = ask.silence is not None and not concerns(item, ask.seat, trigger)


def find_respondents(game: Tavern, item: Item) -> dict[int, Trigger]:
    """Return the seats that the item's window asks, in order, each with the trigger that it may answer on."""
    if isinstance(item, GearCard):
        return {item.seat: "gear.mine"} if game.participates(item.seat) else {}
    first = (
        item.seat
        if isinstance(item, PlayedCard)
        else item.by
        if isinstance(item, DrinkServing | RevealedEvent)
        else None
    )
    triggers = ((seat, trigger_to_ask(game, seat, item)) for seat in game.participants(first))
    return {seat: trigger for seat, trigger in triggers if trigger is not None}


def window_prompt(game: Tavern, seat: int, item: Item, *, late: bool = False) -> PlayCard:
    """Return the question of a window to one seat; a seat that has waited may only play or pass (TIM-R8)."""
    moves = legal_moves(game, PlayContext(seat, item), game.players[seat].in_hand)
    if isinstance(item, GearCard) and not late:
        return _gear_prompt(game, item, moves)
    says = {"decks": game.decks}
    if late:
        return PlayCard(LATE, (PASS,), tuple(moves), PASS, "late", quiet=True, says=says)
    return PlayCard("respond", (PASS, PASS_ON, WAIT), tuple(moves), PASS_ON, quiet=True, says=says)


def _gear_prompt(game: Tavern, item: GearCard, moves: list[Move]) -> PlayCard:
    """Return the question that names the Gear card's targets, or answers it (GEAR-11)."""
    others = tuple(game.others(item.seat))
    aims = tuple(target_aims(item.card.alternatives[0], others))
    says = {"card": item.key, "decks": game.decks}
    if not aims or not others:
        return PlayCard("gear_shown", (LEAVE_IT,), tuple(moves), LEAVE_IT, quiet=True, says=says)
    naming = Move("", 0, aims)
    return PlayCard("gear_targets", (), (naming, *moves), naming.first(), quiet=True, says=says)


def _aim_gear(game: Tavern, item: GearCard, ask: Ask, answer: Answer) -> None:
    assert isinstance(ask.prompt, PlayCard)
    move = ask.prompt.find(answer)
    if move is not None and not move.card:
        item.targets = tuple(move.named(answer)[TARGET])
        game.table.tell("gear_at", card=item.key, targets=item.targets)


def _remember(game: Tavern, seat: int, item: Item, answer: Answer) -> None:
    """Save "Pass on this", which holds for everything on the same event; any other answer clears it (TIM-R18)."""
    orders = game.players[seat].standing_orders
    if answer == PASS_ON:
        orders.event = root_item(item)
    elif orders.event is root_item(item):
        orders.event = None


def seat_prompt(kind: str, among: tuple[int, ...], passes: tuple[str, ...] = (), **says: Any) -> PlayCard:
    """Return a question for one of these seats, or one of the words.

    The default is the first word, else the first seat.
    """
    move = Move("", 0, (Aim(TARGET, among),))
    return PlayCard(kind, passes, (move,), passes[0] if passes else move.first(), "choice", says=says)
