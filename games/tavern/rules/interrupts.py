"""Asking: decisions that anybody's card may interrupt (TIM-R12), and windows (TIM-R1 to TIM-R9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from games.engine import Answer, Ask, Prompt, Reply
from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.response_window import WAIT, Response, WindowRules, respond
from games.tavern.cards import Trigger
from games.tavern.items import DrinkServing, EventShown, Gear, Item, Played
from games.tavern.rules.moves import TARGET, moves, played, targets
from games.tavern.rules.standing_orders import PASS, PASS_ON, base, beat, beside, put_in
from games.tavern.rules.triggers import PlayContext, why_asked
from games.tavern.state import Tavern

LEAVE_IT, LATE = "leave_it", "respond_late"


async def decide(
    game: Tavern, seat: int, make: Callable[[], Prompt], given: Callable[[], Answer] = lambda: None
) -> Answer | None:
    """A decision of one seat; None if the seat no longer takes part. `given` is what it has answered beforehand.

    Anybody may play a card meanwhile; then it is asked again, as the same question (TIM-R12). With an empty stack a
    resignation is looked at as soon as it comes (OUT-R1, OUT-R9).
    """
    ask = Ask(seat, make(), game.table.words)
    while game.present(seat):
        ask.prompt, ask.auto_answer = make(), given()
        reply = await game.table.wait_once([ask, *beside(game)])
        if reply is None:
            await look_for_the_gone(game)
        elif reply.ask is ask:
            return reply.answer
        else:
            await interrupted(game, reply)
    return None


async def look_for_the_gone(game: Tavern) -> None:
    """Who has left counts as passing out, as soon as nothing waits to resolve (OUT-R9)."""
    if any(game.present(seat) for seat in game.table.gone if seat in game.players):
        game.changed = True
        if not game.stack and not game.checking:
            await game.check()


async def interrupted(game: Tavern, reply: Reply) -> None:
    """A standing ask has been answered outside a window: a card is played, or a switch is set."""
    move = put_in(game, reply)
    if move is not None:
        await game.settle(played(game, PlayContext(reply.seat, game.top), move, reply.answer))


# ---- windows


async def window(game: Tavern, item: Item) -> Played | None:
    """Let everybody answer the item on top of the stack; gives the card that is played, if one is."""
    asked = who_is_asked(game, item)
    if not asked:
        return None
    game.asked = asked
    asks = []
    for seat, why in asked.items():
        ask = Ask(seat, prompt_for(game, seat, item), game.table.words)
        ask.auto_answer = beat(game, seat, item, why)
        ask.time_budget = game.stretch
        asks.append(ask)
    open_asks = {ask.seat: ask for ask in asks}
    game.window = asks

    def find(put: Response) -> Move | None:
        ask = open_asks.get(put.seat) or game.beside[put.seat].play
        assert isinstance(ask.prompt, PlayCard)
        return ask.prompt.find(put.answer)

    def rank(put: Response) -> Any:
        move = find(put)
        if move is None or not move.card or put.seat in game.table.gone:
            return None
        return ("anytime" not in game.decks.cards[move.card].types, game.living().index(put.seat))

    def aside(reply: Reply) -> bool:
        was_card = reply.ask is game.beside[reply.seat].play
        put_in(game, reply)
        for seat, why in asked.items():
            given = beat(game, seat, item, why)
            # who has waited can only pass, on this as on anything else
            waited = open_asks[seat].prompt.kind == LATE
            open_asks[seat].auto_answer = PASS if waited and given is not None else given
        return was_card

    def late(seat: int) -> PlayCard:
        return prompt_for(game, seat, item, late=True)

    def order(seats: Any) -> list[int]:
        return [seat for seat in game.living() if seat in seats]

    closed = await respond(game.table, asks, WindowRules(rank, partial(beside, game), aside, late, order))
    game.asked, game.window = {}, []
    for seat, answer in closed.answers.items():
        _remember(game, seat, item, answer)
    if isinstance(item, Gear):
        _aim_gear(game, item, open_asks[item.seat], closed.answers[item.seat])
    if closed.played is None:
        return None
    move = find(closed.played)
    assert move is not None
    return played(game, PlayContext(closed.played.seat, item), move, closed.played.answer)


def who_is_asked(game: Tavern, item: Item) -> dict[int, Trigger]:
    """Who is asked in the item's window, in the order of TIM-01, and by which public fact (TIM-R3)."""
    if isinstance(item, Gear):
        return {item.seat: "gear.mine"} if game.present(item.seat) else {}
    first = (
        item.seat
        if isinstance(item, Played)
        else item.by
        if isinstance(item, DrinkServing | EventShown)
        else None
    )
    found = ((seat, why_asked(game, seat, item)) for seat in game.living(first))
    return {seat: why for seat, why in found if why is not None}


def prompt_for(game: Tavern, seat: int, item: Item, *, late: bool = False) -> PlayCard:
    """The question of a window to one seat. One that has waited may only play or pass (TIM-R8)."""
    mine = moves(game, PlayContext(seat, item), game.players[seat].in_hand)
    if isinstance(item, Gear) and not late:
        return _gear_prompt(game, item, mine)
    says = {"decks": game.decks}
    if late:
        return PlayCard(LATE, (PASS,), tuple(mine), PASS, "late", quiet=True, says=says)
    return PlayCard("respond", (PASS, PASS_ON, WAIT), tuple(mine), PASS_ON, quiet=True, says=says)


def _gear_prompt(game: Tavern, item: Gear, mine: list[Move]) -> PlayCard:
    """Name the Gear card's targets, or answer it (GEAR-11)."""
    others = tuple(game.others(item.seat))
    aims = tuple(targets(item.card.alternatives[0], others))
    says = {"card": item.key, "decks": game.decks}
    if not aims or not others:
        return PlayCard("gear_shown", (LEAVE_IT,), tuple(mine), LEAVE_IT, quiet=True, says=says)
    name = Move("", 0, aims)
    return PlayCard("gear_targets", (), (name, *mine), name.first(), quiet=True, says=says)


def _aim_gear(game: Tavern, item: Gear, ask: Ask, answer: Answer) -> None:
    assert isinstance(ask.prompt, PlayCard)
    move = ask.prompt.find(answer)
    if move is not None and not move.card:
        item.targets = tuple(move.named(answer)[TARGET])


def _remember(game: Tavern, seat: int, item: Item, answer: Answer) -> None:
    """Pass on this holds for what follows on the event; anything else takes it back (TIM-R18)."""
    now = game.players[seat].standing
    if answer == PASS_ON:
        now.event = base(item)
    elif now.event is base(item):
        now.event = None


def choose_seat(kind: str, among: tuple[int, ...], passes: tuple[str, ...] = (), **says: Any) -> PlayCard:
    """A question for one of these seats, or one of the words; the first word, else the first seat, by default."""
    move = Move("", 0, (Aim(TARGET, among),))
    return PlayCard(kind, passes, (move,), passes[0] if passes else move.first(), "choice", says=says)
