"""Translators get texts as JSON lines in parts, and put their answers back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from locales import catalogues, translators
from locales.catalogues import path_of, read, texts_of
from locales.translators import take, to_do


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (catalogues, translators):
        monkeypatch.setattr(module, "FOLDER", tmp_path)


def test_the_parts_of_a_language_are_all_of_it_and_stay_the_same() -> None:
    every = [each["id"] for each in to_do("pl")]
    parts = [[each["id"] for each in to_do("pl", part, 5)] for part in range(1, 6)]
    assert len(set(every)) == len(every) > 2_000
    assert [each for part in parts for each in part] == every
    first = next(iter(to_do("pl", 2, 5)))
    take("pl", [json.dumps({"id": first["id"], "msgstr": first["msgid"]})])
    assert [each["id"] for each in to_do("pl", 2, 5)] == parts[1][1:]


def test_answers_are_found_again_in_the_catalogue() -> None:
    plural = next(each for each in to_do("pl") if "forms" in each)
    assert plural["forms"] == 3
    answers = [
        {"msgid": "Check", "msgstr": "Czekam"},
        {"id": plural["id"], "msgstr": [plural["msgid"]] * 3},
    ]
    assert take("pl", map(json.dumps, answers)) == (2, [])
    found = {message.id: message.string for message in texts_of(read(path_of("pl")))}
    assert found["Check"] == "Czekam"
    assert [each["msgstr"] for each in to_do("pl", done=True) if each["msgid"] == "Check"] == ["Czekam"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("{", "no JSON"),
        ('{"msgid": "Check"}', "with a msgstr"),
        ('{"msgid": "No such text", "msgstr": "x"}', "There is no text"),
        ('{"msgid": "Check", "msgstr": ""}', "needs one text"),
        (
            '{"msgid": "Call {need}", "msgstr": "Sprawdzam {ned}"}',
            "The values must be {need}, and are {ned}.",
        ),
    ],
)
def test_a_wrong_answer_is_refused_and_the_others_are_taken(answer: str, sentence: str) -> None:
    taken, refused = take("pl", [answer, '{"msgid": "Fold", "msgstr": "Pas"}'])
    assert taken == 1
    assert "Line 1: " in refused[0]
    assert sentence in refused[0]
