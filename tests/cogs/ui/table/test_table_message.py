"""The shape of the table message: one language for all games, and nothing that jumps or is said twice."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from bot.face.text.card_names import item_text
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.engine import BACK, RAIL, Match, Zone
from games.registry import GAMES
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.random_matches import finish, luck_of, play, random_header
from tests.helpers.script import Script

Json = dict[str, Any]


def match_of(key: str, number: int = 0, /, **options: Any) -> Match:
    """A match of a game, with random options but those that are named, and random seats."""
    game = GAMES[key]
    return Match(game, random_header(game, luck_of("paint", key, number), **options))


def parts(payload: Json) -> list[Json]:
    """The components within the container."""
    found: list[Json] = payload["components"][0]["components"]
    return found


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_title_stands_in_the_same_place_from_the_lobby_to_the_showdown(key: str) -> None:
    match = match_of(key)
    view = view_of(match, RAIL)
    lobby = structs.replace(
        view, scene=None, table=dataclasses.replace(view.table, match_id=None, phase="lobby")
    )
    shown = [table_message(lobby), table_message(view_of(match, RAIL))]
    shown.append(table_message(view_of(finish(match, luck_of("titles", key)), RAIL)))
    heads = [parts(each)[0]["content"].splitlines()[0] for each in shown]
    assert heads[0] == heads[2] == f"## {GAMES[key].title}"
    assert heads[1].startswith("## ")
    assert len({each["components"][0]["accent_color"] for each in shown}) == 1


@pytest.mark.parametrize("key", ["the_wheel", "kings_council", "three_kingdoms", "rogues_and_warriors"])
def test_a_showdown_names_a_hand_once(key: str) -> None:
    seen = 0
    for number in range(10):
        match = finish(match_of(key, number), luck_of("showdown", key, number))
        rows = parts(table_message(view_of(match, RAIL)))[0]["content"].splitlines()
        for block in match.scene(RAIL).blocks:
            if isinstance(block, Zone) and block.name == "hand" and block.items and BACK not in block.items:
                [row] = [row for row in rows if f"**Player {block.owner}**" in row]
                for card, n in Counter(block.items).items():
                    told = row.count(item_text(card))
                    assert told == n or (told == 1 and f"{item_text(card)} ×{n}" in row)
                seen += 1
    assert seen


def test_a_raise_of_all_that_is_left_says_so() -> None:
    s = Script(GAMES["rogues_and_warriors"], "AB", stakes={"A": 15, "B": 15})
    assert "Bet 14 (all in)" not in str(hand_panel(view_of(s.match, 0)))
    s.does(A=7)
    panel = str(hand_panel(view_of(s.match, 1)))
    assert "Raise 7 (all in)" in panel
    assert "Call 7" in panel


def test_the_way_out_of_a_wager_is_no_bait() -> None:
    match = match_of("barovian_boneyard")
    seat = match.header.ring[0]
    labels = [
        (each["label"], each["style"])
        for row in parts(hand_panel(view_of(match, seat)))
        if row["type"] == 1
        for each in row["components"]
    ]
    names = [label for label, _ in labels]
    assert labels[names.index("Not this game")][1] == 2
    assert names.index("Not this game") > names.index("Wager 1")


def test_how_long_a_game_takes_is_said_in_words() -> None:
    for key, words in (("barovian_boneyard", "about a minute"), ("threes", "about 4 minutes")):
        view = view_of(match_of(key), RAIL)
        lobby = structs.replace(
            view, scene=None, table=dataclasses.replace(view.table, match_id=None, phase="lobby")
        )
        assert parts(table_message(lobby))[0]["content"].endswith(words)


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        ("tripledip", {"played_for": "gembones"}, True),
        ("tripledip", {"played_for": "points_quick"}, False),
        ("threes", {}, True),
        ("conclave_of_wyrms", {}, False),
    ],
)
def test_a_showdown_for_fun_says_so_where_there_is_something_to_win(
    key: str, options: dict[str, Any], said: bool
) -> None:
    *_, match = play(match_of(key, **options), luck_of("fun", key))
    view = structs.replace(view_of(match, RAIL), free=True)
    assert ("You played for fun" in str(table_message(view))) is said


def test_only_what_everyone_is_asked_is_answered_on_the_table_message() -> None:
    s = Script(GAMES["rogues_and_warriors"], "AB", stakes=50).does(A=4)
    board, panel = table_message(view_of(s.match, RAIL)), hand_panel(view_of(s.match, 1))
    assert "Staying in costs" not in texts(board)
    assert "The bet is 4. Staying in costs **4** of your 49." in texts(panel)
    answers = {part["components"][0]["label"]: part for part in parts(panel) if part["type"] == 1}
    assert "Call 4" in answers
    assert not any(
        each["label"] == "Call 4" for part in parts(board) if part["type"] == 1 for each in part["components"]
    )
    everyone = Script(GAMES["tripledip"], "AB")
    shown = parts(table_message(view_of(everyone.match, RAIL)))
    at = next(place for place, part in enumerate(shown) if part["type"] == 1)
    assert shown[at - 1]["content"].startswith("Roll three g4s?")


def texts(payload: Json) -> str:
    """All that is said."""
    return "\n".join(part.get("content", "") for part in parts(payload))


def test_dice_that_lie_before_their_seats_are_not_told_again() -> None:
    s = Script(GAMES["threes"], "AB", rolls="6 3 3 2 5  1 1 2 4 6  6 2 5  2 4 6")
    board, panel = table_message(view_of(s.match, RAIL)), hand_panel(view_of(s.match, 0))
    assert "rolls" not in texts(board)
    assert "You roll" not in texts(panel)
    s.does(A="3", B="1")
    assert "keeps" not in texts(table_message(view_of(s.match, RAIL))), "all that was kept lies there"
    s.does(A=1, B="call").does(A="2", B="2")
    assert "keeps" in texts(table_message(view_of(s.match, RAIL))), (
        "what was added to a Keep has no place of its own"
    )


def test_a_closed_table_says_nothing_about_a_next_game() -> None:
    match = match_of("threes")
    finish(match, luck_of("closed"))
    view = view_of(match, RAIL)
    assert "starts the next game" in texts(table_message(view))
    closed = structs.replace(view, table=dataclasses.replace(view.table, phase="closed"))
    told = texts(table_message(closed))
    assert "This table has closed." in told
    assert "next game" not in told


def test_a_result_says_who_starts_next_only_while_the_same_seats_are_taken() -> None:
    match = match_of("threes")
    finish(match, luck_of("closed"))
    view = view_of(match, RAIL)
    assert "starts the next game" in texts(table_message(view))
    table = view.table
    fewer = dataclasses.replace(table, seats={key: table.seats[key] for key in list(table.seats)[1:]})
    assert "starts the next game" not in texts(table_message(structs.replace(view, table=fewer)))
