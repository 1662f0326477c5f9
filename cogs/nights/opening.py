"""The beginning of a night: its table is opened, and members who said yes are seated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.language import N_
from bot.person import Person
from bot.places.settings import PlaceSettings
from bot.tables.registry import TableRegistry
from bot.tables.state import Seat
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.nights.rows import NightRecord

OF_THE_PLACE = frozenset(
    {
        "unknown_game",
        "table_here",
        "options",
        "game_off",
        "channel_off",
        "buy_in_limits",
        "generous",
        "suspended",
        "table_closed",
    }
)
"""Refusals that any host would get there. All others concern one member."""
PUBLIC = {
    "no_seat": N_("the seats are taken or kept for someone."),
}
"""Refusals of one member that everyone may read. The reasons of all others stay between *Sit down* and the member."""
UNTOLD = N_("*Sit down* tells them why.")
NOBODY = N_("nobody said yes.")


@dataclass(slots=True)
class Opening:
    """The outcome: a table and its seated members, or the reason why there is no table."""

    table: TableActor | None = None
    reason: str | UserError = ""
    seated: list[Person] = field(default_factory=list)
    turned_away: list[tuple[str, str]] = field(default_factory=list)
    """The names of members without a seat, each with the reason."""

    def turn_away(self, person: Person, refusal: UserError) -> None:
        """Note that a member has no seat."""
        self.turned_away.append((person.name, PUBLIC.get(refusal.key, UNTOLD)))

    @property
    def host(self) -> Seat | None:
        """The seat of the table's host."""
        return self.table.state.host_seat() if self.table is not None else None


async def open_table_of(
    night: NightRecord,
    people: Sequence[Person],
    registry: TableRegistry,
    place_settings: PlaceSettings,
    parent_id: int | None,
    *,
    hidden: bool,
) -> Opening:
    """Open the table of a night. The first person who is able to is the host; the others are seated in order.

    If the channel has an open table of this game, it is used instead.
    """
    opening = Opening()
    waiting = list(people)
    here = registry.find_in_channel(night.channel_id)
    if here is not None and _is_for_anyone(here) and here.state.game == night.game:
        opening.table = here
    while waiting and opening.table is None:
        host = waiting.pop(0)
        try:
            opening.table = await registry.open(
                night.guild_id,
                night.channel_id,
                host,
                night.game,
                settings={"buy_in": place_settings.usual_buy_in, "base": place_settings.start_base},
                place_settings=place_settings,
                parent_id=parent_id,
                hidden=hidden,
                unasked=True,
            )
        except UserError as refusal:
            if refusal.key in OF_THE_PLACE:
                opening.reason = refusal
                return opening
            opening.turn_away(host, refusal)
        else:
            opening.seated.append(host)
    if opening.table is None:
        opening.reason = N_("none of those who said yes can sit down now.") if opening.turned_away else NOBODY
        return opening
    for person in waiting:
        try:
            # who said yes days ago may not be here to see what it's played for
            await opening.table.seating.sit(person, unasked=True)
        except UserError as refusal:
            opening.turn_away(person, refusal)
        else:
            opening.seated.append(person)
    return opening


def _is_for_anyone(table: TableActor) -> bool:
    """Return True for a table at which members may sit down as they please."""
    return table.state.phase in ("lobby", "playing") and table.state.kind.hosted
