"""Three Kingdoms: seven cards each, scored by how the war between the three colours goes (TK)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial

from games.engine.chance import Chance
from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game, GameCoroutine, variant
from games.engine.prompts import Answer
from games.engine.scene import Line, OpenAsk, Scene
from games.engine.table import Table
from games.engine.table_objects import Open
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.drawing import Hands, Known, dealt_by, discard, draw_players, unseen
from games.parlour.players.hearing import Dealer, told
from games.parlour.shared.computer import cards_on, options_of
from games.parlour.shared.deck import COLORS, DRAGONS, NUMBER, PLAIN, by_rank, color
from games.parlour.shared.draw_games import (
    Cards,
    card_by_card,
    show_down,
    show_worth,
)
from games.parlour.shared.endings import Found, best_row, won_with_total
from games.parlour.shared.options import ParlourOptions
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS
from games.phrases import N_
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""

HAND = 7
WAR = 6
"""The number of War Cards; one more follows if all three colours are tied."""
FIRST, SECOND, SHARED_FIRST = 2, 1, 1
"""The score of a card of the first colour, of the second, and of two or three colours tied for first."""

Power = tuple[int, ...]
"""How strong a colour is in the war: the lower tuple is the stronger colour, equal ones are tied."""


class Options(ParlourOptions):
    """Options of Three Kingdoms."""

    dragon_cards: bool = variant(
        "Dragon Cards",
        "Three Dragons join the deck: in your hand they boost their colour, in the war they win ties.",
    )


# ---- the war


def number(card: str) -> int:
    """Return a War Card's number; a Dragon counts as a Rogue (TK-26)."""
    return NUMBER["R" if card[0] == "D" else card[0]]


def armies(war: Sequence[str]) -> dict[str, list[str]]:
    """Group the War Cards by colour, ascending by number with a Dragon last (TK-09)."""
    ranked = sorted(war, key=lambda card: (number(card), card[0] == "D"))
    return {one: [card for card in ranked if color(card) == one] for one in COLORS}


def war_value(army: Sequence[str]) -> int:
    """Return the general's number less 1 for each further card; at least 1, or 0 with a Dragon (TK-10, TK-11, TK-27).

    `army` are the War Cards of one colour, at least one.
    """
    least = 0 if "D" in _ranks(army) else 1
    return max(min(map(number, army)) - (len(army) - 1), least)


def power(army: Sequence[str]) -> Power:
    """Return the power of a colour's army: War Value, a Dragon, then a Warrior at 1, a single card elsewhere.

    The smaller tuple is stronger (TK-12 to TK-16, TK-28). A colour with no War Card comes behind all others (TK-R2); at
    0 a Warrior is no help (TK-R6).
    """
    if not army:
        return (9,)
    value, ranks = war_value(army), _ranks(army)
    last = "W" not in ranks if value == 1 else len(army) > 1
    return (value, "D" not in ranks, last)


def _ranks(cards: Sequence[str]) -> str:
    return "".join(card[0] for card in cards)


def colors_score(war: Sequence[str]) -> dict[str, int]:
    """Return the worth of each colour in hand (TK-17 to TK-21, TK-R2, TK-R5)."""
    powers = {one: power(army) for one, army in armies(war).items()}
    first, second, *_ = [*sorted(set(powers.values())), (99,)]
    leaders = [one for one in COLORS if powers[one] == first]
    followers = [one for one in COLORS if powers[one] == second]
    worth = dict.fromkeys(COLORS, 0)
    worth.update(dict.fromkeys(leaders, FIRST if len(leaders) == 1 else SHARED_FIRST))
    if len(leaders) == len(followers) == 1:
        worth[followers[0]] = SECOND
    return worth


def all_tied(war: Sequence[str]) -> bool:
    """Tell whether no colour is ahead of another (TK-07, TK-R3)."""
    return len({power(army) for army in armies(war).values()}) == 1


# ---- hands


def points(cards: Sequence[str], worth: Mapping[str, int]) -> list[int]:
    """Return the score of each card of a hand, Dragons for their colour (TK-17 to TK-21, TK-24, TK-25, TK-R7)."""
    dragons = {color(card) for card in cards if card[0] == "D"}
    if not dragons:
        return [worth[color(card)] for card in cards]
    return [0 if card[0] == "D" else worth[color(card)] + (color(card) in dragons) for card in cards]


