"""The catalogue files, by Babel: the template of all texts, and a catalogue for each language.

They have no dates and no line numbers, so that a change of them shows changed texts and nothing else.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER = Path(__file__).parent
DOMAIN = "dicenight"
TEMPLATE = FOLDER / f"{DOMAIN}.pot"
WHOLE = ("de", "es", "fr", "pl")
"""The languages that are whole: in them no text may be missing."""
NO_TIME = datetime.fromtimestamp(0, UTC)
"""The time in every compiled catalogue: that of its compilation would be other bytes in each build of a release."""
READABLE = 0.9
"""The share of texts from which on a language is offered: with less, people would read a mix of two."""
_PASSING = re.compile(
    r'^"(?:POT-Creation-Date|PO-Revision-Date|Report-Msgid-Bugs-To|Last-Translator|Language-Team|Generated-By): .*\n',
    re.M,
)


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def path_of(language: str) -> Path:
    """Return the file of a language's catalogue, which need not be there."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def merged(language: str, template: Catalog) -> Catalog:
    """Return the catalogue of a language with the texts of the template: those that are gone are left out.

    A text that has changed is untranslated, and never guessed from one that resembles it.
    """
    path = path_of(language)
    catalog = (
        read(path)
        if path.exists()
        else Catalog(language, DOMAIN, project="Dicenight", version="1", fuzzy=False)
    )
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=False, keep_user_comments=True)
    catalog.header_comment = (
        f"# The texts of Dicenight, {language}. docs/languages.md tells how to change them."
    )
    catalog.obsolete.clear()
    return catalog


def read(path: Path) -> Catalog:
    """Return the catalogue in a file. Its language is that of its folder."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name if path.suffix == ".po" else None, domain=DOMAIN)


def write(catalog: Catalog, path: Path) -> None:
    """Write a catalogue in the order of the template, without dates."""
    content = BytesIO()
    write_po(content, catalog, width=100, include_lineno=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_PASSING.sub("", content.getvalue().decode()), encoding="utf-8")


def is_translated(message: Message) -> bool:
    """Return whether a text has a finished translation, in all its plural forms."""
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return bool(forms) and all(forms) and not message.fuzzy


def texts_of(catalog: Catalog) -> list[Message]:
    """Return the texts of a catalogue in their order, without its header."""
    return [message for message in catalog if message.id]


def compile_all(folder: Path = FOLDER) -> None:
    """Write the `.mo` file of each readable language beside its catalogue, for the process that reads them."""
    for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        catalog = read(path)
        texts = texts_of(catalog)
        if sum(map(is_translated, texts)) < READABLE * len(texts):
            path.with_suffix(".mo").unlink(missing_ok=True)
            continue
        with path.with_suffix(".mo").open("wb") as file:
            catalog.creation_date = NO_TIME
            write_mo(file, catalog)
