"""Boards of tournaments: what they say in each phase, within what a message holds."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.face.art.drawing import Words
from cogs.tournaments.boards import MOST_STANDS, winners_picture
from cogs.tournaments.painter import board, how_note, standings_note
from cogs.tournaments.rows import EntrantRecord, RoundTableRecord, TournamentRecord
from cogs.tournaments.settings import MOST_ENTRANTS
from db.backend.names import Name

LIMIT, MOST_PARTS = 4_000, 40


def words(payload: Any) -> str:
    """All text of a message."""
    if isinstance(payload, dict):
        own = payload.get("content", "") if payload.get("type") == 10 else ""
        return own + "".join(map(words, payload.values()))
    return "".join(map(words, payload)) if isinstance(payload, list) else ""


def parts(payload: Any) -> int:
    """The number of components of a message."""
    if isinstance(payload, dict):
        return ("type" in payload) + sum(parts(each) for each in payload.values())
    return sum(map(parts, payload)) if isinstance(payload, list) else 0


def crowd(count: int, phase: str, **settings: Any) -> TournamentRecord:
    """A tournament of members with the longest names, in tables of three."""
    entrants = tuple(
        EntrantRecord(
            number,
            number,
            user_id=10**18 + number,
            name=Name(f"{number:_<32}"),
            place=number,
            prize=100_000 if number < 6 else None,
        )
        for number in range(1, count + 1)
    )
    tables = tuple(
        RoundTableRecord(
            1,
            at // 3 + 1,
            tuple(range(at, min(at + 3, count + 1))),
            channel_id=10**18 + at,
            scores={"1": {str(member): (24, 1, 0) for member in range(at, min(at + 3, count + 1))}},
            done=at % 2 == 0,
        )
        for at in range(1, count + 1, 3)
    )
    return TournamentRecord(
        1,
        2,
        3,
        None,
        1,
        "rogues_and_warriors",
        {"seats": 3, "buy_in": 100_000, **settings},
        phase,  # type: ignore[arg-type]
        1,
        False,
        1e9,
        0.0,
        entrants,
        () if phase in ("open", "off") else tables,
        tuple((1, member, 0) for member in range(1, 20)),
    )


@pytest.mark.parametrize("phase", ["open", "gathering", "playing", "ended", "off"])
@pytest.mark.parametrize("count", [3, MOST_ENTRANTS])
def test_the_largest_board_fits_a_message(phase: str, count: int) -> None:
    record = crowd(count, phase)
    payload = board(record, trouble="x" * 200, calls=[entrant.user_id or 0 for entrant in record.entrants])
    assert len(words(payload)) <= LIMIT
    assert parts(payload) <= MOST_PARTS
    json.dumps(payload)


def test_every_place_is_on_some_page() -> None:
    record = crowd(MOST_ENTRANTS, "playing")
    seen = ""
    for page in range(2):
        payload = standings_note(record, 0, page)
        assert len(words(payload)) <= LIMIT
        seen += words(payload)
    for entrant in record.entrants:
        assert f"{entrant.number} **{entrant.number}" in seen
    assert "More" in json.dumps(standings_note(record, 0, 0))
    assert "More" not in json.dumps(standings_note(record, 0, 99))


def test_chips_are_told_with_their_sign() -> None:
    record = crowd(3, "playing", scoring="paid")
    assert "+24 chips" in words(board(record))
    assert "chips that are no money" in words(how_note(record))


def test_a_game_for_points_pays_no_chips() -> None:
    record = replace(crowd(3, "playing", scoring="paid"), game="burn_my_village")
    assert "24 points" in words(board(record))
    assert "the points that the game gives you" in words(how_note(record))


def test_a_member_whose_data_was_deleted_has_no_name() -> None:
    record = crowd(3, "open")
    gone = replace(record.entrants[0], name=None, user_id=None)
    assert "a former member" in words(board(replace(record, entrants=(gone, *record.entrants[1:]))))


@pytest.mark.parametrize("count", [3, 4, 7, MOST_ENTRANTS])
def test_the_picture_has_the_best_in_order_with_points_and_prizes(count: int) -> None:
    drawn = winners_picture(crowd(count, "ended")).drawing
    lines = [part.text for part in drawn.parts if isinstance(part, Words)]
    names = [line for line in lines if line[0].isdecimal() and "_" in line]
    assert [name.partition("_")[0] for name in names] == [str(n + 1) for n in range(min(count, MOST_STANDS))]
    assert lines.count("24") == len(names)
    assert " ".join(lines).count("100,000 copper") == min(count, 3)


def test_after_a_final_the_picture_has_its_players_alone() -> None:
    record = crowd(7, "ended")
    final = RoundTableRecord(
        2, 1, (1, 2), channel_id=5, final=True, scores={"9": {"1": (0, 0, 0), "2": (31, 1, 0)}}, done=True
    )
    entrants = tuple(
        replace(each, place={1: 2, 2: 1}.get(each.number, each.number)) for each in record.entrants
    )
    drawn = winners_picture(replace(record, entrants=entrants, tables=(*record.tables, final)))
    lines = [part.text for part in drawn.drawing.parts if isinstance(part, Words)]
    assert [line for line in lines if line in ("31", "0", "24", "The final")] == ["The final", "31", "0"]
    assert drawn.alt.startswith("👑 2")
