"""What of the tavern can be looked at (SET-R3): values, stack, piles, what is on show, discards, own cards' texts."""

from __future__ import annotations

from games.engine import (
    BACK,
    Block,
    Legend,
    LegendEntry,
    Line,
    Pots,
    Sheet,
    SheetRow,
    Stack,
    StackItem,
    Window,
    Zone,
)
from games.tavern.card_text import describe_ways
from games.tavern.items import Cup, DrinkServing, EventShown, Gear, Item, Played
from games.tavern.player import DUTY, GRACE
from games.tavern.rules.standing_orders import PASS, PASS_ON, WAIT
from games.tavern.state import Tavern


class OfGame:
    """Something that everybody sees alike, made anew whenever somebody looks."""

    __slots__ = ("game",)

    def __init__(self, game: Tavern) -> None:
        self.game = game


class OfSeat:
    """Something of one seat, made anew whenever somebody looks."""

    __slots__ = ("game", "seat")

    def __init__(self, game: Tavern, seat: int) -> None:
        self.game, self.seat = game, seat


class Values(OfGame):
    """Fort, AC and Gold of each, and how many cards they hold and how many Drinks wait: a line a player (SET-08)."""

    __slots__ = ()

    def block(self, viewer: int) -> Sheet:
        """The same to all."""
        players = [self.game.players[seat] for seat in self.game.order]
        table = {
            "fort": [player.fort for player in players],
            "ac": [player.ac for player in players],
            "gold": [player.gold for player in players],
            "hand": [len(player.hand.cards) for player in players],
            "pile": [len(player.pile) for player in players],
        }
        words = self.game.table.words
        rows = tuple(
            SheetRow(Line(words[f"sheet:{name}"]), tuple(Line("{n}", {"n": n}) for n in cells))
            for name, cells in table.items()
        )
        return Sheet("values", tuple(self.game.order), rows, upright=True)


class Waiting(OfGame):
    """The stack, the newest last (TIM-R5): what was played by whom at whom, what it does, what was turned up."""

    __slots__ = ()

    def block(self, viewer: int) -> Stack | None:
        """The same to all."""
        layers = tuple(self._layer(item) for item in self.game.stack)
        return Stack("stack", layers) if layers else None

    def _layer(self, item: Item) -> StackItem:
        game = self.game
        match item:
            case Played():
                kind = "layer:card_at" if item.targets else "layer:card"
                says = {"seat": item.seat, "card": item.key, "targets": item.targets}
                return StackItem((item.key,), Line(game.table.words[kind], says), _text(item))
            case Gear():
                kind = "layer:gear_at" if item.targets else "layer:gear"
                says = {"seat": item.seat, "card": item.key, "targets": item.targets}
                return StackItem((item.key,), Line(game.table.words[kind], says), item.card.text)
            case DrinkServing():
                cups = tuple(map(self._cup, item.cups))
                names = [f"({at + 1}) " if len(cups) > 1 else "" for at in range(len(cups))]
                text = "; ".join(f"{name}{{cup{at}:line}}" for at, name in enumerate(names))
                return StackItem(
                    tuple(item.keys), Line(text, {f"cup{at}": cup for at, cup in enumerate(cups)})
                )
            case EventShown():
                says = {"seat": item.by, "card": item.key}
                return StackItem((item.key,), Line(game.table.words["layer:event"], says), item.event.text)
        raise TypeError(item)

    def _cup(self, cup: Cup) -> Line:
        kind = "layer:ignored" if cup.ignored else "layer:cup_fort" if cup.fort else "layer:cup"
        says = {"seat": cup.drinker, "ac": cup.ac, "fort": cup.fort}
        return Line(self.game.table.words[kind], says)


def _text(item: Played) -> str:
    """What a card does: of several ways the one in which it was played."""
    ways = describe_ways(item.card.alternatives, item.card.alternative_when)
    return ways[item.way] if len(ways) > 1 else item.card.text


