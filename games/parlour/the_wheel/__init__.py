"""The Wheel: play cards to make a spoke the strongest, and keep those that score by it (WH); The Unwound Clock (UC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import cycle
from typing import Any

from games.computer import newcomer
from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game
from games.engine.prompts import Choose, Pick
from games.engine.result import Result
from games.engine.scene import Hint, Line
from games.engine.table import Table
from games.engine.table_objects import HandHint, Open
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.bets import players
from games.parlour.shared.deck import RANK_NAMES, by_color
from games.parlour.shared.draw_games import POINTS, card_by_card, show_down
from games.parlour.shared.endings import won_with_total
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.the_wheel.board import ADDS, ANTE, CIRCLE, HAND, TEXTS, Clock, Face, Wheel, part_of, points
from games.parlour.the_wheel.computer import plays_quickly, read_dealer
from games.parlour.the_wheel.options import Options
from games.parlour.the_wheel.search import searches
from games.phrases import N_, spelled

LAPS = 3
"""The number of cards in the Clock, and of laps."""
GAMES = 3
"""After this many games in succession all markers are removed (WH-28)."""


def strength(cards: list[str], spoke: str) -> tuple[int, ...]:
    """Rank a hand if a spoke is the strongest; the greater tuple wins: total, then Color (WH-18, WH-19, WH-R10)."""
    return (sum(points(cards, spoke)), *by_color(cards))


def worth(cards: list[str], spoke: str, head: str = POINTS) -> Line:
    """Return a hand in words, card by card."""
    return card_by_card(zip(cards, points(cards, spoke), strict=True), head=head)


def worth_now(cards: list[str], wheel: Wheel) -> Hint | None:
    """Return the hint next to a hand; None while the Wheel is empty. With a drawn card it gives no total."""
    if wheel.empty():
        return None
    spoke = wheel.strongest()
    if len(cards) > HAND:
        head = spelled("Points while the {spoke} spoke is strongest", spoke=RANK_NAMES[spoke])
        says = {"why": worth(cards, spoke, head), "spoke": RANK_NAMES[spoke]}
        return Hint(Line("{why:line}.", says), (Line("{spoke} is strongest", says),))
    why = worth(cards, spoke, POINTS)
    says = {"spoke": RANK_NAMES[spoke], "why": why}
    return Hint(
        Line("If the {spoke} spoke stays strongest, you score {why:line}.", says),
        (Line(WITH_SPOKE, {**why.values, **says}),),
    )


WITH_SPOKE = N_("{total:points} with {spoke}")
"""What a hand was worth, and by which spoke."""


# ---- the game


class _Turns:
    """The turns of one play. `discarded`: cards that went out of play, open to all (UC-08, UC-R7)."""

    def __init__(self, play: Play, wheel: Wheel, options: Options) -> None:
        """Deal the hands and the Clock (WH-06, WH-07, UC-03, UC-04)."""
        self.play, self.table, self.wheel, self.options = play, play.table, wheel, options
        self.deck = play.deal(HAND, dragons=options.dragon_cards)
        count = len(play.ring) + 1 if options.unwound_clock else LAPS
        self.clock = Clock([self._draw() for _ in range(count)])
        self.discarded = Open("discarded", [])
        wheel.clear()
        closed = [f"{spoke}.grey" for spoke in CIRCLE if spoke in wheel.marked]
        table = self.table
        table.show(Face(wheel, self.clock, dragons=options.dragon_cards), self.discarded)
        table.show(*(HandHint(s, partial(worth_now, hand.cards, wheel)) for s, hand in play.hands.items()))
        if closed:
            table.tell("closed", cards=tuple(closed))

    async def laps(self) -> None:
        """Play three laps: a turn for each seat, a card of the Clock, and a Betting Round (WH-08 to WH-11)."""
        self.play.rounds = LAPS
        for lap in range(1, LAPS + 1):
            self.table.phase("lap", n=lap)
            for seat in self.play.order():
                await self._turn(seat)
            self._strike()
            await self.play.betting_round()

    async def unwind(self) -> None:
        """Play turns until the last card of the Clock has been played, even in mid-lap (UC-05, UC-13)."""
        turns = cycle(self.play.order())
        while self.clock.cards:
            self.table.phase("unwinding", n=len(self.clock.cards))
            await self._turn(next(turns))

    async def _turn(self, seat: int) -> None:
        """Draw a card, then play or, with the Clock unwound, discard one (WH-08, UC-06 to UC-08)."""
        table, hand = self.table, self.play.hands[seat].cards
        unwound = self.options.unwound_clock
        if not self.deck:
            # only with the Unwound Clock: three laps never empty the deck
            table.tell("no_card_left", seat=seat)
            await self._unwind_one(seat)
            return
        hand.append(self._draw())
        table.tell("drew", (seat,), card=hand[-1])
        kind = "play_or_discard" if unwound else "play"
        # the drawn card is the last of the hand, and the default (WH-R9)
        [place] = await table.ask(seat, Pick(kind, tuple(hand), 1, 1, [len(hand) - 1]))
        spoke = await table.ask(seat, self._choose_place("spoke", hand[place], ("clock",) if unwound else ()))
        card = hand.pop(place)
        if spoke == "clock":
            self.discarded.items.append(card)
            table.report(seat, "discards", card=card)
            await self._unwind_one(seat)
        else:
            n = self.wheel.lay(card, spoke)
            table.tell("plays", seat=seat, card=card, spoke=RANK_NAMES[spoke], n=n)
            table.note(seat, "plays", card=card, spoke=RANK_NAMES[spoke])

    def _choose_place(
        self, kind: str, card: str, more: tuple[str, ...] = (), *, public: bool = False
    ) -> Choose:
        """Return the question of a card's spoke.

        It is asked even if only one spoke is possible: skipping it would give the card away.
        """
        spokes = self.wheel.spokes_for(card)
        says: dict[str, Any] = {"card": card, "n": len(self.clock.cards)}
        for spoke in spokes:
            adds = ADDS[part_of(card, spoke)]
            says |= {spoke: adds, f"{spoke}_then": self.wheel.strength(spoke) + adds}
        return Choose(kind, (*spokes, *more), self.wheel.default_for(card), public=public, says=says)

    def _strike(self) -> None:
        """Play a card of the Clock, as an ally of the next spoke clockwise (WH-09, WH-24, WH-27)."""
        card = self.clock.cards.pop(0)
        spoke = self.wheel.clock_spoke(card)
        if spoke is None:
            self.discarded.items.append(card)
            self.table.tell("clock_lost", card=card)
        else:
            n = self.wheel.lay(card, spoke)
            self.table.tell("clock_strikes", card=card, spoke=RANK_NAMES[spoke], n=n)

    async def _unwind_one(self, seat: int) -> None:
        """Reveal a card of the Clock and play it on a spoke of the seat's choice (UC-08, UC-10, UC-11, UC-R1)."""
        card = self.clock.cards.pop(0)
        self.table.tell("reveals", seat=seat, card=card)
        spoke = await self.table.ask(seat, self._choose_place("clock", card, public=True))
        n = self.wheel.lay(card, spoke)
        self.table.tell("clock_goes", seat=seat, card=card, spoke=RANK_NAMES[spoke], n=n)

    def _draw(self) -> str:
        return self.table.chance.draw(self.deck)


