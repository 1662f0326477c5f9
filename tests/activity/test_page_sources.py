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


COMMENT = re.compile(r"/\*(?s:.*?)\*/|(?<!:)//.*")
MARK = re.compile(r"(?<![\w.])(?:_|pgettext|ngettext)\((?!\s*\")")
BARE = (
    re.compile(r"(?<!=)>[^<>{}()=;]*[A-Za-z]{2,}[^<>{}()=;]*</"),
    re.compile(
        r"\b(?:aria-label|aria-valuetext|title|alt|placeholder)=(?:\"[^\"]*[A-Za-z]|{`[^`]*[A-Za-z]{3,}[^`{}]*`})"
    ),
)


def test_every_word_of_the_page_is_marked_as_a_plain_string() -> None:
    """A text that is not marked so stays English for everyone."""
    found = [
        f"{file.name}: {hit[0]}"
        for file in SOURCES.glob("*.ts*")
        for pattern in (MARK, *(BARE if file.suffix == ".tsx" else ()))
        for hit in pattern.finditer(COMMENT.sub("", file.read_text("utf-8")))
    ]
    assert [each for each in found if not each.startswith("words.ts:")] == []
