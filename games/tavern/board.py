"""The public view of the tavern: values, stack, pot, piles and discards, and for each owner the own hand (SET-R3).

Every block is built from the game's state when a viewer looks, so that nothing has to be kept up to date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from games.engine.response_window import WAIT
from games.engine.scene import (
    BACK,
    Block,
    Gauge,
    Gauges,
    Legend,
    LegendEntry,
    Line,
    Pots,
    SeatGauges,
    Sheet,
    SheetRow,
    Stack,
    StackItem,
    Window,
    Zone,
)
from games.phrases import N_
from games.tavern.card_text import describe_alternatives
from games.tavern.items import DrinkServing, GearCard, Item, PlayedCard, Portion, RevealedEvent
from games.tavern.player import DUTY, GRACE, MAX_VALUE
from games.tavern.rules.forecast import Change, Forecast, forecast
from games.tavern.rules.standing_orders import PASS, PASS_ON
from games.tavern.state import Tavern


class Display:
    """One thing on the table, built by a function of the game, perhaps a seat, and the viewer."""

    __slots__ = ("build", "game", "seat")

    def __init__(self, game: Tavern, build: Callable[..., Block | None], *seat: int) -> None:
        self.game, self.build, self.seat = game, build, seat

    def block(self, viewer: int) -> Block | None:
        """Return the block for `viewer`; None if there is nothing to show."""
        return self.build(self.game, *self.seat, viewer)


def lay_out(game: Tavern) -> None:
    """Put all displays of the game and of each seat on the table."""
    table = game.table
    table.show(*(Display(game, build) for build in (values, gauges, stack, window, pot, drink_discards)))
    for seat in game.order:
        builders = (on_show, deck_size, discards, hand, card_texts)
        table.show(*(Display(game, build, seat) for build in builders))
        note_character(game, seat)


def note_character(game: Tavern, seat: int) -> None:
    """Show the seat's character next to its name, with the strength of its faith."""
    player = game.players[seat]
    if player.piety is None:
        game.table.badge(seat, "is", name=player.character.name)
    else:
        band = "grace" if player.piety >= GRACE else "duty" if player.piety >= DUTY else "doubt"
        line = Line(game.table.words[f"band:{band}"])
        game.table.badge(seat, "faith", name=player.character.name, piety=player.piety, band=line)


# ---- the table


def values(game: Tavern, viewer: int) -> Sheet:
    """Return a row for each player: Fort, AC, Gold, cards in hand, Drinks on the pile."""
    players = [game.players[seat] for seat in game.order]
    table = {
        "fort": [player.fort for player in players],
        "ac": [player.ac for player in players],
        "gold": [player.gold for player in players],
        "hand": [len(player.hand.cards) for player in players],
        "pile": [len(player.pile) for player in players],
    }
    words = game.table.words
    rows = tuple(
        SheetRow(Line(words[f"sheet:{name}"]), tuple(Line("{n}", {"n": n}) for n in cells))
        for name, cells in table.items()
    )
    return Sheet(N_("values"), tuple(game.order), rows, upright=True)


def gauges(game: Tavern, viewer: int) -> Gauges:
    """Return how far each player in the game is from passing out, with their Gold and the cards in hand."""
    words, rows = game.table.words, []
    for seat in game.order:
        player = game.players[seat]
        if player.out:
            continue
        alcohol = Gauge(words["sheet:ac"], player.ac, MAX_VALUE, "gap", player.fort, words["sheet:fort"])
        counts = ((words["sheet:gold"], player.gold), (words["sheet:hand"], len(player.hand.cards)))
        rows.append(SeatGauges(seat, (alcohol,), counts))
    return Gauges("values", tuple(rows))


def stack(game: Tavern, viewer: int) -> Stack | None:
    """Return the stack, the newest item last: each card, its player, its targets and its effect (TIM-R5)."""
    items = tuple(_stack_item(game, item) for item in game.stack)
    return Stack(N_("stack"), items) if items else None


def _stack_item(game: Tavern, item: Item) -> StackItem:
    words = game.table.words
    match item:
        case PlayedCard():
            expected = forecast(game, item)
            says = {"seat": item.seat, "card": item.key, "targets": item.targets, **_data(item, expected)}
            line = Line(words["layer:card_at" if item.targets else "layer:card"], says)
            now, reason = _now(game, item, expected), _change_reason(game, item, expected)
            return StackItem((item.key,), line, _played_text(item), now, reason)
        case GearCard():
            says = {"seat": item.seat, "card": item.key, "targets": item.targets}
            line = Line(words["layer:gear_at" if item.targets else "layer:gear"], says)
            return StackItem((item.key,), line, item.card.text)
        case DrinkServing():
            portions = [_cup_line(game, portion) for portion in item.portions]
            numbers = [f"({n}) " if len(portions) > 1 else "" for n in range(1, len(portions) + 1)]
            text = "; ".join(f"{number}{{cup{i}:line}}" for i, number in enumerate(numbers))
            return StackItem(
                tuple(item.keys), Line(text, {f"cup{i}": line for i, line in enumerate(portions)})
            )
        case RevealedEvent():
            line = Line(words["layer:event"], {"seat": item.by, "card": item.key})
            return StackItem((item.key,), line, item.event.text)
    raise TypeError(item)


def _data(item: PlayedCard, expected: Forecast) -> dict[str, Any]:
    """Return the forecast as numbers, for computer players: everyone sees them on the board."""
    return {
        "alternative": item.alternative_index,
        "losses": tuple(map(tuple, expected.losses)),
        "changes": tuple((seat, *change) for seat, change in expected.changes.items()),
        "spared": tuple(sorted(item.ignored_by)),
        "dead": item.dead,
    }


