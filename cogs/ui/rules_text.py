"""The rules of a game in three layers: in short, whole, and the variants; and the list of all games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from bot.face.help.texts import meaning
from bot.language import N_, _, found, listed
from cogs.ui.components import PLAIN, Json, button, container, message, note, option, text
from cogs.ui.game_list import game_selects
from cogs.ui.help.markdown import flowing, paragraphs
from cogs.ui.offers import about_game
from games.engine.game import Game
from games.primers import find_primer
from games.registry import GAMES

PREFIX = "rules"
"""Custom ids of the pages: `rules:<game>:<page>` of the whole rules, `rules:<game>:<layer>.<page>` of all layers."""
PAGE = 3_400
"""Characters of a page; a message holds 4,000 in all."""

Layer = Literal["short", "all", "variants"]
LAYERS: tuple[Layer, ...] = ("short", "all", "variants")
BETTING = "betting"
"""The key of the page about betting, used in place of a game's."""
BETTING_TITLE = N_("Betting: check, call, raise, all in, side pots, shares")
"""The name of the page about betting in lists of games."""
PICK = "pick"
"""What stands in place of a game in the custom ids of the list of all games."""
NUMBERED = N_("-# Every rule, example and ruling, numbered: `docs/rules` of the project.")
"""The way from the short rules to the whole ones."""
BOLD = re.compile(r"\*\*([^*]+)\*\*")
VARIANTS = re.compile(r"\*\*Variants?\.\*\*")
"""The beginning of the paragraph that lists variants."""
VARIANT = re.compile(r"(?:(?<=\.\s)|(?<=\*\s))\*([A-Z][^*]+)\*(?:,? \(?([^:*.)]{1,40})\)?)?: ")
"""The head of one variant in that paragraph, as in `*Dragon Cards*, with Hidden Fate: `."""
OPTIONAL = ("In the spotlight",)
"""Heads of paragraphs that the game as it is does without, beside its options."""


def in_short(game: Game) -> Json:
    """Return a game in three lines and an example, with the ways to more; without a primer, its rules."""
    primer = find_primer(game)
    if primer is None:
        return rules_note(game)
    lines = [f"{number}. {_(line)}" for number, line in enumerate(primer.lines, 1)]
    buttons = about_game.buttons(game)
    buttons += [_to(game, "all", _("All the rules")), _to(game, "variants", _("Variants"))]
    if primer.betting:
        buttons.append(button("Betting", f"{PREFIX}:{BETTING}:0"))
    if game.odds(game.options()) is not None:
        buttons.append(button("Odds", f"odds:{game.key}"))
    head = _("## How to play {game}").format(game=_(game.title))
    example = _("**For example:** {example}").format(example=_(primer.example or game.example))
    return note("\n".join([head, *lines, example]), *buttons)


def rules_note(game: Game, page: int = 0, layer: Layer = "all") -> Json:
    """Return a page of a layer of a game's rules. A page that isn't there is the last."""
    has_primer = find_primer(game) is not None
    if layer == "short" and has_primer:
        return in_short(game)
    every = list(pages(variants_text(game) if layer == "variants" else rules_text(game)))
    page = min(page, len(every) - 1)
    buttons = []
    if page > 0:
        buttons.append(_to(game, layer, _("Back"), page - 1))
    if page < len(every) - 1:
        buttons.append(_to(game, layer, _("More"), page + 1))
    if has_primer:
        buttons.append(_to(game, "short", _("In short")))
    if layer == "all":
        buttons.append(_to(game, "variants", _("Variants")))
    else:
        buttons.append(_to(game, "all", _("All the rules")))
    title = [f"## {_(game.title)}"]
    if layer == "variants":
        title.append(_("variants"))
    if len(every) > 1:
        title.append(_("{n} of {all}").format(n=page + 1, all=len(every)))
    return note(f"{' · '.join(title)}\n{every[page]}", *buttons)


