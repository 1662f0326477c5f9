"""The document in which a table keeps its settings, its access, its progress and its kind."""

from __future__ import annotations

from typing import Any

from bot.tables.kinds import PrivateTable, TableKind, load_kind
from bot.tables.state import TableAccess, TableProgress, TableSettings, document
from tests.helpers.tables import ANN, BOB, Room

EARLIER: dict[str, Any] = {
    "base": "silver", "buy_in": 80, "free": True, "pace": "1 day", "clocks": {}, "computers": "shark", "rated": False,
    "takeover": True, "venue": "house", "hints": True, "pictures": True, "table_talk": True, "chain": 1000, "deals": 3,
    "agreed": {"7": [1, 2]}, "demonstrated": ["threes"], "bank": 12, "former": {"2": 5, "3": None}, "private": False,
    "tournament": None, "notices": None, "bars": {"44": 99.5}, "open_to": "role", "role": 8, "invited": {"45": 1.5},
    "cohosts": [46], "hidden_in": 9, "kicked": [47],
}  # fmt: skip
"""What a table kept when all of it was one model."""


def test_a_document_of_an_earlier_step_has_every_part() -> None:
    settings, access = TableSettings.model_validate(EARLIER), TableAccess.model_validate(EARLIER)
    assert (settings.base, settings.buy_in, settings.pace, settings.venue) == ("silver", 80, "1 day", "house")
    assert (access.open_to, access.role, access.hidden_in) == ("role", 8, 9)
    assert (access.bars, access.invited, access.cohosts, access.kicked) == ({44: 99.5}, {45: 1.5}, [46], [47])
    progress = TableProgress.model_validate(EARLIER)
    assert (progress.deals, progress.bank, progress.former) == (3, 12, {2: 5, 3: None})
    assert (progress.agreed, progress.demonstrated) == ({7: [1, 2]}, ["threes"])
    assert type(load_kind(EARLIER)) is TableKind
    kept = document(settings, access, progress, load_kind(EARLIER))
    left = {key: EARLIER[key] for key in EARLIER.keys() - {"chain", "private", "tournament", "notices"}}
    added: dict[str, Any] = {
        "announced": {},
        "gather_until": None,
        "proposals": {},
        "closing": False,
        "fits": False,
        "for_gembones": False,
        "language": None,
        "stood_in": {},
    }
    assert kept == left | added


def test_the_kind_is_the_one_whose_key_has_a_value() -> None:
    private = load_kind(EARLIER | {"private": True, "notices": 31})
    assert private == PrivateTable(notices=31)
    assert load_kind(document(private)) == private


async def test_every_part_is_saved_with_every_other(room: Room) -> None:
    table = await room.open("threes", ANN, BOB, venue="house")
    await table.hosting.kick(ANN, BOB.user_id)
    await table.lifecycle.set_up(ANN, settings={"pace": "fast"})
    kept = (await room.store.table(table.state.id)).settings
    assert (kept["venue"], kept["pace"], kept["kicked"]) == ("house", "fast", [BOB.user_id])