def _now(game: Tavern, item: PlayedCard, expected: Forecast) -> Line | None:
    """Return the forecast for each seat in words; None for a card that changes no values."""
    lost = Counter[int]()
    for loss in expected.losses:
        lost[loss.victim] += loss.n
    words, lines = game.table.words, list[Line]()
    for seat in game.participants(item.seat):
        change = expected.changes.get(seat, Change())
        moves = {"fort": change.fort - lost[seat], "ac": change.ac, "gold": change.gold}
        lines += [Line(words[f"now:{name}"], {"seat": seat, name: n}) for name, n in moves.items() if n]
        if seat in lost and not any(moves.values()):
            lines.append(Line(words["now:safe"], {"seat": seat}))
    if not lines and (expected.losses or item.dead):
        lines.append(Line(words["now:nothing"]))
    return _joined(lines, ", ")


def _change_reason(game: Tavern, item: PlayedCard, expected: Forecast) -> Line | None:
    """Return the reasons why the forecast differs from the text: Gear, mood, answers."""
    words, lines = game.table.words, list[Line]()

    def add(kind: str, **values: Any) -> None:
        lines.append(Line(words[f"but:{kind}"], values))

    if item.gear is not None and not item.gear.dead:
        add("gear_at" if item.gear.targets else "gear", card=item.gear.key, targets=item.gear.targets)
    if item.mood is not None and any(step.verb in ("wolf.fort", "onwolf") for step in item.wolf):
        add("mood", card=item.mood)
    if item.wolf_targets:
        add("wolf_at", targets=item.wolf_targets)
    if item.ignored_by:
        add("ignored", seats=tuple(sorted(item.ignored_by)))
    for loss in expected.losses:
        if loss.victim not in (loss.origin, -1):
            add("turned", origin=loss.origin, victim=loss.victim)
        if loss.guard:
            add("guard", victim=loss.victim, n=loss.guard)
        if loss.cut:
            add("cut", victim=loss.victim, n=loss.cut)
    return _joined(lines, "; ")


def _joined(lines: Sequence[Line], by: str) -> Line | None:
    """Return the lines as one."""
    if not lines:
        return None
    names = [f"part{n}" for n in range(len(lines))]
    return Line(by.join(f"{{{name}:line}}" for name in names), dict(zip(names, lines, strict=True)))


def _cup_line(game: Tavern, portion: Portion) -> Line:
    kind = "layer:ignored" if portion.ignored else "layer:cup"
    what = portion.in_words(game.table.words)
    return Line(game.table.words[kind], {"seat": portion.drinker, "what": what, **what.values})


def _played_text(item: PlayedCard) -> str:
    """Return the text of the alternative that was played."""
    texts = describe_alternatives(item.card.alternatives, item.card.alternative_when)
    return texts[item.alternative_index] if len(texts) > 1 else item.card.text


def window(game: Tavern, viewer: int) -> Window | None:
    """Return the open window: the seats asked, each with the public fact that is the reason (TIM-R3).

    It does not show which of them have answered.
    """
    asked, words = game.window_reasons, game.table.words
    if not asked:
        return None
    reasons = tuple((seat, Line(words[f"why:{trigger}"])) for seat, trigger in asked.items())
    answers = () if isinstance(game.top, GearCard) else (PASS, PASS_ON, WAIT)
    # Every viewer gets the ids of all asks, open or not, so the controls don't reveal which seats have answered.
    return Window("respond", tuple(ask.id for ask in game.window_asks), answers, reasons, words)


def pot(game: Tavern, viewer: int) -> Pots | None:
    """Return the pot of the Round and its members. It holds the game's Gold, no money."""
    current = game.round
    return None if current is None else Pots(((current.pot, tuple(sorted(current.members))),), (), "gold")


def drink_discards(game: Tavern, viewer: int) -> Zone | None:
    """Return the Drink discards, face up."""
    keys = game.drinks.discards
    return Zone("drinks discarded", None, tuple(keys), (), "stock") if keys else None


# ---- a seat


def on_show(game: Tavern, seat: int, viewer: int) -> Zone | None:
    """Return the brew on show and a new Potion that waits for a choice, or the mood."""
    player = game.players[seat]
    cards = tuple(key for key in (player.brew, player.new_potion, player.mood) if key is not None)
    return Zone("on show", seat, cards) if cards else None


def deck_size(game: Tavern, seat: int, viewer: int) -> Zone | None:
    """Return the backs of the cards left in the deck."""
    player = game.players[seat]
    return None if player.out else Zone("deck", seat, (BACK,) * len(player.deck), (), "stock")


def discards(game: Tavern, seat: int, viewer: int) -> Zone | None:
    """Return the discards of the character's deck and of its extra deck, face up."""
    player = game.players[seat]
    cards = (*player.deck.discards, *player.extra.discards)
    return Zone("discards", seat, cards, (), "stock") if cards and not player.out else None


def hand(game: Tavern, seat: int, viewer: int) -> Block | None:
    """Return the hand to its owner; the others see its size among the values."""
    return game.players[seat].hand.block(viewer) if viewer == seat else None


def card_texts(game: Tavern, seat: int, viewer: int) -> Legend | None:
    """Return to their owner the texts of the cards in hand, and of the brew on show."""
    player = game.players[seat]
    if viewer != seat or player.out:
        return None
    cards = [game.decks.cards[key] for key in dict.fromkeys(player.in_hand)]
    return Legend(
        tuple(
            LegendEntry(card.id, card.text, describe_alternatives(card.alternatives, card.alternative_when))
            for card in cards
        )
    )