async def the_wheel(wheel: Wheel, play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (WH-06 to WH-12, UC-02 to UC-13)."""
    table, turns = play.table, _Turns(play, wheel, options)
    if options.unwound_clock:
        await turns.unwind()
    else:
        await turns.laps()

    spoke = wheel.strongest()
    table.tell("strongest", spoke=RANK_NAMES[spoke], n=wheel.strength(spoke))
    return show_down(play, partial(strength, spoke=spoke), partial(worth, spoke=spoke), "color")


def _mark(wheel: Wheel, options: Options, result: Result, words: Mapping[str, str]) -> Result:
    """Mark the strongest spoke, once per game even with replays; the third marker removes them all.

    WH-25, WH-28, WH-R6, WH-R7. Every game adds a marker, so the number of markers counts the games.
    """
    carry = {key: value for key, value in result.carry.items() if key != "marked"}
    if not options.successive_games:
        return result._replace(carry=carry)
    marked = list(wheel.marked)
    notes = result.notes
    if not wheel.empty():
        marked.append(wheel.strongest())
        kind = "result:all_open" if len(marked) == GAMES else "result:marked"
        notes = (*notes, Line(words[kind], {"spoke": RANK_NAMES[marked[-1]]}))
    if 0 < len(marked) < GAMES:
        carry["marked"] = marked
    return result._replace(carry=carry, notes=notes)


GREAT_HAND = 12
"""A total that one winner in fifty reaches; seven cards of the strongest rank would be 14."""

FEATS = (Feat("perfect", "great_hand", won_with_total(GREAT_HAND)),)


class TheWheel(ParlourGame):
    """The data sheet of The Wheel."""

    key = "the_wheel"
    texts = TEXTS
    version = 1
    seats = (2, 8)
    complexity = "complex"
    minutes = 10
    emblem = ("L.hawk", "B.owl")
    options = Options
    night_variants = ("dragon_cards", "successive_games", "unwound_clock")
    rated_after = 8
    policies = players(read_dealer, plays_quickly, clumsy=newcomer(plays_quickly, slips=3), sharp=searches)
    feats = FEATS
    dealer = staticmethod(read_dealer)

    async def play(self, table: Table, options: Options) -> Result:
        """Play The Wheel, from the ante to the payoff; `carry["marked"]` has the spokes closed in the next game."""
        wheel = Wheel(table.carry.get("marked", ()) if options.successive_games else ())
        result = await play_for_pot(table, options, partial(the_wheel, wheel), ante=ANTE)
        return _mark(wheel, options, result, table.words)

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return the shown hands with the spoke that scored them; nothing after a replay, which has several."""
        spokes = [values["spoke"] for values in finish.values_of("strongest")]
        if len(spokes) != 1:
            return {}
        [spoke] = [key for key, name in RANK_NAMES.items() if name == spokes[0]]
        shown = {row.seat: row.reason.values for row in finish.result.rows if row.reason is not None}
        hands = {
            seat: [says[f"card{n}"] for n in range(HAND)] for seat, says in shown.items() if "card0" in says
        }
        lines = {seat: worth(cards, spoke, WITH_SPOKE) for seat, cards in hands.items()}
        return {seat: Line(why.text, {**why.values, "spoke": spokes[0]}) for seat, why in lines.items()}


GAME: Game = TheWheel()
