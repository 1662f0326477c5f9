"""The catalogues as they are: what is whole misses nothing, and nothing is faulty in any language."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from locales.catalogues import TEMPLATE, WHOLE, compile_all, is_translated, languages, path_of, read, texts_of
from locales.checks import faults_of, sources_of
from locales.sources import all_texts, template_of


def keys(catalog: Catalog) -> set[tuple[str, str]]:
    return {(message.context or "", sources_of(message)[0]) for message in texts_of(catalog)}


def test_the_template_has_every_text_and_no_other() -> None:
    assert keys(read(TEMPLATE)) == keys(template_of(all_texts())), "`make words` brings it up to date"


@pytest.mark.parametrize("language", WHOLE)
def test_a_whole_language_misses_nothing(language: str) -> None:
    catalog = read(path_of(language))
    assert keys(read(TEMPLATE)) <= keys(catalog)
    missing = [sources_of(each)[0] for each in texts_of(catalog) if not is_translated(each)]
    assert missing == [], (
        f"`python -m locales todo {language}` lists them, `take` puts them in (docs/languages.md)"
    )


@pytest.mark.parametrize("language", languages())
def test_nothing_is_faulty(language: str) -> None:
    assert [fault for message in texts_of(read(path_of(language))) for fault in faults_of(message)] == []


def test_a_language_that_is_hardly_begun_is_not_offered(tmp_path: Path) -> None:
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    texts = "".join(f'msgid "text {n}"\nmsgstr "{"testo" if n < 8 else ""}"\n\n' for n in range(10))
    (folder / "dicenight.po").write_text(f'msgid ""\nmsgstr ""\n\n{texts}', "utf-8")
    compile_all(tmp_path)
    assert not (folder / "dicenight.mo").exists()
    (folder / "dicenight.po").write_text(texts.replace('msgstr ""', 'msgstr "altro"'), "utf-8")
    compile_all(tmp_path)
    assert (folder / "dicenight.mo").exists()
    assert b"1970-01-01" in (folder / "dicenight.mo").read_bytes(), (
        "at another time it is the same, byte for byte"
    )
