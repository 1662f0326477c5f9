"""What is painted for a viewer, byte for byte, does not depend on what they may not see."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.tables.state import Seat, TableSettings, TableState
from bot.tables.table_actor import TableActor
from bot.tables.view import TableView
from cogs.ui.hand.hand_panel import hand_panel, log_note
from cogs.ui.table.table_message import table_message
from db.backend.names import Name
from games.engine import RAIL, Match
from games.registry import GAMES
from tests.games.test_secrecy import PAINTED_EVERY, compared
from tests.helpers.games.tavern import Sits, key
from tests.helpers.tables import ANN, BOB, CID, Room, a_room
from tests.helpers.tavern_evening import rig, start_of

FEW = {"tavern": 1, "burn_my_village": 2}
"""Matches that are compared, where each is long."""


def view_of(match: Match, viewer: int) -> TableView:
    """A table round a match."""
    seats = {n: Seat(n, Name(f"Player {n}"), 100 + n, 1000 + n, 2000 + n) for n in match.header.ring}
    state = TableState(
        id=1,
        place_key=1,
        channel_id=1,
        message_id=1,
        host=1000,
        game=match.game.key,
        options=dict(match.header.options),
        settings=TableSettings(),
        pot=1,
        phase="playing",
        carry={},
        seed="x",
        match_id=1,
        seats=seats,
    )
    return TableView(state, match.game, viewer, match.scene(viewer), {}, None, free=False)


def painted(match: Match, viewer: int) -> str:
    """The log and the table message, or in a seat the hand panel, as a viewer gets them; within Discord's limits.

    The table message is the same to everyone, so it is enough that the rail learns nothing from it.
    """
    view = view_of(match, viewer)
    payload = table_message(view) if viewer == RAIL else hand_panel(view)
    parts, letters = _count(payload["components"])
    assert parts <= 40
    assert letters <= 4000
    return json.dumps([payload, log_note(view)])


@pytest.mark.parametrize("key", sorted(GAMES))
def test_nothing_painted_depends_on_what_the_viewer_may_not_see(key: str) -> None:
    assert compared(key, painted, FEW.get(key, 3), every=PAINTED_EVERY.get(key, 1)) >= 10


def _count(components: list[dict[str, Any]]) -> tuple[int, int]:
    parts = letters = 0
    for each in components:
        parts += 1
        letters += len(each.get("content", ""))
        inner = _count(each.get("components", []))
        parts, letters = parts + inner[0], letters + inner[1]
    return parts, letters


HANDS = (
    {
        "Bob": ["How dare you strike a Paladin!", "A quiet prayer"],
        "Cid": ["I don't think so!", "Put a cork in it"],
    },
    {"Bob": ["Blasphemer!", "Winning Hand!"], "Cid": ["I raise!", "A free taste of batch nine"]},
)
"""Two nights that differ in hidden hands alone: in one both could answer, in the other neither."""


@pytest.mark.rule("TIM-R3", "TIM-R5", "TIM-R11")
@pytest.mark.parametrize("standing", [None, "only_hits"])
async def test_order_and_time_of_questions_do_not_tell_who_holds_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standing: str | None
) -> None:
    told = []
    for at, hands in enumerate(HANDS):
        async with a_room(tmp_path / f"{at}.db") as room:
            told.append([each async for each in watched(room, monkeypatch, hands, standing)])
    assert told[0] == told[1]
    assert len({json.dumps(each) for _, each, _ in told[0]}) > 1, "windows opened and closed meanwhile"


async def watched(
    room: Room, monkeypatch: pytest.MonkeyPatch, hands: dict[str, list[str]], standing: str | None
) -> AsyncIterator[tuple[float, Any, Any]]:
    """Ann plays a card on Bob, the others leave everything to time: what is painted, and who is asked until when."""
    cute = "Don't call me cute!"
    seats = {"Ann": Sits(hand=[cute]), **{name: Sits(hand=cards) for name, cards in hands.items()}}
    rig(monkeypatch, start_of(seats, ["Wine", "Elven Wine"]))
    table = await room.open("tavern", ANN, BOB, CID, options={"shuffle_seats": False}, free=True)
    object.__setattr__(table.state, "seed", "x")
    await table.lifecycle.start(ANN)
    assert table.session is not None
    if standing is not None:
        for seat, person in ((1, BOB), (2, CID)):
            await table.press(person, table.session.id, which(table, seat, "standing"), standing)
    await table.press(ANN, table.session.id, which(table, 0, "discard"), ["", 0, [[]]])
    await table.press(ANN, table.session.id, which(table, 0, "action"), [key(cute), 0, [[1], [2]]])
    start = room.clock.now()
    for _ in range(50):
        open_asks = table.session.match.open.values()
        due = sorted(
            (ask.id, ask.seat, ask.prompt.kind, table.session.deadlines.get(ask.id)) for ask in open_asks
        )
        yield room.clock.now() - start, table_message(await table.view()), due
        room.clock.advance(1)
        await room.quiet()


def which(table: TableActor, seat: int, kind: str) -> int:
    """The id of a seat's question of that kind."""
    assert table.session is not None
    [ask] = [ask for ask in table.session.match.open.values() if (ask.seat, ask.prompt.kind) == (seat, kind)]
    return ask.id
