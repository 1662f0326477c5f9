"""The loader: from the texts of deck files to `Decks`. Rules read no files, so it takes texts and no paths.

Every fault is a `DeckFault` that names file and line and says what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.tavern.card_text import describe, describe_drink
from games.tavern.cards import Card, Character, DeckList, Decks, Drink, Event, System
from games.tavern.decks.checks import BadCard, DeckKind, check_marks, check_steps, check_type, find_triggers
from games.tavern.decks.deck_file import (
    CardTable,
    CharacterTable,
    DeckFault,
    DeckFile,
    DrinkTable,
    EventTable,
)
from games.tavern.decks.effect_parser import BadEffects, did_you_mean, parse
from games.tavern.decks.effect_spec import Place

CHARACTER_DECK = 40
DRINK_DECK = 30
EXTRA_DECK: Mapping[System, int] = {"gear": 20, "potion": 20, "mood": 12}
"""The size of each extra deck."""
PLACE: Mapping[System, Place] = {"gear": "gear", "potion": "played", "mood": "mood"}
"""Where the steps of each extra deck are used: a Potion is played like a hand card."""
SHARED, DRINKS = "shared", "drink"
_FULL_NAMES: Mapping[str, str] = {SHARED: "the shared cards", DRINKS: "the Drink Deck"}


def load(files: Mapping[str, str], own: Mapping[str, str] | None = None) -> Decks:
    """Return the decks in `files`, texts by file name, with those in `own`, which a server adds.

    Raises `DeckFault` at the first fault.
    """
    loader = _Loader()
    for name, text in files.items():
        loader.read(DeckFile(name, text), own=False)
    for name, text in (own or {}).items():
        loader.read(DeckFile(name, text), own=True)
    return loader.finish()


@dataclass(slots=True)
class _Deck:
    """A deck read so far: where it began, and its cards with their counts."""

    source: DeckFile
    first: int
    cards: list[tuple[str, int]] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(count for _, count in self.cards)


@dataclass(slots=True)
class _CharacterEntry:
    source: DeckFile
    table: CharacterTable
    own: bool

    @property
    def extra(self) -> str | None:
        """The name of the extra deck: the system's name, unless the file gives another."""
        system = self.table.system
        return None if system is None or system == "faith" else self.table.extra or system


