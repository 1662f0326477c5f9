"""From the files of decks to `Decks`. Takes texts, never paths: rules touch no files.

Every fault is a `DeckFault` that names file and line and says what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.tavern.card_text import describe, describe_drink
from games.tavern.cards import Card, Character, DeckList, Decks, Drink, Event, System
from games.tavern.decks.checks import BadCard, Belongs, check_marks, check_steps, check_type, triggers_of
from games.tavern.decks.deck_file import CardTable, CharacterTable, DeckFault, DrinkTable, EventTable, Source
from games.tavern.decks.effect_parser import BadEffects, did_you_mean, parse
from games.tavern.decks.effect_spec import Place

CHARACTER_DECK = 40
DRINK_DECK = 30
EXTRA_DECK: Mapping[System, int] = {"gear": 20, "potion": 20, "mood": 12}
"""How many cards each deck has (SET-01, 5.4 to 5.9)."""
PLACE: Mapping[System, Place] = {"gear": "gear", "potion": "played", "mood": "mood"}
"""Where the steps of an extra deck stand: a Potion is played like a card of the hand."""
SHARED, DRINKS = "shared", "drink"
_FULL_NAMES: Mapping[str, str] = {SHARED: "the shared cards", DRINKS: "the Drink Deck"}


def load(files: Mapping[str, str], own: Mapping[str, str] | None = None) -> Decks:
    """All decks of these files, from name to text; `own` are those that a server adds.

    Raises `DeckFault` at the first thing that is wrong.
    """
    loading = _Loading()
    for name, text in files.items():
        loading.read(Source(name, text), own=False)
    for name, text in (own or {}).items():
        loading.read(Source(name, text), own=True)
    return loading.done()


@dataclass(slots=True)
class _Deck:
    """What has been read of one deck: where it began, and its cards with their counts."""

    source: Source
    first: int
    cards: list[tuple[str, int]] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(count for _, count in self.cards)


@dataclass(slots=True)
class _Found:
    source: Source
    table: CharacterTable
    own: bool

    @property
    def extra(self) -> str | None:
        """The name of the extra deck: the system's own, unless the file names another."""
        system = self.table.system
        return None if system is None or system == "faith" else self.table.extra or system


