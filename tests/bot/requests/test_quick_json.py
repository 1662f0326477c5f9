"""The quick JSON gives what the standard library gives, and discord.py uses it."""

from __future__ import annotations

import json

import discord
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.requests import quick_json

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
@example("\ud83c")
@example(2**64)
@example([float("inf")])
def test_what_is_written_is_read_again_by_either(value: object) -> None:
    written = json.dumps(value)
    assert quick_json.decode(written) == quick_json.decode(written.encode()) == json.loads(written) == value
    if float("inf") not in _numbers(value) and float("-inf") not in _numbers(value):
        assert json.loads(quick_json.encode(value)) == value


def _numbers(value: object) -> list[float]:
    """The fractions in a value."""
    if isinstance(value, dict):
        return [each for inner in value.values() for each in _numbers(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in _numbers(inner)]
    return [value] if isinstance(value, float) else []


@pytest.mark.parametrize("text", ["", "{", "\ufeff{}", "{'a': 1}"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        quick_json.decode(text)


def test_words_of_other_kinds_are_written_as_words() -> None:
    class Name(str):
        """A word of a library."""

    assert json.loads(quick_json.encode({"name": Name("Ann")})) == {"name": "Ann"}


def test_the_library_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_from_json", "_to_json"):
        monkeypatch.setattr(discord.utils, name, getattr(discord.utils, name))
    quick_json.let_library_use_it()
    assert discord.utils._from_json is quick_json.decode
    assert discord.utils._to_json({"a": "ä"}) == '{"a":"ä"}'
