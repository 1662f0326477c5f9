"""Gathering after gathering: who leads, what is kept and shown, how a cycle ends (CW-28, CW-39 to CW-45, CW-81)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.text.emoji_text import without_emoji
from bot.face.text.templates import Renderer
from games.engine import RAIL, Log, SceneOutcome, Seats, Trick, Zone
from games.wyrms.cards import lowest, playable
from tests.helpers.games.wyrms import count, hand, key, keys, options, plays, predicts, record, shorts, wyrms
from tests.helpers.script import Script


def notes(s: Script) -> list[dict[str, Any]]:
    """Return the notes beside the seats."""
    seats: Seats = s.scene_block(Seats)
    return [dict(row.note.values) for row in seats.rows if row.note is not None]


@pytest.mark.rule("CW-32", "CW-33", "CW-39", "CW-40", "CW-42")
def test_left_of_the_dealer_leads_then_clockwise_then_who_took_it() -> None:
    s = predicts(wyrms("R5 B1", "R8 B9", "R2 B2"), 1, 1, 1)
    order = ""
    for card in ["R5", "R8", "R2"]:
        order += s.asked()
        plays(s, card)
    assert order == "ABC"
    assert count(s) == {"A": 0, "B": 1, "C": 0}
    order = ""
    for card in ["B9", "B2", "B1"]:
        order += s.asked()
        plays(s, card)
    assert order == "BCA"
    assert count(s) == {"A": 0, "B": 2, "C": 0}


@pytest.mark.parametrize("personal", [False, True])
def test_a_gathering_names_the_dominant_colour_unless_each_has_their_own(personal: bool) -> None:
    s = predicts(wyrms("R5 B1", "R8 B9", "R2 B2", personalised_colors=personal), 1, 1, 1)
    plays(s, "R5")
    trick: Trick = s.scene_block(Trick)
    assert trick.led == "red"
    assert (trick.dominant == "") is personal, trick.dominant


@pytest.mark.rule("CW-39")
def test_nobody_passes_or_plays_twice() -> None:
    s = predicts(wyrms("R5 R6", "R8", "R2"), 1, 1, 1)
    s.refuses("A", "pass")
    plays(s, "R5")
    assert s.asked() == "B"
    plays(s, "R8 R2")
    assert [len(hand(s, name).split()) for name in "ABC"] == [19, 19, 19]


@pytest.mark.rule("CW-42", "CW-57", "CW-X149", "CW-41", "CW-R17")
def test_a_lair_discards_nobody_counts_it_and_its_player_leads() -> None:
    s = predicts(wyrms("R9", "RT", "RL"), 1, 1, 1)
    plays(s, "R9 RT RL")
    assert count(s) == {"A": 0, "B": 0, "C": 0}
    assert s.asked("lead") == "C"
    assert not any("card" in note for note in notes(s))
    [discarded] = s.told("discards")
    assert (discarded.to, shorts(discarded.values["cards"])) == (None, "R9 RT RL")
    s.defaults()
    for name in "ABC":
        assert not {*keys("R9 RT RL")} & {*(s.sees(None, name, "cycle 1") or [])}


@pytest.mark.rule("CW-28", "CW-41", "CW-X138", "CW-63")
def test_a_card_set_aside_joins_the_first_gathering_that_its_player_takes() -> None:
    s = wyrms("Y1 R5 B9 B8", "YL YT B2", "Y2 B3 B4", extra="R3")
    predicts(s, 4, 1, 1).does(A="red.3")
    # a gathering that a Lair discards is none that A takes
    plays(s, "Y1 YL Y2")
    assert s.asked("lead") == "B"
    assert s.sees(None, "A", "set aside") == ["red.3"]
    plays(s, "B2 B3 B9")
    assert s.sees(None, "A", "set aside") is None
    assert count(s) == {"A": 1, "B": 0, "C": 0}
    s.defaults()
    taken = s.sees(None, "A", "cycle 1") or []
    assert taken.count("red.3") == 1
    assert len(taken) == 3 * record(s, 1)[0]["taken"] + 1


@pytest.mark.rule("CW-28")
def test_a_card_set_aside_decides_no_gathering() -> None:
    """The Queen lies aside, and a Treasure beside which the Great Wyrm is played."""
    s = wyrms("Y1", "Y5", "Y9 Q", extra="YT")
    predicts(s, 1, 1, 4).does(C="queen")
    plays(s, "Y1 Y5 Y9")
    assert count(s) == {"A": 0, "B": 0, "C": 1}
    assert s.told("takes_led")
    s = wyrms("Y1", "YT Y3", "Y9", extra="P5")
    predicts(s, 1, 4, 1).does(B="yellow.treasure")
    plays(s, "Y1 Y3 Y9")
    assert count(s) == {"A": 0, "B": 0, "C": 1}
    # nor does another colour that lies aside keep a Lair from discarding
    s = wyrms("Y1", "YL B2", "Y9", extra="P5")
    predicts(s, 1, 4, 1).does(B="blue.2")
    plays(s, "Y1 YL Y9")
    assert s.told("discards")


@pytest.mark.rule("CW-R6", "CW-X139", "CW-R18")
def test_a_card_set_aside_by_who_takes_nothing_scores_for_nobody() -> None:
    a = "RT R1 R2 R3 R4 R5 R6 R7 R8 R9 Q B7 B8 B9 Y7 Y8 Y9 G7 G8 G9"
    b = "RL BL YL GL PL BT YT GT PT P4 P5 P6 P7 P8 P9 B5 B6 Y5 Y6 G6"
    c = "B1 B2 B3 B4 Y1 Y2 Y3 Y4 G1 G2 G3 G4 G5 P1 P2 P3 K K K K"
    s = wyrms(a, b, c, extra="K")
    predicts(s, 8, 0, 9).does(C="knight")
    while not s.match.over:
        # A and B play their highest, C its lowest
        s.does(**{s.asked(): key(options(s, s.asked()).split()[0 if s.asked() == "C" else -1])})
    assert record(s, 1)[2]["taken"] == 0
    knights = sum((s.sees(None, name, "cycle 1") or []).count("knight") for name in "ABC")
    assert knights == 4
    assert record(s, 1)[2]["cards"] == 0


@pytest.mark.rule("CW-43a", "CW-43b", "CW-43c", "CW-43d", "CW-43e")
@pytest.mark.parametrize(
    ("cards", "taker", "step"),
    [
        ("B5 Q B9", "B", "queen"),
        ("B9 BT B8", "B", "treasure"),
        ("B9 B8 R1", "C", "dominant"),
        ("B5 B8 P9", "B", "led"),
        ("K K K", "C", "knights"),
    ],
)
def test_the_steps_at_the_table(cards: str, taker: str, step: str) -> None:
    first, second, third = cards.split()
    # C has nothing else of the led colour
    free = [f"{color}{face}" for color in "RP" for face in "LT123456789" if f"{color}{face}" != third][:19]
    s = predicts(wyrms(first, second, " ".join([third, *free])), 1, 1, 1)
    plays(s, cards)
    assert count(s)[taker] == 1
    assert [s.name(e.values["seat"]) for e in s.told(f"takes_{step}")] == [taker]
    assert s.asked("lead") == taker


@pytest.mark.rule("CW-R10", "CW-X142", "CW-42", "CW-45")
def test_a_lead_earned_by_the_last_gathering_lapses() -> None:
    # B holds a Lair to the last, A and C a Knight
    a = "K R5 R6 R7 B1 B2 B3 B4 B5 B6 B7 B8 B9 BT BL Y1 Y2 Y3 Y4 Y5"
    b = "RL R1 R2 R3 R4 K K K G1 G2 G3 G4 G5 G6 G7 G8 G9 GT GL Y6"
    c = "K RT R8 R9 P1 P2 P3 P4 P5 P6 P7 P8 P9 PT PL Y7 Y8 Y9 YT YL"
    s = predicts(wyrms(a, b, c, extra="Q", cycles=2, dealer=1), 1, 1, 1)
    last = {"A": "knight", "B": "red.lair", "C": "knight"}
    while len(s.told("plays")) < 57:
        name = s.asked()
        s.does(**{name: next(card for card in s.offered(name)[0] if card != last[name])})
    assert [hand(s, name) for name in "ABC"] == ["K", "RL", "K"]
    while s.kind() != "predict":
        s.does(**{s.asked(): last[s.asked()]})
    assert [s.name(e.values["seat"]) for e in s.told("discards")][-1] == "B"
    assert [s.name(e.values["seat"]) for e in s.told("deals")] == ["A", "B"]
    predicts(s, 1, 1, 1)
    # B dealt: C leads, not the player of the Lair
    assert s.asked("lead") == "C"


@pytest.mark.rule("CW-41", "CW-R17", "CW-X164")
def test_the_last_gathering_may_be_looked_at_and_none_before_it() -> None:
    s = predicts(wyrms("R5 B1 Y1", "R8 B9 Y3", "R2 B2 Y2"), 1, 1, 1)
    plays(s, "R5 R8 R2")
    assert shorts(s.on_table("last gathering")) == "R5 R8 R2"
    plays(s, "B9 B2")
    # it stays until the next is complete
    assert shorts(s.on_table("last gathering")) == "R5 R8 R2"
    assert shorts(s.on_table("gathering")) == "B9 B2"
    plays(s, "B1 Y3")
    assert shorts(s.on_table("last gathering")) == "B9 B2 B1"
    # nobody finds the first one anywhere, its taker included
    for viewer in (*s.names.values(), RAIL):
        for block in s.match.scene(viewer).blocks:
            if isinstance(block, Zone | Log):
                assert not any(key(card) in repr(block) for card in ("R5", "R8", "R2"))
    assert "red.5" not in repr(s.ask("C").words["follow"])


@pytest.mark.rule("CW-41", "CW-R17")
def test_counts_of_gatherings_are_public() -> None:
    s = predicts(wyrms("R5", "R8", "R2", extra="P5"), 1, 2, 3).does(C="purple.5")
    plays(s, "R5 R8 R2")
    assert count(s) == {"A": 0, "B": 1, "C": 0}
    # they stand beside the seats too
    assert [(note["taken"], note["predicted"]) for note in notes(s)] == [(0, 1), (1, 2), (0, 3)]


@pytest.mark.rule("CW-60", "CW-61", "CW-62", "CW-81", "CW-17", "CW-58")
def test_at_the_end_of_a_cycle_all_turn_up_what_they_took_and_the_record_is_kept() -> None:
    s = predicts(wyrms(cycles=2), 0, 4, 4).defaults("predict")
    taken = {name: s.sees(None, name, "cycle 1") or [] for name in "ABC"}
    counts = [each["taken"] for each in record(s, 1)]
    assert [each["predicted"] for each in record(s, 1)] == [0, 4, 4]
    assert [len(taken[name]) for name in "ABC"] == [3 * n for n in counts]
    told = s.told("scores")
    for at, each in enumerate(record(s, 1)):
        assert each["bonus"] == (50 if each["taken"] == (0, 4, 4)[at] else 0)
        assert each["total"] == each["bonus"] + each["cards"] == told[at].values["points"]
    # they go face down again when the next predictions are revealed
    predicts(s, 0, 4, 4)
    assert s.sees(None, "A", "cycle 1") is None


@pytest.mark.rule("CW-PD-02", "CW-PD-04", "CW-PD-05", "CW-PD-06", "CW-PD-07", "CW-R23")
def test_own_colours_at_the_table() -> None:
    # A red, B blue, C yellow; B and C have no green
    b = "B7 B1 B2 B3 B4 B5 B6 B8 B9 BT BL P1 P2 P3 P4 P5 P6 P7 P8 P9"
    c = "Y7 Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9 YT YL R1 R2 R3 R4 R5 R6 R7 R8 R9"
    for cards, taker in (("G3 B7 Y7", "C"), ("G3 B7 Y6", "B"), ("G3 P9 R9", "A")):
        s = predicts(wyrms("G3", b, c, personalised_colors=True), 1, 1, 1)
        plays(s, cards)
        assert count(s)[taker] == 1


@pytest.mark.rule("CW-PL-02", "CW-PL-04", "CW-X65", "CW-X72")
@pytest.mark.parametrize(("powerful", "leads"), [(True, "B"), (False, "E")])
def test_a_powerful_lair_at_the_table(powerful: bool, leads: str) -> None:
    e = "R1 G1 G2 G3 G4 G5 G6 G7 G8 G9 GT GL"
    s = wyrms("Y5", "YL", "Y9", "Y2", e, seats=5, powerful_lair=powerful)
    predicts(s, 1, 1, 1, 1, 1)
    plays(s, "Y5 YL Y9 Y2 R1")
    assert bool(s.told("discards")) is powerful
    assert s.asked("lead") == leads


@pytest.mark.rule("CW-R30", "CW-X162")
def test_an_absent_seat_predicts_0_and_plays_its_lowest_legal_card() -> None:
    assert lowest(keys("R4 GL K Q")) == "green.lair"
    assert lowest(playable(keys("R3 R9 K"), keys("R5"))) == "red.3"
    assert lowest(keys("Q K")) == "knight"
    assert lowest(keys("PL GT GL YL R1")) == "yellow.lair"
    fillers = "P1 P2 P3 P4 P5 P6 P7 P8 P9 G1 G2 G3 G4 G5 G6 G7"
    s = wyrms(f"R4 GL K Q {fillers}", "R3 R9 K")
    assert [s.ask(name).prompt.default for name in "ABC"] == ["0"] * 3
    predicts(s, 1, 1, 1)
    assert s.ask("A").prompt.default == "green.lair"
    plays(s, "R4")
    assert s.ask("B").prompt.default == "red.3"


def log(s: Script) -> list[str]:
    """The log as everyone reads it."""
    names = Renderer({0: "Ann", 1: "Bob", 2: "Cid"})
    with without_emoji():
        return [names.say(line) for line in s.scene_block(Log).lines]


@pytest.mark.rule("CW-41", "CW-R17")
def test_a_gathering_is_one_line_with_leader_owners_and_taker() -> None:
    s = predicts(wyrms("R5 B1 Y1", "R8 B9 Y3", "R2 B2 Y2"), 1, 1, 1)
    plays(s, "R5 R8 R2")
    assert log(s)[-1] == (
        "Bob takes it with the highest dominant card. Ann led: 🟥 red 5 Ann, 🟥 red 8 Bob, 🟥 red 2 Cid."
    )
    plays(s, "B9 B2 B1")
    assert log(s)[-2:] == [
        "Bob takes it with the highest dominant card. Ann led.",
        "Bob takes it with the highest led card. Bob led: 🟦 blue 9 Bob, 🟦 blue 2 Cid, 🟦 blue 1 Ann.",
    ]


def test_scores_with_their_reasons_stand_until_the_next_predictions_and_in_the_result() -> None:
    s = predicts(wyrms("R9", "RT", "RL", cycles=2), 1, 1, 1)
    s.defaults("predict")
    names = Renderer({0: "Ann", 1: "Bob", 2: "Cid"})
    seats: Seats = s.scene_block(Seats)
    told = [names.say(row.note) for row in seats.rows if row.note is not None]
    assert len(told) == 3
    assert all(" in cycle 1: " in note and "for the prediction" in note for note in told)
    assert [set(event.values["scores"]) for event in s.told("standing")] == [{0, 1, 2}]
    predicts(s, 1, 1, 1)
    assert not any(
        "cycle 1" in names.say(row.note) for row in s.scene_block(Seats).rows if row.note is not None
    )
    s.defaults()
    outcome: SceneOutcome = s.scene_block(SceneOutcome)
    reasons = [names.say(row.reason) for row in outcome.rows if row.reason is not None]
    assert all("predictions exact · last cycle " in reason for reason in reasons)
    personal: SceneOutcome = s.scene_block(SceneOutcome, viewer=0)
    assert personal.personal is not None
    assert "last cycle" not in names.say(personal.personal)
