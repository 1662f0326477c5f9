"""The Drinking Contest."""

from __future__ import annotations

from collections.abc import Sequence

from games.tavern.items import ContestEntry, DrinkServing, Portion, RevealedEvent
from games.tavern.rules.drinks import reveal_drink
from games.tavern.rules.elimination import give_last_chances
from games.tavern.state import Tavern


async def play_contest(game: Tavern, event: RevealedEvent) -> None:
    """Let all participants reveal and drink until one is ahead; each other one gives the winner 1 Gold.

    Losses are checked once, when the contest is over (CONT-R5).
    """
    contestants = [seat for seat in game.participants() if seat not in event.ignored_by]
    # a contest revealed within a contest has no effect
    if game.contest or len(contestants) < 2:
        return
    game.contest = True
    game.extend_time()
    game.table.tell("contest", seats=tuple(contestants))
    winner = await _find_winner(game, contestants)
    if winner is None:
        game.table.tell("contest_nobody")
    else:
        paid = sum(game.move_gold(seat, winner, 1) for seat in contestants if seat != winner)
        game.table.tell("contest_won", seat=winner, n=paid)
    game.contest, game.values_changed = False, True


async def _find_winner(game: Tavern, contestants: Sequence[int]) -> int | None:
    """Play bouts among the players who tie, and return the winner.

    It is None if nobody can reveal a Drink, or if all tied players have passed out.
    """
    ring = list(contestants)
    while True:
        totals = await _play_bout(game, ring)
        if not totals:
            return None
        tied = [seat for seat in ring if totals[seat] == max(totals.values())]
        await give_last_chances(game, lambda seat: game.players[seat].passing_out)
        for seat in game.participants():
            if game.players[seat].passing_out or seat in game.table.gone:
                game.suspend((seat,))
                game.table.tell("fails", seat=seat)
        # a single leader wins even if the Drink has just suspended it
        if len(tied) == 1:
            return tied[0]
        ring = [seat for seat in tied if game.participates(seat)]
        if len(ring) < 2:
            return ring[0] if ring else None
        game.table.tell("contest_tie", seats=tuple(ring))


async def _play_bout(game: Tavern, ring: Sequence[int]) -> dict[int, int]:
    """Let all of `ring` reveal a Drink and drink; return the totals, empty if nobody could reveal."""
    portions: list[Portion] = []
    keys: list[str] = []
    entries: list[ContestEntry] = []
    any_revealed = False
    for seat in ring:
        revealed = reveal_drink(game, seat, None, keys)
        any_revealed = any_revealed or revealed is not None
        if isinstance(revealed, Portion):
            # Mead that an Event brings is never split (MEAD-R5)
            revealed.sealed = revealed.sealed or revealed.mead
            portions.append(revealed)
            entries.append(ContestEntry(seat, revealed))
        elif revealed is not None:
            game.discard_drinks([revealed])
    if not any_revealed:
        return {}
    if portions:
        await game.resolve(DrinkServing("contest", game.active, portions, keys))
    totals = dict.fromkeys(ring, 0)
    totals.update({entry.seat: entry.total for entry in entries})
    return totals
