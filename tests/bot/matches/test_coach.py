"""The coach judges a member's own decisions by the game's best player, and says nothing where that doesn't know."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from bot.matches.coach import NIGHT_GAP, Judged, judge, judge_steps, night_of
from bot.matches.played_match import PlayedMatch, load_played
from cogs.look_back.coach_painter import (
    MOST_WAYS,
    TRY,
    coach_message,
    in_words,
    lesson_message,
    night_message,
    worst_of,
)
from cogs.look_back.painter import Position, own_panel, step_message
from db.journal import MatchSummary
from games.computer.weighed import Weighed
from games.engine.chance import Chance, Seed
from games.engine.match import Header, Match, Row
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene
from games.registry import find_game
from tests.helpers.readers import reader
from tests.helpers.tables import ANN, BOB, GUILD, Room, a_room, defaults

GAME = find_game("rogues_and_warriors")


class Knows:
    """A player that knows what a check and some bets are worth."""

    def __init__(self, *ways: tuple[Answer, float]) -> None:
        self.ways = ways

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Give the best answer."""
        return Weighed.by_worth(self.ways).ways[0][0]

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return what it knows, with ten pieces at stake."""
        return Weighed.by_worth(self.ways, 10.0, "pieces") if self.ways else None


def asked() -> tuple[Match, int, int]:
    """Return a match at its first bet, with the question and its seat."""
    match = Match(GAME, Header(GAME.key, GAME.version, {}, (0, 1), Seed("coach"), {0: 50, 1: 50}))
    [ask] = match.open.values()
    return match, ask.id, ask.seat


@pytest.mark.parametrize(
    ("answer", "best", "cost"),
    [
        ("check", 4, 2.0),
        (4, 4, 0.0),
        # the nearest amount that was weighed stands for one between
        (3, 4, 0.0),
        (40, 4, 7.0),
        # less than anyone could tell from luck
        (1, 1, 0.0),
    ],
)
def test_an_answer_gives_away_what_the_best_was_worth_more(
    answer: Answer, best: Answer, cost: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    knows = Knows(("check", 1.0), (4, 3.0), (1, 2.8), (20, -4.0))
    monkeypatch.setitem(GAME.policies, "shark", knows)
    match, ask, seat = asked()
    judged = judge(GAME, match, Row(ask, seat, "", answer, "player"), 0)
    assert judged is not None
    assert judged._replace(ways=()) == Judged(0, best, cost, 10.0, "pieces")
    assert dict(judged.ways) == {"check": 2.0, 4: 0.0, 1: 0.0, 20: 7.0}
    assert judged.mistake == (cost >= 1)


class Guesses(Knows):
    """A player that is as often wrong about bets as it is right."""

    guesses = iter([(3.0, -1.0), (-1.0, 3.0), (-1.0, -1.0)])

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return other worths each time."""
        small, large = next(self.guesses)
        return Weighed.by_worth([("check", 0.0), (4, small), (20, large)], 10.0, "pieces")


def test_an_answer_is_not_blamed_because_others_were_lucky_in_a_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAME.policies, "shark", Guesses())
    match, ask, seat = asked()
    judged = judge(GAME, match, Row(ask, seat, "", "check", "player"), 0)
    assert judged is not None
    assert judged.cost == 0.0


@pytest.mark.parametrize("knows", [Knows(), Knows(("check", 1.0)), Knows(("check", 1.0), ("call", 0.0))])
def test_the_coach_says_nothing_of_what_it_does_not_know(
    knows: Knows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME.policies, "shark", knows)
    match, ask, seat = asked()
    assert judge(GAME, match, Row(ask, seat, "", "fold", "player"), 0) is None


