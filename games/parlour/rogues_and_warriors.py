"""Rogues and Warriors: two cards each, one shown, the best pair takes the pot (RW)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache, partial

from games.computer import newcomer
from games.engine.chance import Chance
from games.engine.endings.finish import Feat
from games.engine.game import Game, GameCoroutine, variant
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import BACK, Hint, Line, OpenAsk, Scene
from games.engine.table import Table
from games.engine.table_objects import Hand, HandHint
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.bets import players
from games.parlour.players.blueprint import Blueprint, as_solved, seats_in, with_blueprint
from games.parlour.players.drawing import unseen
from games.parlour.players.hearing import Deal, Dealer, told
from games.parlour.players.one_shown import blueprint
from games.parlour.shared.computer import hand_of, options_of, rivals
from games.parlour.shared.deck import RANK_NAMES, RANKS, by_color, rogues_and_warriors_deck
from games.parlour.shared.endings import won_with
from games.parlour.shared.options import ParlourOptions
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.shared.texts import POT_TEXTS
from games.phrases import spelled
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""

PAIRS = ("WW", "WL", "WB", "WM", "WR", "LL", "LB", "LM", "LR", "BB", "BM", "BR", "MM", "MR", "RR")
"""From the best to the worst (RW-R1). The printed order is lost; an owner of the cards can correct it here (RW-R4)."""
PLACE = {pair: place for place, pair in enumerate(PAIRS, 1)}
IN_WORDS = {1: "best", 2: "2nd best", 3: "3rd best", 15: "lowest"} | {n: f"{n}th best" for n in range(4, 15)}
NAMES = {ranks: pair for pair in PAIRS for ranks in (pair, pair[::-1])}
NAMES |= {ranks: rank * 2 for rank in RANKS for ranks in (f"D{rank}", f"{rank}D")}
"""The pair that two ranks make, in either order; a Dragon takes the rank of the other card."""
TWO_DRAGONS = "two Dragons, above every pair"
WAYS = {"WW": 15, "WL": 72, "WB": 108, "WM": 144, "WR": 180, "LL": 66, "LB": 216, "LM": 288}
WAYS |= {"LR": 360, "BB": 153, "BM": 432, "BR": 540, "MM": 276, "MR": 720, "RR": 435}
"""The number of two-card hands that make each pair, out of 4005."""


class Options(ParlourOptions):
    """Options of Rogues and Warriors."""

    exchange: bool = variant(
        "Exchange",
        "After the second Betting Round everyone may swap their hidden card once, then bets again.",
    )
    dragon_cards: bool = variant(
        "Dragon Cards",
        "Three Dragons join the deck: a Dragon takes the rank of the other card and wins ties.",
    )


def pair(cards: list[str]) -> str:
    """Return the pair that two cards make, rarer rank first; a Dragon takes the other card's rank (RW-06, RW-13)."""
    first, second = cards
    return NAMES[first[0] + second[0]]


def strength(cards: list[str]) -> tuple[int, ...]:
    """Rank a hand; the greater tuple wins: place of the pair, Dragons, Color (RW-06 to RW-09, RW-13 to RW-16)."""
    return (*_pair_strength(cards[0][0] + cards[1][0]), *by_color(cards))


def _pair_strength(ranks: str) -> tuple[int, int]:
    """Rank two ranks: the place of their pair, then the Dragons in it."""
    dragons = ranks.count("D")
    return (1, 2) if dragons == 2 else (-PLACE[NAMES[ranks]], dragons)


def worth(cards: list[str]) -> Line:
    """Return a hand in words."""
    dragons = (cards[0][0] == "D") + (cards[1][0] == "D")
    if dragons == 2:
        return Line(TWO_DRAGONS)
    name = pair(cards)
    title = f"{RANK_NAMES[name[0]]}-{RANK_NAMES[name[1]]}"
    if dragons:
        title = spelled("{pair} with a Dragon", pair=title)
    return Line("{pair}, {place} of 15", {"pair": title, "place": IN_WORDS[PLACE[name]]})


