"""Verdicts and results of the gembone games in words: faces, totals, lost dice, captives, cheaters, points."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.table.outcome import personal_text
from bot.face.table.questions import question
from bot.face.text.emoji_text import without_emoji
from bot.face.text.templates import Renderer
from cogs.ui.blocks.showdown import outcome_lines
from games.engine import RAIL, Line, Match, SceneOutcome, Seats
from games.gembones import barovian_boneyard
from games.registry import GAMES
from tests.helpers.games.hags_haggle import play_game
from tests.helpers.games.point_race import GEMBONES
from tests.helpers.games.rolled_gold import play_game as roll_gold
from tests.helpers.games.spotlight import boneyard_script, character
from tests.helpers.games.tripledip import play_rounds, start_game
from tests.helpers.random_matches import finish, luck_of, random_header
from tests.helpers.script import Script

NAMES = Renderer({0: "Ann", 1: "Bob", 2: "Cid", 3: "Dot"})


def log(s: Script) -> list[str]:
    """The log as everyone reads it."""
    with without_emoji():
        return [
            NAMES.say(Line(event.text, event.values))
            for event in s.match.events
            if event.to is None and event.text is not None
        ]


def rows(s: Script) -> list[str]:
    """The rows of the result as everyone reads them."""
    with without_emoji():
        return outcome_lines(s.match.scene(RAIL), NAMES, money=True)[1:]


def row(s: Script, name: str) -> str:
    """The row of one seat, by its name."""
    [line] = [line for line in rows(s) if f"**{name}**" in line]
    return line


def own(s: Script, name: str) -> str | None:
    """A seat's own sentence."""
    scene = s.match.scene(s.names[name])
    with without_emoji():
        return personal_text(next(each for each in scene.blocks if isinstance(each, SceneOutcome)), NAMES)


# ---- Tripledip


@pytest.mark.rule("TD-R7")
def test_a_tie_of_tripledip_says_who_is_tied_and_rows_tell_the_reroll() -> None:
    s = start_game("A 334  B 334  C 112", "A 224  B 132").each("ABC", "stake")
    [ask] = s.match.scene(0).mine()
    assert question(ask, NAMES) == "Ann and Bob are tied: roll for it."
    assert not s.match.scene(2).mine()
    s.each("AB", "roll")
    assert "Ann has dubs 4 over a pair of 2s in the reroll." in log(s)
    assert "Bob has no point in the reroll." in log(s)
    assert "dubs 4 over a pair of 3s, then dubs 4 over a pair of 2s" in row(s, "Ann")
    assert "dubs 4 over a pair of 3s, then no point" in row(s, "Bob")
    assert "g4:" not in row(s, "Cid")
    block: Seats = s.scene_block(Seats)
    notes = [NAMES.say(each.note) for each in block.rows if each.note is not None]
    assert notes[0] == "then dubs 4"


def test_without_a_tie_a_seat_without_a_point_reads_that() -> None:
    s = start_game("A 224  B 134", "B 112").each("AB", "stake")
    [ask] = s.match.scene(1).mine()
    assert question(ask, NAMES) == "No point yet: roll again."
    whole = play_rounds("A 224  B 334")
    # each hand in a sentence of its own, which also fits who was caught cheating
    assert own(whole, "A") == ("You lost a g4. You: dubs 4 over a pair of 2s. Bob: dubs 4 over a pair of 3s.")


def headline(s: Script) -> str:
    """The headline of the result."""
    with without_emoji():
        return outcome_lines(s.match.scene(RAIL), NAMES, money=True)[0]


def test_a_winner_with_dubs_is_told_with_them_and_with_what_they_won() -> None:
    assert headline(play_rounds("A 224  B 334")) == "### 🏆 Bob wins a g4 with dubs 4 over a pair of 3s"


# ---- Rolled Gold


@pytest.mark.rule("RG-18", "RG-23")
def test_verdicts_of_rolled_gold_have_faces_totals_and_lost_bonus_dice() -> None:
    s = roll_gold("5", {"A": "g4", "B": "g6"}, {"A": "done", "B": "done"}, rolls="4 6")
    assert "Ann's 4 (g4) isn't enough against 5: 1g4 lost." in log(s)
    assert "Bob's 6 (g6) wins 1g6." in log(s)
    assert row(s, "Ann").endswith("4 (g4) against the house's 5")
    assert own(s, "A") == "You lost a g4: 4 (g4) against the house's 5."
    s = roll_gold("17", {"A": "g20"}, {"A": "bonus_g4 done"}, rolls="14 4")
    assert "Ann's 14 (g20) + 4 (g4) = 18 wins 1g20; the 1g4 is used up." in log(s)
    s = roll_gold("17", {"A": "g20"}, {"A": "bonus_g4 done"}, rolls="10 4")
    assert "Ann's 10 (g20) + 4 (g4) = 14 isn't enough against 17: 1g20 + 1g4 lost." in log(s)
    s = roll_gold("5", {"A": "g6"}, {"A": "done"}, rolls="6 3", acereraks_bane=True)
    assert "Ann's 6 (g6) − 3 = 3 isn't enough against 5: 1g6 lost." in log(s)


