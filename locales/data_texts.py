"""The texts that stand in data: the data sheets of the games, and the files of TOML that others read.

Only words for people are taken, never keys, ids or numbers. Of a game the sheet is asked, not its file, since it has
what several games share too. A text that stands for several, such as one with `{size}` in it, is taken as it is
written, and its translation is spelled out like it (`games.phrases.SPELLED`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.face.table.settings import words_of_choices
from bot.face.text.templates import capital
from bot.tables.state import TableSettings
from cogs.ui.help.markdown import flowing, paragraphs
from games.catalogue import CATALOGUE
from games.computer.characters import TEMPERS
from games.deeds import DEEDS
from games.engine.game import STRENGTHS, Game
from games.engine.match_state import EXTERNAL_WORDS
from games.engine.money import BASES
from games.engine.result import SCORES
from games.gembones.barovian_boneyard.toys import LOOKS, PRIZES
from games.gembones.shared import guide, prank_items
from games.gembones.spotlight.skill_checks import SKILLS, TALENTS
from games.parlour.rogues_and_warriors import IN_WORDS, PAIRS, TWO_DRAGONS
from games.parlour.shared.deck import RANK_NAMES
from games.phrases import SPELLED, parts_of
from games.primers import find_primer
from games.tavern.decks.builtin import BUILT_IN
from locales.entries import Entries

ROOT = Path(__file__).parent.parent
FILES: Mapping[str, tuple[str, ...]] = {
    "games/engine/endings/words.toml": (),
    "games/computer/table_talk.toml": (),
    "cogs/conduct/texts.toml": (),
    "cogs/evening/superlatives.toml": ("title", "words", "one"),
    "bot/face/help/texts.toml": (),
    "bot/messages.toml": (),
}
"""Files of words beside those of the games, each with the keys that are words; with none named, all are."""


_PAIRS = (
    *(f"{RANK_NAMES[pair[0]]}-{RANK_NAMES[pair[1]]}" for pair in PAIRS),
    *IN_WORDS.values(),
    TWO_DRAGONS,
    "almost always wins",
    "almost never wins",
    *(f"wins {n} in 10" for n in range(1, 10)),
)
"""What Rogues and Warriors says of a hand: it's worked out, and no constant of the code."""


def add_data_texts(entries: Entries) -> None:
    """Add the texts of all data, game by game and then file by file."""
    for game in CATALOGUE:
        _add_game(entries, game)
    _add_decks(entries)
    for deed in DEEDS.values():
        for text in (deed.title, deed.how):
            entries.add(text, "games/deeds/deeds.toml", f"deed {deed.key}")
    for words in (STRENGTHS, TEMPERS):
        for key, text in words.items():
            entries.add(text, "games/computer", f"computer players: {key}")
    for strength in STRENGTHS:
        entries.add(strength, "games/computer", "a strength inside a sentence: plays like a …")
    for text in _PAIRS:
        entries.add(
            text, "games/parlour/rogues_and_warriors.py", "Rogues and Warriors: a hand and what it is worth"
        )
    for entry in guide.TABLE.values():
        entries.add(entry.decided_by, "games/gembones/shared/guide.py", "what decides a gembone game")
    for word in guide.WORDS:
        entries.add(
            guide.explained(word),
            "games/gembones/shared/guide.py",
            "a word of the gembone games, and its meaning",
        )
    for unit in sorted(SCORES):
        entries.add(unit.capitalize(), "games/engine/result.py", "before a number, in a purse: Tickets 45")
    for text in (*PRIZES, *LOOKS.values(), *(capital(prize) for prize in PRIZES)):
        entries.add(text, "games/gembones/barovian_boneyard/toys.py", "Blinsky's toys")
    for text in prank_items.NAMES.values():
        entries.add(text, "games/gembones/shared/prank_items.py", "an item that the house gives to cheaters")
    for text in EXTERNAL_WORDS.values():
        entries.add_template(text, "games/engine/match_state.py", "any game: who leaves and who comes")
    for text in BASES:
        entries.add(text, "games/engine/money.py", "a base of gembones")
    for text in (*SKILLS.values(), *TALENTS.values()):
        entries.add(text, "games/gembones/spotlight/skill_checks.py", "a character's sheet")
    for name, field in TableSettings.model_fields.items():
        for text in words_of_choices(field):
            entries.add(text, "bot/tables/state.py", f"a choice for the setting {name}")
    for path in sorted((ROOT / "cogs").glob("*/refusals.toml")):
        _add_file(entries, path.relative_to(ROOT).as_posix())
    for name, keys in FILES.items():
        _add_file(entries, name, keys)


