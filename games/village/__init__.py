"""Please Don't Burn My Village!: bribe the dragon, visit the black market, or draw; the best bribes win (PV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Literal, Self

from pydantic import Field, model_validator

from games.engine import Choose, Clock, Game, Line, Result, Table
from games.engine.side_stake import WORDS as STAKE_WORDS
from games.engine.side_stake import StakeOptions, money_for, with_stake
from games.village.board import Board, DeckRanOut
from games.village.cards import KINDS, NAMES, OF_A_KIND, STALLS, WILD, WILDS, card, heap, kind_of, take
from games.village.computer import sensible
from games.village.scoring import STANDARD, space_values

FRESH: Clock = "turn"
GOES_ON: Clock = "same"
"""The clock of a turn's first question, and of all that follow from it."""


class Options(StakeOptions):
    """Options of the game."""

    five_types: bool = Field(
        False,
        title="Five types",
        description="Plays without Gems: five types of Treasure, and five spaces of favor.",
    )
    track: Literal["standard", "1 1 2 2 3 4", "1 2 2 3 3 4", "0 1 2 2 3 4", "0 1 2 3 4", "1 1 2 3 4"] = Field(
        "standard",
        title="Dragon's Favor",
        description="What the spaces are worth. Standard: 1 1 2 2 3 4, or 0 1 2 3 4 with five types.",
    )

    @model_validator(mode="after")
    def _a_space_a_type(self) -> Self:
        space_values(self._track, len(self.kinds))
        return self

    @property
    def _track(self) -> str:
        return STANDARD[len(self.kinds)] if self.track == "standard" else self.track

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types in play (PV-02)."""
        return tuple(kind for kind in KINDS if kind != "gem" or not self.five_types)

    @property
    def values(self) -> tuple[int, ...]:
        """What the spaces are worth, lowest first."""
        return space_values(self._track, len(self.kinds))


# ---- the game


class Village(Board):
    """One game: the three things a turn can be. Every choice may be taken back until it is complete."""

    async def play(self) -> Result:
        """Turns go round until a card is missing, or all but one have left (PV-12, PV-53)."""
        try:
            for seat in cycle(self.table.from_seat(self.first)):
                if len(self.table.ring) - len(self.table.gone) < 2:
                    break
                if seat not in self.table.gone:
                    await self.turn(seat)
        except DeckRanOut:
            self.table.tell("ran_out")
        return self.finish()

    async def turn(self, seat: int) -> None:
        """One action (PV-11). Who goes back and chooses anew has no more time for it."""
        done, clock = False, FRESH
        while not done:
            self.table.phase("turn", seat=seat, deck=len(self.deck))
            what, _, which = (await self.table.ask(seat, self.turn_prompt(seat, clock))).partition("_")
            clock = GOES_ON
            if what == "bribe":
                done = await self.bribe(seat, which)
            elif what == "stall":
                done = await self.visit(seat, int(which))
            else:
                done = self.draw(seat)

    def turn_prompt(self, seat: int, clock: Clock = FRESH) -> Choose:
        """What the seat can do. Drawing is always possible, and what an absent seat does (PV-49, PV-R24)."""
        hand = self.hands[seat].cards
        treasures = len(hand) - hand.count(WILD)
        options = [f"bribe_{kind}" for kind in self.bribes[seat] if self._can_bribe(seat, kind)]
        for cost, stall in self.stalls.items():
            # one of the cards paid must be a Treasure (PV-33, PV-34, PV-37, PV-39)
            if stall.items and (cost == 0 or (treasures and len(hand) >= cost)):
                options.append(f"stall_{cost}")
        says = {f"stall_{cost}": heap(stall.items) for cost, stall in self.stalls.items()}
        left = {"n": len(self.deck)}
        return Choose(
            "turn",
            (*options, "draw"),
            "draw",
            clock=clock,
            says={**says, "deck": Line(self.table.words["deck:left" if self.deck else "deck:empty"], left)},
            # drawing from an empty deck ends the game (PV-51)
            confirm=() if self.deck or not options else ("draw",),
        )

    def _can_bribe(self, seat: int, kind: str) -> bool:
        """A Treasure of the type, or a Wild for a bribe that lies there (PV-13 to PV-16)."""
        hand = self.hands[seat].cards
        return card(kind) in hand or (bool(self.bribes[seat][kind].items) and WILD in hand)

    # ---- bribe

    async def bribe(self, seat: int, kind: str) -> bool:
        """Ask how many cards, then favor and refill (PV-13 to PV-31); gives whether it was done."""
        hand, bribe = self.hands[seat].cards, self.bribes[seat][kind]
        held, wilds = hand.count(card(kind)), hand.count(WILD)
        fewest = 0 if bribe.items and wilds else 1
        says = {"card": card(kind), "lying": len(bribe.items)}
        treasures = await self._how_many(seat, "bribe", range(held, fewest - 1, -1), says, kind)
        if treasures is None:
            return False
        # asked even without Wilds in hand, since whether it is asked would tell the others
        says["n"] = treasures
        more = range(0 if treasures else 1, wilds + 1)
        added = await self._how_many(seat, "wilds", more, says, kind, treasures)
        if added is None:
            return False
        cards = take(hand, card(kind), treasures) + take(hand, WILD, added)
        bribe.items = sorted([*bribe.items, *cards])
        self.favor.move(kind, len(cards))
        what, value = heap(cards), self.favor.worth(kind)
        self.table.tell("bribes", seat=seat, cards=tuple(cards), what=what, card=card(kind), value=value)
        self.table.note(seat, "bribed", what=what)
        self.refill(kind)
        return True

    async def _how_many(
        self, seat: int, ask: str, counts: Sequence[int], says: Mapping[str, object], kind: str, base: int = 0
    ) -> int | None:
        """A number of cards, each told with what it does to the track; None: back to the turn."""
        told = {f"after_x{n}": self.favor.told(kind, base + n) for n in counts}
        options = (*(f"x{n}" for n in counts), "back")
        answer = await self.table.ask(
            seat, Choose(ask, options, "back", clock=GOES_ON, says={**says, **told})
        )
        return None if answer == "back" else int(answer[1:])

    # ---- visit

    async def visit(self, seat: int, cost: int) -> bool:
        """Pay, take, then curse (PV-32 to PV-47, PV-R13); gives whether it was done."""
        paying = await self._payment(seat, cost)
        if paying is None:
            return False
        hand, stall = self.hands[seat], self.stalls[cost]
        paid = [key for wanted in paying for key in take(hand.cards, wanted)]
        self.discards.items = sorted([*self.discards.items, *paid])
        bought, stall.items = stall.items, []
        hand.cards = sorted([*hand.cards, *bought])
        self.table.note(seat, "bought", cost=cost)
        told = {"cards": (*paid, *bought), "bought": heap(bought), "paid": heap(paid)}
        if not paid:
            self.table.tell("takes", None, seat=seat, **told)
            return True
        cursed = kind_of(paid[0])
        self.favor.move(cursed, -cost)
        self.table.tell("buys", None, seat=seat, card=paid[0], value=self.favor.worth(cursed), **told)
        return True

    async def _payment(self, seat: int, cost: int) -> list[str] | None:
        """Ask for the cards to pay with; None: back to the turn.

        The first is a Treasure and will be cursed, so one of them always is (PV-37, PV-41, PV-42); the others may be
        anything (PV-36), and there are exactly as many as the stall costs (PV-34, PV-45).
        """
        paying: list[str] = []
        while len(paying) < cost:
            left = Counter(self.hands[seat].cards)
            left.subtract(paying)
            kinds = [kind for kind in NAMES if left[card(kind)] and (paying or kind != "wild")]
            says: dict[str, object] = {"cost": cost, "need": cost - len(paying), "paid": tuple(paying)}
            if paying:
                says |= {"card": paying[0], "move": self.favor.told(kind_of(paying[0]), -cost)}
                says |= {f"has_{kind}": left[card(kind)] for kind in kinds}
            else:
                says |= {"what": heap(self.stalls[cost].items)}
                says |= {f"after_{kind}": self.favor.told(kind, -cost) for kind in kinds}
            prompt = Choose("pay" if paying else "curse", (*kinds, "back"), "back", clock=GOES_ON, says=says)
            answer = await self.table.ask(seat, prompt)
            if answer == "back":
                return None
            paying.append(card(answer))
        return paying


async def play(table: Table, options: Options) -> Result:
    """The game, from the deal to the scores."""
    table.clear()
    return await Village(table, options).play()


RULES = """\
**Pile up bribes of the Treasures that the dragon likes, and make your neighbours' worthless.**

