"""Charts: what they are made of, and the same in words."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from PIL import Image

from bot.face.art.chart import Bar, Bars, Curve, Lines, draw, scale
from cogs.luck.painter import luck_chart
from cogs.luck.statistics import LuckReport
from cogs.luck.tally import Face
from cogs.ui.charts import board_chart, change_worth, chart_message, night_chart, purse_chart
from cogs.ui.components import EPHEMERAL
from db import HistoryLine
from games.engine import RAIL, Match, Seats, Timeline
from games.registry import GAMES
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.random_matches import luck_of, play, random_header

DAY = 86_400.0
MOST_BYTES = 60_000


def line(day: int, change: dict[str, int], kind: str = "result") -> HistoryLine:
    return HistoryLine(day * DAY, kind, {}, change, day)


def test_a_purse_is_followed_back_from_what_it_is_now() -> None:
    history = [
        line(4, {"copper.g6": 2}),
        line(3, {"silver.piece": -3}),
        line(2, {"copper.g12": -1, "copper.g4": 3}, "exchange"),
        line(1, {"copper.g100": 1, "copper.piece": 60}, "welcome"),
    ]
    chart = purse_chart(history, 142, change_worth)
    assert chart is not None
    # 160 at first; the exchange changed no worth; then 30 less, then 12 more
    assert "started at 160, fell to 130, now 142 (−18)" in chart.words
    assert "2 Jan 1970" in chart.words
    assert "The last 3 changes" in chart.lines


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ((-30, 50, -20), "started at 160, fell to 130, peaked at 180, now 160 (±0)"),
        ((30, -10), "started at 160, peaked at 190, now 180 (+20)"),
        ((30, 10), "started at 160, now 200 (+40)"),
        ((-30,), "started at 160, now 130 (−30)"),
    ],
)
def test_a_chart_names_a_low_and_a_peak_only_where_there_was_one(changes: tuple[int, ...], told: str) -> None:
    history = [line(1, {"copper.piece": 160}, "welcome")]
    for change in changes:
        history.insert(0, line(2, {"copper.piece": change}))
    chart = purse_chart(history, 160 + sum(changes), change_worth)
    assert chart is not None
    assert told in chart.words


def test_a_purse_in_which_nothing_happened_has_no_chart() -> None:
    assert purse_chart([line(1, {"copper.g6": 1}, "welcome")], 6, change_worth) is None
    assert purse_chart([], 0, change_worth) is None


def test_a_board_says_the_same_in_words() -> None:
    chart = board_chart("Points", [("Ann", 7, "7"), ("日本", 3, "3")], "## Points")
    assert chart is not None
    assert chart.words == "Points: Ann 7, 日本 3."
    assert board_chart("Points", [], "## Points") is None
    assert draw(chart.drawing).startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def night() -> Match:
    """A night of a few games."""
    game = GAMES["adventurers_choice"]
    luck = luck_of("chart", game.key, 3)
    match = Match(game, random_header(game, luck))
    for _ in play(match, luck, leaves=0):
        if sum(event.kind == "game_over" for event in match.events) >= 2 and not match.over:
            break
    return match


def test_a_night_is_charted_game_by_game(night: Match) -> None:
    view = view_of(night, RAIL)
    assert view.scene is not None
    [course] = [block for block in view.scene.blocks if isinstance(block, Timeline)]
    games = [event.values["title"] for event in night.events if event.kind == "game_over"]
    assert [step for step, _ in course.steps] == ["Start", *games]
    chart = night_chart(view)
    assert chart is not None
    for seat, held in course.steps[-1][1]:
        assert f"Player {seat} " in chart.words
        assert str(held) in chart.lines
    assert draw(chart.drawing).startswith(b"\x89PNG")


def test_the_last_step_is_what_everybody_has_when_a_game_is_over(night: Match) -> None:
    scene = night.scene(RAIL)
    [course] = [block for block in scene.blocks if isinstance(block, Timeline)]
    [seats] = [block for block in scene.blocks if isinstance(block, Seats)]
    assert dict(course.steps[-1][1]) == {row.seat: row.money for row in seats.rows}


def test_a_night_that_has_just_begun_has_no_chart() -> None:
    game = GAMES["adventurers_choice"]
    match = Match(game, random_header(game, luck_of("chart", game.key, 0)))
    assert night_chart(view_of(match, RAIL)) is None
    other = Match(GAMES["threes"], random_header(GAMES["threes"], luck_of("chart", "threes", 0)))
    assert night_chart(view_of(other, RAIL)) is None
    view = view_of(match, RAIL)
    assert night_chart(structs.replace(view, scene=None)) is None


async def test_a_chart_is_sent_with_its_words_or_by_words_alone() -> None:
    chart = board_chart("Points", [("Ann", 7, "7")], "## Points\n1 · Ann 7")
    assert chart is not None
    payload, file = await chart_message(chart, private=True)
    assert file is not None
    assert payload["flags"] & EPHEMERAL
    [box] = payload["components"]
    assert box["components"][0]["items"][0]["description"] == chart.words
    assert box["components"][1]["content"] == chart.lines
    bare, none = await chart_message(chart, private=False, drawn=False)
    assert none is None
    assert [part["type"] for part in bare["components"][0]["components"]] == [10]


# ---- drawing


@given(st.integers(-(10**9), 10**9), st.integers(0, 10**9))
def test_an_axis_holds_all_values_with_few_lines(low: int, more: int) -> None:
    start, end, step = scale(low, low + more)
    assert start <= low <= low + more <= end
    assert start % step == end % step == 0
    assert 1 <= (end - start) // step <= 7
    assert str(step).rstrip("0") in ("1", "2", "5")


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.lists(st.none() | st.integers(-500, 5_000), min_size=2, max_size=30).filter(
            lambda values: any(value is not None for value in values)
        ),
        min_size=1,
        max_size=10,
    )
)
def test_any_lines_can_be_drawn(values: list[list[int | None]]) -> None:
    curves = tuple(Curve(f"Player {at}", tuple(each)) for at, each in enumerate(values))
    chart = Lines("Money", curves, ("Start", "End"))
    file = draw(chart)
    assert len(file) < MOST_BYTES
    assert file == draw(chart)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(-(10**6), 10**6), max_size=10))
def test_any_bars_can_be_drawn(values: list[int]) -> None:
    file = draw(Bars("Winnings", tuple(Bar("A name that is rather long", n, f"{n:+,}") for n in values)))
    assert len(file) < MOST_BYTES
    with Image.open(BytesIO(file)) as opened:
        assert opened.width == 780


def test_a_band_is_drawn_and_long_names_stay_whole() -> None:
    short = Bars("Luck", (Bar("1", 10, "10", (5, 20)), Bar("2", 12, "12", (5, 20))))
    plain = Bars("Luck", tuple(bar._replace(band=None) for bar in short.bars))
    assert draw(short) != draw(plain)
    name = "Merchant of Wolves"
    owls = Bars("Luck", (Bar(name, 10, "10"),))
    cut_off = Bars("Luck", (Bar(name[:11] + "…", 10, "10"),))
    assert draw(owls) != draw(cut_off)
    assert draw(owls) != draw(Bars("Luck", (Bar("Merchant of Horses", 10, "10"),)))


def test_luck_is_told_in_words_with_its_band() -> None:
    faces = {str(side): Face(10 + 12 * (side == 6), 12.0, 10.0) for side in range(1, 7)}
    chart = luck_chart(LuckReport({"d6": faces}, 3, 1), "d6", "Your luck")
    assert "**6** 22 (5 to 19)" in chart.lines
    assert "1 of 6 is outside of the band; now and then one is, by luck alone." in chart.lines
    assert "From 3 matches." in chart.lines
    assert "1 match can't be counted before the table closes" in chart.lines
    assert chart.words.startswith("Your luck: d6, 72 drawn. 1: 10 (5 to 19); 2: ")
    assert isinstance(chart.drawing, Bars)
    assert [bar.name for bar in chart.drawing.bars] == list("123456")
    many = {f"card {n}": Face(n, 15.0, 9.0) for n in range(30)}
    cards = luck_chart(LuckReport({"cards:gone": many}, 1, 0), "cards:gone", "This table")
    assert isinstance(cards.drawing, Bars)
    assert [bar.name for bar in cards.drawing.bars[:3]] == ["card 0", "card 1", "card 29"], (
        "those furthest off"
    )
    assert "-# Shown are the 20 of 30 that are furthest off." in cards.lines
    assert len(cards.words) <= 1_000
