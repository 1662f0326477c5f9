"""The rules of a game as a private note, in pages where they are long; and the list of all games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from cogs.ui.components import Json, button, note
from games.catalogue import GAMES, ODDS
from games.engine import Game

PREFIX = "rules"
"""Custom ids of the pages: `rules:<game>:<page>`."""
PAGE = 3_400
"""Characters of a page; a message holds 4,000 in all."""

NUMBERED = "-# Every rule, example and ruling, numbered: `docs/rules` of the project."
"""The way from the short rules to the whole ones."""


def rules_note(game: Game, page: int = 0) -> Json:
    """A page of a game's rules in our own words, then of its settings. A page that is not there is the last."""
    every = list(pages(rules_text(game)))
    page = min(page, len(every) - 1)
    buttons = []
    if page > 0:
        buttons.append(button("Back", f"{PREFIX}:{game.key}:{page - 1}"))
    if page < len(every) - 1:
        buttons.append(button("More", f"{PREFIX}:{game.key}:{page + 1}"))
    if game.key in ODDS:
        buttons.append(button("Odds", f"odds:{game.key}"))
    title = f"## {game.title}" + (f" · {page + 1} of {len(every)}" if len(every) > 1 else "")
    return note(f"{title}\n{every[page]}", *buttons)


def rules_text(game: Game) -> str:
    """Return a game's rules and its settings, and the name of the page that has every rule with its number."""
    settings = "\n".join(
        f"- **{field.title or name}**: {field.description}"
        for name, field in game.options.menu_fields().items()
    )
    parts = [game.rules.strip(), f"### Settings\n{settings}" if settings else "", NUMBERED]
    return "\n\n".join(filter(None, parts))


def pages(text: str, most: int = PAGE) -> Iterator[str]:
    """`text` in pieces of at most `most` characters, cut between lines where that can be."""
    page = ""
    for line in text.split("\n"):
        while len(line) > most:
            if page:
                yield page
                page = ""
            line, rest = line[:most], line[most:]
            yield line
            line = rest
        if page and len(page) + 1 + len(line) > most:
            yield page
            page = line
        else:
            page = f"{page}\n{line}" if page else line
    yield page


PLAY_MONEY = (
    "All of this is play money: nobody can buy it, sell it or cash it out. The games are about gambling all the same, "
    "and gambling for money can become a problem."
)
"""The content warning (GEN-20, GEN-R7)."""


def games_note(help_line: str) -> Json:
    """All games by rulebook; the content warning and the server's help line."""
    parts = ["## The games"]
    for book, games in groupby(sorted(GAMES.values(), key=lambda game: game.rulebook), lambda g: g.rulebook):
        parts.append(f"### {book}")
        parts += [f"- **{game.title}**: {game.pitch}" for game in games]
    parts.append(f"### Care\n{PLAY_MONEY} {help_line}\nA cap for a day, or a pause: /limits.")
    parts.append("-# /rules with a game tells you how to play it.")
    return note("\n".join(parts))
