"""A Round of Gambling: antes, control, members, and its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from games.engine.card_prompts import PlayCard
from games.tavern.cards import Verb
from games.tavern.items import PlayedCard, Round
from games.tavern.rules.effects import StepContext
from games.tavern.rules.interrupts import ask_seat
from games.tavern.rules.moves import legal_moves, play_card
from games.tavern.rules.standing_orders import PASS, reset_for_round
from games.tavern.rules.triggers import PlayContext
from games.tavern.state import Tavern

GAMBLE = "gamble"


# ---- the course of a Round


async def play_round(game: Tavern) -> None:
    """Play gambling turns until a player has won, or the pot has gone to the Inn."""
    check_members(game)
    while game.round is not None:
        seat = next_gambler(game, game.round)
        if seat is None:
            end_round(game, game.round.control)
        else:
            await gambling_turn(game, game.round, seat)
    # players who ran out of Gold during the Round lose only now (GMB-33)
    game.values_changed = True
    await game.check_losses()


def next_gambler(game: Tavern, current: Round) -> int | None:
    """Return the seat with the next gambling turn; None when all but the one in control have passed (GMB-R2)."""
    if all(seat in current.passed for seat in current.members if seat != current.control):
        return None
    # the seat that had the last turn is the last to be considered
    after = (*game.from_seat(current.last)[1:], current.last)
    return next(seat for seat in after if seat in current.members and seat != current.control)


async def gambling_turn(game: Tavern, current: Round, seat: int) -> None:
    """Ask for one card or a pass. Other cards may come first, and leaving uses the turn up (GMB-R6, GMB-R14)."""
    player = game.players[seat]

    def prompt() -> PlayCard:
        moves = legal_moves(game, PlayContext(seat, gambling=True), player.in_hand)
        offered = tuple(move for move in moves if not _is_anytime(game, move.card))
        says = {"pot": current.pot, "who": current.control, "decks": game.decks}
        return PlayCard(GAMBLE, (PASS,), offered, PASS, "choice", public=True, says=says)

    def still() -> bool:
        # the Round may end, or the seat may leave it, while the question is open
        return game.round is current and seat in current.members and seat != current.control

    while still():
        game.table.phase(
            "gamble" if current.control is None else "gamble_control", seat=seat, who=current.control
        )
        answer = await ask_seat(game, seat, prompt, lambda: PASS if player.standing_orders.gambling else None)
        if answer is None or not still():
            return
        current.last = seat
        if answer == PASS:
            current.passed.add(seat)
            game.table.tell("passes_round", seat=seat)
            return
        move = prompt().find(answer)
        assert move is not None
        card = play_card(game, PlayContext(seat, gambling=True), move, answer)
        await game.resolve(card)
        # a card of another kind, or a Negated one, does not use the turn up
        if card.mode in ("gambling", "cheating") and not card.dead:
            return


def _is_anytime(game: Tavern, key: str) -> bool:
    """Return whether it is an Anytime card: those are played by the standing ask (TIM-R12)."""
    return "anytime" in game.decks.cards[key].types


def check_members(game: Tavern) -> None:
    """End the Round if one member is left, who wins it, or none, and the Inn gets the pot (GMB-R8, GMB-R9)."""
    current = game.round
    if current is not None and len(current.members) < 2:
        end_round(game, current.members[0] if current.members else None)


def end_round(game: Tavern, winner: int | None) -> None:
    """End the Round at once; the pot goes to the winner, or to the Inn.

    Gambling and Cheating cards still on the stack lose their effect (GMB-R17).
    """
    current, game.round = game.round, None
    if current is None:
        return
    if winner is None:
        game.inn_gold += current.pot
        game.table.tell("round_lost", n=current.pot)
    else:
        game.players[winner].gold += current.pot
        game.table.tell("round_won", seat=winner, n=current.pot)
    game.values_changed = True
    for item in game.stack:
        if isinstance(item, PlayedCard) and item.mode in ("gambling", "cheating"):
            item.dead = True
    reset_for_round(game.players, game)


def leave_round(game: Tavern, seats: Iterable[int]) -> None:
    """Take seats out of the Round; their antes stay in the pot (GMB-R4)."""
    current = game.round
    if current is None:
        return
    for seat in seats:
        if seat in current.members:
            current.members.remove(seat)
            current.passed.discard(seat)
            game.table.tell("leaves_round", seat=seat)
            if current.control == seat:
                change_control(current, None)
    check_members(game)


def change_control(current: Round, seat: int | None) -> None:
    """Change control, which clears the passes and the lock of "Winning Hand!" (GMB-R1)."""
    current.control, current.locked = seat, False
    current.passed.clear()


# ---- steps of cards


async def start(game: Tavern, context: StepContext) -> None:
    """Start a Round: everyone who hasn't left antes 1, and the starter has control (GMB-R7)."""
    if game.round is not None:
        return
    members = [seat for seat in game.participants(context.card.seat) if seat not in context.card.leavers]
    game.round = Round(members, last=context.card.seat)
    game.extend_time()
    game.table.tell("round_starts", seat=context.card.seat)
    _ante(game, game.round, context)
    if context.card.seat in members:
        change_control(game.round, context.card.seat)


