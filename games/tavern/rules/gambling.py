"""A Round of Gambling: antes, control, who is in, how it ends (GMB, WTIP)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from games.engine.card_prompts import PlayCard
from games.tavern.cards import Verb
from games.tavern.items import Played, Round
from games.tavern.rules.effects import Act
from games.tavern.rules.interrupts import decide
from games.tavern.rules.moves import moves, played
from games.tavern.rules.standing_orders import PASS, round_over
from games.tavern.rules.triggers import PlayContext
from games.tavern.state import Tavern

GAMBLE = "gamble"


# ---- the course of a Round


async def play_round(game: Tavern) -> None:
    """Gambling turns go round until somebody has won, or the pot has gone to the Inn (GMB-07, GMB-12)."""
    settle_members(game)
    while game.round is not None:
        seat = next_turn(game, game.round)
        if seat is None:
            finish(game, game.round.control)
        else:
            await gambling_turn(game, game.round, seat)
    # who ran out of Gold meanwhile is looked at now (GMB-33)
    game.changed = True
    await game.check()


def next_turn(game: Tavern, now: Round) -> int | None:
    """Who has the next gambling turn; None when all but the one in control have passed (GMB-R1, GMB-R2)."""
    if all(seat in now.passed for seat in now.members if seat != now.control):
        return None
    after = (*game.from_seat(now.last)[1:], now.last)
    return next(seat for seat in after if seat in now.members and seat != now.control)


async def gambling_turn(game: Tavern, now: Round, seat: int) -> None:
    """One card or a pass; other cards may come first, and leaving uses the turn up (GMB-08, GMB-R6, GMB-R14)."""
    player = game.players[seat]

    def prompt() -> PlayCard:
        offered = moves(game, PlayContext(seat, gambling=True), player.in_hand)
        mine = tuple(move for move in offered if not _anytime(game, move.card))
        says = {"pot": now.pot, "who": now.control, "decks": game.decks}
        return PlayCard(GAMBLE, (PASS,), mine, PASS, "choice", public=True, says=says)

    def still() -> bool:
        # the Round may end, or the seat may leave it, while it thinks
        return game.round is now and seat in now.members and seat != now.control

    while still():
        game.table.phase("gamble" if now.control is None else "gamble_control", seat=seat, who=now.control)
        answer = await decide(game, seat, prompt, lambda: PASS if player.standing.gambling else None)
        if answer is None or not still():
            return
        now.last = seat
        if answer == PASS:
            now.passed.add(seat)
            game.table.tell("passes_round", seat=seat)
            return
        move = prompt().find(answer)
        assert move is not None
        card = played(game, PlayContext(seat, gambling=True), move, answer)
        await game.settle(card)
        if card.mode in ("gambling", "cheating") and not card.dead:
            return


def _anytime(game: Tavern, key: str) -> bool:
    """Anytime cards have their own control (TIM-R12)."""
    return "anytime" in game.decks.cards[key].types


def settle_members(game: Tavern) -> None:
    """Who is in has changed: a last one wins, without anybody the pot goes to the Inn (GMB-30, GMB-R8, GMB-R9)."""
    now = game.round
    if now is not None and len(now.members) < 2:
        finish(game, now.members[0] if now.members else None)


def finish(game: Tavern, winner: int | None) -> None:
    """The Round is over at once: the pot goes to the winner, or to the Inn (GMB-12, GMB-14, GMB-28).

    Gambling and Cheating cards that wait on the stack do nothing any more (GMB-R17).
    """
    now, game.round = game.round, None
    if now is None:
        return
    if winner is None:
        game.inn += now.pot
        game.table.tell("round_lost", n=now.pot)
    else:
        game.players[winner].gold += now.pot
        game.table.tell("round_won", seat=winner, n=now.pot)
    game.changed = True
    for item in game.stack:
        if isinstance(item, Played) and item.mode in ("gambling", "cheating"):
            item.dead = True
    round_over(game.players, game)


def leave(game: Tavern, seats: Iterable[int]) -> None:
    """They are out of the Round; what they anted stays (GMB-22, GMB-25, GMB-R4)."""
    now = game.round
    if now is None:
        return
    for seat in seats:
        if seat in now.members:
            now.members.remove(seat)
            now.passed.discard(seat)
            game.table.tell("leaves_round", seat=seat)
            if now.control == seat:
                take_control(now, None)
    settle_members(game)


def take_control(now: Round, seat: int | None) -> None:
    """Control changes: the row of passes begins anew, and no "Winning Hand!" binds any more (GMB-R1, GMB-17)."""
    now.control, now.locked = seat, False
    now.passed.clear()


# ---- steps of cards


async def start(game: Tavern, act: Act) -> None:
    """A Round begins: who has not left antes 1, its starter is in control (GMB-03, GMB-06, GMB-R7)."""
    if game.round is not None:
        return
    members = [seat for seat in game.living(act.card.seat) if seat not in act.card.leavers]
    game.round = Round(act.card.seat, members, last=act.card.seat)
    game.longer()
    game.table.tell("round_starts", seat=act.card.seat)
    _ante(game, game.round, act)
    if act.card.seat in members:
        take_control(game.round, act.card.seat)


async def ante(game: Tavern, act: Act) -> None:
    """Everybody in the Round antes (GMB-21, GMB-R3)."""
    if game.round is not None:
        _ante(game, game.round, act)


def _ante(game: Tavern, now: Round, act: Act) -> None:
    n = 1 if act.part.step.verb == "start" else act.n
    if game.players[act.card.seat].gold == 0:
        # who demands an ante and cannot ante makes nobody ante (GMB-34, GMB-R12)
        return
    able = [seat for seat in now.members if game.players[seat].gold]
    if not able:
        return
    for seat in able:
        player = game.players[seat]
        paid = min(n, player.gold)
        player.gold -= paid
        now.pot += paid
    game.lost.update(able)
    game.changed = True
    game.table.tell("antes", seats=tuple(able), n=n, pot=now.pot)


async def control(game: Tavern, act: Act) -> None:
    """Control of the Round; nobody's, if the player is no longer in it (GMB-09, GMB-R16)."""
    if game.round is not None:
        seat = act.card.seat if act.card.seat in game.round.members else None
        take_control(game.round, seat)
        if seat is not None:
            game.table.tell("control", seat=seat)


