"""A deck file: its tables, and the line of each of their keys, so that a fault can name its line."""

from __future__ import annotations

import re
import tomllib
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from games.tavern.cards import CardType, Mark, System, Trigger
from games.tavern.decks.effect_parser import did_you_mean

_TABLE = re.compile(r"\s*\[\[\s*card\s*\]\]\s*(?:#.*)?")
_CHARACTER = re.compile(r"\s*\[\s*character\s*\]\s*(?:#.*)?")
_KEY = re.compile(r"\s*[\"']?(\w+)[\"']?\s*=")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class DeckFault(ValueError):
    """A fault in a deck file: `grum.toml:41: unknown effect 'frot'; did you mean 'fort'?`."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")
        self.file, self.line, self.sentence = file, line, sentence


# ---- the tables


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _once(values: list[Any]) -> list[Any]:
    twice = next((value for value in values if values.count(value) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice!r} stands there twice")
    return values


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


_AnyTable = TypeVar("_AnyTable", bound=_Table)


Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=24)]
CardId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*\.[a-z0-9_]+$", max_length=60)]
_PLAIN = r"^[^*_`|<>@\\\n]+$"
"""Words without characters that Discord would format."""
Title = Annotated[str, Field(min_length=1, max_length=60, pattern=_PLAIN)]
Text = Annotated[str, Field(min_length=1, max_length=300, pattern=_PLAIN)]
Count = Annotated[int, Field(ge=1, le=40)]
Number = Annotated[int, Field(ge=-20, le=20)]
Cards = Annotated[int, Field(ge=0, le=10)]


class CharacterTable(_Table):
    """The table `[character]`."""

    key: Key
    name: Annotated[str, Field(min_length=1, max_length=40, pattern=_PLAIN)]
    about: Annotated[str, Field(min_length=1, max_length=100, pattern=_PLAIN)]
    system: System | None = None
    extra: Key | None = None
    shared: Annotated[list[str], AfterValidator(_once)] = []


class CardTable(_Table):
    """A table `[[card]]` of a character or an extra deck."""

    id: CardId
    deck: Key
    title: Title
    count: Count
    type: Annotated[list[CardType], BeforeValidator(_listed), Field(min_length=1), AfterValidator(_once)]
    when: Annotated[list[Trigger], AfterValidator(_once)] = []
    marks: Annotated[list[Mark], AfterValidator(_once)] = []
    effects: str
    text: Text | None = None
    short: Title | None = None
    """The title on a narrow card, where that has no room for all of it."""


class DrinkTable(_Table):
    """A table `[[card]]` of the Drink Deck."""

    id: CardId
    deck: Literal["drink"]
    title: Title
    count: Count
    type: Literal["drink"]
    ac: Number
    fort: Number = 0
    draw: Cards = 0
    drop: Cards = 0
    chaser: bool = False
    split: bool = False
    text: Text | None = None


class EventTable(_Table):
    """A table `[[card]]` of the Drink Deck that is an Event."""

    id: CardId
    deck: Literal["drink"]
    title: Title
    count: Count
    type: Literal["event"]
    effects: Literal["contest", "house"]
    text: Text | None = None


# ---- the file


class DeckFile:
    """One file, parsed. Raises `DeckFault` if it is not valid TOML, or holds anything but a character and cards."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as wrong:
            number = _AT_LINE.search(str(wrong))
            line = int(number[1]) if number else max(1, text.count("\n"))
            raise DeckFault(name, line, f"this is no TOML: {_AT_LINE.sub('', str(wrong)).strip()}") from wrong
        except (ValueError, RecursionError) as wrong:
            # a number of thousands of digits, or as many brackets
            raise DeckFault(name, 1, "this is no TOML that anyone would write") from wrong
        # tomllib reports no lines of keys, so they are found in the text
        self._lines, tables = _find_lines(text)
        for key in data:
            if key not in ("character", "card"):
                line = self._lines.get((None, key), 1)
                raise DeckFault(name, line, f"unknown table {key!r}; a file holds [character] and [[card]]")
        self._character: Any = data.get("character")
        self._cards: Any = data.get("card", [])
        if not isinstance(self._character, dict | None):
            raise DeckFault(name, 1, "the character is a table, headed by a line [character]")
        # an inline array of cards would be valid TOML, but has no line for each card
        if not isinstance(self._cards, list) or len(self._cards) != tables:
            raise DeckFault(name, 1, "every card is a table of its own, headed by a line [[card]]")

    def fault(self, sentence: str, number: int | None = None, key: str | None = None) -> DeckFault:
        """Return a fault at a key of card `number`, or of the character (None).

        It names the line of the table if the key is missing.
        """
        place = "character" if number is None else number
        line = self._lines.get((place, key)) or self._lines.get((place, None), 1)
        return DeckFault(self.name, line, sentence)

    def character(self) -> CharacterTable | None:
        """Return the character of this file, None if it has none."""
        if self._character is None:
            return None
        return self._read(CharacterTable, self._character, None)

    def cards(self) -> list[CardTable | DrinkTable | EventTable]:
        """Return the cards in the order of the file."""
        return [self._card(raw, number) for number, raw in enumerate(self._cards)]

    def _card(self, raw: Any, number: int) -> CardTable | DrinkTable | EventTable:
        if raw.get("deck") != "drink":
            return self._read(CardTable, raw, number)
        match raw.get("type"):
            case "event":
                return self._read(EventTable, raw, number)
            case "drink" | None:
                return self._read(DrinkTable, raw, number)
            case other:
                raise self.fault(
                    f"type {other!r} in the Drink Deck; there it is 'drink' or 'event'", number, "type"
                )

    def _read(self, model: type[_AnyTable], raw: Any, number: int | None) -> _AnyTable:
        try:
            return model.model_validate(raw)
        except ValidationError as wrong:
            # a misspelled key is also a missing one: report the word that was typed
            error = min(wrong.errors(), key=lambda error: error["type"] != "extra_forbidden")
            key = str(error["loc"][0]) if error["loc"] else None
            raise self.fault(_sentence(model, key, error), number, key) from wrong