async def ante(game: Tavern, context: StepContext) -> None:
    """Let every member ante (GMB-R3)."""
    if game.round is not None:
        _ante(game, game.round, context)


def _ante(game: Tavern, current: Round, context: StepContext) -> None:
    n = 1 if context.part.step.verb == "start" else context.amount
    if game.players[context.card.seat].gold == 0:
        # a player who demands an ante without Gold to pay it has no effect on the others (GMB-R12)
        return
    able = [seat for seat in current.members if game.players[seat].gold]
    if not able:
        return
    for seat in able:
        player = game.players[seat]
        paid = min(n, player.gold)
        player.gold -= paid
        current.pot += paid
    game.gold_payers.update(able)
    game.values_changed = True
    game.table.tell("antes", seats=tuple(able), n=n, pot=current.pot)


async def control(game: Tavern, context: StepContext) -> None:
    """Take control of the Round, or leave it without control if the player is out of it (GMB-R16)."""
    if game.round is not None:
        seat = context.card.seat if context.card.seat in game.round.members else None
        change_control(game.round, seat)
        if seat is not None:
            game.table.tell("control", seat=seat)


async def lock(game: Tavern, context: StepContext) -> None:
    """Allow only Cheating cards to take control."""
    if game.round is not None and game.round.control == context.card.seat:
        game.round.locked = True


async def leave_now(game: Tavern, context: StepContext) -> None:
    """Leave the Round, or the one that is about to start."""
    answered = context.card.answers
    if game.round is None and isinstance(answered, PlayedCard) and answered.has_step("start"):
        answered.leavers.add(context.card.seat)
        game.table.tell("leaves_round", seat=context.card.seat)
    else:
        leave_round(game, (context.card.seat,))


async def oust(game: Tavern, context: StepContext) -> None:
    """Force the targets out."""
    leave_round(game, context.targets(game))


async def winround(game: Tavern, context: StepContext) -> None:
    """End the Round; the player takes the pot."""
    if game.round is not None:
        end_round(game, context.card.seat)


async def spill(game: Tavern, context: StepContext) -> None:
    """End the Round without a winner; the Inn gets the pot (WTIP-R1)."""
    end_round(game, None)


async def skim(game: Tavern, context: StepContext) -> None:
    """Take Gold from the pot, at most all of it."""
    if game.round is not None:
        n = min(context.amount, game.round.pot)
        game.round.pot -= n
        game.players[context.card.seat].gold += n
        game.table.tell("skims", seat=context.card.seat, n=n)


VERBS: Mapping[Verb, Callable[[Tavern, StepContext], Awaitable[None]]] = {
    "start": start,
    "ante": ante,
    "control": control,
    "lock": lock,
    "leave": leave_now,
    "oust": oust,
    "winround": winround,
    "spill": spill,
    "skim": skim,
}
