"""What of the tavern can be looked at (SET-R3): values, stack, piles, what is on show, discards, own cards' texts."""

from __future__ import annotations

from games.engine import BACK, Block, Hint, Line, Pots, Sheet, SheetRow, Zone
from games.tavern.items import EventShown, Gear, Played, Pour
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
    """Fort, AC and Gold of each, faith, and how many cards lie where: a line a value, a column a player (SET-08)."""

    __slots__ = ()

    def block(self, viewer: int) -> Sheet:
        """The same to all."""
        players = [self.game.players[seat] for seat in self.game.order]
        table = {
            "fort": [player.fort for player in players],
            "ac": [player.ac for player in players],
            "gold": [player.gold for player in players],
            "hand": [len(player.hand.cards) for player in players],
            "deck": [len(player.deck) for player in players],
            "pile": [len(player.pile) for player in players],
        }
        if any(player.piety is not None for player in players):
            table["piety"] = ["–" if player.piety is None else player.piety for player in players]  # type: ignore[misc]
        words = self.game.table.words
        rows = tuple(
            SheetRow(Line(words[f"sheet:{name}"]), tuple(Line("{n}", {"n": n}) for n in cells))
            for name, cells in table.items()
        )
        return Sheet("values", tuple(self.game.order), rows)


class Stack(OfGame):
    """The stack, the newest last (TIM-R5)."""

    __slots__ = ()

    def block(self, viewer: int) -> Zone | None:
        """The cards as they lie on each other."""
        keys: list[str] = []
        for item in self.game.stack:
            if isinstance(item, Pour):
                keys += item.keys
            elif isinstance(item, Played | Gear | EventShown):
                keys.append(item.key)
        return Zone("stack", None, tuple(keys), (), "stack") if keys else None


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


class Pile(OfSeat):
    """The Drink Me! pile: backs only, for the owner too (SET-13)."""

    __slots__ = ()

    def block(self, viewer: int) -> Zone | None:
        """The same to all."""
        pile = self.game.players[self.seat].pile
        return Zone("pile", self.seat, (BACK,) * len(pile), (), "pile") if pile else None


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
    """What the cards in hand do, for their owner's eyes."""

    __slots__ = ()

    def block(self, viewer: int) -> Hint | None:
        """Title and text of each card, in the order of the hand."""
        if viewer != self.seat:
            return None
        lines: list[str] = []
        values: dict[str, str] = {}
        for n, key in enumerate(dict.fromkeys(self.game.players[self.seat].in_hand)):
            card = self.game.decks.cards[key]
            lines.append(f"**{{title{n}}}** {{text{n}}}")
            values |= {f"title{n}": card.title, f"text{n}": card.text}
        return Hint(Line("\n".join(lines), values)) if lines else None


class Asked(OfGame):
    """Who is asked in the window that is open, and by which public fact (TIM-R3, TIM-R5): a column a player asked."""

    __slots__ = ()

    def block(self, viewer: int) -> Block | None:
        """The same to all; not who has answered."""
        asked, words = self.game.asked, self.game.table.words
        if not asked:
            return None
        cells = tuple(Line(words[f"why:{why}"]) for why in asked.values())
        return Sheet("asked", tuple(asked), (SheetRow(Line(words["sheet:asked"]), cells),))


def lay_out(game: Tavern) -> None:
    """Lay all of it on the table."""
    table = game.table
    table.show(Values(game), Stack(game), Asked(game), Pot(game), DrinkDiscards(game))
    for seat in game.order:
        table.show(OnShow(game, seat), Pile(game, seat), Discards(game, seat))
        table.show(game.players[seat].hand, CardTexts(game, seat))
        table.note(seat, "is", name=game.players[seat].character.name)