def find_page(rest: str) -> tuple[str, Layer, int] | None:
    """Return the game, layer and page that a custom id names behind its prefix; None if it names none."""
    key, _colon, place = rest.partition(":")
    layer, _dot, page = place.rpartition(".")
    found = next((each for each in LAYERS if each == (layer or "all")), None)
    if found is None or not page.isdecimal() or len(page) > 4:
        return None
    return key, found, int(page)


def rules_text(game: Game) -> str:
    """Return a game's rules without its variants."""
    lines = [_(flowing(part)) for part in paragraphs(game.rules) if not _is_optional(game, part)]
    if any(face.beside for face in game.cards.values()):
        # what the bar and the small number on a card mean, no card says
        lines.append(meaning("marks"))
    return "\n\n".join([*lines, _(NUMBERED)])


def variants_text(game: Game) -> str:
    """Return the variants and settings of a game, one a line; a translated paragraph stays whole."""
    lines, named = list[str](), set[str]()
    for part in paragraphs(game.rules):
        if not _is_optional(game, part):
            continue
        text = flowing(part)
        translated = found(text)
        heads = list(VARIANT.finditer(text)) if VARIANTS.match(text) else []
        ends = [head.start() for head in heads[1:]] + [len(text)]
        for head, end in zip(heads, ends, strict=False):
            named.add(head[1])
            when = f" ({head[2]})" if head[2] else ""
            if translated is None:
                lines.append(f"- **{head[1]}**{when}: {text[head.end() : end].strip()}")
        if not heads or translated is not None:
            lines += ["", translated or text]
    settings = [
        f"- **{_(title)}**: {_(description)}"
        for title, description in _options(game).items()
        if title not in named
    ]
    text = "\n".join([*lines, *([_("### Settings"), *settings] if settings else [])])
    return text.strip() or _("This game has no variants.")


def _options(game: Game) -> dict[str, str]:
    """Return the descriptions of a game's options by their titles."""
    fields = game.options.menu_fields().items()
    return {field.title or name: field.description or "" for name, field in fields}


def _is_optional(game: Game, paragraph: str) -> bool:
    """Return whether a paragraph tells of variants, or of an option that has one to itself."""
    head = BOLD.match(paragraph)
    if head is None:
        return False
    switches = (field.title for field in game.options.model_fields.values() if field.default is False)
    titles = (*switches, *OPTIONAL, *(found[1] for found in VARIANT.finditer(flowing(game.rules))))
    return VARIANTS.match(paragraph) is not None or head[1] in titles


def _to(game: Game, layer: Layer, label: str, page: int = 0) -> Json:
    return button(label, f"{PREFIX}:{game.key}:{layer}.{page}")


def pages(text: str, most: int = PAGE) -> Iterator[str]:
    """Split `text` into pieces of at most `most` characters, between lines where possible."""
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


PLAY_MONEY = N_(
    "All of this is play money: nobody can buy it, sell it or cash it out. The games are about gambling all the same, "
    "and gambling for money can become a problem."
)
"""The content warning (GEN-20, GEN-R7)."""


def games_note(help_line: str) -> Json:
    """Return the list of all games to choose from, the content warning and the server's help line."""
    books = sorted({game.rulebook for game in GAMES.values()})
    lines = [
        _("## {n} games").format(n=len(GAMES)),
        _("Choose one, and I'll tell you how to play it in three lines."),
        _("-# From {books}.").format(books=listed([f"*{book}*" for book in books])),
    ]
    limits = _("A cap for a day, or a pause: /my limits.")
    care = f"-# {_(PLAY_MONEY)} {_(help_line)} {limits}"
    betting = option(_(BETTING_TITLE), BETTING, _("For the games in which you bet against each other"))
    selects = game_selects(_("Which game?"), f"{PREFIX}:{PICK}", [betting])
    return message(container([text("\n".join(lines)), *selects, text(care)], PLAIN), ephemeral=True)
