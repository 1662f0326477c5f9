"""Questions about cards: their words, and the controls of their targets."""

from __future__ import annotations

from typing import Any

from bot.face.table.card_words import CardWords
from bot.face.table.questions import question
from bot.face.text.templates import Renderer
from cogs.ui.components import BUTTON, ROW, TEXT
from cogs.ui.hand.card_play import BRIEF_BUTTONS, CardControls, play_controls
from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.scene import OpenAsk
from games.registry import GAMES

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")


def asked(kind: str, prompt: PlayCard) -> OpenAsk:
    """A question of the tavern."""
    return OpenAsk(1, 0, kind, "window", prompt, False, GAMES["tavern"].words)


def shown(targets: int, *, brief: bool) -> list[Any]:
    """The controls of a question who of so many gets a drink."""
    move = Move("", 0, (Aim("orders", tuple(range(1, targets + 1))),))
    prompt = PlayCard("order", (), (move,), move.first(), says={"n": 1})
    return play_controls(
        CardControls(1, 1, CardWords(asked("order", prompt), prompt, renderer())), brief=brief
    )


def renderer() -> Renderer:
    """The names of five seats."""
    return Renderer(dict(enumerate(NAMES)))


def test_beside_a_picture_many_targets_are_a_list_whose_choice_is_the_answer() -> None:
    [few] = shown(BRIEF_BUTTONS, brief=True)
    assert [each["type"] for each in few["components"]] == [BUTTON] * BRIEF_BUTTONS
    [many] = shown(BRIEF_BUTTONS + 1, brief=True)
    assert few["type"] == many["type"] == ROW
    [menu] = many["components"]

    assert [line["label"] for line in menu["options"]] == ["🍺 Bob", "🍺 Cid"]
    assert [line["value"] for line in menu["options"]] == ['["",0,[[1]]]', '["",0,[[2]]]']


def test_without_a_picture_targets_are_buttons_below_their_word() -> None:
    words, buttons = shown(4, brief=False)
    assert words["type"] == TEXT
    assert len(buttons["components"]) == 4


def test_whoever_holds_no_card_for_an_answer_is_told_so_and_nobody_else() -> None:
    none = PlayCard("respond", ("pass",), (), "pass", public=True)
    some = none._replace(moves=(Move("axe"),))
    assert question(asked("respond", none), renderer()) == "Nothing in your hand answers this."
    assert question(asked("respond", some), renderer()) == "Respond?"
    assert question(asked("respond", none.face()), renderer()) == "Respond?"
    assert question(asked("respond", some.face()), renderer()) == "Respond?"


def test_beside_a_picture_several_drinks_are_ordered_one_by_one_from_a_list() -> None:
    move = Move("", 0, (Aim("orders", (1, 2, 3), 1, 2, again=True),))
    prompt = PlayCard("order", (), (move,), move.first(), says={"n": 2})
    controls = CardControls(1, 1, CardWords(asked("order", prompt), prompt, renderer()))
    menu, below, *_ = play_controls(controls, ["", 0, [[2]]], brief=True)
    [drinks] = menu["components"]
    assert drinks["placeholder"] == "Drinks for: 🍺 Cid"
    assert [line["value"] for line in drinks["options"]] == ["[2,1]", "[2,2]", "[2,3]"]
    assert [each["label"] for each in below["components"]] == ["Take one back"]
