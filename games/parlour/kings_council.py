"""King's Council: five cards each, scored by how well they suit the open King (KC)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial

from games.engine.chance import Chance
from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game, GameCoroutine, variant
from games.engine.prompts import Answer
from games.engine.scene import Line, OpenAsk, Scene
from games.engine.table import Table
from games.engine.table_objects import Open
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.blueprint import Blueprint, as_solved, packed_table, seats_in, with_blueprint
from games.parlour.players.drawing import (
    Hands,
    Known,
    dealt_by,
    discard,
    draw_players,
    exchanges_left,
    unseen,
)
from games.parlour.players.drawn_bets import SHAPE
from games.parlour.players.hearing import Dealer
from games.parlour.players.scored_draws import ScoredDraws
from games.parlour.shared.computer import cards_on, options_of
from games.parlour.shared.deck import BIRDS, COLORS, DRAGONS, PLAIN, by_color, color
from games.parlour.shared.draw_games import (
    Cards,
    card_by_card,
    show_down,
    show_worth,
)
from games.parlour.shared.endings import best_row, pot_reasons
from games.parlour.shared.options import ParlourOptions
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""

HAND = 5
SAME_RANK, SAME_COLOR, SAME_TYPE = 2, 1, 1
"""The score of a card for each property that it shares with the King (KC-08 to KC-10)."""
OWN_DRAGON, OTHER_DRAGON = 5, 3
"""The score of the Dragon of the King's colour, and of the others (KC-14, KC-15)."""


class Options(ParlourOptions):
    """Options of King's Council."""

    foreign_council: bool = variant("Foreign Council", "A hand that scores 0 beats every other hand.")
    dragon_cards: bool = variant(
        "Dragon Cards", "Three Dragons join the deck: the one of the King's colour scores 5, the others 3."
    )


def points(card: str, king: str) -> int:
    """Return the score of a card; a Dragon scores its own points and nothing more (KC-08 to KC-11, KC-R3)."""
    if card[0] == "D":
        return OWN_DRAGON if color(card) == color(king) else OTHER_DRAGON
    alike = (card[2:] in BIRDS) == (king[2:] in BIRDS)
    return SAME_RANK * (card[0] == king[0]) + SAME_COLOR * (color(card) == color(king)) + SAME_TYPE * alike


def total(cards: Sequence[str], king: str) -> int:
    """Return the score of a hand (KC-07)."""
    return sum(points(card, king) for card in cards)


def strength(cards: Sequence[str], king: str, *, foreign_council: bool = False) -> tuple[int, ...]:
    """Rank a hand; the greater tuple wins: a total of 0 if that is best, total, Color (KC-07, KC-12, KC-13, KC-R4)."""
    scored = total(cards, king)
    return (foreign_council and scored == 0, scored, *by_color(cards))


def worth(cards: Sequence[str], king: str) -> Line:
    """Return a hand in words, card by card."""
    return card_by_card([(card, points(card, king)) for card in cards])


def turn_up_king(cards: Cards) -> str:
    """Turn up the King for all to see, past any Dragons, which are out of the game then (KC-02, KC-R2)."""
    table = cards.play.table
    while (king := cards.turn_up())[0] == "D":
        table.tell("set_aside", card=king)
    table.tell("king", card=king)
    table.show(Open("king", [king]))
    return king