def _add_game(entries: Entries, game: Game) -> None:
    """Add the data sheet of a game, its options, cards and primer."""
    file, title = file_of(game), game.title
    for name, text in (
        ("its name", title),
        ("in a dozen words", game.pitch),
        ("whom it suits", game.suits),
        ("why it is a good first game", game.texts.first_game),
        ("an example", game.example),
    ):
        entries.add(text, file, f"{title}: {name}")
    for paragraph in paragraphs(game.rules):
        entries.add(flowing(paragraph), file, f"{title}: rules")
    primer = find_primer(game)
    if primer is not None:
        for text in (*primer.lines, primer.example):
            entries.add(text, file, f"{title}: in short")
        if primer.lesson is not None:
            for text in (*(step.say for step in primer.lesson.steps), primer.lesson.end):
                entries.add(text, file, f"{title}: lesson")
    for key, text in game.words.items():
        if parts_of(text):
            continue  # they are marked where they are said
        spelled = SPELLED.get(text)
        source = spelled.source if spelled else text
        entries.add_template(source, file, f"{title}: {key}")
        for mark, value in spelled.values.items() if spelled else ():
            # within the name of a field it's a key, and is not said
            said = mark in source.replace(f"{{{mark}", "")
            if said and mark.endswith(".name}") and not parts_of(value):
                entries.add(value, file, f"{title}: {mark} of {key}")
    for name, option in game.options.model_fields.items():
        extra = option.json_schema_extra
        shows = str(extra.get("shows", "")) if isinstance(extra, dict) else ""
        for text in (option.title or "", option.description or "", shows):
            entries.add(text, file, f"{title}: option {name}")
        for text in words_of_choices(option):
            entries.add(text, file, f"{title}: a choice for the option {name}")
    for key, card in game.cards.items():
        for text in (card.name, card.short, card.text, card.beside):
            entries.add(text, file, f"{title}: card {key}")
    if game.private is not None:
        for text in (game.private.expires_soon, game.private.expired, game.private.called_off):
            entries.add(text, file, f"{title}: played alone")


def file_of(game: Game) -> str:
    """Return the folder of a game, or its file."""
    path = type(game).__module__.replace(".", "/")
    return path if (ROOT / path).is_dir() else f"{path}.py"


def _add_decks(entries: Entries) -> None:
    """Add the effects of the cards of the tavern, and its characters."""
    for key, character in BUILT_IN.characters.items():
        for text in (character.name, character.about):
            entries.add(text, "games/tavern/decks", f"character {key}")
    for cards in (BUILT_IN.cards, BUILT_IN.drinks, BUILT_IN.events):
        for key, card in cards.items():
            for text in parts_of(card.text) or (card.text,):
                entries.add(text, "games/tavern/decks", f"effect of the card {card.title} ({key})")


def _add_file(entries: Entries, name: str, keys: Iterable[str] = ()) -> None:
    content = tomllib.loads((ROOT / name).read_text(encoding="utf-8"))
    for path, text in texts_in(content):
        if not keys or path.rpartition(".")[2] in keys:
            entries.add_template(text, name, path)


def texts_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a tree of tables and lists, with the keys that lead to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from texts_in(each, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each, path)