# ---- Hag's Haggle


@pytest.mark.rule("HH-13", "HH-14", "HH-R5")
def test_haggle_tells_what_becomes_of_every_die() -> None:
    s = play_game("2 3", A="6 2", B="5", C="7", codes=[7])
    assert "Ann is higher with 6 (g8): a g4 won, and the g8 is lost." in log(s)
    assert "Ann is lower with 2 (g8): the g8 is lost." in log(s)
    assert "Bob matches with 5 (g8): three g8s won, and the g8 comes back." in log(s)
    assert "Cid is higher with 7 (g8): a g4 won, and the hag keeps the 7." in log(s)
    assert "6 above the hag's 5, traded for a g4; 2 below the hag's 5" in row(s, "Ann")
    assert "5 on the nose, three g8s won" in row(s, "Bob")
    assert "7 above the hag's 5, a g4 won, but the hag keeps the 7" in row(s, "Cid")
    kind = play_game("2 3", A="6", kind_hag=True)
    assert "6 above the hag's 5, a g4 won" in row(kind, "Ann")
    two = play_game("2 3", A="6 8")
    assert "6 and 8 above the hag's 5, traded for a g4 each" in row(two, "Ann")


# ---- Barovian Boneyard


def test_several_dice_say_which_of_them_were_lost() -> None:
    s = Script(barovian_boneyard.GAME, "A", rolls="2 5 6 3 1 5").does(A=4)
    assert own(s, "A") == "You won a g6: Ravenloft with 3; Svalich with 5; Mist took 6 and 1."


def castle(rolls: str, wagers: str, held: str = "") -> Script:
    """A game of Storming the Castle in which these seats wager."""
    carry: dict[str, Any] = {"held": ["ABC".index(name) for name in held], "empty_windows": 0} if held else {}
    options: dict[str, Any] = {"storming_the_castle": True, "size": "g6"}
    s = Script(barovian_boneyard.GAME, "ABC", rolls=rolls, carry=carry, **options)
    return s.each(wagers, 1)


@pytest.mark.rule("BB-18", "BB-R5")
def test_captives_read_what_the_castle_did_to_them() -> None:
    s = castle("1 6 6 1", "BC", held="A")
    assert "Ann loses 1g6 in the castle." in log(s)
    assert "held in the castle" in row(s, "Ann")
    s = castle("2 5 6 2", "BC", held="A")
    assert "The castle catches Bob." in log(s)
    assert "Mist, with 6 outside the house's 2 and 5, and caught in the castle" in row(s, "Bob")
    s = castle("2 5 3 2", "BC", held="A")
    assert "Free again: Ann." in log(s)
    assert "free again" in row(s, "Ann")
    assert own(s, "A") == "You won nothing and lost nothing: free again."


# ---- cheaters


@pytest.mark.rule("CODE-R2")
@pytest.mark.parametrize("seats", ["A", "AB"])
def test_who_was_caught_cheating_was_in_the_game(seats: str) -> None:
    s = boneyard_script(
        "2 5 6 2"[: 5 + 2 * (len(seats) - 1)] + " 14", character(base="silver", lesser=6), seats
    )
    s.does(A="sleight").defaults()
    assert s.told("spot_caught")
    assert "caught cheating, and out of the game" in row(s, "Ann")


# ---- points


OF_GEMBONES = (" owes", " won, and", " lost.", " wagers ", "puts up", " wins 1g", " wins 3g")
"""Words that tell of gembones that change hands."""


@pytest.mark.parametrize("key", GEMBONES)
def test_matches_for_points_speak_of_no_gembone_won_or_lost(key: str) -> None:
    for case in range(3):
        luck = luck_of("points in words", key, case)
        header = random_header(GAMES[key], luck, played_for="points_quick")
        match = finish(Match(GAMES[key], header), luck)
        with without_emoji():
            told = [NAMES.say(Line(e.text, e.values)) for e in match.events if e.to is None and e.text]
        assert [line for line in told if any(words in line for words in OF_GEMBONES)] == []


def test_a_match_for_points_is_lost_by_points_and_not_broken_even() -> None:
    options: dict[str, Any] = {"played_for": "points_quick", "size": "g6"}
    s = Script(barovian_boneyard.GAME, "AB", rolls="1 6 3 6 " * 20, settings=options)
    while not s.match.over:
        s.does(**{s.asked()[0]: 1})
    assert own(s, "A") == "You won: 20 of 20."
    assert str(own(s, "B")).startswith("You ended with ")
    assert str(own(s, "B")).endswith("Ann won with 20 of 20.")
