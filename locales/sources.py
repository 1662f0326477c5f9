"""All texts of the house, and the template of the catalogues that is made of them."""

from __future__ import annotations

from functools import cache

from babel.messages.catalog import Catalog

from locales.catalogues import DOMAIN
from locales.code_texts import add_code_texts
from locales.data_texts import add_data_texts
from locales.entries import Entries


@cache
def all_texts() -> Entries:
    """Return all texts of the house: those of the data, then those of the code.

    Cached: to find them takes seconds.
    """
    entries = Entries()
    add_data_texts(entries)
    add_code_texts(entries)
    return entries


def template_of(entries: Entries) -> Catalog:
    """Return the template of a catalogue: all texts, without a translation."""
    catalog = Catalog(domain=DOMAIN, project="Dicenight", version="1", charset="utf-8", fuzzy=False)
    catalog.header_comment = "# The texts of Dicenight. Written by `make words`."
    for entry in entries:
        catalog.add(
            (entry.text, entry.plural) if entry.plural else entry.text,
            locations=[(file, None) for file in entry.files],  # type: ignore[misc]  # without a line
            auto_comments=entry.comments,
            context=entry.context or None,
        )
    return catalog
