"""Cities in text, and placing card after card: every step stands in the controls, and only the last is an answer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.text.card_names import item_text
from bot.tables.state import TableSettings
from cogs.ui import custom_ids
from cogs.ui.blocks.grids import best_spots, forced, grid_lines, map_text, next_draft, place_controls
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.engine import RAIL, Answer, IllegalAnswer, Place
from games.parlour import city_square, dragon_hordes, jack_of_all_trades, threes
from tests.cogs.ui.test_painted_secrets import view_of
from tests.games.parlour.city_square.test_city_square import YEARS, prompt
from tests.helpers.script import Script

PILES = ((0, 0, ("W.hawk",)), (2, -1, ("R.owl", "L.hare")))


def night() -> Script:
    """City Square by two: A has Warrior, Bard and Merchant of Owls."""
    return Script(city_square.GAME, "AB", cards=" ".join(YEARS))


class Panel:
    """The controls of A's placement after some steps."""

    def __init__(self, s: Script, draft: Answer) -> None:
        self.prompt: Place = prompt(s, "A")
        ask = s.match.scene(0).mine()[0]
        self.text, self.options, self.buttons = "", dict[str, str](), dict[str, str]()
        self.select = ""
        for part in place_controls(1, 2, ask, self.prompt, draft):
            if part["type"] == 10:
                self.text += part["content"] + "\n"
                continue
            for control in part["components"]:
                if control["type"] == 3:
                    self.select = control["custom_id"]
                    self.options = {line["label"]: line for line in control["options"]}
                else:
                    self.buttons[control["label"]] = control["custom_id"]

    def then(self, custom_id: str, *values: str) -> Answer:
        """The draft after one of the controls is used."""
        control = custom_ids.read(custom_id)
        assert control is not None
        return next_draft(self.prompt, control, values)

    def puts(self, label: str) -> Answer:
        """The draft after a district is chosen, by its button or in the list of those further away."""
        if label in self.buttons:
            return self.then(self.buttons[label])
        line: Any = self.options[label]
        return self.then(self.select, line["value"])


def test_a_city_is_a_line_a_row_with_a_mark_at_covering_cards() -> None:
    assert grid_lines(PILES) == ["`··· ··· 🟦L²`", "`🟥W ··· ···`"]
    assert grid_lines(()) == []


def test_the_map_names_districts_and_tells_them_in_words() -> None:
    told = map_text(PILES, [(0, 1)])
    assert "A    B    C" in told
    assert told.endswith("C1 Lady of Hares on Rogue of Owls; A2 Warrior of Hawks")
    assert len(told.splitlines()) == 7
    assert "no districts" in map_text(()).lower()


def test_what_there_is_no_choice_about_is_not_asked() -> None:
    assert forced(prompt(night(), "A"), []) == [[0, 0]]
    panel = Panel(night(), [])
    assert "Card 2 of 3, 🎵 Bard³ 🟩 of Owls, adds:" in panel.text
    assert len(panel.options) + len(panel.buttons) == 24
    assert list(panel.buttons) == ["C2 +1", "B3 +1", "D3 +1"], "the districts that add most, row by row"


def test_card_after_card_with_the_score_there_and_the_way_back_until_it_is_sent() -> None:
    s = night()
    panel = Panel(s, [])
    assert "A1 ±0" in panel.options, "what adds less is in a list"
    draft = panel.puts("C2 +1")
    assert draft == [[0, 0], [0, -1]]
    panel = Panel(s, draft)
    assert "worth 1 point so far" in panel.text
    assert panel.then(panel.buttons["Take it back"]) == [[0, 0]]
    # two cards of one year never share a district
    assert not {name[:2] for name in (*panel.buttons, *panel.options)} & {"C2", "C3"}
    sent = custom_ids.read(next(iter(panel.buttons.values())))
    assert sent is not None, "the press that places the last card sends the answer"
    assert sent.kind == "p"
    assert s.match.rows == []
    s.does(A=sent.answer)


def test_a_card_on_another_says_so() -> None:
    s = night().does(A=[[0, 0], [1, 0], [2, 0]], B=[[0, 0], [1, 0], [2, 0]]).each("AB", "check")
    panel = Panel(s, [])
    covering = next(name for name in (*panel.buttons, *panel.options) if name.startswith("A3 "))
    assert panel.puts(covering) == [[0, 0]]
    far = next(name for name in (*panel.buttons, *panel.options) if name.startswith("A1 "))
    assert panel.puts(far) == [[0, -2]]


def test_a_last_card_from_the_list_is_placed_by_a_press_of_its_own() -> None:
    panel = Panel(night(), [[0, 0], [0, -1]])
    whole = panel.puts(next(iter(panel.options)))
    panel = Panel(night(), whole)
    assert panel.options == {}
    assert panel.then(panel.buttons["Take it back"]) == [[0, 0], [0, -1]]
    sent = custom_ids.read(panel.buttons["Place them"])
    assert sent is not None
    assert sent.answer == whole


def test_each_step_has_at_most_three_buttons_and_every_district_once() -> None:
    s = night()
    for draft in ([], [[0, 0], [1, 0]], [[0, 0], [1, 1]]):
        panel = Panel(s, draft)
        named = [name for name in panel.buttons if name != "Take it back"]
        assert len(panel.buttons) <= 3
        ways = [*panel.options, *named]
        assert (
            len({name[:2] for name in ways})
            == len(ways)
            == len(panel.prompt.spots(forced(panel.prompt, draft)))
        )


