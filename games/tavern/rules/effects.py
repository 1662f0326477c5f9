"""The steps of a card that change players and other cards: a function for each primitive, in a table.

Steps about Drinks are in `drinks`, those about the Round in `gambling`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from games.engine.prompts import Pick
from games.tavern.cards import Verb
from games.tavern.items import GearCard, Loss, Part, PlayedCard, RevealedEvent
from games.tavern.rules.character_systems import brew_potion, move_piety, turn_up_mood
from games.tavern.rules.forecast import fort_losses
from games.tavern.rules.interrupts import ask_seat
from games.tavern.rules.targets import affected_seats, aims_at
from games.tavern.state import Tavern


def record_hits(game: Tavern, card: PlayedCard) -> None:
    """Set the losses and hits of a card by its text, with conditions taken as met (AFF-R2).

    This happens before the others answer: it decides which of them are asked.
    """
    alc: set[int] = set()
    gold: set[int] = set()
    for step, targets, _ in card.parts():
        if step.verb == "alc" and (step.amount or 0) > 0:
            alc.update(affected_seats(game, card, step.who, targets))
        elif step.verb == "pay":
            gold.update(affected_seats(game, card, step.who, targets))
    card.losses = [Loss(seat, seat) for seat in aims_at(game, card)]
    card.alc_hits = frozenset(alc - {card.seat})
    card.gold_hits = frozenset(gold - {card.seat})


# ---- steps


class StepContext(NamedTuple):
    """A step that happens now: its card, its targets, and its number after the Gear card's change."""

    card: PlayedCard
    part: Part
    amount: int
    losses: Counter[int]
    """The Fort that the card takes from each seat, summed up while it resolves."""

    def targets(self, game: Tavern) -> list[int]:
        """Return the affected players, without those who Ignore the card."""
        return [seat for seat in self.all_targets(game) if seat not in self.card.ignored_by]

    def all_targets(self, game: Tavern) -> list[int]:
        """Return the affected players, including those who Ignore the card.

        It is for orders, which cannot be Ignored, and for losses, which record Ignores themselves.
        """
        return affected_seats(game, self.card, self.part.step.who, self.part.targets)


Effect = Callable[[Tavern, StepContext], Awaitable[None]]


async def fort(game: Tavern, context: StepContext) -> None:
    """Add Fort at once, but collect the losses of others, so that each is one loss at the end (RED-R5)."""
    for seat in context.all_targets(game):
        if context.amount < 0 and any(loss.origin == seat for loss in context.card.losses):
            context.losses[seat] -= context.amount
        elif seat not in context.card.ignored_by:
            moved = game.move_fort(seat, context.amount)
            if moved:
                game.table.tell("gains_fort" if moved > 0 else "loses_fort", seat=seat, n=abs(moved))


async def alc(game: Tavern, context: StepContext) -> None:
    """Change AC."""
    for seat in context.targets(game):
        moved = game.move_ac(seat, context.amount)
        if moved:
            game.table.tell("gains_ac" if moved > 0 else "sheds_ac", seat=seat, n=abs(moved))


async def pay(game: Tavern, context: StepContext) -> None:
    """Move this Gold, or as much of it as the payer has.

    A player who Ignores the card neither pays nor gets any (NEG-R3).
    """
    step = context.part.step
    takers = affected_seats(game, context.card, step.to, context.part.targets) if step.to != "inn" else [None]
    payers = context.targets(game) if step.who != "inn" else [None]
    for payer in payers:
        for taker in takers:
            if taker is None or taker not in context.card.ignored_by:
                paid = game.move_gold(payer, taker, context.amount)
                game.table.tell(_PAYS[payer is None, taker is None], seat=payer, taker=taker, n=paid)


_PAYS = {
    (False, False): "pays",
    (False, True): "pays_inn",
    (True, False): "inn_pays",
}
"""The log event, by whether the Inn pays and whether it is paid; it never does both."""


async def draw(game: Tavern, context: StepContext) -> None:
    """Let each affected player draw."""
    for seat in context.targets(game):
        game.draw(seat, context.amount)


async def drop(game: Tavern, context: StepContext) -> None:
    """Let each discard cards of their choice."""
    for seat in context.targets(game):
        await lose_cards(game, seat, context.amount)


