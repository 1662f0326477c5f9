"""The three actions of a turn: bribes, visits and draws, and their refusals (PV-11 to PV-18, PV-32 to PV-51)."""

from __future__ import annotations

import pytest

from bot.face.table.questions import option_words, question
from bot.face.text.emoji_text import without_emoji
from bot.face.text.templates import Renderer
from games.engine import BACK, RAIL, Choose, Hint, SceneHeader, Zone
from tests.helpers.games.village import keys, letters, village

# ---- bribes


@pytest.mark.rule("PV-X40", "PV-11", "PV-13")
def test_a_bribe_of_two_axes() -> None:
    v = village("A A W W", "S").bribes("A", "A A")
    assert (v.bribe("A", "A"), v.hand("A")) == ("A A", "W W")
    # that was the turn
    assert v.asked() == "B"


@pytest.mark.rule("PV-X41", "PV-13", "PV-14", "PV-R10")
def test_a_bribe_of_an_axe_and_two_wilds() -> None:
    v = village("A A W W", "S").bribes("A", "A W W")
    assert (v.bribe("A", "A"), v.hand("A")) == ("A W W", "A")


@pytest.mark.rule("PV-X42", "PV-16")
def test_wilds_alone_start_no_bribe() -> None:
    v = village("A A W W", "S")
    v.refuses("A", "bribe_wild")
    v.refuses("A", "bribe_crown")
    v.does(A="bribe_axe")
    assert v.offers("A") == ["x2w0", "x2w1", "x2w2", "x1w0", "x1w1", "x1w2", "back"]
    v.refuses("A", "x0w1")
    # and with nothing but Wilds there is nothing to begin with
    assert village("W W W", "S").offers("A") == ["draw"]


@pytest.mark.rule("PV-X43", "PV-15", "PV-28")
def test_a_wild_alone_is_added_to_the_own_crowns() -> None:
    v = village("W", "S", bribes={"A": "C C"}, deck="F C A")
    v.does(A="bribe_crown")
    # nothing at all is no bribe
    assert v.offers("A") == ["x0w1", "back"]
    v.does(A="x0w1")
    assert v.bribe("A", "C") == "C C W"
    assert v.track == "A F C G M S"
    assert v.market == ("F", "C", "-", "-")


@pytest.mark.rule("PV-X44", "PV-17")
def test_two_types_in_one_turn_are_refused() -> None:
    v = village("C F", "S", bribes={"A": "C C"})
    v.refuses("A", ["bribe_crown", "bribe_feather"])
    v.bribes("A", "C")
    assert (v.bribe("A", "C"), v.hand("A"), v.asked()) == ("C C C", "F", "B")


@pytest.mark.rule("PV-X45", "PV-15", "PV-R9")
def test_nothing_is_added_to_the_bribe_of_somebody_else() -> None:
    v = village("W", "S", bribes={"B": "C C"})
    v.refuses("A", "bribe_crown")
    assert v.offers("A") == ["draw"]


@pytest.mark.rule("PV-X90", "PV-15", "PV-18")
def test_a_second_bribe_of_a_type_joins_the_first() -> None:
    v = village("C C F", "S", bribes={"A": "C C"}).bribes("A", "C C")
    zones = [b for b in v.match.scene(RAIL).blocks if isinstance(b, Zone) and b.name == "crown bribe"]
    assert [letters(zone.items) for zone in zones if zone.owner == 0] == ["C C C C"]
    assert v.hand("A") == "F"


@pytest.mark.rule("PV-18", "PV-R21")
def test_everybody_sees_bribes_stalls_and_numbers_but_nobody_elses_hand() -> None:
    v = village("A A W", "S C", market=("F", "-", "G M", "W"), deck="C C C C", bribes={"B": "M M W"})
    v.draws("A")
    for viewer in (1, RAIL):
        blocks = v.match.scene(viewer).blocks
        shown = {(b.owner, b.name): b.items for b in blocks if isinstance(b, Zone)}
        assert letters(shown[1, "scroll bribe"]) == "M M W"
        assert shown[None, "stall 1"] == tuple(keys("G M"))
        assert shown[0, "hand"] == (BACK,) * 4
    header: SceneHeader = v.scene_block(SceneHeader)
    assert header.phase is not None
    assert header.phase.values["deck"] == 3


