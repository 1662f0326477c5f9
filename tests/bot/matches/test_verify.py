"""Matches play again from their revealed seed, and what does not agree is found."""

from __future__ import annotations

import copy
import dataclasses
import json
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import asdict

from bot.luck.deal import deal_of
from bot.matches.hidden import had_hidden_cards
from bot.matches.opening import load_opened
from bot.matches.verify import verify_export, with_draws
from bot.user_errors import UserError
from db.seed_chain import fingerprint, match_seed, open_match
from games.engine import Match
from games.registry import GAMES
from tests.golden.record import record
from tests.helpers.club import ANN, BOB, CID, GUILD, Club
from tests.helpers.readers import reader


def export_of(match: Match) -> dict[str, Any]:
    """A finished match as the store exports it."""
    assert match.result is not None
    told = {"pays": [list(pay) for pay in match.result.pays], "carry": dict(match.result.carry)}
    rows = [{"seq": n, "at": 0.0, **asdict(row)} for n, row in enumerate(match.rows, 1)]
    exported = {
        "match": match.header.seed.match, "table": 1, "game": match.game.key, "version": match.game.version,
        "state": "ended", "sealed": False, "commitment": sha256(match.header.seed.server.encode()).hexdigest(),
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
    assert (
        verdict.sentence
        == "Match 0 checks out: replayed from its seed, every card and the result are the same."
    )


def test_another_result_is_found(export: dict[str, Any]) -> None:
    export["result"]["pays"][0][3] += 1
    verdict = verify_export(export)
    assert not verdict.ok
    assert verdict.sentence == "Match 0 doesn't end the way its record says."


def test_another_answer_is_found_where_it_stands(export: dict[str, Any]) -> None:
    export["rows"][3]["answer"] = "dance"
    verdict = verify_export(export)
    assert not verdict.ok
    assert verdict.rows == 3
    assert verdict.sentence == f"Match 0 differs at answer 4 of {len(export['rows'])}."


def test_a_missing_end_is_found(export: dict[str, Any]) -> None:
    del export["rows"][-1]
    assert verify_export(export).sentence == (
        f"Match 0 isn't over after all its answers, of which there are {len(export['rows'])}."
    )


def test_another_seed_is_found(export: dict[str, Any]) -> None:
    export["seed"] = export["header"]["seed"]["server"] = "another"
    verdict = verify_export(export)
    assert not verdict.ok
    assert verdict.sentence == "Match 0: its seed isn't the one the table promised."


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
    assert (
        verdict.sentence
        == "Match 0 checks out: replayed from its seed until the hand was called off. Answers: 4."
    )


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
    await table.seating.sit(BOB)
    await table.lifecycle.add_word(BOB, "mistletoe")
    await table.lifecycle.start(ANN)
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
    await table.lifecycle.close(ANN)
    exported = json.loads(json.dumps(await club.store.export_match(number)))
    verdict = verify_export(exported)
    assert verdict.ok, verdict.sentence
    assert verdict.sentence.startswith(f"Match {number} checks out")
    exported["header"]["seed"]["words"] = []
    assert not verify_export(exported).ok


async def test_the_list_of_draws_is_promised_by_the_result_though_the_table_was_loaded_again(
    club: Club,
) -> None:
    table = await club.registry.open(GUILD, 1, ANN, "rogues_and_warriors")
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    people = {0: ANN, 1: BOB}
    while table.session is not None:
        await table.persistence.rebuild()
        ask = next(ask for ask in table.session.match.open.values() if not ask.answered)
        await table.press(people[ask.seat], table.session.id, ask.id, ask.prompt.default)
    await table.lifecycle.close(ANN)
    exported = with_draws(json.loads(json.dumps(await club.store.export_match(1))))
    assert len(exported["result"]["draws"]) == 64
    assert verify_export(exported).ok
    for forged in (exported["draws"][:-1], [*exported["draws"], exported["draws"][-1]]):
        assert not verify_export(exported | {"draws": forged}).ok
    renamed = copy.deepcopy(exported)
    renamed["draws"][-1]["seat"] = 5
    assert not verify_export(renamed).ok


# ---- the fingerprint of a table


async def played_threes(club: Club, words: bool = True) -> Any:
    """Two matches of Threes at one table, played to their ends by defaults."""
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    await table.seating.sit(BOB)
    if words:
        await table.lifecycle.add_word(BOB, "mistletoe")
    await table.lifecycle.start(ANN)
    people = {0: ANN, 1: BOB}
    for _ in range(2):
        while table.session is not None:
            match = table.session.match
            ask = next(ask for ask in match.open.values() if not ask.answered)
            await table.press(people[ask.seat], table.session.id, ask.id, ask.prompt.default)
        if table.state.progress.deals == 1:
            await table.lifecycle.again(ANN)
            await table.lifecycle.again(BOB)
    return table


async def test_the_fingerprint_covers_the_next_match_too(club: Club) -> None:
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    before = table.state.fingerprint
    await table.lifecycle.close(ANN)
    table = await played_threes(club)
    noted = table.state.fingerprint
    assert noted != before
    await table.lifecycle.close(ANN)
    for match in (1, 2):
        exported = await club.store.export_match(match)
        verdict = verify_export(exported, noted[:16].upper())
        assert verdict.ok, verdict.sentence
        assert exported["opening"]["number"] == match
        assert table.state.seed not in json.dumps(exported), "the table's secret is not part of a match"
        assert verify_export(exported, f"{noted[:4]} {noted[4:8]} {noted[8:12]} {noted[12:16]}").ok
    other = verify_export(await club.store.export_match(2), before)
    assert not other.ok
    assert "your fingerprint is another table's, or the secret was swapped" in other.sentence


async def test_a_noted_fingerprint_detects_a_swapped_secret(club: Club) -> None:
    """A host of the bot who writes another secret into the store makes all else agree, but not what was noted."""
    table = await played_threes(club)
    noted = table.state.fingerprint
    await table.lifecycle.close(ANN)
    forged = "f0" * 32
    deal = deal_of((await club.store.match(2)).header)
    assert deal is not None
    match = record("threes", 2, "x", {})
    header = dataclasses.replace(match.header, seed=deal.seed(forged))
    again = Match(match.game, header)
    while again.result is None:
        ask = next(iter(again.open.values()))
        again.answer(ask.id, ask.seat, ask.prompt.default)
    told = export_of(again) | {"commitment": fingerprint(forged, deal.length)}
    told |= {"opening": json.loads(json.dumps(open_match(forged, 2, deal.length)._asdict())), "match": 2}
    told["header"]["luck"] = deal.model_dump(mode="json")
    assert verify_export(told).ok
    assert not verify_export(told, noted).ok


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda e: e["header"]["seed"]["words"].append("one more"), "words in its record"),
        (lambda e: e["header"]["luck"].update(index=2), "its proof is that of deal 1, not 2"),
        (lambda e: e["header"]["seed"].update(match=5), "its luck was drawn for match 5"),
        (lambda e: e["opening"].update(rest="0" * 64), "isn't the one the table promised"),
        (lambda e: e.pop("opening"), "its proof is missing"),
        (lambda e: e["draws"][3].update(value=9), "its list of rolls and cards isn't what the table dealt"),
    ],
)
async def test_what_does_not_agree_with_the_fingerprint_is_found(
    club: Club, change: Any, sentence: str
) -> None:
    table = await played_threes(club)
    await table.lifecycle.close(ANN)
    exported = with_draws(json.loads(json.dumps(await club.store.export_match(1))))
    assert verify_export(exported).ok
    change(exported)
    verdict = verify_export(exported)
    assert not verdict.ok
    assert sentence in verdict.sentence


