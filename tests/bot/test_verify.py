"""Matches play again from their revealed seed, and what does not agree is found."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from msgspec.structs import asdict

from bot.verify import verify_export
from games.catalogue import GAMES
from games.engine import Match
from tests.bot.conftest import ANN, BOB, GUILD, Club
from tests.golden.record import record


def export_of(match: Match) -> dict[str, Any]:
    """A finished match as the store exports it."""
    assert match.result is not None
    told = {"pays": [list(pay) for pay in match.result.pays], "carry": dict(match.result.carry)}
    rows = [{"seq": n, "at": 0.0, **asdict(row)} for n, row in enumerate(match.rows, 1)]
    exported = {
        "match": match.header.seed.match, "table": 1, "game": match.game.key, "version": match.game.version,
        "state": "ended", "sealed": False, "commitment": match.header.seed.promise(),
        "header": match.header.to_json(), "rows": rows, "result": told, "seed": match.header.seed.server,
    }  # fmt: skip
    return json.loads(json.dumps(exported))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    return export_of(record("rogues_and_warriors", 3, "proof", {}))


@pytest.fixture
def export(played: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(played)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_verified(key: str) -> None:
    low, high = GAMES[key].seats
    match = record(key, min(max(low, 3), high), "verified", {})
    verdict = verify_export(export_of(match))
    assert verdict.ok, verdict.sentence
    count = len(match.rows)
    assert verdict.rows == count
    assert verdict.sentence == f"Match 0 agrees: {count} answer{'s' * (count != 1)}, same result."


def test_another_result_is_found(export: dict[str, Any]) -> None:
    export["result"]["pays"][0][3] += 1
    verdict = verify_export(export)
    assert not verdict.ok
    assert verdict.sentence == "Match 0 does not end as its record says."


def test_another_answer_is_found_where_it_stands(export: dict[str, Any]) -> None:
    export["rows"][3]["answer"] = "dance"
    verdict = verify_export(export)
    assert verdict == type(verdict)(False, f"Match 0 differs at answer 4 of {len(export['rows'])}.", 3)


def test_a_missing_end_is_found(export: dict[str, Any]) -> None:
    del export["rows"][-1]
    assert verify_export(export).sentence == f"Match 0 is not over after its {len(export['rows'])} answers."


def test_another_seed_is_found(export: dict[str, Any]) -> None:
    export["seed"] = export["header"]["seed"]["server"] = "another"
    verdict = verify_export(export)
    assert not verdict.ok
    assert verdict.sentence == "Match 0: its seed is not the one that was promised."


def test_luck_of_another_match_is_found(export: dict[str, Any]) -> None:
    export["header"]["seed"]["match"] = 5
    assert verify_export(export).sentence == "Match 0: its luck was drawn for match 5."


def test_another_version_of_the_rules_is_named(export: dict[str, Any]) -> None:
    export["header"]["version"] = 99
    assert verify_export(export).ok
    export["rows"][0]["digest"] = "0" * 16
    assert "played by version 99 of the rules" in verify_export(export).sentence


def test_a_match_that_was_called_off_agrees_as_far_as_it_went(export: dict[str, Any]) -> None:
    del export["rows"][4:]
    export |= {"state": "void", "result": {}}
    verdict = verify_export(export)
    assert verdict.ok
    assert verdict.sentence == "Match 0 agrees: 4 answers, and then it was called off."


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"sealed": True}, "sealed"),
        ({"rows": None}, "This is not an exported match: rows"),
        ({"rows": [{"ask": "x"}]}, "This is not an exported match: rows.0.seq"),
        ({"header": {}}, "This is not an exported match: header.game"),
        ({"state": "lost"}, "This is not an exported match: state"),
        ({"result": None}, "This is not an exported match"),
        ({"seed": 3}, "This is not an exported match: seed"),
    ],
)
def test_what_is_no_export_is_refused_with_a_sentence(
    export: dict[str, Any], change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        verify_export({**export, **change})


@pytest.mark.parametrize("data", [None, [], "match", {}])
def test_what_is_nothing_like_it_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="exported match"):
        verify_export(data)


def test_an_unknown_game_or_option_is_refused(export: dict[str, Any]) -> None:
    changes: list[dict[str, Any]] = [
        {"game": "chess"},
        {"options": {"castling": True}},
        {"options": {"dragon_cards": []}},
    ]
    for change in changes:
        with pytest.raises(ValueError, match="cannot be read"):
            verify_export({**export, "header": {**export["header"], **change}})


def test_a_replay_needs_no_digests(export: dict[str, Any]) -> None:
    for row in export["rows"]:
        row["digest"] = None
    assert verify_export(export).ok


async def test_a_match_of_the_store_agrees_once_its_table_has_closed(club: Club) -> None:
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    await table.sit(BOB)
    await table.add_word(BOB, "mistletoe")
    await table.start(ANN)
    number = table.state.match_id
    assert number is not None
    people = {0: ANN, 1: BOB}
    while table.session is not None:
        match = table.session.match
        ask = next(ask for ask in match.open.values() if not ask.answered)
        await table.press(people[ask.seat], number, ask.id, ask.prompt.default)
    sealed = await club.store.export_match(number)
    with pytest.raises(ValueError, match="sealed"):
        verify_export(sealed)
    await table.close(ANN)
    exported = json.loads(json.dumps(await club.store.export_match(number)))
    verdict = verify_export(exported)
    assert verdict.ok, verdict.sentence
    assert verdict.sentence.startswith(f"Match {number} agrees: {len(exported['rows'])} answers")
    exported["header"]["seed"]["words"] = []
    assert not verify_export(exported).ok