# ---- visits


@pytest.mark.rule("PV-X46", "PV-32", "PV-34", "PV-36", "PV-38", "PV-43", "PV-11")
def test_a_visit_paid_with_a_crown_and_a_wild() -> None:
    v = village("C W S", "S", market=("-", "F W A", "-", "-")).visits("A", 2, "C W")
    assert v.hand("A") == "A F S W"
    assert v.track == "C A F G M S"
    assert v.asked() == "B"


@pytest.mark.rule("PV-X46", "PV-43")
def test_the_crown_is_cursed_by_two() -> None:
    v = village("C W S", "S", market=("-", "F W A", "-", "-"), track="A F G C M S").visits("A", 2, "C W")
    assert v.track == "A C F G M S"


@pytest.mark.rule("PV-X47", "PV-X49", "PV-37")
@pytest.mark.parametrize("cost", [1, 2])
def test_a_payment_of_wilds_alone_is_refused(cost: int) -> None:
    market = ("-", "F", "F", "-")
    v = village("W W S", "S", market=market)
    v.does(A=f"stall_{cost}")
    v.refuses("A", "wild")
    assert v.offers("A") == ["sword", "back"]
    # with nothing but Wilds the stall cannot be visited at all
    assert village("W W", "S", market=market).offers("A") == ["draw"]


@pytest.mark.rule("PV-X48", "PV-34", "PV-45")
def test_a_payment_is_exactly_what_the_stall_costs() -> None:
    v = village("C C S", "S", market=("-", "F", "-", "-"))
    v.does(A="stall_2").does(A="crown")
    # one card does not buy it
    assert (v.asked(), v.market[1], v.hand("A")) == ("A", "F", "C C S")
    v.refuses("A", "draw")
    v.does(A="crown")
    # two do, and a third cannot be paid
    assert (v.asked(), v.market[1], v.hand("A")) == ("B", "-", "F S")
    assert letters(v.on_table("discards")) == "C C"


@pytest.mark.rule("PV-34", "PV-36")
def test_a_card_is_paid_only_once() -> None:
    v = village("C F S S", "S", market=("A", "-", "-", "-"))
    v.does(A="stall_3").does(A="sword")
    assert v.offers("A") == ["crown", "feather", "sword", "back"]
    v.does(A="sword")
    v.refuses("A", "sword")
    v.does(A="crown")
    assert v.hand("A") == "A F"


@pytest.mark.rule("PV-X50", "PV-34")
def test_who_cannot_pay_cannot_buy() -> None:
    v = village("C C", "S", market=("F", "F", "-", "-"))
    v.refuses("A", "stall_3")
    assert "stall_2" in v.offers("A")


@pytest.mark.rule("PV-X51", "PV-41", "PV-42", "PV-43")
def test_every_card_paid_counts_for_the_one_curse() -> None:
    v = village("A A F", "S", market=("S", "-", "-", "-"), track="C A G F M S").visits("A", 3, "F A A")
    assert v.track == "F C A G M S"


@pytest.mark.rule("PV-X52", "PV-41", "PV-42")
def test_a_wild_is_never_cursed() -> None:
    v = village("A W W", "S", market=("F", "-", "-", "-"))
    v.does(A="stall_3")
    v.refuses("A", "wild")
    # not to curse is no choice either: only to go back
    assert v.offers("A") == ["axe", "back"]
    v.does(A="axe").does(A="wild").does(A="wild")
    assert v.hand("A") == "F"


@pytest.mark.rule("PV-X53", "PV-39", "PV-46")
def test_the_0_stall_is_free_and_curses_nothing() -> None:
    v = village("C", "S", market=("-", "-", "-", "W W")).visits("A", 0)
    assert (v.hand("A"), v.track, v.on_table("discards")) == ("C W W", "A C F G M S", [])


@pytest.mark.rule("PV-X54", "PV-33", "PV-R11")
@pytest.mark.parametrize("cost", [3, 2, 1, 0])
def test_an_empty_stall_cannot_be_visited(cost: int) -> None:
    v = village("C C C", "S")
    v.refuses("A", f"stall_{cost}")


