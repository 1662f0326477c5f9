"""The result card: whole for every game, the same for everyone, in words too, and silent about hidden cards."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec import structs

from bot.face.art import pieces
from bot.face.art.drawing import LEAST_TEXT, MOST_BYTES, TALL, Drawing, Words
from bot.face.art.palette import SOFT
from bot.face.table.hands import shown_items
from bot.face.table.outcome import LEADS, worth
from bot.language import LANGUAGES, _, speaking
from bot.tables.view import TableView
from cogs.ui.card_parts import short_title
from cogs.ui.components import MOST_ALT
from cogs.ui.pictures.result import DEGREES, fits_in_lines, result_picture
from cogs.ui.pictures.table_picture import picture_of
from games.engine import BACK, RAIL, Header, Match, SceneOutcome, Seed
from games.parlour import rogues_and_warriors
from games.registry import GAMES
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.random_matches import cases, finish, luck_of, random_header
from tests.helpers.script import Script


def words_of(drawing: Drawing) -> list[Words]:
    """The words of a drawing."""
    return [part for part in drawing.parts if isinstance(part, Words)]


def ended(key: str, number: int) -> Match:
    """A random match that is over."""
    luck = luck_of("result", key, number)
    return finish(Match(GAMES[key], random_header(GAMES[key], luck), digests=False), luck)


def outcome(match: Match) -> SceneOutcome:
    """The end as everyone sees it."""
    return next(block for block in match.scene(RAIL).blocks if isinstance(block, SceneOutcome))


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_card_that_fits_and_is_the_same_for_everyone(key: str) -> None:
    for number in cases(5, most=10):
        match = ended(key, number)
        card = result_picture(view_of(match, RAIL))
        assert card is not None
        assert card.drawing.tall <= TALL
        assert all(each.size >= LEAST_TEXT for each in words_of(card.drawing))
        assert all(-2 <= each.x <= 782 and 0 < each.y <= card.drawing.tall for each in words_of(card.drawing))
        assert 30 < len(card.alt) <= MOST_ALT
        for seat in match.header.ring:
            if shown_items(match.scene(seat), seat) != shown_items(match.scene(RAIL), seat):
                assert key == "lucky_13", (
                    "only there an owner knows more of dice that lie open than the others"
                )
                continue
            assert result_picture(view_of(match, seat)) == card
            assert picture_of(view_of(match, seat)) == card, "the panel shows the same card"
        title = outcome(match).title
        assert card.alt.startswith(title)


@pytest.mark.parametrize("key", GAMES)
def test_a_card_is_light(key: str) -> None:
    card = result_picture(view_of(ended(key, 0), RAIL))
    assert card is not None
    assert len(card.drawn()) <= MOST_BYTES


@pytest.mark.parametrize("key", GAMES)
def test_no_card_shows_what_was_never_shown(key: str) -> None:
    for number in cases(5, most=10):
        match = ended(key, number)
        scene = match.scene(RAIL)
        for seat in match.header.ring:
            assert BACK not in shown_items(match.scene(seat), seat)
            assert shown_items(scene, seat) == shown_items(view_of(match, RAIL).scene, seat)  # type: ignore[arg-type]


def test_a_hand_that_nobody_paid_to_see_is_on_no_card() -> None:
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare")
    match = s.does(A=10).does(B="fold").does(A="keep").match
    assert match.over
    for viewer in (RAIL, 0, 1):
        card = result_picture(view_of(match, viewer))
        assert card is not None
        assert "Warrior-" not in card.alt
        assert "of Hawks" not in card.alt
        assert not [part for part in card.drawing.parts if "W.hawk" in str(part)]
    told = result_picture(view_of(match, RAIL))
    assert told is not None
    assert "bet 10, and everyone folded." in told.alt


def test_the_winner_stands_large_and_what_decided_it_on_the_plaque() -> None:
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare")
    match = s.does(A="check", B=10).does(A="call").each("AB", [0]).each("AB", "check").match
    card = result_picture(view_of(match, RAIL))
    assert card is not None
    sizes = {each.text: each.size for each in words_of(card.drawing)}
    assert sizes["Player 0"] > 40
    assert sizes["wins 11"] > 40
    assert any(text.startswith("Player 1 bet 10 with Rogue-Rogue") for text in sizes)
    assert "Player 0 called, and was right." in sizes
    assert "–11" in sizes, "the fonts have a dash in place of the minus sign"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_decisive_bet_is_told_whole(language: str) -> None:
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare", stakes={"A": 8, "B": 8})
    match = s.does(A="check", B=7).does(A="call").each("AB", [0]).match
    with speaking(language):
        card = result_picture(view_of(match, RAIL))
    assert card is not None
    told = [each.text for each in words_of(card.drawing)]
    assert [words for words in told if words.endswith("…")] == []
    assert [words for words in told if words.count("(") != words.count(")")] == []


def test_on_the_panels_of_the_others_every_hand_that_was_shown_has_its_cards() -> None:
    hands = "R.hare W.wren W.hawk L.wolf B.owl M.hare B.wolf M.wren M.owl R.wolf"
    s = Script(rogues_and_warriors.GAME, "ABCDE", cards=hands)
    match = s.each("ABCDE", "check").each("ABCDE", [0]).each("ABCDE", "check").match
    card = result_picture(view_of(match, RAIL))
    assert card is not None
    shown = words_of(card.drawing)
    assert sum(each.text.endswith(" of 15") for each in shown) == 4, [each.text for each in shown]


def test_the_card_of_a_night_shows_what_each_game_brought() -> None:
    for number in cases(5, most=10):
        match = ended("adventurers_choice", number)
        titles = [event.values["title"] for event in match.events if event.kind == "game_over"]
        card = result_picture(view_of(match, RAIL))
        assert card is not None
        told = [each.text for each in words_of(card.drawing)]
        shown = [short_title(title) for title in titles[-14:]]
        assert [each for each in told if each in shown] == shown
        scores = dict(outcome(match).highlights.course[-1])
        assert str(max(scores.values())) in told, "the score with its markers, not the money in hand"


def test_who_wins_tickets_stands_large_as_well() -> None:
    looked_at = 0
    for number in range(60):
        match = ended("barovian_boneyard", number)
        winners = [
            row.seat
            for row in outcome(match).rows
            if {**row.change} == {"tickets": row.change.get("tickets")}
        ]
        if len(winners) == 1 and not any(row.change.get("tickets") for row in outcome(match).rows[1:]):
            card = result_picture(view_of(match, RAIL))
            assert card is not None
            sizes = {each.text: each.size for each in words_of(card.drawing)}
            assert sizes[f"Player {winners[0]}"] > 40
            looked_at += 1
    assert looked_at


@pytest.mark.parametrize("key", ["rolled_gold", "hags_haggle"])
def test_no_amount_of_dice_is_cut(key: str) -> None:
    for number in cases(40, most=80):
        card = result_picture(view_of(ended(key, number), RAIL))
        assert card is not None
        assert not [each.text for each in words_of(card.drawing) if re.match(r"[+−–]\d.*…$", each.text)]


def test_tickets_and_dice_have_room_beside_seven_others() -> None:
    seats = tuple(range(8))
    game = GAMES["barovian_boneyard"]
    match = Match(game, Header(game.key, game.version, {"blinsky": True}, seats, Seed("t1", 1, ("s",))))
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        wager = 3 + ask.seat if ask.prompt.kind == "wager" else ask.prompt.default
        match.answer(ask.id, ask.seat, wager)
    card = result_picture(view_of(match, RAIL))
    assert card is not None
    told = [each.text for each in words_of(card.drawing)]
    assert [words for words in told if words.endswith("…") and words[0] in "+–"] == []
    assert sum(" tickets" in words for words in told) == 7, "all but one who has won none"


def test_a_perfect_roll_of_one_who_loses_leaves_the_house_the_winner() -> None:
    looked_at = 0
    for number in range(60):
        match = ended("rolled_gold", number)
        if outcome(match).degree == "perfect" and all(worth(row) <= 0 for row in outcome(match).rows):
            card = result_picture(view_of(match, RAIL))
            assert card is not None
            told = [each.text for each in words_of(card.drawing)]
            assert "The house wins" in told
            assert "Perfect" not in told
            assert any(text.endswith("rolled a 20: Rolled Gold!") for text in told)
            looked_at += 1
    assert looked_at


def test_a_card_of_the_house_tells_its_roll_once() -> None:
    for number in cases(5, most=10):
        match = ended("hags_haggle", number)
        card = result_picture(view_of(match, RAIL))
        assert card is not None
        rolls = [
            each.text
            for each in words_of(card.drawing)
            if each.text.startswith(("The house rolled", "The hag rolled"))
        ]
        assert len(rolls) <= 1, rolls


def test_no_card_before_the_end_and_none_without_pictures() -> None:
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare")
    assert result_picture(view_of(s.match, RAIL)) is None
    view: TableView = view_of(ended("threes", 1), RAIL)
    settings = view.table.settings.model_copy(update={"pictures": False})
    assert result_picture(structs.replace(view, table=replace(view.table, settings=settings))) is None
    assert result_picture(structs.replace(view, revealing=True)) is None, "the cards turn up first"


def test_a_reason_that_ends_in_a_number_is_not_cut_before_it() -> None:
    """The longest bite of Tiamat: it has its two lines in a size in which they hold it whole, or in the least."""
    why = "bitten by Bob's Young Black Dragon and Green Dragon Wyrmling in hand 13"
    assert not fits_in_lines(why, 27, 400)
    assert fits_in_lines(why, 22, 460)
    assert "…" not in "".join(pieces.lines(why, 22, 460, 2))


def test_no_reason_is_cut_to_its_first_dice() -> None:
    """Three dice above the hag's roll, beside a long change."""
    for number in cases(60, most=60):
        card = result_picture(view_of(ended("hags_haggle", number), RAIL))
        assert card is not None
        told = [each for each in words_of(card.drawing) if each.fill == SOFT or each.size == 32]
        assert not [each.text for each in told if not any(map(str.isalpha, each.text))]