def strength(cards: Sequence[str], worth: Mapping[str, int]) -> tuple[int, ...]:
    """Rank a hand; the greater tuple wins: total, then Rank (TK-22, TK-23)."""
    return (sum(points(cards, worth)), *by_rank(cards))


def worth_of(cards: Sequence[str], worth: Mapping[str, int]) -> Line:
    """Return a hand in words, card by card."""
    return card_by_card(list(zip(cards, points(cards, worth), strict=True)))


WARS = {"red": N_("red war"), "green": N_("green war"), "blue": N_("blue war")}
"""The name of the War Cards of each colour."""


class War:
    """The War Cards, open to all, by colour and ascending (TK-02, TK-04, TK-06, TK-09)."""

    __slots__ = ("cards", "rows", "turned_up")

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.turned_up: list[str] = []
        self.rows = {one: Open(WARS[one], []) for one in COLORS}
        cards.play.table.show(*self.rows.values())

    def reveal(self, count: int) -> None:
        """Turn up some War Cards, and announce the state of the war."""
        new = [self.cards.turn_up() for _ in range(count)]
        self.turned_up += new
        for one, army in armies(self.turned_up).items():
            self.rows[one].items = army
        tell = self.cards.play.table.tell
        tell("war", cards=tuple(new))
        worth = self.scores()
        tell("stands", red=worth["red"], green=worth["green"], blue=worth["blue"])

    def scores(self) -> dict[str, int]:
        """Return the worth of each colour in hand now."""
        return colors_score(self.turned_up)