@pytest.mark.rule("PV-X55", "PV-R13")
def test_what_lies_in_the_stall_does_not_pay_for_it() -> None:
    v = village("C", "S", market=("-", "-", "F", "-"))
    v.does(A="stall_1")
    v.refuses("A", "feather")
    assert v.offers("A") == ["crown", "back"]


@pytest.mark.rule("PV-X77", "PV-38", "PV-47")
def test_a_visited_stall_stays_empty() -> None:
    v = village("C", "S C", market=("F", "F", "G M", "A"), deck="S W").visits("A", 1, "C")
    assert v.market == ("F", "F", "-", "A")
    assert v.board.deck == keys("S W")
    v.refuses("B", "stall_1")


@pytest.mark.rule("PV-35", "PV-R15", "PV-10")
def test_discards_lie_open_and_never_come_back() -> None:
    v = village("C S", "S", market=("-", "-", "F", "-"), deck="-").visits("A", 1, "C")
    assert v.on_table("discards") == ["v:crown"]
    # the deck is not made anew from them
    assert v.draws("B").match.over
    assert v.on_table("discards") == ["v:crown"]


# ---- draws


@pytest.mark.rule("PV-X56", "PV-40", "PV-48", "PV-49")
def test_there_is_no_limit_to_a_hand() -> None:
    v = village(" ".join("ACFGM" * 6), "S", deck="S A").draws("A")
    assert v.hand("A").split().count("S") == 1
    assert len(v.hand("A").split()) == 31
    assert v.sees("B", "A") == [BACK] * 31


@pytest.mark.rule("PV-X57", "PV-50", "PV-52")
def test_the_last_card_ends_nothing() -> None:
    v = village("C", "S", deck="G").draws("A")
    assert (v.hand("A"), v.deck, v.match.over, v.asked()) == ("C G", 0, False, "B")


@pytest.mark.rule("PV-X58", "PV-51", "PV-53", "PV-R19")
def test_a_draw_from_an_empty_deck_ends_the_game() -> None:
    v = village("C", "S", deck="-").draws("A")
    assert v.match.over
    assert v.points == {"A": -1, "B": -4}


@pytest.mark.rule("PV-X58")
def test_it_is_asked_once_whether_that_is_meant() -> None:
    v = village("C", "S", deck="-")
    prompt = v.ask("A").prompt
    assert isinstance(prompt, Choose)
    assert prompt.confirm == ("draw",)
    for calm in (village("C", "S", deck="A"), village("-", "S", deck="-")):
        prompt = calm.ask("A").prompt
        assert isinstance(prompt, Choose)
        assert prompt.confirm == ()


@pytest.mark.rule("PV-X91", "PV-13", "PV-34", "PV-39", "PV-49")
def test_an_empty_hand() -> None:
    v = village("-", "S", market=("-", "-", "F", "F"), deck="A A A A A")
    assert v.offers("A") == ["stall_0", "draw"]
    v.refuses("A", "bribe_axe")
    v.refuses("A", "stall_1")


@pytest.mark.rule("PV-X92", "PV-R24")
def test_an_absent_seat_draws() -> None:
    v = village("C", "S", deck="A A A A A")
    v.does(A=v.ask("A").prompt.default)
    assert v.hand("A") == "A C"
    empty = village("C", "S", deck="-")
    assert empty.does(A=empty.ask("A").prompt.default).match.over


@pytest.mark.rule("PV-R24")
def test_who_is_absent_in_the_middle_of_a_choice_draws_too() -> None:
    v = village("C C C", "S", market=("F", "-", "-", "-"), deck="A A A A A")
    v.does(A="stall_3").does(A="crown")
    for _ in range(2):
        v.does(A=v.ask("A").prompt.default)
    assert (v.hand("A"), v.market[0], v.asked()) == ("A C C C", "F", "B")


# ---- step by step


