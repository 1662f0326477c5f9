"""Texts that commands show: within Discord's limits, with nothing of members' names or ids believed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.economy.wallet import Purse
from bot.face.text.money_text import change_text, history_text, parting_text, purse_text
from bot.face.text.templates import Renderer
from bot.user_errors import MESSAGES, UserError
from cogs.admin.text import audit_text, funds_text
from cogs.interactions import errors
from cogs.leaderboard.cog import BoardRequest, board_text
from cogs.leaderboard.rows import BoardLine, BoardPage
from cogs.ui.rules_text import games_note, pages, rules_note
from db import AuditLine, HistoryLine, NotSaved
from db.backend.names import Name
from games.engine import Game
from games.registry import GAMES


def length(payload: dict[str, Any]) -> int:
    """Characters of all texts of a message."""
    total = len(payload.get("content", "")) if payload.get("type") == 10 else 0
    return total + sum(length(part) for part in payload.get("components", []))


# ---- rules


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_rules_fit_into_messages(game: Game) -> None:
    for page in range(9):
        assert 0 < length(rules_note(game, page)) <= 4_000


def test_all_games_fit_into_a_message() -> None:
    assert 0 < length(games_note("x" * 300)) <= 4_000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "short",
        "line\n" * 50,
        "x" * 95,
        "a\n" + "y" * 40 + "\nb",
        "\n\n\n",
        "z" * 10,
        ("w" * 9 + "\n") * 3,
    ],
)
def test_pages_are_short_enough_and_lose_nothing(text: str) -> None:
    cut = list(pages(text, 10))
    assert all(len(page) <= 10 for page in cut)
    assert "".join(cut).replace("\n", "") == text.replace("\n", "")


def test_pages_are_cut_between_lines() -> None:
    assert list(pages("one\ntwo\nthree", 8)) == ["one\ntwo", "three"]


# ---- purses


def test_an_empty_purse_says_what_to_do() -> None:
    assert "/purse claim" in purse_text(Purse({}, {}, {}, 0))


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("1g4", "a g4"),
        ("3g8 less 1g4", "three g8s for a g4"),
        ("1g4 + 1g6 + 2g8", "a g4, a g6 and two g8s"),
        ("8g6 + 1g4 (52 pieces)", "eight g6s and a g4 (52 pieces)"),
        (40, "40"),
    ],
)
def test_amounts_are_told_as_people_say_them(amount: object, words: str) -> None:
    assert Renderer({}).render("{n:gembones}", {"n": amount}) == words


@pytest.mark.parametrize(
    ("n", "words"), [(1, "1 point"), (0, "0 points"), (-1, "−1 point"), (-30, "−30 points")]
)
def test_points_have_their_plural_and_a_real_minus(n: int, words: str) -> None:
    assert Renderer({}).render("{n:points}", {"n": n}) == words


def test_a_purse_of_copper_alone_tells_its_worth_once() -> None:
    told = purse_text(Purse({"copper": {"g100": 1, "g4": 1}}, {}, {}, 104))
    assert "**Copper** · 104 pieces: a g100 and a g4" in told
    assert "Total" not in told


def test_a_purse_in_words() -> None:
    purse = Purse({"copper": {"g20": 2, "piece": 1}}, {"gold": {"g6": 1}}, {"points": 1_200}, 641)
    assert purse_text(purse).splitlines() == [
        "**Copper** · 41 pieces: two g20s and 1 piece",
        "At tables · 6 pieces of gold: a g6",
        "Points 1,200",
        "-# Total: 641 copper.",
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"copper.g12": -1, "copper.g4": 3}, "−1g12 +3g4 of copper"),
        ({"gold.piece": 1, "points": 2}, "+1 piece of gold · +2 points"),
        ({"copper.piece": -3, "silver.g100": 1}, "−3 pieces of copper · +1g100 of silver"),
        ({}, "nothing changed"),
    ],
)
def test_changes_in_words(change: dict[str, int], told: str) -> None:
    assert change_text(change) == told


def test_history_names_the_game_or_the_other_party() -> None:
    result = HistoryLine(5.0, "result", {"match": 3, "game": "threes"}, {"copper.piece": 9}, 1)
    assert history_text(result, {}) == "<t:5:R> Threes · +9 pieces of copper"
    given = HistoryLine(5.0, "gift", {"from": 1, "to": 2}, {"copper.g4": -1}, 1)
    assert history_text(given, {2: "*Bob*"}) == r"<t:5:R> Gift to \*Bob\* · −1g4 of copper"
    got = HistoryLine(5.0, "gift", {"from": 1, "to": 2}, {"copper.g4": 1}, 1)
    assert history_text(got, {}) == "<t:5:R> Gift from someone · +1g4 of copper"


# ---- boards


@pytest.mark.parametrize(
    "asked",
    [BoardRequest(), BoardRequest("worth", None, "week", 3), BoardRequest("wins", "threes", "month", 0)],
)
def test_a_custom_id_says_which_page_of_which_board(asked: BoardRequest) -> None:
    assert BoardRequest.parse(asked.custom_id().partition(":")[2]) == asked
    assert len(asked.custom_id()) <= 100


@pytest.mark.parametrize(
    "rest",
    ["", "worth", "gold::all:0", "worth::ever:0", "worth::all:-1", "worth::all:²", "worth:chess:all:0"],
)
def test_an_id_from_outside_is_not_believed(rest: str) -> None:
    with pytest.raises(UserError):
        BoardRequest.parse(rest)


def test_ids_of_boards_lead_back_to_them() -> None:
    assert BoardRequest.parse("worth:threes:all:1") == BoardRequest("worth", "threes", "all", 1), (
        "as older messages have it"
    )
    asked = BoardRequest("house", None, "week", 2, "gold")
    assert BoardRequest.parse(asked.custom_id().removeprefix("board:")) == asked
    for wrong in ("house::all:0:tin", "points::all:0:gold", "house::all:0:gold:0"):
        with pytest.raises(UserError):
            BoardRequest.parse(wrong)


@pytest.mark.rule("GEM-R7")
def test_the_default_board_is_winnings_against_members() -> None:
    lines = [
        BoardLine(1, 5, 50, Name("Ann"), 31, 10),
        BoardLine(1, 6, 60, Name("@here"), 31, 1),
        BoardLine(3, 7, 70, Name("Cid"), -62, 1_200),
    ]
    assert board_text(BoardRequest(), BoardPage(lines, 3, 1_205)).splitlines() == [
        "## Winnings against members",
        "1 · **Ann** +31 copper · 10 matches",
        "1 · **here** +31 copper · *only* 1 match",
        "3 · **Cid** −62 copper · 1,200 matches",
        "-# 1,205 matches played for money between members. *Only*: fewer than 10, so luck still has the bigger say.",
    ]


@pytest.mark.rule("GEM-R7")
def test_wins_are_told_of_how_many() -> None:
    page = BoardPage([BoardLine(1, 5, 50, Name("Ann"), 7, 14), BoardLine(2, 6, 60, Name("Bob"), 1, 1)], 2, 14)
    assert board_text(BoardRequest("wins"), page).splitlines() == [
        "## Matches won",
        "1 · **Ann** 7 of 14 matches",
        "2 · **Bob** 1 of *only* 1 match",
        "-# 14 matches in all; you win one by coming out ahead in money or points. "
        "*Only*: fewer than 10, so luck still has the bigger say.",
    ]
    nights = board_text(BoardRequest("crowns"), BoardPage([BoardLine(1, 5, 50, Name("Ann"), 3, 12)], 1, 12))
    assert nights.splitlines() == ["## Nights won", "1 · **Ann** 3 of 12 nights", "-# 12 nights in all."]


# ---- the house


def test_funds_in_words() -> None:
    told = funds_text({("copper", "guests"): 10_000, ("copper", "threes"): 5, ("gold", "gone_game"): 7})
    assert told.splitlines() == [
        "**Copper**",
        "- Computer players: 10,000 pieces",
        "- Threes: 5 pieces",
        "**Gold**",
        "- gone_game: 7 pieces",
    ]


@pytest.mark.parametrize(
    ("what", "detail", "told"),
    [
        ("limits", {"min_stake": 5, "max_stake": 9}, "set buy-ins from 5 to 9"),
        ("games", {"games": ["threes", "lost"]}, "allowed these games: Threes, lost"),
        ("games", {"games": []}, "allowed these games: all"),
        ("channels", {"channels": [7]}, "allowed tables in: <#7>"),
        ("first evening", {"first_evening": False}, "let first evenings be for money"),
        ("grant", {"member": 8, "amount": "1g4 of gold"}, "granted 1g4 of gold to someone"),
        ("refund", {"table": 1, "match": 4}, "called off match 4; stakes went back"),
        ("match void", {"table": 1, "match": 4}, "ended match 4 without a result"),
        ("call role", {"call_role": None}, "let calls mention no role"),
        ("season ended", {"season": 3}, "ended season 3"),
        ("tournament called off", {"tournament": 5}, "called off a tournament"),
        ("something new", {}, "something new"),
    ],
)
def test_the_audit_log_in_words(what: str, detail: dict[str, Any], told: str) -> None:
    assert audit_text(AuditLine(1, 5.0, 3, what, detail), {3: "Ann"}) == f"<t:5:R> **Ann** {told}"
    assert audit_text(AuditLine(1, 5.0, None, what, detail), {}) == f"<t:5:R> **The house** {told}"


# ---- what goes wrong


def test_errors_become_sentences(caplog: pytest.LogCaptureFixture) -> None:
    assert errors.sentence(UserError("to_bot")) == MESSAGES["to_bot"]
    assert errors.sentence(NotSaved("disk full")).startswith("That wasn't saved. Press again. (id ")
    told = errors.sentence(ZeroDivisionError("oh"))
    assert told.rpartition("id ")[2].rstrip(")") in caplog.text
    assert "oh" not in told


def test_refusals_blame_nobody() -> None:
    assert not [sentence for sentence in MESSAGES.values() if "!" in sentence]


@pytest.mark.parametrize(
    ("paid", "said"),
    [
        ("3g20", "You leave with 60 copper (three g20s)."),
        ("1g20 + 2g4 + 1 piece", "You leave with 29 copper (a g20, two g4s and 1 piece)."),
        ("", "You've left the table."),
        (
            "Your seat finishes the hand by itself; then your stake comes back.",
            "You've left the table. Your seat finishes the hand by itself; then your stake comes back.",
        ),
    ],
)
def test_who_leaves_reads_what_goes_home(paid: str, said: str) -> None:
    assert parting_text(paid, "copper") == said
