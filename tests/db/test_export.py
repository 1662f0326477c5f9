"""A match as JSON: sealed while its table is open, whole afterwards."""

from __future__ import annotations

import hashlib
import json

import pytest

from db import AppendRow, CloseMatch, OpenMatch, Refused, SaveTable, Store, Unknown
from tests.helpers.store import SEED, Club


async def play(store: Store, club: Club) -> None:
    await store.commit(
        AppendRow(club.match, 1, 7, 0, "d1", {"reveal": "red dragon"}, "player", press=9),
        AppendRow(club.match, 2, 8, 1, "d2", "fold", "timeout"),
        CloseMatch(club.match, "ended", {"won": [0]}),
    )


async def test_a_match_in_play_is_not_exported(store: Store, club: Club) -> None:
    with pytest.raises(Refused, match="being played"):
        await store.export_match(club.match)
    await store.commit(CloseMatch(club.match, "suspended", {}))
    with pytest.raises(Refused):
        await store.export_match(club.match)
    with pytest.raises(Unknown):
        await store.export_match(999)


async def test_an_open_table_exports_neither_seed_nor_answers(store: Store, club: Club) -> None:
    await play(store, club)
    exported = await store.export_match(club.match)
    text = json.dumps(exported)
    assert SEED not in text
    assert "red dragon" not in text
    assert exported["sealed"] is True
    assert exported["header"] == {"ring": [0, 1]}
    assert exported["commitment"] == hashlib.sha256(SEED.encode()).hexdigest()
    assert [(row["seq"], row["seat"]) for row in exported["rows"]] == [(1, 0), (2, 1)]
    assert not any("digest" in row for row in exported["rows"]), "hands can be guessed from digests"


async def test_a_seed_is_sealed_however_deep_it_lies(store: Store, club: Club) -> None:
    await play(store, club)
    hidden = await store.next_match_id()
    await store.commit(
        OpenMatch(
            hidden,
            club.table.id,
            "duel",
            1,
            {"facts": [{"server_seed": "other", "n": 1}], "note": f"made from {SEED}", "size": 3},
        ),
        CloseMatch(hidden, "ended", {}),
    )
    exported = await store.export_match(hidden)
    assert SEED not in json.dumps(exported)
    assert exported["header"] == {"facts": [{"n": 1}], "note": None, "size": 3}


async def test_a_closed_table_exports_all_that_a_verifier_needs(store: Store, club: Club) -> None:
    await play(store, club)
    await store.commit(SaveTable(club.table.id, phase="closed"))
    exported = json.loads(json.dumps(await store.export_match(club.match)))
    assert exported["seed"] == SEED
    assert exported["sealed"] is False
    assert exported["header"] == {"ring": [0, 1], "seed": SEED}
    assert [row["answer"] for row in exported["rows"]] == [{"reveal": "red dragon"}, "fold"]
    assert [row["by"] for row in exported["rows"]] == ["player", "timeout"]
    assert (exported["game"], exported["version"], exported["state"]) == ("highest", 1, "ended")
    assert exported["result"] == {"won": [0]}
    assert all("press" not in row for row in exported["rows"])


@pytest.mark.rule("SPOT-R3")
async def test_an_open_table_exports_no_portents(store: Store, club: Club) -> None:
    """A portent that was not used may be used at the next game."""
    await play(store, club)
    match = await store.next_match_id()
    facts = {"0": {"character": {"talent": "portent", "portents": [17]}}}
    await store.commit(
        OpenMatch(match, club.table.id, "highest", 1, {"ring": [0, 1], "seed": SEED, "facts": facts}),
        CloseMatch(match, "ended", {}),
    )
    exported = await store.export_match(match)
    assert exported["header"]["facts"] == {"0": {"character": {"talent": "portent"}}}