async def played_by_both(room: Room, game: str = GAME.key) -> PlayedMatch:
    """Play a match by defaults, and let Ann look back."""
    table = await room.open(game, ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    number = table.session.id
    await room.quiet()
    for person in (ANN, BOB, ANN):
        asks = table.session.match.asks_of(table.viewer_of(person.user_id))
        if asks:
            await table.press(person, number, asks[0].id, "check")
            await room.quiet()
    await defaults(room, table)
    return await load_played(room.store, GUILD, number, reader(ANN))


async def test_the_decisions_of_a_match_are_judged_the_same_each_time(tmp_path: Path) -> None:
    async with a_room(tmp_path / "coach.db") as room:
        played = await played_by_both(room)
        steps = played.decisions()
        assert steps, "Ann has checked at least once"
        found = judge_steps(GAME.key, GAME.version, played.header, played.rows, steps)
        assert found
        assert found == judge_steps(GAME.key, GAME.version, played.header, played.rows, steps)
        assert {judged.step for judged in found} <= {*steps}
        assert judge_steps(GAME.key, GAME.version, played.header, played.rows, steps[:1]) == found[:1]
        shown = str(
            step_message(played, Position(1, found[0].step), played.at(found[0].step), judged=found[0])
        )
        assert "Coach: " in shown
        way = next(answer for answer, _cost in found[0].ways if answer != "check")
        wasted = found[0]._replace(cost=2.4, best=way)
        match = played.at(wasted.step)
        worst = [in_words(moment, match) for moment in worst_of([(played, wasted)])]
        page = str(coach_message(played, [wasted], worst))
        assert (
            f"Step {wasted.step}: you chose **Check**. **Bet {way}** was worth about 2.4 pieces more." in page
        )
        assert "Try no. 1 again" in page
        assert "Given away: about 2.4 pieces." in page
        twice = str(coach_message(played, [wasted, wasted], worst))
        assert "Given away: from 3.8 pieces to 4.8 pieces." in twice, "a second error is less sure to cost"
        chances = [each._replace(unit="chance", cost=0.1) for each in (wasted, wasted)]
        assert "Given away: about 20 % of the win." in str(coach_message(played, chances, worst))
        assert "I can't judge your decisions" in str(coach_message(played, [], []))
        night = str(night_message(played, [(played, wasted)], 3, worst))
        assert "1 big mistake in 1 of your 3 decisions." in night
        assert "1 match that I can judge" in night
        other = replace(played, number=2)
        both = str(night_message(played, [(played, wasted), (other, wasted)], 3, worst))
        assert "Given away: about 4.8 pieces." in both, "the first error of a match costs what it seems to"
        assert "Rogues and Warriors: you chose **Check**." in night
        assert "I can't judge your decisions of this night" in str(night_message(played, [], 0, []))
        asked_again = str(lesson_message(played, match, wasted))
        assert "What would you do now?" in asked_again
        assert "Coach: " not in asked_again, "the reader decides first"
        answers = [answer for answer, _cost in wasted.ways]
        bad = wasted._replace(ways=tuple((each, 1.8 * (each != way)) for each in answers))
        assert "this gave away about 1.8 pieces" in str(
            lesson_message(played, match, bad, answers.index("check"))
        )
        assert "as good as anything" in str(lesson_message(played, match, bad, answers.index(way)))


async def test_an_amount_without_a_button_reads_like_one_that_has_one(tmp_path: Path) -> None:
    async with a_room(tmp_path / "amounts.db") as room:
        played = await played_by_both(room)
        step = played.decisions()[0]
        panel = own_panel(played, played.at(step), played.viewer(step))
        shown = {str(control.get("label")) for control in panel.controls}
        label = panel.label_of(17)
        assert label not in shown, "nobody is offered just that"
        assert label == "Bet 17"
        judged = Judged(step, 17, 2.4, 10.0, "pieces", (("check", 2.4), (17, 0.0)))
        lesson = str(lesson_message(played, played.at(step), judged))
        assert "'label': 'Bet 17'" in lesson
        assert "'label': '17'" not in lesson


async def test_a_lesson_about_discards_names_the_cards_and_offers_the_best_of_many(tmp_path: Path) -> None:
    async with a_room(tmp_path / "discards.db") as room:
        played = await played_by_both(room, "kings_council")
        step = next(
            at for at, row in enumerate(played.rows) if isinstance(row.answer, list) and row.seat == 0
        )
        match = played.at(step)
        panel = own_panel(played, match, 0)
        one, other = panel.label_of([0]), panel.label_of([1])
        assert panel.label_of([0, 1]) == f"{one}, {other}"
        every = [[], *([each] for each in range(5)), *([a, b] for a, b in combinations(range(5), 2))]
        ways = tuple((answer, 0.1 * (15 - at)) for at, answer in enumerate(every))
        lesson = str(lesson_message(played, match, Judged(step, every[-1], 0.4, 10.0, "chance", ways)))
        offered = [every[int(place)] for place in re.findall(rf":{TRY}(\d+)'", lesson)]
        assert every[-1] in offered, "the best is among them, though it comes last"
        assert len({panel.label_of(answer) for answer in offered}) == len(offered) <= MOST_WAYS


def test_a_night_is_the_matches_without_a_long_rest_between_them() -> None:
    def match(number: int, opened: float) -> MatchSummary:
        return MatchSummary(number, GAME.key, "ended", opened, opened + 60)

    later = 3 * NIGHT_GAP
    matches = [match(4, later + 700), match(3, later), match(2, 900), match(1, 0)]
    assert night_of(matches, 3) == [4, 3]
    assert night_of(matches, 2) == [2, 1]
    assert night_of(matches, 9) == [9]
