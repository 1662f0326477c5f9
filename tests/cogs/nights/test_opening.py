"""The table of a night: who said yes is seated, and pays once they have pressed something there."""

from __future__ import annotations

from bot.places.settings import PlaceSettings
from cogs.nights.opening import open_table_of
from cogs.nights.rows import NightRecord
from db.backend.names import Name
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, GUILD, Room


async def test_a_member_who_said_yes_and_is_not_there_pays_nothing(room: Room) -> None:
    night = NightRecord(
        1,
        GUILD,
        CHANNEL,
        1,
        ANN.user_id,
        Name("Ann"),
        "burn_my_village",
        0.0,
        False,
        1,
        None,
        True,
        "planned",
    )
    opening = await open_table_of(night, [ANN, BOB, CID], room.registry, PlaceSettings(), None, hidden=False)
    table = opening.table
    assert table is not None
    await table.lifecycle.set_up(ANN, options={"played_for": "winner", "stake": 50})
    assert [seat.for_points for seat in table.state.in_order()] == [None, "unasked", "unasked"]
    await table.seating.sit(CID)
    await table.lifecycle.start(ANN)
    assert [seat.for_points for seat in table.state.in_order()] == [None, "unasked", None]
    assert table.session is not None
    assert table.session.match.stakes[1] >= 50, "chips, which are no money"
    assert await room.purse(BOB) == await room.owned(BOB), "nothing of theirs is on the table"
    await table.lifecycle.void()
