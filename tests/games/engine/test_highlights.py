"""What decided a game: the line on a result card, found in what everyone saw."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.text.emoji_text import without_emoji
from bot.face.text.templates import Renderer
from games.engine import RAIL, Highlights, Line, Match, SceneOutcome
from games.engine.endings.finish import Finish
from games.engine.endings.highlights import highlights_of
from games.engine.match_state import STANDING, Event
from games.engine.result import Result
from games.engine.scene import ResultRow
from games.gembones import barovian_boneyard
from games.parlour import rogues_and_warriors, the_wheel
from games.registry import GAMES
from tests.helpers.games.adventurers_choice import all_press_next, evening, plays
from tests.helpers.games.tiamat import play_hands
from tests.helpers.random_matches import cases, finish, luck_of, random_header
from tests.helpers.script import Script

NAMES = Renderer(dict(enumerate(("Ann", "Bob", "Cid", "Dot"))))


def outcome(match: Match, viewer: int = RAIL) -> SceneOutcome:
    """The end as a viewer sees it."""
    return next(block for block in match.scene(viewer).blocks if isinstance(block, SceneOutcome))


def told(match: Match) -> tuple[str, str]:
    """The moment and what came of it, in words."""
    found = outcome(match).highlights
    with without_emoji():
        return tuple(NAMES.say(line) if line is not None else "" for line in (found.moment, found.then))  # type: ignore[return-value]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_decided_it_and_the_same_to_everyone(game: str) -> None:
    said = 0
    for number in cases(6, most=12):
        luck = luck_of("highlights", game, number)
        match = finish(Match(GAMES[game], random_header(GAMES[game], luck), digests=False), luck)
        found = outcome(match)
        assert all(outcome(match, seat).highlights == found.highlights for seat in match.header.ring)
        if found.highlights.moment is not None:
            said += 1
            assert NAMES.say(found.highlights.moment)
    assert said, "no random match had a moment"


def rogues(cards: str, **more: Any) -> Script:
    return Script(rogues_and_warriors.GAME, "AB", cards=cards, **more)


def test_a_bluff_that_was_called_is_the_moment() -> None:
    s = rogues("W.hawk B.wolf R.owl R.hare").does(A="check", B=10).does(A="call")
    s.each("AB", [0]).each("AB", "check")
    assert told(s.match) == ("Bob bet 10 with Rogue-Rogue, lowest of 15.", "Ann called, and was right.")
    assert outcome(s.match).highlights.pot == 22


def test_a_broken_tie_is_the_moment_and_the_loser_is_told_of_it() -> None:
    # both Warrior-Bard; Ann's cards are both red
    s = rogues("W.hawk B.wolf W.owl B.hare").does(A="check", B=10).does(A="call")
    s.each("AB", [0]).each("AB", "check")
    assert told(s.match) == (
        "Ann wins the tie with 2 cards of one colour against 1.",
        "Bob bet 10 with Warrior-Bard, 3rd best of 15.",
    )
    personal = outcome(s.match, 1).personal
    assert personal is not None
    assert NAMES.say(personal) == "You lost 11: Ann also had Warrior-Bard, 3rd best of 15, and won the tie."


def test_the_loser_of_a_wheel_reads_which_spoke_scored() -> None:
    s = Script(the_wheel.GAME, "AB").defaults()
    seats = {row.seat: outcome(s.match, row.seat) for row in s.result.rows}
    spoke = s.told("strongest")[-1].values["spoke"]
    sentences = [NAMES.say(each.personal) for each in seats.values() if each.personal is not None]
    assert [words for words in sentences if f"points with {spoke}" not in words] == []


def test_what_nobody_paid_to_see_stays_hidden() -> None:
    s = rogues("W.hawk B.wolf R.owl R.hare").does(A=10, B="fold").does(A="keep")
    assert told(s.match) == ("Ann bet 10, and everyone folded.", "Nobody paid to find out.")
    assert outcome(s.match).highlights.items == ()
    s = rogues("W.hawk B.wolf R.owl R.hare").does(A=10, B="fold").does(A="show")
    assert outcome(s.match).highlights.items == ("W.hawk", "B.wolf")


def test_who_takes_the_lead_in_the_last_round_need_not_keep_it() -> None:
    words = {"moment:lead": "early", "moment:lead_last": "late", "moment:lead:then": ""}
    rows = (ResultRow(0, 1, {}, None), ResultRow(1, 2, {}, None))

    def standing(*scores: int) -> Event:
        return Event(STANDING, {"scores": dict(enumerate(scores))}, None, words)

    for steps, moment in (([(1, 2), (3, 2), (4, 3)], "early"), ([(1, 2), (2, 3), (4, 3)], "late")):
        events = [standing(*scores) for scores in steps]
        ended = Finish(Result(Line(""), rows), events, {}, None, words)
        found = highlights_of(ended, Highlights(), words).moment
        assert found is not None
        assert found.text == moment


def test_where_nobody_bet_that_is_said() -> None:
    s = rogues("W.hawk B.wolf R.owl R.hare").each("AB", "check").each("AB", [0]).each("AB", "check")
    assert told(s.match)[0] == "Nobody bet, so it came down to the showdown."


def test_tiamat_tells_who_bit_whom_and_when() -> None:
    script = play_hands("A GRUKW  B GGRUK", "A GRUKW  B GGRUK")
    assert script.match.over
    moment, _ = told(script.match)
    assert moment == "Ann's Tiamat bit Bob out of the game in hand 2."
    personal = outcome(script.match, 1).personal
    assert personal is not None
    assert NAMES.say(personal) == "You lost a g100, bitten by Ann's Tiamat in hand 2. Ann outlived you."


def test_the_boneyard_says_how_the_dice_fell() -> None:
    s = Script(barovian_boneyard.GAME, "AB", rolls="4 8 6 2", size="g8").each("AB", 1)
    rows = {row.seat: NAMES.say(row.reason) for row in outcome(s.match).rows if row.reason is not None}
    assert rows == {
        0: "Ravenloft, with 6 between the house's 4 and 8",
        1: "Mist, with 2 outside the house's 4 and 8",
    }
    assert outcome(s.match).highlights == Highlights(
        outcome(s.match).highlights.moment, None, ("g8:4", "g8:8")
    )
    personal = outcome(s.match, 1).personal
    assert personal is not None
    assert NAMES.say(personal) == "You lost a g8: Mist, with 2 outside the house's 4 and 8."


def test_a_night_says_what_each_game_brought() -> None:
    s = evening("AB", rounds=1)
    for _ in range(2):
        plays(s)
        all_press_next(s)
    assert s.match.over
    rows = {row.seat: NAMES.say(row.reason) for row in outcome(s.match).rows if row.reason is not None}
    assert all(words.count("Rogues and Warriors") == 2 for words in rows.values())
    assert outcome(s.match).highlights.moment is not None
    assert "Rogues and Warriors brought" in told(s.match)[0]
