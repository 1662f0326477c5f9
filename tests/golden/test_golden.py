"""Golden journals: matches that were played once play again, answer by answer, to the same result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import Field, create_model

from games.engine import Game, Header, Match, ReplayDiverged, Result, Row
from games.parlour.adventurers_choice.games import BY_KEY
from games.registry import GAMES, find_game
from tests.golden.record import ROOM, load, plain
from tests.helpers.small_games import changed

MEANT = """If the change of the rules is meant, raise the game's `version` and record its journals again
(`python -m tests.golden.record`); CONTRIBUTING.md says when the old rules are to be kept. A night of Adventurer's
Choice asks for the `night_variants` of the games inside it: a change there is a change of its rules."""
JOURNALS = sorted(ROOM.glob("*.json"))


def replayed(game: Game, header: Header, rows: list[Row]) -> Match:
    """Play a journal again; where it diverges, the error says what to do about it."""
    try:
        return Match.replay(game, header, rows)
    except ReplayDiverged as diverged:
        diverged.add_note(MEANT)
        raise


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_golden_journal_plays_again_to_the_same_result(path: Path) -> None:
    header, rows, result = load(path)
    game = find_game(header.game)
    assert header.version == game.version
    match = replayed(game, header, rows)
    assert match.over
    assert match.rows == rows
    assert match.result is not None
    # what results have come to hold since the journal was recorded is as it is where a game says nothing of it
    since = list(zip(Result._fields, match.result, strict=True))[len(result) :]
    assert wordless(plain(match.result)[: len(result)]) == wordless(result)
    assert dict(since).items() <= Result._field_defaults.items()


def wordless(value: Any) -> Any:
    """A result without its sentences: how a game says something may change, never the values that it says."""
    if isinstance(value, list) and [type(each) for each in value] == [str, dict]:
        return ["", wordless(value[1])]
    if isinstance(value, list):
        return [wordless(each) for each in value]
    if isinstance(value, dict):
        return {key: wordless(each) for key, each in value.items()}
    return value


def test_only_sentences_are_left_out_of_the_comparison() -> None:
    won = [["{who:seat} wins {n}", {"who": 1, "why": ["with {total}", {"total": 4}]}], [1, 1, {"piece": 60}]]
    assert wordless(won) == [["", {"who": 1, "why": ["", {"total": 4}]}], [1, 1, {"piece": 60}]]


def with_a_new_switch(game: Game) -> Game:
    """The game as it would be after an upgrade that adds a boolean option to it."""
    switch = Field(False, title="A new switch", description="It changes nothing.")
    grown = create_model("NewOptions", __base__=game.options, a_new_switch=(bool, switch))
    return changed(game, options=grown)


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_new_option_makes_no_golden_journal_diverge(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A night asks which variants are added to a game, so this holds for the games inside it too."""
    for key, game in BY_KEY.items():
        monkeypatch.setitem(BY_KEY, key, with_a_new_switch(game))
    header, rows, _ = load(path)
    match = replayed(with_a_new_switch(find_game(header.game)), header, rows)
    assert match.over
    assert match.rows == rows


def test_every_game_has_golden_journals() -> None:
    recorded = {path.stem.split("-")[0] for path in JOURNALS}
    assert set(GAMES) - recorded == set(), (
        "record one of each: python -m tests.golden.record (docs/adding-a-game.md)"
    )
    assert recorded - set(GAMES) == set()


def test_a_journal_of_other_rules_stops_where_they_part() -> None:
    """Recorded as if raises were free of the least raise: its fourth question offered other amounts."""
    header, rows, _ = load(ROOM / "diverging" / "rogues_and_warriors.json")
    with pytest.raises(ReplayDiverged, match=r"^row 3 of the journal") as caught:
        Match.replay(find_game(header.game), header, rows)
    assert caught.value.index == 3
    assert caught.value.got == rows[3]
    assert Match.replay(find_game(header.game), header, rows[:3]).rows == rows[:3]