async def three_kingdoms(play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (TK-01 to TK-08)."""
    cards = Cards(play, HAND, dragons=options.dragon_cards)
    war = War(cards)
    turned_up = war.turned_up  # the cards alone: a hint that knew the play would keep an ended match
    show_worth(play, lambda hand: worth_of(hand, colors_score(turned_up)))
    war.reveal(3)
    play.rounds = 3
    await play.betting_round()
    await cards.exchange()
    war.reveal(2)
    await play.betting_round()
    await cards.exchange()
    war.reveal(1)
    if all_tied(war.turned_up):
        play.table.tell("seventh")
        war.reveal(1)
    await play.betting_round()
    worth = war.scores()
    return show_down(play, partial(strength, worth=worth), partial(worth_of, worth=worth), "rank")


# ---- computer players


DRAWS = ((94, 3, 3), (3, 85, 12), (2, 70, 28))
"""The percentages of hands that draw 0, 1 or 2 cards, by their number of poor cards (see `Draws`).

A hand with two cards of losing colours mostly draws one, since the war may still turn."""


_ORDER = "RMBLWD"
"""The ranks by position in a hand's code, four bits each; in this order the greater code wins the tie-break Rank."""
_COLORS, _DRAGONS = 4 * len(_ORDER), 4 * (len(_ORDER) + len(COLORS))
"""The bit positions of the colours in a hand's code, four bits each, and of the Dragons, one bit each."""


def code_of(card: str) -> int:
    """Encode a card; the sum over a hand determines its score, once the worth of the colours is known."""
    at = COLORS.index(color(card))
    return 1 << 4 * _ORDER.index(card[0]) | (1 << _DRAGONS + at if card[0] == "D" else 1 << _COLORS + 4 * at)


def dragons_in(code: int) -> int:
    """Return the Dragons of a hand, one bit each, from the sum of its codes."""
    return code >> _DRAGONS


def suit_of(code: int) -> int:
    """Return the upper part of a card's code: its colour, and whether it is a Dragon."""
    return code >> _COLORS


CODES: Mapping[str, int] = {card: code_of(card) for card in (*PLAIN, *DRAGONS)}
CARD = {code: card for card, code in CODES.items()}
"""The card of each code."""

Worth = tuple[int, ...]
"""The score of a card in hand by its colour, in the order of `COLORS`."""


@lru_cache(maxsize=1 << 16)
def war_worth(war: tuple[int, ...]) -> tuple[Worth, bool]:
    """Return the worth of the colours, and whether all are tied, from the codes of the War Cards."""
    cards = [CARD[code] for code in war]
    worth = colors_score(cards)
    return tuple([worth[one] for one in COLORS]), all_tied(cards)


@cache
def card_points(worth: Worth) -> Known[Mapping[int, int]]:
    """Return a cache of card scores, by the Dragons in the hand, then by the upper part of the card's code."""

    def scores(dragons: int) -> Mapping[int, int]:
        plain = {1 << 4 * at: n + (dragons >> at & 1) for at, n in enumerate(worth)}
        return plain | {1 << _DRAGONS - _COLORS + at: 0 for at in range(len(COLORS))}

    return Known(scores)


@cache
def ranks(worth: Worth) -> Known[int]:
    """Return a cache of the ranks of hands, by the sum of a hand's codes; see `strength`."""

    def rank(code: int) -> int:
        scored = 0
        for at, n in enumerate(worth):
            scored += (code >> _COLORS + 4 * at & 15) * (n + (code >> _DRAGONS + at & 1))
        return scored << _COLORS | code & (1 << _COLORS) - 1

    return Known(rank)


def war_of(scene: Scene) -> list[str]:
    """Return the open War Cards."""
    return [card for one in COLORS for card in cards_on(scene, WARS[one])]


def read_hands(scene: Scene) -> Hands | None:
    """Model a scene as `Hands`: judged by the present war, and ranked by a sampled end of it."""
    options, war = options_of(scene, Options), [CODES[card] for card in war_of(scene)]
    pool = [CODES[card] for card in unseen(scene, dragons=options.dragon_cards)]
    worth = _worth(war)
    mean = sum([card_points(worth)[0][suit_of(card)] for card in pool]) / len(pool)
    left = {3: 2, 5: 1}.get(len(war), 0)
    turned_up = [CODES[card] for line in told(scene, GAME.words["war"]) for card in line.values["cards"]]
    known = {more: _worth(turned_up[:cards]) for cards, more in ((3, 2), (5, 1))}

    def ending(rest: list[int], luck: Chance) -> Callable[[Sequence[int]], int]:
        cards = [*war, *luck.deal(rest, max(0, WAR - len(war)))]
        final, tied = war_worth(tuple(sorted(cards)))
        if tied and len(cards) == WAR:
            final = _worth([*cards, luck.draw(rest)])
        rank = ranks(final)
        return lambda hand: rank[sum(hand)]

    def worths(hand: Sequence[int], left: int) -> list[float]:
        # at an earlier exchange, players judged their cards by the war as it stood then
        scores = card_points(known.get(left, worth))[dragons_in(sum(hand))]
        return [scores[card >> _COLORS] for card in hand]

    def earlier(hand: Sequence[int], left: int) -> int:
        return ranks(known.get(left, worth))[sum(hand)]

    def now(hand: Sequence[int]) -> int:
        return ranks(worth)[sum(hand)]

    return Hands(HAND, CODES, pool, left, worths, mean, now, ending, earlier, DRAWS)


def _worth(war: Sequence[int]) -> Worth:
    """Return the worth of the colours from the codes of the War Cards."""
    return war_worth(tuple(sorted(war)))[0]


def plays(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discard at most one card of a losing colour, since the war may still turn."""
    answer = discard(scene, ask, read_hands)
    return answer[:1] if ask.kind == "discard" else answer


GREAT_ARMY = 13
"""A total that one winner in thirty reaches."""


def found_seventh(finish: Finish) -> Found:
    """Find a win on the seventh War Card, which is turned up if all three colours are tied after six."""
    return {} if finish.values_of("seventh") and best_row(finish) is not None else None


FEATS = (
    Feat("perfect", "great_army", won_with_total(GREAT_ARMY)),
    Feat("big", "seventh", found_seventh),
)


class ThreeKingdoms(ParlourGame):
    """The data sheet of Three Kingdoms."""

    key = "three_kingdoms"
    texts = read_texts(__name__, POT_TEXTS, DRAW_TEXTS, ante=ANTE)
    version = 1
    seats = (2, 7)
    complexity = "medium"
    minutes = 6
    emblem = ("W.hawk", "W.owl", "W.hare")
    options = Options
    night_variants = ("dragon_cards",)
    rated_after = 18
    policies = draw_players(read_hands, plays)
    feats = FEATS

    def play(self, table: Table, options: Options) -> GameCoroutine:
        """Play Three Kingdoms, from the ante to the payoff."""
        return play_for_pot(table, options, three_kingdoms, ante=ANTE)

    def dealer(self, scene: Scene) -> Dealer | None:
        """Return a dealer of the hands that fit what the others have drawn."""
        return dealt_by(scene, read_hands)


GAME: Game = ThreeKingdoms()
