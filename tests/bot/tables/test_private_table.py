"""The Nine Bells over days: one contract a member, thirteen rolls a press, thirteen days without one (TD-R10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.places.settings import PlaceSettings
from bot.tables.state import Seat
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.leaderboard.rows import leaderboard
from games.engine import money as gems
from games.gembones.tripledip.nine_bells import DAY, ROLLS_A_DAY
from tests.helpers.tables import ANN, BOB, CHANNEL, GUILD, Room, a_room, answers, ask_of

pytestmark = pytest.mark.rule("TD-R10")


class Crier:
    """Hears what is said to members unasked."""

    def __init__(self) -> None:
        self.warned: list[float] = []
        self.told: list[str] = []

    def warn(self, table: Any, seat: Seat, due: float, *, question: int) -> None:
        self.warned.append(due)

    def closed(self, table: Any, sentence: str) -> None:
        self.told.append(sentence)


@pytest.fixture
def crier(room: Room, monkeypatch: pytest.MonkeyPatch) -> Crier:
    crier = Crier()
    monkeypatch.setattr(room.registry.context.listener, "warn", crier.warn)
    monkeypatch.setattr(room.registry.context.listener, "closed", crier.closed)
    return crier


async def offered(room: Room, person: Any = ANN, base: str = "copper") -> TableActor:
    """A contract that is not signed yet, or the open one."""
    return await room.registry.open_private(GUILD, CHANNEL, person, base, PlaceSettings())


async def signed(room: Room) -> TableActor:
    table = await offered(room)
    await answers(table, ANN, "sign")
    return table


async def ring(room: Room, table: TableActor, presses: int = 1) -> None:
    """So many presses, ten seconds apart."""
    for _ in range(presses):
        if table.session is None:
            return
        await answers(table, ANN, "roll")
        room.clock.advance(10)
        await room.quiet()


def says(table: TableActor) -> tuple[int, int]:
    """Rolls so far, and left today."""
    known = ask_of(table, ANN).prompt.says
    return known["rolled"], known["left"]


async def worth(room: Room) -> int:
    return gems.worth(gems.of_base("copper", await room.purse(ANN)))


async def test_signing_sets_aside_the_stake_and_what_it_may_win(room: Room) -> None:
    table = await offered(room)
    assert await worth(room) == 160, "an offer costs nothing"
    assert not await room.registry.has_private_match(GUILD, ANN)
    await answers(table, ANN, "sign")
    assert await worth(room) == 100
    owned = gems.of_base("copper", await room.owned(ANN))
    assert gems.worth(owned) == 160, "the open contract counts as owned (GEM-R8)"
    fund = await room.store.fund(GUILD, "copper", "tripledip")
    assert gems.worth(gems.of_base("copper", await room.store.balances(fund))) == 10_000 - 540
    assert await room.registry.has_private_match(GUILD, ANN)


async def test_an_offer_that_is_left_closes_and_another_may_be_had(room: Room, crier: Crier) -> None:
    table = await offered(room)
    await answers(table, ANN, "pass")
    assert await room.registry.find_private(GUILD, ANN) is None
    again = await offered(room)
    assert again is not table
    room.clock.advance(100)
    await room.quiet()
    assert await room.registry.find_private(GUILD, ANN) is None, "nothing is signed by saying nothing"
    assert await worth(room) == 160
    assert set(crier.told) == {""}, "and nobody is told of it"


async def test_one_contract_a_member(room: Room) -> None:
    table = await signed(room)
    assert await offered(room) is table
    assert await offered(room, base="gold") is table
    assert await offered(room, BOB) is not table


async def test_who_cannot_pay_signs_nothing(room: Room) -> None:
    with pytest.raises(UserError, match="That takes 60 gold and you have 0"):
        await offered(room, base="gold")
    assert await room.registry.find_private(GUILD, ANN) is None


async def test_thirteen_rolls_a_press_and_ten_seconds_between_presses(room: Room) -> None:
    table = await signed(room)
    await answers(table, ANN, "roll")
    assert says(table) == (13, 653)
    for _ in range(3):
        await answers(table, ANN, "roll")
    room.clock.advance(9.5)
    await room.quiet()
    assert says(table) == (13, 653)
    room.clock.advance(0.5)
    await room.quiet()
    assert says(table) == (26, 640), "a press too early counts when the ten seconds are over, once"
    assert table.session is not None
    rolls = [row for row in table.session.match.rows if row.answer == "roll"]
    assert len(rolls) == 2, "one journal entry a press"


async def test_666_rolls_a_day_and_as_many_on_the_next(room: Room) -> None:
    table = await signed(room)
    await ring(room, table, 52)
    assert says(table) == (ROLLS_A_DAY, 0)
    with pytest.raises(UserError, match="use the buttons"):
        await answers(table, ANN, "roll")
    room.clock.advance(DAY)
    await room.quiet()
    assert not table.state.kind.in_channel
    await table.start_day()
    assert says(table) == (ROLLS_A_DAY, ROLLS_A_DAY)
    await ring(room, table)
    assert says(table) == (ROLLS_A_DAY + 13, ROLLS_A_DAY - 13)


async def test_a_press_on_the_next_day_needs_no_look_first(room: Room) -> None:
    table = await signed(room)
    await ring(room, table, 2)
    old = ask_of(table, ANN)
    room.clock.advance(DAY)
    await room.quiet()
    assert table.session is not None
    await table.press(ANN, table.session.id, old.id, "roll")
    assert says(table) == (39, ROLLS_A_DAY - 13)


async def test_a_contract_is_open_after_a_restart(tmp_path: Path) -> None:
    async with a_room(tmp_path / "again.db") as before:
        await ring(before, await signed(before), 3)
        clock = before.clock
    async with a_room(tmp_path / "again.db", clock) as after:
        table = await after.registry.find_private(GUILD, ANN)
        assert table is not None
        assert says(table) == (39, 627)
        await ring(after, table)
        assert says(table) == (52, 614)


async def test_tearing_it_up_costs_the_stake_and_nobody_is_told(room: Room, crier: Crier) -> None:
    table = await signed(room)
    await answers(table, ANN, "roll")
    await answers(table, ANN, "tear_up")
    assert table.session is None, "at once, between two presses too"
    assert await worth(room) == 100
    assert await room.registry.find_private(GUILD, ANN) is None
    fund = await room.store.fund(GUILD, "copper", "tripledip")
    assert gems.worth(gems.of_base("copper", await room.store.balances(fund))) == 10_000 + 60
    assert crier.told == [""]
    lines, *_ = await room.store.report(leaderboard, GUILD, "house")
    assert [line.value for line in lines if line.value] == [], "it counts on no leaderboard"


async def test_thirteen_days_without_a_press_end_it_with_a_warning_a_day_before(
    room: Room, crier: Crier
) -> None:
    table = await signed(room)
    await ring(room, table)
    begun = room.clock.now() - 10
    room.clock.advance(11 * DAY)
    await room.quiet()
    assert not table.state.kind.in_channel
    await table.start_day()
    assert crier.warned == [], "to look at it is no press, and changes nothing"
    room.clock.advance(begun + 12 * DAY - room.clock.now())
    await room.quiet()
    assert crier.warned == [begun + 13 * DAY]
    assert table.session is not None
    room.clock.advance(DAY - 1)
    await room.quiet()
    assert (len(crier.warned), crier.told) == (1, [])
    room.clock.advance(1)
    await room.quiet()
    assert table.session is None
    assert "torn up" in crier.told[-1]
    assert await worth(room) == 100


async def test_a_press_begins_the_thirteen_days_anew(room: Room, crier: Crier) -> None:
    table = await signed(room)
    await ring(room, table)
    room.clock.advance(12.5 * DAY)
    await room.quiet()
    await ring(room, table)
    room.clock.advance(11.5 * DAY)
    await room.quiet()
    assert (table.session is not None, len(crier.warned)) == (True, 1)


async def test_it_blocks_neither_tables_nor_gifts_nor_a_new_start_of_the_server(room: Room) -> None:
    await signed(room)
    assert room.registry.in_place(GUILD) == []
    table = await room.open("tripledip", ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None


async def test_an_ordinary_table_sends_to_the_place_of_ones_own(room: Room) -> None:
    table = await room.open("tripledip", ANN, options={"nine_bells": True})
    with pytest.raises(UserError, match="/gembones bells"):
        await table.lifecycle.start(ANN)
    assert (table.session, table.state.phase) == (None, "lobby")