def test_the_best_places_are_those_that_add_most_to_the_city() -> None:
    asked = prompt(night(), "A")._replace(piles=((0, 0, ("B.owl",)), (1, 0, ("R.hawk",))))
    assert asked.worth is not None
    now = asked.worth(asked.piles)
    gains = {spot: asked.worth(asked.after([spot])) - now for spot in asked.spots()}
    told = best_spots(asked, [])
    most = max(gains.values())
    winners = [spot for spot, gain in gains.items() if gain == most]
    assert bool(told) == (most > 0 and len(winners) <= 3)
    if told:
        assert told[0].count(" or ") == len(winners) - 1
        assert told[1] == f"+{most}"
    assert best_spots(asked._replace(worth=None), []) == ()


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("d:1:2:3:[[0,0]]", ["0,0"]),
        ("d:1:2:3:[[0,0]]", ["9,9"]),
        ("d:1:2:3:[[0,0],[0,0]]", []),
        ("d:1:2:3:[[0,0]]", ["x"]),
        ("d:1:2:3:[[0,0]]", ["1,2,3"]),
        ("d:1:2:3:7", ["1,0"]),
        ("d:1:2:3:{}", []),
        ("d:1:2:3:[[0,0],[1,0],[2,0]]", ["0,1"]),
    ],
)
def test_steps_from_outside_are_not_believed(custom_id: str, values: list[str]) -> None:
    control = custom_ids.read(custom_id)
    assert control is not None
    with pytest.raises((ValueError, IllegalAnswer)):
        next_draft(prompt(night(), "A"), control, values)


def test_the_longest_ids_fit() -> None:
    custom_id = custom_ids.answer(Kind.STEP, 999_999, 9_999_999, 9999, [[-2, -2], [-2, -1], [-1, -2]])
    assert len(custom_id) <= 100


def test_everybodys_city_stands_on_the_table_and_at_the_end_too() -> None:
    s = night().does(A=[[0, 0], [1, 0], [0, 1]], B=[[0, 0], [1, 0], [2, 0]])
    painted = str(table_message(view_of(s.match, RAIL)))
    assert "`🟩W 🟩B`" in painted
    assert "`🟥W 🟥B 🟥R`" in painted
    assert "counts" not in painted
    s.defaults()
    painted = str(table_message(view_of(s.match, RAIL)))
    assert painted.count("`🟩") + painted.count("`🟥") + painted.count("`🟦") >= 3


# ---- what several are asked at the same time


def labels(payload: Any) -> list[str]:
    """All labels of the buttons of a message."""
    if isinstance(payload, dict):
        own = [payload["label"]] if payload.get("type") == 2 else []
        return own + labels(payload.get("components", []))
    return [label for each in payload for label in labels(each)]


def menu(payload: Any) -> list[dict[str, Any]]:
    """The lines of all selects of a message."""
    if isinstance(payload, dict):
        own = payload.get("options", []) if payload.get("type") == 3 else []
        return [*own, *menu(payload.get("components", []))]
    return [line for each in payload for line in menu(each)]


def test_choices_that_differ_from_seat_to_seat_stand_in_the_hands_and_not_on_the_table() -> None:
    s = Script(threes.GAME, "AB", rolls="6 6 3 2 5  1 1 2 4 6")
    assert s.asked("keep") == "AB"
    assert labels(table_message(view_of(s.match, RAIL))) == ["My hand", "Sit down"]
    assert any("6s" in line["label"] for line in menu(hand_panel(view_of(s.match, 0))))
    s.does(A="6", B="1")
    assert "Check" in labels(hand_panel(view_of(s.match, 0))) + labels(hand_panel(view_of(s.match, 1)))


def test_only_workers_that_may_go_are_offered_and_nobody_too() -> None:
    s = Script(jack_of_all_trades.GAME, "AB", rolls="3 6 6 1 1  2 6 6 1 1", cards="B.owl").each("AB", "check")
    assert labels(hand_panel(view_of(s.match, 0)))[:2] == ["⚂3", "No one"]
    assert labels(hand_panel(view_of(s.match, 1)))[:2] == [item_text("d6:6"), "No one"]


# ---- what lies on cards, and piles


def test_hordes_stand_on_the_table_and_of_a_pile_only_its_last_card() -> None:
    s = Script(dragon_hordes.GAME, "AB", cards="R.hawk B.owl", rolls="1 2")
    painted = str(table_message(view_of(s.match, RAIL)))
    for card, n in (("D.red", 1), ("D.blue", 0), ("R.grey", 1), ("W.grey", 0)):
        assert f"{item_text(card)} **{n}**" in painted
    assert f"Revealed: 2, the last one {item_text('B.owl')}" in painted
    assert "Roll" in labels(hand_panel(view_of(s.match, 0)))


@pytest.mark.rule("DH-R12")
def test_predictions_say_what_lies_there_and_to_those_who_want_hints_how_many_cards_fit() -> None:
    s = Script(dragon_hordes.GAME, "AB", cards="R.hawk B.owl", rolls="1 2").does(A="roll")
    view = view_of(s.match, 0)
    lines = {line["label"]: line.get("description") for line in menu(hand_panel(view))}
    assert lines["Red Rogue, for 2"] == "9 of 88 cards fit"
    assert lines["Green, for 1"] == "29 of 88 cards fit"
    assert lines["Pass"] is None
    view.table.settings = TableSettings(hints=False)
    assert {line.get("description") for line in menu(hand_panel(view))} == {None}


def test_long_options_are_lines_of_a_menu_with_their_hints() -> None:
    s = Script(dragon_hordes.GAME, "AB", cards="R.hawk B.owl", rolls="1 2", stakes=5).does(A="roll")
    message = hand_panel(view_of(s.match, 0))
    lines = {line["label"]: line.get("description") for line in menu(message)}
    assert lines["Red, for 1"] == "29 of 88 cards fit", "six long buttons would fill a phone"
    assert "Pass" in lines
    assert "Pass" not in labels(message)
