"""The fonts of the pictures have every letter of every language."""

from __future__ import annotations

import pytest

from bot.face.art import pieces
from bot.face.art.drawing import Words
from bot.face.art.letters import font, runs, writable
from locales.catalogues import languages, path_of, read, texts_of
from locales.checks import forms_of


def letters_of(language: str) -> list[str]:
    said = "".join(form for message in texts_of(read(path_of(language))) for form in forms_of(message))
    return sorted({letter for letter in said if letter.isalpha()})


@pytest.mark.parametrize("language", languages())
def test_pictures_can_write_every_letter_of_a_language(language: str) -> None:
    letters = letters_of(language)
    assert len(letters) > 52
    assert [letter for letter in letters if not writable(letter)] == []
    # by the faces of the pictures themselves, since a fallback has another hand
    assert {at for _, at in runs("".join(letters))} == {-1}
    for face in ("bold", "plain"):
        unknown = bytes(font(face, 40).getmask("\uffff"))
        assert [each for each in letters if bytes(font(face, 40).getmask(each)) == unknown] == []


@pytest.mark.parametrize("language", languages())
def test_a_heading_whose_letters_the_serif_face_lacks_is_written_in_another(language: str) -> None:
    """The serif face is small: a heading is written in it as a whole, or not at all."""
    accented = "".join(each for each in letters_of(language) if not each.isascii())
    [plain], [words] = (pieces.text(0, 0, said, 30, "#000000", serif=True) for said in ("Threes", accented))
    assert isinstance(plain, Words)
    assert isinstance(words, Words)
    assert plain.serif
    assert not words.serif


def test_a_letter_that_they_lack_is_found() -> None:
    assert not writable("\ua66e")