class Pot(OfGame):
    """The pot of a Round and who is in it; it is Gold of the game, no money (GMB-04)."""

    __slots__ = ()

    def block(self, viewer: int) -> Pots | None:
        """The same to all."""
        now = self.game.round
        return None if now is None else Pots(((now.pot, tuple(sorted(now.members))),), (), "gold")


class DrinkDiscards(OfGame):
    """The Drink discards, face up."""

    __slots__ = ()

    def block(self, viewer: int) -> Zone | None:
        """The same to all."""
        discards = self.game.drinks.discards
        return Zone("drinks discarded", None, tuple(discards), (), "stock") if discards else None


class OnShow(OfSeat):
    """The brew on show and a new one that waits, or the mood (POT-01, WULF-01)."""

    __slots__ = ()

    def block(self, viewer: int) -> Zone | None:
        """The same to all."""
        player = self.game.players[self.seat]
        shown = tuple(key for key in (player.brew, player.fresh, player.mood) if key is not None)
        return Zone("on show", self.seat, shown) if shown else None


class Discards(OfSeat):
    """The discards of the character's deck and of its extra deck, face up."""

    __slots__ = ()

    def block(self, viewer: int) -> Zone | None:
        """The same to all."""
        player = self.game.players[self.seat]
        cards = (*player.deck.discards, *player.extra.discards)
        return Zone("discards", self.seat, cards, (), "stock") if cards and not player.out else None


class CardTexts(OfSeat):
    """What the cards in hand do, and the brew on show, for their owner's eyes."""

    __slots__ = ()

    def block(self, viewer: int) -> Legend | None:
        """The texts of each card, in the order of the hand."""
        if viewer != self.seat or self.game.players[self.seat].out:
            return None
        cards = [self.game.decks.cards[key] for key in dict.fromkeys(self.game.players[self.seat].in_hand)]
        entries = (
            LegendEntry(card.id, card.text, describe_ways(card.alternatives, card.alternative_when))
            for card in cards
        )
        return Legend(tuple(entries))


class Asked(OfGame):
    """Who is asked in the window that is open, and by which public fact (TIM-R3, TIM-R5)."""

    __slots__ = ()

    def block(self, viewer: int) -> Window | None:
        """The same to all; not who has answered."""
        asked, words = self.game.asked, self.game.table.words
        if not asked:
            return None
        facts = tuple((seat, Line(words[f"why:{why}"])) for seat, why in asked.items())
        gear = isinstance(self.game.top, Gear)
        answers = () if gear else (PASS, PASS_ON, WAIT)
        return Window("respond", min(ask.id for ask in self.game.window), answers, facts, words)


class InHand(OfSeat):
    """The hand, for its owner's eyes; everybody else knows how many cards it has by the values."""

    __slots__ = ()

    def block(self, viewer: int) -> Block | None:
        """The cards, or nothing."""
        return self.game.players[self.seat].hand.block(viewer) if viewer == self.seat else None


class DeckSize(OfSeat):
    """How many cards are left in the deck (SET-R3)."""

    __slots__ = ()

    def block(self, viewer: int) -> Zone | None:
        """The same to all."""
        player = self.game.players[self.seat]
        return None if player.out else Zone("deck", self.seat, (BACK,) * len(player.deck), (), "stock")


def name_seat(game: Tavern, seat: int) -> None:
    """Who somebody is stands beside the seat, and how strong their faith is (PIE-01)."""
    player = game.players[seat]
    if player.piety is None:
        game.table.note(seat, "is", name=player.character.name)
    else:
        band = "grace" if player.piety >= GRACE else "duty" if player.piety >= DUTY else "doubt"
        line = Line(game.table.words[f"band:{band}"])
        game.table.note(seat, "faith", name=player.character.name, piety=player.piety, band=line)


def lay_out(game: Tavern) -> None:
    """Lay all of it on the table."""
    table = game.table
    table.show(Values(game), Waiting(game), Asked(game), Pot(game), DrinkDiscards(game))
    for seat in game.order:
        table.show(OnShow(game, seat), DeckSize(game, seat), Discards(game, seat))
        table.show(InHand(game, seat), CardTexts(game, seat))
        name_seat(game, seat)
