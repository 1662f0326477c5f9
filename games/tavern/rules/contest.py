"""The Drinking Contest (CONT)."""

from __future__ import annotations

from collections.abc import Sequence

from games.tavern.items import Cup, DrinkServing, EventShown, Tally
from games.tavern.rules.drinks import pour_one
from games.tavern.rules.elimination import last_chances
from games.tavern.state import Tavern


async def contest(game: Tavern, event: EventShown) -> None:
    """All reveal and drink until one is ahead; each other player gives the winner 1 Gold (CONT-01 to CONT-09).

    Who loses by it is looked at once, when it is over (CONT-R5).
    """
    takers = [seat for seat in game.living() if seat not in event.ignored_by]
    if game.contest or len(takers) < 2:
        return
    game.contest = True
    game.longer()
    game.table.tell("contest", seats=tuple(takers))
    winner = await _winner(game, takers)
    if winner is None:
        game.table.tell("contest_nobody")
    else:
        paid = sum(game.move_gold(seat, winner, 1) for seat in takers if seat != winner)
        game.table.tell("contest_won", seat=winner, n=paid)
    game.contest, game.changed = False, True


async def _winner(game: Tavern, takers: Sequence[int]) -> int | None:
    """One go after the other among those who tie; None if nobody can reveal, or all tied have passed out."""
    ring = list(takers)
    while True:
        totals = await _go(game, ring)
        if not totals:
            return None
        tied = [seat for seat in ring if totals[seat] == max(totals.values())]
        await last_chances(game, lambda seat: game.players[seat].passing_out)
        for seat in game.living():
            if game.players[seat].passing_out or seat in game.table.gone:
                game.fail((seat,))
                game.table.tell("fails", seat=seat)
        if len(tied) == 1:
            return tied[0]
        ring = [seat for seat in tied if game.present(seat)]
        if len(ring) < 2:
            return ring[0] if ring else None
        game.table.tell("contest_tie", seats=tuple(ring))


async def _go(game: Tavern, ring: Sequence[int]) -> dict[int, int]:
    """All of `ring` reveal, everybody may change the Drinks, all drink; gives the totals, {} if nobody could reveal."""
    cups: list[Cup] = []
    keys: list[str] = []
    tallies: list[Tally] = []
    revealed = 0
    for seat in ring:
        found = pour_one(game, seat, None, keys)
        revealed += found is not None
        if isinstance(found, Cup):
            # Mead that an Event brings is never split (MEAD-06, MEAD-R5)
            found.sealed = found.sealed or found.mead
            found.tally = Tally(seat, found)
            cups.append(found)
            tallies.append(found.tally)
        elif found is not None:
            game.discard_drinks([found])
    if not revealed:
        return {}
    if cups:
        await game.settle(DrinkServing("contest", game.active, cups, keys))
    totals = dict.fromkeys(ring, 0)
    totals.update({tally.seat: tally.total for tally in tallies})
    return totals
