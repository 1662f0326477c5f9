"""Den of Thieves: seven cards each; Warriors kill Rogues, Rogues kill patrons, and the survivors score (DT).

Where the best scoring is a choice (declare a Den of Thieves or not, which cards slay a Dragon, which thief kills), all
of them are tried and the best one counts (DT-R2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from games.engine.chance import Chance
from games.engine.endings.finish import Feat
from games.engine.game import Game, GameCoroutine, variant
from games.engine.prompts import Answer
from games.engine.scene import Line, OpenAsk, Scene
from games.engine.table import Table
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.blueprint import Blueprint, as_solved, packed_table, seats_in, with_blueprint
from games.parlour.players.drawing import Hands, Known, dealt_by, draw_players, exchanges_left, unseen
from games.parlour.players.drawn_bets import SHAPE
from games.parlour.players.hearing import Dealer
from games.parlour.players.ranked_draws import RankedDraws
from games.parlour.shared.computer import hand_of, options_of
from games.parlour.shared.deck import DRAGONS, PLAIN, RANKS, by_rank
from games.parlour.shared.draw_games import (
    MOST,
    POINTS,
    Cards,
    card_by_card,
    show_down,
    show_worth,
)
from games.parlour.shared.endings import won_with, won_with_total
from games.parlour.shared.options import SharesOptions
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS
from games.phrases import N_, spelled
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""

HAND = 7
VICTIMS = "MLB"
"""Patrons in the order in which Rogues kill them (DT-08)."""
MARKET = (1, 2, 2, 3, 3, 4, 4)
"""The scores of the first surviving Merchant, the second, and so on (DT-12)."""
WARRIOR, THIEF = 3, 2
"""The score of a Warrior, and of a thief in a Den of Thieves that killed nobody (DT-13, DT-17)."""
KILLS = 2
"""The most Rogues that one Warrior kills (DT-06)."""
SLAYERS = ("WW", "RRRR", "WRR")
"""The groups of Warriors and Rogues that slay a Dragon (DT-21)."""
SLAIN, THREE_DRAGONS = 12, 19
KILLED, KILLING = N_("killed"), N_("kills")
"""The fates of a patron, and of the one who killed it."""
DEN, LAIR = N_("{total:points} as a Den of Thieves"), N_("{total:points} for three Dragons")
"""The texts for a Den of Thieves, and for a hand with all three Dragons."""


class Options(SharesOptions):
    """Options of Den of Thieves."""

    strong_warriors: bool = variant(
        "Strong Warriors", "A Warrior is worth 3 in a Den of Thieves too, even if it killed a patron."
    )
    dragon_cards: bool = variant(
        "Dragon Cards", "Three Dragons join the deck: one your hand can't slay makes it worth nothing."
    )


# ---- scoring


Fates = Mapping[str, list[tuple[int, str]]]
"""The score and the fate of each card, by rank."""


class Scoring(NamedTuple):
    """One way to score a hand: its total, its line, and the fate of each card."""

    total: int
    head: str
    fates: Fates


def patrons(hand: Counter[str], killers: int) -> Fates:
    """Return the fates of Merchants, Ladies and Bards when this many thieves kill one each (DT-07 to DT-12)."""
    dead = {}
    for rank in VICTIMS:
        dead[rank] = min(killers, hand[rank])
        killers -= dead[rank]
    bards = hand["B"] - dead["B"]
    scores = {
        "M": MARKET[: hand["M"] - dead["M"]],
        "L": (1 + bards,) * (hand["L"] - dead["L"]),
        "B": (1,) * bards,
    }
    return {rank: [(n, "") for n in scores[rank]] + [(0, KILLED)] * dead[rank] for rank in VICTIMS}


def victims(hand: Counter[str], killers: int) -> int:
    """Return the number of patrons that these thieves kill."""
    return min(killers, sum(hand[rank] for rank in VICTIMS))


def ordinary(hand: Counter[str]) -> Fates:
    """Return the ordinary scoring: Warriors kill Rogues, the other Rogues kill patrons (DT-06 to DT-14)."""
    killed = min(KILLS * hand["W"], hand["R"])
    rogues = hand["R"] - killed
    killers = victims(hand, rogues)
    kills = [min(KILLS, max(0, killed - KILLS * at)) for at in range(hand["W"])]
    return {
        **patrons(hand, rogues),
        "W": [(WARRIOR + n, spelled("kills {n}", n=n) if n else "") for n in kills],
        "R": [(0, KILLED)] * killed + [(0, KILLING)] * killers + [(0, "")] * (rogues - killers),
    }


def dens(hand: Counter[str], strong: bool) -> Iterator[Fates]:
    """Yield the scorings as a Den of Thieves, one for each number of killing Warriors (DT-16, DT-17, DT-19)."""
    thieves = hand["W"] + hand["R"]
    killers = victims(hand, thieves)
    idle, busy = (WARRIOR, WARRIOR) if strong else (THIEF, 0)
    for warriors in range(max(0, killers - hand["R"]), min(hand["W"], killers) + 1):
        rogues = killers - warriors
        yield {
            **patrons(hand, thieves),
            "W": [(busy, KILLING)] * warriors + [(idle, "")] * (hand["W"] - warriors),
            "R": [(0, KILLING)] * rogues + [(THIEF, "")] * (hand["R"] - rogues),
        }


def ways(hand: Counter[str], strong: bool) -> Iterator[Scoring]:
    """Yield every legal scoring of a hand with up to two Dragons, which must be slain (DT-15, DT-21 to DT-24)."""
    for chosen in combinations_with_replacement(SLAYERS, hand["D"]):
        slayers = Counter("".join(chosen))
        if any(slayers[rank] > hand[rank] for rank in "WR"):
            continue
        rest = hand - slayers
        for head, scored in [
            (POINTS, ordinary(rest)),
            *((DEN, den) for den in dens(rest, strong)),
        ]:
            fates = {rank: [(0, N_("slays"))] * slayers[rank] + scored[rank] for rank in RANKS}
            fates["D"] = [(SLAIN, N_("slain"))] * hand["D"]
            yield Scoring(sum(n for row in fates.values() for n, _ in row), head, fates)


@cache
def scoring(ranks: str, strong: bool) -> Scoring:
    """Return the best scoring of a hand of these ranks, which are in order (DT-R2 to DT-R6)."""
    hand = Counter(ranks)
    nothing = {rank: [(0, "")] * n for rank, n in hand.items()}
    if hand["D"] == 3:
        first = {"D": [(THREE_DRAGONS, ""), (0, ""), (0, "")]}
        return Scoring(THREE_DRAGONS, LAIR, nothing | first)
    unslain = Scoring(0, N_("{total:points}, with a Dragon alive"), nothing)
    return max(ways(hand, strong), key=lambda scored: scored.total, default=unslain)


def in_order(cards: Sequence[str]) -> str:
    """Return the ranks of a hand, as `scoring` takes them."""
    return "".join(sorted(card[0] for card in cards))


def total(cards: Sequence[str], *, strong: bool = False) -> int:
    """Return the score of a hand (DT-05)."""
    return scoring(in_order(cards), strong).total


def strength(cards: Sequence[str], *, strong: bool = False) -> tuple[int, ...]:
    """Rank a hand; the greater tuple wins: total, then Rank of all seven cards (DT-05, DT-18, DT-R7)."""
    return (total(cards, strong=strong), *by_rank(cards))


def worth(cards: Sequence[str], *, strong: bool = False) -> Line:
    """Return a hand in words, card by card: the score and the fate of each."""
    best = scoring(in_order(cards), strong)
    fates = {rank: iter(row) for rank, row in best.fates.items()}
    scored = [next(fates[card[0]]) for card in cards]
    points = [(card, n) for card, (n, _) in zip(cards, scored, strict=True)]
    return card_by_card(points, [fate for _, fate in scored], best.head)


# ---- play


async def den_of_thieves(play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (DT-01 to DT-04)."""
    strong = options.strong_warriors
    cards = Cards(play, HAND, dragons=options.dragon_cards)
    show_worth(play, partial(worth, strong=strong))
    play.rounds = 3
    await play.betting_round()
    await cards.exchange()
    await play.betting_round()
    await cards.exchange()
    await play.betting_round()
    return show_down(play, partial(strength, strong=strong), partial(worth, strong=strong), "rank")


