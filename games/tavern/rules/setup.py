"""Setup: characters, decks, Gold, first hands. A test may fix the deal with a `Start`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.prompts import Choose
from games.engine.table import Table
from games.tavern.board import lay_out
from games.tavern.cards import copies
from games.tavern.options import Options
from games.tavern.player import HAND_SIZE, PIETY_START, Deck, Player
from games.tavern.rules.character_systems import turn_up_mood, turn_up_potion
from games.tavern.rules.standing_orders import open_standing_asks
from games.tavern.rules.triggers import list_window_triggers
from games.tavern.state import Tavern


@dataclass(frozen=True, slots=True)
class Position:
    """The start of one player in a scenario, for tests alone; None stands for the usual setup."""

    hand: Sequence[str] | None = None
    """Cards of the deck that are dealt; the rest of the deck is as usual."""
    deck: Sequence[str] = ()
    """Cards on top of the deck, the first to be drawn first."""
    extra: Sequence[str] = ()
    """The same for the extra deck; its first card starts on show."""
    pile: Sequence[str] | None = None
    """The top Drink last."""
    fort: int | None = None
    ac: int | None = None
    gold: int | None = None
    piety: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """A start fixed by a test, without chance. Seats are numbers of the ring."""

    characters: Mapping[int, str] = field(default_factory=dict)
    positions: Mapping[int, Position] = field(default_factory=dict)
    drinks: Sequence[str] = ()
    """The top of the Drink Deck after the piles are dealt, the first to be drawn first."""
    rest: bool = True
    """False if the Drink Deck has only those cards."""
    drink_discards: Sequence[str] = ()
    first: int | None = None


async def set_up(table: Table, options: Options, start: Start) -> Tavern:
    """Set up a game until the first turn; no card is played meanwhile (SET-R7)."""
    # the order of draws and questions below is part of every journal: another order makes old matches diverge
    game = Tavern(table, options, options.decks)
    game.order = list(table.ring)
    if options.shuffle_seats:
        game.chance.shuffle(game.order)
    table.tell("order_of_play", seats=tuple(game.order))
    characters = dict(start.characters) or await _assign_characters(game)
    gold = starting_gold(len(game.order))
    for seat in game.order:
        character = game.decks.characters[characters[seat]]
        game.players[seat] = Player(seat, character, gold)
        game.players[seat].window_triggers = list_window_triggers(game.decks, character)
        table.tell("is", seat=seat, name=character.name)
    game.active = _first_player(game, start)
    game.update_participants()
    _drink_deck(game, start)
    for seat in game.order:
        game.standing_asks[seat] = open_standing_asks(game, seat)
        _deal(game, seat, start.positions.get(seat, Position()))
    _put_on_top(game.drinks, start.drinks)
    if not start.rest:
        game.drinks.rest.clear()
    game.gold_payers.clear()
    # a scenario may begin with a player in danger
    game.values_changed, game.started = bool(start.positions), True
    lay_out(game)
    table.tell("begins", seat=game.active)
    return game


def starting_gold(players: int) -> int:
    """Return the Gold of each player: 8 for two players, 12 for seven or more, else 10 (SET-R1)."""
    return 8 if players == 2 else 12 if players >= 7 else 10


def _first_player(game: Tavern, start: Start) -> int:
    """Return the seat that takes the first turn, chosen by the host or drawn (SET-R2)."""
    if start.first is not None:
        return start.first
    first = game.options.first
    return game.order[min(first, len(game.order)) - 1] if first else game.chance.choice(game.order)


async def _assign_characters(game: Tavern) -> dict[int, str]:
    """Draw a character for each seat, or let each choose; none repeats until all are taken (SET-R1)."""
    taken: dict[int, str] = {}
    pool: list[str] = []
    for seat in game.order:
        pool = pool or list(game.decks.characters)
        if game.options.characters == "chosen":
            offered = list(game.decks.characters) if game.options.same_character else pool
            names = {key: game.decks.characters[key].name for key in offered}
            prompt = Choose("character", tuple(offered), offered[0], public=True, says=names)
            taken[seat] = await game.table.ask(seat, prompt)
        else:
            taken[seat] = game.chance.choice(pool)
        if taken[seat] in pool:
            pool.remove(taken[seat])
    return taken


def _drink_deck(game: Tavern, start: Start) -> None:
    game.drinks = Deck(copies(game.decks.drink_deck))
    for key in start.drink_discards:
        game.drinks.rest.remove(key)
    game.drinks.discards = list(start.drink_discards)


def _deal(game: Tavern, seat: int, position: Position) -> None:
    """Deal the decks, the extra system, the first Drink and the hand, and set the values."""
    player, character = game.players[seat], game.players[seat].character
    player.deck, player.extra = Deck(copies(character.deck)), Deck(copies(character.extra))
    _put_on_top(player.extra, position.extra)
    if character.system == "faith":
        player.piety = PIETY_START
    elif character.system == "potion":
        turn_up_potion(game, seat)
    elif character.system == "mood":
        turn_up_mood(game, seat)
    if position.pile is None:
        player.pile = [game.drinks.take(game.chance)]
    else:
        player.pile = [_remove(game.drinks, key) for key in position.pile]
    _put_on_top(player.deck, [*(position.hand or ()), *position.deck])
    game.draw(seat, HAND_SIZE if position.hand is None else len(position.hand))
    player.fort = player.fort if position.fort is None else position.fort
    player.ac = player.ac if position.ac is None else position.ac
    player.gold = player.gold if position.gold is None else position.gold
    player.piety = player.piety if position.piety is None else position.piety


def _remove(deck: Deck, key: str) -> str:
    """Remove a named card from a deck and return it."""
    return deck.rest.pop(deck.rest.index(key))


def _put_on_top(deck: Deck, keys: Sequence[str]) -> None:
    """Put named cards on top of a deck, the first to be drawn first."""
    deck.top = [_remove(deck, key) for key in keys] + deck.top