async def test_a_computers_word_that_was_chosen_is_found(club: Club) -> None:
    table = await club.registry.open(GUILD, 1, ANN, "tripledip")
    await table.seating.add_computer(ANN)
    await table.lifecycle.start(ANN)
    await table.force_close("")
    exported = json.loads(json.dumps(await club.store.export_match(1)))
    assert verify_export(exported).ok
    exported["header"]["luck"]["words"][0]["word"] = exported["header"]["seed"]["words"][0] = "chosen"
    assert "a computer player's word doesn't come from the seed" in verify_export(exported).sentence


@pytest.mark.parametrize("noted", ["", "12ab", "xyz" * 10, "0" * 65])
async def test_what_is_no_fingerprint_is_refused(export: dict[str, Any], noted: str) -> None:
    with pytest.raises(ValueError, match="A fingerprint has 16 to 64 digits"):
        verify_export(export, noted)


# ---- opening one match before the table closes


async def test_a_match_that_hid_nothing_is_opened_at_once_and_tells_nothing_of_the_next(club: Club) -> None:
    table = await played_threes(club)
    opened = await load_opened(club.store, GUILD, 1, reader(ANN))
    assert not opened.missing
    text = json.dumps(opened.exported)
    assert verify_export(opened.exported).ok
    assert table.state.seed not in text
    assert match_seed(table.state.seed, 2) not in text
    assert match_seed(table.state.seed, 3) not in text
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    with pytest.raises(UserError, match="Match 3 isn't over yet"):
        await load_opened(club.store, GUILD, 3, reader(ANN))
    with pytest.raises(UserError, match="There's no match 9"):
        await load_opened(club.store, GUILD, 9, reader(ANN))
    with pytest.raises(UserError, match="There's no match 1"):
        await load_opened(club.store, GUILD + 1, 1, reader(ANN))