async def kings_council(play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (KC-01 to KC-06)."""
    cards = Cards(play, HAND, dragons=options.dragon_cards)
    king = turn_up_king(cards)
    show_worth(play, partial(worth, king=king))
    play.rounds = 3
    await play.betting_round()
    await cards.exchange()
    await play.betting_round()
    await cards.exchange()
    await play.betting_round()

    ranked = partial(strength, king=king, foreign_council=options.foreign_council)
    return show_down(play, ranked, partial(worth, king=king), "color")


# ---- computer players


_POINTS = 12
"""The bit position of the points in a code; below it, each colour has four bits."""
_CARDS = (*PLAIN, *DRAGONS)


@cache
def codes(king: str) -> Mapping[str, int]:
    """Encode every card, so that the sum over a hand gives its points and its number of cards of each colour."""
    return {card: points(card, king) << _POINTS | 1 << 4 * COLORS.index(color(card)) for card in _CARDS}


@cache
def ranks(foreign_council: bool) -> Known[int]:
    """Return a cache of the ranks of hands, by the sum of a hand's codes; see `strength`."""

    def rank(code: int) -> int:
        scored, most = code >> _POINTS, max(code >> 4 * at & 15 for at in range(len(COLORS)))
        return (foreign_council and scored == 0) << 16 | scored << 4 | most

    return Known(rank)


def read_hands(scene: Scene) -> Hands | None:
    """Model a scene as `Hands` under its King and options; None before the King is turned up."""
    options, king = options_of(scene, Options), next(iter(cards_on(scene, "king")), None)
    if king is None:
        return None
    code, rank = codes(king), ranks(options.foreign_council)
    pool = [code[card] for card in unseen(scene, dragons=options.dragon_cards)]
    mean = sum([card >> _POINTS for card in pool]) / len(pool)

    def now(hand: Sequence[int]) -> int:
        return rank[sum(hand)]

    def worths(hand: Sequence[int], left: int) -> list[float]:
        scored: list[float] = [card >> _POINTS for card in hand]
        if options.foreign_council and HAND - scored.count(0) <= min(left, 1):
            # few cards score, so a total of 0 is easier to reach than a high one: discard those that do
            return [mean - 1 if n else mean + 1 for n in scored]
        return scored

    return Hands(HAND, code, pool, exchanges_left(scene), worths, mean, now, lambda rest, luck: now)


def plays(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discard cards that score less than a new card would on average."""
    return discard(scene, ask, read_hands)


def found_foreign_council(finish: Finish) -> dict[str, str] | None:
    """Find a win by a total of 0, under Foreign Council."""
    row = best_row(finish)
    council = finish.options.foreign_council and row is not None and row.reason is not None
    return (
        {}
        if council and row is not None and row.reason is not None and not row.reason.values.get("total")
        else None
    )


LOWEST: Mapping[str, int] = {"W": 4, "L": 6, "B": 7, "M": 9, "R": 10}
"""The place of the lowest hand at the end that a blueprint tells apart, by the King's rank: each has a table."""
PACKED = {rank: packed_table(f"kings_council_{rank.lower()}.xz") for rank in LOWEST}


@cache
def blueprint(rank: str) -> Blueprint:
    """Return the blueprint for a King of a rank, unpacked now if this is the first time."""
    return ScoredDraws(PACKED[rank], LOWEST[rank], scored)


def scored(scene: Scene, cards: Sequence[str]) -> list[int]:
    """Return the points of cards under the King of a scene."""
    [king] = cards_on(scene, "king")
    return [points(card, king) for card in cards]


def solved(scene: Scene) -> Blueprint | None:
    """Return the blueprint for a scene, if the game is played as it was solved."""
    kings = cards_on(scene, "king")
    plain = kings and len(seats_in(scene)) == SHAPE.seats and as_solved(scene, Options)
    return blueprint(kings[0][0]) if plain else None


FEATS = (Feat("perfect", "foreign_council", found_foreign_council),)


class KingsCouncil(ParlourGame):
    """The data sheet of King's Council."""

    key = "kings_council"
    texts = read_texts(__name__, POT_TEXTS, DRAW_TEXTS, ante=ANTE)
    version = 1
    seats = (2, 9)
    complexity = "simple"
    minutes = 5
    emblem = ("L.wren", "W.hawk", "B.owl")
    options = Options
    night_variants = ("foreign_council", "dragon_cards")
    rated_after = 7
    policies = with_blueprint(draw_players(read_hands, plays), solved, chooses=True)
    feats = FEATS

    def play(self, table: Table, options: Options) -> GameCoroutine:
        """Play King's Council, from the ante to the payoff."""
        return play_for_pot(table, options, kings_council, ante=ANTE)

    def dealer(self, scene: Scene) -> Dealer | None:
        """Return a dealer of the hands that fit what the others have drawn."""
        return dealt_by(scene, read_hands)

    def reasons(self, finish: Finish) -> Iterable[Line]:
        """Explain a win by a total of 0, then give the lines of every game with a pot."""
        if found_foreign_council(finish) is not None:
            yield Line(finish.words["ending:foreign_council"])
        yield from pot_reasons(finish)


GAME: Game = KingsCouncil()