async def lose_cards(game: Tavern, seat: int, n: int) -> None:
    """Ask the seat to discard `amount` hand cards, or all it has; those held longest by default (TURN-R9)."""
    hand = game.players[seat].hand

    def prompt() -> Pick:
        count = min(n, len(hand.cards))
        says = {"n": count, "decks": game.decks}
        return Pick("drop", tuple(hand.cards), count, count, list(range(count)), "choice", says=says)

    if n > 0 and hand.cards:
        chosen = await ask_seat(game, seat, prompt)
        game.discard(seat, chosen or ())


async def order(game: Tavern, context: StepContext) -> None:
    """Add Drinks to the Order a Drink phase of this turn (DRK-R11)."""
    if context.card.seat == game.active and game.phase in ("draw", "action", "order"):
        game.extra_orders += context.amount


async def serve(game: Tavern, context: StepContext) -> None:
    """Put Drinks onto the targets' piles now; nobody can Ignore that."""
    for seat in context.all_targets(game):
        for _ in range(context.amount):
            if game.serve(seat):
                game.table.tell("served", seat=seat)


async def peek(game: Tavern, context: StepContext) -> None:
    """Show the player the top of the Drink Deck."""
    cards = game.drinks.peek(game.chance, context.amount)
    game.table.tell("peeks", seat=context.card.seat, n=len(cards))
    game.table.tell("peeked", [context.card.seat], cards=tuple(cards))


async def negate(game: Tavern, context: StepContext) -> None:
    """Cancel the answered item."""
    answered = context.card.answers
    if answered is not None:
        answered.dead = True
        if isinstance(answered, PlayedCard | GearCard | RevealedEvent):
            game.table.tell("negated", card=answered.key)


async def ignore(game: Tavern, context: StepContext) -> None:
    """Protect the player from the answered item (NEG-R2), or only from a loss redirected to them (RED-R1)."""
    answered, loss, seat = context.card.answers, context.card.loss, context.card.seat
    if loss is not None:
        loss.ignored = True
    if isinstance(answered, RevealedEvent | PlayedCard):
        if loss is None or loss.origin == seat:
            answered.ignored_by.add(seat)
        game.table.tell("ignores", seat=seat, card=answered.key)


async def cut(game: Tavern, context: StepContext) -> None:
    """Reduce the answered loss."""
    if context.card.loss is not None:
        context.card.loss.cut += context.amount
        game.table.tell("cuts", seat=context.card.loss.victim, n=context.amount)


async def redirect(game: Tavern, context: StepContext) -> None:
    """Make another player the victim of the answered loss, whose source stays the same."""
    for seat in context.all_targets(game):
        if context.card.loss is not None:
            context.card.loss.victim = seat
            game.table.tell("redirects", seat=context.card.seat, target=seat)


async def piety(game: Tavern, context: StepContext) -> None:
    """Move the player's faith."""
    move_piety(game, context.card.seat, context.amount)


async def brew_now(game: Tavern, context: StepContext) -> None:
    """Turn up the next Potion."""
    await brew_potion(game, context.card.seat)


async def mood(game: Tavern, context: StepContext) -> None:
    """Turn up the next mood."""
    turn_up_mood(game, context.card.seat)


async def nothing(game: Tavern, context: StepContext) -> None:
    """Do nothing: the step is read elsewhere, or is `none`."""


def take_losses(game: Tavern, card: PlayedCard, sums: Counter[int]) -> None:
    """Take the Fort losses of a card, worked out as in the forecast (RED-R2, RED-R5)."""
    for loss in list(fort_losses(game, card, sums)):
        if loss.n:
            game.move_fort(loss.victim, -loss.n)
            game.table.tell("loses_fort", seat=loss.victim, n=loss.n)
        elif loss.victim >= 0:
            game.table.tell("loses_nothing", seat=loss.victim)


VERBS: Mapping[Verb, Effect] = {
    "fort": fort,
    "alc": alc,
    "pay": pay,
    "draw": draw,
    "drop": drop,
    "order": order,
    "serve": serve,
    "peek": peek,
    "negate": negate,
    "ignore": ignore,
    "cut": cut,
    "redirect": redirect,
    "piety": piety,
    "brew": brew_now,
    "mood": mood,
    "none": nothing,
    "tune": nothing,
    "guard": nothing,
    "wolf.fort": nothing,
}