Six types of Treasure, 14 cards of each, and Wilds: 14 with two players, two more for each further one. Everybody is
dealt seven cards, and one card lies in each of the four market stalls. The *Dragon's Favor* is a line of six spaces
worth 1 1 2 2 3 4, with a token of each type in random order. A turn is one of three things.

1. **Bribe the dragon.** Lay down cards of one type, or add to your bribe of that type. Wilds may go with them and
   count as that type; alone they may only be added. The token of the type moves right, one space a card, and those
   that it passes move one left; beyond the 4 space movement is lost. Then the stalls are filled from the deck: one
   card to stall 3, one to 2, 1 and 0, then to 3 again, until a card of that type or a Wild comes up.
2. **Visit the market.** Discard exactly as many cards as the stall costs, at least one of them a Treasure, and take
   all that lies there. Stall 0 is free. Then curse a type that you paid with: its token moves left, one space for
   each card paid. You choose that card first; the market is not filled up.
3. **Draw a card.**

The game ends at once when a card has to be drawn or dealt and the deck has none. The deck's last card ends nothing
yet. Treasures in hand then join bribes of their type that you have made.

**Scores.** Each card of a bribe, Wilds too, counts what the space of its type is worth. Each Treasure left in hand
costs as much, each Wild 2. The most points win; a tie goes to the larger bribe of the highest token's type, then of
the next to its left, and so on. Equal in all of them: the win is shared.

