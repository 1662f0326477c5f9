"""Golden journals: matches that were played once play again, answer by answer, to the same result."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.catalogue import GAMES, find_game
from games.engine import Match, ReplayDiverged, Result
from tests.golden.record import ROOM, load, plain

JOURNALS = sorted(ROOM.glob("*.json"))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_golden_journal_plays_again_to_the_same_result(path: Path) -> None:
    header, rows, result = load(path)
    game = find_game(header.game)
    assert header.version == game.version
    match = Match.replay(game, header, rows)
    assert match.over
    assert match.rows == rows
    assert match.result is not None
    # what results have come to hold since the journal was recorded is as it is where a game says nothing of it
    since = list(zip(Result._fields, match.result, strict=True))[len(result) :]
    assert plain(match.result)[: len(result)] == result
    assert dict(since).items() <= Result._field_defaults.items()


def test_every_game_has_golden_journals() -> None:
    assert {path.stem.split("-")[0] for path in JOURNALS} == set(GAMES)


def test_a_journal_of_other_rules_stops_where_they_part() -> None:
    """Recorded as if raises were free of the least raise: its fourth question offered other amounts."""
    header, rows, _ = load(ROOM / "diverging" / "rogues_and_warriors.json")
    with pytest.raises(ReplayDiverged, match=r"^row 3 of the journal") as caught:
        Match.replay(find_game(header.game), header, rows)
    assert caught.value.index == 3
    assert caught.value.got == rows[3]
    assert Match.replay(find_game(header.game), header, rows[:3]).rows == rows[:3]
