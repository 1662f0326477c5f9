"""Names that somebody chose to make trouble: in a text, on a control, in a picture."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.face.art.letters import drawn_name, length, runs, writable
from bot.members.names import LONGEST, label, name_in_label, name_in_text, visible_name
from cogs.ui.components import button, option

NASTY = (
    "dark_knight_42",
    "**bold**",
    "[click](https://evil.example/x)",
    "hthttp://tp://evil.example",
    "https::////evil.example",
    "http:\u200b//evil.example",
    "\u202elived\u202c",
    "a\u200bb\u200dc",
    "<@1234567890>",
    "@everyone",
    "<:g20:123456789012345678>",
    "<t:0:R>",
    "||secret||",
    "```code",
    "a" * 31 + "_tail",
    "_" * 40,
    "\\",
    "- item",
    "1. one",
    "-# small",
    "\u3164",
    "\u200b\u200b",
    "",
    "Z\u0321\u0322\u031b\u0317\u0318\u0319\u031c\u031d\u031e\u031f\u0320\u030a\u030b\u030c\u030da\u0316\u0317\u0318\u0319\u031c",
    "line\nbreak",
)
names = st.one_of(
    st.text(max_size=48),
    st.lists(
        st.sampled_from((*"_*~`|[]()<>@#:/\\.- \u200b\u202e", "http", "https://", "a", "é", "王")),
        max_size=40,
    ).map("".join),
    st.sampled_from(NASTY),
)


def _unescaped(text: str) -> str:
    """The text as Discord shows it, if nothing in it is formatted."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text)


def _unseen(text: str) -> list[str]:
    return [each for each in text if unicodedata.category(each)[0] == "C"]


@given(names)
@example("a" * 31 + "_")
@example("https://x")
@example(":/ /")
def test_no_name_does_anything_in_a_text(name: str) -> None:
    shown = name_in_text(name)
    assert shown.strip()
    assert not _unseen(shown)
    assert not set("@#<>\n") & set(shown)
    assert not re.search(r":\s*/", shown), "a link"
    # every mark of Markdown stands behind an odd number of backslashes, and no backslash is left over at the end
    bare = re.sub(r"\\[^0-9A-Za-z\s]|\\(?=\d)", "", shown)
    assert not set("\\*_~`|[]") & set(bare)
    assert not re.match(r"[-+]|\d+[.)]", shown), "a list"
    assert len(_unescaped(shown)) <= LONGEST


@given(names)
def test_a_label_is_bare(name: str) -> None:
    shown = name_in_label(name)
    assert not _unseen(shown)
    assert not set("<>\n") & set(shown)
    assert 1 <= len(shown) <= LONGEST
    assert button(f"{shown}'s hand", "x")["label"]
    made = option(f"To {name_in_text(name)}", "x")
    assert made["label"] == f"To {label(name_in_text(name))}"
    assert "emoji" not in made
    assert re.sub(r"[@#]|:(?:\s*/)+", "", label(name_in_text(name))) == re.sub(
        r"[@#]|:(?:\s*/)+", "", _unescaped(name_in_text(name))
    )


@given(names)
def test_a_picture_has_every_letter_it_draws(name: str) -> None:
    shown = drawn_name(name, "Seat 3")
    assert writable(shown)
    assert not _unseen(shown)
    assert 1 <= len(shown) <= LONGEST
    assert "".join(part for part, _ in runs(shown)) == shown
    assert length(shown, 20, "bold") > 0


@pytest.mark.parametrize(
    ("name", "text", "control"),
    [
        ("dark_knight_42", r"dark\_knight\_42", "dark_knight_42"),
        ("a" * 31 + "_tail", "a" * 31 + r"\_", "a" * 31 + "_"),
        ("https://evil.example", "https:evil.example", "https://evil.example"),
        ("\u202elived", "lived", "lived"),
        ("\u3164", "someone", "someone"),
        ("1. Ann", r"1\. Ann", "1. Ann"),
        ("Bob (he/him)", "Bob (he/him)", "Bob (he/him)"),
    ],
)
def test_examples(name: str, text: str, control: str) -> None:
    assert name_in_text(name) == text
    assert name_in_label(name) == control
    assert button(f"Play {name_in_text('dark_knight_42')}", "x")["label"] == "Play dark_knight_42"


@pytest.mark.parametrize("name", ["王小明", "김철수", "さくら", "محمد", "שרה", "अनिता", "สมชาย", "Anna 安娜"])
def test_names_in_other_scripts_are_drawn(name: str) -> None:
    assert drawn_name(name, "Seat 3") == visible_name(name) == name


def test_a_script_without_a_font_is_told_by_the_seat() -> None:
    assert drawn_name("𒀭𒂗", "Seat 3") == "Seat 3"
