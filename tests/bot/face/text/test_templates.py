"""Sentences made of templates and values."""

from __future__ import annotations

import re

import pytest

from bot import language
from bot.face.table.facts import PlainRenderer
from bot.face.text.runs import RunsRenderer, plain_text
from bot.face.text.templates import Renderer, inside
from bot.language import Catalogue, speaking
from games.engine.scene import Line
from games.gembones.hags_haggle.codes import code_texts
from games.parlour.rogues_and_warriors import worth
from games.texts import spell_out


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("score {n}", -25, "score −25"),
        ("{n:+} AC", -3, "−3 AC"),
        ("{n:+} AC", 3, "+3 AC"),
        ("{n}", "red Great Wyrm 10, the Queen -10", "red Great Wyrm 10, the Queen −10"),
        ("{n:,}", -1_200, "−1,200"),
        ("{n}", "3-5 or a g6-die", "3-5 or a g6-die"),
    ],
)
def test_people_read_a_true_minus_sign(template: str, value: object, said: str) -> None:
    assert Renderer({}).render(template, {"n": value}) == said


class _Shouted(Catalogue):
    """A language that says everything in capitals, but for the names of fields."""

    language = "en-XA"

    def __init__(self) -> None:
        super().__init__()

    def gettext(self, message: str) -> str:
        return re.sub(
            r"\{[^{}]*\}|[^{}]+", lambda part: part[0] if "{" in part[0] else part[0].upper(), message
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)


def test_a_spelled_out_field_keeps_its_name_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "catalogue", lambda wanted: _Shouted())
    words = spell_out({"bribe_{card}": "{card.name}: {{card}} points"}, {"card": {"axe": "an axe"}})
    with language.speaking("en-XA"):
        assert Renderer({}).render(words["bribe_axe"], {"axe": 3}) == "AN AXE: 3 POINTS"


@pytest.mark.parametrize(
    ("reader", "said"), [("en", "as usual"), ("fr", "as usual"), ("pl", "as usual"), ("de", "As usual")]
)
def test_a_choice_inside_a_line_has_a_small_letter_where_nouns_have(reader: str, said: str) -> None:
    with speaking(reader):
        assert inside("As usual") == said


@pytest.mark.parametrize(("points", "said"), [(1, "ein Punkt"), (2, "2 Punkte")])
def test_a_number_whose_name_is_spelled_out_takes_its_plural_form(
    monkeypatch: pytest.MonkeyPatch, points: int, said: str
) -> None:
    class German(_Shouted):
        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            return "ein Punkt" if n == 1 else "{{kinds}} Punkte"

    monkeypatch.setattr(language, "catalogue", lambda wanted: German())
    words = spell_out({"bribe_{kinds}": "{{kinds}} points"}, {"kinds": {"axe_wild": "an axe"}})
    with language.speaking("de"):
        assert Renderer({}).render(words["bribe_axe_wild"], {"axe_wild": points}) == said


def test_every_part_of_a_pair_with_a_dragon_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = worth(["DR", "LR"])
    assert Renderer({}).say(pair).startswith("Lady-Lady with a Dragon, ")
    monkeypatch.setattr(language, "catalogue", lambda wanted: _Shouted())
    with language.speaking("en-XA"):
        assert Renderer({}).say(pair).startswith("LADY-LADY WITH A DRAGON, ")


@pytest.mark.parametrize("renderer", [Renderer, PlainRenderer])
def test_whole_sentences_in_a_row_have_no_commas_between_them(renderer: type[Renderer]) -> None:
    words = renderer({}).render("{codes:items}", {"codes": code_texts([8, 5])})
    assert words == "Roll with tiny arms. One finger on your nose, always."


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("serena.blasphemer", "Ann plays Blasphemer!"),
        ("gear.who_left_that_valve_open", "Ann plays Who left that valve open?"),
        ("phrenk.purely_medicinal", "Ann plays Purely medicinal."),
    ],
)
def test_no_full_stop_follows_a_name_that_ends_in_a_mark(card: str, said: str) -> None:
    line = Line("{seat:seat} plays {card:item}.", {"seat": 0, "card": card})
    assert PlainRenderer({0: "Ann"}).say(line) == said
    assert Renderer({0: "Ann"}).say(line).endswith(said.removeprefix("Ann plays "))
    assert plain_text(RunsRenderer({0: "Ann"}).line(line)) == said