# ---- computer players

DRAWN = 1.9
"""The approximate average gain from a new card."""
DRAWS = ((55, 3, 42), (10, 85, 5), (2, 14, 84))
"""The percentages of hands that draw 0, 1 or 2 cards, by their number of poor cards (see `Draws`).

Many hands without a poor card still draw two: together two new cards may gain more than the old ones."""


_ORDER = "RMBLWD"
"""The ranks by position in a hand's code, four bits each; in this order the greater code wins the tie-break Rank."""
CODES: Mapping[str, int] = {card: 1 << 4 * _ORDER.index(card[0]) for card in (*PLAIN, *DRAGONS)}


@cache
def totals(strong: bool) -> Known[int]:
    """Return a cache of the scores of hands, by the sum of a hand's codes."""

    def total_of(code: int) -> int:
        return scoring(
            "".join(sorted(rank * (code >> 4 * at & 15) for at, rank in enumerate(_ORDER))), strong
        ).total

    return Known(total_of)


@cache
def ranks(strong: bool) -> Known[int]:
    """Return a cache of the ranks of hands, by the sum of a hand's codes; see `strength`."""
    counts = totals(strong)
    return Known(lambda code: counts[code] << 4 * len(_ORDER) | code)


@cache
def parts(strong: bool) -> Known[Mapping[int, int]]:
    """Return a cache of the gains from each card of a hand, by the sum of the hand's codes."""
    counts = totals(strong)
    return Known(
        lambda code: {
            1 << at: counts[code] - counts[code - (1 << at)] for at in range(0, 24, 4) if code >> at & 15
        }
    )