@pytest.mark.parametrize(
    "steps",
    [
        ("bribe_axe",),
        ("stall_1",),
        ("stall_3",),
        ("stall_3", "axe"),
        ("stall_3", "axe", "axe"),
    ],
)
def test_until_a_choice_is_complete_it_can_be_taken_back(steps: tuple[str, ...]) -> None:
    v = village("A A W", "S", market=("F", "-", "F", "-"))
    before, hand = v.offers("A"), v.hand("A")
    for step in steps:
        v.does(A=step)
    v.does(A="back")
    assert (v.offers("A"), v.hand("A"), v.track) == (before, hand, "A C F G M S")
    assert v.market == ("F", "-", "F", "-")


def test_whether_wilds_are_held_is_not_told_by_the_questions() -> None:
    with_wilds, without = village("A A W", "S"), village("A A S", "S")
    for v in (with_wilds, without):
        v.does(A="bribe_axe")
        assert v.kind() == "bribe"
    assert with_wilds.match.scene(1).asks == without.match.scene(1).asks
    for v in (with_wilds, without):
        v.does(A="x1w0")
        assert v.asked() == "B"


def test_the_question_tells_what_the_choice_does_to_the_track() -> None:
    v = village("A A W", "S", market=("F", "-", "-", "-"))
    v.does(A="bribe_axe")
    said = v.ask("A").prompt.says
    assert said["after_2"].values == {"value": 2, "passed": ("v:crown", "v:feather")}
    assert said["after_3"].values["value"] == 2
    v.does(A="back").does(A="stall_3")
    assert v.ask("A").prompt.says["after_axe"].text.startswith("stays")


def test_a_way_to_bribe_says_its_cards_and_what_they_do() -> None:
    v = village("A A W W", "S")
    v.does(A="bribe_axe")
    [ask] = v.match.scene(0).mine()
    assert ask.prompt is not None
    names = Renderer({0: "Ann"})
    with without_emoji():
        assert question(ask, names) == "How many Axes? Each one lifts them a step with the dragon."
        said = [names.render(option_words(ask, option), ask.prompt.says) for option in v.offers("A")]
    assert said[:3] == [
        "2: up to 2 (above 👑 Crown, 🪶 Feather)",
        "2 + 1 Wild: up to 2 (above 👑 Crown, 🪶 Feather, 💎 Gem)",
        "2 + 2 Wilds: up to 3 (above 👑 Crown, 🪶 Feather, 💎 Gem, 📜 Magic Scroll)",
    ]


@pytest.mark.parametrize("way", ["x2w0", "x2w1", "x1w2"])
def test_an_option_tells_the_points_that_it_leads_to(way: str) -> None:
    def points() -> int:
        [hint] = [block for block in v.match.scene(0).blocks if isinstance(block, Hint)]
        n: int = hint.short[0].values["points"]
        return n

    v = village("A A W W F", "S", market=("F", "-", "-", "-"))
    now = points()
    said = v.ask("A").prompt.says
    assert (said["now"], said["most"]) == (now, said["axe"])
    v.does(A="bribe_axe")
    said = v.ask("A").prompt.says
    assert said["now"] == now
    assert said["most"] == max(said[each] for each in v.offers("A") if each != "back")
    v.does(A=way)
    assert points() == said[way]


def test_without_wilds_there_is_one_question_and_never_one_with_a_single_answer() -> None:
    v = village("A", "S").does(A="bribe_axe")
    assert v.offers("A") == ["x1w0", "back"]
    v.does(A="x1w0")
    assert (v.asked(), v.bribe("A", "A")) == ("B", "A")


def test_a_hand_with_more_ways_than_a_menu_holds_has_further_pages() -> None:
    v = village("A A A A A A W W W W", "S").does(A="bribe_axe")
    pages = [v.offers("A"), v.does(A="more").offers("A")]
    assert all(len(page) <= 25 and page[-2:] == ["more", "back"] for page in pages)
    assert len({*pages[0], *pages[1]}) == 6 * 5 + 2
    assert v.does(A="more").offers("A") == pages[0]
    v.does(A="x6w4")
    assert v.bribe("A", "A") == "A A A A A A W W W W"


@pytest.mark.rule("PV-12", "PV-R7")
def test_turns_go_clockwise() -> None:
    v = village("A", "C", "F", deck="S S S S S S S")
    order = ""
    for _ in range(7):
        order += v.asked()
        v.draws(v.asked())
    assert order == "ABCABCA"
