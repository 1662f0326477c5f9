"""The level of computer players at which one plays about as well as a member."""

from __future__ import annotations

from bot.tables.live_table import LiveTable
from bot.tables.state import Seat
from db.outcomes import Group, outcomes
from games.computer.levels import LEVELS, scales
from games.engine.game import REGULAR

LAST_MATCHES, FEW_MATCHES = 12, 3
"""The matches of a member by which their level is guessed, at most and at least."""


async def level_like(table: LiveTable, seat: Seat) -> str | None:
    """Return the level that plays about as well as a member: by their rating here, or by their last matches.

    A member without matches plays like a newcomer, or at half of the levels. None if the game has no levels.
    """
    scale, context = scales().get(table.game.key), table.context
    if scale is None or seat.member is None:
        return None
    for rating_of in context.hooks.ratings:
        rating = await rating_of(table.state.place_key, seat.member, table.game, context.clock.now())
        if rating is not None:
            return scale.level_near(rating)
    of_game = Group("member = :member AND game = :game", {"member": seat.member, "game": table.game.key})
    won = [bool(each.won) for each in await context.store.read(outcomes, of_game)][-LAST_MATCHES:]
    if len(won) < FEW_MATCHES:
        return str(min(int(scale.level_of("newcomer")), LEVELS // 2))
    # someone who wins one match of three among regulars plays about like them
    steps = round(sum(2 if each else -1 for each in won) / 3)
    return str(max(1, min(int(scale.level_of(REGULAR)) + steps, LEVELS)))
