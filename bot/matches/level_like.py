"""The level of computer players at which one plays about as well as a member."""

from __future__ import annotations

from bot.person import Person
from bot.tables.live_table import LiveTable
from bot.tables.state import Seat
from db.outcomes import Group, outcomes
from games.computer.levels import LEVELS, Scale, scales
from games.engine.game import REGULAR

LAST_MATCHES, FEW_MATCHES = 12, 3
"""The matches of a member by which their level is guessed, at most and at least."""


async def level_like(table: LiveTable, seat: Seat) -> str | None:
    """Return the level that plays about as well as a member: by their rating here, or by their last matches.

    A member without matches plays like a newcomer, or at half of the levels. None if the game has no levels.
    """
    scale = scales().get(table.game.key)
    if scale is None or seat.member is None:
        return None
    rating = await _rating(table, seat.member)
    if rating is not None:
        return scale.level_near(rating)
    won = await _last_won(table, seat.member)
    if len(won) < FEW_MATCHES:
        return _for_beginners(scale)
    # someone who wins one match of three among regulars plays about like them
    steps = round(sum(2 if each else -1 for each in won) / 3)
    return str(max(1, min(int(scale.level_of(REGULAR)) + steps, LEVELS)))


async def level_for_newcomer(table: LiveTable, person: Person) -> str | None:
    """Return the level of computer players that suits a member who is new to the game.

    None for everyone else, and where the host has chosen how well the table's computers play.
    """
    scale, seat = scales().get(table.game.key), table.seat_of(person)
    if scale is None or seat.member is None or table.state.settings.computers != REGULAR:
        return None
    is_new = await _rating(table, seat.member) is None and (
        len(await _last_won(table, seat.member)) < FEW_MATCHES
    )
    return _for_beginners(scale) if is_new else None


async def _rating(table: LiveTable, member: int) -> float | None:
    for rating_of in table.context.hooks.ratings:
        rating = await rating_of(table.state.place_key, member, table.game, table.context.clock.now())
        if rating is not None:
            return rating
    return None


async def _last_won(table: LiveTable, member: int) -> list[bool]:
    """Return which of their last matches of the game a member has won."""
    of_game = Group("member = :member AND game = :game", {"member": member, "game": table.game.key})
    return [bool(each.won) for each in await table.context.store.read(outcomes, of_game)][-LAST_MATCHES:]


def _for_beginners(scale: Scale) -> str:
    return str(min(int(scale.level_of("newcomer")), LEVELS // 2))