def worth_now(hands: Mapping[int, Hand], live: Collection[int], ranks: str, seat: int) -> Hint:
    """Return the hint next to a hand: its worth if all hands were shown now, and how often that would win.

    `ranks` are those of all cards there are.
    """
    line = worth(hands[seat].cards)
    if seat not in live:
        return Hint(Line("Your pair: {why:line}.", {"why": line}))
    odds = Line(_odds_in_words(chance_now(hands, live, ranks, seat)))
    values = {**line.values, "why": line, "odds": odds}
    short = (
        (Line("{pair}", values), Line("{place} of 15 · {odds:line}", values)) if line.values else (line, odds)
    )
    return Hint(Line("Your pair: {why:line}; {odds:line}.", values), short)


def chance_now(hands: Mapping[int, Hand], live: Collection[int], ranks: str, seat: int) -> float:
    """Return about how often a hand beats those of all others still in, going by the cards that its owner sees.

    A hidden card may be any unseen one, whatever its owner bets; equal pairs win half the time. `ranks` are those of
    all cards there are.
    """
    own = hands[seat].cards
    shown = {other: [hand.cards[at] for at in hand.open] for other, hand in hands.items() if other != seat}
    seen = "".join(sorted([card[0] for cards in (own, *shown.values()) for card in cards]))
    rivals = tuple(sorted([cards[0][0] if cards else "" for other, cards in shown.items() if other in live]))
    return _chance(own[0][0] + own[1][0], rivals, seen, ranks)


@lru_cache(maxsize=1024)
def _chance(own: str, rivals: Collection[str], seen: str, deck: str) -> float:
    """Return the chance of two ranks against rivals, each with the rank that they show, or none.

    `seen` are the ranks of all cards that are seen, `deck` those of all there are.
    """
    mine, chance, unseen = _pair_strength(own), 1.0, sorted((Counter(deck) - Counter(seen)).items())
    for shown in rivals:
        won = total = 0.0
        for first, many in ((shown, 1),) if shown else unseen:
            for second, more in unseen:
                ways = many * (more if shown or first != second else more - 1)
                theirs = _pair_strength(first + second)
                total += ways
                won += ways * (mine > theirs) + ways * (mine == theirs) / 2
        chance *= won / total
    return chance


def _odds_in_words(chance: float) -> str:
    tenths = round(10 * chance)
    if tenths in (0, 10):
        return "almost always wins" if tenths else "almost never wins"
    return f"wins {tenths} in 10"


@lru_cache
def _ranks(dragons: bool) -> str:
    """Return the ranks of all cards there are, with or without the three Dragons."""
    return "".join(card[0] for card in rogues_and_warriors_deck(dragons=dragons))