def tied(key: str) -> Match:
    """The first random match that two or three have won, with hands that all may see."""
    for number in range(100):
        match = ended(key, number)
        winners = [row.seat for row in outcome(match).rows if row.place == 1]
        hands = [shown_items(match.scene(RAIL), seat) for seat in winners]
        if outcome(match).degree == "tie" and len(winners) <= 3 and all(hands):
            return match
    raise AssertionError(f"nobody ties in {key}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["rogues_and_warriors", "jack_of_all_trades", "threes"])
def test_a_tie_is_told_once_with_the_hands_that_tied(key: str, language: str) -> None:
    match = tied(key)
    with speaking(language):
        card = result_picture(view_of(match, RAIL))
        large = _(DEGREES["tie"])
    assert card is not None
    shown = [each.text for each in words_of(card.drawing)]
    winners = [row.seat for row in outcome(match).rows if row.place == 1]
    for seat in winners:
        assert shown.count(f"Player {seat}") == 1, "above, and in no line below"
    assert sum(large.lower() in text.lower() for text in shown) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_once_how_a_match_was_won(language: str) -> None:
    match = ended("threes", 1)
    lead = LEADS[outcome(match).degree]
    with speaking(language):
        card = result_picture(view_of(match, RAIL))
        assert card is not None
        assert _(lead).strip() not in card.alt


def test_several_throws_in_a_row_are_no_shared_reason() -> None:
    card = result_picture(view_of(ended("tripledip", 9), RAIL))
    assert card is not None
    assert "G4" not in [each.text for each in words_of(card.drawing)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "number"), [("hags_haggle", 2), ("barovian_boneyard", 1)])
def test_why_the_only_winner_won_is_large_and_whole(key: str, number: int, language: str) -> None:
    """Several throws and gembones of two sizes, which take two lines each."""
    with speaking(language):
        card = result_picture(view_of(ended(key, number), RAIL))
    assert card is not None
    beside = [each for each in words_of(card.drawing) if each.anchor == "middle" and 240 < each.y < 384]
    assert [each.text for each in beside if "…" in each.text] == []
    assert all(each.size >= 24 or each.fill == SOFT for each in beside), beside