class _Loading:
    """Files come in one after the other; what they say of each other is checked at the end."""

    def __init__(self) -> None:
        self.found: dict[str, _Found] = {}
        self.decks: dict[str, _Deck] = {}
        self.tables: list[tuple[Source, int, CardTable]] = []
        self.cards: dict[str, Card] = {}
        self.drinks: dict[str, Drink] = {}
        self.events: dict[str, Event] = {}
        self.ids: dict[str, str] = {}

    # ---- one file

    def read(self, source: Source, *, own: bool) -> None:
        """Take a file in."""
        character = source.character()
        if character is not None:
            self._take_character(source, character, own)
        elif own:
            raise source.fault("a deck of your own needs a [character]")
        for at, table in enumerate(source.cards()):
            self._take_card(source, at, table)

    def _take_character(self, source: Source, table: CharacterTable, own: bool) -> None:
        if table.key in self.found:
            raise source.fault(f"there is a character {table.key!r} already; choose another key", None, "key")
        if table.key in (SHARED, DRINKS, *EXTRA_DECK):
            raise source.fault(f"{table.key!r} is the name of another deck; choose another key", None, "key")
        if table.extra is not None and table.system in (None, "faith"):
            raise source.fault("an extra deck needs a system: 'gear', 'potion' or 'mood'", None, "extra")
        self.found[table.key] = _Found(source, table, own)

    def _take_card(self, source: Source, at: int, table: CardTable | DrinkTable | EventTable) -> None:
        if table.id in self.ids:
            raise source.fault(f"there is a card {table.id!r} already, in {self.ids[table.id]}", at, "id")
        if not table.id.startswith(f"{table.deck}."):
            raise source.fault(f"the id of this card begins with its deck: '{table.deck}.…'", at, "id")
        deck = self.decks.setdefault(table.deck, _Deck(source, at))
        if deck.source is not source:
            raise source.fault(f"the deck {table.deck!r} is that of {deck.source.name}", at, "deck")
        self.ids[table.id] = source.name
        deck.cards.append((table.id, table.count))
        match table:
            case DrinkTable():
                self.drinks[table.id] = _drink(table)
            case EventTable():
                text = table.text or describe(parse(table.effects), ((),))
                self.events[table.id] = Event(table.id, table.title, table.effects, text)
            case CardTable():
                self.tables.append((source, at, table))

    # ---- when all are there

    def done(self) -> Decks:
        """Everything, checked. Raises `DeckFault`."""
        belongs = self._belongs()
        for source, at, table in self.tables:
            if table.deck not in belongs:
                known = did_you_mean(table.deck, belongs)
                raise source.fault(f"no character plays with a deck {table.deck!r}{known}", at, "deck")
            self.cards[table.id] = _card(source, at, table, belongs[table.deck])
        characters = {key: self._character(found) for key, found in self.found.items()}
        return Decks(
            self.cards,
            self.drinks,
            self.events,
            characters,
            self._sized(DRINKS, DRINK_DECK),
            tuple(key for key, found in self.found.items() if found.own),
        )

    def _belongs(self) -> dict[str, Belongs]:
        """To what the cards of each deck belong."""
        belongs = {SHARED: Belongs("played", None, _FULL_NAMES[SHARED])}
        for key, found in self.found.items():
            belongs[key] = Belongs("played", found.table.system, f"the deck {key!r}")
        for found in self.found.values():
            system, extra = found.table.system, found.extra
            if system is None or extra is None:
                continue
            to = Belongs(PLACE[system], system, f"the {system} deck {extra!r}")
            if belongs.setdefault(extra, to) != to:
                taken = belongs[extra].deck
                raise found.source.fault(f"{extra!r} cannot be a {system} deck: it is {taken}", None, "extra")
        return belongs

    def _character(self, found: _Found) -> Character:
        table, source = found.table, found.source
        own = self.decks.get(table.key)
        if own is None:
            raise source.fault(f"{table.key!r} has no cards of deck = {table.key!r}")
        if own.source is not source:
            raise own.source.fault(f"the deck {table.key!r} belongs in {source.name}", own.first, "deck")
        shared = self._shared(found)
        size = own.size + sum(count for _, count in shared)
        if size != CHARACTER_DECK:
            counted = f"{own.size} own and {size - own.size} shared"
            raise source.fault(f"{table.key!r} has {size} cards ({counted}); there must be {CHARACTER_DECK}")
        extra: DeckList = ()
        if found.extra is not None and table.system is not None:
            extra = self._extra(found, found.extra, EXTRA_DECK[table.system])
        return Character(table.key, table.name, table.about, table.system, (*own.cards, *shared), extra)

    def _shared(self, found: _Found) -> DeckList:
        known = dict(self.decks[SHARED].cards) if SHARED in self.decks else {}
        for card in found.table.shared:
            if card not in known:
                raise found.source.fault(
                    f"no shared card {card!r}{did_you_mean(card, known)}", None, "shared"
                )
        return tuple((card, known[card]) for card in found.table.shared)

    def _extra(self, found: _Found, name: str, size: int) -> DeckList:
        if name not in self.decks:
            sentence = f"there are no cards of deck = {name!r}, the extra deck of {found.table.key!r}"
            raise found.source.fault(sentence, None, "extra" if found.table.extra else "system")
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


def _card(source: Source, at: int, table: CardTable, belongs: Belongs) -> Card:
    try:
        check_type(table.type, table.when, belongs)
        check_marks(table.marks, belongs)
        alternatives = parse(table.effects)
        check_steps(alternatives, belongs)
        fits = triggers_of(alternatives, table.type, table.when)
    except BadEffects as wrong:
        raise source.fault(str(wrong), at, "effects") from wrong
    except BadCard as wrong:
        raise source.fault(str(wrong), at, wrong.key) from wrong
    return Card(
        id=table.id,
        deck=table.deck,
        title=table.title,
        types=tuple(table.type),
        when=tuple(table.when),
        marks=tuple(table.marks),
        alternatives=alternatives,
        alternative_when=fits,
        text=table.text or describe(alternatives, fits, table.marks),
    )