**At this table.** Every choice can be taken back until its last part is given; the turn's clock runs
on. Whoever runs out of time draws.
Whoever leaves takes no more turns and comes after those who stay.

**Variants.** *Five types*: no Gems, and five spaces worth 0 1 2 3 4. *Dragon's Favor*: other values of the spaces.
*Played for*: a stake beside the points; all put in the same, and the winner takes it, or it is paid as shares to the
first places.

**Example.** In the end the order is Axe 1, Crown 1, Feather 2, Gem 2, Magic Scroll 3, Sword 4. Ann has bribed with
three Swords and two Magic Scrolls and holds a Sword, two Feathers and a Wild. The Sword joins its bribe: 4 × 4 + 2 × 3
− 2 × 2 − 2 = 16.
"""

GAME = Game(
    key="burn_my_village",
    title="Please Don't Burn My Village!",
    rulebook="Please Don't Burn My Village!",
    pitch="Bribe the dragon with what he likes best, and see that he likes it.",
    version=1,
    seats=(2, 5),
    complexity="medium",
    minutes=20,
    money="points",
    options=Options,
    play=with_stake(play),
    money_for=money_for,
    words={
        **STAKE_WORDS,
        "opens": "{seat:seat} goes first. In the stalls: {what:line}.",
        "bribes": "{seat:seat} bribes the dragon with {what:line}; each {card:item} is worth {value} now.",
        "refill": "{n} to the stalls: {what:line}.",
        "buys": "{seat:seat} pays {paid:line} for {bought:line}; each {card:item} is worth {value} now.",
        "takes": "{seat:seat} takes {bought:line} for nothing.",
        "draws": "{seat:seat} draws.",
        "drew": "You drew {card:item}.",
        "ran_out": "There is no card left: the dragon comes.",
        "note:bribed": "bribed with {what:line}",
        "note:bought": "visited stall {cost}",
        "note:drew": "drew a card",
        "phase:turn": "{seat:seat}'s turn, {deck} cards in the deck",
        "turn": "Bribe the dragon, visit a stall, or draw? {deck:line}.",
        "deck:left": "Cards left in the deck: {n}",
        "deck:empty": "The deck is empty, and a bribe or a draw ends the game",
        **{f"turn:bribe_{kind}": f"Bribe with {NAMES[kind][1]}" for kind in KINDS},
        **{f"turn:stall_{cost}": f"Pay {cost} for {{stall_{cost}:line}}" for cost in STALLS},
        "turn:stall_0": "Take {stall_0:line} for nothing",
        "turn:draw": "Draw a card",
        "turn:draw?": "The deck is empty: drawing ends the game. Is that meant?",
        "bribe": "How many of {card:item}? {lying} cards lie in that bribe. For each the token moves one to the right.",
        "bribe:x0": "None, only Wilds",
        **{f"bribe:x{n}": f"{n}: {{after_x{n}:line}}" for n in range(1, OF_A_KIND + 1)},
        "bribe:back": "Back",
        "wilds": "{n} of {card:item}, and how many Wilds?",
        "wilds:x0": "No Wild: {after_x0:line}",
        "wilds:x1": "1 Wild: {after_x1:line}",
        **{f"wilds:x{n}": f"{n} Wilds: {{after_x{n}:line}}" for n in range(2, max(WILDS.values()) + 1)},
        "wilds:back": "Back",
        "curse": "Stall {cost} has {what:line}. What do you pay? Its token is cursed: {cost} to the left.",
        **{f"curse:{kind}": f"{NAMES[kind][0]}: {{after_{kind}:line}}" for kind in KINDS},
        "curse:back": "Back",
        "pay": "Stall {cost}: {paid:items} and which {need} more? {card:item}, cursed: {move:line}.",
        **{f"pay:{kind}": f"{name} (you have {{has_{kind}}})" for kind, (name, _) in NAMES.items()},
        "pay:back": "Back",
        "result:won": "{seats:seats} wins with {points} points, and the village is spared.",
        "result:shared": "{seats:seats} share the win with {points} points.",
    },
    rules=RULES,
    policies={"sensible": sensible},
)
