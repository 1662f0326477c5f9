"""Legal moves: from cards to moves with their aims, and from an answer to the card played."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.card_prompts import Aim, Move
from games.engine.prompts import Answer
from games.tavern.cards import Card, CardType, Step
from games.tavern.items import DrinkServing, Loss, PlayedCard, Portion
from games.tavern.rules.triggers import PlayContext, can_play, open_portions
from games.tavern.state import Tavern

TARGET, WOLF, DRINK, LOSS, ORDERS = "target", "wolf", "drink", "loss", "orders"
"""Names of aims: seats, the seat of the mood's own step, a Drink by its place, a loss by the seat it first hit, the
seats that get ordered Drinks."""


def legal_moves(game: Tavern, context: PlayContext, cards: Iterable[str]) -> list[Move]:
    """Return all legal moves with these cards now, each with its aims."""
    offered = []
    for key in dict.fromkeys(cards):
        card = game.decks.cards[key]
        for index in range(len(card.alternatives)):
            if can_play(game, context, card, index):
                aims = find_aims(game, context, card, index)
                if aims is not None:
                    offered.append(Move(key, index, aims))
    return offered


def find_aims(game: Tavern, context: PlayContext, card: Card, index: int) -> tuple[Aim, ...] | None:
    """Return the aims of one alternative of a card; None if there is no legal target (TURN-R7)."""
    steps, others = card.alternatives[index], tuple(game.others(context.seat))
    aims: list[Aim] = []
    if any(step.verb == "oust" for step in steps):
        # only members of the Round can be forced out
        members = game.round.members if game.round else ()
        aims += target_aims(steps, tuple(seat for seat in others if seat in members))
    else:
        aims += target_aims(steps, others)
    aims += target_aims(_mood_steps(game, context.seat, card), others, WOLF)
    if isinstance(context.top, DrinkServing) and len(context.top.portions) > 1 and _about_drinks(card, index):
        open_to_card = open_portions(context, card, index)
        aims.append(
            Aim(
                DRINK,
                tuple(place for place, portion in enumerate(context.top.portions) if portion in open_to_card),
            )
        )
    choices = _losses(context, steps)
    if len(choices) > 1:
        aims.append(Aim(LOSS, choices))
    return None if any(len(aim.among) < aim.low for aim in aims) else tuple(aims)


def _about_drinks(card: Card, index: int) -> bool:
    return not {"drink.mine", "drink.any"}.isdisjoint(card.alternative_when[index])


def target_aims(steps: Iterable[Step], others: tuple[int, ...], name: str = TARGET) -> list[Aim]:
    """Return the aim of `T` or `TT` in these steps, if there is one.

    `TT` are two different players, or one if there are no two.
    """
    names = {who for step in steps for who in (step.who, step.to)}
    if "TT" in names:
        # with no other player left the aim stays impossible, so that the card is not offered
        n = min(2, max(1, len(others)))
        return [Aim(name, others, n, n)]
    return [Aim(name, others)] if "T" in names else []


def _mood_steps(game: Tavern, seat: int, card: Card) -> tuple[Step, ...]:
    """Return the steps that the mood adds to a card with the wolf mark."""
    mood = game.players[seat].mood
    if mood is None or "wolf" not in card.marks:
        return ()
    return tuple(step.inner for step in game.decks.cards[mood].steps if step.inner is not None)


def _losses(context: PlayContext, steps: Iterable[Step]) -> tuple[int, ...]:
    """Return the losses of the top card that these steps could answer, as the seats that they first hit.

    The player's own seat means the part of the card that hits the player directly (RED-R6).
    """
    verbs = {step.verb for step in steps}
    top, seat = context.top, context.seat
    if not isinstance(top, PlayedCard) or verbs.isdisjoint(("ignore", "cut", "redirect")):
        return ()
    redirected = [loss.origin for loss in top.losses if loss.victim == seat != loss.origin]
    own = any(loss.origin == loss.victim == seat for loss in top.losses)
    if "ignore" in verbs:
        own = own or top.hits_directly(seat)
    return (seat, *redirected) if own else tuple(redirected)


def play_mode(card: Card, index: int) -> CardType:
    """Return the card type that this alternative is played as (CARD-R3)."""
    when = card.alternative_when[index]
    if "act" in when:
        return "action"
    wanted = ("gambling", "cheating") if "round.turn" in when else ("sometimes", "anytime")
    return next(kind for kind in card.types if kind in wanted)


def play_card(game: Tavern, context: PlayContext, move: Move, answer: Answer) -> PlayedCard:
    """Take the card of a checked answer out of the hand, or from show, and return it as a stack item."""
    player, card = game.players[context.seat], game.decks.cards[move.card]
    chosen = move.named(answer)
    in_hand = move.card in player.hand.cards
    if in_hand:
        key = player.hand.cards.pop(player.hand.cards.index(move.card))
    else:
        # only the brew on show is played from outside of the hand
        assert player.brew is not None
        key, player.brew = player.brew, None
    mood = player.mood if "wolf" in card.marks else None
    return PlayedCard(
        context.seat,
        key,
        card,
        play_mode(card, move.alternative),
        move.alternative,
        targets=tuple(chosen.get(TARGET, ())),
        wolf_targets=tuple(chosen.get(WOLF, ())),
        answers=context.top,
        portion=_chosen_portion(context, card, move.alternative, chosen.get(DRINK)),
        loss=_chosen_loss(context, card, move.alternative, chosen.get(LOSS)),
        from_show=not in_hand,
        wolf=game.decks.cards[mood].steps if mood is not None else (),
        mood=mood,
    )


def _chosen_portion(context: PlayContext, card: Card, index: int, chosen: list[int] | None) -> Portion | None:
    if not isinstance(context.top, DrinkServing) or not _about_drinks(card, index):
        return None
    if chosen:
        return context.top.portions[chosen[0]]
    return next(iter(open_portions(context, card, index)), None)


def _chosen_loss(context: PlayContext, card: Card, index: int, chosen: list[int] | None) -> Loss | None:
    if not isinstance(context.top, PlayedCard):
        return None
    choices = _losses(context, card.alternatives[index])
    origin = chosen[0] if chosen else next(iter(choices), context.seat)
    return next(
        (loss for loss in context.top.losses if loss.origin == origin and loss.victim == context.seat), None
    )