def read_hands(scene: Scene) -> Hands | None:
    """Model a scene as `Hands`, under its options."""
    options = options_of(scene, Options)
    rank, added = ranks(options.strong_warriors), parts(options.strong_warriors)
    pool = [CODES[card] for card in unseen(scene, dragons=options.dragon_cards)]

    def worths(hand: Sequence[int], left: int) -> list[float]:
        adds = added[sum(hand)]
        return [adds[card] for card in hand]

    def now(hand: Sequence[int]) -> int:
        return rank[sum(hand)]

    return Hands(
        HAND, CODES, pool, exchanges_left(scene), worths, DRAWN, now, lambda rest, luck: now, None, DRAWS
    )


def best_discard(cards: Sequence[str], deck: Counter[str], *, strong: bool = False) -> list[int]:
    """Return the discard, as places, with the highest average total after new cards from `deck`, counted by rank."""
    best, chosen = float(total(cards, strong=strong)), list[int]()
    for count in range(1, MOST + 1):
        tried = set()
        for places in combinations(range(len(cards)), count):
            rest = in_order([card for at, card in enumerate(cards) if at not in places])
            if rest in tried:
                continue
            tried.add(rest)
            mean = _mean(rest, count, deck, strong)
            if mean > best:
                best, chosen = mean, list(places)
    return chosen


def _mean(rest: str, count: int, deck: Counter[str], strong: bool) -> float:
    """Return the average total when `count` random cards of `deck` join the kept ones."""
    mean = 0.0
    for new in combinations_with_replacement(sorted(deck), count):
        likely = prod(comb(deck[rank], n) for rank, n in Counter(new).items()) / comb(deck.total(), count)
        mean += likely * scoring("".join(sorted([*rest, *new])), strong).total
    return mean


def plays(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discard for the highest average total, by exact odds."""
    hand, options = hand_of(scene, scene.viewer), options_of(scene, Options)
    assert ask.prompt is not None
    if ask.kind != "discard" or hand is None:
        return ask.prompt.default
    ranks = Counter(card[0] for card in unseen(scene, dragons=options.dragon_cards))
    return best_discard(hand.items, ranks, strong=options.strong_warriors)


TABLE = "den_of_thieves.xz"
PACKED = packed_table(TABLE)


@cache
def blueprint() -> Blueprint:
    """Return the blueprint for two seats, unpacked now if this is the first time."""
    return RankedDraws(PACKED)


def solved(scene: Scene) -> Blueprint | None:
    """Return the blueprint for a scene, if the game is played as it was solved."""
    plain = len(seats_in(scene)) == SHAPE.seats and as_solved(scene, Options)
    return blueprint() if plain else None


GREAT_COMPANY = 18
"""A total that one winner in thirty reaches."""

FEATS = (
    Feat("perfect", "lair", won_with(lambda reason, options: reason.text.startswith(LAIR))),
    Feat("perfect", "great_company", won_with_total(GREAT_COMPANY)),
    Feat("big", "slain", won_with(lambda reason, options: "(slain)" in reason.text)),
    Feat("big", "den", won_with(lambda reason, options: reason.text.startswith(DEN))),
)


class DenOfThieves(ParlourGame):
    """The data sheet of Den of Thieves."""

    key = "den_of_thieves"
    texts = read_texts(__name__, POT_TEXTS, DRAW_TEXTS, ante=ANTE)
    version = 1
    seats = (2, 8)
    complexity = "medium"
    minutes = 5
    emblem = ("R.owl", "M.hare", "R.hawk")
    options = Options
    night_variants = ("strong_warriors", "dragon_cards")
    rated_after = 8
    policies = with_blueprint(draw_players(read_hands, plays), solved, chooses=True)
    feats = FEATS

    def play(self, table: Table, options: Options) -> GameCoroutine:
        """Play Den of Thieves, from the ante to the payoff."""
        return play_for_pot(table, options, den_of_thieves, ante=ANTE)

    def dealer(self, scene: Scene) -> Dealer | None:
        """Return a dealer of the hands that fit what the others have drawn."""
        return dealt_by(scene, read_hands)


GAME: Game = DenOfThieves()
