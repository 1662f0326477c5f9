"""The sources of the page know no game: what a game is called stands in none of them."""

from __future__ import annotations

import re
from pathlib import Path

from games.catalogue import CATALOGUE

SOURCES = Path(__file__).parents[2] / "activity" / "web" / "src"


def test_the_page_names_no_game() -> None:
    names = [name for game in CATALOGUE for name in (game.key, game.title)]
    found = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names), re.IGNORECASE)
    named = {
        f"{file.name}: {hit[0]}"
        for file in SOURCES.iterdir()
        for hit in found.finditer(file.read_text("utf-8"))
    }
    # these are also words of every table: the theme of some cards, and the number of a row
    assert named <= {"page.css: tavern", "ground.tsx: tavern"}


def test_the_lock_has_hashes_and_no_addresses() -> None:
    lock = (SOURCES.parent / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
    assert lock.count('"integrity": "sha512-') > 1