async def test_a_match_with_hidden_cards_is_opened_when_all_who_played_in_it_agree(club: Club) -> None:
    table = await club.registry.open(GUILD, 1, ANN, "rogues_and_warriors")
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    with pytest.raises(UserError, match="isn't over yet"):
        await table.lifecycle.agree_to_open(ANN, 1)
    people = {0: ANN, 1: BOB}
    while table.session is not None:
        ask = next(ask for ask in table.session.match.open.values() if not ask.answered)
        await table.press(people[ask.seat], 1, ask.id, ask.prompt.default)
    sealed = await load_opened(club.store, GUILD, 1, reader(ANN))
    assert (sealed.agreed, sealed.missing) == ((), ("Ann", "Bob"))
    assert sealed.exported["sealed"]
    with pytest.raises(UserError, match="Only members who played match 1"):
        await table.lifecycle.agree_to_open(CID, 1)
    await table.lifecycle.agree_to_open(BOB, 1)
    await table.lifecycle.agree_to_open(BOB, 1)
    sealed = await load_opened(club.store, GUILD, 1, reader(ANN))
    assert (sealed.agreed, sealed.missing) == (("Bob",), ("Ann",))
    await table.seating.leave(BOB)
    await table.lifecycle.agree_to_open(ANN, 1)
    opened = await load_opened(club.store, GUILD, 1, reader(ANN))
    assert not opened.missing
    assert verify_export(opened.exported).ok


async def test_a_match_that_leaves_a_secret_to_the_next_one_stays_sealed() -> None:
    """The hag's hidden code of conduct goes on from game to game."""
    match = record("hags_haggle", 3, "x", {})
    assert match.result is not None
    assert match.result.carry["codes"]
    assert had_hidden_cards(match.game, match.header, match.rows)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_with_hidden_cards_hides_something(key: str) -> None:
    low, high = GAMES[key].seats
    match = record(key, min(max(low, 3), high), "x", {})
    open_games = {
        "threes",
        "jack_of_all_trades",
        "dragon_hordes",
        "barovian_boneyard",
        "tripledip",
        "lucky_13",
        "rolled_gold",
        "fireball",
    }
    assert had_hidden_cards(match.game, match.header, match.rows) == (key not in open_games)