async def rogues_and_warriors(play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (RW-01 to RW-05, RW-10 to RW-12)."""
    table = play.table
    deck = play.deal(2, dragons=options.dragon_cards)
    ranks = _ranks(options.dragon_cards)
    for seat in play.hands:
        table.show(HandHint(seat, partial(worth_now, play.hands, play.live, ranks, seat)))
    play.rounds = 3 if options.exchange else 2
    await play.betting_round()

    table.phase("reveal")
    prompts = {seat: Pick("reveal", tuple(play.hands[seat].cards), 1, 1, [0]) for seat in play.order()}
    for seat, [place] in (await table.ask_each(prompts)).items():
        hand = play.hands[seat]
        hand.open.add(place)
        table.tell("reveals", seat=seat, card=hand.cards[place])
    await play.betting_round()

    if options.exchange:
        table.phase("exchange")
        for seat in play.order():
            hand = play.hands[seat]
            if await table.ask(seat, Choose("exchange", ("keep", "exchange"), "keep")) == "exchange":
                hidden = next(place for place in (0, 1) if place not in hand.open)
                hand.cards[hidden] = table.chance.draw(deck)
                table.report(seat, "exchanges")
                table.tell("drew", [seat], card=hand.cards[hidden])
            else:
                table.report(seat, "keeps")
        await play.betting_round()

    table.tell("showdown")
    for seat in play.order():
        play.hands[seat].show()
    return Ranking(
        {seat: strength(play.hands[seat].cards) for seat in play.live},
        {seat: worth(play.hands[seat].cards) for seat in play.live},
        tie_break="color",
    )


# ---- computer players

SHOWN_RARER = 0.03
"""The likelihood that a player shows the rarer of two cards, relative to the commoner one."""


def is_commoner(card: str, other: str) -> bool:
    """Tell whether a card is no rarer than another one; a Dragon is the rarest."""
    return "DWLBMR".index(card[0]) >= "DWLBMR".index(other[0])


def read_dealer(scene: Scene) -> Dealer | None:
    """Return a dealer of the rivals' hands: two random cards, or the shown card and a random one."""
    options, mine = options_of(scene, Options), hand_of(scene, scene.viewer)
    if mine is None:
        return None
    pool, own, viewer = unseen(scene, dragons=options.dragon_cards), list(mine.items), scene.viewer
    swapped = {line.values["seat"] for line in told(scene, GAME.words["exchanges"])}
    done = swapped | {line.values["seat"] for line in told(scene, GAME.words["keeps"])}
    shown = {rival: next(iter(_shown(scene, rival)), None) for rival in rivals(scene)}
    hidden = next((at for at, up in enumerate(mine.shown) if not up), 0) if any(mine.shown) else None

    def deal(luck: Chance) -> Deal:
        rest, fits = list(pool), 1.0
        held = {viewer: own}
        for rival, card in shown.items():
            other = luck.draw(rest)
            held[rival] = [card or luck.draw(rest), other]
            if card and rival not in swapped and not is_commoner(card, other):
                fits *= SHOWN_RARER
        now = {seat: strength(hand) for seat, hand in held.items()}
        # every sample of a rival has its shown card; only a random hand shows whether that card is strong
        unknown = list(pool)
        any_hand = strength([luck.draw(unknown), luck.draw(unknown)])
        if not options.exchange:
            return Deal(now, now, fits, any=any_hand)
        end = {}
        for seat, hand in held.items():
            place = hidden if seat == viewer else 1 if shown[seat] else None
            later = list(hand)
            if seat not in done:
                if place is None:
                    place = int(is_commoner(hand[0], hand[1]))
                if later[place][0] in POOR:
                    later[place] = luck.draw(rest)
            end[seat] = strength(later)
        return Deal(now, end, fits, any=any_hand)

    return deal


POOR = "MR"
"""The ranks of a hidden card that a player exchanges."""


def _shown(scene: Scene, seat: int) -> list[str]:
    zone = hand_of(scene, seat)
    return [card for card in zone.items if card != BACK] if zone else []


def plays(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Show the commoner card, exchange a poor one."""
    hand = hand_of(scene, scene.viewer)
    assert ask.prompt is not None
    if ask.kind == "reveal" and hand is not None:
        return [0 if is_commoner(*hand.items) else 1]
    if ask.kind == "exchange" and hand is not None:
        hidden = next(card for card, up in zip(hand.items, hand.shown, strict=True) if not up)
        return "exchange" if hidden[0] in POOR else "keep"
    return ask.prompt.default


def solved(scene: Scene) -> Blueprint | None:
    """Return the blueprint for a scene, if the game is played as it was solved."""
    return blueprint(len(seats_in(scene))) if as_solved(scene, Options) else None


FEATS = (
    Feat("perfect", "two_dragons", won_with(lambda reason, options: reason.text == TWO_DRAGONS)),
    Feat(
        "perfect", "two_warriors", won_with(lambda reason, options: reason.values.get("place") == IN_WORDS[1])
    ),
)


class RoguesAndWarriors(ParlourGame):
    """The data sheet of Rogues and Warriors."""

    key = "rogues_and_warriors"
    texts = read_texts(__name__, POT_TEXTS, ante=ANTE)
    version = 1
    seats = (2, 10)
    complexity = "simple"
    minutes = 3
    emblem = ("W.hawk", "R.hare")
    options = Options
    night_variants = ("exchange", "dragon_cards")
    rated_after = 10
    policies = with_blueprint(players(read_dealer, plays, clumsy=newcomer(plays, slips=3)), solved)
    feats = FEATS
    dealer = staticmethod(read_dealer)

    def play(self, table: Table, options: Options) -> GameCoroutine:
        """Play Rogues and Warriors, from the ante to the payoff."""
        return play_for_pot(table, options, rogues_and_warriors, ante=ANTE)


GAME: Game = RoguesAndWarriors()