def _find_lines(text: str) -> tuple[dict[tuple[str | int | None, str | None], int], int]:
    """Return the line of each table and key, and the number of [[card]] tables.

    Tables are named by 'character', by the number of the card, or None for keys before the first table.
    """
    lines: dict[tuple[str | int | None, str | None], int] = {}
    place: str | int | None = None
    tables = 0
    for number, line in enumerate(text.splitlines(), 1):
        if _TABLE.fullmatch(line):
            place, tables = tables, tables + 1
            lines[place, None] = number
        elif _CHARACTER.fullmatch(line):
            place = "character"
            lines[place, None] = number
        elif match := _KEY.match(line):
            lines.setdefault((place, match[1]), number)
    return lines, tables


def _sentence(model: type[_Table], key: str | None, error: Any) -> str:
    """Return pydantic's error as a sentence that says what is allowed."""
    kind = "a character" if model is CharacterTable else "a card"
    got = error["input"]
    match error["type"]:
        case "missing":
            return f"{kind} needs {key!r}; it has: {', '.join(model.model_fields)}"
        case "extra_forbidden":
            return f"unknown key {key!r}{did_you_mean(str(key), model.model_fields)}"
        case "literal_error":
            allowed = re.findall(r"'([^']+)'", error["ctx"]["expected"])
            return f"unknown {key} {got!r}{did_you_mean(str(got), allowed)}"
        case "string_pattern_mismatch":
            if key in ("title", "text", "name", "about"):
                return f"{key} {got!r} is one line without any of * _ ` | < > @ and backslashes"
            shape = "deck.some_name" if key == "id" else "some_name"
            return f"{key} {got!r} is not of the form {shape!r}: small letters, digits and underscores"
        case "value_error":
            return f"{key}: {error['ctx']['error']}"
        case _:
            return f"{key}: {error['msg'][:1].lower()}{error['msg'][1:]} (got {got!r})"