async def lock(game: Tavern, act: Act) -> None:
    """Only a Cheating card can take control now (GMB-16)."""
    if game.round is not None and game.round.control == act.card.seat:
        game.round.locked = True


async def leave_now(game: Tavern, act: Act) -> None:
    """Out of the Round, or out of the one that is about to start (GMB-26)."""
    answered = act.card.answers
    if game.round is None and isinstance(answered, Played) and answered.has("start"):
        answered.leavers.add(act.card.seat)
        game.table.tell("leaves_round", seat=act.card.seat)
    else:
        leave(game, (act.card.seat,))


async def oust(game: Tavern, act: Act) -> None:
    """Forced out (GMB-29)."""
    leave(game, act.on(game))


async def winround(game: Tavern, act: Act) -> None:
    """The Round ends, the player takes the pot (GMB-14)."""
    if game.round is not None:
        finish(game, act.card.seat)


async def spill(game: Tavern, act: Act) -> None:
    """The pot goes to the Inn, the Round ends without a winner (WTIP-R1)."""
    finish(game, None)


async def skim(game: Tavern, act: Act) -> None:
    """Gold from the pot, at most all of it."""
    if game.round is not None:
        n = min(act.n, game.round.pot)
        game.round.pot -= n
        game.players[act.card.seat].gold += n
        game.changed = True
        game.table.tell("skims", seat=act.card.seat, n=n)


VERBS: Mapping[Verb, Callable[[Tavern, Act], Awaitable[None]]] = {
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
