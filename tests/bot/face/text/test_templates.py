"""Sentences made of templates and values."""

from __future__ import annotations

import re

import pytest

from bot import language
from bot.face.text.templates import Renderer, inside
from bot.language import Catalogue, speaking
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
