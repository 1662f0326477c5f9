"""From cards to moves, and from an answer to the card that is played."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.card_prompts import Aim, Move
from games.engine.prompts import Answer
from games.tavern.cards import Card, CardType, Step
from games.tavern.items import Cup, DrinkServing, Loss, Played
from games.tavern.rules.triggers import PlayContext, cups, fits
from games.tavern.state import Tavern

TARGET, WOLF, DRINK, LOSS, ORDERS = "target", "wolf", "drink", "loss", "orders"
"""What a move aims at: seats, the seat of the mood's own step, a Drink by its place, a loss by whom it first hit, and
for whom Drinks are ordered."""


def moves(game: Tavern, spot: PlayContext, cards: Iterable[str]) -> list[Move]:
    """All ways in which the player may play one of these cards now, each with what it aims at."""
    made = []
    for key in dict.fromkeys(cards):
        card = game.decks.cards[key]
        for way in range(len(card.alternatives)):
            if fits(game, spot, card, way):
                aims = aims_of(game, spot, card, way)
                if aims is not None:
                    made.append(Move(key, way, aims))
    return made


def aims_of(game: Tavern, spot: PlayContext, card: Card, way: int) -> tuple[Aim, ...] | None:
    """What playing the card so aims at; None if there is no legal target (TURN-R7)."""
    steps, others = card.alternatives[way], tuple(game.others(spot.seat))
    aims: list[Aim] = []
    if any(step.verb == "oust" for step in steps):
        members = game.round.members if game.round else ()
        aims += targets(steps, tuple(seat for seat in others if seat in members))
    else:
        aims += targets(steps, others)
    aims += targets(_of_mood(game, spot.seat, card), others, WOLF)
    if isinstance(spot.top, DrinkServing) and len(spot.top.cups) > 1 and _about_drinks(card, way):
        open_to = cups(spot, card, way)
        aims.append(Aim(DRINK, tuple(at for at, cup in enumerate(spot.top.cups) if cup in open_to)))
    choices = _losses(spot, steps)
    if len(choices) > 1:
        aims.append(Aim(LOSS, choices))
    return None if any(len(aim.among) < aim.low for aim in aims) else tuple(aims)


def _about_drinks(card: Card, way: int) -> bool:
    return not {"drink.mine", "drink.any"}.isdisjoint(card.alternative_when[way])


def targets(steps: Iterable[Step], others: tuple[int, ...], name: str = TARGET) -> list[Aim]:
    """The aim of `T` or `TT` in these steps, if there is one: one player, or two different ones as far as there are."""
    said = {who for step in steps for who in (step.who, step.to)}
    if "TT" in said:
        n = min(2, max(1, len(others)))
        return [Aim(name, others, n, n)]
    return [Aim(name, others)] if "T" in said else []


def _of_mood(game: Tavern, seat: int, card: Card) -> tuple[Step, ...]:
    """The steps that the mood adds to a card with the wolf mark (WULF-03)."""
    mood = game.players[seat].mood
    if mood is None or "wolf" not in card.marks:
        return ()
    return tuple(step.inner for step in game.decks.cards[mood].steps if step.inner is not None)


def _losses(spot: PlayContext, steps: Iterable[Step]) -> tuple[int, ...]:
    """Which losses of the card on top a reduction, a redirect or an Ignore could mean, named by whom they first hit.

    The own seat stands for the card as it hits the player itself (RED-R6).
    """
    verbs = {step.verb for step in steps}
    top, seat = spot.top, spot.seat
    if not isinstance(top, Played) or verbs.isdisjoint(("ignore", "cut", "redirect")):
        return ()
    redirected = [loss.origin for loss in top.losses if loss.victim == seat != loss.origin]
    own = any(loss.origin == loss.victim == seat for loss in top.losses)
    if "ignore" in verbs:
        own = own or top.hits_itself(seat)
    return (seat, *redirected) if own else tuple(redirected)


def mode_of(card: Card, way: int) -> CardType:
    """As what the card is played (CARD-R3)."""
    when = card.alternative_when[way]
    if "act" in when:
        return "action"
    wanted = ("gambling", "cheating") if "round.turn" in when else ("sometimes", "anytime")
    return next(kind for kind in card.types if kind in wanted)


def played(game: Tavern, spot: PlayContext, move: Move, answer: Answer) -> Played:
    """Take the card of a checked answer out of the hand, or from show: it is played (TURN-09)."""
    player, card = game.players[spot.seat], game.decks.cards[move.card]
    named = move.named(answer)
    in_hand = move.card in player.hand.cards
    if in_hand:
        key = player.hand.cards.pop(player.hand.cards.index(move.card))
    else:
        assert player.brew is not None
        key, player.brew = player.brew, None
    mood = player.mood if "wolf" in card.marks else None
    return Played(
        spot.seat,
        key,
        card,
        mode_of(card, move.way),
        move.way,
        targets=tuple(named.get(TARGET, ())),
        wolf_targets=tuple(named.get(WOLF, ())),
        answers=spot.top,
        cup=_cup(spot, card, move.way, named.get(DRINK)),
        loss=_loss(spot, card, move.way, named.get(LOSS)),
        brew=not in_hand,
        wolf=game.decks.cards[mood].steps if mood is not None else (),
    )


def _cup(spot: PlayContext, card: Card, way: int, chosen: list[int] | None) -> Cup | None:
    if not isinstance(spot.top, DrinkServing) or not _about_drinks(card, way):
        return None
    if chosen:
        return spot.top.cups[chosen[0]]
    return next(iter(cups(spot, card, way)), None)


def _loss(spot: PlayContext, card: Card, way: int, chosen: list[int] | None) -> Loss | None:
    if not isinstance(spot.top, Played):
        return None
    choices = _losses(spot, card.alternatives[way])
    origin = chosen[0] if chosen else next(iter(choices), spot.seat)
    return next(
        (loss for loss in spot.top.losses if loss.origin == origin and loss.victim == spot.seat), None
    )