class _Loader:
    """Collects the files one by one, and checks their references to each other at the end."""

    def __init__(self) -> None:
        self.characters: dict[str, _CharacterEntry] = {}
        self.decks: dict[str, _Deck] = {}
        self.tables: list[tuple[DeckFile, int, CardTable]] = []
        self.cards: dict[str, Card] = {}
        self.drinks: dict[str, Drink] = {}
        self.events: dict[str, Event] = {}
        self.ids: dict[str, str] = {}

    # ---- one file

    def read(self, source: DeckFile, *, own: bool) -> None:
        """Read a file."""
        character = source.character()
        if character is not None:
            self._take_character(source, character, own)
        elif own:
            raise source.fault("a deck of your own needs a [character]")
        for number, table in enumerate(source.cards()):
            self._take_card(source, number, table)

    def _take_character(self, source: DeckFile, table: CharacterTable, own: bool) -> None:
        if table.key in self.characters:
            raise source.fault(f"there is a character {table.key!r} already; choose another key", None, "key")
        if table.key in (SHARED, DRINKS, *EXTRA_DECK):
            raise source.fault(f"{table.key!r} is the name of another deck; choose another key", None, "key")
        if table.extra is not None and table.system in (None, "faith"):
            raise source.fault("an extra deck needs a system: 'gear', 'potion' or 'mood'", None, "extra")
        self.characters[table.key] = _CharacterEntry(source, table, own)

    def _take_card(self, source: DeckFile, number: int, table: CardTable | DrinkTable | EventTable) -> None:
        if table.id in self.ids:
            raise source.fault(f"there is a card {table.id!r} already, in {self.ids[table.id]}", number, "id")
        if not table.id.startswith(f"{table.deck}."):
            raise source.fault(f"the id of this card begins with its deck: '{table.deck}.…'", number, "id")
        deck = self.decks.setdefault(table.deck, _Deck(source, number))
        if deck.source is not source:
            raise source.fault(f"the deck {table.deck!r} is that of {deck.source.name}", number, "deck")
        self.ids[table.id] = source.name
        deck.cards.append((table.id, table.count))
        match table:
            case DrinkTable():
                self.drinks[table.id] = _drink(table)
            case EventTable():
                text = table.text or describe(parse(table.effects), ((),))
                self.events[table.id] = Event(table.id, table.title, table.effects, text)
            case CardTable():
                self.tables.append((source, number, table))

    # ---- after the last file

    def finish(self) -> Decks:
        """Return all decks, checked. Raises `DeckFault`."""
        deck_kind = self._deck_kinds()
        for source, number, table in self.tables:
            if table.deck not in deck_kind:
                known = did_you_mean(table.deck, deck_kind)
                raise source.fault(f"no character plays with a deck {table.deck!r}{known}", number, "deck")
            self.cards[table.id] = _card(source, number, table, deck_kind[table.deck])
        characters = {key: self._character(entry) for key, entry in self.characters.items()}
        return Decks(
            self.cards,
            self.drinks,
            self.events,
            characters,
            self._sized(DRINKS, DRINK_DECK),
            tuple(key for key, entry in self.characters.items() if entry.own),
        )

    def _deck_kinds(self) -> dict[str, DeckKind]:
        """Return the kind of each deck by its name."""
        deck_kind = {SHARED: DeckKind("played", None, _FULL_NAMES[SHARED])}
        for key, entry in self.characters.items():
            deck_kind[key] = DeckKind("played", entry.table.system, f"the deck {key!r}")
        for entry in self.characters.values():
            system, extra = entry.table.system, entry.extra
            if system is None or extra is None:
                continue
            to = DeckKind(PLACE[system], system, f"the {system} deck {extra!r}")
            if deck_kind.setdefault(extra, to) != to:
                taken = deck_kind[extra].deck
                raise entry.source.fault(f"{extra!r} cannot be a {system} deck: it is {taken}", None, "extra")
        return deck_kind

    def _character(self, entry: _CharacterEntry) -> Character:
        table, source = entry.table, entry.source
        own = self.decks.get(table.key)
        if own is None:
            raise source.fault(f"{table.key!r} has no cards of deck = {table.key!r}")
        if own.source is not source:
            raise own.source.fault(f"the deck {table.key!r} belongs in {source.name}", own.first, "deck")
        shared = self._shared(entry)
        size = own.size + sum(count for _, count in shared)
        if size != CHARACTER_DECK:
            counted = f"{own.size} own and {size - own.size} shared"
            raise source.fault(f"{table.key!r} has {size} cards ({counted}); there must be {CHARACTER_DECK}")
        extra: DeckList = ()
        if entry.extra is not None and table.system is not None:
            extra = self._extra(entry, entry.extra, EXTRA_DECK[table.system])
        return Character(table.key, table.name, table.about, table.system, (*own.cards, *shared), extra)

    def _shared(self, entry: _CharacterEntry) -> DeckList:
        known = dict(self.decks[SHARED].cards) if SHARED in self.decks else {}
        for card in entry.table.shared:
            if card not in known:
                raise entry.source.fault(
                    f"no shared card {card!r}{did_you_mean(card, known)}", None, "shared"
                )
        return tuple((card, known[card]) for card in entry.table.shared)

    def _extra(self, entry: _CharacterEntry, name: str, size: int) -> DeckList:
        if name not in self.decks:
            sentence = f"there are no cards of deck = {name!r}, the extra deck of {entry.table.key!r}"
            raise entry.source.fault(sentence, None, "extra" if entry.table.extra else "system")
        return self._sized(name, size)

    def _sized(self, name: str, size: int) -> DeckList:
        deck = self.decks.get(name)
        if deck is None:
            raise DeckFault(f"{name}.toml", 1, f"there are no cards of deck = {name!r}; there must be {size}")
        if deck.size != size:
            called = _FULL_NAMES.get(name, f"the deck {name!r}")
            raise deck.source.fault(f"{called} has {deck.size} cards; there must be {size}", deck.first, None)
        return tuple(deck.cards)


def _drink(table: DrinkTable) -> Drink:
    numbers = table.model_dump(include={"id", "title", "ac", "fort", "draw", "drop", "chaser", "split"})
    drink = Drink(**numbers)
    return replace(drink, text=table.text or describe_drink(drink))


def _card(source: DeckFile, number: int, table: CardTable, deck_kind: DeckKind) -> Card:
    try:
        check_type(table.type, table.when, deck_kind)
        check_marks(table.marks, deck_kind)
        alternatives = parse(table.effects)
        check_steps(alternatives, deck_kind)
        fits = find_triggers(alternatives, table.type, table.when)
    except BadEffects as wrong:
        raise source.fault(str(wrong), number, "effects") from wrong
    except BadCard as wrong:
        raise source.fault(str(wrong), number, wrong.key) from wrong
    return Card(
        id=table.id,
        deck=table.deck,
        title=table.title,
        short=table.short or "",
        types=tuple(table.type),
        when=tuple(table.when),
        marks=tuple(table.marks),
        alternatives=alternatives,
        alternative_when=fits,
        text=table.text or describe(alternatives, fits, table.marks),
    )
